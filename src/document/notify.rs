//! Edits of notifies and their tracks, the same on clips and montages.

use crate::{
    EditError, NotifyCommand,
    field::{blend_time, bounded, has_room, in_range, place_in_time, replace, trimmed},
    item::{self, ItemCommand, ListedItem, listed},
    timeline::{self, TimelineLists},
};
use anim::limits::MOST_RATE;
use asset::{Id, Notify, NotifyTrack, Project, notify::Action, notify_class::FieldValue};
use std::collections::BTreeMap;
use words::tr;

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
    timeline::apply(project, id, |timeline, project| {
        edit(timeline, project, command)
    })
}

fn edit(
    timeline: &mut TimelineLists<'_>,
    project: &Project,
    command: &NotifyCommand,
) -> Result<bool, EditError> {
    match command {
        NotifyCommand::Track(command) => {
            let changed = item::edit(timeline, project, command)?;
            if let ItemCommand::Remove(id) = command {
                timeline.notifies.retain(|notify| notify.track != *id);
            }
            Ok(changed)
        }
        NotifyCommand::SetTrackColor(id, color) => {
            let at = track_index(timeline, *id)?;
            Ok(replace(&mut timeline.tracks[at].color, *color))
        }
        NotifyCommand::SetTrackLocked(id, locked) => {
            let at = track_index(timeline, *id)?;
            Ok(replace(&mut timeline.tracks[at].locked, *locked))
        }
        NotifyCommand::Add(notify) => {
            if timeline.notifies.iter().any(|known| known.id == notify.id) {
                return Err(EditError::IdTaken);
            }
            has_room(
                timeline.notifies.len(),
                anim::limits::MOST_NOTIFIES,
                tr!("Notifies"),
            )?;
            let notify = checked(timeline, project, notify)?;
            timeline.notifies.push(notify);
            Ok(true)
        }
        NotifyCommand::Remove(id) => {
            let at = notify_index(timeline, *id)?;
            timeline.notifies.remove(at);
            Ok(true)
        }
        NotifyCommand::Set(notify) => {
            let (at, notify) = (
                notify_index(timeline, notify.id)?,
                checked(timeline, project, notify)?,
            );
            Ok(replace(&mut timeline.notifies[at], notify))
        }
    }
}

impl ListedItem for NotifyTrack {
    listed!(TimelineLists<'a>, tracks, name);

    fn checked(&self, timeline: &TimelineLists<'_>, _: &Project) -> Result<Self, EditError> {
        Ok(NotifyTrack {
            name: Self::checked_name(timeline, self.id, &self.name)?,
            ..self.clone()
        })
    }
}

fn track_index(timeline: &TimelineLists<'_>, id: Id) -> Result<usize, EditError> {
    timeline
        .tracks
        .iter()
        .position(|track| track.id == id)
        .ok_or(EditError::ItemMissing)
}

fn notify_index(timeline: &TimelineLists<'_>, id: Id) -> Result<usize, EditError> {
    timeline
        .notifies
        .iter()
        .position(|notify| notify.id == id)
        .ok_or(EditError::ItemMissing)
}

fn checked(
    timeline: &TimelineLists<'_>,
    project: &Project,
    notify: &Notify,
) -> Result<Notify, EditError> {
    track_index(timeline, notify.track)?;
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
        fields: checked_fields(timeline, project, notify)?,
        ..notify.clone()
    })
}

/// Fields of a notify that differ from the defaults of its class. Values that the notify had before
/// are not checked again.
fn checked_fields(
    timeline: &TimelineLists<'_>,
    project: &Project,
    notify: &Notify,
) -> Result<BTreeMap<Id, FieldValue>, EditError> {
    let Some(class) = notify.class else {
        return Ok(BTreeMap::new());
    };
    // Of a class that is gone nobody knows its fields; it may come back.
    let Some(class) = project.notify_classes.get(&class) else {
        return Ok(notify.fields.clone());
    };
    let known = timeline
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
