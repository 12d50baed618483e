//! Locked tracks and slots: nothing on them is edited until they are unlocked.

use crate::{Command, EditError, ItemCommand, MontageCommand, NotifyCommand};
use asset::{Id, Montage, Notify, NotifyTrack, Project};

/// Refuses what would change an item of a locked lane, and the lane's removal.
pub(crate) fn check(project: &Project, command: &Command) -> Result<(), EditError> {
    match command {
        Command::Notify(host, command) => check_notify(project, *host, command),
        Command::Montage(host, command) => project
            .montages
            .get(host)
            .map_or(Ok(()), |montage| check_montage(montage, command)),
        _ => Ok(()),
    }
}

fn check_notify(project: &Project, host: Id, command: &NotifyCommand) -> Result<(), EditError> {
    let (tracks, notifies) = match (project.montages.get(&host), project.clips.get(&host)) {
        (Some(montage), _) => (&montage.tracks, &montage.notifies),
        (None, Some(clip)) => (&clip.tracks, &clip.notifies),
        (None, None) => return Ok(()),
    };
    let track_of = |id: Id| {
        notifies
            .iter()
            .find(|notify| notify.id == id)
            .map(|notify| notify.track)
    };
    let touched = match command {
        NotifyCommand::Track(ItemCommand::Remove(id)) => [Some(*id), None],
        NotifyCommand::Add(notify) => [Some(notify.track), None],
        NotifyCommand::Set(notify) => [track_of(notify.id), Some(notify.track)],
        NotifyCommand::Remove(id) => [track_of(*id), None],
        NotifyCommand::Track(_)
        | NotifyCommand::SetTrackColor(..)
        | NotifyCommand::SetTrackLocked(..) => [None, None],
    };
    let locked = |id: &Id| {
        tracks
            .iter()
            .find(|track| track.id == *id && track.locked)
            .map(|track| track.name.clone())
    };
    refuse(touched.iter().flatten().find_map(locked))
}

fn check_montage(montage: &Montage, command: &MontageCommand) -> Result<(), EditError> {
    let slot_of = |segment: Id| montage.segment(segment).map(|(slot, _)| slot.id);
    let touched: Vec<Option<Id>> = match command {
        MontageCommand::Slot(ItemCommand::Remove(id))
        | MontageCommand::AddSegment { slot: id, .. } => vec![Some(*id)],
        MontageCommand::Slot(ItemCommand::Set(slot) | ItemCommand::Put(slot)) => {
            vec![Some(slot.id)]
        }
        MontageCommand::RemoveSegment(id) | MontageCommand::SplitSegment { segment: id, .. } => {
            vec![slot_of(*id)]
        }
        MontageCommand::SetSegment { slot, segment } => vec![Some(*slot), slot_of(segment.id)],
        MontageCommand::Arrange { segments, .. } => segments
            .iter()
            .flat_map(|(slot, segment)| [Some(*slot), slot_of(segment.id)])
            .collect(),
        _ => return Ok(()),
    };
    let locked = |id: &Id| {
        montage
            .slots
            .iter()
            .find(|slot| slot.id == *id && slot.locked)
            .map(|slot| slot.name.clone())
    };
    refuse(touched.iter().flatten().find_map(locked))
}

fn refuse(lane: Option<String>) -> Result<(), EditError> {
    lane.map_or(Ok(()), |lane| Err(EditError::Locked { lane }))
}

/// Notifies of locked tracks follow no segment.
pub(crate) fn is_held(tracks: &[NotifyTrack], notify: &Notify) -> bool {
    tracks
        .iter()
        .any(|track| track.id == notify.track && track.locked)
}
