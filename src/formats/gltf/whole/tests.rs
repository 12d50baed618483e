//! One file in which every kind of thing is that is read, and one that is written of much: the
//! committed texts say what becomes of them, so that a change of it is seen and meant.

use super::{
    tests::{Builder, imported},
    write::{Style, write_glb_with},
    *,
};
use crate::committed::{compare, text_of};
use anim::{
    MeshPart, Name, Transform,
    mesh::{Morph, MorphDelta, PaletteJoint},
    skinning::inverse_bind_rows,
};
use asset::{
    Clip, CurveKey, Id, Material, Mesh, Notify, NotifyTrack, Project, Skeleton, SyncMarker,
    Texture,
    mesh::{Lod, Part},
    skeleton::{Bone, Socket},
    source::{Channel, ClipSource, Interpolation, SourceCurve, Track},
};
use glam::{Affine3A, Quat, Vec3};
use serde_json::{Value, json};
use std::sync::Arc;
use write::GltfExportSelection;

/// Nodes 0 to 5: a pelvis with a spine and a head, a hand on the spine, a mesh on them, and a box
/// on the head.
fn nodes() -> Value {
    json!([
        {"name": "pelvis", "translation": [0, 1, 0], "children": [1]},
        {"name": "spine", "translation": [0, 0.5, 0], "rotation": [0, 0, 0.6, 0.8], "children": [2, 3]},
        {"name": "head", "matrix": [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0.25, 0, 1], "children": [5]},
        {"name": "hand", "translation": [0.5, 0.25, 0], "scale": [1, 1.5, 1]},
        {"name": "skinned", "mesh": 0, "skin": 0},
        {"name": "box", "mesh": 1, "translation": [0.25, 0, 0]},
        {"name": "camera", "camera": 0}
    ])
}

fn skinned(builder: &mut Builder) -> Value {
    let places: Vec<[f32; 3]> = (0..6)
        .map(|at| [(at % 3) as f32 * 0.5, (at / 3) as f32, 0.125 * at as f32])
        .collect();
    let positions = builder.vec3(&places);
    let of = |component: u32, count: usize, kind: &str| json!({"componentType": component, "count": count, "type": kind});
    let normals: Vec<i8> = (0..6)
        .flat_map(|at| [0, if at % 2 == 0 { 127 } else { -127 }, 0, 0])
        .collect();
    let mut packed = of(5120, 6, "VEC3");
    packed["normalized"] = json!(true);
    let normals = strided(builder, bytemuck::cast_slice(&normals), packed, 4);
    let joints: Vec<u16> = (0..6).flat_map(|at| [at % 4, 1, 2, 0]).collect();
    let joints = builder.bytes(bytemuck::cast_slice(&joints), of(5123, 6, "VEC4"));
    let weights: Vec<u8> = (0..6)
        .flat_map(|at| [200 - 20 * at, 40 + 10 * at, 15 + 10 * at, 0])
        .collect();
    let mut weighted = of(5121, 6, "VEC4");
    weighted["normalized"] = json!(true);
    let weights = builder.bytes(&weights, weighted);
    let places: Vec<u16> = (0..12).map(|at| at * 5461).collect();
    let mut texels = of(5123, 6, "VEC2");
    texels["normalized"] = json!(true);
    let uv = builder.bytes(bytemuck::cast_slice(&places), texels);
    let second = builder.floats(
        "VEC2",
        2,
        &[
            0.0, 0.25, 0.5, 0.75, 1.0, 0.0, 0.25, 0.5, 0.75, 1.0, 0.0, 0.25,
        ],
    );
    let colors: Vec<u8> = (0..24).map(|at| at * 10).collect();
    let mut colored = of(5121, 6, "VEC4");
    colored["normalized"] = json!(true);
    let colors = builder.bytes(&colors, colored);
    let custom = builder.floats("SCALAR", 1, &[0.0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    let indices = builder.bytes(
        &[0, 1, 3, 1, 4, 3, 1, 2, 4, 2, 5, 4],
        of(5121, 12, "SCALAR"),
    );
    let smile = builder.vec3(&[
        [0.0; 3],
        [0.0; 3],
        [0.1, 0.0, 0.0],
        [0.0; 3],
        [0.0, 0.2, 0.0],
        [0.0; 3],
    ]);
    let turned = builder.vec3(&[
        [0.0; 3],
        [0.0; 3],
        [0.0, 0.0, 0.5],
        [0.0; 3],
        [0.0; 3],
        [0.0; 3],
    ]);
    let blink = sparse(builder);
    json!({"name": "body", "weights": [0.25, 0.0], "extras": {"targetNames": ["smile", "blink"]}, "primitives": [{
        "attributes": {"POSITION": positions, "NORMAL": normals, "JOINTS_0": joints, "WEIGHTS_0": weights,
            "TEXCOORD_0": uv, "TEXCOORD_1": second, "COLOR_0": colors, "_HEAT": custom},
        "indices": indices, "material": 0,
        "targets": [{"POSITION": smile, "NORMAL": turned}, {"POSITION": blink}]}]})
}

/// Values with gaps between them.
fn strided(builder: &mut Builder, bytes: &[u8], accessor: Value, stride: usize) -> usize {
    let made = builder.bytes(bytes, accessor);
    let view = builder.json["accessors"][made]["bufferView"]
        .as_u64()
        .unwrap() as usize;
    builder.json["bufferViews"][view]["byteStride"] = json!(stride);
    made
}

/// Six vectors of which the second and the fifth are not 0.
fn sparse(builder: &mut Builder) -> usize {
    let at = builder.bytes(
        &[1, 4],
        json!({"componentType": 5121, "count": 2, "type": "SCALAR"}),
    );
    let to = builder.vec3(&[[0.0, 0.0, 0.3], [0.1, 0.2, 0.3]]);
    let view = |builder: &Builder, accessor: usize| {
        builder.json["accessors"][accessor]["bufferView"].clone()
    };
    let (at, to) = (view(builder, at), view(builder, to));
    builder.push(
        "accessors",
        json!({"componentType": 5126, "count": 6, "type": "VEC3", "sparse": {"count": 2,
            "indices": {"bufferView": at, "componentType": 5121}, "values": {"bufferView": to}}}),
    )
}

fn rigid(builder: &mut Builder) -> Value {
    let positions = builder.vec3(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    let fan = builder.bytes(
        bytemuck::cast_slice(&[0u16, 1, 2, 3]),
        json!({"componentType": 5123, "count": 4, "type": "SCALAR"}),
    );
    json!({"primitives": [
        {"attributes": {"POSITION": positions}, "indices": fan, "mode": 6, "material": 1},
        {"attributes": {"POSITION": positions}, "indices": fan, "mode": 5, "material": 2},
        {"attributes": {"POSITION": positions}, "indices": fan, "mode": 1}]})
}

fn animations(builder: &mut Builder) -> Value {
    let times = builder.floats("SCALAR", 1, &[0.0, 0.5, 1.0]);
    let late = builder.floats("SCALAR", 1, &[0.25, 0.75]);
    let moves = builder.vec3(&[[0.0, 1.0, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, 3.0]]);
    let turn = |angle: f32| [0.0, 0.0, libm_sin(angle), libm_cos(angle)];
    let turns = builder.floats("VEC4", 4, &[turn(0.0), turn(0.5), turn(1.0)].concat());
    let grows: Vec<[f32; 3]> = (0..6)
        .map(|at| [1.0, 1.0 + 0.125 * at as f32, 1.0])
        .collect();
    let grows = builder.vec3(&grows);
    let weights = builder.floats("SCALAR", 1, &[0.0, 1.0, 0.5, 0.25, 1.0, 0.0]);
    let sampler = |input: usize, output: usize, how: &str| json!({"input": input, "output": output, "interpolation": how});
    let samplers = [
        sampler(times, moves, "LINEAR"),
        sampler(times, turns, "STEP"),
        sampler(late, grows, "CUBICSPLINE"),
        sampler(times, weights, "LINEAR"),
    ];
    let channel = |sampler: usize, node: usize, path: &str| json!({"sampler": sampler, "target": {"node": node, "path": path}});
    let channels = [
        channel(0, 0, "translation"),
        channel(1, 1, "rotation"),
        channel(2, 3, "scale"),
        channel(3, 4, "weights"),
    ];
    json!([{"name": "walk", "samplers": samplers, "channels": channels}])
}

/// By a series, so that no platform's library counts.
fn libm_sin(x: f32) -> f32 {
    x - x * x * x / 6.0 + x * x * x * x * x / 120.0
}

fn libm_cos(x: f32) -> f32 {
    1.0 - x * x / 2.0 + x * x * x * x / 24.0
}

fn file() -> Vec<u8> {
    let mut builder =
        Builder::new(json!({"nodes": nodes(), "scenes": [{"nodes": [0, 4, 6]}], "scene": 0}));
    let meshes = [skinned(&mut builder), rigid(&mut builder)];
    let animations = animations(&mut builder);
    let inverse = |y: f32| {
        [
            1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, y, 0.0, 1.0,
        ]
    };
    let binds = builder.floats(
        "MAT4",
        16,
        &[inverse(-1.0), inverse(-1.5), inverse(-1.75), inverse(-1.25)].concat(),
    );
    builder.json["meshes"] = json!(meshes);
    builder.json["animations"] = animations;
    builder.json["cameras"] =
        json!([{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}]);
    builder.json["skins"] =
        json!([{"joints": [0, 1, 2, 3], "inverseBindMatrices": binds, "skeleton": 0}]);
    builder.json["images"] = json!([{"name": "skin", "uri": tests::texel()}]);
    builder.json["textures"] = json!([{"source": 0}]);
    builder.json["extensionsUsed"] = json!(["KHR_texture_transform"]);
    let transform = json!({"offset": [0.25, 0.5], "rotation": 0.5, "scale": [2, 3], "texCoord": 1});
    let texture = json!({"index": 0, "extensions": {"KHR_texture_transform": transform}});
    builder.json["materials"] = json!([
        {"name": "cloth", "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.25, 0.125, 0.75], "baseColorTexture": texture},
            "doubleSided": true, "alphaMode": "MASK", "alphaCutoff": 0.25},
        {"name": "metal", "alphaMode": "MASK"},
        {"normalTexture": {"index": 0}, "emissiveFactor": [1, 1, 1], "alphaMode": "BLEND"}]);
    builder.finish()
}

#[test]
fn a_file_with_everything_is_read_as_it_was() {
    compare("gltf/whole/read.txt", &text_of(&imported(&file())));
}

#[test]
fn options_of_reading_do_what_they_did() {
    let read = |options: &Options| {
        import(
            &SourceFile::named("file"),
            &file(),
            &mut |_| Err(String::new()),
            options,
            &|_| true,
        )
        .unwrap()
    };
    let bones = |found: &Imported| -> String {
        let skeletons = found.project.skeletons.values();
        skeletons
            .map(|it| {
                format!(
                    "{} {:?}\n",
                    it.name,
                    it.bones
                        .iter()
                        .map(|bone| (&bone.name, bone.reference))
                        .collect::<Vec<_>>()
                )
            })
            .collect()
    };
    let scaled = read(&Options {
        scale: 0.01,
        ..Options::default()
    });
    let whole = read(&Options {
        whole: true,
        ..Options::default()
    });
    let parts: Vec<f32> = {
        let parts = std::cell::RefCell::new(Vec::new());
        let tell = |part: f32| {
            parts.borrow_mut().push(part);
            true
        };
        import(
            &SourceFile::named("file"),
            &file(),
            &mut |_| Err(String::new()),
            &Options::default(),
            &tell,
        )
        .unwrap();
        parts.into_inner()
    };
    compare(
        "gltf/whole/options.txt",
        &format!("{}{}{parts:?}\n", bones(&scaled), bones(&whole)),
    );
}

fn written_mesh() -> Mesh {
    let joint = |bone: u32| PaletteJoint {
        bone,
        inverse_bind: inverse_bind_rows(&Affine3A::from_translation(-Vec3::Y * bone as f32)),
    };
    let delta = |vertex, x| MorphDelta {
        position: [x, 0.0, 0.0],
        normal: [0.0, x, 0.0],
        vertex,
    };
    let data = MeshPart {
        positions: vec![
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [1.0, 1.0, 0.5],
        ]
        .into(),
        normals: vec![[0.0, 0.0, 1.0]; 4].into(),
        influences: 4,
        joints: vec![0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0].into(),
        weights: vec![
            0.75, 0.25, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0,
        ]
        .into(),
        palette: vec![joint(0), joint(1)].into(),
        indices: vec![0, 1, 2, 1, 3, 2].into(),
        deltas: vec![delta(1, 0.25), delta(3, 0.5)].into(),
        morphs: vec![Morph {
            name: Name::new("smile"),
            default_weight: 0.5,
            first_delta: 0,
            delta_count: 2,
            reserved: 0,
        }]
        .into(),
        ..MeshPart::default()
    };
    let part = |name: &str| Part {
        name: name.into(),
        morphs: vec!["smile".into()],
        data: Arc::new(data.clone()),
        ..Part::default()
    };
    let material = Material {
        texture: Some(Id(4)),
        double_sided: true,
        alpha_cutoff: Some(0.25),
        base_color: [0.5, 0.25, 0.75, 1.0],
        ..Material::default()
    };
    let keys: Arc<[asset::BoneKey]> = Arc::new(["hips".into(), "tip".into()]);
    let mut mesh = Mesh::new(
        "body",
        (Id(1), keys),
        vec![part("skin"), part("lining")],
        vec![material],
    );
    mesh.lods.push(Lod {
        screen_size: 0.5,
        removed_bones: vec!["tip".into()],
        parts: vec![part("coarse")],
    });
    mesh
}

fn written_project() -> Project {
    let bone = |name: &str, parent: Option<u32>, y: f32| {
        Bone::new(name, parent, Transform::from_translation(Vec3::Y * y))
    };
    let grip = Transform {
        rotation: Quat::from_xyzw(0.0, 0.6, 0.0, 0.8),
        ..Transform::from_translation(Vec3::X)
    };
    let skeleton = Skeleton {
        name: "rig".into(),
        bones: vec![
            bone("hips", None, 0.0),
            bone("tip", Some(0), 1.0),
            bone("end", Some(1), 0.5),
        ],
        sockets: vec![Socket::new(Id(9), "grip", "tip".into(), grip)],
        ..Skeleton::default()
    };
    let channel = |interpolation, times: &[f32], values: &[f32]| {
        Some(Channel {
            interpolation,
            times: times.into(),
            values: values.into(),
        })
    };
    let track = |bone: &str| Track {
        bone: bone.into(),
        ..Track::default()
    };
    let tracks = vec![
        Track {
            translation: channel(
                Interpolation::Linear,
                &[0.0, 1.0],
                &[0.0, 0.0, 0.0, 0.0, 0.0, 2.0],
            ),
            ..track("hips")
        },
        Track {
            rotation: channel(
                Interpolation::Step,
                &[0.0, 0.5],
                &[0.0, 0.0, 0.0, 1.0, 0.0, 0.6, 0.0, 0.8],
            ),
            scale: channel(
                Interpolation::Cubic,
                &[0.25, 0.75],
                &(0..18)
                    .map(|at| 1.0 + 0.0625 * at as f32)
                    .collect::<Vec<_>>(),
            ),
            ..track("tip")
        },
    ];
    let curve = |name: &str, times: &[f32]| SourceCurve {
        name: name.into(),
        channel: Channel {
            times: times.into(),
            values: times.iter().map(|time| time * 0.5).collect(),
            ..Channel::default()
        },
    };
    let source = ClipSource {
        duration: 1.0,
        tracks,
        curves: vec![
            curve("smile", &[0.0, 0.5, 1.0]),
            curve("speed", &[0.0, 1.0]),
        ],
    };
    let mut authored = asset::Curve::new(Id(30), "glow", 2);
    authored.keys = vec![
        CurveKey {
            out_tangent: 2.0,
            ..CurveKey::new(Id(31), 0.0, 0.5, Interpolation::Cubic)
        },
        CurveKey::new(Id(32), 1.0, 1.5, Interpolation::Step),
    ];
    let clip = Clip {
        looping: true,
        rate_scale: 1.5,
        root_motion: anim::clip::RootMotion {
            enabled: true,
            ..Default::default()
        },
        sync_markers: vec![SyncMarker {
            id: Id(33),
            name: "L".into(),
            time: 0.25,
        }],
        tracks: vec![NotifyTrack {
            id: Id(34),
            name: "N".into(),
            color: 1,
            locked: false,
        }],
        notifies: vec![
            Notify::state(Id(35), Id(34), "Trail", 0.25, 0.5),
            Notify::instant(Id(36), Id(34), "Step", 0.75),
        ]
        .into(),
        curves: vec![authored],
        ..Clip::new("walk", Id(1), Arc::new(source), 4.0)
    };
    let texture = Texture {
        name: "skin".into(),
        origin: None,
        width: 2,
        height: 1,
        rgba: vec![0, 64, 128, 255, 255, 128, 64, 0].into(),
    };
    let mut project = Project {
        name: "whole".into(),
        ..Project::default()
    };
    project.skeletons.insert(Id(1), Arc::new(skeleton));
    project.meshes.insert(Id(2), Arc::new(written_mesh()));
    project.clips.insert(Id(3), Arc::new(clip));
    project.textures.insert(Id(4), Arc::new(texture));
    project
}

/// The JSON of a `.glb` file, and its buffer in numbers of four bytes.
fn glb_text(bytes: &[u8]) -> String {
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let json: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    let buffer: Vec<String> = bytes[28 + length..]
        .chunks(4)
        .map(|at| at.iter().map(|byte| format!("{byte:02x}")).collect())
        .collect();
    let lines: Vec<String> = buffer.chunks(16).map(|line| line.join(" ")).collect();
    format!("{:?}\n{json:#}\n{}\n", &bytes[..12], lines.join("\n"))
}

#[test]
fn a_project_is_written_as_it_was_in_every_style() {
    let project = written_project();
    let styles = [
        Style::default(),
        Style {
            levels: vec![0, 1],
            influences: 4,
            key_every_bone: true,
        },
        Style {
            levels: vec![1],
            ..Style::default()
        },
    ];
    let text = styles.map(|style| {
        let written = write_glb_with(&project, &GltfExportSelection::all(&project), &style)
            .unwrap_or_else(|error| panic!("{error}"));
        format!(
            "{style:?} {:?}\n{}",
            written.notes,
            glb_text(&written.bytes)
        )
    });
    compare("gltf/whole/written.txt", &text.concat());
    let written = write_glb_with(
        &project,
        &GltfExportSelection::all(&project),
        &Style::default(),
    )
    .unwrap();
    compare("gltf/whole/back.txt", &text_of(&imported(&written.bytes)));
}
