//! All characters and one tick of theirs: game-thread work here, updates and evaluations on workers.
//!
//! Invariant: inline, one worker and many workers give the same bits, for proxies share nothing and are completed in
//! the order of their characters.

use crate::{
    EvaluationRate, Mode, Visibility,
    character::{Character, Job, Kick, SavedCharacter, Work, run},
    flight::{self, Flight},
    input::CharacterId,
};
use anim::{
    AnimInstance, AnimInstanceProxy, Library, Name, Request, Transform,
    instance::{Posed, Refusal},
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

pub(crate) struct Cast {
    mode: Mode,
    library: Arc<Library>,
    /// Ascending by id.
    characters: Vec<Character>,
    /// Steps, counted by whoever makes them.
    tick: u64,
    /// Buffers of a kick: for the crew, and for this thread.
    flights: Vec<Arc<Flight<Job>>>,
    own: Vec<Arc<Flight<Job>>>,
    work: Work,
    asks_why: bool,
    is_watched: bool,
    stalls: u64,
    game_time: Duration,
    worker_time: Duration,
}

impl Cast {
    pub(crate) fn new(mode: Mode, library: Arc<Library>) -> Self {
        Self {
            mode,
            library,
            characters: Vec::new(),
            tick: 0,
            flights: Vec::new(),
            own: Vec::new(),
            work: AnimInstanceProxy::run,
            asks_why: false,
            is_watched: false,
            stalls: 0,
            game_time: Duration::ZERO,
            worker_time: Duration::ZERO,
        }
    }

    pub(crate) fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Goes on with an edited library. Characters whose skeleton is gone keep the old one and show it.
    pub(crate) fn set_library(&mut self, library: Arc<Library>) {
        for character in &mut self.characters {
            let known = character.instance.skeleton().clone();
            let skeleton = library.skeleton(known.name).cloned().unwrap_or(known);
            character.instance.set_library(library.clone(), skeleton);
        }
        self.library = library;
    }

    /// A character of this id takes the place of the one that was there.
    pub(crate) fn add(&mut self, id: CharacterId, skeleton: Name, seed: u64) -> Result<(), Refusal> {
        let skeleton = self.library.skeleton(skeleton).ok_or(Refusal::SkeletonUnknown)?.clone();
        let instance = AnimInstance::new(self.library.clone(), skeleton, seed);
        let character = Character::new(id, instance, AnimInstanceProxy::default());
        match self.index(id) {
            Ok(at) => self.characters[at] = character,
            Err(at) => self.characters.insert(at, character),
        }
        Ok(())
    }

    /// Its followers go on by themselves.
    pub(crate) fn remove(&mut self, id: CharacterId) -> Result<(), Refusal> {
        let at = self.index(id).map_err(|_| Refusal::CharacterUnknown)?;
        self.characters.remove(at);
        for follower in self.characters.iter_mut().filter(|other| other.leader == Some(id)) {
            follower.leader = None;
        }
        Ok(())
    }

    /// Who leads to itself in the end is refused: the edge would wait for itself.
    pub(crate) fn follow(&mut self, id: CharacterId, leader: Option<CharacterId>) -> Result<(), Refusal> {
        let above = std::iter::successors(leader, |at| self.character(*at)?.leader);
        if above.into_iter().any(|at| at == id) {
            return Err(Refusal::FollowsItself);
        }
        if leader.is_some_and(|leader| self.character(leader).is_none()) {
            return Err(Refusal::CharacterUnknown);
        }
        self.character_mut(id)?.leader = leader;
        Ok(())
    }

    pub(crate) fn set_rate(&mut self, id: CharacterId, rate: EvaluationRate) -> Result<(), Refusal> {
        self.character_mut(id)?.pace.rate = rate;
        Ok(())
    }

    pub(crate) fn set_visibility(&mut self, id: CharacterId, visibility: Visibility) -> Result<(), Refusal> {
        self.character_mut(id)?.pace.visibility = visibility;
        Ok(())
    }

    pub(crate) fn set_immediate(&mut self, id: CharacterId, is_immediate: bool) -> Result<(), Refusal> {
        self.character_mut(id)?.is_immediate = is_immediate;
        Ok(())
    }

    /// A teleport: the tick that follows runs on the game thread.
    pub(crate) fn place(&mut self, id: CharacterId, placement: Transform) -> Result<(), Refusal> {
        let character = self.character_mut(id)?;
        character.instance.place(placement);
        character.is_immediate_once = true;
        Ok(())
    }

    /// Nothing more happens to the character; it is removed in the next step.
    pub(crate) fn leave(&mut self, id: CharacterId) {
        if let Ok(character) = self.character_mut(id) {
            character.is_leaving = true;
        }
    }

    /// Before the first of a step's runs. What is seen now stays seen until its end, where somebody `watches`.
    pub(crate) fn open(&mut self, tick: u64, watches: bool) {
        (self.tick, self.is_watched) = (tick, watches);
        self.characters.iter_mut().for_each(Character::open);
        if watches {
            self.characters.iter_mut().for_each(Character::keep_seen);
        }
    }

    /// Every character begins a tick of `dt` seconds.
    pub(crate) fn begin(&mut self, dt: f64) {
        let tick = self.tick;
        self.characters.iter_mut().for_each(|character| character.begin(tick, dt));
    }

    /// The character takes part in this tick of no time, whatever its pace.
    pub(crate) fn insist(&mut self, id: CharacterId) {
        if let Ok(character) = self.character_mut(id) {
            character.insist();
        }
    }

    /// The whole rest of a tick at once.
    pub(crate) fn run(&mut self) {
        self.kick();
        self.finish();
    }

    /// Montages, and what workers may see; then they have it.
    pub(crate) fn kick(&mut self) {
        let start = Instant::now();
        let kick = Kick { work: self.work, asks_why: self.asks_why, is_watched: self.is_watched };
        for character in &mut self.characters {
            let is_own = character.is_immediate || character.is_immediate_once;
            let Some(flight) = character.kick(kick) else { continue };
            if is_own { &mut self.own } else { &mut self.flights }.push(flight.clone());
        }
        self.game_time = start.elapsed();
        let start = Instant::now();
        flight::kick(&self.mode, &mut self.flights, run);
        flight::kick(&Mode::Inline, &mut self.own, run);
        self.worker_time = start.elapsed();
    }

    /// The barrier, and what follows it: events, root motion, followers. Nothing when nothing was kicked.
    pub(crate) fn finish(&mut self) {
        let start = Instant::now();
        self.characters.iter().for_each(Character::help);
        self.characters.iter_mut().for_each(Character::land);
        self.worker_time += start.elapsed();
        let start = Instant::now();
        self.characters.iter_mut().for_each(Character::finish);
        for at in 0..self.characters.len() {
            self.lead(at);
        }
        self.game_time += start.elapsed();
    }

    /// Characters that no tick has shown yet show how they stand.
    pub(crate) fn introduce(&mut self) {
        self.characters.iter_mut().for_each(Character::introduce);
    }

    /// The character takes over its leader's pose, after the leader its own leader's. Followers are chains: nobody
    /// leads to itself.
    fn lead(&mut self, at: usize) {
        let Some(leader) = self.leader(at) else { return };
        self.lead(leader);
        if let Ok([follower, leader]) = self.characters.get_disjoint_mut([at, leader]) {
            follower.follow(leader);
        }
    }

    fn leader(&self, at: usize) -> Option<usize> {
        self.index(self.characters[at].leader?).ok()
    }

    /// This tick's pose, before the barrier: waits for the character, or for whom it follows.
    pub(crate) fn sync(&mut self, id: CharacterId) -> Option<&Posed> {
        let at = self.index(id).ok()?;
        let mut chain = Some(at);
        while let Some(link) = chain {
            chain = self.leader(link);
            self.stalls += u64::from(self.characters[link].sync());
        }
        self.lead(at);
        self.characters[at].proxy().map(AnimInstanceProxy::posed)
    }

    /// How often [`Cast::sync`] had somebody to wait for.
    pub(crate) fn stalls(&self) -> u64 {
        self.stalls
    }

    /// Whether characters tell why transitions were not taken. It changes nothing else.
    pub(crate) fn ask_why(&mut self, asks: bool) {
        self.asks_why = asks;
    }

    pub(crate) fn ids(&self) -> impl ExactSizeIterator<Item = CharacterId> {
        self.characters.iter().map(|character| character.id)
    }

    pub(crate) fn at(&self, at: usize) -> Option<&Character> {
        self.characters.get(at)
    }

    pub(crate) fn instance(&self, id: CharacterId) -> Option<&AnimInstance> {
        self.character(id).map(|character| &character.instance)
    }

    pub(crate) fn instance_mut(&mut self, id: CharacterId) -> Result<&mut AnimInstance, Refusal> {
        self.character_mut(id).map(|character| &mut character.instance)
    }

    pub(crate) fn request(&mut self, id: CharacterId, request: &Request) -> Result<(), Refusal> {
        self.instance_mut(id)?.request(request)
    }

    /// Between ticks every proxy is at home.
    pub(crate) fn proxy(&self, id: CharacterId) -> Option<&AnimInstanceProxy> {
        self.character(id)?.proxy()
    }

    /// How often the character's evaluation panicked.
    pub(crate) fn faults(&self, id: CharacterId) -> u32 {
        self.character(id).map_or(0, |character| character.faults)
    }

    /// Of the last tick: on the calling thread, and working or waiting for workers.
    pub(crate) fn times(&self) -> (Duration, Duration) {
        (self.game_time, self.worker_time)
    }

    pub(crate) fn save(&self) -> Vec<SavedCharacter> {
        self.characters.iter().filter_map(Character::save).collect()
    }

    /// What is in flight is left to whoever has it.
    pub(crate) fn restore(&mut self, library: Arc<Library>, saved: &[SavedCharacter]) {
        self.library = library;
        self.characters.clear();
        self.characters.extend(saved.iter().map(Character::restored));
    }

    /// Replaces what workers do: tests put a fault here.
    #[cfg(test)]
    pub(crate) fn set_work(&mut self, work: Work) {
        self.work = work;
    }

    fn index(&self, id: CharacterId) -> Result<usize, usize> {
        self.characters.binary_search_by_key(&id, |character| character.id)
    }

    pub(crate) fn character(&self, id: CharacterId) -> Option<&Character> {
        self.index(id).ok().map(|at| &self.characters[at])
    }

    fn character_mut(&mut self, id: CharacterId) -> Result<&mut Character, Refusal> {
        let at = self.index(id).map_err(|_| Refusal::CharacterUnknown)?;
        Ok(&mut self.characters[at])
    }
}
