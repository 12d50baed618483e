use super::*;
use crate::skeleton::Bone;
use anim::{Transform, mesh::PaletteJoint};

fn part(name: &str, vertices: usize, indices: usize, bones: &[u32]) -> Part {
    let joint = |bone: &u32| PaletteJoint {
        bone: *bone,
        inverse_bind: [[0.0; 4]; 3],
    };
    let data = MeshPart {
        positions: vec![[0.0; 3]; vertices].into(),
        indices: vec![0; indices].into(),
        palette: bones.iter().map(joint).collect(),
        ..MeshPart::default()
    };
    Part {
        name: name.into(),
        data: Arc::new(data),
        ..Part::default()
    }
}

fn mesh() -> Mesh {
    let bones = ["root", "arm", "hand", "spare"].map(Into::into);
    let parts = vec![part("a", 4, 6, &[0, 2]), part("b", 3, 3, &[2, 9])];
    let mut mesh = Mesh::new(
        "body",
        (Id(1), bones.into()),
        parts,
        vec![Material::default()],
    );
    let coarse = |screen_size, removed: &str, name| {
        let parts = vec![part(name, 3, 3, &[0])];
        Lod {
            screen_size,
            removed_bones: vec![removed.into()],
            parts,
        }
    };
    mesh.lods
        .extend([coarse(0.5, "hand", "c"), coarse(0.25, "arm", "d")]);
    mesh
}

#[test]
fn a_new_mesh_is_one_whole_level_and_a_new_material_plain() {
    let mesh = Mesh::new(
        "body",
        (Id(1), Arc::new([])),
        vec![part("a", 0, 0, &[])],
        Vec::new(),
    );
    assert_eq!(
        (mesh.name.as_str(), mesh.skeleton, mesh.origin.is_none()),
        ("body", Id(1), true)
    );
    assert_eq!(
        (
            mesh.lods.len(),
            mesh.lods[0].screen_size,
            mesh.lods[0].parts.len()
        ),
        (1, 1.0, 1)
    );
    assert!(mesh.lods[0].removed_bones.is_empty());
    let plain = Material::default();
    assert_eq!(
        (plain.name.as_str(), plain.base_color),
        ("Default", [0.8, 0.8, 0.8, 1.0])
    );
    assert_eq!(
        (
            plain.double_sided,
            plain.alpha_cutoff,
            plain.textures().count()
        ),
        (false, None, 0)
    );
    let worn = Material {
        texture: Some(Id(2)),
        normal_texture: Some(Id(3)),
        ..plain
    };
    assert_eq!(worn.textures().collect::<Vec<_>>(), [Id(2), Id(3)]);
}

#[test]
fn a_level_beyond_the_last_is_the_coarsest() {
    let mesh = mesh();
    assert_eq!(
        [0, 1, 2, 3, 99].map(|level| mesh.lod(level).screen_size),
        [1.0, 0.5, 0.25, 0.25, 0.25]
    );
    assert_eq!(
        mesh.parts()
            .map(|part| part.name.as_str())
            .collect::<Vec<_>>(),
        ["a", "b", "c", "d"]
    );
    assert_eq!((mesh.lod(0).vertices(), mesh.lod(0).triangles()), (7, 3));
    assert_eq!((mesh.lod(1).vertices(), mesh.lod(1).triangles()), (3, 1));
}

#[test]
fn the_bones_of_a_mesh_are_those_that_it_follows_and_those_that_it_removes() {
    let mesh = mesh();
    assert_eq!(
        mesh.keys().map(BoneKey::as_str).collect::<Vec<_>>(),
        ["root", "hand", "hand", "arm"]
    );
}

#[test]
fn idle_bones_are_the_topmost_that_move_nothing_and_carry_nothing() {
    let bone = |name: &str, parent| Bone::new(name, parent, Transform::IDENTITY);
    let bones = vec![
        bone("root", None),
        bone("arm", Some(0)),
        bone("hand", Some(1)),
        bone("finger", Some(2)),
        bone("tail", Some(0)),
        bone("tip", Some(4)),
    ];
    let mut skeleton = Skeleton {
        bones,
        ..Skeleton::default()
    };
    let keys = skeleton.keys();
    let follows = |bone: u32| {
        let plain = part("a", 1, 0, &[0, bone]);
        // The first slot has all the weight, and the second none.
        let data = MeshPart {
            influences: 2,
            joints: vec![1, 0].into(),
            weights: vec![1.0, 0.0].into(),
            ..(*plain.data).clone()
        };
        Lod::finest(vec![Part {
            data: Arc::new(data),
            ..plain
        }])
    };
    let idle = |lod: &Lod, skeleton: &Skeleton| {
        let found = lod.idle_bones(&keys, skeleton);
        assert!(found.iter().all(|bone| skeleton.index(bone).is_some()));
        found
            .iter()
            .map(|bone| bone.as_str().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(idle(&follows(0), &skeleton), ["arm", "tail"]);
    assert_eq!(idle(&follows(2), &skeleton), ["finger", "tail"]);
    assert_eq!(idle(&follows(5), &skeleton), ["arm"]);
    let mut profiled = follows(2);
    let data = Arc::make_mut(&mut profiled.parts[0].data);
    (data.profile_joints, data.profile_weights) = (vec![0, 1].into(), vec![0.0, 1.0].into());
    data.palette = vec![
        data.palette[0],
        PaletteJoint {
            bone: 5,
            inverse_bind: [[0.0; 4]; 3],
        },
    ]
    .into();
    assert_eq!(idle(&profiled, &skeleton), ["arm"]);
    skeleton.sockets.push(crate::skeleton::Socket::new(
        Id(1),
        "grip",
        "finger".into(),
        Transform::IDENTITY,
    ));
    assert_eq!(idle(&follows(2), &skeleton), ["tail"]);
    let ends = ("root".into(), "tip".into());
    skeleton
        .virtual_bones
        .push(crate::skeleton::VirtualBone::new(
            Id(2),
            "ik",
            ends.0,
            ends.1,
        ));
    assert_eq!(idle(&follows(2), &skeleton), [""; 0]);
}

#[test]
fn with_a_bone_goes_all_that_hangs_on_it() {
    let bone = |name: &str, parent| Bone::new(name, parent, Transform::IDENTITY);
    let bones = vec![
        bone("root", None),
        bone("arm", Some(0)),
        bone("leg", Some(0)),
        bone("hand", Some(1)),
        bone("finger", Some(3)),
    ];
    let skeleton = Skeleton {
        bones,
        ..Skeleton::default()
    };
    let kept = |removed: &[&str]| {
        let removed_bones = removed.iter().map(|name| BoneKey::from(*name)).collect();
        Lod {
            removed_bones,
            ..Lod::finest(Vec::new())
        }
        .bones(&skeleton)
    };
    assert_eq!(kept(&[]), [0, 1, 2, 3, 4]);
    assert_eq!(kept(&["finger", "gone"]), [0, 1, 2, 3]);
    assert_eq!(kept(&["hand"]), [0, 1, 2]);
    assert_eq!(kept(&["arm", "leg"]), [0]);
    assert_eq!(kept(&["root"]), [0; 0]);
}
