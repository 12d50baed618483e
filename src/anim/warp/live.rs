//! Motion warping of one timeline that plays, from tick to tick.

use super::{
    Rigid, Windows,
    motion::{Breach, End, Report, Root, Split, Warping, Why, next_split, snapped},
};
use crate::{
    Event,
    event::{EventReason, Phase, Warped},
    instance::WarpTargets,
};
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// A timeline that goes on this much elsewhere than it stopped was moved, in seconds.
const MOVED: f64 = 1e-5;
/// Both ends of a split and of a window.
const REMEMBERED: usize = 4;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct LiveWarps {
    warping: Warping,
    /// Time at which the last path ended, seconds; None before the first path.
    left: Option<f64>,
    #[serde(skip)]
    known: RootCache,
}

/// Inputs of a path in addition to the windows.
pub(crate) struct WarpStepContext<'a> {
    /// Root motion of the timeline.
    pub root: &'a dyn Root,
    /// Seconds on the timeline.
    pub from: f64,
    /// Time at the end of the path, seconds on the timeline.
    pub to: f64,
    /// Position and rotation of the actor at the start, world space.
    pub actor: Rigid,
    /// Weight of the timeline's motion; the actor arrives where the motion with this weight leads.
    pub weight: f64,
    /// Positions and rotations of the warp targets, world space.
    pub targets: &'a WarpTargets,
}

impl LiveWarps {
    /// Whether the path from `from` to `to` meets a window or a window is open; if not, the
    /// authored motion is unchanged.
    pub(crate) fn is_met(&self, windows: &Windows, from: f64, to: f64) -> bool {
        !windows.is_empty() && (self.is_live() || windows.is_met(from, to))
    }

    fn is_live(&self) -> bool {
        (0..self.warping.len()).any(|window| self.warping.modifier(window).is_some())
    }

    /// Motion of the path, in the frame of the actor at the path's start. `tell` gets the window,
    /// the report and the time on the timeline.
    pub(crate) fn travel(
        &mut self,
        windows: &Windows,
        way: &WarpStepContext<'_>,
        mut tell: impl FnMut(usize, Report, f64),
    ) -> Rigid {
        let Self {
            warping,
            left,
            known,
        } = self;
        let way = &WarpStepContext {
            root: &CachedRoot {
                root: way.root,
                known: RefCell::new(known),
            },
            ..*way
        };
        if warping.len() != windows.windows().len() {
            *warping = Warping::new(windows.windows().len());
        }
        let (all, of) = (windows.windows(), windows.of());
        let (from, to) = (snapped(all, way.from), snapped(all, way.to));
        if left.is_some_and(|left| (left - way.from).abs() > MOVED) {
            warping.jump(all, way.root, from, |at, report| tell(at, report, from));
        }
        *left = Some(way.to);
        if to <= from {
            return way.root.delta(from, to);
        }
        let target = |at: usize| {
            let place = way.targets.get(of[at].target).ok_or(Why::TargetMissing)?;
            Ok(Rigid::from(*place))
        };
        let (mut position, mut moved) = (from, Rigid::IDENTITY);
        while position < to {
            let end = next_split(all, position, to);
            let split = Split {
                root: way.root,
                from: position,
                to: end,
                actor: way.actor.compose(&moved),
            };
            let motion =
                warping.split(all, &split, target, |at, report| tell(at, report, position));
            moved = moved.compose(&motion);
            let after = way.actor.compose(&moved.weighed(way.weight));
            warping.finish_warp(all, &split, &after, target, |at, report| {
                tell(at, report, end)
            });
            position = end;
        }
        moved
    }

    /// Discards the cached root after the root was replaced or moves differently. Contract: called
    /// before the next path.
    pub(crate) fn forget_root(&mut self) {
        self.known = RootCache::default();
    }

    /// Reports each open window as removed after the timeline stopped, and resets the state.
    pub(crate) fn close(&mut self, mut tell: impl FnMut(usize, Report)) {
        for window in 0..self.warping.len() {
            if self.warping.modifier(window).is_some() {
                tell(window, Report::Removed(End::Jumped));
            }
        }
        *self = Self::default();
    }
}

/// Root positions at the times that were requested last: a tick mostly requests times that the tick
/// before requested. Two caches are always equal, because their content can be computed again.
#[derive(Clone, Debug)]
struct RootCache([(f64, Rigid); REMEMBERED]);

impl Default for RootCache {
    fn default() -> Self {
        Self([(f64::NAN, Rigid::IDENTITY); REMEMBERED])
    }
}

impl PartialEq for RootCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl RootCache {
    /// The one that was asked for last stands first.
    fn at(&mut self, time: f64, root: &dyn Root) -> Rigid {
        let known = self.0.iter().position(|(at, _)| *at == time);
        self.0[..=known.unwrap_or(REMEMBERED - 1)].rotate_right(1);
        if known.is_none() {
            self.0[0] = (time, root.at(time));
        }
        let place = self.0[0].1;
        debug_assert!(
            !place.is_finite() || place == root.at(time),
            "{time}: of another root"
        );
        place
    }
}

struct CachedRoot<'a> {
    root: &'a dyn Root,
    known: RefCell<&'a mut RootCache>,
}

impl Root for CachedRoot<'_> {
    fn at(&self, time: f64) -> Rigid {
        self.known.borrow_mut().at(time, self.root)
    }

    fn variation(&self, from: f64, to: f64, frame: DQuat) -> DVec3 {
        self.root.variation(from, to, frame)
    }

    fn length(&self) -> f64 {
        self.root.length()
    }

    fn is_absent(&self) -> bool {
        self.root.is_absent()
    }
}

/// Adds the events of a report to `out`: `event` supplies the other fields, `weight` is the weight
/// of the motion.
pub(crate) fn tell(report: Report, event: Event, weight: f32, out: &mut Vec<Event>) {
    let warped = |warped: Warped| Event {
        phase: Phase::Warp(warped),
        ..event
    };
    match report {
        Report::Waiting => out.push(warped(Warped::Waiting)),
        Report::Active => out.push(warped(Warped::Active)),
        Report::Reactivated => out.push(warped(Warped::Reactivated)),
        Report::Disabled(why) => {
            let reason = reason(why.into()).unwrap_or(EventReason::TargetMissing);
            out.push(Event {
                reason,
                ..warped(Warped::Disabled)
            });
        }
        Report::Removed(End::Ended) => out.push(warped(Warped::Ended)),
        Report::Removed(End::Jumped) => out.push(warped(Warped::Left)),
        Report::Arrived(arrival) => {
            let values = [arrival.position_error as f32, arrival.rotation_error as f32];
            out.push(Event {
                values,
                ..warped(Warped::Arrived)
            });
            let missed = |reason| Event {
                reason,
                ..warped(Warped::Missed)
            };
            out.extend(arrival.broken.iter().filter_map(reason).map(missed));
            if weight < 1.0 - crate::transform::WEIGHT_EPSILON {
                out.push(Event {
                    values: [weight, 1.0],
                    ..missed(EventReason::Blended)
                });
            }
        }
    }
}

/// Event reason of a breach; None if the window was set to leave that channel alone.
fn reason(breach: Breach) -> Option<EventReason> {
    Some(match breach {
        Breach::TargetMissing => EventReason::TargetMissing,
        Breach::TargetNan => EventReason::TargetNotFinite,
        Breach::NoRootMotion => EventReason::NoRootMotion,
        Breach::SpeedClamp => EventReason::SpeedClamp,
        Breach::RotationRate => EventReason::RotationRate,
        Breach::TranslationOverridden | Breach::RotationOverridden => EventReason::Overridden,
        Breach::NoTranslation | Breach::NoRotation => return None,
    })
}
