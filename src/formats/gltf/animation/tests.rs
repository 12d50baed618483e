use super::*;

#[test]
fn weights_are_spread_over_their_targets() {
    let linear = spread(Interpolation::Linear, &[0.0, 1.0], &[1.0, 2.0, 3.0, 4.0], 2);
    assert_eq!(
        (&linear[0].values[..], &linear[1].values[..]),
        (&[1.0, 3.0][..], &[2.0, 4.0][..])
    );
    let cubic = spread(
        Interpolation::Cubic,
        &[0.0],
        &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        2,
    );
    assert_eq!(
        (&cubic[0].values[..], &cubic[1].values[..]),
        (&[1.0, 3.0, 5.0][..], &[2.0, 4.0, 6.0][..])
    );
}

#[test]
fn broken_keys_become_the_one_before() {
    let nan = f32::NAN;
    let mut channel = Channel {
        times: vec![0.0, 1.0, 2.0],
        values: vec![nan, 5.0, nan],
        ..Channel::default()
    };
    assert_eq!(repair(&mut channel, 1, GltfChannelPath::Weights), 2);
    assert_eq!(channel.values, [5.0, 5.0, 5.0]);
    let mut turn = Channel {
        times: vec![0.0],
        values: vec![0.0; 4],
        ..Channel::default()
    };
    assert_eq!(repair(&mut turn, 4, GltfChannelPath::Rotation), 1);
    assert_eq!(turn.values, [0.0, 0.0, 0.0, 1.0]);
    let values = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, nan, 8.0, 9.0];
    let mut place = Channel {
        times: vec![0.0, 1.0, 2.0],
        values,
        ..Channel::default()
    };
    assert_eq!(repair(&mut place, 3, GltfChannelPath::Translation), 1);
    assert_eq!(place.values, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 4.0, 5.0, 6.0]);
}
