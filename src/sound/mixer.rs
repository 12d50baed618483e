//! One stream of many voices, without a click where one begins, ends or is stopped.

#[cfg(test)]
mod tests;

use crate::Pcm;
use std::sync::Arc;

/// Voices that sound at once; one more stops the oldest.
const MOST_VOICES: usize = 64;
/// Over which a voice that begins within a sound, ends or is stopped fades, in seconds.
const FADE: f64 = 0.004;
/// Over which a voice fades in that begins with its sound, which begins by itself; seconds.
const ATTACK: f64 = 0.0005;
/// Over which the volume follows, in seconds.
const GLIDE: f64 = 0.01;

/// Settings with which a sound is played.
#[derive(Clone, Debug)]
pub struct Voice {
    /// Decoded sound that is played.
    pub pcm: Arc<Pcm>,
    /// Loudness in dB; 0 is as it was recorded.
    pub gain: f32,
    /// Start of playback in the sound, seconds.
    pub start: f64,
    /// Seconds of the sound that are played; None plays it to its end.
    pub length: Option<f64>,
    /// Seconds of the sound a second, above 0: 2 is an octave higher.
    pub speed: f64,
}

impl Voice {
    /// The whole sound as it was recorded.
    pub fn new(pcm: Arc<Pcm>) -> Self {
        Self {
            pcm,
            gain: 0.0,
            start: 0.0,
            length: None,
            speed: 1.0,
        }
    }
}

/// Handle of a voice that was started, for code that follows its playback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VoiceHandle(u64);

struct PlayingVoice {
    handle: VoiceHandle,
    pcm: Arc<Pcm>,
    /// Gain, as a factor.
    gain: f32,
    /// Frames of the sound.
    place: f64,
    /// Frame of the sound before which it has faded out.
    end: f64,
    speed: f64,
    /// Frames of the mixer since it began.
    age: u64,
    /// Frames of the mixer over which it fades in.
    attack: f64,
    /// Frames of the mixer that are left of a stop.
    stopping: Option<f64>,
}

/// Plays voices into one stream of two channels.
pub struct SoundMixer {
    rate: f64,
    next: u64,
    voices: Vec<PlayingVoice>,
    /// A factor that is asked for, and that which the stream has.
    volume: (f32, f32),
}

/// A factor for a loudness in dB; nothing at −80 dB and below.
fn factor(db: f32) -> f32 {
    if db.is_finite() && db > -80.0 {
        10f32.powf(db.min(24.0) / 20.0)
    } else {
        0.0
    }
}

impl SoundMixer {
    /// A silent one of so many frames a second.
    pub fn new(rate: u32) -> Self {
        Self {
            rate: f64::from(rate.max(1)),
            next: 0,
            voices: Vec::new(),
            volume: (1.0, 1.0),
        }
    }

    /// Frames a second from now on; what plays goes on.
    pub fn set_rate(&mut self, rate: u32) {
        self.rate = f64::from(rate.max(1));
    }

    /// Loudness of everything, 0 to 1; once something was played it follows within a hundredth of a
    /// second.
    pub fn set_volume(&mut self, volume: f32) {
        self.volume.0 = volume.clamp(0.0, 1.0);
        if self.next == 0 {
            self.volume.1 = self.volume.0;
        }
    }

    /// Begins a voice with the next frame.
    pub fn play(&mut self, voice: Voice) -> VoiceHandle {
        let Voice {
            pcm,
            gain,
            start,
            length,
            speed,
        } = voice;
        self.next += 1;
        let handle = VoiceHandle(self.next);
        let rate = f64::from(pcm.rate);
        let place = (start.max(0.0) * rate).min(pcm.frames.len() as f64);
        let all = pcm.frames.len() as f64;
        let end = length.map_or(all, |length| (place + length.max(0.0) * rate).min(all));
        let attack = if start > 0.0 { FADE } else { ATTACK };
        if self.voices.len() >= MOST_VOICES {
            self.voices.remove(0);
        }
        self.voices.push(PlayingVoice {
            handle,
            gain: factor(gain),
            place,
            end,
            speed: sane_speed(speed),
            age: 0,
            attack: attack * self.rate,
            stopping: None,
            pcm,
        });
        handle
    }

    /// Fades a voice out; one that has ended is left alone.
    pub fn stop(&mut self, handle: VoiceHandle) {
        let fade = FADE * self.rate;
        let found = self.voices.iter_mut().find(|voice| voice.handle == handle);
        if let Some(voice) = found {
            voice.stopping.get_or_insert(fade);
        }
    }

    /// Fades every voice out.
    pub fn stop_all(&mut self) {
        let fade = FADE * self.rate;
        for voice in &mut self.voices {
            voice.stopping.get_or_insert(fade);
        }
    }

    /// A voice goes on faster or slower, see [`Voice::speed`].
    pub fn set_speed(&mut self, handle: VoiceHandle, speed: f64) {
        if let Some(voice) = self.voices.iter_mut().find(|voice| voice.handle == handle) {
            voice.speed = sane_speed(speed);
        }
    }

    /// Position of a voice in its sound, seconds; None if the voice has ended or is stopped.
    pub fn position(&self, handle: VoiceHandle) -> Option<f64> {
        let mut voices = self.voices.iter();
        let voice = voices.find(|voice| voice.handle == handle && voice.stopping.is_none())?;
        Some(voice.place / f64::from(voice.pcm.rate))
    }

    /// Number of voices that sound, including those that fade out.
    pub fn voices(&self) -> usize {
        self.voices.len()
    }

    /// The next frames of the stream, left and right of each, −1 to 1.
    pub fn fill(&mut self, out: &mut [[f32; 2]]) {
        let glide = (1.0 / (GLIDE * self.rate)) as f32;
        let rate = self.rate;
        for frame in out {
            let (wanted, volume) = &mut self.volume;
            *volume += (*wanted - *volume).clamp(-glide, glide);
            let mut sum = [0.0f32; 2];
            for voice in &mut self.voices {
                let [left, right] = voice.next(rate);
                sum[0] += left;
                sum[1] += right;
            }
            *frame = sum.map(|value| limited(value * *volume));
            self.voices.retain(|voice| !voice.is_over());
        }
    }
}

fn sane_speed(speed: f64) -> f64 {
    if speed.is_finite() {
        speed.clamp(0.01, 16.0)
    } else {
        1.0
    }
}

/// Value unchanged up to 0.8 and bent from there on, so that many voices at once do not clip.
fn limited(value: f32) -> f32 {
    const KNEE: f32 = 0.8;
    let over = value.abs() - KNEE;
    if over <= 0.0 {
        return value;
    }
    let bent = KNEE + (1.0 - KNEE) * (over / (over + (1.0 - KNEE)));
    bent.copysign(value)
}

impl PlayingVoice {
    fn next(&mut self, rate: f64) -> [f32; 2] {
        let step = self.speed * f64::from(self.pcm.rate) / rate;
        let left = ((self.end - self.place) / step).max(0.0);
        let mut fade = (left / (FADE * rate)).min(1.0);
        fade *= ((self.age as f64 + 1.0) / self.attack.max(1.0)).min(1.0);
        if let Some(stopping) = &mut self.stopping {
            fade *= (*stopping / (FADE * rate)).clamp(0.0, 1.0);
            *stopping -= 1.0;
        }
        let gain = self.gain * fade as f32;
        let [left, right] = self.pcm.at(self.place);
        self.place += step;
        self.age += 1;
        [left * gain, right * gain]
    }

    fn is_over(&self) -> bool {
        self.place >= self.end || self.stopping.is_some_and(|left| left <= 0.0)
    }
}
