//! Moving the camera: orbit, look, pan, dolly and fly. Invariant: only the pointer on the viewport,
//! keys held while it flies, and explicit calls move the camera.

#[cfg(test)]
mod tests;

use super::{
    cameras::CameraBookmarks,
    mouse::{self, CameraMotionKind},
};
use crate::preferences::InputPreset;
use egui::{Event, Key, PointerButton, Response, Ui};
use glam::{Vec2, Vec3};
use render::{Bounds, CameraSide, OrbitCamera};
use std::f32::consts::PI;

/// Radians a point of drag.
const ORBIT_SPEED: f32 = 0.007;
const LOOK_SPEED: f32 = 0.004;
/// Powers of e a point of drag or of scrolling.
const DOLLY_SPEED: f32 = 0.006;
const WHEEL_SPEED: f32 = 0.0025;
const FLY_WHEEL_SPEED: f32 = 0.005;
/// Distances to the target that flying covers in a second.
const FLY_SPEED: f32 = 0.8;
const FLY_SPEEDS: std::ops::RangeInclusive<f32> = 0.05..=20.0;
/// Factor on the flying speed while Shift is held.
const FAST: f32 = 4.0;
/// The longest step of one pass, seconds.
const LONGEST_STEP: f32 = 0.1;
/// Room around what is framed, as a share of its size.
const MARGIN: f32 = 0.06;

/// Keys by position, and where they fly to: right, up, backward.
const FLY_KEYS: [(Key, [f32; 3]); 6] = [
    (Key::W, [0.0, 0.0, -1.0]),
    (Key::S, [0.0, 0.0, 1.0]),
    (Key::A, [-1.0, 0.0, 0.0]),
    (Key::D, [1.0, 0.0, 0.0]),
    (Key::Q, [0.0, -1.0, 0.0]),
    (Key::E, [0.0, 1.0, 0.0]),
];

/// Target that the wheel zooms towards.
#[derive(Clone, Copy)]
pub(super) struct ZoomTarget {
    /// Smallest distance of the camera to the target, metres.
    pub closest: f32,
    /// The point to zoom to; None if only the background is under the pointer.
    pub at: Option<Vec3>,
}

#[derive(Default)]
pub(super) struct Navigation {
    /// Changed by drags, keys and the wheel.
    pub camera: OrbitCamera,
    /// Views that one comes back to.
    pub bookmarks: CameraBookmarks,
    /// Preset that decides what mouse buttons do.
    pub preset: InputPreset,
    /// One a [`FLY_KEYS`].
    held: [bool; FLY_KEYS.len()],
    is_flying: bool,
    /// A character is driven: every drag turns about it, and nothing else moves the camera but the
    /// wheel.
    pub is_driving: bool,
    is_aiming: bool,
    /// Multiplies [`FLY_SPEED`]; None before the wheel first changed it.
    fly_factor: Option<f32>,
}

impl Navigation {
    /// Whether the camera is flying: letter keys fly then and must do nothing else.
    pub fn is_flying(&self) -> bool {
        self.is_flying
    }

    /// Factor on the speed of flying; 1 until the wheel changes it.
    pub fn fly_factor(&self) -> f32 {
        self.fly_factor.unwrap_or(1.0)
    }

    /// Applies one pass of input on the viewport. `near` returns the zoom target at a point of the
    /// viewport.
    pub fn handle(
        &mut self,
        ui: &Ui,
        response: &Response,
        near: impl Fn(&OrbitCamera, Vec2, Vec2) -> Option<ZoomTarget>,
    ) {
        let size = glam_from(response.rect.size());
        self.is_aiming = self.is_driving
            && response.is_pointer_button_down_on()
            && ui.input(|input| input.pointer.secondary_down());
        if self.is_driving {
            self.is_flying = false;
            return self.turn_about(ui, response, size);
        }
        self.fly(ui, response);
        let buttons = [
            PointerButton::Middle,
            PointerButton::Secondary,
            PointerButton::Primary,
        ];
        let modifiers = ui.input(|input| input.modifiers);
        let dragged = buttons
            .into_iter()
            .find(|button| response.dragged_by(*button));
        if let Some(motion) =
            dragged.and_then(|button| mouse::motion(self.preset, button, modifiers))
        {
            self.drag(motion, glam_from(response.drag_delta()), size);
        }
        if response.hovered() || self.is_flying {
            self.scroll(ui, response, size, near);
        }
    }

    /// Any drag turns, the wheel comes closer.
    fn turn_about(&mut self, ui: &Ui, response: &Response, size: Vec2) {
        if response.dragged() {
            self.orbit(glam_from(response.drag_delta()));
        }
        let (scroll, zoom) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        if response.hovered() && (scroll != 0.0 || zoom != 1.0) {
            self.camera
                .dolly((-scroll * WHEEL_SPEED).exp() / zoom, size * 0.5, size);
        }
    }

    /// Looks from behind a character that faces there, radians about +Y from +Z.
    pub fn look_along(&mut self, heading: f32) {
        self.look_freely();
        self.camera.yaw = wrapped(heading + PI);
    }

    /// Look direction of the camera, radians about +Y from +Z and upwards; true while the user
    /// aims.
    pub fn driven_look(&self) -> (f32, f32, bool) {
        (
            wrapped(self.camera.yaw + PI),
            -self.camera.pitch,
            self.is_aiming,
        )
    }

    /// Turns about the target by a drag, points.
    pub fn orbit(&mut self, delta: Vec2) {
        self.camera
            .orbit(-delta.x * ORBIT_SPEED, delta.y * ORBIT_SPEED);
    }

    /// Looks from a side, or from the opposite one when it does so already.
    pub fn look_from(&mut self, view: CameraSide) {
        let side = if self.side() == Some(view) {
            opposite(view)
        } else {
            view
        };
        self.camera.look_from(side);
    }

    /// The free view: with perspective, and not along an axis.
    pub fn look_freely(&mut self) {
        self.camera.orthographic = false;
        if self.side().is_some() {
            let OrbitCamera { yaw, pitch, .. } = OrbitCamera::default();
            (self.camera.yaw, self.camera.pitch) = (yaw, pitch);
        }
    }

    /// The side that the camera looks from exactly; None for any other direction.
    pub fn side(&self) -> Option<CameraSide> {
        let sides = [
            CameraSide::Front,
            CameraSide::Back,
            CameraSide::Left,
            CameraSide::Right,
            CameraSide::Top,
            CameraSide::Bottom,
        ];
        sides.into_iter().find(|side| {
            let mut other = self.camera;
            other.look_from(*side);
            other.backward().abs_diff_eq(self.camera.backward(), 1e-4)
        })
    }

    /// Shows all of a box with some room around it.
    pub fn frame(&mut self, bounds: Bounds, size: Vec2) {
        self.camera
            .frame(bounds.grown(bounds.size().max_element() * MARGIN), size);
    }

    fn drag(&mut self, motion: CameraMotionKind, delta: Vec2, size: Vec2) {
        match motion {
            CameraMotionKind::Orbit => self.orbit(delta),
            CameraMotionKind::Pan => self.camera.pan(delta, size),
            CameraMotionKind::Dolly => {
                self.camera
                    .dolly((-delta.x * DOLLY_SPEED).exp(), size * 0.5, size)
            }
            CameraMotionKind::Look => self.look(delta),
        }
    }

    /// Turns about the eye.
    fn look(&mut self, delta: Vec2) {
        let eye = self.camera.eye();
        self.camera
            .orbit(-delta.x * LOOK_SPEED, delta.y * LOOK_SPEED);
        self.camera.target += eye - self.camera.eye();
    }

    fn scroll(
        &mut self,
        ui: &Ui,
        response: &Response,
        size: Vec2,
        near: impl Fn(&OrbitCamera, Vec2, Vec2) -> Option<ZoomTarget>,
    ) {
        let (scroll, zoom) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        if self.is_flying {
            let factor = self.fly_factor() * (scroll * FLY_WHEEL_SPEED).exp();
            self.fly_factor = Some(factor.clamp(*FLY_SPEEDS.start(), *FLY_SPEEDS.end()));
        } else if scroll != 0.0 || zoom != 1.0 {
            let cursor = response
                .hover_pos()
                .map_or(size * 0.5, |at| glam_from(at - response.rect.min));
            let near = near(&self.camera, size, cursor);
            self.come_closer((-scroll * WHEEL_SPEED).exp() / zoom, cursor, size, near);
        }
    }

    /// Scales the distance to what is under the cursor, and stops in front of it.
    fn come_closer(&mut self, factor: f32, cursor: Vec2, size: Vec2, near: Option<ZoomTarget>) {
        if let Some(at) = near
            .and_then(|near| near.at)
            .filter(|_| !self.camera.orthographic)
        {
            self.look_at_depth_of(at);
        }
        let least = near.map_or(0.0, |near| near.closest / self.camera.distance);
        // From nearer than that it goes away, but no closer.
        self.camera.dolly(factor.max(least.min(1.0)), cursor, size);
    }

    /// Moves the target along the view, and the eye not at all.
    fn look_at_depth_of(&mut self, point: Vec3) {
        let (eye, backward) = (self.camera.eye(), self.camera.backward());
        let depth = (eye - point).dot(backward);
        if depth > 0.0 {
            self.camera.distance = depth;
            self.camera.target = eye - backward * depth;
        }
    }

    fn fly(&mut self, ui: &Ui, response: &Response) {
        let is_held =
            response.is_pointer_button_down_on() && !ui.input(|input| input.modifiers.alt);
        let was_flying = self.is_flying;
        self.is_flying = mouse::flies(self.preset)
            && is_held
            && ui.input(|input| input.pointer.secondary_down());
        if !self.is_flying {
            self.held = Default::default();
            return;
        }
        if !was_flying {
            leave_text_fields(ui);
        }
        self.follow_keys(ui);
        let (fast, seconds) =
            ui.input(|input| (input.modifiers.shift, input.stable_dt.min(LONGEST_STEP)));
        let held = FLY_KEYS.iter().zip(self.held).filter(|(_, held)| *held);
        let towards: glam::Vec3 = held
            .map(|((_, towards), _)| glam::Vec3::from(*towards))
            .sum();
        if towards != glam::Vec3::ZERO {
            let speed = FLY_SPEED
                * self.fly_factor()
                * self.camera.distance
                * if fast { FAST } else { 1.0 };
            self.camera.target +=
                self.camera.world_from_view() * towards.normalize() * speed * seconds;
            ui.ctx().request_repaint();
        }
    }

    /// Updates the pressed keys. Keys count by position if the platform reports it, so that WASD is
    /// ZQSD on an AZERTY keyboard.
    fn follow_keys(&mut self, ui: &Ui) {
        ui.input(|input| {
            for event in &input.events {
                let Event::Key {
                    key,
                    physical_key,
                    pressed,
                    ..
                } = event
                else {
                    continue;
                };
                let key = physical_key.unwrap_or(*key);
                if let Some(at) = FLY_KEYS.iter().position(|(fly_key, _)| *fly_key == key) {
                    self.held[at] = *pressed;
                }
            }
        });
    }
}

/// `angle` wrapped into -π..=π, radians.
fn wrapped(angle: f32) -> f32 {
    (angle + PI).rem_euclid(2.0 * PI) - PI
}

fn leave_text_fields(ui: &Ui) {
    ui.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

fn opposite(view: CameraSide) -> CameraSide {
    match view {
        CameraSide::Front => CameraSide::Back,
        CameraSide::Back => CameraSide::Front,
        CameraSide::Left => CameraSide::Right,
        CameraSide::Right => CameraSide::Left,
        CameraSide::Top => CameraSide::Bottom,
        CameraSide::Bottom => CameraSide::Top,
    }
}

pub(super) fn glam_from(vec: egui::Vec2) -> Vec2 {
    Vec2::new(vec.x, vec.y)
}
