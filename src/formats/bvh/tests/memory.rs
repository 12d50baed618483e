//! How many bytes each part of a file is counted with before it is read.

use super::{
    body::{self, CapsuleBone},
    hierarchy, import, motion,
    tests::METRES,
    text::Text,
    *,
};
use crate::{ImportProblem, reading::tests::least_memory};

/// Every End Site has the name of its joint, so that few bytes call for many.
#[test]
fn joints_are_counted_with_their_names_and_a_copy_of_the_text() {
    let name = "x".repeat(100_000);
    let ends = "End Site { OFFSET 0 0 0 } ".repeat(2000);
    let text = format!("HIERARCHY ROOT {name} {{ OFFSET 0 0 0 {ends} }} MOTION");
    for (nuls, copy) in [("", 0), ("\0\0", text.len() as u64 + 2)] {
        let bytes = format!("{nuls}{text}").into_bytes();
        let file = SourceFile::named("walk");
        let found = import(&file, &bytes, &METRES, &|_| true).unwrap_err();
        let ImportProblem::Memory { asked, left } = found.problem else {
            panic!("{found}")
        };
        let all = (64 << 20) + 40 * bytes.len() as u64;
        let (root, end) = (1024 + 8 * 100_000, 1024 + 8 * 100_004);
        assert_eq!((asked, left), (end, (all - copy - root) % end));
    }
}

#[test]
fn frames_are_counted_with_their_keys_and_a_block_of_numbers() {
    let least = |channels: &str, frames: usize, numbers: usize| {
        let count = channels.split_whitespace().count();
        let figure =
            format!("HIERARCHY ROOT a {{ OFFSET 0 0 0 CHANNELS {count} {channels} }} MOTION");
        let motion = format!(
            "Frames: {frames}\nFrame Time: 0.5\n{}",
            "1 ".repeat(numbers).trim_end()
        );
        least_memory(|reading| {
            let mut joints = Reading {
                report: &mut ImportReport::default(),
                budget: Budget::for_file(0),
                progress: &|_| true,
            };
            let joints = hierarchy::read(&mut Text::new(figure.as_bytes()), &mut joints).unwrap();
            let text = &mut Text::new(motion.as_bytes());
            motion::read(text, &joints, DQuat::IDENTITY, &METRES.bvh, reading).is_ok()
        })
    };
    let (places, turns) = ("Xposition Yposition", "Xrotation");
    for (channels, frames, numbers, bytes) in [
        // 16 bytes for a place and its time, 20 for a turn, and 8 for each number that waits; the
        // row that is read is one more.
        (turns, 3, 3, 3 * 20 + 8 * (1 + 3)),
        (places, 3, 6, 3 * 16 + 8 * 2 * (1 + 3)),
        ("Xposition Xrotation", 3, 6, 3 * 36 + 8 * 2 * (1 + 3)),
        // No more frames than there are bytes for.
        (turns, 1_000_000, 7, 7 * 20 + 8 * (1 + 7)),
        (places, 1_000_000, 7, 3 * 16 + 8 * 2 * (1 + 3)),
        // No more numbers wait than a block has.
        (turns, 65_537, 65_537, 65_537 * 20 + 8 * (1 + 65_536)),
        (places, 32_769, 65_538, 32_769 * 16 + 8 * 2 * (1 + 32_768)),
    ] {
        assert_eq!(
            least(channels, frames, numbers),
            bytes,
            "{channels} {frames}"
        );
    }
}

#[test]
fn a_body_is_counted_with_its_capsules() {
    let least = |ends: &[f32]| {
        let bones: Vec<CapsuleBone> = ends
            .iter()
            .map(|end| CapsuleBone {
                node: 0,
                end: Vec3::Y * *end,
            })
            .collect();
        let models = [Affine3A::IDENTITY];
        least_memory(|reading| body::of(&bones, &models, 1.0, &mut reading.budget).is_ok())
    };
    // 62 vertices of 30 bytes, and 120 triangles of 12.
    let capsule = 62 * 30 + 120 * 12;
    assert_eq!(least(&[1.0]), capsule);
    assert_eq!(least(&[1.0, 0.5, 0.004]), 2 * capsule, "one is too short");
    assert_eq!(least(&[1.0; 2048]), 2048 * capsule);
    assert_eq!(least(&[1.0; 2049]), 2048 * capsule, "no more than 2048");
}
