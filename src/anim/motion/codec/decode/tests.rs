use super::*;
use crate::{
    codec::{
        EncoderSettings, EncoderSource, encode,
        tests::{motion, skeleton},
    },
    dice::Dice,
};

const FRAMES: u32 = 70;

/// The frames of a cache's two places after a step of a player, of those that were not unpacked
/// again.
fn kept(from: u32, to: u32) -> [Option<u32>; 2] {
    let (skeleton, frames) = (skeleton(), motion(FRAMES as usize));
    let shells = vec![EncoderSettings::DEFAULT_SHELL; skeleton.len()];
    let source = EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    let clip = encode(
        &source,
        &EncoderSettings {
            precision: 1e-2,
            ..EncoderSettings::default()
        },
    )
    .unwrap()
    .0;
    let (mut cache, mut pose) = (SampleCache::default(), Pose::reference(&skeleton));
    clip.sample_cached(
        Span {
            frame: from,
            fraction: 0.5,
        },
        &mut cache,
        &mut pose,
    );
    let marks = cache
        .player
        .groups
        .iter_mut()
        .flat_map(|group| &mut group.0)
        .flatten()
        .flatten();
    marks.for_each(|value| *value = 77.0);
    clip.sample_cached(
        Span {
            frame: to,
            fraction: 0.5,
        },
        &mut cache,
        &mut pose,
    );
    let is_marked = |place: usize| {
        cache
            .player
            .groups
            .iter()
            .all(|group| group.0[place][0][0] == 77.0)
    };
    [0, 1].map(|place| is_marked(place).then_some(cache.player.frames[place]))
}

#[test]
fn playing_on_unpacks_the_frame_that_comes_in_alone() {
    assert_eq!(kept(20, 20), [Some(20), Some(21)]);
    assert_eq!(kept(20, 21), [None, Some(21)]);
    assert_eq!(kept(20, 19), [Some(20), None]);
    assert_eq!(kept(20, 22), [None; 2]);
    assert_eq!(kept(20, 9), [None; 2]);
    assert_eq!(
        kept(31, 32),
        [None, Some(32)],
        "from one segment to the next"
    );
    assert_eq!(
        kept(FRAMES - 2, FRAMES - 1),
        [Some(FRAMES - 2), Some(FRAMES - 1)],
        "the last stands alone"
    );
}

/// Players of several clips at any times, whose segments crowd each other out.
#[test]
fn players_that_share_segments_see_the_bits_of_their_own_clips() {
    let skeleton = skeleton();
    let shells = vec![EncoderSettings::DEFAULT_SHELL; skeleton.len()];
    let clip = |precision: f32, frames: u32| {
        let frames = motion(frames as usize);
        let source = EncoderSource {
            skeleton: &skeleton,
            additive: None,
            bases: &[],
            frames: &frames,
            shells: &shells,
        };
        encode(
            &source,
            &EncoderSettings {
                precision,
                ..EncoderSettings::default()
            },
        )
        .unwrap()
        .0
    };
    let clips = [(1e-2, 70), (1e-3, 70), (1e-4, 200), (1e-2, 33), (3e-3, 130)]
        .map(|(at, frames)| clip(at, frames));
    let mut dice = Dice(9);
    for count in [1, 2, 3, SEGMENTS] {
        let mut segments = SegmentCache {
            slots: Vec::new(),
            count,
        };
        let mut players: Vec<PlayerCache> = (0..12).map(|_| PlayerCache::default()).collect();
        for _ in 0..600 {
            let (who, which) = (dice.below(12), dice.below(5));
            let clip = &clips[if dice.below(9) == 0 { which } else { who % 5 }];
            let span = Span {
                frame: dice.below(210) as u32,
                fraction: dice.below(1000) as f32 / 999.0,
            };
            let rows = if dice.below(4) == 0 {
                Rows::of([0])
            } else {
                Rows::ALL
            };
            let (mut wanted, mut found) = (Pose::reference(&skeleton), Pose::reference(&skeleton));
            wanted.narrow(rows);
            found.narrow(rows);
            clip.sample(span, &mut wanted);
            clip.sample_with(
                span,
                Cached {
                    player: &mut players[who],
                    segments: &mut segments,
                },
                &mut found,
            );
            assert_eq!(found.hash(), wanted.hash(), "{count} segments");
        }
    }
}

/// Of 11 bones, each another number, the scale of one too where it is `scaled`.
fn still(by: f32, bones: usize, scaled: bool) -> Compressed {
    let skeleton = crate::fixture::chain(bones);
    let mut deltas = Pose::default();
    deltas.fill(bones, &NO_DELTA);
    for bone in (0..bones).filter(|bone| bone % 3 != 0) {
        deltas.set_translation(bone, Vec3::splat(by * (bone + 1) as f32));
        deltas.set_rotation(bone, Quat::from_rotation_x(by * bone as f32));
    }
    if scaled {
        deltas.set(
            1,
            &Transform {
                scale: Vec3::splat(0.5),
                ..deltas.get(1)
            },
        );
    }
    let shells = vec![EncoderSettings::DEFAULT_SHELL; bones];
    let additive = Some(crate::additive::AdditiveKind::Local);
    let source = EncoderSource {
        skeleton: &skeleton,
        additive,
        bases: &[],
        frames: &[deltas],
        shells: &shells,
    };
    encode(&source, &EncoderSettings::default()).unwrap().0
}

#[test]
fn what_stands_still_is_unpacked_once_and_again_for_another_clip() {
    let mut cache = SampleCache::default();
    for (by, bones, scaled) in [
        (0.1, 11, false),
        (0.1, 11, false),
        (0.2, 11, false),
        (0.2, 19, true),
    ] {
        let clip = still(by, bones, scaled);
        let (mut wanted, mut found) = (Pose::default(), Pose::reference(&skeleton()));
        wanted.fill(bones, &NO_DELTA);
        clip.sample(
            Span {
                frame: 0,
                fraction: 0.0,
            },
            &mut wanted,
        );
        assert!(clip.sample_still(bones, Rows::ALL, &mut cache.segments, &mut found));
        assert_eq!(found.hash(), wanted.hash(), "{by} {bones}");
        assert_eq!(found.has_even_scale(0.0), !scaled);
    }
    let (skeleton, frames) = (skeleton(), motion(FRAMES as usize));
    let shells = vec![EncoderSettings::DEFAULT_SHELL; skeleton.len()];
    let source = EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    let moving = encode(&source, &EncoderSettings::default()).unwrap().0;
    assert!(!moving.sample_still(
        skeleton.len(),
        Rows::ALL,
        &mut cache.segments,
        &mut Pose::default()
    ));
}
