//! `diff` and `merge`, and names that would steer a terminal.

use crate::dice::Dice;
use crate::support::{Done, arm, mutoscope, shown, write_project};
use asset::{Id, Project};
use document::{
    ClipCommand, Command, Document, GraphCommand, ItemCommand, MontageCommand, NotifyCommand,
    ProjectCommand, SkeletonCommand,
};
use formats::merge::{MergeSide, ProjectDifference, differences, merge as merge_of};
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;

fn copies() -> (TempDir, [PathBuf; 3]) {
    let folder = TempDir::new().unwrap();
    let paths = ["base", "mine", "theirs"].map(|name| folder.path().join(name));
    paths.iter().for_each(|path| write_project(path));
    (folder, paths)
}

fn file(project: &Path, start: &str) -> PathBuf {
    let (folder, start) = start.split_once('/').unwrap();
    let entries = fs::read_dir(project.join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .into_iter()
        .find(|path| {
            path.file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .starts_with(start)
        })
        .unwrap()
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

fn merge([base, mine, theirs]: &[PathBuf; 3], rest: &[&str]) -> Done {
    mutoscope(&[&["merge", shown(base), shown(mine), shown(theirs)], rest].concat())
}

#[test]
fn diff_names_the_field_and_is_silent_where_nothing_differs() {
    let (_folder, [base, mine, _]) = copies();
    let diff = |rest: &[&str]| mutoscope(&[&["diff", shown(&base), shown(&mine)], rest].concat());
    assert_eq!((diff(&[]).out.as_str(), diff(&[]).code), ("", 0));
    edit(
        &file(&mine, "clips/Walk_Fwd"),
        "\"rate_scale\": 1.0",
        "\"rate_scale\": 0.5",
    );
    assert_eq!(diff(&[]).out, "clip Walk_Fwd, rate_scale: 1.0 -> 0.5\n");
    let rows = diff(&["--json"]).json();
    assert_eq!(rows.as_array().unwrap().len(), 1);
    assert_eq!(
        (&rows[0]["place"], &rows[0]["from"], &rows[0]["to"]),
        (&json!("rate_scale"), &json!(1.0), &json!(0.5))
    );
    let of_file = mutoscope(&[
        "diff",
        shown(&file(&base, "clips/Walk_Fwd")),
        shown(&file(&mine, "clips/Walk_Fwd")),
    ]);
    assert_eq!(of_file.out, "asset/rate_scale: 1.0 -> 0.5\n");
    assert_eq!(
        mutoscope(&["diff", shown(&base), shown(&base.join("none"))]).code,
        1
    );
}

#[test]
fn merge_brings_both_together_and_fails_only_where_both_changed_a_field() {
    let (folder, paths) = copies();
    edit(
        &file(&paths[1], "clips/Walk_Fwd"),
        "\"rate_scale\": 1.0",
        "\"rate_scale\": 0.5",
    );
    edit(
        &file(&paths[2], "clips/Walk_Fwd"),
        "\"looping\": true",
        "\"looping\": false",
    );
    let out = folder.path().join("out");
    let done = merge(&paths, &["--out", shown(&out)]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let diff = mutoscope(&["diff", shown(&paths[0]), shown(&out)]).out;
    assert!(
        diff.contains("rate_scale: 1.0 -> 0.5") && diff.contains("looping: true -> false"),
        "{diff}"
    );
    edit(
        &file(&paths[2], "clips/Walk_Fwd"),
        "\"rate_scale\": 1.0",
        "\"rate_scale\": 2.0",
    );
    let done = merge(&paths, &[]);
    let line = "conflict: clip Walk_Fwd, rate_scale: base 1.0, mine 0.5, theirs 2.0; using mine\n";
    assert_eq!((done.code, done.err.as_str()), (1, line));
    let of_mine = fs::read_to_string(file(&paths[1], "clips/Walk_Fwd")).unwrap();
    assert!(
        of_mine.contains("\"rate_scale\": 0.5") && of_mine.contains("\"looping\": false"),
        "in place of mine"
    );
    assert_eq!(merge(&paths, &["--take", "theirs"]).code, 0);
    assert!(
        fs::read_to_string(file(&paths[1], "clips/Walk_Fwd"))
            .unwrap()
            .contains("\"rate_scale\": 2.0")
    );
}

#[test]
fn merge_of_files_is_a_driver_for_version_control() {
    let (folder, paths) = copies();
    let files = paths.each_ref().map(|path| file(path, "montages/"));
    edit(&files[1], "\"rate_scale\": 1.0", "\"rate_scale\": 0.5");
    edit(
        &files[2],
        "\"auto_blend_out\": true",
        "\"auto_blend_out\": false",
    );
    assert_eq!(merge(&files, &[]).code, 0);
    let text = fs::read_to_string(&files[1]).unwrap();
    assert!(text.contains("\"rate_scale\": 0.5") && text.contains("\"auto_blend_out\": false"));
    let empty = folder.path().join("empty");
    fs::write(&empty, b"").unwrap();
    let added = merge(&[empty, files[1].clone(), files[0].clone()], &[]);
    assert_eq!(added.code, 1, "both added another file");
    fs::write(&files[2], b"<<<<<<<").unwrap();
    let bad = merge(&files, &[]);
    assert!(
        bad.code == 1 && bad.err.contains("theirs is not valid"),
        "{}",
        bad.err
    );
    assert_eq!(
        fs::read_to_string(&files[1]).unwrap(),
        text,
        "what is refused changes nothing"
    );
}

#[test]
fn names_cannot_steer_a_terminal() {
    let folder = TempDir::new().unwrap();
    let source = arm(folder.path());
    let text = fs::read_to_string(&source)
        .unwrap()
        .replace("\"Lift\"", "\"Li\\u001b[2Jft\\u009b\"");
    fs::write(&source, text).unwrap();
    for args in [
        vec!["info", shown(&source)],
        vec!["info", shown(&source), "--json"],
        vec!["sample", shown(&source), "--clip", "x"],
    ] {
        let done = mutoscope(&args);
        let all = done.out + &done.err;
        assert!(!all.chars().any(|c| c.is_control() && c != '\n'), "{all:?}");
        assert!(all.contains("Li\\u001b[2Jft"), "{all}");
    }
}

fn one<T: Copy>(dice: &mut Dice, items: &[T]) -> Option<T> {
    (!items.is_empty()).then(|| dice.of(items))
}

/// A command of one of many kinds, on something that may be there.
fn command(project: &Project, dice: &mut Dice) -> Option<Command> {
    let clips: Vec<Id> = project.clips.keys().copied().collect();
    let montage = *project.montages.keys().next()?;
    let graph = *project.graphs.keys().next()?;
    let clip = one(dice, &clips)?;
    let value = 0.5 + dice.below(4) as f32 * 0.25;
    Some(match dice.below(10) {
        0 => Command::Clip(clip, ClipCommand::SetRateScale(value)),
        1 => Command::Clip(clip, ClipCommand::SetLooping(dice.below(2) == 0)),
        2 => Command::Project(ProjectCommand::RenameAsset(
            clip,
            format!("Clip {}", dice.below(5)),
        )),
        3 => Command::Project(ProjectCommand::DeleteAsset(clip)),
        4 => Command::Montage(montage, MontageCommand::SetRateScale(value)),
        5 => {
            let sections: Vec<Id> = project.montages[&montage]
                .sections
                .iter()
                .map(|section| section.id)
                .collect();
            Command::Montage(
                montage,
                MontageCommand::RenameSection(one(dice, &sections)?, format!("S{}", dice.below(9))),
            )
        }
        6 => {
            let notifies: Vec<Id> = project.montages[&montage]
                .notifies
                .iter()
                .map(|notify| notify.id)
                .collect();
            Command::Notify(montage, NotifyCommand::Remove(one(dice, &notifies)?))
        }
        7 => {
            let nodes: Vec<Id> = project.graphs[&graph]
                .wiring
                .nodes
                .iter()
                .map(|node| node.id)
                .collect();
            Command::Graph(
                graph,
                GraphCommand::Place(vec![(one(dice, &nodes)?, [value, dice.below(9) as f32])]),
            )
        }
        8 => Command::Project(ProjectCommand::Rename(format!("Project {}", dice.below(4)))),
        _ => {
            let skeleton = *project.skeletons.keys().next()?;
            let mut sockets = project.skeletons[&skeleton].sockets.clone();
            let at = dice.below(sockets.len());
            let socket = sockets.get_mut(at)?;
            socket.local.translation.x = value;
            Command::Skeleton(
                skeleton,
                SkeletonCommand::Socket(ItemCommand::Set(socket.clone())),
            )
        }
    })
}

/// A place by the ids of items, whatever they are called.
fn by_ids(place: &str) -> String {
    let part = |part: &str| part.split_once(" [").map_or(part, |(_, id)| id).to_owned();
    place.split('/').map(part).collect::<Vec<_>>().join("/")
}

#[test]
fn no_edit_of_random_hands_is_lost_and_conflicts_are_on_the_same_field_alone() {
    let base = Arc::new(mannequin::sample());
    let (mut conflicts, mut edits) = (0, 0);
    for seed in 0..150 {
        let mut dice = Dice(seed);
        let mut hand = || {
            let mut document = Document::new((*base).clone());
            for _ in 0..1 + dice.below(8) {
                let Some(command) = command(document.project(), &mut dice) else {
                    continue;
                };
                // Some are refused, as a person's would be.
                let _ = document.perform(&command, None);
            }
            document.project().clone()
        };
        let (mine, theirs) = (hand(), hand());
        let merged = merge_of(&base, &mine, &theirs, &|_| MergeSide::Mine).unwrap();
        let found = |project: &Project| -> Vec<ProjectDifference> {
            let by_ids = |found: ProjectDifference| ProjectDifference {
                place: by_ids(&found.place),
                ..found
            };
            differences(&base, project)
                .into_iter()
                .map(by_ids)
                .collect()
        };
        let [own, other, both] = [&*mine, &*theirs, &merged.project].map(found);
        let meets = |a: &ProjectDifference, b: &ProjectDifference| {
            let is_below =
                |a: &str, b: &str| a.is_empty() || b == a || b.starts_with(&format!("{a}/"));
            a.asset == b.asset && (is_below(&a.place, &b.place) || is_below(&b.place, &a.place))
        };
        for (edit, others) in own
            .iter()
            .map(|edit| (edit, &other))
            .chain(other.iter().map(|edit| (edit, &own)))
        {
            edits += 1;
            let is_apart = !others
                .iter()
                .any(|other| meets(edit, other) && other.to != edit.to);
            let is_there = both.iter().any(|found| {
                (found.asset, &found.place, &found.to) == (edit.asset, &edit.place, &edit.to)
            });
            assert!(!is_apart || is_there, "seed {seed}: {edit:?} is lost");
        }
        for found in &merged.conflicts {
            let asset = found.asset;
            let is_hit = |edits: &[ProjectDifference]| {
                let place = &by_ids(&found.conflict.place);
                edits.iter().any(|edit| {
                    edit.asset == asset
                        && (edit.place.starts_with(place.as_str())
                            || place.starts_with(&edit.place))
                })
            };
            assert!(is_hit(&own) && is_hit(&other), "seed {seed}: {found:?}");
        }
        conflicts += merged.conflicts.len();
    }
    assert!(
        edits > 500 && conflicts > 20,
        "{edits} edits, {conflicts} conflicts"
    );
}
