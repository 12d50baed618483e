//! Extensions by their names: which are read, and what a file loses without the others.

#[cfg(test)]
mod tests;

use super::json::GltfRoot;
use crate::{ImportError, ImportProblem, ImportReport};
use std::collections::BTreeSet;

const READ: [&str; 6] = [
    "MSFT_lod",
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "KHR_draco_mesh_compression",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
];

/// Names, or beginnings of names that end in `_`, and what is missing without the extension. None
/// of them moves a bone or a vertex, so that a file may require them and still be read. The first
/// match is used.
const LEFT_OUT: [(&str, &str); 53] = [
    (
        "KHR_materials_unlit",
        "materials that take no light are lit",
    ),
    (
        "KHR_materials_variants",
        "only the first variant of each material is there",
    ),
    (
        "KHR_materials_pbrSpecularGlossiness",
        "colours and pictures of specular-glossiness materials are missing",
    ),
    ("KHR_materials_transmission", "glass is opaque"),
    ("KHR_materials_volume", "glass is opaque"),
    ("KHR_materials_emissive_strength", "nothing glows"),
    ("KHR_materials_clearcoat", "surfaces have no clear coat"),
    ("KHR_materials_sheen", "cloth has no sheen"),
    ("KHR_materials_", "surfaces are plainer"),
    (
        "KHR_texture_basisu",
        "pictures in KTX 2 are missing where there is no other copy",
    ),
    (
        "EXT_texture_webp",
        "pictures in WebP are missing where there is no other copy",
    ),
    (
        "EXT_texture_avif",
        "pictures in AVIF are missing where there is no other copy",
    ),
    (
        "MSFT_texture_dds",
        "pictures in DDS are missing where there is no other copy",
    ),
    ("KHR_texture_procedurals", "procedural textures are missing"),
    ("MSFT_packing_", "packed roughness and metal are missing"),
    ("ADOBE_materials_", "surfaces are plainer"),
    ("NV_materials_", "surfaces are plainer"),
    ("VRMC_materials_", "toon shading is plain shading"),
    ("KHR_lights_", "its lights are missing"),
    ("EXT_lights_", "its lights are missing"),
    (
        "KHR_animation_pointer",
        "animations of anything but bones and morphs are missing",
    ),
    (
        "EXT_property_animation",
        "animations of anything but bones and morphs are missing",
    ),
    ("KHR_node_visibility", "what it hides is shown"),
    (
        "KHR_node_selectability",
        "nothing can be picked that could not be picked before",
    ),
    ("KHR_node_hoverability", "nothing reacts to the pointer"),
    ("KHR_interactivity", "its behaviour is missing"),
    ("KHR_audio_", "its sounds are missing"),
    ("MSFT_audio_emitter", "its sounds are missing"),
    ("KHR_xmp_json_ld", "notes on author and licence are missing"),
    ("KHR_xmp", "notes on author and licence are missing"),
    (
        "VRMC_springBone",
        "hair and cloth do not swing by themselves",
    ),
    (
        "VRMC_springBone_",
        "hair and cloth do not swing by themselves",
    ),
    (
        "VRMC_node_constraint",
        "bones that follow others by a constraint stay at rest",
    ),
    (
        "VRMC_vrm_animation",
        "which bone is which part of a human is not known",
    ),
    (
        "VRMC_vrm",
        "which bone is which part of a human, expressions and the direction of the eyes are not known",
    ),
    (
        "VRM",
        "which bone is which part of a human, expressions and swinging hair are not known",
    ),
    (
        "EXT_mesh_gpu_instancing",
        "each mesh is there once, at its node",
    ),
    (
        "EXT_mesh_manifold",
        "that the mesh is a closed solid is not known",
    ),
    ("KHR_implicit_shapes", "shapes for collisions are missing"),
    ("KHR_collision_shapes", "shapes for collisions are missing"),
    ("KHR_physics_", "its physics is missing"),
    ("MSFT_physics_", "its physics is missing"),
    ("OMI_", "behaviour for game engines is missing"),
    (
        "EXT_structural_metadata",
        "facts about its parts are missing",
    ),
    ("EXT_instance_features", "facts about its parts are missing"),
    ("EXT_mesh_features", "facts about its parts are missing"),
    ("AGI_", "facts about its parts are missing"),
    ("FB_geometry_metadata", "facts about its parts are missing"),
    ("GRIFFEL_bim_data", "facts about its parts are missing"),
    ("CESIUM_primitive_outline", "outlines are missing"),
    ("EXT_mesh_primitive_edge_visibility", "outlines are missing"),
    ("EPIC_", "settings for Unreal are missing"),
    ("ASOBO_", "settings for Flight Simulator are missing"),
];

/// What is missing without an extension that moves no bone and no vertex.
fn loss(name: &str) -> Option<&'static str> {
    let fits = |known: &str| known == name || (known.ends_with('_') && name.starts_with(known));
    LEFT_OUT
        .iter()
        .find(|(known, _)| fits(known))
        .map(|(_, lost)| *lost)
}

/// Checks the extensions of a file; those that are not read are reported one by one. An Err means
/// that the file requires one that may move bones or vertices.
pub fn check(root: &GltfRoot, report: &mut ImportReport) -> Result<(), ImportError> {
    for (at, name) in root
        .extensions_required
        .iter()
        .enumerate()
        .filter(|(_, name)| !READ.contains(&name.as_str()))
    {
        let place = format!("/extensionsRequired/{at}");
        let Some(lost) = loss(name) else {
            let what = format!("The extension “{name}”, which the file requires,");
            let advice = "Export the file again without it.".to_owned();
            return Err(ImportError::new(
                place.into(),
                ImportProblem::Unsupported { what, advice },
            ));
        };
        report.warn(
            place,
            format!("“{name}”, which the file requires, is not read: {lost}."),
        );
    }
    let known: BTreeSet<&str> = READ
        .into_iter()
        .chain(root.extensions_required.iter().map(String::as_str))
        .collect();
    for (at, name) in root
        .extensions_used
        .iter()
        .enumerate()
        .filter(|(_, name)| !known.contains(name.as_str()))
    {
        let text = match loss(name) {
            Some(lost) => format!("“{name}” is not read: {lost}."),
            None => format!("“{name}” is not known; what it adds was left out."),
        };
        report.note(format!("/extensionsUsed/{at}"), text);
    }
    Ok(())
}
