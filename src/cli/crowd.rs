//! Many copies of one character in a picture: where each stands, and at which moment of the clip it
//! is.

#[cfg(test)]
mod tests;

use glam::Vec3;
use render::Bounds;

/// Distance between neighbours, in widths of the character.
const SPACING: f32 = 1.1;
/// Time by which each one is ahead of its neighbour, in lengths of the clip. The golden ratio keeps
/// neighbours as far apart in the clip as possible.
const LATE: f64 = 0.618_033_988_75;

/// One character of a crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// Position of the member's origin in the world, in metres; y is 0.
    pub place: Vec3,
    /// Time by which the character is ahead of the picture, in lengths of the clip: 0 to below 1,
    /// and 0 for the first character.
    pub ahead: f64,
}

/// Places in a square around the origin. `one` holds the character wherever its clip goes, so that
/// its larger side on the ground sets the distance.
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

/// The time on the clip that a member shows at `time`, and whether its clip started again since the
/// earlier time `since`. All in seconds; `duration` is the clip's length.
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
