//! Slots and their segments by library index, in time order.

use crate::{
    Id, Montage, Project,
    compile::{Output, limits},
    describe::range_words,
    diagnostic::Kind,
};
use anim::{
    Library, Name,
    limits::{LONGEST, MOST_LOOPS, MOST_SEGMENTS},
    montage::{Segment, Slot},
};
use words::tr;

/// Segments may overlap by this many seconds before it is a mistake: the rounding of their ends.
const OVERLAP_TOLERANCE: f64 = 1e-4;

pub(super) fn compile(
    project: &Project,
    id: Id,
    montage: &Montage,
    library: &Library,
    out: &mut Output,
) -> (Vec<Slot>, Vec<Segment>) {
    let mut segments: Vec<Segment> = Vec::new();
    let mut slots = Vec::new();
    for slot in &montage.slots {
        let first = segments.len();
        segments.extend(
            slot.segments
                .iter()
                .filter_map(|segment| compile_segment(project, id, montage, segment, library, out)),
        );
        limits::few(
            id,
            &mut segments,
            MOST_SEGMENTS - montage.slots.len().min(MOST_SEGMENTS),
            tr!("segments"),
            out,
        );
        let first = first.min(segments.len());
        segments[first..].sort_by(|a, b| a.start.total_cmp(&b.start));
        for pair in segments[first..].windows(2) {
            if pair[0].end() > f64::from(pair[1].start) + OVERLAP_TOLERANCE {
                out.error(id, Some(Id(pair[1].id)), Kind::SegmentsOverlap);
            }
        }
        check_kinds(id, &segments[first..], library, out);
        let name = Name::new(&slot.name);
        slots.push(Slot {
            name,
            first_segment: first as u32,
            segment_count: (segments.len() - first) as u32,
        });
    }
    (slots, segments)
}

/// Full poses replace what is below, additive ones are added to it: a slot does one of both
/// throughout.
fn check_kinds(id: Id, segments: &[Segment], library: &Library, out: &mut Output) {
    let kind = |segment: &Segment| library.clips[segment.clip as usize].additive;
    let Some(first) = segments.first().map(kind) else {
        return;
    };
    for segment in segments.iter().filter(|segment| kind(segment) != first) {
        out.error(
            id,
            Some(Id(segment.id)),
            Kind::MixedSlot {
                first,
                own: kind(segment),
            },
        );
    }
}

fn compile_segment(
    project: &Project,
    id: Id,
    montage: &Montage,
    segment: &crate::montage::Segment,
    library: &Library,
    out: &mut Output,
) -> Option<Segment> {
    let item = Some(segment.id);
    let authored = project.clips.get(&segment.clip);
    let clip = authored.and_then(|clip| library.clip_index(Name::new(&clip.name)));
    let (Some(authored), Some(clip)) = (authored, clip) else {
        out.error(id, item, Kind::ClipMissing);
        return None;
    };
    if authored.skeleton != montage.skeleton {
        out.error(
            id,
            item,
            Kind::SkeletonMismatch {
                clip: authored.name.clone(),
            },
        );
        return None;
    }
    let scale = limits::rate(
        (segment.clip, None),
        authored.rate_scale,
        tr!("rate scale"),
        &mut Output::default(),
    );
    let rate = limits::rate((id, item), segment.rate, tr!("rate"), out) * scale;
    let loops = segment.loops.min(MOST_LOOPS);
    if loops < segment.loops {
        out.warn(
            id,
            item,
            Kind::OutOfRange {
                field: tr!("number of loops"),
                range: range_words(1.0..=MOST_LOOPS as f32, "").into(),
            },
        );
    }
    let numbers = [segment.start, segment.clip_begin, segment.clip_end, rate];
    let valid = numbers.iter().all(|v| v.is_finite())
        && rate != 0.0
        && segment.start >= 0.0
        && segment.loops > 0
        && segment.clip_begin < segment.clip_end;
    if !valid {
        out.error(id, item, Kind::BadSegment);
        return None;
    }
    let compiled = Segment {
        id: segment.id.0,
        clip: clip as u32,
        start: segment.start,
        clip_begin: segment.clip_begin,
        clip_end: segment.clip_end,
        rate,
        loops,
    };
    let is_short = compiled.end() <= LONGEST.into() && compiled.clip_end <= LONGEST;
    if !is_short {
        out.error(id, item, Kind::TooLong);
    }
    is_short.then_some(compiled)
}
