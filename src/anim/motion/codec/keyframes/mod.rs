//! Sparse keys, each by itself, for a network: sent in the order in which they are needed.
//!
//! [`encode`](fn@encode) keeps the keys that [`Reduction`] keeps. A [`Receiver`] takes the bytes in
//! pieces of any size and plays as far as they reach; then it holds. Values are worse than those of
//! [`super::Compressed`], and none is sent twice.

mod encode;
mod receiver;
mod stream;
#[cfg(test)]
mod tests;

pub use crate::reduction::Reduction;
pub use encode::{KeyframeReport, encode};
pub use receiver::Receiver;
pub use stream::{HEADER_BYTES, KEY_BYTES, KeyframeError, MAGIC, MOST_BONES, MOST_FRAMES, VERSION};
