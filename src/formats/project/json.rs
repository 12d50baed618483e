//! The canonical text of a file. Invariant: one value has one text; it ends with a newline.

#[cfg(test)]
mod tests;

use serde::Serialize;

/// Most characters of a list that stays on one line.
const LINE: usize = 100;

/// Serialises a value: two spaces a level, keys in the order of the struct, short lists of plain
/// values on one line.
pub fn text<T: Serialize>(value: &T) -> Vec<u8> {
    let pretty = serde_json::to_string_pretty(value)
        .unwrap_or_else(|error| unreachable!("records are plain data: {error}"));
    let mut text = with_short_lists(&pretty);
    text.push('\n');
    text.into_bytes()
}

fn with_short_lists(pretty: &str) -> String {
    let mut out = String::with_capacity(pretty.len());
    let mut rest = pretty;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'[' | b'"')) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let length = push_plain_list(from, &mut out).unwrap_or_else(|| {
            let length = if from.starts_with('"') {
                string_length(from)
            } else {
                1
            };
            out.push_str(&from[..length]);
            length
        });
        rest = &from[length..];
    }
    out + rest
}

/// Writes a list of numbers, bools or nulls on one line and returns its length in the input. None
/// for any other list, and for one that is too long.
fn push_plain_list(from: &str, out: &mut String) -> Option<usize> {
    let items = from.strip_prefix('[')?;
    let end = items
        .bytes()
        .position(|byte| matches!(byte, b']' | b'[' | b'{' | b'"'))?
        + 1;
    if !from[end..].starts_with(']') {
        return None;
    }
    let start = out.len();
    out.push('[');
    for (at, item) in from[1..end].split_ascii_whitespace().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        out.push_str(item);
        if out.len() - start >= LINE {
            out.truncate(start);
            return None;
        }
    }
    out.push(']');
    Some(end + 1)
}

/// Contract: `from` starts with a quote of valid JSON.
fn string_length(from: &str) -> usize {
    let mut at = 1;
    while let Some(next) = from.as_bytes()[at..]
        .iter()
        .position(|byte| matches!(byte, b'"' | b'\\'))
    {
        let is_end = from.as_bytes()[at + next] == b'"';
        // What is escaped is none of the two, or skipped with its backslash.
        at += next + if is_end { 1 } else { 2 };
        if is_end {
            return at;
        }
    }
    from.len()
}
