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
    assert_eq!(
        (payload.number("number"), payload.integer("integer")),
        (Some(0.5), Some(-2))
    );
    assert_eq!(
        (payload.boolean("boolean"), payload.text("text")),
        (Some(true), Some("hello"))
    );
    assert_eq!(payload.choice("choice"), Some(Name::new("grass")));
    assert_eq!(payload.vector("vector"), Some(Vec3::new(1.0, -2.0, 3.0)));
    assert_eq!(
        payload.color("color"),
        Some(Vec4::new(0.25, 0.5, 0.75, 1.0))
    );
    assert_eq!(
        (payload.bone("bone"), payload.socket("socket")),
        (Some(Name::new("foot")), Some(Name::new("grip")))
    );
    assert_eq!(
        (payload.asset("asset"), payload.section("section")),
        (Some("sounds/step"), Some(Name::NONE))
    );
    assert_eq!(
        (
            payload.number("text"),
            payload.text("number"),
            payload.get("volume")
        ),
        (None, None, None)
    );
    assert_eq!(
        (payload.fields().count(), payload.class().name),
        (11, class.name)
    );
    assert!(Payload::new(&class, &words[1..], &names).is_none());
}

/// A clip and a montage of one name, each with a notify of the class; and one without in the clip.
fn library() -> Library {
    let class = tests::class();
    let count = class.word_count();
    let notify = |id, first_value| {
        let value_count = count as u32;
        Notify {
            id,
            class: class.name,
            first_value,
            value_count,
            ..Notify::zeroed()
        }
    };
    let (name, plain) = (
        Name::new("a"),
        Notify {
            id: 9,
            ..Notify::zeroed()
        },
    );
    let mut values = [tests::words(), tests::words()].concat();
    values[count] = 1f32.to_bits().into();
    let values = crate::Array::from(values);
    let notifies = vec![notify(1, 0), plain].into();
    let clip = Clip {
        name,
        notifies,
        values: values.clone(),
        ..Clip::default()
    };
    let notifies = vec![notify(2, count as u32)].into();
    let montage = Montage {
        name,
        notifies,
        values,
        ..Montage::default()
    };
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
    let event = |id, source, asset: &str| Event {
        id,
        ..Event::new(Phase::Notify, Name::NONE, source, Name::new(asset))
    };
    let number = |event: Event| {
        library
            .payload(&event)
            .and_then(|payload| payload.number("number"))
    };
    assert_eq!(number(event(1, Source::Node(4), "a")), Some(0.5));
    assert_eq!(number(event(1, Source::Segment(4, 5), "a")), Some(0.5));
    assert_eq!(number(event(2, Source::Montage(4), "a")), Some(1.0));
    let other = [
        event(2, Source::Node(4), "a"),
        event(1, Source::Node(4), "b"),
        event(9, Source::Node(4), "a"),
    ];
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
    assert_eq!(
        checked(&|notify| notify.class = Name(5)),
        Err(PayloadError::Class { notify: 2 })
    );
    assert_eq!(
        checked(&|notify| notify.class = Name::NONE),
        Err(PayloadError::Count { notify: 2 })
    );
    assert_eq!(
        checked(&|notify| notify.value_count -= 1),
        Err(PayloadError::Count { notify: 2 })
    );
    let shifted = checked(&|notify| notify.first_value -= 1);
    assert_eq!(
        shifted,
        Err(PayloadError::Value {
            notify: 2,
            field: 1
        })
    );
    let mut of_states = library();
    let class = NotifyClass {
        kind: ClassKind::State,
        ..tests::class()
    };
    of_states.notify_classes = vec![Arc::new(class)];
    assert_eq!(
        of_states.check_payloads(),
        Err(PayloadError::Kind { notify: 1 })
    );
}
