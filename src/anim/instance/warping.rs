//! Motion warping of a montage: what becomes of its root motion, and what is told of it.

use super::{
    WarpTargets,
    montage_instance::{MontageContext, MontageInstance},
};
use crate::{
    Clip, Event, Library, Montage, Skeleton, Transform,
    event::{Cause, Phase, Warped},
    notify::Range,
    warp::{self, ClipRoot, LiveWarps, SlotRoot, WarpStepContext, WindowOf, Windows, motion::Root},
};

/// Placement of a montage's root at `time`, in seconds, world space. The montage has played from
/// its start without a jump, with the root at `start`, and the targets have not moved.
pub fn montage_place(
    montage: &Montage,
    (library, skeleton): (&Library, &Skeleton),
    targets: &WarpTargets,
    start: Transform,
    time: f64,
) -> Transform {
    let root = SlotRoot {
        montage,
        library,
        skeleton,
        mirror: None,
    };
    place(&root, &montage.warps, targets, start, time)
}

/// Does the same as [`montage_place`], but for a clip.
pub fn clip_place(
    clip: &Clip,
    skeleton: &Skeleton,
    targets: &WarpTargets,
    start: Transform,
    time: f64,
) -> Transform {
    place(
        &ClipRoot {
            clip,
            skeleton,
            mirror: None,
        },
        &clip.warps,
        targets,
        start,
        time,
    )
}

fn place(
    root: &dyn Root,
    windows: &Windows,
    targets: &WarpTargets,
    start: Transform,
    time: f64,
) -> Transform {
    let way = WarpStepContext {
        root,
        from: 0.0,
        to: time,
        actor: start.into(),
        weight: 1.0,
        targets,
    };
    let moved = if windows.is_empty() {
        root.delta(0.0, time)
    } else {
        LiveWarps::default().travel(windows, &way, |_, _, _| ())
    };
    start.compose(&moved.into())
}

impl MontageInstance {
    /// Root motion of a range, with what its windows make of it. `times` are on the clock, at both
    /// ends of the range; `weight` is what the motion counts.
    pub(super) fn warped(
        &mut self,
        range: Range,
        (began, now): (f64, f64),
        weight: f32,
        cx: &mut MontageContext<'_>,
    ) -> Transform {
        let montage = self.montage.clone();
        let mirror = self.mirror.clone();
        let mirror = mirror.as_deref();
        let root = SlotRoot {
            montage: &montage,
            library: cx.library,
            skeleton: cx.skeleton,
            mirror,
        };
        let actor = cx.placement.moved(&cx.out.moved_root(self.id)).rigid();
        let (from, to) = (range.from, range.to);
        let way = WarpStepContext {
            root: &root,
            from,
            to,
            actor,
            weight: weight.into(),
            targets: cx.targets,
        };
        let mut warps = std::mem::take(&mut self.warps);
        let moved = warps.travel(&montage.warps, &way, |window, report, position| {
            let along = ((position - from) / (to - from)).clamp(0.0, 1.0);
            let part = if along.is_nan() {
                0.0
            } else {
                self.part_of_time(along, (from, to))
            };
            let time = began + (now - began) * part;
            let event = Event {
                time,
                position,
                ..self.warp_event(montage.warps.of()[window], cx)
            };
            warp::tell(report, event, weight, &mut cx.out.events);
        });
        self.warps = warps;
        moved.into()
    }

    /// Windows that are open are left.
    pub(super) fn close_warps(&mut self, cause: Cause, cx: &mut MontageContext<'_>) {
        let montage = self.montage.clone();
        let mut warps = std::mem::take(&mut self.warps);
        warps.close(|window, report| {
            let event = Event {
                cause,
                ..self.warp_event(montage.warps.of()[window], cx)
            };
            warp::tell(report, event, 1.0, &mut cx.out.events);
        });
    }

    fn warp_event(&self, of: WindowOf, cx: &MontageContext<'_>) -> Event {
        Event {
            id: of.notify,
            ..self.event(Phase::Warp(Warped::Waiting), of.target, cx)
        }
    }
}
