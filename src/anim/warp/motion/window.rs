//! When, and how, motion is warped.

use crate::{finite, montage::Easing, warp::Rigid};
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// Windows that are not longer are left out, in seconds.
const SHORTEST: f64 = 1e-4;
/// A position that is nearer to where a window opens or closes is there, in seconds.
const SNAP: f64 = 1e-6;

/// Methods of warping the path of the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Corrects the motion in proportion to the animation's progress along its direction; motion
    /// across that direction stays as authored.
    #[default]
    Skew,
    /// The motion times a factor; without a target.
    Scale,
    /// Straight to the target, as fast as the animation goes.
    Simple,
    /// Corrects each axis in proportion to how much the animation moves on it, so that a motionless
    /// part stays motionless.
    Adjust,
    /// The skewed path is computed when the window opens, and again when the target moves.
    Precomputed,
}

/// Methods of spreading the missing rotation over time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RotationMethod {
    /// Evenly over the time.
    #[default]
    Slerp,
    /// Evenly, and never faster than the rate.
    SlerpClamped,
    /// Turns at the window's rate until the wanted rotation is reached.
    ConstantRate,
    /// Turns in proportion to the animation's own turn.
    Scale,
}

/// Facing direction at the end of a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RotationType {
    /// Faces the same way as the target at the end.
    #[default]
    Default,
    /// Faces the target at the end.
    Facing,
    /// Faces opposite to the target's own facing at the end.
    OppositeDefault,
    /// Away from the target.
    OppositeFacing,
}

/// A part of the motion that windows warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    Translation,
    Rotation,
}

/// A time of an animation in which its root motion is warped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Window {
    /// Seconds on the animation where it opens.
    pub start: f64,
    /// Seconds on the animation where it closes.
    pub end: f64,
    /// Method of warping the path of the root.
    pub modifier: Method,
    /// Whether the translation is warped; otherwise it is as authored.
    pub translation: bool,
    /// Whether the rotation is warped; otherwise it is as authored. [`Method::Scale`] never warps
    /// it.
    pub rotation: bool,
    /// If true, the motion along the actor's own +Y stays as authored.
    pub ignore_up: bool,
    /// Largest factor on the authored speed; 0 means no bound.
    pub speed_clamp: f64,
    /// Easing over time for an animation that does not move.
    pub easing: Easing,
    /// Whether it warps an animation without root motion.
    pub without_root_motion: bool,
    /// Point that arrives at the target in place of the root, relative to the root at the end; None
    /// for the root itself.
    pub warp_point: Option<Rigid>,
    /// The actor is there at the end of the animation in place of the end of the window.
    pub subtract_remaining: bool,
    /// Factor on the motion, on each axis, for [`Method::Scale`].
    #[cfg_attr(feature = "schema", schemars(with = "[f64; 3]"))]
    pub scale: DVec3,
    /// Method of spreading the missing rotation over time.
    pub rotation_method: RotationMethod,
    /// Facing direction at the end of the window.
    pub rotation_type: RotationType,
    /// Part of the window after which the rotation is there, more than 0 to 1.
    pub multiplier: f64,
    /// Degrees a second of the animation.
    pub rate: f64,
    /// Additional rotation on top of the facing direction, world space.
    #[cfg_attr(feature = "schema", schemars(with = "[f64; 4]"))]
    pub rotation_offset: DQuat,
}

impl Default for Window {
    fn default() -> Self {
        Self {
            start: 0.0,
            end: 0.0,
            modifier: Method::Skew,
            translation: true,
            rotation: true,
            ignore_up: false,
            speed_clamp: 0.0,
            easing: Easing::Linear,
            without_root_motion: false,
            warp_point: None,
            subtract_remaining: false,
            scale: DVec3::ONE,
            rotation_method: RotationMethod::Slerp,
            rotation_type: RotationType::Default,
            multiplier: 1.0,
            rate: 0.0,
            rotation_offset: DQuat::IDENTITY,
        }
    }
}

impl Window {
    /// Whether all its numbers are any, and its times lie on a timeline.
    pub fn is_sound(&self) -> bool {
        self.start >= 0.0 && finite::is_sound(self)
    }

    /// Too short ones do nothing.
    pub fn is_usable(&self) -> bool {
        self.end - self.start > SHORTEST
    }

    /// Whether it is open at a time: its start is in it, its end is not. One that is too short
    /// never is.
    pub fn holds(&self, time: f64) -> bool {
        self.is_usable() && self.start <= time && time < self.end
    }

    /// Whether it warps that part of the motion.
    pub fn writes(&self, channel: Channel) -> bool {
        match channel {
            Channel::Translation => self.translation,
            Channel::Rotation => self.rotation && self.modifier != Method::Scale,
        }
    }

    /// Whether it does nothing without a target.
    pub fn needs_target(&self) -> bool {
        self.modifier != Method::Scale
    }

    fn bounds(&self) -> impl Iterator<Item = f64> {
        self.is_usable()
            .then_some([self.start, self.end])
            .into_iter()
            .flatten()
    }
}

/// A position, put where a window opens or closes when it is all but there.
pub fn snapped(windows: &[Window], time: f64) -> f64 {
    let near = windows
        .iter()
        .flat_map(Window::bounds)
        .filter(|bound| (bound - time).abs() <= SNAP);
    near.min_by(f64::total_cmp).unwrap_or(time)
}

/// End of the split that begins at `from` on the path forward to `to`: the first time in between at
/// which a window opens or closes, otherwise `to`. Both times are [`snapped`].
pub fn next_split(windows: &[Window], from: f64, to: f64) -> f64 {
    let between = windows
        .iter()
        .flat_map(Window::bounds)
        .filter(|bound| from < *bound && *bound < to);
    between.min_by(f64::total_cmp).unwrap_or(to)
}
