//! Limbs and looks worked out by a reference model, on bones: each number within the tolerance of
//! its case.
//!
//! `two` or `look`, a name and the tolerance begin a case. `i` has the bones as they were: place
//! and rotation each. Of a limb `t` is target, pole and alpha, `s` the stretch, `r` the rotation
//! that the end takes, `m` that it keeps that to its parent, `w` the axis not to turn about, and
//! `o` the bones after it. Of a look `a` is axis, up, clamp, seconds, trigger, easing and alpha,
//! `u` the up axis, `w` the weights, and each `f` a tick: seconds, target, and the bones after it,
//! from the same bones every time. One case of the model is left out, whose answer hangs on digits
//! of lengths that bones do not have.

use super::{tests::stage::*, *};
use crate::{
    Pose, Skeleton, Transform, graph::Value, ik::two_bone::Stretch, montage::Easing, spaces::Space,
};
use glam::{DQuat, DVec3, EulerRot, Vec3};

const TEXT: &str = include_str!("worked.txt");

struct Case<'a> {
    name: &'a str,
    is_limb: bool,
    tolerance: f64,
    lines: Vec<(char, Vec<f64>)>,
}

impl Case<'_> {
    fn find(&self, key: char) -> Option<&[f64]> {
        self.lines
            .iter()
            .find(|line| line.0 == key)
            .map(|line| &line.1[..])
    }

    fn line(&self, key: char) -> &[f64] {
        self.find(key).unwrap()
    }

    /// In a chain, each where it is in model space.
    fn bones(&self) -> Vec<Transform> {
        let bone = |v: &[f64]| {
            let rotation = DQuat::from_slice(&v[3..]).normalize().as_quat();
            Transform::new(DVec3::from_slice(v).as_vec3(), rotation, Vec3::ONE)
        };
        self.line('i').chunks(7).map(bone).collect()
    }

    fn stage(&self, kind: ControlKind, alpha: f64) -> Stage {
        let bones = self.bones();
        let local = |at: usize| {
            at.checked_sub(1)
                .map_or(bones[at], |parent| bones[parent].relative_to(&bones[at]))
        };
        let parents: Vec<i32> = (-1..bones.len() as i32 - 1).collect();
        let skeleton: Skeleton = crate::fixture::skeleton(&parents, local);
        Stage::new(
            skeleton,
            vec![Control {
                alpha: number(alpha),
                ..always(kind)
            }],
        )
    }

    fn check(&self, pose: &Pose, wanted: &[f64]) -> Result<(), String> {
        let mut model = Transform::IDENTITY;
        for (at, wanted) in wanted.chunks(7).enumerate() {
            model = model.compose(&pose.get(at));
            let place = DVec3::from_slice(wanted);
            let rotation = DQuat::from_slice(&wanted[3..]).normalize();
            let off = model.translation.as_dvec3().distance(place) / place.length().max(1.0);
            let turned = rotation
                .dot(model.rotation.as_dquat().normalize())
                .abs()
                .min(1.0)
                .acos();
            // A cosine in single precision knows no angle finer than this.
            if !(off <= self.tolerance + 2e-6 && turned <= self.tolerance.max(1e-3)) {
                return Err(format!("{}, bone {at}: {off} {turned}", self.name));
            }
        }
        Ok(())
    }
}

fn cases() -> Vec<Case<'static>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for line in TEXT.lines() {
        let mut fields = line.split(' ');
        let key = fields.next().unwrap();
        if key.len() > 1 {
            let (name, tolerance) = (
                fields.next().unwrap(),
                fields.next().unwrap().parse().unwrap(),
            );
            cases.push(Case {
                name,
                is_limb: key == "two",
                tolerance,
                lines: Vec::new(),
            });
        } else {
            let numbers = fields.map(|field| field.parse().unwrap()).collect();
            cases
                .last_mut()
                .unwrap()
                .lines
                .push((key.chars().next().unwrap(), numbers));
        }
    }
    cases
}

fn numbers(v: &[f64]) -> [Value; 3] {
    [v[0], v[1], v[2]].map(Value::Number)
}

fn vector(v: &[f64]) -> Vec3 {
    DVec3::from_slice(v).as_vec3()
}

fn limb_case(case: &Case<'_>) -> Result<(), String> {
    let given = case.line('t');
    let rotation = match case.find('r') {
        Some(rotation) => {
            let (z, y, x) = DQuat::from_slice(rotation)
                .normalize()
                .to_euler(EulerRot::ZYX);
            EndRotation::Take(numbers(&[x, y, z].map(f64::to_degrees)))
        }
        None if case.find('m').is_some() => EndRotation::Maintain,
        None => EndRotation::Keep,
    };
    let kind = TwoBoneIk {
        end: 2,
        effector: ControlTarget::new(numbers(given), Space::Model),
        pole: ControlTarget::new(numbers(&given[3..]), Space::Model),
        end_rotation: rotation,
        stretch: case.find('s').map(|s| Stretch {
            start: s[0],
            most: s[1],
        }),
        twist_axis: case.find('w').map(vector),
        too_close: crate::ik::two_bone::TooClose::KeepLengths,
    };
    let mut stage = case.stage(ControlKind::TwoBoneIk(kind), given[6]);
    case.check(&stage.tick(), case.line('o'))
}

fn look_case(case: &Case<'_>) -> Result<(), String> {
    let given = case.line('a');
    let kind = CompiledLookAt {
        chain: case
            .line('w')
            .iter()
            .enumerate()
            .map(|(at, weight)| LookBone {
                bone: at as u16,
                weight: *weight,
            })
            .collect(),
        axis: vector(given),
        up_axis: case.find('u').map(vector),
        up: vector(&given[3..]),
        target: ControlTarget::new([0, 1, 2].map(Value::Parameter), Space::Model),
        clamp: given[6],
        time: given[7],
        trigger: given[8],
        easing: if given[9] == 0.0 {
            Easing::Linear
        } else {
            Easing::Smoothstep
        },
    };
    let mut stage = case.stage(ControlKind::LookAt(kind), given[10]);
    for (nth, (_, frame)) in case.lines.iter().filter(|line| line.0 == 'f').enumerate() {
        stage.dt = frame[0];
        stage.state.parameters.copy_from_slice(&frame[1..4]);
        case.check(&stage.tick(), &frame[4..])
            .map_err(|why| format!("{why}, tick {nth}"))?;
    }
    Ok(())
}

/// Spec 07 §12.
#[test]
fn every_limb_and_every_look_comes_out_alike() {
    let cases = cases();
    assert!(cases.len() >= 100, "{}", cases.len());
    let run = |case: &Case<'_>| {
        if case.is_limb {
            limb_case(case)
        } else {
            look_case(case)
        }
    };
    let wrong: Vec<String> = cases.iter().filter_map(|case| run(case).err()).collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}
