//! The game-thread side of a playing character: montages, requests, notifies, root motion.
//!
//! One tick, in order: [`AnimInstance::begin_frame`], requests, [`AnimInstance::update_montages`],
//! [`AnimInstance::pre_update`], then [`AnimInstanceProxy::run_tick`] on any thread, then
//! [`AnimInstance::complete`].

use super::{
    AnimInstanceProxy, Handler, Request, RootMotionMode, Silent, WarpTargets,
    dispatch::{ActiveStates, Clock, Outbox},
    linked::{StateLibraries, StateLinkError, by_name, link_character},
    montage_instance::{MontageContext, MontageInstance, MontageState},
    root_motion::RootMotionBlend,
};
use crate::{
    Event, Library, Name, Placement, Skeleton, Transform,
    event::{Cause, EventReason, Phase, Source},
    float::Extreme,
    graph::{ActiveMontage, Graph, LiveFrame, Show, control::ExternalBone},
    ground::{Ground, Hits},
    limits::{LONGEST, LONGEST_TICK},
};
use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The game-thread side of one character: what plays, what is asked for and what happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnimInstance {
    #[serde(skip)]
    pub(super) library: Arc<Library>,
    #[serde(with = "by_name")]
    pub(super) skeleton: Arc<Skeleton>,
    #[serde(with = "by_name")]
    pub(super) graph: Arc<Graph>,
    pub(super) montages: Vec<MontageInstance>,
    pub(super) next_id: u32,
    active: ActiveStates,
    pub(super) out: Outbox,
    /// Events of what ended between two ticks, for the next tick to report: of notifies, and of
    /// montages.
    pub(super) parted: (Vec<Event>, Vec<Event>),
    /// Clock of the instance, seconds.
    pub(super) clock: f64,
    pub(super) dt: f64,
    pub(super) dilation: f64,
    /// Seconds of the game that the tick takes, until montages go on by them: what is asked of the
    /// dilation before counts for them.
    given: Option<f64>,
    /// Seconds that the next tick adds: game time of the paused tick here, own time of the earlier
    /// ones in `waits`.
    rests: f64,
    waits: f64,
    /// Time on the clock at which requests take effect; the tick's start, except while a branching
    /// point is answered.
    pub(super) now: f64,
    pub(super) mode: RootMotionMode,
    pub(super) section_end_needs_time: bool,
    /// Requests of handlers, which take effect from the next tick on.
    pub(super) asked: Vec<Request>,
    /// Montages that branching points started in this tick, and answers they were given.
    pub(super) plays: u32,
    pub(super) answers: u32,
    /// Whether montages are advancing; a montage that starts then has the rest of the tick.
    pub(super) advances: bool,
    /// Ids of the montages that have already advanced, while others still advance.
    pub(super) advanced: Vec<u32>,
    /// Number of events of this tick that the handler has already got.
    pub(super) heard: usize,
    /// Message of the handler's newest panic; None if there was none.
    pub(super) handler_fault: Option<String>,
    /// Whether the instance was torn down, so that nothing happens to it any more.
    pub(super) is_torn_down: bool,
    /// Whether this tick fires nothing, because the playhead is being scrubbed.
    pub(super) quiet: bool,
    /// The last tick was rested: what requests left behind since is still to come.
    rested: bool,
    /// Requests to the graph's first player in this tick, in order.
    pub(super) shown: Vec<Show>,
    /// Parameters that were set since the last update, in order.
    pub(super) set: Vec<(Name, f64)>,
    /// Since the last update, the newest of each subject, and of each External Pose.
    pub(super) told: Vec<Arc<LiveFrame>>,
    pub(super) moved: Vec<(Name, Arc<[ExternalBone]>)>,
    /// Names under which the pose that is shown is to be kept in the next update.
    pub(super) kept: Vec<Name>,
    /// World placement of the character, moved by root motion.
    placement: Placement,
    root_delta: Transform,
    is_held: bool,
    /// Whether the character was teleported, so that earlier movement does not count in the next
    /// update.
    teleports: bool,
    pub(super) targets: WarpTargets,
    /// Placement of the last pose; root motion does not change it while the character is held.
    stood: Placement,
    /// Movement by root motion in the last tick, world space, metres.
    went: Vec3,
    /// Ground hits under the bones of the graph's probes in this tick.
    ground: Hits,
    /// Positions of the probed bones at the last query; `probed_dt` is the time since.
    probed: Vec<DVec3>,
    probed_dt: f64,
}

/// A foot goes no farther in a tick, metres.
const MOST_WAY: f64 = 1.0;

/// Metres a second squared by which a foot may get faster than it was, as one does that is lifted
/// to jog.
const HASTE: f64 = 60.0;

/// Source of the ground hits for [`AnimInstance::look_down`].
#[derive(Clone, Copy)]
pub enum GroundAnswer<'a> {
    /// A world that is swept at once.
    Ask(&'a dyn Ground),
    /// The given hits, found in advance.
    Known(&'a Hits),
}

impl AnimInstance {
    /// `seed` decides notifies with a chance below 1, and what random players draw.
    pub fn new(library: Arc<Library>, skeleton: Arc<Skeleton>, seed: u64) -> Self {
        let mut out = Outbox::default();
        out.filter.seed = seed;
        Self {
            graph: library.slot_graph(skeleton.name),
            library,
            skeleton,
            montages: Vec::new(),
            next_id: 1,
            active: ActiveStates::default(),
            out,
            parted: Default::default(),
            clock: 0.0,
            dt: 0.0,
            dilation: 1.0,
            given: None,
            rests: 0.0,
            waits: 0.0,
            now: 0.0,
            mode: RootMotionMode::default(),
            section_end_needs_time: false,
            asked: Vec::new(),
            plays: 0,
            answers: 0,
            advances: false,
            advanced: Vec::new(),
            heard: 0,
            handler_fault: None,
            is_torn_down: false,
            quiet: false,
            rested: false,
            shown: Vec::new(),
            set: Vec::new(),
            told: Vec::new(),
            moved: Vec::new(),
            kept: Vec::new(),
            placement: Placement::IDENTITY,
            root_delta: Transform::IDENTITY,
            is_held: false,
            teleports: false,
            targets: WarpTargets::default(),
            stood: Placement::IDENTITY,
            went: Vec3::ZERO,
            ground: Hits::default(),
            probed: Vec::new(),
            probed_dt: 0.0,
        }
    }

    /// Goes on with data of the libraries where a state that was read has stand-ins. Contract: they
    /// are those that the state was saved with, or their equals.
    pub fn link(&mut self, libraries: StateLibraries<'_>) -> Result<(), StateLinkError> {
        link_character(libraries, &mut self.skeleton, &mut self.graph)?;
        for instance in &mut self.montages {
            instance.link(libraries.library, &self.graph)?;
        }
        self.library = libraries.library.clone();
        Ok(())
    }

    /// Switches to a newly compiled library. Montages keep their position; montages and branching
    /// states that no longer exist end, which the next tick reports. Contract: between ticks.
    pub fn set_library(&mut self, library: Arc<Library>, skeleton: Arc<Skeleton>) {
        let mut out = Outbox::default();
        let mut cx = MontageContext {
            library: &self.library,
            skeleton: &self.skeleton,
            out: &mut out,
            now: self.clock,
            tick_end: self.clock,
            is_advancing: false,
            mode: self.mode,
            section_end_needs_time: self.section_end_needs_time,
            placement: self.placement,
            targets: &self.targets,
        };
        self.montages.retain_mut(|instance| {
            let found = library
                .montage(instance.montage.name)
                .filter(|montage| montage.skeleton == skeleton.name);
            match found {
                Some(montage) => instance.rebind(montage.clone(), &mut cx),
                None => instance.cut_off(Cause::Edit, &mut cx),
            }
            found.is_some()
        });
        self.parted.0.append(&mut out.events);
        self.parted.1.append(&mut out.montage_events);
        let own = library
            .graph(self.graph.name())
            .filter(|graph| graph.skeleton() == skeleton.name);
        let graph = own
            .cloned()
            .unwrap_or_else(|| library.slot_graph(skeleton.name));
        if graph != self.graph {
            self.graph = graph;
        }
        self.library = library;
        self.skeleton = skeleton;
    }

    /// Step 0 of a tick of `dt` seconds; a negative `dt` and NaN count as 0. On the character's own
    /// clock the tick lasts at most [`LONGEST_TICK`]; time beyond that is reported
    /// ([`Phase::TimeLeftOut`]).
    pub fn begin_frame(&mut self, dt: f64) {
        self.settle_rest();
        self.given = Some(if dt > 0.0 {
            dt.lower(LONGEST.into())
        } else {
            0.0
        });
        self.now = self.clock;
        self.dilate();
        (self.plays, self.answers, self.heard) = (0, 0, 0);
        self.quiet = false;
        if std::mem::take(&mut self.rested) {
            self.out.rest()
        } else {
            self.out.begin_frame()
        }
        self.out.events.extend_from_slice(&self.parted.0);
        for request in std::mem::take(&mut self.asked) {
            // A handler is not there any more to be told why not.
            let _ = self.request(&request);
        }
    }

    /// Sets the tick's duration on the character's own clock, as long as montages have not advanced
    /// by it.
    pub(super) fn dilate(&mut self) {
        let Some(given) = self.given else { return };
        let waits = if given > 0.0 { self.waits } else { 0.0 };
        self.dt = (waits + given * self.dilation).lower(LONGEST_TICK);
        self.clock = self.now + self.dt;
    }

    fn settle_rest(&mut self) {
        self.waits += std::mem::take(&mut self.rests) * self.dilation;
    }

    /// Fixes the tick's duration, and reports time that exceeds the longest tick.
    fn set_off(&mut self) {
        let Some(given) = self.given.take().filter(|given| *given > 0.0) else {
            return;
        };
        let wanted = std::mem::take(&mut self.waits) + given * self.dilation;
        if wanted > self.dt {
            let name = self.graph.name();
            let event = Event::new(Phase::TimeLeftOut, name, Source::Node(0), name);
            self.out.events.push(Event {
                time: self.clock,
                seconds: (wanted - self.dt) as f32,
                ..event
            });
        }
    }

    /// Replaces a whole tick with a pause: the character's time stops and nothing happens. The next
    /// tick also takes the `waits` seconds of the game. Requests made during the pause count from
    /// the next tick on, the dilation from this one.
    pub fn rest(&mut self, waits: f64) {
        self.settle_rest();
        self.rests = if waits > 0.0 {
            waits.lower(LONGEST.into())
        } else {
            0.0
        };
        self.given = None;
        self.rested = true;
        self.now = self.clock;
        self.out.rest();
        self.montages
            .iter_mut()
            .for_each(|instance| instance.ways.clear());
        self.root_delta = Transform::IDENTITY;
    }

    /// Sets the placement of the character, world space. Setting the value of
    /// [`AnimInstance::placement`] keeps the precise placement as it is.
    pub fn place(&mut self, placement: Transform) {
        if placement != *self.placement.shown() {
            self.placement = placement.into();
        }
    }

    /// Does the same as [`AnimInstance::place`], for a character that did not travel there.
    /// Decaying jumps end, springs come to a stop, planted feet are planted again, and no ground is
    /// looked for along the path.
    pub fn teleport(&mut self, placement: Transform) {
        self.place(placement);
        (self.stood, self.went, self.teleports) = (self.placement, Vec3::ZERO, true);
        self.probed.clear();
    }

    /// Whether somebody else moves it, so that root motion does not.
    pub fn hold(&mut self, is_held: bool) {
        self.is_held = is_held;
    }

    /// Finds what lies under the bones for which the graph needs the ground, at the places where
    /// the bones are expected in this tick. Call it before [`AnimInstance::pre_update`]. Without a
    /// ground to query, the hits are the ones that the caller passes; if the caller passes none,
    /// there are no hits.
    pub fn look_down(&mut self, proxy: &AnimInstanceProxy, answer: GroundAnswer<'_>) -> &Hits {
        let (placement, stood, graph) = (self.placement, self.stood, self.graph.clone());
        let seen = |from: &Placement, bone: u16| {
            let model = Vec3::from(proxy.models().get(usize::from(bone))?.translation);
            Some(from.point(model.as_dvec3()))
        };
        let probes = graph.probes();
        let knows = self.probed.len() == probes.len() && self.probed_dt > 0.0 && !self.quiet;
        self.ground.0.clear();
        self.ground.0.reserve(probes.len() * Hits::MOST_OF_A_PROBE);
        if let GroundAnswer::Known(hits) = answer {
            self.ground.0.extend_from_slice(&hits.0);
        }
        if !knows {
            self.probed.clear();
            self.probed.extend(
                probes
                    .iter()
                    .map(|probe| seen(&stood, probe.bone).unwrap_or(DVec3::NAN)),
            );
        }
        let [was, level] = [stood, placement].map(|at| at.translation().y);
        let was = if (was - level).abs() < MOST_WAY {
            was
        } else {
            level
        };
        let levels = (was.lower(level), was.higher(level));
        let more = (HASTE * self.dt * self.dt).lower(MOST_WAY / 2.0);
        for (probe, before) in probes.iter().zip(&mut self.probed) {
            let (Some(here), Some(carried)) =
                (seen(&stood, probe.bone), seen(&placement, probe.bone))
            else {
                continue;
            };
            let way = (here - *before) * if knows { self.dt / self.probed_dt } else { 0.0 };
            // One that was put elsewhere has not travelled there.
            let ahead = (way + carried - here + self.went.as_dvec3())
                .with_y(0.0)
                .normalize_or_zero()
                * more;
            let to = if way.length() < MOST_WAY {
                here + way + ahead
            } else {
                here
            };
            if let GroundAnswer::Ask(ground) = answer {
                // A planted foot stays, one in the air goes on, and one whose character was moved
                // is moved with it.
                self.ground.ask(ground, probe, levels, (here, to));
                if carried != here {
                    self.ground.ask(ground, probe, levels, (carried, carried));
                }
            }
            *before = here;
        }
        if self.dt > 0.0 {
            self.probed_dt = self.dt;
        }
        &self.ground
    }

    /// Step 1: weights first, then positions; branching points fire here, and `handler` answers
    /// them.
    pub fn update_montages(&mut self, handler: &mut dyn Handler) {
        self.set_off();
        let dt = self.dt;
        let (montages, mut cx) = self.parts();
        montages
            .iter_mut()
            .for_each(|instance| instance.update_weight(dt, &mut cx));
        self.advance_montages(handler);
        self.now = self.clock;
        self.tell_update(handler);
    }

    /// Step 2: copies what the worker may see.
    pub fn pre_update(&mut self, proxy: &mut AnimInstanceProxy) {
        let record = |instance: &MontageInstance| ActiveMontage {
            id: instance.id,
            montage: instance.montage.clone(),
            position: instance.travel.position,
            weight: instance.weight(),
            root_weight: instance.root_weight.mean_since(self.clock - self.dt),
            bones: instance
                .blend()
                .is_by_bone()
                .then(|| instance.blend().clone()),
            sync: instance.synced(self.dt),
        };
        proxy.inputs.montages.clear();
        proxy
            .inputs
            .montages
            .extend(self.montages.iter().map(record));
        proxy.set_seed(self.out.filter.seed);
        proxy.begin_tick(
            &self.library,
            &self.skeleton,
            &self.graph,
            self.out.filter.lod,
            self.dt,
        );
        // What was shown last: the tick is still to be made.
        self.kept
            .drain(..)
            .for_each(|snapshot| proxy.snapshot(snapshot));
        let wants_slots = self
            .out
            .queued
            .iter()
            .any(|queued| queued.slot != Name::NONE);
        proxy.set_root_motion(self.mode, wants_slots);
        proxy.place(self.placement, self.is_held);
        proxy.tell_roots(&self.out.montage_roots);
        proxy.tell_ground(&self.ground);
        proxy.tell_targets(&self.targets);
        self.shown.drain(..).for_each(|show| proxy.show(&show));
        self.set
            .drain(..)
            .for_each(|(parameter, value)| proxy.set_parameter(parameter, value));
        self.told
            .drain(..)
            .for_each(|frame| proxy.tell_live(&frame));
        self.moved
            .drain(..)
            .for_each(|(stream, bones)| proxy.set_external(stream, &bones));
        let teleports = std::mem::take(&mut self.teleports);
        proxy.inertialize(&self.out.inertialize, self.quiet || teleports);
    }

    /// Whether the tick that is being made asks for what is shown, so that something has to be.
    pub fn asks_for_a_pose(&self) -> bool {
        !self.kept.is_empty() || !self.graph.probes().is_empty()
    }

    /// The proxy that the character would show in a tick of zero length. The character itself does
    /// not advance.
    pub fn first_look(&self) -> AnimInstanceProxy {
        let (mut copy, mut proxy) = (self.clone(), AnimInstanceProxy::default());
        copy.begin_frame(0.0);
        copy.update_montages(&mut Silent);
        copy.pre_update(&mut proxy);
        proxy
    }

    /// Completes the tick after the worker: merges the worker's notifies and root motion, then
    /// fires all queued events. Requests of `handler` count from the next tick on.
    pub fn complete(&mut self, proxy: &mut AnimInstanceProxy, handler: &mut dyn Handler) {
        let root = proxy.root_delta();
        self.tell_warps(proxy.warps());
        self.see_in_mirrors(proxy);
        self.out.queued.append(proxy.queued());
        for (id, step) in proxy.montage_steps() {
            if let Some(instance) = self.montages.iter_mut().find(|instance| instance.id == *id) {
                instance.keep_step(*step);
            }
        }
        self.finish_tick(root, &|slot| proxy.slot_share(slot), handler);
    }

    /// Completes a tick in which only montages advanced, instead of the worker's part and
    /// [`AnimInstance::complete`]. The proxy holds the source of the root motion. Every slot counts
    /// as shown.
    pub fn complete_montages(&mut self, proxy: &mut AnimInstanceProxy, handler: &mut dyn Handler) {
        let mut root = RootMotionBlend::NONE;
        let roots = &self.out.montage_roots;
        roots
            .iter()
            .for_each(|made| root.add(&made.travelled(), made.weight.unwrap_or(1.0)));
        let root = proxy.change_root(root.delta(), (*self.placement.shown(), self.dt));
        self.finish_tick(root, &|_| Some(1.0), handler);
    }

    /// Gives notifies of mirrored slots the names of the other side, and passes the mirrors to the
    /// montages.
    fn see_in_mirrors(&mut self, proxy: &AnimInstanceProxy) {
        let Self {
            library,
            out,
            montages,
            ..
        } = self;
        for queued in out.queued.iter_mut() {
            let slot = match queued.source {
                Source::Segment(..) => Some(queued.slot),
                Source::Montage(_) => library
                    .montage(queued.asset)
                    .map(|montage| montage.slots[0].name),
                _ => None,
            };
            if let Some(mirror) = slot.and_then(|slot| proxy.slot_mirror(slot)) {
                queued.notify.name = mirror.names().of(queued.notify.name);
            }
        }
        montages.iter_mut().for_each(|instance| {
            instance.see_in(proxy.slot_mirror(instance.montage.slots[0].name))
        });
    }

    /// Adds the warp events of clips, with the time of the tick's end.
    fn tell_warps(&mut self, warps: &[Event]) {
        let time = self.clock;
        self.out
            .events
            .extend(warps.iter().map(|event| Event { time, ..*event }));
    }

    fn finish_tick(
        &mut self,
        root: Transform,
        slot_share: &dyn Fn(Name) -> Option<f32>,
        handler: &mut dyn Handler,
    ) {
        if self.is_torn_down {
            return;
        }
        let before = self.placement;
        self.root_delta = root;
        let placement = before.moved(&self.root_delta);
        if placement.is_finite() {
            self.placement = placement;
        } else {
            self.root_delta = Transform::IDENTITY;
        }
        self.stood = if self.is_held { before } else { self.placement };
        let went = (self.placement.translation() - before.translation()).as_vec3();
        self.went = if self.is_held { Vec3::ZERO } else { went };
        self.parted.0.clear();
        self.out.montage_events.append(&mut self.parted.1);
        if self.quiet {
            self.out.keep_scrubbed(self.clock);
            return;
        }
        let clock = Clock {
            start: self.clock - self.dt,
            end: self.clock,
            slot_share,
        };
        self.active.dispatch(&mut self.out, &clock);
        announce_montage_events(&mut self.out);
        self.tell_later(handler);
    }

    /// Ends every active state and interrupts every montage: the character goes. The events are in
    /// [`AnimInstance::events`]. Of what is `unheard`, events that nobody was given, in their
    /// order, what began does not end, and what ended ends now.
    pub fn tear_down(&mut self, unheard: &[Event]) {
        if std::mem::replace(&mut self.is_torn_down, true) {
            return self.out.begin_frame();
        }
        let mut unheard = unheard.to_vec();
        unheard.append(&mut self.parted.0);
        // What a new library ended may have begun while the character rested.
        unheard.append(&mut self.out.montage_events);
        unheard.append(&mut self.parted.1);
        self.out.begin_frame();
        self.active.tear_down(&mut self.out, self.clock);
        let (montages, mut cx) = self.parts();
        montages
            .iter_mut()
            .for_each(|instance| instance.cut_off(Cause::TearDown, &mut cx));
        self.montages.clear();
        for event in unheard
            .iter()
            .rev()
            .filter(|event| event.reason == EventReason::Fired)
        {
            take_back(event, &mut self.out);
        }
        for event in &mut self.out.events {
            (event.reason, event.cause) = (EventReason::TornDown, Cause::TearDown);
        }
        announce_montage_events(&mut self.out);
    }

    /// Events of the last tick: branching points, then notifies, then montage events.
    pub fn events(&self) -> &[Event] {
        &self.out.events
    }

    /// Level of detail, 0 the finest.
    pub fn lod(&self) -> u32 {
        self.out.filter.lod
    }

    /// Seconds since the instance was made.
    pub fn clock(&self) -> f64 {
        self.clock
    }

    /// Placement of the character in the world, in f32.
    pub fn placement(&self) -> &Transform {
        self.placement.shown()
    }

    /// Placement of the character in the world, in the full precision that is kept.
    pub fn precise_placement(&self) -> &Placement {
        &self.placement
    }

    /// Root motion of the last tick, in the frame of the root at its start.
    pub fn root_delta(&self) -> &Transform {
        &self.root_delta
    }

    /// The graph that the character plays: a graph of the library, or the graph of the character's
    /// slots.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// The library whose assets the character plays.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// The skeleton whose bones its poses have.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// Montages that play, in play order.
    pub fn montage_states(&self) -> impl Iterator<Item = MontageState> {
        self.montages.iter().map(MontageInstance::state)
    }

    /// Root motion of a montage in the last tick, component space, as if it had counted alone. None
    /// where it had none.
    pub fn travelled(&self, instance: u32) -> Option<Transform> {
        let of = self
            .out
            .montage_roots
            .iter()
            .find(|made| made.instance == instance);
        of.map(|made| made.whole)
    }

    /// State of the newest instance of a montage that is not blending out; None if there is no such
    /// instance.
    pub fn montage_state(&self, montage: Name) -> Option<MontageState> {
        let is_active = |instance: &&MontageInstance| {
            instance.montage.name == montage && !instance.is_stopped()
        };
        self.montages
            .iter()
            .rfind(is_active)
            .map(MontageInstance::state)
    }

    /// The places that motion warping and IK may go to.
    pub fn warp_targets(&self) -> &WarpTargets {
        &self.targets
    }

    /// The mode that decides which root motion moves the character.
    pub fn root_motion_mode(&self) -> RootMotionMode {
        self.mode
    }

    /// Message of the latest panic of the character's handler; None if there was none. The handler
    /// still receives later events.
    pub fn handler_fault(&self) -> Option<&str> {
        self.handler_fault.as_deref()
    }

    /// Whether the character is torn down, so that nothing happens to it any more.
    pub fn is_torn_down(&self) -> bool {
        self.is_torn_down
    }

    /// The instances, and what they need beside them.
    pub(super) fn parts(&mut self) -> (&mut Vec<MontageInstance>, MontageContext<'_>) {
        let Self {
            montages,
            library,
            skeleton,
            out,
            clock,
            now,
            advances,
            mode,
            section_end_needs_time,
            ..
        } = self;
        let (placement, targets) = (self.placement, &self.targets);
        let (now, tick_end, is_advancing) = (*now, *clock, *advances);
        let (mode, section_end_needs_time) = (*mode, *section_end_needs_time);
        let cx = MontageContext {
            library,
            skeleton,
            out,
            now,
            tick_end,
            is_advancing,
            mode,
            section_end_needs_time,
            placement,
            targets,
        };
        (montages, cx)
    }
}

/// Adjusts the end events in `out` as if `event` had not happened: what it ended ends now, and what
/// it began has no end.
fn take_back(event: &Event, out: &mut Outbox) {
    let is_same = |other: &Event| (other.id, other.source) == (event.id, event.source);
    match event.phase {
        Phase::Begin => out.events.retain(|end| !is_same(end)),
        Phase::End if !out.events.iter().any(is_same) => out.events.push(*event),
        Phase::Started => out.montage_events.retain(|ended| !is_same(ended)),
        Phase::Ended { .. } => out.montage_events.push(*event),
        _ => {}
    }
}

/// Appends montage events after the notifies: started, blending out, blended in, ended, section
/// changes; each kind in queue order.
fn announce_montage_events(out: &mut Outbox) {
    let rank = |event: &Event| match event.phase {
        Phase::Started => 0,
        Phase::BlendingOut { .. } => 1,
        Phase::BlendedIn => 2,
        Phase::Ended { .. } => 3,
        _ => 4,
    };
    for wanted in 0..=4 {
        out.events.extend(
            out.montage_events
                .iter()
                .filter(|event| rank(event) == wanted),
        );
    }
    out.montage_events.clear();
}
