//! Classes of notifies that a project defines: which fields a notify of one carries, and of what
//! type each is.

#[cfg(test)]
pub(super) mod tests;

use crate::{
    Array, Name, Names,
    limits::{MOST_CHOICES, MOST_FIELDS},
};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Restriction of a class to instants, to states, or to neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClassKind {
    Instant,
    State,
    #[default]
    Either,
}

impl ClassKind {
    /// Every kind, in the order in which they are declared.
    pub const ALL: [ClassKind; 3] = [ClassKind::Instant, ClassKind::State, ClassKind::Either];

    /// Whether a notify may be of the class, by whether it is a state.
    pub fn takes(self, is_state: bool) -> bool {
        match self {
            ClassKind::Instant => !is_state,
            ClassKind::State => is_state,
            ClassKind::Either => true,
        }
    }
}

/// Type of the values of a field. A value is stored in words of eight bytes; a shorter value fills
/// the low end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A finite `f32`.
    Number,
    /// An `i32`.
    Integer,
    /// A boolean, stored as 0 or 1.
    Boolean,
    /// A name whose spelling is the text; none is the empty text.
    Text,
    /// The name of one of the choices.
    Choice,
    /// Three f32, one a word.
    Vector,
    /// Four f32, one a word: linear RGBA, 0 to 1.
    Color,
    /// The name of a bone, or none.
    Bone,
    /// The name of a socket, or none.
    Socket,
    /// A name whose spelling says which sound, effect or other asset of the game is meant; or none.
    Asset,
    /// The name of a section of the montage that the notify is on, or none.
    Section,
}

impl FieldKind {
    /// Every kind, in the order of their numbers in compiled data.
    pub const ALL: [FieldKind; 11] = [
        FieldKind::Number,
        FieldKind::Integer,
        FieldKind::Boolean,
        FieldKind::Text,
        FieldKind::Choice,
        FieldKind::Vector,
        FieldKind::Color,
        FieldKind::Bone,
        FieldKind::Socket,
        FieldKind::Asset,
        FieldKind::Section,
    ];

    /// Words that a value takes.
    pub const fn words(self) -> usize {
        match self {
            FieldKind::Vector => 3,
            FieldKind::Color => 4,
            _ => 1,
        }
    }

    /// Index in [`FieldKind::ALL`], as a field stores it.
    pub fn index(self) -> u32 {
        self as u32
    }
}

/// One field of a notify class.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct NotifyField {
    /// Name of the field.
    pub name: Name,
    /// Name of the unit of the field's numbers, such as s or dB; none if the numbers have no unit.
    pub unit: Name,
    /// Index in [`FieldKind::ALL`].
    pub kind: u32,
    /// Range in [`NotifyClass::choices`], of a choice at least one, else empty.
    pub first_choice: u32,
    /// Number of choices.
    pub choice_count: u32,
    /// Minimum of a number or an integer, inclusive; infinite if there is no minimum.
    pub low: f32,
    /// Maximum of a number or an integer, inclusive; infinite if there is no maximum.
    pub high: f32,
    /// Reserved, not used.
    pub reserved: u32,
}

impl NotifyField {
    /// Type of the field's values. Contract: the field is of a class that was checked.
    pub fn kind(&self) -> FieldKind {
        FieldKind::ALL[self.kind as usize]
    }
}

/// A class of notifies that a project defines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NotifyClass {
    /// Name by which notifies name their class.
    pub name: Name,
    /// Whether instants, states or both may be of it.
    pub kind: ClassKind,
    /// Fields in the order in which their values lie; each name once.
    pub fields: Array<NotifyField>,
    /// Choices of all fields, each field's in one range.
    pub choices: Array<Name>,
}

/// Reason why a class is invalid. Errors of a field give the field's index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotifyClassError {
    TooMany,
    /// The field has no name, or the name of another field.
    Name {
        field: usize,
    },
    Kind {
        field: usize,
    },
    Range {
        field: usize,
    },
    /// The field has no choices, too many choices, or a range of choices that does not exist.
    Choices {
        field: usize,
    },
}

/// Error in the values that a notify carries. Each error gives the notify's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayloadError {
    /// The notify's class is not in the library.
    Class { notify: u64 },
    /// A state of a class of instants, or the reverse.
    Kind { notify: u64 },
    /// The notify has another number of values than its class.
    Count { notify: u64 },
    /// A value that its field does not take.
    Value { notify: u64, field: usize },
}

impl NotifyClass {
    /// Checks every index, name and range, so that reading a payload need not.
    pub fn new(class: NotifyClass) -> Result<Self, NotifyClassError> {
        if class.fields.len() > MOST_FIELDS {
            return Err(NotifyClassError::TooMany);
        }
        for (at, field) in class.fields.iter().enumerate() {
            let kind = *FieldKind::ALL
                .get(field.kind as usize)
                .ok_or(NotifyClassError::Kind { field: at })?;
            if field.name == Name::NONE
                || class.fields[..at]
                    .iter()
                    .any(|other| other.name == field.name)
            {
                return Err(NotifyClassError::Name { field: at });
            }
            if !(field.low <= field.high
                && field.low < f32::INFINITY
                && field.high > f32::NEG_INFINITY)
            {
                return Err(NotifyClassError::Range { field: at });
            }
            let choices = class
                .choices_of(field)
                .ok_or(NotifyClassError::Choices { field: at })?;
            let is_choice = kind == FieldKind::Choice;
            if choices.len() > MOST_CHOICES
                || is_choice == choices.is_empty()
                || choices.contains(&Name::NONE)
            {
                return Err(NotifyClassError::Choices { field: at });
            }
        }
        Ok(class)
    }

    fn choices_of(&self, field: &NotifyField) -> Option<&[Name]> {
        let first = field.first_choice as usize;
        self.choices
            .as_slice()
            .get(first..first.checked_add(field.choice_count as usize)?)
    }

    /// Choices of a field of this class. Contract: the class was checked, and the field is one of
    /// its own.
    pub fn choices(&self, field: &NotifyField) -> &[Name] {
        self.choices_of(field).unwrap_or_default()
    }

    /// Words that the values of a notify take.
    pub fn word_count(&self) -> usize {
        self.fields.iter().map(|field| field.kind().words()).sum()
    }

    /// Whether these are values of the fields, each of its type and within its range, and each text
    /// spelled out.
    pub(crate) fn check(
        &self,
        notify: u64,
        values: &[u64],
        names: &Names,
    ) -> Result<(), PayloadError> {
        if values.len() != self.word_count() {
            return Err(PayloadError::Count { notify });
        }
        let mut rest = values;
        for (at, field) in self.fields.iter().enumerate() {
            let (words, after) = rest.split_at(field.kind().words());
            rest = after;
            if !self.takes(field, words, names) {
                return Err(PayloadError::Value { notify, field: at });
            }
        }
        Ok(())
    }

    fn takes(&self, field: &NotifyField, words: &[u64], names: &Names) -> bool {
        let range = field.low..=field.high;
        let number = |word: &u64| {
            u32::try_from(*word)
                .ok()
                .map(f32::from_bits)
                .filter(|number| number.is_finite())
        };
        let name = Name(words[0]);
        match field.kind() {
            FieldKind::Number => number(&words[0]).is_some_and(|number| range.contains(&number)),
            FieldKind::Integer => {
                u32::try_from(words[0]).is_ok_and(|bits| range.contains(&(bits as i32 as f32)))
            }
            FieldKind::Boolean => words[0] <= 1,
            FieldKind::Choice => self.choices(field).contains(&name),
            FieldKind::Vector => words.iter().all(|word| number(word).is_some()),
            FieldKind::Color => words
                .iter()
                .all(|word| number(word).is_some_and(|part| (0.0..=1.0).contains(&part))),
            FieldKind::Text
            | FieldKind::Asset
            | FieldKind::Bone
            | FieldKind::Socket
            | FieldKind::Section => name == Name::NONE || !names.text(name).is_empty(),
        }
    }
}
