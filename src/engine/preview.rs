//! What the editor previews, and its transport: one character, one clip or montage, a playhead.

use crate::{Addressed, Evaluator};
use anim::{Event, Library, Montage, Name, Request, Skeleton, Transform, instance::root_travel, notify::Range};
use glam::Vec3;
use std::sync::Arc;

/// Points kept of the way the character came.
const TRAIL_POINTS: usize = 512;
/// Metres between two of them at least.
const TRAIL_SPACING: f32 = 0.01;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    #[default]
    None,
    /// A skeleton in its reference pose.
    Skeleton(Name),
    Clip(Name),
    Montage(Name),
}

/// Which part of a montage plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The section under the playhead, again and again.
    Section,
    /// As the sections are linked.
    #[default]
    Chain,
    /// The whole timeline from left to right, whatever the links.
    All,
}

/// What the UI asks of the transport.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transport {
    Show(Subject),
    Play,
    Pause,
    /// Seconds; shows the position, fires nothing.
    Seek(f64),
    /// Multiplies time; negative plays backwards.
    SetRate(f32),
    SetLooping(bool),
    SetScope(Scope),
    /// Level of detail, 0 the finest.
    SetLod(u32),
}

#[derive(Debug)]
pub struct Preview {
    subject: Subject,
    playing: bool,
    looping: bool,
    scope: Scope,
    rate: f32,
    lod: u32,
    /// Seconds on the subject's timeline.
    position: f64,
    /// The character shows what `position` says; otherwise the next tick seeks.
    settled: bool,
    trail: Vec<Vec3>,
    speed: f32,
}

impl Default for Preview {
    fn default() -> Self {
        Self {
            subject: Subject::None,
            playing: false,
            looping: true,
            scope: Scope::Chain,
            rate: 1.0,
            lod: 0,
            position: 0.0,
            settled: false,
            trail: Vec::new(),
            speed: 0.0,
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

    pub fn trail(&self) -> &[Vec3] {
        &self.trail
    }

    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// Applied by the next [`Preview::tick`].
    pub fn handle(&mut self, transport: Transport, evaluator: &mut Evaluator) {
        match transport {
            Transport::Show(subject) => self.show(subject, evaluator),
            Transport::Play => self.play(evaluator),
            Transport::Pause => self.playing = false,
            Transport::Seek(position) => {
                self.position = position.clamp(0.0, self.length(evaluator.library()));
                self.settled = false;
            }
            Transport::SetRate(rate) => {
                self.rate = if rate.is_finite() { rate } else { 1.0 };
                self.settled &= !matches!(self.subject, Subject::Clip(_));
            }
            Transport::SetLooping(looping) => self.looping = looping,
            Transport::SetScope(scope) => {
                self.scope = scope;
                self.settled = false;
            }
            Transport::SetLod(lod) => {
                self.lod = lod;
                self.apply_lod(evaluator);
                self.settled &= self.playing;
            }
        }
    }

    /// The library changed under the character: what is shown stays where it was.
    pub fn rebind(&mut self, evaluator: &mut Evaluator) {
        if evaluator.character_count() == 0 {
            let position = self.position;
            self.show(self.subject, evaluator);
            self.position = position;
        }
        self.position = self.position.min(self.length(evaluator.library()));
        self.settled &= self.playing;
    }

    /// `dt` in seconds of real time; 0 while paused. The events are the instance's.
    pub fn tick(&mut self, dt: f64, evaluator: &mut Evaluator) -> Vec<Event> {
        if evaluator.character_count() == 0 {
            return Vec::new();
        }
        if !self.settled {
            self.seek(evaluator);
        }
        if !self.playing {
            return Vec::new();
        }
        let before = evaluator.instance(0).placement().translation;
        let events = match self.subject {
            Subject::Montage(montage) => self.tick_montage(montage, dt, evaluator),
            _ => self.tick_clip(dt, evaluator),
        };
        self.leave_trail(before, dt, evaluator);
        events
    }

    fn show(&mut self, subject: Subject, evaluator: &mut Evaluator) {
        evaluator.remove_characters();
        let library = evaluator.library().clone();
        let skeleton = match subject {
            Subject::None => None,
            Subject::Skeleton(name) => library.skeleton(name).map(|skeleton| skeleton.name),
            Subject::Clip(name) => library.clip(name).map(|clip| clip.skeleton),
            Subject::Montage(name) => library.montage(name).map(|montage| montage.skeleton),
        };
        if let Some(skeleton) = skeleton {
            evaluator.add_character(skeleton, 0);
        }
        let (looping, rate, scope, lod) = (self.looping, self.rate, self.scope, self.lod);
        *self = Self { subject, looping, rate, scope, lod, ..Self::default() };
        self.apply_lod(evaluator);
    }

    fn apply_lod(&self, evaluator: &mut Evaluator) {
        if evaluator.character_count() > 0 {
            evaluator.set_lod(0, self.lod);
        }
    }

    fn play(&mut self, evaluator: &mut Evaluator) {
        let length = self.length(evaluator.library());
        let at_end = if self.rate < 0.0 { self.position <= 0.0 } else { self.position >= length - 1e-4 };
        if at_end {
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
    fn seek(&mut self, evaluator: &mut Evaluator) {
        self.settled = true;
        self.trail.clear();
        self.speed = 0.0;
        let library = evaluator.library().clone();
        let skeleton = evaluator.instance(0).skeleton().clone();
        let placement = root_at(self.subject, self.position, &library, &skeleton);
        match self.subject {
            Subject::Montage(montage) => {
                // A montage that does not compile shows the reference pose; the problem is listed already.
                let _ = evaluator.scrub(0, montage, self.position);
                self.apply_scope(montage, &library, evaluator);
            }
            Subject::Clip(clip) => {
                let rate = if self.playing { self.rate } else { 0.0 };
                let request = Request::PlayClip { clip, position: self.position, rate };
                evaluator.step(0.0, &[Addressed { character: 0, request }]);
            }
            _ => drop(evaluator.step(0.0, &[])),
        }
        evaluator.instance_mut(0).place(placement);
        self.trail.push(placement.translation);
    }

    fn apply_scope(&self, montage: Name, library: &Library, evaluator: &mut Evaluator) {
        let Some(compiled) = library.montage(montage) else { return };
        for request in scope_links(compiled, self.scope, self.position) {
            // Refused only when the montage is not playing, and then there is nothing to link.
            let _ = evaluator.instance_mut(0).request(&request);
        }
    }

    fn tick_montage(&mut self, montage: Name, dt: f64, evaluator: &mut Evaluator) -> Vec<Event> {
        let rate = Request::SetPlayRate { montage, rate: self.rate };
        let is_active = evaluator.instance(0).montages().iter().any(|instance| instance.montage.name == montage);
        let start = Request::PlayMontage { montage, rate: self.rate, section: Name::NONE };
        if !is_active {
            if !self.looping || evaluator.library().montage(montage).is_none() {
                self.playing = false;
                return Vec::new();
            }
            evaluator.instance_mut(0).place(Transform::IDENTITY);
            self.trail.clear();
        }
        evaluator.step(dt, &[Addressed { character: 0, request: if is_active { rate } else { start } }]);
        if !is_active {
            let library = evaluator.library().clone();
            self.apply_scope(montage, &library, evaluator);
        }
        let states = evaluator.instance(0).montage_states();
        if let Some(state) = states.filter(|state| state.montage == montage).last() {
            self.position = state.position;
        }
        evaluator.instance(0).events().to_vec()
    }

    fn tick_clip(&mut self, dt: f64, evaluator: &mut Evaluator) -> Vec<Event> {
        let length = self.length(evaluator.library());
        if let (Subject::Clip(clip), Some((_, _))) =
            (self.subject, evaluator.proxy(0).and_then(|proxy| proxy.base_clip()))
        {
            let at_end = if self.rate < 0.0 { self.position <= 0.0 } else { self.position >= length };
            if at_end && !self.looping {
                self.playing = false;
                return Vec::new();
            }
            let restart = if self.rate < 0.0 { length } else { 0.0 };
            let position = if at_end { restart } else { self.position };
            let request = Request::PlayClip { clip, position, rate: self.rate };
            let is_new_pass = at_end || evaluator.proxy(0).and_then(|proxy| proxy.base_rate()) != Some(self.rate);
            let requests = [Addressed { character: 0, request }];
            if at_end {
                evaluator.instance_mut(0).place(Transform::IDENTITY);
                self.trail.clear();
            }
            evaluator.step(dt, if is_new_pass { &requests } else { &[] });
        } else {
            evaluator.step(dt, &[]);
        }
        if let Some((_, position)) = evaluator.proxy(0).and_then(|proxy| proxy.base_clip()) {
            self.position = position;
        }
        evaluator.instance(0).events().to_vec()
    }

    fn leave_trail(&mut self, before: Vec3, dt: f64, evaluator: &Evaluator) {
        let now = evaluator.instance(0).placement().translation;
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

fn root_at(subject: Subject, position: f64, library: &Library, skeleton: &Arc<Skeleton>) -> Transform {
    match subject {
        Subject::Montage(name) => library
            .montage(name)
            .map_or(Transform::IDENTITY, |montage| root_travel(montage, library, skeleton, Range::new(0.0, position))),
        Subject::Clip(name) => match library.clip(name).filter(|clip| clip.root_motion.enabled) {
            Some(clip) => clip.root_delta(skeleton, 0.0, position),
            None => Transform::IDENTITY,
        },
        _ => Transform::IDENTITY,
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mode;
    use anim::event::Phase;

    const DT: f64 = 1.0 / 60.0;

    fn preview(subject: Subject) -> (Preview, Evaluator) {
        let library = asset::compile(&mannequin::excerpt(), &mut asset::Cache::default()).library;
        let mut evaluator = Evaluator::new(Mode::Inline, library);
        let mut preview = Preview::default();
        preview.handle(Transport::Show(subject), &mut evaluator);
        (preview, evaluator)
    }

    fn run(preview: &mut Preview, evaluator: &mut Evaluator, seconds: f64) -> Vec<Event> {
        (0..(seconds / DT).round() as u32).flat_map(|_| preview.tick(DT, evaluator)).collect()
    }

    #[test]
    fn a_clip_plays_to_its_end_and_stops_without_looping() {
        let (mut p, mut e) = preview(Subject::Clip(Name::new("Charge_Release")));
        p.handle(Transport::SetLooping(false), &mut e);
        p.handle(Transport::Play, &mut e);
        run(&mut p, &mut e, 2.0);
        assert!(!p.is_playing() && (p.position() - 0.6).abs() < 1e-6);
        p.handle(Transport::Play, &mut e);
        run(&mut p, &mut e, 0.1);
        assert!(p.is_playing() && p.position() < 0.2);
    }

    #[test]
    fn a_walk_goes_on_over_its_loop_and_fires_every_step() {
        let (mut p, mut e) = preview(Subject::Clip(Name::new("Walk_Fwd")));
        p.handle(Transport::Play, &mut e);
        let events = run(&mut p, &mut e, 3.25);
        let steps = events.iter().filter(|event| event.phase == Phase::Notify).count();
        assert_eq!(steps, 7);
        let travelled = e.instance(0).placement().translation.z;
        assert!((travelled - 3.25 * 1.4).abs() < 0.01, "{travelled}");
        assert!((p.speed() - 1.4).abs() < 0.05);
    }

    #[test]
    fn backwards_runs_from_the_end() {
        let (mut p, mut e) = preview(Subject::Clip(Name::new("Walk_Fwd")));
        p.handle(Transport::SetRate(-1.0), &mut e);
        p.handle(Transport::Play, &mut e);
        run(&mut p, &mut e, 0.25);
        assert!((p.position() - 0.75).abs() < 1e-6, "{}", p.position());
    }

    #[test]
    fn seeking_stands_where_root_motion_would_have_led() {
        let (mut p, mut e) = preview(Subject::Montage(Name::new("AM_ChargedAttack")));
        p.handle(Transport::Seek(1.7), &mut e);
        assert_eq!(p.tick(0.0, &mut e), []);
        assert!((e.instance(0).placement().translation.z - 0.7).abs() < 1e-3);
    }

    #[test]
    fn a_level_of_detail_stays_with_the_preview() {
        let (mut p, mut e) = preview(Subject::Clip(Name::new("Walk_Fwd")));
        p.handle(Transport::SetLod(2), &mut e);
        p.handle(Transport::Show(Subject::Montage(Name::new("AM_ChargedAttack"))), &mut e);
        assert_eq!(e.instance(0).lod(), 2);
    }

    #[test]
    fn scopes_decide_what_follows_a_section() {
        let sections = |scope: Scope, seconds: f64| {
            let (mut p, mut e) = preview(Subject::Montage(Name::new("AM_ChargedAttack")));
            p.handle(Transport::SetScope(scope), &mut e);
            p.handle(Transport::Play, &mut e);
            let events = run(&mut p, &mut e, seconds);
            let changes = events.into_iter().filter(|event| matches!(event.phase, Phase::Section { .. }));
            changes.map(|event| event.name).collect::<Vec<_>>()
        };
        assert_eq!(sections(Scope::Section, 1.2), [Name::new("Windup"); 2]);
        assert_eq!(sections(Scope::All, 2.0), ["Hold", "Strike", "Recover"].map(Name::new));
        assert_eq!(sections(Scope::Chain, 1.0), [Name::new("Hold")]);
    }

    #[test]
    fn a_montage_starts_over_while_looping() {
        let (mut p, mut e) = preview(Subject::Montage(Name::new("AM_ChargedAttack")));
        p.handle(Transport::SetScope(Scope::All), &mut e);
        p.handle(Transport::Play, &mut e);
        let events = run(&mut p, &mut e, 5.0);
        let starts = events.iter().filter(|event| event.phase == Phase::Started).count();
        assert!(p.is_playing() && starts >= 1, "{starts}");
    }
}
