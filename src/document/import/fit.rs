//! Whether what was made for one skeleton can play on another: by the names of the bones that it moves.

use super::{
    pairs::{Pairs, followed, pairs, path},
    request::Renames,
};
use asset::{BoneKey, Bones, Clip, Id, Mesh, Project, Skeleton, source::Track};
use std::collections::{BTreeMap, BTreeSet};

/// Metres and parts of one: a bone that differs by less from the reference pose rests.
const AT_REST: f32 = 1e-3;
/// The part of a file's bones that a skeleton must have to be the same kind of creature.
const KIN: f32 = 0.5;
/// One of so many bones may be missing without a question, where nothing that plays hangs on it: the slots of a hand.
const FEW: usize = 10;

/// How a skeleton of a file fits one of the project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fit {
    /// Bones that the file moves or that vertices follow, by name: those that the project's skeleton has ...
    pub matched: Vec<String>,
    /// ... and those that it lacks, or has in another place of the hierarchy.
    pub missing: Vec<String>,
    /// Of those that the skeleton has, the ones that could as well be others of it: names of these, and where they are.
    pub open: BTreeMap<String, Vec<(String, String)>>,
    /// Bones whose names differ by case or a number, and what they are called in the skeleton.
    pub alike: Vec<(String, String)>,
    /// Bones that play hang on some that are missing.
    pub is_torn: bool,
    /// How many of the file's bones the skeleton has, from 0 to 1. Leaves at rest that carry nothing do not count.
    pub kinship: f32,
    /// The reference poses of the matched bones are the same.
    pub same_rest: bool,
}

impl Fit {
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

/// How the clips and meshes of a file's skeleton fit a skeleton of the project. `matches` is as in
/// [`Import::matches`](super::Import::matches).
pub fn fit(file: &Project, own: &Skeleton, project: &Project, other: &Skeleton, matches: &Renames) -> Fit {
    let is_own = |id: Id| file.skeletons.get(&id).is_some_and(|skeleton| std::ptr::eq(&**skeleton, own));
    let clips = file.clips.values().filter(|clip| is_own(clip.skeleton)).map(|clip| &**clip);
    let meshes = file.meshes.values().filter(|mesh| is_own(mesh.skeleton)).map(|mesh| &**mesh);
    of(&needed(own, clips, meshes), own, other, &pairs(own, other, &followed(project, other), matches))
}

/// How a clip or mesh of the project fits another skeleton. None for what is neither.
pub fn fit_asset(project: &Project, id: Id, other: &Skeleton) -> Option<Fit> {
    let (clip, mesh) = (project.clips.get(&id), project.meshes.get(&id));
    let own = clip.map(|clip| clip.skeleton).or(mesh.map(|mesh| mesh.skeleton))?;
    let own = project.skeletons.get(&own)?;
    let needed = needed(own, clip.into_iter().map(|clip| &**clip), mesh.into_iter().map(|mesh| &**mesh));
    Some(of(&needed, own, other, &pairs(own, other, &followed(project, other), &Renames::new())))
}

fn of(needed: &Needed, own: &Skeleton, other: &Skeleton, pairs: &Pairs) -> Fit {
    let mut fit = Fit { same_rest: true, ..Fit::default() };
    for stray in &needed.strays {
        let is_there = other.find(stray).is_some() || other.index(&stray.as_str().into()).is_some();
        let list = if is_there { &mut fit.matched } else { &mut fit.missing };
        list.push(stray.clone());
    }
    for &bone in &needed.bones {
        let name = own.bones[bone].name.clone();
        match pairs.found[bone].filter(|there| same_place(own, bone, other, *there, pairs)) {
            Some(there) => {
                fit.same_rest &= same_rest(own, bone, other, there);
                let named = |there: &usize| (other.bones[*there].name.clone(), path(other, *there));
                fit.open.extend(pairs.open.get(&bone).map(|open| (name.clone(), open.iter().map(named).collect())));
                fit.alike.extend(pairs.alike.contains(&bone).then(|| (name.clone(), other.bones[there].name.clone())));
                fit.matched.push(name);
            }
            None => fit.missing.push(name),
        }
    }
    let is_missing = |bone: u32| fit.missing.contains(&own.bones[bone as usize].name);
    fit.is_torn = own.bones.iter().any(|bone| bone.parent.is_some_and(is_missing) && fit.matched.contains(&bone.name));
    let is_counted = |bone: &usize| needed.bones.contains(bone) || has_child(own, *bone);
    let counted: Vec<usize> = (0..own.bones.len()).filter(is_counted).collect();
    let known = counted.iter().filter(|bone| pairs.found[**bone].is_some()).count();
    fit.kinship = known as f32 / counted.len().max(1) as f32;
    fit
}

fn has_child(skeleton: &Skeleton, bone: usize) -> bool {
    skeleton.bones.iter().any(|other| other.parent == Some(bone as u32))
}

/// What plays of clips and meshes.
#[derive(Default)]
struct Needed {
    bones: BTreeSet<usize>,
    /// Names of bones that their own skeleton lacks.
    strays: BTreeSet<String>,
}

/// Bones that some clip moves away from the reference pose, or that vertices of a skin follow; all where there are none.
fn needed<'a>(own: &Skeleton, clips: impl Iterator<Item = &'a Clip>, meshes: impl Iterator<Item = &'a Mesh>) -> Needed {
    let bones = Bones::of(own);
    let mut needed = Needed::default();
    let mut need = |key: &BoneKey, plays: &dyn Fn(usize) -> bool| match bones.index(key).map(|bone| bone as usize) {
        Some(bone) if plays(bone) => drop(needed.bones.insert(bone)),
        Some(_) => {}
        None => drop(needed.strays.insert(own.bone_name(key).to_owned())),
    };
    for track in clips.flat_map(|clip| &clip.source.tracks) {
        need(&track.bone, &|bone| moves(track, &own.bones[bone].reference));
    }
    for mesh in meshes {
        for part in mesh.parts().filter(|part| part.data.palette.len() > 1) {
            let followed = part.data.palette.iter().filter_map(|joint| mesh.bones.get(joint.bone as usize));
            followed.for_each(|key| need(key, &|_| true));
        }
    }
    if needed.bones.is_empty() && needed.strays.is_empty() {
        needed.bones = (0..own.bones.len()).collect();
    }
    needed
}

pub(super) fn moves(track: &Track, reference: &anim::Transform) -> bool {
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
fn same_place(own: &Skeleton, bone: usize, other: &Skeleton, there: usize, pairs: &Pairs) -> bool {
    let above = |skeleton: &Skeleton, bone: usize, known: &dyn Fn(usize) -> Option<usize>| {
        let parent = |at: &usize| skeleton.bones[*at].parent.map(|parent| parent as usize);
        std::iter::successors(parent(&bone), parent).find_map(known)
    };
    let in_own = above(own, bone, &|bone| pairs.found[bone]);
    let in_other = above(other, there, &|there| pairs.found.contains(&Some(there)).then_some(there));
    in_own.zip(in_other).is_none_or(|(a, b)| a == b)
}

fn same_rest(own: &Skeleton, bone: usize, other: &Skeleton, there: usize) -> bool {
    let (a, b) = (&own.bones[bone].reference, &other.bones[there].reference);
    let size = a.translation.length().max(1.0);
    a.translation.abs_diff_eq(b.translation, AT_REST * size)
        && a.rotation.dot(b.rotation).abs() > 1.0 - AT_REST * AT_REST / 2.0
        && a.scale.abs_diff_eq(b.scale, AT_REST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anim::{MeshPart, Transform, mesh::Joint};
    use asset::{
        mesh::Part,
        skeleton::Bone,
        source::{Channel, ClipSource},
    };
    use glam::{Quat, Vec3};
    use std::sync::Arc;

    const RIG: Id = Id(1);

    /// Each bone hangs on the one before.
    fn rig(names: &[&str]) -> Skeleton {
        let bone = |(at, name): (usize, &&str)| {
            Bone::new(*name, at.checked_sub(1).map(|at| at as u32), Transform::from_translation(Vec3::Y))
        };
        Skeleton { name: "rig".into(), bones: names.iter().enumerate().map(bone).collect(), ..Skeleton::default() }
    }

    /// A rig, and a clip that moves some of its bones.
    fn file(skeleton: Skeleton, moved: &[&str]) -> Project {
        let away = || Some(Channel { times: vec![0.0], values: vec![5.0; 3], ..Channel::default() });
        let track = |name: &&str| Track { bone: (*name).into(), translation: away(), ..Track::default() };
        let source = ClipSource { tracks: moved.iter().map(track).collect(), ..ClipSource::default() };
        let mut file = Project::default();
        file.skeletons.insert(RIG, Arc::new(skeleton));
        file.clips.insert(Id(2), Arc::new(Clip::new("c", RIG, Arc::new(source), 30.0)));
        file
    }

    fn fits(file: &Project, other: &Skeleton) -> Fit {
        fit(file, &file.skeletons[&RIG], &Project::default(), other, &Renames::new())
    }

    #[test]
    fn a_few_ends_may_be_missing_and_more_is_asked_for() {
        let kind = |matched: usize, missing: usize, is_torn: bool, kinship: f32| {
            let names = |count| vec![String::new(); count];
            let (matched, missing) = (names(matched), names(missing));
            let fit = Fit { matched, missing, is_torn, kinship, same_rest: true, ..Fit::default() };
            (fit.is_full(), fit.is_partial())
        };
        let (full, partial, neither) = ((true, false), (false, true), (false, false));
        assert_eq!([kind(9, 1, false, 0.5), kind(4, 0, false, 1.0)], [full; 2]);
        assert_eq!([kind(8, 1, false, 0.5), kind(9, 1, true, 0.5), kind(1, 1, false, 0.5)], [partial; 3]);
        assert_eq!([kind(9, 1, false, 0.49), kind(1, 2, false, 1.0), kind(9, 0, true, 0.49)], [neither; 3]);
    }

    #[test]
    fn a_bone_missing_between_others_tears_and_one_at_the_end_does_not() {
        let file = file(rig(&["root", "arm", "hand", "finger"]), &["root", "arm", "hand", "finger"]);
        let torn = fits(&file, &rig(&["root", "arm", "finger"]));
        assert_eq!((torn.missing, torn.matched.len(), torn.is_torn), (vec!["hand".to_owned()], 3, true));
        let short = fits(&file, &rig(&["root", "arm", "hand"]));
        assert_eq!((short.missing, short.matched.len(), short.is_torn), (vec!["finger".to_owned()], 3, false));
    }

    #[test]
    fn leaves_at_rest_are_no_part_of_kinship() {
        let bones = ["root", "arm", "leaf"];
        let kinship = |moved: &[&str], known: &[&str]| fits(&file(rig(&bones), moved), &rig(known)).kinship;
        assert_eq!(kinship(&["arm"], &["root", "arm"]), 1.0);
        assert_eq!(kinship(&["arm"], &["arm"]), 0.5);
        assert_eq!(kinship(&["leaf"], &["root", "arm"]), 2.0 / 3.0);
        assert_eq!(kinship(&["leaf"], &bones), 1.0);
    }

    #[test]
    fn rest_poses_are_the_same_within_a_thousandth() {
        let same = |length: f32, edit: fn(&mut Transform)| {
            let mut own = rig(&["root", "arm"]);
            own.bones[1].reference.translation *= length;
            let mut other = own.clone();
            edit(&mut other.bones[1].reference);
            fits(&file(own, &["root", "arm"]), &other).same_rest
        };
        let moves = [|t: &mut Transform| t.translation.x += 9e-4, |t: &mut Transform| t.translation.x += 2e-3];
        assert_eq!(moves.map(|edit| same(1.0, edit)), [true, false]);
        assert_eq!(moves.map(|edit| same(0.1, edit)), [true, false], "a short bone is no stricter");
        assert_eq!(moves.map(|edit| same(10.0, edit)), [true, true], "a long one goes by its length");
        let turns = [
            |t: &mut Transform| t.rotation = Quat::from_rotation_x(1e-3),
            |t: &mut Transform| t.rotation = Quat::from_rotation_x(3e-3),
        ];
        assert_eq!(turns.map(|edit| same(1.0, edit)), [true, false]);
        let grows = [|t: &mut Transform| t.scale.z += 9e-4, |t: &mut Transform| t.scale.z += 2e-3];
        assert_eq!(grows.map(|edit| same(1.0, edit)), [true, false]);
    }

    #[test]
    fn a_track_moves_a_bone_by_more_than_a_thousandth() {
        let reference = Transform::from_translation(Vec3::Y);
        let keyed = |values: Vec<f32>| Some(Channel { times: vec![0.0], values, ..Channel::default() });
        let moved = |by: f32| Track { translation: keyed(vec![0.0, 1.0 + by, 0.0]), ..Track::default() };
        let turned = |by| Track { rotation: keyed(Quat::from_rotation_z(by).to_array().into()), ..Track::default() };
        let grown = |by: f32| Track { scale: keyed(vec![1.0, 1.0, 1.0 - by]), ..Track::default() };
        for track in [moved(9e-4), turned(1e-3), grown(9e-4), Track::default()] {
            assert!(!moves(&track, &reference), "{track:?}");
        }
        for track in [moved(2e-3), moved(-2e-3), turned(3e-3), grown(2e-3)] {
            assert!(moves(&track, &reference), "{track:?}");
        }
    }

    #[test]
    fn bones_that_a_skin_follows_are_needed_and_the_bone_of_a_rigid_part_is_not() {
        let needs = |bones: &[u32]| {
            let mut file = file(rig(&["root", "arm", "hand"]), &["root"]);
            let palette = bones.iter().map(|&bone| Joint { bone, inverse_bind: [[0.0; 4]; 3] }).collect();
            let data = Arc::new(MeshPart { influences: 1, palette, ..MeshPart::default() });
            let part = Part { name: "p".into(), data, ..Part::default() };
            let keys = file.skeletons[&RIG].keys();
            file.meshes.insert(Id(3), Arc::new(Mesh::new("m", (RIG, keys), vec![part], Vec::new())));
            fits(&file, &rig(&["root", "arm"])).missing
        };
        assert_eq!(needs(&[1, 2]), ["hand"]);
        assert_eq!((needs(&[2]), needs(&[0, 1])), (vec![], vec![]));
    }

    #[test]
    fn a_bone_is_in_the_same_place_below_the_nearest_bone_that_both_have() {
        let bones = ["root", "arm", "hand"];
        let missing = |other: &[&str]| fits(&file(rig(&bones), &["arm", "hand"]), &rig(other)).missing;
        assert!(missing(&["root", "arm", "hand"]).is_empty());
        assert!(missing(&["root", "twist", "arm", "wrist", "hand"]).is_empty(), "what lies between does not count");
        assert!(missing(&["world", "arm", "hand"]).is_empty(), "nor does another root");
        assert_eq!(missing(&["root", "hand", "arm"]), ["arm", "hand"]);
        let mut bound_off = rig(&["root", "arm", "hand"]);
        bound_off.bones[2].parent = None;
        let stray = fits(&file(rig(&bones), &["arm", "hand"]), &bound_off);
        assert_eq!((stray.missing, stray.is_torn), (vec![], false), "a root may be anywhere");
    }

    #[test]
    fn a_clip_or_mesh_of_the_project_fits_by_its_own_bones_alone() {
        let mut project = file(rig(&["root", "arm", "hand"]), &["hand"]);
        let source = project.clips[&Id(2)].source.clone();
        let arm =
            ClipSource { tracks: vec![Track { bone: "arm".into(), ..source.tracks[0].clone() }], ..Default::default() };
        project.clips.insert(Id(4), Arc::new(Clip::new("d", RIG, Arc::new(arm), 30.0)));
        project.clips.insert(Id(5), Arc::new(Clip::new("e", Id(9), source, 30.0)));
        let other = rig(&["root", "arm"]);
        let missing = |id| fit_asset(&project, id, &other).map(|fit| (fit.matched, fit.missing));
        assert_eq!(missing(Id(2)), Some((vec![], vec!["hand".to_owned()])));
        assert_eq!(missing(Id(4)), Some((vec!["arm".to_owned()], vec![])));
        assert_eq!([missing(RIG), missing(Id(5)), missing(Id(8))], [None, None, None]);
    }

    #[test]
    fn tracks_of_bones_that_their_own_skeleton_lacks_count_by_their_names() {
        let file = file(rig(&["root"]), &["tail", "horn"]);
        let fit = fits(&file, &rig(&["root", "tail"]));
        assert_eq!((fit.matched, fit.missing), (vec!["tail".to_owned()], vec!["horn".to_owned()]));
        let still = Project { clips: Default::default(), ..file };
        assert_eq!(fits(&still, &rig(&["root"])).matched, ["root"], "of a file that moves nothing all bones count");
    }

    #[test]
    fn turning_begins_where_the_cosine_of_half_the_turn_leaves_its_threshold() {
        let turned = |steps: f32| {
            let away = steps * f32::EPSILON / 2.0;
            let values = vec![0.0, 0.0, (2.0 * away).sqrt(), 1.0 - away];
            let rotation = Some(Channel { times: vec![0.0], values, ..Channel::default() });
            moves(&Track { rotation, ..Track::default() }, &Transform::IDENTITY)
        };
        // Half of the square of a thousandth, in steps of a number right below 1, and a step more.
        assert_eq!([turned(8.0), turned(9.0)], [false, true]);
    }
}
