//! The character at other moments than the one that is shown, as the viewport draws it: ghosts
//! before and after, and the paths of bones.

use super::compared;
use crate::theme;
use egui::Color32;
use glam::Vec3;
use render::Polyline;
use serde::{Deserialize, Serialize};
use studio::PreviewFrame;

/// Colours of earlier and of later moments.
pub(super) const BEFORE: Color32 = theme::PALETTE[0];
pub(super) const AFTER: Color32 = theme::PALETTE[4];
/// Opacity of the nearest ghost and of the farthest one.
const OPACITY: [f32; 2] = [0.5, 0.14];
/// Sizes of the path's line and dots, pixels at 100 %.
const PATH_WIDTH: f32 = 1.5;
const PATH_DOT: f32 = 4.0;
const HERE: f32 = 8.0;

/// Number and spacing of the ghosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GhostSettings {
    /// Ghosts before the shown moment, 0 to [`Self::MOST`].
    pub before: u8,
    /// Ghosts after it, 0 to [`Self::MOST`]. Of a pose graph nobody knows what comes.
    pub after: u8,
    /// Frames from one to the next, 1 to [`Self::WIDEST`].
    pub step: u16,
}

impl GhostSettings {
    /// Ghosts on each side at most.
    pub const MOST: u8 = 12;
    /// Frames between two ghosts at most.
    pub const WIDEST: u16 = 120;

    /// Frames from the shown moment to each ghost, the farthest first; negative is before.
    pub fn offsets(self) -> Vec<i64> {
        let step = i64::from(self.step.clamp(1, Self::WIDEST));
        let [before, after] = [self.before, self.after].map(|it| i64::from(it.min(Self::MOST)));
        let mut all: Vec<i64> = (-before..=after).filter(|at| *at != 0).collect();
        all.sort_by_key(|at| std::cmp::Reverse(at.abs()));
        all.iter().map(|at| at * step).collect()
    }
}

impl Default for GhostSettings {
    fn default() -> Self {
        Self {
            before: 3,
            after: 3,
            step: 5,
        }
    }
}

/// The character at another moment.
#[derive(Clone, Debug)]
pub struct MomentGhost {
    /// Pose and place of the character at that moment.
    pub frame: PreviewFrame,
    /// Frames from the shown moment; negative is before.
    pub offset: i64,
    /// 1 for the nearest on its side, falling towards 0.
    pub nearness: f32,
}

/// Path of a bone, world space, metres; one point per frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BonePath {
    /// Up to the shown moment, which is the last.
    pub before: Vec<Vec3>,
    /// Points from the shown moment on; the first is the shown moment.
    pub after: Vec<Vec3>,
}

/// Ghosts and bone paths that are drawn beside the shown moment.
#[derive(Clone, Debug, Default)]
pub struct OtherMoments {
    /// The farthest first.
    pub ghosts: Vec<MomentGhost>,
    /// One for each bone that has one.
    pub paths: Vec<BonePath>,
}

/// A pose that is drawn see-through.
pub(super) struct StageGhost<'a> {
    pub frame: &'a PreviewFrame,
    pub color: Color32,
    pub opacity: f32,
}

impl MomentGhost {
    pub(super) fn drawn(&self) -> StageGhost<'_> {
        let [near, far] = OPACITY;
        StageGhost {
            frame: &self.frame,
            color: if self.offset < 0 { BEFORE } else { AFTER },
            opacity: far + (near - far) * self.nearness,
        }
    }
}

impl<'a> StageGhost<'a> {
    /// Ghost of a pose that is compared with the shown pose.
    pub fn compared(frame: &'a PreviewFrame) -> Self {
        Self {
            frame,
            color: compared::THEN,
            opacity: compared::OPACITY,
        }
    }
}

impl BonePath {
    /// Lines with a dot a frame, and a ring where the bone is now.
    pub(super) fn lines(&self, scale: f32) -> Vec<Polyline<'_>> {
        let line = |points, color, width: f32, dots: f32| Polyline {
            points,
            color: egui::Rgba::from(color).to_array(),
            width: width * scale,
            dots: dots * scale,
            on_top: true,
        };
        let here = self.after.first().map_or(&[][..], std::slice::from_ref);
        vec![
            line(&self.before, BEFORE, PATH_WIDTH, PATH_DOT),
            line(&self.after, AFTER, PATH_WIDTH, PATH_DOT),
            line(here, theme::WHITE, 0.0, HERE),
        ]
    }
}
