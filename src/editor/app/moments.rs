//! Ghosts and paths of bones: kept up with the playhead, with what is open and with what is wished.

use super::App;
use crate::{
    moments::{MomentWish, Moments},
    viewport::Viewport,
};
use anim::Name;
use footage::ReelOrder;
use std::sync::Arc;

impl App {
    /// Updates the ghosts and paths of other moments for the frame of this pass.
    pub(super) fn follow_with_moments(&mut self, ctx: &egui::Context) {
        let Some(frame) = self.shown_frame() else {
            return self.moments = Moments::default();
        };
        let rewound = self.session.rewound.frame.as_ref();
        if let Some(without) = rewound.and_then(|it| it.without.as_ref()) {
            return self.moments.stand_beside(without);
        }
        if let Some(rewound) = rewound
            && let (Some(recorded), Some(_)) = (&rewound.recorded, &rewound.edited)
        {
            return self.moments.stand_beside(recorded);
        }
        self.moments.remember(&frame, self.engine.shown());
        let wish = self.moment_wish();
        if wish.is_empty() {
            return self.moments.rest();
        }
        let order = self.reel_order();
        if self.moments.follow(&frame, order, wish) {
            ctx.request_repaint();
        }
    }

    /// Ghosts and bone paths that the viewport is to show beside the present moment.
    pub(super) fn moment_wish(&self) -> MomentWish {
        let settings = &self.settings;
        let skeleton = &self.views.kinds.skeleton;
        let bones = if skeleton.paths.is_empty() {
            skeleton.selected_bone.into_iter().collect()
        } else {
            skeleton.paths.iter().copied().collect()
        };
        MomentWish {
            ghosts: settings.ghosts.then_some(settings.ghost),
            bones: if settings.bone_paths {
                bones
            } else {
                Vec::new()
            },
            span: settings.path_span,
            rate: self.host().map(|host| host.frame_rate()),
        }
    }

    /// What the window plays, for another player, without requests that are made during play.
    pub(super) fn reel_order(&self) -> ReelOrder {
        let project = self.document.project();
        let preview = project.preview.scene_of(self.session.active);
        let targets = preview.targets.iter();
        let targets = targets.map(|target| (Name::new(&target.name), target.place()));
        ReelOrder {
            library: self.compiled.library.clone(),
            subject: self.engine.shown(),
            root_motion: self.session.transport.root_motion,
            scope: self.views.kinds.montage.scope,
            lod: self.viewport.as_ref().map_or(0, Viewport::lod),
            parameters: Vec::new(),
            inputs: Vec::new(),
            ground: Some(Arc::new(preview.ground.clone())),
            targets: targets.collect(),
            partners: files::partner_orders(project, preview),
        }
    }
}
