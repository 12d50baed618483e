//! Adding values to the lists of a glTF file, whose objects refer to each other by index.

use serde_json::Value;

/// Index of a value in a list; the value is added if no equal one is there.
pub(super) fn shared(list: &mut Vec<Value>, value: Value) -> usize {
    list.iter()
        .position(|known| *known == value)
        .unwrap_or_else(|| pushed(list, value))
}

/// Adds a value to a list and returns its index.
pub(super) fn pushed(list: &mut Vec<Value>, value: Value) -> usize {
    list.push(value);
    list.len() - 1
}
