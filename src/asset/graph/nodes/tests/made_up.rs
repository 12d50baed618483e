//! A kind of node that only tests have: what this file and its line in the list say is all that it
//! takes to author one.

use super::{AuthoredNode, Family, NodeKind, Offer, offered};
use crate::{
    AssetKind, BoneKey, Id,
    graph::{
        Form, Input, Pin,
        form::{Button, NodeFormField},
    },
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MadeUpNode {
    source: Option<Id>,
    clip: Option<Id>,
    bone: BoneKey,
    lift: Input,
    #[serde(default)]
    parts: Vec<f32>,
}

impl AuthoredNode for MadeUpNode {
    fn word(&self) -> &'static str {
        "Made Up"
    }

    fn family(&self) -> Family {
        Family::Controls
    }

    fn note(&self) -> String {
        self.bone.to_string()
    }

    fn offered(on: &Offer<'_>) -> Vec<(Self, &'static str)> {
        let bone = on.bone.clone();
        vec![(
            Self {
                source: None,
                clip: None,
                bone,
                lift: 0.0.into(),
                parts: vec![1.0],
            },
            "raise",
        )]
    }

    fn pins(&self) -> Vec<Pin> {
        vec![Pin::new("Source", self.source)]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.source]
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.asset("Clip", AssetKind::Clip, &mut self.clip);
        form.bone("Bone", &mut self.bone);
        form.group("Values", "number or expression");
        form.input("Lift", "m", &mut self.lift);
        form.group("Parts", &self.parts.len().to_string());
        for (at, part) in self.parts.iter_mut().enumerate() {
            form.single(&format!("Part {at}"), "m", 0.0..=2.0, part);
        }
        if form.adds("Add part") {
            self.parts.push(0.5);
        }
    }
}

fn made_up() -> NodeKind {
    let offer = Offer {
        rig: None,
        bone: "head".into(),
    };
    let mut all = offered(&offer).into_iter();
    all.find(|(kind, words)| kind.word() == "Made Up" && *words == "raise")
        .expect("every kind is offered")
        .0
}

/// Presses every button, and writes down what it is shown.
#[derive(Default)]
struct Pressing(Vec<String>);

impl Form for Pressing {
    fn group(&mut self, title: &str, note: &str) {
        self.0.push(format!("{title} ({note})"));
    }

    fn field(&mut self, label: &str, field: NodeFormField<'_>) {
        let unit = match field {
            NodeFormField::Number { unit, .. } => unit,
            NodeFormField::Input { measure, .. } => measure.unit(),
            _ => "",
        };
        self.0.push(format!("{label} {unit}"));
    }

    fn button(&mut self, _: Button<'_>, label: &str) -> bool {
        self.0.push(label.to_owned());
        true
    }

    fn bones(&self) -> &[BoneKey] {
        &[]
    }
}

#[test]
fn a_kind_of_one_file_and_one_line_is_offered_shown_linked_renamed_and_written() {
    let mut kind = made_up();
    assert_eq!(
        (kind.line(), kind.family(), kind.pins().len()),
        ("Made Up · head".to_owned(), Family::Controls, 1)
    );
    *kind.link_mut(0).unwrap() = Some(Id(7));
    assert_eq!(
        (kind.pins()[0].source, kind.link_mut(1)),
        (Some(Id(7)), None)
    );
    let mut form = Pressing::default();
    kind.form(&mut form);
    let rows = [
        "Clip ",
        "Bone ",
        "Values (number or expression)",
        "Lift m",
        "Parts (1)",
        "Part 0 m",
        "Add part",
    ];
    assert_eq!(form.0, rows);
    kind.for_each_field(&mut |label, field| match field {
        NodeFormField::Number { value, .. } if label == "Part 1" => *value = 2.0,
        NodeFormField::Input { value, .. } => *value = "Speed".into(),
        NodeFormField::Asset(AssetKind::Clip, clip) => *clip = Some(Id(3)),
        _ => {}
    });
    kind.for_each_text(&mut |text| text.push_str(" * 2"));
    assert_eq!(kind.uses(), [Id(3)]);
    let text = serde_json::to_value(&kind).unwrap();
    assert_eq!(
        (&text["node"], &text["lift"], &text["parts"]),
        (
            &"made_up".into(),
            &"Speed * 2".into(),
            &[1.0, 2.0][..].into()
        )
    );
    assert_eq!(serde_json::from_value::<NodeKind>(text).unwrap(), kind);
}
