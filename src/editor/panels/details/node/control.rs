//! Settings of skeletal controls: bones, spaces, limits.

use super::{
    Fields, feet,
    reaching::{self, axis_ui, numbers_ui, vector_ui},
};
use crate::{icons, parts};
use anim::{
    graph::control::Mode,
    ik::two_bone::{Stretch, TooClose},
    montage::Easing,
};
use asset::graph::{
    AlphaInput, AngleLimit, ControlAlpha, ControlKind, EndRotation, Input, LookBone, NodeKind, Space, Target,
    TargetSpace,
};

pub(super) fn of(kind: &mut NodeKind) -> Option<&mut ControlKind> {
    if let NodeKind::Control { kind, .. } = kind { Some(kind) } else { None }
}

fn alpha_of(kind: &mut NodeKind) -> Option<&mut ControlAlpha> {
    if let NodeKind::Control { alpha, .. } = kind { Some(alpha) } else { None }
}

pub fn control_ui(fields: &mut Fields<'_, '_>, kind: &ControlKind) {
    super::presets::presets_ui(fields, kind);
    if parts::group_header(fields.ui, "Bones", "") {
        bones_ui(fields, kind);
    }
    super::warping::settings_ui(fields, kind);
    if parts::group_header(fields.ui, "Strength", "") {
        strength_ui(fields);
    }
}

fn bones_ui(fields: &mut Fields<'_, '_>, kind: &ControlKind) {
    match kind {
        ControlKind::TwoBoneIk { end, effector, pole, end_rotation, stretch, twist_axis, too_close } => {
            fields.bone("Tip bone", end, |kind, to| {
                if let Some(ControlKind::TwoBoneIk { end, .. }) = of(kind) {
                    *end = to;
                }
            });
            target_ui(fields, "Effector", effector, 0);
            target_ui(fields, "Pole", pole, 1);
            tip_ui(fields, end_rotation, |kind, to| {
                if let Some(ControlKind::TwoBoneIk { end_rotation, .. }) = of(kind) {
                    *end_rotation = to;
                }
            });
            limb_ui(fields, *stretch, *twist_axis, *too_close);
        }
        ControlKind::LookAt { chain, target, clamp, time, trigger, .. } => {
            look_ui(fields, chain);
            target_ui(fields, "Target", target, 0);
            for (label, unit, value, which) in
                [("Clamp", "°", clamp, 0), ("Time", "s", time, 1), ("New beyond", "°", trigger, 2)]
            {
                fields.number((label, unit), *value, 0.0..=360.0, |kind, to| {
                    if let Some(ControlKind::LookAt { clamp, time, trigger, .. }) = of(kind) {
                        *[clamp, time, trigger][which] = to;
                    }
                });
            }
            way_ui(fields, kind);
        }
        ControlKind::ModifyBone { bone, translation, rotation, scale } => {
            fields.place("Bone", bone, |kind, to| {
                if let Some(ControlKind::ModifyBone { bone, .. }) = of(kind) {
                    *bone = to;
                }
            });
            let modes = [(Mode::Ignore, "Left as it is"), (Mode::Replace, "Replaced"), (Mode::Add, "Added")];
            let modes = modes.map(|(mode, name)| (mode, name.to_owned()));
            for (which, (label, part)) in
                [("Translation", translation), ("Rotation", rotation), ("Scale", scale)].into_iter().enumerate()
            {
                fields.choice(label, &part.mode, &modes, |kind, to| {
                    if let Some(ControlKind::ModifyBone { translation, rotation, scale, .. }) = of(kind) {
                        [translation, rotation, scale][which].mode = to;
                    }
                });
                space_ui(fields, &format!("{label} space"), &part.space, |kind, to| {
                    if let ControlKind::ModifyBone { translation, rotation, scale, .. } = kind {
                        [translation, rotation, scale][which].space = to;
                    }
                });
            }
        }
        other => more_ui(fields, other),
    }
}

fn more_ui(fields: &mut Fields<'_, '_>, kind: &ControlKind) {
    match kind {
        ControlKind::CopyBone { from, to, translation, rotation, scale, .. } => {
            pair_ui(fields, [("From", from), ("To", to)]);
            for (which, (label, value)) in
                [("Translation", translation), ("Rotation", rotation), ("Scale", scale)].into_iter().enumerate()
            {
                fields.toggle(label, *value, "", |kind, on| {
                    if let Some(ControlKind::CopyBone { translation, rotation, scale, .. }) = of(kind) {
                        *[translation, rotation, scale][which] = on;
                    }
                });
            }
        }
        ControlKind::RotationMultiplier { driver, target, additive, .. } => {
            pair_ui(fields, [("Driver", driver), ("Target", target)]);
            fields.toggle("Additive", *additive, "on top of how it is turned", |kind, on| {
                if let Some(ControlKind::RotationMultiplier { additive, .. }) = of(kind) {
                    *additive = on;
                }
            });
        }
        ControlKind::ScaleLength { root, end, target } => {
            pair_ui(fields, [("Root", root), ("End", end)]);
            target_ui(fields, "Target", target, 0);
        }
        ControlKind::BoneDriven { driver, from, to, .. } => {
            pair_ui(fields, [("Driver", driver)]);
            let all = [("From least", from[0]), ("From most", from[1]), ("To least", to[0]), ("To most", to[1])];
            for (which, (label, value)) in all.into_iter().enumerate() {
                fields.number((label, ""), value, -1e4..=1e4, |kind, new| {
                    if let Some(ControlKind::BoneDriven { from, to, .. }) = of(kind) {
                        [from, to][which / 2][which % 2] = new;
                    }
                });
            }
        }
        ControlKind::Spring { bone, stiffness, damping, .. } => {
            pair_ui(fields, [("Bone", bone)]);
            for (label, unit, value, which) in [("Stiffness", "1/s²", stiffness, 0), ("Damping", "1/s", damping, 1)] {
                fields.number((label, unit), *value, 0.0..=1e5, |kind, to| {
                    if let Some(ControlKind::Spring { stiffness, damping, .. }) = of(kind) {
                        *[stiffness, damping][which] = to;
                    }
                });
            }
        }
        ControlKind::ApplyLimits { limits } => limits_ui(fields, limits),
        ControlKind::ExternalPose { stream } => fields.text("Stream", stream, |kind, to| {
            if let Some(ControlKind::ExternalPose { stream }) = of(kind) {
                *stream = to;
            }
        }),
        ControlKind::Fabrik(chain) => reaching::fabrik_ui(fields, chain),
        ControlKind::Ccd(chain) => reaching::ccd_ui(fields, chain),
        ControlKind::LegIk(legs) => reaching::legs_ui(fields, legs),
        ControlKind::FootPlacement(placement) => feet::feet_ui(fields, placement),
        other => super::warping::bones_ui(fields, other),
    }
}

/// What becomes of the turn of the last bone.
pub(super) fn tip_ui(
    fields: &mut Fields<'_, '_>,
    value: &EndRotation,
    change: impl FnOnce(&mut NodeKind, EndRotation),
) {
    let turns = [
        (EndRotation::Keep, "Kept in model space"),
        (EndRotation::Maintain, "Kept to its parent"),
        (EndRotation::Take([const { Input::Number(0.0) }; 3]), "Taken: see Turn"),
    ]
    .map(|(turn, name)| (turn, name.to_owned()));
    let now = turns.iter().find(|(turn, _)| std::mem::discriminant(turn) == std::mem::discriminant(value));
    let now = now.map_or(EndRotation::Keep, |(turn, _)| turn.clone());
    fields.choice("Tip rotation", &now, &turns, change);
}

fn limb_ui(fields: &mut Fields<'_, '_>, stretch: Option<Stretch>, twist_axis: Option<[f32; 3]>, too_close: TooClose) {
    fn stretch_of(kind: &mut NodeKind) -> Option<&mut Option<Stretch>> {
        if let Some(ControlKind::TwoBoneIk { stretch, .. }) = of(kind) { Some(stretch) } else { None }
    }
    fields.toggle("Stretches", stretch.is_some(), "both bones alike", |kind, on| {
        let first = Stretch { start: 0.95, most: 1.2 };
        stretch_of(kind).into_iter().for_each(|stretch| *stretch = on.then_some(first));
    });
    if let Some(Stretch { start, most }) = stretch {
        let rows: [reaching::Row<'_, Stretch>; 2] = [
            ("Stretch from", "of its length", start, 0.0..=10.0, |it| &mut it.start),
            ("Stretch to", "of its length", most, 1.0..=10.0, |it| &mut it.most),
        ];
        numbers_ui(fields, rows, |kind| stretch_of(kind)?.as_mut());
    }
    let options = [(TooClose::KeepLengths, "Keeps its lengths"), (TooClose::Reach, "Lengthens the lower bone")];
    let options = options.map(|(option, name)| (option, name.to_owned()));
    fields.choice("Too close", &too_close, &options, |kind, to| {
        if let Some(ControlKind::TwoBoneIk { too_close, .. }) = of(kind) {
            *too_close = to;
        }
    });
    axis_ui(fields, ("No twist about", "an axis of both bones"), twist_axis, [1.0, 0.0, 0.0], |kind| match of(kind) {
        Some(ControlKind::TwoBoneIk { twist_axis, .. }) => Some(twist_axis),
        _ => None,
    });
}

/// Which axes of the bone look and point up.
fn way_ui(fields: &mut Fields<'_, '_>, kind: &ControlKind) {
    let ControlKind::LookAt { axis, up_axis, up, easing, .. } = kind else { return };
    fields.easing(*easing, |kind, to| {
        if let Some(ControlKind::LookAt { easing, .. }) = of(kind) {
            *easing = to;
        }
    });
    vector_ui(fields, "Looks along", *axis, |kind| match of(kind) {
        Some(ControlKind::LookAt { axis, .. }) => Some(axis),
        _ => None,
    });
    axis_ui(fields, ("Up axis", "of the bone"), *up_axis, [0.0, 1.0, 0.0], |kind| match of(kind) {
        Some(ControlKind::LookAt { up_axis, .. }) => Some(up_axis),
        _ => None,
    });
    vector_ui(fields, "Up", *up, |kind| match of(kind) {
        Some(ControlKind::LookAt { up, .. }) => Some(up),
        _ => None,
    });
}

/// The bones that a control names, in the order of its fields.
fn pair_ui<const N: usize>(fields: &mut Fields<'_, '_>, bones: [(&str, &asset::BoneKey); N]) {
    for (which, (label, value)) in bones.into_iter().enumerate() {
        let change = |kind: &mut NodeKind, to_bone: asset::BoneKey| {
            let place = match of(kind) {
                Some(ControlKind::CopyBone { from, to, .. }) => [Some(from), Some(to)],
                Some(ControlKind::RotationMultiplier { driver, target, .. }) => [Some(driver), Some(target)],
                Some(ControlKind::ScaleLength { root, end, .. }) => [Some(root), Some(end)],
                Some(ControlKind::BoneDriven { driver: bone, .. } | ControlKind::Spring { bone, .. }) => {
                    [Some(bone), None]
                }
                _ => [None, None],
            };
            if let Some(bone) = place.into_iter().nth(which).flatten() {
                *bone = to_bone;
            }
        };
        match fields.node.kind {
            NodeKind::Control { kind: ControlKind::CopyBone { .. }, .. } => fields.place(label, value, change),
            _ => fields.bone(label, value, change),
        }
    }
}

fn look_ui(fields: &mut Fields<'_, '_>, chain: &[LookBone]) {
    for (at, link) in chain.iter().enumerate() {
        let set = |kind: &mut NodeKind, change: &mut dyn FnMut(&mut LookBone)| {
            if let Some(ControlKind::LookAt { chain, .. }) = of(kind) {
                chain.get_mut(at).into_iter().for_each(change);
            }
        };
        fields.bone(&format!("Bone {at}"), &link.bone, |kind, to| set(kind, &mut |it| it.bone.clone_from(&to)));
        fields.number((&format!("Share {at}"), ""), link.weight, 0.0..=1.0, |kind, to| {
            set(kind, &mut |it| it.weight = to);
        });
    }
    let bone = chain.last().map(|link| link.bone.clone()).unwrap_or_default();
    if fields.button(icons::PLUS, "Add bone") {
        let command = fields.set(|kind| {
            if let Some(ControlKind::LookAt { chain, .. }) = of(kind) {
                chain.push(LookBone { bone, weight: 1.0 });
            }
        });
        fields.rows.perform(command);
    }
    if chain.len() > 1 && fields.button(icons::TRASH, "Remove last bone") {
        let command = fields.set(|kind| {
            if let Some(ControlKind::LookAt { chain, .. }) = of(kind) {
                chain.pop();
            }
        });
        fields.rows.perform(command);
    }
}

fn limits_ui(fields: &mut Fields<'_, '_>, limits: &[AngleLimit]) {
    for (at, limit) in limits.iter().enumerate() {
        let set = |kind: &mut NodeKind, change: &mut dyn FnMut(&mut AngleLimit)| {
            if let Some(ControlKind::ApplyLimits { limits }) = of(kind) {
                limits.get_mut(at).into_iter().for_each(change);
            }
        };
        fields.bone(&format!("Bone {at}"), &limit.bone, |kind, to| set(kind, &mut |it| it.bone.clone_from(&to)));
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            fields.number(
                (&format!("Least {at} {name}"), "°"),
                limit.least[axis].into(),
                -180.0..=180.0,
                |kind, to| {
                    set(kind, &mut |it| it.least[axis] = to as f32);
                },
            );
            fields.number((&format!("Most {at} {name}"), "°"), limit.most[axis].into(), -180.0..=180.0, |kind, to| {
                set(kind, &mut |it| it.most[axis] = to as f32);
            });
        }
    }
    let bone = fields.project.skeletons.get(&fields.graph.skeleton).and_then(|rig| rig.bones.last());
    let bone = bone.map(|bone| bone.key.clone()).unwrap_or_default();
    if fields.button(icons::PLUS, "Add bone") {
        let command = fields.set(|kind| {
            if let Some(ControlKind::ApplyLimits { limits }) = of(kind) {
                limits.push(AngleLimit { bone, least: [-45.0; 3], most: [45.0; 3] });
            }
        });
        fields.rows.perform(command);
    }
}

fn space_ui(fields: &mut Fields<'_, '_>, label: &str, value: &Space, change: impl FnOnce(&mut ControlKind, Space)) {
    let rig = fields.project.skeletons.get(&fields.graph.skeleton);
    let bones = rig.into_iter().flat_map(|rig| super::places(rig));
    let fixed = [(Space::World, "World"), (Space::Model, "Model"), (Space::ParentBone, "Parent bone")];
    let fixed = fixed.map(|(space, name)| (space, name.to_owned()));
    let options: Vec<_> = fixed.into_iter().chain(bones.map(|(key, name)| (Space::Bone(key), name))).collect();
    fields.choice(label, value, &options, |kind, to| {
        if let Some(kind) = of(kind) {
            change(kind, to);
        }
    });
}

/// What a target is relative to: space, bone, socket, or where a game puts something.
pub(super) fn target_ui(fields: &mut Fields<'_, '_>, label: &str, target: &Target, which: usize) {
    let put = move |kind: &mut NodeKind, to: TargetSpace| {
        if let Some(target) = of(kind).and_then(|kind| kind.targets_mut().into_iter().nth(which)?) {
            target.space = to;
        }
    };
    let project = fields.project;
    let rig = project.skeletons.get(&fields.graph.skeleton);
    let known = project.warp_targets();
    let name = match &target.space {
        TargetSpace::WarpTarget(name) => name.as_str(),
        _ => known.first().copied().unwrap_or("Target"),
    };
    let mut options = vec![
        (TargetSpace::World, "World".to_owned()),
        (TargetSpace::Model, "Model".to_owned()),
        (TargetSpace::ParentBone, "Parent bone".to_owned()),
        (TargetSpace::WarpTarget(name.to_owned()), "Warp target".to_owned()),
    ];
    let sockets = rig.into_iter().flat_map(|rig| &rig.sockets);
    options.extend(sockets.map(|it| (TargetSpace::Socket(it.id), format!("Socket {}", it.name))));
    let bones = rig.into_iter().flat_map(|rig| super::places(rig));
    options.extend(bones.map(|(key, name)| (TargetSpace::Bone(key), name)));
    fields.choice(&format!("{label} space"), &target.space, &options, put);
    if let TargetSpace::WarpTarget(name) = &target.space {
        let known: Vec<&str> = known.into_iter().collect();
        fields.text_of(&format!("{label} is at"), name, &known, |kind, to| put(kind, TargetSpace::WarpTarget(to)));
    }
}

fn strength_ui(fields: &mut Fields<'_, '_>) {
    let NodeKind::Control { alpha, .. } = &fields.node.kind else { return };
    let kinds = [
        (0u8, "Number or expression".to_owned()),
        (1, "On or off, with seconds".to_owned()),
        (2, "A curve of the pose".to_owned()),
    ];
    let now = match &alpha.input {
        AlphaInput::Value(_) => 0,
        AlphaInput::Switch { .. } => 1,
        AlphaInput::Curve(_) => 2,
    };
    fields.choice("Alpha input", &now, &kinds, |kind, to| {
        let Some(alpha) = alpha_of(kind) else { return };
        alpha.input = match to {
            0 => AlphaInput::Value(Input::Number(1.0)),
            1 => AlphaInput::Switch { on: Input::Number(1.0), time_in: 0.2, time_out: 0.2, easing: Easing::default() },
            _ => AlphaInput::Curve("Alpha".into()),
        };
    });
    match &alpha.input {
        AlphaInput::Value(_) => {}
        AlphaInput::Curve(curve) => fields.text("Curve", curve, |kind, to| {
            alpha_of(kind).into_iter().for_each(|alpha| alpha.input = AlphaInput::Curve(to.clone()));
        }),
        AlphaInput::Switch { time_in, time_out, .. } => {
            for (which, (label, value)) in [("Time in", time_in), ("Time out", time_out)].into_iter().enumerate() {
                fields.number((label, "s"), *value, 0.0..=60.0, |kind, to| {
                    if let Some(ControlAlpha { input: AlphaInput::Switch { time_in, time_out, .. }, .. }) =
                        alpha_of(kind)
                    {
                        *[time_in, time_out][which] = to;
                    }
                });
            }
        }
    }
    fields.number(("Scale", "×"), alpha.scale, -100.0..=100.0, |kind, to| {
        alpha_of(kind).into_iter().for_each(|alpha| alpha.scale = to);
    });
    fields.number(("Bias", ""), alpha.bias, -100.0..=100.0, |kind, to| {
        alpha_of(kind).into_iter().for_each(|alpha| alpha.bias = to);
    });
    for (which, label) in ["Least", "Most"].into_iter().enumerate() {
        fields.number((label, ""), alpha.bounds[which], 0.0..=1.0, |kind, to| {
            alpha_of(kind).into_iter().for_each(|alpha| alpha.bounds[which] = to);
        });
    }
    fields.interpolation("alpha", alpha.interpolation, |kind| alpha_of(kind).map(|alpha| &mut alpha.interpolation));
}
