//! What importing again takes where one of 200 sources has changed, beside reading and joining that
//! one into an empty project; and what all 200 take on all processors beside one after the other:
//! `cargo bench -p files --bench reimport`. The takes are made; each the best of several in turns.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "support/takes.rs"]
mod takes;

use asset::Project;
use document::import::{ImportChoices, plan};
use files::{Read, SourceRequest, held, import_many, options_of};
use std::{
    hint::black_box,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use takes::{best, take};

const TAKES: usize = 200;
const ROUNDS: usize = 5;

fn wanted(paths: &[PathBuf], project: &Project) -> Vec<SourceRequest> {
    let one = |path: &PathBuf| {
        let options = options_of(project, path);
        SourceRequest {
            path: path.clone(),
            options,
            held: held(project, path, &options),
        }
    };
    paths.iter().map(one).collect()
}

/// What was read joins the project.
fn joined(project: &Arc<Project>, read: Vec<Read>) -> Arc<Project> {
    let file = |read| match read {
        Read::Whole(imported) => Some(Arc::new(imported.project)),
        Read::Unchanged => None,
        Read::Failed(error) => panic!("{error}"),
    };
    let files: Vec<Arc<Project>> = read.into_iter().filter_map(file).collect();
    let choices = ImportChoices::default();
    let exists = |path: &str| Path::new(path).exists();
    let mut project = project.clone();
    for planned in plan(
        &project.clone(),
        files.iter().map(|file| (file, &choices)),
        &exists,
    )
    .0
    {
        project = Arc::new(planned.unwrap().import.joined(&project).0);
    }
    project
}

fn all(paths: &[PathBuf], project: &Arc<Project>) -> Arc<Project> {
    joined(
        project,
        import_many(&wanted(paths, project), None, &|_| true),
    )
}

fn say(what: &str, time: Duration, beside: Duration) {
    let (time, beside) = (time.as_secs_f64() * 1e3, beside.as_secs_f64() * 1e3);
    println!("{what:<64}{time:>9.1} ms{:>8.2} times", time / beside);
}

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<PathBuf> = (0..TAKES)
        .map(|at| folder.path().join(format!("take_{at:03}.bvh")))
        .collect();
    paths
        .iter()
        .enumerate()
        .for_each(|(at, path)| std::fs::write(path, take(at, 300, ".0333333")).unwrap());
    let empty = Arc::<Project>::default();
    let mut one_by_one = || {
        let mut project = empty.clone();
        paths
            .iter()
            .for_each(|path| project = all(std::slice::from_ref(path), &project));
        black_box(project);
    };
    let mut at_once = || drop(black_box(all(&paths, &empty)));
    let [together, apart] = best(ROUNDS, [&mut at_once, &mut one_by_one]);
    let project = all(&paths, &empty);
    std::fs::write(&paths[77], take(7777, 300, ".0333333")).unwrap();
    let changed = std::slice::from_ref(&paths[77]);
    let [one, told, folder] = best(
        ROUNDS,
        [
            &mut || drop(black_box(all(changed, &empty))),
            &mut || drop(black_box(all(changed, &project))),
            &mut || drop(black_box(all(&paths, &project))),
        ],
    );
    let bytes: u64 = paths
        .iter()
        .map(|path| std::fs::metadata(path).unwrap().len())
        .sum();
    println!(
        "{TAKES} takes, {} kB each, {} processors",
        bytes / TAKES as u64 / 1000,
        std::thread::available_parallelism().unwrap()
    );
    say("one take into an empty project", one, one);
    say(
        "the one of 200 that has changed, as the window knows it",
        told,
        one,
    );
    say(
        "a folder of 200 of which one has changed, all looked into",
        folder,
        one,
    );
    say("all 200 one after the other", apart, apart);
    say("all 200 at once", together, apart);
}
