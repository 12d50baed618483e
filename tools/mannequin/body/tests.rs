//! The body as a whole: closed, smooth, symmetric, within its budgets, and whole where it bends.

use super::*;
use anim::{
    MeshPart, Name, Pose,
    skinning::{self, Skinned},
};
use glam::{Quat, Vec3};
use std::collections::HashMap;

const BUILDS: [Build; 2] = [Build::Tall, Build::Stout];

fn compiled(build: Build) -> Arc<anim::Skeleton> {
    let mut project = asset::Project::default();
    project
        .skeletons
        .insert(Id::derive(&["test"]), Arc::new(skeleton::skeleton(build)));
    asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library
    .skeletons[0]
        .clone()
}

/// Rotations about model axes, degrees.
type Bend<'a> = &'a [(&'a str, Vec3, f32)];

/// The vertices of a part in a pose, with curves.
fn bent(
    part: &MeshPart,
    skeleton: &anim::Skeleton,
    bends: Bend<'_>,
    curves: &[(&str, f32)],
) -> Vec<Vec3> {
    let mut pose = Pose::reference(skeleton);
    for (bone, axis, degrees) in bends {
        let bone = skeleton.find(Name::new(bone)).unwrap();
        let rotation = Quat::from_axis_angle(axis.normalize(), degrees.to_radians());
        pose.set(
            bone,
            &anim::Transform {
                rotation,
                ..skeleton.reference(bone)
            },
        );
    }
    curves
        .iter()
        .for_each(|(name, weight)| pose.set_curve(Name::new(name), *weight));
    let (mut models, mut out) = (Vec::new(), Skinned::default());
    anim::pose::local_to_model(skeleton, &pose, &mut models);
    skinning::skin_pose(part, &models, &pose, &mut out);
    out.positions
}

/// Forward about the elbow of the left arm.
const ELBOW: Vec3 = Vec3::new(-1.0, -1.0, 0.0);

fn triangles(parts: &[Part]) -> usize {
    parts.iter().map(|part| part.data.indices.len() / 3).sum()
}

#[test]
fn parts_are_valid_and_keep_their_budgets() {
    for build in BUILDS {
        for (lod, budget) in [15_000.0, 6_000.0, 1_500.0].into_iter().enumerate() {
            let parts = parts(build, lod);
            let share = triangles(&parts) as f64 / budget;
            assert!((0.85..=1.15).contains(&share), "{build:?} {lod}: {share}");
            for part in &parts {
                assert_eq!(part.morphs.len(), part.data.morphs.len());
                assert_eq!(MeshPart::new((*part.data).clone()).err(), None);
                assert!(
                    part.data
                        .uvs
                        .iter()
                        .flatten()
                        .all(|x| (0.0..=1.0).contains(x))
                );
            }
        }
    }
}

/// Vertices at one place are one; a directed edge counts up what its opposite counts down.
#[test]
fn the_surface_is_closed_and_no_triangle_is_flat() {
    for build in BUILDS {
        for lod in 0..LODS {
            let mut places: HashMap<[u32; 3], usize> = HashMap::new();
            let mut edges: HashMap<(usize, usize), i32> = HashMap::new();
            for part in parts(build, lod) {
                let mut place = |i: u32| {
                    let key = part.data.positions[i as usize].map(|x| (x + 0.0).to_bits());
                    let next = places.len();
                    *places.entry(key).or_insert(next)
                };
                for triangle in part.data.indices.chunks_exact(3) {
                    let [a, b, c] =
                        [0, 1, 2].map(|i| Vec3::from(part.data.positions[triangle[i] as usize]));
                    let area = (b - a).cross(c - a).length();
                    assert!(area > 1e-10, "{build:?} {lod} {a} {b} {c}: {area}");
                    let corners = [0, 1, 2].map(|i| place(triangle[i]));
                    for i in 0..3 {
                        let (from, to) = (corners[i], corners[(i + 1) % 3]);
                        *edges.entry((from.min(to), from.max(to))).or_default() +=
                            if from < to { 1 } else { -1 };
                    }
                }
            }
            let open = edges.values().filter(|count| **count != 0).count();
            assert_eq!(open, 0, "{build:?} {lod}");
        }
    }
}

#[test]
fn the_right_side_mirrors_the_left() {
    let joints = skeleton::joints(Build::Tall);
    for part in parts(Build::Tall, 0) {
        let (part, half) = (&part.data, part.data.vertex_count() / 2);
        let weights = |vertex: usize, mirror: bool| {
            let influences = part.influences as usize;
            let mut found: Vec<(String, u32)> = (vertex * influences..(vertex + 1) * influences)
                .filter(|i| part.weights[*i] > 0.0)
                .map(|i| {
                    let name = &joints[part.palette[part.joints[i] as usize].bone as usize].name;
                    (
                        if mirror {
                            skeleton::mirrored(name)
                        } else {
                            name.clone()
                        },
                        part.weights[i].to_bits(),
                    )
                })
                .collect();
            found.sort();
            found
        };
        for i in 0..half {
            let ([x, y, z], [u, v, w]) = (part.positions[i], part.normals[i]);
            assert_eq!(
                (part.positions[half + i], part.normals[half + i]),
                ([-x, y, z], [-u, v, w])
            );
            assert_eq!(weights(i, false), weights(half + i, true));
        }
    }
}

/// Of both sides, where a texture's u and v run alike: the right one shows it mirrored.
#[test]
fn tangents_are_square_to_normals_and_mirrored() {
    for part in parts(Build::Tall, 0) {
        let (part, half) = (&part.data, part.data.vertex_count() / 2);
        for i in 0..half {
            let ([x, y, z, w], [u, v, s, side]) = (part.tangents[i], part.tangents[half + i]);
            let (left, normal) = (Vec3::new(x, y, z), Vec3::from(part.normals[i]));
            assert!(
                (left.length() - 1.0).abs() < 1e-4 && left.dot(normal).abs() < 1e-3,
                "{i}: {left} {normal}"
            );
            assert!(
                left.abs_diff_eq(Vec3::new(-u, v, s), 2e-3) && w == -side,
                "{i}: {left} {w} {u} {v} {s} {side}"
            );
        }
    }
}

#[test]
fn it_is_made_alike_every_time() {
    let data = |parts: &[Part]| {
        parts
            .iter()
            .map(|part| (*part.data).clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(data(&parts(Build::Tall, 1)), data(&parts(Build::Tall, 1)));
    assert_eq!(textures(), textures());
}

/// No bone takes a vertex over at once from the next one on an edge.
#[test]
fn weights_change_softly() {
    let joints = skeleton::joints(Build::Tall);
    let mut steepest: HashMap<String, f32> = HashMap::new();
    for build in BUILDS {
        for part in parts(build, 0) {
            let part = &part.data;
            let influences = part.influences as usize;
            let weight = |vertex: u32, slot: u16| -> f32 {
                let own = vertex as usize * influences..(vertex as usize + 1) * influences;
                own.filter(|i| part.joints[*i] == slot)
                    .map(|i| part.weights[i])
                    .sum()
            };
            for triangle in part.indices.chunks_exact(3) {
                for (a, b) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (triangle[a], triangle[b])) {
                    for slot in 0..part.palette.len() as u16 {
                        let change = (weight(a, slot) - weight(b, slot)).abs();
                        let name = &joints[part.palette[slot as usize].bone as usize].name;
                        let known = steepest.entry(name.clone()).or_default();
                        *known = known.max(change);
                    }
                }
            }
        }
    }
    assert!(
        steepest.values().all(|change| *change < 0.65),
        "{steepest:#?}"
    );
}

#[test]
fn four_influences_stay_close_to_eight() {
    let bends: [Bend<'_>; 4] = [
        &[
            ("spine_01", Vec3::X, 30.0),
            ("spine_02", Vec3::X, 30.0),
            ("spine_03", Vec3::X, 30.0),
        ],
        &[
            ("spine_02", Vec3::Y, 30.0),
            ("spine_03", Vec3::Y, 30.0),
            ("spine_04", Vec3::Y, 30.0),
        ],
        &[
            ("upperarm_l", Vec3::Z, 100.0),
            ("clavicle_l", Vec3::Z, 20.0),
            ("lowerarm_l", ELBOW, 120.0),
        ],
        &[
            ("thigh_l", Vec3::X, -110.0),
            ("calf_l", Vec3::X, 120.0),
            ("neck_01", Vec3::X, 30.0),
        ],
    ];
    for build in BUILDS {
        let skeleton = compiled(build);
        for (eight, four) in parts(build, 0)
            .iter()
            .zip(parts_with_four_influences(build))
        {
            assert_eq!((eight.data.influences, four.data.influences), (8, 4));
            for bends in bends {
                let [a, b] =
                    [&eight.data, &four.data].map(|part| bent(part, &skeleton, bends, &[]));
                let worst = a
                    .iter()
                    .zip(&b)
                    .map(|(a, b)| a.distance(*b))
                    .fold(0.0, f32::max);
                assert!(worst < 0.005, "{build:?} {}: {worst}", four.name);
            }
        }
    }
}

#[test]
fn coarse_levels_follow_no_bone_that_they_remove() {
    for build in BUILDS {
        let mesh = mesh(build, Id::derive(&["test"]), |name| Id::derive(&[name]));
        assert!(mesh.lods[0].removed_bones.is_empty());
        let twists =
            ["upperarm", "lowerarm", "thigh", "calf"].map(|stem| format!("{stem}_twist_01_l"));
        let removed = |lod: usize, name: &str| mesh.lods[lod].removed_bones.contains(&name.into());
        assert!(
            twists
                .iter()
                .all(|name| removed(1, name) && removed(2, name))
        );
        for finger in ["thumb", "index", "middle", "ring", "pinky"] {
            let [first, last] = [1, 3].map(|joint| format!("{finger}_0{joint}_r"));
            assert!(
                !removed(1, &first) && removed(1, &last) && removed(2, &first),
                "{finger}"
            );
        }
        for lod in &mesh.lods {
            let bones = lod.bones(&skeleton::skeleton(build));
            let follows = |part: &Part| {
                part.data
                    .palette
                    .iter()
                    .all(|joint| bones.contains(&joint.bone))
            };
            assert!(lod.parts.iter().all(follows));
        }
    }
}

#[test]
fn it_stands_on_the_ground_and_has_its_height() {
    for (build, height) in [(Build::Tall, 1.8f32), (Build::Stout, 1.46)] {
        let ys: Vec<f32> = parts(build, 0)
            .iter()
            .flat_map(|part| part.data.positions.to_vec())
            .map(|p| p[1])
            .collect();
        let (low, high) = ys.iter().fold((f32::MAX, f32::MIN), |(low, high), y| {
            (low.min(*y), high.max(*y))
        });
        assert!(
            low.abs() < 0.002 && (high - height).abs() < 0.03,
            "{build:?} {low} {high}"
        );
    }
}

/// How far vertices around a joint are from its hinge, relative to rest, at worst.
fn thinnest(bends: Bend<'_>, joint: &str, curves: &[(&str, f32)]) -> f32 {
    let skeleton = compiled(Build::Tall);
    let measures = Measures::new(Build::Tall);
    let (at, axis) = (measures.at(joint).as_vec3(), bends[0].1.normalize());
    let from_hinge = |point: Vec3| (point - at - axis * (point - at).dot(axis)).length();
    let mut worst = 1.0f32;
    for part in parts(Build::Tall, 0) {
        let posed = bent(&part.data, &skeleton, bends, curves);
        for (rest, posed) in part
            .data
            .positions
            .iter()
            .map(|p| Vec3::from(*p))
            .zip(posed)
        {
            let is_around = rest.distance(at) < 0.08 && from_hinge(rest) > 0.03;
            if is_around {
                worst = worst.min(from_hinge(posed) / from_hinge(rest));
            }
        }
    }
    worst
}

#[test]
fn correctives_keep_the_volume_of_bent_joints() {
    for (bend, joint, morph) in [
        (("lowerarm_l", ELBOW, 120.0), "lowerarm_l", "elbow_l"),
        (("calf_l", Vec3::X, 120.0), "calf_l", "knee_l"),
    ] {
        let (without, with) = (
            thinnest(&[bend], joint, &[]),
            thinnest(&[bend], joint, &[(morph, 1.0)]),
        );
        assert!(without < 0.6 && with > 0.95, "{joint}: {without} {with}");
    }
}

/// A hand that is turned over, with the twist bones of the forearm taking their shares.
#[test]
fn forearms_twist_without_thinning() {
    let (skeleton, measures) = (compiled(Build::Tall), Measures::new(Build::Tall));
    let (elbow, wrist) = (
        measures.at("lowerarm_l").as_vec3(),
        measures.at("hand_l").as_vec3(),
    );
    let axis = (wrist - elbow).normalize();
    let thinnest = |shares: [f32; 2]| {
        let bends = [
            ("hand_l", 1.0),
            ("lowerarm_twist_01_l", shares[0]),
            ("lowerarm_twist_02_l", shares[1]),
        ];
        let bends = bends.map(|(bone, share)| (bone, axis, 150.0 * share));
        let mut worst = 1.0f32;
        for part in parts(Build::Tall, 0) {
            let posed = bent(&part.data, &skeleton, &bends, &[]);
            for (rest, posed) in part
                .data
                .positions
                .iter()
                .map(|p| Vec3::from(*p))
                .zip(posed)
            {
                let along = (rest - elbow).dot(axis) / elbow.distance(wrist);
                let radius = |point: Vec3| (point - elbow).reject_from_normalized(axis).length();
                if (0.1..1.05).contains(&along) && radius(rest) < 0.06 && radius(rest) > 0.015 {
                    worst = worst.min(radius(posed) / radius(rest));
                }
            }
        }
        worst
    };
    let (with, without) = (thinnest([0.7, 0.3]), thinnest([0.0, 0.0]));
    assert!(with > 0.8 && without < 0.5, "{with} {without}");
}

#[test]
fn faces_move() {
    for (build, lod) in [(Build::Tall, 0), (Build::Stout, 1)] {
        let mut farthest: HashMap<String, f32> = HashMap::new();
        for part in parts(build, lod) {
            for (name, morph) in part.morphs.iter().zip(part.data.morphs.iter()) {
                let deltas =
                    &part.data.deltas[morph.first_delta as usize..][..morph.delta_count as usize];
                let moved = deltas
                    .iter()
                    .map(|delta| Vec3::from(delta.position).length())
                    .fold(0.0, f32::max);
                let known = farthest.entry(name.clone()).or_default();
                *known = known.max(moved);
            }
        }
        for name in [
            "blink_l", "blink_r", "smile", "jaw_open", "brow_up", "elbow_l", "elbow_r", "knee_l",
            "knee_r",
        ] {
            assert!(
                farthest.get(name).is_some_and(|moved| *moved > 0.005),
                "{name} {farthest:?}"
            );
        }
    }
}

#[test]
fn lids_cover_the_eyes_when_they_blink() {
    let joint = Measures::new(Build::Tall).at("head").as_vec3();
    let [eye, lid] = [3, 2].map(|from_end| {
        let pieces = pieces(&Measures::new(Build::Tall));
        let piece = pieces.len() - 1 - from_end;
        let shift = pieces[piece]
            .morphs
            .iter()
            .find(|(name, _)| *name == "blink");
        let places = (0..64).map(|i| (pieces[piece].surface)(0.85, f64::from(i) * 0.1));
        places
            .map(|at| {
                (at + shift.map_or(glam::DVec3::ZERO, |(_, shift)| shift(at))).as_vec3() - joint
            })
            .collect::<Vec<_>>()
    });
    let low = |points: &[Vec3]| points.iter().map(|point| point.y).fold(f32::MAX, f32::min);
    assert!(low(&lid) < low(&eye) + 0.003, "{} {}", low(&lid), low(&eye));
}

#[test]
fn charts_do_not_overlap() {
    let atlas = atlas();
    for (i, a) in atlas.charts.iter().enumerate() {
        let is_beside = |a: &crate::sculpt::atlas::Chart, b: &crate::sculpt::atlas::Chart| {
            (a.corner + a.size).cmple(b.corner).any()
        };
        let group = |finish: Finish| {
            MATERIALS
                .iter()
                .position(|(_, finishes)| finishes.contains(&finish))
        };
        for b in atlas.charts[..i]
            .iter()
            .filter(|b| group(b.finish) == group(a.finish))
        {
            assert!(is_beside(a, b) || is_beside(b, a), "{a:?} {b:?}");
        }
    }
}
