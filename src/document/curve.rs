//! Edits of a clip's curves. Keys stay in order of time.

use crate::{
    CurveCommand, EditError,
    field::{in_range, place_in_time, replace, trimmed},
};
use asset::{Clip, Curve, CurveKey, Id};

pub(crate) fn edit(clip: &mut Clip, command: &CurveCommand) -> Result<bool, EditError> {
    match command {
        CurveCommand::Add(curve) => add(clip, curve),
        CurveCommand::Remove(id) => {
            let at = index(clip, *id)?;
            clip.curves.remove(at);
            Ok(true)
        }
        CurveCommand::Set(curve) => {
            let (at, curve) = (index(clip, curve.id)?, checked(clip, curve)?);
            Ok(replace(&mut clip.curves[at], curve))
        }
        CurveCommand::AddKey { curve, key } => {
            if key_place(clip, key.id).is_ok() {
                return Err(EditError::IdTaken);
            }
            let at = index(clip, *curve)?;
            check_key(key)?;
            clip.curves[at].keys.push(key.clone());
            sort(&mut clip.curves[at].keys);
            Ok(true)
        }
        CurveCommand::RemoveKey(id) => {
            let (curve, key) = key_place(clip, *id)?;
            clip.curves[curve].keys.remove(key);
            Ok(true)
        }
        CurveCommand::SetKey(key) => {
            let (curve, at) = key_place(clip, key.id)?;
            check_key(key)?;
            let changed = replace(&mut clip.curves[curve].keys[at], key.clone());
            sort(&mut clip.curves[curve].keys);
            Ok(changed)
        }
    }
}

fn add(clip: &mut Clip, curve: &Curve) -> Result<bool, EditError> {
    let known = |id: Id| clip.curves.iter().any(|curve| curve.id == id) || key_place(clip, id).is_ok();
    if known(curve.id) || curve.keys.iter().any(|key| known(key.id)) {
        return Err(EditError::IdTaken);
    }
    let curve = checked(clip, curve)?;
    clip.curves.push(curve);
    Ok(true)
}

fn index(clip: &Clip, id: Id) -> Result<usize, EditError> {
    clip.curves.iter().position(|curve| curve.id == id).ok_or(EditError::ItemMissing)
}

/// Indices of the curve and of the key in it.
fn key_place(clip: &Clip, id: Id) -> Result<(usize, usize), EditError> {
    let mut places = clip
        .curves
        .iter()
        .enumerate()
        .filter_map(|(at, curve)| Some((at, curve.keys.iter().position(|key| key.id == id)?)));
    places.next().ok_or(EditError::ItemMissing)
}

/// The curve as it is kept: its name trimmed and its own, its keys in order.
fn checked(clip: &Clip, curve: &Curve) -> Result<Curve, EditError> {
    let name = trimmed(&curve.name)?;
    if clip.curves.iter().any(|other| other.name == name && other.id != curve.id) {
        return Err(EditError::NameTaken { name });
    }
    curve.keys.iter().try_for_each(check_key)?;
    let mut keys = curve.keys.clone();
    sort(&mut keys);
    Ok(Curve { name, keys, ..curve.clone() })
}

fn check_key(key: &CurveKey) -> Result<(), EditError> {
    place_in_time(key.time, "Time")?;
    in_range(key.value, f32::MIN, f32::MAX, "Value", "a number")?;
    in_range(key.in_tangent, f32::MIN, f32::MAX, "Tangent", "a number")?;
    in_range(key.out_tangent, f32::MIN, f32::MAX, "Tangent", "a number")
}

fn sort(keys: &mut [CurveKey]) {
    keys.sort_by(|a, b| a.time.total_cmp(&b.time));
}
