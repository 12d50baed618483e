//! Sounds of the project, and those that play along with a clip or montage.

#[cfg(test)]
mod tests;

use crate::{
    EditError, SoundCommand, clip,
    field::{bounded, has_room, place_in_time, replace, trimmed},
    project::free,
};
use anim::limits::MOST_MARKERS;
use asset::{AssetKind, Id, LaneSound, Project, SoundFile};
use std::sync::Arc;
use words::tr;

pub(crate) fn add(project: &mut Project, id: Id, file: &SoundFile) -> Result<bool, EditError> {
    if project.kind(id).is_some() {
        return Err(EditError::IdTaken);
    }
    let name = free(project, AssetKind::Sound, &file.name, None)?;
    let file = SoundFile {
        name,
        ..file.clone()
    };
    project.sounds.insert(id, Arc::new(file));
    Ok(true)
}

pub(crate) fn replace_file(
    project: &mut Project,
    id: Id,
    file: &SoundFile,
) -> Result<bool, EditError> {
    let known = project.sounds.get_mut(&id).ok_or(EditError::AssetMissing)?;
    let file = SoundFile {
        name: known.name.clone(),
        ..file.clone()
    };
    if **known == file {
        return Ok(false);
    }
    *known = Arc::new(file);
    Ok(true)
}

pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    command: &SoundCommand,
) -> Result<bool, EditError> {
    if let SoundCommand::Add(sound) = command
        && !project.sounds.contains_key(&sound.sound)
    {
        return Err(EditError::AssetMissing);
    }
    let Some(entry) = project.montages.get_mut(&id) else {
        return clip::apply(project, id, |clip| edit(&mut clip.sounds, command));
    };
    let mut montage = (**entry).clone();
    let changed = edit(&mut montage.sounds, command)?;
    if changed {
        *entry = Arc::new(montage);
    }
    Ok(changed)
}

fn edit(sounds: &mut Vec<LaneSound>, command: &SoundCommand) -> Result<bool, EditError> {
    let index = |id: Id| sounds.iter().position(|sound| sound.id == id);
    match command {
        SoundCommand::Add(sound) => {
            if index(sound.id).is_some() {
                return Err(EditError::IdTaken);
            }
            has_room(sounds.len(), MOST_MARKERS, tr!("Sounds on a timeline"))?;
            sounds.push(checked(sound)?);
            Ok(true)
        }
        SoundCommand::Remove(id) => {
            sounds.remove(index(*id).ok_or(EditError::ItemMissing)?);
            Ok(true)
        }
        SoundCommand::Set(sound) => {
            let at = index(sound.id).ok_or(EditError::ItemMissing)?;
            Ok(replace(&mut sounds[at], checked(sound)?))
        }
    }
}

fn checked(sound: &LaneSound) -> Result<LaneSound, EditError> {
    place_in_time(sound.time, tr!("Time"))?;
    place_in_time(sound.skip, tr!("Skipped"))?;
    bounded(sound.gain, LaneSound::GAINS, tr!("Gain"), " dB")?;
    Ok(LaneSound {
        name: trimmed(&sound.name)?,
        ..sound.clone()
    })
}
