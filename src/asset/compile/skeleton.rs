//! Skeletons: names become hashes, everything else is copied.

#[cfg(test)]
mod tests;

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

/// A compiled skeleton, or the reason why it does not compile, with the item at fault.
type SkeletonCompileResult = Result<Arc<anim::Skeleton>, Box<(Option<Id>, Kind)>>;
type SkeletonCacheEntry = (Arc<Skeleton>, SkeletonCompileResult);

#[derive(Default)]
pub(crate) struct SkeletonCache(BTreeMap<Id, SkeletonCacheEntry>);

impl SkeletonCache {
    pub(crate) fn compile(
        &mut self,
        project: &Project,
        usable: &BTreeSet<Id>,
        out: &mut Output,
    ) -> Skeletons {
        self.0.retain(|id, _| project.skeletons.contains_key(id));
        let mut compiled = BTreeMap::new();
        for (&id, skeleton) in project
            .skeletons
            .iter()
            .filter(|(id, _)| usable.contains(id))
        {
            name_parts(id, skeleton, out);
            report_missing(id, skeleton, out);
            for socket in &skeleton.sockets {
                if socket
                    .preview
                    .is_some_and(|mesh| !project.meshes.contains_key(&mesh))
                {
                    out.warn(id, Some(socket.id), Kind::PropMissing);
                }
            }
            let result = match self.0.get(&id) {
                Some((source, result)) if Arc::ptr_eq(source, skeleton) => result.clone(),
                // What is compiled of it stays when nothing that plays has changed.
                Some((_, known)) => compile_or_why(skeleton).map(|new| {
                    known
                        .clone()
                        .ok()
                        .filter(|known| *known == new)
                        .unwrap_or(new)
                }),
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

/// Reports items on missing bones, which are left out of what plays.
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

/// The compiled skeleton; None of one that cannot play.
pub(crate) fn compile_one(skeleton: &Skeleton) -> Option<Arc<anim::Skeleton>> {
    compile_or_why(skeleton).ok()
}

fn compile_or_why(skeleton: &Skeleton) -> SkeletonCompileResult {
    let bone = |bone: &crate::skeleton::Bone| Bone {
        name: Name::new(&bone.name),
        parent: bone
            .parent
            .map_or(-1, |parent| parent.min(i32::MAX as u32) as i32),
        reference: bone.reference.without_dust().into(),
        reserved: 0,
    };
    let by_key = Bones::of(skeleton);
    let socket = |socket: &crate::skeleton::Socket| {
        let (name, bone) = (Name::new(&socket.name), by_key.index(&socket.bone)?);
        Some(Socket {
            name,
            bone,
            local: PackedTransform::from(socket.local),
            reserved: 0,
        })
    };
    let virtual_bone = |bone: &crate::skeleton::VirtualBone| {
        let (source, target) = (by_key.index(&bone.source)?, by_key.index(&bone.target)?);
        Some(VirtualBone {
            name: Name::new(&bone.name),
            source,
            target,
        })
    };
    let (masks, profiles) = (masks(skeleton), profiles(skeleton));
    let masks: Vec<_> = masks
        .iter()
        .map(|(name, weights)| (*name, weights.as_slice()))
        .collect();
    let bones: Array<Bone> = skeleton.bones.iter().map(bone).collect();
    let sockets = skeleton.sockets.iter().filter_map(socket).collect();
    let compiled = anim::Skeleton::new(Name::new(&skeleton.name), bones, sockets)
        .and_then(|compiled| {
            compiled.with_virtual_bones(
                skeleton
                    .virtual_bones
                    .iter()
                    .filter_map(virtual_bone)
                    .collect(),
            )
        })
        .and_then(|compiled| compiled.with_retarget(retarget(skeleton)))
        .and_then(|compiled| compiled.with_masks(&masks))
        .and_then(|compiled| compiled.with_profiles(profiles))
        .and_then(anim::Skeleton::with_sound_places)
        .map_err(|error| Box::new(why(skeleton, error)))?;
    if compiled.is_empty() {
        Err(Box::new((None, Kind::BadSkeleton)))
    } else {
        Ok(Arc::new(compiled))
    }
}

/// A skeleton in the words of what was authored. Masks and profiles lie in the order of their
/// names, and sockets without those whose bones are gone.
fn why(skeleton: &Skeleton, error: SkeletonError) -> (Option<Id>, Kind) {
    let bones = Bones::of(skeleton);
    let nth = |mut all: Vec<(Id, &String)>, at: usize| {
        all.sort_by_key(|(_, name)| Name::new(name));
        let (id, name) = all[at];
        (Some(id), Kind::BadWeights { name: name.clone() })
    };
    match error {
        SkeletonError::BadReference { bone } => (
            None,
            Kind::BadPlace {
                bone: Some(skeleton.bones[bone].name.clone()),
            },
        ),
        SkeletonError::BadSocket { socket } => {
            let mut standing = skeleton
                .sockets
                .iter()
                .filter(|socket| bones.index(&socket.bone).is_some());
            (
                standing.nth(socket).map(|socket| socket.id),
                Kind::BadPlace { bone: None },
            )
        }
        SkeletonError::BadMask { mask } => nth(
            skeleton
                .masks
                .iter()
                .map(|mask| (mask.id, &mask.name))
                .collect(),
            mask,
        ),
        SkeletonError::BadProfile { profile } => nth(
            skeleton
                .blend_profiles
                .iter()
                .map(|profile| (profile.id, &profile.name))
                .collect(),
            profile,
        ),
        SkeletonError::TooManyBones
        | SkeletonError::BadParent { .. }
        | SkeletonError::BadVirtualBone { .. }
        | SkeletonError::BadRetarget => (None, Kind::BadSkeleton),
    }
}

/// Masks by name, as the bundle has them.
fn masks(skeleton: &Skeleton) -> Vec<(Name, Vec<f32>)> {
    let dense = |mask: &BoneMask| {
        (
            Name::new(&mask.name),
            skeleton.dense(&mask.weights, BoneMask::REST),
        )
    };
    let mut masks: Vec<_> = skeleton.masks.iter().map(dense).collect();
    masks.sort_by_key(|(name, _)| *name);
    masks
}

fn profiles(skeleton: &Skeleton) -> Vec<(Name, BlendProfile)> {
    let compiled = |profile: &crate::skeleton::BlendProfile| {
        let factors = skeleton.dense(&profile.factors, crate::skeleton::BlendProfile::REST);
        (
            Name::new(&profile.name),
            BlendProfile {
                mode: profile.mode,
                factors,
            },
        )
    };
    let mut profiles: Vec<_> = skeleton.blend_profiles.iter().map(compiled).collect();
    profiles.sort_by_key(|(name, _)| *name);
    profiles
}

/// Retarget modes of all bones; empty while no bone differs from the default.
fn retarget(skeleton: &Skeleton) -> Array<u32> {
    let number = |mode: Retarget| {
        Retarget::ALL
            .iter()
            .position(|other| *other == mode)
            .unwrap_or(0) as u32
    };
    if skeleton
        .bones
        .iter()
        .all(|bone| bone.retarget == Retarget::default())
    {
        return Array::default();
    }
    skeleton
        .bones
        .iter()
        .map(|bone| number(bone.retarget))
        .collect()
}
