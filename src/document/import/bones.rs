//! A skeleton imported again: bones keep their keys, whatever became of their names and places.

#[cfg(test)]
mod tests;

use super::{
    bind::free_key,
    pairs::{Pairs, pairs},
    request::Renames,
    told::{ImportOutcome, ImportedAsset},
};
use anim::retarget::Retarget;
use asset::{
    AssetKind, BoneKey, Id, Skeleton,
    skeleton::{AbsentBone, Bone},
};
use std::{borrow::Cow, collections::BTreeSet};

/// The bones of `new` with the keys and settings that those of `known` have, and of those whose
/// names differ by case or a number the names of both. What `new` lacks becomes absent. `followed`
/// are bones of `known` that vertices follow.
pub(super) fn carried_over(
    (known, followed): (&Skeleton, &BTreeSet<usize>),
    new: &Skeleton,
    renames: &Renames,
) -> (Skeleton, Vec<(String, String)>) {
    let pairs = former_bones((known, followed), new, renames);
    let mut taken: BTreeSet<BoneKey> = BTreeSet::new();
    let mut identities: Vec<Option<(BoneKey, Retarget)>> = Vec::new();
    for (at, bone) in new.bones.iter().enumerate() {
        let is_there = |at: usize| (known.bones[at].key.clone(), known.bones[at].retarget);
        let found = pairs.found[at]
            .map(is_there)
            .or_else(|| absent_before(known, &bone.name, renames));
        let found = found.filter(|(key, _)| !taken.contains(key));
        taken.extend(found.iter().map(|(key, _)| key.clone()));
        identities.push(found);
    }
    taken.extend(known.bones.iter().map(|bone| bone.key.clone()));
    taken.extend(known.absent.iter().map(|bone| bone.key.clone()));
    let mut bones = Vec::with_capacity(new.bones.len());
    for (bone, identity) in new.bones.iter().zip(identities) {
        let (key, retarget) =
            identity.unwrap_or_else(|| (free_key(&taken, &bone.name), bone.retarget));
        taken.insert(key.clone());
        bones.push(Bone {
            key,
            retarget,
            ..bone.clone()
        });
    }
    let names = |bone: &usize| {
        let there = pairs.found[*bone]?;
        Some((
            new.bones[*bone].name.clone(),
            known.bones[there].name.clone(),
        ))
    };
    let alike = pairs.alike.iter().filter_map(names).collect();
    let absent = absent(known, &bones);
    (
        Skeleton {
            bones,
            absent,
            ..known.clone()
        },
        alike,
    )
}

/// The bones of `known` that those of `new` are.
pub(super) fn former_bones(
    (known, followed): (&Skeleton, &BTreeSet<usize>),
    new: &Skeleton,
    renames: &Renames,
) -> Pairs {
    let said = renames
        .iter()
        .map(|(old, new)| (new.clone(), old.clone()))
        .collect();
    let mut pairs = pairs(new, &with_file_names(known, new), followed, &said);
    for (bone, found) in new.bones.iter().zip(&mut pairs.found) {
        // A name that was given to another bone no longer means the one that had it.
        let is_given_away = |at: usize| {
            renames
                .get(&known.bones[at].name)
                .is_some_and(|given| *given != bone.name)
        };
        *found = found.filter(|at| !is_given_away(*at));
    }
    pairs
}

/// Projects of former programs do not say which names were made unique: those that look so, of
/// names that the file has more than once now.
fn with_file_names<'a>(known: &'a Skeleton, new: &Skeleton) -> Cow<'a, Skeleton> {
    let shared: BTreeSet<&str> = new
        .bones
        .iter()
        .filter_map(|bone| bone.called.as_deref())
        .collect();
    if shared.is_empty() || known.bones.iter().any(|bone| bone.called.is_some()) {
        return Cow::Borrowed(known);
    }
    let mut known = known.clone();
    for bone in &mut known.bones {
        let stem = bone
            .name
            .rsplit_once('_')
            .filter(|(_, number)| number.bytes().all(|digit| digit.is_ascii_digit()));
        bone.called = stem
            .map(|(stem, _)| stem)
            .filter(|stem| shared.contains(stem))
            .map(str::to_owned);
    }
    Cow::Owned(known)
}

/// Key and settings of the absent bone that `name` is now.
fn absent_before(known: &Skeleton, name: &str, renames: &Renames) -> Option<(BoneKey, Retarget)> {
    let renamed = renames
        .iter()
        .find(|(_, new)| *new == name)
        .map(|(old, _)| old.as_str());
    let wanted = match renamed {
        Some(old) => old,
        None if renames.contains_key(name) => return None,
        None => name,
    };
    known
        .absent
        .iter()
        .find(|bone| bone.name == wanted)
        .map(|bone| (bone.key.clone(), bone.retarget))
}

/// Bones of `known`, there or absent, that are not among `bones`.
fn absent(known: &Skeleton, bones: &[Bone]) -> Vec<AbsentBone> {
    let is_gone = |key: &BoneKey| bones.iter().all(|bone| bone.key != *key);
    let gone = |bone: &Bone| AbsentBone {
        key: bone.key.clone(),
        name: bone.name.clone(),
        parent: bone
            .parent
            .map(|parent| known.bones[parent as usize].key.clone()),
        reference: bone.reference,
        retarget: bone.retarget,
    };
    let former = known
        .absent
        .iter()
        .filter(|bone| is_gone(&bone.key))
        .cloned();
    former
        .chain(
            known
                .bones
                .iter()
                .filter(|bone| is_gone(&bone.key))
                .map(gone),
        )
        .collect()
}

/// Reports on the bones of a skeleton that was imported again.
pub(super) fn told(id: Id, known: &Skeleton, now: &Skeleton) -> Vec<ImportedAsset> {
    let name = |bone: &AbsentBone| bone.name.clone();
    let has = |list: &[AbsentBone], key: &BoneKey| list.iter().any(|bone| bone.key == *key);
    let gone: Vec<String> = now
        .absent
        .iter()
        .filter(|bone| !has(&known.absent, &bone.key))
        .map(name)
        .collect();
    let back: Vec<String> = known
        .absent
        .iter()
        .filter(|bone| !has(&now.absent, &bone.key))
        .map(name)
        .collect();
    let told = |what| ImportedAsset {
        id,
        kind: AssetKind::Skeleton,
        name: now.name.clone(),
        what,
    };
    let gone = (!gone.is_empty()).then(|| told(ImportOutcome::BonesGone(gone)));
    let back = (!back.is_empty()).then(|| told(ImportOutcome::BonesBack(back)));
    gone.into_iter().chain(back).collect()
}
