//! The ground under a character: what sweeps along gravity hit, and grounds that are known by a
//! formula.
//!
//! A graph never asks a world. Before a tick whoever owns the world is asked where each [`Probe`]
//! of the graph would come down, and the answers go in as [`Hits`]: evaluation stays a function of
//! its inputs.

#[cfg(test)]
mod tests;

use crate::float::Extreme;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Maximum distance between two samples of one foot's path, metres; between two samples the nearer
/// one counts.
pub(crate) const APART: f64 = 0.04;
/// Maximum number of samples of one path, without the samples at edges.
pub(crate) const MOST_SAMPLES: usize = 9;
/// Metres that two samples disagree about the ground halfway between them for an edge to be looked
/// for.
pub(crate) const EDGE: f64 = 0.02;
/// Number of times that a path with an edge is halved.
const HALVINGS: usize = 5;
/// Number of level directions in which a path out of the ground is searched; `NEAR` is the
/// tolerance of its length, metres.
const WAYS_OUT: u32 = 8;
const NEAR: f64 = 2e-3;

/// World space, metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// Point at which the sweep met the ground, world space, metres.
    pub point: DVec3,
    /// Normal of the ground at the hit, world space, unit length.
    pub normal: DVec3,
}

impl Hit {
    /// Height of the plane of the hit at another place; of a wall it is that of the hit.
    pub fn height_at(&self, at: DVec3) -> f64 {
        let (n, off) = (self.normal, self.point - at);
        if n.y > 0.05 {
            at.y + off.y + (n.x * off.x + n.z * off.z) / n.y
        } else {
            self.point.y
        }
    }
}

/// A sphere that comes down along gravity, world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Lowest point of the sphere at the start of the sweep, world space.
    pub from: DVec3,
    /// Length of the sweep downwards, metres, 0 or more.
    pub down: f64,
    /// Radius of the sphere, metres; 0 makes the sweep a ray.
    pub radius: f64,
}

/// A source of the ground under a character: a game's world, or a [`Terrain`].
pub trait Ground: Send + Sync {
    /// Where the lowest point of the sphere comes to lie, and the normal there; None if the sphere
    /// meets nothing.
    fn sweep(&self, sweep: &Sweep) -> Option<Hit>;
}

/// A bone of which a graph wants to know the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probe {
    /// Index of the bone in the skeleton.
    pub bone: u16,
    /// Height above the character's own ground at which sweeps start, metres.
    pub up: f64,
    /// Depth below the character's own ground at which sweeps end, metres.
    pub down: f64,
    /// Radius of the sphere that is swept down, metres.
    pub radius: f64,
}

/// Result of one sweep for a bone: where it was made and what it met.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Swept {
    /// Index of the bone in the skeleton, as in its [`Probe`].
    pub bone: u16,
    /// World space; its height does not matter.
    pub at: DVec3,
    /// Hit of the sweep; None if the sweep met no ground.
    pub hit: Option<Hit>,
}

/// Results of all sweeps under a character in a tick. A bone without a probe has no ground.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hits(pub Vec<Swept>);

impl Hits {
    /// Most sweeps for one probe: along the bone's path, at the edges on the path, and at one more
    /// place.
    pub const MOST_OF_A_PROBE: usize = MOST_SAMPLES + (MOST_SAMPLES - 1) * HALVINGS + 1;

    /// The nearest answer for the bone, and its height where the bone is.
    pub fn under(&self, bone: u16, at: DVec3) -> Option<(f64, DVec3)> {
        let aside = |swept: &&Swept| (swept.at - at).with_y(0.0).length_squared();
        let own = self.0.iter().filter(|swept| swept.bone == bone);
        let hit = own.min_by(|a, b| aside(a).total_cmp(&aside(b)))?.hit?;
        let is_sound = hit.point.is_finite() && hit.normal.is_finite();
        is_sound
            .then(|| (hit.height_at(at), hit.normal))
            .filter(|(height, _)| height.is_finite())
    }

    /// Sweeps the ground along the path that a bone is expected to take, and more closely where the
    /// ground has an edge. `levels` are the least and the greatest height of the character's own
    /// ground on that path.
    pub fn ask(
        &mut self,
        ground: &dyn Ground,
        probe: &Probe,
        levels: (f64, f64),
        (from, to): (DVec3, DVec3),
    ) {
        let (top, bottom) = (levels.1 + probe.up, levels.0 - probe.down);
        if !(from.is_finite() && to.is_finite() && top.is_finite() && bottom.is_finite()) {
            return;
        }
        let sweep = |at: DVec3| {
            let sweep = Sweep {
                from: at.with_y(top),
                down: top - bottom,
                radius: probe.radius,
            };
            Swept {
                bone: probe.bone,
                at,
                hit: ground.sweep(&sweep),
            }
        };
        let parts = ((to - from).with_y(0.0).length() / APART)
            .ceil()
            .clamp(0.0, (MOST_SAMPLES - 1) as f64) as usize;
        let mut last: Option<Swept> = None;
        for part in 0..=parts {
            let next = sweep(from.lerp(to, part as f64 / parts.max(1) as f64));
            if let Some(last) = last {
                self.close_in(&sweep, last, next);
            }
            self.0.push(next);
            last = Some(next);
        }
    }

    /// Halves the path between two samples that disagree, until the edge between them is known to
    /// about a millimetre.
    fn close_in(&mut self, sweep: &impl Fn(DVec3) -> Swept, mut from: Swept, mut to: Swept) {
        for _ in 0..HALVINGS {
            if from.agrees(&to) {
                return;
            }
            let middle = sweep(from.at.lerp(to.at, 0.5));
            self.0.push(middle);
            if from.agrees(&middle) {
                from = middle;
            } else {
                to = middle;
            }
        }
    }
}

impl Swept {
    /// Whether both know the same ground between them.
    fn agrees(&self, other: &Swept) -> bool {
        let between = self.at.lerp(other.at, 0.5);
        match (self.hit, other.hit) {
            (Some(a), Some(b)) => (a.height_at(between) - b.height_at(between)).abs() < EDGE,
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}

/// A ground by a formula, with blocks on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Terrain {
    /// The formula that gives the height of the ground.
    pub shape: Shape,
    /// Metres at its origin.
    pub height: f64,
    /// Degrees about +Y of its uphill direction, from +Z towards +X.
    pub heading: f64,
    /// Ledges and obstacles.
    pub blocks: Vec<Block>,
}

/// Along the uphill direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    #[default]
    Flat,
    Slope {
        /// Angle of the slope, degrees.
        angle: f64,
    },
    Stairs {
        /// Height of a step, metres.
        rise: f64,
        run: f64,
        /// Number of steps, with flat ground before the first and behind the last; 0 for no end on
        /// either side.
        steps: u32,
    },
    /// Ground with the height of a sine wave.
    Waves {
        /// Amplitude of the wave, metres.
        amplitude: f64,
        length: f64,
    },
}

/// An upright block on the ground at its centre.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// World x and z of its centre, metres.
    pub at: [f64; 2],
    /// Width (x), height (y) and depth (z) before it is turned, metres.
    pub size: [f64; 3],
    /// Rotation of the block about +Y, degrees.
    pub yaw: f64,
}

impl Terrain {
    /// Level unit vector that points uphill.
    fn uphill(&self) -> DVec3 {
        let (sin, cos) = libm::sincos(self.heading.to_radians());
        DVec3::new(sin, 0.0, cos)
    }

    /// Degrees that a slope may have.
    pub const STEEPEST: f64 = 80.0;

    /// Whether all its numbers are any, and its lengths are above 0.
    pub fn is_sound(&self) -> bool {
        let shape = match self.shape {
            Shape::Flat => true,
            Shape::Slope { angle } => angle.abs() <= Self::STEEPEST,
            Shape::Stairs { rise, run, .. } => rise.is_finite() && run.is_finite() && run > 1e-3,
            Shape::Waves { amplitude, length } => {
                amplitude.is_finite() && length.is_finite() && length > 1e-3
            }
        };
        let block = |block: &Block| {
            let Block { at, size, yaw } = block;
            at.iter().chain([yaw]).all(|number| number.is_finite())
                && size.iter().all(|side| side.is_finite() && *side > 0.0)
        };
        shape
            && self.height.is_finite()
            && self.heading.is_finite()
            && self.blocks.iter().all(block)
    }

    /// Height and unit normal of the ground without its blocks.
    fn bare(&self, at: DVec3, radius: f64) -> (f64, DVec3) {
        let uphill = self.uphill();
        let along = at.dot(uphill);
        let (rise, slope) = match self.shape {
            Shape::Flat => (0.0, 0.0),
            Shape::Slope { angle } => {
                let slope = libm::tan(angle.to_radians());
                (along * slope, slope)
            }
            Shape::Stairs { rise, run, steps } => (stair(along, radius, (rise, run, steps)), 0.0),
            Shape::Waves { amplitude, length } => {
                let turns = std::f64::consts::TAU / length;
                let (sin, cos) = libm::sincos(turns * along);
                (amplitude * sin, amplitude * turns * cos)
            }
        };
        (self.height + rise, (DVec3::Y - uphill * slope).normalize())
    }

    /// The ground at a place as a sphere of this radius comes to lie on it: edges are rolled over.
    /// Height, world space, metres; unit normal.
    pub fn under(&self, at: DVec3, radius: f64) -> (f64, DVec3) {
        let mut found = self.bare(at, radius);
        for block in &self.blocks {
            let (away, centre) = block.distance(at);
            if away <= radius {
                let top = self.bare(centre, 0.0).0 + block.size[1] + sag(away, radius);
                if top > found.0 {
                    found = (top, DVec3::Y);
                }
            }
        }
        found
    }

    /// Depth of a place in the ground, metres, 0 above the ground: the length of the shortest path
    /// out, straight up or level. A place just behind the edge of a stair has hardly any depth,
    /// however high the stair.
    pub fn depth(&self, at: DVec3) -> f64 {
        let up = self.under(at, 0.0).0 - at.y;
        if up <= 0.0 {
            return 0.0;
        }
        let is_out = |away: f64| {
            (0..WAYS_OUT).any(|way| {
                let (sin, cos) =
                    libm::sincos(f64::from(way) * std::f64::consts::TAU / f64::from(WAYS_OUT));
                self.under(at + DVec3::new(sin, 0.0, cos) * away, 0.0).0 <= at.y
            })
        };
        let parts = (up / NEAR).ceil().clamp(1.0, 1000.0) as u32;
        let level = (1..parts)
            .map(|part| up * f64::from(part) / f64::from(parts))
            .find(|away| is_out(*away));
        level.unwrap_or(up)
    }
}

/// Height of a sphere that an edge holds at the distance `away` from the sphere's middle, minus the
/// height at distance 0; 0 or less.
fn sag(away: f64, radius: f64) -> f64 {
    (radius * radius - away * away).higher(0.0).sqrt() - radius
}

/// The highest of the tread below and of the edges that hold the sphere.
fn stair(along: f64, radius: f64, (rise, run, steps): (f64, f64, u32)) -> f64 {
    let level = |nth: f64| if steps > 0 { nth.clamp(0.0, steps.into()) } else { nth } * rise;
    let own = (along / run).floor();
    let reach = (radius / run).ceil().lower(8.0) as i32;
    (-reach..=reach).fold(level(own), |highest, nth| {
        let nth = own + f64::from(nth);
        // Of the tread as it lies: behind its front edge, before its back.
        let away = (nth * run - along)
            .higher(along - (nth + 1.0) * run)
            .higher(0.0);
        if away <= radius {
            highest.higher(level(nth) + sag(away, radius))
        } else {
            highest
        }
    })
}

impl Block {
    /// Distance from `at` to the block's outline seen from above, 0 inside it; and the block's
    /// centre.
    fn distance(&self, at: DVec3) -> (f64, DVec3) {
        let centre = DVec3::new(self.at[0], 0.0, self.at[1]);
        let (sin, cos) = libm::sincos(self.yaw.to_radians());
        let off = at - centre;
        let (x, z) = (off.x * cos - off.z * sin, off.x * sin + off.z * cos);
        let outside = |along: f64, size: f64| (along.abs() - size / 2.0).higher(0.0);
        (
            libm::hypot(outside(x, self.size[0]), outside(z, self.size[2])),
            centre,
        )
    }
}

impl Ground for Terrain {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let (height, normal) = self.under(sweep.from, sweep.radius);
        let is_met =
            height.is_finite() && (sweep.from.y - sweep.down..=sweep.from.y).contains(&height);
        is_met.then(|| Hit {
            point: sweep.from.with_y(height),
            normal,
        })
    }
}
