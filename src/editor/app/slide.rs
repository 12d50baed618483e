//! The measure of sliding feet of the open blend space or graph, as a job, and its edits.

use super::{App, drive::settable};
use crate::{
    action::EditorAction,
    dock::Panel,
    jobs::{JobOutcome, JobTitle, Task},
    panels::slide as panel,
    sliding::{Measured, SlideRequest, measure},
    toast::Tone,
};
use asset::AssetKind;
use std::sync::Arc;
use words::tr;

impl App {
    /// A job: a graph is driven over a whole course, and every edit is tried.
    pub(super) fn measure_slide(&mut self) {
        self.show_panel(Panel::Slide);
        if self.jobs.running_task(Task::MeasureSlide).is_some() {
            return;
        }
        let Some(id) = self.slidable() else { return };
        let choices = self.drive_choices.get(&id).cloned().unwrap_or_default();
        let (pace, bound) = (choices.pace(), choices.bound(settable(&self.compiled, id)));
        let asked = SlideRequest {
            root: self.document.project().clone(),
            id,
            pace,
            bound,
        };
        let name = asked.root.asset_name(id).unwrap_or_default().to_owned();
        (self.measured, self.views.kinds.blend_space.slides) = (None, true);
        let title = JobTitle::from(tr!("Measure foot slide of {name}"));
        self.jobs
            .start(title.of(Task::MeasureSlide), move |handle| {
                // None where it was cancelled, which the job tells.
                let measured = measure(&asked, |part| handle.report(part));
                JobOutcome::Slid(
                    measured
                        .unwrap_or_else(|| Err(tr!("Cancelled").into()))
                        .map(Box::new),
                )
            });
    }

    /// The open document, where it has feet to measure.
    fn slidable(&self) -> Option<asset::Id> {
        let id = self.session.active?;
        let kind = self.document.project().kind(id);
        matches!(kind, Some(AssetKind::BlendSpace | AssetKind::Graph)).then_some(id)
    }

    pub(super) fn slid(&mut self, measured: Result<Box<Measured>, String>) {
        match measured {
            Ok(measured) => self.measured = Some(Arc::from(measured)),
            Err(why) => {
                self.session
                    .toast(Tone::Error, tr!("Foot slide could not be measured"), why)
            }
        }
    }

    pub(super) fn slide_ui(&mut self, ui: &mut egui::Ui, actions: &mut Vec<EditorAction>) {
        let shown = panel::SlidePanelState {
            project: self.document.project(),
            measured: self.measured.as_deref(),
            running: self.jobs.running_task(Task::MeasureSlide),
            open: self.slidable(),
        };
        panel::slide_ui(ui, &shown, actions);
    }

    /// Slide measurement of the open blend space; None if there is none or the blend space has
    /// changed since.
    pub(super) fn slide_map(&self) -> Option<Arc<Measured>> {
        let measured = self
            .measured
            .as_ref()
            .filter(|it| Some(it.of) == self.session.active)?;
        measured
            .is_as_in(self.document.project())
            .then(|| measured.clone())
    }
}
