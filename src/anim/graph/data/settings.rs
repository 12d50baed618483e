//! What the tables of a graph hold: its parameters, and how players, blends and layers go.

use super::{interpolation::Interpolation, value::Value};
use crate::{Name, blend_space::BlendSpace, mask::BoneMask, montage::Easing, sync::Role};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A number that a game sets and that nodes and rules read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Parameter {
    /// Name by which a game sets it.
    pub name: Name,
    /// Truths are 0 and 1.
    pub default: f64,
    /// Set by a game, and back to 0 by the transition that used it.
    pub is_trigger: bool,
    /// Names of the values of an enum, whose value is an index into these names; empty for every
    /// other type. The names are read when a value is set by name.
    pub values: Vec<Name>,
}

/// Playback settings of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Play {
    /// The rate that is asked for. It is divided by `basis`, then scaled, biased and bounded, then
    /// multiplied by the clip's own.
    pub rate: Value,
    /// Divides the rate. The quotient by 0 counts as 0, which leaves the bias alone.
    pub basis: f64,
    /// Factor of the divided rate. The default is 1.
    pub scale: f64,
    /// Added to the scaled rate. The default is 0.
    pub bias: f64,
    /// Lower bound of the rate. The default is no bound.
    pub least: f64,
    /// Upper bound of the rate; where the bounds cross, this one holds. The default is no bound.
    pub most: f64,
    /// Seconds on the clip, or the part of a blend space's length, at which it starts; what is not
    /// finite counts as 0.
    pub start: f64,
    /// If true, the player restarts after a tick in which the player had no weight.
    pub restarts: bool,
    /// Rules do not ask about it.
    pub is_ignored_by_rules: bool,
    /// Name of the sync group; without one it plays on its own.
    pub group: Name,
    /// Whether it may lead its group.
    pub role: Role,
    /// Takes the group's phase when it joins; else it begins where it is.
    pub match_sync_point: bool,
    /// The rate follows what is asked; None is there at once.
    pub interpolation: Option<Interpolation>,
}

impl Play {
    /// Seconds, or a part of the length, where it is a number.
    pub(in crate::graph) fn sound_start(&self) -> f64 {
        if self.start.is_finite() {
            self.start
        } else {
            0.0
        }
    }
}

impl Default for Play {
    fn default() -> Self {
        Self {
            rate: Value::Number(1.0),
            basis: 1.0,
            scale: 1.0,
            bias: 0.0,
            least: f64::NEG_INFINITY,
            most: f64::INFINITY,
            start: 0.0,
            restarts: true,
            is_ignored_by_rules: false,
            group: Name::NONE,
            role: Role::default(),
            match_sync_point: true,
            interpolation: None,
        }
    }
}

/// Playback settings of a blend space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpacePlay {
    /// The samples and axes.
    pub space: Arc<BlendSpace>,
    /// Point at which the space is sampled, in the axes' units; with one axis the second number is
    /// ignored.
    pub input: [Value; 2],
    /// The time wraps at the ends; otherwise it stops there.
    pub looping: bool,
    /// Playback of the space; `start` is a fraction of the length, 0 to 1. An aim offset or a space
    /// with an explicit time is in no sync group.
    pub play: Play,
}

/// Weight of the second pose of a blend, 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Alpha {
    Value(Value),
    /// All or nothing, with seconds to get there.
    Switch {
        on: Value,
        time_in: f64,
        time_out: f64,
        easing: Easing,
    },
}

/// Blend settings of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct List {
    /// Index of the chosen pose, without its fraction. What is out of range or no number is 0.
    pub index: Value,
    /// Seconds until each is there; as many as there are poses.
    pub times: Vec<f64>,
    /// Shape of the blend between two poses.
    pub easing: Easing,
    /// Blend profile by which bones go ahead of the weights; none for no profile.
    /// [`Graph::fits`](crate::graph::Graph::fits) refuses one that the skeleton does not have.
    pub profile: Name,
    /// The new pose takes over at once, and the jump decays.
    pub inertializes: bool,
    /// If true, a pose without weight restarts when the list chooses that pose.
    pub restarts: bool,
}

/// A layer over the bones of a base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoneLayer {
    /// Weight of the layer, 0 to 1.
    pub weight: Value,
    /// Weight of the layer on each bone.
    pub mask: BoneMask,
}
