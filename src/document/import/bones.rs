//! A skeleton imported again: bones keep their keys, whatever became of their names and places.

use super::{
    request::Renames,
    told::{Joined, What},
};
use asset::{
    AssetKind, BoneKey, Id, Skeleton,
    skeleton::{AbsentBone, Bone},
};
use std::collections::BTreeSet;

/// The bones of `new` with the keys and settings that those of `known` have. What `new` lacks becomes absent.
pub(super) fn carried_over(known: &Skeleton, new: &Skeleton, renames: &Renames) -> Skeleton {
    let mut taken: BTreeSet<BoneKey> = BTreeSet::new();
    let mut identities: Vec<Option<(BoneKey, anim::retarget::Retarget)>> = Vec::new();
    for bone in &new.bones {
        let found = former(known, &bone.name, renames).filter(|(key, _)| !taken.contains(key));
        taken.extend(found.iter().map(|(key, _)| key.clone()));
        identities.push(found);
    }
    taken.extend(known.bones.iter().map(|bone| bone.key.clone()));
    taken.extend(known.absent.iter().map(|bone| bone.key.clone()));
    let mut bones = Vec::with_capacity(new.bones.len());
    for (bone, identity) in new.bones.iter().zip(identities) {
        let (key, retarget) = identity.unwrap_or_else(|| (free_key(&taken, &bone.name), bone.retarget));
        taken.insert(key.clone());
        bones.push(Bone { key, retarget, ..bone.clone() });
    }
    let absent = absent(known, &bones);
    Skeleton { bones, absent, ..known.clone() }
}

/// Key and settings of the bone that `name` is now.
fn former(known: &Skeleton, name: &str, renames: &Renames) -> Option<(BoneKey, anim::retarget::Retarget)> {
    let renamed = renames.iter().find(|(_, new)| *new == name).map(|(old, _)| old.as_str());
    // A name that was given to another bone no longer means the one that had it.
    let wanted = match renamed {
        Some(old) => old,
        None if renames.contains_key(name) => return None,
        None => name,
    };
    let bone = known.bones.iter().find(|bone| bone.name == wanted).map(|bone| (bone.key.clone(), bone.retarget));
    bone.or_else(|| known.absent.iter().find(|bone| bone.name == wanted).map(|bone| (bone.key.clone(), bone.retarget)))
}

fn free_key(taken: &BTreeSet<BoneKey>, name: &str) -> BoneKey {
    let numbered = (1..).map(|n| BoneKey::from(format!("{name}_{n}").as_str()));
    std::iter::once(BoneKey::from(name)).chain(numbered).find(|key| !taken.contains(key)).unwrap_or_default()
}

/// Bones of `known`, there or absent, that are not among `bones`.
fn absent(known: &Skeleton, bones: &[Bone]) -> Vec<AbsentBone> {
    let is_gone = |key: &BoneKey| bones.iter().all(|bone| bone.key != *key);
    let gone = |bone: &Bone| AbsentBone {
        key: bone.key.clone(),
        name: bone.name.clone(),
        parent: bone.parent.map(|parent| known.bones[parent as usize].key.clone()),
        reference: bone.reference,
        retarget: bone.retarget,
    };
    let former = known.absent.iter().filter(|bone| is_gone(&bone.key)).cloned();
    former.chain(known.bones.iter().filter(|bone| is_gone(&bone.key)).map(gone)).collect()
}

/// What to tell of the bones of a skeleton that was imported again.
pub(super) fn told(id: Id, known: &Skeleton, now: &Skeleton) -> Vec<Joined> {
    let name = |bone: &AbsentBone| bone.name.clone();
    let has = |list: &[AbsentBone], key: &BoneKey| list.iter().any(|bone| bone.key == *key);
    let gone: Vec<String> = now.absent.iter().filter(|bone| !has(&known.absent, &bone.key)).map(name).collect();
    let back: Vec<String> = known.absent.iter().filter(|bone| !has(&now.absent, &bone.key)).map(name).collect();
    let told = |what| Joined { id, kind: AssetKind::Skeleton, name: now.name.clone(), what };
    let gone = (!gone.is_empty()).then(|| told(What::BonesGone(gone)));
    let back = (!back.is_empty()).then(|| told(What::BonesBack(back)));
    gone.into_iter().chain(back).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use anim::{Transform, retarget::Retarget};

    fn rig(names: &[&str]) -> Skeleton {
        let bone =
            |(at, name): (usize, &&str)| Bone::new(*name, at.checked_sub(1).map(|at| at as u32), Transform::IDENTITY);
        Skeleton { name: "rig".into(), bones: names.iter().enumerate().map(bone).collect(), ..Skeleton::default() }
    }

    fn keys(skeleton: &Skeleton) -> Vec<(&str, &str)> {
        skeleton.bones.iter().map(|bone| (bone.name.as_str(), bone.key.as_str())).collect()
    }

    #[test]
    fn a_new_bone_of_a_name_that_was_given_away_is_another_bone() {
        let renames = [("arm".to_owned(), "limb".to_owned())].into();
        for names in [["root", "limb", "arm"], ["root", "arm", "limb"]] {
            let now = carried_over(&rig(&["root", "arm"]), &rig(&names), &renames);
            let key = |name: &str| keys(&now).into_iter().find(|(known, _)| *known == name).unwrap().1;
            assert_eq!((key("limb"), key("arm")), ("arm", "arm_1"), "{names:?}");
            let again = carried_over(&now, &rig(&names), &Renames::new());
            assert_eq!(keys(&again), keys(&now));
        }
    }

    #[test]
    fn a_bone_that_goes_keeps_its_settings_and_brings_them_back() {
        let mut known = rig(&["root", "arm", "hand"]);
        known.bones[2].retarget = Retarget::Relative;
        let short = carried_over(&known, &rig(&["root", "arm"]), &Renames::new());
        assert_eq!((short.absent[0].name.as_str(), short.absent[0].parent.as_ref()), ("hand", Some(&"arm".into())));
        let back = carried_over(&short, &rig(&["root", "arm", "hand"]), &Renames::new());
        assert!(back.absent.is_empty() && back.bones[2].retarget == Retarget::Relative);
    }

    #[test]
    fn a_key_that_is_taken_is_numbered_from_one() {
        let taken = |keys: &[&str]| keys.iter().map(|key| BoneKey::from(*key)).collect::<BTreeSet<_>>();
        assert_eq!(free_key(&taken(&["leg"]), "arm"), "arm".into());
        assert_eq!(free_key(&taken(&["arm"]), "arm"), "arm_1".into());
        assert_eq!(free_key(&taken(&["arm", "arm_1", "arm_3"]), "arm"), "arm_2".into());
    }

    #[test]
    fn what_goes_and_what_comes_back_is_told_once() {
        let (long, short) = (rig(&["root", "arm", "hand"]), rig(&["root", "arm"]));
        let without = carried_over(&long, &short, &Renames::new());
        let less = carried_over(&without, &rig(&["root"]), &Renames::new());
        let back = carried_over(&less, &long, &Renames::new());
        let whats = |known: &Skeleton, now: &Skeleton| -> Vec<What> {
            told(Id(1), known, now).into_iter().map(|it| it.what).collect()
        };
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(whats(&long, &without), [What::BonesGone(names(&["hand"]))]);
        assert_eq!(whats(&without, &without), []);
        assert_eq!(whats(&without, &less), [What::BonesGone(names(&["arm"]))]);
        assert_eq!(whats(&less, &back), [What::BonesBack(names(&["hand", "arm"]))]);
        let swapped = carried_over(&without, &rig(&["root", "hand"]), &Renames::new());
        assert_eq!(whats(&without, &swapped), [What::BonesGone(names(&["arm"])), What::BonesBack(names(&["hand"]))]);
    }
}
