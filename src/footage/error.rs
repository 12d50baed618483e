//! Why there are no pictures.

use render::GpuError;
use std::fmt;
use words::tr;

/// Reasons why no footage was written.
#[derive(Debug)]
pub enum FootageError {
    /// The order has no moment to take.
    Empty,
    /// A video of more frames or bytes than its file can say.
    TooLong,
    /// The picture is larger than the device or the file can hold, or cannot be encoded.
    Picture(String),
    /// The device cannot draw, or was lost.
    Device(GpuError),
    /// Nothing plays that could be drawn; the text gives the reason in one line.
    Nothing(String),
    /// A file cannot be written, or must not be replaced.
    File(files::Error),
    /// Somebody has cancelled it.
    Cancelled,
}

impl fmt::Display for FootageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FootageError::Empty => f.write_str(tr!(
                "the range has no frames. Choose an end after its start."
            )),
            FootageError::TooLong => f.write_str(tr!(
                "the video is too long for one file. Choose a shorter range or a smaller picture."
            )),
            FootageError::Picture(why) => f.write_str(&tr!("the picture cannot be made: {why}")),
            FootageError::Device(error) => error.fmt(f),
            FootageError::Nothing(why) => f.write_str(why),
            FootageError::File(error) => error.fmt(f),
            FootageError::Cancelled => f.write_str(tr!("it was cancelled; nothing has changed.")),
        }
    }
}

impl std::error::Error for FootageError {}

impl From<files::Error> for FootageError {
    fn from(error: files::Error) -> Self {
        FootageError::File(error)
    }
}

impl From<GpuError> for FootageError {
    fn from(error: GpuError) -> Self {
        FootageError::Device(error)
    }
}
