//! Parts of joining, and small files that join small projects.

use super::*;
use anim::{Transform, mesh::MorphDelta};
use asset::{
    Notify,
    clip::{Additive, AdditiveBase},
    mesh::Shape,
    skeleton::Bone,
    source::{Channel, ClipSource},
};

fn socket(id: u64, name: &str, x: f32) -> Socket {
    let local = Transform {
        scale: [x; 3].into(),
        ..Transform::IDENTITY
    };
    Socket::new(Id(id), name, "root".into(), local)
}

fn rig(bones: &[&str], sockets: Vec<Socket>) -> Skeleton {
    let bones = bones
        .iter()
        .map(|name| Bone::new(*name, None, Transform::IDENTITY))
        .collect();
    Skeleton {
        name: "rig".into(),
        bones,
        sockets,
        ..Skeleton::default()
    }
}

#[test]
fn a_file_s_socket_is_its_own_again_or_new_under_a_name_that_is_free() {
    let shown = Socket {
        preview: Some(Id(9)),
        ..socket(1, "hand", 1.0)
    };
    let taken = |taken: Socket| {
        let mut now = rig(&["root"], vec![shown.clone(), socket(2, "hip", 1.0)]);
        take_socket(&mut now, &rig(&["root"], vec![]), &taken);
        now.sockets
    };
    let moved = Socket {
        preview: Some(Id(9)),
        ..socket(1, "hand", 2.0)
    };
    assert_eq!(
        taken(socket(1, "hand", 2.0)),
        [moved, socket(2, "hip", 1.0)]
    );
    assert_eq!(
        taken(socket(3, "hip", 2.0)),
        [shown.clone(), socket(2, "hip", 1.0)]
    );
    assert_eq!(
        taken(socket(3, "foot", 2.0)),
        [shown.clone(), socket(2, "hip", 1.0), socket(3, "foot", 2.0)]
    );
}

#[test]
fn tracks_are_left_out_where_they_rest_on_what_the_target_lacks() {
    let track = |bone: &str, x: f32| {
        let channel = Channel {
            times: vec![0.0],
            values: vec![x, 0.0, 0.0],
            ..Channel::default()
        };
        Track {
            bone: bone.into(),
            translation: Some(channel),
            ..Track::default()
        }
    };
    let tracks = vec![
        track("root", 0.0),
        track("camera", 0.0),
        track("tail", 1.0),
        track("stray", 0.0),
    ];
    let source = ClipSource {
        tracks,
        ..ClipSource::default()
    };
    let clip = Clip::new("c", Id(1), Arc::new(source), 30.0);
    let own = rig(&["root", "camera", "tail"], vec![]);
    let target = rig(&["root"], vec![]);
    let nothing = Default::default();
    let onto = Onto::new(&Project::default(), &own, (Id(99), &target), &nothing);
    let left = without_resting_strays(&clip, &own, &onto);
    let bones: Vec<&str> = left
        .source
        .tracks
        .iter()
        .map(|track| track.bone.as_str())
        .collect();
    assert_eq!(bones, ["root", "tail", "stray"]);
}

fn levels(sizes: &[f32]) -> Mesh {
    let mut mesh = Mesh::new("mesh", (Id(1), Arc::new([])), vec![], vec![]);
    mesh.lods = sizes
        .iter()
        .map(|size| Lod {
            screen_size: *size,
            ..Lod::finest(vec![])
        })
        .collect();
    mesh
}

#[test]
fn screen_sizes_are_kept_of_levels_that_both_have_while_they_fall() {
    let kept = |known: &[f32], file: &[f32]| -> Vec<f32> {
        let mut now = levels(file);
        keep_sizes(&levels(known), &mut now);
        now.lods.iter().map(|lod| lod.screen_size).collect()
    };
    assert_eq!(kept(&[1.0, 0.95, 0.4], &[1.0, 0.5, 0.3]), [1.0, 0.95, 0.4]);
    assert_eq!(kept(&[1.0, 0.95, 0.4], &[1.0, 0.5]), [1.0, 0.95]);
    assert_eq!(kept(&[1.0, 0.6], &[1.0, 0.5, 0.3]), [1.0, 0.6, 0.3]);
    assert_eq!(
        kept(&[1.0, 1.0, 0.5, 0.2], &[1.0, 0.5, 0.3, 0.1]),
        [1.0, 0.5, 0.3, 0.2]
    );
}

fn import_of(file: Project, updates: Option<&str>) -> Import {
    Import {
        file: Arc::new(file),
        updates: updates.map(str::to_owned),
        copy: 0,
        adopts: BTreeMap::new(),
        bindings: BTreeMap::new(),
        rebinds: false,
        renames: BTreeMap::new(),
        matches: BTreeMap::new(),
        reset: false,
        root_motion: false,
    }
}

/// An update by a file of these clips, of a project of these clips and files.
fn updated(
    known: &[(u64, &str, &str)],
    new: &[&str],
    updates: Option<&str>,
) -> (Project, Vec<ImportedAsset>) {
    let clip = |id: u64, file: &str, name: &str| {
        let (file, place) = (file.to_owned(), format!("clip {name}"));
        let clip = Clip::new(name, Id(1), Default::default(), 30.0);
        let said = clip.said();
        (
            Id(id),
            Arc::new(Clip {
                origin: Some(Origin {
                    file,
                    place,
                    content: "c".into(),
                    said,
                    options: Default::default(),
                    properties: Default::default(),
                }),
                ..clip
            }),
        )
    };
    let file = new
        .iter()
        .zip(10..)
        .map(|(name, id)| clip(id, "/a.glb", name))
        .collect();
    let import = import_of(
        Project {
            clips: file,
            ..Project::default()
        },
        updates,
    );
    let clips = known
        .iter()
        .map(|(id, file, name)| clip(*id, file, name))
        .collect();
    import.joined(&Project {
        clips,
        ..Project::default()
    })
}

#[test]
fn what_a_file_does_not_know_of_a_mesh_outlives_its_update() {
    let of_file = |content: &str| {
        let origin = Origin {
            file: "/a.glb".into(),
            place: "mesh".into(),
            content: content.into(),
            said: Default::default(),
            options: Default::default(),
            properties: Default::default(),
        };
        Mesh {
            origin: Some(origin),
            ..levels(&[1.0, 0.5])
        }
    };
    let body = asset::mesh::Body {
        bone: "root".into(),
        radius: 1.0,
        ..Default::default()
    };
    let (post_process, bone_limit) = (Some(Id(7)), Some(64));
    let known = Mesh {
        post_process,
        post_process_lod: 0,
        bone_limit,
        room: anim::BoundsBy::Bodies,
        bodies: vec![body],
        ..of_file("old")
    };
    let project = |mesh: &Mesh| Project {
        meshes: [(Id(10), Arc::new(mesh.clone()))].into(),
        ..Project::default()
    };
    let (joined, told) =
        import_of(project(&of_file("new")), Some("/a.glb")).joined(&project(&known));
    let now = &joined.meshes[&Id(10)];
    assert_eq!(
        (told[0].what.clone(), &now.origin.as_ref().unwrap().content),
        (ImportOutcome::Updated, &"new".to_owned())
    );
    assert_eq!(
        (now.post_process, now.post_process_lod, now.bone_limit),
        (Some(Id(7)), 0, Some(64))
    );
    assert_eq!((now.room, &now.bodies), (known.room, &known.bodies));
}

#[test]
fn what_the_file_no_longer_has_is_told_of_and_nothing_of_other_files() {
    let known = [
        (10, "/a.glb", "walk"),
        (20, "/a.glb", "run"),
        (30, "/b.glb", "jump"),
    ];
    let told = |updates| -> Vec<(u64, ImportOutcome)> {
        updated(&known, &["walk"], updates)
            .1
            .into_iter()
            .map(|it| (it.id.0, it.what))
            .collect()
    };
    assert_eq!(
        told(Some("/a.glb")),
        [(10, ImportOutcome::Updated), (20, ImportOutcome::Kept)]
    );
    let added = told(None);
    assert_eq!((added.len(), &added[0].1), (1, &ImportOutcome::Added));
    assert!(![10, 20, 30].contains(&added[0].0));
}

#[test]
fn what_is_added_again_gets_ids_and_names_of_its_own() {
    let (project, told) = updated(&[(10, "/a.glb", "walk")], &["walk", "run"], None);
    let again = copies::again(Id(10));
    let names: BTreeMap<Id, &str> = project
        .clips
        .iter()
        .map(|(id, clip)| (*id, clip.name.as_str()))
        .collect();
    assert_eq!(
        names,
        [(Id(10), "walk"), (Id(11), "run"), (again, "walk_1")].into()
    );
    assert!(told.iter().all(|it| it.what == ImportOutcome::Added));
}

/// A language in which every text is another one.
struct Strange;

impl words::Translations for Strange {
    fn text(&self, _: u64) -> Option<&'static str> {
        Some("∗")
    }

    fn filled(&self, _: u64, _: &[(&str, std::fmt::Arguments<'_>)]) -> Option<String> {
        Some("∗".to_owned())
    }

    fn tag(&self) -> &'static str {
        "und"
    }

    fn has(&self, _: u64) -> bool {
        true
    }
}

#[test]
fn a_clip_keeps_what_people_changed_and_takes_what_the_file_did_in_any_language() {
    a_clip_keeps_and_takes();
    words::speaking(&Strange, a_clip_keeps_and_takes);
}

fn a_clip_keeps_and_takes() {
    let source = |duration| {
        Arc::new(ClipSource {
            duration,
            ..ClipSource::default()
        })
    };
    let known = Clip {
        keys_edited: true,
        looping: true,
        ..Clip::new("here", Id(1), source(1.0), 30.0)
    };
    let new = || Clip {
        skeleton: Id(2),
        ..Clip::new("file", Id(2), source(2.0), 60.0)
    };
    let said = known.said();
    for field in ["name", "frame rate", "looping", "keys"] {
        let mut file = said.clone();
        file.insert(field.into(), "other".into());
        let now = reimported(&known, new(), &Merge::of(Some(&said), &said, &file, false));
        let taken = [
            now.name == "file",
            now.frame_rate == 60.0,
            !now.looping,
            now.source.duration == 2.0,
        ];
        assert_eq!(
            taken,
            ["name", "frame rate", "looping", "keys"].map(|it| it == field),
            "{field}"
        );
        assert_eq!((now.keys_edited, now.skeleton), (field != "keys", Id(2)));
    }
    let untouched = Clip {
        keys_edited: false,
        ..known
    };
    let now = reimported(&untouched, new(), &Merge::of(None, &said, &said, false));
    assert!(
        now.source.duration == 2.0 && now.name == "here",
        "keys that nobody edited are the file's"
    );
}

#[test]
fn what_is_bound_tells_what_its_skeleton_lacks_and_a_copy_shows_its_own_textures() {
    let origin = |place: &str| Origin {
        file: "/a.glb".into(),
        place: place.into(),
        content: "c".into(),
        said: Default::default(),
        options: Default::default(),
        properties: Default::default(),
    };
    let own = Skeleton {
        origin: Some(origin("skeleton")),
        ..rig(&["root", "tail"], vec![])
    };
    let channel = Channel {
        times: vec![0.0],
        values: vec![1.0; 3],
        ..Channel::default()
    };
    let track = Track {
        bone: "tail".into(),
        translation: Some(channel),
        ..Track::default()
    };
    let source = ClipSource {
        tracks: vec![track],
        ..ClipSource::default()
    };
    let clip = Clip {
        origin: Some(origin("clip walk")),
        ..Clip::new("walk", Id(1), Arc::new(source), 30.0)
    };
    let material = asset::Material {
        texture: Some(Id(4)),
        ..Default::default()
    };
    let palette = vec![anim::mesh::PaletteJoint {
        bone: 1,
        inverse_bind: [[0.0; 4]; 3],
    }]
    .into();
    let data = Arc::new(anim::MeshPart {
        influences: 1,
        palette,
        ..Default::default()
    });
    let part = Part {
        name: "p".into(),
        data,
        ..Part::default()
    };
    let mesh = Mesh::new("body", (Id(1), own.keys()), vec![part], vec![material]);
    let mesh = Mesh {
        origin: Some(origin("mesh")),
        ..mesh
    };
    let (name, rgba) = ("skin".into(), Arc::new([0; 4]));
    let skin = Texture {
        name,
        origin: Some(origin("texture skin")),
        width: 1,
        height: 1,
        rgba,
    };
    let mut file = Project::default();
    file.skeletons.insert(Id(1), Arc::new(own));
    file.clips.insert(Id(2), Arc::new(clip));
    file.meshes.insert(Id(3), Arc::new(mesh));
    file.textures.insert(Id(4), Arc::new(skin));
    let bindings = [(Id(1), Id(9))].into();
    let (adopts, renames, matches) = Default::default();
    let (updates, copy, rebinds, reset) = (None, 0, false, false);
    let import = Import {
        file: Arc::new(file),
        updates,
        copy,
        adopts,
        bindings,
        rebinds,
        renames,
        matches,
        reset,
        root_motion: false,
    };
    let mut project = Project::default();
    project
        .skeletons
        .insert(Id(9), Arc::new(rig(&["root"], vec![])));
    let (once, told) = import.joined(&project);
    let bound = || ImportOutcome::Bound {
        skeleton: "rig".into(),
        missing: vec!["tail".into()],
    };
    let whats: Vec<_> = told.into_iter().map(|it| (it.id.0, it.what)).collect();
    assert_eq!(
        whats,
        [
            (4, ImportOutcome::Added),
            (3, ImportOutcome::Added),
            (3, bound()),
            (2, ImportOutcome::Added),
            (2, bound())
        ]
    );
    assert_eq!(
        (
            once.clips[&Id(2)].skeleton,
            once.meshes[&Id(3)].skeleton,
            once.skeletons.len()
        ),
        (Id(9), Id(9), 1)
    );
    let twice = import.joined(&once).0;
    let [mesh, skin] = [3, 4].map(|id| copies::again(Id(id)));
    assert_eq!(twice.meshes[&mesh].materials[0].texture, Some(skin));
    assert_eq!(
        [twice.asset_name(mesh), twice.asset_name(skin)],
        [Some("body_1"), Some("skin_1")]
    );
}

#[test]
fn a_clip_of_a_name_that_one_of_another_file_has_says_its_file() {
    let names = |known: &[(u64, &str, &str)]| -> Vec<String> {
        updated(known, &["take"], None)
            .0
            .clips
            .into_values()
            .map(|clip| clip.name.clone())
            .collect()
    };
    assert_eq!(names(&[(1, "/b/idle.glb", "take")]), ["take", "a_take"]);
    assert_eq!(
        names(&[(1, "/b/idle.glb", "take"), (2, "/c.glb", "a_take")]),
        ["take", "a_take", "a_take_1"]
    );
    assert_eq!(
        names(&[(1, "/a.glb", "take")]),
        ["take", "take_1"],
        "again from its own"
    );
}

/// One asset of each kind, all of one name, with ids from `first` on.
fn of_all_kinds(name: &str, first: u64, file: Option<&str>) -> Project {
    let origin = |place: &str, said| {
        let (place, content) = (place.to_owned(), "c".to_owned());
        file.map(|file| Origin {
            file: file.to_owned(),
            place,
            content,
            said,
            options: Default::default(),
            properties: Default::default(),
        })
    };
    let [rig_id, mesh_id, clip_id, picture_id] = std::array::from_fn(|at| Id(first + at as u64));
    let rig = Skeleton {
        name: name.into(),
        ..rig(&["root"], vec![])
    };
    let mesh = Mesh {
        name: name.into(),
        skeleton: rig_id,
        ..levels(&[1.0])
    };
    let clip = Clip::new(name, rig_id, Default::default(), 30.0);
    let picture = Texture {
        name: name.into(),
        origin: None,
        width: 1,
        height: 1,
        rgba: [0; 4].into(),
    };
    let mut all = Project::default();
    all.skeletons.insert(
        rig_id,
        Arc::new(Skeleton {
            origin: origin("skeleton", rig.said()),
            ..rig
        }),
    );
    all.meshes.insert(
        mesh_id,
        Arc::new(Mesh {
            origin: origin("mesh", mesh.said()),
            ..mesh
        }),
    );
    all.clips.insert(
        clip_id,
        Arc::new(Clip {
            origin: origin("clip", clip.said()),
            ..clip
        }),
    );
    all.textures.insert(
        picture_id,
        Arc::new(Texture {
            origin: origin("texture", picture.said()),
            ..picture
        }),
    );
    all
}

#[test]
fn what_is_told_has_the_name_that_it_got() {
    let told = |project: &Project, file: Project, updates: Option<&str>| {
        let (out, told) = import_of(file, updates).joined(project);
        for joined in &told {
            assert_eq!(
                out.asset_name(joined.id),
                Some(joined.name.as_str()),
                "{joined}"
            );
        }
        told.into_iter()
            .map(|joined| joined.name)
            .collect::<Vec<_>>()
    };
    let path = Some("/a.glb");
    let mut project = of_all_kinds("hero", 10, path);
    assert_eq!(
        told(&project, of_all_kinds("hero", 10, path), None),
        ["hero_1"; 4]
    );
    let others = of_all_kinds("villain", 20, None);
    project.skeletons.extend(others.skeletons);
    project.meshes.extend(others.meshes);
    project.clips.extend(others.clips);
    project.textures.extend(others.textures);
    assert_eq!(
        told(&project, of_all_kinds("villain", 10, path), path),
        ["villain_1"; 4],
        "a name of the file's"
    );
    assert_eq!(
        told(&project, of_all_kinds("hero", 10, path), path),
        ["hero"; 4]
    );
}

/// A triangle on a plane, its corners as far apart as said, of which each follows two bones.
fn triangle(size: f32, color: f32) -> Mesh {
    let joint = |bone| anim::mesh::PaletteJoint {
        bone,
        inverse_bind: [[0.0; 4]; 3],
    };
    let data = anim::MeshPart {
        positions: vec![[0.0; 3], [size, 0.0, 0.0], [0.0, size, 0.0]].into(),
        normals: vec![[0.0, 0.0, 1.0]; 3].into(),
        influences: 4,
        joints: vec![0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0].into(),
        weights: vec![
            0.75, 0.25, 0.0, 0.0, 0.75, 0.25, 0.0, 0.0, 0.75, 0.25, 0.0, 0.0,
        ]
        .into(),
        palette: vec![joint(0), joint(1)].into(),
        indices: vec![0, 1, 2].into(),
        ..Default::default()
    };
    let part = Part {
        name: "p".into(),
        data: Arc::new(data),
        ..Part::default()
    };
    let material = |name: &str| asset::Material {
        name: name.into(),
        base_color: [color; 4],
        ..Default::default()
    };
    let bones = ["root", "tail"].map(Into::into);
    Mesh::new(
        "body",
        (Id(1), Arc::new(bones)),
        vec![part],
        vec![material("skin"), material("hair")],
    )
}

/// What an import of a mesh reads.
fn file(mesh: Mesh) -> Project {
    let origin = |place: &str, said| Origin {
        file: "/a.glb".into(),
        place: place.into(),
        content: "c".into(),
        said,
        options: Default::default(),
        properties: Default::default(),
    };
    let own = rig(&["root", "tail"], vec![]);
    let own = Skeleton {
        origin: Some(origin("skeleton", own.said())),
        ..own
    };
    let mesh = Mesh {
        origin: Some(origin("mesh", mesh.said())),
        ..mesh
    };
    let mut file = Project::default();
    file.skeletons.insert(Id(1), Arc::new(own));
    file.meshes.insert(Id(3), Arc::new(mesh));
    file
}

#[test]
fn shapes_that_a_clip_of_ones_own_drives_outlive_an_import() {
    let mut shaped = import_of(file(triangle(1.0, 0.5)), None)
        .joined(&Project::default())
        .0;
    let mesh = Arc::make_mut(shaped.meshes.get_mut(&Id(3)).unwrap());
    let shape = |name: &str| Shape {
        name: name.into(),
        deltas: vec![MorphDelta {
            vertex: 1,
            position: [0.0, 0.5, 0.0],
            normal: [0.0; 3],
        }],
        ..Shape::default()
    };
    assert_eq!(
        set_shapes(mesh, (0, 0), &[], &[shape("sail_01"), shape("gone")]),
        Ok(true)
    );
    let channel = Channel {
        times: vec![0.0],
        values: vec![1.0],
        ..Default::default()
    };
    let curves = vec![asset::source::SourceCurve {
        name: "sail_01".into(),
        channel,
    }];
    let clip = Clip::new(
        "sail",
        Id(1),
        Arc::new(ClipSource {
            curves,
            ..ClipSource::default()
        }),
        30.0,
    );
    shaped.clips.insert(Id(8), Arc::new(clip));
    for (size, moved) in [(1.0, vec![1]), (0.5, vec![1])] {
        let kept = import_of(file(triangle(size, 0.75)), Some("/a.glb"))
            .joined(&shaped)
            .0;
        let part = &kept.meshes[&Id(3)].lods[0].parts[0];
        assert_eq!(
            part.morphs,
            ["sail_01"],
            "what nobody drives follows the file"
        );
        let deltas: Vec<u32> = part.data.deltas.iter().map(|delta| delta.vertex).collect();
        assert!(
            deltas == moved && part.data.deltas[0].position[1] > 0.2,
            "{:?}",
            part.data.deltas
        );
    }
}

#[test]
fn weights_and_materials_that_people_edited_outlive_an_import_and_the_others_follow_the_file() {
    let mut project = import_of(file(triangle(1.0, 0.5)), None)
        .joined(&Project::default())
        .0;
    let untouched = project.clone();
    let mesh = Arc::make_mut(project.meshes.get_mut(&Id(3)).unwrap());
    let pruning = asset::skin::Pruning {
        least: 0.5,
        most: 4,
    };
    let rigid = Skin::of(mesh, &mesh.lods[0].parts[0]).pruned(&pruning).0;
    assert_eq!(set_skin(mesh, (0, 0), None, &rigid), Ok(true));
    mesh.materials[0].base_color = [0.25; 4];
    for (size, vertices) in [(1.0, "the same vertices"), (3.0, "others")] {
        let again = import_of(file(triangle(size, 0.75)), Some("/a.glb"));
        let (kept, told) = again.joined(&project);
        let mesh = &kept.meshes[&Id(3)];
        assert_eq!(
            Skin::of(mesh, &mesh.lods[0].parts[0]).slots,
            [0, 0, 1],
            "{vertices}"
        );
        let colors =
            |project: &Project| [0, 1].map(|at| project.meshes[&Id(3)].materials[at].base_color[0]);
        assert_eq!(colors(&kept), [0.25, 0.75]);
        let conflicts = told
            .iter()
            .filter(|it| matches!(it.what, ImportOutcome::Conflict { .. }))
            .count();
        assert_eq!(conflicts, 1, "the material: {told:?}");
        let followed = again.joined(&untouched).0;
        let part = &followed.meshes[&Id(3)].lods[0].parts[0];
        assert_eq!((colors(&followed), part.data.influences), ([0.75; 2], 4));
    }
    let mut profiled = untouched.clone();
    let mesh = Arc::make_mut(profiled.meshes.get_mut(&Id(3)).unwrap());
    // The file's palette has a bone that nobody follows, and the profile follows one that the part
    // does not.
    let tail = Skin {
        slots: vec![1; 3],
        ..rigid.clone()
    };
    assert_eq!(set_skin(mesh, (0, 0), Some("Stiff"), &rigid), Ok(true));
    assert_eq!(set_skin(mesh, (0, 0), Some("Tail"), &tail), Ok(true));
    for size in [1.0, 3.0] {
        let kept = import_of(file(triangle(size, 0.75)), Some("/a.glb"))
            .joined(&profiled)
            .0;
        let mesh = &kept.meshes[&Id(3)];
        let part = &mesh.lods[0].parts[0];
        let own = Skin::of(mesh, part).weights[..4].to_vec();
        assert_eq!(
            own,
            [0.75, 0.25, 0.0, 0.0],
            "nobody edited the part's own weights: they are the file's"
        );
        assert_eq!(
            Skin::under(mesh, part, Some("Stiff"))
                .pruned(&pruning)
                .0
                .slots,
            [0, 0, 1],
            "{size}"
        );
        let tail = Skin::under(mesh, part, Some("Tail"));
        assert!(
            (tail.influences, tail.palette.len()) == (1, 1)
                && tail.palette[0].bone.as_str() == "tail"
        );
    }
    // Another part comes before, and a coarser level with the same part is new in the file.
    let mut grown = triangle(1.0, 0.75);
    let first = Part {
        name: "new".into(),
        ..grown.lods[0].parts[0].clone()
    };
    grown.lods[0].parts.insert(0, first);
    grown.lods.push(asset::mesh::Lod {
        screen_size: 0.5,
        ..grown.lods[0].clone()
    });
    let kept = import_of(file(grown), Some("/a.glb")).joined(&profiled).0;
    let names: Vec<Vec<String>> = kept.meshes[&Id(3)]
        .parts()
        .map(|part| part.profiles.clone())
        .collect();
    let both = vec!["Stiff".to_owned(), "Tail".to_owned()];
    assert_eq!(names, [vec![], both.clone(), vec![], both]);
    let mut older = (*project.meshes[&Id(3)]).clone();
    older
        .origin
        .as_mut()
        .unwrap()
        .said
        .retain(|field, _| !field.starts_with("weights") && !field.starts_with("mat"));
    project.meshes.insert(Id(3), Arc::new(older));
    let followed = import_of(file(triangle(1.0, 0.75)), Some("/a.glb"))
        .joined(&project)
        .0;
    assert_eq!(
        followed.meshes[&Id(3)].materials[0].base_color[0],
        0.75,
        "before there was anything to edit"
    );
}

/// Hips a metre on, below a top bone that stands, and a leg that comes back to where it was.
fn walk() -> Project {
    let mut skeleton = rig(&["top", "hips", "leg"], vec![]);
    skeleton.bones[1].parent = Some(0);
    skeleton.bones[2].parent = Some(1);
    let channel = Channel {
        times: vec![0.0, 1.0],
        values: vec![0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
        ..Channel::default()
    };
    let track = Track {
        bone: "hips".into(),
        translation: Some(channel),
        ..Track::default()
    };
    let step = Channel {
        times: vec![0.0, 0.5, 1.0],
        values: vec![0.0, 0.0, 0.0, 0.0, 0.1, 0.2, 0.0, 0.0, 0.0],
        ..Channel::default()
    };
    let leg = Track {
        bone: "leg".into(),
        translation: Some(step),
        ..Track::default()
    };
    let source = ClipSource {
        duration: 1.0,
        tracks: vec![track, leg],
        ..ClipSource::default()
    };
    let mut file = Project::default();
    file.skeletons.insert(Id(1), Arc::new(skeleton));
    file.clips.insert(
        Id(2),
        Arc::new(Clip::new("walk", Id(1), Arc::new(source), 30.0)),
    );
    file
}

#[test]
fn root_motion_of_what_carries_its_figure_is_proposed_or_turned_on() {
    let import = |root_motion| {
        let choices = crate::import::ImportChoices {
            root_motion,
            ..Default::default()
        };
        let project = Project::default();
        let import =
            crate::import::decide(&project, Arc::new(walk()), &choices, &|_| false).unwrap();
        let (joined, told) = import.joined(&project);
        let told: Vec<ImportOutcome> = told
            .into_iter()
            .map(|it| it.what)
            .filter(|it| matches!(it, ImportOutcome::RootMoves { .. }))
            .collect();
        (joined.clips[&Id(2)].clone(), told)
    };
    let moves = |is_on| ImportOutcome::RootMoves {
        bone: "hips".into(),
        metres: 1.0,
        is_on,
    };
    let (clip, told) = import(false);
    assert!(
        !clip.root_motion.enabled && clip.root_bone.is_none() && told == [moves(false)],
        "{told:?}"
    );
    assert!(!clip.looping);
    let (clip, told) = import(true);
    assert!(
        clip.root_motion.enabled && told == [moves(true)],
        "{told:?}"
    );
    assert!(clip.looping, "the rest of it goes round");
    assert_eq!(clip.root_bone, Some("hips".into()));
}

/// A file of an additive clip and its base, whose notifies are of a class.
fn additive_file(file: &str, first: u64, class: &NotifyClass) -> Project {
    let id = |at: u64| Id(first + at);
    let origin = |place: &str| Origin {
        file: file.into(),
        place: place.into(),
        content: "c".into(),
        said: Default::default(),
        options: Default::default(),
        properties: Default::default(),
    };
    let clip = |name: &str| {
        let mut notify = Notify::instant(Id(0x50), Id(0x51), "step", 0.0);
        notify.class = Some(id(3));
        Clip {
            origin: Some(origin(&format!("clip {name}"))),
            notifies: vec![notify].into(),
            ..Clip::new(name, id(0), Arc::default(), 30.0)
        }
    };
    let base = AdditiveBase::ClipFrame {
        clip: id(2),
        frame: 3,
    };
    let additive = Some(Additive {
        base,
        ..Additive::default()
    });
    let adds = Clip {
        additive,
        ..clip("adds")
    };
    let skeleton = Skeleton {
        origin: Some(origin("skeleton")),
        ..rig(&["root"], vec![])
    };
    let mut project = Project::default();
    project.skeletons.insert(id(0), Arc::new(skeleton));
    project.clips.insert(id(1), Arc::new(adds));
    project.clips.insert(id(2), Arc::new(clip("base")));
    project
        .notify_classes
        .insert(id(3), Arc::new(class.clone()));
    project
}

/// Ids of the classes of a project's notifies, and the bases of its additive clips.
fn referred(project: &Project) -> (BTreeSet<Id>, Vec<Id>) {
    let notifies = project.clips.values().flat_map(|clip| clip.notifies.iter());
    let classes = notifies.filter_map(|notify| notify.class).collect();
    let clips = project.clips.values();
    let bases = clips
        .filter_map(|clip| clip.additive?.base.clip())
        .collect();
    (classes, bases)
}

#[test]
fn an_additive_clip_and_classes_of_notifies_refer_to_what_they_became() {
    let class = NotifyClass::new("Step");
    let file = additive_file("/a.glb", 0x100, &class);
    let (once, told) = import_of(file.clone(), None).joined(&Project::default());
    assert_eq!(referred(&once), ([Id(0x103)].into(), vec![Id(0x102)]));
    assert_eq!(*once.notify_classes[&Id(0x103)], class);
    assert!(told.iter().any(|it| it.kind == AssetKind::NotifyClass));

    // Again beside it: clips are other ones, the class is the one that is there.
    let (twice, told) = import_of(file, None).joined(&once);
    let (classes, bases) = referred(&twice);
    assert_eq!((classes.len(), twice.notify_classes.len()), (1, 1));
    assert_eq!(bases.len(), 2);
    assert!(
        bases
            .iter()
            .all(|base| twice.clips[base].name.starts_with("base"))
    );
    assert!(bases[0] != bases[1]);
    assert!(told.iter().all(|it| it.kind != AssetKind::NotifyClass));

    // Of another project: the same class is the one that is there, another one comes along under a
    // name of its own, also where its id is taken by something else.
    let same = additive_file("/b.glb", 0x200, &class);
    let (after, _) = import_of(same, None).joined(&once);
    assert_eq!(referred(&after).0, [Id(0x103)].into());
    let other = NotifyClass {
        color: class.color + 1,
        ..class
    };
    let mut here = once.clone();
    here.skeletons
        .insert(Id(0x303), Arc::new(rig(&["other"], vec![])));
    let other = additive_file("/c.glb", 0x300, &other);
    let (after, _) = import_of(other, None).joined(&here);
    let classes = referred(&after).0;
    assert_eq!((classes.len(), after.notify_classes.len()), (2, 2));
    assert!(!classes.contains(&Id(0x303)));
    let names: BTreeSet<&str> = (after.notify_classes.values())
        .map(|class| class.name.as_str())
        .collect();
    assert_eq!(names, ["Step", "Step_1"].into());
}
