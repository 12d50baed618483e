//! Numbers: arrays of bytes, transforms, kernels on rows, springs, radial basis functions, and the
//! rule that they keep.

pub mod array;
pub mod finite;
pub mod float;
pub mod rbf;
pub mod simd;
pub mod spring;
pub mod tangent;
pub mod transform;
