use super::*;
use crate::humanoid::find;
use glam::{Quat, Vec3};

const HERE: VmcTransform = VmcTransform {
    position: Vec3::ZERO,
    rotation: Quat::IDENTITY,
};

#[test]
fn a_frame_begins_with_a_bone_that_came_before() {
    let mut performance = Performance::default();
    let mut bone = |name: &str| performance.hear(Message::Bone(find(name).unwrap(), HERE));
    assert_eq!(
        ["Hips", "Spine", "Head"].map(&mut bone),
        [Heard::Start, Heard::Part, Heard::Part]
    );
    assert_eq!(
        ["Spine", "Hips", "Spine"].map(&mut bone),
        [Heard::Start, Heard::Part, Heard::Start]
    );
}

#[test]
fn values_count_once_they_are_applied_and_are_not_more_than_there_is_room_for() {
    let mut performance = Performance::default();
    let value = |at: usize, value: f32| Message::Value(Name(at as u64 + 1), value);
    assert_eq!(performance.hear(value(0, 0.5)), Heard::Nothing);
    assert!(performance.curves.is_empty());
    performance.hear(Message::Apply);
    performance.hear(value(0, 0.75));
    assert_eq!(performance.curves, [(Name(1), 0.5)]);
    for at in 0..2 * MOST_CURVES {
        assert_eq!(
            performance.hear(value(at, 1.0)) == Heard::LeftOut,
            at >= MOST_CURVES
        );
    }
    performance.hear(Message::Apply);
    assert_eq!(performance.curves.len(), MOST_CURVES);
    performance.hear(value(2 * MOST_CURVES, 1.0));
    performance.hear(Message::Apply);
    assert_eq!(
        performance.curves.len(),
        MOST_CURVES,
        "others than those that it has"
    );
}
