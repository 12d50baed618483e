use super::*;
use crate::mesh::BONE_LIMITS;
use crate::{Cache, mesh::Part, skeleton::Bone};
use anim::{
    Pose, Transform,
    mesh::{Profile, SkinMethod},
    skinning::{self, Skinned},
};
use glam::{Quat, Vec3};

/// 0 ← 1 ← 2 ← 3, turned and moved in the reference pose.
fn rig() -> Skeleton {
    let reference = Transform {
        translation: Vec3::new(0.1, 0.4, -0.2),
        rotation: Quat::from_rotation_z(0.6),
        ..Transform::IDENTITY
    };
    let bone = |at: u32| Bone::new(format!("bone {at}"), at.checked_sub(1), reference);
    Skeleton {
        name: "rig".into(),
        bones: (0..4).map(bone).collect(),
        ..Skeleton::default()
    }
}

/// Three vertices, each between two bones, bound elsewhere than in the reference pose.
fn part(method: SkinMethod) -> Part {
    let bind = |at: f32| Transform::from_translation(Vec3::new(at, -0.5, 0.3)).to_affine();
    let joint = |bone: u32| PaletteJoint {
        bone,
        inverse_bind: inverse_bind_rows(&bind(bone as f32)),
    };
    let data = MeshPart::new(MeshPart {
        method,
        positions: vec![[0.1, 0.2, 0.3], [1.0, -0.4, 0.2], [-0.3, 0.5, 1.0]].into(),
        normals: vec![[0.0, 0.6, 0.8]; 3].into(),
        influences: 4,
        joints: vec![0, 1, 0, 0, 1, 2, 0, 0, 2, 3, 0, 0].into(),
        weights: [0.6, 0.4, 0.0, 0.0].repeat(3).into(),
        palette: (0..4).map(joint).collect(),
        indices: vec![0, 1, 2].into(),
        ..MeshPart::default()
    });
    Part {
        name: "part".into(),
        data: Arc::new(data.unwrap()),
        ..Part::default()
    }
}

fn compiled(lods: Vec<mesh::Lod>) -> crate::Compiled {
    let mut project = Project::default();
    project.skeletons.insert(Id(1), Arc::new(rig()));
    let bones = rig().keys();
    let mesh = Mesh {
        lods,
        ..Mesh::new("mesh", (Id(1), bones), Vec::new(), Vec::new())
    };
    project.meshes.insert(Id(2), Arc::new(mesh));
    crate::compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    )
}

fn coarse(screen_size: f32, removed: Vec<u32>, method: SkinMethod) -> mesh::Lod {
    let removed_bones = removed
        .iter()
        .map(|at| format!("bone {at}").as_str().into())
        .collect();
    mesh::Lod {
        screen_size,
        removed_bones,
        parts: vec![part(method)],
    }
}

#[test]
fn a_level_without_bones_is_skinned_as_if_they_rested_in_the_reference_pose() {
    for method in [SkinMethod::Linear, SkinMethod::DualQuaternion] {
        let library = compiled(vec![
            mesh::Lod::finest(vec![part(method)]),
            coarse(0.5, vec![2], method),
        ])
        .library;
        let (skeleton, lods) = (&library.skeletons[0], &library.meshes[0].lods);
        assert_eq!(
            (&*lods[0].bones, &*lods[1].bones),
            (&[0, 1, 2, 3][..], &[0, 1][..])
        );
        assert!(lods[1].parts[0].palette.iter().all(|joint| joint.bone < 2));
        let mut pose = Pose::reference(skeleton);
        (0..2).for_each(|bone| pose.set_rotation(bone, Quat::from_rotation_x(0.5 + bone as f32)));
        let mut models = Vec::new();
        anim::pose::local_to_model(skeleton, &pose, &mut models);
        let skinned = [&lods[0], &lods[1]].map(|lod| {
            let mut out = Skinned::default();
            skinning::skin_pose(&lod.parts[0], &models, &pose, &mut out);
            out
        });
        for (a, b) in skinned[0].positions.iter().zip(&skinned[1].positions) {
            assert!(a.abs_diff_eq(*b, 1e-5), "{method:?}: {a} {b}");
        }
    }
}

#[test]
fn a_level_that_removes_nothing_shares_its_vertices() {
    let authored = part(SkinMethod::Linear);
    let library = compiled(vec![mesh::Lod::finest(vec![authored.clone()])]).library;
    assert!(Arc::ptr_eq(
        &library.meshes[0].lods[0].parts[0],
        &authored.data
    ));
}

#[test]
fn a_part_is_cut_where_it_follows_too_many_bones_and_told_where_it_cannot_be() {
    let bones: Vec<Bone> = (0..40u32)
        .map(|at| Bone::new(format!("b{at}"), at.checked_sub(1), Transform::IDENTITY))
        .collect();
    let skeleton = Skeleton {
        name: "long".into(),
        bones,
        ..Skeleton::default()
    };
    let bind = inverse_bind_rows(&glam::Affine3A::IDENTITY);
    let data = MeshPart::new(MeshPart {
        positions: (0..120).map(|at| [at as f32, 0.0, 0.0]).collect(),
        normals: vec![[0.0, 1.0, 0.0]; 120].into(),
        influences: 1,
        joints: (0..120u16).map(|at| at / 3).collect(),
        weights: vec![1.0; 120].into(),
        palette: (0..40)
            .map(|bone| PaletteJoint {
                bone,
                inverse_bind: bind,
            })
            .collect(),
        indices: (0..120).collect(),
        ..MeshPart::default()
    });
    let part = Part {
        name: "rope".into(),
        material: 1,
        data: Arc::new(data.unwrap()),
        ..Part::default()
    };
    let looks = vec![
        mesh::Material::default(),
        mesh::Material {
            name: "b".into(),
            ..Default::default()
        },
    ];
    let mut project = Project::default();
    project.skeletons.insert(Id(1), Arc::new(skeleton.clone()));
    let mut mesh = Mesh::new("mesh", (Id(1), skeleton.keys()), vec![part.clone()], looks);
    let mut cache = Cache::default();
    let mut sizes = |mesh: &Mesh| {
        project.meshes.insert(Id(2), Arc::new(mesh.clone()));
        let compiled = crate::compile(&project, &mut cache, crate::CompileOptions::default());
        let lod = compiled.library.meshes[0].lods[0].clone();
        let sizes: Vec<usize> = lod.parts.iter().map(|part| part.palette.len()).collect();
        (sizes, lod.materials, compiled.diagnostics)
    };
    for (limit, expected) in [
        (None, vec![40]),
        (Some(40), vec![40]),
        (Some(24), vec![24, 16]),
        (Some(39), vec![39, 1]),
    ] {
        mesh.bone_limit = limit;
        let (found, materials, told) = sizes(&mesh);
        assert_eq!(
            (&found, materials, told.len()),
            (&expected, vec![1; expected.len()], 0),
            "{limit:?}"
        );
    }
    // With more profiles a triangle follows more than the least limit that can be set.
    let mut data = (*part.data).clone();
    let profile = |at: u32| Profile {
        name: Name::new(&format!("p{at}")),
        influences: 1,
        first: at * 120,
    };
    data.profiles = (0..30).map(profile).collect();
    data.profile_joints = (0..30u16)
        .flat_map(|profile| (0..120).map(move |at| (at / 3 + profile) % 40))
        .collect();
    data.profile_weights = vec![1.0; 30 * 120].into();
    let profiles = (0..30).map(|at| format!("p{at}")).collect();
    mesh.lods[0].parts[0] = Part {
        data: Arc::new(MeshPart::new(data).unwrap()),
        profiles,
        ..part
    };
    mesh.bone_limit = Some(*BONE_LIMITS.start());
    for _ in 0..2 {
        let (found, _, told) = sizes(&mesh);
        let missed = Kind::BoneLimitMissed {
            part: "rope".into(),
            bones: 30,
        };
        assert_eq!(
            (found, told.iter().map(|it| &it.kind).collect::<Vec<_>>()),
            (vec![40], vec![&missed]),
            "also from the cache"
        );
    }
}

#[test]
fn materials_travel_with_the_names_of_their_pictures() {
    let picture = |name: &str| {
        let rgba = vec![0; 4].into();
        Arc::new(mesh::Texture {
            name: name.into(),
            origin: None,
            width: 1,
            height: 1,
            rgba,
        })
    };
    let mut project = Project::default();
    project.skeletons.insert(Id(1), Arc::new(rig()));
    project.textures.insert(Id(3), picture("cloth"));
    let base = mesh::Material {
        texture: Some(Id(3)),
        normal_texture: Some(Id(9)),
        ..Default::default()
    };
    let plain = mesh::Material {
        name: "skin".into(),
        double_sided: true,
        ..Default::default()
    };
    let cut = mesh::Material {
        name: "hair".into(),
        alpha_cutoff: Some(0.25),
        ..base
    };
    let parts = [0, 1, 2, 7]
        .map(|material| Part {
            material,
            ..part(SkinMethod::Linear)
        })
        .to_vec();
    let mesh = Mesh::new("mesh", (Id(1), rig().keys()), parts, vec![plain, cut]);
    project.meshes.insert(Id(2), Arc::new(mesh));
    let mut cache = Cache::default();
    let compiled = crate::compile(&project, &mut cache, crate::CompileOptions::default()).library;
    let found = &compiled.meshes[0];
    assert_eq!(
        found.lods[0].materials,
        [0, 1, 0, 0],
        "one that is not there is the first"
    );
    let [skin, hair] = found.materials[..] else {
        panic!("two materials")
    };
    assert_eq!(
        (skin.flags, skin.texture, skin.alpha_cutoff),
        (flag::DOUBLE_SIDED, Name::NONE, 0.0)
    );
    assert_eq!(
        (hair.flags, hair.normal_texture, hair.alpha_cutoff),
        (flag::CUT_OUT, Name::NONE, 0.25)
    );
    assert_eq!(
        (
            compiled.names.text(hair.name),
            compiled.names.text(hair.texture)
        ),
        ("hair", "cloth")
    );
    project.textures.insert(Id(3), picture("linen"));
    let renamed = crate::compile(&project, &mut cache, crate::CompileOptions::default()).library;
    assert_eq!(
        renamed.names.text(renamed.meshes[0].materials[1].texture),
        "linen"
    );
    assert!(Arc::ptr_eq(
        &found.lods[0].parts[0],
        &renamed.meshes[0].lods[0].parts[0]
    ));
}

#[test]
fn levels_that_do_not_fit_are_named() {
    let check = |lods: Vec<mesh::Lod>, lod: usize| {
        let compiled = compiled(lods);
        assert!(compiled.library.meshes.is_empty());
        assert_eq!(compiled.diagnostics[0].kind, Kind::BadLod { lod });
    };
    let finest = || mesh::Lod::finest(vec![part(SkinMethod::Linear)]);
    let coarse = |size, removed| coarse(size, removed, SkinMethod::Linear);
    check(vec![coarse(1.0, vec![3])], 0);
    check(vec![coarse(0.9, vec![])], 0);
    check(vec![finest(), coarse(1.0, vec![])], 1);
    check(vec![finest(), coarse(0.5, vec![]), coarse(0.6, vec![])], 2);
    check(vec![finest(), coarse(0.5, vec![0])], 1);
}

#[test]
fn a_part_that_follows_a_bone_that_is_not_listed_is_no_mesh() {
    let mut project = Project::default();
    project.skeletons.insert(Id(1), Arc::new(rig()));
    let bones: Arc<[_]> = rig().keys()[..3].into();
    let mesh = Mesh::new(
        "mesh",
        (Id(1), bones),
        vec![part(SkinMethod::Linear)],
        Vec::new(),
    );
    project.meshes.insert(Id(2), Arc::new(mesh));
    let compiled = crate::compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    assert!(compiled.library.meshes.is_empty());
    assert_eq!(compiled.diagnostics.last().unwrap().kind, Kind::BadMesh);
}

#[test]
fn bones_that_are_followed_or_removed_and_no_others_are_missed() {
    let mut project = Project::default();
    project.skeletons.insert(Id(1), Arc::new(rig()));
    let bones = ["bone 0", "bone 1", "bone 2", "lost", "spare"].map(Into::into);
    let mut mesh = Mesh::new(
        "mesh",
        (Id(1), bones.into()),
        vec![part(SkinMethod::Linear)],
        Vec::new(),
    );
    mesh.lods.push(mesh::Lod {
        removed_bones: vec!["gone".into()],
        ..coarse(0.5, vec![], SkinMethod::Linear)
    });
    assert_eq!((mesh.lods[0].vertices(), mesh.lods[0].triangles()), (3, 1));
    project.meshes.insert(Id(2), Arc::new(mesh));
    let found = crate::compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    )
    .diagnostics;
    assert_eq!(
        found[0].kind,
        Kind::BonesMissing {
            bones: vec!["lost".into(), "gone".into()]
        }
    );
}

#[test]
fn a_mesh_is_compiled_anew_only_when_it_or_the_bones_of_its_skeleton_have_changed() {
    type Edit = fn(&mut Project);
    let edits: [(bool, Edit); 4] = [
        (false, |p| p.name = "renamed".into()),
        (false, |p| {
            Arc::make_mut(p.skeletons.get_mut(&Id(1)).unwrap())
                .masks
                .clear()
        }),
        (true, |p| {
            Arc::make_mut(p.skeletons.get_mut(&Id(1)).unwrap()).bones[3]
                .reference
                .scale = Vec3::splat(2.0)
        }),
        (true, |p| {
            drop(Arc::make_mut(p.meshes.get_mut(&Id(2)).unwrap()).lods.pop())
        }),
    ];
    for (at, (again, edit)) in edits.into_iter().enumerate() {
        let (mut project, mut cache) = (Project::default(), Cache::default());
        project.skeletons.insert(Id(1), Arc::new(rig()));
        let parts = vec![part(SkinMethod::Linear)];
        let mut mesh = Mesh::new("mesh", (Id(1), rig().keys()), parts, Vec::new());
        mesh.lods.push(coarse(0.5, vec![2], SkinMethod::Linear));
        project.meshes.insert(Id(2), Arc::new(mesh));
        let before = crate::compile(&project, &mut cache, crate::CompileOptions::default())
            .library
            .meshes[0]
            .clone();
        edit(&mut project);
        let warm = crate::compile(&project, &mut cache, crate::CompileOptions::default())
            .library
            .meshes[0]
            .clone();
        assert_eq!(!Arc::ptr_eq(&warm, &before), again, "edit {at}");
        assert_eq!(
            warm,
            crate::compile(
                &project,
                &mut Cache::default(),
                crate::CompileOptions::default()
            )
            .library
            .meshes[0],
            "edit {at}"
        );
    }
}

/// A robe of three vertices that follows a coarse one, which `edit` changes.
fn robed(edit: impl FnOnce(&mut Mesh, &mut Mesh)) -> Project {
    let mut project = Project::default();
    project.skeletons.insert(Id(1), Arc::new(rig()));
    let mesh =
        |name: &str, part: Part| Mesh::new(name, (Id(1), rig().keys()), vec![part], Vec::new());
    let cloth = mesh::Cloth {
        mesh: Id(3),
        part: "coarse".into(),
        weight: None,
    };
    let robe = Part {
        name: "robe".into(),
        cloth: Some(cloth),
        ..part(SkinMethod::Linear)
    };
    let coarse = Part {
        name: "coarse".into(),
        ..part(SkinMethod::Linear)
    };
    let (mut robe, mut coarse) = (mesh("Robe", robe), mesh("Coarse", coarse));
    edit(&mut robe, &mut coarse);
    project.meshes.insert(Id(2), Arc::new(robe));
    project.meshes.insert(Id(3), Arc::new(coarse));
    project
}

fn named_robe(library: &anim::Library) -> &Arc<anim::Mesh> {
    library
        .meshes
        .iter()
        .find(|mesh| mesh.name == Name::new("Robe"))
        .unwrap()
}

/// What the robe follows, and what is said of it.
fn followed(project: &Project, cache: &mut Cache) -> (anim::mesh::Cloth, Vec<Kind>) {
    let compiled = crate::compile(project, cache, crate::CompileOptions::default());
    let robe = named_robe(&compiled.library);
    let said = compiled
        .diagnostics
        .into_iter()
        .map(|found| found.kind)
        .collect();
    (robe.lods[0].parts[0].cloth.clone(), said)
}

#[test]
fn a_part_follows_what_it_is_told_to_and_its_own_weights_where_that_is_not_there() {
    let of = |edit: fn(&mut Mesh, &mut Mesh)| followed(&robed(edit), &mut Cache::default());
    let (cloth, said) = of(|_, _| {});
    assert_eq!(
        (cloth.mesh, cloth.part, cloth.driving),
        (Name::new("Coarse"), Name::new("coarse"), 3)
    );
    assert!(said.is_empty() && cloth.vertices.len() == 3);
    let fits = crate::compile(
        &robed(|_, _| {}),
        &mut Cache::default(),
        crate::CompileOptions::default(),
    )
    .fits;
    assert!(
        fits.len() == 1 && fits[&Id(2)][0].0 == "robe" && fits[&Id(2)][0].1.vertices == 3,
        "{fits:?}"
    );
    assert!(
        cloth
            .vertices
            .iter()
            .all(|vertex| vertex.weight == 1.0 && vertex.position.away.abs() < 1e-6)
    );
    let missing = vec![Kind::ClothMissing {
        part: "robe".into(),
    }];
    let told = |robe: &mut Mesh, mesh: Id, part: &str| {
        robe.lods[0].parts[0].cloth = Some(mesh::Cloth {
            mesh,
            part: part.into(),
            weight: None,
        });
    };
    assert_eq!(
        of(|_, coarse| coarse.lods[0].parts[0].name = "other".into()),
        (Default::default(), missing.clone())
    );
    assert_eq!(
        followed(
            &robed(|robe, _| told(robe, Id(9), "coarse")),
            &mut Cache::default()
        )
        .1,
        missing
    );
    assert_eq!(
        followed(
            &robed(|robe, _| told(robe, Id(2), "robe")),
            &mut Cache::default()
        )
        .1,
        missing,
        "itself"
    );
    let flat = |coarse: &mut Mesh| {
        Arc::make_mut(&mut coarse.lods[0].parts[0].data).indices = Default::default()
    };
    assert_eq!(
        followed(&robed(|_, coarse| flat(coarse)), &mut Cache::default()).1,
        missing,
        "no triangles"
    );
    let cut = Kind::ClothCut {
        part: "robe".into(),
        driver: "Coarse".into(),
    };
    // Two triangles that follow two bones each.
    let apart = |coarse: &mut Mesh| {
        let data = Arc::make_mut(&mut coarse.lods[0].parts[0].data);
        data.positions = data.positions.repeat(2).into();
        data.normals = data.normals.repeat(2).into();
        data.joints = [[0, 1, 0, 0].repeat(3), [2, 3, 2, 2].repeat(3)]
            .concat()
            .into();
        data.weights = data.weights.repeat(2).into();
        data.indices = (0..6).collect();
        coarse.bone_limit = Some(2);
    };
    assert_eq!(
        followed(&robed(|_, coarse| apart(coarse)), &mut Cache::default()).1,
        vec![cut]
    );
    let (cloth, said) = of(|_, coarse| coarse.bone_limit = Some(3));
    let missed = vec![Kind::BoneLimitMissed {
        part: "coarse".into(),
        bones: 4,
    }];
    assert_eq!(
        (cloth.vertices.len(), said),
        (3, missed),
        "it could not be cut"
    );
    assert!(
        of(|_, coarse| coarse.bone_limit = Some(24)).1.is_empty(),
        "it is not cut"
    );
    let none = |robe: &mut Mesh| {
        Arc::make_mut(&mut robe.lods[0].parts[0].data).clone_from(&MeshPart {
            influences: 1,
            ..MeshPart::default()
        })
    };
    let (cloth, said) = followed(&robed(|robe, _| none(robe)), &mut Cache::default());
    assert_eq!(
        (cloth, said),
        (Default::default(), vec![]),
        "nothing of it is there"
    );
}

#[test]
fn an_attribute_says_how_much_each_vertex_follows_and_all_do_without_it() {
    let weighed = |components: u32| {
        robed(|robe, _| {
            let part = &mut robe.lods[0].parts[0];
            part.cloth.as_mut().unwrap().weight = Some("_LOOSE".into());
            part.attributes = vec!["_LOOSE".into()];
            let data = Arc::make_mut(&mut part.data);
            let name = Name::new("_LOOSE");
            data.attributes = vec![anim::mesh::Attribute {
                name,
                components,
                first: 0,
            }]
            .into();
            data.attribute_values = [0.0, 0.5, 1.0].repeat(components as usize).into();
        })
    };
    let weights = |cloth: &anim::mesh::Cloth| {
        cloth
            .vertices
            .iter()
            .map(|vertex| vertex.weight)
            .collect::<Vec<_>>()
    };
    let (cloth, said) = followed(&weighed(1), &mut Cache::default());
    assert_eq!((weights(&cloth), said), (vec![0.0, 0.5, 1.0], vec![]));
    let (cloth, said) = followed(&weighed(2), &mut Cache::default());
    let missing = Kind::ClothWeightMissing {
        part: "robe".into(),
        attribute: "_LOOSE".into(),
    };
    assert_eq!((weights(&cloth), said), (vec![1.0; 3], vec![missing]));
}

#[test]
fn a_part_is_bound_anew_where_what_it_follows_changed_and_else_not() {
    let (mut project, mut cache) = (robed(|_, _| {}), Cache::default());
    let robe = |project: &Project, cache: &mut Cache| {
        named_robe(&crate::compile(project, cache, crate::CompileOptions::default()).library)
            .clone()
    };
    let before = robe(&project, &mut cache);
    assert!(Arc::ptr_eq(&before, &robe(&project, &mut cache)));
    let coarse = Arc::make_mut(project.meshes.get_mut(&Id(3)).unwrap());
    let data = Arc::make_mut(&mut coarse.lods[0].parts[0].data);
    data.positions = data
        .positions
        .iter()
        .map(|[x, y, z]| [*x, *y, *z + 0.25])
        .collect();
    let after = robe(&project, &mut cache);
    assert_ne!(before.lods[0].parts[0].cloth, after.lods[0].parts[0].cloth);
    project.meshes.remove(&Id(3));
    assert_eq!(
        robe(&project, &mut cache).lods[0].parts[0].cloth,
        Default::default()
    );
}
