//! What the viewport shows over the scene, one switch each.

use super::{
    gizmo::{Axes, Tool},
    moments::GhostSettings,
    root_view::RootView,
    shading::ViewportShading,
};
use crate::icons;
use serde::{Deserialize, Serialize};
use words::tr;

/// One switch over the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    Bones,
    Names,
    Sockets,
    Trail,
    Grid,
    Mesh,
    Props,
    Follow,
    Handles,
    Weights,
    Bounds,
    Ghosts,
    BonePaths,
}

impl Overlay {
    /// Every overlay, in the order of the tool bar and the menu.
    pub const ALL: [Overlay; 13] = [
        Overlay::Bones,
        Overlay::Names,
        Overlay::Sockets,
        Overlay::Trail,
        Overlay::Grid,
        Overlay::Mesh,
        Overlay::Props,
        Overlay::Follow,
        Overlay::Handles,
        Overlay::Weights,
        Overlay::Bounds,
        Overlay::Ghosts,
        Overlay::BonePaths,
    ];

    /// The icon of its button.
    pub fn icon(self) -> &'static str {
        match self {
            Overlay::Bones => icons::BONE,
            Overlay::Names => icons::INFO,
            Overlay::Sockets => icons::ANCHOR,
            Overlay::Trail => icons::PATH,
            Overlay::Grid => icons::GRID_FOUR,
            Overlay::Mesh => icons::PERSON,
            Overlay::Props => icons::CUBE,
            Overlay::Follow => icons::PERSON_SIMPLE_WALK,
            Overlay::Handles => icons::CURSOR,
            Overlay::Weights => icons::PERCENT,
            Overlay::Bounds => icons::BOUNDING_BOX,
            Overlay::Ghosts => icons::GHOST,
            Overlay::BonePaths => icons::SCRIBBLE,
        }
    }

    /// The label in the menu.
    pub fn title(self) -> &'static str {
        match self {
            Overlay::Bones => tr!("Bones"),
            Overlay::Names => tr!("Bone names"),
            Overlay::Sockets => tr!("Sockets"),
            Overlay::Trail => tr!("Root path"),
            Overlay::Grid => tr!("Grid"),
            Overlay::Mesh => tr!("Mesh"),
            Overlay::Props => tr!("Props"),
            Overlay::Follow => tr!("Follow character"),
            Overlay::Handles => tr!("Handles and reach"),
            Overlay::Weights => tr!("Skin weights"),
            Overlay::Bounds => tr!("Bounds and bodies"),
            Overlay::Ghosts => tr!("Ghosts"),
            Overlay::BonePaths => tr!("Bone paths"),
        }
    }

    /// The label of its button, where there is room for one.
    pub fn word(self) -> &'static str {
        match self {
            Overlay::Names => tr!("Names"),
            Overlay::Trail => tr!("Path"),
            Overlay::Follow => tr!("Follow"),
            Overlay::Handles => tr!("Handles"),
            Overlay::Weights => tr!("Weights"),
            Overlay::Bounds => tr!("Bounds"),
            other => other.title(),
        }
    }

    /// The tooltip, a whole sentence.
    pub fn what_it_does(self) -> &'static str {
        match self {
            Overlay::Bones => tr!("Shows bones over the character."),
            Overlay::Names => {
                tr!("Shows names of the selected bone and the bone under the pointer.")
            }
            Overlay::Sockets => tr!("Shows axes and names of sockets and virtual bones."),
            Overlay::Trail => tr!("Shows the root-motion path."),
            Overlay::Grid => tr!("Shows the ground grid."),
            Overlay::Mesh => tr!("Shows the character's meshes."),
            Overlay::Props => tr!("Shows preview meshes on sockets."),
            Overlay::Follow => tr!("The camera follows the character's root motion."),
            Overlay::Handles => {
                tr!(
                    "Shows movable handles, targets, poles, obstacles, the selected socket, and the reach of the selected node."
                )
            }
            Overlay::Weights => tr!("Colours vertices by their weight for the selected bone."),
            Overlay::Bounds => {
                tr!(
                    "Shows the bounds of meshes, per part where they come from vertices, and their bodies."
                )
            }
            Overlay::Ghosts => {
                tr!(
                    "Shows the character see-through before and after this moment. Show sets how many, and how far apart."
                )
            }
            Overlay::BonePaths => {
                tr!(
                    "Shows where the selected bone goes, or the bones whose path is shown, with a dot for every frame."
                )
            }
        }
    }
}

/// Stored with the user's preferences.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OverlaySettings {
    /// The skeleton, drawn over the character; off by default.
    pub bones: bool,
    /// Shows the path along which the root came.
    pub trail: bool,
    /// Shows the ground grid.
    pub grid: bool,
    /// The character's own.
    pub mesh: bool,
    /// Shows the props at the character's sockets.
    pub props: bool,
    /// The camera goes where root motion takes the character.
    pub follow: bool,
    /// Names of the selected and the hovered bone.
    pub names: bool,
    /// Axes and names of the skeleton's sockets and virtual bones.
    pub sockets: bool,
    /// Shows handles of what can be moved, and the reach of the selected node.
    pub handles: bool,
    /// Shows how strongly vertices follow the selected bone.
    pub weights: bool,
    /// The box that each mesh takes, and its bodies.
    pub bounds: bool,
    /// The character before and after.
    pub ghosts: bool,
    /// Shows paths of bones.
    pub bone_paths: bool,
    /// Number and spacing of the ghosts.
    pub ghost: GhostSettings,
    /// Seconds that paths of bones reach before and after, 0.1 to 10.
    pub path_span: f32,
    /// How meshes are shaded.
    pub shading: ViewportShading,
    /// What a drag of a handle does: move or turn.
    pub tool: Tool,
    /// The axes that a drag of a handle follows.
    pub axes: Axes,
    /// Drags go in steps; Ctrl inverts it.
    pub snaps: bool,
    /// Where root motion takes the character in the picture.
    pub root_view: RootView,
}

impl OverlaySettings {
    /// Whether this overlay is shown.
    pub fn is_on(mut self, overlay: Overlay) -> bool {
        *self.switch(overlay)
    }

    /// Shows or hides this overlay.
    pub fn toggle(&mut self, overlay: Overlay) {
        let on = self.switch(overlay);
        *on = !*on;
    }

    fn switch(&mut self, overlay: Overlay) -> &mut bool {
        match overlay {
            Overlay::Bones => &mut self.bones,
            Overlay::Names => &mut self.names,
            Overlay::Sockets => &mut self.sockets,
            Overlay::Trail => &mut self.trail,
            Overlay::Grid => &mut self.grid,
            Overlay::Mesh => &mut self.mesh,
            Overlay::Props => &mut self.props,
            Overlay::Follow => &mut self.follow,
            Overlay::Handles => &mut self.handles,
            Overlay::Weights => &mut self.weights,
            Overlay::Bounds => &mut self.bounds,
            Overlay::Ghosts => &mut self.ghosts,
            Overlay::BonePaths => &mut self.bone_paths,
        }
    }
}

impl Default for OverlaySettings {
    fn default() -> Self {
        OverlaySettings {
            bones: false,
            trail: true,
            grid: true,
            mesh: true,
            props: true,
            follow: true,
            names: true,
            sockets: false,
            handles: true,
            weights: false,
            bounds: false,
            ghosts: false,
            bone_paths: false,
            ghost: GhostSettings::default(),
            path_span: 0.5,
            shading: ViewportShading::default(),
            tool: Tool::Move,
            axes: Axes::World,
            snaps: false,
            root_view: RootView::Moves,
        }
    }
}
