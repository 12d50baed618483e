//! How the panels stand, as a value: what is kept between starts, and the defaults.

#[cfg(test)]
mod tests;

use super::Panel;
use crate::theme;
use asset::AssetKind;
use egui_tiles::{Container, Linear, LinearDir, Tabs, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use words::tr;

/// Below this width of the window the right column is narrow and all tabs.
pub const NARROW: f32 = 1440.0;
/// Below this height of the window the timeline has more of it than the viewport.
pub const LOW: f32 = 800.0;

/// Kind of document and size of window that an arrangement is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArrangementPlace {
    /// The type of the open document; None while none is open.
    pub kind: Option<AssetKind>,
    /// The window is narrower than [`NARROW`] points.
    pub is_narrow: bool,
    /// The window is lower than [`LOW`] points.
    pub is_low: bool,
}

impl ArrangementPlace {
    /// Every place that an arrangement is kept for.
    pub fn all() -> impl Iterator<Item = ArrangementPlace> {
        let kinds = AssetKind::ALL.into_iter().map(Some).chain([None]);
        let sizes = [(false, false), (true, false), (false, true), (true, true)];
        kinds.flat_map(move |kind| {
            sizes.map(|(is_narrow, is_low)| ArrangementPlace {
                kind,
                is_narrow,
                is_low,
            })
        })
    }

    /// The place in the same window for documents of another type.
    pub fn of_kind(self, kind: Option<AssetKind>) -> Self {
        Self { kind, ..self }
    }

    /// The name that its arrangement is stored under.
    pub fn name(self) -> String {
        let kind = match self.kind {
            None => tr!("nothing open"),
            Some(AssetKind::Skeleton) => "skeleton",
            Some(AssetKind::Mesh) => "mesh",
            Some(AssetKind::Texture) => "texture",
            Some(AssetKind::Sound) => "sound",
            Some(AssetKind::Scenario) => "scenario",
            Some(AssetKind::Clip) => "clip",
            Some(AssetKind::Montage) => "montage",
            Some(AssetKind::Graph) => "graph",
            Some(AssetKind::BlendSpace) => tr!("blend space"),
            Some(AssetKind::NotifyClass) => tr!("notify class"),
            Some(AssetKind::PoseAsset) => tr!("pose asset"),
        };
        let narrow = if self.is_narrow { tr!(", narrow") } else { "" };
        let low = if self.is_low { tr!(", low") } else { "" };
        format!("{kind}{narrow}{low}")
    }
}

/// A part of the window that panels share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ArrangementPart {
    Panel(Panel),
    Tabs {
        parts: Vec<ArrangementPart>,
        /// The index of the one that is shown.
        shown: usize,
    },
    /// Side by side, each with its width.
    Row(Vec<(f32, ArrangementPart)>),
    /// Parts on top of each other, each with its height.
    Column(Vec<(f32, ArrangementPart)>),
}

/// Position of every panel in the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arrangement {
    /// All docked panels, also closed ones.
    pub root: ArrangementPart,
    /// Closed panels keep their place.
    pub closed: BTreeSet<Panel>,
    /// Closed ones that float above the others, with their rectangle in points: left, top, right,
    /// bottom.
    #[serde(default)]
    pub floating: BTreeMap<Panel, [f32; 4]>,
}

impl ArrangementPart {
    fn tabs(panels: &[Panel]) -> ArrangementPart {
        ArrangementPart::Tabs {
            parts: panels.iter().copied().map(ArrangementPart::Panel).collect(),
            shown: 0,
        }
    }

    fn children(&self) -> Vec<&ArrangementPart> {
        match self {
            ArrangementPart::Panel(_) => Vec::new(),
            ArrangementPart::Tabs { parts, .. } => parts.iter().collect(),
            ArrangementPart::Row(parts) | ArrangementPart::Column(parts) => {
                parts.iter().map(|(_, part)| part).collect()
            }
        }
    }

    pub(super) fn panels(&self) -> Vec<Panel> {
        match self {
            ArrangementPart::Panel(panel) => vec![*panel],
            other => other
                .children()
                .into_iter()
                .flat_map(ArrangementPart::panels)
                .collect(),
        }
    }

    /// Adds `panel` as a tab beside the panel `with`; false if `with` is not in tabs.
    fn join(&mut self, with: Panel, panel: Panel) -> bool {
        match self {
            ArrangementPart::Panel(_) => false,
            ArrangementPart::Tabs { parts, .. }
                if parts.contains(&ArrangementPart::Panel(with)) =>
            {
                parts.push(ArrangementPart::Panel(panel));
                true
            }
            ArrangementPart::Tabs { parts, .. } => {
                parts.iter_mut().any(|part| part.join(with, panel))
            }
            ArrangementPart::Row(parts) | ArrangementPart::Column(parts) => {
                parts.iter_mut().any(|(_, part)| part.join(with, panel))
            }
        }
    }

    fn is_sound(&self) -> bool {
        let sizes_are_sound = match self {
            ArrangementPart::Row(parts) | ArrangementPart::Column(parts) => parts
                .iter()
                .all(|(size, _)| size.is_finite() && *size > 0.0),
            ArrangementPart::Tabs { parts, shown } => *shown < parts.len(),
            ArrangementPart::Panel(_) => true,
        };
        let children = self.children();
        let is_leaf = matches!(self, ArrangementPart::Panel(_));
        sizes_are_sound
            && (is_leaf || !children.is_empty())
            && children.into_iter().all(ArrangementPart::is_sound)
    }

    fn build(&self, tiles: &mut Tiles<Panel>) -> TileId {
        let linear = |tiles: &mut Tiles<Panel>, dir, parts: &[(f32, ArrangementPart)]| {
            let children: Vec<TileId> = parts.iter().map(|(_, part)| part.build(tiles)).collect();
            let mut linear = Linear::new(dir, children.clone());
            children
                .iter()
                .zip(parts)
                .for_each(|(child, (size, _))| linear.shares.set_share(*child, *size));
            tiles.insert_container(linear)
        };
        match self {
            ArrangementPart::Panel(panel) => tiles.insert_pane(*panel),
            ArrangementPart::Row(parts) => linear(tiles, LinearDir::Horizontal, parts),
            ArrangementPart::Column(parts) => linear(tiles, LinearDir::Vertical, parts),
            ArrangementPart::Tabs { parts, shown } => {
                let children: Vec<TileId> = parts.iter().map(|part| part.build(tiles)).collect();
                let mut tabs = Tabs::new(children.clone());
                tabs.active = children.get(*shown).copied();
                tiles.insert_container(tabs)
            }
        }
    }

    fn of(tiles: &Tiles<Panel>, id: TileId) -> Option<ArrangementPart> {
        let parts = |children: &[TileId]| {
            children
                .iter()
                .map(|child| ArrangementPart::of(tiles, *child))
                .collect::<Option<_>>()
        };
        Some(match tiles.get(id)? {
            Tile::Pane(panel) => ArrangementPart::Panel(*panel),
            Tile::Container(Container::Tabs(tabs)) => {
                let shown = tabs
                    .children
                    .iter()
                    .position(|child| tabs.active == Some(*child));
                ArrangementPart::Tabs {
                    parts: parts(&tabs.children)?,
                    shown: shown.unwrap_or(0),
                }
            }
            Tile::Container(Container::Linear(linear)) => {
                let sizes = linear.children.iter().map(|child| linear.shares[*child]);
                let sized = sizes.zip(parts(&linear.children)?).collect();
                match linear.dir {
                    LinearDir::Horizontal => ArrangementPart::Row(sized),
                    LinearDir::Vertical => ArrangementPart::Column(sized),
                }
            }
            Tile::Container(Container::Grid(_)) => return None,
        })
    }
}

impl Arrangement {
    /// Default arrangement for editing a document of this kind.
    pub fn of(place: ArrangementPlace) -> Self {
        use Panel::{
            Assets, Canvas, Compression, Crowd, Details, EventLog, FindUses, Graph, Guide, Jobs,
            Parameters, Preview, Problems, QuickSlots, Session, Skeleton, Slide, Sweep, Tests,
            Timeline, Viewport, Why,
        };
        if matches!(place.kind, Some(AssetKind::Graph | AssetKind::BlendSpace)) {
            return Self::of_canvas(place.is_narrow, place.kind == Some(AssetKind::Graph));
        }
        let (left, right) = if place.is_narrow {
            (220.0, 320.0)
        } else {
            (theme::LEFT_DOCK, theme::RIGHT_COLUMN)
        };
        let is_timed = matches!(place.kind, Some(AssetKind::Clip | AssetKind::Montage));
        let bones = ArrangementPart::Column(vec![
            (40.0, ArrangementPart::tabs(&[Assets, QuickSlots, Graph])),
            (60.0, ArrangementPart::tabs(&[Skeleton])),
        ]);
        let side = if place.kind == Some(AssetKind::Skeleton) {
            bones
        } else {
            ArrangementPart::tabs(&[Assets, Skeleton, QuickSlots, Graph])
        };
        let upper = ArrangementPart::Row(vec![
            (left, side),
            (1000.0, ArrangementPart::tabs(&[Viewport])),
        ]);
        // The tabs above the timeline of a clip cost it no lane.
        let lower = match (place.kind == Some(AssetKind::Clip), place.is_low) {
            (true, false) => 48.0,
            (false, false) => 44.0,
            (true, true) => 62.0,
            (false, true) => 58.0,
        };
        let main = ArrangementPart::Column(vec![
            (100.0 - lower, upper),
            (
                lower,
                ArrangementPart::tabs(&[Timeline, Session, Compression, Canvas, Parameters]),
            ),
        ]);
        let column = if place.is_narrow {
            ArrangementPart::tabs(&[
                Details, Tests, Why, Crowd, Preview, Guide, EventLog, Problems, Jobs, FindUses,
                Sweep, Slide,
            ])
        } else {
            ArrangementPart::Column(vec![
                (54.0, ArrangementPart::tabs(&[Details, Preview, Guide])),
                (
                    46.0,
                    ArrangementPart::tabs(&[
                        EventLog, Tests, Why, Crowd, Problems, Jobs, FindUses, Sweep, Slide,
                    ]),
                ),
            ])
        };
        let mut closed = BTreeSet::new();
        if place.kind != Some(AssetKind::Clip) {
            closed.insert(Compression);
        }
        if !is_timed {
            closed.extend([Timeline, QuickSlots]);
        }
        closed.extend([
            Canvas, Parameters, Preview, Guide, Graph, FindUses, Sweep, Slide, Session, Tests, Why,
            Crowd,
        ]);
        Self {
            root: ArrangementPart::Row(vec![(1000.0, main), (right, column)]),
            closed,
            floating: BTreeMap::new(),
        }
    }

    /// The canvas is what is worked on; the character stands beside it.
    fn of_canvas(is_narrow: bool, has_parameters: bool) -> Self {
        use Panel::{
            Assets, Canvas, Compression, Crowd, Details, EventLog, FindUses, Graph, Guide, Jobs,
            Parameters, Preview, Problems, QuickSlots, Session, Skeleton, Slide, Sweep, Tests,
            Timeline, Viewport, Why,
        };
        let (left, right) = if is_narrow {
            (200.0, 320.0)
        } else {
            (theme::LEFT_DOCK, theme::RIGHT_COLUMN)
        };
        let middle = ArrangementPart::Column(vec![
            (
                64.0,
                ArrangementPart::tabs(&[Canvas, Timeline, Compression]),
            ),
            (36.0, ArrangementPart::tabs(&[Session])),
        ]);
        let shown = ArrangementPart::tabs(&[Viewport]);
        let below = if is_narrow {
            vec![
                (34.0, shown),
                (
                    66.0,
                    ArrangementPart::tabs(&[
                        Details, Parameters, Tests, Why, Crowd, Preview, Guide, Problems, EventLog,
                        Jobs, FindUses, Sweep, Slide,
                    ]),
                ),
            ]
        } else {
            let tabs = ArrangementPart::tabs(&[
                Details, Tests, Why, Crowd, Preview, Guide, Problems, EventLog, Jobs, FindUses,
                Sweep, Slide,
            ]);
            vec![
                (42.0, shown),
                (26.0, ArrangementPart::tabs(&[Parameters])),
                (32.0, tabs),
            ]
        };
        let side = if has_parameters {
            [Graph, Assets, Skeleton, QuickSlots]
        } else {
            [Assets, Skeleton, Graph, QuickSlots]
        };
        let row = vec![
            (left, ArrangementPart::tabs(&side)),
            (1000.0, middle),
            (right, ArrangementPart::Column(below)),
        ];
        let mut closed: BTreeSet<Panel> = [
            Timeline,
            Compression,
            Preview,
            Guide,
            QuickSlots,
            FindUses,
            Sweep,
            Slide,
            Session,
            Tests,
            Why,
            Crowd,
        ]
        .into();
        if !has_parameters {
            closed.extend([Parameters, Graph]);
        }
        Self {
            root: ArrangementPart::Row(row),
            closed,
            floating: BTreeMap::new(),
        }
    }

    /// The character is what is looked at; its graph, its details and what it is previewed with
    /// stand around it.
    pub fn for_tuning(is_narrow: bool) -> Self {
        use Panel::{
            Assets, Canvas, Compression, Crowd, Details, EventLog, FindUses, Graph, Guide, Jobs,
            Parameters, Preview, Problems, QuickSlots, Session, Skeleton, Slide, Sweep, Tests,
            Timeline, Viewport, Why,
        };
        let (left, right) = if is_narrow {
            (200.0, 320.0)
        } else {
            (240.0, 400.0)
        };
        let middle = vec![
            (68.0, ArrangementPart::tabs(&[Viewport])),
            (
                32.0,
                ArrangementPart::tabs(&[Canvas, Timeline, Session, Compression]),
            ),
        ];
        let below = vec![
            (
                60.0,
                ArrangementPart::tabs(&[
                    Details, Tests, Why, Crowd, Preview, Guide, Problems, EventLog, Jobs, FindUses,
                    Sweep, Slide,
                ]),
            ),
            (40.0, ArrangementPart::tabs(&[Parameters])),
        ];
        let side = ArrangementPart::tabs(&[Graph, Assets, Skeleton, QuickSlots]);
        let row = vec![
            (left, side),
            (1000.0, ArrangementPart::Column(middle)),
            (right, ArrangementPart::Column(below)),
        ];
        let closed = [
            Timeline,
            Compression,
            QuickSlots,
            Guide,
            FindUses,
            Sweep,
            Slide,
            Session,
            Tests,
            Why,
            Crowd,
        ]
        .into();
        Self {
            root: ArrangementPart::Row(row),
            closed,
            floating: BTreeMap::new(),
        }
    }

    /// One that was kept before there was a panel has it where its default has: with the assets,
    /// closed or open.
    pub fn completed(mut self, default: &Self) -> Self {
        let known = self.root.panels();
        for panel in Panel::ALL
            .into_iter()
            .filter(|panel| !known.contains(panel))
        {
            if self.root.join(Panel::Assets, panel) && default.closed.contains(&panel) {
                self.closed.insert(panel);
            }
        }
        self
    }

    /// Each panel stands in one place, and every place has a size.
    pub fn is_sound(&self) -> bool {
        let mut panels = self.root.panels();
        panels.retain(|panel| !matches!(panel, Panel::Document(_)));
        panels.sort_unstable();
        let is_rect = |[left, top, right, bottom]: &[f32; 4]| {
            [left, top, right, bottom]
                .into_iter()
                .all(|edge| edge.is_finite())
                && left < right
                && top < bottom
        };
        let floats = |(panel, rect)| is_rect(rect) && self.closed.contains(panel);
        panels == Panel::ALL && self.root.is_sound() && self.floating.iter().all(floats)
    }

    /// The tree that egui_tiles lays out. Contract: the arrangement is sound.
    pub fn tree(&self) -> Tree<Panel> {
        let mut tiles = Tiles::default();
        let root = self.root.build(&mut tiles);
        for panel in &self.closed {
            if let Some(id) = tiles.find_pane(panel) {
                tiles.set_visible(id, false);
            }
        }
        Tree::new(egui::Id::unique("dock"), root, tiles)
    }

    /// Arrangement of a tree; None if [`Arrangement::tree`] could not have made the tree.
    pub fn of_tree(tree: &Tree<Panel>, floating: BTreeMap<Panel, [f32; 4]>) -> Option<Self> {
        let root = ArrangementPart::of(&tree.tiles, tree.root()?)?;
        let is_closed = |panel: &Panel| {
            tree.tiles
                .find_pane(panel)
                .is_some_and(|id| !tree.is_visible(id))
        };
        let closed = root.panels().into_iter().filter(is_closed).collect();
        Some(Self {
            root,
            closed,
            floating,
        })
        .filter(Self::is_sound)
    }
}
