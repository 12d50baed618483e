//! Where along a clip an error is largest, as `compress` writes it.

use serde::Serialize;

/// Where the largest error is.
#[derive(Serialize)]
pub struct Place<'a> {
    pub bone: &'a str,
    /// Seconds.
    pub time: f64,
}
