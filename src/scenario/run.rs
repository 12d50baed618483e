//! Runs scenarios on all processors.

use crate::{
    cost,
    film::ScenarioFilm,
    judge::judge,
    outcome::{ScenarioFailure, ScenarioOutcome},
    play::{play, script_of},
    poses::ComparedPoses,
    script::FIRST,
};
use anim::{Library, instance::Refusal};
use asset::{
    Id, Scenario,
    scenario::{BoneTrack, Expectation, ScenarioExpectation},
};
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
        Ok(names) => {
            failures.extend(refused(&film));
            failures.extend(judge(library, scenario, &film, names));
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

/// The film of a scenario, and the names of its characters; the error says what of its script
/// cannot be played.
pub fn filmed(
    library: &Arc<Library>,
    scenario: &Scenario,
) -> (ScenarioFilm, Result<Vec<Option<String>>, String>) {
    let mut film = ScenarioFilm::default();
    let played = play(library, scenario, |tick| film.see(tick));
    let names = played.and_then(|_| Ok(script_of(scenario)?.names));
    (film, names)
}

/// The first request that changed nothing: a script that does not do what it says tests nothing.
fn refused(film: &ScenarioFilm) -> Option<ScenarioFailure> {
    let mut refused = film.refused.iter();
    let (tick, refusal) = refused.find(|(_, it)| it.why != Refusal::RateClamped)?;
    let text = tr!("a request of the script was refused: {}", refusal.why);
    let end = film.ends.get(*tick).copied().unwrap_or_default();
    Some(ScenarioFailure::new(text).at(*tick, end))
}

/// New references of a scenario: the index of each expectation that compares poses, and the places
/// of its bones.
pub type References = Vec<(usize, BTreeMap<String, BoneTrack>)>;

/// New references for the expectations of a scenario that compare poses with the ones before. The
/// error says why the scenario cannot be played.
pub fn references(library: &Arc<Library>, scenario: &Scenario) -> Result<References, String> {
    let (film, names) = filmed(library, scenario);
    let names = names?;
    let mut found = Vec::new();
    for (at, ScenarioExpectation { character, what }) in scenario.expect.iter().enumerate() {
        let Expectation::PosesAsBefore { every, bones, .. } = what else {
            continue;
        };
        let character = character
            .as_ref()
            .map_or(Ok(FIRST), |whom| whom.find(&names))?;
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
