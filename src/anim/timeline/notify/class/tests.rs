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
    let (fields, choices) = (
        fields.to_vec().into(),
        ["stone", "grass"].map(Name::new).to_vec().into(),
    );
    NotifyClass {
        name: Name::new("everything"),
        kind: ClassKind::Either,
        fields,
        choices,
    }
}

/// Of [`class`].
pub fn words() -> Vec<u64> {
    let number = |value: f32| u64::from(value.to_bits());
    let name = |text| Name::new(text).0;
    [
        &[
            number(0.5),
            (-2i32 as u32).into(),
            1,
            name("hello"),
            name("grass"),
        ][..],
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
        NotifyClass::new(NotifyClass {
            fields: fields.into(),
            ..class()
        })
        .err()
    };
    assert_eq!(refused(&|_| ()), None);
    assert_eq!(
        refused(&|fields| fields[1].name = Name::NONE),
        Some(NotifyClassError::Name { field: 1 })
    );
    assert_eq!(
        refused(&|fields| fields[2].name = fields[0].name),
        Some(NotifyClassError::Name { field: 2 })
    );
    assert_eq!(
        refused(&|fields| fields[3].kind = 11),
        Some(NotifyClassError::Kind { field: 3 })
    );
    let (least, most) = (f32::NEG_INFINITY, f32::INFINITY);
    for (low, high) in [
        (2.0, 1.0),
        (f32::NAN, 1.0),
        (0.0, f32::NAN),
        (most, most),
        (least, least),
    ] {
        let edit = |fields: &mut Vec<NotifyField>| (fields[0].low, fields[0].high) = (low, high);
        assert_eq!(
            refused(&edit),
            Some(NotifyClassError::Range { field: 0 }),
            "{low} {high}"
        );
    }
    let choices = Some(NotifyClassError::Choices { field: 4 });
    for (first, count) in [(0, 0), (0, 3), (2, 1), (u32::MAX, u32::MAX)] {
        let edit = |fields: &mut Vec<NotifyField>| {
            (fields[4].first_choice, fields[4].choice_count) = (first, count)
        };
        assert_eq!(refused(&edit), choices, "{first} {count}");
    }
    assert_eq!(
        refused(&|fields| fields[0].choice_count = 1),
        Some(NotifyClassError::Choices { field: 0 })
    );
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
    assert_eq!(
        refused(&|values| values.truncate(14)),
        Some(PayloadError::Count { notify: 7 })
    );
    assert_eq!(
        refused(&|values| values.push(0)),
        Some(PayloadError::Count { notify: 7 })
    );
    for bad in [
        number(2.1),
        number(-1.1),
        number(f32::NAN),
        number(f32::INFINITY),
        number(0.5) | 1 << 32,
    ] {
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
        assert_eq!(
            refused(&|values| values[word] = bad),
            value(field),
            "{word}"
        );
    }
}
