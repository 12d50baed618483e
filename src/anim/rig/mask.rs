//! Which bones a blend touches, and how fast: bone masks and blend profiles.

#[cfg(test)]
mod tests;

use crate::{
    Skeleton,
    float::Extreme,
    montage::Easing,
    pose::{LANES, Row},
};
use serde::{Deserialize, Serialize};

/// Weights of bones, one for each bone, 0 to 1, in rows of eight like poses. A bone beyond the end
/// has weight 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoneMask(Vec<Row>);

impl BoneMask {
    /// Takes weights in the order of the bones; a bone beyond them has 0.
    pub fn new(weights: &[f32]) -> Self {
        let row =
            |bones: &[f32]| std::array::from_fn(|lane| bones.get(lane).copied().unwrap_or(0.0));
        Self(weights.chunks(LANES).map(row).collect())
    }

    /// Sets the weights of so many bones, into the room of those that were.
    pub fn fill(&mut self, bones: usize, weight: impl Fn(usize) -> f32) {
        let at = |bone: usize| if bone < bones { weight(bone) } else { 0.0 };
        self.0.clear();
        self.0.extend(
            (0..bones.div_ceil(LANES))
                .map(|row| std::array::from_fn(|lane| at(row * LANES + lane))),
        );
    }

    /// The weights in the order of the bones, one row a block of bones; the last is filled up with
    /// 0.
    pub fn rows(&self) -> &[Row] {
        &self.0
    }

    /// The weights of a block of bones.
    pub(crate) fn row(&self, block: usize) -> Row {
        self.0.get(block).copied().unwrap_or_default()
    }

    /// Weight of a bone; 0 beyond the end.
    pub fn weight(&self, bone: usize) -> f32 {
        self.0
            .get(bone / LANES)
            .map_or(0.0, |row| row[bone % LANES])
    }

    /// `root` and everything below it; None takes the whole skeleton, a bone that is not there
    /// nothing.
    pub fn below(skeleton: &Skeleton, root: Option<usize>) -> Self {
        let Some(root) = root else {
            return Self::new(&vec![1.0; skeleton.len()]);
        };
        let mut weights = vec![0.0; skeleton.len()];
        for bone in root..skeleton.len() {
            let inherited = skeleton.parent(bone).map_or(0.0, |parent| weights[parent]);
            weights[bone] = if bone == root { 1.0 } else { inherited };
        }
        Self::new(&weights)
    }
}

/// A part of a skeleton, and over how many levels of bones it sets in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The bone that it begins with.
    pub bone: usize,
    /// Levels until the full weight, the bone's own included; 0 is as 1. Less takes the branch out.
    pub depth: i32,
}

impl BoneMask {
    /// Mask that adds up the weights of the branches, one branch after the other, at most 1. A
    /// branch whose bone does not exist changes nothing.
    pub fn of_branches(skeleton: &Skeleton, branches: &[Branch]) -> Self {
        let mut weights = vec![0.0f32; skeleton.len()];
        let mut levels = vec![0i32; skeleton.len()];
        for Branch { bone: first, depth } in branches
            .iter()
            .filter(|branch| branch.bone < skeleton.len())
        {
            levels.fill(0);
            for bone in *first..skeleton.len() {
                let above = skeleton.parent(bone).map_or(0, |parent| levels[parent]);
                levels[bone] = if bone == *first {
                    1
                } else {
                    above + above.signum()
                };
                if levels[bone] > 0 {
                    let added = levels[bone] as f32 / (*depth).max(1) as f32;
                    weights[bone] = if *depth < 0 {
                        0.0
                    } else {
                        (weights[bone] + added).lower(1.0)
                    };
                }
            }
        }
        Self::new(&weights)
    }
}

/// Meaning of a profile's factors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProfileMode {
    /// Each factor multiplies the blend's duration: 0.5 finishes in half the time, 0 at once.
    #[default]
    TimeFactor,
    /// Each factor multiplies the blend's weight.
    WeightFactor,
    /// The weight itself, whatever the time.
    BlendMask,
}

impl ProfileMode {
    /// Every mode, in the order in which they are declared.
    pub const ALL: [ProfileMode; 3] = [
        ProfileMode::TimeFactor,
        ProfileMode::WeightFactor,
        ProfileMode::BlendMask,
    ];
}

/// Progress of a blend.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The incoming weight of what goes with the blend itself, 0 to 1.
    pub alpha: f32,
    /// Time since the blend began, seconds.
    pub elapsed: f32,
    /// Seconds of the whole blend.
    pub duration: f32,
    /// Easing of the blend over `duration`.
    pub easing: Easing,
}

/// Per-bone timing of a blend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlendProfile {
    /// Meaning of the factors.
    pub mode: ProfileMode,
    /// Factors, one a bone, 0 or more; a bone beyond the end has 1.
    pub factors: Vec<f32>,
}

impl BlendProfile {
    /// The incoming weight of a bone, `elapsed` seconds into a blend of `duration` seconds.
    pub fn weight(&self, bone: usize, elapsed: f32, duration: f32, easing: Easing) -> f32 {
        self.weight_by(self.factor(bone), elapsed, duration, easing)
    }

    fn factor(&self, bone: usize) -> f32 {
        self.factors.get(bone).copied().unwrap_or(1.0)
    }

    fn weight_by(&self, factor: f32, elapsed: f32, duration: f32, easing: Easing) -> f32 {
        let eased = |time: f32| {
            if time <= 0.0 {
                1.0
            } else {
                easing.apply(elapsed / time)
            }
        };
        match self.mode {
            ProfileMode::TimeFactor => eased(factor.clamp(0.0, 1.0) * duration),
            ProfileMode::WeightFactor => (factor.higher(0.0) * eased(duration)).clamp(0.0, 1.0),
            ProfileMode::BlendMask => factor.clamp(0.0, 1.0),
        }
    }

    /// Same as [`BlendProfile::weight`], but a bone that the profile leaves alone has the weight of
    /// the blend, bit for bit.
    pub fn share(&self, bone: usize, progress: &Progress) -> f32 {
        self.share_by(self.factor(bone), progress)
    }

    fn share_by(&self, factor: f32, progress: &Progress) -> f32 {
        let Progress {
            alpha,
            elapsed,
            duration,
            easing,
        } = *progress;
        match self.mode {
            ProfileMode::TimeFactor if factor >= 1.0 => alpha,
            ProfileMode::WeightFactor => (factor.higher(0.0) * alpha).clamp(0.0, 1.0),
            _ => self.weight_by(factor, elapsed, duration, easing),
        }
    }

    /// The least and the greatest share that a bone has; those of the blend where there is no bone.
    pub fn shares(&self, progress: &Progress) -> (f32, f32) {
        let extreme =
            |pick: fn(f32, f32) -> f32| self.factors.iter().copied().reduce(pick).unwrap_or(1.0);
        let [a, b] = [extreme(Extreme::lower), extreme(Extreme::higher)]
            .map(|factor| self.share_by(factor, progress));
        (a.lower(b), a.higher(b))
    }

    /// The part of an inertialized blend's duration in which a bone gets there: where weights are
    /// scaled, that in which a linear weight would be full; under a mask, what the bone has not got
    /// at once.
    pub fn duration_factor(&self, bone: usize) -> f32 {
        let factor = self.factor(bone).higher(0.0);
        match self.mode {
            ProfileMode::TimeFactor => factor.lower(1.0),
            ProfileMode::WeightFactor => 1.0 / factor.higher(1.0),
            ProfileMode::BlendMask => 1.0 - factor.lower(1.0),
        }
    }

    /// The incoming weights of all bones, for [`crate::pose::blend_masked`] at alpha 1 or as a
    /// layer's mask.
    pub fn mask(&self, bones: usize, elapsed: f32, duration: f32, easing: Easing) -> BoneMask {
        let weights: Vec<f32> = (0..bones)
            .map(|bone| self.weight(bone, elapsed, duration, easing))
            .collect();
        BoneMask::new(&weights)
    }
}
