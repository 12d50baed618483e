//! Runs scenarios on all processors.

use crate::{
    cast::ScenarioCast,
    cost,
    film::ScenarioFilm,
    judge::judge,
    outcome::{ScenarioFailure, ScenarioOutcome},
    play::{play, session_of},
    poses::ComparedPoses,
};
use anim::{Library, instance::Refusal};
use asset::{
    Id, Scenario,
    scenario::{BoneTrack, Expectation, ScenarioExpectation, ScenarioSession},
};
use engine::{EngineInput, SessionPlayer, WorkerMode};
use rayon::prelude::*;
use std::{collections::BTreeMap, sync::Arc};
use words::tr;

/// Runs scenarios; outcomes are in the order of `scenarios`, whichever ends first. Costs are
/// measured afterwards, one scenario after the other.
pub fn run_scenarios(
    library: &Arc<Library>,
    scenarios: &[(Id, &Scenario)],
) -> Vec<ScenarioOutcome> {
    let mut outcomes: Vec<ScenarioOutcome> = scenarios
        .par_iter()
        .map(|(id, scenario)| outcome(library, *id, scenario))
        .collect();
    for (outcome, (_, scenario)) in outcomes.iter_mut().zip(scenarios) {
        outcome
            .failures
            .extend(cost::judge_costs(library, scenario));
        outcome.failures.sort_by_key(|failure| failure.expectation);
    }
    outcomes
}

fn outcome(library: &Arc<Library>, id: Id, scenario: &Scenario) -> ScenarioOutcome {
    let (film, played) = filmed(library, scenario);
    let mut failures = Vec::new();
    match &played {
        Err(why) => failures.push(ScenarioFailure::new(why.clone())),
        Ok(cast) => {
            failures.extend(refused(scenario, &film));
            failures.extend(judge(library, scenario, &film, cast));
        }
    }
    ScenarioOutcome {
        id,
        name: scenario.name.clone(),
        ticks: film.ends.len(),
        expectations: scenario.expect.len(),
        failures,
    }
}

/// The film of a scenario, and its characters; the error says what of it cannot be played.
pub fn filmed(
    library: &Arc<Library>,
    scenario: &Scenario,
) -> (ScenarioFilm, Result<ScenarioCast, String>) {
    let mut film = ScenarioFilm::default();
    let played = play(library, scenario, |tick| film.see(tick));
    let cast = played.and_then(|_| ScenarioCast::of(scenario));
    (film, cast)
}

/// The first request that changed nothing: a scenario that does not do what it says tests nothing.
/// What was refused while a session was recorded may be refused again.
fn refused(scenario: &Scenario, film: &ScenarioFilm) -> Option<ScenarioFailure> {
    let refused = film.refused.iter();
    let mut refused = refused
        .filter(|(_, it)| it.why != Refusal::RateClamped)
        .peekable();
    refused.peek()?;
    let known = scenario.session().map(refused_before).unwrap_or_default();
    let (tick, refusal) = refused.find(|(tick, it)| {
        let is_known = |known: &(usize, EngineInput)| known.0 == *tick && known.1 == it.input;
        !known.iter().any(is_known)
    })?;
    let text = tr!("a request was refused: {}", refusal.why);
    let end = film.ends.get(*tick).copied().unwrap_or_default();
    Some(ScenarioFailure::new(text).at(*tick, end))
}

/// What was refused while the session was recorded, as far as it can be played as it was.
fn refused_before(recorded: &ScenarioSession) -> Vec<(usize, EngineInput)> {
    let mut known = Vec::new();
    let session = session_of(recorded).ok();
    let player = session.and_then(|it| SessionPlayer::new(it, WorkerMode::Inline).ok());
    let Some(mut player) = player else {
        return known;
    };
    for tick in 0.. {
        if !player.step().unwrap_or(false) {
            break;
        }
        let refused = player.refused().iter();
        known.extend(refused.map(|it| (tick, it.input.clone())));
    }
    known
}

/// The scenario with new references; None where all are up to date. The error says why it cannot be
/// played.
pub fn renewed(library: &Arc<Library>, scenario: &Scenario) -> Result<Option<Scenario>, String> {
    let mut renewed = scenario.clone();
    for (at, tracks) in references(library, scenario)? {
        if let Expectation::PosesAsBefore { reference, .. } = &mut renewed.expect[at].what {
            *reference = tracks;
        }
    }
    Ok((renewed != *scenario).then_some(renewed))
}

/// New references of a scenario: the index of each expectation that compares poses, and the places
/// of its bones.
pub type References = Vec<(usize, BTreeMap<String, BoneTrack>)>;

/// New references for the expectations of a scenario that compare poses with the ones before. The
/// error says why the scenario cannot be played.
pub fn references(library: &Arc<Library>, scenario: &Scenario) -> Result<References, String> {
    let (film, cast) = filmed(library, scenario);
    let cast = cast?;
    let mut found = Vec::new();
    for (at, ScenarioExpectation { character, what }) in scenario.expect.iter().enumerate() {
        let Expectation::PosesAsBefore { every, bones, .. } = what else {
            continue;
        };
        let character = cast.find(character.as_ref())?;
        let of = film.characters.get(&character);
        let of = of.ok_or_else(|| tr!("character {character} was never there"))?;
        let poses = ComparedPoses {
            every: *every,
            bones,
        };
        found.push((at, poses.reference(library, of)?));
    }
    Ok(found)
}
