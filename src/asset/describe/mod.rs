//! What compiling found, in words: one sentence that names the asset and the item, says what is wrong and what to do.

mod any;
mod clip;
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
        return notify.or_else(marker).or_else(curve);
    }
    if let Some(skeleton) = project.skeletons.get(&asset) {
        let socket = skeleton.socket(item).map(|socket| format!("socket “{}”", socket.name));
        let virtual_bone = || skeleton.virtual_bone(item).map(|bone| format!("virtual bone “{}”", bone.name));
        let mask = || skeleton.mask(item).map(|mask| format!("mask “{}”", mask.name));
        let profile = || skeleton.blend_profile(item).map(|profile| format!("blend profile “{}”", profile.name));
        return socket.or_else(virtual_bone).or_else(mask).or_else(profile);
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
    montage.slots.iter().find(|slot| slot.id == item).map(|slot| format!("slot “{}”", slot.name))
}

/// Of the skeleton that a clip plays on.
fn bone_name(project: &Project, clip: Id, bone: u32) -> String {
    let skeleton = project.clips.get(&clip).and_then(|clip| project.skeletons.get(&clip.skeleton));
    let name = skeleton.and_then(|skeleton| Some(skeleton.bones.get(bone as usize)?.name.clone()));
    name.unwrap_or_else(|| bone.to_string())
}

fn problem(project: &Project, diagnostic: &Diagnostic) -> String {
    match &diagnostic.kind {
        Kind::DuplicateAssetName { name } => any::duplicate_asset_name(name),
        Kind::NameClash { name, other } => any::name_clash(name, other),
        Kind::SkeletonMissing => any::SKELETON_MISSING.into(),
        Kind::BadSkeleton => rig::BAD_SKELETON.into(),
        Kind::BonesMissing { bones } => rig::bones_missing(project, diagnostic.subject, bones),
        Kind::RetargetSourceMissing => clip::RETARGET_SOURCE_MISSING.into(),
        Kind::ProfileMissing => rig::PROFILE_MISSING.into(),
        Kind::PropMissing => rig::PROP_MISSING.into(),
        Kind::BadMesh => rig::BAD_MESH.into(),
        Kind::BadLod { lod } => rig::bad_lod(*lod),
        Kind::KeysNotFinite => clip::KEYS_NOT_FINITE.into(),
        Kind::ClipTooLong { keys } => clip::clip_too_long(*keys),
        Kind::PrecisionMissed { bone, error } => {
            clip::precision_missed(&bone_name(project, diagnostic.subject.asset, *bone), *error)
        }
        Kind::NotCompressed { reason } => clip::not_compressed(reason),
        Kind::SeamOpen { distance } => clip::seam_open(*distance),
        Kind::BaseMissing => clip::BASE_MISSING.into(),
        Kind::BaseMismatch { clip } => clip::base_mismatch(clip),
        Kind::BaseAdditive { clip } => clip::base_additive(clip),
        Kind::MontageEmpty => montage::MONTAGE_EMPTY.into(),
        Kind::MontageSections => montage::MONTAGE_SECTIONS.into(),
        Kind::SectionUnreachable { .. } => montage::SECTION_UNREACHABLE.into(),
        Kind::DuplicateSectionName { name } => montage::duplicate_section_name(name),
        Kind::ClipMissing => montage::CLIP_MISSING.into(),
        Kind::SkeletonMismatch { clip } => montage::skeleton_mismatch(clip),
        Kind::MixedSlot { slot } => montage::mixed_slot(slot),
        Kind::SegmentsOverlap => montage::SEGMENTS_OVERLAP.into(),
        Kind::BadSegment => montage::BAD_SEGMENT.into(),
        Kind::NotifyOutside { time, .. } => notify::notify_outside(*time),
        Kind::NotifyTrackMissing { .. } => notify::NOTIFY_TRACK_MISSING.into(),
        Kind::JumpTargetMissing { .. } => notify::JUMP_TARGET_MISSING.into(),
        Kind::SocketMissing { .. } => notify::SOCKET_MISSING.into(),
        Kind::BranchingOnClip { .. } => notify::BRANCHING_ON_CLIP.into(),
        Kind::BadNumber { field } => any::bad_number(field),
        Kind::NameMissing => any::NAME_MISSING.into(),
        Kind::MarkerOutside { time } => clip::marker_outside(*time),
        Kind::MarkersMerged => clip::MARKERS_MERGED.into(),
        Kind::DuplicateCurveName { name } => clip::duplicate_curve_name(name),
        Kind::CurveEmpty => clip::CURVE_EMPTY.into(),
        Kind::CurveKeysOrder => clip::CURVE_KEYS_ORDER.into(),
        Kind::CurveKeysNotFinite => clip::CURVE_KEYS_NOT_FINITE.into(),
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
}
