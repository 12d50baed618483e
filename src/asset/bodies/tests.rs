use super::*;
use crate::dice::Dice;
use glam::Affine3A;

fn distance(body: &Body, point: Vec3) -> f32 {
    let (from, to) = (Vec3::from(body.from), Vec3::from(body.to));
    let way = to - from;
    let share = if way == Vec3::ZERO {
        0.0
    } else {
        ((point - from).dot(way) / way.length_squared()).clamp(0.0, 1.0)
    };
    point.distance(from + way * share)
}

#[test]
fn a_body_holds_all_of_its_points_and_touches_them() {
    let mut dice = Dice(7);
    for size in [
        Vec3::new(1.0, 0.2, 0.1),
        Vec3::splat(0.5),
        Vec3::new(0.01, 3.0, 0.0),
        Vec3::ZERO,
    ] {
        for count in [1, 2, 5, 300] {
            let at = Vec3::new(4.0, -3.0, 2.0);
            let points: Vec<Vec3> = (0..count)
                .map(|_| at + Vec3::from_array(dice.rolls()) * size / 2.0)
                .collect();
            let body = around(&"bone".into(), &points);
            let farthest = points
                .iter()
                .map(|point| distance(&body, *point))
                .fold(0.0, f32::max);
            assert!(
                farthest <= body.radius + 1e-5,
                "{size} {count}: {farthest} {body:?}"
            );
            assert!(
                body.radius == THINNEST || farthest > body.radius - 1e-4,
                "{size} {count}: {farthest} {body:?}"
            );
        }
    }
}

/// Every vertex is within the body of the bone that it follows.
#[test]
fn the_bodies_of_a_whole_character_hold_it() {
    let project = character();
    let bodies = made(&project);
    assert!(bodies.len() > 1 && bodies.iter().all(|body| body.radius > 0.0));
    let part = &project.lods[0].parts[0].data;
    for (slots, position) in part
        .joints
        .chunks_exact(part.influences as usize)
        .zip(part.positions.iter())
    {
        let joint = &part.palette[usize::from(slots[0])];
        let body = bodies
            .iter()
            .find(|body| body.bone == project.bones[joint.bone as usize])
            .unwrap();
        let at = affine_from_rows(joint.inverse_bind).transform_point3(Vec3::from(*position));
        assert!(distance(body, at) <= body.radius + 1e-5);
    }
}

/// Two limbs of some boxes, bound in other places than they are used in.
fn character() -> Mesh {
    use anim::{MeshPart, mesh::PaletteJoint, skinning::inverse_bind_rows};
    let bind = |at: f32| {
        inverse_bind_rows(
            &(Affine3A::from_rotation_z(at) * Affine3A::from_translation(Vec3::X * at)),
        )
    };
    let point = |at: usize| {
        [
            (at % 7) as f32 * 0.1,
            (at % 5) as f32 * 0.3,
            (at % 3) as f32 * 0.2,
        ]
    };
    let data = MeshPart::new(MeshPart {
        positions: (0..60).map(point).collect(),
        normals: vec![[0.0, 1.0, 0.0]; 60].into(),
        influences: 1,
        joints: (0..60u16).map(|at| at % 2).collect(),
        weights: vec![1.0; 60].into(),
        palette: [0u32, 2]
            .map(|bone| PaletteJoint {
                bone,
                inverse_bind: bind(bone as f32 + 0.5),
            })
            .as_slice()
            .into(),
        ..MeshPart::default()
    });
    let part = Part {
        data: std::sync::Arc::new(data.unwrap()),
        ..Part::default()
    };
    let bones = ["a", "idle", "b"].map(BoneKey::from);
    Mesh::new("mesh", (crate::Id(1), bones.into()), vec![part], Vec::new())
}
