//! Notes on a clip or montage.

#[cfg(test)]
mod tests;

use crate::{
    EditError,
    field::place_in_time,
    item::{ListedItem, listed},
    timeline::TimelineLists,
};
use asset::{Note, Project};
use words::tr;

impl ListedItem for Note {
    listed!(TimelineLists<'a>, notes, text);
    const NAMES_DIFFER: bool = false;

    fn checked(&self, timeline: &TimelineLists<'_>, _: &Project) -> Result<Self, EditError> {
        place_in_time(self.time, tr!("Time"))?;
        Ok(Note {
            text: Self::checked_name(timeline, self.id, &self.text)?,
            ..self.clone()
        })
    }
}
