//! What plays in a picture, in words.

use anim::{Graph, Names, graph::GraphState, instance::MontageState};

/// State machines that are named at most.
const MACHINES: usize = 2;

/// Content of the text in a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Caption {
    /// The name of what plays.
    pub name: String,
    /// Seconds on what plays.
    pub time: f64,
    /// The frame of a clip or a montage; None for what has no frames.
    pub frame: Option<u32>,
    /// The sections and states that play; empty without.
    pub state: String,
}

/// The sections of montages that play, and the states of the first machines of a graph with any
/// weight.
pub fn state_words<'a>(
    names: &Names,
    montages: impl IntoIterator<Item = &'a MontageState>,
    (graph, state): (&Graph, &GraphState),
) -> String {
    let section = |montage: &MontageState| names.text(montage.section).to_owned();
    let machines = graph
        .machines()
        .filter(|(node, _)| state.weight(*node) > 0.0)
        .filter_map(|(node, machine)| {
            let current = state.machine(graph, node)?.current()?;
            let found = machine.parts().states.get(usize::from(current))?;
            Some(names.text(found.name).to_owned())
        });
    let words: Vec<String> = machines
        .take(MACHINES)
        .chain(montages.into_iter().map(section))
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" · ")
}
