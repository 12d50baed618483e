//! `simulate`: plays a script tick by tick and prints what happens. Invariant: a project and the
//! bundle made of it print the same lines.

#[cfg(test)]
mod tests;

use crate::{
    Failure, Io,
    args::{RecordArgs, SimulateArgs},
    graph_row, json, output, record as session_record,
    script::{self, library, warn_of_additive},
    share_row, tick_row,
};
use anim::Library;
use engine::{
    CharacterId, EngineInput, Evaluator, RecordedSession, Recording, RecordingLimits, WorkerMode,
    streaming::{Streaming, StreamingSettings},
};
use files::Product;
use scenario::{
    cast::skeleton,
    inputs::ask,
    root_limit::RootLimits,
    script::{Asked, FIRST, LINGER, Script, Timed},
    tasks::Tasks,
};
use std::{collections::BTreeSet, sync::Arc};
use studio::TickSteps;
use words::{noun, tr};

const REPLAY_WORKERS: usize = 2;
/// Requests that are due this little after a tick's start, in seconds, are made in it: sums of
/// steps differ by less.
const SLACK: f64 = 1e-9;

/// Plays a script on a project or a bundle and prints a line, or a row of JSON, for each tick and
/// character. An error when something in the script is unknown, when it would take more than 50
/// million ticks, or when a replay that was asked for comes out differently.
pub fn run_simulate(args: &SimulateArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let out = args.record.as_deref();
    if let Some(out) = out {
        files::check_output(out, Product::Session, output::over(false))?;
    }
    let recording = simulate(args, true, io)?;
    if args.replay {
        replay(&recording, io)?;
    }
    match out {
        Some(out) => session_record::write(&args.file, (out, false), false, &recording, io),
        None => Ok(()),
    }
}

/// Plays a script and gives the session. An error as of [`run_simulate`].
pub(crate) fn record(args: &RecordArgs, io: &mut Io<'_>) -> Result<RecordedSession, Failure> {
    let RecordArgs {
        file,
        script,
        dt,
        hitch,
        jitter,
        duration,
        ..
    } = args;
    let simulated = SimulateArgs {
        file: file.clone(),
        script: script.clone(),
        dt: dt.clone(),
        hitch: hitch.clone(),
        jitter: *jitter,
        duration: *duration,
        why: false,
        share: None,
        record: None,
        replay: true,
        pipelined: false,
        stream: None,
        chunk: 0.0,
        json: false,
    };
    simulate(&simulated, false, io)
}

/// Plays a script; `prints` says whether ticks are printed. The session is empty unless it was
/// asked for.
fn simulate(
    args: &SimulateArgs,
    prints: bool,
    io: &mut Io<'_>,
) -> Result<RecordedSession, Failure> {
    let mut streaming = streaming(args)?;
    let library = match &streaming {
        Some(streaming) => streaming.from.library().clone(),
        None => library(&args.file, io)?,
    };
    let script = script::read(&args.script)?;
    warn_of_additive(&library, &script, io)?;
    let limits = Arc::new(RootLimits::default());
    let mut evaluator = evaluator(args, &library, &script, &limits)?;
    let first = skeleton(&library, &script).map_err(Failure::Input)?;
    let last = script.requests.last().map_or(0.0, |timed| timed.at);
    let duration = args.duration.unwrap_or(last + LINGER);
    refuse_endless(args, duration)?;
    let mut due = script.requests.iter().peekable();
    let mut recording = args
        .replay
        .then(|| Recording::new(&evaluator, RecordingLimits::UNLIMITED));
    let (mut told, mut solved) = (BTreeSet::new(), graph_row::Known::default());
    let asked = (args.why, share_row::bone(args.share.as_deref(), &library)?);
    let (mut tasks, mut clock, mut tick) = (Tasks::default(), TickClock::new(args, &script), 0);
    while clock.start < duration - SLACK {
        let mut inputs = Vec::new();
        if tick == 0 {
            inputs.push(EngineInput::AddCharacter {
                character: FIRST,
                skeleton: first,
                seed: script.seed,
            });
        }
        while let Some(timed) = due.next_if(|timed| clock.start >= timed.at - SLACK) {
            if let Asked::LimitRootMotion(limit) = timed.request {
                limits.set(timed.character, limit);
            }
            ask(
                timed,
                &evaluator,
                first,
                (&mut tasks, clock.start),
                &mut inputs,
            )
            .map_err(Failure::Input)?;
        }
        let dt = clock.steps.next(clock.start);
        if let Some(streaming) = &mut streaming {
            streaming.load();
        }
        let before = seen(&evaluator);
        let refused = evaluator.step(dt, &inputs);
        if args.pipelined {
            land(&mut evaluator, &before, tick)?;
        }
        tasks.hear(&evaluator, &refused, clock.start);
        if let Some(recording) = &mut recording {
            recording.add(dt, &inputs, &mut evaluator);
        }
        for character in evaluator.characters().filter(|_| prints) {
            let tick = tick_row::row(
                (tick, character),
                &evaluator,
                &refused,
                &tasks,
                (&script, asked),
                &mut solved,
            );
            let tick = tick.ok_or_else(|| Failure::input(tr!("skeleton not found")))?;
            if args.json {
                json::write(io, &tick)?
            } else {
                tick_row::print(&tick, io)?
            }
        }
        tasks.forget();
        warn_of_faults(&evaluator, &mut told, io)?;
        tick += 1;
        clock.go_on(tick, dt);
    }
    if let Some(streaming) = &streaming {
        streaming.print(io)?;
    }
    Ok(recording.map_or_else(RecordedSession::default, |recording| recording.session()))
}

/// The most ticks that are played: some days of play.
const MOST_TICKS: f64 = 50e6;

fn refuse_endless(args: &SimulateArgs, duration: f64) -> Result<(), Failure> {
    let ticks = args.dt.count(duration);
    if ticks <= MOST_TICKS {
        return Ok(());
    }
    let text = tr!(
        "{duration} s are {ticks:.0} ticks, but the limit is {MOST_TICKS:.0}. Use longer steps (--dt) or a shorter --duration, or check the times in the script."
    );
    Err(Failure::Input(text))
}

/// Hash of the pose that readers are shown of each character; None if no pose is shown.
fn seen(evaluator: &Evaluator) -> Vec<(CharacterId, Option<u64>)> {
    let pose = |id: CharacterId| evaluator.shown(id).map(|posed| posed.pose().hash());
    evaluator.characters().map(|id| (id, pose(id))).collect()
}

/// The end of a step, until which readers see the one `before`.
fn land(
    evaluator: &mut Evaluator,
    before: &[(CharacterId, Option<u64>)],
    tick: u64,
) -> Result<(), Failure> {
    let now = seen(evaluator);
    let is_changed = |it: &&(CharacterId, Option<u64>)| {
        before.iter().any(|known| known.0 == it.0 && known != *it)
    };
    if let Some((character, _)) = now.iter().find(is_changed) {
        let text =
            tr!("character {character} showed a newer pose while tick {tick} was evaluated.");
        return Err(Failure::Input(text));
    }
    evaluator.finish_step();
    Ok(())
}

/// Keys that are streamed from a bundle while it plays, and what was seen of that.
struct StreamedKeys {
    from: Streaming,
    /// Bytes that were here at once, at most.
    most: usize,
    is_starved: bool,
}

fn streaming(args: &SimulateArgs) -> Result<Option<StreamedKeys>, Failure> {
    let Some(budget) = args.stream else {
        return Ok(None);
    };
    let settings = StreamingSettings {
        budget: budget.saturating_mul(1024),
        chunk: args.chunk,
        shortest: 2.0 * args.chunk,
    };
    Ok(Some(StreamedKeys {
        from: files::stream(&args.file, settings)?,
        most: 0,
        is_starved: false,
    }))
}

/// Evaluator as the arguments ask for it, with `limits` where the script limits root motion.
fn evaluator(
    args: &SimulateArgs,
    library: &Arc<Library>,
    script: &Script,
    limits: &Arc<RootLimits>,
) -> Result<Evaluator, Failure> {
    let mode = if args.pipelined {
        workers()?
    } else {
        WorkerMode::Inline
    };
    let mut evaluator = Evaluator::new(mode, library.clone());
    evaluator.set_pipelined(args.pipelined);
    evaluator.ask_why(args.why);
    let limited = |timed: &Timed| matches!(timed.request, Asked::LimitRootMotion(_));
    if script.requests.iter().any(limited) {
        evaluator.set_root_motion_modifier(Some(limits.clone()));
    }
    Ok(evaluator)
}

impl StreamedKeys {
    /// Waits for what was ordered.
    fn load(&mut self) {
        let status = self.from.finish_loading();
        self.most = self.most.max(status.here);
        self.is_starved |= status.is_starved;
    }

    fn print(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        let status = self.from.status();
        let (count, kib) = (self.from.count(), self.most as f64 / 1024.0);
        let clips = words::count(count, noun!("clip"));
        let held = words::count(status.stalls as usize, noun!("frame"));
        writeln!(
            io.err,
            "{}",
            tr!("{clips} streamed in chunks: up to {kib:.1} KiB of keys in memory, {held} held.")
        )?;
        if self.is_starved {
            writeln!(
                io.err,
                "{}",
                tr!(
                    "warning: the clips that play together do not fit in --stream KIB. Raise --stream, or use a shorter --chunk."
                )
            )?;
        }
        if let Some(failure) = status.failure {
            writeln!(io.err, "{}", tr!("warning: {failure}"))?;
        }
        Ok(())
    }
}

/// Tells when ticks start, with the jitter and the hitches that the arguments ask for.
struct TickClock {
    steps: TickSteps,
    /// Start of the next tick, in seconds.
    start: f64,
}

impl TickClock {
    fn new(args: &SimulateArgs, script: &Script) -> Self {
        let steps = args
            .dt
            .clone()
            .with_jitter(args.jitter, script.seed)
            .with_hitches(&args.hitch);
        Self { steps, start: 0.0 }
    }

    /// Goes on to the start of the tick that follows one of `dt` seconds. With steps that are all
    /// alike it is a multiple of the step, so that no rounding errors add up.
    fn go_on(&mut self, tick: u64, dt: f64) {
        self.start = self
            .steps
            .even()
            .map_or(self.start + dt, |step| tick as f64 * step);
    }
}

/// Warns of faults that nodes reported while they played, and of what came to nothing, each once.
fn warn_of_faults(
    evaluator: &Evaluator,
    told: &mut BTreeSet<String>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    for character in evaluator.characters() {
        let playing = evaluator
            .instance(character)
            .map(|it| it.graph())
            .zip(evaluator.proxy(character));
        let Some((graph, proxy)) = playing else {
            continue;
        };
        if let Some(fault) = proxy.root_motion_fault() {
            let line = tr!("root motion of character {character} is unchanged: {fault}.");
            if told.insert(line.clone()) {
                writeln!(io.err, "{}", tr!("warning: {line}"))?;
            }
        }
        for (node, fault) in proxy.state().faults() {
            let names = &evaluator.library().names;
            let line = tr!(
                "{}, node “{}”: {fault}.",
                names.text(graph.name()),
                names.text(graph.node_name(*node))
            );
            if told.insert(line.clone()) {
                writeln!(io.err, "{}", tr!("warning: {line}"))?;
            }
        }
    }
    Ok(())
}

fn workers() -> Result<WorkerMode, Failure> {
    let why = tr!("cannot start worker threads, which this option needs.");
    WorkerMode::workers(REPLAY_WORKERS).ok_or_else(|| Failure::input(why))
}

/// Replays the recording on this thread and on workers, from every state that was kept.
fn replay(session: &RecordedSession, io: &mut Io<'_>) -> Result<(), Failure> {
    for mode in [WorkerMode::Inline, workers()?] {
        for from in session.kept() {
            session
                .replay(mode.clone(), from)
                .map_err(|fault| Failure::Input(tr!("replayed from tick {from}: {fault}.")))?;
        }
    }
    let count = session.len();
    writeln!(
        io.err,
        "{}",
        tr!("replayed {count} ticks, inline and on {REPLAY_WORKERS} workers: identical.")
    )?;
    Ok(())
}
