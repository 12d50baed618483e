use super::*;
use crate::{
    Pose, Skeleton,
    codec::{
        EncoderSettings, EncoderSource, encode,
        tests::{motion, skeleton},
    },
};

fn clip(skeleton: &Skeleton, frames: &[Pose]) -> Compressed {
    let shells = vec![EncoderSettings::DEFAULT_SHELL; skeleton.len()];
    let source = EncoderSource {
        skeleton,
        additive: None,
        bases: &[],
        frames,
        shells: &shells,
    };
    encode(&source, &EncoderSettings::default()).unwrap().0
}

/// Channels that move, stand still, or are not stored at all, frames on and between, and beyond the
/// last.
#[test]
fn the_root_is_the_one_of_the_whole_pose() {
    let (skeleton, all) = (skeleton(), motion(70));
    let still: Vec<Pose> = all.iter().map(|_| all[0].clone()).collect();
    let turning = |pose: &Pose| {
        let mut turning = pose.clone();
        turning.set_translation(0, Vec3::ONE);
        turning.set(
            0,
            &Transform {
                scale: Vec3::splat(2.0),
                ..turning.get(0)
            },
        );
        turning
    };
    let turning: Vec<Pose> = all.iter().map(turning).collect();
    let reference = Pose::reference(&skeleton);
    let bare = vec![reference.clone(); 70];
    for frames in [&all, &still, &turning, &bare, &all[..1].to_vec()] {
        let clip = clip(&skeleton, frames);
        for held in [
            reference.get(0),
            Transform {
                translation: Vec3::splat(9.0),
                ..Transform::IDENTITY
            },
        ] {
            for frame in (0..72).chain([u32::MAX - 1]) {
                for fraction in [0.0, 0.25, 1.0] {
                    let span = Span { frame, fraction };
                    let (found, wanted) = (
                        clip.sample_root(span, &held),
                        clip.sample_bone(0, span, &held),
                    );
                    let far = found.translation.distance(wanted.translation)
                        + (found.rotation - wanted.rotation).length()
                        + found.scale.distance(wanted.scale);
                    assert!(far < 3e-6, "{frame} {fraction}: {found:?} {wanted:?}");
                    assert!(
                        fraction > 0.0 || far == 0.0,
                        "a frame is its own to the bit"
                    );
                }
            }
        }
    }
}
