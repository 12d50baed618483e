//! Weights that take time: of a switch between two poses, and of a list of poses.

use super::parts::List;
use crate::montage::Easing;

/// A blend is over this close to its end, seconds.
const DONE: f64 = 1e-9;

/// 1 exactly when the time is over.
pub(super) fn eased(easing: Easing, elapsed: f64, duration: f64) -> f64 {
    if duration <= 0.0 || elapsed >= duration - DONE { 1.0 } else { easing.apply((elapsed / duration) as f32).into() }
}

/// On its way to 0 or 1. A new goal starts from where it is, with its full time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Switch {
    begin: f64,
    pub(super) value: f64,
    goal: f64,
    elapsed: f64,
    duration: f64,
}

impl Switch {
    pub(super) fn at(value: f64) -> Self {
        Self { begin: value, value, goal: value, ..Self::default() }
    }

    pub(super) fn advance(&mut self, goal: f64, duration: f64, easing: Easing, dt: f64) {
        if goal != self.goal {
            *self = Self { begin: self.value, value: self.value, goal, elapsed: 0.0, duration };
        }
        self.elapsed += dt;
        self.value = self.begin + (self.goal - self.begin) * eased(easing, self.elapsed, self.duration);
    }
}

/// What a list keeps.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ListState {
    pub(super) active: Option<u16>,
    /// As they were when the active one was chosen.
    begins: Vec<f64>,
    pub(super) weights: Vec<f64>,
    elapsed: f64,
    remaining: f64,
}

/// What choosing another pose of a list asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Switched {
    /// It begins anew.
    pub(super) restarts: bool,
    /// Seconds over which the jump decays.
    pub(super) inertialize: Option<f64>,
}

impl ListState {
    pub(super) fn new(count: usize) -> Self {
        Self { begins: Vec::with_capacity(count), weights: Vec::with_capacity(count), ..Self::default() }
    }

    /// At once.
    pub(super) fn snap(&mut self, to: u16, count: usize) {
        self.active = Some(to);
        self.weights.clear();
        self.weights.extend((0..count).map(|at| if at == usize::from(to) { 1.0 } else { 0.0 }));
        self.begins.clone_from(&self.weights);
        (self.elapsed, self.remaining) = (0.0, 0.0);
    }

    /// The less of it there is, the longer it takes.
    pub(super) fn switch(&mut self, to: u16, list: &List) -> Switched {
        let at = usize::from(to);
        let time = list.times[at].max(0.0);
        let weight = self.weights[at];
        let restarts = list.restarts && weight <= f64::from(crate::transform::WEIGHT_EPSILON);
        if list.inertializes {
            self.snap(to, list.times.len());
            return Switched { restarts, inertialize: (time > 0.0).then_some(time) };
        }
        self.active = Some(to);
        self.begins.clone_from(&self.weights);
        (self.elapsed, self.remaining) = (0.0, time * (1.0 - weight).abs());
        Switched { restarts, inertialize: None }
    }

    pub(super) fn advance(&mut self, easing: Easing, dt: f64) {
        self.elapsed += dt;
        let alpha = eased(easing, self.elapsed, self.remaining);
        let active = self.active.map_or(usize::MAX, usize::from);
        let goal = |at: usize| if at == active { 1.0 } else { 0.0 };
        if alpha == 1.0 {
            self.begins.iter_mut().enumerate().for_each(|(at, begin)| *begin = goal(at));
        }
        let raw = |at: usize, begin: f64| begin + (goal(at) - begin) * alpha;
        let sum: f64 = self.begins.iter().enumerate().map(|(at, begin)| raw(at, *begin)).sum();
        for (at, (weight, begin)) in self.weights.iter_mut().zip(&self.begins).enumerate() {
            *weight = raw(at, *begin) / sum;
        }
    }
}
