//! Docking: which panels there are, how they stand for each kind of document, and what is kept of it.

mod arrangement;
mod documents;
mod floating;
mod panel;
mod sizes;
mod tabs;

pub use arrangement::{Arrangement, NARROW, Place};
pub use panel::Panel;
pub use tabs::{Badges, Named, Panes, grip, tool_bar};

use asset::Id;
use egui::{Context, Rect, Ui, pos2, vec2};
use egui_tiles::{SimplificationOptions, Tile, Tree};
use floating::Outcome;
use std::collections::BTreeMap;

pub const SIMPLIFICATION: SimplificationOptions = SimplificationOptions {
    prune_empty_tabs: true,
    prune_empty_containers: true,
    prune_single_child_tabs: true,
    prune_single_child_containers: true,
    all_panes_must_have_tabs: true,
    join_nested_linear_containers: true,
    flatten_tabs_in_tabs: true,
};

pub struct Dock {
    place: Place,
    tree: Tree<Panel>,
    /// Panels above the others, each closed in the tree.
    floating: BTreeMap<Panel, Rect>,
    /// Those that a person has changed, by the name of their place.
    kept: BTreeMap<String, Arrangement>,
    /// A person has changed how the panels stand in this place, since its default.
    is_own: bool,
    /// Not handed out to be stored yet.
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
        for place in Place::all() {
            if let Some(known) = kept.remove(&place.name()) {
                kept.insert(place.name(), known.completed(&Arrangement::of(place)));
            }
        }
        kept.retain(|_, arrangement| arrangement.is_sound());
        let place = Place { kind: None, is_narrow: false };
        let is_own = kept.contains_key(&place.name());
        let tree = Arrangement::of(place).tree();
        let mut dock = Self { place, tree, floating: BTreeMap::new(), is_own, kept, is_changed: false };
        dock.stand_as(&dock.kept_here());
        dock
    }

    fn kept_here(&self) -> Arrangement {
        self.kept.get(&self.place.name()).cloned().unwrap_or_else(|| Arrangement::of(self.place))
    }

    fn stand_as(&mut self, arrangement: &Arrangement) {
        self.tree = arrangement.tree();
        let rect = |[left, top, right, bottom]: [f32; 4]| Rect::from_min_max(pos2(left, top), pos2(right, bottom));
        self.floating = arrangement.floating.iter().map(|(panel, edges)| (*panel, rect(*edges))).collect();
    }

    fn now(&self) -> Option<Arrangement> {
        let edges = |rect: Rect| [rect.left(), rect.top(), rect.right(), rect.bottom()];
        let floating = self.floating.iter().map(|(panel, rect)| (*panel, edges(*rect))).collect();
        Arrangement::of_tree(&self.tree, floating)
    }

    pub fn place(&self) -> Place {
        self.place
    }

    /// Each place has its own arrangement.
    pub fn turn_to(&mut self, place: Place) {
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
        let now = self.now().filter(|_| self.is_own).map(|now| now.with_documents(&[]));
        match now {
            Some(now) => self.kept.insert(self.place.name(), now),
            None => self.kept.remove(&self.place.name()),
        };
    }

    /// What to store, once after each change.
    pub fn changes(&mut self) -> Option<&BTreeMap<String, Arrangement>> {
        if !std::mem::take(&mut self.is_changed) {
            return None;
        }
        self.keep();
        Some(&self.kept)
    }

    /// Not closed; perhaps behind another tab.
    pub fn is_open(&self, panel: Panel) -> bool {
        let is_docked = self.tree.tiles.find_pane(&panel).is_some_and(|id| self.tree.is_visible(id));
        is_docked || self.is_floating(panel)
    }

    /// In sight.
    pub fn is_shown(&self, panel: Panel) -> bool {
        let is_in_front = self.tree.tiles.find_pane(&panel).is_some_and(|id| self.tree.active_tiles().contains(&id));
        is_in_front || self.is_floating(panel)
    }

    pub fn is_floating(&self, panel: Panel) -> bool {
        self.floating.contains_key(&panel)
    }

    /// Opens it where it was, and brings its tab to the front.
    pub fn show(&mut self, panel: Panel) {
        if self.is_floating(panel) {
            return;
        }
        let Some(id) = self.tree.tiles.find_pane(&panel) else { return };
        self.tree.set_visible(id, true);
        self.tree.make_active(|_, tile| *tile == Tile::Pane(panel));
        self.change();
    }

    /// It keeps its place.
    pub fn close(&mut self, panel: Panel) {
        let Some(id) = self.tree.tiles.find_pane(&panel) else { return };
        self.floating.remove(&panel);
        self.tree.set_visible(id, false);
        self.change();
    }

    /// Above the others, until it is docked where it was.
    pub fn float(&mut self, panel: Panel) {
        let Some(id) = self.tree.tiles.find_pane(&panel) else { return };
        let there = self.tree.tiles.rect(id).filter(|rect| rect.is_positive());
        let room = there.map_or(panel.least() * 1.5, |rect| rect.size().max(panel.least()));
        let corner = there.map_or(pos2(120.0, 120.0), |rect| rect.min) + vec2(24.0, 24.0);
        self.tree.set_visible(id, false);
        self.floating.insert(panel, Rect::from_min_size(corner, room));
        self.change();
    }

    pub fn dock_back(&mut self, panel: Panel) {
        self.floating.remove(&panel);
        self.show(panel);
    }

    /// The default of this place.
    pub fn reset(&mut self) {
        self.stand_as(&Arrangement::of(self.place));
        (self.is_own, self.is_changed) = (false, true);
    }

    /// Another one for this place, kept as if it was made by hand.
    pub fn arrange(&mut self, arrangement: &Arrangement) {
        self.stand_as(arrangement);
        self.change();
    }

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

    fn float_ui(&mut self, ctx: &Context, panes: &mut Panes<'_>, (panel, rect): (Panel, Rect), room: Rect) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use asset::AssetKind;

    const MONTAGE: Place = Place { kind: Some(AssetKind::Montage), is_narrow: false };

    fn dock(kept: BTreeMap<String, Arrangement>) -> Dock {
        let mut dock = Dock::new(kept);
        dock.turn_to(MONTAGE);
        dock
    }

    #[test]
    fn a_closed_panel_comes_back_where_it_was() {
        let mut dock = dock(BTreeMap::new());
        let before = dock.now();
        dock.close(Panel::Details);
        assert!(!dock.is_open(Panel::Details) && !dock.is_shown(Panel::Details));
        dock.show(Panel::Details);
        assert!(dock.is_shown(Panel::Details));
        assert_eq!(dock.now(), before);
    }

    #[test]
    fn showing_a_panel_brings_its_tab_to_the_front() {
        let mut dock = dock(BTreeMap::new());
        assert!(dock.is_open(Panel::Problems) && !dock.is_shown(Panel::Problems));
        dock.show(Panel::Problems);
        assert!(dock.is_shown(Panel::Problems) && !dock.is_shown(Panel::EventLog));
    }

    #[test]
    fn each_kind_of_document_keeps_its_own_arrangement() {
        let mut dock = dock(BTreeMap::new());
        dock.close(Panel::Assets);
        dock.turn_to(Place { kind: Some(AssetKind::Clip), ..MONTAGE });
        assert!(dock.is_open(Panel::Assets) && dock.is_open(Panel::Compression));
        dock.turn_to(MONTAGE);
        assert!(!dock.is_open(Panel::Assets) && !dock.is_open(Panel::Compression));
    }

    #[test]
    fn what_is_stored_comes_back_and_a_reset_stores_nothing() {
        let mut first = dock(BTreeMap::new());
        assert!(first.changes().is_none());
        first.close(Panel::Assets);
        let kept = first.changes().unwrap().clone();
        let mut second = dock(kept);
        assert!(!second.is_open(Panel::Assets));
        second.reset();
        assert!(second.is_open(Panel::Assets) && second.changes().unwrap().is_empty());
    }

    #[test]
    fn an_arrangement_that_is_not_sound_is_the_default() {
        let root = arrangement::Part::Panel(Panel::Jobs);
        let broken = Arrangement { root, ..Arrangement::of(MONTAGE) };
        let dock = dock(BTreeMap::from([(MONTAGE.name(), broken)]));
        assert_eq!(dock.now(), Some(Arrangement::of(MONTAGE)));
    }

    #[test]
    fn a_floating_panel_is_open_is_kept_and_goes_back_where_it_was() {
        let mut first = dock(BTreeMap::new());
        let before = first.now();
        first.float(Panel::Details);
        assert!(first.is_open(Panel::Details) && first.is_shown(Panel::Details));
        let mut second = dock(first.changes().unwrap().clone());
        assert_eq!(second.floating, first.floating);
        second.dock_back(Panel::Details);
        assert!(!second.is_floating(Panel::Details) && second.is_shown(Panel::Details));
        assert_eq!(second.now(), before);
        second.float(Panel::Details);
        second.close(Panel::Details);
        assert!(!second.is_open(Panel::Details));
        second.reset();
        assert_eq!(second.now(), before);
    }

    #[test]
    fn documents_beside_follow_from_place_to_place_and_are_not_kept() {
        let mut dock = dock(BTreeMap::new());
        dock.stand_beside(&[Id(3), Id(4)]);
        dock.close(Panel::Assets);
        assert!(dock.is_shown(Panel::Document(Id(3))) && dock.is_shown(Panel::Document(Id(4))));
        assert!(dock.changes().unwrap().values().all(|kept| kept.documents().is_empty()));
        dock.turn_to(Place { kind: Some(AssetKind::Clip), ..MONTAGE });
        dock.stand_beside(&[Id(4)]);
        assert!(dock.is_shown(Panel::Document(Id(4))) && !dock.is_open(Panel::Document(Id(3))));
        dock.float(Panel::Document(Id(4)));
        dock.stand_beside(&[]);
        assert!(!dock.is_open(Panel::Document(Id(4))) && dock.floating.is_empty());
    }
}
