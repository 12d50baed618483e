//! What is played, as the places of soles over time.

use super::{RATE, Sole, contacts};
use crate::{PREVIEWED, sweep::SweepTake};
use anim::{Library, Name, Transform, float::Extreme, graph::Contribution, ground::Terrain};
use engine::{EngineInput, Evaluator, WorkerMode};
use glam::DVec3;
use std::sync::Arc;

/// Sums of steps differ by less, in seconds.
const SLACK: f64 = 1e-9;

/// A tick of one foot.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moment {
    /// World space, in the order of the sole's points.
    pub points: Vec<DVec3>,
    /// Height of the ground below each point.
    pub floors: Vec<f64>,
    /// The value of its curve; None where the pose lacks the curve.
    pub stands: Option<f32>,
    /// Whether its marker was passed in the tick; None where nothing plays that has it.
    pub comes_down: Option<bool>,
}

/// A transition that was taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TransitionCrossing {
    /// Time of the transition, seconds.
    pub time: f64,
    /// Index of the machine's node in the graph.
    pub node: u16,
    /// Index among the transitions of the machine.
    pub transition: u16,
    /// The state that was left.
    pub from: u16,
    /// Seconds in which it is blended.
    pub duration: f64,
}

/// Feet of the previewed character in a take: their moments and contacts.
#[derive(Clone, Debug, Default)]
pub struct Film {
    /// The end of each tick, seconds.
    pub(super) times: Vec<f64>,
    /// Moments by foot, then by tick.
    pub(super) feet: Vec<Vec<Moment>>,
    pub(super) crossings: Vec<TransitionCrossing>,
    /// Times in which a foot stood.
    pub contacts: Vec<Contact>,
    /// Contributions of what played in the last tick, the heaviest first.
    playing: Vec<Contribution>,
}

/// Sources that report that a foot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactSource {
    /// Detected from the contact curve of the foot.
    Curve,
    /// Reported by a sync marker, from where the foot comes down until its motion shows that it is
    /// lifted.
    Marker,
    /// Detected from foot motion alone.
    Way,
}

/// One span of time in which a foot is on the ground, from when it is put down until it is lifted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Index among the soles that were asked for.
    pub foot: usize,
    /// Start of the contact, seconds.
    pub from: f64,
    /// End of the contact, seconds.
    pub to: f64,
    /// Metres across the ground that it gets from where it was put down, at most. A foot that rolls
    /// slides nowhere.
    pub slide: f64,
    /// Metres of it in a sixtieth of a second, at most.
    pub frame: f64,
    /// The source that reports that the foot stands.
    pub by: ContactSource,
    /// First tick of the contact, and the tick after the last one.
    pub(super) ticks: [usize; 2],
}

/// Plays a take from its beginning. Contacts that begin before `settle` seconds are left out.
/// Contacts that exist from the beginning are left out too unless `settle` is negative. `go_on`
/// receives the part that is done and says whether to go on; None if it says no.
pub fn film(
    take: &SweepTake,
    settle: f64,
    soles: &[Sole],
    mut go_on: impl FnMut(f32) -> bool,
) -> Option<Film> {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, take.library.clone());
    let ground = take.inputs.iter().rev().find_map(|(_, input)| match input {
        EngineInput::SetGround { ground } => Some(ground.clone()),
        _ => None,
    });
    let ground = ground.flatten().unwrap_or_default();
    let mut film = Film {
        feet: vec![Vec::new(); soles.len()],
        ..Film::default()
    };
    let (mut due, mut at) = (take.inputs.iter().peekable(), 0.0);
    while at < take.seconds - SLACK {
        let mut inputs = Vec::new();
        while let Some((_, input)) = due.next_if(|(time, _)| *time <= at + SLACK) {
            inputs.push(input.clone());
        }
        let to_input = due.peek().map_or(f64::INFINITY, |(time, _)| time - at);
        let tick = (1.0 / RATE).lower(to_input).lower(take.seconds - at);
        evaluator.step(tick, &inputs);
        at += tick;
        film.see(&evaluator, at, soles, &ground);
        if film.times.len().is_multiple_of(64) && !go_on((at / take.seconds) as f32) {
            return None;
        }
    }
    film.contacts = contacts::of(&film, settle);
    Some(film)
}

impl Film {
    /// Part of a contact from `from` to `to`, seconds, as if the contact had begun there; None if
    /// no part of it lies there.
    pub fn within(&self, contact: &Contact, from: f64, to: f64) -> Option<Contact> {
        let [first, end] = contact.ticks;
        let times = &self.times[first..end];
        let first_in = first + times.partition_point(|time| *time < from);
        let end_in = first + times.partition_point(|time| *time <= to);
        (first_in < end_in)
            .then(|| contacts::contact(self, (contact.foot, contact.by), first_in..end_in))
    }

    fn see(&mut self, evaluator: &Evaluator, time: f64, soles: &[Sole], ground: &Arc<Terrain>) {
        let (Some(proxy), Some((placement, _))) =
            (evaluator.proxy(PREVIEWED), evaluator.placement(PREVIEWED))
        else {
            return;
        };
        let models = proxy.models();
        let moments: Option<Vec<Moment>> = soles
            .iter()
            .map(|sole| moment(sole, models, placement, proxy.pose(), ground))
            .collect();
        let Some(moments) = moments else { return };
        let mut moments = moments;
        if soles.iter().any(|sole| sole.marker.is_some()) {
            let playing = proxy.playing();
            for (moment, marker) in moments.iter_mut().zip(soles.iter().map(|sole| sole.marker)) {
                let clips = evaluator.library();
                moment.comes_down =
                    marker.and_then(|marker| passed(clips, &self.playing, &playing, marker));
            }
            self.playing = playing;
        }
        self.times.push(time);
        self.feet
            .iter_mut()
            .zip(moments)
            .for_each(|(foot, moment)| foot.push(moment));
        for (node, taken) in proxy.taken() {
            let machine = proxy.graph().machines().find(|(known, _)| known == node);
            let transition = machine.and_then(|(_, machine)| {
                machine
                    .parts()
                    .transitions
                    .get(usize::from(taken.transition))
            });
            let duration = transition
                .and_then(|it| it.settings.as_ref())
                .map_or(0.0, |settings| settings.duration);
            let (node, transition, from) = (*node, taken.transition, taken.from);
            self.crossings.push(TransitionCrossing {
                time,
                node,
                transition,
                from,
                duration,
            });
        }
    }
}

/// Whether the heaviest clip that plays and has the marker went over it since it played before,
/// forward; None where nothing has it.
fn passed(
    library: &Library,
    before: &[Contribution],
    now: &[Contribution],
    marker: Name,
) -> Option<bool> {
    let marks = |at: u32| {
        library.clips[at as usize]
            .markers
            .iter()
            .filter(|known| known.name == marker)
    };
    let has_it = |part: &&Contribution| part.clip.is_some_and(|clip| marks(clip).next().is_some());
    let heaviest = now.iter().filter(|part| !part.is_additive).find(has_it)?;
    let Some(then) = before.iter().find(|then| then.is_same(heaviest)) else {
        return Some(false);
    };
    let (clip, from, to) = (heaviest.clip?, then.time, heaviest.time);
    let is_on = |time: f64| {
        if from <= to {
            from < time && time <= to
        } else {
            from < time || time <= to
        }
    };
    // Back by less than half of it, it has not gone round.
    let length = f64::from(library.clips[clip as usize].length);
    Some(
        (from <= to || from - to > length / 2.0) && marks(clip).any(|mark| is_on(mark.time.into())),
    )
}

/// State of a sole in one pose; None if a place is not finite.
fn moment(
    sole: &Sole,
    models: &[glam::Affine3A],
    placement: &Transform,
    pose: &anim::Pose,
    ground: &Terrain,
) -> Option<Moment> {
    let place = |(bone, point): &(usize, glam::Vec3)| {
        let model = models.get(*bone)?.transform_point3(*point);
        Some(placement.to_affine().transform_point3(model).as_dvec3())
            .filter(|place| place.is_finite())
    };
    let points: Vec<DVec3> = sole.points.iter().map(place).collect::<Option<_>>()?;
    let floors = points
        .iter()
        .map(|point| ground.under(*point, 0.0).0)
        .collect();
    let stands = sole.contact.and_then(|curve| pose.curve(curve));
    Some(Moment {
        points,
        floors,
        stands,
        comes_down: None,
    })
}
