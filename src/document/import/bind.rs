//! Clips and meshes from one skeleton to another.

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

/// The way of bones from one skeleton onto another.
pub(crate) struct Onto<'a> {
    from: &'a Skeleton,
    id: Id,
    to: &'a Skeleton,
    pub(super) pairs: Pairs,
}

impl<'a> Onto<'a> {
    /// `to` is a skeleton of the project; `said` maps names of bones of `from` to names in `to`.
    pub(crate) fn new(project: &Project, from: &'a Skeleton, (id, to): (Id, &'a Skeleton), said: &Renames) -> Self {
        let pairs = pairs(from, to, &followed(project, to), said);
        Self { from, id, to, pairs }
    }

    /// What a key of `from` means. What has no bone keeps its name where no other bone has it.
    pub(super) fn key(&self, key: &BoneKey) -> BoneKey {
        let Some(bone) = self.from.index(key) else { return self.by_name(self.from.bone_name(key)) };
        match self.pairs.found[bone] {
            Some(there) => self.to.bones[there].key.clone(),
            None => self.stray(&self.from.bones[bone].name),
        }
    }

    /// Whether there is such a bone, or was.
    pub(super) fn knows(&self, bone: usize) -> bool {
        let is_absent = || self.to.absent.iter().any(|absent| absent.name == self.from.bones[bone].name);
        self.pairs.found[bone].is_some() || is_absent()
    }

    /// Of what `from` has no bone for: a bone of this name, else an absent one, else one that was called so.
    fn by_name(&self, name: &str) -> BoneKey {
        let bone = self.to.bones.iter().find(|bone| bone.name == name).map(|bone| bone.key.clone());
        let absent = || self.to.absent.iter().find(|bone| bone.name == name).map(|bone| bone.key.clone());
        bone.or_else(absent).unwrap_or_else(|| name.into())
    }

    fn stray(&self, name: &str) -> BoneKey {
        if let Some(absent) = self.to.absent.iter().find(|bone| bone.name == name) {
            return absent.key.clone();
        }
        let taken = self.to.bones.iter().map(|bone| &bone.key).chain(self.to.absent.iter().map(|bone| &bone.key));
        free_key(&taken.cloned().collect(), name)
    }
}

/// The name, or the first number behind it, that is no key yet.
pub(super) fn free_key(taken: &BTreeSet<BoneKey>, name: &str) -> BoneKey {
    let numbered = (1..).map(|n| BoneKey::from(format!("{name}_{n}").as_str()));
    std::iter::once(BoneKey::from(name)).chain(numbered).find(|key| !taken.contains(key)).unwrap_or_default()
}

/// With tracks that play on the other skeleton. Sockets that notifies name are found by name. Of two tracks that come to
/// move one bone the first stays.
pub(crate) fn rebound_clip(clip: &Clip, onto: &Onto<'_>) -> Clip {
    let (from, to) = (onto.from, onto.to);
    let mut clip = Clip { skeleton: onto.id, ..clip.clone() };
    let mut taken = BTreeSet::new();
    let track = |track: &Track| {
        let made_for = |bone| clip.made_for.translation(track, from, bone).to_array();
        let reference = from.index(&track.bone).map(made_for).or(track.reference);
        let bone = onto.key(&track.bone);
        taken.insert(bone.clone()).then(|| Track { bone, reference, ..track.clone() })
    };
    let tracks = clip.source.tracks.iter().filter_map(track).collect();
    clip.made_for = MadeFor::Source;
    clip.source = Arc::new(ClipSource { tracks, ..(*clip.source).clone() });
    for notify in clip.notifies.iter_mut() {
        let name = notify.socket.and_then(|socket| from.socket(socket)).map(|socket| &socket.name);
        let found = name.and_then(|name| to.sockets.iter().find(|socket| socket.name == *name));
        notify.socket = found.map(|socket| socket.id).or(notify.socket);
    }
    clip
}

/// With palettes that follow the other skeleton.
pub(crate) fn rebound_mesh(mesh: &Mesh, onto: &Onto<'_>) -> Mesh {
    let key = |key: &BoneKey| onto.key(key);
    let lod = |lod: &Lod| Lod { removed_bones: lod.removed_bones.iter().map(key).collect(), ..lod.clone() };
    Mesh {
        skeleton: onto.id,
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

    fn onto<'a>(from: &'a Skeleton, to: &'a Skeleton) -> Onto<'a> {
        Onto::new(&Project::default(), from, (Id(2), to), &Renames::new())
    }

    #[test]
    fn a_name_means_a_bone_that_is_there_before_one_that_is_absent_or_was_called_so() {
        let to = rig(&[("limb", "arm"), ("tail", "tail_1")], ("tail", "tail"));
        let bones = ["limb", "tail", "horn"].map(|name| (name, name));
        let keys = |from: &Skeleton, to: &Skeleton, names: &[&str]| -> Vec<BoneKey> {
            names.iter().map(|name| onto(from, to).key(&(*name).into())).collect()
        };
        let expected = |keys: &[&str]| keys.iter().map(|key| BoneKey::from(*key)).collect::<Vec<_>>();
        for from in [rig(&bones, ("", "none")), rig(&[], ("", "none"))] {
            assert_eq!(keys(&from, &to, &["limb", "tail", "horn"]), expected(&["arm", "tail_1", "horn"]));
        }
        assert_eq!(keys(&rig(&[("arm", "arm")], ("", "none")), &to, &["arm"]), expected(&["arm"]), "was called so");
        assert_eq!(keys(&rig(&bones, ("", "none")), &rig(&[], ("tail", "old")), &["tail"]), expected(&["old"]));
    }

    #[test]
    fn what_finds_no_bone_takes_the_name_of_none() {
        let twice = |names: &[(&str, Option<u32>)]| {
            let mut bones: Vec<Bone> = Vec::new();
            for (name, parent) in names {
                let unique =
                    if bones.iter().any(|bone| bone.name == *name) { format!("{name}_1") } else { (*name).into() };
                let called = (unique != *name).then(|| (*name).to_owned());
                bones.push(Bone { called, ..Bone::new(unique, *parent, Transform::IDENTITY) });
            }
            Skeleton { bones, ..Skeleton::default() }
        };
        let from = twice(&[("top", None), ("Door", Some(0)), ("Handle", Some(1)), ("Door", Some(2))]);
        let to = twice(&[("rig", None), ("Door", Some(0)), ("Handle", Some(1)), ("Door", Some(0))]);
        let found: Vec<BoneKey> = from.bones.iter().map(|bone| onto(&from, &to).key(&bone.key)).collect();
        assert_eq!(found, ["top", "Door", "Handle", "Door_1_1"].map(BoneKey::from));
    }

    #[test]
    fn of_two_tracks_that_come_to_move_one_bone_the_first_stays() {
        let from = rig(&[("limb", "a")], ("gone", "g"));
        let to = rig(&[("limb", "arm")], ("else", "e"));
        let track = |bone: &str| Track { bone: bone.into(), ..Track::default() };
        let source = ClipSource { tracks: ["a", "limb", "g", "stray"].map(track).into(), ..ClipSource::default() };
        let clip = Clip { made_for: MadeFor::Pose(Id(7)), ..Clip::new("c", Id(1), Arc::new(source), 30.0) };
        let bound = rebound_clip(&clip, &onto(&from, &to));
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
        let bound = rebound_clip(&clip, &onto(&from, &to));
        let sockets: Vec<_> = bound.notifies.iter().map(|notify| notify.socket.map(|id| id.0)).collect();
        assert_eq!(sockets, [Some(4), Some(2), Some(5), None]);
    }
}
