use crate::{Invocation, Io};
use std::{ffi::OsString, path::Path};

/// Where the character stands after each tick of a script of a walk, by `simulate` with `--replay`.
fn places(folder: &Path, requests: &str) -> Vec<[f64; 3]> {
    let script = folder.join("script.json");
    let walk = r#"{"at": 0, "do": "play_clip", "clip": "Walk_Fwd"}"#;
    std::fs::write(&script, format!(r#"{{"requests": [{walk}{requests}]}}"#)).unwrap();
    let line = [
        "mutoscope",
        "simulate",
        folder.to_str().unwrap(),
        "--script",
        script.to_str().unwrap(),
    ];
    let line = line
        .into_iter()
        .chain(["--duration", "1", "--replay", "--json"])
        .map(OsString::from);
    let Ok(Invocation::Command(command)) = crate::parse(line) else {
        panic!("a command")
    };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(
        crate::run_command(
            &command,
            &mut Io {
                out: &mut out,
                err: &mut err
            }
        ),
        0,
        "{}",
        String::from_utf8_lossy(&err)
    );
    let text = String::from_utf8(out).unwrap();
    let row = |line: &str| -> serde_json::Value { serde_json::from_str(line).unwrap() };
    let at = |row: serde_json::Value| {
        [0, 1, 2].map(|axis| row["root"]["placement"][axis].as_f64().unwrap())
    };
    text.lines().map(row).map(at).collect()
}

#[test]
fn a_script_makes_root_motion_shorter_and_it_replays() {
    let folder = tempfile::tempdir().unwrap();
    files::save_project(
        folder.path(),
        &mannequin::excerpt(),
        &files::Saving::since(None),
    )
    .unwrap();
    let whole = places(folder.path(), "");
    let half = places(
        folder.path(),
        r#", {"at": 0, "do": "limit_root_motion", "scale": 0.5}"#,
    );
    let slow = places(
        folder.path(),
        r#", {"at": 0.5, "do": "limit_root_motion", "speed": 0.25}"#,
    );
    assert_eq!((whole.len(), half.len(), slow.len()), (60, 60, 60));
    for tick in 0..60 {
        assert!(
            (half[tick][2] - whole[tick][2] / 2.0).abs() < 1e-5,
            "tick {tick}: {} m",
            half[tick][2]
        );
        let expected = if tick < 30 {
            whole[tick][2]
        } else {
            whole[29][2] + 0.25 * (tick - 29) as f64 / 60.0
        };
        assert!(
            (slow[tick][2] - expected).abs() < 1e-5,
            "tick {tick}: {} m, not {expected} m",
            slow[tick][2]
        );
    }
    assert!(whole[59][2] > 1.0);
}
