//! What an instance keeps of a control.

use super::{
    feet::Stood,
    gait::RootMotionGait,
    memory::Memory,
    target::MOST_INPUTS,
    told::{ControlReport, WarpDecision},
};
use crate::graph::{data::interpolation::RateFollower, run::blends::Switch};

#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::graph) struct ControlState {
    /// As the update found it; of a curve it is that of the last evaluation until the pose is
    /// known.
    pub(super) alpha: f32,
    pub(super) switch: Option<Switch>,
    /// The alpha on its way.
    pub(super) following: RateFollower,
    /// The level of detail, the bones and the inputs allow it.
    pub(super) runs: bool,
    /// Its bones are there, and lie as it needs them; None until it was looked for in this graph
    /// and skeleton.
    pub(super) able: Option<bool>,
    /// It reaches for warp targets; looked for along with its bones.
    pub(super) seeks: bool,
    /// Looked for along with its bones.
    pub(super) names_virtual_bones: bool,
    /// In the order of the kind; finite.
    pub(super) inputs: [f64; MOST_INPUTS],
    /// Seconds since the last evaluation.
    waiting: f64,
    /// Of the last evaluation, and the seconds that it went on.
    frame: u64,
    dt: f64,
    /// Before and after the last evaluation: a second one in a tick begins where the first one did.
    before: Memory,
    after: Memory,
    /// Of feet on the ground; None until it ran.
    pub(super) stood: Option<Box<Stood>>,
    /// What it decided in the last tick; empty where it did not run.
    pub(super) told: Vec<ControlReport>,
    /// As `told`, of pose warping.
    pub(super) warped: Option<WarpDecision>,
    /// Of one that root motion goes through.
    pub(super) gait: RootMotionGait,
}

impl ControlState {
    /// For kinds that remember.
    pub(super) fn pass_time(&mut self, dt: f64) {
        self.waiting += dt;
    }

    /// Its graph or its skeleton is another one.
    pub(in crate::graph) fn rebind(&mut self) {
        self.able = None;
    }

    /// As if it had never run.
    pub(super) fn forget(&mut self) {
        (self.waiting, self.before, self.after) = (0.0, Memory::Nothing, Memory::Nothing);
        self.stood
            .as_mut()
            .into_iter()
            .for_each(|stood| stood.forget());
        self.gait = RootMotionGait::Nothing;
    }

    /// Seconds to go on by, and from where.
    pub(super) fn begin_control(&mut self, frame: u64) -> (f64, Memory) {
        if self.frame != frame {
            (self.frame, self.dt, self.before) = (frame, self.waiting, self.after);
            self.waiting = 0.0;
            self.stood
                .as_mut()
                .into_iter()
                .for_each(|stood| stood.go_on());
        }
        (self.dt, self.before)
    }

    pub(super) fn end(&mut self, memory: Memory) {
        self.after = memory;
    }

    /// It did not run in this tick, and begins anew in the next.
    pub(super) fn pause(&mut self, frame: u64) {
        self.begin_control(frame);
        self.end(Memory::Nothing);
        self.stood
            .as_mut()
            .into_iter()
            .for_each(|stood| stood.pause());
    }
}
