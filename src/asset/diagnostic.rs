//! What compiling found: for the Problems panel, never an error that stops the preview.

use crate::{AssetKind, Id, Project};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Warning,
    Error,
}

/// The asset, and the section, segment, notify or slot inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    pub asset: Id,
    pub item: Option<Id>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Two assets of one kind share a name; this one does not play.
    DuplicateAssetName {
        name: String,
    },
    /// Two different names have the same hash.
    NameClash {
        name: String,
        other: String,
    },
    SkeletonMissing,
    BadSkeleton,
    /// Names of bones that are referred to and that the skeleton does not have (any more).
    BonesMissing {
        bones: Vec<String>,
    },
    /// Of a clip.
    RetargetSourceMissing,
    /// Of a blend; the bones go together.
    ProfileMissing,
    /// The mesh that a socket shows.
    PropMissing,
    BadMesh,
    BadLod {
        lod: usize,
    },
    /// The clip has keys that are not finite; the value before was kept.
    KeysNotFinite,
    ClipTooLong {
        keys: u64,
    },
    /// Compressed, but some point is further off than was asked for. Metres.
    PrecisionMissed {
        bone: u32,
        error: f32,
    },
    /// The clip plays its raw keys.
    NotCompressed {
        reason: anim::codec::EncodeError,
    },
    /// The clip loops, but its last key is not its first. Metres.
    SeamOpen {
        distance: f32,
    },
    /// The reference pose counts as the base.
    BaseMissing,
    /// The base was made for another skeleton; the reference pose counts.
    BaseMismatch {
        clip: String,
    },
    /// A full pose is expected of the base, and it is additive itself.
    BaseAdditive {
        clip: String,
    },
    MontageEmpty,
    MontageSections,
    /// A section that no link and no jump reaches from the first.
    SectionUnreachable {
        name: String,
    },
    DuplicateSectionName {
        name: String,
    },
    ClipMissing,
    /// The clip was made for another skeleton.
    SkeletonMismatch {
        clip: String,
    },
    SegmentsOverlap,
    /// Full and additive clips on one slot: where they meet the pose jumps.
    MixedSlot {
        slot: String,
    },
    BadSegment,
    NotifyOutside {
        name: String,
        time: f32,
    },
    NotifyTrackMissing {
        name: String,
    },
    JumpTargetMissing {
        name: String,
    },
    /// The socket that a notify names is not one of its skeleton.
    SocketMissing {
        name: String,
    },
    /// A branching notify on a clip is queued like any other.
    BranchingOnClip {
        name: String,
    },
    BadNumber {
        field: &'static str,
    },
    NameMissing,
    MarkerOutside {
        time: f32,
    },
    /// Nearer to another marker than [`anim::sync::NEAREST_MARKERS`]; a loop's end is its start.
    MarkersMerged,
    DuplicateCurveName {
        name: String,
    },
    CurveEmpty,
    /// Keys out of order, or two at one time.
    CurveKeysOrder,
    CurveKeysNotFinite,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub subject: Subject,
    pub kind: Kind,
}

/// One sentence that names the asset and the item, says what is wrong and what to do about it.
pub fn describe(project: &Project, diagnostic: &Diagnostic) -> String {
    format!("{}: {}", place(project, diagnostic.subject), problem(project, diagnostic))
}

fn place(project: &Project, subject: Subject) -> String {
    let kind = match project.kind(subject.asset) {
        Some(AssetKind::Skeleton) => "Skeleton",
        Some(AssetKind::Mesh) => "Mesh",
        Some(AssetKind::Texture) => "Texture",
        Some(AssetKind::Clip) => "Clip",
        Some(AssetKind::Montage) => "Montage",
        None => return "An asset that is gone".to_owned(),
    };
    let asset = format!("{kind} “{}”", project.asset_name(subject.asset).unwrap_or_default());
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

/// Names in quotes, the first few of many.
fn listed(names: &[String]) -> String {
    const MOST: usize = 8;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| format!("“{name}”")).collect();
    match names.len().saturating_sub(MOST) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

fn bones_missing(project: &Project, subject: Subject, bones: &[String]) -> String {
    let (bones, many) = (listed(bones), bones.len() > 1);
    let them = if many { "them" } else { "it" };
    let lack = format!("its skeleton has no {} {bones}", if many { "bones" } else { "bone" });
    match project.kind(subject.asset) {
        Some(AssetKind::Clip) => format!(
            "{lack}; the keys are kept and play when it has {them}. Bind the clip to another skeleton, or import the \
             skeleton's file again."
        ),
        Some(AssetKind::Mesh) => format!(
            "{lack}; what follows {them} follows the bone above. Bind the mesh to another skeleton, or import the \
             skeleton's file again."
        ),
        _ => format!(
            "there is no {} {bones} any more; what stands on {them} waits. Put it on another bone, or import the \
             skeleton's file again.",
            if many { "bones" } else { "bone" }
        ),
    }
}

fn problem(project: &Project, diagnostic: &Diagnostic) -> String {
    match &diagnostic.kind {
        Kind::DuplicateAssetName { name } => {
            format!("another asset is called “{name}” too, so this one does not play. Rename one of them.")
        }
        Kind::NameClash { name, other } => {
            format!("the names “{name}” and “{other}” have the same hash. Rename one of them.")
        }
        Kind::SkeletonMissing => "its skeleton is missing or does not compile. Import the skeleton again.".into(),
        Kind::BadSkeleton => {
            "its bones do not form one tree with parents first, or are too many. Import it again."
                .into()
        }
        Kind::BonesMissing { bones } => bones_missing(project, diagnostic.subject, bones),
        Kind::RetargetSourceMissing => {
            "the retarget source that it was made for is gone, so what it came with counts. Choose another one.".into()
        }
        Kind::ProfileMissing => {
            "the blend profile of a blend is gone or is a mask, so all bones go together. Choose another profile, or none."
                .into()
        }
        Kind::PropMissing => "the mesh that it shows is gone. Choose another preview mesh, or none.".into(),
        Kind::BadMesh => "its vertices follow bones that are not listed. Import it again.".into(),
        Kind::BadLod { lod } => {
            format!(
                "level of detail {lod} does not fit: screen sizes fall from 1, the finest level keeps all bones, and every \
                 other one keeps the root. Correct its screen size, or import it again."
            )
        }
        Kind::KeysNotFinite => "it has keys that are not numbers; the value before each was kept.".into(),
        Kind::ClipTooLong { keys } => {
            format!("it would need {keys} keys, which is too many. Lower its frame rate or split it.")
        }
        Kind::PrecisionMissed { bone, error } => {
            let (bone, centimetres) = (bone_name(project, diagnostic.subject.asset, *bone), error * 100.0);
            format!(
                "compressed, bone “{bone}” is off by {centimetres:.4} cm, more than its precision. Allow it a larger \
                 precision, or switch its compression off."
            )
        }
        Kind::NotCompressed { reason } => {
            format!("it plays every key as it is, for {reason}. Correct the clip, or switch its compression off.")
        }
        Kind::SeamOpen { distance } => {
            let centimetres = distance * 100.0;
            format!(
                "it loops, but its last frame is {centimetres:.2} cm off its first, so that it jumps there. Make them \
                 alike, let the last frame lead back to the first, or switch looping off."
            )
        }
        Kind::BaseMissing => {
            "the clip that it is additive to is missing or does not compile, so the reference pose counts. Choose \
             another base."
                .into()
        }
        Kind::BaseMismatch { clip } => {
            format!(
                "the clip “{clip}” that it is additive to was made for another skeleton, so the reference pose counts. \
                 Choose another base."
            )
        }
        Kind::BaseAdditive { clip } => {
            format!(
                "the clip “{clip}” that it is additive to is additive too; the full pose of its keys counts. Choose a \
                 full clip as the base."
            )
        }
        Kind::MontageEmpty => "it has no segments, so nothing plays. Drag a clip onto a slot.".into(),
        Kind::MontageSections => "its sections do not start at 0 and ascend in time. Move them.".into(),
        Kind::SectionUnreachable { .. } => {
            "nothing leads to it: no link and no jump. Link a section to it, or play it by name.".into()
        }
        Kind::DuplicateSectionName { name } => {
            format!("another section is called “{name}” too. Rename one of them.")
        }
        Kind::ClipMissing => "its clip is missing or does not compile. Choose another clip.".into(),
        Kind::SkeletonMismatch { clip } => {
            format!("the clip “{clip}” was made for another skeleton. Choose a clip of the same skeleton.")
        }
        Kind::MixedSlot { slot } => {
            format!("slot “{slot}” mixes full and additive clips. Put the additive ones on a slot of their own.")
        }
        Kind::SegmentsOverlap => "it lies on another segment. Move or shorten one of them.".into(),
        Kind::BadSegment => {
            "its range, rate or loops cannot play. Give it a range inside the clip, a rate other than 0 and at least \
             one loop."
                .into()
        }
        Kind::NotifyOutside { time, .. } => {
            format!("it lies at {time:.3} s, outside the timeline, and never fires. Move it.")
        }
        Kind::NotifyTrackMissing { .. } => "its notify track is gone. Put it on another track.".into(),
        Kind::JumpTargetMissing { .. } => "the section that it jumps to is gone. Choose another section.".into(),
        Kind::SocketMissing { .. } => {
            "the socket that it names is gone or of another skeleton, so it fires without one. Choose another socket, or \
             none."
                .into()
        }
        Kind::BranchingOnClip { .. } => {
            "branching has no effect on a clip; it is queued like any other. Put it on the montage instead.".into()
        }
        Kind::BadNumber { field } => format!("the {field} is not a number that can play. Correct it."),
        Kind::NameMissing => "it has no name and is left out. Give it one.".into(),
        Kind::MarkerOutside { time } => {
            format!("it lies at {time:.3} s, outside the clip; the nearest end counts. Move it.")
        }
        Kind::MarkersMerged => {
            "another marker lies at the same instant (a loop's end is its start), so this one is left out. Move or \
             delete one of them."
                .into()
        }
        Kind::DuplicateCurveName { name } => {
            format!("another curve is called “{name}” too, so this one does not play. Rename one of them.")
        }
        Kind::CurveEmpty => "it has no keys and so no value. Add a key, or delete it.".into(),
        Kind::CurveKeysOrder => {
            "its keys are out of order or share a time; the last key of each time counts. Move them apart.".into()
        }
        Kind::CurveKeysNotFinite => {
            "it has keys that are not numbers; the value before each counts. Correct them.".into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clip, Montage, montage::Segment, skeleton::Bone};
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
