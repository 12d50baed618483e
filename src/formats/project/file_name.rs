//! File names that every file system takes. Invariant: one asset, one name; the id keeps those
//! apart that look alike.

#[cfg(test)]
mod tests;

use super::BLOBS;
use asset::{AssetKind, Id};

const MAX_BYTES: usize = 80;

/// Where an asset lies.
pub fn asset(kind: AssetKind, name: &str, id: Id) -> String {
    format!("{}/{}.{id}.json", kind.words(), plain(name))
}

/// Name of a blob with these bytes.
pub fn blob(bytes: &[u8], ending: &str) -> String {
    format!("{:032x}.{ending}", xxhash_rust::xxh3::xxh3_128(bytes))
}

pub fn blob_path(name: &str) -> String {
    format!("{BLOBS}/{name}")
}

/// Whether a name is one that [`blob`] gives: nothing else is ever looked up.
pub fn is_blob(name: &str) -> bool {
    let is_hex = |hash: &str| {
        hash.len() == 32 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    };
    name.split_once('.')
        .is_some_and(|(hash, ending)| is_hex(hash) && matches!(ending, "bin" | "png"))
}

/// Letters, digits, dashes and underscores of a name; a name that Windows keeps for itself gets an
/// underscore.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars() {
        if plain.len() + c.len_utf8() > MAX_BYTES {
            break;
        }
        plain.push(if c.is_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        });
    }
    let upper = plain.to_ascii_uppercase();
    let is_port = upper.len() == 4 && (upper.starts_with("COM") || upper.starts_with("LPT"));
    if plain.is_empty() || is_port || matches!(upper.as_str(), "CON" | "PRN" | "AUX" | "NUL") {
        plain.push('_');
    }
    plain
}
