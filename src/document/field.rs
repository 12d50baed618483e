//! One value of an asset: checked, and set.

use crate::EditError;

/// Returns whether the value is new.
pub(crate) fn replace<T: PartialEq>(place: &mut T, value: T) -> bool {
    let changed = *place != value;
    *place = value;
    changed
}

/// Refuses NaN too.
pub(crate) fn in_range(
    value: f32,
    low: f32,
    high: f32,
    field: &'static str,
    range: &'static str,
) -> Result<(), EditError> {
    if (low..=high).contains(&value) { Ok(()) } else { Err(EditError::OutOfRange { field, range }) }
}

/// A name without the spaces around it.
pub(crate) fn trimmed(name: &str) -> Result<String, EditError> {
    let name = name.trim();
    if name.is_empty() { Err(EditError::NameEmpty) } else { Ok(name.to_owned()) }
}
