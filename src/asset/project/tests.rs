use super::*;
use crate::graph::nodes::SequencePlayerNode;
use crate::{
    Material, blend_space,
    clip::{Additive, AdditiveBase},
    graph::{Node, NodeKind, Wiring},
    montage::Segment,
    skeleton::Socket,
};
use anim::Transform;

fn origin(place: &str) -> Origin {
    Origin {
        file: "f".into(),
        place: place.into(),
        content: String::new(),
        said: Fields::new(),
        options: Fields::new(),
        properties: Default::default(),
    }
}

/// One asset of each kind, and a second clip, 6, that is a base.
fn project() -> Project {
    let mut montage = Montage::new("attack", Id(3), &mut 9);
    let (id, clip, start, clip_begin, clip_end) = (Id(50), Id(2), 0.0, 0.0, 1.0);
    montage.slots[0].segments = vec![Segment {
        id,
        clip,
        start,
        clip_begin,
        clip_end,
        rate: 1.0,
        loops: 1,
    }];
    let base = AdditiveBase::ClipScaled { clip: Id(6) };
    let walk = Clip::new("walk", Id(3), Default::default(), 30.0);
    let swing = Clip {
        additive: Some(Additive {
            base,
            ..Additive::default()
        }),
        ..walk.clone()
    };
    let grip = Socket::new(Id(51), "grip", "hand".into(), Transform::IDENTITY);
    let sockets = vec![
        Socket {
            preview: Some(Id(4)),
            ..grip.clone()
        },
        grip,
    ];
    let skeleton = Skeleton {
        name: "rig".into(),
        sockets,
        ..Skeleton::default()
    };
    let material = Material {
        texture: Some(Id(5)),
        normal_texture: Some(Id(7)),
        ..Material::default()
    };
    let mesh = Mesh::new(
        "body",
        (Id(3), Arc::new([])),
        Vec::new(),
        vec![material, Material::default()],
    );
    let texture = Texture {
        name: "skin".into(),
        origin: None,
        width: 0,
        height: 0,
        rgba: Arc::new([]),
    };
    let mut project = Project::default();
    project.montages.insert(Id(1), Arc::new(montage));
    let player = |id, clip| {
        let kind = NodeKind::SequencePlayer(SequencePlayerNode {
            clip: Some(Id(clip)),
            play: Default::default(),
        });
        Node::new(Id(id), kind)
    };
    let wiring = Wiring {
        nodes: vec![player(60, 2), player(61, 6)],
        ..Wiring::default()
    };
    project.graphs.insert(
        Id(20),
        Arc::new(PoseGraph {
            wiring: wiring.into(),
            ..PoseGraph::new("moves", Id(3))
        }),
    );
    let sample = blend_space::Sample {
        id: Id(62),
        clip: Id(6),
        at: [0.0; 2],
        rate: 1.0,
    };
    let space = BlendSpace {
        samples: vec![sample],
        ..BlendSpace::new("ways", Id(3))
    };
    project.blend_spaces.insert(Id(21), Arc::new(space));
    let pose = crate::NamedPose {
        id: Id(63),
        name: "Fist".into(),
        clip: Id(6),
        time: 0.0,
    };
    let poses = PoseAsset {
        poses: vec![pose],
        ..PoseAsset::new("hands", Id(3))
    };
    project.pose_assets.insert(Id(22), Arc::new(poses));
    project.clips.extend([
        (Id(2), Arc::new(swing)),
        (
            Id(6),
            Arc::new(Clip {
                name: "base".into(),
                ..walk
            }),
        ),
    ]);
    project.skeletons.insert(Id(3), Arc::new(skeleton));
    project.meshes.insert(Id(4), Arc::new(mesh));
    project.textures.insert(Id(5), Arc::new(texture));
    project
        .notify_classes
        .insert(Id(23), Arc::new(NotifyClass::new("hit")));
    let sound = crate::SoundFile {
        name: "step".into(),
        ending: "wav".into(),
        seconds: 1.0,
        bytes: Arc::new([]),
    };
    project.sounds.insert(Id(24), Arc::new(sound));
    let scenario = crate::Scenario {
        name: "walks".into(),
        description: String::new(),
        source: crate::scenario::ScenarioSource::Session(crate::scenario::ScenarioSession {
            seconds: 1.0,
            bytes: Arc::new([]),
        }),
        expect: Vec::new(),
    };
    project.tests.insert(Id(25), Arc::new(scenario));
    project
}

const NAMES: [(u64, &str); 11] = [
    (1, "attack"),
    (20, "moves"),
    (21, "ways"),
    (22, "hands"),
    (2, "walk"),
    (3, "rig"),
    (4, "body"),
    (5, "skin"),
    (23, "hit"),
    (24, "step"),
    (25, "walks"),
];

#[test]
fn each_asset_is_found_renamed_and_removed_by_its_id() {
    let mut project = project();
    for ((id, name), kind) in NAMES.into_iter().zip(AssetKind::ALL) {
        let id = Id(id);
        assert_eq!(
            (project.kind(id), project.asset_name(id)),
            (Some(kind), Some(name))
        );
        assert!(project.list(kind).contains(&(id, name)));
        project.asset_mut(id).unwrap().set_name("new".into());
        assert_eq!(project.asset_name(id), Some("new"));
        assert!(project.remove(id) && !project.remove(id) && !project.is_empty());
        assert!(
            project.asset(id).is_none()
                && project.asset_mut(id).is_none()
                && project.kind(id).is_none()
        );
    }
    assert!(project.remove(Id(6)) && project.is_empty() && Project::default().is_empty());
}

#[test]
fn every_kind_has_a_word_for_one_and_one_for_many() {
    let words = AssetKind::ALL.map(|kind| (kind.word(), kind.words()));
    let expected = [
        ("montage", "montages"),
        ("graph", "graphs"),
        ("blend space", "blend_spaces"),
        ("pose asset", "pose_assets"),
        ("clip", "clips"),
        ("skeleton", "skeletons"),
        ("mesh", "meshes"),
        ("texture", "textures"),
        ("notify class", "notify_classes"),
        ("sound", "sounds"),
        ("scenario", "tests"),
    ];
    assert_eq!(words, expected);
}

#[test]
fn an_asset_is_shared_while_it_is_the_very_same_in_both() {
    let (one, mut other) = (project(), project());
    for (id, _) in NAMES {
        assert!(one.shares(&one.clone(), Id(id)) && !one.shares(&other, Id(id)));
        other.remove(Id(id));
        assert!(!one.shares(&other, Id(id)) && !other.shares(&one, Id(id)));
    }
    assert!(one.shares(&other, Id(77)), "neither has it");
}

#[test]
fn each_asset_says_what_it_uses_and_is_used_by_the_others_that_name_it() {
    let project = project();
    let uses = |id| {
        project
            .asset(Id(id))
            .unwrap()
            .uses()
            .iter()
            .map(|id| id.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        [1, 2, 6, 3].map(uses),
        [vec![3, 2], vec![3, 6], vec![3], vec![4]]
    );
    assert_eq!([4, 5].map(uses), [vec![3, 5, 7], vec![]]);
    let users = |id| {
        project
            .users(Id(id))
            .map(|(id, _)| id.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        [1, 2, 3].map(users),
        [vec![], vec![1, 20], vec![1, 20, 21, 22, 2, 6, 4]]
    );
    assert_eq!(
        [4, 5, 6, 77].map(users),
        [vec![3], vec![4], vec![20, 21, 22, 2], vec![]]
    );
    let mut own = project.clone();
    let base = AdditiveBase::ClipScaled { clip: Id(6) };
    let clip = Arc::make_mut(own.clips.get_mut(&Id(6)).unwrap());
    clip.additive = Some(Additive {
        base,
        ..Additive::default()
    });
    assert_eq!(
        own.users(Id(6)).map(|(id, _)| id).collect::<Vec<_>>(),
        [Id(20), Id(21), Id(22), Id(2)],
        "itself is no other"
    );
}

#[test]
fn what_was_imported_has_an_origin_and_what_is_made_here_never() {
    let mut project = project();
    assert_eq!(project.origins().count(), 0);
    for (id, name) in NAMES {
        assert_eq!(project.origin(Id(id)), None);
        project.asset_mut(Id(id)).unwrap().set_origin(origin(name));
    }
    let found: Vec<_> = project
        .origins()
        .map(|(id, origin)| (id.0, origin.place.as_str()))
        .collect();
    assert_eq!(found, NAMES[4..8]);
    assert_eq!(
        (project.origin(Id(1)), project.origin(Id(77))),
        (None, None)
    );
}

#[test]
fn a_list_goes_by_name_and_a_name_that_is_taken_is_numbered() {
    let mut project = project();
    for (id, name) in [(8, "walk_1"), (9, "walk_3"), (10, "base")] {
        project.clips.insert(
            Id(id),
            Arc::new(Clip::new(name, Id(3), Default::default(), 30.0)),
        );
    }
    let expected = [
        (6, "base"),
        (10, "base"),
        (2, "walk"),
        (8, "walk_1"),
        (9, "walk_3"),
    ]
    .map(|(id, name)| (Id(id), name));
    assert_eq!(project.list(AssetKind::Clip), expected);
    let free = |kind, wanted: &str, except| project.free_name(kind, wanted, except);
    assert_eq!(free(AssetKind::Clip, "run", None), "run");
    assert_eq!(free(AssetKind::Clip, "walk", None), "walk_2");
    assert_eq!(free(AssetKind::Clip, "walk", Some(Id(2))), "walk");
    assert_eq!(free(AssetKind::Clip, "walk", Some(Id(8))), "walk_1");
    assert_eq!(free(AssetKind::Clip, "base", Some(Id(6))), "base_1");
    assert_eq!(
        free(AssetKind::Mesh, "walk", None),
        "walk",
        "of another kind"
    );
}
