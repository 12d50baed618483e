//! The device that sounds are heard from.

#[cfg(any(windows, target_os = "macos"))]
mod native;
#[cfg(any(target_os = "linux", target_os = "freebsd"))]
mod pulse;

use crate::SoundMixer;
use std::{
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// Error of an audio device: why nothing is heard, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceError(String);

impl DeviceError {
    /// A whole sentence or more.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DeviceError {}

/// State shared by a device and its player: the mixer that supplies frames, and a flag for the end.
pub struct DeviceLine {
    mixer: Mutex<SoundMixer>,
    is_over: AtomicBool,
}

impl DeviceLine {
    pub(crate) fn new(mixer: SoundMixer) -> Self {
        Self {
            mixer: Mutex::new(mixer),
            is_over: AtomicBool::new(false),
        }
    }

    /// The mixer; held no longer than it takes to fill a buffer.
    pub fn mixer(&self) -> MutexGuard<'_, SoundMixer> {
        self.mixer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nobody plays any more, and the device is closed.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Something that frames of a mixer are heard from.
pub trait SoundDevice: Send + Sync {
    /// Opens the device and plays until [`DeviceLine::is_over`], on a thread of its own. Contract:
    /// it sets the rate of the mixer before it asks for frames.
    fn run(&self, line: &Arc<DeviceLine>) -> Result<(), DeviceError>;
}

/// A device that plays nothing; a caller that wants frames asks the mixer.
pub struct SilentDevice;

impl SoundDevice for SilentDevice {
    fn run(&self, _: &Arc<DeviceLine>) -> Result<(), DeviceError> {
        Ok(())
    }
}

/// The device that the desktop plays sounds on.
pub struct SystemDevice;

impl SoundDevice for SystemDevice {
    fn run(&self, line: &Arc<DeviceLine>) -> Result<(), DeviceError> {
        #[cfg(any(target_os = "linux", target_os = "freebsd"))]
        return pulse::run(line);
        #[cfg(any(windows, target_os = "macos"))]
        return native::run(line);
        #[cfg(not(any(
            target_os = "linux",
            target_os = "freebsd",
            windows,
            target_os = "macos"
        )))]
        return Err(DeviceError::new(words::tr!(
            "No sound: this system has no output that the program knows."
        )));
    }
}
