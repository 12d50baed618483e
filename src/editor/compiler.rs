//! Compiles on a thread of its own: the window never waits for it. What is ordered while it works
//! waits, and of several roots only the newest is compiled.

#[cfg(test)]
mod tests;

use crate::faults::{ProgramFault, guarded};
use asset::{Cache, Compiled, Done, Project};
use crossbeam_channel::{Receiver, Sender, bounded};
use files::ClipCache;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use studio::LatestSlot;

/// Orders since the compiler last looked.
#[derive(Default)]
struct Orders {
    /// Ticket of the newest order; 0 if there is none.
    ticket: u64,
    root: Option<Arc<Project>>,
    /// Clips that were compressed elsewhere.
    finished: Vec<Done>,
    #[cfg(test)]
    is_fault: bool,
}

/// A root, and what came of it.
pub struct Built {
    /// Ticket of the newest order that this result includes.
    ticket: u64,
    /// The root that was compiled, the same `Arc` that was ordered.
    pub root: Arc<Project>,
    /// A panic is one of the compiler itself, whatever the root is.
    pub compiled: Result<Compiled, Box<ProgramFault>>,
    /// Time of this compilation on its own thread.
    pub took: Duration,
}

/// Dropping it ends the thread.
pub struct Compiler {
    orders: Arc<Mutex<Orders>>,
    /// Rings when there are orders; once is enough for all of them.
    bell: Sender<()>,
    built: Arc<LatestSlot<Built>>,
    ordered: Option<Arc<Project>>,
    /// Ticket of the newest order.
    ticket: u64,
    /// Ticket of the newest outcome.
    answered: u64,
    /// Most tests want each step's outcome at once.
    #[cfg(test)]
    pub is_waited_for: bool,
}

impl Compiler {
    /// `wake` is called when something is built, on the compiler's thread. What is kept need not be
    /// compressed.
    pub fn start(kept: ClipCache, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let (bell, rings) = bounded(1);
        let (orders, built) = (
            Arc::<Mutex<Orders>>::default(),
            Arc::<LatestSlot<Built>>::default(),
        );
        let worker = CompilerThread {
            orders: orders.clone(),
            built: built.clone(),
            kept,
        };
        std::thread::Builder::new()
            .name("compiler".into())
            .spawn(move || worker.run_orders(&rings, &wake))?;
        Ok(Self {
            orders,
            bell,
            built,
            ordered: None,
            ticket: 0,
            answered: 0,
            #[cfg(test)]
            is_waited_for: true,
        })
    }

    /// Does nothing for the root that was ordered last.
    pub fn order(&mut self, root: &Arc<Project>) {
        if !self
            .ordered
            .as_ref()
            .is_some_and(|ordered| Arc::ptr_eq(ordered, root))
        {
            self.ordered = Some(root.clone());
            self.send(|orders| orders.root = Some(root.clone()));
        }
    }

    /// Makes the compiler fail as if the newest root could not be compiled.
    #[cfg(test)]
    pub fn fault(&mut self) {
        self.send(|orders| orders.is_fault = true);
    }

    /// Hands over clips that were compressed elsewhere; the next compilation uses them. Empty does
    /// nothing.
    pub fn take_compressed(&mut self, done: Vec<Done>) {
        if !done.is_empty() {
            self.send(|orders| orders.finished.extend(done));
        }
    }

    /// The newest since the last call.
    pub fn built(&mut self) -> Option<Built> {
        let newest = self.built.take();
        #[cfg(test)]
        let newest = self.waited_for(newest);
        self.answered = newest.as_ref().map_or(self.answered, |built| built.ticket);
        newest
    }

    /// Something was ordered whose outcome has not come.
    pub fn is_busy(&self) -> bool {
        self.answered < self.ticket
    }

    #[cfg(test)]
    fn waited_for(&self, mut newest: Option<Built>) -> Option<Built> {
        let start = Instant::now();
        while self.is_waited_for
            && newest.as_ref().map_or(self.answered, |built| built.ticket) < self.ticket
        {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "the compiler answers"
            );
            std::thread::sleep(Duration::from_millis(1));
            newest = self.built.take().or(newest);
        }
        newest
    }

    fn send(&mut self, add: impl FnOnce(&mut Orders)) {
        self.ticket += 1;
        {
            let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
            orders.ticket = self.ticket;
            add(&mut orders);
        }
        // A bell that already rings is for these orders too.
        let _ = self.bell.try_send(());
    }
}

/// The compiler's side on its own thread.
struct CompilerThread {
    orders: Arc<Mutex<Orders>>,
    built: Arc<LatestSlot<Built>>,
    kept: ClipCache,
}

impl CompilerThread {
    /// Carries out orders until their sender is dropped.
    fn run_orders(&self, rings: &Receiver<()>, wake: &impl Fn()) {
        let mut cache = Cache::default();
        let mut newest = None;
        for () in rings {
            let orders =
                std::mem::take(&mut *self.orders.lock().unwrap_or_else(PoisonError::into_inner));
            // Orders that came while the bell had been heard and they were not taken yet ring
            // again.
            if orders.ticket == 0 {
                continue;
            }
            newest = orders.root.or(newest);
            let Some(root) = &newest else { continue };
            let start = Instant::now();
            let compiled = guarded(|| {
                #[cfg(test)]
                assert!(!orders.is_fault, "made-up fault");
                orders
                    .finished
                    .into_iter()
                    .for_each(|done| cache.take_compressed(done));
                asset::compile(root, &mut cache, files::compile_options(&self.kept))
            });
            if compiled.is_err() {
                // What was half done is not built upon.
                cache = Cache::default();
            }
            self.built.put(Built {
                ticket: orders.ticket,
                root: root.clone(),
                compiled: compiled.map_err(Box::new),
                took: start.elapsed(),
            });
            wake();
        }
    }
}
