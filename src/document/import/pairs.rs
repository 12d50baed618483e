//! Which bone of one skeleton is which of another: by its place in the hierarchy first, by its name
//! second.
//!
//! A name that one bone has on either side decides alone. Where several have it in their files,
//! those that hang on the same bones and carry the same ones are one bone, and what vertices follow
//! is meant before what they do not. What has no bone of its name is the one in its place whose
//! name differs by case or by a number such as `.001`.

#[cfg(test)]
mod tests;

use super::request::Renames;
use asset::{BoneKey, Mesh, Project, Skeleton, skeleton::Bone};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap},
};

/// Number of pairs of bones with one name up to which their places decide; beyond it their unique
/// names decide.
const MOST: usize = 10_000;
/// Most bones above a bone that are compared.
const FAR: usize = 64;
/// Cosine between two translations from which on they point in the same direction.
const ALONG: f32 = 0.95;
/// Metres, or parts of a bone's length.
const SAME_REST: f32 = 1e-3;

/// The bones of `own`, found in another skeleton.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Pairs {
    /// Bone of the other skeleton, by bone of `own`; None where it has none.
    pub found: Vec<Option<usize>>,
    /// Bones of `own` that could as well be others than what was found for them.
    pub open: BTreeMap<usize, BTreeSet<usize>>,
    /// Bones whose names differ by case or a number.
    pub alike: BTreeSet<usize>,
}

/// `followed` are bones of `other` that vertices of a skin follow. `said` maps names of bones of
/// `own` to names in `other`; what it maps is not looked for.
pub(super) fn pairs(
    own: &Skeleton,
    other: &Skeleton,
    followed: &BTreeSet<usize>,
    said: &Renames,
) -> Pairs {
    if said.is_empty() && is_same(own, other) {
        return Pairs {
            found: (0..own.bones.len()).map(Some).collect(),
            ..Pairs::default()
        };
    }
    let mut pairing = Pairing::new(own, other, followed);
    for (bone, name) in said
        .iter()
        .filter_map(|(own_name, name)| Some((own.find(own_name)?, name)))
    {
        pairing.settled.insert(bone);
        if let Some(there) = other.find(name) {
            pairing.take(bone, there);
        }
    }
    pairing.by_name(false, &str::to_owned);
    pairing.by_key();
    // One round a bone of the longest chain at most: the place of each is below one that was found.
    for _ in 0..FAR {
        let before = pairing.taken.len();
        pairing.by_name(true, &core);
        if pairing.taken.len() == before {
            break;
        }
    }
    pairing.out
}

/// Whether both have the same bones in the same order, as a skeleton and the one that it was
/// imported into.
fn is_same(own: &Skeleton, other: &Skeleton) -> bool {
    let is_one = |(a, b): (&Bone, &Bone)| {
        a.name == b.name && a.parent == b.parent && a.reference == b.reference
    };
    own.bones.len() == other.bones.len() && own.bones.iter().zip(&other.bones).all(is_one)
}

/// Path of a bone from the root, as in `Rig/Arm/Hand`.
pub(super) fn path(skeleton: &Skeleton, bone: usize) -> String {
    let parent = |at: &usize| skeleton.bones[*at].parent.map(|parent| parent as usize);
    let mut names: Vec<&str> = std::iter::successors(Some(bone), parent)
        .map(|at| skeleton.bones[at].file_name())
        .collect();
    names.reverse();
    names.join("/")
}

/// Bones of a skeleton that vertices of a skin follow in meshes of it.
pub(super) fn followed(project: &Project, skeleton: &Skeleton) -> BTreeSet<usize> {
    let is_its = |mesh: &&std::sync::Arc<Mesh>| {
        project
            .skeletons
            .get(&mesh.skeleton)
            .is_some_and(|known| std::ptr::eq(&**known, skeleton))
    };
    let at: HashMap<&BoneKey, usize> = skeleton
        .bones
        .iter()
        .map(|bone| &bone.key)
        .zip(0..)
        .collect();
    let mut found = BTreeSet::new();
    for mesh in project.meshes.values().filter(is_its) {
        let joints = mesh
            .parts()
            .filter(|part| part.data.palette.len() > 1)
            .flat_map(|part| part.data.palette.iter());
        let keys = joints.filter_map(|joint| mesh.bones.get(joint.bone as usize));
        found.extend(keys.filter_map(|key| at.get(key).copied()));
    }
    found
}

/// A name in small letters, without a number that a program put behind it.
fn core(name: &str) -> String {
    let stem = name.rsplit_once('.').filter(|(stem, number)| {
        !stem.is_empty() && number.len() >= 3 && number.bytes().all(|digit| digit.is_ascii_digit())
    });
    stem.map_or(name, |(stem, _)| stem).to_lowercase()
}

/// Evidence that two bones of one name are the same, the weightiest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Evidence {
    /// Bones above both that have the same names, in the same order.
    above: usize,
    is_followed: bool,
    /// Thousandths of the bones right below either that both have.
    below: usize,
    /// 2 for the same rest pose, 1 for the same direction, else 0.
    rest: u8,
}

struct Pairing<'a> {
    own: PairingSide<'a>,
    other: PairingSide<'a>,
    followed: &'a BTreeSet<usize>,
    taken: BTreeSet<usize>,
    /// Bones of `own` that are not looked for.
    settled: BTreeSet<usize>,
    out: Pairs,
}

struct PairingSide<'a> {
    skeleton: &'a Skeleton,
    children: Vec<Vec<usize>>,
}

impl<'a> PairingSide<'a> {
    fn new(skeleton: &'a Skeleton) -> Self {
        let mut children = vec![Vec::new(); skeleton.bones.len()];
        for (at, bone) in skeleton.bones.iter().enumerate() {
            if let Some(below) = bone
                .parent
                .and_then(|parent| children.get_mut(parent as usize))
            {
                below.push(at);
            }
        }
        Self { skeleton, children }
    }

    fn name(&self, bone: usize) -> &'a str {
        self.skeleton.bones[bone].file_name()
    }

    /// Names of the bones above, the nearest first.
    fn above(&self, bone: usize) -> impl Iterator<Item = &'a str> {
        let bones = &self.skeleton.bones;
        let parent = move |at: &usize| bones[*at].parent.map(|parent| parent as usize);
        std::iter::successors(parent(&bone), parent)
            .take(FAR)
            .map(|at| bones[at].file_name())
    }
}

impl<'a> Pairing<'a> {
    fn new(own: &'a Skeleton, other: &'a Skeleton, followed: &'a BTreeSet<usize>) -> Self {
        let out = Pairs {
            found: vec![None; own.bones.len()],
            ..Pairs::default()
        };
        let (own, other) = (PairingSide::new(own), PairingSide::new(other));
        Self {
            own,
            other,
            followed,
            taken: BTreeSet::new(),
            settled: BTreeSet::new(),
            out,
        }
    }

    fn take(&mut self, bone: usize, there: usize) {
        if self.taken.insert(there) {
            self.settled.insert(bone);
            self.out.found[bone] = Some(there);
        }
    }

    /// Pairs bones that a rename left without their names with those that were called so.
    fn by_key(&mut self) {
        let bones = self.other.skeleton.bones.iter().zip(0..);
        let renamed = bones.filter(|(bone, _)| bone.key.as_str() != bone.name);
        let at: HashMap<&str, usize> = renamed.map(|(bone, at)| (bone.key.as_str(), at)).collect();
        for bone in 0..self.own.skeleton.bones.len() {
            if let Some(there) = at
                .get(self.own.name(bone))
                .filter(|_| !self.settled.contains(&bone))
            {
                self.take(bone, *there);
            }
        }
    }

    /// Pairs what is left of each name, or of names that are `alike` only; `named` says what counts
    /// as the name.
    fn by_name(&mut self, alike: bool, named: &dyn Fn(&str) -> String) {
        let mut groups: BTreeMap<String, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for bone in (0..self.own.children.len()).filter(|bone| !self.settled.contains(bone)) {
            groups
                .entry(named(self.own.name(bone)))
                .or_default()
                .0
                .push(bone);
        }
        for there in (0..self.other.children.len()).filter(|there| !self.taken.contains(there)) {
            if let Some(group) = groups.get_mut(&named(self.other.name(there))) {
                group.1.push(there);
            }
        }
        for (own, others) in groups
            .values()
            .filter(|(own, others)| !own.is_empty() && !others.is_empty())
        {
            match (own.as_slice(), others.as_slice()) {
                ([bone], [there]) => self.alone(alike, *bone, *there),
                _ if own.len() * others.len() > MOST => self.by_unique_name(own, others),
                _ => self.by_place(alike, own, others),
            }
        }
    }

    fn alone(&mut self, alike: bool, bone: usize, there: usize) {
        if alike && !self.is_alike(bone, there) {
            return;
        }
        self.take(bone, there);
        if alike {
            self.out.alike.insert(bone);
        }
    }

    /// A name that differs says nothing but in the same place, and of those that do not all has
    /// been said.
    fn is_alike(&self, bone: usize, there: usize) -> bool {
        self.own.name(bone) != self.other.name(there) && self.is_same_place(bone, there)
    }

    fn is_same_place(&self, bone: usize, there: usize) -> bool {
        let parent = |side: &PairingSide<'_>, bone: usize| {
            side.skeleton.bones[bone]
                .parent
                .map(|parent| parent as usize)
        };
        match (parent(&self.own, bone), parent(&self.other, there)) {
            (None, None) => true,
            (Some(own), Some(other)) => self.out.found[own] == Some(other),
            _ => false,
        }
    }

    fn by_unique_name(&mut self, own: &[usize], others: &[usize]) {
        let at: HashMap<&str, usize> = others
            .iter()
            .map(|there| (self.other.skeleton.bones[*there].name.as_str(), *there))
            .collect();
        for bone in own {
            if let Some(there) = at.get(self.own.skeleton.bones[*bone].name.as_str()) {
                self.take(*bone, *there);
            }
        }
    }

    fn by_place(&mut self, alike: bool, own: &[usize], others: &[usize]) {
        let mut all: BTreeMap<(usize, usize), Evidence> = BTreeMap::new();
        for bone in own {
            all.extend(
                others
                    .iter()
                    .map(|there| ((*bone, *there), self.evidence(*bone, *there))),
            );
        }
        let is_named = |(bone, there): (usize, usize)| {
            self.own.skeleton.bones[bone].name == self.other.skeleton.bones[there].name
        };
        let mut order: Vec<(usize, usize)> = all.keys().copied().collect();
        order.sort_by_key(|pair| (Reverse(all[pair]), !is_named(*pair), *pair));
        let speaks = |found: &Evidence| found.above > 0 || found.is_followed || found.below > 0;
        for (bone, there) in order {
            let is_free = !self.settled.contains(&bone) && !self.taken.contains(&there);
            if is_free && speaks(&all[&(bone, there)]) && (!alike || self.is_alike(bone, there)) {
                self.take(bone, there);
            }
        }
        for bone in own {
            let Some(there) = self.out.found[*bone] else {
                continue;
            };
            if alike {
                self.out.alike.insert(*bone);
            }
            let open = open(*bone, there, own, others, &all, &self.out.found);
            if !open.is_empty() {
                self.out
                    .open
                    .insert(*bone, open.into_iter().chain([there]).collect());
            }
        }
    }

    fn evidence(&self, bone: usize, there: usize) -> Evidence {
        let mut theirs = self.other.above(there);
        let above = self
            .own
            .above(bone)
            .filter(|name| theirs.any(|other| other == *name))
            .count();
        let (own, other) = (
            &self.own.skeleton.bones[bone].reference,
            &self.other.skeleton.bones[there].reference,
        );
        let (a, b) = (own.translation, other.translation);
        let is_same = (a - b).abs().max_element() <= SAME_REST * b.length().max(1.0)
            && own.rotation.dot(other.rotation).abs() > 1.0 - SAME_REST * SAME_REST;
        let goes_along = a.normalize_or_zero().dot(b.normalize_or_zero()) > ALONG;
        Evidence {
            above,
            is_followed: self.followed.contains(&there),
            below: self.below(bone, there),
            rest: if is_same { 2 } else { u8::from(goes_along) },
        }
    }

    fn below(&self, bone: usize, there: usize) -> usize {
        let names = |side: &PairingSide<'a>, bone: usize| -> BTreeSet<&'a str> {
            side.children[bone]
                .iter()
                .map(|child| side.skeleton.bones[*child].file_name())
                .collect()
        };
        let (own, other) = (names(&self.own, bone), names(&self.other, there));
        let (both, all) = (own.intersection(&other).count(), own.union(&other).count());
        (both * 1000).checked_div(all).unwrap_or(0)
    }
}

/// Bones that speak for themselves as much as the one that was found, and that no other bone claims
/// with more right.
fn open(
    bone: usize,
    found: usize,
    own: &[usize],
    others: &[usize],
    all: &BTreeMap<(usize, usize), Evidence>,
    taken: &[Option<usize>],
) -> Vec<usize> {
    let is_equal = |there: &&usize| {
        let rival = own.iter().find(|rival| taken[**rival] == Some(**there));
        **there != found
            && all[&(bone, **there)] == all[&(bone, found)]
            && rival.is_none_or(|rival| all[&(*rival, found)] == all[&(*rival, **there)])
    };
    others.iter().filter(is_equal).copied().collect()
}
