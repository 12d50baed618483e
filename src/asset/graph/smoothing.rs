//! What an inertialization remembers, and how jumps decay.

use super::{Form, nodes::lod_form};
use serde::{Deserialize, Serialize};
use words::tr;

/// Space in which an inertialization remembers its pose, and when the remembered pose no longer
/// counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct History {
    /// Distance from the last shown position beyond which a move counts as a teleport, metres, 0 or
    /// more. None treats no move as a teleport.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teleport_distance: Option<f32>,
    /// Kept in world space: bones stay where they were when the character is turned or moved at
    /// once.
    pub world_space: bool,
    /// The coarsest level of detail at which it runs; -1 is every level.
    pub lod_threshold: i8,
}

impl Default for History {
    fn default() -> Self {
        Self {
            teleport_distance: None,
            world_space: false,
            lod_threshold: -1,
        }
    }
}

impl History {
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Rules of decay for every jump of an inertialization, from any request.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct JumpRules {
    /// Names of curves that the inertialization does not smooth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filtered_curves: Vec<String>,
    /// Limit for offsets that move away from the new pose: they continue at first, up to twice
    /// their distance and to this many metres, radians or units. None stops them at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep_outward_velocity: Option<f32>,
}

impl JumpRules {
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl History {
    pub(super) fn form(&mut self, form: &mut dyn Form) {
        form.optional(
            tr!("Teleports"),
            tr!("a longer move cancels the decay"),
            &mut self.teleport_distance,
            3.0,
        );
        if let Some(way) = &mut self.teleport_distance {
            form.single(tr!("Teleport distance"), "m", 0.0..=10_000.0, way);
        }
        form.toggle(
            tr!("World space"),
            tr!("bones keep their place when the character turns"),
            &mut self.world_space,
        );
        lod_form(form, &mut self.lod_threshold);
    }
}

impl JumpRules {
    pub(super) fn form(&mut self, form: &mut dyn Form, can_keep_velocity: bool) {
        let most = &mut self.keep_outward_velocity;
        if can_keep_velocity {
            form.optional(
                tr!("Keep outward velocity"),
                tr!("may overshoot, but keeps its velocity"),
                most,
                0.5,
            );
        }
        if let Some(most) = most.as_mut().filter(|_| can_keep_velocity) {
            form.single(tr!("Outward limit"), tr!("m, rad"), 0.0..=100.0, most);
        }
        let known = self.filtered_curves.join(", ");
        let mut curves = known.clone();
        form.text(tr!("Filtered curves"), &mut curves);
        if curves != known {
            let curves = curves
                .split(',')
                .map(str::trim)
                .filter(|curve| !curve.is_empty());
            self.filtered_curves = curves.map(Into::into).collect();
        }
    }
}
