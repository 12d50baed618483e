//! Sounds of previews: decoding, waveforms, mixing, and the device that they are heard from.
//!
//! Nothing here knows a project or a window. [`decode()`] makes samples of a file, a [`SoundMixer`] makes
//! one stream of many voices, and a [`SoundDevice`] asks the mixer for it. A test asks the mixer
//! itself and measures what comes.

mod decode;
mod device;
mod mixer;
mod pcm;
mod player;
mod waveform;

pub use decode::{SoundError, SoundFormat, checked, decode};
pub use device::{DeviceError, DeviceLine, SilentDevice, SoundDevice, SystemDevice};
pub use mixer::{SoundMixer, Voice, VoiceHandle};
pub use pcm::Pcm;
pub use player::SoundPlayer;
pub use waveform::Waveform;
