use super::*;

#[test]
fn distance_ends_at_the_ends() {
    let (from, to) = (Vec2::new(0.0, 0.0), Vec2::new(10.0, 0.0));
    assert_eq!(distance_to_segment(Vec2::new(5.0, 3.0), from, to), 3.0);
    assert_eq!(distance_to_segment(Vec2::new(13.0, 4.0), from, to), 5.0);
    assert_eq!(distance_to_segment(Vec2::new(3.0, 4.0), from, from), 5.0);
}
