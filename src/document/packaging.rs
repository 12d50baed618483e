//! Edits of tags and of bundles.

#[cfg(test)]
mod tests;

use crate::{
    EditError, PackagingCommand,
    field::{replace, trimmed},
    item::{self, ListedItem, own_name},
};
use asset::{BundleDefinition, Id, Packaging, Project};
use std::collections::BTreeSet;

pub(crate) fn apply(project: &mut Project, command: &PackagingCommand) -> Result<bool, EditError> {
    match command {
        PackagingCommand::Bundle(command) => {
            let before = project.clone();
            item::edit(&mut project.packaging, &before, command)
        }
        PackagingCommand::Tag {
            assets,
            tag,
            is_tagged,
        } => {
            if assets.iter().any(|id| project.kind(*id).is_none()) {
                return Err(EditError::AssetMissing);
            }
            let tag = trimmed(tag)?;
            Ok(set_tag(&mut project.packaging, assets, &tag, *is_tagged))
        }
        PackagingCommand::RenameTag(from, to) => {
            let to = trimmed(to)?;
            Ok(rename_tag(&mut project.packaging, from, &to))
        }
        PackagingCommand::RemoveTag(tag) => Ok(remove_tag(&mut project.packaging, tag)),
    }
}

impl ListedItem for BundleDefinition {
    crate::item::listed!(Packaging, bundles, name);

    /// Its characters are skeletons of the project, but for those that it has already.
    fn checked(&self, packaging: &Packaging, project: &Project) -> Result<Self, EditError> {
        let name = Self::checked_name(packaging, self.id, &self.name)?;
        let known = packaging.bundles.iter().find(|other| other.id == self.id);
        let is_known = |id: &Id| known.is_some_and(|known| known.characters.contains(id));
        let is_missing = |id: &&Id| !project.skeletons.contains_key(id) && !is_known(id);
        if self.characters.iter().any(|id| is_missing(&id)) {
            return Err(EditError::AssetMissing);
        }
        let tags: Result<BTreeSet<String>, EditError> =
            self.tags.iter().map(|tag| trimmed(tag)).collect();
        Ok(Self {
            id: self.id,
            name,
            characters: self.characters.clone(),
            tags: tags?,
        })
    }

    /// Two names that differ in capitals alone would be one file on some systems.
    fn checked_name(packaging: &Packaging, id: Id, name: &str) -> Result<String, EditError> {
        let name = own_name::<Self>(packaging, id, name)?;
        if !BundleDefinition::is_file_name(&name) {
            return Err(EditError::NotAFileName { name });
        }
        let lower = name.to_lowercase();
        let is_taken =
            |other: &BundleDefinition| other.id != id && other.name.to_lowercase() == lower;
        if packaging.bundles.iter().any(is_taken) {
            return Err(EditError::NameTaken { name });
        }
        Ok(name)
    }
}

fn set_tag(packaging: &mut Packaging, assets: &[Id], tag: &str, is_tagged: bool) -> bool {
    let mut changed = false;
    for id in assets {
        let tags = packaging.tags.entry(*id).or_default();
        changed |= if is_tagged {
            tags.insert(tag.to_owned())
        } else {
            tags.remove(tag)
        };
    }
    packaging.tags.retain(|_, tags| !tags.is_empty());
    changed
}

/// A tag that is renamed to another one becomes that one.
fn rename_tag(packaging: &mut Packaging, from: &str, to: &str) -> bool {
    let before = packaging.clone();
    let of_bundles = packaging.bundles.iter_mut().map(|bundle| &mut bundle.tags);
    for tags in packaging.tags.values_mut().chain(of_bundles) {
        if tags.remove(from) {
            tags.insert(to.to_owned());
        }
    }
    *packaging != before
}

fn remove_tag(packaging: &mut Packaging, tag: &str) -> bool {
    let mut without = packaging.clone();
    let of_bundles = without.bundles.iter_mut().map(|bundle| &mut bundle.tags);
    for tags in without.tags.values_mut().chain(of_bundles) {
        tags.remove(tag);
    }
    without.tags.retain(|_, tags| !tags.is_empty());
    replace(packaging, without)
}
