//! Sizes and soundness of the props.

use super::*;
use anim::MeshPart;
use glam::Vec3;
use std::collections::HashMap;

#[test]
fn props_have_their_sizes() {
    for (prop, min, max) in [
        (
            PropKind::Sword,
            Vec3::new(-0.094, -0.12, -0.016),
            Vec3::new(0.094, 0.83, 0.016),
        ),
        (
            PropKind::Crate,
            Vec3::new(-0.5, 0.0, -0.5),
            Vec3::new(0.5, 1.0, 0.5),
        ),
    ] {
        let points: Vec<Vec3> = prop
            .mesh(Id::derive(&["test"]))
            .parts()
            .flat_map(|part| part.data.positions.to_vec())
            .map(Vec3::from)
            .collect();
        let low = points.iter().fold(Vec3::MAX, |low, point| low.min(*point));
        let high = points
            .iter()
            .fold(Vec3::MIN, |high, point| high.max(*point));
        assert!(
            low.abs_diff_eq(min, 0.007) && high.abs_diff_eq(max, 0.007),
            "{prop:?} {low} {high}"
        );
    }
}

#[test]
fn props_are_sound_and_closed() {
    for prop in PropKind::ALL {
        for part in prop.mesh(Id::derive(&["test"])).parts() {
            assert_eq!(MeshPart::new((*part.data).clone()).err(), None);
            let mut edges: HashMap<[[u32; 3]; 2], i32> = HashMap::new();
            for triangle in part.data.indices.as_chunks::<3>().0 {
                let at = triangle.map(|i| part.data.positions[i as usize]);
                let [a, b, c] = at.map(Vec3::from);
                assert!((b - a).cross(c - a).length() > 1e-9, "{prop:?} {a} {b} {c}");
                let keys = at.map(|point| point.map(|x| (x + 0.0).to_bits()));
                for i in 0..3 {
                    let (from, to) = (keys[i], keys[(i + 1) % 3]);
                    *edges.entry([from.min(to), from.max(to)]).or_default() +=
                        if from < to { 1 } else { -1 };
                }
            }
            assert!(
                edges.values().all(|count| *count == 0),
                "{prop:?} {}",
                part.name
            );
        }
    }
}
