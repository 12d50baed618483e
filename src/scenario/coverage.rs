//! What of a library scenarios reach: states, transitions, sections, notifies, samples, warp windows
//! and clamps.

use crate::{
    play::{PlayedTick, play},
    reach::unreachable_states,
};
use anim::{
    Graph, Library, Name,
    event::{EventReason, Phase, Warped},
    graph::{Node, NodeId},
    ik::Reason,
    machine::Happened,
};
use asset::{Id, Scenario};
use engine::CharacterId;
use rayon::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Types of what can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CoverageKind {
    /// A state was current.
    State,
    /// A transition was taken.
    Transition,
    /// A section of a montage played.
    Section,
    /// A notify fired.
    Notify,
    /// A clip of a blend space had weight.
    Sample,
    /// A window of motion warping moved the root.
    WarpWindow,
    /// A control did not reach its target, or was held back by a limit.
    Clamp,
}

impl CoverageKind {
    /// Every type, in the order in which results list them.
    pub const ALL: [CoverageKind; 7] = [
        CoverageKind::State,
        CoverageKind::Transition,
        CoverageKind::Section,
        CoverageKind::Notify,
        CoverageKind::Sample,
        CoverageKind::WarpWindow,
        CoverageKind::Clamp,
    ];

    /// The type as one word, for programs.
    pub fn word(self) -> &'static str {
        match self {
            CoverageKind::State => "state",
            CoverageKind::Transition => "transition",
            CoverageKind::Section => "section",
            CoverageKind::Notify => "notify",
            CoverageKind::Sample => "sample",
            CoverageKind::WarpWindow => "warp_window",
            CoverageKind::Clamp => "clamp",
        }
    }
}

/// Something that scenarios can reach.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CoverageItem {
    pub kind: CoverageKind,
    /// Name of the graph, montage or clip.
    pub asset: Name,
    /// Name of the node of the graph; none in a montage or clip.
    pub node: Name,
    /// Name of the state, transition, section, notify, clip or warp target; none for a clamp.
    pub name: Name,
    /// What held a control back; None but for a clamp.
    pub clamp: Option<ClampReason>,
}

impl CoverageItem {
    /// An item by its name; `place` is the name of the asset, and of the node in a graph.
    pub fn of(kind: CoverageKind, place: (Name, Name), name: Name) -> Self {
        let (asset, node) = place;
        Self {
            kind,
            asset,
            node,
            name,
            clamp: None,
        }
    }
}

/// What held a control back, in the order of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClampReason(Reason);

impl ClampReason {
    /// The reason as one word, for programs.
    pub fn word(self) -> &'static str {
        self.0.word()
    }
}

impl Ord for ClampReason {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.word().cmp(other.word())
    }
}

impl PartialOrd for ClampReason {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Whether an item was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverageMark {
    Reached,
    /// No scenario reached it, and nothing is known beyond that.
    Unknown,
    /// A state that is proven to be out of reach, whatever is asked.
    Unreachable,
}

/// Every item of a library, and whether scenarios reached it.
pub type Coverage = BTreeMap<CoverageItem, CoverageMark>;

type ReachedItems = BTreeSet<CoverageItem>;

/// Plays scenarios on all processors and gathers what they reach. A scenario that cannot be played
/// reaches nothing.
pub fn coverage(library: &Arc<Library>, scenarios: &[(Id, &Scenario)]) -> Coverage {
    let reached: Vec<ReachedItems> = scenarios
        .par_iter()
        .map(|(_, scenario)| {
            let mut reached = ReachedItems::new();
            // What is wrong with its script is told as its failure.
            let _ = play(library, scenario, |tick| see(tick, &mut reached));
            reached
        })
        .collect();
    let mut found = everything(library);
    for item in reached.into_iter().flatten() {
        // Which clamps there might be, nobody knows; those that were met are listed.
        if item.kind == CoverageKind::Clamp {
            found.insert(item, CoverageMark::Reached);
        } else if let Some(mark) = found.get_mut(&item) {
            *mark = CoverageMark::Reached;
        }
    }
    found
}

fn everything(library: &Library) -> Coverage {
    let mut found = Coverage::new();
    let mut add = |item| {
        found.insert(item, CoverageMark::Unknown);
    };
    for montage in &library.montages {
        let of = |kind, name| CoverageItem::of(kind, (montage.name, Name::NONE), name);
        montage
            .sections
            .iter()
            .for_each(|it| add(of(CoverageKind::Section, it.name)));
        let warps = montage.warps.of();
        warps
            .iter()
            .for_each(|it| add(of(CoverageKind::WarpWindow, it.target)));
        let is_warp = |id: u64| warps.iter().any(|warp| warp.notify == id);
        let notifies = montage.notifies.iter().filter(|it| !is_warp(it.id));
        notifies.for_each(|it| add(of(CoverageKind::Notify, it.name)));
    }
    for clip in &library.clips {
        let notifies = clip.notifies.iter();
        notifies.for_each(|it| {
            add(CoverageItem::of(
                CoverageKind::Notify,
                (clip.name, Name::NONE),
                it.name,
            ))
        });
    }
    for graph in &library.graphs {
        of_graph(library, graph, &mut found);
    }
    found
}

fn of_graph(library: &Library, graph: &Graph, found: &mut Coverage) {
    for (node, machine) in graph.machines() {
        let place = (graph.name(), graph.node_name(node));
        let unreachable = unreachable_states(machine);
        let states = machine.parts().states.iter().zip(unreachable);
        for (state, is_unreachable) in states.filter(|(state, _)| state.conduit.is_none()) {
            let mark = if is_unreachable {
                CoverageMark::Unreachable
            } else {
                CoverageMark::Unknown
            };
            found.insert(
                CoverageItem::of(CoverageKind::State, place, state.name),
                mark,
            );
        }
        for transition in &machine.parts().transitions {
            let of = CoverageItem::of(CoverageKind::Transition, place, transition.name);
            found.insert(of, CoverageMark::Unknown);
        }
    }
    for (at, node) in graph.nodes().enumerate() {
        let place = (graph.name(), graph.node_name(at as NodeId));
        for clip in samples(graph, node) {
            let clip = library
                .clips
                .get(clip as usize)
                .map_or(Name::NONE, |clip| clip.name);
            found.insert(
                CoverageItem::of(CoverageKind::Sample, place, clip),
                CoverageMark::Unknown,
            );
        }
    }
}

/// Clips of the blend space of a node, by their index.
fn samples(graph: &Graph, node: &Node) -> Vec<u32> {
    let parts = graph.parts();
    let space = match node {
        Node::BlendSpace(it) => it.space,
        Node::BlendSpaceEvaluator(it) => it.space,
        Node::AimOffset(it) => match parts.aims.get(usize::from(it.aim)) {
            Some(aim) => aim.space,
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let play = parts.spaces.get(usize::from(space));
    play.map_or(Vec::new(), |play| {
        play.space
            .samples()
            .iter()
            .map(|sample| sample.clip)
            .collect()
    })
}

fn see(tick: &PlayedTick<'_>, reached: &mut ReachedItems) {
    for character in tick.evaluator.characters() {
        see_events(tick, character, reached);
        see_graph(tick, character, reached);
    }
}

fn see_events(tick: &PlayedTick<'_>, character: CharacterId, reached: &mut ReachedItems) {
    let events = tick.evaluator.events(character).iter();
    for event in events.filter(|event| event.reason == EventReason::Fired) {
        let kind = match event.phase {
            Phase::Notify | Phase::Begin => CoverageKind::Notify,
            Phase::Section { .. } | Phase::Jumped => CoverageKind::Section,
            Phase::Warp(Warped::Active) => CoverageKind::WarpWindow,
            _ => continue,
        };
        reached.insert(CoverageItem::of(
            kind,
            (event.asset, Name::NONE),
            event.name,
        ));
    }
}

fn see_graph(tick: &PlayedTick<'_>, character: CharacterId, reached: &mut ReachedItems) {
    let evaluator = tick.evaluator;
    let (Some(instance), Some(proxy)) = (evaluator.instance(character), evaluator.proxy(character))
    else {
        return;
    };
    let (graph, library) = (proxy.graph(), evaluator.library());
    for montage in instance.montage_states() {
        let of = (montage.montage, Name::NONE);
        reached.insert(CoverageItem::of(CoverageKind::Section, of, montage.section));
    }
    let place = |node: NodeId| (graph.name(), graph.node_name(node));
    for (node, machine) in graph.machines() {
        let states = &machine.parts().states;
        let own = proxy.happened().iter().filter(|(of, _)| *of == node);
        let entered = own.filter_map(|(_, what)| match what {
            Happened::Entered(state) => states.get(usize::from(*state)),
            _ => None,
        });
        reached
            .extend(entered.map(|it| CoverageItem::of(CoverageKind::State, place(node), it.name)));
        let taken = proxy.taken().iter().filter(|(of, _)| *of == node);
        let transitions = &machine.parts().transitions;
        let taken = taken.filter_map(|(_, taken)| transitions.get(usize::from(taken.transition)));
        reached.extend(
            taken.map(|it| CoverageItem::of(CoverageKind::Transition, place(node), it.name)),
        );
    }
    for part in proxy.playing() {
        let clip = part.clip.and_then(|clip| library.clips.get(clip as usize));
        reached.extend(
            clip.map(|clip| CoverageItem::of(CoverageKind::Sample, place(part.node), clip.name)),
        );
    }
    for (node, told) in proxy.state().told(graph) {
        if is_clamp(told.reason) {
            reached.insert(CoverageItem {
                clamp: Some(ClampReason(told.reason)),
                ..CoverageItem::of(CoverageKind::Clamp, place(node), Name::NONE)
            });
        }
    }
}

/// Whether a control was held back from its target.
fn is_clamp(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::Straight
            | Reason::TooClose
            | Reason::Unconverged
            | Reason::Soft
            | Reason::HingeLimit
            | Reason::Clamped
    )
}
