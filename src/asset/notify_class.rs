//! Notify classes: what a notify of one carries for a game, by fields that the project defines.

use crate::{BoneKey, Id};
use anim::{
    limits::{MOST_CHOICES, MOST_FIELDS},
    notify::FieldKind,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use words::tr;

pub use anim::notify::ClassKind;

mod template;

pub use template::Template;

/// Icon by which a timeline distinguishes notifies of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Icon {
    #[default]
    Dot,
    Sound,
    Effect,
    Foot,
    Hit,
    Trail,
    Camera,
    Warp,
}

impl Icon {
    /// Every icon, in the order in which they are offered.
    pub const ALL: [Icon; 8] = [
        Icon::Dot,
        Icon::Sound,
        Icon::Effect,
        Icon::Foot,
        Icon::Hit,
        Icon::Trail,
        Icon::Camera,
        Icon::Warp,
    ];

    /// Name of the icon, in sentence case.
    pub fn word(self) -> &'static str {
        match self {
            Icon::Dot => tr!("Dot"),
            Icon::Sound => tr!("Sound"),
            Icon::Effect => tr!("Effect"),
            Icon::Foot => tr!("Foot"),
            Icon::Hit => tr!("Hit"),
            Icon::Trail => tr!("Trail"),
            Icon::Camera => tr!("Camera"),
            Icon::Warp => tr!("Warp"),
        }
    }
}

/// A class of notifies: the fields that its notifies carry, and their look on a timeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NotifyClass {
    /// Unique among the notify classes of the project.
    pub name: String,
    /// Kinds of notifies that may have this class.
    pub kind: ClassKind,
    /// Index in the category palette.
    #[serde(default)]
    pub color: u8,
    /// Shown on the timeline.
    #[serde(default)]
    pub icon: Icon,
    /// Fields in the order in which a game reads them.
    pub fields: Vec<Field>,
}

/// One value that notifies of a class carry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// Unique in its class.
    pub id: Id,
    /// Unique within the class: a game reads the field by it.
    pub name: String,
    /// Unit of the numbers of the field, such as s or dB.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// Type, default and range.
    #[serde(rename = "type")]
    pub kind: FieldType,
}

/// Type of a field with its default, which holds in a notify that gives no value. Bones, sockets
/// and sections belong to a skeleton or a montage that a class does not know; for these the default
/// is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FieldType {
    Number {
        default: f32,
        /// Least and most, both included.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<[f32; 2]>,
    },
    Integer {
        default: i32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<[i32; 2]>,
    },
    Boolean {
        default: bool,
    },
    Text {
        default: String,
    },
    /// The default is one of them.
    Choice {
        default: String,
        choices: Vec<String>,
    },
    Vector {
        default: [f32; 3],
    },
    /// Linear RGBA, 0 to 1.
    Color {
        default: [f32; 4],
    },
    Bone,
    Socket,
    /// A name or path by which the game finds a sound, an effect or the like.
    Asset {
        default: String,
    },
    /// A section of the montage that the notify is on.
    Section,
}

/// Value that a notify gives for a field. Choices, texts and assets are stored by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FieldValue {
    Number(f32),
    Integer(i32),
    Boolean(bool),
    Text(String),
    Choice(String),
    Vector([f32; 3]),
    /// Linear RGBA, 0 to 1.
    Color([f32; 4]),
    Bone(BoneKey),
    /// A socket of the skeleton.
    Socket(Id),
    Asset(String),
    /// A section of the montage.
    Section(Id),
}

impl FieldValue {
    /// Whether it is this choice.
    pub fn is_choice(&self, choice: &str) -> bool {
        matches!(self, FieldValue::Choice(chosen) if chosen == choice)
    }
}

impl NotifyClass {
    /// A class without fields, for instants and states.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            kind: ClassKind::Either,
            color: 4,
            icon: Icon::default(),
            fields: Vec::new(),
        }
    }

    /// The field of this id.
    pub fn field(&self, id: Id) -> Option<&Field> {
        self.fields.iter().find(|field| field.id == id)
    }

    /// The field by which a notify names a sound: an asset or a text that is called “sound”, or in
    /// a class with the icon of a sound its first asset.
    pub fn sound_field(&self) -> Option<&Field> {
        let names = |field: &&Field| {
            matches!(field.kind, FieldType::Asset { .. } | FieldType::Text { .. })
                && field.name.eq_ignore_ascii_case("sound")
        };
        let is_asset = |field: &&Field| matches!(field.kind, FieldType::Asset { .. });
        let first = || {
            let fields = (self.icon == Icon::Sound).then_some(&self.fields);
            fields?.iter().find(is_asset)
        };
        self.fields.iter().find(names).or_else(first)
    }

    /// Loudness in dB and speed of the sound of a notify with these values: its number in dB, and
    /// the one that is called “pitch”.
    pub fn loudness_and_speed(&self, values: &BTreeMap<Id, FieldValue>) -> (f32, f32) {
        let number = |found: &dyn Fn(&Field) -> bool| {
            let field = self.fields.iter().find(|field| found(field))?;
            match values
                .get(&field.id)
                .cloned()
                .or_else(|| field.kind.default())
            {
                Some(FieldValue::Number(number)) => Some(number),
                _ => None,
            }
        };
        let db = number(&|field| field.unit.eq_ignore_ascii_case("db"));
        let speed = number(&|field| field.name.eq_ignore_ascii_case("pitch"));
        (db.unwrap_or(0.0), speed.unwrap_or(1.0))
    }

    /// Fields that a game can read: with a name that none before has, and of a choice with
    /// something to choose from.
    pub fn playing(&self) -> impl Iterator<Item = &Field> {
        let is_new =
            |at: usize, name: &str| !self.fields[..at].iter().any(|before| before.name == name);
        let plays = move |(at, field): &(usize, &Field)| {
            let is_empty =
                field.kind.kind() == FieldKind::Choice && field.kind.choices().next().is_none();
            !field.name.is_empty() && !is_empty && is_new(*at, &field.name)
        };
        self.fields
            .iter()
            .enumerate()
            .filter(plays)
            .map(|(_, field)| field)
            .take(MOST_FIELDS)
    }
}

impl FieldType {
    /// The type alone, as a bundle has it.
    pub fn kind(&self) -> FieldKind {
        match self {
            FieldType::Number { .. } => FieldKind::Number,
            FieldType::Integer { .. } => FieldKind::Integer,
            FieldType::Boolean { .. } => FieldKind::Boolean,
            FieldType::Text { .. } => FieldKind::Text,
            FieldType::Choice { .. } => FieldKind::Choice,
            FieldType::Vector { .. } => FieldKind::Vector,
            FieldType::Color { .. } => FieldKind::Color,
            FieldType::Bone => FieldKind::Bone,
            FieldType::Socket => FieldKind::Socket,
            FieldType::Asset { .. } => FieldKind::Asset,
            FieldType::Section => FieldKind::Section,
        }
    }

    /// Options of a choice field; empty for other types.
    pub fn choices(&self) -> impl Iterator<Item = &str> {
        let choices = if let FieldType::Choice { choices, .. } = self {
            &choices[..]
        } else {
            &[]
        };
        choices
            .iter()
            .map(String::as_str)
            .filter(|choice| !choice.is_empty())
            .take(MOST_CHOICES)
    }

    /// A type as a new field of a kind has it.
    pub fn of(kind: FieldKind) -> Self {
        match kind {
            FieldKind::Number => FieldType::Number {
                default: 0.0,
                range: None,
            },
            FieldKind::Integer => FieldType::Integer {
                default: 0,
                range: None,
            },
            FieldKind::Boolean => FieldType::Boolean { default: false },
            FieldKind::Text => FieldType::Text {
                default: String::new(),
            },
            FieldKind::Choice => FieldType::Choice {
                default: "A".into(),
                choices: vec!["A".into(), "B".into()],
            },
            FieldKind::Vector => FieldType::Vector { default: [0.0; 3] },
            FieldKind::Color => FieldType::Color { default: [1.0; 4] },
            FieldKind::Bone => FieldType::Bone,
            FieldKind::Socket => FieldType::Socket,
            FieldKind::Asset => FieldType::Asset {
                default: String::new(),
            },
            FieldKind::Section => FieldType::Section,
        }
    }

    /// The default; None of a type that belongs to a skeleton or a montage.
    pub fn default(&self) -> Option<FieldValue> {
        match self {
            FieldType::Number { default, .. } => Some(FieldValue::Number(*default)),
            FieldType::Integer { default, .. } => Some(FieldValue::Integer(*default)),
            FieldType::Boolean { default } => Some(FieldValue::Boolean(*default)),
            FieldType::Text { default } => Some(FieldValue::Text(default.clone())),
            FieldType::Choice { default, .. } => Some(FieldValue::Choice(default.clone())),
            FieldType::Vector { default } => Some(FieldValue::Vector(*default)),
            FieldType::Color { default } => Some(FieldValue::Color(*default)),
            FieldType::Asset { default } => Some(FieldValue::Asset(default.clone())),
            FieldType::Bone | FieldType::Socket | FieldType::Section => None,
        }
    }

    /// The type with another default. One that is of another kind changes nothing.
    pub fn with_default(&self, value: &FieldValue) -> Self {
        let mut with = self.clone();
        match (&mut with, value) {
            (FieldType::Number { default, .. }, FieldValue::Number(value)) => *default = *value,
            (FieldType::Integer { default, .. }, FieldValue::Integer(value)) => *default = *value,
            (FieldType::Boolean { default }, FieldValue::Boolean(value)) => *default = *value,
            (FieldType::Text { default }, FieldValue::Text(value))
            | (FieldType::Choice { default, .. }, FieldValue::Choice(value))
            | (FieldType::Asset { default }, FieldValue::Asset(value)) => default.clone_from(value),
            (FieldType::Vector { default }, FieldValue::Vector(value)) => *default = *value,
            (FieldType::Color { default }, FieldValue::Color(value)) => *default = *value,
            _ => {}
        }
        with
    }

    /// A value that was of any type, as one of this: itself where it is, else what means the same;
    /// None where nothing does.
    pub fn fitted(&self, value: &FieldValue) -> Option<FieldValue> {
        let fitted = match (self, value) {
            (FieldType::Number { .. }, FieldValue::Integer(value)) => {
                FieldValue::Number(*value as f32)
            }
            (FieldType::Integer { .. }, FieldValue::Number(value))
                if value.fract() == 0.0 && value.abs() < 1e9 =>
            {
                FieldValue::Integer(*value as i32)
            }
            (FieldType::Text { .. }, FieldValue::Choice(text) | FieldValue::Asset(text)) => {
                FieldValue::Text(text.clone())
            }
            (FieldType::Asset { .. }, FieldValue::Choice(text) | FieldValue::Text(text)) => {
                FieldValue::Asset(text.clone())
            }
            (FieldType::Choice { .. }, FieldValue::Text(text) | FieldValue::Asset(text)) => {
                FieldValue::Choice(text.clone())
            }
            (FieldType::Color { .. }, FieldValue::Vector([r, g, b])) => {
                FieldValue::Color([*r, *g, *b, 1.0])
            }
            (FieldType::Vector { .. }, FieldValue::Color([r, g, b, _])) => {
                FieldValue::Vector([*r, *g, *b])
            }
            _ => value.clone(),
        };
        self.takes(&fitted).then_some(fitted)
    }

    /// Whether a value is of this type and within its range. Whether the skeleton has the bone is
    /// not looked at.
    pub fn takes(&self, value: &FieldValue) -> bool {
        match (self, value) {
            (FieldType::Number { range, .. }, FieldValue::Number(value)) => {
                value.is_finite() && range.is_none_or(|[low, high]| (low..=high).contains(value))
            }
            (FieldType::Integer { range, .. }, FieldValue::Integer(value)) => {
                range.is_none_or(|[low, high]| (low..=high).contains(value))
            }
            (FieldType::Choice { .. }, FieldValue::Choice(value)) => {
                self.choices().any(|choice| choice == value)
            }
            (FieldType::Vector { .. }, FieldValue::Vector(parts)) => {
                parts.iter().all(|part| part.is_finite())
            }
            (FieldType::Color { .. }, FieldValue::Color(parts)) => {
                parts.iter().all(|part| (0.0..=1.0).contains(part))
            }
            (FieldType::Boolean { .. }, FieldValue::Boolean(_))
            | (FieldType::Text { .. }, FieldValue::Text(_))
            | (FieldType::Asset { .. }, FieldValue::Asset(_))
            | (FieldType::Bone, FieldValue::Bone(_))
            | (FieldType::Socket, FieldValue::Socket(_))
            | (FieldType::Section, FieldValue::Section(_)) => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
