//! The site that `book.toml` describes: every page is in `docs/SUMMARY.md`, every link leads to a
//! page, a heading or a file that exists, every picture is shown.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files in a folder of `docs/` with this ending, as names in `docs/`.
fn files(folder: &str, ending: &str) -> BTreeSet<String> {
    fs::read_dir(root().join("docs").join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(ending))
        .map(|name| format!("{folder}{name}"))
        .collect()
}

/// The text without its blocks of code and without code in its lines.
fn prose(page: &str) -> String {
    let mut is_code = false;
    let mut text = String::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            line.split('`')
                .step_by(2)
                .for_each(|part| text.push_str(part));
            text.push('\n');
        }
    }
    text
}

/// What links and pictures of a page lead to.
fn targets(page: &str) -> Vec<String> {
    prose(page)
        .split("](")
        .skip(1)
        .map(|rest| rest.split(')').next().unwrap().to_owned())
        .collect()
}

/// The anchor of a heading, as the site and a repository's own view make it.
fn anchor(heading: &str) -> String {
    let kept = heading
        .trim()
        .chars()
        .filter_map(|letter| match letter {
            ' ' => Some('-'),
            '-' | '_' => Some(letter),
            _ => letter.is_alphanumeric().then_some(letter),
        })
        .collect::<String>();
    kept.to_lowercase()
}

/// The anchors of the headings of a page. One that is there again gets a number behind it.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut is_code = false;
    let mut all = BTreeSet::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code || !line.starts_with('#') {
            continue;
        }
        let first = anchor(line.trim_start_matches('#'));
        let name = (0..)
            .map(|count| match count {
                0 => first.clone(),
                count => format!("{first}-{count}"),
            })
            .find(|name| !all.contains(name));
        all.extend(name);
    }
    all
}

/// Why a link of the file at a path below the root leads nowhere.
fn broken(from: &Path, target: &str) -> Option<String> {
    if target.starts_with("https://") || target.starts_with("http://") {
        return None;
    }
    let (path, heading) = target.split_once('#').unwrap_or((target, ""));
    let at = if path.is_empty() {
        root().join(from)
    } else {
        root().join(from).parent().unwrap().join(path)
    };
    if !at.is_file() {
        return Some(format!("{target} is not a file"));
    }
    let is_known =
        heading.is_empty() || anchors(&fs::read_to_string(&at).unwrap()).contains(heading);
    (!is_known).then(|| format!("{target} has no such heading"))
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let pages = files("", ".md");
    let pages = pages.iter().map(|page| format!("docs/{page}"));
    let mut wrong = Vec::new();
    for path in pages.chain(["README.md".to_owned()]) {
        let page = fs::read_to_string(root().join(&path)).unwrap();
        let faults = targets(&page)
            .into_iter()
            .filter_map(|target| broken(Path::new(&path), &target));
        wrong.extend(faults.map(|fault| format!("{path}: {fault}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A page of the site cannot lead out of `docs/`, which is all that the site has.
#[test]
fn no_page_leads_out_of_the_site() {
    for name in files("", ".md") {
        let page = fs::read_to_string(root().join("docs").join(&name)).unwrap();
        let out = targets(&page)
            .into_iter()
            .find(|target| target.starts_with("..") || target.starts_with('/'));
        assert_eq!(out, None, "{name}");
    }
}

#[test]
fn every_page_is_in_the_summary_once() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let listed = targets(&summary);
    let mut pages = files("", ".md");
    pages.remove("SUMMARY.md");
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), pages);
    assert_eq!(listed.len(), pages.len(), "a page is listed twice");
}

#[test]
fn every_picture_is_shown() {
    let mut pictures = files("images/", ".png");
    pictures.extend(files("images/motions/", ".png"));
    let mut shown = BTreeSet::new();
    for name in files("", ".md") {
        shown.extend(targets(
            &fs::read_to_string(root().join("docs").join(name)).unwrap(),
        ));
    }
    let idle = pictures.difference(&shown).collect::<Vec<_>>();
    assert!(idle.is_empty(), "{idle:?}");
}

/// Pictures of the sample's meshes, of an engine and of a web page, which do not change with the
/// window.
const NOT_OF_THE_WINDOW: [&str; 4] = [
    "images/bends.png",
    "images/bevy.png",
    "images/levels.png",
    "images/web.png",
];

#[test]
fn every_picture_of_the_window_is_made_anew_by_the_command() {
    let table = fs::read_to_string(root().join("tests/pictures.py")).unwrap();
    let made = |path: &str| {
        let name = path.trim_start_matches("images/").trim_end_matches(".png");
        table.contains(&format!("    \"{name}\": "))
    };
    for path in files("images/", ".png") {
        assert!(
            made(&path) != NOT_OF_THE_WINDOW.contains(&path.as_str()),
            "{path}: tests/pictures.py does not make it"
        );
    }
}

#[test]
fn headings_have_the_anchors_of_the_site() {
    let page =
        "# One, two\n## `Keys`: 8 bytes\n```\n# code\n```\n# One, two\n## 1. A space: how fast";
    let expected = ["one-two", "one-two-1", "keys-8-bytes", "1-a-space-how-fast"];
    assert_eq!(anchors(page), expected.map(str::to_owned).into());
}

#[test]
fn links_are_found_outside_of_code() {
    let page = "[a](b.md) and `[c](d.md)`\n```\n[e](f.md)\n```\n![g](h.png), [i](#j)";
    assert_eq!(targets(page), ["b.md", "h.png", "#j"]);
}
