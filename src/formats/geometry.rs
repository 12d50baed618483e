//! The vertices of one part, as they are drawn. Invariant: every stream has one entry a vertex or
//! none, every number is finite, every index is in range.

use crate::influences::Influences;
use anim::{
    Array,
    mesh::{Attribute, MorphDelta},
};
use serde::{Deserialize, Serialize};
use std::ops::Range;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Geometry {
    #[serde(with = "crate::plain")]
    pub positions: Array<[f32; 3]>,
    #[serde(with = "crate::plain")]
    pub normals: Array<[f32; 3]>,
    #[serde(with = "crate::plain")]
    pub tangents: Array<[f32; 4]>,
    #[serde(with = "crate::plain")]
    pub uvs: Array<[f32; 2]>,
    #[serde(with = "crate::plain")]
    pub colors: Array<[f32; 4]>,
    #[serde(with = "crate::plain")]
    pub indices: Array<u32>,
    /// None where the primitive has no weights.
    pub influences: Option<Influences>,
    #[serde(with = "crate::plain")]
    pub deltas: Array<MorphDelta>,
    /// One a delta, or none.
    #[serde(with = "crate::plain")]
    pub delta_tangents: Array<[f32; 3]>,
    #[serde(with = "crate::plain")]
    pub attributes: Array<Attribute>,
    #[serde(with = "crate::plain")]
    pub attribute_values: Array<f32>,
    /// Of the attributes.
    pub names: Vec<String>,
    /// The deltas of each morph target.
    pub targets: Vec<Range<u32>>,
}

impl Geometry {
    /// Whether the invariant holds, of what came from elsewhere.
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
