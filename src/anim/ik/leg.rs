//! A leg that brings its foot to where it is asked for: held short of its full length, bent as its
//! knee allows.

use super::{
    Joint, Reason, Work, fabrik,
    joint::{are_finite, turn_links},
    turn::{LEAST, any_perpendicular, axis_angle, direction, from_to, reject, signed_angle},
    two_bone,
};
use crate::float::Extreme;
use glam::{DQuat, DVec3};
use std::f64::consts::PI;

/// Metres that a leg may fall short of its target without a report.
const SHORT: f64 = 1e-9;

/// Bend and reach settings of a leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// Unit, local to the second joint: a positive turn of the shin about it bends the knee. None
    /// bends where the pose has the knee.
    pub hinge: Option<DVec3>,
    /// Radians in the knee that it folds to at most.
    pub least_angle: f64,
    /// Part of the full length from which on the foot is held back; 1 is off.
    pub soft: f64,
    /// Share of the soft hold-back that is applied, 0 to 1.
    pub soft_alpha: f64,
    /// Metres from the target that will do, for legs of more than two links.
    pub precision: f64,
    /// Passes at most, for legs of more than two links.
    pub iterations: u32,
    /// Unit, local to the foot: the knee turns with it about the line from the hip to the foot.
    pub knee_follows: Option<DVec3>,
}

/// Result of solving a leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LegSolution {
    /// Reason for the leg's final state; `BadInput` and `DegenerateLimb` change nothing.
    pub reason: Reason,
    /// Metres from the hip that the solver was asked for; None where it was not.
    pub reach: Option<f64>,
}

/// The distance to ask for when the target is `distance` away from a leg of this length: it never
/// gets there.
pub fn soft_distance(distance: f64, length: f64, part: f64) -> f64 {
    let start = part * length;
    let room = length - start;
    if distance <= start || room < 1e-9 {
        return distance;
    }
    start + room * (1.0 - libm::exp(-(distance - start) / room))
}

/// Reach of a leg towards its target, from the hip.
struct LegReach {
    hip: DVec3,
    /// Unit, to the foot.
    along: DVec3,
    /// Unit, across the leg: the knee bends in the plane at a right angle to it.
    normal: Option<DVec3>,
    /// Offset of the knee from the line to the foot.
    knee: DVec3,
    reach: f64,
}

/// Joints from the hip to the foot, two links or more, and the foot as it is to be. A leg without
/// length, or numbers that are none, change nothing.
pub fn solve(leg: &Leg, joints: &mut [Joint], foot: &Joint, work: &mut Work) -> LegSolution {
    let kept = |reason| LegSolution {
        reason,
        reach: None,
    };
    if joints.len() < 3 || !(are_finite(joints) && foot.is_finite()) {
        return kept(Reason::BadInput);
    }
    work.take_start(joints);
    work.lengths.clear();
    work.lengths
        .extend(work.start.windows(2).map(|link| link[1].distance(link[0])));
    let (links, length) = (work.lengths.len(), work.lengths.iter().sum::<f64>());
    let is_short = links == 2 && work.lengths.iter().any(|length| *length < LEAST);
    if is_short || length < LEAST {
        return kept(Reason::DegenerateLimb);
    }
    let (mut way, turn, distance) = orient(leg, joints, foot, length);
    // What is solved is solved of the turned leg, without the leg being changed before the end.
    work.start
        .iter_mut()
        .for_each(|place| *place = way.hip + turn * (*place - way.hip));
    let mut reason = if distance - way.reach > SHORT {
        Reason::Soft
    } else {
        Reason::Reached
    };
    let solved = if links == 2 {
        solve_two(leg, &mut way, work)
    } else {
        solve_more(leg, &way, work)
    };
    reason = solved.unwrap_or(reason);
    if !(work.is_finite() && way.reach.is_finite()) {
        return kept(Reason::BadInput);
    }
    let hip = way.hip;
    joints
        .iter_mut()
        .for_each(|joint| *joint = joint.about(hip, turn));
    let carried = joints[links].rotation;
    turn_links(joints, &work.points, way.normal);
    if let Some(angle) = knee_angle(leg, joints, carried, foot) {
        let along = direction(joints[links].place - hip).unwrap_or(way.along);
        joints
            .iter_mut()
            .for_each(|joint| *joint = joint.about(hip, axis_angle(along, angle)));
    }
    joints[links].rotation = foot.rotation;
    LegSolution {
        reason,
        reach: Some(way.reach),
    }
}

/// Reach of the leg towards `foot`, the turn of the whole leg to that direction, and the distance
/// from the hip to `foot`.
fn orient(leg: &Leg, joints: &[Joint], foot: &Joint, length: f64) -> (LegReach, DQuat, f64) {
    let hip = joints[0].place;
    let hinge = leg.hinge.map(|axis| joints[1].rotation * axis);
    let was = direction(joints[joints.len() - 1].place - hip);
    let distance = foot.place.distance(hip);
    let towards = direction(foot.place - hip).filter(|_| distance >= LEAST);
    let along = towards.or(was).unwrap_or(DVec3::X);
    let turn = was.map_or(DQuat::IDENTITY, |was| from_to(was, along, hinge));
    let across = hinge
        .map(|hinge| reject(turn * hinge, along))
        .filter(|across| across.length() > LEAST);
    let soft = soft_distance(distance, length, leg.soft);
    let reach = distance + (soft - distance) * leg.soft_alpha.clamp(0.0, 1.0);
    let knee = reject(turn * (joints[1].place - hip), along);
    (
        LegReach {
            hip,
            along,
            normal: across.and_then(direction),
            knee,
            reach,
        },
        turn,
        distance,
    )
}

impl LegReach {
    fn has_knee(&self) -> bool {
        self.knee.length() > LEAST
    }

    /// Unit, where the knee bends to: in the plane of the hinge, on the side that it is.
    fn bend(&self) -> DVec3 {
        match self.normal {
            Some(normal) => {
                let side = self.along.cross(normal);
                if self.has_knee() && side.dot(self.knee) < 0.0 {
                    -side
                } else {
                    side
                }
            }
            None => direction(self.knee)
                .filter(|_| self.has_knee())
                .unwrap_or_else(|| any_perpendicular(self.along)),
        }
    }

    fn target(&self) -> DVec3 {
        self.hip + self.along * self.reach
    }
}

/// Solves a leg of two links. Returns the reason to report in place of the known one, if there is
/// another.
fn solve_two(leg: &Leg, way: &mut LegReach, work: &mut Work) -> Option<Reason> {
    let (a, b) = (work.lengths[0], work.lengths[1]);
    let least = (a * a + b * b - 2.0 * a * b * libm::cos(leg.least_angle))
        .higher(0.0)
        .sqrt();
    let mut told = None;
    if way.reach < least {
        (way.reach, told) = (least, Some(Reason::HingeLimit));
    }
    let limb = two_bone::Limb {
        root: work.start[0],
        middle: work.start[1],
        end: work.start[2],
    };
    let ask = two_bone::LimbGoal {
        previous: Some(way.along),
        ..two_bone::LimbGoal::of(way.target())
    };
    let bend = way.bend();
    let solved = two_bone::solve_by(&limb, &ask, |_| bend);
    work.points.clear();
    work.points
        .extend([way.hip, solved.limb.middle, solved.limb.end]);
    match solved.reason {
        Reason::Straight => Some(Reason::Straight),
        Reason::TooClose => Some(Reason::HingeLimit),
        _ => told,
    }
}

fn solve_more(leg: &Leg, way: &LegReach, work: &mut Work) -> Option<Reason> {
    if let Some(normal) = way.normal {
        flatten(way, normal, work);
    }
    // Of the buffers, for what is solved writes to them all.
    let mut limits = std::mem::take(&mut work.limits);
    limits.clear();
    if leg.least_angle > 0.0 {
        limits.extend((0..work.lengths.len()).map(|at| (at > 0).then_some(PI - leg.least_angle)));
    }
    let hint = way.normal.map(|_| way.bend());
    let (precision, iterations) = (leg.precision, leg.iterations);
    let ask = fabrik::FabrikGoal {
        target: way.target(),
        precision,
        iterations,
        limits: &limits,
        hint,
    };
    let solved = fabrik::solve_points(&ask, work);
    work.limits = limits;
    matches!(
        solved.reason,
        Reason::Straight | Reason::Unconverged | Reason::NoOp
    )
    .then_some(solved.reason)
}

/// Brings the joints into the plane of the hinge; the links keep their lengths.
fn flatten(way: &LegReach, normal: DVec3, work: &mut Work) {
    let Work {
        start,
        best,
        lengths,
        ..
    } = work;
    best.clear();
    best.extend(
        start
            .iter()
            .map(|place| way.hip + reject(*place - way.hip, normal)),
    );
    for at in 0..lengths.len() {
        let along = direction(best[at + 1] - best[at]).unwrap_or(way.along);
        start[at + 1] = start[at] + along * lengths[at];
    }
}

/// Angle about the line to the foot, radians, from where the leg carried the foot's forward axis to
/// where `foot` points.
fn knee_angle(leg: &Leg, joints: &[Joint], carried: DQuat, foot: &Joint) -> Option<f64> {
    let (forward, last) = (leg.knee_follows?, joints.len() - 1);
    let along = direction(joints[last].place - joints[0].place)?;
    signed_angle(carried * forward, foot.rotation * forward, along)
}
