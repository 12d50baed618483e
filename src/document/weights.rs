//! Edits of a skeleton's bone masks and blend profiles.

#[cfg(test)]
mod tests;

use crate::{
    EditError,
    field::{bounded, replace, trimmed},
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

pub(crate) fn add_mask(skeleton: &mut Skeleton, mask: &BoneMask) -> Result<bool, EditError> {
    let name = free_name(
        skeleton
            .masks
            .iter()
            .map(|mask| (mask.id, mask.name.as_str())),
        mask.id,
        &mask.name,
    )?;
    checked(skeleton, &mask.weights, |weight| {
        weight_in_range(weight, false)
    })?;
    skeleton.masks.push(BoneMask {
        name,
        ..mask.clone()
    });
    Ok(true)
}

pub(crate) fn add_profile(
    skeleton: &mut Skeleton,
    profile: &BlendProfile,
) -> Result<bool, EditError> {
    let known = skeleton
        .blend_profiles
        .iter()
        .map(|profile| (profile.id, profile.name.as_str()));
    let name = free_name(known, profile.id, &profile.name)?;
    checked(skeleton, &profile.factors, |factor| {
        weight_in_range(factor, true)
    })?;
    skeleton.blend_profiles.push(BlendProfile {
        name,
        ..profile.clone()
    });
    Ok(true)
}

fn checked(
    skeleton: &Skeleton,
    numbers: &BoneWeights,
    check: impl Fn(f32) -> Result<(), EditError>,
) -> Result<(), EditError> {
    if numbers.keys().any(|key| !skeleton.knows(key)) {
        return Err(EditError::ItemMissing);
    }
    numbers.values().try_for_each(|number| check(*number))
}

fn weight_in_range(weight: f32, is_factor: bool) -> Result<(), EditError> {
    if is_factor {
        bounded(weight, 0.0..=MOST_FACTOR, tr!("Factor"), "")
    } else {
        bounded(weight, 0.0..=1.0, tr!("Weight"), "")
    }
}

/// The trimmed name, if no other item has it.
fn free_name<'a>(
    mut known: impl Iterator<Item = (Id, &'a str)>,
    id: Id,
    name: &str,
) -> Result<String, EditError> {
    let name = trimmed(name)?;
    let is_taken = known.any(|(other, taken)| other != id && taken == name);
    if is_taken {
        Err(EditError::NameTaken { name })
    } else {
        Ok(name)
    }
}

pub(crate) fn rename(skeleton: &mut Skeleton, id: Id, name: &str) -> Result<bool, EditError> {
    let masks = || {
        skeleton
            .masks
            .iter()
            .map(|mask| (mask.id, mask.name.as_str()))
    };
    let profiles = || {
        skeleton
            .blend_profiles
            .iter()
            .map(|profile| (profile.id, profile.name.as_str()))
    };
    if let Some(at) = masks().position(|(other, _)| other == id) {
        let name = free_name(masks(), id, name)?;
        return Ok(replace(&mut skeleton.masks[at].name, name));
    }
    let at = profiles()
        .position(|(other, _)| other == id)
        .ok_or(EditError::ItemMissing)?;
    let name = free_name(profiles(), id, name)?;
    Ok(replace(&mut skeleton.blend_profiles[at].name, name))
}

pub(crate) fn remove(skeleton: &mut Skeleton, id: Id) -> Result<bool, EditError> {
    skeleton.weights(id).ok_or(EditError::ItemMissing)?;
    skeleton.masks.retain(|mask| mask.id != id);
    skeleton.blend_profiles.retain(|profile| profile.id != id);
    Ok(true)
}

/// Refuses the removal of a profile by which a montage or a graph blends.
pub(crate) fn is_free(project: &Project, id: Id) -> Result<(), EditError> {
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
