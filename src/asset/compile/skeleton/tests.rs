use super::*;
use crate::skeleton::Bone;
use anim::Transform;

#[test]
fn every_way_of_retargeting_is_compiled_and_none_where_no_bone_has_another() {
    let compiled = |modes: [Retarget; 2]| {
        let bone = |at: usize| {
            let parent = at.checked_sub(1).map(|parent| parent as u32);
            let bone = Bone::new(format!("{at}"), parent, Transform::IDENTITY);
            Bone {
                retarget: modes[at],
                ..bone
            }
        };
        let bones = (0..2).map(bone).collect();
        compile_one(&Skeleton {
            name: "s".into(),
            bones,
            ..Skeleton::default()
        })
        .unwrap()
    };
    let default = Retarget::default();
    assert!(compiled([default; 2]).retarget.is_empty());
    for mode in Retarget::ALL {
        let skeleton = compiled([default, mode]);
        assert_eq!(
            (skeleton.retarget(0), skeleton.retarget(1)),
            (default, mode)
        );
    }
}

fn bone(name: &str, parent: Option<u32>) -> Bone {
    Bone::new(name, parent, Transform::IDENTITY)
}

/// A root and a hand, and one of everything that stands on a bone: on `on`.
fn rig(on: &str) -> Skeleton {
    use crate::skeleton as authored;
    let weights: authored::BoneWeights = [(BoneKey::from(on), 0.25)].into();
    let (source, target) = ("root".into(), on.into());
    Skeleton {
        name: "rig".into(),
        bones: vec![bone("root", None), bone("hand", Some(0))],
        sockets: vec![authored::Socket::new(
            Id(5),
            "grip",
            on.into(),
            Transform::IDENTITY,
        )],
        virtual_bones: vec![authored::VirtualBone::new(Id(6), "ik", source, target)],
        masks: vec![BoneMask {
            id: Id(7),
            name: "upper".into(),
            weights: weights.clone(),
        }],
        blend_profiles: vec![authored::BlendProfile {
            id: Id(8),
            name: "slow".into(),
            mode: anim::mask::ProfileMode::TimeFactor,
            factors: weights,
        }],
        ..Skeleton::default()
    }
}

/// By the item that it is about.
type Found = Vec<(Option<Id>, Kind)>;

fn compiled(skeleton: Skeleton) -> (Option<Arc<anim::Skeleton>>, Found) {
    let mut project = Project::default();
    project.skeletons.insert(Id(1), Arc::new(skeleton));
    let compiled = crate::compile(
        &project,
        &mut crate::Cache::default(),
        crate::CompileOptions::default(),
    );
    let found = compiled
        .diagnostics
        .into_iter()
        .map(|found| (found.subject.item, found.kind))
        .collect();
    (compiled.library.skeletons.first().cloned(), found)
}

#[test]
fn what_stands_on_a_bone_finds_it_by_its_index_and_on_one_that_is_gone_is_named_and_waits() {
    let (whole, found) = compiled(rig("hand"));
    let whole = whole.unwrap();
    assert_eq!(found, []);
    assert_eq!((whole.sockets.len(), whole.sockets[0].bone), (1, 1));
    assert_eq!(
        (whole.virtual_bones[0].source, whole.virtual_bones[0].target),
        (0, 1)
    );
    assert_eq!((whole.bones[0].parent, whole.bones[1].parent), (-1, 0));
    let (cut, found) = compiled(rig("tail"));
    let cut = cut.unwrap();
    assert_eq!((cut.sockets.len(), cut.virtual_bones.len()), (0, 0));
    let missing = |item| {
        (
            Some(Id(item)),
            Kind::BonesMissing {
                bones: vec!["tail".into()],
            },
        )
    };
    assert_eq!(found, [5, 6, 7, 8].map(missing));
}

#[test]
fn what_on_a_bone_has_a_number_that_is_none_is_told_by_its_name() {
    let told = |edit: fn(&mut Skeleton)| {
        let mut rig = rig("hand");
        edit(&mut rig);
        let (compiled, found) = compiled(rig);
        assert_eq!(compiled, None);
        found
    };
    let weights = |name: &str| Kind::BadWeights { name: name.into() };
    let far = |rig: &mut Skeleton| rig.sockets[0].local.scale.y = f32::MAX;
    assert_eq!(told(far), [(Some(Id(5)), Kind::BadPlace { bone: None })]);
    let heavy =
        |rig: &mut Skeleton| rig.masks[0].weights = [(BoneKey::from("hand"), f32::NAN)].into();
    assert_eq!(told(heavy), [(Some(Id(7)), weights("upper"))]);
    let slow = |rig: &mut Skeleton| {
        rig.blend_profiles[0].factors = [(BoneKey::from("hand"), f32::INFINITY)].into()
    };
    assert_eq!(told(slow), [(Some(Id(8)), weights("slow"))]);
}

#[test]
fn bones_that_are_no_tree_do_not_compile() {
    let bad = |bones: Vec<Bone>| {
        let (compiled, found) = compiled(Skeleton {
            name: "s".into(),
            bones,
            ..Skeleton::default()
        });
        (compiled.is_none(), found) == (true, vec![(None, Kind::BadSkeleton)])
    };
    let mut lost = vec![bone("root", None)];
    assert!(!bad(lost.clone()));
    assert!(bad(Vec::new()));
    for number in [f32::NAN, f32::INFINITY, f32::MAX, -1.1e9] {
        lost[0].reference.translation.x = number;
        let (compiled, found) = compiled(Skeleton {
            name: "s".into(),
            bones: lost.clone(),
            ..Skeleton::default()
        });
        let place = Kind::BadPlace {
            bone: Some("root".into()),
        };
        assert_eq!((compiled, found), (None, vec![(None, place)]), "{number}");
    }
    assert!(bad(vec![bone("root", None), bone("hand", Some(1))]));
    assert!(bad(vec![bone("root", None), bone("hand", Some(u32::MAX))]));
    assert!(bad(vec![bone("root", Some(0))]));
}

#[test]
fn a_skeleton_is_compiled_anew_only_when_what_plays_has_changed() {
    let (mut project, mut cache) = (Project::default(), crate::Cache::default());
    project.skeletons.insert(Id(1), Arc::new(rig("hand")));
    let mut alike = |edit: fn(&mut Skeleton)| {
        let mut project = project.clone();
        let before = crate::compile(&project, &mut cache, crate::CompileOptions::default())
            .library
            .skeletons[0]
            .clone();
        edit(Arc::make_mut(project.skeletons.get_mut(&Id(1)).unwrap()));
        let after = crate::compile(&project, &mut cache, crate::CompileOptions::default())
            .library
            .skeletons[0]
            .clone();
        assert_eq!(Arc::ptr_eq(&before, &after), before == after);
        before == after
    };
    assert!(alike(|_| ()) && alike(|rig| rig.sockets[0].preview = Some(Id(9))));
    assert!(!alike(|rig| rig.sockets.clear()) && !alike(|rig| rig.masks.clear()));
    assert!(!alike(|rig| rig.bones[1].reference.translation.x = 1.0));
}
