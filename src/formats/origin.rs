//! What imported assets remember of their file.

use crate::SourceFile;
use asset::{Origin, Project, Said, origin::Fields};
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

/// The bytes of a file and of those that it refers to, in the order in which they were read.
pub struct Content(Xxh3);

impl Content {
    pub fn of(bytes: &[u8]) -> Self {
        let mut content = Self(Xxh3::new());
        content.add(bytes);
        content
    }

    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    pub fn text(&self) -> String {
        format!("{:032x}", self.0.digest128())
    }
}

/// Gives every asset its origin. Contract: each has the name that the file gave it.
pub fn record(project: &mut Project, file: &SourceFile<'_>, content: &str) {
    let origin = |kind: &str, name: &str, said: Fields| {
        let place = if name == file.name { kind.to_owned() } else { format!("{kind} {name}") };
        Some(Origin { file: file.path.to_owned(), place, content: content.to_owned(), said })
    };
    for skeleton in project.skeletons.values_mut().map(Arc::make_mut) {
        skeleton.origin = origin("skeleton", &skeleton.name, skeleton.said());
    }
    for mesh in project.meshes.values_mut().map(Arc::make_mut) {
        mesh.origin = origin("mesh", &mesh.name, mesh.said());
    }
    for texture in project.textures.values_mut().map(Arc::make_mut) {
        texture.origin = origin("texture", &texture.name, texture.said());
    }
    for clip in project.clips.values_mut().map(Arc::make_mut) {
        clip.origin = origin("clip", &clip.name, clip.said());
    }
}
