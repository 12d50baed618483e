use super::*;

const SIDE: PartSizeWish = PartSizeWish {
    share: 280.0,
    least: 200.0,
    is_flexible: false,
};
const WORK: PartSizeWish = PartSizeWish {
    share: 900.0,
    least: 300.0,
    is_flexible: true,
};

fn near(found: &[f32], expected: &[f32]) {
    assert!(
        found
            .iter()
            .zip(expected)
            .all(|(a, b)| (a - b).abs() < 0.01),
        "{found:?}, not {expected:?}"
    );
}

#[test]
fn the_work_area_takes_what_the_sides_leave() {
    near(&distribute(1900.0, &[SIDE, WORK]), &[280.0, 1620.0]);
    near(&distribute(800.0, &[SIDE, WORK]), &[280.0, 520.0]);
}

#[test]
fn where_it_gets_tight_each_gives_down_to_what_it_needs() {
    near(&distribute(540.0, &[SIDE, WORK]), &[240.0, 300.0]);
    near(&distribute(500.0, &[SIDE, WORK]), &[200.0, 300.0]);
    near(&distribute(250.0, &[SIDE, WORK]), &[100.0, 150.0]);
}

#[test]
fn what_was_just_dropped_gets_an_even_share() {
    let fresh = PartSizeWish { share: 1.0, ..WORK };
    near(&distribute(1200.0, &[WORK, fresh]), &[600.0, 600.0]);
    near(&distribute(1200.0, &[fresh, fresh]), &[600.0, 600.0]);
}

#[test]
fn without_a_work_area_all_share() {
    let wide = PartSizeWish {
        share: 560.0,
        ..SIDE
    };
    near(&distribute(1200.0, &[SIDE, wide]), &[400.0, 800.0]);
}

#[test]
fn nothing_is_ever_without_a_size() {
    assert!(
        distribute(-20.0, &[SIDE, WORK])
            .iter()
            .all(|size| *size > 0.0)
    );
}
