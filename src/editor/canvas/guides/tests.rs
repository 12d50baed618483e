use super::*;
use egui::vec2;

fn rect(x: f32, y: f32, w: f32, h: f32) -> Rect {
    Rect::from_min_size(pos2(x, y), vec2(w, h))
}

#[test]
fn edges_meet_like_edges_and_middles_middles_in_reach_alone() {
    let still = rect(100.0, 50.0, 80.0, 40.0);
    let of = |own: Rect| guides(own, [still].into_iter(), 6.0);
    let by = |own: Rect| (of(own).x.map(|it| it.by), of(own).y.map(|it| it.by));
    assert_eq!(
        by(rect(95.0, 300.0, 10.0, 10.0)),
        (Some(5.0), None),
        "left edges"
    );
    assert_eq!(by(rect(93.0, 300.0, 10.0, 10.0)), (None, None), "too far");
    assert_eq!(
        by(rect(171.0, 400.0, 10.0, 10.0)),
        (Some(-1.0), None),
        "right edges"
    );
    assert_eq!(
        by(rect(138.0, 400.0, 10.0, 10.0)),
        (Some(-3.0), None),
        "middles"
    );
    assert_eq!(
        by(rect(300.0, 84.0, 10.0, 10.0)),
        (None, Some(-4.0)),
        "bottom edges"
    );
    let far = [rect(97.0, 0.0, 5.0, 5.0), still];
    let nearest = guides(rect(98.0, 200.0, 30.0, 30.0), far.into_iter(), 6.0);
    assert_eq!(nearest.x.map(|it| it.at), Some(97.0), "the nearest wins");
}
