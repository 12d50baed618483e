//! Loops close, in place and in velocity, and those that travel do so at constant speed.

#[cfg(test)]
mod tests;

use super::{Check, Failures, Film, film::Moment};
use glam::{Vec3, Vec3A};

pub const CHECK: Check = Check {
    heads: &["seam mm", "seam %", "m/s", "pace %"],
    run,
};

/// Metres that a vertex may be apart.
const APART: f32 = 0.001;
/// Part of the fastest vertex' speed that a vertex' velocity may jump more than it does elsewhere.
const JUMP: f32 = 0.02;
/// Keys that a measure of velocity looks at.
const AROUND: usize = 5;
/// Metres per second; the fastest vertex counts as at least this fast, for what compressed keys
/// lose is a jump of a centimetre or two a second.
const FLOOR: f32 = 1.0;
/// Part that the root's speed may change.
const PACE: f32 = 0.02;
/// Metres per second, below which the root rests.
const REST: f32 = 0.05;
/// Metres per second of clips by name, and the part that they may be off.
const SPEEDS: [(&str, f32); 3] = [("Walk_Fwd", 1.4), ("Jog_Fwd", 3.0), ("Run_Fwd", 5.0)];
const OFF: f32 = 0.01;

fn run(film: &Film, failures: &mut Failures) -> Vec<String> {
    if !film.looping || film.is_still() {
        return Vec::new();
    }
    let mut cells = seam(film, failures);
    cells.extend(pace(film, failures));
    cells
}

/// Vertices where the root's travel is taken out.
fn vertices(frame: &Moment, travels: bool) -> Vec<Vec3A> {
    let back = frame.root.inverse();
    let place = |at: &Vec3| {
        if travels {
            back.transform_point3a((*at).into())
        } else {
            (*at).into()
        }
    };
    frame.vertices.iter().map(place).collect()
}

fn most(values: impl Iterator<Item = f32>) -> f32 {
    values.fold(0.0, f32::max)
}

fn seam(film: &Film, failures: &mut Failures) -> Vec<String> {
    let keys: Vec<Vec<Vec3A>> = film
        .keys()
        .iter()
        .map(|frame| vertices(frame, film.travels))
        .collect();
    let (count, step) = (keys.len() - 1, film.step as f32);
    if count < AROUND + 2 || keys[0].is_empty() {
        return vec!["-".into(); 2];
    }
    let apart = furthest(&keys[0], &keys[count]);
    failures.limit(apart < APART, || {
        format!("the loop is {:.2} mm open", apart * 1e3)
    });
    let fastest =
        (most(keys.windows(2).map(|pair| furthest(&pair[0], &pair[1]))) / step).max(FLOOR);
    let mut highest = f32::MIN;
    for (whose, are_legs) in [("the legs'", true), ("the body's", false)] {
        let group: Vec<usize> = (0..keys[0].len())
            .filter(|vertex| film.legs[*vertex] == are_legs)
            .collect();
        let jump = odd_jump(&keys, &group) / step;
        failures.limit(jump < JUMP * fastest, || {
            format!("{whose} velocity jumps by {jump:.3} m/s where the loop goes round, of {fastest:.2} m/s at most")
        });
        highest = highest.max(jump);
    }
    vec![
        format!("{:.2}", apart * 1e3),
        format!("{:.1}", highest / fastest * 1e2),
    ]
}

fn furthest(a: &[Vec3A], b: &[Vec3A]) -> f32 {
    most(a.iter().zip(b).map(|(a, b)| a.distance(*b)))
}

/// By how much more the velocity of some vertices jumps where the loop goes round than at the
/// roughest tenth of the other keys, metres a step. A foot that strikes bends its way sharply at
/// any key; a seam must not add to that.
fn odd_jump(keys: &[Vec<Vec3A>], group: &[usize]) -> f32 {
    let last = keys.len() - 1;
    let mut others: Vec<f32> = (2..last - 1)
        .map(|key| jump(keys, group, key, key))
        .collect();
    others.sort_by(f32::total_cmp);
    jump(keys, group, last, 0) - others[others.len() * 9 / 10]
}

/// The largest difference of a vertex' velocity into a key to that out of another, metres a step.
fn jump(keys: &[Vec<Vec3A>], group: &[usize], into: usize, out: usize) -> f32 {
    // Of second order, from the first key on.
    let slope = |a: Vec3A, b: Vec3A, c: Vec3A| (a * 3.0 - b * 4.0 + c) / 2.0;
    let of = |vertex: &usize| {
        let at = |key: usize| keys[key][*vertex];
        (slope(at(into), at(into - 1), at(into - 2)) + slope(at(out), at(out + 1), at(out + 2)))
            .length()
    };
    most(group.iter().map(of))
}

fn pace(film: &Film, failures: &mut Failures) -> Vec<String> {
    let keys = film.keys();
    let moved = |pair: &[&Moment]| {
        pair[0].root.translation.distance(pair[1].root.translation) / film.step as f32
    };
    let speeds: Vec<f32> = keys.windows(2).map(moved).collect();
    let mean = speeds.iter().sum::<f32>() / speeds.len() as f32;
    if !film.travels || mean < REST {
        return vec!["-".into(), "-".into()];
    }
    let change = most(speeds.iter().map(|speed| (speed / mean - 1.0).abs()));
    failures.limit(change <= PACE, || {
        format!("the root's speed changes by {:.1} %", change * 1e2)
    });
    let wanted = SPEEDS
        .iter()
        .find(|(name, _)| *name == film.name)
        .map_or(mean, |(_, speed)| *speed);
    failures.limit((mean / wanted - 1.0).abs() <= OFF, || {
        format!("it goes {mean:.3} m/s, not {wanted}")
    });
    vec![format!("{mean:.2}"), format!("{:.1}", change * 1e2)]
}
