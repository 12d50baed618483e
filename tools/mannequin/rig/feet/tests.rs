use super::*;

#[test]
fn a_planted_foot_rolls_without_sliding() {
    let plant = Plant::flat(0.0, 1.0, DVec3::new(0.1, 0.0, 0.3), 20.0)
        .strike(25.0, 0.2)
        .peel(40.0, 0.4);
    let steps = Steps::planted(Side::Left, [plant]);
    let hips = |_| Hips {
        at: DVec3::Y,
        turn: DQuat::IDENTITY,
    };
    let rig = Rig::get();
    let ankle = rig.at("foot_l");
    let heel = DVec3::new(0.0, -ankle.y, -HEEL_BEHIND);
    let ball = rig.at("ball_l") - ankle;
    let at = |time: f64, point: DVec3| {
        let foot = steps.at(time, &hips);
        foot.ankle + foot.turn * point
    };
    for i in 0..=60 {
        let time = f64::from(i) / 100.0;
        assert!(
            at(time, heel).distance(at(0.3, heel)) < 1e-9,
            "heel at {time}"
        );
        assert!(
            at(0.4 + time, ball).distance(at(0.3, ball)) < 1e-9,
            "ball at {time}"
        );
    }
    assert!(at(0.0, ball).y > 0.05 && at(1.0, heel).y > 0.05);
}
