//! Many of one character in a picture: where each stands, and at which moment of the clip it is.

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
        place: Vec3::new((at % side) as f32 - middle(side), 0.0, (at / side) as f32 - middle(count.div_ceil(side)))
            * apart,
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
    ((time + member.ahead * duration).rem_euclid(duration), laps(time) != laps(since))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_room_and_a_moment() {
        let one = Bounds { min: Vec3::new(-0.5, 0.0, -0.2), max: Vec3::new(0.5, 1.8, 0.2) };
        for count in [1, 2, 3, 7, 100, 1000] {
            let members = members(count, one);
            assert_eq!(members.len(), count as usize);
            assert_eq!(members[0].ahead, 0.0, "the first is the one that is asked for");
            let around = Bounds::of_points(members.iter().map(|member| member.place));
            assert!(around.center().length() < 1e-3 * around.size().max_element().max(1.0));
            for (at, a) in members.iter().enumerate() {
                assert!(members[..at].iter().all(|b| a.place.distance(b.place) > 1.0 && a.ahead != b.ahead));
            }
        }
    }

    #[test]
    fn a_lap_is_told() {
        let late = Member { place: Vec3::ZERO, ahead: 0.75 };
        assert_eq!(moment(&late, 0.25, 0.1, 2.0), (1.75, false));
        assert_eq!(moment(&late, 0.75, 0.25, 2.0), (0.25, true));
        assert_eq!(moment(&late, 0.75, 0.5, 0.0), (0.75, false));
        assert_eq!(moment(&Member { ahead: 0.0, ..late }, 3.5, 3.4, 2.0), (3.5, false), "past the end: the end");
    }
}
