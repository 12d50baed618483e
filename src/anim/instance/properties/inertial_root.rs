//! Root motion over an inertialized switch: its speed goes from the old to the new as a pose would.

use super::stage::{Character, clip, library, montage, play, skeleton};
use crate::{
    Library, Name,
    graph::{Graph, GraphParts, List, Node, Parameter, SmoothingMethod, Value},
    instance::{AnimInstance, Request},
    montage::Easing,
};
use proptest::prelude::*;
use std::sync::Arc;

const SECONDS: f64 = 0.4;

/// Stands, or walks at a metre a second.
fn character(smoothed: bool) -> Character {
    let goes = Parameter { name: Name::new("goes"), default: 0.0, is_trigger: false, values: Vec::new() };
    let list = List {
        index: Value::Parameter(0),
        times: vec![SECONDS; 2],
        easing: Easing::Linear,
        profile: Name::NONE,
        inertializes: true,
        restarts: false,
    };
    let mut nodes = vec![
        Node::SequencePlayer { clip: Some(1), play: None },
        Node::SequencePlayer { clip: Some(2), play: None },
        Node::List { first: 0, list: 0 },
    ];
    if smoothed {
        nodes.push(Node::Inertialization { source: 2, method: SmoothingMethod::Offset });
    }
    let slot = Node::Slot { source: nodes.len() as u16 - 1, slot: Name::new("slot"), always_update_source: false };
    nodes.push(slot);
    nodes.push(Node::Output { source: nodes.len() as u16 - 1 });
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
    let library = Library { clips, graphs, ..(*made).clone() };
    let instance = AnimInstance::new(Arc::new(library), skeleton(), 1);
    let mut c = Character { instance, proxy: Default::default() };
    c.tick(0.1, &[Request::PlayGraph { graph: Name::new("graph") }]);
    c
}

fn goes(value: f64) -> Request {
    Request::SetParameter { parameter: Name::new("goes"), value }
}

fn at(c: &Character) -> f64 {
    f64::from(c.instance.placement().translation.x)
}

/// The area under the offset, in parts of the time: of `(1 - u)^4 (1 + 4u)`.
const LOST: f64 = 1.0 / 3.0;

#[test]
fn speed_goes_over_without_a_jump_and_back() {
    let mut c = character(true);
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
    assert!((at(&c) - expected).abs() < 1e-4, "what is lost at first comes at last: {}", at(&c));
    let mut hard = character(false);
    hard.tick(dt, &[goes(1.0)]);
    assert!((at(&hard) - dt).abs() < 1e-5, "nothing smooths it there");
}

proptest! {
    #[test]
    fn no_tick_length_changes_where_it_comes(ticks in prop::collection::vec(prop_oneof![Just(1.0), 1e-3f64..0.3], 1..40)) {
        let mut c = character(true);
        let (mut time, mut first) = (0.0, vec![goes(1.0)]);
        for dt in ticks {
            c.tick(dt, &std::mem::take(&mut first));
            time += dt;
            let u = (time / SECONDS).min(1.0);
            let p: f64 = 1.0 - u;
            let lost = SECONDS * (LOST - (p.powi(5) - 2.0 / 3.0 * p.powi(6)));
            prop_assert!((at(&c) - (time - lost)).abs() < 1e-4, "{} at {}: {}", at(&c), time, time - lost);
        }
    }
}

#[test]
fn a_montage_s_own_motion_is_whole() {
    let mut c = character(true);
    c.tick(0.05, &[goes(1.0)]);
    c.tick(0.0, &[play("montage")]);
    let before = at(&c);
    c.tick(0.5, &[]);
    assert!((at(&c) - before - 0.5).abs() < 1e-4, "what a montage covers carries nothing: {}", at(&c) - before);
}
