//! Where something begins to be too much, too little or unclear: from both sides, with the words.

use super::{
    tests::{METRES, read_with},
    *,
};
use crate::ImportSeverity;

fn refusal(text: &str) -> String {
    let file = SourceFile::named("walk");
    let error = import(&file, text.as_bytes(), &METRES, &|_| true).expect_err(text);
    error.to_string()
}

/// A root that so many channels move, with an end, and its frames.
fn figure(offset: &str, channels: &str, frames: &[&str]) -> String {
    let count = channels.split_whitespace().count();
    format!(
        "HIERARCHY\nROOT a\n{{\nOFFSET {offset}\nCHANNELS {count} {channels}\nEnd Site\n{{\nOFFSET 0 2 0\n}}\n}}\n\
         MOTION\nFrames: {}\nFrame Time: 0.04\n{}",
        frames.len(),
        frames.join("\n")
    )
}

fn warned(found: &Imported) -> Vec<String> {
    let entries = found.report.entries.iter();
    entries
        .filter(|entry| entry.severity == ImportSeverity::Warning)
        .map(|entry| format!("{}: {}", entry.place, entry.text))
        .collect()
}

const LYING_DOWN: &str = "the file: The character lies on its front or back. If it has another up axis, import it with Z up.";

#[test]
fn an_end_may_have_a_list_of_no_channels_and_none_that_moves_it() {
    let with = |channels: &str| {
        figure("0 0 0", "Zrotation", &["0"])
            .replace("OFFSET 0 2 0", &format!("OFFSET 0 2 0\n{channels}"))
    };
    assert_eq!(warned(&read_with(&with("CHANNELS 0"), &METRES)), [""; 0]);
    let refused = refusal(&with("CHANNELS 1 Xrotation"));
    assert!(refused.starts_with("line 9: an End Site has no channels."));
    let twice = refusal(&with("CHANNELS 0\nCHANNELS 0"));
    assert!(twice.starts_with("line 10: the joint has CHANNELS twice."));
    let offset = refusal(&with("OFFSET 0 2 0"));
    assert!(offset.starts_with("line 9: the joint has two OFFSETs."));
}

#[test]
fn braces_need_no_blanks_around_them() {
    let text = figure("0 0 0", "Zrotation", &["90"]);
    let text = text.replace("\n{\nOFFSET", "{OFFSET").replace("\n}", "}");
    let found = read_with(&text, &METRES);
    let bones = &found.project.skeletons.values().next().unwrap().bones;
    let names: Vec<&str> = bones.iter().map(|bone| bone.name.as_str()).collect();
    assert_eq!(names, ["a", "a_End"]);
    assert_eq!(bones[1].reference.translation, Vec3::Y * 2.0);
    let braced = refusal(&text.replace("OFFSET 0 2 0}", "OFFSET 0 2{"));
    assert!(
        braced.starts_with("line 4: expected a number of an OFFSET, found “{”."),
        "{braced}"
    );
}

#[test]
fn a_word_is_quoted_up_to_32_bytes() {
    for (length, shown) in [(32, "x".repeat(32)), (33, format!("{}…", "x".repeat(32)))] {
        let found = refusal(&"x".repeat(length));
        assert!(found.contains(&format!("begins with “{shown}”")), "{found}");
    }
}

#[test]
fn two_to_the_23rd_frames_are_the_most() {
    let with = |frames: u32| {
        let text = figure("0 0 0", "Zrotation", &[]);
        refusal(&text.replace("Frames: 0", &format!("Frames: {frames}")))
    };
    let most = with(8_388_608);
    assert!(
        most.starts_with("line 14: the file ends inside the first of 8388608 frames."),
        "{most}"
    );
    let more = with(8_388_609);
    assert!(
        more.starts_with("line 12: 8388609 frames exceed the import limit of 8388608"),
        "{more}"
    );
}

#[test]
fn a_number_of_a_frame_counts_up_to_a_thousand_million() {
    let places = |frames: &[&str]| {
        let found = read_with(&figure("0 0 0", "Xposition", frames), &METRES);
        let clip = found.project.clips.values().next().unwrap();
        let track = clip.source.tracks[0].translation.as_ref().unwrap();
        let along: Vec<f32> = track.values.iter().step_by(3).copied().collect();
        (along, warned(&found))
    };
    let (along, told) = places(&["1", "1000000000", "-1000000000", "2"]);
    assert_eq!((along, told), (vec![1.0, 1e9, -1e9, 2.0], vec![]));
    let (along, told) = places(&["1", "1000000001", "nan", "-1000000001", "2"]);
    assert_eq!(along, [1.0, 1.0, 1.0, 1.0, 2.0]);
    let text =
        "line 15: 3 numbers are invalid or too large; the values of the frame before are used.";
    assert_eq!(told, [text]);
}

#[test]
fn offsets_and_places_that_are_too_large_in_metres_are_counted() {
    let options = Options {
        bvh: BvhOptions {
            unit: Some(2.0),
            positions: Positions::Replace,
            ..METRES.bvh
        },
        ..METRES
    };
    let text = figure(
        "6e8 0 0",
        "Xposition Yposition",
        &["1 1", "1e8 9e8", "8e8 8e8"],
    );
    let found = read_with(&text, &options);
    assert_eq!(
        warned(&found),
        [
            "the file: 1 OFFSETs are too large; they were clamped.",
            "the file: 2 positions are too large; they were clamped."
        ]
    );
    let bone = &found.project.skeletons.values().next().unwrap().bones[0];
    assert_eq!(bone.reference.translation.x, 1e9);
}

#[test]
fn a_mean_of_exactly_half_the_offset_is_added_and_unclear() {
    let read = |frames: &[&str]| {
        let options = Options {
            bvh: BvhOptions {
                positions: Positions::Guess,
                ..METRES.bvh
            },
            ..METRES
        };
        let found = read_with(&figure("0 8 0", "Yposition", frames), &options);
        let fix = found.report.entries.iter().find_map(|entry| entry.fix);
        let unclear = warned(&found)
            .iter()
            .any(|text| text.contains("It is unclear"));
        (fix, unclear)
    };
    let (add, replace) = (
        Some(ImportFix::Positions(Positions::Add)),
        Some(ImportFix::Positions(Positions::Replace)),
    );
    for (frame, found) in [
        ("1.99", (replace, false)),
        ("2", (replace, true)),
        ("4", (replace, true)),
        ("4.01", (add, true)),
        ("5.99", (add, true)),
        ("6", (add, false)),
        ("8", (add, false)),
    ] {
        assert_eq!(read(&[frame]), found, "{frame}");
    }
}

/// As many joints of one kind as of the other: what most would say is said of the first kind.
#[test]
fn of_as_many_joints_either_way_adding_is_offered() {
    let text = "HIERARCHY ROOT a { OFFSET 0 8 0 CHANNELS 1 Yposition JOINT b { OFFSET 0 8 0 CHANNELS 1 Yposition } } \
                MOTION\nFrames: 1\nFrame Time: 0.04\n8 0";
    let options = Options {
        bvh: BvhOptions {
            positions: Positions::Guess,
            ..METRES.bvh
        },
        ..METRES
    };
    let found = read_with(text, &options);
    let entry = found
        .report
        .entries
        .iter()
        .find(|it| it.fix.is_some())
        .unwrap();
    assert_eq!(entry.fix, Some(ImportFix::Positions(Positions::Add)));
    let told = "Position channels replace OFFSET at 1 joints and add to it at 1, by their mean.";
    assert!(entry.text.starts_with(told), "{}", entry.text);
}

#[test]
fn a_figure_lies_from_two_and_a_half_times_its_height_on() {
    let told = |depth: f64| {
        let text = figure("0 0 0", "Zrotation", &["0"])
            .replace("OFFSET 0 2 0", &format!("OFFSET 0 2 {depth}"));
        warned(&read_with(&text, &METRES))
    };
    assert_eq!(told(5.0), [""; 0]);
    assert_eq!(told(5.01), [LYING_DOWN]);
}

#[test]
fn a_figure_of_no_size_has_a_unit_of_a_metre() {
    let text = figure("0 0 0", "Zrotation", &["0"]).replace("OFFSET 0 2 0", "OFFSET 0 0 0");
    let options = Options {
        bvh: BvhOptions {
            unit: None,
            ..METRES.bvh
        },
        ..METRES
    };
    let told = warned(&read_with(&text, &options));
    let wanted = "the file: All joints are in one place; the unit is assumed to be 1 m.";
    assert_eq!(told, [wanted]);
}

/// Sixty-five thousand bytes and more between two reports, of which each says how far it is.
#[test]
fn progress_is_told_after_the_first_frame_and_every_sixty_four_kibibytes() {
    let line = "1234567";
    let frames = vec![line; 30_000];
    let text = figure("0 0 0", "Zrotation", &frames);
    let before = (text.len() - 30_000 * 8 + 1) as f32;
    let all = text.len() as f32;
    let parts = std::cell::RefCell::new(Vec::new());
    let tell = |part: f32| {
        parts.borrow_mut().push(part);
        true
    };
    import(&SourceFile::named("walk"), text.as_bytes(), &METRES, &tell).unwrap();
    let found: Vec<f32> = parts.into_inner();
    let of_frames: Vec<f32> = found
        .iter()
        .copied()
        .filter(|part| (0.05..0.9).contains(part))
        .collect();
    // Eight bytes a frame, with the end of its line: every 8192nd one.
    let wanted = [0.0, 8192.0, 16_384.0, 24_576.0].map(|frame| {
        let at = before + frame * 8.0 + 7.0;
        0.05 + 0.85 * at / all
    });
    assert_eq!(of_frames.len(), 4, "{found:?}");
    for (found, wanted) in of_frames.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-4, "{found} {wanted}");
    }
}

#[test]
fn frames_later_than_a_million_seconds_are_left_out() {
    let with = |count: usize| {
        let frames = vec!["0"; count];
        let text = figure("0 0 0", "Zrotation", &frames).replace("0.04", "100000");
        let found = read_with(&text, &METRES);
        let clip = found.project.clips.values().next().unwrap();
        let track = clip.source.tracks[0].rotation.clone().unwrap();
        let told = warned(&found);
        (
            track.times.len(),
            told.into_iter().find(|it| it.contains("left out")),
        )
    };
    assert_eq!(with(11), (11, None));
    for (count, left_out) in [(12, 1), (14, 3)] {
        let (kept, told) = with(count);
        let text =
            format!("{left_out} frames are more than 1e6 s from the first; they were left out.");
        assert_eq!(kept, 11);
        assert!(
            told.as_ref().is_some_and(|it| it.ends_with(&text)),
            "{told:?}"
        );
    }
}

/// What is written with an exponent is no rounded fraction.
#[test]
fn a_frame_time_is_rounded_by_the_digits_that_it_is_written_with() {
    let rate = |written: &str| {
        let text = figure("0 0 0", "Zrotation", &["0", "1", "2"]).replace("0.04", written);
        let found = read_with(&text, &METRES);
        let clip = found.project.clips.values().next().unwrap();
        let told = found
            .report
            .entries
            .iter()
            .find(|it| it.text.contains("is rounded"));
        (clip.frame_rate, told.map(|it| it.text.clone()))
    };
    let (plain, told) = rate("0.0083");
    let text = "The frame time 0.0083 s is rounded; 120 frames per second is used.";
    assert_eq!((plain, told.as_deref()), (120.0, Some(text)));
    let (exact, told) = rate("8.3e-3");
    assert!(
        (exact - 1.0 / 0.0083).abs() < 1e-3 && told.is_none(),
        "{exact} {told:?}"
    );
    assert_eq!(rate("0.033333333333333333333333"), (30.0, None));
}

#[test]
fn a_capsule_is_an_eighth_of_its_bone_within_what_the_figure_bears() {
    for (length, radius) in [
        (1.0, 0.045),
        (0.375, 0.045),
        (0.2, 0.024),
        (0.03, 0.004),
        (0.006, 0.003),
    ] {
        let bones = [0, 1].map(|node| body::CapsuleBone {
            node,
            end: Vec3::Y * length * 2.0,
        });
        let models = [Affine3A::IDENTITY; 2];
        let mut budget = Budget::for_file(0);
        let (mesh, skin) = body::of(&bones, &models, 2.0, &mut budget)
            .unwrap()
            .unwrap();
        assert_eq!(skin.joints, [0, 1]);
        let geometry = mesh.parts[0].geometry.as_ref().unwrap();
        assert!(geometry.is_sound());
        assert_eq!(geometry.influences.as_ref().unwrap().highest, 1);
        let first = Vec3::from(geometry.positions[0]);
        assert!(
            first.abs_diff_eq(Vec3::NEG_Y * radius * 2.0, 1e-6),
            "{length}: {first}"
        );
    }
}

#[test]
fn every_thousand_joints_progress_is_told() {
    let joints = |count: usize| {
        let ends = "End Site { OFFSET 0 1 0 } ".repeat(count - 1);
        let text = format!(
            "HIERARCHY ROOT a {{ OFFSET 0 0 0 {ends} }} MOTION\nFrames: 0\nFrame Time: 1\n"
        );
        let parts = std::cell::RefCell::new(Vec::new());
        let tell = |part: f32| {
            parts.borrow_mut().extend((part < 0.05).then_some(part));
            true
        };
        import(&SourceFile::named("walk"), text.as_bytes(), &METRES, &tell).unwrap();
        let parts = parts.into_inner();
        let first = "HIERARCHY ROOT a {".len() as f32 / text.len() as f32;
        assert!((parts[0] - 0.05 * first).abs() < 1e-6, "{parts:?}");
        parts.len()
    };
    assert_eq!([joints(1024), joints(1025), joints(2049)], [1, 2, 3]);
}

#[test]
fn a_hundred_thousandth_of_a_second_is_the_shortest_frame() {
    let with = |written: &str| {
        let text = figure("0 0 0", "Zrotation", &["0", "1"]).replace("0.04", written);
        import(
            &SourceFile::named("walk"),
            text.as_bytes(),
            &METRES,
            &|_| true,
        )
        .map(|_| ())
        .map_err(|error| error.to_string())
    };
    assert_eq!(with("0.00001"), Ok(()));
    for short in ["0.0000099", "0", "-0.04"] {
        let error = with(short).unwrap_err();
        let told = format!(
            "line 13: a frame time of {short} is not supported. Write the seconds per frame"
        );
        assert!(error.starts_with(&told), "{error}");
    }
    let text = figure("0 0 0", "Zrotation", &["0"]).replace("Frame Time: 0.04\n", "");
    let error = refusal(&text);
    let told = "a file without “Frame Time:” is not supported. Write the seconds per frame";
    assert!(error.contains(told), "{error}");
}

#[test]
fn one_place_beyond_bounds_is_told_too() {
    let options = Options {
        bvh: BvhOptions {
            unit: Some(2.0),
            positions: Positions::Replace,
            ..METRES.bvh
        },
        ..METRES
    };
    let found = read_with(&figure("0 0 0", "Yposition", &["1", "9e8"]), &options);
    let told = "the file: 1 positions are too large; they were clamped.";
    assert_eq!(warned(&found), [told]);
}
