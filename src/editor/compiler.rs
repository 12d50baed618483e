//! Compiles on a thread of its own: the window never waits for it. What is ordered while it works
//! waits, and of several roots only the newest is compiled.

#[cfg(test)]
mod tests;

use crate::faults::{Fault, guarded};
use asset::{Cache, Compiled, Done, Project};
use crossbeam_channel::{Receiver, Sender, unbounded};
use files::ClipCache;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

enum Order {
    Root(Arc<Project>),
    /// Clips that were compressed elsewhere.
    Finish(Vec<Done>),
    #[cfg(test)]
    Panic,
}

/// A root, and what came of it.
pub struct Built {
    /// Of the last order that it knows.
    ticket: u64,
    pub root: Arc<Project>,
    /// A panic is one of the compiler itself, whatever the root is.
    pub compiled: Result<Compiled, Box<Fault>>,
    pub took: Duration,
}

/// Dropping it ends the thread.
pub struct Compiler {
    orders: Sender<(u64, Order)>,
    built: Receiver<Built>,
    ordered: Option<Arc<Project>>,
    /// Of the last order.
    ticket: u64,
    /// Of the last outcome.
    answered: u64,
    /// Most tests want each step's outcome at once.
    #[cfg(test)]
    pub is_waited_for: bool,
}

impl Compiler {
    /// `wake` is called when something is built, on the compiler's thread. What is kept need not be
    /// compressed.
    pub fn start(kept: ClipCache, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let (orders, inbox) = unbounded();
        let (outbox, built) = unbounded();
        std::thread::Builder::new()
            .name("compiler".into())
            .spawn(move || work(&inbox, &outbox, &kept, &wake))?;
        Ok(Self {
            orders,
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
            self.send(Order::Root(root.clone()));
        }
    }

    /// As if the newest root could not be compiled.
    #[cfg(test)]
    pub fn fault(&mut self) {
        self.send(Order::Panic);
    }

    pub fn finish(&mut self, done: Vec<Done>) {
        if !done.is_empty() {
            self.send(Order::Finish(done));
        }
    }

    /// The newest since the last call.
    pub fn built(&mut self) -> Option<Built> {
        let newest = self.built.try_iter().last();
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
        while self.is_waited_for
            && newest.as_ref().map_or(self.answered, |built| built.ticket) < self.ticket
        {
            newest = Some(
                self.built
                    .recv_timeout(Duration::from_secs(60))
                    .expect("the compiler answers"),
            );
        }
        newest
    }

    /// The thread ends with this.
    fn send(&mut self, order: Order) {
        self.ticket += 1;
        let _ = self.orders.send((self.ticket, order));
    }
}

/// Until nobody orders any more.
fn work(
    inbox: &Receiver<(u64, Order)>,
    outbox: &Sender<Built>,
    kept: &ClipCache,
    wake: &impl Fn(),
) {
    let mut cache = Cache::default();
    let mut root = None;
    while let Ok(first) = inbox.recv() {
        let mut ticket = 0;
        let mut finished = Vec::new();
        #[cfg(test)]
        let mut is_fault = false;
        for (number, order) in std::iter::once(first).chain(inbox.try_iter()) {
            ticket = number;
            match order {
                Order::Root(newest) => root = Some(newest),
                Order::Finish(done) => finished.extend(done),
                #[cfg(test)]
                Order::Panic => is_fault = true,
            }
        }
        let Some(root) = &root else { continue };
        let start = Instant::now();
        let compiled = guarded(|| {
            #[cfg(test)]
            assert!(!is_fault, "made-up fault");
            finished.into_iter().for_each(|done| cache.finish(done));
            asset::compile(root, &mut cache, files::compile_options(kept))
        });
        if compiled.is_err() {
            // What was half done is not built upon.
            cache = Cache::default();
        }
        let compiled = compiled.map_err(Box::new);
        if outbox
            .send(Built {
                ticket,
                root: root.clone(),
                compiled,
                took: start.elapsed(),
            })
            .is_err()
        {
            return;
        }
        wake();
    }
}
