//! A pose that is turned below its hips so that the feet go where the character does while the
//! chest looks ahead.

use super::{Rigid, approach};
use crate::ik::turn::{LEAST, axis_angle, direction, normalized, reject, signed_angle};
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// Degrees over the threshold that are not yet beyond it.
const AT_THRESHOLD: f64 = 1e-9;

/// Settings of how a pose turns towards the direction in which the character goes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Orientation {
    /// Degrees beyond which the character goes backwards; 0 is never.
    pub threshold: f64,
    /// Slower root motion has no direction, metres a second.
    pub min_speed: f64,
    /// Per second; 0 is at once.
    pub interp_speed: f64,
    /// Degrees that it turns at most; 0 is no bound.
    pub max_angle: f64,
    /// Part of the turn that the root takes, 0 to 1; the feet take the remaining part.
    pub distribution: f64,
    /// Part of the turn that is applied, 0 to 1.
    pub weight: f64,
    /// A turn of the root motion itself is not followed by the pose.
    pub counter_compensate: bool,
}

impl Default for Orientation {
    fn default() -> Self {
        Self {
            threshold: 90.0,
            min_speed: 0.1,
            interp_speed: 0.0,
            max_angle: 0.0,
            distribution: 0.5,
            weight: 1.0,
            counter_compensate: false,
        }
    }
}

/// Direction in which the character goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Heading {
    /// Direction of the character's motion, model space.
    Direction(DVec3),
    /// Degrees about +Y from where the root motion goes.
    Angle(f64),
}

/// Turn of a pose in one tick, degrees about +Y.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OrientationTurn {
    /// Goal of the turn, degrees about +Y; the turn approaches the goal at
    /// [`Orientation::interp_speed`].
    pub target: f64,
    /// The turn that this tick applies; root motion is turned by it.
    pub angle: f64,
    /// The character goes backwards.
    pub inverted: bool,
}

/// Turn and heading that carry over from tick to tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OrientationPace {
    angle: f64,
    last: Option<DVec3>,
}

/// Bones in model space; the spine from the pelvis on, each hanging on the one before it. The foot
/// root hangs on the root and the feet on it.
pub struct OrientationBody<'a> {
    /// Transform of the root bone, model space.
    pub root: &'a mut Rigid,
    /// Transform of the pelvis bone, model space.
    pub pelvis: &'a mut Rigid,
    /// Spine bones above the pelvis, the lowest first.
    pub spine: &'a mut [Rigid],
    /// The bone that the feet hang on.
    pub foot_root: &'a mut Rigid,
    /// The bones of the feet.
    pub feet: &'a mut [Rigid],
}

impl Orientation {
    /// `delta` is the root motion of the tick, metres in model space. What is no number leaves all
    /// as it is.
    pub fn decide(
        &self,
        pace: &mut OrientationPace,
        dt: f64,
        delta: DVec3,
        heading: Heading,
    ) -> OrientationTurn {
        let is_sound = match heading {
            Heading::Direction(way) => way.is_finite(),
            Heading::Angle(angle) => angle.is_finite(),
        };
        let dt = if is_sound && dt.is_finite() && delta.is_finite() {
            dt
        } else {
            0.0
        };
        let flat = reject(delta, DVec3::Y);
        let moving = direction(flat).filter(|_| dt > 0.0 && flat.length() / dt >= self.min_speed);
        let mut turn = OrientationTurn::default();
        if let Some(along) = moving {
            let wanted = match heading {
                Heading::Direction(way) => direction(way).unwrap_or(DVec3::ZERO),
                Heading::Angle(angle) => about_up(angle) * along,
            };
            (turn.target, turn.inverted) = warp_angle(along, wanted, self.threshold);
            if self.max_angle > 0.0 {
                turn.target = turn.target.clamp(-self.max_angle, self.max_angle);
            }
            if let Some(last) = pace.last.filter(|_| self.counter_compensate) {
                let own = signed_angle(last, along, DVec3::Y)
                    .unwrap_or(0.0)
                    .to_degrees();
                pace.angle = wrapped(pace.angle - own);
            }
            pace.last = Some(along);
        }
        if dt > 0.0 {
            let gap = wrapped(turn.target - pace.angle);
            pace.angle = wrapped(pace.angle + approach(0.0, gap, self.interp_speed, dt));
        }
        turn.angle = pace.angle * self.weight.clamp(0.0, 1.0);
        turn
    }

    /// Turns the body by degrees: the root takes its part, the spine gives that back, and the feet
    /// have the whole.
    pub fn bend(&self, angle: f64, body: OrientationBody<'_>) {
        let share = self.distribution * angle;
        let (turn, origin) = (about_up(share), body.root.translation);
        let (old_pelvis, old_foot_root) = (*body.pelvis, *body.foot_root);
        *body.root = turned(body.root, (origin, origin), turn);
        *body.pelvis = turned(body.pelvis, (origin, origin), turn);
        let (mut old, mut new, mut along) = (old_pelvis, *body.pelvis, turn);
        let count = body.spine.len() as f64;
        for (at, bone) in body.spine.iter_mut().enumerate() {
            let before = *bone;
            let place = new.translation + along * (before.translation - old.translation);
            along = about_up(share * (1.0 - (at + 1) as f64 / count));
            *bone = Rigid::new(place, normalized(along * before.rotation));
            (old, new) = (before, *bone);
        }
        let whole = about_up(angle);
        let place = origin + turn * (old_foot_root.translation - origin);
        *body.foot_root = Rigid::new(place, normalized(whole * old_foot_root.rotation));
        for foot in body.feet {
            *foot = turned(foot, (old_foot_root.translation, place), whole);
        }
    }
}

/// About a place that goes to another one.
fn turned(bone: &Rigid, (from, to): (DVec3, DVec3), turn: DQuat) -> Rigid {
    Rigid::new(
        to + turn * (bone.translation - from),
        normalized(turn * bone.rotation),
    )
}

/// A turn by degrees.
pub fn about_up(degrees: f64) -> DQuat {
    axis_angle(DVec3::Y, degrees.to_radians())
}

/// More than −180 to 180 degrees.
fn wrapped(degrees: f64) -> f64 {
    let rest = degrees % 360.0;
    if rest > 180.0 {
        rest - 360.0
    } else if rest <= -180.0 {
        rest + 360.0
    } else {
        rest
    }
}

/// Degrees from one direction to another, or to its opposite when they are farther apart than the
/// threshold, and whether they are.
pub(super) fn warp_angle(from: DVec3, to: DVec3, threshold: f64) -> (f64, bool) {
    let angle = wrapped(signed_angle(from, to, DVec3::Y).unwrap_or(0.0).to_degrees());
    let is_there =
        reject(from, DVec3::Y).length() >= LEAST && reject(to, DVec3::Y).length() >= LEAST;
    let inverted = is_there && threshold > 0.0 && angle.abs() > threshold + AT_THRESHOLD;
    (
        if inverted {
            wrapped(angle + 180.0)
        } else {
            angle
        },
        inverted,
    )
}
