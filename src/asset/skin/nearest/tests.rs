use super::*;
use crate::dice::Dice;

fn part(positions: Vec<Vec3>, indices: Vec<u32>) -> MeshPart {
    MeshPart {
        positions: positions.iter().map(|at| at.to_array()).collect(),
        indices: indices.into(),
        ..MeshPart::default()
    }
}

#[test]
fn the_nearest_point_is_that_of_a_search_through_all_samples() {
    let mut dice = Dice(7);
    for _ in 0..40 {
        let triangle = [(); 3].map(|()| Vec3::from_array(dice.rolls()));
        let to = Vec3::from_array(dice.rolls()) * 2.0;
        let [x, y, z] = nearest_shares(triangle, to);
        assert!((x + y + z - 1.0).abs() < 1e-5 && [x, y, z].iter().all(|share| *share >= 0.0));
        let found = (triangle[0] * x + triangle[1] * y + triangle[2] * z).distance(to);
        let grid =
            (0..=60).flat_map(|i| (0..=60 - i).map(move |j| (i as f32 / 60.0, j as f32 / 60.0)));
        let least = grid.map(|(u, v)| {
            (triangle[0] * (1.0 - u - v) + triangle[1] * u + triangle[2] * v).distance(to)
        });
        let least = least.fold(f32::INFINITY, f32::min);
        assert!(
            found <= least + 1e-5 && found > least - 0.05,
            "{found} {least}"
        );
    }
}

#[test]
fn a_tree_finds_what_all_triangles_one_by_one_give() {
    let mut dice = Dice(11);
    let parts: Vec<MeshPart> = [300, 3, 0]
        .map(|count| {
            part(
                (0..count).map(|_| Vec3::from_array(dice.rolls())).collect(),
                (0..count as u32).collect(),
            )
        })
        .into();
    let surface = Surface::new(parts.iter());
    for _ in 0..200 {
        let to = Vec3::from_array(dice.rolls()) * 1.5;
        let hit = surface.nearest(to).unwrap();
        let each = surface.triangles.iter().map(|triangle| {
            let shares = nearest_shares(triangle.at, to);
            triangle
                .at
                .iter()
                .zip(shares)
                .map(|(at, share)| *at * share)
                .sum::<Vec3>()
                .distance(to)
        });
        assert_eq!(hit.distance, each.fold(f32::INFINITY, f32::min));
    }
}

#[test]
fn triangles_without_area_and_no_triangles() {
    let flat = part(vec![Vec3::ZERO, Vec3::X, Vec3::X * 3.0], vec![0, 1, 2]);
    let hit = Surface::new([&flat].into_iter())
        .nearest(Vec3::new(2.0, 1.0, 0.0))
        .unwrap();
    assert!((hit.distance - 1.0).abs() < 1e-6, "{hit:?}");
    let point = part(vec![Vec3::ONE; 3], vec![0, 1, 2]);
    assert_eq!(
        Surface::new([&point].into_iter())
            .nearest(Vec3::ZERO)
            .unwrap()
            .distance,
        3f32.sqrt()
    );
    assert_eq!(
        Surface::new([&part(vec![Vec3::ZERO], vec![])].into_iter()).nearest(Vec3::ZERO),
        None
    );
}
