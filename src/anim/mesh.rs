//! One drawable piece of a character: vertices, skin weights, morph targets.
//! Invariant: every index is in range, weights of a vertex sum to 1; [`MeshPart::new`] refuses anything else.

use crate::{Array, Name};
use bytemuck::{Pod, Zeroable};

/// The most joint influences a vertex may have.
pub const MAX_INFLUENCES: usize = 8;

/// A named shape. Its weight is the curve of the same name, or `default_weight` where no such curve plays.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Morph {
    pub name: Name,
    pub default_weight: f32,
    /// Range in [`MeshPart::deltas`].
    pub first_delta: u32,
    pub delta_count: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct MorphDelta {
    pub vertex: u32,
    /// Mesh space, metres.
    pub position: [f32; 3],
    pub normal: [f32; 3],
}

/// The joint that a palette slot follows.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Joint {
    /// Bone of the skeleton.
    pub bone: u32,
    /// `bone_from_mesh` at bind time: three rows of four, row-major.
    pub inverse_bind: [[f32; 4]; 3],
}

/// How a vertex that follows several joints is moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkinMethod {
    /// The weighted sum of the joints' matrices: cheap, exact for scales, thin where limbs twist.
    #[default]
    Linear,
    /// The weighted sum of their scales, then of their turns and moves: keeps volume where limbs twist.
    DualQuaternion,
}

/// The vertex streams, all of `positions.len()` entries, or empty where said so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshPart {
    pub name: Name,
    pub method: SkinMethod,
    /// Mesh space, metres.
    pub positions: Array<[f32; 3]>,
    /// Unit length.
    pub normals: Array<[f32; 3]>,
    /// May be empty. xyz unit length, at right angles to the normal; w 1 or -1: `normal × tangent · w` is up in the
    /// picture.
    pub tangents: Array<[f32; 4]>,
    /// May be empty. v runs downwards.
    pub uvs: Array<[f32; 2]>,
    /// May be empty. Linear RGBA.
    pub colors: Array<[f32; 4]>,
    /// Joints of one vertex: 1, 4 or 8.
    pub influences: u32,
    /// `influences` palette slots a vertex, heaviest first.
    pub joints: Array<u16>,
    /// `influences` weights a vertex; they sum to 1.
    pub weights: Array<f32>,
    pub palette: Array<Joint>,
    pub morphs: Array<Morph>,
    pub deltas: Array<MorphDelta>,
    /// Triangles, counter-clockwise.
    pub indices: Array<u32>,
}

/// What is wrong with a mesh part, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshError {
    /// The stream does not have one entry a vertex.
    StreamLength {
        stream: &'static str,
    },
    Influences,
    PaletteSlot {
        vertex: usize,
    },
    Weights {
        vertex: usize,
    },
    Morph {
        morph: usize,
    },
    Index {
        at: usize,
    },
}

impl MeshPart {
    pub fn new(part: MeshPart) -> Result<Self, MeshError> {
        part.check_streams()?;
        part.check_skin()?;
        part.check_morphs()?;
        let vertices = part.positions.len() as u32;
        if let Some(at) = part.indices.iter().position(|index| *index >= vertices) {
            return Err(MeshError::Index { at });
        }
        if !part.indices.len().is_multiple_of(3) {
            return Err(MeshError::StreamLength { stream: "indices" });
        }
        Ok(part)
    }

    /// Address and length of each stream that goes by vertices: parts that agree in all of them share their vertices.
    pub fn places(&self) -> [(usize, usize); 9] {
        fn place<T>(items: &[T]) -> (usize, usize) {
            (items.as_ptr().addr(), items.len())
        }
        [
            place(&self.positions),
            place(&self.normals),
            place(&self.tangents),
            place(&self.uvs),
            place(&self.colors),
            place(&self.joints),
            place(&self.weights),
            place(&self.deltas),
            place(&self.indices),
        ]
    }

    pub fn vertex_count(&self) -> usize {
        self.positions.len()
    }

    fn check_streams(&self) -> Result<(), MeshError> {
        let vertices = self.positions.len();
        let optional = |len: usize| len == 0 || len == vertices;
        let bad = |stream| Err(MeshError::StreamLength { stream });
        if self.normals.len() != vertices {
            return bad("normals");
        }
        if !optional(self.tangents.len()) {
            return bad("tangents");
        }
        if !optional(self.uvs.len()) {
            return bad("uvs");
        }
        if !optional(self.colors.len()) {
            return bad("colors");
        }
        Ok(())
    }

    fn check_skin(&self) -> Result<(), MeshError> {
        let influences = self.influences as usize;
        if !matches!(influences, 1 | 4 | MAX_INFLUENCES) {
            return Err(MeshError::Influences);
        }
        let expected = self.positions.len() * influences;
        if self.joints.len() != expected || self.weights.len() != expected {
            return Err(MeshError::StreamLength { stream: "weights" });
        }
        let slots = self.palette.len();
        if let Some(at) = self.joints.iter().position(|joint| usize::from(*joint) >= slots) {
            return Err(MeshError::PaletteSlot { vertex: at / influences });
        }
        let is_off = |weights: &[f32]| {
            (weights.iter().sum::<f32>() - 1.0).abs().partial_cmp(&1e-3) != Some(std::cmp::Ordering::Less)
        };
        match self.weights.chunks_exact(influences).position(is_off) {
            Some(vertex) => Err(MeshError::Weights { vertex }),
            None => Ok(()),
        }
    }

    fn check_morphs(&self) -> Result<(), MeshError> {
        let vertices = self.positions.len() as u32;
        for (morph, m) in self.morphs.iter().enumerate() {
            let range = m.first_delta as usize..(m.first_delta as usize).saturating_add(m.delta_count as usize);
            let deltas = self.deltas.get(range).ok_or(MeshError::Morph { morph })?;
            if deltas.iter().any(|delta| delta.vertex >= vertices) {
                return Err(MeshError::Morph { morph });
            }
        }
        Ok(())
    }
}
