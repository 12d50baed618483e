use super::*;

#[test]
fn a_turn_goes_on_beyond_half_a_round() {
    let first = Quat::from_rotation_x(0.4);
    let angles: Vec<f32> = (0..=30).map(|step| step as f32 * 10.0).collect();
    let local =
        |angle: &f32| Transform::from_rotation(first * Quat::from_rotation_y(angle.to_radians()));
    let locals: Vec<Transform> = angles.iter().map(local).collect();
    for (turn, angle) in turns(&locals, first).iter().zip(&angles) {
        assert!(turn.abs_diff_eq(Vec3::Y * *angle, 0.05), "{turn} {angle}");
    }
}

#[test]
fn kept_keys_are_named_by_their_frames() {
    let channel = |times: Vec<f32>| {
        let values = times.iter().flat_map(|time| [*time, 0.0, 1.0]).collect();
        Some(Channel {
            times,
            values,
            ..Channel::default()
        })
    };
    let track = |times| Track {
        translation: channel(times),
        ..Track::default()
    };
    let times = frames(
        &ClipSource {
            duration: 1.0,
            ..ClipSource::default()
        },
        30.0,
    );
    let now = track(times.clone());
    let found = properties((&now, &track(vec![0.0, 0.3, 1.0])), &times);
    assert_eq!(
        (found.len(), found[0].count, found[0].kept.as_slice()),
        (1, 31, &[0, 9, 30][..])
    );
    assert!(
        found[0].now[30].abs_diff_eq(Vec3::X * 100.0, 1e-3),
        "centimetres from the first frame"
    );
}
