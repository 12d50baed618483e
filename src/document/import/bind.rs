//! Clips and meshes from one skeleton to another, by the names of bones.

use asset::{
    BoneKey, Clip, Id, MadeFor, Mesh, Skeleton,
    mesh::Lod,
    source::{ClipSource, Track},
};
use std::{collections::BTreeSet, sync::Arc};

/// The key that a name means on a skeleton: a bone's, else an absent bone's, else that of a bone that was called so.
/// What no bone means keeps its name.
pub(super) fn key_of(skeleton: &Skeleton, name: &str) -> BoneKey {
    let bone = skeleton.bones.iter().find(|bone| bone.name == name).map(|bone| bone.key.clone());
    let absent = || skeleton.absent.iter().find(|bone| bone.name == name).map(|bone| bone.key.clone());
    bone.or_else(absent).unwrap_or_else(|| name.into())
}

/// The place of a bone of this name, or of one that was called so.
pub(crate) fn bone_called(skeleton: &Skeleton, name: &str) -> Option<usize> {
    skeleton.find(name).or_else(|| skeleton.index(&name.into()))
}

/// With tracks that play on `to`. Sockets that notifies name are found by name. Of two tracks that come to move one
/// bone the first stays.
pub(crate) fn rebound_clip(clip: &Clip, from: &Skeleton, (id, to): (Id, &Skeleton)) -> Clip {
    let mut clip = Clip { skeleton: id, ..clip.clone() };
    let mut taken = BTreeSet::new();
    let track = |track: &Track| {
        let made_for = |bone| clip.made_for.translation(track, from, bone).to_array();
        let reference = from.index(&track.bone).map(made_for).or(track.reference);
        let bone = key_of(to, from.bone_name(&track.bone));
        taken.insert(bone.clone()).then(|| Track { bone, reference, ..track.clone() })
    };
    let tracks = clip.source.tracks.iter().filter_map(track).collect();
    clip.made_for = MadeFor::Source;
    clip.source = Arc::new(ClipSource { tracks, ..(*clip.source).clone() });
    for notify in &mut clip.notifies {
        let name = notify.socket.and_then(|socket| from.socket(socket)).map(|socket| &socket.name);
        let found = name.and_then(|name| to.sockets.iter().find(|socket| socket.name == *name));
        notify.socket = found.map(|socket| socket.id).or(notify.socket);
    }
    clip
}

/// With palettes that follow `to`.
pub(crate) fn rebound_mesh(mesh: &Mesh, from: &Skeleton, (id, to): (Id, &Skeleton)) -> Mesh {
    let key = |key: &BoneKey| key_of(to, from.bone_name(key));
    let lod = |lod: &Lod| Lod { removed_bones: lod.removed_bones.iter().map(key).collect(), ..lod.clone() };
    Mesh {
        skeleton: id,
        bones: mesh.bones.iter().map(key).collect(),
        lods: mesh.lods.iter().map(lod).collect(),
        ..mesh.clone()
    }
}
