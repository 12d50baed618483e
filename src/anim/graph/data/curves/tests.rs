use super::*;

fn edited(change: CurveChange, value: f32, found: f32) -> f32 {
    EditState {
        value: Some(value),
        weight: 0.25,
        ..EditState::default()
    }
    .changed(&change, found, 1)
}

#[test]
fn a_curve_is_changed_by_the_value() {
    assert_eq!(edited(CurveChange::Add, 0.5, 2.0), 2.5);
    assert_eq!(edited(CurveChange::Scale, 0.5, 2.0), 1.0);
    assert_eq!(
        edited(CurveChange::Blend(Value::Number(0.25)), 4.0, 2.0),
        2.5
    );
    let remapped = [0.0, 0.5, 0.75, 1.0, 2.0].map(|found| edited(CurveChange::Remap, 0.5, found));
    assert_eq!(remapped, [0.0, 0.0, 0.5, 1.0, 1.0]);
    assert_eq!(
        [0.9, 1.0, 3.0].map(|found| edited(CurveChange::Remap, 1.0, found)),
        [0.0, 1.0, 1.0]
    );
    let none = EditState::default().changed(&CurveChange::Scale, 2.0, 1);
    assert_eq!(none, 2.0, "what has no value changes nothing");
}

#[test]
fn a_mean_goes_by_frames_and_not_by_calls() {
    let mut state = EditState {
        value: Some(0.25),
        ..EditState::default()
    };
    let mut at = |found, frame| state.changed(&CurveChange::Average, found, frame);
    assert_eq!(
        [at(0.0, 1), at(4.0, 2), at(4.0, 2), at(4.0, 3)],
        [0.0, 1.0, 1.0, 1.75]
    );
    assert!(at(f32::NAN, 10).is_nan());
    assert_eq!(at(2.0, 11), 2.0, "what was no number is forgotten");
}
