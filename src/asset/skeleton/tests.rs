use super::*;
use glam::{Quat, Vec3, Vec3A};

const FIRST: Id = Id(1);
const SECOND: Id = Id(2);
const NOBODY: Id = Id(3);

fn key(name: &str) -> BoneKey {
    name.into()
}

/// root ← arm ← hand, and root ← leg; each a metre above its parent, the arm turned on its side.
/// The tail is gone. Of everything else there are two.
fn skeleton() -> Skeleton {
    let up = Transform::from_translation(Vec3::Y);
    let side = Transform {
        rotation: Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
        ..up
    };
    let bones = vec![
        Bone::new("root", None, up),
        Bone::new("arm", Some(0), side),
        Bone::new("hand", Some(1), up),
        Bone::new("leg", Some(0), up),
    ];
    let absent = AbsentBone {
        key: key("tail"),
        name: "Tail of old".into(),
        parent: Some(key("root")),
        reference: up,
        retarget: Retarget::default(),
    };
    let ids = [FIRST, SECOND];
    let name = |word: &str, id: Id| format!("{word} {}", id.0);
    let weights = |id: Id| BoneWeights::from([(key("arm"), 0.25 * id.0 as f32)]);
    let virtual_bone = |id| VirtualBone::new(id, name("virtual", id), key("root"), key("hand"));
    Skeleton {
        name: "rig".into(),
        mirror: Mirror::default(),
        origin: None,
        bones,
        absent: vec![absent],
        sockets: ids
            .map(|id| Socket::new(id, name("socket", id), key("hand"), up))
            .into(),
        virtual_bones: ids.map(virtual_bone).into(),
        masks: ids
            .map(|id| BoneMask {
                id,
                name: name("mask", id),
                weights: weights(id),
            })
            .into(),
        blend_profiles: [Id(11), Id(12)]
            .map(|id| BlendProfile {
                id,
                name: name("profile", id),
                mode: ProfileMode::TimeFactor,
                factors: weights(id),
            })
            .into(),
        retarget_sources: ids
            .map(|id| RetargetSource {
                id,
                name: name("pose", id),
                translations: BTreeMap::new(),
            })
            .into(),
    }
}

#[test]
fn each_part_is_found_by_its_own_id_and_none_by_another() {
    let rig = skeleton();
    for id in [FIRST, SECOND] {
        assert_eq!(rig.socket(id).unwrap().name, format!("socket {}", id.0));
        assert_eq!(
            rig.virtual_bone(id).unwrap().name,
            format!("virtual {}", id.0)
        );
        assert_eq!(rig.mask(id).unwrap().name, format!("mask {}", id.0));
        assert_eq!(
            rig.retarget_source(id).unwrap().name,
            format!("pose {}", id.0)
        );
    }
    for id in [Id(11), Id(12)] {
        assert_eq!(
            rig.blend_profile(id).unwrap().name,
            format!("profile {}", id.0)
        );
    }
    assert_eq!(
        (
            rig.socket(NOBODY),
            rig.virtual_bone(NOBODY),
            rig.mask(NOBODY)
        ),
        (None, None, None)
    );
    assert_eq!(
        (
            rig.blend_profile(NOBODY),
            rig.retarget_source(NOBODY),
            rig.weights(NOBODY)
        ),
        (None, None, None)
    );
    assert_eq!(rig.weight(NOBODY, 1), None);
}

#[test]
fn a_bone_is_found_by_its_name_and_by_its_key_and_an_absent_one_is_known_by_its_key_alone() {
    let mut rig = skeleton();
    rig.bones[2].name = "Hand.R".into();
    let found = |name: &str| (rig.find(name), rig.index(&key(name)), rig.knows(&key(name)));
    assert_eq!(found("root"), (Some(0), Some(0), true));
    assert_eq!(found("leg"), (Some(3), Some(3), true));
    assert_eq!(found("hand"), (None, Some(2), true));
    assert_eq!(found("Hand.R"), (Some(2), None, false));
    assert_eq!(found("tail"), (None, None, true));
    assert_eq!(found("wing"), (None, None, false));
    let names = ["hand", "leg", "tail", "wing"].map(key);
    assert_eq!(
        names.each_ref().map(|key| rig.bone_name(key)),
        ["Hand.R", "leg", "Tail of old", "wing"]
    );
    assert_eq!(*rig.keys(), ["root", "arm", "hand", "leg"].map(key));
}

#[test]
fn bones_are_the_same_while_all_that_is_referred_to_is() {
    let rig = skeleton();
    let same = |edit: fn(&mut Skeleton)| {
        let mut other = rig.clone();
        edit(&mut other);
        assert_eq!(rig.same_bones(&other), other.same_bones(&rig));
        rig.same_bones(&other)
    };
    assert!(same(|_| ()));
    assert!(same(|rig| {
        rig.name.clear();
        rig.sockets.clear();
        rig.virtual_bones.clear();
        rig.masks.clear();
        rig.blend_profiles.clear();
    }));
    assert!(!same(|rig| rig.bones[3].reference.translation.y = 2.0));
    assert!(!same(|rig| rig.absent.clear()));
    assert!(!same(|rig| rig.retarget_sources.truncate(1)));
}

#[test]
fn numbers_of_bones_are_those_listed_and_else_at_rest() {
    let rig = skeleton();
    assert_eq!(
        rig.weights(SECOND),
        Some(("mask 2", vec![0.0, 0.5, 0.0, 0.0]))
    );
    assert_eq!(
        rig.weights(Id(12)),
        Some(("profile 12", vec![1.0, 3.0, 1.0, 1.0]))
    );
    let each = |id| (0..5).map(|bone| rig.weight(id, bone)).collect::<Vec<_>>();
    assert_eq!(
        each(SECOND),
        [Some(0.0), Some(0.5), Some(0.0), Some(0.0), None]
    );
    assert_eq!(
        each(Id(12)),
        [Some(1.0), Some(3.0), Some(1.0), Some(1.0), None]
    );
    for rest in [0.0, 0.5, 1.0] {
        let numbers = [0.0, 0.5, 1.0, rest];
        let sparse = rig.sparse(&numbers, rest);
        assert_eq!(sparse.len(), 2, "{rest}: {sparse:?}");
        assert_eq!(rig.dense(&sparse, rest), numbers);
    }
}

#[test]
fn bones_stand_on_their_parents_and_branches_are_all_that_hangs_below() {
    let rig = skeleton();
    let places: Vec<Vec3A> = rig
        .reference_models()
        .iter()
        .map(|model| model.translation)
        .collect();
    let expected = [
        Vec3A::Y,
        Vec3A::Y * 2.0,
        Vec3A::new(-1.0, 2.0, 0.0),
        Vec3A::Y * 2.0,
    ];
    assert!(
        places
            .iter()
            .zip(expected)
            .all(|(place, at)| place.abs_diff_eq(at, 1e-6)),
        "{places:?}"
    );
    let branches: Vec<Vec<usize>> = (0..4).map(|bone| rig.branch(bone)).collect();
    assert_eq!(branches, [vec![0, 1, 2, 3], vec![1, 2], vec![2], vec![3]]);
}

#[test]
fn a_bone_and_a_socket_begin_with_nothing_but_what_they_are_told() {
    let bone = Bone::new("hand", Some(4), Transform::IDENTITY);
    assert_eq!(
        (bone.key, bone.name.as_str(), bone.parent),
        (key("hand"), "hand", Some(4))
    );
    assert_eq!((bone.source, bone.retarget), (None, Retarget::Animation));
    let socket = Socket::new(Id(7), "grip", key("hand"), Transform::IDENTITY);
    assert_eq!(
        (socket.id, socket.name.as_str(), socket.bone, socket.preview),
        (Id(7), "grip", key("hand"), None)
    );
}
