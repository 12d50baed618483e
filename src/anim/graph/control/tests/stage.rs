//! A graph of controls over a pose that a stream tells, and what is needed to run it.

use super::super::*;
use crate::graph::nodes::{ControlNode, LivePoseNode, OutputNode, ReferencePoseNode};
use crate::{
    Library, Name, Pose, Skeleton, Transform,
    graph::{
        self, Graph, GraphParts, GraphState, LiveFrame, Node, NodeId, Parameter, Tick, TickInputs,
        UpdateOutcome, Value,
    },
    ground::{Hit, Hits, Swept},
    ik::two_bone::TooClose,
    montage::Easing,
    spaces::Space,
};
use glam::{DVec3, Quat, Vec3};

pub const PARENTS: [i32; 7] = [-1, 0, 1, 2, 3, 0, 5];

pub struct Stage {
    pub graph: Graph,
    pub skeleton: Skeleton,
    pub state: GraphState,
    pub dt: f64,
    pub lod: u32,
    pub teleported: bool,
    pub placement: Transform,
    pub ground: Hits,
    pub targets: crate::instance::WarpTargets,
    library: Library,
    scratch: graph::EvaluationScratch,
    caches: graph::Caches,
    outcome: UpdateOutcome,
}

impl Stage {
    /// Node 0 is the reference pose, node 1 the stream, then come the controls.
    pub fn new(skeleton: Skeleton, controls: Vec<Control>) -> Self {
        let mut nodes = vec![
            Node::ReferencePose(ReferencePoseNode),
            Node::LivePose(LivePoseNode {
                source: 0,
                subject: Name(1),
                patience: 1e6,
            }),
        ];
        for control in 0..controls.len() {
            nodes.push(Node::Control(ControlNode {
                source: nodes.len() as NodeId - 1,
                control: control as u16,
            }));
        }
        nodes.push(Node::Output(OutputNode {
            source: nodes.len() as NodeId - 1,
        }));
        let parameter = |name| Parameter {
            name: Name(name),
            default: 0.0,
            is_trigger: false,
            values: Vec::new(),
        };
        let parameters = (1..=3).map(parameter).collect();
        Self::of(
            skeleton,
            GraphParts {
                controls,
                parameters,
                ..GraphParts::from(&nodes)
            },
        )
    }

    pub fn of(skeleton: Skeleton, parts: GraphParts) -> Self {
        let graph = Graph::new(parts).unwrap();
        let mut state = GraphState::default();
        state.fit(&Graph::default(), &graph);
        Self {
            graph,
            skeleton,
            state,
            dt: 1.0 / 30.0,
            lod: 0,
            teleported: false,
            placement: Transform::IDENTITY,
            ground: under(3, 0.3, DVec3::Y),
            targets: crate::instance::WarpTargets::default(),
            library: Library::default(),
            scratch: graph::EvaluationScratch::default(),
            caches: graph::Caches::default(),
            outcome: UpdateOutcome::default(),
        }
    }

    fn with<R>(
        &mut self,
        run: impl FnOnce(
            &mut GraphState,
            &Tick<'_>,
            &mut graph::EvaluationScratch,
            &mut UpdateOutcome,
        ) -> R,
    ) -> R {
        let inputs = TickInputs {
            library: self.library.clone().into(),
            skeleton: self.skeleton.clone().into(),
            dt: self.dt,
            lod: self.lod,
            teleported: self.teleported,
            start: self.placement.into(),
            ground: self.ground.clone(),
            targets: self.targets.clone(),
            ..TickInputs::default()
        };
        let tick = Tick::new(&inputs, &self.graph);
        run(&mut self.state, &tick, &mut self.scratch, &mut self.outcome)
    }

    pub fn update(&mut self) {
        self.with(|state, tick, _, outcome| state.update(tick, outcome));
    }

    pub fn evaluate(&mut self) -> Pose {
        let (mut pose, mut caches) = (Pose::default(), std::mem::take(&mut self.caches));
        self.with(|state, tick, scratch, _| state.evaluate(tick, &mut caches, scratch, &mut pose));
        self.caches = caches;
        pose
    }

    pub fn tick(&mut self) -> Pose {
        self.update();
        self.evaluate()
    }

    pub fn tell(&mut self, bones: &[(Name, Transform)], curves: &[(Name, f32)]) {
        let frame = LiveFrame {
            subject: Name(1),
            bones: bones.to_vec(),
            curves: curves.to_vec(),
        };
        self.state.tell_live(&frame, &self.skeleton);
    }

    /// Away from the reference pose.
    pub fn pose_bones(&mut self) {
        let turned = |bone: usize| {
            let local = self.skeleton.reference(bone);
            let turn = Quat::from_euler(
                glam::EulerRot::XYZ,
                0.3,
                -0.2 * bone as f32,
                0.1 + 0.05 * bone as f32,
            );
            (
                Name(bone as u64 + 1),
                Transform {
                    rotation: (turn * local.rotation).normalize(),
                    ..local
                },
            )
        };
        let bones: Vec<_> = (0..self.skeleton.len()).map(turned).collect();
        self.tell(&bones, &[]);
    }

    /// What the first control gets.
    pub fn source(&self) -> Pose {
        let mut pose = Pose::reference(&self.skeleton);
        self.state
            .lives
            .iter()
            .for_each(|live| live.write(1e9, &mut pose));
        pose
    }

    pub fn set_alpha(&mut self, alpha: ControlAlpha) {
        let mut parts = self.graph.parts().clone();
        parts.controls[0].alpha = alpha;
        self.graph = Graph::new(parts).unwrap();
    }
}

/// 0 ← 1 ← 2 ← 3 ← 4, bent a little, and 0 ← 5 ← 6.
pub fn limb() -> Skeleton {
    crate::fixture::skeleton(&PARENTS, |bone| {
        let turn = Quat::from_rotation_x(0.1 * bone as f32) * Quat::from_rotation_z(0.15);
        Transform::new(Vec3::new(0.1, 0.5, 0.05), turn, Vec3::ONE)
    })
}

pub fn models(pose: &Pose) -> Vec<Transform> {
    let mut found: Vec<Transform> = Vec::new();
    for (bone, local) in pose.iter().enumerate() {
        let parent = usize::try_from(PARENTS[bone]).ok();
        found.push(parent.map_or(local, |parent| found[parent].compose(&local)));
    }
    found
}

pub fn number(alpha: f64) -> ControlAlpha {
    AlphaInput::Value(Value::Number(alpha)).into()
}

pub fn parameter(at: u16) -> ControlAlpha {
    AlphaInput::Value(Value::Parameter(at)).into()
}

pub fn always(kind: ControlKind) -> Control {
    Control {
        alpha: ControlAlpha::default(),
        lod_threshold: -1,
        kind,
    }
}

pub fn values(v: Vec3) -> [Value; 3] {
    v.to_array().map(|v| Value::Number(v.into()))
}

pub fn modify(mode: Mode, by: Vec3, space: Space) -> Modify {
    Modify {
        mode,
        by: values(by),
        space,
    }
}

pub fn ignored() -> Modify {
    modify(Mode::Ignore, Vec3::ZERO, Space::Model)
}

/// A bone, moved.
pub fn moved(bone: u16, by: Vec3, space: Space) -> ControlKind {
    let translation = modify(Mode::Add, by, space);
    ControlKind::ModifyBone(ModifyBone {
        bone,
        translation,
        rotation: ignored(),
        scale: ignored(),
    })
}

/// Of bones 1, 2 and 3.
pub fn reach(effector: ControlTarget) -> TwoBoneIk {
    let pole = ControlTarget::new(values(Vec3::new(0.0, 1.0, 5.0)), Space::Model);
    TwoBoneIk {
        end: 3,
        effector,
        pole,
        end_rotation: EndRotation::Keep,
        stretch: None,
        twist_axis: None,
        too_close: TooClose::KeepLengths,
    }
}

pub fn links(chain: &[u16]) -> Vec<LookBone> {
    chain
        .iter()
        .map(|bone| LookBone {
            bone: *bone,
            weight: 1.0,
        })
        .collect()
}

/// Bones 1 and 4.
pub fn look(target: ControlTarget) -> CompiledLookAt {
    CompiledLookAt {
        chain: links(&[1, 4]),
        axis: Vec3::Z,
        up_axis: Some(Vec3::Y),
        up: Vec3::Y,
        target,
        clamp: 0.0,
        time: 0.2,
        trigger: 1.0,
        easing: Easing::Linear,
    }
}

/// Stiffness 100, damped half as much as it takes to come to rest soonest.
pub fn spring(bone: u16) -> Spring {
    let (translates, rotates) = ([true; 3], [false; 3]);
    Spring {
        bone,
        stiffness: 100.0,
        damping: 10.0,
        most: None,
        translates,
        rotates,
    }
}

/// One that moves something of each; the spring does so when the character is placed elsewhere.
pub fn every_kind() -> Vec<ControlKind> {
    let asked = [Value::Number(0.4), Value::Parameter(1), Value::Number(0.9)];
    let target = ControlTarget::new(asked, Space::Model);
    let driven = Driven::Bone {
        bone: 6,
        channel: DrivenChannel::Translation(1),
    };
    let map = Remap::Range {
        from: [-90.0, 90.0],
        to: [0.5, 1.0],
    };
    let limit = |bone| AngleLimit {
        bone,
        least: [5.0; 3],
        most: [10.0; 3],
    };
    let (source, axis) = (2, Vec3::X);
    let copy = CopyBone {
        from: 3,
        to: 6,
        translation: true,
        rotation: true,
        scale: true,
        space: Space::Model,
    };
    let multiplier = Value::Number(0.5);
    let warped = WarpedFeet {
        feet: vec![WarpedFoot {
            ik: 6,
            fk: 4,
            thigh: 2,
        }],
        solves_legs: true,
    };
    let drive = StrideDrive::Given {
        scale: Value::Number(1.5),
        direction: asked,
    };
    vec![
        ControlKind::TwoBoneIk(reach(target)),
        ControlKind::LookAt(look(target)),
        moved(2, Vec3::Y, Space::Model),
        ControlKind::CopyBone(copy),
        ControlKind::RotationMultiplier(RotationMultiplier {
            source,
            target: 4,
            axis,
            multiplier,
            is_additive: false,
        }),
        ControlKind::RotateRootBone(RotateRootBone {
            yaw: Value::Number(30.0),
            pitch: Value::Number(20.0),
        }),
        ControlKind::BoneDriven(BoneDriven {
            source,
            channel: DrivenChannel::Rotation(0),
            map,
            driven,
        }),
        ControlKind::ApplyLimits(vec![limit(1), limit(3)]),
        ControlKind::Spring(spring(4)),
        ControlKind::ScaleLength(ScaleLength {
            root: 1,
            end: 4,
            target,
        }),
        ControlKind::Fabrik(passes(target)),
        ControlKind::Ccd(rounds(target)),
        ControlKind::LegIk(LegIk(vec![(leg(4), 6)])),
        ControlKind::FootPlacement(feet()),
        ControlKind::StrideWarping(StrideWarping {
            pelvis: 1,
            feet: warped.clone(),
            drive,
            settings: Default::default(),
        }),
        ControlKind::SlopeWarping(SlopeWarping {
            pelvis: 1,
            foot_root: None,
            feet: warped,
            settings: Default::default(),
        }),
    ]
}

/// Of bones 1 to 4.
pub fn passes(target: ControlTarget) -> Fabrik {
    let (tip_rotation, precision) = (EndRotation::Keep, 1e-4);
    Fabrik {
        chain: ReachingChain {
            root: 1,
            tip: 4,
            target,
            tip_rotation,
        },
        pole: None,
        limits: Vec::new(),
        precision,
        iterations: 40,
    }
}

/// Of bones 1 to 4.
pub fn rounds(target: ControlTarget) -> Ccd {
    Ccd {
        chain: ReachingChain {
            root: 1,
            tip: 4,
            target,
            tip_rotation: EndRotation::Keep,
        },
        order: crate::ik::ccd::Order::TipToRoot,
        most_step: None,
        steps: Vec::new(),
        totals: Vec::new(),
        precision: 1e-4,
        iterations: 60,
    }
}

/// From bone 1 to a foot below.
pub fn leg(foot: u16) -> CompiledLeg {
    let (soft, soft_alpha, precision, iterations) = (1.0, 1.0, 1e-4, 40);
    CompiledLeg {
        hip: 1,
        foot,
        hinge: None,
        settings: LegSettings {
            least_angle: 0.0,
            soft,
            soft_alpha,
            precision,
            iterations,
        },
        knee_follows: None,
    }
}

/// Bone 3 stands, and all is there at once.
pub fn feet() -> CompiledFootPlacement {
    let at_once = crate::ik::foot_placement::Rate::default();
    CompiledFootPlacement {
        pelvis: 0,
        legs: vec![PlacedLeg {
            leg: leg(3),
            ball: 3,
            permit: None,
        }],
        in_air: Value::Number(0.0),
        settings: FeetSettings {
            radius: 0.05,
            step_up: 3.0,
            step_down: 3.0,
            plane_spring: at_once,
            pelvis_spring: at_once,
            lock_spring: at_once,
            most_penetration: 9.0,
            most_slope: 45.0,
            twist: 1.0,
            least_extension: 0.5,
            most_extension: 1.0,
            most_offset: 2.0,
            pelvis_mode: crate::ik::foot_placement::PelvisMode::Interval,
            teleport: 100.0,
            lock: None,
        },
    }
}

/// The same ground under a bone, wherever it goes.
pub fn under(bone: u16, height: f64, normal: DVec3) -> Hits {
    Hits(vec![Swept {
        bone,
        at: DVec3::ZERO,
        hit: Some(Hit {
            point: DVec3::Y * height,
            normal,
        }),
    }])
}
