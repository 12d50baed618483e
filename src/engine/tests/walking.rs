//! Feet of the sample's hero on slopes and stairs: how far they slide where they are planted, and
//! whether a foot is where it is whatever the tick rate.

use crate::{EngineInput, Evaluator, WorkerMode, edits::CHARACTER};
use anim::{
    Library, Name, Request, Transform,
    ground::{Shape, Terrain},
    ik::LockWord,
};
use asset::graph::nodes::{ControlNode, SequencePlayerNode};
use asset::{
    Id, PoseGraph,
    graph::{Node, NodeKind, Play, Wiring},
};
use glam::DVec3;
use std::{fmt::Write, sync::Arc};

/// Ticks a second, and a time that is a number of ticks of each.
const RATES: [u32; 4] = [15, 30, 60, 144];
const COMMON: f64 = 1.0 / 3.0;
/// Seconds.
const LONG: f64 = 9.0;
/// Metres: no foot comes down on the very edge of a step.
const START: f64 = 0.05;
/// What the hero stands on while it walks.
const RADIUS: f64 = 0.3;

/// A clip under the hero's own foot placement, and nothing else: a graph with transitions begins
/// them at ticks.
const ALONE: &str = "PG_Alone";

fn library(clip: &str) -> Arc<Library> {
    let mut project = mannequin::sample();
    let hero = project
        .graphs
        .values()
        .find(|graph| graph.name == "PG_Hero")
        .unwrap()
        .clone();
    let feet = hero
        .wiring
        .nodes
        .iter()
        .find(|node| node.name == "Feet on the ground")
        .unwrap()
        .clone();
    let clip = *project
        .clips
        .iter()
        .find(|(_, known)| known.name == clip)
        .unwrap()
        .0;
    let player = Node::new(
        Id(1),
        NodeKind::SequencePlayer(SequencePlayerNode {
            clip: Some(clip),
            play: Play::default(),
        }),
    );
    let NodeKind::Control(ControlNode {
        alpha,
        lod_threshold,
        kind,
        ..
    }) = feet.kind.clone()
    else {
        panic!("a control")
    };
    let feet = Node {
        kind: NodeKind::Control(ControlNode {
            source: Some(player.id),
            alpha,
            lod_threshold,
            kind,
        }),
        ..feet
    };
    let parameters = hero.wiring.parameters.clone();
    let wiring = Wiring {
        output: Some(feet.id),
        nodes: vec![player, feet],
        parameters,
        ..Wiring::default()
    };
    let graph = PoseGraph {
        wiring: wiring.into(),
        ..PoseGraph::new(ALONE, hero.skeleton)
    };
    project.graphs.insert(Id(2), graph.into());
    asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library
}

fn grounds() -> Vec<(&'static str, Terrain)> {
    let of = |shape| Terrain {
        shape,
        ..Terrain::default()
    };
    vec![
        ("flat", of(Shape::Flat)),
        ("up 15°", of(Shape::Slope { angle: 15.0 })),
        ("down 15°", of(Shape::Slope { angle: -15.0 })),
        ("up 30°", of(Shape::Slope { angle: 30.0 })),
        ("down 30°", of(Shape::Slope { angle: -30.0 })),
        (
            "stairs up",
            of(Shape::Stairs {
                rise: 0.18,
                run: 0.3,
                steps: 0,
            }),
        ),
        (
            "stairs down",
            of(Shape::Stairs {
                rise: -0.18,
                run: 0.3,
                steps: 0,
            }),
        ),
        (
            "across 20°",
            Terrain {
                heading: 90.0,
                ..of(Shape::Slope { angle: 20.0 })
            },
        ),
    ]
}

/// Metres a second that a clip goes.
fn speed(library: &Library, clip: &str) -> f64 {
    let clip = library.clip(Name::new(clip)).unwrap();
    let way = clip
        .root_delta(&library.skeletons[0], 0.0, clip.length.into())
        .translation;
    f64::from(way.length() / clip.length)
}

struct Walk {
    /// By multiples of [`COMMON`]: feet, left and right, and whether each is planted.
    feet: Vec<[(DVec3, bool); 2]>,
    /// Metres that a planted foot moves from where it was put down, at most.
    slide: f64,
    /// Metres that a planted ball is below and above where it is on flat ground, at most.
    off: [f64; 2],
    planted: usize,
}

/// Straight ahead at a speed, moved by whoever moves it.
fn walk(library: &Arc<Library>, ground: &Terrain, speed: f64, rate: u32) -> Walk {
    let dt = 1.0 / f64::from(rate);
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let ask = |request| EngineInput::Request {
        character: CHARACTER,
        request,
    };
    let graph = library.graph(Name::new(ALONE)).unwrap().clone();
    let mut inputs = vec![
        EngineInput::SetGround {
            ground: Some(Arc::new(ground.clone())),
        },
        EngineInput::AddCharacter {
            character: CHARACTER,
            skeleton: graph.skeleton(),
            seed: 0,
        },
        ask(Request::PlayGraph {
            graph: graph.name(),
        }),
    ];
    let skeleton = library.skeleton(graph.skeleton()).unwrap();
    let bones = |names: [&str; 2]| names.map(|name| skeleton.find(Name::new(name)).unwrap());
    let (feet, balls) = (bones(["foot_l", "foot_r"]), bones(["ball_l", "ball_r"]));
    let every = (COMMON * f64::from(rate)).round() as usize;
    let mut found = Walk {
        feet: Vec::new(),
        slide: 0.0,
        off: [f64::MAX, f64::MIN],
        planted: 0,
    };
    let mut put_down: [Option<DVec3>; 2] = [None; 2];
    for tick in 1..=(LONG * f64::from(rate)).round() as usize {
        let along = START + speed * tick as f64 * dt;
        let at = DVec3::Z * along;
        let placement =
            Transform::from_translation(at.with_y(ground.under(at, RADIUS).0).as_vec3());
        inputs.push(EngineInput::Carry {
            character: CHARACTER,
            placement: Some(placement),
        });
        evaluator.step(dt, &inputs);
        inputs.clear();
        let proxy = evaluator.proxy(CHARACTER).unwrap();
        let here = balls.map(|ball| {
            let model = Transform::from_affine(&proxy.models()[ball]);
            placement.compose(&model).translation.as_dvec3()
        });
        let mut planted = [false; 2];
        for (_, told) in proxy.state().told(proxy.graph()) {
            let Some(side) = feet.iter().position(|foot| *foot == usize::from(told.bone)) else {
                continue;
            };
            let Some(word) = told.lock else { continue };
            planted[side] = matches!(word, LockWord::Lock | LockWord::Hold);
        }
        for side in 0..2 {
            if !planted[side] || (tick as f64) * dt < 2.0 {
                put_down[side] = None;
                continue;
            }
            found.planted += 1;
            let first = *put_down[side].get_or_insert(here[side]);
            found.slide = found.slide.max((here[side] - first).with_y(0.0).length());
            let over = here[side].y - ground.under(here[side], 0.0).0;
            found.off = [found.off[0].min(over), found.off[1].max(over)];
        }
        if tick % every == 0 {
            found
                .feet
                .push([0, 1].map(|side| (here[side], planted[side])));
        }
    }
    found
}

/// Millimetres that a foot may be elsewhere than at 144 ticks a second. On stairs one that swings
/// over edges is followed in straight lines from tick to tick; jogging down 30° it is for a moment
/// farther away than its leg is long.
fn most_apart(clip: &str, ground: &str, rate: u32) -> f64 {
    match (clip, ground, rate) {
        ("Jog_Fwd", "down 30°", 15 | 30) => 4.0,
        (_, "stairs up" | "stairs down", 15) => 50.0,
        (_, "stairs up" | "stairs down", 30) => 30.0,
        (_, "stairs up" | "stairs down", _) => 15.0,
        _ => 2.0,
    }
}

/// Planted feet stay where they were put down, stand on the ground, and were put down at the same
/// places whatever the tick rate; and so are those that swing, but over edges.
#[test]
fn planted_feet_stay_on_slopes_and_stairs_at_any_rate() {
    let mut table = String::from(
        "clip      ground       rate  planted  slide     apart planted  apart all     over the ground\n",
    );
    for clip in ["Walk_Fwd", "Jog_Fwd"] {
        let library = library(clip);
        let speed = speed(&library, clip);
        for (name, ground) in grounds() {
            let finest = walk(&library, &ground, speed, 144);
            for rate in RATES {
                let walk = walk(&library, &ground, speed, rate);
                let pairs = walk.feet.iter().flatten().zip(finest.feet.iter().flatten());
                let apart = |only: bool| {
                    let of = pairs
                        .clone()
                        .skip(12)
                        .filter(|(a, b)| !only || (a.1 && b.1));
                    of.map(|(a, b)| a.0.distance(b.0)).fold(0.0, f64::max) * 1000.0
                };
                let (planted, all, slide) = (apart(true), apart(false), walk.slide * 1000.0);
                let (low, high) = (walk.off[0] * 1000.0, walk.off[1] * 1000.0);
                let _ = writeln!(
                    table,
                    "{clip:<9} {name:<12} {rate:4}  {:7}  {slide:6.2} mm  {planted:6.2} mm     {all:7.2} mm  {low:6.1} to {high:5.1} mm",
                    walk.planted
                );
                assert!(
                    walk.planted > 20,
                    "{clip} {name} at {rate}: {}",
                    walk.planted
                );
                assert!(slide < 3.0, "{clip} {name} at {rate}: {slide} mm");
                // The ball is 22 mm above its sole, and lower as the foot rolls over it.
                assert!(
                    15.0 < low && high < 30.0,
                    "{clip} {name} at {rate}: {low} to {high} mm"
                );
                assert!(
                    all < most_apart(clip, name, rate),
                    "{clip} {name} at {rate}: {all} mm apart"
                );
                assert!(planted < 2.0, "{clip} {name} at {rate}: {planted} mm apart");
            }
        }
    }
    println!("{table}");
}

/// The stout build goes where the hero goes, two metres aside: its soles are on the ground where
/// the hero's are.
#[test]
fn the_stout_build_walks_the_hero_s_graph_with_its_feet_on_the_ground() {
    const STOUT: u32 = 1;
    const SHORT: f64 = 0.62;
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let [hero, stout] =
        ["PG_Hero", "PG_Stout"].map(|name| library.graph(Name::new(name)).unwrap().clone());
    let own = library.skeleton(stout.skeleton()).unwrap().clone();
    let bones = |names: [&str; 2]| names.map(|name| own.find(Name::new(name)).unwrap());
    let (feet, balls) = (bones(["foot_l", "foot_r"]), bones(["ball_l", "ball_r"]));
    let mut rest = Vec::new();
    anim::pose::local_to_model(&own, &anim::Pose::reference(&own), &mut rest);
    for (name, ground) in grounds()
        .into_iter()
        .filter(|(_, it)| !matches!(it.shape, Shape::Stairs { .. }))
    {
        let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
        let ask = |character, request| EngineInput::Request { character, request };
        let set = |name: &str, value: f64| Request::SetParameter {
            parameter: Name::new(name),
            value,
        };
        let mut inputs = vec![
            EngineInput::SetGround {
                ground: Some(Arc::new(ground.clone())),
            },
            EngineInput::AddCharacter {
                character: CHARACTER,
                skeleton: hero.skeleton(),
                seed: 0,
            },
            EngineInput::AddCharacter {
                character: STOUT,
                skeleton: own.name,
                seed: 0,
            },
            ask(CHARACTER, Request::PlayGraph { graph: hero.name() }),
            ask(
                STOUT,
                Request::PlayGraph {
                    graph: stout.name(),
                },
            ),
            EngineInput::CopyPose {
                character: STOUT,
                partner: Name::new("Hero"),
                from: Some(CHARACTER),
            },
            ask(CHARACTER, set("Speed", 1.4)),
        ];
        let (mut off, mut planted): ([f64; 2], usize) = ([f64::MAX, f64::MIN], 0);
        for tick in 1..=480 {
            let at = DVec3::Z * (1.4 * f64::from(tick) / 60.0);
            let stand = |aside: f64| {
                // Its steps are as much shorter as its graph says.
                let at = if aside > 0.0 { at * SHORT } else { at } + DVec3::X * aside;
                Transform::from_translation(at.with_y(ground.under(at, RADIUS).0).as_vec3())
            };
            inputs.push(EngineInput::Carry {
                character: CHARACTER,
                placement: Some(stand(0.0)),
            });
            inputs.push(EngineInput::Carry {
                character: STOUT,
                placement: Some(stand(2.0)),
            });
            evaluator.step(1.0 / 60.0, &inputs);
            inputs.clear();
            let proxy = evaluator.proxy(STOUT).unwrap();
            let stands = |foot: usize| {
                let mut told = proxy
                    .state()
                    .told(proxy.graph())
                    .filter(|(_, told)| usize::from(told.bone) == foot);
                told.any(|(_, told)| matches!(told.lock, Some(LockWord::Lock | LockWord::Hold)))
            };
            for (_, ball) in feet
                .iter()
                .zip(&balls)
                .filter(|(foot, _)| tick >= 120 && stands(**foot))
            {
                let model = Transform::from_affine(&proxy.models()[*ball]);
                let place = stand(2.0).compose(&model).translation.as_dvec3();
                let over =
                    place.y - ground.under(place, 0.0).0 - f64::from(rest[*ball].translation.y);
                off = [off[0].min(over), off[1].max(over)];
                planted += 1;
            }
        }
        println!(
            "{name:<12} {planted:4} planted, {:6.2} to {:5.2} mm over the ground",
            off[0] * 1e3,
            off[1] * 1e3
        );
        assert!(planted > 100, "{name}: {planted}");
        assert!(-5e-3 < off[0] && off[1] < 5e-3, "{name}: {off:?}");
    }
}
