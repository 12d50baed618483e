//! Quick slots: a digit adds its notify at the playhead; of a state, for as long as it is held.

use super::App;
use crate::{
    timeline::{LinkKind, QuickSlotPress, TimelineHost},
    toast::Tone,
};
use asset::{Id, Notify, NotifyTrack, QuickSlot, notify::Link};
use document::{Command, ItemCommand, NotifyCommand, ProjectCommand};
use std::time::Instant;
use words::tr;

impl App {
    fn quick_slot(&self, digit: u8) -> Option<&QuickSlot> {
        self.document
            .project()
            .quick_slots
            .iter()
            .find(|slot| slot.digit == digit)
    }

    /// The digit went down. `part` of the time since the picture on the screen had passed then.
    pub(super) fn press_quick_slot(&mut self, digit: u8, part: f64) {
        let Some(slot) = self.quick_slot(digit).cloned() else {
            let line = tr!("To fill it, choose Keep in quick slot in the menu of a notify.");
            return self
                .session
                .toast(Tone::Warning, tr!("Quick slot {digit} is empty"), line);
        };
        let time = self.pressed_time(part);
        if slot.notify.duration.is_none() || !self.session.transport.playing {
            return self.add_quick(&slot, time, slot.notify.duration);
        }
        let Some(host) = self.session.active else {
            return;
        };
        let held = QuickSlotPress {
            host,
            slot,
            start: time,
            pressed: Instant::now(),
        };
        self.views.timeline.held.insert(digit, held);
    }

    /// The digit went up: the state ends at the playhead. Where the playhead has jumped back
    /// meanwhile, it lasts as long as the digit was held.
    pub(super) fn release_quick_slot(&mut self, digit: u8) {
        let Some(QuickSlotPress {
            host,
            slot,
            start,
            pressed,
        }) = self.views.timeline.held.remove(&digit)
        else {
            return;
        };
        // Another document was turned to meanwhile.
        let Some(host) = self.host().filter(|now| now.id == host) else {
            return;
        };
        let (position, frame) = (
            self.session.on_screen as f32,
            1.0 / host.frame_rate() as f32,
        );
        let rate = self.session.transport.rate.abs();
        let lasted = if position > start {
            position - start
        } else {
            pressed.elapsed().as_secs_f32() * rate
        };
        self.add_quick(&slot, start, Some(lasted.max(frame)));
    }

    /// Time of the playhead at the press of a key, seconds, on the grid of frames.
    pub(super) fn pressed_time(&self, part: f64) -> f32 {
        let Some(host) = self.host() else { return 0.0 };
        if !self.session.transport.playing {
            return self.playhead(&host);
        }
        let moved =
            part * f64::from(self.session.last_pass) * f64::from(self.session.transport.rate);
        let time = (self.session.on_screen + moved).clamp(0.0, host.length());
        ((time * host.frame_rate()).round() / host.frame_rate()).min(host.length()) as f32
    }

    fn add_quick(&mut self, slot: &QuickSlot, time: f32, duration: Option<f32>) {
        let (id, new_track) = (self.views.edits.id(), self.views.edits.id());
        let Some(host) = self.host() else { return };
        let (length, frame) = (host.length() as f32, 1.0 / host.frame_rate() as f32);
        let known = host
            .tracks()
            .iter()
            .find(|track| track.name == slot.track)
            .map(|track| track.id);
        let mut commands = Vec::new();
        let track = known.unwrap_or_else(|| {
            let track = NotifyTrack {
                id: new_track,
                name: slot.track.clone(),
                color: slot.color,
                locked: false,
            };
            commands.push(Command::Notify(
                host.id,
                NotifyCommand::Track(ItemCommand::Add(track)),
            ));
            new_track
        });
        let snapped = |seconds: f32| (seconds / frame).round() * frame;
        let duration =
            duration.map(|duration| snapped(duration).max(frame).min((length - time).max(frame)));
        let link = match host.montage() {
            Some(_) => self.views.timeline.new_link.at(&host, time.into()),
            None => Link::Absolute,
        };
        let notify = Notify {
            id,
            track,
            time,
            duration,
            link,
            ..fitting(&host, &slot.notify)
        };
        commands.push(Command::Notify(host.id, NotifyCommand::Add(notify)));
        self.add(&Command::Batch(commands), id);
    }

    /// The notify, as it is, under a digit.
    pub(super) fn keep_in_quick_slot(&mut self, digit: u8, notify: Id) {
        let Some(host) = self.host() else { return };
        let Some(notify) = host.notifies().iter().find(|known| known.id == notify) else {
            return;
        };
        let Some(track) = host.tracks().iter().find(|track| track.id == notify.track) else {
            return;
        };
        let slot = QuickSlot {
            id: QuickSlot::id_of(digit),
            digit,
            track: track.name.clone(),
            color: track.color,
            notify: Notify {
                link: LinkKind::Absolute.of(Id(0)),
                time: 0.0,
                ..notify.clone()
            },
        };
        self.perform(
            &Command::Project(ProjectCommand::SetQuickSlot(Box::new(slot))),
            None,
        );
    }
}

/// The notify without references that only the timeline has on which the notify was kept.
fn fitting(host: &TimelineHost<'_>, notify: &Notify) -> Notify {
    use asset::notify::Action;
    let project = host.project;
    let sockets = project
        .skeletons
        .get(&host.skeleton())
        .map_or(&[][..], |skeleton| &skeleton.sockets);
    let is_section = |id: &Id| host.sections().iter().any(|section| section.id == *id);
    let action = match notify.action {
        Action::JumpToSection(id) | Action::SetNextSection(id) if !is_section(&id) => Action::None,
        Action::PlayMontage(id)
            if project
                .montages
                .get(&id)
                .is_none_or(|it| it.skeleton != host.skeleton()) =>
        {
            Action::None
        }
        action => action,
    };
    let is_socket = |id: &Id| sockets.iter().any(|socket| socket.id == *id);
    let mut fields = notify.fields.clone();
    fields.retain(|_, value| match value {
        asset::notify_class::FieldValue::Section(id) => is_section(id),
        asset::notify_class::FieldValue::Socket(id) => is_socket(id),
        _ => true,
    });
    Notify {
        action,
        fields,
        socket: notify.socket.filter(is_socket),
        class: notify
            .class
            .filter(|class| project.notify_classes.contains_key(class)),
        ..notify.clone()
    }
}
