//! Root motion over an inertialized switch: its speed goes from the old to the new as a pose would.

use super::stage::{Character, clip, library, montage, play, skeleton};
use crate::graph::nodes::{
    InertializationNode, ListNode, OutputNode, SequencePlayerNode, SlotNode,
};
use crate::{
    Library, Name, Transform,
    graph::{Graph, GraphParts, List, Node, Parameter, SmoothingMethod, Value},
    inertialization::History,
    instance::{AnimInstance, AnimInstanceProxy, Request},
    montage::Easing,
};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use std::{f32::consts::FRAC_PI_2, sync::Arc};

const SECONDS: f64 = 0.4;

/// Stands, or walks at a metre a second.
fn character(smoothed: Option<History>) -> Character {
    let goes = Parameter {
        name: Name::new("goes"),
        default: 0.0,
        is_trigger: false,
        values: Vec::new(),
    };
    let list = List {
        index: Value::Parameter(0),
        times: vec![SECONDS; 2],
        easing: Easing::Linear,
        profile: Name::NONE,
        inertializes: true,
        restarts: false,
    };
    let mut nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(1),
            play: None,
        }),
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(2),
            play: None,
        }),
        Node::List(ListNode { first: 0, list: 0 }),
    ];
    if let Some(history) = smoothed {
        nodes.push(Node::Inertialization(InertializationNode {
            source: 2,
            method: SmoothingMethod::Offset,
            history,
            jumps: None,
        }));
    }
    let slot = Node::Slot(SlotNode {
        source: nodes.len() as u16 - 1,
        slot: Name::new("slot"),
        always_update_source: false,
    });
    nodes.push(slot);
    nodes.push(Node::Output(OutputNode {
        source: nodes.len() as u16 - 1,
    }));
    let graph = GraphParts {
        name: Name::new("graph"),
        skeleton: Name::new("skeleton"),
        nodes,
        links: vec![0, 1],
        lists: vec![list],
        parameters: vec![goes],
        ..GraphParts::default()
    };
    let made = library(vec![montage(&[0.0], 1.0, &[-1])]);
    let of = |name: &str, moves: bool| {
        let mut clip = (*clip(name, 1.0)).clone();
        (clip.looping, clip.root_motion.enabled) = (true, moves);
        Arc::new(clip)
    };
    let clips = vec![made.clips[0].clone(), of("idle", false), of("walk", true)];
    let graphs = vec![Arc::new(Graph::new(graph).unwrap())];
    let library = Library {
        clips,
        graphs,
        ..(*made).clone()
    };
    let instance = AnimInstance::new(Arc::new(library), skeleton(), 1);
    let mut c = Character {
        instance,
        proxy: Default::default(),
    };
    c.tick(
        0.1,
        &[Request::PlayGraph {
            graph: Name::new("graph"),
        }],
    );
    c
}

fn goes(value: f64) -> Request {
    Request::SetParameter {
        parameter: Name::new("goes"),
        value,
    }
}

fn at(c: &Character) -> f64 {
    f64::from(c.instance.placement().translation.x)
}

/// The area under the offset, in parts of the time: of `(1 - u)^4 (1 + 4u)`.
const LOST: f64 = 1.0 / 3.0;

#[test]
fn speed_goes_over_without_a_jump_and_back() {
    let mut c = character(Some(History::default()));
    let dt = 1.0 / 60.0;
    let (mut speed, mut worst) = (0.0, 0.0f64);
    for tick in 0..180 {
        let before = at(&c);
        let asked = match tick {
            20 => vec![goes(1.0)],
            100 => vec![goes(0.0)],
            _ => vec![],
        };
        c.tick(dt, &asked);
        let now = (at(&c) - before) / dt;
        worst = worst.max((now - speed).abs());
        speed = now;
    }
    // The steepest of the curve is 2.11 of it in its time.
    assert!(worst < 2.12 * dt / SECONDS, "{worst} m/s in a tick");
    let expected = 80.0 * dt;
    assert!(
        (at(&c) - expected).abs() < 1e-4,
        "what is lost at first comes at last: {}",
        at(&c)
    );
    let mut hard = character(None);
    hard.tick(dt, &[goes(1.0)]);
    assert!((at(&hard) - dt).abs() < 1e-5, "nothing smooths it there");
}

/// Metres that it stays behind one that walks at once, or goes on before one that stops at once, so
/// long after the switch.
fn lost(time: f64) -> f64 {
    let p = 1.0 - (time / SECONDS).min(1.0);
    SECONDS * (LOST - (p.powi(5) - 2.0 / 3.0 * p.powi(6)))
}

#[test]
fn ticks_without_time_end_no_decay_and_no_request() {
    let mut c = character(Some(History::default()));
    c.tick(0.0, &[goes(1.0)]);
    for nth in 1..=8 {
        c.tick(0.05, &[]);
        c.tick(0.0, &[]);
        let time = 0.05 * f64::from(nth);
        assert!(
            (at(&c) - (time - lost(time))).abs() < 1e-4,
            "{} at {time}",
            at(&c)
        );
    }
}

#[test]
fn a_saved_character_goes_on_at_the_same_speed() {
    let mut c = character(Some(History::default()));
    c.tick(0.05, &[goes(1.0)]);
    for _ in 0..10 {
        let mut other = Character {
            instance: c.instance.clone(),
            proxy: AnimInstanceProxy::restored(&c.proxy.save()),
        };
        c.tick(0.05, &[]);
        other.tick(0.05, &[]);
        assert_eq!(c.instance.placement(), other.instance.placement());
    }
}

/// Metres that it goes in a tick of 0.05 s right after it began to walk and something was done to
/// it.
fn way_after(history: History, done: impl Fn(&mut Character)) -> f64 {
    let mut c = character(Some(history));
    c.tick(0.05, &[goes(1.0)]);
    done(&mut c);
    let before = at(&c);
    c.tick(0.05, &[]);
    at(&c) - before
}

#[test]
fn what_was_before_a_teleport_counts_no_more() {
    let far = |c: &Character| {
        Transform::from_translation(c.instance.placement().translation + Vec3::X * 2.0)
    };
    let decays = 0.05 - (lost(0.1) - lost(0.05));
    let near = |way: f64, expected: f64| {
        assert!((way - expected).abs() < 1e-5, "{way} instead of {expected}")
    };
    near(way_after(History::default(), |_| {}), decays);
    near(
        way_after(History::default(), |c| c.instance.place(far(c))),
        decays,
    );
    near(
        way_after(History::default(), |c| c.instance.teleport(far(c))),
        0.05,
    );
    near(
        way_after(
            History {
                most_way: Some(1.0),
                ..History::default()
            },
            |c| c.instance.place(far(c)),
        ),
        0.05,
    );
    near(
        way_after(
            History {
                lod: 0,
                ..History::default()
            },
            |_| {},
        ),
        decays,
    );
    near(
        way_after(
            History {
                lod: 0,
                ..History::default()
            },
            |c| drop(c.tick(0.0, &[Request::SetLod { lod: 1 }])),
        ),
        0.05,
    );
}

/// One that walks along x is turned to the left by a quarter at once as it stops: its speed is
/// turned along, or goes on in the world.
#[test]
fn a_speed_is_kept_in_the_world_where_the_history_is() {
    for is_world in [false, true] {
        let mut c = character(Some(History {
            is_world,
            ..History::default()
        }));
        for _ in 0..20 {
            c.tick(0.05, &[goes(1.0)]);
        }
        let placement = Transform {
            rotation: Quat::from_rotation_y(FRAC_PI_2),
            ..*c.instance.placement()
        };
        c.instance.place(placement);
        c.tick(0.05, &[goes(0.0)]);
        let way = c.instance.placement().translation - placement.translation;
        let expected = lost(0.05) as f32 * if is_world { Vec3::X } else { Vec3::NEG_Z };
        assert!(
            way.distance(expected) < 1e-5,
            "{is_world}: {way} instead of {expected}"
        );
    }
}

proptest! {
    #[test]
    fn no_tick_length_changes_where_it_comes(ticks in prop::collection::vec(prop_oneof![Just(1.0), 1e-3f64..0.3], 1..40)) {
        let mut c = character(Some(History::default()));
        let (mut time, mut first) = (0.0, vec![goes(1.0)]);
        for dt in ticks {
            c.tick(dt, &std::mem::take(&mut first));
            time += dt;
            let way = time - lost(time);
            prop_assert!((at(&c) - way).abs() < 1e-4, "{} at {}: {}", at(&c), time, way);
        }
    }
}

#[test]
fn a_montage_s_own_motion_is_whole() {
    let mut c = character(Some(History::default()));
    c.tick(0.05, &[goes(1.0)]);
    c.tick(0.0, &[play("montage")]);
    let before = at(&c);
    c.tick(0.5, &[]);
    assert!(
        (at(&c) - before - 0.5).abs() < 1e-4,
        "what a montage covers carries nothing: {}",
        at(&c) - before
    );
}
