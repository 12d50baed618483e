//! Videos of the command, read back without its own writer.

use crate::support::{mutoscope, shown};
use image::RgbaImage;
use std::{fs, path::Path};
use tempfile::TempDir;

fn project() -> TempDir {
    let folder = TempDir::new().unwrap();
    crate::support::write_project(&folder.path().join("sample"));
    folder
}

/// With graphs and blend spaces.
fn whole_sample() -> TempDir {
    let folder = TempDir::new().unwrap();
    assert_eq!(
        mutoscope(&["new", shown(&folder.path().join("sample"))]).code,
        0
    );
    folder
}

fn render(folder: &TempDir, out: &str, rest: &[&str]) -> crate::support::Done {
    let (project, out) = (folder.path().join("sample"), folder.path().join(out));
    let size = if rest.contains(&"--size") {
        &[][..]
    } else {
        &["--size", "160x101"]
    };
    let first = ["render", shown(&project), "--out", shown(&out)];
    mutoscope(&[&first, size, rest].concat())
}

fn word(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

fn find(bytes: &[u8], name: &[u8]) -> usize {
    bytes
        .windows(name.len())
        .position(|part| part == name)
        .unwrap()
}

/// The pictures of a video by its index, and its frames a second as a fraction.
fn pictures(path: &Path) -> (Vec<RgbaImage>, (usize, usize)) {
    let file = fs::read(path).unwrap();
    assert_eq!(word(&file, 4) + 8, file.len());
    let (index, list) = (find(&file, b"idx1"), find(&file, b"movi"));
    let picture = |at: usize| {
        let entry = index + 8 + 16 * at;
        let (begin, bytes) = (list + word(&file, entry + 8) + 8, word(&file, entry + 12));
        image::load_from_memory(&file[begin..begin + bytes])
            .unwrap()
            .to_rgba8()
    };
    let stream = find(&file, b"strh") + 8;
    let rate = (word(&file, stream + 24), word(&file, stream + 20));
    (
        (0..word(&file, index + 4) / 16).map(picture).collect(),
        rate,
    )
}

fn far(a: &RgbaImage, b: &RgbaImage) -> f64 {
    let pairs = a.as_raw().iter().zip(b.as_raw());
    pairs.map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / a.as_raw().len() as f64
}

#[test]
fn a_video_shows_what_the_pictures_of_its_times_show() {
    let folder = project();
    let clip = ["--clip", "Walk_Fwd", "--no-grid"];
    let range = ["--video", "--from", "0.1", "--to", "0.5", "--rate", "10"];
    let done = render(&folder, "walk.avi", &[&clip[..], &range].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    let path = folder.path().join("walk.avi");
    assert_eq!(done.out.trim_end(), shown(&path));
    let (frames, rate) = pictures(&path);
    assert_eq!((frames.len(), rate), (4, (10, 1)));
    assert!(frames.iter().all(|frame| frame.dimensions() == (160, 101)));
    // The same range, so that the camera is the same.
    let same = ["--frames", "4", "--from", "0.1", "--to", "0.4"];
    let done = render(&folder, "walk.png", &[&clip[..], &same].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    for (at, frame) in frames.iter().enumerate() {
        let path = folder.path().join(format!("walk_{at:04}.png"));
        let picture = image::open(path).unwrap().to_rgba8();
        assert!(far(frame, &picture) < 3.0, "{at}: {}", far(frame, &picture));
    }
    assert!(far(&frames[0], &frames[2]) > 0.5, "it walks");
}

#[test]
fn hidden_parts_are_not_drawn() {
    let folder = project();
    let draw = || {
        let rest = ["--clip", "Walk_Fwd", "--time", "0.3", "--no-props"];
        let done = render(&folder, "one.png", &rest);
        assert_eq!(done.code, 0, "{}", done.err);
        image::open(folder.path().join("one.png"))
            .unwrap()
            .to_rgba8()
    };
    let whole = draw();
    let mut hiding = mannequin::excerpt();
    let (id, mesh) = hiding.meshes.iter().next().unwrap();
    let parts = mesh.lod(0).parts.iter().map(|part| part.name.clone());
    let hidden = [(*id, parts.take(1).collect())].into();
    hiding.preview.hidden = hidden;
    let path = folder.path().join("sample");
    fs::remove_dir_all(&path).unwrap();
    files::save_project(&path, &hiding, &files::Saving::since(None)).unwrap();
    assert!(far(&whole, &draw()) > 0.5);
}

#[test]
fn everything_that_plays_makes_a_video() {
    let folder = whole_sample();
    let subjects: [&[&str]; 5] = [
        &["--montage", "AM_AttackCombo", "--to", "0.3"],
        &[
            "--blend-space",
            "BS_Locomotion",
            "--at",
            "200",
            "--duration",
            "0.3",
        ],
        &["--graph", "PG_Hero", "--duration", "0.3"],
        &["--clip", "Wave", "--to", "0.3"],
        &["--turntable", "9"],
    ];
    for subject in subjects {
        let rest = [&["--video", "--force", "--burn-in"], subject].concat();
        let done = render(&folder, "take.avi", &rest);
        assert_eq!(done.code, 0, "{subject:?}: {}", done.err);
        let (frames, rate) = pictures(&folder.path().join("take.avi"));
        assert_eq!((frames.len(), rate), (9, (30, 1)), "{subject:?}");
        assert!(far(&frames[0], &frames[8]) > 0.02, "{subject:?} moves");
    }
}

#[test]
fn text_is_burnt_into_pictures_and_videos() {
    let folder = project();
    let draw = |rest: &[&str]| {
        let first = [
            "--clip", "Walk_Fwd", "--time", "0.3", "--force", "--size", "640x360",
        ];
        let done = render(&folder, "one.png", &[&first, rest].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        image::open(folder.path().join("one.png"))
            .unwrap()
            .to_rgba8()
    };
    let (bare, time, all) = (draw(&[]), draw(&["--burn-in=time"]), draw(&["--burn-in"]));
    let bright = |image: &RgbaImage| {
        let corner = image
            .enumerate_pixels()
            .filter(|(x, y, _)| *x < 200 && *y > 270);
        corner
            .filter(|(.., texel)| texel.0[..3].iter().all(|it| *it > 220))
            .count()
    };
    assert_eq!(bright(&bare), 0);
    assert!(bright(&time) > 40 && bright(&all) > bright(&time) * 3 / 2);
}

#[test]
fn an_old_video_is_replaced_only_by_a_whole_one() {
    let folder = project();
    let path = folder.path().join("old.avi");
    fs::write(&path, b"RIFF\0\0\0\0AVI LIST of another program").unwrap();
    let clip = ["--clip", "Walk_Fwd", "--video", "--to", "0.1"];
    let refused = render(&folder, "old.avi", &clip);
    assert_eq!(refused.code, 1);
    assert!(
        refused.err.contains("not a video from Mutoscope"),
        "{}",
        refused.err
    );
    assert_eq!(
        render(&folder, "old.avi", &[&clip[..], &["--force"]].concat()).code,
        0
    );
    assert_eq!(pictures(&path).0.len(), 3);
    // What the program has made itself is replaced without a word.
    assert_eq!(render(&folder, "old.avi", &clip).code, 0);
    let left = fs::read_dir(folder.path()).unwrap();
    assert_eq!(left.count(), 2, "nothing is left beside");
}

#[test]
fn videos_that_cannot_be_are_refused() {
    let folder = project();
    let refuse = |out: &str, rest: &[&str], code: u8, words: &str| {
        let done = render(&folder, out, rest);
        assert_eq!(done.code, code, "{rest:?}: {}", done.err);
        assert!(done.err.contains(words), "{rest:?}: {}", done.err);
        assert!(!folder.path().join(out).exists());
    };
    let clip = ["--clip", "Walk_Fwd"];
    let with = |rest: &[&'static str]| [&clip[..], rest].concat();
    refuse("v.png", &with(&["--video"]), 1, "ends in .avi");
    refuse("v.avi", &clip, 1, "Add --video");
    refuse("v.avi", &with(&["--video", "--rate", "0"]), 2, "1 to 240");
    refuse("v.avi", &with(&["--rate", "24"]), 2, "--video");
    refuse("v.avi", &["--video"], 1, "nothing moves");
    refuse("v.png", &with(&["--from", "1"]), 2, "--video");
    refuse(
        "v.avi",
        &with(&["--video", "--frames", "3"]),
        2,
        "cannot be used with",
    );
    refuse(
        "v.avi",
        &with(&["--video", "--from", "2", "--to", "1"]),
        1,
        "no frames",
    );
    refuse("v.avi", &with(&["--video", "--to", "1e6"]), 1, "too long");
    refuse(
        "v.png",
        &with(&["--burn-in=colour"]),
        2,
        "name, time, frame or state",
    );
    refuse("v.png", &["--montage", "AM_None"], 1, "“AM_ChargedAttack”");
    refuse(
        "v.png",
        &["--blend-space", "BS_None"],
        1,
        "“BS_None” does not exist",
    );
    refuse("v.png", &with(&["--at", "3"]), 2, "cannot be used with");
}

/// A pipe gets the same bytes as a file, and stays a pipe.
#[cfg(unix)]
#[test]
fn pictures_and_videos_go_into_pipes() {
    let folder = project();
    let clip = ["--clip", "Walk_Fwd", "--to", "0.1", "--video"];
    for (name, rest) in [("a.png", &["--time", "0.2"][..]), ("a.avi", &clip)] {
        let pipe = folder.path().join(format!("pipe_{name}"));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let read = pipe.clone();
        let reader = std::thread::spawn(move || fs::read(read).unwrap());
        assert_eq!(render(&folder, name, rest).code, 0);
        let done = render(&folder, &format!("pipe_{name}"), rest);
        assert_eq!(done.code, 0, "{}", done.err);
        assert!(reader.join().unwrap() == fs::read(folder.path().join(name)).unwrap());
        assert!(!fs::symlink_metadata(&pipe).unwrap().is_file());
    }
}
