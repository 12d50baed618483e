//! Montages: sections and links by index, segments by library index, everything in time order.

use super::{Output, notifies};
use crate::{Diagnostic, Id, Montage, Project, Skeleton, diagnostic::Kind, montage::Section, notify::Action};
use anim::{
    Library, Name,
    additive::AdditiveKind,
    mask::ProfileMode,
    montage::{Blend, NO_SECTION, Segment, Slot},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Segments may overlap by this many seconds before it is a mistake: the rounding of their ends.
const OVERLAP_TOLERANCE: f64 = 1e-4;

/// What a montage takes from the clip of a segment; none of one that is gone.
#[derive(Clone, Debug, PartialEq)]
struct Referred {
    /// In the library; none of one that does not compile.
    index: Option<usize>,
    name: String,
    skeleton: Id,
    rate_scale: f32,
    additive: Option<AdditiveKind>,
}

/// What a montage was made of, and what came of it.
struct Entry {
    montage: Arc<Montage>,
    /// None of one that is gone or does not compile.
    skeleton: Option<Arc<Skeleton>>,
    clips: Vec<Option<Referred>>,
    diagnostics: Vec<Diagnostic>,
    /// Authored ids by compiled index.
    sections: Option<Vec<Id>>,
    result: Option<Arc<anim::Montage>>,
}

#[derive(Default)]
pub(crate) struct MontageCache(BTreeMap<Id, Entry>);

impl MontageCache {
    pub(crate) fn compile(
        &mut self,
        project: &Project,
        usable: &BTreeSet<Id>,
        library: &Library,
        out: &mut Output,
    ) -> Vec<Arc<anim::Montage>> {
        self.0.retain(|id, _| project.montages.contains_key(id));
        let mut compiled = Vec::new();
        for (&id, montage) in project.montages.iter().filter(|(id, _)| usable.contains(id)) {
            name_parts(id, montage, out);
            let entry = self.entry(project, id, montage, library);
            out.diagnostics.extend(entry.diagnostics.iter().cloned());
            out.sources.sections.extend(entry.sections.iter().map(|sections| (id, sections.clone())));
            compiled.extend(entry.result.clone());
        }
        compiled
    }

    fn entry(&mut self, project: &Project, id: Id, montage: &Arc<Montage>, library: &Library) -> &Entry {
        let authored = project.skeletons.get(&montage.skeleton);
        let skeleton = authored.filter(|skeleton| library.skeleton(Name::new(&skeleton.name)).is_some()).cloned();
        let clips: Vec<_> = (montage.slots.iter().flat_map(|slot| &slot.segments))
            .map(|segment| referred(project, segment.clip, library))
            .collect();
        let is_known = |entry: &Entry| {
            Arc::ptr_eq(&entry.montage, montage)
                && entry.skeleton.as_ref().map(Arc::as_ptr) == skeleton.as_ref().map(Arc::as_ptr)
                && entry.clips == clips
        };
        if !self.0.get(&id).is_some_and(is_known) {
            let mut found = Output::default();
            let result = compile_one(project, id, montage, library, &mut found).map(Arc::new);
            let (diagnostics, sections) = (found.diagnostics, found.sources.sections.remove(&id));
            let montage = montage.clone();
            self.0.insert(id, Entry { montage, skeleton, clips, diagnostics, sections, result });
        }
        &self.0[&id]
    }
}

fn referred(project: &Project, clip: Id, library: &Library) -> Option<Referred> {
    let authored = project.clips.get(&clip)?;
    let index = library.clip_index(Name::new(&authored.name));
    Some(Referred {
        index,
        name: authored.name.clone(),
        skeleton: authored.skeleton,
        rate_scale: authored.rate_scale,
        additive: index.and_then(|index| library.clips[index].additive),
    })
}

/// Also where it is not compiled anew: two names with one hash are found over the whole project.
fn name_parts(id: Id, montage: &Montage, out: &mut Output) {
    out.name(id, None, &montage.group);
    let sections = montage.sections.iter().map(|section| (section.id, &section.name));
    let slots = montage.slots.iter().map(|slot| (slot.id, &slot.name));
    let notifies = montage.notifies.iter().map(|notify| (notify.id, &notify.name));
    for (item, name) in sections.chain(slots).chain(notifies) {
        out.name(id, Some(item), name);
    }
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
    let names: BTreeMap<Id, Name> = ordered.iter().map(|s| (s.id, Name::new(&s.name))).collect();
    let sockets = notifies::sockets(project, montage.skeleton, &montage.notifies);
    let host = notifies::Host { tracks: &montage.tracks, length, sockets: &sockets, sections: Some(&names) };
    let blend_in = compile_blend(project, id, montage, &montage.blend_in, out);
    let blend_out = compile_blend(project, id, montage, &montage.blend_out, out);
    let compiled = anim::Montage {
        name: Name::new(&montage.name),
        skeleton: skeleton.name,
        group: Name::new(&montage.group),
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
            out.warn(id, Some(slot.id), Kind::MixedSlot);
        }
        let name = Name::new(&slot.name);
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
    let clip = authored.and_then(|clip| library.clip_index(Name::new(&clip.name)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Cache, Clip, Severity, compile,
        montage::{Blend as Authored, Segment as Piece, Slot as Track},
        notify::Notify,
        skeleton::{BlendProfile, Bone, BoneWeights},
        source::ClipSource,
    };
    use anim::{Transform, montage::Easing};

    const RIG: Id = Id(1);
    const CLIP: Id = Id(2);
    const MONTAGE: Id = Id(3);
    const FAST: Id = Id(4);
    const MASK: Id = Id(5);

    fn piece(id: u64, start: f32) -> Piece {
        Piece { id: Id(id), clip: CLIP, start, clip_begin: 0.25, clip_end: 0.75, rate: 1.0, loops: 1 }
    }

    fn section(id: u64, start: f32, next: Option<u64>) -> Section {
        Section { id: Id(id), name: format!("{id}"), start, next: next.map(Id), color: 0 }
    }

    /// A second of a clip that plays at double rate: two pieces of a quarter second after each other.
    fn project() -> Project {
        let bone = Bone::new("root", None, Transform::IDENTITY);
        let profile = |id, name: &str, mode| BlendProfile { id, name: name.into(), mode, factors: BoneWeights::new() };
        let profiles =
            vec![profile(FAST, "fast", ProfileMode::WeightFactor), profile(MASK, "mask", ProfileMode::BlendMask)];
        let skeleton =
            Skeleton { name: "rig".into(), bones: vec![bone], blend_profiles: profiles, ..Skeleton::default() };
        let source = Arc::new(ClipSource { duration: 1.0, ..ClipSource::default() });
        let mut montage = Montage::new("montage", RIG, &mut 100);
        montage.slots[0].segments = vec![piece(20, 0.0), piece(21, 0.25)];
        let mut project = Project::default();
        project.skeletons.insert(RIG, Arc::new(skeleton));
        project.clips.insert(CLIP, Arc::new(Clip { rate_scale: 2.0, ..Clip::new("clip", RIG, source, 10.0) }));
        project.montages.insert(MONTAGE, Arc::new(montage));
        project
    }

    fn edited(edit: impl FnOnce(&mut Montage)) -> (Option<Arc<anim::Montage>>, Vec<Diagnostic>) {
        let mut project = project();
        edit(Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap()));
        let compiled = compile(&project, &mut Cache::default());
        (compiled.library.montages.first().cloned(), compiled.diagnostics)
    }

    fn kinds(edit: impl FnOnce(&mut Montage)) -> Vec<(Severity, Option<Id>, Kind)> {
        edited(edit).1.into_iter().map(|found| (found.severity, found.subject.item, found.kind)).collect()
    }

    /// Whatever is edited, a cache that saw what was before gives what a fresh one does; what does not touch the
    /// montage leaves it as it is.
    #[test]
    fn an_edit_recompiles_the_montages_that_it_reaches_and_no_others() {
        type Edit = fn(&mut Project);
        fn skeleton(project: &mut Project) -> &mut Skeleton {
            Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap())
        }
        fn clip(project: &mut Project) -> &mut Clip {
            Arc::make_mut(project.clips.get_mut(&CLIP).unwrap())
        }
        fn montage(project: &mut Project) -> &mut Montage {
            Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap())
        }
        let edits: [(bool, Edit); 11] = [
            (false, |p| p.name = "renamed".into()),
            (false, |p| clip(p).looping = true),
            (false, |p| drop(p.montages.insert(Id(60), Arc::new(Montage::new("another", RIG, &mut 200))))),
            (true, |p| clip(p).rate_scale = 0.5),
            (true, |p| clip(p).additive = Some(crate::clip::Additive::default())),
            (true, |p| drop(p.clips.remove(&CLIP))),
            (true, |p| drop(p.skeletons.remove(&RIG))),
            (true, |p| skeleton(p).blend_profiles.clear()),
            (true, |p| montage(p).blend_in.profile = Some(FAST)),
            (true, |p| montage(p).sections.push(section(70, 0.25, None))),
            (true, |p| clip(p).skeleton = Id(9)),
        ];
        for (at, (reaches, edit)) in edits.into_iter().enumerate() {
            let mut project = project();
            let mut cache = Cache::default();
            let before = compile(&project, &mut cache).library.montages[0].clone();
            edit(&mut project);
            let (warm, fresh) = (compile(&project, &mut cache), compile(&project, &mut Cache::default()));
            assert_eq!(warm.library, fresh.library, "edit {at}");
            assert_eq!(warm.diagnostics, fresh.diagnostics, "edit {at}");
            assert_eq!(warm.sources, fresh.sources, "edit {at}");
            let is_kept = warm.library.montages.iter().any(|montage| Arc::ptr_eq(montage, &before));
            assert!(is_kept != reaches, "edit {at}");
        }
    }

    /// A clip that comes in before it in the library moves its index.
    #[test]
    fn a_segment_follows_its_clip_through_the_library() {
        let mut project = project();
        let mut cache = Cache::default();
        compile(&project, &mut cache);
        for (at, name) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
            let source = project.clips[&CLIP].source.clone();
            project.clips.insert(Id(50 + at as u64), Arc::new(Clip::new(name, RIG, source, 10.0)));
            let library = compile(&project, &mut cache).library;
            let segment = library.montages[0].segments[0];
            assert_eq!(library.clips[segment.clip as usize].name, Name::new("clip"), "beside {name}");
        }
    }

    #[test]
    fn every_switch_and_number_reaches_what_plays() {
        for flags in 0..8 {
            let is = |bit: u32| flags & bit != 0;
            let (compiled, found) = edited(|m| {
                (m.auto_blend_out, m.root_translation, m.root_rotation) = (is(1), is(2), is(4));
                (m.rate_scale, m.blend_out_trigger, m.group) = (1.5, 0.125, "upper".into());
            });
            let m = compiled.unwrap();
            assert_eq!((m.auto_blend_out, m.root_translation, m.root_rotation), (is(1), is(2), is(4)));
            assert_eq!((m.rate_scale, m.blend_out_trigger, m.length), (1.5, 0.125, 0.5));
            assert_eq!((m.name, m.group, m.skeleton), (Name::new("montage"), Name::new("upper"), Name::new("rig")));
            assert_eq!(found, []);
        }
    }

    #[test]
    fn both_blends_keep_their_time_easing_kind_and_profile() {
        let (fast, none) = (Name::new("fast"), Name::NONE);
        for (profile, name) in [(None, none), (Some(FAST), fast)] {
            for inertialize in [false, true] {
                let blend = |time, easing, inertialize| Authored { time, easing, inertialize, profile };
                let (compiled, found) = edited(|m| {
                    m.blend_in = blend(0.1, Easing::Sine, inertialize);
                    m.blend_out = blend(0.2, Easing::CubicInOut, !inertialize);
                });
                let m = compiled.unwrap();
                let expected = |time, easing, inertialize| Blend { time, easing, inertialize, profile: name };
                assert_eq!(m.blend_in, expected(0.1, Easing::Sine, inertialize));
                assert_eq!(m.blend_out, expected(0.2, Easing::CubicInOut, !inertialize));
                assert_eq!(found, []);
            }
        }
    }

    #[test]
    fn a_profile_that_is_gone_or_says_nothing_of_time_is_left_out_and_named() {
        for profile in [MASK, Id(99)] {
            let (compiled, found) = edited(|m| m.blend_out.profile = Some(profile));
            assert_eq!(compiled.unwrap().blend_out.profile, Name::NONE);
            assert!(matches!(found[..], [Diagnostic { kind: Kind::ProfileMissing, .. }]), "{found:?}");
        }
    }

    #[test]
    fn segments_keep_their_numbers_and_take_the_clip_s_rate() {
        let (compiled, _) = edited(|m| {
            m.slots[0].segments = vec![Piece { rate: -0.5, loops: 3, ..piece(21, 0.25) }, piece(20, 0.0)];
            m.slots.push(Track { id: Id(30), name: "arms".into(), segments: vec![piece(31, 0.5)] });
        });
        let m = compiled.unwrap();
        let numbers = |s: &Segment| (s.id, s.clip, s.start, (s.clip_begin, s.clip_end), s.rate, s.loops);
        let span = (0.25, 0.75);
        assert_eq!(numbers(&m.segments[0]), (20, 0, 0.0, span, 2.0, 1));
        assert_eq!(numbers(&m.segments[1]), (21, 0, 0.25, span, -1.0, 3));
        assert_eq!(numbers(&m.segments[2]), (31, 0, 0.5, span, 2.0, 1));
        let slots: Vec<_> = m.slots.iter().map(|slot| (slot.name, slot.first_segment, slot.segment_count)).collect();
        assert_eq!(slots, [(Name::new("DefaultSlot"), 0, 2), (Name::new("arms"), 2, 1)]);
        assert_eq!(m.length, 1.75);
    }

    #[test]
    fn segments_may_touch_and_no_more() {
        assert_eq!(kinds(|m| m.slots[0].segments[1].start = 0.24995), []);
        let overlap = (Severity::Error, Some(Id(21)), Kind::SegmentsOverlap);
        assert_eq!(kinds(|m| m.slots[0].segments[1].start = 0.2497), [overlap]);
    }

    #[test]
    fn a_segment_that_cannot_play_is_named() {
        let bad = |edit: fn(&mut Piece)| {
            let kinds = kinds(|m| edit(&mut m.slots[0].segments[1]));
            assert_eq!(kinds, [(Severity::Error, Some(Id(21)), Kind::BadSegment)]);
        };
        bad(|s| s.start = -0.1);
        bad(|s| s.start = f32::NAN);
        bad(|s| s.start = f32::INFINITY);
        bad(|s| s.clip_end = f32::INFINITY);
        bad(|s| s.rate = f32::NAN);
        bad(|s| s.rate = 0.0);
        bad(|s| s.loops = 0);
        bad(|s| s.clip_end = s.clip_begin);
        let missing = kinds(|m| m.slots[0].segments[1].clip = Id(99));
        assert_eq!(missing, [(Severity::Error, Some(Id(21)), Kind::ClipMissing)]);
    }

    #[test]
    fn sections_follow_in_time_and_link_by_where_they_are() {
        let sections = vec![section(42, 0.3, None), section(40, 0.0, Some(42)), section(41, 0.1, Some(41))];
        let (compiled, found) = edited(|m| m.sections = sections);
        let links: Vec<_> = compiled.unwrap().sections.iter().map(|s| (s.name, s.start, s.next)).collect();
        let name = |name: &str| Name::new(name);
        assert_eq!(links, [(name("40"), 0.0, 2), (name("41"), 0.1, 1), (name("42"), 0.3, NO_SECTION)]);
        let kinds: Vec<_> = found.into_iter().map(|found| found.kind).collect();
        assert_eq!(kinds, [Kind::SectionUnreachable { name: "41".into() }]);
    }

    #[test]
    fn a_branching_point_reaches_a_section_from_where_it_lies() {
        let unreached = |time: f32, branching: bool| {
            let found = kinds(|m| {
                m.sections = vec![section(40, 0.0, None), section(41, 0.2, None), section(42, 0.4, None)];
                let mut jump = Notify::instant(Id(50), m.tracks[0].id, "jump", time);
                (jump.branching, jump.action) = (branching, Action::JumpToSection(Id(42)));
                m.notifies = vec![jump];
            });
            found.into_iter().filter_map(|(_, item, _)| item).collect::<Vec<_>>()
        };
        assert_eq!(unreached(0.0, true), [Id(41)], "the start of a section is its own");
        assert_eq!(unreached(0.1, true), [Id(41)]);
        assert_eq!(unreached(0.2, true), [Id(41)], "the end of a section is still its own");
        assert_eq!(unreached(0.3, true), [Id(41), Id(42)]);
        assert_eq!(unreached(0.1, false), [Id(41), Id(42)]);
    }

    #[test]
    fn sections_that_cannot_be_are_named() {
        let late = kinds(|m| m.sections[0].start = 0.1);
        assert!(late.contains(&(Severity::Error, None, Kind::MontageSections)), "{late:?}");
        let twice = |m: &mut Montage| {
            m.sections = vec![section(40, 0.0, Some(41)), Section { name: "40".into(), ..section(41, 0.2, None) }];
        };
        let duplicate = Kind::DuplicateSectionName { name: "40".into() };
        assert_eq!(kinds(twice), [(Severity::Error, Some(Id(41)), duplicate)]);
        let beyond = |m: &mut Montage| m.sections = vec![section(40, 0.0, Some(41)), section(41, 0.5, None)];
        let unreachable = Kind::SectionUnreachable { name: "41".into() };
        assert_eq!(kinds(beyond), [(Severity::Warning, Some(Id(41)), unreachable)]);
        assert_eq!(edited(beyond).0.unwrap().sections.len(), 1);
    }

    #[test]
    fn a_segment_lasts_as_long_as_its_clip_takes_at_both_rates() {
        assert_eq!(piece(20, 0.0).duration(1.0), 0.5);
        assert_eq!(Piece { rate: -2.0, loops: 3, ..piece(20, 0.0) }.duration(0.5), 1.5);
    }
}
