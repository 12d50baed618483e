//! One drawable piece of a character: vertices, skin weights, morph targets. Invariant: every index
//! is in range, weights of a vertex sum to 1; [`MeshPart::new`] refuses anything else.

mod cloth;
mod numbers;
mod sections;
#[cfg(test)]
mod tests;

pub use cloth::{Cloth, ClothVertex, Near};
pub use sections::TooMany;

use crate::{Array, Name};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};
use words::tr;

/// The most joint influences a vertex may have.
pub const MAX_INFLUENCES: usize = 8;

/// A named shape. Its weight is the curve of the same name, or `default_weight` where no such curve
/// plays.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Morph {
    /// Name of the shape, and of the curve that is its weight.
    pub name: Name,
    /// Weight where no curve of the name plays.
    pub default_weight: f32,
    /// Range in [`MeshPart::deltas`].
    pub first_delta: u32,
    /// Number of deltas.
    pub delta_count: u32,
    /// Reserved, not used.
    pub reserved: u32,
}

/// Change of one vertex by a morph at weight 1.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct MorphDelta {
    /// Index of the vertex.
    pub vertex: u32,
    /// Mesh space, metres.
    pub position: [f32; 3],
    /// Change of the normal, which is normalized to unit length after the addition.
    pub normal: [f32; 3],
}

/// The most numbers of a vertex in one attribute.
pub const MAX_COMPONENTS: u32 = 4;

/// Numbers of the maker's own, or further coordinates and colours: so many a vertex. Nothing here
/// uses them; games do.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Attribute {
    /// Name by which a game finds it.
    pub name: Name,
    /// 1 to [`MAX_COMPONENTS`].
    pub components: u32,
    /// Index of its first number in [`MeshPart::attribute_values`]: vertex after vertex.
    pub first: u32,
}

/// Other weights of the same vertices, chosen by name while they play.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Profile {
    /// Name by which it is chosen.
    pub name: Name,
    /// Joints of one vertex: 1, 4 or 8.
    pub influences: u32,
    /// Index of its first entry in [`MeshPart::profile_joints`] and [`MeshPart::profile_weights`]:
    /// vertex after vertex.
    pub first: u32,
}

/// The joint that a palette slot follows.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct PaletteJoint {
    /// Bone of the skeleton.
    pub bone: u32,
    /// `bone_from_mesh` at bind time: three rows of four, row-major.
    pub inverse_bind: [[f32; 4]; 3],
}

/// Method by which a vertex that follows several joints is moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SkinMethod {
    /// The weighted sum of the joints' matrices: cheap, exact for scales, thin where limbs twist.
    #[default]
    Linear,
    /// The weighted sum of their scales, then of their turns and moves: keeps volume where limbs
    /// twist.
    DualQuaternion,
}

/// The vertex streams, all of `positions.len()` entries, or empty where said so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshPart {
    /// Name of the part.
    pub name: Name,
    /// Method by which a vertex that follows several joints is moved.
    pub method: SkinMethod,
    /// Positions of the vertices, mesh space, metres.
    pub positions: Array<[f32; 3]>,
    /// Normals of the vertices, of unit length.
    pub normals: Array<[f32; 3]>,
    /// May be empty. xyz unit length, at right angles to the normal; w 1 or -1: `normal × tangent ·
    /// w` is up in the picture.
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
    /// The joints that the slots in `joints` stand for.
    pub palette: Array<PaletteJoint>,
    /// Shapes that the part can take.
    pub morphs: Array<Morph>,
    /// Deltas of all morphs, each morph's in one range.
    pub deltas: Array<MorphDelta>,
    /// May be empty, else one a delta: what it adds to the tangent.
    pub delta_tangents: Array<[f32; 3]>,
    /// Further numbers of the vertices.
    pub attributes: Array<Attribute>,
    /// Numbers of all attributes, each attribute's in one range.
    pub attribute_values: Array<f32>,
    /// Weights that can be chosen in place of `weights`.
    pub profiles: Array<Profile>,
    /// Palette slots of all profiles, as `joints`.
    pub profile_joints: Array<u16>,
    /// Weights of all profiles, as `weights`.
    pub profile_weights: Array<f32>,
    /// The surface that the part follows; without vertices it follows none.
    pub cloth: Cloth,
    /// Triangles, counter-clockwise.
    pub indices: Array<u32>,
}

/// Error in a mesh part, with its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshError {
    /// The stream does not have one entry a vertex.
    StreamLength {
        stream: &'static str,
    },
    /// An entry of the stream has a number that is none, or one beyond
    /// [`crate::limits::FARTHEST_BONE`] in a place or a matrix, and else
    /// [`crate::limits::LARGEST`].
    Number {
        stream: &'static str,
        at: usize,
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
    Attribute {
        attribute: usize,
    },
    /// The profile has no name of its own, no matching slots and weights for the part, or invalid
    /// ones.
    Profile {
        profile: usize,
    },
    /// The vertex follows missing vertices, or its weight or shares are invalid.
    Cloth {
        vertex: usize,
    },
    Index {
        at: usize,
    },
}

impl MeshPart {
    /// Takes a part that [`MeshPart::check`] finds sound, and refuses any other.
    pub fn new(part: MeshPart) -> Result<Self, MeshError> {
        part.check()?;
        Ok(part)
    }

    /// Checks a mesh part, such as one assembled in code; Err is an error of the part.
    pub fn check(&self) -> Result<(), MeshError> {
        self.check_streams()?;
        self.check_numbers()?;
        self.check_skin()?;
        self.check_morphs()?;
        self.check_attributes()?;
        self.check_profiles()?;
        self.check_cloth()?;
        let vertices = self.positions.len() as u32;
        if let Some(at) = self.indices.iter().position(|index| *index >= vertices) {
            return Err(MeshError::Index { at });
        }
        if !self.indices.len().is_multiple_of(3) {
            return Err(MeshError::StreamLength { stream: "indices" });
        }
        Ok(())
    }

    /// Address and length of each vertex stream except the cloth, which is made of the streams.
    /// Parts that agree in all streams share their vertices.
    pub fn places(&self) -> [(usize, usize); 15] {
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
            place(&self.delta_tangents),
            place(&self.attributes),
            place(&self.attribute_values),
            place(&self.profiles),
            place(&self.profile_joints),
            place(&self.profile_weights),
        ]
    }

    /// The part with the weights of a profile in place of its own; as it is where it has no profile
    /// of that name.
    pub fn under(&self, profile: Name) -> Self {
        let Some(found) = self.profiles.iter().find(|known| known.name == profile) else {
            return self.clone();
        };
        let range = self.range_of(found);
        let (joints, weights) = (
            self.profile_joints.part(range.clone()),
            self.profile_weights.part(range),
        );
        Self {
            influences: found.influences,
            joints,
            weights,
            ..self.clone()
        }
    }

    /// Whether it has skin weights of that name.
    pub fn has_profile(&self, name: Name) -> bool {
        self.profiles.iter().any(|profile| profile.name == name)
    }

    fn range_of(&self, profile: &Profile) -> std::ops::Range<usize> {
        let first = profile.first as usize;
        first
            ..first.saturating_add(
                self.positions
                    .len()
                    .saturating_mul(profile.influences as usize),
            )
    }

    /// Number of vertices.
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
        self.check_weights(influences, &self.joints, &self.weights)
    }

    fn check_weights(
        &self,
        influences: usize,
        joints: &[u16],
        weights: &[f32],
    ) -> Result<(), MeshError> {
        let slots = self.palette.len();
        if let Some(at) = joints.iter().position(|joint| usize::from(*joint) >= slots) {
            return Err(MeshError::PaletteSlot {
                vertex: at / influences,
            });
        }
        let is_off = |weights: &[f32]| {
            (weights.iter().sum::<f32>() - 1.0).abs().partial_cmp(&1e-3)
                != Some(std::cmp::Ordering::Less)
        };
        match weights.chunks_exact(influences).position(is_off) {
            Some(vertex) => Err(MeshError::Weights { vertex }),
            None => Ok(()),
        }
    }

    fn check_profiles(&self) -> Result<(), MeshError> {
        if self.profile_joints.len() != self.profile_weights.len() {
            return Err(MeshError::StreamLength {
                stream: tr!("weights of profiles"),
            });
        }
        let is_sound = |(at, it): (usize, &Profile)| {
            let is_own = it.name != Name::NONE
                && self.profiles[..at]
                    .iter()
                    .all(|other| other.name != it.name);
            let (joints, weights) = (
                self.profile_joints.get(self.range_of(it)),
                self.profile_weights.get(self.range_of(it)),
            );
            let width = it.influences as usize;
            let fits = |(joints, weights): (&[u16], &[f32])| {
                self.check_weights(width, joints, weights).is_ok()
            };
            is_own
                && matches!(width, 1 | 4 | MAX_INFLUENCES)
                && joints.zip(weights).is_some_and(fits)
        };
        match self
            .profiles
            .iter()
            .enumerate()
            .position(|it| !is_sound(it))
        {
            Some(profile) => Err(MeshError::Profile { profile }),
            None => Ok(()),
        }
    }

    /// Numbers of an attribute: as many a vertex as it says.
    pub fn values(&self, attribute: &Attribute) -> &[f32] {
        let first = attribute.first as usize;
        let end = first.saturating_add(
            self.positions
                .len()
                .saturating_mul(attribute.components as usize),
        );
        self.attribute_values.get(first..end).unwrap_or_default()
    }

    fn check_attributes(&self) -> Result<(), MeshError> {
        let is_sound = |it: &Attribute| {
            let values = self.values(it);
            let count = self.positions.len() * it.components as usize;
            (1..=MAX_COMPONENTS).contains(&it.components) && values.len() == count
        };
        match self.attributes.iter().position(|it| !is_sound(it)) {
            Some(attribute) => Err(MeshError::Attribute { attribute }),
            None => Ok(()),
        }
    }

    fn check_morphs(&self) -> Result<(), MeshError> {
        if ![0, self.deltas.len()].contains(&self.delta_tangents.len()) {
            return Err(MeshError::StreamLength {
                stream: tr!("tangents of deltas"),
            });
        }
        let vertices = self.positions.len() as u32;
        for (morph, m) in self.morphs.iter().enumerate() {
            let range = m.first_delta as usize
                ..(m.first_delta as usize).saturating_add(m.delta_count as usize);
            let deltas = self.deltas.get(range).ok_or(MeshError::Morph { morph })?;
            if deltas.iter().any(|delta| delta.vertex >= vertices) {
                return Err(MeshError::Morph { morph });
            }
        }
        Ok(())
    }
}
