//! Morph targets of a part, and what drives them.

use super::{
    ExportError,
    store::{GltfBinaryStore, SparseElements, Use},
};
use asset::mesh::Part;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use words::tr;

/// Morph targets of a node, in the order of its weights.
pub struct Shapes<'a> {
    /// Node that carries the mesh.
    pub node: usize,
    /// Names, one for each morph.
    pub names: &'a [String],
    /// Default weights, one for each morph.
    pub defaults: Vec<f32>,
}

impl<'a> Shapes<'a> {
    /// The morphs of a part that have both a name and deltas.
    pub fn of(node: usize, part: &'a Part) -> Self {
        let count = part.morphs.len().min(part.data.morphs.len());
        let defaults = part
            .data
            .morphs
            .iter()
            .take(count)
            .map(|morph| morph.default_weight)
            .collect();
        Self {
            node,
            names: &part.morphs[..count],
            defaults,
        }
    }

    /// Adds the names, and the default weights if any is not 0, to the JSON of a mesh. An Err names
    /// a weight that is not finite.
    pub fn write(&self, mesh: &mut Value, place: &str) -> Result<(), ExportError> {
        if let Some(bad) = self.defaults.iter().position(|weight| !weight.is_finite()) {
            return Err(ExportError::not_finite(tr!(
                "{place}, default weight of morph “{}”",
                self.names[bad]
            )));
        }
        if !self.names.is_empty() {
            mesh["extras"] = json!({"targetNames": self.names});
        }
        if self.defaults.iter().any(|weight| *weight != 0.0) {
            mesh["weights"] = json!(self.defaults);
        }
        Ok(())
    }
}

/// Vertices and how far each moves, in mesh space.
type Moves = Vec<(u32, [f32; 3])>;

/// Writes one target for each morph. Normals are written for all targets or for none, and tangents
/// likewise. An Err names a delta that is not finite.
pub fn targets(
    store: &mut GltfBinaryStore,
    part: &Part,
    place: &str,
) -> Result<Vec<Value>, ExportError> {
    let has_normals = part
        .data
        .deltas
        .iter()
        .any(|delta| delta.normal != [0.0; 3]);
    let has_tangents = !part.data.tangents.is_empty()
        && part
            .data
            .delta_tangents
            .iter()
            .any(|turn| *turn != [0.0; 3]);
    let mut targets = Vec::new();
    for (morph, name) in part.data.morphs.iter().zip(&part.morphs) {
        let first = morph.first_delta as usize;
        let deltas = part
            .data
            .deltas
            .get(first..first + morph.delta_count as usize)
            .unwrap_or_default();
        let place = tr!("{place}, morph “{name}”");
        let mut target = Map::new();
        let turns = part
            .data
            .delta_tangents
            .get(first..first + deltas.len())
            .unwrap_or_default();
        let positions = deltas
            .iter()
            .map(|delta| (delta.vertex, delta.position))
            .collect();
        let normals = has_normals.then(|| {
            deltas
                .iter()
                .map(|delta| (delta.vertex, delta.normal))
                .collect()
        });
        let tangents = has_tangents.then(|| {
            deltas
                .iter()
                .map(|delta| delta.vertex)
                .zip(turns.iter().copied())
                .collect()
        });
        let all: [(&'static str, Option<Moves>); 3] = [
            ("POSITION", Some(positions)),
            ("NORMAL", normals),
            ("TANGENT", tangents),
        ];
        for (name, deltas) in all
            .into_iter()
            .filter_map(|(name, deltas)| Some((name, deltas?)))
        {
            let at = moved(store, name, &deltas, part.data.vertex_count(), &place)?;
            target.insert(name.into(), json!(at));
        }
        targets.push(target.into());
    }
    Ok(targets)
}

/// Writes deltas, sparse where that takes fewer bytes, and returns the accessor.
fn moved(
    store: &mut GltfBinaryStore,
    name: &'static str,
    deltas: &[(u32, [f32; 3])],
    vertices: usize,
    place: &str,
) -> Result<usize, ExportError> {
    let mut by_vertex: BTreeMap<u32, [f32; 3]> = BTreeMap::new();
    for (vertex, delta) in deltas.iter().filter(|(_, delta)| *delta != [0.0; 3]) {
        let sum = by_vertex.entry(*vertex).or_default();
        *sum = std::array::from_fn(|i| sum[i] + delta[i]);
    }
    if let Some((vertex, _)) = by_vertex
        .iter()
        .find(|(_, delta)| !delta.iter().all(|x| x.is_finite()))
    {
        return Err(ExportError::not_finite(tr!("{place}, vertex {vertex}")));
    }
    if by_vertex.len() * (size_of::<u32>() + size_of::<[f32; 3]>())
        < vertices * size_of::<[f32; 3]>()
    {
        let (indices, values) = by_vertex.into_iter().unzip();
        return Ok(store.sparse(name, vertices, &SparseElements { indices, values }));
    }
    let full =
        (0..vertices as u32).map(|vertex| by_vertex.get(&vertex).copied().unwrap_or_default());
    store.floats(Use::Vertices(name), &full.collect::<Vec<_>>(), |vertex| {
        tr!("{place}, vertex {vertex}")
    })
}
