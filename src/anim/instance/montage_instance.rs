//! One playing montage: what is asked of it, what it tells. How it advances is in
//! [`stepping`](super::stepping).

use super::{
    BoneBlend, RootMotionMode, WarpTargets,
    branching::{Branching, Firing},
    dispatch::Outbox,
    fade::MontageFade,
    lead::Lead,
    linked::{StateLinkError, by_name},
    root_weight::RootWeight,
    timeline::Timeline,
    travel::{MontageTravel, Standing, Way},
};
use crate::{
    Event, Library, Montage, Name, Notify, Placement, Skeleton,
    event::{Cause, EventReason, Phase, Source},
    float::Extreme,
    graph::{Graph, GroupStep},
    mirror::MirrorTable,
    montage::Blend,
    notify::Range,
    warp::LiveWarps,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A read-only summary of the state of a montage instance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MontageState {
    /// Id of this playing; no other of the same character has it.
    pub instance: u32,
    /// Name of the montage.
    pub montage: Name,
    /// Name of the section that plays.
    pub section: Name,
    /// Index of the section that plays.
    pub section_index: u32,
    /// The section that follows, forwards; none ends the montage.
    pub next_section: Option<Name>,
    /// Position in the montage, seconds.
    pub position: f64,
    /// Weight that its blends give it, 0 to 1.
    pub weight: f32,
    /// Play rate, without the montage's own rate scale; negative plays backwards.
    pub rate: f32,
    /// The montage moves by itself.
    pub playing: bool,
    /// Whether it moves by itself, is paused, or is held at its end.
    pub standing: Standing,
    /// Whether the montage is blending out.
    pub stopped: bool,
    /// Seconds until its natural blend-out begins; None of one that has none ahead.
    pub to_blend_out: Option<f64>,
}

/// Data that an advance reads, and the outbox that it writes to.
pub(crate) struct MontageContext<'a> {
    pub(crate) library: &'a Library,
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) out: &'a mut Outbox,
    /// Clock of the instance, seconds: now, for what does not advance, and at the end of this tick.
    pub(crate) now: f64,
    pub(crate) tick_end: f64,
    /// Whether montages are advancing; a montage that stops then blends out over the rest of the
    /// tick.
    pub(crate) is_advancing: bool,
    pub(crate) mode: RootMotionMode,
    pub(crate) section_end_needs_time: bool,
    /// Placement of the character at the start of the tick, world space.
    pub(crate) placement: Placement,
    pub(crate) targets: &'a WarpTargets,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MontageInstance {
    pub(super) id: u32,
    #[serde(with = "by_name")]
    pub(super) montage: Arc<Montage>,
    pub(super) travel: MontageTravel,
    pub(super) fade: MontageFade,
    pub(super) root_weight: RootWeight,
    pub(super) branching: Branching,
    /// Whether the montage's root motion counts: no newer montage that moves the root has replaced
    /// it.
    pub(super) moves_root: bool,
    /// Whether the montage owns the root in [`RootMotionMode::FromMontagesOnly`].
    pub(super) owns_root: bool,
    /// The montage does not move the root while this count is above 0.
    pub(super) root_disabled: u32,
    pub(super) lead: Option<Lead>,
    /// Timeline of the montage for its sync group; None without a sync group.
    pub(super) timeline: Option<Timeline>,
    /// Step from the sync group for the next advance; None without one.
    pub(super) group_step: Option<GroupStep>,
    /// Markers that are being fired at one position; None if none is.
    pub(super) firing: Option<Firing>,
    /// Sub-steps of this advance.
    pub(super) bodies: u32,
    /// Whether the montage is inside an advance, so that its own time is the current time.
    pub(super) advances: bool,
    /// Whether the blend-out finishes exactly at the end of the montage.
    pub(super) ends_with_blend: bool,
    /// Whether the montage was moved since its last advance.
    pub(super) landed: bool,
    /// Cause of the last move while branching states are not yet updated for it; None otherwise.
    pub(super) unsettled: Option<Cause>,
    /// Time on the clock at which the montage started amid a tick, with only the rest of that tick
    /// to advance; None otherwise.
    pub(super) started_at: Option<f64>,
    /// Movements of the last advance, in order.
    pub(super) ways: Vec<Way>,
    pub(super) warps: LiveWarps,
    /// Mirror above the first slot at the end of the last tick; None without mirroring.
    pub(super) mirror: Option<Arc<MirrorTable>>,
}

impl MontageInstance {
    pub(crate) fn new(id: u32, montage: Arc<Montage>, rate: f32, start: (usize, f64)) -> Self {
        let moves_root = montage.root_translation || montage.root_rotation;
        Self {
            id,
            travel: MontageTravel::new(&montage, rate, start),
            fade: MontageFade::new(montage.blend_in),
            root_weight: RootWeight::new(montage.blend_in),
            branching: Branching::new(&montage),
            moves_root,
            owns_root: moves_root,
            root_disabled: 0,
            lead: None,
            timeline: None,
            group_step: None,
            firing: None,
            bodies: 0,
            advances: false,
            ends_with_blend: false,
            landed: false,
            unsettled: None,
            started_at: None,
            ways: Vec::new(),
            warps: LiveWarps::default(),
            mirror: None,
            montage,
        }
    }

    /// The montage and mirror of the library, in place of stand-ins.
    pub(super) fn link(&mut self, library: &Library, graph: &Graph) -> Result<(), StateLinkError> {
        let known = library.montage(self.montage.name);
        let montage = known.ok_or(StateLinkError::Montage(self.montage.name))?;
        self.montage = montage.clone();
        // Which table it is counts, not what it holds.
        self.mirror = self.mirror.take().map(|own| {
            let same = graph.mirrors().iter().find(|table| **table == own);
            same.cloned().unwrap_or(own)
        });
        Ok(())
    }

    /// Goes on with an edited version of the same montage; branching states that it has no more
    /// end.
    pub(crate) fn rebind(&mut self, montage: Arc<Montage>, cx: &mut MontageContext<'_>) {
        while let Some(gone) = self.branching.first_gone(&self.montage, &montage) {
            self.end_branching(gone, Cause::Edit, cx);
        }
        self.branching.rebind(&self.montage, &montage);
        self.travel.rebind(&self.montage, &montage);
        self.group_step = None;
        if montage.warps != self.montage.warps {
            self.close_warps(Cause::Edit, cx);
        }
        self.warps.forget_root();
        self.montage = montage;
    }

    pub(crate) fn weight(&self) -> f32 {
        self.fade.weight()
    }

    pub(crate) fn blend(&self) -> &BoneBlend {
        self.fade.blend()
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.fade.is_stopped()
    }

    pub(crate) fn jump_to(
        &mut self,
        section: usize,
        at_end: bool,
        cause: Cause,
        cx: &mut MontageContext<'_>,
    ) {
        let ahead = self.rest_of_section();
        self.travel.jump_to(section, at_end, &self.montage);
        self.skip(ahead, EventReason::SkippedByJump, cx);
        self.land(cause, cx);
        let name = self.montage.sections[section].name;
        let event = Event {
            cause,
            ..self.event(Phase::Jumped, name, cx)
        };
        cx.out.events.push(event);
    }

    /// Moves the montage to a position in seconds. The skipped range is reported with `reason`.
    pub(crate) fn set_position(
        &mut self,
        position: f64,
        reason: EventReason,
        cx: &mut MontageContext<'_>,
    ) {
        let old = self.travel.position;
        self.travel.set_position(position, &self.montage);
        let to = self.travel.position;
        if old != to {
            self.skip(
                Range {
                    exclude_to: true,
                    ..Range::new(old, to)
                },
                reason,
                cx,
            );
        }
        self.land(Cause::Request, cx);
    }

    pub(crate) fn force_position(&mut self, from: Option<f64>, to: f64) {
        let within = |position: f64| position.clamp(0.0, self.montage.length.into());
        self.group_step = None;
        self.travel.force_move(from.map(within), within(to));
    }

    /// Completes the blend and drops the backlog: the pose under a scrubbed playhead.
    pub(crate) fn settle(&mut self) {
        self.fade.settle();
        self.root_weight.settle();
        self.travel.time_left = 0.0;
        self.travel.standing = Standing::Plays;
    }

    pub(crate) fn set_playing(&mut self, plays: bool) {
        self.travel.standing = match (plays, self.travel.standing) {
            // It has come to its end, and that only once: a jump takes it elsewhere.
            (_, Standing::Held) => Standing::Held,
            (true, _) => Standing::Plays,
            (false, _) => Standing::Paused,
        };
    }

    fn land(&mut self, cause: Cause, cx: &mut MontageContext<'_>) {
        self.group_step = None;
        if self.firing.is_none() {
            self.branching.left();
        }
        self.landed = true;
        cx.out.moved(self.id, cause, self.now(cx));
        self.unsettled = Some(cause);
    }

    pub(crate) fn stop(
        &mut self,
        blend: Blend,
        interrupt: bool,
        cause: Cause,
        cx: &mut MontageContext<'_>,
    ) {
        let now = self.now(cx);
        self.root_weight.stop(now, blend);
        self.fade_out(blend, now, (interrupt, cause), cx);
    }

    /// Starts the blend-out for a stop, except for the root motion weight. `since` is the start of
    /// the blend on the clock.
    pub(super) fn fade_out(
        &mut self,
        blend: Blend,
        since: f64,
        (interrupt, cause): (bool, Cause),
        cx: &mut MontageContext<'_>,
    ) {
        self.fade.interrupted |= interrupt;
        self.owns_root &= !interrupt;
        self.ends_with_blend = false;
        if self.fade.stop(blend, cx.skeleton) {
            self.fade.cause = cause;
            if blend.inertialize {
                cx.out.inertialize.push(blend);
            }
            let interrupted = self.fade.interrupted;
            let event = self.event(Phase::BlendingOut { interrupted }, self.montage.name, cx);
            cx.out.montage_events.push(Event {
                cause,
                seconds: blend.time.higher(0.0),
                ..event
            });
        } else if interrupt {
            self.fade.cause = cause;
        }
        if interrupt {
            cx.out.moved(self.id, Cause::Montage, self.now(cx));
        }
        let now = self.now(cx);
        if blend.time <= 0.0 || blend.inertialize {
            self.travel.standing = Standing::Held;
            self.fade.complete();
            self.fade.over_at.get_or_insert(now);
        } else if cx.is_advancing {
            self.fade.go_on(cx.tick_end - since, cx.tick_end);
        }
    }

    pub(crate) fn update_weight(&mut self, dt: f64, cx: &mut MontageContext<'_>) {
        self.root_weight.begin_tick(cx.tick_end - dt, cx.tick_end);
        if let Some(left) = self.fade.advance(dt, cx.tick_end) {
            let event = self.event(Phase::BlendedIn, self.montage.name, cx);
            cx.out.montage_events.push(Event {
                time: cx.tick_end - left,
                ..event
            });
        }
    }

    /// Sets the mirror above the first slot; None for no mirror.
    pub(super) fn see_in(&mut self, mirror: Option<&Arc<MirrorTable>>) {
        if self.mirror.as_ref().map(Arc::as_ptr) != mirror.map(Arc::as_ptr) {
            self.mirror = mirror.cloned();
            self.warps.forget_root();
        }
    }

    /// Ends the montage at once, as interrupted.
    pub(crate) fn cut_off(&mut self, cause: Cause, cx: &mut MontageContext<'_>) {
        self.fade.interrupted = true;
        self.fade.cause = cause;
        self.terminate(cx);
    }

    pub(super) fn terminate(&mut self, cx: &mut MontageContext<'_>) {
        let cause = self.fade.cause;
        while let Some(&at) = self.branching.active().first() {
            self.end_branching(at, Cause::Montage, cx);
        }
        cx.out.moved(self.id, Cause::Montage, self.now(cx));
        self.close_warps(Cause::Montage, cx);
        let interrupted = self.fade.interrupted;
        let event = self.event(Phase::Ended { interrupted }, self.montage.name, cx);
        let time = self.fade.over_at.unwrap_or(event.time);
        cx.out.montage_events.push(Event {
            cause,
            time,
            ..event
        });
    }

    /// Seconds until the natural blend-out begins, at the current rate. None if the montage is
    /// blending out, continues without end, or does not move.
    pub(crate) fn to_blend_out(&self) -> Option<f64> {
        let rate = self.travel.nominal(&self.montage);
        let forward = rate > 0.0;
        let ends =
            self.montage.auto_blend_out && self.travel.link(forward).is_none() && rate != 0.0;
        let to_go = self.travel.seconds_to_limit(&self.montage, rate);
        (ends && self.travel.plays() && !self.is_stopped())
            .then(|| (to_go - self.trigger()).higher(0.0))
    }

    /// Seconds before the end at which the natural blend-out begins.
    pub(super) fn trigger(&self) -> f64 {
        let m = &self.montage;
        f64::from(if m.blend_out_trigger >= 0.0 {
            m.blend_out_trigger
        } else {
            m.blend_out.time
        })
    }

    pub(super) fn state(&self) -> MontageState {
        let name = |section: usize| self.montage.sections[section].name;
        MontageState {
            instance: self.id,
            montage: self.montage.name,
            section: name(self.travel.section),
            section_index: self.travel.section as u32,
            next_section: self.travel.next_section(self.travel.section).map(name),
            position: self.travel.position,
            weight: self.weight(),
            rate: self.travel.rate,
            playing: self.travel.plays(),
            standing: self.travel.standing,
            stopped: self.is_stopped(),
            to_blend_out: self.to_blend_out(),
        }
    }

    /// Now: while it advances where its time is, the tick's end less what has not been played yet.
    pub(super) fn now(&self, cx: &MontageContext<'_>) -> f64 {
        let still = self.lead.as_ref().map_or(0.0, Lead::still);
        if self.advances {
            cx.tick_end - self.travel.backlog(&self.montage) - still
        } else {
            cx.now
        }
    }

    pub(super) fn event(&self, phase: Phase, name: Name, cx: &MontageContext<'_>) -> Event {
        Event {
            time: self.now(cx),
            position: self.travel.position,
            weight: self.weight(),
            ..Event::new(phase, name, Source::Montage(self.id), self.montage.name)
        }
    }

    pub(super) fn notify_event(
        &self,
        notify: &Notify,
        phase: Phase,
        cx: &MontageContext<'_>,
    ) -> Event {
        let Notify { id, socket, .. } = *notify;
        let name = self
            .mirror
            .as_ref()
            .map_or(notify.name, |mirror| mirror.names().of(notify.name));
        Event {
            id,
            socket,
            branching: true,
            weight: self.fade.notify_weight(),
            ..self.event(phase, name, cx)
        }
    }
}

/// A stop without a wish of its own uses the montage's blend-out.
pub(crate) fn stop_blend(montage: &Montage, time: Option<f32>) -> Blend {
    Blend {
        time: time.unwrap_or(montage.blend_out.time),
        ..montage.blend_out
    }
}
