//! Plays the script of a scenario tick by tick, as `simulate` plays a script.

use crate::{
    cast,
    inputs::ask,
    root_limit::RootLimits,
    script::{self, Asked, FIRST, Script, Timed},
    tasks::Tasks,
};
use anim::Library;
use asset::Scenario;
use engine::{
    EngineInput, Evaluator, InputRefusal, RecordedSession, Recording, RecordingLimits, WorkerMode,
};
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

/// A scenario that is being played.
struct ScenarioPlayer<'a> {
    script: &'a Script,
    due: Peekable<slice::Iter<'a, Timed>>,
    limits: Arc<RootLimits>,
    tasks: Tasks,
    first: anim::Name,
}

/// The script of a scenario, ready to be played. The error says what is wrong in it.
pub fn script_of(scenario: &Scenario) -> Result<Script, String> {
    let text = serde_json::to_vec(&scenario.script).map_err(|error| error.to_string())?;
    script::parse(&text)
}

/// Plays a scenario and records every tick. The error says what of the script cannot be played.
pub fn record(library: &Arc<Library>, scenario: &Scenario) -> Result<RecordedSession, String> {
    let evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    play_into(Some(&mut recording), library, scenario, |_| {})?;
    Ok(recording.session())
}

/// Plays a scenario to its end and shows each tick to `see`. Returns the number of ticks. The error
/// says what of the script cannot be played.
pub fn play(
    library: &Arc<Library>,
    scenario: &Scenario,
    see: impl FnMut(&PlayedTick<'_>),
) -> Result<usize, String> {
    play_into(None, library, scenario, see)
}

fn play_into(
    mut recording: Option<&mut Recording>,
    library: &Arc<Library>,
    scenario: &Scenario,
    mut see: impl FnMut(&PlayedTick<'_>),
) -> Result<usize, String> {
    let script = script_of(scenario)?;
    let limits = Arc::new(RootLimits::default());
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let limited = |timed: &Timed| matches!(timed.request, Asked::LimitRootMotion(_));
    if script.requests.iter().any(limited) {
        evaluator.set_root_motion_modifier(Some(limits.clone()));
    }
    let mut player = ScenarioPlayer {
        script: &script,
        due: script.requests.iter().peekable(),
        limits,
        tasks: Tasks::default(),
        first: cast::skeleton(library, &script)?,
    };
    let (mut number, mut start) = (0, 0.0);
    while start < scenario.duration - SLACK {
        let inputs = player.inputs(&evaluator, start)?;
        let dt = step(scenario, number);
        let refused = evaluator.step(dt, &inputs);
        if let Some(recording) = &mut recording {
            recording.add(dt, &inputs, &mut evaluator);
        }
        player.tasks.hear(&evaluator, &refused, start);
        player.tasks.forget();
        let end = match scenario.dt[..] {
            // Multiples of the step, so that no rounding errors add up.
            [step] => (number + 1) as f64 * step,
            _ => start + dt,
        };
        see(&PlayedTick {
            evaluator: &evaluator,
            number,
            span: [start, end],
            refused: &refused,
        });
        (number, start) = (number + 1, end);
    }
    Ok(number)
}

/// Length of the tick of this number, seconds.
pub fn step(scenario: &Scenario, number: usize) -> f64 {
    scenario.dt[number % scenario.dt.len()]
}

impl ScenarioPlayer<'_> {
    /// What is asked of the engine in the tick that starts at `start` seconds.
    fn inputs(&mut self, evaluator: &Evaluator, start: f64) -> Result<Vec<EngineInput>, String> {
        let mut inputs = Vec::new();
        if evaluator.tick() == 0 {
            inputs.push(EngineInput::AddCharacter {
                character: FIRST,
                skeleton: self.first,
                seed: self.script.seed,
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
