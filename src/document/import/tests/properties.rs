//! Random rigs imported again and again, with clips and outfits of other files on them: what is not
//! touched stays.

use super::{Import, ImportChoices, Renames, decide};
use crate::{Command, Document, ProjectCommand};
use anim::{
    MeshPart, Name, Pose, Transform,
    mesh::PaletteJoint,
    skinning::{self, Skinned, inverse_bind_rows},
};
use asset::{
    Asset, AssetKind, Clip, Id, Mesh, Origin, Project, Skeleton,
    mesh::Part,
    skeleton::{BlendProfile, Bone, BoneMask, Socket, VirtualBone},
    source::{Channel, ClipSource, Track},
};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use std::{collections::BTreeMap, sync::Arc};

/// A bone as an animator sees it: a name, a parent, a place. The order is that of the file.
#[derive(Clone, Debug)]
struct Drawn {
    name: String,
    /// An earlier one; None for the first alone.
    parent: Option<usize>,
    at: Vec3,
    turn: f32,
}

/// Something that happens to a rig between two imports.
#[derive(Clone, Debug)]
enum Change {
    /// A new leaf.
    Insert(usize),
    /// A new bone that rests between one and its parent.
    InsertAbove(usize),
    /// A leaf goes.
    Remove(usize),
    /// A leaf changes places with another in the file's order.
    Reorder(usize, usize),
    Rename(usize),
    /// Two bones take each other's names.
    Swap(usize, usize),
}

fn rig() -> impl Strategy<Value = Vec<Drawn>> {
    let bone = (any::<prop::sample::Index>(), -1.0f32..1.0, -3.0f32..3.0);
    prop::collection::vec(bone, 3..9).prop_map(|bones| {
        let bone = |(at, (parent, x, turn)): (usize, (prop::sample::Index, f32, f32))| Drawn {
            name: format!("b{at}"),
            parent: (at > 0).then(|| parent.index(at)),
            at: Vec3::new(x, 0.3, -x),
            turn,
        };
        bones.into_iter().enumerate().map(bone).collect()
    })
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (0usize..20).prop_map(Change::Insert),
        (1usize..20).prop_map(Change::InsertAbove),
        (1usize..20).prop_map(Change::Remove),
        (1usize..20, 1usize..20).prop_map(|(a, b)| Change::Reorder(a, b)),
        (0usize..20).prop_map(Change::Rename),
        (0usize..20, 0usize..20).prop_map(|(a, b)| Change::Swap(a, b)),
    ]
}

fn is_leaf(rig: &[Drawn], bone: usize) -> bool {
    rig.iter().all(|other| other.parent != Some(bone))
}

fn insert(rig: &mut Vec<Drawn>, place: usize, new: Drawn) {
    rig.iter_mut()
        .for_each(|bone| bone.parent = bone.parent.map(|at| at + usize::from(at >= place)));
    rig.insert(place, new);
}

/// What the change makes of a rig, and which names it gives a new meaning. `fresh` is a name that
/// no bone ever had.
fn changed(rig: &[Drawn], change: &Change, fresh: String) -> (Vec<Drawn>, Renames) {
    let mut rig = rig.to_vec();
    let count = rig.len();
    match *change {
        Change::Insert(at) => {
            let parent = at % count;
            insert(
                &mut rig,
                parent + 1,
                Drawn {
                    name: fresh,
                    parent: Some(parent),
                    at: Vec3::X,
                    turn: 0.7,
                },
            );
        }
        Change::InsertAbove(at) => {
            let at = at % count;
            if let Some(parent) = rig[at].parent {
                insert(
                    &mut rig,
                    at,
                    Drawn {
                        name: fresh,
                        parent: Some(parent),
                        at: Vec3::ZERO,
                        turn: 0.0,
                    },
                );
                rig[at + 1].parent = Some(at);
            }
        }
        Change::Remove(at) => {
            let at = at % count;
            if count > 2 && at > 0 && is_leaf(&rig, at) {
                rig.remove(at);
                rig.iter_mut().for_each(|bone| {
                    bone.parent = bone.parent.map(|parent| parent - usize::from(parent > at))
                });
            }
        }
        Change::Reorder(a, b) => {
            let (a, b) = (a % count, b % count);
            if a > 0 && b > 0 && is_leaf(&rig, a) && is_leaf(&rig, b) {
                let above = |bone: usize, place: usize| {
                    rig[bone].parent.is_none_or(|parent| parent < place)
                };
                if above(a, b) && above(b, a) {
                    rig.swap(a, b);
                }
            }
        }
        Change::Rename(at) => {
            let at = at % count;
            let (old, new) = (rig[at].name.clone(), fresh);
            rig[at].name.clone_from(&new);
            return (rig, [(old, new)].into());
        }
        Change::Swap(a, b) => {
            let (a, b) = (a % count, b % count);
            if a != b {
                let (old, new) = (rig[a].name.clone(), rig[b].name.clone());
                (rig[a].name, rig[b].name) = (new.clone(), old.clone());
                return (rig, [(old.clone(), new.clone()), (new, old)].into());
            }
        }
    }
    (rig, Renames::new())
}

fn skeleton(rig: &[Drawn]) -> Skeleton {
    let bone = |drawn: &Drawn| {
        let reference = Transform {
            translation: drawn.at,
            rotation: Quat::from_rotation_z(drawn.turn),
            scale: Vec3::ONE,
        };
        Bone::new(
            drawn.name.clone(),
            drawn.parent.map(|parent| parent as u32),
            reference,
        )
    };
    Skeleton {
        name: "rig".into(),
        bones: rig.iter().map(bone).collect(),
        ..Skeleton::default()
    }
}

/// One second in which every bone turns, each by another angle; `place` sets the clip apart from
/// others.
fn clip(rig: &[Drawn], name: &str, skeleton: Id, speed: f32) -> Clip {
    let track = |(at, drawn): (usize, &Drawn)| {
        let turn = |u: f32| {
            (Quat::from_rotation_z(drawn.turn) * Quat::from_rotation_x(u * speed * (at + 1) as f32))
                .to_array()
        };
        let rotation = Channel {
            times: vec![0.0, 1.0],
            values: [turn(0.0), turn(1.0)].concat(),
            ..Channel::default()
        };
        Track {
            bone: drawn.name.as_str().into(),
            rotation: Some(rotation),
            ..Track::default()
        }
    };
    let tracks = rig.iter().enumerate().map(track).collect();
    let source = ClipSource {
        duration: 1.0,
        tracks,
        curves: Vec::new(),
    };
    Clip {
        compression: None,
        ..Clip::new(name, skeleton, Arc::new(source), 10.0)
    }
}

/// A vertex on each bone.
fn mesh(rig: &[Drawn], name: &str, id: Id) -> Mesh {
    let skeleton = skeleton(rig);
    let models = skeleton.reference_models();
    let joint = |(bone, model): (usize, &glam::Affine3A)| PaletteJoint {
        bone: bone as u32,
        inverse_bind: inverse_bind_rows(&model.inverse()),
    };
    let count = rig.len();
    let data = MeshPart {
        name: Name::new(name),
        positions: models
            .iter()
            .map(|model| (Vec3::from(model.translation) + Vec3::Z * 0.1).to_array())
            .collect(),
        normals: vec![[0.0, 0.0, 1.0]; count].into(),
        influences: 1,
        joints: (0..count as u16).collect(),
        weights: vec![1.0; count].into(),
        palette: models.iter().enumerate().map(joint).collect(),
        ..MeshPart::default()
    };
    let part = Part {
        name: name.into(),
        data: Arc::new(data),
        ..Part::default()
    };
    Mesh::new(
        name,
        (id, skeleton.keys()),
        vec![part],
        vec![asset::Material::default()],
    )
}

/// A file at a path, with everything that remembers it.
fn file(
    path: &str,
    content: usize,
    rig: &[Drawn],
    clips: &[(&str, f32)],
    has_mesh: bool,
) -> Arc<Project> {
    let id = |word: &str| Id::derive(&[path, word]);
    let origin = |place: String, said| {
        Some(Origin {
            file: path.into(),
            place,
            content: format!("{content:032}"),
            said,
            options: Default::default(),
            properties: Default::default(),
        })
    };
    let mut project = Project {
        name: "file".into(),
        ..Project::default()
    };
    let mut rigged = skeleton(rig);
    rigged.origin = origin("skeleton".into(), rigged.said());
    project.skeletons.insert(id("skeleton"), Arc::new(rigged));
    for (name, speed) in clips {
        let mut clip = clip(rig, name, id("skeleton"), *speed);
        clip.origin = origin(format!("clip {name}"), clip.said());
        project.clips.insert(id(name), Arc::new(clip));
    }
    if has_mesh {
        let mut mesh = mesh(rig, path, id("skeleton"));
        mesh.origin = origin("mesh".into(), mesh.said());
        project.meshes.insert(id("mesh"), Arc::new(mesh));
    }
    Arc::new(project)
}

fn import(
    document: &mut Document,
    file: Arc<Project>,
    renames: Renames,
    skeleton: Option<Id>,
) -> Import {
    let choices = ImportChoices {
        skeleton,
        renames,
        ..ImportChoices::default()
    };
    let import = decide(document.project(), file, &choices, &|_| true)
        .unwrap_or_else(|doubt| panic!("{doubt}"));
    document
        .perform(
            &Command::Project(ProjectCommand::Import(Arc::new(import.clone()))),
            None,
        )
        .unwrap();
    import
}

/// In the middle of the clip, model space, by the keys of bones.
fn pose(project: &Project, clip: &str) -> BTreeMap<String, [Vec3; 3]> {
    let library = asset::compile(
        project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let compiled = library.clip(Name::new(clip)).expect("the clip compiles");
    let skeleton = library.skeleton(compiled.skeleton).unwrap();
    let mut pose = Pose::reference(skeleton);
    compiled.sample(skeleton, 0.5, &mut pose);
    let mut models = Vec::new();
    anim::pose::local_to_model(skeleton, &pose, &mut models);
    let authored = project
        .skeletons
        .values()
        .find(|it| Name::new(&it.name) == skeleton.name)
        .unwrap();
    let corners = |model: &glam::Affine3A| {
        [Vec3::ZERO, Vec3::X, Vec3::Y].map(|at| model.transform_point3(at))
    };
    authored
        .bones
        .iter()
        .zip(&models)
        .map(|(bone, model)| (bone.key.to_string(), corners(model)))
        .collect()
}

/// Of the outfit in the middle of a clip.
fn vertices(project: &Project, mesh: &str, clip: &str) -> Vec<Vec3> {
    let library = asset::compile(
        project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let compiled = library.clip(Name::new(clip)).unwrap();
    let skeleton = library.skeleton(compiled.skeleton).unwrap();
    let mut pose = Pose::reference(skeleton);
    compiled.sample(skeleton, 0.5, &mut pose);
    let mut models = Vec::new();
    anim::pose::local_to_model(skeleton, &pose, &mut models);
    let mesh = library
        .meshes
        .iter()
        .find(|it| it.name == Name::new(mesh))
        .unwrap();
    let mut skinned = Skinned::default();
    skinning::skin_pose(&mesh.lods[0].parts[0], &models, &pose, &mut skinned);
    skinned.positions
}

/// What hangs on the rig: a socket, a link, a mask and a profile on its last and first bones.
fn dress(project: &mut Project, rig: Id) {
    let skeleton = Arc::make_mut(project.skeletons.get_mut(&rig).unwrap());
    let (first, last) = (
        skeleton.bones[0].key.clone(),
        skeleton.bones.last().unwrap().key.clone(),
    );
    skeleton.sockets.push(Socket::new(
        Id(91),
        "socket",
        last.clone(),
        Transform::from_translation(Vec3::X),
    ));
    skeleton
        .virtual_bones
        .push(VirtualBone::new(Id(92), "link", first, last.clone()));
    skeleton.masks.push(BoneMask {
        id: Id(93),
        name: "mask".into(),
        weights: [(last.clone(), 0.5)].into(),
    });
    let factors = [(last, 2.0)].into();
    let mode = anim::mask::ProfileMode::WeightFactor;
    skeleton.blend_profiles.push(BlendProfile {
        id: Id(94),
        name: "profile".into(),
        mode,
        factors,
    });
}

proptest! {
    /// Bones that are there before and after are where they were, whatever came between; what hangs
    /// on a bone hangs on it still, or waits.
    #[test]
    fn what_an_import_does_not_touch_keeps_its_place(
        rig in rig(),
        changes in prop::collection::vec(prop::collection::vec(change(), 1..4), 1..4),
    ) {
        let mut document = Document::new(Project::default());
        import(&mut document, file("/rig.glb", 0, &rig, &[("Own", 0.4)], true), Renames::new(), None);
        let (&id, _) = document.project().skeletons.iter().next().unwrap();
        import(&mut document, file("/walk.glb", 1, &rig, &[("Walk", 0.3)], false), Renames::new(), Some(id));
        import(&mut document, file("/outfit.glb", 2, &rig, &[], true), Renames::new(), Some(id));
        let mut dressed = Project::clone(document.project());
        dress(&mut dressed, id);
        let mut document = Document::new(dressed);
        let (walk, outfit) = (pose(document.project(), "Walk"), vertices(document.project(), "/outfit.glb", "Walk"));
        let hung = document.project().skeletons[&id].clone();
        let mut now = rig.clone();
        for (at, round) in changes.iter().enumerate() {
            let mut renames = Renames::new();
            for (nth, change) in round.iter().enumerate() {
                // One map for one import: a bone is renamed once between two.
                let (next, renamed) = changed(&now, change, format!("new {at} {nth}"));
                if renamed.keys().chain(renamed.values()).any(|name| renames.keys().chain(renames.values()).any(|known: &String| known == name)) {
                    continue;
                }
                renames.extend(renamed);
                now = next;
            }
            let before = document.project().clone();
            let joined = import(&mut document, file("/rig.glb", 10 + at, &now, &[("Own", 0.4)], true), renames, None);
            prop_assert!(joined.updates.is_some() && joined.bindings.is_empty());
            prop_assert!(document.undo() && Arc::ptr_eq(&before, document.project()));
            document.redo();
        }
        prop_assert_eq!(document.project().list(AssetKind::Skeleton).len(), 1);
        let skeleton = &document.project().skeletons[&id];
        let after = pose(document.project(), "Walk");
        for (key, is) in &after {
            if let Some(was) = walk.get(key) {
                let off = was.iter().zip(is).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
                prop_assert!(off < 1e-6, "{key} is off by {off}");
            }
        }
        let worn = vertices(document.project(), "/outfit.glb", "Walk");
        for (at, drawn) in rig.iter().enumerate() {
            if after.contains_key(&drawn.name) {
                prop_assert!(outfit[at].distance(worn[at]) < 1e-6, "the vertex on {}", drawn.name);
            }
        }
        prop_assert_eq!(&skeleton.sockets, &hung.sockets);
        prop_assert_eq!(&skeleton.masks, &hung.masks);
        prop_assert_eq!(&skeleton.blend_profiles, &hung.blend_profiles);
        prop_assert_eq!(&skeleton.virtual_bones, &hung.virtual_bones);
        for key in hung.bones.iter().map(|bone| &bone.key) {
            prop_assert!(skeleton.knows(key), "{key} is forgotten");
        }
    }
}
