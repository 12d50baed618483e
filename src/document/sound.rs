//! Sounds of the project, and those that play along with a clip or montage.

#[cfg(test)]
mod tests;

use crate::{
    EditError,
    field::{bounded, has_room, place_in_time, replace},
    item::{ListedItem, listed, on_copy},
    timeline::TimelineLists,
};
use anim::limits::MOST_MARKERS;
use asset::{Id, LaneSound, Project, SoundFile};
use words::tr;

pub(crate) fn replace_file(
    project: &mut Project,
    id: Id,
    file: &SoundFile,
) -> Result<bool, EditError> {
    on_copy(
        project,
        id,
        |project| &mut project.sounds,
        |known, _| {
            let name = known.name.clone();
            let file = SoundFile {
                name,
                ..file.clone()
            };
            Ok(replace(known, file))
        },
    )
}

impl ListedItem for LaneSound {
    listed!(TimelineLists<'a>, sounds, name);
    const NAMES_DIFFER: bool = false;

    fn checked(&self, timeline: &TimelineLists<'_>, project: &Project) -> Result<Self, EditError> {
        if !Self::is_taken(timeline, self.id) {
            if !project.sounds.contains_key(&self.sound) {
                return Err(EditError::AssetMissing);
            }
            has_room(
                timeline.sounds.len(),
                MOST_MARKERS,
                tr!("Sounds on a timeline"),
            )?;
        }
        place_in_time(self.time, tr!("Time"))?;
        place_in_time(self.skip, tr!("Skipped"))?;
        bounded(self.gain, LaneSound::GAINS, tr!("Gain"), " dB")?;
        Ok(LaneSound {
            name: Self::checked_name(timeline, self.id, &self.name)?,
            ..self.clone()
        })
    }
}
