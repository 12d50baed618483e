//! Data of vertices that has no place here, named once for the whole file.

use super::json::{Material, Primitive, Root, TextureInfo};
use crate::Report;
use std::collections::BTreeMap;

/// How many primitives have it, and where the first of them is.
type Dropped = BTreeMap<(bool, String), (usize, String)>;

pub fn note(root: &Root, report: &mut Report) {
    let mut dropped = Dropped::new();
    for (mesh, primitives) in root.meshes.iter().map(|mesh| &mesh.primitives).enumerate() {
        for (at, primitive) in primitives.iter().enumerate() {
            let place = format!("/meshes/{mesh}/primitives/{at}");
            let set = coordinates(primitive.material.and_then(|material| root.materials.get(material.0)));
            for name in unused(primitive, set) {
                dropped.entry((false, name.clone())).or_insert((0, place.clone())).0 += 1;
            }
            for name in unused_of_morphs(primitive) {
                dropped.entry((true, name.clone())).or_insert((0, place.clone())).0 += 1;
            }
        }
    }
    for ((is_morph, name), (count, place)) in dropped {
        let of = if is_morph { " of morph targets" } else { "" };
        let primitives = if count == 1 { "1 primitive".to_owned() } else { format!("{count} primitives") };
        report.note(place, format!("{}{of} ({name}) of {primitives} were left out.", words(&name)));
    }
}

/// The set that is kept: that of the material's pictures.
pub fn coordinates(material: Option<&Material>) -> usize {
    let colors = material.and_then(|material| material.pbr_metallic_roughness.base_color_texture.as_ref());
    set(colors.or(material.and_then(|material| material.normal_texture.as_ref())))
}

fn set(texture: Option<&TextureInfo>) -> usize {
    let transform = texture.and_then(|texture| texture.extensions.transform.as_ref());
    transform.and_then(|t| t.tex_coord).or(texture.and_then(|t| t.tex_coord)).map_or(0, |set| set.0)
}

fn unused(primitive: &Primitive, set: usize) -> impl Iterator<Item = &String> {
    let kept = format!("TEXCOORD_{set}");
    let is_kept = move |name: &str| {
        ["POSITION", "NORMAL", "TANGENT", "COLOR_0"].contains(&name)
            || name == kept
            || name.starts_with("JOINTS_")
            || name.starts_with("WEIGHTS_")
    };
    primitive.attributes.keys().filter(move |name| !is_kept(name))
}

/// Each name once.
fn unused_of_morphs(primitive: &Primitive) -> impl Iterator<Item = &String> {
    let names: BTreeMap<&String, ()> = primitive.targets.iter().flatten().map(|(name, _)| (name, ())).collect();
    names.into_keys().filter(|name| !["POSITION", "NORMAL"].contains(&name.as_str()))
}

fn words(name: &str) -> &'static str {
    match name {
        "TANGENT" => "Tangents",
        _ if name.starts_with("TEXCOORD_") => "Further texture coordinates",
        _ if name.starts_with("COLOR_") => "Further colours",
        _ if name.starts_with('_') => "Values of the maker's own",
        _ => "Values of an unknown kind",
    }
}

#[cfg(test)]
mod tests {
    use crate::gltf::tests::{imported, triangle};
    use serde_json::json;

    #[test]
    fn what_is_left_out_is_named_once() {
        let mut builder = triangle(json!({"nodes": [{"mesh": 0, "name": "a"}]}));
        let vectors = builder.vec3(&[[0.0; 3]; 3]);
        let corners = builder.floats("VEC2", 2, &[0.0; 6]);
        let mut primitive = builder.json["meshes"][0]["primitives"][0].clone();
        for (name, accessor) in
            [("TEXCOORD_0", corners), ("TEXCOORD_1", corners), ("COLOR_1", vectors), ("_AGE", vectors)]
        {
            primitive["attributes"][name] = json!(accessor);
        }
        primitive["targets"] =
            json!([{"POSITION": vectors, "TANGENT": vectors}, {"TANGENT": vectors, "_AGE": vectors}]);
        primitive["material"] = json!(0);
        builder.json["meshes"][0]["primitives"] = json!([primitive, primitive]);
        builder.json["meshes"][0]["extras"] = json!({"targetNames": ["a", "b"]});
        builder.json["materials"] = json!([{"normalTexture": {"index": 0, "texCoord": 1}}]);
        let texts: Vec<String> = imported(&builder.finish()).report.entries.iter().map(ToString::to_string).collect();
        let left_out: Vec<&str> =
            texts.iter().filter_map(|text| text.strip_suffix(" of 2 primitives were left out.")).collect();
        let place = "note: “tri” (/meshes/0/primitives/0): ";
        let expected = [
            "Further colours (COLOR_1)",
            "Further texture coordinates (TEXCOORD_0)",
            "Values of the maker's own (_AGE)",
            "Tangents of morph targets (TANGENT)",
            "Values of the maker's own of morph targets (_AGE)",
        ];
        assert_eq!(left_out, expected.map(|text| format!("{place}{text}")), "{texts:#?}");
    }
}
