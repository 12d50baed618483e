//! Which bones a blend touches, and how fast: bone masks and blend profiles.

use crate::{
    Skeleton,
    float::Extreme,
    montage::Easing,
    pose::{LANES, Row},
};
use serde::{Deserialize, Serialize};

/// One weight a bone, 0 to 1, in rows of eight as poses are; a bone beyond the end has 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BoneMask(Vec<Row>);

impl BoneMask {
    pub fn new(weights: &[f32]) -> Self {
        let row = |bones: &[f32]| std::array::from_fn(|lane| bones.get(lane).copied().unwrap_or(0.0));
        Self(weights.chunks(LANES).map(row).collect())
    }

    /// The same, into the room of the one that was.
    pub fn fill(&mut self, bones: usize, weight: impl Fn(usize) -> f32) {
        let at = |bone: usize| if bone < bones { weight(bone) } else { 0.0 };
        self.0.clear();
        self.0.extend((0..bones.div_ceil(LANES)).map(|row| std::array::from_fn(|lane| at(row * LANES + lane))));
    }

    pub fn rows(&self) -> &[Row] {
        &self.0
    }

    /// The weights of a block of bones.
    pub(crate) fn row(&self, block: usize) -> Row {
        self.0.get(block).copied().unwrap_or_default()
    }

    pub fn weight(&self, bone: usize) -> f32 {
        self.0.get(bone / LANES).map_or(0.0, |row| row[bone % LANES])
    }

    /// `root` and everything below it; None takes the whole skeleton, a bone that is not there nothing.
    pub fn below(skeleton: &Skeleton, root: Option<usize>) -> Self {
        let Some(root) = root else { return Self::new(&vec![1.0; skeleton.len()]) };
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
    /// What the branches add up to, at most 1, one after the other. A bone that is not there changes nothing.
    pub fn of_branches(skeleton: &Skeleton, branches: &[Branch]) -> Self {
        let mut weights = vec![0.0f32; skeleton.len()];
        let mut levels = vec![0i32; skeleton.len()];
        for Branch { bone: first, depth } in branches.iter().filter(|branch| branch.bone < skeleton.len()) {
            levels.fill(0);
            for bone in *first..skeleton.len() {
                let above = skeleton.parent(bone).map_or(0, |parent| levels[parent]);
                levels[bone] = if bone == *first { 1 } else { above + above.signum() };
                if levels[bone] > 0 {
                    let added = levels[bone] as f32 / (*depth).max(1) as f32;
                    weights[bone] = if *depth < 0 { 0.0 } else { (weights[bone] + added).lower(1.0) };
                }
            }
        }
        Self::new(&weights)
    }
}

/// What a profile's factors mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProfileMode {
    /// Of the duration: 0.5 is there in half the time, 0 at once.
    #[default]
    TimeFactor,
    /// Of the weight.
    WeightFactor,
    /// The weight itself, whatever the time.
    BlendMask,
}

impl ProfileMode {
    pub const ALL: [ProfileMode; 3] = [ProfileMode::TimeFactor, ProfileMode::WeightFactor, ProfileMode::BlendMask];
}

/// How far a blend is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The incoming weight of what goes with the blend itself, 0 to 1.
    pub alpha: f32,
    /// Seconds.
    pub elapsed: f32,
    /// Seconds of the whole blend.
    pub duration: f32,
    pub easing: Easing,
}

/// Per-bone timing of a blend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlendProfile {
    pub mode: ProfileMode,
    /// One a bone, 0 or more; a bone beyond the end has 1.
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
        let eased = |time: f32| if time <= 0.0 { 1.0 } else { easing.apply(elapsed / time) };
        match self.mode {
            ProfileMode::TimeFactor => eased(factor.clamp(0.0, 1.0) * duration),
            ProfileMode::WeightFactor => (factor.higher(0.0) * eased(duration)).clamp(0.0, 1.0),
            ProfileMode::BlendMask => factor.clamp(0.0, 1.0),
        }
    }

    /// As [`BlendProfile::weight`], but a bone that the profile leaves alone has the weight of the blend, bit for bit.
    pub fn share(&self, bone: usize, progress: &Progress) -> f32 {
        self.share_by(self.factor(bone), progress)
    }

    fn share_by(&self, factor: f32, progress: &Progress) -> f32 {
        let Progress { alpha, elapsed, duration, easing } = *progress;
        match self.mode {
            ProfileMode::TimeFactor if factor >= 1.0 => alpha,
            ProfileMode::WeightFactor => (factor.higher(0.0) * alpha).clamp(0.0, 1.0),
            _ => self.weight_by(factor, elapsed, duration, easing),
        }
    }

    /// The least and the greatest share that a bone has; those of the blend where there is no bone.
    pub fn shares(&self, progress: &Progress) -> (f32, f32) {
        let extreme = |pick: fn(f32, f32) -> f32| self.factors.iter().copied().reduce(pick).unwrap_or(1.0);
        let [a, b] = [extreme(Extreme::lower), extreme(Extreme::higher)].map(|factor| self.share_by(factor, progress));
        (a.lower(b), a.higher(b))
    }

    /// The part of an inertialized blend's duration in which a bone gets there: where weights are scaled, that in which
    /// a linear weight would be full; under a mask, what the bone has not got at once.
    pub fn duration_factor(&self, bone: usize) -> f32 {
        let factor = self.factor(bone).higher(0.0);
        match self.mode {
            ProfileMode::TimeFactor => factor.lower(1.0),
            ProfileMode::WeightFactor => 1.0 / factor.higher(1.0),
            ProfileMode::BlendMask => 1.0 - factor.lower(1.0),
        }
    }

    /// The incoming weights of all bones, for [`crate::pose::blend_masked`] at alpha 1 or as a layer's mask.
    pub fn mask(&self, bones: usize, elapsed: f32, duration: f32, easing: Easing) -> BoneMask {
        let weights: Vec<f32> = (0..bones).map(|bone| self.weight(bone, elapsed, duration, easing)).collect();
        BoneMask::new(&weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pose, Transform, fixture, pose::blend_masked};
    use glam::Vec3;

    /// 0 ← 1 ← 2, and 3 under 0.
    fn skeleton() -> Skeleton {
        fixture::skeleton(&[-1, 0, 1, 0], |_| Transform::IDENTITY)
    }

    fn at(x: f32) -> Pose {
        Pose::new([Transform::from_translation(Vec3::X * x); 4])
    }

    #[test]
    fn a_mask_takes_a_bone_and_what_hangs_on_it() {
        let weights = |root| {
            let mask = BoneMask::below(&skeleton(), root);
            [0, 1, 2, 3].map(|bone| mask.weight(bone))
        };
        assert_eq!(weights(Some(0)), [1.0; 4]);
        assert_eq!(weights(Some(1)), [0.0, 1.0, 1.0, 0.0]);
        assert_eq!(weights(None), [1.0; 4]);
        assert_eq!(weights(Some(9)), [0.0; 4]);
    }

    /// Property 05.11.
    #[test]
    fn a_branch_sets_in_over_its_depth_and_branches_add_up() {
        let chain = fixture::chain(6);
        let weights = |branches: &[(usize, i32)]| {
            let branches: Vec<Branch> =
                branches.iter().map(|(bone, depth)| Branch { bone: *bone, depth: *depth }).collect();
            let mask = BoneMask::of_branches(&chain, &branches);
            [0, 1, 2, 3, 4, 5].map(|bone| mask.weight(bone))
        };
        let third = 1.0 / 3.0;
        assert_eq!(weights(&[(1, 1)]), [0.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(weights(&[(1, 0)]), weights(&[(1, 1)]));
        assert_eq!(weights(&[(1, 3)]), [0.0, third, 2.0 * third, 1.0, 1.0, 1.0]);
        assert_eq!(weights(&[(1, 2), (3, 2)]), [0.0, 0.5, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(weights(&[(1, 4), (2, 4)]), [0.0, 0.25, 0.75, 1.0, 1.0, 1.0]);
        assert_eq!(weights(&[(0, 1), (4, -1)]), [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
        assert_eq!(weights(&[(4, -1), (0, 1)]), [1.0; 6], "one after the other");
        assert_eq!(weights(&[(9, 1), (5, i32::MAX)])[..5], [0.0; 5]);
        assert_eq!(weights(&[(1, i32::MIN)]), [0.0; 6]);
        let side = BoneMask::of_branches(&skeleton(), &[Branch { bone: 1, depth: 1 }]);
        assert_eq!([0, 1, 2, 3].map(|bone| side.weight(bone)), [0.0, 1.0, 1.0, 0.0]);
    }

    /// Bone by bone as a blend of the whole, bit for bit, whatever the weights and however many of them there are.
    #[test]
    fn a_masked_blend_is_that_of_each_bone() {
        let chain = fixture::chain(29);
        let pose = |seed: usize, scaled: bool| {
            let mut pose = Pose::reference(&chain);
            for bone in 0..chain.len() {
                let at = (seed * 31 + bone * 7) as f32;
                let turn = |k: f32| (at * k).sin() * 3.0;
                let rotation = glam::Quat::from_euler(glam::EulerRot::XYZ, turn(0.7), turn(1.3), turn(2.1));
                let scale = if scaled { Vec3::new(1.0 + (at * 0.1).sin() * 0.5, 1.0, -0.5) } else { Vec3::ONE };
                pose.set(bone, &Transform { translation: Vec3::new(turn(0.3), at, turn(0.9)), rotation, scale });
            }
            pose
        };
        for (scaled, count) in [(false, 29), (true, 29), (true, 11), (false, 0)] {
            let (a, b) = (pose(1, scaled), pose(2, scaled));
            let weights: Vec<f32> = (0..count).map(|bone| [0.0, 1e-6, 0.3, 0.999_999_9, 1.0][bone % 5]).collect();
            for alpha in [0.0, 0.2, 1.0, 1.5, -1.0, f32::NAN] {
                let mut out = pose(3, true);
                blend_masked(&a, &b, alpha, &BoneMask::new(&weights), &mut out);
                let alpha = if alpha.is_nan() { 0.0 } else { alpha.clamp(0.0, 1.0) };
                for bone in 0..chain.len() {
                    let weight = alpha * weights.get(bone).copied().unwrap_or(0.0);
                    let mut whole = Pose::default();
                    crate::pose::blend(&a, &b, weight, &mut whole);
                    let expected = whole.get(bone);
                    assert_eq!(out.get(bone), expected, "{bone} {alpha} {weight}");
                }
            }
        }
    }

    #[test]
    fn bones_outside_a_mask_are_untouched_even_in_a_used_buffer() {
        let mut out = at(77.0);
        blend_masked(&at(1.0), &at(3.0), 0.5, &BoneMask::below(&skeleton(), Some(1)), &mut out);
        let x: Vec<f32> = out.iter().map(|local| local.translation.x).collect();
        assert_eq!(x, [1.0, 2.0, 2.0, 1.0]);
        assert_eq!(out.get(3), at(1.0).get(3));
    }

    #[test]
    fn every_mode_has_its_part_of_an_inertialized_duration() {
        let parts = |mode| {
            let profile = BlendProfile { mode, factors: vec![1.0, 0.25, 2.0, 0.0] };
            [0, 1, 2, 3, 9].map(|bone| profile.duration_factor(bone))
        };
        assert_eq!(parts(ProfileMode::TimeFactor), [1.0, 0.25, 1.0, 0.0, 1.0]);
        assert_eq!(parts(ProfileMode::WeightFactor), [1.0, 1.0, 0.5, 1.0, 1.0]);
        assert_eq!(parts(ProfileMode::BlendMask), [0.0, 0.75, 0.0, 1.0, 0.0]);
    }

    #[test]
    fn time_factors_shorten_a_bones_blend() {
        let profile = BlendProfile { factors: vec![1.0, 0.5, 0.25, 0.0], ..BlendProfile::default() };
        let weights: Vec<f32> = (0..4).map(|bone| profile.weight(bone, 0.1, 0.4, Easing::Linear)).collect();
        assert_eq!(weights, [0.25, 0.5, 1.0, 1.0]);
        assert!((profile.weight(1, 0.01, 0.1, Easing::Linear) - 0.2).abs() < 1e-6);
        let mut out = Pose::default();
        blend_masked(&at(0.0), &at(8.0), 1.0, &profile.mask(4, 0.1, 0.4, Easing::Linear), &mut out);
        let x: Vec<f32> = out.iter().map(|local| local.translation.x).collect();
        assert_eq!(x, [2.0, 4.0, 8.0, 8.0]);
    }

    #[test]
    fn weight_factors_scale_the_weight_and_a_mask_is_the_weight() {
        let weights = |mode, elapsed, duration| {
            let profile = BlendProfile { mode, factors: vec![1.0, 0.5, 3.0, -1.0] };
            [0, 1, 2, 3, 9].map(|bone| profile.weight(bone, elapsed, duration, Easing::QuadraticInOut))
        };
        assert_eq!(weights(ProfileMode::WeightFactor, 0.25, 1.0), [0.125, 0.0625, 0.375, 0.0, 0.125]);
        assert_eq!(weights(ProfileMode::WeightFactor, 0.0, 0.0), [1.0, 0.5, 1.0, 0.0, 1.0]);
        assert_eq!(weights(ProfileMode::BlendMask, 0.25, 1.0), [1.0, 0.5, 1.0, 0.0, 1.0]);
        assert_eq!(weights(ProfileMode::TimeFactor, 0.25, 1.0), [0.125, 0.5, 0.125, 1.0, 0.125]);
    }

    #[test]
    fn a_mask_has_a_weight_a_bone_and_none_beyond_them() {
        let mut mask = BoneMask::new(&[0.5; 9]);
        assert_eq!((mask.rows().len(), mask.weight(8), mask.weight(9), mask.weight(99)), (2, 0.5, 0.0, 0.0));
        mask.fill(3, |bone| bone as f32);
        assert_eq!((mask.rows().len(), [0, 2, 3, 8].map(|bone| mask.weight(bone))), (1, [0.0, 2.0, 0.0, 0.0]));
    }

    #[test]
    fn weights_of_all_but_nothing_are_the_ends_to_the_bit() {
        let (a, b) = (at(0.1), at(0.7));
        let blended = |weight: f32, alpha: f32| {
            let mut out = Pose::default();
            blend_masked(&a, &b, alpha, &BoneMask::new(&[weight; 4]), &mut out);
            out.translation(2).x
        };
        assert_eq!([blended(0.5e-5, 1.0), blended(1.0 - 0.5e-5, 1.0)], [0.1, 0.7]);
        assert_eq!([blended(1.0, f32::NAN), blended(1.0, -1.0), blended(1.0, 2.0)], [0.1, 0.1, 0.7]);
        assert!((blended(0.5, 0.5) - 0.25).abs() < 1e-6);
    }
}
