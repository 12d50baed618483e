use super::*;

#[test]
fn which_zero_is_given_is_said_and_what_is_no_number_loses() {
    let zero = |value: f32| (value == 0.0).then(|| value.is_sign_negative());
    assert_eq!(
        [
            0f32.higher(-0.0),
            (-0f32).higher(0.0),
            0f32.lower(-0.0),
            (-0f32).lower(0.0)
        ]
        .map(zero),
        { [Some(true), Some(false), Some(true), Some(false)] }
    );
    for (a, b) in [(1.0, 2.0), (-1.0, f64::INFINITY), (-f64::INFINITY, 0.0)] {
        assert_eq!(
            [a.higher(b), b.higher(a), a.lower(b), b.lower(a)],
            [b, b, a, a]
        );
    }
    for none in [f64::NAN, -f64::NAN] {
        assert_eq!(
            [
                none.higher(3.0),
                3f64.higher(none),
                none.lower(3.0),
                3f64.lower(none)
            ],
            [3.0; 4]
        );
        assert!(none.higher(f64::NAN).is_nan());
    }
}

#[test]
fn what_is_no_number_has_the_same_bits_and_every_number_its_own() {
    let none = [
        f32::NAN,
        -f32::NAN,
        f32::from_bits(0x7f80_0001),
        f32::from_bits(0xffff_ffff),
    ];
    assert!(
        none.iter()
            .all(|none| bits(*none) == 0x7fc0_0000 && bits_f64((*none).into()) == 0x7ff8 << 48)
    );
    for number in [
        0.0,
        -0.0,
        1.5,
        f32::INFINITY,
        -f32::INFINITY,
        f32::MIN_POSITIVE / 4.0,
    ] {
        assert_eq!(
            (bits(number), bits_f64(number.into())),
            (number.to_bits(), f64::from(number).to_bits())
        );
    }
}
