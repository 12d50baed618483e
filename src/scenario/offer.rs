//! What could be expected of a scenario: what is measured while it plays, with a margin where a
//! margin is needed.
//!
//! Invariant: every offer holds on the play that it was measured from.

use crate::{
    film::{CharacterFilm, FilmEvent, FilmMoment, ScenarioFilm},
    poses::ComparedPoses,
    run::filmed,
};
use anim::{
    Library, Name,
    event::{Phase, Warped},
    float::Extreme,
};
use asset::{
    Scenario,
    scenario::{Expectation, ExpectedEvent, ExpectedPhase, ScenarioExpectation},
};
use glam::{DVec3, Vec3};
use std::collections::BTreeSet;

/// Millimetres that a foot moves at most while it counts as standing.
const STANDS_MM: f64 = 20.0;
/// Seconds that a foot stands at least for its stand to be offered.
const STANDS_FOR: f64 = 0.2;
/// Millimetres that places at the end may be off.
const PLACE_MM: f64 = 10.0;
/// Millimetres that poses may be off from the ones before.
const POSE_MM: f64 = 2.0;
/// Ticks from one compared pose to the next.
const POSE_EVERY: u32 = 10;
/// What is allowed of a measured distance: so many times as much.
const MARGIN: f64 = 1.25;

/// Plays a scenario and gives what could be expected of each of its characters, as it is now. The
/// error says why it cannot be played.
pub fn offers(
    library: &std::sync::Arc<Library>,
    scenario: &Scenario,
) -> Result<Vec<ScenarioExpectation>, String> {
    let (film, cast) = filmed(library, scenario);
    let cast = cast?;
    let mut offers = Vec::new();
    for (number, of) in &film.characters {
        let character = cast.whom(*number);
        let measured = MeasuredFilm {
            library,
            film: &film,
            of,
        };
        let found = measured.offers()?.into_iter();
        offers.extend(found.map(|what| ScenarioExpectation {
            character: character.clone(),
            what,
        }));
    }
    Ok(offers)
}

/// The film of one character, from which offers are measured.
#[derive(Clone, Copy)]
struct MeasuredFilm<'a> {
    library: &'a Library,
    film: &'a ScenarioFilm,
    of: &'a CharacterFilm,
}

impl MeasuredFilm<'_> {
    fn offers(self) -> Result<Vec<Expectation>, String> {
        let mut offers = Vec::new();
        offers.extend(self.events());
        offers.extend(self.states());
        for bone in self.called("foot") {
            offers.extend(self.stands(bone));
        }
        // Nobody is at a place at the end who was removed before.
        let last = self.of.moments.last();
        let is_there = self.of.first + self.of.moments.len() == self.film.ends.len();
        if let Some(moment) = last.filter(|_| is_there) {
            offers.push(self.root_at(moment));
            let hands = self.called("hand").into_iter();
            offers.extend(hands.map(|bone| self.bone_at(bone, moment)));
        }
        offers.push(self.no_pop());
        offers.push(self.poses()?);
        Ok(offers)
    }

    fn text(self, name: Name) -> String {
        self.library.names.text(name).to_owned()
    }

    /// Seconds at which a tick ends.
    fn end(self, tick: usize) -> f64 {
        self.film.ends.get(tick).copied().unwrap_or_default()
    }

    /// Bones with a word in their name, but for targets of inverse kinematics.
    fn called(self, word: &str) -> Vec<usize> {
        let bones = self.of.skeleton.bones.iter().enumerate();
        let called = bones.filter(|(_, bone)| {
            let name = self.library.names.text(bone.name).to_lowercase();
            name.contains(word) && !name.starts_with("ik_")
        });
        called.map(|(at, _)| at).collect()
    }

    fn events(self) -> Option<Expectation> {
        let expected = |event: &FilmEvent| {
            Some(ExpectedEvent {
                name: Some(self.text(event.name)).filter(|name| !name.is_empty())?,
                at: rounded(event.time, 1e4),
                phase: Some(phase_of(event.phase)?),
            })
        };
        let events: Vec<_> = self.of.events.iter().filter_map(expected).collect();
        let within = 1.0 / 60.0;
        (!events.is_empty()).then_some(Expectation::Events { events, within })
    }

    fn states(self) -> Vec<Expectation> {
        let machines: BTreeSet<Name> = self.of.states.iter().map(|it| it.machine).collect();
        let of = |machine: Name| {
            let own = self.of.states.iter().filter(|it| it.machine == machine);
            Expectation::States {
                machine: self.text(machine),
                states: own.map(|it| self.text(it.state)).collect(),
            }
        };
        machines.into_iter().map(of).collect()
    }

    /// Spans in which a bone stays where it is, each as long as can be.
    fn stands(self, bone: usize) -> Vec<Expectation> {
        let places: Vec<DVec3> = self.of.moments.iter().map(|it| it.world(bone)).collect();
        let mut found = Vec::new();
        let mut first = 0;
        while first < places.len() {
            let off = |place: &DVec3| (*place - places[first]).length() * 1000.0;
            let stays = places[first..].iter().take_while(|it| off(it) <= STANDS_MM);
            let far: Vec<f64> = stays.map(off).collect();
            let last = first + far.len().max(1) - 1;
            let span = [first, last].map(|at| self.end(self.of.first + at));
            if span[1] - span[0] >= STANDS_FOR {
                let most = far.iter().fold(0.0_f64, |most, far| most.higher(*far));
                found.push(Expectation::Planted {
                    bone: self.text(self.of.skeleton.bones[bone].name),
                    from: span[0],
                    to: span[1],
                    within_mm: allowed(most).higher(1.0),
                });
                first = last + 1;
            } else {
                first += 1;
            }
        }
        found
    }

    fn bone_at(self, bone: usize, moment: &FilmMoment) -> Expectation {
        Expectation::BoneAt {
            bone: self.text(self.of.skeleton.bones[bone].name),
            at: self.end(self.film.ends.len().saturating_sub(1)),
            place: place(moment.world(bone)),
            within_mm: PLACE_MM,
        }
    }

    fn root_at(self, moment: &FilmMoment) -> Expectation {
        let ahead = (moment.placement.rotation * Vec3::Z).as_dvec3();
        Expectation::RootAt {
            at: self.end(self.film.ends.len().saturating_sub(1)),
            place: place(moment.placement.translation.as_dvec3()),
            facing: Some(rounded(ahead.x.atan2(ahead.z).to_degrees(), 100.0)),
            within_mm: PLACE_MM,
            within_degrees: 1.0,
        }
    }

    fn no_pop(self) -> Expectation {
        let bones = 0..self.of.skeleton.bones.len();
        let pairs = self.of.moments.windows(2);
        let far = pairs.flat_map(|pair| {
            let far = |bone| (pair[1].local(bone) - pair[0].local(bone)).length() * 100.0;
            bones.clone().map(far)
        });
        Expectation::NoPop {
            most_cm: allowed(far.fold(0.0_f64, |most, far| most.higher(far))).higher(0.1),
            bones: Vec::new(),
            from: None,
            to: None,
        }
    }

    fn poses(self) -> Result<Expectation, String> {
        let poses = ComparedPoses {
            every: POSE_EVERY,
            bones: &[],
        };
        Ok(Expectation::PosesAsBefore {
            every: POSE_EVERY,
            within_mm: POSE_MM,
            bones: Vec::new(),
            reference: poses.reference(self.library, self.of)?,
        })
    }
}

/// The phase by which a scenario asks for an event. None for what it cannot ask for.
fn phase_of(phase: Phase) -> Option<ExpectedPhase> {
    Some(match phase {
        Phase::Notify => ExpectedPhase::Notify,
        Phase::Begin => ExpectedPhase::Begin,
        Phase::End => ExpectedPhase::End,
        Phase::Started => ExpectedPhase::Started,
        Phase::BlendingOut { .. } => ExpectedPhase::BlendingOut,
        Phase::Ended { .. } => ExpectedPhase::Ended,
        Phase::Section { .. } | Phase::Jumped => ExpectedPhase::Section,
        Phase::Warp(Warped::Ended | Warped::Arrived) => ExpectedPhase::WarpEnded,
        _ => return None,
    })
}

/// A measured distance with its margin, up to the next tenth.
fn allowed(measured: f64) -> f64 {
    (measured * MARGIN * 10.0).ceil() / 10.0
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}

/// A place to a tenth of a millimetre.
fn place(of: DVec3) -> [f64; 3] {
    of.to_array().map(|value| rounded(value, 1e4))
}
