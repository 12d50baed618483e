//! A game's side of root motion: what a tick moves the root by passes through its code before it
//! moves the character.

#[cfg(test)]
mod tests;

use crate::{Transform, ik::turn::normalized};
use glam::{Quat, Vec3};
use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};
use words::{Word, word};

/// Root motion of a character in a tick, in transit from the animations to the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMotionTick {
    /// Number of the character, assigned by the code that steps the characters.
    pub character: u32,
    /// Root motion with a scale of 1. Before conversion: the motion in the frame of the root at the
    /// tick's start, in metres, not yet rotated and scaled by the placement. After conversion: a
    /// displacement and a rotation along the axes of the world.
    pub delta: Transform,
    /// Placement of the character at the start of the tick, world space.
    pub placement: Transform,
    /// Length of the tick on the character's own clock, seconds.
    pub dt: f64,
}

impl RootMotionTick {
    fn to_world(self) -> Self {
        let RootMotionTick {
            delta, placement, ..
        } = self;
        let [stands, turned] = [placement, delta].map(|it| normalized(it.rotation.as_dquat()));
        let way = stands * (placement.scale * delta.translation).as_dvec3();
        let turn = normalized(stands * turned * stands.conjugate());
        Self {
            delta: Transform::new(way.as_vec3(), turn.as_quat(), Vec3::ONE),
            ..self
        }
    }

    fn to_component(self) -> Transform {
        let RootMotionTick {
            delta, placement, ..
        } = self;
        let stands = normalized(placement.rotation.as_dquat());
        let moved =
            (stands.conjugate() * delta.translation.as_dvec3()) / placement.scale.as_dvec3();
        let turn = stands.conjugate() * delta.rotation.as_dquat() * stands;
        Transform::new(moved.as_vec3(), turn.as_quat(), Vec3::ONE)
    }
}

/// A game's code that changes root motion: once as the animations give it, and once as it moves the
/// character in the world. What it answers moves the character in place of what was extracted, in
/// this same tick: feet, inverse kinematics and whatever else asks where the character stands see
/// it moved so. It is asked in every tick that takes time or none of every character, on whichever
/// thread works at it, for several at once.
///
/// The scale of an answer does not count, and its rotation need not have unit length. One that is
/// not finite, or whose rotation has no length, and a panic change nothing in that tick and are
/// kept ([`AnimInstanceProxy::root_motion_fault`]).
///
/// [`AnimInstanceProxy::root_motion_fault`]: super::AnimInstanceProxy::root_motion_fault
pub trait RootMotionModifier: Send + Sync {
    /// The motion in the frame of the root.
    fn pre_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        motion.delta
    }

    /// The motion after conversion, along the axes of the world.
    fn post_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        motion.delta
    }
}

/// Source of the root motion of a tick.
#[derive(Clone, Default)]
pub enum RootMotionSource {
    /// The root motion is extracted from what plays.
    #[default]
    Extracted,
    /// This root motion, in the frame of the root, replaces the extracted one.
    Known(Transform),
    /// The modifier may change the extracted root motion of the character with this number.
    Ask(u32, Arc<dyn RootMotionModifier>),
}

impl fmt::Debug for RootMotionSource {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extracted => to.write_str("Extracted"),
            Self::Known(delta) => to.debug_tuple("Known").field(delta).finish(),
            Self::Ask(character, _) => to.debug_tuple("Ask").field(character).finish(),
        }
    }
}

impl RootMotionSource {
    /// Replacement for the extracted root motion, in the frame of the root; None if the extracted
    /// motion counts. Contract: a known delta is finite.
    pub(super) fn changed(
        &self,
        delta: Transform,
        (placement, dt): (Transform, f64),
    ) -> Result<Option<Transform>, String> {
        match self {
            Self::Extracted => Ok(None),
            Self::Known(known) => Ok(Some(*known)),
            Self::Ask(character, by) => ask(
                by.as_ref(),
                RootMotionTick {
                    character: *character,
                    delta,
                    placement,
                    dt,
                },
            ),
        }
    }
}

/// Asks a modifier to change the root motion; None if it changes nothing, so that the motion keeps
/// its bits.
fn ask(
    by: &dyn RootMotionModifier,
    extracted: RootMotionTick,
) -> Result<Option<Transform>, String> {
    let pre = answer(extracted.delta, || by.pre_convert_to_world(&extracted))?;
    let local = RootMotionTick {
        delta: pre.unwrap_or(extracted.delta),
        ..extracted
    };
    let world = local.to_world();
    let Some(post) = answer(world.delta, || by.post_convert_to_world(&world))? else {
        return Ok(pre);
    };
    let back = RootMotionTick {
        delta: post,
        ..world
    }
    .to_component();
    Ok(Some(sound(&back).ok_or_else(|| BAD.to_owned())?))
}

const BAD: Word = word!("the root modifier returned an invalid motion");

/// Result of `ask`, checked; None if it equals `given`.
fn answer(given: Transform, ask: impl FnOnce() -> Transform) -> Result<Option<Transform>, String> {
    let found = catch_unwind(AssertUnwindSafe(ask)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_default()
    })?;
    if found == given {
        return Ok(None);
    }
    sound(&found).map(Some).ok_or_else(|| BAD.into())
}

fn sound(delta: &Transform) -> Option<Transform> {
    let rotation = glam::Vec4::from(delta.rotation).try_normalize()?;
    let found = Transform::new(delta.translation, Quat::from_vec4(rotation), Vec3::ONE);
    found.is_finite().then_some(found)
}
