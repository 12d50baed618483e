//! The scenarios of the sample hold.

use anim::Library;
use asset::{Cache, CompileOptions, Id, Project, Scenario, compile};
use scenario::{ScenarioOutcome, references, run_scenarios};
use std::{fs, path::Path, sync::Arc};

pub fn library(project: &Project, cache: &mut Cache) -> Arc<Library> {
    compile(project, cache, CompileOptions::default()).library
}

pub fn scenarios(project: &Project) -> Vec<(Id, &Scenario)> {
    project.tests.iter().map(|(id, it)| (*id, &**it)).collect()
}

/// What came of the sample's scenarios on a project that may be another one.
pub fn outcomes(library: &Arc<Library>) -> Vec<ScenarioOutcome> {
    run_scenarios(library, &scenarios(&mannequin::sample()))
}

/// Written anew with `UPDATE_SAMPLE=1 cargo test -p scenario references`; the tests must be built
/// again then, as the sample has them inside.
#[test]
fn the_references_of_the_sample_are_what_it_plays() {
    let project = mannequin::sample();
    let library = library(&project, &mut Cache::default());
    let mut lines = Vec::new();
    for (_, scenario) in scenarios(&project) {
        for (_, tracks) in references(&library, scenario).unwrap() {
            for (bone, track) in tracks {
                lines.push(format!(
                    "{}|{bone}|{}\n",
                    scenario.name,
                    String::from(track)
                ));
            }
        }
    }
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/mannequin/scenario/references.txt");
    if std::env::var_os("UPDATE_SAMPLE").is_some() {
        fs::write(&path, lines.concat()).unwrap();
    }
    assert!(fs::read_to_string(&path).unwrap() == lines.concat());
}

#[test]
fn all_scenarios_of_the_sample_hold() {
    let project = mannequin::sample();
    let library = library(&project, &mut Cache::default());
    let outcomes = outcomes(&library);
    let failures: Vec<String> = outcomes
        .iter()
        .flat_map(|it| {
            it.failures
                .iter()
                .map(move |failure| format!("{}: {failure:?}", it.name))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(outcomes.len() >= 6 && outcomes.iter().all(|it| it.ticks > 60));
}

#[test]
fn scenarios_read_back_from_the_files_of_their_project() {
    let project = mannequin::excerpt();
    let tested = Project {
        tests: mannequin::sample().tests,
        ..project
    };
    let files = formats::project::write(&tested);
    let is_scenario = |path: &&String| path.starts_with("tests/");
    assert_eq!(
        files.files.keys().filter(is_scenario).count(),
        tested.tests.len()
    );
    let (back, _) = formats::project::read(&files).unwrap();
    assert!(back.tests == tested.tests);
}
