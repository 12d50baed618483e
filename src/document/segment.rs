//! Segments come into the slots of a montage and go from them, and may stand only where they fit.

use crate::{
    EditError,
    field::{bounded, in_range, moving_rate, place_in_time},
};
use anim::limits::MOST_LOOPS;
use asset::{Id, Montage, Project, montage::Segment};
use words::tr;

/// Segments may share this many seconds: the rounding of their ends.
const OVERLAP_TOLERANCE: f32 = 1e-4;
pub(crate) fn slot_index(m: &Montage, id: Id) -> Result<usize, EditError> {
    m.slots
        .iter()
        .position(|slot| slot.id == id)
        .ok_or(EditError::ItemMissing)
}

pub(crate) fn take_segment(m: &mut Montage, id: Id) -> Result<Segment, EditError> {
    for slot in &mut m.slots {
        if let Some(at) = slot.segments.iter().position(|segment| segment.id == id) {
            return Ok(slot.segments.remove(at));
        }
    }
    Err(EditError::ItemMissing)
}

pub(crate) fn insert_segment(
    project: &Project,
    m: &mut Montage,
    slot: Id,
    segment: &Segment,
) -> Result<(), EditError> {
    let at = slot_index(m, slot)?;
    check_segment(project, m, segment)?;
    let span = |segment: &Segment| {
        let rate = project
            .clips
            .get(&segment.clip)
            .map_or(1.0, |clip| clip.rate_scale);
        (segment.start, segment.start + segment.duration(rate))
    };
    let (start, end) = span(segment);
    let collides = |other: &Segment| {
        let (other_start, other_end) = span(other);
        start < other_end - OVERLAP_TOLERANCE && other_start < end - OVERLAP_TOLERANCE
    };
    let segments = &mut m.slots[at].segments;
    if segments.iter().any(collides) {
        return Err(EditError::Overlap);
    }
    segments.push(segment.clone());
    segments.sort_by(|a, b| a.start.total_cmp(&b.start));
    Ok(())
}

fn check_segment(project: &Project, m: &Montage, segment: &Segment) -> Result<(), EditError> {
    let clip = project
        .clips
        .get(&segment.clip)
        .ok_or(EditError::AssetMissing)?;
    if clip.skeleton != m.skeleton {
        return Err(EditError::SkeletonMismatch);
    }
    let length = clip.length();
    place_in_time(segment.start, tr!("Start"))?;
    in_range(
        segment.clip_begin,
        0.0,
        length,
        tr!("Clip begin"),
        tr!("inside the clip"),
    )?;
    in_range(
        segment.clip_end,
        segment.clip_begin + 1e-4,
        length + 1e-4,
        tr!("Clip end"),
        tr!("after Clip begin and inside the clip"),
    )?;
    moving_rate(segment.rate.abs(), tr!(", forwards or backwards"))?;
    bounded(
        segment.loops as f32,
        1.0..=MOST_LOOPS as f32,
        tr!("Loops"),
        "",
    )
}
