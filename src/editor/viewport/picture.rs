//! What one picture is made of.

use super::OverlaySettings;
use asset::{Id, PreviewSettings, Skeleton};
use glam::UVec2;
use render::OrbitCamera;

/// Everything of a picture but the figures themselves.
pub(super) struct ViewportPicture<'a> {
    pub size: UVec2,
    pub samples: u32,
    /// Pixels a point, for line widths.
    pub scale: f32,
    pub camera: OrbitCamera,
    pub spacing: f32,
    pub settings: OverlaySettings,
    pub frame: Option<&'a studio::PreviewFrame>,
    /// The character as it would be, see-through over the one that is.
    pub ghost: Option<&'a studio::PreviewFrame>,
    pub selected_bone: Option<usize>,
    /// The authored one, for its sockets and virtual bones.
    pub skeleton: Option<&'a Skeleton>,
    pub selected_socket: Option<Id>,
    /// The ground and the targets, where they have to do with what is shown.
    pub preview: Option<&'a PreviewSettings>,
}
