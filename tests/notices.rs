//! The notices of everything that is linked into the program, fonts included, are those of today's
//! dependencies.
#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The platform whose dependencies are listed; others differ in a few bindings of the same
/// licences.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";
/// What a dependency may be under, alone or among others to choose from.
const ALLOWED: [&str; 14] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "OFL-1.1",
    "Ubuntu-font-1.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "MIT-0",
];

struct Package {
    name: String,
    version: String,
    licence: String,
    source: String,
    folder: PathBuf,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Everything that the program is linked with, but for the workspace's own.
fn packages() -> Vec<Package> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let args = [
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--filter-platform",
        PLATFORM,
    ];
    let output = Command::new(cargo)
        .args(args)
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let nodes: BTreeMap<String, Value> = list(&metadata["resolve"]["nodes"])
        .into_iter()
        .map(|node| (text(&node["id"]), node))
        .collect();
    let program = list(&metadata["packages"])
        .into_iter()
        .find(|package| package["name"] == "mutoscope")
        .unwrap();
    let (mut open, mut linked) = (vec![text(&program["id"])], BTreeSet::new());
    while let Some(id) = open.pop() {
        if linked.insert(id.clone()) {
            let is_linked = |dep: &&Value| {
                list(&dep["dep_kinds"])
                    .iter()
                    .any(|kind| kind["kind"].is_null())
            };
            open.extend(
                list(&nodes[&id]["deps"])
                    .iter()
                    .filter(is_linked)
                    .map(|dep| text(&dep["pkg"])),
            );
        }
    }
    let foreign =
        |package: &Value| linked.contains(&text(&package["id"])) && !package["source"].is_null();
    let package = |package: &Value| Package {
        name: text(&package["name"]),
        version: text(&package["version"]),
        licence: package["license"].as_str().unwrap_or_default().to_owned(),
        source: text(&package["source"]),
        folder: Path::new(&text(&package["manifest_path"]))
            .parent()
            .unwrap()
            .to_owned(),
    };
    let mut found: Vec<Package> = list(&metadata["packages"])
        .iter()
        .filter(|it| foreign(it))
        .map(package)
        .collect();
    found.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    found
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The texts that come with a package, without blanks at line ends.
fn texts(package: &Package) -> Vec<String> {
    let mut files: Vec<PathBuf> = fs::read_dir(&package.folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let is_notice = |path: &PathBuf| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        path.is_file()
            && ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
                .iter()
                .any(|it| name.starts_with(it))
    };
    let plain = |path: PathBuf| {
        let text = fs::read_to_string(path).unwrap_or_default();
        text.lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\n")
            .trim()
            .to_owned()
    };
    files
        .into_iter()
        .filter(is_notice)
        .map(plain)
        .filter(|text| !text.is_empty())
        .collect()
}

fn notices() -> String {
    let packages = packages();
    let mut out =
        String::from("What Mutoscope is linked with, under which licences, and their texts.\n\n");
    for Package {
        name,
        version,
        licence,
        ..
    } in &packages
    {
        out.push_str(&format!("{name} {version}: {licence}\n"));
    }
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in &packages {
        for text in texts(package) {
            by_text.entry(text).or_default().push(package.name.clone());
        }
    }
    let mut groups: Vec<(Vec<String>, String)> = by_text
        .into_iter()
        .map(|(text, names)| (names, text))
        .collect();
    groups.sort();
    for (names, text) in groups {
        out.push_str(&format!(
            "\n{}\n{}\n\n{text}\n",
            "=".repeat(80),
            names.join(", ")
        ));
    }
    let fonts = fs::read_to_string(root().join("assets/fonts/LICENSES.md")).unwrap();
    out.push_str(&format!(
        "\n{}\nFonts\n\n{}\n",
        "=".repeat(80),
        fonts.trim()
    ));
    out
}

/// Written anew with `UPDATE_NOTICES=1 cargo test -p mutoscope --test notices`.
#[test]
fn the_notices_are_those_of_what_is_linked() {
    let committed = root().join("assets/notices.txt");
    let made = notices();
    if std::env::var_os("UPDATE_NOTICES").is_some() {
        fs::write(&committed, &made).unwrap();
    }
    let committed = fs::read_to_string(committed).unwrap_or_default();
    assert!(
        committed == made,
        "UPDATE_NOTICES=1 cargo test -p mutoscope --test notices writes them anew"
    );
}

#[test]
fn everything_comes_from_the_one_registry() {
    for Package { name, source, .. } in packages() {
        assert_eq!(
            source, "registry+https://github.com/rust-lang/crates.io-index",
            "{name}"
        );
    }
}

#[test]
fn every_licence_is_one_that_the_program_may_be_linked_with() {
    for Package { name, licence, .. } in packages() {
        assert!(allows(&licence), "{name} is under “{licence}”");
    }
    assert!(allows("(MIT OR GPL-3.0) AND Unicode-3.0") && allows("MIT/Apache-2.0"));
    assert!(!allows("GPL-3.0") && !allows("MIT AND GPL-3.0") && !allows(""));
}

/// All parts that go together, and one of each choice.
fn allows(licence: &str) -> bool {
    let plain = licence.replace('/', " OR ").replace(['(', ')'], " ");
    plain
        .split(" AND ")
        .all(|part| part.split(" OR ").any(|one| ALLOWED.contains(&one.trim())))
}
