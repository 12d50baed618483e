//! Weights that take time: of a switch between two poses, and of a list of poses.

use crate::{
    float::Extreme,
    graph::data::settings::List,
    mask::{BlendProfile, Progress},
    montage::Easing,
};
use serde::{Deserialize, Serialize};

/// A blend is over this close to its end, seconds.
const DONE: f64 = 1e-9;

/// 1 exactly when the time is over.
pub(super) fn eased(easing: Easing, elapsed: f64, duration: f64) -> f64 {
    if duration <= 0.0 || elapsed >= duration - DONE {
        1.0
    } else {
        easing.apply((elapsed / duration) as f32).into()
    }
}

/// A value that moves to 0 or 1. A new goal starts from the present value, with its full time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct Switch {
    begin: f64,
    pub(in crate::graph) value: f64,
    goal: f64,
    elapsed: f64,
    duration: f64,
}

impl Switch {
    pub(in crate::graph) fn at(value: f64) -> Self {
        Self {
            begin: value,
            value,
            goal: value,
            ..Self::default()
        }
    }

    pub(in crate::graph) fn advance(&mut self, goal: f64, duration: f64, easing: Easing, dt: f64) {
        if goal != self.goal {
            *self = Self {
                begin: self.value,
                value: self.value,
                goal,
                elapsed: 0.0,
                duration,
            };
        }
        self.elapsed += dt;
        self.value =
            self.begin + (self.goal - self.begin) * eased(easing, self.elapsed, self.duration);
    }
}

/// State of a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct ListState {
    pub(in crate::graph) active: Option<u16>,
    /// Weights at the time when the active pose was chosen.
    begins: Vec<f64>,
    pub(in crate::graph) weights: Vec<f64>,
    elapsed: f64,
    remaining: f64,
    /// As `begins`, for each bone: all bones of the first pose, then of the next; `bone_weights` is
    /// the same for `weights`. Both are empty while the bones go together.
    bone_begins: Vec<f64>,
    bone_weights: Vec<f64>,
}

/// What the choice of another pose of a list requires.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Switched {
    /// Whether the chosen pose starts over.
    pub(super) restarts: bool,
    /// Seconds over which the jump decays.
    pub(super) inertialize: Option<f64>,
}

impl ListState {
    pub(in crate::graph) fn new(count: usize) -> Self {
        Self {
            begins: Vec::with_capacity(count),
            weights: Vec::with_capacity(count),
            ..Self::default()
        }
    }

    /// Switches to the pose `to` at once.
    pub(super) fn snap(&mut self, to: u16, count: usize) {
        self.active = Some(to);
        self.weights.clear();
        self.weights
            .extend((0..count).map(|at| if at == usize::from(to) { 1.0 } else { 0.0 }));
        self.begins.clone_from(&self.weights);
        (self.elapsed, self.remaining) = (0.0, 0.0);
        self.bone_begins.clear();
        self.bone_weights.clear();
    }

    /// The less of it there is, the longer it takes.
    pub(super) fn switch(&mut self, to: u16, list: &List) -> Switched {
        let at = usize::from(to);
        let time = list.times[at].higher(0.0);
        let weight = self.weights[at];
        let restarts = list.restarts && weight <= f64::from(crate::transform::WEIGHT_EPSILON);
        if list.inertializes {
            self.snap(to, list.times.len());
            return Switched {
                restarts,
                inertialize: (time > 0.0).then_some(time),
            };
        }
        self.active = Some(to);
        self.begins.clone_from(&self.weights);
        self.bone_begins.clone_from(&self.bone_weights);
        (self.elapsed, self.remaining) = (0.0, time * (1.0 - weight).abs());
        Switched {
            restarts,
            inertialize: None,
        }
    }

    /// `profile` is that of the list, with the number of bones.
    pub(super) fn advance(
        &mut self,
        easing: Easing,
        dt: f64,
        profile: Option<(&BlendProfile, usize)>,
    ) {
        self.elapsed += dt;
        let alpha = eased(easing, self.elapsed, self.remaining);
        let active = self.active.map_or(usize::MAX, usize::from);
        let goal = |at: usize| if at == active { 1.0 } else { 0.0 };
        if alpha == 1.0 {
            self.begins
                .iter_mut()
                .enumerate()
                .for_each(|(at, begin)| *begin = goal(at));
        }
        let raw = |at: usize, begin: f64| begin + (goal(at) - begin) * alpha;
        let sum: f64 = self
            .begins
            .iter()
            .enumerate()
            .map(|(at, begin)| raw(at, *begin))
            .sum();
        for (at, (weight, begin)) in self.weights.iter_mut().zip(&self.begins).enumerate() {
            *weight = raw(at, *begin) / sum;
        }
        match profile.filter(|_| alpha < 1.0) {
            Some((profile, bones)) => self.weigh_bones(profile, bones, alpha, easing),
            None => {
                self.bone_begins.clear();
                self.bone_weights.clear();
            }
        }
    }

    /// Moves the weights of each bone on from where they were, so that no bone jumps when another
    /// pose is chosen during a blend.
    fn weigh_bones(&mut self, profile: &BlendProfile, bones: usize, alpha: f64, easing: Easing) {
        let Self {
            begins,
            bone_begins,
            bone_weights,
            elapsed,
            remaining,
            ..
        } = self;
        let count = begins.len();
        if bone_begins.len() != count * bones {
            bone_begins.clear();
            bone_begins.extend((0..count * bones).map(|at| begins[at / bones]));
        }
        bone_weights.resize(count * bones, 0.0);
        let active = self.active.map_or(usize::MAX, usize::from);
        let (elapsed, duration) = (*elapsed as f32, *remaining as f32);
        let progress = Progress {
            alpha: alpha as f32,
            elapsed,
            duration,
            easing,
        };
        for bone in 0..bones {
            let done = f64::from(profile.share(bone, &progress));
            let goal = |at: usize| if at == active { 1.0 } else { 0.0 };
            let raw = |at: usize| {
                let begin = bone_begins[at * bones + bone];
                begin + (goal(at) - begin) * done
            };
            let sum: f64 = (0..count).map(raw).sum();
            for at in 0..count {
                bone_weights[at * bones + bone] = raw(at) / sum;
            }
        }
    }

    /// Bones differ from the weights.
    pub(in crate::graph) fn is_by_bone(&self) -> bool {
        !self.bone_weights.is_empty()
    }

    /// The weights of the bones of a pose; empty while they go together.
    pub(super) fn bones(&self, at: usize) -> &[f64] {
        let bones = self.bone_weights.len() / self.weights.len().max(1);
        &self.bone_weights[at * bones..(at + 1) * bones]
    }
}
