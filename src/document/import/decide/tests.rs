use super::*;
use anim::{MeshPart, Transform, mesh::PaletteJoint};
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
    Arc::new(Skeleton {
        name: name.into(),
        origin,
        bones,
        ..Skeleton::default()
    })
}

/// A file of one rig and a clip that moves all of its bones.
fn file(path: &str, content: &str, bones: &[&str]) -> Project {
    let away = || {
        Some(Channel {
            times: vec![0.0],
            values: vec![5.0; 3],
            ..Channel::default()
        })
    };
    let track = |name: &&str| Track {
        bone: (*name).into(),
        translation: away(),
        ..Track::default()
    };
    let source = ClipSource {
        tracks: bones.iter().map(track).collect(),
        ..ClipSource::default()
    };
    let mut file = Project::default();
    file.skeletons.insert(
        OWN,
        rig("own", bones, 1.0, origin(path, "skeleton", content)),
    );
    let clip = Clip::new("walk", OWN, Arc::new(source), 30.0);
    file.clips.insert(
        Id(102),
        Arc::new(Clip {
            origin: origin(path, "clip walk", content),
            ..clip
        }),
    );
    file
}

fn with_skin(mut file: Project, joints: u32) -> Project {
    let palette = (0..joints)
        .map(|bone| PaletteJoint {
            bone,
            inverse_bind: [[0.0; 4]; 3],
        })
        .collect();
    let data = Arc::new(MeshPart {
        influences: 1,
        palette,
        ..MeshPart::default()
    });
    let rigid = Arc::new(MeshPart {
        influences: 1,
        ..MeshPart::default()
    });
    let part = |data| Part {
        name: "p".into(),
        data,
        ..Part::default()
    };
    let keys = file.skeletons[&OWN].keys();
    file.meshes.insert(
        Id(103),
        Arc::new(Mesh::new(
            "m",
            (OWN, keys),
            vec![part(data), part(rigid)],
            vec![],
        )),
    );
    file
}

fn with_rigs(rigs: &[Arc<Skeleton>]) -> Project {
    let mut project = Project::default();
    project
        .skeletons
        .extend(rigs.iter().cloned().zip(1..).map(|(rig, id)| (Id(id), rig)));
    project
}

fn asked(project: &Project, file: Project, mode: ImportMode) -> Result<Import, Doubt> {
    decide(
        project,
        Arc::new(file),
        &ImportChoices {
            mode,
            ..ImportChoices::default()
        },
        &|_| false,
    )
}

fn updates(project: &Project, file: Project, mode: ImportMode) -> Result<Option<String>, Doubt> {
    asked(project, file, mode).map(|import| import.updates)
}

fn bound(project: &Project, file: Project, mode: ImportMode) -> Result<Option<Id>, Doubt> {
    asked(project, file, mode).map(|import| import.bindings.get(&OWN).copied())
}

const BONES: [&str; 4] = ["root", "arm", "hand", "finger"];

#[test]
fn a_file_is_an_update_with_the_same_content_or_half_of_the_bones() {
    let project = with_rigs(&[rig("rig", &BONES, 1.0, origin("/a.glb", "skeleton", "old"))]);
    let here = || Ok(Some("/a.glb".to_owned()));
    let other = || {
        Err(Doubt::OtherContent {
            file: "/a.glb".into(),
        })
    };
    assert_eq!(
        updates(
            &project,
            file("/a.glb", "old", &["x", "y", "z", "w"]),
            ImportMode::Ask
        ),
        here()
    );
    assert_eq!(
        updates(
            &project,
            file("/a.glb", "new", &["root", "arm", "z", "w"]),
            ImportMode::Ask
        ),
        here()
    );
    assert_eq!(
        updates(
            &project,
            file("/a.glb", "new", &["root", "y", "z", "w"]),
            ImportMode::Ask
        ),
        other()
    );
    assert_eq!(
        updates(
            &project,
            file("/a.glb", "new", &["root", "y", "z", "w"]),
            ImportMode::Update
        ),
        here()
    );
    assert_eq!(
        updates(&project, file("/a.glb", "old", &BONES), ImportMode::Add),
        Ok(None)
    );
}

#[test]
fn a_file_that_moved_is_asked_about_and_one_that_is_still_there_is_another() {
    let project = with_rigs(&[rig(
        "rig",
        &BONES,
        1.0,
        origin("/a/hero.glb", "skeleton", "old"),
    )]);
    let source = |path: &str, content: &str, is_there: bool| {
        let choices = ImportChoices::default();
        let file = Arc::new(file(path, content, &BONES));
        decide(&project, file, &choices, &|_| is_there).map(|import| import.updates)
    };
    let moved = |path: &str| {
        Err(Doubt::Moved {
            file: path.into(),
            from: "/a/hero.glb".into(),
        })
    };
    assert_eq!(source("/b/hero.glb", "new", false), moved("/b/hero.glb"));
    assert_eq!(source("/b/hero.glb", "new", true), Ok(None));
    assert_eq!(source("/b/other.glb", "new", false), Ok(None));
    assert_eq!(source("/b/other.glb", "old", true), moved("/b/other.glb"));
}

#[test]
fn a_skeleton_that_fits_is_taken_and_of_several_the_one_with_the_same_rest() {
    let (same, longer) = (
        rig("same", &BONES, 1.0, None),
        rig("longer", &BONES, 2.0, None),
    );
    let file = || file("/a.glb", "new", &BONES);
    let check = |rigs: &[&Arc<Skeleton>], file: Project, expected| {
        let rigs: Vec<_> = rigs.iter().map(|rig| (*rig).clone()).collect();
        assert_eq!(bound(&with_rigs(&rigs), file, ImportMode::Ask), expected);
    };
    check(&[&longer], file(), Ok(Some(RIG)));
    check(&[&longer, &same], file(), Ok(Some(Id(2))));
    check(&[&rig("x", &["x", "y"], 1.0, None)], file(), Ok(None));
    let several = |name: &str| {
        Err(Doubt::SeveralSkeletons {
            names: vec![name.into(); 2],
        })
    };
    check(&[&longer, &longer], file(), several("longer"));
    check(&[&same, &same], with_skin(file(), 2), several("same"));
    check(&[&same], with_skin(file(), 2), Ok(Some(RIG)));
    check(&[&longer], with_skin(file(), 2), Ok(None));
    check(&[&longer], with_skin(file(), 1), Ok(Some(RIG)));
    let two = with_rigs(&[same.clone(), same.clone()]);
    assert_eq!(bound(&two, file(), ImportMode::Add), Ok(None));
}

#[test]
fn a_skeleton_with_most_of_the_bones_is_asked_about_and_not_for_a_skin() {
    let project = with_rigs(&[
        rig("rig", &BONES[..3], 1.0, None),
        rig("less", &BONES[..2], 1.0, None),
    ]);
    let file = || file("/a.glb", "new", &BONES);
    let partly = Doubt::PartlyFits {
        skeleton: "rig".into(),
        missing: vec!["finger".into()],
    };
    assert_eq!(bound(&project, file(), ImportMode::Ask), Err(partly));
    assert_eq!(bound(&project, file(), ImportMode::Add), Ok(None));
    assert_eq!(
        bound(&project, with_skin(file(), 2), ImportMode::Ask),
        Ok(None)
    );
    let few = with_rigs(&[rig("few", &["root"], 1.0, None)]);
    assert_eq!(bound(&few, file(), ImportMode::Ask), Ok(None));
}

#[test]
fn an_updated_skeleton_stays_its_own_though_others_fit() {
    let own = rig("rig", &BONES, 1.0, origin("/a.glb", "skeleton", "old"));
    let project = with_rigs(&[
        rig("other", &BONES, 1.0, origin("/b.glb", "skeleton", "old")),
        own,
    ]);
    let import = asked(&project, file("/a.glb", "new", &BONES), ImportMode::Ask).unwrap();
    assert!(import.updates.is_some() && import.bindings.is_empty());
    let added = asked(&project, file("/c.glb", "new", &BONES), ImportMode::Ask);
    assert!(
        matches!(added, Err(Doubt::SeveralSkeletons { .. })),
        "{added:?}"
    );
}

#[test]
fn what_has_no_source_is_taken_over_by_the_names_of_the_first_version() {
    let mut file = Project {
        name: "hero".into(),
        ..file("/hero.glb", "new", &BONES)
    };
    let texture = |origin| {
        let rgba = Arc::new([0; 4]);
        Arc::new(asset::Texture {
            name: "skin".into(),
            origin,
            width: 1,
            height: 1,
            rgba,
        })
    };
    file.textures
        .insert(Id(104), texture(origin("/hero.glb", "texture skin", "new")));
    let former = |parts: &[&str]| Id::derive(&[&["hero"], parts].concat());
    let (rig_id, walk, skin) = (
        former(&["skeleton"]),
        former(&["clip", "walk"]),
        former(&["texture", "skin"]),
    );
    let mut project = Project::default();
    project
        .skeletons
        .insert(rig_id, rig("body", &BONES, 1.0, None));
    project.clips.insert(
        walk,
        Arc::new(Clip::new("strut", rig_id, Default::default(), 30.0)),
    );
    project.textures.insert(skin, texture(None));
    let names = ["body", "strut", "skin"].map(String::from);
    let Err(Doubt::UnknownSource {
        names: mut asked_of,
    }) = asked(&project, file.clone(), ImportMode::Ask)
    else {
        panic!("it is certain")
    };
    asked_of.sort_by_key(|name| names.iter().position(|known| known == name));
    assert_eq!(asked_of, names);
    let import = asked(&project, file.clone(), ImportMode::Update).unwrap();
    assert_eq!(
        import.adopts,
        [(OWN, rig_id), (Id(102), walk), (Id(104), skin)].into()
    );
    assert!(import.updates.is_none() && import.bindings.is_empty());
    assert!(
        asked(&project, file.clone(), ImportMode::Add)
            .unwrap()
            .adopts
            .is_empty()
    );
    project
        .textures
        .insert(skin, texture(origin("/other.glb", "texture skin", "old")));
    let import = asked(&project, file.clone(), ImportMode::Update).unwrap();
    assert_eq!(
        import.adopts.len(),
        2,
        "what came from elsewhere is not taken"
    );
    let nothing = Err(Doubt::NothingToUpdate {
        file: "/hero.glb".into(),
    });
    assert_eq!(
        updates(&Project::default(), file.clone(), ImportMode::Update),
        nothing
    );
    assert_eq!(
        updates(&Project::default(), file, ImportMode::Ask),
        Ok(None)
    );
}

#[test]
fn clips_play_where_those_of_their_file_played_before() {
    let clip = |path: &str, place: &str, skeleton| {
        let clip = Clip::new("c", skeleton, Default::default(), 30.0);
        Arc::new(Clip {
            origin: origin(path, place, "old"),
            ..clip
        })
    };
    let mut project = with_rigs(&[
        rig("a", &BONES, 1.0, None),
        rig("b", &BONES, 1.0, None),
        rig("c", &BONES, 1.0, None),
    ]);
    project
        .clips
        .insert(Id(11), clip("/other.glb", "clip walk", Id(1)));
    project
        .clips
        .insert(Id(12), clip("/a.glb", "clip run", Id(2)));
    project
        .clips
        .insert(Id(13), clip("/a.glb", "clip walk", Id(3)));
    assert_eq!(
        bound(&project, file("/a.glb", "new", &BONES), ImportMode::Ask),
        Ok(Some(Id(3)))
    );
    let chosen = ImportChoices {
        skeleton: Some(Id(2)),
        ..ImportChoices::default()
    };
    let import = decide(
        &project,
        Arc::new(file("/a.glb", "new", &BONES)),
        &chosen,
        &|_| false,
    )
    .unwrap();
    assert!(import.rebinds && import.bindings == [(OWN, Id(2))].into());
    project.clips.remove(&Id(13));
    let other = Err(Doubt::OtherContent {
        file: "/a.glb".into(),
    });
    assert_eq!(
        bound(&project, file("/a.glb", "new", &BONES), ImportMode::Ask),
        other,
        "none of its clips came from there"
    );
    let rigs = Err(Doubt::SeveralSkeletons {
        names: ["a", "b", "c"].map(String::from).into(),
    });
    assert_eq!(
        bound(&project, file("/a.glb", "new", &BONES), ImportMode::Update),
        rigs
    );
}

#[test]
fn kin_is_at_least_half_of_the_smaller_skeleton_under_the_names_of_now() {
    let names = |count: usize| -> Vec<String> { (0..count).map(|at| format!("b{at}")).collect() };
    let part = |known: &[String], new: &[String], renames: &Renames| {
        let rig = |names: &[String]| {
            rig(
                "r",
                &names.iter().map(String::as_str).collect::<Vec<_>>(),
                1.0,
                None,
            )
        };
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
    let of = |bones: [&str; 11]| {
        updates(&project, file("/a.glb", "new", &bones), ImportMode::Ask).is_ok()
    };
    assert!(of(["a", "b", "c", "d", "e", "f", "1", "2", "3", "4", "5"]));
    assert!(!of(["a", "b", "c", "d", "e", "6", "1", "2", "3", "4", "5"]));
}
