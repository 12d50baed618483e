//! Tests of the unit that is taken for a file's.

use super::*;

/// A figure is about as tall as a person, and whatever it is read as, it is told with its length.
#[test]
fn a_length_is_read_as_the_unit_that_makes_it_a_person() {
    for (length, metres, text) in [
        (
            0.017,
            100.0,
            "hundreds of metres: 1.7 m. With scale 10 it would be 0.17 m",
        ),
        (
            0.17,
            10.0,
            "tens of metres: 1.7 m. With scale 100 it would be 17 m",
        ),
        (1.7, 1.0, "metres: 1.7 m"),
        (
            3.0,
            1.0,
            "metres: 3 m. With scale 0.3048 it would be 0.914 m",
        ),
        (
            5.5,
            0.3048,
            "feet: 1.68 m. With scale 0.1 it would be 0.55 m",
        ),
        (17.0, 0.1, "decimetres: 1.7 m"),
        (30.0, 0.056_444_4, "Acclaim units (5.64 cm): 1.69 m"),
        (
            40.0,
            0.0254,
            "inches: 1.02 m. With scale 0.0564444 it would be 2.26 m",
        ),
        (
            67.0,
            0.0254,
            "inches: 1.7 m. With scale 0.01 it would be 0.67 m",
        ),
        (170.0, 0.01, "centimetres: 1.7 m"),
        (
            500.0,
            0.01,
            "centimetres: 5 m. With scale 0.001 it would be 0.5 m",
        ),
        (1700.0, 0.001, "millimetres: 1.7 m"),
        (
            17000.0,
            0.001,
            "millimetres: 17 m. With scale 0.0001 it would be 1.7 m",
        ),
    ] {
        let mut report = ImportReport::default();
        assert_eq!(
            super::metres(length, &Options::default(), &mut report),
            metres
        );
        let [told] = &report.entries[..] else {
            panic!("{length}: {:?}", report.entries);
        };
        let wanted = format!("units long, read as {text}.");
        assert!(told.text.ends_with(&wanted), "{length}: {}", told.text);
    }
}

/// Whoever says the unit is not asked about it.
#[test]
fn a_unit_that_is_given_is_taken_and_not_told() {
    let mut options = Options::default();
    let read = |options: &Options| {
        let mut report = ImportReport::default();
        let metres = super::metres(170.0, options, &mut report);
        assert!(report.entries.is_empty());
        metres
    };
    options.scale = 0.5;
    assert_eq!(read(&options), 0.5);
    options.bvh.unit = Some(0.25);
    assert_eq!(read(&options), 0.125);
}
