//! Whom the vertices of a part follow, as what is edited: put in order, cut down, and taken over
//! from another mesh.
//!
//! Invariant: a skin has 1, 4 or 8 influences a vertex, the heaviest first, which sum to 1, each
//! joint once.

mod nearest;
mod sets;

use crate::{BoneKey, Mesh, mesh::Part};
use anim::{MeshPart, float::Extreme, mesh::MAX_INFLUENCES, skinning::weights::reduce};
use glam::Vec3;
pub(crate) use nearest::{Hit, Surface, nearest_shares};
pub use sets::{Joined, Sets};
use std::collections::HashMap;

/// The bone that a palette slot follows, and `bone_from_mesh` at bind time.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The bone that is followed.
    pub bone: BoneKey,
    /// Bone from mesh: three rows of four.
    pub inverse_bind: [[f32; 4]; 3],
}

/// Skin weights of one part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// Joints of one vertex: 1, 4 or 8.
    pub influences: u32,
    /// `influences` slots of the palette a vertex.
    pub slots: Vec<u16>,
    /// `influences` a vertex, beside `slots`.
    pub weights: Vec<f32>,
    /// The bones that slots stand for.
    pub palette: Vec<Joint>,
}

/// Rules for which influences of a vertex pruning keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruning {
    /// Lighter ones go, 0 to 1. The heaviest stays.
    pub least: f32,
    /// The heaviest so many stay, 1 to [`MAX_INFLUENCES`].
    pub most: usize,
}

/// Counts of what pruning changed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pruned {
    /// Vertices that were looked at.
    pub vertices: usize,
    /// Vertices that lost an influence.
    pub changed: usize,
    /// Influences that went.
    pub dropped: usize,
    /// The largest share of a vertex that went, 0 to 1.
    pub heaviest: f32,
}

/// Statistics of the weights of one part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Census {
    /// Vertices that were counted.
    pub vertices: usize,
    /// Vertices by how many joints they follow, from 0.
    pub by_count: [usize; MAX_INFLUENCES + 1],
    /// Greatest error of the sum of a vertex's weights, which should be 1.
    pub off: f32,
    /// The lightest influence that does something.
    pub lightest: f32,
    /// Slots of the palette that no vertex follows.
    pub idle: usize,
}

/// Measures of how well a skin was transferred. Lengths are in the unit of the meshes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Transferred {
    /// Vertices that took weights over.
    pub vertices: usize,
    /// The farthest from a vertex to the surface that it took its weights from.
    pub farthest: f32,
    /// Mean distance from a vertex to that surface.
    pub mean: f32,
}

impl Skin {
    /// A part's own skin, whatever profiles it has.
    pub fn of(mesh: &Mesh, part: &Part) -> Self {
        Self::under(mesh, part, None)
    }

    /// The skin of a part under a profile, with the slots that it follows; the part's own, with all
    /// slots that there are, where it has no profile of that name.
    pub fn under(mesh: &Mesh, part: &Part, profile: Option<&str>) -> Self {
        let key = |bone: u32| mesh.bones.get(bone as usize).cloned().unwrap_or_default();
        let profile = profile.filter(|profile| part.profiles.iter().any(|name| name == profile));
        let data = match profile {
            Some(profile) => &part.data.under(anim::Name::new(profile)),
            None => &*part.data,
        };
        let skin = Self {
            influences: data.influences,
            slots: data.joints.to_vec(),
            weights: data.weights.to_vec(),
            palette: data
                .palette
                .iter()
                .map(|it| Joint {
                    bone: key(it.bone),
                    inverse_bind: it.inverse_bind,
                })
                .collect(),
        };
        if profile.is_some() {
            skin.without_idle()
        } else {
            skin
        }
    }

    /// Slots and weights of a vertex that do something.
    fn vertex(&self, at: usize) -> impl Iterator<Item = (u16, f32)> + '_ {
        let width = self.influences as usize;
        let range = at * width..(at + 1) * width;
        let pairs = self.slots[range.clone()].iter().zip(&self.weights[range]);
        pairs
            .map(|(slot, weight)| (*slot, *weight))
            .filter(|(_, weight)| *weight > 0.0)
    }

    /// Vertices that have weights.
    pub fn vertex_count(&self) -> usize {
        self.slots.len() / (self.influences as usize).max(1)
    }

    /// A skin of each vertex's influences, reduced already, in as few a vertex as they fit in.
    fn packed(vertices: &[Vec<(u16, f32)>], palette: Vec<Joint>) -> Self {
        let most = vertices.iter().map(Vec::len).max().unwrap_or(1);
        let width = [1, 4, MAX_INFLUENCES]
            .into_iter()
            .find(|width| *width >= most)
            .unwrap_or(MAX_INFLUENCES);
        let padded = vertices.iter().flat_map(|it| {
            it.iter()
                .copied()
                .chain(std::iter::repeat((0, 0.0)))
                .take(width)
        });
        let (slots, weights) = padded.unzip();
        Self {
            influences: width as u32,
            slots,
            weights,
            palette,
        }
    }

    /// The skin with fewer influences, which sum to 1 again. Slots that nobody follows any more go.
    pub fn pruned(&self, pruning: &Pruning) -> (Self, Pruned) {
        let mut found = Pruned {
            vertices: self.vertex_count(),
            ..Pruned::default()
        };
        let most = pruning.most.clamp(1, MAX_INFLUENCES);
        let mut vertices = Vec::with_capacity(found.vertices);
        for at in 0..found.vertices {
            let mut all: Vec<(u16, f32)> = self.vertex(at).collect();
            reduce(&mut all, MAX_INFLUENCES);
            let heavy = all
                .iter()
                .skip(1)
                .take_while(|(_, weight)| *weight >= pruning.least)
                .count();
            let kept = (1 + heavy).min(most);
            let lost: f32 = all[kept.min(all.len())..]
                .iter()
                .map(|(_, weight)| weight)
                .sum();
            if all.len() > kept {
                found.changed += 1;
                found.dropped += all.len() - kept;
                found.heaviest = found.heaviest.higher(lost);
            }
            reduce(&mut all, kept);
            vertices.push(all);
        }
        (
            Self::packed(&vertices, self.palette.clone()).without_idle(),
            found,
        )
    }

    /// The skin without the slots that no vertex follows; one stays of a part without vertices.
    fn without_idle(mut self) -> Self {
        let used = self.used();
        let mut kept = Vec::new();
        let mut new_of = vec![0u16; self.palette.len()];
        for (slot, joint) in std::mem::take(&mut self.palette).into_iter().enumerate() {
            if used[slot] || (slot == 0 && !used.contains(&true)) {
                new_of[slot] = kept.len() as u16;
                kept.push(joint);
            }
        }
        self.slots
            .iter_mut()
            .for_each(|slot| *slot = new_of.get(usize::from(*slot)).copied().unwrap_or(0));
        Self {
            palette: kept,
            ..self
        }
    }

    fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.palette.len()];
        for (slot, weight) in self.slots.iter().zip(&self.weights) {
            if let Some(used) = used.get_mut(usize::from(*slot)).filter(|_| *weight > 0.0) {
                *used = true;
            }
        }
        used
    }

    /// Counts over all vertices.
    pub fn census(&self) -> Census {
        let mut census = Census {
            vertices: self.vertex_count(),
            lightest: 1.0,
            ..Census::default()
        };
        for at in 0..census.vertices {
            let (mut count, mut sum) = (0, 0.0);
            for (_, weight) in self.vertex(at) {
                (count, sum) = (count + 1, sum + f64::from(weight));
                census.lightest = census.lightest.lower(weight);
            }
            census.by_count[count.min(MAX_INFLUENCES)] += 1;
            census.off = census.off.higher((sum - 1.0).abs() as f32);
        }
        census.idle = self.used().iter().filter(|used| !**used).count();
        census
    }

    /// Weights for the vertices of `to`, which follow `own` now. Each vertex takes the weights of
    /// the nearest point of another mesh, with both meshes in their bind pose. Bones that `own`
    /// knows keep their bind. None if there is no triangle to take weights from.
    pub fn taken_over(
        to: &MeshPart,
        own: &Skin,
        from: &[(&MeshPart, Skin)],
        most: usize,
    ) -> Option<(Self, Transferred)> {
        let surface = Surface::new(from.iter().map(|(part, _)| *part));
        let mut palette = JointPalette::new(own);
        let slot_of: Vec<Vec<u16>> = from
            .iter()
            .map(|(_, skin)| palette.slots(&skin.palette))
            .collect();
        let mut found = Transferred {
            vertices: to.vertex_count(),
            ..Transferred::default()
        };
        let (mut vertices, mut sum) = (Vec::with_capacity(found.vertices), 0.0);
        for position in to.positions.iter() {
            let hit = surface.nearest(Vec3::from(*position))?;
            let skin = &from[hit.part].1;
            let corners = hit.corners.into_iter().zip(hit.shares);
            let weighted = corners.flat_map(|(corner, share)| {
                skin.vertex(corner as usize)
                    .map(move |(slot, weight)| (slot, weight * share))
            });
            let mut all: Vec<(u16, f32)> = weighted
                .map(|(slot, weight)| (slot_of[hit.part][usize::from(slot)], weight))
                .collect();
            reduce(&mut all, most.clamp(1, MAX_INFLUENCES));
            found.farthest = found.farthest.higher(hit.distance);
            sum += f64::from(hit.distance);
            vertices.push(all);
        }
        found.mean = (sum / found.vertices.max(1) as f64) as f32;
        Some((
            Self::packed(&vertices, palette.joints).without_idle(),
            found,
        ))
    }
}

/// Slots by the bone that they follow.
struct JointPalette {
    joints: Vec<Joint>,
    slot_of: HashMap<BoneKey, u16>,
}

impl JointPalette {
    fn new(own: &Skin) -> Self {
        let mut slot_of = HashMap::new();
        for (joint, slot) in own.palette.iter().zip(0..) {
            slot_of.entry(joint.bone.clone()).or_insert(slot);
        }
        Self {
            joints: own.palette.clone(),
            slot_of,
        }
    }

    fn slots(&mut self, theirs: &[Joint]) -> Vec<u16> {
        let Self { joints, slot_of } = self;
        let mut slot = |joint: &Joint| {
            *slot_of.entry(joint.bone.clone()).or_insert_with(|| {
                joints.push(joint.clone());
                (joints.len() - 1) as u16
            })
        };
        theirs.iter().map(&mut slot).collect()
    }
}

#[cfg(test)]
mod tests;
