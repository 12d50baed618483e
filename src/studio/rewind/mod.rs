//! A recorded session, shown at any moment and asked, on a thread of its own beside the engine,
//! which plays on or stands still meanwhile.

#[cfg(test)]
mod tests;
mod trial;
mod worker;

use crate::{LatestSlot, PREVIEWED, PreviewFrame};
use anim::{Library, Name};
use crossbeam_channel::{Receiver, Sender, unbounded};
use engine::{CharacterId, Inspection, RecordedSession};
use session::{
    LedgerFilter, LedgerRow, Predicate, Provenance, SearchDirection, SeriesWish, SessionComparison,
    SessionSeries,
};
use std::{ops::Range, sync::Arc, thread::JoinHandle};

/// What a [`Rewind`] is told.
#[derive(Clone, Debug)]
pub enum RewindOrder {
    /// Shows this session from now on; the one before is forgotten.
    Open(RecordedSession),
    /// The session goes on: what is known of its earlier ticks stays.
    Grow(RecordedSession),
    /// Whose series are told from now on.
    Wish(SeriesWish),
    /// Shows the session after so many ticks.
    Seek(u64),
    /// What frames report beside the tick from now on.
    Inspect(Inspection),
    /// Shows the character beside as it is without this node of its graph, by the node's id; None
    /// shows nothing beside.
    Without(Option<u64>),
    /// Plays the session with this library too, and tells what differs; None plays it alone.
    Try(Option<Arc<Library>>),
    /// Shows another session beside, its first tick beside the first tick of the session, and tells
    /// what differs; as [`RewindOrder::Try`], which it takes the place of.
    Beside(RecordedSession),
    /// Tells what was decided in these ticks.
    Explain(Range<u64>),
    /// Tells what was decided in all of the session that the filter wants, piece by piece; None
    /// looks no further.
    Search(Option<LedgerFilter>),
    /// Tells what the pose of a bone comes from after so many ticks.
    Trace { tick: u64, bone: Name },
    /// Tells the tick nearest to `from` in a direction in which something holds.
    Find {
        predicate: Predicate,
        from: u64,
        direction: SearchDirection,
    },
}

/// What a session shows after so many ticks.
#[derive(Clone, Debug)]
pub struct RewindFrame {
    /// Number of ticks of the session before it.
    pub tick: u64,
    /// The character as it was recorded; None while there was none.
    pub recorded: Option<PreviewFrame>,
    /// The character with the library that is tried; None without one, or while it is not played up
    /// to there.
    pub edited: Option<PreviewFrame>,
    /// The recorded character without a node that was asked for; None while none is.
    pub without: Option<PreviewFrame>,
}

/// What a [`Rewind`] tells.
#[derive(Clone, Debug)]
pub enum RewindTold {
    /// Series of the session so far, and whether that is all of it.
    Series(Arc<SessionSeries>, bool),
    /// As [`RewindTold::Series`], with the library that is tried.
    EditedSeries(Arc<SessionSeries>, bool),
    /// What differs so far, how far the greatest distance between both poses is in each tick, and
    /// whether that is all of it.
    Compared {
        found: Arc<SessionComparison>,
        /// Metres, one a tick from the first tick of the comparison on.
        distances: Arc<[f32]>,
        is_whole: bool,
    },
    /// The session as it plays with the library that is tried.
    Edited(RecordedSession),
    /// What was decided in the ticks.
    Rows(Range<u64>, Vec<LedgerRow>),
    /// What was found of the search so far, the number of ticks before which everything was looked
    /// at, and whether that is all.
    Searched(Arc<[LedgerRow]>, u64, bool),
    /// What the pose of the bone comes from after so many ticks; None where there is no such bone.
    Traced {
        tick: u64,
        bone: Name,
        provenance: Option<Provenance>,
    },
    /// The tick that was looked for; None where there is none.
    Found(Option<u64>),
    /// A sentence that says what cannot be shown, and why.
    Fault(String),
}

/// The window's end of the thread. Dropping it stops the thread.
pub struct Rewind {
    orders: Option<Sender<RewindOrder>>,
    frame: Arc<LatestSlot<RewindFrame>>,
    told: Receiver<RewindTold>,
    thread: Option<JoinHandle<()>>,
}

impl Rewind {
    /// `wake` is called on its thread after everything that it shows or tells.
    pub fn start(wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let (orders, inbox) = unbounded();
        let (teller, told) = unbounded();
        let frame = Arc::new(LatestSlot::default());
        let worker = worker::RewindWorker::new(frame.clone(), teller, Box::new(wake));
        let thread = std::thread::Builder::new()
            .name("rewind".into())
            .spawn(move || worker.run(&inbox))?;
        Ok(Self {
            orders: Some(orders),
            frame,
            told,
            thread: Some(thread),
        })
    }

    /// Orders count one after the other; of several seeks the last one counts.
    pub fn send(&self, order: RewindOrder) {
        if let Some(orders) = &self.orders {
            // Without a receiver the thread is gone, and there is nobody to show anything.
            let _ = orders.send(order);
        }
    }

    /// The newest frame since the last call.
    pub fn frame(&self) -> Option<RewindFrame> {
        self.frame.take()
    }

    /// Everything that was told since the last call, in order.
    pub fn told(&self) -> impl Iterator<Item = RewindTold> {
        self.told.try_iter()
    }
}

impl Drop for Rewind {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The character that is shown where nobody wishes another.
pub(crate) const FIRST: CharacterId = PREVIEWED;
