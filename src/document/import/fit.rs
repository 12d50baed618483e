//! Whether what was made for one skeleton can play on another: by the names of the bones that it
//! moves.

#[cfg(test)]
mod tests;

use super::{
    pairs::{Pairs, followed, pairs, path},
    request::Renames,
};
use asset::{BoneKey, Bones, Clip, Id, Mesh, Project, Skeleton, source::Track};
use std::collections::{BTreeMap, BTreeSet};

/// Difference from the reference pose below which a bone is at rest, metres or parts of one.
const AT_REST: f32 = 1e-3;
/// The part of a file's bones that a skeleton must have to be the same kind of creature.
const KIN: f32 = 0.5;
/// One of so many bones may be missing without a question, where nothing that plays hangs on it:
/// the slots of a hand.
const FEW: usize = 10;

/// Fit of a file's skeleton to a skeleton of the project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkeletonFit {
    /// Names of bones that the file moves or that vertices follow and that the project's skeleton
    /// has.
    pub matched: Vec<String>,
    /// Names of bones that the file moves or that vertices follow and that the project's skeleton
    /// lacks, or has in another place of the hierarchy.
    pub missing: Vec<String>,
    /// Bones that the skeleton has and that could as well be others of it: names of these, and
    /// where they are.
    pub open: BTreeMap<String, Vec<(String, String)>>,
    /// Bones whose names differ by case or a number, and what they are called in the skeleton.
    pub alike: Vec<(String, String)>,
    /// Bones that play hang on some that are missing.
    pub is_torn: bool,
    /// Part of the file's bones that the skeleton has, from 0 to 1. Leaves at rest that carry
    /// nothing do not count.
    pub kinship: f32,
    /// The reference poses of the matched bones are the same.
    pub same_rest: bool,
}

impl SkeletonFit {
    /// Everything plays, but for a few ends.
    pub fn is_full(&self) -> bool {
        let lacks_few = self.missing.len() * FEW <= self.matched.len() + self.missing.len();
        lacks_few && !self.is_torn && self.kinship >= KIN
    }

    /// Most plays: a person has to say whether it is meant.
    pub fn is_partial(&self) -> bool {
        !self.is_full() && self.kinship >= KIN && self.matched.len() >= self.missing.len()
    }
}

/// Finds how the clips and meshes of a file's skeleton fit a skeleton of the project. `matches` is
/// as in [`Import::matches`](super::Import::matches).
pub fn fit(
    file: &Project,
    own: &Skeleton,
    project: &Project,
    other: &Skeleton,
    matches: &Renames,
) -> SkeletonFit {
    let is_own = |id: Id| {
        file.skeletons
            .get(&id)
            .is_some_and(|skeleton| std::ptr::eq(&**skeleton, own))
    };
    let clips = file
        .clips
        .values()
        .filter(|clip| is_own(clip.skeleton))
        .map(|clip| &**clip);
    let meshes = file
        .meshes
        .values()
        .filter(|mesh| is_own(mesh.skeleton))
        .map(|mesh| &**mesh);
    of(
        &needed(own, clips, meshes),
        own,
        other,
        &pairs(own, other, &followed(project, other), matches),
    )
}

/// Finds how a clip or mesh of the project fits another skeleton. None if `id` is neither a clip
/// nor a mesh.
pub fn fit_asset(project: &Project, id: Id, other: &Skeleton) -> Option<SkeletonFit> {
    let (clip, mesh) = (project.clips.get(&id), project.meshes.get(&id));
    let own = clip
        .map(|clip| clip.skeleton)
        .or(mesh.map(|mesh| mesh.skeleton))?;
    let own = project.skeletons.get(&own)?;
    let needed = needed(
        own,
        clip.into_iter().map(|clip| &**clip),
        mesh.into_iter().map(|mesh| &**mesh),
    );
    Some(of(
        &needed,
        own,
        other,
        &pairs(own, other, &followed(project, other), &Renames::new()),
    ))
}

fn of(needed: &Needed, own: &Skeleton, other: &Skeleton, pairs: &Pairs) -> SkeletonFit {
    let mut fit = SkeletonFit {
        same_rest: true,
        ..SkeletonFit::default()
    };
    for stray in &needed.strays {
        let is_there = other.find(stray).is_some() || other.index(&stray.as_str().into()).is_some();
        let list = if is_there {
            &mut fit.matched
        } else {
            &mut fit.missing
        };
        list.push(stray.clone());
    }
    for &bone in &needed.bones {
        let name = own.bones[bone].name.clone();
        match pairs.found[bone].filter(|there| same_place(own, bone, other, *there, pairs)) {
            Some(there) => {
                fit.same_rest &= same_rest(own, bone, other, there);
                let named = |there: &usize| (other.bones[*there].name.clone(), path(other, *there));
                fit.open.extend(
                    pairs
                        .open
                        .get(&bone)
                        .map(|open| (name.clone(), open.iter().map(named).collect())),
                );
                fit.alike.extend(
                    pairs
                        .alike
                        .contains(&bone)
                        .then(|| (name.clone(), other.bones[there].name.clone())),
                );
                fit.matched.push(name);
            }
            None => fit.missing.push(name),
        }
    }
    let is_missing = |bone: u32| fit.missing.contains(&own.bones[bone as usize].name);
    fit.is_torn = own
        .bones
        .iter()
        .any(|bone| bone.parent.is_some_and(is_missing) && fit.matched.contains(&bone.name));
    let is_counted = |bone: &usize| needed.bones.contains(bone) || has_child(own, *bone);
    let counted: Vec<usize> = (0..own.bones.len()).filter(is_counted).collect();
    let known = counted
        .iter()
        .filter(|bone| pairs.found[**bone].is_some())
        .count();
    fit.kinship = known as f32 / counted.len().max(1) as f32;
    fit
}

fn has_child(skeleton: &Skeleton, bone: usize) -> bool {
    skeleton
        .bones
        .iter()
        .any(|other| other.parent == Some(bone as u32))
}

/// Bones that play in clips and meshes.
#[derive(Default)]
struct Needed {
    bones: BTreeSet<usize>,
    /// Names of bones that their own skeleton lacks.
    strays: BTreeSet<String>,
}

/// Bones that some clip moves away from the reference pose, or that vertices of a skin follow; all
/// bones if there are none of these.
fn needed<'a>(
    own: &Skeleton,
    clips: impl Iterator<Item = &'a Clip>,
    meshes: impl Iterator<Item = &'a Mesh>,
) -> Needed {
    let bones = Bones::of(own);
    let mut needed = Needed::default();
    let mut need = |key: &BoneKey, plays: &dyn Fn(usize) -> bool| match bones
        .index(key)
        .map(|bone| bone as usize)
    {
        Some(bone) if plays(bone) => drop(needed.bones.insert(bone)),
        Some(_) => {}
        None => drop(needed.strays.insert(own.bone_name(key).to_owned())),
    };
    for track in clips.flat_map(|clip| &clip.source.tracks) {
        need(&track.bone, &|bone| {
            moves(track, &own.bones[bone].reference)
        });
    }
    for mesh in meshes {
        for part in mesh.parts().filter(|part| part.data.palette.len() > 1) {
            let followed = part
                .data
                .palette
                .iter()
                .filter_map(|joint| mesh.bones.get(joint.bone as usize));
            followed.for_each(|key| need(key, &|_| true));
        }
    }
    if needed.bones.is_empty() && needed.strays.is_empty() {
        needed.bones = (0..own.bones.len()).collect();
    }
    needed
}

pub(super) fn moves(track: &Track, reference: &anim::Transform) -> bool {
    let off =
        |value: &[f32], rest: &[f32]| value.iter().zip(rest).any(|(a, b)| (a - b).abs() > AT_REST);
    let keys = |channel: &Option<asset::source::Channel>, at: &dyn Fn(f32) -> bool| {
        channel
            .as_ref()
            .is_some_and(|channel| channel.times.iter().any(|time| at(*time)))
    };
    keys(&track.translation, &|time| {
        off(
            &track.evaluate(time, reference).translation.to_array(),
            &reference.translation.to_array(),
        )
    }) || keys(&track.rotation, &|time| {
        track
            .evaluate(time, reference)
            .rotation
            .dot(reference.rotation)
            .abs()
            < 1.0 - AT_REST * AT_REST / 2.0
    }) || keys(&track.scale, &|time| {
        off(
            &track.evaluate(time, reference).scale.to_array(),
            &reference.scale.to_array(),
        )
    })
}

/// The nearest bone above that both have is the same.
fn same_place(own: &Skeleton, bone: usize, other: &Skeleton, there: usize, pairs: &Pairs) -> bool {
    let above = |skeleton: &Skeleton, bone: usize, known: &dyn Fn(usize) -> Option<usize>| {
        let parent = |at: &usize| skeleton.bones[*at].parent.map(|parent| parent as usize);
        std::iter::successors(parent(&bone), parent).find_map(known)
    };
    let in_own = above(own, bone, &|bone| pairs.found[bone]);
    let in_other = above(other, there, &|there| {
        pairs.found.contains(&Some(there)).then_some(there)
    });
    in_own.zip(in_other).is_none_or(|(a, b)| a == b)
}

fn same_rest(own: &Skeleton, bone: usize, other: &Skeleton, there: usize) -> bool {
    let (a, b) = (&own.bones[bone].reference, &other.bones[there].reference);
    let size = a.translation.length().max(1.0);
    a.translation.abs_diff_eq(b.translation, AT_REST * size)
        && a.rotation.dot(b.rotation).abs() > 1.0 - AT_REST * AT_REST / 2.0
        && a.scale.abs_diff_eq(b.scale, AT_REST)
}
