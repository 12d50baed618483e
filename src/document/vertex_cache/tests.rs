use super::*;
use crate::Document;
use anim::{MeshPart, mesh::MorphDelta};
use asset::{
    Mesh, Skeleton,
    mesh::{Part, Shape},
    source::{Channel, ClipSource, SourceCurve, Track},
    vertex_cache::Told,
};

const MESH: Id = Id(1);
const OTHER: Id = Id(2);
const WALK: Id = Id(5);

fn part(morphs: &[&str]) -> Part {
    let data = MeshPart {
        influences: 1,
        positions: vec![[0.0; 3]].into(),
        ..MeshPart::default()
    };
    let data = MeshPart {
        normals: vec![[0.0, 1.0, 0.0]].into(),
        joints: vec![0].into(),
        weights: vec![1.0].into(),
        palette: vec![anim::mesh::PaletteJoint {
            bone: 0,
            inverse_bind: [[0.0; 4]; 3],
        }]
        .into(),
        ..data
    };
    let part = Part {
        name: "p".into(),
        data: Arc::new(data),
        ..Part::default()
    };
    let shapes: Vec<Shape> = morphs.iter().map(|name| shape(name)).collect();
    part.with_shapes(&[], &shapes).unwrap()
}

fn shape(name: &str) -> Shape {
    let deltas = vec![MorphDelta {
        vertex: 0,
        position: [1.0; 3],
        normal: [0.0; 3],
    }];
    Shape {
        name: name.into(),
        deltas,
        ..Shape::default()
    }
}

fn document(morphs: &[&str]) -> Document {
    let mut project = Project::default();
    project
        .skeletons
        .insert(Id(9), Arc::new(Skeleton::default()));
    for (id, morphs) in [(MESH, morphs), (OTHER, &[])] {
        let mesh = Mesh::new(
            format!("mesh {id}"),
            (Id(9), Arc::new(["root".into()])),
            vec![part(morphs)],
            Vec::new(),
        );
        project.meshes.insert(id, Arc::new(mesh));
    }
    let tracks = vec![Track {
        bone: "root".into(),
        ..Track::default()
    }];
    let source = ClipSource {
        duration: 2.0,
        tracks,
        curves: Vec::new(),
    };
    project.clips.insert(
        WALK,
        Arc::new(Clip::new("walk", Id(9), Arc::new(source), 30.0)),
    );
    Document::new(project)
}

fn of(name: &str, shapes: usize, duration: f32) -> Played {
    let names: Vec<String> = (1..=shapes).map(|at| format!("{name}_{at:02}")).collect();
    let channel = Channel {
        times: vec![0.0, duration],
        values: vec![0.0, shapes as f32],
        ..Channel::default()
    };
    let curve = |name: &String| SourceCurve {
        name: name.clone(),
        channel: channel.clone(),
    };
    Played {
        shapes: vec![((0, 0), names.iter().map(|name| shape(name)).collect())],
        source: ClipSource {
            duration,
            tracks: Vec::new(),
            curves: names.iter().map(curve).collect(),
        },
        frame_rate: 10.0 / duration,
        told: Told::default(),
    }
}

/// Imports under the name that is free. Returns it, and the clip.
fn import(
    document: &mut Document,
    mesh: Id,
    shapes: usize,
    duration: f32,
    into: Option<Id>,
) -> (String, Id) {
    let name = free_name(document.project(), mesh, "flag");
    let (commands, clip) = imported(
        document.project(),
        mesh,
        &name,
        &of(&name, shapes, duration),
        into,
    );
    document.perform(&Command::Batch(commands), None).unwrap();
    (name, clip)
}

fn curves(document: &Document, clip: Id) -> (Vec<String>, f32, f32) {
    let clip = &document.project().clips[&clip];
    (
        clip.source
            .curves
            .iter()
            .map(|curve| curve.name.clone())
            .collect(),
        clip.source.duration,
        clip.frame_rate,
    )
}

fn morphs(document: &Document, mesh: Id) -> Vec<String> {
    document.project().meshes[&mesh].lods[0].parts[0]
        .morphs
        .clone()
}

#[test]
fn a_second_import_takes_the_place_of_the_first_with_its_length_and_rate() {
    let mut document = document(&[]);
    let (_, clip) = import(&mut document, MESH, 3, 2.0, None);
    assert_eq!(import(&mut document, MESH, 2, 0.5, None).1, clip);
    assert_eq!(
        curves(&document, clip),
        (vec!["flag_01".into(), "flag_02".into()], 0.5, 20.0)
    );
    assert_eq!(morphs(&document, MESH), ["flag_01", "flag_02"]);
}

#[test]
fn a_second_import_reaches_every_clip_that_plays_the_first() {
    let mut document = document(&[]);
    assert_eq!(import(&mut document, MESH, 3, 1.0, Some(WALK)).1, WALK);
    assert_eq!(curves(&document, WALK).1, 2.0, "it is as long as it was");
    assert_eq!(import(&mut document, MESH, 1, 3.0, None).1, WALK);
    assert_eq!(curves(&document, WALK), (vec!["flag_01".into()], 3.0, 30.0));
    assert_eq!(
        document.project().clips.len(),
        1,
        "and makes none of its own"
    );
}

#[test]
fn morph_targets_of_the_file_and_of_other_meshes_keep_their_names_to_themselves() {
    let mut document = document(&["flag_01", "smile"]);
    let (name, clip) = import(&mut document, MESH, 2, 1.0, None);
    assert_eq!(name, "flag_cache");
    assert_eq!(
        morphs(&document, MESH),
        ["flag_01", "smile", "flag_cache_01", "flag_cache_02"]
    );
    assert_eq!(
        import(&mut document, MESH, 1, 1.0, None),
        (name, clip),
        "the same again"
    );
    assert_eq!(
        morphs(&document, MESH),
        ["flag_01", "smile", "flag_cache_01"]
    );
    let (name, second) = import(&mut document, OTHER, 1, 1.0, None);
    assert!(name == "flag_cache2" && second != clip, "{name}");
    assert_eq!(morphs(&document, MESH).len(), 3);
}
