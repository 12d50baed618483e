//! Clips and meshes from one skeleton to another, by the names of bones.

use asset::{
    BoneKey, Clip, Id, MadeFor, Mesh, Skeleton,
    mesh::{Body, Lod},
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
        bodies: mesh.bodies.iter().map(|body| Body { bone: key(&body.bone), ..body.clone() }).collect(),
        ..mesh.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anim::Transform;
    use asset::{
        Notify,
        skeleton::{AbsentBone, Bone, Socket},
    };

    /// Names and keys of bones, and of one that is absent.
    fn rig(bones: &[(&str, &str)], (name, key): (&str, &str)) -> Skeleton {
        let bone = |(name, key): &(&str, &str)| Bone {
            key: (*key).into(),
            ..Bone::new(*name, None, Transform::from_translation(glam::Vec3::Y))
        };
        let (reference, retarget) = (Transform::IDENTITY, Default::default());
        let absent = AbsentBone { key: key.into(), name: name.into(), parent: None, reference, retarget };
        Skeleton { bones: bones.iter().map(bone).collect(), absent: vec![absent], ..Skeleton::default() }
    }

    #[test]
    fn a_name_means_a_bone_that_is_there_before_one_that_is_absent_or_was_called_so() {
        let skeleton = rig(&[("limb", "arm"), ("tail", "tail_1")], ("tail", "tail"));
        let names = ["limb", "tail", "arm", "horn"].map(|name| key_of(&skeleton, name));
        assert_eq!(names, ["arm", "tail_1", "arm", "horn"].map(BoneKey::from));
        assert_eq!(
            ["limb", "tail", "arm", "horn"].map(|it| bone_called(&skeleton, it)),
            [Some(0), Some(1), Some(0), None]
        );
        assert_eq!(key_of(&rig(&[], ("tail", "old")), "tail"), "old".into());
    }

    #[test]
    fn of_two_tracks_that_come_to_move_one_bone_the_first_stays() {
        let from = rig(&[("arm", "a"), ("limb", "b")], ("gone", "g"));
        let to = rig(&[("limb", "arm")], ("else", "e"));
        let track = |bone: &str| Track { bone: bone.into(), ..Track::default() };
        let source = ClipSource { tracks: ["a", "b", "g", "stray"].map(track).into(), ..ClipSource::default() };
        let clip = Clip { made_for: MadeFor::Pose(Id(7)), ..Clip::new("c", Id(1), Arc::new(source), 30.0) };
        let bound = rebound_clip(&clip, &from, (Id(2), &to));
        let bones: Vec<&str> = bound.source.tracks.iter().map(|track| track.bone.as_str()).collect();
        assert_eq!((bound.skeleton, bound.made_for, bones), (Id(2), MadeFor::Source, vec!["arm", "gone", "stray"]));
        let references: Vec<_> = bound.source.tracks.iter().map(|track| track.reference).collect();
        assert_eq!(references, [Some([0.0, 1.0, 0.0]), None, None]);
    }

    #[test]
    fn a_notify_names_the_socket_of_the_same_name_or_waits_for_its_own() {
        let with = |sockets: &[(u64, &str)]| {
            let socket = |(id, name): &(u64, &str)| Socket::new(Id(*id), *name, "arm".into(), Transform::IDENTITY);
            Skeleton { sockets: sockets.iter().map(socket).collect(), ..rig(&[("arm", "arm")], ("", "")) }
        };
        let (from, to) = (with(&[(1, "hand"), (2, "foot")]), with(&[(3, "tail"), (4, "hand")]));
        let notify = |socket: Option<u64>| Notify { socket: socket.map(Id), ..Notify::instant(Id(9), Id(8), "n", 0.0) };
        let notifies = [Some(1), Some(2), Some(5), None].map(notify).into();
        let clip = Clip { notifies, ..Clip::new("c", Id(1), Default::default(), 30.0) };
        let bound = rebound_clip(&clip, &from, (Id(2), &to));
        let sockets: Vec<_> = bound.notifies.iter().map(|notify| notify.socket.map(|id| id.0)).collect();
        assert_eq!(sockets, [Some(4), Some(2), Some(5), None]);
    }
}
