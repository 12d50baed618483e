//! Classes of notifies that a project defines: which fields a notify of one carries, and of what type each is.

use crate::{
    Array, Name, Names,
    limits::{MOST_CHOICES, MOST_FIELDS},
};
use bytemuck::{Pod, Zeroable};

/// Which notifies may be of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassKind {
    Instant,
    State,
    #[default]
    Either,
}

impl ClassKind {
    pub const ALL: [ClassKind; 3] = [ClassKind::Instant, ClassKind::State, ClassKind::Either];

    pub fn takes(self, is_state: bool) -> bool {
        match self {
            ClassKind::Instant => !is_state,
            ClassKind::State => is_state,
            ClassKind::Either => true,
        }
    }
}

/// What a field holds. Its values are words of eight bytes; what is shorter fills the low end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// f32, finite.
    Number,
    /// i32.
    Integer,
    /// 0 or 1.
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

    /// In [`FieldKind::ALL`], as a field stores it.
    pub fn index(self) -> u32 {
        self as u32
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct NotifyField {
    pub name: Name,
    /// Whose spelling is what numbers are in, such as s or dB; or none.
    pub unit: Name,
    /// Index in [`FieldKind::ALL`].
    pub kind: u32,
    /// Range in [`NotifyClass::choices`], of a choice at least one, else empty.
    pub first_choice: u32,
    pub choice_count: u32,
    /// Of a number and an integer, both ends included; infinite where there is none.
    pub low: f32,
    pub high: f32,
    pub reserved: u32,
}

impl NotifyField {
    /// What it holds. Contract: the field is of a class that was checked.
    pub fn kind(&self) -> FieldKind {
        FieldKind::ALL[self.kind as usize]
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct NotifyClass {
    pub name: Name,
    pub kind: ClassKind,
    /// In the order in which their values lie; each name once.
    pub fields: Array<NotifyField>,
    pub choices: Array<Name>,
}

/// What makes a class none. The field is named by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotifyClassError {
    TooMany,
    /// Without a name, or with that of another.
    Name {
        field: usize,
    },
    Kind {
        field: usize,
    },
    Range {
        field: usize,
    },
    /// None, too many, or not there.
    Choices {
        field: usize,
    },
}

/// What is wrong with what a notify carries. The notify is named by its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayloadError {
    /// It is not in the library.
    Class { notify: u64 },
    /// A state of a class of instants, or the reverse.
    Kind { notify: u64 },
    /// Not as many values as its class has.
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
            let kind = *FieldKind::ALL.get(field.kind as usize).ok_or(NotifyClassError::Kind { field: at })?;
            if field.name == Name::NONE || class.fields[..at].iter().any(|other| other.name == field.name) {
                return Err(NotifyClassError::Name { field: at });
            }
            if !(field.low <= field.high && field.low < f32::INFINITY && field.high > f32::NEG_INFINITY) {
                return Err(NotifyClassError::Range { field: at });
            }
            let choices = class.choices_of(field).ok_or(NotifyClassError::Choices { field: at })?;
            let is_choice = kind == FieldKind::Choice;
            if choices.len() > MOST_CHOICES || is_choice == choices.is_empty() || choices.contains(&Name::NONE) {
                return Err(NotifyClassError::Choices { field: at });
            }
        }
        Ok(class)
    }

    fn choices_of(&self, field: &NotifyField) -> Option<&[Name]> {
        let first = field.first_choice as usize;
        self.choices.as_slice().get(first..first.checked_add(field.choice_count as usize)?)
    }

    /// What a field of it may be. Contract: the class was checked, and the field is one of its own.
    pub fn choices(&self, field: &NotifyField) -> &[Name] {
        self.choices_of(field).unwrap_or_default()
    }

    /// Words that the values of a notify take.
    pub fn word_count(&self) -> usize {
        self.fields.iter().map(|field| field.kind().words()).sum()
    }

    /// Whether these are values of the fields, each of its type and within its range, and each text spelled out.
    pub(crate) fn check(&self, notify: u64, values: &[u64], names: &Names) -> Result<(), PayloadError> {
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
        let number = |word: &u64| u32::try_from(*word).ok().map(f32::from_bits).filter(|number| number.is_finite());
        let name = Name(words[0]);
        match field.kind() {
            FieldKind::Number => number(&words[0]).is_some_and(|number| range.contains(&number)),
            FieldKind::Integer => u32::try_from(words[0]).is_ok_and(|bits| range.contains(&(bits as i32 as f32))),
            FieldKind::Boolean => words[0] <= 1,
            FieldKind::Choice => self.choices(field).contains(&name),
            FieldKind::Vector => words.iter().all(|word| number(word).is_some()),
            FieldKind::Color => words.iter().all(|word| number(word).is_some_and(|part| (0.0..=1.0).contains(&part))),
            FieldKind::Text | FieldKind::Asset | FieldKind::Bone | FieldKind::Socket | FieldKind::Section => {
                name == Name::NONE || !names.text(name).is_empty()
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn field(name: &str, kind: FieldKind) -> NotifyField {
        NotifyField {
            name: Name::new(name),
            unit: Name::NONE,
            kind: kind.index(),
            first_choice: 0,
            choice_count: 0,
            low: f32::NEG_INFINITY,
            high: f32::INFINITY,
            reserved: 0,
        }
    }

    /// A field of every kind, named as the kind is, the choice between stone and grass.
    pub fn class() -> NotifyClass {
        let mut fields = FieldKind::ALL.map(|kind| field(&format!("{kind:?}").to_lowercase(), kind));
        fields[4].choice_count = 2;
        (fields[0].low, fields[0].high) = (-1.0, 2.0);
        (fields[1].low, fields[1].high) = (-3.0, 9.0);
        let (fields, choices) = (fields.to_vec().into(), ["stone", "grass"].map(Name::new).to_vec().into());
        NotifyClass { name: Name::new("everything"), kind: ClassKind::Either, fields, choices }
    }

    /// Of [`class`].
    pub fn words() -> Vec<u64> {
        let number = |value: f32| u64::from(value.to_bits());
        let name = |text| Name::new(text).0;
        [
            &[number(0.5), (-2i32 as u32).into(), 1, name("hello"), name("grass")][..],
            &[1.0, -2.0, 3.0, 0.25, 0.5, 0.75, 1.0].map(number),
            &[name("foot"), name("grip"), name("sounds/step"), 0],
        ]
        .concat()
    }

    pub fn names() -> Names {
        let mut names = Names::default();
        for text in ["hello", "grass", "stone", "foot", "grip", "sounds/step"] {
            names.insert(text).unwrap();
        }
        names
    }

    #[test]
    fn kinds_are_numbered_as_published() {
        let indices = FieldKind::ALL.map(FieldKind::index);
        assert_eq!(indices, std::array::from_fn(|at| at as u32));
        assert_eq!(class().word_count(), words().len());
        let takes = ClassKind::ALL.map(|kind| [false, true].map(|is_state| kind.takes(is_state)));
        assert_eq!(takes, [[true, false], [false, true], [true, true]]);
    }

    #[test]
    fn a_class_that_is_none_is_refused_by_the_field() {
        let refused = |edit: &dyn Fn(&mut Vec<NotifyField>)| {
            let mut fields = class().fields.to_vec();
            edit(&mut fields);
            NotifyClass::new(NotifyClass { fields: fields.into(), ..class() }).err()
        };
        assert_eq!(refused(&|_| ()), None);
        assert_eq!(refused(&|fields| fields[1].name = Name::NONE), Some(NotifyClassError::Name { field: 1 }));
        assert_eq!(refused(&|fields| fields[2].name = fields[0].name), Some(NotifyClassError::Name { field: 2 }));
        assert_eq!(refused(&|fields| fields[3].kind = 11), Some(NotifyClassError::Kind { field: 3 }));
        let (least, most) = (f32::NEG_INFINITY, f32::INFINITY);
        for (low, high) in [(2.0, 1.0), (f32::NAN, 1.0), (0.0, f32::NAN), (most, most), (least, least)] {
            let edit = |fields: &mut Vec<NotifyField>| (fields[0].low, fields[0].high) = (low, high);
            assert_eq!(refused(&edit), Some(NotifyClassError::Range { field: 0 }), "{low} {high}");
        }
        let choices = Some(NotifyClassError::Choices { field: 4 });
        for (first, count) in [(0, 0), (0, 3), (2, 1), (u32::MAX, u32::MAX)] {
            let edit =
                |fields: &mut Vec<NotifyField>| (fields[4].first_choice, fields[4].choice_count) = (first, count);
            assert_eq!(refused(&edit), choices, "{first} {count}");
        }
        assert_eq!(refused(&|fields| fields[0].choice_count = 1), Some(NotifyClassError::Choices { field: 0 }));
        let many = |fields: &mut Vec<NotifyField>| *fields = vec![fields[0]; MOST_FIELDS + 1];
        assert_eq!(refused(&many), Some(NotifyClassError::TooMany));
    }

    #[test]
    fn a_value_that_its_field_does_not_take_is_refused_by_the_field() {
        let refused = |edit: &dyn Fn(&mut Vec<u64>)| {
            let mut values = words();
            edit(&mut values);
            class().check(7, &values, &names()).err()
        };
        let value = |field| Some(PayloadError::Value { notify: 7, field });
        let number = |value: f32| u64::from(value.to_bits());
        assert_eq!(refused(&|_| ()), None);
        assert_eq!(refused(&|values| values.truncate(14)), Some(PayloadError::Count { notify: 7 }));
        assert_eq!(refused(&|values| values.push(0)), Some(PayloadError::Count { notify: 7 }));
        for bad in [number(2.1), number(-1.1), number(f32::NAN), number(f32::INFINITY), number(0.5) | 1 << 32] {
            assert_eq!(refused(&|values| values[0] = bad), value(0), "{bad:x}");
        }
        for bad in [10, (-4i32 as u32).into(), 1 << 32] {
            assert_eq!(refused(&|values| values[1] = bad), value(1), "{bad:x}");
        }
        for (word, bad, field) in [
            (2, 2, 2),
            (3, 5, 3),
            (4, Name::new("hello").0, 4),
            (4, 0, 4),
            (6, number(f32::NAN), 5),
            (8, number(1.01), 6),
            (11, number(-0.1), 6),
            (12, 5, 7),
            (13, 5, 8),
            (14, 5, 9),
            (15, 5, 10),
        ] {
            assert_eq!(refused(&|values| values[word] = bad), value(field), "{word}");
        }
    }
}
