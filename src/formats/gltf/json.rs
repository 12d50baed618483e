//! The JSON of a glTF 2.0 file, as far as it is used. Names and defaults are those of the
//! specification, chapter 5.
//!
//! Own structures rather than the `gltf` crate's: that one refuses whole files for one unknown
//! extension or value, and has no place for the compression extensions. Invariant: parsing does not
//! recurse into what is not used, so that nesting in `extras` costs no stack.

#[cfg(test)]
mod tests;

use super::odd::Odd;
use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use std::{collections::BTreeMap, fmt};
use words::tr;

/// The top-level object. References between its lists are not checked here.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GltfRoot {
    /// The version of glTF, which decides whether the file is read.
    pub asset: GltfAsset,
    /// All extensions that the file uses.
    #[serde(default, deserialize_with = "or_default")]
    pub extensions_used: Vec<String>,
    /// Extensions without which the file must not be read.
    #[serde(default, deserialize_with = "or_default")]
    pub extensions_required: Vec<String>,
    /// Index of the scene to show; read only to check it.
    pub scene: Option<Int>,
    /// Scenes; all nodes are imported, whichever scene they are in.
    #[serde(default, deserialize_with = "or_default")]
    pub scenes: Vec<GltfScene>,
    /// Nodes: bones, sockets, places of meshes, and others.
    #[serde(default, deserialize_with = "or_default")]
    pub nodes: Vec<GltfNode>,
    /// Meshes; several nodes may draw the same one.
    #[serde(default, deserialize_with = "or_default")]
    pub meshes: Vec<GltfMesh>,
    /// Skins: which nodes are the joints of a mesh.
    #[serde(default, deserialize_with = "or_default")]
    pub skins: Vec<GltfSkin>,
    /// Animations, each of which becomes a take.
    #[serde(default, deserialize_with = "or_default")]
    pub animations: Vec<Animation>,
    /// Typed views of buffer views.
    #[serde(default, deserialize_with = "or_default")]
    pub accessors: Vec<Accessor>,
    /// Slices of buffers.
    #[serde(default, deserialize_with = "or_default")]
    pub buffer_views: Vec<BufferView>,
    /// Buffers; the first may be the binary chunk of a `.glb`.
    #[serde(default, deserialize_with = "or_default")]
    pub buffers: Vec<Buffer>,
    /// Materials; primitives refer to them by index.
    #[serde(default, deserialize_with = "or_default")]
    pub materials: Vec<GltfMaterial>,
    /// Textures; each names an image.
    #[serde(default, deserialize_with = "or_default")]
    pub textures: Vec<GltfTexture>,
    /// Images, in the file or beside it.
    #[serde(default, deserialize_with = "or_default")]
    pub images: Vec<GltfImage>,
    /// Cameras, which are only counted.
    #[serde(default, deserialize_with = "or_default")]
    pub cameras: Vec<IgnoredAny>,
}

/// The version of a file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GltfAsset {
    /// Version that the file was written for, such as `2.0`.
    pub version: String,
    /// Oldest version that can read the file; None if `version` says it all.
    pub min_version: Option<String>,
}

/// A scene: nodes that are shown together, with all that hang on them.
#[derive(Debug, Deserialize)]
pub struct GltfScene {
    /// Root nodes of the scene; read only to check them.
    #[serde(default, deserialize_with = "or_default")]
    pub nodes: Vec<Int>,
    /// Clips of the scene's characters, beyond their keys.
    #[serde(default)]
    pub extras: Odd<super::clip_store::SceneExtras>,
}

/// A node with its place relative to its parent. Joints of a skin are nodes like all others.
#[derive(Debug, Deserialize)]
pub struct GltfNode {
    /// Name, if it is a text.
    #[serde(default)]
    pub name: Odd<String>,
    /// Indices of the child nodes.
    #[serde(default, deserialize_with = "or_default")]
    pub children: Vec<Int>,
    /// Column-major local matrix; takes precedence over the three parts.
    pub matrix: Option<[f64; 16]>,
    /// Local translation, in units of the file.
    pub translation: Option<[f64; 3]>,
    /// Local rotation as a quaternion (x, y, z, w).
    pub rotation: Option<[f64; 4]>,
    /// Local scale, a factor along each axis; None is 1.
    pub scale: Option<[f64; 3]>,
    /// Mesh that the node carries.
    pub mesh: Option<Int>,
    /// Skin that deforms that mesh; None for a mesh that only moves with the node.
    pub skin: Option<Int>,
    /// Morph weights; None takes those of the mesh.
    pub weights: Option<Vec<f64>>,
    /// Extensions of the node that are read.
    #[serde(default, deserialize_with = "or_default")]
    pub extensions: NodeExtensions,
    /// Application data that is read.
    #[serde(default, deserialize_with = "or_default")]
    pub extras: Extras,
}

/// The extensions of a node that are read.
#[derive(Debug, Default, Deserialize)]
pub struct NodeExtensions {
    /// Levels of detail; None for a node that is not the finest of several.
    #[serde(rename = "MSFT_lod")]
    pub lod: Option<GltfLod>,
}

/// Levels of detail of a node, as the `MSFT_lod` extension lists them.
#[derive(Debug, Deserialize)]
pub struct GltfLod {
    /// Nodes of the coarser levels, finest first; the node itself is level 0.
    #[serde(default, deserialize_with = "or_default")]
    pub ids: Vec<Int>,
}

/// A mesh: primitives that share morph targets and their weights.
#[derive(Debug, Deserialize)]
pub struct GltfMesh {
    /// Name, if it is a text.
    #[serde(default)]
    pub name: Odd<String>,
    /// Primitives, each of which becomes a part.
    #[serde(default, deserialize_with = "or_default")]
    pub primitives: Vec<Primitive>,
    /// Default morph weights; empty means all 0.
    #[serde(default, deserialize_with = "or_default")]
    pub weights: Vec<f64>,
    /// Application data that is read, such as the names of morph targets.
    #[serde(default, deserialize_with = "or_default")]
    pub extras: Extras,
}

/// A primitive: vertices that are drawn in one way with one material.
#[derive(Debug, Deserialize)]
pub struct Primitive {
    /// Accessor of each attribute, by names such as `POSITION`.
    #[serde(default, deserialize_with = "or_default")]
    pub attributes: BTreeMap<String, Int>,
    /// Accessor of the indices; None takes the vertices in order.
    pub indices: Option<Int>,
    /// Material; None is the default material.
    pub material: Option<Int>,
    /// Topology, 0 to 6; None is 4, triangles.
    pub mode: Option<Int>,
    /// Accessors of each morph target, by attribute.
    #[serde(default, deserialize_with = "or_default")]
    pub targets: Vec<BTreeMap<String, Int>>,
    /// Extensions of the primitive that are read.
    #[serde(default, deserialize_with = "or_default")]
    pub extensions: PrimitiveExtensions,
}

/// The extensions of a primitive that are read.
#[derive(Debug, Default, Deserialize)]
pub struct PrimitiveExtensions {
    /// Draco compression of the primitive; None if the primitive is not compressed.
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub draco: Option<Draco>,
}

/// The Draco stream of a primitive, as the `KHR_draco_mesh_compression` extension names it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draco {
    /// Buffer view of the compressed stream.
    pub buffer_view: Int,
    /// Id in the stream of each attribute.
    #[serde(default, deserialize_with = "or_default")]
    pub attributes: BTreeMap<String, Int>,
}

/// A skin: nodes that are joints, and where each was when the mesh was bound.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GltfSkin {
    /// Accessor of the inverse bind matrices; None takes identities.
    pub inverse_bind_matrices: Option<Int>,
    /// Joints as nodes, in the order of the matrices.
    #[serde(default, deserialize_with = "or_default")]
    pub joints: Vec<Int>,
}

/// An animation: channels that play together.
#[derive(Debug, Deserialize)]
pub struct Animation {
    /// Name, if it is a text.
    #[serde(default)]
    pub name: Odd<String>,
    /// Channels, each for one property of one node.
    #[serde(default, deserialize_with = "or_default")]
    pub channels: Vec<GltfChannel>,
    /// Samplers that the channels refer to.
    #[serde(default, deserialize_with = "or_default")]
    pub samplers: Vec<Sampler>,
    /// Application data: what an exported clip says of itself.
    #[serde(default)]
    pub extras: Odd<super::own::GltfAnimationExtras>,
}

/// A sampler that drives one property of a node.
#[derive(Debug, PartialEq, Deserialize)]
pub struct GltfChannel {
    /// Index among the samplers of the same animation.
    pub sampler: Int,
    /// Node and property that the channel drives.
    pub target: GltfChannelTarget,
}

/// The property that a channel drives.
#[derive(Debug, PartialEq, Deserialize)]
pub struct GltfChannelTarget {
    /// Node; a channel without one is left out.
    pub node: Option<Int>,
    /// Animated property: one of `translation`, `rotation`, `scale` and `weights`; others are left
    /// out.
    pub path: String,
}

/// Keys over time, and how values between them are found.
#[derive(Debug, Deserialize)]
pub struct Sampler {
    /// Accessor of the times, in seconds.
    pub input: Int,
    /// Accessor of the values.
    pub output: Int,
    /// Interpolation of the keys: one of `LINEAR`, `STEP` and `CUBICSPLINE`; None is `LINEAR`.
    #[serde(default)]
    pub interpolation: Odd<String>,
}

/// Typed elements in a buffer view.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    /// View with the elements; None means that all of them are zeros.
    pub buffer_view: Option<Int>,
    /// Offset in the view, in bytes; None is 0.
    pub byte_offset: Option<Int>,
    /// Type of a number: 5120 to 5123, 5125 or 5126.
    pub component_type: Int,
    /// Whether integers stand for 0..=1 or -1..=1.
    #[serde(default, deserialize_with = "or_default")]
    pub normalized: bool,
    /// Number of elements.
    pub count: Int,
    /// Type of an element, such as `VEC3`.
    #[serde(rename = "type")]
    pub shape: String,
    /// Elements that replace those of the view, or zeros.
    pub sparse: Option<Sparse>,
}

/// Elements that replace those of the view, for accessors that differ in few places.
#[derive(Debug, Deserialize)]
pub struct Sparse {
    /// Number of replaced elements.
    pub count: Int,
    /// Indices of the elements that are replaced.
    pub indices: SparseIndices,
    /// Their new values, in the type of the accessor.
    pub values: SparseValues,
}

/// Indices of replaced elements; they should ascend.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseIndices {
    /// Buffer view of the indices.
    pub buffer_view: Int,
    /// Offset in the view, in bytes; None is 0.
    pub byte_offset: Option<Int>,
    /// Type of an index: 5121, 5123 or 5125.
    pub component_type: Int,
}

/// Values of replaced elements.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseValues {
    /// Buffer view of the values.
    pub buffer_view: Int,
    /// Offset in the view, in bytes; None is 0.
    pub byte_offset: Option<Int>,
}

/// A slice of a buffer.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    /// Index of the buffer.
    pub buffer: Int,
    /// Offset in the buffer, in bytes; None is 0.
    pub byte_offset: Option<Int>,
    /// Length in bytes; of a compressed view the length when decoded.
    pub byte_length: Int,
    /// Bytes from one element to the next; None if they are packed.
    pub byte_stride: Option<Int>,
    /// Extensions of the view: where the compressed bytes are, if the view is compressed.
    #[serde(default, deserialize_with = "or_default")]
    pub extensions: ViewExtensions,
}

/// Extensions of a buffer view. Where both are there, `KHR_meshopt_compression` is used.
#[derive(Debug, Default, Deserialize)]
pub struct ViewExtensions {
    /// Compression by `EXT_meshopt_compression`; None if the view is not compressed this way.
    #[serde(rename = "EXT_meshopt_compression")]
    pub ext_meshopt: Option<Meshopt>,
    /// Compression by `KHR_meshopt_compression`; None if the view is not compressed this way.
    #[serde(rename = "KHR_meshopt_compression")]
    pub khr_meshopt: Option<Meshopt>,
}

/// Either meshopt extension; both have the same fields.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Meshopt {
    /// Buffer with the compressed bytes.
    pub buffer: Int,
    /// Offset in the buffer, in bytes; None is 0.
    pub byte_offset: Option<Int>,
    /// Compressed length in bytes.
    pub byte_length: Int,
    /// Bytes of one decoded element.
    pub byte_stride: Int,
    /// Number of decoded elements.
    pub count: Int,
    /// Mode of the compression: one of `ATTRIBUTES`, `TRIANGLES` and `INDICES`.
    pub mode: String,
    /// Filter after decoding; None is `NONE`.
    pub filter: Option<String>,
}

/// Raw bytes that views cut slices from.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    /// Data URI or relative path; None is the binary chunk of a `.glb`.
    pub uri: Option<String>,
    /// Length in bytes; the data may be longer.
    pub byte_length: Int,
}

/// A material, as far as it is used.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GltfMaterial {
    /// Name, if it is a text.
    #[serde(default)]
    pub name: Odd<String>,
    /// Base colour; metal and roughness are not read.
    #[serde(default, deserialize_with = "or_default")]
    pub pbr_metallic_roughness: Pbr,
    /// Normal map.
    pub normal_texture: Option<TextureInfo>,
    /// Alpha mode of the material: one of `OPAQUE`, `MASK` and `BLEND`; None is `OPAQUE`.
    #[serde(default)]
    pub alpha_mode: Odd<String>,
    /// Alpha below which `MASK` draws nothing; None is 0.5.
    #[serde(default)]
    pub alpha_cutoff: Odd<f64>,
    /// Whether back faces are drawn; None is false.
    #[serde(default)]
    pub double_sided: Odd<bool>,
}

/// The `pbrMetallicRoughness` of a material, as far as it is used.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pbr {
    /// Linear red, green, blue and alpha; None is white.
    #[serde(default)]
    pub base_color_factor: Odd<[f64; 4]>,
    /// Texture that multiplies the base colour; None is white.
    pub base_color_texture: Option<TextureInfo>,
}

/// A reference to a texture.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextureInfo {
    /// Index among the textures.
    pub index: Int,
    /// Set of texture coordinates; None is 0.
    pub tex_coord: Option<Int>,
    /// Strength of a normal texture, which is not used; None is 1.
    pub scale: Option<f64>,
    /// Extensions of the reference that are read.
    #[serde(default, deserialize_with = "or_default")]
    pub extensions: TextureExtensions,
}

/// Extensions of a reference to a texture.
#[derive(Debug, Default, Deserialize)]
pub struct TextureExtensions {
    /// Transform of the texture coordinates; None if the coordinates are used as they are.
    #[serde(rename = "KHR_texture_transform")]
    pub transform: Option<TextureTransform>,
}

/// Scale, rotation and offset of texture coordinates, as in the `KHR_texture_transform` extension.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextureTransform {
    /// Offset of the coordinates; None is 0.
    pub offset: Option<[f64; 2]>,
    /// Counter-clockwise rotation, in radians; None is 0.
    pub rotation: Option<f64>,
    /// Scale of the coordinates; None is 1.
    pub scale: Option<[f64; 2]>,
    /// Set of texture coordinates in place of the one of the reference.
    pub tex_coord: Option<Int>,
}

/// One texture; samplers are not read.
#[derive(Debug, Deserialize)]
pub struct GltfTexture {
    /// Index of the image; None where only an extension has one.
    pub source: Option<Int>,
}

/// An encoded image, in the file or beside it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GltfImage {
    /// Name, if it is a text.
    #[serde(default)]
    pub name: Odd<String>,
    /// Data URI or relative path.
    pub uri: Option<String>,
    /// Buffer view of the encoded bytes; used where there is no URI.
    pub buffer_view: Option<Int>,
}

/// Reads null as the default.
fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// A whole number of 0 or more, also where it is written with a decimal point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int(pub usize);

impl<'de> Deserialize<'de> for Int {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IntVisitor)
    }
}

struct IntVisitor;

impl Visitor<'_> for IntVisitor {
    type Value = Int;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(tr!("a whole number of 0 or more"))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Int, E> {
        usize::try_from(value)
            .map(Int)
            .map_err(|_| E::custom(tr!("the number is too large")))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Int, E> {
        u64::try_from(value)
            .map_err(|_| E::custom(tr!("the number is negative")))
            .and_then(|value| self.visit_u64(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Int, E> {
        let exact = value.fract() == 0.0 && (0.0..9e15).contains(&value);
        if exact {
            self.visit_u64(value as u64)
        } else {
            Err(E::custom(tr!(
                "the number is not a whole number of 0 or more"
            )))
        }
    }
}

/// Key in a node's `extras` that marks it as a socket of its parent bone, whatever its value.
pub const SOCKET: &str = "mutoscopeSocket";
/// Key in a node's `extras` that marks it as no bone but the place of a skinned mesh, whatever its
/// value.
pub const MESH: &str = "mutoscopeMesh";

/// Key in a node's `extras` for screen coverage: the part of the picture's height, 0..=1, down to
/// which each level of detail is shown.
pub const COVERAGE: &str = "MSFT_screencoverage";

/// Key in the `extras` of the node of a coarser level of detail: names of the bones that are not
/// evaluated at that level.
pub const REMOVED_BONES: &str = "mutoscopeRemovedBones";

/// Values that are read from `extras`, which may hold any value.
#[derive(Debug, Default)]
pub struct Extras {
    /// Names of a mesh's morph targets; entries that are no text are empty.
    pub target_names: Odd<Vec<String>>,
    /// Whether [`SOCKET`] is there.
    pub is_socket: bool,
    /// Whether [`MESH`] is there.
    pub is_mesh: bool,
    /// Value of [`COVERAGE`] on the node of the finest level; empty elsewhere.
    pub coverage: Vec<f64>,
    /// Value of [`REMOVED_BONES`] on the node of a coarser level; empty elsewhere.
    pub removed_bones: Vec<String>,
}

/// A list, or any other value in its place.
#[derive(Deserialize)]
#[serde(untagged)]
enum LenientList<T> {
    Are(Vec<T>),
    Other(IgnoredAny),
}

impl<T> LenientList<T> {
    fn or_none(self) -> Vec<T> {
        match self {
            Self::Are(all) => all,
            Self::Other(IgnoredAny) => Vec::new(),
        }
    }
}

impl<'de> Deserialize<'de> for Extras {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ExtrasVisitor)
    }
}

struct ExtrasVisitor;

impl<'de> Visitor<'de> for ExtrasVisitor {
    type Value = Extras;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(tr!("any value"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Extras, A::Error> {
        let mut extras = Extras::default();
        while let Some(key) = map.next_key::<String>()? {
            if key == "targetNames" {
                extras.target_names = map.next_value()?;
            } else if key == COVERAGE {
                extras.coverage = map.next_value::<LenientList<f64>>()?.or_none();
            } else if key == REMOVED_BONES {
                extras.removed_bones = map.next_value::<LenientList<String>>()?.or_none();
            } else {
                map.next_value::<IgnoredAny>()?;
                extras.is_socket |= key == SOCKET;
                extras.is_mesh |= key == MESH;
            }
        }
        Ok(extras)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Extras, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Extras::default())
    }

    fn visit_unit<E: Error>(self) -> Result<Extras, E> {
        Ok(Extras::default())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Extras, E> {
        Ok(Extras::default())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Extras, E> {
        Ok(Extras::default())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Extras, E> {
        Ok(Extras::default())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Extras, E> {
        Ok(Extras::default())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Extras, E> {
        Ok(Extras::default())
    }
}
