//! What meshes show in the viewport.

use render::Shading;
use serde::{Deserialize, Serialize};
use words::tr;

/// How the viewport shades meshes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewportShading {
    #[default]
    Lit,
    Solid,
    Unlit,
    Wireframe,
    Normals,
    Motion,
}

impl ViewportShading {
    /// Every shading, in the order of the menu.
    pub const ALL: [Self; 6] = [
        Self::Lit,
        Self::Solid,
        Self::Unlit,
        Self::Wireframe,
        Self::Normals,
        Self::Motion,
    ];

    /// The label in the menus.
    pub fn title(self) -> &'static str {
        match self {
            Self::Lit => tr!("Lit"),
            Self::Solid => tr!("Solid"),
            Self::Unlit => tr!("Unlit"),
            Self::Wireframe => tr!("Wireframe"),
            Self::Normals => tr!("Normals"),
            Self::Motion => tr!("Motion vectors"),
        }
    }

    /// The tooltip, a whole sentence.
    pub fn what_it_does(self) -> &'static str {
        match self {
            Self::Lit => tr!("Shows materials and textures under lights."),
            Self::Solid => tr!("Shows material colours under lights, without textures."),
            Self::Unlit => tr!("Shows textures and colours without lights."),
            Self::Wireframe => tr!("Shows the edges of triangles."),
            Self::Normals => {
                tr!(
                    "Colours surfaces by their normals: red is X, green is Y, blue is Z of the world."
                )
            }
            Self::Motion => tr!("Colours pixels by their motion since the last frame."),
        }
    }

    pub(super) fn drawn(self) -> Shading {
        match self {
            Self::Lit => Shading::Lit,
            Self::Solid => Shading::Solid,
            Self::Unlit => Shading::Unlit,
            Self::Wireframe => Shading::Wireframe,
            Self::Normals => Shading::Normals,
            Self::Motion => Shading::Motion,
        }
    }
}
