//! Edits of the curves of a clip or montage. Keys stay in order of time.

use crate::{
    CurveCommand, EditError,
    field::{in_range, place_in_time, replace, trimmed},
};
use asset::{Curve, CurveKey, Id, Project};
use std::sync::Arc;
use words::tr;

/// Curves of a timeline.
struct TimelineCurves<'a> {
    /// Curves with unique names.
    named: &'a mut Vec<Curve>,
    /// The time stretch of a montage, whose keys are edited as a curve's.
    stretch: Option<&'a mut Curve>,
}

pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    command: &CurveCommand,
) -> Result<bool, EditError> {
    if let Some(entry) = project.montages.get_mut(&id) {
        let mut montage = (**entry).clone();
        let changed = edit(
            TimelineCurves {
                named: &mut montage.curves,
                stretch: montage.stretch.as_mut(),
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
        TimelineCurves {
            named: &mut clip.curves,
            stretch: None,
        },
        command,
    )?;
    if changed {
        *entry = Arc::new(clip);
    }
    Ok(changed)
}

fn edit(mut curves: TimelineCurves<'_>, command: &CurveCommand) -> Result<bool, EditError> {
    match command {
        CurveCommand::Add(curve) => {
            if curves.knows(curve.id) || curve.keys.iter().any(|key| curves.knows(key.id)) {
                return Err(EditError::IdTaken);
            }
            let curve = checked(curves.named, curve)?;
            curves.named.push(curve);
            Ok(true)
        }
        CurveCommand::Remove(id) => {
            let at = index(curves.named, *id)?;
            curves.named.remove(at);
            Ok(true)
        }
        CurveCommand::Set(curve) => {
            let (at, curve) = (
                index(curves.named, curve.id)?,
                checked(curves.named, curve)?,
            );
            Ok(replace(&mut curves.named[at], curve))
        }
        CurveCommand::AddKey { curve, key } => {
            if curves.knows_key(key.id) {
                return Err(EditError::IdTaken);
            }
            curves.check_key(*curve, key)?;
            let keys = curves
                .all()
                .find(|known| known.id == *curve)
                .map(|known| &mut known.keys);
            let keys = keys.ok_or(EditError::ItemMissing)?;
            keys.push(key.clone());
            sort(keys);
            Ok(true)
        }
        CurveCommand::RemoveKey(id) => {
            let keys = curves.keys_with(*id)?;
            keys.retain(|key| key.id != *id);
            Ok(true)
        }
        CurveCommand::SetKey(key) => {
            let curve = curves
                .all()
                .find(|curve| curve.keys.iter().any(|known| known.id == key.id));
            let curve = curve.map(|curve| curve.id).ok_or(EditError::ItemMissing)?;
            curves.check_key(curve, key)?;
            let keys = curves.keys_with(key.id)?;
            let known = keys
                .iter_mut()
                .find(|known| known.id == key.id)
                .ok_or(EditError::ItemMissing)?;
            let changed = replace(known, key.clone());
            sort(keys);
            Ok(changed)
        }
    }
}

impl TimelineCurves<'_> {
    fn all(&mut self) -> impl Iterator<Item = &mut Curve> {
        self.named.iter_mut().chain(self.stretch.as_deref_mut())
    }

    fn knows(&mut self, id: Id) -> bool {
        self.knows_key(id) || self.all().any(|curve| curve.id == id)
    }

    fn knows_key(&mut self, id: Id) -> bool {
        self.keys_with(id).is_ok()
    }

    /// Keys of the curve that has a key `id`.
    fn keys_with(&mut self, id: Id) -> Result<&mut Vec<CurveKey>, EditError> {
        let mut keys = self.all().map(|curve| &mut curve.keys);
        keys.find(|keys| keys.iter().any(|key| key.id == id))
            .ok_or(EditError::ItemMissing)
    }

    fn check_key(&self, curve: Id, key: &CurveKey) -> Result<(), EditError> {
        if self
            .stretch
            .as_ref()
            .is_some_and(|stretch| stretch.id == curve)
        {
            check_stretch_key(key)
        } else {
            check_key(key)
        }
    }
}

fn index(curves: &[Curve], id: Id) -> Result<usize, EditError> {
    curves
        .iter()
        .position(|curve| curve.id == id)
        .ok_or(EditError::ItemMissing)
}

/// The curve as it is kept: its name trimmed and its own, its keys in order.
fn checked(curves: &[Curve], curve: &Curve) -> Result<Curve, EditError> {
    let name = trimmed(&curve.name)?;
    if curves
        .iter()
        .any(|other| other.name == name && other.id != curve.id)
    {
        return Err(EditError::NameTaken { name });
    }
    curve.keys.iter().try_for_each(check_key)?;
    let mut keys = curve.keys.clone();
    sort(&mut keys);
    Ok(Curve {
        name,
        keys,
        ..curve.clone()
    })
}

pub(crate) fn check_key(key: &CurveKey) -> Result<(), EditError> {
    place_in_time(key.time, tr!("Time"))?;
    in_range(key.value, f32::MIN, f32::MAX, tr!("Value"), tr!("a number"))?;
    in_range(
        key.in_tangent,
        f32::MIN,
        f32::MAX,
        tr!("Tangent"),
        tr!("a number"),
    )?;
    in_range(
        key.out_tangent,
        f32::MIN,
        f32::MAX,
        tr!("Tangent"),
        tr!("a number"),
    )
}

pub(crate) fn check_stretch_key(key: &CurveKey) -> Result<(), EditError> {
    check_key(key)?;
    in_range(
        key.value,
        0.0,
        1.0,
        tr!("Value"),
        tr!("between 0 (no change) and 1 (full change)"),
    )
}

pub(crate) fn sort(keys: &mut [CurveKey]) {
    keys.sort_by(|a, b| a.time.total_cmp(&b.time));
}
