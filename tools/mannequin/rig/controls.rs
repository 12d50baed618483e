//! The numbers of one pose, which keys interpolate.

use super::Side;
use glam::{DQuat, DVec3};

/// Indices of rotations, each relative to its parent; the left one of a pair comes first.
pub mod turn {
    /// Rotation of the pelvis, in root space.
    pub const HIPS: usize = 0;
    /// spine_01 to spine_03 together, relative to the hips.
    pub const WAIST: usize = 1;
    /// spine_04 and spine_05 together, relative to the waist.
    pub const CHEST: usize = 2;
    /// Direction in which the head looks, in root space.
    pub const HEAD: usize = 3;
    /// Left clavicle, then right, relative to the chest.
    pub const CLAVICLE: usize = 4;
    /// Left upper arm, then right, relative to the clavicle.
    pub const UPPER: usize = 6;
    /// Left forearm, then right, relative to the upper arm.
    pub const LOWER: usize = 8;
    /// Left hand, then right, relative to the forearm.
    pub const HAND: usize = 10;
    /// Number of rotations.
    pub const COUNT: usize = 12;
}

/// Indices of plain numbers; the left one of a pair comes first.
pub mod scalar {
    /// Curl of thumb, index, middle, ring and little finger, five for each hand: 0 is straight, 1
    /// closed.
    pub const FINGERS: usize = 0;
    /// How far the fingers are spread, 0..=1.
    pub const SPREAD: usize = 10;
    /// Angle by which the knee points further out than the foot, in degrees.
    pub const KNEE: usize = 12;
    /// Number of plain numbers.
    pub const COUNT: usize = 14;
}

/// All numbers of one pose of the body, without the feet.
#[derive(Clone, Debug)]
pub struct Controls {
    /// Offset of the pelvis from its reference position, in root space and metres.
    pub pelvis: DVec3,
    /// Rotations, by the indices in [`turn`].
    pub turns: [DQuat; turn::COUNT],
    /// Plain numbers, by the indices in [`scalar`].
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
    /// Rotation of spine_05 in root space.
    pub fn chest(&self) -> DQuat {
        self.turns[turn::HIPS] * self.turns[turn::WAIST] * self.turns[turn::CHEST]
    }

    /// The mirror image of the pose.
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

    /// Seconds that each rotation lags behind the hips: what is further out follows later.
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

    /// Index of the rotation of a clavicle.
    pub fn clavicle(side: Side) -> usize {
        turn::CLAVICLE + side as usize
    }

    /// Index of the rotation of an upper arm.
    pub fn upper(side: Side) -> usize {
        turn::UPPER + side as usize
    }

    /// Index of the rotation of a forearm.
    pub fn lower(side: Side) -> usize {
        turn::LOWER + side as usize
    }

    /// Index of the rotation of a hand.
    pub fn hand(side: Side) -> usize {
        turn::HAND + side as usize
    }
}
