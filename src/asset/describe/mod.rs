//! What compiling found, in words: one sentence that names the asset and the item, says what is wrong and what to do.

mod any;
mod clip;
mod graph;
mod montage;
mod notify;
mod rig;

use crate::{
    Id, Project,
    diagnostic::{Diagnostic, Kind, Subject},
};

/// One sentence that names the asset and the item, says what is wrong and what to do about it.
pub fn describe(project: &Project, diagnostic: &Diagnostic) -> String {
    format!("{}: {}", place(project, diagnostic.subject), problem(project, diagnostic))
}

fn place(project: &Project, subject: Subject) -> String {
    let Some(found) = project.asset(subject.asset) else { return "An asset that is gone".to_owned() };
    let word = found.kind().word();
    let asset = format!("{}{} “{}”", word[..1].to_uppercase(), &word[1..], found.name());
    match subject.item.and_then(|item| item_text(project, subject.asset, item)) {
        Some(item) => format!("{asset}, {item}"),
        None => asset,
    }
}

fn item_text(project: &Project, asset: Id, item: Id) -> Option<String> {
    if let Some(clip) = project.clips.get(&asset) {
        let notify = clip.notifies.iter().find(|notify| notify.id == item).map(|n| format!("notify “{}”", n.name));
        let marker = || clip.sync_markers.iter().find(|m| m.id == item).map(|m| format!("sync marker “{}”", m.name));
        let curve = || clip.curves.iter().find(|c| c.id == item).map(|c| format!("curve “{}”", c.name));
        return notify.or_else(marker).or_else(curve).or_else(|| note_text(&clip.notes, item));
    }
    if let Some(skeleton) = project.skeletons.get(&asset) {
        let socket = skeleton.socket(item).map(|socket| format!("socket “{}”", socket.name));
        let virtual_bone = || skeleton.virtual_bone(item).map(|bone| format!("virtual bone “{}”", bone.name));
        let mask = || skeleton.mask(item).map(|mask| format!("mask “{}”", mask.name));
        let profile = || skeleton.blend_profile(item).map(|profile| format!("blend profile “{}”", profile.name));
        return socket.or_else(virtual_bone).or_else(mask).or_else(profile);
    }
    if let Some(class) = project.notify_classes.get(&asset) {
        return class.field(item).map(|field| format!("field “{}”", field.name));
    }
    if let Some(graph) = project.graphs.get(&asset) {
        return graph.wiring.item_text(item);
    }
    if let Some(space) = project.blend_spaces.get(&asset) {
        let clip = project.asset_name(space.sample(item)?.clip).unwrap_or("a clip that is gone");
        return Some(format!("sample of “{clip}”"));
    }
    let montage = project.montages.get(&asset)?;
    if let Some(section) = montage.section(item) {
        return Some(format!("section “{}”", section.name));
    }
    if let Some(notify) = montage.notify(item) {
        return Some(format!("notify “{}”", notify.name));
    }
    if let Some((slot, segment)) = montage.segment(item) {
        let clip = project.asset_name(segment.clip).unwrap_or("a clip that is gone");
        return Some(format!("segment of “{clip}” at {:.3} s in slot “{}”", segment.start, slot.name));
    }
    if montage.stretch.as_ref().is_some_and(|stretch| stretch.id == item) {
        return Some("time stretch".to_owned());
    }
    let curve = montage.curves.iter().find(|curve| curve.id == item).map(|curve| format!("curve “{}”", curve.name));
    let slot = || montage.slots.iter().find(|slot| slot.id == item).map(|slot| format!("slot “{}”", slot.name));
    curve.or_else(slot).or_else(|| note_text(&montage.notes, item))
}

fn note_text(notes: &[crate::Note], item: Id) -> Option<String> {
    notes.iter().find(|note| note.id == item).map(|note| format!("note “{}”", note.text))
}

/// Of the skeleton that a clip plays on.
fn bone_name(project: &Project, clip: Id, bone: u32) -> String {
    let skeleton = project.clips.get(&clip).and_then(|clip| project.skeletons.get(&clip.skeleton));
    let name = skeleton.and_then(|skeleton| Some(skeleton.bones.get(bone as usize)?.name.clone()));
    name.unwrap_or_else(|| bone.to_string())
}

fn problem(project: &Project, diagnostic: &Diagnostic) -> String {
    let bone_of = |bone: &u32| bone_name(project, diagnostic.subject.asset, *bone);
    match &diagnostic.kind {
        Kind::DuplicateAssetName { name } => any::duplicate_asset_name(name),
        Kind::NameClash { name, other } => any::name_clash(name, other),
        Kind::SkeletonMissing => any::SKELETON_MISSING.into(),
        Kind::BadSkeleton => rig::BAD_SKELETON.into(),
        Kind::BonesMissing { bones } => rig::bones_missing(project, diagnostic.subject, bones),
        Kind::ScaledWithoutLength { bones } => clip::scaled_without_length(bones),
        Kind::RootStands { bone, other, metres } => clip::root_stands([bone, other].map(bone_of), *metres),
        Kind::RetargetSourceMissing => clip::RETARGET_SOURCE_MISSING.into(),
        Kind::ProfileMissing => rig::PROFILE_MISSING.into(),
        Kind::PropMissing => rig::PROP_MISSING.into(),
        Kind::BadMesh => rig::BAD_MESH.into(),
        Kind::BadLod { lod } => rig::bad_lod(*lod),
        Kind::BadRoom => rig::BAD_ROOM.into(),
        Kind::BoneLimitMissed { part, bones } => rig::bone_limit_missed(part, *bones),
        Kind::ClothMissing { part } => rig::cloth_missing(part),
        Kind::ClothCut { part, driver } => rig::cloth_cut(part, driver),
        Kind::ClothWeightMissing { part, attribute } => rig::cloth_weight_missing(part, attribute),
        Kind::KeysNotFinite => clip::KEYS_NOT_FINITE.into(),
        Kind::ClipTooLong { keys } => clip::clip_too_long(*keys),
        Kind::PrecisionMissed { bone, error } => clip::precision_missed(&bone_of(bone), *error),
        Kind::SourceMissed { bone, time, error } => clip::source_missed(&bone_of(bone), *time, *error),
        Kind::NotCompressed { reason } => clip::not_compressed(reason),
        Kind::SeamOpen { distance } => clip::seam_open(*distance),
        Kind::BaseMissing => clip::BASE_MISSING.into(),
        Kind::BaseMismatch { clip } => clip::base_mismatch(clip),
        Kind::BaseAdditive { clip } => clip::base_additive(clip),
        Kind::MontageEmpty => montage::MONTAGE_EMPTY.into(),
        Kind::NoRootMontage { why } => montage::no_root_montage(*why),
        Kind::OverrideMissing { clip } => montage::override_missing(clip),
        Kind::OverrideShort { clip } => montage::override_short(clip),
        Kind::SlotGroupsMixed { slot, group, other, other_group } => {
            montage::slot_groups_mixed([slot, group], [other, other_group])
        }
        Kind::SlotInGroups { groups } => montage::slot_in_groups(groups),
        Kind::SyncSlotMissing => montage::SYNC_SLOT_MISSING.into(),
        Kind::SyncMarkersMissing => montage::SYNC_MARKERS_MISSING.into(),
        Kind::BlendCurveEnds { which } => montage::blend_curve_ends(which),
        Kind::MontageSections => montage::MONTAGE_SECTIONS.into(),
        Kind::SectionUnreachable { .. } => montage::SECTION_UNREACHABLE.into(),
        Kind::DuplicateSectionName { name } => montage::duplicate_section_name(name),
        Kind::ClipMissing => montage::CLIP_MISSING.into(),
        Kind::SkeletonMismatch { clip } => montage::skeleton_mismatch(clip),
        Kind::MixedSlot { first, own } => montage::mixed_slot(*first, *own),
        Kind::SegmentsOverlap => montage::SEGMENTS_OVERLAP.into(),
        Kind::BadSegment => montage::BAD_SEGMENT.into(),
        Kind::WarpNoState { .. } => notify::WARP_NO_STATE.into(),
        Kind::WarpNoTarget { .. } => notify::WARP_NO_TARGET.into(),
        Kind::WarpNoRootMotion { .. } => notify::WARP_NO_ROOT_MOTION.into(),
        Kind::WarpPointMissing { .. } => notify::WARP_POINT_MISSING.into(),
        Kind::WarpsOverlap => notify::WARPS_OVERLAP.into(),
        Kind::NotifyOutside { time, .. } => notify::notify_outside(*time),
        Kind::NotifyTrackMissing { .. } => notify::NOTIFY_TRACK_MISSING.into(),
        Kind::JumpTargetMissing { .. } => notify::JUMP_TARGET_MISSING.into(),
        Kind::PlayTargetMissing { .. } => notify::PLAY_TARGET_MISSING.into(),
        Kind::RootMotionNotHeld { .. } => notify::ROOT_MOTION_NOT_HELD.into(),
        Kind::NotifyClassMissing => notify::CLASS_MISSING.into(),
        Kind::NotifyClassKind { class, is_state } => notify::class_kind(class, *is_state),
        Kind::BadValue { field, problem } => notify::bad_value(field, problem),
        Kind::BadDefault => notify::BAD_DEFAULT.into(),
        Kind::DuplicateFieldName { name } => notify::duplicate_field_name(name),
        Kind::ChoiceEmpty => notify::CHOICE_EMPTY.into(),
        Kind::SocketMissing { .. } => notify::SOCKET_MISSING.into(),
        Kind::BranchingOnClip { .. } => notify::BRANCHING_ON_CLIP.into(),
        Kind::BadNumber { field } => any::bad_number(field),
        Kind::OutOfRange { field, range } => any::out_of_range(field, range),
        Kind::TooLong => any::too_long(),
        Kind::TooMany { what, most } => any::too_many(what, *most),
        Kind::NameMissing => any::NAME_MISSING.into(),
        Kind::MarkerOutside { time } => clip::marker_outside(*time),
        Kind::MarkersMerged => clip::MARKERS_MERGED.into(),
        Kind::DuplicateCurveName { name } => clip::duplicate_curve_name(name),
        Kind::CurveEmpty => clip::CURVE_EMPTY.into(),
        Kind::CurveKeysOrder => clip::CURVE_KEYS_ORDER.into(),
        Kind::CurveKeysNotFinite => clip::CURVE_KEYS_NOT_FINITE.into(),
        other => rig::unsound(other).unwrap_or_else(|| graph::problem(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clip, Montage, Severity, montage::Segment, skeleton::Bone};
    use std::sync::Arc;

    #[test]
    fn a_diagnostic_names_its_asset_and_item() {
        let mut montage = Montage::new("Attack", Id(1), &mut 1);
        let segment =
            Segment { id: Id(9), clip: Id(5), start: 0.5, clip_begin: 0.0, clip_end: 1.0, rate: 1.0, loops: 1 };
        montage.slots[0].segments.push(segment);
        let section = montage.sections[0].id;
        let mut project = Project::default();
        project.montages.insert(Id(2), Arc::new(montage));
        let mut skeleton = crate::Skeleton::default();
        let reference = anim::Transform::IDENTITY;
        let bone = |name: &str| Bone::new(name, None, reference);
        skeleton.bones = vec![bone("hand_r")];
        project.skeletons.insert(Id(7), Arc::new(skeleton));
        project.clips.insert(Id(8), Arc::new(Clip::new("Walk", Id(7), Default::default(), 30.0)));
        let missed = Kind::PrecisionMissed { bone: 0, error: 0.0002 };
        let subject = Subject { asset: Id(8), item: None };
        let text = describe(&project, &Diagnostic { severity: Severity::Warning, subject, kind: missed });
        assert!(text.contains("bone “hand_r” is off by 0.0200 cm"), "{text}");
        let check = |item, kind, expected: &str| {
            let subject = Subject { asset: Id(2), item };
            let text = describe(&project, &Diagnostic { severity: Severity::Error, subject, kind });
            assert!(text.starts_with(expected), "{text}");
        };
        check(None, Kind::MontageEmpty, "Montage “Attack”: it has no segments");
        check(Some(section), Kind::DuplicateSectionName { name: "A".into() }, "Montage “Attack”, section “Default”: ");
        check(Some(Id(9)), Kind::ClipMissing, "Montage “Attack”, segment of “a clip that is gone” at 0.500 s in slot");
    }

    #[test]
    fn an_item_is_named_by_what_it_is_and_by_its_own_name() {
        use crate::{Curve, Notify, SyncMarker, skeleton::BlendProfile};
        let mut clip = Clip::new("Walk", Id(7), Default::default(), 30.0);
        clip.notifies = [Id(10), Id(11)].map(|id| Notify::instant(id, Id(1), format!("n{id}"), 0.0)).into();
        clip.sync_markers = [Id(12), Id(13)].map(|id| SyncMarker { id, name: format!("m{id}"), time: 0.0 }).into();
        clip.curves = [Id(14), Id(15)].map(|id| Curve::new(id, format!("c{id}"), 0)).into();
        let mut montage = Montage::new("Attack", Id(7), &mut 1);
        montage.notifies = [Id(20), Id(21)].map(|id| Notify::instant(id, Id(1), format!("n{id}"), 0.0)).into();
        let slot = |id: Id| crate::montage::Slot { id, name: format!("t{id}"), segments: Vec::new(), locked: false };
        montage.slots = [Id(22), Id(23)].map(slot).into();
        let (id, start, clip_begin, clip_end) = (Id(24), 0.25, 0.0, 1.0);
        montage.slots[1].segments = vec![Segment { id, clip: Id(2), start, clip_begin, clip_end, rate: 1.0, loops: 1 }];
        let (mode, factors) = (anim::mask::ProfileMode::TimeFactor, [].into());
        let profile = BlendProfile { id: Id(30), name: "slow".into(), mode, factors };
        let mut rig = crate::Skeleton { name: "rig".into(), blend_profiles: vec![profile], ..Default::default() };
        rig.sockets.push(crate::skeleton::Socket::new(Id(31), "grip", "hand".into(), anim::Transform::IDENTITY));
        let mut project = Project::default();
        project.clips.insert(Id(2), Arc::new(clip));
        project.montages.insert(Id(3), Arc::new(montage));
        project.skeletons.insert(Id(7), Arc::new(rig));
        let named = |asset, item| place(&project, Subject { asset: Id(asset), item: Some(Id(item)) });
        for (item, word, letter) in [(10, "notify", 'n'), (12, "sync marker", 'm'), (14, "curve", 'c')] {
            for item in [item, item + 1] {
                assert_eq!(named(2, item), format!("Clip “Walk”, {word} “{letter}{}”", Id(item)));
            }
        }
        for (item, word, letter) in [(20, "notify", 'n'), (22, "slot", 't')] {
            for item in [item, item + 1] {
                assert_eq!(named(3, item), format!("Montage “Attack”, {word} “{letter}{}”", Id(item)));
            }
        }
        let segment = format!("Montage “Attack”, segment of “Walk” at 0.250 s in slot “t{}”", Id(23));
        assert_eq!(named(3, 24), segment);
        assert_eq!(named(7, 30), "Skeleton “rig”, blend profile “slow”");
        assert_eq!(named(7, 31), "Skeleton “rig”, socket “grip”");
        assert_eq!((named(2, 99), named(3, 99)), ("Clip “Walk”".into(), "Montage “Attack”".into()));
        assert_eq!(named(99, 1), "An asset that is gone");
    }

    #[test]
    fn many_missing_bones_are_counted_and_the_first_eight_named() {
        let mut project = Project::default();
        project.clips.insert(Id(8), Arc::new(Clip::new("Walk", Id(7), Default::default(), 30.0)));
        let text = |count: usize| {
            let bones = (1..=count).map(|at| format!("b{at}")).collect();
            let subject = Subject { asset: Id(8), item: None };
            let found = Diagnostic { severity: Severity::Warning, subject, kind: Kind::BonesMissing { bones } };
            describe(&project, &found)
        };
        assert!(text(1).contains("no bone “b1”; the keys are kept and play when it has it."), "{}", text(1));
        assert!(text(2).contains("no bones “b1”, “b2”; the keys are kept and play when it has them."), "{}", text(2));
        assert!(text(8).contains("“b7”, “b8”; "), "{}", text(8));
        assert!(text(10).contains("“b7”, “b8” and 2 more; "), "{}", text(10));
    }

    #[test]
    fn a_distance_is_told_in_centimetres() {
        assert!(clip::seam_open(0.0123).contains("1.23 cm off"));
        assert!(clip::precision_missed("hand", 0.000_25).contains("“hand” is off by 0.0250 cm"));
    }
}
