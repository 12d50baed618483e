//! Pose graphs and blend spaces there and back: a node of every kind, everything off its default.

use anim::{
    blend_space::{Smoothing, SmoothingKind},
    graph::{
        CurveRule, FirstTime, TransitionEnd,
        control::{DrivenChannel, FeetSettings, LegSettings, Mode},
    },
    ik::{
        ccd::Order,
        foot_placement::PelvisMode,
        two_bone::{Stretch, TooClose},
    },
    montage::Easing,
    rbf::{Kernel, Solver},
    sync::Role,
    warp::{Orientation, Pelvis, Slope, Springiness, Stride},
};
use asset::graph::controls::{
    ApplyLimitsControl, BoneDrivenControl, CopyBoneControl, ExternalPoseControl, LookAtControl,
    ModifyBoneControl, RotateRootBoneControl, RotationMultiplierControl, ScaleLengthControl,
    SpringControl, TwoBoneIkControl,
};
use asset::graph::nodes::{
    AimOffsetNode, ApplyAdditiveNode, BlendListNode, BlendSpaceEvaluatorNode, BlendSpacePlayerNode,
    ControlNode, CopyPoseNode, CurveSourceNode, InertializationNode, InputPoseNode,
    LayeredPerBoneNode, LinkedGraphNode, LivePoseNode, MakeDynamicAdditiveNode, MirrorNode,
    ModifyCurveNode, PoseBlendNode, PoseByNameNode, PoseDriverNode, PoseSnapshotNode,
    RandomPlayerNode, ReferencePoseNode, SavedPoseNode, SequenceCompositeNode,
    SequenceEvaluatorNode, SequencePlayerNode, SlotNode, TransitionPoseNode, TwoWayNode,
    UsedPoseNode,
};
use asset::{
    BlendSpace, Id, NamedPose, PoseAsset, PoseGraph,
    blend_space::{Axis, BoneSpeed, Division, Sample},
    graph::*,
};
use std::sync::Arc;

const CLIP: Option<Id> = Some(Id(2));

pub(super) fn blend_space() -> BlendSpace {
    let smoothing = Smoothing {
        kind: SmoothingKind::Spring { damping: 0.75 },
        time: 0.25,
    };
    let axis = Axis {
        unit: "m/s".into(),
        grid: 7,
        snap: true,
        wrap: true,
        smoothing,
        ..Axis::new("Speed", -1.0, 5.5)
    };
    let sample = Sample {
        id: Id(80),
        clip: Id(2),
        at: [0.5, 0.25],
        rate: 1.25,
    };
    let bone_speeds = vec![BoneSpeed {
        bone: "root".into(),
        speed: 2.5,
    }];
    BlendSpace {
        axes: vec![axis],
        samples: vec![sample],
        weight_speed: 4.0,
        division: Division::Grid,
        bone_speeds,
        ..BlendSpace::new("BS", Id(1))
    }
}

pub(super) fn poses() -> PoseAsset {
    let pose = |id, name: &str, time| NamedPose {
        id: Id(id),
        name: name.into(),
        clip: Id(2),
        time,
    };
    let poses = vec![pose(85, "Open", 0.0), pose(86, "Fist", 0.1)];
    PoseAsset {
        poses,
        base: Some(Id(85)),
        ..PoseAsset::new("PA", Id(1))
    }
}

pub(super) fn graph() -> PoseGraph {
    let wiring = Wiring {
        parameters: parameters(),
        presets: vec![Preset {
            id: Id(110),
            name: "Run".into(),
            values: settings(),
        }],
        rules: vec![SharedRule {
            id: Id(111),
            name: "fast".into(),
            text: "Speed > 5".into(),
        }],
        nodes: nodes()
            .into_iter()
            .zip(100..)
            .map(|(kind, id)| Node {
                name: "n".into(),
                ..Node::new(Id(id), kind)
            })
            .collect(),
        output: Some(Id(100)),
        implements: Some(Id(7)),
    };
    let comment = Comment {
        id: Id(120),
        text: "why".into(),
        page: Some(Id(91)),
        at: [1.5, 2.0],
        size: [3.0, 4.0],
        color: 2,
    };
    let layout = Layout {
        places: [(Id(100), [0.1, -0.2]), (Id(121), [7.0, 8.0])].into(),
        pages: [(Id(101), Id(91)), (Id(102), Id(121))].into(),
        comments: vec![comment],
        sub_graphs: vec![SubGraph {
            id: Id(121),
            name: "Legs".into(),
        }],
        reroutes: vec![Reroute {
            id: Id(122),
            wire: Id(100),
        }],
    };
    PoseGraph {
        wiring: Arc::new(wiring),
        layout: Arc::new(layout),
        ..PoseGraph::new("PG", Id(1))
    }
}

fn parameters() -> Vec<Parameter> {
    let kinds = [
        ParameterKind::Bool { default: true },
        ParameterKind::Int {
            default: -3,
            range: Some([-5, 5]),
        },
        ParameterKind::Float {
            default: 0.1,
            range: Some([0.0, 1.0 / 3.0]),
        },
        ParameterKind::Enum {
            values: vec!["A".into(), "B".into()],
            default: 1,
        },
        ParameterKind::Vector {
            default: [0.1, 0.2, 0.3],
            range: None,
        },
        ParameterKind::Name {
            default: "sword".into(),
        },
        ParameterKind::Trigger,
    ];
    let named = |(kind, id): (ParameterKind, u64)| Parameter {
        unit: "m".into(),
        driven: if id == 62 {
            "P61 * 2".into()
        } else {
            String::new()
        },
        ..Parameter::new(Id(id), format!("P{id}"), kind)
    };
    kinds.into_iter().zip(60..).map(named).collect()
}

fn settings() -> std::collections::BTreeMap<Id, Setting> {
    let settings = [
        Setting::Bool(false),
        Setting::Number(4.0),
        Setting::Number(0.1),
        Setting::Text("A".into()),
        Setting::Vector([1.0, 2.0, 3.5]),
        Setting::Text("axe".into()),
    ];
    (60..).map(Id).zip(settings).collect()
}

fn play() -> Play {
    Play {
        rate: "P62 * 2".into(),
        basis: 1.4,
        scale: 1.1,
        bias: -0.1,
        bounds: Some([0.5, 2.0]),
        start: 0.25,
        restarts: false,
        is_ignored_by_rules: true,
        group: "Gait".into(),
        role: Role::TransitionLeader,
        match_sync_point: false,
        interpolation: Some(InterpolationSpeeds {
            rising: 5.0,
            falling: 7.0,
        }),
    }
}

fn switch() -> Alpha {
    Alpha::Switch {
        on: "P60".into(),
        time_in: 0.1,
        time_out: 0.2,
        easing: Easing::Sine,
    }
}

fn nodes() -> Vec<NodeKind> {
    let source = Some(Id(101));
    let mut nodes = vec![
        NodeKind::ReferencePose(ReferencePoseNode {}),
        NodeKind::SequencePlayer(SequencePlayerNode {
            clip: CLIP,
            play: play(),
        }),
        NodeKind::BlendSpacePlayer(BlendSpacePlayerNode {
            space: Some(Id(6)),
            x: "P62".into(),
            y: 0.5.into(),
            play: play(),
            looping: true,
        }),
        NodeKind::TwoWay(TwoWayNode {
            a: source,
            b: None,
            alpha: Alpha::Value(0.1.into()),
            always_update_children: true,
        }),
        NodeKind::BlendList(BlendListNode {
            index: "P61".into(),
            poses: vec![ListPose { source, time: 0.3 }],
            easing: Easing::CubicInOut,
            profile: Some(Id(120)),
            inertialize: true,
            restarts: true,
        }),
        NodeKind::LayeredPerBone(LayeredPerBoneNode {
            base: source,
            layers: vec![Layer {
                source: None,
                weight: 0.75.into(),
                mask: Some(Id(13)),
                branches: vec![Branch {
                    bone: "arm".into(),
                    depth: 3,
                }],
            }],
            cover: Cover {
                mesh_rotation: true,
                mesh_scale: true,
                curves: CurveRule::ByWeight,
            },
            lod_threshold: 1,
        }),
        NodeKind::StateMachine(machine()),
        NodeKind::SavedPose(SavedPoseNode { source }),
        NodeKind::UsedPose(UsedPoseNode {
            saved: Some(Id(107)),
        }),
        NodeKind::Slot(SlotNode {
            source,
            slot: "Arms".into(),
            always_update_source: true,
        }),
        NodeKind::Inertialization(InertializationNode {
            source,
            dead_blend: Some(0.25),
            history: History::default(),
            jumps: JumpRules {
                filtered_curves: vec!["jaw".into()],
                keep_outward_velocity: Some(0.5),
            },
        }),
    ];
    nodes.extend(told());
    nodes.extend(posed(source));
    nodes.extend(linked(source));
    let alpha = ControlAlpha {
        input: AlphaInput::Curve("reach".into()),
        scale: 2.0,
        bias: 0.1,
        bounds: [0.2, 0.9],
        interpolation: Some(InterpolationSpeeds {
            rising: 4.0,
            falling: 2.0,
        }),
    };
    nodes.extend(controls().into_iter().map(|kind| {
        NodeKind::Control(ControlNode {
            source,
            alpha: alpha.clone(),
            lod_threshold: 1,
            kind,
        })
    }));
    nodes
}

fn told() -> Vec<NodeKind> {
    vec![
        NodeKind::SequenceEvaluator(SequenceEvaluatorNode {
            clip: CLIP,
            time: "P62".into(),
            teleports: true,
            first: FirstTime::NoReset,
        }),
        NodeKind::BlendSpaceEvaluator(BlendSpaceEvaluatorNode {
            space: Some(Id(6)),
            x: 0.1.into(),
            y: 0.2.into(),
            time: "P62".into(),
            teleports: true,
            looping: true,
            first: FirstTime::StartPos,
        }),
        NodeKind::RandomPlayer(RandomPlayerNode {
            entries: vec![RandomEntry {
                clip: CLIP,
                chance: 0.5,
                loops: [2, 3],
                blend: 0.25,
                easing: Easing::Sine,
            }],
            rate: 1.5.into(),
            seed: 3.0.into(),
            restarts: true,
            is_ignored_by_rules: true,
        }),
        NodeKind::SequenceComposite(SequenceCompositeNode {
            parts: vec![CompositePart {
                clip: CLIP,
                begin: 0.25,
                end: 0.5,
                rate: -1.0,
                loops: 2,
            }],
            rate: 1.5.into(),
            looping: true,
            restarts: true,
            is_ignored_by_rules: true,
        }),
    ]
}

fn posed(source: Option<Id>) -> Vec<NodeKind> {
    vec![
        NodeKind::PoseSnapshot(PoseSnapshotNode {
            snapshot: "fallen".into(),
        }),
        NodeKind::ApplyAdditive(ApplyAdditiveNode {
            base: source,
            additive: None,
            alpha: switch(),
            mesh_space: true,
            lod_threshold: 2,
            mask: None,
            branches: Vec::new(),
        }),
        NodeKind::MakeDynamicAdditive(MakeDynamicAdditiveNode {
            pose: source,
            base: None,
            mesh_space: true,
        }),
        NodeKind::AimOffset(AimOffsetNode {
            source,
            space: Some(Id(6)),
            x: "P62".into(),
            y: 0.5.into(),
            alpha: switch(),
            lod: 2,
            look: Some(AimTarget {
                target: [0.1.into(), "P62".into(), 0.3.into()],
                from: AimSource::Bone("arm".into()),
                axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            }),
        }),
        NodeKind::Mirror(MirrorNode {
            source,
            on: "P60".into(),
        }),
        NodeKind::ModifyCurve(ModifyCurveNode {
            source,
            edits: edits(),
        }),
        NodeKind::PoseDriver(PoseDriverNode {
            source,
            bones: vec!["arm".into()],
            asset: Some(Id(8)),
            targets: vec![DriverTarget {
                curve: "bent".into(),
                turns: vec![[0.1, 90.0, 0.3]],
                scale: 1.5,
            }],
            settings: DriverSettings {
                kernel: Kernel::Quintic,
                solver: Solver::Additive,
                radius: Some(60.0),
                swing: Some([0.0, 0.0, 1.0]),
            },
            lod_threshold: 0,
            alpha: 0.5.into(),
        }),
        NodeKind::LivePose(LivePoseNode {
            source,
            subject: "actor".into(),
            patience: 0.5,
        }),
        NodeKind::CurveSource(CurveSourceNode {
            source,
            subject: "actor".into(),
            alpha: 0.5.into(),
        }),
        NodeKind::CopyPose(CopyPoseNode {
            source,
            partner: "mount".into(),
            retargets: true,
        }),
        NodeKind::PoseByName(PoseByNameNode {
            asset: Some(Id(8)),
            pose: "Fist".into(),
            weight: "P62".into(),
        }),
        NodeKind::PoseBlend(PoseBlendNode {
            source,
            asset: Some(Id(8)),
            easing: Easing::Sine,
        }),
    ]
}

fn linked(source: Option<Id>) -> Vec<NodeKind> {
    let link = |swap| {
        NodeKind::LinkedGraph(LinkedGraphNode {
            graph: Some(Id(7)),
            inputs: vec![
                LinkedPose {
                    pose: "Base".into(),
                    source,
                },
                LinkedPose {
                    pose: "Arm".into(),
                    source: None,
                },
            ],
            values: [
                ("P62".to_owned(), "P61 / 2".into()),
                ("P64.x".to_owned(), 0.5.into()),
            ]
            .into(),
            swap,
        })
    };
    vec![
        link(None),
        link(Some(Swap {
            time: 0.25,
            inertialize: true,
        })),
        NodeKind::InputPose(InputPoseNode {
            pose: "Base".into(),
        }),
        NodeKind::TransitionPose(TransitionPoseNode {
            end: TransitionEnd::From,
        }),
        NodeKind::TransitionPose(TransitionPoseNode {
            end: TransitionEnd::To,
        }),
    ]
}

fn edits() -> Vec<CurveEdit> {
    let changes = [
        CurveChange::Add,
        CurveChange::Scale,
        CurveChange::Blend("P62".into()),
        CurveChange::Average,
        CurveChange::Remap,
    ];
    changes
        .map(|change| CurveEdit {
            curve: "smile".into(),
            value: 0.5.into(),
            change,
        })
        .into()
}

fn controls() -> Vec<ControlKind> {
    let target = || {
        Target::new(
            [0.1.into(), "P62".into(), 0.3.into()],
            Space::Bone("arm".into()),
        )
    };
    let modify = || Modify {
        mode: Mode::Add,
        by: [1.0.into(), 2.0.into(), 3.0.into()],
        space: Space::World,
    };
    vec![
        ControlKind::TwoBoneIk(TwoBoneIkControl {
            end: "arm".into(),
            effector: target(),
            pole: Target {
                space: TargetSpace::WarpTarget("ledge".into()),
                ..target()
            },
            end_rotation: EndRotation::Take([0.1.into(), 0.2.into(), 0.3.into()]),
            stretch: Some(Stretch {
                start: 0.5,
                most: 1.25,
            }),
            twist_axis: Some([1.0, 0.0, 0.0]),
            too_close: TooClose::Reach,
        }),
        ControlKind::LookAt(LookAtControl {
            chain: vec![LookBone {
                bone: "arm".into(),
                weight: 0.5,
            }],
            axis: [0.0, 0.0, 1.0],
            up_axis: Some([0.0, 1.0, 0.0]),
            up: [0.0, 0.0, 1.0],
            target: Target {
                space: TargetSpace::Socket(Id(9)),
                ..target()
            },
            clamp: 70.0,
            time: 0.25,
            trigger: 20.0,
            easing: Easing::Sine,
        }),
        ControlKind::ModifyBone(ModifyBoneControl {
            bone: "arm".into(),
            translation: modify(),
            rotation: modify(),
            scale: modify(),
        }),
        ControlKind::CopyBone(CopyBoneControl {
            from: "root".into(),
            to: "arm".into(),
            translation: true,
            rotation: true,
            scale: true,
            space: Space::ParentBone,
        }),
        ControlKind::RotationMultiplier(RotationMultiplierControl {
            driver: "root".into(),
            target: "arm".into(),
            axis: [1.0, 0.0, 0.0],
            multiplier: 0.5.into(),
            additive: true,
        }),
        ControlKind::RotateRootBone(RotateRootBoneControl {
            yaw: "P62".into(),
            pitch: 0.5.into(),
        }),
        ControlKind::BoneDriven(BoneDrivenControl {
            driver: "root".into(),
            channel: DrivenChannel::Rotation(1),
            from: [0.0, 90.0],
            to: [0.0, 1.0],
            driven: Driven::Bone {
                bone: "arm".into(),
                channel: DrivenChannel::Scale(2),
            },
        }),
        ControlKind::ApplyLimits(ApplyLimitsControl {
            limits: vec![AngleLimit {
                bone: "arm".into(),
                least: [-10.0; 3],
                most: [20.0; 3],
            }],
        }),
        ControlKind::Spring(SpringControl {
            bone: "arm".into(),
            stiffness: 50.0,
            damping: 4.0,
            most: Some(0.25),
            translates: [true, false, true],
            rotates: [false, true, false],
        }),
        ControlKind::ScaleLength(ScaleLengthControl {
            root: "root".into(),
            end: "arm".into(),
            target: target(),
        }),
        ControlKind::ExternalPose(ExternalPoseControl {
            stream: "cloth".into(),
        }),
    ]
    .into_iter()
    .chain(reaching(target))
    .chain(warping())
    .collect()
}

fn reaching(target: impl Fn() -> Target) -> [ControlKind; 4] {
    let leg = Leg {
        hip: "root".into(),
        foot: "arm".into(),
        hinge: Some([1.0, 0.0, 0.0]),
        settings: LegSettings {
            least_angle: 20.0,
            soft: 0.9,
            soft_alpha: 0.5,
            precision: 0.001,
            iterations: 7,
        },
        knee_follows: Some([0.0, 0.0, 1.0]),
    };
    [
        ControlKind::Fabrik(Fabrik {
            chain: ReachingChain {
                root: "root".into(),
                tip: "arm".into(),
                target: target(),
                tip_rotation: EndRotation::Maintain,
            },
            pole: Some(target()),
            limits: vec![LinkLimit {
                bone: "root".into(),
                most: 30.0,
            }],
            precision: 0.01,
            iterations: 20,
        }),
        ControlKind::Ccd(Ccd {
            chain: ReachingChain {
                root: "root".into(),
                tip: "arm".into(),
                target: target(),
                tip_rotation: EndRotation::Take([0.1.into(), 0.2.into(), 0.3.into()]),
            },
            order: Order::RootToTip,
            most_step: 10.0,
            limits: vec![JointLimit {
                bone: "root".into(),
                step: Some(5.0),
                total: Some(60.0),
            }],
            precision: 0.01,
            iterations: 20,
        }),
        ControlKind::LegIk(LegIk {
            legs: vec![LegGoal {
                leg: leg.clone(),
                goal: "root".into(),
            }],
        }),
        ControlKind::FootPlacement(FootPlacement {
            pelvis: "root".into(),
            legs: vec![PlacedLeg {
                leg,
                ball: Some("ball".into()),
                lock_curve: Some("planted".into()),
            }],
            in_air: "P62".into(),
            settings: FeetSettings {
                pelvis_mode: PelvisMode::Simple,
                lock: None,
                ..FeetSettings::default()
            },
        }),
    ]
}

fn warping() -> Vec<ControlKind> {
    let by = || [0.1.into(), "P62".into(), 0.3.into()];
    let feet = vec![WarpedFoot {
        ik: "ik".into(),
        fk: "foot".into(),
        thigh: "thigh".into(),
    }];
    let spring = Springiness {
        stiffness: 80.0,
        damping: 12.5,
    };
    let pelvis = Pelvis {
        most: 0.2,
        tolerance: 0.001,
        iterations: 5,
        alpha: 0.75,
        pull_only: true,
        spring,
    };
    let stride = Stride {
        min_root_speed: 0.2,
        clamp: [0.75, 1.5],
        interp_up: 4.0,
        interp_down: 8.0,
        orient_to_floor: false,
        compensate_thigh: false,
        clamp_fk: false,
        disable_without_root_motion: true,
        gravity: [0.0, 0.5, -1.0].into(),
        pelvis,
    };
    let orientation = Orientation {
        threshold: 100.0,
        min_speed: 0.2,
        interp_speed: 6.0,
        max_angle: 60.0,
        distribution: 0.25,
        weight: 0.75,
        counter_compensate: true,
    };
    let slope = Slope {
        max_step: 0.25,
        normal_spring: spring,
        pelvis_spring: Springiness {
            damping: 4.0,
            ..spring
        },
        keep_in_capsule: false,
        foot_root_up: [1.0, 0.0, 0.0].into(),
    };
    let strode = StrideWarping {
        pelvis: "pelvis".into(),
        feet: feet.clone(),
        solves_legs: false,
        drive: StrideDrive::RootMotion {
            speed: "P62".into(),
        },
        settings: stride,
    };
    let turned = OrientationWarping {
        spine: vec!["spine".into(), "chest".into()],
        foot_root: Some("goals".into()),
        feet: feet.clone(),
        solves_legs: false,
        heading: WarpedHeading::Angle("P62".into()),
        settings: orientation,
    };
    vec![
        ControlKind::StrideWarping(StrideWarping {
            drive: StrideDrive::Given {
                scale: 1.25.into(),
                direction: by(),
            },
            ..strode.clone()
        }),
        ControlKind::StrideWarping(strode),
        ControlKind::OrientationWarping(OrientationWarping {
            heading: WarpedHeading::Direction(by()),
            ..turned.clone()
        }),
        ControlKind::OrientationWarping(turned),
        ControlKind::SlopeWarping(SlopeWarping {
            pelvis: "pelvis".into(),
            foot_root: Some("goals".into()),
            feet,
            solves_legs: false,
            settings: slope,
        }),
    ]
}

fn machine() -> Machine {
    let kind = StateKind::Pose {
        source: Some(Id(101)),
        reset_on_entry: true,
        inertialize_reentry: true,
        on_entered: "in".into(),
        on_left: "out".into(),
        on_fully_blended: "whole".into(),
    };
    let transition = Transition {
        priority: -2,
        automatic: Some(-1.0),
        settings: Some(Settings {
            duration: 0.3,
            easing: Easing::Sine,
            logic: Logic::Inertialize,
            profile: Some(Id(120)),
        }),
        least_time_away: 0.5,
        on_start: "a".into(),
        on_end: "b".into(),
        on_interrupt: "c".into(),
        ..Transition::new(Id(94), Id(93), Id(91), Rule::Shared(Id(111)), 0.0)
    };
    let custom = Settings {
        duration: 0.3,
        easing: Easing::Sine,
        logic: Logic::Custom,
        profile: None,
    };
    let crossed = Transition {
        settings: Some(custom),
        pose: Some(Id(101)),
        ..Transition::new(Id(96), Id(91), Id(91), "P60", 0.0)
    };
    let bare = Transition {
        settings: None,
        ..Transition::new(Id(95), Id(91), Id(92), "P60", 0.0)
    };
    Machine {
        states: vec![
            State {
                id: Id(91),
                name: "Walk".into(),
                kind,
            },
            State {
                id: Id(92),
                name: "Fork".into(),
                kind: StateKind::Conduit { rule: "P60".into() },
            },
        ],
        transitions: vec![transition, bare, crossed],
        aliases: vec![Alias {
            id: Id(93),
            name: "Any".into(),
            states: Some(vec![Id(91)]),
        }],
        entry: Some(Id(91)),
        most_per_tick: 2,
        skips_first: false,
        restarts: false,
    }
}
