//! Whether a character has the size of one.

use crate::{Fix, Report};
use anim::{MeshPart, skinning::affine_from_rows};
use asset::{Id, Project, Skeleton};
use glam::{Affine3A, Vec3};
use std::ops::RangeInclusive;

/// Metres between which the longest side of a character is believed.
const PLAUSIBLE: RangeInclusive<f32> = 0.05..=20.0;
/// Metres of a unit that files are made in by mistake, the likeliest first.
const UNITS: [f32; 10] = [0.01, 0.001, 0.1, 0.0254, 0.3048, 100.0, 10.0, 1000.0, 39.37, 1e-4];
/// Metres that characters mostly have.
const USUAL: RangeInclusive<f32> = 0.3..=4.0;

/// Warns of skinned characters that are too small or too large. `scale` is what the file was read with.
pub fn check(project: &Project, scale: f32, report: &mut Report) {
    for (id, skeleton) in &project.skeletons {
        let Some(size) = size(project, *id, skeleton).filter(|size| !PLAUSIBLE.contains(size)) else { continue };
        let Some(unit) = unit(size) else { continue };
        let text = format!(
            "“{}” is {} m long, which is hardly meant; with a scale of {} it would be {} m.",
            skeleton.name,
            rounded(size),
            rounded(scale * unit),
            rounded(size * unit)
        );
        report.offer("/nodes", text, Fix::Scale(scale * unit));
    }
}

/// The unit with which something of this size is usual, or at least plausible.
fn unit(size: f32) -> Option<f32> {
    let with = |range: RangeInclusive<f32>| UNITS.into_iter().find(|unit| range.contains(&(size * unit)));
    with(USUAL).or_else(|| with(PLAUSIBLE))
}

/// To three digits.
fn rounded(value: f32) -> f32 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

/// The longest side of the box around what is skinned, at rest. None where nothing is.
fn size(project: &Project, id: Id, skeleton: &Skeleton) -> Option<f32> {
    let models = models(skeleton);
    let parts = project.meshes.values().filter(|mesh| mesh.skeleton == id).flat_map(|mesh| &mesh.lod(0).parts);
    let skinned = parts.map(|part| &*part.data).filter(|data| data.influences > 1);
    let (mut least, mut most) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for point in skinned.flat_map(|data| points(data, &models)) {
        (least, most) = (least.min(point), most.max(point));
    }
    (least.x <= most.x).then(|| (most - least).max_element())
}

/// Vertices, each by the joint that it follows most.
fn points(data: &MeshPart, models: &[Affine3A]) -> impl Iterator<Item = Vec3> {
    let moves: Vec<Affine3A> =
        data.palette.iter().map(|joint| models[joint.bone as usize] * affine_from_rows(joint.inverse_bind)).collect();
    let joints = data.joints.chunks_exact(data.influences as usize);
    data.positions
        .iter()
        .zip(joints)
        .map(move |(position, joints)| moves[usize::from(joints[0])].transform_point3(Vec3::from(*position)))
}

fn models(skeleton: &Skeleton) -> Vec<Affine3A> {
    let mut models: Vec<Affine3A> = Vec::with_capacity(skeleton.bones.len());
    for bone in &skeleton.bones {
        let local = bone.reference.to_affine();
        models.push(bone.parent.map_or(local, |parent| models[parent as usize] * local));
    }
    models
}

#[cfg(test)]
mod tests {
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
        let nodes =
            json!([{"name": "joint", "translation": [0, height / 2.0, 0]}, {"name": "mesh", "mesh": 0, "skin": 0}]);
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
        builder.json["animations"] =
            json!([{"name": "up", "channels": [channel], "samplers": [{"input": times, "output": moves}]}]);
        builder.finish()
    }

    fn read(bytes: &[u8], scale: f32) -> Imported {
        import(
            &SourceFile::named("file"),
            bytes,
            &mut |_| Err(String::new()),
            &Options { scale, ..Options::default() },
            &|_| true,
        )
        .unwrap()
    }

    fn fixes(found: &Imported) -> Vec<Fix> {
        found.report.entries.iter().filter_map(|entry| entry.fix).collect()
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
        ] {
            let fix: Vec<Fix> = fix.into_iter().map(Fix::Scale).collect();
            assert_eq!(fixes(&read(&file(height), 1.0)), fix, "{height}");
        }
        assert_eq!(fixes(&read(&file(1.7), 100.0)), [Fix::Scale(1.0)], "counted from the file, not from what was read");
    }

    #[test]
    fn a_scale_brings_every_length_along() {
        let (large, small) = (read(&file(170.0), 0.01), read(&file(1.7), 1.0));
        assert!(fixes(&large).is_empty());
        let near = |a: &[f32], b: &[f32]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
        let ([a], [b]) = (&parts(&large.project)[..], &parts(&small.project)[..]) else { panic!("one part each") };
        assert!(near(a.data.positions.as_flattened(), b.data.positions.as_flattened()));
        assert!(near(&a.data.deltas[0].position, &b.data.deltas[0].position));
        let rows = |part: &asset::mesh::Part| part.data.palette[0].inverse_bind;
        assert!(near(rows(a).as_flattened(), rows(b).as_flattened()));
        let clip = |found: &Imported| found.project.clips.values().next().unwrap().source.tracks[0].clone();
        let (a, b) = (clip(&large), clip(&small));
        assert!(near(&a.translation.unwrap().values, &b.translation.unwrap().values));
        assert!(near(&a.reference.unwrap(), &b.reference.unwrap()));
    }

    #[test]
    fn a_scale_must_be_a_number_above_0() {
        for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            let found = import(
                &SourceFile::named("file"),
                &file(1.0),
                &mut |_| Err(String::new()),
                &Options { scale, ..Options::default() },
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
        assert_eq!([rounded(1.23456), rounded(0.000123456), rounded(98765.0)], [1.23, 0.000123, 98800.0]);
    }
}
