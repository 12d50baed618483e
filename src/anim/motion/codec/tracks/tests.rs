use super::*;
use crate::{Pose, fixture};

/// What is stored of some frames at a tolerance, with points three centimetres from their bones.
fn stored(skeleton: &Skeleton, frames: &[Pose], tolerance: f32) -> Tracks {
    let shells = vec![0.03; skeleton.len()];
    let source = EncoderSource {
        skeleton,
        additive: None,
        bases: &[],
        frames,
        shells: &shells,
    };
    let candidates = Candidates::new(&source, ErrorMetricSpace::Object);
    let tracks = candidates.tracks(tolerance);
    let animated = tracks.animated.len() - tracks.still;
    assert_eq!(candidates.counts(tolerance), [tracks.defaults, animated]);
    tracks
}

/// One bone, put to each place in turn.
fn of_one(locals: &[Transform], tolerance: f32) -> Tracks {
    let frames: Vec<Pose> = locals.iter().map(|local| Pose::new([*local])).collect();
    stored(&fixture::chain(1), &frames, tolerance)
}

#[test]
fn a_turn_reaches_as_far_as_the_chain_below_it() {
    let length = [0.0, 30.0, 25.0];
    let skeleton = fixture::skeleton(&[-1, 0, 1], |bone| {
        Transform::from_translation(Vec3::Y * length[bone])
    });
    let (frames, shells) = ([Pose::reference(&skeleton)], [3.0; 3]);
    let source = EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    assert_eq!(
        levers(&source, &shells, ErrorMetricSpace::Object).turn,
        [58.0, 28.0, 3.0]
    );
}

#[test]
fn a_shift_reaches_as_far_as_its_parents_are_large_and_a_turn_as_the_points_below_are() {
    let skeleton = fixture::skeleton(&[-1, 0, 1], |_| Transform::from_translation(Vec3::Y));
    let grown = |bone: usize, by: Vec3| {
        let mut pose = Pose::reference(&skeleton);
        pose.set(
            bone,
            &Transform {
                scale: by,
                ..pose.get(bone)
            },
        );
        pose
    };
    let frames = [
        Pose::reference(&skeleton),
        grown(0, Vec3::new(1.0, 3.0, 2.0)),
        grown(2, Vec3::new(5.0, 1.0, 1.0)),
    ];
    let shells = [0.5; 3];
    let source = EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    let levers = levers(&source, &shells, ErrorMetricSpace::Object);
    assert_eq!(levers.shift, [1.0, 3.0, 3.0]);
    assert_eq!(levers.turn, [2.0 * 3.0 + 0.5 * 3.0, 3.0 + 0.5 * 3.0, 2.5]);
}

#[test]
fn what_hardly_moves_is_one_value_in_the_middle_of_its_way() {
    let places = [1.0f32, 1.2, 1.05].map(|x| Transform::from_translation(Vec3::new(x, -x, 0.0)));
    let tracks = of_one(&places, 0.15);
    assert_eq!(
        (
            tracks.constant_count,
            tracks.defaults,
            tracks.animated.len()
        ),
        (1, 2, 0)
    );
    let PackedConstant {
        bone,
        property,
        value,
    } = tracks.constants[0];
    assert_eq!((bone, property), (0, Property::Translation as u16));
    assert!((value[0] - 1.1).abs() < 1e-6 && (value[1] + 1.1).abs() < 1e-6 && value[2] == 0.0);
    // The diagonal's half is 0.1414.
    let tracks = of_one(&places, 0.14);
    let track = &tracks.animated[0];
    assert_eq!(
        (
            tracks.animated.len(),
            tracks.constants.len(),
            track.property
        ),
        (1, 0, Property::Translation)
    );
    assert_eq!(
        (track.base[..3].to_vec(), track.values[1]),
        (vec![1.0, -1.2, 0.0], [1.2, -1.2, 0.0, 0.0])
    );
    let reach = track.base[0] + track.base[3] * 65535.0;
    assert!((1.2..1.2001).contains(&reach), "{reach}");
    let close = places.map(|place| Transform::from_translation(place.translation * 1e-3));
    assert_eq!(
        of_one(&close, 2e-3).defaults,
        3,
        "near enough to the reference"
    );
    let same = of_one(&[places[0]; 3], 0.0);
    assert_eq!(same.constants[0].value, [1.0, -1.0, 0.0, 0.0], "to the bit");
}

#[test]
fn turns_that_hardly_differ_are_their_mean_and_count_by_the_shell() {
    let turns =
        [0.3f32, 0.5, 0.4].map(|angle| Transform::from_rotation(Quat::from_rotation_x(angle)));
    // A tenth of a radian either way, three centimetres out.
    let (still, moving) = (of_one(&turns, 0.00301), of_one(&turns, 0.00298));
    assert_eq!((still.constant_count, moving.animated.len()), (1, 1));
    let mean = Quat::from_array(still.constants[0].value);
    assert!(mean.abs_diff_eq(Quat::from_rotation_x(0.4), 1e-6), "{mean}");
    assert_eq!(still.constants[0].property, Property::FullRotation as u16);
    assert!(
        (moving.animated[0].weight - 0.06).abs() < 1e-6,
        "a component counts twice"
    );
}

#[test]
fn of_turns_too_far_apart_all_four_components_are_stored() {
    let turns = |degrees: f32| {
        [0.0, 0.0, 0.0, degrees, -degrees]
            .map(|d| Transform::from_rotation(Quat::from_rotation_z(d.to_radians())))
    };
    for (degrees, property) in [(138.0, Property::Rotation), (141.0, Property::FullRotation)] {
        let track = of_one(&turns(degrees), 0.0).animated.remove(0);
        assert_eq!(track.property, property, "{degrees}");
        let mut whole = track
            .values
            .iter()
            .map(|v| v.iter().map(|c| c * c).sum::<f32>());
        let is_unit = |length: f32| (length - 1.0).abs() < 1e-5;
        assert_eq!(whole.all(is_unit), property == Property::FullRotation);
    }
}

#[test]
fn signs_of_turns_that_are_stored_whole_go_on_from_frame_to_frame() {
    let turns: Vec<Transform> = (0..40)
        .map(|at| Transform::from_rotation(Quat::from_rotation_z(at as f32 * 0.3)))
        .collect();
    let flipped: Vec<Transform> = turns
        .iter()
        .enumerate()
        .map(|(at, turn)| {
            if at % 3 == 0 {
                Transform::from_rotation(-turn.rotation)
            } else {
                *turn
            }
        })
        .collect();
    for turns in [turns, flipped] {
        let track = of_one(&turns, 0.0).animated.remove(0);
        assert_eq!(track.property, Property::FullRotation);
        for pair in track.values.windows(2) {
            assert!((0..4).map(|i| pair[0][i] * pair[1][i]).sum::<f32>() > 0.9);
        }
    }
}

fn moving(bone: usize) -> SubTrack {
    SubTrack {
        bone,
        property: Property::Rotation,
        base: Vec::new(),
        weight: 1.0,
        values: Vec::new(),
    }
}

/// The part of the squared error that each track of some bones gets.
fn shares(parents: &[i32], bones: &[usize]) -> Vec<f32> {
    let skeleton = fixture::skeleton(parents, |_| Transform::IDENTITY);
    let mut tracks = Tracks {
        animated: bones.iter().map(|bone| moving(*bone)).collect(),
        ..Tracks::default()
    };
    tracks.share_error(&skeleton);
    tracks
        .animated
        .iter()
        .map(|track| track.weight.powi(-2))
        .collect()
}

#[test]
fn the_error_is_shared_along_each_chain_by_what_is_stored_of_it() {
    let near = |found: Vec<f32>, wanted: &[f32]| {
        assert_eq!(found.len(), wanted.len());
        assert!(
            found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5),
            "{found:?} {wanted:?}"
        );
    };
    near(shares(&[-1, 0, 1], &[0, 1, 2]), &[1.0 / 3.0; 3]);
    near(
        shares(&[-1, 0, 0], &[0, 1, 2]),
        &[1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0],
    );
    near(shares(&[-1, 0, 1], &[0, 0, 2]), &[1.0 / 3.0; 3]);
    near(shares(&[-1, 0, 0], &[1, 1, 2]), &[0.5, 0.5, 1.0]);
    near(shares(&[-1, 0, 1], &[2]), &[1.0]);
}

/// Nine bones of which some turn and the others stand turned.
fn turning(bones: &[usize]) -> Tracks {
    let skeleton = fixture::chain(9);
    let frame = |at: usize| {
        let angle = |bone: usize| {
            if bones.contains(&bone) {
                0.2 * (1 + at) as f32
            } else {
                0.4
            }
        };
        Pose::new((0..9).map(|bone| Transform::from_rotation(Quat::from_rotation_y(angle(bone)))))
    };
    stored(&skeleton, &[frame(0), frame(1), frame(2)], 0.0)
}

#[test]
fn a_group_that_is_nearly_full_takes_in_what_stands_still_beside_it() {
    let few = turning(&[0, 1, 2, 3]);
    assert_eq!(
        (few.animated.len(), few.still, few.constants.len()),
        (4, 0, 5)
    );
    let most = turning(&[0, 1, 2, 4, 7]);
    assert_eq!(
        (
            most.animated.len(),
            most.still,
            most.constants.len(),
            most.constant_count
        ),
        (8, 3, 1, 4)
    );
    assert_eq!(
        most.animated
            .iter()
            .map(|track| track.bone)
            .collect::<Vec<_>>(),
        (0..8).collect::<Vec<_>>()
    );
    let taken_in = &most.animated[3];
    let turn = Quat::from_rotation_y(0.4);
    assert!(Quat::from_slice(&taken_in.base[..4]).abs_diff_eq(turn, 1e-6));
    assert_eq!(
        (&taken_in.values, taken_in.weight),
        (&vec![[0.0; 4]; 3], 0.0)
    );
    assert_eq!(most.constants[0].bone, 8, "that of the next block stays");
}

#[test]
fn what_a_group_takes_in_beyond_the_last_bone_is_the_identity() {
    let skeleton = fixture::chain(5);
    let frame = |at: usize| {
        let grown = Transform {
            scale: Vec3::splat(1.0 + at as f32),
            ..Transform::from_translation(Vec3::X * at as f32)
        };
        Pose::new([grown; 5])
    };
    let tracks = stored(&skeleton, &[frame(0), frame(1)], 0.0);
    let of = |property| {
        let found = tracks
            .animated
            .iter()
            .find(|track| track.property == property && track.bone == 6);
        found
            .map(|track| (track.base.clone(), track.values[0]))
            .unwrap()
    };
    assert_eq!(of(Property::Translation), (vec![0.0; 6], [0.0; 4]));
    assert_eq!(
        of(Property::Scale),
        (vec![1.0, 1.0, 1.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 0.0])
    );
    assert!(
        tracks
            .animated
            .iter()
            .all(|track| track.property != Property::Rotation)
    );
}

#[test]
fn values_that_cannot_be_reckoned_with_are_not_sound() {
    let with = |change: fn(&mut Transform)| {
        let mut local = Transform::IDENTITY;
        change(&mut local);
        is_sound(&local)
    };
    assert!(with(|local| local.translation.x = 1e18) && with(|local| local.scale.y = -1e18));
    assert!(with(
        |local| local.rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 1.01e-6)
    ));
    assert!(with(
        |local| local.rotation = Quat::from_xyzw(0.0, 0.99e9, 0.0, 0.0)
    ));
    for bad in [
        (|local| local.translation.z = -1.1e18) as fn(&mut Transform),
        |local| local.scale.x = 1.1e18,
        |local| local.scale.x = f32::NAN,
        |local| local.rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.99e-6),
        |local| local.rotation = Quat::from_xyzw(0.0, 0.0, 1.01e9, 0.0),
    ] {
        assert!(!with(bad));
    }
}

#[test]
fn levers_are_looked_for_in_a_few_hundred_poses_and_in_all_of_fewer() {
    let skeleton = fixture::chain(2);
    let reach = |frames: usize, far: usize| {
        let at = |frame: usize| if frame == far { 8.0 } else { 1.0 };
        let frames: Vec<Pose> = (0..frames)
            .map(|frame| {
                Pose::new([
                    Transform::IDENTITY,
                    Transform::from_translation(Vec3::X * at(frame)),
                ])
            })
            .collect();
        let source = EncoderSource {
            skeleton: &skeleton,
            additive: None,
            bases: &[],
            frames: &frames,
            shells: &[0.5; 2],
        };
        levers(&source, source.shells, ErrorMetricSpace::Object).turn[0]
    };
    assert_eq!(
        [reach(256, 1), reach(257, 1), reach(257, 2)],
        [8.5, 1.5, 8.5]
    );
}

#[test]
fn turns_too_far_apart_to_have_a_middle_give_the_first() {
    // Each at right angles to the sum of those before: what the sum grows by is the root of their
    // number.
    let spread = |count: usize| {
        let mut values = vec![Quat::IDENTITY];
        let mut sum = Quat::IDENTITY;
        while values.len() < count {
            let next = Quat::from_xyzw(sum.w, 0.0, 0.0, -sum.x) * (1.0 / sum.length());
            sum = if sum.dot(next) < 0.0 {
                sum - next
            } else {
                sum + next
            };
            values.push(next);
        }
        mean(&values)
    };
    assert_eq!(spread(110), Quat::IDENTITY);
    assert_ne!(spread(90), Quat::IDENTITY);
}

#[test]
fn what_hangs_on_a_bone_that_is_not_stored_shares_as_if_it_were_not_there() {
    let found = shares(&[-1, 0, 1, 1], &[2, 2, 3]);
    assert!(
        found
            .iter()
            .zip([0.5, 0.5, 1.0])
            .all(|(a, b)| (a - b).abs() < 1e-5),
        "{found:?}"
    );
}
