use super::*;
use crate::{
    Clip, CompileOptions, Mesh, Montage, Notify, SoundFile, compile,
    montage::Segment,
    notify::Action,
    skeleton::{Bone, Socket},
};
use anim::Transform;

const HERO: Id = Id(1);
const CREATURE: Id = Id(2);
const WALK: Id = Id(3);
const GROWL: Id = Id(4);
const ATTACK: Id = Id(5);
const SWORD: Id = Id(6);
const ANSWER: Id = Id(7);
const STEP: Id = Id(8);

fn skeleton(name: &str) -> Skeleton {
    Skeleton {
        name: name.into(),
        bones: vec![Bone::new("root", None, Transform::IDENTITY)],
        ..Skeleton::default()
    }
}

/// A montage of one clip that answers itself with another one.
fn montage(name: &str, clip: Id, answer: Option<Id>) -> Montage {
    let mut montage = Montage::new(name, HERO, &mut 50);
    montage.slots[0].segments = vec![Segment {
        id: Id(60),
        clip,
        start: 0.0,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate: 1.0,
        loops: 1,
    }];
    if let Some(answer) = answer {
        let mut notify = Notify::instant(Id(61), montage.tracks[0].id, "answer", 0.5);
        notify.action = Action::PlayMontage(answer);
        montage.notifies.push(notify);
    }
    montage
}

/// A hero who holds a sword that is a mesh of the creature's, and a creature.
fn project() -> Project {
    let mut project = Project::default();
    let mut hero = skeleton("hero");
    let mut grip = Socket::new(Id(62), "grip", "root".into(), Transform::IDENTITY);
    grip.preview = Some(SWORD);
    hero.sockets.push(grip);
    project.skeletons = [
        (HERO, Arc::new(hero)),
        (CREATURE, Arc::new(skeleton("creature"))),
    ]
    .into();
    let source = || {
        Arc::new(crate::source::ClipSource {
            duration: 1.0,
            ..Default::default()
        })
    };
    let clip = |name: &str, skeleton| Arc::new(Clip::new(name, skeleton, source(), 30.0));
    project.clips = [
        (WALK, clip("walk", HERO)),
        (GROWL, clip("growl", CREATURE)),
        (STEP, clip("step", HERO)),
    ]
    .into();
    project.montages = [
        (ATTACK, Arc::new(montage("attack", WALK, Some(ANSWER)))),
        (ANSWER, Arc::new(montage("answer", STEP, None))),
    ]
    .into();
    let sword = Mesh::new("sword", (CREATURE, Arc::new([])), Vec::new(), Vec::new());
    project.meshes = [(SWORD, Arc::new(sword))].into();
    let sound = SoundFile {
        name: "step".into(),
        ending: "wav".into(),
        seconds: 1.0,
        bytes: Arc::new([]),
    };
    project.sounds.insert(Id(9), Arc::new(sound));
    project
}

fn bundle(characters: &[Id], tags: &[&str]) -> BundleDefinition {
    BundleDefinition {
        id: Id(100),
        name: "hero".into(),
        characters: characters.iter().copied().collect(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
    }
}

#[test]
fn a_character_brings_its_assets_and_not_what_its_sockets_preview() {
    let project = project();
    let of = |characters: &[Id]| project.bundled(&bundle(characters, &[]));
    assert_eq!(of(&[HERO]), [HERO, WALK, ATTACK, ANSWER, STEP].into());
    assert_eq!(of(&[CREATURE]), [CREATURE, GROWL, SWORD].into());
    assert_eq!(of(&[HERO, CREATURE]).len(), 8);
    assert!(of(&[]).is_empty() && of(&[Id(999)]).is_empty());
}

#[test]
fn a_tag_brings_its_assets_and_all_that_they_need() {
    let mut project = project();
    project.packaging.tags = [
        (ATTACK, ["combat".to_owned()].into()),
        (GROWL, ["noise".to_owned(), "combat".to_owned()].into()),
        (Id(999), ["combat".to_owned()].into()),
    ]
    .into();
    let of = |tags: &[&str]| project.bundled(&bundle(&[], tags));
    assert_eq!(of(&["noise"]), [GROWL, CREATURE].into());
    let combat = [ATTACK, ANSWER, WALK, STEP, HERO, GROWL, CREATURE];
    assert_eq!(of(&["combat"]), combat.into());
    assert!(of(&["Combat"]).is_empty());
}

#[test]
fn what_a_part_has_compiles_as_in_the_whole_project() {
    let project = project();
    let compiled = |project: &Project| {
        compile(
            project,
            &mut crate::Cache::default(),
            CompileOptions::default(),
        )
    };
    let whole = compiled(&project).library;
    let part = project.part(&project.bundled(&bundle(&[HERO], &[])));
    assert!(part.meshes.is_empty() && part.sounds.is_empty());
    assert_eq!(part.skeletons[&HERO].sockets[0].preview, None);
    let part = compiled(&part).library;
    assert_eq!(part.montages.len(), 2);
    assert_eq!(part.clips.len(), 2);
    for montage in &part.montages {
        assert_eq!(whole.montage(montage.name), Some(montage));
    }
    for clip in &part.clips {
        assert_eq!(whole.clip(clip.name), Some(clip));
    }
}

#[test]
fn names_of_files() {
    for name in ["hero", "Held 2.1", "ヒーロー", "a-b_c", "1", "console"] {
        assert!(BundleDefinition::is_file_name(name), "{name}");
    }
    let long = "é".repeat(41);
    let bad = [
        "", " ", ".", "..", "-x", ".x", "x.", "x ", "a/b", "a\\b", "a:b", "a\0", "con", "CON.x",
        "Aux .y", "nul", "prn", "com1", "LPT9.txt", "a\nb", "a*", "a?", "a\"", "a|", "<a>", &long,
    ];
    for name in bad {
        assert!(!BundleDefinition::is_file_name(name), "{name:?}");
    }
}
