//! What expressions ask: of parameters, of the pose, and of the player that matters in a state of a
//! machine.

use super::{
    playing::{Foremost, Players},
    reached::Reached,
    state::GraphState,
    tick::Tick,
};
use crate::{
    Name,
    machine::PlayerView,
    program::{Environment, Query, name_value},
    sync::{GroupFrame, SyncGroups},
};

/// Outside a machine: there is no player to ask about.
pub(in crate::graph) struct Inputs<'a> {
    parameters: &'a [f64],
    curves: &'a [(Name, f32)],
    /// Alpha of the transition whose graph is updated; None without one.
    transition: Option<f64>,
    groups: &'a SyncGroups,
}

impl Environment for Inputs<'_> {
    fn parameter(&self, index: u16) -> f64 {
        self.parameters[usize::from(index)]
    }

    fn query(&self, query: Query) -> Option<f64> {
        match query {
            Query::Curve(name) => Some(curve(self.curves, name)),
            Query::TransitionAlpha => self.transition,
            query => of_group(self.groups, query),
        }
    }
}

impl GraphState {
    pub(in crate::graph) fn inputs(&self) -> Inputs<'_> {
        Inputs {
            parameters: &self.parameters,
            curves: &self.curves,
            transition: self.transition,
            groups: &self.groups,
        }
    }
}

/// Value of a curve of the pose that was evaluated last; 0 if the pose has no such curve.
fn curve(curves: &[(Name, f32)], name: Name) -> f64 {
    curves
        .binary_search_by_key(&name, |entry| entry.0)
        .map_or(0.0, |at| curves[at].1.into())
}

/// Answer about sync groups, as they moved in the last tick; None if the query is not about sync
/// groups.
fn of_group(groups: &SyncGroups, query: Query) -> Option<f64> {
    let position = |name| groups.group(name).and_then(GroupFrame::position);
    Some(match query {
        Query::SyncPrevious(group) => name_value(position(group).map_or(Name::NONE, |at| at.prev)),
        Query::SyncNext(group) => name_value(position(group).map_or(Name::NONE, |at| at.next)),
        Query::SyncFraction(group) => groups.group(group).map_or(0.0, |group| group.ratios().1),
        Query::SyncPassed { group, marker } => f64::from(u8::from(
            groups
                .group(group)
                .is_some_and(|group| group.passed(marker)),
        )),
        Query::SyncTimeTo { group, marker } => groups
            .group(group)
            .and_then(|group| group.time_to(marker))
            .unwrap_or(f64::INFINITY),
        _ => return None,
    })
}

/// What the rules of a machine query outside the machine. Players are identified by their nodes.
pub(super) struct RuleQueries<'a> {
    pub(super) all: Players<'a>,
    pub(super) nodes: &'a [Reached],
    pub(super) curves: &'a [(Name, f32)],
    pub(super) groups: &'a SyncGroups,
    pub(super) frame: u64,
    pub(super) tick: &'a Tick<'a>,
}

impl RuleQueries<'_> {
    pub(super) fn view(&self, node: u32) -> PlayerView {
        let view = self.all.view(node, self.tick);
        PlayerView {
            turned: view.turned && self.moved_last(node),
            ..view
        }
    }

    /// Answers a query: where nothing plays, nothing is passed and nothing is active.
    pub(super) fn answer(&self, player: Option<u32>, query: Query) -> Option<f64> {
        let is_true = match query {
            Query::Curve(name) => return Some(curve(self.curves, name)),
            Query::MarkerPassed(name) => self
                .foremost(player)
                .is_some_and(|foremost| foremost.has_passed(name)),
            Query::NotifyActive(name) => self
                .foremost(player)
                .is_some_and(|foremost| foremost.is_active(name)),
            query => return of_group(self.groups, query),
        };
        Some(f64::from(u8::from(is_true)))
    }

    fn moved_last(&self, node: u32) -> bool {
        self.nodes[node as usize].frame + 1 >= self.frame
    }

    /// The newest clip of a player, or the heaviest of a blend space; none where it did not move in
    /// the last tick.
    fn foremost(&self, player: Option<u32>) -> Option<Foremost<'_>> {
        let node = player.filter(|node| self.moved_last(*node))? as usize;
        let placed = &self.tick.graph.nodes[node];
        placed
            .node
            .as_kind()
            .foremost(placed.state.into(), &self.all, self.tick)
    }
}
