//! The control whose bones turn a look towards a place.

use super::{AuthoredControl, Offer};
use crate::graph::Space;
use crate::graph::form::Form;
use crate::graph::mirror::{MirrorRefusal, MirrorResult, Sides};
use crate::graph::{LookBone, Target, TargetSpace};
use crate::{BoneKey, Skeleton};
use anim::montage::Easing;
use glam::{Mat3A, Vec3A};
use serde::{Deserialize, Serialize};
use words::tr;

/// Bones that turn a look towards a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookAtControl {
    /// Bones that turn, from the spine to the bone that looks.
    pub chain: Vec<LookBone>,
    /// Axis that points at the target, local to the bone that looks.
    pub axis: [f32; 3],
    /// Local to it: what points up as far as it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_axis: Option<[f32; 3]>,
    /// Direction in model space that `up_axis` points to.
    #[serde(default = "super::upwards", skip_serializing_if = "super::is_upwards")]
    pub up: [f32; 3],
    /// The place that the look turns to.
    pub target: Target,
    /// Greatest angle between the look and its direction in the pose, degrees; 0 sets no limit.
    pub clamp: f64,
    /// Seconds to a new target.
    pub time: f64,
    /// Degrees: a target that has jumped by more is a new one.
    pub trigger: f64,
    /// Easing of the look towards a new target over `time`.
    #[serde(default)]
    pub easing: Easing,
}

/// The bone's own axes that point most nearly forwards and up in the reference pose. A character
/// looks along z.
fn axes_of(rig: &Skeleton, bone: &BoneKey) -> Option<[[f32; 3]; 2]> {
    let model = *rig.reference_models().get(rig.index(bone)?)?;
    let nearest = |wanted: Vec3A| {
        let Mat3A {
            x_axis,
            y_axis,
            z_axis,
        } = model.matrix3;
        let along = [x_axis, y_axis, z_axis].map(|axis| axis.normalize_or_zero().dot(wanted));
        let at = (0..3).max_by(|a, b| along[*a].abs().total_cmp(&along[*b].abs()))?;
        let mut axis = [0.0; 3];
        axis[at] = 1.0f32.copysign(along[at]);
        Some(axis)
    };
    Some([nearest(Vec3A::Z)?, nearest(Vec3A::Y)?])
}

impl AuthoredControl for LookAtControl {
    fn word(&self) -> &'static str {
        tr!("Look At")
    }

    fn targets(&self) -> [Option<&Target>; 2] {
        [Some(&self.target), None]
    }

    fn targets_mut(&mut self) -> [Option<&mut Target>; 2] {
        [Some(&mut self.target), None]
    }

    fn values(&mut self, form: &mut dyn Form) {
        form.inputs(tr!("Target"), "m", &mut self.target.at);
    }

    fn bones(&mut self, form: &mut dyn Form) {
        for (at, link) in self.chain.iter_mut().enumerate() {
            form.bone(&tr!("Bone {at}"), &mut link.bone);
            form.number(&tr!("Share {at}"), "", 0.0..=1.0, &mut link.weight);
        }
        if form.adds(tr!("Add bone")) {
            let bone = self
                .chain
                .last()
                .map(|link| link.bone.clone())
                .unwrap_or_default();
            self.chain.push(LookBone { bone, weight: 1.0 });
        }
        if self.chain.len() > 1 && form.removes(tr!("Remove last bone")) {
            self.chain.pop();
        }
        self.target.form(form, tr!("Target"));
        form.number(tr!("Clamp"), "°", 0.0..=360.0, &mut self.clamp);
        form.number(tr!("Time"), "s", 0.0..=360.0, &mut self.time);
        form.number(tr!("Trigger angle"), "°", 0.0..=360.0, &mut self.trigger);
        form.easing(&mut self.easing);
        form.direction(tr!("Look axis"), &mut self.axis);
        form.optional_direction(
            tr!("Up axis"),
            tr!("of the bone"),
            &mut self.up_axis,
            [0.0, 1.0, 0.0],
        );
        form.direction(tr!("Up"), &mut self.up);
    }

    fn line(&self) -> String {
        let bone = self
            .chain
            .last()
            .map_or(tr!("no bone"), |bone| bone.bone.as_str());
        tr!("{bone} · target {}", self.target.space.within())
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        let bone = on.head();
        let axes = on.rig.and_then(|rig| axes_of(rig, &bone));
        (
            Self {
                chain: vec![LookBone { bone, weight: 1.0 }],
                axis: axes.map_or([0.0, 0.0, 1.0], |axes| axes[0]),
                up_axis: axes.map(|axes| axes[1]),
                up: [0.0, 1.0, 0.0],
                target: Target {
                    space: TargetSpace::WarpTarget("LookTarget".into()),
                    ..Target::default()
                },
                clamp: 70.0,
                time: 0.3,
                trigger: 20.0,
                easing: Default::default(),
            },
            "head eyes aim",
        )
    }

    fn own_bones(&self) -> Vec<&BoneKey> {
        self.chain.iter().map(|link| &link.bone).collect()
    }

    fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        let looks = self
            .chain
            .last()
            .map(|link| link.bone.clone())
            .ok_or(MirrorRefusal::OneSided)?;
        sides.target(&mut self.target, &looks)?;
        let own = sides.of_bone(&looks)?.way();
        self.axis = own.of(self.axis);
        self.up_axis = self.up_axis.map(|axis| own.of(axis));
        self.up = sides.space(&Space::Model, &looks)?.1.way().of(self.up);
        self.chain
            .iter_mut()
            .try_for_each(|link| sides.swap(&mut link.bone))
    }

    fn presets(&self) -> Vec<(&'static str, Self)> {
        [
            (tr!("At once, without bounds"), 0.0, 0.0, 0.0),
            (tr!("Head"), 80.0, 0.35, 12.0),
            (tr!("Eyes"), 30.0, 0.08, 5.0),
            (tr!("Aim of a weapon"), 60.0, 0.12, 20.0),
        ]
        .map(|(name, clamp, time, trigger)| {
            (
                name,
                Self {
                    clamp,
                    time,
                    trigger,
                    easing: Easing::default(),
                    ..self.clone()
                },
            )
        })
        .into()
    }

    fn tuned_as(&self, by: &Self) -> Option<Self> {
        Some(Self {
            clamp: by.clamp,
            time: by.time,
            trigger: by.trigger,
            easing: by.easing,
            ..self.clone()
        })
    }
}
