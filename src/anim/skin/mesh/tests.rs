use super::*;

/// Three vertices of four influences each, a triangle, a morph of one vertex, two slots.
fn good() -> MeshPart {
    let joint = |bone| PaletteJoint {
        bone,
        inverse_bind: [[0.0; 4]; 3],
    };
    let delta = |vertex| MorphDelta {
        vertex,
        position: [0.0; 3],
        normal: [0.0; 3],
    };
    MeshPart {
        positions: vec![[0.0; 3]; 3].into(),
        normals: vec![[0.0, 1.0, 0.0]; 3].into(),
        tangents: vec![[1.0, 0.0, 0.0, 1.0]; 3].into(),
        uvs: vec![[0.0; 2]; 3].into(),
        colors: vec![[1.0; 4]; 3].into(),
        influences: 4,
        joints: vec![1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0].into(),
        weights: vec![0.5, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.75, 0.25, 0.0, 0.0].into(),
        palette: vec![joint(7), joint(9)].into(),
        morphs: vec![morph(0, 1), morph(1, 1)].into(),
        deltas: vec![delta(0), delta(2)].into(),
        delta_tangents: vec![[0.5; 3]; 2].into(),
        attributes: vec![attribute(1, 0), attribute(2, 3)].into(),
        attribute_values: vec![0.25; 9].into(),
        profiles: vec![profile("slim", 1, 12), profile("wide", 4, 0)].into(),
        profile_joints: vec![0; 15].into(),
        profile_weights: [[0.25, 0.75, 0.0, 0.0].repeat(3), vec![1.0; 3]]
            .concat()
            .into(),
        indices: vec![0, 1, 2].into(),
        ..MeshPart::default()
    }
}

fn profile(name: &str, influences: u32, first: u32) -> Profile {
    Profile {
        name: Name::new(name),
        influences,
        first,
    }
}

fn attribute(components: u32, first: u32) -> Attribute {
    Attribute {
        name: Name::NONE,
        components,
        first,
    }
}

fn morph(first_delta: u32, delta_count: u32) -> Morph {
    Morph {
        name: Name::NONE,
        default_weight: 0.0,
        first_delta,
        delta_count,
        reserved: 0,
    }
}

fn refusal(change: impl FnOnce(&mut MeshPart)) -> Option<MeshError> {
    let mut part = good();
    change(&mut part);
    MeshPart::new(part).err()
}

#[test]
fn every_stream_has_an_entry_a_vertex_or_none() {
    assert_eq!(refusal(|_| ()), None);
    let bad = |stream| Some(MeshError::StreamLength { stream });
    assert_eq!(refusal(|p| p.normals = Array::default()), bad("normals"));
    for count in [2, 4] {
        assert_eq!(
            refusal(|p| p.normals = vec![[0.0; 3]; count].into()),
            bad("normals")
        );
        assert_eq!(
            refusal(|p| p.tangents = vec![[0.0; 4]; count].into()),
            bad("tangents")
        );
        assert_eq!(
            refusal(|p| p.uvs = vec![[0.0; 2]; count].into()),
            bad("uvs")
        );
        assert_eq!(
            refusal(|p| p.colors = vec![[0.0; 4]; count].into()),
            bad("colors")
        );
        assert_eq!(
            refusal(|p| p.indices = vec![0; count].into()),
            bad("indices")
        );
    }
    assert_eq!(refusal(|p| p.joints = vec![0; 11].into()), bad("weights"));
    assert_eq!(
        refusal(|p| p.weights = vec![0.25; 13].into()),
        bad("weights")
    );
    let bare = |p: &mut MeshPart| {
        (p.tangents, p.uvs, p.colors) = (Array::default(), Array::default(), Array::default());
        (p.morphs, p.deltas, p.indices) = (Array::default(), Array::default(), Array::default());
        (p.attributes, p.delta_tangents) = (Array::default(), Array::default());
        (p.profiles, p.profile_joints, p.profile_weights) = Default::default();
    };
    assert_eq!(refusal(bare), None);
}

#[test]
fn a_vertex_follows_one_four_or_eight_joints() {
    for influences in 0..=9 {
        let refused = refusal(|p| {
            p.influences = influences;
            p.joints = vec![0; 3 * influences as usize].into();
            p.weights = vec![1.0 / influences as f32; 3 * influences as usize].into();
        });
        let is_good = [1, 4, 8].contains(&influences);
        assert_eq!(
            refused,
            (!is_good).then_some(MeshError::Influences),
            "{influences}"
        );
    }
}

fn edited<T: Pod>(items: &mut Array<T>, at: usize, value: T) {
    let mut all = items.to_vec();
    all[at] = value;
    *items = all.into();
}

#[test]
fn slots_are_of_the_palette_and_weights_sum_to_one() {
    assert_eq!(
        refusal(|p| edited(&mut p.joints, 7, 2)),
        Some(MeshError::PaletteSlot { vertex: 1 })
    );
    for (weight, is_good) in [
        (0.25095, true),
        (0.24905, true),
        (0.25105, false),
        (0.24895, false),
    ] {
        let refused = refusal(|p| edited(&mut p.weights, 9, weight));
        assert_eq!(
            refused,
            (!is_good).then_some(MeshError::Weights { vertex: 2 }),
            "{weight}"
        );
    }
    for weight in [f32::NAN, -0.5, 1.5] {
        let refused = refusal(|p| edited(&mut p.weights, 9, weight));
        assert_eq!(
            refused,
            Some(MeshError::Number {
                stream: "weights",
                at: 9
            }),
            "{weight}"
        );
    }
}

#[test]
fn morphs_and_triangles_name_what_is_there() {
    for bad in [morph(1, 2), morph(2, 1), morph(u32::MAX, u32::MAX)] {
        assert_eq!(
            refusal(|p| edited(&mut p.morphs, 1, bad)),
            Some(MeshError::Morph { morph: 1 }),
            "{bad:?}"
        );
    }
    assert_eq!(refusal(|p| edited(&mut p.morphs, 1, morph(2, 0))), None);
    let delta = MorphDelta {
        vertex: 3,
        position: [0.0; 3],
        normal: [0.0; 3],
    };
    assert_eq!(
        refusal(|p| edited(&mut p.deltas, 1, delta)),
        Some(MeshError::Morph { morph: 1 })
    );
    assert_eq!(
        refusal(|p| edited(&mut p.indices, 1, 3)),
        Some(MeshError::Index { at: 1 })
    );
}

#[test]
fn attributes_have_one_to_four_numbers_a_vertex_that_are_there() {
    let bad = Some(MeshError::Attribute { attribute: 1 });
    for odd in [
        attribute(0, 0),
        attribute(5, 0),
        attribute(2, 4),
        attribute(1, u32::MAX),
        attribute(u32::MAX, 0),
    ] {
        assert_eq!(
            refusal(|p| edited(&mut p.attributes, 1, odd)),
            bad,
            "{odd:?}"
        );
    }
    let number = Some(MeshError::Number {
        stream: "values of attributes",
        at: 8,
    });
    assert_eq!(
        refusal(|p| edited(&mut p.attribute_values, 8, f32::NAN)),
        number
    );
    assert_eq!(
        refusal(|p| edited(&mut p.attributes, 1, attribute(3, 0))),
        None,
        "two may overlap"
    );
    assert_eq!(good().values(&attribute(2, 3)), [0.25; 6]);
    let tangents = Some(MeshError::StreamLength {
        stream: "tangents of deltas",
    });
    assert_eq!(
        refusal(|p| p.delta_tangents = vec![[0.0; 3]; 1].into()),
        tangents
    );
    assert_eq!(refusal(|p| p.delta_tangents = Array::default()), None);
}

#[test]
fn a_profile_has_a_name_of_its_own_and_weights_as_the_part() {
    let bad = |profile| Some(MeshError::Profile { profile });
    for odd in [
        profile("slim", 4, 0),
        profile("", 4, 0),
        profile("wide", 2, 0),
        profile("wide", 8, 0),
    ] {
        assert_eq!(
            refusal(|p| edited(&mut p.profiles, 1, odd)),
            bad(1),
            "{odd:?}"
        );
    }
    for first in [13, 1, u32::MAX] {
        assert_eq!(
            refusal(|p| edited(&mut p.profiles, 0, profile("slim", 1, first))),
            bad(0),
            "{first}"
        );
    }
    assert_eq!(refusal(|p| edited(&mut p.profile_joints, 11, 2)), bad(1));
    assert_eq!(refusal(|p| edited(&mut p.profile_weights, 14, 0.1)), bad(0));
    let short = Some(MeshError::StreamLength {
        stream: "weights of profiles",
    });
    assert_eq!(refusal(|p| p.profile_joints = vec![0; 14].into()), short);
    assert_eq!(refusal(|p| p.profile_weights = Array::default()), short);
    let part = good();
    assert_eq!(part.under(Name::new("nobody")), part);
    let [slim, wide] = ["slim", "wide"].map(|name| part.under(Name::new(name)));
    assert_eq!(
        (slim.influences, &slim.joints[..], &slim.weights[..]),
        (1, &[0; 3][..], &[1.0; 3][..])
    );
    assert_eq!(
        (wide.influences, &wide.weights[..4]),
        (4, &[0.25, 0.75, 0.0, 0.0][..])
    );
    assert_eq!(
        wide.weights.as_ptr(),
        part.profile_weights.as_ptr(),
        "a view"
    );
    assert_eq!(
        wide.places()
            .iter()
            .zip(part.places())
            .filter(|(a, b)| **a != *b)
            .count(),
        2
    );
    assert!(MeshPart::new(wide).is_ok() && MeshPart::new(slim).is_ok());
}

#[test]
fn a_cloth_has_every_vertex_near_a_triangle_that_is_there() {
    let near = Near {
        shares: [0.5, 0.75, -0.25],
        away: -0.1,
    };
    let vertex = ClothVertex {
        corners: [4, 0, 2],
        weight: 0.5,
        position: near,
        normal: near,
        tangent: near,
    };
    let cloth = Cloth {
        mesh: Name::new("coarse"),
        part: Name::new("robe"),
        driving: 5,
        vertices: vec![vertex; 3].into(),
    };
    let refused = |edit: &dyn Fn(&mut Cloth)| {
        let mut cloth = cloth.clone();
        edit(&mut cloth);
        refusal(|part| part.cloth = cloth)
    };
    let second = |odd: ClothVertex| refused(&|cloth| edited(&mut cloth.vertices, 1, odd));
    let bad = Some(MeshError::Cloth { vertex: 1 });
    assert_eq!(
        (
            refused(&|_| {}),
            second(ClothVertex {
                weight: 1.0,
                ..vertex
            })
        ),
        (None, None)
    );
    assert_eq!(
        second(ClothVertex::default()),
        None,
        "what weighs nothing follows nothing"
    );
    for odd in [-0.1, 1.1, f32::NAN] {
        assert_eq!(
            second(ClothVertex {
                weight: odd,
                ..vertex
            }),
            bad,
            "{odd}"
        );
    }
    assert_eq!(
        second(ClothVertex {
            corners: [0, 5, 0],
            ..vertex
        }),
        bad
    );
    assert_eq!(
        second(ClothVertex {
            corners: [0, 5, 0],
            ..ClothVertex::default()
        }),
        bad
    );
    for odd in [
        Near {
            away: f32::INFINITY,
            ..near
        },
        Near {
            shares: [1.0; 3],
            ..near
        },
        Near {
            shares: [f32::NAN; 3],
            ..near
        },
    ] {
        assert_eq!(
            second(ClothVertex {
                normal: odd,
                ..vertex
            }),
            bad,
            "{odd:?}"
        );
    }
    let stream = Some(MeshError::StreamLength { stream: "cloth" });
    assert_eq!(
        refused(&|cloth| cloth.vertices = vec![vertex; 2].into()),
        stream
    );
    assert_eq!(
        (
            refused(&|cloth| cloth.mesh = Name::NONE),
            refused(&|cloth| cloth.part = Name::NONE)
        ),
        (stream, stream)
    );
    assert_eq!(
        refused(&|cloth| cloth.vertices = Array::default()),
        Some(MeshError::Cloth { vertex: 0 })
    );
}

#[test]
fn parts_with_one_store_lie_at_one_place() {
    let part = good();
    assert_eq!(part.places(), part.clone().places());
    assert!(
        part.places()
            .iter()
            .zip(good().places())
            .all(|(a, b)| a.0 != b.0 && a.1 == b.1)
    );
    assert_eq!(
        part.places().map(|place| place.1),
        [3, 3, 3, 3, 3, 12, 12, 2, 3, 2, 2, 9, 2, 15, 15]
    );
    assert_eq!(part.vertex_count(), 3);
}
