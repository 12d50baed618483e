//! Whole clips trimmed, split and reversed. What names times on such a clip goes on showing what it
//! showed: segments, parts of composites, poses of pose assets and frames of additive bases follow,
//! and an edit that would leave one of them without anything is refused.

#[cfg(test)]
mod tests;

use crate::{EditError, project::room_for, split::relink};
use asset::{
    AssetKind, Clip, Id, Montage, PoseGraph, Project,
    clip::{Additive, AdditiveBase},
    graph::{CompositePart, NodeKind},
    montage::Segment,
    source::ClipRange,
};
use std::sync::Arc;
use words::tr;

/// Seconds of a clip below which nothing is left of a piece of it.
const LEAST_PIECE: f32 = 2e-4;
/// The part of a frame by which a range may be shorter than one.
const FRAME_SLACK: f32 = 1e-3;

/// New times of a clip after an edit.
struct Retiming {
    /// The clip that was edited.
    clip: Id,
    /// Parts of it that stay, ascending, and the clips that they are of now.
    kept: Vec<(ClipRange, Id)>,
    /// Seconds from which it plays backwards now.
    backwards_from: Option<f32>,
}

/// What an edit leaves of a piece of a clip.
struct LeftPiece {
    clip: Id,
    /// Seconds on the clip as it is now.
    now: ClipRange,
    /// Seconds on the clip as it was.
    before: ClipRange,
}

/// Leaves the part of a clip within `range`, in seconds.
pub(crate) fn trim(project: &mut Project, id: Id, range: ClipRange) -> Result<bool, EditError> {
    let clip = clip_of(project, id)?;
    let range = checked(&clip, range)?;
    if range.begin == 0.0 && range.end == clip.source.duration {
        return Ok(false);
    }
    project.clips.insert(id, Arc::new(clip.trimmed(range)));
    Retiming {
        clip: id,
        kept: vec![(range, id)],
        backwards_from: None,
    }
    .follow(project, &clip)
}

/// Splits a clip at `at` seconds: it keeps the part before, and a new clip `rest` gets the part
/// after.
pub(crate) fn split(
    project: &mut Project,
    id: Id,
    at: f32,
    (rest, name): (Id, &str),
) -> Result<bool, EditError> {
    let clip = clip_of(project, id)?;
    let end = clip.source.duration;
    let head = checked(
        &clip,
        ClipRange {
            begin: 0.0,
            end: at,
        },
    )?;
    let tail = checked(&clip, ClipRange { begin: at, end })?;
    let name = room_for(project, rest, AssetKind::Clip, (name, clip.skeleton))?;
    let mut first = clip.trimmed(head);
    first.leave_end();
    let second = Clip {
        name,
        origin: None,
        keys_edited: false,
        ..clip.trimmed(tail)
    };
    project.clips.insert(id, Arc::new(first));
    project.clips.insert(rest, Arc::new(second));
    Retiming {
        clip: id,
        kept: vec![(head, id), (tail, rest)],
        backwards_from: None,
    }
    .follow(project, &clip)
}

/// Plays a clip backwards.
pub(crate) fn reverse(project: &mut Project, id: Id) -> Result<bool, EditError> {
    let clip = clip_of(project, id)?;
    let end = clip.source.duration;
    project.clips.insert(id, Arc::new(clip.reversed()));
    Retiming {
        clip: id,
        kept: vec![(ClipRange { begin: 0.0, end }, id)],
        backwards_from: Some(end),
    }
    .follow(project, &clip)
}

fn clip_of(project: &Project, id: Id) -> Result<Arc<Clip>, EditError> {
    project
        .clips
        .get(&id)
        .cloned()
        .ok_or(EditError::AssetMissing)
}

/// The range without the roundings by which it reaches out of the clip.
fn checked(clip: &Clip, range: ClipRange) -> Result<ClipRange, EditError> {
    let frame = 1.0 / clip.frame_rate;
    let slack = frame * FRAME_SLACK;
    let inside = -slack..=clip.source.duration + slack;
    let is_inside = inside.contains(&range.begin) && inside.contains(&range.end);
    if is_inside && range.end - range.begin >= frame - slack {
        return Ok(ClipRange {
            begin: range.begin.max(0.0),
            end: range.end.min(clip.source.duration),
        });
    }
    Err(EditError::OutOfRange {
        field: tr!("What is left of the clip"),
        range: tr!("at least one frame within it").into(),
    })
}

impl Retiming {
    /// New clip and time of a time of the clip; None if that time is gone.
    fn instant(&self, time: f32) -> Option<(Id, f32)> {
        // The later of two parts that meet.
        let (range, id) = self
            .kept
            .iter()
            .rev()
            .find(|(range, _)| range.contains(time))?;
        let now = match self.backwards_from {
            Some(end) => end - time,
            None => time - range.begin,
        };
        Some((*id, now))
    }

    /// What is left of a piece of the clip, in the former order. The part beyond the last key, such
    /// as the closing frame of a wrapped clip, is left out.
    fn left_of(&self, piece: ClipRange) -> Vec<LeftPiece> {
        let left = |(range, clip): &(ClipRange, Id)| {
            let before = ClipRange {
                begin: piece.begin.max(range.begin),
                end: piece.end.min(range.end),
            };
            let now = match self.backwards_from {
                Some(end) => ClipRange {
                    begin: end - before.end,
                    end: end - before.begin,
                },
                None => ClipRange {
                    begin: before.begin - range.begin,
                    end: before.end - range.begin,
                },
            };
            let is_left = before.end - before.begin > LEAST_PIECE;
            is_left.then_some(LeftPiece {
                clip: *clip,
                now,
                before,
            })
        };
        self.kept.iter().filter_map(left).collect()
    }

    /// Changes all that names times on the clip. `clip` is what it was.
    fn follow(&self, project: &mut Project, clip: &Clip) -> Result<bool, EditError> {
        for montage in project.montages.values_mut() {
            let has_it = |segment: &Segment| segment.clip == self.clip;
            let plays_it = montage
                .slots
                .iter()
                .any(|slot| slot.segments.iter().any(has_it));
            if montage.parent.is_none() && plays_it {
                self.in_montage(Arc::make_mut(montage), clip)?;
            }
        }
        for graph in project.graphs.values_mut() {
            if graph.wiring.uses().any(|used| used == self.clip) {
                self.in_graph(Arc::make_mut(graph))?;
            }
        }
        for poses in project.pose_assets.values_mut() {
            let name = poses.name.clone();
            let has_it = poses.poses.iter().any(|pose| pose.clip == self.clip);
            let of_it = has_it.then(|| Arc::make_mut(poses).poses.iter_mut());
            for pose in of_it
                .into_iter()
                .flatten()
                .filter(|pose| pose.clip == self.clip)
            {
                (pose.clip, pose.time) = self.instant(pose.time).ok_or_else(|| gone(&name))?;
            }
        }
        for other in project.clips.values_mut() {
            self.in_base(other, clip)?;
        }
        Ok(true)
    }

    fn in_montage(&self, montage: &mut Montage, clip: &Clip) -> Result<(), EditError> {
        let name = montage.name.clone();
        let mut cut: Vec<Vec<Segment>> = Vec::new();
        for slot in &mut montage.slots {
            let mut segments = Vec::with_capacity(slot.segments.len());
            for segment in slot.segments.drain(..) {
                if segment.clip != self.clip {
                    segments.push(segment);
                    continue;
                }
                let pieces = self.segments(&segment, clip.rate_scale, &name)?;
                segments.extend(pieces.iter().cloned());
                cut.push(pieces);
            }
            slot.segments = segments;
        }
        for pieces in &cut {
            relink(montage, pieces[0].id, pieces);
        }
        Ok(())
    }

    /// Segments that replace `segment`; the first has its id.
    fn segments(
        &self,
        segment: &Segment,
        clip_rate: f32,
        montage: &str,
    ) -> Result<Vec<Segment>, EditError> {
        let whole = ClipRange {
            begin: segment.clip_begin,
            end: segment.clip_end,
        };
        let mut left = self.left_of(whole);
        check_left(&left, segment.loops, montage)?;
        let rate = segment.rate * clip_rate;
        if rate < 0.0 {
            left.reverse();
        }
        let piece = |(at, piece): (usize, LeftPiece)| {
            let skipped = if rate > 0.0 {
                piece.before.begin - whole.begin
            } else {
                whole.end - piece.before.end
            };
            let into = if segment.loops > 1 {
                0.0
            } else {
                skipped / rate.abs()
            };
            let id = if at == 0 {
                segment.id
            } else {
                Id::derive(&[&segment.id.to_string(), &piece.clip.to_string()])
            };
            Segment {
                id,
                clip: piece.clip,
                start: segment.start + into,
                clip_begin: piece.now.begin,
                clip_end: piece.now.end,
                ..segment.clone()
            }
        };
        Ok(left.into_iter().enumerate().map(piece).collect())
    }

    fn in_graph(&self, graph: &mut PoseGraph) -> Result<(), EditError> {
        let name = graph.name.clone();
        for node in &mut Arc::make_mut(&mut graph.wiring).nodes {
            match &mut node.kind {
                NodeKind::SequenceComposite(composite) => {
                    let parts: Result<Vec<_>, _> = composite
                        .parts
                        .iter()
                        .map(|part| self.parts(part, &name))
                        .collect();
                    composite.parts = parts?.concat();
                }
                NodeKind::SequencePlayer(player)
                    if player.clip == Some(self.clip) && self.backwards_from.is_none() =>
                {
                    let range = self.kept[0].0;
                    let length = f64::from(range.end) - f64::from(range.begin);
                    let start = player.play.start - f64::from(range.begin);
                    player.play.start = start.clamp(0.0, length);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn parts(&self, part: &CompositePart, graph: &str) -> Result<Vec<CompositePart>, EditError> {
        if part.clip != Some(self.clip) {
            return Ok(vec![part.clone()]);
        }
        let mut left = self.left_of(ClipRange {
            begin: part.begin,
            end: part.end,
        });
        check_left(&left, part.loops, graph)?;
        if part.rate < 0.0 {
            left.reverse();
        }
        let piece = |piece: LeftPiece| CompositePart {
            clip: Some(piece.clip),
            begin: piece.now.begin,
            end: piece.now.end,
            ..part.clone()
        };
        Ok(left.into_iter().map(piece).collect())
    }

    /// The frame of the clip that another one is the difference to.
    fn in_base(&self, other: &mut Arc<Clip>, clip: &Clip) -> Result<(), EditError> {
        let Some(additive) = other.additive else {
            return Ok(());
        };
        let AdditiveBase::ClipFrame { clip: base, frame } = additive.base else {
            return Ok(());
        };
        if base != self.clip {
            return Ok(());
        }
        let time = (frame as f32 / clip.frame_rate).min(clip.source.duration);
        let (base, time) = self.instant(time).ok_or_else(|| gone(&other.name))?;
        let base = AdditiveBase::ClipFrame {
            clip: base,
            frame: clip.frame_at(time),
        };
        Arc::make_mut(other).additive = Some(Additive { base, ..additive });
        Ok(())
    }
}

fn gone(user: &str) -> EditError {
    EditError::PartInUse {
        by: user.to_owned(),
    }
}

fn check_left(left: &[LeftPiece], loops: u32, user: &str) -> Result<(), EditError> {
    if left.is_empty() {
        return Err(gone(user));
    }
    if left.len() > 1 && loops > 1 {
        return Err(EditError::LoopsOver {
            by: user.to_owned(),
        });
    }
    Ok(())
}
