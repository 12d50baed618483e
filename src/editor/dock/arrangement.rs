//! How the panels stand, as a value: what is kept between starts, and the defaults.

#[cfg(test)]
mod tests;

use super::Panel;
use crate::theme;
use asset::AssetKind;
use egui_tiles::{Container, Linear, LinearDir, Tabs, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Below this width of the window the right column is narrow and all tabs.
pub const NARROW: f32 = 1440.0;

/// What an arrangement is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Of the open document.
    pub kind: Option<AssetKind>,
    pub is_narrow: bool,
}

impl Place {
    pub fn all() -> impl Iterator<Item = Place> {
        let kinds = AssetKind::ALL.into_iter().map(Some).chain([None]);
        kinds.flat_map(|kind| [false, true].map(|is_narrow| Place { kind, is_narrow }))
    }

    /// In the same window, for documents of another kind.
    pub fn of_kind(self, kind: Option<AssetKind>) -> Self {
        Self { kind, ..self }
    }

    /// Under which it is kept.
    pub fn name(self) -> String {
        let kind = match self.kind {
            None => "nothing open",
            Some(AssetKind::Skeleton) => "skeleton",
            Some(AssetKind::Mesh) => "mesh",
            Some(AssetKind::Texture) => "texture",
            Some(AssetKind::Clip) => "clip",
            Some(AssetKind::Montage) => "montage",
            Some(AssetKind::Graph) => "graph",
            Some(AssetKind::BlendSpace) => "blend space",
            Some(AssetKind::NotifyClass) => "notify class",
            Some(AssetKind::PoseAsset) => "pose asset",
        };
        format!("{kind}{}", if self.is_narrow { ", narrow" } else { "" })
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Part {
    Panel(Panel),
    Tabs {
        parts: Vec<Part>,
        /// The index of the one that is shown.
        shown: usize,
    },
    /// Side by side, each with its width.
    Row(Vec<(f32, Part)>),
    /// On top of each other, each with its height.
    Column(Vec<(f32, Part)>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arrangement {
    pub root: Part,
    /// Closed panels keep their place.
    pub closed: BTreeSet<Panel>,
    /// Closed ones that float above the others, with their rectangle in points: left, top, right,
    /// bottom.
    #[serde(default)]
    pub floating: BTreeMap<Panel, [f32; 4]>,
}

impl Part {
    fn tabs(panels: &[Panel]) -> Part {
        Part::Tabs {
            parts: panels.iter().copied().map(Part::Panel).collect(),
            shown: 0,
        }
    }

    fn children(&self) -> Vec<&Part> {
        match self {
            Part::Panel(_) => Vec::new(),
            Part::Tabs { parts, .. } => parts.iter().collect(),
            Part::Row(parts) | Part::Column(parts) => parts.iter().map(|(_, part)| part).collect(),
        }
    }

    pub(super) fn panels(&self) -> Vec<Panel> {
        match self {
            Part::Panel(panel) => vec![*panel],
            other => other
                .children()
                .into_iter()
                .flat_map(Part::panels)
                .collect(),
        }
    }

    /// As a tab with another panel; false where that stands without tabs.
    fn join(&mut self, with: Panel, panel: Panel) -> bool {
        match self {
            Part::Panel(_) => false,
            Part::Tabs { parts, .. } if parts.contains(&Part::Panel(with)) => {
                parts.push(Part::Panel(panel));
                true
            }
            Part::Tabs { parts, .. } => parts.iter_mut().any(|part| part.join(with, panel)),
            Part::Row(parts) | Part::Column(parts) => {
                parts.iter_mut().any(|(_, part)| part.join(with, panel))
            }
        }
    }

    fn is_sound(&self) -> bool {
        let sizes_are_sound = match self {
            Part::Row(parts) | Part::Column(parts) => parts
                .iter()
                .all(|(size, _)| size.is_finite() && *size > 0.0),
            Part::Tabs { parts, shown } => *shown < parts.len(),
            Part::Panel(_) => true,
        };
        let children = self.children();
        let is_leaf = matches!(self, Part::Panel(_));
        sizes_are_sound
            && (is_leaf || !children.is_empty())
            && children.into_iter().all(Part::is_sound)
    }

    fn build(&self, tiles: &mut Tiles<Panel>) -> TileId {
        let linear = |tiles: &mut Tiles<Panel>, dir, parts: &[(f32, Part)]| {
            let children: Vec<TileId> = parts.iter().map(|(_, part)| part.build(tiles)).collect();
            let mut linear = Linear::new(dir, children.clone());
            children
                .iter()
                .zip(parts)
                .for_each(|(child, (size, _))| linear.shares.set_share(*child, *size));
            tiles.insert_container(linear)
        };
        match self {
            Part::Panel(panel) => tiles.insert_pane(*panel),
            Part::Row(parts) => linear(tiles, LinearDir::Horizontal, parts),
            Part::Column(parts) => linear(tiles, LinearDir::Vertical, parts),
            Part::Tabs { parts, shown } => {
                let children: Vec<TileId> = parts.iter().map(|part| part.build(tiles)).collect();
                let mut tabs = Tabs::new(children.clone());
                tabs.active = children.get(*shown).copied();
                tiles.insert_container(tabs)
            }
        }
    }

    fn of(tiles: &Tiles<Panel>, id: TileId) -> Option<Part> {
        let parts = |children: &[TileId]| {
            children
                .iter()
                .map(|child| Part::of(tiles, *child))
                .collect::<Option<_>>()
        };
        Some(match tiles.get(id)? {
            Tile::Pane(panel) => Part::Panel(*panel),
            Tile::Container(Container::Tabs(tabs)) => {
                let shown = tabs
                    .children
                    .iter()
                    .position(|child| tabs.active == Some(*child));
                Part::Tabs {
                    parts: parts(&tabs.children)?,
                    shown: shown.unwrap_or(0),
                }
            }
            Tile::Container(Container::Linear(linear)) => {
                let sizes = linear.children.iter().map(|child| linear.shares[*child]);
                let sized = sizes.zip(parts(&linear.children)?).collect();
                match linear.dir {
                    LinearDir::Horizontal => Part::Row(sized),
                    LinearDir::Vertical => Part::Column(sized),
                }
            }
            Tile::Container(Container::Grid(_)) => return None,
        })
    }
}

impl Arrangement {
    /// What a document of this kind is edited with.
    pub fn of(place: Place) -> Self {
        use Panel::{
            Assets, Canvas, Compression, Details, EventLog, FindUses, Graph, Jobs, Parameters,
            Preview, Problems, QuickSlots, Skeleton, Slide, Sweep, Timeline, Viewport,
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
        let bones = Part::Column(vec![
            (40.0, Part::tabs(&[Assets, QuickSlots, Graph])),
            (60.0, Part::tabs(&[Skeleton])),
        ]);
        let side = if place.kind == Some(AssetKind::Skeleton) {
            bones
        } else {
            Part::tabs(&[Assets, Skeleton, QuickSlots, Graph])
        };
        let upper = Part::Row(vec![(left, side), (1000.0, Part::tabs(&[Viewport]))]);
        // The tabs above the timeline of a clip cost it no lane.
        let lower = if place.kind == Some(AssetKind::Clip) {
            48.0
        } else {
            44.0
        };
        let main = Part::Column(vec![
            (100.0 - lower, upper),
            (
                lower,
                Part::tabs(&[Timeline, Compression, Canvas, Parameters]),
            ),
        ]);
        let column = if place.is_narrow {
            Part::tabs(&[
                Details, Preview, EventLog, Problems, Jobs, FindUses, Sweep, Slide,
            ])
        } else {
            Part::Column(vec![
                (54.0, Part::tabs(&[Details, Preview])),
                (
                    46.0,
                    Part::tabs(&[EventLog, Problems, Jobs, FindUses, Sweep, Slide]),
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
        closed.extend([Canvas, Parameters, Preview, Graph, FindUses, Sweep, Slide]);
        Self {
            root: Part::Row(vec![(1000.0, main), (right, column)]),
            closed,
            floating: BTreeMap::new(),
        }
    }

    /// The canvas is what is worked on; the character stands beside it.
    fn of_canvas(is_narrow: bool, has_parameters: bool) -> Self {
        use Panel::{
            Assets, Canvas, Compression, Details, EventLog, FindUses, Graph, Jobs, Parameters,
            Preview, Problems, QuickSlots, Skeleton, Slide, Sweep, Timeline, Viewport,
        };
        let (left, right) = if is_narrow {
            (200.0, 320.0)
        } else {
            (theme::LEFT_DOCK, theme::RIGHT_COLUMN)
        };
        let middle = Part::tabs(&[Canvas, Timeline, Compression]);
        let shown = Part::tabs(&[Viewport]);
        let below = if is_narrow {
            vec![
                (34.0, shown),
                (
                    66.0,
                    Part::tabs(&[
                        Details, Parameters, Preview, Problems, EventLog, Jobs, FindUses, Sweep,
                        Slide,
                    ]),
                ),
            ]
        } else {
            let tabs = Part::tabs(&[
                Details, Preview, Problems, EventLog, Jobs, FindUses, Sweep, Slide,
            ]);
            vec![
                (42.0, shown),
                (26.0, Part::tabs(&[Parameters])),
                (32.0, tabs),
            ]
        };
        let side = if has_parameters {
            [Graph, Assets, Skeleton, QuickSlots]
        } else {
            [Assets, Skeleton, Graph, QuickSlots]
        };
        let row = vec![
            (left, Part::tabs(&side)),
            (1000.0, middle),
            (right, Part::Column(below)),
        ];
        let mut closed: BTreeSet<Panel> = [
            Timeline,
            Compression,
            Preview,
            QuickSlots,
            FindUses,
            Sweep,
            Slide,
        ]
        .into();
        if !has_parameters {
            closed.extend([Parameters, Graph]);
        }
        Self {
            root: Part::Row(row),
            closed,
            floating: BTreeMap::new(),
        }
    }

    /// The character is what is looked at; its graph, its details and what it is previewed with
    /// stand around it.
    pub fn for_tuning(is_narrow: bool) -> Self {
        use Panel::{
            Assets, Canvas, Compression, Details, EventLog, FindUses, Graph, Jobs, Parameters,
            Preview, Problems, QuickSlots, Skeleton, Slide, Sweep, Timeline, Viewport,
        };
        let (left, right) = if is_narrow {
            (200.0, 320.0)
        } else {
            (240.0, 400.0)
        };
        let middle = vec![
            (68.0, Part::tabs(&[Viewport])),
            (32.0, Part::tabs(&[Canvas, Timeline, Compression])),
        ];
        let below = vec![
            (
                60.0,
                Part::tabs(&[
                    Details, Preview, Problems, EventLog, Jobs, FindUses, Sweep, Slide,
                ]),
            ),
            (40.0, Part::tabs(&[Parameters])),
        ];
        let side = Part::tabs(&[Graph, Assets, Skeleton, QuickSlots]);
        let row = vec![
            (left, side),
            (1000.0, Part::Column(middle)),
            (right, Part::Column(below)),
        ];
        let closed = [Timeline, Compression, QuickSlots, FindUses, Sweep, Slide].into();
        Self {
            root: Part::Row(row),
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

    /// None where the tree is none that [`Arrangement::tree`] could have made.
    pub fn of_tree(tree: &Tree<Panel>, floating: BTreeMap<Panel, [f32; 4]>) -> Option<Self> {
        let root = Part::of(&tree.tiles, tree.root()?)?;
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
