use super::*;
use crate::{Transform, fixture::chain};
use glam::Vec3;

fn turned(q: Quat, x: f32, size: f32) -> Pose {
    Pose::new([
        Transform::new(Vec3::X * x, q, Vec3::splat(size)),
        Transform::IDENTITY,
    ])
}

fn poses() -> Vec<(Name, Pose)> {
    vec![
        (Name::new("base"), turned(Quat::IDENTITY, 1.0, 2.0)),
        (
            Name::new("a"),
            turned(Quat::from_rotation_x(40f32.to_radians()), 3.0, 3.0),
        ),
        (
            Name::new("b"),
            turned(Quat::from_rotation_y(40f32.to_radians()), 1.0, 4.0),
        ),
    ]
}

fn applied(asset: &PoseAsset, weights: &[f32], input: &Pose) -> Pose {
    let mut pose = input.clone();
    asset.apply(weights, &mut PoseRoom::default(), &mut pose);
    pose
}

/// The order of the asset is that of the turns; what moves and grows is summed.
#[test]
fn differences_turn_one_after_the_other_in_the_order_of_the_asset() {
    let asset = PoseAsset::additive(&chain(2), poses(), 0, WEIGHTS).unwrap();
    let out = applied(
        &asset,
        &[1.0, 0.5, 0.25],
        &turned(Quat::IDENTITY, 10.0, 1.0),
    )
    .get(0);
    let wanted =
        Quat::from_rotation_y(10f32.to_radians()) * Quat::from_rotation_x(20f32.to_radians());
    assert!(out.rotation.dot(wanted) > 1.0 - 1e-6, "{out:?}");
    assert!((out.translation.x - 11.0).abs() < 1e-6, "{out:?}");
    assert!(
        (out.scale.x - (1.0 + 0.5 * 0.5 + 0.25)).abs() < 1e-6,
        "{out:?}"
    );
    let beyond = |weight| {
        applied(
            &asset,
            &[0.0, weight, 0.0],
            &turned(Quat::IDENTITY, 0.0, 1.0),
        )
        .translation(0)
        .x
    };
    assert_eq!(
        [2.0, 9.0, -1.0, -9.0, f32::NAN].map(beyond),
        [4.0, 4.0, -2.0, -2.0, 0.0]
    );
}

#[test]
fn full_poses_take_their_part_and_the_input_the_rest() {
    let asset = PoseAsset::full(&chain(2), poses()).unwrap();
    let input = turned(Quat::IDENTITY, 10.0, 1.0);
    let x = |weights: &[f32]| applied(&asset, weights, &input).translation(0).x;
    assert!((x(&[0.0, 0.25, 0.25]) - (5.0 + 0.75 + 0.25)).abs() < 1e-5);
    assert!(
        (x(&[0.0, 1.0, 1.0]) - 2.0).abs() < 1e-5,
        "more than all is shared"
    );
    assert_eq!(x(&[0.0, 7.0, 0.0]), 3.0);
    for none in [&[0.0, 0.0, 0.0][..], &[f32::NAN, -1.0, 1e-6], &[]] {
        assert_eq!(applied(&asset, none, &input), input, "bit for bit");
    }
}

#[test]
fn poses_that_do_not_fit_are_refused() {
    let refused = |poses| PoseAsset::full(&chain(2), poses).unwrap_err();
    assert_eq!(
        refused(vec![(Name(1), Pose::reference(&chain(3)))]),
        PoseAssetError::Pose(0)
    );
    let twice = vec![
        (Name(1), Pose::reference(&chain(2))),
        (Name(1), Pose::reference(&chain(2))),
    ];
    assert_eq!(refused(twice), PoseAssetError::Name(1));
    assert_eq!(
        refused(vec![(Name(1), turned(Quat::IDENTITY, f32::NAN, 1.0))]),
        PoseAssetError::Pose(0)
    );
    let additive = |base, weights| PoseAsset::additive(&chain(2), poses(), base, weights).err();
    assert_eq!(additive(3, WEIGHTS), Some(PoseAssetError::Base));
    assert_eq!(additive(0, [1.0, 0.0]), Some(PoseAssetError::Weights));
    assert_eq!(additive(0, [f32::NAN, 0.0]), Some(PoseAssetError::Weights));
    let other = Pose::reference(&chain(5));
    assert_eq!(
        applied(
            &PoseAsset::full(&chain(2), poses()).unwrap(),
            &[0.0, 1.0],
            &other
        ),
        other
    );
}
