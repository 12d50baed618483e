//! What an instance keeps of a control.

use super::{
    feet::Stood,
    gait::RootMotionGait,
    memory::Memory,
    target::MOST_INPUTS,
    told::{ControlReport, WarpDecision},
};
use crate::graph::{data::interpolation::RateFollower, run::blends::Switch};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct ControlState {
    /// Alpha as the update found it; with a curve, the alpha of the last evaluation until the pose
    /// is known.
    pub(super) alpha: f32,
    pub(super) switch: Option<Switch>,
    /// Follower that moves the alpha to its goal.
    pub(super) following: RateFollower,
    /// The level of detail, the bones and the inputs allow it.
    pub(super) runs: bool,
    /// Whether the control's bones exist and lie as it needs them; None until they are looked up
    /// for this graph and skeleton.
    pub(super) able: Option<bool>,
    /// Whether the control reaches for warp targets; looked up along with its bones.
    pub(super) seeks: bool,
    /// Looked for along with its bones.
    pub(super) names_virtual_bones: bool,
    /// Input values in the order of the control's kind; finite.
    pub(super) inputs: [f64; MOST_INPUTS],
    /// Seconds since the last evaluation.
    waiting: f64,
    /// Frame of the last evaluation; `dt` is the time step of that evaluation, seconds.
    frame: u64,
    dt: f64,
    /// Memory before the last evaluation; `after` is the memory after it. A second evaluation in a
    /// tick begins where the first one did.
    before: Memory,
    after: Memory,
    /// State of feet on the ground; None until the control ran.
    pub(super) stood: Option<Box<Stood>>,
    /// Reports of the last tick; empty if the control did not run.
    pub(super) told: Vec<ControlReport>,
    /// Decision of pose warping in the last tick; None if it did not run.
    pub(super) warped: Option<WarpDecision>,
    /// Gait of a control that root motion goes through.
    pub(super) gait: RootMotionGait,
}

impl ControlState {
    /// Adds `dt` seconds to the time since the last evaluation, for kinds that remember.
    pub(super) fn pass_time(&mut self, dt: f64) {
        self.waiting += dt;
    }

    /// Makes the control look up its bones again, after its graph or its skeleton changed.
    pub(in crate::graph) fn rebind(&mut self) {
        self.able = None;
    }

    /// Resets the state as if the control had never run.
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

    /// Clears the memory for a tick in which the control did not run, so that it starts over in the
    /// next tick.
    pub(super) fn pause(&mut self, frame: u64) {
        self.begin_control(frame);
        self.end(Memory::Nothing);
        self.stood
            .as_mut()
            .into_iter()
            .for_each(|stood| stood.pause());
    }
}
