//! All characters, one tick at a time: game-thread work here, updates and evaluations on workers.
//!
//! Invariant: inline, one worker and many workers give the same bits, for proxies share nothing and are completed in
//! the order of their characters.

use anim::{AnimInstance, AnimInstanceProxy, Library, Name, Request, instance::Refusal};
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

/// A request and the character it is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Addressed {
    pub character: usize,
    pub request: Request,
}

/// The proxy is boxed so that it moves to a worker and back without copying its buffers.
struct Job {
    proxy: Box<AnimInstanceProxy>,
    character: usize,
    faulted: bool,
}

struct Character {
    instance: AnimInstance,
    /// None while it is with a worker.
    proxy: Option<Box<AnimInstanceProxy>>,
    faults: u32,
}

pub struct Evaluator {
    mode: Mode,
    library: Arc<Library>,
    characters: Vec<Character>,
    jobs: Vec<Job>,
    work: fn(&mut AnimInstanceProxy),
    game_time: Duration,
    worker_time: Duration,
}

impl Evaluator {
    pub fn new(mode: Mode, library: Arc<Library>) -> Self {
        Self {
            mode,
            library,
            characters: Vec::new(),
            jobs: Vec::new(),
            work: AnimInstanceProxy::run,
            game_time: Duration::ZERO,
            worker_time: Duration::ZERO,
        }
    }

    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Goes on with an edited library. Characters whose skeleton is gone keep the old one and show it.
    pub fn set_library(&mut self, library: Arc<Library>) {
        for character in &mut self.characters {
            let known = character.instance.skeleton().clone();
            let skeleton = library.skeleton(known.name).cloned().unwrap_or(known);
            character.instance.set_library(library.clone(), skeleton);
        }
        self.library = library;
    }

    /// The index of the new character; None when the library has no such skeleton.
    pub fn add_character(&mut self, skeleton: Name, seed: u64) -> Option<usize> {
        let skeleton = self.library.skeleton(skeleton)?.clone();
        let instance = AnimInstance::new(self.library.clone(), skeleton, seed);
        self.characters.push(Character { instance, proxy: Some(Box::default()), faults: 0 });
        Some(self.characters.len() - 1)
    }

    pub fn remove_characters(&mut self) {
        self.characters.clear();
    }

    /// The level of detail of a character from its next tick on, 0 the finest.
    pub fn set_lod(&mut self, character: usize, lod: u32) {
        // This request is never refused.
        let _ = self.characters[character].instance.request(&Request::SetLod { lod });
    }

    /// One tick of `dt` seconds. Returns the requests that changed nothing, and why.
    pub fn step(&mut self, dt: f64, requests: &[Addressed]) -> Vec<(Addressed, Refusal)> {
        self.characters.iter_mut().for_each(|character| character.instance.begin_frame(dt));
        let mut refused = Vec::new();
        for addressed in requests {
            let character = self.characters.get_mut(addressed.character);
            let result = character.map_or(Err(Refusal::NotPlaying), |c| c.instance.request(&addressed.request));
            refused.extend(result.err().map(|refusal| (*addressed, refusal)));
        }
        self.run_tick();
        refused
    }

    /// A tick without time that shows one position of a montage and fires nothing.
    pub fn scrub(&mut self, character: usize, montage: Name, position: f64) -> Result<(), Refusal> {
        self.characters.iter_mut().for_each(|character| character.instance.begin_frame(0.0));
        let result = match self.characters.get_mut(character) {
            Some(character) => character.instance.scrub(montage, position),
            None => Err(Refusal::NotPlaying),
        };
        self.run_tick();
        result
    }

    fn run_tick(&mut self) {
        let start = Instant::now();
        for (at, character) in self.characters.iter_mut().enumerate() {
            character.instance.update_montages();
            let Some(mut proxy) = character.proxy.take() else { continue };
            character.instance.pre_update(&mut proxy);
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

    pub fn character_count(&self) -> usize {
        self.characters.len()
    }

    pub fn instance(&self, character: usize) -> &AnimInstance {
        &self.characters[character].instance
    }

    pub fn instance_mut(&mut self, character: usize) -> &mut AnimInstance {
        &mut self.characters[character].instance
    }

    /// Between ticks every proxy is at home.
    pub fn proxy(&self, character: usize) -> Option<&AnimInstanceProxy> {
        self.characters[character].proxy.as_deref()
    }

    /// How often the character's evaluation panicked.
    pub fn faults(&self, character: usize) -> u32 {
        self.characters[character].faults
    }

    /// Of the last tick: on the calling thread, and waiting for workers.
    pub fn times(&self) -> (Duration, Duration) {
        (self.game_time, self.worker_time)
    }

    /// Replaces what workers do: tests put a fault here.
    #[cfg(test)]
    pub(crate) fn set_work(&mut self, work: fn(&mut AnimInstanceProxy)) {
        self.work = work;
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use anim::{
        Name,
        mask::ProfileMode,
        simd::{Width, set_width},
    };

    /// Its mesh has a second level without the right forearm.
    fn sample() -> (Arc<Library>, Name) {
        let mut project = mannequin::excerpt();
        let elbow = "lowerarm_r".into();
        let mesh = Arc::make_mut(project.meshes.values_mut().next().unwrap());
        mesh.lods.truncate(1);
        let coarse = asset::mesh::Lod { screen_size: 0.5, removed_bones: vec![elbow], ..mesh.lods[0].clone() };
        mesh.lods.push(coarse);
        let library = asset::compile(&project, &mut asset::Cache::default()).library;
        let skeleton = library.skeletons[0].name;
        (library, skeleton)
    }

    /// Poses, events and placements of a crowd under made-up requests, as one hash a tick.
    fn run_crowd(mode: Mode, ticks: u32) -> Vec<u64> {
        let (library, skeleton) = sample();
        let mut evaluator = Evaluator::new(mode, library.clone());
        for seed in 0..40 {
            evaluator.add_character(skeleton, seed);
        }
        let mut random = 7u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as usize % below
        };
        let mut log = Vec::new();
        for _ in 0..ticks {
            let character = next(evaluator.character_count());
            let montage = &library.montages[next(library.montages.len())];
            let section = montage.sections[next(montage.sections.len())].name;
            let request = match next(6) {
                0 => Request::PlayMontage { montage: montage.name, rate: 1.0, section },
                1 => Request::JumpToSection { montage: montage.name, section },
                2 => Request::StopMontage { montage: None, blend_out: Some(0.1) },
                4 => Request::SetLod { lod: next(3) as u32 },
                3 => {
                    Request::PlayClip { clip: library.clips[next(library.clips.len())].name, position: 0.0, rate: 1.0 }
                }
                _ => Request::SetPlayRate { montage: montage.name, rate: -0.5 },
            };
            evaluator.step(1.0 / 60.0, &[Addressed { character, request }]);
            log.extend((0..evaluator.character_count()).map(|at| crate::golden::tick_hash(&evaluator, at)));
        }
        log
    }

    #[test]
    fn inline_one_and_many_workers_are_bit_identical() {
        let inline = run_crowd(Mode::Inline, 300);
        for workers in [1, 2, 8] {
            assert!(inline == run_crowd(Mode::workers(workers).unwrap(), 300), "{workers} workers");
        }
    }

    #[test]
    fn every_width_of_the_kernels_is_bit_identical() {
        let runs = Width::ALL.map(|width| {
            set_width(width);
            run_crowd(Mode::Inline, 60)
        });
        set_width(Width::Eight);
        assert!(runs.iter().all(|run| *run == runs[0]));
    }

    #[test]
    fn a_coarse_level_rests_the_bones_that_it_removes_and_moves_the_others() {
        let (library, skeleton) = sample();
        let mut evaluator = Evaluator::new(Mode::Inline, library.clone());
        evaluator.add_character(skeleton, 0);
        evaluator.add_character(skeleton, 1);
        evaluator.set_lod(1, 1);
        let play = Request::PlayClip { clip: Name::new("Charge_Start"), position: 0.3, rate: 1.0 };
        evaluator.step(0.1, &[0, 1].map(|character| Addressed { character, request: play }));
        let skeleton = &library.skeletons[0];
        let elbow = skeleton.find(Name::new("lowerarm_r")).unwrap();
        let [fine, coarse] = [0, 1].map(|character| evaluator.proxy(character).unwrap());
        for bone in 0..skeleton.len() {
            let is_kept = coarse.required().compact(bone).is_some();
            let mut above = std::iter::successors(Some(bone), |bone| skeleton.parent(*bone));
            assert_eq!(is_kept, !above.any(|bone| bone == elbow));
            let expected = if is_kept { fine.pose().get(bone) } else { skeleton.reference(bone) };
            assert_eq!(coarse.pose().get(bone), expected);
        }
        assert_ne!(fine.pose().get(elbow), skeleton.reference(elbow));
        evaluator.set_lod(1, 0);
        evaluator.step(0.1, &[]);
        assert_eq!(evaluator.proxy(1).unwrap().pose(), evaluator.proxy(0).unwrap().pose());
    }

    /// The sample, whose montage blends in over 0.4 s, each bone by its factor of a profile.
    fn profiled(mode: Option<ProfileMode>, factors: impl Fn(usize) -> f32) -> asset::Compiled {
        let mut project = mannequin::excerpt();
        let skeleton = Arc::make_mut(project.skeletons.values_mut().next().unwrap());
        let factors: Vec<f32> = (0..skeleton.bones.len()).map(factors).collect();
        let (id, factors) = (asset::Id(77), skeleton.sparse(&factors, 1.0));
        let name = "test".into();
        let profile = mode.map(|mode| asset::skeleton::BlendProfile { id, name, mode, factors });
        skeleton.blend_profiles.extend(profile);
        let montage = Arc::make_mut(project.montages.values_mut().next().unwrap());
        let blend = asset::montage::Blend::standard(0.4, anim::montage::Easing::Linear);
        (montage.blend_in, montage.blend_out) = (asset::montage::Blend { profile: mode.map(|_| id), ..blend }, blend);
        asset::compile(&project, &mut asset::Cache::default())
    }

    /// Poses over a walk: 0.1 s into the blend, and then 0.1 s into a stop.
    fn blended(library: &Arc<Library>) -> [anim::Pose; 2] {
        let mut evaluator = Evaluator::new(Mode::Inline, library.clone());
        evaluator.add_character(library.skeletons[0].name, 0);
        let walk = Request::PlayClip { clip: Name::new("Walk_Fwd"), position: 0.25, rate: 0.0 };
        let montage = library.montages[0].name;
        let play = Request::PlayMontage { montage, rate: 0.0, section: Name::NONE };
        let stop = Request::StopMontage { montage: None, blend_out: None };
        let mut pose = |requests: &[Request]| {
            let requests: Vec<_> =
                requests.iter().map(|request| Addressed { character: 0, request: *request }).collect();
            evaluator.step(0.1, &requests);
            evaluator.proxy(0).unwrap().pose().clone()
        };
        [pose(&[walk, play]), pose(&[stop])]
    }

    #[test]
    fn bones_blend_in_by_their_own_time_and_out_from_where_they_were() {
        // As if the whole body had blended in and out over 0.4, 0.2, 0.1 and no seconds.
        let times = [1.0, 0.5, 0.25, 0.0];
        let timed = |factors: &dyn Fn(usize) -> f32| blended(&profiled(Some(ProfileMode::TimeFactor), factors).library);
        let mixed = timed(&|bone| times[bone % 4]);
        let uniform = times.map(|time| timed(&|_| time));
        let near = |a: &anim::Transform, b: &anim::Transform| {
            a.translation.abs_diff_eq(b.translation, 1e-5) && a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6
        };
        for at in 0..2 {
            for bone in 0..mixed[at].len() {
                let [found, expected] = [&mixed, &uniform[bone % 4]].map(|poses| poses[at].get(bone));
                assert!(near(&found, &expected), "pose {at}, bone {bone}: {found:?} {expected:?}");
            }
        }
        let hand = uniform[0][0].iter().zip(uniform[3][0].iter()).filter(|(a, b)| !near(a, b)).count();
        assert!(hand > 5, "the times make a difference");
        for plain in [None, Some(ProfileMode::WeightFactor)] {
            let plain = blended(&profiled(plain, |_| 1.0).library);
            assert!((0..plain[0].len()).all(|bone| near(&plain[0].get(bone), &uniform[0][0].get(bone))));
        }
    }

    #[test]
    fn a_profile_that_is_a_mask_is_told_and_left_out() {
        let compiled = profiled(Some(ProfileMode::BlendMask), |_| 0.5);
        assert_eq!(compiled.library.montages[0].blend_in.profile, Name::NONE);
        assert!(compiled.diagnostics.iter().any(|found| found.kind == asset::diagnostic::Kind::ProfileMissing));
    }

    #[test]
    fn a_fault_in_one_character_shows_its_reference_pose_and_leaves_the_others() {
        let (library, skeleton) = sample();
        let mut evaluator = Evaluator::new(Mode::Inline, library.clone());
        let mut healthy = Evaluator::new(Mode::Inline, library.clone());
        for e in [&mut evaluator, &mut healthy] {
            e.add_character(skeleton, 1);
            e.add_character(skeleton, 2);
        }
        evaluator.set_work(|proxy| {
            assert!(proxy.base_clip().is_some(), "made-up fault");
            proxy.run();
        });
        let play = Request::PlayClip { clip: library.clips[0].name, position: 0.2, rate: 1.0 };
        for e in [&mut evaluator, &mut healthy] {
            e.step(0.1, &[Addressed { character: 1, request: play }]);
        }
        assert_eq!((evaluator.faults(0), evaluator.faults(1)), (1, 0));
        let reference = anim::Pose::reference(&library.skeletons[0]);
        assert_eq!(evaluator.proxy(0).unwrap().pose(), &reference);
        assert_eq!(evaluator.proxy(1).unwrap().pose(), healthy.proxy(1).unwrap().pose());
    }
}
