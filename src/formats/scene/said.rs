//! Settings of a clip that was exported from a project. What they leave out stays as it is guessed.

use anim::clip::RootLock;
use asset::{Clip, clip::LoopPolicy, skeleton::Bone};

/// Settings of a clip from its export. None means that the export does not say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// Whether it plays as a loop.
    pub looping: Option<bool>,
    /// Policy by which a loop joins its end to its start.
    pub loop_policy: Option<LoopPolicy>,
    /// Playback rate; finite and not 0.
    pub rate_scale: Option<f32>,
    /// Frames a second of the compiled clip; finite and above 0.
    pub frame_rate: Option<f32>,
    /// Settings of root motion.
    pub root_motion: Option<SaidRoot>,
}

/// Root motion settings from an export.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SaidRoot {
    /// Whether the motion of the root moves the character.
    pub enabled: bool,
    /// Place where the root bone stays while its motion moves the character.
    pub lock: RootLock,
    /// Name in the file of the bone that moves the character; None is the top bone.
    pub bone: Option<String>,
}

impl Said {
    /// Overwrites what is guessed in `clip`. `bones` are those of the clip's skeleton.
    pub fn apply(&self, clip: &mut Clip, bones: &[Bone]) {
        clip.looping = self.looping.unwrap_or(clip.looping);
        clip.loop_policy = self.loop_policy.unwrap_or(clip.loop_policy);
        clip.rate_scale = self.rate_scale.unwrap_or(clip.rate_scale);
        clip.frame_rate = self.frame_rate.unwrap_or(clip.frame_rate);
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
