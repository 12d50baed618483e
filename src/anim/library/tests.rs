use super::*;
use crate::graph::nodes::{OutputNode, ReferencePoseNode};
use crate::{
    Lod, fixture,
    graph::{AimOffset, GraphParts, LookAt, LookSource, Node, Value},
    mesh_bounds::{Body, MeshBounds},
    skeleton::{Socket, VirtualBone},
};

#[test]
fn a_character_works_out_what_any_of_its_meshes_shows_or_all_its_bones() {
    let skeleton = fixture::chain(4);
    let lod = |bones: &[u32]| Lod {
        screen_size: 1.0,
        bones: bones.into(),
        parts: Vec::new(),
        materials: Vec::new(),
    };
    let mesh = |name, skeleton, lods| {
        Arc::new(Mesh {
            name: Name(name),
            skeleton,
            lods,
            ..Mesh::default()
        })
    };
    let library = Library {
        meshes: vec![
            mesh(1, skeleton.name, vec![lod(&[0, 1, 2, 3]), lod(&[0])]),
            mesh(2, skeleton.name, vec![lod(&[0, 1])]),
            mesh(3, Name(99), vec![lod(&[0, 1, 2, 3])]),
        ],
        ..Library::default()
    };
    let required = |library: &Library, level| {
        let mut required = RequiredBones::default();
        library.require(&skeleton, level, &mut required);
        required.bones().to_vec()
    };
    assert_eq!(
        [0, 1, 7].map(|level| required(&library, level).len()),
        [4, 2, 2]
    );
    assert_eq!(required(&Library::default(), 3), [0, 1, 2, 3]);
}

/// What hangs on bones that no mesh of the level shows.
#[test]
fn sockets_ends_of_virtual_bones_and_what_a_graph_reads_are_worked_out_too() {
    let parents: Vec<i32> = (0..12).map(|bone| if bone == 0 { -1 } else { 0 }).collect();
    let local = crate::PackedTransform::from(crate::Transform::IDENTITY);
    let socket = |name, bone| Socket {
        name: Name(name),
        bone,
        local,
        reserved: 0,
    };
    let (source, target) = (3, 4);
    let skeleton = fixture::skeleton(&parents, |_| crate::Transform::IDENTITY);
    let sockets = vec![socket(80, 2), socket(81, 7)].into();
    let skeleton = Skeleton::new(Name(1), skeleton.bones.clone(), sockets).unwrap();
    let link = VirtualBone {
        name: Name(90),
        source,
        target,
    };
    let skeleton = skeleton.with_virtual_bones(vec![link].into()).unwrap();
    let lod = |bones: &[u32]| Lod {
        screen_size: 1.0,
        bones: bones.into(),
        parts: vec![],
        materials: vec![],
    };
    let lods = vec![lod(&[0, 1, 2]), lod(&[0, 1])];
    let mesh = Arc::new(Mesh {
        name: Name(1),
        skeleton: skeleton.name,
        lods,
        ..Mesh::default()
    });
    let library = Library {
        meshes: vec![mesh],
        ..Library::default()
    };
    let look = LookAt {
        target: [Value::Number(0.0); 3],
        source: LookSource::Socket(1),
        axes: [glam::Vec3::X, glam::Vec3::Z, glam::Vec3::Y],
    };
    let partners = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 9, 11];
    let mirror =
        MirrorTable::new(&skeleton, Default::default(), &partners, Default::default()).unwrap();
    let parts = GraphParts {
        aims: vec![AimOffset {
            look: Some(look),
            lod: 1,
            ..AimOffset::default()
        }],
        mirrors: vec![Arc::new(mirror)],
        ..GraphParts::from(&[
            Node::ReferencePose(ReferencePoseNode),
            Node::Output(OutputNode { source: 0 }),
        ])
    };
    let graph = Graph::new(parts).unwrap();
    let found = |level, graph: &Graph| {
        let mut required = RequiredBones::default();
        library.require_for(&skeleton, level, graph, &mut required);
        (required.bones().to_vec(), required.virtual_bones().to_vec())
    };
    assert_eq!(
        found(0, &Graph::default()),
        (vec![0, 1, 2, 3, 4, 7], vec![0])
    );
    assert_eq!(
        found(1, &Graph::default()),
        (vec![0, 1], vec![]),
        "sockets and virtual bones rest on what is left"
    );
    assert_eq!(
        [1, 2].map(|level| found(level, &graph).0.contains(&7)),
        [true, false]
    );
}

/// At every level, or the room that a character takes would stand still where its limbs move.
#[test]
fn bones_of_bodies_are_worked_out_where_bodies_tell_the_room() {
    let skeleton = fixture::chain(5);
    let lod = |bones: &[u32]| Lod {
        screen_size: 1.0,
        bones: bones.into(),
        parts: vec![],
        materials: vec![],
    };
    let body = |bone| Body {
        bone,
        radius: 0.1,
        from: [0.0; 3],
        to: [0.0; 3],
    };
    let required = |by, level| {
        let room = MeshBounds {
            by,
            bodies: vec![body(1), body(3)].into(),
        };
        let lods = vec![lod(&[0, 1, 2]), lod(&[0])];
        let mesh = Mesh {
            name: Name(1),
            skeleton: skeleton.name,
            lods,
            room,
            ..Mesh::default()
        };
        let library = Library {
            meshes: vec![mesh.into()],
            ..Library::default()
        };
        let mut required = RequiredBones::default();
        library.require(&skeleton, level, &mut required);
        required.bones().to_vec()
    };
    assert_eq!(
        [0, 1].map(|level| required(BoundsBy::Bodies, level)),
        [vec![0, 1, 2, 3], vec![0, 1, 2, 3]]
    );
    assert_eq!(
        [0, 1].map(|level| required(BoundsBy::Vertices, level)),
        [vec![0, 1, 2], vec![0]]
    );
}

/// Of meshes that share it the widest threshold counts, and where it rests nothing is worked out
/// for it.
#[test]
fn the_graph_of_meshes_reads_bones_down_to_the_coarsest_level_that_any_of_them_wants() {
    let skeleton = fixture::chain(6);
    let parts = GraphParts {
        aims: vec![AimOffset {
            look: Some(LookAt {
                target: [Value::Number(0.0); 3],
                source: LookSource::Bone(5),
                axes: [glam::Vec3::X, glam::Vec3::Z, glam::Vec3::Y],
            }),
            ..AimOffset::default()
        }],
        skeleton: skeleton.name,
        name: Name(50),
        ..GraphParts::from(&[
            Node::ReferencePose(ReferencePoseNode),
            Node::Output(OutputNode { source: 0 }),
        ])
    };
    let graph = Arc::new(Graph::new(parts).unwrap());
    let (wearing, other) = (skeleton.name, Name(99));
    let found = |thresholds: &[(Name, i8)]| {
        let lod = Lod {
            screen_size: 1.0,
            bones: vec![0].into(),
            parts: vec![],
            materials: vec![],
        };
        let lods = vec![lod; 4];
        let mesh = |(at, (skeleton, post_process_lod)): (usize, &(Name, i8))| {
            let (name, post_process) = (Name(at as u64 + 1), graph.name());
            let (skeleton, post_process_lod, lods) = (*skeleton, *post_process_lod, lods.clone());
            Arc::new(Mesh {
                name,
                skeleton,
                lods,
                post_process,
                post_process_lod,
                ..Mesh::default()
            })
        };
        let meshes = thresholds.iter().enumerate().map(mesh).collect();
        let library = Library {
            meshes,
            graphs: vec![graph.clone()],
            ..Library::default()
        };
        let over: Vec<i8> = library
            .post_processes(&skeleton)
            .map(|(_, threshold)| threshold)
            .collect();
        let reads = [0, 1, 2, 9].map(|level| {
            let mut required = RequiredBones::default();
            library.require(&skeleton, level, &mut required);
            required.bones().len() == 6
        });
        (over, reads)
    };
    assert_eq!(
        found(&[(wearing, 0)]),
        (vec![0], [true, false, false, false])
    );
    assert_eq!(
        found(&[(wearing, 0), (wearing, 2), (wearing, 1)]),
        (vec![2], [true, true, true, false])
    );
    assert_eq!(
        found(&[(wearing, 1), (wearing, ALL_LEVELS), (wearing, 0)]),
        (vec![ALL_LEVELS], [true; 4])
    );
    assert_eq!(
        found(&[(wearing, 0), (other, ALL_LEVELS)]),
        (vec![0], [true, false, false, false])
    );
    assert_eq!(
        found(&[(wearing, 3)]),
        (vec![ALL_LEVELS], [true; 4]),
        "the coarsest is shown at all beyond it"
    );
    assert_eq!(
        found(&[]),
        (vec![], [true; 4]),
        "without a mesh all bones are worked out"
    );
}

#[test]
fn everything_is_found_by_its_name() {
    let mut clips = ["a", "b", "c"]
        .map(|name| fixture::clip_along(name, 0.0))
        .to_vec();
    clips.sort_by_key(|clip| clip.name);
    let skeletons = vec![Arc::new(fixture::chain(1))];
    let library = Library {
        clips,
        skeletons,
        ..Library::default()
    };
    for name in ["a", "b", "c"].map(Name::new) {
        assert_eq!(library.clip(name).map(|clip| clip.name), Some(name));
    }
    assert!(library.clip(Name::new("d")).is_none() && library.montage(Name::new("a")).is_none());
    assert!(library.skeleton(Name(1)).is_some() && library.skeleton(Name(2)).is_none());
}
