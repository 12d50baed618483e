//! Pose graphs: nodes in evaluation order, links by index, expressions as programs.
//!
//! What cannot play is the reference pose, or passes its source on, and is told; the rest plays.

mod controls;
#[cfg(test)]
mod left_out;
mod machine;
mod nodes;
mod posing;
mod space;
#[cfg(test)]
mod tests;
mod values;

use super::Output;
use crate::{BlendSpace, Diagnostic, Id, PoseGraph, Project, Skeleton, diagnostic::Kind, graph::Wiring};
use anim::{Graph, Library, Name, Names, graph::GraphError};
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
struct Made {
    name: String,
    wiring: Arc<Wiring>,
    skeleton: Option<Arc<Skeleton>>,
    spaces: BTreeMap<Id, Option<Arc<BlendSpace>>>,
    clips: Clips,
}

impl Made {
    fn is(&self, other: &Made) -> bool {
        let same = |a: &Option<Arc<BlendSpace>>, b: &Option<Arc<BlendSpace>>| {
            a.as_ref().map(Arc::as_ptr) == b.as_ref().map(Arc::as_ptr)
        };
        self.name == other.name
            && Arc::ptr_eq(&self.wiring, &other.wiring)
            && self.skeleton.as_ref().map(Arc::as_ptr) == other.skeleton.as_ref().map(Arc::as_ptr)
            && self.clips == other.clips
            && self.spaces.len() == other.spaces.len()
            && self.spaces.iter().zip(&other.spaces).all(|(a, b)| a.0 == b.0 && same(a.1, b.1))
    }
}

struct Entry {
    made: Made,
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
        let mut compiled = Vec::new();
        for (&id, graph) in project.graphs.iter().filter(|(id, _)| usable.contains(id)) {
            let entry = self.entry(project, id, graph, library);
            for (_, text) in entry.names.iter() {
                out.name(id, None, text);
            }
            out.diagnostics.extend(entry.diagnostics.iter().cloned());
            out.sources.graphs.insert(id, entry.sources.clone());
            compiled.extend(entry.result.clone());
        }
        compiled
    }

    fn entry(&mut self, project: &Project, id: Id, graph: &Arc<PoseGraph>, library: &Library) -> &Entry {
        let made = made_of(project, graph, library);
        if !self.0.get(&id).is_some_and(|entry| entry.made.is(&made)) {
            let entry = compile_one(project, id, graph, made, library);
            self.0.insert(id, entry);
        }
        &self.0[&id]
    }
}

fn made_of(project: &Project, graph: &PoseGraph, library: &Library) -> Made {
    let authored = project.skeletons.get(&graph.skeleton);
    let skeleton = authored.filter(|skeleton| library.skeleton(Name::new(&skeleton.name)).is_some()).cloned();
    let (mut spaces, mut clips) = (BTreeMap::new(), BTreeMap::new());
    for used in graph.wiring.uses() {
        match project.blend_spaces.get(&used) {
            Some(space) => {
                clips.extend(
                    space.samples.iter().map(|it| (it.clip, clip_index(project, graph.skeleton, it.clip, library))),
                );
                spaces.insert(used, Some(space.clone()));
            }
            None => {
                clips.insert(used, clip_index(project, graph.skeleton, used, library));
            }
        }
    }
    Made { name: graph.name.clone(), wiring: graph.wiring.clone(), skeleton, spaces, clips }
}

/// None of a clip that is gone, does not compile, or is for another skeleton.
fn clip_index(project: &Project, skeleton: Id, clip: Id, library: &Library) -> Option<u32> {
    let authored = project.clips.get(&clip).filter(|clip| clip.skeleton == skeleton)?;
    library.clip_index(Name::new(&authored.name)).map(|index| index as u32)
}

fn compile_one(project: &Project, id: Id, graph: &PoseGraph, made: Made, library: &Library) -> Entry {
    let mut out = Output::default();
    let mut sources = GraphSources::default();
    let authored = made.skeleton.clone();
    let compiled = authored.as_ref().and_then(|it| library.skeleton(Name::new(&it.name)));
    let result = match (&authored, compiled) {
        (Some(authored), Some(skeleton)) => {
            let from = nodes::From { project, id, graph, skeleton: authored, made: &made };
            nodes::compile(&from, skeleton, &mut sources, &mut out)
        }
        _ => {
            out.error(id, None, Kind::SkeletonMissing);
            None
        }
    };
    let Output { names, diagnostics, .. } = out;
    Entry { made, result: result.map(Arc::new), names, diagnostics, sources }
}

/// What is refused here is a fault of the compiler, but nothing of the user's is lost by it.
fn checked(id: Id, parts: anim::graph::GraphParts, out: &mut Output) -> Option<Graph> {
    Graph::new(parts)
        .map_err(|error| {
            let kind = match error {
                GraphError::Deep(_) => Kind::GraphTooDeep,
                GraphError::TooMany => Kind::GraphTooLarge,
                other => Kind::GraphRefused { why: other.to_string() },
            };
            out.error(id, None, kind);
        })
        .ok()
}
