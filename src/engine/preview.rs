//! What the editor previews, and its transport: one character, one clip or montage, a playhead.

mod region;
#[cfg(test)]
mod tests;

use crate::{
    Input,
    cast::Cast,
    input::{PREVIEWED, Scope, Subject, Transport},
};
use anim::{
    AnimInstance, Library, Montage, Name, Request, Transform,
    float::Extreme,
    instance::{MontageState, Refusal, RootMotionMode, clip_place, montage_place},
};
use glam::Vec3;
use std::sync::Arc;

/// Points kept of the way the character came.
const TRAIL_POINTS: usize = 512;
/// Metres between two of them at least.
const TRAIL_SPACING: f32 = 0.01;

/// What is left to do when the cast has finished.
#[derive(Clone, Copy, Debug)]
pub(crate) struct After {
    /// Where the character stood.
    before: Vec3,
    /// Seconds.
    dt: f64,
    /// Its montage began in this tick.
    has_started: bool,
}

/// A request that changed nothing, and why.
type Refusals = Vec<(Input, Refusal)>;

#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    subject: Subject,
    playing: bool,
    looping: bool,
    region: Option<(f64, f64)>,
    /// Seconds of the last tick that the region cut off.
    left: f64,
    scope: Scope,
    rate: f32,
    lod: u32,
    root_motion: RootMotionMode,
    /// The montage goes at `rate`, or as its own branching points have it since.
    is_rate_told: bool,
    /// Seconds on the subject's timeline.
    position: f64,
    /// The character shows what `position` says; otherwise the next tick seeks.
    settled: bool,
    trail: Vec<Vec3>,
    /// How often it was put elsewhere without a way there.
    jumps: u64,
    speed: f32,
    /// Warp targets that every previewed character has.
    targets: Arc<[(Name, Transform)]>,
}

impl Default for Preview {
    fn default() -> Self {
        Self {
            subject: Subject::None,
            playing: false,
            looping: true,
            region: None,
            left: 0.0,
            scope: Scope::Chain,
            rate: 1.0,
            lod: 0,
            root_motion: RootMotionMode::default(),
            is_rate_told: false,
            position: 0.0,
            settled: false,
            trail: Vec::new(),
            jumps: 0,
            speed: 0.0,
            targets: Arc::default(),
        }
    }
}

impl Preview {
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    pub fn position(&self) -> f64 {
        self.position
    }

    /// How often the character was put elsewhere without a way there: its trail began anew.
    pub fn jumps(&self) -> u64 {
        self.jumps
    }

    pub fn trail(&self) -> &[Vec3] {
        &self.trail
    }

    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// Takes effect in the next [`Preview::kick`]. Contract: its numbers are finite.
    pub(crate) fn handle(&mut self, transport: Transport, cast: &mut Cast) {
        match transport {
            Transport::Show(subject) => self.show(subject, cast),
            Transport::Play => self.play(cast.library()),
            Transport::Pause => self.playing = false,
            Transport::Seek(position) => {
                self.position = position.clamp(0.0, self.length(cast.library()));
                (self.settled, self.left) = (false, 0.0);
            }
            Transport::SetRate(rate) => {
                (self.rate, self.is_rate_told) = (rate, false);
                self.settled &= !matches!(self.subject, Subject::Clip(_));
            }
            Transport::SetLooping(looping) => self.looping = looping,
            Transport::SetLoopRegion(region) => self.region = region,
            Transport::SetScope(scope) => {
                self.scope = scope;
                self.settled = false;
            }
            Transport::SetLod(lod) => {
                self.lod = lod;
                self.ask(Request::SetLod { lod }, cast);
                self.settled &= self.playing;
            }
            Transport::SetRootMotionMode(mode) => {
                self.root_motion = mode;
                self.ask(Request::SetRootMotionMode { mode }, cast);
                self.settled &= self.playing;
            }
        }
    }

    /// The library changed under the character: what is shown stays where it was.
    pub(crate) fn rebind(&mut self, cast: &mut Cast) {
        if self.subject == Subject::None {
            return;
        }
        if cast.instance(PREVIEWED).is_none() {
            let position = self.position;
            self.show(self.subject, cast);
            self.position = position;
        }
        if let Subject::Graph(_) = self.subject {
            // It goes on from where it is.
            return;
        }
        self.position = self.position.lower(self.length(cast.library()));
        self.settled &= self.playing;
        if let (Subject::Montage(montage), true) = (self.subject, self.settled) {
            // An edited link counts at once, and the scope goes on over it.
            let library = cast.library().clone();
            self.apply_scope(montage, &library, cast);
        }
    }

    /// One step of the cast, of `dt` seconds, up to its kick. Without a subject time goes on for all characters; with one
    /// it goes on while the preview plays. Returns the requests that were refused, and what [`Preview::finish`] needs.
    pub(crate) fn kick(&mut self, dt: f64, requests: &[Input], cast: &mut Cast) -> (Refusals, Option<After>) {
        if self.subject == Subject::None || cast.instance(PREVIEWED).is_none() {
            return (run(cast, dt, None, requests), None);
        }
        if !self.settled {
            self.seek(cast);
        }
        let Some(before) = self.placement(cast).filter(|_| self.playing) else {
            return (pause(cast, requests), None);
        };
        let mut after = After { before, dt, has_started: false };
        let refused = match self.subject {
            Subject::Montage(montage) => self.kick_montage(montage, &mut after, requests, cast),
            Subject::Clip(clip) => self.kick_clip(clip, dt, requests, cast),
            // Time goes forwards alone.
            Subject::Graph(_) => run(cast, dt * f64::from(self.rate.higher(0.0)), None, requests),
            _ => run(cast, dt, None, requests),
        };
        (refused, Some(after).filter(|_| self.playing))
    }

    /// After the cast has finished what [`Preview::kick`] began.
    pub(crate) fn finish(&mut self, after: After, cast: &mut Cast) {
        match self.subject {
            Subject::Montage(montage) => {
                if after.has_started {
                    let library = cast.library().clone();
                    self.apply_scope(montage, &library, cast);
                }
                if let Some(state) = montage_state(montage, cast) {
                    self.position = state.position;
                }
            }
            Subject::Clip(_) => {
                if let Some((_, position, _)) = shown_clip(cast) {
                    self.position = position;
                }
            }
            Subject::Graph(_) => self.position = cast.instance(PREVIEWED).map_or(0.0, |instance| instance.clock()),
            _ => {}
        }
        self.leave_trail(after.before, after.dt, cast);
    }

    fn placement(&self, cast: &Cast) -> Option<Vec3> {
        cast.instance(PREVIEWED).map(|instance| instance.placement().translation)
    }

    fn show(&mut self, subject: Subject, cast: &mut Cast) {
        // Nobody to remove is what was wanted.
        let _ = cast.remove(PREVIEWED);
        let library = cast.library().clone();
        let skeleton = match subject {
            Subject::None => None,
            Subject::Skeleton(name) => library.skeleton(name).map(|skeleton| skeleton.name),
            Subject::Clip(name) => library.clip(name).map(|clip| clip.skeleton),
            Subject::Montage(name) => library.montage(name).map(|montage| montage.skeleton),
            Subject::Graph(name) => library.graph(name).map(|graph| graph.skeleton()),
        };
        if let Some(skeleton) = skeleton {
            // A skeleton that does not compile shows nobody; the problem is listed already.
            let _ = cast.add(PREVIEWED, skeleton, 0);
        }
        let (looping, rate, scope, lod, root_motion) =
            (self.looping, self.rate, self.scope, self.lod, self.root_motion);
        let targets = std::mem::take(&mut self.targets);
        *self = Self { subject, looping, rate, scope, lod, root_motion, targets, ..Self::default() };
        self.ask_for_settings(cast);
    }

    /// A request of the preview's own. Refused only where nothing compiled that could play: the problem is listed.
    fn ask(&self, request: Request, cast: &mut Cast) {
        let _ = cast.request(PREVIEWED, &request);
    }

    /// What stays as it was set, whoever is shown.
    fn ask_for_settings(&self, cast: &mut Cast) {
        self.ask(Request::SetLod { lod: self.lod }, cast);
        self.ask(Request::SetRootMotionMode { mode: self.root_motion }, cast);
        for (target, place) in self.targets.iter() {
            self.ask(Request::SetWarpTarget { target: *target, place: *place }, cast);
        }
    }

    /// In place of those that previewed characters had. Contract: its numbers are finite.
    pub(crate) fn set_targets(&mut self, targets: Arc<[(Name, Transform)]>, cast: &mut Cast) {
        for (target, _) in self.targets.iter().filter(|(name, _)| targets.iter().all(|(other, _)| other != name)) {
            self.ask(Request::RemoveWarpTarget { target: *target }, cast);
        }
        self.targets = targets;
        self.ask_for_settings(cast);
        self.settled &= self.playing;
    }

    fn play(&mut self, library: &Library) {
        let length = self.length(library);
        let at_end = if self.rate < 0.0 { self.position <= 0.0 } else { self.position >= length - 1e-4 };
        let has_end = !matches!(self.subject, Subject::Graph(_));
        if at_end && has_end {
            self.position = if self.rate < 0.0 { length } else { 0.0 };
            self.settled = false;
        }
        self.playing = true;
    }

    fn length(&self, library: &Library) -> f64 {
        match self.subject {
            Subject::Clip(name) => library.clip(name).map_or(0.0, |clip| clip.length.into()),
            Subject::Montage(name) => library.montage(name).map_or(0.0, |montage| montage.length.into()),
            _ => 0.0,
        }
    }

    /// Shows `position` without playing up to it; the character stands where its root motion would have brought it.
    fn seek(&mut self, cast: &mut Cast) {
        (self.settled, self.is_rate_told) = (true, false);
        self.trail.clear();
        self.jumps += 1;
        self.speed = 0.0;
        let library = cast.library().clone();
        cast.begin(0.0);
        cast.insist(PREVIEWED);
        match self.subject {
            Subject::Montage(montage) => {
                if let Ok(instance) = cast.instance_mut(PREVIEWED) {
                    // A montage that does not compile shows the reference pose; the problem is listed already.
                    let _ = instance.scrub(montage, self.position);
                }
            }
            Subject::Clip(clip) => {
                let rate = if self.playing { self.rate } else { 0.0 };
                self.ask(Request::PlayClip { clip, position: self.position, rate }, cast);
            }
            Subject::Graph(graph) => self.begin_graph(graph, cast),
            _ => {}
        }
        cast.run();
        cast.keep_told(PREVIEWED);
        if let Subject::Montage(montage) = self.subject {
            self.apply_scope(montage, &library, cast);
        }
        let Ok(instance) = cast.instance_mut(PREVIEWED) else { return };
        let placement = match (self.root_motion, self.subject) {
            (RootMotionMode::FromEverything, _) | (RootMotionMode::FromMontagesOnly, Subject::Montage(_)) => {
                self.root_at(self.position, &library, instance)
            }
            _ => Transform::IDENTITY,
        };
        instance.place(placement);
        self.trail.push(placement.translation);
    }

    /// Where root motion has brought the character by a time, from the middle of the world.
    fn root_at(&self, time: f64, library: &Library, instance: &AnimInstance) -> Transform {
        let (skeleton, targets, start) = (instance.skeleton(), instance.warp_targets(), Transform::IDENTITY);
        match self.subject {
            Subject::Montage(name) => library
                .montage(name)
                .map_or(start, |montage| montage_place(montage, (library, skeleton), targets, start, time)),
            Subject::Clip(name) => match library.clip(name).filter(|clip| clip.root_motion.enabled) {
                Some(clip) => clip_place(clip, skeleton, targets, start, time),
                None => start,
            },
            _ => start,
        }
    }

    /// From its start, with the parameters that are set.
    fn begin_graph(&mut self, graph: Name, cast: &mut Cast) {
        self.position = 0.0;
        let set: Vec<(Name, f64)> =
            cast.proxy(PREVIEWED).map(|proxy| proxy.state().parameters().collect()).unwrap_or_default();
        let library = cast.library().clone();
        if let Some(graph) = library.graph(graph) {
            // A skeleton that does not compile shows nobody; the problem is listed already.
            let _ = cast.add(PREVIEWED, graph.skeleton(), 0);
        }
        cast.begin(0.0);
        cast.insist(PREVIEWED);
        self.ask_for_settings(cast);
        self.ask(Request::PlayGraph { graph }, cast);
        let is_plain = |name: &Name| library.graph(graph).is_some_and(|graph| !graph.is_trigger(*name));
        for (parameter, value) in set.into_iter().filter(|(name, _)| is_plain(name)) {
            self.ask(Request::SetParameter { parameter, value }, cast);
        }
    }

    fn apply_scope(&self, montage: Name, library: &Library, cast: &mut Cast) {
        let Some(compiled) = library.montage(montage) else { return };
        scope_links(compiled, self.scope, self.position).into_iter().for_each(|request| self.ask(request, cast));
    }

    fn kick_montage(&mut self, montage: Name, after: &mut After, requests: &[Input], cast: &mut Cast) -> Refusals {
        let entry = self.entry().or_else(|| {
            let (from, to) = self.kept().filter(|_| montage_state(montage, cast).is_none())?;
            Some(if self.rate < 0.0 { to } else { from })
        });
        if let Some(entry) = entry {
            self.enter(entry, cast);
        }
        let is_active = montage_state(montage, cast).is_some();
        if !is_active {
            if !self.looping || cast.library().montage(montage).is_none() {
                self.playing = false;
                return pause(cast, requests);
            }
            self.stand_at_the_start(cast);
        }
        after.has_started = !is_active;
        let own = match (is_active, std::mem::replace(&mut self.is_rate_told, true)) {
            (true, true) => None,
            (true, false) => Some(Request::SetPlayRate { montage, rate: self.rate }),
            (false, _) => Some(Request::play(montage, self.rate)),
        };
        after.dt = self.cut(after.dt, entry.is_some(), cast);
        let jump = entry.map(|position| Request::SetPosition { montage, position });
        run(cast, after.dt, own.into_iter().chain(jump), requests)
    }

    fn kick_clip(&mut self, clip: Name, dt: f64, requests: &[Input], cast: &mut Cast) -> Refusals {
        let length = self.length(cast.library());
        let mut own = None;
        let entry = self.entry();
        if let Some(position) = entry {
            self.enter(position, cast);
            own = Some(Request::PlayClip { clip, position, rate: self.rate });
        } else if let Some((_, _, rate)) = shown_clip(cast) {
            let at_end = if self.rate < 0.0 { self.position <= 0.0 } else { self.position >= length };
            if at_end && !self.looping {
                self.playing = false;
                return pause(cast, requests);
            }
            let restart = if self.rate < 0.0 { length } else { 0.0 };
            let position = if at_end { restart } else { self.position };
            if at_end {
                self.stand_at_the_start(cast);
            }
            own = (at_end || rate != self.rate).then_some(Request::PlayClip { clip, position, rate: self.rate });
        }
        let dt = self.cut(dt, entry.is_some(), cast);
        run(cast, dt, own, requests)
    }

    fn stand_at_the_start(&mut self, cast: &mut Cast) {
        if let Ok(instance) = cast.instance_mut(PREVIEWED) {
            instance.place(Transform::IDENTITY);
        }
        self.trail.clear();
        self.jumps += 1;
    }

    fn leave_trail(&mut self, before: Vec3, dt: f64, cast: &Cast) {
        let Some(now) = self.placement(cast) else { return };
        let step = Vec3::new(now.x - before.x, 0.0, now.z - before.z).length();
        self.speed = if dt > 0.0 { step / dt as f32 } else { 0.0 };
        if self.trail.last().is_none_or(|last| last.distance(now) >= TRAIL_SPACING) {
            if self.trail.len() == TRAIL_POINTS {
                self.trail.remove(0);
            }
            self.trail.push(now);
        }
    }
}

/// The newest that plays.
fn montage_state(montage: Name, cast: &Cast) -> Option<MontageState> {
    cast.instance(PREVIEWED)?.montage_states().filter(|state| state.montage == montage).last()
}

fn shown_clip(cast: &Cast) -> Option<(Name, f64, f32)> {
    cast.proxy(PREVIEWED)?.shown_clip()
}

/// One tick up to its kick: the preview's own requests first.
fn run(cast: &mut Cast, dt: f64, own: impl IntoIterator<Item = Request>, requests: &[Input]) -> Refusals {
    cast.begin(dt);
    for own in own {
        // The montage or clip went with an edit: nothing is left to play, and the problem is listed.
        let _ = cast.request(PREVIEWED, &own);
    }
    let mut refused = Vec::new();
    for input in requests {
        refused.extend(cast.ask(input).err().map(|why| (input.clone(), why)));
    }
    cast.kick();
    refused
}

/// Time stands still; only what was asked for is shown.
fn pause(cast: &mut Cast, requests: &[Input]) -> Refusals {
    if requests.is_empty() {
        cast.begin(0.0);
        return Vec::new();
    }
    run(cast, 0.0, None, requests)
}

/// The links that make a montage play in a scope; none for its own.
fn scope_links(montage: &Montage, scope: Scope, position: f64) -> Vec<Request> {
    let name = |section: usize| montage.sections[section].name;
    let link = |from: usize, to: Option<usize>| Request::SetNextSection {
        montage: montage.name,
        from: name(from),
        to: to.map(name),
    };
    let count = montage.sections.len();
    match scope {
        Scope::Chain => (0..count).map(|at| link(at, usize::try_from(montage.sections[at].next).ok())).collect(),
        Scope::All => (0..count).map(|at| link(at, (at + 1 < count).then_some(at + 1))).collect(),
        Scope::Section => {
            let here = montage.section_at(position);
            vec![link(here, Some(here))]
        }
    }
}
