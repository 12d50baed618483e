//! What a clip that was exported from a project says of itself. What it does not say stays as it is
//! guessed.

use anim::clip::RootLock;
use asset::{Clip, clip::LoopPolicy, skeleton::Bone};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    pub looping: Option<bool>,
    pub loop_policy: Option<LoopPolicy>,
    /// Finite and not 0.
    pub rate_scale: Option<f32>,
    pub root_motion: Option<SaidRoot>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SaidRoot {
    pub enabled: bool,
    pub lock: RootLock,
    /// The file's name of the bone that moves the character.
    pub bone: Option<String>,
}

impl Said {
    /// `bones` are those of the clip's skeleton.
    pub fn apply(&self, clip: &mut Clip, bones: &[Bone]) {
        clip.looping = self.looping.unwrap_or(clip.looping);
        clip.loop_policy = self.loop_policy.unwrap_or(clip.loop_policy);
        clip.rate_scale = self.rate_scale.unwrap_or(clip.rate_scale);
        let Some(root) = &self.root_motion else {
            return;
        };
        (clip.root_motion.enabled, clip.root_motion.lock) = (root.enabled, root.lock);
        let named = |bone: &&Bone| {
            root.bone
                .as_deref()
                .is_some_and(|name| bone.file_name() == name)
        };
        clip.root_bone = bones.iter().find(named).map(|bone| bone.key.clone());
    }
}
