//! Closed surfaces made by code, and the way from them to skinned parts: pieces are cut into bands,
//! bands into rows of quads, all that for the left half only, which is mirrored in the end.

pub mod atlas;
pub mod chain;
pub mod curve;
pub mod half;
pub mod loft;
pub mod morphs;
pub mod piece;
pub mod rows;
pub mod skin;

/// Levels of detail, the finest first.
pub const LODS: usize = 3;
