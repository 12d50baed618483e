//! What imported assets remember of their file.

use crate::{Options, SourceFile};
use asset::{Id, Origin, Project, origin::Fields};
use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

/// The bytes of a file and of those that it refers to, in the order in which they were read.
pub struct Content(Xxh3);

impl Content {
    /// Begins with the bytes of the file itself.
    pub fn of(bytes: &[u8]) -> Self {
        let mut content = Self(Xxh3::new());
        content.add(bytes);
        content
    }

    /// Adds the bytes of a file that the first one refers to. Its length counts too, so that bytes
    /// cannot move from one file to the next unseen.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// The hash as 32 hex digits, as in [`Origin::content`].
    pub fn text(&self) -> String {
        format!("{:032x}", self.0.digest128())
    }
}

/// The content hash of a file that refers to no others, as its assets remember it.
pub fn content(bytes: &[u8]) -> String {
    Content::of(bytes).text()
}

/// Gives every asset its origin. Contract: each has the name that the file gave it.
pub fn record(project: &mut Project, file: &SourceFile<'_>, content: &Content, options: &Options) {
    let (content, options) = (content.text(), options.remembered());
    let ids: Vec<Id> = project.assets().map(|(id, _)| id).collect();
    // What a clip says of itself is a sum over all of its keys.
    let known = &*project;
    let said = |id: &Id| {
        known
            .asset(*id)
            .map_or_else(Fields::new, |asset| asset.said())
    };
    let said: Vec<Fields> = ids.par_iter().map(said).collect();
    for (id, said) in ids.into_iter().zip(said) {
        let Some(asset) = project.asset_mut(id) else {
            continue;
        };
        let (kind, name) = (asset.kind().word(), asset.name());
        let place = if name == file.name {
            kind.to_owned()
        } else {
            format!("{kind} {name}")
        };
        let (file, content, options) = (file.path.to_owned(), content.clone(), options.clone());
        asset.set_origin(Origin {
            file,
            place,
            content,
            said,
            options,
            properties: Fields::new(),
        });
    }
}
