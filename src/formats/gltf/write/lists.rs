//! Values in the lists of a glTF file are known by their numbers.

use serde_json::Value;

/// The number of a value in a list, which it joins if it is not in it yet.
pub(super) fn shared(list: &mut Vec<Value>, value: Value) -> usize {
    list.iter()
        .position(|known| *known == value)
        .unwrap_or_else(|| pushed(list, value))
}

/// The number of a value at the end of a list.
pub(super) fn pushed(list: &mut Vec<Value>, value: Value) -> usize {
    list.push(value);
    list.len() - 1
}
