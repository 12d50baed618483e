//! Copies of the character, on the device: each part is uploaded once and drawn for every copy.

use super::{PartFigure, PartPose, ViewportPicture, ViewportStage};
use render::RenderScene;
use studio::PreviewFrame;

impl ViewportStage {
    /// Poses copies of the character; those of another skeleton are left out.
    pub fn pose_crowd(&mut self, members: &[PreviewFrame]) {
        for figure in &mut self.figures {
            let on = (figure.held.as_ref(), &*figure.room);
            figure.crowd.resize_with(members.len(), PartPose::default);
            for (pose, member) in figure.crowd.iter_mut().zip(members) {
                pose.take(&figure.data, on, member);
            }
        }
    }
}

/// Adds the copies to a picture.
pub(super) fn add<'a>(
    scene: &mut RenderScene<'a>,
    figures: &'a [PartFigure],
    picture: &ViewportPicture<'_>,
) {
    if !picture.settings.mesh {
        return;
    }
    for (at, member) in picture.crowd.iter().enumerate() {
        let world_from_model = member.placement.to_affine();
        let posed = figures.iter().filter(|figure| figure.is_posed());
        let drawn = posed.filter_map(|figure| {
            let pose = figure.crowd.get(at)?;
            Some(figure.drawable(pose, world_from_model))
        });
        scene.drawables.extend(drawn);
    }
}
