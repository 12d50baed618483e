//! Settings of controls of chains and legs.

use super::{
    Fields,
    control::{of, target_ui, tip_ui},
};
use crate::{icons, parts, session::Tone};
use anim::ik::{MOST_ITERATIONS, ccd::Order};
use asset::{
    BoneKey,
    graph::{
        Ccd, ControlKind, Fabrik, JointLimit, Leg, LegGoal, LegIk, LinkLimit, MirrorRefusal, NodeKind, Target,
        mirror_leg,
    },
};
use std::ops::RangeInclusive;

/// Label, unit, value, range, and where the number stands.
pub(super) type Row<'a, T> = (&'a str, &'a str, f64, RangeInclusive<f64>, fn(&mut T) -> &mut f64);

pub(super) fn numbers_ui<T, const N: usize>(
    fields: &mut Fields<'_, '_>,
    rows: [Row<'_, T>; N],
    find: impl Fn(&mut NodeKind) -> Option<&mut T>,
) {
    for (label, unit, value, range, part) in rows {
        fields.number((label, unit), value, range, |kind, to| {
            find(kind).into_iter().for_each(|it| *part(it) = to);
        });
    }
}

/// Sets a leg of the list up on the other side of the skeleton, in one step.
pub(super) fn mirror_ui(fields: &mut Fields<'_, '_>, at: usize, leg: &str) {
    if !fields.button(icons::PERSON, &format!("Mirror {leg} to the other side")) {
        return;
    }
    let Some(rig) = fields.project.skeletons.get(&fields.graph.skeleton) else { return };
    let mut kind = fields.node.kind.clone();
    let done =
        of(&mut kind).map_or(Err(MirrorRefusal::OneSided), |kind| mirror_leg(kind, at, rig, &fields.graph.wiring));
    match done {
        Ok(()) => {
            let command = fields.set(|own| *own = kind);
            fields.rows.perform(command);
        }
        Err(why) => fields.rows.session.toast(Tone::Warning, "No other side", format!("{why}.")),
    }
}

/// A length that is shown in millimetres, for it is short.
fn precision_ui(fields: &mut Fields<'_, '_>, label: &str, value: f64, change: impl FnOnce(&mut NodeKind, f64)) {
    fields.number((label, "mm"), value * 1000.0, 0.001..=1000.0, |kind, to| change(kind, to / 1000.0));
}

/// An axis that there may be.
pub(super) fn axis_ui(
    fields: &mut Fields<'_, '_>,
    (label, note): (&str, &str),
    value: Option<[f32; 3]>,
    first: [f32; 3],
    find: impl Fn(&mut NodeKind) -> Option<&mut Option<[f32; 3]>>,
) {
    fields.toggle(label, value.is_some(), note, |kind, on| {
        find(kind).into_iter().for_each(|axis| *axis = on.then_some(first));
    });
    let Some(value) = value else { return };
    vector_ui(fields, label, value, |kind| find(kind)?.as_mut());
}

/// A way in three numbers, of any length.
pub(super) fn vector_ui(
    fields: &mut Fields<'_, '_>,
    label: &str,
    value: [f32; 3],
    find: impl Fn(&mut NodeKind) -> Option<&mut [f32; 3]>,
) {
    for (at, name) in ["x", "y", "z"].into_iter().enumerate() {
        fields.number((&format!("{label} {name}"), ""), value[at].into(), -1.0..=1.0, |kind, to| {
            find(kind).into_iter().for_each(|axis| axis[at] = to as f32);
        });
    }
}

fn fabrik(kind: &mut NodeKind) -> Option<&mut Fabrik> {
    if let Some(ControlKind::Fabrik(chain)) = of(kind) { Some(chain) } else { None }
}

pub(super) fn fabrik_ui(fields: &mut Fields<'_, '_>, chain: &Fabrik) {
    let put = |kind: &mut NodeKind, change: &mut dyn FnMut(&mut Fabrik)| fabrik(kind).into_iter().for_each(change);
    fields.bone("Root bone", &chain.root, |kind, to| put(kind, &mut |it| it.root.clone_from(&to)));
    fields.bone("Tip bone", &chain.tip, |kind, to| put(kind, &mut |it| it.tip.clone_from(&to)));
    target_ui(fields, "Target", &chain.target, 0);
    tip_ui(fields, &chain.tip_rotation, |kind, to| put(kind, &mut |it| it.tip_rotation.clone_from(&to)));
    fields.toggle("Pole", chain.pole.is_some(), "a straight chain bends towards it", |kind, on| {
        put(kind, &mut |it| it.pole = on.then(Target::default));
    });
    if let Some(pole) = &chain.pole {
        target_ui(fields, "Pole", pole, 1);
    }
    precision_ui(fields, "Precision", chain.precision, |kind, to| put(kind, &mut |it| it.precision = to));
    fields.whole(("Passes", "at most"), chain.iterations.into(), 0..=MOST_ITERATIONS.into(), |kind, to| {
        put(kind, &mut |it| it.iterations = to as u32);
    });
    for (at, limit) in chain.limits.iter().enumerate() {
        let set = |kind: &mut NodeKind, change: &mut dyn FnMut(&mut LinkLimit)| {
            fabrik(kind).and_then(|it| it.limits.get_mut(at)).into_iter().for_each(change);
        };
        fields.bone(&format!("Limited bone {at}"), &limit.bone, |kind, to| {
            set(kind, &mut |it| it.bone.clone_from(&to));
        });
        fields.number((&format!("Bends {at}"), "°"), limit.most, 0.0..=180.0, |kind, to| {
            set(kind, &mut |it| it.most = to);
        });
        remove(fields, &format!("Remove limit {at}"), |kind| put(kind, &mut |it| _ = it.limits.remove(at)));
    }
    let limit = LinkLimit { bone: chain.root.clone(), most: 45.0 };
    add(fields, "Add limit", |kind| put(kind, &mut |it| it.limits.push(limit.clone())));
}

fn ccd(kind: &mut NodeKind) -> Option<&mut Ccd> {
    if let Some(ControlKind::Ccd(chain)) = of(kind) { Some(chain) } else { None }
}

pub(super) fn ccd_ui(fields: &mut Fields<'_, '_>, chain: &Ccd) {
    let put = |kind: &mut NodeKind, change: &mut dyn FnMut(&mut Ccd)| ccd(kind).into_iter().for_each(change);
    fields.bone("Root bone", &chain.root, |kind, to| put(kind, &mut |it| it.root.clone_from(&to)));
    fields.bone("Tip bone", &chain.tip, |kind, to| put(kind, &mut |it| it.tip.clone_from(&to)));
    target_ui(fields, "Target", &chain.target, 0);
    tip_ui(fields, &chain.tip_rotation, |kind, to| put(kind, &mut |it| it.tip_rotation.clone_from(&to)));
    let orders = [(Order::TipToRoot, "Tip first"), (Order::RootToTip, "Root first")];
    let orders = orders.map(|(order, name)| (order, name.to_owned()));
    fields.choice("Order", &chain.order, &orders, |kind, to| put(kind, &mut |it| it.order = to));
    let step: [Row<'_, Ccd>; 1] = [("Most in a round", "°", chain.most_step, 0.0..=180.0, |it| &mut it.most_step)];
    numbers_ui(fields, step, ccd);
    precision_ui(fields, "Precision", chain.precision, |kind, to| put(kind, &mut |it| it.precision = to));
    fields.whole(("Rounds", "at most"), chain.iterations.into(), 0..=MOST_ITERATIONS.into(), |kind, to| {
        put(kind, &mut |it| it.iterations = to as u32);
    });
    for (at, limit) in chain.limits.iter().enumerate() {
        joint_ui(fields, at, limit);
        remove(fields, &format!("Remove limit {at}"), |kind| put(kind, &mut |it| _ = it.limits.remove(at)));
    }
    let limit = JointLimit { bone: chain.root.clone(), step: None, total: Some(45.0) };
    add(fields, "Add limit", |kind| put(kind, &mut |it| it.limits.push(limit.clone())));
}

fn joint_ui(fields: &mut Fields<'_, '_>, at: usize, limit: &JointLimit) {
    let set = |kind: &mut NodeKind, change: &mut dyn FnMut(&mut JointLimit)| {
        ccd(kind).and_then(|it| it.limits.get_mut(at)).into_iter().for_each(change);
    };
    fields.bone(&format!("Limited bone {at}"), &limit.bone, |kind, to| set(kind, &mut |it| it.bone.clone_from(&to)));
    let parts: [fn(&mut JointLimit) -> &mut Option<f64>; 2] = [|it| &mut it.step, |it| &mut it.total];
    for ((name, value), part) in [("Round", limit.step), ("In all", limit.total)].into_iter().zip(parts) {
        fields.toggle(&format!("{name} {at}"), value.is_some(), "bounded", |kind, on| {
            set(kind, &mut |it| *part(it) = on.then_some(45.0));
        });
        if let Some(value) = value {
            fields.number((&format!("{name} {at} most"), "°"), value, 0.0..=180.0, |kind, to| {
                set(kind, &mut |it| *part(it) = Some(to));
            });
        }
    }
}

fn legs(kind: &mut NodeKind) -> Option<&mut LegIk> {
    if let Some(ControlKind::LegIk(legs)) = of(kind) { Some(legs) } else { None }
}

pub(super) fn legs_ui(fields: &mut Fields<'_, '_>, all: &LegIk) {
    for (at, goal) in all.legs.iter().enumerate() {
        if !parts::group_header(fields.ui, &format!("Leg {at}"), goal.leg.foot.as_str()) {
            continue;
        }
        fields.place(&format!("Goal {at}"), &goal.goal, |kind, to| {
            let found = legs(kind).and_then(|it| it.legs.get_mut(at));
            found.into_iter().for_each(|it| it.goal.clone_from(&to));
        });
        leg_ui(fields, at, &goal.leg, |kind| legs(kind)?.legs.get_mut(at).map(|it| &mut it.leg));
        mirror_ui(fields, at, &format!("leg {at}"));
        remove(fields, &format!("Remove leg {at}"), |kind| {
            legs(kind).into_iter().for_each(|it| _ = it.legs.remove(at));
        });
    }
    let bone = a_bone(fields);
    add(fields, "Add leg", |kind| {
        let leg = Leg { hip: bone.clone(), foot: bone.clone(), ..Leg::default() };
        let goal = LegGoal { leg, goal: bone.clone() };
        legs(kind).into_iter().for_each(|it| it.legs.push(goal.clone()));
    });
}

/// A leg, wherever it stands.
pub(super) fn leg_ui(
    fields: &mut Fields<'_, '_>,
    at: usize,
    leg: &Leg,
    find: impl Fn(&mut NodeKind) -> Option<&mut Leg>,
) {
    fields.bone(&format!("Hip {at}"), &leg.hip, |kind, to| find(kind).into_iter().for_each(|it| it.hip = to.clone()));
    fields
        .bone(&format!("Foot {at}"), &leg.foot, |kind, to| find(kind).into_iter().for_each(|it| it.foot = to.clone()));
    let hinge = format!("Hinge {at}");
    axis_ui(fields, (&hinge, "of the knee"), leg.hinge, [1.0, 0.0, 0.0], |kind| Some(&mut find(kind)?.hinge));
    let labels = ["Least knee", "Soft from", "Soft"].map(|label| format!("{label} {at}"));
    let rows: [Row<'_, Leg>; 3] = [
        (&labels[0], "°", leg.least_angle, 0.0..=180.0, |it| &mut it.least_angle),
        (&labels[1], "of its length", leg.soft, 0.01..=1.0, |it| &mut it.soft),
        (&labels[2], "of 1", leg.soft_alpha, 0.0..=1.0, |it| &mut it.soft_alpha),
    ];
    numbers_ui(fields, rows, &find);
    let follows = format!("Knee follows {at}");
    axis_ui(fields, (&follows, "the foot's forward axis"), leg.knee_follows, [0.0, 0.0, 1.0], |kind| {
        Some(&mut find(kind)?.knee_follows)
    });
    precision_ui(fields, &format!("Precision {at}"), leg.precision, |kind, to| {
        find(kind).into_iter().for_each(|it| it.precision = to);
    });
    fields.whole(
        (&format!("Passes {at}"), "at most"),
        leg.iterations.into(),
        0..=MOST_ITERATIONS.into(),
        |kind, to| {
            find(kind).into_iter().for_each(|it| it.iterations = to as u32);
        },
    );
}

pub(super) fn a_bone(fields: &Fields<'_, '_>) -> BoneKey {
    let rig = fields.project.skeletons.get(&fields.graph.skeleton);
    rig.and_then(|rig| rig.bones.last()).map(|bone| bone.key.clone()).unwrap_or_default()
}

pub(super) fn add(fields: &mut Fields<'_, '_>, label: &str, change: impl FnOnce(&mut NodeKind)) {
    if fields.button(icons::PLUS, label) {
        let command = fields.set(change);
        fields.rows.perform(command);
    }
}

pub(super) fn remove(fields: &mut Fields<'_, '_>, label: &str, change: impl FnOnce(&mut NodeKind)) {
    if fields.button(icons::TRASH, label) {
        let command = fields.set(change);
        fields.rows.perform(command);
    }
}
