//! A limb of two bones that reaches for a place.

use super::{AuthoredControl, Offer};
use crate::BoneKey;
use crate::graph::form::Form;
use crate::graph::mirror::{MirrorResult, Sides};
use crate::graph::{
    EndRotation, Target,
    control::{end_rotation_form, end_rotation_values},
};
use anim::ik::two_bone::{Stretch, TooClose};
use serde::{Deserialize, Serialize};
use words::tr;

/// A limb of two bones that reaches for a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TwoBoneIkControl {
    /// The end of the limb. Its parent is the joint that bends, and that joint's parent the root.
    pub end: BoneKey,
    /// The place that the end reaches for.
    pub effector: Target,
    /// The limb bends towards it.
    pub pole: Target,
    /// Rotation of the end of the limb after the limb is solved.
    #[serde(default)]
    pub end_rotation: EndRotation,
    /// Limits of the stretch of the limb; None keeps the lengths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stretch: Option<Stretch>,
    /// Local to the upper and the lower bone, which do not turn about it; None lets them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twist_axis: Option<[f32; 3]>,
    /// Behaviour of the limb if the effector is nearer than the limb can bend.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub too_close: TooClose,
}

impl AuthoredControl for TwoBoneIkControl {
    fn word(&self) -> &'static str {
        tr!("Two-Bone IK")
    }

    fn targets(&self) -> [Option<&Target>; 2] {
        [Some(&self.effector), Some(&self.pole)]
    }

    fn targets_mut(&mut self) -> [Option<&mut Target>; 2] {
        [Some(&mut self.effector), Some(&mut self.pole)]
    }

    fn values(&mut self, form: &mut dyn Form) {
        form.inputs(tr!("Effector"), "m", &mut self.effector.at);
        form.inputs(tr!("Pole"), "m", &mut self.pole.at);
        end_rotation_values(&mut self.end_rotation, form);
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.bone(tr!("Tip bone"), &mut self.end);
        self.effector.form(form, tr!("Effector"));
        self.pole.form(form, tr!("Pole"));
        end_rotation_form(&mut self.end_rotation, form);
        let first = Stretch {
            start: 0.95,
            most: 1.2,
        };
        form.optional(
            tr!("Stretches"),
            tr!("scales both bones"),
            &mut self.stretch,
            first,
        );
        if let Some(Stretch { start, most }) = &mut self.stretch {
            form.number(tr!("Stretch from"), tr!("of its length"), 0.0..=10.0, start);
            form.number(tr!("Stretch to"), tr!("of its length"), 1.0..=10.0, most);
        }
        let options = [
            (TooClose::KeepLengths, tr!("Keeps its lengths")),
            (TooClose::Reach, tr!("Lengthens the lower bone")),
        ];
        form.choice(tr!("Too close"), &mut self.too_close, &options);
        form.optional_direction(
            tr!("No twist about"),
            tr!("an axis of both bones"),
            &mut self.twist_axis,
            [1.0, 0.0, 0.0],
        );
    }

    fn line(&self) -> String {
        tr!("{} · effector {}", self.end, self.effector.space.within())
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        (
            Self {
                end: on.bone.clone(),
                effector: Default::default(),
                pole: Default::default(),
                end_rotation: Default::default(),
                stretch: None,
                twist_axis: None,
                too_close: Default::default(),
            },
            "ik arm leg reach",
        )
    }

    fn own_bones(&self) -> Vec<&BoneKey> {
        vec![&self.end]
    }

    fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        sides.tip(&self.end, &self.effector, &mut self.end_rotation)?;
        sides.target(&mut self.effector, &self.end)?;
        sides.target(&mut self.pole, &self.end)?;
        if let Some(axis) = &mut self.twist_axis {
            *axis = sides.of_bone(&self.end)?.way().of(*axis);
        }
        sides.swap(&mut self.end)
    }

    fn presets(&self) -> Vec<(&'static str, Self)> {
        let stretch = |start, most| Some(Stretch { start, most });
        [
            (tr!("Keeps its lengths"), None),
            (tr!("Stretches a little"), stretch(0.95, 1.1)),
            (tr!("Cartoon"), stretch(0.9, 1.8)),
        ]
        .map(|(name, stretch)| {
            (
                name,
                Self {
                    stretch,
                    ..self.clone()
                },
            )
        })
        .into()
    }

    fn tuned_as(&self, by: &Self) -> Option<Self> {
        Some(Self {
            stretch: by.stretch,
            too_close: by.too_close,
            ..self.clone()
        })
    }
}
