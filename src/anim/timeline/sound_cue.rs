//! Sounds that play along with clips and montages, for a game to play: the runtime only lists them.

#[cfg(test)]
mod tests;

use crate::{Name, limits::LONGEST};
use bytemuck::{Pod, Zeroable};

/// A sound at a time of a clip or montage: dialogue, or music that it was animated to.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct SoundCue {
    /// Unique among the cues of its clip or montage, stable over edits.
    pub id: u64,
    /// The clip or montage that it plays along with.
    pub host: Name,
    /// Name of the cue.
    pub name: Name,
    /// The sound, a name of the game's own files.
    pub sound: Name,
    /// Seconds of the clip or montage at which it begins.
    pub time: f32,
    /// Seconds of the sound that are left out at its start.
    pub skip: f32,
    /// Loudness in dB; 0 is as it was recorded.
    pub gain: f32,
    /// 0: `host` is a clip. 1: it is a montage.
    pub host_kind: u32,
}

impl SoundCue {
    /// Loudness that can be asked for, dB; the least is silence.
    pub const GAINS: std::ops::RangeInclusive<f32> = -80.0..=12.0;

    /// Cues are listed by their host, and those of a host by their time.
    pub fn order(&self) -> (u32, Name) {
        (self.host_kind, self.host)
    }

    /// Whether its numbers are within their ranges, and its host and sound have names.
    pub fn is_in_range(&self) -> bool {
        let seconds = 0.0..=LONGEST;
        self.host_kind <= 1
            && seconds.contains(&self.time)
            && seconds.contains(&self.skip)
            && Self::GAINS.contains(&self.gain)
            && self.host != Name::NONE
            && self.sound != Name::NONE
    }
}

/// Whether cues are in order and each is in range: by host, those of one by time.
pub fn are_cues(cues: &[SoundCue]) -> bool {
    let is_later = |pair: &[SoundCue]| {
        let [first, second] = [0, 1].map(|at| (pair[at].order(), pair[at].time));
        first <= second
    };
    cues.iter().all(SoundCue::is_in_range) && cues.windows(2).all(is_later)
}

/// Sound cues of one host, from sorted `cues`.
pub(crate) fn of_host(cues: &[SoundCue], host: (u32, Name)) -> &[SoundCue] {
    let from = cues.partition_point(|cue| cue.order() < host);
    let count = cues[from..].partition_point(|cue| cue.order() == host);
    &cues[from..from + count]
}
