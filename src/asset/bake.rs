//! What a montage's windows of motion warping made of its root, as a clip of its own: what is seen
//! becomes what is authored.

use crate::{
    BoneKey, Clip, Curve, CurveKey, Id, Montage, Notify, NotifyTrack, Project, SyncMarker,
    clip::LoopPolicy,
    montage::{Segment, Slot},
    source::{self, Channel, ClipSource, Interpolation, Track},
};
use anim::{Library, Name, Pose, Skeleton, Transform, float::Extreme};
use glam::{Quat, Vec3};
use std::{fmt, sync::Arc};
use words::tr;

/// Seconds on the montage, ascending, and where its root motion had brought the character there,
/// seen from where it began.
pub type Way = [(f64, Transform)];

/// Seconds between segments that are none.
const SLACK: f32 = 1e-3;

/// Reason why a montage cannot be baked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The montage is a child: its segments are those of its parent.
    Child,
    /// No segment plays a clip whose root moves.
    NoRootMotion,
    /// Between the segments of that slot.
    Gap,
    /// The montage was not played to the end of its segments: it loops or jumps.
    Unplayed,
    /// Something of it does not compile.
    Uncompiled,
    /// The slot is locked.
    Locked,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Child => {
                tr!("It is a child montage and uses its parent's segments. Detach it first.")
            }
            Refusal::NoRootMotion => {
                tr!("None of its segments has root motion, so there is nothing to warp.")
            }
            Refusal::Gap => tr!("Its slot has a gap between segments. Close the gap first."),
            Refusal::Unplayed => {
                tr!("It loops or jumps before its last segment, so it never reaches its end.")
            }
            Refusal::Uncompiled => {
                tr!("The montage or one of its clips does not compile. See Problems.")
            }
            Refusal::Locked => tr!("The slot with its root motion is locked. Unlock it first."),
        })
    }
}

/// A clip in place of segments.
#[derive(Clone, Debug, PartialEq)]
pub struct Baked {
    /// The clip that replaces the segments.
    pub clip: Clip,
    /// Slot all of whose segments the clip replaces.
    pub slot: Id,
    /// The segment of `clip` on that slot.
    pub segment: Segment,
}

/// Clip of a montage: the clips of the slot that moves the root, one after the other as the montage
/// plays them, with the root at the positions of `way`. Bones are as sampled; notifies, markers and
/// curves are at their times in the montage. `name` is the name of the clip, and `fresh` gives ids.
pub fn baked(
    project: &Project,
    library: &Library,
    montage: Id,
    way: &Way,
    (id, name): (Id, String),
    fresh: &mut dyn FnMut() -> Id,
) -> Result<Baked, Refusal> {
    let authored = project.montages.get(&montage).ok_or(Refusal::Uncompiled)?;
    let slot = moved(project, authored)?;
    let (Some(first), Some(last)) = (slot.segments.first(), slot.segments.last()) else {
        return Err(Refusal::NoRootMotion);
    };
    let parts: Vec<BakeSegment<'_>> = slot
        .segments
        .iter()
        .map(|segment| BakeSegment::of(project, library, authored, segment))
        .collect::<Option<_>>()
        .ok_or(Refusal::Uncompiled)?;
    if parts
        .windows(2)
        .any(|pair| pair[1].segment.start - pair[0].end() > SLACK)
    {
        return Err(Refusal::Gap);
    }
    let (start, end) = (
        first.start,
        parts
            .iter()
            .map(BakeSegment::end)
            .fold(0.0, Extreme::higher),
    );
    if way
        .last()
        .is_none_or(|(position, _)| *position + 0.1 < f64::from(end))
        || last.start < first.start
    {
        return Err(Refusal::Unplayed);
    }
    let main = &parts[0];
    let rig = library
        .skeleton(main.compiled.skeleton)
        .ok_or(Refusal::Uncompiled)?;
    let bones = &project
        .skeletons
        .get(&main.authored.skeleton)
        .ok_or(Refusal::Uncompiled)?
        .bones;
    let keys: Vec<BoneKey> = bones.iter().map(|bone| bone.key.clone()).collect();
    let times = times(end - start, main.authored.frame_rate);
    let poses: Vec<Vec<Transform>> = times
        .iter()
        .map(|time| posed(&parts, rig, (start, *time), way))
        .collect();
    let (tracks, curves) = (
        tracks(&keys, &times, &poses),
        imported(&parts, start, &times),
    );
    let source = Arc::new(ClipSource {
        duration: end - start,
        tracks,
        curves,
    });
    let mut clip = Clip::new(
        name,
        main.authored.skeleton,
        source,
        main.authored.frame_rate,
    );
    clip.root_motion = main.authored.root_motion;
    clip.looping = false;
    clip.loop_policy = LoopPolicy::default();
    clip.compression = main.authored.compression;
    clip.keys_edited = true;
    carried(&mut clip, &parts, (start, &times), fresh);
    let segment = Segment {
        id: fresh(),
        clip: id,
        start,
        clip_begin: 0.0,
        clip_end: end - start,
        rate: 1.0,
        loops: 1,
    };
    Ok(Baked {
        clip,
        slot: slot.id,
        segment,
    })
}

/// The first slot that plays root motion.
fn moved<'a>(project: &Project, montage: &'a Montage) -> Result<&'a Slot, Refusal> {
    if montage.parent.is_some() {
        return Err(Refusal::Child);
    }
    let moves = |segment: &Segment| {
        project
            .clips
            .get(&segment.clip)
            .is_some_and(|clip| clip.root_motion.enabled)
    };
    let slot = montage
        .slots
        .iter()
        .find(|slot| slot.segments.iter().any(moves))
        .ok_or(Refusal::NoRootMotion)?;
    if slot.locked {
        Err(Refusal::Locked)
    } else {
        Ok(slot)
    }
}

/// A segment with the clip that it plays.
struct BakeSegment<'a> {
    segment: &'a Segment,
    authored: &'a Clip,
    compiled: &'a anim::Clip,
    /// Whether translation and rotation of its root move the character.
    moves: (bool, bool),
}

impl<'a> BakeSegment<'a> {
    fn of(
        project: &'a Project,
        library: &'a Library,
        montage: &Montage,
        segment: &'a Segment,
    ) -> Option<Self> {
        let authored = &**project.clips.get(&segment.clip)?;
        let compiled = library.clip(Name::new(&authored.name))?;
        let is_whole = compiled.additive.is_none() && segment.rate != 0.0;
        let moves = (montage.root_translation, montage.root_rotation);
        is_whole.then_some(Self {
            segment,
            authored,
            compiled,
            moves,
        })
    }

    /// Seconds of the clip a second of the montage.
    fn rate(&self) -> f32 {
        self.segment.rate * self.authored.rate_scale
    }

    fn end(&self) -> f32 {
        self.segment.start + self.segment.duration(self.authored.rate_scale)
    }

    /// Seconds on the clip.
    fn clip_time(&self, position: f32) -> f64 {
        let Segment {
            start,
            clip_begin,
            clip_end,
            loops,
            ..
        } = *self.segment;
        let (long, gone) = (
            f64::from(clip_end - clip_begin),
            f64::from((position - start).higher(0.0) * self.rate().abs()),
        );
        let within = if gone >= long * f64::from(loops) - 1e-6 {
            long
        } else {
            gone.rem_euclid(long.higher(1e-9))
        };
        if self.rate() < 0.0 {
            f64::from(clip_end) - within
        } else {
            f64::from(clip_begin) + within
        }
    }

    /// Bone 0 as the pose shows it: at its lock where it moves the character.
    fn shown(&self, rig: &Skeleton, root: &Transform) -> Transform {
        let (locked, is_taken) = (
            self.compiled.locked_root(rig),
            self.compiled.root_motion.enabled,
        );
        let translation = if is_taken && self.moves.0 {
            locked.translation
        } else {
            root.translation
        };
        let rotation = if is_taken && self.moves.1 {
            locked.rotation
        } else {
            root.rotation
        };
        Transform {
            translation,
            rotation,
            ..*root
        }
    }

    /// Positions on the montage at which the clip is at `time`, in every loop.
    fn positions(&self, time: f32) -> Vec<f32> {
        let Segment {
            start,
            clip_begin,
            clip_end,
            loops,
            ..
        } = *self.segment;
        if !(clip_begin..=clip_end).contains(&time) {
            return Vec::new();
        }
        let into = if self.rate() < 0.0 {
            clip_end - time
        } else {
            time - clip_begin
        };
        let at =
            |nth: u32| start + (nth as f32 * (clip_end - clip_begin) + into) / self.rate().abs();
        (0..loops).map(at).collect()
    }
}

/// Times of frames from 0 to the end, seconds.
fn times(length: f32, rate: f32) -> Vec<f32> {
    let count = (f64::from(length) * f64::from(rate)).round().higher(1.0) as usize;
    (0..=count)
        .map(|nth| (f64::from(length) * nth as f64 / count as f64) as f32)
        .collect()
}

fn posed(
    parts: &[BakeSegment<'_>],
    rig: &Skeleton,
    (start, time): (f32, f32),
    way: &Way,
) -> Vec<Transform> {
    let position = start + time;
    let part = playing(parts, position);
    let mut pose = Pose::default();
    part.compiled
        .sample(rig, part.clip_time(position), &mut pose);
    let mut locals: Vec<Transform> = pose.iter().collect();
    // As the first clip begins, and from there on as it went; the beginning itself has not gone
    // anywhere yet.
    let begin = parts[0].compiled.root(rig, parts[0].clip_time(start));
    let moved = place(way, f64::from(start))
        .inverse()
        .compose(&place(way, f64::from(position)));
    if let Some(root) = locals.first_mut() {
        let seen = |part: &BakeSegment<'_>, root: &Transform| Transform {
            scale: Vec3::ONE,
            ..part.shown(rig, root)
        };
        let begin = Transform {
            scale: Vec3::ONE,
            ..begin
        }
        .compose(&seen(&parts[0], &begin).inverse());
        *root = Transform {
            scale: root.scale,
            ..begin.compose(&moved).compose(&seen(part, root))
        };
    }
    locals
}

/// Transform of a path at a position, blended between its neighbours and held at the ends.
fn place(way: &Way, position: f64) -> Transform {
    let next = way.partition_point(|(at, _)| *at < position);
    match (
        next.checked_sub(1).and_then(|last| way.get(last)),
        way.get(next),
    ) {
        (Some((from, a)), Some((to, b))) if to > from => {
            a.blend(b, ((position - from) / (to - from)) as f32)
        }
        (_, Some((_, place))) | (Some((_, place)), None) => *place,
        (None, None) => Transform::IDENTITY,
    }
}

fn tracks(keys: &[BoneKey], times: &[f32], poses: &[Vec<Transform>]) -> Vec<Track> {
    let channel = |values: Vec<f32>| {
        Some(Channel {
            interpolation: Interpolation::Linear,
            times: times.to_vec(),
            values,
        })
    };
    let track = |(bone, key): (usize, &BoneKey)| {
        let mut last = Quat::IDENTITY;
        let rotations = poses.iter().flat_map(|pose| {
            let turn = pose[bone].rotation;
            last = if turn.dot(last) < 0.0 { -turn } else { turn };
            last.to_array()
        });
        let rotation = channel(rotations.collect());
        let translation = channel(
            poses
                .iter()
                .flat_map(|pose| pose[bone].translation.to_array())
                .collect(),
        );
        let is_scaled = poses
            .iter()
            .any(|pose| (pose[bone].scale - Vec3::ONE).abs().max_element() > 1e-5);
        let scale = is_scaled
            .then(|| {
                channel(
                    poses
                        .iter()
                        .flat_map(|pose| pose[bone].scale.to_array())
                        .collect(),
                )
            })
            .flatten();
        Track {
            bone: key.clone(),
            translation,
            rotation,
            scale,
            reference: None,
        }
    };
    let known = poses.first().map_or(0, Vec::len);
    keys.iter().take(known).enumerate().map(track).collect()
}

/// The part that plays at a position on the montage.
fn playing<'a, 'b>(parts: &'b [BakeSegment<'a>], position: f32) -> &'b BakeSegment<'a> {
    parts
        .iter()
        .rev()
        .find(|part| part.segment.start <= position + 1e-6)
        .unwrap_or(&parts[0])
}

/// Curves of the files that the clips came from, frame by frame.
fn imported(parts: &[BakeSegment<'_>], start: f32, times: &[f32]) -> Vec<source::SourceCurve> {
    let mut names: Vec<&str> = parts
        .iter()
        .flat_map(|part| part.authored.imported_curves())
        .map(|it| it.name.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    let value = |name: &str, time: &f32| {
        let part = playing(parts, start + time);
        let curve = part
            .authored
            .imported_curves()
            .find(|curve| curve.name == name);
        curve.map_or(0.0, |curve| {
            curve.channel.scalar(part.clip_time(start + time) as f32)
        })
    };
    let curve = |name: &str| {
        let values = times.iter().map(|time| value(name, time)).collect();
        let channel = Channel {
            interpolation: Interpolation::Linear,
            times: times.to_vec(),
            values,
        };
        source::SourceCurve {
            name: name.to_owned(),
            channel,
        }
    };
    names.into_iter().map(curve).collect()
}

/// Notifies with their tracks, markers and curves, where they come on the montage.
fn carried(
    clip: &mut Clip,
    parts: &[BakeSegment<'_>],
    (start, times): (f32, &[f32]),
    fresh: &mut dyn FnMut() -> Id,
) {
    let end = times.last().copied().unwrap_or(0.0);
    for part in parts {
        for track in &part.authored.tracks {
            let of_track = || {
                part.authored
                    .notifies
                    .iter()
                    .filter(|notify| notify.track == track.id)
            };
            // Windows have done their work, and a track of windows alone would stand there empty.
            if of_track().next().is_some() && of_track().all(|notify| notify.warp.is_some()) {
                continue;
            }
            let own = match clip.tracks.iter().find(|known| known.name == track.name) {
                Some(known) => known.id,
                None => {
                    clip.tracks.push(NotifyTrack {
                        id: fresh(),
                        ..track.clone()
                    });
                    clip.tracks[clip.tracks.len() - 1].id
                }
            };
            for notify in of_track().filter(|notify| notify.warp.is_none()) {
                for position in part.positions(notify.time) {
                    let (time, rate) = ((position - start).clamp(0.0, end), part.rate().abs());
                    let duration = notify
                        .duration
                        .map(|duration| (duration / rate).lower(end - time));
                    clip.notifies.push(Notify {
                        id: fresh(),
                        track: own,
                        time,
                        duration,
                        ..notify.clone()
                    });
                }
            }
        }
        for marker in &part.authored.sync_markers {
            let at = part
                .positions(marker.time)
                .into_iter()
                .map(|position| (position - start).clamp(0.0, end));
            clip.sync_markers.extend(at.map(|time| SyncMarker {
                id: fresh(),
                time,
                ..marker.clone()
            }));
        }
    }
    let mut names: Vec<&Curve> = Vec::new();
    for curve in parts.iter().flat_map(|part| &part.authored.curves) {
        if !names.iter().any(|known| known.name == curve.name) {
            names.push(curve);
        }
    }
    for known in names {
        let value = |time: &f32| {
            let position = start + time;
            let part = playing(parts, position);
            let curve = part
                .authored
                .curves
                .iter()
                .find(|curve| curve.name == known.name)?;
            curve.value(part.clip_time(position) as f32)
        };
        let keys = times.iter().filter_map(|time| Some((*time, value(time)?)));
        let keys = keys
            .map(|(time, value)| CurveKey::new(fresh(), time, value, Interpolation::Linear))
            .collect();
        clip.curves.push(
            Curve {
                id: fresh(),
                keys,
                ..known.clone()
            }
            .reduced(),
        );
    }
}

#[cfg(test)]
mod tests;
