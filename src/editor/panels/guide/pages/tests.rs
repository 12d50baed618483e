use super::*;

#[test]
fn every_page_of_the_list_for_users_is_there_with_its_title() {
    let list = CONTENTS.split(NOT_FOR_USERS).next().unwrap();
    let files: Vec<&str> = list
        .split("](")
        .skip(1)
        .map(|rest| rest.split(')').next().unwrap())
        .collect();
    let pages: Vec<&str> = PAGES.iter().map(|page| page.file).collect();
    assert_eq!(files, pages);
    for page in PAGES {
        assert!(!page.title().ends_with(".md"), "{} has no title", page.file);
    }
}

#[test]
fn links_lead_to_pages_or_to_the_web_and_nowhere_else() {
    for text in PAGES.iter().map(GuidePage::text).chain([contents()]) {
        for line in text.lines().filter(|line| !line.contains('`')) {
            let mut rest = line;
            while let Some((_, _, target, after)) = first_link(rest) {
                let is_known = target.starts_with("http") || page(target).is_some();
                assert!(is_known, "{line}");
                rest = after;
            }
        }
        assert!(!text.contains("]({{") && !text.contains("{{#include"));
        assert!(!text.lines().any(|line| line.starts_with("![")));
    }
}

#[test]
fn a_line_keeps_its_words_and_loses_only_what_leads_nowhere() {
    let line = "See [clips](clips.md#trim), [code](../src/x.rs) and [the site](https://x.org/a).";
    assert_eq!(
        linked(line),
        "See [clips](clips.md), code and [the site](https://x.org/a)."
    );
}

#[test]
fn a_text_is_found_whatever_its_case() {
    let clips = page("clips.md").unwrap();
    assert!(clips.line_with("root motion").is_some());
    assert!(clips.line_with("no such words").is_none());
}

#[test]
fn code_stands_apart_from_what_is_around_it() {
    let found = parts("A\n```sh\ncargo run\n```\nB\n");
    assert_eq!(
        found,
        [
            GuidePart::Prose("A\n".into()),
            GuidePart::Code("cargo run".into()),
            GuidePart::Prose("B\n".into()),
        ]
    );
    for page in PAGES {
        let fences = page.text().matches("\n```").count();
        assert_eq!(fences % 2, 0, "{} closes its code", page.file);
    }
}
