//! Sync markers of a clip.

use crate::{
    EditError,
    field::place_in_time,
    item::{ListedItem, listed},
};
use asset::{Clip, Project, SyncMarker};
use words::tr;

impl ListedItem for SyncMarker {
    listed!(Clip, sync_markers, name);
    const NAMES_DIFFER: bool = false;

    fn checked(&self, clip: &Clip, _: &Project) -> Result<Self, EditError> {
        place_in_time(self.time, tr!("Time"))?;
        Ok(SyncMarker {
            name: Self::checked_name(clip, self.id, &self.name)?,
            ..self.clone()
        })
    }
}
