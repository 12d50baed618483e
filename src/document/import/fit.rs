//! Whether what was made for one skeleton can play on another: by the names of the bones that it moves.

use super::bind::bone_called;
use asset::{Bones, Project, Skeleton, source::Track};
use std::collections::BTreeSet;

/// Metres and parts of one: a bone that differs by less from the reference pose rests.
const AT_REST: f32 = 1e-3;
/// The part of a file's bones that a skeleton must have to be the same kind of creature.
const KIN: f32 = 0.5;

/// How a skeleton of a file fits one of the project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fit {
    /// Bones that the file moves or that vertices follow, by name: those that the project's skeleton has ...
    pub matched: Vec<String>,
    /// ... and those that it lacks, or has in another place of the hierarchy.
    pub missing: Vec<String>,
    /// How many of the file's bones the skeleton has, from 0 to 1. Leaves at rest that carry nothing do not count.
    pub kinship: f32,
    /// The reference poses of the matched bones are the same.
    pub same_rest: bool,
}

impl Fit {
    /// Everything plays.
    pub fn is_full(&self) -> bool {
        self.missing.is_empty() && self.kinship >= KIN
    }

    /// Most plays: a person has to say whether it is meant.
    pub fn is_partial(&self) -> bool {
        !self.is_full() && self.kinship >= KIN && self.matched.len() >= self.missing.len()
    }
}

/// How the clips and meshes of a file's skeleton fit another skeleton.
pub fn fit(file: &Project, own: &Skeleton, other: &Skeleton) -> Fit {
    let needed = needed(file, own);
    let mut fit = Fit { same_rest: true, ..Fit::default() };
    for &bone in &needed {
        let name = own.bones[bone].name.clone();
        match bone_called(other, &name).filter(|there| same_place(own, bone, other, *there)) {
            Some(there) => {
                fit.same_rest &= same_rest(own, bone, other, there);
                fit.matched.push(name);
            }
            None => fit.missing.push(name),
        }
    }
    let counted: Vec<usize> =
        (0..own.bones.len()).filter(|bone| needed.contains(bone) || has_child(own, *bone)).collect();
    let known = counted.iter().filter(|bone| bone_called(other, &own.bones[**bone].name).is_some()).count();
    fit.kinship = known as f32 / counted.len().max(1) as f32;
    fit
}

fn has_child(skeleton: &Skeleton, bone: usize) -> bool {
    skeleton.bones.iter().any(|other| other.parent == Some(bone as u32))
}

/// Bones that some clip moves away from the reference pose, or that vertices of a skin follow; all where there are none.
fn needed(file: &Project, own: &Skeleton) -> BTreeSet<usize> {
    let bones = Bones::of(own);
    let is_own = |id: asset::Id| file.skeletons.get(&id).is_some_and(|skeleton| std::ptr::eq(&**skeleton, own));
    let clips = file.clips.values().filter(|clip| is_own(clip.skeleton));
    let mut needed = BTreeSet::new();
    for track in clips.flat_map(|clip| &clip.source.tracks) {
        let bone = bones.index(&track.bone).map(|bone| bone as usize);
        needed.extend(bone.filter(|bone| moves(track, &own.bones[*bone].reference)));
    }
    for mesh in file.meshes.values().filter(|mesh| is_own(mesh.skeleton)) {
        for part in mesh.parts().filter(|part| part.data.palette.len() > 1) {
            let followed = part.data.palette.iter().filter_map(|joint| mesh.bones.get(joint.bone as usize));
            needed.extend(followed.filter_map(|key| Some(bones.index(key)? as usize)));
        }
    }
    if needed.is_empty() { (0..own.bones.len()).collect() } else { needed }
}

fn moves(track: &Track, reference: &anim::Transform) -> bool {
    let off = |value: &[f32], rest: &[f32]| value.iter().zip(rest).any(|(a, b)| (a - b).abs() > AT_REST);
    let keys = |channel: &Option<asset::source::Channel>, at: &dyn Fn(f32) -> bool| {
        channel.as_ref().is_some_and(|channel| channel.times.iter().any(|time| at(*time)))
    };
    keys(&track.translation, &|time| {
        off(&track.evaluate(time, reference).translation.to_array(), &reference.translation.to_array())
    }) || keys(&track.rotation, &|time| {
        track.evaluate(time, reference).rotation.dot(reference.rotation).abs() < 1.0 - AT_REST * AT_REST / 2.0
    }) || keys(&track.scale, &|time| {
        off(&track.evaluate(time, reference).scale.to_array(), &reference.scale.to_array())
    })
}

/// The nearest bone above that both have is the same.
fn same_place(own: &Skeleton, bone: usize, other: &Skeleton, there: usize) -> bool {
    let above = |skeleton: &Skeleton, bone: usize, known: &dyn Fn(&str) -> bool| {
        let mut at = skeleton.bones[bone].parent;
        while let Some(parent) = at.map(|at| &skeleton.bones[at as usize]) {
            if known(&parent.name) {
                return Some(parent.name.clone());
            }
            at = parent.parent;
        }
        None
    };
    let in_own = above(own, bone, &|name| bone_called(other, name).is_some());
    let in_other = above(other, there, &|name| own.find(name).is_some());
    match (in_own, in_other) {
        (Some(a), Some(b)) => bone_called(other, &a) == other.find(&b),
        (a, b) => a.is_none() || b.is_none(),
    }
}

fn same_rest(own: &Skeleton, bone: usize, other: &Skeleton, there: usize) -> bool {
    let (a, b) = (&own.bones[bone].reference, &other.bones[there].reference);
    let size = a.translation.length().max(1.0);
    a.translation.abs_diff_eq(b.translation, AT_REST * size)
        && a.rotation.dot(b.rotation).abs() > 1.0 - AT_REST * AT_REST / 2.0
        && a.scale.abs_diff_eq(b.scale, AT_REST)
}
