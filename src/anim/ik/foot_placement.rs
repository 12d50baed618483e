//! Feet that stand on the ground there is, and the pelvis that lets them get there.
//!
//! The world is +Y up, and the character's reference plane lies at the height of its placement.
//! What is asked of the ground is asked of the caller.

use super::{
    Joint, LockWord,
    plant::{FootPlant, FootStep},
    turn::{LEAST, axis_angle, direction, from_to, normalized, part_of, turn_vector, twist},
};
use crate::{
    float::Extreme,
    ground::{APART, EDGE, MOST_SAMPLES},
    spring::{spring, spring_along, spring3},
};
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// How often the part of a tick in which a foot crosses an edge is halved.
const HALVINGS: usize = 6;
/// Metres that the pelvis comes down at once, and not by its spring, for what a held foot is behind
/// its animation.
const GIVES: f64 = 0.03;

/// Stiffness and damping of a damped spring that follows its goal; without stiffness the spring is
/// at its goal at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rate {
    /// Per second squared; 0 is no spring.
    pub stiffness: f64,
    /// Damping of the spring, per second.
    pub damping: f64,
}

/// Rule for how far the pelvis is lowered for the feet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PelvisMode {
    /// The pelvis is at a height where all legs have a permitted length.
    #[default]
    Interval,
    /// The pelvis is lowered as far as the lowest foot.
    Simple,
}

/// Thresholds that decide when a foot that stands still is held in place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lock {
    /// Metres over the plane, and metres a second, below which it is put down.
    pub distance: f64,
    /// Metres a second, below which the foot is put down.
    pub speed: f64,
    /// Metres and radians that the animation goes from there until it is let go.
    pub radius: f64,
    /// Radians that the animation turns from there until the foot is let go.
    pub angle: f64,
    /// Part of `radius` and `angle` within which the foot is put down again.
    pub ratio: f64,
}

/// Metres and radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootPlacementSettings {
    /// Metres above the character's plane up to which ground counts.
    pub step_up: f64,
    /// Metres below the character's plane down to which ground counts.
    pub step_down: f64,
    /// Spring by which the plane that a foot stands on follows the ground.
    pub plane: Rate,
    /// Spring of the pelvis.
    pub pelvis: Rate,
    /// Whether going along the ground that a foot is on, and up and down with the character, is no
    /// movement: a foot that does so stands still, and its spring has nothing to make up for.
    /// Otherwise both count against the level plane.
    pub goes_along: bool,
    /// Spring by which a foot that was let go comes back to its animation.
    pub release: Rate,
    /// Metres that a foot may be below its ground.
    pub most_penetration: f64,
    /// Radians that the ground tilts a foot at most.
    pub most_slope: f64,
    /// Part of the slope's turn about the leg that the foot takes, 0 for none.
    pub twist: f64,
    /// Shortest that a leg becomes, as a part of its animated length.
    pub least_extension: f64,
    /// Longest that a leg becomes, as a part of its animated length.
    pub most_extension: f64,
    /// Metres that the pelvis goes at most.
    pub most_offset: f64,
    /// Distance in a tick, metres, beyond which the character counts as placed elsewhere.
    pub pelvis_mode: PelvisMode,
    /// A character that goes farther in a tick was placed elsewhere.
    pub teleport: f64,
    /// Thresholds for holding feet in place; None never holds feet.
    pub lock: Option<Lock>,
}

/// A leg of this tick, as animated, in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootPose {
    /// Start of the leg, model space.
    pub hip: DVec3,
    /// Permission to hold the foot. Above 1, the foot may be planted and held. Below 1, the
    /// remaining share of the hold, 0 for none; the foot follows this back to its animation.
    pub foot: Joint,
    /// Above 1 it may be put down and held. Below, what is left of the hold, 0 for nothing: a foot
    /// follows this back to its animation.
    pub permit: f64,
    /// End of the leg, local to the foot: the point that stays within the leg's length of the hip.
    pub reach: DVec3,
    /// Metres from the hip that this end can be at most: a planted foot that is to be farther is
    /// let go. Infinite is no end.
    pub longest: f64,
}

/// The character of this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// Seconds since the last one.
    pub dt: f64,
    /// Transform from model space to world space.
    pub placement: Joint,
    /// The character has no ground under it: feet are let go.
    pub in_air: bool,
}

/// Goal of the foot joint, model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootGoal {
    /// Height of the ground in the world; None if no ground was hit.
    pub goal: Joint,
    /// Height of the ground in the world.
    pub hit: Option<f64>,
    /// The foot is held where it was put down.
    pub is_locked: bool,
    /// State of the foot in this tick, or the reason why the foot was released.
    pub word: LockWord,
    /// Metres over the plane that it is taken to stand on.
    pub level: f64,
}

/// Result of placing all feet of a character in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Metres up, of the world.
    pub pelvis: f64,
    /// Up, in model space.
    pub up: DVec3,
    /// The character was placed elsewhere.
    pub is_reset: bool,
}

/// State of a foot that is kept from tick to tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct FootState {
    plant: FootPlant,
    /// Height of its ground over the plane, and the speed of that.
    level: (f64, f64),
    /// Normal of the foot's ground, and the speed of that normal.
    normal: (DVec3, DVec3),
    /// World position of the animated foot in the last tick.
    world: Option<DVec3>,
    looked: Option<GroundLookup>,
    had_ground: bool,
}

/// Height over the plane and normal of the ground; and metres that the foot is higher than one that
/// is put down: so far its ground may rise before it is in it.
type GroundClearance = (Option<(f64, DVec3)>, f64);

/// Place at which ground was looked for under a foot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct GroundLookup {
    /// Position of the lookup; the height is that over the plane.
    at: DVec3,
    /// Height of the plane.
    plane: f64,
}

impl GroundLookup {
    /// Between this one and the next of the next tick.
    fn on_way(&self, next: &Self, part: f64) -> Self {
        Self {
            at: self.at.lerp(next.at, part),
            plane: self.plane + (next.plane - self.plane) * part,
        }
    }
}

/// State that foot placement keeps from tick to tick.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FootPlacement {
    root: Option<DVec3>,
    pelvis: PelvisSpring,
    feet: Vec<FootState>,
}

/// Metres up, of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct PelvisSpring {
    /// Position of the pelvis spring, and its speed.
    spring: (f64, f64),
    /// Target of the pelvis spring.
    wanted: f64,
    /// Height of the pelvis: not higher than the held feet allow.
    at: f64,
}

impl PelvisSpring {
    fn tick(
        &mut self,
        settings: &FootPlacementSettings,
        wanted: f64,
        held: f64,
        (is_new, dt): (bool, f64),
    ) {
        let was_wanted = std::mem::replace(&mut self.wanted, wanted);
        let Rate { stiffness, damping } = settings.pelvis;
        let (at, speed) = self.spring;
        self.spring = match (is_new, settings.goes_along) {
            (true, _) => (wanted, 0.0),
            (_, true) => spring_along(at, speed, (was_wanted, wanted), stiffness, damping, dt),
            (_, false) => spring(at, speed, wanted, stiffness, damping, dt),
        };
        self.at = if settings.goes_along {
            self.spring.0.lower(held)
        } else {
            self.spring.0
        };
    }

    /// Releases a pelvis that a foot held down; the spring goes on from the pelvis's current
    /// height.
    fn release(&mut self) {
        if self.at < self.spring.0 {
            self.spring = (self.at, self.spring.1.lower(0.0));
        }
    }
}

impl Clone for FootPlacement {
    fn clone(&self) -> Self {
        Self {
            feet: self.feet.clone(),
            ..*self
        }
    }

    /// Into the feet that are there already.
    fn clone_from(&mut self, from: &Self) {
        (self.root, self.pelvis) = (from.root, from.pelvis);
        self.feet.clone_from(&from.feet);
    }
}

impl FootPlacement {
    /// Resets the placement to the state before its first run.
    pub fn forget(&mut self) {
        self.root = None;
        self.feet.clear();
    }

    /// `ground` gets a foot and a place in the world, and gives the height and the normal there.
    /// `goals` becomes a goal a foot. Numbers that are none change nothing, and give none.
    pub fn tick(
        &mut self,
        settings: &FootPlacementSettings,
        stance: &Stance,
        feet: &[FootPose],
        mut ground: impl FnMut(usize, DVec3) -> Option<(f64, DVec3)>,
        goals: &mut Vec<FootGoal>,
    ) -> Option<Placed> {
        goals.clear();
        let is_finite = |pose: &FootPose| pose.hip.is_finite() && pose.foot.is_finite();
        if !(stance.placement.is_finite() && stance.dt.is_finite() && feet.iter().all(is_finite)) {
            return None;
        }
        let place = stance.placement.place;
        let is_reset = self
            .root
            .is_none_or(|root| root.distance(place) > settings.teleport);
        let is_first = self.root.replace(place).is_none();
        let is_new = is_reset || self.feet.len() != feet.len();
        if is_new {
            self.settle_feet(feet.len());
        }
        let (mut span, mut is_let_go) = (PelvisRange::default(), false);
        for (at, pose) in feet.iter().enumerate() {
            let was_held = self.feet[at].plant.is_locked;
            let goal =
                self.feet[at].tick(settings, stance, pose, is_new, |place| ground(at, place));
            is_let_go |= was_held && !self.feet[at].plant.is_locked;
            let end = |foot: &Joint| foot.place + foot.rotation * pose.reach;
            let (hip, foot) = (
                stance.placement.compose(&Joint {
                    place: pose.hip,
                    ..pose.foot
                }),
                end(&goal.goal),
            );
            let length = hip
                .place
                .distance(end(&stance.placement.compose(&pose.foot)));
            span.add(settings, foot - hip.place, length, goal.level);
            let plant = &self.feet[at].plant;
            if plant.is_held() {
                span.hold(settings, foot - hip.place, length, plant.shift.0);
            }
            goals.push(FootGoal {
                goal: stance.placement.inverse().compose(&goal.goal),
                ..goal
            });
        }
        let wanted = if stance.in_air {
            0.0
        } else {
            span.wanted(settings.pelvis_mode)
        };
        let wanted = wanted
            .lower(settings.most_offset)
            .higher(-settings.most_offset);
        if is_let_go {
            self.pelvis.release();
        }
        let held = span.held.higher(-settings.most_offset);
        self.pelvis
            .tick(settings, wanted, held, (is_new, stance.dt));
        self.let_go(stance, feet, goals);
        if !(self.pelvis.at.is_finite() && goals.iter().all(|goal| goal.goal.is_finite())) {
            self.forget();
            goals.clear();
            return None;
        }
        let up = stance.placement.rotation.conjugate() * DVec3::Y;
        Some(Placed {
            pelvis: self.pelvis.at,
            up,
            is_reset: is_reset && !is_first,
        })
    }

    /// Planted feet that the pelvis, as far down as it may be or comes for them, leaves out of
    /// reach: they go after their animation as far as the leg asks, and on from there.
    fn let_go(&mut self, stance: &Stance, feet: &[FootPose], goals: &mut [FootGoal]) {
        let back = stance.placement.rotation.conjugate();
        for ((foot, pose), goal) in self.feet.iter_mut().zip(feet).zip(goals) {
            let away = goal.goal.place + goal.goal.rotation * pose.reach
                - (pose.hip + back * DVec3::Y * self.pelvis.at);
            if goal.is_locked && away.length() > pose.longest {
                let behind = back * foot.plant.shift.0;
                let part = within(away - behind, behind, pose.longest);
                goal.goal.place -= behind * (1.0 - part);
                foot.plant.shift.0 *= part;
                foot.plant.strain();
                self.pelvis.release();
                (goal.is_locked, goal.word) = (false, LockWord::Reach);
            }
        }
    }

    /// Every spring where its goal is, and no foot locked.
    fn settle_feet(&mut self, count: usize) {
        self.feet.resize(count, FootState::default());
        for foot in &mut self.feet {
            let plant = FootPlant {
                was_locked: foot.plant.is_locked,
                ..FootPlant::default()
            };
            *foot = FootState {
                plant,
                ..FootState::default()
            };
        }
    }
}

impl FootState {
    /// The goal is in world space.
    fn tick(
        &mut self,
        settings: &FootPlacementSettings,
        stance: &Stance,
        pose: &FootPose,
        is_new: bool,
        mut ground: impl FnMut(DVec3) -> Option<(f64, DVec3)>,
    ) -> FootGoal {
        let (in_air, dt) = (stance.in_air, stance.dt);
        let plane = stance.placement.place.y;
        let foot = stance.placement.compose(&pose.foot);
        let lift = foot.place.y - plane;
        let seen = if settings.goes_along {
            foot.place.with_y(lift)
        } else {
            foot.place
        };
        let speed = self
            .world
            .replace(seen)
            .filter(|_| dt > 0.0)
            .map(|last| seen.distance(last) / dt);
        let goes_along = settings.goes_along;
        // One that still comes down to its ground is not put down yet.
        let speed = if goes_along {
            speed.map(|speed| libm::hypot(speed, self.level.1))
        } else {
            speed
        };
        let step = FootStep {
            foot,
            lift,
            speed,
            permit: pose.permit,
            in_air,
            goes_along,
            dt,
        };
        let put_down = settings.lock.map_or(f64::INFINITY, |lock| lock.distance);
        let mut word = self
            .plant
            .step(settings.lock.as_ref(), settings.release, &step);
        let place = foot.place + self.plant.shift.0;
        let mut under = |at: DVec3, plane: f64| {
            let is_near = |(height, normal): &(f64, DVec3)| {
                (-settings.step_down..=settings.step_up).contains(&(height - plane))
                    && normal.is_finite()
            };
            if in_air {
                None
            } else {
                ground(at).filter(is_near)
            }
        };
        let hit = under(place, plane);
        let looked = GroundLookup {
            at: place.with_y(lift),
            plane,
        };
        if let Some(last) = self
            .looked
            .replace(looked)
            .filter(|_| goes_along && !is_new)
        {
            self.go_along(looked.at - last.at, plane - last.plane);
            // All seen from where it is now: another plane only where the ground has an edge.
            let known = |part: f64| {
                let GroundLookup { at, plane: level } = last.on_way(&looked, part);
                let seen = |(height, normal)| (height + rise(normal, place - at) - plane, normal);
                (under(at, level).map(seen), (at.y - put_down).higher(0.0))
            };
            self.follow_way(settings, (place - last.at).with_y(0.0).length(), known, dt);
        } else {
            self.follow(
                settings,
                (hit.map(|(height, normal)| (height - plane, normal)), 0.0),
                is_new,
                dt,
            );
        }
        let lost = std::mem::replace(&mut self.had_ground, hit.is_some()) && hit.is_none();
        if lost && goes_along && word == LockWord::Hold {
            word = LockWord::Ground;
            self.plant.strain();
        }
        let level = self.level.0;
        let place = DVec3::new(place.x, plane + level + lift, place.z);
        let hip = stance
            .placement
            .compose(&Joint {
                place: pose.hip,
                ..pose.foot
            })
            .place;
        let slope = self.slope(settings, place - hip);
        let rotation = normalized(slope * (axis_angle(DVec3::Y, self.plant.yaw.0) * foot.rotation));
        let goal = Joint { place, rotation };
        FootGoal {
            goal,
            hit: hit.map(|hit| hit.0),
            is_locked: self.plant.is_locked,
            word,
            level,
        }
    }

    /// The ground as it is known goes on where the foot goes: what the spring makes up for is where
    /// it does not.
    fn go_along(&mut self, way: DVec3, plane: f64) {
        let change = rise(self.normal.0, way) - plane;
        if change.is_finite() {
            self.level.0 += change;
        }
    }

    /// Follows each known plane along the foot's path in the tick, for the part of the tick in
    /// which the foot was over that plane.
    fn follow_way(
        &mut self,
        settings: &FootPlacementSettings,
        way: f64,
        mut known: impl FnMut(f64) -> GroundClearance,
        dt: f64,
    ) {
        let parts = (way / APART).ceil().clamp(1.0, (MOST_SAMPLES - 1) as f64);
        let (mut at, mut last) = (0.0, known(0.0));
        for part in 1..=parts as usize {
            let end = part as f64 / parts;
            let next = known(end);
            let mut edge = (at, end);
            for _ in 0..if agree(last.0, next.0) { 0 } else { HALVINGS } {
                let middle = (edge.0 + edge.1) / 2.0;
                let between = known(middle);
                if agree(last.0, between.0) {
                    (edge.0, last.1) = (middle, between.1);
                } else {
                    edge.1 = middle;
                }
            }
            if edge != (at, end) {
                self.follow(settings, last, false, (edge.1 - at) * dt);
                at = edge.1;
            }
            self.follow(settings, next, false, (end - at) * dt);
            (at, last) = (end, next);
        }
    }

    /// The plane that the foot stands on comes to where the ground is.
    fn follow(
        &mut self,
        settings: &FootPlacementSettings,
        (hit, clear): GroundClearance,
        is_new: bool,
        dt: f64,
    ) {
        let (height, normal) = hit.unwrap_or((0.0, DVec3::Y));
        let Rate { stiffness, damping } = settings.plane;
        if is_new {
            (self.level, self.normal) = ((height, 0.0), (normal, DVec3::ZERO));
        } else {
            self.level = spring(self.level.0, self.level.1, height, stiffness, damping, dt);
            self.normal = spring3(self.normal.0, self.normal.1, normal, stiffness, damping, dt);
        }
        let least = height - settings.most_penetration - clear;
        if hit.is_some() && self.level.0 < least {
            self.level = (least, self.level.1.higher(0.0));
        }
    }

    /// Turn of the foot by the slope of the ground, with less of a twist about the leg.
    fn slope(&self, settings: &FootPlacementSettings, leg: DVec3) -> DQuat {
        let Some(normal) = direction(self.normal.0) else {
            return DQuat::IDENTITY;
        };
        let mut slope = from_to(DVec3::Y, normal, None);
        let angle = turn_vector(slope).length();
        if angle > settings.most_slope {
            slope = part_of(slope, settings.most_slope / angle);
        }
        let twisted = twist(slope, direction(leg).unwrap_or_default());
        slope * twisted.conjugate() * part_of(twisted, settings.twist)
    }
}

/// Metres that a plane rises along `way`; 0 for a wall.
fn rise(normal: DVec3, way: DVec3) -> f64 {
    if normal.y > 0.1 {
        -(normal.x * way.x + normal.z * way.z) / normal.y
    } else {
        0.0
    }
}

/// Whether two heights over the plane are of the same ground.
fn agree(a: Option<(f64, DVec3)>, b: Option<(f64, DVec3)>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a.0 - b.0).abs() < EDGE,
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Part of `way`, 0 to 1, for which a leg is long enough; `from` is the start of `way` seen from
/// the hip. It is 1 if not even `from` is in reach.
fn within(from: DVec3, way: DVec3, longest: f64) -> f64 {
    let (square, along, beyond) = (
        way.length_squared(),
        from.dot(way),
        from.length_squared() - longest * longest,
    );
    if square < LEAST * LEAST || beyond > 0.0 {
        return 1.0;
    }
    (((along * along - square * beyond).sqrt() - along) / square).clamp(0.0, 1.0)
}

/// Metres up that bring a hip to `distance` from its foot, where `away` is the offset to the foot.
/// Where no height does, the hip goes straight above the foot.
fn height(away: DVec3, distance: f64) -> f64 {
    let across = away.x * away.x + away.z * away.z;
    away.y + (distance * distance - across).higher(0.0).sqrt()
}

/// Range of heights of the pelvis that all legs allow, and the heights that they would like.
struct PelvisRange {
    least: f64,
    most: f64,
    /// As `most`, but for feet that are held.
    held: f64,
    sum: f64,
    count: f64,
    lowest: f64,
}

impl Default for PelvisRange {
    fn default() -> Self {
        Self {
            least: f64::NEG_INFINITY,
            most: f64::INFINITY,
            held: f64::INFINITY,
            sum: 0.0,
            count: 0.0,
            lowest: 0.0,
        }
    }
}

impl PelvisRange {
    /// A foot so far away from its hip, and how long its leg is as it is animated.
    fn add(&mut self, settings: &FootPlacementSettings, away: DVec3, length: f64, level: f64) {
        self.least = self
            .least
            .higher(height(away, settings.least_extension * length));
        self.most = self
            .most
            .lower(height(away, settings.most_extension * length));
        self.sum += height(away, length);
        self.count += 1.0;
        self.lowest = self.lowest.lower(level);
    }

    /// Adds a held foot that is `behind` its animation: the foot stays in reach whatever the spring
    /// still has to make up for. But a foot that its animation carries away while the foot may
    /// still be held gives way itself, and not the pelvis.
    fn hold(&mut self, settings: &FootPlacementSettings, away: DVec3, length: f64, behind: DVec3) {
        let most = |away: DVec3| height(away, settings.most_extension * length);
        self.held = self
            .held
            .lower(most(away).higher(most(away - behind).lower(0.0) - GIVES));
    }

    fn wanted(&self, mode: PelvisMode) -> f64 {
        match mode {
            _ if self.count == 0.0 => 0.0,
            PelvisMode::Simple => self.lowest,
            // A leg that would be too long counts for more than one that is folded.
            PelvisMode::Interval => (self.sum / self.count).higher(self.least).lower(self.most),
        }
    }
}
