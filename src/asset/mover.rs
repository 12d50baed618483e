//! Which bone carries a figure along, and the motion of one that is not at the top as motion of the
//! top: only that moves a character. Exports often have an armature above the bone that moves.

use crate::{
    Bones, Clip, Skeleton,
    source::{Channel, ClipSource, Interpolation, Track},
};
use anim::{Transform, float::Extreme};
use glam::{Quat, Vec3};
use std::{borrow::Cow, sync::Arc};

/// Least distance of the top bone, metres, that counts as travel of the figure.
pub const WAY: f32 = 0.1;
/// Least distance over the ground, metres, of a bone below the top that counts as travel of the
/// figure. It is greater than [`WAY`], so that leaning or crouching does not count.
pub const WAY_BELOW: f32 = 0.3;
/// Metres and radians below which a bone stands still.
const STILL: f32 = 1e-3;
/// Most frames, as many as a clip may have.
const MOST_FRAMES: f32 = (1 << 20) as f32;

/// A bone that carries the figure, and how far, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    /// Index in the skeleton.
    pub bone: usize,
    /// Distance that the bone travels, metres.
    pub metres: f32,
}

/// The top bone where it goes more than [`WAY`] from where it begins, else the first below it that
/// ends [`WAY_BELOW`] from where it began, over the ground, and carries at least half of the bones.
/// None where the figure stays where it is.
pub fn mover(source: &ClipSource, skeleton: &Skeleton) -> Option<Mover> {
    let motion = MoverMotion::new(source, skeleton);
    let top = motion.farthest(0);
    if top > WAY {
        return Some(Mover {
            bone: 0,
            metres: top,
        });
    }
    let below = skeleton.below();
    let carries_half = |bone: &usize| 2 * below[*bone] >= skeleton.bones.len();
    let keyed = (1..skeleton.bones.len())
        .filter(|bone| motion.tracks[*bone].is_some())
        .filter(carries_half);
    let [from, to] = [0.0, source.duration].map(|time| motion.places(time));
    let away = |bone: usize| Mover {
        bone,
        metres: (to[bone] - from[bone]).with_y(0.0).length(),
    };
    keyed.map(away).find(|mover| mover.metres > WAY_BELOW)
}

/// The bone that is to move the character, and the one that would, where root motion is on and the
/// first stands still.
pub fn standing(clip: &Clip, skeleton: &Skeleton) -> Option<(usize, Mover)> {
    let chosen = clip
        .root_bone
        .as_ref()
        .map_or(Some(0), |key| skeleton.index(key))?;
    if !clip.root_motion.enabled || clip.additive.is_some() {
        return None;
    }
    let source = clip.poses().source();
    let motion = MoverMotion::new(source, skeleton);
    let other = mover(source, skeleton).filter(|mover| mover.bone != chosen)?;
    motion.stands(chosen).then_some((chosen, other))
}

/// The clip with the motion of its [`Clip::root_bone`] moved to the top bone; the root bone does
/// not move below it. Scale stays.
pub(crate) fn carried<'a>(clip: Cow<'a, Clip>, skeleton: &Skeleton) -> Cow<'a, Clip> {
    let bone = clip
        .root_bone
        .as_ref()
        .and_then(|key| skeleton.index(key))
        .filter(|bone| *bone > 0);
    let Some(bone) = bone.filter(|_| clip.root_motion.enabled) else {
        return clip;
    };
    let motion = MoverMotion::new(clip.poses().source(), skeleton);
    let source = Arc::new(motion.carried(bone, clip.frame_rate));
    Cow::Owned(Clip {
        source,
        ..clip.into_owned()
    })
}

type RigidTransform = (Vec3, Quat);

fn compose(a: RigidTransform, b: RigidTransform) -> RigidTransform {
    (a.0 + a.1 * b.0, (a.1 * b.1).normalize())
}

fn inverse(a: RigidTransform) -> RigidTransform {
    (-(a.1.conjugate() * a.0), a.1.conjugate())
}

struct MoverMotion<'a> {
    source: &'a ClipSource,
    skeleton: &'a Skeleton,
    /// Track of each bone, by bone index; None for a bone without a track.
    tracks: Vec<Option<&'a Track>>,
}

impl<'a> MoverMotion<'a> {
    fn new(source: &'a ClipSource, skeleton: &'a Skeleton) -> Self {
        let mut tracks = vec![None; skeleton.bones.len()];
        let bones = Bones::of(skeleton);
        for track in &source.tracks {
            if let Some(bone) = bones.index(&track.bone) {
                tracks[bone as usize] = Some(track);
            }
        }
        Self {
            source,
            skeleton,
            tracks,
        }
    }

    fn local(&self, bone: usize, time: f32) -> Transform {
        let reference = self.skeleton.bones[bone].reference;
        self.tracks[bone].map_or(reference, |track| track.evaluate(time, &reference))
    }

    /// Component space, with another place of the bone itself.
    fn seen(&self, bone: usize, own: Transform, time: f32) -> RigidTransform {
        let mut placed = own;
        let mut above = self.skeleton.bones[bone].parent;
        while let Some(parent) = above {
            placed = self.local(parent as usize, time).compose(&placed);
            above = self.skeleton.bones[parent as usize].parent;
        }
        (placed.translation, placed.rotation.normalize())
    }

    /// Places of all bones, component space. Contract: parents stand before their children.
    fn places(&self, time: f32) -> Vec<Vec3> {
        let mut models: Vec<Transform> = Vec::with_capacity(self.skeleton.bones.len());
        for (bone, own) in self.skeleton.bones.iter().enumerate() {
            let local = self.local(bone, time);
            let above = own.parent.and_then(|parent| models.get(parent as usize));
            models.push(above.map_or(local, |above| above.compose(&local)));
        }
        models.into_iter().map(|model| model.translation).collect()
    }

    fn place(&self, bone: usize, time: f32) -> RigidTransform {
        self.seen(bone, self.local(bone, time), time)
    }

    /// Times of the keys of the bone and of those above it, ascending.
    fn times(&self, bone: usize) -> Vec<f32> {
        let above = std::iter::successors(Some(bone), |at| {
            Some(self.skeleton.bones[*at].parent? as usize)
        });
        let channels = above
            .filter_map(|at| self.tracks[at])
            .flat_map(Track::channels);
        let mut times: Vec<f32> = channels
            .flat_map(|channel| channel.times.iter().copied())
            .collect();
        times.retain(|time| (0.0..=self.source.duration).contains(time));
        times.extend([0.0, self.source.duration]);
        times.sort_by(f32::total_cmp);
        times.dedup();
        times
    }

    fn farthest(&self, bone: usize) -> f32 {
        if self.skeleton.bones.is_empty() {
            return 0.0;
        }
        let begin = self.place(bone, 0.0).0;
        self.times(bone)
            .into_iter()
            .map(|time| begin.distance(self.place(bone, time).0))
            .fold(0.0, Extreme::higher)
    }

    fn stands(&self, bone: usize) -> bool {
        let (place, turn) = self.place(bone, 0.0);
        self.times(bone).into_iter().all(|time| {
            let (there, turned) = self.place(bone, time);
            place.distance(there) < STILL && (turn.conjugate() * turned).xyz().length() < STILL
        })
    }

    /// Keys at those of the chain and at the frames between.
    fn carried(&self, bone: usize, frame_rate: f32) -> ClipSource {
        let mut times = self.times(bone);
        if frame_rate > 0.0 {
            let frames = (self.source.duration * frame_rate).lower(MOST_FRAMES) as u32;
            times.extend(
                (1..=frames)
                    .map(|frame| frame as f32 / frame_rate)
                    .filter(|at| *at < self.source.duration),
            );
            times.sort_by(f32::total_cmp);
            times.dedup();
        }
        let rest = self.skeleton.bones[bone].reference;
        let mut last = Quat::IDENTITY;
        let (mut places, mut turns) = (Vec::new(), Vec::new());
        for time in &times {
            let moved = compose(
                self.place(bone, *time),
                inverse(self.seen(bone, rest, *time)),
            );
            let top = self.place(0, *time);
            let (place, turn) = compose(moved, top);
            last = if turn.dot(last) < 0.0 { -turn } else { turn };
            places.extend(place.to_array());
            turns.extend(last.to_array());
        }
        let key = |bone: usize| &self.skeleton.bones[bone].key;
        let channel = |values: Vec<f32>| {
            Some(Channel {
                interpolation: Interpolation::Linear,
                times: times.clone(),
                values,
            })
        };
        let known = self.tracks[0];
        let top = Track {
            bone: key(0).clone(),
            translation: channel(places),
            rotation: channel(turns),
            scale: known.and_then(|track| track.scale.clone()),
            reference: known.and_then(|track| track.reference),
        };
        let others = self
            .source
            .tracks
            .iter()
            .filter(|track| track.bone != top.bone)
            .map(|track| {
                if track.bone == *key(bone) {
                    Track {
                        translation: None,
                        rotation: None,
                        ..track.clone()
                    }
                } else {
                    track.clone()
                }
            });
        ClipSource {
            tracks: std::iter::once(top.clone()).chain(others).collect(),
            ..self.source.clone()
        }
    }
}

impl Skeleton {
    /// Number of bones in each bone's subtree, itself included. Contract: parents precede their
    /// children.
    fn below(&self) -> Vec<usize> {
        let mut below = vec![1; self.bones.len()];
        for bone in (1..self.bones.len()).rev() {
            if let Some(parent) = self.bones[bone].parent {
                below[parent as usize] += below[bone];
            }
        }
        below
    }
}

#[cfg(test)]
mod tests;
