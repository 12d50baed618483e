//! Poses or curves that are driven by where bones are, as data.

use super::value::Value;
use crate::{Name, rbf::Rbf};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Poses or curves, by how near bones are to the targets of a solver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Driver {
    /// The solver that weighs its targets by how near the bones are to them.
    pub rbf: Arc<Rbf>,
    /// Indices of the bones, one for each place of a target.
    pub bones: Vec<u32>,
    /// The frame in which the bones are seen.
    pub frame: DriverFrame,
    /// Poses or curves that the weights of the targets drive.
    pub output: DriverOutput,
    /// Factor of the weights, 0 to 1.
    pub alpha: Value,
    /// Works at this level of detail and finer ones; less than 0 works at every level.
    pub lod: i32,
}

/// The frame in which the bones are seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DriverFrame {
    #[default]
    Parent,
    Bone(u32),
}

/// The poses or curves that a [`Driver`] drives, one for each target of its solver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DriverOutput {
    /// Index among [`crate::graph::GraphParts::pose_assets`]; target by target its poses.
    Poses(u16),
    /// Names of curves, one for each target of the solver.
    Curves(Vec<Name>),
}

impl Driver {
    pub(in crate::graph) fn for_each_read_bone(&self, mut each: impl FnMut(usize)) {
        self.bones.iter().for_each(|bone| each(*bone as usize));
        if let DriverFrame::Bone(frame) = self.frame {
            each(frame as usize);
        }
    }
}
