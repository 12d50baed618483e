//! What a scenario costs, as a multiple of the time that playing a clip takes in the same run.

use crate::{outcome::ScenarioFailure, play::play, script::FIRST};
use anim::{Library, Name, Request};
use asset::{Scenario, scenario::Expectation};
use engine::{EngineInput, Evaluator, WorkerMode};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use words::tr;

/// Each is timed so often, in turn; the shortest time counts, as others were disturbed.
const ROUNDS: usize = 3;

/// Failures of the costs among the expectations, in their order. To be called while nothing else
/// runs.
pub fn judge_costs(library: &Arc<Library>, scenario: &Scenario) -> Vec<ScenarioFailure> {
    let expectations = scenario.expect.iter().enumerate();
    let failures = expectations.filter_map(|(at, expectation)| {
        let Expectation::CostBelow { clip, most } = &expectation.what else {
            return None;
        };
        let failure = judged(library, scenario, clip, *most).err()?;
        Some(ScenarioFailure {
            expectation: Some(at),
            word: expectation.what.word(),
            ..failure
        })
    });
    failures.collect()
}

fn judged(
    library: &Arc<Library>,
    scenario: &Scenario,
    clip: &str,
    most: f64,
) -> Result<(), ScenarioFailure> {
    let mut least = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let began = Instant::now();
        let mut steps = Vec::new();
        play(library, scenario, |tick| {
            steps.push(tick.span[1] - tick.span[0])
        })
        .map_err(ScenarioFailure::new)?;
        least[0] = least[0].min(began.elapsed());
        least[1] = least[1].min(of_clip(library, clip, &steps)?);
    }
    let ratio = least[0].as_secs_f64() / least[1].as_secs_f64().max(1e-9);
    if ratio <= most {
        return Ok(());
    }
    let text = tr!(
        "it takes {ratio:.2} times as long as playing the clip “{clip}”; allowed are {most} times"
    );
    Err(ScenarioFailure::new(text).compared(ratio, most, "times"))
}

/// Time that the clip takes alone, for ticks of these lengths.
fn of_clip(library: &Arc<Library>, clip: &str, steps: &[f64]) -> Result<Duration, ScenarioFailure> {
    let name = Name::new(clip);
    let known = library.clip(name).ok_or_else(|| {
        ScenarioFailure::new(tr!(
            "the clip “{clip}”, which costs are compared with, does not exist"
        ))
    })?;
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let mut inputs = vec![
        EngineInput::AddCharacter {
            character: FIRST,
            skeleton: known.skeleton,
            seed: 0,
        },
        EngineInput::Request {
            character: FIRST,
            request: Request::PlayClip {
                clip: name,
                position: 0.0,
                rate: 1.0,
            },
        },
    ];
    let began = Instant::now();
    for dt in steps {
        evaluator.step(*dt, &inputs);
        inputs.clear();
    }
    Ok(began.elapsed())
}
