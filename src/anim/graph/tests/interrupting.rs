//! Transitions that interrupt one another in every tick, more of them than a machine keeps apart:
//! against a plain list of all of them, and in ticks without time, in which nothing may move.

use super::{
    GraphParts, Node,
    adding::{still, with},
    mixing::{parts, standing},
    tests::Stage,
};
use crate::graph::nodes::{MachineNode, OutputNode};
use crate::{
    Name,
    machine::{Machine, MachineParts, Rule, Settings, State, Transition, TransitionSource},
    montage::Easing,
    program::{Op, Program},
};
use glam::Quat;
use std::sync::Arc;

/// From each of three states to the next, as soon as it may.
fn restless(duration: f64, easing: Easing) -> Arc<Machine> {
    let state = |at| State {
        name: Name(at),
        conduit: None,
        reset_on_entry: false,
        inertialize_reentry: false,
    };
    let next = |from: u16| Transition {
        name: Name(1),
        from: TransitionSource::State(from),
        to: (from + 1) % 3,
        priority: 0,
        rule: Rule::Own(Program::new(vec![Op::Number(1.0)], 2).unwrap()),
        automatic: None,
        settings: Some(Settings {
            duration,
            easing,
            ..Settings::default()
        }),
        least_time_away: 0.0,
        pose: None,
        mutes_source: false,
        required_group: Name::NONE,
    };
    let (states, transitions) = ((1..=3).map(state).collect(), (0..3).map(next).collect());
    Arc::new(
        Machine::new(MachineParts {
            states,
            transitions,
            most_per_tick: 1,
            ..MachineParts::default()
        })
        .unwrap(),
    )
}

/// At x = 0, 10 and 20, turned by nothing, 75° and 150°.
fn stage(duration: f64, easing: Easing) -> Stage {
    let clips = [0.0f32, 10.0, 20.0].map(|x| {
        let turn = Quat::from_rotation_y((x * 7.5).to_radians());
        still(100 + x as u64, None, x, [Quat::IDENTITY, turn])
    });
    let nodes = vec![
        standing(3),
        standing(4),
        standing(5),
        Node::Machine(MachineNode {
            first: 0,
            machine: 0,
        }),
        Node::Output(OutputNode { source: 3 }),
    ];
    let machines = vec![restless(duration, easing)];
    let mut stage = with(
        GraphParts {
            links: vec![0, 1, 2],
            machines,
            ..parts(nodes)
        },
        clips.to_vec(),
    );
    stage.dt = 0.0;
    stage.update();
    stage
}

/// Where the first bone is, metres, and how the second is turned.
fn shown(stage: &mut Stage) -> (f64, Quat) {
    let pose = stage.evaluate();
    (pose.translation(0).x.into(), pose.rotation(1))
}

const EASINGS: [Easing; 3] = [Easing::Linear, Easing::Smoothstep, Easing::ExponentialIn];

/// The blend of all that were ever begun.
struct Twin {
    /// Where each leads, and its age in seconds.
    begun: Vec<(f64, f64)>,
}

impl Twin {
    fn x(&self, duration: f64, easing: Easing) -> f64 {
        let alpha = |age: f64| {
            if age >= duration {
                1.0
            } else {
                f64::from(easing.apply((age / duration) as f32))
            }
        };
        self.begun
            .iter()
            .fold(0.0, |x, (to, age)| x + (to - x) * alpha(*age))
    }
}

#[test]
fn a_pose_never_moves_faster_than_all_transitions_ever_begun_would_move_it() {
    for (duration, easing) in [0.5, 2.0, 10.0]
        .into_iter()
        .flat_map(|duration| EASINGS.map(|easing| (duration, easing)))
    {
        for dt in [1.0 / 240.0, 1.0 / 60.0, 1.0 / 24.0] {
            let (mut stage, mut twin) = (stage(duration, easing), Twin { begun: Vec::new() });
            let (mut last, mut expected) = (shown(&mut stage).0, 0.0f64);
            let (mut fastest, mut allowed) = (0.0f64, 0.0f64);
            // The first update has begun one already.
            let mut wanted = 1u8;
            twin.begun.push((10.0, 0.0));
            stage.dt = dt;
            for _ in 0..300 {
                wanted = (wanted + 1) % 3;
                twin.begun.push((f64::from(wanted) * 10.0, 0.0));
                twin.begun.iter_mut().for_each(|(_, age)| *age += dt);
                stage.update();
                let (x, twins) = (shown(&mut stage).0, twin.x(duration, easing));
                fastest = fastest.max((x - last).abs());
                allowed = allowed.max((twins - expected).abs());
                (last, expected) = (x, twins);
            }
            assert!(
                fastest <= allowed * 1.02 + 1e-4,
                "{duration} s, {easing:?}, {dt}: {fastest} m, not {allowed} m"
            );
        }
    }
}

#[test]
fn in_a_tick_without_time_nothing_moves_however_many_are_under_way() {
    for (duration, easing) in [2.0, 10.0, 100.0]
        .into_iter()
        .flat_map(|duration| EASINGS.map(|easing| (duration, easing)))
    {
        let mut stage = stage(duration, easing);
        let (mut last, mut fastest, mut most) = (shown(&mut stage).1, 0.0f32, 0.0f32);
        for tick in 0..400 {
            stage.dt = 1.0 / 60.0;
            stage.update();
            let (x, turn) = shown(&mut stage);
            stage.dt = 0.0;
            stage.update();
            let (still_x, still_turn) = shown(&mut stage);
            assert!(
                (x - still_x).abs() < 1e-4,
                "{duration} s, {easing:?}, tick {tick}: {x} m, then {still_x} m"
            );
            let turned = |from: Quat, to: Quat| from.angle_between(to).to_degrees();
            (fastest, most) = (
                fastest.max(turned(last, turn)),
                most.max(turned(turn, still_turn)),
            );
            last = still_turn;
        }
        assert!(
            most < 0.2,
            "{duration} s, {easing:?}: {most}° at once, where a tick turns it by {fastest}°"
        );
    }
}

/// What is kept between two ticks is all there is to it, in a full stack too.
#[test]
fn a_copy_of_what_is_kept_goes_on_with_the_same_bits() {
    let mut stage = stage(10.0, Easing::Linear);
    stage.dt = 1.0 / 60.0;
    (0..150).for_each(|_| stage.update());
    let kept = stage.state.clone();
    let play = |stage: &mut Stage| {
        let one = |_| {
            stage.update();
            stage.evaluate()
        };
        (0..100).map(one).collect::<Vec<_>>()
    };
    let first = play(&mut stage);
    stage.state = kept;
    assert_eq!(first, play(&mut stage));
}
