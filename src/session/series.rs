//! What happened to a character over a session, as series that a window draws and a table holds.

use crate::{
    RecordedEvent,
    taken::{
        take_bones, take_events, take_machines, take_montages, take_numbers, take_warps,
        take_weights,
    },
    words::input_words,
};
use anim::Name;
use engine::{CharacterId, RecordedSession, SessionFault, SessionPlayer, WorkerMode};
use glam::DVec3;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    time::Instant,
};

/// Whose series are wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeriesWish {
    /// The character.
    pub character: CharacterId,
    /// Bones whose place, speed and slide are wanted, by name.
    pub bones: Vec<Name>,
    /// Nodes of graphs whose weights are wanted: their ids, and titles for people.
    pub nodes: BTreeMap<u64, String>,
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
    /// Millimetres along the ground in each tick, in world space; 0 while it is more than 10 cm above
    /// where its character stands.
    pub slide: Vec<f32>,
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
    /// Windows of motion warping that warped, by their targets; where several did, the newest.
    pub warps: Vec<SeriesSpan>,
    /// Weights of the wished nodes, 0 to 1, by their ids.
    pub weights: BTreeMap<u64, Vec<f32>>,
    /// Numbers of all characters that were there.
    pub characters: BTreeSet<CharacterId>,
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
    past: SeriesPast,
}

/// What the next tick is told by.
#[derive(Default)]
struct SeriesPast {
    /// Where the character was.
    place: Option<DVec3>,
    /// Targets of the windows that warp.
    warping: Vec<Name>,
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
            past: SeriesPast::default(),
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
        let speed = self.past.place.zip(place).map(|(before, now)| {
            let step = (now - before).with_y(0.0).length();
            if dt > 0.0 {
                (step / dt) as f32
            } else {
                f32::NAN
            }
        });
        series.root_speed.push(speed.unwrap_or(f32::NAN));
        self.past.place = place;
        series.characters.extend(evaluator.characters());
        take_events(evaluator, series, tick);
        take_warps(evaluator, series, tick, &mut self.past.warping);
        take_weights(evaluator, series, at);
        take_numbers(evaluator, series, at);
        take_machines(evaluator, series, (tick, at));
        take_montages(evaluator, series, tick);
        take_bones(evaluator, series, (at, dt));
    }
}
