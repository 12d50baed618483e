use super::*;
use crate::{Command, Document, Gesture, ItemCommand, NotifyCommand, ProjectCommand, edits};
use asset::{
    NotifyTrack,
    notify_class::{ClassKind, Icon, Template},
};

const CLASS: Id = Id(300);
const TRACK: Id = Id(310);
const NOTIFY: Id = Id(311);

fn number(range: Option<[f32; 2]>) -> FieldType {
    FieldType::Number {
        default: 1.0,
        range,
    }
}

fn field(id: u64, name: &str, kind: FieldType) -> Field {
    Field {
        id: Id(id),
        name: name.into(),
        unit: String::new(),
        kind,
    }
}

/// A class with a number, a choice and a text, and a notify of it on the clip and on the montage.
fn document() -> Document {
    let mut document = edits::document();
    let choices = ["stone", "grass"].map(str::to_owned).to_vec();
    let fields = vec![
        field(301, "strength", number(Some([0.0, 2.0]))),
        field(
            302,
            "surface",
            FieldType::Choice {
                default: "stone".into(),
                choices,
            },
        ),
        field(
            303,
            "note",
            FieldType::Text {
                default: String::new(),
            },
        ),
    ];
    let class = NotifyClass {
        fields,
        ..NotifyClass::new(" Step ")
    };
    let add = Command::Project(ProjectCommand::Add(CLASS, class.into()));
    assert_eq!(document.perform(&add, None), Ok(true));
    for host in [edits::CLIP, edits::MONTAGE] {
        let track = NotifyTrack {
            id: TRACK,
            name: "new".into(),
            color: 0,
            locked: false,
        };
        let fields = [
            (Id(301), FieldValue::Number(0.5)),
            (Id(302), FieldValue::Choice("grass".into())),
            (Id(303), FieldValue::Text("3".into())),
        ];
        let notify = Notify {
            class: Some(CLASS),
            fields: fields.into(),
            ..Notify::instant(NOTIFY, TRACK, "Step", 0.1)
        };
        for command in [
            NotifyCommand::Track(ItemCommand::Add(track)),
            NotifyCommand::Add(notify),
        ] {
            assert_eq!(
                document.perform(&Command::Notify(host, command), None),
                Ok(true)
            );
        }
    }
    document
}

fn act(document: &mut Document, command: NotifyClassCommand) -> Result<bool, EditError> {
    document.perform(&Command::NotifyClass(CLASS, command), None)
}

fn notifies(document: &Document) -> [Notify; 2] {
    let project = document.project();
    let on_clip = project.clips[&edits::CLIP].notifies.iter();
    let on_montage = project.montages[&edits::MONTAGE].notifies.iter();
    [on_clip, on_montage]
        .map(|mut notifies| notifies.find(|notify| notify.id == NOTIFY).unwrap().clone())
}

fn said(document: &Document, field: u64) -> [Option<FieldValue>; 2] {
    notifies(document).map(|notify| notify.fields.get(&Id(field)).cloned())
}

#[test]
fn a_class_is_added_renamed_and_deleted_once_nobody_is_of_it() {
    let mut document = document();
    assert_eq!(document.project().notify_classes[&CLASS].name, "Step");
    let add = |id, name: &str| {
        let class = NotifyClass {
            name: name.into(),
            ..Template::Footstep.class(&mut 9)
        };
        Command::Project(ProjectCommand::Add(Id(id), class.into()))
    };
    assert_eq!(
        document.perform(&add(320, "Step"), None),
        Err(EditError::NameTaken {
            name: "Step".into()
        })
    );
    assert_eq!(
        document.perform(&add(300, "Foot"), None),
        Err(EditError::IdTaken)
    );
    assert_eq!(document.perform(&add(320, "Foot"), None), Ok(true));
    let rename = Command::Project(ProjectCommand::RenameAsset(Id(320), "Foot 2".into()));
    assert_eq!(document.perform(&rename, None), Ok(true));
    let delete = |id| Command::Project(ProjectCommand::DeleteAsset(Id(id)));
    let by = vec!["montage".to_owned(), "clip".to_owned()];
    assert_eq!(
        document.perform(&delete(300), None),
        Err(EditError::InUse { by })
    );
    assert_eq!(document.perform(&delete(320), None), Ok(true));
}

#[test]
fn fields_are_added_changed_moved_and_removed_with_what_notifies_say() {
    let mut document = document();
    let names = |document: &Document| {
        let class = &document.project().notify_classes[&CLASS];
        class
            .fields
            .iter()
            .map(|field| field.name.clone())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let set = |field| NotifyClassCommand::Field(ItemCommand::Put(field));
    assert_eq!(
        act(&mut document, set(field(304, " far ", number(None)))),
        Ok(true)
    );
    assert_eq!(
        act(&mut document, set(field(304, "far", number(None)))),
        Ok(false)
    );
    let taken = EditError::NameTaken {
        name: "note".into(),
    };
    assert_eq!(
        act(&mut document, set(field(304, "note", number(None)))),
        Err(taken)
    );
    assert_eq!(
        act(&mut document, set(field(305, " ", number(None)))),
        Err(EditError::NameEmpty)
    );
    assert_eq!(
        act(
            &mut document,
            NotifyClassCommand::Field(ItemCommand::Move(Id(304), 0))
        ),
        Ok(true)
    );
    assert_eq!(names(&document), "far strength surface note");
    assert_eq!(
        act(
            &mut document,
            NotifyClassCommand::Field(ItemCommand::Move(Id(304), 99))
        ),
        Ok(true)
    );
    assert_eq!(
        act(
            &mut document,
            NotifyClassCommand::Field(ItemCommand::Move(Id(304), 3))
        ),
        Ok(false)
    );
    assert_eq!(
        act(
            &mut document,
            NotifyClassCommand::Field(ItemCommand::Remove(Id(301)))
        ),
        Ok(true)
    );
    assert_eq!(
        (names(&document).as_str(), said(&document, 301)),
        ("surface note far", [None, None])
    );
    assert!(said(&document, 302).iter().all(Option::is_some));
    assert_eq!(
        act(
            &mut document,
            NotifyClassCommand::Field(ItemCommand::Remove(Id(301)))
        ),
        Err(EditError::ItemMissing)
    );
    assert!(document.undo());
    assert_eq!(
        said(&document, 301),
        [Some(FieldValue::Number(0.5)), Some(FieldValue::Number(0.5))]
    );
    let many: Vec<Result<bool, EditError>> = (0..70)
        .map(|at| {
            act(
                &mut document,
                set(field(400 + at, &format!("f{at}"), number(None))),
            )
        })
        .collect();
    assert!(matches!(
        many[69],
        Err(EditError::OutOfRange {
            field: "Fields",
            ..
        })
    ));
}

#[test]
fn another_type_keeps_what_means_the_same_there() {
    let mut document = document();
    let retype = |document: &mut Document, id, name: &str, kind| {
        act(
            document,
            NotifyClassCommand::Field(ItemCommand::Put(field(id, name, kind))),
        )
    };
    let integer = FieldType::Integer {
        default: 0,
        range: None,
    };
    assert_eq!(retype(&mut document, 301, "strength", integer), Ok(true));
    assert_eq!(said(&document, 301), [None, None], "a half is no integer");
    assert_eq!(
        retype(
            &mut document,
            302,
            "surface",
            FieldType::Text {
                default: "x".into()
            }
        ),
        Ok(true)
    );
    assert_eq!(
        said(&document, 302),
        [(); 2].map(|()| Some(FieldValue::Text("grass".into())))
    );
    assert_eq!(
        retype(
            &mut document,
            303,
            "note",
            FieldType::Asset {
                default: String::new()
            }
        ),
        Ok(true)
    );
    assert_eq!(
        said(&document, 303),
        [(); 2].map(|()| Some(FieldValue::Asset("3".into())))
    );
}

#[test]
fn a_choice_that_is_called_otherwise_is_so_in_notifies() {
    let mut document = document();
    let choices = |choices: [&str; 2]| {
        let choices = choices.map(str::to_owned).to_vec();
        NotifyClassCommand::Field(ItemCommand::Put(field(
            302,
            "surface",
            FieldType::Choice {
                default: "stone".into(),
                choices,
            },
        )))
    };
    assert_eq!(act(&mut document, choices(["stone", "turf"])), Ok(true));
    assert_eq!(
        said(&document, 302),
        [(); 2].map(|()| Some(FieldValue::Choice("turf".into())))
    );
    assert_eq!(act(&mut document, choices(["wet", "dry"])), Ok(true));
    assert_eq!(
        said(&document, 302),
        [(); 2].map(|()| Some(FieldValue::Choice("turf".into()))),
        "nobody knows"
    );
    let FieldType::Choice { default, .. } =
        &document.project().notify_classes[&CLASS].fields[1].kind
    else {
        panic!("it is a choice")
    };
    assert_eq!(default, "wet", "the default is one of them");
    for bad in [["", "a"], ["a", "a"]] {
        assert!(matches!(
            act(&mut document, choices(bad)),
            Err(EditError::OutOfRange {
                field: "Choices",
                ..
            })
        ));
    }
}

#[test]
fn numbers_of_a_field_are_finite_and_its_range_is_one() {
    let mut document = document();
    let mut set = |kind| {
        act(
            &mut document,
            NotifyClassCommand::Field(ItemCommand::Put(field(301, "strength", kind))),
        )
    };
    for range in [[1.0, 0.0], [f32::NAN, 1.0], [0.0, f32::INFINITY]] {
        assert!(
            matches!(set(number(Some(range))), Err(EditError::OutOfRange { .. })),
            "{range:?}"
        );
    }
    assert!(matches!(
        set(FieldType::Color { default: [2.0; 4] }),
        Err(EditError::OutOfRange { .. })
    ));
    assert_eq!(set(number(Some([3.0, 4.0]))), Ok(true));
    let class = &document.project().notify_classes[&CLASS];
    assert_eq!(
        class.fields[0].kind,
        FieldType::Number {
            default: 3.0,
            range: Some([3.0, 4.0])
        }
    );
}

#[test]
fn how_it_looks_and_what_it_is_for_is_set() {
    let mut document = document();
    let commands = || {
        [
            NotifyClassCommand::SetKind(ClassKind::Instant),
            NotifyClassCommand::SetColor(6),
            NotifyClassCommand::SetIcon(Icon::Foot),
        ]
    };
    assert_eq!(
        commands().map(|command| act(&mut document, command)),
        [Ok(true), Ok(true), Ok(true)]
    );
    assert_eq!(
        commands().map(|command| act(&mut document, command)),
        [Ok(false), Ok(false), Ok(false)]
    );
    let class = &document.project().notify_classes[&CLASS];
    assert_eq!(
        (class.kind, class.color, class.icon),
        (ClassKind::Instant, 6, Icon::Foot)
    );
}

#[test]
fn a_notify_says_what_differs_and_what_its_fields_take() {
    let mut document = document();
    let known = notifies(&document)[1].clone();
    let set = |document: &mut Document, edit: &dyn Fn(&mut Notify)| {
        let mut notify = known.clone();
        edit(&mut notify);
        document.perform(
            &Command::Notify(edits::MONTAGE, NotifyCommand::Set(notify)),
            None,
        )
    };
    let number = |value| (Id(301), FieldValue::Number(value));
    for bad in [2.5, -0.1, f32::NAN] {
        let refused = set(&mut document, &|notify| notify.fields.extend([number(bad)]));
        assert!(
            matches!(refused, Err(EditError::OutOfRange { .. })),
            "{bad}"
        );
    }
    let other_type = set(&mut document, &|notify| {
        notify.fields.extend([(Id(301), FieldValue::Integer(1))])
    });
    assert!(matches!(other_type, Err(EditError::OutOfRange { .. })));
    assert_eq!(
        set(&mut document, &|notify| notify.fields.extend([number(2.0)])),
        Ok(true)
    );
    assert_eq!(said(&document, 301)[1], Some(FieldValue::Number(2.0)));
    assert_eq!(
        set(&mut document, &|notify| notify.fields.extend([number(1.0)])),
        Ok(true)
    );
    assert_eq!(
        said(&document, 301)[1],
        None,
        "the default goes without saying"
    );
    assert_eq!(
        set(&mut document, &|notify| notify.class = Some(Id(99))),
        Err(EditError::AssetMissing)
    );
    assert_eq!(set(&mut document, &|notify| notify.class = None), Ok(true));
    assert!(notifies(&document)[1].fields.is_empty());
}

/// What a range leaves outside is told by compiling; the notify can still be moved.
#[test]
fn a_value_that_fits_no_more_does_not_hold_its_notify() {
    let mut document = document();
    let narrower = field(301, "strength", number(Some([1.0, 2.0])));
    assert_eq!(
        act(
            &mut document,
            NotifyClassCommand::Field(ItemCommand::Put(narrower))
        ),
        Ok(true)
    );
    let moved = Notify {
        time: 0.3,
        ..notifies(&document)[1].clone()
    };
    let set = Command::Notify(edits::MONTAGE, NotifyCommand::Set(moved));
    assert_eq!(document.perform(&set, None), Ok(true));
    assert_eq!(said(&document, 301)[1], Some(FieldValue::Number(0.5)));
}

#[test]
fn a_drag_of_a_value_is_one_step() {
    let mut document = document();
    let known = notifies(&document)[1].clone();
    for value in [0.6, 0.7, 0.8] {
        let mut notify = known.clone();
        notify.fields.insert(Id(301), FieldValue::Number(value));
        let set = Command::Notify(edits::MONTAGE, NotifyCommand::Set(notify));
        assert_eq!(document.perform(&set, Some(Gesture(7))), Ok(true));
    }
    assert_eq!(said(&document, 301)[1], Some(FieldValue::Number(0.8)));
    assert!(document.undo());
    assert_eq!(said(&document, 301)[1], Some(FieldValue::Number(0.5)));
}
