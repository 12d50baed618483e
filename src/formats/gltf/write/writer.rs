//! The state of a file while it is put together, apart because each kind of object has its own
//! module.

use super::{store::GltfBinaryStore, style::Style};
use asset::{Id, Project};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The lists hold the JSON objects of the file, in order of their indices.
pub(super) struct Writer<'a> {
    pub(super) project: &'a Project,
    pub(super) style: &'a Style,
    pub(super) notes: Vec<String>,
    pub(super) has_levels: bool,
    pub(super) store: GltfBinaryStore,
    pub(super) nodes: Vec<Value>,
    /// Nodes without a parent.
    pub(super) tops: Vec<usize>,
    pub(super) meshes: Vec<Value>,
    pub(super) skins: Vec<Value>,
    pub(super) materials: Vec<Value>,
    pub(super) textures: Vec<Value>,
    pub(super) images: Vec<Value>,
    /// Texture of each picture that is in use.
    pub(super) texture_of: BTreeMap<Id, usize>,
    pub(super) animations: Vec<Value>,
    /// Notify classes of the clips, by their ids.
    pub(super) classes: Map<String, Value>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(project: &'a Project, style: &'a Style) -> Self {
        Self {
            project,
            style,
            notes: Vec::new(),
            has_levels: false,
            store: GltfBinaryStore::default(),
            nodes: Vec::new(),
            tops: Vec::new(),
            meshes: Vec::new(),
            skins: Vec::new(),
            materials: Vec::new(),
            textures: Vec::new(),
            images: Vec::new(),
            texture_of: BTreeMap::new(),
            animations: Vec::new(),
            classes: Map::new(),
        }
    }
}
