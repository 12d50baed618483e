//! The way of a split, warped.

use super::{
    Breach, Method, Modifier, Root, Split, Window,
    modifier::{Activation, Ways},
};
use crate::{
    ik::turn::{LEAST, direction},
    warp::Rigid,
};
use glam::DVec3;

/// Metres of a whole window below which the animation stands.
pub(super) const STANDING: f64 = 0.01;
/// Fraction of the whole path below which the remaining fraction is no longer known.
const LEAST_PROGRESS: f64 = 0.02;
/// Length of an axis's path up to which the axis counts as not moving, metres.
const AXIS_STANDS: f64 = 1e-9;
/// Metres and radians that no one can see, but that rounding leaves where nothing is to be made up
/// for.
pub(super) const NOTHING: f64 = 1e-9;

impl Modifier {
    pub(super) fn translation(
        &mut self,
        window: &Window,
        split: &Split<'_>,
        ways: &Ways,
        goal: &Rigid,
    ) -> DVec3 {
        let Some(activation) = &self.activation.clone() else {
            return ways.own.translation;
        };
        let (own, rest) = (ways.own.translation, ways.rest.translation);
        let is_last = split.to == window.end;
        let method = match window.modifier {
            Method::Scale => return window.scale * own,
            Method::Simple | Method::Adjust if split.root.is_absent() => Method::Skew,
            method => method,
        };
        let wanted = wanted(window, &split.actor, goal.translation, rest);
        let linear = if is_last {
            1.0
        } else {
            (split.to - split.from) / (window.end - split.from)
        };
        let warped = match method {
            Method::Simple => simple_step(own, rest, wanted, linear, window.ignore_up),
            Method::Adjust => adjust(window, split, [own, rest, wanted], linear),
            Method::Precomputed => self.follow_path(window, split, activation, goal),
            Method::Skew | Method::Scale => {
                let axis = axis_at(split.root, activation, split.from);
                let factor = if is_last {
                    Some(1.0)
                } else {
                    by_time(window, split, activation, axis.dot(rest))
                };
                skew_step(own, rest, wanted, axis, factor)
            }
        };
        let most = window.speed_clamp * own.length();
        if window.speed_clamp > 0.0 && warped.length() > most {
            self.broken.insert(Breach::SpeedClamp);
            return direction(warped).unwrap_or(DVec3::ZERO) * most;
        }
        warped
    }
}

/// Position of the actor when `window` closes, world space: at `goal`, or as near as the window
/// allows by then.
pub(super) fn place_at_end(window: &Window, split: &Split<'_>, rest: DVec3, goal: &Rigid) -> DVec3 {
    let actor = &split.actor;
    if window.modifier == Method::Scale {
        return actor.translation + actor.rotation * (window.scale * rest);
    }
    let way = goal.translation - actor.translation;
    let most = window.speed_clamp * rest.length();
    let is_near = window.speed_clamp <= 0.0 || way.length() <= most;
    if is_near {
        goal.translation
    } else {
        actor.translation + direction(way).unwrap_or(DVec3::ZERO) * most
    }
}

/// Motion to the position `to`, in the frame of the actor.
pub(super) fn wanted(window: &Window, actor: &Rigid, to: DVec3, rest: DVec3) -> DVec3 {
    let mut wanted = actor.rotation.conjugate() * (to - actor.translation);
    if window.ignore_up {
        wanted.y = rest.y;
    }
    if wanted.abs_diff_eq(rest, NOTHING) {
        rest
    } else {
        wanted
    }
}

/// Axis of the whole window's motion, in the frame of the root at `time`; zero without root motion.
fn axis_at(root: &dyn Root, activation: &Activation, time: f64) -> DVec3 {
    if root.is_absent() {
        DVec3::ZERO
    } else {
        root.at(time).rotation.conjugate() * activation.axis
    }
}

/// The part of a split by time, where the animation does not go on in its direction.
fn by_time(
    window: &Window,
    split: &Split<'_>,
    activation: &Activation,
    progress: f64,
) -> Option<f64> {
    let has_stopped = progress.abs() < LEAST_PROGRESS * activation.total;
    let stands = split.root.is_absent() || activation.total < STANDING || has_stopped;
    stands.then(|| time_part(window, activation.time, split.from, split.to))
}

/// Fraction of the remaining eased time that passes from `from` to `to`.
pub(super) fn time_part(window: &Window, begin: f64, from: f64, to: f64) -> f64 {
    let eased = |time: f64| {
        f64::from(
            window
                .easing
                .apply(((time - begin) / (window.end - begin)) as f32),
        )
    };
    let (from, to) = (eased(from), eased(to));
    if from < 1.0 {
        (to - from) / (1.0 - from)
    } else {
        1.0
    }
}

/// Motion of the one step that brings the rest of the path to `wanted`, and leaves motion across
/// the axis unchanged.
pub(super) fn skew_step(
    own: DVec3,
    rest: DVec3,
    wanted: DVec3,
    axis: DVec3,
    factor: Option<f64>,
) -> DVec3 {
    own + (wanted - rest) * factor.unwrap_or_else(|| axis.dot(own) / axis.dot(rest))
}

pub(super) fn simple_step(
    own: DVec3,
    rest: DVec3,
    wanted: DVec3,
    linear: f64,
    keeps_up: bool,
) -> DVec3 {
    let flat = libm::hypot(rest.x, rest.z);
    let part = if flat < LEAST {
        linear
    } else {
        libm::hypot(own.x, own.z) / flat
    };
    let up = if keeps_up {
        own.y
    } else if rest.y.abs() < LEAST {
        wanted.y * linear
    } else {
        own.y * wanted.y / rest.y
    };
    DVec3::new(wanted.x * part, up, wanted.z * part)
}

/// `ways` are those of the split, to the window's end, and to the target.
fn adjust(
    window: &Window,
    split: &Split<'_>,
    [own, rest, wanted]: [DVec3; 3],
    linear: f64,
) -> DVec3 {
    let frame = split.root.at(split.from).rotation.conjugate();
    let part = split.root.variation(split.from, split.to, frame);
    let whole = split.root.variation(split.from, window.end, frame);
    let share = |part: f64, whole: f64| {
        if split.to == window.end {
            1.0
        } else if whole > AXIS_STANDS {
            part / whole
        } else {
            linear
        }
    };
    own + (wanted - rest)
        * DVec3::new(
            share(part.x, whole.x),
            share(part.y, whole.y),
            share(part.z, whole.z),
        )
}
