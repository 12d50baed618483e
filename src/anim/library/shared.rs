//! What characters have in common that no asset says: worked out when the first of them asks.

#[cfg(test)]
mod tests;

use super::Library;
use crate::{Graph, Name, Skeleton, required::RequiredBones};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Key of a list of required bones: skeleton, graph and LOD.
type RequiredBonesKey = (Arc<Skeleton>, Arc<Graph>, u32);

/// Invariant: it follows from the library's lists, so a copy of these, which may be changed, begins
/// without it.
#[derive(Debug, Default)]
pub struct Shared {
    /// Slot graphs, one per skeleton, with the skeleton's name.
    slots: OnceLock<Vec<(Name, Arc<Graph>)>>,
    required: Mutex<Vec<(RequiredBonesKey, Arc<RequiredBones>)>>,
}

impl Clone for Shared {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Shared {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Library {
    /// Graph for a character of the given skeleton that plays no graph of its own:
    /// [`Graph::of_slots`].
    pub fn slot_graph(&self, skeleton: Name) -> Arc<Graph> {
        let made = |name: Name| (name, Arc::new(Graph::of_slots(self, name)));
        let all = self
            .shared
            .slots
            .get_or_init(|| self.skeletons.iter().map(|it| made(it.name)).collect());
        let known = all.iter().find(|(name, _)| *name == skeleton);
        known.map_or_else(|| made(skeleton).1, |(_, graph)| graph.clone())
    }

    /// Like [`Library::require_for`], with one list shared by all characters of the same skeleton,
    /// graph and LOD.
    pub(crate) fn required_by(
        &self,
        skeleton: &Arc<Skeleton>,
        lod: u32,
        graph: &Arc<Graph>,
    ) -> Arc<RequiredBones> {
        let mut all = self
            .shared
            .required
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let is_same = |(s, g, level): &RequiredBonesKey| {
            Arc::ptr_eq(s, skeleton) && Arc::ptr_eq(g, graph) && *level == lod
        };
        if let Some((_, known)) = all.iter().find(|(key, _)| is_same(key)) {
            return known.clone();
        }
        let mut required = RequiredBones::default();
        self.require_for(skeleton, lod as usize, graph, &mut required);
        let required = Arc::new(required);
        // A graph or skeleton that only its character has is kept by nobody else.
        all.retain(|((skeleton, graph, _), _)| {
            Arc::strong_count(skeleton) > 1 && Arc::strong_count(graph) > 1
        });
        all.push(((skeleton.clone(), graph.clone(), lod), required.clone()));
        required
    }
}
