//! Sentences for findings of skeletons and meshes.

use crate::{
    AssetKind, Project,
    diagnostic::{Kind, Subject},
};

/// Names in quotes, the first few of many.
fn listed(names: &[String]) -> String {
    const MOST: usize = 8;
    let shown: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|name| format!("“{name}”"))
        .collect();
    match names.len().saturating_sub(MOST) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

pub(super) fn bones_missing(project: &Project, subject: Subject, bones: &[String]) -> String {
    let (bones, many) = (listed(bones), bones.len() > 1);
    let them = if many { "them" } else { "it" };
    let lack = format!(
        "its skeleton has no {} {bones}",
        if many { "bones" } else { "bone" }
    );
    match project.kind(subject.asset) {
        Some(AssetKind::Clip) => format!(
            "{lack}; the keys are kept and play when it has {them}. Bind the clip to another skeleton, or import the \
             skeleton's file again."
        ),
        Some(AssetKind::Mesh) => format!(
            "{lack}; what follows {them} follows the bone above. Bind the mesh to another skeleton, or import the \
             skeleton's file again."
        ),
        Some(AssetKind::Graph) => {
            format!(
                "{lack}, so the pose passes. Choose another bone, or import the skeleton's file again."
            )
        }
        Some(AssetKind::BlendSpace) => format!(
            "{lack}; the speeds are kept and count when it has {them}. Take them out, or import the skeleton's file \
             again."
        ),
        _ => format!(
            "there is no {} {bones} any more; what stands on {them} waits. Put it on another bone, or import the \
             skeleton's file again.",
            if many { "bones" } else { "bone" }
        ),
    }
}

pub(super) const BAD_SKELETON: &str =
    "its bones do not form one tree with parents first, or are too many. Import it again.";

/// What is said of numbers that are wrong; None of any other finding.
pub(super) fn unsound(kind: &Kind) -> Option<String> {
    Some(match kind {
        Kind::BadPlace { bone } => bad_place(bone.as_deref()),
        Kind::BadWeights { name } => bad_weights(name),
        Kind::BadPart { part, error } => bad_part(part, *error),
        Kind::BadMaterial { material } => bad_material(material),
        _ => return None,
    })
}

fn bad_place(bone: Option<&str>) -> String {
    let what = bone.map_or_else(|| "it".to_owned(), |bone| format!("bone “{bone}”"));
    format!(
        "{what} stands more than {:e} m away, is scaled by more, or has a number or a turn that is none. Put it elsewhere, or \
         import the skeleton again.",
        anim::limits::FARTHEST_BONE
    )
}

fn bad_weights(name: &str) -> String {
    format!(
        "a number of a bone in “{name}” is none or out of range, or another of its kind has that name. Correct it, or rename it."
    )
}

fn bad_part(part: &str, error: anim::mesh::MeshError) -> String {
    format!("part “{part}” cannot be drawn: {error}. Import it again, or remove it.")
}

fn bad_material(material: &str) -> String {
    format!(
        "a number of material “{material}” is none, or too large. Correct its colour or its alpha cut-off."
    )
}

pub(super) const PROFILE_MISSING: &str = "the blend profile of a blend is gone or is a mask, so all bones go together. Choose another profile, or none.";

pub(super) const PROP_MISSING: &str =
    "the mesh that it shows is gone. Choose another preview mesh, or none.";

pub(super) const BAD_MESH: &str = "its vertices follow bones that are not listed. Import it again.";

pub(super) const BAD_ROOM: &str = "a body has no size, or the box that is fixed is none. Make the bodies anew, or choose other bounds.";

pub(super) fn bone_limit_missed(part: &str, bones: usize) -> String {
    format!(
        "a triangle of part “{part}” follows {bones} bones, more than a section may, so that the part is not cut. Raise the bone \
         limit, or prune its weights."
    )
}

pub(super) fn cloth_missing(part: &str) -> String {
    format!(
        "what part “{part}” follows as cloth is not there, so that it goes by its own weights. Choose a part of a mesh on \
         the same skeleton that has triangles."
    )
}

pub(super) fn cloth_cut(part: &str, driver: &str) -> String {
    format!(
        "part “{part}” follows “{driver}” as cloth, whose parts are cut for their bones and have other vertices then. Raise the \
         bone limit of “{driver}”, or take it off."
    )
}

pub(super) fn cloth_weight_missing(part: &str, attribute: &str) -> String {
    format!(
        "part “{part}” has no attribute “{attribute}” of one number a vertex, so that all of it follows its cloth. Choose \
         another one."
    )
}

pub(super) fn bad_lod(lod: usize) -> String {
    format!(
        "level of detail {lod} does not fit: screen sizes fall from 1, the finest level keeps all bones, and every \
                 other one keeps the root. Correct its screen size, or import it again."
    )
}
