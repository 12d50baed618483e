//! Settings of nodes of pose warping: their bones, what drives them, and how far they go.

use super::Fields;
use crate::{icons, parts};
use anim::warp::{MOST_PULLS, Orientation, Pelvis, Slope, Springiness, Stride};
use asset::{
    BoneKey,
    graph::{
        ControlKind, Input, NodeKind, OrientationWarping, SlopeWarping, StrideDrive, StrideWarping, WarpedFoot,
        WarpedHeading,
    },
};
use glam::DVec3;

/// A part of a node, where it is of that kind.
type Of<T> = fn(&mut NodeKind) -> Option<&mut T>;
type Place<T> = fn(&mut T) -> &mut f64;
/// Label, unit, least and most, and where the number is.
type Number<T> = (&'static str, &'static str, [f64; 2], Place<T>);
/// Label, note, and where it is.
type Toggle<T> = (&'static str, &'static str, fn(&mut T) -> &mut bool);

macro_rules! of_kind {
    ($name:ident, $kind:ident) => {
        fn $name(kind: &mut NodeKind) -> Option<&mut $kind> {
            if let NodeKind::Control { kind: ControlKind::$kind(it), .. } = kind { Some(it) } else { None }
        }
    };
}
of_kind!(stride_of, StrideWarping);
of_kind!(orientation_of, OrientationWarping);
of_kind!(slope_of, SlopeWarping);

pub fn bones_ui(fields: &mut Fields<'_, '_>, kind: &ControlKind) {
    match kind {
        ControlKind::StrideWarping(stride) => {
            fields.bone("Pelvis", &stride.pelvis, |kind, to| set(kind, stride_of, |it| it.pelvis = to));
        }
        ControlKind::SlopeWarping(slope) => {
            fields.bone("Pelvis", &slope.pelvis, |kind, to| set(kind, slope_of, |it| it.pelvis = to));
        }
        ControlKind::OrientationWarping(orientation) => spine_ui(fields, &orientation.spine),
        _ => return,
    }
    if let Some(foot_root) = match kind {
        ControlKind::OrientationWarping(orientation) => Some(&orientation.foot_root),
        ControlKind::SlopeWarping(slope) => Some(&slope.foot_root),
        _ => None,
    } {
        foot_root_ui(fields, foot_root.as_ref());
    }
    feet_ui(fields, kind);
}

/// Apart from the bones, in groups of their own.
pub fn settings_ui(fields: &mut Fields<'_, '_>, kind: &ControlKind) {
    match kind {
        ControlKind::StrideWarping(stride) => stride_ui(fields, stride),
        ControlKind::OrientationWarping(orientation) => orientation_ui(fields, orientation),
        ControlKind::SlopeWarping(slope) => slope_ui(fields, slope),
        _ => {}
    }
}

fn set<T>(kind: &mut NodeKind, of: Of<T>, change: impl FnOnce(&mut T)) {
    if let Some(it) = of(kind) {
        change(it);
    }
}

fn numbers<T: Clone>(fields: &mut Fields<'_, '_>, settings: &T, of: Of<T>, table: &[Number<T>]) {
    for (label, unit, range, place) in table {
        let value = *place(&mut settings.clone());
        fields.number((label, unit), value, range[0]..=range[1], |kind, to| set(kind, of, |it| *place(it) = to));
    }
}

fn toggles<T: Clone>(fields: &mut Fields<'_, '_>, settings: &T, of: Of<T>, table: &[Toggle<T>]) {
    for (label, note, place) in table {
        let value = *place(&mut settings.clone());
        fields.toggle(label, value, note, |kind, on| set(kind, of, |it| *place(it) = on));
    }
}

fn axis_ui<T: Clone>(
    fields: &mut Fields<'_, '_>,
    label: &str,
    settings: &T,
    of: Of<T>,
    place: fn(&mut T) -> &mut DVec3,
) {
    let value = *place(&mut settings.clone());
    for (at, name) in ["x", "y", "z"].into_iter().enumerate() {
        fields.number((&format!("{label} {name}"), ""), value[at], -1.0..=1.0, |kind, to| {
            set(kind, of, |it| place(it)[at] = to);
        });
    }
}

fn feet_of(kind: &mut NodeKind) -> Option<(&mut Vec<WarpedFoot>, &mut bool)> {
    let NodeKind::Control { kind, .. } = kind else { return None };
    match kind {
        ControlKind::StrideWarping(it) => Some((&mut it.feet, &mut it.solves_legs)),
        ControlKind::OrientationWarping(it) => Some((&mut it.feet, &mut it.solves_legs)),
        ControlKind::SlopeWarping(it) => Some((&mut it.feet, &mut it.solves_legs)),
        _ => None,
    }
}

fn feet_ui(fields: &mut Fields<'_, '_>, kind: &ControlKind) {
    let mut node = NodeKind::Control { source: None, alpha: Default::default(), lod_threshold: -1, kind: kind.clone() };
    let Some((feet, solves_legs)) = feet_of(&mut node).map(|(feet, solves)| (feet.clone(), *solves)) else { return };
    for (at, foot) in feet.iter().enumerate() {
        let change = |kind: &mut NodeKind, to: BoneKey, place: fn(&mut WarpedFoot) -> &mut BoneKey| {
            if let Some(foot) = feet_of(kind).and_then(|(feet, _)| feet.get_mut(at)) {
                *place(foot) = to;
            }
        };
        let nth = at + 1;
        fields.bone(&format!("Foot {nth}"), &foot.fk, |kind, to| change(kind, to, |foot| &mut foot.fk));
        fields.bone(&format!("Goal {nth}"), &foot.ik, |kind, to| change(kind, to, |foot| &mut foot.ik));
        fields.bone(&format!("Thigh {nth}"), &foot.thigh, |kind, to| change(kind, to, |foot| &mut foot.thigh));
        super::reaching::mirror_ui(fields, at, &format!("foot {nth}"));
    }
    let bone = fields.project.skeletons.get(&fields.graph.skeleton).and_then(|rig| rig.bones.last());
    let bone = bone.map(|bone| bone.key.clone()).unwrap_or_default();
    if fields.button(icons::PLUS, "Add foot") {
        let command = fields.set(|kind| {
            if let Some((feet, _)) = feet_of(kind) {
                feet.push(WarpedFoot { ik: bone.clone(), fk: bone.clone(), thigh: bone });
            }
        });
        fields.rows.perform(command);
    }
    if !feet.is_empty() && fields.button(icons::TRASH, "Remove last foot") {
        let command = fields.set(|kind| {
            if let Some((feet, _)) = feet_of(kind) {
                feet.pop();
            }
        });
        fields.rows.perform(command);
    }
    fields.toggle("Solve legs", solves_legs, "thighs and knees bring the feet there", |kind, on| {
        feet_of(kind).into_iter().for_each(|(_, solves_legs)| *solves_legs = on);
    });
}

fn foot_root_ui(fields: &mut Fields<'_, '_>, value: Option<&BoneKey>) {
    let rig = fields.project.skeletons.get(&fields.graph.skeleton);
    let bones = rig.into_iter().flat_map(|rig| &rig.bones).map(|bone| (Some(bone.key.clone()), bone.name.clone()));
    let mut options: Vec<_> = std::iter::once((None, "None".to_owned())).chain(bones).collect();
    if let Some(key) = value.filter(|key| options.iter().all(|(option, _)| option.as_ref() != Some(*key))) {
        options.push((Some(key.clone()), format!("{key} is missing")));
    }
    fields.choice("Root of goals", &value.cloned(), &options, |kind, to| {
        if let NodeKind::Control { kind, .. } = kind {
            match kind {
                ControlKind::OrientationWarping(it) => it.foot_root = to,
                ControlKind::SlopeWarping(it) => it.foot_root = to,
                _ => {}
            }
        }
    });
}

fn spine_ui(fields: &mut Fields<'_, '_>, spine: &[BoneKey]) {
    for (at, bone) in spine.iter().enumerate() {
        fields.bone(&format!("Spine {}", at + 1), bone, |kind, to| {
            set(kind, orientation_of, |it| it.spine.get_mut(at).into_iter().for_each(|bone| bone.clone_from(&to)));
        });
    }
    let last = spine.last().cloned().unwrap_or_default();
    if fields.button(icons::PLUS, "Add spine bone") {
        let command = fields.set(|kind| set(kind, orientation_of, |it| it.spine.push(last)));
        fields.rows.perform(command);
    }
    if !spine.is_empty() && fields.button(icons::TRASH, "Remove last spine bone") {
        let command = fields.set(|kind| {
            set(kind, orientation_of, |it| {
                it.spine.pop();
            });
        });
        fields.rows.perform(command);
    }
}

fn stride_ui(fields: &mut Fields<'_, '_>, stride: &StrideWarping) {
    if parts::group_header(fields.ui, "Stride", "") {
        let is_given = matches!(stride.drive, StrideDrive::Given { .. });
        let drives = [(false, "Root motion".to_owned()), (true, "A scale".to_owned())];
        fields.choice("Driven by", &is_given, &drives, |kind, to| {
            let zero = || Input::Number(0.0);
            let one = Input::Number(1.0);
            set(kind, stride_of, |it| {
                it.drive = if to {
                    StrideDrive::Given { scale: one, direction: [zero(), zero(), Input::Number(1.0)] }
                } else {
                    StrideDrive::RootMotion { speed: one }
                };
            });
        });
        let of: Of<Stride> = |kind| stride_of(kind).map(|it| &mut it.settings);
        let table: [Number<Stride>; 5] = [
            ("Least speed", "m/s", [0.0, 100.0], |it| &mut it.min_root_speed),
            ("Least scale", "×", [0.0, 10.0], |it| &mut it.clamp[0]),
            ("Most scale", "×", [0.0, 10.0], |it| &mut it.clamp[1]),
            ("Speed up", "1/s", [0.0, 1e3], |it| &mut it.interp_up),
            ("Speed down", "1/s", [0.0, 1e3], |it| &mut it.interp_down),
        ];
        numbers(fields, &stride.settings, of, &table);
        let table: [Toggle<Stride>; 4] = [
            ("Along the floor", "feet go along the ground under the root", |it| &mut it.orient_to_floor),
            ("Turn thighs", "as their feet go", |it| &mut it.compensate_thigh),
            ("Keep in reach", "feet stay where their legs reach", |it| &mut it.clamp_fk),
            ("Needs root motion", "without it the pose passes", |it| &mut it.disable_without_root_motion),
        ];
        toggles(fields, &stride.settings, of, &table);
        axis_ui(fields, "Gravity", &stride.settings, of, |it| &mut it.gravity);
    }
    if parts::group_header(fields.ui, "Pelvis", "") {
        let of: Of<Pelvis> = |kind| stride_of(kind).map(|it| &mut it.settings.pelvis);
        let pelvis = stride.settings.pelvis;
        let table: [Number<Pelvis>; 3] = [
            ("Most offset", "m", [0.0, 10.0], |it| &mut it.most),
            ("Tolerance", "m", [0.0, 1.0], |it| &mut it.tolerance),
            ("Amount", "", [0.0, 1.0], |it| &mut it.alpha),
        ];
        numbers(fields, &pelvis, of, &table);
        fields.whole(("Iterations", "at most"), pelvis.iterations.into(), 0..=MOST_PULLS.into(), |kind, to| {
            set(kind, of, |it| it.iterations = to as u32);
        });
        toggles(fields, &pelvis, of, &[("Only down", "legs that reach pull nothing", |it| &mut it.pull_only)]);
        spring_ui(fields, "Pelvis", pelvis.spring, |kind| stride_of(kind).map(|it| &mut it.settings.pelvis.spring));
    }
}

fn spring_ui(fields: &mut Fields<'_, '_>, name: &str, spring: Springiness, of: Of<Springiness>) {
    let places: [(&str, &str, Place<Springiness>); 2] =
        [("stiffness", "1/s²", |it| &mut it.stiffness), ("damping", "1/s", |it| &mut it.damping)];
    for (part, unit, place) in places {
        let value = *place(&mut spring.clone());
        fields.number((&format!("{name} {part}"), unit), value, 0.0..=1e5, |kind, to| {
            set(kind, of, |it| *place(it) = to);
        });
    }
}

fn orientation_ui(fields: &mut Fields<'_, '_>, orientation: &OrientationWarping) {
    if !parts::group_header(fields.ui, "Orientation", "") {
        return;
    }
    let is_angle = matches!(orientation.heading, WarpedHeading::Angle(_));
    let headings = [(true, "An angle from root motion".to_owned()), (false, "A direction".to_owned())];
    fields.choice("Heading", &is_angle, &headings, |kind, to| {
        let zero = || Input::Number(0.0);
        set(kind, orientation_of, |it| {
            it.heading = if to {
                WarpedHeading::Angle(zero())
            } else {
                WarpedHeading::Direction([zero(), zero(), Input::Number(1.0)])
            };
        });
    });
    let of: Of<Orientation> = |kind| orientation_of(kind).map(|it| &mut it.settings);
    let table: [Number<Orientation>; 6] = [
        ("Backwards beyond", "°", [0.0, 180.0], |it| &mut it.threshold),
        ("Least speed", "m/s", [0.0, 100.0], |it| &mut it.min_speed),
        ("Speed", "1/s", [0.0, 1e3], |it| &mut it.interp_speed),
        ("Most angle", "°", [0.0, 180.0], |it| &mut it.max_angle),
        ("Root's part", "", [0.0, 1.0], |it| &mut it.distribution),
        ("Weight", "", [0.0, 1.0], |it| &mut it.weight),
    ];
    numbers(fields, &orientation.settings, of, &table);
    let note = "a turn of the root motion itself is not followed";
    toggles(fields, &orientation.settings, of, &[("Counter turns", note, |it| &mut it.counter_compensate)]);
}

fn slope_ui(fields: &mut Fields<'_, '_>, slope: &SlopeWarping) {
    if !parts::group_header(fields.ui, "Slope", "") {
        return;
    }
    let of: Of<Slope> = |kind| slope_of(kind).map(|it| &mut it.settings);
    numbers(fields, &slope.settings, of, &[("Most step", "m", [0.0, 10.0], |it| &mut it.max_step)]);
    spring_ui(fields, "Floor", slope.settings.normal_spring, |kind| {
        slope_of(kind).map(|it| &mut it.settings.normal_spring)
    });
    spring_ui(fields, "Pelvis", slope.settings.pelvis_spring, |kind| {
        slope_of(kind).map(|it| &mut it.settings.pelvis_spring)
    });
    let note = "the pelvis does not leave its place along the slope";
    toggles(fields, &slope.settings, of, &[("Keep in capsule", note, |it| &mut it.keep_in_capsule)]);
    if slope.foot_root.is_some() {
        axis_ui(fields, "Up of goals", &slope.settings, of, |it| &mut it.foot_root_up);
    }
}
