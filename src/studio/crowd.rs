//! Copies of a character on a ground, played on a thread of its own with workers, and what each
//! tick takes there as in a game.

#[cfg(test)]
mod tests;

use crate::{FrameMoment, LatestSlot, PreviewFrame, PreviewSubject};
use anim::{Library, Name, Request, Transform};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use engine::{CharacterId, EngineInput, Evaluator, WorkerMode};
use glam::Vec3;
use std::{
    collections::VecDeque,
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// Length of a tick, seconds.
const STEP: f64 = 1.0 / 60.0;
/// Copies that join in one tick, so that they are apart in time.
const JOINING: u32 = 40;
/// Ticks whose times are kept.
const KEPT: usize = 300;
/// Ticks from one frame to the next.
const SHOWN_EVERY: u64 = 2;

/// Which copies there are.
#[derive(Clone, Debug)]
pub struct CrowdOrder {
    /// What they play from.
    pub library: Arc<Library>,
    /// What they play.
    pub subject: PreviewSubject,
    /// Name of their skeleton.
    pub skeleton: Name,
    /// How many.
    pub count: u32,
    /// Parameters of their graph.
    pub parameters: Vec<(Name, f64)>,
    /// Metres between neighbours.
    pub apart: f32,
    /// Threads that work beside the one of the crowd; 0 has it do all work.
    pub workers: usize,
}

impl CrowdOrder {
    /// Copies that there are at most.
    pub const MOST: u32 = 2000;
}

/// What a tick took, microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrowdTick {
    /// On the game thread, before workers have everything.
    pub game: f32,
    /// Until workers were done: the game thread helps them and waits for the last one.
    pub worker: f32,
    /// On the game thread after that: what is completed there.
    pub completion: f32,
}

impl CrowdTick {
    /// A tick that took so long, of that so long on the game thread and with workers.
    fn of(took: Duration, (game, worker): (Duration, Duration)) -> Self {
        let micros = |time: Duration| time.as_secs_f32() * 1e6;
        Self {
            game: micros(game),
            worker: micros(worker),
            completion: micros(took.saturating_sub(game + worker)),
        }
    }

    /// All of it.
    pub fn total(self) -> f32 {
        self.game + self.worker + self.completion
    }
}

/// What the crowd shows.
#[derive(Clone, Debug)]
pub struct CrowdFrame {
    /// The copies that joined so far.
    pub members: Arc<[PreviewFrame]>,
    /// Times of the newest ticks, the oldest first.
    pub ticks: Arc<[CrowdTick]>,
}

/// The window's end of the thread. Dropping it stops the thread.
pub struct Crowd {
    orders: Option<Sender<CrowdChange>>,
    frame: Arc<LatestSlot<CrowdFrame>>,
    thread: Option<JoinHandle<()>>,
}

enum CrowdChange {
    Play(Box<CrowdOrder>),
    Set(Vec<(Name, f64)>),
}

impl Crowd {
    /// `wake` is called on its thread after every frame. An error if no thread can be started.
    pub fn start(order: CrowdOrder, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let (orders, inbox) = unbounded();
        let frame = Arc::new(LatestSlot::default());
        let shown = frame.clone();
        let thread = std::thread::Builder::new()
            .name("crowd".into())
            .spawn(move || run(order, &inbox, &shown, &wake))?;
        Ok(Self {
            orders: Some(orders),
            frame,
            thread: Some(thread),
        })
    }

    /// Begins anew with other copies.
    pub fn play(&self, order: CrowdOrder) {
        self.send(CrowdChange::Play(Box::new(order)));
    }

    /// Sets parameters of all copies.
    pub fn set(&self, parameters: Vec<(Name, f64)>) {
        self.send(CrowdChange::Set(parameters));
    }

    fn send(&self, change: CrowdChange) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(change);
        }
    }

    /// The newest frame; None if no frame came since the last call.
    pub fn frame(&self) -> Option<CrowdFrame> {
        self.frame.take()
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Plays until the window's end is gone.
fn run(
    order: CrowdOrder,
    inbox: &Receiver<CrowdChange>,
    shown: &LatestSlot<CrowdFrame>,
    wake: &impl Fn(),
) {
    let mut crowd = CrowdPlay::new(order);
    loop {
        let began = Instant::now();
        crowd.step();
        if crowd.evaluator.tick().is_multiple_of(SHOWN_EVERY) {
            shown.put(crowd.frame());
            wake();
        }
        let next = began + Duration::from_secs_f64(STEP);
        loop {
            match inbox.recv_deadline(next) {
                Ok(CrowdChange::Play(order)) => crowd = CrowdPlay::new(*order),
                Ok(CrowdChange::Set(parameters)) => crowd.set(parameters),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

/// A crowd that is played.
struct CrowdPlay {
    order: CrowdOrder,
    evaluator: Evaluator,
    /// How many joined.
    joined: u32,
    /// Parameters that every copy is given in the next tick.
    due: Vec<(Name, f64)>,
    ticks: VecDeque<CrowdTick>,
}

impl CrowdPlay {
    fn new(order: CrowdOrder) -> Self {
        let mode = match order.workers {
            0 => None,
            count => WorkerMode::workers(count),
        };
        let evaluator = Evaluator::new(mode.unwrap_or_default(), order.library.clone());
        Self {
            order,
            evaluator,
            joined: 0,
            due: Vec::new(),
            ticks: VecDeque::new(),
        }
    }

    fn set(&mut self, parameters: Vec<(Name, f64)>) {
        self.due.clone_from(&parameters);
        self.order.parameters = parameters;
    }

    fn step(&mut self) {
        let inputs = self.inputs();
        let began = Instant::now();
        self.evaluator.kick_step(STEP, &inputs);
        self.evaluator.finish_step();
        let tick = CrowdTick::of(began.elapsed(), self.evaluator.times());
        self.ticks.push_back(tick);
        if self.ticks.len() > KEPT {
            self.ticks.pop_front();
        }
    }

    fn inputs(&mut self) -> Vec<EngineInput> {
        let mut inputs = Vec::new();
        let set = std::mem::take(&mut self.due);
        for character in 0..self.joined {
            self.set_parameters(character, &set, &mut inputs);
            self.play_again(character, &mut inputs);
        }
        let last = self.order.count.min(CrowdOrder::MOST);
        let joining = self.joined..last.min(self.joined + JOINING);
        for character in joining.clone() {
            self.join(character, &mut inputs);
        }
        self.joined = joining.end.max(self.joined);
        inputs
    }

    fn join(&self, character: CharacterId, inputs: &mut Vec<EngineInput>) {
        inputs.push(EngineInput::AddCharacter {
            character,
            skeleton: self.order.skeleton,
            seed: character.into(),
        });
        inputs.push(EngineInput::Place {
            character,
            placement: Transform::from_translation(place(character, &self.order)),
        });
        inputs.extend(played(self.order.subject).map(|it| ask(character, it)));
        self.set_parameters(character, &self.order.parameters, inputs);
    }

    fn set_parameters(
        &self,
        character: CharacterId,
        parameters: &[(Name, f64)],
        inputs: &mut Vec<EngineInput>,
    ) {
        if !matches!(self.order.subject, PreviewSubject::Graph(_)) {
            return;
        }
        inputs.extend(parameters.iter().map(|(parameter, value)| {
            let (parameter, value) = (*parameter, *value);
            ask(character, Request::SetParameter { parameter, value })
        }));
    }

    /// A montage that has ended is played again.
    fn play_again(&self, character: CharacterId, inputs: &mut Vec<EngineInput>) {
        if !matches!(self.order.subject, PreviewSubject::Montage(_)) {
            return;
        }
        let instance = self.evaluator.instance(character);
        if instance.is_some_and(|it| it.montage_states().next().is_none()) {
            inputs.extend(played(self.order.subject).map(|it| ask(character, it)));
        }
    }

    fn frame(&self) -> CrowdFrame {
        let moment = FrameMoment {
            playing: true,
            position: 0.0,
        };
        let of = |it| PreviewFrame::of_character(&self.evaluator, it, moment);
        CrowdFrame {
            members: (0..self.joined).filter_map(of).collect(),
            ticks: self.ticks.iter().copied().collect(),
        }
    }
}

fn ask(character: CharacterId, request: Request) -> EngineInput {
    EngineInput::Request { character, request }
}

/// The request by which a copy plays the subject.
fn played(subject: PreviewSubject) -> Option<Request> {
    Some(match subject {
        PreviewSubject::None | PreviewSubject::Skeleton(_) => return None,
        PreviewSubject::Graph(graph) => Request::PlayGraph { graph },
        PreviewSubject::Montage(montage) => Request::play(montage, 1.0),
        PreviewSubject::Clip(clip) => Request::PlayClip {
            clip,
            position: 0.0,
            rate: 1.0,
        },
    })
}

/// The place of a copy in a square whose middle is the origin.
fn place(character: CharacterId, order: &CrowdOrder) -> Vec3 {
    let side = (f64::from(order.count).sqrt().ceil() as u32).max(1);
    let middle = (side - 1) as f32 * 0.5;
    let at = [character % side, character / side].map(|it| it as f32 - middle);
    Vec3::new(at[0], 0.0, at[1]) * order.apart
}
