//! Every action, once, by area: edits to the document, files to jobs, the rest to the session.

use super::{App, modal::confirm::Confirm, picking::Clicked};
use crate::{
    action::{
        EditAction, EditorAction, FileAction, SelectAction, TimelineAction, TransportAction,
        ViewAction, selected_asset,
    },
    canvas,
    dock::{Arrangement, Panel},
    kinds::EditorKind,
    preferences::Preferences,
    timeline::{Asking, TimelineFitMode, TimelineRevealMode},
    toast::Tone,
    views::LogView,
};
use asset::Id;
use document::{
    Command, EditError, Gesture, Selection,
    import::{ImportChoices, ImportMode},
};
use words::tr;

impl App {
    /// Asks first where the action would drop unsaved changes.
    pub(super) fn route(&mut self, ctx: &egui::Context, action: EditorAction) {
        let drops = matches!(&action, EditorAction::File(action) if action.drops_project());
        if drops && !self.is_saved() {
            self.dialogs.confirm = Some(Confirm::Unsaved(action));
        } else {
            self.act(ctx, action);
        }
    }

    pub(super) fn act(&mut self, ctx: &egui::Context, action: EditorAction) {
        match action {
            EditorAction::File(action) => self.act_on_files(ctx, action),
            EditorAction::Edit(action) => self.act_on_document(ctx, action),
            EditorAction::Select(action) => self.act_on_selection(action),
            EditorAction::View(action) => self.act_on_view(ctx, action),
            EditorAction::Transport(TransportAction::Restart) => self.restart_preview(),
            EditorAction::Transport(TransportAction::ToggleMute) => self.toggle_mute(ctx),
            EditorAction::Transport(TransportAction::SetVolume(volume)) => {
                self.set_volume(ctx, volume);
            }
            EditorAction::Transport(TransportAction::TrySound(sound)) => self.try_sound(sound),
            EditorAction::Transport(action) => self.act_on_transport(&action),
            EditorAction::Timeline(action) => self.act_on_timeline(ctx, &action),
            EditorAction::Keys(action) => self.act_on_keys(action),
            EditorAction::Session(action) => self.act_on_session(action),
            EditorAction::Kind(action) => self.act_on_kind(ctx, action),
        }
    }

    fn act_on_files(&mut self, ctx: &egui::Context, action: FileAction) {
        match action {
            FileAction::NewProject => self.new_project(),
            FileAction::OpenSample => self.open_sample(),
            FileAction::Open => self.pick_open(),
            FileAction::OpenFolder => self.pick_folder(),
            FileAction::OpenPath(path) => self.open_path(ctx, path),
            FileAction::CloseProject => self.close_project(),
            FileAction::Save => self.save_when_typed(ctx),
            FileAction::SaveAs => self.pick_save(),
            FileAction::Import => self.pick_import(),
            FileAction::ImportFolder => self.pick_import_folder(),
            FileAction::Reimport(files) => self.reimport(files),
            FileAction::ImportPaths(paths) => self.import_dropped(ctx, paths),
            FileAction::ImportAgain(path, options) => {
                let choices = ImportChoices {
                    mode: ImportMode::Update,
                    ..ImportChoices::default()
                };
                self.read(path, *options, choices);
            }
            FileAction::AskBinding(asset) => self.ask_binding(asset),
            FileAction::ReplaceSound(sound) => self.pick_replacement(sound),
            FileAction::Recover => self.ask_recovery(),
            FileAction::Restore(path) => self.restore_from(ctx, &path),
            FileAction::AskOutside => self.compare_with_disk(ctx),
            FileAction::Export => self.pick_export(),
            FileAction::BuildBundles => self.pick_build(),
            FileAction::ExportGltf => self.choose_gltf(),
            FileAction::RenderFootage => self.choose_footage(),
            FileAction::Quit => self.quit(ctx),
        }
    }

    fn act_on_document(&mut self, ctx: &egui::Context, action: EditAction) {
        match action {
            EditAction::Perform(command, gesture) => self.perform(&command, gesture),
            EditAction::EndGesture(gesture) => self.document.finish_gesture(gesture),
            EditAction::CancelGesture(gesture) => self.document.cancel(gesture),
            EditAction::Undo => self.step_history(true),
            EditAction::Redo => self.step_history(false),
            EditAction::Delete => match self.asset_in_tree() {
                Some(_) => self.ask_delete(&self.views.assets.selected(&self.document)),
                None => self.delete_selected(),
            },
            EditAction::Duplicate => match self.asset_in_tree() {
                Some(id) => self.duplicate_asset(id),
                None => self.duplicate_selected(),
            },
            EditAction::AskDelete(assets) => self.ask_delete(&assets),
            EditAction::DuplicateAsset(id) => self.duplicate_asset(id),
            EditAction::Copy => {
                self.copy(ctx);
            }
            EditAction::Cut => self.cut(ctx),
            EditAction::Paste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            EditAction::PasteText(text) => self.paste(&text),
            EditAction::Nudge(frames) => self.nudge(frames),
            EditAction::Rename => self.start_rename(),
            EditAction::RenameTo(selection, name) => self.rename(&selection, &name),
        }
    }

    fn act_on_selection(&mut self, action: SelectAction) {
        match action {
            SelectAction::All => self.select_all(),
            SelectAction::Pick(picking) => self.session.picking = picking,
            SelectAction::Nothing if self.session.picking.take().is_some() => {}
            SelectAction::Nothing if self.views.looking.watched.is_some() => {
                self.watch_instead(None)
            }
            SelectAction::Nothing => self.document.select(Selection {
                asset: self.session.active,
                items: Default::default(),
            }),
            SelectAction::These(selection) => {
                self.session.picking = None;
                self.document.select(selection);
            }
            // Beside all of them is no pick, and no selection while one waits.
            SelectAction::Bone(None) if self.session.picking.is_some() => {}
            SelectAction::Bone(Some(bone)) if self.take_pick(Clicked::Bone(bone)) => {}
            SelectAction::Bone(bone) => self.select_bone(bone),
            SelectAction::Socket(item) if self.take_pick(Clicked::Socket(item)) => {}
            SelectAction::Socket(item) => self.select_on_rig(item),
            SelectAction::SayWhere(panel) => {
                let line = tr!(
                    "The selection is in the panel {}. Click that panel first.",
                    panel.title()
                );
                self.session
                    .toast(Tone::Warning, tr!("Nothing changed"), line);
            }
            SelectAction::Moment { asset, item, time } => self.go_to_moment(asset, item, time),
        }
    }

    fn act_on_view(&mut self, ctx: &egui::Context, action: ViewAction) {
        match action {
            ViewAction::OpenPalette => self.dialogs.palette = Some(Default::default()),
            ViewAction::OpenAsset(id) => self.open_asset(id),
            ViewAction::OpenSelected => {
                let selected = selected_asset(&self.document);
                selected.into_iter().for_each(|id| self.open_asset(id));
            }
            ViewAction::RevealInAssets => self.reveal_in_assets(),
            ViewAction::CloseTab(id) => self.close_tab(id),
            ViewAction::CloseActiveTab => self
                .session
                .active
                .into_iter()
                .for_each(|id| self.close_tab(id)),
            ViewAction::NextTab => self.step_tab(1),
            ViewAction::PreviousTab => self.step_tab(-1),
            ViewAction::ShowProblems => self.show_panel(Panel::Problems),
            ViewAction::ShowEventLog => self.show_panel(Panel::EventLog),
            ViewAction::ShowLogOf(notify) => self.show_log_of(notify),
            ViewAction::ShowPayload { asset, notify } => {
                self.open_asset(asset);
                self.document.select(Selection::item(asset, notify));
                self.views.reveals_payload = true;
                self.show_panel(Panel::Details);
            }
            ViewAction::ShowJobs => self.show_panel(Panel::Jobs),
            ViewAction::FindUses => self.find_uses(),
            ViewAction::TogglePanel(panel) => self.toggle_panel(panel),
            ViewAction::ToggleOverlay(overlay) => self.settings.toggle(overlay),
            ViewAction::SetShading(shading) => self.settings.shading = shading,
            ViewAction::SetTool(tool) => self.settings.tool = tool,
            ViewAction::SetAxes(axes) => self.settings.axes = axes,
            ViewAction::SetRootView(view) => self.settings.root_view = view,
            ViewAction::SnapHandles => self.settings.snaps = !self.settings.snaps,
            ViewAction::OpenSheet(sheet) => self.dialogs.sheet = Some(sheet),
            ViewAction::SetPreferences(preferences) => self.set_preferences(ctx, preferences),
            ViewAction::FloatActivePanel => self.toggle_floating(self.session.panels.active),
            ViewAction::ShowBeside(id) => self.show_beside(id),
            ViewAction::ShowActiveBeside => self
                .session
                .active
                .into_iter()
                .for_each(|id| self.show_beside(id)),
            ViewAction::PutBack(id) => self.session.put_back(id),
            ViewAction::ResetArrangement => self.dock.reset(),
            ViewAction::MeasureSlide => self.measure_slide(),
            ViewAction::ArrangeForTuning => self
                .dock
                .arrange(&Arrangement::for_tuning(self.dock.place().is_narrow)),
            ViewAction::ClearLog => self.session.log.rows.clear(),
            ViewAction::FrameAll => self.frame_view(TimelineFitMode::All),
            ViewAction::FrameSelection => self.frame_view(TimelineFitMode::Selection),
            ViewAction::StepPanel(by) => self.session.panels.step(by),
            ViewAction::OpenGuide(file) => {
                self.views.guide.open(file);
                self.show_panel(Panel::Guide);
            }
            ViewAction::Tell(tone, title, line) => self.session.toast(tone, title, line),
            ViewAction::ShowKeys => {
                self.dialogs.sheet = None;
                self.dialogs.keys_page = Some(Default::default());
            }
        }
    }

    fn act_on_timeline(&mut self, ctx: &egui::Context, action: &TimelineAction) {
        match action {
            TimelineAction::AddNotify => self.add_notify(false),
            TimelineAction::AddNotifyState => self.add_notify(true),
            TimelineAction::AddNotifyTrack => self.add_track(),
            TimelineAction::CopyTrack(track) => self.copy_track(ctx, *track),
            TimelineAction::DuplicateTrack(track) => self.duplicate_track(*track),
            TimelineAction::Quick(digit) => self.press_quick_slot(*digit, self.session.press_part),
            TimelineAction::EndQuick(digit) => self.release_quick_slot(*digit),
            TimelineAction::KeepQuick(digit, notify) => self.keep_in_quick_slot(*digit, *notify),
            TimelineAction::Split => self.split_at_playhead(),
            TimelineAction::Trim(edge, ripples) => self.trim_to_playhead(*edge, *ripples),
            TimelineAction::DeleteAndClose => self.delete_and_close(),
            TimelineAction::CloseGaps => self.close_gaps(None),
            TimelineAction::CloseGapsOf(slot) => self.close_gaps(Some(*slot)),
            TimelineAction::FillGap(segment) => self.fill_gap(*segment),
            TimelineAction::Link {
                notifies,
                follow,
                segment,
            } => self.link_notifies(notifies, *follow, *segment),
            TimelineAction::SetNewLink(follow) => self.views.timeline.new_link = *follow,
            TimelineAction::PasteMakingRoom => {
                self.views.timeline.makes_room = Some(std::time::Instant::now());
                ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste);
            }
            TimelineAction::AddNote => self.add_note(),
            TimelineAction::AddSound => self.add_some_sound(),
            TimelineAction::AddSoundOf(sound) => self.add_lane_sound(*sound, None),
            TimelineAction::ToggleSnapping => self.views.timeline.free = !self.views.timeline.free,
            TimelineAction::Follow(follow) => {
                self.views.timeline.is_follow_paused = false;
                self.set_preferences(
                    ctx,
                    Preferences {
                        follow: *follow,
                        ..self.session.preferences
                    },
                );
            }
            TimelineAction::ShowPlayhead => {
                self.views.timeline.reveal = Some(TimelineRevealMode::Playhead)
            }
            TimelineAction::AskTime => {
                self.views.timeline.asking = Some(Asking::of(self.session.transport.position));
            }
        }
    }

    /// A refused edit says why as a toast. What a drag would be refused it does not perform.
    pub(super) fn perform(&mut self, command: &Command, gesture: Option<Gesture>) {
        let before = self.document.project().clone();
        let performed = self
            .document
            .perform_completed(command, gesture, canvas::settled);
        match performed {
            Ok(true) => self.tell_bridges(&before, command),
            Ok(false) => {}
            Err(error) => self.report_refusal(&error),
        }
        self.drop_dead_tabs();
    }

    fn report_refusal(&mut self, error: &EditError) {
        self.session
            .toast(Tone::Warning, tr!("Nothing changed"), error.to_string());
    }

    /// Undo may take an open asset away.
    pub(super) fn drop_dead_tabs(&mut self) {
        let dead: Vec<Id> = self
            .session
            .tabs
            .iter()
            .copied()
            .filter(|id| self.document.project().kind(*id).is_none())
            .collect();
        dead.into_iter().for_each(|id| self.session.close(id));
    }

    pub(super) fn open_asset(&mut self, id: Id) {
        if self.document.project().kind(id).is_none() {
            return;
        }
        if EditorKind::of(self.document.project(), id).is_none() {
            return self.document.select(Selection::asset(id));
        }
        if self.session.active != Some(id) {
            self.session.open(id);
            self.document.select(Selection::asset(id));
        }
        self.session.panels.active = self.main_panel();
    }

    fn close_tab(&mut self, id: Id) {
        self.session.close(id);
    }

    fn show_beside(&mut self, id: Id) {
        if self
            .session
            .situation(&self.views, &self.document)
            .needs_front_beside(Some(id))
            .is_some()
        {
            return;
        }
        if self.session.active != Some(id) {
            self.document.select(Selection::asset(id));
        }
        self.session.put_beside(id);
        self.session.panels.active = self.main_panel();
    }

    /// Keys and edits go to the document whose panel was chosen.
    pub(super) fn follow_panel(&mut self) {
        let document = match self.session.panels.active {
            Panel::Document(id) => Some(id),
            Panel::Timeline => self.session.front,
            Panel::Canvas | Panel::Graph | Panel::Parameters => self.drawn(),
            _ => None,
        };
        if document != self.session.active
            && let Some(id) = document
        {
            self.open_asset(id);
        }
    }

    fn toggle_floating(&mut self, panel: Panel) {
        if self.dock.is_floating(panel) {
            self.dock.dock_back(panel)
        } else {
            self.dock.float(panel)
        }
    }

    fn step_tab(&mut self, by: isize) {
        let tabs = &self.session.tabs;
        let Some(at) = tabs
            .iter()
            .position(|tab| Some(*tab) == self.session.active)
        else {
            return;
        };
        let next = (at as isize + by).rem_euclid(tabs.len() as isize) as usize;
        self.open_asset(tabs[next]);
    }

    /// Frames the view of the active panel; the timeline and the viewport if the panel has no view
    /// of its own.
    fn frame_view(&mut self, fit: TimelineFitMode) {
        let active = self.session.panels.active.for_keys();
        if active == Panel::Canvas {
            self.views.kinds.graph.reveal = Some(match fit {
                TimelineFitMode::All => canvas::Reveal::All,
                TimelineFitMode::Selection => canvas::Reveal::Selection,
            });
            return;
        }
        if active != Panel::Viewport {
            self.views.timeline.fit = Some(fit);
        }
        if active == Panel::Timeline {
            return;
        }
        if let Ok(viewport) = &mut self.viewport {
            match fit {
                TimelineFitMode::All => viewport.frame_all(),
                TimelineFitMode::Selection => viewport.frame_selection(),
            }
        }
    }

    /// Shows the event log of a notify, also where the notify did not fire.
    fn show_log_of(&mut self, notify: Id) {
        let log = &mut self.views.log;
        (log.only, log.show_unfired) = (Some(notify), true);
        log.filter.clear();
        log.hidden = LogView::default().hidden;
        self.show_panel(Panel::EventLog);
    }

    fn go_to_moment(&mut self, asset: Id, item: Id, time: f64) {
        self.open_asset(asset);
        let Some(host) = self.host().filter(|host| host.id == asset) else {
            return;
        };
        let (length, is_there) = (
            host.length(),
            crate::timeline::item::find(&host, item).is_some(),
        );
        self.pause();
        self.seek(time, length);
        if is_there {
            self.document.select(Selection::item(asset, item));
            self.views.timeline.reveal = Some(crate::timeline::TimelineRevealMode::Selection);
        }
    }

    fn quit(&mut self, ctx: &egui::Context) {
        self.quitting = true;
        ctx.send_viewport_cmd(egui::ViewportCommand::Close);
    }
}
