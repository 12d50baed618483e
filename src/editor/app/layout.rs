//! The bars at the edges of the window, and between them the panels as they are docked.

use super::{
    App,
    stored::{ARRANGEMENTS, NODE_PRESETS, SHELF, VIEWPORT},
};
use crate::{
    action::{EditorAction, FileAction, ViewAction},
    canvas::Shelf,
    dock::{ArrangementPlace, Badges, LOW, NARROW, Named, Panel, Panes},
    icons,
    kinds::graph::NodePreset,
    panels::{
        assets::kind::kind_icon,
        bars, bundles,
        help::{self, Sheet},
        menu, preferences, slot_groups,
    },
    parts,
    session::Session,
    theme,
    viewport::{OverlaySettings, Viewport},
};
use asset::{Id, Project};
use egui::{Frame, Stroke, Ui};
use std::collections::BTreeMap;
use words::tr;

/// Others have changed the project on disk.
fn outside_ui(ui: &mut Ui, name: &str, actions: &mut Vec<EditorAction>) {
    ui.horizontal_centered(|ui| {
        ui.label(
            egui::RichText::new(icons::WARNING)
                .font(theme::icon(16.0))
                .color(theme::WARN),
        );
        ui.label(tr!("{name} was changed on disk by another program."));
        if parts::button(ui, None, tr!("Compare and merge…"), false).clicked() {
            actions.push(FileAction::AskOutside.into());
        }
    });
}

fn bare(fill: egui::Color32) -> Frame {
    Frame::new().fill(fill)
}

impl App {
    pub(super) fn layout_ui(&mut self, ui: &mut Ui, actions: &mut Vec<EditorAction>) {
        let bar = |name, height| {
            egui::Panel::top(name)
                .exact_size(height)
                .frame(bare(theme::BASE))
                .resizable(false)
        };
        let middle = egui::Margin::symmetric(0, 4);
        bar(tr!("menu bar"), theme::MENU_BAR)
            .frame(bare(theme::BASE).inner_margin(middle))
            .show(ui, |ui| {
                let state = menu::MenuState {
                    document: &self.document,
                    session: &self.session,
                    views: &self.views,
                    dock: &self.dock,
                    settings: self.settings,
                    recent: self.recent.list(),
                };
                bars::menu_bar_ui(ui, &state, actions);
            });
        bar(tr!("document tabs"), theme::DOCUMENT_TABS).show(ui, |ui| {
            let now = self.session.situation(&self.views, &self.document);
            bars::document_tabs_ui(ui, &now, &self.session, actions);
        });
        if self.disk.outside.is_some() {
            let strip = bar("outside", theme::OUTSIDE_BAR)
                .frame(bare(theme::RAISE).inner_margin(egui::Margin::symmetric(8, 3)));
            strip.show(ui, |ui| {
                outside_ui(ui, &self.document.project().name, actions)
            });
        }
        let bottom = egui::Panel::bottom(tr!("status bar"))
            .exact_size(theme::STATUS_BAR)
            .frame(bare(theme::BASE));
        bottom.resizable(false).show(ui, |ui| {
            let state = bars::StatusBarState {
                document: &self.document,
                session: &self.session,
                timeline: &self.views.timeline,
                compiled: &self.compiled,
                is_compiling: self.compiler.is_busy(),
                rests: self.faults.rests(self.engine.revision(), self.wanted()),
                jobs: &self.jobs,
                frame: self.engine.frame.as_deref(),
                path: self.disk.path.as_deref(),
            };
            bars::status_bar_ui(ui, &state, actions);
        });
        egui::CentralPanel::default()
            .frame(Frame::NONE)
            .show(ui, |ui| match &self.start {
                Some(start) => start.ui(ui, actions),
                None => self.dock_ui(ui, actions),
            });
        drop_hint_ui(ui);
    }

    fn dock_ui(&mut self, ui: &mut Ui, actions: &mut Vec<EditorAction>) {
        let kind = self
            .session
            .front
            .and_then(|id| self.document.project().kind(id));
        self.dock.turn_to(ArrangementPlace {
            kind,
            is_narrow: ui.ctx().content_rect().width() < NARROW,
            is_low: ui.ctx().content_rect().height() < LOW,
        });
        self.dock.stand_beside(&self.session.beside);
        if Panel::ALL
            .into_iter()
            .all(|panel| !self.dock.is_open(panel))
            && self.session.beside.is_empty()
        {
            return self.nothing_docked_ui(ui, actions);
        }
        let badges = Badges {
            problems: self.compiled.diagnostics.len()
                + self.session.broken.len()
                + self.told_by_sweep().len(),
            jobs: self.jobs.running().count(),
            documents: self.documents(),
            edited: self.main_panel(),
        };
        let mut dock = std::mem::take(&mut self.dock);
        let mut show = |ui: &mut Ui, panel: Panel, has_handle: bool| {
            self.panel_ui(ui, panel, has_handle, actions)
        };
        let mut panes = Panes::new(badges, &mut show);
        dock.ui(ui, &mut panes);
        let (turned_to, clicked, closed) = (
            std::mem::take(&mut panes.turned_to),
            panes.clicked,
            panes.closed,
        );
        self.dock = dock;
        if let Some(Panel::Document(id)) = closed {
            actions.push(ViewAction::PutBack(id).into());
        }
        if let Some(panel) = clicked {
            self.session.panels.active = panel;
        }
        if turned_to.contains(&Panel::Skeleton) {
            self.show_what_the_skeleton_lists();
        }
    }

    /// Named while more than one is in sight.
    fn documents(&self) -> BTreeMap<Panel, Named> {
        let beside = self
            .session
            .beside
            .iter()
            .map(|id| (Panel::Document(*id), *id));
        let front = self
            .session
            .front
            .filter(|_| !self.session.beside.is_empty());
        let all = beside.chain(front.map(|id| (Panel::Timeline, id)));
        all.filter_map(|(panel, id)| Some((panel, named(self.document.project(), id)?)))
            .collect()
    }

    fn nothing_docked_ui(&self, ui: &mut Ui, actions: &mut Vec<EditorAction>) {
        ui.painter().rect_filled(ui.max_rect(), 0.0, theme::BASE);
        let line = tr!("The Window menu opens single panels.");
        if parts::empty_state(
            ui,
            icons::STACK,
            tr!("Every panel is closed"),
            line,
            Some(tr!("Reset arrangement")),
        ) {
            actions.push(ViewAction::ResetArrangement.into());
        }
    }

    /// Shows in the viewport what the Skeleton tab lists: bones and sockets.
    pub(super) fn show_what_the_skeleton_lists(&mut self) {
        (self.settings.bones, self.settings.sockets) = (true, true);
    }

    pub(super) fn show_panel(&mut self, panel: Panel) {
        if panel == Panel::Skeleton && !self.dock.is_shown(panel) {
            self.show_what_the_skeleton_lists();
        }
        // A document that was opened in this pass stands in its own arrangement from the next one
        // on.
        let kind = self
            .session
            .front
            .and_then(|id| self.document.project().kind(id));
        self.dock.turn_to(self.dock.place().of_kind(kind));
        self.dock.show(panel);
    }

    pub(super) fn toggle_panel(&mut self, panel: Panel) {
        if self.dock.is_open(panel) {
            self.dock.close(panel)
        } else {
            self.show_panel(panel)
        }
    }

    /// Once a drag is over, not in each of its passes.
    pub(super) fn store_changes(&mut self, ctx: &egui::Context) {
        if ctx.input(|input| input.pointer.any_down()) {
            return;
        }
        let bookmarks = self.bookmarks();
        if bookmarks != self.kept_bookmarks {
            self.kept_bookmarks = bookmarks;
            self.remember_open_documents();
        }
        if let Some(kept) = self.dock.changes() {
            self.store.set(ARRANGEMENTS, kept);
        }
        if self
            .store
            .get::<OverlaySettings>(VIEWPORT)
            .unwrap_or_default()
            != self.settings
        {
            self.store.set(VIEWPORT, &self.settings);
        }
        if self.store.get::<Shelf>(SHELF).unwrap_or_default() != self.views.shelf {
            self.store.set(SHELF, &self.views.shelf);
        }
        if self
            .store
            .get::<Vec<NodePreset>>(NODE_PRESETS)
            .unwrap_or_default()
            != self.session.node_presets
        {
            self.store.set(NODE_PRESETS, &self.session.node_presets);
        }
    }

    pub(super) fn sheet_ui(&mut self, ctx: &egui::Context, actions: &mut Vec<EditorAction>) {
        let Some(sheet) = self.dialogs.sheet else {
            return;
        };
        let is_over = help::sheet_ui(ctx, sheet, |ui| match sheet {
            Sheet::Preferences => {
                let Session {
                    preferences,
                    keymap,
                    ..
                } = &self.session;
                preferences::preferences_ui(ui, preferences, keymap.preset, &self.document, actions)
            }
            Sheet::SlotGroups => {
                slot_groups::slot_groups_ui(
                    ui,
                    self.document.project(),
                    (&self.session, &mut self.views),
                    actions,
                );
            }
            Sheet::Bundles => {
                bundles::bundles_ui(
                    ui,
                    self.document.project(),
                    (&self.session, &mut self.views),
                    actions,
                );
            }
            Sheet::About => {
                let adapter = self
                    .viewport
                    .as_ref()
                    .map_or_else(Clone::clone, Viewport::adapter);
                help::about_ui(ui, &adapter);
            }
        });
        if is_over {
            self.dialogs.sheet = None;
        }
    }
}

fn named(project: &Project, document: Id) -> Option<Named> {
    let icon = kind_icon(project.kind(document)?);
    Some(Named {
        icon,
        title: project.asset_name(document)?.to_owned(),
    })
}

/// Says what a drop does while files hover over the window.
fn drop_hint_ui(ui: &Ui) {
    if ui.ctx().input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let painter = ui.ctx().layer_painter(egui::LayerId::new(
        egui::Order::Tooltip,
        egui::Id::unique("drop hint"),
    ));
    let rect = ui.ctx().content_rect();
    painter.rect_filled(rect, 0.0, theme::BASE.gamma_multiply(0.8));
    painter.rect_stroke(
        rect.shrink(8.0),
        6.0,
        Stroke::new(2.0, theme::ACCENT),
        egui::StrokeKind::Inside,
    );
    painter.text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        tr!("Drop to import into this project"),
        theme::title(),
        theme::WHITE,
    );
}
