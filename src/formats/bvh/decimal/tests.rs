use super::*;
use proptest::prelude::*;

/// Whether it is what the standard library reads, if it is anything.
fn is_right(text: &str) -> bool {
    leading(text.as_bytes()).is_none_or(|(number, length)| {
        text[..length]
            .parse::<f64>()
            .is_ok_and(|expected| expected.to_bits() == number.to_bits())
    })
}

#[test]
fn numbers_of_motion_files_are_read() {
    for text in [
        "0",
        "-0",
        "-0.0",
        "+1.5",
        ".5",
        "5.",
        "-12.345678",
        "179.999999",
        "9007199254740992",
        "0.1 0.2",
    ] {
        assert!(
            leading(text.as_bytes()).is_some() && is_right(text),
            "{text}"
        );
    }
    assert_eq!(leading(b"-1.25 7"), Some((-1.25, 5)));
    assert_eq!(leading(b"1.5.5"), Some((1.5, 3)));
    assert_eq!(
        leading(b"-0").map(|(number, _)| number.to_bits()),
        Some((-0f64).to_bits())
    );
}

#[test]
fn what_is_not_certain_is_left() {
    let long = [
        "9007199254740993",
        "0.00000000000000000001",
        "18446744073709551617",
        "99999999999999999999",
    ];
    for text in long
        .into_iter()
        .chain(["", "-", "+", ".", "-.", "e5", "nan", "inf", "--1", "x1"])
    {
        assert_eq!(leading(text.as_bytes()), None, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_decimal_is_right(sign in "[+-]?", whole in "[0-9]{0,21}", rest in "(\\.[0-9]{0,21})?") {
        let text = format!("{sign}{whole}{rest}");
        prop_assert!(is_right(&text));
    }

    #[test]
    fn any_float_is_right(bits: u64, digits in 0usize..20) {
        let float = f64::from_bits(bits);
        let short = format!("{:.digits$}", float % 1000.0);
        prop_assert!(is_right(&float.to_string()) && is_right(&short));
    }

    #[test]
    fn any_text_is_right(text in "[-+.0-9eE_ ,infNa\u{665}]{0,24}") {
        prop_assert!(is_right(&text));
    }

    #[test]
    fn any_bytes_are_borne(bytes: Vec<u8>) {
        prop_assert!(leading(&bytes).is_none_or(|(_, length)| length <= bytes.len()));
    }
}
