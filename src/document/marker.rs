//! Edits of a clip's sync markers.

use crate::{
    EditError, SyncMarkerCommand,
    field::{place_in_time, replace, trimmed},
};
use asset::{Clip, Id, SyncMarker};
use words::tr;

pub(crate) fn edit(clip: &mut Clip, command: &SyncMarkerCommand) -> Result<bool, EditError> {
    match command {
        SyncMarkerCommand::Add(marker) => {
            if clip.sync_markers.iter().any(|known| known.id == marker.id) {
                return Err(EditError::IdTaken);
            }
            clip.sync_markers.push(checked(marker)?);
            Ok(true)
        }
        SyncMarkerCommand::Remove(id) => {
            let at = index(clip, *id)?;
            clip.sync_markers.remove(at);
            Ok(true)
        }
        SyncMarkerCommand::Set(marker) => {
            let (at, marker) = (index(clip, marker.id)?, checked(marker)?);
            Ok(replace(&mut clip.sync_markers[at], marker))
        }
    }
}

fn index(clip: &Clip, id: Id) -> Result<usize, EditError> {
    clip.sync_markers
        .iter()
        .position(|marker| marker.id == id)
        .ok_or(EditError::ItemMissing)
}

fn checked(marker: &SyncMarker) -> Result<SyncMarker, EditError> {
    place_in_time(marker.time, tr!("Time"))?;
    Ok(SyncMarker {
        name: trimmed(&marker.name)?,
        ..marker.clone()
    })
}
