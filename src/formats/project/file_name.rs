//! File names that every file system takes. Invariant: one asset has one name; the id keeps assets
//! apart whose names become equal.

#[cfg(test)]
mod tests;

use super::BLOBS;
use asset::{AssetKind, Id};

const MAX_BYTES: usize = 80;

/// Relative path of an asset's file, such as `clips/Walk.0123456789abcdef.json`.
pub fn asset(kind: AssetKind, name: &str, id: Id) -> String {
    format!("{}/{}.{id}.json", kind.words(), plain(name))
}

/// Name of a blob with these bytes: their hash and an extension: `bin`, `png`,
/// `msession` or that of a sound file.
pub fn blob(bytes: &[u8], ending: &str) -> String {
    format!("{:032x}.{ending}", xxhash_rust::xxh3::xxh3_128(bytes))
}

/// Relative path of a blob, by its name.
pub fn blob_path(name: &str) -> String {
    format!("{BLOBS}/{name}")
}

/// Whether [`blob`] can give this name. Other names are never looked up, so that a file cannot lead
/// out of the folder.
pub fn is_blob(name: &str) -> bool {
    let is_hex = |hash: &str| {
        hash.len() == 32 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    };
    name.split_once('.').is_some_and(|(hash, ending)| {
        is_hex(hash) && matches!(ending, "bin" | "png" | "wav" | "ogg" | "flac" | "msession")
    })
}

/// The name with only letters, digits, dashes and underscores. A name that Windows reserves gets an
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
