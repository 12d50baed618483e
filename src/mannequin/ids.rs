//! Ids of the sample: the same on every run, by the kind and the name of what has them.

use asset::Id;

pub fn id(kind: &str, name: &str) -> Id {
    Id::derive(&["sample", kind, name])
}
