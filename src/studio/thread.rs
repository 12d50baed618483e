//! The engine's thread: takes snapshots and requests, ticks, publishes frames. It never waits for
//! the UI, nor the UI for it, but where a tick has not ended for a minute.

#[cfg(test)]
mod tests;

use crate::{LatestSlot, LogEntry, Player, PlayerOrder, PreviewFrame, Snapshot, TICK, Transport};
use anim::{Event, event::Phase, float::Extreme};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};
use engine::{
    Decision, EngineInput, Inspection, RecordedSession, RecordingLimits, WorkerMode, panic_text,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// A tick never plays more than this many seconds at once: after a stall time is lost, not rushed
/// through.
const LONGEST_TICK: f64 = 0.1;
/// Messages that wait for the engine at most: more than a window sends in a minute of a tick that
/// does not end. Whoever sends the next one waits, for none of them may be lost.
const MESSAGE_QUEUE: usize = 16_384;
/// Fired events that wait for the UI at most.
const EVENT_QUEUE: usize = 16_384;
/// Decisions of state machines that wait for the UI at most.
const DECISION_QUEUE: usize = 1024;
/// Faults that wait for the UI at most.
const FAULT_QUEUE: usize = 16;

enum EngineThreadMessage {
    Order(PlayerOrder),
    /// A snapshot is in its slot.
    Snapshot,
    Session(Sender<RecordedSession>),
    GoOn {
        session: Box<RecordedSession>,
        tick: u64,
    },
    Mark(String),
    Inspect(Inspection),
    Quit,
}

/// The UI's end. Dropping it stops the thread.
pub struct Engine {
    messages: Sender<EngineThreadMessage>,
    snapshot: Arc<LatestSlot<Snapshot>>,
    frame: Arc<LatestSlot<Arc<PreviewFrame>>>,
    fired: Receiver<LogEntry>,
    decided: Receiver<Decision>,
    faulted: Receiver<String>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// `wake` is called after every published frame, on the engine's thread.
    pub fn start(mode: WorkerMode, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let (messages, inbox) = bounded(MESSAGE_QUEUE);
        let (events, fired) = bounded(EVENT_QUEUE);
        let (decisions, decided) = bounded(DECISION_QUEUE);
        let (faults, faulted) = bounded(FAULT_QUEUE);
        let (snapshot, frame) = (
            Arc::new(LatestSlot::default()),
            Arc::new(LatestSlot::default()),
        );
        let worker = Worker {
            player: recorded_player(&mode),
            mode,
            orders: Vec::new(),
            snapshot: snapshot.clone(),
            frame: frame.clone(),
            events,
            decisions,
            faults,
            inspection: Inspection::default(),
            dropped: 0,
            wake: Box::new(wake),
        };
        let thread = std::thread::Builder::new()
            .name("engine".into())
            .spawn(move || worker.run_messages(&inbox))?;
        Ok(Self {
            messages,
            snapshot,
            frame,
            fired,
            decided,
            faulted,
            thread: Some(thread),
        })
    }

    /// Sends an order for the next tick; waits while the queue of messages is full. A thread that
    /// has ended drops it.
    pub fn send(&self, order: impl Into<PlayerOrder>) {
        self.post(EngineThreadMessage::Order(order.into()));
    }

    /// Sends an order for the preview, as [`Engine::send`].
    pub fn transport(&self, transport: Transport) {
        self.send(transport);
    }

    /// What was played in the last 10 minutes, as [`RecordingLimits`] has it by default; it comes as
    /// soon as the engine gets to it. Every tick is recorded.
    pub fn session(&self) -> Receiver<RecordedSession> {
        let (reply, receiver) = bounded(1);
        self.post(EngineThreadMessage::Session(reply));
        receiver
    }

    /// Plays on from a tick of a session, as [`Player::go_on`]. One that cannot be played is told as
    /// a fault.
    pub fn go_on(&self, session: RecordedSession, tick: u64) {
        let session = Box::new(session);
        self.post(EngineThreadMessage::GoOn { session, tick });
    }

    /// Marks the moment in the recording.
    pub fn mark(&self, text: String) {
        self.post(EngineThreadMessage::Mark(text));
    }

    /// The newest snapshot wins; one that was not taken yet is replaced.
    pub fn set_snapshot(&self, snapshot: Snapshot) {
        self.snapshot.put(snapshot);
        self.post(EngineThreadMessage::Snapshot);
    }

    /// The newest frame since the last call.
    pub fn frame(&self) -> Option<Arc<PreviewFrame>> {
        self.frame.take()
    }

    /// All events since the last call, in order.
    pub fn fired(&self) -> impl Iterator<Item = LogEntry> {
        self.fired.try_iter()
    }

    /// Decisions of state machines since the last call, in order. A decision that finds the queue
    /// full is lost.
    pub fn decided(&self) -> impl Iterator<Item = Decision> {
        self.decided.try_iter()
    }

    /// Messages of the thread's panics since the last call. After each panic the engine is as it
    /// was when it was started: it has no library, shows nothing and plays nothing until a message
    /// asks it to.
    pub fn faults(&self) -> impl Iterator<Item = String> {
        self.faulted.try_iter()
    }

    /// Sets what frames report beside the tick from now on.
    pub fn inspect(&self, inspection: Inspection) {
        self.post(EngineThreadMessage::Inspect(inspection));
    }

    /// Sends a message. Without a receiver the thread is gone, and the message is dropped.
    fn post(&self, message: EngineThreadMessage) {
        let _ = self.messages.send(message);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.post(EngineThreadMessage::Quit);
        if let Some(thread) = self.thread.take() {
            // It outlives its own panics; one of `wake` has been told by the hook, and dropping
            // must not raise another.
            let _ = thread.join();
        }
    }
}

/// A player that records the last minutes.
fn recorded_player(mode: &WorkerMode) -> Player {
    let mut player = Player::new(mode.clone(), Arc::default());
    player.record(RecordingLimits::default());
    player
}

struct Worker {
    player: Player,
    mode: WorkerMode,
    /// Orders for the next tick.
    orders: Vec<PlayerOrder>,
    snapshot: Arc<LatestSlot<Snapshot>>,
    frame: Arc<LatestSlot<Arc<PreviewFrame>>>,
    events: Sender<LogEntry>,
    decisions: Sender<Decision>,
    faults: Sender<String>,
    inspection: Inspection,
    dropped: u64,
    wake: Box<dyn Fn() + Send>,
}

impl Worker {
    fn run_messages(mut self, inbox: &Receiver<EngineThreadMessage>) {
        while let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.serve(inbox))) {
            self.begin_anew(panic_text(panic.as_ref()));
        }
    }

    /// Replaces the player: nothing is kept of what a panic may have left half done.
    fn begin_anew(&mut self, fault: String) {
        let anew = recorded_player(&self.mode);
        let broken = std::mem::replace(&mut self.player, anew);
        // What is half done may panic once more when it goes.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(broken)));
        self.player.ask_why(self.inspection.why);
        self.orders.clear();
        // A queue that is full of faults says enough.
        let _ = self.faults.try_send(fault);
        (self.wake)();
    }

    /// Serves messages until the other end is gone.
    fn serve(&mut self, inbox: &Receiver<EngineThreadMessage>) {
        let mut last = Instant::now();
        loop {
            let due = last + Duration::from_secs_f64(TICK);
            let first = if self.player.preview().is_playing() {
                match inbox.recv_deadline(due) {
                    Ok(message) => Some(message),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            } else {
                match inbox.recv() {
                    Ok(message) => Some(message),
                    Err(_) => return,
                }
            };
            let was_playing = self.player.preview().is_playing();
            let arrived = first.is_some();
            for message in first.into_iter().chain(inbox.try_iter()) {
                match message {
                    EngineThreadMessage::Order(order) => self.orders.push(order),
                    EngineThreadMessage::Snapshot => self.take_snapshot(),
                    EngineThreadMessage::Session(reply) => self.hand_over(&reply),
                    EngineThreadMessage::GoOn { session, tick } => {
                        if let Err(fault) = self.player.go_on(*session, tick) {
                            let _ = self.faults.try_send(fault.to_string());
                        }
                    }
                    EngineThreadMessage::Mark(text) => self.player.mark(text),
                    EngineThreadMessage::Inspect(inspection) => {
                        self.player.ask_why(inspection.why);
                        self.inspection = inspection;
                    }
                    EngineThreadMessage::Quit => return,
                }
            }
            let now = Instant::now();
            if !was_playing {
                last = now;
            }
            if arrived || now >= due {
                let dt = (now - last).as_secs_f64().lower(LONGEST_TICK);
                self.tick(if was_playing { dt } else { 0.0 });
                last = now;
            }
        }
    }

    fn take_snapshot(&mut self) {
        if let Some(Snapshot { revision, library }) = self.snapshot.take() {
            self.orders
                .push(EngineInput::SetLibrary { revision, library }.into());
        }
    }

    /// Sends the recording. The receiver may be gone.
    fn hand_over(&mut self, reply: &Sender<RecordedSession>) {
        if let Some(session) = self.player.session() {
            let _ = reply.send(session);
        }
    }

    fn tick(&mut self, dt: f64) {
        self.player.step(dt, &self.orders);
        // Who was shown before is no longer looked at: how it ended tells nothing of who is.
        let is_another = self
            .orders
            .iter()
            .any(|order| matches!(order, PlayerOrder::Transport(Transport::Show(_))));
        self.orders.clear();
        for at in 0..self.player.events().len() {
            let event = self.player.events()[at];
            if !(is_another && matches!(event.phase, Phase::End | Phase::Ended { .. })) {
                self.log(event);
            }
        }
        for decision in self.player.decisions() {
            // It is a history for somebody who looks: one who does not look for long misses some.
            let _ = self.decisions.try_send(decision.clone());
        }
        if let Some(frame) = PreviewFrame::of(&self.player, self.dropped) {
            let inspected = self.player.inspect(&self.inspection);
            self.frame
                .put(Arc::new(PreviewFrame { inspected, ..frame }));
        }
        (self.wake)();
    }

    fn log(&mut self, event: Event) {
        match self.events.try_send(LogEntry {
            tick: self.player.evaluator().tick(),
            event,
        }) {
            Err(TrySendError::Full(_)) => self.dropped += 1,
            Ok(()) | Err(TrySendError::Disconnected(_)) => {}
        }
    }
}
