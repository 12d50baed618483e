//! A montage as one clip: what a character shows that plays it from its start at full weight, a key a frame.

use anim::{
    Library, Name, Pose, Request, Transform,
    montage::{Blend, NO_SECTION},
};
use asset::graph::nodes::{ModifyCurveNode, PoseDriverNode};
use asset::{
    Clip, Id, List, Mesh, Montage, Notify, PoseGraph, Project, Severity,
    graph::NodeKind,
    mesh::Lod,
    source::{Channel, ClipSource, Curve, Track},
};
use engine::{Evaluator, Input, Mode};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Of numbers about 1.
const ROUNDING: f32 = 1e-6;
/// The most frames of a baked clip.
const MAX_FRAMES: f64 = (1 << 20) as f64;

/// One pass of a montage at a rate of 1 and its own frame rate, without blends. Sections follow their links; one that
/// leads back leads on to the section after it in time. Root motion stays in the root bone. The error says what keeps
/// the montage from playing.
pub fn montage(project: &Project, id: Id) -> Result<Clip, String> {
    let authored = project.montages.get(&id).ok_or("there is no such montage.")?;
    let library = compiled(project, id, authored)?;
    let name = Name::new(&authored.name);
    let Some(compiled) = library.montage(name).cloned() else {
        return Err("it plays nothing. Add a clip to one of its slots.".to_owned());
    };
    let order = order(&compiled);
    let spans: Vec<(f64, f64)> = order.iter().map(|section| compiled.section_span(*section)).collect();
    let length: f64 = spans.iter().map(|(start, end)| end - start).sum();
    let frames = (length * f64::from(authored.frame_rate)).round().max(1.0);
    if !(authored.frame_rate > 0.0 && frames <= MAX_FRAMES) {
        return Err(format!("it would have {frames} frames. Lower its frame rate."));
    }
    let library = Library { montages: vec![Arc::new(one_pass(&compiled, &order))], ..library };
    let moments = play(Arc::new(library), compiled.skeleton, name, length / frames, frames as u32);
    let source = source(project, authored, &moments, length, &curve_names(project, authored));
    Ok(Clip {
        rate_scale: authored.rate_scale,
        compression: None,
        tracks: authored.tracks.clone(),
        notifies: notifies(&authored.notifies, &spans),
        ..Clip::new(authored.name.clone(), authored.skeleton, Arc::new(source), authored.frame_rate)
    })
}

/// The graphs that work over the poses of the meshes of a skeleton, and what those link.
fn worn_graphs(project: &Project, skeleton: Id) -> BTreeMap<Id, Arc<PoseGraph>> {
    let mut open: Vec<Id> =
        project.meshes.values().filter(|mesh| mesh.skeleton == skeleton).filter_map(|mesh| mesh.post_process).collect();
    let mut found = BTreeMap::new();
    while let Some(id) = open.pop() {
        let Some(graph) = project.graphs.get(&id).filter(|_| !found.contains_key(&id)) else { continue };
        open.extend(graph.wiring.uses());
        found.insert(id, graph.clone());
    }
    found
}

/// Without anything to draw: what counts is the graph that the mesh brings.
fn bare(mesh: &Mesh) -> Mesh {
    Mesh { bones: Arc::new([]), lods: vec![Lod::finest(Vec::new())], materials: Vec::new(), ..mesh.clone() }
}

/// The montage, its clips with all their keys, and the graphs of the meshes that show it.
fn compiled(project: &Project, id: Id, montage: &Arc<Montage>) -> Result<Library, String> {
    let mut needed: BTreeSet<Id> =
        montage.slots.iter().flat_map(|slot| &slot.segments).map(|segment| segment.clip).collect();
    let graphs = worn_graphs(project, montage.skeleton);
    for used in graphs.values().flat_map(|graph| graph.wiring.uses()) {
        let space = project.blend_spaces.get(&used).into_iter().flat_map(|space| &space.samples);
        let poses = project.pose_assets.get(&used).into_iter().flat_map(|asset| &asset.poses);
        needed.extend(space.map(|sample| sample.clip).chain(poses.map(|pose| pose.clip)).chain([used]));
    }
    let base = |id: &Id| project.clips.get(id)?.additive?.base.clip();
    needed.extend(needed.clone().iter().filter_map(base));
    let raw = |(id, clip): (&Id, &Arc<Clip>)| (*id, Arc::new(Clip { compression: None, ..(**clip).clone() }));
    let alone = Project {
        meshes: project.meshes.iter().map(|(id, mesh)| (*id, Arc::new(bare(mesh)))).collect(),
        clips: project.clips.iter().filter(|(id, _)| needed.contains(id)).map(raw).collect(),
        // What its notifies do is not baked: what they name need not be there.
        montages: BTreeMap::from([(id, Arc::new(Montage { notifies: List::new(), ..(**montage).clone() }))]),
        graphs: graphs.clone(),
        ..project.clone()
    };
    let compiled = asset::compile(&alone, &mut asset::Cache::default());
    let is_needed = |asset: Id| {
        [id, montage.skeleton].contains(&asset) || (needed.contains(&asset) && !graphs.contains_key(&asset))
    };
    let errors = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error && is_needed(it.subject.asset));
    let errors: Vec<String> = errors.map(|error| asset::describe(&alone, error)).collect();
    if errors.is_empty() { Ok((*compiled.library).clone()) } else { Err(errors.join("\n  ")) }
}

/// Each section once.
fn order(montage: &anim::Montage) -> Vec<usize> {
    let mut order = vec![0];
    let is_new = |section: usize, order: &[usize]| section < montage.sections.len() && !order.contains(&section);
    while let Ok(next) = usize::try_from(montage.sections[order[order.len() - 1]].next) {
        let after = [next, order[order.len() - 1] + 1].into_iter().find(|section| is_new(*section, &order));
        match after {
            Some(section) => order.push(section),
            None => break,
        }
    }
    order
}

/// As it is played, with its sections in that order and nothing that blends, jumps or fires.
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
    let mut evaluator = Evaluator::new(Mode::Inline, library);
    let character = 0;
    let request = Request::play(montage, 1.0);
    evaluator.step(0.0, &[Input::AddCharacter { character, skeleton, seed: 0 }, Input::Request { character, request }]);
    let mut poses = Vec::with_capacity(steps as usize + 1);
    for at in 0..=steps {
        if at > 0 {
            evaluator.step(step, &[]);
        }
        let (Some(proxy), Some(instance)) = (evaluator.proxy(character), evaluator.instance(character)) else { break };
        let mut pose = proxy.pose().clone();
        pose.set(0, &instance.placement().compose(&pose.get(0)));
        poses.push(pose);
    }
    poses
}

/// What rests in the reference pose gets no keys, what does not move one.
fn source(project: &Project, montage: &Montage, poses: &[Pose], length: f64, curves: &[String]) -> ClipSource {
    let times: Vec<f32> =
        (0..poses.len()).map(|at| (length * at as f64 / (poses.len() - 1).max(1) as f64) as f32).collect();
    let bones = project.skeletons.get(&montage.skeleton).map_or(&[][..], |skeleton| &skeleton.bones);
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
        let values: Vec<Option<f32>> = poses.iter().map(|pose| pose.curve(Name::new(name))).collect();
        let is_there = values.iter().any(Option::is_some);
        let values = values.into_iter().map(|value| value.unwrap_or(0.0)).collect();
        let channel = Channel { times: times.clone(), values, ..Channel::default() };
        is_there.then(|| Curve { name: name.clone(), channel })
    };
    ClipSource {
        duration: times.last().copied().unwrap_or(0.0),
        tracks: bones.iter().enumerate().filter_map(track).collect(),
        curves: curves.iter().filter_map(curve).collect(),
    }
}

/// Whether two values differ by no more than what rounding makes of one that is blended with itself: a micrometre, or that much
/// of a part of a turn.
fn is_same<const N: usize>(a: &[f32; N], b: &[f32; N]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= ROUNDING * a.abs().max(1.0))
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
    Some(Channel { times: times[..kept].to_vec(), values, ..Channel::default() })
}

/// Of the clips in its slots, and of what the graphs of its meshes set; each once.
fn curve_names(project: &Project, montage: &Montage) -> Vec<String> {
    let segments = montage.slots.iter().flat_map(|slot| &slot.segments);
    let clips = segments.filter_map(|segment| project.clips.get(&segment.clip));
    let names = |clip: &Arc<Clip>| {
        let authored = clip.curves.iter().map(|curve| curve.name.clone());
        authored.chain(clip.source.curves.iter().map(|curve| curve.name.clone())).collect::<Vec<_>>()
    };
    let graphs = worn_graphs(project, montage.skeleton);
    let set = graphs.values().flat_map(|graph| &graph.wiring.nodes).flat_map(|node| match &node.kind {
        NodeKind::PoseDriver(PoseDriverNode { targets, asset: None, .. }) => {
            targets.iter().map(|it| it.curve.clone()).collect()
        }
        NodeKind::ModifyCurve(ModifyCurveNode { edits, .. }) => edits.iter().map(|it| it.curve.clone()).collect(),
        _ => Vec::new(),
    });
    clips.flat_map(names).chain(set).collect::<BTreeSet<String>>().into_iter().collect()
}

/// Where they are in the pass: `spans` are the sections' starts and ends in the order in which they play.
fn notifies(authored: &List<Notify>, spans: &[(f64, f64)]) -> List<Notify> {
    let mut found = List::new();
    let mut passed = 0.0;
    for (start, end) in spans {
        let inside = authored.iter().filter(|notify| (*start..*end).contains(&f64::from(notify.time)));
        let moved =
            |notify: &Notify| Notify { time: (f64::from(notify.time) - start + passed) as f32, ..notify.clone() };
        found.extend(inside.map(moved));
        passed += end - start;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use anim::retarget::Retarget;
    use asset::{AssetKind, montage::Section};

    fn baked(project: &Project) -> Clip {
        let (id, _) = project.list(AssetKind::Montage)[0];
        montage(project, id).unwrap_or_else(|error| panic!("{error}"))
    }

    fn edited(edit: impl FnOnce(&mut Montage)) -> Project {
        let mut project = mannequin::excerpt();
        edit(Arc::make_mut(project.montages.values_mut().next().unwrap()));
        project
    }

    #[test]
    fn what_the_graphs_of_its_meshes_set_is_baked_with_it() {
        let of = |project: &Project| baked(project).source.curves.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
        let project = mannequin::sample();
        let clip = baked(&project);
        for name in ["elbow_l", "elbow_r", "knee_l", "knee_r"] {
            let curve = clip.source.curves.iter().find(|curve| curve.name == name).unwrap();
            let most = curve.channel.values.iter().copied().fold(0.0, f32::max);
            assert!(most > 0.1, "{name} never folds: {most}");
        }
        let mut bare = project.clone();
        bare.meshes.values_mut().for_each(|mesh| Arc::make_mut(mesh).post_process = None);
        assert!(of(&bare).iter().all(|name| !name.starts_with("elbow")));
    }

    /// Windup, a hold that leads back to itself, strike and recovery: each begins where its clip does.
    #[test]
    fn a_pass_shows_the_clips_of_its_sections_and_loops_once() {
        let project = mannequin::excerpt();
        let authored = project.montages.values().next().unwrap();
        let clip = baked(&project);
        assert!((clip.source.duration - 2.4).abs() < 1e-4, "{}", clip.source.duration);
        let skeleton = &project.skeletons[&authored.skeleton];
        for segment in &authored.slots[0].segments {
            let played = &project.clips[&segment.clip];
            for rest in &skeleton.bones[1..] {
                let local = |clip: &Clip, time: f32| {
                    let track = clip.source.tracks.iter().find(|track| track.bone == rest.key);
                    track.map_or(rest.reference, |track| track.evaluate(time, &rest.reference))
                };
                let (found, expected) = (local(&clip, segment.start + 0.1), local(played, 0.1));
                let is_near = found.translation.distance(expected.translation) < 1e-4
                    && found.rotation.dot(expected.rotation).abs() > 1.0 - 1e-5;
                assert!(is_near, "{} {}: {found:?} {expected:?}", played.name, rest.name);
            }
        }
    }

    #[test]
    fn sections_come_in_the_order_of_their_links() {
        let project = edited(|montage| {
            let link = |sections: &mut [Section], from: usize, to: Option<usize>| {
                sections[from].next = to.map(|to| sections[to].id);
            };
            link(&mut montage.sections, 0, Some(2));
            link(&mut montage.sections, 2, Some(1));
            link(&mut montage.sections, 1, None);
        });
        let clip = baked(&project);
        let montage = project.montages.values().next().unwrap();
        let length = |at: usize| montage.sections[at + 1].start - montage.sections[at].start;
        assert!((clip.source.duration - length(0) - length(1) - length(2)).abs() < 1e-4);
        let glow = clip.notifies.iter().find(|notify| notify.name == "HoldGlow").unwrap();
        let before = montage.notifies.iter().find(|notify| notify.name == "HoldGlow").unwrap();
        assert!((glow.time - before.time - length(2)).abs() < 1e-4, "the hold plays after the strike");
        assert!(clip.notifies.iter().all(|notify| notify.name != "Foot_L_back"), "the recovery is not linked");
    }

    #[test]
    fn a_last_section_that_leads_back_ends_the_pass() {
        let project = edited(|montage| {
            let first = montage.sections[0].id;
            montage.sections.last_mut().unwrap().next = Some(first);
        });
        let whole = baked(&mannequin::excerpt()).source.duration;
        assert!((baked(&project).source.duration - whole).abs() < 1e-4);
    }

    #[test]
    fn what_does_not_move_has_one_key_and_what_moves_one_a_frame() {
        let mut project = mannequin::excerpt();
        let rig = project.montages.values().next().unwrap().skeleton;
        let skeleton = Arc::make_mut(project.skeletons.get_mut(&rig).unwrap());
        let head = skeleton.bones.iter_mut().find(|bone| bone.name == "head").unwrap();
        head.retarget = Retarget::Animation;
        let key = head.key.clone();
        // Held above where it rests, all through.
        for clip in project.clips.values_mut() {
            let source = Arc::make_mut(&mut Arc::make_mut(clip).source);
            source.tracks.retain(|track| track.bone != key);
            let translation = Some(Channel { times: vec![0.0], values: vec![0.0, 0.3, 0.0], ..Channel::default() });
            source.tracks.push(Track { bone: key.clone(), translation, ..Track::default() });
        }
        let clip = baked(&project);
        let channels: Vec<&Channel> = clip.source.tracks.iter().flat_map(Track::channels).collect();
        let frames = channels.iter().map(|channel| channel.times.len()).max().unwrap();
        let (mut still, mut moving) = (0, 0);
        for channel in channels {
            let size = channel.values.len() / channel.times.len();
            let is_near = |value: &[f32]| value.iter().zip(&channel.values).all(|(a, b)| (a - b).abs() <= 1e-6);
            let is_still = channel.values.chunks(size).all(is_near);
            assert_eq!(channel.times.len(), if is_still { 1 } else { frames });
            *if is_still { &mut still } else { &mut moving } += 1;
        }
        assert!(still > 0 && moving > 0, "{still} {moving}");
    }

    #[test]
    fn a_rate_of_less_than_a_frame_bakes_the_start_and_the_end() {
        let slow = edited(|montage| montage.frame_rate = 0.05);
        assert_eq!(baked(&slow).source.tracks.iter().flat_map(Track::channels).map(|it| it.times.len()).max(), Some(2));
    }

    #[test]
    fn what_does_not_play_is_refused() {
        let id = |project: &Project| project.list(AssetKind::Montage)[0].0;
        let empty = edited(|montage| montage.slots.iter_mut().for_each(|slot| slot.segments.clear()));
        assert!(montage(&empty, id(&empty)).unwrap_err().contains("plays nothing"));
        let fast = edited(|montage| montage.frame_rate = 1e9);
        assert!(montage(&fast, id(&fast)).unwrap_err().contains("frame rate"));
        assert!(montage(&empty, Id(0)).is_err());
    }
}
