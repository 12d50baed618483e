use super::*;
use crate::dice::Dice;
use anim::{array::Array, skinning::Skinned};
use glam::{Affine3A, Quat, Vec4};

/// A tube of so many sides around y, two metres high, its normals outwards or inwards.
fn tube(sides: u32, out: f32) -> MeshPart {
    let (mut positions, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for ring in 0..9u32 {
        for side in 0..sides {
            let (sin, cos) = (side as f32 / sides as f32 * std::f32::consts::TAU).sin_cos();
            positions.push([0.3 * cos, ring as f32 * 0.25, 0.3 * sin]);
            normals.push([out * cos, 0.0, out * sin]);
            let (here, next) = (ring * sides + side, ring * sides + (side + 1) % sides);
            if ring < 8 {
                indices.extend([here, here + sides, next, next, here + sides, next + sides]);
            }
        }
    }
    MeshPart {
        positions: positions.into(),
        normals: normals.into(),
        indices: indices.into(),
        ..MeshPart::default()
    }
}

/// Vertices at any distance up to `most` from the tube's wall, facing anywhere.
fn robe(count: usize, most: f32, dice: &mut Dice) -> MeshPart {
    let (mut positions, mut normals, mut tangents) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..count {
        let (sin, cos) = (dice.roll() * std::f32::consts::PI).sin_cos();
        let far = 0.3 + most * dice.roll();
        positions.push([far * cos, 1.0 + 0.9 * dice.roll(), far * sin]);
        let normal = Vec3::from_array(dice.rolls()).normalize();
        normals.push(normal.to_array());
        tangents.push(normal.any_orthonormal_vector().extend(1.0).to_array());
    }
    let (normals, tangents) = (normals.into(), tangents.into());
    MeshPart {
        positions: positions.into(),
        normals,
        tangents,
        ..MeshPart::default()
    }
}

fn at_rest(part: &MeshPart) -> Skinned {
    let vectors = |list: &Array<[f32; 3]>| list.iter().map(|at| Vec3::from(*at)).collect();
    let tangents = part.tangents.iter().map(|at| Vec4::from(*at)).collect();
    Skinned {
        positions: vectors(&part.positions),
        normals: vectors(&part.normals),
        tangents,
    }
}

fn moved(skinned: &Skinned, by: &Affine3A) -> Skinned {
    Skinned {
        positions: skinned
            .positions
            .iter()
            .map(|at| by.transform_point3(*at))
            .collect(),
        normals: skinned
            .normals
            .iter()
            .map(|at| by.transform_vector3(*at))
            .collect(),
        tangents: skinned
            .tangents
            .iter()
            .map(|at| by.transform_vector3(at.truncate()).extend(at.w))
            .collect(),
    }
}

fn bound(part: &MeshPart, driver: &MeshPart, weights: &[f32]) -> (Cloth, Fit) {
    bind(part, (Name(1), Name(2)), driver, weights).unwrap()
}

/// The farthest that two are apart.
fn apart(a: &Skinned, b: &Skinned) -> [f32; 3] {
    let far = |a: &[Vec3], b: &[Vec3]| {
        a.iter()
            .zip(b)
            .map(|(a, b)| a.distance(*b))
            .fold(0.0, f32::max)
    };
    let along = a
        .tangents
        .iter()
        .zip(&b.tangents)
        .map(|(a, b)| a.distance(*b))
        .fold(0.0, f32::max);
    [
        far(&a.positions, &b.positions),
        far(&a.normals, &b.normals),
        along,
    ]
}

#[test]
fn what_moves_as_a_whole_takes_all_along_with_normals_and_tangents() {
    let mut dice = Dice(5);
    for (sides, out) in [(24, 1.0), (7, 1.0), (12, -1.0)] {
        let driver = tube(sides, out);
        let part = robe(300, 0.1, &mut dice);
        let (cloth, fit) = bound(&part, &driver, &[]);
        assert!(
            fit.vertices == 300 && fit.off < 1e-4 && fit.farthest < 0.15 && fit.mean < fit.farthest,
            "{fit:?}"
        );
        for turn in [0.0, 1.0, 3.0] {
            let by = Affine3A::from_rotation_translation(
                Quat::from_axis_angle(Vec3::from_array(dice.rolls()).normalize(), turn),
                Vec3::from_array(dice.rolls()) * 3.0,
            );
            let (rest, mut found) = (at_rest(&part), at_rest(&part));
            cloth.follow(&moved(&at_rest(&driver), &by), &mut found);
            let [positions, normals, tangents] = apart(&found, &moved(&rest, &by));
            assert!(
                positions < 2e-4 && normals < 5e-3 && tangents < 5e-3,
                "{positions} {normals} {tangents}"
            );
        }
    }
}

#[test]
fn each_follows_as_far_as_it_is_told_and_what_weighs_nothing_not_at_all() {
    let (driver, part) = (tube(16, 1.0), robe(5, 0.05, &mut Dice(3)));
    let weights = [0.0, 0.25, 1.0, f32::NAN, 7.0];
    let (cloth, fit) = bound(&part, &driver, &weights);
    assert_eq!(
        cloth
            .vertices
            .iter()
            .map(|vertex| vertex.weight)
            .collect::<Vec<_>>(),
        [0.0, 0.25, 1.0, 0.0, 1.0]
    );
    assert_eq!(
        (fit.vertices, cloth.driving),
        (3, driver.vertex_count() as u32)
    );
    let up = Affine3A::from_translation(Vec3::Y);
    let (rest, mut found) = (at_rest(&part), at_rest(&part));
    cloth.follow(&moved(&at_rest(&driver), &up), &mut found);
    for (at, went) in [0.0, 0.25, 1.0, 0.0, 1.0].into_iter().enumerate() {
        let way = found.positions[at] - rest.positions[at];
        assert!(way.distance(Vec3::Y * went) < 1e-4, "vertex {at}: {way}");
    }
    assert_eq!(found.positions[0], rest.positions[0]);
}

/// A surface that bends takes what lies on it along, at the distance that it has.
#[test]
fn what_bends_keeps_what_lies_on_it_at_its_distance() {
    let (driver, part) = (tube(32, 1.0), robe(200, 0.02, &mut Dice(9)));
    let (cloth, _) = bound(&part, &driver, &[]);
    let bent = |at: Vec3| Quat::from_rotation_z(at.y * 0.4) * at;
    let mut by = at_rest(&driver);
    for (at, normal) in by.positions.iter_mut().zip(&mut by.normals) {
        (*at, *normal) = (bent(*at), Quat::from_rotation_z(at.y * 0.4) * *normal);
    }
    let mut found = at_rest(&part);
    cloth.follow(&by, &mut found);
    for (at, rest) in found.positions.iter().zip(&at_rest(&part).positions) {
        assert!(at.distance(bent(*rest)) < 0.02, "{at} {}", bent(*rest));
    }
}

#[test]
fn whatever_the_driving_part_is_nothing_is_lost_and_numbers_stay_numbers() {
    let part = robe(40, 0.3, &mut Dice(21));
    let none = MeshPart {
        positions: vec![[0.0; 3]; 3].into(),
        normals: vec![[0.0; 3]; 3].into(),
        ..MeshPart::default()
    };
    assert!(
        bind(&part, (Name(1), Name(2)), &none, &[]).is_none(),
        "it has no triangles"
    );
    let point = MeshPart {
        indices: vec![0, 1, 2].into(),
        ..none.clone()
    };
    let line = MeshPart {
        positions: vec![[0.0; 3], [0.0, 1.0, 0.0], [0.0, 2.0, 0.0]].into(),
        ..point.clone()
    };
    let flat = MeshPart {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].into(),
        ..point.clone()
    };
    let sideways = MeshPart {
        normals: vec![[1.0, 0.0, 0.0]; 3].into(),
        ..flat.clone()
    };
    let upright = MeshPart {
        normals: vec![[0.0, 0.0, 1.0]; 3].into(),
        ..flat.clone()
    };
    let sliver = |height: f32| MeshPart {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.5, height, 0.0]].into(),
        ..upright.clone()
    };
    for driver in [
        point,
        line,
        flat,
        sideways,
        sliver(1e-7),
        sliver(1e-5),
        sliver(1e-3),
        upright.clone(),
    ] {
        let (cloth, fit) = bound(&part, &driver, &[]);
        assert!(fit.off.is_finite() && cloth.vertices.len() == 40);
        let nears = cloth
            .vertices
            .iter()
            .flat_map(|vertex| [vertex.position, vertex.normal, vertex.tangent]);
        for near in nears {
            assert!(
                near.shares.iter().all(|share| share.abs() < 250.0),
                "much is made of little: {near:?}"
            );
        }
        // Wherever it goes, all go along.
        let (rest, mut lifted) = (at_rest(&part), at_rest(&part));
        cloth.follow(
            &moved(
                &at_rest(&driver),
                &Affine3A::from_translation(Vec3::Y * 3.0),
            ),
            &mut lifted,
        );
        let mut still = at_rest(&part);
        cloth.follow(&at_rest(&driver), &mut still);
        for ((up, still), rest) in lifted
            .positions
            .iter()
            .zip(&still.positions)
            .zip(&rest.positions)
        {
            assert!(
                (*up - *still).distance(Vec3::Y * 3.0) < 1e-3,
                "{up} {still} {rest}"
            );
        }
        let mut found = at_rest(&part);
        cloth.follow(&at_rest(&driver), &mut found);
        assert!(
            found
                .positions
                .iter()
                .chain(&found.normals)
                .all(|at| at.is_finite())
        );
        assert!(
            found
                .normals
                .iter()
                .all(|normal| (normal.length() - 1.0).abs() < 1e-3)
        );
        let whole = MeshPart {
            cloth,
            influences: 1,
            joints: vec![0; 40].into(),
            weights: vec![1.0; 40].into(),
            palette: vec![anim::mesh::PaletteJoint {
                bone: 0,
                inverse_bind: [[0.0; 4]; 3],
            }]
            .into(),
            ..part.clone()
        };
        assert!(MeshPart::new(whole).is_ok(), "what is bound is sound");
    }
    let empty = robe(0, 0.1, &mut Dice(1));
    assert_eq!(
        bound(&empty, &tube(4, 1.0), &[]),
        (Cloth::default(), Fit::default()),
        "it is sound"
    );
}
