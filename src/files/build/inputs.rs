//! What a bundle is built from: hashes of assets, and the files that they lie in.

use super::hex;
use crate::{
    compile::each,
    disk::{Disk, DiskEntryKind},
};
use anim::{codec::ENCODER, float::RULE};
use asset::{Asset, AssetKind, Id, Origin, Project};
use formats::project::{ROOT_FILE, asset_files};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::OnceLock,
};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// Assets by their ids, each with its hash and its files.
pub(super) struct BuildInputs(BTreeMap<Id, AssetInput>);

#[derive(Default)]
struct AssetInput {
    kind: Option<AssetKind>,
    /// Of all that compiling can see of it.
    hash: u128,
    /// Path of its own file in the project's folder, as a save writes it.
    own: String,
    /// Paths of its blobs.
    blobs: Vec<String>,
}

impl BuildInputs {
    pub(super) fn of(project: &Project, ids: BTreeSet<Id>) -> Self {
        let ids: Vec<Id> = ids.into_iter().collect();
        let inputs: Vec<OnceLock<AssetInput>> = ids.iter().map(|_| OnceLock::new()).collect();
        each(ids.len(), &|at| {
            inputs[at].get_or_init(|| input(project, ids[at]));
        });
        let inputs = inputs.into_iter().filter_map(OnceLock::into_inner);
        Self(ids.iter().copied().zip(inputs).collect())
    }

    /// Hash of everything that a bundle of these assets is a function of: the assets, the slot
    /// groups, and the versions of what makes it.
    pub(super) fn hash(&self, project: &Project, assets: &BTreeSet<Id>) -> String {
        let mut hash = Xxh3::new();
        let mut part = |bytes: &[u8]| {
            hash.update(&(bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        part(env!("CARGO_PKG_VERSION").as_bytes());
        part(&bundle::VERSION.to_le_bytes());
        part(&ENCODER.to_le_bytes());
        part(&RULE.to_le_bytes());
        part(project.name.as_bytes());
        part(&serde_json::to_vec(&project.slot_groups).unwrap_or_default());
        for id in assets {
            part(&id.0.to_le_bytes());
            part(&self.0.get(id).map_or(0, |input| input.hash).to_le_bytes());
        }
        hex(hash.digest128())
    }

    /// Paths of the files of these assets in the project's folder, in order. Where a file has
    /// another name than a save would give it, all of its kind are listed.
    pub(super) fn paths(
        &self,
        disk: &dyn Disk,
        folder: &Path,
        assets: &BTreeSet<Id>,
    ) -> BTreeSet<String> {
        let is_file = |path: &str| {
            matches!(
                disk.kind(&folder.join(path)),
                Ok(Some(DiskEntryKind::File { .. }))
            )
        };
        let mut paths: BTreeSet<String> = [ROOT_FILE.to_owned()].into();
        for input in assets.iter().filter_map(|id| self.0.get(id)) {
            let Some(kind) = input.kind else { continue };
            // The folder changes when an asset comes or goes.
            paths.insert(kind.words().to_owned());
            paths.extend(input.blobs.iter().filter(|path| is_file(path)).cloned());
            if is_file(&input.own) {
                paths.insert(input.own.clone());
                continue;
            }
            let listed = disk.list(&folder.join(kind.words())).unwrap_or_default();
            let names = listed.into_iter().map(|(name, _)| name);
            paths.extend(
                names
                    .filter(|name| name.ends_with(".json"))
                    .map(|name| format!("{}/{name}", kind.words())),
            );
        }
        paths
    }
}

/// Where an asset came from is no input; a texture's texels and what a scenario says are in no
/// bundle.
fn input(project: &Project, id: Id) -> AssetInput {
    let mut alone = Project::default();
    alone.share(project, id);
    if let Some(asset) = alone.asset_mut(id)
        && let Some(origin) = asset.origin().cloned()
    {
        asset.set_origin(Origin {
            file: String::new(),
            ..origin
        });
    }
    let Some((own, mut files)) = asset_files(&alone, id) else {
        return AssetInput::default();
    };
    let kind = alone.kind(id);
    let text = files.files.remove(&own).unwrap_or_default();
    let hash = match kind {
        Some(AssetKind::Texture | AssetKind::Scenario) => {
            xxh3_128(alone.asset(id).map_or("", Asset::name).as_bytes())
        }
        _ => xxh3_128(&text),
    };
    AssetInput {
        kind,
        hash,
        own,
        blobs: files.files.into_keys().collect(),
    }
}

/// The rule of Make and Ninja that tells which files a bundle is made of.
pub(super) fn depfile(bundle: &Path, folder: &Path, paths: &BTreeSet<String>) -> String {
    let mut text = escaped(bundle);
    text.push(':');
    for path in paths {
        text.push_str(" \\\n  ");
        text.push_str(&escaped(&folder.join(path)));
    }
    text.push('\n');
    text
}

/// A path as Make and Ninja read it, with forward slashes.
fn escaped(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text.into_owned()
    };
    text.replace('$', "$$")
        .replace('#', "\\#")
        .replace(' ', "\\ ")
}
