use super::*;
use crate::{Command, Document};
use anim::{MeshPart, mesh::PaletteJoint};
use asset::{
    mesh::{Lod, Part},
    skin,
};

const MESH: Id = Id(1);

fn document() -> Document {
    let part = |name: &str| Part {
        name: name.into(),
        data: Arc::new(MeshPart {
            influences: 1,
            ..MeshPart::default()
        }),
        ..Part::default()
    };
    let mut mesh = Mesh::new(
        "mesh",
        (Id(2), Arc::new([])),
        vec![part("body"), part("hair")],
        Vec::new(),
    );
    let coarse = |screen_size| Lod {
        screen_size,
        removed_bones: Vec::new(),
        parts: vec![part("hair")],
    };
    mesh.lods.extend([coarse(0.5), coarse(0.2)]);
    let mut project = Project::default();
    project.meshes.insert(MESH, Arc::new(mesh));
    Document::new(project)
}

#[test]
fn a_screen_size_stays_between_its_neighbours_and_is_undone() {
    let mut document = document();
    let first = document.project().clone();
    let mut set = |lod, size| {
        document.perform(
            &Command::Mesh(MESH, MeshCommand::SetScreenSize(lod, size)),
            None,
        )
    };
    for (lod, size) in [(1, 1.0), (1, 0.2), (2, 0.5), (2, 0.0), (2, f32::NAN)] {
        assert!(
            matches!(set(lod, size), Err(EditError::OutOfRange { .. })),
            "{lod} {size}"
        );
    }
    assert_eq!(
        (set(0, 0.9), set(3, 0.1)),
        (Err(EditError::ItemMissing), Err(EditError::ItemMissing))
    );
    assert_eq!((set(1, 0.5), set(1, 0.3)), (Ok(false), Ok(true)));
    assert_eq!(document.project().meshes[&MESH].lods[1].screen_size, 0.3);
    assert!(document.undo() && Arc::ptr_eq(&first, document.project()));
}

#[test]
fn the_coarsest_level_of_a_post_process_graph_is_one_that_there_may_be_and_is_undone() {
    let mut document = document();
    let set = |document: &mut Document, lod| {
        document.perform(
            &Command::Mesh(MESH, MeshCommand::SetPostProcessLod(lod)),
            None,
        )
    };
    assert_eq!(set(&mut document, 0), Err(EditError::NoPostProcess));
    let mut project = Project::clone(document.project());
    let graph = asset::PoseGraph::new("PP", project.meshes[&MESH].skeleton);
    project.graphs.insert(Id(9), Arc::new(graph));
    Arc::make_mut(project.meshes.get_mut(&MESH).unwrap()).post_process = Some(Id(9));
    let mut document = Document::new(project);
    let first = document.project().clone();
    for lod in [i8::MIN, -2, 8, i8::MAX] {
        assert!(
            matches!(set(&mut document, lod), Err(EditError::OutOfRange { .. })),
            "{lod}"
        );
    }
    let results = [-1, 7, 0].map(|lod| set(&mut document, lod));
    assert_eq!(results, [Ok(false), Ok(true), Ok(true)]);
    let of = |document: &Document| document.project().meshes[&MESH].post_process_lod;
    assert_eq!(of(&document), 0);
    // With the graph goes what was said of it, and both come back.
    let none = Command::Mesh(MESH, MeshCommand::SetPostProcess(None));
    assert_eq!(
        (document.perform(&none, None), of(&document)),
        (Ok(true), -1)
    );
    assert!(document.undo() && of(&document) == 0);
    assert!(document.undo() && document.undo() && Arc::ptr_eq(&first, document.project()));
}

#[test]
fn bones_are_removed_of_a_coarser_level_and_that_is_undone() {
    let mut project = Project::clone(document().project());
    let bone = |(at, name): (usize, &str)| {
        asset::skeleton::Bone::new(
            name,
            (at > 0).then(|| at as u32 - 1),
            anim::Transform::IDENTITY,
        )
    };
    let bones = ["root", "arm", "hand"]
        .into_iter()
        .enumerate()
        .map(bone)
        .collect();
    project.skeletons.insert(
        Id(2),
        Arc::new(Skeleton {
            bones,
            ..Skeleton::default()
        }),
    );
    Arc::make_mut(project.meshes.get_mut(&MESH).unwrap()).lods[2].removed_bones =
        vec!["gone".into()];
    let mut document = Document::new(project);
    let first = document.project().clone();
    let mut set = |level, bones: &[&str]| {
        let bones = bones.iter().map(|name| BoneKey::from(*name)).collect();
        document.perform(
            &Command::Mesh(MESH, MeshCommand::SetRemovedBones(level, bones)),
            None,
        )
    };
    for (level, bones) in [(0, "arm"), (3, "arm"), (1, "gone"), (1, "elsewhere")] {
        assert_eq!(
            set(level, &[bones]),
            Err(EditError::ItemMissing),
            "{level} {bones}"
        );
    }
    assert!(matches!(
        set(1, &["arm", "root"]),
        Err(EditError::OutOfRange { .. })
    ));
    let results = [
        set(1, &["hand", "arm", "hand"]),
        set(1, &["arm", "hand"]),
        set(2, &["gone", "arm"]),
        set(1, &[]),
    ];
    assert_eq!(results, [Ok(true), Ok(false), Ok(true), Ok(true)]);
    let removed = |document: &Document, level: usize| -> Vec<String> {
        let keys = &document.project().meshes[&MESH].lods[level].removed_bones;
        keys.iter().map(|key| key.as_str().to_owned()).collect()
    };
    assert_eq!(
        (removed(&document, 1), removed(&document, 2)),
        (Vec::new(), vec!["arm".into(), "gone".into()])
    );
    assert!(document.undo() && removed(&document, 1) == ["arm", "hand"]);
    assert!(document.undo() && document.undo() && Arc::ptr_eq(&first, document.project()));
}

#[test]
fn levels_are_added_replaced_and_removed_and_that_is_undone() {
    let mut document = document();
    let first = document.project().clone();
    let from = |parts: usize| {
        let known = &first.meshes[&MESH];
        let parts = known.lods[0]
            .parts
            .iter()
            .cycle()
            .take(parts)
            .cloned()
            .collect();
        Arc::new(Mesh {
            lods: vec![Lod::finest(parts)],
            ..(**known).clone()
        })
    };
    let add = |at, screen_size, parts| MeshCommand::AddLevel {
        at,
        screen_size,
        from: from(parts),
    };
    let mut perform = |command| document.perform(&Command::Mesh(MESH, command), None);
    for (at, size) in [
        (1, 0.5),
        (1, 1.0),
        (3, 0.2),
        (3, 0.0),
        (2, 0.6),
        (2, f32::NAN),
    ] {
        assert!(
            matches!(perform(add(at, size, 1)), Err(EditError::OutOfRange { .. })),
            "{at} {size}"
        );
    }
    let missing = [
        add(0, 0.9, 1),
        add(4, 0.1, 1),
        MeshCommand::ReplaceLevel(3, from(1)),
        MeshCommand::RemoveLevel(3),
    ];
    for command in missing {
        assert_eq!(perform(command), Err(EditError::ItemMissing));
    }
    assert_eq!(perform(add(3, 0.1, 3)), Ok(true));
    assert_eq!(perform(add(1, 0.7, 4)), Ok(true));
    assert_eq!(perform(MeshCommand::ReplaceLevel(2, from(5))), Ok(true));
    let sizes = |document: &Document| -> Vec<(f32, usize)> {
        document.project().meshes[&MESH]
            .lods
            .iter()
            .map(|lod| (lod.screen_size, lod.parts.len()))
            .collect()
    };
    let expected = [(1.0, 2), (0.7, 4), (0.5, 5), (0.2, 1), (0.1, 3)];
    assert_eq!(
        sizes(&document),
        expected,
        "a level that is replaced keeps its size"
    );
    document
        .perform(&Command::Mesh(MESH, MeshCommand::RemoveLevel(0)), None)
        .unwrap();
    assert_eq!(sizes(&document)[..2], [(1.0, 4), (0.5, 5)]);
    (0..4).for_each(|_| assert!(document.undo()));
    assert!(Arc::ptr_eq(&first, document.project()));
}

#[test]
fn what_another_mesh_follows_and_shows_is_found_by_name() {
    let mut document = document();
    let mut other = (*document.project().meshes[&MESH]).clone();
    let material = |name: &str| Material {
        name: name.into(),
        ..Material::default()
    };
    other.bones = ["tail", "hips"].map(BoneKey::from).into();
    other.materials = vec![material("skin"), material("scales")];
    let joint = |bone: u32| PaletteJoint {
        bone,
        inverse_bind: [[0.5; 4]; 3],
    };
    Arc::make_mut(&mut other.lods[0].parts[0].data).palette = vec![joint(1), joint(0)].into();
    other.lods[0].parts[1].material = 1;
    let edit = |project: &mut Project| {
        let mesh = Arc::make_mut(project.meshes.get_mut(&MESH).unwrap());
        mesh.bones = ["root", "hips"].map(BoneKey::from).into();
        mesh.materials = vec![material("cloth"), material("skin")];
    };
    let mut project = (**document.project()).clone();
    edit(&mut project);
    document = Document::new(project);
    let command = MeshCommand::ReplaceLevel(1, Arc::new(other));
    document
        .perform(&Command::Mesh(MESH, command), None)
        .unwrap();
    let mesh = &document.project().meshes[&MESH];
    assert_eq!(
        mesh.bones.iter().map(BoneKey::as_str).collect::<Vec<_>>(),
        ["root", "hips", "tail"]
    );
    assert_eq!(
        mesh.materials
            .iter()
            .map(|m| m.name.as_str())
            .collect::<Vec<_>>(),
        ["cloth", "skin", "scales"]
    );
    let parts = &mesh.lods[1].parts;
    assert_eq!((parts[0].material, parts[1].material), (1, 2));
    assert_eq!(
        parts[0]
            .data
            .palette
            .iter()
            .map(|joint| joint.bone)
            .collect::<Vec<_>>(),
        [1, 2]
    );
}

#[test]
fn a_method_reaches_the_parts_of_a_name_in_every_level() {
    let mut document = document();
    let method = SkinMethod::DualQuaternion;
    document
        .perform(
            &Command::Mesh(MESH, MeshCommand::SetMethod(Some(1), method)),
            None,
        )
        .unwrap();
    let is_set: Vec<bool> = document.project().meshes[&MESH]
        .parts()
        .map(|part| part.data.method == method)
        .collect();
    assert_eq!(is_set, [false, true, true, true]);
}

#[test]
fn what_a_part_follows_reaches_every_level_stays_on_its_skeleton_and_is_undone() {
    let mut document = document();
    let first = document.project().clone();
    let mut other = (*first.meshes[&MESH]).clone();
    other.skeleton = Id(8);
    let mut project = (*first).clone();
    project.meshes.insert(Id(5), Arc::new(other.clone()));
    project.meshes.insert(
        Id(6),
        Arc::new(Mesh {
            skeleton: Id(2),
            ..other
        }),
    );
    document = Document::new(project);
    let on = |mesh| {
        MeshCommand::SetCloth(
            1,
            Some(Cloth {
                mesh,
                part: "body".into(),
                weight: Some("_LOOSE".into()),
            }),
        )
    };
    let mut perform = |command| document.perform(&Command::Mesh(MESH, command), None);
    assert_eq!(perform(on(Id(5))), Err(EditError::SkeletonMismatch));
    assert_eq!(perform(on(Id(6))), Ok(true));
    let followed = |document: &Document| -> Vec<bool> {
        document.project().meshes[&MESH]
            .parts()
            .map(|part| part.cloth.is_some())
            .collect()
    };
    assert_eq!(followed(&document), [false, true, true, true]);
    // A level of a file says nothing of it.
    let bare = Arc::new(Mesh {
        lods: vec![Lod::finest(first.meshes[&MESH].lods[0].parts.clone())],
        ..(*first.meshes[&MESH]).clone()
    });
    let add = MeshCommand::AddLevel {
        at: 1,
        screen_size: 0.7,
        from: bare.clone(),
    };
    for command in [MeshCommand::ReplaceLevel(0, bare), add] {
        document
            .perform(&Command::Mesh(MESH, command), None)
            .unwrap();
    }
    assert_eq!(followed(&document), [false, true, false, true, true, true]);
    assert!(document.undo() && document.undo() && document.undo());
    assert_eq!(followed(&document), [false; 4]);
}

#[test]
fn what_a_mesh_lacks_is_refused_and_what_it_has_is_no_step() {
    let mut document = document();
    let part = |at: usize| document.project().meshes[&MESH].lods[0].parts[at].clone();
    let of = |lods| {
        Arc::new(Mesh {
            lods,
            ..(*document.project().meshes[&MESH]).clone()
        })
    };
    let (none, one) = (of(vec![]), of(vec![Lod::finest(vec![part(1)])]));
    let mut follows = part(0);
    Arc::make_mut(&mut follows.data).palette = vec![PaletteJoint {
        bone: 0,
        inverse_bind: [[0.5; 4]; 3],
    }]
    .into();
    let torn = of(vec![Lod::finest(vec![follows])]);
    let (linear, dual) = (SkinMethod::Linear, SkinMethod::DualQuaternion);
    let missing = || Err(EditError::ItemMissing);
    let on = |mesh, part: &str| {
        Some(Cloth {
            mesh,
            part: part.into(),
            weight: None,
        })
    };
    let add = |at, screen_size, from: &Arc<Mesh>| MeshCommand::AddLevel {
        at,
        screen_size,
        from: from.clone(),
    };
    let rows = [
        (MeshCommand::SetMethod(Some(2), dual), missing()),
        (MeshCommand::SetMethod(None, linear), Ok(false)),
        (MeshCommand::SetMethod(Some(0), linear), Ok(false)),
        (MeshCommand::SetMethod(Some(0), dual), Ok(true)),
        (MeshCommand::SetMethod(None, dual), Ok(true)),
        (MeshCommand::SetMethod(None, dual), Ok(false)),
        (MeshCommand::SetCloth(0, None), Ok(false)),
        (MeshCommand::SetCloth(2, None), missing()),
        (MeshCommand::SetCloth(0, on(MESH, "body")), missing()),
        (MeshCommand::SetCloth(0, on(MESH, "robe")), missing()),
        (
            MeshCommand::SetCloth(0, on(Id(77), "hair")),
            Err(EditError::AssetMissing),
        ),
        (MeshCommand::SetCloth(0, on(MESH, "hair")), Ok(true)),
        (MeshCommand::SetCloth(0, on(MESH, "hair")), Ok(false)),
        (MeshCommand::SetCloth(0, None), Ok(true)),
        (MeshCommand::ReplaceLevel(0, none.clone()), missing()),
        (MeshCommand::ReplaceLevel(0, torn.clone()), missing()),
        (add(1, 0.7, &none), missing()),
        (add(1, 0.7, &torn), missing()),
        (MeshCommand::ReplaceLevel(0, one.clone()), Ok(true)),
        (MeshCommand::RemoveLevel(2), Ok(true)),
        (MeshCommand::RemoveLevel(1), Ok(true)),
        (MeshCommand::RemoveLevel(0), missing()),
        (add(2, 0.5, &one), missing()),
        (add(1, 0.5, &one), Ok(true)),
    ];
    for (at, (command, expected)) in rows.into_iter().enumerate() {
        let (before, steps) = (document.project().clone(), document.step_count());
        let done = document.perform(&Command::Mesh(MESH, command), None);
        let changed = !Arc::ptr_eq(&before, document.project());
        assert_eq!(done, expected, "{at}");
        assert_eq!(
            (changed, document.step_count()),
            (done == Ok(true), steps + usize::from(changed)),
            "{at}"
        );
    }
    let mesh = &document.project().meshes[&MESH];
    assert_eq!(
        mesh.lods
            .iter()
            .map(|lod| lod.screen_size)
            .collect::<Vec<_>>(),
        [1.0, 0.5]
    );
    assert!(
        mesh.parts()
            .all(|part| Arc::ptr_eq(&part.data, &one.lods[0].parts[0].data)),
        "nothing was copied"
    );
}

#[test]
fn a_mesh_is_bound_once_and_to_what_is_there() {
    let mut project = (**document().project()).clone();
    for (id, name) in [(Id(2), "own"), (Id(3), "other")] {
        project.skeletons.insert(
            id,
            Arc::new(Skeleton {
                name: name.into(),
                ..Skeleton::default()
            }),
        );
    }
    let mut document = Document::new(project);
    let missing = || Err(EditError::AssetMissing);
    let rows = [
        (MESH, 2, Ok(false)),
        (MESH, 9, missing()),
        (Id(9), 3, missing()),
        (MESH, 3, Ok(true)),
        (MESH, 3, Ok(false)),
    ];
    for (mesh, to, expected) in rows {
        assert_eq!(
            document.perform(&Command::Mesh(mesh, MeshCommand::Bind(Id(to))), None),
            expected,
            "{to}"
        );
    }
    assert_eq!(document.project().meshes[&MESH].skeleton, Id(3));
    let gone = Command::Mesh(Id(9), MeshCommand::SetMethod(None, SkinMethod::Linear));
    assert_eq!(document.perform(&gone, None), missing());
}

#[test]
fn weights_are_taken_where_they_fit_and_bring_their_bones() {
    let mut document = document();
    let joint = |bone: &str| skin::Joint {
        bone: bone.into(),
        inverse_bind: [[0.5; 4]; 3],
    };
    let mut project = (**document.project()).clone();
    let mesh = Arc::make_mut(project.meshes.get_mut(&MESH).unwrap());
    mesh.bones = ["root"].map(BoneKey::from).into();
    let data = MeshPart {
        positions: vec![[0.0; 3]; 2].into(),
        normals: vec![[0.0; 3]; 2].into(),
        influences: 1,
        joints: vec![0; 2].into(),
        weights: vec![1.0; 2].into(),
        palette: vec![PaletteJoint {
            bone: 0,
            inverse_bind: [[0.25; 4]; 3],
        }]
        .into(),
        ..MeshPart::default()
    };
    mesh.lods[1].parts[0].data = Arc::new(data);
    document = Document::new(project);
    let first = document.project().clone();
    let (slots, weights) = (
        vec![1, 0, 0, 0, 0, 1, 0, 0],
        vec![0.75, 0.25, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
    );
    let fits = Skin {
        influences: 4,
        slots,
        weights,
        palette: vec![joint("root"), joint("tail")],
    };
    let mut set = |lod, part, skin: Skin| {
        document.perform(
            &Command::Mesh(
                MESH,
                MeshCommand::SetSkin {
                    lod,
                    part,
                    profile: None,
                    skin: Arc::new(skin),
                },
            ),
            None,
        )
    };
    let bad = || Err(EditError::BadSkin);
    assert_eq!(
        (set(3, 0, fits.clone()), set(1, 1, fits.clone())),
        (Err(EditError::ItemMissing), Err(EditError::ItemMissing))
    );
    assert_eq!(set(0, 0, fits.clone()), bad(), "it has other vertices");
    assert_eq!(
        set(
            1,
            0,
            Skin {
                palette: vec![joint("root")],
                ..fits.clone()
            }
        ),
        bad()
    );
    assert_eq!(
        set(
            1,
            0,
            Skin {
                weights: vec![0.75; 8],
                ..fits.clone()
            }
        ),
        bad()
    );
    assert_eq!(
        set(
            1,
            0,
            Skin {
                influences: 2,
                ..fits.clone()
            }
        ),
        bad()
    );
    assert_eq!(
        (set(1, 0, fits.clone()), set(1, 0, fits.clone())),
        (Ok(true), Ok(false))
    );
    let mesh = document.project().meshes[&MESH].clone();
    assert_eq!(
        mesh.bones.iter().map(BoneKey::as_str).collect::<Vec<_>>(),
        ["root", "tail"]
    );
    assert_eq!(Skin::of(&mesh, &mesh.lods[1].parts[0]), fits);
    assert!(document.undo() && Arc::ptr_eq(&first, document.project()));
}

#[test]
fn bounds_and_bodies_are_set_where_they_have_a_size() {
    let mut document = document();
    let first = document.project().clone();
    let mut set = |command| document.perform(&Command::Mesh(MESH, command), None);
    let body = |radius| Body {
        bone: "root".into(),
        radius,
        from: [0.0; 3],
        to: [0.0, 1.0, 0.0],
    };
    let fixed = |min: f32, max: f32| {
        BoundsBy::Fixed(anim::Bounds {
            min: glam::Vec3::splat(min),
            max: glam::Vec3::splat(max),
        })
    };
    for radius in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(
            matches!(
                set(MeshCommand::SetBodies(vec![body(radius)])),
                Err(EditError::OutOfRange { .. })
            ),
            "{radius}"
        );
    }
    let far = Body {
        to: [f32::NAN; 3],
        ..body(1.0)
    };
    assert!(matches!(
        set(MeshCommand::SetBodies(vec![far])),
        Err(EditError::OutOfRange { .. })
    ));
    for odd in [
        fixed(1.0, 0.0),
        fixed(f32::NAN, 1.0),
        fixed(0.0, f32::INFINITY),
    ] {
        assert!(
            matches!(
                set(MeshCommand::SetRoom(odd)),
                Err(EditError::OutOfRange { .. })
            ),
            "{odd:?}"
        );
    }
    let rows = [
        (MeshCommand::SetBodies(vec![body(0.5)]), true),
        (MeshCommand::SetBodies(vec![body(0.5)]), false),
        (MeshCommand::SetRoom(BoundsBy::Bodies), true),
        (MeshCommand::SetRoom(fixed(0.0, 0.0)), true),
        (MeshCommand::SetRoom(BoundsBy::Vertices), true),
        (MeshCommand::SetRoom(BoundsBy::Vertices), false),
    ];
    for (command, changed) in rows {
        assert_eq!(set(command.clone()), Ok(changed), "{command:?}");
    }
    (0..4).for_each(|_| assert!(document.undo()));
    assert!(Arc::ptr_eq(&first, document.project()));
}

#[test]
fn a_material_is_changed_within_its_ranges_and_shows_pictures_that_are_there() {
    let mut project = (**document().project()).clone();
    let material = |name: &str| Material {
        name: name.into(),
        ..Material::default()
    };
    Arc::make_mut(project.meshes.get_mut(&MESH).unwrap()).materials =
        vec![material("skin"), material("hair")];
    let picture = asset::Texture {
        name: "p".into(),
        origin: None,
        width: 1,
        height: 1,
        rgba: [0; 4].into(),
    };
    project.textures.insert(Id(5), Arc::new(picture));
    let mut document = Document::new(project);
    let mut set = |at, material: Material| {
        document.perform(
            &Command::Mesh(MESH, MeshCommand::SetMaterial(at, Box::new(material))),
            None,
        )
    };
    let range = || {
        Err(EditError::OutOfRange {
            field: "Material",
            range: "from 0 to 1".into(),
        })
    };
    for odd in [-0.1, 1.1, f32::NAN] {
        assert_eq!(
            set(
                0,
                Material {
                    base_color: [0.5, 0.5, odd, 1.0],
                    ..material("skin")
                }
            ),
            range()
        );
        assert_eq!(
            set(
                0,
                Material {
                    alpha_cutoff: Some(odd),
                    ..material("skin")
                }
            ),
            range()
        );
    }
    assert_eq!(
        set(0, material("hair")),
        Err(EditError::NameTaken {
            name: "hair".into()
        })
    );
    assert_eq!(set(2, material("nails")), Err(EditError::ItemMissing));
    assert_eq!(
        set(
            0,
            Material {
                texture: Some(Id(6)),
                ..material("skin")
            }
        ),
        Err(EditError::AssetMissing)
    );
    let worn = Material {
        texture: Some(Id(5)),
        alpha_cutoff: Some(0.5),
        double_sided: true,
        ..material("fur")
    };
    assert_eq!(
        (set(0, material("skin")), set(0, worn.clone())),
        (Ok(false), Ok(true))
    );
    assert_eq!(
        document.project().meshes[&MESH].materials,
        [worn, material("hair")]
    );
}
