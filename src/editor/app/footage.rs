//! “Render picture or video”: what is taken is chosen, then the place, and a job of its own draws
//! it. Neither the document nor the playhead moves.

pub(crate) mod choice;

use super::{App, incoming::file_name, purpose::Purpose};
use crate::{
    dock::Panel,
    jobs::JobOutcome,
    panels::skeleton,
    parts,
    pick::PickKind,
    timeline::TimelineHost,
    toast::Tone,
    viewport::{FootageSource, FootageSubject, OverlaySettings, Viewport},
};
use anim::{Name, ground::Terrain};
use asset::PreviewScene;
use choice::{FootageChoiceStep, FootageStage};
use files::{FileErrorReason, Over};
use footage::{FootageError, FootageOutput, FootageSummary, ReelOrder, shoot};
use std::path::{Path, PathBuf};
use studio::PreviewSubject;
use words::{noun, tr};

impl App {
    pub(super) fn choose_footage(&mut self) {
        let stage = self.footage_stage();
        self.dialogs.footage.open(stage, &self.settings);
    }

    fn footage_stage(&self) -> FootageStage {
        let project = self.document.project();
        let name = self.session.active.and_then(|id| project.asset_name(id));
        let host = self.host();
        let driven = self.session.drive.script();
        let driven = driven.filter(|(graph, _)| Some(*graph) == self.session.active);
        FootageStage {
            name: name.unwrap_or(&project.name).to_owned(),
            length: host.as_ref().map(TimelineHost::length),
            frame_rate: host.as_ref().map(TimelineHost::frame_rate),
            looped: self.loop_region(),
            plays: matches!(
                self.engine.shown(),
                PreviewSubject::Clip(_) | PreviewSubject::Montage(_) | PreviewSubject::Graph(_)
            ),
            driven: driven.and_then(|(_, script)| script.last().map(|(at, _)| *at)),
            viewport: self.viewport.as_ref().ok().and_then(Viewport::panel_size),
        }
    }

    pub(super) fn footage_ui(&mut self, ctx: &egui::Context) {
        if !self.dialogs.footage.is_open {
            return;
        }
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(16);
        let choice = &mut self.dialogs.footage;
        let modal = egui::Modal::new(egui::Id::unique("render footage")).frame(frame);
        let shown = modal.show(ctx, |ui| choice.ui(ui));
        let step = if shown.should_close() {
            Some(FootageChoiceStep::Cancel)
        } else {
            shown.inner
        };
        let Some(step) = step else { return };
        choice.is_open = false;
        if matches!(step, FootageChoiceStep::Choose) {
            let (title, ending, files) = if choice.is_video() {
                (tr!("Render video"), "avi", tr!("AVI videos"))
            } else {
                (tr!("Render pictures"), "png", tr!("PNG pictures"))
            };
            let name = format!("{}.{ending}", choice.stage.name);
            self.pick(
                Purpose::Footage,
                title,
                PickKind::SaveFile,
                vec![(files, vec![ending])],
                name,
            );
        }
    }

    /// Draws what was chosen into a file.
    pub(super) fn render_footage(&mut self, path: PathBuf) {
        let choice = self.dialogs.footage.clone();
        let failed = |why: String| (tr!("Could not render {}", file_name(&path)), why);
        let ready = choice
            .order()
            .map_err(|why| why.to_string())
            .and_then(|order| Ok((order, self.footage_source()?)));
        let (order, source) = match ready {
            Ok(ready) => ready,
            Err(why) => {
                let (title, line) = failed(why);
                return self.session.toast(Tone::Error, title, line);
            }
        };
        let subject = self.footage_subject();
        let home = self.shown_frame();
        let home = home.map_or(glam::Vec3::ZERO, |frame| frame.placement.translation);
        let setup = match &self.viewport {
            Ok(viewport) => viewport.footage(subject, home),
            Err(why) => {
                let (title, line) = failed(why.clone());
                return self.session.toast(Tone::Error, title, line);
            }
        };
        // The dialog has asked about one file; numbered ones beside it may be anybody's.
        let over = match order.output {
            FootageOutput::Pictures if order.shots.len() > 1 => Over::Own,
            _ => Over::Any,
        };
        self.show_panel(Panel::Jobs);
        self.jobs
            .start(tr!("Render {}", file_name(&path)), move |handle| {
                let taken = setup.studio(source).and_then(|mut studio| {
                    shoot(&order, &mut studio, (&path, over), &|part| {
                        handle.report(part)
                    })
                });
                let result = taken
                    .map(|summary| said(&summary))
                    .map_err(|why| as_file_error(why, &path));
                JobOutcome::Exported { path, result }
            });
    }

    /// Source of the footage: what plays, from its start, or what is shown now. Err says why there
    /// is nothing.
    fn footage_source(&mut self) -> Result<FootageSource, String> {
        let frame = self.shown_frame();
        let choice = &self.dialogs.footage;
        let frame = frame.ok_or_else(|| tr!("There is no character to draw.").to_owned())?;
        if choice.is_held() {
            let moments = self.moments.shown().clone();
            return Ok(FootageSource::Held(frame, moments));
        }
        let script = self
            .session
            .drive
            .script()
            .filter(|(graph, _)| choice.follows_drive && Some(*graph) == self.session.active);
        let parameters = match (self.engine.shown(), &script) {
            (PreviewSubject::Graph(_), None) => {
                let is_set = |name: &Name| {
                    frame.graph.parameter(*name).is_some_and(|at| {
                        !frame.graph.is_driven(at) && !frame.graph.is_trigger(*name)
                    })
                };
                let all = frame.graph_state.parameters();
                all.filter(|(name, _)| is_set(name)).collect()
            }
            _ => Vec::new(),
        };
        let order = ReelOrder {
            parameters,
            inputs: script.map_or(Vec::new(), |(_, inputs)| inputs.to_vec()),
            ..self.reel_order()
        };
        let (from, _) = choice.span();
        let wish = self.moment_wish();
        Ok(FootageSource::Played(Box::new(order), from, wish))
    }

    fn footage_subject(&self) -> FootageSubject {
        let (choice, project) = (&self.dialogs.footage, self.document.project());
        let preview =
            super::panes::previewed(&self.session, project, self.dock.is_shown(Panel::Preview));
        FootageSubject {
            project: project.clone(),
            skeleton: skeleton::shown_skeleton(&self.document, &self.session),
            profile: self.views.kinds.mesh.profile.clone(),
            selected_bone: self.views.kinds.skeleton.selected_bone,
            preview: preview.map(|scene| {
                if choice.ground {
                    return scene;
                }
                // What the character holds stays in its hands.
                PreviewScene {
                    ground: Terrain::default(),
                    targets: Vec::new(),
                    ..scene
                }
            }),
            settings: OverlaySettings {
                grid: choice.grid,
                bones: choice.bones,
                trail: choice.trail,
                ..self.settings
            },
            camera: choice.camera,
            size: choice.size(),
            name: choice.stage.name.clone(),
            frame_rate: choice.stage.frame_rate,
            names: self.compiled.library.names.clone(),
        }
    }
}

/// The line of a finished job.
fn said(summary: &FootageSummary) -> String {
    let files = match summary.files.len() {
        1 => String::new(),
        count => tr!(" in {count} files"),
    };
    let frames = parts::count(summary.shots, noun!("frame"));
    tr!("{frames}{files}, {:.2} MB", summary.bytes as f64 / 1e6)
}

fn as_file_error(why: FootageError, path: &Path) -> files::Error {
    match why {
        FootageError::File(error) => error,
        why => files::Error {
            path: path.to_owned(),
            reason: match why {
                FootageError::Cancelled => FileErrorReason::Cancelled,
                _ => FileErrorReason::Other,
            },
            text: why.to_string(),
        },
    }
}
