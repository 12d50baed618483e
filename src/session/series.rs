//! What happened to a character over a session, as series that a window draws and a table holds.

use crate::{RecordedEvent, words::input_words};
use anim::{Name, event::Phase};
use engine::{CharacterId, Evaluator, RecordedSession, SessionFault, SessionPlayer, WorkerMode};
use glam::{DVec3, Vec3};
use std::{collections::BTreeMap, ops::Range, time::Instant};

/// Whose series are wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeriesWish {
    /// The character.
    pub character: CharacterId,
    /// Bones whose place and speed are wanted, by name.
    pub bones: Vec<Name>,
}

/// A span of ticks in which something lasted.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesSpan {
    /// What it was: a state, a section.
    pub name: Name,
    /// The ticks.
    pub ticks: Range<u64>,
}

/// A state machine over a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MachineSeries {
    /// Name of the machine's node.
    pub name: Name,
    /// Id of the node in its graph; 0 where the graph has no ids.
    pub node: u64,
    /// Its states, in order. A tick without weight has none.
    pub states: Vec<SeriesSpan>,
    /// Weight of the current state in its machine, 0 to 1; NaN without one.
    pub weights: Vec<f32>,
}

/// A montage over a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MontageSeries {
    /// Name of the montage.
    pub name: Name,
    /// Its sections, in order. Where several of it play, the newest.
    pub sections: Vec<SeriesSpan>,
}

/// A bone over a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoneSeries {
    /// Place in world space, metres.
    pub place: Vec<[f32; 3]>,
    /// Metres a second in world space.
    pub speed: Vec<f32>,
}

/// Something that the character was given.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesInput {
    /// Index of the tick.
    pub tick: u64,
    /// What it asks for, in a few words.
    pub text: String,
    /// Whether it sets a parameter, which may come with every tick.
    pub is_parameter: bool,
}

/// Series of one character. Every vector of numbers has one for each tick, NaN where there is none.
#[derive(Clone, Debug, Default)]
pub struct SessionSeries {
    /// What the series are of.
    pub wish: SeriesWish,
    /// The first tick that is in them.
    pub first: u64,
    /// Seconds of the session before `first`.
    pub start: f64,
    /// Seconds of the session at the end of each tick.
    pub times: Vec<f64>,
    /// Speed along the ground, metres a second.
    pub root_speed: Vec<f32>,
    /// Microseconds that each tick took on the game thread and on workers, as it was made again.
    pub costs: Vec<[f32; 2]>,
    /// Parameters of its graphs.
    pub parameters: BTreeMap<Name, Vec<f32>>,
    /// Curves of the shown pose.
    pub curves: BTreeMap<Name, Vec<f32>>,
    /// State machines that had weight.
    pub machines: Vec<MachineSeries>,
    /// Montages that played.
    pub montages: Vec<MontageSeries>,
    /// Notifies that fired or did not, and their ends.
    pub events: Vec<RecordedEvent>,
    /// What it was given, in order.
    pub inputs: Vec<SeriesInput>,
    /// The wished bones.
    pub bones: BTreeMap<Name, BoneSeries>,
}

impl SessionSeries {
    /// The tick after the last one.
    pub fn end(&self) -> u64 {
        self.first + self.times.len() as u64
    }

    /// Seconds of the session after `tick` ticks; the nearest where it has none.
    pub fn time(&self, tick: u64) -> f64 {
        let made = (tick.saturating_sub(self.first) as usize).min(self.times.len());
        made.checked_sub(1).map_or(self.start, |at| self.times[at])
    }

    /// Number of ticks before a time of the session: the first whose time is not less.
    pub fn tick_at(&self, time: f64) -> u64 {
        if time <= self.start {
            return self.first;
        }
        let at = self.times.partition_point(|it| *it < time - 1e-9);
        (self.first + at as u64 + 1).min(self.end())
    }
}

/// Makes series by playing the session again, segment by segment.
pub struct SeriesBuilder {
    player: SessionPlayer,
    series: SessionSeries,
    before: Option<[DVec3; 2]>,
}

impl SeriesBuilder {
    /// Nothing is played yet. An error if the first segment cannot be read.
    pub fn new(session: RecordedSession, wish: SeriesWish) -> Result<Self, SessionFault> {
        let player = SessionPlayer::new(session, WorkerMode::Inline)?;
        let series = SessionSeries {
            wish,
            first: player.tick(),
            start: player.time(),
            ..SessionSeries::default()
        };
        Ok(Self {
            player,
            series,
            before: None,
        })
    }

    /// Goes on with a longer recording. What the recording has dropped stays in the series until
    /// they are begun anew.
    pub fn grow(&mut self, session: RecordedSession) -> Result<(), SessionFault> {
        let at = self.player.tick();
        self.player.grow(session)?;
        if self.player.tick() != at {
            self.series = SessionSeries {
                wish: std::mem::take(&mut self.series.wish),
                first: self.player.tick(),
                start: self.player.time(),
                ..SessionSeries::default()
            };
        }
        Ok(())
    }

    /// The session that is played.
    pub fn session(&self) -> &RecordedSession {
        self.player.session()
    }

    /// Plays as many ticks at most. False at the end of the session.
    pub fn play(&mut self, ticks: usize) -> Result<bool, SessionFault> {
        for _ in 0..ticks {
            let tick = self.player.tick();
            let Some(upcoming) = self.player.upcoming() else {
                return Ok(false);
            };
            let (dt, inputs) = (upcoming.dt, upcoming.inputs.clone());
            let began = Instant::now();
            if !self.player.step()? {
                return Ok(false);
            }
            let took = began.elapsed().as_secs_f32() * 1e6;
            let names = self.player.evaluator().library().names.clone();
            for input in &inputs {
                let is_own = input
                    .character()
                    .is_none_or(|it| it == self.series.wish.character);
                if let Some((text, is_parameter)) = input_words(input, &names).filter(|_| is_own) {
                    self.series.inputs.push(SeriesInput {
                        tick,
                        text,
                        is_parameter,
                    });
                }
            }
            self.take(tick, dt, took);
        }
        Ok(true)
    }

    /// The series so far.
    pub fn series(&self) -> &SessionSeries {
        &self.series
    }

    fn take(&mut self, tick: u64, dt: f64, took: f32) {
        let evaluator = self.player.evaluator();
        let series = &mut self.series;
        let at = series.times.len();
        series
            .times
            .push(series.times.last().copied().unwrap_or(series.start) + dt);
        let (game, worker) = evaluator.times();
        let [game, worker] = [game, worker].map(|it| it.as_secs_f32() * 1e6);
        series.costs.push(if game + worker > 0.0 {
            [game, worker]
        } else {
            [took, 0.0]
        });
        let character = series.wish.character;
        let placed = evaluator.placement(character);
        let place = placed.map(|it| it.0.translation.as_dvec3());
        let speed = self.before.zip(place).map(|([before, _], now)| {
            let step = (now - before).with_y(0.0).length();
            if dt > 0.0 {
                (step / dt) as f32
            } else {
                f32::NAN
            }
        });
        series.root_speed.push(speed.unwrap_or(f32::NAN));
        self.before = place.map(|place| [place, DVec3::ZERO]);
        let own = evaluator.events(character).iter();
        let own = own.filter(|event| {
            matches!(event.phase, Phase::Notify | Phase::Begin | Phase::End) && event.id != 0
        });
        series.events.extend(own.map(|event| RecordedEvent {
            tick,
            character,
            event: *event,
        }));
        take_numbers(evaluator, series, at);
        take_machines(evaluator, series, (tick, at));
        take_montages(evaluator, series, tick);
        take_bones(evaluator, series, (at, dt));
    }
}

/// Puts a value into a series of `at` values before it.
fn put(values: &mut Vec<f32>, at: usize, value: f32) {
    values.resize(at, f32::NAN);
    values.push(value);
}

fn take_numbers(evaluator: &Evaluator, series: &mut SessionSeries, at: usize) {
    let character = series.wish.character;
    if let Some(proxy) = evaluator.proxy(character) {
        for (name, value) in proxy.state().parameters() {
            put(series.parameters.entry(name).or_default(), at, value as f32);
        }
    }
    if let Some(shown) = evaluator.shown(character) {
        for (name, value) in &shown.pose().curves {
            put(series.curves.entry(*name).or_default(), at, *value);
        }
    }
}

fn extend_spans(spans: &mut Vec<SeriesSpan>, name: Name, tick: u64) {
    match spans.last_mut() {
        Some(last) if last.name == name && last.ticks.end == tick => last.ticks.end = tick + 1,
        _ => spans.push(SeriesSpan {
            name,
            ticks: tick..tick + 1,
        }),
    }
}

fn take_machines(evaluator: &Evaluator, series: &mut SessionSeries, (tick, at): (u64, usize)) {
    let Some(proxy) = evaluator.proxy(series.wish.character) else {
        return;
    };
    let graph = proxy.graph();
    for (node, machine) in graph.machines() {
        let state = proxy.state().machine(graph, node);
        let has_weight = proxy.state().weight(node) > 0.0;
        let current = state.and_then(|it| Some((it, it.current()?)));
        let Some((state, current)) = current.filter(|_| has_weight) else {
            continue;
        };
        let Some(name) = machine.parts().states.get(usize::from(current)) else {
            continue;
        };
        let of = graph.node_name(node);
        let known = series.machines.iter().position(|it| it.name == of);
        let known = known.unwrap_or_else(|| {
            let node = graph.parts().ids.get(usize::from(node));
            series.machines.push(MachineSeries {
                name: of,
                node: node.copied().unwrap_or_default(),
                ..MachineSeries::default()
            });
            series.machines.len() - 1
        });
        let own = &mut series.machines[known];
        extend_spans(&mut own.states, name.name, tick);
        put(&mut own.weights, at, state.weight_of(current) as f32);
    }
}

fn take_montages(evaluator: &Evaluator, series: &mut SessionSeries, tick: u64) {
    let Some(instance) = evaluator.instance(series.wish.character) else {
        return;
    };
    for state in instance.montage_states() {
        let known = series
            .montages
            .iter()
            .position(|it| it.name == state.montage);
        let known = known.unwrap_or_else(|| {
            series.montages.push(MontageSeries {
                name: state.montage,
                sections: Vec::new(),
            });
            series.montages.len() - 1
        });
        let sections = &mut series.montages[known].sections;
        // A newer one of the same montage in the same tick takes the older one's place.
        sections.pop_if(|last| last.ticks == (tick..tick + 1) && last.name != state.section);
        let is_told = sections.last().is_some_and(|it| it.ticks.end == tick + 1);
        if !is_told {
            extend_spans(sections, state.section, tick);
        }
    }
}

fn take_bones(evaluator: &Evaluator, series: &mut SessionSeries, (at, dt): (usize, f64)) {
    let character = series.wish.character;
    let Some((instance, (placement, shown))) = evaluator.instance(character).zip(
        evaluator
            .placement(character)
            .zip(evaluator.shown(character)),
    ) else {
        return;
    };
    for name in &series.wish.bones {
        let Some(bone) = instance.skeleton().find(*name) else {
            continue;
        };
        let Some(model) = shown.models().get(bone) else {
            continue;
        };
        let model: Vec3 = model.translation.into();
        let now = placement.0.to_affine().transform_point3(model);
        let own = series.bones.entry(*name).or_default();
        let is_next = at > 0 && own.place.len() == at;
        let before = own
            .place
            .last()
            .filter(|_| is_next)
            .map(|it| Vec3::from(*it));
        own.place.resize(at, [f32::NAN; 3]);
        own.place.push(now.into());
        let speed = before.map_or(f32::NAN, |before| before.distance(now) / dt as f32);
        put(&mut own.speed, at, if dt > 0.0 { speed } else { f32::NAN });
    }
}
