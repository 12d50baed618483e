//! Bones that an import would lose, and which of its new ones they may be.

#[cfg(test)]
mod tests;

use super::{
    bones::former_bones,
    join,
    pairs::followed,
    request::{Import, Renames},
};
use asset::{Project, Skeleton};
use std::collections::BTreeSet;

/// Changes that an import makes to the bones of skeletons that it updates. `gone` and `new` have
/// names, in the order of the bones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoneChanges {
    /// Bones that the file no longer has.
    pub gone: Vec<String>,
    /// Bones that the project's skeletons do not have yet.
    pub new: Vec<String>,
    /// Bones of `gone` that certainly are among `new`, with the names that they have now.
    pub guessed: Renames,
}

impl Import {
    /// Bones that the import removes and adds. None unless bones go and others come. Bones that the
    /// import renamed count as neither.
    pub fn bone_changes(&self, project: &Project) -> Option<BoneChanges> {
        let mut all = BoneChanges::default();
        for (id, new) in &self.file.skeletons {
            let known = join::updated_skeleton(project, self, *id);
            let changes =
                known.map(|known| changes((known, &followed(project, known)), new, &self.renames));
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
    let gone = known
        .bones
        .iter()
        .enumerate()
        .filter(|(at, _)| !stays.contains(at));
    let gone: Vec<String> = gone.map(|(_, bone)| bone.name.clone()).collect();
    let added = new
        .bones
        .iter()
        .zip(&pairs.found)
        .filter(|(bone, found)| found.is_none() && !absent.contains(&bone.name));
    let added: Vec<String> = added.map(|(bone, _)| bone.name.clone()).collect();
    let guessed = guessed((known, &gone), (new, &added));
    BoneChanges {
        gone,
        new: added,
        guessed,
    }
}

/// Parents come before their children, so that a chain of renamed bones is found.
fn guessed((known, gone): (&Skeleton, &[String]), (new, added): (&Skeleton, &[String])) -> Renames {
    let mut found = Renames::new();
    for name in gone {
        let free = |other: &&String| found.values().all(|taken| taken != *other);
        let alike = |other: &&String| core(new, other) == core(known, name);
        let rivals = gone
            .iter()
            .filter(|rival| core(known, rival) == core(known, name))
            .count();
        let named: Vec<&String> = added.iter().filter(alike).filter(free).collect();
        let parent =
            parent(known, name).map(|parent| found.get(parent).map_or(parent, String::as_str));
        let siblings = gone
            .iter()
            .filter(|other| self::parent(known, other) == self::parent(known, name))
            .count();
        let placed: Vec<&String> = added
            .iter()
            .filter(|other| self::parent(new, other) == parent)
            .collect();
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

/// The name in small letters, without the prefix that all bones of the skeleton have and without a
/// namespace.
fn core(skeleton: &Skeleton, name: &str) -> String {
    let prefix = shared_prefix(skeleton);
    let rest = name.get(prefix..).unwrap_or(name);
    rest.rsplit([':', '|'])
        .next()
        .unwrap_or(rest)
        .to_lowercase()
}

/// Number of bytes that all names begin with, up to a character that ends a word.
fn shared_prefix(skeleton: &Skeleton) -> usize {
    let mut names = skeleton.bones.iter().map(|bone| bone.name.as_str());
    let Some(first) = names.next() else { return 0 };
    let same = |a: &str, b: &str| a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let shared = names.map(|name| same(first, name)).min().unwrap_or(0);
    let ends = first
        .char_indices()
        .filter(|(at, c)| *at < shared && !c.is_alphanumeric());
    ends.map(|(at, c)| at + c.len_utf8())
        .next_back()
        .unwrap_or(0)
}
