//! The last seconds of a graph: its parameters, and the states that its machines were in.

use anim::Name;
use std::collections::VecDeque;
use studio::Frame;

/// Seconds that are kept.
const SPAN: f64 = 10.0;

/// A state machine at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// Of the machine.
    pub node: u64,
    pub state: Name,
    /// Of the state in its machine, 0 to 1.
    pub weight: f32,
}

#[derive(Clone, Debug)]
struct Moment {
    /// Clock of the character, seconds.
    time: f64,
    parameters: Vec<f64>,
    /// Of machines that have weight.
    machines: Vec<Stand>,
}

#[derive(Default)]
pub struct History {
    names: Vec<Name>,
    /// The oldest first, each later than the one before.
    moments: VecDeque<Moment>,
}

/// A state that a machine was in for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub state: Name,
    /// Seconds.
    pub from: f64,
    pub to: f64,
    /// How its weight went: seconds, and 0 to 1.
    pub weights: Vec<(f64, f32)>,
}

impl History {
    pub fn add(&mut self, frame: &Frame) {
        let machines = frame.graph.machines().filter_map(|(node, machine)| {
            let state = frame.graph_state.machine(&frame.graph, node)?;
            let current = state.current().filter(|_| frame.graph_state.weight(node) > 0.0)?;
            Some(Stand {
                node: *frame.graph.parts().ids.get(usize::from(node))?,
                state: machine.parts().states.get(usize::from(current))?.name,
                weight: state.weight_of(current) as f32,
            })
        });
        let (names, parameters): (Vec<Name>, Vec<f64>) = frame.graph_state.parameters().unzip();
        self.take(names, Moment { time: frame.time, parameters, machines: machines.collect() });
    }

    /// Other parameters, and a time that has been, begin anew. At one time the newest counts.
    fn take(&mut self, names: Vec<Name>, moment: Moment) {
        let is_before = self.moments.back().is_some_and(|last| last.time > moment.time);
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

    /// Of the newest moment, seconds; None where nothing played yet.
    pub fn now(&self) -> Option<f64> {
        self.moments.back().map(|moment| moment.time)
    }

    /// A parameter over time: seconds before now, which is 0, and its value.
    pub fn parameter(&self, name: Name) -> Vec<[f64; 2]> {
        let (Some(at), Some(now)) = (self.names.iter().position(|known| *known == name), self.now()) else {
            return Vec::new();
        };
        self.moments.iter().map(|moment| [moment.time - now, moment.parameters[at]]).collect()
    }

    /// The states of a machine in the last seconds, the oldest first. Where it had no weight there is none.
    pub fn blocks(&self, node: u64, seconds: f64) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
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
                blocks.push(Block { state, from, to, weights: Vec::new() });
            }
            is_open = true;
            if let Some(last) = blocks.last_mut() {
                last.weights.push((moment.time, stand.weight));
            }
        }
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(time: f64, value: f64, state: Option<u64>) -> Moment {
        let machines = state.map(|state| Stand { node: 7, state: Name(state), weight: 1.0 });
        Moment { time, parameters: vec![value], machines: machines.into_iter().collect() }
    }

    fn spans(history: &History, seconds: f64) -> Vec<(u64, f64, f64)> {
        history.blocks(7, seconds).iter().map(|block| (block.state.0, block.from, block.to)).collect()
    }

    #[test]
    fn states_are_blocks_that_meet_and_what_rests_leaves_a_gap() {
        let mut history = History::default();
        let states = [Some(1), Some(1), Some(2), None, Some(2), Some(2)];
        for (at, state) in states.into_iter().enumerate() {
            history.take(vec![Name(9)], moment(at as f64, 0.5, state));
        }
        assert_eq!(spans(&history, 10.0), [(1, 0.0, 2.0), (2, 2.0, 2.0), (2, 4.0, 5.0)]);
        assert_eq!(spans(&history, 1.0), [(2, 4.0, 5.0)], "of the last seconds");
        assert_eq!(history.blocks(8, 10.0), [], "of no such machine");
    }

    #[test]
    fn ten_seconds_are_kept_and_a_time_before_begins_anew() {
        let mut history = History::default();
        for at in 0..200 {
            history.take(vec![Name(9)], moment(f64::from(at) / 10.0, f64::from(at), None));
        }
        let values = history.parameter(Name(9));
        assert_eq!((values[0][0].round(), values.last()), (-10.0, Some(&[0.0, 199.0])));
        history.take(vec![Name(9)], moment(19.9, 5.0, None));
        assert_eq!(history.parameter(Name(9)).len(), values.len(), "the newest of a time");
        assert_eq!(history.parameter(Name(9)).last(), Some(&[0.0, 5.0]));
        assert_eq!(history.parameter(Name(8)), [] as [[f64; 2]; 0]);
        history.take(vec![Name(9)], moment(1.0, 0.0, None));
        assert_eq!(history.parameter(Name(9)).len(), 1);
        history.take(vec![Name(8)], moment(2.0, 0.0, None));
        assert_eq!(history.parameter(Name(8)).len(), 1, "other parameters");
    }
}
