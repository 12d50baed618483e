//! Names in compiled data: 64-bit hashes, so that evaluation never touches a string.

#[cfg(test)]
mod tests;

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// FNV-1a (64 bit) of a UTF-8 name. Zero is "no name". Whoever compiles refuses two spellings with
/// one hash.
#[repr(transparent)]
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Pod,
    Zeroable,
    Serialize,
    Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Name(pub u64);

impl Name {
    /// No name; what an empty text comes to.
    pub const NONE: Name = Name(0);

    /// The name of a spelling, each byte of which counts.
    pub const fn new(text: &str) -> Name {
        let bytes = text.as_bytes();
        if bytes.is_empty() {
            return Name::NONE;
        }
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        let mut i = 0;
        while i < bytes.len() {
            hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
            i += 1;
        }
        Name(hash)
    }
}

impl std::fmt::Debug for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Name({:016x})", self.0)
    }
}

/// The spelling of every name used in a library: for display and printing, never for evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names(Vec<(Name, String)>);

impl Names {
    /// Adds a spelling. Returns the other spelling when the hash is already taken by one.
    pub fn insert(&mut self, text: &str) -> Result<Name, String> {
        let name = Name::new(text);
        match self.0.binary_search_by_key(&name, |entry| entry.0) {
            Ok(at) if self.0[at].1 == text => Ok(name),
            Ok(at) => Err(self.0[at].1.clone()),
            Err(at) => {
                self.0.insert(at, (name, text.to_owned()));
                Ok(name)
            }
        }
    }

    /// The spelling, or an empty text for an unknown name.
    pub fn text(&self, name: Name) -> &str {
        self.0
            .binary_search_by_key(&name, |entry| entry.0)
            .map_or("", |at| &self.0[at].1)
    }

    /// All names with their spelling, in ascending order of hash.
    pub fn iter(&self) -> impl Iterator<Item = (Name, &str)> {
        self.0.iter().map(|(name, text)| (*name, text.as_str()))
    }
}
