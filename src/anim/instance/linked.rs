//! Data of the library in a saved state: written by name, and found again by whoever reads it.
//!
//! What was read holds stand-ins, which have a name and nothing else, until [`AnimInstance::link`]
//! and [`SavedProxy::link`] have replaced them.
//!
//! [`AnimInstance::link`]: super::AnimInstance::link
//! [`SavedProxy::link`]: super::SavedProxy::link

use crate::{Graph, Library, Montage, Name, Skeleton};
use std::{fmt, sync::Arc};
use words::tr;

/// Reason why a saved state does not fit a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateLinkError {
    /// The library has no skeleton of this name.
    Skeleton(Name),
    /// The library has no graph of this name.
    Graph(Name),
    /// The library has no montage of this name.
    Montage(Name),
    /// The graph of this name has other nodes than the one that the state is of.
    Nodes(Name),
}

impl fmt::Display for StateLinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StateLinkError::Skeleton(_) => tr!("its skeleton is not in the library"),
            StateLinkError::Graph(_) => tr!("its graph is not in the library"),
            StateLinkError::Montage(_) => tr!("its montage is not in the library"),
            StateLinkError::Nodes(_) => tr!("its graph has other nodes in the library"),
        })
    }
}

impl std::error::Error for StateLinkError {}

/// Data that a state refers to by its name.
pub(super) trait LinkedAsset: Sized {
    fn name(&self) -> Name;
    fn stand_in(name: Name) -> Self;
}

impl LinkedAsset for Skeleton {
    fn name(&self) -> Name {
        self.name
    }

    fn stand_in(name: Name) -> Self {
        let mut skeleton = Self::default();
        skeleton.name = name;
        skeleton
    }
}

impl LinkedAsset for Montage {
    fn name(&self) -> Name {
        self.name
    }

    fn stand_in(name: Name) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }
}

impl LinkedAsset for Graph {
    fn name(&self) -> Name {
        Graph::name(self)
    }

    fn stand_in(name: Name) -> Self {
        Self::named(name)
    }
}

/// How serde writes and reads an [`Arc`] of the library.
pub(super) mod by_name {
    use super::LinkedAsset;
    use crate::Name;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::sync::Arc;

    pub(in crate::instance) fn serialize<T: LinkedAsset, S: Serializer>(
        asset: &Arc<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        asset.name().serialize(to)
    }

    pub(in crate::instance) fn deserialize<'de, T: LinkedAsset, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Arc<T>, D::Error> {
        Name::deserialize(from).map(|name| Arc::new(T::stand_in(name)))
    }
}

/// Libraries in which the data of a saved state is found again.
#[derive(Clone, Copy, Debug)]
pub struct StateLibraries<'a> {
    /// The library that is played.
    pub library: &'a Arc<Library>,
    /// The library that has the skeleton: the same one, unless an edit has taken the skeleton away
    /// from a character that goes on with it.
    pub skeleton: &'a Arc<Library>,
}

/// The skeleton and graph of a character, in place of stand-ins. The graph without a name is the
/// one of the skeleton's slots.
pub(super) fn link_character(
    libraries: StateLibraries<'_>,
    skeleton: &mut Arc<Skeleton>,
    graph: &mut Arc<Graph>,
) -> Result<(), StateLinkError> {
    let known = libraries.skeleton.skeleton(skeleton.name);
    *skeleton = known
        .ok_or(StateLinkError::Skeleton(skeleton.name))?
        .clone();
    *graph = if graph.name() == Name::NONE {
        libraries.library.slot_graph(skeleton.name)
    } else {
        link_graph(libraries.library, graph)?
    };
    Ok(())
}

/// The graph of the same name in `library`.
pub(super) fn link_graph(library: &Library, graph: &Graph) -> Result<Arc<Graph>, StateLinkError> {
    let known = library.graph(graph.name());
    known.cloned().ok_or(StateLinkError::Graph(graph.name()))
}
