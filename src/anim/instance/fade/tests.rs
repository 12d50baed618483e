use super::*;
use crate::fixture::chain;

fn linear(time: f32) -> Blend {
    Blend {
        time,
        ..Blend::default()
    }
}

#[test]
fn it_blends_in_once_and_notifies_see_the_larger_end_of_the_tick() {
    let mut fade = MontageFade::new(linear(0.5));
    assert_eq!((fade.weight(), fade.notify_weight()), (0.0, 0.0));
    let ticks =
        [0.25, 0.25, 0.25].map(|dt| (fade.advance(dt, 0.0), fade.weight(), fade.notify_weight()));
    assert_eq!(
        ticks,
        [(None, 0.5, 0.5), (Some(0.0), 1.0, 1.0), (None, 1.0, 1.0)]
    );
    assert!(fade.stop(linear(0.5), &chain(1)) && fade.is_stopped() && !fade.is_over());
    let ticks = [0.25, 0.25].map(|dt| (fade.advance(dt, 0.0), fade.weight(), fade.notify_weight()));
    assert_eq!(ticks, [(None, 0.5, 1.0), (None, 0.0, 0.5)]);
    assert!(fade.is_over());
}

#[test]
fn a_stop_under_way_is_only_shortened() {
    let mut fade = MontageFade::new(linear(0.0));
    assert!(!fade.is_stopped() && fade.weight() == 1.0);
    assert!(fade.stop(linear(0.5), &chain(1)));
    for longer in [9.0, 0.5] {
        assert!(!fade.stop(linear(longer), &chain(1)));
        assert_eq!(fade.blend().alpha().remaining(), 0.5);
    }
    assert!(!fade.stop(linear(0.25), &chain(1)));
    assert_eq!(
        (fade.blend().alpha().remaining(), fade.weight()),
        (0.25, 1.0)
    );
    assert!(fade.advance(0.125, 0.0).is_none() && fade.weight() == 0.5);
    fade.complete();
    assert!(fade.is_over() && fade.weight() == 0.0);
    fade.settle();
    assert_eq!(
        (fade.weight(), fade.notify_weight(), fade.is_stopped()),
        (1.0, 1.0, false)
    );
    assert_eq!(fade.advance(0.1, 0.0), None, "it is in already");
}
