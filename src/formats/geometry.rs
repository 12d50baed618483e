//! The vertices of one part, as they are drawn. Invariant: every stream has one entry a vertex or
//! none, every number is finite, every index is in range.

#[cfg(test)]
mod tests;

use crate::influences::VertexInfluences;
use anim::{
    Array,
    mesh::{Attribute, MorphDelta},
};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The vertices and triangles of one part. An empty stream means that the file has none of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Geometry {
    /// Places in mesh space, in metres; one for each vertex.
    #[serde(with = "crate::plain")]
    pub positions: Array<[f32; 3]>,
    /// Normals of unit length.
    #[serde(with = "crate::plain")]
    pub normals: Array<[f32; 3]>,
    /// Tangents of unit length; the fourth number is the sign of the bitangent, 1 or -1.
    #[serde(with = "crate::plain")]
    pub tangents: Array<[f32; 4]>,
    /// Texture coordinates with their origin at the upper left, as in glTF.
    #[serde(with = "crate::plain")]
    pub uvs: Array<[f32; 2]>,
    /// Colours as red, green, blue and alpha; in glTF 2.0 the numbers are linear.
    #[serde(with = "crate::plain")]
    pub colors: Array<[f32; 4]>,
    /// Three vertices for each triangle, counter-clockwise seen from the front.
    #[serde(with = "crate::plain")]
    pub indices: Array<u32>,
    /// Influences of joints on the vertices; None if the primitive has no weights.
    pub influences: Option<VertexInfluences>,
    /// Deltas of all morph targets, target by target as `targets` says.
    #[serde(with = "crate::plain")]
    pub deltas: Array<MorphDelta>,
    /// Change of the tangent by each delta; empty if no target moves tangents.
    #[serde(with = "crate::plain")]
    pub delta_tangents: Array<[f32; 3]>,
    /// Places of the values of each custom attribute in `attribute_values`.
    #[serde(with = "crate::plain")]
    pub attributes: Array<Attribute>,
    /// Values of all custom attributes, one attribute after the other, each by vertex.
    #[serde(with = "crate::plain")]
    pub attribute_values: Array<f32>,
    /// Names of the attributes, in their order, as the file writes them.
    pub names: Vec<String>,
    /// Range in `deltas` of each morph target, in the order of the targets.
    pub targets: Vec<Range<u32>>,
}

impl Geometry {
    /// Whether the invariant of this module holds. Checked for geometry from another process.
    pub fn is_sound(&self) -> bool {
        let vertices = self.positions.len();
        let is_stream = |length: usize| length == 0 || length == vertices;
        let streams = [
            self.normals.len(),
            self.tangents.len(),
            self.uvs.len(),
            self.colors.len(),
        ];
        let of_influences = self
            .influences
            .as_ref()
            .is_none_or(|influences| influences.is_sound(vertices));
        let of_deltas = self
            .deltas
            .iter()
            .all(|delta| (delta.vertex as usize) < vertices)
            && (self.delta_tangents.is_empty() || self.delta_tangents.len() == self.deltas.len())
            && self
                .targets
                .iter()
                .all(|range| range.start <= range.end && range.end as usize <= self.deltas.len());
        let values = |attribute: &Attribute| {
            u64::from(attribute.first) + u64::from(attribute.components) * vertices as u64
                <= self.attribute_values.len() as u64
        };
        fn finite<const N: usize>(values: &[[f32; N]]) -> bool {
            values.as_flattened().iter().all(|value| value.is_finite())
        }
        let of_delta = |delta: &MorphDelta| finite(&[delta.position, delta.normal]);
        streams.into_iter().all(is_stream)
            && [&self.positions, &self.normals, &self.delta_tangents]
                .into_iter()
                .all(|values| finite(values))
            && [&self.tangents, &self.colors]
                .into_iter()
                .all(|values| finite(values))
            && finite(&self.uvs)
            && self.attribute_values.iter().all(|value| value.is_finite())
            && self.deltas.iter().all(of_delta)
            && self.indices.len().is_multiple_of(3)
            && self
                .indices
                .iter()
                .all(|index| (*index as usize) < vertices)
            && of_influences
            && of_deltas
            && self.attributes.len() == self.names.len()
            && self.attributes.iter().all(values)
    }
}
