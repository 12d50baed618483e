//! A montage's weight on its way to a goal, bone by bone where a blend profile says so.
//! Invariant: no bone's weight jumps when the blend turns round under way, whatever the profiles.

#[cfg(test)]
mod tests;

use super::AlphaBlend;
use crate::{Name, Skeleton, mask::BlendProfile, montage::Blend};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct BoneBlend {
    alpha: AlphaBlend,
    /// Blend profile of the skeleton; none while all bones blend together.
    profile: Name,
    /// Weight at which each bone began; None if all bones began at the common weight.
    begins: Option<Arc<[f32]>>,
}

impl BoneBlend {
    /// A weight that is at its goal already, for all bones alike.
    pub fn fixed(value: f32) -> Self {
        Self {
            alpha: AlphaBlend::fixed(value),
            profile: Name::NONE,
            begins: None,
        }
    }

    /// A weight that goes from 0 to 1.
    pub fn rise(blend: Blend) -> Self {
        let mut alpha = AlphaBlend::fixed(0.0);
        alpha.retarget(1.0, blend);
        Self {
            alpha,
            profile: blend.profile,
            begins: None,
        }
    }

    /// Goes from where each bone is now to a goal, with the full time.
    pub fn retarget(&mut self, goal: f32, blend: Blend, skeleton: &Skeleton) {
        self.begins = self.is_by_bone().then(|| {
            let profile = skeleton.profile(self.profile);
            (0..skeleton.len())
                .map(|bone| self.bone(bone, profile))
                .collect()
        });
        self.alpha.retarget(goal, blend);
        self.profile = blend.profile;
    }

    /// The weight as a whole, from which single bones may differ.
    pub fn alpha(&self) -> &AlphaBlend {
        &self.alpha
    }

    /// Name of the skeleton's blend profile that the blend uses; [`Name::NONE`] if the blend uses
    /// none.
    pub fn profile(&self) -> Name {
        self.profile
    }

    /// Advances the blend in the same manner as [`AlphaBlend::advance`].
    pub fn advance(&mut self, dt: f64) -> Option<f64> {
        self.alpha.advance(dt)
    }

    /// Puts the weight of every bone at its goal at once.
    pub fn complete(&mut self) {
        self.alpha.complete();
    }

    /// Bones may differ from the weight.
    pub fn is_by_bone(&self) -> bool {
        !self.alpha.is_complete() && (self.profile != Name::NONE || self.begins.is_some())
    }

    /// The weight of a bone. `profile` is the skeleton's of [`BoneBlend::profile`].
    pub fn bone(&self, bone: usize, profile: Option<&BlendProfile>) -> f32 {
        let begin = self
            .begins
            .as_ref()
            .and_then(|begins| begins.get(bone))
            .copied();
        self.alpha.value_of(begin, |elapsed, time, easing| {
            profile.map(|profile| profile.weight(bone, elapsed, time, easing))
        })
    }
}
