//! What a blend space gives now, and why it is that.

#[cfg(test)]
mod tests;

use super::compiled_space;
use anim::{Name, blend_space::Weights};
use asset::{
    BlendSpace,
    blend_space::{Axis, Division},
};
use studio::PreviewFrame;
use words::tr;

/// Weights that differ by less look alike.
const ALIKE: f64 = 5e-3;

/// Position and weights of a blend space: those that play now, or those that it would settle at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlendSpaceNow {
    /// Requested input in the axes' units.
    pub input: [f64; 2],
    /// Position after smoothing, in the axes' units.
    pub position: [f64; 2],
    /// One for each sample, 0 to 1.
    pub weights: Vec<f64>,
    /// Weight that each sample moves to, 0 to 1.
    pub goals: Vec<f64>,
}

/// A blend space that is previewed by itself plays in a graph of this name.
pub fn trial_of<'a>(
    space: &BlendSpace,
    frame: Option<&'a PreviewFrame>,
) -> Option<&'a PreviewFrame> {
    let trial = Name::new(&tr!("{} (trial)", space.name));
    frame.filter(|frame| frame.graph.name() == trial)
}

impl BlendSpaceNow {
    /// State of a blend space at this input; `frame` may play something else.
    pub fn of(space: &BlendSpace, frame: Option<&PreviewFrame>, input: [f64; 2]) -> Self {
        let count = space.samples.len() as u32;
        let compiled = compiled_space(space);
        let at_rest = |at: [f64; 2]| -> Vec<f64> {
            let mut weights = Weights::default();
            if let Some(space) = &compiled {
                space.weights(at, &mut weights);
            }
            (0..count).map(|sample| weights.of(sample)).collect()
        };
        let playing = trial_of(space, frame).and_then(|frame| {
            let nodes = 0..frame.graph.nodes().len() as anim::graph::NodeId;
            let mut states = nodes.filter_map(|node| frame.graph_state.space(&frame.graph, node));
            let state = states.next()?;
            let weights = (0..count).map(|sample| state.weight(sample)).collect();
            Some((state.position(), weights))
        });
        let (position, weights) = playing.unwrap_or_else(|| {
            let mut at = input;
            for (axis, value) in space.axes.iter().zip(&mut at) {
                *value = folded(axis, *value);
            }
            (at, at_rest(at))
        });
        Self {
            input,
            position,
            weights,
            goals: at_rest(position),
        }
    }

    /// Reasons for the present weights, one sentence each; `name` returns the name of a sample.
    pub fn reasons(&self, space: &BlendSpace, name: impl Fn(usize) -> String) -> Vec<String> {
        let axes = &space.axes[..space.axes.len().min(2)];
        let mut reasons: Vec<String> = axes
            .iter()
            .zip(self.input)
            .map(|(axis, input)| taken(axis, input))
            .collect();
        let is_smoothed = axes.iter().zip(self.input).zip(self.position);
        let is_smoothed = is_smoothed.into_iter().any(|((axis, input), position)| {
            let length = f64::from(axis.max - axis.min);
            (folded(axis, input) - position).abs() > 1e-3 * length
        });
        let place = |at: [f64; 2]| {
            let parts = axes.iter().zip(at).map(|(axis, at)| with_unit(axis, at));
            parts.collect::<Vec<_>>().join(", ")
        };
        reasons.push(if is_smoothed {
            tr!("Smoothed to {} on its way there.", place(self.position))
        } else {
            tr!("Smoothing has reached the input.").to_owned()
        });
        reasons.push(self.region(space, &name));
        let fading = self.weights.iter().zip(&self.goals).enumerate();
        let fading = fading.filter(|(_, (weight, goal))| (*weight - *goal).abs() > ALIKE);
        reasons.extend(fading.map(|(sample, (weight, goal))| {
            let speed = space.weight_speed;
            tr!(
                "{} goes from {weight:.3} to {goal:.3}, at most {speed:.1} per second.",
                name(sample)
            )
        }));
        reasons
    }

    /// Between which samples it is.
    fn region(&self, space: &BlendSpace, name: &impl Fn(usize) -> String) -> String {
        let mut near: Vec<usize> = (0..self.goals.len())
            .filter(|sample| self.goals[*sample] > 1e-6)
            .collect();
        near.sort_by(|a, b| self.goals[*b].total_cmp(&self.goals[*a]));
        let names: Vec<String> = near.iter().map(|sample| name(*sample)).collect();
        match (&names[..], space.division) {
            ([], _) => tr!("There is no sample.").to_owned(),
            ([one], _) => tr!("At {one}, or nearest to it."),
            (_, Division::Grid) => {
                tr!(
                    "Between lines of the grid, whose mixes are of {}.",
                    listed(&names)
                )
            }
            ([one, other], _) => tr!("On the line between {one} and {other}."),
            _ => tr!("In the triangle of {}.", listed(&names)),
        }
    }
}

fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => tr!("{} and {last}", first.join(", ")),
    }
}

fn with_unit(axis: &Axis, value: f64) -> String {
    let number = format!("{value:.2} {}", axis.unit);
    number.trim_end().to_owned()
}

/// Input as the runtime takes it: wrapped or clamped into the range of the axis.
fn folded(axis: &Axis, input: f64) -> f64 {
    let (min, max) = (f64::from(axis.min), f64::from(axis.max));
    if axis.wrap {
        min + (input - min).rem_euclid(max - min)
    } else {
        input.clamp(min, max)
    }
}

fn taken(axis: &Axis, input: f64) -> String {
    let (min, max) = (f64::from(axis.min), f64::from(axis.max));
    let (name, shown) = (&axis.name, with_unit(axis, input));
    if (min..=max).contains(&input) {
        return tr!("{name} {shown} is within its range.");
    }
    let end = with_unit(axis, folded(axis, input));
    if axis.wrap {
        tr!("{name} {shown} is beyond its range and comes in as {end}.")
    } else {
        tr!("{name} {shown} is beyond its range and counts as {end}.")
    }
}
