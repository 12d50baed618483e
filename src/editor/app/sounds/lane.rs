//! Sounds that play along with a clip or montage, in step with the playhead.

use super::{DRIFT, Sounding};
use crate::{
    action::selected_asset,
    app::{App, purpose::Purpose},
    pick::PickKind,
    timeline::TimelineAsset,
};
use asset::{AssetKind, Id, LaneSound, SoundFile};
use document::{Command, ItemCommand};
use sound::Voice;
use std::collections::BTreeSet;
use words::tr;

/// A sound of the timeline that is to be heard now.
struct DueSound {
    lane: Id,
    sound: Id,
    gain: f32,
    /// Seconds of the sound.
    place: f64,
}

impl Sounding {
    /// Fades a sound of the timeline out, if it is heard.
    fn leave(&mut self, lane: Id) {
        if let Some(voice) = self.lane.remove(&lane) {
            self.player.stop(voice);
        }
    }

    /// Whether it is heard where it should be; its speed follows.
    fn is_in_step(&self, due: &DueSound, speed: f64) -> bool {
        let Some(voice) = self.lane.get(&due.lane) else {
            return false;
        };
        self.player.set_speed(*voice, speed);
        let at = self.player.position(*voice);
        at.is_some_and(|at| (at - due.place).abs() <= DRIFT * speed.max(1.0))
    }
}

impl App {
    /// Each sound that the playhead is in is heard from there on, at the speed of the preview.
    /// Backwards they are silent.
    pub(super) fn play_along(&mut self) {
        let (due, speed) = self.due_sounds();
        let wanted: BTreeSet<Id> = due.iter().map(|due| due.lane).collect();
        let over = |id: &Id| !wanted.contains(id);
        let over: Vec<Id> = self.sounding.lane.keys().copied().filter(over).collect();
        for id in over {
            self.sounding.leave(id);
        }
        for due in due {
            if self.sounding.is_in_step(&due, speed) {
                continue;
            }
            self.sounding.leave(due.lane);
            let begun = self.play_voice(due.sound, |voice| Voice {
                gain: due.gain,
                start: due.place,
                speed,
                ..voice
            });
            let begun = begun.map(|voice| (due.lane, voice));
            self.sounding.lane.extend(begun);
        }
    }

    /// Lane sounds that are due now, and their speed.
    fn due_sounds(&self) -> (Vec<DueSound>, f64) {
        let Some(host) = self.host() else {
            return (Vec::new(), 1.0);
        };
        let scale = match host.asset {
            TimelineAsset::Montage(montage) => montage.rate_scale,
            TimelineAsset::Clip(clip) => clip.rate_scale,
        };
        let speed = f64::from(self.session.transport.rate * scale);
        if speed <= 0.0 {
            return (Vec::new(), 1.0);
        }
        let position = self.session.transport.position;
        let due = |sound: &LaneSound| {
            let into = position - f64::from(sound.time);
            // One that is about to end by itself is not begun again.
            let seconds = f64::from(sound.seconds(host.project)) - 0.02;
            (0.0..seconds).contains(&into).then(|| DueSound {
                lane: sound.id,
                sound: sound.sound,
                gain: sound.gain,
                place: into + f64::from(sound.skip),
            })
        };
        let sounds = host.project.lane_sounds(host.id).iter();
        (sounds.filter_map(due).collect(), speed)
    }

    /// Adds a sound of the project to the open timeline, at `time` or else at the playhead.
    pub(in crate::app) fn add_lane_sound(&mut self, sound: Id, time: Option<f32>) {
        let id = self.views.edits.id();
        let Some(host) = self.host() else { return };
        let Some(name) = host.project.asset_name(sound) else {
            return;
        };
        let lane = LaneSound {
            id,
            name: name.to_owned(),
            sound,
            time: time.unwrap_or_else(|| self.playhead(&host)),
            skip: 0.0,
            gain: 0.0,
        };
        self.add(&Command::Sound(host.id, ItemCommand::Add(lane)), id);
    }

    /// The selected sound, or the only one; else a file is asked for.
    pub(in crate::app) fn add_some_sound(&mut self) {
        let project = self.document.project();
        let selected = selected_asset(&self.document);
        let is_sound = |id: &Id| project.kind(*id) == Some(AssetKind::Sound);
        let only = || {
            let mut all = project.sounds.keys();
            all.next().copied().filter(|_| all.next().is_none())
        };
        match selected.filter(is_sound).or_else(only) {
            Some(sound) => self.add_lane_sound(sound, None),
            None => self.pick_sound(),
        }
    }

    fn pick_sound(&mut self) {
        let Some(host) = self.host() else { return };
        let (id, time) = (host.id, self.playhead(&host));
        let purpose = Purpose::Sound(id, (f64::from(time) * 1e6) as u64);
        self.pick(
            purpose,
            tr!("Add sound to the timeline"),
            PickKind::OpenFiles,
            vec![(tr!("Sounds"), SoundFile::ENDINGS.to_vec())],
            String::new(),
        );
    }

    /// Timeline and time, seconds, at which a file was dropped; None if it was dropped elsewhere.
    pub(super) fn dropped_at(&self, ctx: &egui::Context) -> Option<(Id, f32)> {
        let pointer = ctx.pointer_latest_pos()?;
        let host = self.host()?;
        let timeline = &self.views.timeline;
        let mut rows = timeline.places.rows.iter();
        let (_, row) = rows.find(|(_, row)| row.contains(pointer))?;
        let rate = host.frame_rate();
        let time = timeline.time_at(host.id, pointer.x - row.left())?;
        let time = ((time * rate).round() / rate).clamp(0.0, host.length());
        Some((host.id, time as f32))
    }
}
