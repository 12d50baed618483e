//! The same inputs played at many frame rates, and what that changes: events that do not happen,
//! happen more often, in another order, or at another time than at a very high rate; and how far
//! off that root motion takes a character. The same inputs give the same report.
//!
//! Ends and ticks of queued states belong to ticks by nature, and are not compared; ends of
//! montages and natural blend-outs may be off by two ticks. A tick is cut short where an input is
//! due: what is asked for comes at the same time at every rate.

mod align;
#[cfg(test)]
#[path = "sweep/tests/astray.rs"]
mod astray;
#[cfg(test)]
#[path = "sweep/tests/cast.rs"]
mod cast;
#[cfg(test)]
#[path = "sweep/tests/planted.rs"]
mod planted;
#[cfg(test)]
#[path = "sweep/tests/sound.rs"]
mod sound;
mod why;

use crate::TickSteps;
use align::pairs;
use anim::{
    AnimInstance, Event, Library, Name, Request,
    event::{EventReason, Phase, Source},
    float::Extreme,
};
use engine::{CharacterId, EngineInput, Evaluator, InputRefusal, Visibility, WorkerMode};
use glam::Vec3;
use std::{collections::BTreeMap, sync::Arc};
pub use why::threshold_below;
use words::tr;

/// Rates that a sweep tries by default, Hz.
pub const RATES: [f64; 10] = [
    15.0, 20.0, 24.0, 30.0, 50.0, 60.0, 90.0, 120.0, 144.0, 240.0,
];
/// The rates that a sweep takes, in Hz.
pub const RATE_LIMITS: std::ops::RangeInclusive<f64> = 1.0..=1000.0;
/// Largest delay of an event that a sweep allows by default, seconds.
pub const LATE: f64 = 0.01;
/// Seconds of a montage that are played where it does not end before.
pub const LONGEST: f64 = 10.0;
/// Metres that a character may be off.
pub const ASTRAY: f32 = 0.01;
const REFERENCE_RATE: f64 = 1000.0;
/// Seconds after the last montage ended, or after what is compared, that are played too: what comes
/// late comes in them.
const MARGIN: f64 = 1.0;
const JITTER: f64 = 0.3;
/// Seconds from one hitch to the next.
const HITCH_EVERY: f64 = 1.3;
/// Two events nearer than this in time, in seconds, have no order.
const ORDER: f64 = 1e-4;
/// Sums of steps differ by less, in seconds.
const SLACK: f64 = 1e-9;
/// Findings that one run keeps.
const MOST_FINDINGS: usize = 1000;

/// A library and the inputs that a sweep plays.
#[derive(Clone)]
pub struct SweepTake {
    /// The library that the characters play.
    pub library: Arc<Library>,
    /// Ascending by the time at which they are made, seconds.
    pub inputs: Vec<(f64, EngineInput)>,
    /// Longest duration of the play, seconds; 0 or more.
    pub seconds: f64,
}

impl SweepTake {
    /// A montage by itself, from its start. None where the library has no such one.
    pub fn of_montage(library: &Arc<Library>, montage: Name, seed: u64) -> Option<Self> {
        let skeleton = library.montage(montage)?.skeleton;
        let character = 0;
        let added = EngineInput::AddCharacter {
            character,
            skeleton,
            seed,
        };
        let play = EngineInput::Request {
            character,
            request: Request::play(montage, 1.0),
        };
        Some(Self {
            library: library.clone(),
            inputs: vec![(0.0, added), (0.0, play)],
            seconds: LONGEST,
        })
    }
}

/// Options of a sweep: the rates at which a take is played, and what counts as a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepOptions {
    /// Hz, within [`RATE_LIMITS`].
    pub rates: Vec<f64>,
    /// Seconds that an event may be off, 0 or more.
    pub late: f64,
    /// Seeds the jitter and the times of hitches.
    pub seed: u64,
}

impl Default for SweepOptions {
    fn default() -> Self {
        Self {
            rates: RATES.to_vec(),
            late: LATE,
            seed: 1,
        }
    }
}

/// Regularity of the ticks of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Every tick has the same length.
    Steady,
    /// Each tick is longer or shorter by up to 30 %.
    Jitter,
    /// Now and then a tick of 0.25 s.
    ShortHitches,
    /// Now and then a tick of 0.5 s.
    LongHitches,
}

impl Pattern {
    /// Every pattern, in the order in which runs are made.
    pub const ALL: [Pattern; 4] = [
        Pattern::Steady,
        Pattern::Jitter,
        Pattern::ShortHitches,
        Pattern::LongHitches,
    ];

    /// A name for tables and files, in small letters.
    pub fn word(self) -> &'static str {
        match self {
            Pattern::Steady => "steady",
            Pattern::Jitter => "jitter",
            Pattern::ShortHitches => tr!("short hitches"),
            Pattern::LongHitches => tr!("long hitches"),
        }
    }

    /// `until` is when the run is over, seconds.
    fn steps(self, rate: f64, seed: u64, until: f64) -> Option<TickSteps> {
        let steps = TickSteps::new(vec![1.0 / rate])?;
        let seed = seed ^ rate.to_bits();
        let hitched = |seconds: f64| {
            // Not at the same places at every rate.
            let first = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64
                / (1u64 << 24) as f64
                * HITCH_EVERY;
            let count = (until / HITCH_EVERY).ceil() as u32;
            let at = |n: u32| (first + f64::from(n) * HITCH_EVERY, seconds);
            (0..count).map(at).collect::<Vec<_>>()
        };
        Some(match self {
            Pattern::Steady => steps,
            Pattern::Jitter => steps.with_jitter(JITTER, seed),
            Pattern::ShortHitches => steps.with_hitches(&hitched(0.25)),
            Pattern::LongHitches => steps.with_hitches(&hitched(0.5)),
        })
    }
}

/// Effect of the rate on an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepFault {
    /// The event does not happen.
    Lost,
    /// The event happens though it does not at the reference rate, or once more than there.
    Doubled,
    /// The event comes before another event that it should come after.
    Reordered,
    /// The event is reported, or happens, at another time than it should.
    Late,
}

impl SweepFault {
    /// Every fault, in the order of [`Run::counts`].
    pub const ALL: [SweepFault; 4] = [
        SweepFault::Lost,
        SweepFault::Doubled,
        SweepFault::Reordered,
        SweepFault::Late,
    ];

    /// A name for tables and files, in small letters.
    pub fn word(self) -> &'static str {
        match self {
            SweepFault::Lost => "lost",
            SweepFault::Doubled => "doubled",
            SweepFault::Reordered => "reordered",
            SweepFault::Late => "late",
        }
    }
}

/// An event that depends on the rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// Rate of the run, Hz.
    pub rate: f64,
    /// Pattern of the run.
    pub pattern: Pattern,
    /// Fault of the event.
    pub fault: SweepFault,
    /// The character whose event it is.
    pub character: CharacterId,
    /// Phase of the event, which says what happened.
    pub phase: Phase,
    /// Name of the notify, section or montage, as in [`Event`].
    pub name: Name,
    /// Id of the notify; 0 of another event.
    pub id: u64,
    /// The montage or clip.
    pub asset: Name,
    /// Seconds on the asset's timeline.
    pub position: f64,
    /// Expected time: when the event happens at the reference rate, seconds of the character's own
    /// time; None if the event is one too many.
    pub expected: Option<f64>,
    /// Actual time, seconds; None if the event was lost.
    pub found: Option<f64>,
    /// End of the tick that reported the event, seconds; None if no tick reported it.
    pub told: Option<f64>,
    /// The player of the asset that reported the event.
    pub source: Source,
    /// Weight when it happened; where it did not, that of the reference run.
    pub weight: f32,
    /// Length of the tick in which it happened or should have, seconds.
    pub step: f64,
    /// Why the event did not fire, and the values that were compared; None if it fired or nothing
    /// gives a reason.
    pub unfired: Option<(EventReason, [f32; 2])>,
    /// Work that an earlier tick of the run could not do in full; None without such work.
    pub left_out: Option<Phase>,
}

/// One run of a sweep, compared with the reference run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Rate of the run, Hz.
    pub rate: f64,
    /// Regularity of the run's ticks.
    pub pattern: Pattern,
    /// Number of ticks of the run.
    pub ticks: usize,
    /// Number of events that were compared.
    pub events: usize,
    /// Number of faults, with those that are not kept as findings.
    pub faults: usize,
    /// Number of faults of each kind in the order of [`SweepFault::ALL`], with those that are not
    /// kept as findings.
    pub counts: [usize; 4],
    /// Longest time from when an event should happen to the end of the tick that reported it,
    /// seconds.
    pub latest: f64,
    /// The farthest that a character is from where it is at the reference rate, at the end of any
    /// tick, metres.
    pub astray: f32,
}

impl Run {
    /// Whether the run reported the same events, and the characters came to the same places.
    pub fn is_same(&self) -> bool {
        self.faults == 0 && self.astray <= ASTRAY
    }
}

/// Findings of a sweep, with a summary of its runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepReport {
    /// Seconds that were compared.
    pub seconds: f64,
    /// Events of the reference run.
    pub events: usize,
    /// Every rate with every pattern.
    pub runs: Vec<Run>,
    /// Run by run; of each by the time at which it should happen.
    pub findings: Vec<Finding>,
    /// The lowest weight with which what was found was met in any of the runs, by the asset and the
    /// notify.
    pub lowest: BTreeMap<(Name, u64), f32>,
    /// Inputs that the reference run refused.
    pub refused: Vec<InputRefusal>,
}

/// Key by which two runs are compared: everything of an event but its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SweepEventKey {
    character: CharacterId,
    kind: u8,
    name: Name,
    asset: Name,
    id: u64,
    /// Id of the clip's player.
    player: u64,
}

#[derive(Clone, Copy, Debug)]
struct SweepEvent {
    key: SweepEventKey,
    event: Event,
    /// End of the tick that reported the event, and length of that tick, seconds of the character's
    /// own time.
    end: f64,
    tick: f64,
    /// End of the tick that reported the event, seconds from the start of the run.
    wall: f64,
    /// Number of events that were reported before this one.
    order: usize,
}

#[derive(Default)]
struct Log {
    told: Vec<SweepEvent>,
    /// Events that did not happen.
    unfired: Vec<SweepEvent>,
    /// What a tick could not do in full, with the end of the tick.
    left_out: Vec<(f64, Phase)>,
    /// The end of each tick, seconds from the start of the run.
    ticks: Vec<f64>,
    /// Seconds from the start of the run.
    end: f64,
    /// Clocks of the characters, seconds.
    clocks: BTreeMap<CharacterId, f64>,
    /// Places of each character at the end of each tick in which it exists: seconds from the start
    /// of the run, world space.
    places: BTreeMap<CharacterId, Vec<(f64, Vec3)>>,
    refused: Vec<InputRefusal>,
}

/// Plays at every rate with every pattern, and compares with the reference run. `go_on` receives
/// the part that is done, 0 to 1, and says whether to go on; None if it said no.
pub fn sweep(
    take: &SweepTake,
    options: &SweepOptions,
    mut go_on: impl FnMut(f32) -> bool,
) -> Option<SweepReport> {
    let reference = play(take, TickSteps::new(vec![1.0 / REFERENCE_RATE])?, true);
    let seconds = (reference.end - MARGIN).higher(0.0);
    let events = reference
        .told
        .iter()
        .filter(|told| told.wall <= seconds)
        .count();
    let mut report = SweepReport {
        seconds,
        events,
        refused: reference.refused.clone(),
        ..SweepReport::default()
    };
    let mut weights = why::NotifyWeights::default();
    weights.add(&reference);
    let runs = options
        .rates
        .iter()
        .flat_map(|rate| Pattern::ALL.map(|pattern| (*rate, pattern)));
    let count = options.rates.len() * Pattern::ALL.len();
    for (at, (rate, pattern)) in runs.enumerate() {
        if !go_on(at as f32 / count as f32) {
            return None;
        }
        let whole = SweepTake {
            seconds: reference.end,
            ..take.clone()
        };
        let log = play(
            &whole,
            pattern.steps(rate, options.seed, reference.end)?,
            false,
        );
        let late = options.late;
        weights.add(&log);
        let comparison = RunComparison {
            reference: &reference,
            run: &log,
            late,
            seconds,
        };
        let (mut findings, latest) = comparison.findings(rate, pattern);
        let compared = log.told.iter().filter(|told| told.wall <= seconds).count();
        let of = |fault| {
            findings
                .iter()
                .filter(|finding: &&Finding| finding.fault == fault)
                .count()
        };
        let (faults, counts) = (findings.len(), SweepFault::ALL.map(of));
        let (ticks, astray) = (log.ticks.len(), comparison.astray());
        report.runs.push(Run {
            rate,
            pattern,
            ticks,
            events: compared,
            faults,
            counts,
            latest,
            astray,
        });
        findings.truncate(MOST_FINDINGS);
        report.findings.append(&mut findings);
    }
    report.lowest = weights.of(&report.findings);
    Some(report)
}

/// Plays up to a second after the end of the take; with `ends` after all montages are over already.
fn play(take: &SweepTake, mut steps: TickSteps, ends: bool) -> Log {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, take.library.clone());
    let mut log = Log::default();
    let until = if ends {
        take.seconds + MARGIN
    } else {
        take.seconds
    };
    let mut due = take.inputs.iter().peekable();
    let mut quiet_since = 0.0;
    while log.end < until - SLACK {
        let start = log.end;
        let mut inputs = Vec::new();
        while let Some((_, input)) = due.next_if(|(at, _)| *at <= start + SLACK) {
            inputs.push(input.clone());
            if let EngineInput::AddCharacter { character, .. } = *input {
                inputs.push(EngineInput::SetVisibility {
                    character,
                    visibility: Visibility::TickOnly,
                });
            }
        }
        let to_input = due.peek().map_or(f64::INFINITY, |(at, _)| at - start);
        let tick = steps.next(start).lower(to_input);
        log.refused.extend(evaluator.step(tick, &inputs));
        log.end = start + tick;
        log.ticks.push(log.end);
        log.hear(&evaluator);
        let plays = |id| {
            evaluator
                .instance(id)
                .is_some_and(|instance| instance.montage_states().next().is_some())
        };
        if due.peek().is_some() || evaluator.characters().any(plays) {
            quiet_since = log.end;
        }
        if ends && log.end - quiet_since > MARGIN {
            break;
        }
    }
    log
}

impl Log {
    fn hear(&mut self, evaluator: &Evaluator) {
        for character in evaluator.characters() {
            if let Some((place, _)) = evaluator.placement(character) {
                self.places
                    .entry(character)
                    .or_default()
                    .push((self.end, place.translation));
            }
            let end = evaluator
                .instance(character)
                .map_or(0.0, AnimInstance::clock);
            let tick = end - self.clocks.insert(character, end).unwrap_or(0.0);
            for event in evaluator.events(character) {
                if why::is_left_out(event.phase) {
                    self.left_out.push((self.end, event.phase));
                }
                let Some(key) = key(character, event) else {
                    continue;
                };
                let of_kind = if event.reason == EventReason::Fired {
                    &mut self.told
                } else {
                    &mut self.unfired
                };
                let order = of_kind.len();
                of_kind.push(SweepEvent {
                    key,
                    event: *event,
                    end,
                    tick,
                    wall: self.end,
                    order,
                });
            }
        }
    }
}

/// Key of an event; None for events that are not compared.
fn key(character: CharacterId, event: &Event) -> Option<SweepEventKey> {
    let kind = match event.phase {
        Phase::Notify => 0,
        Phase::Begin => 1,
        Phase::End if event.branching => 2,
        Phase::Started => 3,
        Phase::BlendingOut { interrupted } => 4 + u8::from(interrupted),
        Phase::Ended { interrupted } => 6 + u8::from(interrupted),
        Phase::Section { looped } => 8 + u8::from(looped),
        Phase::Jumped => 10,
        Phase::End
        | Phase::Tick
        | Phase::BlendedIn
        | Phase::SubstepOverflow
        | Phase::TurnsLeftOut { .. }
        | Phase::HitsLeftOut { .. }
        | Phase::TimeLeftOut
        // Which tick a window opens in, and how near it got, may differ.
        | Phase::Warp(_) => return None,
    };
    let player = match event.source {
        Source::Montage(_) => 0,
        Source::Segment(_, segment) => segment,
        Source::Node(node) => node.into(),
    };
    Some(SweepEventKey {
        character,
        kind,
        name: event.name,
        asset: event.asset,
        id: event.id,
        player,
    })
}

struct RunComparison<'a> {
    reference: &'a Log,
    run: &'a Log,
    late: f64,
    /// Time up to which the runs are judged, seconds.
    seconds: f64,
}

impl RunComparison<'_> {
    /// Findings of the run, and the longest delay between when an event should happen and its
    /// report.
    fn findings(&self, rate: f64, pattern: Pattern) -> (Vec<Finding>, f64) {
        let (expected, mut found) = (by_key(&self.reference.told), by_key(&self.run.told));
        let mut matched = Vec::new();
        let mut faults: Vec<(SweepFault, Option<SweepEvent>, Option<SweepEvent>)> = Vec::new();
        for (key, expected) in expected {
            for pair in pairs(
                &expected,
                &found.remove(&key).unwrap_or_default(),
                self.late,
            ) {
                match pair {
                    (Some(expected), Some(found)) => matched.push((expected, found)),
                    (expected, None) => faults.push((SweepFault::Lost, expected, None)),
                    (None, found) => faults.push((SweepFault::Doubled, None, found)),
                }
            }
        }
        faults.extend(
            found
                .into_values()
                .flatten()
                .map(|told| (SweepFault::Doubled, None, Some(told))),
        );
        let judged = matched
            .iter()
            .filter(|(expected, _)| expected.wall <= self.seconds);
        let latest = judged
            .map(|(expected, found)| found.end - expected.event.time)
            .fold(0.0, Extreme::higher);
        let late = matched
            .iter()
            .filter(|(expected, found)| self.is_late(expected, found));
        faults.extend(
            late.map(|(expected, found)| (SweepFault::Late, Some(*expected), Some(*found))),
        );
        faults.extend(
            outlived(&self.run.told)
                .map(|(expected, found)| (SweepFault::Reordered, Some(expected), Some(found))),
        );
        faults.extend(
            reordered(&mut matched)
                .map(|(expected, found)| (SweepFault::Reordered, Some(expected), Some(found))),
        );
        let mut findings: Vec<Finding> = faults
            .iter()
            .filter(|(_, expected, found)| {
                expected
                    .or(*found)
                    .is_some_and(|told| told.wall <= self.seconds)
            })
            .filter_map(|(fault, expected, found)| {
                self.finding((rate, pattern), *fault, expected.as_ref(), found.as_ref())
            })
            .collect();
        let time = |finding: &Finding| finding.expected.or(finding.found).unwrap_or(0.0);
        findings.sort_by(|a, b| time(a).total_cmp(&time(b)));
        (findings, latest)
    }

    /// Largest distance of a character from its place in the reference run, as in [`Run::astray`].
    fn astray(&self) -> f32 {
        let mut farthest = 0.0f32;
        for (character, places) in &self.run.places {
            let Some(expected) = self.reference.places.get(character) else {
                continue;
            };
            for (at, place) in places.iter().take_while(|(at, _)| *at <= self.seconds) {
                let next = expected
                    .partition_point(|(time, _)| time < at)
                    .min(expected.len() - 1);
                let ((from, a), (to, b)) = (expected[next.saturating_sub(1)], expected[next]);
                let part = if to > from {
                    ((at - from) / (to - from)).clamp(0.0, 1.0)
                } else {
                    1.0
                };
                farthest = farthest.higher(place.distance(a.lerp(b, part as f32)));
            }
        }
        farthest
    }

    fn is_late(&self, expected: &SweepEvent, found: &SweepEvent) -> bool {
        let (should, did) = (expected.event.time, found.event.time);
        let allowed = self.late + SLACK;
        (did - should).abs() > allowed || found.end - should > found.tick + allowed
    }

    fn finding(
        &self,
        run: (f64, Pattern),
        fault: SweepFault,
        expected: Option<&SweepEvent>,
        found: Option<&SweepEvent>,
    ) -> Option<Finding> {
        let SweepEvent {
            key, event, wall, ..
        } = expected.or(found)?;
        Some(Finding {
            rate: run.0,
            pattern: run.1,
            fault,
            character: key.character,
            phase: event.phase,
            name: event.name,
            id: event.id,
            asset: event.asset,
            position: event.position,
            expected: expected.map(|told| told.event.time),
            found: found.map(|told| told.event.time),
            told: found.map(|told| told.end),
            source: event.source,
            weight: found
                .or(expected)
                .map_or(event.weight, |told| told.event.weight),
            step: found.map_or_else(|| self.run.step_at(*wall), |told| told.tick),
            unfired: self.unfired(fault, *key, event.time),
            left_out: self.run.left_out_by(found.map_or(*wall, |told| told.wall)),
        })
    }
}

/// Events by key, in their order in time.
fn by_key(told: &[SweepEvent]) -> BTreeMap<SweepEventKey, Vec<SweepEvent>> {
    let mut all: BTreeMap<SweepEventKey, Vec<SweepEvent>> = BTreeMap::new();
    told.iter()
        .for_each(|told| all.entry(told.key).or_default().push(*told));
    all.values_mut()
        .for_each(|told| told.sort_by(|a, b| a.event.time.total_cmp(&b.event.time)));
    all
}

/// Pairs for the events of a montage that come after the montage's own end: the event at the latest
/// time when it should have happened, and the event as it happened.
fn outlived(told: &[SweepEvent]) -> impl Iterator<Item = (SweepEvent, SweepEvent)> + '_ {
    let instance = |told: &SweepEvent| match told.event.source {
        Source::Montage(id) | Source::Segment(id, _) => Some((told.key.character, id)),
        Source::Node(_) => None,
    };
    let is_end = |told: &&SweepEvent| matches!(told.event.phase, Phase::Ended { .. });
    let ends: BTreeMap<_, f64> = told
        .iter()
        .filter(is_end)
        .filter_map(|end| Some((instance(end)?, end.event.time)))
        .collect();
    told.iter()
        .filter(move |told| !is_end(told))
        .filter_map(move |found| {
            let end = *ends.get(&instance(found)?)?;
            let due = SweepEvent {
                event: Event {
                    time: end,
                    ..found.event
                },
                ..*found
            };
            (found.event.time > end + ORDER).then_some((due, *found))
        })
}

/// Pairs whose event comes before one that it should come after, by their times. Events of one
/// player and kind also count by the order of their reports; kinds are reported one after the
/// other.
fn reordered(
    matched: &mut [(SweepEvent, SweepEvent)],
) -> impl Iterator<Item = (SweepEvent, SweepEvent)> + '_ {
    matched.sort_by(|a, b| a.0.event.time.total_cmp(&b.0.event.time));
    let is_swapped = |[(first, found_first), (second, found_second)]: [&(SweepEvent, SweepEvent);
                          2]| {
        if second.event.time - first.event.time <= ORDER {
            return false;
        }
        let of = |told: &SweepEvent| {
            let SweepEventKey {
                character,
                kind,
                asset,
                player,
                ..
            } = told.key;
            (character, kind, asset, player, told.event.branching)
        };
        found_second.event.time < found_first.event.time - ORDER
            || (of(first) == of(second) && found_second.order < found_first.order)
    };
    matched
        .windows(2)
        .filter(move |pair| is_swapped([&pair[0], &pair[1]]))
        .map(|pair| pair[1])
}
