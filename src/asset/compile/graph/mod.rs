//! Pose graphs: nodes in evaluation order, links by index, expressions as programs.
//!
//! What cannot play is the reference pose, or passes its source on, and is told; the rest plays.

mod controls;
#[cfg(test)]
#[path = "tests/left_out.rs"]
mod left_out;
mod linked;
#[cfg(test)]
#[path = "tests/linking.rs"]
mod linking;
mod machine;
mod mismatches;
mod nodes;
mod place;
mod poses;
mod posing;
mod reaching;
mod space;
#[cfg(test)]
mod tests;
mod values;
mod warping;

use super::Output;
use crate::{
    BlendSpace, Diagnostic, Id, PoseAsset, PoseGraph, Project, Skeleton,
    diagnostic::Kind,
    graph::{Node, NodeKind, Parameter},
};
use anim::{Graph, Library, Name, Names, additive::AdditiveKind, graph::GraphError, mask::ProfileMode};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};

/// Ties a compiled graph to what was authored. Ids of nodes are the authored ids already.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphSources {
    /// By the node that each machine is.
    pub machines: BTreeMap<Id, MachineSources>,
    /// What a game may set, in its order: the graph's own, then those of graphs that it links.
    pub parameters: Vec<Parameter>,
}

/// Authored ids by compiled index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MachineSources {
    pub states: Vec<Id>,
    pub transitions: Vec<Id>,
    /// Of each transition's rule, where its operations stand in the text, bytes; empty of a shared one.
    pub rules: Vec<Vec<Range<usize>>>,
}

/// A clip that a graph plays: none of one that does not compile or is for another skeleton.
type Clips = BTreeMap<Id, Option<u32>>;

/// What a graph was made of.
#[derive(Clone)]
struct MadeOf {
    skeleton: Option<Arc<Skeleton>>,
    /// Itself, and all that are linked in it, however deep.
    graphs: BTreeMap<Id, Arc<PoseGraph>>,
    spaces: BTreeMap<Id, Option<Arc<BlendSpace>>>,
    pose_assets: BTreeMap<Id, Arc<PoseAsset>>,
    clips: Clips,
    /// Of those clips that are differences, which.
    additives: BTreeMap<Id, AdditiveKind>,
    /// From another graph: what is asked of its output depends on that one.
    is_linked: bool,
    /// Where it has a mirror, of the notifies, markers and curves of the skeleton's clips, each once.
    played_names: Vec<String>,
    /// Whose moments are poses of assets.
    posed: BTreeMap<Id, Arc<anim::Clip>>,
}

impl MadeOf {
    fn is(&self, other: &MadeOf) -> bool {
        let is_space = |a: &Option<Arc<BlendSpace>>, b: &Option<Arc<BlendSpace>>| {
            a.as_ref().map(Arc::as_ptr) == b.as_ref().map(Arc::as_ptr)
        };
        let is_graph = |a: &Arc<PoseGraph>, b: &Arc<PoseGraph>| {
            Arc::ptr_eq(a, b) || (a.name == b.name && a.skeleton == b.skeleton && Arc::ptr_eq(&a.wiring, &b.wiring))
        };
        self.skeleton.as_ref().map(Arc::as_ptr) == other.skeleton.as_ref().map(Arc::as_ptr)
            && self.clips == other.clips
            && self.additives == other.additives
            && self.is_linked == other.is_linked
            && self.played_names == other.played_names
            && are_same(&self.graphs, &other.graphs, is_graph)
            && are_same(&self.spaces, &other.spaces, is_space)
            && are_same(&self.pose_assets, &other.pose_assets, Arc::ptr_eq)
            && are_same(&self.posed, &other.posed, Arc::ptr_eq)
    }
}

fn are_same<T>(a: &BTreeMap<Id, T>, b: &BTreeMap<Id, T>, is: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && is(a.1, b.1))
}

struct Entry {
    made: MadeOf,
    result: Option<Arc<Graph>>,
    names: Names,
    diagnostics: Vec<Diagnostic>,
    sources: GraphSources,
}

#[derive(Default)]
pub(crate) struct GraphCache(BTreeMap<Id, Entry>);

impl GraphCache {
    pub(crate) fn compile(
        &mut self,
        project: &Project,
        usable: &BTreeSet<Id>,
        library: &Library,
        out: &mut Output,
    ) -> Vec<Arc<Graph>> {
        self.0.retain(|id, _| project.graphs.contains_key(id));
        for (&id, blend_space) in &project.blend_spaces {
            space::report(project, id, blend_space, library, out);
        }
        for (&id, asset) in &project.pose_assets {
            poses::report(project, id, asset, library, out);
        }
        let mut compiled = Vec::new();
        let links: BTreeSet<Id> = project.graphs.values().flat_map(|graph| graph.wiring.uses()).collect();
        for (&id, graph) in project.graphs.iter().filter(|(id, _)| usable.contains(id)) {
            let entry = self.entry(project, id, graph, (library, links.contains(&id)));
            for (_, text) in entry.names.iter() {
                out.name(id, None, text);
            }
            out.diagnostics.extend(entry.diagnostics.iter().cloned());
            out.sources.graphs.insert(id, entry.sources.clone());
            compiled.extend(entry.result.clone());
        }
        compiled
    }

    fn entry(
        &mut self,
        project: &Project,
        id: Id,
        graph: &Arc<PoseGraph>,
        (library, is_linked): (&Library, bool),
    ) -> &Entry {
        let made = MadeOf { is_linked, ..made_of(project, id, graph, library) };
        if !self.0.get(&id).is_some_and(|entry| entry.made.is(&made)) {
            let entry = compile_one(project, id, graph, made, library);
            self.0.insert(id, entry);
        }
        &self.0[&id]
    }
}

fn made_of(project: &Project, id: Id, graph: &Arc<PoseGraph>, library: &Library) -> MadeOf {
    let authored = project.skeletons.get(&graph.skeleton);
    let skeleton = authored.filter(|skeleton| library.skeleton(Name::new(&skeleton.name)).is_some()).cloned();
    let graphs = linked(project, id, graph);
    let (mut spaces, mut pose_assets) = (BTreeMap::new(), BTreeMap::new());
    let (mut clips, mut posed) = (BTreeMap::new(), BTreeMap::new());
    let index = |clip| clip_index(project, graph.skeleton, clip, library);
    let uses: BTreeSet<Id> = graphs.values().flat_map(|graph| graph.wiring.uses()).collect();
    for used in uses {
        if let Some(space) = project.blend_spaces.get(&used) {
            clips.extend(space.samples.iter().map(|it| (it.clip, index(it.clip))));
            spaces.insert(used, Some(space.clone()));
        } else if let Some(asset) = project.pose_assets.get(&used) {
            for pose in &asset.poses {
                let found = index(pose.clip);
                clips.insert(pose.clip, found);
                posed.extend(found.map(|at| (pose.clip, library.clips[at as usize].clone())));
            }
            pose_assets.insert(used, asset.clone());
        } else if !project.graphs.contains_key(&used) {
            clips.insert(used, index(used));
        }
    }
    let is_mirror = |node: &Node| matches!(node.kind, NodeKind::Mirror(_));
    let has_mirror = graphs.values().any(|graph| graph.wiring.nodes.iter().any(is_mirror));
    let played_names = if has_mirror { played_names(project, graph.skeleton) } else { Vec::new() };
    let additive = |(id, at): (&Id, &Option<u32>)| Some((*id, library.clips.get((*at)? as usize)?.additive?));
    let additives = clips.iter().filter_map(additive).collect();
    MadeOf { skeleton, graphs, spaces, pose_assets, clips, additives, is_linked: false, played_names, posed }
}

fn played_names(project: &Project, skeleton: Id) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for clip in project.clips.values().filter(|clip| clip.skeleton == skeleton) {
        names.extend(clip.notifies.iter().map(|notify| notify.name.clone()));
        names.extend(clip.sync_markers.iter().map(|marker| marker.name.clone()));
        names.extend(clip.curves.iter().map(|curve| curve.name.clone()));
        names.extend(clip.source.curves.iter().map(|curve| curve.name.clone()));
    }
    names.sort();
    names.dedup();
    names
}

/// The graph, and all that are linked from it; of layers also what implements them.
fn linked(project: &Project, id: Id, graph: &Arc<PoseGraph>) -> BTreeMap<Id, Arc<PoseGraph>> {
    let mut found = BTreeMap::from([(id, graph.clone())]);
    let mut open = vec![graph.clone()];
    while let Some(graph) = open.pop() {
        let used: BTreeSet<Id> = graph.wiring.uses().collect();
        let is_used = |(id, other): &(&Id, &Arc<PoseGraph>)| {
            used.contains(id) || other.wiring.implements.is_some_and(|layer| used.contains(&layer))
        };
        for (&id, graph) in project.graphs.iter().filter(is_used) {
            if found.insert(id, graph.clone()).is_none() {
                open.push(graph.clone());
            }
        }
    }
    found
}

/// None of a clip that is gone, does not compile, or is for another skeleton.
fn clip_index(project: &Project, skeleton: Id, clip: Id, library: &Library) -> Option<u32> {
    let authored = project.clips.get(&clip).filter(|clip| clip.skeleton == skeleton)?;
    library.clip_index(Name::new(&authored.name)).map(|index| index as u32)
}

fn compile_one(project: &Project, id: Id, graph: &PoseGraph, made: MadeOf, library: &Library) -> Entry {
    let mut out = Output::default();
    let mut sources = GraphSources::default();
    let authored = made.skeleton.clone();
    let compiled = authored.as_ref().and_then(|it| library.skeleton(Name::new(&it.name)));
    let result = match (&authored, compiled) {
        (Some(authored), Some(skeleton)) => {
            let from = nodes::From { project, library, id, graph, skeleton: authored, made: &made };
            let compiled = nodes::compile(&from, skeleton, &mut sources, &mut out);
            compiled.filter(|graph| {
                let fits = graph.fits(&library.clips, skeleton);
                if let Err(why) = &fits {
                    out.error(id, None, Kind::GraphRefused { why: why.to_string() });
                }
                fits.is_ok()
            })
        }
        _ => {
            out.error(id, None, Kind::SkeletonMissing);
            None
        }
    };
    let Output { names, diagnostics, .. } = out;
    Entry { made, result: result.map(Arc::new), names, diagnostics, sources }
}

/// `owners` are the authored nodes of the compiled ones. What is refused for another reason than its size, or poses of
/// the wrong kind, is a fault of the compiler, but nothing of the user's is lost by it.
fn checked(id: Id, parts: anim::graph::GraphParts, owners: &[Id], out: &mut Output) -> Option<Graph> {
    Graph::new(parts)
        .and_then(Graph::with_sound_numbers)
        .map_err(|error| match error {
            GraphError::Deep(_) => out.error(id, None, Kind::GraphTooDeep),
            GraphError::TooMany => out.error(id, None, Kind::GraphTooLarge),
            GraphError::Kind(at) => out.error(id, owners.get(usize::from(at)).copied(), Kind::PoseKindMismatch),
            other => out.error(id, None, Kind::GraphRefused { why: other.to_string() }),
        })
        .ok()
}

/// The name that a blend profile plays under; None of one that is gone, or says nothing of time.
fn profile(skeleton: &Skeleton, id: Id) -> Option<Name> {
    let profile = skeleton.blend_profile(id).filter(|profile| profile.mode != ProfileMode::BlendMask);
    profile.map(|profile| Name::new(&profile.name))
}
