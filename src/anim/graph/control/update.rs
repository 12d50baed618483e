//! The update of a control: its alpha, its inputs, and whether it runs.

use super::{Control, ControlReport, Fault};
use crate::{
    Skeleton,
    graph::{GraphState, Tick},
    ik::Reason,
    mesh_levels::runs_at,
    program::truth,
    transform::WEIGHT_EPSILON,
};

impl GraphState {
    #[inline(never)]
    pub(in crate::graph) fn update_control(
        &mut self,
        at: usize,
        control: u16,
        tick: &Tick<'_>,
        became_relevant: bool,
    ) {
        let control = &tick.graph.parts().controls[usize::from(control)];
        let place = usize::from(tick.graph.nodes[at].state);
        let known = self.controls[place].switch.filter(|_| !became_relevant);
        let read = control.alpha.value().map(|value| self.read(*value, tick));
        let switch = control
            .alpha
            .switched(read.is_some_and(truth), known, tick.dt);
        let runs = runs_at(control.lod_threshold, tick.lod)
            && self.is_able((at, place), control, &tick.skeleton)
            && self.read_inputs((at, place), control, tick);
        let state = &mut self.controls[place];
        let lacking = if runs && state.seeks {
            control.kind.lacks(&tick.targets)
        } else {
            None
        };
        (state.switch, state.runs) = (switch, runs && lacking.is_none());
        state.told.clear();
        state.warped = None;
        if became_relevant {
            state.following = Default::default();
        }
        state.following.pass_time(tick.dt);
        if let Some(read) = read {
            let goal = control
                .alpha
                .shaped(switch.map_or(read, |switch| switch.value));
            state.alpha = state
                .following
                .at(self.frame, goal.into(), control.alpha.interpolation)
                as f32;
        }
        let is_idle = read.is_some() && state.alpha <= WEIGHT_EPSILON;
        if let Some(bone) = lacking.filter(|_| !is_idle) {
            state
                .told
                .push(ControlReport::new(bone, Reason::TargetMissing));
        }
        if control.kind.remembers() {
            if became_relevant || is_idle || !state.runs || tick.teleported {
                state.forget();
            }
            state.pass_time(tick.dt);
        }
    }

    /// Looked for once in a graph and a skeleton.
    #[inline]
    fn is_able(
        &mut self,
        (at, place): (usize, usize),
        control: &Control,
        skeleton: &Skeleton,
    ) -> bool {
        match self.controls[place].able {
            Some(able) => able,
            None => {
                let able = self.look_for_bones(at, control, skeleton);
                let state = &mut self.controls[place];
                (state.able, state.seeks) = (Some(able), control.kind.seeks());
                state.names_virtual_bones = control.kind.names_virtual_bones(skeleton);
                able
            }
        }
    }

    /// Whether its bones are there, and lie as it needs them.
    #[inline(never)]
    fn look_for_bones(&mut self, at: usize, control: &Control, skeleton: &Skeleton) -> bool {
        let mut is_there = true;
        control
            .kind
            .for_each_bone(|bone| is_there &= usize::from(bone) < skeleton.len());
        let places = skeleton.len() + skeleton.virtual_bones.len();
        control
            .kind
            .for_each_place(|bone| is_there &= usize::from(bone) < places);
        if !control.kind.has_spaces(skeleton) {
            self.faults.tell(at, Fault::Space);
        }
        let fault = if is_there {
            (!control.kind.is_chain(skeleton)).then_some(Fault::Chain)
        } else {
            Some(Fault::Bone)
        };
        fault
            .into_iter()
            .for_each(|fault| self.faults.tell(at, fault));
        fault.is_none()
    }

    /// Reads the inputs of a control. If a number is not finite, reports a fault, keeps the old
    /// inputs and returns false.
    fn read_inputs(
        &mut self,
        (at, place): (usize, usize),
        control: &Control,
        tick: &Tick<'_>,
    ) -> bool {
        let mut inputs = [0.0; super::target::MOST_INPUTS];
        let mut count = 0;
        control.kind.for_each_input(|value| {
            inputs[count] = self.read(*value, tick);
            count += 1;
        });
        let is_finite = inputs.iter().all(|input| input.is_finite());
        if is_finite {
            self.controls[place].inputs = inputs;
        } else {
            self.faults.tell(at, Fault::Number);
        }
        is_finite
    }
}
