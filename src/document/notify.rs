//! Edits of notifies and their tracks, the same on clips and montages.

use crate::{
    EditError, NotifyCommand,
    field::{blend_time, bounded, has_room, in_range, moved_to, place_in_time, replace, trimmed},
};
use anim::limits::MOST_RATE;
use asset::{
    Id, List, Notify, NotifyClass, NotifyTrack, Project, notify::Action, notify_class::FieldValue,
};
use std::{collections::BTreeMap, sync::Arc};
use words::tr;

/// Notifies and tracks of a timeline.
struct Lanes<'a> {
    tracks: &'a mut Vec<NotifyTrack>,
    notifies: &'a mut List<Notify>,
    classes: &'a BTreeMap<Id, Arc<NotifyClass>>,
}

/// A class or montage that the notify did not name before has to be there.
fn check_named(project: &Project, host: Id, notify: &Notify) -> Result<(), EditError> {
    let (skeleton, notifies) = match (project.montages.get(&host), project.clips.get(&host)) {
        (Some(montage), _) => (montage.skeleton, &montage.notifies),
        (None, Some(clip)) => (clip.skeleton, &clip.notifies),
        (None, None) => return Err(EditError::AssetMissing),
    };
    let known = notifies.iter().find(|known| known.id == notify.id);
    if let Some(segment) = notify
        .link
        .segment()
        .filter(|_| known.is_none_or(|known| known.link != notify.link))
    {
        let montage = project.montages.get(&host).ok_or(EditError::ItemMissing)?;
        montage.segment(segment).ok_or(EditError::ItemMissing)?;
    }
    let is_new_class =
        notify.class.is_some() && known.is_none_or(|known| known.class != notify.class);
    if is_new_class
        && notify
            .class
            .is_some_and(|class| !project.notify_classes.contains_key(&class))
    {
        return Err(EditError::AssetMissing);
    }
    if let Action::PlayMontage(montage) = notify.action
        && known.is_none_or(|known| known.action != notify.action)
    {
        let played = project
            .montages
            .get(&montage)
            .ok_or(EditError::AssetMissing)?;
        return if played.skeleton == skeleton {
            Ok(())
        } else {
            Err(EditError::SkeletonMismatch)
        };
    }
    Ok(())
}

pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    command: &NotifyCommand,
) -> Result<bool, EditError> {
    if let NotifyCommand::Add(notify) | NotifyCommand::Set(notify) = command {
        check_named(project, id, notify)?;
    }
    let classes = &project.notify_classes;
    if let Some(entry) = project.montages.get_mut(&id) {
        let mut montage = (**entry).clone();
        let changed = edit(
            Lanes {
                tracks: &mut montage.tracks,
                notifies: &mut montage.notifies,
                classes,
            },
            command,
        )?;
        if changed {
            *entry = Arc::new(montage);
        }
        return Ok(changed);
    }
    let entry = project.clips.get_mut(&id).ok_or(EditError::AssetMissing)?;
    let mut clip = (**entry).clone();
    let changed = edit(
        Lanes {
            tracks: &mut clip.tracks,
            notifies: &mut clip.notifies,
            classes,
        },
        command,
    )?;
    if changed {
        *entry = Arc::new(clip);
    }
    Ok(changed)
}

fn edit(lanes: Lanes<'_>, command: &NotifyCommand) -> Result<bool, EditError> {
    match command {
        NotifyCommand::AddTrack(track) => add_track(lanes, track),
        NotifyCommand::RemoveTrack(id) => {
            let at = track_index(&lanes, *id)?;
            lanes.tracks.remove(at);
            lanes.notifies.retain(|notify| notify.track != *id);
            Ok(true)
        }
        NotifyCommand::RenameTrack(id, name) => {
            let (at, name) = (track_index(&lanes, *id)?, trimmed(name)?);
            track_name_is_free(&lanes, &name, Some(*id))?;
            Ok(replace(&mut lanes.tracks[at].name, name))
        }
        NotifyCommand::SetTrackColor(id, color) => {
            let at = track_index(&lanes, *id)?;
            Ok(replace(&mut lanes.tracks[at].color, *color))
        }
        NotifyCommand::SetTrackLocked(id, locked) => {
            let at = track_index(&lanes, *id)?;
            Ok(replace(&mut lanes.tracks[at].locked, *locked))
        }
        NotifyCommand::MoveTrack(id, to) => {
            let at = track_index(&lanes, *id)?;
            Ok(moved_to(lanes.tracks, at, *to))
        }
        NotifyCommand::Add(notify) => {
            if lanes.notifies.iter().any(|known| known.id == notify.id) {
                return Err(EditError::IdTaken);
            }
            has_room(
                lanes.notifies.len(),
                anim::limits::MOST_NOTIFIES,
                tr!("Notifies"),
            )?;
            let notify = checked(&lanes, notify)?;
            lanes.notifies.push(notify);
            Ok(true)
        }
        NotifyCommand::Remove(id) => {
            let at = notify_index(&lanes, *id)?;
            lanes.notifies.remove(at);
            Ok(true)
        }
        NotifyCommand::Set(notify) => {
            let (at, notify) = (notify_index(&lanes, notify.id)?, checked(&lanes, notify)?);
            Ok(replace(&mut lanes.notifies[at], notify))
        }
    }
}

fn add_track(lanes: Lanes<'_>, track: &NotifyTrack) -> Result<bool, EditError> {
    if lanes.tracks.iter().any(|known| known.id == track.id) {
        return Err(EditError::IdTaken);
    }
    let name = trimmed(&track.name)?;
    track_name_is_free(&lanes, &name, None)?;
    lanes.tracks.push(NotifyTrack {
        name,
        ..track.clone()
    });
    Ok(true)
}

fn track_name_is_free(lanes: &Lanes<'_>, name: &str, except: Option<Id>) -> Result<(), EditError> {
    let taken = lanes
        .tracks
        .iter()
        .any(|track| track.name == name && Some(track.id) != except);
    if taken {
        Err(EditError::NameTaken {
            name: name.to_owned(),
        })
    } else {
        Ok(())
    }
}

fn track_index(lanes: &Lanes<'_>, id: Id) -> Result<usize, EditError> {
    lanes
        .tracks
        .iter()
        .position(|track| track.id == id)
        .ok_or(EditError::ItemMissing)
}

fn notify_index(lanes: &Lanes<'_>, id: Id) -> Result<usize, EditError> {
    lanes
        .notifies
        .iter()
        .position(|notify| notify.id == id)
        .ok_or(EditError::ItemMissing)
}

fn checked(lanes: &Lanes<'_>, notify: &Notify) -> Result<Notify, EditError> {
    track_index(lanes, notify.track)?;
    place_in_time(notify.time, tr!("Time"))?;
    let (low, high) = (anim::notify::SHORTEST_STATE, anim::limits::LONGEST);
    in_range(
        notify.duration.unwrap_or(1.0),
        low,
        high,
        tr!("Duration"),
        tr!("above 0 and up to 86400 s"),
    )?;
    bounded(
        notify.weight_threshold,
        0.0..=1.0,
        tr!("Weight threshold"),
        "",
    )?;
    bounded(notify.chance, 0.0..=1.0, tr!("Chance"), "")?;
    match notify.action {
        Action::StopMontage(Some(time)) => blend_time(time)?,
        Action::SetPlayRate(rate) => bounded(rate, -MOST_RATE..=MOST_RATE, tr!("Play rate"), "")?,
        _ => {}
    }
    Ok(Notify {
        name: trimmed(&notify.name)?,
        fields: checked_fields(lanes, notify)?,
        ..notify.clone()
    })
}

/// Fields of a notify that differ from the defaults of its class. Values that the notify had before
/// are not checked again.
fn checked_fields(
    lanes: &Lanes<'_>,
    notify: &Notify,
) -> Result<BTreeMap<Id, FieldValue>, EditError> {
    let Some(class) = notify.class else {
        return Ok(BTreeMap::new());
    };
    // Of a class that is gone nobody knows its fields; it may come back.
    let Some(class) = lanes.classes.get(&class) else {
        return Ok(notify.fields.clone());
    };
    let known = lanes
        .notifies
        .iter()
        .find(|known| known.id == notify.id && known.class == notify.class);
    let mut checked = BTreeMap::new();
    for (id, value) in &notify.fields {
        let Some(field) = class.field(*id) else {
            continue;
        };
        let is_known = known.is_some_and(|known| known.fields.get(id) == Some(value));
        if !is_known && !field.kind.takes(value) {
            return Err(EditError::OutOfRange {
                field: tr!("The field"),
                range: tr!("a value of its type and within its range").into(),
            });
        }
        if field.kind.default().as_ref() != Some(value) {
            checked.insert(*id, value.clone());
        }
    }
    Ok(checked)
}
