//! A world of characters as a function of its inputs: [`Evaluator::step`], and nothing reaches in
//! beside it.
//!
//! Invariant: the same inputs after the same state give the same poses, events and placements, bit
//! for bit, whatever the number of threads.
//!
//! A step is a kick and a finish. Between the two the tick is open: workers have the proxies,
//! readers are given the last tick's results, and what a game asks for is queued for the next step.
//! A character that copies another one's pose is worked at once that one is done, at the barrier at
//! the latest; followers are served after it.

#[cfg(test)]
mod tests;

use crate::{
    CharacterId, EngineInput, InputRefusal, WorkerMode,
    character::{EngineCharacter, Listener, SavedCharacter},
    characters::Characters,
};
use anim::{
    AnimInstance, AnimInstanceProxy, Event, Library, Transform,
    ground::{Ground, Hits, Terrain},
    instance::{Handler, Posed, Refusal, RootMotionModifier},
};
use std::{cmp::Ordering, sync::Arc, time::Duration};

/// A world of characters that play one library, tick by tick.
pub struct Evaluator {
    characters: Characters,
    revision: u64,
    tick: u64,
    /// Between a kick and its finish.
    is_open: bool,
    is_pipelined: bool,
    /// Inputs for the next step, before its own.
    queued: Vec<EngineInput>,
    /// Requests of the tick that is being made; kept for its buffer.
    requests: Vec<EngineInput>,
    /// Whether the state between the next finish and the kick after it is wanted.
    keeps_next_state: bool,
    kept_state: Option<EvaluatorState>,
}

/// An evaluator between two ticks, whole: what follows is the same as if it had never been left.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvaluatorState {
    pub(crate) library: Arc<Library>,
    pub(crate) revision: u64,
    pub(crate) tick: u64,
    pub(crate) terrain: Option<Arc<Terrain>>,
    pub(crate) characters: Vec<SavedCharacter>,
    pub(crate) queued: Vec<EngineInput>,
}

impl Evaluator {
    /// A world without characters at revision 0 and tick 0, not pipelined.
    pub fn new(mode: WorkerMode, library: Arc<Library>) -> Self {
        Self {
            characters: Characters::new(mode, library),
            revision: 0,
            tick: 0,
            is_open: false,
            is_pipelined: false,
            queued: Vec::new(),
            requests: Vec::new(),
            keeps_next_state: false,
            kept_state: None,
        }
    }

    /// The barrier moves from the end of a step to the start of the next one, so that workers have
    /// the time between: everything is seen one step later, with the times at which it happened,
    /// and is otherwise the same.
    pub fn set_pipelined(&mut self, is_pipelined: bool) {
        self.is_pipelined = is_pipelined;
    }

    /// One tick of `dt` seconds; a value less than 0 and NaN count as 0. Time on a character's
    /// clock beyond what a tick takes is reported
    /// ([`Phase::TimeLeftOut`](anim::event::Phase::TimeLeftOut)). Inputs count in their order,
    /// after queued inputs; requests and [`EngineInput::FollowMontage`] count after all other
    /// inputs. Returns the inputs that changed nothing, and why.
    pub fn step(&mut self, dt: f64, inputs: &[EngineInput]) -> Vec<InputRefusal> {
        let refused = self.kick_seen(dt, inputs, self.is_pipelined);
        if !self.is_pipelined {
            self.finish_step();
        }
        refused
    }

    /// A step up to where workers have it. What is open is finished before.
    pub fn kick_step(&mut self, dt: f64, inputs: &[EngineInput]) -> Vec<InputRefusal> {
        self.kick_seen(dt, inputs, true)
    }

    fn kick_seen(
        &mut self,
        dt: f64,
        inputs: &[EngineInput],
        is_watched: bool,
    ) -> Vec<InputRefusal> {
        self.finish_step();
        if std::mem::take(&mut self.keeps_next_state) {
            self.kept_state = Some(self.save());
        }
        self.tick += 1;
        self.characters.open(self.tick, is_watched);
        let mut refused = Vec::new();
        let mut refuse = |input: EngineInput, result: Result<(), Refusal>| {
            refused.extend(result.err().map(|why| InputRefusal { input, why }));
        };
        let mut queued = std::mem::take(&mut self.queued);
        let mut requests = std::mem::take(&mut self.requests);
        for input in queued.iter().chain(inputs) {
            match input {
                // Whom a montage follows may be asked for with what plays it.
                EngineInput::Request { .. } | EngineInput::FollowMontage { .. } => {
                    requests.push(input.clone())
                }
                other => refuse(other.clone(), self.apply(other)),
            }
        }
        self.characters.begin_tick(dt);
        for input in &requests {
            refuse(input.clone(), self.characters.ask(input));
        }
        self.characters.kick_proxies();
        self.characters.introduce();
        self.is_open = true;
        queued.clear();
        requests.clear();
        (self.queued, self.requests) = (queued, requests);
        refused
    }

    /// The barrier: waits for workers, helping them, and completes characters in their order.
    /// Nothing when no step is open.
    pub fn finish_step(&mut self) {
        if !std::mem::take(&mut self.is_open) {
            return;
        }
        self.characters.land_proxies();
        self.characters.close();
        let destroyed = self.characters.torn_down();
        self.queued.extend(
            destroyed
                .into_iter()
                .map(|character| EngineInput::RemoveCharacter { character }),
        );
    }

    /// Sets the handler that receives everything that happens to a character, on the game thread,
    /// while it happens: see [`Handler`]. The handler is no input: a recording that is played again
    /// needs the same handler. A restored evaluator keeps the handlers of the characters that it
    /// knows.
    pub fn set_handler(
        &mut self,
        character: CharacterId,
        handler: Option<Box<dyn Handler + Send>>,
    ) -> Result<(), Refusal> {
        self.characters
            .set_handler(character, Listener::new(handler))
    }

    /// Sets the ground that is queried, on the game thread before each tick, for what lies under
    /// the feet of characters, unless [`EngineInput::SetGround`] says what does. The ground is no
    /// input: a [`Recording`](crate::Recording) keeps its answers, as [`EngineInput::TellGround`].
    pub fn set_ground(&mut self, ground: Option<Arc<dyn Ground>>) {
        self.characters.set_ground(ground);
    }

    /// Answers of a game's ground in the last step, tick by tick.
    pub fn answers(&self) -> impl Iterator<Item = (CharacterId, &Hits)> {
        self.characters.answers()
    }

    /// Sets the modifier that changes the root motion of characters between the animations and the
    /// world, in every tick of each character: see [`RootMotionModifier`]. The modifier is no
    /// input: a [`Recording`](crate::Recording) keeps the root motion that it returned, as
    /// [`EngineInput::TellRootMotion`]. A restored evaluator keeps the modifier.
    pub fn set_root_motion_modifier(&mut self, modifier: Option<Arc<dyn RootMotionModifier>>) {
        self.characters.set_modifier(modifier);
    }

    /// Root motion in the step that can be seen where a modifier was asked, tick by tick.
    pub fn modified_root_motion(&self) -> impl Iterator<Item = (CharacterId, &Transform)> {
        self.characters.changed_roots()
    }

    /// Between a kick and its finish.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// An input for the next step, at any time. To a character that is to be removed nothing more
    /// happens: what is in flight of it is dropped, and it has no further events but, in that step,
    /// the ends of what had begun.
    pub fn queue(&mut self, input: EngineInput) {
        if let EngineInput::RemoveCharacter { character } = input {
            self.characters.leave(character, &[], self.is_open);
        }
        self.queued.push(input);
    }

    /// The pose of the step that is open: waits for this character, and for whom it follows or
    /// copies. From then on readers see these, too; its events come with the others'.
    pub fn sync(&mut self, character: CharacterId) -> Option<&Posed> {
        if self.is_open() {
            self.characters.sync(character)
        } else {
            self.shown(character)
        }
    }

    /// Number of times that [`Evaluator::sync`] had something to wait for.
    pub fn stalls(&self) -> u64 {
        self.characters.stalls()
    }

    /// Hands over the events that can be seen now, character by character in their order, those
    /// that the step removed first. What is pushed is queued; a character that is to be removed has
    /// no further events but the ends of what it was heard to begin, in the next step.
    pub fn dispatch(&mut self, mut to: impl FnMut(CharacterId, &Event, &mut Vec<EngineInput>)) {
        let mut asked = Vec::new();
        let mut at = (0, 0);
        while let Some(character) = self.characters.at(at.0) {
            let Some(event) = self.events_of(character).get(at.1).copied() else {
                at = (at.0 + 1, 0);
                continue;
            };
            to(character.id, &event, &mut asked);
            at.1 += 1;
            for input in asked.drain(..) {
                if let EngineInput::RemoveCharacter { character } = input {
                    self.leave(character, at);
                }
                self.queue(input);
            }
        }
    }

    /// `heard` is whose events have been handed over, and how many of its own.
    fn leave(&mut self, character: CharacterId, heard: (usize, usize)) {
        let (Some(at), Some(leaver)) = (
            self.characters.position(character),
            self.characters.character(character),
        ) else {
            return;
        };
        let events = self.events_of(leaver);
        let first = match at.cmp(&heard.0) {
            Ordering::Less => events.len(),
            Ordering::Equal => heard.1,
            Ordering::Greater => 0,
        };
        let unheard = events[first..].to_vec();
        self.characters.leave(character, &unheard, self.is_open());
    }

    fn apply(&mut self, input: &EngineInput) -> Result<(), Refusal> {
        match *input {
            EngineInput::SetLibrary {
                revision,
                ref library,
            } => {
                self.revision = revision;
                self.characters.set_library(library.clone());
                Ok(())
            }
            EngineInput::AddCharacter {
                character,
                skeleton,
                seed,
            } => self.characters.add(character, skeleton, seed),
            EngineInput::RemoveCharacter { character } => self.characters.remove(character),
            EngineInput::Place {
                character,
                placement,
            } => {
                if !placement.is_finite() {
                    return Err(Refusal::BadNumber);
                }
                self.characters.place(character, placement)
            }
            EngineInput::Teleport {
                character,
                placement,
            } => {
                if !placement.is_finite() {
                    return Err(Refusal::BadNumber);
                }
                self.characters.teleport(character, placement)
            }
            EngineInput::Carry {
                character,
                placement,
            } => {
                if placement.is_some_and(|placement| !placement.is_finite()) {
                    return Err(Refusal::BadNumber);
                }
                self.characters.carry(character, placement)
            }
            EngineInput::Follow { character, leader } => self.characters.follow(character, leader),
            EngineInput::CopyPose {
                character,
                partner,
                from,
            } => self.characters.copy(character, partner, from),
            EngineInput::SetGround { ref ground } => {
                if ground.as_ref().is_some_and(|ground| !ground.is_sound()) {
                    return Err(Refusal::BadNumber);
                }
                self.characters.set_terrain(ground.clone());
                Ok(())
            }
            EngineInput::TellGround {
                character,
                ref hits,
            } => self.characters.tell_ground(character, hits.clone()),
            EngineInput::TellRootMotion { character, delta } => {
                if !delta.is_finite() {
                    return Err(Refusal::BadNumber);
                }
                self.characters.tell_root(character, delta)
            }
            EngineInput::FollowWarpTarget {
                character,
                target,
                of,
                offset,
            } => {
                if !offset.is_finite() {
                    return Err(Refusal::BadNumber);
                }
                self.characters.follow_target(character, target, of, offset)
            }
            EngineInput::SetRate { character, rate } => self.characters.set_rate(character, rate),
            EngineInput::SetVisibility {
                character,
                visibility,
            } => self.characters.set_visibility(character, visibility),
            EngineInput::SetImmediate {
                character,
                is_immediate,
            } => self.characters.set_immediate(character, is_immediate),
            EngineInput::Request { .. } | EngineInput::FollowMontage { .. } => {
                self.characters.ask(input)
            }
        }
    }

    /// Contract: no step is open; a pipelined evaluator is finished before.
    pub fn save(&self) -> EvaluatorState {
        debug_assert!(
            !self.is_open(),
            "a pipelined step in progress cannot be saved"
        );
        EvaluatorState {
            library: self.characters.library().clone(),
            revision: self.revision,
            tick: self.tick,
            terrain: self.characters.terrain().cloned(),
            characters: self.characters.save(),
            queued: self.queued.clone(),
        }
    }

    /// Keeps the state before the next kick, for [`Evaluator::take_kept_state`]. An evaluator that
    /// is pipelined can be saved at no other moment without waiting.
    pub fn keep_next_state(&mut self) {
        self.keeps_next_state = true;
    }

    /// The state that [`Evaluator::keep_next_state`] asked for, once.
    pub fn take_kept_state(&mut self) -> Option<EvaluatorState> {
        self.kept_state.take()
    }

    /// Goes back to a saved state; an open step is dropped.
    pub fn restore(&mut self, saved: &EvaluatorState) {
        self.is_open = false;
        self.queued.clear();
        self.characters
            .restore(saved.library.clone(), &saved.characters);
        self.characters.set_terrain(saved.terrain.clone());
        (self.revision, self.tick) = (saved.revision, saved.tick);
        saved
            .queued
            .iter()
            .for_each(|input| self.queue(input.clone()));
    }

    /// The library that characters play now; [`EngineInput::SetLibrary`] replaces it.
    pub fn library(&self) -> &Arc<Library> {
        self.characters.library()
    }

    /// The number that came with the library.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Steps made so far.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Sets whether characters report, from the next step on, why transitions were not taken.
    /// Nothing else changes.
    pub fn ask_why(&mut self, asks: bool) {
        self.characters.ask_why(asks);
    }

    /// Ids of all characters, in ascending order.
    pub fn characters(&self) -> impl ExactSizeIterator<Item = CharacterId> {
        self.characters.ids()
    }

    /// The game thread's side of a character, in its present state, which changes while a step is
    /// open; None for an unknown character.
    pub fn instance(&self, character: CharacterId) -> Option<&AnimInstance> {
        self.characters.instance(character)
    }

    /// Proxy of the character; None for an unknown character, and while a step is open unless the
    /// character is synced.
    pub fn proxy(&self, character: CharacterId) -> Option<&AnimInstanceProxy> {
        let character = self.characters.character(character)?;
        if self.is_open() && !character.is_synced() {
            None
        } else {
            character.proxy()
        }
    }

    /// Pose that the character shows: of the last step, or of the step before it while a step is
    /// open. None for an unknown character.
    pub fn shown(&self, character: CharacterId) -> Option<&Posed> {
        self.readable(character)?.shown(self.is_open())
    }

    /// Placement of the character, and its root motion of the last tick in the frame of the root at
    /// the start of that tick; both as old as the shown pose.
    pub fn placement(&self, character: CharacterId) -> Option<(&Transform, &Transform)> {
        let EngineCharacter { instance, seen, .. } = self.readable(character)?;
        let now = (instance.placement(), instance.root_delta());
        Some(if self.is_open() {
            (&seen.placement, &seen.root_delta)
        } else {
            now
        })
    }

    /// Character that can be read; while a step is open, also one that the step removed.
    fn readable(&self, character: CharacterId) -> Option<&EngineCharacter> {
        let gone = if self.is_open() {
            self.characters.gone(character)
        } else {
            None
        };
        gone.or_else(|| self.characters.character(character))
    }

    /// Events of a character in the last step, or in the step before it while a step is open. For a
    /// character that the last step removed, these are the events of what ended with the removal.
    /// If another character has taken its place, [`Evaluator::dispatch`] reports them.
    pub fn events(&self, character: CharacterId) -> &[Event] {
        let there = self
            .readable(character)
            .or_else(|| self.characters.gone(character))
            .or_else(|| self.characters.departed(character));
        there.map_or(&[], |character| self.events_of(character))
    }

    fn events_of<'a>(&self, character: &'a EngineCharacter) -> &'a [Event] {
        match character {
            EngineCharacter {
                is_leaving: true, ..
            } => &[],
            EngineCharacter { seen, .. } if self.is_open() => &seen.events,
            EngineCharacter { instance, .. } => instance.events(),
        }
    }

    /// The step that can be seen.
    pub fn shown_tick(&self) -> u64 {
        self.tick - u64::from(self.is_open())
    }

    /// Contract: no step is open.
    pub(crate) fn proxy_mut(&mut self, character: CharacterId) -> Option<&mut AnimInstanceProxy> {
        self.characters.proxy_mut(character)
    }

    /// Number of times that the character's evaluation panicked.
    pub fn faults(&self, character: CharacterId) -> u32 {
        self.characters.faults(character)
    }

    /// Message of the last panic in the character's evaluation; None without one.
    pub fn fault(&self, character: CharacterId) -> Option<&str> {
        self.characters.character(character)?.fault.as_deref()
    }

    /// Time of the last tick on the calling thread, and time for working or waiting for workers.
    pub fn times(&self) -> (Duration, Duration) {
        self.characters.times()
    }

    #[cfg(test)]
    pub(crate) fn set_work(&mut self, work: crate::character::WorkerFn) {
        self.characters.set_work(work);
    }
}
