use super::*;
use crate::{ImportFix, ImportProblem, ImportSeverity};
use asset::{BoneKey, Project, skeleton::Bone as SkeletonBone};
use glam::Mat3;
use std::{cell::RefCell, collections::BTreeMap, fmt::Write};

pub(super) const METRES: Options = Options {
    strip_namespaces: false,
    scale: 1.0,
    whole: false,
    more_memory: 0,
    bvh: BvhOptions {
        positions: Positions::Guess,
        up: Up::Y,
        unit: Some(1.0),
        frame_time: None,
        reference_frame: None,
    },
};

pub(super) fn read_with(text: &str, options: &Options) -> Imported {
    import(
        &SourceFile::named("walk"),
        text.as_bytes(),
        options,
        &|_| true,
    )
    .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn read(text: &str) -> Imported {
    read_with(text, &METRES)
}

fn refusal(text: &str) -> String {
    import(
        &SourceFile::named("walk"),
        text.as_bytes(),
        &METRES,
        &|_| true,
    )
    .expect_err(text)
    .to_string()
}

fn warnings(imported: &Imported) -> Vec<String> {
    let entries = imported
        .report
        .entries
        .iter()
        .filter(|entry| entry.severity == ImportSeverity::Warning);
    entries
        .map(|entry| format!("{}: {}", entry.place, entry.text))
        .collect()
}

fn bones(project: &Project) -> &[SkeletonBone] {
    let skeletons: Vec<_> = project.skeletons.values().collect();
    assert_eq!(skeletons.len(), 1);
    &skeletons[0].bones
}

/// Where each bone is at a time of the only clip, or at rest.
pub(super) fn models(project: &Project, time: Option<f32>) -> BTreeMap<String, Affine3A> {
    let clip = project.clips.values().next().filter(|_| time.is_some());
    let tracks: BTreeMap<&BoneKey, &Track> = clip
        .iter()
        .flat_map(|clip| &clip.source.tracks)
        .map(|track| (&track.bone, track))
        .collect();
    let mut models: Vec<Affine3A> = Vec::new();
    for bone in bones(project) {
        let track = tracks.get(&bone.key).zip(time);
        let local = track.map_or(bone.reference, |(track, time)| {
            track.evaluate(time, &bone.reference)
        });
        let above = bone
            .parent
            .map_or(Affine3A::IDENTITY, |parent| models[parent as usize]);
        models.push(above * local.to_affine());
    }
    bones(project)
        .iter()
        .map(|bone| bone.name.clone())
        .zip(models)
        .collect()
}

fn at(imported: &Imported, time: f32, bone: &str) -> Vec3 {
    models(&imported.project, Some(time))[bone]
        .translation
        .into()
}

fn near(a: Vec3, b: [f32; 3]) -> bool {
    a.abs_diff_eq(b.into(), 1e-5)
}

/// A root with an end two units above it, and its frames.
fn lone(channels: &str, offset: &str, frames: &[&str]) -> String {
    let count = channels.split_whitespace().count();
    format!(
        "HIERARCHY\nROOT Hips\n{{\n\tOFFSET {offset}\n\tCHANNELS {count} {channels}\n\tEnd Site\n\t{{\n\t\tOFFSET 0 2 0\n\t}}\n}}\n\
         MOTION\nFrames: {}\nFrame Time: 0.04\n{}\n",
        frames.len(),
        frames.join("\n")
    )
}

const SIX: &str = "Xposition Yposition Zposition Zrotation Xrotation Yrotation";
const ARM: &str = "HIERARCHY
ROOT Shoulder
{
\tOFFSET 0 0 0
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tJOINT Elbow
\t{
\t\tOFFSET 2.5 0 0
\t\tCHANNELS 3 Zrotation Xrotation Yrotation
\t\tEnd Site
\t\t{
\t\t\tOFFSET 0 3.5 0
\t\t}
\t}
}
MOTION
Frames: 2
Frame Time: 0.0333333
0 10 0 90 0 0 0 90 0
0 10 0 0 0 0 0 0 0
";

// ----
// turns -------------------------------------------------------------------------------------------

/// Properties 1 and 2 of import formats.
#[test]
fn channels_turn_in_their_written_order() {
    let turned = |channels: &str, frame: &str| {
        let project = read(&lone(channels, "0 0 0", &[frame])).project;
        models(&project, Some(0.0))["Hips"]
    };
    let model = turned("Zrotation Xrotation Yrotation", "90 90 0");
    assert!(near(model.transform_vector3(Vec3::Y), [0.0, 0.0, 1.0]));
    let reversed = turned("Yrotation Xrotation Zrotation", "0 90 90");
    assert!(near(reversed.transform_vector3(Vec3::Y), [-1.0, 0.0, 0.0]));
    let found =
        glam::Quat::from_mat3a(&turned("Zrotation Xrotation Yrotation", "30 20 10").matrix3);
    assert!(
        found.abs_diff_eq(
            Quat::from_xyzw(0.144878, 0.127679, 0.268536, 0.943714),
            1e-6
        ),
        "{found}"
    );
}

/// Property 3 of import formats.
#[test]
fn a_turn_moves_what_hangs_on_it_and_not_its_own_origin() {
    let imported = read(ARM);
    assert!(near(at(&imported, 0.0, "Shoulder"), [0.0, 10.0, 0.0]));
    assert!(near(at(&imported, 0.0, "Elbow"), [0.0, 12.5, 0.0]));
    assert!(near(at(&imported, 0.0, "Elbow_End"), [0.0, 12.5, 3.5]));
    assert!(near(at(&imported, 1.0, "Elbow_End"), [2.5, 13.5, 0.0]));
}

#[test]
fn axes_may_be_missing_and_come_twice() {
    let imported = read(&lone(
        "Xrotation Yrotation Xrotation",
        "0 0 0",
        &["30 90 60"],
    ));
    let expected = Mat3::from_rotation_x(30f32.to_radians())
        * Mat3::from_rotation_y(90f32.to_radians())
        * Mat3::from_rotation_x(60f32.to_radians());
    assert!(near(
        at(&imported, 0.0, "Hips_End"),
        (expected * Vec3::new(0.0, 2.0, 0.0)).to_array()
    ));
    assert!(
        warnings(&imported)
            .iter()
            .any(|text| text.starts_with("line 5:") && text.contains("twice"))
    );
    let one = read(&lone("Zrotation", "0 0 0", &["90"]));
    assert!(near(at(&one, 0.0, "Hips_End"), [-2.0, 0.0, 0.0]) && warnings(&one).is_empty());
}

#[test]
fn turns_go_on_from_the_frame_before() {
    // As programs write them, from -180 to 180 degrees: there the quaternion of the angle changes
    // its sign.
    let frames: Vec<String> = (0..60)
        .map(|frame| format!("{}", (frame * 13 + 180) % 360 - 180))
        .collect();
    let frames: Vec<&str> = frames.iter().map(String::as_str).collect();
    let imported = read(&lone("Yrotation", "0 0 0", &frames));
    let values = imported
        .project
        .clips
        .values()
        .next()
        .unwrap()
        .source
        .tracks[0]
        .rotation
        .clone()
        .unwrap()
        .values;
    let quats: Vec<Quat> = values.chunks_exact(4).map(Quat::from_slice).collect();
    assert_eq!(quats.len(), 60);
    assert!(quats.windows(2).all(|pair| pair[0].dot(pair[1]) > 0.9));
    assert!(
        quats.iter().any(|quat| quat.w < -0.5),
        "beyond half a turn the sign goes on"
    );
}

// ----
// places ------------------------------------------------------------------------------------------

#[test]
fn position_channels_are_read_as_their_mean_says_or_as_is_wished() {
    let read_as = |positions, frames: &[&str]| {
        let options = Options {
            bvh: BvhOptions {
                positions,
                ..METRES.bvh
            },
            ..METRES
        };
        read_with(&lone(SIX, "0 10 0", frames), &options)
    };
    let (absolute, relative) = (
        ["0 10 0 0 0 0", "0 11 0 0 0 0"],
        ["0 0 0 0 0 0", "0 1 0 0 0 0"],
    );
    for (frames, positions, height) in [
        (absolute, Positions::Guess, 10.0),
        (absolute, Positions::Replace, 10.0),
        (absolute, Positions::Add, 20.0),
        (relative, Positions::Guess, 10.0),
        (relative, Positions::Add, 10.0),
        (relative, Positions::Replace, 0.0),
    ] {
        let imported = read_as(positions, &frames);
        assert!(
            near(at(&imported, 0.0, "Hips"), [0.0, height, 0.0]),
            "{frames:?} {positions:?}"
        );
        assert!(near(at(&imported, 0.04, "Hips"), [0.0, height + 1.0, 0.0]));
        let told = imported
            .report
            .entries
            .iter()
            .any(|entry| entry.text.starts_with("Position channels replace"));
        assert_eq!(told, positions == Positions::Guess);
    }
    let unclear = read_as(Positions::Guess, &["0 4 0 0 0 0", "0 8 0 0 0 0"]);
    assert!(
        warnings(&unclear)
            .iter()
            .any(|text| text.contains("at 1 joints, such as “Hips”"))
    );
}

#[test]
fn an_axis_without_a_channel_keeps_its_offset_either_way() {
    for (frame, place) in [("10 0", [1.0, 10.0, 3.0]), ("1 0", [1.0, 11.0, 3.0])] {
        let imported = read(&lone("Yposition Zrotation", "1 10 3", &[frame]));
        assert!(
            near(at(&imported, 0.0, "Hips"), place),
            "{frame}: {}",
            at(&imported, 0.0, "Hips")
        );
    }
}

#[test]
fn z_up_is_turned_to_y_up() {
    let text = ARM.replace("Shoulder\n{\n\tOFFSET 0 0 0", "Shoulder\n{\n\tOFFSET 1 2 3");
    let options = Options {
        bvh: BvhOptions {
            up: Up::Z,
            ..METRES.bvh
        },
        ..METRES
    };
    let (as_it_is, turned) = (read(&text).project, read_with(&text, &options).project);
    for time in [None, Some(0.0), Some(0.02)] {
        let turned = models(&turned, time);
        for (name, model) in models(&as_it_is, time) {
            let [x, y, z] = model.translation.to_array();
            assert!(
                near(turned[&name].translation.into(), [x, z, -y]),
                "{name} at {time:?}"
            );
        }
    }
}

#[test]
fn a_frame_may_be_how_the_figure_rests() {
    let rest = |frame| {
        let options = Options {
            bvh: BvhOptions {
                reference_frame: frame,
                ..METRES.bvh
            },
            ..METRES
        };
        Vec3::from(models(&read_with(ARM, &options).project, None)["Elbow_End"].translation)
    };
    assert!(near(rest(None), [2.5, 3.5, 0.0]));
    assert!(near(rest(Some(0)), [0.0, 2.5, 3.5]), "{}", rest(Some(0)));
    let options = Options {
        bvh: BvhOptions {
            reference_frame: Some(2),
            ..METRES.bvh
        },
        ..METRES
    };
    let refused = import(
        &SourceFile::named("walk"),
        ARM.as_bytes(),
        &options,
        &|_| true,
    )
    .unwrap_err();
    assert_eq!(
        refused.problem,
        ImportProblem::NoSuch {
            what: "frame",
            index: 2,
            count: 2
        }
    );
}

#[test]
fn a_unit_is_guessed_by_the_length_of_the_figure() {
    for (length, metres, other) in [
        (1.7, 1.0, None),
        (170.0, 0.01, None),
        (26.0, 0.0564444, None),
        (16.0, 0.1, None),
        (1700.0, 0.001, None),
        (66.0, 0.0254, Some(0.01)),
        (5.6, 0.3048, Some(0.1)),
        (0.017, 100.0, Some(10.0)),
        (0.6, 1.0, None),
    ] {
        let text = format!(
            "HIERARCHY ROOT a {{ OFFSET 0 0 0 CHANNELS 1 Xrotation End Site {{ OFFSET 0 {length} 0 }} }} MOTION\nFrames:1\nFrame Time:1\n0"
        );
        let guessed = read_with(&text, &Options::default());
        let end = models(&guessed.project, None)["a_End"].translation.y;
        assert!(
            (end / (length * metres) - 1.0).abs() < 1e-5,
            "{length}: {end}"
        );
        let fixes: Vec<ImportFix> = guessed
            .report
            .entries
            .iter()
            .filter_map(|entry| entry.fix)
            .collect();
        assert_eq!(
            fixes,
            other.map(ImportFix::Scale).into_iter().collect::<Vec<_>>(),
            "{length}"
        );
        let length_with = |scale, unit| {
            let options = Options {
                scale,
                bvh: BvhOptions {
                    unit,
                    ..BvhOptions::default()
                },
                ..Options::default()
            };
            models(&read_with(&text, &options).project, None)["a_End"]
                .translation
                .y
                / length
        };
        for (scale, unit, expected) in [
            (0.5, None, 0.5),
            (1.0, Some(1.0), 1.0),
            (0.5, Some(0.1), 0.05),
        ] {
            assert!(
                (length_with(scale, unit) / expected - 1.0).abs() < 1e-5,
                "{length} {scale} {unit:?}"
            );
        }
    }
}

// ----
// time --------------------------------------------------------------------------------------------

#[test]
fn frames_lie_at_the_rate_that_a_rounded_frame_time_means() {
    for (written, rate) in [
        (".0083333", 120.0),
        ("0.03333", 30.0),
        ("0.041667", 24.0),
        ("0.5", 2.0),
        ("0.002", 500.0),
        ("0.017", 60.0),
        ("0.0083", 120.0),
        ("2", 1.0),
    ] {
        let text = lone("Yrotation", "0 0 0", &["0"; 25])
            .replace("Frame Time: 0.04", &format!("Frame Time:{written}"));
        let imported = read(&text);
        let clip = imported.project.clips.values().next().unwrap();
        let step = if written == "2" { 2.0 } else { 1.0 / rate };
        assert_eq!(clip.frame_rate, rate, "{written}");
        assert!(
            (clip.source.duration - 24.0 * step).abs() < 1e-6,
            "{written}: {}",
            clip.source.duration
        );
        let times = &clip.source.tracks[0].rotation.as_ref().unwrap().times;
        assert!(
            times
                .iter()
                .enumerate()
                .all(|(frame, time)| (time - frame as f32 * step).abs() < 1e-6)
        );
    }
    assert_eq!(
        read(ARM).project.clips.values().next().unwrap().name,
        "walk"
    );
}

#[test]
fn a_frame_time_that_is_none_is_refused_unless_another_is_given() {
    let with = |line: &str| ARM.replace("Frame Time: 0.0333333\n", line);
    let options = Options {
        bvh: BvhOptions {
            frame_time: Some(0.25),
            ..METRES.bvh
        },
        ..METRES
    };
    for line in [
        "Frame Time: 0\n",
        "Frame Time: -1\n",
        "Frame Time: nan\n",
        "Frame Time: 1e-30\n",
        "",
    ] {
        let refused = refusal(&with(line));
        assert!(
            refused.starts_with("line 1") && refused.contains("set the frame time on import"),
            "{refused}"
        );
        let imported = read_with(&with(line), &options);
        assert_eq!(
            imported
                .project
                .clips
                .values()
                .next()
                .unwrap()
                .source
                .duration,
            0.25,
            "{line}"
        );
        assert!(
            warnings(&imported)
                .iter()
                .any(|text| text.contains("0.25 s is used"))
        );
    }
    for wrong in [0.0, -1.0, f32::NAN] {
        let bvh = BvhOptions {
            frame_time: Some(wrong),
            ..METRES.bvh
        };
        assert!(
            import(
                &SourceFile::named("walk"),
                ARM.as_bytes(),
                &Options { bvh, ..METRES },
                &|_| true
            )
            .is_err()
        );
    }
}

#[test]
fn frames_that_are_missing_or_too_many_are_told() {
    let short = read(&ARM.replace("Frames: 2", "Frames: 5"));
    assert_eq!(
        warnings(&short),
        ["line 21: The file declares 5 frames but has 2; those are used."]
    );
    let long = read(&ARM.replace("Frames: 2", "Frames: 1"));
    assert_eq!(
        warnings(&long),
        ["line 20: 9 numbers come after the last frame; they were left out."]
    );
    assert_eq!(
        long.project.clips.values().next().unwrap().source.duration,
        0.0
    );
    let cut = read(ARM.trim_end().strip_suffix(" 0 0").unwrap());
    assert!(
        warnings(&cut)[0].contains("declares 2 frames but has 1"),
        "{:?}",
        warnings(&cut)
    );
    let none = read(&ARM.replace("Frames: 2", "Frames: 0"));
    assert!(none.project.clips.is_empty() && none.project.skeletons.len() == 1);
}

#[test]
fn numbers_that_are_none_hold_the_frame_before() {
    let imported = read(&lone(
        "Yposition Zrotation",
        "0 0 0",
        &["1 90", "nan inf", "-inf 1e30", "3 0"],
    ));
    for frame in 0..3 {
        let time = frame as f32 * 0.04;
        assert!(near(at(&imported, time, "Hips"), [0.0, 1.0, 0.0]));
        assert!(near(at(&imported, time, "Hips_End"), [-2.0, 1.0, 0.0]));
    }
    assert!(
        warnings(&imported)[0].starts_with("line 15: 4 numbers"),
        "{:?}",
        warnings(&imported)
    );
}

// ---- the
// text --------------------------------------------------------------------------------------------

/// Property 19 of import formats, and what else files differ in.
#[test]
fn one_figure_may_be_written_in_many_ways() {
    let plain = read(ARM).project;
    let (clip, rest) = (
        &plain.clips.values().next().unwrap().source,
        models(&plain, None),
    );
    let motion = |text: &str| {
        text.split_once("MOTION")
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .unwrap()
    };
    let (hierarchy, frames) = motion(ARM);
    let ways = [
        ARM.replace('\n', "\r\n"),
        ARM.replace('\n', "\r"),
        ARM.replace('\t', "   \t"),
        ARM.to_lowercase()
            .replace("shoulder", "Shoulder")
            .replace("elbow", "Elbow"),
        ARM.replace("rotation", "ROTATION")
            .replace("OFFSET", "Offset")
            .replace("End Site", "END SITE"),
        format!("{}\nMOTION{frames}", hierarchy.replace(['\n', '\t'], " ")),
        ARM.replace("Frames: 2", "Frames:2")
            .replace("Frame Time: 0.0333333", "Frame Time:.0333333"),
        ARM.replace("Frames:", "FRAMES :")
            .replace("Frame Time:", "frametime :\t"),
        ARM.replace("10 0 0 0 0 0 0 0", "10\n0\n\n0 0\n0 0 0 0"),
        ARM.replace("90 0 0 0 90", "+9.0e1 0. .0 -0 9E1"),
        format!("\u{feff}{ARM}\n \n\t"),
        ARM.replace("Shoulder\n{", "Shoulder{")
            .replace("Elbow\n\t{", "Elbow {"),
        ARM.replace("rot", "r\0ot"),
    ];
    for text in ways {
        let found = read(&text).project;
        let found_clip = &found.clips.values().next().unwrap().source;
        assert_eq!(found_clip.tracks, clip.tracks, "{text}");
        assert_eq!(models(&found, None), rest, "{text}");
    }
}

#[test]
fn names_are_kept_as_they_are_written() {
    let names = |text: &[u8]| {
        let imported = import(&SourceFile::named("walk"), text, &METRES, &|_| true).unwrap();
        bones(&imported.project)
            .iter()
            .map(|bone| bone.name.clone())
            .collect::<Vec<_>>()
    };
    let text = ARM.replace("Elbow", "mixamorig:Left Elbow 01 ");
    assert_eq!(
        names(text.as_bytes()),
        [
            "Shoulder",
            "mixamorig:Left Elbow 01",
            "mixamorig:Left Elbow 01_End"
        ]
    );
    let odd =
        [&b"HIERARCHY ROOT \xff\xc3\x9f { OFFSET 0 1 0 CHANNELS 1 Xrotation } MOTION Frames: 1\nFrame Time: 1\n0"[..]]
            .concat();
    assert_eq!(names(&odd), ["\u{fffd}ß"]);
    let twice = ARM.replace("Elbow", "Shoulder");
    assert_eq!(
        names(twice.as_bytes()),
        ["Shoulder", "Shoulder_1", "Shoulder_End"]
    );
}

#[test]
fn several_roots_stand_under_one_bone() {
    let (hierarchy, _) = ARM.split_once("MOTION").unwrap();
    let second = hierarchy
        .strip_prefix("HIERARCHY\n")
        .unwrap()
        .replace("Shoulder", "Prop")
        .replace("Elbow", "Tip");
    let row = "0 1 0 0 0 0 0 0 0 5 1 0 90 0 0 0 0 0\n";
    let imported = read(&format!(
        "{hierarchy}{second}MOTION\nFrames: 1\nFrame Time: 0.1\n{row}"
    ));
    assert_eq!(
        bones(&imported.project)
            .iter()
            .filter(|bone| bone.parent.is_none())
            .count(),
        1
    );
    assert!(
        near(at(&imported, 0.0, "Tip"), [5.0, 3.5, 0.0])
            && near(at(&imported, 0.0, "Elbow"), [2.5, 1.0, 0.0])
    );
    assert!(warnings(&imported)[0].contains("2 roots"));
}

#[test]
fn refusals_name_the_line_and_what_stands_there() {
    for (from, to, expected) in [
        (
            "2.5 0 0",
            "2,5 0 0",
            "line 8: “2,5” has a decimal comma instead of a point.",
        ),
        (
            "2.5 0 0",
            "2.5 0",
            "line 9: expected a number of an OFFSET, found “CHANNELS”.",
        ),
        (
            "2.5 0 0",
            "nan 0 0",
            "line 8: the OFFSET has something that is not a number.",
        ),
        (
            "0 10 0 90",
            "0 10 0 9,0",
            "line 19: “9,0” has a decimal comma instead of a point.",
        ),
        (
            "0 10 0 90",
            "0 ten 0 90",
            "line 19: expected a number of a frame, found “ten”.",
        ),
        (
            "6 Xposition",
            "7 Xposition",
            "line 6: expected one of 7 channels, found “JOINT”.",
        ),
        (
            "6 Xposition",
            "-6 Xposition",
            "line 5: “-6” is not the number of channels, a whole number from 0.",
        ),
        (
            "Yposition",
            "Wposition",
            "line 5: expected one of 6 channels, found “Wposition”.",
        ),
        (
            "End Site",
            "End Effector",
            "line 10: expected “Site”, found “Effector”.",
        ),
        (
            "\t\t\tOFFSET 0 3.5 0",
            "JOINT x {",
            "line 12: “Elbow_End” is an End Site, which has no joints.",
        ),
        (
            "\t\t\tOFFSET 0 3.5 0",
            "CHANNELS 1 Xrotation",
            "line 12: an End Site has no channels.",
        ),
        (
            "}\nMOTION",
            "}}\nMOTION",
            "line 15: this closing brace has no opening brace.",
        ),
        (
            "}\nMOTION",
            "MOTION",
            "line 15: MOTION is inside “Shoulder”: a closing brace is missing before it.",
        ),
        (
            "MOTION",
            "JOINT",
            "line 16: expected ROOT or MOTION, found “JOINT”.",
        ),
        (
            "JOINT",
            "BONE",
            "line 6: expected OFFSET, CHANNELS, JOINT, End Site or a closing brace, found “BONE”.",
        ),
        (
            "Frames: 2",
            "Frames: two",
            "line 17: “two” is not the number of frames, a whole number from 0.",
        ),
        (
            "Frames: 2",
            "Frames: 8388609",
            "line 17: 8388609 frames exceed the import limit of 8388608.",
        ),
        (
            "HIERARCHY",
            "<html>",
            "line 1: this is not a BVH file but one that begins with “<html>”.",
        ),
    ] {
        assert!(ARM.contains(from), "{from}");
        let found = refusal(&ARM.replacen(from, to, 1));
        assert!(found.starts_with(expected), "{found}\nnot {expected}");
    }
}

// ---- the
// body --------------------------------------------------------------------------------------------

/// Volume, and whether each edge is that of two triangles which run along it in opposite
/// directions.
fn solid(positions: &[[f32; 3]], indices: &[u32]) -> (f64, bool) {
    let at = |index: u32| Vec3::from(positions[index as usize]).as_dvec3();
    let mut edges: BTreeMap<(u32, u32), i32> = BTreeMap::new();
    let mut volume = 0.0;
    for triangle in indices.chunks_exact(3) {
        let [a, b, c] = [triangle[0], triangle[1], triangle[2]];
        volume += at(a).dot(at(b).cross(at(c))) / 6.0;
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *edges.entry((from.min(to), from.max(to))).or_default() +=
                if from < to { 1 } else { 1000 };
        }
    }
    (volume, edges.values().all(|count| *count == 1001))
}

#[test]
fn each_bone_has_a_closed_capsule_that_faces_outwards_and_goes_with_it() {
    let imported = read(ARM);
    let mesh = imported.project.meshes.values().next().unwrap();
    let part = mesh.parts().next().unwrap();
    let data = &*part.data;
    anim::MeshPart::new(data.clone()).unwrap();
    assert_eq!(
        (
            part.name.as_str(),
            mesh.materials.len(),
            data.vertex_count()
        ),
        ("Body", 1, 2 * body::VERTICES)
    );
    let (volume, is_closed) = solid(&data.positions, &data.indices);
    // A cylinder and a ball, each a little smaller for their few faces; the figure is 3.5 long at
    // its widest.
    let radius = |length: f64| 0.12 * length.min(3.5);
    let ideal = |length: f64, r: f64| std::f64::consts::PI * r * r * (length + 4.0 / 3.0 * r);
    let most = 0.045 * 3.5;
    let ideal = ideal(2.5, radius(2.5).min(most)) + ideal(3.5, radius(3.5).min(most));
    assert!(
        is_closed && volume < ideal && volume > 0.9 * ideal,
        "{volume} of {ideal}"
    );
    let models = models(&imported.project, None);
    for (vertex, (position, normal)) in data.positions.iter().zip(data.normals.iter()).enumerate() {
        let (from, to) = if vertex < body::VERTICES {
            ("Shoulder", "Elbow")
        } else {
            ("Elbow", "Elbow_End")
        };
        let (from, to): (Vec3, Vec3) = (
            models[from].translation.into(),
            models[to].translation.into(),
        );
        let (position, along) = (Vec3::from(*position), to - from);
        let nearest =
            from + along * ((position - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        let outwards = position - nearest;
        assert!((outwards.length() - most as f32).abs() < 1e-5, "{vertex}");
        assert!(
            outwards.normalize().abs_diff_eq(Vec3::from(*normal), 1e-3),
            "{vertex}"
        );
        let bone = data.palette[usize::from(data.joints[vertex])].bone;
        let expected = if vertex < body::VERTICES {
            "Shoulder"
        } else {
            "Elbow"
        };
        assert_eq!(bones(&imported.project)[bone as usize].name, expected);
    }
}

#[test]
fn the_body_is_skinned_to_where_the_bones_go() {
    let options = Options {
        bvh: BvhOptions {
            up: Up::Z,
            reference_frame: Some(0),
            ..METRES.bvh
        },
        ..METRES
    };
    let project = read_with(ARM, &options).project;
    let part = project
        .meshes
        .values()
        .next()
        .unwrap()
        .parts()
        .next()
        .unwrap()
        .data
        .clone();
    let names: Vec<&str> = bones(&project)
        .iter()
        .map(|bone| bone.name.as_str())
        .collect();
    let models = models(&project, Some(0.02));
    let moved: Vec<Affine3A> = names.iter().map(|name| models[*name]).collect();
    let (mut palette, mut skinned) = (Vec::new(), anim::skinning::Skinned::default());
    anim::skinning::palette(&part, &moved, &mut palette);
    anim::skinning::skin(&part, &palette, &[], &mut skinned);
    for (first, from, to) in [
        (0, "Shoulder", "Elbow"),
        (body::VERTICES, "Elbow", "Elbow_End"),
    ] {
        let middle = (models[from].translation + models[to].translation) / 2.0;
        let sum: Vec3 = skinned.positions[first..first + body::VERTICES]
            .iter()
            .sum();
        assert!(
            (sum / body::VERTICES as f32).abs_diff_eq(middle.into(), 1e-4),
            "{from}"
        );
    }
}

#[test]
fn bones_too_short_for_a_body_have_none_and_there_are_not_too_many() {
    let flat = read(&ARM.replace("2.5 0 0", "0 0 0").replace("0 3.5 0", "0 0 0"));
    assert!(flat.project.meshes.is_empty() && bones(&flat.project).len() == 3);
    let mut many = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Xrotation ".to_owned();
    for at in 0..3000 {
        write!(many, "JOINT j{at} {{ OFFSET 0 {} 0 CHANNELS 0 }} ", 1 + at).unwrap();
    }
    let many = read(&(many + "} MOTION\nFrames: 1\nFrame Time: 1\n0"));
    let part = &many
        .project
        .meshes
        .values()
        .next()
        .unwrap()
        .parts()
        .next()
        .unwrap()
        .data;
    assert_eq!(part.vertex_count(), 2048 * body::VERTICES);
    assert_eq!(bones(&many.project).len(), 3001);
}

// ----
// harm --------------------------------------------------------------------------------------------

#[test]
fn reading_tells_how_far_it_is_and_ends_where_it_is_told_to() {
    let frames = vec!["0 1 0 0 0 0"; 40_000];
    let text = lone(SIX, "0 0 0", &frames);
    let parts = RefCell::new(Vec::new());
    let read = |last: usize| {
        parts.borrow_mut().clear();
        let progress = |part: f32| {
            parts.borrow_mut().push(part);
            parts.borrow().len() <= last
        };
        import(
            &SourceFile::named("walk"),
            text.as_bytes(),
            &METRES,
            &progress,
        )
    };
    assert!(read(usize::MAX).is_ok());
    let told = parts.borrow().clone();
    assert!(
        told.len() > 4 && told.is_sorted() && told.iter().all(|part| (0.0..1.0).contains(part)),
        "{told:?}"
    );
    for last in 0..told.len() {
        assert_eq!(
            read(last).map(|_| ()).unwrap_err().problem,
            ImportProblem::Cancelled
        );
        assert_eq!(parts.borrow().len(), last + 1, "nothing more is read");
    }
}

#[test]
fn files_that_are_cut_or_changed_anywhere_do_no_harm() {
    let check = |bytes: &[u8]| {
        let Ok(imported) = import(
            &SourceFile::named("walk"),
            bytes,
            &Options::default(),
            &|_| true,
        ) else {
            return false;
        };
        for clip in imported.project.clips.values() {
            assert!(
                clip.source.is_whole()
                    && clip
                        .source
                        .channels()
                        .all(|it| it.values.iter().all(|v| v.is_finite()))
            );
        }
        imported
            .project
            .meshes
            .values()
            .flat_map(|mesh| mesh.parts())
            .for_each(|part| {
                anim::MeshPart::new((*part.data).clone()).unwrap();
            });
        true
    };
    let bytes = ARM.as_bytes();
    let whole = (0..bytes.len()).filter(|end| check(&bytes[..*end])).count();
    assert!(whole < 60, "only cuts in the last frames are read: {whole}");
    let (mut refused, mut read) = (0, 0);
    for at in 0..bytes.len() {
        for change in [b'{', b'}', b' ', b'\n', b'-', b'9', b'e', b':', 0, 0xff] {
            let mut changed = bytes.to_vec();
            changed[at] = change;
            *(if check(&changed) {
                &mut read
            } else {
                &mut refused
            }) += 1;
        }
    }
    assert!(
        refused > 1000 && read > 500,
        "{refused} refused, {read} read"
    );
}

#[test]
fn depth_takes_no_stack_and_names_no_more_memory_than_they_may() {
    let mut deep = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Xrotation ".to_owned();
    let joints = 20_000;
    (0..joints).for_each(|_| deep.push_str("JOINT b { OFFSET 0 1 0 CHANNELS 0 "));
    deep.push_str(&"} ".repeat(joints + 1));
    assert_eq!(
        bones(&read(&format!("{deep} MOTION\nFrames: 1\nFrame Time: 1\n0")).project).len(),
        joints + 1
    );
    let wide = "JOINT b { OFFSET 0 1 0 } ".repeat(40_000);
    let found = refusal(&format!(
        "HIERARCHY ROOT a {{ OFFSET 0 0 0 {wide} }} MOTION\nFrames: 1\nFrame Time: 1\n0"
    ));
    let most = crate::scene::MAX_NODES - 2;
    let told = format!("{} joints exceed the import limit of {most}", most + 1);
    assert!(found.contains(&told), "{found}");
    let ends = "End Site { OFFSET 0 0 0 } ".repeat(30_000);
    let long = format!(
        "HIERARCHY ROOT {} {{ OFFSET 0 0 0 {ends} }} MOTION\nFrames: 1\nFrame Time: 1\n0",
        "x".repeat(100_000)
    );
    let found = import(
        &SourceFile::named("walk"),
        long.as_bytes(),
        &METRES,
        &|_| true,
    )
    .unwrap_err();
    assert!(
        matches!(found.problem, ImportProblem::Memory { .. }),
        "{found}"
    );
}

/// A figure whose joints reach two metres along one axis.
fn reaching(axis: &str) -> String {
    format!(
        "HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT b\n{{\nOFFSET {axis}\n\
         CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{{\nOFFSET {axis}\n}}\n}}\n}}\n\
         MOTION\nFrames: 2\nFrame Time: 0.05\n0 0 0 0 0 0\n0 0 9 0 0 0\n"
    )
}

#[test]
fn a_figure_that_lies_offers_z_up_and_stands_with_it() {
    let lying = read(&reaching("0.1 0.1 1"));
    let offered = lying
        .report
        .entries
        .iter()
        .find_map(|entry| entry.fix.filter(|fix| *fix == ImportFix::ZUp))
        .unwrap();
    let options = offered.apply(METRES);
    let standing = read_with(&reaching("0.1 0.1 1"), &options);
    assert!(
        standing
            .report
            .entries
            .iter()
            .all(|entry| entry.fix != Some(ImportFix::ZUp))
    );
    let end = models(&standing.project, Some(0.0))["b_End"].translation;
    assert!(
        end.abs_diff_eq(Vec3::new(0.2, 2.0, -0.2).into(), 1e-5),
        "{end}"
    );
    let upright = read(&reaching("0.1 1 0.1"));
    assert!(
        upright
            .report
            .entries
            .iter()
            .all(|entry| entry.fix != Some(ImportFix::ZUp))
    );
    let wrong = read_with(&reaching("0.1 1 0.1"), &options);
    assert!(
        warnings(&wrong)
            .iter()
            .any(|text| text.contains("With Z up, the character lies"))
    );
}

/// Lines are counted as editors count them, whatever ends them.
#[test]
fn a_line_is_one_whatever_ends_it() {
    let text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n\nCHANNELS 3 Xrotation Yrotation Zrotation\nwrong\n}\n";
    let plain = refusal(text);
    assert!(plain.contains("line 7"), "{plain}");
    for end in ["\r\n", "\r", " \r\n", "\t\r"] {
        let other = text.replace('\n', end);
        assert_eq!(refusal(&other), plain, "{end:?}");
    }
}
