//! `slide`: places of a blend space and transitions of a graph, and what cannot be measured.

use crate::support::{mutoscope, shown};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn saved(folder: &Path, project: &asset::Project) -> PathBuf {
    let path = folder.join("project");
    files::save_project(&path, project, &files::Saving::since(None)).unwrap();
    path
}

fn json(args: &[&str]) -> serde_json::Value {
    let done = mutoscope(args);
    assert_eq!(done.code, 0, "{}", done.err);
    serde_json::from_str(&done.out).unwrap()
}

#[test]
fn places_of_a_blend_space_and_transitions_of_a_graph_are_measured() {
    let folder = TempDir::new().unwrap();
    let project = saved(folder.path(), &mannequin::sample());
    let space = [
        "slide",
        shown(&project),
        "--blend-space",
        "BS_Locomotion",
        "--places",
        "3,5",
    ];
    let document = json(&[&space[..], &["--json"]].concat());
    assert_eq!(document["feet"], serde_json::json!(["foot_l", "foot_r"]));
    let places = document["places"].as_array().unwrap();
    assert_eq!(places.len(), 15);
    let ahead = places
        .iter()
        .find(|row| row["at"] == serde_json::json!([0.0, 5.5]))
        .unwrap();
    // Run_Fwd goes 5.0.
    let worst = ahead["worst"].as_f64().unwrap();
    assert!(
        (60.0..120.0).contains(&worst) && ahead["detected"] == 0,
        "{ahead}"
    );
    let text = mutoscope(&space);
    assert!(
        text.code == 0 && text.out.contains("0.00, 5.50") && text.out.lines().count() == 17,
        "{}",
        text.out
    );

    let graph = ["slide", shown(&project), "--graph", "PG_Hero"];
    let document = json(&[&graph[..], &["--json"]].concat());
    let rows = document["transitions"].as_array().unwrap();
    let stop = rows
        .iter()
        .find(|row| row["from"] == "Move" && row["to"] == "Stop")
        .unwrap();
    assert!(
        stop["times"].as_u64().unwrap() > 5 && stop["contacts"].as_u64().unwrap() > 5,
        "{stop}"
    );
    let text = mutoscope(&graph);
    assert!(
        text.out.contains("Hits: Unhurt to Front") && text.out.contains("not taken, not measured"),
        "{}",
        text.out
    );
    // A script that drives nothing takes no transition that a speed asks for.
    let script = folder.path().join("script.json");
    std::fs::write(
        &script,
        r#"{"requests": [{"at": 0, "do": "play_graph", "graph": "PG_Hero"}]}"#,
    )
    .unwrap();
    let document = json(&[&graph[..], &["--script", shown(&script), "--json"]].concat());
    let rows = document["transitions"].as_array().unwrap();
    assert!(
        rows.iter()
            .all(|row| row["to"] != "Stop" || row["times"] == 0),
        "{rows:?}"
    );
}

#[test]
fn what_cannot_be_measured_says_why() {
    let folder = TempDir::new().unwrap();
    let mut project = mannequin::sample();
    project.graphs.clear();
    for skeleton in project.skeletons.values_mut() {
        let bones = &mut std::sync::Arc::make_mut(skeleton).bones;
        bones
            .iter_mut()
            .for_each(|bone| bone.name = bone.name.replace("foot", "end"));
    }
    let path = saved(folder.path(), &project);
    let done = mutoscope(&["slide", shown(&path), "--blend-space", "BS_Locomotion"]);
    assert!(
        done.code == 1 && done.err.contains("has no known feet"),
        "{}",
        done.err
    );
    let done = mutoscope(&["slide", shown(&path), "--blend-space", "BS_None"]);
    assert!(
        done.code == 1 && done.err.contains("BS_Locomotion"),
        "{}",
        done.err
    );
    for places in ["1,5", "9,9,9", "x", "65"] {
        let done = mutoscope(&[
            "slide",
            shown(&path),
            "--blend-space",
            "BS_Locomotion",
            "--places",
            places,
        ]);
        assert!(
            done.code == 2 && done.err.contains("2 to 64"),
            "{places}: {}",
            done.err
        );
    }
    let both = mutoscope(&[
        "slide",
        shown(&path),
        "--blend-space",
        "BS_Locomotion",
        "--graph",
        "PG_Hero",
    ]);
    assert_eq!(both.code, 2);
    assert_eq!(mutoscope(&["slide", shown(&path)]).code, 2);
}
