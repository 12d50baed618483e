//! A chain that reaches by passes from its end to its root and back, each of which keeps the
//! lengths of its links.

use super::{
    EndTurn, Joint, Reason, Work,
    joint::{are_finite, turn_links},
    turn::{LEAST, angle_between, any_perpendicular, arc, direction, reject},
};
use glam::DVec3;

/// Distance from the line to the target, as a part of the chain's length, below which a joint lies
/// on the line.
const ON_LINE: f64 = 1e-4;
/// Distance, as a part of the chain's length, by which joints on the line to the target are moved
/// aside; otherwise they would fold onto each other.
const ASIDE: f64 = 1e-3;

/// Target and limits of a chain that the FABRIK solver moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FabrikGoal<'a> {
    /// Target of the chain's end, model space, metres.
    pub target: DVec3,
    /// Metres from the target that will do.
    pub precision: f64,
    /// Passes there and back at most; 0 does nothing.
    pub iterations: u32,
    /// Radians that each link turns away from the one before it, the first from where it is; none
    /// at all where empty.
    pub limits: &'a [Option<f64>],
    /// Direction in which a straight chain bends; None picks any perpendicular.
    pub hint: Option<DVec3>,
}

/// Result of solving a chain with FABRIK.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FabrikSolution {
    /// Reason why the solver stopped; `BadInput` if nothing was changed.
    pub reason: Reason,
    /// Passes there and back that were made; 0 where none was needed or allowed.
    pub iterations: u32,
    /// Metres from the end to the target.
    pub error: f64,
    /// The chain was straight and had to be bent first.
    pub nudged: bool,
}

/// Joints from the root to the end. Fewer than two, or numbers that are none, change nothing.
pub fn solve(
    ask: &FabrikGoal<'_>,
    joints: &mut [Joint],
    end: EndTurn,
    work: &mut Work,
) -> FabrikSolution {
    let refused = FabrikSolution {
        reason: Reason::BadInput,
        iterations: 0,
        error: f64::NAN,
        nudged: false,
    };
    let [.., parent, tip] = &*joints else {
        return refused;
    };
    let (parent, tip) = (parent.rotation, tip.rotation);
    if !(are_finite(joints) && ask.target.is_finite() && end.is_finite()) {
        return refused;
    }
    work.take_start(joints);
    let solved = solve_points(ask, work);
    if !work.is_finite() {
        return refused;
    }
    if solved.reason != Reason::NoOp {
        turn_links(joints, &work.points, ask.hint);
        if let [.., turned, last] = joints {
            last.rotation = end.of(tip, parent, turned.rotation);
        }
    }
    solved
}

/// Solves the chain from `work.start` into `work.points`. Contract: two points or more.
pub(super) fn solve_points(ask: &FabrikGoal<'_>, work: &mut Work) -> FabrikSolution {
    let Work {
        start,
        points,
        best,
        lengths,
        ..
    } = work;
    points.clone_from(start);
    lengths.clear();
    lengths.extend(start.windows(2).map(|link| link[1].distance(link[0])));
    let (total, links) = (lengths.iter().sum::<f64>(), lengths.len());
    let error = start[links].distance(ask.target);
    let at_once = |reason, error| FabrikSolution {
        reason,
        iterations: 0,
        error,
        nudged: false,
    };
    if ask.iterations == 0 || total < LEAST {
        return at_once(Reason::NoOp, error);
    }
    if ask.limits.is_empty() && ask.target.distance(start[0]) >= total {
        let along = direction(ask.target - start[0]).unwrap_or_default();
        (0..links).for_each(|at| points[at + 1] = points[at] + along * lengths[at]);
        return at_once(Reason::Straight, points[links].distance(ask.target));
    }
    if error <= ask.precision {
        return at_once(Reason::Reached, error);
    }
    // Where it starts may be where its limits do not let it be.
    let mut least = if ask.limits.is_empty() {
        error
    } else {
        f64::INFINITY
    };
    best.clone_from(start);
    let nudged = nudge(points, ask, total);
    for iterations in 1..=ask.iterations {
        pass_back(ask, start, lengths, points);
        pass_forth(ask, start, lengths, points);
        let error = points[links].distance(ask.target);
        if error <= ask.precision {
            return FabrikSolution {
                reason: Reason::Reached,
                iterations,
                error,
                nudged,
            };
        }
        if error < least {
            best.clone_from(points);
            least = error;
        }
    }
    points.clone_from(best);
    let error = points[links].distance(ask.target);
    FabrikSolution {
        reason: Reason::Unconverged,
        iterations: ask.iterations,
        error,
        nudged,
    }
}

/// Moves the joints between the ends of a chain aside that lies on the line to its target.
fn nudge(points: &mut [DVec3], ask: &FabrikGoal<'_>, total: f64) -> bool {
    let (root, last) = (points[0], points.len() - 1);
    let towards = if ask.target.distance(root) >= LEAST {
        ask.target
    } else {
        points[last]
    };
    let Some(line) = direction(towards - root).filter(|_| last > 1) else {
        return false;
    };
    if points[1..]
        .iter()
        .any(|place| reject(*place - root, line).length() > ON_LINE * total)
    {
        return false;
    }
    let hinted = ask
        .hint
        .map(|hint| reject(hint, line))
        .filter(|side| side.length() > LEAST);
    let side = hinted
        .and_then(direction)
        .unwrap_or_else(|| any_perpendicular(line));
    points[1..last]
        .iter_mut()
        .for_each(|place| *place += side * (ASIDE * total));
    true
}

/// Direction of a link in the start pose.
fn first(start: &[DVec3], at: usize) -> DVec3 {
    direction(start[at + 1] - start[at]).unwrap_or_default()
}

/// Places the joints from the target to the root. Joints on one point take the direction of the
/// link before.
fn pass_back(ask: &FabrikGoal<'_>, start: &[DVec3], lengths: &[f64], points: &mut [DVec3]) {
    points[lengths.len()] = ask.target;
    let mut last = None;
    for at in (0..lengths.len()).rev() {
        let way = direction(points[at] - points[at + 1])
            .or(last)
            .unwrap_or_else(|| -first(start, at));
        points[at] = points[at + 1] + way * lengths[at];
        last = Some(way);
    }
}

/// Places the joints from the root to the end, within the limits.
fn pass_forth(ask: &FabrikGoal<'_>, start: &[DVec3], lengths: &[f64], points: &mut [DVec3]) {
    points[0] = start[0];
    let mut last = None;
    for at in 0..lengths.len() {
        let mut way = direction(points[at + 1] - points[at])
            .or(last)
            .unwrap_or_else(|| first(start, at));
        if let Some(most) = ask.limits.get(at).copied().flatten() {
            way = into_cone(way, last.unwrap_or_else(|| first(start, 0)), most);
        }
        points[at + 1] = points[at] + way * lengths[at];
        last = Some(way);
    }
}

/// Direction nearest to `way` that is within `most` radians of `axis`.
fn into_cone(way: DVec3, axis: DVec3, most: f64) -> DVec3 {
    let angle = angle_between(axis, way);
    let is_there = way != DVec3::ZERO && axis != DVec3::ZERO;
    if is_there && angle > most {
        arc(axis, way, most / angle, DVec3::ZERO)
    } else {
        way
    }
}
