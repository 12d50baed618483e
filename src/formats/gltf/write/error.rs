//! The error of an export, apart because every step returns it.

use std::fmt;
use words::tr;

/// Reason why no glTF file was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportError {
    /// The asset, and what in it, such as `clip “Walk”, bone “Hips”`.
    pub place: String,
    /// Message: the problem and advice.
    pub text: String,
}

impl ExportError {
    pub(super) fn new(place: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            text: text.into(),
        }
    }

    pub(super) fn not_finite(place: impl Into<String>) -> Self {
        Self::new(
            place,
            tr!(
                "a number is not finite, which glTF does not allow. Correct it, or import its source again."
            ),
        )
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

impl std::error::Error for ExportError {}
