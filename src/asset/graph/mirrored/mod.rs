//! A control as it is on the other side of its skeleton's mirror: a hand's reach for the other hand, a leg for the other
//! leg. Bones are those behind the mirror, places and axes are reflected in the reference pose, and names of curves, warp
//! targets and parameters change as the mirror's rules say.

mod side;

use super::{
    AlphaInput, ControlAlpha, ControlKind, Driven, EndRotation, Input, Leg, LegGoal, Modify, NodeKind, PlacedLeg,
    Target, WarpedFoot, Wiring,
};
use crate::graph::controls::{
    ApplyLimitsControl, BoneDrivenControl, CopyBoneControl, LookAtControl, ModifyBoneControl,
    RotationMultiplierControl, ScaleLengthControl, SpringControl, TwoBoneIkControl,
};
use crate::graph::nodes::ControlNode;
use crate::{BoneKey, Skeleton};
use anim::graph::control::{Channel, Mode};
use side::{Across, Change, Sides, degrees, turn};
use std::fmt;

/// Why something has no other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MirrorRefusal {
    /// Nothing of it has another bone behind the mirror.
    OneSided,
    /// All of its legs have theirs already.
    BothSides,
    /// By its name.
    Missing(String),
    /// An expression stands where numbers had to be mixed.
    Expression,
    /// The axes of this bone are laid out differently on the other side, other than by a swap.
    Axes(String),
}

type Refused<T> = Result<T, MirrorRefusal>;

impl fmt::Display for MirrorRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MirrorRefusal::OneSided => {
                write!(
                    f,
                    "none of its bones has another one on the other side; see Mirror of the skeleton for the names that stand for each other"
                )
            }
            MirrorRefusal::BothSides => {
                write!(f, "every leg of it has the one of the other side already; Details copies one to the other side")
            }
            MirrorRefusal::Missing(what) => write!(f, "the skeleton has no {what}"),
            MirrorRefusal::Expression => {
                write!(
                    f,
                    "the axes differ on the other side, so that an expression would have to be mixed with others; give numbers, or a place in model space"
                )
            }
            MirrorRefusal::Axes(bone) => {
                write!(
                    f,
                    "the axes of {bone} are laid out differently on the other side, so its limits have no counterpart there"
                )
            }
        }
    }
}

impl std::error::Error for MirrorRefusal {}

/// A control of a graph, for the other side. Controls that have both sides in a list are not mirrored as a whole: see
/// [`mirror_leg`].
pub fn mirrored(kind: &NodeKind, rig: &Skeleton, wiring: &Wiring) -> Refused<NodeKind> {
    let NodeKind::Control(ControlNode { source, alpha, lod_threshold, kind }) = kind else {
        return Err(MirrorRefusal::OneSided);
    };
    let sides = Sides::new(rig, wiring);
    let is_sided = own_bones(kind).into_iter().any(|bone| sides.bone(bone).is_ok_and(|other| other != *bone));
    if !is_sided {
        return Err(MirrorRefusal::OneSided);
    }
    let mut kind = kind.clone();
    control(&sides, &mut kind)?;
    let mut alpha = alpha.clone();
    strength(&sides, &mut alpha);
    Ok(NodeKind::Control(ControlNode { source: *source, alpha, lod_threshold: *lod_threshold, kind }))
}

/// The leg or foot of a list is set up on the other side too: the one there becomes as this one is, or is added.
pub fn mirror_leg(kind: &mut ControlKind, nth: usize, rig: &Skeleton, wiring: &Wiring) -> Refused<()> {
    let sides = Sides::new(rig, wiring);
    match kind {
        ControlKind::LegIk(legs) => {
            let mut new = legs.legs.get(nth).ok_or(MirrorRefusal::OneSided)?.clone();
            new.goal = sides.bone(&new.goal)?;
            leg(&sides, &mut new.leg)?;
            put(&mut legs.legs, nth, new, |it: &LegGoal| &it.leg.foot)
        }
        ControlKind::FootPlacement(feet) => {
            let mut new = feet.legs.get(nth).ok_or(MirrorRefusal::OneSided)?.clone();
            leg(&sides, &mut new.leg)?;
            new.ball = new.ball.map(|ball| sides.bone(&ball)).transpose()?;
            new.lock_curve = new.lock_curve.map(|curve| sides.name(&curve));
            put(&mut feet.legs, nth, new, |it: &PlacedLeg| &it.leg.foot)
        }
        ControlKind::StrideWarping(it) => foot(&sides, &mut it.feet, nth),
        ControlKind::OrientationWarping(it) => foot(&sides, &mut it.feet, nth),
        ControlKind::SlopeWarping(it) => foot(&sides, &mut it.feet, nth),
        _ => Err(MirrorRefusal::OneSided),
    }
}

/// Whether two controls are of one kind and move the same bones.
pub fn same_bones(a: &ControlKind, b: &ControlKind) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b) && own_bones(a) == own_bones(b)
}

impl ControlKind {
    /// How many legs or feet its list has; 0 of one without.
    pub fn legs(&self) -> usize {
        self.feet().len()
    }

    /// Which of its legs is the one of the other side of another.
    pub fn other_leg(&self, nth: usize, rig: &Skeleton) -> Option<usize> {
        let (feet, partners) = (self.feet(), rig.mirror.partners(&rig.bones));
        let other = partners[rig.index(feet.get(nth)?)?];
        feet.iter().position(|foot| rig.index(foot) == Some(other)).filter(|at| *at != nth)
    }

    fn feet(&self) -> Vec<&BoneKey> {
        fn warped(feet: &[WarpedFoot]) -> Vec<&BoneKey> {
            feet.iter().map(|it| &it.fk).collect()
        }
        match self {
            ControlKind::LegIk(legs) => legs.legs.iter().map(|it| &it.leg.foot).collect(),
            ControlKind::FootPlacement(feet) => feet.legs.iter().map(|it| &it.leg.foot).collect(),
            ControlKind::StrideWarping(it) => warped(&it.feet),
            ControlKind::OrientationWarping(it) => warped(&it.feet),
            ControlKind::SlopeWarping(it) => warped(&it.feet),
            _ => Vec::new(),
        }
    }
}

fn foot(sides: &Sides<'_>, feet: &mut Vec<WarpedFoot>, nth: usize) -> Refused<()> {
    let own = feet.get(nth).ok_or(MirrorRefusal::OneSided)?;
    let new = WarpedFoot { ik: sides.bone(&own.ik)?, fk: sides.bone(&own.fk)?, thigh: sides.bone(&own.thigh)? };
    put(feet, nth, new, |it| &it.fk)
}

/// In place of the one with the same key, else at the end.
fn put<T>(list: &mut Vec<T>, nth: usize, new: T, key: impl Fn(&T) -> &BoneKey) -> Refused<()> {
    match list.iter().position(|it| key(it) == key(&new)) {
        Some(at) if at == nth => return Err(MirrorRefusal::OneSided),
        Some(at) => list[at] = new,
        None => list.push(new),
    }
    Ok(())
}

fn leg(sides: &Sides<'_>, leg: &mut Leg) -> Refused<()> {
    if let (Some(hinge), Some(knee)) = (&mut leg.hinge, sides.knee(&leg.hip, &leg.foot)) {
        *hinge = sides.of_bone(&knee)?.spin().of(*hinge);
    }
    if let Some(way) = &mut leg.knee_follows {
        *way = sides.of_bone(&leg.foot)?.way().of(*way);
    }
    (leg.hip, leg.foot) = (sides.bone(&leg.hip)?, sides.bone(&leg.foot)?);
    Ok(())
}

/// Those that are moved, or that move others.
fn own_bones(kind: &ControlKind) -> Vec<&BoneKey> {
    match kind {
        ControlKind::TwoBoneIk(TwoBoneIkControl { end, .. }) => vec![end],
        ControlKind::LookAt(LookAtControl { chain, .. }) => chain.iter().map(|it| &it.bone).collect(),
        ControlKind::ModifyBone(ModifyBoneControl { bone, .. }) | ControlKind::Spring(SpringControl { bone, .. }) => {
            vec![bone]
        }
        ControlKind::CopyBone(CopyBoneControl { from, to, .. }) => vec![from, to],
        ControlKind::RotationMultiplier(RotationMultiplierControl { driver, target, .. }) => vec![driver, target],
        ControlKind::BoneDriven(BoneDrivenControl { driver, driven, .. }) => match driven {
            Driven::Bone { bone, .. } => vec![driver, bone],
            Driven::Curve(_) => vec![driver],
        },
        ControlKind::ApplyLimits(ApplyLimitsControl { limits }) => limits.iter().map(|it| &it.bone).collect(),
        ControlKind::ScaleLength(ScaleLengthControl { root, end, .. }) => vec![root, end],
        ControlKind::Fabrik(chain) => vec![&chain.root, &chain.tip],
        ControlKind::Ccd(chain) => vec![&chain.root, &chain.tip],
        ControlKind::RotateRootBone(_)
        | ControlKind::ExternalPose(_)
        | ControlKind::LegIk(_)
        | ControlKind::FootPlacement(_)
        | ControlKind::StrideWarping(_)
        | ControlKind::OrientationWarping(_)
        | ControlKind::SlopeWarping(_) => Vec::new(),
    }
}

fn strength(sides: &Sides<'_>, alpha: &mut ControlAlpha) {
    match &mut alpha.input {
        AlphaInput::Value(input) | AlphaInput::Switch { on: input, .. } => sides.input(input),
        AlphaInput::Curve(curve) => *curve = sides.name(curve),
    }
}

fn control(sides: &Sides<'_>, kind: &mut ControlKind) -> Refused<()> {
    match kind {
        ControlKind::TwoBoneIk(TwoBoneIkControl { end, effector, pole, end_rotation, twist_axis, .. }) => {
            tip(sides, end, effector, end_rotation)?;
            target(sides, effector, end)?;
            target(sides, pole, end)?;
            if let Some(axis) = twist_axis {
                *axis = sides.of_bone(end)?.way().of(*axis);
            }
            bone(sides, end)
        }
        ControlKind::LookAt(LookAtControl { chain, axis, up_axis, up, target: at, .. }) => {
            let Some(looks) = chain.last().map(|it| it.bone.clone()) else { return Err(MirrorRefusal::OneSided) };
            target(sides, at, &looks)?;
            let own = sides.of_bone(&looks)?.way();
            *axis = own.of(*axis);
            *up_axis = up_axis.map(|axis| own.of(axis));
            *up = sides.space(&super::Space::Model, &looks)?.1.way().of(*up);
            chain.iter_mut().try_for_each(|link| bone(sides, &mut link.bone))
        }
        ControlKind::ScaleLength(ScaleLengthControl { root, end, target: at }) => {
            target(sides, at, end)?;
            bone(sides, root)?;
            bone(sides, end)
        }
        ControlKind::Fabrik(it) => {
            tip(sides, &it.tip, &it.target, &mut it.tip_rotation)?;
            target(sides, &mut it.target, &it.tip)?;
            it.pole.iter_mut().try_for_each(|pole| target(sides, pole, &it.tip))?;
            it.limits.iter_mut().try_for_each(|limit| bone(sides, &mut limit.bone))?;
            bone(sides, &mut it.root)?;
            bone(sides, &mut it.tip)
        }
        ControlKind::Ccd(it) => {
            tip(sides, &it.tip, &it.target, &mut it.tip_rotation)?;
            target(sides, &mut it.target, &it.tip)?;
            it.limits.iter_mut().try_for_each(|limit| bone(sides, &mut limit.bone))?;
            bone(sides, &mut it.root)?;
            bone(sides, &mut it.tip)
        }
        other => simple(sides, other),
    }
}

fn simple(sides: &Sides<'_>, kind: &mut ControlKind) -> Refused<()> {
    match kind {
        ControlKind::ModifyBone(ModifyBoneControl { bone: of, translation, rotation, scale }) => {
            modified(sides, of, [translation, rotation, scale])?;
            bone(sides, of)
        }
        ControlKind::CopyBone(CopyBoneControl { from, to, space, .. }) => {
            *space = sides.space(space, to)?.0;
            bone(sides, from)?;
            bone(sides, to)
        }
        ControlKind::RotationMultiplier(RotationMultiplierControl { driver, target, axis, multiplier, .. }) => {
            let [turned, turns] = [&*driver, &*target].map(|bone| Ok(sides.of_bone(bone)?.way().of(*axis)));
            let (turned, turns) = (turned?, turns?);
            // One axis is local to both.
            if turned.iter().zip(turns).any(|(a, b)| (a - b).abs() > 1e-3) {
                return Err(MirrorRefusal::Axes(target.as_str().to_owned()));
            }
            *axis = turns;
            sides.input(multiplier);
            bone(sides, driver)?;
            bone(sides, target)
        }
        ControlKind::BoneDriven(BoneDrivenControl { driver, channel: read, from, to, driven }) => {
            channel(sides, driver, read, from)?;
            match driven {
                Driven::Bone { bone: of, channel: written } => {
                    channel(sides, of, written, to)?;
                    bone(sides, of)?;
                }
                Driven::Curve(curve) => *curve = sides.name(curve),
            }
            bone(sides, driver)
        }
        ControlKind::ApplyLimits(ApplyLimitsControl { limits }) => limits.iter_mut().try_for_each(|limit| {
            let axes = axes(&limit.bone, &sides.of_bone(&limit.bone)?.spin())?;
            let (least, most) = (limit.least, limit.most);
            for (at, (from, is_back)) in axes.into_iter().enumerate() {
                (limit.least[at], limit.most[at]) =
                    if is_back { (-most[from], -least[from]) } else { (least[from], most[from]) };
            }
            bone(sides, &mut limit.bone)
        }),
        // Its axes are those of the model, the same ones on either side.
        ControlKind::Spring(SpringControl { bone: of, .. }) => bone(sides, of),
        _ => Err(MirrorRefusal::OneSided),
    }
}

fn bone(sides: &Sides<'_>, bone: &mut BoneKey) -> Refused<()> {
    *bone = sides.bone(bone)?;
    Ok(())
}

/// `end` is what reaches, as it is before it is mirrored.
fn target(sides: &Sides<'_>, target: &mut Target, end: &BoneKey) -> Refused<()> {
    let (space, across) = sides.target_space(&target.space, end)?;
    across.place().inputs(&mut target.at, sides)?;
    target.space = space;
    Ok(())
}

/// What becomes of the turn of what reaches; before its target is mirrored.
fn tip(sides: &Sides<'_>, end: &BoneKey, target: &Target, rotation: &mut EndRotation) -> Refused<()> {
    let EndRotation::Take(by) = rotation else { return Ok(()) };
    replaced(sides, end, &sides.target_space(&target.space, end)?.1, by)
}

/// Degrees that a bone is turned to in a space.
fn replaced(sides: &Sides<'_>, bone: &BoneKey, across: &Across, by: &mut [Input; 3]) -> Refused<()> {
    let numbers = Input::numbers(by).ok_or(MirrorRefusal::Expression)?;
    *by = degrees(sides.turn_of(bone, across, turn(numbers))?);
    Ok(())
}

fn modified(sides: &Sides<'_>, bone: &BoneKey, [moves, turns, scales]: [&mut Modify; 3]) -> Refused<()> {
    let (space, across) = sides.space(&moves.space, bone)?;
    if moves.mode != Mode::Ignore {
        let change = if moves.mode == Mode::Replace { across.place() } else { across.way() };
        change.inputs(&mut moves.by, sides)?;
    }
    moves.space = space;
    let (space, across) = sides.space(&turns.space, bone)?;
    match (turns.mode, Input::numbers(&turns.by)) {
        (Mode::Ignore, _) => {}
        (Mode::Replace, _) => replaced(sides, bone, &across, &mut turns.by)?,
        (Mode::Add, Some(by)) => turns.by = degrees(across.turned(turn(by))),
        (Mode::Add, None) => {
            let change = across.spin();
            // Degrees about one axis after the other: none may take the place of another.
            let stay = change.axes().is_some_and(|axes| axes.iter().enumerate().all(|(at, axis)| axis.0 == at));
            change.inputs(&mut turns.by, sides).ok().filter(|_| stay).ok_or(MirrorRefusal::Expression)?;
        }
    }
    turns.space = space;
    let (space, across) = sides.space(&scales.space, bone)?;
    if scales.mode != Mode::Ignore {
        let own = scales.by.clone();
        for (at, (from, _)) in axes(bone, &across.way())?.into_iter().enumerate() {
            scales.by[at] = own[from].clone();
            sides.input(&mut scales.by[at]);
        }
    }
    scales.space = space;
    Ok(())
}

fn axes(bone: &BoneKey, change: &Change) -> Refused<[(usize, bool); 3]> {
    change.axes().ok_or_else(|| MirrorRefusal::Axes(bone.as_str().to_owned()))
}

/// A channel of a bone, and a range of its numbers.
fn channel(sides: &Sides<'_>, bone: &BoneKey, channel: &mut Channel, range: &mut [f64; 2]) -> Refused<()> {
    let change = match channel {
        Channel::Translation(_) => sides.space(&super::Space::ParentBone, bone)?.1.way(),
        Channel::Rotation(_) => sides.of_bone(bone)?.spin(),
        Channel::Scale(_) => sides.of_bone(bone)?.way(),
    };
    let axes = axes(bone, &change)?;
    let is_scale = matches!(channel, Channel::Scale(_));
    let (Channel::Translation(axis) | Channel::Rotation(axis) | Channel::Scale(axis)) = channel;
    let found = (0..3).find(|at| axes[*at].0 == usize::from(*axis));
    let at = found.ok_or_else(|| MirrorRefusal::Axes(bone.as_str().to_owned()))?;
    *axis = at as u8;
    if axes[at].1 && !is_scale {
        *range = range.map(|number| if number == 0.0 { 0.0 } else { -number });
    }
    Ok(())
}
