//! A project: every asset by id. A value, cheap to clone: the assets are shared.

use crate::{Clip, Id, Mesh, Montage, Skeleton, Texture};
use std::{collections::BTreeMap, sync::Arc};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AssetKind {
    Skeleton,
    Mesh,
    Texture,
    Clip,
    Montage,
}

impl AssetKind {
    pub const ALL: [AssetKind; 5] =
        [AssetKind::Montage, AssetKind::Clip, AssetKind::Skeleton, AssetKind::Mesh, AssetKind::Texture];
}

/// Invariant kept by whoever edits: ids are unique over all kinds, names within a kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Project {
    pub name: String,
    pub skeletons: BTreeMap<Id, Arc<Skeleton>>,
    pub meshes: BTreeMap<Id, Arc<Mesh>>,
    pub textures: BTreeMap<Id, Arc<Texture>>,
    pub clips: BTreeMap<Id, Arc<Clip>>,
    pub montages: BTreeMap<Id, Arc<Montage>>,
}

impl Project {
    pub fn kind(&self, id: Id) -> Option<AssetKind> {
        if self.skeletons.contains_key(&id) {
            Some(AssetKind::Skeleton)
        } else if self.meshes.contains_key(&id) {
            Some(AssetKind::Mesh)
        } else if self.textures.contains_key(&id) {
            Some(AssetKind::Texture)
        } else if self.clips.contains_key(&id) {
            Some(AssetKind::Clip)
        } else if self.montages.contains_key(&id) {
            Some(AssetKind::Montage)
        } else {
            None
        }
    }

    pub fn asset_name(&self, id: Id) -> Option<&str> {
        let clip = || self.clips.get(&id).map(|a| a.name.as_str());
        let montage = || self.montages.get(&id).map(|a| a.name.as_str());
        let skeleton = || self.skeletons.get(&id).map(|a| a.name.as_str());
        let mesh = || self.meshes.get(&id).map(|a| a.name.as_str());
        let texture = || self.textures.get(&id).map(|a| a.name.as_str());
        clip().or_else(montage).or_else(skeleton).or_else(mesh).or_else(texture)
    }

    /// Ids and names of one kind, by name.
    pub fn list(&self, kind: AssetKind) -> Vec<(Id, &str)> {
        let mut list: Vec<(Id, &str)> = match kind {
            AssetKind::Skeleton => self.skeletons.iter().map(|(id, a)| (*id, a.name.as_str())).collect(),
            AssetKind::Mesh => self.meshes.iter().map(|(id, a)| (*id, a.name.as_str())).collect(),
            AssetKind::Texture => self.textures.iter().map(|(id, a)| (*id, a.name.as_str())).collect(),
            AssetKind::Clip => self.clips.iter().map(|(id, a)| (*id, a.name.as_str())).collect(),
            AssetKind::Montage => self.montages.iter().map(|(id, a)| (*id, a.name.as_str())).collect(),
        };
        list.sort_by_key(|(id, name)| (*name, *id));
        list
    }

    pub fn is_empty(&self) -> bool {
        AssetKind::ALL.iter().all(|kind| self.list(*kind).is_empty())
    }

    /// `wanted`, or the first of `wanted_1`, `wanted_2` … that no asset of the kind other than `except` has.
    pub fn free_name(&self, kind: AssetKind, wanted: &str, except: Option<Id>) -> String {
        let taken: Vec<&str> =
            self.list(kind).into_iter().filter(|(id, _)| Some(*id) != except).map(|(_, name)| name).collect();
        if !taken.contains(&wanted) {
            return wanted.to_owned();
        }
        (1..).map(|n| format!("{wanted}_{n}")).find(|name| !taken.contains(&name.as_str())).unwrap_or_default()
    }
}
