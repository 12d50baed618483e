//! The Fluent files have every text, with its values.

use super::sources;
use fluent_syntax::{ast, parser};
use languages::Language;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

fn path_of(language: Language) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(format!("src/languages/texts/{}.ftl", language.tag()))
}

fn read(language: Language) -> String {
    fs::read_to_string(path_of(language)).expect("a file of texts")
}

/// The values that each message of a Fluent file puts in, by its id.
fn values(source: &str) -> BTreeMap<String, BTreeSet<String>> {
    let resource = parser::parse(source).unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
    let mut messages = BTreeMap::new();
    for entry in &resource.body {
        let ast::Entry::Message(message) = entry else {
            continue;
        };
        let elements = message.value.iter().flat_map(|pattern| &pattern.elements);
        let values =
            elements.filter_map(|element| match element {
                ast::PatternElement::Placeable {
                    expression:
                        ast::Expression::Inline(ast::InlineExpression::VariableReference { id }),
                } => Some(id.name.to_owned()),
                _ => None,
            });
        let known = messages.insert(message.id.name.to_owned(), values.collect());
        assert!(known.is_none(), "{} stands twice", message.id.name);
    }
    messages
}

#[test]
fn the_english_file_has_the_texts_of_the_sources() {
    let made = sources::file_of(&sources::english());
    if std::env::var_os("UPDATE_WORDS").is_some() {
        fs::write(path_of(Language::English), &made).expect("a file that can be written");
    }
    let kept = read(Language::English);
    let lines = made
        .lines()
        .zip(kept.lines())
        .find(|(made, kept)| made != kept);
    assert_eq!(lines, None, "run the test `languages` with UPDATE_WORDS=1");
    assert_eq!(
        made.len(),
        kept.len(),
        "run the test `languages` with UPDATE_WORDS=1"
    );
}

#[test]
fn every_text_has_a_translation_with_the_same_values() {
    let english = values(&sources::file_of(&sources::english()));
    for language in [Language::SimplifiedChinese, Language::Japanese] {
        let translated = values(&read(language));
        let tag = language.tag();
        let lacking: Vec<_> = english
            .keys()
            .filter(|id| !translated.contains_key(*id))
            .collect();
        assert!(
            lacking.is_empty(),
            "{tag}.ftl lacks {}: {lacking:#?}",
            lacking.len()
        );
        let loose: Vec<_> = translated
            .keys()
            .filter(|id| !english.contains_key(*id))
            .collect();
        assert!(
            loose.is_empty(),
            "{tag}.ftl has texts that nothing shows: {loose:#?}"
        );
        for (id, values) in &english {
            assert_eq!(&translated[id], values, "values of {id} in {tag}.ftl");
        }
    }
}

/// The patterns of a Fluent file by their ids, as the file has them.
fn patterns(source: &str) -> BTreeMap<&str, &str> {
    source
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .collect()
}

/// The labels that an English text names: between quotes, and along a path of menus.
fn labels_named(text: &str) -> BTreeSet<&str> {
    let quoted = text
        .split('“')
        .skip(1)
        .filter_map(|rest| rest.split_once('”'));
    let mut named: BTreeSet<&str> = quoted.map(|(label, _)| label).collect();
    let steps: Vec<&str> = text.split(" › ").collect();
    if steps.len() > 1 {
        // What stands before the first step and behind the last one belongs to the sentence.
        named.extend(&steps[1..steps.len() - 1]);
    }
    named.retain(|label| label.starts_with(char::is_uppercase));
    named
}

/// Who reads “Animation, scaled” in a message has to find the very same words on the button.
#[test]
fn labels_that_a_text_names_are_called_as_they_are() {
    let english = read(Language::English);
    let english = patterns(&english);
    let id_of: BTreeMap<&str, &str> = english.iter().map(|(id, text)| (*text, *id)).collect();
    for language in [Language::SimplifiedChinese, Language::Japanese] {
        let translated = read(language);
        let translated = patterns(&translated);
        for (id, text) in &english {
            // Pages of the documentation are in English.
            let labels = labels_named(text).into_iter();
            for label in labels.filter(|_| !text.contains("in the documentation")) {
                let Some(own) = id_of.get(label).and_then(|id| translated.get(id)) else {
                    continue;
                };
                assert!(
                    translated[id].contains(own.trim_end_matches('…')),
                    "{id} in {}.ftl should say “{own}” for “{label}”",
                    language.tag()
                );
            }
        }
    }
}
