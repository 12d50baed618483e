//! Joints stay within what people can do: the active ranges of the American Academy of Orthopaedic
//! Surgeons ("Joint Motion", 1965), widened to what joints under load and of athletes reach
//! (Kapandji, "The Physiology of the Joints").
//!
//! Degrees. A joint's zero is the upright body with arms hanging, palms to the thighs.

#[cfg(test)]
mod tests;

use super::{Check, Failures, Film, film::Moment};
use crate::{
    math::{log, twist},
    rig::{Rig, Side},
};
use glam::{DQuat, DVec3};

mod hinge;
mod shoulder;

pub const CHECK: Check = Check {
    heads: &["knee", "elbow", "nearest limit"],
    run,
};

/// Beyond what any angle is.
const FREE: f64 = 360.0;

/// Of one joint in one sample, and the range that it must be in.
struct Angle {
    name: String,
    value: f64,
    range: (f64, f64),
}

impl Angle {
    fn new(name: String, value: f64, low: f64, high: f64) -> Self {
        Self {
            name,
            value,
            range: (low, high),
        }
    }

    /// Of a side's joint.
    fn of(side: Side, name: &str, value: f64, low: f64, high: f64) -> Self {
        Self::new(side.of(name), value, low, high)
    }

    /// Degrees that are left to the limit, less than 0 beyond it.
    fn room(&self) -> f64 {
        (self.value - self.range.0).min(self.range.1 - self.value)
    }
}

/// The part of a rotation about an axis, and the angle of the rest.
fn twist_and_swing(turn: DQuat, axis: DVec3) -> (f64, f64) {
    let about = twist(turn, axis);
    (
        log(about).dot(axis).to_degrees(),
        log(turn * about.inverse()).length().to_degrees(),
    )
}

/// In one order for all samples.
fn angles(frame: &Moment) -> Vec<Angle> {
    let rig = Rig::get();
    let mut out = spine(frame);
    for side in Side::BOTH {
        out.push(Angle::of(
            side,
            "knee",
            hinge::flexion(frame, rig.leg(side)),
            -2.0,
            155.0,
        ));
        out.push(Angle::of(
            side,
            "elbow",
            hinge::flexion(frame, rig.arm(side)),
            -2.0,
            155.0,
        ));
        out.extend(hip(frame, side));
        out.extend(shoulder::angles(frame, side));
        out.extend(wrist(frame, side));
        out.extend(foot(frame, side));
        out.extend(fingers(frame, side));
    }
    out
}

fn spine(frame: &Moment) -> Vec<Angle> {
    let rig = Rig::get();
    let bend = |bone: usize, space: usize| log(frame.turn(bone, space)).length().to_degrees();
    let of = |name: &str| {
        let bone = rig.bone(name);
        let parent = rig.joints[bone]
            .parent
            .expect("a spine's bone hangs on another");
        Angle::new(name.into(), bend(bone, parent), -FREE, 30.0)
    };
    let mut out: Vec<Angle> = ["spine_01", "spine_02", "spine_03", "spine_04", "spine_05"]
        .map(of)
        .into();
    out.push(Angle::new(
        "neck".into(),
        bend(rig.bone("head"), rig.bone("spine_05")),
        -FREE,
        85.0,
    ));
    out
}

/// Flexion raises the knee forwards, abduction spreads the legs.
fn hip(frame: &Moment, side: Side) -> [Angle; 2] {
    let (pelvis, leg) = (Rig::get().bone("pelvis"), Rig::get().leg(side));
    let thigh = frame.turns[pelvis].inverse()
        * (frame.joints[leg.middle] - frame.joints[leg.root]).normalize();
    let flexion = thigh.z.atan2(-thigh.y).to_degrees();
    let abduction = (thigh.x * side.sign()).clamp(-1.0, 1.0).asin().to_degrees();
    [
        Angle::of(side, "hip flexion", flexion, -35.0, 135.0),
        Angle::of(side, "hip abduction", abduction, -35.0, 60.0),
    ]
}

/// The forearm's roll is the hand's about it, 0 with the thumb forwards.
fn wrist(frame: &Moment, side: Side) -> [Angle; 2] {
    let limb = Rig::get().arm(side);
    let along = Rig::get().offset(limb.end).normalize();
    let (roll, swing) = twist_and_swing(frame.turn(limb.end, limb.middle), along);
    [
        Angle::of(side, "wrist", swing, -FREE, 90.0),
        Angle::of(side, "forearm roll", roll * side.sign(), -100.0, 100.0),
    ]
}

/// Plantar flexion of the ankle points the toes down, the foot turns outwards about the shin;
/// extension of the toes bends them up.
fn foot(frame: &Moment, side: Side) -> [Angle; 3] {
    let leg = Rig::get().leg(side);
    let ball = Rig::get().bone(&side.of("ball"));
    let down = |toes: DVec3| -toes.y.clamp(-1.0, 1.0).asin().to_degrees();
    let toes = frame.turn(leg.end, leg.middle) * DVec3::Z;
    let out = (toes.x * side.sign()).atan2(toes.z).to_degrees();
    [
        Angle::of(side, "ankle", down(toes), -45.0, 65.0),
        Angle::of(side, "foot turn", out, -60.0, 60.0),
        Angle::of(
            side,
            "toes",
            -down(frame.turn(ball, leg.end) * DVec3::Z),
            -45.0,
            90.0,
        ),
    ]
}

/// Each joint's flexion towards the palm, the thumb's across it.
fn fingers(frame: &Moment, side: Side) -> Vec<Angle> {
    let rig = Rig::get();
    let along = rig.offset(rig.arm(side).end).normalize();
    let thumb = (DVec3::Z - along * along.z).normalize();
    let palm = along.cross(thumb) * side.sign();
    let mut out = Vec::new();
    for stem in ["thumb", "index", "middle", "ring", "pinky"] {
        let pointing = rig
            .offset(rig.bone(&side.of(&format!("{stem}_02"))))
            .normalize();
        let axis = pointing.cross(palm).normalize();
        for joint in 1..=3 {
            let name = format!("{stem}_0{joint}");
            let bone = rig.bone(&side.of(&name));
            let parent = rig.joints[bone].parent.expect("a finger hangs on a hand");
            let (flexion, _) = twist_and_swing(frame.turn(bone, parent), axis);
            out.push(Angle::of(side, &name, flexion, -10.0, 110.0));
        }
    }
    out
}

/// Of each joint the angle that is nearest to its limit or furthest beyond it, and its time.
fn nearest(film: &Film) -> Vec<(Angle, f64)> {
    let mut worst: Vec<(Angle, f64)> = Vec::new();
    for frame in &film.frames {
        for (at, angle) in angles(frame).into_iter().enumerate() {
            match worst.get_mut(at) {
                Some(known) if known.0.room() <= angle.room() => {}
                Some(known) => *known = (angle, frame.time),
                None => worst.push((angle, frame.time)),
            }
        }
    }
    worst
}

fn run(film: &Film, failures: &mut Failures) -> Vec<String> {
    let worst = nearest(film);
    for (
        Angle {
            name,
            value,
            range: (low, high),
        },
        time,
    ) in &worst
    {
        let limit = if value < low { low } else { high };
        failures.limit((*low..=*high).contains(value), || {
            format!("{name} is at {value:.1} degrees at {time:.3} s, beyond {limit:.0}")
        });
    }
    hinge::flips(film, failures);
    let least = worst
        .iter()
        .min_by(|a, b| a.0.room().total_cmp(&b.0.room()));
    let least = least.map_or(String::new(), |(angle, _)| {
        format!("{} {:.0}", angle.name, angle.room())
    });
    vec![
        hinge::extent(film, Rig::leg),
        hinge::extent(film, Rig::arm),
        least,
    ]
}
