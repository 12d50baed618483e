//! Ids of the sample are made of the kind and the name of what has them, and so are the same on
//! every run.

use asset::Id;

pub fn id(kind: &str, name: &str) -> Id {
    Id::derive(&["sample", kind, name])
}
