//! The vertices of one part, as they are drawn.
//! Invariant: every stream has one entry a vertex or none, every number is finite, every index is in range.

use crate::influences::Influences;
use anim::{
    Array,
    mesh::{Attribute, MorphDelta},
};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct Geometry {
    pub positions: Array<[f32; 3]>,
    pub normals: Array<[f32; 3]>,
    pub tangents: Array<[f32; 4]>,
    pub uvs: Array<[f32; 2]>,
    pub colors: Array<[f32; 4]>,
    pub indices: Array<u32>,
    /// None where the primitive has no weights.
    pub influences: Option<Influences>,
    pub deltas: Array<MorphDelta>,
    /// One a delta, or none.
    pub delta_tangents: Array<[f32; 3]>,
    pub attributes: Array<Attribute>,
    pub attribute_values: Array<f32>,
    /// Of the attributes.
    pub names: Vec<String>,
    /// The deltas of each morph target.
    pub targets: Vec<Range<u32>>,
}
