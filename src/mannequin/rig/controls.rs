//! The numbers of one pose, and how they are mixed and run between keys.

use super::Side;
use glam::{DQuat, DVec3};

/// Rotations, each relative to what it hangs on; of pairs the left comes first.
pub mod turn {
    /// In root space.
    pub const HIPS: usize = 0;
    /// spine_01 to spine_03, relative to the hips.
    pub const WAIST: usize = 1;
    /// spine_04 and spine_05, relative to the waist.
    pub const CHEST: usize = 2;
    /// Where the head looks, in root space.
    pub const HEAD: usize = 3;
    pub const CLAVICLE: usize = 4;
    pub const UPPER: usize = 6;
    pub const LOWER: usize = 8;
    pub const HAND: usize = 10;
    pub const COUNT: usize = 12;
}

/// Plain numbers; of pairs the left comes first.
pub mod scalar {
    /// Thumb, index, middle, ring, pinky: 0 straight, 1 closed.
    pub const FINGERS: usize = 0;
    /// How far the fingers are apart, 0 to 1.
    pub const SPREAD: usize = 10;
    /// Degrees that the knee points outwards of the foot.
    pub const KNEE: usize = 12;
    pub const COUNT: usize = 14;
}

#[derive(Clone, Debug)]
pub struct Controls {
    /// Offset of the pelvis from its reference place, root space, metres.
    pub pelvis: DVec3,
    pub turns: [DQuat; turn::COUNT],
    pub scalars: [f64; scalar::COUNT],
}

impl Default for Controls {
    fn default() -> Self {
        Self {
            pelvis: DVec3::ZERO,
            turns: [DQuat::IDENTITY; turn::COUNT],
            scalars: [0.0; scalar::COUNT],
        }
    }
}

impl Controls {
    /// The rotation of spine_05 in root space.
    pub fn chest(&self) -> DQuat {
        self.turns[turn::HIPS] * self.turns[turn::WAIST] * self.turns[turn::CHEST]
    }

    /// The same pose seen in a mirror.
    pub fn mirrored(&self) -> Self {
        let flip = |q: DQuat| DQuat::from_xyzw(q.x, -q.y, -q.z, q.w);
        let mut out = self.clone();
        out.pelvis.x = -out.pelvis.x;
        out.turns = out.turns.map(flip);
        for pair in [turn::CLAVICLE, turn::UPPER, turn::LOWER, turn::HAND] {
            out.turns.swap(pair, pair + 1);
        }
        for finger in 0..5 {
            out.scalars
                .swap(scalar::FINGERS + finger, scalar::FINGERS + 5 + finger);
        }
        out.scalars.swap(scalar::SPREAD, scalar::SPREAD + 1);
        out.scalars.swap(scalar::KNEE, scalar::KNEE + 1);
        out
    }

    /// Seconds that each rotation trails the hips, by which what hangs further out follows later.
    pub fn lag(at: usize) -> f64 {
        match at {
            turn::HIPS => 0.0,
            turn::WAIST => 0.012,
            turn::CHEST => 0.025,
            turn::HEAD => 0.03,
            _ if at < turn::UPPER => 0.03,
            _ if at < turn::LOWER => 0.04,
            _ if at < turn::HAND => 0.06,
            _ => 0.085,
        }
    }

    pub fn clavicle(side: Side) -> usize {
        turn::CLAVICLE + side as usize
    }

    pub fn upper(side: Side) -> usize {
        turn::UPPER + side as usize
    }

    pub fn lower(side: Side) -> usize {
        turn::LOWER + side as usize
    }

    pub fn hand(side: Side) -> usize {
        turn::HAND + side as usize
    }
}
