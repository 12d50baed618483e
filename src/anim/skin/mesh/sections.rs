//! Fewer triangles of a part, and parts that are cut where they follow too many bones.

#[cfg(test)]
mod tests;

use super::{Attribute, Cloth, MeshPart, Morph, MorphDelta, Profile};
use crate::Array;

/// A triangle follows more bones than a section may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// Palette slots that the triangle's vertices follow.
    pub bones: usize,
}

/// The values of some vertices, `width` a vertex.
fn gathered<T: bytemuck::Pod>(values: &[T], kept: &[usize], width: usize) -> Array<T> {
    let of = |vertex: &usize| {
        values
            .get(vertex * width..(vertex + 1) * width)
            .unwrap_or_default()
            .iter()
            .copied()
    };
    kept.iter().flat_map(of).collect()
}

impl MeshPart {
    /// The part that draws only the given triangles of this part, three indices each. Vertices that
    /// no such triangle uses are left out. The palette is the same.
    pub fn of_triangles(&self, indices: &[u32]) -> Self {
        let part = self;
        let mut new_of: Vec<Option<u32>> = vec![None; part.vertex_count()];
        let mut kept: Vec<usize> = Vec::new();
        for index in indices {
            new_of[*index as usize].get_or_insert_with(|| {
                kept.push(*index as usize);
                kept.len() as u32 - 1
            });
        }
        let width = part.influences as usize;
        let (morphs, deltas, delta_tangents) = part.morphs_of(&new_of);
        let (attributes, attribute_values) = part.attributes_of(&kept);
        let (profiles, profile_joints, profile_weights) = part.profiles_of(&kept);
        MeshPart {
            profiles,
            profile_joints,
            profile_weights,
            cloth: Cloth {
                vertices: gathered(&part.cloth.vertices, &kept, 1),
                ..part.cloth.clone()
            },
            positions: gathered(&part.positions, &kept, 1),
            normals: gathered(&part.normals, &kept, 1),
            tangents: gathered(&part.tangents, &kept, 1),
            uvs: gathered(&part.uvs, &kept, 1),
            colors: gathered(&part.colors, &kept, 1),
            joints: gathered(&part.joints, &kept, width),
            weights: gathered(&part.weights, &kept, width),
            morphs,
            deltas,
            delta_tangents,
            attributes,
            attribute_values,
            indices: indices
                .iter()
                .filter_map(|index| new_of[*index as usize])
                .collect(),
            ..part.clone()
        }
    }

    /// Morphs of the part when vertices become those of `new_of` or are dropped.
    fn morphs_of(
        &self,
        new_of: &[Option<u32>],
    ) -> (Array<Morph>, Array<MorphDelta>, Array<[f32; 3]>) {
        let (mut morphs, mut deltas, mut turns) = (Vec::new(), Vec::new(), Vec::new());
        for morph in self.morphs.iter() {
            let (first_delta, range) = (deltas.len() as u32, morph.first_delta as usize..);
            let of_morph = self.deltas[range.clone()]
                .iter()
                .take(morph.delta_count as usize);
            let turns_of = self.delta_tangents.get(range).unwrap_or_default();
            turns.extend(
                of_morph
                    .clone()
                    .zip(turns_of)
                    .filter(|(d, _)| new_of[d.vertex as usize].is_some())
                    .map(|it| *it.1),
            );
            deltas.extend(of_morph.filter_map(|d| {
                new_of[d.vertex as usize].map(|vertex| MorphDelta { vertex, ..*d })
            }));
            morphs.push(Morph {
                first_delta,
                delta_count: deltas.len() as u32 - first_delta,
                ..*morph
            });
        }
        (morphs.into(), deltas.into(), turns.into())
    }

    /// Attributes of the part, with the values of the vertices in `kept`.
    fn attributes_of(&self, kept: &[usize]) -> (Array<Attribute>, Array<f32>) {
        let (mut attributes, mut values) = (Vec::new(), Vec::new());
        for attribute in self.attributes.iter() {
            attributes.push(Attribute {
                first: values.len() as u32,
                ..*attribute
            });
            let width = attribute.components as usize;
            values.extend_from_slice(&gathered(self.values(attribute), kept, width));
        }
        (attributes.into(), values.into())
    }

    /// Skin-weight profiles of the part, with the influences of the vertices in `kept`.
    fn profiles_of(&self, kept: &[usize]) -> (Array<Profile>, Array<u16>, Array<f32>) {
        let (mut profiles, mut joints, mut weights) = (Vec::new(), Vec::new(), Vec::new());
        for profile in self.profiles.iter() {
            let (under, width) = (self.under(profile.name), profile.influences as usize);
            profiles.push(Profile {
                first: joints.len() as u32,
                ..*profile
            });
            joints.extend_from_slice(&gathered(&under.joints, kept, width));
            weights.extend_from_slice(&gathered(&under.weights, kept, width));
        }
        (profiles.into(), joints.into(), weights.into())
    }

    /// Parts that together draw the triangles of this one and whose palettes have no more than
    /// `limit` slots each; what the vertices follow under profiles counts too. The error is that a
    /// triangle alone follows more: 3 times `influences` at most, and as many again for each
    /// profile.
    pub fn sections(&self, limit: usize) -> Result<Vec<Self>, TooMany> {
        if self.palette.len() <= limit {
            return Ok(vec![self.clone()]);
        }
        let followed = self.followed();
        let mut sections: Vec<MeshSection> = Vec::new();
        for triangle in self.indices.chunks_exact(3) {
            let mut slots: Vec<u16> = triangle
                .iter()
                .flat_map(|vertex| &followed[*vertex as usize])
                .copied()
                .collect();
            slots.sort_unstable();
            slots.dedup();
            if slots.len() > limit {
                return Err(TooMany { bones: slots.len() });
            }
            let fits = sections
                .iter_mut()
                .find(|section| section.with(&slots) <= limit);
            match fits {
                Some(section) => section.add(triangle, &slots),
                None => {
                    let mut section = MeshSection {
                        has: vec![false; self.palette.len()],
                        indices: Vec::new(),
                    };
                    section.add(triangle, &slots);
                    sections.push(section);
                }
            }
        }
        Ok(sections
            .iter()
            .map(|section| self.of_triangles(&section.indices).following(&section.has))
            .collect())
    }

    /// Slots of the palette that do something to each vertex, under whatever profile.
    fn followed(&self) -> Vec<Vec<u16>> {
        let mut all = vec![Vec::new(); self.vertex_count()];
        let profiles = self.profiles.iter().map(|profile| self.under(profile.name));
        for part in std::iter::once(self.clone()).chain(profiles) {
            let width = part.influences as usize;
            let vertices = part
                .joints
                .chunks_exact(width)
                .zip(part.weights.chunks_exact(width));
            for (slots, (joints, weights)) in all.iter_mut().zip(vertices) {
                let heavy = joints
                    .iter()
                    .zip(weights)
                    .filter(|(_, weight)| **weight != 0.0);
                slots.extend(heavy.map(|(slot, _)| *slot));
            }
        }
        all
    }

    /// The part with only the palette slots that `has` marks; influences of other slots do nothing.
    fn following(mut self, has: &[bool]) -> Self {
        let mut new_of = vec![0u16; has.len()];
        let kept: Vec<usize> = (0..has.len()).filter(|slot| has[*slot]).collect();
        kept.iter()
            .zip(0..)
            .for_each(|(slot, new)| new_of[*slot] = new);
        let renamed = |joints: &[u16]| {
            joints
                .iter()
                .map(|slot| new_of[usize::from(*slot)])
                .collect()
        };
        (self.joints, self.profile_joints) = (renamed(&self.joints), renamed(&self.profile_joints));
        self.palette = kept.iter().map(|slot| self.palette[*slot]).collect();
        self
    }
}

/// A section of a part that is being built.
struct MeshSection {
    /// Slots that it follows.
    has: Vec<bool>,
    indices: Vec<u32>,
}

impl MeshSection {
    /// Number of slots that the section would follow with `slots` added.
    fn with(&self, slots: &[u16]) -> usize {
        let known = self.has.iter().filter(|has| **has).count();
        known
            + slots
                .iter()
                .filter(|slot| !self.has[usize::from(**slot)])
                .count()
    }

    fn add(&mut self, triangle: &[u32], slots: &[u16]) {
        slots
            .iter()
            .for_each(|slot| self.has[usize::from(*slot)] = true);
        self.indices.extend_from_slice(triangle);
    }
}
