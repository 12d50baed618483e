//! Bones that an import would lose, and which of its new ones they may be.

use super::{
    bones::former_bones,
    join,
    pairs::followed,
    request::{Import, Renames},
};
use asset::{Project, Skeleton};
use std::collections::BTreeSet;

/// What an import changes of the bones of skeletons that it updates. Both lists have names, in the order of the bones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoneChanges {
    pub gone: Vec<String>,
    pub new: Vec<String>,
    /// Of those that are gone, the ones that certainly are among the new.
    pub guessed: Renames,
}

impl Import {
    /// None unless bones go and others come. Bones that were renamed by the import are neither.
    pub fn bone_changes(&self, project: &Project) -> Option<BoneChanges> {
        let mut all = BoneChanges::default();
        for (id, new) in &self.file.skeletons {
            let known = join::updated_skeleton(project, self, *id);
            let changes = known.map(|known| changes((known, &followed(project, known)), new, &self.renames));
            let Some(changes) = changes else { continue };
            all.gone.extend(changes.gone);
            all.new.extend(changes.new);
            all.guessed.extend(changes.guessed);
        }
        (!all.gone.is_empty() && !all.new.is_empty()).then_some(all)
    }
}

fn changes(known: (&Skeleton, &BTreeSet<usize>), new: &Skeleton, renames: &Renames) -> BoneChanges {
    let pairs = former_bones(known, new, renames);
    let known = known.0;
    let now = |name: &String| renames.get(name).unwrap_or(name).clone();
    let absent: BTreeSet<String> = known.absent.iter().map(|bone| now(&bone.name)).collect();
    let stays: BTreeSet<usize> = pairs.found.iter().flatten().copied().collect();
    let gone = known.bones.iter().enumerate().filter(|(at, _)| !stays.contains(at));
    let gone: Vec<String> = gone.map(|(_, bone)| bone.name.clone()).collect();
    let added =
        new.bones.iter().zip(&pairs.found).filter(|(bone, found)| found.is_none() && !absent.contains(&bone.name));
    let added: Vec<String> = added.map(|(bone, _)| bone.name.clone()).collect();
    let guessed = guessed((known, &gone), (new, &added));
    BoneChanges { gone, new: added, guessed }
}

/// Parents come before their children, so that a chain of renamed bones is found.
fn guessed((known, gone): (&Skeleton, &[String]), (new, added): (&Skeleton, &[String])) -> Renames {
    let mut found = Renames::new();
    for name in gone {
        let free = |other: &&String| found.values().all(|taken| taken != *other);
        let alike = |other: &&String| core(new, other) == core(known, name);
        let rivals = gone.iter().filter(|rival| core(known, rival) == core(known, name)).count();
        let named: Vec<&String> = added.iter().filter(alike).filter(free).collect();
        let parent = parent(known, name).map(|parent| found.get(parent).map_or(parent, String::as_str));
        let siblings = gone.iter().filter(|other| self::parent(known, other) == self::parent(known, name)).count();
        let placed: Vec<&String> = added.iter().filter(|other| self::parent(new, other) == parent).collect();
        let guess = match (named.as_slice(), placed.as_slice()) {
            ([one], _) if rivals == 1 => Some(*one),
            (_, [one]) if siblings == 1 && free(one) => Some(*one),
            _ => None,
        };
        let guess = guess.cloned();
        found.extend(guess.map(|guess| (name.clone(), guess)));
    }
    found
}

fn parent<'a>(skeleton: &'a Skeleton, name: &str) -> Option<&'a str> {
    let bone = skeleton.bones.iter().find(|bone| bone.name == name)?;
    Some(skeleton.bones[bone.parent? as usize].name.as_str())
}

/// The name in small letters, without the prefix that all bones of the skeleton have and without a namespace.
fn core(skeleton: &Skeleton, name: &str) -> String {
    let prefix = shared_prefix(skeleton);
    let rest = name.get(prefix..).unwrap_or(name);
    rest.rsplit([':', '|']).next().unwrap_or(rest).to_lowercase()
}

/// How many bytes all names begin with, up to a character that ends a word.
fn shared_prefix(skeleton: &Skeleton) -> usize {
    let mut names = skeleton.bones.iter().map(|bone| bone.name.as_str());
    let Some(first) = names.next() else { return 0 };
    let same = |a: &str, b: &str| a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let shared = names.map(|name| same(first, name)).min().unwrap_or(0);
    let ends = first.char_indices().filter(|(at, c)| *at < shared && !c.is_alphanumeric());
    ends.map(|(at, c)| at + c.len_utf8()).next_back().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anim::Transform;
    use asset::skeleton::Bone;

    /// Name and place of the parent.
    fn rig(bones: &[(&str, Option<u32>)]) -> Skeleton {
        let bones = bones.iter().map(|(name, parent)| Bone::new(*name, *parent, Transform::IDENTITY)).collect();
        Skeleton { name: "rig".into(), bones, ..Skeleton::default() }
    }

    fn guesses(known: &[(&str, Option<u32>)], new: &[(&str, Option<u32>)]) -> Vec<(String, String)> {
        changes((&rig(known), &BTreeSet::new()), &rig(new), &Renames::new()).guessed.into_iter().collect()
    }

    fn pair(old: &str, new: &str) -> (String, String) {
        (old.to_owned(), new.to_owned())
    }

    #[test]
    fn names_that_differ_by_case_or_a_prefix_are_the_same_bones() {
        let known = [("Hips", None), ("Arm", Some(0)), ("Leg", Some(0))];
        let spaced = [("rig:hips", None), ("rig:arm", Some(0)), ("rig:leg", Some(0))];
        let all = [("Arm", "arm"), ("Hips", "hips"), ("Leg", "leg")];
        let named = |prefix: &str| all.map(|(old, new)| pair(old, &format!("{prefix}{new}")));
        assert_eq!(guesses(&known, &spaced), named("rig:"));
        let prefixed = [("b_hips", None), ("b_arm", Some(0)), ("b_leg", Some(0))];
        assert_eq!(guesses(&known, &prefixed), named("b_"));
    }

    #[test]
    fn a_new_bone_alone_in_the_place_of_one_that_is_gone_is_it_also_down_a_chain() {
        let known = [("root", None), ("arm", Some(0)), ("hand", Some(1))];
        let new = [("root", None), ("limb", Some(0)), ("palm", Some(1))];
        assert_eq!(guesses(&known, &new), [pair("arm", "limb"), pair("hand", "palm")]);
    }

    #[test]
    fn where_several_would_do_nothing_is_guessed() {
        let known = [("root", None), ("arm", Some(0)), ("leg", Some(0))];
        let two = [("root", None), ("a", Some(0)), ("b", Some(0))];
        assert_eq!(guesses(&known, &two), []);
        let elsewhere = [("root", None), ("arm", Some(0)), ("fin", Some(1))];
        assert_eq!(guesses(&known, &elsewhere), []);
        let part_of_a_name = [("root", None), ("arm", Some(0)), ("x", Some(0)), ("ik_leg", Some(1))];
        assert_eq!(guesses(&known, &part_of_a_name), [pair("leg", "x")]);
    }

    #[test]
    fn what_is_renamed_or_was_gone_before_is_neither_gone_nor_new() {
        let mut known = rig(&[("root", None), ("arm", Some(0)), ("leg", Some(0))]);
        let new = rig(&[("root", None), ("limb", Some(0)), ("tail", Some(0)), ("fin", Some(0))]);
        let bone = asset::skeleton::AbsentBone { name: "tail".into(), ..absent() };
        known.absent.push(bone);
        let found = changes((&known, &BTreeSet::new()), &new, &[pair("arm", "limb")].into());
        assert_eq!((found.gone, found.new), (vec!["leg".to_owned()], vec!["fin".to_owned()]));
    }

    fn absent() -> asset::skeleton::AbsentBone {
        let (key, name) = ("tail".into(), String::new());
        let (reference, retarget) = (Transform::IDENTITY, anim::retarget::Retarget::default());
        asset::skeleton::AbsentBone { key, name, parent: None, reference, retarget }
    }

    #[test]
    fn an_import_tells_of_bones_only_where_some_go_and_others_come() {
        use std::sync::Arc;
        let origin = || asset::Origin {
            file: "/a.glb".into(),
            place: "skeleton".into(),
            content: "c".into(),
            said: Default::default(),
            options: Default::default(),
            properties: Default::default(),
        };
        let project = |bones: &[&str]| {
            let bones: Vec<_> = bones.iter().map(|name| (*name, (*name != "root").then_some(0))).collect();
            let rig = Skeleton { origin: Some(origin()), ..rig(&bones) };
            Project { skeletons: [(asset::Id(1), Arc::new(rig))].into(), ..Project::default() }
        };
        let changes = |known: &[&str], new: &[&str], updates: bool| {
            let import = Import {
                file: Arc::new(project(new)),
                updates: updates.then(|| "/a.glb".to_owned()),
                copy: 0,
                adopts: Default::default(),
                bindings: Default::default(),
                rebinds: false,
                renames: Renames::new(),
                matches: Renames::new(),
                reset: false,
                root_motion: false,
            };
            import.bone_changes(&project(known)).map(|all| (all.gone, all.new, all.guessed.len()))
        };
        let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(changes(&["root", "arm"], &["root", "limb"], true), Some((list(&["arm"]), list(&["limb"]), 1)));
        assert_eq!(changes(&["root", "arm"], &["root"], true), None);
        assert_eq!(changes(&["root"], &["root", "arm"], true), None);
        assert_eq!(changes(&["root", "arm"], &["root", "arm"], true), None);
        assert_eq!(changes(&["root", "arm"], &["root", "limb"], false), None, "what is added updates no skeleton");
    }
}
