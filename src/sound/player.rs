//! Plays voices on a device, which is opened when the first one is to be heard.

#[cfg(test)]
mod tests;

use crate::{DeviceError, DeviceLine, SoundDevice, SoundMixer, Voice, VoiceHandle};
use std::sync::{Arc, Mutex, PoisonError};
use words::tr;

/// Frames a second until a device says its own.
const RATE: u32 = 48_000;

/// A player of voices on a device. If no device opens, it is silent and reports why, once.
pub struct SoundPlayer {
    device: Arc<dyn SoundDevice>,
    line: Option<Arc<DeviceLine>>,
    /// Error that keeps the device from playing, set by the device's thread.
    failure: Arc<Mutex<Option<DeviceError>>>,
    /// Whether the failure was reported; nothing is tried until [`Self::retry`].
    is_silent: bool,
    volume: f32,
}

impl SoundPlayer {
    /// Opens nothing yet.
    pub fn new(device: impl SoundDevice + 'static) -> Self {
        Self {
            device: Arc::new(device),
            line: None,
            failure: Arc::default(),
            is_silent: false,
            volume: 1.0,
        }
    }

    /// Begins a voice; None where there is no device.
    pub fn play(&mut self, voice: Voice) -> Option<VoiceHandle> {
        if self.is_silent {
            return None;
        }
        let line = self.line.get_or_insert_with(|| {
            let line = Arc::new(DeviceLine::new(SoundMixer::new(RATE)));
            line.mixer().set_volume(self.volume);
            let (device, failure) = (self.device.clone(), self.failure.clone());
            let running = line.clone();
            let run = move || {
                if let Err(why) = device.run(&running) {
                    *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
                }
            };
            let spawned = std::thread::Builder::new().name("sound".into()).spawn(run);
            if let Err(why) = spawned {
                let text = tr!("No sound: no thread can be started ({why}). Close some programs.");
                *self.failure.lock().unwrap_or_else(PoisonError::into_inner) =
                    Some(DeviceError::new(text));
            }
            line
        });
        let handle = line.mixer().play(voice);
        Some(handle)
    }

    /// Fades a voice out.
    pub fn stop(&self, handle: VoiceHandle) {
        self.with(|mixer| mixer.stop(handle));
    }

    /// Fades every voice out.
    pub fn stop_all(&self) {
        self.with(SoundMixer::stop_all);
    }

    /// Seconds of its sound a second that a voice goes on with.
    pub fn set_speed(&self, handle: VoiceHandle, speed: f64) {
        self.with(|mixer| mixer.set_speed(handle, speed));
    }

    /// Position of a voice in its sound, seconds; None if the voice has ended.
    pub fn position(&self, handle: VoiceHandle) -> Option<f64> {
        self.line.as_ref()?.mixer().position(handle)
    }

    /// Loudness of everything, 0 to 1.
    pub fn set_volume(&mut self, volume: f32) {
        self.volume = volume;
        self.with(|mixer| mixer.set_volume(volume));
    }

    /// Reason why nothing is heard; given once, when it is found out. From then on nothing is
    /// played until [`Self::retry`].
    pub fn failure(&mut self) -> Option<DeviceError> {
        let failure = self
            .failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()?;
        self.is_silent = true;
        self.close();
        Some(failure)
    }

    /// Lets the next voice open the device again if the device failed before.
    pub fn retry(&mut self) {
        self.is_silent = false;
    }

    /// Asks the mixer for frames in place of a device; silence while nothing was played.
    pub fn fill(&self, out: &mut [[f32; 2]]) {
        out.fill([0.0; 2]);
        self.with(|mixer| mixer.fill(out));
    }

    /// Number of voices that sound.
    pub fn voices(&self) -> usize {
        self.line.as_ref().map_or(0, |line| line.mixer().voices())
    }

    fn with(&self, what: impl FnOnce(&mut SoundMixer)) {
        if let Some(line) = &self.line {
            what(&mut line.mixer());
        }
    }

    fn close(&mut self) {
        if let Some(line) = self.line.take() {
            line.end();
        }
    }
}

impl Drop for SoundPlayer {
    fn drop(&mut self) {
        self.close();
    }
}
