use super::*;
use asset::{Id, montage::Segment};

/// A montage of one segment, with which nothing is wrong.
fn sound() -> Montage {
    let mut montage = Montage::new("m", Id(1), &mut 1);
    let segment = Segment {
        id: Id(9),
        clip: Id(2),
        start: 0.0,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate: 1.0,
        loops: 1,
    };
    montage.slots[0].segments.push(segment);
    montage
}

#[track_caller]
fn refused(edit: impl FnOnce(&mut Montage), place: &str) {
    let mut montage = sound();
    assert_eq!(Numbers("f").montage(&montage), Ok(()));
    edit(&mut montage);
    let problem = Numbers("f").montage(&montage).unwrap_err();
    assert_eq!(
        (problem.file.as_str(), problem.place.as_str()),
        ("f", place)
    );
    assert!(problem.text.contains("in the file"), "{}", problem.text);
}

#[test]
fn what_is_too_large_is_refused_by_its_place() {
    for far in [1e30, -1e30, f32::NAN] {
        refused(|m| m.rate_scale = far, "/asset/rate_scale");
        refused(|m| m.frame_rate = far, "/asset/frame_rate");
        refused(|m| m.blend_in.time = far, "/asset/blend_in/time");
        refused(|m| m.blend_out.time = far, "/asset/blend_out/time");
        refused(
            |m| m.slots[0].segments[0].rate = far,
            "/asset/slots/0/segments/0/rate",
        );
        refused(
            |m| m.slots[0].segments[0].start = far,
            "/asset/slots/0/segments/0/start",
        );
    }
    refused(
        |m| m.slots[0].segments[0].loops = 10_001,
        "/asset/slots/0/segments/0/loops",
    );
    refused(
        |m| m.sections = vec![m.sections[0].clone(); MOST_SECTIONS + 1],
        "/asset/sections",
    );
    refused(
        |m| m.slots = vec![m.slots[0].clone(); MOST_SEGMENTS + 1],
        "/asset/slots",
    );
    let sample = |rate| asset::blend_space::Sample {
        id: Id(1),
        clip: Id(2),
        at: [0.0; 2],
        rate,
    };
    for (rate, is_fine) in [
        (0.01, true),
        (100.0, true),
        (0.0, false),
        (-1.0, false),
        (1e30, false),
        (f32::NAN, false),
    ] {
        let space = BlendSpace {
            samples: vec![sample(1.0), sample(rate)],
            ..BlendSpace::new("s", Id(1))
        };
        let place = Numbers("f")
            .blend_space(&space)
            .map_err(|problem| problem.place);
        assert_eq!(
            place,
            if is_fine {
                Ok(())
            } else {
                Err("/asset/samples/1/rate".to_owned())
            },
            "{rate}"
        );
    }
    assert_eq!(
        Numbers("f").notes(MOST_MARKERS + 1).unwrap_err().place,
        "/asset/notes"
    );
    assert_eq!(Numbers("f").markers(MOST_MARKERS), Ok(()));
    assert_eq!(
        Numbers("f").markers(MOST_MARKERS + 1).unwrap_err().place,
        "/asset/sync_markers"
    );
    let field = |choices: usize| asset::notify_class::Field {
        id: Id(5),
        name: "f".into(),
        unit: String::new(),
        kind: FieldType::Choice {
            default: "a".into(),
            choices: vec!["a".into(); choices],
        },
    };
    let class = |fields| NotifyClass {
        fields,
        ..NotifyClass::new("c")
    };
    let place = |class| {
        Numbers("f")
            .notify_class(&class)
            .map_err(|problem| problem.place)
    };
    assert_eq!(place(class(vec![field(MOST_CHOICES); MOST_FIELDS])), Ok(()));
    assert_eq!(
        place(class(vec![field(1); MOST_FIELDS + 1])),
        Err("/asset/fields".to_owned())
    );
    let too_many = class(vec![field(1), field(MOST_CHOICES + 1)]);
    assert_eq!(
        place(too_many),
        Err("/asset/fields/1/type/choice/choices".to_owned())
    );
    let notify = Notify::instant(Id(3), Id(4), "n", 0.0);
    refused(
        |m| m.notifies = vec![notify; MOST_NOTIFIES + 1].into(),
        "/asset/notifies",
    );
}

/// The words of what is said of a montage after a change; empty where it is fine.
fn told(edit: impl FnOnce(&mut Montage)) -> String {
    let mut montage = sound();
    edit(&mut montage);
    let problem = Numbers("f").montage(&montage).err();
    problem.map_or(String::new(), |problem| problem.to_string())
}

#[test]
fn numbers_may_be_as_large_as_their_limits() {
    type Set = fn(&mut Montage, f32);
    let (rates, loops) = (-MOST_RATE..=MOST_RATE, 1.0..=MOST_LOOPS as f32);
    let numbers: [(&str, RangeInclusive<f32>, Set); 7] = [
        ("rate_scale", rates.clone(), |m, x| m.rate_scale = x),
        ("frame_rate", FRAME_RATES, |m, x| m.frame_rate = x),
        ("blend_in/time", 0.0..=LONGEST_BLEND, |m, x| {
            m.blend_in.time = x
        }),
        ("blend_out/time", 0.0..=LONGEST_BLEND, |m, x| {
            m.blend_out.time = x
        }),
        ("slots/0/segments/0/start", 0.0..=LONGEST, |m, x| {
            m.slots[0].segments[0].start = x
        }),
        ("slots/0/segments/0/rate", rates, |m, x| {
            m.slots[0].segments[0].rate = x
        }),
        ("slots/0/segments/0/loops", loops, |m, x| {
            m.slots[0].segments[0].loops = x as u32
        }),
    ];
    for (place, range, set) in numbers {
        let (low, high) = range.into_inner();
        assert_eq!(
            told(|m| set(m, low)) + &told(|m| set(m, high)),
            "",
            "{place}"
        );
        let is_whole = place.ends_with("loops");
        for beyond in [
            low - 1.0,
            if is_whole { high + 1.0 } else { high.next_up() },
        ] {
            let wanted = format!(
                "f, /asset/{place}: it is {beyond}, but must be between {low} and {high}. Correct it in the file."
            );
            assert_eq!(told(|m| set(m, beyond)), wanted);
        }
    }
}

#[test]
fn lists_may_be_as_long_as_their_limits() {
    let notify = || Notify::instant(Id(1), Id(2), "n", 0.0);
    let numbers = Numbers("f");
    let ended = |found: Result<(), FileProblem>| found.err().map(|problem| problem.to_string());
    let wanted = |place: &str, most: usize| {
        let count = most + 1;
        Some(format!(
            "f, /asset/{place}: there are {count}; the limit is {most}. Remove some in the file."
        ))
    };
    let list = |count: usize| vec![notify(); count].into();
    assert_eq!(ended(numbers.notifies(&list(MOST_NOTIFIES))), None);
    let found = ended(numbers.notifies(&list(MOST_NOTIFIES + 1)));
    assert_eq!(found, wanted("notifies", MOST_NOTIFIES));
    assert_eq!(ended(numbers.markers(MOST_MARKERS)), None);
    assert_eq!(
        ended(numbers.markers(MOST_MARKERS + 1)),
        wanted("sync_markers", MOST_MARKERS)
    );
    assert_eq!(ended(numbers.notes(MOST_MARKERS)), None);
    assert_eq!(
        ended(numbers.notes(MOST_MARKERS + 1)),
        wanted("notes", MOST_MARKERS)
    );
    let sections = |count: usize| told(|m| m.sections = vec![m.sections[0].clone(); count]);
    assert_eq!(sections(MOST_SECTIONS), "");
    assert_eq!(
        Some(sections(MOST_SECTIONS + 1)),
        wanted("sections", MOST_SECTIONS)
    );
    let segments = |count: usize| {
        told(|m| {
            let slots = m.slots.len();
            m.slots[0].segments = vec![m.slots[0].segments[0].clone(); count - slots];
        })
    };
    assert_eq!(segments(MOST_SEGMENTS), "");
    assert_eq!(
        Some(segments(MOST_SEGMENTS + 1)),
        wanted("slots", MOST_SEGMENTS)
    );
}
