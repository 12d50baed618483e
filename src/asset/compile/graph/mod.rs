//! Pose graphs: nodes in evaluation order, links by index, expressions as programs.
//!
//! What cannot play is the reference pose, or passes its source on, and is told; the rest plays.

mod builder;
mod controls;
#[cfg(test)]
#[path = "tests/disabled.rs"]
mod disabled;
mod fields;
#[cfg(test)]
#[path = "tests/left_out.rs"]
mod left_out;
mod linked;
#[cfg(test)]
#[path = "tests/linking.rs"]
mod linking;
mod machine;
mod made_of;
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

use self::{
    builder::From,
    made_of::{MadeOf, made_of},
};
use super::{GraphSources, Output};
use crate::{Diagnostic, Id, PoseGraph, Project, diagnostic::Kind};
use anim::{Graph, Library, Name, Names};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

struct GraphCacheEntry {
    made: MadeOf,
    result: Option<Arc<Graph>>,
    names: Names,
    diagnostics: Vec<Diagnostic>,
    sources: GraphSources,
}

#[derive(Default)]
pub(crate) struct GraphCache(BTreeMap<Id, GraphCacheEntry>);

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
        let links: BTreeSet<Id> = project
            .graphs
            .values()
            .flat_map(|graph| graph.wiring.uses())
            .collect();
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
    ) -> &GraphCacheEntry {
        let made = MadeOf {
            is_linked,
            ..made_of(project, id, graph, library)
        };
        if !self.0.get(&id).is_some_and(|entry| entry.made.is(&made)) {
            let entry = compile_one(project, id, graph, made, library);
            self.0.insert(id, entry);
        }
        &self.0[&id]
    }
}

fn compile_one(
    project: &Project,
    id: Id,
    graph: &PoseGraph,
    made: MadeOf,
    library: &Library,
) -> GraphCacheEntry {
    let mut out = Output::default();
    let mut sources = GraphSources::default();
    let authored = made.skeleton.clone();
    let compiled = authored
        .as_ref()
        .and_then(|it| library.skeleton(Name::new(&it.name)));
    let result = match (&authored, compiled) {
        (Some(authored), Some(skeleton)) => {
            let from = From {
                project,
                library,
                id,
                graph,
                skeleton: authored,
                made: &made,
            };
            let compiled = nodes::compile(&from, skeleton, &mut sources, &mut out);
            compiled.filter(|graph| {
                let fits = graph.fits(&library.clips, skeleton);
                if let Err(why) = &fits {
                    out.error(
                        id,
                        None,
                        Kind::GraphRefused {
                            why: why.to_string(),
                        },
                    );
                }
                fits.is_ok()
            })
        }
        _ => {
            out.error(id, None, Kind::SkeletonMissing);
            None
        }
    };
    let Output {
        names, diagnostics, ..
    } = out;
    GraphCacheEntry {
        made,
        result: result.map(Arc::new),
        names,
        diagnostics,
        sources,
    }
}
