//! What compiling found, in words: one sentence that names the asset and the item, says what is
//! wrong and what to do.

mod any;
mod clip;
mod graph;
mod montage;
mod notify;
mod rig;
#[cfg(test)]
mod tests;

pub use any::range_words;

use crate::{
    Id, Project,
    diagnostic::{Diagnostic, Kind, Subject},
};
use words::tr;

/// Describes a diagnostic in one sentence: the asset, the item, what is wrong and what to do.
pub fn describe(project: &Project, diagnostic: &Diagnostic) -> String {
    format!(
        "{}: {}",
        place(project, diagnostic.subject),
        problem(project, diagnostic)
    )
}

fn place(project: &Project, subject: Subject) -> String {
    let Some(found) = project.asset(subject.asset) else {
        return tr!("A deleted asset").to_owned();
    };
    let word = found.kind().word();
    let asset = format!(
        "{}{} “{}”",
        word[..1].to_uppercase(),
        &word[1..],
        found.name()
    );
    match subject
        .item
        .and_then(|item| item_text(project, subject.asset, item))
    {
        Some(item) => format!("{asset}, {item}"),
        None => asset,
    }
}

fn item_text(project: &Project, asset: Id, item: Id) -> Option<String> {
    if let Some(clip) = project.clips.get(&asset) {
        let notify = clip
            .notifies
            .iter()
            .find(|notify| notify.id == item)
            .map(|n| tr!("notify “{}”", n.name));
        let marker = || {
            clip.sync_markers
                .iter()
                .find(|m| m.id == item)
                .map(|m| tr!("sync marker “{}”", m.name))
        };
        let curve = || {
            clip.curves
                .iter()
                .find(|c| c.id == item)
                .map(|c| tr!("curve “{}”", c.name))
        };
        return notify
            .or_else(marker)
            .or_else(curve)
            .or_else(|| note_text(&clip.notes, item))
            .or_else(|| sound_text(&clip.sounds, item));
    }
    if let Some(skeleton) = project.skeletons.get(&asset) {
        let socket = skeleton
            .socket(item)
            .map(|socket| tr!("socket “{}”", socket.name));
        let virtual_bone = || {
            skeleton
                .virtual_bone(item)
                .map(|bone| tr!("virtual bone “{}”", bone.name))
        };
        let mask = || skeleton.mask(item).map(|mask| tr!("mask “{}”", mask.name));
        let profile = || {
            skeleton
                .blend_profile(item)
                .map(|profile| tr!("blend profile “{}”", profile.name))
        };
        return socket.or_else(virtual_bone).or_else(mask).or_else(profile);
    }
    if let Some(class) = project.notify_classes.get(&asset) {
        return class.field(item).map(|field| tr!("field “{}”", field.name));
    }
    if let Some(graph) = project.graphs.get(&asset) {
        return graph.wiring.item_text(item);
    }
    if let Some(space) = project.blend_spaces.get(&asset) {
        let clip = project
            .asset_name(space.sample(item)?.clip)
            .unwrap_or(tr!("a deleted clip"));
        return Some(tr!("sample of “{clip}”"));
    }
    let montage = project.montages.get(&asset)?;
    if let Some(section) = montage.section(item) {
        return Some(tr!("section “{}”", section.name));
    }
    if let Some(notify) = montage.notify(item) {
        return Some(tr!("notify “{}”", notify.name));
    }
    if let Some((slot, segment)) = montage.segment(item) {
        let clip = project
            .asset_name(segment.clip)
            .unwrap_or(tr!("a deleted clip"));
        return Some(tr!(
            "segment of “{clip}” at {:.3} s in slot “{}”",
            segment.start,
            slot.name
        ));
    }
    if montage
        .stretch
        .as_ref()
        .is_some_and(|stretch| stretch.id == item)
    {
        return Some(tr!("time stretch").to_owned());
    }
    let curve = montage
        .curves
        .iter()
        .find(|curve| curve.id == item)
        .map(|curve| tr!("curve “{}”", curve.name));
    let slot = || {
        montage
            .slots
            .iter()
            .find(|slot| slot.id == item)
            .map(|slot| tr!("slot “{}”", slot.name))
    };
    curve
        .or_else(slot)
        .or_else(|| note_text(&montage.notes, item))
        .or_else(|| sound_text(&montage.sounds, item))
}

fn sound_text(sounds: &[crate::LaneSound], item: Id) -> Option<String> {
    sounds
        .iter()
        .find(|sound| sound.id == item)
        .map(|sound| tr!("sound “{}”", sound.name))
}

fn note_text(notes: &[crate::Note], item: Id) -> Option<String> {
    notes
        .iter()
        .find(|note| note.id == item)
        .map(|note| tr!("note “{}”", note.text))
}

/// Name of a bone of the skeleton that a clip plays on.
fn bone_name(project: &Project, clip: Id, bone: u32) -> String {
    let skeleton = project
        .clips
        .get(&clip)
        .and_then(|clip| project.skeletons.get(&clip.skeleton));
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
        Kind::RootStands {
            bone,
            other,
            metres,
        } => clip::root_stands([bone, other].map(bone_of), *metres),
        Kind::RetargetSourceMissing => clip::RETARGET_SOURCE_MISSING.into(),
        Kind::ProfileMissing => rig::PROFILE_MISSING.into(),
        Kind::PropMissing => rig::PROP_MISSING.into(),
        Kind::Partner { name, why } => tr!("partner {name} of the preview: {why}"),
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
        Kind::SourceMissed { bone, time, error } => {
            clip::source_missed(&bone_of(bone), *time, *error)
        }
        Kind::NotCompressed { reason } => clip::not_compressed(reason),
        Kind::SeamOpen { distance } => clip::seam_open(*distance),
        Kind::BaseMissing => clip::BASE_MISSING.into(),
        Kind::BaseMismatch { clip } => clip::base_mismatch(clip),
        Kind::BaseAdditive { clip } => clip::base_additive(clip),
        Kind::MontageEmpty => montage::MONTAGE_EMPTY.into(),
        Kind::NoRootMontage { why } => montage::no_root_montage(*why),
        Kind::OverrideMissing { clip } => montage::override_missing(clip),
        Kind::OverrideShort { clip } => montage::override_short(clip),
        Kind::SlotGroupsMixed {
            slot,
            group,
            other,
            other_group,
        } => montage::slot_groups_mixed([slot, group], [other, other_group]),
        Kind::SlotInGroups { groups } => montage::slot_in_groups(groups),
        Kind::SyncSlotMissing => montage::SYNC_SLOT_MISSING.into(),
        Kind::SyncMarkersMissing => montage::SYNC_MARKERS_MISSING.into(),
        Kind::BlendCurveEnds { which } => montage::blend_curve_ends(which),
        Kind::MontageSections => montage::MONTAGE_SECTIONS.into(),
        Kind::SectionUnreachable { .. } => montage::SECTION_UNREACHABLE.into(),
        Kind::DuplicateSectionName { name } => montage::duplicate_section_name(name),
        Kind::ClipMissing => montage::CLIP_MISSING.into(),
        Kind::SoundMissing => any::SOUND_MISSING.into(),
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
