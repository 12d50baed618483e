//! Stable ids of assets and of the items inside them. Written as 16 hex digits.

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Id {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Id".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "Id of an asset or of an item of one.",
            "pattern": "^[0-9a-fA-F]{16}$",
        })
    }
}

#[cfg(test)]
mod tests;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;
use words::tr;

/// Never reused within a project. The value has no meaning beyond identity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

impl Id {
    /// An id that depends on the path of words alone, so that importing a file twice gives the same
    /// ids.
    pub fn derive(path: &[&str]) -> Id {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for word in path {
            for byte in word.bytes().chain([0xff]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        Id(scrambled(hash))
    }

    /// The next id of a sequence that starts anywhere; advances `state`.
    pub fn next(state: &mut u64) -> Id {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        Id(scrambled(*state))
    }
}

/// The finaliser of splitmix64: one bit of input changes half of the output.
fn scrambled(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.len() != 16 {
            return Err(D::Error::custom(tr!("an id has 16 hex digits")));
        }
        u64::from_str_radix(&text, 16)
            .map(Id)
            .map_err(|_| D::Error::custom(tr!("an id has 16 hex digits")))
    }
}
