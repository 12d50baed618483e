use super::*;
use crate::{Transform, fixture, mesh::PaletteJoint};

/// 0 ← 1 ← 2, and 3 under 0.
fn skeleton() -> Skeleton {
    fixture::skeleton(&[-1, 0, 1, 0], |_| Transform::IDENTITY)
}

fn lod(screen_size: f32, bones: &[u32], joint: u32) -> Lod {
    let joint = PaletteJoint {
        bone: joint,
        inverse_bind: [[0.0; 4]; 3],
    };
    let part = MeshPart {
        palette: vec![joint].into(),
        influences: 1,
        ..MeshPart::default()
    };
    Lod {
        screen_size,
        bones: bones.into(),
        parts: vec![Arc::new(part)],
        materials: vec![0],
    }
}

fn check(lods: Vec<Lod>) -> Result<(), LodError> {
    Mesh::new(
        Mesh {
            lods,
            materials: vec![Material::default()],
            ..Mesh::default()
        },
        &skeleton(),
    )
    .map(drop)
}

#[test]
fn levels_that_do_not_hold_together_are_refused() {
    let finest = || lod(1.0, &[0, 1, 2, 3], 2);
    assert_eq!(
        check(vec![finest(), lod(0.5, &[0, 3], 3), lod(0.2, &[0], 0)]),
        Ok(())
    );
    assert_eq!(check(vec![]), Err(LodError::None));
    assert_eq!(
        check(vec![lod(1.01, &[0], 0)]),
        Err(LodError::ScreenSize { lod: 0 })
    );
    for size in [1.0, 0.0, -1.0, f32::NAN] {
        assert_eq!(
            check(vec![finest(), lod(size, &[0], 0)]),
            Err(LodError::ScreenSize { lod: 1 })
        );
    }
    for bones in [&[][..], &[1], &[0, 2], &[0, 3, 1], &[0, 0], &[0, 4]] {
        assert_eq!(
            check(vec![finest(), lod(0.5, bones, 0)]),
            Err(LodError::Bones { lod: 1 }),
            "{bones:?}"
        );
    }
    assert_eq!(
        check(vec![finest(), lod(0.5, &[0, 1], 2)]),
        Err(LodError::Joint { lod: 1, part: 0 })
    );
    assert_eq!(
        check(vec![lod(1.0, &[0], 9)]),
        Err(LodError::Joint { lod: 0, part: 0 })
    );
    for materials in [vec![], vec![1], vec![0, 0]] {
        let odd = Lod {
            materials,
            ..lod(0.5, &[0], 0)
        };
        assert_eq!(
            check(vec![finest(), odd]),
            Err(LodError::Material { lod: 1 })
        );
    }
}

#[test]
fn a_level_changes_beyond_a_margin_and_not_within_it() {
    let sizes = [1.0, 0.5, 0.2];
    assert_eq!(
        [0.9, 0.4, 0.1].map(|size| drawn(&sizes, size, 0)),
        [0, 1, 2]
    );
    assert_eq!(
        [0.9, 0.4, 0.1].map(|size| drawn(&sizes, size, 2)),
        [0, 1, 2]
    );
    assert_eq!([0.47, 0.53].map(|size| drawn(&sizes, size, 0)), [0, 0]);
    assert_eq!([0.47, 0.53].map(|size| drawn(&sizes, size, 1)), [1, 1]);
    assert_eq!((drawn(&sizes, 0.45, 0), drawn(&sizes, 0.56, 1)), (1, 0));
    assert_eq!((drawn(&sizes[..1], 0.01, 0), drawn(&sizes, 5.0, 7)), (0, 0));
}

#[test]
fn a_level_counts_the_triangles_of_its_parts() {
    let part = |corners: usize| {
        Arc::new(MeshPart {
            indices: vec![0; corners].into(),
            ..MeshPart::default()
        })
    };
    assert_eq!(
        Lod {
            parts: vec![part(6), part(9), part(0)],
            ..lod(1.0, &[0], 0)
        }
        .triangles(),
        5
    );
    let mesh = Mesh {
        lods: vec![lod(1.0, &[0], 0), lod(0.5, &[0], 0)],
        ..Mesh::default()
    };
    assert_eq!(
        [0, 1, 2].map(|level| mesh.lod(level).screen_size),
        [1.0, 0.5, 0.5]
    );
}
