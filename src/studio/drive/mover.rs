//! How a character goes over the ground by what a player wishes: simple, and the same at every
//! frame rate.
//!
//! Headings are radians about +Y: 0 looks along +Z, a quarter turn along +X, which is to the left.

use super::{MoverFigure, turned};
use anim::{Transform, float::Extreme, ground::Terrain};
use glam::{Vec2, Vec3};
use std::{
    f32::consts::{PI, TAU},
    sync::Arc,
};

/// A step is made of parts of this many seconds at most.
const PART: f32 = 1.0 / 120.0;
/// Longest step, seconds. The rest of a longer step is lost.
const LONGEST_STEP: f32 = 0.5;
/// Slower than this it stands, metres per second.
const STANDS: f32 = 0.05;
/// Radius of what it stands on the ground with, metres.
const RADIUS: f64 = 0.3;
/// Highest step that a mover climbs, metres.
const STEP: f32 = 0.45;
/// Push of a stick below which the stick counts as released.
const DEAD: f32 = 0.1;
/// One that stands and aims turns where the aim is further round than this, radians.
const WAIST: f32 = 70.0 * PI / 180.0;

/// Speeds and rates of a mover. All are 0 or more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Metres per second at a walk.
    pub walk: f32,
    /// Metres per second at a jog.
    pub jog: f32,
    /// Metres per second at a sprint.
    pub sprint: f32,
    /// Metres per second while it crouches.
    pub crouch: f32,
    /// Metres per second squared, while it gets faster.
    pub acceleration: f32,
    /// Metres per second squared, while it gets slower.
    pub braking: f32,
    /// Degrees per second.
    pub turn: f32,
    /// Seconds on the ground between the wish and the jump.
    pub take_off: f32,
    /// Metres per second upwards.
    pub jump: f32,
    /// Metres per second squared, above 0.
    pub gravity: f32,
}

impl Default for Pace {
    /// Speeds and rates of a grown person.
    fn default() -> Self {
        Self {
            walk: 1.4,
            jog: 3.0,
            sprint: 5.0,
            crouch: 1.1,
            acceleration: 7.0,
            braking: 9.0,
            turn: 480.0,
            take_off: 0.43,
            jump: 3.27,
            gravity: 9.81,
        }
    }
}

/// Speed of a [`Pace`] that a full stick asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gait {
    Walk,
    #[default]
    Jog,
    Sprint,
}

/// Input of a player for one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wish {
    /// Direction to go: to the right and ahead, as the camera sees it. The length of the vector, up
    /// to 1, sets the speed.
    pub stick: Vec2,
    /// Heading of the camera, radians about +Y.
    pub heading: f32,
    /// Angle by which the camera looks up, radians.
    pub pitch: f32,
    /// Speed that a full stick asks for.
    pub gait: Gait,
    /// Whether the character is to jump, unless it crouches or is in the air.
    pub jump: bool,
    /// Whether the character is to crouch; a crouching character neither jumps nor sprints.
    pub crouch: bool,
    /// Whether the character is to face the direction in which the camera looks.
    pub aim: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Footing {
    Ground,
    /// About to jump, in so many seconds.
    Gathering(f32),
    /// Metres per second upwards.
    Air(f32),
}

/// A character that goes over the ground.
#[derive(Clone, Debug)]
pub struct CharacterMover {
    /// Speeds of the mover.
    pub pace: Pace,
    position: Vec3,
    /// Height of the ground, metres, where `ground` says nothing else.
    floor: f32,
    /// Ground under the mover; None is level ground at the height where the mover began.
    pub ground: Option<Arc<Terrain>>,
    facing: f32,
    /// Metres per second along +X and +Z.
    velocity: Vec2,
    footing: Footing,
    /// Wish of the last step.
    wish: Wish,
}

impl CharacterMover {
    /// A mover at `placement`, on ground of the height of that placement.
    pub fn new(pace: Pace, placement: &Transform) -> Self {
        let ahead = placement.rotation * Vec3::Z;
        Self {
            pace,
            position: placement.translation,
            floor: placement.translation.y,
            ground: None,
            facing: libm::atan2f(ahead.x, ahead.z),
            velocity: Vec2::ZERO,
            footing: Footing::Ground,
            wish: Wish::default(),
        }
    }

    /// Runs one step of `dt` seconds; true if a jump begins in the step.
    pub fn step(&mut self, dt: f32, wish: &Wish) -> bool {
        self.wish = *wish;
        let has_jumped = wish.jump && !wish.crouch && self.footing == Footing::Ground;
        if has_jumped {
            self.footing = Footing::Gathering(self.pace.take_off);
        }
        let dt = if dt.is_finite() {
            dt.clamp(0.0, LONGEST_STEP)
        } else {
            0.0
        };
        let parts = (dt / PART).ceil().higher(1.0);
        for _ in 0..parts as usize {
            self.turn(dt / parts);
            self.go(dt / parts);
        }
        has_jumped
    }

    /// Stops at once, on the ground.
    pub fn stand(&mut self) {
        (self.velocity, self.footing, self.position.y) =
            (Vec2::ZERO, Footing::Ground, self.floor());
    }

    /// Height of the ground where it is: it rolls over edges as a round foot of its size does.
    fn floor(&self) -> f32 {
        self.ground.as_ref().map_or(self.floor, |ground| {
            ground.under(self.position.as_dvec3(), RADIUS).0 as f32
        })
    }

    /// Placement of the mover, world space.
    pub fn placement(&self) -> Transform {
        Transform::new(self.position, turned(self.facing), Vec3::ONE)
    }

    /// Heading of the mover, radians about +Y.
    pub fn facing(&self) -> f32 {
        self.facing
    }

    /// Value of a figure of the mover. A yes or no is 1 or 0; a jump is 1 while it begins.
    pub fn figure(&self, figure: MoverFigure) -> f32 {
        let truth = |on: bool| f32::from(u8::from(on));
        let speed = self.velocity.length();
        match figure {
            MoverFigure::Speed => speed,
            MoverFigure::Direction if speed < STANDS => 0.0,
            MoverFigure::Direction => to_the_right(self.facing, heading(self.velocity)),
            MoverFigure::VerticalSpeed => match self.footing {
                Footing::Air(speed) => speed,
                Footing::Ground | Footing::Gathering(_) => 0.0,
            },
            MoverFigure::InAir => truth(matches!(self.footing, Footing::Air(_))),
            MoverFigure::Jump => truth(matches!(self.footing, Footing::Gathering(_))),
            MoverFigure::Crouching => truth(self.wish.crouch),
            MoverFigure::Sprinting => {
                truth(self.wish.gait == Gait::Sprint && !self.wish.crouch && speed > self.pace.jog)
            }
            MoverFigure::Moving => truth(speed >= STANDS),
            MoverFigure::Aiming => truth(self.wish.aim),
            MoverFigure::AimYaw => to_the_right(self.facing, self.wish.heading),
            MoverFigure::AimPitch => self.wish.pitch.to_degrees(),
        }
    }

    /// Direction of the stick in the world, with its push as length; zero while the stick is not
    /// pushed.
    fn wanted(&self) -> Vec2 {
        let stick = self.wish.stick.clamp_length_max(1.0);
        if !stick.is_finite() || stick.length() < DEAD {
            return Vec2::ZERO;
        }
        let (sin, cos) = libm::sincosf(self.wish.heading);
        Vec2::new(sin, cos) * stick.y + Vec2::new(-cos, sin) * stick.x
    }

    fn turn(&mut self, dt: f32) {
        let (wanted, moves) = (self.wanted(), self.velocity.length() >= STANDS);
        let towards = if self.wish.aim {
            let off = wrapped(self.wish.heading - self.facing);
            if moves || wanted != Vec2::ZERO {
                off
            } else {
                off - off.clamp(-WAIST, WAIST)
            }
        } else if wanted != Vec2::ZERO {
            wrapped(heading(wanted) - self.facing)
        } else {
            0.0
        };
        let most = self.pace.turn.to_radians() * dt;
        self.facing = wrapped(self.facing + towards.clamp(-most, most));
    }

    fn go(&mut self, dt: f32) {
        match self.footing {
            Footing::Ground => self.slide(dt),
            Footing::Gathering(left) if left > dt => {
                self.slide(dt);
                self.footing = Footing::Gathering(left - dt);
            }
            Footing::Gathering(left) => {
                self.slide(left);
                self.footing = Footing::Air(self.pace.jump);
                self.fly(dt - left);
            }
            Footing::Air(_) => self.fly(dt),
        }
    }

    /// Over the ground: it comes nearer to the velocity that is wanted, evenly.
    fn slide(&mut self, dt: f32) {
        let Pace {
            walk,
            jog,
            sprint,
            crouch,
            acceleration,
            braking,
            ..
        } = self.pace;
        let fastest = match self.wish.gait {
            _ if self.wish.crouch => crouch,
            Gait::Walk => walk,
            Gait::Jog => jog,
            Gait::Sprint => sprint,
        };
        let target = self.wanted() * fastest;
        let is_faster = target.length() > self.velocity.length();
        let away = target - self.velocity;
        let rate = (if is_faster { acceleration } else { braking }).higher(f32::MIN_POSITIVE);
        let until = (away.length() / rate).lower(dt);
        let before = self.velocity;
        self.velocity = if until < dt {
            target
        } else {
            before + away.clamp_length_max(rate * dt)
        };
        let way = (before + self.velocity) * 0.5 * until + self.velocity * (dt - until);
        let before = self.position;
        self.position += Vec3::new(way.x, 0.0, way.y);
        let floor = self.floor();
        if floor - before.y > STEP {
            // A wall: it stands before it.
            (self.position, self.velocity) = (before, Vec2::ZERO);
        } else {
            self.position.y = floor;
        }
    }

    /// Moves on through the air with the same level velocity, and falls.
    fn fly(&mut self, dt: f32) {
        let Footing::Air(up) = self.footing else {
            return;
        };
        let gravity = self.pace.gravity.higher(f32::MIN_POSITIVE);
        let height = self.position.y - self.floor();
        let lands_in = (up + (up * up + 2.0 * gravity * height).higher(0.0).sqrt()) / gravity;
        let flown = lands_in.lower(dt);
        self.position += Vec3::new(self.velocity.x, 0.0, self.velocity.y) * flown;
        self.position.y += (up - 0.5 * gravity * flown) * flown;
        self.footing = Footing::Air(up - gravity * flown);
        if lands_in <= dt {
            (self.footing, self.position.y) = (Footing::Ground, self.floor());
            self.slide(dt - flown);
        }
    }
}

fn heading(way: Vec2) -> f32 {
    libm::atan2f(way.x, way.y)
}

/// The same angle in -π..=π.
fn wrapped(angle: f32) -> f32 {
    angle - ((angle + PI) / TAU).floor() * TAU
}

/// Degrees, positive clockwise from above.
fn to_the_right(from: f32, to: f32) -> f32 {
    -wrapped(to - from).to_degrees()
}
