//! A character's tick as evaluation.rs has it, by hand and as a graph: four times of one clip,
//! blended, a difference at half weight, two legs that reach, model matrices.

use anim::graph::nodes::{
    ApplyAdditiveNode, ControlNode, OutputNode, SequencePlayerNode, TwoWayNode,
};
use anim::{
    Clip, Graph, Library, Name, Pose, Skeleton,
    additive::{AdditiveKind, AdditivePose},
    array::Array,
    clip::{RootMotion, wrap},
    codec::{Bound, EncoderSettings, EncoderSource, SampleCache, encode},
    graph::{
        Alpha, GraphParts, Node, Play, Value,
        control::{Control, ControlAlpha, ControlKind, ControlTarget, EndRotation, TwoBoneIk},
    },
    ik::two_bone::{self, LimbBones},
    pose::{PoseLayer, blend_layers, local_to_model},
    spaces::Space,
};
use glam::{Affine3A, Vec3};
use std::sync::Arc;

pub const GRAPH: Name = Name::new("By graph");
const WEIGHTS: [f32; 4] = [0.4, 0.3, 0.2, 0.1];
const ADDITIVE_WEIGHT: f32 = 0.5;
/// Metres, in the frame of the end of a leg: where that is to go.
const REACH: Vec3 = Vec3::new(0.02, 0.03, 0.05);
/// A step forwards from where the hip is at rest: where a leg bends to.
const POLE: Vec3 = Vec3::new(0.0, 0.0, 1.0);

/// What both work with.
pub struct Work {
    skeleton: Arc<Skeleton>,
    clip: Arc<Clip>,
    additive: Arc<Clip>,
    limbs: Vec<LimbBones>,
}

impl Work {
    /// A clip of the library, and of it and its skeleton what both ways do: no curves, notifies,
    /// root motion and virtual bones.
    pub fn new(library: &Library, clip: Name) -> Self {
        let clip = Clip {
            root_motion: RootMotion::default(),
            curves: Array::default(),
            curve_keys: Array::default(),
            notifies: Array::default(),
            markers: Array::default(),
            ..(**library.clip(clip).unwrap()).clone()
        };
        let mut skeleton = (**library.skeleton(clip.skeleton).unwrap()).clone();
        skeleton.virtual_bones = Array::default();
        let limbs = ["foot_l", "foot_r"].map(|end| {
            let end = skeleton.find(Name::new(end)).unwrap();
            let middle = skeleton.parent(end).unwrap();
            LimbBones {
                root: skeleton.parent(middle).unwrap(),
                middle,
                end,
            }
        });
        let additive = Arc::new(difference(&skeleton, &clip));
        Self {
            limbs: limbs.to_vec(),
            skeleton: Arc::new(skeleton),
            clip: Arc::new(clip),
            additive,
        }
    }

    pub fn bones(&self) -> usize {
        self.skeleton.len()
    }

    fn start(&self, quarter: usize) -> f64 {
        f64::from(self.clip.length) * quarter as f64 / 4.0
    }

    fn pole(&self, limb: &LimbBones) -> Vec3 {
        let mut models = Vec::new();
        local_to_model(&self.skeleton, self.skeleton.reference_pose(), &mut models);
        Vec3::from(models[limb.root].translation) + POLE
    }

    /// A library with [`GRAPH`] alone.
    pub fn library(&self) -> Arc<Library> {
        let mut clips = vec![self.clip.clone(), self.additive.clone()];
        clips.sort_by_key(|clip| clip.name);
        let index = |name: Name| {
            clips
                .iter()
                .position(|clip| clip.name == name)
                .map(|at| at as u32)
        };
        let player = |quarter| {
            Node::SequencePlayer(SequencePlayerNode {
                clip: index(self.clip.name),
                play: Some(quarter),
            })
        };
        let two = |a, b, alpha| {
            Node::TwoWay(TwoWayNode {
                a,
                b,
                alpha,
                always_update_children: false,
            })
        };
        let mut nodes: Vec<Node> = (0..4).map(player).collect();
        nodes.extend([two(0, 1, 0), two(4, 2, 1), two(5, 3, 2)]);
        nodes.push(Node::SequencePlayer(SequencePlayerNode {
            clip: index(self.additive.name),
            play: None,
        }));
        nodes.push(Node::ApplyAdditive(ApplyAdditiveNode {
            base: 6,
            additive: 7,
            alpha: 3,
            lod: -1,
            kind: AdditiveKind::Local,
            mask: None,
        }));
        for control in 0..self.limbs.len() as u16 {
            nodes.push(Node::Control(ControlNode {
                source: nodes.len() as u16 - 1,
                control,
            }));
        }
        nodes.push(Node::Output(OutputNode {
            source: nodes.len() as u16 - 1,
        }));
        // Each over those before it, by its share of their sum.
        let shares = (1..4).map(|at| WEIGHTS[at] / WEIGHTS[..=at].iter().sum::<f32>());
        let alphas = shares
            .chain([ADDITIVE_WEIGHT])
            .map(|share| Alpha::Value(Value::Number(share.into())));
        let parts = GraphParts {
            name: GRAPH,
            skeleton: self.skeleton.name,
            nodes,
            plays: (0..4)
                .map(|quarter| Play {
                    start: self.start(quarter),
                    ..Play::default()
                })
                .collect(),
            alphas: alphas.collect(),
            controls: self.limbs.iter().map(|limb| self.control(limb)).collect(),
            ..GraphParts::default()
        };
        let graphs = vec![Arc::new(Graph::new(parts).unwrap())];
        Arc::new(Library {
            skeletons: vec![self.skeleton.clone()],
            clips,
            graphs,
            ..Library::default()
        })
    }

    fn control(&self, limb: &LimbBones) -> Control {
        let place = |at: Vec3| at.to_array().map(|number| Value::Number(number.into()));
        let kind = ControlKind::TwoBoneIk(TwoBoneIk {
            too_close: Default::default(),
            end: limb.end as u16,
            effector: ControlTarget::new(place(REACH), Space::Bone(limb.end)),
            pole: ControlTarget::new(place(self.pole(limb)), Space::Model),
            end_rotation: EndRotation::Maintain,
            stretch: None,
            twist_axis: None,
        });
        Control {
            alpha: ControlAlpha::default(),
            lod_threshold: -1,
            kind,
        }
    }
}

/// One pose: what leads from one time of a clip to another.
fn difference(skeleton: &Skeleton, clip: &Clip) -> Clip {
    let at = |time: f64| {
        let mut pose = Pose::default();
        clip.sample(skeleton, time * f64::from(clip.length), &mut pose);
        pose
    };
    let deltas = AdditivePose::between(AdditiveKind::Local, skeleton, &at(0.1), &at(0.6)).deltas;
    let source = EncoderSource {
        skeleton,
        additive: Some(AdditiveKind::Local),
        bases: &[],
        frames: &[deltas],
        shells: &vec![0.03; skeleton.len()],
    };
    let (compressed, _) = encode(
        &source,
        &EncoderSettings {
            precision: 1e-4,
            bound: Bound::P99,
            ..EncoderSettings::default()
        },
    )
    .unwrap();
    Clip {
        name: Name::new("Difference"),
        skeleton: skeleton.name,
        key_count: 1,
        rate_scale: 1.0,
        additive: Some(AdditiveKind::Local),
        compressed: Some(compressed),
        ..Clip::default()
    }
}

pub struct ByHand {
    work: Work,
    poles: Vec<Vec3>,
    time: f64,
    layers: Vec<PoseLayer>,
    caches: Vec<SampleCache>,
    additive: AdditivePose,
    pose: Pose,
    pub models: Vec<Affine3A>,
}

impl ByHand {
    pub fn new(work: Work) -> Self {
        let mut additive = AdditivePose::new(AdditiveKind::Local);
        work.additive.sample_additive(
            &work.skeleton,
            0.0,
            &mut SampleCache::default(),
            &mut additive,
        );
        Self {
            poles: work.limbs.iter().map(|limb| work.pole(limb)).collect(),
            work,
            time: 0.0,
            layers: WEIGHTS
                .map(|weight| PoseLayer {
                    weight,
                    ..PoseLayer::default()
                })
                .to_vec(),
            caches: vec![SampleCache::default(); 4],
            additive,
            pose: Pose::default(),
            models: Vec::new(),
        }
    }

    pub fn tick(&mut self, dt: f64) {
        let Self {
            work,
            layers,
            caches,
            pose,
            models,
            ..
        } = self;
        let (skeleton, length) = (&work.skeleton, f64::from(work.clip.length));
        self.time = wrap(self.time + dt, length, true);
        for (quarter, (layer, cache)) in layers.iter_mut().zip(caches).enumerate() {
            let time = wrap(self.time + work.start(quarter), length, true);
            work.clip
                .sample_cached(skeleton, time, cache, &mut layer.pose);
        }
        blend_layers(skeleton, layers, pose);
        self.additive.apply(skeleton, ADDITIVE_WEIGHT, pose);
        local_to_model(skeleton, pose, models);
        for (limb, pole) in work.limbs.iter().zip(&self.poles) {
            let target = models[limb.end].transform_point3(REACH);
            two_bone::apply(skeleton, *limb, target, *pole, pose, models);
        }
    }
}
