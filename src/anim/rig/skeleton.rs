//! The bones that clips and meshes share. Invariant: a bone's parent comes before it, and bone 0 is
//! the only root.

#[cfg(test)]
mod tests;

use crate::{
    Array, Name, PackedTransform, Transform,
    limits::LARGEST,
    mask::{BlendProfile, BoneMask},
    pose::Pose,
    retarget::Retarget,
};
use bytemuck::{Pod, Zeroable};
use std::{fmt, sync::Arc};
use words::tr;

/// The most bones a skeleton may have.
pub const MAX_BONES: usize = i16::MAX as usize;

/// One bone of a skeleton.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Bone {
    /// Name by which [`Skeleton::find`] finds it.
    pub name: Name,
    /// Index of the parent, -1 for bone 0.
    pub parent: i32,
    /// Reference pose, local.
    pub reference: PackedTransform,
    /// Reserved field, not used.
    pub reserved: u32,
}

/// A named place on a bone, where weapons and effects attach.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Socket {
    /// Name by which notifies and games name it.
    pub name: Name,
    /// Index of the bone that it is on.
    pub bone: u32,
    /// Relative to the bone.
    pub local: PackedTransform,
    /// Reserved field, not used.
    pub reserved: u32,
}

/// A bone that is where another one is, seen from a third: nothing is keyed or skinned to it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct VirtualBone {
    pub name: Name,
    /// The bone that it hangs on.
    pub source: u32,
    /// The bone that it follows.
    pub target: u32,
}

/// Bones with what is known of them beside a pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    /// Unique among the skeletons of a library.
    pub name: Name,
    /// Bone 0 is the root; every other one comes after its parent.
    pub bones: Array<Bone>,
    /// Places on the bones.
    pub sockets: Array<Socket>,
    /// Bones that follow others; in a model pose they come after the bones.
    pub virtual_bones: Array<VirtualBone>,
    /// Index in [`Retarget::ALL`] of each bone's mode; empty where all have the first.
    pub retarget: Array<u32>,
    /// Masks by name; names are unique.
    pub masks: Vec<(Name, BoneMask)>,
    /// Blend profiles by name; names are unique. One factor a bone.
    pub profiles: Vec<(Name, BlendProfile)>,
    /// For each profile, [`BlendProfile::duration_factor`] of every bone; pose jumps share these
    /// lists.
    decays: Vec<Arc<[f32]>>,
    /// -1 for bone 0, else as in the bones, which are too far apart in memory for a walk over
    /// parents alone.
    parents: Vec<i16>,
    /// The last bone that is, or hangs on, each bone.
    last_below: Vec<i16>,
    /// Bones that virtual bones lead from and to, and all above them, ascending.
    linked: Vec<i16>,
    reference: Pose,
}

/// Reasons why a list of bones is not a valid skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkeletonError {
    TooManyBones,
    /// The parent of this bone does not come before it, or a second root was found.
    BadParent {
        bone: usize,
    },
    BadSocket {
        socket: usize,
    },
    /// The bone is farther from its parent than [`crate::limits::FARTHEST_BONE`], or the bone's
    /// rotation is not of unit length.
    BadReference {
        bone: usize,
    },
    /// The source or target of the virtual bone does not exist.
    BadVirtualBone {
        virtual_bone: usize,
    },
    /// The mask does not have exactly one number for each bone, a number is out of range, or two
    /// masks share a name.
    BadMask {
        mask: usize,
    },
    BadProfile {
        profile: usize,
    },
    /// The list does not have exactly one retarget mode for each bone, or a mode is unknown.
    BadRetarget,
}

impl fmt::Display for SkeletonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SkeletonError::TooManyBones => {
                f.write_str(&tr!("it has more than {MAX_BONES} bones"))
            }
            SkeletonError::BadParent { bone } => {
                f.write_str(&tr!("bone {bone} comes before its parent"))
            }
            SkeletonError::BadSocket { socket } => {
                f.write_str(&tr!(
                        "socket {socket} has no bone, is too far from it, or has an invalid transform"
                    ))
            }
            SkeletonError::BadReference { bone } => {
                f.write_str(&tr!("bone {bone} is too far from its parent, or has an invalid transform"))
            }
            SkeletonError::BadVirtualBone { virtual_bone } => {
                f.write_str(&tr!("virtual bone {virtual_bone} uses a missing bone"))
            }
            SkeletonError::BadMask { mask } => {
                f.write_str(&tr!(
                        "mask {mask} has a weight outside 0 to 1 or a missing weight, or a duplicate name"
                    ))
            }
            SkeletonError::BadProfile { profile } => {
                f.write_str(&tr!(
                        "blend profile {profile} has a factor below 0 or a missing factor, or a duplicate name"
                    ))
            }
            SkeletonError::BadRetarget => {
                f.write_str(tr!("the retarget modes do not match the bones"))
            }
        }
    }
}

impl std::error::Error for SkeletonError {}

impl Skeleton {
    /// Refuses more than [`MAX_BONES`] bones, a parent that does not come before its bone, a second
    /// root, and a socket on no bone. Places are not looked at, see
    /// [`Skeleton::with_sound_places`].
    pub fn new(
        name: Name,
        bones: Array<Bone>,
        sockets: Array<Socket>,
    ) -> Result<Self, SkeletonError> {
        if bones.len() > MAX_BONES {
            return Err(SkeletonError::TooManyBones);
        }
        let is_bad = |(i, bone): (usize, &Bone)| {
            if i == 0 {
                bone.parent != -1
            } else {
                !(0..i as i32).contains(&bone.parent)
            }
        };
        if let Some(bone) = bones.iter().enumerate().position(is_bad) {
            return Err(SkeletonError::BadParent { bone });
        }
        if let Some(socket) = sockets
            .iter()
            .position(|socket| socket.bone as usize >= bones.len())
        {
            return Err(SkeletonError::BadSocket { socket });
        }
        let parents: Vec<i16> = bones.iter().map(|bone| bone.parent as i16).collect();
        let last_below = last_below(&parents);
        let reference = Pose::new(bones.iter().map(|bone| bone.reference.into()));
        Ok(Self {
            name,
            bones,
            sockets,
            parents,
            last_below,
            reference,
            ..Self::default()
        })
    }

    /// Checks a skeleton from outside data: refuses bones and sockets whose transforms allow no
    /// pose.
    pub fn with_sound_places(self) -> Result<Self, SkeletonError> {
        let is_placed = |packed: PackedTransform| Transform::from(packed).is_placed();
        if let Some(bone) = self
            .bones
            .iter()
            .position(|bone| !is_placed(bone.reference))
        {
            return Err(SkeletonError::BadReference { bone });
        }
        match self
            .sockets
            .iter()
            .position(|socket| !is_placed(socket.local))
        {
            Some(socket) => Err(SkeletonError::BadSocket { socket }),
            None => Ok(self),
        }
    }

    /// Takes virtual bones in place of those that it had. Refuses one whose source or target is no
    /// bone.
    pub fn with_virtual_bones(
        self,
        virtual_bones: Array<VirtualBone>,
    ) -> Result<Self, SkeletonError> {
        let is_there = |bone: u32| (bone as usize) < self.bones.len();
        match virtual_bones
            .iter()
            .position(|bone| !is_there(bone.source) || !is_there(bone.target))
        {
            Some(virtual_bone) => Err(SkeletonError::BadVirtualBone { virtual_bone }),
            None => Ok(Self {
                linked: linked(&self.parents, &virtual_bones),
                virtual_bones,
                ..self
            }),
        }
    }

    /// Indices in [`Retarget::ALL`], one a bone, or none at all.
    pub fn with_retarget(self, retarget: Array<u32>) -> Result<Self, SkeletonError> {
        let is_known = |mode: &u32| (*mode as usize) < Retarget::ALL.len();
        if (retarget.is_empty() || retarget.len() == self.bones.len())
            && retarget.iter().all(is_known)
        {
            Ok(Self { retarget, ..self })
        } else {
            Err(SkeletonError::BadRetarget)
        }
    }

    /// Weights by mask, one a bone, 0 to 1.
    pub fn with_masks(self, masks: &[(Name, &[f32])]) -> Result<Self, SkeletonError> {
        let is_bad = |(at, (name, weights)): (usize, &(Name, &[f32]))| {
            let is_whole = weights.len() == self.len()
                && weights.iter().all(|weight| (0.0..=1.0).contains(weight));
            !is_whole || masks[..at].iter().any(|(other, _)| other == name)
        };
        match masks.iter().enumerate().position(is_bad) {
            Some(mask) => Err(SkeletonError::BadMask { mask }),
            None => Ok(Self {
                masks: masks
                    .iter()
                    .map(|(name, weights)| (*name, BoneMask::new(weights)))
                    .collect(),
                ..self
            }),
        }
    }

    /// Takes blend profiles in place of those that it had. Refuses one that has not one factor of 0
    /// or more for each bone, or the name of another.
    pub fn with_profiles(self, profiles: Vec<(Name, BlendProfile)>) -> Result<Self, SkeletonError> {
        let is_bad = |(at, (name, profile)): (usize, &(Name, BlendProfile))| {
            let is_factor = |factor: &f32| (0.0..=LARGEST).contains(factor);
            let is_whole =
                profile.factors.len() == self.len() && profile.factors.iter().all(is_factor);
            !is_whole || profiles[..at].iter().any(|(other, _)| other == name)
        };
        match profiles.iter().enumerate().position(is_bad) {
            Some(profile) => Err(SkeletonError::BadProfile { profile }),
            None => {
                let decay = |(_, profile): &(Name, BlendProfile)| {
                    (0..self.len())
                        .map(|bone| profile.duration_factor(bone))
                        .collect()
                };
                Ok(Self {
                    decays: profiles.iter().map(decay).collect(),
                    profiles,
                    ..self
                })
            }
        }
    }

    /// The parts of an inertialized blend's duration, one a bone; None without a profile of this
    /// name.
    pub(crate) fn decay(&self, profile: Name) -> Option<&Arc<[f32]>> {
        let at = self
            .profiles
            .iter()
            .position(|(other, _)| *other == profile)?;
        self.decays.get(at)
    }

    /// Finds the bone mask of the given name; None if the skeleton has no such mask.
    pub fn mask(&self, name: Name) -> Option<&BoneMask> {
        self.masks
            .iter()
            .find(|(other, _)| *other == name)
            .map(|(_, mask)| mask)
    }

    /// Finds the blend profile of the given name; None if the skeleton has no such profile.
    pub fn profile(&self, name: Name) -> Option<&BlendProfile> {
        self.profiles
            .iter()
            .find(|(other, _)| *other == name)
            .map(|(_, profile)| profile)
    }

    /// Number of bones, without virtual ones.
    #[inline]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether it has no bones.
    pub fn is_empty(&self) -> bool {
        self.bones.is_empty()
    }

    /// Index of the bone of the given name; None if the skeleton has no such bone. The search is
    /// linear.
    pub fn find(&self, name: Name) -> Option<usize> {
        self.bones.iter().position(|bone| bone.name == name)
    }

    /// Index of the parent; None for bone 0.
    #[inline]
    pub fn parent(&self, bone: usize) -> Option<usize> {
        usize::try_from(self.parents[bone]).ok()
    }

    /// Mode by which a bone takes translations from clips of other skeletons.
    pub fn retarget(&self, bone: usize) -> Retarget {
        self.retarget
            .get(bone)
            .and_then(|mode| Retarget::ALL.get(*mode as usize))
            .copied()
            .unwrap_or_default()
    }

    /// The last bone in order that is `bone` or hangs on it.
    pub fn last_below(&self, bone: usize) -> usize {
        self.last_below[bone] as usize
    }

    /// The bones that virtual bones lead from and to, and all above them: parents before children.
    pub(crate) fn linked_bones(&self) -> impl Iterator<Item = usize> {
        self.linked.iter().map(|bone| *bone as usize)
    }

    /// Index of each bone's parent, in bone order; -1 for bone 0.
    #[inline]
    pub fn parents(&self) -> &[i16] {
        &self.parents
    }

    /// Local, without curves.
    pub fn reference_pose(&self) -> &Pose {
        &self.reference
    }

    /// Reference transform of a bone, relative to its parent.
    pub fn reference(&self, bone: usize) -> Transform {
        self.bones[bone].reference.into()
    }
}

fn last_below(parents: &[i16]) -> Vec<i16> {
    let mut last: Vec<i16> = (0..parents.len() as i16).collect();
    for bone in (0..parents.len()).rev() {
        if let Ok(parent) = usize::try_from(parents[bone]) {
            last[parent] = last[parent].max(last[bone]);
        }
    }
    last
}

fn linked(parents: &[i16], virtual_bones: &[VirtualBone]) -> Vec<i16> {
    let mut is_linked = vec![false; parents.len()];
    for end in virtual_bones
        .iter()
        .flat_map(|link| [link.source, link.target])
    {
        let mut next = usize::try_from(end).ok();
        while let Some(bone) = next.filter(|bone| !is_linked[*bone]) {
            is_linked[bone] = true;
            next = usize::try_from(parents[bone]).ok();
        }
    }
    (0..parents.len() as i16)
        .filter(|bone| is_linked[*bone as usize])
        .collect()
}
