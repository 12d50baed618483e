//! Every action, once: edits to the document, transport to the engine, files to jobs, the rest to the session.

use super::{App, modal::Confirm};
use crate::{
    action::Action,
    dock::Panel,
    session::Tone,
    timeline::{Fit, Host},
};
use asset::Id;
use document::{
    Command, EditError, Gesture, Selection,
    import::{Choices, Mode},
};
use engine::Transport;

impl App {
    /// Asks first where the action would drop unsaved changes.
    pub(super) fn route(&mut self, ctx: &egui::Context, action: Action) {
        let drops = matches!(action, Action::NewProject | Action::OpenSample | Action::OpenPath(_) | Action::Quit);
        if drops && !self.document.is_saved() {
            self.confirm = Some(Confirm::Unsaved(action));
        } else {
            self.act(ctx, action);
        }
    }

    pub(super) fn act(&mut self, ctx: &egui::Context, action: Action) {
        match action {
            Action::NewProject => self.new_project(ctx),
            Action::OpenSample => self.open_sample(ctx),
            Action::Open => self.pick_open(),
            Action::OpenFolder => self.pick_folder(),
            Action::OpenPath(path) => self.open_path(ctx, path),
            Action::Save => self.save(ctx),
            Action::SaveAs => self.pick_save(),
            Action::Import => self.pick_import(),
            Action::ImportPaths(paths) => self.import(ctx, paths),
            Action::ImportScaled(path, scale) => {
                let choices = Choices { mode: Mode::Update, ..Choices::default() };
                self.read(ctx, path, scale, choices);
            }
            Action::AskBinding(asset) => self.ask_binding(asset),
            Action::Export => self.pick_export(),
            Action::ExportGltf => self.choose_gltf(),
            Action::MakeLevels(mesh) => self.make_levels(ctx, mesh),
            Action::LevelFromFile(mesh, at) => self.pick_level(mesh, at),
            Action::PreviewReduction => self.preview_reduction(ctx),
            Action::Quit => self.quit(ctx),
            Action::Perform(command, gesture) => self.perform(&command, gesture),
            Action::EndGesture(gesture) => self.document.finish(gesture),
            Action::CancelGesture(gesture) => self.document.cancel(gesture),
            Action::Undo => self.step_history(true),
            Action::Redo => self.step_history(false),
            Action::Select(selection) => self.document.select(selection),
            Action::SelectNone => {
                self.document.select(Selection { asset: self.session.active, items: Default::default() })
            }
            Action::OpenAsset(id) => self.open_asset(id),
            Action::CloseTab(id) => self.close_tab(id),
            Action::OpenPalette => self.session.palette = Some(Default::default()),
            Action::CloseActiveTab => self.session.active.into_iter().for_each(|id| self.close_tab(id)),
            Action::NextTab => self.step_tab(1),
            Action::PreviousTab => self.step_tab(-1),
            Action::ShowProblems => self.show_panel(Panel::Problems),
            Action::ShowEventLog => self.show_panel(Panel::EventLog),
            Action::ShowJobs => self.show_panel(Panel::Jobs),
            Action::TogglePanel(panel) => self.toggle_panel(panel),
            Action::ToggleOverlay(overlay) => self.settings.toggle(overlay),
            Action::SetPreferences(preferences) => self.set_preferences(ctx, preferences),
            Action::OpenSheet(sheet) => self.session.sheet = Some(sheet),
            Action::ResetArrangement => self.dock.reset(),
            Action::ClearLog => self.session.log.clear(),
            Action::SelectBone(bone) => self.select_bone(bone),
            Action::SelectSocket(item) => self.select_on_rig(item),
            Action::FrameAll => self.frame_view(Fit::All),
            Action::FrameSelection => self.frame_view(Fit::Selection),
            Action::ToggleSnapping => self.session.timeline.free = !self.session.timeline.free,
            Action::Reveal { asset, item } => self.reveal(asset, Id(item)),
            Action::ShowCompression => self.show_compression(),
            Action::GoToWorstFrame => self.go_to_worst_frame(),
            Action::ShowBoneAt { bone, time } => self.show_bone_at(bone, time),
            Action::CompressNow(clip) => self.compress_now(ctx, clip),
            action => self.route_edit(action),
        }
    }

    fn route_edit(&mut self, action: Action) {
        match action {
            Action::Delete => self.delete_selected(),
            Action::Duplicate => self.duplicate_selected(),
            Action::SelectAll => self.select_all(),
            Action::Rename => self.start_rename(),
            Action::RenameTo(selection, name) => self.rename(&selection, &name),
            Action::NewMontage => self.new_montage(None),
            Action::NewMontageFrom(clip) => self.new_montage(Some(clip)),
            Action::AppendClip(clip) => self.append_clip(clip),
            Action::AddSection => self.add_section(),
            Action::AddNotify => self.add_notify(false),
            Action::AddNotifyState => self.add_notify(true),
            Action::AddNotifyTrack => self.add_track(),
            Action::AddSlot => self.add_slot(),
            Action::AddSyncMarker => self.add_sync_marker(),
            Action::AddCurve => self.add_curve(),
            Action::AddCurveKey => self.add_curve_key(),
            Action::AddSocket => self.add_socket(),
            Action::AddMask => self.add_mask(),
            Action::AddBlendProfile => self.add_blend_profile(),
            Action::ShowWeights(id) => self.show_weights(id),
            Action::AddVirtualBone { source, target } => self.add_virtual_bone(source, target),
            Action::Nudge(frames) => self.nudge(frames),
            action => self.route_transport(&action),
        }
    }

    fn route_transport(&mut self, action: &Action) {
        let Some(host) = self.session.active.and_then(|id| Host::new(self.document.project(), id)) else { return };
        let (length, rate, position) = (host.length(), host.frame_rate(), self.session.transport.position);
        match *action {
            Action::TogglePlay => {
                let playing = !self.session.transport.playing;
                self.session.transport.playing = playing;
                self.engine.transport(if playing { Transport::Play } else { Transport::Pause });
            }
            Action::PlayAt(rate) => {
                self.session.transport.rate = rate;
                self.session.transport.playing = true;
                self.engine.transport(Transport::SetRate(rate));
                self.engine.transport(Transport::Play);
            }
            Action::Pause => self.pause(),
            Action::Seek(time) => self.seek(time, length),
            Action::StepFrames(frames) => {
                self.engine.transport(Transport::Pause);
                self.seek(((position * rate).round() + f64::from(frames)) / rate, length);
            }
            Action::GoToStart => self.seek(0.0, length),
            Action::GoToEnd => self.seek(length, length),
            Action::GoToEdge(forward) => {
                let edges = host.edges();
                let next = edges.iter().copied().find(|edge| *edge > position + 1e-4);
                let previous = edges.iter().rev().copied().find(|edge| *edge < position - 1e-4);
                if let Some(edge) = if forward { next } else { previous } {
                    self.seek(edge, length);
                }
            }
            Action::ToggleLoop => {
                self.session.transport.looping = !self.session.transport.looping;
                self.engine.transport(Transport::SetLooping(self.session.transport.looping));
            }
            Action::SetRate(rate) => {
                self.session.transport.rate = rate;
                self.engine.transport(Transport::SetRate(rate));
            }
            Action::SetScope(scope) => {
                self.session.transport.scope = scope;
                self.engine.transport(Transport::SetScope(scope));
            }
            _ => {}
        }
    }

    pub(super) fn pause(&mut self) {
        self.session.transport.playing = false;
        self.engine.transport(Transport::Pause);
    }

    pub(super) fn seek(&mut self, time: f64, length: f64) {
        let time = time.clamp(0.0, length);
        self.session.transport.position = time;
        self.engine.transport(Transport::Seek(time));
    }

    /// A refused edit says why: beside the pointer while dragging, else as a toast.
    pub(super) fn perform(&mut self, command: &Command, gesture: Option<Gesture>) {
        let result = self.document.perform(command, gesture);
        if self.session.timeline.drag.is_some() {
            self.session.timeline.refused = result.err().map(|error| error.to_string());
        } else if let Err(error) = result {
            self.report_refusal(&error);
        }
        self.drop_dead_tabs();
    }

    fn report_refusal(&mut self, error: &EditError) {
        self.session.toast(Tone::Warning, "Nothing changed", error.to_string());
    }

    fn step_history(&mut self, undo: bool) {
        let stepped = if undo { self.document.undo() } else { self.document.redo() };
        if stepped {
            self.drop_dead_tabs();
        }
    }

    /// Undo may take an open asset away.
    fn drop_dead_tabs(&mut self) {
        let dead: Vec<Id> =
            self.session.tabs.iter().copied().filter(|id| self.document.project().kind(*id).is_none()).collect();
        dead.into_iter().for_each(|id| self.session.close(id));
    }

    pub(super) fn open_asset(&mut self, id: Id) {
        let Some(kind) = self.document.project().kind(id) else { return };
        if kind == asset::AssetKind::Texture {
            return self.document.select(Selection::asset(id));
        }
        if self.session.active != Some(id) {
            self.session.open(id);
            self.session.transport.position = 0.0;
            self.session.transport.playing = false;
            self.document.select(Selection::asset(id));
        }
    }

    fn close_tab(&mut self, id: Id) {
        self.session.close(id);
        self.session.transport.position = 0.0;
        self.session.transport.playing = false;
    }

    fn step_tab(&mut self, by: isize) {
        let tabs = &self.session.tabs;
        let Some(at) = tabs.iter().position(|tab| Some(*tab) == self.session.active) else { return };
        let next = (at as isize + by).rem_euclid(tabs.len() as isize) as usize;
        self.open_asset(tabs[next]);
    }

    fn frame_view(&mut self, fit: Fit) {
        self.session.timeline.fit = Some(fit);
        if let Ok(viewport) = &mut self.viewport {
            match fit {
                Fit::All => viewport.frame_all(),
                Fit::Selection => viewport.frame_selection(),
            }
        }
    }

    /// Opens the asset that a logged event belongs to and selects its notify.
    fn reveal(&mut self, asset: anim::Name, item: Id) {
        let sources = &self.compiled.sources;
        let montage = sources.asset(asset::AssetKind::Montage, asset);
        if let Some(id) = montage.or_else(|| sources.asset(asset::AssetKind::Clip, asset)) {
            self.open_asset(id);
            self.document.select(Selection::item(id, item));
            self.session.timeline.fit = Some(Fit::Selection);
        }
    }

    fn quit(&mut self, ctx: &egui::Context) {
        self.quitting = true;
        ctx.send_viewport_cmd(egui::ViewportCommand::Close);
    }
}
