//! Where a loop goes on from its last key to its first: how far they are apart. Nothing, where one
//! key leads back.

#[cfg(test)]
mod tests;

use anim::{Pose, Skeleton, clip::RootMotion, codec::metric::Meter, float::Extreme};

/// Metres; a clip that loops and is further off jumps visibly.
pub(super) const TOLERANCE: f32 = 0.005;

/// Seam at which a clip continues from its end to its start.
pub(super) enum Seam {
    Poses(Ends),
    /// The seam of poses that are not at hand, on bones that are measured as they were.
    Known(Seams),
}

/// Largest distance of a point near a bone across the seam of a loop, metres: with the root
/// standing still, and with the root moving the character, without the motion of the root itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seams {
    /// Distance where the root stands still.
    pub standing: f32,
    /// Distance where the root moves the character.
    pub moving: f32,
}

impl Seam {
    pub(super) fn apart(&self, on: (&Skeleton, &[f32]), motion: RootMotion) -> f32 {
        match self {
            Self::Poses(ends) => ends.apart(on, motion.enabled),
            Self::Known(seams) if motion.enabled => seams.moving,
            Self::Known(seams) => seams.standing,
        }
    }

    pub(super) fn both(&self, on: (&Skeleton, &[f32])) -> Seams {
        match self {
            Self::Poses(ends) => ends.both(on),
            Self::Known(seams) => *seams,
        }
    }
}

/// The first and the last pose of a clip; of an additive one on the reference pose.
pub(super) struct Ends([Pose; 2]);

impl Ends {
    /// The seam of a clip; None of one with a single key.
    pub(super) fn of(raw: &anim::Clip, skeleton: &Skeleton) -> Option<Self> {
        let pose = |time: f32| {
            let mut pose = Pose::default();
            raw.sample(skeleton, time.into(), &mut pose);
            pose
        };
        (raw.key_count > 1).then(|| Self([pose(0.0), pose(raw.length)]))
    }

    fn both(&self, on: (&Skeleton, &[f32])) -> Seams {
        let [first, last] = &self.0;
        let standing = self.apart(on, false);
        let moving = if first.get(0) == last.get(0) {
            standing
        } else {
            self.apart(on, true)
        };
        Seams { standing, moving }
    }

    /// A root that moves the character counts as standing still.
    fn apart(&self, (skeleton, shells): (&Skeleton, &[f32]), moves: bool) -> f32 {
        let [first, last] = &self.0;
        let mut last = last.clone();
        if moves {
            last.set(0, &first.get(0));
        }
        let (mut meter, mut around, mut distances) =
            (Meter::new(skeleton, None, shells), Vec::new(), Vec::new());
        meter.shells(first, &mut around);
        meter.errors(&last, &around, &mut distances);
        distances.into_iter().fold(0.0, Extreme::higher) as f32
    }
}

/// Distance between the last key and the first key of a compiled clip, metres: see
/// [`crate::Compiled::seams`]. None for a single key.
pub fn seam(raw: &anim::Clip, (skeleton, shells): (&Skeleton, &[f32])) -> Option<f32> {
    Ends::of(raw, skeleton).map(|ends| ends.apart((skeleton, shells), raw.root_motion.enabled))
}
