//! `sweep`: what depends on the frame rate is told, with exit code 1.

use crate::support::{mutoscope, shown};
use asset::{Id, Notify};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;

/// The attack, with this threshold of a notify early in its blend-in.
fn project(folder: &Path, threshold: f32) -> PathBuf {
    let mut project = mannequin::excerpt();
    let attack = project
        .montages
        .values_mut()
        .find(|montage| montage.name == "AM_ChargedAttack")
        .unwrap();
    let attack = Arc::make_mut(attack);
    attack.notifies.clear();
    attack.blend_in.time = 0.1;
    let early = Notify::instant(Id::derive(&["early"]), attack.tracks[0].id, "Early", 0.03);
    attack.notifies.push(Notify {
        weight_threshold: threshold,
        ..early
    });
    let path = folder.join("project");
    files::save_project(&path, &project, &files::Saving::since(None)).unwrap();
    path
}

fn sweep(project: &Path, rest: &[&str]) -> crate::support::Done {
    mutoscope(&[&["sweep", shown(project), "--rates", "15,60"], rest].concat())
}

#[test]
fn what_depends_on_the_rate_is_listed_and_fails() {
    let folder = TempDir::new().unwrap();
    let project = project(folder.path(), 0.5);
    let done = sweep(&project, &["--montage", "AM_ChargedAttack", "--json"]);
    assert_eq!(done.code, 1, "{}", done.err);
    let document: serde_json::Value = serde_json::from_str(&done.out).unwrap();
    let runs = document["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 8);
    let slow = &runs[0];
    assert_eq!(
        (
            slow["rate"].as_f64(),
            slow["run"].as_str(),
            slow["doubled"].as_u64()
        ),
        (Some(15.0), Some("steady"), Some(1))
    );
    let early = &slow["findings"][0];
    assert_eq!(
        (early["name"].as_str(), early["what"].as_str()),
        (Some("Early"), Some("doubled"))
    );
    assert!(
        (early["position"].as_f64().unwrap() - 0.03).abs() < 1e-6 && early["expected"].is_null()
    );
    let text = sweep(&project, &["--montage", "AM_ChargedAttack"]);
    assert_eq!(text.code, 1);
    assert!(
        text.out
            .contains("doubled: notify Early at 0.0300 s of AM_ChargedAttack, was 0.0300 s"),
        "{}",
        text.out
    );
    let script = folder.path().join("script.json");
    let play = r#"{"at": 0.333, "do": "play_and_wait", "montage": "AM_ChargedAttack"}"#;
    fs::write(
        &script,
        format!(r#"{{"requests": [{play}, {{"at": 1, "do": "end_task", "montage": "AM_ChargedAttack"}}]}}"#),
    )
    .unwrap();
    let scripted = sweep(&project, &["--script", shown(&script)]);
    assert_eq!(
        (scripted.code, scripted.err.contains("refused")),
        (1, false),
        "{}",
        scripted.err
    );
    assert!(
        scripted
            .out
            .contains("notify Early at 0.0300 s of AM_ChargedAttack, was 0.3630 s"),
        "{}",
        scripted.out
    );
}

#[test]
fn what_is_sound_passes_and_bad_calls_are_refused() {
    let folder = TempDir::new().unwrap();
    let project = project(folder.path(), 0.0);
    let done = sweep(&project, &["--montage", "AM_ChargedAttack"]);
    assert_eq!(
        (done.code, done.out.lines().count()),
        (0, 10),
        "{}{}",
        done.out,
        done.err
    );
    let unknown = sweep(&project, &["--montage", "None"]);
    assert!(
        unknown.code == 1 && unknown.err.contains("montage “None” does not exist"),
        "{}",
        unknown.err
    );
    for rest in [
        &[][..],
        &["--montage", "M", "--script", "s.json"],
        &["--montage", "M", "--rates", "0"],
        &["--montage", "M", "--rates", "1001"],
        &["--montage", "M", "--late", "-1"],
    ] {
        assert_eq!(
            mutoscope(&[&["sweep", shown(&project)], rest].concat()).code,
            2,
            "{rest:?}"
        );
    }
}

/// At every rate that a sweep tries where nothing else is said.
#[test]
fn montages_of_the_sample_come_out_the_same_at_every_rate() {
    let folder = TempDir::new().unwrap();
    let (path, sample) = (folder.path().join("project"), mannequin::sample());
    files::save_project(&path, &sample, &files::Saving::since(None)).unwrap();
    for montage in sample.montages.values() {
        let done = mutoscope(&["sweep", shown(&path), "--montage", &montage.name]);
        assert_eq!(done.code, 0, "{}: {}{}", montage.name, done.out, done.err);
    }
}
