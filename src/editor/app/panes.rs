//! What each panel shows.

use super::{App, comparison::compared, drive::drivable, handles::HandleScene, picking};
use crate::on_slot::MontageTrial;
use crate::{
    action::{
        EditAction, EditorAction, FileAction, GraphAction, MontageAction, SelectAction,
        TransportAction, ViewAction,
    },
    canvas,
    compression::Status,
    dock::{self, Panel},
    icons,
    jobs::{Fix, Job},
    kinds::skeleton::SkeletonView,
    panels::{
        self, assets, compression, details, graph, log, parameters, problems, skeleton, transport,
    },
    parts,
    session::Session,
    theme,
    timeline::{TimelineHost, timeline_ui},
    viewport::{self, Empty, HandleId, NotifyFlash, Pull, ViewportState},
    views::{Edits, PanelViews},
};
use anim::Name;
use asset::{Diagnostic, Id, PoseGraph, Project, Severity, Skeleton, Subject, diagnostic::Kind};
use document::Document;
use egui::{Color32, Rect, Sense, Ui, vec2};
use std::sync::Arc;
use words::tr;

impl App {
    /// True when the panel's own handle was dragged.
    pub(super) fn panel_ui(
        &mut self,
        ui: &mut Ui,
        panel: Panel,
        has_handle: bool,
        actions: &mut Vec<EditorAction>,
    ) -> bool {
        ui.spacing_mut().item_spacing.y = 0.0;
        let fill = match panel {
            Panel::Timeline | Panel::Compression | Panel::Canvas | Panel::Document(_) => {
                theme::BASE
            }
            // The picture covers it all; what lies under it would be painted for nothing.
            Panel::Viewport if self.viewport.is_ok() => Color32::TRANSPARENT,
            Panel::Viewport => theme::VIEW,
            _ => theme::PANEL,
        };
        ui.painter().rect_filled(ui.max_rect(), 0.0, fill);
        self.session.panels.note(panel, ui);
        match panel {
            Panel::Graph | Panel::Canvas | Panel::Parameters => {
                return self.drawn_panel_ui(ui, panel, has_handle, actions);
            }
            Panel::Assets => assets::assets_ui(
                ui,
                &self.document,
                (&self.session, &mut self.views),
                actions,
            ),
            Panel::Skeleton => skeleton::skeleton_ui(
                ui,
                &self.document,
                (&self.session, &mut self.views),
                actions,
            ),
            Panel::QuickSlots => {
                let project = self.document.project().clone();
                panels::quick_slots::quick_slots_ui(ui, &project, &self.views.timeline, actions);
            }
            Panel::Viewport => return self.viewport_ui(ui, has_handle, actions),
            Panel::Timeline => {
                return self.timeline_ui(ui, self.session.front, has_handle, actions);
            }
            Panel::Document(id) => return self.timeline_ui(ui, Some(id), false, actions),
            Panel::Compression => return self.compression_ui(ui, has_handle, actions),
            Panel::Details => self.details_ui(ui, actions),
            Panel::EventLog => {
                log::log_ui(
                    ui,
                    (&self.document, &self.compiled),
                    (&self.session, &mut self.views.log),
                    actions,
                );
            }
            Panel::Problems => self.problems_ui(ui, actions),
            Panel::Jobs => self.jobs_ui(ui, actions),
            Panel::FindUses => {
                let project = self.document.project().clone();
                panels::find_uses::find_uses_ui(ui, &project, &mut self.views.find, actions);
            }
            Panel::Sweep => self.sweep_ui(ui, actions),
            Panel::Slide => self.slide_ui(ui, actions),
            Panel::Session => self.session_panel_ui(ui, actions),
            Panel::Tests => self.tests_ui(ui, actions),
            Panel::Why => self.why_panel_ui(ui, actions),
            Panel::Crowd => self.crowd_panel_ui(ui),
            Panel::Guide => panels::guide::guide_ui(ui, &mut self.views.guide),
            Panel::Preview => {
                let project = self.document.project().clone();
                panels::preview::preview_ui(
                    ui,
                    &project,
                    (&self.session, &mut self.views),
                    actions,
                );
            }
        }
        false
    }

    fn details_ui(&mut self, ui: &mut Ui, actions: &mut Vec<EditorAction>) {
        let of = |id| {
            Status::of(
                self.document.project(),
                id,
                &self.compiled,
                &self.compressor,
            )
        };
        let status = self.session.active.and_then(of);
        let seam = self
            .session
            .active
            .and_then(|id| self.compiled.seams.get(&id).copied());
        let lines = self.told_of_selected();
        let told = details::CompilerFindings {
            lines: &lines,
            fits: &self.compiled.fits,
            frame: self.engine.frame.as_deref(),
        };
        details::details_ui(
            ui,
            &self.document,
            (&self.session, &mut self.views),
            (status.as_ref(), seam),
            &told,
            actions,
        );
    }

    fn problems_ui(&mut self, ui: &mut Ui, actions: &mut Vec<EditorAction>) {
        let faults = &self.told_faults()[..];
        let mut told = self.told_while_playing();
        told.extend(self.told_of_partners());
        told.extend_from_slice(self.told_by_sweep());
        let broken = &self.session.broken[..];
        let found = problems::ProblemSources {
            told: &told,
            compiled: &self.compiled.diagnostics,
            broken,
            faults,
        };
        problems::problems_ui(ui, &self.document, &found, self.compile_ms, actions);
    }

    /// Problems of the selected items of the open document, one in a line.
    pub(super) fn told_of_selected(&self) -> Vec<String> {
        let selection = self.document.selection();
        let is_selected = |subject: &Subject| {
            Some(subject.asset) == selection.asset
                && subject
                    .item
                    .is_some_and(|item| selection.items.contains(&item))
        };
        let found = self
            .compiled
            .diagnostics
            .iter()
            .filter(|it| is_selected(&it.subject));
        found
            .map(|it| asset::describe(self.document.project(), it))
            .collect()
    }

    /// Faults that nodes of the open graph have reported since the graph plays.
    fn told_while_playing(&self) -> Vec<Diagnostic> {
        let Some((id, graph)) = self
            .session
            .active
            .and_then(|id| Some((id, self.document.project().graphs.get(&id)?)))
        else {
            return Vec::new();
        };
        let frame = self
            .engine
            .frame
            .as_deref()
            .filter(|frame| frame.graph.name() == Name::new(&graph.name));
        let told = frame.into_iter().flat_map(|frame| {
            let of = |node: anim::graph::NodeId| {
                frame
                    .graph
                    .parts()
                    .ids
                    .get(usize::from(node))
                    .copied()
                    .map(Id)
            };
            frame
                .graph_state
                .faults()
                .iter()
                .map(move |(node, fault)| (of(*node), fault))
        });
        let diagnostic = |(node, fault): (Option<Id>, &anim::graph::control::Fault)| {
            let item = node.filter(|node| graph.wiring.node(*node).is_some());
            let kind = Kind::WhilePlaying {
                why: fault.to_string(),
            };
            Diagnostic {
                severity: Severity::Warning,
                subject: Subject { asset: id, item },
                kind,
            }
        };
        told.map(diagnostic).collect()
    }

    /// Problems of partners in the project's scene, beside the open asset. The compiler reports the
    /// problems of an asset's own scene.
    fn told_of_partners(&self) -> Vec<Diagnostic> {
        let project = self.document.project();
        let is_in_it = |id: &Id| !project.preview.scenes.contains_key(id);
        let Some(id) = self.session.active.filter(is_in_it) else {
            return Vec::new();
        };
        let partners = project.preview.scene.partners.iter();
        let told = partners.flat_map(|partner| {
            let diagnostic = |fault: asset::PartnerFault| Diagnostic {
                severity: Severity::Warning,
                subject: Subject {
                    asset: id,
                    item: None,
                },
                kind: Kind::Partner {
                    name: partner.name.clone(),
                    why: fault.text(project, partner),
                },
            };
            partner.faults(project).into_iter().map(diagnostic)
        });
        told.collect()
    }

    fn jobs_ui(&mut self, ui: &mut Ui, actions: &mut Vec<EditorAction>) {
        if self.jobs.listed().next().is_none() {
            let line = tr!("Imports, exports and long calculations appear here.");
            parts::empty_state(ui, icons::CLOCK, tr!("No jobs"), line, None);
            return;
        }
        egui::ScrollArea::vertical()
            .auto_shrink(false)
            .show(ui, |ui| {
                for job in self.jobs.listed().rev() {
                    ui.add_space(8.0);
                    job_ui(ui, job, self.document.project(), actions);
                }
            });
    }

    /// Shows the timeline of a document: of the previewed one, or of one beside it.
    fn timeline_ui(
        &mut self,
        ui: &mut Ui,
        id: Option<Id>,
        has_handle: bool,
        actions: &mut Vec<EditorAction>,
    ) -> bool {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        let Some(host) = id.and_then(|id| TimelineHost::new(self.document.project(), id)) else {
            let line = tr!("Open a montage or a clip.");
            let dragged = handle_ui(ui, Panel::Timeline, has_handle);
            parts::empty_state(ui, icons::FILM_STRIP, tr!("No timeline"), line, None);
            return dragged;
        };
        let handle = has_handle.then_some(Panel::Timeline);
        let is_active = self.session.active == Some(host.id);
        let known = actions.len();
        let dragged = if is_active {
            transport_bar_ui(ui, &host, (&self.session, &self.views), handle, actions)
        } else {
            waiting_bar_ui(ui, &host, handle, actions)
        };
        let frame = self.engine.frame.as_deref().filter(|_| is_active);
        timeline_ui(
            ui,
            &host,
            (&self.document, &self.compiled),
            frame,
            (&self.session, &mut self.views),
            actions,
        );
        if !is_active && is_used(&actions[known..]) {
            // By the keyboard, without a press before it.
            actions.insert(known, ViewAction::OpenAsset(host.id).into());
        }
        dragged
    }

    fn compression_ui(
        &mut self,
        ui: &mut Ui,
        has_handle: bool,
        actions: &mut Vec<EditorAction>,
    ) -> bool {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        let host = self
            .session
            .active
            .and_then(|id| TimelineHost::new(self.document.project(), id));
        let of = |host: &TimelineHost<'_>| {
            Status::of(
                self.document.project(),
                host.id,
                &self.compiled,
                &self.compressor,
            )
        };
        let (Some(host), Some(status)) = (&host, host.as_ref().and_then(of)) else {
            let line = tr!("Open a clip to see its compression error.");
            let dragged = handle_ui(ui, Panel::Compression, has_handle);
            parts::empty_state(ui, icons::WAVEFORM, tr!("No clip open"), line, None);
            return dragged;
        };
        let handle = has_handle.then_some(Panel::Compression);
        let dragged = transport_bar_ui(ui, host, (&self.session, &self.views), handle, actions);
        compression::report_ui(
            ui,
            &status,
            (&self.session, self.views.kinds.skeleton.selected_bone),
            actions,
        );
        dragged
    }

    /// The document of the panels that draw: what is edited, else what is in front.
    pub(super) fn drawn(&self) -> Option<Id> {
        let project = self.document.project();
        let is_drawn =
            |id: &Id| project.graphs.contains_key(id) || project.blend_spaces.contains_key(id);
        let documents = [self.session.active, self.session.front];
        documents.into_iter().flatten().find(is_drawn)
    }

    /// A panel of the drawn document, which is edited from the first action in it on.
    fn drawn_panel_ui(
        &mut self,
        ui: &mut Ui,
        panel: Panel,
        has_handle: bool,
        actions: &mut Vec<EditorAction>,
    ) -> bool {
        let (drawn, known) = (self.drawn(), actions.len());
        let dragged = match panel {
            Panel::Canvas => self.canvas_ui(ui, has_handle, actions),
            Panel::Parameters => self.parameters_ui(ui, has_handle, actions),
            _ => {
                self.graph_panel_ui(ui, actions);
                false
            }
        };
        if let Some(id) = drawn
            && self.session.active != drawn
            && is_used(&actions[known..])
        {
            actions.insert(known, ViewAction::OpenAsset(id).into());
        }
        dragged
    }

    /// The drawn document, where it is a graph.
    fn drawn_graph(&self) -> Option<(Id, Arc<PoseGraph>)> {
        let id = self.drawn()?;
        Some((id, self.document.project().graphs.get(&id)?.clone()))
    }

    fn canvas_ui(
        &mut self,
        ui: &mut Ui,
        has_handle: bool,
        actions: &mut Vec<EditorAction>,
    ) -> bool {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        if let Some((id, space)) = self
            .drawn()
            .and_then(|id| Some((id, self.document.project().blend_spaces.get(&id)?.clone())))
        {
            let handle = has_handle.then_some(Panel::Canvas);
            let measured = self.slide_map();
            let slide = measured.as_ref().and_then(|measured| measured.map());
            let frame = self.engine.frame.as_deref();
            let host = canvas::BlendSpacePicture {
                session: &self.session,
                project: self.document.project(),
                id,
                space: &space,
                frame: frame.filter(|_| self.session.active == Some(id)),
                slide,
            };
            return canvas::space_ui(ui, &host, &mut self.views, handle, actions);
        }
        let (Some((id, graph)), told) = (self.drawn_graph(), self.told_while_playing()) else {
            let line = tr!("Open a pose graph or a blend space to see and edit it.");
            let dragged = handle_ui(ui, Panel::Canvas, has_handle);
            parts::empty_state(ui, icons::PATH, tr!("Nothing to draw"), line, None);
            return dragged;
        };
        let told: Vec<Diagnostic> = told
            .into_iter()
            .chain(self.compiled.diagnostics.iter().cloned())
            .collect();
        let project = self.document.project().clone();
        let selection = self.document.selection().clone();
        let host = canvas::host::Host {
            project: &project,
            document: &self.document,
            session: &self.session,
            id,
            graph: &graph,
            selection: &selection,
            frame: self
                .engine
                .frame
                .as_deref()
                .filter(|_| self.session.active == Some(id)),
            sources: self.compiled.sources.graphs.get(&id),
            told: &told,
        };
        let handle = has_handle.then_some(Panel::Canvas);
        let dragged = canvas::canvas_ui(ui, &host, &mut self.views, handle, actions);
        details::rule_in_place_ui(
            ui,
            &project,
            (id, &graph),
            (&self.session, &mut self.views),
            actions,
        );
        dragged
    }

    fn graph_panel_ui(&mut self, ui: &mut Ui, actions: &mut Vec<EditorAction>) {
        let Some((id, graph)) = self.drawn_graph() else {
            return graph::empty_ui(ui);
        };
        let skeleton = self.document.project().skeletons.get(&graph.skeleton);
        let bone = self
            .views
            .kinds
            .skeleton
            .selected_bone
            .and_then(|bone| skeleton?.bones.get(bone));
        let host = graph::host::GraphPanelHost {
            project: self.document.project(),
            id,
            graph: &graph,
            selection: self.document.selection(),
            frame: self
                .engine
                .frame
                .as_deref()
                .filter(|frame| frame.graph.name() == Name::new(&graph.name)),
            compiled: &self.compiled,
            bone: bone.map(|bone| bone.name.as_str()),
        };
        if graph::graph_ui(ui, &host, &mut self.views.looking, actions) {
            self.views.kinds.graph.turn_to(id, canvas::Page::default());
        }
    }

    fn parameters_ui(
        &mut self,
        ui: &mut Ui,
        has_handle: bool,
        actions: &mut Vec<EditorAction>,
    ) -> bool {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        let Some((id, graph)) = self.drawn_graph() else {
            let line = tr!("Open a pose graph to set its parameters as a game does.");
            let dragged = handle_ui(ui, Panel::Parameters, has_handle);
            parts::empty_state(ui, icons::PATH, tr!("No pose graph open"), line, None);
            return dragged;
        };
        let handle = has_handle.then_some(Panel::Parameters);
        let project = self.document.project().clone();
        let live = self
            .engine
            .frame
            .as_deref()
            .filter(|frame| frame.graph.name() == Name::new(&graph.name));
        let dragged = dock::tool_bar(ui, "transport", handle, |ui| {
            parameters::bar_ui(
                ui,
                &graph,
                live,
                (&self.session, &mut self.views.looking),
                actions,
            );
            let playing = live.map_or(&[][..], |frame| &frame.montages);
            let of = (playing, &self.compiled.library.names);
            panels::on_slot::montages_ui(ui, (&project, id), of, &mut self.views.on_slot, actions);
        });
        let sources = self.compiled.sources.graphs.get(&id);
        let settable = sources.map_or(&graph.wiring.parameters, |sources| &sources.parameters);
        let unchosen = Default::default();
        let choices = self.drive_choices.get(&id).unwrap_or(&unchosen);
        let names = &self.compiled.library.names;
        let looking = &mut self.views.looking;
        parameters::parameters_ui(
            ui,
            (&graph, settable),
            (live, names),
            (&self.live, choices),
            looking,
            actions,
        );
        dragged
    }

    /// The newest frame as the viewport shows it: root motion may be held at home.
    pub(super) fn shown_frame(&mut self) -> Option<std::sync::Arc<studio::PreviewFrame>> {
        let frame = self.engine.frame.as_ref()?;
        Some(self.settings.root_view.shown(frame, &mut self.root_wrap))
    }

    fn viewport_ui(
        &mut self,
        ui: &mut Ui,
        has_handle: bool,
        actions: &mut Vec<EditorAction>,
    ) -> bool {
        let (there, seen_frame) = (self.engine.frame.clone(), self.shown_frame());
        let moved = there.as_deref().zip(seen_frame.as_deref());
        let beside = |frame: &studio::PreviewFrame| match moved {
            Some((there, shown)) if !std::ptr::eq(there, shown) => {
                viewport::shown_beside(frame, [there, shown])
            }
            _ => frame.clone(),
        };
        let unwarped = self.unwarped();
        let title = unwarped.as_ref().map_or_else(
            || self.watched_title(),
            |_| Some(tr!("root path without warping").into()),
        );
        let watched_frame = unwarped.as_ref().or(self.engine.watched.as_ref());
        let watched_frame = watched_frame.map(beside);
        let watched_frame = watched_frame.as_ref();
        let watched = title.map(|title| viewport::Watched {
            title,
            frame: watched_frame,
        });
        let wanted = self.wanted();
        let viewport = match &mut self.viewport {
            Ok(viewport) => viewport,
            Err(reason) => {
                let dragged = handle_ui(ui, Panel::Viewport, has_handle);
                parts::empty_state(ui, icons::WARNING, tr!("No viewport"), reason, None);
                return dragged;
            }
        };
        let project = self.document.project();
        let host = self
            .session
            .active
            .and_then(|id| TimelineHost::new(project, id));
        let frame = seen_frame.as_deref();
        let caption = caption(frame, &self.compiled);
        let position = self.session.transport.position;
        let skeleton = skeleton::shown_skeleton(&self.document, &self.session);
        let flashes = flashes(
            &self.session,
            skeleton.and_then(|id| project.skeletons.get(&id)),
        );
        let rests = self.faults.rests(self.engine.revision(), wanted);
        let empty = empty(project.is_empty(), self.session.active.is_none(), rests);
        let preview = previewed(&self.session, project, self.dock.is_shown(Panel::Preview));
        let scene = HandleScene {
            project,
            graph: self
                .session
                .active
                .and_then(|id| Some((id, &**project.graphs.get(&id)?))),
            skeleton: skeleton.and_then(|id| Some((id, &**project.skeletons.get(&id)?))),
            selection: self.document.selection(),
            frame,
            preview: preview.as_ref(),
            active: self.session.active,
        };
        let (handles, offered_handle) = scene.handles();
        let limbs = scene.limbs(watched_frame.filter(|_| self.views.looking.compares));
        let looking = &self.views.looking;
        let compares =
            looking.compares && (scene.graph.is_some() || self.sandbox.shown().is_some());
        let tuning = (compares && scene.graph.is_some())
            .then(|| scene.tuning(watched_frame, &looking.slides));
        let shown = ViewportState {
            handles: &handles,
            offered_handle,
            limbs: &limbs,
            tuning,
            compares,
            sandbox: self.sandbox.shown(),
            project,
            asset: self.session.active,
            travelled: there
                .as_ref()
                .map_or(0.0, |it| it.placement.translation.length()),
            skeleton,
            profile: self.views.kinds.mesh.profile.as_deref(),
            frame,
            caption: &caption,
            time: position,
            frame_number: host.map(|host| (position * host.frame_rate()) as f32),
            weight: frame
                .and_then(|frame| frame.montages.last())
                .map(|state| state.weight),
            flashes: &flashes,
            selected_bone: self.views.kinds.skeleton.selected_bone,
            selected_socket: self.document.selection().items.first().copied(),
            preview: preview.as_ref(),
            empty,
            drive: drivable(&self.session, &self.compiled, frame, self.engine.shown()),
            compared: compared(&self.views.kinds.clip, project, self.ghost.as_ref()),
            moments: self.moments.shown(),
            crowd: self.crowd.members(),
            watched,
            unit: self.session.preferences.unit,
            preset: self.session.keymap.preset,
            has_handle,
        };
        let is_picking = self.session.picking.is_some();
        let mut seen = picking::shown_for(ui, self.session.picking.as_ref(), self.settings);
        let mut dragged = false;
        for event in viewport.ui(ui, &shown, &mut seen) {
            if self.session.picking.is_none() {
                reveal(&mut self.views.kinds.skeleton, &event);
            }
            match event {
                viewport::ViewportEvent::HandleDragged => dragged = true,
                viewport::ViewportEvent::Handle(id, held) => {
                    actions.extend(
                        held_by(&scene, &self.document, &mut self.views.edits, id, held)
                            .map(EditorAction::from),
                    );
                }
                event => actions.extend(meant(event, project.is_empty(), rests)),
            }
        }
        self.session.handle_hint = viewport.handle_hint();
        self.settings = picking::kept(is_picking, self.settings, seen);
        dragged
    }
}

/// A bone that is clicked comes into sight in its tree.
fn reveal(view: &mut SkeletonView, event: &viewport::ViewportEvent) {
    if let viewport::ViewportEvent::SelectBone(bone) = event {
        view.revealed_bone = *bone;
    }
}

/// Action of a click in the scene or on one of its buttons; None if the event is no click.
fn meant(event: viewport::ViewportEvent, is_empty: bool, rests: bool) -> Option<EditorAction> {
    Some(match event {
        viewport::ViewportEvent::ToggleDrive => GraphAction::Drive.into(),
        viewport::ViewportEvent::ToggleComparing => GraphAction::Compare.into(),
        viewport::ViewportEvent::SelectSocket(socket) => SelectAction::Socket(socket).into(),
        viewport::ViewportEvent::SelectBone(bone) => SelectAction::Bone(bone).into(),
        viewport::ViewportEvent::ImportCharacter => FileAction::Import.into(),
        viewport::ViewportEvent::Dropped(id) => {
            GraphAction::PlayMontage(MontageTrial::of(id)).into()
        }
        viewport::ViewportEvent::EmptyButton if is_empty => FileAction::Import.into(),
        viewport::ViewportEvent::EmptyButton if rests => TransportAction::Restart.into(),
        viewport::ViewportEvent::EmptyButton => MontageAction::New.into(),
        viewport::ViewportEvent::HandleDragged | viewport::ViewportEvent::Handle(..) => {
            return None;
        }
    })
}

/// Notifies that have just fired.
fn flashes(session: &Session, rig: Option<&std::sync::Arc<Skeleton>>) -> Vec<NotifyFlash> {
    let flash = |flash: &crate::session::Flash| NotifyFlash {
        text: flash.name.clone(),
        color: flash.color,
        bone: rig.and_then(|rig| socket_bone(rig, flash.socket)),
        opacity: session.glow(flash.at),
    };
    session.fired.flashes.iter().map(flash).collect()
}

/// Edit that a drag in the scene makes: one gesture, one undo step. None if nothing changes.
fn held_by(
    scene: &HandleScene<'_>,
    document: &Document,
    edits: &mut Edits,
    id: HandleId,
    held: Pull,
) -> Option<EditAction> {
    match held {
        Pull::To(way) => {
            let begun = edits
                .field
                .and_then(|gesture| document.begun(gesture))
                .unwrap_or(document.project());
            let command = scene.command(id, way, begun)?;
            let gesture = edits.field.unwrap_or_else(|| edits.gesture());
            edits.field = Some(gesture);
            Some(EditAction::Perform(command, Some(gesture)))
        }
        Pull::Done => edits.field.take().map(EditAction::EndGesture),
        Pull::Cancel => edits.field.take().map(EditAction::CancelGesture),
    }
}

/// Whether a panel asked for more than a message.
fn is_used(actions: &[EditorAction]) -> bool {
    let is_told =
        |action: &EditorAction| matches!(action, EditorAction::View(ViewAction::Tell(..)));
    !actions.iter().all(is_told)
}

fn handle_ui(ui: &mut Ui, panel: Panel, has_handle: bool) -> bool {
    has_handle && dock::grip(ui, panel)
}

fn transport_bar_ui(
    ui: &mut Ui,
    host: &TimelineHost<'_>,
    (session, views): (&Session, &PanelViews),
    handle: Option<Panel>,
    actions: &mut Vec<EditorAction>,
) -> bool {
    dock::tool_bar(ui, "transport", handle, |ui| {
        transport::transport_ui(ui, host, (session, views), actions)
    })
}

/// Bar of a document that is not previewed, in place of the transport.
fn waiting_bar_ui(
    ui: &mut Ui,
    host: &TimelineHost<'_>,
    handle: Option<Panel>,
    actions: &mut Vec<EditorAction>,
) -> bool {
    dock::tool_bar(ui, "transport", handle, |ui| {
        let name = host.project.asset_name(host.id).unwrap_or_default();
        ui.add_space(4.0);
        if parts::button(ui, Some(icons::EYE), &tr!("Preview {name}"), false).clicked() {
            actions.push(ViewAction::OpenAsset(host.id).into());
        }
    })
}

fn job_ui(ui: &mut Ui, job: &Job, project: &Project, actions: &mut Vec<EditorAction>) {
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        ui.vertical(|ui| {
            ui.set_width(ui.available_width() - 84.0);
            ui.label(egui::RichText::new(&job.name).font(theme::medium()));
            let note = job.result.clone().unwrap_or_else(|| job.standing());
            let color = if job.failed {
                theme::ERROR
            } else {
                theme::TEXT_2
            };
            ui.label(egui::RichText::new(note).font(theme::small()).color(color));
            ui.add_space(2.0);
            let (bar, _) = ui.allocate_exact_size(vec2(ui.available_width(), 3.0), Sense::hover());
            ui.painter().rect_filled(bar, 1.0, theme::BASE);
            let done =
                Rect::from_min_size(bar.min, vec2(bar.width() * job.progress(), bar.height()));
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
                let color = if note.is_warning {
                    theme::WARN
                } else {
                    theme::TEXT_2
                };
                ui.label(
                    egui::RichText::new(&note.text)
                        .font(theme::small())
                        .color(color),
                );
                let fix = note.fix.as_ref().and_then(|fix| fix_of(fix, project));
                if let Some((_, action)) =
                    fix.filter(|(label, _)| parts::button(ui, None, label, false).clicked())
                {
                    actions.push(action);
                }
            }
        });
        if job.is_running()
            && !job.is_cancelled()
            && parts::button(ui, None, tr!("Cancel"), false).clicked()
        {
            job.cancel();
        }
    });
}

/// Label and action of the button of a fix; None if the fix is done already.
fn fix_of(fix: &Fix, project: &Project) -> Option<(String, EditorAction)> {
    match fix {
        Fix::Again(path, options, label) => Some((
            label.clone(),
            FileAction::ImportAgain(path.clone(), options.clone()).into(),
        )),
        Fix::KeepProportions(rest) => {
            let label = tr!("Keep proportions of {}", rest.skeleton_name);
            rest.is_open(project)
                .then(|| (label, EditAction::Perform(rest.command(), None).into()))
        }
    }
}

/// The section that plays.
fn caption(frame: Option<&studio::PreviewFrame>, compiled: &asset::Compiled) -> String {
    let state = frame.and_then(|frame| frame.montages.last());
    state.map_or(String::new(), |state| {
        compiled.library.names.text(state.section).to_owned()
    })
}

fn empty(nothing: bool, closed: bool, rests: bool) -> Option<Empty<'static>> {
    let state = |title, line, button| {
        Some(Empty {
            icon: icons::FILM_STRIP,
            title,
            line,
            button: Some(button),
        })
    };
    if nothing {
        state(
            tr!("No character yet"),
            tr!("Drop an FBX, glTF or BVH file here, or choose File › New from sample."),
            tr!("Import"),
        )
    } else if closed {
        state(
            tr!("Nothing open"),
            tr!("Double-click an asset, or create a montage."),
            tr!("New montage"),
        )
    } else if rests {
        let line = tr!("The preview hit internal errors. Undo the last edit, and see Problems.");
        Some(Empty {
            icon: icons::X_CIRCLE,
            title: tr!("Preview stopped"),
            line,
            button: Some(tr!("Restart preview")),
        })
    } else {
        None
    }
}

/// Bone of a socket; None for no socket, for an unknown one, and for one whose bone is gone.
pub(super) fn socket_bone(skeleton: &Skeleton, name: Name) -> Option<usize> {
    let socket = skeleton
        .sockets
        .iter()
        .find(|socket| Name::new(&socket.name) == name)?;
    skeleton.index(&socket.bone)
}

/// The ground is shown under what has to do with it, graphs and what warps the root's motion; and
/// the targets that it goes to. All of it while it is edited.
pub(super) fn previewed(
    session: &Session,
    project: &asset::Project,
    is_edited: bool,
) -> Option<asset::PreviewScene> {
    let active = session.active?;
    let whole = project.preview.scene_of(Some(active));
    if is_edited || project.graphs.contains_key(&active) {
        return Some(whole.clone());
    }
    let host = TimelineHost::new(project, active)?;
    let used = |name: &str| {
        host.notifies()
            .iter()
            .any(|it| it.warp.as_ref().is_some_and(|warp| warp.target == name))
    };
    let targets: Vec<_> = whole
        .targets
        .iter()
        .filter(|target| used(&target.name))
        .cloned()
        .collect();
    let warps = host.notifies().iter().any(|it| it.warp.is_some());
    let is_peopled = !whole.partners.is_empty() || !whole.props.is_empty();
    (warps || is_peopled).then(|| asset::PreviewScene {
        targets,
        ..whole.clone()
    })
}
