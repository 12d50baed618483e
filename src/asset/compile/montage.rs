//! Montages: sections and links by index, segments by library index, everything in time order.

mod child;
mod sections;
mod slots;
#[cfg(test)]
mod tests;
mod timing;

use super::{
    Output, curves, limits,
    notifies::{self, NotifyReferences},
    notify_class::Classes,
    warps,
};
use crate::{
    Diagnostic, Id, Montage, Project, Skeleton, diagnostic::Kind, slot_group::DEFAULT_GROUP,
};
use anim::{
    Array, Library, Name,
    additive::AdditiveKind,
    float::Extreme,
    limits::{LONGEST_BLEND, MOST_SECTIONS},
    mask::ProfileMode,
    montage::{Blend, Segment},
    sync::SyncMarker,
    warp::Windows,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use words::tr;

/// Values that a montage takes from the clip of a segment; None if the clip is gone.
#[derive(Clone, Debug, PartialEq)]
struct Referred {
    /// Index in the library; None of a clip that does not compile.
    index: Option<usize>,
    name: String,
    skeleton: Id,
    rate_scale: f32,
    additive: Option<AdditiveKind>,
    moves_root: bool,
    /// Sync markers of the clip, where the montage has a use for them.
    markers: Array<SyncMarker>,
    /// Poses of the clip, where the montage or the clip warps.
    warped: Option<Poses>,
}

/// Inputs of a compiled montage, and its results.
struct MontageCacheEntry {
    montage: Arc<Montage>,
    /// The skeleton; None of one that is gone or does not compile.
    skeleton: Option<Arc<Skeleton>>,
    clips: Vec<Option<Referred>>,
    /// References outside of the montage that its notifies name.
    named: NotifyReferences,
    /// The montage that a child comes from in the end; None of another montage.
    root: Option<Arc<Montage>>,
    /// Slot groups that list each slot.
    groups: Vec<Vec<String>>,
    diagnostics: Vec<Diagnostic>,
    /// Authored ids by compiled index.
    sections: Option<Vec<Id>>,
    result: Option<Arc<anim::Montage>>,
}

#[derive(Default)]
pub(crate) struct MontageCache(BTreeMap<Id, MontageCacheEntry>);

impl MontageCache {
    pub(crate) fn compile(
        &mut self,
        project: &Project,
        usable: &BTreeSet<Id>,
        (library, classes): (&Library, &Classes),
        out: &mut Output,
    ) -> Vec<Arc<anim::Montage>> {
        self.0.retain(|id, _| project.montages.contains_key(id));
        let mut compiled = Vec::new();
        for (&id, montage) in project
            .montages
            .iter()
            .filter(|(id, _)| usable.contains(id))
        {
            name_parts(id, montage, out);
            for slot in &montage.slots {
                out.name(id, Some(slot.id), project.group_of_slot(&slot.name));
            }
            let named = NotifyReferences::of(project, montage.skeleton, &montage.notifies, classes);
            let entry = self.entry(project, id, montage, named, library);
            out.diagnostics.extend(entry.diagnostics.iter().cloned());
            out.sources
                .sections
                .extend(entry.sections.iter().map(|sections| (id, sections.clone())));
            compiled.extend(entry.result.clone());
        }
        compiled
    }

    fn entry(
        &mut self,
        project: &Project,
        id: Id,
        montage: &Arc<Montage>,
        named: NotifyReferences,
        library: &Library,
    ) -> &MontageCacheEntry {
        let authored = project.skeletons.get(&montage.skeleton);
        let skeleton = authored
            .filter(|skeleton| library.skeleton(Name::new(&skeleton.name)).is_some())
            .cloned();
        let clips: Vec<_> = (montage.slots.iter().flat_map(|slot| &slot.segments))
            .map(|segment| referred(project, montage, segment.clip, library))
            .collect();
        let groups = slot_groups(project, montage);
        let root = child::root(project, id).ok();
        let is_known = |entry: &MontageCacheEntry| {
            Arc::ptr_eq(&entry.montage, montage)
                && entry.skeleton.as_ref().map(Arc::as_ptr) == skeleton.as_ref().map(Arc::as_ptr)
                && entry.clips == clips
                && entry.named == named
                && entry.groups == groups
                && entry.root.as_ref().map(Arc::as_ptr) == root.as_ref().map(Arc::as_ptr)
        };
        if !self.0.get(&id).is_some_and(is_known) {
            let mut found = Output::default();
            let result =
                compile_one(project, id, montage, (library, &named), &mut found).map(Arc::new);
            let (diagnostics, sections) = (found.diagnostics, found.sources.sections.remove(&id));
            let montage = montage.clone();
            let entry = MontageCacheEntry {
                montage,
                skeleton,
                clips,
                named,
                root,
                groups,
                diagnostics,
                sections,
                result,
            };
            self.0.insert(id, entry);
        }
        &self.0[&id]
    }
}

/// A clip that counts as equal until it is recompiled.
#[derive(Clone, Debug)]
struct Poses(Arc<anim::Clip>);

impl PartialEq for Poses {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// All that list each slot of a montage, in order.
fn slot_groups(project: &Project, montage: &Montage) -> Vec<Vec<String>> {
    let of = |slot: &crate::montage::Slot| {
        project
            .groups_of_slot(&slot.name)
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    montage.slots.iter().map(of).collect()
}

/// The group of its slots; where they are in several, that of the first.
fn group<'a>(project: &'a Project, id: Id, montage: &'a Montage, out: &mut Output) -> &'a str {
    for slot in &montage.slots {
        let groups: Vec<String> = project
            .groups_of_slot(&slot.name)
            .into_iter()
            .map(str::to_owned)
            .collect();
        if groups.len() > 1 {
            out.warn(id, Some(slot.id), Kind::SlotInGroups { groups });
        }
    }
    let Some(first) = montage.slots.first() else {
        return DEFAULT_GROUP;
    };
    let group = project.group_of_slot(&first.name);
    let differs = |slot: &&crate::montage::Slot| project.group_of_slot(&slot.name) != group;
    if let Some(other) = montage.slots.iter().find(differs) {
        let kind = Kind::SlotGroupsMixed {
            slot: first.name.clone(),
            group: group.to_owned(),
            other: other.name.clone(),
            other_group: project.group_of_slot(&other.name).to_owned(),
        };
        out.error(id, Some(other.id), kind);
    }
    group
}

fn referred(project: &Project, montage: &Montage, clip: Id, library: &Library) -> Option<Referred> {
    let authored = project.clips.get(&clip)?;
    let index = library.clip_index(Name::new(&authored.name));
    Some(Referred {
        index,
        name: authored.name.clone(),
        skeleton: authored.skeleton,
        rate_scale: authored.rate_scale,
        additive: index.and_then(|index| library.clips[index].additive),
        moves_root: index.is_some_and(|index| library.clips[index].root_motion.enabled),
        markers: index
            .filter(|_| !montage.sync_group.is_empty())
            .map(|index| library.clips[index].markers.clone())
            .unwrap_or_default(),
        warped: index
            .map(|index| library.clips[index].clone())
            .filter(|clip| {
                !clip.warps.is_empty()
                    || montage.notifies.iter().any(|notify| notify.warp.is_some())
            })
            .map(Poses),
    })
}

/// Adds the montage's names to the library, even if the montage is not recompiled: two names with
/// one hash are found over the whole project.
fn name_parts(id: Id, montage: &Montage, out: &mut Output) {
    out.name(id, None, &montage.sync_group);
    let sections = montage
        .sections
        .iter()
        .map(|section| (section.id, &section.name));
    let slots = montage.slots.iter().map(|slot| (slot.id, &slot.name));
    let curves = montage.curves.iter().map(|curve| (curve.id, &curve.name));
    for (item, name) in sections.chain(slots).chain(curves) {
        out.name(id, Some(item), name);
    }
    notifies::name_all(id, &montage.notifies, out);
}

fn compile_one(
    project: &Project,
    id: Id,
    montage: &Montage,
    (library, named): (&Library, &NotifyReferences),
    out: &mut Output,
) -> Option<anim::Montage> {
    let Some(skeleton) = project
        .skeletons
        .get(&montage.skeleton)
        .and_then(|s| library.skeleton(Name::new(&s.name)))
    else {
        out.error(id, None, Kind::SkeletonMissing);
        return None;
    };
    if !child::check(project, id, montage, out) {
        return None;
    }
    let (slots, segments) = slots::compile(project, id, montage, library, out);
    let length = segments.iter().map(Segment::end).fold(0.0, Extreme::higher) as f32;
    if length <= 0.0 {
        out.warn(id, None, Kind::MontageEmpty);
        return None;
    }
    let mut ordered = sections::ordered(id, montage, length, out);
    limits::few(id, &mut ordered, MOST_SECTIONS, tr!("sections"), out);
    sections::report_unreachable(id, montage, &ordered, length, out);
    let names: BTreeMap<Id, Name> = ordered.iter().map(|s| (s.id, Name::new(&s.name))).collect();
    let host = notifies::NotifyHost {
        tracks: &montage.tracks,
        length,
        named,
        sections: Some(&names),
    };
    let (notifies, values) = notifies::compile(id, &montage.notifies, &host, out);
    let [blend_in, blend_out] = [
        (&montage.blend_in, tr!("blend-in")),
        (&montage.blend_out, tr!("blend-out")),
    ]
    .map(|blend| compile_blend(project, id, montage, blend, out));
    let (curves, curve_keys) = curves::compile_own(id, &montage.curves, out);
    let markers = timing::markers(id, montage, (&slots, &segments), library, out);
    let warps = warped(
        (id, montage, named),
        (&slots, &segments, length),
        (skeleton, library),
        out,
    );
    // One without root motion does not count among those that move the root.
    let moves_root = moves_root(first_slot(&slots, &segments), library)
        || warps
            .windows()
            .iter()
            .any(|window| window.without_root_motion);
    let compiled = anim::Montage {
        name: Name::new(&montage.name),
        skeleton: skeleton.name,
        group: Name::new(group(project, id, montage, out)),
        length,
        rate_scale: limits::rate((id, None), montage.rate_scale, tr!("rate scale"), out),
        blend_in,
        blend_out,
        blend_out_trigger: limits::clamped(
            (id, None),
            montage.blend_out_trigger,
            -LONGEST_BLEND..=LONGEST_BLEND,
            (tr!("blend-out trigger"), " s"),
            out,
        ),
        auto_blend_out: montage.auto_blend_out,
        root_translation: montage.root_translation && moves_root,
        root_rotation: montage.root_rotation && moves_root,
        sections: sections::linked(&ordered).into(),
        slots: slots.into(),
        segments: segments.into(),
        notifies: notifies.into(),
        values: values.into(),
        stretch: timing::stretch(id, montage, length, out),
        sync_group: Name::new(&montage.sync_group),
        markers: markers.into(),
        curves: curves.into(),
        curve_keys: curve_keys.into(),
        warps,
    };
    out.sources
        .sections
        .insert(id, ordered.iter().map(|section| section.id).collect());
    checked(id, compiled, library, out)
}

fn first_slot<'a>(slots: &[anim::montage::Slot], segments: &'a [Segment]) -> &'a [Segment] {
    slots.first().map_or(&[], |slot| {
        &segments[slot.first_segment as usize..(slot.first_segment + slot.segment_count) as usize]
    })
}

fn moves_root(segments: &[Segment], library: &Library) -> bool {
    segments
        .iter()
        .any(|segment| library.clips[segment.clip as usize].root_motion.enabled)
}

/// The montage's own windows, then those of the clips that move its root.
fn warped(
    (id, montage, named): (Id, &Montage, &NotifyReferences),
    (slots, segments, length): (&[anim::montage::Slot], &[Segment], f32),
    (skeleton, library): (&anim::Skeleton, &Library),
    out: &mut Output,
) -> Windows {
    let first = first_slot(slots, segments);
    let clip = |segment: &Segment| &library.clips[segment.clip as usize];
    let moves_root =
        (montage.root_translation || montage.root_rotation) && self::moves_root(first, library);
    let pose = |at: f64, pose: &mut anim::Pose| {
        let under =
            |segment: &&Segment| f64::from(segment.start) <= at && at <= segment.end() + 1e-6;
        if let Some(segment) = first.iter().rfind(under) {
            let within = at.lower(segment.end() - 1e-6);
            clip(segment).sample(skeleton, segment.clip_time(within), pose);
        }
    };
    let timeline = warps::WarpTimeline {
        skeleton,
        named,
        length,
        moves_root,
        pose: &pose,
    };
    let mut windows = warps::compile(id, &montage.notifies, &timeline, out);
    warps::inherit(&mut windows, first, library);
    windows
}

/// A profile that is gone, or says nothing of time, is left out.
fn compile_blend(
    project: &Project,
    id: Id,
    montage: &Montage,
    (blend, which): (&crate::montage::Blend, &'static str),
    out: &mut Output,
) -> Blend {
    if !blend.is_whole() {
        out.warn(id, None, Kind::BlendCurveEnds { which });
    }
    let skeleton = project.skeletons.get(&montage.skeleton);
    let found = blend
        .profile
        .and_then(|profile| skeleton?.blend_profile(profile));
    let profile = found.filter(|profile| profile.mode != ProfileMode::BlendMask);
    if blend.profile.is_some() && profile.is_none() {
        out.warn(id, None, Kind::ProfileMissing);
    }
    Blend {
        time: limits::clamped(
            (id, None),
            blend.time,
            0.0..=LONGEST_BLEND,
            limits::blend_time(),
            out,
        ),
        easing: blend.shape(),
        inertialize: blend.inertialize,
        profile: profile.map_or(Name::NONE, |profile| Name::new(&profile.name)),
    }
}

fn checked(
    id: Id,
    compiled: anim::Montage,
    library: &Library,
    out: &mut Output,
) -> Option<anim::Montage> {
    use anim::montage::MontageError;
    anim::Montage::new(compiled, library.clips.len())
        .map_err(|error| {
            let kind = match error {
                MontageError::Length => Kind::BadNumber {
                    field: tr!("blend time or rate scale"),
                },
                MontageError::Sections => Kind::MontageSections,
                MontageError::Slots | MontageError::Segment { .. } => Kind::BadSegment,
                MontageError::Notifies => Kind::BadNumber {
                    field: tr!("notify time"),
                },
                MontageError::Stretch => Kind::BadNumber {
                    field: tr!("time stretch"),
                },
                MontageError::Markers => Kind::BadNumber {
                    field: tr!("sync marker"),
                },
                MontageError::Curve { .. } => Kind::BadNumber {
                    field: tr!("curve"),
                },
                MontageError::TooMany { most } => Kind::TooMany {
                    what: tr!("parts"),
                    most,
                },
            };
            out.error(id, None, kind);
        })
        .ok()
}
