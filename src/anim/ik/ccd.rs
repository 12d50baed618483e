//! A chain that reaches by turning one joint after the other, each so that the end points at the
//! target from it.

use super::{
    EndTurn, Joint, Reason, Work,
    joint::are_finite,
    turn::{axis_angle, direction, normalized, part_of, turn_vector},
};
use crate::float::Extreme;
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// Sine of an angle that is none.
const NO_TURN: f64 = 1e-9;

/// Order in which the joints of a chain turn within one round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Joints near the end turn most.
    #[default]
    TipToRoot,
    /// Joints near the root turn most.
    RootToTip,
}

/// Target and limits of a chain that the CCD solver turns. Limits are in radians, one for each
/// joint from the root to the parent of the end; an empty list means no limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ask<'a> {
    /// Target of the chain's end, model space, metres.
    pub target: DVec3,
    /// Metres from the target that will do.
    pub precision: f64,
    /// Rounds at most; 0 does nothing.
    pub iterations: u32,
    /// Maximum turn of any joint in a round, radians; None is no limit.
    pub order: Order,
    /// Most that any joint turns in a round, radians; None is no limit.
    pub most_step: Option<f64>,
    /// Most that each joint turns in a round, radians.
    pub steps: &'a [Option<f64>],
    /// Most that each joint is turned from its own rotation to its parent, radians.
    pub totals: &'a [Option<f64>],
}

/// Result of solving a chain with CCD.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    /// Reason why the solver stopped; `BadInput` if nothing was changed.
    pub reason: Reason,
    /// Rounds that were made; 0 where none was needed or allowed.
    pub iterations: u32,
    /// Metres from the end to the target.
    pub error: f64,
}

/// Joints from the root to the end. Fewer than two, or numbers that are none, change nothing.
pub fn solve(ask: &Ask<'_>, joints: &mut [Joint], end: EndTurn, work: &mut Work) -> Solved {
    let refused = Solved {
        reason: Reason::BadInput,
        iterations: 0,
        error: f64::NAN,
    };
    let links = joints.len().saturating_sub(1);
    if links == 0 || !(are_finite(joints) && ask.target.is_finite() && end.is_finite()) {
        return refused;
    }
    work.take_start(joints);
    work.points.clone_from(&work.start);
    work.turns.clear();
    work.turns.resize(links, DQuat::IDENTITY);
    let (reason, iterations) = turn_around(ask, work);
    if !(work.is_finite() && work.turns.iter().all(|turn| turn.is_finite())) {
        return refused;
    }
    let (parent, tip) = (joints[links - 1].rotation, joints[links].rotation);
    for (joint, turn) in joints.iter_mut().zip(&work.turns) {
        joint.rotation = normalized(*turn * joint.rotation);
    }
    joints
        .iter_mut()
        .zip(&work.points)
        .for_each(|(joint, place)| joint.place = *place);
    if reason != Reason::NoOp {
        joints[links].rotation = end.of(tip, parent, joints[links - 1].rotation);
    }
    Solved {
        reason,
        iterations,
        error: work.points[links].distance(ask.target),
    }
}

fn turn_around(ask: &Ask<'_>, work: &mut Work) -> (Reason, u32) {
    let links = work.turns.len();
    if ask.iterations == 0 {
        return (Reason::NoOp, 0);
    }
    let is_there = |work: &Work| work.points[links].distance(ask.target) <= ask.precision;
    if is_there(work) {
        return (Reason::Reached, 0);
    }
    for iteration in 1..=ask.iterations {
        for nth in 0..links {
            let at = match ask.order {
                Order::TipToRoot => links - 1 - nth,
                Order::RootToTip => nth,
            };
            turn_joint(ask, work, at);
        }
        if is_there(work) {
            return (Reason::Reached, iteration);
        }
    }
    (Reason::Unconverged, ask.iterations)
}

fn turn_joint(ask: &Ask<'_>, work: &mut Work, at: usize) {
    let Work { points, turns, .. } = work;
    let pivot = points[at];
    let tip = points[turns.len()];
    let Some((here, there)) = direction(tip - pivot).zip(direction(ask.target - pivot)) else {
        return;
    };
    let axis = here.cross(there);
    let sine = axis.length();
    if sine < NO_TURN {
        return;
    }
    let bounds = [ask.most_step, ask.steps.get(at).copied().flatten()];
    let angle = bounds
        .into_iter()
        .flatten()
        .fold(libm::atan2(sine, here.dot(there)), Extreme::lower);
    let mut turn = axis_angle(axis / sine, angle);
    if let Some(most) = ask.totals.get(at).copied().flatten() {
        let parent = if at == 0 {
            DQuat::IDENTITY
        } else {
            turns[at - 1]
        };
        let own = parent.conjugate() * turn * turns[at];
        let angle = turn_vector(own).length();
        if angle > most {
            turn = parent * part_of(own, most / angle) * turns[at].conjugate();
        }
    }
    let turn = normalized(turn);
    points[at + 1..]
        .iter_mut()
        .for_each(|place| *place = pivot + turn * (*place - pivot));
    turns[at..]
        .iter_mut()
        .for_each(|change| *change = normalized(turn * *change));
}
