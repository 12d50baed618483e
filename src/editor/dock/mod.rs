//! Docking: which panels there are, how they stand for each kind of document, and what is kept of it.

mod arrangement;
mod panel;
mod sizes;
mod tabs;

pub use arrangement::{Arrangement, NARROW, Place};
pub use panel::Panel;
pub use tabs::{Badges, Panes, grip};

use egui::Ui;
use egui_tiles::{SimplificationOptions, Tile, Tree};
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
        kept.retain(|_, arrangement| arrangement.is_sound());
        let place = Place { kind: None, is_narrow: false };
        let tree = Self::arrangement(&kept, place).tree();
        Self { place, tree, is_own: kept.contains_key(&place.name()), kept, is_changed: false }
    }

    fn arrangement(kept: &BTreeMap<String, Arrangement>, place: Place) -> Arrangement {
        kept.get(&place.name()).cloned().unwrap_or_else(|| Arrangement::of(place))
    }

    /// Each place has its own arrangement.
    pub fn turn_to(&mut self, place: Place) {
        if self.place != place {
            self.keep();
            self.place = place;
            self.is_own = self.kept.contains_key(&place.name());
            self.tree = Self::arrangement(&self.kept, place).tree();
        }
    }

    fn change(&mut self) {
        (self.is_own, self.is_changed) = (true, true);
    }

    fn keep(&mut self) {
        let now = Arrangement::of_tree(&self.tree).filter(|_| self.is_own);
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
        self.tree.tiles.find_pane(&panel).is_some_and(|id| self.tree.is_visible(id))
    }

    /// In sight.
    pub fn is_shown(&self, panel: Panel) -> bool {
        self.tree.tiles.find_pane(&panel).is_some_and(|id| self.tree.active_tiles().contains(&id))
    }

    /// Opens it where it was, and brings its tab to the front.
    pub fn show(&mut self, panel: Panel) {
        let Some(id) = self.tree.tiles.find_pane(&panel) else { return };
        self.tree.set_visible(id, true);
        self.tree.make_active(|_, tile| *tile == Tile::Pane(panel));
        self.change();
    }

    /// It keeps its place.
    pub fn close(&mut self, panel: Panel) {
        let Some(id) = self.tree.tiles.find_pane(&panel) else { return };
        self.tree.set_visible(id, false);
        self.change();
    }

    /// The default of this place.
    pub fn reset(&mut self) {
        self.tree = Arrangement::of(self.place).tree();
        (self.is_own, self.is_changed) = (false, true);
    }

    pub fn ui(&mut self, ui: &mut Ui, panes: &mut Panes<'_>) {
        self.tree.simplify(&SIMPLIFICATION);
        if let Some(root) = self.tree.root() {
            sizes::fit(&mut self.tree.tiles, root, ui.available_size_before_wrap());
        }
        panes.survey(&self.tree.tiles);
        self.tree.ui(panes, ui);
        if panes.is_edited {
            self.change();
        }
        if let Some(panel) = panes.closed {
            self.close(panel);
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
        let before = Arrangement::of_tree(&dock.tree);
        dock.close(Panel::Details);
        assert!(!dock.is_open(Panel::Details) && !dock.is_shown(Panel::Details));
        dock.show(Panel::Details);
        assert!(dock.is_shown(Panel::Details));
        assert_eq!(Arrangement::of_tree(&dock.tree), before);
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
        let broken = Arrangement { root: arrangement::Part::Panel(Panel::Jobs), closed: Default::default() };
        let dock = dock(BTreeMap::from([(MONTAGE.name(), broken)]));
        assert_eq!(Arrangement::of_tree(&dock.tree), Some(Arrangement::of(MONTAGE)));
    }
}
