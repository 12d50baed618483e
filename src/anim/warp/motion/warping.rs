//! The windows of one animation that plays.

use super::{
    Breach, Channel, End, Modifier, Report, Root, Why, Window, modifier::Ways,
    translation::place_at_end,
};
use crate::warp::Rigid;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A piece of an animation's forward motion that lies in each window wholly or not at all.
#[derive(Clone, Copy)]
pub struct Split<'a> {
    /// Root motion of the animation.
    pub root: &'a dyn Root,
    /// Seconds on the animation where it begins.
    pub from: f64,
    /// Seconds on the animation where it ends, later than `from`.
    pub to: f64,
    /// Position and rotation of the actor at the start of the split, world space.
    pub actor: Rigid,
}

/// State of the open windows of an animation, one entry for each window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Warping {
    live: Vec<Option<Modifier>>,
}

impl Warping {
    /// Every one of so many windows is closed.
    pub fn new(windows: usize) -> Self {
        Self {
            live: vec![None; windows],
        }
    }

    /// Windows, open or not.
    pub fn len(&self) -> usize {
        self.live.len()
    }

    /// Whether the animation has no windows.
    pub fn is_empty(&self) -> bool {
        self.live.is_empty()
    }

    /// State of a window; None if the window is closed.
    pub fn modifier(&self, window: usize) -> Option<&Modifier> {
        self.live.get(window)?.as_ref()
    }

    /// Motion of a split in the frame of the actor. `target` returns the transform of a window's
    /// target in world space, or why the target has no place; `tell` receives each report with the
    /// index of its window.
    pub fn split(
        &mut self,
        windows: &[Window],
        split: &Split<'_>,
        mut target: impl FnMut(usize) -> Result<Rigid, Why>,
        mut tell: impl FnMut(usize, Report),
    ) -> Rigid {
        for (at, (window, live)) in windows.iter().zip(&mut self.live).enumerate() {
            if live.is_none() && window.holds(split.from) {
                *live = Some(Modifier::default());
                tell(at, Report::Waiting);
            }
        }
        let mut motion = split.root.delta(split.from, split.to);
        let mut mover = None;
        for (at, (window, live)) in windows.iter().zip(&mut self.live).enumerate() {
            let Some(modifier) = live else { continue };
            let aim = modifier.aim(window, split, target(at), &mut |report| tell(at, report));
            if let Some(aim) = aim.filter(|_| window.writes(Channel::Translation)) {
                motion.translation =
                    modifier.translation(window, split, &Ways::new(window, split), &aim.goal);
                mover = Some((window, aim.goal));
            }
        }
        let way = motion.translation;
        for (at, (window, live)) in windows.iter().zip(&mut self.live).enumerate() {
            let Some(modifier) = live.as_mut().filter(|_| window.writes(Channel::Rotation)) else {
                continue;
            };
            if let Some(aim) = modifier.aimed(window, split, target(at)) {
                let ways = Ways::new(window, split);
                let end = end_place(window, split, [way, ways.rest.translation], mover);
                motion.rotation = modifier.rotation(window, split, &ways, &aim, end);
            }
        }
        motion
    }

    /// Closes the windows that end with a split. Call this after the actor has moved by the split.
    pub fn finish_warp(
        &mut self,
        windows: &[Window],
        split: &Split<'_>,
        after: &Rigid,
        mut target: impl FnMut(usize) -> Result<Rigid, Why>,
        mut tell: impl FnMut(usize, Report),
    ) {
        for (at, (window, live)) in windows.iter().zip(&mut self.live).enumerate() {
            let Some(modifier) = live.take_if(|_| window.end == split.to) else {
                continue;
            };
            tell(at, Report::Removed(End::Ended));
            if let Some(mut arrival) = modifier.arrival(window, split, after, target(at)) {
                for (channel, breach) in [
                    (Channel::Translation, Breach::TranslationOverridden),
                    (Channel::Rotation, Breach::RotationOverridden),
                ] {
                    if is_overridden(windows, at, channel) {
                        arrival.broken.insert(breach);
                    }
                }
                tell(at, Report::Arrived(arrival));
            }
        }
    }

    /// Handles a jump of the animation to another time: windows that the animation has left close,
    /// and windows that the new time lies in restart.
    pub fn jump(
        &mut self,
        windows: &[Window],
        root: &dyn Root,
        to: f64,
        mut tell: impl FnMut(usize, Report),
    ) {
        for (at, (window, live)) in windows.iter().zip(&mut self.live).enumerate() {
            if let Some(modifier) = live.as_mut().filter(|_| window.holds(to)) {
                if modifier.reactivate(window, root, to) {
                    tell(at, Report::Reactivated);
                }
            } else if live.take().is_some() {
                tell(at, Report::Removed(End::Jumped));
            }
        }
    }

    /// The animation plays no longer.
    pub fn clear(&mut self) {
        self.live.fill(None);
    }
}

/// Position of the actor when `window` closes, world space. `way` is the motion in this split,
/// `rest` the authored motion until the window closes. `mover` is the window that warps the
/// translation, with its goal for the actor.
fn end_place(
    window: &Window,
    split: &Split<'_>,
    [way, rest]: [DVec3; 2],
    mover: Option<(&Window, Rigid)>,
) -> DVec3 {
    let actor = &split.actor;
    match mover {
        _ if split.to == window.end => actor.translation + actor.rotation * way,
        Some((mover, goal)) if mover.end == window.end => place_at_end(mover, split, rest, &goal),
        _ => actor.translation + actor.rotation * rest,
    }
}

/// Whether a later window writes the same at a window's end.
fn is_overridden(windows: &[Window], at: usize, channel: Channel) -> bool {
    let end = windows[at].end;
    let is_written = match channel {
        Channel::Translation => windows[at].translation,
        Channel::Rotation => windows[at].rotation,
    };
    let mut later = windows
        .iter()
        .skip(at + 1)
        .filter(|other| other.is_usable());
    is_written && later.any(|other| other.start < end && end <= other.end && other.writes(channel))
}
