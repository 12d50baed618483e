use super::*;

const DT: f32 = 1.0 / 64.0;

fn at(x: f32) -> Pose {
    let mut pose =
        Pose::new([Transform::new(Vec3::X * x, Quat::from_rotation_z(0.1 * x), Vec3::ONE); 2]);
    pose.set_curve(Name(1), x);
    pose
}

struct Run {
    blender: DeadBlender,
    frame: u64,
    half_life: f32,
}

impl Run {
    /// Moved one unit a second up to 1.
    fn moving() -> Self {
        let mut run = Self {
            blender: DeadBlender::default(),
            frame: 0,
            half_life: 0.25,
        };
        (0..=64u8).for_each(|step| {
            run.step(&[], f32::from(step) * DT, DT);
        });
        run
    }

    fn step(&mut self, requests: &[InertializationRequest], x: f32, dt: f32) -> Pose {
        self.frame += 1;
        self.again(requests, x, dt)
    }

    fn again(&mut self, requests: &[InertializationRequest], x: f32, dt: f32) -> Pose {
        let (mut pose, step) = (
            at(x),
            Step {
                frame: self.frame,
                dt,
                asked: dt,
                teleported: false,
            },
        );
        self.blender
            .update(requests, self.half_life, &step, &mut pose);
        pose
    }
}

fn over(duration: f32) -> InertializationRequest {
    InertializationRequest {
        duration,
        ..InertializationRequest::default()
    }
}

#[test]
fn speed_halves_every_half_life() {
    assert_eq!(
        [0.0, -1.0, f32::NAN].map(|half_life| drifted(5.0, half_life)),
        [0.0; 3]
    );
    assert!((drifted(1e3, 0.25) - 0.25 / std::f32::consts::LN_2).abs() < 1e-6);
    assert!((drifted(0.25, 0.25) - 0.5 * drifted(1e3, 0.25)).abs() < 1e-6);
    assert_eq!(drifted(1e-9, 0.25), 1e-9);
}

#[test]
fn the_old_pose_goes_on_and_the_new_one_comes_in() {
    let mut run = Run::moving();
    let first = run.step(&[over(0.5)], -3.0, DT).translation(0).x;
    assert!(
        (first - (1.0 + DT)).abs() < 0.02,
        "it moves on as it did: {first}"
    );
    let mut last = first;
    for step in 2..32u8 {
        let pose = run.step(&[], -3.0, DT);
        let (x, part) = (
            pose.translation(0).x,
            Easing::Smoothstep.apply(f32::from(step) * DT / 0.5),
        );
        let old = 1.0 + drifted(f32::from(step) * DT, 0.25);
        assert!(
            (x - (old * (1.0 - part) - 3.0 * part)).abs() < 1e-3,
            "step {step}: {x}"
        );
        assert!((pose.curve(Name(1)).unwrap() - x).abs() < 1e-3 && x < last + 0.03);
        last = x;
    }
    assert_eq!(run.step(&[], -3.0, DT), at(-3.0), "it ends to the bit");
    assert!(!run.blender.is_active());
}

#[test]
fn evaluating_again_gives_the_same_and_changes_nothing() {
    let mut run = Run::moving();
    for step in 0..40 {
        let requests = if step == 3 {
            vec![over(0.25)]
        } else {
            Vec::new()
        };
        let once = run.step(&requests, 5.0, DT);
        let state = run.blender.clone();
        assert_eq!(run.again(&requests, 5.0, DT), once);
        assert_eq!(run.blender, state);
    }
}

#[test]
fn what_does_not_count_snaps() {
    let mut run = Run::moving();
    let filtered = InertializationRequest {
        bone_factors: [1.0, 0.0].into(),
        filtered_curves: [Name(1)].into(),
        ..over(0.5)
    };
    let pose = run.step(&[filtered], -3.0, DT);
    assert_eq!(
        (pose.translation(1).x, pose.curve(Name(1))),
        (-3.0, Some(-3.0))
    );
    assert!(pose.translation(0).x > 0.9);
    for nothing in [0.0, -1.0, f32::NAN] {
        assert_eq!(Run::moving().step(&[over(nothing)], -3.0, DT), at(-3.0));
    }
    let mut fresh = Run {
        blender: DeadBlender::default(),
        frame: 0,
        half_life: 0.25,
    };
    assert_eq!(
        fresh.step(&[over(0.5)], 7.0, DT),
        at(7.0),
        "there is no past yet"
    );
    let mut moved = Run::moving();
    let mut pose = at(-3.0);
    let step = Step {
        frame: 99,
        dt: DT,
        asked: DT,
        teleported: true,
    };
    moved.blender.update(&[over(0.5)], 0.25, &step, &mut pose);
    assert_eq!(pose, at(-3.0));
}

#[test]
fn a_past_that_is_no_number_snaps_and_standing_time_keeps_no_past() {
    let mut run = Run::moving();
    run.step(&[], f32::NAN, DT);
    let pose = run.step(&[over(0.5)], 2.0, DT);
    assert_eq!(pose.translation(0).x, 2.0);
    let mut still = Run::moving();
    let state = still.blender.last.clone();
    still.step(&[], 50.0, 0.0);
    assert_eq!(still.blender.last, state);
}
