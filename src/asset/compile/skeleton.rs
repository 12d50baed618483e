//! Skeletons: names become hashes, everything else is copied.

use super::{Output, Skeletons};
use crate::{BoneKey, Bones, Id, Project, Skeleton, diagnostic::Kind, skeleton::BoneMask};
use anim::{
    Array, Name, PackedTransform,
    mask::BlendProfile,
    retarget::Retarget,
    skeleton::{Bone, Socket, VirtualBone},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

type Entry = (Arc<Skeleton>, Option<Arc<anim::Skeleton>>);

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
                    compile_one(skeleton).map(|new| known.clone().filter(|known| *known == new).unwrap_or(new))
                }
                None => compile_one(skeleton),
            };
            self.0.insert(id, (skeleton.clone(), result.clone()));
            match result {
                Some(skeleton) => drop(compiled.insert(id, skeleton)),
                None => out.error(id, None, Kind::BadSkeleton),
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

/// None where its bones do not form a tree, or are too many.
pub(crate) fn compile_one(skeleton: &Skeleton) -> Option<Arc<anim::Skeleton>> {
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
    let finite = skeleton.bones.iter().all(|bone| bone.reference.is_finite());
    let bones: Array<Bone> = skeleton.bones.iter().map(bone).collect();
    let sockets = skeleton.sockets.iter().filter_map(socket).collect();
    let compiled = anim::Skeleton::new(Name::new(&skeleton.name), bones, sockets)
        .and_then(|compiled| {
            compiled.with_virtual_bones(skeleton.virtual_bones.iter().filter_map(virtual_bone).collect())
        })
        .and_then(|compiled| compiled.with_retarget(retarget(skeleton)))
        .and_then(|compiled| compiled.with_masks(&masks))
        .and_then(|compiled| compiled.with_profiles(profiles))
        .ok()?;
    (finite && !compiled.is_empty()).then(|| Arc::new(compiled))
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
}
