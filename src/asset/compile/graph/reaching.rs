//! Controls of chains, legs and feet. Numbers that are none, or less than they may be, are taken to
//! the nearest that is.

#[cfg(test)]
mod tests;

use super::{
    builder::Builder,
    controls::{target, turned},
};
use crate::{
    BoneKey, Id,
    diagnostic::Kind,
    graph::{Ccd, Fabrik, FootPlacement, Leg, LegIk, ReachingChain},
};
use anim::{
    float::Extreme,
    graph::control::{self, ControlKind, FeetSettings, LegSettings, PlantLock},
    ik::{MOST_ITERATIONS, foot_placement::Rate},
};
use glam::Vec3;
use words::tr;

/// Least precision, metres.
const LEAST_PRECISION: f64 = 1e-9;

pub(super) fn fabrik(builder: &mut Builder<'_>, node: Id, chain: &Fabrik) -> Option<ControlKind> {
    let path = path(builder, node, (&chain.chain.root, &chain.chain.tip), 2)?;
    let limit = |bone: &u16| {
        let of = chain
            .limits
            .iter()
            .find(|limit| builder.bone(&limit.bone) == Some(*bone));
        of.map(|limit| radians(limit.most))
    };
    let limits: Vec<_> = path[..path.len() - 1].iter().map(limit).collect();
    Some(ControlKind::Fabrik(control::Fabrik {
        chain: reaching(builder, node, &chain.chain, &path)?,
        pole: match &chain.pole {
            Some(pole) => Some(target(builder, node, pole, tr!("pole"))?),
            None => None,
        },
        limits: any(limits),
        precision: precision(chain.precision),
        iterations: chain.iterations.min(MOST_ITERATIONS),
    }))
}

pub(super) fn ccd(builder: &mut Builder<'_>, node: Id, chain: &Ccd) -> Option<ControlKind> {
    let path = path(builder, node, (&chain.chain.root, &chain.chain.tip), 2)?;
    let limit = |bone: &u16| {
        chain
            .limits
            .iter()
            .find(|limit| builder.bone(&limit.bone) == Some(*bone))
    };
    let limits: Vec<_> = path[..path.len() - 1].iter().map(limit).collect();
    let steps = limits
        .iter()
        .map(|limit| limit.and_then(|limit| limit.step).map(radians))
        .collect();
    let totals = limits
        .iter()
        .map(|limit| limit.and_then(|limit| limit.total).map(radians))
        .collect();
    let most_step = radians(chain.most_step);
    Some(ControlKind::Ccd(control::Ccd {
        chain: reaching(builder, node, &chain.chain, &path)?,
        order: chain.order,
        most_step: (most_step > 0.0).then_some(most_step),
        steps: any(steps),
        totals: any(totals),
        precision: precision(chain.precision),
        iterations: chain.iterations.min(MOST_ITERATIONS),
    }))
}

pub(super) fn legs(builder: &mut Builder<'_>, node: Id, legs: &LegIk) -> Option<ControlKind> {
    if legs.legs.is_empty() {
        builder.error(node, Kind::ControlEmpty);
        return None;
    }
    let all = legs.legs.iter().map(|goal| {
        Some((
            leg(builder, node, &goal.leg)?,
            builder.bone_or_virtual(&goal.goal)?,
        ))
    });
    Some(ControlKind::LegIk(control::LegIk(
        all.collect::<Option<_>>()?,
    )))
}

pub(super) fn feet(
    builder: &mut Builder<'_>,
    node: Id,
    feet: &FootPlacement,
) -> Option<ControlKind> {
    if feet.legs.is_empty() {
        builder.error(node, Kind::ControlEmpty);
        return None;
    }
    let mut legs = Vec::new();
    for placed in &feet.legs {
        path(builder, node, (&feet.pelvis, &placed.leg.hip), 2)?;
        let permit = placed
            .lock_curve
            .as_ref()
            .map(|curve| builder.name(node, curve));
        let leg = leg(builder, node, &placed.leg)?;
        let ball = match &placed.ball {
            Some(ball) if *ball != placed.leg.foot => {
                path(builder, node, (&placed.leg.foot, ball), 2)?
                    .last()
                    .copied()
            }
            _ => Some(leg.foot),
        };
        legs.push(control::PlacedLeg {
            ball: ball.unwrap_or(leg.foot),
            leg,
            permit,
        });
    }
    Some(ControlKind::FootPlacement(control::CompiledFootPlacement {
        pelvis: builder.bone(&feet.pelvis)?,
        legs,
        in_air: builder.truth(node, &feet.in_air, tr!("in air")),
        settings: on_ground(&feet.settings),
    }))
}

fn on_ground(authored: &FeetSettings) -> FeetSettings {
    let lock = |lock: PlantLock| PlantLock {
        distance: length(lock.distance),
        speed: length(lock.speed),
        radius: length(lock.radius),
        angle: length(lock.angle).lower(180.0),
        ratio: length(lock.ratio).lower(1.0),
    };
    FeetSettings {
        radius: length(authored.radius),
        step_up: length(authored.step_up),
        step_down: length(authored.step_down),
        plane_spring: rate(authored.plane_spring),
        pelvis_spring: rate(authored.pelvis_spring),
        lock_spring: rate(authored.lock_spring),
        most_penetration: length(authored.most_penetration),
        most_slope: length(authored.most_slope).lower(180.0),
        twist: length(authored.twist).lower(1.0),
        least_extension: length(authored.least_extension).lower(1.0),
        most_extension: length(authored.most_extension).higher(1.0),
        most_offset: length(authored.most_offset),
        pelvis_mode: authored.pelvis_mode,
        teleport: length(authored.teleport),
        lock: authored.lock.map(lock),
    }
}

fn leg(builder: &mut Builder<'_>, node: Id, leg: &Leg) -> Option<control::CompiledLeg> {
    let path = path(builder, node, (&leg.hip, &leg.foot), 3)?;
    Some(control::CompiledLeg {
        hip: path[0],
        foot: path[path.len() - 1],
        hinge: leg.hinge.map(Vec3::from),
        settings: LegSettings {
            least_angle: length(leg.settings.least_angle).lower(180.0),
            soft: length(leg.settings.soft).clamp(0.01, 1.0),
            soft_alpha: length(leg.settings.soft_alpha).lower(1.0),
            precision: precision(leg.settings.precision),
            iterations: leg.settings.iterations.min(MOST_ITERATIONS),
        },
        knee_follows: leg.knee_follows.map(Vec3::from),
    })
}

/// A chain by the path from its root to its tip.
fn reaching(
    builder: &mut Builder<'_>,
    node: Id,
    chain: &ReachingChain,
    path: &[u16],
) -> Option<control::ReachingChain> {
    Some(control::ReachingChain {
        root: path[0],
        tip: path[path.len() - 1],
        target: target(builder, node, &chain.target, tr!("target"))?,
        tip_rotation: turned(builder, node, &chain.tip_rotation),
    })
}

/// The bones from one down to another that hangs on it; reported where there is no such chain, or
/// one of too few bones.
fn path(
    builder: &mut Builder<'_>,
    node: Id,
    (root, tip): (&BoneKey, &BoneKey),
    least: usize,
) -> Option<Vec<u16>> {
    let (first, last) = (builder.bone(root)?, builder.bone(tip)?);
    let skeleton = builder.skeleton();
    let above = |bone: &u16| {
        skeleton
            .bones
            .get(usize::from(*bone))
            .and_then(|bone| bone.parent)
            .map(|at| at as u16)
    };
    let mut path: Vec<u16> = std::iter::successors(Some(last), above)
        .take_while(|bone| *bone != first)
        .collect();
    // Of a way that never met its root the last bone has no parent.
    let meets = path
        .last()
        .map_or(first == last, |bone| above(bone) == Some(first));
    path.push(first);
    path.reverse();
    if !meets || path.len() < least {
        let name = |key| skeleton.bone_name(key).to_owned();
        let told = Kind::NoChain {
            root: name(root),
            tip: name(tip),
            between: least as u32 - 2,
        };
        builder.warn(node, told);
        return None;
    }
    Some(path)
}

/// The limits; an empty list where no joint has one.
fn any(limits: Vec<Option<f64>>) -> Vec<Option<f64>> {
    if limits.iter().any(Option::is_some) {
        limits
    } else {
        Vec::new()
    }
}

fn length(value: f64) -> f64 {
    if value.is_finite() { value.abs() } else { 0.0 }
}

fn radians(degrees: f64) -> f64 {
    length(degrees).lower(180.0).to_radians()
}

fn precision(value: f64) -> f64 {
    length(value).higher(LEAST_PRECISION)
}

fn rate(rate: Rate) -> Rate {
    Rate {
        stiffness: length(rate.stiffness),
        damping: length(rate.damping),
    }
}
