//! A pose as a figure of sticks: what a picture of it needs.

#[cfg(test)]
mod tests;

use anim::{Library, Name, Pose, Skeleton, pose::local_to_model};
use asset::{Id, NamedPose, PoseAsset, Project};
use egui::{Pos2, Rect, Vec2, pos2};
use std::collections::BTreeMap;

/// Seen from the front and a little from the left, radians: what reaches ahead is seen too.
const AROUND: f32 = 0.6;

/// Stick figure of a pose with one line from bone to bone, metres, y down.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    sticks: Vec<[Pos2; 2]>,
    /// Room of all figures of the pose asset, which have one scale and one ground.
    room: Rect,
}

impl Figure {
    fn of(skeleton: &Skeleton, pose: &Pose) -> Self {
        let mut models = Vec::new();
        local_to_model(skeleton, pose, &mut models);
        let at = |bone: usize| {
            let at = models[bone].translation;
            pos2(at.x * AROUND.cos() + at.z * AROUND.sin(), -at.y)
        };
        // From the root on the ground no bone leads up.
        let stick = |bone: usize| {
            let parent = skeleton.parent(bone)?;
            skeleton.parent(parent).map(|_| [at(parent), at(bone)])
        };
        Self {
            sticks: (0..skeleton.len()).filter_map(stick).collect(),
            room: Rect::NOTHING,
        }
    }

    fn bounds(&self) -> Rect {
        Rect::from_points(self.sticks.as_flattened())
    }

    /// Lines of the figure, scaled to fit a rectangle of the screen.
    pub fn within(&self, rect: Rect) -> impl Iterator<Item = [Pos2; 2]> {
        let size = self.room.size().max(Vec2::splat(1e-3));
        let scale = (rect.width() / size.x).min(rect.height() / size.y);
        let (from, to) = (self.room.center(), rect.center());
        self.sticks
            .iter()
            .map(move |stick| stick.map(|at| to + (at - from) * scale))
    }
}

/// A picture of each pose whose clip was compiled.
pub fn figures(project: &Project, library: &Library, asset: &PoseAsset) -> BTreeMap<Id, Figure> {
    let mut pose = Pose::default();
    let mut of = |it: &NamedPose| {
        let clip = library.clip(Name::new(project.asset_name(it.clip)?))?;
        let skeleton = library.skeleton(clip.skeleton)?;
        clip.sample(skeleton, it.time.into(), &mut pose);
        Some((it.id, Figure::of(skeleton, &pose)))
    };
    let mut all: BTreeMap<Id, Figure> = asset.poses.iter().filter_map(&mut of).collect();
    let room = all
        .values()
        .map(Figure::bounds)
        .fold(Rect::NOTHING, Rect::union);
    all.values_mut().for_each(|figure| figure.room = room);
    all
}
