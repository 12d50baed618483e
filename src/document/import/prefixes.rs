//! Whether names of bones keep what stands before their last colon, by the skeletons that are
//! there.

use asset::{Project, Skeleton};
use std::collections::BTreeSet;

/// Whether a file whose names have prefixes comes in with them: as the skeleton does whose bones
/// have more than half of its names, with them or without. None where no skeleton does, and a
/// person has to say.
pub fn keeps_prefixes(project: &Project, file: &Project) -> Option<bool> {
    let incoming = file.skeletons.values().flat_map(|skeleton| names(skeleton));
    let prefixed: BTreeSet<&str> = incoming.filter(|name| name.contains(':')).collect();
    let shared = |of: fn(&str) -> &str| {
        let of_skeleton = |skeleton: &Skeleton| {
            let known: BTreeSet<&str> = names(skeleton).collect();
            prefixed
                .iter()
                .filter(|name| known.contains(of(name)))
                .count()
        };
        project
            .skeletons
            .values()
            .map(|skeleton| of_skeleton(skeleton))
            .max()
            .unwrap_or(0)
    };
    let (whole, plain) = (
        shared(|name| name),
        shared(|name| name.rsplit(':').next().unwrap_or(name)),
    );
    (whole.max(plain) * 2 > prefixed.len()).then_some(whole >= plain)
}

fn names(skeleton: &Skeleton) -> impl Iterator<Item = &str> {
    skeleton.bones.iter().map(|bone| bone.file_name())
}

#[cfg(test)]
mod tests;
