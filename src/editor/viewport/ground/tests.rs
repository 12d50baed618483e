use super::*;

fn heights(part: &MeshPart) -> (f32, f32) {
    part.positions
        .iter()
        .fold((f32::MAX, f32::MIN), |(low, high), at| {
            (low.min(at[1]), high.max(at[1]))
        })
}

#[test]
fn a_ground_is_drawn_as_it_lies_and_an_even_one_by_the_grid_alone() {
    assert!(mesh(&Terrain::default()).is_none());
    let of = |shape| {
        mesh(&Terrain {
            shape,
            ..Terrain::default()
        })
        .unwrap()
    };
    let slope = heights(&of(Shape::Slope { angle: 45.0 }));
    assert!(
        (slope.0 + 8.0).abs() < 1e-4 && (slope.1 - 8.0).abs() < 1e-4,
        "{slope:?}"
    );
    let stairs = of(Shape::Stairs {
        rise: 0.2,
        run: 0.5,
        steps: 4,
    });
    assert!((heights(&stairs).1 - 0.8).abs() < 1e-5 && heights(&stairs).0.abs() < 1e-5);
    let (up, across): (Vec<&[f32; 3]>, Vec<&[f32; 3]>) =
        stairs.normals.iter().partition(|normal| normal[1] > 0.99);
    assert!(
        up.len() > 60 && across.len() == 4 * 6,
        "four risers: {}",
        across.len()
    );
    assert!(
        across.iter().all(|normal| normal[2] < -0.99),
        "they look downhill"
    );
    let waves = heights(&of(Shape::Waves {
        amplitude: 0.25,
        length: 2.0,
    }));
    assert!((waves.1 - 0.25).abs() < 1e-3, "{waves:?}");
    assert!(
        mesh(&Terrain {
            height: f64::NAN,
            ..Terrain::default()
        })
        .is_none()
    );
}

#[test]
fn faces_of_a_block_look_outwards() {
    let block = Block {
        at: [1.0, 2.0],
        size: [1.0, 0.5, 0.4],
        yaw: 30.0,
    };
    let part = mesh(&Terrain {
        blocks: vec![block],
        ..Terrain::default()
    })
    .unwrap();
    assert_eq!(part.positions.len(), 5 * 6);
    let middle = Vec3::new(1.0, 0.1, 2.0);
    for (face, normal) in part.positions.chunks(6).zip(part.normals.chunks(6)) {
        let centre = face.iter().map(|at| Vec3::from(*at)).sum::<Vec3>() / 6.0;
        assert!((centre - middle).dot(normal[0].into()) > 0.0);
    }
    assert!((heights(&part).1 - 0.5).abs() < 1e-6);
}
