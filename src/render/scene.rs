//! What one picture shows: a value that the caller builds each frame and that the renderer only
//! reads. Invariant: everything is in one world space, metres, +Y up; colours are linear.

use crate::{Bounds, Camera, GpuPaint, GpuPart, GpuTexture, color::linear_from_hex};
use anim::Skeleton;
use glam::{Affine3A, UVec2, Vec2, Vec3};

#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// Pixels; each side at least 1.
    pub viewport: UVec2,
    /// Samples a pixel, 1 or 4.
    pub samples: u32,
    pub camera: Camera,
    pub background: [f32; 4],
    pub drawables: Vec<Drawable<'a>>,
    pub bones: Vec<BoneOverlay<'a>>,
    pub lines: Vec<Polyline<'a>>,
    pub grid: Option<Grid>,
    pub shading: Shading,
}

/// What is seen of the meshes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shading {
    #[default]
    Lit,
    /// How far every point has moved in the picture since the one before: grey where it has not,
    /// more red to the right, more green upwards, the strongest at 32 pixels. Lit where an adapter
    /// cannot skin while it draws.
    Motion,
}

/// One posed mesh part.
#[derive(Clone, Debug)]
pub struct Drawable<'a> {
    pub part: &'a GpuPart,
    pub material: &'a Material,
    pub world_from_model: Affine3A,
    /// `model_from_mesh`, one a palette slot: what `anim::skinning::palette` gives.
    pub palette: &'a [Affine3A],
    /// One a morph of the part; those missing count as 0.
    pub morph_weights: &'a [f32],
    /// In place of the part's own colours.
    pub paint: Option<&'a GpuPaint>,
    /// Multiplies the material's colour. An alpha below 1 makes a ghost: see-through, no shadow.
    pub tint: [f32; 4],
    /// A box around all of it, model space; None works one out from the boxes of its bones.
    pub room: Option<Bounds>,
    /// It did not come here from where it was in the picture before: a cut, a teleport.
    pub jumps: bool,
}

#[derive(Clone, Debug)]
pub struct Material {
    /// Multiplied with the texture and with the vertex colours.
    pub base_color: [f32; 4],
    pub texture: Option<GpuTexture>,
    /// Of `Renderer::upload_normals`; x and y across the surface, z out of it, 0 to 255 for -1
    /// to 1. Parts without tangents do without it.
    pub normal_texture: Option<GpuTexture>,
    /// Single-sided parts hide their back faces, except while a bone mirrors them: then both sides
    /// are drawn.
    pub double_sided: bool,
    /// What has less alpha is not drawn; 0 draws everything.
    pub alpha_cutoff: f32,
}

/// Bones drawn over everything.
#[derive(Clone, Debug)]
pub struct BoneOverlay<'a> {
    pub skeleton: &'a Skeleton,
    /// `model_from_bone`, one a bone.
    pub models: &'a [Affine3A],
    pub world_from_model: Affine3A,
    pub color: [f32; 4],
    pub selected: Option<usize>,
    pub selected_color: [f32; 4],
}

/// A line through points, such as the way that root motion takes.
#[derive(Clone, Debug)]
pub struct Polyline<'a> {
    pub points: &'a [Vec3],
    pub color: [f32; 4],
    /// Pixels.
    pub width: f32,
    /// Diameter of a dot at each point, pixels; 0 for none.
    pub dots: f32,
    /// Drawn over what stands in front of it.
    pub on_top: bool,
}

/// The ground, y = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Metres between lines; every fourth is stronger.
    pub spacing: f32,
    pub minor: [f32; 4],
    pub major: [f32; 4],
    /// A soft shadow where something is close to the ground.
    pub contact_shadow: bool,
}

impl Default for Scene<'_> {
    fn default() -> Self {
        Scene {
            viewport: UVec2::new(1280, 720),
            samples: 4,
            camera: Camera::default(),
            background: linear_from_hex(0x17181B),
            drawables: Vec::new(),
            bones: Vec::new(),
            lines: Vec::new(),
            grid: Some(Grid::default()),
            shading: Shading::Lit,
        }
    }
}

impl Default for Material {
    fn default() -> Self {
        Material {
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

impl Scene<'_> {
    pub(crate) fn size(&self) -> Vec2 {
        self.viewport.max(UVec2::ONE).as_vec2()
    }
}

impl<'a> Drawable<'a> {
    /// Solid, where the model stands.
    pub fn new(part: &'a GpuPart, material: &'a Material, palette: &'a [Affine3A]) -> Self {
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

    /// A box around every vertex, world space.
    pub fn bounds(&self) -> Bounds {
        let room = self
            .room
            .unwrap_or_else(|| self.part.bounds(self.palette, self.morph_weights));
        room.transformed(&self.world_from_model)
    }

    pub(crate) fn is_ghost(&self) -> bool {
        self.tint[3] < 1.0
    }

    /// Whether some bone turns the part inside out, so that hiding back faces would hide the
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
