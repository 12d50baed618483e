//! Edits of a skeleton's bone masks and blend profiles.

#[cfg(test)]
mod tests;

use crate::{
    EditError,
    field::{bounded, replace},
    item::{ListedItem, listed},
};
use anim::mask::ProfileMode;
use asset::{
    BoneKey, Id, Montage, PoseGraph, Project, Skeleton,
    skeleton::{BlendProfile, BoneMask, BoneWeights},
};
use std::sync::Arc;
use words::tr;

/// The largest factor of a blend profile.
const MOST_FACTOR: f32 = 100.0;

/// Whether something of the skeleton beside its bones has the id.
pub(crate) fn is_taken(skeleton: &Skeleton, id: Id) -> bool {
    skeleton.socket(id).is_some()
        || skeleton.virtual_bone(id).is_some()
        || skeleton.weights(id).is_some()
        || skeleton.retarget_source(id).is_some()
}

impl ListedItem for BoneMask {
    listed!(Skeleton, masks, name);

    fn checked(&self, skeleton: &Skeleton, _: &Project) -> Result<Self, EditError> {
        let name = Self::checked_name(skeleton, self.id, &self.name)?;
        check(skeleton, &self.weights, false)?;
        Ok(BoneMask {
            name,
            ..self.clone()
        })
    }

    fn is_taken(skeleton: &Skeleton, id: Id) -> bool {
        is_taken(skeleton, id)
    }

    fn may_go(_: &Skeleton, project: &Project, id: Id) -> Result<(), EditError> {
        is_free(project, id)
    }
}

impl ListedItem for BlendProfile {
    listed!(Skeleton, blend_profiles, name);

    fn checked(&self, skeleton: &Skeleton, _: &Project) -> Result<Self, EditError> {
        let name = Self::checked_name(skeleton, self.id, &self.name)?;
        check(skeleton, &self.factors, true)?;
        Ok(BlendProfile {
            name,
            ..self.clone()
        })
    }

    fn is_taken(skeleton: &Skeleton, id: Id) -> bool {
        is_taken(skeleton, id)
    }

    fn may_go(_: &Skeleton, project: &Project, id: Id) -> Result<(), EditError> {
        is_free(project, id)
    }
}

fn check(skeleton: &Skeleton, numbers: &BoneWeights, are_factors: bool) -> Result<(), EditError> {
    if numbers.keys().any(|key| !skeleton.knows(key)) {
        return Err(EditError::ItemMissing);
    }
    let mut numbers = numbers.values();
    numbers.try_for_each(|number| weight_in_range(*number, are_factors))
}

fn weight_in_range(weight: f32, is_factor: bool) -> Result<(), EditError> {
    if is_factor {
        bounded(weight, 0.0..=MOST_FACTOR, tr!("Factor"), "")
    } else {
        bounded(weight, 0.0..=1.0, tr!("Weight"), "")
    }
}

/// Refuses the removal of a profile by which a montage or a graph blends.
fn is_free(project: &Project, id: Id) -> Result<(), EditError> {
    let blends = |montage: &&Arc<Montage>| {
        [&montage.blend_in, &montage.blend_out]
            .iter()
            .any(|b| b.profile == Some(id))
    };
    let by_node = |graph: &&Arc<PoseGraph>| {
        graph
            .wiring
            .nodes
            .iter()
            .any(|node| node.kind.profiles().contains(&id))
    };
    let montages = project
        .montages
        .values()
        .filter(blends)
        .map(|montage| &montage.name);
    let graphs = project
        .graphs
        .values()
        .filter(by_node)
        .map(|graph| &graph.name);
    let by: Vec<String> = montages.chain(graphs).cloned().collect();
    if by.is_empty() {
        Ok(())
    } else {
        Err(EditError::InUse { by })
    }
}

pub(crate) fn set(
    skeleton: &mut Skeleton,
    id: Id,
    bone: usize,
    weight: f32,
    children: bool,
) -> Result<bool, EditError> {
    weight_in_range(weight, skeleton.mask(id).is_none())?;
    if bone >= skeleton.bones.len() {
        return Err(EditError::ItemMissing);
    }
    let bones = if children {
        skeleton.branch(bone)
    } else {
        vec![bone]
    };
    let keys: Vec<BoneKey> = bones
        .into_iter()
        .map(|bone| skeleton.bones[bone].key.clone())
        .collect();
    let mask = skeleton
        .masks
        .iter_mut()
        .find(|mask| mask.id == id)
        .map(|mask| (&mut mask.weights, BoneMask::REST));
    let profile = skeleton
        .blend_profiles
        .iter_mut()
        .find(|profile| profile.id == id);
    let profile = profile.map(|profile| (&mut profile.factors, BlendProfile::REST));
    let (numbers, rest) = mask.or(profile).ok_or(EditError::ItemMissing)?;
    let set = |changed, key: BoneKey| {
        let was = if weight == rest {
            numbers.remove(&key)
        } else {
            numbers.insert(key, weight)
        };
        was.unwrap_or(rest) != weight || changed
    };
    Ok(keys.into_iter().fold(false, set))
}

pub(crate) fn set_mode(
    skeleton: &mut Skeleton,
    id: Id,
    mode: ProfileMode,
) -> Result<bool, EditError> {
    let profile = skeleton
        .blend_profiles
        .iter_mut()
        .find(|profile| profile.id == id);
    Ok(replace(
        &mut profile.ok_or(EditError::ItemMissing)?.mode,
        mode,
    ))
}
