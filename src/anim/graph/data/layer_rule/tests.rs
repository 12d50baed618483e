use super::*;

fn covered(rule: CurveRule, base: Option<f32>, layer: Option<f32>, weight: f32) -> Option<f32> {
    let name = Name::new("smile");
    let with = |value: Option<f32>| {
        let mut pose = Pose::default();
        value
            .into_iter()
            .for_each(|value| pose.set_curve(name, value));
        pose
    };
    let mut out = with(Some(77.0));
    rule.cover(&with(base).curves, &with(layer), weight, &mut out);
    out.curve(name)
}

#[test]
fn curves_of_a_layer_meet_those_below_by_the_rule() {
    let both = |rule| covered(rule, Some(0.5), Some(2.0), 0.25);
    assert_eq!(
        CurveRule::ALL.map(both),
        [0.875, 0.5, 1.0, 1.0, 0.5].map(Some)
    );
    let base = |rule| covered(rule, Some(0.5), None, 0.25);
    assert_eq!(
        CurveRule::ALL.map(base),
        [Some(0.5); 5],
        "what a layer lacks stays"
    );
    let layer = |rule| covered(rule, None, Some(-2.0), 0.5);
    assert_eq!(
        CurveRule::ALL.map(layer),
        [Some(-1.0), Some(-1.0), Some(-1.0), Some(-1.0), None]
    );
}
