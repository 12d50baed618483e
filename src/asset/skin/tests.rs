use super::*;
use crate::{Id, Material};
use anim::mesh::PaletteJoint as Slot;
use std::sync::Arc;

fn joint(name: &str, bind: f32) -> Joint {
    Joint {
        bone: name.into(),
        inverse_bind: [[bind; 4]; 3],
    }
}

fn skin(influences: u32, vertices: &[&[(u16, f32)]], bones: &[&str]) -> Skin {
    let padded = vertices.iter().flat_map(|it| {
        it.iter()
            .copied()
            .chain(std::iter::repeat((0, 0.0)))
            .take(influences as usize)
    });
    let (slots, weights) = padded.unzip();
    Skin {
        influences,
        slots,
        weights,
        palette: bones.iter().map(|name| joint(name, 0.0)).collect(),
    }
}

fn vertices(skin: &Skin) -> Vec<Vec<(&str, f32)>> {
    let named =
        |(slot, weight): (u16, f32)| (skin.palette[usize::from(slot)].bone.as_str(), weight);
    (0..skin.vertex_count())
        .map(|at| skin.vertex(at).map(named).collect())
        .collect()
}

#[test]
fn what_is_light_or_too_many_goes_and_the_rest_is_whole_again() {
    let before = skin(
        8,
        &[
            &[(0, 0.5), (1, 0.25), (2, 0.125), (3, 0.0625), (4, 0.0625)],
            &[(3, 0.005), (2, 0.004), (1, 0.991)],
            &[(2, 1.0)],
            &[(1, 0.4995), (1, 0.4995)],
        ],
        &["a", "b", "c", "d", "e", "idle"],
    );
    let (after, found) = before.pruned(&Pruning {
        least: 0.01,
        most: 4,
    });
    let quarter = |share: f32| share / 0.9375;
    assert_eq!(
        vertices(&after),
        [
            vec![
                ("a", quarter(0.5)),
                ("b", quarter(0.25)),
                ("c", quarter(0.125)),
                ("d", quarter(0.0625))
            ],
            vec![("b", 1.0)],
            vec![("c", 1.0)],
            vec![("b", 1.0)]
        ]
    );
    assert_eq!(
        (after.influences, after.palette.len()),
        (4, 4),
        "slots that nobody follows go"
    );
    assert_eq!((found.vertices, found.changed, found.dropped), (4, 2, 3));
    assert_eq!(found.heaviest, 0.0625);
    let census = after.census();
    assert_eq!(
        (census.by_count[1], census.by_count[4], census.idle),
        (3, 1, 0)
    );
    assert!(census.off < 1e-6 && before.census().off > 9e-4);
    assert_eq!((before.census().idle, before.census().lightest), (1, 0.004));
}

#[test]
fn pruning_to_one_is_rigid_and_nothing_to_prune_changes_nothing() {
    let before = skin(
        4,
        &[&[(1, 0.4), (0, 0.3), (2, 0.3)], &[(0, 1.0)]],
        &["a", "b", "c"],
    );
    let (rigid, found) = before.pruned(&Pruning {
        least: 0.0,
        most: 1,
    });
    assert_eq!(
        (rigid.influences, vertices(&rigid)),
        (1, vec![vec![("b", 1.0)], vec![("a", 1.0)]])
    );
    assert!((found.heaviest - 0.6).abs() < 1e-6);
    let (same, found) = before.pruned(&Pruning {
        least: 0.0,
        most: 8,
    });
    assert_eq!((&same, found.changed), (&before, 0));
    for wild in [
        Pruning {
            least: f32::NAN,
            most: 0,
        },
        Pruning {
            least: 2.0,
            most: 99,
        },
    ] {
        let (after, _) = before.pruned(&wild);
        assert!(
            vertices(&after)
                .iter()
                .all(|it| it.len() == 1 && it[0].1 == 1.0),
            "the heaviest stays: {wild:?}"
        );
    }
    let none = Skin {
        influences: 4,
        palette: vec![joint("a", 0.0)],
        ..Skin::default()
    };
    assert_eq!(
        none.pruned(&Pruning {
            least: 0.1,
            most: 4
        })
        .0
        .palette
        .len(),
        1
    );
}

/// A square from -1 to 1 in two triangles; x tells how much the vertices follow `right` rather than
/// `left`.
fn square() -> (MeshPart, Skin) {
    let positions = vec![
        [-1.0, -1.0, 0.0],
        [1.0, -1.0, 0.0],
        [1.0, 1.0, 0.0],
        [-1.0, 1.0, 0.0],
    ];
    let part = MeshPart {
        positions: positions.into(),
        indices: vec![0, 1, 2, 0, 2, 3].into(),
        ..MeshPart::default()
    };
    let skin = skin(
        1,
        &[&[(0, 1.0)], &[(1, 1.0)], &[(1, 1.0)], &[(0, 1.0)]],
        &["left", "right"],
    );
    (part, skin)
}

#[test]
fn weights_are_those_of_the_nearest_point_of_the_other_surface() {
    let (part, from) = square();
    let places = vec![
        [0.0, 0.3, 0.5],
        [0.5, 0.0, -0.25],
        [-3.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
    ];
    let to = MeshPart {
        positions: places.into(),
        ..MeshPart::default()
    };
    let own = Skin {
        palette: vec![joint("spine", 5.0), joint("right", 7.0)],
        influences: 1,
        ..Skin::default()
    };
    let (taken, found) = Skin::taken_over(&to, &own, &[(&part, from)], 4).unwrap();
    let all = vertices(&taken);
    assert!(
        all[0].len() == 2 && all[0].iter().all(|it| (it.1 - 0.5).abs() < 1e-6),
        "{all:?}"
    );
    assert_eq!(all[1], [("right", 0.75), ("left", 0.25)]);
    assert_eq!(
        (&all[2][..], &all[3][..]),
        (&[("left", 1.0)][..], &[("right", 1.0)][..])
    );
    assert_eq!((found.vertices, found.farthest), (4, 2.0));
    assert!((found.mean - (0.5 + 0.25 + 2.0) / 4.0).abs() < 1e-6);
    let bind = |name: &str| {
        taken
            .palette
            .iter()
            .find(|it| it.bone.as_str() == name)
            .map(|it| it.inverse_bind[0][0])
    };
    assert_eq!(
        [bind("right"), bind("left"), bind("spine")],
        [Some(7.0), Some(0.0), None],
        "its own bind stays"
    );
}

#[test]
fn a_surface_gives_its_own_vertices_their_own_weights_back() {
    let (part, from) = square();
    let (taken, found) = Skin::taken_over(&part, &from, &[(&part, from.clone())], 8).unwrap();
    assert_eq!((taken, found.farthest), (from, 0.0));
    let bare = MeshPart {
        indices: Default::default(),
        ..part.clone()
    };
    let own = square().1;
    assert_eq!(
        Skin::taken_over(&part, &own, &[(&bare, own.clone())], 8),
        None
    );
    assert_eq!(Skin::taken_over(&part, &own, &[], 8), None);
}

#[test]
fn the_skin_of_a_part_names_the_bones_of_its_mesh() {
    let data = MeshPart {
        influences: 1,
        joints: vec![1, 0].into(),
        weights: vec![1.0, 1.0].into(),
        palette: [2, 0]
            .map(|bone| Slot {
                bone,
                inverse_bind: [[1.0; 4]; 3],
            })
            .into_iter()
            .collect(),
        ..MeshPart::default()
    };
    let part = Part {
        name: "part".into(),
        data: Arc::new(data),
        ..Part::default()
    };
    let bones = ["root", "arm", "hand"].map(Into::into);
    let mesh = Mesh::new(
        "mesh",
        (Id(1), bones.into()),
        vec![part],
        vec![Material::default()],
    );
    let skin = Skin::of(&mesh, &mesh.lods[0].parts[0]);
    assert_eq!(vertices(&skin), [[("root", 1.0)], [("hand", 1.0)]]);
}

/// What a profile needs comes and goes, and the part's own slots, width and idle bones stay as they
/// are.
#[test]
fn profiles_leave_the_parts_own_weights_alone() {
    let own = skin(
        4,
        &[&[(1, 0.75), (0, 0.25)], &[(3, 1.0)]],
        &["a", "b", "idle", "c", "last"],
    );
    let wide = skin(8, &[&[(0, 1.0)], &[(1, 0.5), (0, 0.5)]], &["tail", "c"]);
    let bound = Joint {
        inverse_bind: [[0.5; 4]; 3],
        ..joint("b", 0.0)
    };
    let mut sets = Sets {
        own: own.clone(),
        profiles: Vec::new(),
    };
    sets.set(Some("Wide"), wide.clone());
    sets.set(
        Some("Other"),
        Skin {
            palette: vec![bound],
            ..skin(1, &[&[(0, 1.0)], &[(0, 1.0)]], &[])
        },
    );
    let joined = sets.joined();
    let bones: Vec<&str> = joined
        .palette
        .iter()
        .map(|joint| joint.bone.as_str())
        .collect();
    assert_eq!(
        bones,
        ["a", "b", "idle", "c", "last", "tail"],
        "one that is otherwise bound goes with the part's own"
    );
    assert_eq!(
        (&joined.slots[0][..2], &joined.slots[1][..]),
        (&[5, 5][..], &[1, 1][..])
    );
    let grown = Skin {
        palette: joined.palette.clone(),
        ..own.clone()
    };
    let mut again = Sets {
        own: Skin::default(),
        profiles: sets.profiles.clone(),
    };
    again.set(None, grown);
    assert_eq!(
        again.own, own,
        "what was added for a profile is not the part's own"
    );
    again.profiles.clear();
    assert_eq!(again.joined().palette, own.palette);
}
