//! The JSON of a glTF file, as far as it is used.
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

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Root {
    pub asset: Asset,
    #[serde(default, deserialize_with = "or_default")]
    pub extensions_used: Vec<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub extensions_required: Vec<String>,
    pub scene: Option<Int>,
    #[serde(default, deserialize_with = "or_default")]
    pub scenes: Vec<Scene>,
    #[serde(default, deserialize_with = "or_default")]
    pub nodes: Vec<Node>,
    #[serde(default, deserialize_with = "or_default")]
    pub meshes: Vec<Mesh>,
    #[serde(default, deserialize_with = "or_default")]
    pub skins: Vec<Skin>,
    #[serde(default, deserialize_with = "or_default")]
    pub animations: Vec<Animation>,
    #[serde(default, deserialize_with = "or_default")]
    pub accessors: Vec<Accessor>,
    #[serde(default, deserialize_with = "or_default")]
    pub buffer_views: Vec<BufferView>,
    #[serde(default, deserialize_with = "or_default")]
    pub buffers: Vec<Buffer>,
    #[serde(default, deserialize_with = "or_default")]
    pub materials: Vec<Material>,
    #[serde(default, deserialize_with = "or_default")]
    pub textures: Vec<Texture>,
    #[serde(default, deserialize_with = "or_default")]
    pub images: Vec<Image>,
    #[serde(default, deserialize_with = "or_default")]
    pub cameras: Vec<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asset {
    pub version: String,
    pub min_version: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Scene {
    #[serde(default, deserialize_with = "or_default")]
    pub nodes: Vec<Int>,
}

#[derive(Debug, Deserialize)]
pub struct Node {
    #[serde(default)]
    pub name: Odd<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub children: Vec<Int>,
    pub matrix: Option<[f64; 16]>,
    pub translation: Option<[f64; 3]>,
    pub rotation: Option<[f64; 4]>,
    pub scale: Option<[f64; 3]>,
    pub mesh: Option<Int>,
    pub skin: Option<Int>,
    pub weights: Option<Vec<f64>>,
    #[serde(default, deserialize_with = "or_default")]
    pub extensions: NodeExtensions,
    #[serde(default, deserialize_with = "or_default")]
    pub extras: Extras,
}

#[derive(Debug, Default, Deserialize)]
pub struct NodeExtensions {
    #[serde(rename = "MSFT_lod")]
    pub lod: Option<Lod>,
}

#[derive(Debug, Deserialize)]
pub struct Lod {
    #[serde(default, deserialize_with = "or_default")]
    pub ids: Vec<Int>,
}

#[derive(Debug, Deserialize)]
pub struct Mesh {
    #[serde(default)]
    pub name: Odd<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub primitives: Vec<Primitive>,
    #[serde(default, deserialize_with = "or_default")]
    pub weights: Vec<f64>,
    #[serde(default, deserialize_with = "or_default")]
    pub extras: Extras,
}

#[derive(Debug, Deserialize)]
pub struct Primitive {
    #[serde(default, deserialize_with = "or_default")]
    pub attributes: BTreeMap<String, Int>,
    pub indices: Option<Int>,
    pub material: Option<Int>,
    pub mode: Option<Int>,
    #[serde(default, deserialize_with = "or_default")]
    pub targets: Vec<BTreeMap<String, Int>>,
    #[serde(default, deserialize_with = "or_default")]
    pub extensions: PrimitiveExtensions,
}

#[derive(Debug, Default, Deserialize)]
pub struct PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub draco: Option<Draco>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draco {
    pub buffer_view: Int,
    #[serde(default, deserialize_with = "or_default")]
    pub attributes: BTreeMap<String, Int>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Skin {
    pub inverse_bind_matrices: Option<Int>,
    #[serde(default, deserialize_with = "or_default")]
    pub joints: Vec<Int>,
}

#[derive(Debug, Deserialize)]
pub struct Animation {
    #[serde(default)]
    pub name: Odd<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub channels: Vec<Channel>,
    #[serde(default, deserialize_with = "or_default")]
    pub samplers: Vec<Sampler>,
    #[serde(default)]
    pub extras: Odd<super::own::Extras>,
}

#[derive(Debug, PartialEq, Deserialize)]
pub struct Channel {
    pub sampler: Int,
    pub target: Target,
}

#[derive(Debug, PartialEq, Deserialize)]
pub struct Target {
    pub node: Option<Int>,
    pub path: String,
}

#[derive(Debug, Deserialize)]
pub struct Sampler {
    pub input: Int,
    pub output: Int,
    #[serde(default)]
    pub interpolation: Odd<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    pub buffer_view: Option<Int>,
    pub byte_offset: Option<Int>,
    pub component_type: Int,
    #[serde(default, deserialize_with = "or_default")]
    pub normalized: bool,
    pub count: Int,
    #[serde(rename = "type")]
    pub shape: String,
    pub sparse: Option<Sparse>,
}

#[derive(Debug, Deserialize)]
pub struct Sparse {
    pub count: Int,
    pub indices: SparseIndices,
    pub values: SparseValues,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseIndices {
    pub buffer_view: Int,
    pub byte_offset: Option<Int>,
    pub component_type: Int,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseValues {
    pub buffer_view: Int,
    pub byte_offset: Option<Int>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    pub buffer: Int,
    pub byte_offset: Option<Int>,
    pub byte_length: Int,
    pub byte_stride: Option<Int>,
    #[serde(default, deserialize_with = "or_default")]
    pub extensions: ViewExtensions,
}

#[derive(Debug, Default, Deserialize)]
pub struct ViewExtensions {
    #[serde(rename = "EXT_meshopt_compression")]
    pub ext_meshopt: Option<Meshopt>,
    #[serde(rename = "KHR_meshopt_compression")]
    pub khr_meshopt: Option<Meshopt>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Meshopt {
    pub buffer: Int,
    pub byte_offset: Option<Int>,
    pub byte_length: Int,
    pub byte_stride: Int,
    pub count: Int,
    pub mode: String,
    pub filter: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    pub uri: Option<String>,
    pub byte_length: Int,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Material {
    #[serde(default)]
    pub name: Odd<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub pbr_metallic_roughness: Pbr,
    pub normal_texture: Option<TextureInfo>,
    #[serde(default)]
    pub alpha_mode: Odd<String>,
    #[serde(default)]
    pub alpha_cutoff: Odd<f64>,
    #[serde(default)]
    pub double_sided: Odd<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pbr {
    #[serde(default)]
    pub base_color_factor: Odd<[f64; 4]>,
    pub base_color_texture: Option<TextureInfo>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextureInfo {
    pub index: Int,
    pub tex_coord: Option<Int>,
    /// Of a normal texture.
    pub scale: Option<f64>,
    #[serde(default, deserialize_with = "or_default")]
    pub extensions: TextureExtensions,
}

#[derive(Debug, Default, Deserialize)]
pub struct TextureExtensions {
    #[serde(rename = "KHR_texture_transform")]
    pub transform: Option<TextureTransform>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextureTransform {
    pub offset: Option<[f64; 2]>,
    pub rotation: Option<f64>,
    pub scale: Option<[f64; 2]>,
    pub tex_coord: Option<Int>,
}

#[derive(Debug, Deserialize)]
pub struct Texture {
    pub source: Option<Int>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    #[serde(default)]
    pub name: Odd<String>,
    pub uri: Option<String>,
    pub buffer_view: Option<Int>,
}

/// Reads null as if nothing were there.
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
        f.write_str("a whole number of 0 or more")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Int, E> {
        usize::try_from(value)
            .map(Int)
            .map_err(|_| E::custom("the number is too large"))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Int, E> {
        u64::try_from(value)
            .map_err(|_| E::custom("the number is negative"))
            .and_then(|value| self.visit_u64(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Int, E> {
        let exact = value.fract() == 0.0 && (0.0..9e15).contains(&value);
        if exact {
            self.visit_u64(value as u64)
        } else {
            Err(E::custom("the number is not a whole number of 0 or more"))
        }
    }
}

/// Marks a node as a socket of the bone above it, whatever its value.
pub const SOCKET: &str = "mutoscopeSocket";
/// Marks a node as nothing but the place of a skinned mesh, whatever its value.
pub const MESH: &str = "mutoscopeMesh";

/// In a node's `extras`: the part of the picture's height down to which each level of detail is
/// shown.
pub const COVERAGE: &str = "MSFT_screencoverage";

/// In the `extras` of a node that a coarser level of detail is: names of the bones that are not
/// worked out there.
pub const REMOVED_BONES: &str = "mutoscopeRemovedBones";

/// What is read from `extras`, which may be any value.
#[derive(Debug, Default)]
pub struct Extras {
    /// Those that are no names are empty.
    pub target_names: Odd<Vec<String>>,
    pub is_socket: bool,
    pub is_mesh: bool,
    /// Of levels of detail.
    pub coverage: Vec<f64>,
    /// Of a coarser level of detail.
    pub removed_bones: Vec<String>,
}

/// A list, or anything else in its place.
#[derive(Deserialize)]
#[serde(untagged)]
enum Listed<T> {
    Are(Vec<T>),
    Other(IgnoredAny),
}

impl<T> Listed<T> {
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
        f.write_str("any value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Extras, A::Error> {
        let mut extras = Extras::default();
        while let Some(key) = map.next_key::<String>()? {
            if key == "targetNames" {
                extras.target_names = map.next_value()?;
            } else if key == COVERAGE {
                extras.coverage = map.next_value::<Listed<f64>>()?.or_none();
            } else if key == REMOVED_BONES {
                extras.removed_bones = map.next_value::<Listed<String>>()?.or_none();
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
