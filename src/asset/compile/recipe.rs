//! What a clip's keys come from, known before anything of it is resampled: so that what came of it
//! once is found again for the cost of reading it.

use super::{keys::key_count, limits, resample::Loss, seam::Seams, wrap};
use crate::{
    Bones, Clip, Id, Skeleton,
    clip::LoopPolicy,
    inputs::{ClipInputs, PoseInputs},
    mover,
    source::{Channel, Track},
};
use anim::{
    clip::RootMotion,
    codec::{CodecReport, Compressed, EncoderSettings},
    limits::LONGEST,
};
use std::borrow::Cow;

/// Everything that the compressed keys of a clip depend on.
pub struct Recipe<'a> {
    clip: Cow<'a, Clip>,
    /// The clip that it is the difference to.
    base: Option<Cow<'a, Clip>>,
    skeleton: &'a anim::Skeleton,
    /// Authored skeleton that the compiled one was made of.
    authored: &'a Skeleton,
    /// Distance from each bone at which errors are measured.
    shells: &'a [f32],
    settings: EncoderSettings,
    key_count: u32,
}

/// Result of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// Compressed keys of the clip.
    pub compressed: Compressed,
    /// Report of the compression.
    pub report: CodecReport,
    /// Times of frames, as [`anim::Clip::times`].
    pub times: Vec<f32>,
    /// Greatest error of the raw frames against the source.
    pub loss: Loss,
    /// Distance between the ends of the loop; None for a single key.
    pub seams: Option<Seams>,
    /// Some keys were no numbers, and those before them stand in their places.
    pub is_repaired: bool,
}

impl<'a> Recipe<'a> {
    /// The recipe of a clip; None of one that is not compressed, or does not compile.
    pub(super) fn of(
        clip: &'a Clip,
        base: Option<&'a Clip>,
        (skeleton, authored): (&'a anim::Skeleton, &'a Skeleton),
        shells: &'a [f32],
    ) -> Option<Self> {
        let within = |clip: &'a Clip| {
            mover::carried(
                limits::clip(Id(0), clip, &mut super::Output::default()),
                authored,
            )
        };
        let (settings, clip) = (clip.compression?, within(clip));
        let key_count = key_count(&clip.poses())
            .ok()
            .filter(|_| clip.length() <= LONGEST)?;
        let key_count = key_count + u32::from(wrap::closing(&clip.poses()).is_some());
        Some(Self {
            clip,
            base: base.map(within),
            skeleton,
            authored,
            shells,
            settings,
            key_count,
        })
    }

    /// Part by part, always in the same order: what has the same parts comes to the same.
    pub fn for_each_part(&self, part: &mut dyn FnMut(&[u8])) {
        // Nothing is left out: a part more of what keys depend on does not compile here until it
        // has its place.
        let ClipInputs {
            poses,
            additive,
            compression: _,
        } = self.clip.inputs();
        let kind = additive.map(|(additive, _)| additive);
        part(format!("{:?} {:?} {:?}", self.settings, kind, self.base.is_some()).as_bytes());
        for bone in self.skeleton.bones.iter() {
            part(&bone.parent.to_le_bytes());
            part(bytemuck::bytes_of(&bone.reference));
        }
        part(bytemuck::cast_slice(&self.skeleton.retarget));
        part(bytemuck::cast_slice(self.shells));
        let bones = Bones::of(self.authored);
        let root_motion = additive.map(|(_, root_motion)| root_motion);
        for_each_key(&poses, root_motion, &bones, part);
        if let Some(base) = &self.base {
            for_each_key(&base.poses(), root_motion, &bones, part);
        }
    }

    /// Keys and bones of an outcome with such times.
    pub fn shape(&self, times: &[f32]) -> (u32, usize) {
        (self.key_count(times), self.skeleton.len())
    }

    fn key_count(&self, times: &[f32]) -> u32 {
        if times.is_empty() {
            self.key_count
        } else {
            times.len() as u32
        }
    }

    /// The keys of the compiled clip.
    pub(super) fn keys(&self, compressed: Compressed, times: Vec<f32>) -> anim::Clip {
        let additive = self.clip.additive.map(|additive| additive.kind);
        let (length, key_count) = (self.clip.length(), self.key_count(&times));
        anim::Clip {
            length,
            key_count,
            times: times.into(),
            additive,
            compressed: Some(compressed),
            ..anim::Clip::default()
        }
    }
}

/// Passes all inputs of a clip's full poses to `part`, as bytes. The lock of the root changes the
/// difference, and the root's motion the last key. Contract: a bone that carries the root's motion
/// has handed it over.
fn for_each_key(
    clip: &PoseInputs<'_>,
    root_motion: Option<RootMotion>,
    bones: &Bones<'_>,
    part: &mut dyn FnMut(&[u8]),
) {
    let PoseInputs {
        source: _,
        made_for,
        frame_rate,
        loop_policy,
        root_bone: _,
        root_travels,
    } = *clip;
    let shape = (frame_rate, clip.source().duration, loop_policy);
    let travels = loop_policy == LoopPolicy::Wrap && root_travels;
    part(format!("{shape:?} {root_motion:?} {travels}").as_bytes());
    for (bone, track) in clip
        .source()
        .tracks
        .iter()
        .filter_map(|track| Some((bones.index(&track.bone)?, track)))
    {
        let made_for = made_for.translation(track, bones.skeleton(), bone as usize);
        part(&bone.to_le_bytes());
        part(bytemuck::bytes_of(&made_for));
        let Track {
            translation,
            rotation,
            scale,
            ..
        } = track;
        [translation, rotation, scale]
            .into_iter()
            .for_each(|channel| for_each_channel(channel, part));
    }
}

fn for_each_channel(channel: &Option<Channel>, part: &mut dyn FnMut(&[u8])) {
    match channel {
        None => part(&[]),
        Some(Channel {
            interpolation,
            times,
            values,
        }) => {
            part(&[1 + *interpolation as u8]);
            part(bytemuck::cast_slice(times));
            part(bytemuck::cast_slice(values));
        }
    }
}
