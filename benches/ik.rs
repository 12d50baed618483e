//! Feet, hands and jumps that fit the world: `cargo bench -p mutoscope-engine --bench ik`, or `-- window` for
//! what has that word in its name.
//!
//! Two bones beside the same maths in plain glam; what the nodes of the sample add to the tick of a
//! graph that plays its walk; a vault through its windows beside the same vault without. Medians,
//! in turns, of one process.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "support/floor.rs"]
#[allow(dead_code, reason = "the floor of other benches too")]
mod floor;
#[path = "support/turns.rs"]
mod turns;

use anim::{
    Library, Name, Pose, Request, Transform,
    ground::{Shape, Terrain},
    ik::two_bone::{self, LimbBones},
    instance::{GroundAnswer, Silent, Start},
    pose::local_to_model,
    warp::Windows,
};
use asset::graph::nodes::{ControlNode, SequencePlayerNode};
use asset::{
    Id, PoseGraph,
    graph::{ControlAlpha, ControlKind, LegGoal, LegIk, Node, NodeKind, Play, Wiring},
};
use glam::Vec3;
use std::{hint::black_box, sync::Arc};
use turns::{Character, TICK, medians, timed};

const CALLS: u32 = 200;
const HERO: &str = "PG_Hero";
const WALK: &str = "Walk_Fwd";
/// Both legs to where their bones say, which the hero has no node for.
const LEGS: &str = "Legs";
const VAULT: Name = Name::new("AM_Vault");
/// Metres from the hip, and how many places a target goes through.
const CIRCLE: f32 = 0.2;
const PLACES: usize = 64;

/// Of the bench.
type Part = fn(&Arc<Library>);

fn main() {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let parts: [(&str, Part); 3] = [
        ("two bones", two_bones),
        ("nodes", nodes),
        ("window", window),
    ];
    let is_wanted = |name: &str| wanted.iter().all(|word| name.contains(word));
    parts
        .into_iter()
        .filter(|(name, _)| is_wanted(name))
        .for_each(|(_, part)| part(&library));
}

/// A leg of the reference pose that follows a target on a circle, and the matrices below it.
fn two_bones(library: &Arc<Library>) {
    let skeleton = library
        .skeleton(library.graph(Name::new(HERO)).unwrap().skeleton())
        .unwrap();
    let end = skeleton.find(Name::new("foot_l")).unwrap();
    let middle = skeleton.parent(end).unwrap();
    let bones = LimbBones {
        root: skeleton.parent(middle).unwrap(),
        middle,
        end,
    };
    let (mut pose, mut models) = (Pose::reference(skeleton), Vec::new());
    local_to_model(skeleton, &pose, &mut models);
    let mut locals: Vec<Transform> = (0..skeleton.len()).map(|bone| pose.get(bone)).collect();
    let mut floors = models.clone();
    let (hip, foot) = (
        Vec3::from(models[bones.root].translation),
        Vec3::from(models[end].translation),
    );
    let pole = hip + Vec3::Z;
    let targets: [Vec3; PLACES] = std::array::from_fn(|at| {
        let (sin, cos) = (at as f32 / PLACES as f32 * std::f32::consts::TAU).sin_cos();
        foot + Vec3::new(0.0, CIRCLE + CIRCLE * sin, CIRCLE * cos)
    });
    let limb = [bones.root, bones.middle, bones.end];
    let (mut ours_at, mut floor_at) = (0, 0);
    let [plain, ours] = medians([
        &mut || {
            timed(CALLS, || {
                floor_at = (floor_at + 1) % PLACES;
                floor::reach(
                    skeleton,
                    limb,
                    (targets[floor_at], pole),
                    &mut locals,
                    &mut floors,
                );
                black_box(&floors);
            })
        },
        &mut || {
            timed(CALLS, || {
                ours_at = (ours_at + 1) % PLACES;
                two_bone::apply(
                    skeleton,
                    bones,
                    targets[ours_at],
                    pole,
                    &mut pose,
                    &mut models,
                );
                black_box(&models);
            })
        },
    ]);
    let off = Vec3::from(models[end].translation).distance(Vec3::from(floors[end].translation));
    assert!(
        ours_at == floor_at && off < 1e-3,
        "both bring the foot to one place: {off} m apart"
    );
    let (ns, ratio) = (ours * 1e9, ours / plain);
    println!(
        "two bones and the {} matrices below {ns:>8.0} ns, {ratio:.2} of plain glam",
        skeleton.last_below(bones.root) - bones.root + 1
    );
}

/// A graph of the sample's walk under some of the hero's nodes by their names.
fn over_walk(kinds: &[&str]) -> Character {
    let mut project = mannequin::sample();
    let hero = project
        .graphs
        .values()
        .find(|graph| graph.name == HERO)
        .unwrap()
        .clone();
    let clip = project
        .clips
        .iter()
        .find(|(_, known)| known.name == WALK)
        .map(|(id, _)| *id);
    let mut nodes = vec![Node::new(
        Id(1),
        NodeKind::SequencePlayer(SequencePlayerNode {
            clip,
            play: Play::default(),
        }),
    )];
    let of_hero = |wanted: &str| match &hero
        .wiring
        .nodes
        .iter()
        .find(|node| node.name == wanted)
        .unwrap()
        .kind
    {
        NodeKind::Control(ControlNode { kind, .. }) => kind.clone(),
        _ => panic!("a control"),
    };
    for wanted in kinds {
        let kind = if *wanted == LEGS {
            legs()
        } else {
            of_hero(wanted)
        };
        let source = nodes.last().map(|node| node.id);
        let node = NodeKind::Control(ControlNode {
            source,
            alpha: ControlAlpha::default(),
            lod_threshold: -1,
            kind,
        });
        nodes.push(Node::new(Id(1 + nodes.len() as u64), node));
    }
    let output = nodes.last().map(|node| node.id);
    let wiring = Wiring {
        output,
        nodes,
        parameters: hero.wiring.parameters.clone(),
        ..Wiring::default()
    };
    let graph = PoseGraph {
        wiring: wiring.into(),
        ..PoseGraph::new("Walks", hero.skeleton)
    };
    project.graphs.insert(Id(2), graph.into());
    let compiled = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    );
    let mut character = Character::new(
        &compiled.library,
        Name::new("Walks"),
        &[("Speed", 1.9), ("Veer", 20.0), ("OnSlope", 1.0)],
    );
    character.instance.hold(true);
    character
}

fn legs() -> ControlKind {
    let goal = |side: &str| {
        let key = |stem: &str| asset::BoneKey::from(format!("{stem}_{side}").as_str());
        let leg = asset::graph::Leg {
            hip: key("thigh"),
            foot: key("foot"),
            ..Default::default()
        };
        LegGoal {
            leg,
            goal: format!("ik_foot_{side}").as_str().into(),
        }
    };
    ControlKind::LegIk(LegIk {
        legs: vec![goal("l"), goal("r")],
    })
}

fn nodes(_: &Arc<Library>) {
    let slope = Terrain {
        shape: Shape::Slope { angle: 10.0 },
        ..Terrain::default()
    };
    let walks = |mut character: Character| {
        let slope = slope.clone();
        move || {
            timed(CALLS, || {
                character.instance.begin_frame(TICK);
                character.instance.update_montages(&mut Silent);
                character
                    .instance
                    .look_down(&character.proxy, GroundAnswer::Ask(&slope));
                character.instance.pre_update(&mut character.proxy);
                character.proxy.run_tick(&mut character.room);
                character
                    .instance
                    .complete(&mut character.proxy, &mut Silent);
                black_box(character.proxy.pose());
            })
        }
    };
    let [mut alone, mut two, mut feet, mut warps] = [
        &[][..],
        &[LEGS],
        &[LEGS, "Feet on the ground"],
        &[
            "Legs go where it goes",
            "Steps as long as it is fast",
            "Stands as the slope does",
        ],
    ]
    .map(|kinds| walks(over_walk(kinds)));
    let [alone, two, feet, warps] = medians([&mut alone, &mut two, &mut feet, &mut warps]);
    println!(
        "a walk of one clip                    {:>8.2} µs",
        alone * 1e6
    );
    for (name, time) in [
        ("leg IK of two legs", two),
        ("… and foot placement", feet),
        ("stride, orientation, slope", warps),
    ] {
        println!(
            "{name:<36}  {:>8.2} µs more, {:.2} of the walk",
            (time - alone) * 1e6,
            (time - alone) / alone
        );
    }
}

/// One in which every tick has a window open, and the same montage without.
fn window(library: &Arc<Library>) {
    let montage = library.montage(VAULT).unwrap();
    let skeleton = library.skeleton(montage.skeleton).unwrap().clone();
    let mut bare = (**library).clone();
    let at = bare
        .montages
        .iter()
        .position(|known| known.name == VAULT)
        .unwrap();
    bare.montages[at] = Arc::new(anim::Montage {
        warps: Windows::default(),
        ..(**montage).clone()
    });
    let bare = Arc::new(bare);
    let window = montage
        .warps
        .windows()
        .iter()
        .max_by(|a, b| (a.end - a.start).total_cmp(&(b.end - b.start)))
        .unwrap();
    let target = montage.warps.of()[montage
        .warps
        .windows()
        .iter()
        .position(|known| known == window)
        .unwrap()]
    .target;
    let ticks = ((window.end - window.start) / TICK) as u32 - 1;
    let through = |library: &Arc<Library>| {
        let (library, skeleton, start) = (library.clone(), skeleton.clone(), window.start);
        move || {
            let mut instance = anim::AnimInstance::new(library.clone(), skeleton.clone(), 1);
            let place = Transform::from_translation(Vec3::new(0.1, 0.1, 2.0));
            instance
                .request(&Request::SetWarpTarget { target, place })
                .unwrap();
            instance
                .request(&Request::PlayMontage {
                    montage: VAULT,
                    rate: 1.0,
                    start: Start::Seconds(start),
                    stop_group: true,
                })
                .unwrap();
            let mut character = Character {
                instance,
                proxy: anim::AnimInstanceProxy::default(),
                room: Default::default(),
            };
            character.tick();
            timed(ticks, || character.tick())
        }
    };
    let [bare, warped] = medians([&mut through(&bare), &mut through(library)]);
    println!(
        "a vault, {ticks} ticks in a window          {:>8.2} µs, {:.2} µs more than without",
        warped * 1e6,
        (warped - bare) * 1e6
    );
}
