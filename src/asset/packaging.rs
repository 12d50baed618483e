//! Packaging: which assets go into which bundle. A bundle takes the assets of its characters and
//! those with its tags, and whatever these need.

#[cfg(test)]
mod tests;

use crate::{Asset, AssetKind, Id, Project, Skeleton};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Tags and bundles of a project.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Packaging {
    /// Tags of assets, by the asset.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<Id, BTreeSet<String>>,
    /// Bundles that are built. Without any the whole project is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bundles: Vec<BundleDefinition>,
}

/// A bundle, and which assets it takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BundleDefinition {
    /// Unique in the project.
    pub id: Id,
    /// Name of the file without its ending; see [`BundleDefinition::is_file_name`].
    pub name: String,
    /// Skeletons whose assets it takes: meshes, clips, montages, graphs, blend spaces and pose
    /// assets.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub characters: BTreeSet<Id>,
    /// It takes every asset that has one of these tags.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub tags: BTreeSet<String>,
}

impl Packaging {
    /// Whether there is neither a tag nor a bundle.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Every tag that an asset has or a bundle takes, in order.
    pub fn tag_names(&self) -> BTreeSet<&str> {
        let of_bundles = self.bundles.iter().flat_map(|bundle| &bundle.tags);
        self.tags
            .values()
            .flatten()
            .chain(of_bundles)
            .map(String::as_str)
            .collect()
    }
}

impl BundleDefinition {
    /// Most bytes of a name, so that every file system takes it with its ending.
    pub const MOST_NAME_BYTES: usize = 80;

    /// Whether a name can be a file's on every system: letters, digits, spaces, `-`, `_` and `.`,
    /// beginning with a letter or a digit, not ending with a space or a dot, and not one that
    /// Windows reserves.
    pub fn is_file_name(name: &str) -> bool {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
        let stem = name.split('.').next().unwrap_or_default().trim_end();
        let stem = stem.to_ascii_uppercase();
        let is_port =
            stem.chars().count() == 4 && (stem.starts_with("COM") || stem.starts_with("LPT"));
        let is_reserved = is_port || matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL");
        name.len() <= Self::MOST_NAME_BYTES
            && name.starts_with(char::is_alphanumeric)
            && !name.ends_with([' ', '.'])
            && name.chars().all(is_plain)
            && !is_reserved
    }
}

impl Project {
    /// The assets that a bundle takes, with everything that these need. Assets that the project
    /// does not have are left out.
    pub fn bundled(&self, bundle: &BundleDefinition) -> BTreeSet<Id> {
        let is_tagged = |id: &Id| {
            let tags = self.packaging.tags.get(id);
            tags.is_some_and(|tags| !tags.is_disjoint(&bundle.tags))
        };
        let is_of_character = |asset: &dyn Asset| {
            let skeleton = asset.skeleton();
            skeleton.is_some_and(|id| bundle.characters.contains(&id))
        };
        let taken = self.assets().filter(|(id, asset)| {
            bundle.characters.contains(id) || is_tagged(id) || is_of_character(*asset)
        });
        self.with_needed(taken.map(|(id, _)| id).collect())
    }

    /// Assets with everything that they need to play. What a skeleton's sockets preview is not
    /// needed.
    fn with_needed(&self, mut open: Vec<Id>) -> BTreeSet<Id> {
        let mut taken = BTreeSet::new();
        while let Some(id) = open.pop() {
            let Some(asset) = self.asset(id) else {
                continue;
            };
            if taken.insert(id) && asset.kind() != AssetKind::Skeleton {
                open.extend(asset.uses());
            }
        }
        taken
    }

    /// A project with these assets alone. Sockets preview nothing in it, and it has neither preview
    /// settings, quick slots nor bundles.
    pub fn part(&self, assets: &BTreeSet<Id>) -> Project {
        let mut part = Project {
            name: self.name.clone(),
            slot_groups: self.slot_groups.clone(),
            ..Project::default()
        };
        for id in assets {
            part.share(self, *id);
        }
        for skeleton in part.skeletons.values_mut() {
            if skeleton
                .sockets
                .iter()
                .any(|socket| socket.preview.is_some())
            {
                let skeleton: &mut Skeleton = Arc::make_mut(skeleton);
                for socket in &mut skeleton.sockets {
                    socket.preview = None;
                }
            }
        }
        part
    }
}
