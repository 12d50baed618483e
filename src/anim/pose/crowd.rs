//! Eight characters of one skeleton side by side: a lane a character instead of a lane a bone.
//!
//! The walk from parents to children waits for itself within one character; across eight it does not, and nothing has
//! to be turned round for it. For crowds that are drawn together from one buffer.

use super::{Block, LANES, Pose, Row, Wide, load, store};
use crate::{Skeleton, simd};
use fearless_simd::{dispatch, f32x8, prelude::*};
use glam::{Affine3A, Mat3A, Vec3A};

/// Local transforms: a block a bone, a lane a character.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    bones: Vec<Block>,
}

/// Three rows of four of one bone's model matrix, for eight characters.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrowdMatrix {
    pub rows: [[Row; 4]; 3],
}

impl Crowd {
    /// Every character in the reference pose.
    pub fn new(skeleton: &Skeleton) -> Self {
        Self { bones: (0..skeleton.len()).map(|bone| Block::splat(&skeleton.reference(bone))).collect() }
    }

    /// Contract: `character` is below eight and the pose has the crowd's bones.
    pub fn set(&mut self, character: usize, pose: &Pose) {
        debug_assert!(character < LANES && pose.len() == self.bones.len());
        for (block, local) in self.bones.iter_mut().zip(pose.iter()) {
            block.set(character, &local);
        }
    }

    /// One matrix a bone, parents first. Contract: the skeleton is the crowd's.
    pub fn local_to_model(&self, skeleton: &Skeleton, out: &mut Vec<CrowdMatrix>) {
        debug_assert_eq!(skeleton.len(), self.bones.len());
        out.resize(self.bones.len(), CrowdMatrix::default());
        dispatch!(simd::level(), simd => chain(simd, skeleton.parents(), &self.bones, out));
    }
}

impl CrowdMatrix {
    pub fn of(&self, character: usize) -> Affine3A {
        let column = |c: usize| Vec3A::from_array(std::array::from_fn(|row| self.rows[row][c][character]));
        Affine3A { matrix3: Mat3A::from_cols(column(0), column(1), column(2)), translation: column(3) }
    }
}

#[inline(always)]
fn chain<S: Simd>(simd: S, parents: &[i16], bones: &[Block], out: &mut [CrowdMatrix]) {
    for (bone, block) in bones.iter().enumerate() {
        let columns = super::model::columns(simd, block);
        let parent = usize::try_from(parents[bone]).ok().and_then(|parent| out.get(parent)).copied();
        let rows = &mut out[bone].rows;
        for (row, out) in rows.iter_mut().enumerate() {
            let [a, b, c, d] = columns;
            let own = [a[row], b[row], c[row], d[row]];
            let value = match &parent {
                Some(parent) => under(load(simd, &parent.rows[row]), columns),
                None => own,
            };
            store(simd, value, out);
        }
    }
}

/// A row of the parent's matrix times the columns of the bone's.
#[inline(always)]
fn under<S: Simd>(row: Wide<S, 4>, [a, b, c, d]: [Wide<S, 3>; 4]) -> Wide<S, 4> {
    [along(row, a), along(row, b), along(row, c), along(row, d) + row[3]]
}

#[inline(always)]
fn along<S: Simd>(row: Wide<S, 4>, [x, y, z]: Wide<S, 3>) -> f32x8<S> {
    (row[0] * x + row[1] * y) + row[2] * z
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Transform, fixture, pose::local_to_model};
    use glam::{Quat, Vec3};

    #[test]
    fn a_crowd_stands_as_its_characters_do() {
        let parents = [-1, 0, 1, 2, 1, 4, 5, 6, 7];
        let skeleton = fixture::skeleton(&parents, |_| Transform::from_translation(Vec3::Y * 0.3));
        let mut crowd = Crowd::new(&skeleton);
        let poses: Vec<Pose> = (0..LANES)
            .map(|character| {
                let mut pose = Pose::reference(&skeleton);
                for bone in 0..9 {
                    let turn = Quat::from_rotation_x(0.1 * (character * 9 + bone) as f32);
                    let scale = Vec3::new(1.0, 1.0 + 0.01 * bone as f32, 0.9);
                    pose.set(bone, &Transform::new(pose.translation(bone), turn, scale));
                }
                pose
            })
            .collect();
        poses.iter().enumerate().for_each(|(character, pose)| crowd.set(character, pose));
        let mut matrices = Vec::new();
        crowd.local_to_model(&skeleton, &mut matrices);
        for (character, pose) in poses.iter().enumerate() {
            let mut models = Vec::new();
            local_to_model(&skeleton, pose, &mut models);
            for (bone, model) in models.iter().enumerate() {
                assert_eq!(matrices[bone].of(character), *model, "character {character}, bone {bone}");
            }
        }
    }
}
