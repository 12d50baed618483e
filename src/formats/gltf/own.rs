//! Settings that exported clips store in the `extras` of their animation, so that they come back
//! unchanged. What is missing or of the wrong type is guessed as for any file.

#[cfg(test)]
mod tests;

use super::odd::{Odd, Plain};
use crate::scene::{Said, SaidRoot};
use anim::clip::RootLock;
use asset::clip::LoopPolicy;
use serde::de::{IgnoredAny, MapAccess};

/// The `extras` of an animation; only `mutoscope` is read.
#[derive(Debug, Default)]
pub struct GltfAnimationExtras {
    own: Odd<Own>,
}

/// The `mutoscope` object of an animation.
#[derive(Debug, Default)]
pub struct Own {
    looping: Odd<bool>,
    loop_policy: Odd<String>,
    rate_scale: Odd<f64>,
    frame_rate: Odd<f64>,
    root_motion: Odd<OwnRoot>,
    root_bone: Odd<String>,
}

#[derive(Debug, Default)]
struct OwnRoot {
    enabled: Odd<bool>,
    lock: Odd<String>,
}

impl Plain for GltfAnimationExtras {
    fn fields<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut extras = Self::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "mutoscope" => extras.own = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Some(extras))
    }
}

impl Plain for Own {
    fn fields<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut own = Self::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "looping" => own.looping = map.next_value()?,
                "loop_policy" => own.loop_policy = map.next_value()?,
                "rate_scale" => own.rate_scale = map.next_value()?,
                "frame_rate" => own.frame_rate = map.next_value()?,
                "root_motion" => own.root_motion = map.next_value()?,
                "root_bone" => own.root_bone = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Some(own))
    }
}

impl Plain for OwnRoot {
    fn fields<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut root = Self::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "enabled" => root.enabled = map.next_value()?,
                "lock" => root.lock = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Some(root))
    }
}

impl GltfAnimationExtras {
    /// The settings. None if the animation was not exported from a project; a field is None where
    /// it is missing or unusable.
    pub fn said(&self) -> Option<Said> {
        self.own.as_ref().map(Own::said)
    }
}

impl Own {
    /// The settings; a field is None where it is missing or unusable.
    pub fn said(&self) -> Said {
        let loop_policy = match self.loop_policy.as_deref() {
            Some("wrap") => Some(LoopPolicy::Wrap),
            Some("clamp") => Some(LoopPolicy::Clamp),
            _ => None,
        };
        let rate_scale = self
            .rate_scale
            .map(|rate| rate as f32)
            .filter(|rate| rate.is_finite() && *rate != 0.0);
        let frame_rate = self
            .frame_rate
            .map(|rate| rate as f32)
            .filter(|rate| rate.is_finite() && *rate > 0.0);
        let root_motion = self.root_motion.as_ref().map(|root| SaidRoot {
            enabled: root.enabled.unwrap_or(false),
            lock: match root.lock.as_deref() {
                Some("first_frame") => RootLock::FirstFrame,
                Some("zero") => RootLock::Zero,
                _ => RootLock::Reference,
            },
            bone: self.root_bone.clone(),
        });
        Said {
            looping: *self.looping,
            loop_policy,
            rate_scale,
            frame_rate,
            root_motion,
        }
    }
}
