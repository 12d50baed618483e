//! Scripts: timed requests to characters by name, as files of scripts and scenarios hold them.
//! `docs/simulate.md` describes the format.

use anim::{Transform, ground::Terrain, instance::RootMotionMode};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use words::tr;

/// Requests to characters, each at its time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenarioScript {
    /// Name of the skeleton to play on. None takes that of the first asset that plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character: Option<String>,
    /// Decides notifies with a chance below 1.
    #[serde(default)]
    pub seed: u64,
    /// Requests in any order.
    pub requests: Vec<ScriptRequest>,
}

/// One request of a script, with its time and the character that it asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(extend("unevaluatedProperties" = false))
)]
pub struct ScriptRequest {
    /// Time of the request, seconds from the start of the simulation; 0 or more.
    pub at: f64,
    /// The character that is asked; None asks the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character: Option<Whom>,
    /// The request; its fields stand beside `at` in the file.
    #[serde(flatten)]
    pub what: ScriptRequestKind,
}

/// Request of a script. `docs/simulate.md` describes the fields, with their units and defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum ScriptRequestKind {
    /// Adds a character, which plays the graph from its start.
    AddCharacter {
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        skeleton: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        graph: Option<String>,
        #[serde(default)]
        seed: u64,
    },
    /// The character shows its leader's pose; without a leader it goes on alone.
    Follow {
        #[serde(skip_serializing_if = "Option::is_none")]
        leader: Option<Whom>,
    },
    /// Copy Pose nodes with this partner show another character's pose; without one their own source.
    CopyPose {
        partner: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<Whom>,
    },
    /// Starts a montage, at its start, a section or a position in seconds.
    PlayMontage {
        montage: String,
        #[serde(default = "one")]
        rate: f32,
        #[serde(skip_serializing_if = "Option::is_none")]
        section: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        position: Option<f64>,
        #[serde(default)]
        at_end: bool,
        #[serde(default = "yes")]
        stop_group: bool,
    },
    /// Starts a montage with a task and reports the events of the task.
    PlayAndWait {
        montage: String,
        #[serde(default = "one")]
        rate: f32,
        #[serde(skip_serializing_if = "Option::is_none")]
        section: Option<String>,
        #[serde(default = "yes")]
        stop_when_owner_ends: bool,
        #[serde(default)]
        interrupt_after_blend_out: bool,
    },
    /// Ends the owner of the newest task for a montage.
    EndTask { montage: String },
    /// Blends a montage out, or all.
    StopMontage {
        #[serde(skip_serializing_if = "Option::is_none")]
        montage: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        blend_out: Option<f32>,
    },
    /// Blends every montage of a group out.
    StopGroup {
        group: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        blend_out: Option<f32>,
    },
    /// Goes to the entry of a section, or just before its exit.
    JumpToSection {
        montage: String,
        section: String,
        #[serde(default)]
        at_end: bool,
    },
    /// Sets what follows a section; without `to` the montage ends after it.
    SetNextSection {
        montage: String,
        from: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// Stands a montage still.
    Pause { montage: String },
    /// Lets a paused montage go on.
    Resume { montage: String },
    /// Seconds; notifies in between do not fire.
    SetPosition { montage: String, position: f64 },
    /// Seconds; shows the montage there alone, and fires nothing.
    Scrub { montage: String, position: f64 },
    /// Seconds; moves a montage there and fires what lies between.
    ForcePosition {
        montage: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<f64>,
        to: f64,
    },
    /// Sets how fast a montage plays; negative plays backwards.
    SetPlayRate { montage: String, rate: f32 },
    /// A montage goes where another one goes, which may be of another character.
    FollowMontage {
        montage: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        leader: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<Whom>,
    },
    /// Counts up, or down, how often the root motion of a montage is off.
    DisableRootMotion {
        montage: String,
        #[serde(default = "yes")]
        disable: bool,
    },
    /// Sets the effect of root motion on the character.
    SetRootMotionMode { mode: ScriptRootMotionMode },
    /// Seconds of the character in a second.
    SetTimeDilation { dilation: f64 },
    /// Whether notifies that are not for a dedicated server are silent.
    SetDedicatedServer { is_server: bool },
    /// Whether notifies that may be filtered are silent.
    FilterNotifies { filter: bool },
    /// Whether two players of one asset share a state's activation.
    MergeStates { merge: bool },
    /// Whether the end of a section is passed only while time is left.
    SectionEndNeedsTime { needs: bool },
    /// Sets the level of detail; 0 is the finest.
    SetLod { lod: u32 },
    /// Plays a clip below all slots, from a position in seconds.
    PlayClip {
        clip: String,
        #[serde(default)]
        position: f64,
        #[serde(default = "one")]
        rate: f32,
    },
    /// Fades a clip in over seconds, from its start.
    FadeToClip {
        clip: String,
        #[serde(default = "one")]
        rate: f32,
        duration: f32,
    },
    /// Stops the clip below all slots.
    StopClip {},
    /// Starts a graph, by name.
    PlayGraph { graph: String },
    /// Goes back to the graph of slots.
    StopGraph {},
    /// Sets a parameter of the graph that plays.
    SetParameter {
        parameter: String,
        value: ScriptValue,
    },
    /// A frame of a stream, for Live Pose nodes that name its subject.
    TellLive {
        subject: String,
        #[serde(default)]
        bones: Vec<LiveBonePose>,
        #[serde(default)]
        curves: BTreeMap<String, f32>,
    },
    /// Bones of a simulation, for External Pose controls that name the stream.
    SetExternal {
        stream: String,
        bones: Vec<BoneOverride>,
    },
    /// Keeps the current pose for the graph's pose snapshot nodes.
    SnapshotPose { snapshot: String },
    /// Places the character from outside. Without a placement root motion moves it again.
    Carry {
        #[serde(skip_serializing_if = "Option::is_none")]
        placement: Option<ScriptPlacement>,
    },
    /// Puts the character at a placement at once, without motion in between.
    Teleport { placement: ScriptPlacement },
    /// Changes what characters stand on; None takes the ground away.
    SetGround {
        #[serde(skip_serializing_if = "Option::is_none")]
        ground: Option<Terrain>,
    },
    /// Makes the character's root motion shorter, up to a speed in metres a second.
    LimitRootMotion {
        #[serde(default = "one")]
        scale: f32,
        #[serde(skip_serializing_if = "Option::is_none")]
        speed: Option<f32>,
    },
    /// Sets a warp target to a place in the world, or to a bone of a character.
    SetWarpTarget {
        target: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<ScriptPlacement>,
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<Whom>,
        #[serde(default)]
        bone: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        offset: Option<ScriptPlacement>,
    },
    /// Takes a warp target away.
    RemoveWarpTarget { target: String },
}

/// One of the script's characters: by name, or by number in the order in which they are added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Whom {
    Number(u32),
    Name(String),
}

impl Whom {
    /// Number of the character. `names` are the names of the script's characters, by number; the
    /// Err says why there is no such character.
    pub fn find(&self, names: &[Option<String>]) -> Result<u32, String> {
        match self {
            Whom::Number(number) if (*number as usize) < names.len() => Ok(*number),
            Whom::Number(number) => Err(tr!(
                "character {number} does not exist; numbers go from 0 to below {}",
                names.len()
            )),
            Whom::Name(name) => {
                let known = names.iter().position(|known| known.as_ref() == Some(name));
                known.map(|at| at as u32).ok_or_else(|| {
                    tr!("character “{name}” does not exist; add it with a request first")
                })
            }
        }
    }
}

/// A bone of a live frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LiveBonePose {
    /// Name of the bone.
    pub bone: String,
    /// Placement of the bone relative to its parent.
    pub local: ScriptPlacement,
}

/// A bone from outside the graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BoneOverride {
    /// Name of the bone.
    pub bone: String,
    /// Placement of the bone relative to its parent.
    pub local: ScriptPlacement,
    #[serde(default = "one")]
    /// Weight of the pose, 0 to 1.
    pub weight: f32,
}

/// Translation in metres, rotation xyzw of any length but none, scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "[f32; 10]", into = "[f32; 10]")]
pub struct ScriptPlacement(pub Transform);

impl From<ScriptPlacement> for [f32; 10] {
    fn from(ScriptPlacement(at): ScriptPlacement) -> Self {
        let ([x, y, z], [qx, qy, qz, qw], [sx, sy, sz]) = (
            at.translation.to_array(),
            at.rotation.to_array(),
            at.scale.to_array(),
        );
        [x, y, z, qx, qy, qz, qw, sx, sy, sz]
    }
}

impl TryFrom<[f32; 10]> for ScriptPlacement {
    type Error = &'static str;

    fn try_from([tx, ty, tz, qx, qy, qz, qw, sx, sy, sz]: [f32; 10]) -> Result<Self, Self::Error> {
        let rotation = glam::Vec4::new(qx, qy, qz, qw)
            .try_normalize()
            .ok_or(tr!("the rotation of “local” must not be zero"))?;
        Ok(Self(Transform::new(
            Vec3::new(tx, ty, tz),
            Quat::from_vec4(rotation),
            Vec3::new(sx, sy, sz),
        )))
    }
}

/// Value for a parameter: a number, true or false, three numbers of a vector, or the name of a
/// value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ScriptValue {
    Truth(bool),
    Number(f64),
    Parts([f64; 3]),
    Name(String),
}

/// Effect of root motion, as [`RootMotionMode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ScriptRootMotionMode {
    NoExtraction,
    Ignore,
    FromEverything,
    FromMontagesOnly,
}

impl From<ScriptRootMotionMode> for RootMotionMode {
    fn from(mode: ScriptRootMotionMode) -> Self {
        match mode {
            ScriptRootMotionMode::NoExtraction => RootMotionMode::NoExtraction,
            ScriptRootMotionMode::Ignore => RootMotionMode::Ignore,
            ScriptRootMotionMode::FromEverything => RootMotionMode::FromEverything,
            ScriptRootMotionMode::FromMontagesOnly => RootMotionMode::FromMontagesOnly,
        }
    }
}

fn yes() -> bool {
    true
}

fn one() -> f32 {
    1.0
}
