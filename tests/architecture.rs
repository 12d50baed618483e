//! The workspace against `docs/architecture.md` and `docs/testing.md`: what each crate may use,
//! what it must not know, and that every invariant named there is held by a test that exists.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "support/imports.rs"]
mod imports;
#[path = "support/tokens.rs"]
mod tokens;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

type Names = BTreeSet<String>;

/// What a crate uses, or may use.
#[derive(Clone, Debug, Default, PartialEq)]
struct Uses {
    in_house: Names,
    outside: Names,
    in_tests: Names,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn document(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).unwrap()
}

/// The cells of the rows of the tables that start with this heading.
fn table(document: &str, heading: &str) -> Vec<Vec<String>> {
    let cells = |row: &str| {
        row.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    let rows = |start: usize| {
        document
            .lines()
            .skip(start + 2)
            .take_while(|line| line.starts_with('|'))
    };
    let starts = document
        .lines()
        .enumerate()
        .filter(|(_, line)| line.starts_with(heading));
    starts
        .flat_map(|(start, _)| rows(start))
        .map(cells)
        .collect()
}

/// The words between backticks.
fn quoted(cell: &str) -> Names {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn declared(document: &str) -> BTreeMap<String, Uses> {
    let row = |cells: Vec<String>| {
        let uses = Uses {
            in_house: quoted(&cells[2]),
            outside: quoted(&cells[3]),
            in_tests: quoted(&cells[4]),
        };
        (
            quoted(&cells[0]).pop_first().expect("a crate has a name"),
            uses,
        )
    };
    table(document, "| crate |").into_iter().map(row).collect()
}

/// Tables of dependencies that some platforms alone have: those of the device that sounds are heard
/// from.
const PLATFORMS: [&str; 2] = [
    "[target.'cfg(any(target_os = \"linux\", target_os = \"freebsd\"))'.dependencies]",
    "[target.'cfg(any(windows, target_os = \"macos\"))'.dependencies]",
];

/// What a manifest declares. Only the workspace's one way of writing a dependency is understood.
fn used(manifest: &str, crates: &Names) -> Result<Uses, String> {
    let (mut uses, mut section) = (Uses::default(), "");
    for line in manifest
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if line.starts_with('[') {
            section = line;
            let is_other = line.contains("dependencies")
                && !["[dependencies]", "[dev-dependencies]"].contains(&line)
                && !PLATFORMS.contains(&line);
            if is_other && line != "[workspace.dependencies]" {
                return Err(format!("{line} is not among the tables that are compared"));
            }
            continue;
        }
        let name = || {
            let (name, rest) = line
                .split_once([' ', '.'])
                .ok_or(format!("“{line}” is no name"))?;
            let is_plain = rest == "workspace = true"
                || rest == "= { workspace = true, optional = true }"
                || rest == "= { workspace = true, features = [\"schema\"] }";
            is_plain
                .then(|| name.to_owned())
                .ok_or(format!("“{line}” is no name"))
        };
        match section {
            table if table == "[dependencies]" || PLATFORMS.contains(&table) => {
                let name = name()?;
                let list = if crates.contains(&name) {
                    &mut uses.in_house
                } else {
                    &mut uses.outside
                };
                list.insert(name);
            }
            "[dev-dependencies]" => drop(uses.in_tests.insert(name()?)),
            _ => {}
        }
    }
    Ok(uses)
}

/// Everything in which manifests and table differ; a crate is named with what it uses.
fn differences(
    manifests: &BTreeMap<String, String>,
    table: &BTreeMap<String, Uses>,
) -> Vec<String> {
    let crates: Names = manifests.keys().cloned().collect();
    let mut found: Vec<String> = table
        .keys()
        .filter(|name| !crates.contains(*name))
        .map(|name| format!("{name} is not a crate"))
        .collect();
    for (name, manifest) in manifests {
        match (used(manifest, &crates), table.get(name)) {
            (Err(why), _) => found.push(format!("{name}: {why}")),
            (Ok(_), None) => found.push(format!("{name} has no row")),
            (Ok(uses), Some(may)) => {
                for (uses, may, what) in [
                    (&uses.in_house, &may.in_house, "in-house"),
                    (&uses.outside, &may.outside, "outside"),
                    (&uses.in_tests, &may.in_tests, "in tests"),
                ] {
                    found.extend(
                        uses.difference(may)
                            .map(|other| format!("{name} uses {other} ({what}), undeclared")),
                    );
                    found.extend(
                        may.difference(uses)
                            .map(|other| format!("{name} does not use {other} ({what})")),
                    );
                }
            }
        }
    }
    found
}

/// Where crates lie: those of the program, and tools that only tests and benches use.
const FOLDERS: [&str; 2] = ["src", "tools"];

/// The crates but for the program itself, by their names, each with its folder from the root on.
fn crates() -> BTreeMap<String, PathBuf> {
    let inside = |folder: &'static str| {
        fs::read_dir(root().join(folder))
            .unwrap()
            .map(move |entry| PathBuf::from(folder).join(entry.unwrap().file_name()))
    };
    FOLDERS
        .into_iter()
        .flat_map(inside)
        .filter(|path| root().join(path).join("Cargo.toml").is_file())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path))
        .collect()
}

fn manifests() -> BTreeMap<String, String> {
    let read = |path: &Path| fs::read_to_string(root().join(path).join("Cargo.toml")).unwrap();
    let mut found: BTreeMap<_, _> = crates()
        .into_iter()
        .map(|(name, path)| (name, read(&path)))
        .collect();
    found.insert("mutoscope".into(), read(Path::new("")));
    found
}

#[test]
fn crates_use_what_the_table_declares() {
    let found = differences(&manifests(), &declared(&document("architecture.md")));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Cargo only warns of a profile for a package that there is not, and builds slow code.
#[test]
fn profiles_are_of_packages_that_there_are() {
    let file = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let lock = file("Cargo.lock");
    let packages: Names = lock
        .lines()
        .filter_map(|line| line.strip_prefix("name = "))
        .map(|name| name.trim_matches('"').to_owned())
        .collect();
    let manifest = file("Cargo.toml");
    let profiles = manifest.lines().filter_map(|line| {
        let (_, package) = line.strip_prefix("[profile.")?.split_once(".package.")?;
        Some(package.trim_end_matches(']'))
    });
    let named: Vec<&str> = profiles.filter(|name| !name.starts_with('"')).collect();
    assert!(named.len() > 20);
    for name in named {
        assert!(packages.contains(name), "no package is called {name}");
    }
}

/// The package that a manifest is of.
fn package(manifest: &str) -> &str {
    let name = manifest
        .lines()
        .find_map(|line| line.strip_prefix("name = "));
    name.unwrap().trim_matches('"')
}

/// What a crate uses anew is missing in the lock files of the workspaces beside this one, which are
/// built with them as they are.
#[test]
fn locked_versions_of_examples_have_all_that_the_crates_use() {
    let names: Names = crates().keys().cloned().collect();
    let manifests = manifests();
    for file in ["examples/bevy", "examples/godot", "fuzz"] {
        let lock = fs::read_to_string(root().join(file).join("Cargo.lock")).unwrap();
        let packages = lock.split("[[package]]").skip(1);
        let locked: BTreeMap<&str, Names> = packages
            .filter(|block| !block.contains("source = "))
            .map(|block| {
                let entries = block.lines().filter_map(|line| line.strip_prefix(" \""));
                let first = |it: &str| it.split(['"', ' ']).next().unwrap().to_owned();
                (package(block), entries.map(first).collect())
            })
            .collect();
        for manifest in manifests.values() {
            let Some(known) = locked.get(package(manifest)) else {
                continue;
            };
            let required: Vec<&str> = manifest
                .lines()
                .filter(|line| !line.contains("optional = true"))
                .collect();
            let used = used(&required.join("\n"), &names).unwrap();
            let in_house = used.in_house.iter().map(|name| package(&manifests[name]));
            for needed in in_house.chain(used.outside.iter().map(String::as_str)) {
                assert!(
                    known.contains(needed),
                    "{file}/Cargo.lock: {} uses {needed}; run `cargo metadata` there",
                    package(manifest)
                );
            }
        }
        assert!(locked.len() > 4, "{file} is built with the crates");
    }
}

#[test]
fn tools_are_used_by_tests_alone() {
    let crates = crates();
    let names: Names = crates.keys().cloned().collect();
    for (name, manifest) in manifests() {
        for used in used(&manifest, &names).unwrap().in_house {
            assert!(crates[&used].starts_with("src"), "{name} uses {used}");
        }
    }
}

const MADE_UP: &str = "
| crate | what it is | may use in-house | outside packages | only in tests | must not know |
|---|---|---|---|---|---|
| `anim` | what plays | – | `glam` | – | files |
| `asset` | what people edit | `anim` | – | `proptest` | files |
";

/// The differences of two made-up crates from the made-up table.
fn refusals(asset: &str, others: &[(&str, &str)]) -> Vec<String> {
    let anim = (
        "anim",
        "[package]\nname = \"anim\"\n[dependencies]\nglam.workspace = true\n",
    );
    let all = [anim, ("asset", asset)]
        .into_iter()
        .chain(others.iter().copied());
    differences(
        &all.map(|(name, text)| (name.to_owned(), text.to_owned()))
            .collect(),
        &declared(MADE_UP),
    )
}

#[test]
fn a_manifest_that_differs_is_refused() {
    let good =
        "[dependencies]\nanim.workspace = true\n\n[dev-dependencies]\nproptest.workspace = true\n";
    assert_eq!(refusals(good, &[]), Vec::<String>::new());
    let with = |line: &str| {
        good.replace(
            "anim.workspace = true\n",
            &format!("anim.workspace = true\n{line}\n"),
        )
    };
    let check = |manifest: &str, others: &[(&str, &str)], expected: &str| {
        assert_eq!(refusals(manifest, others), [expected]);
    };
    check(
        &with("wgpu.workspace = true"),
        &[],
        "asset uses wgpu (outside), undeclared",
    );
    let editor = [("editor", "[dependencies]\n")];
    let found = refusals(&with("editor.workspace = true"), &editor);
    assert_eq!(
        found,
        [
            "asset uses editor (in-house), undeclared",
            "editor has no row"
        ]
    );
    check(
        &good.replace("anim.workspace = true", ""),
        &[],
        "asset does not use anim (in-house)",
    );
    check(
        &good.replace("proptest.workspace = true", ""),
        &[],
        "asset does not use proptest (in tests)",
    );
    check(good, &editor, "editor has no row");
    check(
        &with("serde = \"1\""),
        &[],
        "asset: “serde = \"1\"” is no name",
    );
    let target = "[target.'cfg(unix)'.dependencies]";
    check(
        &with(target),
        &[],
        &format!("asset: {target} is not among the tables that are compared"),
    );
}

/// Crate, and what must not stand in its sources.
const UNKNOWN: [(&str, &[&str]); 14] = [
    ("anim", &["std::fs", "std::thread", "wgpu", "asset::"]),
    ("bundle", &["std::fs", "std::thread", "asset::"]),
    ("asset", &["std::fs", "std::thread", "egui"]),
    ("formats", &["std::fs", "std::thread", "egui"]),
    ("document", &["std::fs", "std::thread", "egui"]),
    (
        "engine",
        &[
            "std::fs",
            "wgpu",
            "egui",
            "document::",
            "studio::",
            "Transport",
        ],
    ),
    ("studio", &["std::fs", "wgpu", "egui", "document::"]),
    ("scenario", &["std::fs", "wgpu", "egui", "document::"]),
    ("live", &["std::fs", "egui", "engine::", "GraphState"]),
    ("render", &["std::fs", "egui::", "montage::"]),
    ("sound", &["egui", "anim::", "asset::", "document::"]),
    (
        "footage",
        &["std::fs", "wgpu", "egui", "document::", "asset::"],
    ),
    ("mannequin", &["std::fs", "std::thread"]),
    ("cli", &["std::fs", "fs::read", "egui"]),
];

fn is_test(path: &Path) -> bool {
    path.ends_with("tests.rs") || path.iter().any(|part| part == "tests")
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// Code without its comments.
fn code(text: &str) -> String {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// `asset::` is a word of its own, and not the end of `pose_asset::`.
fn speaks_of(code: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word)
        .any(|(at, _)| !code[..at].ends_with(is_part))
}

#[test]
fn a_word_is_no_part_of_a_longer_one() {
    assert!(speaks_of("use asset::Id;", "asset::") && speaks_of("(asset::Id)", "asset::"));
    assert!(!speaks_of("use pose_asset::PoseAsset;", "asset::"));
}

#[test]
fn crates_do_not_know_what_they_must_not() {
    let crates = crates();
    for (name, words) in UNKNOWN {
        for path in sources(&root().join(&crates[name]))
            .into_iter()
            .filter(|path| !is_test(path))
        {
            let code = code(&fs::read_to_string(&path).unwrap());
            for word in words {
                assert!(
                    !speaks_of(&code, word),
                    "{} speaks of {word}",
                    path.display()
                );
            }
        }
    }
}

/// Authored types are what files hold: none is spelt by a second type beside it.
#[test]
fn no_type_is_spelt_by_another_one() {
    let spelt: Vec<_> = crates()
        .values()
        .flat_map(|folder| sources(&root().join(folder)))
        .filter(|path| {
            let text = fs::read_to_string(path).unwrap();
            text.contains("remote = \"")
        })
        .collect();
    assert!(spelt.is_empty(), "{spelt:?}");
}

#[test]
fn panels_read_the_session_and_push_actions() {
    let editor = root().join(&crates()["editor"]);
    let of_app = editor.join("app");
    let files = sources(&editor).into_iter();
    for path in files.filter(|path| !path.starts_with(&of_app) && !is_test(path)) {
        let code = code(&fs::read_to_string(&path).unwrap());
        let is_changed = code.contains("mut Session");
        assert!(!is_changed, "{} can change the session", path.display());
    }
}

/// Modules of this text that are for tests alone and do not stand in files of their own that say so
/// by their place.
fn misplaced_tests(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = text.lines().map(str::trim);
    while lines
        .by_ref()
        .any(|line| line == "#[cfg(test)]" || line.starts_with("#[cfg(all(test,"))
    {
        let mut path = "";
        let Some(item) = lines.by_ref().find(|line| {
            path = line
                .strip_prefix("#[path = \"")
                .and_then(|line| line.strip_suffix("\"]"))
                .unwrap_or(path);
            !line.starts_with("#[")
        }) else {
            break;
        };
        let Some((_, name)) = item.split_once("mod ") else {
            continue;
        };
        let is_in_place = path
            .split('/')
            .any(|part| part == "tests" || part == "tests.rs");
        if !(is_in_place || path.is_empty() && name == "tests;") {
            found.push(name.trim_end_matches([' ', ';', '{']).to_owned());
        }
    }
    found
}

#[test]
fn files_of_tests_are_called_tests_or_lie_in_a_folder_of_tests() {
    let texts = FOLDERS
        .into_iter()
        .flat_map(|folder| sources(&root().join(folder)))
        .map(|path| (fs::read_to_string(&path).unwrap(), path));
    let found: Vec<String> = texts
        .flat_map(|(text, path)| {
            misplaced_tests(&text)
                .into_iter()
                .map(move |it| format!("{it} of {path:?}"))
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_file_of_tests_that_does_not_say_so_is_named() {
    let good = [
        "mod tests;",
        "#[path = \"clip/tests/uneven.rs\"]\nmod uneven;",
        "#[path = \"whole/tests.rs\"]\nmod whole;",
    ];
    assert!(
        good.iter()
            .all(|item| misplaced_tests(&format!("#[cfg(test)]\n{item}")).is_empty())
    );
    let bad = [
        "mod uneven;",
        "pub(crate) mod uneven;",
        "#[path = \"latest/uneven.rs\"]\nmod uneven;",
    ];
    assert!(
        bad.iter()
            .all(|item| misplaced_tests(&format!("#[cfg(test)]\n{item}")) == ["uneven"])
    );
    assert_eq!(
        misplaced_tests("#[cfg(all(test, unix))]\nmod hostile;"),
        ["hostile"]
    );
    assert_eq!(
        misplaced_tests("mod uneven;\n#[cfg(test)]\nuse a::b;\n#[cfg(test)]\nmod tests {"),
        ["tests"]
    );
}

/// Files of a crate that import each other in a circle, at most.
const CIRCLE: usize = 6;

#[test]
fn files_import_each_other_in_small_circles() {
    for (name, folder) in crates() {
        let folder = root().join(folder);
        let product = sources(&folder).into_iter().filter(|path| !is_test(path));
        let files: Vec<_> = product
            .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
            .collect();
        let circle = imports::largest_circle(&imports::graph(&folder, &files));
        let named: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
        assert!(
            circle.len() <= CIRCLE,
            "{name}: {} files: {}",
            circle.len(),
            named.join(", ")
        );
    }
}

#[test]
fn imports_count_for_the_file_that_defines_what_is_named() {
    let files = [
        (
            "lib.rs",
            "mod a; mod b; mod c { } pub use a::One; pub use b::{self, Two as Second};",
        ),
        (
            "a.rs",
            "use crate::Second; pub struct One; // use crate::c::Three;",
        ),
        (
            "b/mod.rs",
            "mod inner; pub use inner::Two; fn f() { for _ in super::a::One { } }",
        ),
        (
            "b/inner.rs",
            "fn f() -> impl Sized + use<> { 1 } pub struct Two; struct In(pub(in crate::b) super::super::c::Three);",
        ),
        (
            "c.rs",
            "pub enum Three { } macro_rules! made { () => { } } const TEXT: &str = \"use crate::a::One;\";",
        ),
    ];
    let files = files.map(|(path, text)| (PathBuf::from(path), text.to_owned()));
    let graph = imports::graph(Path::new(""), &files);
    let leads = |from: &str| {
        graph[&from.split("::").map(str::to_owned).collect::<Vec<_>>()]
            .iter()
            .map(|it| it.join("::"))
    };
    assert_eq!(leads("a").collect::<Vec<_>>(), ["b::inner"]);
    assert_eq!(leads("b").collect::<Vec<_>>(), ["a"]);
    assert_eq!(leads("b::inner").collect::<Vec<_>>(), ["c"]);
    assert_eq!(leads("c").count() + graph[&Vec::new()].len(), 0);
    assert_eq!(
        imports::largest_circle(&graph),
        Vec::<imports::Module>::new()
    );
    let round = [
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "use super::a::A; pub struct B;"),
        ("lib.rs", ""),
    ];
    let round = round.map(|(path, text)| (PathBuf::from(path), text.to_owned()));
    assert_eq!(
        imports::largest_circle(&imports::graph(Path::new(""), &round)),
        [["a"], ["b"]]
    );
}

/// Words and signs that a function of the product has at most, of so many in a hundred: what stands
/// here may only become less.
const BUDGET: [(usize, usize); 3] = [(50, 90), (90, 315), (99, 650)];

#[test]
fn functions_keep_their_budget() {
    let product = sources(&root().join("src"))
        .into_iter()
        .filter(|path| !is_test(path));
    let mut lengths: Vec<usize> = product
        .flat_map(|path| tokens::functions(&fs::read_to_string(path).unwrap()))
        .map(|(_, length)| length)
        .collect();
    lengths.sort_unstable();
    assert!(lengths.len() > 5000, "only {} functions", lengths.len());
    for (percent, most) in BUDGET {
        let found = lengths[lengths.len() * percent / 100];
        assert!(
            found <= most,
            "of {percent} in a hundred functions the longest has {found} words and signs, of {most}"
        );
    }
}

/// The names of types that a file declares at its top level.
fn types(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = match line.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
            Some(rest) => rest.trim_start(),
            None => line,
        };
        let (kind, rest) = line.split_once(' ')?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        matches!(kind, "struct" | "enum" | "trait" | "union" | "type")
            .then(|| &rest[..end.unwrap_or(rest.len())])
    })
}

/// But for a type of `asset` and the one of `anim` that it compiles into, which may share theirs.
#[test]
fn types_have_names_of_their_own() {
    let mut bearers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in FOLDERS
        .into_iter()
        .flat_map(|folder| sources(&root().join(folder)))
        .filter(|path| !is_test(path))
    {
        let file = path.strip_prefix(root()).unwrap().display().to_string();
        for name in types(&fs::read_to_string(&path).unwrap()) {
            bearers
                .entry(name.to_owned())
                .or_default()
                .push(file.clone());
        }
    }
    assert!(bearers.len() > 1500, "only {} names", bearers.len());
    bearers.retain(|_, files| {
        let mut crates: Vec<_> = files
            .iter()
            .filter_map(|file| file.split('/').nth(1))
            .collect();
        crates.sort_unstable();
        files.len() > 1 && crates != ["anim", "asset"]
    });
    assert!(bearers.is_empty(), "{bearers:#?}");
}

#[test]
fn types_are_found_by_how_they_are_declared() {
    let text = "pub struct One<T>(T);\npub(crate) enum Two {\n    Three,\n}\ntype Four = u8;\n\
                impl One<u8> {\n    type Five = u8;\n}\ntrait Six: Sized {}\nfn seven() {}\n";
    assert_eq!(
        types(text).collect::<Vec<_>>(),
        ["One", "Two", "Four", "Six"]
    );
}

#[test]
fn words_and_signs_of_functions_are_counted() {
    let text = r##"
        /// fn comment() { }
        fn one(a: &'static str) -> char { let b = "} fn text() {"; '}' } // }
        trait Two { fn none(&self); fn two() { if x { r#"" }"#; } } }
    "##;
    assert_eq!(
        tokens::functions(text),
        [("one".to_owned(), 20), ("two".to_owned(), 11)]
    );
    assert_eq!(
        tokens::functions("fn a() { fn b() {} }"),
        [("a".to_owned(), 11), ("b".to_owned(), 5)]
    );
    assert_eq!(
        tokens::functions("fn a() { b(c, d,) }"),
        [("a".to_owned(), 11)]
    );
}

#[test]
fn every_invariant_is_held_by_a_test_that_exists() {
    let rows = table(&document("testing.md"), "| invariant |");
    assert!(rows.len() >= 10, "only {} invariants", rows.len());
    rows.iter().for_each(|row| names_tests(row));
}

#[test]
fn every_promise_of_safety_is_held_by_tests_that_exist() {
    let rows = table(&document("testing.md"), "| promise |");
    assert!(rows.len() >= 20, "only {} promises", rows.len());
    rows.iter().for_each(|row| names_tests(row));
}

/// The second cell names files, each with the tests in it that hold what the first says.
fn names_tests(row: &[String]) {
    let mut held = 0;
    let mut text = None;
    for named in row[1].split('`').skip(1).step_by(2) {
        if named.ends_with(".rs") {
            text = Some(
                fs::read_to_string(root().join(named))
                    .unwrap_or_else(|error| panic!("{named}: {error}")),
            );
            continue;
        }
        let text = text
            .as_ref()
            .unwrap_or_else(|| panic!("{row:?} names no file"));
        assert!(
            text.contains(&format!("fn {named}(")),
            "{row:?} has no test {named}"
        );
        held += 1;
    }
    assert!(held > 0, "{row:?} names no test");
}

/// A copy of the workspace's manifests, each over an empty crate.
fn bare_workspace(folder: &Path) {
    let write = |path: PathBuf, text: &str| {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let crates = crates();
    for (name, manifest) in manifests() {
        let place = folder.join(crates.get(&name).map_or(Path::new(""), PathBuf::as_path));
        write(place.join("Cargo.toml"), &manifest);
        write(place.join("lib.rs"), "");
    }
    write(folder.join("src/main.rs"), "fn main() {}");
}

#[test]
fn the_workspace_loads_beside_the_seeds_of_a_property_test_that_failed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("seeds");
    drop(fs::remove_dir_all(&folder));
    bare_workspace(&folder);
    // Where proptest writes them: beside the crate that holds the test.
    fs::create_dir_all(folder.join("src/proptest-regressions/codec")).unwrap();
    fs::write(
        folder.join("src/proptest-regressions/codec/tests.txt"),
        "cc 0123\n",
    )
    .unwrap();
    let mut cargo = std::process::Command::new(env!("CARGO"));
    let call = cargo
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(&folder);
    let loaded = call.output().unwrap();
    assert!(
        loaded.status.success(),
        "{}",
        String::from_utf8_lossy(&loaded.stderr)
    );
}
