//! Whether what was seen is what must hold.

mod events;
mod places;

use crate::{
    cast::ScenarioCast,
    film::{CharacterFilm, ScenarioFilm},
    outcome::ScenarioFailure,
    poses,
    script::FIRST,
};
use anim::Library;
use asset::{
    Scenario,
    scenario::{Expectation, ScenarioExpectation},
};
use engine::CharacterId;
use words::tr;

/// What is judged: the film of one character of a scenario.
#[derive(Clone, Copy)]
struct JudgedFilm<'a> {
    library: &'a Library,
    film: &'a ScenarioFilm,
    of: &'a CharacterFilm,
}

/// An Err is what does not hold.
type Judgement = Result<(), ScenarioFailure>;

/// Failures of all expectations but costs, in their order.
pub fn judge(
    library: &Library,
    scenario: &Scenario,
    film: &ScenarioFilm,
    cast: &ScenarioCast,
) -> Vec<ScenarioFailure> {
    let expectations = scenario.expect.iter().enumerate();
    let failures = expectations.filter_map(|(at, expectation)| {
        let (character, judged) = of_character(expectation, film, cast, library);
        let failure = judged
            .and_then(|judged| judged.what(&expectation.what))
            .err()?;
        Some(ScenarioFailure {
            expectation: Some(at),
            word: expectation.what.word(),
            character,
            ..failure
        })
    });
    failures.collect()
}

fn of_character<'a>(
    expectation: &ScenarioExpectation,
    film: &'a ScenarioFilm,
    cast: &ScenarioCast,
    library: &'a Library,
) -> (CharacterId, Result<JudgedFilm<'a>, ScenarioFailure>) {
    let found = cast.find(expectation.character.as_ref());
    let found = found.map_err(ScenarioFailure::new);
    let character = found.as_ref().map_or(FIRST, |character| *character);
    let judged = found.and_then(|character| {
        let of = film
            .characters
            .get(&character)
            .ok_or_else(|| ScenarioFailure::new(tr!("character {character} was never there")))?;
        Ok(JudgedFilm { library, film, of })
    });
    (character, judged)
}

impl JudgedFilm<'_> {
    fn what(self, expectation: &Expectation) -> Judgement {
        match expectation {
            Expectation::Events { events, within } => self.events(events, *within),
            Expectation::NoEvents { names, from, to } => self.no_events(names, *from, *to),
            Expectation::States { machine, states } => self.states(machine, states),
            Expectation::Planted {
                bone,
                from,
                to,
                within_mm,
            } => self.planted(bone, [*from, *to], *within_mm),
            Expectation::BoneAt {
                bone,
                at,
                place,
                within_mm,
            } => self.bone_at(bone, *at, *place, *within_mm),
            Expectation::RootAt {
                at,
                place,
                facing,
                within_mm,
                within_degrees,
            } => self.root_at(*at, (*place, *within_mm), (*facing, *within_degrees)),
            Expectation::NoPop {
                most_cm,
                bones,
                from,
                to,
            } => self.no_pop(*most_cm, bones, [*from, *to]),
            Expectation::PosesAsBefore {
                every,
                within_mm,
                bones,
                reference,
            } => {
                let poses = poses::ComparedPoses {
                    every: *every,
                    bones,
                };
                poses.judge(self.library, self.film, self.of, reference, *within_mm)
            }
            Expectation::CostBelow { .. } => Ok(()),
        }
    }

    fn bone(self, name: &str) -> Result<usize, ScenarioFailure> {
        self.of
            .bone(self.library, name)
            .map_err(ScenarioFailure::new)
    }

    /// Seconds at which the tick of this number ends.
    fn end(self, tick: usize) -> f64 {
        self.film.ends.get(tick).copied().unwrap_or_default()
    }
}
