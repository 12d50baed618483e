//! What egui_tiles asks about the panels: their content, their tabs, what a drag looks like.

use super::{Panel, SIMPLIFICATION, sizes::GAP};
use crate::{icons, parts, theme};
use egui::{
    Align2, Color32, CornerRadius, CursorIcon, Id, Painter, Pos2, Rect, Response, Sense, Stroke,
    StrokeKind, Style, Ui, Visuals, WidgetInfo, WidgetText, accesskit::Role, pos2, vec2,
};
use egui_tiles::{
    Behavior, Container, EditAction, ResizeState, TabState, Tabs, Tile, TileId, Tiles, UiResponse,
};
use std::collections::{BTreeMap, HashSet};
use words::tr;

const ICON: f32 = 14.0;
const PADDING: f32 = 12.0;
const CLOSE: f32 = 16.0;
/// Distance from one dot of a handle to the next.
const DOTS: f32 = 3.0;

/// Badges beside the titles of panels, and the titles of documents.
#[derive(Clone, Debug)]
pub struct Badges {
    /// Number of problems; no badge is shown for 0.
    pub problems: usize,
    /// Number of jobs that run.
    pub jobs: usize,
    /// Tabs of documents that have a panel of their own, and of the front document under the
    /// timeline's own panel.
    pub documents: BTreeMap<Panel, Named>,
    /// The panel of the document that is previewed and edited.
    pub edited: Panel,
}

/// The tab of a document.
#[derive(Clone, Debug)]
pub struct Named {
    /// One of [`crate::icons`].
    pub icon: &'static str,
    /// The name of the document.
    pub title: String,
}

/// One pass of the panels.
pub struct Panes<'a> {
    /// Shows a panel, with a handle if the flag is true; returns whether the handle was dragged.
    show: &'a mut dyn FnMut(&mut Ui, Panel, bool) -> bool,
    badges: Badges,
    /// Tiles of panels: egui_tiles takes a tile out of the tree while it asks about that tile.
    panels: HashSet<TileId>,
    /// Tabs that have no bar.
    bare: HashSet<TileId>,
    /// Titles of tabs behind the first are left out.
    is_tight: bool,
    pub(super) is_edited: bool,
    /// Closed by its own button or its menu.
    pub closed: Option<Panel>,
    pub(super) floated: Option<Panel>,
    /// Panels whose tabs were clicked while another was in front.
    pub turned_to: Vec<Panel>,
    /// Panel whose tab was clicked last, in front or not.
    pub clicked: Option<Panel>,
}

impl<'a> Panes<'a> {
    /// Begins a pass; `show` is called for each panel that is in sight.
    pub fn new(badges: Badges, show: &'a mut dyn FnMut(&mut Ui, Panel, bool) -> bool) -> Self {
        Self {
            show,
            badges,
            panels: HashSet::new(),
            bare: HashSet::new(),
            is_tight: false,
            is_edited: false,
            closed: None,
            floated: None,
            turned_to: Vec::new(),
            clicked: None,
        }
    }

    /// A panel with a handle of its own needs no bar where it stands alone, but for the name of its
    /// document.
    pub(super) fn survey(&mut self, tiles: &Tiles<Panel>) {
        self.panels = tiles
            .iter()
            .filter(|(_, tile)| matches!(tile, Tile::Pane(_)))
            .map(|(id, _)| *id)
            .collect();
        for (id, tile) in tiles.iter() {
            let Tile::Container(Container::Tabs(tabs)) = tile else {
                continue;
            };
            let mut shown = tabs
                .children
                .iter()
                .filter(|child| tiles.is_visible_in_layout(**child));
            let first = shown
                .next()
                .and_then(|child| Some((*child, *tiles.get_pane(child)?)));
            if let (Some((child, panel)), None) = (first, shown.next())
                && panel.has_handle()
                && !self.badges.documents.contains_key(&panel)
            {
                self.bare.extend([*id, child]);
            }
        }
    }

    pub(super) fn name(&self, panel: Panel) -> Named {
        self.badges
            .documents
            .get(&panel)
            .cloned()
            .unwrap_or_else(|| Named {
                icon: panel.icon(),
                title: panel.title().to_owned(),
            })
    }

    /// Shows a floating panel.
    pub(super) fn panel_ui(&mut self, ui: &mut Ui, panel: Panel) {
        (self.show)(ui, panel, false);
    }

    /// Over the tab in front: grey for a document that is not the edited one.
    fn line(&self, tiles: &Tiles<Panel>, tile: TileId) -> Color32 {
        let waits = |panel: &Panel| {
            self.badges.documents.contains_key(panel) && *panel != self.badges.edited
        };
        if tiles.get_pane(&tile).is_some_and(waits) {
            theme::TEXT_3
        } else {
            theme::ACCENT
        }
    }

    fn badge(&self, panel: Panel) -> usize {
        match panel {
            Panel::Problems => self.badges.problems,
            Panel::Jobs => self.badges.jobs,
            _ => 0,
        }
    }

    /// Look of a tab, with its title or with the icon alone.
    fn look(
        &self,
        ui: &Ui,
        tiles: &Tiles<Panel>,
        tile: TileId,
        active: bool,
        titled: bool,
    ) -> TabLook {
        let color = if active { theme::WHITE } else { theme::TEXT_2 };
        let (icon, title, badge) = match tiles.get_pane(&tile) {
            Some(panel) => (
                self.name(*panel).icon,
                self.name(*panel).title,
                self.badge(*panel),
            ),
            None => (icons::STACK, self.several(tiles, tile), 0),
        };
        let text = if titled { title.clone() } else { String::new() };
        let galley = ui.painter().layout_no_wrap(text, theme::medium(), color);
        let badge = (badge > 0).then(|| {
            ui.painter()
                .layout_no_wrap(badge.to_string(), theme::small(), theme::WARN)
        });
        TabLook {
            icon,
            title,
            galley,
            badge,
            color,
            closable: active && titled && tiles.get_pane(&tile).is_some(),
        }
    }

    /// Title of a tab that holds more than one panel.
    fn several(&self, tiles: &Tiles<Panel>, tile: TileId) -> String {
        let mut all = Vec::new();
        let mut open = vec![tile];
        while let Some(id) = open.pop() {
            match tiles.get(id) {
                Some(Tile::Pane(panel)) => all.push(self.name(*panel).title),
                Some(Tile::Container(container)) => open.extend(container.children().copied()),
                None => {}
            }
        }
        all.reverse();
        all.join(", ")
    }

    fn menu_ui(&mut self, response: &Response, panel: Panel) {
        parts::context_menu(response, |ui| {
            if ui.button(tr!("Float")).clicked() {
                self.floated = Some(panel);
            }
            if ui.button(tr!("Close")).clicked() {
                self.closed = Some(panel);
            }
        });
    }
}

struct TabLook {
    icon: &'static str,
    title: String,
    galley: std::sync::Arc<egui::Galley>,
    badge: Option<std::sync::Arc<egui::Galley>>,
    color: Color32,
    closable: bool,
}

impl TabLook {
    fn width(&self) -> f32 {
        let text = if self.galley.is_empty() {
            0.0
        } else {
            self.galley.size().x + 6.0
        };
        let badge = self
            .badge
            .as_ref()
            .map_or(0.0, |badge| badge.size().x + 16.0);
        PADDING + ICON + text + badge + if self.closable { CLOSE + 4.0 } else { PADDING }
    }

    fn paint(self, painter: &Painter, rect: Rect) {
        let mut x = rect.left() + PADDING;
        let at = pos2(x + ICON / 2.0, rect.center().y);
        painter.text(
            at,
            Align2::CENTER_CENTER,
            self.icon,
            theme::icon(ICON),
            self.color,
        );
        x += ICON + 6.0;
        let width = self.galley.size().x;
        painter.galley(
            pos2(x, rect.center().y - self.galley.size().y / 2.0),
            self.galley,
            self.color,
        );
        if let Some(badge) = self.badge {
            let size = vec2(badge.size().x + 10.0, 16.0);
            let pill =
                Rect::from_center_size(pos2(x + width + 6.0 + size.x / 2.0, rect.center().y), size);
            painter.rect_filled(pill, 8.0, theme::over(theme::PANEL, theme::WARN, 0.2));
            painter.galley(pill.center() - badge.size() / 2.0, badge, theme::WARN);
        }
    }
}

fn dots(painter: &Painter, center: Pos2, color: Color32) {
    for (x, y) in [-0.5, 0.5]
        .into_iter()
        .flat_map(|x| [-1.0, 0.0, 1.0].map(|y| (x, y)))
    {
        painter.circle_filled(center + vec2(x, y) * DOTS, 0.9, color);
    }
}

/// Moves a panel that has no tab; true when its drag begins.
pub fn grip(ui: &mut Ui, panel: Panel) -> bool {
    let (rect, response) =
        ui.allocate_exact_size(vec2(PADDING, theme::BUTTON), Sense::click_and_drag());
    let name = tr!("Move {}", panel.title());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let active = response.hovered() || response.has_focus();
    dots(
        ui.painter(),
        rect.center(),
        if active { theme::ACCENT } else { theme::TEXT_3 },
    );
    let lines = [tr!("Drag to move this panel. The Window menu closes or floats it.").to_owned()];
    response
        .on_hover_cursor(CursorIcon::Grab)
        .on_hover_text(parts::tip(&name, &lines))
        .drag_started()
}

/// Above what a panel shows, with a handle where it has no tab; true when that is dragged.
pub fn tool_bar(
    ui: &mut Ui,
    name: &str,
    handle: Option<Panel>,
    content: impl FnOnce(&mut Ui),
) -> bool {
    let bar = egui::Panel::top(name.to_owned())
        .exact_size(theme::TOOL_BAR)
        .resizable(false);
    let row = |ui: &mut Ui| {
        ui.add_space(if handle.is_some() { 2.0 } else { 8.0 });
        let dragged = handle.is_some_and(|panel| grip(ui, panel));
        content(ui);
        dragged
    };
    bar.frame(egui::Frame::new().fill(theme::PANEL))
        .show(ui, |ui| ui.horizontal_centered(row).inner)
        .inner
}

impl Behavior<Panel> for Panes<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, tile_id: TileId, pane: &mut Panel) -> UiResponse {
        let rect = ui.max_rect();
        ui.shrink_clip_rect(rect);
        ui.expand_to_include_rect(rect);
        if (self.show)(ui, *pane, self.bare.contains(&tile_id)) {
            UiResponse::DragStarted
        } else {
            UiResponse::None
        }
    }

    fn tab_title_for_pane(&mut self, pane: &Panel) -> WidgetText {
        format!("{}  {}", self.name(*pane).icon, self.name(*pane).title).into()
    }

    fn tab_bar_left_ui(&mut self, tiles: &Tiles<Panel>, ui: &mut Ui, _: TileId, tabs: &Tabs) {
        let shown = tabs
            .children
            .iter()
            .filter(|child| tiles.is_visible_in_layout(**child));
        let width: f32 = shown
            .map(|child| {
                self.look(ui, tiles, *child, tabs.is_active(*child), true)
                    .width()
            })
            .sum();
        self.is_tight = width > ui.available_width();
    }

    fn tab_ui(
        &mut self,
        tiles: &mut Tiles<Panel>,
        ui: &mut Ui,
        id: Id,
        tile_id: TileId,
        state: &TabState,
    ) -> Response {
        let look = self.look(
            ui,
            tiles,
            tile_id,
            state.active,
            state.active || !self.is_tight,
        );
        let (_, rect) = ui.allocate_space(vec2(look.width(), ui.available_height()));
        let response = ui
            .interact(rect, id, Sense::click_and_drag())
            .on_hover_cursor(CursorIcon::Grab);
        response.widget_info(|| WidgetInfo::selected(Role::Tab, true, state.active, &look.title));
        let (title, closable) = (look.title.clone(), look.closable);
        let active = response.hovered() || response.has_focus();
        if state.active {
            ui.painter().rect_filled(rect, 0.0, theme::PANEL);
            ui.painter().hline(
                rect.x_range(),
                rect.top() + 1.0,
                Stroke::new(2.0, self.line(tiles, tile_id)),
            );
        } else if active {
            ui.painter().rect_filled(rect, 0.0, theme::HAIR);
        }
        let dot = if active {
            theme::TEXT_2
        } else {
            theme::HAIR_STRONG
        };
        dots(
            ui.painter(),
            rect.left_center() + vec2(PADDING / 2.0, 0.0),
            dot,
        );
        look.paint(ui.painter(), rect);
        if response.has_focus() {
            ui.painter().rect_stroke(
                rect,
                CornerRadius::ZERO,
                Stroke::new(1.0, theme::ACCENT),
                StrokeKind::Inside,
            );
        }
        let panel = tiles.get_pane(&tile_id).copied();
        if closable && close_button(ui, rect, id, &title) || response.middle_clicked() {
            self.closed = panel;
        }
        if response.clicked() {
            self.clicked = panel;
            self.turned_to.extend(panel.filter(|_| !state.active));
        }
        if let Some(panel) = panel {
            self.menu_ui(&response, panel);
        }
        let lines =
            [
                tr!(
                    "Drag to move this panel. Drop it on the middle of another panel to stack tabs."
                )
                .to_owned(),
            ];
        response.on_hover_text(parts::tip(&title, &lines))
    }

    fn tab_bar_height(&self, _: &Style) -> f32 {
        theme::PANEL_TABS
    }

    fn is_tab_bar_visible(&self, tile_id: TileId, _: &Tabs) -> bool {
        !self.bare.contains(&tile_id)
    }

    /// Groups stay where they are: a drag that begins beside the tabs was hardly meant to move all
    /// of them.
    fn is_tile_draggable(&self, _: &Tiles<Panel>, tile_id: TileId) -> bool {
        self.panels.contains(&tile_id)
    }

    fn cycle_tabs_with_keyboard(&self) -> bool {
        false
    }

    fn gap_width(&self, _: &Style) -> f32 {
        GAP
    }

    fn min_size(&self) -> f32 {
        72.0
    }

    fn simplification_options(&self) -> egui_tiles::SimplificationOptions {
        SIMPLIFICATION
    }

    fn tab_bar_color(&self, _: &Visuals) -> Color32 {
        theme::BASE
    }

    fn resize_stroke(&self, _: &Style, state: ResizeState) -> Stroke {
        match state {
            ResizeState::Idle => Stroke::new(1.0, theme::LINE),
            ResizeState::Hovering | ResizeState::Dragging => Stroke::new(2.0, theme::ACCENT),
        }
    }

    fn drag_preview_stroke(&self, _: &Visuals) -> Stroke {
        Stroke::new(1.0, theme::ACCENT)
    }

    fn drag_preview_color(&self, _: &Visuals) -> Color32 {
        theme::ACCENT.gamma_multiply(0.2)
    }

    fn on_edit(&mut self, _: EditAction) {
        self.is_edited = true;
    }
}

fn close_button(ui: &Ui, tab: Rect, id: Id, title: &str) -> bool {
    let rect = Rect::from_center_size(
        tab.right_center() - vec2(CLOSE / 2.0 + 2.0, 0.0),
        vec2(CLOSE, CLOSE),
    );
    let response = ui.interact(rect, id.with("close"), Sense::click());
    let name = tr!("Close panel {title}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let color = if response.hovered() || response.has_focus() {
        theme::WHITE
    } else {
        theme::TEXT_3
    };
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        icons::X,
        theme::icon(12.0),
        color,
    );
    parts::focus_ring(ui, &response);
    let lines = [tr!("Open it again in the Window menu.").to_owned()];
    response
        .on_hover_cursor(CursorIcon::Default)
        .on_hover_text(parts::tip(&name, &lines))
        .clicked()
}
