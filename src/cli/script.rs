//! Scripts for `simulate`, `sweep`, `slide` and `render`: timed requests by name.
//! `docs/simulate.md` describes the format.

#[cfg(test)]
mod tests;

use crate::{Failure, root_limit::RootLimit};
use anim::{
    Graph, Name, Request, Transform,
    graph::{LiveFrame, control::ExternalBone},
    ground::Terrain,
    instance::{RootMotionMode, Start, TaskOptions},
    program::name_value,
};
use engine::CharacterId;
use glam::{Quat, Vec3};
use serde::Deserialize;
use serde_json::Value;
use std::{collections::BTreeMap, path::Path, sync::Arc};

/// A script as it was read: who plays, and what is asked of whom when.
pub struct Script {
    /// Name of the skeleton to play on.
    pub character: Option<String>,
    /// Decides notifies with a chance below 1.
    pub seed: u64,
    /// The names of characters, by their numbers. The first character, which is always there, has
    /// none, and neither has an added one whose request gives it none.
    pub names: Vec<Option<String>>,
    /// In the order in which they are made: by time, and by their place in the file at equal times.
    pub requests: Vec<Timed>,
    /// Every text in the requests.
    texts: BTreeMap<Name, String>,
}

impl Script {
    /// What a name was in the script.
    pub fn text(&self, name: Name) -> Option<&str> {
        self.texts.get(&name).map(String::as_str)
    }
}

/// A request with its time and its character.
#[derive(Clone, Debug)]
pub struct Timed {
    /// Seconds, 0 or more.
    pub at: f64,
    /// The character that is asked; the one that is added for [`Asked::Added`].
    pub character: CharacterId,
    /// What is asked of the character, or of the engine about it.
    pub request: Asked,
}

/// A character beside the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Added {
    /// The skeleton to play on, by name. None takes that of `graph`, otherwise that of the first
    /// character.
    pub skeleton: Option<String>,
    /// The name of the graph that it plays from its start. None for no graph.
    pub graph: Option<String>,
    /// Decides notifies with a chance below 1, apart from those of other characters.
    pub seed: u64,
}

/// What a request of a script asks for. Characters are numbers here, and names of bones and assets
/// are hashed; [`Script::text`] gives their text.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// A request that the engine takes as it is.
    Request(Request),
    /// A parameter by the name of its value: which number that is, the graph knows.
    Named {
        /// The name of an enum parameter of the graph.
        parameter: Name,
        /// The name of one of its values. Any other name is refused.
        value: Name,
    },
    /// The character is added to the scene.
    Added(Added),
    /// The character shows its leader's pose, and its own time stands still. Without a leader it
    /// goes on by itself.
    Follow(Option<CharacterId>),
    /// Copy Pose nodes that name this partner show the pose of another character. With None they
    /// show their own source.
    CopyPose {
        partner: Name,
        from: Option<CharacterId>,
    },
    /// A montage of it goes where a montage of another character goes.
    FollowMontage {
        montage: Name,
        leader: (CharacterId, Name),
    },
    /// Plays a montage and tells what becomes of it.
    Task {
        /// The montage's name as the script spells it.
        montage: String,
        play: Request,
        options: TaskOptions,
    },
    /// The owner of the task that plays this montage ends.
    EndTask(Name),
    /// Holds the character at a place in the world whatever its root motion does. None lets it go.
    Carry(Option<Transform>),
    /// Puts the character at a place in the world at once, without a way there.
    Teleport(Transform),
    /// The ground that all characters stand on. With None nothing is hit.
    Ground(Option<Arc<Terrain>>),
    /// A limit on the character's root motion before it moves the character.
    LimitRootMotion(RootLimit),
    /// A warp target goes along with a bone or socket of somebody.
    FollowTarget {
        target: Name,
        of: (CharacterId, Name),
        offset: Transform,
    },
}

impl Asked {
    /// What it asks of a character that plays a graph; none of what only an engine can do.
    pub fn request(&self, graph: &Graph) -> Option<Request> {
        Some(match *self {
            Asked::Added(_)
            | Asked::Follow(_)
            | Asked::CopyPose { .. }
            | Asked::FollowMontage { .. }
            | Asked::EndTask(_)
            | Asked::Carry(_)
            | Asked::Teleport(_)
            | Asked::Ground(_)
            | Asked::LimitRootMotion(_)
            | Asked::FollowTarget { .. } => return None,
            Asked::Request(ref request)
            | Asked::Task {
                play: ref request, ..
            } => request.clone(),
            Asked::Named { parameter, value } => {
                let values = graph
                    .parameter(parameter)
                    .map(|at| &graph.parts().parameters[at].values[..]);
                let of_enum =
                    values.and_then(|values| values.iter().position(|known| *known == value));
                let value = match (values, of_enum) {
                    (_, Some(at)) => at as f64,
                    // Not one of its values: refused as a number that is none.
                    (Some([_, ..]), None) => f64::NAN,
                    _ => name_value(value),
                };
                Request::SetParameter { parameter, value }
            }
        })
    }
}

/// One of the script's characters: by name, or by number in the order in which they are added.
#[derive(Deserialize)]
#[serde(untagged)]
enum Whom {
    Number(u32),
    Name(String),
}

impl Whom {
    fn find(&self, names: &[Option<String>]) -> Result<CharacterId, String> {
        match self {
            Whom::Number(number) if (*number as usize) < names.len() => Ok(*number),
            Whom::Number(number) => Err(format!(
                "character {number} does not exist; numbers go from 0 to below {}",
                names.len()
            )),
            Whom::Name(name) => {
                let known = names.iter().position(|known| known.as_ref() == Some(name));
                known.map(|at| at as CharacterId).ok_or_else(|| {
                    format!("character “{name}” does not exist; add it with a request first")
                })
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptFile {
    character: Option<String>,
    #[serde(default)]
    seed: u64,
    requests: Vec<serde_json::Map<String, Value>>,
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Do {
    AddCharacter {
        name: Option<String>,
        skeleton: Option<String>,
        graph: Option<String>,
        #[serde(default)]
        seed: u64,
    },
    Follow {
        leader: Option<Whom>,
    },
    CopyPose {
        partner: String,
        from: Option<Whom>,
    },
    PlayMontage {
        montage: String,
        #[serde(default = "one")]
        rate: f32,
        section: Option<String>,
        position: Option<f64>,
        #[serde(default)]
        at_end: bool,
        #[serde(default = "yes")]
        stop_group: bool,
    },
    PlayAndWait {
        montage: String,
        #[serde(default = "one")]
        rate: f32,
        section: Option<String>,
        #[serde(default = "yes")]
        stop_when_owner_ends: bool,
        #[serde(default)]
        interrupt_after_blend_out: bool,
    },
    EndTask {
        montage: String,
    },
    StopMontage {
        montage: Option<String>,
        blend_out: Option<f32>,
    },
    StopGroup {
        group: String,
        blend_out: Option<f32>,
    },
    JumpToSection {
        montage: String,
        section: String,
        #[serde(default)]
        at_end: bool,
    },
    SetNextSection {
        montage: String,
        from: String,
        to: Option<String>,
    },
    Pause {
        montage: String,
    },
    Resume {
        montage: String,
    },
    SetPosition {
        montage: String,
        position: f64,
    },
    Scrub {
        montage: String,
        position: f64,
    },
    ForcePosition {
        montage: String,
        from: Option<f64>,
        to: f64,
    },
    SetPlayRate {
        montage: String,
        rate: f32,
    },
    FollowMontage {
        montage: String,
        leader: Option<String>,
        of: Option<Whom>,
    },
    DisableRootMotion {
        montage: String,
        #[serde(default = "yes")]
        disable: bool,
    },
    SetRootMotionMode {
        mode: ScriptRootMotionMode,
    },
    SetTimeDilation {
        dilation: f64,
    },
    SetDedicatedServer {
        is_server: bool,
    },
    FilterNotifies {
        filter: bool,
    },
    MergeStates {
        merge: bool,
    },
    SectionEndNeedsTime {
        needs: bool,
    },
    SetLod {
        lod: u32,
    },
    PlayClip {
        clip: String,
        #[serde(default)]
        position: f64,
        #[serde(default = "one")]
        rate: f32,
    },
    FadeToClip {
        clip: String,
        #[serde(default = "one")]
        rate: f32,
        duration: f32,
    },
    StopClip {},
    PlayGraph {
        graph: String,
    },
    StopGraph {},
    SetParameter {
        parameter: String,
        value: ScriptValue,
    },
    TellLive {
        subject: String,
        #[serde(default)]
        bones: Vec<LiveBonePose>,
        #[serde(default)]
        curves: BTreeMap<String, f32>,
    },
    SetExternal {
        stream: String,
        bones: Vec<BoneOverride>,
    },
    SnapshotPose {
        snapshot: String,
    },
    Carry {
        placement: Option<Local>,
    },
    Teleport {
        placement: Local,
    },
    SetGround {
        ground: Option<Terrain>,
    },
    LimitRootMotion {
        #[serde(default = "one")]
        scale: f32,
        speed: Option<f32>,
    },
    SetWarpTarget {
        target: String,
        place: Option<Local>,
        of: Option<Whom>,
        #[serde(default)]
        bone: String,
        offset: Option<Local>,
    },
    RemoveWarpTarget {
        target: String,
    },
}

/// A bone of a live frame.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LiveBonePose {
    bone: String,
    local: Local,
}

/// A bone from outside the graph.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoneOverride {
    bone: String,
    local: Local,
    #[serde(default = "one")]
    weight: f32,
}

/// Translation in metres, rotation xyzw of any length but none, scale.
#[derive(Deserialize)]
#[serde(try_from = "[f32; 10]")]
struct Local(Transform);

impl TryFrom<[f32; 10]> for Local {
    type Error = &'static str;

    fn try_from([tx, ty, tz, qx, qy, qz, qw, sx, sy, sz]: [f32; 10]) -> Result<Self, Self::Error> {
        let rotation = glam::Vec4::new(qx, qy, qz, qw)
            .try_normalize()
            .ok_or("the rotation of “local” must not be zero")?;
        Ok(Self(Transform::new(
            Vec3::new(tx, ty, tz),
            Quat::from_vec4(rotation),
            Vec3::new(sx, sy, sz),
        )))
    }
}

/// Numbers, truths, three numbers of a vector, or the name of a value.
#[derive(Deserialize)]
#[serde(untagged)]
enum ScriptValue {
    Truth(bool),
    Number(f64),
    Parts([f64; 3]),
    Name(String),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ScriptRootMotionMode {
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

/// Reads and checks a script file. The error names the file and, when a request is wrong, the JSON
/// pointer to it.
pub fn read(path: &Path) -> Result<Script, Failure> {
    let refused = |why: String| {
        format!(
            "{}: {why}. docs/simulate.md describes scripts.",
            path.display()
        )
    };
    parse(&files::read(path)?).map_err(|why| Failure::Input(refused(why)))
}

fn parse(bytes: &[u8]) -> Result<Script, String> {
    let file: ScriptFile = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let texts = file
        .requests
        .iter()
        .flat_map(|request| request.values())
        .filter_map(Value::as_str);
    let texts = texts
        .map(|text| (Name::new(text), text.to_owned()))
        .collect();
    let placed = |index: usize, why: String| format!("/requests/{index}: {why}");
    let steps = file.requests.into_iter().map(ScriptStep::read).enumerate();
    let steps = steps.map(|(index, step)| step.map_err(|why| placed(index, why)));
    let mut steps = steps
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .enumerate()
        .collect::<Vec<_>>();
    steps.sort_by(|(_, a), (_, b)| a.at.total_cmp(&b.at));
    let mut script = Script {
        character: file.character,
        seed: file.seed,
        names: vec![None],
        requests: Vec::new(),
        texts,
    };
    for (index, step) in &mut steps {
        let Do::AddCharacter { name, .. } = &step.what else {
            continue;
        };
        if name.is_some() && script.names.contains(name) {
            return Err(placed(
                *index,
                "another character already has this name".to_owned(),
            ));
        }
        step.adds = script.names.len() as CharacterId;
        script.names.push(name.clone());
    }
    for (index, step) in steps {
        script.requests.extend(
            step.timed(&script.names)
                .map_err(|why| placed(index, why))?,
        );
    }
    Ok(script)
}

struct ScriptStep {
    /// Seconds.
    at: f64,
    character: Option<Whom>,
    what: Do,
    /// The number of the character that it adds.
    adds: CharacterId,
}

impl ScriptStep {
    fn read(mut request: serde_json::Map<String, Value>) -> Result<Self, String> {
        let at = request.remove("at").ok_or("“at” is missing")?;
        let at = at
            .as_f64()
            .filter(|at| at.is_finite() && *at >= 0.0)
            .ok_or("“at” must be a time in seconds, 0 or more")?;
        let character = request
            .remove("character")
            .map(serde_json::from_value)
            .transpose();
        let character = character.map_err(|_| "“character” must be a name or a number")?;
        let what: Do =
            serde_json::from_value(Value::Object(request)).map_err(|error| error.to_string())?;
        if character.is_some() && matches!(what, Do::AddCharacter { .. }) {
            return Err(
                "unknown field `character`: to name an added character, use `name`".to_owned(),
            );
        }
        Ok(Self {
            at,
            character,
            what,
            adds: 0,
        })
    }

    fn timed(self, names: &[Option<String>]) -> Result<Vec<Timed>, String> {
        let character = self
            .character
            .map_or(Ok(self.adds), |whom| whom.find(names))?;
        let asked = self.what.asked(names)?.into_iter();
        Ok(asked
            .map(|request| Timed {
                at: self.at,
                character,
                request,
            })
            .collect())
    }
}

impl Do {
    /// A vector is set by three requests. `names` are those of the script's characters.
    fn asked(self, names: &[Option<String>]) -> Result<Vec<Asked>, String> {
        let find = |whom: Option<Whom>| whom.map(|whom| whom.find(names)).transpose();
        let set = |parameter: &str, value| {
            Asked::Request(Request::SetParameter {
                parameter: Name::new(parameter),
                value,
            })
        };
        Ok(match self {
            Do::AddCharacter {
                skeleton,
                graph,
                seed,
                ..
            } => vec![Asked::Added(Added {
                skeleton,
                graph,
                seed,
            })],
            Do::Follow { leader } => vec![Asked::Follow(find(leader)?)],
            Do::CopyPose { partner, from } => {
                vec![Asked::CopyPose {
                    partner: Name::new(&partner),
                    from: find(from)?,
                }]
            }
            Do::SetParameter { parameter, value } => match value {
                ScriptValue::Truth(on) => vec![set(&parameter, f64::from(u8::from(on)))],
                ScriptValue::Number(number) => vec![set(&parameter, number)],
                ScriptValue::Parts(parts) => {
                    let part =
                        |(part, value): (&str, f64)| set(&format!("{parameter}.{part}"), value);
                    ["x", "y", "z"].into_iter().zip(parts).map(part).collect()
                }
                ScriptValue::Name(value) => {
                    vec![Asked::Named {
                        parameter: Name::new(&parameter),
                        value: Name::new(&value),
                    }]
                }
            },
            Do::PlayAndWait {
                montage,
                rate,
                section,
                stop_when_owner_ends,
                interrupt_after_blend_out,
            } => {
                let section = section.map_or(Name::NONE, |section| Name::new(&section));
                let play = Request::play_section(Name::new(&montage), rate, section);
                let options = TaskOptions {
                    stop_when_owner_ends,
                    interrupt_after_blend_out,
                };
                vec![Asked::Task {
                    montage,
                    play,
                    options,
                }]
            }
            Do::EndTask { montage } => vec![Asked::EndTask(Name::new(&montage))],
            Do::Carry { placement } => vec![Asked::Carry(placement.map(|local| local.0))],
            Do::Teleport { placement } => vec![Asked::Teleport(placement.0)],
            Do::SetGround { ground } => vec![Asked::Ground(ground.map(Arc::new))],
            Do::LimitRootMotion {
                speed: Some(speed), ..
            } if !(speed.is_finite() && speed >= 0.0) => {
                return Err("“speed” must be a number, 0 or more".to_owned());
            }
            Do::LimitRootMotion { scale, .. } if !scale.is_finite() => {
                return Err("“scale” must be a number".to_owned());
            }
            Do::LimitRootMotion { scale, speed } => {
                vec![Asked::LimitRootMotion(RootLimit { scale, speed })]
            }
            Do::SetWarpTarget {
                target,
                place: None,
                of: Some(of),
                bone,
                offset,
            } => {
                let bone = if bone.is_empty() {
                    Name::NONE
                } else {
                    Name::new(&bone)
                };
                let offset = offset.map_or(Transform::IDENTITY, |local| local.0);
                vec![Asked::FollowTarget {
                    target: Name::new(&target),
                    of: (of.find(names)?, bone),
                    offset,
                }]
            }
            Do::SetWarpTarget {
                target,
                place: Some(Local(place)),
                of: None,
                ..
            } => {
                vec![Asked::Request(Request::SetWarpTarget {
                    target: Name::new(&target),
                    place,
                })]
            }
            Do::SetWarpTarget { .. } => {
                return Err(
                    "a warp target needs a “place”, or “of” a character with an optional “bone”"
                        .to_owned(),
                );
            }
            Do::FollowMontage {
                montage,
                leader: Some(leader),
                of: Some(of),
            } => {
                let leader = (of.find(names)?, Name::new(&leader));
                vec![Asked::FollowMontage {
                    montage: Name::new(&montage),
                    leader,
                }]
            }
            Do::FollowMontage {
                leader: None,
                of: Some(_),
                ..
            } => {
                return Err("“of” needs a “leader”".to_owned());
            }
            Do::PlayMontage {
                section: Some(_),
                position: Some(_),
                ..
            } => {
                return Err("use “section” or “position”, not both".to_owned());
            }
            Do::PlayMontage {
                section: None,
                at_end: true,
                ..
            } => {
                return Err("“at_end” needs a “section”".to_owned());
            }
            other => other.request().map(Asked::Request).into_iter().collect(),
        })
    }

    fn request(self) -> Option<Request> {
        let name = |text: String| Name::new(&text);
        Some(match self {
            Do::SetParameter { .. }
            | Do::AddCharacter { .. }
            | Do::Follow { .. }
            | Do::CopyPose { .. }
            | Do::PlayAndWait { .. }
            | Do::EndTask { .. }
            | Do::Carry { .. }
            | Do::Teleport { .. }
            | Do::SetGround { .. }
            | Do::LimitRootMotion { .. }
            | Do::SetWarpTarget { .. } => return None,
            Do::RemoveWarpTarget { target } => Request::RemoveWarpTarget {
                target: name(target),
            },
            Do::PlayGraph { graph } => Request::PlayGraph { graph: name(graph) },
            Do::StopGraph {} => Request::PlayGraph { graph: Name::NONE },
            Do::PlayMontage {
                montage,
                rate,
                section,
                position,
                at_end,
                stop_group,
            } => {
                let start = match (section.map(name), position) {
                    (Some(section), _) if at_end => Start::SectionEnd(section),
                    (Some(section), _) => Start::Section(section),
                    (None, Some(position)) => Start::Seconds(position),
                    (None, None) => Start::Beginning,
                };
                Request::PlayMontage {
                    montage: name(montage),
                    rate,
                    start,
                    stop_group,
                }
            }
            Do::StopGroup { group, blend_out } => Request::StopGroup {
                group: name(group),
                blend_out,
            },
            Do::FollowMontage {
                montage, leader, ..
            } => Request::FollowMontage {
                montage: name(montage),
                leader: leader.map(name),
            },
            Do::DisableRootMotion { montage, disable } => Request::DisableRootMotion {
                montage: name(montage),
                disable,
            },
            Do::SetRootMotionMode { mode } => Request::SetRootMotionMode { mode: mode.into() },
            Do::SetTimeDilation { dilation } => Request::SetTimeDilation { dilation },
            Do::SetDedicatedServer { is_server } => Request::SetDedicatedServer { is_server },
            Do::FilterNotifies { filter } => Request::FilterNotifies { filter },
            Do::MergeStates { merge } => Request::MergeStates { merge },
            Do::SectionEndNeedsTime { needs } => Request::SectionEndNeedsTime { needs },
            Do::StopMontage { montage, blend_out } => Request::StopMontage {
                montage: montage.map(name),
                blend_out,
            },
            Do::JumpToSection {
                montage,
                section,
                at_end,
            } => Request::JumpToSection {
                montage: name(montage),
                section: name(section),
                at_end,
            },
            Do::SetNextSection { montage, from, to } => Request::SetNextSection {
                montage: name(montage),
                from: name(from),
                to: to.map(name),
            },
            Do::Pause { montage } => Request::Pause {
                montage: name(montage),
            },
            Do::Resume { montage } => Request::Resume {
                montage: name(montage),
            },
            Do::SetPosition { montage, position } => Request::SetPosition {
                montage: name(montage),
                position,
            },
            Do::Scrub { montage, position } => Request::Scrub {
                montage: name(montage),
                position,
            },
            Do::ForcePosition { montage, from, to } => Request::ForcePosition {
                montage: name(montage),
                from,
                to,
            },
            Do::SetPlayRate { montage, rate } => Request::SetPlayRate {
                montage: name(montage),
                rate,
            },
            Do::SetLod { lod } => Request::SetLod { lod },
            Do::PlayClip {
                clip,
                position,
                rate,
            } => Request::PlayClip {
                clip: name(clip),
                position,
                rate,
            },
            Do::FadeToClip {
                clip,
                rate,
                duration,
            } => Request::FadeToClip {
                clip: name(clip),
                rate,
                duration,
            },
            Do::StopClip {} => Request::StopClip,
            Do::TellLive {
                subject,
                bones,
                curves,
            } => Request::TellLive(
                LiveFrame {
                    subject: name(subject),
                    bones: bones
                        .into_iter()
                        .map(|placed| (name(placed.bone), placed.local.0))
                        .collect(),
                    curves: curves
                        .into_iter()
                        .map(|(curve, value)| (name(curve), value))
                        .collect(),
                }
                .into(),
            ),
            Do::SnapshotPose { snapshot } => Request::SnapshotPose {
                snapshot: name(snapshot),
            },
            Do::SetExternal { stream, bones } => {
                let bone = |moved: BoneOverride| ExternalBone {
                    bone: name(moved.bone),
                    local: moved.local.0,
                    weight: moved.weight,
                };
                Request::SetExternal {
                    stream: name(stream),
                    bones: bones.into_iter().map(bone).collect(),
                }
            }
        })
    }
}
