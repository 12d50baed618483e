//! When a foot stands, by its curve, its markers or its way, and how far it slides then.

use super::{
    RATE,
    film::{Contact, ContactSource, Film, Moment},
};
use anim::float::Extreme;
use glam::DVec3;
use std::ops::Range;

/// Metres over the lowest that the foot gets, below which it may stand.
const LOW: f64 = 0.03;
/// The part of all moments in which it may be lower than where it stands.
const RARELY: f64 = 0.05;
/// Metres over the lowest point of a sole up to which others touch too.
const TOUCH: f64 = 0.005;
/// Metres a second beside what a foot mostly slides: faster it is lifted or put down.
const SWING: f64 = 0.35;
/// Seconds that one that is only detected takes at least.
const SHORT: f64 = 0.06;
/// Value of a contact curve above which a foot stands.
const STANDS: f32 = 0.5;
const FULLY: f32 = 0.9;
/// Seconds from a key of such a curve to the next at its ends.
const RAMP: f64 = 1.0 / 30.0;
/// Seconds of a frame.
const FRAME: f64 = 1.0 / 60.0;

/// Contacts that begin at `settle` seconds or later, in the order of their starts; a negative
/// `settle` also includes contacts that are there from the start of the film.
pub fn of(film: &Film, settle: f64) -> Vec<Contact> {
    let mut found = Vec::new();
    for (foot, moments) in film.feet.iter().enumerate() {
        let runs: Vec<(ContactSource, Range<usize>)> =
            if moments.iter().any(|moment| moment.stands.is_some()) {
                told(film, moments)
                    .into_iter()
                    .map(|run| (ContactSource::Curve, run))
                    .collect()
            } else {
                let marked = marked(film, moments);
                let mut ways = detected(film, moments);
                // Of one that came down at a marker the way tells no more where no marker is.
                ways.retain(|way| {
                    marked
                        .iter()
                        .all(|run| run.end <= way.start || way.end <= run.start)
                });
                let ways = ways.into_iter().map(|run| (ContactSource::Way, run));
                marked
                    .into_iter()
                    .map(|run| (ContactSource::Marker, run))
                    .chain(ways)
                    .collect()
            };
        let has_begun =
            |run: &Range<usize>| film.times[run.start] >= settle && (run.start > 0 || settle < 0.0);
        let begun = runs.into_iter().filter(|(_, run)| has_begun(run));
        found.extend(begun.map(|(by, run)| contact(film, (foot, by), run)));
    }
    found.sort_by(|a, b| a.from.total_cmp(&b.from));
    found
}

/// Ranges of ticks in which the contact curve says that the foot stands. A ramp of the curve at an
/// end, between two keys, is no part of it: the foot is lifted or put down there. Where clips are
/// mixed out of step, the curve may stay between for long.
fn told(film: &Film, moments: &[Moment]) -> Vec<Range<usize>> {
    let value = |at: usize| moments[at].stands.unwrap_or(0.0);
    let mut found = runs(moments.len(), |at| value(at) > STANDS);
    for run in &mut found {
        let (first, last) = (film.times[run.start], film.times[run.end - 1]);
        while run.start + 1 < run.end
            && value(run.start) < FULLY
            && film.times[run.start] - first < RAMP
        {
            run.start += 1;
        }
        while run.start + 1 < run.end
            && value(run.end - 1) < FULLY
            && last - film.times[run.end - 1] < RAMP
        {
            run.end -= 1;
        }
    }
    found
}

/// The run is not empty.
pub fn contact(film: &Film, (foot, by): (usize, ContactSource), run: Range<usize>) -> Contact {
    let moments = &film.feet[foot];
    let (mut slid, mut slide, mut frame) = (DVec3::ZERO, 0.0f64, 0.0f64);
    // Where it was, a frame long.
    let mut recent = std::collections::VecDeque::from([(film.times[run.start], slid)]);
    for at in run.start + 1..run.end {
        slid += way(&moments[at - 1], &moments[at]);
        slide = slide.higher(slid.length());
        recent.push_back((film.times[at], slid));
        while recent.len() > 2 && film.times[at] - recent[1].0 >= FRAME - 1e-6 {
            recent.pop_front();
        }
        let (then, place) = recent[0];
        let since = film.times[at] - then;
        if since > 0.0 {
            frame = frame.higher((slid - place).length() * (FRAME / since).lower(1.0));
        }
    }
    let (from, to, ticks) = (
        film.times[run.start],
        film.times[run.end - 1],
        [run.start, run.end],
    );
    Contact {
        foot,
        from,
        to,
        slide,
        frame,
        by,
        ticks,
    }
}

/// Across the ground, of the point that moves least of those that touch before and after, or else
/// at all: a foot that rolls goes nowhere.
fn way(before: &Moment, after: &Moment) -> DVec3 {
    let [low, high] =
        [before, after].map(|moment| heights(moment).fold(f64::INFINITY, Extreme::lower) + TOUCH);
    let touches = |(before, after): &(f64, f64)| [*before <= low, *after <= high];
    let pairs: Vec<(DVec3, [bool; 2])> = std::iter::zip(&before.points, &after.points)
        .map(|(before, after)| (after - before).with_y(0.0))
        .zip(
            heights(before)
                .zip(heights(after))
                .map(|pair| touches(&pair)),
        )
        .collect();
    let least = |asked: fn(&[bool; 2]) -> bool| {
        let of = pairs
            .iter()
            .filter(|(_, touches)| asked(touches))
            .map(|(way, _)| *way);
        of.min_by(|a, b| a.length().total_cmp(&b.length()))
    };
    least(|touches| touches[0] && touches[1])
        .or_else(|| least(|touches| touches[0] || touches[1]))
        .unwrap_or_default()
}

fn heights(moment: &Moment) -> impl Iterator<Item = f64> {
    moment
        .points
        .iter()
        .zip(&moment.floors)
        .map(|(point, floor)| point.y - floor)
}

/// Ranges of ticks in which the foot is low and moves as it mostly does while it is low; none while
/// markers report the contacts.
fn detected(film: &Film, moments: &[Moment]) -> Vec<Range<usize>> {
    // A shuffling foot is low all the time: it stands several times in a run.
    let mut found: Vec<_> = low(moments, |moment| moment.comes_down.is_none())
        .into_iter()
        .flat_map(|run| steady(film, moments, run))
        .collect();
    found.retain(|run| run.len() as f64 > SHORT * RATE);
    found
}

/// Ranges of ticks from each marker until the foot is lifted, moves elsewhere than it mostly does,
/// or comes down again. A foot that is still in the air at its marker stands once it is low.
fn marked(film: &Film, moments: &[Moment]) -> Vec<Range<usize>> {
    let down: Vec<usize> = (0..moments.len())
        .filter(|at| moments[*at].comes_down == Some(true))
        .collect();
    let low = low(moments, |_| true);
    let stands = |(nth, from): (usize, &usize)| {
        let until = down.get(nth + 1).copied().unwrap_or(moments.len());
        let run = low
            .iter()
            .find(|run| run.end > *from && run.start < until)?;
        let run = run.start.max(*from)..run.end.min(until);
        let end = steady(film, moments, run.clone()).last()?.end;
        Some(run.start..end)
    };
    down.iter().enumerate().filter_map(stands).collect()
}

/// Ranges of ticks, of those that count, in which a foot is near the lowest height that is usual in
/// the whole film. Once in a while, as where it lands from a jump, a foot may go through the
/// ground.
fn low(moments: &[Moment], counts: impl Fn(&Moment) -> bool) -> Vec<Range<usize>> {
    let lowest = |moment: &Moment| heights(moment).fold(f64::INFINITY, Extreme::lower);
    let mut all: Vec<f64> = moments.iter().map(lowest).collect();
    all.sort_by(f64::total_cmp);
    let least = all
        .get((all.len() as f64 * RARELY) as usize)
        .copied()
        .unwrap_or_default();
    runs(moments.len(), |at| {
        counts(&moments[at]) && lowest(&moments[at]) < least + LOW
    })
}

/// The parts of a run in which the foot goes as it mostly does in the run.
fn steady(film: &Film, moments: &[Moment], run: Range<usize>) -> Vec<Range<usize>> {
    let speed = |at: usize| {
        let dt = film.times[at] - film.times[at - 1];
        if dt > 0.0 {
            way(&moments[at - 1], &moments[at]) / dt
        } else {
            DVec3::ZERO
        }
    };
    let first = run.start.max(1);
    let speeds: Vec<DVec3> = (first..run.end).map(speed).collect();
    let middle = |of: fn(&DVec3) -> f64| {
        let mut all: Vec<f64> = speeds.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or_default()
    };
    let usual = DVec3::new(middle(|way| way.x), 0.0, middle(|way| way.z));
    // The way to a tick is that of the tick: the contact begins with the one before.
    let found = runs(speeds.len(), |at| speeds[at].distance(usual) < SWING);
    found
        .into_iter()
        .map(|part| first + part.start - 1..first + part.end)
        .collect()
}

/// Ranges of neighbours for which it is true.
fn runs(count: usize, is: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < count {
        let end = (at..count).find(|at| !is(*at)).unwrap_or(count);
        if end > at {
            found.push(at..end);
        }
        at = end + 1;
    }
    found
}
