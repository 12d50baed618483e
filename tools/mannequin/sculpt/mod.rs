//! Closed surfaces made by code, and their conversion to skinned parts. Pieces are cut into bands
//! and bands into rows of quads, for the left half only, which is mirrored at the end.

pub mod atlas;
pub mod chain;
pub mod curve;
pub mod half;
pub mod loft;
pub mod morphs;
pub mod piece;
pub mod rows;
pub mod skin;

/// Number of levels of detail, finest first.
pub const LODS: usize = 3;
