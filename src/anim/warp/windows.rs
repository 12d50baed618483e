//! The windows of a clip or a montage.

use super::motion::Window;
use crate::{Name, limits::MOST_WINDOWS};
use serde::{Deserialize, Serialize};

/// The notify and target that a window belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WindowOf {
    /// The id of its notify.
    pub notify: u64,
    /// Name of the target that it arrives at.
    pub target: Name,
}

/// Windows of one timeline: what they do, and as many times whose they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Windows {
    windows: Vec<Window>,
    of: Vec<WindowOf>,
}

impl Windows {
    /// Contract: those that write the same come in the order in which they lie.
    pub fn push(&mut self, window: Window, of: WindowOf) {
        self.windows.push(window);
        self.of.push(of);
    }

    /// Whether the list holds no windows.
    pub fn is_empty(&self) -> bool {
        self.windows.is_empty()
    }

    /// Settings of each window.
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// Owner of each window, in the order of [`Windows::windows`].
    pub fn of(&self) -> &[WindowOf] {
        &self.of
    }

    /// Whether each is somebody's, they are no more than a timeline may have, and all numbers are
    /// any.
    pub fn is_sound(&self) -> bool {
        self.windows.len() == self.of.len()
            && self.windows.len() <= MOST_WINDOWS
            && self.windows.iter().all(Window::is_sound)
    }

    /// Whether a forward path from `from` to `to` overlaps one of the windows.
    pub(crate) fn is_met(&self, from: f64, to: f64) -> bool {
        self.windows
            .iter()
            .any(|window| window.start <= to && from <= window.end)
    }
}
