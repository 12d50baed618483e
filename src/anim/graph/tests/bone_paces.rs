//! Bones of a blend space that follow at speeds of their own, as poses, against the plain sum of
//! their weights.

use super::{
    Graph, GraphParts, Node, Play, SpacePlay, Value,
    mixing::{near, parts},
    tests::Stage,
};
use crate::graph::nodes::{BlendSpaceNode, OutputNode};
use crate::{
    Clip, Name, Pose,
    blend_space::{BlendSpace, BlendSpaceAxis, BoneSpeeds, Sample},
    clip::{Keys, Track},
    fixture::chain,
};
use proptest::prelude::*;
use std::sync::Arc;

const BONES: usize = 4;

/// Stands still: bone `i` at `10 · at² + i`.
fn standing(at: usize) -> Arc<Clip> {
    let track = |bone: usize| Track {
        bone: bone as u32,
        translation: Keys {
            first: 3 * bone as u32,
            count: 1,
        },
        rotation: Keys::default(),
        scale: Keys::default(),
    };
    let keys: Vec<f32> = (0..BONES)
        .flat_map(|bone| [place(at, bone) as f32, 0.0, 0.0])
        .collect();
    let clip = Clip {
        name: Name(at as u64 + 1),
        length: 1.0,
        key_count: 1,
        rate_scale: 1.0,
        looping: true,
        tracks: (0..BONES).map(track).collect(),
        keys: keys.into(),
        ..Clip::default()
    };
    Arc::new(Clip::new(clip, BONES).unwrap())
}

fn place(clip: usize, bone: usize) -> f64 {
    10.0 * (clip * clip) as f64 + bone as f64
}

fn space(clips: usize, own: f32, speeds: BoneSpeeds) -> BlendSpace {
    let axis = BlendSpaceAxis {
        min: 0.0,
        max: (clips.max(2) - 1) as f32,
        wrap: false,
        smoothing: Default::default(),
    };
    let samples: Vec<Sample> = (0..clips)
        .map(|clip| Sample {
            clip: clip as u32,
            at: [clip as f32, 0.0],
            rate: 1.0,
        })
        .collect();
    BlendSpace::new(&[axis], &samples, own)
        .unwrap()
        .with_bone_speeds(speeds)
        .unwrap()
}

fn stage(clips: usize, own: f32, speeds: BoneSpeeds) -> Stage {
    let play = SpacePlay {
        space: Arc::new(space(clips, own, speeds)),
        input: [Value::Parameter(0), Value::Number(0.0)],
        looping: true,
        play: Play::default(),
    };
    let nodes = vec![
        Node::BlendSpace(BlendSpaceNode { space: 0 }),
        Node::Output(OutputNode { source: 0 }),
    ];
    let mut stage = Stage::of(GraphParts {
        spaces: vec![play],
        ..parts(nodes)
    });
    stage.library.clips = (0..clips.max(1)).map(standing).collect();
    stage.skeleton = chain(BONES);
    stage
}

impl Stage {
    fn pose_at(&mut self, x: f64, dt: f64) -> Pose {
        self.state.parameters[0] = x;
        self.dt = dt;
        self.update();
        self.evaluate()
    }
}

#[test]
fn a_bone_lags_behind_at_its_speed_and_the_others_do_not() {
    let speeds = BoneSpeeds {
        speeds: vec![2.0, 4.0],
        bones: vec![0, 1, 2],
    };
    let mut stage = stage(2, 0.0, speeds);
    stage.pose_at(0.0, 0.1);
    for tick in 1..=6u8 {
        let pose = stage.pose_at(1.0, 0.1);
        let gone = f32::from(tick) * 0.1;
        let at = [1.0, (2.0 * gone).min(1.0), (4.0 * gone).min(1.0), 1.0];
        for (bone, at) in at.iter().enumerate() {
            near(pose.translation(bone).x, 10.0 * at + bone as f32);
        }
    }
}

#[test]
fn a_bone_may_be_faster_than_the_rest_and_goes_there_at_once_at_speed_0() {
    let mut stage = stage(
        3,
        1.0,
        BoneSpeeds {
            speeds: vec![0.0],
            bones: vec![0, 0, 1],
        },
    );
    stage.pose_at(0.0, 0.1);
    let pose = stage.pose_at(2.0, 0.25);
    near(pose.translation(0).x, 10.0);
    near(pose.translation(2).x, 42.0);
    assert_eq!(stage.state.spaces[0].state.reached(), [0, 2]);
}

fn any_x() -> impl Strategy<Value = f64> {
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 1e30];
    prop_oneof![8 => -1.0f64..5.0, 1 => prop::sample::select(bad.to_vec())]
}

proptest! {
    /// Whatever comes, each bone is the sum of what its own weights give it; also while the space
    /// is edited.
    #[test]
    fn each_bone_is_mixed_by_the_weights_of_its_speed(
        clips in 0usize..5,
        own in prop_oneof![Just(0.0f32), 0.2f32..9.0],
        speeds in prop::collection::vec(prop_oneof![Just(0.0f32), 0.2f32..9.0], 0..4),
        chosen in prop::array::uniform4(0u8..4),
        steps in prop::collection::vec((any_x(), prop_oneof![8 => 0.0f64..0.2, 1 => Just(9.0)], prop::bool::weighted(0.1)), 1..30),
    ) {
        let bones = |count: usize| chosen.map(|speed| if usize::from(speed) <= count { speed } else { 0 }).to_vec();
        let mut table = BoneSpeeds { bones: bones(speeds.len()), speeds };
        let mut stage = stage(clips, own, table.clone());
        for (x, dt, edits) in steps {
            if edits {
                table.speeds.reverse();
                table.speeds.pop();
                table.bones = bones(table.speeds.len());
                let mut parts = stage.graph.parts().clone();
                parts.spaces[0].space = Arc::new(space(clips, own, table.clone()));
                let graph = Graph::new(parts).unwrap();
                stage.state.fit(&stage.graph.clone(), &graph);
                stage.graph = graph;
            }
            let pose = stage.pose_at(x, dt);
            prop_assert_eq!(pose.clone(), stage.evaluate(), "an evaluation changes nothing");
            let state = &stage.state.spaces[0].state;
            for bone in 0..BONES {
                let set = table.of(bone).map_or(state.weights(), |at| state.weights_of_bones(at));
                let total: f64 = set.iter().map(|share| share.weight).sum();
                prop_assert!(clips == 0 || (total - 1.0).abs() < 1e-9);
                let sum: f64 = set.iter().map(|share| share.weight * place(share.sample as usize, bone)).sum();
                let found = f64::from(pose.translation(bone).x);
                prop_assert!((found - sum).abs() < 2e-3, "bone {bone}: {found}, not {sum}: {state:?}");
            }
        }
    }
}
