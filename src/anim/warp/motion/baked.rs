//! A way that is laid out in the world before it is gone.

use super::{
    Modifier, Split, Window,
    modifier::Activation,
    translation::{STANDING, skew_step, time_part, wanted},
};
use crate::{ik::turn::direction, warp::Rigid};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Distance by which a goal moves before the path is baked again, metres.
const MOVED: f64 = 1e-6;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct BakedGoal {
    goal: DVec3,
    /// Position and rotation of the actor when the path was laid out, world space.
    pub actor: Rigid,
    time: f64,
}

impl Modifier {
    /// Motion to the point of the path at the end of the split.
    pub(super) fn follow_path(
        &mut self,
        window: &Window,
        split: &Split<'_>,
        activation: &Activation,
        goal: &Rigid,
    ) -> DVec3 {
        let current = self
            .baked
            .filter(|baked| baked.goal.distance(goal.translation) <= MOVED);
        let baked = current.unwrap_or(BakedGoal {
            goal: goal.translation,
            actor: split.actor,
            time: split.from,
        });
        self.baked = Some(baked);
        let own = split.root.delta(baked.time, split.to).translation;
        let rest = split.root.delta(baked.time, window.end).translation;
        let wanted = wanted(window, &baked.actor, baked.goal, rest);
        let factor = if split.to == window.end {
            Some(1.0)
        } else if rest.length() < STANDING {
            Some(time_part(window, activation.time, baked.time, split.to))
        } else {
            None
        };
        let step = skew_step(
            own,
            rest,
            wanted,
            direction(rest).unwrap_or(DVec3::ZERO),
            factor,
        );
        let place = baked.actor.translation + baked.actor.rotation * step;
        split.actor.rotation.conjugate() * (place - split.actor.translation)
    }
}
