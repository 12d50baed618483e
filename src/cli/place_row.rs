//! `compress` writes where along a clip an error is largest.

use serde::Serialize;

/// Where the largest error is.
#[derive(Serialize)]
pub struct Place<'a> {
    pub bone: &'a str,
    /// Seconds.
    pub time: f64,
}
