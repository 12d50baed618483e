//! What one picture is made of.

use super::{
    OverlaySettings,
    moments::{BonePath, StageGhost},
};
use asset::{Id, PreviewScene, Skeleton};
use glam::UVec2;
use render::OrbitCamera;

/// Everything of a picture but the figures themselves.
pub(super) struct ViewportPicture<'a> {
    /// Size of the texture, pixels.
    pub size: UVec2,
    /// Samples a pixel for antialiasing.
    pub samples: u32,
    /// Pixels a point, for line widths.
    pub scale: f32,
    /// The camera that the picture is seen from.
    pub camera: OrbitCamera,
    /// Metres between lines of the grid.
    pub spacing: f32,
    /// Overlays that are drawn over the scene.
    pub settings: OverlaySettings,
    /// The pose; None before the first frame of this skeleton.
    pub frame: Option<&'a studio::PreviewFrame>,
    /// The character as it would be or is at other moments, see-through over the one that is.
    pub ghosts: &'a [StageGhost<'a>],
    /// Copies of the character, posed by [`super::stage::ViewportStage::pose_crowd`].
    pub crowd: &'a [studio::PreviewFrame],
    /// Paths of bones.
    pub paths: &'a [BonePath],
    /// Index in the skeleton of the frame.
    pub selected_bone: Option<usize>,
    /// The authored one, for its sockets and virtual bones.
    pub skeleton: Option<&'a Skeleton>,
    /// A socket or a virtual bone of `skeleton`.
    pub selected_socket: Option<Id>,
    /// The ground and the targets, where they have to do with what is shown.
    pub preview: Option<&'a PreviewScene>,
}
