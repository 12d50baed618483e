use super::*;

const TIME: Scale<'_> = Scale {
    frame_rate: Some(30.0),
    whole: Some(4.0),
    unit: None,
    of: None,
};

#[track_caller]
fn is(text: &str, unit: &str, wanted: f64) {
    let value = evaluate(text, unit, 2.0, TIME).unwrap();
    assert!((value - wanted).abs() < 1e-9, "{text}: {value}");
}

#[track_caller]
fn refused(text: &str, unit: &str, reason: &str) {
    assert_eq!(
        evaluate(text, unit, 2.0, Scale::default()).unwrap_err(),
        reason
    );
}

#[test]
fn numbers_are_read_as_people_type_them() {
    is("0.1+3", "", 3.1);
    is("−2", "", -2.0);
    is("1,5 - 0.5", "", 1.0);
    is("1e-3", "", 0.001);
    is("１２", "", 12.0);
    is("2*(3+1)^2/4", "", 8.0);
    is("-2^2", "", -4.0);
}

#[test]
fn units_become_those_of_the_field() {
    is("0.1+3f", "s", 0.2);
    is("12f", "s", 0.4);
    is("0.5s", "f", 15.0);
    is("500ms", "s", 0.5);
    is("50%", "s", 2.0);
    is("50%", "%", 50.0);
    is("50%", "", 0.5);
    is("1.5m", "cm", 150.0);
    is("10 cm", "m", 0.1);
    is("45deg", "°", 45.0);
}

#[test]
fn a_change_of_the_value_is_typed_as_one() {
    is("+=3f", "s", 2.1);
    is("-=0.5", "s", 1.5);
    is("*=2", "", 4.0);
    is("/=4", "", 0.5);
}

#[test]
fn a_function_gives_each_of_several_values_its_own() {
    let values = |text: &str| {
        let of = |at| {
            evaluate(
                text,
                "",
                2.0,
                Scale {
                    of: Some((at, 3)),
                    ..Scale::default()
                },
            )
            .unwrap()
        };
        [of(0), of(1), of(2)]
    };
    assert_eq!(values("L(1, 2)"), [1.0, 1.5, 2.0]);
    assert_eq!(values("L(1,2)*2"), [2.0, 3.0, 4.0]);
    assert_eq!(values("L(0,5, 1,5)"), [0.5, 1.0, 1.5]);
    assert_eq!(values("+=L(0;2)"), [2.0, 3.0, 4.0]);
    assert!(
        values("R(3, 4)")
            .iter()
            .all(|value| (3.0..=4.0).contains(value))
    );
    assert_eq!(
        evaluate("L(1, 2)", "", 0.0, Scale::default()),
        Ok(1.0),
        "of one alone the first"
    );
    refused("L(1)", "", "L takes two values: L(0; 1)");
    refused("R(1, 2", "", "a closing bracket is missing");
}

#[test]
fn what_cannot_be_read_is_refused_with_its_reason() {
    refused("", "", "a number is missing");
    refused("1/", "", "a number is missing");
    refused("1/0", "", "a division by 0");
    refused("(1", "", "a closing bracket is missing");
    refused("1)", "", "unexpected “)”");
    refused("3f", "cm", "“f” is not a valid unit here");
    refused("3f", "s", "“f” is not a valid unit here");
    refused("50%", "cm", "% works only where a field has a base value");
    refused("abc", "", "“a” is not a number");
}
