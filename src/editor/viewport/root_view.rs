//! Where root motion takes the character in the viewport: as far as it goes, nowhere, or back to the
//! start again and again. What plays does not hear of it.

#[cfg(test)]
mod tests;

use anim::Transform;
use glam::Vec3;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use studio::PreviewFrame;

/// How the viewport shows root motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootView {
    /// The character is where it went.
    #[default]
    Moves,
    /// The character stays in the middle of the world.
    Home,
    /// The character returns to its start when it is farther away than this many metres.
    Wraps(u16),
}

/// State of a character that wraps: its start and its offset in the picture.
#[derive(Clone, Debug, Default)]
pub struct RootWrap {
    /// Number of jumps that this state has taken into account.
    jumps: u64,
    start: Vec3,
    /// Offset from the character's position to its shown position, metres.
    back: Vec3,
}

impl RootView {
    /// The frame as it is shown: the character with its trail and with everybody who is there
    /// beside it. The very same where it is shown where it is.
    pub fn shown(self, frame: &Arc<PreviewFrame>, wrap: &mut RootWrap) -> Arc<PreviewFrame> {
        let place = frame.placement;
        match self {
            Self::Moves => frame.clone(),
            Self::Home => {
                let back = place.rotation.inverse();
                let to_home = Transform {
                    rotation: back,
                    ..Transform::from_translation(back * -place.translation)
                };
                Arc::new(moved(frame, &to_home))
            }
            Self::Wraps(metres) => {
                wrap.see(frame, f32::from(metres));
                if wrap.back == Vec3::ZERO {
                    return frame.clone();
                }
                Arc::new(moved(frame, &Transform::from_translation(wrap.back)))
            }
        }
    }
}

impl RootWrap {
    fn see(&mut self, frame: &PreviewFrame, metres: f32) {
        let at = frame.placement.translation;
        if frame.jumps != self.jumps {
            let first = frame.trail.first().copied();
            *self = Self {
                jumps: frame.jumps,
                start: first.unwrap_or(at),
                back: Vec3::ZERO,
            };
        }
        let shown = at + self.back;
        if (shown - self.start).with_y(0.0).length() > metres {
            self.back = (self.start - at).with_y(0.0);
        }
    }
}

/// A frame of the same character beside one that is shown elsewhere than it is: as far away from it
/// as it was.
pub fn shown_beside(other: &PreviewFrame, [there, shown]: [&PreviewFrame; 2]) -> PreviewFrame {
    let back = there.placement.rotation.inverse();
    let from_there = Transform {
        rotation: back,
        ..Transform::from_translation(back * -there.placement.translation)
    };
    moved(other, &shown.placement.compose(&from_there))
}

/// Everything of a frame that has a place, moved.
fn moved(frame: &PreviewFrame, by: &Transform) -> PreviewFrame {
    let mut moved = frame.clone();
    moved.placement = by.compose(&frame.placement);
    let by_point = by.to_affine();
    for point in &mut moved.trail {
        *point = by_point.transform_point3(*point);
    }
    for partner in &mut moved.partners {
        partner.placement = by.compose(&partner.placement);
    }
    moved
}
