//! Answers of the process that reads: what contradicts itself is refused, and what is taken never
//! breaks what goes on with it.

use super::*;
use crate::{
    Options,
    fbx::{FbxContents, FbxPicture, finish_import, read, wire},
    scene::ParsedTake,
};
use glam::Affine3A;

/// A node with everything that an answer can say, moved by a take.
fn answer() -> FbxContents {
    let mut made = Made::new(100.0, 1, 6);
    let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    made.node("spine", "LimbNode", hips, [0.0, 1.0, 0.0], [0.0; 3], "");
    made.skinned("body", &[hips]);
    let layer = made.stack("Take", [0.0, 1.0]);
    let keys = [(0.0, 0.0), (0.25, 30.0), (1.0, 10.0)];
    for property in ["Lcl Rotation", "Lcl Translation", "Lcl Scaling"] {
        made.curve(layer, hips, property, Way::Linear, &keys);
    }
    let mut found = read(made.text().as_bytes(), &Options::default(), &|_| true).unwrap();
    let take = &mut found.scene.takes[0];
    let track = take.tracks.values_mut().next().unwrap();
    assert!(track.translation.is_some() && track.rotation.is_some() && track.scale.is_some());
    let one = Channel {
        times: vec![0.0, 1.0],
        values: vec![0.0, 0.5],
        ..Channel::default()
    };
    take.weights.insert(0, vec![one.clone()]);
    let curve = asset::source::SourceCurve {
        name: "speed".into(),
        channel: one,
    };
    take.curves.push((0, curve));
    found
}

fn sent(found: &FbxContents) -> Vec<u8> {
    postcard::to_stdvec(&Ok::<_, ()>(found)).unwrap()
}

fn take(found: &mut FbxContents) -> &mut ParsedTake {
    &mut found.scene.takes[0]
}

fn channels(found: &mut FbxContents) -> [&mut Channel; 5] {
    let take = take(found);
    let track = take.tracks.values_mut().next().unwrap();
    [
        track.translation.as_mut().unwrap(),
        track.rotation.as_mut().unwrap(),
        track.scale.as_mut().unwrap(),
        &mut take.weights.get_mut(&0).unwrap()[0],
        &mut take.curves[0].1.channel,
    ]
}

type Change<T> = (&'static str, fn(&mut T));

const CHANGES: [Change<FbxContents>; 19] = [
    ("child", |it| it.scene.nodes[0].children.push(99)),
    ("own child", |it| it.scene.nodes[0].children.push(0)),
    ("local", |it| {
        it.scene.nodes[1].local.translation.y = f32::NAN;
    }),
    ("mesh", |it| it.scene.nodes[0].mesh = Some(99)),
    ("skin", |it| {
        it.scene
            .nodes
            .iter_mut()
            .for_each(|node| node.skin = Some(99));
    }),
    ("joint", |it| it.scene.skins[0].joints[0] = 99),
    ("more binds", |it| {
        let binds = it.scene.skins[0].inverse_binds.as_mut().unwrap();
        binds.push(Affine3A::IDENTITY);
    }),
    ("weight", |it| it.scene.meshes[0].weights.push(f64::NAN)),
    ("duration", |it| take(it).duration = f32::INFINITY),
    ("track", |it| {
        let track = take(it).tracks.values().next().unwrap().clone();
        take(it).tracks.insert(99, track);
    }),
    ("weights of none", |it| {
        take(it).weights.insert(99, Vec::new());
    }),
    ("curve of none", |it| take(it).curves[0].0 = 99),
    ("a child too many", |it| {
        let nodes = it.scene.nodes.len();
        it.scene.nodes[0].children.insert(0, nodes);
    }),
    ("a joint too many", |it| {
        let nodes = it.scene.nodes.len();
        it.scene.skins[0].joints.push(nodes);
    }),
    ("fewer binds of a skin of two", |it| {
        let skin = crate::scene::ParsedSkin {
            joints: vec![0, 1],
            inverse_binds: Some(vec![Affine3A::IDENTITY]),
        };
        it.scene.skins.push(skin);
    }),
    ("second child", |it| it.scene.nodes[1].children.push(99)),
    ("endless weights", |it| {
        let weights = take(it).weights.get_mut(&0).unwrap();
        let mut second = weights[0].clone();
        second.times[1] = f32::NAN;
        weights.push(second);
    }),
    ("a picture's colours", |it| {
        let materials = it.scene.looks.materials.len();
        it.pictures.push(picture(vec![materials], vec![]));
    }),
    ("a picture's bumps", |it| {
        let materials = it.scene.looks.materials.len();
        it.pictures.push(picture(vec![], vec![materials]));
    }),
];

fn picture(colors_of: Vec<usize>, bumps_of: Vec<usize>) -> FbxPicture {
    FbxPicture {
        colors_of,
        bumps_of,
        ..FbxPicture::default()
    }
}

/// What is wrong with the keys of a channel.
const KEYS: [Change<Channel>; 7] = [
    ("no keys", |it| *it = Channel::default()),
    ("a value more", |it| it.values.push(0.0)),
    ("a key more", |it| it.times.push(9.0)),
    ("no number", |it| it.values[0] = f32::NAN),
    ("back", |it| it.times[1] = 0.0),
    ("endless", |it| {
        *it.times.last_mut().unwrap() = f32::INFINITY
    }),
    ("tangents", |it| it.interpolation = Interpolation::Cubic),
];

#[test]
fn an_answer_is_taken_as_it_was_sent() {
    let found = answer();
    let taken = wire::found(&sent(&found)).unwrap();
    assert_eq!(sent(&taken), sent(&found));
}

#[test]
fn keys_that_are_not_sound_are_refused_in_every_channel() {
    for (what, change) in KEYS {
        for channel in 0..5 {
            let mut found = answer();
            change(channels(&mut found)[channel]);
            let error = wire::found(&sent(&found)).err();
            let text = error.map_or(String::new(), |error| error.to_string());
            assert!(
                text.contains("is inconsistent"),
                "{what} of {channel}: {text}"
            );
        }
    }
}

fn geometry(found: &mut FbxContents) -> &mut crate::geometry::Geometry {
    found.scene.meshes[0].parts[0].geometry.as_mut().unwrap()
}

#[test]
fn a_geometry_that_is_not_sound_is_refused() {
    use anim::mesh::{Attribute, MorphDelta};
    let changes: [fn(&mut crate::geometry::Geometry); 12] = [
        |it| it.positions = vec![[f32::NAN, 0.0, 0.0]; 3].into(),
        |it| it.normals = vec![[0.0, f32::INFINITY, 0.0]; 3].into(),
        |it| it.normals = vec![[0.0, 1.0, 0.0]; 2].into(),
        |it| it.uvs = vec![[f32::NAN, 0.0]; 3].into(),
        |it| it.colors = vec![[1.0; 4]].into(),
        |it| it.indices = vec![0, 1, 3].into(),
        |it| it.indices = vec![0, 1].into(),
        |it| it.influences.as_mut().unwrap().highest = 0,
        |it| it.targets.push(0..1),
        |it| {
            it.deltas = vec![MorphDelta {
                vertex: 3,
                position: [0.0; 3],
                normal: [0.0; 3],
            }]
            .into();
        },
        |it| it.names = vec!["wet".into()],
        |it| {
            it.names = vec!["wet".into()];
            it.attributes = vec![Attribute {
                name: anim::Name(1),
                components: 1,
                first: 1,
            }]
            .into();
            it.attribute_values = vec![0.0; 3].into();
        },
    ];
    for (nth, change) in changes.into_iter().enumerate() {
        let mut found = answer();
        let influences = geometry(&mut found).influences.as_mut().unwrap();
        influences.joints = vec![1; influences.joints.len()].into();
        influences.highest = 1;
        assert!(geometry(&mut found).is_sound());
        change(geometry(&mut found));
        let text = wire::found(&sent(&found))
            .err()
            .map_or(String::new(), |error| error.to_string());
        assert!(text.contains("is inconsistent"), "{nth}: {text}");
    }
}

/// As a project, when it was sent and taken.
fn finished(found: &FbxContents) -> Result<Imported, crate::ImportError> {
    let none = &mut |_: &str| Err("none".to_owned());
    let (file, options) = (SourceFile::named("made"), Options::default());
    finish_import(
        wire::found(&sent(found))?,
        &file,
        b"made",
        none,
        &options,
        &|_| true,
    )
}

#[test]
fn an_answer_that_contradicts_itself_is_refused_in_words() {
    let refusals = [
        "is inconsistent",
        "own ancestors",
        "refers to",
        "more weights",
    ];
    for (what, change) in CHANGES {
        let mut found = answer();
        change(&mut found);
        let text = finished(&found)
            .err()
            .map_or(String::new(), |error| error.to_string());
        assert!(
            refusals.iter().any(|it| text.contains(it)),
            "{what}: {text}"
        );
    }
}

/// What a reader may say of a file, and what stands for it is plain.
#[test]
fn an_answer_that_is_only_odd_becomes_a_project() {
    let changes: [fn(&mut FbxContents); 4] = [
        |_| {},
        |it| it.scene.meshes[0].parts[0].material = Some(99),
        |it| it.scene.meshes[0].parts[0].targets = 99,
        |it| {
            let binds = it.scene.skins[0].inverse_binds.as_mut().unwrap();
            binds[0].translation.x = f32::NAN;
        },
    ];
    for change in changes {
        let mut found = answer();
        change(&mut found);
        let made = finished(&found).unwrap().project;
        let joints = made.meshes.values().flat_map(|mesh| mesh.parts());
        let mut binds = joints.flat_map(|part| part.data.palette.iter());
        assert!(binds.all(|joint| {
            joint
                .inverse_bind
                .as_flattened()
                .iter()
                .all(|x| x.is_finite())
        }));
        assert_eq!(made.clips.len(), 1);
    }
}

/// What the reader checks before anything is made of it.
#[test]
fn lists_that_do_not_fit_are_refused_as_soon_as_they_come() {
    let later = ["own child", "mesh", "skin", "weight"];
    for (what, change) in CHANGES
        .into_iter()
        .filter(|(what, _)| !later.contains(what))
    {
        let mut found = answer();
        // One that is sound stands beside each that is not.
        let (take, mesh) = (ParsedTake::default(), crate::scene::ParsedMesh::default());
        found.scene.takes.push(take);
        found.scene.meshes.push(mesh);
        found.scene.skins.push(crate::scene::ParsedSkin {
            joints: vec![1],
            inverse_binds: Some(vec![Affine3A::IDENTITY]),
        });
        assert!(wire::found(&sent(&found)).is_ok());
        change(&mut found);
        let error = wire::found(&sent(&found)).err();
        let text = error.map_or(String::new(), |error| error.to_string());
        let told = "the file: cannot read it: its data is inconsistent.";
        assert_eq!(text, told, "{what}");
    }
}

#[test]
fn a_geometry_that_is_not_sound_is_refused_beside_one_that_is() {
    let mut found = answer();
    let sound = geometry(&mut found).clone();
    found.scene.meshes.push(crate::scene::ParsedMesh {
        parts: [sound.clone(), sound]
            .map(|geometry| crate::scene::ParsedPart {
                geometry: Some(geometry),
                ..crate::scene::ParsedPart::default()
            })
            .into(),
        ..crate::scene::ParsedMesh::default()
    });
    assert!(wire::found(&sent(&found)).is_ok());
    found.scene.meshes[1].parts[1]
        .geometry
        .as_mut()
        .unwrap()
        .indices = vec![0, 1, 3].into();
    assert!(wire::found(&sent(&found)).is_err());
}
