//! Vertex data that is not imported, reported once for the whole file.

#[cfg(test)]
mod tests;

use super::json::{GltfMaterial, GltfRoot, Primitive, TextureInfo};
use crate::ImportReport;
use std::collections::BTreeMap;
use words::tr;

/// For each attribute, and whether it is of morphs: number of primitives that have it, and place of
/// the first.
type Dropped = BTreeMap<(bool, String), (usize, String)>;

/// Adds a note for each attribute that is dropped.
pub fn note(root: &GltfRoot, report: &mut ImportReport) {
    let mut dropped = Dropped::new();
    for (mesh, primitives) in root.meshes.iter().map(|mesh| &mesh.primitives).enumerate() {
        for (at, primitive) in primitives.iter().enumerate() {
            let place = format!("/meshes/{mesh}/primitives/{at}");
            for name in unused(primitive) {
                dropped
                    .entry((false, name.clone()))
                    .or_insert((0, place.clone()))
                    .0 += 1;
            }
            for name in unused_of_morphs(primitive) {
                dropped
                    .entry((true, name.clone()))
                    .or_insert((0, place.clone()))
                    .0 += 1;
            }
        }
    }
    for ((is_morph, name), (count, place)) in dropped {
        let of = if is_morph {
            tr!(" of morph targets")
        } else {
            ""
        };
        let primitives = if count == 1 {
            tr!("1 primitive").to_owned()
        } else {
            tr!("{count} primitives")
        };
        report.note(
            place,
            tr!(
                "{}{of} ({name}) of {primitives} were left out.",
                words(&name)
            ),
        );
    }
}

/// Set of texture coordinates that is kept: the one of the base colour texture, else of the normal
/// texture, else 0.
pub fn coordinates(material: Option<&GltfMaterial>) -> usize {
    let colors =
        material.and_then(|material| material.pbr_metallic_roughness.base_color_texture.as_ref());
    set(colors.or(material.and_then(|material| material.normal_texture.as_ref())))
}

fn set(texture: Option<&TextureInfo>) -> usize {
    let transform = texture.and_then(|texture| texture.extensions.transform.as_ref());
    transform
        .and_then(|t| t.tex_coord)
        .or(texture.and_then(|t| t.tex_coord))
        .map_or(0, |set| set.0)
}

/// Attributes that are kept without being drawn: texture coordinates of other sets, further
/// colours, and custom ones, which begin with `_`.
pub fn further(primitive: &Primitive, set: usize) -> impl Iterator<Item = &String> {
    let kept = format!("TEXCOORD_{set}");
    let is_further = move |name: &str| name != kept && name != "COLOR_0" && is_carried(name);
    primitive
        .attributes
        .keys()
        .filter(move |name| is_further(name))
}

fn is_carried(name: &str) -> bool {
    ["TEXCOORD_", "COLOR_", "_"]
        .iter()
        .any(|start| name.starts_with(start))
}

fn unused(primitive: &Primitive) -> impl Iterator<Item = &String> {
    let is_kept = move |name: &str| {
        ["POSITION", "NORMAL", "TANGENT"].contains(&name)
            || is_carried(name)
            || name.starts_with("JOINTS_")
            || name.starts_with("WEIGHTS_")
    };
    primitive
        .attributes
        .keys()
        .filter(move |name| !is_kept(name))
}

/// Each name once. Tangent deltas are kept where the primitive has tangents.
fn unused_of_morphs(primitive: &Primitive) -> impl Iterator<Item = &String> {
    let names: BTreeMap<&String, ()> = primitive
        .targets
        .iter()
        .flatten()
        .map(|(name, _)| (name, ()))
        .collect();
    let has_tangents = primitive.attributes.contains_key("TANGENT");
    let is_kept = move |name: &str| {
        ["POSITION", "NORMAL"].contains(&name) || (has_tangents && name == "TANGENT")
    };
    names.into_keys().filter(move |name| !is_kept(name))
}

fn words(name: &str) -> &'static str {
    match name {
        "TANGENT" => tr!("Tangents"),
        _ if name.starts_with("TEXCOORD_") => tr!("Further texture coordinates"),
        _ if name.starts_with("COLOR_") => tr!("Further colours"),
        _ if name.starts_with('_') => tr!("Custom values"),
        _ => tr!("Values of an unknown type"),
    }
}
