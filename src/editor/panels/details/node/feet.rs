//! Settings of feet on the ground.

use super::{
    Fields,
    control::of,
    reaching::{Row, a_bone, add, leg_ui, mirror_ui, numbers_ui, remove},
};
use crate::{icons, parts};
use anim::{graph::control::PlantLock, ik::foot_placement::PelvisMode};
use asset::graph::{ControlKind, FootPlacement, Leg, NodeKind, PlacedLeg};

fn feet(kind: &mut NodeKind) -> Option<&mut FootPlacement> {
    if let Some(ControlKind::FootPlacement(feet)) = of(kind) { Some(feet) } else { None }
}

pub(super) fn feet_ui(fields: &mut Fields<'_, '_>, placement: &FootPlacement) {
    fields.bone("Pelvis", &placement.pelvis, |kind, to| feet(kind).into_iter().for_each(|it| it.pelvis = to.clone()));
    legs_ui(fields, placement);
    if parts::group_header(fields.ui, "Ground", "") {
        let it = placement;
        let rows: [Row<'_, FootPlacement>; 7] = [
            ("Step up", "m", it.step_up, 0.0..=10.0, |it| &mut it.step_up),
            ("Step down", "m", it.step_down, 0.0..=10.0, |it| &mut it.step_down),
            ("Sole radius", "m", it.radius, 0.0..=1.0, |it| &mut it.radius),
            ("Most slope", "°", it.most_slope, 0.0..=180.0, |it| &mut it.most_slope),
            ("Slope twist", "of 1", it.twist, 0.0..=1.0, |it| &mut it.twist),
            ("Penetration", "m", it.most_penetration, 0.0..=1.0, |it| &mut it.most_penetration),
            ("Teleport", "m", it.teleport, 0.0..=1e4, |it| &mut it.teleport),
        ];
        numbers_ui(fields, rows, feet);
    }
    pelvis_ui(fields, placement);
    springs_ui(fields, placement);
    lock_ui(fields, placement.lock);
}

fn legs_ui(fields: &mut Fields<'_, '_>, placement: &FootPlacement) {
    for (at, placed) in placement.legs.iter().enumerate() {
        if !parts::group_header(fields.ui, &format!("Leg {at}"), placed.leg.foot.as_str()) {
            continue;
        }
        leg_ui(fields, at, &placed.leg, |kind| feet(kind)?.legs.get_mut(at).map(|it| &mut it.leg));
        let rolls = placed.ball.is_some();
        fields.toggle(&format!("Rolls over its ball {at}"), rolls, "a bone of the foot is planted", |kind, on| {
            let legs = feet(kind).and_then(|it| it.legs.get_mut(at));
            legs.into_iter().for_each(|it| it.ball = on.then(|| it.leg.foot.clone()));
        });
        if let Some(ball) = &placed.ball {
            fields.bone(&format!("Ball {at}"), ball, |kind, to| {
                let legs = feet(kind).and_then(|it| it.legs.get_mut(at));
                legs.into_iter().for_each(|it| it.ball = Some(to.clone()));
            });
        }
        let set = |kind: &mut NodeKind, to: Option<String>| {
            let found = feet(kind).and_then(|it| it.legs.get_mut(at));
            found.into_iter().for_each(|it| it.lock_curve.clone_from(&to));
        };
        let has_curve = placed.lock_curve.is_some();
        fields.toggle(&format!("Curve permits {at}"), has_curve, "the foot to be planted", |kind, on| {
            set(kind, on.then(|| "Planted".to_owned()));
        });
        if let Some(curve) = &placed.lock_curve {
            fields.text(&format!("Curve {at}"), curve, |kind, to| set(kind, Some(to)));
        }
        if placement.legs.len() > 1 {
            copy_ui(fields, at, &placed.leg);
        }
        mirror_ui(fields, at, &format!("leg {at}"));
        remove(fields, &format!("Remove leg {at}"), |kind| {
            feet(kind).into_iter().for_each(|it| _ = it.legs.remove(at));
        });
    }
    let bone = a_bone(fields);
    add(fields, "Add leg", |kind| {
        let leg = Leg { hip: bone.clone(), foot: bone.clone(), ..Leg::default() };
        feet(kind)
            .into_iter()
            .for_each(|it| it.legs.push(PlacedLeg { leg: leg.clone(), ball: None, lock_curve: None }));
    });
}

/// All of a leg but which bones it is of, to the others, in one step.
fn copy_ui(fields: &mut Fields<'_, '_>, at: usize, leg: &Leg) {
    if fields.button(icons::STACK, &format!("Copy leg {at} to the others")) {
        let command = fields.set(|kind| {
            for placed in feet(kind).into_iter().flat_map(|it| &mut it.legs) {
                let own = std::mem::replace(&mut placed.leg, leg.clone());
                (placed.leg.hip, placed.leg.foot) = (own.hip, own.foot);
            }
        });
        fields.rows.perform(command);
    }
}

fn pelvis_ui(fields: &mut Fields<'_, '_>, it: &FootPlacement) {
    if !parts::group_header(fields.ui, "Pelvis height", "") {
        return;
    }
    let modes = [(PelvisMode::Interval, "As the legs' lengths allow"), (PelvisMode::Simple, "With the lowest foot")];
    let modes = modes.map(|(mode, name)| (mode, name.to_owned()));
    fields.choice("Pelvis goes", &it.pelvis_mode, &modes, |kind, to| {
        feet(kind).into_iter().for_each(|it| it.pelvis_mode = to);
    });
    let rows: [Row<'_, FootPlacement>; 3] = [
        ("Least extension", "of its length", it.least_extension, 0.0..=1.0, |it| &mut it.least_extension),
        ("Most extension", "of its length", it.most_extension, 1.0..=2.0, |it| &mut it.most_extension),
        ("Most offset", "m", it.most_offset, 0.0..=10.0, |it| &mut it.most_offset),
    ];
    numbers_ui(fields, rows, feet);
}

fn springs_ui(fields: &mut Fields<'_, '_>, it: &FootPlacement) {
    if !parts::group_header(fields.ui, "Springs", "0 is at once") {
        return;
    }
    let rows: [Row<'_, FootPlacement>; 6] = [
        ("Foot stiffness", "1/s²", it.plane_spring.stiffness, 0.0..=1e5, |it| &mut it.plane_spring.stiffness),
        ("Foot damping", "1/s", it.plane_spring.damping, 0.0..=1e4, |it| &mut it.plane_spring.damping),
        ("Pelvis stiffness", "1/s²", it.pelvis_spring.stiffness, 0.0..=1e5, |it| &mut it.pelvis_spring.stiffness),
        ("Pelvis damping", "1/s", it.pelvis_spring.damping, 0.0..=1e4, |it| &mut it.pelvis_spring.damping),
        ("Release stiffness", "1/s²", it.lock_spring.stiffness, 0.0..=1e5, |it| &mut it.lock_spring.stiffness),
        ("Release damping", "1/s", it.lock_spring.damping, 0.0..=1e4, |it| &mut it.lock_spring.damping),
    ];
    numbers_ui(fields, rows, feet);
}

fn lock_ui(fields: &mut Fields<'_, '_>, lock: Option<PlantLock>) {
    if !parts::group_header(fields.ui, "Planting", "") {
        return;
    }
    let first = FootPlacement::default().lock;
    fields.toggle("Plants feet", lock.is_some(), "a foot that stands still stays", |kind, on| {
        feet(kind).into_iter().for_each(|it| it.lock = first.filter(|_| on));
    });
    let Some(lock) = lock else { return };
    let rows: [Row<'_, PlantLock>; 5] = [
        ("Plants below", "m", lock.distance, 0.0..=1.0, |it| &mut it.distance),
        ("Plants slower than", "m/s", lock.speed, 0.0..=10.0, |it| &mut it.speed),
        ("Lets go beyond", "m", lock.radius, 0.0..=10.0, |it| &mut it.radius),
        ("Lets go past", "°", lock.angle, 0.0..=180.0, |it| &mut it.angle),
        ("Plants again within", "of these", lock.ratio, 0.0..=1.0, |it| &mut it.ratio),
    ];
    numbers_ui(fields, rows, |kind| feet(kind)?.lock.as_mut());
}
