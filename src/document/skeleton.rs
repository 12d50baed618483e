//! Edits of a skeleton: what hangs on its bones, and how clips are brought over to it.

#[cfg(test)]
mod tests;

use crate::{
    EditError, SkeletonCommand,
    field::{in_range, replace, trimmed},
    weights,
};
use asset::{
    BoneKey, Clip, Id, MadeFor, Project, RetargetSource, Skeleton,
    skeleton::{Socket, VirtualBone},
};
use std::sync::Arc;
use words::tr;

/// Metres and factors beyond this are a slip of the hand.
const FARTHEST: f32 = 1e6;

pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    command: &SkeletonCommand,
) -> Result<bool, EditError> {
    let entry = project.skeletons.get(&id).ok_or(EditError::AssetMissing)?;
    let mut skeleton = (**entry).clone();
    let changed = edit(&mut skeleton, command)?;
    if let SkeletonCommand::RemoveWeights(id) = command {
        weights::is_free(project, *id)?;
    }
    if let SkeletonCommand::RemoveRetargetSource(id) = command {
        let uses = |clip: &&Arc<Clip>| clip.made_for == MadeFor::Pose(*id);
        let by: Vec<String> = project
            .clips
            .values()
            .filter(uses)
            .map(|clip| clip.name.clone())
            .collect();
        if !by.is_empty() {
            return Err(EditError::InUse { by });
        }
    }
    if changed {
        project.skeletons.insert(id, Arc::new(skeleton));
    }
    Ok(changed)
}

fn edit(skeleton: &mut Skeleton, command: &SkeletonCommand) -> Result<bool, EditError> {
    match command {
        SkeletonCommand::AddSocket(socket) => {
            is_new(skeleton, socket.id)?;
            let socket = checked_socket(skeleton, socket)?;
            skeleton.sockets.push(socket);
            Ok(true)
        }
        SkeletonCommand::SetSocket(socket) => {
            let at = socket_index(skeleton, socket.id)?;
            let socket = checked_socket(skeleton, socket)?;
            Ok(replace(&mut skeleton.sockets[at], socket))
        }
        SkeletonCommand::RemoveSocket(id) => {
            let at = socket_index(skeleton, *id)?;
            skeleton.sockets.remove(at);
            Ok(true)
        }
        SkeletonCommand::AddVirtualBone(bone) => {
            is_new(skeleton, bone.id)?;
            add_virtual_bone(skeleton, bone)
        }
        SkeletonCommand::SetVirtualBone(bone) => {
            let at = virtual_bone_index(skeleton, bone.id)?;
            let bone = checked_virtual_bone(skeleton, bone)?;
            let bone = VirtualBone {
                key: skeleton.virtual_bones[at].key.clone(),
                ..bone
            };
            Ok(replace(&mut skeleton.virtual_bones[at], bone))
        }
        SkeletonCommand::RemoveVirtualBone(id) => {
            let at = virtual_bone_index(skeleton, *id)?;
            skeleton.virtual_bones.remove(at);
            Ok(true)
        }
        SkeletonCommand::AddMask(mask) => {
            is_new(skeleton, mask.id)?;
            weights::add_mask(skeleton, mask)
        }
        SkeletonCommand::AddBlendProfile(profile) => {
            is_new(skeleton, profile.id)?;
            weights::add_profile(skeleton, profile)
        }
        SkeletonCommand::RenameWeights(id, name) => weights::rename(skeleton, *id, name),
        SkeletonCommand::RemoveWeights(id) => weights::remove(skeleton, *id),
        SkeletonCommand::SetWeight {
            id,
            bone,
            weight,
            children,
        } => weights::set(skeleton, *id, *bone, *weight, *children),
        SkeletonCommand::SetProfileMode(id, mode) => weights::set_mode(skeleton, *id, *mode),
        SkeletonCommand::SetMirror(mirror) => {
            if mirror.rules.iter().any(|rule| {
                rule.left.is_empty() || rule.right.is_empty() || rule.left == rule.right
            }) {
                return Err(EditError::OutOfRange {
                    field: tr!("A rule"),
                    range: tr!("two different parts of names").into(),
                });
            }
            Ok(replace(&mut skeleton.mirror, mirror.clone()))
        }
        SkeletonCommand::AddRetargetSource(source) => {
            is_new(skeleton, source.id)?;
            let name = free_source_name(skeleton, source.id, &source.name)?;
            skeleton.retarget_sources.push(RetargetSource {
                name,
                ..source.clone()
            });
            Ok(true)
        }
        SkeletonCommand::RenameRetargetSource(id, name) => {
            let name = free_source_name(skeleton, *id, name)?;
            let source = skeleton
                .retarget_sources
                .iter_mut()
                .find(|source| source.id == *id);
            Ok(replace(
                &mut source.ok_or(EditError::ItemMissing)?.name,
                name,
            ))
        }
        SkeletonCommand::RemoveRetargetSource(id) => {
            skeleton
                .retarget_source(*id)
                .ok_or(EditError::ItemMissing)?;
            skeleton.retarget_sources.retain(|source| source.id != *id);
            Ok(true)
        }
        SkeletonCommand::SetRetarget {
            bone,
            mode,
            children,
        } => {
            if *bone >= skeleton.bones.len() {
                return Err(EditError::ItemMissing);
            }
            let bones = if *children {
                skeleton.branch(*bone)
            } else {
                vec![*bone]
            };
            let set =
                |changed, bone: usize| replace(&mut skeleton.bones[bone].retarget, *mode) | changed;
            Ok(bones.into_iter().fold(false, set))
        }
    }
}

fn add_virtual_bone(skeleton: &mut Skeleton, bone: &VirtualBone) -> Result<bool, EditError> {
    let bone = checked_virtual_bone(skeleton, bone)?;
    let key = free_key(skeleton, &bone.name);
    skeleton.virtual_bones.push(VirtualBone { key, ..bone });
    Ok(true)
}

fn free_source_name(skeleton: &Skeleton, id: Id, name: &str) -> Result<String, EditError> {
    let name = trimmed(name)?;
    let is_taken = skeleton
        .retarget_sources
        .iter()
        .any(|other| other.id != id && other.name == name);
    if is_taken {
        Err(EditError::NameTaken { name })
    } else {
        Ok(name)
    }
}

fn is_new(skeleton: &Skeleton, id: Id) -> Result<(), EditError> {
    let is_taken = skeleton.socket(id).is_some()
        || skeleton.virtual_bone(id).is_some()
        || skeleton.weights(id).is_some();
    let is_taken = is_taken || skeleton.retarget_source(id).is_some();
    if is_taken {
        Err(EditError::IdTaken)
    } else {
        Ok(())
    }
}

fn socket_index(skeleton: &Skeleton, id: Id) -> Result<usize, EditError> {
    skeleton
        .sockets
        .iter()
        .position(|socket| socket.id == id)
        .ok_or(EditError::ItemMissing)
}

fn virtual_bone_index(skeleton: &Skeleton, id: Id) -> Result<usize, EditError> {
    skeleton
        .virtual_bones
        .iter()
        .position(|bone| bone.id == id)
        .ok_or(EditError::ItemMissing)
}

fn checked_socket(skeleton: &Skeleton, socket: &Socket) -> Result<Socket, EditError> {
    is_bone(skeleton, &socket.bone)?;
    let name = trimmed(&socket.name)?;
    let is_other = |other: &&Socket| other.id != socket.id;
    if skeleton
        .sockets
        .iter()
        .filter(is_other)
        .any(|other| other.name == name)
    {
        return Err(EditError::NameTaken { name });
    }
    let near = |values: [f32; 3], field| {
        values.into_iter().try_for_each(|value| {
            in_range(value, -FARTHEST, FARTHEST, field, tr!("between ±1,000,000"))
        })
    };
    let mut local = socket.local;
    near(local.translation.to_array(), tr!("Socket position"))?;
    near(local.scale.to_array(), tr!("Socket scale"))?;
    in_range(
        local.rotation.length(),
        1e-3,
        1e3,
        tr!("Socket rotation"),
        tr!("a valid rotation"),
    )?;
    if !local.rotation.is_normalized() {
        local.rotation = local.rotation.normalize();
    }
    Ok(Socket {
        name,
        local,
        ..socket.clone()
    })
}

fn checked_virtual_bone(skeleton: &Skeleton, bone: &VirtualBone) -> Result<VirtualBone, EditError> {
    is_bone(skeleton, &bone.source)?;
    is_bone(skeleton, &bone.target)?;
    if bone.source == bone.target {
        return Err(EditError::SameBone);
    }
    let name = trimmed(&bone.name)?;
    let is_other = |other: &&VirtualBone| other.id != bone.id;
    let is_taken = skeleton
        .virtual_bones
        .iter()
        .filter(is_other)
        .any(|other| other.name == name);
    if is_taken || skeleton.find(&name).is_some() {
        return Err(EditError::NameTaken { name });
    }
    Ok(VirtualBone {
        name,
        ..bone.clone()
    })
}

/// The name, or what is made of it where a bone or virtual bone came in under it.
fn free_key(skeleton: &Skeleton, name: &str) -> BoneKey {
    let is_taken = |key: &BoneKey| {
        skeleton.knows(key) || skeleton.virtual_bones.iter().any(|bone| bone.key == *key)
    };
    let numbered = (2..).map(|at| format!("{name} {at}"));
    let mut keys = std::iter::once(name.to_owned())
        .chain(numbered)
        .map(|text| BoneKey::from(text.as_str()));
    keys.find(|key| !is_taken(key)).unwrap_or_default()
}

fn is_bone(skeleton: &Skeleton, key: &BoneKey) -> Result<(), EditError> {
    if skeleton.knows(key) {
        Ok(())
    } else {
        Err(EditError::ItemMissing)
    }
}
