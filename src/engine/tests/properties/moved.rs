//! Root motion on its way from the animations to the world, where a game changes it.

use super::stage::{CLIPS, DT, FIGURE, MONTAGES, add, ask};
use crate::{CharacterId, EngineInput, Evaluator, Visibility, WorkerMode};
use anim::graph::nodes::{ControlNode, OutputNode, SequencePlayerNode};
use anim::{
    Graph, Library, Name, Request, Transform,
    graph::{
        GraphParts, Node, Value,
        control::{self, Control, ControlAlpha, ControlKind, Modify, ModifyBone},
    },
    instance::{Refusal, RootMotionModifier, RootMotionTick},
    spaces::Space,
};
use glam::{Quat, Vec3};
use std::sync::{Arc, Mutex};

const HELD: Name = Name::new("held");
const HAND: usize = 3;
/// World space.
const PLACE: Vec3 = Vec3::new(0.4, 1.5, -0.3);

/// A walk whose hand is held at a place of the world.
fn library() -> Arc<Library> {
    let mut library = (*super::stage::library()).clone();
    let walk = library
        .clips
        .iter()
        .position(|clip| clip.name == CLIPS[0])
        .map(|at| at as u32);
    let nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: walk,
            play: None,
        }),
        Node::Control(ControlNode {
            source: 0,
            control: 0,
        }),
        Node::Output(OutputNode { source: 1 }),
    ];
    let by = PLACE.to_array().map(|at| Value::Number(at.into()));
    let translation = Modify {
        mode: control::Mode::Replace,
        space: Space::World,
        by,
    };
    let as_it_is = Modify {
        mode: control::Mode::Ignore,
        space: Space::ParentBone,
        by: [Value::Number(0.0); 3],
    };
    let hand = ModifyBone {
        bone: HAND as u16,
        translation,
        rotation: as_it_is,
        scale: as_it_is,
    };
    let kind = ControlKind::ModifyBone(hand);
    let controls = vec![Control {
        alpha: ControlAlpha::default(),
        lod_threshold: -1,
        kind,
    }];
    let parts = GraphParts {
        name: HELD,
        skeleton: FIGURE,
        nodes,
        controls,
        ..GraphParts::default()
    };
    library.graphs.push(Graph::new(parts).unwrap().into());
    library.graphs.sort_by_key(|graph| graph.name());
    library.into()
}

fn evaluator(modifier: Option<Arc<dyn RootMotionModifier>>) -> Evaluator {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library());
    evaluator.set_root_motion_modifier(modifier);
    let stand = Transform::new(
        Vec3::new(5.0, 0.2, -3.0),
        Quat::from_rotation_y(0.8),
        Vec3::ONE,
    );
    let comes = |at: CharacterId| {
        [
            add(at),
            EngineInput::Place {
                character: at,
                placement: stand,
            },
            ask(at, Request::PlayGraph { graph: HELD }),
        ]
    };
    evaluator.step(0.0, &(0..2).flat_map(comes).collect::<Vec<_>>());
    evaluator
}

/// Slower and turning, the second one as it is; and into the wind.
#[derive(Default)]
struct Drift(Mutex<Vec<RootMotionTick>>);

const WIND: Vec3 = Vec3::new(0.01, 0.0, 0.02);

impl Drift {
    fn slowed(motion: &RootMotionTick) -> Transform {
        let turn = Quat::from_rotation_y(0.05);
        Transform::new(
            motion.delta.translation * 0.5,
            motion.delta.rotation * turn,
            Vec3::ONE,
        )
    }
}

impl RootMotionModifier for Drift {
    fn pre_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        self.0.lock().unwrap().push(*motion);
        if motion.character == 0 {
            Self::slowed(motion)
        } else {
            motion.delta
        }
    }

    fn post_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        let blown = motion.delta.translation + WIND;
        if motion.character == 0 {
            Transform {
                translation: blown,
                ..motion.delta
            }
        } else {
            motion.delta
        }
    }
}

#[test]
fn what_a_game_makes_of_root_motion_moves_the_character_and_its_pose_sees_it() {
    let drift = Arc::new(Drift::default());
    let [mut evaluator, mut plain] = [evaluator(Some(drift.clone())), evaluator(None)];
    for tick in 0..40 {
        drift.0.lock().unwrap().clear();
        let before = *evaluator.placement(0).unwrap().0;
        evaluator.step(DT, &[]);
        plain.step(DT, &[]);
        let extracted = *plain.placement(0).unwrap().1;
        let asked = drift.0.lock().unwrap().clone();
        let told = RootMotionTick {
            character: 0,
            delta: extracted,
            placement: before,
            dt: DT,
        };
        let own: Vec<_> = asked
            .iter()
            .filter(|motion| motion.character == 0)
            .collect();
        assert_eq!((own, asked.len()), (vec![&told], 2), "tick {tick}");
        let (placement, delta) = evaluator.placement(0).unwrap();
        let slowed = before.compose(&Drift::slowed(&told));
        assert!(
            placement
                .translation
                .abs_diff_eq(slowed.translation + WIND, 2e-6),
            "tick {tick}: {placement:?}"
        );
        assert!(
            placement.rotation.abs_diff_eq(slowed.rotation, 1e-6),
            "tick {tick}"
        );
        // Where it stands is kept in more digits than are shown.
        let moved = before.compose(delta);
        assert!(
            placement.translation.abs_diff_eq(moved.translation, 2e-6),
            "tick {tick}"
        );
        assert!(
            placement.rotation.abs_diff_eq(moved.rotation, 1e-6) && placement.scale == moved.scale,
            "tick {tick}"
        );
        assert_eq!(
            evaluator.placement(1),
            plain.placement(1),
            "the other goes as it did"
        );
        for at in 0..2 {
            let model = Transform::from_affine(&evaluator.proxy(at).unwrap().models()[HAND]);
            let hand = evaluator
                .placement(at)
                .unwrap()
                .0
                .compose(&model)
                .translation;
            assert!(
                hand.abs_diff_eq(PLACE, 5e-5),
                "tick {tick}: the hand of {at} is at {hand}"
            );
        }
    }
}

/// Montages move a character whose graph stands still, and the game has its say in that too.
#[test]
fn it_is_asked_where_montages_alone_go_on() {
    let drift = Arc::new(Drift::default());
    let mut evaluator = evaluator(Some(drift.clone()));
    let unseen = EngineInput::SetVisibility {
        character: 0,
        visibility: Visibility::MontagesOnly,
    };
    evaluator.step(DT, &[unseen, ask(0, Request::play(MONTAGES[0], 1.0))]);
    for tick in 0..10 {
        drift.0.lock().unwrap().clear();
        let before = *evaluator.placement(0).unwrap().0;
        evaluator.step(DT, &[]);
        let asked = drift
            .0
            .lock()
            .unwrap()
            .iter()
            .find(|motion| motion.character == 0)
            .copied()
            .unwrap();
        assert!(
            asked.delta.translation.z > 0.005,
            "tick {tick}: the montage moves it"
        );
        let slowed = before.compose(&Drift::slowed(&asked)).translation;
        let now = evaluator.placement(0).unwrap().0.translation;
        assert!(now.abs_diff_eq(slowed + WIND, 2e-6), "tick {tick}");
    }
}

/// One that answers what is no motion, to one of two.
struct Broken;

impl RootMotionModifier for Broken {
    fn pre_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        assert!(motion.character != 1, "made-up fault");
        Transform::from_translation(Vec3::splat(f32::NAN))
    }
}

#[test]
fn a_bad_answer_counts_for_nothing_and_is_kept() {
    let [mut evaluator, mut plain] = [evaluator(Some(Arc::new(Broken))), evaluator(None)];
    for _ in 0..3 {
        evaluator.step(DT, &[]);
        plain.step(DT, &[]);
        for at in 0..2 {
            assert_eq!(evaluator.placement(at), plain.placement(at));
            assert_eq!(
                evaluator.shown(at).unwrap().pose(),
                plain.shown(at).unwrap().pose()
            );
        }
    }
    assert_eq!(
        evaluator.proxy(0).unwrap().root_motion_fault(),
        Some("the root modifier returned an invalid motion")
    );
    assert_eq!(
        evaluator.proxy(1).unwrap().root_motion_fault(),
        Some("made-up fault")
    );
    assert_eq!(
        (
            evaluator.faults(1),
            plain.proxy(1).unwrap().root_motion_fault()
        ),
        (0, None)
    );
}

/// What is told counts for its own ticks only, before whoever is asked.
#[test]
fn what_is_told_counts_for_one_tick() {
    let drift = Arc::new(Drift::default());
    let mut evaluator = evaluator(Some(drift.clone()));
    let delta = Transform::from_translation(Vec3::X);
    drift.0.lock().unwrap().clear();
    assert_eq!(
        evaluator.step(
            DT,
            &[EngineInput::TellRootMotion {
                character: 0,
                delta
            }]
        ),
        []
    );
    assert_eq!(evaluator.placement(0).unwrap().1, &delta);
    assert!(
        drift
            .0
            .lock()
            .unwrap()
            .iter()
            .all(|motion| motion.character == 1)
    );
    assert_eq!(
        evaluator
            .modified_root_motion()
            .map(|(whom, _)| whom)
            .collect::<Vec<_>>(),
        [1]
    );
    evaluator.step(DT, &[]);
    assert_ne!(evaluator.placement(0).unwrap().1, &delta);
    let bad = EngineInput::TellRootMotion {
        character: 0,
        delta: Transform::from_translation(Vec3::X * f32::NAN),
    };
    let unknown = EngineInput::TellRootMotion {
        character: 9,
        delta,
    };
    let why = evaluator
        .step(DT, &[bad, unknown])
        .iter()
        .map(|refused| refused.why)
        .collect::<Vec<_>>();
    assert_eq!(why, [Refusal::BadNumber, Refusal::CharacterUnknown]);
}

/// A step in which the character's time stands still uses nothing of what it is told, and nothing
/// of it is left over.
#[test]
fn what_is_told_while_time_stands_still_is_gone_after_it() {
    let [mut told, mut plain] = [0; 2].map(|_| evaluator(None));
    let see = |visibility| EngineInput::SetVisibility {
        character: 0,
        visibility,
    };
    let delta = Transform::from_translation(Vec3::X);
    told.step(
        DT,
        &[
            see(Visibility::Nothing),
            EngineInput::TellRootMotion {
                character: 0,
                delta,
            },
        ],
    );
    plain.step(DT, &[see(Visibility::Nothing)]);
    for tick in 0..3 {
        let inputs = if tick == 0 {
            vec![see(Visibility::TickAndEvaluate)]
        } else {
            Vec::new()
        };
        told.step(DT, &inputs);
        plain.step(DT, &inputs);
        assert_eq!(told.placement(0), plain.placement(0), "tick {tick}");
    }
}
