//! Additive clips: what the full pose of a clip's keys adds to its base.
//!
//! A base clip counts with the full poses of its keys, whatever it compiles to itself: so bases
//! never form a cycle.

#[cfg(test)]
mod tests;

use super::{
    Frames, Output,
    keys::{KeyWriter, full_pose, key_count},
    limits,
    wrap::closing,
};
use crate::inputs::PoseInputs;
use crate::{
    Bones, Clip, Id, Project,
    clip::{Additive, AdditiveBase},
    diagnostic::Kind,
    mover,
};
use anim::{
    PackedTransform, Pose, Skeleton,
    additive::{AdditivePose, NO_DELTA},
    clip::{RootLock, RootMotion},
};
use std::sync::Arc;

/// Other clip whose keys are the base. None if there is no such clip, or none that fits: the
/// reference pose is the base.
pub(super) fn base_clip<'a>(
    project: &'a Project,
    id: Id,
    clip: &Clip,
    out: &mut Output,
) -> Option<&'a Arc<Clip>> {
    let wanted = clip.additive?.base.clip()?;
    let Some(base) = project
        .clips
        .get(&wanted)
        .filter(|base| key_count(&base.poses()).is_ok())
    else {
        out.error(id, None, Kind::BaseMissing);
        return None;
    };
    let name = || base.name.clone();
    if base.skeleton != clip.skeleton {
        out.error(id, None, Kind::BaseMismatch { clip: name() });
        return None;
    }
    if base.additive.is_some() && wanted != id {
        out.warn(id, None, Kind::BaseAdditive { clip: name() });
    }
    Some(base)
}

/// Differences of the full clip from its base, key by key. `other` holds the keys of [`base_clip`].
/// `motion` is the clip's own and applies to both: their roots stay where its lock says.
/// `even_keys` is the key count of the clip with even frames.
pub(super) fn differences(
    full: &anim::Clip,
    other: Option<&anim::Clip>,
    additive: Additive,
    motion: RootMotion,
    (skeleton, even_keys): (&Skeleton, u32),
) -> anim::Clip {
    let source = Locked::new(full, motion, skeleton);
    let bases = bases((full, even_keys), other, additive, motion, skeleton);
    let between = |key: u32| {
        let base = bases.get(key as usize).unwrap_or(&bases[0]);
        let deltas = AdditivePose::between(additive.kind, skeleton, base, &source.key(key)).deltas;
        deltas.iter().map(PackedTransform::from).collect()
    };
    let poses: Vec<Vec<PackedTransform>> = (0..full.key_count).map(between).collect();
    written(full, additive, &poses, skeleton.len())
}

/// Base poses for the keys of the full clip: one pose for all, or one a key.
fn bases(
    (full, even_keys): (&anim::Clip, u32),
    other: Option<&anim::Clip>,
    additive: Additive,
    motion: RootMotion,
    skeleton: &Skeleton,
) -> Vec<Pose> {
    let locked = |clip| Locked::new(clip, motion, skeleton);
    match (additive.base, other) {
        (AdditiveBase::OwnFrame(frame), _) => vec![locked(full).frame(frame, even_keys)],
        (AdditiveBase::ClipFrame { frame, .. }, Some(other)) => {
            vec![locked(other).frame(frame, other.key_count)]
        }
        (AdditiveBase::ClipScaled { .. }, Some(other)) => {
            let other = locked(other);
            (0..full.key_count)
                .map(|key| other.part(part(full, key)))
                .collect()
        }
        _ => vec![locked_reference(motion, skeleton)],
    }
}

/// Poses that a clip's differences are added to for display: one pose for all, or one a key; none
/// for a clip that is not additive. `base` is the clip of [`AdditiveBase::clip`], if it exists and
/// fits; `times` are those of the compiled clip.
pub(crate) fn base_poses(
    clip: &Clip,
    base: Option<&Clip>,
    (skeleton, bones): (&Skeleton, &Bones<'_>),
    times: &[f32],
) -> Vec<Pose> {
    let within = |clip| {
        mover::carried(
            limits::clip(Id(0), clip, &mut Output::default()),
            bones.skeleton(),
        )
    };
    let (clip, base) = (&*within(clip), base.map(within));
    let (poses, base) = (clip.poses(), base.as_deref().map(Clip::poses));
    let at = |clip: &PoseInputs<'_>, frames: &Frames| full_pose(clip, frames, skeleton, bones).0;
    let Some((additive, keys)) = clip.additive.zip(key_count(&poses).ok()) else {
        return Vec::new();
    };
    // Resampling is most of the work: of what is looked at alone.
    let own = match additive.base {
        AdditiveBase::OwnFrame(_) | AdditiveBase::ClipScaled { .. } => {
            at(&poses, &Frames::known(&poses, keys, times))
        }
        AdditiveBase::ReferencePose | AdditiveBase::ClipFrame { .. } => anim::Clip::default(),
    };
    let even = |base: &PoseInputs<'_>| Some(at(base, &Frames::even(base, key_count(base).ok()?)));
    let even_keys = keys + u32::from(closing(&poses).is_some());
    bases(
        (&own, even_keys),
        base.as_ref().and_then(even).as_ref(),
        additive,
        clip.root_motion,
        skeleton,
    )
}

fn written(
    full: &anim::Clip,
    additive: Additive,
    poses: &[Vec<PackedTransform>],
    bones: usize,
) -> anim::Clip {
    let nothing = PackedTransform::from(NO_DELTA);
    let mut keys = KeyWriter::default();
    let mut track = |bone: usize| {
        let samples: Vec<PackedTransform> = poses.iter().map(|pose| pose[bone]).collect();
        anim::clip::Track {
            bone: bone as u32,
            translation: keys.keys(true, &samples, nothing.translation, |s| s.translation),
            rotation: keys.keys(true, &samples, nothing.rotation, |s| s.rotation),
            scale: keys.keys(true, &samples, nothing.scale, |s| s.scale),
        }
    };
    let tracks = (0..bones).map(&mut track).collect();
    anim::Clip {
        additive: Some(additive.kind),
        tracks,
        keys: keys.floats.into(),
        ..full.clone()
    }
}

/// Poses of a full clip with the root where root motion leaves it.
struct Locked<'a> {
    clip: anim::Clip,
    skeleton: &'a Skeleton,
}

impl<'a> Locked<'a> {
    fn new(clip: &anim::Clip, root_motion: RootMotion, skeleton: &'a Skeleton) -> Self {
        Self {
            clip: anim::Clip {
                root_motion,
                ..clip.clone()
            },
            skeleton,
        }
    }

    /// The pose at a frame of `count` even ones; a frame beyond the end counts as the last.
    fn frame(&self, frame: u32, count: u32) -> Pose {
        self.part(f64::from(frame) / last_of(count))
    }

    fn key(&self, key: u32) -> Pose {
        if self.clip.times.is_empty() {
            return self.frame(key, self.clip.key_count);
        }
        let mut pose = Pose::reference(self.skeleton);
        self.clip.write_key(key, &mut pose);
        self.locked(pose)
    }

    /// The pose at a part of the length, from 0 to 1.
    fn part(&self, part: f64) -> Pose {
        let mut pose = Pose::default();
        self.clip
            .sample(self.skeleton, f64::from(self.clip.length) * part, &mut pose);
        self.locked(pose)
    }

    fn locked(&self, mut pose: Pose) -> Pose {
        if self.clip.root_motion.enabled {
            pose.set(0, &self.clip.locked_root(self.skeleton));
        }
        pose
    }
}

/// The reference pose as a base: it has one frame, which is its first.
fn locked_reference(motion: RootMotion, skeleton: &Skeleton) -> Pose {
    let mut pose = Pose::reference(skeleton);
    if motion.enabled && motion.lock == RootLock::Zero {
        pose.set(0, &anim::Transform::IDENTITY);
    }
    pose
}

/// Index of the last frame, at least 1, to divide by.
fn last_of(count: u32) -> f64 {
    f64::from(count.saturating_sub(1).max(1))
}

/// Position of a key in the clip's length, from 0 to 1.
fn part(clip: &anim::Clip, key: u32) -> f64 {
    if clip.times.is_empty() {
        f64::from(key) / last_of(clip.key_count)
    } else {
        clip.key_time(key as usize) / f64::from(clip.length)
    }
}
