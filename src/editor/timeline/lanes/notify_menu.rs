//! The menu of a notify: when it fires, what it carries, why it did not fire.

use super::TimelineScene;
use crate::{
    action::{EditAction, EditorAction, SelectAction, TimelineAction, ViewAction},
    panels::{details::with_class, log::reason},
    parts,
    session::Session,
    timeline::{LinkKind, press::start_rename},
    views::Renaming,
};
use asset::{AssetKind, Id, Notify, notify::Action as NotifyAction, notify_class::ClassKind};
use document::{Command, NotifyCommand, Selection};
use egui::Ui;
use words::tr;

/// Duration of a notify state made by the menu, in seconds.
pub(crate) const NEW_STATE: f32 = 0.2;

/// Menu of the notify's class, and an entry that shows its payload for editing.
fn class_menu(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    notify: &Notify,
    actions: &mut Vec<EditorAction>,
) {
    let project = scene.host.project;
    parts::menu_button(ui, tr!("Class"), |ui| {
        let mut entry = |ui: &mut Ui, class: Option<Id>, name: &str, refusal: Option<&str>| {
            let entry = ui.add_enabled(
                refusal.is_none(),
                egui::Button::selectable(notify.class == class, name),
            );
            if entry
                .on_disabled_hover_text(refusal.unwrap_or_default())
                .clicked()
                && notify.class != class
            {
                let changed = NotifyCommand::Set(with_class(project, notify, class));
                actions.push(
                    EditAction::Perform(Command::Notify(scene.host.id, changed), None).into(),
                );
            }
        };
        entry(ui, None, tr!("None"), None);
        for (id, name) in project.list(AssetKind::NotifyClass) {
            let refusal = match (project.notify_classes[&id].kind, notify.duration.is_some()) {
                (ClassKind::State, false) => Some(tr!(
                    "This class is for notify states. Make the notify a state first."
                )),
                (ClassKind::Instant, true) => Some(tr!(
                    "This class is for instant notifies. Make the notify an instant first."
                )),
                _ => None,
            };
            entry(ui, Some(id), name, refusal);
        }
    });
    let has_fields = notify
        .class
        .and_then(|id| project.notify_classes.get(&id))
        .is_some_and(|it| !it.fields.is_empty());
    let edit = ui.add_enabled(has_fields, egui::Button::new(tr!("Edit payload")));
    if edit
        .on_disabled_hover_text(tr!("It has no class with fields"))
        .clicked()
    {
        actions.push(
            ViewAction::ShowPayload {
                asset: scene.host.id,
                notify: notify.id,
            }
            .into(),
        );
    }
}

/// Leads to what the log says of it, where it did not fire when it was met last.
fn why_ui(ui: &mut Ui, session: &Session, notify: &Notify, actions: &mut Vec<EditorAction>) {
    let unfired = session.fired.unfired.get(&notify.id);
    let entry = ui.add_enabled(
        unfired.is_some(),
        egui::Button::new(tr!("Why did it not fire?")),
    );
    let entry = entry.on_disabled_hover_text(tr!(
        "It fired last time, or the playhead has not reached it yet"
    ));
    let why = unfired.map_or(String::new(), |it| {
        format!("{}. {}", it.told(), reason::sentence(&it.event))
    });
    if entry.on_hover_text(why).clicked() {
        actions.push(ViewAction::ShowLogOf(notify.id).into());
    }
}

pub(super) fn notify_menu(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    typed: &mut Option<Renaming>,
    notify: &Notify,
    actions: &mut Vec<EditorAction>,
) {
    let set = |notify: Notify| {
        EditAction::Perform(
            Command::Notify(scene.host.id, NotifyCommand::Set(notify)),
            None,
        )
        .into()
    };
    if scene.host.montage().is_some() {
        for (branching, label, tip) in [
            (
                false,
                tr!("Queued"),
                tr!("Fires after the step that reaches it"),
            ),
            (
                true,
                tr!("Branching point"),
                tr!("Fires at its exact time; can jump"),
            ),
        ] {
            let is_now = notify.branching == branching;
            if ui.radio(is_now, label).on_hover_text(tip).clicked() && !is_now {
                actions.push(set(Notify {
                    branching,
                    ..notify.clone()
                }));
                ui.close();
            }
        }
        parts::menu_button(ui, tr!("Jump to section"), |ui| {
            for section in scene.host.sections() {
                let action = NotifyAction::JumpToSection(section.id);
                if ui
                    .selectable_label(notify.action == action, &section.name)
                    .clicked()
                {
                    actions.push(set(Notify {
                        action,
                        branching: true,
                        ..notify.clone()
                    }));
                }
            }
            if ui
                .selectable_label(notify.action == NotifyAction::None, tr!("Do not jump"))
                .clicked()
            {
                actions.push(set(Notify {
                    action: NotifyAction::None,
                    ..notify.clone()
                }));
            }
        });
    }
    if scene.host.montage().is_some() {
        parts::menu_button(ui, tr!("Link"), |ui| {
            for follow in LinkKind::ALL {
                let label = format!("{}  {}", follow.icon(), follow.name());
                let is_now = LinkKind::from(notify.link) == follow;
                if ui
                    .selectable_label(is_now, label)
                    .on_hover_text(follow.tip())
                    .clicked()
                {
                    let notifies = [notify.id].into();
                    actions.push(
                        TimelineAction::Link {
                            notifies,
                            follow,
                            segment: None,
                        }
                        .into(),
                    );
                }
            }
        });
    }
    parts::menu_button(ui, tr!("Move to track"), |ui| {
        for track in scene.host.tracks() {
            let is_there = track.id == notify.track;
            if ui.selectable_label(is_there, &track.name).clicked() {
                actions.push(set(Notify {
                    track: track.id,
                    ..notify.clone()
                }));
            }
        }
    });
    let (label, duration) = match notify.duration {
        Some(_) => (tr!("Make instant"), None),
        None => (tr!("Make a state"), Some(NEW_STATE)),
    };
    if ui.button(label).clicked() {
        actions.push(set(Notify {
            duration,
            ..notify.clone()
        }));
    }
    class_menu(ui, scene, notify, actions);
    why_ui(ui, scene.session, notify, actions);
    if ui.button(tr!("Find all uses")).clicked() {
        actions.push(SelectAction::These(Selection::item(scene.host.id, notify.id)).into());
        actions.push(ViewAction::FindUses.into());
    }
    parts::menu_button(ui, tr!("Keep in quick slot"), |ui| {
        for digit in asset::QuickSlot::DIGITS {
            let known = scene
                .host
                .project
                .quick_slots
                .iter()
                .find(|slot| slot.digit == digit);
            let label = format!(
                "{digit}  {}",
                known.map_or(tr!("empty"), |slot| slot.notify.name.as_str())
            );
            if ui.button(label).clicked() {
                actions.push(TimelineAction::KeepQuick(digit, notify.id).into());
            }
        }
    });
    ui.separator();
    if ui.button(tr!("Rename")).clicked() {
        start_rename(scene, typed, notify.id, &notify.name);
    }
    if ui.button(tr!("Delete")).clicked() {
        actions.push(
            EditAction::Perform(
                Command::Notify(scene.host.id, NotifyCommand::Remove(notify.id)),
                None,
            )
            .into(),
        );
    }
}
