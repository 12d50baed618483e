//! The numbered properties of skinning that need no device and no files.

use super::*;
use crate::{
    Array, Bounds, Name,
    mesh::{MorphDelta, PaletteJoint},
};
use glam::Quat;
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

const METHODS: [SkinMethod; 2] = [SkinMethod::Linear, SkinMethod::DualQuaternion];

/// Vertices that follow two joints, bound where the mesh stands.
fn part(method: SkinMethod, vertices: &[(Vec3, Vec3, [f32; 2])]) -> MeshPart {
    let identity = inverse_bind_rows(&Affine3A::IDENTITY);
    // The heaviest joint comes first.
    let heavier = |weights: &[f32; 2]| usize::from(weights[1] > weights[0]);
    MeshPart::new(MeshPart {
        method,
        positions: vertices.iter().map(|vertex| vertex.0.to_array()).collect(),
        normals: vertices.iter().map(|vertex| vertex.1.to_array()).collect(),
        influences: 4,
        joints: vertices
            .iter()
            .flat_map(|v| [heavier(&v.2) as u16, 1 - heavier(&v.2) as u16, 0, 0])
            .collect(),
        weights: vertices
            .iter()
            .flat_map(|v| [v.2[heavier(&v.2)], v.2[1 - heavier(&v.2)], 0.0, 0.0])
            .collect(),
        palette: vec![
            PaletteJoint {
                bone: 0,
                inverse_bind: identity,
            },
            PaletteJoint {
                bone: 1,
                inverse_bind: identity,
            },
        ]
        .into(),
        ..MeshPart::default()
    })
    .unwrap()
}

fn one(method: SkinMethod, position: Vec3, weights: [f32; 2]) -> MeshPart {
    part(method, &[(position, Vec3::Y, weights)])
}

fn skinned(part: &MeshPart, palette: &[Affine3A], weights: &[f32]) -> Skinned {
    let mut out = Skinned::default();
    skin(part, palette, weights, &mut out);
    out
}

fn position(part: &MeshPart, palette: &[Affine3A]) -> Vec3 {
    skinned(part, palette, &[]).positions[0]
}

/// Half a turn about x, exact to the last bit.
fn half_turn() -> Affine3A {
    Affine3A {
        matrix3: Mat3A::from_diagonal(Vec3::new(1.0, -1.0, -1.0)),
        translation: Vec3A::ZERO,
    }
}

#[test]
fn property_1_twist_collapses_linear_and_keeps_dual_quaternion_skinning() {
    for (degrees, radius) in [
        (30.0f32, 0.9659),
        (60.0, 0.8660),
        (90.0, FRAC_1_SQRT_2),
        (120.0, 0.5),
        (150.0, 0.2588),
        (179.9, 0.000873),
    ] {
        let palette = [
            Affine3A::IDENTITY,
            Affine3A::from_rotation_x(degrees.to_radians()),
        ];
        let at = |method| position(&one(method, Vec3::Y, [0.5; 2]), &palette).length();
        assert!((at(SkinMethod::Linear) - radius).abs() < 1e-4, "{degrees}");
        assert!(
            (at(SkinMethod::DualQuaternion) - 1.0).abs() < 1e-5,
            "{degrees}"
        );
    }
    let palette = [Affine3A::IDENTITY, half_turn()];
    assert_eq!(
        position(&one(SkinMethod::Linear, Vec3::Y, [0.5; 2]), &palette),
        Vec3::ZERO
    );
    let kept = position(
        &one(SkinMethod::DualQuaternion, Vec3::Y, [0.5; 2]),
        &palette,
    );
    assert!(
        kept.abs_diff_eq(Vec3::Z, 1e-6),
        "the sign rule chooses +z: {kept}"
    );
}

#[test]
fn property_2_weights_across_half_a_turn() {
    let palette = [Affine3A::IDENTITY, half_turn()];
    for (weight, y) in [
        (0.0, 1.0),
        (0.25, 0.5),
        (0.5, 0.0),
        (0.75, -0.5),
        (1.0, -1.0),
    ] {
        let linear = position(
            &one(SkinMethod::Linear, Vec3::Y, [1.0 - weight, weight]),
            &palette,
        );
        assert!(linear.abs_diff_eq(Vec3::Y * y, 1e-6), "{weight}");
    }
    for (weight, expected) in [(0.25, Vec3::new(0.0, 0.8, 0.6)), (0.5, Vec3::Z)] {
        let kept = position(
            &one(SkinMethod::DualQuaternion, Vec3::Y, [1.0 - weight, weight]),
            &palette,
        );
        assert!(kept.abs_diff_eq(expected, 1e-6), "{weight} {kept}");
    }
}

#[test]
fn property_3_an_elbow_keeps_its_distance() {
    let elbow = Vec3::X;
    let bent = Affine3A::from_translation(elbow)
        * Affine3A::from_rotation_z(FRAC_PI_2)
        * Affine3A::from_translation(-elbow);
    let palette = [Affine3A::IDENTITY, bent];
    for (y, outer) in [(0.2, None), (-0.2, Some(Vec3::new(1.14142, -0.14142, 0.0)))] {
        let at = |method| position(&one(method, Vec3::new(1.0, y, 0.0), [0.5; 2]), &palette);
        assert!((at(SkinMethod::Linear).distance(elbow) - 0.14142).abs() < 1e-5);
        let kept = at(SkinMethod::DualQuaternion);
        assert!((kept.distance(elbow) - 0.2).abs() < 1e-5);
        assert!(
            outer.is_none_or(|outer| kept.abs_diff_eq(outer, 1e-5)),
            "{kept}"
        );
    }
}

#[test]
fn property_4_normals_stay_perpendicular_under_non_uniform_scale() {
    let n = FRAC_1_SQRT_2;
    let scale = Affine3A::from_scale(Vec3::new(2.0, 1.0, 1.0));
    for method in METHODS {
        let part = part(method, &[(Vec3::ONE, Vec3::new(n, n, 0.0), [1.0, 0.0])]);
        let normal = skinned(&part, &[scale, scale], &[]).normals[0];
        assert!(
            normal.abs_diff_eq(Vec3::new(0.4472, 0.8944, 0.0), 1e-4),
            "{method:?}"
        );
        let tangent = scale.transform_vector3(Vec3::new(n, -n, 0.0));
        assert!(normal.dot(tangent).abs() < 1e-6);
        let naive = scale.transform_vector3(Vec3::new(n, n, 0.0)).normalize();
        assert!((naive.dot(tangent) - 0.9487).abs() < 1e-4);
    }
}

#[test]
fn tangents_lie_in_the_surface_and_mirroring_turns_their_side() {
    let n = FRAC_1_SQRT_2;
    let (normal, tangent) = (Vec3::new(n, n, 0.0), Vec3::new(n, -n, 0.0));
    let turn = Affine3A::from_rotation_y(0.8);
    for method in METHODS {
        let mut part = part(method, &[(Vec3::ONE, normal, [0.7, 0.3])]);
        part.tangents = vec![tangent.extend(1.0).to_array()].into();
        let check = |matrix: Affine3A, w: f32| {
            let out = skinned(&part, &[matrix, matrix], &[]);
            let (along, expected) = (
                out.tangents[0].truncate(),
                matrix.transform_vector3(tangent).normalize(),
            );
            assert!(
                along.abs_diff_eq(expected, 1e-5) && out.tangents[0].w == w,
                "{method:?}: {along} {expected}"
            );
            assert!(along.dot(out.normals[0]).abs() < 1e-5, "{method:?}");
        };
        check(turn * Affine3A::from_scale(Vec3::new(2.0, 1.0, 1.0)), 1.0);
        check(turn * Affine3A::from_scale(Vec3::new(-2.0, 1.0, 1.0)), -1.0);
        let flat = Affine3A::from_scale(Vec3::new(0.0, 0.0, 1.0));
        assert_eq!(
            skinned(&part, &[flat, flat], &[]).tangents[0].truncate(),
            Vec3::ZERO,
            "no direction is left"
        );
        let twisted = skinned(
            &part,
            &[Affine3A::IDENTITY, Affine3A::from_rotation_x(1.5)],
            &[],
        );
        assert!((twisted.tangents[0].truncate().length() - 1.0).abs() < 1e-5);
        assert!(twisted.tangents[0].truncate().dot(twisted.normals[0]).abs() < 1e-5);
    }
}

#[test]
fn a_morphed_normal_takes_its_tangent_along() {
    let delta = MorphDelta {
        vertex: 0,
        position: [0.0; 3],
        normal: [1.0, 0.0, 0.0],
    };
    let mut part = with_morph(one(SkinMethod::Linear, Vec3::ZERO, [1.0, 0.0]), delta);
    part.tangents = vec![[1.0, 0.0, 0.0, -1.0]].into();
    let out = skinned(&part, &[Affine3A::IDENTITY; 2], &[1.0]);
    let n = FRAC_1_SQRT_2;
    assert!(out.normals[0].abs_diff_eq(Vec3::new(n, n, 0.0), 1e-6));
    assert!(
        out.tangents[0].abs_diff_eq(glam::Vec4::new(n, -n, 0.0, -1.0), 1e-6),
        "{}",
        out.tangents[0]
    );
}

#[test]
fn a_morph_turns_a_tangent_by_its_own_and_none_where_there_is_none() {
    let mut part = with_morph(one(SkinMethod::Linear, Vec3::ZERO, [1.0, 0.0]), up());
    part.normals = vec![[0.0, 0.0, 1.0]].into();
    part.tangents = vec![[1.0, 0.0, 0.0, -1.0]].into();
    part.delta_tangents = vec![[0.0, 2.0, 0.0]].into();
    let tangent = |part: &MeshPart, weight: f32| {
        skinned(part, &[Affine3A::IDENTITY; 2], &[weight]).tangents[0]
    };
    let n = FRAC_1_SQRT_2;
    for (weight, expected) in [(0.0, [1.0, 0.0]), (0.5, [n, n]), (-0.5, [n, -n])] {
        assert!(
            tangent(&part, weight)
                .abs_diff_eq(glam::Vec4::new(expected[0], expected[1], 0.0, -1.0), 1e-6)
        );
    }
    part.tangents = Array::default();
    assert!(
        skinned(&part, &[Affine3A::IDENTITY; 2], &[1.0])
            .tangents
            .is_empty()
    );
}

fn with_morph(mut part: MeshPart, delta: MorphDelta) -> MeshPart {
    let morph = Morph {
        name: Name::new("up"),
        default_weight: 0.0,
        first_delta: 0,
        delta_count: 1,
        reserved: 0,
    };
    part.morphs = vec![morph].into();
    part.deltas = Array::from(vec![delta]);
    MeshPart::new(part).unwrap()
}

fn up() -> MorphDelta {
    MorphDelta {
        vertex: 0,
        position: [0.0, 0.5, 0.0],
        normal: [0.0; 3],
    }
}

#[test]
fn property_7_morphs_apply_before_skinning() {
    let turned = Affine3A::from_rotation_x(FRAC_PI_2);
    for method in METHODS {
        let part = with_morph(one(method, Vec3::Y, [1.0, 0.0]), up());
        let got = skinned(&part, &[turned, turned], &[1.0]).positions[0];
        assert!(
            got.abs_diff_eq(Vec3::new(0.0, 0.0, 1.5), 1e-6),
            "{method:?} {got}"
        );
        let late = position(&one(method, Vec3::Y, [1.0, 0.0]), &[turned, turned])
            + Vec3::from(up().position);
        assert!(
            late.abs_diff_eq(Vec3::new(0.0, 0.5, 1.0), 1e-6),
            "the wrong order would be seen: {late}"
        );
    }
}

#[test]
fn property_8_morphed_normals_are_normalised() {
    for method in METHODS {
        let bent = MorphDelta {
            vertex: 0,
            position: [0.0; 3],
            normal: [0.0, 0.6, -0.2],
        };
        let part = with_morph(part(method, &[(Vec3::ZERO, Vec3::Z, [1.0, 0.0])]), bent);
        let normal = skinned(&part, &[Affine3A::IDENTITY; 2], &[0.5]).normals[0];
        assert!(
            normal.abs_diff_eq(Vec3::new(0.0, 0.3162, 0.9487), 1e-4),
            "{method:?}"
        );
    }
}

/// Some vertices all around, weighted in all ways.
fn cloud(method: SkinMethod) -> MeshPart {
    let vertex = |at: i32| {
        let (a, b) = (at as f32 * 0.37, at as f32 * 0.61);
        let normal = Vec3::new(a.sin() * b.cos(), a.cos(), a.sin() * b.sin()).normalize();
        let weight = (at % 5) as f32 / 4.0;
        (
            normal * (1.0 + (at % 3) as f32),
            normal,
            [1.0 - weight, weight],
        )
    };
    part(method, &(0..40).map(vertex).collect::<Vec<_>>())
}

#[test]
fn property_9_the_bind_pose_changes_nothing() {
    for method in METHODS {
        let part = cloud(method);
        let got = skinned(&part, &[Affine3A::IDENTITY; 2], &[]);
        for (at, position) in got.positions.iter().enumerate() {
            assert!(position.abs_diff_eq(Vec3::from(part.positions[at]), 1e-5));
            assert!(got.normals[at].abs_diff_eq(Vec3::from(part.normals[at]), 1e-5));
        }
    }
}

#[test]
fn property_10_rigid_motion_moves_rigidly() {
    let moved = Affine3A::from_rotation_translation(
        Quat::from_rotation_y(2.2) * Quat::from_rotation_x(-1.0),
        Vec3::ONE * 3.0,
    );
    let bent = [
        Affine3A::from_rotation_z(0.4),
        Affine3A::from_rotation_x(1.1),
    ];
    for method in METHODS {
        let part = cloud(method);
        let (before, after) = (
            skinned(&part, &bent, &[]),
            skinned(&part, &bent.map(|matrix| moved * matrix), &[]),
        );
        for at in 0..before.positions.len() {
            assert!(
                moved
                    .transform_point3(before.positions[at])
                    .abs_diff_eq(after.positions[at], 2e-5),
                "{method:?}"
            );
            assert!(
                moved
                    .transform_vector3(before.normals[at])
                    .abs_diff_eq(after.normals[at], 2e-5),
                "{method:?}"
            );
        }
    }
}

#[test]
fn property_13_a_negative_morph_is_the_mirror_and_an_inactive_one_nothing() {
    assert_eq!(
        (MORPH_THRESHOLD, MORPH_LIMIT, bounds::LEAST_SIDE),
        (0.001, 10.0, 0.001)
    );
    for method in METHODS {
        let part = with_morph(one(method, Vec3::Y, [1.0, 0.0]), up());
        let at = |weight| skinned(&part, &[Affine3A::IDENTITY; 2], &[weight]).positions[0];
        assert!((at(1.0) - at(0.0)).abs_diff_eq(at(0.0) - at(-1.0), 1e-6));
        assert_eq!(
            at(MORPH_THRESHOLD),
            at(0.0),
            "at the threshold it is not applied"
        );
        assert_ne!(at(MORPH_THRESHOLD * 1.5), at(0.0));
        let bent = MorphDelta {
            vertex: 7,
            position: [0.3, -0.2, 0.1],
            normal: [0.1, 0.0, -0.2],
        };
        let whole = with_morph(cloud(method), bent);
        let shown = |weight| {
            skinned(
                &whole,
                &[
                    Affine3A::from_rotation_z(0.4),
                    Affine3A::from_rotation_x(1.1),
                ],
                &[weight],
            )
        };
        let (plus, none, minus) = (shown(1.0), shown(0.0), shown(-1.0));
        for at in 0..none.positions.len() {
            let (there, back) = (
                plus.positions[at] - none.positions[at],
                none.positions[at] - minus.positions[at],
            );
            assert!(
                there.abs_diff_eq(back, 1e-5),
                "{method:?} {at}: {there} {back}"
            );
            assert_eq!(
                at == 7,
                there.length() > 0.1,
                "only the vertex that it names moves"
            );
        }
        assert_eq!(
            shown(-MORPH_THRESHOLD).positions,
            none.positions,
            "nor is it on the other side"
        );
    }
}

#[test]
fn morph_weights_come_from_curves_within_limits() {
    let part = with_morph(one(SkinMethod::Linear, Vec3::Y, [1.0, 0.0]), up());
    let morph = Morph {
        default_weight: 0.25,
        ..part.morphs[0]
    };
    let mut pose = Pose::default();
    assert_eq!(morph_weight(&morph, &pose), 0.25);
    for (given, taken) in [
        (0.5, 0.5),
        (-3.0, -3.0),
        (1e9, 10.0),
        (f32::NEG_INFINITY, -10.0),
        (f32::NAN, 0.0),
    ] {
        pose.set_curve(morph.name, given);
        assert_eq!(morph_weight(&morph, &pose), taken);
    }
}

#[test]
fn property_14_normals_are_unit_under_any_scale_of_the_model() {
    let model = Affine3A::from_scale(Vec3::new(0.3, 5.0, -2.0)) * Affine3A::from_rotation_y(0.7);
    let bones = [
        Affine3A::from_rotation_z(0.4),
        Affine3A::from_rotation_x(1.1),
    ];
    for method in METHODS {
        for normal in skinned(&cloud(method), &bones.map(|bone| model * bone), &[]).normals {
            assert!((normal.length() - 1.0).abs() < 1e-5);
        }
    }
}

#[test]
fn scales_come_first_and_are_blended_linearly() {
    let joint = Vec3::new(1.0, 2.0, 0.0);
    let doubled = Affine3A::from_translation(joint)
        * Affine3A::from_scale(Vec3::splat(2.0))
        * Affine3A::from_translation(-joint);
    let palette = [Affine3A::IDENTITY, doubled];
    for weights in [[1.0, 0.0], [0.5, 0.5], [0.25, 0.75]] {
        let [linear, kept] = METHODS
            .map(|method| position(&one(method, Vec3::new(3.0, 1.0, 1.0), weights), &palette));
        assert!(linear.abs_diff_eq(kept, 1e-5), "{linear} {kept}");
    }
}

#[test]
fn turns_that_cancel_fall_back_to_linear() {
    // Two opposite quarter turns of equal weight beside no turn that outweighs them.
    let mut part = one(SkinMethod::DualQuaternion, Vec3::Y, [0.5; 2]);
    part.joints = vec![0, 1, 2, 2].into();
    part.weights = vec![0.5, 0.25, 0.25, 0.0].into();
    let turn = |x: f32, y: f32, z: f32| Affine3A {
        matrix3: Mat3A::from_diagonal(Vec3::new(x, y, z)),
        translation: Vec3A::ZERO,
    };
    part.palette = (0..3)
        .map(|bone| PaletteJoint {
            bone,
            ..part.palette[0]
        })
        .collect();
    let slots = [
        Affine3A::IDENTITY,
        turn(1.0, -1.0, -1.0),
        turn(-1.0, 1.0, -1.0),
    ];
    let out = skinned(&part, &slots, &[]);
    assert!(out.positions[0].is_finite() && (out.positions[0].length() - 1.0).abs() < 1e-5);
    part.weights = vec![0.0; 4].into();
    let linear = skinned(
        &MeshPart {
            method: SkinMethod::Linear,
            ..part.clone()
        },
        &slots,
        &[],
    );
    assert_eq!(skinned(&part, &slots, &[]), linear);
}

#[test]
fn a_bone_that_is_not_a_number_stays_in_the_bind_pose() {
    for method in METHODS {
        let part = cloud(method);
        let mut matrices = Vec::new();
        palette(
            &part,
            &[Affine3A::IDENTITY, Affine3A::from_translation(Vec3::NAN)],
            &mut matrices,
        );
        assert_eq!(matrices, [Affine3A::IDENTITY; 2]);
    }
}

fn assert_inside(part: &MeshPart, palette: &[Affine3A], weights: &[f32]) -> Bounds {
    let bounds = PartBounds::new(part).around(palette, weights);
    let out = skinned(part, palette, weights);
    assert!(
        out.positions
            .iter()
            .all(|position| bounds.contains(*position)),
        "{:?} {bounds:?}",
        part.method
    );
    bounds
}

#[test]
fn bounds_hold_every_vertex_and_are_never_flat() {
    let bones = [
        Affine3A::from_rotation_z(1.4),
        Affine3A::from_rotation_x(2.1) * Affine3A::from_translation(Vec3::X),
    ];
    for method in METHODS {
        let far = Affine3A::from_scale(Vec3::splat(100.0)) * Affine3A::from_rotation_y(0.5);
        let mut part = cloud(method);
        part.palette = part
            .palette
            .iter()
            .map(|j| PaletteJoint {
                inverse_bind: inverse_bind_rows(&far),
                ..*j
            })
            .collect();
        let delta = |vertex: u32| MorphDelta {
            vertex,
            position: [0.0, 2.0, 1.0],
            normal: [0.0; 3],
        };
        part = with_morph(part, delta(3));
        let posed = bones.map(|bone| bone * far);
        let small = assert_inside(&part, &posed, &[0.0]);
        let grown = assert_inside(&part, &posed, &[-2.0]);
        assert!(grown.size().cmpgt(small.size()).all());
        let point = one(method, Vec3::ONE, [1.0, 0.0]);
        assert!(
            (assert_inside(&point, &bones, &[]).size().min_element() - bounds::LEAST_SIDE).abs()
                < 1e-5
        );
    }
    let moved = |delta: MorphDelta, weight: f32| {
        let part = with_morph(one(SkinMethod::Linear, Vec3::ONE, [1.0, 0.0]), delta);
        PartBounds::new(&part)
            .around(&[Affine3A::IDENTITY; 2], &[weight])
            .size()
    };
    let small = MorphDelta {
        vertex: 0,
        position: [0.0, 0.02, 0.0],
        normal: [0.0; 3],
    };
    assert!(
        moved(small, 1.0).abs_diff_eq(Vec3::splat(0.04), 1e-4),
        "either way by what it moves"
    );
    let large = MorphDelta {
        position: [0.0, 2.0, 0.0],
        ..small
    };
    assert!(
        moved(large, MORPH_THRESHOLD).max_element() < 1.1e-3,
        "an inactive one is none"
    );
    assert!(moved(large, MORPH_THRESHOLD * 1.01).max_element() > 4e-3);
    let [linear, bulged] =
        METHODS.map(|method| PartBounds::new(&cloud(method)).around(&bones, &[]).size());
    assert!((linear * 1.1).abs_diff_eq(bulged, 1e-3));
}

#[test]
fn bounds_leave_out_bones_that_are_not_numbers() {
    let part = cloud(SkinMethod::Linear);
    let around =
        |second: Affine3A| PartBounds::new(&part).around(&[Affine3A::IDENTITY, second], &[]);
    assert!(
        around(Affine3A::from_translation(Vec3::NAN))
            .size()
            .is_finite()
    );
    assert!(around(Affine3A::from_translation(Vec3::splat(50.0))).max.x > 40.0);
    assert!(
        PartBounds::new(&MeshPart {
            influences: 1,
            ..MeshPart::default()
        })
        .around(&[], &[])
        .is_empty()
    );
}

#[test]
fn bounds_leave_room_for_rounding_by_the_farthest_coordinate() {
    let far = one(SkinMethod::Linear, Vec3::new(1000.0, 0.0, 0.0), [1.0, 0.0]);
    let size = PartBounds::new(&far)
        .around(&[Affine3A::IDENTITY; 2], &[])
        .size();
    assert!(
        (size.y - 0.008).abs() < 2e-4 && (size.x - 0.008).abs() < 3e-4,
        "{size}"
    );
    // From -1000 to 3000 along x, and 2000 either way along the others.
    let far = with_morph(
        far,
        MorphDelta {
            vertex: 0,
            position: [2000.0, 0.0, 0.0],
            normal: [0.0; 3],
        },
    );
    let size = PartBounds::new(&far)
        .around(&[Affine3A::IDENTITY; 2], &[1.0])
        .size();
    assert!((size.y - 4000.024).abs() < 3e-3, "{size}");
}

#[test]
fn a_vertex_of_one_joint_moves_with_it_and_signs_go_by_the_heaviest() {
    let moved = Affine3A::from_rotation_translation(Quat::from_rotation_y(2.2), Vec3::ONE);
    for method in METHODS {
        let lone = MeshPart {
            influences: 1,
            joints: vec![1].into(),
            weights: vec![1.0].into(),
            ..cloud(method)
        };
        let vertex = MeshPart {
            positions: vec![[1.0, 2.0, 3.0]].into(),
            normals: vec![[0.0, 1.0, 0.0]].into(),
            ..lone
        };
        let found = position(&vertex, &[Affine3A::IDENTITY, moved]);
        assert!(
            found.abs_diff_eq(moved.transform_point3(Vec3::new(1.0, 2.0, 3.0)), 1e-5),
            "{method:?}: {found}"
        );
    }
    // A third of a turn either way: seen from the one that stands they cancel out.
    let mut three = one(SkinMethod::DualQuaternion, Vec3::X, [1.0, 0.0]);
    three.palette = (0..3)
        .map(|bone| PaletteJoint {
            bone,
            ..three.palette[0]
        })
        .collect();
    (three.joints, three.weights) = (vec![0, 1, 2, 0].into(), vec![0.4, 0.3, 0.3, 0.0].into());
    let turns =
        [0.0f32, 120.0, 240.0].map(|degrees| Affine3A::from_rotation_z(degrees.to_radians()));
    let found = position(&three, &turns);
    assert!(found.abs_diff_eq(Vec3::X, 1e-5), "{found}");
}
