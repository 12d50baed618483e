//! A bone or socket of a notify, taken from what is clicked next.

use super::App;
use crate::{picking::Picking, toast::Tone, viewport::OverlaySettings};
use asset::{Id, Notify, Skeleton, notify_class::FieldValue};
use document::{Command, NotifyCommand};
use egui::{CursorIcon, Ui};
use words::tr;

/// Bone, socket or virtual bone that was clicked.
#[derive(Clone, Copy)]
pub(super) enum Clicked {
    Bone(usize),
    /// A socket or a virtual bone.
    Socket(Id),
}

/// Settings that also show what a waiting pick can take; the pointer becomes a crosshair.
pub(super) fn shown_for(
    ui: &Ui,
    picking: Option<&Picking>,
    settings: OverlaySettings,
) -> OverlaySettings {
    let Some(picking) = picking else {
        return settings;
    };
    if ui.rect_contains_pointer(ui.max_rect()) {
        ui.set_cursor_icon(CursorIcon::Crosshair);
    }
    OverlaySettings {
        bones: true,
        sockets: settings.sockets || picking.wants_socket,
        ..settings
    }
}

/// The settings `seen`, without what only a pick has shown.
pub(super) fn kept(
    is_picking: bool,
    before: OverlaySettings,
    seen: OverlaySettings,
) -> OverlaySettings {
    if is_picking {
        OverlaySettings {
            bones: before.bones,
            sockets: before.sockets,
            ..seen
        }
    } else {
        seen
    }
}

impl App {
    /// Whether a pick waited for it: then nothing is selected.
    pub(super) fn take_pick(&mut self, clicked: Clicked) -> bool {
        let Some(picking) = self.session.picking.take() else {
            return false;
        };
        let Some((_, rig)) = self.rig() else {
            return true;
        };
        let found = if picking.wants_socket {
            socket_of(&rig, clicked)
        } else {
            bone_of(&rig, clicked)
        };
        let Some(value) = found else {
            let line = tr!(
                "Click a socket in the viewport, or press Esc to cancel. Add sockets in the Skeleton panel."
            );
            self.session.toast(
                Tone::Warning,
                tr!("Pick a socket for {}", picking.label),
                line,
            );
            self.session.picking = Some(picking);
            return true;
        };
        let host = self.host().filter(|host| host.id == picking.host);
        let notify = host.and_then(|host| {
            host.notifies()
                .iter()
                .find(|notify| notify.id == picking.notify)
                .cloned()
        });
        if let Some(notify) = notify {
            let changed = with(notify, &picking, value);
            self.perform(
                &Command::Notify(picking.host, NotifyCommand::Set(changed)),
                None,
            );
        }
        true
    }
}

fn with(mut notify: Notify, picking: &Picking, value: FieldValue) -> Notify {
    match (picking.field, value) {
        (Some(field), value) => drop(notify.fields.insert(field, value)),
        (None, FieldValue::Socket(socket)) => notify.socket = Some(socket),
        (None, _) => {}
    }
    notify
}

/// Clicked bone, or the bone of a clicked socket; None if there is no such bone.
fn bone_of(rig: &Skeleton, clicked: Clicked) -> Option<FieldValue> {
    let key = match clicked {
        Clicked::Bone(at) => rig.bones.get(at)?.key.clone(),
        Clicked::Socket(id) => match rig.sockets.iter().find(|socket| socket.id == id) {
            Some(socket) => socket.bone.clone(),
            None => rig
                .virtual_bones
                .iter()
                .find(|bone| bone.id == id)?
                .target
                .clone(),
        },
    };
    Some(FieldValue::Bone(key))
}

/// Clicked socket, or the only socket on a clicked bone; None if there is not exactly one.
fn socket_of(rig: &Skeleton, clicked: Clicked) -> Option<FieldValue> {
    let id = match clicked {
        Clicked::Socket(id) => rig.sockets.iter().find(|socket| socket.id == id)?.id,
        Clicked::Bone(at) => {
            let bone = rig.bones.get(at)?;
            let mut on_it = rig.sockets.iter().filter(|socket| socket.bone == bone.key);
            on_it.next().filter(|_| on_it.next().is_none())?.id
        }
    };
    Some(FieldValue::Socket(id))
}
