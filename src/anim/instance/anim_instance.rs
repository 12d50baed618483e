//! The game-thread side of a playing character: montages, requests, notifies, root motion.
//!
//! One tick, in order: [`AnimInstance::begin_frame`], requests, [`AnimInstance::update_montages`],
//! [`AnimInstance::pre_update`], then [`AnimInstanceProxy::run`] on any thread, then [`AnimInstance::complete`].

use super::{
    AnimInstanceProxy, Refusal, Request,
    dispatch::{ActiveStates, Outbox},
    montage_instance::{Context, MontageInstance, stop_blend},
    root_motion::RootMotionBlend,
};
use crate::{
    Event, Library, Montage, Name, Skeleton, Transform,
    event::{Phase, Reason, Source},
    graph::{Graph, LiveFrame, MontageRecord, Show, control::ExternalBone},
    limits::{MOST_RATE, is_rate},
    montage::Blend,
};
use std::sync::Arc;

/// What a montage instance looks like from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MontageState {
    pub instance: u32,
    pub montage: Name,
    pub section: Name,
    pub section_index: u32,
    /// Seconds.
    pub position: f64,
    pub weight: f32,
    pub rate: f32,
    pub playing: bool,
    /// Blending out.
    pub stopped: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct AnimInstance {
    library: Arc<Library>,
    skeleton: Arc<Skeleton>,
    graph: Arc<Graph>,
    pub(super) montages: Vec<MontageInstance>,
    next_id: u32,
    active: ActiveStates,
    out: Outbox,
    /// What ended between two ticks, of which the next one tells: notifies, and montages.
    parted: (Vec<Event>, Vec<Event>),
    /// Seconds.
    clock: f64,
    dt: f64,
    /// This tick fires nothing: the playhead is being scrubbed.
    quiet: bool,
    /// The last tick was rested: what requests left behind since is still to come.
    rested: bool,
    /// What the graph's first player is told this tick, in order.
    shown: Vec<Show>,
    /// Parameters that were set since the last update, in order.
    set: Vec<(Name, f64)>,
    /// Since the last update, the newest of each subject, and of each External Pose.
    told: Vec<Arc<LiveFrame>>,
    moved: Vec<(Name, Arc<[ExternalBone]>)>,
    /// World placement of the character, moved by root motion.
    placement: Transform,
    root_delta: Transform,
}

impl AnimInstance {
    /// `seed` decides notifies with a chance below 1.
    pub fn new(library: Arc<Library>, skeleton: Arc<Skeleton>, seed: u64) -> Self {
        let mut out = Outbox::default();
        out.filter.seed = seed;
        Self {
            graph: Graph::of_slots(&library, skeleton.name).into(),
            library,
            skeleton,
            montages: Vec::new(),
            next_id: 1,
            active: ActiveStates::default(),
            out,
            parted: Default::default(),
            clock: 0.0,
            dt: 0.0,
            quiet: false,
            rested: false,
            shown: Vec::new(),
            set: Vec::new(),
            told: Vec::new(),
            moved: Vec::new(),
            placement: Transform::IDENTITY,
            root_delta: Transform::IDENTITY,
        }
    }

    /// Goes on with a newly compiled library: montages keep their position; those that are gone end, as do branching
    /// states that are, and the next tick tells so. Contract: between ticks.
    pub fn set_library(&mut self, library: Arc<Library>, skeleton: Arc<Skeleton>) {
        let mut out = Outbox::default();
        let mut cx = Context { library: &self.library, skeleton: &self.skeleton, out: &mut out, tick_end: self.clock };
        self.montages.retain_mut(|instance| {
            let found = library.montage(instance.montage.name).filter(|montage| montage.skeleton == skeleton.name);
            match found {
                Some(montage) => instance.rebind(montage.clone(), &mut cx),
                None => instance.cut_off(&mut cx),
            }
            found.is_some()
        });
        self.parted.0.append(&mut out.events);
        self.parted.1.append(&mut out.montage_events);
        let own = library.graph(self.graph.name()).filter(|graph| graph.skeleton() == skeleton.name);
        let graph = own.cloned().unwrap_or_else(|| Graph::of_slots(&library, skeleton.name).into());
        if graph != self.graph {
            self.graph = graph;
        }
        self.library = library;
        self.skeleton = skeleton;
    }

    /// Step 0. `dt` in seconds, clamped to 0..=1; NaN counts as 0.
    pub fn begin_frame(&mut self, dt: f64) {
        self.dt = if dt.is_nan() { 0.0 } else { dt.clamp(0.0, 1.0) };
        self.clock += self.dt;
        self.quiet = false;
        if std::mem::take(&mut self.rested) {
            self.out.rest()
        } else {
            self.out.begin_frame()
        }
        self.out.events.extend_from_slice(&self.parted.0);
    }

    /// In place of a whole tick: time stands still and nothing happens. What is asked for meanwhile counts from the next
    /// tick on.
    pub fn rest(&mut self) {
        self.rested = true;
        self.out.rest();
        self.root_delta = Transform::IDENTITY;
    }

    /// Of a tick that nobody is given: what happened in it is told by the next one.
    pub fn keep_told(&mut self) {
        self.parted.0.extend(self.out.events.drain(..).filter(|event| event.phase != Phase::Tick));
    }

    /// In place of the rest of a tick that is over with [`AnimInstance::begin_frame`]: what that told is not told again.
    pub fn end_frame(&mut self) {
        self.parted.0.clear();
    }

    /// Changes nothing when refused, but for [`Refusal::RateClamped`].
    pub fn request(&mut self, request: &Request) -> Result<(), Refusal> {
        match *request {
            Request::PlayMontage { montage, rate, section } => self.play(montage, rate, section),
            Request::StopMontage { montage, blend_out } => self.stop(montage, blend_out),
            Request::JumpToSection { montage, section } => {
                self.with_section(montage, section, |instance, section, cx| instance.jump_to(section, cx))
            }
            Request::SetNextSection { montage, from, to } => {
                let find = |m: &Montage, name| m.find_section(name).ok_or(Refusal::SectionUnknown);
                self.with_montage(montage, |instance, _| {
                    let from = find(&instance.montage, from)?;
                    let to = to.map(|to| find(&instance.montage, to)).transpose()?;
                    instance.travel.set_next_section(from, to);
                    Ok(())
                })
            }
            Request::Pause { montage } => self.set_playing(montage, false),
            Request::Resume { montage } => self.set_playing(montage, true),
            Request::SetPosition { montage, position } => self.with_montage(montage, |instance, cx| {
                if !position.is_finite() {
                    return Err(Refusal::BadNumber);
                }
                instance.set_position(position, cx);
                Ok(())
            }),
            Request::ForcePosition { montage, from, to } => self.with_montage(montage, |instance, _| {
                if !(to.is_finite() && from.is_none_or(f64::is_finite)) {
                    return Err(Refusal::BadNumber);
                }
                instance.force_position(from, to);
                Ok(())
            }),
            Request::SetPlayRate { montage, rate } => self.with_montage(montage, |instance, _| {
                let (rate, told) = playable(rate)?;
                instance.travel.rate = rate;
                told
            }),
            Request::SetLod { lod } => {
                self.out.filter.lod = lod;
                Ok(())
            }
            Request::PlayClip { clip, position, rate } => {
                let (rate, told) = playable(rate)?;
                self.show(clip, position, Show::Clip { clip, position, rate }).and(told)
            }
            Request::FadeToClip { clip, rate, duration } => {
                let (rate, told) = playable(rate)?;
                self.show(clip, duration.into(), Show::Fade { clip, rate, duration }).and(told)
            }
            Request::PlayGraph { graph } => self.play_graph(graph),
            Request::SetParameter { parameter, value } => {
                self.settable(parameter)?;
                let value = if value.is_finite() { value } else { return Err(Refusal::BadNumber) };
                self.set.retain(|(known, _)| *known != parameter);
                self.set.push((parameter, value));
                Ok(())
            }
            Request::TellLive(ref frame) => {
                self.told.retain(|known| known.subject != frame.subject);
                self.told.push(frame.clone());
                Ok(())
            }
            Request::SetExternal { stream, ref bones } => self.set_external(stream, bones),
            Request::StopClip => {
                self.shown.push(Show::Nothing);
                Ok(())
            }
        }
    }

    /// Its own, and those that run after it.
    fn graphs(&self) -> impl Iterator<Item = &Graph> {
        std::iter::once(&self.graph).chain(self.library.post_processes(&self.skeleton)).map(|graph| &**graph)
    }

    /// Whether a parameter is one that a game may set: of the graph, or of one that runs after it.
    fn settable(&self, parameter: Name) -> Result<(), Refusal> {
        let mut known = self.graphs().filter_map(|it| Some((it, it.parameter(parameter)?)));
        let (graph, at) = known.next().ok_or(Refusal::ParameterUnknown)?;
        if graph.is_driven(at) { Err(Refusal::ParameterDriven) } else { Ok(()) }
    }

    fn set_external(&mut self, stream: Name, bones: &Arc<[ExternalBone]>) -> Result<(), Refusal> {
        if !self.graphs().any(|graph| graph.has_external(stream)) {
            return Err(Refusal::StreamUnknown);
        }
        self.moved.retain(|(known, _)| *known != stream);
        self.moved.push((stream, bones.clone()));
        Ok(())
    }

    fn play_graph(&mut self, name: Name) -> Result<(), Refusal> {
        let graph = match name {
            Name::NONE => Graph::of_slots(&self.library, self.skeleton.name).into(),
            name => self.library.graph(name).ok_or(Refusal::GraphUnknown)?.clone(),
        };
        if name != Name::NONE && graph.skeleton() != self.skeleton.name {
            return Err(Refusal::SkeletonMismatch);
        }
        if graph != self.graph {
            self.graph = graph;
            self.set.retain(|(parameter, _)| self.graph.parameter(*parameter).is_some());
        }
        Ok(())
    }

    /// Shows one position of a montage at full weight, playing it first if need be. This tick fires nothing.
    pub fn scrub(&mut self, montage: Name, position: f64) -> Result<(), Refusal> {
        if !self.montages.iter().any(|instance| instance.montage.name == montage && !instance.is_stopped()) {
            self.play(montage, 1.0, Name::NONE)?;
        }
        self.montages.retain(|instance| instance.montage.name == montage && !instance.is_stopped());
        self.quiet = true;
        self.with_montage(montage, |instance, cx| {
            instance.set_position(position, cx);
            instance.settle();
            Ok(())
        })
    }

    /// Where the character stands, world space.
    pub fn place(&mut self, placement: Transform) {
        self.placement = placement;
    }

    /// Step 1: weights first, then positions; branching points fire here.
    pub fn update_montages(&mut self) {
        let mut montages = std::mem::take(&mut self.montages);
        let dt = self.dt;
        let mut cx = self.context();
        montages.iter_mut().for_each(|instance| instance.update_weight(dt as f32, &mut cx));
        montages.retain_mut(|instance| !instance.advance(dt, &mut cx));
        self.montages = montages;
    }

    /// Step 2: copies what the worker may see.
    pub fn pre_update(&mut self, proxy: &mut AnimInstanceProxy) {
        let record = |instance: &MontageInstance| MontageRecord {
            montage: instance.montage.clone(),
            position: instance.travel.position,
            weight: instance.weight(),
            bones: instance.blend().is_by_bone().then(|| instance.blend().clone()),
        };
        proxy.records.clear();
        proxy.records.extend(self.montages.iter().map(record));
        proxy.begin(&self.library, &self.skeleton, &self.graph, self.out.filter.lod, self.dt);
        proxy.place(self.placement);
        self.shown.drain(..).for_each(|show| proxy.show(&show));
        self.set.drain(..).for_each(|(parameter, value)| proxy.set_parameter(parameter, value));
        self.told.drain(..).for_each(|frame| proxy.tell_live(&frame));
        self.moved.drain(..).for_each(|(stream, bones)| proxy.set_external(stream, &bones));
        proxy.inertialize(&self.out.inertialize, self.quiet);
    }

    /// What it would show in a tick of no time. Nothing of it moves on.
    pub fn first_look(&self) -> AnimInstanceProxy {
        let (mut copy, mut proxy) = (self.clone(), AnimInstanceProxy::default());
        copy.begin_frame(0.0);
        copy.update_montages();
        copy.pre_update(&mut proxy);
        proxy
    }

    /// After the worker: merges its notifies and root motion, then fires what was queued.
    pub fn complete(&mut self, proxy: &mut AnimInstanceProxy) {
        let mut root = RootMotionBlend::NONE;
        if let Some((delta, weight)) = &self.out.montage_root {
            root.add(delta, *weight);
        }
        proxy.roots().iter().for_each(|(delta, weight)| root.add(delta, *weight));
        self.out.queued.append(proxy.queued());
        self.finish(root, |slot| proxy.slot_weight(slot));
    }

    /// In place of the worker's part and [`AnimInstance::complete`]: only montages went on. Every slot counts as shown.
    pub fn complete_montages(&mut self) {
        let mut root = RootMotionBlend::NONE;
        if let Some((delta, weight)) = &self.out.montage_root {
            root.add(delta, *weight);
        }
        self.finish(root, |_| 1.0);
    }

    fn finish(&mut self, root: RootMotionBlend, slot_weight: impl Fn(Name) -> f32) {
        self.root_delta = root.delta();
        let placement = self.placement.compose(&self.root_delta);
        if placement.is_finite() {
            self.placement = placement;
        } else {
            self.root_delta = Transform::IDENTITY;
        }
        self.parted.0.clear();
        self.out.montage_events.append(&mut self.parted.1);
        if self.quiet {
            self.out.begin_frame();
            return;
        }
        self.active.dispatch(&mut self.out, self.clock, slot_weight);
        announce_montage_events(&mut self.out);
    }

    /// Ends every active state and interrupts every montage: the character goes. The events are in
    /// [`AnimInstance::events`]. Of what is `unheard`, events that nobody was given, in their order, what began does not
    /// end, and what ended ends now.
    pub fn tear_down(&mut self, unheard: &[Event]) {
        let mut unheard = unheard.to_vec();
        unheard.append(&mut self.parted.0);
        // What a new library ended may have begun while the character rested.
        unheard.append(&mut self.out.montage_events);
        unheard.append(&mut self.parted.1);
        self.out.begin_frame();
        self.active.tear_down(&mut self.out, self.clock);
        let mut montages = std::mem::take(&mut self.montages);
        let mut cx = self.context();
        montages.iter_mut().for_each(|instance| instance.cut_off(&mut cx));
        for event in unheard.iter().rev().filter(|event| event.reason == Reason::Fired) {
            take_back(event, &mut self.out);
        }
        self.out.events.iter_mut().for_each(|event| event.reason = Reason::TornDown);
        announce_montage_events(&mut self.out);
    }

    /// Of the last tick: branching points, then notifies, then montage events.
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

    pub fn placement(&self) -> &Transform {
        &self.placement
    }

    /// Root motion of the last tick, in the frame of the root at its start.
    pub fn root_delta(&self) -> &Transform {
        &self.root_delta
    }

    /// What it plays: a graph of the library, or that of its slots.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// In play order.
    pub fn montage_states(&self) -> impl Iterator<Item = MontageState> {
        self.montages.iter().map(|instance| MontageState {
            instance: instance.id,
            montage: instance.montage.name,
            section: instance.montage.sections[instance.travel.section].name,
            section_index: instance.travel.section as u32,
            position: instance.travel.position,
            weight: instance.weight(),
            rate: instance.travel.rate,
            playing: instance.travel.playing,
            stopped: instance.is_stopped(),
        })
    }

    fn play(&mut self, name: Name, rate: f32, section: Name) -> Result<(), Refusal> {
        let montage = self.library.montage(name).ok_or(Refusal::MontageUnknown)?.clone();
        if montage.skeleton != self.skeleton.name {
            return Err(Refusal::SkeletonMismatch);
        }
        let (rate, told) = playable(rate)?;
        let start = match section {
            Name::NONE => 0.0,
            name => montage.section_span(montage.find_section(name).ok_or(Refusal::SectionUnknown)?).0,
        };
        let moves_root = montage.root_translation || montage.root_rotation;
        self.make_room(&montage, moves_root);
        if montage.blend_in.inertialize {
            self.out.inertialize.push(montage.blend_in);
        }
        let mut instance = MontageInstance::new(self.next_id, montage, rate, start);
        instance.moves_root = moves_root;
        self.next_id += 1;
        self.out.montage_events.push(started(&instance, self.clock));
        self.montages.push(instance);
        told
    }

    /// Stops what the new montage replaces: its group, and whatever else moves the root.
    fn make_room(&mut self, montage: &Montage, moves_root: bool) {
        let mut montages = std::mem::take(&mut self.montages);
        let mut cx = self.context();
        for instance in &mut montages {
            if instance.montage.group == montage.group || (moves_root && instance.moves_root) {
                instance.moves_root &= !moves_root;
                instance.stop(montage.blend_in, true, &mut cx);
            }
        }
        self.montages = montages;
    }

    fn stop(&mut self, name: Option<Name>, blend_out: Option<f32>) -> Result<(), Refusal> {
        if blend_out.is_some_and(|time| !time.is_finite()) {
            return Err(Refusal::BadNumber);
        }
        let stop = |instance: &mut MontageInstance, cx: &mut Context<'_>| {
            let blend: Blend = stop_blend(&instance.montage, blend_out);
            instance.stop(blend, true, cx);
        };
        match name {
            Some(name) => self.with_montage(name, |instance, cx| {
                stop(instance, cx);
                Ok(())
            }),
            None => {
                let mut montages = std::mem::take(&mut self.montages);
                let mut cx = self.context();
                montages.iter_mut().for_each(|instance| stop(instance, &mut cx));
                self.montages = montages;
                Ok(())
            }
        }
    }

    fn set_playing(&mut self, name: Name, playing: bool) -> Result<(), Refusal> {
        self.with_montage(name, |instance, _| {
            instance.travel.playing = playing;
            Ok(())
        })
    }

    /// `seconds` of the request are not checked yet.
    fn show(&mut self, clip: Name, seconds: f64, show: Show) -> Result<(), Refusal> {
        let clip = self.library.clip(clip).ok_or(Refusal::ClipUnknown)?;
        if clip.skeleton != self.skeleton.name {
            return Err(Refusal::SkeletonMismatch);
        }
        if !seconds.is_finite() {
            return Err(Refusal::BadNumber);
        }
        self.shown.push(show);
        Ok(())
    }

    fn with_section(
        &mut self,
        montage: Name,
        section: Name,
        act: impl FnOnce(&mut MontageInstance, usize, &mut Context<'_>),
    ) -> Result<(), Refusal> {
        self.with_montage(montage, |instance, cx| {
            let section = instance.montage.find_section(section).ok_or(Refusal::SectionUnknown)?;
            act(instance, section, cx);
            Ok(())
        })
    }

    /// The newest instance of the montage that is not on its way out.
    fn with_montage(
        &mut self,
        name: Name,
        act: impl FnOnce(&mut MontageInstance, &mut Context<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let is_active = |instance: &MontageInstance| instance.montage.name == name && !instance.is_stopped();
        let at = self.montages.iter().rposition(is_active).ok_or(Refusal::NotPlaying)?;
        let mut montages = std::mem::take(&mut self.montages);
        let result = act(&mut montages[at], &mut self.context());
        self.montages = montages;
        result
    }

    fn context(&mut self) -> Context<'_> {
        Context { library: &self.library, skeleton: &self.skeleton, out: &mut self.out, tick_end: self.clock }
    }
}

/// As if the event had not been: before it, what it ended was under way, and what it began was not.
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

fn started(instance: &MontageInstance, time: f64) -> Event {
    Event {
        time,
        phase: Phase::Started,
        name: instance.montage.name,
        id: 0,
        socket: Name::NONE,
        source: Source::Montage(instance.id),
        asset: instance.montage.name,
        position: instance.travel.position,
        weight: instance.weight(),
        branching: false,
        reason: Reason::Fired,
    }
}

/// After the notifies: started, blending out, blended in, ended, section changes; each kind in queue order.
/// The rate that a request gets, and whether it is another one than it asked for.
fn playable(rate: f32) -> Result<(f32, Result<(), Refusal>), Refusal> {
    let told = if is_rate(rate) { Ok(()) } else { Err(Refusal::RateClamped) };
    match rate.is_finite() {
        true => Ok((rate.clamp(-MOST_RATE, MOST_RATE), told)),
        false => Err(Refusal::BadNumber),
    }
}

fn announce_montage_events(out: &mut Outbox) {
    let rank = |event: &Event| match event.phase {
        Phase::Started => 0,
        Phase::BlendingOut { .. } => 1,
        Phase::BlendedIn => 2,
        Phase::Ended { .. } => 3,
        _ => 4,
    };
    for wanted in 0..=4 {
        out.events.extend(out.montage_events.iter().filter(|event| rank(event) == wanted));
    }
    out.montage_events.clear();
}
