//! Sentences for findings of skeletons and meshes.

use crate::{
    AssetKind, Project,
    diagnostic::{Kind, Subject},
};
use words::{Word, tr, word};

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
        more => tr!("{} and {more} more", shown.join(", ")),
    }
}

pub(super) fn bones_missing(project: &Project, subject: Subject, bones: &[String]) -> String {
    let (count, bones) = (bones.len(), listed(bones));
    let bones = if count > 1 {
        tr!("bones {bones}")
    } else {
        tr!("bone {bones}")
    };
    let lack = tr!("its skeleton has no {bones}");
    match project.kind(subject.asset) {
        Some(AssetKind::Clip) => tr!(
            "{lack}; the keys stay, and play once no bone is missing. Bind the clip to another skeleton, or import the skeleton's file again."
        ),
        Some(AssetKind::Mesh) => tr!(
            "{lack}; skin weights go to the parent bone. Bind the mesh to another skeleton, or import the skeleton's file again."
        ),
        Some(AssetKind::Graph) => {
            tr!(
                "{lack}, so the node does nothing. Choose another bone, or import the skeleton's file again."
            )
        }
        Some(AssetKind::BlendSpace) => tr!(
            "{lack}; the bone speeds stay, and apply once no bone is missing. Remove them, or import the skeleton's file again."
        ),
        _ => tr!(
            "the skeleton no longer has {bones}, so its attachments are inactive. Choose another bone, or import the skeleton's file again."
        ),
    }
}

pub(super) const BAD_SKELETON: Word =
    word!("its bones are not one tree with parents first, or there are too many. Import it again.");

/// Text about numbers that are wrong; None for any other finding.
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
    let what = bone.map_or_else(|| tr!("it").to_owned(), |bone| tr!("bone “{bone}”"));
    tr!(
        "{what} is more than {:e} m away, has a larger scale, or has an invalid number or rotation. Move it, or import the skeleton again.",
        anim::limits::FARTHEST_BONE
    )
}

fn bad_weights(name: &str) -> String {
    tr!(
        "“{name}” has an invalid or out-of-range number for a bone, or shares its name with another one. Correct or rename it."
    )
}

fn bad_part(part: &str, error: anim::mesh::MeshError) -> String {
    tr!("part “{part}” cannot be drawn: {error}. Import it again, or remove it.")
}

fn bad_material(material: &str) -> String {
    tr!(
        "material “{material}” has an invalid or too large number. Correct its colour or its alpha cut-off."
    )
}

pub(super) const PROFILE_MISSING: Word = word!(
    "a blend uses a deleted blend profile or a mask, so all bones blend at one rate. Choose another profile, or none."
);

pub(super) const PROP_MISSING: Word =
    word!("its preview mesh was deleted. Choose another preview mesh, or none.");

pub(super) const BAD_MESH: Word =
    word!("its vertices use bones that are not in its bone list. Import it again.");

pub(super) const BAD_ROOM: Word = word!(
    "a body has no size, or the fixed box is invalid. Make the bodies again, or choose other bounds."
);

pub(super) fn bone_limit_missed(part: &str, bones: usize) -> String {
    tr!(
        "a triangle of part “{part}” uses {bones} bones, more than the limit, so the part is not split. Raise the bone limit, or prune its weights."
    )
}

pub(super) fn cloth_missing(part: &str) -> String {
    tr!(
        "the cloth that part “{part}” follows was not found, so it uses its own weights. Choose a part with triangles on the same skeleton."
    )
}

pub(super) fn cloth_cut(part: &str, driver: &str) -> String {
    tr!(
        "part “{part}” follows cloth “{driver}”, but the bone limit splits that mesh and changes its vertices. Raise or remove the bone limit of “{driver}”."
    )
}

pub(super) fn cloth_weight_missing(part: &str, attribute: &str) -> String {
    tr!(
        "part “{part}” has no per-vertex number attribute “{attribute}”, so all of it follows its cloth. Choose another attribute."
    )
}

pub(super) fn bad_lod(lod: usize) -> String {
    tr!(
        "LOD {lod} is invalid: screen sizes descend from 1, LOD 0 keeps all bones, and every LOD keeps the root. Correct its screen size, or import it again."
    )
}
