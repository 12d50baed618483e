//! A hand of the walking sample on a warp target that moves: where the game put it in a tick, there
//! the hand is at the end of that tick.

use crate::{EngineInput, Evaluator, WorkerMode, edits::CHARACTER};
use anim::{Library, Name, Request, Transform, ik::Reason, instance::RootMotionMode};
use asset::graph::controls::TwoBoneIkControl;
use asset::graph::nodes::{ControlNode, SequencePlayerNode};
use asset::{
    Id, PoseGraph,
    graph::{
        ControlAlpha, ControlKind, EndRotation, Node, NodeKind, Play, Space, Target, TargetSpace,
        Wiring,
    },
};
use glam::{Quat, Vec3};
use std::sync::Arc;

const HOLDING: &str = "PG_Holding";
const RAIL: &str = "Rail";
/// In the target's frame, metres.
const OFF: [f64; 3] = [0.02, -0.03, 0.01];
/// Metres.
const MOST: f32 = 2e-4;

fn library() -> Arc<Library> {
    let mut project = mannequin::sample();
    let skeleton = project
        .graphs
        .values()
        .find(|graph| graph.name == "PG_Hero")
        .unwrap()
        .skeleton;
    let clip = *project
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Walk_Fwd")
        .unwrap()
        .0;
    let player = Node::new(
        Id(1),
        NodeKind::SequencePlayer(SequencePlayerNode {
            clip: Some(clip),
            play: Play::default(),
        }),
    );
    let reach = ControlKind::TwoBoneIk(TwoBoneIkControl {
        end: "hand_l".into(),
        effector: Target {
            at: OFF.map(Into::into),
            space: TargetSpace::WarpTarget(RAIL.to_owned()),
        },
        pole: Target::new([0.6, 0.9, -0.6].map(Into::into), Space::Model),
        end_rotation: EndRotation::Keep,
        stretch: None,
        twist_axis: None,
        too_close: Default::default(),
    });
    let kind = NodeKind::Control(ControlNode {
        source: Some(Id(1)),
        alpha: ControlAlpha::default(),
        lod_threshold: -1,
        kind: reach,
    });
    let hand = Node {
        name: "Hand".to_owned(),
        ..Node::new(Id(2), kind)
    };
    let wiring = Wiring {
        output: Some(Id(2)),
        nodes: vec![player, hand],
        ..Wiring::default()
    };
    let graph = PoseGraph {
        wiring: wiring.into(),
        ..PoseGraph::new(HOLDING, skeleton)
    };
    project.graphs.insert(Id(2), graph.into());
    asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library
}

struct Walker {
    evaluator: Evaluator,
    hand: usize,
}

impl Walker {
    fn new(library: &Arc<Library>) -> Self {
        let graph = library.graph(Name::new(HOLDING)).unwrap().clone();
        let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
        let ask = |request| EngineInput::Request {
            character: CHARACTER,
            request,
        };
        let start = Transform::new(
            Vec3::new(4.0, 0.3, -7.0),
            Quat::from_rotation_y(2.2),
            Vec3::ONE,
        );
        let refused = evaluator.step(
            0.0,
            &[
                EngineInput::AddCharacter {
                    character: CHARACTER,
                    skeleton: graph.skeleton(),
                    seed: 0,
                },
                EngineInput::Place {
                    character: CHARACTER,
                    placement: start,
                },
                ask(Request::PlayGraph {
                    graph: graph.name(),
                }),
                ask(Request::SetRootMotionMode {
                    mode: RootMotionMode::FromEverything,
                }),
            ],
        );
        assert_eq!(refused, []);
        let hand = library
            .skeleton(graph.skeleton())
            .unwrap()
            .find(Name::new("hand_l"))
            .unwrap();
        Self { evaluator, hand }
    }

    fn at(&self) -> Transform {
        *self.evaluator.placement(CHARACTER).unwrap().0
    }

    fn hand(&self) -> Vec3 {
        let model =
            Transform::from_affine(&self.evaluator.shown(CHARACTER).unwrap().models()[self.hand]);
        self.at().compose(&model).translation
    }

    fn told(&self) -> Vec<Reason> {
        let proxy = self.evaluator.proxy(CHARACTER).unwrap();
        proxy
            .state()
            .told(proxy.graph())
            .map(|(_, told)| told.reason)
            .collect()
    }

    fn step(&mut self, dt: f64, request: Option<Request>) {
        let input = request.map(|request| EngineInput::Request {
            character: CHARACTER,
            request,
        });
        assert_eq!(self.evaluator.step(dt, input.as_slice()), []);
    }
}

/// Beside the walker, up and down and turning.
fn rail(walker: &Walker, time: f64) -> Transform {
    let (sin, cos) = (time as f32 * 5.0).sin_cos();
    let own = Transform::new(
        Vec3::new(0.32 + 0.05 * cos, 1.15 + 0.1 * sin, 0.25 + 0.08 * sin),
        Quat::from_rotation_x(2.0 * sin),
        Vec3::ONE,
    );
    walker.at().compose(&own)
}

#[test]
fn a_hand_stays_on_a_moving_target_while_its_character_walks_at_any_rate() {
    let library = library();
    let irregular = [0.0, 0.031, 0.0007, 0.11, 1.0 / 60.0, 0.25];
    for steps in [&[1.0 / 15.0][..], &[1.0 / 60.0], &[1.0 / 240.0], &irregular] {
        let mut walker = Walker::new(&library);
        let start = walker.at();
        let (mut time, mut farthest) = (0.0, 0.0f32);
        for dt in steps.iter().copied().cycle() {
            time += dt;
            if time >= 4.0 {
                break;
            }
            let place = rail(&walker, time);
            walker.step(
                dt,
                Some(Request::SetWarpTarget {
                    target: Name::new(RAIL),
                    place,
                }),
            );
            let there = place
                .compose(&Transform::from_translation(
                    OFF.map(|part| part as f32).into(),
                ))
                .translation;
            farthest = farthest.max(walker.hand().distance(there));
            assert_eq!(walker.told(), [Reason::Reached]);
        }
        assert!(farthest < MOST, "{farthest} m at {steps:?}");
        let way = walker.at().translation.distance(start.translation);
        assert!(way > 3.0, "it walked {way} m");
    }
}

#[test]
fn a_target_that_is_removed_in_flight_leaves_the_clip_and_says_so() {
    let library = library();
    let mut walker = Walker::new(&library);
    let place = rail(&walker, 0.0);
    walker.step(
        1.0 / 60.0,
        Some(Request::SetWarpTarget {
            target: Name::new(RAIL),
            place,
        }),
    );
    assert_eq!(walker.told(), [Reason::Reached]);
    let mut bare = Walker::new(&library);
    bare.step(1.0 / 60.0, None);
    walker.step(
        1.0 / 60.0,
        Some(Request::RemoveWarpTarget {
            target: Name::new(RAIL),
        }),
    );
    bare.step(1.0 / 60.0, None);
    assert_eq!(
        (walker.told(), bare.told()),
        (vec![Reason::TargetMissing], vec![Reason::TargetMissing])
    );
    assert_eq!(walker.hand(), bare.hand());
}
