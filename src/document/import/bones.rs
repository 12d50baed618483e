//! A skeleton imported again: bones keep their keys, whatever became of their names and places.

use super::{
    bind::free_key,
    pairs::{Pairs, pairs},
    request::Renames,
    told::{Joined, What},
};
use anim::retarget::Retarget;
use asset::{
    AssetKind, BoneKey, Id, Skeleton,
    skeleton::{AbsentBone, Bone},
};
use std::{borrow::Cow, collections::BTreeSet};

/// The bones of `new` with the keys and settings that those of `known` have, and of those whose names differ by case or
/// a number the names of both. What `new` lacks becomes absent. `followed` are bones of `known` that vertices follow.
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
        let found = pairs.found[at].map(is_there).or_else(|| absent_before(known, &bone.name, renames));
        let found = found.filter(|(key, _)| !taken.contains(key));
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
    let names = |bone: &usize| {
        let there = pairs.found[*bone]?;
        Some((new.bones[*bone].name.clone(), known.bones[there].name.clone()))
    };
    let alike = pairs.alike.iter().filter_map(names).collect();
    let absent = absent(known, &bones);
    (Skeleton { bones, absent, ..known.clone() }, alike)
}

/// The bones of `known` that those of `new` are.
pub(super) fn former_bones(
    (known, followed): (&Skeleton, &BTreeSet<usize>),
    new: &Skeleton,
    renames: &Renames,
) -> Pairs {
    let said = renames.iter().map(|(old, new)| (new.clone(), old.clone())).collect();
    let mut pairs = pairs(new, &with_file_names(known, new), followed, &said);
    for (bone, found) in new.bones.iter().zip(&mut pairs.found) {
        // A name that was given to another bone no longer means the one that had it.
        let is_given_away = |at: usize| renames.get(&known.bones[at].name).is_some_and(|given| *given != bone.name);
        *found = found.filter(|at| !is_given_away(*at));
    }
    pairs
}

/// Projects of former programs do not say which names were made unique: those that look so, of names that the file has
/// more than once now.
fn with_file_names<'a>(known: &'a Skeleton, new: &Skeleton) -> Cow<'a, Skeleton> {
    let shared: BTreeSet<&str> = new.bones.iter().filter_map(|bone| bone.called.as_deref()).collect();
    if shared.is_empty() || known.bones.iter().any(|bone| bone.called.is_some()) {
        return Cow::Borrowed(known);
    }
    let mut known = known.clone();
    for bone in &mut known.bones {
        let stem = bone.name.rsplit_once('_').filter(|(_, number)| number.bytes().all(|digit| digit.is_ascii_digit()));
        bone.called = stem.map(|(stem, _)| stem).filter(|stem| shared.contains(stem)).map(str::to_owned);
    }
    Cow::Owned(known)
}

/// Key and settings of the absent bone that `name` is now.
fn absent_before(known: &Skeleton, name: &str, renames: &Renames) -> Option<(BoneKey, Retarget)> {
    let renamed = renames.iter().find(|(_, new)| *new == name).map(|(old, _)| old.as_str());
    let wanted = match renamed {
        Some(old) => old,
        None if renames.contains_key(name) => return None,
        None => name,
    };
    known.absent.iter().find(|bone| bone.name == wanted).map(|bone| (bone.key.clone(), bone.retarget))
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
    use anim::Transform;

    fn rig(names: &[&str]) -> Skeleton {
        let bone =
            |(at, name): (usize, &&str)| Bone::new(*name, at.checked_sub(1).map(|at| at as u32), Transform::IDENTITY);
        Skeleton { name: "rig".into(), bones: names.iter().enumerate().map(bone).collect(), ..Skeleton::default() }
    }

    fn carried(known: &Skeleton, new: &Skeleton, renames: &Renames) -> Skeleton {
        carried_over((known, &BTreeSet::new()), new, renames).0
    }

    fn keys(skeleton: &Skeleton) -> Vec<(&str, &str)> {
        skeleton.bones.iter().map(|bone| (bone.name.as_str(), bone.key.as_str())).collect()
    }

    #[test]
    fn a_new_bone_of_a_name_that_was_given_away_is_another_bone() {
        let renames = [("arm".to_owned(), "limb".to_owned())].into();
        for names in [["root", "limb", "arm"], ["root", "arm", "limb"]] {
            let now = carried(&rig(&["root", "arm"]), &rig(&names), &renames);
            let key = |name: &str| keys(&now).into_iter().find(|(known, _)| *known == name).unwrap().1;
            assert_eq!((key("limb"), key("arm")), ("arm", "arm_1"), "{names:?}");
            let again = carried(&now, &rig(&names), &Renames::new());
            assert_eq!(keys(&again), keys(&now));
        }
    }

    #[test]
    fn a_bone_that_goes_keeps_its_settings_and_brings_them_back() {
        let mut known = rig(&["root", "arm", "hand"]);
        known.bones[2].retarget = Retarget::Relative;
        let short = carried(&known, &rig(&["root", "arm"]), &Renames::new());
        assert_eq!((short.absent[0].name.as_str(), short.absent[0].parent.as_ref()), ("hand", Some(&"arm".into())));
        let back = carried(&short, &rig(&["root", "arm", "hand"]), &Renames::new());
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
        let without = carried(&long, &short, &Renames::new());
        let less = carried(&without, &rig(&["root"]), &Renames::new());
        let back = carried(&less, &long, &Renames::new());
        let whats = |known: &Skeleton, now: &Skeleton| -> Vec<What> {
            told(Id(1), known, now).into_iter().map(|it| it.what).collect()
        };
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(whats(&long, &without), [What::BonesGone(names(&["hand"]))]);
        assert_eq!(whats(&without, &without), []);
        assert_eq!(whats(&without, &less), [What::BonesGone(names(&["arm"]))]);
        assert_eq!(whats(&less, &back), [What::BonesBack(names(&["hand", "arm"]))]);
        let swapped = carried(&without, &rig(&["root", "hand"]), &Renames::new());
        assert_eq!(whats(&without, &swapped), [What::BonesGone(names(&["arm"])), What::BonesBack(names(&["hand"]))]);
    }

    /// Bones as the file calls them, with unique names by the order here.
    fn twice(bones: &[(&str, Option<u32>)]) -> Skeleton {
        let mut made: Vec<Bone> = Vec::new();
        for (called, parent) in bones {
            let before = bones[..made.len()].iter().filter(|(name, _)| name == called).count();
            let name = if before == 0 { (*called).to_owned() } else { format!("{called}_{before}") };
            let called = (before > 0).then(|| (*called).to_owned());
            made.push(Bone { called, ..Bone::new(name, *parent, Transform::IDENTITY) });
        }
        Skeleton { bones: made, ..Skeleton::default() }
    }

    #[test]
    fn bones_of_one_name_keep_their_keys_in_another_order_of_the_file() {
        let arms = |[a, b]: [&'static str; 2]| {
            twice(&[("root", None), (a, Some(0)), (b, Some(0)), ("hand", Some(1)), ("hand", Some(2))])
        };
        let known = arms(["l", "r"]);
        let now = carried(&known, &arms(["r", "l"]), &Renames::new());
        assert_eq!(now.bones[3..].iter().map(|bone| bone.key.as_str()).collect::<Vec<_>>(), ["hand_1", "hand"]);
        assert!(now.absent.is_empty());
    }

    #[test]
    fn a_project_that_does_not_say_what_was_made_unique_keeps_its_keys_too() {
        let mut known = twice(&[("rig", None), ("Door", Some(0)), ("Door", Some(0)), ("Handle", Some(2))]);
        known.bones.iter_mut().for_each(|bone| bone.called = None);
        let new = twice(&[("rig", None), ("Door", Some(0)), ("Handle", Some(1)), ("Door", Some(0))]);
        let (now, alike) = carried_over((&known, &[2, 3].into()), &new, &Renames::new());
        let keys: Vec<&str> = now.bones.iter().map(|bone| bone.key.as_str()).collect();
        assert_eq!((keys, alike), (vec!["rig", "Door_1", "Handle", "Door"], Vec::new()));
    }

    #[test]
    fn a_bone_that_comes_back_with_another_case_or_a_number_is_the_same() {
        let known = rig(&["root", "Arm", "Hand"]);
        let (now, alike) =
            carried_over((&known, &BTreeSet::new()), &rig(&["root", "arm.001", "HAND"]), &Renames::new());
        assert_eq!(keys(&now), [("root", "root"), ("arm.001", "Arm"), ("HAND", "Hand")]);
        let pair = |new: &str, old: &str| (new.to_owned(), old.to_owned());
        assert_eq!((alike, now.absent.len()), (vec![pair("arm.001", "Arm"), pair("HAND", "Hand")], 0));
    }
}
