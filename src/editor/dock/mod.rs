//! Docking: which panels there are, how they stand for each kind of document, and what is kept of
//! it.

mod arrangement;
mod documents;
mod floating;
mod panel;
mod sizes;
mod tabs;
#[cfg(test)]
mod tests;

pub use arrangement::{Arrangement, ArrangementPlace, LOW, NARROW};
pub use panel::Panel;
pub use tabs::{Badges, Named, Panes, grip, tool_bar};

use asset::Id;
use egui::{Context, Rect, Ui, pos2, vec2};
use egui_tiles::{SimplificationOptions, Tile, Tree};
use floating::Outcome;
use std::collections::BTreeMap;

/// Rules by which egui_tiles simplifies the tree after a drag; every panel stays in tabs.
pub const SIMPLIFICATION: SimplificationOptions = SimplificationOptions {
    prune_empty_tabs: true,
    prune_empty_containers: true,
    prune_single_child_tabs: true,
    prune_single_child_containers: true,
    all_panes_must_have_tabs: true,
    join_nested_linear_containers: true,
    flatten_tabs_in_tabs: true,
};

/// The panels of the window: docked, floating and closed ones.
pub struct Dock {
    place: ArrangementPlace,
    tree: Tree<Panel>,
    /// Panels above the others, each closed in the tree.
    floating: BTreeMap<Panel, Rect>,
    /// Arrangements that a person has changed, by the name of their place.
    kept: BTreeMap<String, Arrangement>,
    /// A person has changed how the panels stand in this place, since its default.
    is_own: bool,
    /// A change has not been handed out to be stored yet.
    is_changed: bool,
}

impl Default for Dock {
    fn default() -> Self {
        Self::new(BTreeMap::new())
    }
}

impl Dock {
    /// Arrangements that are not sound are left out: their place has its default.
    pub fn new(mut kept: BTreeMap<String, Arrangement>) -> Self {
        for place in ArrangementPlace::all() {
            if let Some(known) = kept.remove(&place.name()) {
                kept.insert(place.name(), known.completed(&Arrangement::of(place)));
            }
        }
        kept.retain(|_, arrangement| arrangement.is_sound());
        let place = ArrangementPlace {
            kind: None,
            is_narrow: false,
            is_low: false,
        };
        let is_own = kept.contains_key(&place.name());
        let tree = Arrangement::of(place).tree();
        let mut dock = Self {
            place,
            tree,
            floating: BTreeMap::new(),
            is_own,
            kept,
            is_changed: false,
        };
        dock.stand_as(&dock.kept_here());
        dock
    }

    fn kept_here(&self) -> Arrangement {
        self.kept
            .get(&self.place.name())
            .cloned()
            .unwrap_or_else(|| Arrangement::of(self.place))
    }

    fn stand_as(&mut self, arrangement: &Arrangement) {
        self.tree = arrangement.tree();
        let rect = |[left, top, right, bottom]: [f32; 4]| {
            Rect::from_min_max(pos2(left, top), pos2(right, bottom))
        };
        self.floating = arrangement
            .floating
            .iter()
            .map(|(panel, edges)| (*panel, rect(*edges)))
            .collect();
    }

    fn now(&self) -> Option<Arrangement> {
        let edges = |rect: Rect| [rect.left(), rect.top(), rect.right(), rect.bottom()];
        let floating = self
            .floating
            .iter()
            .map(|(panel, rect)| (*panel, edges(*rect)))
            .collect();
        Arrangement::of_tree(&self.tree, floating)
    }

    /// Kind of document and size of window that the present arrangement is for.
    pub fn place(&self) -> ArrangementPlace {
        self.place
    }

    /// Each place has its own arrangement.
    pub fn turn_to(&mut self, place: ArrangementPlace) {
        if self.place != place {
            self.keep();
            self.place = place;
            self.is_own = self.kept.contains_key(&place.name());
            self.stand_as(&self.kept_here());
        }
    }

    /// These documents, and no others, have panels of their own.
    pub fn stand_beside(&mut self, documents: &[Id]) {
        let Some(now) = self.now() else { return };
        let known = now.documents();
        if known.len() != documents.len() || documents.iter().any(|id| !known.contains(id)) {
            self.stand_as(&now.with_documents(documents));
        }
    }

    fn change(&mut self) {
        (self.is_own, self.is_changed) = (true, true);
    }

    fn keep(&mut self) {
        let now = self
            .now()
            .filter(|_| self.is_own)
            .map(|now| now.with_documents(&[]));
        match now {
            Some(now) => self.kept.insert(self.place.name(), now),
            None => self.kept.remove(&self.place.name()),
        };
    }

    /// Arrangements to store, once after each change; None if nothing changed.
    pub fn changes(&mut self) -> Option<&BTreeMap<String, Arrangement>> {
        if !std::mem::take(&mut self.is_changed) {
            return None;
        }
        self.keep();
        Some(&self.kept)
    }

    /// Whether the panel is open, perhaps behind another tab.
    pub fn is_open(&self, panel: Panel) -> bool {
        let is_docked = self
            .tree
            .tiles
            .find_pane(&panel)
            .is_some_and(|id| self.tree.is_visible(id));
        is_docked || self.is_floating(panel)
    }

    /// Whether the panel is in sight.
    pub fn is_shown(&self, panel: Panel) -> bool {
        let is_in_front = self
            .tree
            .tiles
            .find_pane(&panel)
            .is_some_and(|id| self.tree.active_tiles().contains(&id));
        is_in_front || self.is_floating(panel)
    }

    /// Whether the panel stands above the others.
    pub fn is_floating(&self, panel: Panel) -> bool {
        self.floating.contains_key(&panel)
    }

    /// Opens it where it was, and brings its tab to the front.
    pub fn show(&mut self, panel: Panel) {
        if self.is_floating(panel) {
            return;
        }
        let Some(id) = self.tree.tiles.find_pane(&panel) else {
            return;
        };
        self.tree.set_visible(id, true);
        self.tree.make_active(|_, tile| *tile == Tile::Pane(panel));
        self.change();
    }

    /// Closes a panel, which keeps its place.
    pub fn close(&mut self, panel: Panel) {
        let Some(id) = self.tree.tiles.find_pane(&panel) else {
            return;
        };
        self.floating.remove(&panel);
        self.tree.set_visible(id, false);
        self.change();
    }

    /// Lets a panel float above the others until it is docked where it was.
    pub fn float(&mut self, panel: Panel) {
        let Some(id) = self.tree.tiles.find_pane(&panel) else {
            return;
        };
        let there = self.tree.tiles.rect(id).filter(|rect| rect.is_positive());
        let room = there.map_or(panel.least() * 1.5, |rect| rect.size().max(panel.least()));
        let corner = there.map_or(pos2(120.0, 120.0), |rect| rect.min) + vec2(24.0, 24.0);
        self.tree.set_visible(id, false);
        self.floating
            .insert(panel, Rect::from_min_size(corner, room));
        self.change();
    }

    /// Takes a floating panel back to its place among the docked ones.
    pub fn dock_back(&mut self, panel: Panel) {
        self.floating.remove(&panel);
        self.show(panel);
    }

    /// Goes back to the default arrangement of this place.
    pub fn reset(&mut self) {
        self.stand_as(&Arrangement::of(self.place));
        (self.is_own, self.is_changed) = (false, true);
    }

    /// Takes another arrangement for this place, kept as if it was made by hand.
    pub fn arrange(&mut self, arrangement: &Arrangement) {
        self.stand_as(arrangement);
        self.change();
    }

    /// Shows all open panels and applies the drags and clicks that `panes` reports.
    pub fn ui(&mut self, ui: &mut Ui, panes: &mut Panes<'_>) {
        self.tree.simplify(&SIMPLIFICATION);
        if let Some(root) = self.tree.root() {
            sizes::fit(&mut self.tree.tiles, root, ui.available_size_before_wrap());
        }
        panes.survey(&self.tree.tiles);
        let room = ui.max_rect();
        self.tree.ui(panes, ui);
        for (panel, rect) in self.floating.clone() {
            self.float_ui(ui.ctx(), panes, (panel, rect), room);
        }
        if panes.is_edited {
            self.change();
        }
        if let Some(panel) = panes.floated {
            self.float(panel);
        }
        if let Some(panel) = panes.closed {
            self.close(panel);
        }
    }

    fn float_ui(
        &mut self,
        ctx: &Context,
        panes: &mut Panes<'_>,
        (panel, rect): (Panel, Rect),
        room: Rect,
    ) {
        match floating::window_ui(ctx, panes, panel, rect, room) {
            Outcome::Stays(now) if now != rect => {
                self.floating.insert(panel, now);
                self.change();
            }
            Outcome::Stays(_) => {}
            Outcome::Docks => self.dock_back(panel),
            Outcome::Closes => panes.closed = Some(panel),
        }
    }
}
