use super::*;

fn at(y: f64) -> FigurePose {
    let mut pose = FigurePose::standing();
    pose.pelvis(0.0, y, 0.0).hips(y * 100.0, 0.0, 0.0);
    pose
}

#[test]
fn the_way_passes_its_keys_and_never_overshoots() {
    let keys = PoseKeyTrack::new([
        (0.0, at(0.0)),
        (0.5, at(0.2)),
        (1.0, at(0.25)),
        (2.0, at(0.1)),
    ])
    .lag(0.0);
    for (time, y) in [
        (-1.0, 0.0),
        (0.0, 0.0),
        (0.5, 0.2),
        (1.0, 0.25),
        (2.0, 0.1),
        (3.0, 0.1),
    ] {
        assert!((keys.at(time).pelvis.y - y).abs() < 1e-9, "{time}");
    }
    assert!(
        (0..=200).all(|i| (-1e-9..=0.25 + 1e-9).contains(&keys.at(f64::from(i) / 100.0).pelvis.y))
    );
}

#[test]
fn a_cycle_has_no_seam() {
    let keys = PoseKeyTrack::cycle(1.0, [(0.0, at(0.0)), (0.3, at(0.2)), (0.6, at(-0.1))]);
    let (before, after) = (keys.at(1.0 - 1e-6), keys.at(1e-6));
    assert!(before.pelvis.distance(after.pelvis) < 1e-5);
    assert!(math::log(before.turns[0].inverse() * after.turns[0]).length() < 1e-4);
}
