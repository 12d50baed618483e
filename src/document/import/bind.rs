//! Clips and meshes from one skeleton to another.

#[cfg(test)]
mod tests;

use super::{
    pairs::{Pairs, followed, pairs},
    request::Renames,
};
use asset::{
    BoneKey, Clip, Id, MadeFor, Mesh, Project, Skeleton,
    mesh::{Body, Lod},
    source::{ClipSource, Track},
};
use std::{collections::BTreeSet, sync::Arc};

/// Map of bones from one skeleton onto another.
pub(crate) struct Onto<'a> {
    from: &'a Skeleton,
    id: Id,
    to: &'a Skeleton,
    pub(super) pairs: Pairs,
}

impl<'a> Onto<'a> {
    /// `to` is a skeleton of the project; `said` maps names of bones of `from` to names in `to`.
    pub(crate) fn new(
        project: &Project,
        from: &'a Skeleton,
        (id, to): (Id, &'a Skeleton),
        said: &Renames,
    ) -> Self {
        let pairs = pairs(from, to, &followed(project, to), said);
        Self {
            from,
            id,
            to,
            pairs,
        }
    }

    /// Key in `to` for a key of `from`. A key without a bone keeps its name if no other bone has
    /// it.
    pub(super) fn key(&self, key: &BoneKey) -> BoneKey {
        let Some(bone) = self.from.index(key) else {
            return self.by_name(self.from.bone_name(key));
        };
        match self.pairs.found[bone] {
            Some(there) => self.to.bones[there].key.clone(),
            None => self.stray(&self.from.bones[bone].name),
        }
    }

    /// Whether there is such a bone, or was.
    pub(super) fn knows(&self, bone: usize) -> bool {
        let is_absent = || {
            self.to
                .absent
                .iter()
                .any(|absent| absent.name == self.from.bones[bone].name)
        };
        self.pairs.found[bone].is_some() || is_absent()
    }

    /// The bone for what `from` has none for: one of this name, else an absent one, else one that
    /// was called so.
    fn by_name(&self, name: &str) -> BoneKey {
        let bone = self
            .to
            .bones
            .iter()
            .find(|bone| bone.name == name)
            .map(|bone| bone.key.clone());
        let absent = || {
            self.to
                .absent
                .iter()
                .find(|bone| bone.name == name)
                .map(|bone| bone.key.clone())
        };
        bone.or_else(absent).unwrap_or_else(|| name.into())
    }

    fn stray(&self, name: &str) -> BoneKey {
        if let Some(absent) = self.to.absent.iter().find(|bone| bone.name == name) {
            return absent.key.clone();
        }
        let taken = self
            .to
            .bones
            .iter()
            .map(|bone| &bone.key)
            .chain(self.to.absent.iter().map(|bone| &bone.key));
        free_key(&taken.cloned().collect(), name)
    }
}

/// The name, or the first number behind it, that is no key yet.
pub(super) fn free_key(taken: &BTreeSet<BoneKey>, name: &str) -> BoneKey {
    let numbered = (1..).map(|n| BoneKey::from(format!("{name}_{n}").as_str()));
    std::iter::once(BoneKey::from(name))
        .chain(numbered)
        .find(|key| !taken.contains(key))
        .unwrap_or_default()
}

/// The clip with tracks that play on the other skeleton. Sockets that notifies name are found by
/// name. Of two tracks that come to move one bone the first stays.
pub(crate) fn rebound_clip(clip: &Clip, onto: &Onto<'_>) -> Clip {
    let (from, to) = (onto.from, onto.to);
    let mut clip = Clip {
        skeleton: onto.id,
        ..clip.clone()
    };
    let mut taken = BTreeSet::new();
    let track = |track: &Track| {
        let made_for = |bone| clip.made_for.translation(track, from, bone).to_array();
        let reference = from.index(&track.bone).map(made_for).or(track.reference);
        let bone = onto.key(&track.bone);
        taken.insert(bone.clone()).then(|| Track {
            bone,
            reference,
            ..track.clone()
        })
    };
    let tracks = clip.source.tracks.iter().filter_map(track).collect();
    clip.made_for = MadeFor::Source;
    clip.source = Arc::new(ClipSource {
        tracks,
        ..(*clip.source).clone()
    });
    for notify in clip.notifies.iter_mut() {
        let name = notify
            .socket
            .and_then(|socket| from.socket(socket))
            .map(|socket| &socket.name);
        let found = name.and_then(|name| to.sockets.iter().find(|socket| socket.name == *name));
        notify.socket = found.map(|socket| socket.id).or(notify.socket);
    }
    clip
}

/// The mesh with palettes that follow the other skeleton.
pub(crate) fn rebound_mesh(mesh: &Mesh, onto: &Onto<'_>) -> Mesh {
    let key = |key: &BoneKey| onto.key(key);
    let lod = |lod: &Lod| Lod {
        removed_bones: lod.removed_bones.iter().map(key).collect(),
        ..lod.clone()
    };
    Mesh {
        skeleton: onto.id,
        bones: mesh.bones.iter().map(key).collect(),
        lods: mesh.lods.iter().map(lod).collect(),
        bodies: mesh
            .bodies
            .iter()
            .map(|body| Body {
                bone: key(&body.bone),
                ..body.clone()
            })
            .collect(),
        ..mesh.clone()
    }
}
