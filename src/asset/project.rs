//! A project: every asset by id. A value, cheap to clone: the assets are shared.
//!
//! The kinds of assets are declared here once; what is the same for all of them goes through [`Asset`].

use crate::{
    BlendSpace, Clip, Id, List, Mesh, Montage, Notify, NotifyClass, Origin, PoseAsset, PoseGraph, PreviewSettings,
    QuickSlot, Skeleton, SlotGroup, Texture, origin::Fields,
};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
    iter::once,
    sync::Arc,
};

/// What every asset has, whatever its kind.
pub trait Asset {
    fn kind(&self) -> AssetKind;
    fn name(&self) -> &str;
    fn set_name(&mut self, name: String);
    /// The assets that it refers to, some more than once; itself may be among them.
    fn uses(&self) -> Vec<Id>;
    /// None of what was made here, and of a kind that is never imported.
    fn origin(&self) -> Option<&Origin>;
    /// Does nothing to a kind that is never imported.
    fn set_origin(&mut self, origin: Origin);
    /// In those of its fields that an import brings and people can change.
    fn said(&self) -> Fields;
}

/// What is done with the lists of an asset, whatever is in them.
pub trait OfLists {
    /// `place` is where the list stands in what a file says of the asset: names and indices with slashes between them.
    fn list<T: Clone + Serialize + DeserializeOwned + Send + Sync + 'static>(
        &mut self,
        place: &str,
        list: &mut List<T>,
    );
}

/// Declares the kinds: the word for one and for many, and the list that a project keeps them in.
macro_rules! kinds {
    ($($kind:ident($asset:ty) $word:literal, $list:ident;)+) => {
        /// In the order in which they are listed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum AssetKind {
            $($kind,)+
        }

        impl AssetKind {
            pub const ALL: [AssetKind; [$($word,)+].len()] = [$(AssetKind::$kind,)+];

            pub fn word(self) -> &'static str {
                match self {
                    $(AssetKind::$kind => $word,)+
                }
            }

            /// For many of them.
            pub fn words(self) -> &'static str {
                match self {
                    $(AssetKind::$kind => stringify!($list),)+
                }
            }
        }

        /// Invariant kept by whoever edits: ids are unique over all kinds, names within a kind.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Project {
            pub name: String,
            /// Which slots stand together; those of no group are in [`crate::slot_group::DEFAULT_GROUP`].
            pub slot_groups: Vec<SlotGroup>,
            /// In order of their digits.
            pub quick_slots: Vec<QuickSlot>,
            pub preview: PreviewSettings,
            $(pub $list: BTreeMap<Id, Arc<$asset>>,)+
        }

        impl Project {
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

            /// By kind, then by id.
            pub fn assets(&self) -> impl Iterator<Item = (Id, &dyn Asset)> {
                let none = std::iter::empty::<(Id, &dyn Asset)>();
                $(let none = none.chain(self.$list.iter().map(|(id, asset)| (*id, &**asset as &dyn Asset)));)+
                none
            }

            /// Returns false for an id that is not there.
            pub fn remove(&mut self, id: Id) -> bool {
                $(if self.$list.remove(&id).is_some() {
                    return true;
                })+
                false
            }

            /// Holds under an id the very asset that the other does, or none.
            pub fn share(&mut self, other: &Project, id: Id) {
                self.remove(id);
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
                self.heads_alike(other) $(&& self.$list.len() == other.$list.len()
                    && self.$list.keys().all(|id| self.shares(other, *id)))+
            }

            /// The same for projects that [`Self::is_same`] calls the same, as long as both are there.
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
    Montage(Montage) "montage", montages;
    Graph(PoseGraph) "graph", graphs;
    BlendSpace(BlendSpace) "blend space", blend_spaces;
    PoseAsset(PoseAsset) "pose asset", pose_assets;
    Clip(Clip) "clip", clips;
    Skeleton(Skeleton) "skeleton", skeletons;
    Mesh(Mesh) "mesh", meshes;
    Texture(Texture) "texture", textures;
    NotifyClass(NotifyClass) "notify class", notify_classes;
}

impl Project {
    /// Every [`List`] of an asset that its file says. What a child montage has from its parent is not its own.
    pub fn each_list(&mut self, id: Id, what: &mut impl OfLists) {
        if let Some(montage) = self.montages.get_mut(&id).filter(|montage| montage.parent.is_none()) {
            what.list("notifies", &mut Arc::make_mut(montage).notifies);
        }
        if let Some(clip) = self.clips.get_mut(&id) {
            what.list("notifies", &mut Arc::make_mut(clip).notifies);
        }
    }

    /// Whether what is not in an asset is equal: the name, the slot groups, the quick slots and what it is previewed with.
    pub fn heads_alike(&self, other: &Project) -> bool {
        let (groups, slots) = (&self.slot_groups, &self.quick_slots);
        (&self.name, groups, slots, &self.preview)
            == (&other.name, &other.slot_groups, &other.quick_slots, &other.preview)
    }

    pub fn kind(&self, id: Id) -> Option<AssetKind> {
        self.asset(id).map(Asset::kind)
    }

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
        self.assets().filter(move |(user, asset)| *user != id && asset.uses().contains(&id))
    }

    /// None of what was made here, and of what is not there.
    pub fn origin(&self, id: Id) -> Option<&Origin> {
        self.asset(id).and_then(Asset::origin)
    }

    /// Ids and origins of everything that was imported, by kind and id.
    pub fn origins(&self) -> impl Iterator<Item = (Id, &Origin)> {
        self.assets().filter_map(|(id, asset)| Some((id, asset.origin()?)))
    }

    pub fn is_empty(&self) -> bool {
        self.assets().next().is_none()
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

/// An asset of a kind that files bring.
macro_rules! imported {
    ($kind:ident, $uses:expr) => {
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

imported!(Skeleton, |skeleton| skeleton.sockets.iter().filter_map(|socket| socket.preview).collect());
imported!(Mesh, |mesh| {
    let textures = mesh.materials.iter().flat_map(|material| material.textures());
    let drivers = mesh.parts().filter_map(|part| part.cloth.as_ref()).map(|cloth| cloth.mesh);
    once(mesh.skeleton).chain(textures).chain(mesh.post_process).chain(drivers).collect()
});
imported!(Texture, |_| Vec::new());
imported!(Clip, |clip| {
    let base = clip.additive.and_then(|additive| additive.base.clip());
    let notifies = clip.notifies.iter().flat_map(Notify::uses);
    once(clip.skeleton).chain(base).chain(notifies).collect()
});

/// An asset of a kind that is made here alone.
macro_rules! made_here {
    ($kind:ident, $asset:ty, $uses:expr) => {
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

made_here!(Montage, Montage, |montage| {
    let segments = montage.slots.iter().flat_map(|slot| &slot.segments);
    let notifies = montage.notifies.iter().flat_map(Notify::uses);
    let overrides = montage.overrides.iter().map(|other| other.clip);
    let clips = segments.map(|segment| segment.clip).chain(overrides);
    once(montage.skeleton).chain(clips).chain(montage.parent).chain(notifies).collect()
});
made_here!(Graph, PoseGraph, |graph| once(graph.skeleton).chain(graph.wiring.uses()).collect());
made_here!(PoseAsset, PoseAsset, |asset| {
    once(asset.skeleton).chain(asset.poses.iter().map(|pose| pose.clip)).collect()
});
made_here!(BlendSpace, BlendSpace, |space| {
    once(space.skeleton).chain(space.samples.iter().map(|sample| sample.clip)).collect()
});
made_here!(NotifyClass, NotifyClass, |_| Vec::new());

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::nodes::SequencePlayerNode;
    use crate::{
        Material, blend_space,
        clip::{Additive, AdditiveBase},
        graph::{Node, NodeKind, Wiring},
        montage::Segment,
        skeleton::Socket,
    };
    use anim::Transform;

    fn origin(place: &str) -> Origin {
        Origin {
            file: "f".into(),
            place: place.into(),
            content: String::new(),
            said: Fields::new(),
            options: Fields::new(),
            properties: Default::default(),
        }
    }

    /// One asset of each kind, and a second clip, 6, that is a base.
    fn project() -> Project {
        let mut montage = Montage::new("attack", Id(3), &mut 9);
        let (id, clip, start, clip_begin, clip_end) = (Id(50), Id(2), 0.0, 0.0, 1.0);
        montage.slots[0].segments = vec![Segment { id, clip, start, clip_begin, clip_end, rate: 1.0, loops: 1 }];
        let base = AdditiveBase::ClipScaled { clip: Id(6) };
        let walk = Clip::new("walk", Id(3), Default::default(), 30.0);
        let swing = Clip { additive: Some(Additive { base, ..Additive::default() }), ..walk.clone() };
        let grip = Socket::new(Id(51), "grip", "hand".into(), Transform::IDENTITY);
        let sockets = vec![Socket { preview: Some(Id(4)), ..grip.clone() }, grip];
        let skeleton = Skeleton { name: "rig".into(), sockets, ..Skeleton::default() };
        let material = Material { texture: Some(Id(5)), normal_texture: Some(Id(7)), ..Material::default() };
        let mesh = Mesh::new("body", (Id(3), Arc::new([])), Vec::new(), vec![material, Material::default()]);
        let texture = Texture { name: "skin".into(), origin: None, width: 0, height: 0, rgba: Arc::new([]) };
        let mut project = Project::default();
        project.montages.insert(Id(1), Arc::new(montage));
        let player = |id, clip| {
            let kind = NodeKind::SequencePlayer(SequencePlayerNode { clip: Some(Id(clip)), play: Default::default() });
            Node::new(Id(id), kind)
        };
        let wiring = Wiring { nodes: vec![player(60, 2), player(61, 6)], ..Wiring::default() };
        project.graphs.insert(Id(20), Arc::new(PoseGraph { wiring: wiring.into(), ..PoseGraph::new("moves", Id(3)) }));
        let sample = blend_space::Sample { id: Id(62), clip: Id(6), at: [0.0; 2], rate: 1.0 };
        let space = BlendSpace { samples: vec![sample], ..BlendSpace::new("ways", Id(3)) };
        project.blend_spaces.insert(Id(21), Arc::new(space));
        let pose = crate::NamedPose { id: Id(63), name: "Fist".into(), clip: Id(6), time: 0.0 };
        let poses = PoseAsset { poses: vec![pose], ..PoseAsset::new("hands", Id(3)) };
        project.pose_assets.insert(Id(22), Arc::new(poses));
        project.clips.extend([(Id(2), Arc::new(swing)), (Id(6), Arc::new(Clip { name: "base".into(), ..walk }))]);
        project.skeletons.insert(Id(3), Arc::new(skeleton));
        project.meshes.insert(Id(4), Arc::new(mesh));
        project.textures.insert(Id(5), Arc::new(texture));
        project.notify_classes.insert(Id(23), Arc::new(NotifyClass::new("hit")));
        project
    }

    const NAMES: [(u64, &str); 9] = [
        (1, "attack"),
        (20, "moves"),
        (21, "ways"),
        (22, "hands"),
        (2, "walk"),
        (3, "rig"),
        (4, "body"),
        (5, "skin"),
        (23, "hit"),
    ];

    #[test]
    fn each_asset_is_found_renamed_and_removed_by_its_id() {
        let mut project = project();
        for ((id, name), kind) in NAMES.into_iter().zip(AssetKind::ALL) {
            let id = Id(id);
            assert_eq!((project.kind(id), project.asset_name(id)), (Some(kind), Some(name)));
            assert!(project.list(kind).contains(&(id, name)));
            project.asset_mut(id).unwrap().set_name("new".into());
            assert_eq!(project.asset_name(id), Some("new"));
            assert!(project.remove(id) && !project.remove(id) && !project.is_empty());
            assert!(project.asset(id).is_none() && project.asset_mut(id).is_none() && project.kind(id).is_none());
        }
        assert!(project.remove(Id(6)) && project.is_empty() && Project::default().is_empty());
    }

    #[test]
    fn every_kind_has_a_word_for_one_and_one_for_many() {
        let words = AssetKind::ALL.map(|kind| (kind.word(), kind.words()));
        let expected = [
            ("montage", "montages"),
            ("graph", "graphs"),
            ("blend space", "blend_spaces"),
            ("pose asset", "pose_assets"),
            ("clip", "clips"),
            ("skeleton", "skeletons"),
            ("mesh", "meshes"),
            ("texture", "textures"),
            ("notify class", "notify_classes"),
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn an_asset_is_shared_while_it_is_the_very_same_in_both() {
        let (one, mut other) = (project(), project());
        for (id, _) in NAMES {
            assert!(one.shares(&one.clone(), Id(id)) && !one.shares(&other, Id(id)));
            other.remove(Id(id));
            assert!(!one.shares(&other, Id(id)) && !other.shares(&one, Id(id)));
        }
        assert!(one.shares(&other, Id(77)), "neither has it");
    }

    #[test]
    fn each_asset_says_what_it_uses_and_is_used_by_the_others_that_name_it() {
        let project = project();
        let uses = |id| project.asset(Id(id)).unwrap().uses().iter().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!([1, 2, 6, 3].map(uses), [vec![3, 2], vec![3, 6], vec![3], vec![4]]);
        assert_eq!([4, 5].map(uses), [vec![3, 5, 7], vec![]]);
        let users = |id| project.users(Id(id)).map(|(id, _)| id.0).collect::<Vec<_>>();
        assert_eq!([1, 2, 3].map(users), [vec![], vec![1, 20], vec![1, 20, 21, 22, 2, 6, 4]]);
        assert_eq!([4, 5, 6, 77].map(users), [vec![3], vec![4], vec![20, 21, 22, 2], vec![]]);
        let mut own = project.clone();
        let base = AdditiveBase::ClipScaled { clip: Id(6) };
        let clip = Arc::make_mut(own.clips.get_mut(&Id(6)).unwrap());
        clip.additive = Some(Additive { base, ..Additive::default() });
        assert_eq!(
            own.users(Id(6)).map(|(id, _)| id).collect::<Vec<_>>(),
            [Id(20), Id(21), Id(22), Id(2)],
            "itself is no other"
        );
    }

    #[test]
    fn what_was_imported_has_an_origin_and_what_is_made_here_never() {
        let mut project = project();
        assert_eq!(project.origins().count(), 0);
        for (id, name) in NAMES {
            assert_eq!(project.origin(Id(id)), None);
            project.asset_mut(Id(id)).unwrap().set_origin(origin(name));
        }
        let found: Vec<_> = project.origins().map(|(id, origin)| (id.0, origin.place.as_str())).collect();
        assert_eq!(found, NAMES[4..8]);
        assert_eq!((project.origin(Id(1)), project.origin(Id(77))), (None, None));
    }

    #[test]
    fn a_list_goes_by_name_and_a_name_that_is_taken_is_numbered() {
        let mut project = project();
        for (id, name) in [(8, "walk_1"), (9, "walk_3"), (10, "base")] {
            project.clips.insert(Id(id), Arc::new(Clip::new(name, Id(3), Default::default(), 30.0)));
        }
        let expected =
            [(6, "base"), (10, "base"), (2, "walk"), (8, "walk_1"), (9, "walk_3")].map(|(id, name)| (Id(id), name));
        assert_eq!(project.list(AssetKind::Clip), expected);
        let free = |kind, wanted: &str, except| project.free_name(kind, wanted, except);
        assert_eq!(free(AssetKind::Clip, "run", None), "run");
        assert_eq!(free(AssetKind::Clip, "walk", None), "walk_2");
        assert_eq!(free(AssetKind::Clip, "walk", Some(Id(2))), "walk");
        assert_eq!(free(AssetKind::Clip, "walk", Some(Id(8))), "walk_1");
        assert_eq!(free(AssetKind::Clip, "base", Some(Id(6))), "base_1");
        assert_eq!(free(AssetKind::Mesh, "walk", None), "walk", "of another kind");
    }
}
