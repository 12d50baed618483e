//! The binary chunk: accessors, each with a buffer view of its own. Invariant: equal data of one
//! use is stored once, views start at multiples of four, and floats are finite.

#[cfg(test)]
mod tests;

use super::{ExportError, lists::pushed};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use xxhash_rust::xxh3::xxh3_128;

const FLOAT: u32 = 5126;
const UNSIGNED_BYTE: u32 = 5121;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// Purpose of an accessor. Data is shared only within a use, since a buffer view has one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// A vertex attribute, by name.
    Vertices(&'static str),
    /// Indices of triangles.
    Indices,
    /// Inverse bind matrices of a skin.
    InverseBinds,
    /// Times of keys; written with their bounds.
    Times,
    /// Values of animation keys.
    Keys,
}

/// Elements that are not zero. It saves bytes where most are.
pub struct SparseElements {
    /// Indices of the replaced elements: ascending, below the number of all elements.
    pub indices: Vec<u32>,
    /// Their values, one for each index.
    pub values: Vec<[f32; 3]>,
}

/// The binary chunk with its accessors and views, as it grows.
#[derive(Default)]
pub struct GltfBinaryStore {
    /// The binary chunk with its accessors and views, as it grows.
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    /// Accessors by use, shape and hash of their bytes.
    known: HashMap<(Use, u32, &'static str, u128), usize>,
}

impl GltfBinaryStore {
    /// Adds elements of `N` floats and returns the accessor. Positions and times are written with
    /// their bounds. An Err means a number that is not finite; `at` names its element by index.
    pub fn floats<const N: usize>(
        &mut self,
        use_: Use,
        values: &[[f32; N]],
        at: impl Fn(usize) -> String,
    ) -> Result<usize, ExportError> {
        if let Some(bad) = values
            .iter()
            .position(|value| !value.iter().all(|x| x.is_finite()))
        {
            return Err(ExportError::not_finite(at(bad)));
        }
        let bounds = || ComponentBounds::of(values.iter());
        let bounds = matches!(use_, Use::Vertices("POSITION") | Use::Times).then(bounds);
        Ok(self.accessor(
            use_,
            FLOAT,
            shape(N),
            values.len(),
            bytemuck::cast_slice(values.as_flattened()),
            bounds,
        ))
    }

    /// Adds floats, `width` for each element, and returns the accessor. Contract: `width` is from 1
    /// to 4, and the values are whole elements. An Err means a number that is not finite; `at`
    /// names its element by index.
    pub fn numbers(
        &mut self,
        use_: Use,
        values: &[f32],
        width: usize,
        at: impl Fn(usize) -> String,
    ) -> Result<usize, ExportError> {
        if let Some(bad) = values.iter().position(|value| !value.is_finite()) {
            return Err(ExportError::not_finite(at(bad / width)));
        }
        Ok(self.accessor(
            use_,
            FLOAT,
            shape(width),
            values.len() / width,
            bytemuck::cast_slice(values),
            None,
        ))
    }

    /// Adds four joints for each vertex and returns the accessor; they take one byte each where all
    /// fit.
    pub fn joints(&mut self, use_: Use, joints: &[[u16; 4]]) -> usize {
        let values = joints.as_flattened();
        if values.iter().all(|joint| *joint <= u16::from(u8::MAX)) {
            let bytes: Vec<u8> = values.iter().map(|joint| *joint as u8).collect();
            return self.accessor(use_, UNSIGNED_BYTE, shape(4), joints.len(), &bytes, None);
        }
        self.accessor(
            use_,
            UNSIGNED_SHORT,
            shape(4),
            joints.len(),
            bytemuck::cast_slice(values),
            None,
        )
    }

    /// Adds indices and returns the accessor. They take two bytes each where all are below 65535,
    /// which restarts a primitive.
    pub fn indices(&mut self, indices: &[u32]) -> usize {
        let (count, use_) = (indices.len(), Use::Indices);
        if indices.iter().all(|index| *index < u32::from(u16::MAX)) {
            let short: Vec<u16> = indices.iter().map(|index| *index as u16).collect();
            return self.accessor(
                use_,
                UNSIGNED_SHORT,
                shape(1),
                count,
                bytemuck::cast_slice(&short),
                None,
            );
        }
        self.accessor(
            use_,
            UNSIGNED_INT,
            shape(1),
            count,
            bytemuck::cast_slice(indices),
            None,
        )
    }

    /// Adds `count` elements that are zero but for some, and returns the accessor. For `POSITION`
    /// the bounds of all elements are written.
    pub fn sparse(&mut self, name: &'static str, count: usize, sparse: &SparseElements) -> usize {
        let mut accessor = header(FLOAT, shape(3), count);
        if name == "POSITION" {
            let zero = (sparse.indices.len() < count).then_some([0.0; 3]);
            ComponentBounds::of(sparse.values.iter().chain(zero.as_ref())).write(&mut accessor);
        }
        // Zeros alone may have no bytes at all, which the `gltf` crate, and who builds on it,
        // refuses.
        let zeros = SparseElements {
            indices: vec![0],
            values: vec![[0.0; 3]],
        };
        let SparseElements { indices, values } = if sparse.indices.is_empty() {
            &zeros
        } else {
            sparse
        };
        let places = json!({"bufferView": self.view(bytemuck::cast_slice(indices), None),
            "componentType": UNSIGNED_INT});
        let numbers = json!({"bufferView": self.view(bytemuck::cast_slice(values), None)});
        let parts = json!({"count": indices.len(), "indices": places, "values": numbers});
        accessor.insert("sparse".into(), parts);
        pushed(&mut self.accessors, accessor.into())
    }

    /// Adds bytes that no accessor reads and returns the buffer view.
    pub fn image(&mut self, bytes: &[u8]) -> usize {
        self.view(bytes, None)
    }

    /// Adds the lists and the buffer to the root and returns the bytes of the buffer.
    pub fn into_bytes(self, root: &mut Map<String, Value>) -> Vec<u8> {
        if !self.bytes.is_empty() {
            root.insert("buffers".into(), json!([{"byteLength": self.bytes.len()}]));
            root.insert("bufferViews".into(), self.views.into());
        }
        if !self.accessors.is_empty() {
            root.insert("accessors".into(), self.accessors.into());
        }
        self.bytes
    }

    fn accessor(
        &mut self,
        use_: Use,
        component: u32,
        shape: &'static str,
        count: usize,
        bytes: &[u8],
        bounds: Option<ComponentBounds>,
    ) -> usize {
        let key = (use_, component, shape, xxh3_128(bytes));
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut accessor = header(component, shape, count);
        accessor.insert("bufferView".into(), json!(self.view(bytes, use_.target())));
        if let Some(bounds) = bounds {
            bounds.write(&mut accessor);
        }
        let at = pushed(&mut self.accessors, accessor.into());
        self.known.insert(key, at);
        at
    }

    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view =
            json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()});
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes.extend(bytes);
        pushed(&mut self.views, view)
    }
}

impl Use {
    fn target(self) -> Option<u32> {
        match self {
            Use::Vertices(_) => Some(ARRAY_BUFFER),
            Use::Indices => Some(ELEMENT_ARRAY_BUFFER),
            Use::InverseBinds | Use::Times | Use::Keys => None,
        }
    }
}

/// Minimum and maximum of each component.
struct ComponentBounds {
    min: Vec<f32>,
    max: Vec<f32>,
}

impl ComponentBounds {
    fn of<'a, const N: usize>(values: impl Iterator<Item = &'a [f32; N]> + Clone) -> Self {
        let fold = |start: f32, pick: fn(f32, f32) -> f32| {
            let each = |i: usize| values.clone().map(|value| value[i]).fold(start, pick);
            (0..N).map(each).collect()
        };
        Self {
            min: fold(f32::INFINITY, f32::min),
            max: fold(f32::NEG_INFINITY, f32::max),
        }
    }

    fn write(self, accessor: &mut Map<String, Value>) {
        accessor.insert("min".into(), json!(self.min));
        accessor.insert("max".into(), json!(self.max));
    }
}

fn header(component: u32, shape: &str, count: usize) -> Map<String, Value> {
    let fields = [
        ("componentType", json!(component)),
        ("type", json!(shape)),
        ("count", json!(count)),
    ];
    fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The `type` of elements with that many components.
fn shape(width: usize) -> &'static str {
    match width {
        1 => "SCALAR",
        2 => "VEC2",
        3 => "VEC3",
        4 => "VEC4",
        _ => "MAT4",
    }
}
