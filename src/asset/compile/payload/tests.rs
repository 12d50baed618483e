use super::*;
use crate::{
    Cache, Clip, Montage, NotifyClass, Project, Skeleton, compile, describe,
    montage::Segment,
    notify_class::ClassKind,
    skeleton::{Bone, Socket},
    source::ClipSource,
};
use anim::{Transform, notify::FieldValue as Carried};
use std::sync::Arc;

const RIG: Id = Id(1);
const CLIP: Id = Id(3);
const MONTAGE: Id = Id(4);
const CLASS: Id = Id(5);
const SECTION: Id = Id(70);

/// Of every type, of ids from 80 on.
fn class() -> NotifyClass {
    let choices = ["stone", "", "grass"].map(str::to_owned).to_vec();
    let kinds = [
        FieldType::Number {
            default: 0.5,
            range: Some([0.0, 2.0]),
        },
        FieldType::Integer {
            default: 3,
            range: Some([-4, 4]),
        },
        FieldType::Boolean { default: true },
        FieldType::Text {
            default: "hello".into(),
        },
        FieldType::Choice {
            default: "grass".into(),
            choices,
        },
        FieldType::Vector {
            default: [1.0, 2.0, 3.0],
        },
        FieldType::Color {
            default: [0.0, 0.5, 1.0, 1.0],
        },
        FieldType::Bone,
        FieldType::Socket,
        FieldType::Asset {
            default: "sounds/step".into(),
        },
        FieldType::Section,
    ];
    let field = |(at, kind): (usize, FieldType)| {
        let name = format!("{:?}", kind.kind()).to_lowercase();
        Field {
            id: Id(80 + at as u64),
            name,
            unit: "m".into(),
            kind,
        }
    };
    NotifyClass {
        fields: kinds.into_iter().enumerate().map(field).collect(),
        ..NotifyClass::new("Everything")
    }
}

/// A clip and a montage of it, each with a notify of the class.
fn project() -> Project {
    let bone = |name: &str, parent| Bone::new(name, parent, Transform::IDENTITY);
    let sockets = vec![Socket::new(
        Id(60),
        "grip",
        "hand".into(),
        Transform::IDENTITY,
    )];
    let bones = vec![
        bone("root", None),
        Bone {
            name: "Hand".into(),
            ..bone("hand", Some(0))
        },
    ];
    let rig = Skeleton {
        name: "rig".into(),
        bones,
        sockets,
        ..Skeleton::default()
    };
    let notify = |id| Notify {
        class: Some(CLASS),
        ..Notify::instant(Id(id), Id(50), "Step", 0.5)
    };
    let source = Arc::new(ClipSource {
        duration: 1.0,
        ..ClipSource::default()
    });
    let track = crate::NotifyTrack {
        id: Id(50),
        name: "Steps".into(),
        color: 0,
        locked: false,
    };
    let mut clip = Clip::new("clip", RIG, source, 10.0);
    (clip.tracks, clip.notifies) = (vec![track.clone()], vec![notify(20)].into());
    let mut montage = Montage::new("montage", RIG, &mut 100);
    (montage.tracks, montage.notifies, montage.sections[0].id) =
        (vec![track], vec![notify(30)].into(), SECTION);
    let (id, start, clip_begin, clip_end) = (Id(61), 0.0, 0.0, 1.0);
    montage.slots[0].segments = vec![Segment {
        id,
        clip: CLIP,
        start,
        clip_begin,
        clip_end,
        rate: 1.0,
        loops: 1,
    }];
    let mut project = Project::default();
    project.skeletons.insert(RIG, Arc::new(rig));
    project.clips.insert(CLIP, Arc::new(clip));
    project.montages.insert(MONTAGE, Arc::new(montage));
    project.notify_classes.insert(CLASS, Arc::new(class()));
    project
}

fn notify_mut(project: &mut Project, on_montage: bool) -> &mut Notify {
    if on_montage {
        &mut Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap()).notifies[0]
    } else {
        &mut Arc::make_mut(project.clips.get_mut(&CLIP).unwrap()).notifies[0]
    }
}

fn texts(project: &Project, compiled: &crate::Compiled) -> Vec<String> {
    compiled
        .diagnostics
        .iter()
        .map(|found| describe(project, found))
        .collect()
}

/// What the notify of the montage carries, by text; none of one that carries nothing.
fn carried(compiled: &crate::Compiled, field: &str) -> Option<String> {
    let library = &compiled.library;
    assert_eq!(library.check_payloads(), Ok(()));
    let montage = library.montage(Name::new("montage"))?;
    Some(
        match library
            .carried(&montage.notifies[0], &montage.values)?
            .get(field)?
        {
            Carried::Choice(name)
            | Carried::Bone(name)
            | Carried::Socket(name)
            | Carried::Section(name) => library.names.text(name).to_owned(),
            Carried::Text(text) | Carried::Asset(text) => text.to_owned(),
            other => format!("{other:?}"),
        },
    )
}

const FIELDS: [&str; 11] = [
    "number", "integer", "boolean", "text", "choice", "vector", "color", "bone", "socket", "asset",
    "section",
];

#[test]
fn what_a_notify_does_not_say_is_the_default() {
    let project = project();
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    assert_eq!(texts(&project, &compiled), Vec::<String>::new());
    let carried = FIELDS.map(|field| carried(&compiled, field).unwrap());
    let vector = "Vector(Vec3(1.0, 2.0, 3.0))";
    let expected = [
        "Number(0.5)",
        "Integer(3)",
        "Boolean(true)",
        "hello",
        "grass",
        vector,
    ];
    assert_eq!(carried[..6], expected);
    assert_eq!(
        carried[6..],
        ["Color(Vec4(0.0, 0.5, 1.0, 1.0))", "", "", "sounds/step", ""]
    );
}

#[test]
fn what_a_notify_says_is_carried_by_the_names_that_are_now() {
    let (mut project, mut cache) = (project(), Cache::default());
    let said = [
        FieldValue::Number(2.0),
        FieldValue::Integer(-4),
        FieldValue::Boolean(false),
        FieldValue::Text("own".into()),
        FieldValue::Choice("stone".into()),
        FieldValue::Vector([-1.0, 0.0, 1e9]),
        FieldValue::Color([1.0; 4]),
        FieldValue::Bone("hand".into()),
        FieldValue::Socket(Id(60)),
        FieldValue::Asset("sounds/own".into()),
        FieldValue::Section(SECTION),
    ];
    notify_mut(&mut project, true).fields = (80..).map(Id).zip(said).collect();
    let compiled = compile(&project, &mut cache, crate::CompileOptions::default());
    assert_eq!(texts(&project, &compiled), Vec::<String>::new());
    let own = FIELDS.map(|field| carried(&compiled, field).unwrap());
    let vector = "Vector(Vec3(-1.0, 0.0, 1000000000.0))";
    assert_eq!(
        own[..6],
        [
            "Number(2.0)",
            "Integer(-4)",
            "Boolean(false)",
            "own",
            "stone",
            vector
        ]
    );
    assert_eq!(
        own[6..],
        [
            "Color(Vec4(1.0, 1.0, 1.0, 1.0))",
            "Hand",
            "grip",
            "sounds/own",
            "Default"
        ]
    );
    let rig = Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap());
    (rig.bones[1].name, rig.sockets[0].name) = ("fist".into(), "hold".into());
    Arc::make_mut(project.notify_classes.get_mut(&CLASS).unwrap()).fields[0].name = "count".into();
    let compiled = compile(&project, &mut cache, crate::CompileOptions::default());
    let renamed = ["bone", "socket", "count", "number"].map(|field| carried(&compiled, field));
    assert_eq!(
        renamed,
        [
            Some("fist".into()),
            Some("hold".into()),
            Some("Number(2.0)".into()),
            None
        ]
    );
}

#[test]
fn a_value_that_its_field_does_not_take_is_named_and_the_nearest_is_carried() {
    for (field, value, carries, text) in [
        (
            0,
            FieldValue::Number(2.5),
            "Number(2.0)",
            "field “number” must be 0 to 2",
        ),
        (
            0,
            FieldValue::Number(-0.5),
            "Number(0.0)",
            "field “number” must be 0 to 2",
        ),
        (
            0,
            FieldValue::Number(f32::NAN),
            "Number(0.5)",
            "field “number” is not a finite number",
        ),
        (
            0,
            FieldValue::Integer(1),
            "Number(0.5)",
            "field “number” has a value of another type",
        ),
        (
            1,
            FieldValue::Integer(9),
            "Integer(4)",
            "field “integer” must be -4 to 4",
        ),
        (
            4,
            FieldValue::Choice("mud".into()),
            "grass",
            "field “choice” is “mud”, which is not one of the choices",
        ),
        (
            4,
            FieldValue::Choice(String::new()),
            "grass",
            "not one of the choices",
        ),
        (
            5,
            FieldValue::Vector([0.0, f32::INFINITY, 0.0]),
            "Vector(Vec3(1.0, 2.0, 3.0))",
            "is not a finite number",
        ),
        (
            6,
            FieldValue::Color([2.0, 0.5, -1.0, 1.0]),
            "Color(Vec4(1.0, 0.5, 0.0, 1.0))",
            "between 0 and 1",
        ),
        (
            7,
            FieldValue::Bone("tail".into()),
            "",
            "uses bone “tail”, which is not in the skeleton",
        ),
        (
            8,
            FieldValue::Socket(Id(99)),
            "",
            "field “socket” uses a socket that was deleted",
        ),
        (
            10,
            FieldValue::Section(Id(99)),
            "",
            "field “section” uses a deleted section",
        ),
    ] {
        let mut project = project();
        notify_mut(&mut project, true).fields = [(Id(80 + field), value)].into();
        let compiled = compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        assert_eq!(
            carried(&compiled, FIELDS[field as usize]).as_deref(),
            Some(carries),
            "{text}"
        );
        let texts = texts(&project, &compiled);
        assert!(texts.len() == 1 && texts[0].contains(text), "{texts:?}");
        assert!(
            texts[0].starts_with("Montage “montage”, notify “Step”: its field"),
            "{texts:?}"
        );
        let subject = compiled.diagnostics[0].subject;
        assert_eq!((subject.asset, subject.item), (MONTAGE, Some(Id(30))));
    }
    let mut on_clip = project();
    notify_mut(&mut on_clip, false).fields = [(Id(90), FieldValue::Section(SECTION))].into();
    let compiled = compile(
        &on_clip,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    assert!(texts(&on_clip, &compiled)[0].contains("but a clip has none"));
}

#[test]
fn a_class_that_is_gone_or_of_the_other_kind_is_named_and_nothing_is_carried() {
    let found = |edit: &dyn Fn(&mut Project)| {
        let mut project = project();
        edit(&mut project);
        let compiled = compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        (
            carried(&compiled, "number").is_some(),
            texts(&project, &compiled),
        )
    };
    let (carries, texts) = found(&|project| project.notify_classes.clear());
    assert!(
        !carries && texts.len() == 2 && texts[1].contains("its notify class was deleted"),
        "{texts:?}"
    );
    for (kind, is_state, text) in [
        (
            ClassKind::State,
            false,
            "it is an instant notify, but class “Everything” is for notify states",
        ),
        (
            ClassKind::Instant,
            true,
            "it is a notify state, but class “Everything” is for instant notifies",
        ),
    ] {
        let (carries, texts) = found(&|project| {
            Arc::make_mut(project.notify_classes.get_mut(&CLASS).unwrap()).kind = kind;
            notify_mut(project, true).duration = is_state.then_some(0.1);
            notify_mut(project, false).class = None;
        });
        assert!(
            !carries && texts.len() == 1 && texts[0].contains(text),
            "{texts:?}"
        );
    }
    let (carries, texts) = found(&|project| {
        let twin = Arc::new(NotifyClass::new("Everything"));
        project.notify_classes.insert(Id(2), twin);
    });
    assert!(
        !carries
            && texts
                .iter()
                .any(|text| text.contains("another asset is called")),
        "{texts:?}"
    );
}

#[test]
fn fields_that_cannot_play_are_named_and_left_out() {
    let mut project = project();
    let class = Arc::make_mut(project.notify_classes.get_mut(&CLASS).unwrap());
    class.fields[1].name = "number".into();
    class.fields[2].name = String::new();
    class.fields[3].kind = FieldType::Number {
        default: f32::NAN,
        range: Some([1.0, -1.0]),
    };
    class.fields[4].kind = FieldType::Choice {
        default: "a".into(),
        choices: vec![String::new()],
    };
    class.fields[6].kind = FieldType::Color { default: [2.0; 4] };
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let (library, texts) = (&compiled.library, texts(&project, &compiled));
    assert_eq!(library.notify_classes[0].fields.len(), 8);
    assert_eq!(carried(&compiled, "text").as_deref(), Some("Number(0.0)"));
    assert_eq!(
        carried(&compiled, "color").as_deref(),
        Some("Color(Vec4(1.0, 1.0, 1.0, 1.0))")
    );
    for text in [
        "Notify class “Everything”, field “number”: another field is called “number” too",
        "Notify class “Everything”, field “”: it has no name",
        "Notify class “Everything”, field “text”: its default is not an allowed value",
        "Notify class “Everything”, field “choice”: it has no choices",
        "Notify class “Everything”, field “color”: its default",
    ] {
        assert!(
            texts.iter().any(|found| found.starts_with(text)),
            "{text}: {texts:?}"
        );
    }
}

#[test]
fn an_edit_of_a_class_compiles_who_is_of_it_anew_and_nobody_else() {
    let (mut project, mut cache) = (project(), Cache::default());
    notify_mut(&mut project, false).class = None;
    let both = |project: &Project, cache: &mut Cache| {
        let library = compile(project, cache, crate::CompileOptions::default()).library;
        (library.clips[0].clone(), library.montages[0].clone())
    };
    let first = both(&project, &mut cache);
    Arc::make_mut(project.notify_classes.get_mut(&CLASS).unwrap())
        .fields
        .remove(0);
    let second = both(&project, &mut cache);
    assert!(Arc::ptr_eq(&first.0, &second.0) && !Arc::ptr_eq(&first.1, &second.1));
    assert!(Arc::ptr_eq(&second.1, &both(&project, &mut cache).1));
}
