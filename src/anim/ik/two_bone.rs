//! Two bones that reach for a target: an arm or a leg bends in the plane of its pole.
//!
//! Solved in model space and double precision, from the lengths of the pose at hand. The pole fixes
//! the plane and the side of the bend, not the place of the joint.

#[cfg(test)]
mod tests;

use super::{EndTurn, Joint, Reason, joint::are_finite, turn};
use crate::{Pose, Skeleton, float::Extreme, pose::local_to_model_below};
use glam::{Affine3A, DQuat, DVec3, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// Metres below which there is no length and no direction.
const TINY: f64 = 1e-4;

/// Joints in model space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limb {
    /// Start of the upper bone, model space, metres; a solve does not move this joint.
    pub root: DVec3,
    /// Joint between the upper and the lower bone, model space, metres.
    pub middle: DVec3,
    /// End of the lower bone, which reaches for the target, model space, metres.
    pub end: DVec3,
}

/// Limits on how far bones may lengthen to reach a target. Both bones lengthen by the same factor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stretch {
    /// Part of the limb's length from which it lengthens, 0 to `most`.
    pub start: f64,
    /// The largest factor, 1 or more.
    pub most: f64,
}

/// Treatment of a target that is too near for the limb to fold to, because one bone is longer than
/// the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TooClose {
    /// The end stays as near as it gets.
    #[default]
    KeepLengths,
    /// The end is on the target, and the lower bone no longer as long as it was.
    Reach,
}

/// Target and limits of a limb of two bones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimbGoal {
    /// Target of the limb's end, model space, metres.
    pub target: DVec3,
    /// Limits on how far both bones may lengthen; None keeps their lengths.
    pub stretch: Option<Stretch>,
    /// Treatment of a target that is too near for the limb to fold to.
    pub too_close: TooClose,
    /// Earlier offset of the target from the root, whose direction counts while the target is on
    /// the root; None uses the direction of the limb's end.
    pub previous: Option<DVec3>,
}

impl LimbGoal {
    /// The goal to reach a target without stretching, keeping lengths where it is too close.
    pub fn of(target: DVec3) -> Self {
        Self {
            target,
            stretch: None,
            too_close: TooClose::KeepLengths,
            previous: None,
        }
    }
}

/// Result of solving a limb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimbSolution {
    /// Solved joints of the limb; the unchanged limb if nothing could be solved.
    pub limb: Limb,
    /// Factor by which both bones are lengthened, 1 for not at all.
    pub stretch: f64,
    /// Unit: the side that it bends to.
    pub side: DVec3,
    /// Reason for the limb's final state; `BadInput` and `DegenerateLimb` change nothing.
    pub reason: Reason,
}

/// Solves a limb and returns it with its middle and end moved. Bone lengths are kept, except as far
/// as `stretch` allows. The limb points at a target out of reach and keeps away from a target that
/// is too close. A limb with a bone of no length stays as it is, and so does a limb whose target is
/// not finite.
pub fn solve(limb: &Limb, target: DVec3, pole: DVec3, stretch: Option<Stretch>) -> Limb {
    solve_to(
        limb,
        &LimbGoal {
            stretch,
            ..LimbGoal::of(target)
        },
        pole,
    )
    .limb
}

/// Solves a limb in the same manner as [`solve`], and also returns the reason for the result.
pub fn solve_to(limb: &Limb, ask: &LimbGoal, pole: DVec3) -> LimbSolution {
    if !pole.is_finite() {
        return kept(limb, Reason::BadInput);
    }
    solve_by(limb, ask, |along| bend(limb, along, pole))
}

fn kept(limb: &Limb, reason: Reason) -> LimbSolution {
    LimbSolution {
        limb: *limb,
        stretch: 1.0,
        side: DVec3::ZERO,
        reason,
    }
}

/// Solves a limb in the same manner as [`solve_to`], with the bend direction that `bend` returns
/// for the direction to the target. A target on the root is treated as a target a little away from
/// the root.
pub fn solve_by(limb: &Limb, ask: &LimbGoal, bend: impl FnOnce(DVec3) -> DVec3) -> LimbSolution {
    let (mut upper, mut lower) = (
        limb.middle.distance(limb.root),
        limb.end.distance(limb.middle),
    );
    let is_finite = [limb.root, limb.middle, limb.end, ask.target]
        .iter()
        .all(|place| place.is_finite());
    if !(is_finite && upper.is_finite() && lower.is_finite()) {
        return kept(limb, Reason::BadInput);
    }
    if upper < TINY || lower < TINY {
        return kept(limb, Reason::DegenerateLimb);
    }
    let towards = ask.target - limb.root;
    let (mut distance, mut reason) = (towards.length(), Reason::Reached);
    let along = direction(towards).unwrap_or_else(|| {
        (distance, reason) = (TINY, Reason::AtRoot);
        let previous = ask.previous.and_then(turn::direction);
        previous
            .or_else(|| direction(limb.end - limb.root))
            .unwrap_or(DVec3::X)
    });
    let side = bend(along);
    let stretch = ask
        .stretch
        .map_or(1.0, |stretch| stretch.factor(distance / (upper + lower)));
    (upper, lower) = (upper * stretch, lower * stretch);
    let at = |middle: DVec3, distance: f64, reason| {
        let limb = Limb {
            root: limb.root,
            middle: limb.root + middle,
            end: limb.root + along * distance,
        };
        LimbSolution {
            limb,
            stretch,
            side,
            reason,
        }
    };
    if distance >= upper + lower {
        return at(along * upper, upper + lower, Reason::Straight);
    }
    let least = (upper - lower).abs();
    if distance < least {
        reason = Reason::TooClose;
        distance = if ask.too_close == TooClose::Reach {
            distance
        } else {
            least
        };
    }
    let cosine = ((upper * upper + distance * distance - lower * lower) / (2.0 * upper * distance))
        .clamp(-1.0, 1.0);
    let across = side * (upper * (1.0 - cosine * cosine).higher(0.0).sqrt());
    at(along * (upper * cosine) + across, distance, reason)
}

/// Rotation settings for the bones of a limb when the limb is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turns {
    /// Rotation of the bone at the end of the limb.
    pub end: EndTurn,
    /// Local to the upper and the lower bone, which do not turn about it; None lets them.
    pub twist_axis: Option<DVec3>,
}

/// Moves the bones of a limb: root, middle, end.
pub fn turn_limb(
    joints: &mut [Joint; 3],
    ask: &LimbGoal,
    pole: DVec3,
    turns: &Turns,
) -> LimbSolution {
    let before = *joints;
    let [root, middle, end] = before.map(|joint| joint.place);
    let limb = Limb { root, middle, end };
    if !(are_finite(joints) && turns.end.is_finite()) {
        return kept(&limb, Reason::BadInput);
    }
    let solved = solve_to(&limb, ask, pole);
    if !(solved.limb.middle.is_finite() && solved.limb.end.is_finite()) {
        return kept(&limb, Reason::BadInput);
    }
    if matches!(solved.reason, Reason::BadInput | Reason::DegenerateLimb) {
        return solved;
    }
    let after = solved.limb;
    // Asked for where a bone turns right round, which few do.
    let hint = || turn::direction(after.end - root).map(|along| along.cross(solved.side));
    let turned = |(old, new): (DVec3, DVec3), rotation: DQuat| {
        let mut change = turn::between(old, new, hint);
        if let Some(axis) = turns.twist_axis.and_then(turn::direction) {
            change *= turn::twist(change, rotation * axis).conjugate();
        }
        turn::normalized(change * rotation)
    };
    let [upper, lower, tip] = before.map(|joint| joint.rotation);
    let upper = turned((middle - root, after.middle - root), upper);
    let turned = turned((end - middle, after.end - after.middle), lower);
    let tip = turns.end.of(tip, lower, turned);
    *joints = [(root, upper), (after.middle, turned), (after.end, tip)]
        .map(|(place, rotation)| Joint { place, rotation });
    solved
}

impl Stretch {
    /// `ratio` is the target's distance over the limb's length.
    fn factor(&self, ratio: f64) -> f64 {
        let room = self.most - self.start;
        if room < TINY {
            1.0
        } else {
            1.0 + (self.most - 1.0) * ((ratio - self.start) / room).clamp(0.0, 1.0)
        }
    }
}

fn direction(v: DVec3) -> Option<DVec3> {
    let length = v.length();
    (length >= TINY).then(|| v / length)
}

/// Unit, at a right angle to `along`: towards the pole, else where the middle is, else anywhere. A
/// pole on the root is above it.
pub fn bend(limb: &Limb, along: DVec3, pole: DVec3) -> DVec3 {
    let off_line = |v: DVec3| direction(v - along * v.dot(along));
    let towards = pole - limb.root;
    let side = if towards.length_squared() < TINY * TINY {
        off_line(DVec3::Y).or_else(|| off_line(DVec3::Z))
    } else {
        off_line(towards).or_else(|| {
            let line = turn::direction(limb.end - limb.root).unwrap_or_default();
            direction(turn::reject(limb.middle - limb.root, line)).and_then(off_line)
        })
    };
    side.unwrap_or_else(|| turn::any_perpendicular(along))
}

/// Bones of a limb, from the root to the end; each the parent of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimbBones {
    /// Index of the bone that begins the limb.
    pub root: usize,
    /// Index of the bone at the bend.
    pub middle: usize,
    /// Index of the bone that reaches for the target.
    pub end: usize,
}

/// Turns a limb of a pose so that its end reaches for `target`, and brings the matrices of
/// everything below its root up to date. `models` are the pose's matrices; target and pole are in
/// model space, metres. The end bone keeps its rotation to its parent. Bones that are not parent
/// and child in turn change nothing.
pub fn apply(
    skeleton: &Skeleton,
    bones: LimbBones,
    target: Vec3,
    pole: Vec3,
    pose: &mut Pose,
    models: &mut [Affine3A],
) {
    if models.len() != skeleton.len() || bones.end >= skeleton.len() {
        return;
    }
    let is_limb = |parent: usize, child: usize| skeleton.parent(child) == Some(parent);
    // From the end up: so each is known to be there.
    if !(is_limb(bones.middle, bones.end) && is_limb(bones.root, bones.middle)) {
        return;
    }
    let at = |bone: usize| Vec3::from(models[bone].translation).as_dvec3();
    let before = Limb {
        root: at(bones.root),
        middle: at(bones.middle),
        end: at(bones.end),
    };
    let after = solve(&before, target.as_dvec3(), pole.as_dvec3(), None);
    let upper = turn::between(
        before.middle - before.root,
        after.middle - after.root,
        || None,
    );
    let lower = turn::between(before.end - before.middle, after.end - after.middle, || {
        None
    });
    // A turn in model space, as the bone's parent sees it.
    turn(
        pose,
        bones.root,
        skeleton.parent(bones.root).map(|parent| &models[parent]),
        upper,
    );
    turn(
        pose,
        bones.middle,
        Some(&models[bones.root]),
        upper.conjugate() * lower,
    );
    local_to_model_below(skeleton, pose, bones.root, models);
}

fn turn(pose: &mut Pose, bone: usize, parent: Option<&Affine3A>, rotation: DQuat) {
    let axis = Vec3::new(rotation.x as f32, rotation.y as f32, rotation.z as f32);
    let seen = parent.map_or(axis, |parent| {
        let m = &parent.matrix3;
        let unit = |column: glam::Vec3A| Vec3::from(column).normalize_or_zero();
        Vec3::new(
            unit(m.x_axis).dot(axis),
            unit(m.y_axis).dot(axis),
            unit(m.z_axis).dot(axis),
        )
    });
    let rotation = Quat::from_xyzw(seen.x, seen.y, seen.z, rotation.w as f32);
    let turned = (rotation * pose.rotation(bone)).normalize();
    if turned.is_finite() {
        pose.set_rotation(bone, turned);
    }
}
