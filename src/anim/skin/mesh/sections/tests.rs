use super::*;
use crate::{
    Name,
    dice::Dice,
    mesh::{ClothVertex, Near, PaletteJoint, SkinMethod},
    skinning::{self, Skinned},
};
use glam::{Affine3A, Vec3};

/// Known by the corner that it follows.
fn cloth_vertex(vertex: u32) -> ClothVertex {
    let near = Near {
        shares: [1.0, 0.0, 0.0],
        away: 0.5,
    };
    ClothVertex {
        corners: [vertex, 0, 0],
        weight: 1.0,
        position: near,
        normal: near,
        tangent: near,
    }
}

/// Vertices in triangles whose bones lie near one another in the palette.
fn part(
    dice: &mut Dice,
    vertices: usize,
    bones: usize,
    influences: usize,
    profiles: usize,
) -> MeshPart {
    let point = |dice: &mut Dice| dice.rolls();
    let skin = |dice: &mut Dice| -> (Vec<u16>, Vec<f32>) {
        let slot = |dice: &mut Dice, vertex: usize| {
            (vertex * bones / vertices + dice.below(3)).min(bones - 1) as u16
        };
        let joints = (0..vertices * influences)
            .map(|at| slot(dice, at / influences))
            .collect();
        let weights = (0..vertices).flat_map(|_| {
            let heavy = if influences > 1 {
                0.5 + dice.between(0.0, 1.0) * 0.5
            } else {
                1.0
            };
            let second = 1.0 - heavy;
            [heavy, second]
                .into_iter()
                .chain(std::iter::repeat(0.0))
                .take(influences)
                .collect::<Vec<_>>()
        });
        (joints, weights.collect())
    };
    let (joints, weights) = skin(dice);
    let (profile_joints, profile_weights): (Vec<_>, Vec<_>) =
        (0..profiles).map(|_| skin(dice)).unzip();
    let profile = |at: usize| Profile {
        name: Name::new(&format!("profile {at}")),
        influences: influences as u32,
        first: (at * vertices * influences) as u32,
    };
    let delta = |dice: &mut Dice, vertex: usize| MorphDelta {
        vertex: vertex as u32,
        position: point(dice),
        normal: [0.0, 0.0, 0.5],
    };
    let morph = |name, first_delta, delta_count| Morph {
        name: Name::new(name),
        default_weight: 0.0,
        first_delta,
        delta_count,
        reserved: 0,
    };
    let deltas: Vec<_> = (0..vertices).map(|vertex| delta(dice, vertex)).collect();
    let half = (vertices / 2) as u32;
    MeshPart::new(MeshPart {
        method: SkinMethod::DualQuaternion,
        positions: (0..vertices).map(|_| point(dice)).collect(),
        normals: vec![[0.0, 0.6, 0.8]; vertices].into(),
        tangents: vec![[1.0, 0.0, 0.0, -1.0]; vertices].into(),
        uvs: (0..vertices)
            .map(|_| [dice.between(0.0, 1.0), dice.between(0.0, 1.0)])
            .collect(),
        influences: influences as u32,
        joints: joints.into(),
        weights: weights.into(),
        profiles: (0..profiles).map(profile).collect(),
        profile_joints: profile_joints.concat().into(),
        profile_weights: profile_weights.concat().into(),
        palette: (0..bones as u32)
            .map(|bone| PaletteJoint {
                bone,
                inverse_bind: IDENTITY,
            })
            .collect(),
        morphs: vec![
            morph("a", 0, half),
            morph("b", half, vertices as u32 - half),
        ]
        .into(),
        deltas: deltas.into(),
        attributes: vec![Attribute {
            name: Name::new("_ID"),
            components: 1,
            first: 0,
        }]
        .into(),
        attribute_values: (0..vertices).map(|vertex| vertex as f32).collect(),
        cloth: Cloth {
            mesh: Name::new("coarse"),
            part: Name::new("robe"),
            driving: vertices as u32,
            vertices: (0..vertices as u32).map(cloth_vertex).collect(),
        },
        indices: (0..vertices.saturating_sub(2) as u32)
            .flat_map(|at| [at, at + 1, at + 2])
            .collect(),
        ..MeshPart::default()
    })
    .expect("the part is well made")
}

const IDENTITY: [[f32; 4]; 3] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
];

/// Every triangle as the places and the numbers of its corners, in a pose.
fn triangles(part: &MeshPart, profile: Name) -> Vec<[(u32, [u32; 3]); 3]> {
    let part = part.under(profile);
    let models: Vec<Affine3A> = (0..200)
        .map(|bone| {
            Affine3A::from_rotation_y(bone as f32 * 0.3)
                * Affine3A::from_translation(Vec3::X * bone as f32)
        })
        .collect();
    let (mut palette, mut skinned) = (Vec::new(), Skinned::default());
    skinning::palette(&part, &models, &mut palette);
    skinning::skin(&part, &palette, &[0.5, -0.25], &mut skinned);
    let id = |index: &u32| {
        let at = *index as usize;
        (
            part.attribute_values[at] as u32,
            skinned.positions[at].to_array().map(f32::to_bits),
        )
    };
    let mut all: Vec<_> = part
        .indices
        .chunks_exact(3)
        .map(|it| [id(&it[0]), id(&it[1]), id(&it[2])])
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn sections_draw_what_the_part_drew_within_the_limit() {
    let mut dice = Dice(9);
    for (vertices, bones, influences, profiles) in [
        (3, 1, 1, 0),
        (90, 40, 1, 0),
        (400, 120, 4, 0),
        (400, 120, 8, 1),
        (300, 200, 4, 2),
        (0, 5, 1, 0),
    ] {
        let whole = part(&mut dice, vertices.max(1), bones, influences, profiles);
        for limit in [24, 25, 40, 64, 119, 120, 1000] {
            let sections = whole.sections(limit).unwrap();
            assert!(
                sections
                    .iter()
                    .all(|section| section.palette.len() <= limit),
                "{bones} {limit}"
            );
            assert!(sections.len() == 1 || bones > limit);
            // Where a bone is followed by few triangles in a row, not many more are needed than
            // there must be.
            assert!(
                sections.len() <= bones.div_ceil(limit) * 2 + 1,
                "{} of {bones} {limit}",
                sections.len()
            );
            let names = std::iter::once(Name::NONE)
                .chain(whole.profiles.iter().map(|profile| profile.name));
            for profile in names {
                let mut drawn: Vec<_> = sections
                    .iter()
                    .flat_map(|section| triangles(section, profile))
                    .collect();
                drawn.sort_unstable();
                assert!(
                    drawn == triangles(&whole, profile),
                    "{vertices} {bones} {limit}"
                );
            }
            for section in sections {
                assert_eq!((section.method, section.morphs.len()), (whole.method, 2));
                let follows = section
                    .cloth
                    .vertices
                    .iter()
                    .map(|vertex| vertex.corners[0] as f32);
                assert!(
                    follows.eq(section.attribute_values.iter().copied())
                        && section.cloth.mesh == whole.cloth.mesh
                );
                assert!(MeshPart::new(section).is_ok());
            }
        }
    }
}

#[test]
fn a_triangle_that_follows_too_many_bones_is_told() {
    let mut dice = Dice(4);
    let whole = part(&mut dice, 60, 30, 4, 0);
    let fewest = (1..30)
        .find(|limit| whole.sections(*limit).is_ok())
        .unwrap();
    assert!((3..=6).contains(&fewest), "{fewest}: a vertex follows two");
    assert_eq!(whole.sections(fewest - 1), Err(TooMany { bones: fewest }));
    assert_eq!(
        whole.sections(30),
        Ok(vec![whole.clone()]),
        "all of them: it stays as it is"
    );
}
