//! What is exported as glTF, read by a program that is not ours: the `gltf` crate, which validates
//! it. And what that crate makes of the corpus, which is why it is not our own reader.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "support/corpus.rs"]
mod corpus;
#[path = "support/gltf_crate.rs"]
mod gltf_crate;
#[path = "support/gltf_walk.rs"]
mod gltf_walk;

use anim::mesh::{Morph, MorphDelta};
use asset::{
    Clip, Id, Project,
    curve::{Curve, CurveKey},
    source::{Channel, Interpolation},
};
use corpus::corpus;
use files::{GltfExport, export_gltf};
use formats::{
    Options, SourceFile,
    gltf::{Style, import},
};
use gltf_crate::File;
use std::{path::Path, sync::Arc};
use tempfile::TempDir;

fn exported(project: &Project, what: &GltfExport) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("out.glb");
    export_gltf(project, what, (&path, files::Over::Own), &|_| true).unwrap();
    std::fs::read(path).unwrap()
}

/// Exports and reads; gives the file for more.
fn check(project: &Project, what: &GltfExport) -> File {
    let file = File::open(&exported(project, what));
    let clips: Vec<&Clip> = what.clips.iter().map(|id| &*project.clips[id]).collect();
    file.check(project, what, &clips);
    file
}

fn all(project: &Project, style: Style) -> GltfExport {
    GltfExport {
        style,
        ..GltfExport::all(project)
    }
}

/// The excerpt with what the sample has none of: morphs, some of few vertices and some of all, that
/// a curve of the clips moves, vertex colours, and turns with slopes.
fn shaped() -> Project {
    let mut project = mannequin::excerpt();
    let mesh = Arc::make_mut(project.meshes.values_mut().next().unwrap());
    let part = &mut mesh.lods[0].parts[0];
    let data = Arc::make_mut(&mut part.data);
    let vertices = data.positions.len() as u32;
    let delta = |vertex: u32| MorphDelta {
        vertex,
        position: [0.25, 0.5, -0.125],
        normal: [0.0, 0.5, 0.25],
    };
    let morph = |name: &str, default_weight: f32, first_delta: u32, delta_count: u32| Morph {
        name: anim::Name::new(name),
        default_weight,
        first_delta,
        delta_count,
        reserved: 0,
    };
    data.deltas = [delta(1), delta(3), delta(3)]
        .into_iter()
        .chain((0..vertices).map(delta))
        .collect();
    data.morphs = vec![morph("smile", 0.25, 0, 3), morph("grow", 0.0, 3, vertices)].into();
    data.colors = (0..vertices)
        .map(|vertex| [0.5, 0.25, (vertex % 5) as f32 / 4.0, 1.0])
        .collect();
    part.morphs = vec!["smile".to_owned(), "grow".to_owned()];
    for clip in project.clips.values_mut() {
        let clip = Arc::make_mut(clip);
        let keys = [(0.0, 0.0), (0.5, 1.0)]
            .map(|(time, value)| CurveKey::new(Id(78), time, value, Interpolation::Linear))
            .to_vec();
        clip.curves.push(Curve {
            keys,
            ..Curve::new(Id(77), "smile", 0)
        });
        let turns = Arc::make_mut(&mut clip.source)
            .tracks
            .iter_mut()
            .filter_map(|track| track.rotation.as_mut());
        turns.take(3).for_each(with_slopes);
    }
    project
}

fn with_slopes(turn: &mut Channel) {
    let keys = turn.values.as_chunks::<4>().0.iter();
    turn.values = keys
        .flat_map(|key| [[0.125; 4], *key, [-0.125; 4]].concat())
        .collect();
    turn.interpolation = Interpolation::Cubic;
}

#[test]
fn the_sample_is_what_was_exported() {
    let sample = mannequin::sample();
    let file = check(&sample, &GltfExport::all(&sample));
    assert!(
        file.0.animations().len() > 20 && file.0.skins().len() > 3 && file.0.images().len() > 0
    );
}

#[test]
fn every_style_is_what_was_exported() {
    let project = shaped();
    let plain = Style::default;
    let styles = [
        plain(),
        Style {
            key_every_bone: true,
            ..plain()
        },
        Style {
            levels: vec![0, 1, 2],
            ..plain()
        },
        Style {
            levels: vec![1],
            ..plain()
        },
        // Of a level that is not there, the coarsest.
        Style {
            levels: vec![9],
            ..plain()
        },
        Style {
            influences: 4,
            ..plain()
        },
        Style {
            levels: vec![0, 1],
            influences: 4,
            key_every_bone: true,
        },
    ];
    let written = styles.map(|style| check(&project, &all(&project, style)).0.blob);
    let is_new = |at: usize| !written[..at].contains(&written[at]);
    assert!((0..written.len()).all(is_new), "a style changes nothing");
}

#[test]
fn a_part_of_a_project_is_what_was_exported() {
    let sample = mannequin::sample();
    for skeleton in sample.skeletons.keys() {
        let clips = sample
            .clips
            .iter()
            .filter(|(_, clip)| clip.skeleton == *skeleton);
        let clips: Vec<Id> = clips.map(|(id, _)| *id).take(2).collect();
        for clips in [Vec::new(), clips] {
            check(
                &sample,
                &GltfExport {
                    skeletons: vec![*skeleton],
                    clips,
                    ..GltfExport::default()
                },
            );
        }
    }
}

/// A montage against what our reader makes of the same file; that it plays as the montage does is
/// tested elsewhere.
#[test]
fn a_montage_is_one_animation_with_a_key_a_frame() {
    let project = mannequin::excerpt();
    let (id, montage) = project.montages.iter().next().unwrap();
    let what = GltfExport {
        montages: vec![*id],
        clips: Vec::new(),
        ..GltfExport::all(&project)
    };
    let bytes = exported(&project, &what);
    let back = import(
        &SourceFile::named("back"),
        &bytes,
        &mut |uri| Err(uri.to_owned()),
        &Default::default(),
        &|_| true,
    )
    .unwrap()
    .project;
    let clip = Clip {
        skeleton: montage.skeleton,
        ..(**back.clips.values().next().unwrap()).clone()
    };
    let named = with_names_as_keys(&project, &back, clip);
    let file = File::open(&bytes);
    file.check(&project, &what, &[&named]);
    let frames = (named.source.duration * montage.frame_rate).round() as usize + 1;
    let animation = file.0.animations().next().unwrap();
    assert!(
        animation
            .channels()
            .any(|channel| channel.sampler().input().count() == frames)
    );
}

/// The tracks of a clip for the bones of those names in the other project.
fn with_names_as_keys(project: &Project, back: &Project, mut clip: Clip) -> Clip {
    let (to, from) = (
        &project.skeletons[&clip.skeleton],
        back.skeletons.values().next().unwrap(),
    );
    for track in &mut Arc::make_mut(&mut clip.source).tracks {
        let bone = to.find(from.bone_name(&track.bone)).unwrap();
        track.bone = to.bones[bone].key.clone();
    }
    clip
}

#[test]
fn a_moved_number_is_noticed() {
    let project = mannequin::excerpt();
    let what = GltfExport::all(&project);
    let clips: Vec<&Clip> = what.clips.iter().map(|id| &*project.clips[id]).collect();
    let file = File::open(&exported(&project, &what));
    let is_noticed = |edit: &dyn Fn(&mut Project)| {
        let mut other = project.clone();
        edit(&mut other);
        std::panic::catch_unwind(|| file.check(&other, &what, &clips)).is_err()
    };
    assert!(!is_noticed(&|_| {}));
    let part = |project: &mut Project, edit: &dyn Fn(&mut anim::MeshPart)| {
        let mesh = Arc::make_mut(project.meshes.values_mut().next().unwrap());
        edit(Arc::make_mut(&mut mesh.lods[0].parts[0].data));
    };
    let nudge = |positions: &[[f32; 3]]| {
        positions
            .iter()
            .map(|[x, y, z]| [*x, *y, z + 1e-3])
            .collect()
    };
    assert!(is_noticed(
        &|p| part(p, &|data| data.positions = nudge(&data.positions))
    ));
    assert!(is_noticed(&|p| part(p, &|data| {
        let mut palette = data.palette.to_vec();
        palette[0].inverse_bind[0][3] += 1e-3;
        data.palette = palette.into();
    })));
    let mut moved: Vec<Clip> = clips.iter().map(|clip| (*clip).clone()).collect();
    let turn = Arc::make_mut(&mut moved[0].source)
        .tracks
        .iter_mut()
        .find_map(|track| track.rotation.as_mut());
    turn.unwrap().values[0] += 1e-2;
    let moved: Vec<&Clip> = moved.iter().collect();
    assert!(std::panic::catch_unwind(|| file.check(&project, &what, &moved)).is_err());
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn real_files_are_what_was_exported() {
    for path in gltf_walk::files(&corpus().join("gltf")) {
        let folder = path.parent().unwrap();
        let mut resolve =
            |uri: &str| std::fs::read(folder.join(uri)).map_err(|error| error.to_string());
        let whole = Options {
            whole: true,
            ..Options::default()
        };
        let bytes = std::fs::read(&path).unwrap();
        let project = import(
            &SourceFile::named("file"),
            &bytes,
            &mut resolve,
            &whole,
            &|_| true,
        )
        .unwrap()
        .project;
        for key_every_bone in [false, true] {
            println!("{}", path.display());
            check(
                &project,
                &all(
                    &project,
                    Style {
                        key_every_bone,
                        ..Style::default()
                    },
                ),
            );
        }
    }
}

/// The figures of `docs/decisions.md`.
#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn the_crate_refuses_legal_files_and_panics_on_hostile_ones() {
    let legal = gltf_walk::Outcomes::of(&corpus().join("gltf"));
    println!("legal files: {legal:#?}");
    let hostile = gltf_walk::Outcomes::of(&corpus().join("hostile"));
    println!("hostile files: {hostile:#?}");
    let is_there =
        |list: &[String], name: &str| list.iter().any(|path| Path::new(path).ends_with(name));
    assert!(
        is_there(&legal.refused, "Animation_NodeMisc_08.gltf")
            && is_there(&legal.refused, "00_empty_scene.gltf")
    );
    let counts = |outcomes: &gltf_walk::Outcomes| {
        [
            outcomes.refused.len(),
            outcomes.panics.len(),
            outcomes.unchecked_panics.len(),
        ]
    };
    assert_eq!(
        (counts(&legal), counts(&hostile)),
        ([4, 0, 1], [142, 9, 40])
    );
}
