//! What a reference model answers, each number within the tolerance of its case, and each word.
//!
//! A kind, a name and the tolerance begin a case; the keys of its lines are those of
//! `tests/ik_cases.py`. `i` has the bones as they were, place and rotation each, and `o` (of a look
//! each `f`) what became of them. Of feet, `z`, `v`, `y` and `x` are the placement, pelvis, hips
//! and feet until they are told anew, `f` is a tick, and each `e` what a foot did.

use super::{
    ccd, fabrik,
    foot_placement::{
        FootPlacement, FootPlacementSettings, FootPose, Lock, PelvisMode, Rate, Stance,
    },
    leg, look_at,
    turn::{direction, normalized},
    two_bone::{LimbGoal, Stretch, TooClose, Turns, turn_limb},
    *,
};
use crate::montage::Easing;
use glam::{DQuat, DVec3};

const TEXT: &str = include_str!("worked.txt");

struct Case<'a> {
    kind: &'a str,
    name: &'a str,
    tolerance: f64,
    lines: Vec<(&'a str, Vec<&'a str>)>,
}

type Result<T = ()> = std::result::Result<T, String>;

fn read(field: &str) -> f64 {
    field.parse().unwrap()
}

impl<'a> Case<'a> {
    fn words(&self, key: &str) -> Option<&[&'a str]> {
        self.lines
            .iter()
            .find(|line| line.0 == key)
            .map(|line| &line.1[..])
    }

    fn find(&self, key: &str) -> Option<Vec<f64>> {
        self.words(key)
            .map(|fields| fields.iter().map(|field| read(field)).collect())
    }

    fn line(&self, key: &str) -> Vec<f64> {
        self.find(key).unwrap()
    }

    fn vector(&self, key: &str) -> Option<DVec3> {
        self.find(key).map(|v| DVec3::from_slice(&v))
    }

    fn limits(&self, key: &str) -> Vec<Option<f64>> {
        let limit = |field: &&str| (*field != "-").then(|| read(field).abs().to_radians());
        self.words(key).unwrap_or(&[]).iter().map(limit).collect()
    }

    fn joints(&self) -> Vec<Joint> {
        self.line("i").chunks(7).map(joint).collect()
    }

    fn end(&self) -> EndTurn {
        match (self.find("r"), self.words("m")) {
            (Some(rotation), _) => EndTurn::Take(DQuat::from_slice(&rotation)),
            (None, Some(_)) => EndTurn::Maintain,
            (None, None) => EndTurn::Keep,
        }
    }

    fn near(&self, what: &str, found: &[f64], wanted: &[f64]) -> Result {
        let size = found
            .iter()
            .fold(1.0, |most: f64, part| most.max(part.abs()));
        // The answers themselves are rounded.
        let most = self.tolerance + 2e-7;
        let is_near = |(found, wanted): (&f64, &f64)| {
            (found.is_nan() && wanted.is_nan()) || (found - wanted).abs() / size <= most
        };
        if found.len() == wanted.len() && found.iter().zip(wanted).all(is_near) {
            Ok(())
        } else {
            Err(format!("{}, {what}: {found:?}, not {wanted:?}", self.name))
        }
    }

    fn joint(&self, what: &str, found: &Joint, wanted: &[f64]) -> Result {
        self.near(what, &found.place.to_array(), &wanted[..3])?;
        let rotation = DQuat::from_slice(&wanted[3..]);
        let found = if found.rotation.dot(rotation) < 0.0 {
            -found.rotation
        } else {
            found.rotation
        };
        self.near(what, &found.to_array(), &rotation.to_array())
    }

    /// By alpha between what was and what is.
    fn bones(&self, before: &[Joint], after: &[Joint], alpha: f64, wanted: &[f64]) -> Result {
        for (at, wanted) in wanted.chunks(7).enumerate() {
            self.joint(
                &format!("bone {at}"),
                &blend(&before[at], &after[at], alpha),
                wanted,
            )?;
        }
        Ok(())
    }

    fn word(&self, found: &str, wanted: &str) -> Result {
        if found == wanted {
            Ok(())
        } else {
            Err(format!("{}: {found}, not {wanted}", self.name))
        }
    }

    /// The first is a reason, then come so many numbers, then bones.
    fn answer(&self, fields: &[&str], found: Reason, found_numbers: &[f64]) -> Result<Vec<f64>> {
        self.word(found.word(), fields[0])?;
        let wanted: Vec<f64> = fields[1..].iter().map(|field| read(field)).collect();
        for (found, wanted) in found_numbers.iter().zip(&wanted) {
            self.near("number", &[*found], &[*wanted])?;
        }
        Ok(wanted[found_numbers.len()..].to_vec())
    }
}

fn joint(v: &[f64]) -> Joint {
    Joint {
        place: DVec3::from_slice(v),
        rotation: normalized(DQuat::from_slice(&v[3..])),
    }
}

fn blend(old: &Joint, new: &Joint, alpha: f64) -> Joint {
    if alpha <= 1e-5 || alpha.is_nan() {
        return *old;
    }
    if alpha >= 1.0 - 1e-5 {
        return *new;
    }
    let to = if old.rotation.dot(new.rotation) < 0.0 {
        -new.rotation
    } else {
        new.rotation
    };
    let rotation = normalized(old.rotation * (1.0 - alpha) + to * alpha);
    Joint {
        place: old.place + (new.place - old.place) * alpha,
        rotation,
    }
}

fn cases() -> Vec<Case<'static>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for line in TEXT.lines() {
        let mut fields = line.split(' ');
        let key = fields.next().unwrap();
        if key.len() > 1 {
            let (name, tolerance) = (fields.next().unwrap(), read(fields.next().unwrap()));
            cases.push(Case {
                kind: key,
                name,
                tolerance,
                lines: Vec::new(),
            });
        } else {
            cases
                .last_mut()
                .unwrap()
                .lines
                .push((key, fields.collect()));
        }
    }
    cases
}

fn flag(is_on: bool) -> f64 {
    if is_on { 1.0 } else { 0.0 }
}

fn two_bone_case(case: &Case<'_>) -> Result {
    let (before, given) = (case.joints(), case.line("t"));
    let mut after: [Joint; 3] = before.clone().try_into().unwrap();
    let ask = LimbGoal {
        stretch: case.find("s").map(|s| Stretch {
            start: s[0],
            most: s[1],
        }),
        too_close: if case.words("p").is_some() {
            TooClose::Reach
        } else {
            TooClose::KeepLengths
        },
        previous: case.vector("d"),
        ..LimbGoal::of(DVec3::from_slice(&given))
    };
    let turns = Turns {
        end: case.end(),
        twist_axis: case.vector("w"),
    };
    let solved = turn_limb(&mut after, &ask, DVec3::from_slice(&given[3..]), &turns);
    let wanted = case.answer(case.words("o").unwrap(), solved.reason, &[solved.stretch])?;
    case.bones(&before, &after, given[6], &wanted)
}

fn fabrik_case(case: &Case<'_>) -> Result {
    let (before, given, limits) = (case.joints(), case.line("t"), case.limits("l"));
    let ask = fabrik::FabrikGoal {
        target: DVec3::from_slice(&given),
        precision: given[4],
        iterations: given[5] as u32,
        limits: &limits,
        hint: case.vector("h"),
    };
    let mut after = before.clone();
    let found = fabrik::solve(&ask, &mut after, case.end(), &mut Work::default());
    let numbers = [found.iterations.into(), found.error, flag(found.nudged)];
    let wanted = case.answer(case.words("o").unwrap(), found.reason, &numbers)?;
    case.bones(&before, &after, given[3], &wanted)
}

fn ccd_case(case: &Case<'_>) -> Result {
    let (before, given) = (case.joints(), case.line("t"));
    let (steps, totals) = (case.limits("s"), case.limits("l"));
    let ask = ccd::Ask {
        target: DVec3::from_slice(&given),
        precision: given[4],
        iterations: given[5] as u32,
        order: if given[6] == 1.0 {
            ccd::Order::RootToTip
        } else {
            ccd::Order::TipToRoot
        },
        most_step: (given[7] != 0.0).then(|| given[7].to_radians()),
        steps: &steps,
        totals: &totals,
    };
    let mut after = before.clone();
    let found = ccd::solve(&ask, &mut after, case.end(), &mut Work::default());
    let wanted = case.answer(
        case.words("o").unwrap(),
        found.reason,
        &[found.iterations.into(), found.error],
    )?;
    case.bones(&before, &after, given[3], &wanted)
}

fn look_at_case(case: &Case<'_>) -> Result {
    let (before, given, weights) = (case.joints(), case.line("a"), case.line("w"));
    let look = look_at::Look {
        axis: direction(DVec3::from_slice(&given)).unwrap(),
        up_axis: case.vector("u").and_then(direction),
        up: direction(DVec3::from_slice(&given[3..])).unwrap(),
        clamp: given[6].to_radians(),
        time: given[7],
        trigger: given[8].to_radians(),
        easing: if given[9] == 1.0 {
            Easing::Smoothstep
        } else {
            Easing::Linear
        },
    };
    let mut gaze = look_at::Gaze::default();
    for (_, frame) in case.lines.iter().filter(|line| line.0 == "f") {
        let told: Vec<f64> = frame[..4].iter().map(|field| read(field)).collect();
        let mut after = before.clone();
        let target = DVec3::from_slice(&told[1..]);
        let found = look_at::solve(
            &look,
            &mut after,
            |at| weights[at],
            target,
            told[0],
            &mut gaze,
        );
        let wanted = case.answer(&frame[4..], found.reason, &[])?;
        case.near("angle", &[found.angle], &[wanted[0].to_radians()])?;
        case.bones(&before, &after, given[10], &wanted[1..])?;
    }
    Ok(())
}

fn leg_case(case: &Case<'_>) -> Result {
    let (before, given) = (case.joints(), case.line("t"));
    let leg = leg::Leg {
        hinge: case.vector("h").and_then(direction),
        least_angle: given[8].to_radians(),
        soft: given[9],
        soft_alpha: given[10],
        precision: given[11],
        iterations: given[12] as u32,
        knee_follows: case.vector("k").and_then(direction),
    };
    let mut after = before.clone();
    let found = leg::solve(&leg, &mut after, &joint(&given), &mut Work::default());
    let wanted = case.answer(
        case.words("o").unwrap(),
        found.reason,
        &[found.reach.unwrap_or(f64::NAN)],
    )?;
    case.bones(&before, &after, given[7], &wanted)
}

/// Height and normal under a place.
fn ground(case: &Case<'_>, at: DVec3) -> Option<(f64, DVec3)> {
    let fields = case.words("g").unwrap();
    let given: Vec<f64> = fields[1..].iter().map(|field| read(field)).collect();
    let heading = given[1].to_radians();
    let uphill = DVec3::new(libm::sin(heading), 0.0, libm::cos(heading));
    let along = at.dot(uphill);
    let is_hole = |hole: &[&str]| (read(hole[0])..read(hole[1])).contains(&along);
    if case
        .lines
        .iter()
        .any(|line| line.0 == "n" && is_hole(&line.1))
    {
        return None;
    }
    let (height, slope) = match fields[0] {
        "slope" => (
            along * libm::tan(given[2].to_radians()),
            libm::tan(given[2].to_radians()),
        ),
        "stairs" => (given[2] * (along / given[3]).floor(), 0.0),
        "waves" => {
            let times = std::f64::consts::TAU / given[3];
            (
                given[2] * libm::sin(times * along),
                given[2] * times * libm::cos(times * along),
            )
        }
        _ => (0.0, 0.0),
    };
    Some((given[0] + height, (DVec3::Y - uphill * slope).normalize()))
}

fn settings(case: &Case<'_>) -> FootPlacementSettings {
    let v = case.line("a");
    let rate = |at: usize| Rate {
        stiffness: v[at],
        damping: v[at + 1],
    };
    FootPlacementSettings {
        step_up: v[0],
        step_down: v[1],
        goes_along: false,
        most_penetration: v[2],
        most_slope: v[3].to_radians(),
        twist: v[4],
        least_extension: v[5],
        most_extension: v[6],
        most_offset: v[7],
        teleport: v[8],
        plane: rate(9),
        pelvis: rate(11),
        release: rate(13),
        pelvis_mode: if v[15] == 1.0 {
            PelvisMode::Simple
        } else {
            PelvisMode::Interval
        },
        lock: case.find("c").map(|c| Lock {
            distance: c[0],
            speed: c[1],
            radius: c[2],
            angle: c[3].to_radians(),
            ratio: c[4],
        }),
    }
}

fn feet_case(case: &Case<'_>) -> Result {
    let (settings, mut state, mut goals) = (settings(case), FootPlacement::default(), Vec::new());
    let mut told = std::collections::BTreeMap::new();
    let (mut answers, mut placed) = (Vec::new().into_iter(), None);
    for (key, fields) in &case.lines {
        match *key {
            "f" => {
                let now: Vec<f64> = fields.iter().map(|field| read(field)).collect();
                let (hips, feet): (&Vec<f64>, &Vec<f64>) = (&told["y"], &told["x"]);
                let foot = |(at, foot): (usize, &[f64])| FootPose {
                    hip: DVec3::from_slice(&hips[at * 3..]),
                    foot: joint(foot),
                    permit: if now[2 + at] == 1.0 {
                        f64::INFINITY
                    } else {
                        0.0
                    },
                    reach: DVec3::ZERO,
                    longest: f64::INFINITY,
                };
                let feet: Vec<FootPose> = feet.chunks(7).enumerate().map(foot).collect();
                let stance = Stance {
                    dt: now[0],
                    placement: joint(&told["z"]),
                    in_air: now[1] == 1.0,
                };
                placed = state.tick(
                    &settings,
                    &stance,
                    &feet,
                    |_, place| ground(case, place),
                    &mut goals,
                );
                answers = goals.clone().into_iter();
            }
            "o" => {
                let placed = placed.ok_or(case.name)?;
                let pelvis = DVec3::from_slice(&told["v"]) + placed.up * placed.pelvis;
                let wanted: Vec<f64> = fields.iter().map(|field| read(field)).collect();
                case.near("pelvis", &pelvis.to_array(), &wanted[..3])?;
                case.near(
                    "offset",
                    &[placed.pelvis, flag(placed.is_reset)],
                    &wanted[3..],
                )?;
            }
            "e" => {
                let goal = answers.next().ok_or(case.name)?;
                case.word(goal.word.word(), fields[0])?;
                let wanted: Vec<f64> = fields[1..].iter().map(|field| read(field)).collect();
                let found = [
                    goal.hit.unwrap_or(f64::NAN),
                    flag(goal.is_locked),
                    goal.level,
                ];
                case.near("foot", &found, &wanted[..3])?;
                case.joint("goal", &goal.goal, &wanted[3..])?;
            }
            "z" | "v" | "y" | "x" => {
                told.insert(*key, fields.iter().map(|field| read(field)).collect());
            }
            _ => {}
        }
    }
    Ok(())
}

fn check(case: &Case<'_>) -> Result {
    match case.kind {
        "two_bone" => two_bone_case(case),
        "fabrik" => fabrik_case(case),
        "ccd" => ccd_case(case),
        "look_at" => look_at_case(case),
        "leg_ik" => leg_case(case),
        _ => feet_case(case),
    }
}

/// Spec 07 §12.
#[test]
fn every_case_of_the_model_comes_out_alike() {
    let cases = cases();
    assert_eq!(cases.len(), 300);
    let count = |kind: &str| cases.iter().filter(|case| case.kind == kind).count();
    let kinds = [
        "two_bone",
        "fabrik",
        "ccd",
        "look_at",
        "leg_ik",
        "foot_placement",
    ];
    assert_eq!(kinds.map(count), [96, 54, 42, 42, 42, 24]);
    let wrong: Vec<String> = cases.iter().filter_map(|case| check(case).err()).collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}
