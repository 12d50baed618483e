//! A montage's weight on its way to a goal, bone by bone where a blend profile says so.
//! Invariant: no bone's weight jumps when the blend turns round under way, whatever the profiles.

use super::AlphaBlend;
use crate::{Name, Skeleton, mask::BlendProfile, montage::Blend};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BoneBlend {
    alpha: AlphaBlend,
    /// Of the skeleton; none while the bones go together.
    profile: Name,
    /// Where each bone began; None where all began at the weight.
    begins: Option<Arc<[f32]>>,
}

impl BoneBlend {
    pub fn fixed(value: f32) -> Self {
        Self { alpha: AlphaBlend::fixed(value), profile: Name::NONE, begins: None }
    }

    /// From 0 to 1.
    pub fn rise(blend: Blend) -> Self {
        let mut alpha = AlphaBlend::fixed(0.0);
        alpha.retarget(1.0, blend);
        Self { alpha, profile: blend.profile, begins: None }
    }

    /// From where each bone is now, with the full time.
    pub fn retarget(&mut self, goal: f32, blend: Blend, skeleton: &Skeleton) {
        self.begins = self.is_by_bone().then(|| {
            let profile = skeleton.profile(self.profile);
            (0..skeleton.len()).map(|bone| self.bone(bone, profile)).collect()
        });
        self.alpha.retarget(goal, blend);
        self.profile = blend.profile;
    }

    pub fn alpha(&self) -> &AlphaBlend {
        &self.alpha
    }

    pub fn profile(&self) -> Name {
        self.profile
    }

    /// As [`AlphaBlend::advance`].
    pub fn advance(&mut self, dt: f64) -> Option<f64> {
        self.alpha.advance(dt)
    }

    pub fn complete(&mut self) {
        self.alpha.complete();
    }

    /// Bones may differ from the weight.
    pub fn is_by_bone(&self) -> bool {
        !self.alpha.is_complete() && (self.profile != Name::NONE || self.begins.is_some())
    }

    /// The weight of a bone. `profile` is the skeleton's of [`BoneBlend::profile`].
    pub fn bone(&self, bone: usize, profile: Option<&BlendProfile>) -> f32 {
        let begin = self.begins.as_ref().and_then(|begins| begins.get(bone)).copied();
        self.alpha
            .value_of(begin, |elapsed, time, easing| profile.map(|profile| profile.weight(bone, elapsed, time, easing)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Transform, fixture, mask::ProfileMode, montage::Easing};

    const FACTORS: [f32; 4] = [1.0, 0.5, 0.25, 0.0];

    fn skeleton() -> Skeleton {
        let profile = |mode| BlendProfile { mode, factors: FACTORS.to_vec() };
        let weight = BlendProfile { factors: vec![1.0, 2.0, 4.0, 1.0], ..profile(ProfileMode::WeightFactor) };
        fixture::skeleton(&[-1, 0, 1, 0], |_| Transform::IDENTITY)
            .with_profiles(vec![(Name(1), profile(ProfileMode::TimeFactor)), (Name(2), weight)])
            .unwrap()
    }

    fn linear(time: f32, profile: u64) -> Blend {
        Blend { time, easing: Easing::Linear, inertialize: false, profile: Name(profile) }
    }

    fn bones(blend: &BoneBlend) -> [f32; 4] {
        let skeleton = skeleton();
        std::array::from_fn(|bone| blend.bone(bone, skeleton.profile(blend.profile())))
    }

    fn near(found: [f32; 4], expected: [f32; 4]) {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?} {expected:?}");
    }

    #[test]
    fn each_bone_has_its_own_time_in_and_out() {
        let mut blend = BoneBlend::rise(linear(0.4, 1));
        blend.advance(0.1);
        near(bones(&blend), [0.25, 0.5, 1.0, 1.0]);
        blend.advance(0.4);
        assert!(!blend.is_by_bone());
        blend.retarget(0.0, linear(0.4, 2), &skeleton());
        blend.advance(0.1);
        near(bones(&blend), [0.75, 0.5, 0.0, 0.75]);
    }

    #[test]
    fn a_blend_that_turns_round_goes_on_from_where_each_bone_is() {
        let mut blend = BoneBlend::rise(linear(0.4, 1));
        blend.advance(0.1);
        let before = bones(&blend);
        for profile in [2, 0] {
            let mut turned = blend.clone();
            turned.retarget(0.0, linear(0.2, profile), &skeleton());
            near(bones(&turned), before);
            turned.advance(0.2);
            near(bones(&turned), [0.0; 4]);
        }
        let mut plain = blend.clone();
        plain.retarget(0.0, linear(0.2, 0), &skeleton());
        plain.advance(0.1);
        near(bones(&plain), before.map(|weight| weight / 2.0));
    }
}
