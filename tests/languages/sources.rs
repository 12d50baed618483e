//! The texts of all source files, and the Fluent file that they make.

use std::{collections::BTreeMap, fs, path::Path};

/// Every text of the program for people, by its id.
pub fn english() -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let help = cli::help_texts();
    texts.extend(
        help.into_iter()
            .map(|text| (id_of(&text), text.replace('{', "{{").replace('}', "}}"))),
    );
    for (path, code) in product() {
        let found = words_source::texts_of(&code).unwrap_or_else(|error| panic!("{path}: {error}"));
        texts.extend(found.into_iter().map(|text| (id_of(&text), text)));
    }
    texts
}

/// The files of the product, tests left out, each with what it holds.
pub fn product() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf();
    collect(&root.join("src"), &mut files);
    files.sort();
    files
}

fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            if !["tests", "words", "words_macro", "words_source", "languages"]
                .contains(&name.as_str())
            {
                collect(&path, files);
            }
        } else if name.ends_with(".rs") && name != "tests.rs" {
            files.push((
                path.display().to_string(),
                fs::read_to_string(&path).expect("a source"),
            ));
        }
    }
}

/// Some of its words, for people, and its key, for the program.
fn id_of(text: &str) -> String {
    let mut id = String::new();
    for word in text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        if id.len() + word.len() > 40 {
            break;
        }
        if id.is_empty() && !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            id.push('n');
        }
        if !id.is_empty() {
            id.push('-');
        }
        id.push_str(&word.to_lowercase());
    }
    if id.is_empty() {
        id.push_str("text");
    }
    format!("{id}-{:016x}", words::key(text))
}

/// A text as a pattern of a Fluent file.
pub fn pattern(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let at_edge = out.is_empty() || rest.trim_start().is_empty();
        if let Some(after) = rest.strip_prefix("{{").or_else(|| rest.strip_prefix("}}")) {
            out.push_str(&format!("{{\"{c}\"}}"));
            rest = after;
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '{' => out.push_str("{ $"),
            '}' => out.push_str(" }"),
            '\n' => out.push_str("{\"\\u000A\"}"),
            ' ' if at_edge => out.push_str("{\" \"}"),
            c => out.push(c),
        }
    }
    out
}

/// The Fluent file of these texts.
pub fn file_of(texts: &BTreeMap<String, String>) -> String {
    let head =
        "# Made from the texts in the sources by the tests of this crate with UPDATE_WORDS=1.\n\n";
    let lines = texts
        .iter()
        .map(|(id, text)| format!("{id} = {}\n", pattern(text)));
    head.to_owned() + &lines.collect::<String>()
}
