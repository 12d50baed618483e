//! A clip before and after key reduction: kept up with what is open, what is asked for, and the
//! playhead.

use super::App;
use crate::{
    jobs::Task,
    kinds::clip::ClipView,
    reduction::{BoneKeys, Ghost, ReductionPreview},
    viewport::{Compared, Viewport},
};
use asset::{Clip, Project};
use std::sync::Arc;

impl App {
    /// Whatever is out of date is made again, one preview at a time.
    pub(super) fn compare(&mut self, ctx: &egui::Context) {
        if self
            .views
            .kinds
            .clip
            .comparison
            .as_ref()
            .is_none_or(|comparison| Some(comparison.clip) != self.session.active)
        {
            (self.views.kinds.clip.comparison, self.ghost) = (None, None);
            return;
        }
        let Some(clip) = self.open_clip().cloned() else {
            return;
        };
        match self
            .views
            .kinds
            .clip
            .reduction_preview
            .clone()
            .filter(|preview| is_current(&self.views.kinds.clip, preview, &clip))
        {
            Some(preview) => self.show_after(ctx, &preview, &clip),
            None => {
                self.ghost = None;
                if self.jobs.running_task(Task::ReduceKeys).is_none() {
                    self.preview_reduction();
                }
            }
        }
    }

    fn open_clip(&self) -> Option<&Arc<Clip>> {
        self.document.project().clips.get(&self.session.active?)
    }

    fn show_after(&mut self, ctx: &egui::Context, preview: &Arc<ReductionPreview>, clip: &Clip) {
        if !self
            .ghost
            .as_ref()
            .is_some_and(|ghost| ghost.is_of(preview))
        {
            self.ghost = Ghost::new(preview);
            if self.ghost.is_some() {
                ctx.request_repaint();
            }
        }
        let bone = self.views.kinds.skeleton.selected_bone;
        let Some(comparison) = &mut self.views.kinds.clip.comparison else {
            return;
        };
        if !comparison
            .keys
            .as_ref()
            .is_some_and(|keys| keys.is_of(preview, bone))
        {
            let skeleton = self.document.project().skeletons.get(&clip.skeleton);
            let keys = skeleton
                .zip(bone)
                .and_then(|(skeleton, bone)| BoneKeys::of(preview, skeleton, bone));
            if keys.is_some() || comparison.keys.is_some() {
                ctx.request_repaint();
            }
            comparison.keys = keys.map(Arc::new);
        }
    }

    /// The ghost goes where the character is in this pass.
    pub(super) fn follow_with_ghost(&mut self) {
        let lod = self.viewport.as_ref().map_or(0, Viewport::lod);
        if let Some(ghost) = &mut self.ghost {
            ghost.follow(self.engine.frame.as_ref(), &self.compiled.library, lod);
        }
    }
}

/// Comparison for the viewport; None while nothing is compared.
pub(super) fn compared<'a>(
    view: &ClipView,
    project: &Project,
    ghost: Option<&'a Ghost>,
) -> Option<Compared<'a>> {
    let clip = project.clips.get(&view.comparison.as_ref()?.clip)?;
    let skeleton = project.skeletons.get(&clip.skeleton)?;
    let preview = view
        .reduction_preview
        .as_ref()
        .filter(|preview| is_current(view, preview, clip));
    let found = preview.and_then(|preview| preview.found.as_ref());
    Some(Compared {
        frame: ghost.and_then(Ghost::frame),
        keys: found.map(|found| found.keys()),
        worst: preview.and_then(|preview| preview.worst(skeleton)),
    })
}

fn is_current(view: &ClipView, preview: &ReductionPreview, clip: &Clip) -> bool {
    preview.is_of(clip, &view.reduction, view.reduction_goal)
}
