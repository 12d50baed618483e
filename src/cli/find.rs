//! Finds assets and bones by the names that people give, with errors that list the names there are.

use crate::Failure;
use asset::{AssetKind, BoneKey, Id, Project, Skeleton};
use words::tr;

/// The first asset of a kind with this name; case counts. The error lists the names that there are.
pub fn asset(project: &Project, kind: AssetKind, name: &str) -> Result<Id, Failure> {
    let list = project.list(kind);
    let found = list
        .iter()
        .find(|(_, known)| *known == name)
        .map(|(id, _)| *id);
    found.ok_or_else(|| missing(kind, name, list.iter().map(|(_, name)| (*name).to_owned())))
}

/// The error for an unknown name. It lists the known names, each once and in order.
pub fn missing(kind: AssetKind, name: &str, names: impl Iterator<Item = String>) -> Failure {
    Failure::Input(scenario::cast::missing(kind, name, names))
}

/// The key of the first bone with this name; case counts.
pub fn bone(skeleton: &Skeleton, name: &str) -> Result<BoneKey, Failure> {
    let found = skeleton
        .bones
        .iter()
        .find(|bone| bone.name == name)
        .map(|bone| bone.key.clone());
    found.ok_or_else(|| {
        Failure::Input(tr!(
            "bone “{name}” does not exist in skeleton “{}”",
            skeleton.name
        ))
    })
}
