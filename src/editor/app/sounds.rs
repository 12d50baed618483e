//! What is heard: sounds of notifies that fire, sounds that play along, and snips while the
//! playhead is dragged.

pub(crate) mod importing;
mod lane;

use super::App;
use crate::{preferences::Preferences, session::Tone};
use anim::{Event, event::EventReason, event::Phase};
use asset::{Id, Notify};
use sound::{SoundDevice, SoundPlayer, Voice, VoiceHandle};
use std::{collections::BTreeMap, sync::Arc};

/// What one hears of a sound while the playhead is dragged, seconds.
const SNIP: f64 = 0.06;
/// Between two snips of one sound, so that they join, seconds.
const BETWEEN_SNIPS: f64 = 0.045;
/// A longer way of the playhead is a jump: it passes nothing. Seconds.
const LONGEST_STEP: f64 = 0.25;
/// After a pause the last frames still come in: they are no drag. Seconds.
const SETTLES: f64 = 0.15;
/// By how far a sound that plays along may be off before it is put right, seconds.
const DRIFT: f64 = 0.1;

/// The player, and what it plays for whom.
pub(super) struct Sounding {
    player: SoundPlayer,
    /// By the sound of the timeline.
    lane: BTreeMap<Id, VoiceHandle>,
    /// A sound that is listened to by itself.
    trial: Option<(Id, VoiceHandle)>,
    /// The asset and the place of the playhead in the pass before, seconds.
    last: Option<(Id, f64)>,
    was_playing: bool,
    /// egui's time until which a moving playhead is no drag.
    quiet_until: f64,
    /// egui's time of the last snip.
    snipped: f64,
}

impl Sounding {
    /// Silent until something is to be heard.
    pub fn on(device: impl SoundDevice + 'static) -> Self {
        Self {
            player: SoundPlayer::new(device),
            lane: BTreeMap::new(),
            trial: None,
            last: None,
            was_playing: false,
            quiet_until: 0.0,
            snipped: 0.0,
        }
    }

    /// Asks for what is heard in place of a device.
    #[cfg(test)]
    pub fn player(&self) -> &SoundPlayer {
        &self.player
    }
}

/// A factor as dB; None of one that cannot be heard.
fn decibels(weight: f32) -> Option<f32> {
    (weight > 1e-3).then(|| 20.0 * weight.min(1.0).log10())
}

impl App {
    /// Once a pass, after everything that may play, stop or move the playhead.
    pub(super) fn follow_sounds(&mut self, ctx: &egui::Context) {
        self.tell_silence();
        let preferences = self.session.preferences;
        let volume = if preferences.is_muted {
            0.0
        } else {
            preferences.volume as f32 / 100.0
        };
        // As the ear hears it: half way is about half as loud.
        self.sounding.player.set_volume(volume * volume);
        self.prepare_sounds();
        let playing = self.session.transport.playing;
        if self.sounding.was_playing && !playing {
            self.sounding.player.stop_all();
            self.sounding.lane.clear();
            self.sounding.trial = None;
            self.sounding.quiet_until = self.session.now + SETTLES;
        }
        self.sounding.was_playing = playing;
        if playing {
            self.play_along();
        } else {
            self.scrub();
        }
        let place = self.host().map(|host| host.id);
        self.sounding.last = place.map(|id| (id, self.session.transport.position));
        self.session.trial_sound = self
            .sounding
            .trial
            .and_then(|(id, voice)| self.sounding.player.position(voice).map(|_| id));
        if self.session.sounds.is_loading() || self.session.trial_sound.is_some() {
            ctx.request_repaint_after_secs(1.0 / 30.0);
        }
    }

    /// Where there is no device, once.
    fn tell_silence(&mut self) {
        if let Some(why) = self.sounding.player.failure() {
            self.sounding.lane.clear();
            let line = why.to_string();
            self.session
                .toast(Tone::Warning, "The preview is silent", line);
        }
    }

    /// What the open timeline may play is decoded before it is to be heard.
    fn prepare_sounds(&mut self) {
        if self.document.project().sounds.is_empty() {
            return;
        }
        let project = self.document.project().clone();
        let Some(open) = self.session.active else {
            return;
        };
        let mut wanted: Vec<Id> = Vec::new();
        let mut from = |id: &Id| {
            let clip = project.clips.get(id).map(|clip| &clip.notifies);
            let notifies = clip.or_else(|| project.montages.get(id).map(|it| &it.notifies));
            let notifies = notifies.into_iter().flatten();
            wanted.extend(notifies.filter_map(|notify| Some(project.sound_of(notify)?.0)));
            wanted.extend(project.lane_sounds(*id).iter().map(|sound| sound.sound));
        };
        from(&open);
        if let Some(asset) = project.asset(open) {
            asset.uses().iter().for_each(&mut from);
        }
        for id in wanted {
            if let Some(file) = project.sounds.get(&id) {
                self.session.sounds.get(file);
            }
        }
    }

    /// A notify fired, or a state began.
    pub(super) fn sound_of_event(&mut self, event: &Event) {
        let begins = matches!(event.phase, Phase::Notify | Phase::Begin);
        if !begins || event.reason != EventReason::Fired || !self.session.transport.playing {
            return;
        }
        let Some(weight) = decibels(event.weight) else {
            return;
        };
        let project = self.document.project();
        if project.sounds.is_empty() || event.id == 0 {
            return;
        }
        let id = Id(event.id);
        let found = notify_of(project, id).and_then(|notify| project.sound_of(notify));
        if let Some((sound, gain, speed)) = found {
            let of_voice = |voice| Voice {
                gain: gain + weight,
                speed: f64::from(speed),
                ..voice
            };
            self.play_voice(sound, of_voice);
        }
    }

    /// Silent while it is not decoded yet.
    fn play_voice(&mut self, id: Id, of_voice: impl FnOnce(Voice) -> Voice) -> Option<VoiceHandle> {
        let file = self.document.project().sounds.get(&id)?.clone();
        let pcm = self.session.sounds.get(&file)?.as_ref().ok()?.pcm.clone();
        self.sounding.player.play(of_voice(Voice::new(pcm)))
    }

    /// A sound by itself, or no longer.
    pub(super) fn try_sound(&mut self, id: Id) {
        let before = self.sounding.trial.take();
        if let Some((known, voice)) = before {
            let plays = self.sounding.player.position(voice).is_some();
            self.sounding.player.stop(voice);
            if plays && known == id {
                return;
            }
        }
        if self.session.preferences.is_muted {
            let line = "Press Unmute in the transport bar first.";
            return self.session.toast(Tone::Warning, "Sound is muted", line);
        }
        self.sounding.player.retry();
        let voice = self.play_voice(id, |voice| voice);
        self.sounding.trial = voice.map(|voice| (id, voice));
        let file = self.document.project().sounds.get(&id).cloned();
        if let Some(Err(why)) = file.and_then(|file| self.session.sounds.get(&file)) {
            let line = format!("In the file, {why}");
            self.session
                .toast(Tone::Error, "The sound cannot be played", line);
        }
    }

    pub(super) fn toggle_mute(&mut self, ctx: &egui::Context) {
        let known = self.session.preferences;
        if known.is_muted {
            self.sounding.player.retry();
        }
        let is_muted = !known.is_muted;
        self.set_preferences(ctx, Preferences { is_muted, ..known });
    }

    pub(super) fn set_volume(&mut self, ctx: &egui::Context, volume: u32) {
        let known = self.session.preferences;
        let is_muted = known.is_muted && volume == 0;
        self.set_preferences(
            ctx,
            Preferences {
                volume: volume.min(100),
                is_muted,
                ..known
            },
        );
    }

    /// Short pieces of what the playhead passes, or is in.
    fn scrub(&mut self) {
        let now = self.session.now;
        let position = self.session.transport.position;
        let Some(host) = self.host() else { return };
        let before = match self.sounding.last {
            Some((id, before)) if id == host.id && before != position => before,
            _ => return,
        };
        if now < self.sounding.quiet_until {
            return;
        }
        let mut snips: Vec<(Id, f32, f64)> = Vec::new();
        if (position - before).abs() <= LONGEST_STEP {
            let (low, high) = (before.min(position), before.max(position));
            let passed = |notify: &&Notify| {
                (low..=high).contains(&f64::from(notify.time))
                    && f64::from(notify.time) != before
                    && !self.session.timeline.lanes.is_silent(notify.track)
            };
            let passed = host.notifies().iter().filter(passed).take(4);
            snips.extend(passed.filter_map(|notify| {
                let (sound, gain, _) = host.project.sound_of(notify)?;
                Some((sound, gain, 0.0))
            }));
        }
        if (now - self.sounding.snipped) >= BETWEEN_SNIPS {
            let place =
                |sound: &asset::LaneSound| position - f64::from(sound.time) + f64::from(sound.skip);
            let sounds = host.project.lane_sounds(host.id).iter();
            let heard = sounds.filter(|sound| position >= f64::from(sound.time));
            snips.extend(heard.map(|sound| (sound.sound, sound.gain, place(sound))));
        }
        if snips.is_empty() {
            return;
        }
        self.sounding.snipped = now;
        for (sound, gain, start) in snips {
            self.play_voice(sound, |voice| Voice {
                gain,
                start,
                length: Some(SNIP),
                ..voice
            });
        }
    }
}

/// The notify of an event, wherever in the project it lies.
fn notify_of(project: &Arc<asset::Project>, id: Id) -> Option<&Notify> {
    let montages = project.montages.values().map(|montage| &montage.notifies);
    let clips = project.clips.values().map(|clip| &clip.notifies);
    let mut all = montages.chain(clips).flat_map(|notifies| notifies.iter());
    all.find(|notify| notify.id == id)
}
