//! Poses worked out by a reference model.
//!
//! `set` has the settings, `pelvis` that of a stride, `solver` the pelvis solver's, and each `leg`
//! its foot, the foot as the pose has it, and its thigh. A tick is `root` (seconds, normal, speed,
//! and root motion if there is some) or `given` (seconds, normal, scale, direction) of a stride,
//! `turn` (seconds, root motion, angle or direction) of an orientation, and `ground` (seconds,
//! floor, teleport, and the normal on the ground). Lines after it have what comes of it.

use super::{
    cases::{Case, Line, bone, check},
    *,
};
use glam::DVec3;

fn place(v: &[f64]) -> DVec3 {
    DVec3::from_slice(v)
}

fn legs(case: &Case) -> Vec<WarpLeg> {
    let of = case
        .lines
        .iter()
        .filter(|line| line.key == "leg")
        .map(Line::numbers);
    of.map(|v| WarpLeg {
        ik: bone(&v),
        fk: place(&v[7..]),
        thigh: bone(&v[10..]),
    })
    .collect()
}

/// A tick, and the lines that say what comes of it.
type Ticked<'a> = (&'a Line, &'a [Line]);

/// Ticks, each with the lines after it that have these keys.
fn ticks<'a>(
    case: &'a Case,
    keys: &'a [&str],
    answers: &'a [&str],
) -> impl Iterator<Item = Ticked<'a>> {
    case.lines
        .iter()
        .enumerate()
        .filter(|(_, line)| keys.contains(&line.key))
        .map(|(at, line)| {
            let after = &case.lines[at + 1..];
            let count = after
                .iter()
                .take_while(|line| answers.contains(&line.key))
                .count();
            (line, &after[..count])
        })
}

fn sprung(v: &[f64]) -> Springiness {
    Springiness {
        stiffness: v[0],
        damping: v[1],
    }
}

fn stride(v: &[f64], solver: &[f64]) -> Stride {
    Stride {
        clamp: [v[0], v[1]],
        interp_up: v[2],
        interp_down: v[3],
        orient_to_floor: v[4] != 0.0,
        compensate_thigh: v[5] != 0.0,
        clamp_fk: v[6] != 0.0,
        disable_without_root_motion: v[7] != 0.0,
        gravity: place(&v[8..]),
        pelvis: Pelvis {
            most: solver[0],
            tolerance: solver[1],
            iterations: solver[2] as u32,
            alpha: solver[3],
            pull_only: solver[4] != 0.0,
            spring: sprung(&solver[5..]),
        },
        ..Stride::default()
    }
}

fn reason(reason: StrideReason) -> &'static str {
    match reason {
        StrideReason::Warped => "warped",
        StrideReason::UnitScale => "unit_scale",
        StrideReason::NoRootMotion => "no_root_motion",
        StrideReason::Disabled => "disabled",
        StrideReason::BadInput => "bad_input",
    }
}

fn run_stride(case: &Case) -> Result<(), String> {
    let stride = stride(&case.find("set").unwrap(), &case.find("solver").unwrap());
    let pelvis = place(&case.find("pelvis").unwrap());
    let (mut pace, mut swing) = (StridePace::default(), None);
    for (nth, (line, answers)) in
        ticks(case, &["root", "given"], &["is", "moved", "foot", "why"]).enumerate()
    {
        let v = line.numbers();
        let drive = match line.key {
            "root" => Drive::RootMotion {
                delta: v.get(5..8).map(place),
                speed: v[4],
            },
            _ => Drive::Given {
                scale: v[4],
                direction: place(&v[5..]),
            },
        };
        let (dt, normal) = (v[0], place(&v[1..]));
        let mut legs = legs(case);
        let strode = stride.decide(&mut pace, &StrideTick { dt, drive, normal });
        let shift = stride.bend(&strode, (dt, normal), &mut swing, pelvis, &mut legs);
        let mut feet = legs.iter();
        for answer in answers {
            let is_alike = match answer.key {
                "is" => {
                    let v = answer.numbers();
                    case.agree(&[strode.scale], &v[..1])
                        && case.agree_on_place(strode.direction, &v[1..4])
                        && case.agree_on_place(pelvis + shift, &v[4..])
                }
                "foot" => feet.next().is_some_and(|leg| {
                    let v = answer.numbers();
                    case.agree_on_bone(&leg.ik, &v) && case.agree_on_bone(&leg.thigh, &v[7..])
                }),
                "moved" => match drive {
                    Drive::RootMotion {
                        delta: Some(delta), ..
                    } => case.agree_on_place(delta * strode.scale, &answer.numbers()),
                    _ => false,
                },
                _ => answer.fields == [reason(strode.reason)],
            };
            if !is_alike {
                return Err(format!(
                    "tick {nth}, {}: {strode:?} {shift} {legs:?}",
                    answer.key
                ));
            }
        }
    }
    Ok(())
}

fn run_orientation(case: &Case) -> Result<(), String> {
    let v = case.find("set").unwrap();
    let orientation = Orientation {
        threshold: v[0],
        interp_speed: v[1],
        max_angle: v[2],
        distribution: v[3],
        weight: v[4],
        counter_compensate: v[5] != 0.0,
        ..Orientation::default()
    };
    let given = |key: &str| {
        case.find(key)
            .unwrap()
            .chunks(7)
            .map(bone)
            .collect::<Vec<_>>()
    };
    let mut pace = OrientationPace::default();
    for (nth, (line, answers)) in ticks(case, &["turn"], &["is", "moved", "feet"]).enumerate() {
        let v = line.numbers();
        let heading = if v.len() > 5 {
            Heading::Direction(place(&v[4..]))
        } else {
            Heading::Angle(v[4])
        };
        let turn = orientation.decide(&mut pace, v[0], place(&v[1..]), heading);
        let (mut own, mut spine, mut feet) = (given("bones"), given("spine"), given("feet"));
        let [root, pelvis, foot_root] = &mut own[..] else {
            panic!("three bones")
        };
        orientation.bend(
            turn.angle,
            OrientationBody {
                root,
                pelvis,
                spine: &mut spine,
                foot_root,
                feet: &mut feet,
            },
        );
        let moved = about_up(turn.angle) * place(&v[1..]);
        let bones: Vec<Rigid> = own[..2]
            .iter()
            .chain(&spine)
            .chain(&own[2..])
            .chain(&feet)
            .copied()
            .collect();
        let (is, after) = (answers[0].numbers(), answers[1].numbers());
        let is_alike = case.agree(&[turn.target, turn.angle], &is[..2])
            && turn.inverted == (is[2] != 0.0)
            && case.agree_on_place(moved, &is[3..])
            && after.len() == 7 * bones.len()
            && bones
                .iter()
                .zip(after.chunks(7))
                .all(|(bone, wanted)| case.agree_on_bone(bone, wanted));
        if !is_alike {
            return Err(format!("tick {nth}: {turn:?} for {is:?}, {bones:?}"));
        }
    }
    Ok(())
}

fn run_slope(case: &Case) -> Result<(), String> {
    let (v, places) = (case.find("set").unwrap(), case.find("bones").unwrap());
    let slope = Slope {
        max_step: v[0],
        normal_spring: sprung(&v[1..]),
        pelvis_spring: sprung(&v[3..]),
        keep_in_capsule: v[5] != 0.0,
        foot_root_up: place(&v[6..]),
    };
    let (root, pelvis) = (place(&places), place(&places[3..]));
    let mut swing = SlopeSwing::default();
    for (nth, (line, answers)) in ticks(case, &["ground"], &["is", "feet"]).enumerate() {
        let v = line.numbers();
        let normal = v.get(3..6).map(place);
        let tick = SlopeTick {
            dt: v[0],
            normal,
            floor_offset: v[1],
            teleports: v[2] != 0.0,
        };
        let (mut foot_root, mut legs) = (bone(&places[6..]), legs(case));
        let sloped = slope.bend(&mut swing, &tick, &mut foot_root, &mut legs);
        let (is, feet) = (answers[0].numbers(), answers[1].numbers());
        let is_alike = case.agree_on_place(sloped.normal, &is[..3])
            && case.agree(&[sloped.floor_offset], &is[3..4])
            && case.agree_on_place(root + DVec3::Y * sloped.floor_offset, &is[4..7])
            && case.agree_on_place(pelvis + sloped.pelvis_offset, &is[7..10])
            && case.agree_on_bone(&foot_root, &is[10..])
            && legs.iter().zip(feet.chunks(14)).all(|(leg, wanted)| {
                case.agree_on_bone(&leg.ik, wanted) && case.agree_on_bone(&leg.thigh, &wanted[7..])
            });
        if !is_alike || feet.len() != 14 * legs.len() {
            return Err(format!(
                "tick {nth}: {sloped:?} for {is:?}, {foot_root:?} {legs:?}"
            ));
        }
    }
    Ok(())
}

/// Spec 08 §10.
#[test]
fn all_strides_come_out_as_the_model_has_them() {
    check("stride", 25, run_stride);
}

#[test]
fn all_turned_poses_come_out_as_the_model_has_them() {
    check("orientation", 23, run_orientation);
}

#[test]
fn all_poses_on_slopes_come_out_as_the_model_has_them() {
    check("slope", 23, run_slope);
}
