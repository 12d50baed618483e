use super::*;

fn at(x: f64, z: f64) -> DVec3 {
    DVec3::new(x, 0.0, z)
}

fn terrain(shape: Shape) -> Terrain {
    Terrain {
        shape,
        ..Terrain::default()
    }
}

#[test]
fn the_way_out_of_a_ground_is_the_shortest_one() {
    let stairs = terrain(Shape::Stairs {
        rise: 0.18,
        run: 0.3,
        steps: 0,
    });
    let cases = [
        (0.35, 0.3, 0.0),
        (0.302, 0.1, 0.002),
        (0.35, 0.1, 0.05),
        (0.45, 0.17, 0.01),
        (0.45, 0.02, 0.15),
    ];
    for (along, height, depth) in cases {
        let found = stairs.depth(at(0.0, along).with_y(height));
        assert!(
            (found - depth).abs() < NEAR + 1e-9,
            "{along} {height}: {found}"
        );
    }
    let block = Block {
        at: [1.0, 0.0],
        size: [0.4, 1.0, 0.4],
        yaw: 0.0,
    };
    let block = Terrain {
        blocks: vec![block],
        ..Terrain::default()
    };
    assert!((block.depth(DVec3::new(0.83, 0.5, 0.0)) - 0.03).abs() < NEAR + 1e-9);
    assert_eq!(block.depth(DVec3::new(0.7, 0.5, 0.0)), 0.0);
    let flat = Terrain::default().depth(DVec3::new(3.0, -0.05, 1.0));
    assert!((flat - 0.05).abs() < 1e-9);
}

#[test]
fn shapes_lie_as_their_numbers_say() {
    let slope = Terrain {
        height: 0.1,
        heading: 90.0,
        ..terrain(Shape::Slope { angle: 45.0 })
    };
    let (height, normal) = slope.under(at(2.0, 5.0), 0.0);
    assert!((height - 2.1).abs() < 1e-12, "uphill is +X: {height}");
    assert!(normal.abs_diff_eq(DVec3::new(-0.5f64.sqrt(), 0.5f64.sqrt(), 0.0), 1e-12));
    let waves = terrain(Shape::Waves {
        amplitude: 0.2,
        length: 2.0,
    });
    assert!((waves.under(at(0.0, 0.5), 0.0).0 - 0.2).abs() < 1e-12);
    let stairs = |steps| {
        terrain(Shape::Stairs {
            rise: 0.18,
            run: 0.3,
            steps,
        })
    };
    for (steps, z, height) in [
        (0, -0.1, -0.18),
        (3, -0.1, 0.0),
        (3, 0.29, 0.0),
        (3, 0.31, 0.18),
        (3, 9.0, 0.54),
    ] {
        assert!(
            (stairs(steps).under(at(0.0, z), 0.0).0 - height).abs() < 1e-12,
            "{steps} {z}"
        );
    }
}

/// A capsule that goes up or down stairs, or over a block that is lower than its radius, moves
/// without a jump.
#[test]
fn a_sphere_rolls_over_edges() {
    let block = Block {
        at: [0.0, 2.0],
        size: [1.0, 0.25, 1.0],
        yaw: 30.0,
    };
    for ground in [
        terrain(Shape::Stairs {
            rise: 0.18,
            run: 0.3,
            steps: 4,
        }),
        terrain(Shape::Stairs {
            rise: -0.18,
            run: 0.3,
            steps: 0,
        }),
        Terrain {
            blocks: vec![block],
            ..Terrain::default()
        },
    ] {
        let mut last: Option<f64> = None;
        let mut way = 0.0;
        for step in 0..4000 {
            let height = ground.under(at(0.1, f64::from(step) * 1e-3 - 0.5), 0.3).0;
            let moved = last.map_or(0.0, |last| (height - last).abs());
            assert!(moved < 0.012, "{ground:?} at {step}: {moved}");
            assert!(height >= ground.under(at(0.1, f64::from(step) * 1e-3 - 0.5), 0.0).0 - 1e-12);
            way += moved;
            last = Some(height);
        }
        assert!(way > 0.4);
    }
}

#[test]
fn sweeps_meet_what_lies_on_their_way_only() {
    let flat = Terrain {
        height: 0.5,
        ..Terrain::default()
    };
    let sweep = |from: f64, down: f64| {
        flat.sweep(&Sweep {
            from: DVec3::Y * from,
            down,
            radius: 0.0,
        })
    };
    assert_eq!(sweep(1.0, 0.4), None);
    assert_eq!(sweep(0.4, 0.4), None, "from below");
    assert_eq!(sweep(1.0, 0.5).map(|hit| hit.point.y), Some(0.5));
}

#[test]
fn the_nearest_answer_counts_and_its_plane_goes_on() {
    let stairs = terrain(Shape::Stairs {
        rise: 0.2,
        run: 0.5,
        steps: 0,
    });
    let probe = Probe {
        bone: 3,
        up: 0.5,
        down: 0.5,
        radius: 0.0,
    };
    let mut hits = Hits::default();
    hits.ask(&stairs, &probe, (0.0, 0.0), (at(0.0, 0.3), at(0.0, 0.6)));
    assert_eq!(hits.0.len(), 9 + HALVINGS);
    for (z, height) in [
        (0.3, 0.0),
        (0.4, 0.0),
        (0.499, 0.0),
        (0.501, 0.2),
        (0.56, 0.2),
        (0.6, 0.2),
    ] {
        assert_eq!(
            hits.under(3, at(0.0, z)).map(|(height, _)| height),
            Some(height),
            "{z}"
        );
    }
    assert_eq!(hits.under(4, at(0.0, 0.3)), None);
    let slope = terrain(Shape::Slope { angle: 30.0 });
    let mut hits = Hits::default();
    hits.ask(&slope, &probe, (0.0, 0.0), (at(0.0, 0.1), at(0.0, 0.1)));
    assert_eq!(hits.0.len(), 1);
    let (height, _) = hits.under(3, at(0.0, 0.35)).unwrap();
    assert!(
        (height - 0.35 * 30f64.to_radians().tan()).abs() < 1e-12,
        "{height}"
    );
    hits.ask(
        &slope,
        &probe,
        (0.0, f64::NAN),
        (at(0.0, 0.1), at(0.0, 0.1)),
    );
    hits.ask(&slope, &probe, (0.0, 0.0), (DVec3::NAN, at(0.0, 0.1)));
    assert_eq!(hits.0.len(), 1, "numbers that are none ask nothing");
}

#[test]
fn what_cannot_be_a_ground_is_known() {
    assert!(Terrain::default().is_sound());
    let block = Block {
        at: [0.0; 2],
        size: [1.0, 0.0, 1.0],
        yaw: 0.0,
    };
    for bad in [
        terrain(Shape::Slope { angle: 90.0 }),
        terrain(Shape::Stairs {
            rise: 0.1,
            run: 0.0,
            steps: 0,
        }),
        terrain(Shape::Waves {
            amplitude: f64::NAN,
            length: 1.0,
        }),
        Terrain {
            height: f64::INFINITY,
            ..Terrain::default()
        },
        Terrain {
            blocks: vec![block],
            ..Terrain::default()
        },
    ] {
        assert!(!bad.is_sound(), "{bad:?}");
    }
}
