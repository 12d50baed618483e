//! What a graph says of its controls.

use super::{
    BoneDriven, Ccd, CompiledFootPlacement, ControlAlpha, CopyBone, Fabrik, LegIk, ModifyBone,
    OrientationWarping, PlacedLeg, RotateRootBone, RotationMultiplier, ScaleLength, SlopeWarping,
    Spring, StrideWarping, TwoBoneIk, WarpedFeet,
    gaze::CompiledLookAt,
    leg::CompiledLeg,
    limits::AngleLimit,
    target::{ControlTarget, Within, is_above},
};
use crate::{
    Name, Skeleton, graph::Value, ground::Probe, ik::MOST_ITERATIONS, instance::WarpTargets,
    spaces::Space,
};
use serde::{Deserialize, Serialize};

/// Bones are indices in the skeleton. One that is not there lets the pose pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Control {
    /// Weight of the control, 0 to 1.
    pub alpha: ControlAlpha,
    /// The coarsest level of detail at which it runs; -1 runs at every level.
    pub lod_threshold: i8,
    /// Operation of the control, with its compiled settings.
    pub kind: ControlKind,
}

/// The operation of a control, with its compiled settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ControlKind {
    TwoBoneIk(TwoBoneIk),
    LookAt(CompiledLookAt),
    ModifyBone(ModifyBone),
    CopyBone(CopyBone),
    RotationMultiplier(RotationMultiplier),
    RotateRootBone(RotateRootBone),
    BoneDriven(BoneDriven),
    /// Angle limits, strictly ascending by bone.
    ApplyLimits(Vec<AngleLimit>),
    Spring(Spring),
    ScaleLength(ScaleLength),
    /// Applies the bones that something outside the graph set last under this name.
    ExternalPose(Name),
    Fabrik(Fabrik),
    Ccd(Ccd),
    LegIk(LegIk),
    FootPlacement(CompiledFootPlacement),
    StrideWarping(StrideWarping),
    OrientationWarping(OrientationWarping),
    SlopeWarping(SlopeWarping),
}

impl Control {
    /// Calls with all that is read in an update.
    pub(in crate::graph) fn for_each_value(&self, mut each: impl FnMut(&Value)) {
        self.alpha.value().into_iter().for_each(&mut each);
        self.kind.for_each_input(each);
    }
}

impl ControlKind {
    /// Whether an evaluation goes on from the one before.
    pub(super) fn remembers(&self) -> bool {
        matches!(
            self,
            ControlKind::LookAt(_)
                | ControlKind::Spring(_)
                | ControlKind::TwoBoneIk(_)
                | ControlKind::FootPlacement(_)
                | ControlKind::StrideWarping(_)
                | ControlKind::OrientationWarping(_)
                | ControlKind::SlopeWarping(_)
        )
    }

    /// Calls `each` with every input value, in the order in which the kind finds its inputs.
    #[inline]
    pub(super) fn for_each_input(&self, mut each: impl FnMut(&Value)) {
        match self {
            ControlKind::TwoBoneIk(limb) => {
                limb.effector.at.iter().for_each(&mut each);
                limb.pole.at.iter().for_each(&mut each);
                limb.end_rotation.values().iter().for_each(each);
            }
            ControlKind::LookAt(look) => look.target.at.iter().for_each(each),
            ControlKind::ModifyBone(bone) => {
                [&bone.translation, &bone.rotation, &bone.scale]
                    .into_iter()
                    .flat_map(|way| &way.by)
                    .for_each(each);
            }
            ControlKind::RotationMultiplier(turn) => [&turn.multiplier].into_iter().for_each(each),
            ControlKind::RotateRootBone(turn) => {
                [&turn.yaw, &turn.pitch].into_iter().for_each(each)
            }
            ControlKind::ScaleLength(length) => length.target.at.iter().for_each(each),
            ControlKind::CopyBone(_)
            | ControlKind::BoneDriven(_)
            | ControlKind::ApplyLimits(_)
            | ControlKind::Spring(_)
            | ControlKind::LegIk(_)
            | ControlKind::SlopeWarping(_)
            | ControlKind::ExternalPose(_) => {}
            ControlKind::Fabrik(Fabrik { chain, .. }) | ControlKind::Ccd(Ccd { chain, .. }) => {
                chain.target.at.iter().for_each(&mut each);
                chain.tip_rotation.values().iter().for_each(&mut each);
                if let ControlKind::Fabrik(Fabrik {
                    pole: Some(pole), ..
                }) = self
                {
                    pole.at.iter().for_each(each);
                }
            }
            ControlKind::FootPlacement(placement) => each(&placement.in_air),
            ControlKind::StrideWarping(stride) => stride.for_each_input(each),
            ControlKind::OrientationWarping(orientation) => orientation.for_each_input(each),
        }
    }

    /// Adds the places where the control queries the ground to `into`.
    pub(in crate::graph) fn probes(&self, into: &mut Vec<Probe>) {
        match self {
            ControlKind::FootPlacement(placement) => into.extend(placement.probes()),
            ControlKind::StrideWarping(stride) => into.extend(stride.probe()),
            ControlKind::SlopeWarping(slope) => into.push(slope.probe()),
            _ => {}
        }
    }

    /// Calls `each` as [`ControlKind::for_each_bone`] does, for bones that may be virtual: virtual
    /// bones come after the bones of the skeleton.
    pub(super) fn for_each_place(&self, mut each: impl FnMut(u16)) {
        match self {
            ControlKind::ModifyBone(bone) => each(bone.bone),
            ControlKind::CopyBone(copy) => [copy.from, copy.to].into_iter().for_each(each),
            ControlKind::LegIk(legs) => legs.0.iter().for_each(|(_, goal)| each(*goal)),
            _ => {}
        }
    }

    /// All bones that it speaks of, and virtual bones after them.
    pub(in crate::graph) fn for_each_named(&self, mut each: impl FnMut(usize)) {
        self.for_each_bone(|bone| each(bone.into()));
        self.for_each_place(|bone| each(bone.into()));
        for space in self.spaces() {
            if let Space::Bone(bone) = space {
                each(bone);
            }
        }
    }

    /// Bones without which it cannot be.
    pub(super) fn for_each_bone(&self, mut each: impl FnMut(u16)) {
        match self {
            ControlKind::TwoBoneIk(limb) => each(limb.end),
            ControlKind::LookAt(look) => look.chain.iter().for_each(|link| each(link.bone)),
            ControlKind::ModifyBone(_) | ControlKind::CopyBone(_) => {}
            ControlKind::RotationMultiplier(turn) => {
                [turn.source, turn.target].into_iter().for_each(each)
            }
            ControlKind::RotateRootBone(_) => each(0),
            ControlKind::BoneDriven(driven) => driven.for_each_bone(each),
            ControlKind::ApplyLimits(limits) => limits.iter().for_each(|limit| each(limit.bone)),
            ControlKind::Spring(spring) => each(spring.bone),
            ControlKind::ScaleLength(length) => {
                [length.root, length.end].into_iter().for_each(each)
            }
            ControlKind::ExternalPose(_) => {}
            ControlKind::Fabrik(Fabrik { chain, .. }) | ControlKind::Ccd(Ccd { chain, .. }) => {
                [chain.root, chain.tip].into_iter().for_each(each);
            }
            ControlKind::LegIk(legs) => {
                legs.0
                    .iter()
                    .flat_map(|(leg, _)| [leg.hip, leg.foot])
                    .for_each(each);
            }
            ControlKind::FootPlacement(placement) => {
                let legs = placement
                    .legs
                    .iter()
                    .flat_map(|it| [it.leg.hip, it.leg.foot, it.ball]);
                legs.chain([placement.pelvis]).for_each(each);
            }
            ControlKind::StrideWarping(stride) => {
                each(stride.pelvis);
                stride.feet.for_each_bone(each);
            }
            ControlKind::OrientationWarping(orientation) => orientation.for_each_bone(each),
            ControlKind::SlopeWarping(slope) => slope.for_each_bone(each),
        }
    }

    /// Bone that reaches for targets, and its targets; None if the kind has no target.
    fn targets(&self) -> Option<(u16, [Option<&ControlTarget>; 2])> {
        Some(match self {
            ControlKind::TwoBoneIk(limb) => (limb.end, [Some(&limb.effector), Some(&limb.pole)]),
            ControlKind::LookAt(look) => (look.chain.last()?.bone, [Some(&look.target), None]),
            ControlKind::ScaleLength(length) => (length.end, [Some(&length.target), None]),
            ControlKind::Fabrik(Fabrik { chain, pole, .. }) => {
                (chain.tip, [Some(&chain.target), pole.as_ref()])
            }
            ControlKind::Ccd(Ccd { chain, .. }) => (chain.tip, [Some(&chain.target), None]),
            _ => return None,
        })
    }

    /// Whether it reaches for a warp target.
    pub(super) fn seeks(&self) -> bool {
        let mut targets = self
            .targets()
            .into_iter()
            .flat_map(|(_, targets)| targets)
            .flatten();
        targets.any(|target| matches!(target.within, Within::WarpTarget(_)))
    }

    /// The bone that reaches for a warp target which is not there.
    pub(super) fn lacks(&self, there: &WarpTargets) -> Option<u16> {
        let (bone, targets) = self.targets()?;
        let is_missing = |target: &ControlTarget| matches!(target.within, Within::WarpTarget(name) if there.get(name).is_none());
        targets
            .into_iter()
            .flatten()
            .any(is_missing)
            .then_some(bone)
    }

    fn spaces(&self) -> [Space; 3] {
        match self {
            ControlKind::ModifyBone(bone) => [
                bone.translation.space,
                bone.rotation.space,
                bone.scale.space,
            ],
            ControlKind::CopyBone(copy) => [copy.space, Space::Model, Space::Model],
            kind => {
                let targets = kind.targets().map_or([None; 2], |(_, targets)| targets);
                let [first, second] =
                    targets.map(|target| target.map_or(Space::Model, |it| it.within.space()));
                [first, second, Space::Model]
            }
        }
    }

    /// Whether every bone or virtual bone whose space is spoken of is there.
    pub(super) fn has_spaces(&self, skeleton: &Skeleton) -> bool {
        let count = skeleton.len() + skeleton.virtual_bones.len();
        self.spaces()
            .iter()
            .all(|space| !matches!(space, Space::Bone(bone) if *bone >= count))
    }

    pub(super) fn names_virtual_bones(&self, skeleton: &Skeleton) -> bool {
        let mut any = false;
        self.for_each_named(|bone| any |= bone >= skeleton.len());
        any
    }

    /// Whether its bones, which are there, lie as it needs them.
    pub(super) fn is_chain(&self, skeleton: &Skeleton) -> bool {
        let is_above = |bone: u16, above: u16| is_above(skeleton, bone.into(), above.into());
        match self {
            ControlKind::TwoBoneIk(limb) => skeleton
                .parent(limb.end.into())
                .and_then(|middle| skeleton.parent(middle))
                .is_some(),
            ControlKind::LookAt(look) => look
                .chain
                .windows(2)
                .all(|pair| is_above(pair[1].bone, pair[0].bone)),
            ControlKind::ScaleLength(length) => is_above(length.end, length.root),
            ControlKind::Fabrik(Fabrik { chain, .. }) | ControlKind::Ccd(Ccd { chain, .. }) => {
                is_above(chain.tip, chain.root)
            }
            ControlKind::LegIk(legs) => legs.0.iter().all(|(leg, _)| leg.is_chain(skeleton)),
            ControlKind::FootPlacement(placement) => {
                let stands =
                    |it: &PlacedLeg| it.ball == it.leg.foot || is_above(it.ball, it.leg.foot);
                let hangs = |it: &PlacedLeg| {
                    it.leg.is_chain(skeleton) && is_above(it.leg.hip, placement.pelvis)
                };
                placement.legs.iter().all(|it| stands(it) && hangs(it))
            }
            ControlKind::StrideWarping(stride) => {
                hangs_below(skeleton, &stride.feet, stride.pelvis)
            }
            ControlKind::OrientationWarping(orientation) => {
                let mut spine = orientation.spine.windows(2);
                spine.all(|pair| is_above(pair[1], pair[0])) && orientation.feet.is_chain(skeleton)
            }
            ControlKind::SlopeWarping(slope) => hangs_below(skeleton, &slope.feet, slope.pelvis),
            _ => true,
        }
    }

    /// Whether it holds together whatever the skeleton.
    pub(in crate::graph) fn is_sound(&self) -> bool {
        match self {
            ControlKind::LookAt(look) => !look.chain.is_empty(),
            ControlKind::ApplyLimits(limits) => {
                limits.windows(2).all(|pair| pair[0].bone < pair[1].bone)
            }
            ControlKind::Fabrik(chain) => chain.iterations <= MOST_ITERATIONS,
            ControlKind::Ccd(chain) => chain.iterations <= MOST_ITERATIONS,
            ControlKind::LegIk(legs) => legs
                .0
                .iter()
                .all(|(leg, _)| leg.settings.iterations <= MOST_ITERATIONS),
            ControlKind::FootPlacement(feet) => feet
                .legs
                .iter()
                .all(|it| it.leg.settings.iterations <= MOST_ITERATIONS),
            _ => true,
        }
    }

    /// Root motion goes through it.
    pub(in crate::graph) fn leads(&self) -> bool {
        matches!(
            self,
            ControlKind::StrideWarping(_) | ControlKind::OrientationWarping(_)
        )
    }
}

impl CompiledLeg {
    /// Whether the foot hangs on the hip, with a knee between them.
    fn is_chain(&self, skeleton: &Skeleton) -> bool {
        let (hip, foot) = (usize::from(self.hip), usize::from(self.foot));
        is_above(skeleton, foot, hip) && skeleton.parent(foot) != Some(hip)
    }
}

fn hangs_below(skeleton: &Skeleton, feet: &WarpedFeet, pelvis: u16) -> bool {
    feet.is_chain(skeleton)
        && feet
            .feet
            .iter()
            .all(|foot| is_above(skeleton, foot.thigh.into(), pelvis.into()))
}
