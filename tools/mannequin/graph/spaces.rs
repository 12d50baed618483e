//! The blend spaces: clips placed by speed and direction, by aim and by lean.

use crate::take::Take;
use anim::blend_space::{NotifyTrigger, Smoothing, SmoothingKind};
use asset::{
    BlendSpace, Id,
    blend_space::{Axis, Sample},
};

pub(super) const LOCOMOTION: &str = "BS_Locomotion";
pub(super) const AIM: &str = "AO_Aim";
pub(super) const LEAN: &str = "BS_Lean";

pub(super) fn space_id(name: &str) -> Id {
    crate::id("blend space", name)
}

pub(super) fn all(skeleton: Id) -> Vec<BlendSpace> {
    vec![locomotion(skeleton), aim(skeleton), lean(skeleton)]
}

/// Locomotion by direction, in degrees to the right, and by speed, in m/s. Each clip is where its
/// own root motion goes.
fn locomotion(skeleton: Id) -> BlendSpace {
    let smoothed = |time| Smoothing {
        kind: SmoothingKind::Exponential,
        time,
    };
    let direction = Axis {
        unit: "°".into(),
        wrap: true,
        smoothing: smoothed(0.12),
        ..Axis::new("Direction", -180.0, 180.0)
    };
    let speed = Axis {
        unit: "m/s".into(),
        smoothing: smoothed(0.15),
        ..Axis::new("Speed", 0.0, 5.5)
    };
    let samples = [
        ("Walk_Fwd", 0.0, 1.4),
        ("Jog_Fwd", 0.0, 3.0),
        ("Run_Fwd", 0.0, 5.0),
        ("Walk_Left", -90.0, 1.0),
        ("Walk_Right", 90.0, 1.0),
        ("Walk_Bwd", -180.0, 1.2),
        ("Walk_Bwd", 180.0, 1.2),
    ];
    // Of two gaits in step one sets the feet down.
    let notifies = NotifyTrigger::HighestWeighted;
    let mut space = BlendSpace {
        notifies,
        ..space(LOCOMOTION, skeleton, vec![direction, speed], &samples)
    };
    // Half as fast it goes half as far: who goes slower than any clip walks on, and does not step
    // to both sides.
    let slow = Sample {
        id: Id::derive(&["sample", LOCOMOTION, "slow"]),
        at: [0.0, 0.7],
        rate: 0.5,
        ..space.samples[0].clone()
    };
    space.samples.push(slow);
    space
}

/// The aim offset, in degrees to the right and upwards.
fn aim(skeleton: Id) -> BlendSpace {
    let smoothing = Smoothing {
        kind: SmoothingKind::Spring { damping: 1.0 },
        time: 0.12,
    };
    let axis = |name, end: f32| Axis {
        unit: "°".into(),
        smoothing,
        ..Axis::new(name, -end, end)
    };
    let samples = [
        ("Aim_LU", -70.0, 50.0),
        ("Aim_CU", 0.0, 50.0),
        ("Aim_RU", 70.0, 50.0),
        ("Aim_LC", -70.0, 0.0),
        ("Aim_CC", 0.0, 0.0),
        ("Aim_RC", 70.0, 0.0),
        ("Aim_LD", -70.0, -50.0),
        ("Aim_CD", 0.0, -50.0),
        ("Aim_RD", 70.0, -50.0),
    ];
    space(
        AIM,
        skeleton,
        vec![axis("Yaw", 70.0), axis("Pitch", 50.0)],
        &samples,
    )
}

/// Leaning into a curve: to the left below 0, to the right above it.
fn lean(skeleton: Id) -> BlendSpace {
    let smoothing = Smoothing {
        kind: SmoothingKind::Exponential,
        time: 0.2,
    };
    let axis = Axis {
        smoothing,
        ..Axis::new("Lean", -1.0, 1.0)
    };
    space(
        LEAN,
        skeleton,
        vec![axis],
        &[("Lean_L_Add", -1.0, 0.0), ("Lean_R_Add", 1.0, 0.0)],
    )
}

/// A blend space with clips at their places.
pub(super) fn space(
    name: &str,
    skeleton: Id,
    axes: Vec<Axis>,
    samples: &[(&str, f32, f32)],
) -> BlendSpace {
    let sample = |(at, (clip, x, y)): (usize, &(&str, f32, f32))| Sample {
        id: Id::derive(&["sample", name, "sample", &at.to_string()]),
        clip: Take::clip_id(clip),
        at: [*x, *y],
        rate: 1.0,
    };
    BlendSpace {
        axes,
        samples: samples.iter().enumerate().map(sample).collect(),
        ..BlendSpace::new(name, skeleton)
    }
}
