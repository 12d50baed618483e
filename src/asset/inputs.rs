//! What of a clip its compiled keys depend on. Whoever compiles keys is handed this alone, so that
//! nothing else can change them; what was compiled before is found again by it, in memory and on
//! disk.

use crate::{
    BoneKey, Clip, MadeFor,
    clip::{Additive, LoopPolicy},
    compile::key_count,
    source::ClipSource,
};
use anim::{clip::RootMotion, codec};
use std::sync::Arc;

/// Keys as they were imported. Two are the same where they lie in one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedSource<'a>(&'a Arc<ClipSource>);

impl PartialEq for SharedSource<'_> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(self.0, other.0)
    }
}

/// Inputs that the full poses of a clip on a skeleton depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PoseInputs<'a> {
    /// The imported keys.
    pub source: SharedSource<'a>,
    /// The figure whose proportions translations are in.
    pub made_for: MadeFor,
    /// Frame rate of the clip, keys per second.
    pub frame_rate: f32,
    /// Policy for what follows the last frame of the clip.
    pub loop_policy: LoopPolicy,
    /// The bone whose motion moves the character; None is the top one.
    pub root_bone: Option<&'a BoneKey>,
    /// Root motion is carried by another bone, or goes on over the seam.
    pub root_travels: bool,
}

/// Inputs that the compiled keys of a clip on a skeleton depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ClipInputs<'a> {
    /// Inputs that the full poses of the clip depend on.
    pub poses: PoseInputs<'a>,
    /// The difference, with the root motion by which the roots of both are locked.
    pub additive: Option<(Additive, RootMotion)>,
    /// Tolerance of the compressed keys and their packing.
    pub compression: Option<codec::EncoderSettings>,
}

impl<'a> PoseInputs<'a> {
    /// The imported keys, without their sharing.
    pub fn source(&self) -> &'a ClipSource {
        self.source.0
    }

    /// Seconds that the compiled clip takes, see [`Clip::length`].
    pub fn length(&self) -> f32 {
        let keys = match (self.loop_policy, key_count(self)) {
            (LoopPolicy::Wrap, Ok(keys)) => keys,
            _ => return self.source().duration,
        };
        let frame = match keys {
            1 => 1.0 / f64::from(self.frame_rate),
            _ => f64::from(self.source().duration) / f64::from(keys - 1),
        };
        (frame * f64::from(keys)) as f32
    }
}

impl Clip {
    pub(crate) fn poses(&self) -> PoseInputs<'_> {
        let moves_elsewhere = self.loop_policy == LoopPolicy::Wrap || self.root_bone.is_some();
        PoseInputs {
            source: SharedSource(&self.source),
            made_for: self.made_for,
            frame_rate: self.frame_rate,
            loop_policy: self.loop_policy,
            root_bone: self.root_bone.as_ref(),
            root_travels: self.root_motion.enabled && moves_elsewhere,
        }
    }

    /// Inputs of the compiled keys; an edit of anything else does not recompile the keys.
    pub(crate) fn inputs(&self) -> ClipInputs<'_> {
        ClipInputs {
            poses: self.poses(),
            additive: self.additive.map(|additive| (additive, self.root_motion)),
            compression: self.compression,
        }
    }
}
