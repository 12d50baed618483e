//! The reference of nodes in the docs, made from what each kind says of itself.

use crate::{
    BoneKey,
    graph::{
        Form, Input, NodeKind, Offer,
        form::{Button, Measure, NamedThing, NodeFormField},
        nodes::ControlNode,
        offered,
    },
};
use std::fmt::Write;

const HEAD: &str = "# Nodes of pose graphs

Every kind of node as the palette offers it, with what it takes and the fields that Details shows. A number with a range is
clamped to it there; what says *or an expression* takes an [expression](graphs.md#expressions). Fields of lists, such as legs or
layers, come once for each item. [Pose graphs](graphs.md) says what nodes do.

This page is written by `UPDATE_DOCS=1 cargo test -p asset --lib node_reference`.
";

/// The rows of a table.
#[derive(Default)]
struct Rows(String);

impl Form for Rows {
    fn group(&mut self, title: &str, _: &str) {
        if !title.is_empty() {
            writeln!(self.0, "| **{}** | | | |", plain(title)).unwrap();
        }
    }

    fn field(&mut self, label: &str, field: NodeFormField<'_>) {
        let [what, unit, first] = told(&field);
        writeln!(self.0, "| {} | {what} | {unit} | {first} |", plain(label)).unwrap();
    }

    fn button(&mut self, _: Button<'_>, _: &str) -> bool {
        false
    }

    fn bones(&self) -> &[BoneKey] {
        &[]
    }
}

fn plain(text: &str) -> String {
    text.replace('|', "\\|")
}

/// What a field is, its unit, and what it begins as.
fn told(field: &NodeFormField<'_>) -> [String; 3] {
    let of = |what: &str| [what.to_owned(), String::new(), String::new()];
    match field {
        NodeFormField::Number { value, unit, range } => [
            format!("number, {} to {}", range.start(), range.end()),
            (*unit).to_owned(),
            value.to_string(),
        ],
        NodeFormField::Whole { value, unit, range } => [
            format!("whole number, {} to {}", range.start(), range.end()),
            (*unit).to_owned(),
            value.to_string(),
        ],
        NodeFormField::Truth { value, note } => {
            let what = if note.is_empty() {
                "bool".to_owned()
            } else {
                format!("bool: {}", plain(note))
            };
            [
                what,
                String::new(),
                if **value { "on" } else { "off" }.to_owned(),
            ]
        }
        NodeFormField::Text(text) => ["text".to_owned(), String::new(), plain(text)],
        NodeFormField::Named(thing, text) => {
            let what = match thing {
                NamedThing::WarpTarget => "name of a warp target",
                NamedThing::Slot => "name of a slot",
                NamedThing::SyncGroup => "name of a sync group",
            };
            [what.to_owned(), String::new(), plain(text)]
        }
        NodeFormField::Input { value, measure } => {
            let what = match measure {
                Measure::Number(_) | Measure::Vector(_) => "number or an expression",
                Measure::Truth => "bool or an expression",
                Measure::Parameter => "parameter",
            };
            let first = match value {
                Input::Number(number) => number.to_string(),
                Input::Expression(text) => plain(text),
            };
            [what.to_owned(), measure.unit().to_owned(), first]
        }
        NodeFormField::Choice { value, options } => {
            let first = value
                .and_then(|at| options.get(at))
                .map_or(String::new(), |word| plain(word));
            [
                format!(
                    "one of {}",
                    options
                        .iter()
                        .map(|word| plain(word))
                        .collect::<Vec<_>>()
                        .join(", ")
                ),
                String::new(),
                first,
            ]
        }
        NodeFormField::Bone(_) => of("bone"),
        NodeFormField::OptionalBone(_) => of("bone, or none"),
        NodeFormField::Place(_) => of("bone or virtual bone"),
        NodeFormField::Space(_) => of("space"),
        NodeFormField::TargetSpace(_) => of("space, or what is reached for"),
        NodeFormField::Asset(kind, _) => of(kind.word()),
        NodeFormField::Mask { none, .. } => of(&format!("mask, or none: {}", plain(none))),
        NodeFormField::Profile(_) => of("blend profile, or none"),
        NodeFormField::SavedPose(_) => of("saved pose"),
    }
}

fn reference() -> String {
    let offer = Offer {
        rig: None,
        bone: BoneKey::default(),
    };
    let mut text = HEAD.to_owned();
    for (mut kind, words) in offered(&offer) {
        if matches!(kind, NodeKind::MadeUp(_)) {
            continue;
        }
        let word = match &kind {
            NodeKind::Control(ControlNode { kind, .. }) => kind.word(),
            kind => kind.word(),
        };
        let mut parts = vec![format!("## {word}")];
        if !words.is_empty() {
            parts.push(format!("Also found by: {words}."));
        }
        let pins: Vec<String> = kind.pins().into_iter().map(|pin| pin.label).collect();
        if !pins.is_empty() {
            parts.push(format!("Takes: {}.", pins.join(", ")));
        }
        let mut rows = Rows::default();
        kind.form(&mut rows);
        if !rows.0.is_empty() {
            parts.push(format!(
                "| field | is | unit | begins as |\n|---|---|---|---|\n{}",
                rows.0.trim_end()
            ));
        }
        write!(text, "\n{}\n", parts.join("\n\n")).unwrap();
    }
    text
}

#[test]
fn the_reference_of_nodes_is_what_they_say_of_themselves() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/nodes.md");
    let made = reference();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &made).expect("the page is written");
    }
    let committed = std::fs::read_to_string(&path).expect("the page is committed");
    for (line, (was, is)) in committed.lines().zip(made.lines()).enumerate() {
        assert_eq!(was, is, "line {} of docs/nodes.md", line + 1);
    }
    assert_eq!(committed, made);
}
