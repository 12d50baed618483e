//! Details of a blend space: its axes, its samples, and how weights follow.

mod aim;
mod blends;
mod checks;
mod samples;
mod speeds;

use super::{PropertyRows, heading::identity};
use crate::{
    icons,
    kinds::blend_space::BlendSpaceNow,
    parts::{self, NumberField},
    theme,
};
use anim::blend_space::{NotifyTrigger, SmoothingKind};
use asset::{
    BlendSpace, Id, Project,
    blend_space::{Axis, Division, Sample},
};
use document::{BlendSpaceCommand, Command, ItemCommand};
use egui::Ui;
use studio::PreviewFrame;
use words::{Word, noun, tr, word};

const SMOOTHING: [(SmoothingKind, Word); 7] = [
    (SmoothingKind::None, word!("None: immediate")),
    (
        SmoothingKind::Exponential,
        word!("Exponential: decelerates"),
    ),
    (
        SmoothingKind::Spring { damping: 1.0 },
        word!("Spring: critically damped"),
    ),
    (
        SmoothingKind::Averaged,
        word!("Averaged: mean of the last inputs"),
    ),
    (SmoothingKind::Linear, word!("Linear: constant speed")),
    (SmoothingKind::Cubic, word!("Cubic: eased at both ends")),
    (
        SmoothingKind::EaseInOut,
        word!("Ease in and out: a smooth step"),
    ),
];

/// The details of a blend space; `frame` is the last, which may play something else.
pub fn blend_space_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    space: &BlendSpace,
    frame: Option<&PreviewFrame>,
) {
    identity(
        ui,
        icons::GRID_FOUR,
        &space.name,
        tr!("Blend space"),
        &parts::count(space.samples.len(), noun!("sample")),
    );
    let chosen = rows.views.kinds.blend_space.sample(space).cloned();
    let input = rows.views.kinds.blend_space.input;
    let now = BlendSpaceNow::of(space, frame, input);
    let of = (chosen.as_ref().map(|chosen| chosen.id), &now);
    samples::samples_ui(ui, rows, project, space, of);
    samples::why_ui(ui, project, space, &now);
    if let Some(sample) = chosen {
        sample_ui(ui, rows, project, space, &sample);
    }
    if aim::is_aim(project, space) {
        aim::aim_ui(ui, rows, project, space);
    }
    checks_ui(ui, rows, project, space);
    for at in 0..space.axes.len() {
        axis_ui(ui, rows, space, at);
    }
    mix_ui(ui, rows, space);
    speeds::speeds_ui(ui, rows, project, space);
}

/// Checks of what a blend of the space's clips needs, each with whether it is met.
fn checks_ui(ui: &mut Ui, rows: &PropertyRows<'_>, project: &Project, space: &BlendSpace) {
    let found = checks::checks(project, space, &rows.views.kinds.blend_space.motions);
    if found.is_empty() || !parts::group_header(ui, tr!("Checks"), "") {
        return;
    }
    for check in found {
        let (icon, color) = if check.is_met {
            (icons::CHECK, theme::OK)
        } else {
            (icons::WARNING, theme::WARN)
        };
        ui.horizontal(|ui| {
            ui.add_space(12.0);
            ui.label(
                egui::RichText::new(icon)
                    .font(theme::icon(14.0))
                    .color(color),
            );
            ui.add(egui::Label::new(check.title).truncate());
        });
        ui.horizontal(|ui| {
            ui.add_space(34.0);
            let detail = egui::RichText::new(check.detail)
                .font(theme::small())
                .color(theme::TEXT_3);
            ui.add(egui::Label::new(detail).wrap());
        });
    }
    ui.add_space(4.0);
}

fn place_text(space: &BlendSpace, sample: &Sample) -> String {
    let place = space.place(sample);
    let parts = space.axes.iter().zip(place).map(|(axis, at)| {
        format!("{} {}", parts::number_text(at.into(), 2), axis.unit)
            .trim()
            .to_owned()
    });
    parts.collect::<Vec<_>>().join(" · ")
}

fn sample_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    space: &BlendSpace,
    sample: &Sample,
) {
    if !parts::group_header(ui, tr!("Chosen sample"), "") {
        return;
    }
    let id = rows.asset;
    let set = |sample: Sample| {
        Command::BlendSpace(id, BlendSpaceCommand::Sample(ItemCommand::Put(sample)))
    };
    let of_skeleton = project
        .clips
        .iter()
        .filter(|(_, clip)| clip.skeleton == space.skeleton);
    let clips: Vec<(Id, String)> = of_skeleton
        .map(|(id, clip)| (*id, clip.name.clone()))
        .collect();
    rows.choice(ui, tr!("Clip"), &sample.clip, &clips, |clip| {
        set(Sample {
            clip,
            ..sample.clone()
        })
    });
    for (at, axis) in space.axes.iter().enumerate() {
        let range = f64::from(axis.min)..=f64::from(axis.max);
        let speed = (range.end() - range.start()) / 200.0;
        let label = tr!("At {}", axis.name);
        let (value, unit) = (sample.at[at].into(), axis.unit.as_str());
        let field = NumberField {
            name: &label,
            value,
            unit,
            decimals: 2,
            speed,
            range,
            width: 84.0,
        };
        rows.number(ui, &label, field, |value| {
            let mut moved = sample.clone();
            moved.at[at] = value as f32;
            set(moved)
        });
    }
    let (value, range) = (sample.rate.into(), 0.01..=100.0);
    let field = NumberField {
        name: tr!("Rate"),
        value,
        unit: "×",
        decimals: 2,
        speed: 0.01,
        range,
        width: 84.0,
    };
    rows.number(ui, tr!("Rate"), field, |rate| {
        set(Sample {
            rate: rate as f32,
            ..sample.clone()
        })
    });
    if parts::property(ui, "", |ui| {
        parts::button(ui, Some(icons::TRASH), tr!("Delete sample"), false).clicked()
    }) {
        rows.perform(Command::BlendSpace(
            id,
            BlendSpaceCommand::Sample(ItemCommand::Remove(sample.id)),
        ));
    }
}

fn axis_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, space: &BlendSpace, at: usize) {
    let axis = &space.axes[at];
    let letter = ["X", "Y"][at.min(1)];
    if !parts::group_header(ui, &tr!("Axis {letter}: {}", axis.name), "") {
        return;
    }
    let id = rows.asset;
    let set = |axis: Axis| {
        let mut axes = space.axes.clone();
        axes[at] = axis;
        Command::BlendSpace(id, BlendSpaceCommand::SetAxes(axes))
    };
    rows.text(ui, &tr!("Name {letter}"), &axis.name, |name| {
        set(Axis {
            name,
            ..axis.clone()
        })
    });
    rows.text(ui, &tr!("Unit {letter}"), &axis.unit, |unit| {
        set(Axis {
            unit,
            ..axis.clone()
        })
    });
    let bound = |name, value: f32| NumberField {
        name,
        value: value.into(),
        unit: &axis.unit,
        decimals: 2,
        speed: 0.05,
        range: -1e6..=1e6,
        width: 84.0,
    };
    let (least, most) = (tr!("Min {letter}"), tr!("Max {letter}"));
    rows.number(ui, &least, bound(&least, axis.min), |min| {
        set(Axis {
            min: min as f32,
            ..axis.clone()
        })
    });
    rows.number(ui, &most, bound(&most, axis.max), |max| {
        set(Axis {
            max: max as f32,
            ..axis.clone()
        })
    });
    let lines = tr!("Grid {letter}");
    let field = NumberField {
        name: &lines,
        value: axis.grid.into(),
        unit: tr!("divisions"),
        decimals: 0,
        speed: 0.1,
        range: 1.0..=100.0,
        width: 110.0,
    };
    rows.number(ui, &lines, field, |grid| {
        set(Axis {
            grid: grid.round() as u32,
            ..axis.clone()
        })
    });
    rows.toggle(
        ui,
        &tr!("Snap {letter}"),
        axis.snap,
        tr!("samples snap to the grid"),
        |snap| {
            set(Axis {
                snap,
                ..axis.clone()
            })
        },
    );
    rows.toggle(
        ui,
        &tr!("Wrap {letter}"),
        axis.wrap,
        tr!("values wrap around at the ends"),
        |wrap| {
            set(Axis {
                wrap,
                ..axis.clone()
            })
        },
    );
    let kinds = SMOOTHING.map(|(kind, name)| (kind, name.into()));
    rows.choice(
        ui,
        &tr!("Smoothing {letter}"),
        &axis.smoothing.kind,
        &kinds,
        |kind| {
            let mut axis = axis.clone();
            axis.smoothing.kind = kind;
            set(axis)
        },
    );
    let time = tr!("Smoothing time {letter}");
    let (value, range) = (axis.smoothing.time.into(), 0.0..=60.0);
    let field = NumberField {
        name: &time,
        value,
        unit: "s",
        decimals: 2,
        speed: 0.01,
        range,
        width: 84.0,
    };
    rows.number(ui, &time, field, |time| {
        let mut axis = axis.clone();
        axis.smoothing.time = time as f32;
        set(axis)
    });
}

fn mix_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, space: &BlendSpace) {
    if !parts::group_header(ui, tr!("Mix"), "") {
        return;
    }
    let id = rows.asset;
    let set = |command| Command::BlendSpace(id, command);
    let divisions = [
        (
            Division::Triangles,
            tr!("Triangles: of the nearest samples").to_owned(),
        ),
        (
            Division::Grid,
            tr!("Grid: between axis grid lines").to_owned(),
        ),
    ];
    rows.choice(ui, tr!("Division"), &space.division, &divisions, |it| {
        set(BlendSpaceCommand::SetDivision(it))
    });
    let (value, range) = (space.weight_speed.into(), 0.0..=1000.0);
    let name = tr!("Weight speed");
    let field = NumberField {
        name,
        value,
        unit: tr!("per second"),
        decimals: 1,
        speed: 0.1,
        range,
        width: 110.0,
    };
    rows.number(ui, name, field, |speed| {
        set(BlendSpaceCommand::SetWeightSpeed(speed as f32))
    });
    let triggers = [
        (
            NotifyTrigger::All,
            tr!("From all weighted samples").to_owned(),
        ),
        (
            NotifyTrigger::HighestWeighted,
            tr!("From the sample with the highest weight").to_owned(),
        ),
        (NotifyTrigger::None, tr!("None").to_owned()),
    ];
    rows.choice(ui, tr!("Notifies"), &space.notifies, &triggers, |it| {
        set(BlendSpaceCommand::SetNotifies(it))
    });
}
