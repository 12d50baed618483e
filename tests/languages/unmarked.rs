//! No text for people goes past the languages.

use super::sources;
use std::{collections::BTreeSet, fs, path::PathBuf};

/// Texts that no person reads as words of the program, one a line: the file, a colon, the text.
fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/languages/data.txt")
}

#[test]
fn every_text_for_people_is_marked() {
    let root = format!("{}/src/", env!("CARGO_MANIFEST_DIR"));
    let kept = fs::read_to_string(data()).expect("the list of data");
    let kept: BTreeSet<&str> = kept.lines().collect();
    let mut found = BTreeSet::new();
    let mut bypassing = Vec::new();
    for (path, code) in sources::product() {
        let path = path.strip_prefix(&root).unwrap_or(&path);
        let texts = words_source::unmarked_in(&code).expect("Rust");
        for (line, text) in texts {
            let entry = format!("{path}: {}", text.escape_debug());
            if !kept.contains(&*entry) {
                bypassing.push(format!("{path}:{line}: {text:?}"));
            }
            found.insert(entry);
        }
    }
    assert!(
        bypassing.is_empty(),
        "mark these by tr!, word! or noun!, or, if no person reads them, add them to tests/languages/data.txt: {bypassing:#?}"
    );
    let loose: Vec<_> = kept
        .iter()
        .filter(|entry| !found.contains(**entry))
        .collect();
    assert!(
        loose.is_empty(),
        "tests/languages/data.txt lists what is gone: {loose:#?}"
    );
}
