//! Skeletons: names become hashes, everything else is copied.

use super::{Output, Skeletons};
use crate::{BoneKey, Bones, Id, Project, Skeleton, diagnostic::Kind, skeleton::BoneMask};
use anim::{
    Array, Name, PackedTransform,
    mask::BlendProfile,
    retarget::Retarget,
    skeleton::{Bone, SkeletonError, Socket, VirtualBone},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// What a skeleton compiles to, or why it does not, and by what item.
type Compiled = Result<Arc<anim::Skeleton>, Box<(Option<Id>, Kind)>>;
type Entry = (Arc<Skeleton>, Compiled);

#[derive(Default)]
pub(crate) struct SkeletonCache(BTreeMap<Id, Entry>);

impl SkeletonCache {
    pub(crate) fn compile(&mut self, project: &Project, usable: &BTreeSet<Id>, out: &mut Output) -> Skeletons {
        self.0.retain(|id, _| project.skeletons.contains_key(id));
        let mut compiled = BTreeMap::new();
        for (&id, skeleton) in project.skeletons.iter().filter(|(id, _)| usable.contains(id)) {
            name_parts(id, skeleton, out);
            report_missing(id, skeleton, out);
            for socket in &skeleton.sockets {
                if socket.preview.is_some_and(|mesh| !project.meshes.contains_key(&mesh)) {
                    out.warn(id, Some(socket.id), Kind::PropMissing);
                }
            }
            let result = match self.0.get(&id) {
                Some((source, result)) if Arc::ptr_eq(source, skeleton) => result.clone(),
                // What is compiled of it stays when nothing that plays has changed.
                Some((_, known)) => {
                    compile_or_why(skeleton).map(|new| known.clone().ok().filter(|known| *known == new).unwrap_or(new))
                }
                None => compile_or_why(skeleton),
            };
            self.0.insert(id, (skeleton.clone(), result.clone()));
            match result {
                Ok(skeleton) => drop(compiled.insert(id, skeleton)),
                Err(why) => out.error(id, why.0, why.1),
            }
        }
        compiled
    }
}

fn name_parts(id: Id, skeleton: &Skeleton, out: &mut Output) {
    for bone in &skeleton.bones {
        out.name(id, None, &bone.name);
    }
    for socket in &skeleton.sockets {
        out.name(id, Some(socket.id), &socket.name);
    }
    for bone in &skeleton.virtual_bones {
        out.name(id, Some(bone.id), &bone.name);
    }
    for mask in &skeleton.masks {
        out.name(id, Some(mask.id), &mask.name);
    }
    for profile in &skeleton.blend_profiles {
        out.name(id, Some(profile.id), &profile.name);
    }
}

/// What stands on bones that are gone is left out of what plays.
fn report_missing(id: Id, skeleton: &Skeleton, out: &mut Output) {
    let bones = Bones::of(skeleton);
    let mut warn = |item: Id, keys: &mut dyn Iterator<Item = &BoneKey>| {
        let missing = bones.missing(keys);
        if !missing.is_empty() {
            out.warn(id, Some(item), Kind::BonesMissing { bones: missing });
        }
    };
    for socket in &skeleton.sockets {
        warn(socket.id, &mut std::iter::once(&socket.bone));
    }
    for bone in &skeleton.virtual_bones {
        warn(bone.id, &mut [&bone.source, &bone.target].into_iter());
    }
    for mask in &skeleton.masks {
        warn(mask.id, &mut mask.weights.keys());
    }
    for profile in &skeleton.blend_profiles {
        warn(profile.id, &mut profile.factors.keys());
    }
}

/// None of one that cannot play.
pub(crate) fn compile_one(skeleton: &Skeleton) -> Option<Arc<anim::Skeleton>> {
    compile_or_why(skeleton).ok()
}

fn compile_or_why(skeleton: &Skeleton) -> Compiled {
    let bone = |bone: &crate::skeleton::Bone| Bone {
        name: Name::new(&bone.name),
        parent: bone.parent.map_or(-1, |parent| parent.min(i32::MAX as u32) as i32),
        reference: bone.reference.without_dust().into(),
        reserved: 0,
    };
    let by_key = Bones::of(skeleton);
    let socket = |socket: &crate::skeleton::Socket| {
        let (name, bone) = (Name::new(&socket.name), by_key.index(&socket.bone)?);
        Some(Socket { name, bone, local: PackedTransform::from(socket.local), reserved: 0 })
    };
    let virtual_bone = |bone: &crate::skeleton::VirtualBone| {
        let (source, target) = (by_key.index(&bone.source)?, by_key.index(&bone.target)?);
        Some(VirtualBone { name: Name::new(&bone.name), source, target })
    };
    let (masks, profiles) = (masks(skeleton), profiles(skeleton));
    let masks: Vec<_> = masks.iter().map(|(name, weights)| (*name, weights.as_slice())).collect();
    let bones: Array<Bone> = skeleton.bones.iter().map(bone).collect();
    let sockets = skeleton.sockets.iter().filter_map(socket).collect();
    let compiled = anim::Skeleton::new(Name::new(&skeleton.name), bones, sockets)
        .and_then(|compiled| {
            compiled.with_virtual_bones(skeleton.virtual_bones.iter().filter_map(virtual_bone).collect())
        })
        .and_then(|compiled| compiled.with_retarget(retarget(skeleton)))
        .and_then(|compiled| compiled.with_masks(&masks))
        .and_then(|compiled| compiled.with_profiles(profiles))
        .and_then(anim::Skeleton::with_sound_places)
        .map_err(|error| Box::new(why(skeleton, error)))?;
    if compiled.is_empty() { Err(Box::new((None, Kind::BadSkeleton))) } else { Ok(Arc::new(compiled)) }
}

/// In the words of what was authored. Masks and profiles lie in the order of their names, and sockets without those whose
/// bones are gone.
fn why(skeleton: &Skeleton, error: SkeletonError) -> (Option<Id>, Kind) {
    let bones = Bones::of(skeleton);
    let nth = |mut all: Vec<(Id, &String)>, at: usize| {
        all.sort_by_key(|(_, name)| Name::new(name));
        let (id, name) = all[at];
        (Some(id), Kind::BadWeights { name: name.clone() })
    };
    match error {
        SkeletonError::BadReference { bone } => {
            (None, Kind::BadPlace { bone: Some(skeleton.bones[bone].name.clone()) })
        }
        SkeletonError::BadSocket { socket } => {
            let mut standing = skeleton.sockets.iter().filter(|socket| bones.index(&socket.bone).is_some());
            (standing.nth(socket).map(|socket| socket.id), Kind::BadPlace { bone: None })
        }
        SkeletonError::BadMask { mask } => nth(skeleton.masks.iter().map(|mask| (mask.id, &mask.name)).collect(), mask),
        SkeletonError::BadProfile { profile } => {
            nth(skeleton.blend_profiles.iter().map(|profile| (profile.id, &profile.name)).collect(), profile)
        }
        SkeletonError::TooManyBones
        | SkeletonError::BadParent { .. }
        | SkeletonError::BadVirtualBone { .. }
        | SkeletonError::BadRetarget => (None, Kind::BadSkeleton),
    }
}

/// By name, as the bundle has them.
fn masks(skeleton: &Skeleton) -> Vec<(Name, Vec<f32>)> {
    let dense = |mask: &BoneMask| (Name::new(&mask.name), skeleton.dense(&mask.weights, BoneMask::REST));
    let mut masks: Vec<_> = skeleton.masks.iter().map(dense).collect();
    masks.sort_by_key(|(name, _)| *name);
    masks
}

fn profiles(skeleton: &Skeleton) -> Vec<(Name, BlendProfile)> {
    let compiled = |profile: &crate::skeleton::BlendProfile| {
        let factors = skeleton.dense(&profile.factors, crate::skeleton::BlendProfile::REST);
        (Name::new(&profile.name), BlendProfile { mode: profile.mode, factors })
    };
    let mut profiles: Vec<_> = skeleton.blend_profiles.iter().map(compiled).collect();
    profiles.sort_by_key(|(name, _)| *name);
    profiles
}

/// None at all while no bone differs.
fn retarget(skeleton: &Skeleton) -> Array<u32> {
    let number = |mode: Retarget| Retarget::ALL.iter().position(|other| *other == mode).unwrap_or(0) as u32;
    if skeleton.bones.iter().all(|bone| bone.retarget == Retarget::default()) {
        return Array::default();
    }
    skeleton.bones.iter().map(|bone| number(bone.retarget)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Bone;
    use anim::Transform;

    #[test]
    fn every_way_of_retargeting_is_compiled_and_none_where_no_bone_has_another() {
        let compiled = |modes: [Retarget; 2]| {
            let bone = |at: usize| {
                let parent = at.checked_sub(1).map(|parent| parent as u32);
                let bone = Bone::new(format!("{at}"), parent, Transform::IDENTITY);
                Bone { retarget: modes[at], ..bone }
            };
            let bones = (0..2).map(bone).collect();
            compile_one(&Skeleton { name: "s".into(), bones, ..Skeleton::default() }).unwrap()
        };
        let default = Retarget::default();
        assert!(compiled([default; 2]).retarget.is_empty());
        for mode in Retarget::ALL {
            let skeleton = compiled([default, mode]);
            assert_eq!((skeleton.retarget(0), skeleton.retarget(1)), (default, mode));
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
            sockets: vec![authored::Socket::new(Id(5), "grip", on.into(), Transform::IDENTITY)],
            virtual_bones: vec![authored::VirtualBone::new(Id(6), "ik", source, target)],
            masks: vec![BoneMask { id: Id(7), name: "upper".into(), weights: weights.clone() }],
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
        let compiled = crate::compile(&project, &mut crate::Cache::default());
        let found = compiled.diagnostics.into_iter().map(|found| (found.subject.item, found.kind)).collect();
        (compiled.library.skeletons.first().cloned(), found)
    }

    #[test]
    fn what_stands_on_a_bone_finds_it_by_its_index_and_on_one_that_is_gone_is_named_and_waits() {
        let (whole, found) = compiled(rig("hand"));
        let whole = whole.unwrap();
        assert_eq!(found, []);
        assert_eq!((whole.sockets.len(), whole.sockets[0].bone), (1, 1));
        assert_eq!((whole.virtual_bones[0].source, whole.virtual_bones[0].target), (0, 1));
        assert_eq!((whole.bones[0].parent, whole.bones[1].parent), (-1, 0));
        let (cut, found) = compiled(rig("tail"));
        let cut = cut.unwrap();
        assert_eq!((cut.sockets.len(), cut.virtual_bones.len()), (0, 0));
        let missing = |item| (Some(Id(item)), Kind::BonesMissing { bones: vec!["tail".into()] });
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
        let heavy = |rig: &mut Skeleton| rig.masks[0].weights = [(BoneKey::from("hand"), f32::NAN)].into();
        assert_eq!(told(heavy), [(Some(Id(7)), weights("upper"))]);
        let slow = |rig: &mut Skeleton| rig.blend_profiles[0].factors = [(BoneKey::from("hand"), f32::INFINITY)].into();
        assert_eq!(told(slow), [(Some(Id(8)), weights("slow"))]);
    }

    #[test]
    fn bones_that_are_no_tree_do_not_compile() {
        let bad = |bones: Vec<Bone>| {
            let (compiled, found) = compiled(Skeleton { name: "s".into(), bones, ..Skeleton::default() });
            (compiled.is_none(), found) == (true, vec![(None, Kind::BadSkeleton)])
        };
        let mut lost = vec![bone("root", None)];
        assert!(!bad(lost.clone()));
        assert!(bad(Vec::new()));
        for number in [f32::NAN, f32::INFINITY, f32::MAX, -1.1e9] {
            lost[0].reference.translation.x = number;
            let (compiled, found) = compiled(Skeleton { name: "s".into(), bones: lost.clone(), ..Skeleton::default() });
            let place = Kind::BadPlace { bone: Some("root".into()) };
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
            let before = crate::compile(&project, &mut cache).library.skeletons[0].clone();
            edit(Arc::make_mut(project.skeletons.get_mut(&Id(1)).unwrap()));
            let after = crate::compile(&project, &mut cache).library.skeletons[0].clone();
            assert_eq!(Arc::ptr_eq(&before, &after), before == after);
            before == after
        };
        assert!(alike(|_| ()) && alike(|rig| rig.sockets[0].preview = Some(Id(9))));
        assert!(!alike(|rig| rig.sockets.clear()) && !alike(|rig| rig.masks.clear()));
        assert!(!alike(|rig| rig.bones[1].reference.translation.x = 1.0));
    }
}
