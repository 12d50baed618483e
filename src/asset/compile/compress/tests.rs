use super::*;
use anim::{Name, Transform, skeleton::Bone};
use glam::Vec3;

#[test]
fn precision_goes_by_the_size_of_the_figure() {
    let of_size = |height: f32| {
        let bone = |at: usize| Bone {
            name: Name(at as u64 + 1),
            parent: at as i32 - 1,
            reference: Transform::from_translation(
                Vec3::Y * if at == 0 { 0.1 } else { height / 4.0 },
            )
            .into(),
            reserved: 0,
        };
        let bones = (0..5).map(bone).collect();
        default_precision(&anim::Skeleton::new(Name(1), bones, Array::default()).unwrap())
    };
    for height in [0.8, 1.4, 1.8, 2.5] {
        assert_eq!(
            of_size(height),
            EncoderSettings::DEFAULT_PRECISION,
            "{height}"
        );
    }
    assert_eq!(
        (of_size(100.0), of_size(0.02), of_size(0.0)),
        (0.01, 1e-6, 1e-4)
    );
}

#[test]
fn precision_goes_by_powers_of_ten_around_a_human_and_no_further_than_four() {
    use crate::skeleton::Bone as Authored;
    let of_size = |size: f32| {
        let at = |x: f32| Transform::from_translation(Vec3::X * x);
        let bones = vec![
            Authored::new("a", None, at(-3.0 * size)),
            Authored::new("b", Some(0), at(size)),
        ];
        let authored = Skeleton {
            name: "s".into(),
            bones,
            ..Skeleton::default()
        };
        let precision = authored_precision(&authored);
        let compiled = super::super::skeleton_alone(&authored).unwrap();
        assert_eq!(precision, default_precision(&compiled), "{size}");
        precision
    };
    for (size, expected) in [
        (0.55, 1e-5),
        (0.59, 1e-4),
        (5.5, 1e-4),
        (5.9, 1e-3),
        (1.8e4, 1.0),
        (3e8, 1.0),
        (1.8e-3, 1e-7),
        (1e-9, 1e-8),
        (0.0, 1e-4),
    ] {
        let found = of_size(size);
        assert!((found / expected - 1.0).abs() < 1e-6, "{size}: {found}");
    }
    assert_eq!(
        authored_precision(&Skeleton::default()),
        EncoderSettings::DEFAULT_PRECISION
    );
}

#[test]
fn a_clip_has_a_pose_a_key_from_its_start_to_its_end() {
    let bone = Bone {
        name: Name(1),
        parent: -1,
        reference: Transform::IDENTITY.into(),
        reserved: 0,
    };
    let skeleton = anim::Skeleton::new(Name(1), vec![bone].into(), Array::default()).unwrap();
    for count in 1..5u32 {
        let floats: Vec<f32> = (0..count)
            .flat_map(|key| [key as f32 + 1.0, 0.0, 0.0])
            .collect();
        let (translation, none) = (
            anim::clip::Keys { first: 0, count },
            anim::clip::Keys::default(),
        );
        let track = anim::clip::Track {
            bone: 0,
            translation,
            rotation: none,
            scale: none,
        };
        let clip = anim::Clip {
            length: (count - 1) as f32 * 0.5,
            key_count: count,
            tracks: vec![track].into(),
            keys: floats.into(),
            ..anim::Clip::default()
        };
        let places: Vec<f32> = key_poses(&clip, &skeleton)
            .iter()
            .map(|pose| pose.translation(0).x)
            .collect();
        assert_eq!(
            places,
            (1..=count).map(|place| place as f32).collect::<Vec<_>>()
        );
    }
}
