//! However a step is made, in one piece, as a kick and a finish, or pipelined, it gives the same:
//! under everything that an input may be, on the sample, where feet ask for the ground.

use super::stage::ask;
use crate::{
    CharacterId, EngineInput, EvaluationRate, Evaluator, Visibility, WorkerMode, dice::Dice,
};
use anim::graph::nodes::{ControlNode, CopyPoseNode, LivePoseNode, OutputNode, SequencePlayerNode};
use anim::{
    Event, Graph, Library, Name, Pose, Request, Transform,
    graph::{
        GraphParts, LiveFrame, Node,
        control::{Control, ControlAlpha, ControlKind, ExternalBone},
    },
    ground::{Block, Ground, Shape, Terrain},
    instance::{RootMotionModifier, RootMotionTick},
};
use glam::{Quat, Vec3};
use std::sync::{Arc, LazyLock};

const HERO: Name = Name::new("PG_Hero");
const TOLD: Name = Name::new("told");
const ACTOR: Name = Name::new("actor");
const CLOTH: Name = Name::new("cloth");
const PARTNER: Name = Name::new("partner");
const COUNT: usize = 4;
const TICKS: usize = 90;

/// The sample with a graph of what is told from outside, and the same without its montages.
static LIBRARIES: LazyLock<[Arc<Library>; 2]> = LazyLock::new(|| {
    let mut library = (*asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library)
        .clone();
    let skeleton = library.graph(HERO).unwrap().skeleton();
    let walk = library
        .clips
        .iter()
        .position(|clip| clip.skeleton == skeleton && clip.additive.is_none());
    let nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: walk.map(|at| at as u32),
            play: None,
        }),
        Node::LivePose(LivePoseNode {
            source: 0,
            subject: ACTOR,
            patience: 0.1,
        }),
        Node::Control(ControlNode {
            source: 1,
            control: 0,
        }),
        Node::CopyPose(CopyPoseNode {
            source: 2,
            partner: PARTNER,
            retargets: false,
        }),
        Node::Output(OutputNode { source: 3 }),
    ];
    let kind = ControlKind::ExternalPose(CLOTH);
    let controls = vec![Control {
        alpha: ControlAlpha::default(),
        lod_threshold: -1,
        kind,
    }];
    let parts = GraphParts {
        name: TOLD,
        skeleton,
        nodes,
        controls,
        ..GraphParts::default()
    };
    library.graphs.push(Graph::new(parts).unwrap().into());
    library.graphs.sort_by_key(|graph| graph.name());
    let fewer = Library {
        montages: library.montages[..2].to_vec(),
        ..library.clone()
    };
    [library.into(), fewer.into()]
});

fn place(dice: &mut Dice) -> Transform {
    let [x, z, turn] = [9, 9, 7].map(|limit| dice.below(limit) as f32);
    Transform::new(
        Vec3::new(0.3 * x - 1.0, 0.0, 0.3 * z - 1.0),
        Quat::from_rotation_y(turn),
        Vec3::ONE,
    )
}

fn terrain(dice: &mut Dice) -> Terrain {
    let shapes = [
        Shape::Flat,
        Shape::Slope { angle: 12.0 },
        Shape::Stairs {
            rise: 0.15,
            run: 0.3,
            steps: 0,
        },
    ];
    let block = Block {
        at: [0.2, 0.1],
        size: [0.4, 0.12, 0.4],
        yaw: 20.0,
    };
    Terrain {
        shape: dice.of(&shapes),
        blocks: vec![block],
        heading: 30.0,
        ..Terrain::default()
    }
}

fn request(dice: &mut Dice) -> Request {
    let library = &LIBRARIES[0];
    let montage = dice.of(&library.montages).name;
    let bone = |dice: &mut Dice| dice.of(&library.skeletons[0].bones).name;
    let local = Transform::from_rotation(Quat::from_rotation_x(0.1 * dice.below(9) as f32));
    match dice.below(16) {
        0..=2 => Request::play(montage, dice.of(&[1.0, 0.5, -1.0, 2.0])),
        3 => Request::StopMontage {
            montage: None,
            blend_out: dice.of(&[None, Some(0.2)]),
        },
        4 => Request::SetPosition {
            montage,
            position: 0.2 * dice.below(9) as f64,
        },
        5 => Request::PlayClip {
            clip: dice.of(&library.clips).name,
            position: 0.2,
            rate: 1.0,
        },
        6 | 7 => Request::PlayGraph {
            graph: dice.of(&[HERO, HERO, TOLD, Name::NONE]),
        },
        8 => Request::SetLod {
            lod: dice.below(3) as u32,
        },
        9 => Request::SetWarpTarget {
            target: dice.of(&[Name::new("Enemy"), Name::new("Ledge")]),
            place: place(dice),
        },
        10 => {
            let bones = (0..3).map(|_| (bone(dice), local)).collect();
            Request::TellLive(
                LiveFrame {
                    subject: ACTOR,
                    bones,
                    curves: Vec::new(),
                }
                .into(),
            )
        }
        11 => Request::SetExternal {
            stream: CLOTH,
            bones: [ExternalBone {
                bone: bone(dice),
                local,
                weight: 0.7,
            }]
            .into(),
        },
        12 => Request::SetTimeDilation {
            dilation: dice.of(&[1.0, 0.5, 3.0]),
        },
        _ => {
            let parameters = &library.graph(HERO).unwrap().parts().parameters;
            Request::SetParameter {
                parameter: dice.of(parameters).name,
                value: dice.below(5) as f64,
            }
        }
    }
}

fn input(dice: &mut Dice) -> EngineInput {
    let (character, other) = (
        dice.below(COUNT) as CharacterId,
        dice.below(COUNT) as CharacterId,
    );
    let some = Some(other).filter(|_| dice.below(3) > 0);
    let library = &LIBRARIES[0];
    let [one, two] = [(); 2].map(|()| dice.of(&library.montages).name);
    let rate = EvaluationRate {
        every: dice.below(4) as u32,
        skips_updates: dice.below(2) == 0,
        interpolates: dice.below(2) == 0,
    };
    let seen = [
        Visibility::TickAndEvaluate,
        Visibility::TickOnly,
        Visibility::MontagesOnly,
        Visibility::Nothing,
    ];
    match dice.below(40) {
        0 => EngineInput::RemoveCharacter { character },
        1 => EngineInput::SetLibrary {
            revision: 0,
            library: LIBRARIES[dice.below(2)].clone(),
        },
        2 | 3 => EngineInput::Place {
            character,
            placement: place(dice),
        },
        4 => EngineInput::Carry {
            character,
            placement: (dice.below(2) == 0).then(|| place(dice)),
        },
        5 => EngineInput::Follow {
            character,
            leader: some,
        },
        6 => EngineInput::CopyPose {
            character,
            partner: PARTNER,
            from: some,
        },
        7 => EngineInput::FollowMontage {
            character,
            montage: one,
            leader: some.map(|leader| (leader, two)),
        },
        8 => EngineInput::SetGround {
            ground: (dice.below(3) > 0).then(|| terrain(dice).into()),
        },
        9 => {
            let bone = dice.of(&[Name::NONE, Name::new("hand_l"), Name::new("head")]);
            let (target, offset) = (Name::new("Enemy"), Transform::from_translation(Vec3::Z));
            EngineInput::FollowWarpTarget {
                character,
                target,
                of: some.map(|of| (of, bone)),
                offset,
            }
        }
        10 => EngineInput::SetRate { character, rate },
        11 => EngineInput::SetVisibility {
            character,
            visibility: dice.of(&seen),
        },
        16 | 17 => EngineInput::Teleport {
            character,
            placement: place(dice),
        },
        14 | 15 => EngineInput::TellRootMotion {
            character,
            delta: place(dice),
        },
        12 => EngineInput::SetImmediate {
            character,
            is_immediate: dice.below(2) == 0,
        },
        13 => ask(
            character,
            Request::Scrub {
                montage: one,
                position: dice.of(&[0.0, 0.4, 9.0]),
            },
        ),
        _ => ask(character, request(dice)),
    }
}

/// Whoever is not there comes, and most play the hero's graph, whose feet ask for the ground.
fn come(dice: &mut Dice, evaluator: &Evaluator) -> Vec<EngineInput> {
    let skeleton = LIBRARIES[0].graph(HERO).unwrap().skeleton();
    let missing =
        (0..COUNT as CharacterId).filter(|id| !evaluator.characters().any(|known| known == *id));
    let each = |character: CharacterId| {
        let comes = EngineInput::AddCharacter {
            character,
            skeleton,
            seed: character.into(),
        };
        let plays = ask(character, Request::PlayGraph { graph: HERO });
        if dice.below(8) > 0 {
            vec![comes, plays]
        } else {
            vec![comes]
        }
    };
    missing.flat_map(each).collect()
}

/// What can be seen of a character.
type Look = (
    CharacterId,
    Option<Pose>,
    Option<(Transform, Transform)>,
    Vec<Event>,
);

fn look(evaluator: &Evaluator, id: CharacterId) -> Look {
    let placement = evaluator.placement(id).map(|(at, delta)| (*at, *delta));
    (
        id,
        evaluator.shown(id).map(|posed| posed.pose().clone()),
        placement,
        evaluator.events(id).to_vec(),
    )
}

fn all(evaluator: &Evaluator) -> Vec<Look> {
    evaluator
        .characters()
        .map(|id| look(evaluator, id))
        .collect()
}

/// Each goes its own way, and some tell nonsense.
struct Game;

impl RootMotionModifier for Game {
    fn pre_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        let turn = Quat::from_rotation_y(0.1 * motion.character as f32);
        let slow = motion.delta.translation * (0.5 + 0.25 * motion.character as f32);
        let slow = if motion.placement.translation.z < -0.9 {
            slow * f32::NAN
        } else {
            slow
        };
        Transform {
            translation: slow,
            rotation: motion.delta.rotation * turn,
            ..motion.delta
        }
    }

    fn post_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        let wind = Vec3::X * motion.dt as f32;
        let blown = if motion.character == 2 {
            motion.delta.translation + wind
        } else {
            motion.delta.translation
        };
        Transform {
            translation: blown,
            ..motion.delta
        }
    }
}

fn check(seed: u64, mode: &WorkerMode) {
    let mut dice = Dice(seed);
    let [mut whole, mut kicked, mut pipelined] = [&WorkerMode::Inline, mode, mode]
        .map(|mode| Evaluator::new(mode.clone(), LIBRARIES[0].clone()));
    pipelined.set_pipelined(true);
    let ground: Option<Arc<dyn Ground>> =
        (seed.is_multiple_of(2)).then(|| Arc::new(terrain(&mut dice)) as _);
    let modifier: Option<Arc<dyn RootMotionModifier>> =
        (seed % 4 != 1).then(|| Arc::new(Game) as _);
    for evaluator in [&mut whole, &mut kicked, &mut pipelined] {
        evaluator.set_ground(ground.clone());
        evaluator.set_root_motion_modifier(modifier.clone());
    }
    for tick in 0..TICKS {
        let mut inputs = come(&mut dice, &whole);
        if tick > 0 {
            inputs.extend((0..dice.below(4)).map(|_| input(&mut dice)));
        }
        let dt = dice.of(&[1.0 / 60.0, 1.0 / 60.0, 1.0 / 24.0, 0.0, 0.21]);
        let before = all(&whole);
        let refused = whole.step(dt, &inputs);
        assert!(
            kicked.kick_step(dt, &inputs) == refused,
            "seed {seed}, tick {tick}"
        );
        kicked.finish_step();
        for (one, other) in all(&whole).iter().zip(&all(&kicked)) {
            assert!(
                one == other,
                "kicked, seed {seed}, tick {tick}, character {}",
                one.0
            );
        }
        assert!(
            pipelined.step(dt, &inputs) == refused,
            "seed {seed}, tick {tick}"
        );
        for one in before {
            assert!(
                look(&pipelined, one.0) == one,
                "pipelined, seed {seed}, tick {tick}, character {}",
                one.0
            );
        }
    }
    pipelined.finish_step();
    assert!(
        all(&whole) == all(&pipelined) && whole.save() == pipelined.save(),
        "seed {seed}"
    );
    assert!(whole.save() == kicked.save(), "seed {seed}");
}

/// Properties 06.1 and 06.7.
#[test]
fn however_a_step_is_made_it_gives_the_same_whatever_goes_in() {
    let workers = WorkerMode::workers(2).unwrap();
    for seed in 0..12 {
        check(
            seed,
            if seed % 3 == 0 {
                &workers
            } else {
                &WorkerMode::Inline
            },
        );
    }
}
