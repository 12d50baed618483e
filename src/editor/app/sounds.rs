//! What is heard: sounds of notifies that fire, sounds that play along, and snips while the
//! playhead is dragged.

pub(super) mod importing;
mod lane;

use super::App;
use crate::{preferences::Preferences, timeline::TimelineHost, toast::Tone};
use anim::{Event, event::EventReason, event::Phase};
use asset::{Asset, Id, LaneSound, Notify, Project};
use sound::{SoundDevice, SoundPlayer, Voice, VoiceHandle};
use std::collections::BTreeMap;
use words::tr;

/// Length of the piece of a sound that is heard while the playhead is dragged, seconds.
const SNIP: f64 = 0.06;
/// Between two snips of one sound, so that they join, seconds.
const BETWEEN_SNIPS: f64 = 0.045;
/// Longest step of the playhead that passes notifies, seconds. A longer step is a jump.
const LONGEST_STEP: f64 = 0.25;
/// Time after a pause while the last frames still come in and count as no drag, seconds.
const SETTLES: f64 = 0.15;
/// Snips of notifies in one pass.
const MOST_SNIPS: usize = 4;
/// Largest error of a sound that plays along before its position is corrected, seconds.
const DRIFT: f64 = 0.1;

/// The player, and what it plays for whom.
pub(super) struct Sounding {
    player: SoundPlayer,
    /// Voices that play along, by the sound of the timeline.
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

    /// Playback has stopped.
    fn stop_all(&mut self, now: f64) {
        self.player.stop_all();
        self.lane.clear();
        self.trial = None;
        self.quiet_until = now + SETTLES;
    }

    /// The sound that is listened to by itself, while it is heard.
    fn tried(&self) -> Option<Id> {
        let (id, voice) = self.trial?;
        self.player.position(voice).map(|_| id)
    }

    /// Asks for what is heard in place of a device.
    #[cfg(test)]
    pub fn player(&self) -> &SoundPlayer {
        &self.player
    }

    /// Playback position of the sound on a timeline lane, in the sound, seconds; None while it is
    /// not heard.
    #[cfg(test)]
    pub fn heard_at(&self, lane: Id) -> Option<f64> {
        self.player.position(*self.lane.get(&lane)?)
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
        self.follow_volume();
        self.prepare_sounds();
        let playing = self.session.transport.playing;
        if self.sounding.was_playing && !playing {
            self.sounding.stop_all(self.session.now);
        }
        self.sounding.was_playing = playing;
        if playing {
            self.play_along();
        } else {
            self.scrub();
        }
        let place = self.host().map(|host| host.id);
        self.sounding.last = place.map(|id| (id, self.session.transport.position));
        self.session.trial_sound = self.sounding.tried();
        if self.views.sounds.is_loading() || self.session.trial_sound.is_some() {
            ctx.request_repaint_after_secs(1.0 / 30.0);
        }
    }

    /// Sets the volume as the ear hears it: half way is about half as loud.
    fn follow_volume(&mut self) {
        let preferences = self.session.preferences;
        let volume = preferences.volume as f32 / 100.0;
        let factor = if preferences.is_muted {
            0.0
        } else {
            volume * volume
        };
        self.sounding.player.set_volume(factor);
    }

    /// Warns once if there is no sound device.
    fn tell_silence(&mut self) {
        if let Some(why) = self.sounding.player.failure() {
            self.sounding.lane.clear();
            let line = why.to_string();
            self.session
                .toast(Tone::Warning, tr!("The preview is silent"), line);
        }
    }

    /// Decodes the sounds that the open asset may play, before they are to be heard.
    fn prepare_sounds(&mut self) {
        let project = self.document.project().clone();
        let Some(open) = self.session.active.filter(|_| !project.sounds.is_empty()) else {
            return;
        };
        let used = project.asset(open).map(Asset::uses).unwrap_or_default();
        let sounds = used.into_iter().chain([open]);
        let sounds = sounds.flat_map(|id| sounds_on(&project, id));
        for file in sounds.filter_map(|id| project.sounds.get(&id)) {
            self.views.sounds.get(file);
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
        let pcm = self.views.sounds.get(&file)?.as_ref().ok()?.pcm.clone();
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
            let line = tr!("Press Unmute in the transport bar first.");
            return self
                .session
                .toast(Tone::Warning, tr!("Sound is muted"), line);
        }
        self.sounding.player.retry();
        let voice = self.play_voice(id, |voice| voice);
        self.sounding.trial = voice.map(|voice| (id, voice));
        let file = self.document.project().sounds.get(&id).cloned();
        if let Some(Err(why)) = file.and_then(|file| self.views.sounds.get(&file)) {
            let line = tr!("In the file, {why}");
            self.session
                .toast(Tone::Error, tr!("The sound cannot be played"), line);
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
        let (now, position) = (self.session.now, self.session.transport.position);
        let Some(host) = self.host() else { return };
        let before = match self.sounding.last {
            Some((id, before)) if id == host.id && before != position => before,
            _ => return,
        };
        if now < self.sounding.quiet_until {
            return;
        }
        let lanes = &self.views.timeline.lanes;
        let mut snips = Vec::new();
        if (position - before).abs() <= LONGEST_STEP {
            let heard = |notify: &&Notify| !lanes.is_silent(notify.track);
            let passed = passed(&host, (before, position)).filter(heard);
            snips.extend(passed.take(MOST_SNIPS).filter_map(|notify| {
                let (sound, gain, _) = host.project.sound_of(notify)?;
                Some(SoundSnip {
                    sound,
                    gain,
                    start: 0.0,
                })
            }));
        }
        if now - self.sounding.snipped >= BETWEEN_SNIPS {
            snips.extend(under(&host, position));
        }
        if !snips.is_empty() {
            self.sounding.snipped = now;
        }
        for SoundSnip { sound, gain, start } in snips {
            let of_voice = |voice| Voice {
                gain,
                start,
                length: Some(SNIP),
                ..voice
            };
            self.play_voice(sound, of_voice);
        }
    }
}

/// A short piece of a sound.
struct SoundSnip {
    sound: Id,
    /// Gain of the piece, dB.
    gain: f32,
    /// Seconds of the sound.
    start: f64,
}

/// Notifies between two places of the playhead, without those at the first.
fn passed<'a>(
    host: &TimelineHost<'a>,
    (before, now): (f64, f64),
) -> impl Iterator<Item = &'a Notify> {
    let passes = move |notify: &&Notify| {
        let time = f64::from(notify.time);
        (before.min(now)..=before.max(now)).contains(&time) && time != before
    };
    host.notifies().iter().filter(passes)
}

/// Pieces at `position` of the sounds that play along and that the playhead is in.
fn under(host: &TimelineHost<'_>, position: f64) -> impl Iterator<Item = SoundSnip> {
    let begun = move |sound: &&LaneSound| position >= f64::from(sound.time);
    let snip = move |sound: &LaneSound| SoundSnip {
        sound: sound.sound,
        gain: sound.gain,
        start: position - f64::from(sound.time) + f64::from(sound.skip),
    };
    host.sounds().iter().filter(begun).map(snip)
}

/// The sounds of a clip or montage: those that its notifies name, and those that play along.
fn sounds_on(project: &Project, id: Id) -> Vec<Id> {
    let clip = project.clips.get(&id).map(|clip| &clip.notifies);
    let montage = project.montages.get(&id).map(|montage| &montage.notifies);
    let notifies = clip.or(montage).into_iter().flatten();
    let named = notifies.filter_map(|notify| Some(project.sound_of(notify)?.0));
    let along = project.lane_sounds(id).iter().map(|sound| sound.sound);
    named.chain(along).collect()
}

/// The notify of an event, wherever in the project it lies.
fn notify_of(project: &Project, id: Id) -> Option<&Notify> {
    let montages = project.montages.values().map(|montage| &montage.notifies);
    let clips = project.clips.values().map(|clip| &clip.notifies);
    let mut all = montages.chain(clips).flat_map(|notifies| notifies.iter());
    all.find(|notify| notify.id == id)
}
