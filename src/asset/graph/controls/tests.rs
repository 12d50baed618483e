use super::*;
use crate::graph::{EndRotation, LookBone, PlacedLeg, Target, WarpedFoot};
use anim::{graph::control::FeetSettings, ik::two_bone::Stretch, montage::Easing};

fn kinds() -> Vec<ControlKind> {
    let leg = |at: usize| Leg {
        hip: format!("hip{at}").as_str().into(),
        foot: format!("foot{at}").as_str().into(),
        hinge: Some([0.0, 0.0, 1.0]),
        ..Leg::default()
    };
    let placed = |at| PlacedLeg {
        leg: leg(at),
        ball: Some("ball".into()),
        lock_curve: Some("Down".to_owned()),
    };
    let feet = vec![WarpedFoot {
        ik: "ik".into(),
        fk: "foot".into(),
        thigh: "thigh".into(),
    }];
    let at = || Target {
        at: ["a".into(), 1.0.into(), 2.0.into()],
        ..Target::default()
    };
    vec![
        ControlKind::TwoBoneIk(TwoBoneIkControl {
            end: "hand".into(),
            effector: at(),
            pole: at(),
            end_rotation: EndRotation::Keep,
            stretch: Some(Stretch {
                start: 0.5,
                most: 7.0,
            }),
            twist_axis: Some([1.0, 0.0, 0.0]),
            too_close: Default::default(),
        }),
        ControlKind::LookAt(LookAtControl {
            chain: vec![LookBone {
                bone: "head".into(),
                weight: 0.3,
            }],
            axis: [0.0, 1.0, 0.0],
            up_axis: None,
            up: [1.0, 0.0, 0.0],
            target: at(),
            clamp: 7.0,
            time: 7.0,
            trigger: 7.0,
            easing: Easing::default(),
        }),
        ControlKind::Spring(SpringControl {
            bone: "tail".into(),
            stiffness: 7.0,
            damping: 7.0,
            most: None,
            translates: [true, false, true],
            rotates: [false; 3],
        }),
        ControlKind::Fabrik(Fabrik {
            chain: ReachingChain {
                tip: "hand".into(),
                target: at(),
                ..ReachingChain::default()
            },
            iterations: 7,
            ..Fabrik::default()
        }),
        ControlKind::Ccd(Ccd {
            chain: ReachingChain {
                tip: "hand".into(),
                target: at(),
                ..ReachingChain::default()
            },
            iterations: 7,
            ..Ccd::default()
        }),
        ControlKind::LegIk(LegIk {
            legs: [1, 2, 3]
                .map(|at| LegGoal {
                    leg: leg(at),
                    goal: "goal".into(),
                })
                .into(),
        }),
        ControlKind::FootPlacement(FootPlacement {
            pelvis: "pelvis".into(),
            legs: vec![placed(1), placed(2)],
            in_air: "InAir".into(),
            settings: FeetSettings {
                most_slope: 7.0,
                ..FeetSettings::default()
            },
        }),
        ControlKind::StrideWarping(StrideWarping {
            pelvis: "pelvis".into(),
            feet: feet.clone(),
            ..Default::default()
        }),
        ControlKind::OrientationWarping(OrientationWarping {
            spine: vec!["pelvis".into()],
            feet: feet.clone(),
            ..Default::default()
        }),
        ControlKind::SlopeWarping(SlopeWarping {
            pelvis: "pelvis".into(),
            feet,
            ..Default::default()
        }),
    ]
}

/// What a preset must not touch, as text.
fn kept(kind: &ControlKind) -> Vec<String> {
    let mut kind = kind.clone();
    let mut inputs = Vec::new();
    kind.values(&mut crate::graph::form::EachField(&mut |_, field| {
        if let crate::graph::form::NodeFormField::Input { value, .. } = field {
            inputs.push(format!("{value:?}"));
        }
    }));
    let legs = match &kind {
        ControlKind::FootPlacement(it) => it
            .legs
            .iter()
            .map(|it| {
                format!(
                    "{:?}{:?}{:?}{:?}{:?}",
                    it.leg.hip, it.leg.foot, it.leg.hinge, it.ball, it.lock_curve
                )
            })
            .collect(),
        ControlKind::LegIk(it) => it
            .legs
            .iter()
            .map(|it| {
                format!(
                    "{:?}{:?}{:?}{:?}",
                    it.leg.hip, it.leg.foot, it.leg.hinge, it.goal
                )
            })
            .collect(),
        _ => Vec::new(),
    };
    let spaces = kind.targets().map(|target| format!("{target:?}"));
    inputs.into_iter().chain(legs).chain(spaces).collect()
}

#[test]
fn a_preset_changes_how_a_control_works_and_not_what_it_moves() {
    for kind in kinds() {
        let presets = kind.presets();
        assert!(presets.len() > 1, "{}", kind.word());
        let applied: Vec<ControlKind> = presets
            .iter()
            .map(|(_, by)| kind.tuned_as(by).unwrap())
            .collect();
        for (at, own) in applied.iter().enumerate() {
            assert_eq!(kept(own), kept(&kind), "{}", presets[at].0);
            assert!(crate::graph::same_bones(own, &kind));
            assert_eq!(
                own.tuned_as(&presets[at].1).as_ref(),
                Some(own),
                "twice is once"
            );
            assert_eq!(
                kind.tuned_as(own).as_ref(),
                Some(own),
                "one that is kept is as one that was there"
            );
            assert!(
                applied.iter().skip(at + 1).all(|other| other != own),
                "{} does as another",
                presets[at].0
            );
        }
    }
}

#[test]
fn a_preset_of_another_kind_is_none() {
    let kinds = kinds();
    for (a, b) in kinds.iter().flat_map(|a| kinds.iter().map(move |b| (a, b))) {
        assert_eq!(a.tuned_as(b).is_some(), a.word() == b.word());
    }
}
