//! Rows of a notify.

use super::Fields;
use crate::{parts::NumberField, timeline::NEW_STATE};
use asset::{Id, Notify, notify::Action};
use document::{Command, NotifyCommand};
use egui::Ui;

pub fn notify_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>, notify: &Notify) {
    let kind = match (notify.duration, notify.branching) {
        (None, false) => "notify",
        (None, true) => "branching notify",
        (Some(_), false) => "notify state",
        (Some(_), true) => "branching notify state",
    };
    if !fields.selected_header(ui, &notify.name, kind) {
        return;
    }
    let host = fields.host.id;
    let set = move |notify: Notify| Command::Notify(host, NotifyCommand::Set(notify));
    fields.text(ui, "Name", &notify.name, |name| set(Notify { name, ..notify.clone() }));
    fields.time(ui, "Time", notify.time, |time| set(Notify { time, ..notify.clone() }));
    fields.toggle(ui, "State", notify.duration.is_some(), "begin, tick and end over a duration", |on| {
        set(Notify { duration: on.then_some(NEW_STATE), ..notify.clone() })
    });
    if let Some(duration) = notify.duration {
        fields.time(ui, "Duration", duration, |duration| set(Notify { duration: Some(duration), ..notify.clone() }));
    }
    let tracks: Vec<(Id, String)> = fields.host.tracks().iter().map(|track| (track.id, track.name.clone())).collect();
    fields.choice(ui, "Track", &notify.track, &tracks, |track| set(Notify { track, ..notify.clone() }));
    socket_ui(ui, fields, notify, set);
    if fields.host.montage().is_some() {
        branching_ui(ui, fields, notify, set);
    }
    filters_ui(ui, fields, notify, set);
}

/// Where a game plays its effect or sound. One that is gone is shown as a dash.
fn socket_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>, notify: &Notify, set: impl Fn(Notify) -> Command) {
    let skeleton = fields.host.project.skeletons.get(&fields.host.skeleton());
    let sockets = skeleton.map_or(&[][..], |skeleton| &skeleton.sockets);
    let named = sockets.iter().map(|socket| (Some(socket.id), socket.name.clone()));
    let options: Vec<(Option<Id>, String)> = [(None, "None".to_owned())].into_iter().chain(named).collect();
    fields.choice(ui, "Socket", &notify.socket, &options, |socket| set(Notify { socket, ..notify.clone() }));
}

fn branching_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>, notify: &Notify, set: impl Fn(Notify) -> Command + Copy) {
    fields.toggle(ui, "Branching point", notify.branching, "fires at its exact time, may jump", |branching| {
        set(Notify { branching, ..notify.clone() })
    });
    let none = [(Action::None, "Nothing".to_owned())];
    let jumps = fields
        .host
        .sections()
        .iter()
        .map(|section| (Action::JumpToSection(section.id), format!("Jump to {}", section.name)));
    let options: Vec<(Action, String)> = none.into_iter().chain(jumps).collect();
    fields.choice(ui, "When it fires", &notify.action, &options, |action| {
        set(Notify { action, branching: notify.branching || action != Action::None, ..notify.clone() })
    });
}

fn filters_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>, notify: &Notify, set: impl Fn(Notify) -> Command + Copy) {
    let field = NumberField {
        name: "Weight threshold",
        value: notify.weight_threshold.into(),
        unit: "",
        decimals: 3,
        speed: 0.005,
        range: 0.0..=1.0,
        width: 84.0,
    };
    fields.number(ui, "Weight threshold", field, |v| set(Notify { weight_threshold: v as f32, ..notify.clone() }));
    let field = NumberField {
        name: "Chance",
        value: f64::from(notify.chance) * 100.0,
        unit: "%",
        decimals: 0,
        speed: 0.5,
        range: 0.0..=100.0,
        width: 84.0,
    };
    fields.number(ui, "Chance", field, |v| set(Notify { chance: (v / 100.0) as f32, ..notify.clone() }));
    let lods: Vec<(Option<u32>, String)> = [(None, "Every LOD".to_owned())]
        .into_iter()
        .chain((0..8).map(|lod| (Some(lod), format!("Not from LOD {lod} on"))))
        .collect();
    fields.choice(ui, "LOD", &notify.from_lod, &lods, |from_lod| set(Notify { from_lod, ..notify.clone() }));
    fields.toggle(ui, "On followers", notify.on_follower, "also while another clip of its sync group leads", |on| {
        set(Notify { on_follower: on, ..notify.clone() })
    });
    fields.toggle(ui, "On servers", notify.on_dedicated_server, "also on a dedicated server", |on| {
        set(Notify { on_dedicated_server: on, ..notify.clone() })
    });
}
