use super::*;
use crate::project::{ProjectFiles, read, text, write};
use asset::montage::Slot;
use std::sync::Arc;

/// As it was saved when each montage named its group.
fn old(montages: &[(&str, &str, &[&str])], table: Vec<SlotGroup>) -> ProjectFiles {
    let mut project = Project {
        slot_groups: table,
        ..Project::default()
    };
    for (at, (name, _, slots)) in montages.iter().enumerate() {
        let mut montage = Montage::new(*name, Id(1), &mut 7);
        let slot = |name: &&str| Slot {
            id: Id::derive(&[name]),
            name: (*name).to_owned(),
            segments: vec![],
            locked: false,
        };
        montage.slots = slots.iter().map(slot).collect();
        project
            .montages
            .insert(Id(10 + at as u64), Arc::new(montage));
    }
    let mut files = write(&project);
    for (path, bytes) in files
        .files
        .iter_mut()
        .filter(|(path, _)| path.starts_with("montages/"))
    {
        let mut file: Value = serde_json::from_slice(bytes).unwrap();
        let named = montages
            .iter()
            .find(|(name, ..)| path.contains(name))
            .unwrap();
        file["asset"]["group"] = named.1.into();
        *bytes = text(&file);
    }
    files
}

fn groups(files: &ProjectFiles) -> (Vec<(String, Vec<String>)>, usize) {
    let (project, report) = read(files).unwrap();
    let listed = project
        .slot_groups
        .iter()
        .map(|group| (group.name.clone(), group.slots.clone()));
    (listed.collect(), report.entries.len())
}

fn list(name: &str, slots: &[&str]) -> (String, Vec<String>) {
    (
        name.to_owned(),
        slots.iter().map(|slot| (*slot).to_owned()).collect(),
    )
}

#[test]
fn groups_that_montages_named_are_taken_over_and_the_first_by_name_wins() {
    let files = old(
        &[
            ("Wave", "Upper", &["Arms", "Head"]),
            ("Attack", "DefaultGroup", &["Body"]),
        ],
        vec![],
    );
    assert_eq!(groups(&files), (vec![list("Upper", &["Arms", "Head"])], 0));
    let files = old(
        &[
            ("Wave", "Upper", &["Arms", "Head"]),
            ("Aim", "Aiming", &["Arms"]),
        ],
        vec![],
    );
    assert_eq!(
        groups(&files),
        (vec![list("Aiming", &["Arms"]), list("Upper", &["Head"])], 1)
    );
    let (_, report) = read(&files).unwrap();
    assert!(
        report.entries[0].to_string().contains("Wave"),
        "{}",
        report.entries[0]
    );
    let default_first = old(
        &[
            ("Aim", "DefaultGroup", &["Arms"]),
            ("Wave", "Upper", &["Arms"]),
        ],
        vec![],
    );
    assert_eq!(groups(&default_first), (vec![], 1));
}

#[test]
fn what_the_table_says_counts_before_what_a_montage_said() {
    let table = vec![SlotGroup {
        id: Id(5),
        name: "Face".into(),
        slots: vec!["Head".into()],
    }];
    let files = old(
        &[("Nod", "Upper", &["Head"]), ("Blink", "Face", &["Eyes"])],
        table,
    );
    assert_eq!(groups(&files), (vec![list("Face", &["Head", "Eyes"])], 1));
}

#[test]
fn what_is_taken_over_is_saved_in_the_table_and_nowhere_else() {
    let project = read(&old(&[("Wave", "Upper", &["Arms"])], vec![]))
        .unwrap()
        .0;
    let files = write(&project);
    assert!(files.files.iter().all(|(path, bytes)| {
        !path.starts_with("montages/") || !String::from_utf8_lossy(bytes).contains("\"group\"")
    }));
    assert_eq!(read(&files).unwrap().0, project);
}
