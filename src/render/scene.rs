//! The content of one picture: a value that the caller builds each frame and that the renderer only
//! reads. Invariant: everything is in one world space, metres, +Y up; colours are linear.

use crate::{Bounds, GpuPaint, GpuPart, GpuTexture, OrbitCamera, color::linear_from_hex};
use anim::Skeleton;
use glam::{Affine3A, UVec2, Vec2, Vec3};

/// One picture to be drawn.
#[derive(Clone, Debug)]
pub struct RenderScene<'a> {
    /// Size of the picture in pixels; each side is at least 1.
    pub viewport: UVec2,
    /// Samples for each pixel: 4, or 1 for any smaller number.
    pub samples: u32,
    /// Camera of the picture: its point of view, and how wide it sees.
    pub camera: OrbitCamera,
    /// Colour behind everything, linear RGBA.
    pub background: [f32; 4],
    /// Posed mesh parts, in any order.
    pub drawables: Vec<Drawable<'a>>,
    /// Skeletons that are drawn over everything.
    pub bones: Vec<BoneOverlay<'a>>,
    /// Lines through points in world space.
    pub lines: Vec<Polyline<'a>>,
    /// The ground; None draws none.
    pub grid: Option<Grid>,
    /// Shading of the meshes.
    pub shading: Shading,
}

/// Shading modes of meshes: how they look, what they are made of, or how they move. Ghosts are
/// always lit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shading {
    /// Meshes show their materials under the lights of the scene.
    #[default]
    Lit,
    /// Colours of materials and of vertices under the lights, without textures and normal maps.
    Solid,
    /// Textures and colours as they are, without lights.
    Unlit,
    /// Directions of normals in world space, normal maps included: red is +X, green +Y, blue +Z, and
    /// half of a colour is 0.
    Normals,
    /// Edges of triangles over dark faces. Adapters that cannot draw lines for triangles show the
    /// faces alone; see [`Gpu::shows_wireframe`](crate::Gpu::shows_wireframe).
    Wireframe,
    /// Shows how far every point has moved in the picture since the previous one: grey for no
    /// motion, more red to the right, more green upwards, strongest at 32 pixels. Adapters that
    /// cannot skin while drawing show [`Shading::Lit`].
    Motion,
}

/// One posed mesh part.
#[derive(Clone, Debug)]
pub struct Drawable<'a> {
    /// The part, as it was uploaded.
    pub part: &'a GpuPart,
    /// The look of its surface.
    pub material: &'a RenderMaterial,
    /// Transform from model space to world space.
    pub world_from_model: Affine3A,
    /// `model_from_mesh` for each palette slot, as from `anim::skinning::palette`.
    pub palette: &'a [Affine3A],
    /// Weights of the part's morphs, in their order; missing ones are 0.
    pub morph_weights: &'a [f32],
    /// Colours in place of the part's own; None uses those.
    pub paint: Option<&'a GpuPaint>,
    /// Multiplies the material's colour, linear RGBA. An alpha below 1 makes a ghost: see-through,
    /// without a shadow.
    pub tint: [f32; 4],
    /// A box around all of it in model space; None computes one from the boxes of its bones.
    pub room: Option<Bounds>,
    /// Whether it did not move here from its place in the previous picture, as after a cut or a
    /// teleport. Only [`Shading::Motion`] shows it.
    pub jumps: bool,
}

/// Material of a drawn surface.
#[derive(Clone, Debug)]
pub struct RenderMaterial {
    /// Linear RGBA, multiplied by the texture and by the vertex colours.
    pub base_color: [f32; 4],
    /// Base colour texture; None is white.
    pub texture: Option<GpuTexture>,
    /// Normal map from [`Renderer::upload_normals`](crate::Renderer::upload_normals): x and y
    /// across the surface, z out of it, 0 to 255 for -1 to 1. Parts without tangents ignore it.
    pub normal_texture: Option<GpuTexture>,
    /// Whether back faces are drawn. Single-sided parts draw them too while a bone mirrors them.
    pub double_sided: bool,
    /// Alpha below which nothing is drawn; 0 draws everything.
    pub alpha_cutoff: f32,
}

/// A skeleton that is drawn over everything.
#[derive(Clone, Debug)]
pub struct BoneOverlay<'a> {
    /// The skeleton, for the parents of bones.
    pub skeleton: &'a Skeleton,
    /// `model_from_bone` of each bone.
    pub models: &'a [Affine3A],
    /// Transform from model space to world space.
    pub world_from_model: Affine3A,
    /// Colour of bones and joints, linear RGBA.
    pub color: [f32; 4],
    /// Index of the bone that is highlighted; None highlights none.
    pub selected: Option<usize>,
    /// Colour of the selected bone, linear RGBA.
    pub selected_color: [f32; 4],
}

/// A line through points, such as the path of root motion.
#[derive(Clone, Debug)]
pub struct Polyline<'a> {
    /// Points in world space; fewer than two make no line.
    pub points: &'a [Vec3],
    /// Colour, linear RGBA.
    pub color: [f32; 4],
    /// Width of the line, pixels.
    pub width: f32,
    /// Diameter of a dot at each point, in pixels; 0 draws none.
    pub dots: f32,
    /// Whether it is drawn over everything in front of it.
    pub on_top: bool,
}

/// The ground at y = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Distance between lines in metres; every fourth line is stronger.
    pub spacing: f32,
    /// Colour of the weaker lines, linear RGBA.
    pub minor: [f32; 4],
    /// Colour of the stronger lines, linear RGBA.
    pub major: [f32; 4],
    /// Whether solids near the ground cast a soft shadow on it.
    pub contact_shadow: bool,
}

impl Default for RenderScene<'_> {
    fn default() -> Self {
        RenderScene {
            viewport: UVec2::new(1280, 720),
            samples: 4,
            camera: OrbitCamera::default(),
            background: linear_from_hex(0x17181B),
            drawables: Vec::new(),
            bones: Vec::new(),
            lines: Vec::new(),
            grid: Some(Grid::default()),
            shading: Shading::Lit,
        }
    }
}

impl Default for RenderMaterial {
    fn default() -> Self {
        RenderMaterial {
            base_color: linear_from_hex(0x9CA1AB),
            texture: None,
            normal_texture: None,
            double_sided: false,
            alpha_cutoff: 0.0,
        }
    }
}

impl Default for Grid {
    fn default() -> Self {
        let (minor, major) = (linear_from_hex(0x24262A), linear_from_hex(0x2F3237));
        Grid {
            spacing: 1.0,
            minor,
            major,
            contact_shadow: true,
        }
    }
}

impl RenderScene<'_> {
    pub(crate) fn size(&self) -> Vec2 {
        self.viewport.max(UVec2::ONE).as_vec2()
    }
}

impl<'a> Drawable<'a> {
    /// A solid with the model at the origin of the world, without morphs or paint.
    pub fn new(part: &'a GpuPart, material: &'a RenderMaterial, palette: &'a [Affine3A]) -> Self {
        Drawable {
            part,
            material,
            world_from_model: Affine3A::IDENTITY,
            palette,
            morph_weights: &[],
            paint: None,
            tint: [1.0; 4],
            room: None,
            jumps: false,
        }
    }

    /// A box around every vertex, in world space.
    pub fn bounds(&self) -> Bounds {
        let room = self
            .room
            .unwrap_or_else(|| self.part.bounds(self.palette, self.morph_weights));
        room.transformed(&self.world_from_model)
    }

    pub(crate) fn is_ghost(&self) -> bool {
        self.tint[3] < 1.0
    }

    /// Whether any bone turns the part inside out, so that hiding back faces would hide the
    /// outside.
    pub(crate) fn is_mirrored(&self) -> bool {
        let outer = self.world_from_model.matrix3.determinant();
        self.palette
            .iter()
            .any(|matrix| matrix.matrix3.determinant() * outer < 0.0)
    }

    pub(crate) fn color(&self) -> [f32; 4] {
        std::array::from_fn(|channel| match channel {
            3 => self.material.base_color[3],
            _ => self.material.base_color[channel] * self.tint[channel],
        })
    }
}

impl<'a> BoneOverlay<'a> {
    /// Bones in light grey with the model at the origin of the world and nothing selected.
    pub fn new(skeleton: &'a Skeleton, models: &'a [Affine3A]) -> Self {
        BoneOverlay {
            skeleton,
            models,
            world_from_model: Affine3A::IDENTITY,
            color: linear_from_hex(0xDADCE0),
            selected: None,
            selected_color: linear_from_hex(0xF0A540),
        }
    }
}
