//! What an imported file is to a project: an update, something new, clips for a skeleton that is there, or a question.

use super::{
    copies,
    doubt::Doubt,
    fit::{Fit, fit},
    request::{Import, Renames},
};
use asset::{Id, Mesh, Project, Skeleton};
use std::{collections::BTreeMap, sync::Arc};

/// The part of bones by name that a skeleton keeps when its source is edited.
const SAME: f32 = 0.5;

/// What a person has said already.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    pub mode: Mode,
    /// Where the file was added several times: an asset of the copy that is updated.
    pub copy: Option<Id>,
    /// Clips and meshes play on this skeleton of the project.
    pub skeleton: Option<Id>,
    pub renames: Renames,
    /// As [`Import::matches`].
    pub matches: Renames,
    /// As [`Import::reset`].
    pub reset: bool,
    /// As [`Import::root_motion`].
    pub root_motion: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Where it is certain.
    #[default]
    Ask,
    Update,
    Add,
}

/// How a file joins the project. `exists` tells whether a path of an origin still holds a file.
pub fn decide(
    project: &Project,
    file: Arc<Project>,
    choices: &Choices,
    exists: &dyn Fn(&str) -> bool,
) -> Result<Import, Doubt> {
    let (updates, adopts) = match source(project, &file, choices, exists)? {
        Some(updates) => (Some(updates), BTreeMap::new()),
        None if choices.mode == Mode::Add => (None, BTreeMap::new()),
        None => (None, adopted(project, &file, choices.mode)?),
    };
    let copy = updates.as_ref().map_or(Ok(0), |path| copies::chosen(project, &file, path, choices.copy))?;
    let mut bindings = BTreeMap::new();
    for (id, skeleton) in file.skeletons.iter().filter(|(id, _)| !adopts.contains_key(*id)) {
        let bound = binding(project, &file, (*id, skeleton), updates.as_deref(), choices)?;
        if let Some(target) = bound.and_then(|bound| project.skeletons.get(&bound)) {
            match fit(&file, skeleton, project, target, &choices.matches).open {
                open if open.is_empty() => {}
                bones => return Err(Doubt::OpenBones { skeleton: target.name.clone(), bones }),
            }
        }
        bindings.extend(bound.map(|bound| (*id, bound)));
    }
    let (rebinds, reset, root_motion) = (choices.skeleton.is_some(), choices.reset, choices.root_motion);
    let (renames, matches) = (choices.renames.clone(), choices.matches.clone());
    Ok(Import { file, updates, copy, adopts, bindings, rebinds, renames, matches, reset, root_motion })
}

pub(super) fn is_stand_in(mesh: &Mesh) -> bool {
    mesh.origin.as_ref().is_some_and(asset::Origin::is_stand_in)
}

/// The path and content that the file's assets remember.
fn path_and_content(file: &Project) -> Option<(&str, &str)> {
    file.origins().next().map(|(_, origin)| (origin.file.as_str(), origin.content.as_str()))
}

fn source(
    project: &Project,
    file: &Project,
    choices: &Choices,
    exists: &dyn Fn(&str) -> bool,
) -> Result<Option<String>, Doubt> {
    let mode = choices.mode;
    let is_kin = |other: &str| is_kin(project, file, other, &choices.renames);
    let Some((path, content)) = path_and_content(file).filter(|_| mode != Mode::Add) else { return Ok(None) };
    let of = |wanted: &str| project.origins().filter(move |(_, origin)| origin.file == wanted).collect::<Vec<_>>();
    let here = of(path);
    if !here.is_empty() {
        let is_certain = here.iter().any(|(_, origin)| origin.content == content) || is_kin(path);
        return if mode == Mode::Update || is_certain {
            Ok(Some(path.to_owned()))
        } else {
            Err(Doubt::OtherContent { file: path.to_owned() })
        };
    }
    let same_name = |other: &str| other.rsplit('/').next() == path.rsplit('/').next();
    let is_moved = |other: &str, it: &str| it == content || (same_name(other) && !exists(other) && is_kin(other));
    let from = project.origins().find(|(_, origin)| is_moved(&origin.file, &origin.content));
    let from = from.map(|(_, origin)| origin.file.clone());
    match (from, mode) {
        (Some(from), Mode::Update) => Ok(Some(from)),
        (Some(from), _) => Err(Doubt::Moved { file: path.to_owned(), from }),
        (None, _) => Ok(None),
    }
}

/// Whether the skeletons that came from a source still are the file's, or it has the same clips without one.
fn is_kin(project: &Project, file: &Project, path: &str, renames: &Renames) -> bool {
    let from_there = |origin: &Option<asset::Origin>| origin.as_ref().is_some_and(|origin| origin.file == path);
    let known: Vec<&Arc<Skeleton>> = project.skeletons.values().filter(|it| from_there(&it.origin)).collect();
    if known.is_empty() {
        let places = |project: &Project| -> Vec<String> {
            project
                .origins()
                .filter(|(_, origin)| origin.file == path)
                .map(|(_, origin)| origin.place.clone())
                .collect()
        };
        let known = places(project);
        return file.origins().any(|(_, origin)| known.contains(&origin.place));
    }
    known.iter().any(|known| file.skeletons.values().any(|new| shared(known, new, renames) >= SAME))
}

/// The part of the bones of the smaller skeleton that the other has too, by the names that they have now.
fn shared(known: &Skeleton, new: &Skeleton, renames: &Renames) -> f32 {
    let least = known.bones.len().min(new.bones.len()).max(1);
    let now = |name: &String| new.find(renames.get(name).unwrap_or(name)).is_some();
    let both = known.bones.iter().filter(|bone| now(&bone.name)).count();
    both as f32 / least as f32
}

/// Assets of the file that take the place of some in the project. Projects of the first version did not record where
/// those came from.
fn adopted(project: &Project, file: &Project, mode: Mode) -> Result<BTreeMap<Id, Id>, Doubt> {
    let mut found = BTreeMap::new();
    for (id, origin) in file.origins() {
        let name = file.asset_name(id).unwrap_or_default();
        let kind = origin.place.split(' ').next().unwrap_or_default();
        let former = if matches!(kind, "clip" | "texture") {
            Id::derive(&[&file.name, kind, name])
        } else {
            Id::derive(&[&file.name, kind])
        };
        if project.kind(former).is_some() && project.origin(former).is_none() {
            found.insert(id, former);
        }
    }
    let name = |id: &Id| project.asset_name(*id).unwrap_or_default().to_owned();
    match (found.is_empty(), mode) {
        (true, Mode::Update) => {
            Err(Doubt::NothingToUpdate { file: path_and_content(file).map_or("", |(path, _)| path).to_owned() })
        }
        (false, Mode::Ask) => Err(Doubt::UnknownSource { names: found.values().map(name).collect() }),
        _ => Ok(found),
    }
}

/// The skeleton of the project that takes the place of the file's; None for its own.
fn binding(
    project: &Project,
    file: &Project,
    (id, own): (Id, &Arc<Skeleton>),
    updates: Option<&str>,
    choices: &Choices,
) -> Result<Option<Id>, Doubt> {
    if choices.skeleton.is_some() {
        return Ok(choices.skeleton);
    }
    let place = own.origin.as_ref().map(|origin| origin.place.as_str());
    let is_same = |it: &Skeleton| {
        it.origin
            .as_ref()
            .is_some_and(|origin| Some(origin.file.as_str()) == updates && Some(origin.place.as_str()) == place)
    };
    if project.skeletons.values().any(|it| is_same(it)) {
        return Ok(None);
    }
    if let Some(bound) = bound_before(project, file, id, updates) {
        return Ok(Some(bound));
    }
    let has_skin = file
        .meshes
        .values()
        .any(|mesh| mesh.skeleton == id && !is_stand_in(mesh) && mesh.parts().any(|part| part.data.palette.len() > 1));
    let fits =
        project.skeletons.iter().map(|(id, other)| (*id, &**other, fit(file, own, project, other, &choices.matches)));
    let fits: Vec<(Id, &Skeleton, Fit)> = fits.collect();
    let full: Vec<&(Id, &Skeleton, Fit)> =
        fits.iter().filter(|(.., fit)| fit.is_full() && (fit.same_rest || !has_skin)).collect();
    let same: Vec<_> = full.iter().filter(|(.., fit)| fit.same_rest).collect();
    match (same.as_slice(), full.as_slice()) {
        ([(id, ..)], _) | ([], [(id, ..)]) => return Ok(Some(*id)),
        ([], []) => {}
        _ if choices.mode == Mode::Add => return Ok(None),
        _ => {
            return Err(Doubt::SeveralSkeletons { names: full.iter().map(|(_, it, _)| it.name.clone()).collect() });
        }
    }
    let is_asked = |(.., fit): &&(Id, &Skeleton, Fit)| fit.is_partial() && !has_skin && choices.mode != Mode::Add;
    let has_clips = file.clips.values().any(|clip| clip.skeleton == id);
    let best = fits.iter().filter(is_asked).min_by_key(|(.., fit)| fit.missing.len());
    match best.filter(|_| has_clips) {
        Some((_, it, fit)) => Err(Doubt::PartlyFits { skeleton: it.name.clone(), missing: fit.missing.clone() }),
        None => Ok(None),
    }
}

/// Where the file's clips play since its last import.
fn bound_before(project: &Project, file: &Project, skeleton: Id, updates: Option<&str>) -> Option<Id> {
    let updates = updates?;
    let clips = file.clips.values().filter(|clip| clip.skeleton == skeleton);
    let places: Vec<&str> = clips.filter_map(|clip| Some(clip.origin.as_ref()?.place.as_str())).collect();
    let is_known = |origin: &asset::Origin| origin.file == updates && places.contains(&origin.place.as_str());
    project.clips.values().find(|clip| clip.origin.as_ref().is_some_and(is_known)).map(|clip| clip.skeleton)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anim::{MeshPart, Transform, mesh::Joint};
    use asset::{
        Clip, Mesh, Origin,
        mesh::Part,
        skeleton::Bone,
        source::{Channel, ClipSource, Track},
    };
    use glam::Vec3;

    const RIG: Id = Id(1);
    const OWN: Id = Id(101);

    fn origin(file: &str, place: &str, content: &str) -> Option<Origin> {
        Some(Origin {
            file: file.into(),
            place: place.into(),
            content: content.into(),
            said: Default::default(),
            options: Default::default(),
            properties: Default::default(),
        })
    }

    /// Each bone hangs on the one before, so far from it.
    fn rig(name: &str, bones: &[&str], length: f32, origin: Option<Origin>) -> Arc<Skeleton> {
        let bone = |(at, name): (usize, &&str)| {
            let reference = Transform::from_translation(Vec3::Y * length);
            Bone::new(*name, at.checked_sub(1).map(|at| at as u32), reference)
        };
        let bones = bones.iter().enumerate().map(bone).collect();
        Arc::new(Skeleton { name: name.into(), origin, bones, ..Skeleton::default() })
    }

    /// A file of one rig and a clip that moves all of its bones.
    fn file(path: &str, content: &str, bones: &[&str]) -> Project {
        let away = || Some(Channel { times: vec![0.0], values: vec![5.0; 3], ..Channel::default() });
        let track = |name: &&str| Track { bone: (*name).into(), translation: away(), ..Track::default() };
        let source = ClipSource { tracks: bones.iter().map(track).collect(), ..ClipSource::default() };
        let mut file = Project::default();
        file.skeletons.insert(OWN, rig("own", bones, 1.0, origin(path, "skeleton", content)));
        let clip = Clip::new("walk", OWN, Arc::new(source), 30.0);
        file.clips.insert(Id(102), Arc::new(Clip { origin: origin(path, "clip walk", content), ..clip }));
        file
    }

    fn with_skin(mut file: Project, joints: u32) -> Project {
        let palette = (0..joints).map(|bone| Joint { bone, inverse_bind: [[0.0; 4]; 3] }).collect();
        let data = Arc::new(MeshPart { influences: 1, palette, ..MeshPart::default() });
        let rigid = Arc::new(MeshPart { influences: 1, ..MeshPart::default() });
        let part = |data| Part { name: "p".into(), data, ..Part::default() };
        let keys = file.skeletons[&OWN].keys();
        file.meshes.insert(Id(103), Arc::new(Mesh::new("m", (OWN, keys), vec![part(data), part(rigid)], vec![])));
        file
    }

    fn with_rigs(rigs: &[Arc<Skeleton>]) -> Project {
        let mut project = Project::default();
        project.skeletons.extend(rigs.iter().cloned().zip(1..).map(|(rig, id)| (Id(id), rig)));
        project
    }

    fn asked(project: &Project, file: Project, mode: Mode) -> Result<Import, Doubt> {
        decide(project, Arc::new(file), &Choices { mode, ..Choices::default() }, &|_| false)
    }

    fn updates(project: &Project, file: Project, mode: Mode) -> Result<Option<String>, Doubt> {
        asked(project, file, mode).map(|import| import.updates)
    }

    fn bound(project: &Project, file: Project, mode: Mode) -> Result<Option<Id>, Doubt> {
        asked(project, file, mode).map(|import| import.bindings.get(&OWN).copied())
    }

    const BONES: [&str; 4] = ["root", "arm", "hand", "finger"];

    #[test]
    fn a_file_is_an_update_with_the_same_content_or_half_of_the_bones() {
        let project = with_rigs(&[rig("rig", &BONES, 1.0, origin("/a.glb", "skeleton", "old"))]);
        let here = || Ok(Some("/a.glb".to_owned()));
        let other = || Err(Doubt::OtherContent { file: "/a.glb".into() });
        assert_eq!(updates(&project, file("/a.glb", "old", &["x", "y", "z", "w"]), Mode::Ask), here());
        assert_eq!(updates(&project, file("/a.glb", "new", &["root", "arm", "z", "w"]), Mode::Ask), here());
        assert_eq!(updates(&project, file("/a.glb", "new", &["root", "y", "z", "w"]), Mode::Ask), other());
        assert_eq!(updates(&project, file("/a.glb", "new", &["root", "y", "z", "w"]), Mode::Update), here());
        assert_eq!(updates(&project, file("/a.glb", "old", &BONES), Mode::Add), Ok(None));
    }

    #[test]
    fn a_file_that_moved_is_asked_about_and_one_that_is_still_there_is_another() {
        let project = with_rigs(&[rig("rig", &BONES, 1.0, origin("/a/hero.glb", "skeleton", "old"))]);
        let source = |path: &str, content: &str, is_there: bool| {
            let choices = Choices::default();
            let file = Arc::new(file(path, content, &BONES));
            decide(&project, file, &choices, &|_| is_there).map(|import| import.updates)
        };
        let moved = |path: &str| Err(Doubt::Moved { file: path.into(), from: "/a/hero.glb".into() });
        assert_eq!(source("/b/hero.glb", "new", false), moved("/b/hero.glb"));
        assert_eq!(source("/b/hero.glb", "new", true), Ok(None));
        assert_eq!(source("/b/other.glb", "new", false), Ok(None));
        assert_eq!(source("/b/other.glb", "old", true), moved("/b/other.glb"));
    }

    #[test]
    fn a_skeleton_that_fits_is_taken_and_of_several_the_one_with_the_same_rest() {
        let (same, longer) = (rig("same", &BONES, 1.0, None), rig("longer", &BONES, 2.0, None));
        let file = || file("/a.glb", "new", &BONES);
        let check = |rigs: &[&Arc<Skeleton>], file: Project, expected| {
            let rigs: Vec<_> = rigs.iter().map(|rig| (*rig).clone()).collect();
            assert_eq!(bound(&with_rigs(&rigs), file, Mode::Ask), expected);
        };
        check(&[&longer], file(), Ok(Some(RIG)));
        check(&[&longer, &same], file(), Ok(Some(Id(2))));
        check(&[&rig("x", &["x", "y"], 1.0, None)], file(), Ok(None));
        let several = |name: &str| Err(Doubt::SeveralSkeletons { names: vec![name.into(); 2] });
        check(&[&longer, &longer], file(), several("longer"));
        check(&[&same, &same], with_skin(file(), 2), several("same"));
        check(&[&same], with_skin(file(), 2), Ok(Some(RIG)));
        check(&[&longer], with_skin(file(), 2), Ok(None));
        check(&[&longer], with_skin(file(), 1), Ok(Some(RIG)));
        let two = with_rigs(&[same.clone(), same.clone()]);
        assert_eq!(bound(&two, file(), Mode::Add), Ok(None));
    }

    #[test]
    fn a_skeleton_with_most_of_the_bones_is_asked_about_and_not_for_a_skin() {
        let project = with_rigs(&[rig("rig", &BONES[..3], 1.0, None), rig("less", &BONES[..2], 1.0, None)]);
        let file = || file("/a.glb", "new", &BONES);
        let partly = Doubt::PartlyFits { skeleton: "rig".into(), missing: vec!["finger".into()] };
        assert_eq!(bound(&project, file(), Mode::Ask), Err(partly));
        assert_eq!(bound(&project, file(), Mode::Add), Ok(None));
        assert_eq!(bound(&project, with_skin(file(), 2), Mode::Ask), Ok(None));
        let few = with_rigs(&[rig("few", &["root"], 1.0, None)]);
        assert_eq!(bound(&few, file(), Mode::Ask), Ok(None));
    }

    #[test]
    fn an_updated_skeleton_stays_its_own_though_others_fit() {
        let own = rig("rig", &BONES, 1.0, origin("/a.glb", "skeleton", "old"));
        let project = with_rigs(&[rig("other", &BONES, 1.0, origin("/b.glb", "skeleton", "old")), own]);
        let import = asked(&project, file("/a.glb", "new", &BONES), Mode::Ask).unwrap();
        assert!(import.updates.is_some() && import.bindings.is_empty());
        let added = asked(&project, file("/c.glb", "new", &BONES), Mode::Ask);
        assert!(matches!(added, Err(Doubt::SeveralSkeletons { .. })), "{added:?}");
    }

    #[test]
    fn what_has_no_source_is_taken_over_by_the_names_of_the_first_version() {
        let mut file = Project { name: "hero".into(), ..file("/hero.glb", "new", &BONES) };
        let texture = |origin| {
            let rgba = Arc::new([0; 4]);
            Arc::new(asset::Texture { name: "skin".into(), origin, width: 1, height: 1, rgba })
        };
        file.textures.insert(Id(104), texture(origin("/hero.glb", "texture skin", "new")));
        let former = |parts: &[&str]| Id::derive(&[&["hero"], parts].concat());
        let (rig_id, walk, skin) = (former(&["skeleton"]), former(&["clip", "walk"]), former(&["texture", "skin"]));
        let mut project = Project::default();
        project.skeletons.insert(rig_id, rig("body", &BONES, 1.0, None));
        project.clips.insert(walk, Arc::new(Clip::new("strut", rig_id, Default::default(), 30.0)));
        project.textures.insert(skin, texture(None));
        let names = ["body", "strut", "skin"].map(String::from);
        let Err(Doubt::UnknownSource { names: mut asked_of }) = asked(&project, file.clone(), Mode::Ask) else {
            panic!("it is certain")
        };
        asked_of.sort_by_key(|name| names.iter().position(|known| known == name));
        assert_eq!(asked_of, names);
        let import = asked(&project, file.clone(), Mode::Update).unwrap();
        assert_eq!(import.adopts, [(OWN, rig_id), (Id(102), walk), (Id(104), skin)].into());
        assert!(import.updates.is_none() && import.bindings.is_empty());
        assert!(asked(&project, file.clone(), Mode::Add).unwrap().adopts.is_empty());
        project.textures.insert(skin, texture(origin("/other.glb", "texture skin", "old")));
        let import = asked(&project, file.clone(), Mode::Update).unwrap();
        assert_eq!(import.adopts.len(), 2, "what came from elsewhere is not taken");
        let nothing = Err(Doubt::NothingToUpdate { file: "/hero.glb".into() });
        assert_eq!(updates(&Project::default(), file.clone(), Mode::Update), nothing);
        assert_eq!(updates(&Project::default(), file, Mode::Ask), Ok(None));
    }

    #[test]
    fn clips_play_where_those_of_their_file_played_before() {
        let clip = |path: &str, place: &str, skeleton| {
            let clip = Clip::new("c", skeleton, Default::default(), 30.0);
            Arc::new(Clip { origin: origin(path, place, "old"), ..clip })
        };
        let mut project =
            with_rigs(&[rig("a", &BONES, 1.0, None), rig("b", &BONES, 1.0, None), rig("c", &BONES, 1.0, None)]);
        project.clips.insert(Id(11), clip("/other.glb", "clip walk", Id(1)));
        project.clips.insert(Id(12), clip("/a.glb", "clip run", Id(2)));
        project.clips.insert(Id(13), clip("/a.glb", "clip walk", Id(3)));
        assert_eq!(bound(&project, file("/a.glb", "new", &BONES), Mode::Ask), Ok(Some(Id(3))));
        let chosen = Choices { skeleton: Some(Id(2)), ..Choices::default() };
        let import = decide(&project, Arc::new(file("/a.glb", "new", &BONES)), &chosen, &|_| false).unwrap();
        assert!(import.rebinds && import.bindings == [(OWN, Id(2))].into());
        project.clips.remove(&Id(13));
        let other = Err(Doubt::OtherContent { file: "/a.glb".into() });
        assert_eq!(
            bound(&project, file("/a.glb", "new", &BONES), Mode::Ask),
            other,
            "none of its clips came from there"
        );
        let rigs = Err(Doubt::SeveralSkeletons { names: ["a", "b", "c"].map(String::from).into() });
        assert_eq!(bound(&project, file("/a.glb", "new", &BONES), Mode::Update), rigs);
    }

    #[test]
    fn kin_is_at_least_half_of_the_smaller_skeleton_under_the_names_of_now() {
        let names = |count: usize| -> Vec<String> { (0..count).map(|at| format!("b{at}")).collect() };
        let part = |known: &[String], new: &[String], renames: &Renames| {
            let rig = |names: &[String]| rig("r", &names.iter().map(String::as_str).collect::<Vec<_>>(), 1.0, None);
            shared(&rig(known), &rig(new), renames)
        };
        let renames: Renames = [("b0".to_owned(), "x".to_owned())].into();
        assert_eq!(part(&names(4), &names(2), &Renames::new()), 1.0);
        assert_eq!(part(&names(2), &names(4), &Renames::new()), 1.0);
        assert_eq!(part(&names(2), &names(2), &renames), 0.5);
        assert_eq!(part(&names(0), &names(0), &Renames::new()), 0.0);
        let project = with_rigs(&[rig(
            "r",
            &["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"],
            1.0,
            origin("/a.glb", "skeleton", "old"),
        )]);
        let of = |bones: [&str; 11]| updates(&project, file("/a.glb", "new", &bones), Mode::Ask).is_ok();
        assert!(of(["a", "b", "c", "d", "e", "f", "1", "2", "3", "4", "5"]));
        assert!(!of(["a", "b", "c", "d", "e", "6", "1", "2", "3", "4", "5"]));
    }
}
