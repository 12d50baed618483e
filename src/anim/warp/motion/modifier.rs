//! A window that is open.

use super::{
    Arrival, Breach, Broken, Method, Report, Root, RotationType, Split, Why, Window,
    baked::BakedGoal,
};
use crate::{
    ik::turn::{LEAST, axis_angle, direction, normalized, reject, turn_vector},
    warp::Rigid,
};
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// State of a window while the window is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Modifier {
    pub(super) activation: Option<Activation>,
    pub(super) baked: Option<BakedGoal>,
    is_disabled: bool,
    pub(super) broken: Broken,
}

/// The authored motion of a split, and from its start to the window's end.
pub(super) struct Ways {
    /// Authored motion from the start of the split to its end.
    pub own: Rigid,
    /// Authored motion from the start of the split to the end of the window.
    pub rest: Rigid,
}

impl Ways {
    /// The motion as the animation has it, in the frame of the root at the start of the split.
    pub fn new(window: &Window, split: &Split<'_>) -> Self {
        Self {
            own: split.root.delta(split.from, split.to),
            rest: split.root.delta(split.from, window.end),
        }
    }
}

/// What a window brings the actor to: the target, and the root's goal when the window closes.
pub(super) struct Aim {
    /// The target in the world, its rotation of unit length.
    pub target: Rigid,
    /// Goal of the root when the window closes, world space, before the rotation type is applied.
    pub goal: Rigid,
}

impl Aim {
    /// World rotation to reach; None if the animation's own turn is kept. An actor faces the target
    /// as seen from the first of the `places` that is not directly above or below the target. The
    /// `places` are the actor's position when the window closes, then the position before that.
    pub fn rotation(&self, window: &Window, places: [DVec3; 2]) -> Option<DQuat> {
        let (is_facing, is_opposite) = match window.rotation_type {
            RotationType::Default => (false, false),
            RotationType::Facing => (true, false),
            RotationType::OppositeDefault => (false, true),
            RotationType::OppositeFacing => (true, true),
        };
        let mut rotation = self.goal.rotation;
        if is_facing {
            let ways = places.map(|place| self.target.translation - place);
            let to = ways
                .into_iter()
                .find(|to| libm::hypot(to.x, to.z) >= LEAST)?;
            rotation = axis_angle(DVec3::Y, libm::atan2(to.x, to.z));
        }
        if is_opposite {
            rotation = axis_angle(DVec3::Y, PI) * rotation;
        }
        Some(normalized(window.rotation_offset) * rotation)
    }
}

/// State of the animation when the window began to warp.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Activation {
    /// Time at which the window began to warp, seconds on the animation.
    pub time: f64,
    /// Direction from there to the end of the window, unit, in the animation's own space; zero
    /// where it does not move.
    pub axis: DVec3,
    /// Metres from where it began to the end of the window.
    pub total: f64,
}

impl Activation {
    fn new(window: &Window, root: &dyn Root, time: f64) -> Self {
        let way = root.delta(time, window.end).translation;
        let axis = direction(way).unwrap_or(DVec3::ZERO);
        let axis = if root.is_absent() {
            axis
        } else {
            root.at(time).rotation * axis
        };
        Self {
            time,
            axis,
            total: way.length(),
        }
    }
}

impl Modifier {
    /// Whether it warps: it began to, and nothing is missing.
    pub fn is_active(&self) -> bool {
        self.activation.is_some() && !self.is_disabled
    }

    /// Reasons known so far why the window does not promise to arrive at its target.
    pub fn broken(&self) -> Broken {
        self.broken
    }

    /// Target and goal of the window in this split; None if the window does not warp in it.
    pub(super) fn aim(
        &mut self,
        window: &Window,
        split: &Split<'_>,
        target: Result<Rigid, Why>,
        tell: &mut impl FnMut(Report),
    ) -> Option<Aim> {
        let target = match usable(window, split.root, target) {
            Ok(target) => target,
            Err(why) => {
                if !self.is_disabled {
                    tell(Report::Disabled(why));
                }
                self.is_disabled = true;
                self.broken.insert(why.into());
                return None;
            }
        };
        self.broken.remove(Breach::TargetMissing);
        self.broken.remove(Breach::TargetNan);
        if !self.is_active() {
            tell(Report::Active);
        }
        self.is_disabled = false;
        self.activation
            .get_or_insert_with(|| Activation::new(window, split.root, split.from));
        Some(Aim {
            target,
            goal: goal(window, split.root, &target),
        })
    }

    /// Target and goal as [`Self::aim`] found them in this split.
    pub(super) fn aimed(
        &self,
        window: &Window,
        split: &Split<'_>,
        target: Result<Rigid, Why>,
    ) -> Option<Aim> {
        let target = usable(window, split.root, target)
            .ok()
            .filter(|_| self.is_active())?;
        Some(Aim {
            target,
            goal: goal(window, split.root, &target),
        })
    }

    /// Restarts the warp after a jump to a time inside the window. False if the warp has not begun,
    /// so that nothing can restart.
    pub(super) fn reactivate(&mut self, window: &Window, root: &dyn Root, time: f64) -> bool {
        let is_active = self.activation.is_some();
        if is_active {
            self.activation = Some(Activation::new(window, root, time));
            self.baked = None;
        }
        is_active
    }

    /// Arrival at the end of the window; None if the window had no target to reach. Up is the
    /// actor's up at the start of the last split.
    pub(super) fn arrival(
        &self,
        window: &Window,
        split: &Split<'_>,
        after: &Rigid,
        target: Result<Rigid, Why>,
    ) -> Option<Arrival> {
        let target = target
            .ok()
            .filter(|target| window.needs_target() && target.is_finite())?;
        let target = Rigid {
            rotation: normalized(target.rotation),
            ..target
        };
        let aim = Aim {
            target,
            goal: goal(window, split.root, &target),
        };
        let mut off = after.translation - aim.goal.translation;
        if window.ignore_up {
            let upright = self
                .baked
                .map_or(split.actor.rotation, |baked| baked.actor.rotation);
            off = reject(off, upright * DVec3::Y);
        }
        let wanted = aim
            .rotation(window, [after, &split.actor].map(|it| it.translation))
            .unwrap_or(after.rotation);
        let mut broken = self.broken;
        if !window.translation {
            broken.insert(Breach::NoTranslation);
        }
        if !window.rotation {
            broken.insert(Breach::NoRotation);
        }
        let rotation_error = turn_vector(wanted * after.rotation.conjugate()).length();
        Some(Arrival {
            position_error: off.length(),
            rotation_error,
            broken,
        })
    }
}

/// The target with a unit rotation, or why the window cannot act.
fn usable(window: &Window, root: &dyn Root, target: Result<Rigid, Why>) -> Result<Rigid, Why> {
    if root.is_absent() && !window.without_root_motion {
        return Err(Why::NoRootMotion);
    }
    if window.modifier == Method::Scale {
        return Ok(Rigid::IDENTITY);
    }
    let target = target?;
    if !target.is_finite() {
        return Err(Why::TargetNan);
    }
    Ok(Rigid {
        rotation: normalized(target.rotation),
        ..target
    })
}

/// Goal of the root when the window closes, world space, before the rotation type is applied.
fn goal(window: &Window, root: &dyn Root, target: &Rigid) -> Rigid {
    let mut goal = *target;
    if let Some(point) = window.warp_point {
        goal = goal.compose(
            &Rigid {
                rotation: normalized(point.rotation),
                ..point
            }
            .inverse(),
        );
    }
    if window.subtract_remaining && !root.is_absent() {
        goal = goal.compose(&root.delta(window.end, root.length()).inverse());
    }
    goal
}
