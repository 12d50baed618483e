//! All characters and one tick of theirs: game-thread work here, updates and evaluations on workers.
//!
//! Invariant: inline, one worker and many workers give the same bits, for proxies share nothing and are completed in
//! the order of their characters.

use crate::input::CharacterId;
use anim::{AnimInstance, AnimInstanceProxy, Library, Name, Pose, Request, graph::GraphState, instance::Refusal};
use rayon::prelude::*;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

/// A character that faulted this often is no longer evaluated.
const MOST_FAULTS: u32 = 3;

/// Where proxies run.
#[derive(Clone, Debug, Default)]
pub enum Mode {
    /// On the calling thread, through the same function.
    #[default]
    Inline,
    Workers(Arc<rayon::ThreadPool>),
}

impl Mode {
    /// None when the platform refuses to start threads.
    pub fn workers(count: usize) -> Option<Self> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).thread_name(|i| format!("anim worker {i}"));
        pool.build().ok().map(|pool| Mode::Workers(Arc::new(pool)))
    }
}

/// The proxy is boxed so that it moves to a worker and back without copying its buffers.
struct Job {
    proxy: Box<AnimInstanceProxy>,
    character: usize,
    faulted: bool,
}

struct Character {
    id: CharacterId,
    instance: AnimInstance,
    /// None while it is with a worker.
    proxy: Option<Box<AnimInstanceProxy>>,
    faults: u32,
}

/// A character between two ticks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SavedCharacter {
    id: CharacterId,
    instance: AnimInstance,
    graph: GraphState,
    pose: Pose,
    faults: u32,
}

pub(crate) struct Cast {
    mode: Mode,
    library: Arc<Library>,
    /// Ascending by id.
    characters: Vec<Character>,
    jobs: Vec<Job>,
    work: fn(&mut AnimInstanceProxy),
    asks_why: bool,
    game_time: Duration,
    worker_time: Duration,
}

impl Cast {
    pub(crate) fn new(mode: Mode, library: Arc<Library>) -> Self {
        Self {
            mode,
            library,
            characters: Vec::new(),
            jobs: Vec::new(),
            work: AnimInstanceProxy::run,
            asks_why: false,
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
        let character = Character { id, instance, proxy: Some(Box::default()), faults: 0 };
        match self.index(id) {
            Ok(at) => self.characters[at] = character,
            Err(at) => self.characters.insert(at, character),
        }
        Ok(())
    }

    pub(crate) fn remove(&mut self, id: CharacterId) -> Result<(), Refusal> {
        let at = self.index(id).map_err(|_| Refusal::CharacterUnknown)?;
        self.characters.remove(at);
        Ok(())
    }

    /// Every character begins a tick of `dt` seconds.
    pub(crate) fn begin(&mut self, dt: f64) {
        self.characters.iter_mut().for_each(|character| character.instance.begin_frame(dt));
    }

    /// Ends the tick: montages, workers, events, root motion.
    pub(crate) fn run(&mut self) {
        let start = Instant::now();
        for (at, character) in self.characters.iter_mut().enumerate() {
            character.instance.update_montages();
            let Some(mut proxy) = character.proxy.take() else { continue };
            character.instance.pre_update(&mut proxy);
            proxy.ask_why(self.asks_why);
            self.jobs.push(Job { proxy, character: at, faulted: character.faults >= MOST_FAULTS });
        }
        let dispatched = Instant::now();
        self.dispatch();
        let evaluated = Instant::now();
        for job in self.jobs.drain(..) {
            complete(&mut self.characters[job.character], job);
        }
        self.worker_time = evaluated - dispatched;
        self.game_time = start.elapsed() - self.worker_time;
    }

    fn dispatch(&mut self) {
        let work = self.work;
        match &self.mode {
            Mode::Inline => self.jobs.iter_mut().for_each(|job| run(job, work)),
            Mode::Workers(pool) => pool.install(|| self.jobs.par_iter_mut().for_each(|job| run(job, work))),
        }
    }

    /// Whether characters tell why transitions were not taken. It changes nothing else.
    pub(crate) fn ask_why(&mut self, asks: bool) {
        self.asks_why = asks;
    }

    pub(crate) fn ids(&self) -> impl ExactSizeIterator<Item = CharacterId> {
        self.characters.iter().map(|character| character.id)
    }

    pub(crate) fn instance(&self, id: CharacterId) -> Option<&AnimInstance> {
        self.character(id).map(|character| &character.instance)
    }

    pub(crate) fn instance_mut(&mut self, id: CharacterId) -> Result<&mut AnimInstance, Refusal> {
        let at = self.index(id).map_err(|_| Refusal::CharacterUnknown)?;
        Ok(&mut self.characters[at].instance)
    }

    pub(crate) fn request(&mut self, id: CharacterId, request: &Request) -> Result<(), Refusal> {
        self.instance_mut(id)?.request(request)
    }

    /// Between ticks every proxy is at home.
    pub(crate) fn proxy(&self, id: CharacterId) -> Option<&AnimInstanceProxy> {
        self.character(id)?.proxy.as_deref()
    }

    /// How often the character's evaluation panicked.
    pub(crate) fn faults(&self, id: CharacterId) -> u32 {
        self.character(id).map_or(0, |character| character.faults)
    }

    /// Of the last tick: on the calling thread, and waiting for workers.
    pub(crate) fn times(&self) -> (Duration, Duration) {
        (self.game_time, self.worker_time)
    }

    pub(crate) fn save(&self) -> Vec<SavedCharacter> {
        self.characters.iter().filter_map(saved).collect()
    }

    pub(crate) fn restore(&mut self, library: Arc<Library>, saved: &[SavedCharacter]) {
        self.library = library;
        self.characters.clear();
        self.characters.extend(saved.iter().map(restored));
    }

    /// Replaces what workers do: tests put a fault here.
    #[cfg(test)]
    pub(crate) fn set_work(&mut self, work: fn(&mut AnimInstanceProxy)) {
        self.work = work;
    }

    fn index(&self, id: CharacterId) -> Result<usize, usize> {
        self.characters.binary_search_by_key(&id, |character| character.id)
    }

    fn character(&self, id: CharacterId) -> Option<&Character> {
        self.index(id).ok().map(|at| &self.characters[at])
    }
}

fn saved(character: &Character) -> Option<SavedCharacter> {
    let Character { id, instance, proxy, faults } = character;
    let proxy = proxy.as_ref()?;
    let (graph, pose) = (proxy.state().clone(), proxy.pose().clone());
    Some(SavedCharacter { id: *id, instance: instance.clone(), graph, pose, faults: *faults })
}

fn restored(saved: &SavedCharacter) -> Character {
    let SavedCharacter { id, instance, graph, pose, faults } = saved;
    let proxy = instance.proxy(graph.clone(), pose.clone());
    Character { id: *id, instance: instance.clone(), proxy: Some(Box::new(proxy)), faults: *faults }
}

/// A panic leaves the reference pose and is counted; it never leaves the worker.
fn run(job: &mut Job, work: fn(&mut AnimInstanceProxy)) {
    if job.faulted {
        job.proxy.reset_pose();
        return;
    }
    job.faulted = catch_unwind(AssertUnwindSafe(|| work(&mut job.proxy))).is_err();
    if job.faulted {
        job.proxy.reset_pose();
    }
}

fn complete(character: &mut Character, mut job: Job) {
    character.faults += u32::from(job.faulted && character.faults < MOST_FAULTS);
    character.instance.complete(&mut job.proxy);
    character.proxy = Some(job.proxy);
}
