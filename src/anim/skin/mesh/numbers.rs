//! Whether all numbers of a part are any, and none is so large that skinning would overflow; and
//! what is wrong, in words.

use super::{MeshError, MeshPart};
use crate::limits::{is_near, is_sound};
use std::fmt;
use words::tr;

type NumberCheckFn = fn(f32) -> bool;

fn check<const N: usize>(
    stream: &'static str,
    rows: &[[f32; N]],
    check: NumberCheckFn,
) -> Result<(), MeshError> {
    match rows
        .as_flattened()
        .iter()
        .position(|number| !check(*number))
    {
        Some(at) => Err(MeshError::Number { stream, at: at / N }),
        None => Ok(()),
    }
}

fn check_each(
    stream: &'static str,
    numbers: &[f32],
    is_good: NumberCheckFn,
) -> Result<(), MeshError> {
    check(stream, numbers.as_chunks::<1>().0, is_good)
}

impl MeshPart {
    pub(super) fn check_numbers(&self) -> Result<(), MeshError> {
        let is_weight: NumberCheckFn = |weight| (0.0..=1.001).contains(&weight);
        check("positions", &self.positions, is_near)?;
        check("normals", &self.normals, is_near)?;
        check("tangents", &self.tangents, is_near)?;
        check("uvs", &self.uvs, is_sound)?;
        check("colors", &self.colors, is_sound)?;
        check_each("weights", &self.weights, is_weight)?;
        check_each(tr!("weights of profiles"), &self.profile_weights, is_weight)?;
        check(tr!("tangents of deltas"), &self.delta_tangents, is_near)?;
        check_each(
            tr!("values of attributes"),
            &self.attribute_values,
            is_sound,
        )?;
        let is_bound = |rows: &[[f32; 4]; 3]| rows.as_flattened().iter().copied().all(is_near);
        if let Some(at) = self
            .palette
            .iter()
            .position(|joint| !is_bound(&joint.inverse_bind))
        {
            return Err(MeshError::Number {
                stream: tr!("inverse binds"),
                at,
            });
        }
        if let Some(at) = self
            .morphs
            .iter()
            .position(|morph| !is_sound(morph.default_weight))
        {
            return Err(MeshError::Number {
                stream: tr!("default weights of morphs"),
                at,
            });
        }
        let is_moved = |numbers: &[f32; 3]| numbers.iter().copied().all(is_near);
        match self
            .deltas
            .iter()
            .position(|delta| !is_moved(&delta.position) || !is_moved(&delta.normal))
        {
            Some(at) => Err(MeshError::Number {
                stream: tr!("morph deltas"),
                at,
            }),
            None => Ok(()),
        }
    }
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeshError::StreamLength { stream } => {
                f.write_str(&tr!("the number of {stream} does not match the vertices"))
            }
            MeshError::Number { stream, at } => f.write_str(&tr!(
                "number {at} of its {stream} is not finite or too large"
            )),
            MeshError::Influences => {
                f.write_str(tr!("its vertices must have 1, 4 or 8 bones each"))
            }
            MeshError::PaletteSlot { vertex } => {
                f.write_str(&tr!("vertex {vertex} uses a missing bone"))
            }
            MeshError::Weights { vertex } => {
                f.write_str(&tr!("the weights of vertex {vertex} do not sum to 1"))
            }
            MeshError::Morph { morph } => {
                f.write_str(&tr!("morph target {morph} moves missing vertices"))
            }
            MeshError::Attribute { attribute } => {
                f.write_str(&tr!("attribute {attribute} does not match the vertices"))
            }
            MeshError::Profile { profile } => f.write_str(&tr!(
                "skin-weight profile {profile} does not fit the vertices"
            )),
            MeshError::Cloth { vertex } => {
                f.write_str(&tr!("vertex {vertex} has no point on its cloth"))
            }
            MeshError::Index { at } => {
                f.write_str(&tr!("index {at} of its triangles uses a missing vertex"))
            }
        }
    }
}

impl std::error::Error for MeshError {}
