use super::*;

fn at(x: f32, y: f32) -> Rect {
    Rect::from_min_size(pos2(x, y), vec2(60.0, 16.0))
}

#[test]
fn names_at_the_same_point_stand_below_each_other() {
    let mut taken: Vec<Rect> = Vec::new();
    for nth in 0..20 {
        let rect = free_place(at(10.0 + nth as f32 % 3.0, 10.0), &taken);
        assert!(taken.iter().all(|other| !other.intersects(rect)), "{nth}");
        taken.push(rect);
    }
    assert!(taken[1].top() > taken[0].bottom() && taken[1].top() < taken[0].bottom() + 2.0);
}

#[test]
fn what_covers_nothing_stays() {
    let taken = [at(10.0, 10.0), at(10.0, 60.0)];
    let free = at(10.0, 30.0);
    assert_eq!(free_place(free, &taken), free);
    assert_eq!(free_place(at(100.0, 12.0), &taken), at(100.0, 12.0));
}
