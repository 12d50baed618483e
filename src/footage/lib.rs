//! Pictures, picture sequences, contact sheets and videos of what plays.
//!
//! A [`FootageOrder`] says which moments are taken and what becomes of them. Whoever draws is a
//! [`FootageStudio`]: the window's draws what the viewport shows, the command's what its arguments
//! say. [`fn@shoot`] asks it for each moment, burns text in, and writes files that appear whole or not
//! at all. The crate knows no document, no window and no graphics device.

mod avi;
mod burn_in;
mod caption;
mod encode;
mod error;
mod glyphs;
mod order;
mod rate;
mod reel;
mod sheet;
mod shoot;

pub use burn_in::BurnIn;
pub use caption::{Caption, state_words};
pub use error::FootageError;
pub use order::{
    FootageOrder, FootageOutput, FootageShot, MOST_SHOTS, across, around, every, frame_count,
};
pub use rate::FrameRate;
pub use reel::{Reel, ReelOrder};
pub use shoot::{FootageStudio, FootageSummary, TakenPicture, numbered, shoot};
