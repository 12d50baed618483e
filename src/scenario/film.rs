//! What is seen of the characters of a scenario: places of bones, events and states, tick by tick.

use crate::play::PlayedTick;
use anim::{
    Library, Name, Skeleton, Transform, event::EventReason, event::Phase, machine::Happened,
};
use engine::{CharacterId, Evaluator};
use glam::{DVec3, Vec3};
use std::{collections::BTreeMap, sync::Arc};

/// What was seen of all characters.
#[derive(Default)]
pub struct ScenarioFilm {
    /// Seconds at which each tick ends.
    pub ends: Vec<f64>,
    /// What was seen of each character, by its number.
    pub characters: BTreeMap<CharacterId, CharacterFilm>,
    /// Requests that changed nothing: the tick, and the number of the character if one was asked.
    pub refused: Vec<(usize, engine::InputRefusal)>,
}

/// What was seen of one character.
pub struct CharacterFilm {
    pub skeleton: Arc<Skeleton>,
    /// Number of the tick in which it was seen first.
    pub first: usize,
    /// One a tick, from the first on.
    pub moments: Vec<FilmMoment>,
    /// Events that fired, in order.
    pub events: Vec<FilmEvent>,
    /// States that machines entered, in order, the ones in which they begin included.
    pub states: Vec<FilmState>,
    /// Seconds on the character's own clock after the last tick.
    clock: f64,
}

/// A character after a tick.
pub struct FilmMoment {
    /// Transform of the character in world space.
    pub placement: Transform,
    /// Places of the bones as seen from the character, metres.
    pub bones: Vec<Vec3>,
}

/// An event that fired.
pub struct FilmEvent {
    /// Number of its tick.
    pub tick: usize,
    /// Seconds from the start of the scenario.
    pub time: f64,
    pub phase: Phase,
    pub name: Name,
}

/// A state that a machine entered.
pub struct FilmState {
    /// Number of its tick.
    pub tick: usize,
    /// Name of the machine's node.
    pub machine: Name,
    pub state: Name,
}

impl ScenarioFilm {
    /// Takes up what there is to see after a tick.
    pub fn see(&mut self, tick: &PlayedTick<'_>) {
        self.ends.push(tick.span[1]);
        let refused = tick.refused.iter().cloned();
        self.refused.extend(refused.map(|it| (tick.number, it)));
        for character in tick.evaluator.characters() {
            self.see_character(tick, character);
        }
    }

    fn see_character(&mut self, tick: &PlayedTick<'_>, character: CharacterId) {
        let evaluator = tick.evaluator;
        let (Some(instance), Some(shown)) =
            (evaluator.instance(character), evaluator.shown(character))
        else {
            return;
        };
        let film = self
            .characters
            .entry(character)
            .or_insert_with(|| CharacterFilm {
                skeleton: instance.skeleton().clone(),
                first: tick.number,
                moments: Vec::new(),
                events: Vec::new(),
                states: Vec::new(),
                clock: instance.clock() - (tick.span[1] - tick.span[0]),
            });
        film.moments.push(FilmMoment {
            placement: *instance.placement(),
            bones: shown
                .models()
                .iter()
                .map(|model| model.translation.into())
                .collect(),
        });
        film.see_events(tick, character, instance.clock());
        film.see_states(evaluator, character, tick.number);
    }

    /// Index of the first tick that ends at a time, in seconds, or later.
    pub fn tick_at(&self, time: f64) -> usize {
        self.ends.partition_point(|end| *end < time - 1e-9)
    }
}

impl CharacterFilm {
    /// Times on the character's own clock, which may be slower or faster, become those of the
    /// scenario.
    fn see_events(&mut self, tick: &PlayedTick<'_>, character: CharacterId, clock: f64) {
        let [start, end] = tick.span;
        let own = clock - self.clock;
        let pace = if own > 0.0 { (end - start) / own } else { 0.0 };
        let events = tick.evaluator.events(character).iter();
        let fired = events.filter(|event| event.reason == EventReason::Fired);
        self.events.extend(fired.map(|event| FilmEvent {
            tick: tick.number,
            time: end - (clock - event.time).max(0.0) * pace,
            phase: event.phase,
            name: event.name,
        }));
        self.clock = clock;
    }

    fn see_states(&mut self, evaluator: &Evaluator, character: CharacterId, tick: usize) {
        let Some(proxy) = evaluator.proxy(character) else {
            return;
        };
        let graph = proxy.graph();
        for (node, machine) in graph.machines() {
            let name = graph.node_name(node);
            let states = &machine.parts().states;
            let own = proxy.happened().iter().filter(|(of, _)| *of == node);
            let entered = own.filter_map(|(_, what)| match what {
                Happened::Entered(state) => Some(*state),
                _ => None,
            });
            let now = proxy.state().machine(graph, node);
            let current = now.and_then(|now| now.current());
            let mut last = self.last_state(name);
            for state in entered.chain(current) {
                let state = states
                    .get(usize::from(state))
                    .map_or(Name::NONE, |it| it.name);
                if last != Some(state) {
                    self.states.push(FilmState {
                        tick,
                        machine: name,
                        state,
                    });
                    last = Some(state);
                }
            }
        }
    }

    fn last_state(&self, machine: Name) -> Option<Name> {
        let own = self.states.iter().rev().find(|it| it.machine == machine);
        own.map(|it| it.state)
    }

    /// Index of a bone; the error is a sentence.
    pub fn bone(&self, library: &Library, name: &str) -> Result<usize, String> {
        let found = self.skeleton.find(Name::new(name));
        found.ok_or_else(|| {
            words::tr!(
                "bone “{name}” does not exist in skeleton “{}”",
                library.names.text(self.skeleton.name)
            )
        })
    }

    /// Moments of ticks from `from` to before `to`, each with the number of its tick.
    pub fn moments(&self, from: usize, to: usize) -> impl Iterator<Item = (usize, &FilmMoment)> {
        let numbered = self.moments.iter().enumerate();
        let numbered = numbered.map(|(at, moment)| (at + self.first, moment));
        numbered.filter(move |(tick, _)| (from..to).contains(tick))
    }
}

impl FilmMoment {
    /// Place of a bone as seen from the character, metres.
    pub fn local(&self, bone: usize) -> DVec3 {
        self.bones
            .get(bone)
            .map_or(DVec3::NAN, |place| place.as_dvec3())
    }

    /// Place of a bone in the world, metres.
    pub fn world(&self, bone: usize) -> DVec3 {
        let place = self
            .bones
            .get(bone)
            .map(|place| self.placement.to_affine().transform_point3(*place));
        place.map_or(DVec3::NAN, |place| place.as_dvec3())
    }
}
