//! Extensions by their names: which are read, and what a file loses without the others.

#[cfg(test)]
mod tests;

use super::json::GltfRoot;
use crate::{ImportError, ImportProblem, ImportReport};
use std::collections::BTreeSet;
use words::{Word, tr, word};

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
const LEFT_OUT: [(&str, Word); 53] = [
    ("KHR_materials_unlit", word!("unlit materials are lit")),
    (
        "KHR_materials_variants",
        word!("only the first variant of each material is imported"),
    ),
    (
        "KHR_materials_pbrSpecularGlossiness",
        word!("colours and textures of specular-glossiness materials are missing"),
    ),
    ("KHR_materials_transmission", word!("glass is opaque")),
    ("KHR_materials_volume", word!("glass is opaque")),
    ("KHR_materials_emissive_strength", word!("nothing glows")),
    (
        "KHR_materials_clearcoat",
        word!("surfaces have no clear coat"),
    ),
    ("KHR_materials_sheen", word!("cloth has no sheen")),
    ("KHR_materials_", word!("surfaces look simpler")),
    (
        "KHR_texture_basisu",
        word!("KTX 2 textures are missing, unless the file has another copy"),
    ),
    (
        "EXT_texture_webp",
        word!("WebP textures are missing, unless the file has another copy"),
    ),
    (
        "EXT_texture_avif",
        word!("AVIF textures are missing, unless the file has another copy"),
    ),
    (
        "MSFT_texture_dds",
        word!("DDS textures are missing, unless the file has another copy"),
    ),
    (
        "KHR_texture_procedurals",
        word!("procedural textures are missing"),
    ),
    (
        "MSFT_packing_",
        word!("packed roughness and metalness are missing"),
    ),
    ("ADOBE_materials_", word!("surfaces look simpler")),
    ("NV_materials_", word!("surfaces look simpler")),
    ("VRMC_materials_", word!("toon shading is plain shading")),
    ("KHR_lights_", word!("its lights are missing")),
    ("EXT_lights_", word!("its lights are missing")),
    (
        "KHR_animation_pointer",
        word!("only bones and morphs are animated"),
    ),
    (
        "EXT_property_animation",
        word!("only bones and morphs are animated"),
    ),
    ("KHR_node_visibility", word!("hidden nodes are visible")),
    (
        "KHR_node_selectability",
        word!("selection settings are missing"),
    ),
    (
        "KHR_node_hoverability",
        word!("pointer interaction is missing"),
    ),
    ("KHR_interactivity", word!("its behaviour is missing")),
    ("KHR_audio_", word!("its sounds are missing")),
    ("MSFT_audio_emitter", word!("its sounds are missing")),
    (
        "KHR_xmp_json_ld",
        word!("author and licence notes are missing"),
    ),
    ("KHR_xmp", word!("author and licence notes are missing")),
    (
        "VRMC_springBone",
        word!("hair and cloth have no secondary motion"),
    ),
    (
        "VRMC_springBone_",
        word!("hair and cloth have no secondary motion"),
    ),
    ("VRMC_node_constraint", word!("bone constraints do nothing")),
    (
        "VRMC_vrm_animation",
        word!("the humanoid bone map is missing"),
    ),
    (
        "VRMC_vrm",
        word!("the humanoid bone map, expressions and gaze are missing"),
    ),
    (
        "VRM",
        word!("the humanoid bone map, expressions and spring bones are missing"),
    ),
    (
        "EXT_mesh_gpu_instancing",
        word!("each mesh appears once, at its node"),
    ),
    (
        "EXT_mesh_manifold",
        word!("the closed-solid flag is missing"),
    ),
    ("KHR_implicit_shapes", word!("collision shapes are missing")),
    (
        "KHR_collision_shapes",
        word!("collision shapes are missing"),
    ),
    ("KHR_physics_", word!("its physics is missing")),
    ("MSFT_physics_", word!("its physics is missing")),
    ("OMI_", word!("game-engine behaviour is missing")),
    (
        "EXT_structural_metadata",
        word!("metadata of its parts is missing"),
    ),
    (
        "EXT_instance_features",
        word!("metadata of its parts is missing"),
    ),
    (
        "EXT_mesh_features",
        word!("metadata of its parts is missing"),
    ),
    ("AGI_", word!("metadata of its parts is missing")),
    (
        "FB_geometry_metadata",
        word!("metadata of its parts is missing"),
    ),
    (
        "GRIFFEL_bim_data",
        word!("metadata of its parts is missing"),
    ),
    ("CESIUM_primitive_outline", word!("outlines are missing")),
    (
        "EXT_mesh_primitive_edge_visibility",
        word!("outlines are missing"),
    ),
    ("EPIC_", word!("settings for Unreal are missing")),
    ("ASOBO_", word!("settings for Flight Simulator are missing")),
];

/// Description of what is missing without an extension that moves no bone and no vertex; None for
/// other extensions.
fn loss(name: &str) -> Option<&'static str> {
    let fits = |known: &str| known == name || (known.ends_with('_') && name.starts_with(known));
    LEFT_OUT
        .iter()
        .find(|(known, _)| fits(known))
        .map(|(_, lost)| lost.text())
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
            let what = tr!("The extension “{name}”, which the file requires,");
            let advice = tr!("Export the file again without it.").to_owned();
            return Err(ImportError::new(
                place.into(),
                ImportProblem::Unsupported { what, advice },
            ));
        };
        report.warn(
            place,
            tr!("“{name}”, which the file requires, is not supported: {lost}."),
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
            Some(lost) => tr!("“{name}” is not supported: {lost}."),
            None => tr!("“{name}” is unknown; its data was left out."),
        };
        report.note(format!("/extensionsUsed/{at}"), text);
    }
    Ok(())
}
