//! The nodes of a graph as a tree, from the output along the links; saved poses apart. Weights as
//! they play.

#[cfg(test)]
mod tests;

use super::{host::GraphPanelHost, rows::note_ui};
use crate::{
    action::{EditorAction, GraphAction, SelectAction},
    canvas, icons, parts, theme,
};
use asset::{
    Id, PoseGraph, Project,
    graph::{Node, NodeKind, StateKind},
};
use document::Selection;
use egui::{Align2, Color32, Rect, Sense, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use std::collections::{BTreeMap, BTreeSet};
use words::tr;

const INDENT: f32 = 14.0;

/// What a row of the graph tree represents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GraphTreeItem {
    /// A heading; what it stands for.
    Group(usize),
    Node(Id),
    State {
        machine: Id,
        state: Id,
        is_conduit: bool,
    },
}

/// One row of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphTreeRow {
    /// A heading, node or state.
    pub what: GraphTreeItem,
    /// Levels below the top; each indents the row.
    pub depth: usize,
    /// Title, as the row shows it.
    pub title: String,
    icon: &'static str,
}

impl GraphTreeRow {
    /// Id of the row's node or state; None for a heading.
    fn item(&self) -> Option<Id> {
        match self.what {
            GraphTreeItem::Group(_) => None,
            GraphTreeItem::Node(id) | GraphTreeItem::State { state: id, .. } => Some(id),
        }
    }
}

/// All rows, each before those below it. A row of nodes that each lead on to one is not indented:
/// it is one line of work.
pub fn rows(project: &Project, graph: &PoseGraph) -> Vec<GraphTreeRow> {
    let nodes = graph
        .wiring
        .nodes
        .iter()
        .map(|node| (node.id, node))
        .collect();
    let mut tree = Tree {
        project,
        graph,
        nodes,
        seen: BTreeSet::new(),
        rows: Vec::new(),
    };
    tree.group(tr!("Pose graph"), icons::PATH, 0, |tree| {
        if let Some(output) = graph.wiring.output {
            tree.node(output, 1);
        }
    });
    let of = |wanted: fn(&Node) -> bool| {
        graph
            .wiring
            .nodes
            .iter()
            .filter(move |node| wanted(node))
            .map(|node| node.id)
    };
    let saved: Vec<Id> = of(|node| matches!(node.kind, NodeKind::SavedPose(_))).collect();
    if !saved.is_empty() {
        tree.group(
            tr!("Saved poses"),
            icons::FLOPPY_DISK,
            saved.len(),
            |tree| {
                saved.into_iter().for_each(|id| tree.node(id, 1));
            },
        );
    }
    let taken: BTreeSet<Id> = graph
        .wiring
        .nodes
        .iter()
        .flat_map(|node| node.kind.pins())
        .filter_map(|pin| pin.source)
        .collect();
    // Those that lead somewhere first, then rings.
    let loose = of(|_| true)
        .filter(|id| !taken.contains(id))
        .chain(of(|_| true));
    let loose: Vec<Id> = loose.filter(|id| !tree.seen.contains(id)).collect();
    if !loose.is_empty() {
        tree.group(tr!("Not connected"), icons::WARNING, 0, |tree| {
            loose.into_iter().for_each(|id| tree.node(id, 1))
        });
    }
    tree.rows
}

struct Tree<'a> {
    project: &'a Project,
    graph: &'a PoseGraph,
    nodes: BTreeMap<Id, &'a Node>,
    seen: BTreeSet<Id>,
    rows: Vec<GraphTreeRow>,
}

impl Tree<'_> {
    fn group(
        &mut self,
        title: &str,
        icon: &'static str,
        count: usize,
        inside: impl FnOnce(&mut Self),
    ) {
        self.rows.push(GraphTreeRow {
            what: GraphTreeItem::Group(count),
            depth: 0,
            title: title.to_owned(),
            icon,
        });
        inside(self);
    }

    /// Each once, so that a ring ends.
    fn node(&mut self, id: Id, depth: usize) {
        let mut next = Some(id);
        while let Some(id) = next.take().filter(|id| self.seen.insert(*id)) {
            let Some(node) = self.nodes.get(&id).copied() else {
                return;
            };
            let title = canvas::title(self.project, self.graph, node);
            self.rows.push(GraphTreeRow {
                what: GraphTreeItem::Node(id),
                depth,
                title,
                icon: canvas::icon(&node.kind),
            });
            let pins = node.kind.pins();
            if let NodeKind::StateMachine(machine) = &node.kind {
                for state in &machine.states {
                    let is_conduit = matches!(state.kind, StateKind::Conduit { .. });
                    let what = GraphTreeItem::State {
                        machine: id,
                        state: state.id,
                        is_conduit,
                    };
                    self.rows.push(GraphTreeRow {
                        what,
                        depth: depth + 1,
                        title: state.name.clone(),
                        icon: "",
                    });
                    let own = pins
                        .iter()
                        .filter(|pin| pin.state == Some(state.id))
                        .filter_map(|pin| pin.source);
                    own.collect::<Vec<_>>()
                        .into_iter()
                        .for_each(|source| self.node(source, depth + 2));
                }
                let crossings = pins
                    .iter()
                    .filter(|pin| pin.state.is_none())
                    .filter_map(|pin| pin.source);
                crossings
                    .collect::<Vec<_>>()
                    .into_iter()
                    .for_each(|source| self.node(source, depth + 1));
                return;
            }
            let sources: Vec<Id> = pins.iter().filter_map(|pin| pin.source).collect();
            match sources[..] {
                [one] if pins.len() == 1 => next = Some(one),
                _ => sources
                    .into_iter()
                    .for_each(|source| self.node(source, depth + 1)),
            }
        }
    }
}

/// What rows show of the frame: weights, and which states are current.
struct GraphTreeWeights<'a> {
    live: Option<canvas::Live<'a>>,
    states: BTreeMap<Id, f32>,
    current: BTreeSet<Id>,
}

impl<'a> GraphTreeWeights<'a> {
    fn of(host: &GraphPanelHost<'a>) -> Self {
        let live = canvas::Live::new(host.graph, host.frame);
        let (mut states, mut current) = (BTreeMap::new(), BTreeSet::new());
        if let Some(live) = &live {
            for (id, machine) in host.graph.wiring.machines() {
                states.extend(live.states(id, machine));
                current.extend(live.current(id, machine).map(|(state, _)| state));
            }
        }
        Self {
            live,
            states,
            current,
        }
    }

    /// Weight of an item; None while nothing plays, and for conduits and headings, which have no
    /// weight.
    fn weight(&self, what: GraphTreeItem) -> Option<f32> {
        let live = self.live.as_ref()?;
        match what {
            GraphTreeItem::Node(id) => Some(live.weight(id)),
            GraphTreeItem::State {
                is_conduit: true, ..
            }
            | GraphTreeItem::Group(_) => None,
            GraphTreeItem::State { state, .. } => {
                Some(self.states.get(&state).copied().unwrap_or(0.0))
            }
        }
    }
}

/// Returns whether the row of the whole graph was clicked.
pub fn tree_ui(
    ui: &mut Ui,
    host: &GraphPanelHost<'_>,
    filter: &mut String,
    actions: &mut Vec<EditorAction>,
) -> bool {
    let all = rows(host.project, host.graph);
    if all.len() == 1 {
        note_ui(ui, tr!("No nodes yet. Press Tab on the canvas to add one."));
        return false;
    }
    let wanted = filter.trim().to_lowercase();
    let weights = GraphTreeWeights::of(host);
    let mut folded: Option<usize> = None;
    let (mut is_any, mut is_whole) = (false, false);
    for (at, row) in all.iter().enumerate() {
        if wanted.is_empty() {
            if folded.is_some_and(|depth| row.depth > depth) {
                continue;
            }
            let has_below = all.get(at + 1).is_some_and(|next| next.depth > row.depth);
            let done = row_ui(ui, host, row, &weights, has_below);
            folded = done.is_folded.then_some(row.depth);
            choose(host, row, done, actions);
            is_whole |= done.is_clicked && at == 0;
            is_any = true;
        } else if row.title.to_lowercase().contains(&wanted)
            && !matches!(row.what, GraphTreeItem::Group(_))
        {
            let done = row_ui(
                ui,
                host,
                &GraphTreeRow {
                    depth: 0,
                    ..row.clone()
                },
                &weights,
                false,
            );
            choose(host, row, done, actions);
            is_any = true;
        }
    }
    if !is_any {
        crate::panels::assets::no_match_ui(ui, filter);
    }
    ui.add_space(4.0);
    is_whole
}

fn choose(
    host: &GraphPanelHost<'_>,
    row: &GraphTreeRow,
    done: GraphRowResponse,
    actions: &mut Vec<EditorAction>,
) {
    if done.is_clicked {
        actions.push(match row.item() {
            Some(item) => host.select(item),
            None => SelectAction::These(Selection::asset(host.id)).into(),
        });
    }
    if done.is_opened && row.item().is_some() {
        actions.push(GraphAction::Dive.into());
    }
}

/// What the user did to a row.
#[derive(Clone, Copy)]
struct GraphRowResponse {
    /// Whether the rows below this one are hidden.
    is_folded: bool,
    is_clicked: bool,
    /// Whether the row was double-clicked.
    is_opened: bool,
}

fn row_ui(
    ui: &mut Ui,
    host: &GraphPanelHost<'_>,
    row: &GraphTreeRow,
    weights: &GraphTreeWeights<'_>,
    has_below: bool,
) -> GraphRowResponse {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
    let item = row.item();
    let (is_selected, weight) = (
        item.is_some_and(|item| host.is_selected(item)),
        weights.weight(row.what),
    );
    let word = if let GraphTreeItem::State { .. } = row.what {
        tr!("Graph state")
    } else {
        tr!("Graph node")
    };
    response.widget_info(|| {
        WidgetInfo::selected(
            Role::TreeItem,
            true,
            is_selected,
            format!("{word} {}", row.title),
        )
    });
    let left = rect.left() + 8.0 + row.depth as f32 * INDENT;
    let caret = Rect::from_min_size(pos2(left, rect.top()), vec2(14.0, rect.height()));
    let is_folded = has_below && fold_ui(ui, row, &response, caret);
    let on_caret = has_below
        && response
            .interact_pointer_pos()
            .is_some_and(|at| caret.contains(at));
    let done = GraphRowResponse {
        is_folded,
        is_clicked: response.clicked() && !on_caret,
        is_opened: response.double_clicked() && !on_caret,
    };
    if !ui.is_rect_visible(rect) {
        return done;
    }
    let fill = match (is_selected, response.hovered()) {
        (true, _) => theme::ACCENT_FILL,
        (_, true) => theme::RAISE,
        _ => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    if has_below {
        let icon = if is_folded {
            icons::CARET_RIGHT
        } else {
            icons::CARET_DOWN
        };
        ui.painter().text(
            caret.center(),
            Align2::CENTER_CENTER,
            icon,
            theme::icon(11.0),
            theme::TEXT_2,
        );
    }
    let rests = weight.is_some_and(|weight| weight <= 0.0);
    let color = match (is_selected, rests) {
        (true, _) => theme::WHITE,
        (_, true) => theme::TEXT_3,
        _ => theme::TEXT,
    };
    mark_ui(
        ui,
        row,
        pos2(caret.right() + 9.0, rect.center().y),
        weights,
        color,
    );
    let figure = match row.what {
        GraphTreeItem::Group(0) => String::new(),
        GraphTreeItem::Group(count) => count.to_string(),
        GraphTreeItem::State {
            is_conduit: true, ..
        } => "—".to_owned(),
        _ => weight.map_or(String::new(), |weight| format!("{weight:.2}")),
    };
    let at = rect.right_center() - vec2(12.0, 0.0);
    ui.painter()
        .text(at, Align2::RIGHT_CENTER, figure, theme::small(), color);
    let text = Rect::from_min_max(
        pos2(caret.right() + 22.0, rect.top()),
        rect.max - vec2(48.0, 0.0),
    );
    let font = if row.depth == 0 && item.is_none() {
        theme::strong()
    } else {
        theme::text()
    };
    parts::text_in(ui, text, Align2::LEFT_CENTER, &row.title, font, color);
    parts::focus_ring(ui, &response);
    done
}

/// Toggles a row when its caret is clicked; returns whether it is folded. A state is folded until
/// the user opens it.
fn fold_ui(ui: &Ui, row: &GraphTreeRow, response: &egui::Response, caret: Rect) -> bool {
    let key = row
        .item()
        .map_or_else(|| row.title.clone(), |id| id.0.to_string());
    let id = ui.scope_id().with(("fold", key));
    let is_state = matches!(row.what, GraphTreeItem::State { .. });
    let mut is_folded = ui
        .data(|data| data.get_temp::<bool>(id))
        .unwrap_or(is_state);
    if response.clicked()
        && response
            .interact_pointer_pos()
            .is_some_and(|at| caret.contains(at))
    {
        is_folded = !is_folded;
        ui.data_mut(|data| data.insert_temp(id, is_folded));
    }
    is_folded
}

/// An icon; of a state a dot, which is full while it has weight.
fn mark_ui(
    ui: &Ui,
    row: &GraphTreeRow,
    at: egui::Pos2,
    weights: &GraphTreeWeights<'_>,
    color: Color32,
) {
    let GraphTreeItem::State {
        state, is_conduit, ..
    } = row.what
    else {
        let color = if color == theme::TEXT {
            theme::TEXT_2
        } else {
            color
        };
        ui.painter().text(
            at,
            Align2::CENTER_CENTER,
            row.icon,
            theme::icon(14.0),
            color,
        );
        return;
    };
    if is_conduit {
        ui.painter().text(
            at,
            Align2::CENTER_CENTER,
            icons::DIAMOND,
            theme::icon(12.0),
            theme::TEXT_2,
        );
        return;
    }
    let has_weight = weights
        .states
        .get(&state)
        .is_some_and(|weight| *weight > 0.0);
    let (fill, edge) = if has_weight {
        (theme::OK, theme::OK)
    } else {
        (Color32::TRANSPARENT, theme::TEXT_3)
    };
    ui.painter().circle(at, 4.0, fill, Stroke::new(1.2, edge));
    if weights.current.contains(&state) {
        ui.painter()
            .circle_stroke(at, 6.5, Stroke::new(1.0, theme::OK));
    }
}
