//! Between points of a page and points of the screen.

#[cfg(test)]
mod tests;

use egui::{Pos2, Rect, Vec2, vec2};

/// Points of the screen a point of the page.
pub const ZOOM: std::ops::RangeInclusive<f32> = 0.1..=2.0;
/// Under this zoom letters of rows are too small to be read: titles alone are shown.
pub const FAR: f32 = 0.55;
/// A page opens no smaller.
const READABLE: f32 = 0.7;
/// Around what is shown whole, points of the screen.
const MARGIN: f32 = 48.0;

/// The visible part of a page, and its zoom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the page in the middle of the canvas.
    pub center: Pos2,
    /// Points of the screen for one of the page, within [`ZOOM`]; 1 by default.
    pub zoom: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            center: Pos2::ZERO,
            zoom: 1.0,
        }
    }
}

/// A camera over a canvas of some size.
#[derive(Clone, Copy, Debug)]
pub struct Lens {
    /// The part of the page that the canvas shows.
    pub camera: Camera,
    /// Rectangle of the canvas on the screen.
    pub rect: Rect,
}

impl Camera {
    /// All of `bounds`, never larger than life.
    pub fn fitting(bounds: Rect, room: Vec2) -> Self {
        let room = (room - Vec2::splat(2.0 * MARGIN)).max(Vec2::splat(40.0));
        let size = bounds.size().max(Vec2::splat(1.0));
        let zoom = (room / size).min_elem().clamp(*ZOOM.start(), 1.0);
        Self {
            center: bounds.center(),
            zoom,
        }
    }

    /// As [`Camera::fitting`], but large enough to read; if `bounds` then does not fit, the camera
    /// shows its right end, which is the output.
    pub fn opening(bounds: Rect, room: Vec2) -> Self {
        let camera = Self::fitting(bounds, room);
        if camera.zoom >= READABLE {
            return camera;
        }
        let half = (room / 2.0 - Vec2::splat(MARGIN)) / READABLE;
        let center = |least: f32, most: f32, half: f32| {
            if most - least > 2.0 * half {
                most - half
            } else {
                (least + most) / 2.0
            }
        };
        let center = egui::pos2(
            center(bounds.left(), bounds.right(), half.x),
            center(bounds.top(), bounds.bottom(), half.y),
        );
        Self {
            center,
            zoom: READABLE,
        }
    }
}

impl Lens {
    /// Converts a point of the page to a point of the screen.
    pub fn screen(&self, at: Pos2) -> Pos2 {
        self.rect.center() + (at - self.camera.center) * self.camera.zoom
    }

    /// Converts a point of the screen to a point of the page.
    pub fn page(&self, at: Pos2) -> Pos2 {
        self.camera.center + (at - self.rect.center()) / self.camera.zoom
    }

    /// A rectangle from the page to the screen.
    pub fn screen_rect(&self, rect: Rect) -> Rect {
        Rect::from_min_max(self.screen(rect.min), self.screen(rect.max))
    }

    /// Visible rectangle, points of the page.
    pub fn seen(&self) -> Rect {
        Rect::from_min_max(self.page(self.rect.min), self.page(self.rect.max))
    }

    /// Keeps the point under `at`, of the screen, where it is.
    pub fn zoomed(&self, at: Pos2, factor: f32) -> Camera {
        let held = self.page(at);
        let zoom = (self.camera.zoom * factor).clamp(*ZOOM.start(), *ZOOM.end());
        Camera {
            center: held - (at - self.rect.center()) / zoom,
            zoom,
        }
    }

    /// The camera after a drag by points of the screen.
    pub fn panned(&self, by: Vec2) -> Camera {
        Camera {
            center: self.camera.center - by / self.camera.zoom,
            ..self.camera
        }
    }
}

/// Points of the page.
pub const GRID: f32 = 16.0;

/// Nearest point on the grid on which items are placed.
pub fn snapped(at: Pos2) -> Pos2 {
    (vec2(at.x, at.y) / GRID).round().to_pos2() * GRID
}
