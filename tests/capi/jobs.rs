//! A game's own job system gives what one thread gives, whoever runs a job, and when.

use crate::{Opened, World, settings};
use mutoscope_capi::{MutoscopeJobs, MutoscopeRunFn, MutoscopeWorldSettings};
use std::{
    ffi::c_void,
    ptr,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
};

struct Job(MutoscopeRunFn, *mut c_void);

// SAFETY: a job may be run on any thread.
unsafe impl Send for Job {}

struct Jobs {
    sender: Mutex<Sender<Job>>,
    submitted: AtomicUsize,
    helped: AtomicUsize,
}

unsafe extern "C" fn submit(user: *mut c_void, run: MutoscopeRunFn, job: *mut c_void) {
    // SAFETY: `user` is the test's own, and lives as long as the world.
    let jobs = unsafe { &*user.cast::<Jobs>() };
    jobs.submitted.fetch_add(1, Ordering::Relaxed);
    jobs.sender.lock().unwrap().send(Job(run, job)).unwrap();
}

unsafe extern "C" fn help(user: *mut c_void) -> u32 {
    // SAFETY: as above.
    let jobs = unsafe { &*user.cast::<Jobs>() };
    jobs.helped.fetch_add(1, Ordering::Relaxed);
    0
}

/// Hashes of twenty characters over a hundred steps.
fn played(settings: Option<MutoscopeWorldSettings>) -> Vec<[u64; 3]> {
    let bundle = Opened::new();
    let world = World::new(&bundle, settings);
    (0..20).for_each(|hero| world.add_hero(&bundle, hero));
    let mut hashes = Vec::new();
    for step in 0..100 {
        if step % 7 == 0 {
            (0..20).for_each(|hero| world.set(hero, "Speed", f64::from((step + hero) % 5)));
        }
        world.step();
        hashes.extend((0..20).map(|hero| world.hash(hero)));
    }
    hashes
}

fn with_jobs(threads: u32, run: impl Fn(Job) + Send + 'static) -> (Vec<[u64; 3]>, usize) {
    let (sender, receiver) = channel();
    let jobs = Box::new(Jobs {
        sender: Mutex::new(sender),
        submitted: AtomicUsize::new(0),
        helped: AtomicUsize::new(0),
    });
    let worker = thread::spawn(move || receiver.into_iter().for_each(run));
    let hashes = played(Some(MutoscopeWorldSettings {
        jobs: MutoscopeJobs {
            submit: Some(submit),
            help: Some(help),
            user: ptr::from_ref(&*jobs).cast_mut().cast(),
            threads,
        },
        ..settings()
    }));
    let submitted = jobs.submitted.load(Ordering::Relaxed);
    drop(jobs);
    worker.join().unwrap();
    (hashes, submitted)
}

#[test]
fn a_games_jobs_give_the_same_as_one_thread() {
    let one = played(None);
    assert!(one.iter().any(|hash| hash != &one[0]));
    // SAFETY: each job is run once.
    let run = |Job(run, job): Job| unsafe { run(job) };
    for threads in [0, 1, 3, 64] {
        let (hashes, submitted) = with_jobs(threads, run);
        assert!(hashes == one, "{threads} threads");
        assert!(submitted >= 90, "{submitted}");
    }
}

/// What is never run costs memory, and nothing else.
#[test]
fn jobs_that_nobody_runs_are_done_by_the_stepping_thread() {
    let (hashes, _) = with_jobs(2, |_| ());
    assert!(hashes == played(None));
}
