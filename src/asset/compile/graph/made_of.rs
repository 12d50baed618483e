//! What a compiled graph depends on: it is compiled anew where that differs.

use crate::{
    BlendSpace, Id, PoseAsset, PoseGraph, Project, Skeleton,
    graph::{Node, NodeKind},
};
use anim::{Library, Name, additive::AdditiveKind};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A clip that a graph plays: none of one that does not compile or is for another skeleton.
pub(super) type Clips = BTreeMap<Id, Option<u32>>;

/// Inputs of a compiled graph.
#[derive(Clone)]
pub(super) struct MadeOf {
    pub(super) skeleton: Option<Arc<Skeleton>>,
    /// Itself, and all that are linked in it, however deep.
    pub(super) graphs: BTreeMap<Id, Arc<PoseGraph>>,
    pub(super) spaces: BTreeMap<Id, Option<Arc<BlendSpace>>>,
    pub(super) pose_assets: BTreeMap<Id, Arc<PoseAsset>>,
    pub(super) clips: Clips,
    /// Additive kind of each additive clip.
    pub(super) additives: BTreeMap<Id, AdditiveKind>,
    /// Whether another graph links it: what is asked of its output depends on that graph.
    pub(super) is_linked: bool,
    /// Names of the notifies, markers and curves of the skeleton's clips where the graph has a
    /// mirror, each once.
    pub(super) played_names: Vec<String>,
    /// Clips whose moments are poses of assets.
    pub(super) posed: BTreeMap<Id, Arc<anim::Clip>>,
}

impl MadeOf {
    pub(super) fn is(&self, other: &MadeOf) -> bool {
        let is_space = |a: &Option<Arc<BlendSpace>>, b: &Option<Arc<BlendSpace>>| {
            a.as_ref().map(Arc::as_ptr) == b.as_ref().map(Arc::as_ptr)
        };
        let is_graph = |a: &Arc<PoseGraph>, b: &Arc<PoseGraph>| {
            Arc::ptr_eq(a, b)
                || (a.name == b.name
                    && a.skeleton == b.skeleton
                    && Arc::ptr_eq(&a.wiring, &b.wiring))
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

pub(super) fn made_of(
    project: &Project,
    id: Id,
    graph: &Arc<PoseGraph>,
    library: &Library,
) -> MadeOf {
    let authored = project.skeletons.get(&graph.skeleton);
    let skeleton = authored
        .filter(|skeleton| library.skeleton(Name::new(&skeleton.name)).is_some())
        .cloned();
    let graphs = linked(project, id, graph);
    let (mut spaces, mut pose_assets) = (BTreeMap::new(), BTreeMap::new());
    let (mut clips, mut posed) = (BTreeMap::new(), BTreeMap::new());
    let index = |clip| clip_index(project, graph.skeleton, clip, library);
    let uses: BTreeSet<Id> = graphs
        .values()
        .flat_map(|graph| graph.wiring.uses())
        .collect();
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
    let has_mirror = graphs
        .values()
        .any(|graph| graph.wiring.nodes.iter().any(is_mirror));
    let played_names = if has_mirror {
        played_names(project, graph.skeleton)
    } else {
        Vec::new()
    };
    let additive =
        |(id, at): (&Id, &Option<u32>)| Some((*id, library.clips.get((*at)? as usize)?.additive?));
    let additives = clips.iter().filter_map(additive).collect();
    MadeOf {
        skeleton,
        graphs,
        spaces,
        pose_assets,
        clips,
        additives,
        is_linked: false,
        played_names,
        posed,
    }
}

fn played_names(project: &Project, skeleton: Id) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for clip in project
        .clips
        .values()
        .filter(|clip| clip.skeleton == skeleton)
    {
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
            used.contains(id)
                || other
                    .wiring
                    .implements
                    .is_some_and(|layer| used.contains(&layer))
        };
        for (&id, graph) in project.graphs.iter().filter(is_used) {
            if found.insert(id, graph.clone()).is_none() {
                open.push(graph.clone());
            }
        }
    }
    found
}

/// Index of a clip; None of one that is gone, does not compile, or is for another skeleton.
pub(super) fn clip_index(
    project: &Project,
    skeleton: Id,
    clip: Id,
    library: &Library,
) -> Option<u32> {
    let authored = project
        .clips
        .get(&clip)
        .filter(|clip| clip.skeleton == skeleton)?;
    library
        .clip_index(Name::new(&authored.name))
        .map(|index| index as u32)
}
