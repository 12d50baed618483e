//! The motion of feet: planted steps that roll from heel to toe without sliding, and the swings
//! between them.

#[cfg(test)]
mod tests;

use super::{Rig, Side};
use crate::math::{self, euler, hermite, hermite_turn, rad, smooth, turned};
use glam::{DQuat, DVec3};

/// Distance of the heel's contact point behind the ankle, in metres.
const HEEL_BEHIND: f64 = 0.055;
/// Distance from the ball to the tip of the toes, in metres.
const TOES: f64 = 0.075;
/// [`FigureFoot::lead`] of a foot that stands or steps.
const LEAD: f64 = 0.45;
/// Height of soles above the ground in the middle of a step, in metres.
const CLEARANCE: f64 = 0.012;
/// Seconds over which velocities are measured.
const INSTANT: f64 = 1e-4;

/// A contact of a foot with the ground.
#[derive(Clone, Copy, Debug)]
pub struct Plant {
    /// Time of the first touch, in seconds.
    pub from: f64,
    /// Time of the last touch, in seconds.
    pub to: f64,
    /// Point of the ground under the ankle when the foot is flat, in world space.
    pub at: DVec3,
    /// Direction of the foot, in degrees to the left.
    pub yaw: f64,
    /// Angle of the toes at first touch, in degrees upwards.
    pub strike: f64,
    /// Seconds until the foot is flat.
    pub settle: f64,
    /// Angle of the heel at last touch, in degrees upwards.
    pub peel: f64,
    /// Seconds that the heel takes to rise.
    pub lift: f64,
    /// Height by which the ankle is raised in the swing that follows, in metres.
    pub clear: f64,
    /// Angle by which the toes point down at the height of that swing, in degrees.
    pub tuck: f64,
    /// Angle of the heel at all times, in degrees upwards.
    pub raised: f64,
}

impl Plant {
    /// A contact that is flat throughout, with a swing of 8 cm after it.
    pub fn flat(from: f64, to: f64, at: DVec3, yaw: f64) -> Self {
        Plant {
            from,
            to,
            at,
            yaw,
            strike: 0.0,
            settle: 0.0,
            peel: 0.0,
            lift: 0.0,
            clear: 0.08,
            tuck: 0.0,
            raised: 0.0,
        }
    }

    /// Sets `strike` in degrees and `settle` in seconds.
    pub fn strike(self, strike: f64, settle: f64) -> Self {
        Plant {
            strike,
            settle,
            ..self
        }
    }

    /// Sets `peel` in degrees and `lift` in seconds.
    pub fn peel(self, peel: f64, lift: f64) -> Self {
        Plant { peel, lift, ..self }
    }

    /// Sets `clear` in metres and `tuck` in degrees.
    pub fn clear(self, clear: f64, tuck: f64) -> Self {
        Plant {
            clear,
            tuck,
            ..self
        }
    }

    /// Sets `raised` in degrees.
    pub fn raised(self, raised: f64) -> Self {
        Plant { raised, ..self }
    }

    fn moved(self, seconds: f64, by: DVec3) -> Self {
        Plant {
            from: self.from + seconds,
            to: self.to + seconds,
            at: self.at + by,
            ..self
        }
    }

    /// Pitch in degrees: positive with the heel up, negative with the toes up.
    fn pitch(&self, time: f64) -> f64 {
        let mut pitch = self.raised;
        if self.settle > 0.0 {
            pitch -= self.strike * (1.0 - smooth((time - self.from) / self.settle));
        }
        if self.lift > 0.0 {
            let u = ((time - (self.to - self.lift)) / self.lift).clamp(0.0, 1.0);
            pitch += self.peel * u * u;
        }
        pitch
    }

    fn facing(&self) -> DQuat {
        turned(DVec3::Y, rad(self.yaw))
    }

    fn state(&self, side: Side, time: f64) -> FigureFoot {
        let rig = Rig::get();
        let time = time.clamp(self.from, self.to);
        let ankle = rig.at(&side.of("foot"));
        let to_ball = rig.at(&side.of("ball")) - ankle;
        let yaw = self.facing();
        let pitch = rad(self.pitch(time));
        let turn = yaw * turned(DVec3::X, pitch);
        let flat = self.at + DVec3::Y * ankle.y;
        let pivot = if pitch > 0.0 {
            to_ball
        } else {
            DVec3::new(0.0, -ankle.y, -HEEL_BEHIND)
        };
        FigureFoot {
            ankle: flat + yaw * pivot - turn * pivot,
            turn,
            toe: pitch.max(0.0),
            lead: LEAD,
        }
    }
}

/// A foot in the air, relative to the hips.
#[derive(Clone, Copy, Debug)]
pub struct Free {
    /// Time in seconds.
    pub time: f64,
    /// Vector from the middle of the pelvis to the ankle, in the space of the hips and metres.
    pub ankle: DVec3,
    /// Angle by which the toes point down, in the space of the hips and degrees.
    pub pitch: f64,
}

/// A step of a foot: on the ground for a while, or in the air at a moment.
#[derive(Clone, Copy, Debug)]
pub enum FootPhase {
    Plant(Plant),
    Free(Free),
}

/// The state of a foot at a moment, in world space unless said otherwise.
#[derive(Clone, Copy, Debug)]
pub struct FigureFoot {
    /// Position of the ankle, in metres.
    pub ankle: DVec3,
    /// Rotation of the foot.
    pub turn: DQuat,
    /// Angle by which the toes are bent up against the foot, in radians.
    pub toe: f64,
    /// Direction of the knee: 0 is where the hips face, 1 is where the foot points.
    pub lead: f64,
}

/// The hips at a moment, in world space.
#[derive(Clone, Copy, Debug)]
pub struct Hips {
    /// Position of the pelvis joint, in metres.
    pub at: DVec3,
    /// Rotation of the pelvis.
    pub turn: DQuat,
}

impl Hips {
    fn see(&self, foot: FigureFoot) -> FigureFoot {
        let turn = self.turn.inverse();
        FigureFoot {
            ankle: turn * (foot.ankle - self.at),
            turn: turn * foot.turn,
            ..foot
        }
    }

    fn place(&self, foot: FigureFoot) -> FigureFoot {
        FigureFoot {
            ankle: self.at + self.turn * foot.ankle,
            turn: self.turn * foot.turn,
            ..foot
        }
    }
}

/// The steps of one foot.
#[derive(Clone, Debug)]
pub struct Steps {
    /// Side of the foot.
    pub side: Side,
    steps: Vec<FootPhase>,
}

impl Steps {
    /// Steps in order of time. Contract: there is at least one.
    pub fn new(side: Side, steps: impl IntoIterator<Item = FootPhase>) -> Self {
        Self {
            side,
            steps: steps.into_iter().collect(),
        }
    }

    /// Steps on the ground only, in order of time.
    pub fn planted(side: Side, plants: impl IntoIterator<Item = Plant>) -> Self {
        Self::new(side, plants.into_iter().map(FootPhase::Plant))
    }

    /// A foot that stays in one place at all times. `yaw` is in degrees.
    pub fn still(side: Side, at: DVec3, yaw: f64) -> Self {
        Self::planted(side, [Plant::flat(-1e3, 1e3, at, yaw)])
    }

    /// Contacts that repeat every `period` seconds, `travel` further each time.
    pub fn cycle(side: Side, period: f64, travel: DVec3, plants: &[Plant]) -> Self {
        let again = (-2..=2).flat_map(|k| plants.iter().map(move |plant| (k, plant)));
        Self::planted(
            side,
            again.map(|(k, plant)| plant.moved(f64::from(k) * period, travel * f64::from(k))),
        )
    }

    /// The mirror image, which belongs to the other foot.
    pub fn mirrored(&self) -> Self {
        let flip = |at: DVec3| DVec3::new(-at.x, at.y, at.z);
        let mirror = |step: &FootPhase| match step {
            FootPhase::Plant(plant) => FootPhase::Plant(Plant {
                at: flip(plant.at),
                yaw: -plant.yaw,
                ..*plant
            }),
            FootPhase::Free(free) => FootPhase::Free(Free {
                ankle: flip(free.ankle),
                ..*free
            }),
        };
        Self {
            side: self.side.other(),
            steps: self.steps.iter().map(mirror).collect(),
        }
    }

    /// Contacts with the ground, in order.
    pub fn contacts(&self) -> impl Iterator<Item = &Plant> {
        self.steps.iter().filter_map(|step| match step {
            FootPhase::Plant(plant) => Some(plant),
            FootPhase::Free(_) => None,
        })
    }

    /// Whether the foot is on the ground at a time.
    pub fn is_planted(&self, time: f64) -> bool {
        self.contacts()
            .any(|plant| (plant.from - 1e-9..=plant.to + 1e-9).contains(&time))
    }

    /// State of the foot at a time. `hips` returns the hips at any time.
    pub fn at(&self, time: f64, hips: &dyn Fn(f64) -> Hips) -> FigureFoot {
        let begun = self.steps.partition_point(|step| step.from() <= time);
        let Some(before) = begun.checked_sub(1) else {
            return self.hold(0, time, hips);
        };
        let step = &self.steps[before];
        if time <= step.to() || begun == self.steps.len() {
            return self.hold(before, time, hips);
        }
        self.swing(before, time, hips)
    }

    fn hold(&self, at: usize, time: f64, hips: &dyn Fn(f64) -> Hips) -> FigureFoot {
        match &self.steps[at] {
            FootPhase::Plant(plant) => plant.state(self.side, time),
            FootPhase::Free(free) => hips(time).place(free.foot()),
        }
    }

    fn swing(&self, before: usize, time: f64, hips: &dyn Fn(f64) -> Hips) -> FigureFoot {
        let (a, b) = (&self.steps[before], &self.steps[before + 1]);
        let (start, end) = (a.to(), b.from());
        let u = (time - start) / (end - start);
        if let (FootPhase::Plant(from), FootPhase::Plant(to)) = (a, b) {
            // Turns of half a circle have no shorter way: the yaw runs by itself.
            let straight = |step: &Plant, foot: FigureFoot| FigureFoot {
                turn: step.facing().inverse() * foot.turn,
                ..foot
            };
            let state = |step: &Plant, time: f64| straight(step, step.state(self.side, time));
            let ends = SwingEnds {
                a: state(from, start),
                before_a: state(from, start - INSTANT),
                b: state(to, end),
                after_b: state(to, end + INSTANT),
            };
            let bump = 16.0 * u * u * (1.0 - u) * (1.0 - u);
            let mut foot = ends.between(u, end - start);
            foot.ankle.y += from.clear * bump;
            foot.turn =
                turned(DVec3::Y, rad(from.yaw + (to.yaw - from.yaw) * smooth(u))) * foot.turn;
            foot.turn *= turned(DVec3::X, rad(from.tuck * bump));
            let ground = from.at.y + (to.at.y - from.at.y) * u;
            foot.ankle.y += lift(ground + CLEARANCE * bump - self.lowest(&foot), 0.01 * bump);
            return foot;
        }
        let seen = |at: usize, time: f64| hips(time).see(self.hold(at, time, hips));
        let ends = SwingEnds {
            a: seen(before, start),
            before_a: self.slope_end(before, start, -INSTANT, &seen),
            b: seen(before + 1, end),
            after_b: self.slope_end(before + 1, end, INSTANT, &seen),
        };
        hips(time).place(ends.between(u, end - start))
    }

    /// Height of the lowest point of heel, ball and toes.
    fn lowest(&self, foot: &FigureFoot) -> f64 {
        let rig = Rig::get();
        let to_ball = rig.at(&self.side.of("ball")) - rig.at(&self.side.of("foot"));
        let (ball, ankle) = (
            rig.at(&self.side.of("ball")).y,
            rig.at(&self.side.of("foot")).y,
        );
        let toes = foot.turn * turned(DVec3::X, -foot.toe);
        let at_ball = foot.ankle + foot.turn * to_ball;
        let heel = foot.ankle + foot.turn * DVec3::new(0.0, -ankle, -HEEL_BEHIND);
        let points = [DVec3::new(0.0, -ball, 0.0), DVec3::new(0.0, -ball, TOES)]
            .map(|point| at_ball + toes * point);
        points
            .into_iter()
            .map(|point| point.y)
            .fold(heel.y, f64::min)
    }

    /// State just beyond an end of a swing, relative to the hips. A foot in the air passes with the
    /// mean velocity of the swings on both sides.
    fn slope_end(
        &self,
        at: usize,
        time: f64,
        instant: f64,
        seen: &dyn Fn(usize, f64) -> FigureFoot,
    ) -> FigureFoot {
        let FootPhase::Free(free) = &self.steps[at] else {
            return seen(at, time + instant);
        };
        let foot = free.foot();
        let (Some(before), Some(after)) = (at.checked_sub(1), self.steps.get(at + 1)) else {
            return foot;
        };
        let (a, b) = (self.steps[before].to(), after.from());
        let (from, to) = (seen(before, a), seen(at + 1, b));
        let part = instant / (b - a);
        let turn = math::log(from.turn.inverse() * to.turn) * part;
        FigureFoot {
            ankle: foot.ankle + (to.ankle - from.ankle) * part,
            turn: foot.turn * math::exp(turn),
            ..foot
        }
    }
}

/// `missing` where it is positive, else 0, rounded over about `soft`.
fn lift(missing: f64, soft: f64) -> f64 {
    (missing + (missing * missing + soft * soft).sqrt()) / 2.0
}

/// State of a foot at both ends of a swing, and an instant outside of each.
struct SwingEnds {
    a: FigureFoot,
    before_a: FigureFoot,
    b: FigureFoot,
    after_b: FigureFoot,
}

impl SwingEnds {
    /// State within the swing. It starts and ends with the velocity that the foot has outside.
    fn between(&self, u: f64, length: f64) -> FigureFoot {
        let per = length / INSTANT;
        let moves = |a: &FigureFoot, b: &FigureFoot| (b.ankle - a.ankle) * per;
        let turns = |a: &FigureFoot, b: &FigureFoot| {
            let slope = math::log(a.turn.inverse() * b.turn) * per;
            slope * (1.5 / slope.length().max(1.5))
        };
        let calm = |v: DVec3| v * (0.9 / v.length().max(0.9));
        FigureFoot {
            ankle: hermite(
                self.a.ankle,
                calm(moves(&self.before_a, &self.a)),
                self.b.ankle,
                calm(moves(&self.b, &self.after_b)),
                u,
            ),
            turn: hermite_turn(
                self.a.turn,
                turns(&self.before_a, &self.a),
                self.b.turn,
                turns(&self.b, &self.after_b),
                u,
            ),
            toe: self.a.toe * (1.0 - smooth(u * 1.6)) + self.b.toe * smooth(u * 1.6 - 0.6),
            lead: self.a.lead + (self.b.lead - self.a.lead) * smooth(u),
        }
    }
}

impl Free {
    fn foot(&self) -> FigureFoot {
        FigureFoot {
            ankle: self.ankle,
            turn: euler(self.pitch, 0.0, 0.0),
            toe: 0.0,
            lead: 0.0,
        }
    }
}

impl FootPhase {
    fn from(&self) -> f64 {
        match self {
            FootPhase::Plant(plant) => plant.from,
            FootPhase::Free(free) => free.time,
        }
    }

    fn to(&self) -> f64 {
        match self {
            FootPhase::Plant(plant) => plant.to,
            FootPhase::Free(free) => free.time,
        }
    }
}
