//! What lies on a time line: montages, notifies, and the events that come of them.

pub mod event;
pub mod montage;
pub mod notify;
pub mod sound_cue;
