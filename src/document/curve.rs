//! Edits of the curves of a clip or montage. Keys stay in order of time.

use crate::{
    CurveKeyCommand, EditError,
    field::{in_range, place_in_time, replace},
    item::{ListedItem, listed},
    timeline::TimelineLists,
};
use asset::{Curve, CurveKey, Id, Project};
use words::tr;

impl ListedItem for Curve {
    listed!(TimelineLists<'a>, curves, name);

    /// The curve as it is kept: its keys are in order.
    fn checked(&self, timeline: &TimelineLists<'_>, _: &Project) -> Result<Self, EditError> {
        let is_new = !timeline.curves.iter().any(|known| known.id == self.id);
        if is_new && self.keys.iter().any(|key| Self::is_taken(timeline, key.id)) {
            return Err(EditError::IdTaken);
        }
        let name = Self::checked_name(timeline, self.id, &self.name)?;
        self.keys.iter().try_for_each(check_key)?;
        let mut keys = self.keys.clone();
        sort(&mut keys);
        Ok(Curve {
            name,
            keys,
            ..self.clone()
        })
    }

    fn is_taken(timeline: &TimelineLists<'_>, id: Id) -> bool {
        let mut all = timeline.curves.iter().chain(timeline.stretch.as_deref());
        all.any(|curve| curve.id == id || has_key(curve, id))
    }
}

fn has_key(curve: &Curve, id: Id) -> bool {
    curve.keys.iter().any(|key| key.id == id)
}

pub(crate) fn edit_key(
    timeline: &mut TimelineLists<'_>,
    command: &CurveKeyCommand,
) -> Result<bool, EditError> {
    match command {
        CurveKeyCommand::Add { curve, key } => {
            if keys(timeline, |known| has_key(known, key.id), None).is_ok() {
                return Err(EditError::IdTaken);
            }
            let keys = keys(timeline, |known| known.id == *curve, Some(key))?;
            keys.push(key.clone());
            sort(keys);
            Ok(true)
        }
        CurveKeyCommand::Remove(id) => {
            keys(timeline, |known| has_key(known, *id), None)?.retain(|key| key.id != *id);
            Ok(true)
        }
        CurveKeyCommand::Set(key) => {
            let keys = keys(timeline, |known| has_key(known, key.id), Some(key))?;
            let known = keys.iter_mut().find(|known| known.id == key.id);
            let changed = replace(known.ok_or(EditError::ItemMissing)?, key.clone());
            sort(keys);
            Ok(changed)
        }
    }
}

/// Keys of the curve or the time stretch that is meant, if that may have the key.
fn keys<'a>(
    timeline: &'a mut TimelineLists<'_>,
    is_it: impl Fn(&Curve) -> bool,
    key: Option<&CurveKey>,
) -> Result<&'a mut Vec<CurveKey>, EditError> {
    let stretch = timeline.stretch.as_deref_mut().map(|curve| (curve, true));
    let curves = timeline.curves.iter_mut().map(|curve| (curve, false));
    let (curve, is_stretch) = curves
        .chain(stretch)
        .find(|(curve, _)| is_it(curve))
        .ok_or(EditError::ItemMissing)?;
    let check = if is_stretch {
        check_stretch_key
    } else {
        check_key
    };
    key.map_or(Ok(()), check)?;
    Ok(&mut curve.keys)
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
