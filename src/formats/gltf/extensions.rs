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
    ("KHR_materials_unlit", "unlit materials are lit"),
    (
        "KHR_materials_variants",
        "only the first variant of each material is imported",
    ),
    (
        "KHR_materials_pbrSpecularGlossiness",
        "colours and textures of specular-glossiness materials are missing",
    ),
    ("KHR_materials_transmission", "glass is opaque"),
    ("KHR_materials_volume", "glass is opaque"),
    ("KHR_materials_emissive_strength", "nothing glows"),
    ("KHR_materials_clearcoat", "surfaces have no clear coat"),
    ("KHR_materials_sheen", "cloth has no sheen"),
    ("KHR_materials_", "surfaces look simpler"),
    (
        "KHR_texture_basisu",
        "KTX 2 textures are missing, unless the file has another copy",
    ),
    (
        "EXT_texture_webp",
        "WebP textures are missing, unless the file has another copy",
    ),
    (
        "EXT_texture_avif",
        "AVIF textures are missing, unless the file has another copy",
    ),
    (
        "MSFT_texture_dds",
        "DDS textures are missing, unless the file has another copy",
    ),
    ("KHR_texture_procedurals", "procedural textures are missing"),
    (
        "MSFT_packing_",
        "packed roughness and metalness are missing",
    ),
    ("ADOBE_materials_", "surfaces look simpler"),
    ("NV_materials_", "surfaces look simpler"),
    ("VRMC_materials_", "toon shading is plain shading"),
    ("KHR_lights_", "its lights are missing"),
    ("EXT_lights_", "its lights are missing"),
    (
        "KHR_animation_pointer",
        "only bones and morphs are animated",
    ),
    (
        "EXT_property_animation",
        "only bones and morphs are animated",
    ),
    ("KHR_node_visibility", "hidden nodes are visible"),
    ("KHR_node_selectability", "selection settings are missing"),
    ("KHR_node_hoverability", "pointer interaction is missing"),
    ("KHR_interactivity", "its behaviour is missing"),
    ("KHR_audio_", "its sounds are missing"),
    ("MSFT_audio_emitter", "its sounds are missing"),
    ("KHR_xmp_json_ld", "author and licence notes are missing"),
    ("KHR_xmp", "author and licence notes are missing"),
    ("VRMC_springBone", "hair and cloth have no secondary motion"),
    (
        "VRMC_springBone_",
        "hair and cloth have no secondary motion",
    ),
    ("VRMC_node_constraint", "bone constraints do nothing"),
    ("VRMC_vrm_animation", "the humanoid bone map is missing"),
    (
        "VRMC_vrm",
        "the humanoid bone map, expressions and gaze are missing",
    ),
    (
        "VRM",
        "the humanoid bone map, expressions and spring bones are missing",
    ),
    (
        "EXT_mesh_gpu_instancing",
        "each mesh appears once, at its node",
    ),
    ("EXT_mesh_manifold", "the closed-solid flag is missing"),
    ("KHR_implicit_shapes", "collision shapes are missing"),
    ("KHR_collision_shapes", "collision shapes are missing"),
    ("KHR_physics_", "its physics is missing"),
    ("MSFT_physics_", "its physics is missing"),
    ("OMI_", "game-engine behaviour is missing"),
    (
        "EXT_structural_metadata",
        "metadata of its parts is missing",
    ),
    ("EXT_instance_features", "metadata of its parts is missing"),
    ("EXT_mesh_features", "metadata of its parts is missing"),
    ("AGI_", "metadata of its parts is missing"),
    ("FB_geometry_metadata", "metadata of its parts is missing"),
    ("GRIFFEL_bim_data", "metadata of its parts is missing"),
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
            format!("“{name}”, which the file requires, is not supported: {lost}."),
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
            Some(lost) => format!("“{name}” is not supported: {lost}."),
            None => format!("“{name}” is unknown; its data was left out."),
        };
        report.note(format!("/extensionsUsed/{at}"), text);
    }
    Ok(())
}
