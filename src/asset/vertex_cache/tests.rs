use super::*;
use crate::{Id, dice::Dice, mesh::Part};
use anim::{MeshPart, Name, mesh::PaletteJoint, skinning};
use glam::Affine3A;
use std::sync::Arc;

/// A sheet of so many vertices a side, a metre wide, that lies flat.
fn sheet(name: &str, side: usize) -> Part {
    let at = |vertex: usize| {
        [(vertex % side) as f32, 0.0, (vertex / side) as f32].map(|x| x / (side - 1) as f32)
    };
    let vertices = side * side;
    let faces = (0..vertices)
        .filter(|at| at % side + 1 < side && at / side + 1 < side)
        .flat_map(|at| {
            let corner = |step: usize| (at + step) as u32;
            [
                [corner(0), corner(side), corner(1)],
                [corner(1), corner(side), corner(side + 1)],
            ]
            .concat()
        });
    let joint = PaletteJoint {
        bone: 0,
        inverse_bind: [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
        ],
    };
    let data = MeshPart {
        positions: (0..vertices).map(at).collect(),
        normals: vec![[0.0, 1.0, 0.0]; vertices].into(),
        influences: 1,
        joints: vec![0; vertices].into(),
        weights: vec![1.0; vertices].into(),
        palette: vec![joint].into(),
        indices: faces.collect(),
        ..MeshPart::default()
    };
    Part {
        name: name.into(),
        data: Arc::new(MeshPart::new(data).unwrap()),
        ..Part::default()
    }
}

fn mesh(parts: Vec<Part>) -> Mesh {
    Mesh::new("mesh", (Id(1), Arc::new([])), parts, Vec::new())
}

/// Frames of points that `place` puts somewhere.
fn cache(points: &[[f32; 3]], frames: usize, place: impl Fn(Vec3, f32) -> Vec3) -> VertexCache {
    let times: Vec<f32> = (0..frames).map(|frame| 2.0 + frame as f32 / 24.0).collect();
    let of_frame = |time: &f32| {
        points
            .iter()
            .map(|at| place(Vec3::from(*at), time - 2.0).to_array())
            .collect::<Vec<_>>()
    };
    VertexCache {
        positions: times.iter().flat_map(of_frame).collect(),
        times,
        points: points.len(),
        guessed_rate: None,
    }
}

/// A wave that runs over a sheet, at rest at first.
fn wave(at: Vec3, time: f32) -> Vec3 {
    at + Vec3::Y * (at.x * 5.0 - time * 9.0).sin() * 0.1 * (time * 4.0).min(1.0)
        + Vec3::X * time * 0.05
}

fn settings(precision: f32) -> VertexCacheSettings {
    VertexCacheSettings {
        name: "flag".into(),
        precision,
        rest: None,
        part: None,
        up: None,
    }
}

fn played(
    mesh: &Mesh,
    cache: &VertexCache,
    settings: &VertexCacheSettings,
) -> Result<Played, CacheError> {
    super::played(mesh, cache, settings, &|_| true)
}

fn points(part: &Part) -> Vec<[f32; 3]> {
    part.data.positions.to_vec()
}

/// A part as it plays at a time of the clip.
fn posed(mesh: &Mesh, played: &Played, lod: usize, part: usize, time: f32) -> skinning::Skinned {
    let shapes = played
        .shapes
        .iter()
        .find(|(at, _)| *at == (lod, part))
        .map_or(&[][..], |(_, shapes)| shapes);
    let part = mesh.lods[lod].parts[part].with_shapes(&[], shapes).unwrap();
    let weight = |name: &String| {
        let curve = played
            .source
            .curves
            .iter()
            .find(|curve| curve.name == *name);
        curve.map_or(0.0, |curve| curve.channel.scalar(time))
    };
    let weights: Vec<f32> = part.morphs.iter().map(weight).collect();
    let mut out = skinning::Skinned::default();
    skinning::skin(&part.data, &[Affine3A::IDENTITY], &weights, &mut out);
    out
}

fn farthest(mesh: &Mesh, played: &Played, place: impl Fn(Vec3, f32) -> Vec3, frames: usize) -> f32 {
    let of_frame = |frame: usize| {
        let time = frame as f32 / 24.0;
        let made = posed(mesh, played, 0, 0, time);
        let rest = mesh.lods[0].parts[0].data.positions.to_vec();
        let off = |(made, rest): (&Vec3, &[f32; 3])| made.distance(place(Vec3::from(*rest), time));
        made.positions
            .iter()
            .zip(&rest)
            .map(off)
            .fold(0.0, f32::max)
    };
    (0..frames).map(of_frame).fold(0.0, f32::max)
}

#[test]
fn a_wave_plays_within_the_precision_of_few_shapes() {
    let mesh = mesh(vec![sheet("sheet", 12)]);
    let cache = cache(&points(&mesh.lods[0].parts[0]), 48, wave);
    let mut before = 0;
    for precision in [1e-2, 1e-3, 1e-4] {
        let played = played(&mesh, &cache, &settings(precision)).unwrap();
        let off = farthest(&mesh, &played, wave, 48);
        assert!(
            off <= precision && played.told.farthest <= precision,
            "{off} {played:?}"
        );
        assert!(
            (off - played.told.farthest).abs() < 1e-5,
            "what is told is what plays"
        );
        // A wave is a sine and a cosine; its beginning and the drift take a few more.
        assert!(
            played.told.shapes > before && played.told.shapes <= 6,
            "{}",
            played.told.shapes
        );
        before = played.told.shapes - 1;
        assert_eq!((played.told.rest, played.told.vertices), (Some(0), 144));
        assert!(
            played.frame_rate.round() == 24.0
                && (played.source.duration - 47.0 / 24.0).abs() < 1e-6
        );
        for curve in &played.source.curves {
            let most = curve
                .channel
                .values
                .iter()
                .fold(0.0f32, |most, value| most.max(value.abs()));
            assert!(
                (1.0 - 1e-6..=10.0).contains(&most)
                    && curve.channel.times[0] == 0.0
                    && curve.channel.times.len() == 48
            );
        }
    }
}

/// Most of what a bump moves it hardly moves, at weights far above 1.
#[test]
fn what_moves_far_is_within_the_precision_where_it_hardly_moves() {
    let mesh = mesh(vec![sheet("sheet", 24)]);
    let bump = |at: Vec3, time: f32| {
        let away = (at - Vec3::new(0.5, 0.0, 0.5)).length_squared();
        at + Vec3::Y * 3.0 * time * (-away * 30.0).exp()
            + Vec3::X * time * time * (-away * 20.0).exp()
    };
    let cache = cache(&points(&mesh.lods[0].parts[0]), 24, bump);
    for precision in [1e-2, 1e-3, 2e-4] {
        let played = played(&mesh, &cache, &settings(precision)).unwrap();
        let off = farthest(&mesh, &played, bump, 24);
        assert!(off <= precision * 1.01, "{off} of {precision}");
        let deltas: usize = played.shapes[0]
            .1
            .iter()
            .map(|shape| shape.deltas.len())
            .sum();
        assert!(
            deltas < 24 * 24 * played.told.shapes,
            "what does not matter is left out"
        );
    }
}

#[test]
fn normals_turn_with_the_surface() {
    let mesh = mesh(vec![sheet("sheet", 12)]);
    let tilted = |at: Vec3, time: f32| glam::Quat::from_rotation_z(time * 0.5) * at;
    let cache = cache(&points(&mesh.lods[0].parts[0]), 30, tilted);
    let played = played(&mesh, &cache, &settings(1e-4)).unwrap();
    for frame in [0, 7, 29] {
        let time = frame as f32 / 24.0;
        let wanted = glam::Quat::from_rotation_z(time * 0.5) * Vec3::Y;
        let made = posed(&mesh, &played, 0, 0, time);
        let off = made
            .normals
            .iter()
            .map(|normal| normal.angle_between(wanted))
            .fold(0.0, f32::max);
        assert!(off < 0.01, "frame {frame}: {off}");
    }
}

#[test]
fn unit_axes_and_order_of_other_programs_are_found_out() {
    let mesh = mesh(vec![sheet("sheet", 9)]);
    let own = cache(&points(&mesh.lods[0].parts[0]), 20, wave);
    let wanted = played(&mesh, &own, &settings(1e-3)).unwrap();
    let reversed: Vec<[f32; 3]> = points(&mesh.lods[0].parts[0]).into_iter().rev().collect();
    for unit in [1.0, 0.01, 1000.0f32] {
        let theirs = cache(&reversed, 20, |at, time| {
            let at = wave(at, time) * unit;
            Vec3::new(at.x, -at.z, at.y)
        });
        let found = played(&mesh, &theirs, &settings(1e-3)).unwrap();
        assert_eq!(
            (found.told.rest, found.told.shapes),
            (Some(0), wanted.told.shapes)
        );
        assert!(farthest(&mesh, &found, wave, 20) < 1.1e-3, "{unit}");
    }
}

#[test]
fn lips_that_lie_together_part() {
    // Two sheets of one part, on one another, of which one goes up and the other down.
    let (upper, lower) = (sheet("", 6), sheet("", 6));
    let count = upper.data.vertex_count();
    let twice = |from: &MeshPart| -> Vec<u32> {
        from.indices
            .iter()
            .copied()
            .chain(from.indices.iter().map(|at| at + count as u32))
            .collect()
    };
    let data = MeshPart {
        positions: [points(&upper), points(&lower)].concat().into(),
        normals: vec![[0.0, 1.0, 0.0]; 2 * count].into(),
        joints: vec![0; 2 * count].into(),
        weights: vec![1.0; 2 * count].into(),
        indices: twice(&upper.data).into(),
        ..(*upper.data).clone()
    };
    let mut part = upper.clone();
    // The first corner of each lies a little apart, so that something tells them from each other.
    let mut positions = data.positions.to_vec();
    positions[0][1] += 0.01;
    positions[count][1] -= 0.01;
    part.data = Arc::new(MeshPart {
        positions: positions.clone().into(),
        ..data
    });
    let mesh = mesh(vec![part]);
    // In another order than the mesh's.
    let order: Vec<usize> = (0..2 * count)
        .map(|at| (at * 7 + 3) % (2 * count))
        .collect();
    let shuffled: Vec<[f32; 3]> = order.iter().map(|at| positions[*at]).collect();
    let times = vec![0.0, 0.5, 1.0];
    let place = |nth: usize, time: f32| {
        let up = if order[nth] < count { 0.3 } else { -0.3 };
        (Vec3::from(shuffled[nth]) + Vec3::Y * up * time).to_array()
    };
    let of_time = |time: &f32| {
        (0..2 * count)
            .map(|nth| place(nth, *time))
            .collect::<Vec<_>>()
    };
    let cache = VertexCache {
        positions: times.iter().flat_map(of_time).collect(),
        times,
        points: 2 * count,
        guessed_rate: None,
    };
    let played = played(&mesh, &cache, &settings(1e-4)).unwrap();
    let made = posed(&mesh, &played, 0, 0, 1.0);
    for (vertex, at) in made.positions.iter().enumerate() {
        let up = if vertex < count { 0.3 } else { -0.3 };
        assert!(
            (at.y - positions[vertex][1] - up).abs() < 1e-3,
            "{vertex}: {at}"
        );
    }
}

#[test]
fn coarser_levels_play_too_as_the_nearest_places_of_the_finest_do() {
    let fine = sheet("sheet", 9);
    let coarse = |part: &Part, off: f32| {
        let data = &part.data;
        let kept: Vec<[f32; 3]> = [0, 8, 72, 80]
            .map(|at: usize| data.positions[at].map(|x| x + off))
            .to_vec();
        let data = MeshPart {
            positions: kept.into(),
            normals: vec![[0.0, 1.0, 0.0]; 4].into(),
            joints: vec![0; 4].into(),
            weights: vec![1.0; 4].into(),
            indices: vec![0, 2, 1, 1, 2, 3].into(),
            ..(**data).clone()
        };
        Part {
            data: Arc::new(data),
            ..part.clone()
        }
    };
    let mut mesh = mesh(vec![
        fine.clone(),
        Part {
            name: "eye".into(),
            ..coarse(&fine, 5.0)
        },
    ]);
    for (screen_size, off) in [(0.5, 0.0), (0.2, 0.05)] {
        let parts = vec![coarse(&fine, off)];
        mesh.lods.push(crate::mesh::Lod {
            screen_size,
            removed_bones: Vec::new(),
            parts,
        });
    }
    let cache = cache(&points(&fine), 24, wave);
    let played = played(&mesh, &cache, &settings(1e-3)).unwrap();
    assert_eq!(played.told.left_out, ["eye"]);
    let at: Vec<(usize, usize)> = played.shapes.iter().map(|(at, _)| *at).collect();
    assert_eq!(at, [(0, 0), (1, 0), (2, 0)]);
    let (fine, coarse) = (
        posed(&mesh, &played, 0, 0, 0.5),
        posed(&mesh, &played, 1, 0, 0.5),
    );
    for (nth, vertex) in [0, 8, 72, 80].into_iter().enumerate() {
        assert!(coarse.positions[nth].distance(fine.positions[vertex]) < 1e-6);
        let (own, beside) = (
            mesh.lods[2].parts[0].data.positions[nth],
            mesh.lods[0].parts[0].data.positions[vertex],
        );
        let moved = [
            posed(&mesh, &played, 2, 0, 0.5).positions[nth] - Vec3::from(own),
            fine.positions[vertex] - Vec3::from(beside),
        ];
        assert!(
            moved[0].distance(moved[1]) < 0.04 && moved[0].length() > 0.02,
            "{moved:?}"
        );
    }
}

/// A box whose faces have corners of their own, as files with hard edges have them.
fn block() -> Part {
    let corner = |at: u32| {
        Vec3::new((at & 1) as f32, (at >> 1 & 1) as f32, (at >> 2 & 1) as f32) - Vec3::splat(0.5)
    };
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let normal = |face: &[u32; 4]| {
        let [a, b, c] = [face[0], face[1], face[2]].map(corner);
        (b - a).cross(c - a).normalize().to_array()
    };
    let data = MeshPart {
        positions: faces
            .iter()
            .flatten()
            .map(|at| corner(*at).to_array())
            .collect(),
        normals: faces.iter().flat_map(|face| [normal(face); 4]).collect(),
        joints: vec![0; 24].into(),
        weights: vec![1.0; 24].into(),
        indices: (0..6u32)
            .flat_map(|face| [0, 1, 2, 0, 2, 3].map(|at| face * 4 + at))
            .collect(),
        ..(*sheet("", 2).data).clone()
    };
    Part {
        name: "block".into(),
        data: Arc::new(MeshPart::new(data).unwrap()),
        ..Part::default()
    }
}

#[test]
fn a_mesh_that_lies_alike_either_way_up_is_told_and_may_be_told_which() {
    let mesh = mesh(vec![block()]);
    let corners: Vec<[f32; 3]> = (0..8)
        .map(|at| [at & 1, at >> 1 & 1, at >> 2 & 1].map(|x| x as f32 - 0.5))
        .collect();
    // Z up: it falls.
    let falls = |at: Vec3, time: f32| at - Vec3::Z * time;
    let cache = cache(&corners, 24, falls);
    let fallen = |up: Option<Up>| {
        let found = played(
            &mesh,
            &cache,
            &VertexCacheSettings {
                up,
                ..settings(1e-3)
            },
        )
        .unwrap();
        let moved = posed(&mesh, &found, 0, 0, 23.0 / 24.0).positions[0]
            - Vec3::from(mesh.lods[0].parts[0].data.positions[0]);
        (found.told.up, moved)
    };
    let (told, moved) = fallen(None);
    assert!(
        told == Some(Up::Y) && moved.distance(Vec3::NEG_Z * 23.0 / 24.0) < 1e-2,
        "{moved}"
    );
    let (told, moved) = fallen(Some(Up::Z));
    assert!(
        told.is_none() && moved.distance(Vec3::NEG_Y * 23.0 / 24.0) < 1e-2,
        "{moved}"
    );
}

#[test]
fn any_frame_may_be_the_one_at_rest() {
    let mesh = mesh(vec![sheet("sheet", 9)]);
    for rest in [1, 7, 61, 98] {
        let moves = |at: Vec3, time: f32| wave(at, (time - rest as f32 / 24.0).abs());
        let reversed: Vec<[f32; 3]> = points(&mesh.lods[0].parts[0]).into_iter().rev().collect();
        let found = played(&mesh, &cache(&reversed, 100, moves), &settings(1e-3)).unwrap();
        assert_eq!(found.told.rest, Some(rest));
    }
}

#[test]
fn shells_that_lie_together_all_over_have_points_of_their_own() {
    let one = sheet("", 5);
    let (count, rest) = (25, points(&one));
    let second = |from: &MeshPart| {
        from.indices
            .iter()
            .map(|at| at + count as u32)
            .collect::<Vec<_>>()
    };
    let data = MeshPart {
        positions: [rest.clone(), rest.clone()].concat().into(),
        normals: vec![[0.0, 1.0, 0.0]; 2 * count].into(),
        joints: vec![0; 2 * count].into(),
        weights: vec![1.0; 2 * count].into(),
        indices: [one.data.indices.to_vec(), second(&one.data)]
            .concat()
            .into(),
        ..(*one.data).clone()
    };
    let mesh = mesh(vec![Part {
        data: Arc::new(data),
        ..one
    }]);
    let order: Vec<usize> = (0..2 * count)
        .map(|at| (at * 7 + 3) % (2 * count))
        .collect();
    let times = vec![0.0, 1.0];
    let place = |nth: usize, time: f32| {
        let up = if nth < count { 0.3 } else { -0.3 };
        (Vec3::from(rest[nth % count]) + Vec3::Y * up * time).to_array()
    };
    let of_time = |time: &f32| {
        order
            .iter()
            .map(|nth| place(*nth, *time))
            .collect::<Vec<_>>()
    };
    let cache = VertexCache {
        positions: times.iter().flat_map(of_time).collect(),
        times,
        points: 2 * count,
        guessed_rate: None,
    };
    let played = played(&mesh, &cache, &settings(1e-4)).unwrap();
    let made = posed(&mesh, &played, 0, 0, 1.0);
    let [up, down] = [made.positions[0].y, made.positions[count].y];
    assert!(
        (up + down).abs() < 1e-3 && (up.abs() - 0.3).abs() < 1e-3,
        "each goes its own way: {up} {down}"
    );
    assert!(
        made.positions[..count]
            .iter()
            .all(|at| (at.y - up).abs() < 1e-3),
        "{:?}",
        made.positions
    );
    assert!(
        made.positions[count..]
            .iter()
            .all(|at| (at.y - down).abs() < 1e-3),
        "{:?}",
        made.positions
    );
}

#[test]
fn a_coarser_level_gets_what_is_new_alone() {
    let fine = sheet("sheet", 9);
    let old = Shape {
        name: "flag_09".into(),
        deltas: vec![MorphDelta {
            vertex: 3,
            position: [1.0; 3],
            normal: [0.0; 3],
        }],
        ..Shape::default()
    };
    let mut mesh = mesh(vec![fine.with_shapes(&[], &[old]).unwrap()]);
    mesh.lods.push(crate::mesh::Lod {
        screen_size: 0.5,
        removed_bones: Vec::new(),
        parts: vec![sheet("sheet", 4)],
    });
    let found = played(&mesh, &cache(&points(&fine), 24, wave), &settings(1e-2)).unwrap();
    let names: Vec<Vec<&str>> = found
        .shapes
        .iter()
        .map(|(_, shapes)| shapes.iter().map(|shape| shape.name.as_str()).collect())
        .collect();
    assert!(
        names.len() == 2 && names[0] == names[1] && !names[1].contains(&"flag_09"),
        "{names:?}"
    );
}

#[test]
fn what_moves_too_far_for_its_precision_is_told() {
    let mesh = mesh(vec![sheet("sheet", 4)]);
    let far = |at: Vec3, time: f32| at + Vec3::X * 4000.0 * time * time * time;
    let found = played(
        &mesh,
        &cache(&points(&mesh.lods[0].parts[0]), 40, far),
        &settings(1e-4),
    )
    .unwrap();
    assert!(found.told.farthest > 1e-4);
    assert!(
        found
            .told
            .warnings(1e-4)
            .iter()
            .any(|line| line.contains("too far")),
        "{:?}",
        found.told
    );
}

#[test]
fn a_cache_that_never_rests_goes_by_order_and_says_so() {
    let mesh = mesh(vec![sheet("sheet", 7)]);
    let lifted = |at: Vec3, time: f32| wave(at, time + 1.0) + Vec3::Y;
    let cache = cache(&points(&mesh.lods[0].parts[0]), 24, lifted);
    let played = played(&mesh, &cache, &settings(1e-3)).unwrap();
    assert!(played.told.rest.is_none() && played.told.warnings(1e-3)[0].contains("by index"));
    assert!(farthest(&mesh, &played, lifted, 24) <= 1e-3);
}

#[test]
fn what_cannot_be_played_is_told() {
    let mesh = mesh(vec![sheet("sheet", 7), sheet("other", 3)]);
    let all = points(&mesh.lods[0].parts[0]);
    let good = cache(&all, 24, wave);
    let refused = |cache: &VertexCache, change: fn(&mut VertexCacheSettings)| {
        let mut settings = settings(1e-3);
        change(&mut settings);
        played(&mesh, cache, &settings)
            .map(|played| played.told)
            .unwrap_err()
    };
    let alone = |part: &str| Some(part.to_owned());
    assert_eq!(
        refused(&good, |it| it.part = Some("hat".into())),
        CacheError::NoSuchPart {
            part: "hat".into(),
            known: vec!["sheet".into(), "other".into()]
        }
    );
    assert_eq!(
        refused(&good, |it| it.rest = Some(24)),
        CacheError::NoSuchFrame {
            frame: 24,
            frames: 24
        }
    );
    for precision in [0.0f32, -1.0, f32::NAN, f32::INFINITY] {
        let settings = VertexCacheSettings {
            precision,
            ..settings(1.0)
        };
        assert_eq!(
            played(&mesh, &good, &settings).unwrap_err(),
            CacheError::Precision
        );
    }
    assert_eq!(refused(&cache(&all, 1, wave), |_| ()), CacheError::OneFrame);
    assert_eq!(
        refused(&cache(&all, 9, |at, _| at), |_| ()),
        CacheError::Still
    );
    let other = cache(&all[..20], 9, |at, time| at * 1.7 + Vec3::splat(3.0 + time));
    let error = refused(&other, |it| it.part = Some("sheet".into()));
    assert!(
        matches!(
            &error,
            CacheError::NoMatch {
                vertices: 49,
                points: 20,
                ..
            }
        ),
        "{error:?}"
    );
    assert!(error.to_string().contains("“sheet”"));
    let some = cache(&all[..20], 9, wave);
    let wanted = CacheError::NoMatch {
        part: "sheet".into(),
        found: 20,
        vertices: 49,
        points: 20,
    };
    let sheet_alone = VertexCacheSettings {
        part: alone("sheet"),
        ..settings(1e-3)
    };
    assert_eq!(played(&mesh, &some, &sheet_alone).unwrap_err(), wanted);
}

#[test]
fn shapes_take_the_place_of_those_of_their_names_and_leave_others() {
    let shape = |name: &str, vertex: u32, tangents: Vec<[f32; 3]>| Shape {
        name: name.into(),
        default_weight: 0.5,
        deltas: vec![MorphDelta {
            vertex,
            position: [1.0, 0.0, 0.0],
            normal: [0.0; 3],
        }],
        tangents,
    };
    let part = sheet("sheet", 3)
        .with_shapes(
            &[],
            &[shape("a", 0, vec![[1.0; 3]]), shape("b", 1, Vec::new())],
        )
        .unwrap();
    assert_eq!(part.data.delta_tangents.to_vec(), [[1.0; 3], [0.0; 3]]);
    let part = part
        .with_shapes(
            &["c".into()],
            &[shape("a", 5, Vec::new()), shape("d", 6, Vec::new())],
        )
        .unwrap();
    let all: Vec<(String, u32, f32)> = part
        .shapes()
        .map(|shape| (shape.name, shape.deltas[0].vertex, shape.default_weight))
        .collect();
    assert_eq!(
        all,
        [
            ("b".into(), 1, 0.5),
            ("a".into(), 5, 0.5),
            ("d".into(), 6, 0.5)
        ]
    );
    assert_eq!(part.data.morphs[2].name, Name::new("d"));
    let part = part
        .with_shapes(&["b".into(), "a".into(), "d".into()], &[])
        .unwrap();
    assert!(
        part.morphs.is_empty()
            && part.data.deltas.is_empty()
            && part.data.delta_tangents.is_empty()
    );
    assert!(
        part.with_shapes(&[], &[shape("e", 9, Vec::new())]).is_err(),
        "there are vertices 0 to 8"
    );
    for (name, is) in [
        ("flag_01", true),
        ("flag_128", true),
        ("flag_1", false),
        ("flag_x1", false),
        ("flagg_01", false),
    ] {
        assert_eq!(is_shape_of(name, "flag"), is, "{name}");
    }
}

/// Points that go anywhere: what is told is what plays, and within the precision.
#[test]
fn any_motion_is_within_the_precision() {
    let mesh = mesh(vec![sheet("sheet", 3)]);
    let rest = points(&mesh.lods[0].parts[0]);
    let mut dice = Dice(11);
    for (precision, size) in [1e-3, 0.05, 0.7]
        .into_iter()
        .flat_map(|it| [1e-3f32, 1.0, 50.0].map(|size| (it, size)))
    {
        let mut positions = rest.clone();
        positions.extend((0..9 * 8).map(|at| rest[at % 9].map(|along| along + dice.roll() * size)));
        let times: Vec<f32> = (0..9).map(|frame| frame as f32 / 24.0).collect();
        let cache = VertexCache {
            times,
            points: 9,
            positions,
            guessed_rate: None,
        };
        let played = match played(&mesh, &cache, &settings(precision)) {
            Ok(played) => played,
            Err(error) => {
                assert!(
                    error == CacheError::Still && size <= precision * 2.0,
                    "{error}"
                );
                continue;
            }
        };
        let of_frame = |frame: usize| {
            let made = posed(&mesh, &played, 0, 0, frame as f32 / 24.0);
            let pairs = made.positions.iter().zip(cache.frame(frame));
            pairs
                .map(|(made, wanted)| made.distance(Vec3::from(*wanted)))
                .fold(0.0, f32::max)
        };
        let off = (0..9).map(of_frame).fold(0.0, f32::max);
        let rounding = size * 1e-5 + 1e-6;
        assert!(
            off <= precision + rounding,
            "{off} of {precision}, {} shapes",
            played.told.shapes
        );
        assert!(
            (off - played.told.farthest).abs() <= rounding,
            "{off} {}",
            played.told.farthest
        );
    }
}

/// It can be stopped wherever it tells how far it is, and tells nothing else.
#[test]
fn it_tells_how_far_it_is_and_stops_when_told_to() {
    let part = sheet("flag", 7);
    let cache = cache(&points(&part), 90, wave);
    let mesh = mesh(vec![part]);
    let told = std::cell::RefCell::new(Vec::new());
    let whole = super::played(&mesh, &cache, &settings(1e-4), &|part| {
        told.borrow_mut().push(part);
        true
    });
    let (told, whole) = (told.into_inner(), whole.unwrap());
    assert!(
        told.len() > 8 && told.is_sorted() && told.iter().all(|part| (0.0..=1.0).contains(part)),
        "{told:?}"
    );
    assert_eq!(
        whole.told.shapes,
        played(&mesh, &cache, &settings(1e-4)).unwrap().told.shapes
    );
    for last in 0..told.len() {
        let calls = std::cell::Cell::new(0);
        let stopped = super::played(&mesh, &cache, &settings(1e-4), &|_| {
            calls.set(calls.get() + 1);
            calls.get() <= last
        });
        assert_eq!(
            (stopped.err(), calls.get()),
            (Some(CacheError::Cancelled), last + 1)
        );
    }
}

/// How far a sheet is lifted: no function whose last bits depend on the platform.
fn hump(at: Vec3, time: f32) -> Vec3 {
    let along = at.x - time;
    at + Vec3::Y * (along * along - along * at.z * 0.5) * time + Vec3::X * time * 0.05
}

#[test]
fn a_cache_becomes_the_shapes_and_weights_that_it_did() {
    let mut mesh = mesh(vec![sheet("sheet", 9), sheet("lining", 5)]);
    mesh.lods.push(crate::mesh::Lod {
        screen_size: 0.5,
        removed_bones: Vec::new(),
        parts: vec![sheet("coarse", 4)],
    });
    let cache = cache(&points(&mesh.lods[0].parts[0]), 20, hump);
    let mut text = String::new();
    for precision in [1e-2, 1e-4] {
        let played = played(&mesh, &cache, &settings(precision)).unwrap();
        text += &format!("{precision} {:?} {}\n", played.told, played.frame_rate);
        for ((lod, part), shapes) in &played.shapes {
            let sum = |shape: &crate::mesh::Shape| {
                shape
                    .deltas
                    .iter()
                    .map(|it| Vec3::from(it.position))
                    .sum::<Vec3>()
            };
            for shape in shapes {
                text += &format!(
                    "{lod} {part} {} {} {}\n",
                    shape.name,
                    shape.deltas.len(),
                    sum(shape)
                );
            }
        }
        for curve in &played.source.curves {
            text += &format!("{} {:?}\n", curve.name, curve.channel.values);
        }
    }
    crate::defaults::compare("vertex_cache.txt", &text);
}
