//! A skeleton of Godot: made from a bundle, or found by the names of its bones.

use crate::{
    convert::{matrix, parts, to_godot},
    shape::{Shape, shape},
};
use anim::{Library, Material, MeshPart, Name, Pose, Skeleton, material::flag};
use godot::{
    classes::{
        ArrayMesh, MeshInstance3D, Skeleton3D, Skin, StandardMaterial3D,
        base_material_3d::CullMode,
        mesh::{ArrayFormat, ArrayType, PrimitiveType},
    },
    prelude::*,
};

/// A skeleton that shows poses, and which of its bones each bone of the runtime is.
pub struct Shown {
    skeleton: Gd<Skeleton3D>,
    bones: Vec<(usize, i32)>,
}

impl Shown {
    /// Finds the bones by their names. What the other side does not have is left out.
    pub fn new(shown: Gd<Skeleton3D>, library: &Library, skeleton: &Skeleton) -> Self {
        let find = |(at, name): (usize, Name)| {
            let found = shown.find_bone(library.names.text(name));
            (found >= 0).then_some((at, found))
        };
        let names = skeleton.bones.iter().map(|bone| bone.name).enumerate();
        let bones = names.filter_map(find).collect();
        Self {
            skeleton: shown,
            bones,
        }
    }

    /// Number of bones that both sides have.
    pub fn len(&self) -> usize {
        self.bones.len()
    }

    /// Whether no bone of the skeleton has the name of one of the runtime.
    pub fn is_empty(&self) -> bool {
        self.bones.is_empty()
    }

    /// Whether the skeleton is still there.
    pub fn is_valid(&self) -> bool {
        self.skeleton.is_instance_valid()
    }

    /// Writes local transforms.
    pub fn show(&mut self, pose: &Pose) {
        for (bone, at) in &self.bones {
            let (position, rotation, scale) = parts(&pose.get(*bone));
            self.skeleton.set_bone_pose_position(*at, position);
            self.skeleton.set_bone_pose_rotation(*at, rotation);
            self.skeleton.set_bone_pose_scale(*at, scale);
        }
    }
}

/// A skeleton with the bones of the bundle, and below it the meshes that were made for it, at their
/// finest level of detail.
pub fn make(library: &Library, skeleton: &Skeleton) -> Gd<Skeleton3D> {
    let mut made = Skeleton3D::new_alloc();
    made.set_name(library.names.text(skeleton.name));
    for (at, bone) in skeleton.bones.iter().enumerate() {
        made.add_bone(library.names.text(bone.name));
        if let Some(parent) = skeleton.parent(at) {
            made.set_bone_parent(at as i32, parent as i32);
        }
        made.set_bone_rest(at as i32, to_godot(&bone.reference.into()));
    }
    made.reset_bone_poses();
    let worn = library
        .meshes
        .iter()
        .filter(|it| it.skeleton == skeleton.name);
    for mesh in worn {
        let level = mesh.lod(0);
        for (part, material) in level.parts.iter().zip(&level.materials) {
            let mut instance = worn_part(part, &mesh.materials[*material as usize]);
            instance.set_name(library.names.text(part.name));
            made.add_child(&instance);
        }
    }
    made
}

fn worn_part(part: &MeshPart, look: &Material) -> Gd<MeshInstance3D> {
    let mut skin = Skin::new_gd();
    for joint in part.palette.iter() {
        skin.add_bind(joint.bone as i32, matrix(joint.inverse_bind));
    }
    let mut mesh = surface(&shape(part));
    mesh.surface_set_material(0, &material(look));
    let mut instance = MeshInstance3D::new_alloc();
    instance.set_mesh(&mesh);
    instance.set_skin(&skin);
    instance.set_skeleton_path("..");
    instance
}

fn surface(shape: &Shape) -> Gd<ArrayMesh> {
    let points = |it: &[[f32; 3]]| -> PackedVector3Array {
        it.iter()
            .map(|[x, y, z]| Vector3::new(*x, *y, *z))
            .collect()
    };
    let mut arrays = VarArray::new();
    arrays.resize(ArrayType::MAX.ord() as usize, &Variant::nil());
    let mut set = |kind: ArrayType, values: Variant| arrays.set(kind.ord() as usize, &values);
    set(ArrayType::VERTEX, points(&shape.positions).to_variant());
    set(ArrayType::NORMAL, points(&shape.normals).to_variant());
    set(
        ArrayType::INDEX,
        PackedInt32Array::from(shape.indices.clone()).to_variant(),
    );
    set(
        ArrayType::BONES,
        PackedInt32Array::from(shape.bones.clone()).to_variant(),
    );
    set(
        ArrayType::WEIGHTS,
        PackedFloat32Array::from(shape.weights.clone()).to_variant(),
    );
    if !shape.tangents.is_empty() {
        set(
            ArrayType::TANGENT,
            PackedFloat32Array::from(shape.tangents.clone()).to_variant(),
        );
    }
    if !shape.uvs.is_empty() {
        let uvs = shape.uvs.iter().map(|[u, v]| Vector2::new(*u, *v));
        set(
            ArrayType::TEX_UV,
            uvs.collect::<PackedVector2Array>().to_variant(),
        );
    }
    if !shape.colors.is_empty() {
        let colors = shape
            .colors
            .iter()
            .map(|[r, g, b, a]| Color::from_rgba(*r, *g, *b, *a));
        set(
            ArrayType::COLOR,
            colors.collect::<PackedColorArray>().to_variant(),
        );
    }
    let mut mesh = ArrayMesh::new_gd();
    let format = if shape.influences > 4 {
        ArrayFormat::FLAG_USE_8_BONE_WEIGHTS
    } else {
        ArrayFormat::from_ord(0)
    };
    mesh.add_surface_from_arrays_ex(PrimitiveType::TRIANGLES, &arrays)
        .flags(format)
        .done();
    mesh
}

fn material(look: &Material) -> Gd<StandardMaterial3D> {
    let [red, green, blue, alpha] = look.base_color;
    let mut material = StandardMaterial3D::new_gd();
    material.set_albedo(Color::from_rgba(red, green, blue, alpha).linear_to_srgb());
    if look.flags & flag::DOUBLE_SIDED != 0 {
        material.set_cull_mode(CullMode::DISABLED);
    }
    material
}
