use super::*;
use asset::graph::{Parameter, ParameterKind};

fn named() -> ExpressionNames {
    let speed = Parameter::new(
        Id(1),
        "Speed",
        ParameterKind::Float {
            default: 0.0,
            range: None,
        },
    );
    let grounded = Parameter::new(Id(2), "Grounded", ParameterKind::Bool { default: false });
    let states = Some(vec!["Idle".to_owned()]);
    ExpressionNames {
        parameters: vec![speed, grounded],
        states,
        in_transition: false,
        wanted: Type::Bool,
    }
}

#[test]
fn a_begun_name_is_offered_until_it_is_whole() {
    let offers = |text: &str| {
        offered(text, text.len(), &named())
            .into_iter()
            .map(|it| it.text)
            .collect::<Vec<_>>()
    };
    assert_eq!(offers("sp"), ["Speed"]);
    assert_eq!(
        offers("Grounded and ti"),
        ["time_in_state()", "time_elapsed()", "time_remaining()"]
    );
    for nothing in ["", "Speed", "Speed > ", "Speed > 1", "0.5", ".5", "Sped"] {
        assert!(offers(nothing).is_empty(), "{nothing}");
    }
    assert_eq!(
        (word("a + Spé", 8), word("a + ", 4)),
        (4..8, 4..4),
        "letters of more than a byte"
    );
}

#[test]
fn what_is_wrong_is_marked_where_it_stands() {
    let error = named()
        .error("Speed > Sped")
        .expect("there is no such parameter");
    assert_eq!(&"Speed > Sped"[error.at.clone()], "Sped");
    let job = marked("Speed > Sped", Some(error.at));
    let wrong = job
        .sections
        .iter()
        .find(|it| it.format.color == theme::ERROR)
        .expect("it is marked");
    assert_eq!(
        wrong.byte_range,
        egui::text::ByteIndex(8)..egui::text::ByteIndex(12)
    );
    assert!(named().error("").is_none() && named().error("Speed > 1").is_none());
    assert!(
        marked("é", Some(1..2)).text == "é",
        "no place in the middle of a letter"
    );
}

#[test]
fn what_was_probably_meant_takes_the_place_of_what_is_wrong() {
    let mended = |text: &str| {
        let named = named();
        let mended = named.error(text)?.mended(text)?;
        named.error(&mended).is_none().then_some(mended)
    };
    let right = |text: &str, meant: &str| assert_eq!(mended(text).as_deref(), Some(meant));
    right("Speed and Grounded", "Speed > 0 and Grounded");
    right("Sped > 1", "Speed > 1");
    right("Grounded and Speed - 1", "Grounded and (Speed - 1) > 0");
    right("time_in_stat() > 1", "time_in_state() > 1");
    for nothing in ["Speed >", "Speed > 1", "", "Elephants > 1"] {
        assert_eq!(mended(nothing), None, "{nothing}");
    }
}
