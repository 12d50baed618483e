//! What a notify carries for a game: the values of the fields of its class, by name.

use super::class::{FieldKind, NotifyClass, NotifyField};
use crate::{Name, Names};
use glam::{Vec3, Vec4};

/// A value of a field, texts spelled out. [`Name::NONE`] where no bone, socket or section was chosen.
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
    /// As it was written; empty where nothing was.
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
    /// None where there are not as many values as the class has.
    pub(crate) fn new(class: &'a NotifyClass, words: &'a [u64], names: &'a Names) -> Option<Self> {
        (words.len() == class.word_count()).then_some(Self { class, words, names })
    }

    pub fn class(&self) -> &'a NotifyClass {
        self.class
    }

    /// Names and values, in the order of the class.
    pub fn fields(&self) -> impl Iterator<Item = (Name, FieldValue<'a>)> + use<'a> {
        let Self { class, words, names } = *self;
        let mut first = 0;
        class.fields.as_slice().iter().map(move |field| {
            let at = first;
            first += field.kind().words();
            (field.name, value(field, &words[at..first], names))
        })
    }

    pub fn get(&self, field: &str) -> Option<FieldValue<'a>> {
        let name = Name::new(field);
        self.fields().find(|(known, _)| *known == name).map(|(_, value)| value)
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
        FieldKind::Color => FieldValue::Color(Vec4::new(number(0), number(1), number(2), number(3))),
        FieldKind::Bone => FieldValue::Bone(name),
        FieldKind::Socket => FieldValue::Socket(name),
        FieldKind::Asset => FieldValue::Asset(names.text(name)),
        FieldKind::Section => FieldValue::Section(name),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{class::tests, *},
        *,
    };
    use crate::{
        Clip, Event, Library, Montage,
        event::{Phase, Source},
    };
    use std::sync::Arc;

    #[test]
    fn each_field_is_read_by_its_name_and_as_what_it_is() {
        let (class, words, names) = (tests::class(), tests::words(), tests::names());
        let payload = Payload::new(&class, &words, &names).unwrap();
        assert_eq!((payload.number("number"), payload.integer("integer")), (Some(0.5), Some(-2)));
        assert_eq!((payload.boolean("boolean"), payload.text("text")), (Some(true), Some("hello")));
        assert_eq!(payload.choice("choice"), Some(Name::new("grass")));
        assert_eq!(payload.vector("vector"), Some(Vec3::new(1.0, -2.0, 3.0)));
        assert_eq!(payload.color("color"), Some(Vec4::new(0.25, 0.5, 0.75, 1.0)));
        assert_eq!(
            (payload.bone("bone"), payload.socket("socket")),
            (Some(Name::new("foot")), Some(Name::new("grip")))
        );
        assert_eq!((payload.asset("asset"), payload.section("section")), (Some("sounds/step"), Some(Name::NONE)));
        assert_eq!((payload.number("text"), payload.text("number"), payload.get("volume")), (None, None, None));
        assert_eq!((payload.fields().count(), payload.class().name), (11, class.name));
        assert!(Payload::new(&class, &words[1..], &names).is_none());
    }

    /// A clip and a montage of one name, each with a notify of the class; and one without in the clip.
    fn library() -> Library {
        let class = tests::class();
        let count = class.word_count();
        let notify = |id, first_value| {
            let value_count = count as u32;
            Notify { id, class: class.name, first_value, value_count, ..Notify::zeroed() }
        };
        let (name, plain) = (Name::new("a"), Notify { id: 9, ..Notify::zeroed() });
        let mut values = [tests::words(), tests::words()].concat();
        values[count] = 1f32.to_bits().into();
        let values = crate::Array::from(values);
        let notifies = vec![notify(1, 0), plain].into();
        let clip = Clip { name, notifies, values: values.clone(), ..Clip::default() };
        let notifies = vec![notify(2, count as u32)].into();
        let montage = Montage { name, notifies, values, ..Montage::default() };
        Library {
            names: tests::names(),
            clips: vec![Arc::new(clip)],
            montages: vec![Arc::new(montage)],
            notify_classes: vec![Arc::new(class)],
            ..Library::default()
        }
    }

    #[test]
    fn an_event_leads_to_what_its_notify_carries_and_others_to_nothing() {
        let library = library();
        let event =
            |id, source, asset: &str| Event { id, ..Event::new(Phase::Notify, Name::NONE, source, Name::new(asset)) };
        let number = |event: Event| library.payload(&event).and_then(|payload| payload.number("number"));
        assert_eq!(number(event(1, Source::Node(4), "a")), Some(0.5));
        assert_eq!(number(event(1, Source::Segment(4, 5), "a")), Some(0.5));
        assert_eq!(number(event(2, Source::Montage(4), "a")), Some(1.0));
        let other = [event(2, Source::Node(4), "a"), event(1, Source::Node(4), "b"), event(9, Source::Node(4), "a")];
        assert_eq!(other.map(number), [None; 3]);
    }

    #[test]
    fn what_notifies_carry_is_checked_by_their_classes() {
        let checked = |edit: &dyn Fn(&mut Notify)| {
            let mut library = library();
            let mut montage = (*library.montages[0]).clone();
            let mut notifies = montage.notifies.to_vec();
            edit(&mut notifies[0]);
            montage.notifies = notifies.into();
            library.montages = vec![Arc::new(montage)];
            library.check_payloads()
        };
        assert_eq!(checked(&|_| ()), Ok(()));
        assert_eq!(checked(&|notify| notify.class = Name(5)), Err(PayloadError::Class { notify: 2 }));
        assert_eq!(checked(&|notify| notify.class = Name::NONE), Err(PayloadError::Count { notify: 2 }));
        assert_eq!(checked(&|notify| notify.value_count -= 1), Err(PayloadError::Count { notify: 2 }));
        let shifted = checked(&|notify| notify.first_value -= 1);
        assert_eq!(shifted, Err(PayloadError::Value { notify: 2, field: 1 }));
        let mut of_states = library();
        let class = NotifyClass { kind: ClassKind::State, ..tests::class() };
        of_states.notify_classes = vec![Arc::new(class)];
        assert_eq!(of_states.check_payloads(), Err(PayloadError::Kind { notify: 1 }));
    }
}
