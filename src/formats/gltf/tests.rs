//! Whole imports of small hand-made files.

use super::*;
use crate::ImportSeverity;
use anim::{Array, MeshPart, Name, Pose, skeleton, skinning};
use asset::{Id, Project};
use base64::{Engine, prelude::BASE64_STANDARD};
use glam::{Affine3A, Mat4, Quat, Vec3};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A file under construction: one buffer, an accessor for each run of values.
pub(crate) struct Builder {
    pub json: Value,
    pub bytes: Vec<u8>,
}

impl Builder {
    pub fn new(json: Value) -> Self {
        let mut builder = Self {
            json,
            bytes: Vec::new(),
        };
        builder.json["asset"] = json!({"version": "2.0"});
        for list in ["accessors", "bufferViews"] {
            builder.json[list] = json!([]);
        }
        builder
    }

    pub fn push(&mut self, list: &str, item: Value) -> usize {
        let items = self.json[list].as_array_mut().unwrap();
        items.push(item);
        items.len() - 1
    }

    pub fn bytes(&mut self, bytes: &[u8], accessor: Value) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let view = json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()});
        self.bytes.extend(bytes);
        let view = self.push("bufferViews", view);
        let mut accessor = accessor;
        accessor["bufferView"] = json!(view);
        self.push("accessors", accessor)
    }

    pub fn floats(&mut self, kind: &str, width: usize, values: &[f32]) -> usize {
        let accessor = json!({"componentType": 5126, "count": values.len() / width, "type": kind});
        self.bytes(bytemuck::cast_slice(values), accessor)
    }

    pub fn vec3(&mut self, values: &[[f32; 3]]) -> usize {
        self.floats("VEC3", 3, values.as_flattened())
    }

    /// Everything on joint 0 of the skin.
    pub fn on_first_joint(&mut self, vertices: usize) -> (usize, usize) {
        let joints = self.bytes(
            &vec![0u8; vertices * 4],
            json!({"componentType": 5121, "count": vertices, "type": "VEC4"}),
        );
        let weights: Vec<f32> = (0..vertices * 4)
            .map(|i| if i % 4 == 0 { 1.0 } else { 0.0 })
            .collect();
        (joints, self.floats("VEC4", 4, &weights))
    }

    pub fn finish(mut self) -> Vec<u8> {
        let uri = format!(
            "data:application/octet-stream;base64,{}",
            BASE64_STANDARD.encode(&self.bytes)
        );
        self.json["buffers"] = json!([{"byteLength": self.bytes.len(), "uri": uri}]);
        serde_json::to_vec(&self.json).unwrap()
    }
}

pub(crate) fn try_import(bytes: &[u8]) -> Result<Imported, ImportError> {
    import(
        &SourceFile::named("file"),
        bytes,
        &mut |_| Err("there are no files here".to_owned()),
        &Default::default(),
        &|_| true,
    )
}

pub(crate) fn imported(bytes: &[u8]) -> Imported {
    try_import(bytes).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn parts(project: &Project) -> Vec<asset::mesh::Part> {
    project
        .meshes
        .values()
        .flat_map(|mesh| mesh.parts().cloned())
        .collect()
}

/// Positions of a part in the reference pose, with given curves.
pub(crate) fn posed(project: &Project, part: &MeshPart, curves: &[(&str, f32)]) -> Vec<Vec3> {
    let authored = project.skeletons.values().next().unwrap();
    let bone = |bone: &asset::skeleton::Bone| skeleton::Bone {
        name: Name::new(&bone.name),
        parent: bone.parent.map_or(-1, |parent| parent as i32),
        reference: bone.reference.into(),
        reserved: 0,
    };
    let skeleton = anim::Skeleton::new(
        Name::NONE,
        authored.bones.iter().map(bone).collect(),
        Array::default(),
    )
    .unwrap();
    let mut pose = Pose::reference(&skeleton);
    curves
        .iter()
        .for_each(|(name, weight)| pose.set_curve(Name::new(name), *weight));
    let mut skinned = skinning::Skinned::default();
    skinning::skin_pose(
        part,
        &skinning::reference_models(&skeleton),
        &pose,
        &mut skinned,
    );
    skinned.positions
}

pub(crate) const TRIANGLE: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

pub(crate) fn triangle(json: Value) -> Builder {
    let mut builder = Builder::new(json);
    let positions = builder.vec3(&TRIANGLE);
    builder.json["meshes"] =
        json!([{"name": "tri", "primitives": [{"attributes": {"POSITION": positions}}]}]);
    builder
}

pub(crate) fn warnings(imported: &Imported) -> Vec<String> {
    let entries = imported.report.entries.iter();
    entries
        .filter(|entry| entry.severity == ImportSeverity::Warning)
        .map(ToString::to_string)
        .collect()
}

#[test]
fn nodes_above_a_joint_count_for_it() {
    let turned = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2).to_array();
    let json = json!({
        "nodes": [{"rotation": turned, "scale": [0.01, 0.01, 0.01], "children": [1]}, {"translation": [0, 100, 0]}],
        "skins": [{"joints": [1]}],
    });
    let project = imported(&Builder::new(json).finish()).project;
    let bones = &project.skeletons.values().next().unwrap().bones;
    let model = bones[0].reference.to_affine() * bones[1].reference.to_affine();
    assert!(Vec3::from(model.translation).abs_diff_eq(Vec3::new(0.0, 0.0, -1.0), 1e-6));
}

#[test]
fn a_skinned_mesh_ignores_its_own_node() {
    let vertices = |node: Value| {
        let mut node = node;
        (node["mesh"], node["skin"]) = (json!(0), json!(0));
        let mut builder = triangle(
            json!({"nodes": [{"translation": [0, 5, 0]}, node], "skins": [{"joints": [0]}]}),
        );
        let (joints, weights) = builder.on_first_joint(3);
        let attributes = &mut builder.json["meshes"][0]["primitives"][0]["attributes"];
        (attributes["JOINTS_0"], attributes["WEIGHTS_0"]) = (json!(joints), json!(weights));
        let project = imported(&builder.finish()).project;
        posed(&project, &parts(&project)[0].data, &[])
    };
    let plain = vertices(json!({}));
    assert!(plain[1].abs_diff_eq(Vec3::new(1.0, 5.0, 0.0), 1e-6));
    assert_eq!(
        vertices(json!({"scale": [3, 3, 3], "translation": [9, 9, 9]})),
        plain
    );
}

#[test]
fn skins_may_bind_one_joint_differently() {
    let bind = |offset: f32| Mat4::from_translation(Vec3::new(offset, -5.0, 0.0)).to_cols_array();
    let nodes = json!([{"translation": [0, 5, 0]}, {"mesh": 0, "skin": 0}, {"mesh": 0, "skin": 1}]);
    let mut builder = triangle(json!({"nodes": nodes}));
    let (joints, weights) = builder.on_first_joint(3);
    let binds = [
        builder.floats("MAT4", 16, &bind(0.0)),
        builder.floats("MAT4", 16, &bind(2.0)),
    ];
    builder.json["skins"] =
        json!(binds.map(|binds| json!({"joints": [0], "inverseBindMatrices": binds})));
    let attributes = &mut builder.json["meshes"][0]["primitives"][0]["attributes"];
    (attributes["JOINTS_0"], attributes["WEIGHTS_0"]) = (json!(joints), json!(weights));
    let project = imported(&builder.finish()).project;
    let found: Vec<Vec3> = parts(&project)
        .iter()
        .map(|part| posed(&project, &part.data, &[])[0])
        .collect();
    assert!(
        found[0].abs_diff_eq(Vec3::ZERO, 1e-6)
            && found[1].abs_diff_eq(Vec3::new(2.0, 0.0, 0.0), 1e-6)
    );
}

#[test]
fn quantised_positions_stay_within_a_step() {
    let quantised: Vec<i16> = TRIANGLE
        .as_flattened()
        .iter()
        .map(|x| (x * 32767.0) as i16)
        .collect();
    let mut builder =
        triangle(json!({"nodes": [{"mesh": 0}], "extensionsRequired": ["KHR_mesh_quantization"]}));
    let accessor = json!({"componentType": 5122, "normalized": true, "count": 3, "type": "VEC3"});
    let positions = builder.bytes(bytemuck::cast_slice(&quantised), accessor);
    builder.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(positions);
    let project = imported(&builder.finish()).project;
    for (found, expected) in posed(&project, &parts(&project)[0].data, &[])
        .iter()
        .zip(TRIANGLE)
    {
        assert!(found.abs_diff_eq(Vec3::from(expected), 1.0 / 32767.0));
    }
}

#[test]
fn a_compressed_view_needs_no_buffer_of_its_own() {
    for extension in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
        let mut builder =
            triangle(json!({"nodes": [{"mesh": 0}], "extensionsRequired": [extension]}));
        let stream = ::meshopt::encode_vertex_buffer(&TRIANGLE).unwrap();
        let at = builder.bytes.len();
        builder.bytes.extend(&stream);
        let compressed = json!({"buffer": 0, "byteOffset": at, "byteLength": stream.len(), "byteStride": 12, "count": 3, "mode": "ATTRIBUTES"});
        builder.json["bufferViews"][0] = json!({"buffer": 1, "byteLength": 36, "byteStride": 12, "extensions": {extension: compressed}});
        let project = imported(&builder.finish()).project;
        assert_eq!(
            parts(&project)[0].data.positions.as_slice(),
            TRIANGLE,
            "{extension}"
        );
    }
}

fn morphing(nodes: Value, names: Value) -> Builder {
    let mut builder = triangle(json!({"nodes": nodes}));
    let delta = builder.vec3(&[[0.0, 0.0, 1.0], [0.0; 3], [0.0; 3]]);
    builder.json["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": delta}]);
    builder.json["meshes"][0]["extras"] = names;
    builder
}

#[test]
fn morphs_follow_the_curve_of_their_name() {
    let file = morphing(json!([{"mesh": 0}]), json!({"targetNames": ["smile"]})).finish();
    let project = imported(&file).project;
    let part = &parts(&project)[0];
    assert_eq!(
        (part.morphs.as_slice(), part.data.deltas.len()),
        (&["smile".to_owned()][..], 1)
    );
    assert_eq!(
        posed(&project, &part.data, &[("smile", 0.5)])[0],
        Vec3::new(0.0, 0.0, 0.5)
    );
    let unnamed = imported(&morphing(json!([{"mesh": 0}]), json!(7)).finish()).project;
    assert_eq!(parts(&unnamed)[0].morphs, ["tri_morph_0"]);
}

#[test]
fn morph_names_are_shared_only_by_nodes_that_move_alike() {
    let names = |nodes: Value| {
        let file = morphing(nodes, json!({"targetNames": ["smile"]})).finish();
        parts(&imported(&file).project)
            .iter()
            .map(|part| part.morphs[0].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names(json!([{"mesh": 0, "name": "a"}, {"mesh": 0, "name": "b"}])),
        ["smile", "smile"]
    );
    let other = json!([{"mesh": 0, "name": "a"}, {"mesh": 0, "name": "b", "weights": [1]}]);
    assert_eq!(names(other), ["a_smile", "b_smile"]);
}

#[test]
fn weight_channels_become_curves() {
    let mut builder = morphing(json!([{"mesh": 0}]), json!({"targetNames": ["smile"]}));
    let times = builder.floats("SCALAR", 1, &[0.0, 0.5, 1.0]);
    let weights = builder.floats("SCALAR", 1, &[0.0, 1.0, 0.0]);
    let sampler = json!({"input": times, "output": weights, "interpolation": "STEP"});
    let channel = json!({"sampler": 0, "target": {"node": 0, "path": "weights"}});
    builder.json["animations"] = json!([{"channels": [channel], "samplers": [sampler]}]);
    let project = imported(&builder.finish()).project;
    let clip = project.clips.values().next().unwrap();
    assert_eq!(
        (
            clip.name.as_str(),
            clip.source.duration,
            clip.frame_rate,
            clip.looping
        ),
        ("clip_0", 1.0, 30.0, true)
    );
    assert_eq!(
        (
            clip.source.curves[0].name.as_str(),
            clip.source.curves[0].channel.scalar(0.7)
        ),
        ("smile", 1.0)
    );
}

fn translation_clip(times: &[f32], path: &str) -> Vec<u8> {
    let mut builder = Builder::new(json!({"nodes": [{}]}));
    let input = builder.floats("SCALAR", 1, times);
    let output = builder.floats("VEC3", 3, &vec![0.0; times.len() * 3]);
    let channel = json!({"sampler": 0, "target": {"node": 0, "path": path}});
    builder.json["animations"] = json!([{"name": "move", "channels": [channel], "samplers": [{"input": input, "output": output}]}]);
    builder.finish()
}

#[test]
fn key_times_must_ascend() {
    assert!(try_import(&translation_clip(&[0.0, 1.0], "translation")).is_ok());
    for bad in [
        [1.0, 1.0],
        [1.0, 0.0],
        [0.0, f32::NAN],
        [0.0, f32::INFINITY],
    ] {
        let error = try_import(&translation_clip(&bad, "translation")).unwrap_err();
        assert_eq!(
            error.place,
            ImportErrorPlace::Path("/animations/0/channels/0".into()),
            "{bad:?}"
        );
    }
}

#[test]
fn keys_hardly_apart_and_keys_before_the_start_are_said() {
    let said = |times: [f32; 2]| warnings(&imported(&translation_clip(&times, "translation")));
    assert!(said([0.0, 1.1e-6]).is_empty());
    assert!(said([0.0, 0.95e-6])[0].contains("1 µs"));
    assert!(said([-1e-3, 1.0])[0].contains("before time 0"));
    assert!(said([0.0, 86_400.0]).is_empty());
    assert!(said([0.0, 86_500.0])[0].contains("unusually long"));
}

#[test]
fn what_cannot_be_animated_is_left_out_and_said() {
    let found = imported(&translation_clip(&[0.0, 1.0], "pointer"));
    assert!(warnings(&found)[0].contains("“pointer”"));
    assert!(
        found
            .project
            .clips
            .values()
            .next()
            .unwrap()
            .source
            .tracks
            .is_empty()
    );
}

#[test]
fn one_primitive_on_many_nodes_is_decoded_once() {
    let nodes: Vec<Value> = (0..500).map(|_| json!({"mesh": 0})).collect();
    let project = imported(&triangle(json!({"nodes": nodes})).finish()).project;
    let parts = parts(&project);
    let first = parts[0].data.positions.as_slice().as_ptr();
    assert!(
        parts.len() == 500
            && parts
                .iter()
                .all(|part| part.data.positions.as_slice().as_ptr() == first)
    );
    assert_eq!(parts[7].source, Some((7, 0)));
    assert_eq!(
        parts[7].data.palette[0].inverse_bind,
        skinning::inverse_bind_rows(&Affine3A::IDENTITY)
    );
}

#[test]
fn required_extensions_are_known_refused_or_plain() {
    let with =
        |name: &str| try_import(&Builder::new(json!({"extensionsRequired": [name]})).finish());
    assert!(
        with("KHR_mesh_quantization")
            .unwrap()
            .report
            .entries
            .is_empty()
    );
    assert!(with("KHR_materials_unlit").unwrap().report.has_warnings());
    let error = with("ACME_cubes").unwrap_err();
    assert!(
        error.to_string().contains("ACME_cubes")
            && error.to_string().contains("/extensionsRequired/0")
    );
}

/// One texel of a direction, as a PNG in a data URI.
pub(crate) fn texel() -> String {
    let mut png = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut png);
    image::ImageEncoder::write_image(
        encoder,
        &[128, 128, 255],
        1,
        1,
        image::ExtendedColorType::Rgb8,
    )
    .unwrap();
    format!(
        "data:image/png;base64,{}",
        base64::Engine::encode(&base64::prelude::BASE64_STANDARD, png)
    )
}

#[test]
fn a_normal_texture_comes_with_tangents_from_the_file_or_made() {
    let with = |tangents: Option<[f32; 12]>, material: Value| {
        let json = json!({"nodes": [{"mesh": 0}], "images": [{"uri": texel()}], "textures": [{"source": 0}]});
        let mut builder = triangle(json);
        let uvs = builder.floats("VEC2", 2, &[0.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
        let tangents = tangents.map(|values| builder.floats("VEC4", 4, &values));
        builder.json["materials"] = json!([material]);
        let primitive = &mut builder.json["meshes"][0]["primitives"][0];
        primitive["material"] = json!(0);
        primitive["attributes"]["TEXCOORD_0"] = json!(uvs);
        if let Some(tangents) = tangents {
            primitive["attributes"]["TANGENT"] = json!(tangents);
        }
        imported(&builder.finish())
    };
    let bumpy = || json!({"normalTexture": {"index": 0}});
    let data = |found: &Imported| parts(&found.project)[0].data.clone();
    let made = with(None, bumpy());
    assert_eq!(&*data(&made).tangents, [[1.0, 0.0, 0.0, 1.0]; 3]);
    let material = &made.project.meshes.values().next().unwrap().materials[0];
    assert!(
        material.texture.is_none()
            && made
                .project
                .textures
                .contains_key(&material.normal_texture.unwrap())
    );
    let given = with(
        Some([[0.0, 2.0, 0.0, -1.0]; 3].concat().try_into().unwrap()),
        json!({}),
    );
    assert_eq!(&*data(&given).tangents, [[0.0, 1.0, 0.0, -1.0]; 3]);
    let flat = with(
        Some([[2.0, 0.0, 0.0, 0.0]; 3].concat().try_into().unwrap()),
        json!({}),
    );
    assert_eq!(
        &*data(&flat).tangents,
        [[1.0, 0.0, 0.0, 1.0]; 3],
        "a side that is none is the right one"
    );
    assert!(
        data(&with(None, json!({}))).tangents.is_empty(),
        "nothing needs them"
    );
    let colors = json!({"baseColorTexture": {"index": 0, "texCoord": 1}});
    let apart = with(
        None,
        json!({"normalTexture": {"index": 0}, "pbrMetallicRoughness": colors}),
    );
    assert!(
        warnings(&apart)
            .iter()
            .any(|text| text.contains("other texture coordinates")),
        "{:?}",
        warnings(&apart)
    );
}

#[test]
fn a_missing_texture_costs_a_warning_only() {
    let mut builder = triangle(
        json!({"nodes": [{"mesh": 0}], "images": [{"uri": "none.png"}], "textures": [{"source": 0}]}),
    );
    builder.json["materials"] =
        json!([{"alphaMode": "MASK", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]);
    builder.json["meshes"][0]["primitives"][0]["material"] = json!(0);
    let found = imported(&builder.finish());
    assert!(
        warnings(&found)
            .iter()
            .any(|text| text.contains("none.png"))
    );
    let material = &found.project.meshes.values().next().unwrap().materials[0];
    assert_eq!((material.texture, material.alpha_cutoff), (None, Some(0.5)));
}

#[test]
fn a_texture_transform_moves_the_coordinates() {
    let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
    let uvs = builder.floats("VEC2", 2, &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    builder.json["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_1"] = json!(uvs);
    builder.json["meshes"][0]["primitives"][0]["material"] = json!(0);
    let transform =
        json!({"offset": [0.5, 0.25], "scale": [2, 3], "rotation": std::f64::consts::FRAC_PI_2});
    let texture =
        json!({"index": 0, "texCoord": 1, "extensions": {"KHR_texture_transform": transform}});
    builder.json["materials"] = json!([{"pbrMetallicRoughness": {"baseColorTexture": texture}}]);
    let project = imported(&builder.finish()).project;
    let expected = [[0.5, 0.25], [0.5, -1.75], [3.5, 0.25]];
    for (found, expected) in parts(&project)[0].data.uvs.iter().zip(expected) {
        assert!(
            (found[0] - expected[0]).abs() < 1e-6 && (found[1] - expected[1]).abs() < 1e-6,
            "{found:?}"
        );
    }
}

#[test]
fn ids_depend_on_the_file_s_name_alone() {
    let file = translation_clip(&[0.0, 1.0], "translation");
    let ids = |name: &str| {
        import(
            &SourceFile::named(name),
            &file,
            &mut |_| Err(String::new()),
            &Default::default(),
            &|_| true,
        )
        .unwrap()
        .project
        .clips
        .keys()
        .copied()
        .collect::<Vec<_>>()
    };
    assert_eq!(ids("walk"), [Id::derive(&["walk", "clip", "move"])]);
    assert_ne!(ids("walk"), ids("run"));
}

#[test]
fn every_cut_and_every_changed_byte_gives_a_result() {
    let mut builder = morphing(
        json!([{"mesh": 0, "skin": 0, "children": [1]}, {}]),
        json!({"targetNames": ["smile"]}),
    );
    let (joints, weights) = builder.on_first_joint(3);
    let attributes = &mut builder.json["meshes"][0]["primitives"][0]["attributes"];
    (attributes["JOINTS_0"], attributes["WEIGHTS_0"]) = (json!(joints), json!(weights));
    builder.json["skins"] = json!([{"joints": [0, 1]}]);
    let whole = builder.finish();
    assert!(try_import(&whole).is_ok());
    for at in 0..whole.len() {
        assert!(try_import(&whole[..at]).is_err(), "cut at {at}");
        for byte in [b'0', b'9', b'-', b'"', b'{', 0, 0xff] {
            let mut changed = whole.clone();
            changed[at] = byte;
            if let Ok(found) = try_import(&changed) {
                assert!(
                    parts(&found.project)
                        .iter()
                        .all(|part| MeshPart::new((*part.data).clone()).is_ok())
                );
            }
        }
    }
}

/// Two armatures with a skinned triangle each beside them, one clip that moves both, one that moves
/// the second, and a camera.
fn pair() -> Vec<u8> {
    let nodes = json!([
        {"name": "Knight", "children": [1]}, {"name": "hips", "translation": [0, 1, 0]},
        {"name": "body", "mesh": 0, "skin": 0}, {"name": "camera", "camera": 0},
        {"name": "Horse", "children": [5], "translation": [3, 0, 0]}, {"name": "hips", "translation": [0, 2, 0]},
        {"name": "body", "mesh": 0, "skin": 1},
    ]);
    let mut builder =
        triangle(json!({"nodes": nodes, "skins": [{"joints": [1]}, {"joints": [5, 4]}]}));
    let (joints, weights) = builder.on_first_joint(3);
    let attributes = &mut builder.json["meshes"][0]["primitives"][0]["attributes"];
    (attributes["JOINTS_0"], attributes["WEIGHTS_0"]) = (json!(joints), json!(weights));
    let times = builder.floats("SCALAR", 1, &[0.0, 1.0]);
    let moves = builder.vec3(&[[0.0; 3], [1.0; 3]]);
    let channel =
        |node: usize| json!({"sampler": 0, "target": {"node": node, "path": "translation"}});
    let animation = |name: &str, nodes: &[usize]| {
        let channels: Vec<Value> = nodes.iter().map(|node| channel(*node)).collect();
        json!({"name": name, "channels": channels, "samplers": [{"input": times, "output": moves}]})
    };
    builder.json["animations"] = json!([animation("Ride", &[1, 5, 3]), animation("Trot", &[5])]);
    builder.finish()
}

#[test]
fn two_characters_are_two_skeletons_with_their_meshes_and_clips() {
    let found = imported(&pair());
    let project = &found.project;
    let skeletons: BTreeMap<&str, Vec<(&str, Option<u32>)>> = project
        .skeletons
        .values()
        .map(|skeleton| {
            (
                skeleton.name.as_str(),
                skeleton
                    .bones
                    .iter()
                    .map(|b| (b.name.as_str(), b.source))
                    .collect(),
            )
        })
        .collect();
    let knight = vec![("Knight", Some(0)), ("hips", Some(1))];
    let horse = vec![("Horse", Some(4)), ("hips", Some(5))];
    assert_eq!(
        skeletons,
        BTreeMap::from([("file_Knight", knight), ("file_Horse", horse)])
    );
    let of = |id: &Id| project.skeletons[id].name.as_str();
    let meshes: BTreeMap<&str, Vec<_>> = project
        .meshes
        .values()
        .map(|mesh| {
            (
                of(&mesh.skeleton),
                mesh.parts()
                    .map(|p| (p.source, p.data.palette[0].bone))
                    .collect(),
            )
        })
        .collect();
    let part = |node: u32| vec![(Some((node, 0)), 1)];
    assert_eq!(
        meshes,
        BTreeMap::from([("file_Knight", part(2)), ("file_Horse", part(6))])
    );
    let clips: BTreeMap<&str, (&str, usize)> = project
        .clips
        .values()
        .map(|clip| {
            (
                clip.name.as_str(),
                (of(&clip.skeleton), clip.source.tracks.len()),
            )
        })
        .collect();
    let expected = [
        ("Ride_Knight", ("file_Knight", 1)),
        ("Ride_Horse", ("file_Horse", 1)),
        ("Trot", ("file_Horse", 1)),
    ];
    assert_eq!(clips, BTreeMap::from(expected));
    let texts = found
        .report
        .entries
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n");
    for said in [
        "has 2 characters: “Knight”, “Horse”",
        "3 nodes belong to no character",
        "moves 2 characters",
        "they are not bones",
    ] {
        assert!(texts.contains(said), "{said}: {texts}");
    }
}

#[test]
fn a_file_may_be_read_as_one_skeleton_of_all_its_nodes() {
    let options = Options {
        whole: true,
        ..Options::default()
    };
    let project = import(
        &SourceFile::named("file"),
        &pair(),
        &mut |_| Err(String::new()),
        &options,
        &|_| true,
    )
    .unwrap()
    .project;
    let [skeleton] = &project.skeletons.values().collect::<Vec<_>>()[..] else {
        panic!("one skeleton")
    };
    let mut sources: Vec<Option<u32>> = skeleton.bones.iter().map(|bone| bone.source).collect();
    sources.sort_unstable();
    assert_eq!(
        sources,
        [
            None,
            Some(0),
            Some(1),
            Some(2),
            Some(3),
            Some(4),
            Some(5),
            Some(6)
        ]
    );
    let names: Vec<&str> = project
        .clips
        .values()
        .map(|clip| clip.name.as_str())
        .collect();
    assert!(names.len() == 2 && names.contains(&"Ride") && project.meshes.len() == 1);
}

#[test]
fn an_armature_with_its_mesh_beside_it_is_one_character_that_is_named_for_the_file() {
    let nodes = json!([{"name": "body", "mesh": 0, "skin": 0}, {"name": "Armature", "children": [2]}, {"name": "hips"}, {"camera": 0}]);
    let mut builder = triangle(json!({"nodes": nodes, "skins": [{"joints": [2]}]}));
    let (joints, weights) = builder.on_first_joint(3);
    let attributes = &mut builder.json["meshes"][0]["primitives"][0]["attributes"];
    (attributes["JOINTS_0"], attributes["WEIGHTS_0"]) = (json!(joints), json!(weights));
    let project = imported(&builder.finish()).project;
    let skeleton = &project.skeletons[&Id::derive(&["file", "skeleton"])];
    let bones: Vec<&str> = skeleton
        .bones
        .iter()
        .map(|bone| bone.name.as_str())
        .collect();
    assert_eq!(
        (skeleton.name.as_str(), bones),
        ("file", vec!["Armature", "hips"])
    );
    assert_eq!(parts(&project)[0].data.palette[0].bone, 1);
}

#[test]
fn parts_are_named_for_their_mesh_and_numbered_where_it_has_several() {
    let names = |count: usize| {
        let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
        let primitive = builder.json["meshes"][0]["primitives"][0].clone();
        builder.json["meshes"][0]["primitives"] = json!(vec![primitive; count]);
        parts(&imported(&builder.finish()).project)
            .iter()
            .map(|part| part.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(1), ["tri"]);
    assert_eq!(names(2), ["tri_0", "tri_1"]);
}

#[test]
fn reading_tells_how_far_it_is_and_ends_where_it_is_told_to() {
    let bytes = pair();
    let parts = std::cell::RefCell::new(Vec::new());
    let read = |last: usize| {
        parts.borrow_mut().clear();
        let progress = |part: f32| {
            parts.borrow_mut().push(part);
            parts.borrow().len() <= last
        };
        let options = Options::default();
        import(
            &SourceFile::named("file"),
            &bytes,
            &mut |_| Err(String::new()),
            &options,
            &progress,
        )
    };
    let whole = read(usize::MAX).unwrap();
    let told = parts.borrow().clone();
    assert!(
        told.len() > 2 && told.is_sorted() && told.iter().all(|part| (0.0..1.0).contains(part)),
        "{told:?}"
    );
    assert_eq!(
        whole.project,
        import(
            &SourceFile::named("file"),
            &bytes,
            &mut |_| Err(String::new()),
            &Default::default(),
            &|_| true
        )
        .unwrap()
        .project
    );
    for last in 0..told.len() {
        assert_eq!(
            read(last).map(|_| ()).unwrap_err().problem,
            ImportProblem::Cancelled
        );
        assert_eq!(parts.borrow().len(), last + 1, "nothing more is read");
    }
}
