//! The numbered properties of spec 07 §10 that are not beside their solver.

use super::{
    ccd, fabrik,
    foot_placement::{
        FootGoal, FootPlacement, FootPlacementSettings, FootPose, Lock, PelvisMode, Placed, Rate,
        Stance,
    },
    leg::{self, Leg, soft_distance},
    look_at,
    turn::{angle_between, axis_angle, direction},
    two_bone::{self, Limb, LimbGoal, Stretch, TooClose, Turns},
    *,
};
use crate::montage::Easing;
use glam::{DQuat, DVec3};
use proptest::prelude::*;

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn joint(place: DVec3) -> Joint {
    Joint {
        place,
        rotation: DQuat::IDENTITY,
    }
}

/// Three links of a metre along x.
fn line() -> Vec<Joint> {
    (0..4).map(|at| joint(DVec3::X * f64::from(at))).collect()
}

fn passes(target: DVec3, precision: f64, iterations: u32) -> fabrik::FabrikGoal<'static> {
    fabrik::FabrikGoal {
        target,
        precision,
        iterations,
        limits: &[],
        hint: None,
    }
}

fn rounds(target: DVec3, iterations: u32) -> ccd::Ask<'static> {
    let order = ccd::Order::TipToRoot;
    ccd::Ask {
        target,
        precision: 1e-3,
        iterations,
        order,
        most_step: None,
        steps: &[],
        totals: &[],
    }
}

fn plain_leg() -> Leg {
    let (soft, soft_alpha, precision, iterations) = (1.0, 1.0, 1e-4, 12);
    Leg {
        hinge: None,
        least_angle: 0.0,
        soft,
        soft_alpha,
        precision,
        iterations,
        knee_follows: None,
    }
}

fn links(joints: &[Joint]) -> Vec<f64> {
    joints
        .windows(2)
        .map(|link| link[1].place.distance(link[0].place))
        .collect()
}

/// What the pose's own links become when only rotations are shown.
fn by_rotations(before: &[Joint], after: &[Joint]) -> Vec<DVec3> {
    let mut places = vec![after[0].place];
    for at in 0..before.len() - 1 {
        let own = before[at].rotation.conjugate() * (before[at + 1].place - before[at].place);
        places.push(places[at] + after[at].rotation * own);
    }
    places
}

/// Property 07.6, of the other policy.
#[test]
fn a_limb_may_reach_a_target_that_is_too_close_by_a_longer_bone() {
    let limb = Limb {
        root: DVec3::ZERO,
        middle: DVec3::X * 3.0,
        end: DVec3::X * 4.0,
    };
    let solved = |too_close| {
        two_bone::solve_to(
            &limb,
            &LimbGoal {
                too_close,
                ..LimbGoal::of(DVec3::X)
            },
            DVec3::Y,
        )
    };
    let (kept, reached) = (solved(TooClose::KeepLengths), solved(TooClose::Reach));
    assert_eq!(
        (kept.limb.end, kept.reason),
        (DVec3::X * 2.0, Reason::TooClose)
    );
    assert!(
        reached.limb.end.abs_diff_eq(DVec3::X, 1e-12)
            && reached.limb.middle.abs_diff_eq(DVec3::X * 3.0, 1e-12)
    );
    assert!((reached.limb.end.distance(reached.limb.middle) - 2.0).abs() < 1e-12);
}

/// Property 07.7, with what the limb knows of the tick before.
#[test]
fn a_target_on_the_root_is_where_it_was_before() {
    let limb = Limb {
        root: DVec3::ZERO,
        middle: DVec3::X,
        end: v(1.0, 1.0, 0.0),
    };
    let previous = Some(DVec3::NEG_Z);
    let solved = two_bone::solve_to(
        &limb,
        &LimbGoal {
            previous,
            ..LimbGoal::of(DVec3::ZERO)
        },
        DVec3::Y,
    );
    assert_eq!(solved.reason, Reason::AtRoot);
    assert!(
        solved.limb.end.abs_diff_eq(DVec3::NEG_Z * 1e-4, 1e-12),
        "{:?}",
        solved.limb
    );
}

/// Property 07.9.
#[test]
fn property_9_fabrik_converges_and_a_straight_chain_keeps_its_links() {
    for (iterations, error) in [(1, 0.002_77), (2, 0.000_13)] {
        let mut chain = line();
        let found = fabrik::solve(
            &passes(v(1.5, 1.5, 0.0), 0.0, iterations),
            &mut chain,
            EndTurn::Keep,
            &mut Work::default(),
        );
        assert!((found.error - error).abs() < 5e-6, "{}", found.error);
    }
    let mut chain = line();
    let found = fabrik::solve(
        &passes(v(1.5, 1.5, 0.0), 1e-3, 50),
        &mut chain,
        EndTurn::Keep,
        &mut Work::default(),
    );
    assert_eq!(
        (found.iterations, found.reason, found.nudged),
        (2, Reason::Reached, false)
    );
    let mut chain = line();
    let found = fabrik::solve(
        &passes(DVec3::X * 2.0, 1e-3, 50),
        &mut chain,
        EndTurn::Keep,
        &mut Work::default(),
    );
    assert_eq!(
        (found.iterations, found.reason, found.nudged),
        (4, Reason::Reached, true)
    );
    assert!(
        links(&chain)
            .iter()
            .all(|length| (length - 1.0).abs() < 1e-5)
    );
}

/// Property 07.10.
#[test]
fn property_10_ccd_converges_and_turns_no_farther_than_a_step() {
    let mut chain = line();
    let found = ccd::solve(
        &rounds(v(1.5, 1.5, 0.0), 50),
        &mut chain,
        EndTurn::Keep,
        &mut Work::default(),
    );
    assert_eq!((found.iterations, found.reason), (5, Reason::Reached));
    let mut chain = line();
    let ask = ccd::Ask {
        most_step: Some(10f64.to_radians()),
        ..rounds(v(1.5, 1.5, 0.0), 1)
    };
    ccd::solve(&ask, &mut chain, EndTurn::Keep, &mut Work::default());
    assert!(
        chain[3].place.abs_diff_eq(v(2.7905, 1.0157, 0.0), 1e-4),
        "{}",
        chain[3].place
    );
}

/// Property 07.11.
#[test]
fn property_11_a_soft_leg_comes_ever_nearer_to_its_length() {
    for (distance, wanted) in [
        (0.9, 0.9),
        (0.97, 0.97),
        (1.0, 0.988_96),
        (1.1, 0.999_61),
        (2.0, 1.0),
    ] {
        assert!(
            (soft_distance(distance, 1.0, 0.97) - wanted).abs() < 1e-5,
            "{distance}"
        );
    }
}

const STIFF: Rate = Rate {
    stiffness: 400.0,
    damping: 40.0,
};

fn settings() -> FootPlacementSettings {
    let rate = Rate::default();
    let angle = 20f64.to_radians();
    FootPlacementSettings {
        step_up: 0.5,
        step_down: 0.5,
        plane: rate,
        pelvis: rate,
        release: rate,
        goes_along: false,
        most_penetration: 1.0,
        most_slope: 45f64.to_radians(),
        twist: 1.0,
        least_extension: 0.7,
        most_extension: 1.1,
        most_offset: 0.5,
        pelvis_mode: PelvisMode::Interval,
        teleport: f64::INFINITY,
        lock: Some(Lock {
            distance: 0.03,
            speed: 0.3,
            radius: 0.1,
            angle,
            ratio: 0.5,
        }),
    }
}

fn stance(dt: f64) -> Stance {
    Stance {
        dt,
        placement: joint(DVec3::ZERO),
        in_air: false,
    }
}

fn foot(x: f64, z: f64) -> FootPose {
    FootPose {
        hip: v(x, 0.9, 0.0),
        foot: joint(v(x, 0.0, z)),
        permit: f64::INFINITY,
        reach: DVec3::ZERO,
        longest: f64::INFINITY,
    }
}

/// Both feet beside each other.
fn stand(
    state: &mut FootPlacement,
    settings: &FootPlacementSettings,
    stance: &Stance,
    z: f64,
    ground: impl FnMut(usize, DVec3) -> Option<(f64, DVec3)>,
) -> (Placed, Vec<FootGoal>) {
    let mut goals = Vec::new();
    let placed = state.tick(
        settings,
        stance,
        &[foot(-0.1, z), foot(0.1, z)],
        ground,
        &mut goals,
    );
    (placed.unwrap(), goals)
}

fn flat(_: usize, _: DVec3) -> Option<(f64, DVec3)> {
    Some((0.0, DVec3::Y))
}

/// Property 07.13.
#[test]
fn property_13_a_foot_turns_with_a_slope_and_the_pelvis_comes_down_to_the_lowest_foot() {
    let angle = 20f64.to_radians();
    let normal = v(0.0, libm::cos(angle), -libm::sin(angle));
    let slope = |_, at: DVec3| Some((at.z * libm::tan(angle), normal));
    let (_, goals) = stand(
        &mut FootPlacement::default(),
        &settings(),
        &stance(0.0),
        0.0,
        slope,
    );
    let turned = angle_between(goals[0].goal.rotation * DVec3::Y, DVec3::Y).to_degrees();
    assert!((turned - 20.0).abs() < 1e-9, "{turned}");
    let simple = FootPlacementSettings {
        pelvis_mode: PelvisMode::Simple,
        ..settings()
    };
    let steps = |at: usize, _| Some(([0.1, -0.15][at], DVec3::Y));
    let (placed, goals) = stand(
        &mut FootPlacement::default(),
        &simple,
        &stance(0.0),
        0.0,
        steps,
    );
    assert_eq!(
        [goals[0].level, goals[1].level, placed.pelvis],
        [0.1, -0.15, -0.15]
    );
}

/// Property 07.16, with legs that are held short of their length.
#[test]
fn property_16_a_foot_on_its_way_through_the_hip_and_out_of_reach_makes_no_jump() {
    let bent = [v(0.0, 1.0, 0.0), v(0.0, 0.5, 0.01), DVec3::ZERO].map(joint);
    let long = [
        v(0.0, 1.0, 0.0),
        v(0.0, 0.7, 0.02),
        v(0.0, 0.35, 0.03),
        DVec3::ZERO,
    ]
    .map(joint);
    for (start, bound) in [(&bent[..], 0.06), (&long[..], 0.2)] {
        let mut last: Option<DVec3> = None;
        for tick in 0..2000 {
            let leg = Leg {
                soft: 0.95,
                iterations: 40,
                ..plain_leg()
            };
            let mut chain = start.to_vec();
            let goal = joint(v(0.02, 1.0 - 1.5 * (f64::from(tick) / 1000.0 - 1.0), 0.05));
            leg::solve(&leg, &mut chain, &goal, &mut Work::default());
            assert!(chain.iter().all(Joint::is_finite));
            let moved = last.map_or(0.0, |last| last.distance(chain[1].place));
            assert!(moved < bound, "{} {tick}: {moved}", start.len());
            last = Some(chain[1].place);
        }
    }
}

/// Property 07.16, of chains: what follows its own answer goes along with its target.
#[test]
fn property_16_a_chain_follows_its_target_without_a_jump() {
    let (mut chain, mut work) = (line(), Work::default());
    chain[1].place.y = 0.1;
    let mut last: Option<Vec<Joint>> = None;
    for tick in 0..4000 {
        let target = v(3.5 - 1e-3 * f64::from(tick), 0.4, 0.1);
        fabrik::solve(
            &passes(target, 1e-6, 60),
            &mut chain,
            EndTurn::Keep,
            &mut work,
        );
        assert!(chain.iter().all(Joint::is_finite));
        if let Some(last) = &last {
            let moved = chain
                .iter()
                .zip(last)
                .map(|(a, b)| a.place.distance(b.place))
                .fold(0.0, f64::max);
            // Out of the straight line a joint goes by the root of what is missing.
            assert!(moved < 0.1, "{tick}: {moved}");
        }
        last = Some(chain.clone());
    }
}

/// Property 07.16, of a limb that stretches where it would be straight.
#[test]
fn property_16_a_limb_that_stretches_comes_out_of_reach_without_a_jump() {
    let limb = Limb {
        root: DVec3::ZERO,
        middle: DVec3::NEG_Y,
        end: v(0.0, -1.5, 0.8),
    };
    let stretch = Some(Stretch {
        start: 0.8,
        most: 1.5,
    });
    let mut last: Option<Limb> = None;
    for tick in 0..3000 {
        let target = v(0.0, -0.5 - 1e-3 * f64::from(tick), 0.1);
        let solved = two_bone::solve(&limb, target, DVec3::Z, stretch);
        let moved = last.map_or(0.0, |last| last.middle.distance(solved.middle));
        assert!(solved.end.is_finite() && moved < 0.1, "{tick}: {moved}");
        last = Some(solved);
    }
}

fn numbers(size: f64) -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-size..size).prop_map(DVec3::from)
}

fn any_joint(size: f64) -> impl Strategy<Value = Joint> {
    (numbers(size), prop::array::uniform4(-1.0..1.0)).prop_map(|(place, q)| Joint {
        place,
        rotation: turn::normalized(DQuat::from_array(q)),
    })
}

/// All chains of these, by their solvers.
fn solve_all(chain: &[Joint], foot: Joint, pole: DVec3) -> Vec<(&'static str, Vec<Joint>)> {
    let mut work = Work::default();
    let mut solved = Vec::new();
    let mut own = chain.to_vec();
    fabrik::solve(
        &passes(foot.place, 1e-4, 10),
        &mut own,
        EndTurn::Take(foot.rotation),
        &mut work,
    );
    solved.push(("fabrik", own));
    let mut own = chain.to_vec();
    let limits = vec![Some(0.4); chain.len() - 1];
    let hint = Some(pole);
    fabrik::solve(
        &fabrik::FabrikGoal {
            limits: &limits,
            hint,
            ..passes(foot.place, 1e-4, 10)
        },
        &mut own,
        EndTurn::Maintain,
        &mut work,
    );
    solved.push(("fabrik with limits", own));
    for order in [ccd::Order::TipToRoot, ccd::Order::RootToTip] {
        let mut own = chain.to_vec();
        let ask = ccd::Ask {
            order,
            totals: &limits,
            ..rounds(foot.place, 10)
        };
        ccd::solve(&ask, &mut own, EndTurn::Maintain, &mut work);
        solved.push(("ccd", own));
    }
    for hinge in [None, Some(DVec3::X)] {
        let mut own = chain.to_vec();
        let leg = Leg {
            hinge,
            least_angle: 0.3,
            soft: 0.97,
            knee_follows: Some(DVec3::Z),
            ..plain_leg()
        };
        leg::solve(&leg, &mut own, &foot, &mut work);
        solved.push(("leg", own));
    }
    if let Ok(mut own) = <[Joint; 3]>::try_from(chain) {
        let turns = Turns {
            end: EndTurn::Maintain,
            twist_axis: None,
        };
        two_bone::turn_limb(&mut own, &LimbGoal::of(foot.place), pole, &turns);
        solved.push(("limb", own.to_vec()));
    }
    solved
}

proptest! {
    /// Property 07.17: rotations alone put the joints where they were solved to be.
    #[test]
    fn property_17_rotations_reproduce_the_joints(
        steps in prop::collection::vec((0.1f64..0.5, numbers(1.0)), 2..5), foot in any_joint(1.0), pole in numbers(2.0),
        turns in prop::collection::vec(any_joint(1.0), 5),
    ) {
        let mut chain = vec![Joint { place: DVec3::ZERO, ..turns[0] }];
        for (at, (length, way)) in steps.iter().enumerate() {
            let place = chain[at].place + direction(*way).unwrap_or(DVec3::Y) * *length;
            chain.push(Joint { place, ..turns[at + 1] });
        }
        for (solver, after) in solve_all(&chain, foot, pole) {
            for (place, joint) in by_rotations(&chain, &after).iter().zip(&after) {
                prop_assert!(place.abs_diff_eq(joint.place, 1e-5), "{}: {} {}", solver, place, joint.place);
            }
        }
    }

    /// Property 07.18.
    #[test]
    fn property_18_huge_and_tiny_numbers_break_no_solver(
        chain in prop::collection::vec(any_joint(1.0), 3..6), foot in any_joint(1.0), pole in numbers(1e6),
        size in -6i32..7, far in -6i32..7, is_flat in any::<bool>(),
    ) {
        let (size, far) = (10f64.powi(size), 10f64.powi(far));
        let place = |joint: &Joint| Joint { place: if is_flat { DVec3::ZERO } else { joint.place * size }, ..*joint };
        let chain: Vec<Joint> = chain.iter().map(place).collect();
        for (solver, after) in solve_all(&chain, Joint { place: foot.place * far, ..foot }, pole) {
            prop_assert!(after.iter().all(Joint::is_finite), "{}: {:?}", solver, after);
        }
    }

    /// Property 07.18, of looks and of feet.
    #[test]
    fn property_18_huge_numbers_break_no_look_and_no_foot(
        target in numbers(1e6), bone in any_joint(1e6), hip in numbers(1e6), height in -1e6f64..1e6, dt in 0.0f64..100.0,
    ) {
        let mut chain = [bone, Joint { place: hip, ..bone }];
        let easing = Easing::Linear;
        let look = look_at::Look {
            axis: DVec3::X, up_axis: Some(DVec3::Y), up: DVec3::Y, clamp: 0.5, time: 0.2, trigger: 0.1, easing,
        };
        let mut gaze = look_at::Gaze::default();
        for target in [target, -target] {
            look_at::solve(&look, &mut chain, |_| 0.5, target, dt, &mut gaze);
            prop_assert!(chain.iter().all(Joint::is_finite));
        }
        let (mut state, mut goals) = (FootPlacement::default(), Vec::new());
        let settings = FootPlacementSettings { plane: STIFF, pelvis: STIFF, release: STIFF, step_up: 1e9, step_down: 1e9, ..settings() };
        for at in [bone, Joint { place: target, ..bone }] {
            let stance = Stance { dt, placement: at, in_air: false };
            let pose = FootPose { hip, foot: bone, permit: f64::INFINITY, reach: DVec3::ZERO, longest: f64::INFINITY };
            let placed = state.tick(&settings, &stance, &[pose], |_, _| Some((height, DVec3::Y)), &mut goals);
            prop_assert!(placed.is_some_and(|placed| placed.pelvis.is_finite()));
            prop_assert!(goals.iter().all(|goal| goal.goal.is_finite()));
        }
    }
}

/// A number that is none is told, and moves nothing.
#[test]
fn what_is_no_number_moves_nothing() {
    let foot = joint(v(0.0, f64::NAN, 0.0));
    for (solver, after) in solve_all(&line(), foot, DVec3::Y) {
        assert_eq!(after, line(), "{solver}");
    }
    let mut state = FootPlacement::default();
    let pose = FootPose {
        hip: DVec3::NAN,
        foot: joint(DVec3::ZERO),
        permit: f64::INFINITY,
        reach: DVec3::ZERO,
        longest: f64::INFINITY,
    };
    assert!(
        state
            .tick(&settings(), &stance(0.1), &[pose], flat, &mut Vec::new())
            .is_none()
    );
}

/// Passes that are none do nothing, also where the target is out of reach.
#[test]
fn without_iterations_nothing_moves() {
    let (mut chain, mut work) = (line(), Work::default());
    for target in [DVec3::Y, DVec3::Y * 9.0] {
        let found = fabrik::solve(
            &passes(target, 1e-4, 0),
            &mut chain,
            EndTurn::Take(DQuat::from_rotation_x(1.0)),
            &mut work,
        );
        assert_eq!((found.reason, &chain), (Reason::NoOp, &line()));
        assert_eq!(
            ccd::solve(&rounds(target, 0), &mut chain, EndTurn::Keep, &mut work).reason,
            Reason::NoOp
        );
        assert_eq!(chain, line());
    }
}

/// From the same ground to the same ground in the same time, in ticks of any length.
#[test]
fn feet_come_out_alike_at_any_rate() {
    let settings = FootPlacementSettings {
        plane: STIFF,
        pelvis: Rate {
            stiffness: 100.0,
            damping: 8.0,
        },
        lock: None,
        ..settings()
    };
    let run = |rate: u32| {
        let mut state = FootPlacement::default();
        stand(&mut state, &settings, &stance(0.0), 0.0, flat);
        let higher = |at: usize, _| Some(([0.1, -0.2][at], v(0.0, 1.0, 0.3).normalize()));
        let mut last = None;
        for _ in 0..rate / 5 {
            last = Some(stand(
                &mut state,
                &settings,
                &stance(1.0 / f64::from(rate)),
                0.0,
                higher,
            ));
        }
        last.unwrap()
    };
    // Where the feet are wished to be is known from the planes, which are on their way: the pelvis
    // is looked at when they have come to rest.
    let (_, wanted) = run(240);
    for rate in [15, 30, 60, 120] {
        let (_, found) = run(rate);
        for (found, wanted) in found.iter().zip(&wanted) {
            assert!(
                found.goal.place.abs_diff_eq(wanted.goal.place, 1e-4),
                "{rate}"
            );
            assert!(
                found.goal.rotation.abs_diff_eq(wanted.goal.rotation, 1e-4),
                "{rate}"
            );
        }
    }
    // Planes that are there at once leave the pelvis a goal that stands still.
    let run = |rate: u32| {
        let settings = FootPlacementSettings {
            plane: Rate::default(),
            ..settings
        };
        let mut state = FootPlacement::default();
        stand(&mut state, &settings, &stance(0.0), 0.0, flat);
        let lower = |_, _| Some((-0.3, DVec3::Y));
        (0..rate / 5)
            .map(|_| {
                stand(
                    &mut state,
                    &settings,
                    &stance(1.0 / f64::from(rate)),
                    0.0,
                    lower,
                )
                .0
                .pelvis
            })
            .last()
    };
    for rate in [15, 30, 60, 120] {
        assert!(
            (run(rate).unwrap() - run(240).unwrap()).abs() < 1e-4,
            "{rate}"
        );
    }
}

#[test]
fn a_look_comes_out_alike_at_any_rate() {
    let easing = Easing::Smoothstep;
    let look = look_at::Look {
        axis: DVec3::X,
        up_axis: None,
        up: DVec3::Y,
        clamp: 0.0,
        time: 0.4,
        trigger: 0.1,
        easing,
    };
    let run = |rate: u32| {
        let mut gaze = look_at::Gaze::default();
        let mut chain = [joint(DVec3::ZERO)];
        look_at::solve(&look, &mut chain, |_| 1.0, DVec3::X, 0.0, &mut gaze);
        for _ in 0..rate / 5 {
            chain = [joint(DVec3::ZERO)];
            look_at::solve(
                &look,
                &mut chain,
                |_| 1.0,
                DVec3::Z,
                1.0 / f64::from(rate),
                &mut gaze,
            );
        }
        chain[0].rotation
    };
    for rate in [15, 30, 60, 120] {
        assert!(run(rate).abs_diff_eq(run(240), 1e-4), "{rate}");
    }
}

/// It stays where it was put down while the animation slides by, is let go past its radius without
/// a jump, and is put down again only when it is near.
#[test]
fn a_foot_that_was_put_down_stays_until_it_is_too_far() {
    let settings = FootPlacementSettings {
        release: STIFF,
        ..settings()
    };
    let (mut state, mut seen) = (FootPlacement::default(), Vec::new());
    for tick in 0..60 {
        let (_, goals) = stand(
            &mut state,
            &settings,
            &stance(1.0 / 60.0),
            0.004 * f64::from(tick),
            flat,
        );
        seen.push((goals[0].word, goals[0].goal.place.z));
    }
    assert_eq!(
        [seen[0].0, seen[1].0, seen[2].0],
        [LockWord::Free, LockWord::Lock, LockWord::Hold]
    );
    let let_go = seen
        .iter()
        .position(|(word, _)| *word == LockWord::Radius)
        .unwrap();
    assert!(
        seen[1..let_go]
            .iter()
            .all(|(_, z)| (z - seen[1].1).abs() < 1e-12),
        "it stays"
    );
    assert!(
        seen.windows(2)
            .all(|pair| (pair[1].1 - pair[0].1).abs() < 0.03),
        "no jump"
    );
    let again = let_go
        + seen[let_go..]
            .iter()
            .position(|(word, _)| *word == LockWord::Lock)
            .unwrap();
    assert!((seen[again].1 - 0.004 * again as f64).abs() <= 0.05, "near");
}

#[test]
fn a_foot_is_let_go_in_the_air_by_a_curve_and_by_a_teleport() {
    let locked = |settings: &FootPlacementSettings| {
        let mut state = FootPlacement::default();
        for _ in 0..3 {
            stand(&mut state, settings, &stance(1.0 / 60.0), 0.0, flat);
        }
        state
    };
    let near = FootPlacementSettings {
        teleport: 1.0,
        ..settings()
    };
    let jump = Stance {
        in_air: true,
        ..stance(1.0 / 60.0)
    };
    let (placed, goals) = stand(&mut locked(&near), &near, &jump, 0.0, flat);
    assert_eq!(
        (goals[0].word, goals[0].hit, placed.pelvis),
        (LockWord::Air, None, 0.0)
    );
    let mut goals = Vec::new();
    let lifted = FootPose {
        permit: 0.0,
        ..foot(0.1, 0.0)
    };
    locked(&near).tick(
        &near,
        &stance(1.0 / 60.0),
        &[foot(-0.1, 0.0), lifted],
        flat,
        &mut goals,
    );
    assert_eq!(
        [goals[0].word, goals[1].word],
        [LockWord::Hold, LockWord::Curve]
    );
    let away = Stance {
        placement: joint(DVec3::X * 2.0),
        ..stance(1.0 / 60.0)
    };
    let (placed, goals) = stand(&mut locked(&near), &near, &away, 0.0, flat);
    assert!(placed.is_reset && goals[0].word == LockWord::Teleport);
    assert!((goals[0].goal.place.x + 0.1).abs() < 1e-12);
}

/// A turn in place twists a planted foot as far as it may be.
#[test]
fn a_foot_that_the_character_turns_away_from_is_let_go() {
    let (settings, mut state) = (
        FootPlacementSettings {
            release: STIFF,
            ..settings()
        },
        FootPlacement::default(),
    );
    let mut words = Vec::new();
    for tick in 0..40 {
        let turn = axis_angle(DVec3::Y, f64::from(tick) * 1f64.to_radians());
        let pose = FootPose {
            foot: Joint {
                place: DVec3::ZERO,
                rotation: turn,
            },
            ..foot(0.0, 0.0)
        };
        let mut goals = Vec::new();
        state.tick(&settings, &stance(1.0 / 60.0), &[pose], flat, &mut goals);
        words.push((tick, goals[0].word, goals[0].goal.rotation));
    }
    let (tick, ..) = words
        .iter()
        .find(|(_, word, _)| *word == LockWord::Angle)
        .unwrap();
    assert_eq!(*tick, 22, "locked at one degree, let go past twenty");
    assert!(
        words[2..21]
            .iter()
            .all(|(.., turn)| turn.abs_diff_eq(words[1].2, 1e-9)),
        "its heading stays"
    );
}

/// Ground that the character can step on, and ground that it cannot.
#[test]
fn ground_out_of_reach_is_none() {
    for (height, level) in [(0.5, 0.5), (0.6, 0.0), (-0.5, -0.5), (-0.6, 0.0)] {
        let ground = |_, _| Some((height, DVec3::Y));
        let (_, goals) = stand(
            &mut FootPlacement::default(),
            &settings(),
            &stance(0.0),
            0.0,
            ground,
        );
        assert_eq!(goals[0].level, level, "{height}");
    }
}

/// A knee folds no farther than it may, and bends about its hinge.
#[test]
fn a_knee_folds_no_farther_than_it_may_and_bends_about_its_hinge() {
    let start = [v(0.0, 1.0, 0.0), v(0.0, 0.5, 0.05), DVec3::ZERO].map(joint);
    let leg = Leg {
        hinge: Some(DVec3::X),
        least_angle: 40f64.to_radians(),
        ..plain_leg()
    };
    let mut chain = start;
    let found = leg::solve(
        &leg,
        &mut chain,
        &joint(v(0.0, 0.95, 0.0)),
        &mut Work::default(),
    );
    assert_eq!(found.reason, Reason::HingeLimit);
    let angle = angle_between(
        chain[0].place - chain[1].place,
        chain[2].place - chain[1].place,
    );
    assert!(
        (angle.to_degrees() - 40.0).abs() < 1e-6,
        "{}",
        angle.to_degrees()
    );
    assert!(
        chain.iter().all(|joint| joint.place.x.abs() < 1e-9) && chain[1].place.z > 0.0,
        "the knee stays in front"
    );
    let mut chain = start;
    let turned = Joint {
        rotation: axis_angle(DVec3::Y, 0.5),
        ..joint(v(0.0, 0.2, 0.0))
    };
    leg::solve(
        &Leg {
            knee_follows: Some(DVec3::Z),
            ..leg
        },
        &mut chain,
        &turned,
        &mut Work::default(),
    );
    let knee = direction((chain[1].place) * v(1.0, 0.0, 1.0)).unwrap();
    assert!(
        knee.abs_diff_eq(axis_angle(DVec3::Y, 0.5) * DVec3::Z, 1e-9),
        "the knee goes where the foot points: {knee}"
    );
}

#[test]
fn a_chain_of_one_bone_is_none() {
    let mut work = Work::default();
    for count in 0..2 {
        let mut chain = line()[..count].to_vec();
        let found = fabrik::solve(
            &passes(DVec3::Y, 1e-4, 10),
            &mut chain,
            EndTurn::Keep,
            &mut work,
        );
        assert_eq!(found.reason, Reason::BadInput);
        assert_eq!(
            ccd::solve(&rounds(DVec3::Y, 10), &mut chain, EndTurn::Keep, &mut work).reason,
            Reason::BadInput
        );
        assert_eq!(
            leg::solve(&plain_leg(), &mut chain, &joint(DVec3::Y), &mut work).reason,
            Reason::BadInput
        );
    }
}
