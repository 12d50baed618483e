//! What a notify carries for a game: the values of the fields of its class, by name.

#[cfg(test)]
mod tests;

use super::class::{FieldKind, NotifyClass, NotifyField};
use crate::{Name, Names};
use glam::{Vec3, Vec4};

/// A value of a field, texts spelled out. [`Name::NONE`] where no bone, socket or section was
/// chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldValue<'a> {
    Number(f32),
    Integer(i32),
    Boolean(bool),
    Text(&'a str),
    Choice(Name),
    Vector(Vec3),
    /// Linear RGBA, 0 to 1.
    Color(Vec4),
    Bone(Name),
    Socket(Name),
    /// Reference to an asset as it was written; empty if nothing was written.
    Asset(&'a str),
    Section(Name),
}

/// The values of one notify.
#[derive(Clone, Copy, Debug)]
pub struct Payload<'a> {
    class: &'a NotifyClass,
    words: &'a [u64],
    names: &'a Names,
}

/// Reads a field by its name; None where the class has none of it, or one of another type.
macro_rules! typed {
    ($($read:ident $kind:ident $value:ty;)+) => {
        impl<'a> Payload<'a> {
            $(
                #[doc = concat!("As [`FieldValue::", stringify!($kind), "`]. None where the class has no such field.")]
                pub fn $read(&self, field: &str) -> Option<$value> {
                    match self.get(field) {
                        Some(FieldValue::$kind(value)) => Some(value),
                        _ => None,
                    }
                }
            )+
        }
    };
}

typed! {
    number Number f32;
    integer Integer i32;
    boolean Boolean bool;
    text Text &'a str;
    choice Choice Name;
    vector Vector Vec3;
    color Color Vec4;
    bone Bone Name;
    socket Socket Name;
    asset Asset &'a str;
    section Section Name;
}

impl<'a> Payload<'a> {
    /// Payload with the values in `words`; None if their count differs from that of the class.
    pub(crate) fn new(class: &'a NotifyClass, words: &'a [u64], names: &'a Names) -> Option<Self> {
        (words.len() == class.word_count()).then_some(Self {
            class,
            words,
            names,
        })
    }

    /// The class that says what the fields are.
    pub fn class(&self) -> &'a NotifyClass {
        self.class
    }

    /// Names and values, in the order of the class.
    pub fn fields(&self) -> impl Iterator<Item = (Name, FieldValue<'a>)> + use<'a> {
        let Self {
            class,
            words,
            names,
        } = *self;
        let mut first = 0;
        class.fields.as_slice().iter().map(move |field| {
            let at = first;
            first += field.kind().words();
            (field.name, value(field, &words[at..first], names))
        })
    }

    /// Value of a field by its spelling; None where the class has no such field.
    pub fn get(&self, field: &str) -> Option<FieldValue<'a>> {
        let name = Name::new(field);
        self.fields()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }
}

fn value<'a>(field: &NotifyField, words: &[u64], names: &'a Names) -> FieldValue<'a> {
    let number = |at: usize| f32::from_bits(words[at] as u32);
    let name = Name(words[0]);
    match field.kind() {
        FieldKind::Number => FieldValue::Number(number(0)),
        FieldKind::Integer => FieldValue::Integer(words[0] as u32 as i32),
        FieldKind::Boolean => FieldValue::Boolean(words[0] != 0),
        FieldKind::Text => FieldValue::Text(names.text(name)),
        FieldKind::Choice => FieldValue::Choice(name),
        FieldKind::Vector => FieldValue::Vector(Vec3::new(number(0), number(1), number(2))),
        FieldKind::Color => {
            FieldValue::Color(Vec4::new(number(0), number(1), number(2), number(3)))
        }
        FieldKind::Bone => FieldValue::Bone(name),
        FieldKind::Socket => FieldValue::Socket(name),
        FieldKind::Asset => FieldValue::Asset(names.text(name)),
        FieldKind::Section => FieldValue::Section(name),
    }
}
