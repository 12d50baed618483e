//! Edits of a skeleton: what hangs on its bones, and how clips are brought over to it.

#[cfg(test)]
mod tests;

use crate::{
    EditError, SkeletonCommand,
    field::{in_range, replace},
    item::{self, ListedItem, listed, on_copy, own_name},
    weights::{self, is_taken},
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
    on_copy(
        project,
        id,
        |project| &mut project.skeletons,
        |skeleton, project| edit(skeleton, project, command),
    )
}

fn edit(
    skeleton: &mut Skeleton,
    project: &Project,
    command: &SkeletonCommand,
) -> Result<bool, EditError> {
    match command {
        SkeletonCommand::Socket(command) => item::edit(skeleton, project, command),
        SkeletonCommand::VirtualBone(command) => item::edit(skeleton, project, command),
        SkeletonCommand::Mask(command) => item::edit(skeleton, project, command),
        SkeletonCommand::BlendProfile(command) => item::edit(skeleton, project, command),
        SkeletonCommand::RetargetSource(command) => item::edit(skeleton, project, command),
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

impl ListedItem for RetargetSource {
    listed!(Skeleton, retarget_sources, name);

    fn checked(&self, skeleton: &Skeleton, _: &Project) -> Result<Self, EditError> {
        Ok(RetargetSource {
            name: Self::checked_name(skeleton, self.id, &self.name)?,
            ..self.clone()
        })
    }

    fn is_taken(skeleton: &Skeleton, id: Id) -> bool {
        is_taken(skeleton, id)
    }

    /// Refuses the removal while a clip was made for it.
    fn may_go(_: &Skeleton, project: &Project, id: Id) -> Result<(), EditError> {
        let uses = |clip: &&Arc<Clip>| clip.made_for == MadeFor::Pose(id);
        let by: Vec<String> = project
            .clips
            .values()
            .filter(uses)
            .map(|clip| clip.name.clone())
            .collect();
        if by.is_empty() {
            Ok(())
        } else {
            Err(EditError::InUse { by })
        }
    }
}

impl ListedItem for Socket {
    listed!(Skeleton, sockets, name);

    fn checked(&self, skeleton: &Skeleton, _: &Project) -> Result<Self, EditError> {
        is_bone(skeleton, &self.bone)?;
        let name = Self::checked_name(skeleton, self.id, &self.name)?;
        let near = |values: [f32; 3], field| {
            values.into_iter().try_for_each(|value| {
                in_range(value, -FARTHEST, FARTHEST, field, tr!("between ±1,000,000"))
            })
        };
        let mut local = self.local;
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
            ..self.clone()
        })
    }

    fn is_taken(skeleton: &Skeleton, id: Id) -> bool {
        is_taken(skeleton, id)
    }
}

impl ListedItem for VirtualBone {
    listed!(Skeleton, virtual_bones, name);

    /// A virtual bone keeps its key; a new one gets one of its name.
    fn checked(&self, skeleton: &Skeleton, _: &Project) -> Result<Self, EditError> {
        is_bone(skeleton, &self.source)?;
        is_bone(skeleton, &self.target)?;
        if self.source == self.target {
            return Err(EditError::SameBone);
        }
        let name = Self::checked_name(skeleton, self.id, &self.name)?;
        let known = skeleton.virtual_bone(self.id);
        let key = known.map_or_else(|| free_key(skeleton, &name), |known| known.key.clone());
        Ok(VirtualBone {
            name,
            key,
            ..self.clone()
        })
    }

    /// No bone has the name either.
    fn checked_name(skeleton: &Skeleton, id: Id, name: &str) -> Result<String, EditError> {
        let name = own_name::<Self>(skeleton, id, name)?;
        if skeleton.find(&name).is_some() {
            return Err(EditError::NameTaken { name });
        }
        Ok(name)
    }

    fn is_taken(skeleton: &Skeleton, id: Id) -> bool {
        is_taken(skeleton, id)
    }
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
