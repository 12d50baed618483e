//! Compressed clips: uniform samples at variable bit rates, in segments, within an error measured
//! in object space.
//!
//! A property of a bone that keeps the reference value is not stored, a constant one is stored
//! once; the rest are sub-tracks. Frames are cut into segments. In a segment each component of a
//! sub-track has a range and a width in bits, and a frame is the codes of all components side by
//! side, eight bones of a pose block at a time: so a frame is found by arithmetic alone, whatever
//! the direction of play, and one bone decodes as in the whole pose.
//!
//! [`encode`](fn@encode) makes the bytes, [`Compressed::new`] checks them once, `decode` plays
//! them. [`keyframes`] is another form, for networks.

mod bits;
mod chunks;
mod decode;
pub mod encode;
mod error;
#[cfg(test)]
#[path = "tests/hostile.rs"]
mod hostile;
pub mod keyframes;
pub mod layout;
pub mod metric;
mod pack;
mod rates;
pub mod report;
mod root;
mod search;
pub mod smallest_three;
#[cfg(test)]
mod tests;
mod tracks;

pub use chunks::Chunked;
pub(crate) use decode::{Cached, PlayerCache, SegmentCache};
pub use decode::{SampleCache, Span};
pub use encode::{Bound, ENCODER, EncodeError, EncoderSettings, EncoderSource, encode};
pub use error::CodecError;
pub use layout::Compressed;
pub use metric::ErrorMetricSpace;
pub use rates::Rates;
pub use report::CodecReport;
