//! Plays a scenario tick by tick: a script as `simulate` plays it, a session with the library that
//! is tested in place of its own.

use crate::{
    cast,
    inputs::ask,
    root_limit::RootLimits,
    script::{self, Asked, FIRST, Script, Timed},
    tasks::Tasks,
};
use anim::Library;
use asset::{
    Scenario,
    scenario::{ScenarioSession, ScenarioSource, ScenarioTake},
};
use engine::{
    EngineInput, Evaluator, InputRefusal, RecordedSession, Recording, RecordingLimits, WorkerMode,
};
use session::SessionInputs;
use std::{iter::Peekable, slice, sync::Arc};
use words::tr;

/// Requests that are due this little after a tick's start, in seconds, are made in it: sums of
/// steps differ by less.
const SLACK: f64 = 1e-9;

/// A tick that was played.
pub struct PlayedTick<'a> {
    /// The evaluator after the tick.
    pub evaluator: &'a Evaluator,
    /// Number of the tick.
    pub number: usize,
    /// Seconds at which the tick begins and ends.
    pub span: [f64; 2],
    /// Requests that changed nothing.
    pub refused: &'a [InputRefusal],
}

/// A tick that is about to be played.
struct DueTick {
    dt: f64,
    /// Seconds at which it ends.
    end: f64,
    inputs: Vec<EngineInput>,
}

/// Where the inputs of a scenario come from.
enum InputSource<'a> {
    Script(Box<ScriptPlayer<'a>>),
    Session(SessionInputs),
}

/// A script that is being played.
struct ScriptPlayer<'a> {
    take: &'a ScenarioTake,
    seed: u64,
    due: Peekable<slice::Iter<'a, Timed>>,
    limits: Arc<RootLimits>,
    tasks: Tasks,
    first: anim::Name,
}

/// The script of a scenario, ready to be played. The error says what is wrong in it.
pub fn script_of(take: &ScenarioTake) -> Result<Script, String> {
    let text = serde_json::to_vec(&take.script).map_err(|error| error.to_string())?;
    script::parse(&text)
}

/// The session of a scenario as it was recorded. The error says why it cannot be played.
pub fn session_of(recorded: &ScenarioSession) -> Result<RecordedSession, String> {
    let read = session::read(&recorded.bytes).and_then(|file| match &file.fault {
        Some(fault) => Err(fault.clone()),
        None => file.session(),
    });
    let session = read.map_err(|why| tr!("the session of the scenario cannot be played: {why}"))?;
    bounded(session)
}

/// A session that is no longer than a script can be.
pub(crate) fn bounded(session: RecordedSession) -> Result<RecordedSession, String> {
    let (ticks, most) = (session.len() as f64, Scenario::MOST_TICKS);
    if ticks > most {
        return Err(tr!("there are {ticks:.0} ticks; the limit is {most}"));
    }
    Ok(session)
}

/// Plays a scenario and records every tick. The error says what of it cannot be played.
pub fn record(library: &Arc<Library>, scenario: &Scenario) -> Result<RecordedSession, String> {
    let (_, recording) = play_into(Some(whole_recording), library, scenario, |_| {})?;
    Ok(recording.map_or_else(RecordedSession::default, |it| it.session()))
}

/// A recording that drops nothing.
fn whole_recording(evaluator: &Evaluator) -> Recording {
    Recording::new(evaluator, RecordingLimits::UNLIMITED)
}

/// Plays a scenario to its end and shows each tick to `see`. Returns the number of ticks. The error
/// says what of it cannot be played.
pub fn play(
    library: &Arc<Library>,
    scenario: &Scenario,
    see: impl FnMut(&PlayedTick<'_>),
) -> Result<usize, String> {
    play_into(None, library, scenario, see).map(|(ticks, _)| ticks)
}

fn play_into(
    begin: Option<fn(&Evaluator) -> Recording>,
    library: &Arc<Library>,
    scenario: &Scenario,
    see: impl FnMut(&PlayedTick<'_>),
) -> Result<(usize, Option<Recording>), String> {
    match &scenario.source {
        ScenarioSource::Script(take) => {
            let script = script_of(take)?;
            let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
            let player = ScriptPlayer::new(take, &script, &mut evaluator)?;
            run(begin, evaluator, InputSource::Script(Box::new(player)), see)
        }
        ScenarioSource::Session(recorded) => {
            let session = session_of(recorded)?;
            let (inputs, evaluator) = SessionInputs::new(session, library.clone());
            run(begin, evaluator, InputSource::Session(inputs), see)
        }
    }
}

fn run(
    begin: Option<fn(&Evaluator) -> Recording>,
    mut evaluator: Evaluator,
    mut source: InputSource<'_>,
    mut see: impl FnMut(&PlayedTick<'_>),
) -> Result<(usize, Option<Recording>), String> {
    let mut recording = begin.map(|begin| begin(&evaluator));
    let (mut number, mut start) = (0, 0.0);
    while let Some(tick) = source.tick(&evaluator, number, start)? {
        let refused = evaluator.step(tick.dt, &tick.inputs);
        if let Some(recording) = &mut recording {
            recording.add(tick.dt, &tick.inputs, &mut evaluator);
        }
        if let InputSource::Script(player) = &mut source {
            player.tasks.hear(&evaluator, &refused, start);
            player.tasks.forget();
        }
        see(&PlayedTick {
            evaluator: &evaluator,
            number,
            span: [start, tick.end],
            refused: &refused,
        });
        (number, start) = (number + 1, tick.end);
    }
    Ok((number, recording))
}

impl InputSource<'_> {
    /// The tick of this number, which starts at `start` seconds; None at the end.
    fn tick(
        &mut self,
        evaluator: &Evaluator,
        number: usize,
        start: f64,
    ) -> Result<Option<DueTick>, String> {
        match self {
            InputSource::Script(player) => player.tick(evaluator, number, start),
            InputSource::Session(inputs) => {
                let tick = inputs.tick(evaluator.revision());
                let tick = tick.map_err(|why| why.to_string())?;
                Ok(tick.map(|(dt, inputs)| DueTick {
                    dt,
                    end: start + dt,
                    inputs,
                }))
            }
        }
    }
}

impl<'a> ScriptPlayer<'a> {
    fn new(
        take: &'a ScenarioTake,
        script: &'a Script,
        evaluator: &mut Evaluator,
    ) -> Result<Self, String> {
        let limits = Arc::new(RootLimits::default());
        let limited = |timed: &Timed| matches!(timed.request, Asked::LimitRootMotion(_));
        if script.requests.iter().any(limited) {
            evaluator.set_root_motion_modifier(Some(limits.clone()));
        }
        Ok(Self {
            take,
            seed: script.seed,
            due: script.requests.iter().peekable(),
            limits,
            tasks: Tasks::default(),
            first: cast::skeleton(evaluator.library(), script)?,
        })
    }

    fn tick(
        &mut self,
        evaluator: &Evaluator,
        number: usize,
        start: f64,
    ) -> Result<Option<DueTick>, String> {
        if start >= self.take.duration - SLACK {
            return Ok(None);
        }
        let dt = self.take.dt[number % self.take.dt.len()];
        Ok(Some(DueTick {
            dt,
            end: match self.take.dt[..] {
                // Multiples of the step, so that no rounding errors add up.
                [step] => (number + 1) as f64 * step,
                _ => start + dt,
            },
            inputs: self.inputs(evaluator, start)?,
        }))
    }

    /// What is asked of the engine in the tick that starts at `start` seconds.
    fn inputs(&mut self, evaluator: &Evaluator, start: f64) -> Result<Vec<EngineInput>, String> {
        let mut inputs = Vec::new();
        if evaluator.tick() == 0 {
            inputs.push(EngineInput::AddCharacter {
                character: FIRST,
                skeleton: self.first,
                seed: self.seed,
            });
        }
        while let Some(timed) = self.due.next_if(|timed| start >= timed.at - SLACK) {
            if let Asked::LimitRootMotion(limit) = timed.request {
                self.limits.set(timed.character, limit);
            }
            let tasks = (&mut self.tasks, start);
            ask(timed, evaluator, self.first, tasks, &mut inputs)
                .map_err(|why| tr!("the request at {:.3} s failed: {why}", timed.at))?;
        }
        Ok(inputs)
    }
}
