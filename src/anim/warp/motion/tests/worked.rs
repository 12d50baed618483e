//! Motion worked out by a reference model.
//!
//! `over` has the length, the position and the actor, `keys` time and place each of the root's,
//! `window` what [`window`] reads, with `point`, `scale` and `offset` of it. `set` and `remove`
//! stand before the tick that they belong to. `tick` has seconds, the rate, and where it jumps to;
//! `is` position and actor after it, `by` its splits where there is not one, `event` what happened
//! in it. `arrival` has both errors and what broke the promise.

use super::{keyed::*, *};
use crate::{
    montage::Easing,
    warp::cases::{Case, Line, bone, check},
};

fn window(v: &[f64]) -> Window {
    use {Method::*, RotationMethod as By, RotationType as Way};
    Window {
        start: v[0],
        end: v[1],
        modifier: [Skew, Scale, Simple, Adjust, Precomputed][v[2] as usize],
        translation: v[4] != 0.0,
        rotation: v[5] != 0.0,
        ignore_up: v[6] != 0.0,
        speed_clamp: v[7],
        easing: [Easing::Linear, Easing::Smoothstep][v[8] as usize],
        without_root_motion: v[9] != 0.0,
        subtract_remaining: v[10] != 0.0,
        rotation_method: [By::Slerp, By::SlerpClamped, By::ConstantRate, By::Scale][v[11] as usize],
        rotation_type: [
            Way::Default,
            Way::Facing,
            Way::OppositeDefault,
            Way::OppositeFacing,
        ][v[12] as usize],
        multiplier: v[13],
        rate: v[14],
        ..Window::default()
    }
}

fn player(case: &Case) -> Player {
    let over = case.find("over").unwrap();
    let keys = case.find("keys").unwrap_or_default();
    let keys = keys
        .chunks(8)
        .map(|key| (key[0], bone(&key[1..])))
        .collect();
    let mut player = Player::new(
        Keyed {
            keys,
            length: over[0],
        },
        Vec::new(),
        Rigid::IDENTITY,
    );
    player.targets = vec![None; 8];
    for line in case.lines.iter().take_while(|line| line.key != "tick") {
        match line.key {
            "window" => {
                let v = line.numbers();
                player.windows.push(window(&v));
                player.names.push(v[3] as usize);
            }
            "point" => player.windows.last_mut().unwrap().warp_point = Some(bone(&line.numbers())),
            "scale" => {
                player.windows.last_mut().unwrap().scale = DVec3::from_slice(&line.numbers())
            }
            "offset" => {
                player.windows.last_mut().unwrap().rotation_offset =
                    DQuat::from_slice(&line.numbers())
            }
            _ => {}
        }
    }
    player.warping = Warping::new(player.windows.len());
    (player.actor, player.position) = (bone(&over[2..]), player.place(over[1]));
    player
}

/// As the cases say it.
fn words(report: &Report) -> &'static str {
    match report {
        Report::Waiting => "waiting",
        Report::Active => "active",
        Report::Reactivated => "reactivated jumped",
        Report::Disabled(Why::TargetMissing) => "disabled target_missing",
        Report::Disabled(Why::TargetNan) => "disabled target_nan",
        Report::Disabled(Why::NoRootMotion) => "disabled no_root_motion",
        Report::Removed(End::Ended) => "removed ended",
        Report::Removed(End::Jumped) => "removed jumped",
        Report::Arrived(_) => unreachable!("kept by itself"),
    }
}

fn breach(breach: Breach) -> &'static str {
    match breach {
        Breach::TargetMissing => "target_missing",
        Breach::TargetNan => "target_nan",
        Breach::NoRootMotion => "no_root_motion",
        Breach::SpeedClamp => "speed_clamp",
        Breach::RotationRate => "rotation_rate",
        Breach::NoTranslation => "no_translation",
        Breach::NoRotation => "no_rotation",
        Breach::TranslationOverridden => "translation_overridden",
        Breach::RotationOverridden => "rotation_overridden",
    }
}

fn change(player: &mut Player, line: &Line) {
    let at: usize = line.fields[0].parse().unwrap();
    player.targets[at] = (line.key == "set").then(|| {
        let v = line.numbers();
        let place = bone(&v[1..]);
        if v.len() > 8 {
            place.compose(&bone(&v[8..]))
        } else {
            place
        }
    });
}

/// What a tick is said to come to, from the lines after it.
fn tick(case: &Case, player: &mut Player, lines: &[Line]) -> Result<(), String> {
    let v = lines[0].numbers();
    player.reports.clear();
    if let Some(to) = v.get(2) {
        player.jump(*to);
    }
    let motions = player.advance(v[0] * v[1]);
    let of = lines[1..]
        .iter()
        .take_while(|line| ["is", "by", "event"].contains(&line.key));
    let (of, events): (Vec<_>, Vec<_>) = of.partition(|line| line.key != "event");
    let wanted = of[0].numbers();
    if !case.agree(&[player.position], &wanted[..1])
        || !case.agree_on_bone(&player.actor, &wanted[1..])
    {
        return Err(format!(
            "{} {:?} for {wanted:?}",
            player.position, player.actor
        ));
    }
    let splits = of.get(1).map(|line| {
        if line.fields.is_empty() {
            Vec::new()
        } else {
            line.numbers()
        }
    });
    if let Some(splits) = splits {
        let mut pairs = motions.iter().zip(splits.chunks(7));
        if splits.len() != 7 * motions.len()
            || !pairs.all(|(got, wanted)| case.agree_on_bone(got, wanted))
        {
            return Err(format!("splits {motions:?} for {splits:?}"));
        }
    } else if motions.len() != 1 {
        return Err(format!("{} splits", motions.len()));
    }
    let events: Vec<String> = events.iter().map(|line| line.fields.join(" ")).collect();
    let reports: Vec<String> = player
        .reports
        .iter()
        .map(|(at, report)| format!("{at} {}", words(report)))
        .collect();
    if reports == events {
        Ok(())
    } else {
        Err(format!("{reports:?} for {events:?}"))
    }
}

fn run(case: &Case) -> Result<(), String> {
    let mut player = player(case);
    let mut nth = 0;
    for (at, line) in case.lines.iter().enumerate() {
        match line.key {
            "set" | "remove" => change(&mut player, line),
            "tick" => {
                tick(case, &mut player, &case.lines[at..])
                    .map_err(|why| format!("tick {nth}: {why}"))?;
                nth += 1;
            }
            _ => {}
        }
    }
    let wanted: Vec<&Line> = case
        .lines
        .iter()
        .filter(|line| line.key == "arrival")
        .collect();
    let is_alike = |(line, (at, arrival)): (&&Line, &(usize, Arrival))| {
        let mut broken: Vec<&str> = arrival.broken.iter().map(breach).collect();
        broken.sort_unstable();
        let errors: Vec<f64> = line.fields[1..3]
            .iter()
            .map(|field| field.parse().unwrap())
            .collect();
        line.fields[0] == at.to_string()
            && broken == line.fields[3..]
            && case.agree(&[arrival.position_error, arrival.rotation_error], &errors)
    };
    if wanted.len() == player.arrivals.len() && wanted.iter().zip(&player.arrivals).all(is_alike) {
        Ok(())
    } else {
        Err(format!("{:?}", player.arrivals))
    }
}

/// Spec 08 §10.
#[test]
fn all_motion_comes_out_as_the_model_has_it() {
    check("motion_warp", 109, run);
}
