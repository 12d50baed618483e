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
    let absent = AbsentBone {
        key: key.into(),
        name: name.into(),
        parent: None,
        reference,
        retarget,
    };
    Skeleton {
        bones: bones.iter().map(bone).collect(),
        absent: vec![absent],
        ..Skeleton::default()
    }
}

fn onto<'a>(from: &'a Skeleton, to: &'a Skeleton) -> Onto<'a> {
    Onto::new(&Project::default(), from, (Id(2), to), &Renames::new())
}

#[test]
fn a_name_means_a_bone_that_is_there_before_one_that_is_absent_or_was_called_so() {
    let to = rig(&[("limb", "arm"), ("tail", "tail_1")], ("tail", "tail"));
    let bones = ["limb", "tail", "horn"].map(|name| (name, name));
    let keys = |from: &Skeleton, to: &Skeleton, names: &[&str]| -> Vec<BoneKey> {
        names
            .iter()
            .map(|name| onto(from, to).key(&(*name).into()))
            .collect()
    };
    let expected = |keys: &[&str]| {
        keys.iter()
            .map(|key| BoneKey::from(*key))
            .collect::<Vec<_>>()
    };
    for from in [rig(&bones, ("", "none")), rig(&[], ("", "none"))] {
        assert_eq!(
            keys(&from, &to, &["limb", "tail", "horn"]),
            expected(&["arm", "tail_1", "horn"])
        );
    }
    assert_eq!(
        keys(&rig(&[("arm", "arm")], ("", "none")), &to, &["arm"]),
        expected(&["arm"]),
        "was called so"
    );
    assert_eq!(
        keys(
            &rig(&bones, ("", "none")),
            &rig(&[], ("tail", "old")),
            &["tail"]
        ),
        expected(&["old"])
    );
}

#[test]
fn what_finds_no_bone_takes_the_name_of_none() {
    let twice = |names: &[(&str, Option<u32>)]| {
        let mut bones: Vec<Bone> = Vec::new();
        for (name, parent) in names {
            let unique = if bones.iter().any(|bone| bone.name == *name) {
                format!("{name}_1")
            } else {
                (*name).into()
            };
            let called = (unique != *name).then(|| (*name).to_owned());
            bones.push(Bone {
                called,
                ..Bone::new(unique, *parent, Transform::IDENTITY)
            });
        }
        Skeleton {
            bones,
            ..Skeleton::default()
        }
    };
    let from = twice(&[
        ("top", None),
        ("Door", Some(0)),
        ("Handle", Some(1)),
        ("Door", Some(2)),
    ]);
    let to = twice(&[
        ("rig", None),
        ("Door", Some(0)),
        ("Handle", Some(1)),
        ("Door", Some(0)),
    ]);
    let found: Vec<BoneKey> = from
        .bones
        .iter()
        .map(|bone| onto(&from, &to).key(&bone.key))
        .collect();
    assert_eq!(
        found,
        ["top", "Door", "Handle", "Door_1_1"].map(BoneKey::from)
    );
}

#[test]
fn of_two_tracks_that_come_to_move_one_bone_the_first_stays() {
    let from = rig(&[("limb", "a")], ("gone", "g"));
    let to = rig(&[("limb", "arm")], ("else", "e"));
    let track = |bone: &str| Track {
        bone: bone.into(),
        ..Track::default()
    };
    let source = ClipSource {
        tracks: ["a", "limb", "g", "stray"].map(track).into(),
        ..ClipSource::default()
    };
    let clip = Clip {
        made_for: MadeFor::Pose(Id(7)),
        ..Clip::new("c", Id(1), Arc::new(source), 30.0)
    };
    let bound = rebound_clip(&clip, &onto(&from, &to));
    let bones: Vec<&str> = bound
        .source
        .tracks
        .iter()
        .map(|track| track.bone.as_str())
        .collect();
    assert_eq!(
        (bound.skeleton, bound.made_for, bones),
        (Id(2), MadeFor::Source, vec!["arm", "gone", "stray"])
    );
    let references: Vec<_> = bound
        .source
        .tracks
        .iter()
        .map(|track| track.reference)
        .collect();
    assert_eq!(references, [Some([0.0, 1.0, 0.0]), None, None]);
}

#[test]
fn a_notify_names_the_socket_of_the_same_name_or_waits_for_its_own() {
    let with = |sockets: &[(u64, &str)]| {
        let socket = |(id, name): &(u64, &str)| {
            Socket::new(Id(*id), *name, "arm".into(), Transform::IDENTITY)
        };
        Skeleton {
            sockets: sockets.iter().map(socket).collect(),
            ..rig(&[("arm", "arm")], ("", ""))
        }
    };
    let (from, to) = (
        with(&[(1, "hand"), (2, "foot")]),
        with(&[(3, "tail"), (4, "hand")]),
    );
    let notify = |socket: Option<u64>| Notify {
        socket: socket.map(Id),
        ..Notify::instant(Id(9), Id(8), "n", 0.0)
    };
    let notifies = [Some(1), Some(2), Some(5), None].map(notify).into();
    let clip = Clip {
        notifies,
        ..Clip::new("c", Id(1), Default::default(), 30.0)
    };
    let bound = rebound_clip(&clip, &onto(&from, &to));
    let sockets: Vec<_> = bound
        .notifies
        .iter()
        .map(|notify| notify.socket.map(|id| id.0))
        .collect();
    assert_eq!(sockets, [Some(4), Some(2), Some(5), None]);
}
