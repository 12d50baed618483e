use super::*;
use crate::{
    Imported, Options, SourceFile,
    gltf::{
        import,
        tests::{Builder, parts},
    },
};
use serde_json::json;

/// A skinned and morphing triangle, `height` long, on a joint that moves by a tenth of it.
fn file(height: f32) -> Vec<u8> {
    let nodes = json!([{"name": "joint", "translation": [0, height / 2.0, 0]}, {"name": "mesh", "mesh": 0, "skin": 0}]);
    let mut builder = Builder::new(json!({"nodes": nodes}));
    let positions = builder.vec3(&[[0.0; 3], [0.1 * height, 0.0, 0.0], [0.0, height, 0.0]]);
    let deltas = builder.vec3(&[[height, 0.0, 0.0]; 3]);
    let (joints, weights) = builder.on_first_joint(3);
    let bind = Affine3A::from_translation(Vec3::new(0.0, -height / 2.0, 0.0));
    let bind = builder.floats("MAT4", 16, &glam::Mat4::from(bind).to_cols_array());
    let attributes = json!({"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights});
    builder.json["meshes"] =
        json!([{"primitives": [{"attributes": attributes, "targets": [{"POSITION": deltas}]}]}]);
    builder.json["skins"] = json!([{"joints": [0], "inverseBindMatrices": bind}]);
    let times = builder.floats("SCALAR", 1, &[0.0]);
    let moves = builder.vec3(&[[0.0, 0.6 * height, 0.0]]);
    let channel = json!({"sampler": 0, "target": {"node": 0, "path": "translation"}});
    builder.json["animations"] = json!([{"name": "up", "channels": [channel], "samplers": [{"input": times, "output": moves}]}]);
    builder.finish()
}

fn read(bytes: &[u8], scale: f32) -> Imported {
    import(
        &SourceFile::named("file"),
        bytes,
        &mut |_| Err(String::new()),
        &Options {
            scale,
            ..Options::default()
        },
        &|_| true,
    )
    .unwrap()
}

fn fixes(found: &Imported) -> Vec<ImportFix> {
    found
        .report
        .entries
        .iter()
        .filter_map(|entry| entry.fix)
        .collect()
}

#[test]
fn what_is_no_size_of_a_character_comes_with_a_scale_that_makes_it_one() {
    for (height, fix) in [
        (1.7, None),
        (0.06, None),
        (19.0, None),
        (100.0, Some(0.01)),
        (170.0, Some(0.01)),
        (1700.0, Some(0.001)),
        (67.0, Some(0.01)),
        (25.0, Some(0.1)),
        (0.017, Some(100.0)),
        (0.0017, Some(1000.0)),
        (0.045, Some(10.0)),
        (0.0001, Some(1000.0)),
        (17_000.0, Some(1e-4)),
    ] {
        let fix: Vec<ImportFix> = fix.into_iter().map(ImportFix::Scale).collect();
        assert_eq!(fixes(&read(&file(height), 1.0)), fix, "{height}");
    }
    assert_eq!(
        fixes(&read(&file(1.7), 100.0)),
        [ImportFix::Scale(1.0)],
        "counted against the file, not from what was read"
    );
}

#[test]
fn the_sentence_says_the_size_and_what_it_would_be() {
    let found = read(&file(1.7), 50.0);
    let text = found
        .report
        .entries
        .iter()
        .find(|entry| entry.fix.is_some())
        .unwrap()
        .text
        .clone();
    assert!(
        text.contains("is 85 m long") && text.ends_with("with scale 0.5 it would be 0.85 m."),
        "{text}"
    );
}

#[test]
fn a_scale_brings_every_length_along() {
    let (large, small) = (read(&file(170.0), 0.01), read(&file(1.7), 1.0));
    assert!(fixes(&large).is_empty());
    let near = |a: &[f32], b: &[f32]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5)
    };
    let ([a], [b]) = (&parts(&large.project)[..], &parts(&small.project)[..]) else {
        panic!("one part each")
    };
    assert!(near(
        a.data.positions.as_flattened(),
        b.data.positions.as_flattened()
    ));
    assert!(near(&a.data.deltas[0].position, &b.data.deltas[0].position));
    let rows = |part: &asset::mesh::Part| part.data.palette[0].inverse_bind;
    assert!(near(rows(a).as_flattened(), rows(b).as_flattened()));
    let clip =
        |found: &Imported| found.project.clips.values().next().unwrap().source.tracks[0].clone();
    let (a, b) = (clip(&large), clip(&small));
    assert!(near(
        &a.translation.unwrap().values,
        &b.translation.unwrap().values
    ));
    assert!(near(&a.reference.unwrap(), &b.reference.unwrap()));
}

#[test]
fn a_scale_must_be_a_number_above_0() {
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let found = import(
            &SourceFile::named("file"),
            &file(1.0),
            &mut |_| Err(String::new()),
            &Options {
                scale,
                ..Options::default()
            },
            &|_| true,
        );
        assert!(found.is_err(), "{scale}");
    }
}

#[test]
fn the_likeliest_unit_is_the_first_that_makes_a_usual_size_else_a_plausible_one() {
    for (size, unit_) in [
        (25.0, 0.1),
        (31.0, 0.01),
        (399.0, 0.01),
        (401.0, 0.001),
        (4001.0, 1e-4),
        (0.045, 10.0),
        (0.039, 100.0),
        (0.0031, 100.0),
        (0.0029, 1000.0),
        (0.00029, 1000.0),
        (0.000051, 1000.0),
        (1.99e5, 1e-4),
    ] {
        assert_eq!(unit(size), Some(unit_), "{size}");
    }
    assert_eq!([unit(2.1e5), unit(4.9e-5 / 1.1)], [None; 2]);
    assert_eq!(
        [rounded(1.23456), rounded(0.000123456), rounded(98765.0)],
        [1.23, 0.000123, 98800.0]
    );
}

/// Away from the origin, and with a level that is larger, which does not count.
#[test]
fn a_size_is_that_of_the_finest_level_wherever_it_stands() {
    let mut found = read(&file(1.7), 1.0).project;
    let mesh = std::sync::Arc::make_mut(found.meshes.values_mut().next().unwrap());
    let moved = |part: &asset::mesh::Part, by: f32, from: f32| {
        let data = MeshPart {
            positions: part
                .data
                .positions
                .iter()
                .map(|at| at.map(|x| x * by + from))
                .collect(),
            ..(*part.data).clone()
        };
        asset::mesh::Part {
            data: std::sync::Arc::new(data),
            ..part.clone()
        }
    };
    let part = mesh.lods[0].parts[0].clone();
    mesh.lods[0].parts[0] = moved(&part, 1.0, 5.0);
    mesh.lods.push(asset::mesh::Lod {
        screen_size: 0.5,
        removed_bones: vec![],
        parts: vec![moved(&part, 9.0, 0.0)],
    });
    let (id, skeleton) = found.skeletons.iter().next().unwrap();
    let size = size(&found, *id, skeleton).unwrap();
    assert!((size - 1.7).abs() < 1e-5, "{size}");
}
