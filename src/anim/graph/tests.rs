use super::*;
use crate::graph::nodes::{
    InertializationNode, OutputNode, ReferencePoseNode, SequencePlayerNode, SlotNode,
};
use crate::{
    Clip, Library, Montage, Name, Pose, Skeleton, Transform,
    fixture::{chain, clip_along},
    montage::{Segment, Slot},
    pose::PoseLayer,
    required::RequiredBones,
};
use std::sync::Arc;

const DT: f64 = 1.0 / 30.0;

fn slot(name: &str) -> Name {
    Name::new(name)
}

/// One clip a slot, by its index.
pub(super) fn montage(name: &str, slots: &[(&str, u32)]) -> Arc<Montage> {
    let placed = slots.iter().enumerate();
    let of = |(at, (name, _)): (usize, &(&str, u32))| Slot {
        name: slot(name),
        first_segment: at as u32,
        segment_count: 1,
    };
    let segment = |(_, clip): &(&str, u32)| Segment {
        id: 1,
        clip: *clip,
        start: 0.0,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate: 1.0,
        loops: 1,
    };
    Arc::new(Montage {
        name: Name::new(name),
        length: 1.0,
        slots: placed.map(of).collect(),
        segments: slots.iter().map(segment).collect(),
        ..Montage::default()
    })
}

pub(super) fn record(montage: &Arc<Montage>, weight: f32) -> ActiveMontage {
    ActiveMontage {
        id: 0,
        montage: montage.clone(),
        position: 0.0,
        weight,
        root_weight: weight,
        bones: None,
        sync: None,
    }
}

/// Names ascend with `x`, as a library has them.
fn clip(x: f32) -> Arc<Clip> {
    Arc::new(Clip {
        name: Name(x as u64 + 1),
        ..(*clip_along("", x)).clone()
    })
}

pub(super) struct Stage {
    pub(super) library: Library,
    pub(super) skeleton: Skeleton,
    pub(super) graph: Graph,
    pub(super) state: GraphState,
    scratch: EvaluationScratch,
    caches: Caches,
    pub(super) outcome: UpdateOutcome,
    pub(super) montages: Vec<ActiveMontage>,
    pub(super) lod: u32,
    pub(super) dt: f64,
    pub(super) input: Option<Pose>,
    pub(super) copied: Vec<super::PartnerPose>,
    pub(super) required: Option<RequiredBones>,
    pub(super) seed: u64,
}

impl Stage {
    pub(super) fn new(nodes: &[Node]) -> Self {
        Self::of(nodes.into())
    }

    pub(super) fn of(parts: GraphParts) -> Self {
        let graph = Graph::new(parts).unwrap();
        let mut state = GraphState::default();
        state.fit(&Graph::default(), &graph);
        Self {
            library: Library {
                clips: [0.0, 10.0, 20.0].map(clip).to_vec(),
                ..Library::default()
            },
            skeleton: chain(2),
            state,
            graph,
            scratch: EvaluationScratch::default(),
            caches: Caches::default(),
            outcome: UpdateOutcome::default(),
            montages: Vec::new(),
            lod: 0,
            dt: DT,
            input: None,
            copied: Vec::new(),
            required: None,
            seed: 0,
        }
    }

    pub(super) fn with<R>(
        &mut self,
        run: impl FnOnce(&mut GraphState, &Tick<'_>, &mut EvaluationScratch, &mut UpdateOutcome) -> R,
    ) -> R {
        let inputs = TickInputs {
            library: self.library.clone().into(),
            skeleton: self.skeleton.clone().into(),
            montages: self.montages.clone(),
            dt: self.dt,
            lod: self.lod,
            copied: self.copied.clone(),
            required: self.required.clone().map(Arc::new),
            seed: self.seed,
            ..TickInputs::default()
        };
        let tick = Tick {
            input: self.input.as_ref(),
            ..Tick::new(&inputs, &self.graph)
        };
        run(&mut self.state, &tick, &mut self.scratch, &mut self.outcome)
    }

    pub(super) fn update(&mut self) {
        self.with(|state, tick, _, outcome| state.update(tick, outcome));
    }

    pub(super) fn evaluate(&mut self) -> Pose {
        let (mut pose, mut caches) = (Pose::default(), std::mem::take(&mut self.caches));
        self.with(|state, tick, scratch, _| state.evaluate(tick, &mut caches, scratch, &mut pose));
        self.caches = caches;
        pose
    }

    pub(super) fn x(&mut self) -> f32 {
        self.evaluate().translation(0).x
    }
}

fn player_under_slot(always_update_source: bool) -> [Node; 3] {
    [
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(0),
            play: None,
        }),
        Node::Slot(SlotNode {
            source: 0,
            slot: slot("A"),
            always_update_source,
        }),
        Node::Output(OutputNode { source: 1 }),
    ]
}

#[test]
fn nodes_that_are_no_graph_are_refused_with_their_place() {
    let output = |source| Node::Output(OutputNode { source });
    let leaf = Node::ReferencePose(ReferencePoseNode);
    let over = |source| {
        Node::Inertialization(InertializationNode {
            source,
            method: SmoothingMethod::Offset,
            history: Default::default(),
            jumps: None,
        })
    };
    let cases: [(&[Node], GraphError); 8] = [
        (&[], GraphError::Output),
        (&[leaf], GraphError::Output),
        (&[leaf, output(0), output(0)], GraphError::Output),
        (&[output(0)], GraphError::Link(0)),
        (&[leaf, over(1), output(1)], GraphError::Link(1)),
        (&[leaf, over(2), output(1)], GraphError::Link(1)),
        (&[leaf, over(0), over(0), output(2)], GraphError::Shared(0)),
        (&[leaf, leaf, output(0)], GraphError::Loose(1)),
    ];
    for (nodes, error) in cases {
        assert_eq!(Graph::new(nodes), Err(error), "{nodes:?}");
    }
    let chain = |count: u32| {
        let over = (0..count - 2).map(|source| over(source as NodeId));
        let nodes: Vec<Node> = std::iter::once(leaf)
            .chain(over)
            .chain([output((count - 2) as NodeId)])
            .collect();
        Graph::new(&nodes).map(|graph| graph.nodes().len())
    };
    let most = MOST_DEPTH as u32;
    assert_eq!(
        (chain(most), chain(most + 1)),
        (Ok(MOST_DEPTH), Err(GraphError::Deep(MOST_DEPTH as NodeId)))
    );
    assert_eq!(chain(65_536), Err(GraphError::TooMany));
    assert!(Graph::new(&[leaf, output(0)]).is_ok());
}

#[test]
fn a_chain_needs_one_pose() {
    assert_eq!(
        Graph::new(&player_under_slot(true)).unwrap().buffer_count(),
        1
    );
}

/// Property 05.14.
#[test]
fn evaluating_twice_gives_the_same_bits_and_leaving_it_out_changes_nothing_later() {
    let (mut every, mut seldom) = (
        Stage::new(&player_under_slot(true)),
        Stage::new(&player_under_slot(true)),
    );
    let montages = [record(&montage("M", &[("A", 1)]), 0.25)];
    (every.montages, seldom.montages) = (montages.to_vec(), montages.to_vec());
    for tick in 0..50 {
        every.update();
        seldom.update();
        let once = every.evaluate();
        let state = every.state.clone();
        assert_eq!(once, every.evaluate());
        assert_eq!(state, every.state);
        if tick % 7 == 6 {
            assert_eq!(once, seldom.evaluate(), "tick {tick}");
        }
    }
}

/// Property 05.14 where offsets decay: the same frame again gives the same bits.
#[test]
fn an_inertialized_pose_is_the_same_when_it_is_evaluated_again() {
    let nodes = [
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(0),
            play: None,
        }),
        Node::Inertialization(InertializationNode {
            source: 0,
            method: SmoothingMethod::Offset,
            history: Default::default(),
            jumps: None,
        }),
        Node::Output(OutputNode { source: 1 }),
    ];
    let mut stage = Stage::new(&nodes);
    for tick in 0..20 {
        if tick == 5 {
            let library = stage.library.clone();
            stage.state.show(
                &Show::Clip {
                    clip: library.clips[2].name,
                    position: 0.0,
                    rate: 1.0,
                },
                &library,
            );
            stage
                .state
                .inertialize(crate::inertialization::InertializationRequest {
                    duration: 0.3,
                    ..Default::default()
                });
        }
        stage.update();
        let once = stage.evaluate();
        let state = stage.state.clone();
        assert_eq!(once, stage.evaluate());
        assert_eq!(state, stage.state);
        let x = once.translation(0).x;
        assert!(tick != 5 || x < 5.0, "the jump is smoothed: {x}");
    }
}

/// Property 05.19 and spec 03 §8.
#[test]
fn a_source_that_is_covered_whole_stands_still_unless_it_always_goes_on() {
    for always in [true, false] {
        let mut stage = Stage::new(&player_under_slot(always));
        stage.montages = vec![record(&montage("M", &[("A", 1)]), 1.0)];
        for _ in 0..3 {
            stage.update();
            assert_eq!(stage.x(), 10.0);
        }
        let expected = if always { 3.0 * DT } else { 0.0 };
        assert!((stage.state.players[0].newest().unwrap().at.time - expected).abs() < 1e-9);
        stage.montages.clear();
        stage.update();
        let x = f64::from(stage.x());
        assert!((x - expected - DT).abs() < 1e-6, "{x}");
    }
}

/// What a branch that is not updated left in its pose shows nowhere.
#[test]
fn a_source_that_is_not_updated_adds_nothing() {
    let mut stage = Stage::new(&player_under_slot(false));
    stage.montages = vec![record(&montage("M", &[("A", 1)]), 1.0)];
    stage.update();
    stage.scratch = EvaluationScratch::default();
    stage.x();
    stage.scratch.layers[0] = PoseLayer {
        pose: Pose::new([Transform::from_translation(glam::Vec3::splat(f32::NAN)); 2]),
        ..PoseLayer::default()
    };
    stage.update();
    assert_eq!(stage.x(), 10.0);
}

#[test]
fn without_a_montage_the_source_passes_bit_for_bit() {
    let nodes = [
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(0),
            play: None,
        }),
        Node::Slot(SlotNode {
            source: 0,
            slot: slot("A"),
            always_update_source: false,
        }),
        Node::Slot(SlotNode {
            source: 1,
            slot: slot("B"),
            always_update_source: false,
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let mut stage = Stage::new(&nodes);
    stage.montages = vec![record(&montage("M", &[("C", 1)]), 1.0)];
    for _ in 0..10 {
        stage.update();
        let mut expected = Pose::default();
        stage.library.clips[0].sample(
            &stage.skeleton,
            stage.state.players[0].newest().unwrap().at.time,
            &mut expected,
        );
        assert_eq!(stage.evaluate(), expected);
    }
}

#[test]
fn every_slot_of_a_montage_plays_and_the_upper_one_covers() {
    let nodes = |first: &str, second: &str| {
        [
            Node::ReferencePose(ReferencePoseNode),
            Node::Slot(SlotNode {
                source: 0,
                slot: slot(first),
                always_update_source: false,
            }),
            Node::Slot(SlotNode {
                source: 1,
                slot: slot(second),
                always_update_source: false,
            }),
            Node::Output(OutputNode { source: 2 }),
        ]
    };
    let both = montage("M", &[("A", 1), ("B", 2)]);
    for (first, second, expected) in [("A", "B", 20.0), ("B", "A", 10.0)] {
        let mut stage = Stage::new(&nodes(first, second));
        stage.montages = vec![record(&both, 1.0)];
        stage.update();
        assert_eq!(stage.x(), expected);
        assert_eq!(
            stage.outcome.slot(slot(second)).map_or(0.0, |it| it.weight),
            1.0
        );
        assert_eq!(
            stage.outcome.slot(slot(first)).map_or(0.0, |it| it.weight),
            0.0,
            "it is covered"
        );
    }
    let mut half = Stage::new(&nodes("A", "B"));
    half.montages = vec![record(&both, 0.5)];
    half.update();
    assert_eq!(half.x(), (0.0 * 0.5 + 10.0 * 0.5) * 0.5 + 20.0 * 0.5);
    assert_eq!(
        half.outcome.slot(slot("A")).map_or(0.0, |it| it.weight),
        0.25
    );
}

fn slots_of(montages: &[Arc<Montage>]) -> Vec<Name> {
    let mut library = Library {
        montages: montages.to_vec(),
        ..Library::default()
    };
    library.montages.sort_by_key(|montage| montage.name);
    let graph = Graph::of_slots(&library, Name::NONE);
    let slot = |node: &Node| match node {
        Node::Slot(SlotNode { slot, .. }) => Some(*slot),
        _ => None,
    };
    graph.nodes().filter_map(slot).collect()
}

#[test]
fn slots_keep_the_order_of_their_montages_whatever_others_are_called() {
    let names = ["Full", "Upper", "Face", "Extra"];
    for a in names {
        for b in names.into_iter().filter(|b| *b != a) {
            let played = montage("M", &[(a, 0), (b, 1)]);
            for other in ["One", "Two", "Three", a, b] {
                let found = slots_of(&[
                    played.clone(),
                    montage("N", &[(other, 0)]),
                    montage("O", &[("Last", 0)]),
                ]);
                let at = |name: &str| {
                    found
                        .iter()
                        .position(|slot| *slot == Name::new(name))
                        .unwrap()
                };
                assert!(at(a) < at(b), "{a} under {b}, beside {other}");
            }
        }
    }
    let (up, down) = (
        montage("M", &[("A", 0), ("B", 0)]),
        montage("N", &[("B", 0), ("A", 0)]),
    );
    let mut by_name = ["A", "B"].map(Name::new);
    by_name.sort();
    assert_eq!(
        slots_of(&[up, down]),
        by_name,
        "montages that do not agree still play"
    );
    assert_eq!(slots_of(&[]), []);
}

#[test]
fn montages_of_other_skeletons_give_no_slots() {
    let library = Library {
        montages: vec![montage("M", &[("A", 0)])],
        ..Library::default()
    };
    assert_eq!(
        Graph::of_slots(&library, Name::new("another"))
            .nodes()
            .len(),
        3
    );
}

#[test]
fn a_state_that_is_restored_plays_on_as_if_nothing_had_been() {
    let mut stage = Stage::new(&player_under_slot(true));
    stage.montages = vec![record(&montage("M", &[("A", 1)]), 0.5)];
    stage.update();
    let saved = stage.state.clone();
    stage.update();
    let (state, pose) = (stage.state.clone(), stage.evaluate());
    stage.update();
    assert_ne!(stage.state, state);
    stage.state = saved;
    stage.update();
    assert_eq!(stage.state, state);
    assert_eq!(stage.evaluate(), pose);
}

#[test]
fn a_player_finds_its_clip_again_by_name_and_stays_inside_it() {
    let mut stage = Stage::new(&player_under_slot(true));
    for _ in 0..25 {
        stage.update();
    }
    let shorter = Clip {
        length: 0.5,
        ..(*stage.library.clips[0]).clone()
    };
    let moved = Library {
        clips: vec![Arc::new(shorter), clip(30.0)],
        ..Library::default()
    };
    let before = stage.library.clone();
    stage.state.rebind(&before, &moved, Name::NONE);
    let playing = stage.state.players[0].newest().unwrap();
    assert_eq!((playing.clip, playing.at.time), (0, 0.5));
    stage
        .state
        .rebind(&moved, &before, Name::new("another skeleton"));
    assert!(stage.state.players[0].newest().is_none());
    stage.update();
    assert_eq!(stage.evaluate(), Pose::reference(&stage.skeleton));
}

#[test]
fn numbers_that_are_not_numbers_move_nothing() {
    let mut stage = Stage::new(&player_under_slot(true));
    let library = stage.library.clone();
    for (position, rate) in [
        (f64::NAN, 1.0),
        (f64::INFINITY, 1.0),
        (0.5, f32::NAN),
        (0.5, f32::INFINITY),
    ] {
        stage.state.show(
            &Show::Clip {
                clip: library.clips[0].name,
                position,
                rate,
            },
            &library,
        );
        stage.update();
        assert!(stage.evaluate().get(0).is_finite(), "{position} {rate}");
    }
}

/// Property 01.6: clips fade over one another, each by its own time, and their notifies weigh what
/// they cover.
#[test]
fn clips_fade_over_what_was_told_before() {
    let mut stage = Stage::new(&player_under_slot(true));
    let library = stage.library.clone();
    let fade = |clip: usize, duration: f64| {
        let clip = library.clips[clip].name;
        Show::Fade {
            clip,
            rate: 0.0,
            duration: duration as f32,
        }
    };
    stage.state.show(
        &Show::Clip {
            clip: library.clips[0].name,
            position: 0.0,
            rate: 0.0,
        },
        &library,
    );
    stage.state.show(&fade(1, 4.0 * DT), &library);
    for expected in [2.5, 5.0] {
        stage.update();
        assert!((stage.x() - expected).abs() < 1e-5, "{}", stage.x());
    }
    stage.state.show(&fade(2, DT), &library);
    for _ in 0..3 {
        stage.update();
        assert_eq!(stage.x(), 20.0);
    }
}

/// A clip that holds both bones at `x`.
pub(super) fn both(name: u64, x: f32) -> Arc<Clip> {
    use crate::clip::{Keys, Track};
    let held = Keys { first: 0, count: 1 };
    let track = |bone| Track {
        bone,
        translation: held,
        rotation: Keys::default(),
        scale: Keys::default(),
    };
    let (tracks, keys) = (
        [track(0), track(1)].as_slice().into(),
        vec![x, 0.0, 0.0].into(),
    );
    let clip = Clip {
        name: Name(name),
        key_count: 1,
        rate_scale: 1.0,
        tracks,
        keys,
        ..Clip::default()
    };
    Arc::new(Clip::new(clip, 2).unwrap())
}

/// Bones at 4 under montages that hold them at 8, each on its way in with its own time a bone.
fn by_bone(factors: [f32; 2], montages: usize, done: f32) -> [f32; 2] {
    use crate::{instance::BoneBlend, mask::BlendProfile, montage::Blend};
    let mut stage = Stage::new(&player_under_slot(false));
    let profile = BlendProfile {
        factors: factors.to_vec(),
        ..BlendProfile::default()
    };
    stage.skeleton = chain(2).with_profiles(vec![(Name(1), profile)]).unwrap();
    stage.library.clips = vec![both(1, 4.0), both(2, 8.0)];
    let mut blend = BoneBlend::rise(Blend {
        time: 1.0,
        profile: Name(1),
        ..Blend::default()
    });
    blend.advance(done.into());
    let weight = blend.alpha().value();
    stage.montages = vec![
        ActiveMontage {
            bones: Some(blend),
            ..record(&montage("M", &[("A", 1)]), weight)
        };
        montages
    ];
    stage.update();
    let pose = stage.evaluate();
    [0, 1].map(|bone| pose.translation(bone).x)
}

#[test]
fn each_bone_is_covered_by_its_own_weight() {
    let near = |found: [f32; 2], wanted: [f32; 2]| {
        assert!(
            found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5),
            "{found:?} {wanted:?}"
        );
    };
    near(by_bone([1.0, 0.5], 1, 0.25), [5.0, 6.0]);
    near(by_bone([1.0, 0.0], 1, 0.0), [4.0, 8.0]);
    near(by_bone([1.0, 0.5], 2, 0.25), [6.0, 8.0]);
    near(by_bone([1.0, 1.0], 2, 0.75), [8.0, 8.0]);
}

#[test]
fn a_player_goes_by_its_rate_times_its_clip_s() {
    let mut stage = Stage::new(&player_under_slot(true));
    let fast = Clip {
        rate_scale: 4.0,
        ..(*stage.library.clips[0]).clone()
    };
    stage.library.clips[0] = Arc::new(fast);
    let library = stage.library.clone();
    stage.state.show(
        &Show::Clip {
            clip: library.clips[0].name,
            position: 0.25,
            rate: 0.5,
        },
        &library,
    );
    stage.update();
    assert!((f64::from(stage.x()) - 0.25 - 2.0 * DT).abs() < 1e-6);
    assert_eq!(
        stage.state.shown_clip(&library).map(|shown| shown.2),
        Some(0.5)
    );
}

#[test]
fn an_additive_clip_and_one_that_moves_no_root_are_shown_as_they_are() {
    use crate::{additive::AdditiveKind, clip::RootMotion};
    let shown = |change: fn(&mut Clip)| {
        let mut stage = Stage::new(&player_under_slot(true));
        let mut clip = (*stage.library.clips[1]).clone();
        change(&mut clip);
        stage.library.clips[1] = Arc::new(clip);
        let library = stage.library.clone();
        stage.state.show(
            &Show::Clip {
                clip: library.clips[1].name,
                position: 0.5,
                rate: 0.0,
            },
            &library,
        );
        stage.update();
        (stage.x(), stage.outcome.roots.len())
    };
    let enabled = |clip: &mut Clip| {
        clip.root_motion = RootMotion {
            enabled: true,
            ..RootMotion::default()
        }
    };
    assert_eq!((shown(|_| ()), shown(enabled)), ((10.5, 0), (0.0, 1)));
    assert_eq!(
        shown(|clip| clip.additive = Some(AdditiveKind::Local)),
        (10.5, 0)
    );
    let both = |clip: &mut Clip| {
        clip.additive = Some(AdditiveKind::Local);
        clip.root_motion.enabled = true;
    };
    assert_eq!(shown(both).0, 10.5);
}

#[test]
fn weights_reach_notifies_through_what_covers_them() {
    let mut stage = Stage::new(&player_under_slot(true));
    let step = crate::Notify {
        id: 1,
        time: 0.01,
        end: 0.01,
        ..bytemuck::Zeroable::zeroed()
    };
    let clip = Clip {
        notifies: vec![step].into(),
        ..(*stage.library.clips[0]).clone()
    };
    stage.library.clips[0] = Arc::new(clip);
    stage.montages = vec![
        record(&montage("M", &[("A", 1)]), 0.25),
        record(&montage("N", &[("A", 1)]), 0.25),
    ];
    stage.update();
    let queued = &stage.outcome.queued;
    assert_eq!(
        (queued.len(), queued[0].weight, queued[0].source),
        (1, 0.5, crate::event::Source::Node(0))
    );
    assert_eq!(
        stage.outcome.slot(slot("A")).map_or(0.0, |it| it.weight),
        0.5
    );
    stage.montages = vec![record(&montage("M", &[("A", 1)]), 0.75); 2];
    stage.update();
    assert_eq!(
        stage.outcome.slot(slot("A")).map_or(0.0, |it| it.weight),
        1.0
    );
}

#[test]
fn a_clip_that_turns_the_character_does_not_turn_its_root() {
    use crate::clip::{Keys, RootMotion, Track};
    let turn = glam::Quat::from_rotation_y(0.5);
    let track = Track {
        bone: 0,
        translation: Keys::default(),
        rotation: Keys { first: 0, count: 1 },
        scale: Keys::default(),
    };
    for (enabled, shown) in [(true, glam::Quat::IDENTITY), (false, turn)] {
        let mut stage = Stage::new(&player_under_slot(true));
        let root_motion = RootMotion {
            enabled,
            ..RootMotion::default()
        };
        let (tracks, keys) = (vec![track].into(), turn.to_array().as_slice().into());
        let clip = Clip {
            tracks,
            keys,
            root_motion,
            ..(*stage.library.clips[0]).clone()
        };
        stage.library.clips[0] = Arc::new(Clip::new(clip, 2).unwrap());
        stage.update();
        assert!(stage.evaluate().rotation(0).abs_diff_eq(shown, 1e-6));
    }
}
