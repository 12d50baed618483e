//! Many of one character in a picture: where each stands, and at which moment of the clip it is.

#[cfg(test)]
mod tests;

use glam::Vec3;
use render::Bounds;

/// Of the character's own width.
const SPACING: f32 = 1.1;
/// Neighbours are as far apart in the clip as possible: the golden ratio.
const LATE: f64 = 0.618_033_988_75;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    pub place: Vec3,
    /// Ahead of the time of the picture, of a clip of length 1.
    pub ahead: f64,
}

/// A square of them around the origin; `one` is around the character wherever it goes.
pub fn members(count: u32, one: Bounds) -> Vec<Member> {
    let side = f64::from(count).sqrt().ceil() as u32;
    let apart = one.size().x.max(one.size().z) * SPACING;
    let middle = |cells: u32| (cells - 1) as f32 * 0.5;
    let member = |at: u32| Member {
        place: Vec3::new(
            (at % side) as f32 - middle(side),
            0.0,
            (at / side) as f32 - middle(count.div_ceil(side)),
        ) * apart,
        ahead: (f64::from(at) * LATE).fract(),
    };
    (0..count).map(member).collect()
}

/// When a member is what it is at a time, and whether the clip began anew since an earlier time.
pub fn moment(member: &Member, time: f64, since: f64, duration: f64) -> (f64, bool) {
    if member.ahead == 0.0 || duration <= 0.0 {
        return (time, false);
    }
    let laps = |time: f64| (time / duration + member.ahead).floor();
    (
        (time + member.ahead * duration).rem_euclid(duration),
        laps(time) != laps(since),
    )
}
