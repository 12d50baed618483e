//! How much each of several set targets counts where something is near to them: radial basis
//! functions.

#[cfg(test)]
mod tests;

use crate::float::Extreme;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use words::tr;

/// A weight below which a target does not count.
pub const LEAST_WEIGHT: f64 = 1e-4;
/// Value added to the matrix diagonal if the targets cannot be separated otherwise.
const REGULAR: f64 = 1e-6;

/// Falloff of a weight with the distance, in units of the radius.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kernel {
    #[default]
    Gaussian,
    Exponential,
    /// Linear falloff. [`Kernel::Linear`], [`Kernel::Cubic`] and [`Kernel::Quintic`] are 0 from the
    /// radius on.
    Linear,
    Cubic,
    Quintic,
}

impl Kernel {
    /// Every kernel, in the order in which they are declared.
    pub const ALL: [Kernel; 5] = [
        Kernel::Gaussian,
        Kernel::Exponential,
        Kernel::Linear,
        Kernel::Cubic,
        Kernel::Quintic,
    ];

    /// 1 at 0. `x` is 0 or more.
    pub fn at(self, x: f64) -> f64 {
        let rest = |power: f64| (1.0 - power).higher(0.0);
        match self {
            Kernel::Gaussian => libm::exp(-x * x),
            Kernel::Exponential => libm::exp(-x),
            Kernel::Linear => rest(x),
            Kernel::Cubic => rest(x * x * x),
            Kernel::Quintic => rest(x * x * x * x * x),
        }
    }
}

/// Measures of the angle between two rotations, radians.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Turn {
    /// Rotations do not count.
    None,
    /// The angle between them.
    #[default]
    Angle,
    /// The angle between where this axis points.
    Swing(#[cfg_attr(feature = "schema", schemars(with = "[f32; 3]"))] Vec3),
    /// The angle about this axis.
    Twist(#[cfg_attr(feature = "schema", schemars(with = "[f32; 3]"))] Vec3),
}

impl Turn {
    fn between(self, a: Quat, b: Quat) -> f64 {
        let turn = a.conjugate() * b;
        match self {
            Turn::None => 0.0,
            Turn::Angle => {
                2.0 * libm::atan2(f64::from(turn.xyz().length()), f64::from(turn.w).abs())
            }
            Turn::Swing(axis) => {
                let (a, b) = ((a * axis).as_dvec3(), (b * axis).as_dvec3());
                libm::atan2(a.cross(b).length(), a.dot(b))
            }
            Turn::Twist(axis) => {
                let along = f64::from(turn.xyz().dot(axis.normalize_or_zero()));
                2.0 * libm::atan2(along.abs(), f64::from(turn.w).abs())
            }
        }
    }
}

/// Measure of the distance between two places: the square root of the summed squares of angle and
/// distance, over all bones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Metric {
    /// Measure of the angle between the rotations of two places.
    pub turn: Turn,
    /// Radians that a metre counts as; 0 leaves places out.
    pub place: f64,
}

/// Position and rotation of one bone, current or as set for a target.
pub type Place = (Vec3, Quat);

impl Metric {
    /// Distance of two lists of places, radians; a list that is longer counts as far as the other
    /// goes.
    pub fn distance(&self, a: &[Place], b: &[Place]) -> f64 {
        let one = |((at, turned), (other, to)): (&Place, &Place)| {
            let turn = self.turn.between(*turned, *to);
            let way = f64::from(at.distance(*other)) * self.place;
            turn * turn + way * way
        };
        a.iter().zip(b).map(one).sum::<f64>().sqrt()
    }
}

/// Reach of each target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Radius {
    /// A radius in the metric's unit, more than 0, times each target's scale.
    Fixed(f64),
    /// The mean of the distances to the nearest target, times each target's scale.
    Automatic,
}

/// Ways in which targets share the weight near them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Solver {
    /// Weighs each target independently of the others.
    Additive,
    /// Weighs the targets so that at each target only that target counts.
    #[default]
    Interpolative,
}

/// Rules for the sum of the weights.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Normalise {
    /// The sum of the weights is at most 1.
    #[default]
    OnlyAboveOne,
    /// 1, wherever there is any.
    Always,
    /// 1 up to `least` from a place, whatever they are from `most` on, and between them in
    /// proportion.
    ByMedian {
        #[cfg_attr(feature = "schema", schemars(with = "Vec<([f32; 3], [f32; 4])>"))]
        median: Vec<Place>,
        least: f64,
        most: f64,
    },
    None,
}

/// A pose of the sources at which a target has its full weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Target {
    /// Places of the sources, one each.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<([f32; 3], [f32; 4])>"))]
    pub places: Vec<Place>,
    /// Factor on the radius; more than 0.
    pub scale: f64,
}

/// Settings by which the weights of targets follow from distances.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RbfSettings {
    /// Measure of the distance between places.
    pub metric: Metric,
    /// Falloff of the weight with the distance divided by the radius.
    pub kernel: Kernel,
    /// Reach of each target.
    pub radius: Radius,
    /// Whether targets keep clear of each other.
    pub solver: Solver,
    /// Rule for the sum of the weights.
    pub normalise: Normalise,
}

/// Reasons why a list of targets is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RbfError {
    /// A radius, scale or place that is no number or none above 0.
    Number,
    /// A target has another count of places than the first.
    Places { target: usize },
    /// The targets are too alike for the interpolation to separate them.
    Singular,
    /// More than [`MOST_TARGETS`].
    TooMany,
}

impl std::fmt::Display for RbfError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RbfError::Number => {
                f.write_str(tr!("a radius, scale or target is not a number above 0"))
            }
            RbfError::Places { target } => f.write_str(&tr!(
                "target {target} has another number of poses than the first"
            )),
            RbfError::Singular => f.write_str(tr!("some targets are equal")),
            RbfError::TooMany => f.write_str(&tr!("there are more than {MOST_TARGETS} targets")),
        }
    }
}

impl std::error::Error for RbfError {}

/// Weights for a fixed set of targets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    try_from = "(RbfSettings, Vec<Target>)",
    into = "(RbfSettings, Vec<Target>)"
)]
pub struct Rbf {
    settings: RbfSettings,
    targets: Vec<Target>,
    radii: Vec<f64>,
    /// Indices of the targets in use; duplicates are left out.
    used: Vec<u32>,
    /// The inverse of the interpolation, a row a used target; empty for the additive solver.
    inverse: Vec<f64>,
}

/// Most targets of a solver; the cost of separating targets grows with the square of their number.
pub const MOST_TARGETS: usize = 1024;

impl TryFrom<(RbfSettings, Vec<Target>)> for Rbf {
    type Error = RbfError;

    fn try_from((settings, targets): (RbfSettings, Vec<Target>)) -> Result<Self, RbfError> {
        Self::new(settings, targets)
    }
}

impl From<Rbf> for (RbfSettings, Vec<Target>) {
    fn from(rbf: Rbf) -> Self {
        (rbf.settings, rbf.targets)
    }
}

impl Rbf {
    /// Makes a solver for a list of targets. Refuses targets with different counts of places,
    /// invalid numbers, a radius or scale that is not above 0, and more targets than
    /// [`MOST_TARGETS`]. Also refuses an interpolation of targets that are too alike to separate.
    pub fn new(settings: RbfSettings, targets: Vec<Target>) -> Result<Self, RbfError> {
        if targets.len() > MOST_TARGETS {
            return Err(RbfError::TooMany);
        }
        let count = targets.first().map_or(0, |target| target.places.len());
        if let Some(target) = targets
            .iter()
            .position(|target| target.places.len() != count)
        {
            return Err(RbfError::Places { target });
        }
        let is_place = |(at, turned): &Place| at.is_finite() && turned.is_finite();
        let is_target =
            |it: &Target| it.scale.is_finite() && it.scale > 0.0 && it.places.iter().all(is_place);
        let is_radius = !matches!(settings.radius, Radius::Fixed(radius) if !(radius.is_finite() && radius > 0.0));
        if !is_radius || !targets.iter().all(is_target) {
            return Err(RbfError::Number);
        }
        let radius = match settings.radius {
            Radius::Fixed(radius) => radius,
            Radius::Automatic => mean_nearest(&settings.metric, &targets),
        };
        let radii = targets.iter().map(|target| target.scale * radius).collect();
        let used = (0..targets.len() as u32).collect();
        let mut rbf = Self {
            settings,
            targets,
            radii,
            used,
            inverse: Vec::new(),
        };
        if rbf.settings.solver == Solver::Interpolative {
            rbf.solve()?;
        }
        Ok(rbf)
    }

    /// All targets, in the order of the weights.
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    fn solve(&mut self) -> Result<(), RbfError> {
        if let Some(inverse) = inverted(self.matrix(0.0), self.used.len()) {
            self.inverse = inverse;
            return Ok(());
        }
        let mut apart: Vec<u32> = Vec::new();
        for at in 0..self.targets.len() as u32 {
            let is_new = |other: &u32| self.between(*other, at) > 1e-6;
            if apart.iter().all(is_new) {
                apart.push(at);
            }
        }
        self.used = apart;
        let size = self.used.len();
        let known =
            inverted(self.matrix(0.0), size).or_else(|| inverted(self.matrix(REGULAR), size));
        self.inverse = known.ok_or(RbfError::Singular)?;
        Ok(())
    }

    fn between(&self, a: u32, b: u32) -> f64 {
        self.settings.metric.distance(
            &self.targets[a as usize].places,
            &self.targets[b as usize].places,
        )
    }

    fn matrix(&self, diagonal: f64) -> Vec<f64> {
        let size = self.used.len();
        let mut matrix = Vec::with_capacity(size * size);
        for row in &self.used {
            for column in &self.used {
                let value = self
                    .settings
                    .kernel
                    .at(self.between(*row, *column) / self.radii[*column as usize]);
                matrix.push(value + if row == column { diagonal } else { 0.0 });
            }
        }
        matrix
    }

    /// Sets `out` to one weight a target. `near` is scratch. What is no number is near nothing.
    pub fn weights(&self, at: &[Place], near: &mut Vec<f64>, out: &mut Vec<f32>) {
        out.clear();
        out.resize(self.targets.len(), 0.0);
        near.clear();
        near.extend(self.used.iter().map(|target| {
            let target = *target as usize;
            let distance = self
                .settings
                .metric
                .distance(at, &self.targets[target].places);
            if distance.is_nan() {
                0.0
            } else {
                self.settings.kernel.at(distance / self.radii[target])
            }
        }));
        let size = self.used.len();
        for (row, target) in self.used.iter().enumerate() {
            let weight = match self.inverse.get(row * size..(row + 1) * size) {
                Some(inverse) if self.settings.solver == Solver::Interpolative => {
                    inverse.iter().zip(near.iter()).map(|(a, b)| a * b).sum()
                }
                _ => near[row],
            };
            out[*target as usize] = if weight >= LEAST_WEIGHT {
                weight as f32
            } else {
                0.0
            };
        }
        self.normalise(at, out);
    }

    fn normalise(&self, at: &[Place], weights: &mut [f32]) {
        let sum: f32 = weights.iter().sum();
        if sum <= 0.0 {
            return;
        }
        // How much of the way to a sum of 1.
        let part = match &self.settings.normalise {
            Normalise::OnlyAboveOne => f64::from(u8::from(sum > 1.0)),
            Normalise::Always => 1.0,
            Normalise::None => 0.0,
            Normalise::ByMedian {
                median,
                least,
                most,
            } => {
                let distance = self.settings.metric.distance(at, median);
                let whole = f64::from(u8::from(distance <= *least));
                if most > least {
                    1.0 - ((distance - least) / (most - least)).clamp(0.0, 1.0)
                } else {
                    whole
                }
            }
        } as f32;
        weights
            .iter_mut()
            .for_each(|weight| *weight += (*weight / sum - *weight) * part);
    }
}

/// 1 where there are no two apart.
fn mean_nearest(metric: &Metric, targets: &[Target]) -> f64 {
    let nearest = |at: usize| {
        let others = targets.iter().enumerate().filter(|(other, _)| *other != at);
        others
            .map(|(_, other)| metric.distance(&targets[at].places, &other.places))
            .fold(f64::INFINITY, Extreme::lower)
    };
    let mean = (0..targets.len()).map(nearest).sum::<f64>() / targets.len() as f64;
    if mean.is_finite() && mean > 0.0 {
        mean
    } else {
        1.0
    }
}

/// Gauss and Jordan with row pivots; None where the matrix is singular.
fn inverted(mut matrix: Vec<f64>, size: usize) -> Option<Vec<f64>> {
    let mut inverse: Vec<f64> = (0..size * size)
        .map(|at| f64::from(u8::from(at / size == at % size)))
        .collect();
    for column in 0..size {
        let pivot = (column..size).max_by(|a, b| {
            matrix[a * size + column]
                .abs()
                .total_cmp(&matrix[b * size + column].abs())
                .then(b.cmp(a))
        })?;
        let divisor = matrix[pivot * size + column];
        if divisor.is_nan() || divisor.abs() < 1e-9 {
            return None;
        }
        for table in [&mut matrix, &mut inverse] {
            for at in 0..size {
                table.swap(pivot * size + at, column * size + at);
                table[column * size + at] /= divisor;
            }
        }
        matrix[column * size + column] = 1.0;
        for row in (0..size).filter(|row| *row != column) {
            let factor = matrix[row * size + column];
            for table in [&mut matrix, &mut inverse] {
                for at in 0..size {
                    table[row * size + at] -= factor * table[column * size + at];
                }
            }
        }
    }
    Some(inverse)
}
