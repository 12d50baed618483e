use super::*;

#[test]
fn what_was_done_to_names_is_said_once_with_examples() {
    let mut naming = Naming::default();
    for (at, given) in [
        Some("arm"),
        None,
        Some("arm"),
        Some(""),
        Some("arm"),
        Some("arm"),
        Some("arm"),
        Some("leg"),
    ]
    .into_iter()
    .enumerate()
    {
        naming.claim(given, || format!("node_{at}"));
    }
    let mut report = ImportReport::default();
    naming.tell("Nodes", "/nodes", &mut report);
    let texts: Vec<String> = report.entries.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts[0],
        "note: /nodes: Nodes without a name: 2; they were named “node_1”, “node_3”."
    );
    let changed = "“arm” became “arm_1”, “arm” became “arm_2”, “arm” became “arm_3” …";
    assert_eq!(
        texts[1],
        format!("note: /nodes: Nodes with duplicate names: 4; {changed}.")
    );
}

#[test]
fn suffixes_step_around_names_that_look_like_them() {
    let mut names = UniqueNames::default();
    let given: Vec<String> = ["arm", "arm_1", "arm", "arm", "arm_1"]
        .iter()
        .map(|n| names.claim(n))
        .collect();
    assert_eq!(given, ["arm", "arm_1", "arm_2", "arm_3", "arm_1_1"]);
}

#[test]
fn one_name_is_told_too_and_a_few_without_dots() {
    let mut naming = Naming::default();
    for given in [None, Some("arm"), Some("arm")] {
        naming.claim(given, || "node".to_owned());
    }
    let mut report = ImportReport::default();
    naming.tell("Nodes", "/nodes", &mut report);
    let texts: Vec<String> = report.entries.into_iter().map(|it| it.text).collect();
    assert_eq!(
        texts,
        [
            "Nodes without a name: 1; they were named “node”.",
            "Nodes with duplicate names: 1; “arm” became “arm_1”."
        ]
    );
    let mut report = ImportReport::default();
    Naming::default().tell("Nodes", "/nodes", &mut report);
    assert_eq!(report.entries.len(), 0);
}
