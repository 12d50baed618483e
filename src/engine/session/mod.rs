//! A session as its inputs: recorded, any of its ticks is shown again with the same bits.
//!
//! A [`Recording`] grows while somebody plays and keeps within its limits. What it holds at a
//! moment is a [`RecordedSession`], a value that is read, played by a [`SessionPlayer`] and written
//! to a file. A session is made of segments: a state, and the ticks that follow it as bytes in
//! which an input costs what differs from the last one of its kind.

mod input_key;
mod player;
mod recording;
mod segment;
#[cfg(test)]
mod tests;
mod tick_reader;
mod tick_writer;

pub use player::{SessionFault, SessionPlayer};
pub use recording::{Recording, RecordingLimits};
pub use segment::{RecordedSession, SessionMark, SessionSegment, SessionTick};
pub use tick_reader::TickError;
