use super::*;
use asset::Id;
use source::Interpolation;

#[test]
fn a_lane_shows_every_value_and_a_flat_curve_has_room() {
    let key = |time: f32, value: f32| CurveKey {
        in_tangent: -4.0,
        out_tangent: 4.0,
        ..cubic(time, value)
    };
    let curve = Curve {
        keys: vec![key(0.0, 0.0), key(1.0, 0.0)],
        ..Curve::new(Id(1), "c", 0)
    };
    let lane = Rect::from_min_max(pos2(0.0, 0.0), pos2(100.0, 56.0));
    let plot = Plot::new(&CurveShape::of(&curve), lane);
    assert!(
        plot.high == 1.0 && plot.low == 0.0,
        "the hump of 1 between the keys"
    );
    assert_eq!((plot.y(plot.high), plot.y(plot.low)), (8.0, 48.0));
    let at = |value: f32| {
        let plot = Plot::new(
            &CurveShape::of(&Curve {
                keys: vec![cubic(0.0, value)],
                ..curve.clone()
            }),
            lane,
        );
        (plot.low, plot.high)
    };
    assert_eq!(
        (at(0.4), at(-0.4), at(40.0)),
        ((0.0, 1.0), (-1.0, 0.0), (0.0, 40.0))
    );
    assert_eq!((at(0.0), at(0.01)), ((0.0, 1.0), (0.0, 0.01)));
}

fn cubic(time: f32, value: f32) -> CurveKey {
    CurveKey::new(Id(time as u64), time, value, Interpolation::Cubic)
}
