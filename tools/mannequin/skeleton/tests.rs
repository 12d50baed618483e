use super::*;

#[test]
fn both_builds_have_the_same_bones_and_stand_on_the_ground() {
    let (tall, stout) = (joints(Build::Tall), joints(Build::Stout));
    let names = |joints: &[FigureJoint]| {
        joints
            .iter()
            .map(|joint| joint.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&tall), names(&stout));
    assert!((60..=90).contains(&tall.len()), "{}", tall.len());
    for joints in [&tall, &stout] {
        let at = |name: &str| joints.iter().find(|joint| joint.name == name).unwrap().at;
        assert!(
            (0.05..0.11).contains(&at("foot_l").y) && at("ball_l").y > 0.0,
            "{}",
            at("foot_l")
        );
        assert_eq!(at("hand_l").x, -at("hand_r").x);
    }
}
