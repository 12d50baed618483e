//! What skeletal controls are made of: strength, targets, spaces, and parts of bones.

use super::{
    Form, Input, InterpolationSpeeds,
    form::{NamedThing, NodeFormField},
};
use crate::{BoneKey, Id};
use anim::{
    graph::control::{self, DrivenChannel, Mode},
    montage::Easing,
};
use serde::{Deserialize, Serialize};
use std::mem::discriminant;
use words::tr;

/// Strength of a control: an input, scaled, biased and bounded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ControlAlpha {
    /// Source of the strength, before scaling.
    pub input: AlphaInput,
    /// Multiplies `input`; 1 by default.
    pub scale: f64,
    /// Added after `scale`; 0 by default.
    pub bias: f64,
    /// Least and most of the result, before it is smoothed; 0 and 1 by default.
    pub bounds: [f64; 2],
    /// Speeds at which the strength follows the bounded result; None follows at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<InterpolationSpeeds>,
}

impl Default for ControlAlpha {
    fn default() -> Self {
        Self {
            input: AlphaInput::Value(1.0.into()),
            scale: 1.0,
            bias: 0.0,
            bounds: [0.0, 1.0],
            interpolation: None,
        }
    }
}

/// Source of the strength of a control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AlphaInput {
    /// A number that is evaluated in every tick.
    Value(Input),
    /// All or nothing, with seconds to get there.
    Switch {
        on: Input,
        time_in: f64,
        time_out: f64,
        #[serde(default)]
        easing: Easing,
    },
    /// A curve of the pose that the control gets.
    Curve(String),
}

/// Reference space of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Space {
    World,
    #[default]
    Model,
    /// The parent of the bone that is spoken of.
    ParentBone,
    Bone(BoneKey),
}

/// A position to reach, metres.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Target {
    /// Along x, y and z of `space`, metres.
    pub at: [Input; 3],
    /// Reference space of `at`.
    #[serde(default)]
    pub space: TargetSpace,
}

impl Target {
    /// A target at these coordinates of a space.
    pub fn new(at: [Input; 3], space: Space) -> Self {
        Self {
            at,
            space: space.into(),
        }
    }
}

/// Reference space of a target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TargetSpace {
    World,
    #[default]
    Model,
    /// The parent of the bone that reaches for it.
    ParentBone,
    Bone(BoneKey),
    /// A socket of the graph's skeleton.
    Socket(Id),
    /// The character's warp target of this name; while it has none the pose passes.
    WarpTarget(String),
}

impl Space {
    /// The bone of the space; a virtual bone will do in its place.
    pub(super) fn bone(&self) -> Option<&BoneKey> {
        if let Self::Bone(bone) = self {
            Some(bone)
        } else {
            None
        }
    }
}

impl TargetSpace {
    pub(super) fn bone(&self) -> Option<&BoneKey> {
        if let Self::Bone(bone) = self {
            Some(bone)
        } else {
            None
        }
    }

    /// Text of the space for a line on the canvas.
    pub(super) fn within(&self) -> String {
        match self {
            TargetSpace::World => tr!("in world space").to_owned(),
            TargetSpace::Model => tr!("in component space").to_owned(),
            TargetSpace::ParentBone => tr!("in parent bone").to_owned(),
            TargetSpace::Bone(bone) => tr!("in {bone}"),
            TargetSpace::Socket(_) => tr!("on a socket").to_owned(),
            TargetSpace::WarpTarget(name) => tr!("at warp target {name}"),
        }
    }
}

impl From<Space> for TargetSpace {
    fn from(space: Space) -> Self {
        match space {
            Space::World => TargetSpace::World,
            Space::Model => TargetSpace::Model,
            Space::ParentBone => TargetSpace::ParentBone,
            Space::Bone(bone) => TargetSpace::Bone(bone),
        }
    }
}

/// Change of one part of a bone's transform: translation, rotation or scale.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Modify {
    /// Whether `by` replaces what the pose has, comes on top of it, or does nothing.
    pub mode: Mode,
    /// Metres; degrees about x, then y, then z; or times.
    pub by: [Input; 3],
    /// The space whose axes `by` is in.
    pub space: Space,
}

/// A bone that turns along with a bone that looks, and its share of the turn.
pub type LookBone = control::LookBone<BoneKey>;

/// Degrees away from the reference pose, about each axis of the bone.
pub type AngleLimit = control::AngleLimit<BoneKey>;

/// Property that a driven number sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Driven {
    Bone {
        bone: BoneKey,
        channel: DrivenChannel,
    },
    Curve(String),
}

/// Rotation of the end of a limb after the limb is solved.
pub type EndRotation = control::EndRotation<Input>;

impl ControlAlpha {
    pub(super) fn values(&mut self, form: &mut dyn Form) {
        match &mut self.input {
            AlphaInput::Value(input) => form.input(tr!("Alpha"), "", input),
            AlphaInput::Switch { on, .. } => form.truth(tr!("On"), on),
            AlphaInput::Curve(_) => {}
        }
    }

    pub(super) fn form(&mut self, form: &mut dyn Form) {
        let switch = AlphaInput::Switch {
            on: 1.0.into(),
            time_in: 0.2,
            time_out: 0.2,
            easing: Easing::default(),
        };
        let options = [
            (AlphaInput::Value(1.0.into()), tr!("Number or expression")),
            (switch, tr!("Switch: bool with a blend time")),
            (AlphaInput::Curve("Alpha".into()), tr!("Curve of the pose")),
        ];
        form.choice_by(tr!("Alpha input"), &mut self.input, &options, |a, b| {
            discriminant(a) == discriminant(b)
        });
        match &mut self.input {
            AlphaInput::Value(_) => {}
            AlphaInput::Curve(curve) => form.text(tr!("Curve"), curve),
            AlphaInput::Switch {
                time_in, time_out, ..
            } => {
                form.number(tr!("Time in"), "s", 0.0..=60.0, time_in);
                form.number(tr!("Time out"), "s", 0.0..=60.0, time_out);
            }
        }
        form.number(tr!("Scale"), "×", -100.0..=100.0, &mut self.scale);
        form.number(tr!("Bias"), "", -100.0..=100.0, &mut self.bias);
        for (label, bound) in [tr!("Min"), tr!("Max")].into_iter().zip(&mut self.bounds) {
            form.number(label, "", 0.0..=1.0, bound);
        }
        InterpolationSpeeds::form(form, tr!("alpha"), &mut self.interpolation);
    }
}

impl Target {
    /// Form for the space that the target is relative to.
    pub(super) fn form(&mut self, form: &mut dyn Form, label: &str) {
        form.field(
            &tr!("{label} space"),
            NodeFormField::TargetSpace(&mut self.space),
        );
        if let TargetSpace::WarpTarget(name) = &mut self.space {
            form.named(&tr!("{label} warp target"), NamedThing::WarpTarget, name);
        }
    }
}

impl Modify {
    pub(super) fn form(&mut self, form: &mut dyn Form, label: &str) {
        let modes = [
            (Mode::Ignore, tr!("Ignore")),
            (Mode::Replace, tr!("Replace")),
            (Mode::Add, tr!("Add to existing")),
        ];
        form.choice(label, &mut self.mode, &modes);
        form.field(&tr!("{label} space"), NodeFormField::Space(&mut self.space));
    }
}

pub(super) fn end_rotation_values(rotation: &mut EndRotation, form: &mut dyn Form) {
    if let EndRotation::Take(by) = rotation {
        form.inputs(tr!("Turn"), "°", by);
    }
}

pub(super) fn end_rotation_form(rotation: &mut EndRotation, form: &mut dyn Form) {
    let turns = [
        (EndRotation::Keep, tr!("Keep component-space rotation")),
        (EndRotation::Maintain, tr!("Keep local rotation")),
        (
            EndRotation::Take([const { Input::Number(0.0) }; 3]),
            tr!("Custom: see Turn"),
        ),
    ];
    form.choice_by(tr!("Tip rotation"), rotation, &turns, |a, b| {
        discriminant(a) == discriminant(b)
    });
}
