//! Sounds of a project, and where they lie on timelines. They are for people: a game has its own
//! sounds, and finds them by their names.

#[cfg(test)]
mod tests;

use crate::{Id, Notify, Project, notify_class::FieldValue};
use anim::float::Extreme;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A sound file, whole as it came.
#[derive(Clone, Debug, PartialEq)]
pub struct SoundFile {
    /// Unique among the sounds of the project; notifies name the sound by it.
    pub name: String,
    /// File extension of the sound, one of [`Self::ENDINGS`].
    pub ending: String,
    /// Length in seconds, as it was when the file was read.
    pub seconds: f32,
    /// Content of the file.
    pub bytes: Arc<[u8]>,
}

impl SoundFile {
    /// File extensions of sounds that a project can use.
    pub const ENDINGS: [&'static str; 3] = ["wav", "ogg", "flac"];
}

/// A sound that plays along with a clip or montage: dialogue, or a reference to animate to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneSound {
    /// Unique in its clip or montage.
    pub id: Id,
    /// Name of the sound on its timeline; a game finds the sound in the bundle by this name.
    pub name: String,
    /// The sound of the project that is heard.
    pub sound: Id,
    /// Seconds of the clip or montage at which it begins.
    pub time: f32,
    /// Seconds of the sound that are left out at its start.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub skip: f32,
    /// Loudness in dB; 0 is as it was recorded.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub gain: f32,
}

fn is_zero(value: &f32) -> bool {
    *value == 0.0
}

impl LaneSound {
    /// Loudness that can be asked for, dB; the least is silence.
    pub const GAINS: std::ops::RangeInclusive<f32> = anim::SoundCue::GAINS;

    /// Seconds of the clip or montage that it takes; none of a sound that is gone.
    pub fn seconds(&self, project: &Project) -> f32 {
        let sound = project.sounds.get(&self.sound);
        sound.map_or(0.0, |sound| (sound.seconds - self.skip).higher(0.0))
    }
}

impl Project {
    /// The sound that notifies call so: by its name, else by the last part of a path without its
    /// ending, as in `/Game/Audio/Step.wav`.
    pub fn sound_named(&self, name: &str) -> Option<(Id, &Arc<SoundFile>)> {
        let of = |name: &str| {
            let mut sounds = self.sounds.iter();
            let found = sounds.find(|(_, sound)| sound.name == name);
            found.map(|(id, sound)| (*id, sound))
        };
        let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
        of(name).or_else(|| of(last)).or_else(|| of(stem))
    }

    /// The sound that a notify names, how loud in dB and how fast it is played; None of a notify
    /// that names none, or one of the game alone.
    pub fn sound_of(&self, notify: &Notify) -> Option<(Id, f32, f32)> {
        let class = self.notify_classes.get(&notify.class?)?;
        let field = class.sound_field()?;
        let said = notify.fields.get(&field.id).cloned();
        let name = match said.or_else(|| field.kind.default())? {
            FieldValue::Asset(name) | FieldValue::Text(name) => name,
            _ => return None,
        };
        let (id, _) = self.sound_named(&name)?;
        let (db, speed) = class.loudness_and_speed(&notify.fields);
        Some((id, db, speed))
    }

    /// Sounds that play along with a clip or montage; empty if the id is of neither.
    pub fn lane_sounds(&self, id: Id) -> &[LaneSound] {
        let montage = self.montages.get(&id).map(|montage| &montage.sounds);
        let sounds = montage.or_else(|| self.clips.get(&id).map(|clip| &clip.sounds));
        sounds.map_or(&[], Vec::as_slice)
    }
}
