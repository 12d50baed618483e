//! The way to what clips and montages both have on their timelines.

use crate::{
    EditError,
    item::{self, ItemCommand, ListedItem, on_copy},
};
use asset::{Curve, Id, LaneSound, List, Note, Notify, NotifyTrack, Project};

/// Items on the timeline of a clip or montage.
pub(crate) struct TimelineLists<'a> {
    pub tracks: &'a mut Vec<NotifyTrack>,
    pub notifies: &'a mut List<Notify>,
    pub notes: &'a mut Vec<Note>,
    pub sounds: &'a mut Vec<LaneSound>,
    /// Curves with unique names.
    pub curves: &'a mut Vec<Curve>,
    /// The time stretch of a montage, whose keys are edited as a curve's.
    pub stretch: Option<&'a mut Curve>,
}

/// The timeline of a clip or montage; the last argument is its time stretch.
macro_rules! timeline_of {
    ($asset:ident, $stretch:expr) => {
        TimelineLists {
            tracks: &mut $asset.tracks,
            notifies: &mut $asset.notifies,
            notes: &mut $asset.notes,
            sounds: &mut $asset.sounds,
            curves: &mut $asset.curves,
            stretch: $stretch,
        }
    };
}

/// Edits the timeline of a clip or montage.
pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    edit: impl FnOnce(&mut TimelineLists<'_>, &Project) -> Result<bool, EditError>,
) -> Result<bool, EditError> {
    if project.montages.contains_key(&id) {
        on_copy(
            project,
            id,
            |project| &mut project.montages,
            |montage, project| {
                edit(
                    &mut timeline_of!(montage, montage.stretch.as_mut()),
                    project,
                )
            },
        )
    } else {
        on_copy(
            project,
            id,
            |project| &mut project.clips,
            |clip, project| edit(&mut timeline_of!(clip, None), project),
        )
    }
}

/// Edits a list of the timeline of a clip or montage.
pub(crate) fn edit<T: for<'a> ListedItem<Owner<'a> = TimelineLists<'a>>>(
    project: &mut Project,
    id: Id,
    command: &ItemCommand<T>,
) -> Result<bool, EditError> {
    apply(project, id, |timeline, project| {
        item::edit(timeline, project, command)
    })
}
