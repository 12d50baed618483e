//! The control that keeps bones within angles.

use super::{AuthoredControl, Offer, count};
use crate::BoneKey;
use crate::graph::AngleLimit;
use crate::graph::form::Form;
use crate::graph::mirror::{MirrorResult, Sides};
use serde::{Deserialize, Serialize};
use words::{noun, tr};

/// Keeps bones within angles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApplyLimitsControl {
    /// Limits in the order in which they are applied.
    pub limits: Vec<AngleLimit>,
}

impl AuthoredControl for ApplyLimitsControl {
    fn word(&self) -> &'static str {
        tr!("Apply Limits")
    }

    fn bones(&mut self, form: &mut dyn Form) {
        for (at, limit) in self.limits.iter_mut().enumerate() {
            form.bone(&tr!("Bone {at}"), &mut limit.bone);
            for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
                form.single(
                    &tr!("Min {at} {name}"),
                    "°",
                    -180.0..=180.0,
                    &mut limit.least[axis],
                );
                form.single(
                    &tr!("Max {at} {name}"),
                    "°",
                    -180.0..=180.0,
                    &mut limit.most[axis],
                );
            }
        }
        if form.adds(tr!("Add bone")) {
            self.limits.push(AngleLimit {
                bone: form.last_bone(),
                least: [-45.0; 3],
                most: [45.0; 3],
            });
        }
    }

    fn line(&self) -> String {
        format!(
            "{} · {}",
            self.word(),
            count(self.limits.len(), noun!("bone"))
        )
    }

    fn offered(_: &Offer<'_>) -> (Self, &'static str) {
        (Self { limits: Vec::new() }, "angle clamp")
    }

    fn own_bones(&self) -> Vec<&BoneKey> {
        self.limits.iter().map(|limit| &limit.bone).collect()
    }

    fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        self.limits.iter_mut().try_for_each(|limit| {
            let axes = sides.of_bone(&limit.bone)?.spin().axes_of(&limit.bone)?;
            let (least, most) = (limit.least, limit.most);
            for (at, (from, is_back)) in axes.into_iter().enumerate() {
                (limit.least[at], limit.most[at]) = if is_back {
                    (-most[from], -least[from])
                } else {
                    (least[from], most[from])
                };
            }
            sides.swap(&mut limit.bone)
        })
    }
}
