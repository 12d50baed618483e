//! Tubes and balls with skin weights, collected into one mesh part.

use anim::{MeshPart, Name, mesh::Joint, skinning::inverse_bind_rows};
use asset::Skeleton;
use glam::{Affine3A, Quat, Vec3};
use std::f32::consts::{PI, TAU};

const SIDES: usize = 16;
const INFLUENCES: usize = 4;
/// Rings of a limb along its length.
const LIMB_RINGS: usize = 9;

/// An elliptic cross-section: radii along x and z before it is turned.
pub struct Ring {
    pub at: Vec3,
    pub across: f32,
    pub deep: f32,
    /// Bone and weight; they sum to 1.
    pub weights: Vec<(String, f32)>,
}

pub struct Shape<'a> {
    skeleton: &'a Skeleton,
    positions: Vec<[f32; 3]>,
    colors: Vec<[f32; 4]>,
    joints: Vec<u16>,
    weights: Vec<f32>,
    indices: Vec<u32>,
}

impl<'a> Shape<'a> {
    pub fn new(skeleton: &'a Skeleton) -> Self {
        Self {
            skeleton,
            positions: Vec::new(),
            colors: Vec::new(),
            joints: Vec::new(),
            weights: Vec::new(),
            indices: Vec::new(),
        }
    }

    /// A closed tube through upright rings, from the lowest to the highest or the other way round.
    pub fn tube(&mut self, rings: &[Ring], color: [f32; 4]) {
        let turned =
            if rings[0].at.y <= rings[rings.len() - 1].at.y { Quat::IDENTITY } else { Quat::from_rotation_x(PI) };
        self.skin_over(rings, turned, color);
    }

    /// A rounded tube between two balls. `part` cuts it to a part of its length; the weights blend from `over` at the
    /// start to `bone`.
    pub fn limb(
        &mut self,
        from: (Vec3, f32),
        to: (Vec3, f32),
        part: (f32, f32),
        over: &[(String, f32)],
        bone: &[(String, f32)],
        color: [f32; 4],
    ) {
        let axis = to.0 - from.0;
        let turned = Quat::from_rotation_arc(Vec3::Y, axis.normalize());
        let ring = |i: usize| {
            let u = i as f32 / (LIMB_RINGS - 1) as f32;
            let along = part.0 + (part.1 - part.0) * u;
            let rounded = (1.0 - (2.0 * u - 1.0).powi(8)).max(0.0).sqrt() * 0.75 + 0.25 * f32::from(u > 0.0 && u < 1.0);
            let radius = (from.1 + (to.1 - from.1) * u) * rounded.max(0.3);
            let weights = if u < 0.2 { over } else { bone };
            Ring { at: from.0 + axis * along, across: radius, deep: radius, weights: weights.to_vec() }
        };
        let rings: Vec<Ring> = (0..LIMB_RINGS).map(ring).collect();
        self.skin_over(&rings, turned, color);
    }

    pub fn ball(&mut self, at: Vec3, radius: f32, weights: &[(String, f32)], color: [f32; 4]) {
        let ring = |i: usize| {
            let (sin, cos) = (PI * (i as f32 + 0.5) / 9.0).sin_cos();
            Ring {
                at: at - Vec3::Y * cos * radius,
                across: sin * radius,
                deep: sin * radius,
                weights: weights.to_vec(),
            }
        };
        let rings: Vec<Ring> = (0..9).map(ring).collect();
        self.skin_over(&rings, Quat::IDENTITY, color);
    }

    /// Rings in order, joined by quads, closed by a fan at each end.
    fn skin_over(&mut self, rings: &[Ring], turned: Quat, color: [f32; 4]) {
        let first = self.positions.len() as u32;
        for ring in rings {
            for side in 0..SIDES {
                let (sin, cos) = (TAU * side as f32 / SIDES as f32).sin_cos();
                let offset = turned * Vec3::new(cos * ring.across, 0.0, sin * ring.deep);
                self.vertex(ring.at + offset, &ring.weights, color);
            }
        }
        let at = |ring: usize, side: usize| first + (ring * SIDES + side % SIDES) as u32;
        for ring in 0..rings.len() - 1 {
            for side in 0..SIDES {
                let (a, b, c, d) = (at(ring, side), at(ring, side + 1), at(ring + 1, side + 1), at(ring + 1, side));
                self.indices.extend([a, d, c, a, c, b]);
            }
        }
        self.cap(&rings[0], (0..SIDES).map(|side| at(0, side)).collect(), color);
        self.cap(&rings[rings.len() - 1], (0..SIDES).rev().map(|side| at(rings.len() - 1, side)).collect(), color);
    }

    fn cap(&mut self, ring: &Ring, rim: Vec<u32>, color: [f32; 4]) {
        let centre = self.positions.len() as u32;
        self.vertex(ring.at, &ring.weights, color);
        for i in 0..SIDES {
            self.indices.extend([centre, rim[i], rim[(i + 1) % SIDES]]);
        }
    }

    fn vertex(&mut self, at: Vec3, weights: &[(String, f32)], color: [f32; 4]) {
        self.positions.push(at.into());
        self.colors.push(color);
        for i in 0..INFLUENCES {
            let (bone, weight) =
                weights.get(i).map_or((0, 0.0), |(name, weight)| (self.skeleton.find(name).unwrap_or(0), *weight));
            self.joints.push(bone as u16);
            self.weights.push(weight);
        }
    }

    /// The palette has one slot a bone.
    pub fn finish(self) -> MeshPart {
        let mut origins: Vec<Vec3> = Vec::new();
        for bone in &self.skeleton.bones {
            let parent = bone.parent.map_or(Vec3::ZERO, |parent| origins[parent as usize]);
            origins.push(parent + bone.reference.translation);
        }
        let joint = |(bone, origin): (usize, &Vec3)| Joint {
            bone: bone as u32,
            inverse_bind: inverse_bind_rows(&Affine3A::from_translation(-*origin)),
        };
        let part = MeshPart {
            name: Name::new("Body"),
            normals: self.normals().into(),
            palette: origins.iter().enumerate().map(joint).collect(),
            positions: self.positions.into(),
            colors: self.colors.into(),
            influences: INFLUENCES as u32,
            joints: self.joints.into(),
            weights: self.weights.into(),
            indices: self.indices.into(),
            ..MeshPart::default()
        };
        debug_assert!(MeshPart::new(part.clone()).is_ok());
        part
    }

    /// Area-weighted.
    fn normals(&self) -> Vec<[f32; 3]> {
        let mut sums = vec![Vec3::ZERO; self.positions.len()];
        for triangle in self.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|i| Vec3::from(self.positions[triangle[i] as usize]));
            let normal = (b - a).cross(c - a);
            triangle.iter().for_each(|vertex| sums[*vertex as usize] += normal);
        }
        sums.into_iter().map(|sum| sum.try_normalize().unwrap_or(Vec3::Y).into()).collect()
    }
}
