//! What the editor previews, and its transport: one character, a playhead, and one skeleton, clip,
//! montage or graph.

mod partners;
mod region;
#[cfg(test)]
mod tests;

use crate::{MontageScope, PartnerOrder, PreviewSubject, Transport, stage::PreviewStage};
use anim::{
    AnimInstance, Library, Montage, Name, Request, Transform,
    float::Extreme,
    instance::{MontageState, RootMotionMode, clip_place, montage_place},
    limits::MOST_RATE,
};
use engine::EngineInput;
use glam::Vec3;
use std::sync::Arc;

/// Number of points that are kept of the trail.
const TRAIL_POINTS: usize = 512;
/// Metres between two of them at least.
const TRAIL_SPACING: f32 = 0.01;

/// The state of a preview; [`Transport`] changes it.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewState {
    subject: PreviewSubject,
    playing: bool,
    looping: bool,
    region: Option<(f64, f64)>,
    /// Seconds of the last tick that the region cut off.
    left: f64,
    scope: MontageScope,
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
    /// Number of teleports so far.
    jumps: u64,
    speed: f32,
    /// Warp targets that every previewed character has.
    targets: Arc<[(Name, Transform)]>,
    /// Partners that are there beside every previewed character.
    partners: Arc<[PartnerOrder]>,
    /// Seconds of the clip of each partner before the tick that is made.
    partner_clips: Vec<Option<f64>>,
}

impl Default for PreviewState {
    fn default() -> Self {
        Self {
            subject: PreviewSubject::None,
            playing: false,
            looping: true,
            region: None,
            left: 0.0,
            scope: MontageScope::Chain,
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
            partners: Arc::default(),
            partner_clips: Vec::new(),
        }
    }
}

/// Timeline position, trail and speed of a previewed character at one moment.
#[derive(Clone, Debug)]
pub(crate) struct PreviewMoment {
    position: f64,
    trail: Vec<Vec3>,
    speed: f32,
}

impl PreviewState {
    /// False while it is paused, and where play ended by itself.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Seconds on the shown asset's timeline.
    pub fn position(&self) -> f64 {
        self.position
    }

    /// Number of teleports of the character so far; its trail starts again at each.
    pub fn jumps(&self) -> u64 {
        self.jumps
    }

    /// Path of the character since it was last put somewhere, world space, metres, the oldest point
    /// first. At most 512 points.
    pub fn trail(&self) -> &[Vec3] {
        &self.trail
    }

    /// Metres per second along the ground in the last tick.
    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// Takes effect in the next [`PreviewState::step`]. Contract: its numbers are finite.
    pub(crate) fn handle(&mut self, transport: &Transport, stage: &mut PreviewStage) {
        match *transport {
            Transport::Show(subject) => self.show(subject, stage),
            Transport::Play => self.play(stage.library()),
            Transport::Pause => self.playing = false,
            // Only a player keeps what was.
            Transport::StepTicks(_) => {}
            Transport::Seek(position) => {
                self.position = position.clamp(0.0, self.length(stage.library()));
                (self.settled, self.left) = (false, 0.0);
            }
            Transport::SetRate(rate) => {
                (self.rate, self.is_rate_told) = (rate.clamp(-MOST_RATE, MOST_RATE), false);
                self.settled &= !matches!(self.subject, PreviewSubject::Clip(_));
            }
            Transport::SetLooping(looping) => self.looping = looping,
            Transport::SetLoopRegion(region) => self.region = region,
            Transport::SetScope(scope) => {
                self.scope = scope;
                self.settled = false;
            }
            Transport::SetLod(lod) => {
                self.lod = lod;
                self.ask_everybody(&Request::SetLod { lod }, stage);
                self.settled &= self.playing;
            }
            Transport::SetRootMotionMode(mode) => {
                self.root_motion = mode;
                self.ask_everybody(&Request::SetRootMotionMode { mode }, stage);
                self.settled &= self.playing;
            }
            Transport::SetWarpTargets(ref targets) => self.set_targets(targets.clone(), stage),
            Transport::SetPartners(ref partners) => self.set_partners(partners.clone(), stage),
        }
    }

    /// The library changed under the character: what is shown stays where it was.
    pub(crate) fn rebind(&mut self, stage: &mut PreviewStage) {
        if self.subject == PreviewSubject::None {
            return;
        }
        if !stage.has_previewed() {
            let position = self.position;
            self.show(self.subject, stage);
            self.position = position;
        }
        self.put_missing_partners(stage);
        if let PreviewSubject::Graph(_) = self.subject {
            // It goes on from where it is.
            return;
        }
        self.position = self.position.lower(self.length(stage.library()));
        self.settled &= self.playing;
        if let (PreviewSubject::Montage(montage), true) = (self.subject, self.settled) {
            // An edited link counts at once, and the scope goes on over it.
            self.apply_scope(montage, stage);
        }
    }

    /// `dt` seconds later, with what somebody asks of any character. Without a subject time goes on
    /// for all characters; with one it goes on while the preview plays.
    pub(crate) fn step(&mut self, dt: f64, requests: Vec<EngineInput>, stage: &mut PreviewStage) {
        if self.subject == PreviewSubject::None || !stage.has_previewed() {
            requests.into_iter().for_each(|request| stage.put(request));
            return stage.run_tick(dt);
        }
        if !self.settled {
            self.seek(stage);
        }
        let before = self.placement(stage).filter(|_| self.playing);
        let ticks = match self.subject {
            _ if before.is_none() => None,
            PreviewSubject::Montage(montage) => self.begin_montage(montage, dt, stage),
            PreviewSubject::Clip(clip) => self.begin_clip(clip, dt, stage),
            // Time goes forwards alone.
            PreviewSubject::Graph(_) => Some(dt * f64::from(self.rate.higher(0.0))),
            _ => Some(dt),
        };
        requests.into_iter().for_each(|request| stage.put(request));
        match (ticks, before) {
            (Some(ticks), Some(before)) => {
                self.tend_partners(stage);
                stage.run_tick(ticks);
                self.bring_partners_back(stage);
                self.follow(stage);
                let watched = if let PreviewSubject::Graph(_) = self.subject {
                    dt
                } else {
                    ticks
                };
                self.leave_trail(before, watched, stage);
            }
            // Time stands still; only what was asked for is shown.
            _ => stage.flush(),
        }
    }

    /// Whether a graph is shown whose time goes on.
    pub(crate) fn is_graph_playing(&self) -> bool {
        self.playing && matches!(self.subject, PreviewSubject::Graph(_))
    }

    /// Whether a graph is shown, whether its time goes on or not.
    pub(crate) fn is_graph_shown(&self, stage: &PreviewStage) -> bool {
        matches!(self.subject, PreviewSubject::Graph(_)) && stage.has_previewed()
    }

    /// A tick of the shown graph though time stands still.
    pub(crate) fn step_graph(&mut self, dt: f64, stage: &mut PreviewStage) {
        if !self.settled {
            self.seek(stage);
        }
        let Some(before) = self.placement(stage) else {
            return;
        };
        self.tend_partners(stage);
        stage.run_tick(dt);
        self.bring_partners_back(stage);
        self.follow(stage);
        self.leave_trail(before, dt, stage);
    }

    /// The character is where it was at an earlier moment, and how it is played stays.
    pub(crate) fn return_to(&mut self, moment: &PreviewMoment) {
        self.position = moment.position;
        self.trail.clone_from(&moment.trail);
        self.speed = moment.speed;
        self.jumps += 1;
        self.settled = true;
    }

    /// The character has come to another moment, from which it can be played on; how it is played
    /// stays.
    pub(crate) fn go_on(&mut self, stage: &PreviewStage) {
        (self.playing, self.settled, self.is_rate_told) = (false, true, false);
        self.follow(stage);
        self.trail = self.placement(stage).into_iter().collect();
        self.speed = 0.0;
        self.jumps += 1;
    }

    /// Current timeline position, trail and speed of the character.
    pub(crate) fn moment(&self) -> PreviewMoment {
        PreviewMoment {
            position: self.position,
            trail: self.trail.clone(),
            speed: self.speed,
        }
    }

    /// The playhead is where what plays is.
    fn follow(&mut self, stage: &PreviewStage) {
        let position = match self.subject {
            PreviewSubject::Montage(montage) => {
                montage_state(montage, stage).map(|state| state.position)
            }
            PreviewSubject::Clip(_) => shown_clip(stage).map(|(_, position, _)| position),
            PreviewSubject::Graph(_) => stage.instance().map(AnimInstance::clock),
            _ => None,
        };
        self.position = position.unwrap_or(self.position);
    }

    fn placement(&self, stage: &PreviewStage) -> Option<Vec3> {
        stage
            .instance()
            .map(|instance| instance.placement().translation)
    }

    fn show(&mut self, subject: PreviewSubject, stage: &mut PreviewStage) {
        stage.remove();
        self.remove_partners(stage);
        let library = stage.library().clone();
        let skeleton = match subject {
            PreviewSubject::None => None,
            PreviewSubject::Skeleton(name) => library.skeleton(name).map(|skeleton| skeleton.name),
            PreviewSubject::Clip(name) => library.clip(name).map(|clip| clip.skeleton),
            PreviewSubject::Montage(name) => library.montage(name).map(|montage| montage.skeleton),
            PreviewSubject::Graph(name) => library.graph(name).map(|graph| graph.skeleton()),
        };
        if let Some(skeleton) = skeleton {
            stage.add(skeleton);
        }
        let (looping, rate, scope, lod, root_motion) = (
            self.looping,
            self.rate,
            self.scope,
            self.lod,
            self.root_motion,
        );
        let targets = std::mem::take(&mut self.targets);
        let partners = std::mem::take(&mut self.partners);
        *self = Self {
            subject,
            looping,
            rate,
            scope,
            lod,
            root_motion,
            targets,
            partners,
            ..Self::default()
        };
        self.ask_for_settings(stage);
    }

    /// Requests all settings that stay the same for any shown character.
    fn ask_for_settings(&self, stage: &mut PreviewStage) {
        self.settings().for_each(|request| stage.ask(request));
    }

    fn settings(&self) -> impl Iterator<Item = Request> {
        let targets = self.targets.iter();
        let targets = targets.map(|(target, place)| Request::SetWarpTarget {
            target: *target,
            place: *place,
        });
        let lod = Request::SetLod { lod: self.lod };
        let mode = Request::SetRootMotionMode {
            mode: self.root_motion,
        };
        [lod, mode].into_iter().chain(targets)
    }

    /// Sets warp targets in place of those that previewed characters had. Contract: its numbers are
    /// finite.
    fn set_targets(&mut self, targets: Arc<[(Name, Transform)]>, stage: &mut PreviewStage) {
        for (target, _) in self
            .targets
            .iter()
            .filter(|(name, _)| targets.iter().all(|(other, _)| other != name))
        {
            stage.ask(Request::RemoveWarpTarget { target: *target });
        }
        self.targets = targets;
        self.ask_for_settings(stage);
        self.settled &= self.playing;
    }

    fn play(&mut self, library: &Library) {
        let length = self.length(library);
        let at_end = if self.rate < 0.0 {
            self.position <= 0.0
        } else {
            self.position >= length - 1e-4
        };
        let has_end = !matches!(self.subject, PreviewSubject::Graph(_));
        if at_end && has_end {
            self.position = if self.rate < 0.0 { length } else { 0.0 };
            self.settled = false;
        }
        self.playing = true;
    }

    fn length(&self, library: &Library) -> f64 {
        match self.subject {
            PreviewSubject::Clip(name) => library.clip(name).map_or(0.0, |clip| clip.length.into()),
            PreviewSubject::Montage(name) => library
                .montage(name)
                .map_or(0.0, |montage| montage.length.into()),
            _ => 0.0,
        }
    }

    /// Shows `position` without playing up to it; the character stands where its root motion would
    /// have brought it.
    fn seek(&mut self, stage: &mut PreviewStage) {
        (self.settled, self.is_rate_told) = (true, false);
        self.trail.clear();
        self.jumps += 1;
        self.speed = 0.0;
        stage.flush();
        let begins = matches!(self.subject, PreviewSubject::Graph(_));
        self.put_partners(if begins { 0.0 } else { self.position }, stage);
        self.place_followed(stage);
        let start = stage.instance().map_or(Transform::IDENTITY, |instance| {
            self.start(self.position, instance, stage)
        });
        match self.subject {
            PreviewSubject::Montage(montage) => {
                stage.ask(Request::Scrub {
                    montage,
                    position: self.position,
                });
                self.apply_scope(montage, stage);
            }
            PreviewSubject::Clip(clip) => {
                let rate = if self.playing { self.rate } else { 0.0 };
                stage.ask(Request::PlayClip {
                    clip,
                    position: self.position,
                    rate,
                });
            }
            PreviewSubject::Graph(graph) => self.begin_graph(graph, stage),
            _ => {}
        }
        self.tie_partners(stage);
        self.lead_partners(stage);
        stage.stand(start);
        stage.run_tick(0.0);
        stage.forget();
        self.trail.push(start.translation);
    }

    /// Placement of the character when the playhead is put to `time`.
    fn start(&self, time: f64, instance: &AnimInstance, stage: &PreviewStage) -> Transform {
        match (self.root_motion, self.subject) {
            (RootMotionMode::FromEverything, _)
            | (RootMotionMode::FromMontagesOnly, PreviewSubject::Montage(_)) => {
                self.root_at(time, stage.library(), instance)
            }
            _ => Transform::IDENTITY,
        }
    }

    /// Placement to which root motion has brought the character by `time`, from the middle of the
    /// world.
    fn root_at(&self, time: f64, library: &Library, instance: &AnimInstance) -> Transform {
        let (skeleton, targets, start) = (
            instance.skeleton(),
            instance.warp_targets(),
            Transform::IDENTITY,
        );
        match self.subject {
            PreviewSubject::Montage(name) => library.montage(name).map_or(start, |montage| {
                montage_place(montage, (library, skeleton), targets, start, time)
            }),
            PreviewSubject::Clip(name) => {
                match library.clip(name).filter(|clip| clip.root_motion.enabled) {
                    Some(clip) => clip_place(clip, skeleton, targets, start, time),
                    None => start,
                }
            }
            _ => start,
        }
    }

    /// Plays the graph from its start, with the parameters that are set.
    fn begin_graph(&mut self, graph: Name, stage: &mut PreviewStage) {
        self.position = 0.0;
        let set: Vec<(Name, f64)> = stage
            .proxy()
            .map(|proxy| proxy.state().parameters().collect())
            .unwrap_or_default();
        let library = stage.library().clone();
        if let Some(graph) = library.graph(graph) {
            stage.add(graph.skeleton());
        }
        self.ask_for_settings(stage);
        stage.ask(Request::PlayGraph { graph });
        let is_plain = |name: &Name| {
            library
                .graph(graph)
                .is_some_and(|graph| !graph.is_trigger(*name))
        };
        for (parameter, value) in set.into_iter().filter(|(name, _)| is_plain(name)) {
            stage.ask(Request::SetParameter { parameter, value });
        }
    }

    fn apply_scope(&self, montage: Name, stage: &mut PreviewStage) {
        let library = stage.library().clone();
        let Some(compiled) = library.montage(montage) else {
            return;
        };
        scope_links(compiled, self.scope, self.position)
            .into_iter()
            .for_each(|request| stage.ask(request));
    }

    /// Requests what the next tick of a montage needs, and returns the length of the tick; None if
    /// nothing plays any more.
    fn begin_montage(&mut self, montage: Name, dt: f64, stage: &mut PreviewStage) -> Option<f64> {
        let entry = self.entry().or_else(|| {
            let (from, to) = self
                .kept()
                .filter(|_| montage_state(montage, stage).is_none())?;
            Some(if self.rate < 0.0 { to } else { from })
        });
        if let Some(entry) = entry {
            self.enter(entry, stage);
        }
        let is_active = montage_state(montage, stage).is_some();
        if !is_active {
            if !self.looping || stage.library().montage(montage).is_none() {
                self.playing = false;
                return None;
            }
            self.stand_at_the_start(0.0, stage);
        }
        let is_rate_told = std::mem::replace(&mut self.is_rate_told, true);
        if !is_active {
            stage.ask(Request::play(montage, self.rate));
            self.apply_scope(montage, stage);
            self.lead_partners(stage);
        } else if !is_rate_told {
            stage.ask(Request::SetPlayRate {
                montage,
                rate: self.rate,
            });
        }
        let dt = self.cut(dt, entry.is_some(), stage);
        if let Some(position) = entry {
            stage.ask(Request::SetPosition { montage, position });
        }
        Some(dt)
    }

    /// As [`PreviewState::begin_montage`], for a clip.
    fn begin_clip(&mut self, clip: Name, dt: f64, stage: &mut PreviewStage) -> Option<f64> {
        let length = self.length(stage.library());
        let entry = self.entry();
        if let Some(position) = entry {
            self.enter(position, stage);
            stage.ask(Request::PlayClip {
                clip,
                position,
                rate: self.rate,
            });
        } else if let Some((_, _, rate)) = shown_clip(stage) {
            let at_end = if self.rate < 0.0 {
                self.position <= 0.0
            } else {
                self.position >= length
            };
            if at_end && !self.looping {
                self.playing = false;
                return None;
            }
            let restart = if self.rate < 0.0 { length } else { 0.0 };
            let position = if at_end { restart } else { self.position };
            if at_end {
                self.stand_at_the_start(position, stage);
            }
            if at_end || rate != self.rate {
                stage.ask(Request::PlayClip {
                    clip,
                    position,
                    rate: self.rate,
                });
            }
        }
        Some(self.cut(dt, entry.is_some(), stage))
    }

    /// Play begins again at a time, seconds.
    fn stand_at_the_start(&mut self, time: f64, stage: &mut PreviewStage) {
        self.put_partners(time, stage);
        self.place_followed(stage);
        stage.stand(Transform::IDENTITY);
        self.trail.clear();
        self.jumps += 1;
    }

    fn leave_trail(&mut self, before: Vec3, dt: f64, stage: &PreviewStage) {
        let Some(now) = self.placement(stage) else {
            return;
        };
        let step = Vec3::new(now.x - before.x, 0.0, now.z - before.z).length();
        self.speed = if dt > 0.0 { step / dt as f32 } else { 0.0 };
        if self
            .trail
            .last()
            .is_none_or(|last| last.distance(now) >= TRAIL_SPACING)
        {
            if self.trail.len() == TRAIL_POINTS {
                self.trail.remove(0);
            }
            self.trail.push(now);
        }
    }
}

/// The newest that plays.
fn montage_state(montage: Name, stage: &PreviewStage) -> Option<MontageState> {
    stage
        .instance()?
        .montage_states()
        .filter(|state| state.montage == montage)
        .last()
}

fn shown_clip(stage: &PreviewStage) -> Option<(Name, f64, f32)> {
    stage.proxy()?.shown_clip()
}

/// The links that make a montage play in a scope; none for its own.
fn scope_links(montage: &Montage, scope: MontageScope, position: f64) -> Vec<Request> {
    let name = |section: usize| montage.sections[section].name;
    let link = |from: usize, to: Option<usize>| Request::SetNextSection {
        montage: montage.name,
        from: name(from),
        to: to.map(name),
    };
    let count = montage.sections.len();
    match scope {
        MontageScope::Chain => (0..count)
            .map(|at| link(at, usize::try_from(montage.sections[at].next).ok()))
            .collect(),
        MontageScope::All => (0..count)
            .map(|at| link(at, (at + 1 < count).then_some(at + 1)))
            .collect(),
        MontageScope::Section => {
            let here = montage.section_at(position);
            vec![link(here, Some(here))]
        }
    }
}
