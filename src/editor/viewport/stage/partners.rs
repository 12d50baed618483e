//! The partners of the character, on the device: each in the clothes of its own skeleton.

use super::{PartFigure, ViewportPicture, ViewportStage, Wardrobe, bone_overlay};
use anim::Name;
use asset::{Id, Project};
use render::RenderScene;
use studio::PreviewFrame;

/// One partner, dressed and posed.
pub(super) struct PartnerFigures {
    wardrobe: Wardrobe,
    figures: Vec<PartFigure>,
}

/// The skeleton of the project that a frame is of.
fn skeleton_of(project: &Project, frame: &PreviewFrame) -> Option<Id> {
    let is_its = |name: &str| Name::new(name) == frame.skeleton.name;
    let mut all = project.skeletons.iter();
    all.find(|(_, it)| is_its(&it.name)).map(|(id, _)| *id)
}

impl ViewportStage {
    /// Dresses everybody who is there beside the character of a frame, at a level of detail, with
    /// what their sockets hold if that is wanted. Poses count from the next [`ViewportStage::pose`]
    /// on.
    pub fn dress_partners(
        &mut self,
        frame: Option<&PreviewFrame>,
        project: &Project,
        (lod, with_props): (usize, bool),
    ) {
        let partners = frame.map_or(&[][..], |frame| &frame.partners);
        let wanted = partners
            .iter()
            .map(|partner| Wardrobe::of(project, skeleton_of(project, partner), lod, with_props));
        let wanted: Vec<Wardrobe> = wanted.collect();
        if self.partner_wardrobes().eq(wanted.iter()) {
            return;
        }
        let own = (
            std::mem::take(&mut self.wardrobe),
            std::mem::take(&mut self.figures),
        );
        self.partners.clear();
        for wardrobe in wanted {
            self.put_on(&wardrobe);
            let figures = std::mem::take(&mut self.figures);
            self.partners.push(PartnerFigures { wardrobe, figures });
        }
        (self.wardrobe, self.figures) = own;
    }

    /// Wardrobes of the partners, one per partner.
    pub fn partner_wardrobes(&self) -> impl Iterator<Item = &Wardrobe> {
        self.partners.iter().map(|partner| &partner.wardrobe)
    }

    pub(super) fn pose_partners(&mut self, frame: &PreviewFrame) {
        for (partner, frame) in self.partners.iter_mut().zip(&frame.partners) {
            for figure in &mut partner.figures {
                let of = (figure.held.as_ref(), &*figure.room);
                figure.now.take(&figure.data, of, frame);
            }
        }
    }
}

/// Adds those of a frame to its picture.
pub(super) fn add<'a>(
    scene: &mut RenderScene<'a>,
    partners: &'a [PartnerFigures],
    picture: &ViewportPicture<'_>,
    frame: &'a PreviewFrame,
) {
    for (partner, frame) in partners.iter().zip(&frame.partners) {
        let world_from_model = frame.placement.to_affine();
        let shown = |figure: &&PartFigure| {
            figure.is_posed() && (figure.held.is_some() || picture.settings.mesh)
        };
        let figures = partner.figures.iter().filter(shown);
        scene
            .drawables
            .extend(figures.map(|figure| figure.drawable(&figure.now, world_from_model)));
        if picture.settings.bones {
            scene
                .bones
                .push(bone_overlay(frame, world_from_model, None));
        }
    }
}
