//! Plain values that go over the border: metres, seconds, radians, right-handed, +Y up.

use anim::Transform;
use glam::{Affine3A, DVec3, Quat, Vec3};

/// Hash of a name, see `mutoscope_name`; 0 is no name.
pub type MutoscopeName = u64;

/// Number of a character, chosen by the game that adds it.
pub type MutoscopeCharacter = u32;

/// Translation, rotation and scale, in this order applied last to first.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeTransform {
    /// Metres.
    pub translation: [f32; 3],
    /// Quaternion x, y, z, w of unit length.
    pub rotation: [f32; 4],
    /// Factor on each axis, 1 for none.
    pub scale: [f32; 3],
}

impl From<&Transform> for MutoscopeTransform {
    fn from(it: &Transform) -> Self {
        Self {
            translation: it.translation.to_array(),
            rotation: it.rotation.to_array(),
            scale: it.scale.to_array(),
        }
    }
}

impl From<&MutoscopeTransform> for Transform {
    fn from(it: &MutoscopeTransform) -> Self {
        Self {
            translation: Vec3::from(it.translation),
            rotation: Quat::from_array(it.rotation),
            scale: Vec3::from(it.scale),
        }
    }
}

/// A matrix of three rows and four columns, row after row; the last column is the translation,
/// metres. A column vector stands at its right.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeMatrix {
    /// `rows[r * 4 + c]` is row r, column c.
    pub rows: [f32; 12],
}

impl From<&Affine3A> for MutoscopeMatrix {
    fn from(it: &Affine3A) -> Self {
        let (x, y, z) = (it.matrix3.x_axis, it.matrix3.y_axis, it.matrix3.z_axis);
        let t = it.translation;
        Self {
            rows: [x.x, y.x, z.x, t.x, x.y, y.y, z.y, t.y, x.z, y.z, z.z, t.z],
        }
    }
}

/// A name with a number: a curve, or a parameter.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeCurve {
    /// Hash of its name.
    pub name: MutoscopeName,
    /// Value of the curve.
    pub value: f32,
    /// 0.
    pub reserved: u32,
}

/// Transform of a bone that is given by name.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeBonePose {
    /// Name of the bone; one that the skeleton does not have is left out.
    pub bone: MutoscopeName,
    /// Local to the parent bone.
    pub local: MutoscopeTransform,
    /// Weight over the pose of the graph, 0 to 1. A live frame does not read it.
    pub weight: f32,
}

/// A parameter of a character's graph and its value.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeParameterValue {
    /// Whose graph it is.
    pub character: MutoscopeCharacter,
    /// 0.
    pub reserved: u32,
    /// Hash of the parameter's name.
    pub parameter: MutoscopeName,
    /// A bool is 0 or 1, an enum the index of its value, a name the number of
    /// `mutoscope_name_value`.
    pub value: f64,
}

/// How often a character is evaluated.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeRate {
    /// Ticks from one evaluation to the next; 0 counts as 1.
    pub every: u32,
    /// 1: the ticks between are left out whole. 0: only the pose waits.
    pub skips_updates: u32,
    /// 1: the shown pose goes from one evaluated pose to the next. 0: it stands between them.
    pub interpolates: u32,
}

/// How much is worked out of a character that nobody may see.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeVisibility {
    /// Everything, its pose as well.
    TickAndEvaluate = 0,
    /// Everything but its pose, which stands.
    TickOnly = 1,
    /// Montages, with their notifies and root motion. The graph stands still.
    MontagesOnly = 2,
    /// Nothing; the character's time does not advance.
    Nothing = 3,
}

/// A sphere that comes down along gravity, world space, metres.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeSweep {
    /// Lowest point of the sphere at the start of the sweep.
    pub from: [f64; 3],
    /// Length of the sweep downwards, 0 or more.
    pub down: f64,
    /// Radius of the sphere; 0 makes the sweep a ray.
    pub radius: f64,
}

/// What a sweep met, world space, metres.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MutoscopeHit {
    /// Where the lowest point of the sphere comes to lie.
    pub point: [f64; 3],
    /// Normal of the ground there, of unit length.
    pub normal: [f64; 3],
}

impl From<&anim::ground::Sweep> for MutoscopeSweep {
    fn from(it: &anim::ground::Sweep) -> Self {
        Self {
            from: it.from.to_array(),
            down: it.down,
            radius: it.radius,
        }
    }
}

impl From<&MutoscopeHit> for anim::ground::Hit {
    fn from(it: &MutoscopeHit) -> Self {
        Self {
            point: DVec3::from(it.point),
            normal: DVec3::from(it.normal),
        }
    }
}
