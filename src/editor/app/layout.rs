//! Where the panels stand: docks left and right, the viewport between, the timeline below.

use super::{App, comparison::compared};
use crate::{
    action::{Action, FileAction, MontageAction, SelectAction},
    compression::Status,
    icons,
    jobs::Job,
    keymap::Panel,
    panels::{assets, bars, compression, details, log, problems, skeleton, transport},
    parts,
    session::{LeftTab, LowerTab, RightTab},
    theme,
    timeline::{Host, timeline_ui},
    viewport::{self, Empty, Flash, Shown},
};
use anim::Name;
use asset::Skeleton;
use egui::{Frame, Rect, Sense, Stroke, Ui, Vec2, WidgetInfo, accesskit::Role, pos2, vec2};

/// Below this width the right column is narrow.
const NARROW: f32 = 1440.0;

fn bare(fill: egui::Color32) -> Frame {
    Frame::new().fill(fill)
}

/// A panel keeps its size whatever it holds.
fn fill(ui: &mut Ui) {
    ui.expand_to_include_rect(ui.max_rect());
}

/// A seam that can be dragged; how far in this pass.
fn splitter(ui: &mut Ui, seam: Rect, name: &str) -> Option<Vec2> {
    let upright = seam.width() < seam.height();
    let zone = seam.expand2(if upright { vec2(3.0, 0.0) } else { vec2(0.0, 3.0) });
    let response = ui.interact(zone, ui.scope_id().with(name), Sense::drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, name));
    let active = response.hovered() || response.dragged();
    let stroke = Stroke::new(if active { 2.0 } else { 1.0 }, if active { theme::ACCENT } else { theme::LINE });
    ui.painter().line_segment([seam.min, seam.max], stroke);
    let cursor = if upright { egui::CursorIcon::ResizeHorizontal } else { egui::CursorIcon::ResizeVertical };
    response.on_hover_and_drag_cursor(cursor).dragged().then(|| ui.input(|input| input.pointer.delta()))
}

impl App {
    pub(super) fn layout_ui(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let narrow = ui.ctx().content_rect().width() < NARROW;
        egui::Panel::top("menu bar").exact_size(theme::MENU_BAR).frame(bare(theme::BASE)).resizable(false).show(
            ui,
            |ui| {
                bars::menu_bar_ui(ui, &self.document, &self.session, self.recent.list(), actions);
            },
        );
        egui::Panel::top("document tabs")
            .exact_size(theme::DOCUMENT_TABS)
            .frame(bare(theme::BASE))
            .resizable(false)
            .show(ui, |ui| {
                bars::document_tabs_ui(ui, &self.document, &self.session, actions);
            });
        egui::Panel::bottom("status bar").exact_size(theme::STATUS_BAR).frame(bare(theme::BASE)).resizable(false).show(
            ui,
            |ui| {
                let state = bars::State {
                    document: &self.document,
                    session: &self.session,
                    compiled: &self.compiled,
                    jobs: &self.jobs,
                    frame: self.frame.as_deref(),
                    path: self.path.as_deref(),
                };
                bars::status_bar_ui(ui, &state, actions);
            },
        );
        let area = ui.available_rect_before_wrap();
        let right = self.session.sharing.right.unwrap_or(if narrow { 320.0 } else { theme::RIGHT_COLUMN });
        egui::Panel::right("right column").exact_size(right).frame(bare(theme::PANEL)).resizable(false).show(
            ui,
            |ui| {
                fill(ui);
                self.right_ui(ui, actions);
            },
        );
        let below = if self.has_timeline() {
            (self.session.sharing.timeline * area.height()).clamp(120.0, area.height() - 120.0)
        } else {
            0.0
        };
        if below > 0.0 {
            egui::Panel::bottom("timeline").exact_size(below).frame(bare(theme::BASE)).resizable(false).show(
                ui,
                |ui| {
                    fill(ui);
                    self.timeline_ui(ui, actions);
                },
            );
        }
        let left = self.session.sharing.left.unwrap_or(if narrow { 220.0 } else { theme::LEFT_DOCK });
        egui::Panel::left("left dock").exact_size(left).frame(bare(theme::PANEL)).resizable(false).show(ui, |ui| {
            fill(ui);
            self.left_ui(ui, actions);
        });
        // The picture covers it all; what lies under it would be painted for nothing.
        let under = if self.viewport.is_ok() { Frame::NONE } else { bare(theme::VIEW) };
        egui::CentralPanel::default().frame(under).show(ui, |ui| {
            self.viewport_ui(ui, actions);
        });
        self.splitters_ui(ui, area, left, right, below);
        drop_hint_ui(ui);
    }

    /// The edges between the panels, over their seams.
    fn splitters_ui(&mut self, ui: &mut Ui, area: Rect, left: f32, right: f32, below: f32) {
        let sharing = &mut self.session.sharing;
        let upper = Rect::from_min_max(area.min, pos2(area.right(), area.bottom() - below));
        let seam = Rect::from_min_max(pos2(area.left() + left, upper.top()), pos2(area.left() + left, upper.bottom()));
        if let Some(delta) = splitter(ui, seam, "Resize left dock") {
            sharing.left = Some((left + delta.x).clamp(200.0, 480.0));
        }
        let seam =
            Rect::from_min_max(pos2(area.right() - right, area.top()), pos2(area.right() - right, area.bottom()));
        if let Some(delta) = splitter(ui, seam, "Resize right column") {
            sharing.right = Some((right - delta.x).clamp(240.0, 640.0));
        }
        let seam = Rect::from_min_max(pos2(area.left(), upper.bottom()), pos2(area.right() - right, upper.bottom()));
        if let Some(delta) = splitter(ui, seam, "Resize timeline").filter(|_| below > 0.0) {
            sharing.timeline = ((below - delta.y) / area.height()).clamp(0.15, 0.8);
        }
        let log = area.bottom() - area.height() * sharing.log;
        let seam = Rect::from_min_max(pos2(area.right() - right, log), pos2(area.right(), log));
        if let Some(delta) = splitter(ui, seam, "Resize event log") {
            sharing.log = (sharing.log - delta.y / area.height()).clamp(0.1, 0.85);
        }
    }

    fn has_timeline(&self) -> bool {
        self.open_kind().is_some_and(|kind| kind.lower_panels().contains(&LowerTab::Timeline))
    }

    fn left_ui(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        ui.spacing_mut().item_spacing.y = 0.0;
        let active = self.session.left as usize;
        if let Some(tab) = parts::panel_tabs(ui, &[("Assets", None), ("Skeleton", None)], active) {
            if tab == 0 {
                self.session.left = LeftTab::Assets;
            } else {
                self.show_skeleton();
            }
        }
        self.session
            .panels
            .note(if self.session.left == LeftTab::Assets { Panel::Assets } else { Panel::Skeleton }, ui);
        match self.session.left {
            LeftTab::Assets => assets::assets_ui(ui, &self.document, &mut self.session, actions),
            LeftTab::Skeleton => skeleton::skeleton_ui(ui, &self.document, &mut self.session, actions),
        }
    }

    /// The tab, and in the viewport what it lists.
    pub(super) fn show_skeleton(&mut self) {
        if self.session.left != LeftTab::Skeleton {
            self.session.left = LeftTab::Skeleton;
            (self.settings.bones, self.settings.sockets) = (true, true);
        }
    }

    fn right_ui(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let height = ui.available_height() * self.session.sharing.log;
        egui::Panel::bottom("log").exact_size(height).frame(Frame::NONE).resizable(false).show(ui, |ui| {
            fill(ui);
            self.log_ui(ui, actions);
        });
        egui::CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            self.session.panels.note(Panel::Details, ui);
            parts::panel_tabs(ui, &[("Details", None)], 0);
            let of = |id| Status::of(self.document.project(), id, &self.compiled, &self.compressor);
            let status = self.session.active.and_then(of);
            let seam = self.session.active.and_then(|id| self.compiled.seams.get(&id).copied());
            details::details_ui(ui, &self.document, &mut self.session, (status.as_ref(), seam), actions);
        });
    }

    fn log_ui(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        self.session.panels.note(Panel::Log, ui);
        ui.spacing_mut().item_spacing.y = 0.0;
        let running = self.jobs.running().count();
        let tabs = [("Event log", None), ("Problems", Some(self.compiled.diagnostics.len())), ("Jobs", Some(running))];
        if let Some(tab) = parts::panel_tabs(ui, &tabs, self.session.right as usize) {
            self.session.right = [RightTab::EventLog, RightTab::Problems, RightTab::Jobs][tab];
        }
        let faults = self.frame.as_ref().map_or(0, |frame| frame.faults);
        match self.session.right {
            RightTab::EventLog => {
                let sources = (&self.document, &*self.compiled.library);
                log::log_ui(ui, sources, self.session.active, &mut self.session.log, actions);
            }
            RightTab::Problems => {
                problems::problems_ui(ui, &self.document, &self.compiled.diagnostics, self.compile_ms, faults, actions)
            }
            RightTab::Jobs => self.jobs_ui(ui, actions),
        }
    }

    fn jobs_ui(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        if self.jobs.listed().next().is_none() {
            let line = "Imports, exports and what compresses for long appear here.";
            parts::empty_state(ui, icons::CLOCK, "No jobs", line, None);
            return;
        }
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for job in self.jobs.listed().rev() {
                ui.add_space(8.0);
                job_ui(ui, job, actions);
            }
        });
    }

    fn timeline_ui(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        let lower = self.session.lower;
        let Some(host) = self.session.active.and_then(|id| Host::new(self.document.project(), id)) else { return };
        self.session.panels.note(
            if lower == LowerTab::Timeline || host.clip().is_none() { Panel::Timeline } else { Panel::Compression },
            ui,
        );
        egui::Panel::top("transport").exact_size(theme::TOOL_BAR).frame(bare(theme::PANEL)).resizable(false).show(
            ui,
            |ui| {
                transport::transport_ui(ui, &host, &mut self.session, actions);
            },
        );
        let status = Status::of(self.document.project(), host.id, &self.compiled, &self.compressor);
        if let (Some(status), LowerTab::Compression) = (status, self.session.lower) {
            return compression::report_ui(ui, &status, &self.session, actions);
        }
        timeline_ui(ui, &self.document, &self.compiled, self.frame.as_deref(), &mut self.session, actions);
    }

    fn viewport_ui(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        self.session.panels.note(Panel::Viewport, ui);
        let viewport = match &mut self.viewport {
            Ok(viewport) => viewport,
            Err(reason) => {
                parts::empty_state(ui, icons::WARNING, "No viewport", reason, None);
                return;
            }
        };
        let project = self.document.project();
        let host = self.session.active.and_then(|id| Host::new(project, id));
        let frame = self.frame.as_deref();
        let caption = caption(frame, &self.compiled);
        let weight = frame.and_then(|frame| frame.montages.last()).map(|state| state.weight);
        let position = self.session.transport.position;
        let skeleton = skeleton::shown_skeleton(&self.document, &self.session);
        let rig = skeleton.and_then(|id| project.skeletons.get(&id));
        let flashes: Vec<Flash> = self
            .session
            .fired
            .flashes
            .iter()
            .map(|flash| Flash {
                text: flash.name.clone(),
                color: flash.color,
                bone: rig.and_then(|rig| socket_bone(rig, flash.socket)),
                opacity: self.session.flash(flash.item),
            })
            .collect();
        let empty = empty(project.is_empty(), self.session.active.is_none());
        let shown = Shown {
            project,
            skeleton,
            frame,
            caption: &caption,
            time: position,
            frame_number: host.map_or(0.0, |host| (position * host.frame_rate()) as f32),
            weight,
            flashes: &flashes,
            selected_bone: self.session.kinds.skeleton.selected_bone,
            selected_socket: self.document.selection().items.first().copied(),
            empty,
            compared: compared(&self.session, project, self.ghost.as_ref()),
        };
        for event in viewport.ui(ui, &shown, &mut self.settings) {
            if let viewport::Event::SelectBone(bone) = event {
                self.session.kinds.skeleton.revealed_bone = bone;
            }
            actions.push(match event {
                viewport::Event::SelectSocket(socket) => SelectAction::Socket(socket).into(),
                viewport::Event::SelectBone(bone) => SelectAction::Bone(bone).into(),
                viewport::Event::EmptyButton if project.is_empty() => FileAction::Import.into(),
                viewport::Event::EmptyButton => MontageAction::New.into(),
            });
        }
    }
}

fn job_ui(ui: &mut Ui, job: &Job, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        ui.vertical(|ui| {
            ui.set_width(ui.available_width() - 84.0);
            ui.label(egui::RichText::new(&job.name).font(theme::medium()));
            let progress = || match job.is_cancelled() {
                true => "Stopping…".to_owned(),
                false => format!("{:.0} %", job.progress() * 100.0),
            };
            let note = job.result.clone().unwrap_or_else(progress);
            let color = if job.failed { theme::ERROR } else { theme::TEXT_2 };
            ui.label(egui::RichText::new(note).font(theme::small()).color(color));
            ui.add_space(2.0);
            let (bar, _) = ui.allocate_exact_size(vec2(ui.available_width(), 3.0), Sense::hover());
            ui.painter().rect_filled(bar, 1.0, theme::BASE);
            let done = Rect::from_min_size(bar.min, vec2(bar.width() * job.progress(), bar.height()));
            let color = if job.failed {
                theme::ERROR
            } else if job.is_cancelled() {
                theme::TEXT_3
            } else if !job.is_running() {
                theme::OK
            } else {
                theme::ACCENT
            };
            ui.painter().rect_filled(done, 1.0, color);
            for note in &job.notes {
                let color = if note.is_warning { theme::WARN } else { theme::TEXT_2 };
                ui.label(egui::RichText::new(&note.text).font(theme::small()).color(color));
                if let Some(fix) = &note.fix {
                    let label = format!("Import with scale {}", fix.scale);
                    if parts::button(ui, None, &label, false).clicked() {
                        actions.push(FileAction::ImportScaled(fix.path.clone(), fix.scale).into());
                    }
                }
            }
        });
        if job.is_running() && !job.is_cancelled() && parts::button(ui, None, "Cancel", false).clicked() {
            job.cancel();
        }
    });
}

/// The section that plays.
fn caption(frame: Option<&engine::Frame>, compiled: &asset::Compiled) -> String {
    let state = frame.and_then(|frame| frame.montages.last());
    state.map_or(String::new(), |state| compiled.library.names.text(state.section).to_owned())
}

fn empty(nothing: bool, closed: bool) -> Option<Empty<'static>> {
    let state = |title, line, button| Some(Empty { icon: icons::FILM_STRIP, title, line, button: Some(button) });
    if nothing {
        state("No character yet", "Drop a .gltf or .glb file here, or start with File › New from sample.", "Import")
    } else if closed {
        state("Nothing open", "Double-click an asset, or start a montage.", "New montage")
    } else {
        None
    }
}

/// While files hover over the window it says what a drop does.
fn drop_hint_ui(ui: &Ui) {
    if ui.ctx().input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let painter = ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("drop hint")));
    let rect = ui.ctx().content_rect();
    painter.rect_filled(rect, 0.0, theme::BASE.gamma_multiply(0.8));
    painter.rect_stroke(rect.shrink(8.0), 6.0, Stroke::new(2.0, theme::ACCENT), egui::StrokeKind::Inside);
    painter.text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        "Drop to import into this project",
        theme::title(),
        theme::WHITE,
    );
}

/// None for no socket, for one that the skeleton has not, and for one whose bone is gone.
pub(super) fn socket_bone(skeleton: &Skeleton, name: Name) -> Option<usize> {
    let socket = skeleton.sockets.iter().find(|socket| Name::new(&socket.name) == name)?;
    skeleton.index(&socket.bone)
}
