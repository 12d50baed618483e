//! Short messages in a corner of the window.

use crate::theme;

/// How long a toast stays, in seconds.
const TOAST_TIME: [f64; 3] = [4.0, 8.0, f64::INFINITY];

/// Importance of a toast, which sets its colour and the time for which it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Ok,
    Warning,
    Error,
}

/// A short message in a corner of the window.
#[derive(Clone, Debug)]
pub struct Toast {
    /// Sets the colour and the lifetime.
    pub tone: Tone,
    /// The first line; with `line` it says whether a message is a repeat.
    pub title: String,
    /// The second line, in small type.
    pub line: String,
    /// Time at which the toast disappears, in egui's time, seconds; None until it is first shown.
    pub until: Option<f64>,
}

impl Toast {
    /// The colour of its icon and of its left edge.
    pub fn color(&self) -> egui::Color32 {
        match self.tone {
            Tone::Ok => theme::OK,
            Tone::Warning => theme::WARN,
            Tone::Error => theme::ERROR,
        }
    }

    /// Seconds on the screen: 4, 8, or without end for an error.
    pub fn lifetime(&self) -> f64 {
        TOAST_TIME[self.tone as usize]
    }
}
