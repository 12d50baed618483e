//! Montages: sections and links by index, segments by library index, everything in time order.

use super::{Output, notifies};
use crate::{Id, Montage, Project, diagnostic::Kind, montage::Section, notify::Action};
use anim::{
    Library, Name,
    mask::ProfileMode,
    montage::{Blend, NO_SECTION, Segment, Slot},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Segments may overlap by this many seconds before it is a mistake: the rounding of their ends.
const OVERLAP_TOLERANCE: f64 = 1e-4;

pub(crate) fn compile_all(
    project: &Project,
    usable: &BTreeSet<Id>,
    library: &Library,
    out: &mut Output,
) -> Vec<Arc<anim::Montage>> {
    let montages = project.montages.iter().filter(|(id, _)| usable.contains(id));
    montages.filter_map(|(&id, montage)| compile_one(project, id, montage, library, out)).map(Arc::new).collect()
}

fn compile_one(
    project: &Project,
    id: Id,
    montage: &Montage,
    library: &Library,
    out: &mut Output,
) -> Option<anim::Montage> {
    let Some(skeleton) = project.skeletons.get(&montage.skeleton).and_then(|s| library.skeleton(Name::new(&s.name)))
    else {
        out.error(id, None, Kind::SkeletonMissing);
        return None;
    };
    let (slots, segments) = compile_slots(project, id, montage, library, out);
    let length = segments.iter().map(Segment::end).fold(0.0, f64::max) as f32;
    if length <= 0.0 {
        out.warn(id, None, Kind::MontageEmpty);
        return None;
    }
    let ordered = ordered_sections(id, montage, length, out);
    report_unreachable(id, montage, &ordered, length, out);
    let names: BTreeMap<Id, Name> = ordered.iter().map(|s| (s.id, out.name(id, Some(s.id), &s.name))).collect();
    for notify in &montage.notifies {
        out.name(id, Some(notify.id), &notify.name);
    }
    let sockets = notifies::sockets(project, montage.skeleton, &montage.notifies);
    let host = notifies::Host { tracks: &montage.tracks, length, sockets: &sockets, sections: Some(&names) };
    let blend_in = compile_blend(project, id, montage, &montage.blend_in, out);
    let blend_out = compile_blend(project, id, montage, &montage.blend_out, out);
    let compiled = anim::Montage {
        name: Name::new(&montage.name),
        skeleton: skeleton.name,
        group: out.name(id, None, &montage.group),
        length,
        rate_scale: montage.rate_scale,
        blend_in,
        blend_out,
        blend_out_trigger: montage.blend_out_trigger,
        auto_blend_out: montage.auto_blend_out,
        root_translation: montage.root_translation,
        root_rotation: montage.root_rotation,
        sections: link_sections(&ordered).into(),
        slots: slots.into(),
        segments: segments.into(),
        notifies: notifies::compile(id, &montage.notifies, &host, out).into(),
    };
    out.sources.sections.insert(id, ordered.iter().map(|section| section.id).collect());
    checked(id, compiled, library, out)
}

/// A profile that is gone, or says nothing of time, is left out.
fn compile_blend(
    project: &Project,
    id: Id,
    montage: &Montage,
    blend: &crate::montage::Blend,
    out: &mut Output,
) -> Blend {
    let skeleton = project.skeletons.get(&montage.skeleton);
    let found = blend.profile.and_then(|profile| skeleton?.blend_profile(profile));
    let profile = found.filter(|profile| profile.mode != ProfileMode::BlendMask);
    if blend.profile.is_some() && profile.is_none() {
        out.warn(id, None, Kind::ProfileMissing);
    }
    Blend {
        time: blend.time,
        easing: blend.easing,
        inertialize: blend.inertialize,
        profile: profile.map_or(Name::NONE, |profile| Name::new(&profile.name)),
    }
}

fn checked(id: Id, compiled: anim::Montage, library: &Library, out: &mut Output) -> Option<anim::Montage> {
    use anim::montage::MontageError;
    anim::Montage::new(compiled, library.clips.len())
        .map_err(|error| {
            let kind = match error {
                MontageError::Length => Kind::BadNumber { field: "blend time or rate scale" },
                MontageError::Sections => Kind::MontageSections,
                MontageError::Slots | MontageError::Segment { .. } => Kind::BadSegment,
                MontageError::Notifies => Kind::BadNumber { field: "notify time" },
            };
            out.error(id, None, kind);
        })
        .ok()
}

/// In order of start, the first at 0, without those that start at or after the end.
fn ordered_sections<'a>(id: Id, montage: &'a Montage, length: f32, out: &mut Output) -> Vec<&'a Section> {
    let mut ordered: Vec<&Section> = montage.sections.iter().collect();
    ordered.sort_by(|a, b| a.start.total_cmp(&b.start));
    if ordered.first().is_none_or(|first| first.start != 0.0) {
        out.error(id, None, Kind::MontageSections);
    }
    let mut taken = BTreeSet::new();
    for section in &ordered {
        if !taken.insert(section.name.as_str()) {
            out.error(id, Some(section.id), Kind::DuplicateSectionName { name: section.name.clone() });
        }
        if section.start >= length {
            out.warn(id, Some(section.id), Kind::SectionUnreachable { name: section.name.clone() });
        }
    }
    ordered.retain(|section| section.start < length);
    ordered
}

fn link_sections(ordered: &[&Section]) -> Vec<anim::montage::Section> {
    let index = |id: Id| ordered.iter().position(|section| section.id == id).map_or(NO_SECTION, |at| at as i32);
    let link = |section: &&Section| anim::montage::Section {
        name: Name::new(&section.name),
        start: section.start,
        next: section.next.map_or(NO_SECTION, index),
    };
    ordered.iter().map(link).collect()
}

fn report_unreachable(id: Id, montage: &Montage, ordered: &[&Section], length: f32, out: &mut Output) {
    let mut reached = BTreeSet::new();
    let mut open: Vec<usize> = vec![0];
    while let Some(at) = open.pop() {
        let Some(section) = ordered.get(at).filter(|section| reached.insert(section.id)) else { continue };
        let end = ordered.get(at + 1).map_or(length, |next| next.start);
        let jumps = montage.notifies.iter().filter(|n| n.branching && section.start <= n.time && n.time <= end);
        let targets =
            jumps.filter_map(|n| if let Action::JumpToSection(target) = n.action { Some(target) } else { None });
        let position = |id: Id| ordered.iter().position(|section| section.id == id);
        open.extend(targets.chain(section.next).filter_map(position));
    }
    for section in ordered.iter().filter(|section| !reached.contains(&section.id)) {
        out.warn(id, Some(section.id), Kind::SectionUnreachable { name: section.name.clone() });
    }
}

fn compile_slots(
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
            slot.segments.iter().filter_map(|segment| compile_segment(project, id, montage, segment, library, out)),
        );
        segments[first..].sort_by(|a, b| a.start.total_cmp(&b.start));
        for pair in segments[first..].windows(2) {
            if pair[0].end() > f64::from(pair[1].start) + OVERLAP_TOLERANCE {
                out.error(id, Some(Id(pair[1].id)), Kind::SegmentsOverlap);
            }
        }
        let kind = |segment: &Segment| library.clips[segment.clip as usize].additive;
        if segments[first..].windows(2).any(|pair| kind(&pair[0]) != kind(&pair[1])) {
            out.warn(id, Some(slot.id), Kind::MixedSlot { slot: slot.name.clone() });
        }
        let name = out.name(id, Some(slot.id), &slot.name);
        slots.push(Slot { name, first_segment: first as u32, segment_count: (segments.len() - first) as u32 });
    }
    (slots, segments)
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
    let clip = authored.and_then(|clip| library.clips.iter().position(|c| c.name == Name::new(&clip.name)));
    let (Some(authored), Some(clip)) = (authored, clip) else {
        out.error(id, item, Kind::ClipMissing);
        return None;
    };
    if authored.skeleton != montage.skeleton {
        out.error(id, item, Kind::SkeletonMismatch { clip: authored.name.clone() });
        return None;
    }
    let rate = segment.rate * authored.rate_scale;
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
    Some(Segment {
        id: segment.id.0,
        clip: clip as u32,
        start: segment.start,
        clip_begin: segment.clip_begin,
        clip_end: segment.clip_end,
        rate,
        loops: segment.loops,
    })
}
