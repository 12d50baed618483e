use super::*;
use glam::{Vec2, Vec3};

/// Within so many metres, metres per second and degrees two rates of steps agree.
const NEAR: [f32; 3] = [0.02, 0.05, 1.0];

fn new() -> CharacterMover {
    CharacterMover::new(Pace::default(), &Transform::IDENTITY)
}

fn ahead(gait: Gait) -> Wish {
    Wish {
        stick: Vec2::Y,
        gait,
        ..Wish::default()
    }
}

fn figures<const N: usize>(mover: &CharacterMover, figures: [MoverFigure; N]) -> [f32; N] {
    figures.map(|figure| mover.figure(figure))
}

/// Seconds in steps of a sixtieth.
fn go(mover: &mut CharacterMover, seconds: f32, wish: &Wish) {
    (0..(seconds * 60.0).round() as usize).for_each(|_| {
        mover.step(1.0 / 60.0, wish);
    });
}

/// A walk with turns, a jump on the run and a stop: what is wished from each half second on.
fn walk() -> [Wish; 8] {
    let jog = ahead(Gait::Jog);
    [
        jog,
        Wish {
            heading: 1.2,
            ..jog
        },
        Wish {
            stick: Vec2::new(-0.7, -0.4),
            gait: Gait::Sprint,
            ..jog
        },
        Wish {
            jump: true,
            gait: Gait::Sprint,
            ..jog
        },
        Wish {
            stick: Vec2::X,
            gait: Gait::Sprint,
            ..jog
        },
        Wish {
            aim: true,
            stick: Vec2::NEG_X,
            heading: 2.8,
            ..jog
        },
        Wish {
            crouch: true,
            stick: Vec2::new(0.2, 0.5),
            ..jog
        },
        Wish::default(),
    ]
}

/// Where it is after each half second of the walk; the steps are parts of a half second.
fn walked(steps: impl Fn(usize) -> Vec<f32>) -> Vec<(Vec3, [f32; 5])> {
    let mut mover = new();
    let state = |mover: &CharacterMover| {
        let told = [
            MoverFigure::Speed,
            MoverFigure::InAir,
            MoverFigure::VerticalSpeed,
            MoverFigure::Direction,
        ];
        let [speed, air, up, direction] = figures(mover, told);
        (
            mover.placement().translation,
            [speed, up, air, mover.facing().to_degrees(), direction],
        )
    };
    let mut seen = Vec::new();
    for (at, wish) in walk().iter().enumerate() {
        for dt in steps(at) {
            mover.step(dt, wish);
        }
        seen.push(state(&mover));
    }
    seen
}

fn apart(a: f32, b: f32) -> f32 {
    ((a - b + 180.0).rem_euclid(360.0) - 180.0).abs()
}

#[test]
fn the_way_is_the_same_at_every_frame_rate() {
    let even = |count: usize| move |_: usize| vec![0.5 / count as f32; count];
    let uneven = |at: usize| {
        let parts: Vec<f32> = (0..11)
            .map(|part| ((part * 7 + at * 3) % 11 + 1) as f32)
            .collect();
        let whole: f32 = parts.iter().sum();
        parts
            .iter()
            .map(|part| part / whole * 0.5)
            .collect::<Vec<f32>>()
    };
    let reference = walked(even(500));
    assert!(
        reference.iter().any(|(_, [.., air, _, _])| *air == 1.0),
        "it flies at one of the looks: {reference:?}"
    );
    let [way, pace, turn] = NEAR;
    for (rate, other) in [
        ("30", walked(even(15))),
        ("60", walked(even(30))),
        ("144", walked(even(72))),
        ("uneven", walked(uneven)),
    ] {
        for (at, ((a, x), (b, y))) in reference.iter().zip(&other).enumerate() {
            assert!(a.distance(*b) < way, "{rate}, {at}: {a} {b}");
            assert!(
                (x[0] - y[0]).abs() < pace && (x[1] - y[1]).abs() < pace && x[2] == y[2],
                "{rate}, {at}: {x:?} {y:?}"
            );
            assert!(
                apart(x[3], y[3]) < turn && apart(x[4], y[4]) < turn,
                "{rate}, {at}: {x:?} {y:?}"
            );
        }
    }
}

#[test]
fn it_speeds_up_and_brakes_at_its_rates_and_stands_for_good() {
    let mut mover = new();
    go(&mut mover, 0.2, &ahead(Gait::Jog));
    assert!((mover.figure(MoverFigure::Speed) - 0.2 * mover.pace.acceleration).abs() < 1e-3);
    go(&mut mover, 1.0, &ahead(Gait::Jog));
    assert_eq!(mover.figure(MoverFigure::Speed), 3.0);
    go(&mut mover, 0.1, &Wish::default());
    assert!((mover.figure(MoverFigure::Speed) - (3.0 - 0.1 * mover.pace.braking)).abs() < 1e-3);
    go(&mut mover, 1.0, &Wish::default());
    let there = mover.placement();
    go(&mut mover, 1.0, &Wish::default());
    assert_eq!(
        (
            mover.placement(),
            figures(&mover, [MoverFigure::Speed, MoverFigure::Moving])
        ),
        (there, [0.0, 0.0])
    );
    for (gait, crouch, speed) in [
        (Gait::Walk, false, 1.4),
        (Gait::Sprint, false, 5.0),
        (Gait::Sprint, true, 1.1),
    ] {
        go(
            &mut mover,
            2.0,
            &Wish {
                crouch,
                ..ahead(gait)
            },
        );
        let sprints = f32::from(u8::from(speed == 5.0));
        assert_eq!(
            figures(&mover, [MoverFigure::Speed, MoverFigure::Sprinting]),
            [speed, sprints],
            "{gait:?}"
        );
    }
}

/// A character that looks along +Z has its right at -X.
#[test]
fn it_goes_where_the_camera_has_the_stick_and_turns_there_at_its_rate() {
    let mut mover = new();
    go(
        &mut mover,
        0.1,
        &Wish {
            stick: Vec2::X,
            ..Wish::default()
        },
    );
    let turned = -(0.1 * mover.pace.turn).to_radians();
    assert!(
        (mover.facing() - turned).abs() < 1e-3,
        "{} {turned}",
        mover.facing()
    );
    assert!(
        (mover.figure(MoverFigure::Direction) - (90.0 - 0.1 * mover.pace.turn)).abs() < 0.5,
        "the rest is to its right"
    );
    go(
        &mut mover,
        2.0,
        &Wish {
            stick: Vec2::X,
            ..Wish::default()
        },
    );
    let Vec3 { x, z, .. } = mover.placement().translation;
    assert!(x < -4.0 && z.abs() < 0.01, "{x} {z}");
    assert!(mover.figure(MoverFigure::Direction).abs() < 0.1);
    assert!((mover.placement().rotation * Vec3::Z).abs_diff_eq(Vec3::NEG_X, 1e-3));
    // The camera looks along +X: ahead is there.
    go(
        &mut mover,
        2.0,
        &Wish {
            heading: std::f32::consts::FRAC_PI_2,
            ..ahead(Gait::Jog)
        },
    );
    assert!((mover.placement().rotation * Vec3::Z).abs_diff_eq(Vec3::X, 1e-3));
}

#[test]
fn aiming_faces_the_camera_and_steps_sideways() {
    let mut mover = new();
    let aim = Wish {
        aim: true,
        pitch: 0.5,
        ..Wish::default()
    };
    go(
        &mut mover,
        2.0,
        &Wish {
            stick: Vec2::NEG_X,
            ..aim
        },
    );
    assert!(mover.facing().abs() < 1e-3 && mover.placement().translation.x > 4.0);
    assert!(
        (mover.figure(MoverFigure::Direction) + 90.0).abs() < 0.1,
        "to its left"
    );
    go(&mut mover, 1.0, &aim);
    // Standing, it turns only as far as its waist does not reach.
    go(
        &mut mover,
        1.0,
        &Wish {
            heading: -1.0,
            ..aim
        },
    );
    let [yaw, pitch, on] = figures(
        &mover,
        [
            MoverFigure::AimYaw,
            MoverFigure::AimPitch,
            MoverFigure::Aiming,
        ],
    );
    assert!(
        mover.facing().abs() < 1e-3 && (yaw - 1f32.to_degrees()).abs() < 0.1,
        "{yaw}"
    );
    assert!((pitch - 0.5f32.to_degrees()).abs() < 0.1 && on == 1.0);
    go(
        &mut mover,
        1.0,
        &Wish {
            heading: -2.0,
            ..aim
        },
    );
    assert!((mover.figure(MoverFigure::AimYaw) - 70.0).abs() < 0.1 && mover.facing() < -0.5);
}

#[test]
fn a_jump_leaves_the_ground_after_its_take_off_and_comes_back_to_it() {
    let mut mover = new();
    let jump = Wish {
        jump: true,
        ..Wish::default()
    };
    assert!(
        !mover.step(
            0.01,
            &Wish {
                crouch: true,
                ..jump
            }
        ),
        "not out of a crouch"
    );
    assert!(mover.step(0.01, &jump) && !mover.step(0.01, &jump), "once");
    let (mut top, mut air) = (0f32, 0.0);
    for _ in 0..200 {
        mover.step(0.01, &Wish::default());
        top = top.max(mover.placement().translation.y);
        air += 0.01 * mover.figure(MoverFigure::InAir);
    }
    let Pace {
        jump: up, gravity, ..
    } = mover.pace;
    assert!((top - up * up / (2.0 * gravity)).abs() < 1e-3, "{top}");
    assert!((air - 2.0 * up / gravity).abs() < 0.02, "{air}");
    assert_eq!(
        (
            mover.placement().translation.y,
            mover.figure(MoverFigure::VerticalSpeed)
        ),
        (0.0, 0.0)
    );
}

#[test]
fn no_wish_and_no_time_makes_it_leave_the_numbers() {
    let mut mover = new();
    let odd = Wish {
        stick: Vec2::new(f32::NAN, 5.0),
        ..Wish::default()
    };
    for dt in [f32::NAN, f32::INFINITY, -1.0, 0.0, 1e9] {
        mover.step(dt, &odd);
        mover.step(dt, &ahead(Gait::Sprint));
        assert!(mover.placement().is_finite());
    }
    assert!(
        mover.placement().translation.length() < 5.0,
        "a long step is cut"
    );
}

fn bound() -> Vec<FigureBinding> {
    let bound = |figure, parameter, range| FigureBinding {
        figure,
        parameter: Name::new(parameter),
        range,
    };
    vec![
        bound(MoverFigure::Speed, "Speed", [0.0, 2.5]),
        bound(MoverFigure::Jump, "Jump", [0.0, 1.0]),
        bound(MoverFigure::InAir, "InAir", [0.0, 1.0]),
    ]
}

fn set(inputs: &[EngineInput], name: &str) -> Vec<f64> {
    let value = |input: &EngineInput| match input {
        EngineInput::Request {
            request: Request::SetParameter { parameter, value },
            ..
        } => (*parameter == Name::new(name)).then_some(*value),
        _ => None,
    };
    inputs.iter().filter_map(value).collect()
}

#[test]
fn parameters_are_set_when_their_figures_change_within_their_ranges() {
    let set_before = [(Name::new("Speed"), 2.0)];
    let mut drive = CharacterDrive::new(
        Pace::default(),
        &Transform::IDENTITY,
        Name::new("G"),
        &set_before,
    );
    let first = drive.pass(1.0 / 60.0, &Wish::default(), &bound());
    assert_eq!(
        (
            set(&first, "Speed"),
            set(&first, "InAir"),
            set(&first, "Jump")
        ),
        (vec![0.0], vec![0.0], vec![])
    );
    assert!(matches!(
        first[0],
        EngineInput::Carry {
            placement: Some(_),
            ..
        }
    ));
    let rest = drive.pass(1.0 / 60.0, &Wish::default(), &bound());
    assert_eq!(rest.len(), 1, "{rest:?}");
    for _ in 0..60 {
        drive.pass(1.0 / 60.0, &ahead(Gait::Jog), &bound());
    }
    assert_eq!(drive.mover.figure(MoverFigure::Speed), 3.0);
    let values: Vec<f64> = drive
        .script()
        .iter()
        .flat_map(|(_, input)| set(std::slice::from_ref(input), "Speed"))
        .collect();
    assert_eq!(
        (values[0], values[1], *values.last().unwrap()),
        (2.0, 0.0, 2.5)
    );
    assert!(
        values.iter().all(|value| rounded(*value) == *value),
        "{values:?}"
    );
    let jump = drive.pass(
        1.0 / 60.0,
        &Wish {
            jump: true,
            ..Wish::default()
        },
        &bound(),
    );
    assert_eq!(set(&jump, "Jump"), [1.0]);
    // Somebody sets what is driven: the mover takes it back.
    drive.heard(&[set_parameter(&(Name::new("InAir"), 1.0))]);
    assert_eq!(
        set(&drive.pass(0.0, &Wish::default(), &bound()), "InAir"),
        [0.0]
    );
    let left = drive.leave(&bound());
    assert_eq!(set(&left, "Speed"), [0.0]);
    assert_eq!(
        left.last(),
        Some(&EngineInput::Carry {
            character: PREVIEWED,
            placement: None
        })
    );
    assert!(
        drive
            .script()
            .iter()
            .map(|(_, input)| input)
            .rev()
            .zip(left.iter().rev())
            .all(|(kept, sent)| kept == sent)
    );
}

#[test]
fn who_is_carried_stands_there_whatever_its_root_motion_until_it_is_let_go() {
    use engine::{Evaluator, WorkerMode};
    let library = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let skeleton = library.clip(Name::new("Walk_Fwd")).unwrap().skeleton;
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    let walk = Request::PlayClip {
        clip: Name::new("Walk_Fwd"),
        position: 0.0,
        rate: 1.0,
    };
    let add = EngineInput::AddCharacter {
        character: PREVIEWED,
        skeleton,
        seed: 0,
    };
    let at = Transform::new(Vec3::new(3.0, 0.5, -2.0), turned(1.0), Vec3::ONE);
    let carry = |placement| EngineInput::Carry {
        character: PREVIEWED,
        placement,
    };
    assert!(
        evaluator
            .step(0.1, &[add, carry(Some(at)), ask(walk)])
            .is_empty()
    );
    let stand = |evaluator: &Evaluator| *evaluator.placement(PREVIEWED).unwrap().0;
    for _ in 0..5 {
        evaluator.step(0.1, &[]);
        assert_eq!(stand(&evaluator), at);
        assert!(
            evaluator
                .placement(PREVIEWED)
                .unwrap()
                .1
                .translation
                .length()
                > 0.05,
            "it is worked out"
        );
    }
    let mut left = Evaluator::new(WorkerMode::Inline, Default::default());
    left.restore(&evaluator.save());
    left.step(0.1, &[]);
    assert_eq!(stand(&left), at, "and kept");
    evaluator.step(0.1, &[carry(None)]);
    assert!(stand(&evaluator).translation.distance(at.translation) > 0.05);
    let nowhere = carry(Some(Transform::from_translation(Vec3::splat(f32::NAN))));
    assert_eq!(evaluator.step(0.1, std::slice::from_ref(&nowhere)).len(), 1);
}
