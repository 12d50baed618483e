//! What the canvas remembers from one pass to the next.

use super::{add::Adding, camera::Camera, page::Scene};
use asset::{Id, PoseGraph, Project};
use document::Gesture;
use egui::{Pos2, Rect};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Instant,
};

/// A page of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Page {
    /// Nodes: those of the graph, of a state, or of a transition.
    Nodes(Option<Id>),
    /// The states of a machine.
    Machine(Id),
}

impl Default for Page {
    fn default() -> Self {
        Page::Nodes(None)
    }
}

/// An end of a wire that is being dragged; the other one hangs at the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WireEnd {
    /// The pose of a node.
    Pose(Id),
    /// An input: of a node by the index of its pin, or what the page shows.
    Pin(WireTarget),
}

/// The destination of a wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireTarget {
    Node(Id, usize),
    /// The result that the page shows.
    Result,
}

/// The effect of a drag on the canvas.
#[derive(Clone, Debug, PartialEq)]
pub enum Drag {
    /// Nodes, states or comments, each from where it was; points of the page.
    Move {
        from: Pos2,
        starts: Vec<(Id, Pos2)>,
        gesture: Gesture,
    },
    Wire(WireEnd),
    /// A new transition, from this state or alias.
    Transition(Id),
    /// An end of a transition.
    Arrow {
        transition: Id,
        is_head: bool,
    },
    /// The number of a transition, which is its place among those that leave the same state.
    Rank(Id),
    /// The mark of where a machine begins.
    Entry,
    /// The corner of a comment.
    Resize {
        comment: Id,
        gesture: Gesture,
    },
    /// Cuts the wires that it crosses, from here on.
    Cut {
        from: Pos2,
    },
    /// Selects with a rectangle that starts at `from`; the items in `before` stay selected.
    Box {
        from: Pos2,
        before: BTreeSet<Id>,
    },
}

/// A rule that is edited where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleInPlace {
    /// The transition or conduit.
    pub item: Id,
    /// Position of the field, points of the screen; None until the page has shown the item.
    pub at: Option<Pos2>,
    /// Whether the field has had keyboard focus.
    pub has_focus: bool,
}

impl RuleInPlace {
    /// Starts to edit the rule of `item`, whose field the page has not shown yet.
    pub fn new(item: Id) -> Self {
        Self {
            item,
            at: None,
            has_focus: false,
        }
    }
}

/// Shown whole, or brought into sight, in the next pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveal {
    All,
    Selection,
}

/// Scene of the last pass, valid for the same project.
struct CanvasSceneCache {
    project: Arc<Project>,
    of: (Id, Option<Id>),
    scene: Arc<Scene>,
}

/// View state of every graph: pages, cameras, drags and searches.
pub struct CanvasView {
    /// The page that each graph shows.
    pages: BTreeMap<Id, Page>,
    shown: Option<CanvasSceneCache>,
    cameras: BTreeMap<(Id, Page), Camera>,
    /// The drag under way; None while nothing is dragged.
    pub drag: Option<Drag>,
    /// The open list of items that can be added; None while the list is closed.
    pub adding: Option<Adding>,
    /// The menu of the second button that was opened last.
    pub menu: Option<super::menu::ItemMenu>,
    /// A search that is open, and what was typed.
    pub find: Option<String>,
    /// Whether the search field is to get keyboard focus.
    pub is_find_new: bool,
    /// Taken by the next pass of the active graph.
    pub reveal: Option<Reveal>,
    /// The selection is new: the next pass brings it into sight.
    pub is_selection_new: bool,
    /// The rule that is edited in place; None while no rule is edited in place.
    pub rule: Option<RuleInPlace>,
    /// Position of the pointer over the page, for items that keys add there.
    pub pointer: Option<Pos2>,
    /// The parameter whose settings the details show.
    pub parameter: Option<Id>,
    /// Rectangle of the canvas in the last pass, points of the screen.
    pub rect: Option<Rect>,
    /// The graph and what was selected in the last pass.
    pub seen: (Id, BTreeSet<Id>),
    /// The page was just chosen: the selection that is new now does not turn it.
    pub has_turned: bool,
    /// Selected items, in the order of selection.
    pub order: Vec<Id>,
    /// Time of a request that the next paste reconnects links to their previous sources; only
    /// clipboard text that arrives at once follows the request.
    pub relinks: Option<Instant>,
}

impl Default for CanvasView {
    fn default() -> Self {
        Self {
            pages: BTreeMap::new(),
            shown: None,
            cameras: BTreeMap::new(),
            drag: None,
            adding: None,
            menu: None,
            find: None,
            is_find_new: false,
            reveal: None,
            is_selection_new: false,
            rule: None,
            pointer: None,
            parameter: None,
            rect: None,
            seen: (Id(0), BTreeSet::new()),
            has_turned: false,
            order: Vec::new(),
            relinks: None,
        }
    }
}

impl CanvasView {
    /// Opens the search and gives its field keyboard focus.
    pub fn ask(&mut self) {
        self.find.get_or_insert_default();
        self.is_find_new = true;
    }

    /// Contents of a page of nodes, built once for each root of the project.
    pub fn scene(
        &mut self,
        project: &Arc<Project>,
        (id, graph): (Id, &PoseGraph),
        page: Option<Id>,
    ) -> Arc<Scene> {
        let known = self
            .shown
            .as_ref()
            .filter(|it| Arc::ptr_eq(&it.project, project) && it.of == (id, page));
        if let Some(known) = known {
            return known.scene.clone();
        }
        let scene = Arc::new(Scene::new(project, graph, page));
        self.shown = Some(CanvasSceneCache {
            project: project.clone(),
            of: (id, page),
            scene: scene.clone(),
        });
        scene
    }

    /// The page that this graph shows; its first by default.
    pub fn page(&self, graph: Id) -> Page {
        self.pages.get(&graph).copied().unwrap_or_default()
    }

    /// The page that each graph shows, where it is not the first.
    pub fn pages(&self) -> &BTreeMap<Id, Page> {
        &self.pages
    }

    /// Shows another page; ends a drag and closes the list.
    pub fn turn_to(&mut self, graph: Id, page: Page) {
        self.pages.insert(graph, page);
        (self.drag, self.adding, self.rule) = (None, None, None);
    }

    /// Camera of a page; None until the page has been shown.
    pub fn camera(&self, graph: Id, page: Page) -> Option<Camera> {
        self.cameras.get(&(graph, page)).copied()
    }

    /// Remembers where this page is looked at.
    pub fn set_camera(&mut self, graph: Id, page: Page, camera: Camera) {
        self.cameras.insert((graph, page), camera);
    }
}
