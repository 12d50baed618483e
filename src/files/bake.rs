//! A montage as one clip: what a character shows that plays it from its start at full weight, a key
//! a frame.

#[cfg(test)]
mod tests;

use anim::{
    Library, Name, Pose, Request, Transform,
    montage::{Blend, NO_SECTION},
};
use asset::graph::nodes::{ModifyCurveNode, PoseDriverNode};
use asset::{
    Clip, Id, List, Mesh, Montage, Notify, PoseGraph, Project, Severity,
    graph::NodeKind,
    mesh::Lod,
    source::{Channel, ClipSource, SourceCurve, Track},
};
use engine::{EngineInput, Evaluator, WorkerMode};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use words::tr;

/// Rounding error of numbers about 1.
const ROUNDING: f32 = 1e-6;
/// The most frames of a baked clip.
const MAX_FRAMES: f64 = (1 << 20) as f64;

/// One pass of a montage at a rate of 1 and its own frame rate, without blends. Sections follow
/// their links; a section whose link leads back goes on to the section after it in time. Root
/// motion stays in the root bone. The error says what keeps the montage from playing.
pub fn montage(project: &Project, id: Id) -> Result<Clip, String> {
    let authored = project
        .montages
        .get(&id)
        .ok_or(tr!("the montage does not exist."))?;
    let library = compiled(project, id, authored)?;
    let name = Name::new(&authored.name);
    let Some(compiled) = library.montage(name).cloned() else {
        return Err(tr!("it plays nothing. Add a clip to one of its slots.").to_owned());
    };
    let order = order(&compiled);
    let spans: Vec<(f64, f64)> = order
        .iter()
        .map(|section| compiled.section_span(*section))
        .collect();
    let length: f64 = spans.iter().map(|(start, end)| end - start).sum();
    let frames = (length * f64::from(authored.frame_rate)).round().max(1.0);
    if !(authored.frame_rate > 0.0 && frames <= MAX_FRAMES) {
        return Err(tr!(
            "it needs {frames} frames, which is too many. Lower its frame rate."
        ));
    }
    let library = Library {
        montages: vec![Arc::new(one_pass(&compiled, &order))],
        ..library
    };
    let moments = play(
        Arc::new(library),
        compiled.skeleton,
        name,
        length / frames,
        frames as u32,
    );
    let source = source(
        project,
        authored.skeleton,
        &moments,
        length,
        &curve_names(project, authored),
    );
    Ok(Clip {
        rate_scale: authored.rate_scale,
        compression: None,
        tracks: authored.tracks.clone(),
        notifies: notifies(&authored.notifies, &spans),
        ..Clip::new(
            authored.name.clone(),
            authored.skeleton,
            Arc::new(source),
            authored.frame_rate,
        )
    })
}

/// Poses at equal intervals as a clip, from its start to `length` seconds. The root bone is where
/// the poses have it. `curves` are the names of the curves that are kept.
pub fn played(
    project: &Project,
    (name, skeleton): (&str, Id),
    (poses, length): (&[Pose], f64),
    curves: &[String],
) -> Clip {
    let source = source(project, skeleton, poses, length, curves);
    let rate = poses.len().saturating_sub(1).max(1) as f64 / length;
    Clip {
        compression: None,
        ..Clip::new(name, skeleton, Arc::new(source), rate as f32)
    }
}

/// The graphs that work over the poses of the meshes of a skeleton, and what those link.
fn worn_graphs(project: &Project, skeleton: Id) -> BTreeMap<Id, Arc<PoseGraph>> {
    let mut open: Vec<Id> = project
        .meshes
        .values()
        .filter(|mesh| mesh.skeleton == skeleton)
        .filter_map(|mesh| mesh.post_process)
        .collect();
    let mut found = BTreeMap::new();
    while let Some(id) = open.pop() {
        let Some(graph) = project.graphs.get(&id).filter(|_| !found.contains_key(&id)) else {
            continue;
        };
        open.extend(graph.wiring.uses());
        found.insert(id, graph.clone());
    }
    found
}

/// The mesh without anything to draw: what counts is the graph that it brings.
fn bare(mesh: &Mesh) -> Mesh {
    Mesh {
        bones: Arc::new([]),
        lods: vec![Lod::finest(Vec::new())],
        materials: Vec::new(),
        ..mesh.clone()
    }
}

/// The montage, its clips with all their keys, and the graphs of the meshes that show it.
fn compiled(project: &Project, id: Id, montage: &Arc<Montage>) -> Result<Library, String> {
    let mut needed: BTreeSet<Id> = montage
        .slots
        .iter()
        .flat_map(|slot| &slot.segments)
        .map(|segment| segment.clip)
        .collect();
    let graphs = worn_graphs(project, montage.skeleton);
    for used in graphs.values().flat_map(|graph| graph.wiring.uses()) {
        let space = project
            .blend_spaces
            .get(&used)
            .into_iter()
            .flat_map(|space| &space.samples);
        let poses = project
            .pose_assets
            .get(&used)
            .into_iter()
            .flat_map(|asset| &asset.poses);
        needed.extend(
            space
                .map(|sample| sample.clip)
                .chain(poses.map(|pose| pose.clip))
                .chain([used]),
        );
    }
    let base = |id: &Id| project.clips.get(id)?.additive?.base.clip();
    needed.extend(needed.clone().iter().filter_map(base));
    let raw = |(id, clip): (&Id, &Arc<Clip>)| {
        (
            *id,
            Arc::new(Clip {
                compression: None,
                ..(**clip).clone()
            }),
        )
    };
    let alone = Project {
        meshes: project
            .meshes
            .iter()
            .map(|(id, mesh)| (*id, Arc::new(bare(mesh))))
            .collect(),
        clips: project
            .clips
            .iter()
            .filter(|(id, _)| needed.contains(id))
            .map(raw)
            .collect(),
        // What its notifies do is not baked: what they name need not be there.
        montages: BTreeMap::from([(
            id,
            Arc::new(Montage {
                notifies: List::new(),
                ..(**montage).clone()
            }),
        )]),
        graphs: graphs.clone(),
        ..project.clone()
    };
    let compiled = asset::compile(
        &alone,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    );
    let is_needed = |asset: Id| {
        [id, montage.skeleton].contains(&asset)
            || (needed.contains(&asset) && !graphs.contains_key(&asset))
    };
    let errors = compiled
        .diagnostics
        .iter()
        .filter(|it| it.severity == Severity::Error && is_needed(it.subject.asset));
    let errors: Vec<String> = errors.map(|error| asset::describe(&alone, error)).collect();
    if errors.is_empty() {
        Ok((*compiled.library).clone())
    } else {
        Err(errors.join("\n  "))
    }
}

/// Each section once.
fn order(montage: &anim::Montage) -> Vec<usize> {
    let mut order = vec![0];
    let is_new = |section: usize, order: &[usize]| {
        section < montage.sections.len() && !order.contains(&section)
    };
    while let Ok(next) = usize::try_from(montage.sections[order[order.len() - 1]].next) {
        let after = [next, order[order.len() - 1] + 1]
            .into_iter()
            .find(|section| is_new(*section, &order));
        match after {
            Some(section) => order.push(section),
            None => break,
        }
    }
    order
}

/// The montage with its sections in `order`, and nothing that blends, jumps or fires.
fn one_pass(montage: &anim::Montage, order: &[usize]) -> anim::Montage {
    let mut sections = montage.sections.to_vec();
    for (at, section) in order.iter().enumerate() {
        sections[*section].next = order.get(at + 1).map_or(NO_SECTION, |next| *next as i32);
    }
    anim::Montage {
        rate_scale: 1.0,
        blend_in: Blend::default(),
        blend_out: Blend::default(),
        auto_blend_out: false,
        sections: sections.into(),
        notifies: Vec::new().into(),
        sync_group: Name::NONE,
        ..montage.clone()
    }
}

/// The poses at the start and after each step, the root where the character's placement has it.
fn play(library: Arc<Library>, skeleton: Name, montage: Name, step: f64, steps: u32) -> Vec<Pose> {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    let character = 0;
    let request = Request::play(montage, 1.0);
    evaluator.step(
        0.0,
        &[
            EngineInput::AddCharacter {
                character,
                skeleton,
                seed: 0,
            },
            EngineInput::Request { character, request },
        ],
    );
    let mut poses = Vec::with_capacity(steps as usize + 1);
    for at in 0..=steps {
        if at > 0 {
            evaluator.step(step, &[]);
        }
        let (Some(proxy), Some(instance)) =
            (evaluator.proxy(character), evaluator.instance(character))
        else {
            break;
        };
        let mut pose = proxy.pose().clone();
        pose.set(0, &instance.placement().compose(&pose.get(0)));
        poses.push(pose);
    }
    poses
}

/// Clip source of the baked poses. A channel that stays in the reference pose gets no keys, one
/// that does not move gets one.
fn source(
    project: &Project,
    skeleton: Id,
    poses: &[Pose],
    length: f64,
    curves: &[String],
) -> ClipSource {
    let times: Vec<f32> = (0..poses.len())
        .map(|at| (length * at as f64 / (poses.len() - 1).max(1) as f64) as f32)
        .collect();
    let bones = project
        .skeletons
        .get(&skeleton)
        .map_or(&[][..], |skeleton| &skeleton.bones);
    let track = |(bone, authored): (usize, &asset::skeleton::Bone)| {
        let locals: Vec<Transform> = poses.iter().map(|pose| pose.get(bone)).collect();
        let rest = &authored.reference;
        let track = Track {
            bone: authored.key.clone(),
            translation: moved(&times, &locals, rest, |local| local.translation.to_array()),
            rotation: moved(&times, &locals, rest, |local| local.rotation.to_array()),
            scale: moved(&times, &locals, rest, |local| local.scale.to_array()),
            reference: Some(rest.translation.to_array()),
        };
        let has_keys = track.channels().next().is_some();
        has_keys.then_some(track)
    };
    let curve = |name: &String| {
        let values: Vec<Option<f32>> = poses
            .iter()
            .map(|pose| pose.curve(Name::new(name)))
            .collect();
        let is_there = values.iter().any(Option::is_some);
        let values = values
            .into_iter()
            .map(|value| value.unwrap_or(0.0))
            .collect();
        let channel = Channel {
            times: times.clone(),
            values,
            ..Channel::default()
        };
        is_there.then(|| SourceCurve {
            name: name.clone(),
            channel,
        })
    };
    ClipSource {
        duration: times.last().copied().unwrap_or(0.0),
        tracks: bones.iter().enumerate().filter_map(track).collect(),
        curves: curves.iter().filter_map(curve).collect(),
    }
}

/// Whether two values differ by no more than what rounding makes of one that is blended with
/// itself: a micrometre, or that much of a part of a turn.
fn is_same<const N: usize>(a: &[f32; N], b: &[f32; N]) -> bool {
    a.iter()
        .zip(b)
        .all(|(a, b)| (a - b).abs() <= ROUNDING * a.abs().max(1.0))
}

fn moved<const N: usize>(
    times: &[f32],
    locals: &[Transform],
    rest: &Transform,
    value: impl Fn(&Transform) -> [f32; N],
) -> Option<Channel> {
    let values: Vec<[f32; N]> = locals.iter().map(&value).collect();
    let first = *values.first()?;
    let is_still = values.iter().all(|value| is_same(value, &first));
    if is_still && is_same(&first, &value(rest)) {
        return None;
    }
    let kept = if is_still { 1 } else { values.len() };
    let values = values[..kept].as_flattened().to_vec();
    Some(Channel {
        times: times[..kept].to_vec(),
        values,
        ..Channel::default()
    })
}

/// Names of the curves of the clips in its slots, and of those that the graphs of its meshes set;
/// each once.
fn curve_names(project: &Project, montage: &Montage) -> Vec<String> {
    let segments = montage.slots.iter().flat_map(|slot| &slot.segments);
    let clips = segments.filter_map(|segment| project.clips.get(&segment.clip));
    let names = |clip: &Arc<Clip>| {
        let authored = clip.curves.iter().map(|curve| curve.name.clone());
        authored
            .chain(clip.source.curves.iter().map(|curve| curve.name.clone()))
            .collect::<Vec<_>>()
    };
    let graphs = worn_graphs(project, montage.skeleton);
    let set = graphs
        .values()
        .flat_map(|graph| &graph.wiring.nodes)
        .flat_map(|node| match &node.kind {
            NodeKind::PoseDriver(PoseDriverNode {
                targets,
                asset: None,
                ..
            }) => targets.iter().map(|it| it.curve.clone()).collect(),
            NodeKind::ModifyCurve(ModifyCurveNode { edits, .. }) => {
                edits.iter().map(|it| it.curve.clone()).collect()
            }
            _ => Vec::new(),
        });
    clips
        .flat_map(names)
        .chain(set)
        .collect::<BTreeSet<String>>()
        .into_iter()
        .collect()
}

/// Notifies at their times in the pass: `spans` are the sections' starts and ends in the order in
/// which they play.
fn notifies(authored: &List<Notify>, spans: &[(f64, f64)]) -> List<Notify> {
    let mut found = List::new();
    let mut passed = 0.0;
    for (start, end) in spans {
        let inside = authored
            .iter()
            .filter(|notify| (*start..*end).contains(&f64::from(notify.time)));
        let moved = |notify: &Notify| Notify {
            time: (f64::from(notify.time) - start + passed) as f32,
            ..notify.clone()
        };
        found.extend(inside.map(moved));
        passed += end - start;
    }
    found
}
