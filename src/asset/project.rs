//! A project: every asset by id. A value, cheap to clone: the assets are shared.
//!
//! The kinds of assets are declared here once; what is the same for all of them goes through
//! [`Asset`].

#[cfg(test)]
mod tests;

use crate::{
    BlendSpace, Clip, Id, List, Mesh, Montage, Notify, NotifyClass, Origin, Packaging, PoseAsset,
    PoseGraph, PreviewSettings, QuickSlot, Scenario, Skeleton, SlotGroup, SoundFile, Texture,
    origin::Fields,
};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
    iter::once,
    sync::Arc,
};
use words::word;

/// Properties that every asset has, whatever its kind.
pub trait Asset {
    /// Type of the asset.
    fn kind(&self) -> AssetKind;
    /// Unique among the project's assets of one type.
    fn name(&self) -> &str;
    /// Changes the name; the caller sees to it that no other asset of the type has it.
    fn set_name(&mut self, name: String);
    /// The assets that it refers to, some more than once; itself may be among them.
    fn uses(&self) -> Vec<Id>;
    /// The skeleton that it is for; None of a kind that is for none, and of a skeleton.
    fn skeleton(&self) -> Option<Id>;
    /// The file that it came from; None of what was made here, and of a kind that is never
    /// imported.
    fn origin(&self) -> Option<&Origin>;
    /// Does nothing to a kind that is never imported.
    fn set_origin(&mut self, origin: Origin);
    /// Values of the fields that an import brings and people can change.
    fn said(&self) -> Fields;
}

/// A visitor of the lists of an asset, whatever the type of their items.
pub trait OfLists {
    /// `place` is where the list stands in what a file says of the asset: names and indices with
    /// slashes between them.
    fn list<T: Clone + Serialize + DeserializeOwned + Send + Sync + 'static>(
        &mut self,
        place: &str,
        list: &mut List<T>,
    );
}

/// What a project has beside its assets; see [`Project::head`].
pub type ProjectHead<'a> = (
    &'a String,
    &'a Vec<SlotGroup>,
    &'a Vec<QuickSlot>,
    &'a PreviewSettings,
    &'a Packaging,
);

/// Declares the kinds: the word for one and for many, and the list that a project keeps them in.
macro_rules! kinds {
    ($($kind:ident($asset:ty) $word:expr, $list:ident;)+) => {
        /// Kind of an asset; the variants are in the order in which lists show them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum AssetKind {
            $($kind,)+
        }

        impl AssetKind {
            /// Every kind, in the order in which lists show them.
            pub const ALL: [AssetKind; [$($word,)+].len()] = [$(AssetKind::$kind,)+];

            /// Word for one of them in files and reports, as in “clip”.
            pub fn word(self) -> &'static str {
                match self {
                    $(AssetKind::$kind => $word.english(),)+
                }
            }

            /// Word for one of them, for people.
            pub fn title(self) -> &'static str {
                match self {
                    $(AssetKind::$kind => $word.text(),)+
                }
            }

            /// Word for many of them, as in “clips”.
            pub fn words(self) -> &'static str {
                match self {
                    $(AssetKind::$kind => stringify!($list),)+
                }
            }
        }

        /// A project with all its assets. Invariant kept by code that edits a project: ids are
        /// unique over all kinds, names within a kind.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Project {
            /// Shown in the window; a folder may have another.
            pub name: String,
            /// Groups of slots; slots of no group are in [`crate::slot_group::DEFAULT_GROUP`].
            pub slot_groups: Vec<SlotGroup>,
            /// Quick slots in order of their digits.
            pub quick_slots: Vec<QuickSlot>,
            /// Settings of the previews of the project.
            pub preview: PreviewSettings,
            /// Which assets go into which bundle.
            pub packaging: Packaging,
            $(pub $list: BTreeMap<Id, Arc<$asset>>,)+
        }

        impl Project {
            /// The asset of this id, of whatever kind.
            pub fn asset(&self, id: Id) -> Option<&dyn Asset> {
                $(if let Some(asset) = self.$list.get(&id) {
                    return Some(&**asset);
                })+
                None
            }

            /// A copy that is the project's own.
            pub fn asset_mut(&mut self, id: Id) -> Option<&mut dyn Asset> {
                $(if let Some(asset) = self.$list.get_mut(&id) {
                    let asset: &mut $asset = Arc::make_mut(asset);
                    return Some(asset);
                })+
                None
            }

            /// All assets by kind, then by id.
            pub fn assets(&self) -> impl Iterator<Item = (Id, &dyn Asset)> {
                let none = std::iter::empty::<(Id, &dyn Asset)>();
                $(let none = none.chain(self.$list.iter().map(|(id, asset)| (*id, &**asset as &dyn Asset)));)+
                none
            }

            /// Returns false for an id that is not there.
            pub fn remove(&mut self, id: Id) -> bool {
                // An asset that is gone is previewed nowhere and is in no bundle.
                self.preview.scenes.remove(&id);
                self.packaging.tags.remove(&id);
                for bundle in &mut self.packaging.bundles {
                    bundle.characters.remove(&id);
                }
                $(if self.$list.remove(&id).is_some() {
                    return true;
                })+
                false
            }

            /// Holds under an id the very asset that the other does, or none.
            pub fn share(&mut self, other: &Project, id: Id) {
                $(self.$list.remove(&id);)+
                $(if let Some(asset) = other.$list.get(&id) {
                    self.$list.insert(id, asset.clone());
                })+
            }

            /// Assets that are equal to another project's become the very same.
            pub fn adopt(&mut self, other: &Project) {
                $(for (id, asset) in &mut self.$list {
                    if let Some(known) = other.$list.get(id).filter(|known| ***known == **asset) {
                        *asset = known.clone();
                    }
                })+
            }

            /// Whether both have the very same assets and are alike beside them.
            pub fn is_same(&self, other: &Project) -> bool {
                self.head() == other.head() $(&& self.$list.len() == other.$list.len()
                    && self.$list.keys().all(|id| self.shares(other, *id)))+
            }

            /// A number that is the same for projects that [`Self::is_same`] calls the same, as
            /// long as both are there.
            pub fn fingerprint(&self) -> u64 {
                let mut hasher = std::hash::DefaultHasher::new();
                self.name.hash(&mut hasher);
                $(for (id, asset) in &self.$list {
                    (id, Arc::as_ptr(asset) as usize).hash(&mut hasher);
                })+
                hasher.finish()
            }

            /// Whether both have the very same asset under an id, or none.
            pub fn shares(&self, other: &Project, id: Id) -> bool {
                $(match (self.$list.get(&id), other.$list.get(&id)) {
                    (None, None) => {}
                    (Some(a), Some(b)) => return Arc::ptr_eq(a, b),
                    _ => return false,
                })+
                true
            }
        }
    };
}

kinds! {
    Montage(Montage) word!("montage"), montages;
    Graph(PoseGraph) word!("graph"), graphs;
    BlendSpace(BlendSpace) word!("blend space"), blend_spaces;
    PoseAsset(PoseAsset) word!("pose asset"), pose_assets;
    Clip(Clip) word!("clip"), clips;
    Skeleton(Skeleton) word!("skeleton"), skeletons;
    Mesh(Mesh) word!("mesh"), meshes;
    Texture(Texture) word!("texture"), textures;
    NotifyClass(NotifyClass) word!("notify class"), notify_classes;
    Sound(SoundFile) word!("sound"), sounds;
    Scenario(Scenario) word!("scenario"), tests;
}

impl Project {
    /// Every [`List`] of an asset that its file says. What a child montage has from its parent is
    /// not its own.
    pub fn each_list(&mut self, id: Id, what: &mut impl OfLists) {
        if let Some(montage) = self
            .montages
            .get_mut(&id)
            .filter(|montage| montage.parent.is_none())
        {
            what.list("notifies", &mut Arc::make_mut(montage).notifies);
        }
        if let Some(clip) = self.clips.get_mut(&id) {
            what.list("notifies", &mut Arc::make_mut(clip).notifies);
        }
    }

    /// What is not in an asset: the name, the slot groups, the quick slots, what it is previewed
    /// with, and which bundles it has.
    pub fn head(&self) -> ProjectHead<'_> {
        (
            &self.name,
            &self.slot_groups,
            &self.quick_slots,
            &self.preview,
            &self.packaging,
        )
    }

    /// Takes what is not in an asset from another project.
    pub fn take_head(&mut self, other: &Project) {
        self.name.clone_from(&other.name);
        self.slot_groups.clone_from(&other.slot_groups);
        self.quick_slots.clone_from(&other.quick_slots);
        self.preview.clone_from(&other.preview);
        self.packaging.clone_from(&other.packaging);
    }

    /// Kind of the asset with this id; None if no asset has the id.
    pub fn kind(&self, id: Id) -> Option<AssetKind> {
        self.asset(id).map(Asset::kind)
    }

    /// Name of the asset with this id; None if no asset has the id.
    pub fn asset_name(&self, id: Id) -> Option<&str> {
        self.asset(id).map(Asset::name)
    }

    /// Ids and names of one kind, by name.
    pub fn list(&self, kind: AssetKind) -> Vec<(Id, &str)> {
        let of_kind = self.assets().filter(|(_, asset)| asset.kind() == kind);
        let mut list: Vec<(Id, &str)> = of_kind.map(|(id, asset)| (id, asset.name())).collect();
        list.sort_by_key(|(id, name)| (*name, *id));
        list
    }

    /// The other assets that refer to this one.
    pub fn users(&self, id: Id) -> impl Iterator<Item = (Id, &dyn Asset)> {
        self.assets()
            .filter(move |(user, asset)| *user != id && asset.uses().contains(&id))
    }

    /// The file that an asset came from; None of what was made here, and of what is not there.
    pub fn origin(&self, id: Id) -> Option<&Origin> {
        self.asset(id).and_then(Asset::origin)
    }

    /// Ids and origins of everything that was imported, by kind and id.
    pub fn origins(&self) -> impl Iterator<Item = (Id, &Origin)> {
        self.assets()
            .filter_map(|(id, asset)| Some((id, asset.origin()?)))
    }

    /// Whether it has no assets.
    pub fn is_empty(&self) -> bool {
        self.assets().next().is_none()
    }

    /// `wanted`, or the first of `wanted_1`, `wanted_2` … that no asset of the kind other than
    /// `except` has.
    pub fn free_name(&self, kind: AssetKind, wanted: &str, except: Option<Id>) -> String {
        let taken: Vec<&str> = self
            .list(kind)
            .into_iter()
            .filter(|(id, _)| Some(*id) != except)
            .map(|(_, name)| name)
            .collect();
        if !taken.contains(&wanted) {
            return wanted.to_owned();
        }
        (1..)
            .map(|n| format!("{wanted}_{n}"))
            .find(|name| !taken.contains(&name.as_str()))
            .unwrap_or_default()
    }
}

/// An asset of a kind that files bring.
macro_rules! imported {
    ($kind:ident, $skeleton:expr, $uses:expr) => {
        impl Asset for $kind {
            fn kind(&self) -> AssetKind {
                AssetKind::$kind
            }

            fn name(&self) -> &str {
                &self.name
            }

            fn set_name(&mut self, name: String) {
                self.name = name;
            }

            fn uses(&self) -> Vec<Id> {
                let uses: fn(&$kind) -> Vec<Id> = $uses;
                uses(self)
            }

            fn skeleton(&self) -> Option<Id> {
                let skeleton: fn(&$kind) -> Option<Id> = $skeleton;
                skeleton(self)
            }

            fn origin(&self) -> Option<&Origin> {
                self.origin.as_ref()
            }

            fn set_origin(&mut self, origin: Origin) {
                self.origin = Some(origin);
            }

            fn said(&self) -> Fields {
                $kind::said(self)
            }
        }
    };
}

imported!(Skeleton, |_| None, |skeleton| skeleton
    .sockets
    .iter()
    .filter_map(|socket| socket.preview)
    .collect());
imported!(Mesh, |it| Some(it.skeleton), |mesh| {
    let textures = mesh
        .materials
        .iter()
        .flat_map(|material| material.textures());
    let drivers = mesh
        .parts()
        .filter_map(|part| part.cloth.as_ref())
        .map(|cloth| cloth.mesh);
    once(mesh.skeleton)
        .chain(textures)
        .chain(mesh.post_process)
        .chain(drivers)
        .collect()
});
imported!(Texture, |_| None, |_| Vec::new());
imported!(Clip, |it| Some(it.skeleton), |clip| {
    let base = clip.additive.and_then(|additive| additive.base.clip());
    let notifies = clip.notifies.iter().flat_map(Notify::uses);
    let sounds = clip.sounds.iter().map(|sound| sound.sound);
    once(clip.skeleton)
        .chain(base)
        .chain(notifies)
        .chain(sounds)
        .collect()
});

/// An asset of a kind that is made here alone.
macro_rules! made_here {
    ($kind:ident, $asset:ty, $skeleton:expr, $uses:expr) => {
        impl Asset for $asset {
            fn kind(&self) -> AssetKind {
                AssetKind::$kind
            }

            fn name(&self) -> &str {
                &self.name
            }

            fn set_name(&mut self, name: String) {
                self.name = name;
            }

            fn uses(&self) -> Vec<Id> {
                let uses: fn(&$asset) -> Vec<Id> = $uses;
                uses(self)
            }

            fn skeleton(&self) -> Option<Id> {
                let skeleton: fn(&$asset) -> Option<Id> = $skeleton;
                skeleton(self)
            }

            fn origin(&self) -> Option<&Origin> {
                None
            }

            fn set_origin(&mut self, _: Origin) {}

            fn said(&self) -> Fields {
                Fields::new()
            }
        }
    };
}

made_here!(Montage, Montage, |it| Some(it.skeleton), |montage| {
    let segments = montage.slots.iter().flat_map(|slot| &slot.segments);
    let notifies = montage.notifies.iter().flat_map(Notify::uses);
    let overrides = montage.overrides.iter().map(|other| other.clip);
    let sounds = montage.sounds.iter().map(|sound| sound.sound);
    let clips = segments.map(|segment| segment.clip).chain(overrides);
    once(montage.skeleton)
        .chain(clips)
        .chain(montage.parent)
        .chain(notifies)
        .chain(sounds)
        .collect()
});
made_here!(Graph, PoseGraph, |it| Some(it.skeleton), |graph| once(
    graph.skeleton
)
.chain(graph.wiring.uses())
.collect());
made_here!(PoseAsset, PoseAsset, |it| Some(it.skeleton), |asset| {
    once(asset.skeleton)
        .chain(asset.poses.iter().map(|pose| pose.clip))
        .collect()
});
made_here!(BlendSpace, BlendSpace, |it| Some(it.skeleton), |space| {
    once(space.skeleton)
        .chain(space.samples.iter().map(|sample| sample.clip))
        .collect()
});
made_here!(NotifyClass, NotifyClass, |_| None, |_| Vec::new());
made_here!(Sound, SoundFile, |_| None, |_| Vec::new());
made_here!(Scenario, Scenario, |_| None, |_| Vec::new());
