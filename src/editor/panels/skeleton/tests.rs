use super::*;
use asset::skeleton::Bone;

#[test]
fn bones_below_a_bone_follow_it() {
    let bone = |(at, parent): (usize, &Option<u32>)| {
        Bone::new(at.to_string(), *parent, anim::Transform::IDENTITY)
    };
    let parents = [None, Some(0), Some(0), Some(1), Some(2), Some(1)];
    let bones = parents.iter().enumerate().map(bone).collect();
    assert_eq!(
        branches(&Skeleton {
            bones,
            ..Skeleton::default()
        }),
        [0, 1, 3, 5, 2, 4]
    );
}

#[test]
fn levels_are_as_wide_as_names_leave_room_for() {
    assert_eq!(indent(2, 200.0), 12.0);
    assert!(
        (12.0 + 13.0 * indent(13, 240.0) + NAME - 240.0).abs() < 1e-3,
        "{}",
        indent(13, 240.0)
    );
    assert_eq!(indent(13, 100.0), 4.0);
    assert_eq!(
        indent(60, 500.0),
        12.0,
        "deeper ones are not indented further"
    );
}

#[test]
fn a_row_comes_to_the_middle_unless_the_list_ends() {
    let height = 10.0 * theme::ROW;
    assert_eq!(
        [0, 20, 79].map(|row| centred(row, 80, height) / theme::ROW),
        [0.0, 15.5, 70.0]
    );
    assert_eq!(centred(3, 4, height), 0.0);
}
