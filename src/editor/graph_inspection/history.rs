//! The last seconds of a graph: its parameters, the states that its machines were in, and what its
//! placed feet did.

#[cfg(test)]
mod tests;

use anim::{Name, ik::LockWord};
use std::collections::VecDeque;
use studio::PreviewFrame;
use words::tr;

/// Seconds that are kept.
const SPAN: f64 = 10.0;

/// A state machine at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// The authored id of the machine's node.
    pub node: u64,
    /// The state that has the machine now.
    pub state: Name,
    /// Weight of the state in its machine, 0 to 1.
    pub weight: f32,
}

#[derive(Clone, Debug)]
struct GraphMoment {
    /// Clock of the character, seconds.
    time: f64,
    parameters: Vec<f64>,
    /// Current states of machines that have weight.
    machines: Vec<Stand>,
    feet: Vec<FootLock>,
}

/// A placed foot at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootLock {
    /// The authored id of the node that places it.
    pub node: u64,
    /// Index of the foot in the skeleton.
    pub bone: u16,
    /// State of the foot at this moment, and the reason if the foot was released.
    pub word: LockWord,
}

/// One state of a placed foot that lasted for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootLockBlock {
    /// State of the foot, the same for the whole block.
    pub word: LockWord,
    /// Start of the block on the clock of the character, seconds.
    pub from: f64,
    /// Seconds; the last block ends with the newest moment.
    pub to: f64,
}

/// Parameters and states of the last 10 s; other parameters, or time that goes back, clear it.
#[derive(Default)]
pub struct GraphHistory {
    names: Vec<Name>,
    /// The oldest first, each later than the one before.
    moments: VecDeque<GraphMoment>,
}

/// A state that a machine was in for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct StateBlock {
    /// The name of the state in its machine.
    pub state: Name,
    /// Start of the block on the clock of the character, seconds.
    pub from: f64,
    /// Seconds; the last block ends with the newest moment.
    pub to: f64,
    /// Weights of the state over time: seconds on the clock of the character, and 0 to 1.
    pub weights: Vec<(f64, f32)>,
}

impl GraphHistory {
    /// Records a frame. One of the same time takes the place of the last.
    pub fn add(&mut self, frame: &PreviewFrame) {
        let machines = frame.graph.machines().filter_map(|(node, machine)| {
            let state = frame.graph_state.machine(&frame.graph, node)?;
            let current = state
                .current()
                .filter(|_| frame.graph_state.weight(node) > 0.0)?;
            Some(Stand {
                node: *frame.graph.parts().ids.get(usize::from(node))?,
                state: machine.parts().states.get(usize::from(current))?.name,
                weight: state.weight_of(current) as f32,
            })
        });
        let feet = frame.graph_state.told(&frame.graph);
        let feet = feet.filter_map(|(node, told)| {
            Some(FootLock {
                node: *frame.graph.parts().ids.get(usize::from(node))?,
                bone: told.bone,
                word: told.lock?,
            })
        });
        let (names, parameters): (Vec<Name>, Vec<f64>) = frame.graph_state.parameters().unzip();
        self.take(
            names,
            GraphMoment {
                time: frame.time,
                parameters,
                machines: machines.collect(),
                feet: feet.collect(),
            },
        );
    }

    /// Adds a moment. Other parameters, or a time before the last moment, clear the history first.
    /// Of two moments at one time, the newer one counts.
    fn take(&mut self, names: Vec<Name>, moment: GraphMoment) {
        let is_before = self
            .moments
            .back()
            .is_some_and(|last| last.time > moment.time);
        if self.names != names || is_before {
            self.moments.clear();
            self.names = names;
        }
        self.moments.pop_back_if(|last| last.time == moment.time);
        let first = moment.time - SPAN;
        self.moments.push_back(moment);
        while self.moments.get(1).is_some_and(|next| next.time <= first) {
            self.moments.pop_front();
        }
    }

    /// Time of the newest moment, seconds; None where nothing played yet.
    pub fn now(&self) -> Option<f64> {
        self.moments.back().map(|moment| moment.time)
    }

    /// A parameter over time: seconds before now, which is 0, and its value.
    pub fn parameter(&self, name: Name) -> Vec<[f64; 2]> {
        let (Some(at), Some(now)) = (
            self.names.iter().position(|known| *known == name),
            self.now(),
        ) else {
            return Vec::new();
        };
        self.moments
            .iter()
            .map(|moment| [moment.time - now, moment.parameters[at]])
            .collect()
    }

    /// Blocks of states of a machine in the last seconds, oldest first. A time without weight has
    /// no block.
    pub fn blocks(&self, node: u64, seconds: f64) -> Vec<StateBlock> {
        let mut blocks: Vec<StateBlock> = Vec::new();
        let mut is_open = false;
        let first = self.now().unwrap_or(0.0) - seconds;
        for moment in self.moments.iter().filter(|moment| moment.time >= first) {
            let Some(stand) = moment.machines.iter().find(|stand| stand.node == node) else {
                is_open = false;
                continue;
            };
            if let Some(last) = blocks.last_mut().filter(|_| is_open) {
                last.to = moment.time;
            }
            if !is_open || blocks.last().is_some_and(|last| last.state != stand.state) {
                let (state, from, to) = (stand.state, moment.time, moment.time);
                blocks.push(StateBlock {
                    state,
                    from,
                    to,
                    weights: Vec::new(),
                });
            }
            is_open = true;
            if let Some(last) = blocks.last_mut() {
                last.weights.push((moment.time, stand.weight));
            }
        }
        blocks
    }

    /// Blocks of one foot of a node in the last seconds, oldest first. A time without a record of
    /// the foot has no block.
    pub fn locks(&self, (node, bone): (u64, u16), seconds: f64) -> Vec<FootLockBlock> {
        let mut blocks: Vec<FootLockBlock> = Vec::new();
        let mut is_open = false;
        let first = self.now().unwrap_or(0.0) - seconds;
        for moment in self.moments.iter().filter(|moment| moment.time >= first) {
            let (from, to) = (moment.time, moment.time);
            let is_it = |foot: &&FootLock| (foot.node, foot.bone) == (node, bone);
            let Some(foot) = moment.feet.iter().find(is_it) else {
                is_open = false;
                continue;
            };
            if let Some(last) = blocks.last_mut().filter(|_| is_open) {
                last.to = to;
            }
            if !is_open || blocks.last().is_some_and(|last| last.word != foot.word) {
                let word = foot.word;
                blocks.push(FootLockBlock { word, from, to });
            }
            is_open = true;
        }
        blocks
    }
}

/// Short phrase for the state of a placed foot, and for the reason of its release.
pub fn lock_sentence(lock: LockWord) -> &'static str {
    match lock {
        LockWord::Free => tr!("free"),
        LockWord::Lock => tr!("planted"),
        LockWord::Hold => tr!("held"),
        LockWord::Radius => tr!("released: distance exceeded"),
        LockWord::Angle => tr!("released: angle exceeded"),
        LockWord::Reach => tr!("released: the leg is too short"),
        LockWord::Ground => tr!("released: no ground"),
        LockWord::Curve => tr!("released by its curve"),
        LockWord::Air => tr!("in the air"),
        LockWord::Teleport => tr!("released: teleport"),
    }
}
