//! Rows of a montage and of its sections.

use super::{
    child::child_ui,
    easing, fact,
    fields::TimelineFieldRows,
    heading::identity,
    keys::{CurveKeyRows, keys_ui},
    locked,
    montage_time::{curves_ui, stretch_ui, sync_ui},
};
use crate::{
    action::ViewAction,
    icons,
    panels::help::Sheet,
    parts::{self, NumberField},
    theme,
};
use anim::{mask::ProfileMode, montage::Easing};
use asset::{
    CurveKey, Id, Montage,
    graph::easing_word,
    montage::{Blend, Section},
    source::Interpolation,
};
use document::{Command, MontageCommand};
use egui::{Rect, Sense, Ui, pos2, vec2};
use words::{noun, tr};

/// Least width, points, with which pictures of blends lie beside their rows.
const WIDE: f32 = 400.0;

/// The details of a montage.
pub fn montage_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, montage: &Montage) {
    let facts = [
        parts::count(montage.sections.len(), noun!("section")),
        parts::count(montage.slots.len(), noun!("slot")),
        parts::count(montage.notifies.len(), noun!("notify", "notifies")),
    ];
    let right = facts.join(" · ");
    identity(ui, icons::FILM_STRIP, &montage.name, tr!("Montage"), &right);
    let id = fields.host.id;
    let edit = move |command| Command::Montage(id, command);
    if let Some(parent) = montage.parent {
        child_ui(ui, fields, montage, parent);
        if parts::group_header(ui, tr!("Montage"), "") {
            length_ui(ui, fields);
            group_ui(ui, fields, montage);
        }
        return;
    }
    let usual = Montage::new("", montage.skeleton, &mut 0);
    if parts::group_header(ui, tr!("Montage"), "") {
        length_ui(ui, fields);
        let default = usual.rate_scale;
        fields.rows.resets(
            montage.rate_scale != default,
            format!("{default:.2} ×"),
            || edit(MontageCommand::SetRateScale(default)),
        );
        fields.rows.rate_scale(ui, montage.rate_scale, |rate| {
            edit(MontageCommand::SetRateScale(rate))
        });
        fields.rows.frame_rate(ui, montage.frame_rate, |rate| {
            edit(MontageCommand::SetFrameRate(rate))
        });
        group_ui(ui, fields, montage);
        let is_whole = montage.root_translation && montage.root_rotation;
        fields
            .rows
            .resets(!is_whole, tr!("Translation and rotation"), || {
                edit(MontageCommand::SetRootMotion {
                    translation: true,
                    rotation: true,
                })
            });
        root_motion_ui(ui, fields, montage);
    }
    let back = (montage.blend_in != usual.blend_in)
        .then(|| edit(MontageCommand::SetBlendIn(usual.blend_in.clone())));
    if fields.rows.group(ui, tr!("Blend in"), "", back) {
        let set = move |blend| edit(MontageCommand::SetBlendIn(blend));
        blend_ui(
            ui,
            fields,
            tr!("Blend in"),
            (&montage.blend_in, &usual.blend_in),
            set,
            false,
        );
    }
    if fields.rows.group(
        ui,
        tr!("Blend out"),
        "",
        blend_out_reset(id, montage, &usual),
    ) {
        let set = move |blend| edit(MontageCommand::SetBlendOut(blend));
        blend_ui(
            ui,
            fields,
            tr!("Blend out"),
            (&montage.blend_out, &usual.blend_out),
            set,
            true,
        );
        blend_out_ui(ui, fields, montage);
    }
    sync_ui(ui, fields, montage);
    stretch_ui(ui, fields, montage);
    curves_ui(ui, fields, montage);
}

fn blend_out_reset(id: Id, montage: &Montage, usual: &Montage) -> Option<Command> {
    let edit = |command| Command::Montage(id, command);
    let is_other = montage.blend_out != usual.blend_out
        || montage.blend_out_trigger != usual.blend_out_trigger
        || montage.auto_blend_out != usual.auto_blend_out;
    is_other.then(|| {
        Command::Batch(vec![
            edit(MontageCommand::SetBlendOut(usual.blend_out.clone())),
            edit(MontageCommand::SetBlendOutTrigger(usual.blend_out_trigger)),
            edit(MontageCommand::SetAutoBlendOut(usual.auto_blend_out)),
        ])
    })
}

fn length_ui(ui: &mut Ui, fields: &TimelineFieldRows<'_, '_>) {
    let (length, rate) = (fields.host.length(), fields.host.frame_rate());
    fact(
        ui,
        tr!("Length"),
        &tr!(
            "{length:.3} s  ·  {:.0} frames at {rate:.0} fps",
            length * rate
        ),
    );
}

/// Row for the slot group of the montage's slots, as the project's table has it.
fn group_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, montage: &Montage) {
    let slot = montage.slots.first().map_or("", |slot| slot.name.as_str());
    let group = fields.host.project.group_of_slot(slot);
    let is_asked = parts::property(ui, tr!("Slot group"), |ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add_space(26.0);
            let clicked = parts::button(ui, None, tr!("Slot groups…"), false).clicked();
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(egui::RichText::new(group).color(theme::TEXT)).truncate());
            });
            clicked
        })
        .inner
    });
    if is_asked {
        fields
            .rows
            .actions
            .push(ViewAction::OpenSheet(Sheet::SlotGroups).into());
    }
}

/// Rows for when the blend-out begins, and whether it begins by itself.
fn blend_out_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, montage: &Montage) {
    let id = fields.host.id;
    let edit = move |command| Command::Montage(id, command);
    let (time, trigger) = (montage.blend_out.time, montage.blend_out_trigger);
    let is_auto = trigger < 0.0;
    fields.rows.toggle(
        ui,
        tr!("Trigger"),
        is_auto,
        tr!("Auto: blend ends with the montage"),
        |auto| {
            edit(MontageCommand::SetBlendOutTrigger(if auto {
                -1.0
            } else {
                time
            }))
        },
    );
    if !is_auto {
        let field = NumberField {
            name: tr!("Trigger time"),
            value: trigger.into(),
            unit: tr!("s before the end"),
            decimals: 3,
            speed: 0.01,
            range: 0.0..=3600.0,
            width: 128.0,
        };
        fields.duration(ui, tr!("Trigger time"), field, |v| {
            edit(MontageCommand::SetBlendOutTrigger(v as f32))
        });
    }
    let before = if is_auto { time } else { trigger };
    // Real seconds, whatever the rate and its stretch make of the timeline.
    let note = &tr!("starts {before:.3} s before the end, takes {time:.3} s");
    fields.rows.toggle(
        ui,
        tr!("Auto blend-out"),
        montage.auto_blend_out,
        note,
        |on| edit(MontageCommand::SetAutoBlendOut(on)),
    );
}

fn root_motion_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, montage: &Montage) {
    let id = fields.host.id;
    let options = [
        ((true, true), tr!("Translation and rotation")),
        ((true, false), tr!("Translation only")),
        ((false, true), tr!("Rotation only")),
        ((false, false), tr!("None: stays in the pose")),
    ];
    let options: Vec<((bool, bool), String)> = options
        .into_iter()
        .map(|(value, name)| (value, name.to_owned()))
        .collect();
    let value = (montage.root_translation, montage.root_rotation);
    fields.rows.choice(
        ui,
        tr!("Root motion"),
        &value,
        &options,
        |(translation, rotation)| {
            Command::Montage(
                id,
                MontageCommand::SetRootMotion {
                    translation,
                    rotation,
                },
            )
        },
    );
}

fn blend_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    name: &str,
    (blend, usual): (&Blend, &Blend),
    command: impl Fn(Blend) -> Command + Copy,
    falling: bool,
) {
    let top = ui.cursor().top();
    let has_room = ui.available_width() > WIDE;
    fields.rows.beside = if has_room { easing::SIZE.x + 4.0 } else { 0.0 };
    let time = tr!("{name} time");
    let field = NumberField {
        name: &time,
        value: blend.time.into(),
        unit: "s",
        decimals: 3,
        speed: 0.005,
        range: 0.0..=3600.0,
        width: 84.0,
    };
    fields.rows.resets(
        blend.time != usual.time,
        format!("{:.3} s", usual.time),
        || {
            command(Blend {
                time: usual.time,
                ..blend.clone()
            })
        },
    );
    fields.duration(ui, tr!("Time"), field, |v| {
        command(Blend {
            time: v as f32,
            ..blend.clone()
        })
    });
    let is_other = blend.easing != usual.easing || blend.curve.is_some();
    fields.rows.resets(is_other, easing_word(usual.easing), || {
        command(Blend {
            easing: usual.easing,
            curve: None,
            ..blend.clone()
        })
    });
    easing_ui(ui, fields, name, blend, command);
    let picture = easing::Picture {
        name,
        blend,
        falling,
        command,
    };
    if !has_room {
        let width = ui.available_width() - theme::LABEL_COLUMN - 26.0;
        let rect = Rect::from_min_size(
            ui.cursor().min + vec2(theme::LABEL_COLUMN, 2.0),
            vec2(width.max(80.0), easing::SIZE.y),
        );
        picture.ui(ui, fields, rect);
        ui.allocate_exact_size(vec2(1.0, easing::SIZE.y + 4.0), Sense::hover());
    }
    fields.rows.resets(
        blend.inertialize != usual.inertialize,
        tr!("Standard"),
        || {
            command(Blend {
                inertialize: usual.inertialize,
                ..blend.clone()
            })
        },
    );
    let modes = [
        (false, tr!("Standard").to_owned()),
        (true, tr!("Inertialize").to_owned()),
    ];
    fields
        .rows
        .choice(ui, tr!("Mode"), &blend.inertialize, &modes, |inertialize| {
            command(Blend {
                inertialize,
                ..blend.clone()
            })
        });
    fields
        .rows
        .resets(blend.profile.is_some(), tr!("None"), || {
            command(Blend {
                profile: None,
                ..blend.clone()
            })
        });
    profile_ui(ui, fields, blend, command);
    fields.rows.beside = 0.0;
    if has_room {
        let left = ui.max_rect().right() - easing::SIZE.x - 12.0;
        picture.ui(
            ui,
            fields,
            Rect::from_min_size(pos2(left, top + 2.0), easing::SIZE),
        );
    }
}

/// One with a name, or a curve of its own, whose keys stand below it.
fn easing_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    name: &str,
    blend: &Blend,
    command: impl Fn(Blend) -> Command + Copy,
) {
    let named = Easing::ALL
        .iter()
        .map(|easing| (Some(*easing), easing_word(*easing).to_owned()));
    let options: Vec<(Option<Easing>, String)> =
        named.chain([(None, tr!("Custom").to_owned())]).collect();
    let known = blend.curve.is_none().then_some(blend.easing);
    let host = fields.host.id;
    fields
        .rows
        .choice(ui, tr!("Easing"), &known, &options, |easing| match easing {
            Some(easing) => command(Blend {
                easing,
                curve: None,
                ..blend.clone()
            }),
            None => command(Blend {
                curve: Some(own_curve(host, name, blend.easing)),
                ..blend.clone()
            }),
        });
    if let Some(keys) = &blend.curve {
        let list = CurveKeyRows {
            name,
            keys,
            unit: "",
            length: 1.0,
        };
        keys_ui(ui, fields, &list, |keys| {
            command(Blend {
                curve: Some(keys),
                ..blend.clone()
            })
        });
    }
}

/// Near to the easing before it.
fn own_curve(montage: Id, name: &str, easing: Easing) -> Vec<CurveKey> {
    let key = |at: u8| {
        let id = Id::derive(&["blend key", &montage.to_string(), name, &at.to_string()]);
        let part = f32::from(at) / 4.0;
        CurveKey::new(id, part, easing.apply(part), Interpolation::Linear)
    };
    (0..=4).map(key).collect()
}

/// Row for the blend profile; nothing if the skeleton has none to choose and `blend` names none.
fn profile_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    blend: &Blend,
    command: impl Fn(Blend) -> Command,
) {
    let skeleton = fields.host.project.skeletons.get(&fields.host.skeleton());
    let profiles = skeleton.map_or(&[][..], |skeleton| &skeleton.blend_profiles);
    let timed = profiles
        .iter()
        .filter(|profile| profile.mode != ProfileMode::BlendMask);
    let named = timed.map(|profile| (Some(profile.id), profile.name.clone()));
    let options: Vec<(Option<Id>, String)> =
        [(None, tr!("None: all bones blend at one rate").to_owned())]
            .into_iter()
            .chain(named)
            .collect();
    if options.len() > 1 || blend.profile.is_some() {
        fields
            .rows
            .choice(ui, tr!("Profile"), &blend.profile, &options, |profile| {
                command(Blend {
                    profile,
                    ..blend.clone()
                })
            });
    }
}

/// The rows of the selected section.
pub fn section_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, section: &Section) {
    let sections = fields.host.sections();
    let at = sections
        .iter()
        .position(|other| other.id == section.id)
        .unwrap_or(0);
    let right = tr!("section {} of {}", at + 1, sections.len());
    if !fields.selected_header(ui, &section.name, &right) {
        return;
    }
    let (host, id) = (fields.host.id, section.id);
    let several = fields.has_several();
    if several {
        locked(
            ui,
            tr!("Name"),
            tr!("each keeps its own name"),
            tr!("Each section needs its own name"),
        )
    } else {
        let rename = |name| Command::Montage(host, MontageCommand::RenameSection(id, name));
        fields.rows.text(ui, tr!("Name"), &section.name, rename);
    }
    let first = sections.first().map(|first| first.id);
    if fields.many.iter().any(|id| Some(*id) == first) {
        fact(
            ui,
            tr!("Start"),
            tr!("0.000 s  ·  the first section cannot move"),
        );
    } else {
        let most = fields.host.length();
        let start = (section.start, most);
        fields.time_within(ui, tr!("Start"), start, |to| {
            Command::Montage(host, MontageCommand::MoveSection(id, to))
        });
    }
    if several {
        return next_ui(ui, fields, section);
    }
    let length = fields.host.section_end(section) - f64::from(section.start);
    fact(ui, tr!("Length"), &format!("{length:.3} s"));
    next_ui(ui, fields, section);
}

fn next_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, section: &Section) {
    let (host, id, sections) = (fields.host.id, section.id, fields.host.sections());
    let named = sections.iter().map(|other| {
        (
            Some(other.id),
            if other.id == id {
                tr!("{} (loop)", other.name)
            } else {
                other.name.clone()
            },
        )
    });
    let options: Vec<(Option<Id>, String)> = named.chain([(None, tr!("End").to_owned())]).collect();
    fields
        .rows
        .choice(ui, tr!("Next section"), &section.next, &options, |to| {
            Command::Montage(host, MontageCommand::LinkSection { from: id, to })
        });
    ui.allocate_exact_size(vec2(1.0, 6.0), Sense::hover());
}
