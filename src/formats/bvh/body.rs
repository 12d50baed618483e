//! A body for a figure that has none: a capsule along each bone, so that there is something to look
//! at.

use crate::{
    ImportError, geometry::Geometry, influences::VertexInfluences, reading::Budget, scene,
};
use anim::Array;
use glam::{Affine3A, Vec3};
use std::{collections::BTreeMap, f32::consts::PI};
use words::tr;

/// Parts of a bone's length and of the figure's size: how thick capsules are, within limits.
const THICK: f32 = 0.12;
const THICKEST: f32 = 0.045;
const THINNEST: f32 = 0.004;
/// Part of the figure's size below which a bone gets none.
const SHORT: f32 = 0.004;
/// The longest bones of a figure that has more get one.
const MOST: usize = 2048;
const SEGMENTS: usize = 10;
/// Rings of half a sphere, that where the cylinder begins among them.
const RINGS: usize = 3;
/// Vertices of one capsule.
pub const VERTICES: usize = 2 + 2 * RINGS * SEGMENTS;
const TRIANGLES: usize = 2 * SEGMENTS + (2 * RINGS - 1) * 2 * SEGMENTS;
/// Bytes of a capsule: positions, normals, what each vertex follows, and triangles.
const BYTES: u64 = (VERTICES * (12 + 12 + 2 + 4) + TRIANGLES * 12) as u64;

/// A bone to be drawn: from the origin of its node to an end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapsuleBone {
    /// Node that the capsule turns with.
    pub node: usize,
    /// End of the bone, metres, in the space of its node.
    pub end: Vec3,
}

/// Makes a body, and the skin that it follows. None if no bone is long enough. `models` are the
/// rest poses of the nodes in model space, and `size` is the longest side of the figure, all in
/// metres.
pub fn of(
    bones: &[CapsuleBone],
    models: &[Affine3A],
    size: f32,
    budget: &mut Budget,
) -> Result<Option<(scene::ParsedMesh, scene::ParsedSkin)>, ImportError> {
    let mut long: Vec<CapsuleBone> = bones
        .iter()
        .copied()
        .filter(|bone| bone.end.length() > SHORT * size)
        .collect();
    if long.len() > MOST {
        long.sort_by(|a, b| b.end.length_squared().total_cmp(&a.end.length_squared()));
        long.truncate(MOST);
        long.sort_by_key(|bone| bone.node);
    }
    if long.is_empty() {
        return Ok(None);
    }
    budget.reserve(BYTES * long.len() as u64, tr!("the body"))?;
    let (mut slots, mut joints) = (BTreeMap::new(), Vec::new());
    let mut made = CapsuleGeometry::default();
    for bone in &long {
        let slot = *slots.entry(bone.node).or_insert_with(|| {
            joints.push(bone.node);
            joints.len() - 1
        });
        made.capsule(
            bone.end,
            radius(bone.end.length(), size),
            &models[bone.node],
            slot as u16,
        );
    }
    let inverse_binds = joints
        .iter()
        .map(|joint| models[*joint].inverse())
        .collect();
    let skin = scene::ParsedSkin {
        joints,
        inverse_binds: Some(inverse_binds),
    };
    let part = scene::ParsedPart {
        geometry: Some(made.geometry()),
        material: Some(0),
        ..scene::ParsedPart::default()
    };
    Ok(Some((
        scene::ParsedMesh {
            name: Some("Body".to_owned()),
            parts: vec![part],
            ..scene::ParsedMesh::default()
        },
        skin,
    )))
}

fn radius(length: f32, size: f32) -> f32 {
    (THICK * length)
        .clamp(THINNEST * size, THICKEST * size)
        .min(0.5 * length)
}

#[derive(Default)]
struct CapsuleGeometry {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    joints: Vec<u16>,
    indices: Vec<u32>,
}

impl CapsuleGeometry {
    /// Closed, with the front faces outside, from a node's origin to `end`.
    fn capsule(&mut self, end: Vec3, radius: f32, model: &Affine3A, slot: u16) {
        let first = self.positions.len() as u32;
        let axis = end.normalize();
        let u = axis.any_orthonormal_vector();
        let v = axis.cross(u);
        let mut vertex = |centre: Vec3, normal: Vec3| {
            self.positions
                .push(model.transform_point3(centre + radius * normal).to_array());
            self.normals.push(
                model
                    .transform_vector3(normal)
                    .normalize_or_zero()
                    .to_array(),
            );
            self.joints.push(slot);
        };
        vertex(Vec3::ZERO, -axis);
        for ring in 0..2 * RINGS {
            let (centre, step) = if ring < RINGS {
                (Vec3::ZERO, ring + 1)
            } else {
                (end, ring)
            };
            let latitude = (step as f32 / RINGS as f32 - 1.0) * PI / 2.0;
            for segment in 0..SEGMENTS {
                let (sin, cos) = (segment as f32 / SEGMENTS as f32 * 2.0 * PI).sin_cos();
                let outwards = u * cos + v * sin;
                vertex(centre, outwards * latitude.cos() + axis * latitude.sin());
            }
        }
        vertex(end, axis);
        self.triangles(first);
    }

    fn triangles(&mut self, first: u32) {
        let at =
            |ring: usize, segment: usize| first + 1 + (ring * SEGMENTS + segment % SEGMENTS) as u32;
        let (last_ring, top) = (2 * RINGS - 1, first + VERTICES as u32 - 1);
        for segment in 0..SEGMENTS {
            let next = segment + 1;
            self.indices.extend([first, at(0, next), at(0, segment)]);
            for ring in 0..last_ring {
                self.indices
                    .extend([at(ring, segment), at(ring, next), at(ring + 1, next)]);
                self.indices
                    .extend([at(ring, segment), at(ring + 1, next), at(ring + 1, segment)]);
            }
            self.indices
                .extend([at(last_ring, segment), at(last_ring, next), top]);
        }
    }

    fn geometry(self) -> Geometry {
        let vertices = self.positions.len();
        let highest = self.joints.iter().copied().max().unwrap_or(0);
        let influences = VertexInfluences {
            per_vertex: 1,
            joints: self.joints.into(),
            weights: vec![1.0; vertices].into(),
            highest,
        };
        Geometry {
            positions: self.positions.into(),
            normals: self.normals.into(),
            tangents: Array::default(),
            uvs: Array::default(),
            colors: Array::default(),
            indices: self.indices.into(),
            influences: Some(influences),
            deltas: Array::default(),
            delta_tangents: Array::default(),
            attributes: Array::default(),
            attribute_values: Array::default(),
            names: Vec::new(),
            targets: Vec::new(),
        }
    }
}
