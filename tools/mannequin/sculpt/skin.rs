//! Joins both halves to skinned parts, one for each material.

use super::{
    half::{Half, Vertex},
    morphs::{self, Morphed},
    piece::Finish,
};
use crate::skeleton::{FigureJoint, mirrored};
use anim::{MeshPart, Name, skinning};
use glam::{Affine3A, DVec3};

/// What a half is skinned to.
pub struct SkinBuilder<'a> {
    /// Bones of the skeleton, parents first.
    pub joints: &'a [FigureJoint],
    /// Bones to leave out; their weights go to the nearest parent that is left.
    pub dropped: Vec<String>,
    /// Most influences of a vertex.
    pub influences: usize,
}

/// A stream of both sides: the left side's values, then the right side's.
fn both<T: Copy>(left: &[T], mirror: impl Fn(T) -> T) -> Vec<T> {
    left.iter()
        .copied()
        .chain(left.iter().map(|value| mirror(*value)))
        .collect()
}

fn mirrored_vectors(vectors: impl Iterator<Item = DVec3>) -> Vec<[f32; 3]> {
    let left: Vec<[f32; 3]> = vectors.map(|v| v.as_vec3().to_array()).collect();
    both(&left, |[x, y, z]| [-x, y, z])
}

impl SkinBuilder<'_> {
    /// The part with some finishes, and the names of its morphs.
    pub fn part(
        &self,
        name: &str,
        half: &Half,
        morphs: &[Morphed],
        finishes: &[Finish],
    ) -> (MeshPart, Vec<String>) {
        let is_in = |vertex: &Vertex| finishes.contains(&vertex.finish);
        let vertices: Vec<&Vertex> = half
            .vertices
            .iter()
            .filter(|vertex| is_in(vertex))
            .collect();
        let mut places = vec![None; half.vertices.len()];
        let chosen = (0..half.vertices.len()).filter(|i| is_in(&half.vertices[*i]));
        chosen
            .enumerate()
            .for_each(|(to, from)| places[from] = Some(to as u32));
        let count = vertices.len() as u32;
        let left = half.triangles.iter().filter_map(|[a, b, c]| {
            Some([
                places[*a as usize]?,
                places[*b as usize]?,
                places[*c as usize]?,
            ])
        });
        let left: Vec<[u32; 3]> = left.collect();
        let (morphs, deltas, names) = morphs::streams(morphs, &places, count);
        let uvs: Vec<[f32; 2]> = vertices
            .iter()
            .map(|vertex| vertex.uv.as_vec2().to_array())
            .collect();
        let (bones, joints, weights) = self.weights(&vertices);
        let part = MeshPart {
            name: Name::new(name),
            positions: mirrored_vectors(vertices.iter().map(|vertex| vertex.position)).into(),
            normals: mirrored_vectors(vertices.iter().map(|vertex| vertex.normal)).into(),
            uvs: both(&uvs, |uv| uv).into(),
            influences: self.influences as u32,
            palette: bones.into_iter().map(|bone| self.slot(bone)).collect(),
            joints: joints.into(),
            weights: weights.into(),
            morphs: morphs.into(),
            deltas: deltas.into(),
            indices: both(&left, |[a, b, c]| [a + count, c + count, b + count])
                .into_iter()
                .flatten()
                .collect(),
            ..MeshPart::default()
        };
        let tangents =
            anim::tangent::tangents(&part.positions, &part.normals, &part.uvs, &part.indices);
        (
            MeshPart {
                tangents: tangents.into(),
                ..part
            },
            names,
        )
    }

    fn slot(&self, bone: usize) -> anim::mesh::PaletteJoint {
        let bone_from_mesh = Affine3A::from_translation(-self.joints[bone].at.as_vec3());
        anim::mesh::PaletteJoint {
            bone: bone as u32,
            inverse_bind: skinning::inverse_bind_rows(&bone_from_mesh),
        }
    }

    /// Bones that are used, ascending, and slots and weights of both sides.
    fn weights(&self, vertices: &[&Vertex]) -> (Vec<usize>, Vec<u16>, Vec<f32>) {
        let left = vertices
            .iter()
            .map(|vertex| self.influences_of(vertex, |name| name.to_owned()));
        let right = vertices
            .iter()
            .map(|vertex| self.influences_of(vertex, mirrored));
        let all: Vec<Vec<(u16, f32)>> = left.chain(right).collect();
        let mut bones: Vec<usize> = all
            .iter()
            .flatten()
            .map(|(bone, _)| usize::from(*bone))
            .collect();
        bones.sort_unstable();
        bones.dedup();
        let slot = |bone: u16| {
            bones
                .iter()
                .position(|used| *used == usize::from(bone))
                .unwrap_or(0) as u16
        };
        let filled = |vertex: &Vec<(u16, f32)>, i: usize| {
            vertex
                .get(i)
                .map_or((0, 0.0), |(bone, weight)| (slot(*bone), *weight))
        };
        let each = all
            .iter()
            .flat_map(|vertex| (0..self.influences).map(move |i| filled(vertex, i)));
        let (joints, weights) = each.unzip();
        (bones, joints, weights)
    }

    /// Bones and weights of a vertex, reduced to as many as are allowed.
    fn influences_of(&self, vertex: &Vertex, side: impl Fn(&str) -> String) -> Vec<(u16, f32)> {
        let of = |(name, weight): &(&str, f64)| (self.kept(&side(name)), *weight as f32);
        let mut influences: Vec<(u16, f32)> = vertex.influences.iter().map(of).collect();
        skinning::weights::reduce(&mut influences, self.influences);
        influences
    }

    /// Index of a bone, or of its nearest parent that is not left out.
    fn kept(&self, name: &str) -> u16 {
        let mut bone = self.joints.iter().position(|joint| joint.name == name);
        while let Some(at) = bone.filter(|at| self.dropped.contains(&self.joints[*at].name)) {
            bone = self.joints[at].parent;
        }
        bone.unwrap_or(0) as u16
    }
}
