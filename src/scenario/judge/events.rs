//! Events and states against what is expected of them.

use super::{JudgedFilm, Judgement};
use crate::{film::FilmEvent, outcome::ScenarioFailure};
use anim::{
    Name,
    event::{Phase, Warped},
};
use asset::scenario::{ExpectedEvent, ExpectedPhase};
use words::tr;

impl JudgedFilm<'_> {
    /// Each expected event is the first one like it after the one before, so that events of other
    /// names may lie between.
    pub(super) fn events(self, expected: &[ExpectedEvent], within: f64) -> Judgement {
        let mut rest = &self.of.events[..];
        for event in expected {
            let is_in_time = |it: &FilmEvent| (it.time - event.at).abs() <= within + 1e-9;
            let found = rest
                .iter()
                .position(|it| is_like(it, event) && is_in_time(it));
            let Some(found) = found else {
                return Err(self.lacks(rest, event, within));
            };
            rest = &rest[found + 1..];
        }
        Ok(())
    }

    /// The failure for an event that does not come, with the one like it that is nearest.
    fn lacks(self, rest: &[FilmEvent], event: &ExpectedEvent, within: f64) -> ScenarioFailure {
        let ExpectedEvent { name, at, .. } = event;
        let off = |it: &FilmEvent| (it.time - at).abs();
        let like = rest.iter().filter(|it| is_like(it, event));
        let nearest = like.min_by(|a, b| off(a).total_cmp(&off(b)));
        match nearest {
            None => {
                let text = tr!("event “{name}” was expected at {at:.3} s and did not come");
                let tick = self
                    .film
                    .tick_at(*at)
                    .min(self.film.ends.len().saturating_sub(1));
                ScenarioFailure::new(text).at(tick, self.end(tick))
            }
            Some(it) => {
                let text = tr!(
                    "event “{name}” came at {:.4} s, but was expected at {at:.4} s within {within:.4} s",
                    it.time
                );
                ScenarioFailure::new(text)
                    .at(it.tick, self.end(it.tick))
                    .compared(it.time - at, within, "s")
            }
        }
    }

    pub(super) fn no_events(
        self,
        names: &[String],
        from: Option<f64>,
        to: Option<f64>,
    ) -> Judgement {
        let span = from.unwrap_or(f64::NEG_INFINITY)..=to.unwrap_or(f64::INFINITY);
        let unwanted: Vec<Name> = names.iter().map(|name| Name::new(name)).collect();
        let events = &mut self.of.events.iter();
        let found = events.find(|it| span.contains(&it.time) && unwanted.contains(&it.name));
        let Some(found) = found else {
            return Ok(());
        };
        let name = self.library.names.text(found.name);
        let text = tr!(
            "event “{name}” came at {:.4} s, but must not come",
            found.time
        );
        Err(ScenarioFailure::new(text).at(found.tick, self.end(found.tick)))
    }

    pub(super) fn states(self, machine: &str, expected: &[String]) -> Judgement {
        let node = Name::new(machine);
        let own = self.of.states.iter().filter(|it| it.machine == node);
        let seen: Vec<_> = own.collect();
        if seen.is_empty() {
            let text = tr!("no state machine “{machine}” was in any state");
            return Err(ScenarioFailure::new(text));
        }
        let texts: Vec<&str> = seen
            .iter()
            .map(|it| self.library.names.text(it.state))
            .collect();
        let differs = (0..texts.len().max(expected.len()))
            .find(|at| texts.get(*at).copied() != expected.get(*at).map(String::as_str));
        let Some(at) = differs else {
            return Ok(());
        };
        let (found, wanted) = (texts.join(", "), expected.join(", "));
        let text = tr!("“{machine}” was in the states {found}; expected were {wanted}");
        let tick = seen
            .get(at)
            .map_or(self.film.ends.len().saturating_sub(1), |it| it.tick);
        Err(ScenarioFailure::new(text).at(tick, self.end(tick)))
    }
}

fn is_like(event: &FilmEvent, expected: &ExpectedEvent) -> bool {
    event.name == Name::new(&expected.name) && is_of_phase(event.phase, expected.phase)
}

fn is_of_phase(phase: Phase, expected: Option<ExpectedPhase>) -> bool {
    match expected {
        None => phase != Phase::Tick,
        Some(ExpectedPhase::Notify) => phase == Phase::Notify,
        Some(ExpectedPhase::Begin) => phase == Phase::Begin,
        Some(ExpectedPhase::End) => phase == Phase::End,
        Some(ExpectedPhase::Started) => phase == Phase::Started,
        Some(ExpectedPhase::BlendingOut) => matches!(phase, Phase::BlendingOut { .. }),
        Some(ExpectedPhase::Ended) => matches!(phase, Phase::Ended { .. }),
        Some(ExpectedPhase::Section) => matches!(phase, Phase::Section { .. } | Phase::Jumped),
        Some(ExpectedPhase::WarpEnded) => {
            matches!(phase, Phase::Warp(Warped::Ended | Warped::Arrived))
        }
    }
}
