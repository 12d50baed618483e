//! All characters and one tick of theirs: game-thread work here, updates and evaluations on
//! workers.
//!
//! Invariant: inline, one worker and many workers give the same bits, for proxies share nothing and
//! are completed in the order of their characters.

use crate::{
    EvaluationRate, Visibility, WorkerMode,
    character::{
        EngineCharacter, FollowedTarget, Kick, Listener, MontageLead, ProxyJob, SavedCharacter,
        WorkerFn, place_of, run_job,
    },
    flight::{self, Flight},
    input::{CharacterId, EngineInput},
    stopwatch::Stopwatch,
};
use anim::{
    AnimInstance, AnimInstanceProxy, Event, Library, Name, Request, Transform,
    ground::{Ground, Hits, Terrain},
    instance::{Posed, Refusal, RootMotionModifier},
};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// Features that some character may use, so that the usual tick need not check every character.
#[derive(Default)]
struct Ties {
    montage_leads: bool,
    leaders: bool,
    followed: bool,
    /// Shows nothing yet.
    stranger: bool,
    /// Some character was synced or got ground or root motion in this step.
    opened: bool,
}

impl Ties {
    const ALL: Self = Self {
        montage_leads: true,
        leaders: true,
        followed: true,
        stranger: true,
        opened: true,
    };
}

/// Number of characters from which on waking a pool is worth it; fewer begin a tick as fast on this
/// thread.
const MANY: usize = 256;

pub(crate) struct Characters {
    mode: WorkerMode,
    library: Arc<Library>,
    /// Characters, ascending by id.
    characters: Vec<EngineCharacter>,
    /// Characters that this step removed, with what ended by the removal; until the step's barrier
    /// also with what they showed before.
    gone: Vec<EngineCharacter>,
    /// Characters that the last step removed, with what ended by the removal; only while a step is
    /// open.
    departed: Vec<EngineCharacter>,
    /// Number of the step, as the caller counts.
    tick: u64,
    /// Characters of the tick that is being made that are to be kicked and finished one by one: all
    /// others were worked at whole.
    rest: Vec<usize>,
    ties: Ties,
    /// Buffers of a kick: for the crew, and for this thread.
    flights: Vec<Arc<Flight<ProxyJob>>>,
    own: Vec<Arc<Flight<ProxyJob>>>,
    /// Terrain under all characters; if None, a game may answer.
    terrain: Option<Arc<Terrain>>,
    ground: Option<Arc<dyn Ground>>,
    /// Hits that the game's ground answered in this step: the first `answered` count, the others
    /// are kept for their buffers.
    answers: Vec<(CharacterId, Hits)>,
    answered: usize,
    /// Whom root motion is shown to, and what counted of it in the step that was finished last.
    modifier: Option<Arc<dyn RootMotionModifier>>,
    changed_roots: Vec<(CharacterId, Transform)>,
    changed_in: u64,
    work: WorkerFn,
    asks_why: bool,
    is_watched: bool,
    stalls: u64,
    game_time: Duration,
    worker_time: Duration,
}

impl Characters {
    pub(crate) fn new(mode: WorkerMode, library: Arc<Library>) -> Self {
        Self {
            mode,
            library,
            characters: Vec::new(),
            gone: Vec::new(),
            departed: Vec::new(),
            tick: 0,
            rest: Vec::new(),
            ties: Ties::default(),
            flights: Vec::new(),
            own: Vec::new(),
            terrain: None,
            ground: None,
            answers: Vec::new(),
            answered: 0,
            modifier: None,
            changed_roots: Vec::new(),
            changed_in: 0,
            work: AnimInstanceProxy::run_tick,
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

    /// Goes on with an edited library. Characters whose skeleton is gone keep the old one and show
    /// it.
    pub(crate) fn set_library(&mut self, library: Arc<Library>) {
        for character in &mut self.characters {
            let known = character.instance.skeleton().clone();
            let skeleton = library.skeleton(known.name).cloned().unwrap_or(known);
            character.instance.set_library(library.clone(), skeleton);
            // What failed may be mended.
            character.faults = 0;
        }
        self.library = library;
        self.ties.stranger = true;
    }

    /// A character of this id takes the place of the one that was there.
    pub(crate) fn add(
        &mut self,
        id: CharacterId,
        skeleton: Name,
        seed: u64,
    ) -> Result<(), Refusal> {
        let skeleton = self
            .library
            .skeleton(skeleton)
            .ok_or(Refusal::SkeletonUnknown)?
            .clone();
        let instance = AnimInstance::new(self.library.clone(), skeleton, seed);
        let character = EngineCharacter::new(id, instance, AnimInstanceProxy::default());
        self.ties.stranger = true;
        match self.index(id) {
            Ok(at) => {
                let gone = std::mem::replace(&mut self.characters[at], character);
                self.part_with(gone);
            }
            Err(at) => self.characters.insert(at, character),
        }
        Ok(())
    }

    /// Removes a character. Its followers go on by themselves, and characters that copied it copy
    /// nobody.
    pub(crate) fn remove(&mut self, id: CharacterId) -> Result<(), Refusal> {
        let at = self.index(id).map_err(|_| Refusal::CharacterUnknown)?;
        let gone = self.characters.remove(at);
        self.part_with(gone);
        for follower in self
            .characters
            .iter_mut()
            .filter(|other| other.leader == Some(id))
        {
            follower.leader = None;
        }
        self.characters
            .iter_mut()
            .for_each(|other| other.partners.retain(|(_, partner)| *partner != id));
        Ok(())
    }

    /// Sets the leader of a character. A leader that follows the character in the end is refused:
    /// the character would wait for itself.
    pub(crate) fn follow(
        &mut self,
        id: CharacterId,
        leader: Option<CharacterId>,
    ) -> Result<(), Refusal> {
        let mut above = std::iter::successors(leader, |at| self.character(*at)?.leader);
        if above.any(|at| at == id) {
            return Err(Refusal::FollowsItself);
        }
        if leader.is_some_and(|leader| self.waits_for(leader, id)) {
            return Err(Refusal::WaitsForItself);
        }
        if leader.is_some_and(|leader| self.character(leader).is_none()) {
            return Err(Refusal::CharacterUnknown);
        }
        self.character_mut(id)?.leader = leader;
        self.ties.leaders |= leader.is_some();
        Ok(())
    }

    /// One that came and goes in the same step did nothing.
    fn part_with(&mut self, mut gone: EngineCharacter) {
        if self.gone.iter().all(|known| known.id != gone.id) {
            gone.depart();
            self.gone.push(gone);
        }
    }

    /// The edge to a partner whose pose is not done before the character's is refused: it would
    /// wait for itself.
    pub(crate) fn copy(
        &mut self,
        id: CharacterId,
        partner: Name,
        from: Option<CharacterId>,
    ) -> Result<(), Refusal> {
        if from.is_some_and(|from| self.character(from).is_none()) {
            return Err(Refusal::CharacterUnknown);
        }
        self.character_mut(id)?;
        if from.is_some_and(|from| self.waits_for(from, id)) {
            return Err(Refusal::WaitsForItself);
        }
        let partners = &mut self.character_mut(id)?.partners;
        partners.retain(|(known, _)| *known != partner);
        partners.extend(from.map(|from| (partner, from)));
        Ok(())
    }

    /// Whether the pose of a character depends on another one's, or is its. Contract: no edge leads
    /// round so far.
    fn waits_for(&self, id: CharacterId, whom: CharacterId) -> bool {
        let mut seen = vec![id];
        let mut next = 0;
        while let Some(character) = seen.get(next).map(|at| self.character(*at)) {
            next += 1;
            let Some(character) = character else { continue };
            for at in character
                .leader
                .into_iter()
                .chain(character.partners.iter().map(|(_, from)| *from))
            {
                if !seen.contains(&at) {
                    seen.push(at);
                }
            }
        }
        seen.contains(&whom)
    }

    pub(crate) fn terrain(&self) -> Option<&Arc<Terrain>> {
        self.terrain.as_ref()
    }

    pub(crate) fn set_terrain(&mut self, terrain: Option<Arc<Terrain>>) {
        self.terrain = terrain;
    }

    pub(crate) fn set_ground(&mut self, ground: Option<Arc<dyn Ground>>) {
        self.ground = ground;
    }

    pub(crate) fn tell_ground(&mut self, id: CharacterId, hits: Arc<Hits>) -> Result<(), Refusal> {
        self.character_mut(id)?.told_ground.push_back(hits);
        self.ties.opened = true;
        Ok(())
    }

    pub(crate) fn set_modifier(&mut self, modifier: Option<Arc<dyn RootMotionModifier>>) {
        self.modifier = modifier;
    }

    pub(crate) fn tell_root(&mut self, id: CharacterId, delta: Transform) -> Result<(), Refusal> {
        self.character_mut(id)?.told_roots.push_back(delta);
        self.ties.opened = true;
        Ok(())
    }

    /// Root motion that games changed in the step that was finished last.
    pub(crate) fn changed_roots(&self) -> impl Iterator<Item = (CharacterId, &Transform)> {
        self.changed_roots.iter().map(|(id, delta)| (*id, delta))
    }

    /// Gathers changed root motion after a tick of the step.
    fn gather_roots(&mut self) {
        if std::mem::replace(&mut self.changed_in, self.tick) != self.tick {
            self.changed_roots.clear();
        }
        if self.modifier.is_some() {
            let of = |it: &mut EngineCharacter| (it.id, std::mem::take(&mut it.changed_roots));
            let all = self.characters.iter_mut().map(of);
            self.changed_roots.extend(
                all.flat_map(|(id, deltas)| deltas.into_iter().map(move |delta| (id, delta))),
            );
        }
    }

    /// Hits that a game's ground answered in this step.
    pub(crate) fn answers(&self) -> impl Iterator<Item = (CharacterId, &Hits)> {
        self.answers[..self.answered]
            .iter()
            .map(|(id, hits)| (*id, hits))
    }

    /// The target goes where a bone or socket of somebody is shown, from the next tick on.
    pub(crate) fn follow_target(
        &mut self,
        id: CharacterId,
        target: Name,
        of: Option<(CharacterId, Name)>,
        offset: Transform,
    ) -> Result<(), Refusal> {
        if let Some((leader, bone)) = of {
            let leader = self.character(leader).ok_or(Refusal::CharacterUnknown)?;
            if bone != Name::NONE && place_of(leader.instance.skeleton(), bone).is_none() {
                return Err(Refusal::BoneUnknown);
            }
        }
        let followed = &mut self.character_mut(id)?.followed;
        followed.retain(|known| known.target != target);
        followed.extend(of.map(|(of, bone)| FollowedTarget {
            target,
            of,
            bone,
            offset,
        }));
        self.ties.followed |= of.is_some();
        Ok(())
    }

    /// Targets that follow somebody are where that was shown last.
    fn place_targets(&mut self) {
        let has = |character: &EngineCharacter| !character.followed.is_empty();
        self.ties.followed = self.ties.followed && self.characters.iter().any(has);
        if !self.ties.followed {
            return;
        }
        for at in 0..self.characters.len() {
            for nth in 0..self.characters[at].followed.len() {
                let FollowedTarget {
                    target,
                    of,
                    bone,
                    offset,
                } = self.characters[at].followed[nth];
                let place = self
                    .character(of)
                    .and_then(|leader| leader.shown_place(bone));
                let instance = &mut self.characters[at].instance;
                let request = match place {
                    Some(place) => Request::SetWarpTarget {
                        target,
                        place: place.compose(&offset),
                    },
                    None => Request::RemoveWarpTarget { target },
                };
                // One that is not there any more is removed already.
                let _ = instance.request(&request);
            }
            let known = |id: CharacterId| self.index(id).is_ok();
            if self.characters[at]
                .followed
                .iter()
                .any(|followed| !known(followed.of))
            {
                let ids: Vec<_> = self.ids().collect();
                self.characters[at]
                    .followed
                    .retain(|followed| ids.contains(&followed.of));
            }
        }
    }

    /// Everybody who is about to be worked at looks down.
    fn look_down(&mut self) {
        let own = self
            .terrain
            .as_deref()
            .map(|terrain| terrain as &dyn Ground);
        for at in &self.rest {
            let character = &mut self.characters[*at];
            let asker = character.id;
            let Some(hits) = character.look_down(own, self.ground.as_deref()) else {
                continue;
            };
            match self.answers.get_mut(self.answered) {
                Some((id, known)) => {
                    *id = asker;
                    known.0.clone_from(&hits.0);
                }
                None => self.answers.push((asker, hits.clone())),
            }
            self.answered += 1;
        }
    }

    pub(crate) fn set_rate(
        &mut self,
        id: CharacterId,
        rate: EvaluationRate,
    ) -> Result<(), Refusal> {
        self.character_mut(id)?.pace.rate = rate;
        Ok(())
    }

    pub(crate) fn set_visibility(
        &mut self,
        id: CharacterId,
        visibility: Visibility,
    ) -> Result<(), Refusal> {
        self.character_mut(id)?.pace.visibility = visibility;
        Ok(())
    }

    pub(crate) fn set_immediate(
        &mut self,
        id: CharacterId,
        is_immediate: bool,
    ) -> Result<(), Refusal> {
        self.character_mut(id)?.is_immediate = is_immediate;
        Ok(())
    }

    /// The tick that follows runs on the game thread.
    pub(crate) fn place(&mut self, id: CharacterId, placement: Transform) -> Result<(), Refusal> {
        let character = self.character_mut(id)?;
        character.instance.place(placement);
        character.is_immediate_once = true;
        Ok(())
    }

    pub(crate) fn teleport(
        &mut self,
        id: CharacterId,
        placement: Transform,
    ) -> Result<(), Refusal> {
        let character = self.character_mut(id)?;
        character.teleport(placement);
        character.is_immediate_once = true;
        Ok(())
    }

    pub(crate) fn carry(
        &mut self,
        id: CharacterId,
        placement: Option<Transform>,
    ) -> Result<(), Refusal> {
        self.character_mut(id)?.carry(placement);
        Ok(())
    }

    /// Stops a character: nothing more happens to it, and the next step removes it.
    pub(crate) fn leave(&mut self, id: CharacterId, unheard: &[Event], is_open: bool) {
        if let Ok(character) = self.character_mut(id) {
            character.leave(unheard, is_open);
        }
    }

    /// Opens a step before its first run. If somebody `watches`, the shown state stays readable
    /// until the step ends.
    pub(crate) fn open(&mut self, tick: u64, watches: bool) {
        (self.tick, self.is_watched) = (tick, watches);
        self.departed.clear();
        std::mem::swap(&mut self.departed, &mut self.gone);
        self.answered = 0;
        if std::mem::take(&mut self.ties.opened) {
            self.characters.iter_mut().for_each(EngineCharacter::open);
        }
        if watches {
            self.characters
                .iter_mut()
                .chain(&mut self.departed)
                .for_each(EngineCharacter::keep_seen);
        }
    }

    /// Closes a step after its last run.
    pub(crate) fn close(&mut self) {
        self.departed.clear();
    }

    /// Every character begins a tick of `dt` seconds.
    pub(crate) fn begin_tick(&mut self, dt: f64) {
        let tick = self.tick;
        flight::each(&self.mode, &mut self.characters, MANY, |_, character| {
            character.begin_tick(tick, dt)
        });
        self.rest.clear();
        self.rest.extend(0..self.characters.len());
    }

    /// Montages, and what workers may see; then they have it. Where nobody looks on until the
    /// barrier, characters that have to do with nobody else are done with when this returns.
    pub(crate) fn kick_proxies(&mut self) {
        let start = Stopwatch::start();
        self.place_targets();
        let modifier = self.modifier.clone();
        let kick = Kick {
            work: self.work,
            asks_why: self.asks_why,
            modifier: modifier.as_ref(),
        };
        let leads = self.has_montage_leads();
        let is_split = leads || self.is_watched || self.ground.is_some();
        let whole = if is_split || !self.mode.works_at_each() {
            Duration::ZERO
        } else {
            self.tick_alone(kick)
        };
        self.advance(leads);
        self.look_down();
        for at in &self.rest {
            let character = &mut self.characters[*at];
            let is_own = character.is_on_game_thread();
            let Some(flight) = character.kick_proxy(kick) else {
                continue;
            };
            if is_own {
                &mut self.own
            } else {
                &mut self.flights
            }
            .push(flight.clone());
        }
        self.game_time = start.elapsed() - whole;
        let start = Stopwatch::start();
        flight::hand_over(&self.mode, &mut self.flights, run_job);
        flight::hand_over(&WorkerMode::Inline, &mut self.own, run_job);
        self.worker_time = start.elapsed() + whole;
    }

    /// Finishes the tick of every character that is alone, in one piece, so that a character's data
    /// is fetched once. Returns the time that this took.
    fn tick_alone(&mut self, kick: Kick<'_>) -> Duration {
        let start = Stopwatch::start();
        let ground = self.terrain.as_deref();
        let rest = Mutex::new(std::mem::take(&mut self.rest));
        rest.lock().unwrap_or_else(PoisonError::into_inner).clear();
        flight::each(&self.mode, &mut self.characters, 0, |at, character| {
            if character.is_alone() {
                character.tick_alone(kick, ground.map(|terrain| terrain as &dyn Ground));
            } else {
                rest.lock().unwrap_or_else(PoisonError::into_inner).push(at);
            }
        });
        self.rest = rest.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.rest.sort_unstable();
        start.elapsed()
    }

    fn has_montage_leads(&mut self) -> bool {
        let has = |character: &EngineCharacter| !character.montage_leads.is_empty();
        self.ties.montage_leads = self.ties.montage_leads && self.characters.iter().any(has);
        self.ties.montage_leads
    }

    /// Montages advance, in the order of their characters; who follows a montage after whom it
    /// follows.
    fn advance(&mut self, leads: bool) {
        if !leads {
            for at in &self.rest {
                self.characters[*at].advance(self.is_watched);
            }
            return;
        }
        let mut done = vec![false; self.characters.len()];
        for at in 0..self.characters.len() {
            self.advance_after_leaders(at, &mut done);
        }
    }

    /// Nobody leads round to themselves.
    fn advance_after_leaders(&mut self, at: usize, done: &mut [bool]) {
        if std::mem::replace(&mut done[at], true) {
            return;
        }
        for lead in self.characters[at].montage_leads.clone() {
            let leader = self.index(lead.leader).ok();
            if let Some(leader) = leader {
                self.advance_after_leaders(leader, done);
            }
            let led = leader.and_then(|leader| self.characters[leader].instance.led(lead.theirs));
            let character = &mut self.characters[at];
            let goes_on = led.is_some();
            // One that plays no more follows nobody.
            let follows = character.instance.lead(lead.montage, led).is_ok();
            if !goes_on || !follows {
                character.montage_leads.retain(|known| known != &lead);
            }
        }
        self.characters[at].advance(self.is_watched);
    }

    /// Characters that a handler destroyed.
    pub(crate) fn torn_down(&self) -> Vec<CharacterId> {
        let rest = self.rest.iter().map(|at| &self.characters[*at]);
        rest.filter(|it| it.instance.is_torn_down())
            .map(|it| it.id)
            .collect()
    }

    pub(crate) fn set_handler(
        &mut self,
        id: CharacterId,
        handler: Listener,
    ) -> Result<(), Refusal> {
        self.character_mut(id)?.handler = handler;
        Ok(())
    }

    /// The montage goes where the leader's montage goes, from the next advance on; without a leader
    /// by itself again. Who would follow itself in the end is refused.
    pub(crate) fn follow_montage(
        &mut self,
        id: CharacterId,
        montage: Name,
        leader: Option<(CharacterId, Name)>,
    ) -> Result<(), Refusal> {
        let plays = |id: CharacterId, montage: Name| {
            let character = self.character(id).ok_or(Refusal::CharacterUnknown)?;
            character
                .instance
                .montage_state(montage)
                .ok_or(Refusal::NotPlaying)
        };
        plays(id, montage)?;
        if let Some((leader, theirs)) = leader {
            plays(leader, theirs)?;
            if self.montage_waits_for(leader, id) {
                return Err(Refusal::FollowsItself);
            }
        }
        let character = self.character_mut(id)?;
        character
            .montage_leads
            .retain(|known| known.montage != montage);
        match leader {
            Some((leader, theirs)) => {
                character.montage_leads.push(MontageLead {
                    montage,
                    leader,
                    theirs,
                });
                self.ties.montage_leads = true;
            }
            None => character.instance.lead(montage, None)?,
        }
        Ok(())
    }

    /// Whether montages of a character follow, in the end, one of another's. Contract: no edge
    /// leads round so far.
    fn montage_waits_for(&self, id: CharacterId, whom: CharacterId) -> bool {
        let leads = self
            .character(id)
            .map_or(&[][..], |character| &character.montage_leads);
        id == whom
            || leads
                .iter()
                .any(|lead| self.montage_waits_for(lead.leader, whom))
    }

    /// The barrier, and what follows it: events, root motion, followers. Nothing when nothing was
    /// kicked.
    pub(crate) fn land_proxies(&mut self) {
        let start = Stopwatch::start();
        self.land();
        while self.release() {
            self.land();
        }
        self.worker_time += start.elapsed();
        let start = Stopwatch::start();
        self.rest
            .iter()
            .for_each(|at| self.characters[*at].land_proxy());
        self.gather_roots();
        self.show_leaders();
        self.game_time += start.elapsed();
    }

    /// Everybody who follows shows whom they follow.
    fn show_leaders(&mut self) {
        let has = |character: &EngineCharacter| character.leader.is_some();
        self.ties.leaders = self.ties.leaders && self.characters.iter().any(has);
        if self.ties.leaders {
            (0..self.characters.len()).for_each(|at| self.lead(at));
        }
    }

    fn land(&mut self) {
        self.rest.iter().for_each(|at| self.characters[*at].help());
        for at in &self.rest {
            while self.characters[*at].is_away() && self.mode.help() {}
            self.characters[*at].land();
        }
    }

    /// Everybody who is held and whose partners are all done is worked at. Returns whether there
    /// was somebody.
    fn release(&mut self) -> bool {
        for nth in 0..self.rest.len() {
            let at = self.rest[nth];
            if !self.characters[at].is_held() || !self.has_partners_done(at) {
                continue;
            }
            self.tell_partners(at);
            let character = &mut self.characters[at];
            let is_own = character.is_on_game_thread();
            let Some(flight) = character.release() else {
                continue;
            };
            if is_own {
                &mut self.own
            } else {
                &mut self.flights
            }
            .push(flight.clone());
        }
        let is_any = !self.own.is_empty() || !self.flights.is_empty();
        if is_any {
            flight::hand_over(&self.mode, &mut self.flights, run_job);
            flight::hand_over(&WorkerMode::Inline, &mut self.own, run_job);
        }
        is_any
    }

    /// Nobody leads round to themselves, so there is somebody who waits for nobody.
    fn has_partners_done(&self, at: usize) -> bool {
        self.partners(at).all(|partner| self.is_done(partner))
    }

    /// Whether a character has its pose of this tick, or can get its leader's.
    fn is_done(&self, at: usize) -> bool {
        self.characters[at].proxy().is_some()
            && self.leader(at).is_none_or(|leader| self.is_done(leader))
    }

    fn partners(&self, at: usize) -> impl Iterator<Item = usize> {
        self.characters[at]
            .partners
            .iter()
            .filter_map(|(_, partner)| self.index(*partner).ok())
    }

    /// Contract: the character is held, and they are done.
    fn tell_partners(&mut self, at: usize) {
        for nth in 0..self.characters[at].partners.len() {
            let Ok(partner) = self.index(self.characters[at].partners[nth].1) else {
                continue;
            };
            self.lead(partner);
            if let Ok([character, partner]) = self.characters.get_disjoint_mut([at, partner]) {
                character.tell_partner(nth, partner);
            }
        }
    }

    /// Characters that no tick has shown yet show how they stand.
    pub(crate) fn introduce(&mut self) {
        if self.ties.stranger {
            let shown = self.characters.iter_mut().map(EngineCharacter::introduce);
            self.ties.stranger = !shown.fold(true, |all, shows| all & shows);
        }
    }

    /// The character takes over its leader's pose, after the leader its own leader's. Followers are
    /// chains: nobody leads to itself.
    fn lead(&mut self, at: usize) {
        let Some(leader) = self.leader(at) else {
            return;
        };
        self.lead(leader);
        if let Ok([follower, leader]) = self.characters.get_disjoint_mut([at, leader]) {
            follower.follow(leader);
        }
    }

    fn leader(&self, at: usize) -> Option<usize> {
        self.index(self.characters[at].leader?).ok()
    }

    /// Pose of this tick, before the barrier: waits for the character, and for those that it
    /// follows or copies. None if the character is unknown.
    pub(crate) fn sync(&mut self, id: CharacterId) -> Option<&Posed> {
        let at = self.index(id).ok()?;
        self.sync_at(at);
        self.characters[at].proxy().map(AnimInstanceProxy::posed)
    }

    /// Syncs a character after those that it follows or copies. No character leads to itself.
    fn sync_at(&mut self, at: usize) {
        if let Some(leader) = self.leader(at) {
            self.sync_at(leader);
        }
        let is_stall = self.characters[at].is_held();
        if is_stall {
            for nth in 0..self.characters[at].partners.len() {
                if let Ok(partner) = self.index(self.characters[at].partners[nth].1) {
                    self.sync_at(partner);
                }
            }
            self.tell_partners(at);
            self.characters[at].release();
        }
        self.stalls += u64::from(self.characters[at].sync() || is_stall);
        self.ties.opened = true;
        self.lead(at);
    }

    /// Number of times that [`Self::sync`] had to wait.
    pub(crate) fn stalls(&self) -> u64 {
        self.stalls
    }

    /// Sets whether characters report why transitions were not taken; nothing else changes.
    pub(crate) fn ask_why(&mut self, asks: bool) {
        self.asks_why = asks;
    }

    pub(crate) fn ids(&self) -> impl ExactSizeIterator<Item = CharacterId> {
        self.characters.iter().map(|character| character.id)
    }

    /// Character at an index: first the removed ones, then all others in their order.
    pub(crate) fn at(&self, at: usize) -> Option<&EngineCharacter> {
        self.departed
            .iter()
            .chain(&self.gone)
            .chain(&self.characters)
            .nth(at)
    }

    /// Index in [`Self::at`] of a character that exists; None if there is no such character.
    pub(crate) fn position(&self, id: CharacterId) -> Option<usize> {
        self.index(id)
            .ok()
            .map(|at| self.departed.len() + self.gone.len() + at)
    }

    /// One that the step removed.
    pub(crate) fn gone(&self, id: CharacterId) -> Option<&EngineCharacter> {
        self.gone.iter().find(|gone| gone.id == id)
    }

    /// One that the step before the open one removed.
    pub(crate) fn departed(&self, id: CharacterId) -> Option<&EngineCharacter> {
        self.departed.iter().find(|departed| departed.id == id)
    }

    pub(crate) fn instance(&self, id: CharacterId) -> Option<&AnimInstance> {
        self.character(id).map(|character| &character.instance)
    }

    pub(crate) fn instance_mut(&mut self, id: CharacterId) -> Result<&mut AnimInstance, Refusal> {
        self.character_mut(id)
            .map(|character| &mut character.instance)
    }

    /// Applies an input that counts after all other inputs of a step, in the order of the step.
    pub(crate) fn ask(&mut self, input: &EngineInput) -> Result<(), Refusal> {
        match *input {
            EngineInput::Request {
                character,
                ref request,
            } => self.request(character, request),
            EngineInput::FollowMontage {
                character,
                montage,
                leader,
            } => self.follow_montage(character, montage, leader),
            _ => Ok(()),
        }
    }

    pub(crate) fn request(&mut self, id: CharacterId, request: &Request) -> Result<(), Refusal> {
        self.instance_mut(id)?.request(request)
    }

    /// Between ticks every proxy is at home.
    pub(crate) fn proxy_mut(&mut self, id: CharacterId) -> Option<&mut AnimInstanceProxy> {
        self.character_mut(id).ok()?.proxy_mut()
    }

    /// Number of panics in the character's evaluation; 0 for an unknown character.
    pub(crate) fn faults(&self, id: CharacterId) -> u32 {
        self.character(id).map_or(0, |character| character.faults)
    }

    /// Time of the last tick on the calling thread, and time for working or waiting for workers.
    pub(crate) fn times(&self) -> (Duration, Duration) {
        (self.game_time, self.worker_time)
    }

    pub(crate) fn save(&self) -> Vec<SavedCharacter> {
        self.characters
            .iter()
            .filter_map(EngineCharacter::save)
            .collect()
    }

    /// Restores saved characters; work in flight is left to the thread that has it.
    pub(crate) fn restore(&mut self, library: Arc<Library>, saved: &[SavedCharacter]) {
        self.library = library;
        self.gone.clear();
        self.departed.clear();
        let mut listeners: Vec<_> = self
            .characters
            .drain(..)
            .map(|old| (old.id, old.handler))
            .collect();
        self.characters
            .extend(saved.iter().map(EngineCharacter::restored));
        self.rest.clear();
        self.ties = Ties::ALL;
        for character in &mut self.characters {
            if let Some(known) = listeners.iter().position(|(id, _)| *id == character.id) {
                character.handler = listeners.swap_remove(known).1;
            }
        }
    }

    /// Replaces what workers do: tests put a fault here.
    #[cfg(test)]
    pub(crate) fn set_work(&mut self, work: WorkerFn) {
        self.work = work;
    }

    fn index(&self, id: CharacterId) -> Result<usize, usize> {
        self.characters
            .binary_search_by_key(&id, |character| character.id)
    }

    pub(crate) fn character(&self, id: CharacterId) -> Option<&EngineCharacter> {
        self.index(id).ok().map(|at| &self.characters[at])
    }

    fn character_mut(&mut self, id: CharacterId) -> Result<&mut EngineCharacter, Refusal> {
        let at = self.index(id).map_err(|_| Refusal::CharacterUnknown)?;
        Ok(&mut self.characters[at])
    }
}
