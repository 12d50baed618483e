//! glTF 2.0 export: skeletons with their meshes and clips to the bytes of a `.glb` file.
//!
//! A bone is a node at its reference pose, in the skeleton's order; sockets are marked nodes below
//! theirs. Each part of a level of detail is a mesh of its own on a marked node with a skin that
//! lists every bone. Clips keep their source keys. Invariant: what is written passes the public
//! validator without errors or warnings, and every number in it is finite.

mod chunk;
mod clip;
mod error;
mod extras;
mod keys;
mod level;
mod lists;
mod material;
mod morph;
mod part;
mod rig;
mod skin;
mod store;
mod style;
#[cfg(test)]
mod tests;
mod weights;
mod writer;

pub use error::ExportError;
pub use style::Style;

use super::clip_store::{CLASSES, CLIPS};
use asset::{AssetKind, Clip, Id, Project};
use rig::GltfExportRig;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use words::tr;
use writer::Writer;

/// Selection of assets to write. The skeleton of each clip must be among the skeletons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GltfExportSelection {
    /// Skeletons, which are written together with their meshes.
    pub skeletons: Vec<Id>,
    /// Clips, in this order.
    pub clips: Vec<Id>,
}

impl GltfExportSelection {
    /// All skeletons and all clips, by name.
    pub fn all(project: &Project) -> Self {
        Self::of(project, |_| true)
    }

    /// The skeletons for which `is_wanted` is true and all their clips, by name.
    pub fn of(project: &Project, is_wanted: impl Fn(Id) -> bool) -> Self {
        let ids = |kind| project.list(kind).into_iter().map(|(id, _)| id);
        Self {
            skeletons: ids(AssetKind::Skeleton)
                .filter(|id| is_wanted(*id))
                .collect(),
            clips: ids(AssetKind::Clip)
                .filter(|id| is_wanted(project.clips[id].skeleton))
                .collect(),
        }
    }
}

/// A written file, and what it could not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GltfExportFile {
    /// The whole `.glb` file.
    pub bytes: Vec<u8>,
    /// Losses of the export, one sentence for each loss.
    pub notes: Vec<String>,
}

/// Writes a `.glb` with the default [`Style`] and without the notes of [`write_glb_with`], whose
/// errors it returns.
pub fn write_glb(project: &Project, what: &GltfExportSelection) -> Result<Vec<u8>, ExportError> {
    write_glb_with(project, what, &Style::default()).map(|written| written.bytes)
}

/// Writes a `.glb`. An Err means no skeletons, a skeleton without bones, a clip without its
/// skeleton, a mesh bound to a bone in two ways, a number that is not finite, or a file of 4 GiB.
pub fn write_glb_with(
    project: &Project,
    what: &GltfExportSelection,
    style: &Style,
) -> Result<GltfExportFile, ExportError> {
    if what.skeletons.is_empty() {
        return Err(ExportError::new(
            tr!("the project"),
            tr!("it has no skeleton to export. Import a character first."),
        ));
    }
    let mut writer = Writer::new(project, style);
    let mut rigs = BTreeMap::new();
    for id in &what.skeletons {
        rigs.insert(*id, writer.rig(*id)?);
    }
    for id in &what.clips {
        writer.clip(*id, &rigs)?;
    }
    writer.into_file()
}

impl<'a> Writer<'a> {
    /// A skeleton, its sockets and its meshes.
    fn rig(&mut self, id: Id) -> Result<GltfExportRig<'a>, ExportError> {
        let mut rig = GltfExportRig::write(self, id)?;
        for mesh in self
            .project
            .meshes
            .values()
            .filter(|mesh| mesh.skeleton == id)
        {
            self.mesh(&mut rig, mesh)?;
        }
        Ok(rig)
    }

    fn clip(&mut self, id: Id, rigs: &BTreeMap<Id, GltfExportRig<'a>>) -> Result<(), ExportError> {
        let clip = self.project.clips.get(&id);
        let clip = clip
            .ok_or_else(|| ExportError::new(tr!("clip {id}"), tr!("the clip does not exist.")))?;
        let place = tr!("clip “{}”", clip.name);
        let rig = rigs.get(&clip.skeleton);
        let rig = rig.ok_or_else(|| {
            ExportError::new(
                place,
                tr!("its skeleton is not in this export. Choose its skeleton too."),
            )
        })?;
        let animation = clip::animation(&mut self.store, rig, id, clip, self.style.key_every_bone)?;
        self.animations.push(animation);
        self.classes(clip)
    }

    /// Classes of the notifies of a clip. An Err names a number that is not finite.
    fn classes(&mut self, clip: &Clip) -> Result<(), ExportError> {
        for id in clip.notifies.iter().filter_map(|notify| notify.class) {
            let Some(class) = self.project.notify_classes.get(&id) else {
                continue;
            };
            if !asset::is_finite(&**class) {
                return Err(ExportError::not_finite(tr!(
                    "notify class “{}”",
                    class.name
                )));
            }
            self.classes.insert(id.to_string(), json!(class));
        }
        Ok(())
    }

    /// All nodes; and what its clips hold beyond keys, as text, for programs that drop the `extras`
    /// of animations; and the classes of their notifies.
    fn scene(&self) -> Value {
        let mut scene = json!({"name": self.project.name, "nodes": self.tops});
        let mut clips = Map::new();
        for animation in &self.animations {
            let name = animation["name"].as_str().unwrap_or_default();
            let own = animation["extras"]["mutoscope"].clone();
            clips.entry(name).or_insert(own);
        }
        if !clips.is_empty() {
            scene["extras"] = json!({CLIPS: Value::Object(clips).to_string()});
        }
        if !self.classes.is_empty() {
            scene["extras"][CLASSES] = json!(Value::Object(self.classes.clone()).to_string());
        }
        scene
    }

    fn into_file(self) -> Result<GltfExportFile, ExportError> {
        let mut root = Map::new();
        root.insert(
            "asset".into(),
            json!({"version": "2.0", "generator": generator()}),
        );
        root.insert("scene".into(), json!(0));
        root.insert("scenes".into(), json!([self.scene()]));
        let lists = [
            ("nodes", self.nodes),
            ("meshes", self.meshes),
            ("skins", self.skins),
            ("materials", self.materials),
            ("textures", self.textures),
            ("images", self.images),
            ("animations", self.animations),
        ];
        let bytes = self.store.into_bytes(&mut root);
        for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            root.insert(name.into(), list.into());
        }
        if self.has_levels {
            root.insert("extensionsUsed".into(), json!([level::EXTENSION]));
        }
        Ok(GltfExportFile {
            bytes: chunk::glb(&Value::Object(root), &bytes)?,
            notes: self.notes,
        })
    }
}

fn generator() -> String {
    format!("Mutoscope {}", env!("CARGO_PKG_VERSION"))
}
