//! What `info` says about sounds on timelines, apart because clips and montages have them alike.

#[cfg(test)]
mod tests;

use super::spelling::NameTextFn;
use anim::SoundCue;
use asset::{LaneSound, Project};
use serde::Serialize;

/// A sound that plays along, in the order of time.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct SoundCueInfo {
    name: String,
    sound: String,
    /// Seconds of the clip or montage.
    time: f32,
    /// Seconds of the sound.
    skip: f32,
    /// Gain, dB.
    gain: f32,
}

/// Sound cues of a lane whose sound the project has.
pub(super) fn authored_sounds(project: &Project, lane: &[LaneSound]) -> Vec<SoundCueInfo> {
    let cue = |lane: &LaneSound| {
        Some(SoundCueInfo {
            name: lane.name.clone(),
            sound: project.sounds.get(&lane.sound)?.name.clone(),
            time: lane.time,
            skip: lane.skip,
            gain: lane.gain,
        })
    };
    let mut cues: Vec<SoundCueInfo> = lane.iter().filter_map(cue).collect();
    cues.sort_by(|a, b| a.time.total_cmp(&b.time));
    cues
}

pub(super) fn compiled_sounds(cues: &[SoundCue], text: &NameTextFn<'_>) -> Vec<SoundCueInfo> {
    let cue = |cue: &SoundCue| SoundCueInfo {
        name: text(cue.name),
        sound: text(cue.sound),
        time: cue.time,
        skip: cue.skip,
        gain: cue.gain,
    };
    cues.iter().map(cue).collect()
}
