//! glTF 2.0 export: skeletons with their meshes and clips to the bytes of a `.glb` file.
//!
//! A bone is a node at its reference pose, in the skeleton's order; sockets are marked nodes below theirs. Each part of
//! a level of detail is a mesh of its own on a marked node with a skin that lists every bone. Clips keep their
//! source keys. Invariant: what is written passes the public validator without errors or warnings, and every number
//! in it is finite.

mod chunk;
mod clip;
mod extras;
mod keys;
mod level;
mod material;
mod morph;
mod part;
mod rig;
mod skin;
mod store;
#[cfg(test)]
mod tests;
mod weights;

use anim::mesh::MAX_INFLUENCES;
use asset::{AssetKind, Id, Project};
use rig::Rig;
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, fmt};
use store::Store;

/// What is to be written. Clips need their skeleton among the skeletons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// With their meshes.
    pub skeletons: Vec<Id>,
    /// In this order.
    pub clips: Vec<Id>,
}

impl Selection {
    /// Everything.
    pub fn all(project: &Project) -> Self {
        Self::of(project, |_| true)
    }

    /// The skeletons that are wanted and all their clips, by name.
    pub fn of(project: &Project, is_wanted: impl Fn(Id) -> bool) -> Self {
        let ids = |kind| project.list(kind).into_iter().map(|(id, _)| id);
        Self {
            skeletons: ids(AssetKind::Skeleton).filter(|id| is_wanted(*id)).collect(),
            clips: ids(AssetKind::Clip).filter(|id| is_wanted(project.clips[id].skeleton)).collect(),
        }
    }
}

/// How it is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Levels of detail, ascending; several are written with `MSFT_lod`. A mesh that has none of them is written in its
    /// coarsest.
    pub levels: Vec<usize>,
    /// The most bones that a vertex follows: 4 or 8. Programs that know `JOINTS_0` alone show 4.
    pub influences: usize,
    /// Every clip has a key for each property of each bone, for programs that keep the last pose of another clip where
    /// one has none.
    pub key_every_bone: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { levels: vec![0], influences: MAX_INFLUENCES, key_every_bone: false }
    }
}

/// A file, and what it could not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Of the `.glb` file.
    pub bytes: Vec<u8>,
    /// A sentence each.
    pub notes: Vec<String>,
}

/// Why nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportError {
    /// The asset, and what in it.
    pub place: String,
    /// What is wrong and what to do about it.
    pub text: String,
}

impl ExportError {
    fn new(place: impl Into<String>, text: impl Into<String>) -> Self {
        Self { place: place.into(), text: text.into() }
    }

    fn not_finite(place: impl Into<String>) -> Self {
        Self::new(place, "a number is not finite, and glTF has no others. Correct it, or import its source again.")
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

impl std::error::Error for ExportError {}

/// As [`write_glb_with`], in the usual style.
pub fn write_glb(project: &Project, what: &Selection) -> Result<Vec<u8>, ExportError> {
    write_glb_with(project, what, &Style::default()).map(|written| written.bytes)
}

pub fn write_glb_with(project: &Project, what: &Selection, style: &Style) -> Result<Written, ExportError> {
    if what.skeletons.is_empty() {
        return Err(ExportError::new("the project", "it has no skeleton to write. Import a character first."));
    }
    let mut writer = Writer::new(project, style);
    let mut rigs = BTreeMap::new();
    for id in &what.skeletons {
        rigs.insert(*id, writer.rig(*id)?);
    }
    for id in &what.clips {
        writer.clip(*id, &rigs)?;
    }
    writer.finish()
}

/// A file under construction. Lists hold the objects of the JSON.
struct Writer<'a> {
    project: &'a Project,
    style: &'a Style,
    notes: Vec<String>,
    has_levels: bool,
    store: Store,
    nodes: Vec<Value>,
    /// Nodes without a parent.
    tops: Vec<usize>,
    meshes: Vec<Value>,
    skins: Vec<Value>,
    materials: Vec<Value>,
    textures: Vec<Value>,
    images: Vec<Value>,
    /// Texture of each picture that is in use.
    texture_of: BTreeMap<Id, usize>,
    animations: Vec<Value>,
}

impl<'a> Writer<'a> {
    fn new(project: &'a Project, style: &'a Style) -> Self {
        Self {
            project,
            style,
            notes: Vec::new(),
            has_levels: false,
            store: Store::default(),
            nodes: Vec::new(),
            tops: Vec::new(),
            meshes: Vec::new(),
            skins: Vec::new(),
            materials: Vec::new(),
            textures: Vec::new(),
            images: Vec::new(),
            texture_of: BTreeMap::new(),
            animations: Vec::new(),
        }
    }

    /// A skeleton, its sockets and its meshes.
    fn rig(&mut self, id: Id) -> Result<Rig<'a>, ExportError> {
        let mut rig = Rig::write(self, id)?;
        for mesh in self.project.meshes.values().filter(|mesh| mesh.skeleton == id) {
            self.mesh(&mut rig, mesh)?;
        }
        Ok(rig)
    }

    fn clip(&mut self, id: Id, rigs: &BTreeMap<Id, Rig<'a>>) -> Result<(), ExportError> {
        let clip = self.project.clips.get(&id);
        let clip = clip.ok_or_else(|| ExportError::new(format!("clip {id}"), "there is no such clip."))?;
        let place = format!("clip “{}”", clip.name);
        let rig = rigs.get(&clip.skeleton);
        let rig = rig.ok_or_else(|| ExportError::new(place, "its skeleton is not written. Choose that one too."))?;
        let animation = clip::animation(&mut self.store, rig, id, clip, self.style.key_every_bone)?;
        self.animations.push(animation);
        Ok(())
    }

    fn finish(self) -> Result<Written, ExportError> {
        let mut root = Map::new();
        root.insert("asset".into(), json!({"version": "2.0", "generator": generator()}));
        root.insert("scene".into(), json!(0));
        root.insert("scenes".into(), json!([{"name": self.project.name, "nodes": self.tops}]));
        let lists = [
            ("nodes", self.nodes),
            ("meshes", self.meshes),
            ("skins", self.skins),
            ("materials", self.materials),
            ("textures", self.textures),
            ("images", self.images),
            ("animations", self.animations),
        ];
        let bytes = self.store.finish(&mut root);
        for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            root.insert(name.into(), list.into());
        }
        if self.has_levels {
            root.insert("extensionsUsed".into(), json!([level::EXTENSION]));
        }
        Ok(Written { bytes: chunk::glb(&Value::Object(root), &bytes)?, notes: self.notes })
    }
}

fn generator() -> String {
    format!("Mutoscope {}", env!("CARGO_PKG_VERSION"))
}

/// The number of a value in a list, which it joins if it is not in it yet.
fn shared(list: &mut Vec<Value>, value: Value) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| pushed(list, value))
}

/// The number of a value at the end of a list.
fn pushed(list: &mut Vec<Value>, value: Value) -> usize {
    list.push(value);
    list.len() - 1
}
