//! When a foot stands, by its curve or by its way, and how far it slides then.

use super::{
    RATE,
    film::{Contact, Film, Moment},
};
use glam::DVec3;
use std::ops::Range;

/// Metres over the lowest that the foot gets, below which it may stand.
const LOW: f64 = 0.03;
/// Metres over the lowest point of a sole up to which others touch too.
const TOUCH: f64 = 0.005;
/// Metres a second beside what a foot mostly slides: faster it is lifted or put down.
const SWING: f64 = 0.35;
/// Seconds that one that is only detected takes at least.
const SHORT: f64 = 0.06;
/// Of a contact curve: where a foot stands, and where it does so wholly.
const STANDS: f32 = 0.5;
const FULLY: f32 = 0.9;
/// Seconds from a key of such a curve to the next at its ends.
const RAMP: f64 = 1.0 / 30.0;
/// Seconds of a frame.
const FRAME: f64 = 1.0 / 60.0;

/// Those that begin at `settle` seconds or later, by their beginning; of a negative one also those that are there at once.
pub fn of(film: &Film, settle: f64) -> Vec<Contact> {
    let mut found = Vec::new();
    for (foot, moments) in film.feet.iter().enumerate() {
        let (runs, is_detected) = match moments.iter().any(|moment| moment.stands.is_some()) {
            true => (told(film, moments), false),
            false => (detected(film, moments), true),
        };
        let begun = runs.into_iter().filter(|run| film.times[run.start] >= settle && (run.start > 0 || settle < 0.0));
        found.extend(begun.map(|run| contact(film, (foot, is_detected), run)));
    }
    found.sort_by(|a, b| a.from.total_cmp(&b.from));
    found
}

/// Where the curve says so. What lies on its way up or down at an end, between two keys, is no part: the foot is lifted
/// or put down there. Of clips that are mixed out of step it may stay between for long.
fn told(film: &Film, moments: &[Moment]) -> Vec<Range<usize>> {
    let value = |at: usize| moments[at].stands.unwrap_or(0.0);
    let mut found = runs(moments.len(), |at| value(at) > STANDS);
    for run in &mut found {
        let (first, last) = (film.times[run.start], film.times[run.end - 1]);
        while run.start + 1 < run.end && value(run.start) < FULLY && film.times[run.start] - first < RAMP {
            run.start += 1;
        }
        while run.start + 1 < run.end && value(run.end - 1) < FULLY && last - film.times[run.end - 1] < RAMP {
            run.end -= 1;
        }
    }
    found
}

/// The run is not empty.
pub fn contact(film: &Film, (foot, is_detected): (usize, bool), run: Range<usize>) -> Contact {
    let moments = &film.feet[foot];
    let (mut slid, mut slide, mut frame) = (DVec3::ZERO, 0.0f64, 0.0f64);
    // Where it was, a frame long.
    let mut recent = std::collections::VecDeque::from([(film.times[run.start], slid)]);
    for at in run.start + 1..run.end {
        slid += way(&moments[at - 1], &moments[at]);
        slide = slide.max(slid.length());
        recent.push_back((film.times[at], slid));
        while recent.len() > 2 && film.times[at] - recent[1].0 >= FRAME - 1e-6 {
            recent.pop_front();
        }
        let (then, place) = recent[0];
        let since = film.times[at] - then;
        if since > 0.0 {
            frame = frame.max((slid - place).length() * (FRAME / since).min(1.0));
        }
    }
    let (from, to, ticks) = (film.times[run.start], film.times[run.end - 1], [run.start, run.end]);
    Contact { foot, from, to, slide, frame, is_detected, ticks }
}

/// Across the ground, of the point that moves least of those that touch before and after, or else at all: a foot that
/// rolls goes nowhere.
fn way(before: &Moment, after: &Moment) -> DVec3 {
    let [low, high] = [before, after].map(|moment| heights(moment).fold(f64::INFINITY, f64::min) + TOUCH);
    let touches = |(before, after): &(f64, f64)| [*before <= low, *after <= high];
    let pairs: Vec<(DVec3, [bool; 2])> = std::iter::zip(&before.points, &after.points)
        .map(|(before, after)| (after - before).with_y(0.0))
        .zip(heights(before).zip(heights(after)).map(|pair| touches(&pair)))
        .collect();
    let least = |asked: fn(&[bool; 2]) -> bool| {
        let of = pairs.iter().filter(|(_, touches)| asked(touches)).map(|(way, _)| *way);
        of.min_by(|a, b| a.length().total_cmp(&b.length()))
    };
    least(|touches| touches[0] && touches[1]).or_else(|| least(|touches| touches[0] || touches[1])).unwrap_or_default()
}

fn heights(moment: &Moment) -> impl Iterator<Item = f64> {
    moment.points.iter().zip(&moment.floors).map(|(point, floor)| point.y - floor)
}

/// Where the foot is low, and goes as it mostly does while it is.
fn detected(film: &Film, moments: &[Moment]) -> Vec<Range<usize>> {
    let lowest = |moment: &Moment| heights(moment).fold(f64::INFINITY, f64::min);
    let least = moments.iter().map(lowest).fold(f64::INFINITY, f64::min);
    let low = runs(moments.len(), |at| lowest(&moments[at]) < least + LOW);
    let speed = |at: usize| {
        let dt = film.times[at] - film.times[at - 1];
        if dt > 0.0 { way(&moments[at - 1], &moments[at]) / dt } else { DVec3::ZERO }
    };
    let mut found = Vec::new();
    for run in low {
        let speeds: Vec<DVec3> = (run.start.max(1)..run.end).map(speed).collect();
        let middle = |of: fn(&DVec3) -> f64| {
            let mut all: Vec<f64> = speeds.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            all.get(all.len() / 2).copied().unwrap_or_default()
        };
        let usual = DVec3::new(middle(|way| way.x), 0.0, middle(|way| way.z));
        // The way to a tick is that of the tick: the contact begins with the one before.
        let steady = runs(speeds.len(), |at| speeds[at].distance(usual) < SWING);
        let first = run.start.max(1);
        // A shuffling foot is low all the time: it stands several times in a run.
        found.extend(steady.into_iter().map(|steady| first + steady.start - 1..first + steady.end));
    }
    found.retain(|run| run.len() as f64 > SHORT * RATE);
    found
}

/// Of neighbours for which it is true.
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
