//! What some nodes are made of: clips that take turns, aims, mirrors, curves that change, targets
//! of a pose driver.

use super::{Form, Input};
use crate::{BoneKey, Id};
use anim::{
    graph::CurveChange as Change,
    montage::Easing,
    rbf::{Kernel, Solver},
};
use serde::{Deserialize, Serialize};
use std::mem::discriminant;
use words::tr;

/// A clip that is drawn by lot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RandomEntry {
    /// The clip; an entry without one is left out.
    pub clip: Option<Id>,
    /// Frequency of the draw relative to the other entries; 0 is never drawn.
    pub chance: f64,
    /// Number of times in a row that the clip plays: minimum and maximum.
    #[serde(default = "once")]
    pub loops: [u32; 2],
    /// Seconds over which it blends in.
    #[serde(default)]
    pub blend: f64,
    /// Shape of the weight while it blends in.
    #[serde(default)]
    pub easing: Easing,
}

fn once() -> [u32; 2] {
    [1, 1]
}

/// A piece of a clip, after the one before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompositePart {
    /// The clip; a part without one is left out.
    pub clip: Option<Id>,
    /// Seconds on the clip at which the part begins.
    pub begin: f32,
    /// Seconds on the clip at which the part ends.
    pub end: f32,
    /// Clip seconds per second, not 0; negative plays backwards.
    pub rate: f32,
    /// Number of times that the piece plays, at least 1.
    pub loops: u32,
}

/// Target of an aim offset: yaw and pitch towards it are the coordinates of the blend space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AimTarget {
    /// Model space, metres.
    pub target: [Input; 3],
    /// Bone or socket from which the look starts.
    pub from: AimSource,
    /// Forward, right and up in the frame of where it is seen from.
    #[serde(default = "along_z")]
    pub axes: [[f32; 3]; 3],
}

fn along_z() -> [[f32; 3]; 3] {
    [[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
}

/// Bone or socket from which a look starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AimSource {
    Bone(BoneKey),
    /// A socket of the skeleton.
    Socket(Id),
}

/// A change of a curve as the pose passes through the node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurveEdit {
    /// Name of the curve.
    pub curve: String,
    /// Value that `change` uses.
    pub value: Input,
    /// Operation that combines the curve and `value`.
    pub change: CurveChange,
}

/// Operation by which a value changes a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CurveChange {
    /// The curve plus the value.
    Add,
    /// The curve times the value.
    Scale,
    /// Towards the value by a weight, 0 to 1.
    Blend(Input),
    /// The value is the weight of what is new.
    Average,
    /// The curve from the value, where it is 0, to 1, where it is 1.
    Remap,
}

impl CurveEdit {
    pub(super) fn values(&mut self, form: &mut dyn Form) {
        form.input(&self.curve, "", &mut self.value);
        if let CurveChange::Blend(weight) = &mut self.change {
            form.input(&tr!("{} weight", self.curve), "", weight);
        }
    }
}

impl CurveChange {
    pub(super) fn form(&mut self, form: &mut dyn Form, label: &str) {
        let changes = [
            (CurveChange::Add, tr!("Add")),
            (CurveChange::Scale, tr!("Scale")),
            (
                CurveChange::Blend(Input::Number(1.0)),
                tr!("Blend to the value, by a weight"),
            ),
            (CurveChange::Average, tr!("Weighted moving average")),
            (CurveChange::Remap, tr!("Remap from value–1")),
        ];
        // Whatever its weight is.
        form.choice_by(label, self, &changes, |a, b| {
            discriminant(a) == discriminant(b)
        });
    }

    /// The change with its weight compiled.
    pub(crate) fn compiled(&self, weight: impl FnOnce(&Input) -> anim::graph::Value) -> Change {
        match self {
            CurveChange::Add => Change::Add,
            CurveChange::Scale => Change::Scale,
            CurveChange::Blend(input) => Change::Blend(weight(input)),
            CurveChange::Average => Change::Average,
            CurveChange::Remap => Change::Remap,
        }
    }
}

/// A pose that a pose driver knows, and the curve that is 1 in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DriverTarget {
    /// Name of the curve that says how near the pose is, 0 to 1.
    pub curve: String,
    /// Rotation of each bone of the driver relative to its parent: degrees about x, y, z away from
    /// the reference pose.
    pub turns: Vec<[f32; 3]>,
    /// Factor of the radius for this target.
    #[serde(default = "one")]
    pub scale: f64,
}

fn one() -> f64 {
    1.0
}

/// Settings that measure how near a pose is to the targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct DriverSettings {
    /// Falloff of the nearness with distance.
    pub kernel: Kernel,
    /// Solver that finds the weights of the targets.
    pub solver: Solver,
    /// Degrees; None is the mean distance of the targets.
    pub radius: Option<f64>,
    /// Local to the bones: only where this axis points counts, not how they turn about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swing: Option<[f32; 3]>,
}
