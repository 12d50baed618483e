use super::*;
use std::collections::BTreeSet;

fn number(range: Option<[f32; 2]>) -> FieldType {
    FieldType::Number {
        default: 0.0,
        range,
    }
}

#[test]
fn every_template_is_a_class_whose_fields_play_and_take_their_defaults() {
    let mut names = BTreeSet::new();
    for template in Template::ALL {
        let class = template.class(&mut 5);
        assert_eq!(class.playing().count(), class.fields.len(), "{template:?}");
        assert_eq!(class.fields.is_empty(), template == Template::Custom);
        assert!(names.insert(class.name.clone()), "{template:?}");
        for field in &class.fields {
            let default = field.kind.default();
            assert!(
                default.is_none_or(|default| field.kind.takes(&default)),
                "{template:?}: {}",
                field.name
            );
        }
        let ids: BTreeSet<Id> = class.fields.iter().map(|field| field.id).collect();
        assert_eq!(ids.len(), class.fields.len());
    }
    let kinds = Template::ALL.map(|template| template.class(&mut 5).kind);
    use ClassKind::{Either, Instant, State};
    assert_eq!(
        kinds,
        [
            Instant, Either, Instant, State, State, Instant, State, Either
        ]
    );
}

#[test]
fn the_easings_of_a_warp_are_spelled_as_in_files() {
    let class = Template::MotionWarpWindow.class(&mut 5);
    let FieldType::Choice { choices, .. } = &class.fields[3].kind else {
        panic!("{class:?}")
    };
    assert_eq!(
        (choices[0].as_str(), choices[3].as_str()),
        ("linear", "quadratic_in_out")
    );
}

#[test]
fn a_new_field_of_a_kind_is_of_it() {
    for kind in FieldKind::ALL {
        let new = FieldType::of(kind);
        assert_eq!(new.kind(), kind);
        assert!(new.default().is_none_or(|default| new.takes(&default)));
    }
}

#[test]
fn fields_that_nobody_could_read_do_not_play() {
    let field = |id, name: &str, kind| Field {
        id: Id(id),
        name: name.into(),
        unit: String::new(),
        kind,
    };
    let empty = FieldType::Choice {
        default: String::new(),
        choices: Vec::new(),
    };
    let fields = vec![
        field(1, "a", FieldType::Bone),
        field(2, "a", FieldType::Bone),
        field(3, "", FieldType::Bone),
        field(4, "b", empty),
        field(5, "b", FieldType::Bone),
    ];
    let class = NotifyClass {
        fields,
        ..NotifyClass::new("c")
    };
    let playing: Vec<u64> = class.playing().map(|field| field.id.0).collect();
    assert_eq!(
        (playing, class.field(Id(4)).is_some(), class.field(Id(9))),
        (vec![1], true, None)
    );
    let many: Vec<Field> = (0..100)
        .map(|at| field(at, &at.to_string(), FieldType::Bone))
        .collect();
    assert_eq!(
        NotifyClass {
            fields: many,
            ..NotifyClass::new("c")
        }
        .playing()
        .count(),
        MOST_FIELDS
    );
}

#[test]
fn a_value_is_taken_within_its_range_and_of_its_type() {
    let (ranged, free) = (number(Some([-1.0, 1.0])), number(None));
    let taken = |kind: &FieldType, value: f32| kind.takes(&FieldValue::Number(value));
    assert_eq!(
        [-1.0, 1.0, 1.1, -1.1, f32::NAN].map(|value| taken(&ranged, value)),
        [true, true, false, false, false]
    );
    assert_eq!(
        [1e30, f32::INFINITY].map(|value| taken(&free, value)),
        [true, false]
    );
    let integer = FieldType::Integer {
        default: 0,
        range: Some([2, 4]),
    };
    assert_eq!(
        [1, 2, 4, 5].map(|value| integer.takes(&FieldValue::Integer(value))),
        [false, true, true, false]
    );
    let color = FieldType::of(FieldKind::Color);
    assert_eq!(
        [1.0, 1.1, -0.1].map(|part| color.takes(&FieldValue::Color([part; 4]))),
        [true, false, false]
    );
    assert!(!free.takes(&FieldValue::Integer(1)) && !integer.takes(&FieldValue::Number(3.0)));
}

#[test]
fn a_value_is_kept_where_it_means_the_same_in_another_type() {
    let (text, asset) = (
        FieldType::of(FieldKind::Text),
        FieldType::of(FieldKind::Asset),
    );
    let (choice, integer) = (
        FieldType::of(FieldKind::Choice),
        FieldType::of(FieldKind::Integer),
    );
    let (color, vector) = (
        FieldType::of(FieldKind::Color),
        FieldType::of(FieldKind::Vector),
    );
    let written = |text: &str| FieldValue::Text(text.into());
    for (kind, from, to) in [
        (
            &number(None),
            FieldValue::Integer(3),
            Some(FieldValue::Number(3.0)),
        ),
        (&number(Some([0.0, 2.0])), FieldValue::Integer(3), None),
        (
            &integer,
            FieldValue::Number(3.0),
            Some(FieldValue::Integer(3)),
        ),
        (&integer, FieldValue::Number(3.5), None),
        (&integer, FieldValue::Number(1e30), None),
        (
            &asset,
            written("a/b"),
            Some(FieldValue::Asset("a/b".into())),
        ),
        (&text, FieldValue::Choice("B".into()), Some(written("B"))),
        (&choice, written("B"), Some(FieldValue::Choice("B".into()))),
        (&choice, written("C"), None),
        (
            &color,
            FieldValue::Vector([0.5, 0.25, 1.0]),
            Some(FieldValue::Color([0.5, 0.25, 1.0, 1.0])),
        ),
        (&color, FieldValue::Vector([2.0, 0.0, 0.0]), None),
        (
            &vector,
            FieldValue::Color([0.5, 0.25, 1.0, 0.5]),
            Some(FieldValue::Vector([0.5, 0.25, 1.0])),
        ),
        (&FieldType::Bone, written("hand"), None),
        (
            &FieldType::Bone,
            FieldValue::Bone("hand".into()),
            Some(FieldValue::Bone("hand".into())),
        ),
    ] {
        assert_eq!(kind.fitted(&from), to, "{kind:?} {from:?}");
    }
}

#[test]
fn a_default_is_replaced_by_one_of_its_type_alone() {
    let ranged = number(Some([-1.0, 1.0]));
    let changed = ranged.with_default(&FieldValue::Number(0.5));
    assert_eq!(
        changed,
        FieldType::Number {
            default: 0.5,
            range: Some([-1.0, 1.0])
        }
    );
    assert_eq!(ranged.with_default(&FieldValue::Integer(1)), ranged);
    for kind in FieldKind::ALL.map(FieldType::of) {
        assert!(
            kind.default()
                .is_none_or(|default| kind.with_default(&default) == kind)
        );
    }
}
