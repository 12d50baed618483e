//! What a script does to root motion in place of a game: a modifier that makes it shorter.

use anim::{
    Transform,
    instance::{RootMotionModifier, RootMotionTick},
};
use engine::CharacterId;
use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

/// Limits that a script puts on the root motion of one character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootLimit {
    /// Factor on the translation of root motion: 1 changes nothing, 0 stops it. Rotation stays.
    pub scale: f32,
    /// The highest speed in the world, in metres a second. None for no limit.
    pub speed: Option<f32>,
}

/// The limits of all characters of a script. A character without one moves as its animations say.
#[derive(Default)]
pub struct RootLimits(Mutex<BTreeMap<CharacterId, RootLimit>>);

impl RootLimits {
    /// Replaces the character's limit; the next tick keeps to it.
    pub fn set(&self, character: CharacterId, limit: RootLimit) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(character, limit);
    }

    fn of(&self, character: CharacterId) -> Option<RootLimit> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&character)
            .copied()
    }
}

impl RootMotionModifier for RootLimits {
    fn pre_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        let scale = self.of(motion.character).map_or(1.0, |limit| limit.scale);
        Transform {
            translation: motion.delta.translation * scale,
            ..motion.delta
        }
    }

    fn post_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        let most = self
            .of(motion.character)
            .and_then(|limit| limit.speed)
            .map(|speed| speed * motion.dt as f32);
        let way = motion.delta.translation;
        Transform {
            translation: most.map_or(way, |most| way.clamp_length_max(most)),
            ..motion.delta
        }
    }
}
