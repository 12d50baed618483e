//! Rows of a notify state that warps the root motion under it.

use super::fields::TimelineFieldRows;
use crate::{
    parts::{self, NumberField},
    timeline::TimelineHost,
};
use anim::{
    montage::Easing,
    warp::motion::{Method, RotationMethod, RotationType},
};
use asset::{Notify, Warp, graph::easing_word, warp::WarpPoint};
use document::Command;
use egui::Ui;
use words::tr;

/// Name of a warp method, as the rows show it.
pub fn method_name(method: Method) -> &'static str {
    match method {
        Method::Skew => tr!("Skew"),
        Method::Scale => tr!("Scale"),
        Method::Simple => tr!("Simple (legacy)"),
        Method::Adjust => tr!("Adjustment blend"),
        Method::Precomputed => tr!("Precomputed"),
    }
}

/// The rows of a notify that warps root motion.
pub fn warp_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    notify: &Notify,
    set: impl Fn(Notify) -> Command + Copy,
) {
    let target = notify.warp.as_ref().map_or("", |warp| &warp.target);
    if !parts::group_header(ui, tr!("Motion warping"), target) {
        return;
    }
    let note = tr!("moves the root to a target by the end of the window");
    fields
        .rows
        .toggle(ui, tr!("Warps motion"), notify.warp.is_some(), note, |on| {
            set(Notify {
                warp: on.then(|| Box::new(new_warp(fields.host))),
                ..notify.clone()
            })
        });
    let Some(warp) = notify.warp.as_deref() else {
        return;
    };
    let set = |warp: Warp| {
        set(Notify {
            warp: Some(Box::new(warp)),
            ..notify.clone()
        })
    };
    method_ui(ui, fields, warp, set);
    if warp.modifier != Method::Scale {
        rotation_ui(ui, fields, warp, set);
    }
}

/// A new warp to the first of the project's target names, or to a default name.
fn new_warp(host: TimelineHost<'_>) -> Warp {
    let target = host
        .project
        .warp_targets()
        .first()
        .copied()
        .unwrap_or(tr!("Target"))
        .to_owned();
    Warp {
        target,
        ..Warp::default()
    }
}

fn number<'a>(
    name: &'a str,
    value: f64,
    unit: &'a str,
    range: std::ops::RangeInclusive<f64>,
) -> NumberField<'a> {
    NumberField {
        name,
        value,
        unit,
        decimals: 2,
        speed: 0.01,
        range,
        width: 84.0,
    }
}

fn method_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    warp: &Warp,
    set: impl Fn(Warp) -> Command + Copy,
) {
    let usual = Warp::default();
    if warp.needs_target() {
        let known: Vec<&str> = fields.host.project.warp_targets().into_iter().collect();
        fields
            .rows
            .text_of(ui, tr!("Warp target"), &warp.target, &known, |target| {
                set(Warp {
                    target,
                    ..warp.clone()
                })
            });
    }
    let methods = [
        Method::Skew,
        Method::Scale,
        Method::Simple,
        Method::Adjust,
        Method::Precomputed,
    ]
    .map(|method| (method, method_name(method).to_owned()));
    fields
        .rows
        .resets(warp.modifier != usual.modifier, tr!("Skew"), || {
            set(Warp {
                modifier: usual.modifier,
                ..warp.clone()
            })
        });
    fields
        .rows
        .choice(ui, tr!("Modifier"), &warp.modifier, &methods, |modifier| {
            set(Warp {
                modifier,
                ..warp.clone()
            })
        });
    fields.rows.toggle(
        ui,
        tr!("Translation"),
        warp.translation,
        tr!("warps the path"),
        |translation| {
            set(Warp {
                translation,
                ..warp.clone()
            })
        },
    );
    if warp.modifier == Method::Scale {
        for (at, label) in [tr!("Scale sideways"), tr!("Scale up"), tr!("Scale forward")]
            .into_iter()
            .enumerate()
        {
            fields.rows.number(
                ui,
                label,
                number(label, warp.scale[at], "×", -10.0..=10.0),
                |factor| {
                    let mut scale = warp.scale;
                    scale[at] = factor;
                    set(Warp {
                        scale,
                        ..warp.clone()
                    })
                },
            );
        }
        return;
    }
    fields.rows.toggle(
        ui,
        tr!("Keep height"),
        warp.ignore_up,
        tr!("vertical motion is not warped"),
        |ignore_up| {
            set(Warp {
                ignore_up,
                ..warp.clone()
            })
        },
    );
    fields
        .rows
        .resets(warp.speed_clamp != usual.speed_clamp, tr!("none"), || {
            set(Warp {
                speed_clamp: usual.speed_clamp,
                ..warp.clone()
            })
        });
    let clamp = number(
        tr!("Speed clamp"),
        warp.speed_clamp,
        tr!("× authored speed, 0 = no clamp"),
        0.0..=100.0,
    );
    fields
        .rows
        .number(ui, tr!("Speed clamp"), clamp, |speed_clamp| {
            set(Warp {
                speed_clamp,
                ..warp.clone()
            })
        });
    point_ui(ui, fields, warp, set);
    let note = tr!("at the end of the timeline instead of the window");
    fields.rows.toggle(
        ui,
        tr!("Arrive at the end"),
        warp.subtract_remaining,
        note,
        |subtract_remaining| {
            set(Warp {
                subtract_remaining,
                ..warp.clone()
            })
        },
    );
    let note = tr!("also where no clip has root motion");
    fields.rows.toggle(
        ui,
        tr!("Without root motion"),
        warp.without_root_motion,
        note,
        |without_root_motion| {
            set(Warp {
                without_root_motion,
                ..warp.clone()
            })
        },
    );
    let easings: Vec<(Easing, String)> = Easing::ALL
        .iter()
        .map(|easing| (*easing, easing_word(*easing).to_owned()))
        .collect();
    fields
        .rows
        .choice(ui, tr!("Easing"), &warp.easing, &easings, |easing| {
            set(Warp {
                easing,
                ..warp.clone()
            })
        });
}

/// Rows for the point that arrives at the warp target.
fn point_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    warp: &Warp,
    set: impl Fn(Warp) -> Command + Copy,
) {
    let skeleton = fields.host.project.skeletons.get(&fields.host.skeleton());
    let mut options = vec![(None, tr!("The root").to_owned())];
    let offset = if let Some(WarpPoint::Offset(at)) = warp.point {
        at
    } else {
        [0.0; 3]
    };
    options.push((
        Some(WarpPoint::Offset(offset)),
        tr!("An offset from the root").to_owned(),
    ));
    if let Some(skeleton) = skeleton {
        let socket = |socket: &asset::skeleton::Socket| {
            (Some(WarpPoint::Socket(socket.id)), socket.name.clone())
        };
        options.extend(skeleton.sockets.iter().map(socket));
        let bone = |bone: &asset::skeleton::Bone| {
            (Some(WarpPoint::Bone(bone.key.clone())), bone.name.clone())
        };
        options.extend(skeleton.bones.iter().map(bone));
    }
    fields
        .rows
        .resets(warp.point.is_some(), tr!("The root"), || {
            set(Warp {
                point: None,
                ..warp.clone()
            })
        });
    fields
        .rows
        .choice(ui, tr!("Warp point"), &warp.point, &options, |point| {
            set(Warp {
                point,
                ..warp.clone()
            })
        });
    let Some(WarpPoint::Offset(at)) = warp.point else {
        return;
    };
    for (axis, label) in [tr!("Offset x"), tr!("Offset y"), tr!("Offset z")]
        .into_iter()
        .enumerate()
    {
        fields.rows.number(
            ui,
            label,
            number(label, at[axis].into(), "m", -100.0..=100.0),
            |value| {
                let mut at = at;
                at[axis] = value as f32;
                set(Warp {
                    point: Some(WarpPoint::Offset(at)),
                    ..warp.clone()
                })
            },
        );
    }
}

fn rotation_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    warp: &Warp,
    set: impl Fn(Warp) -> Command + Copy,
) {
    fields.rows.toggle(
        ui,
        tr!("Rotation"),
        warp.rotation,
        tr!("warps the facing"),
        |rotation| {
            set(Warp {
                rotation,
                ..warp.clone()
            })
        },
    );
    if !warp.rotation {
        return;
    }
    let types = [
        (RotationType::Default, tr!("Target rotation")),
        (RotationType::Facing, tr!("Face the target")),
        (RotationType::OppositeDefault, tr!("Opposite of the target")),
        (
            RotationType::OppositeFacing,
            tr!("Face away from the target"),
        ),
    ]
    .map(|(kind, name)| (kind, name.to_owned()));
    fields.rows.choice(
        ui,
        tr!("Facing"),
        &warp.rotation_type,
        &types,
        |rotation_type| {
            set(Warp {
                rotation_type,
                ..warp.clone()
            })
        },
    );
    let methods = [
        (RotationMethod::Slerp, tr!("Even")),
        (RotationMethod::SlerpClamped, tr!("Even, up to the rate")),
        (RotationMethod::ConstantRate, tr!("Constant rate")),
        (RotationMethod::Scale, tr!("Like the animation")),
    ]
    .map(|(method, name)| (method, name.to_owned()));
    fields.rows.choice(
        ui,
        tr!("Rotation mode"),
        &warp.rotation_method,
        &methods,
        |rotation_method| {
            set(Warp {
                rotation_method,
                ..warp.clone()
            })
        },
    );
    if matches!(
        warp.rotation_method,
        RotationMethod::SlerpClamped | RotationMethod::ConstantRate
    ) {
        let rate = number(tr!("Turn rate"), warp.rate, "°/s", 0.0..=10_000.0);
        fields.rows.number(ui, tr!("Turn rate"), rate, |rate| {
            set(Warp {
                rate,
                ..warp.clone()
            })
        });
    }
    let share = number(
        tr!("Rotation done after"),
        warp.multiplier * 100.0,
        tr!("% of the window"),
        1.0..=100.0,
    );
    fields.rows.resets(warp.multiplier != 1.0, "100 %", || {
        set(Warp {
            multiplier: 1.0,
            ..warp.clone()
        })
    });
    fields
        .rows
        .number(ui, tr!("Rotation done after"), share, |part| {
            set(Warp {
                multiplier: part / 100.0,
                ..warp.clone()
            })
        });
    for (at, label) in [tr!("Turn x"), tr!("Turn y"), tr!("Turn z")]
        .into_iter()
        .enumerate()
    {
        let field = NumberField {
            decimals: 1,
            speed: 0.5,
            ..number(label, warp.rotation_offset[at], "°", -180.0..=180.0)
        };
        fields
            .rows
            .resets(warp.rotation_offset[at] != 0.0, "0°", || {
                let mut rotation_offset = warp.rotation_offset;
                rotation_offset[at] = 0.0;
                set(Warp {
                    rotation_offset,
                    ..warp.clone()
                })
            });
        fields.rows.number(ui, label, field, |degrees| {
            let mut rotation_offset = warp.rotation_offset;
            rotation_offset[at] = degrees;
            set(Warp {
                rotation_offset,
                ..warp.clone()
            })
        });
    }
}
