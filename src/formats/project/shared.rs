//! Parts of a mesh with the same vertices, which are written once. Invariant: what counts is what
//! the vertices are, not where in memory, so that a project that was read is written as it was.

use anim::{Array, MeshPart};
use asset::Mesh;
use bytemuck::Pod;
use std::collections::HashMap;
use xxhash_rust::xxh3::Xxh3;

/// The vertices that parts of a mesh share that differ otherwise.
#[derive(Default)]
pub struct Shared {
    hashes: HashMap<[(usize, usize); 15], u128>,
    /// By the hash of the vertices: the name of their blob, once it is written.
    blobs: HashMap<u128, Option<String>>,
}

impl Shared {
    pub fn of(mesh: &Mesh) -> Self {
        let mut shared = Self::default();
        let mut first_of: HashMap<u128, &MeshPart> = HashMap::new();
        for part in mesh.parts().map(|part| &*part.data) {
            let hash = shared.hash(part);
            let first = *first_of.entry(hash).or_insert(part);
            if (first.name, &first.palette, &first.morphs)
                != (part.name, &part.palette, &part.morphs)
            {
                shared.blobs.insert(hash, None);
            }
        }
        shared
    }

    /// The place for the name of the blob of a part's vertices. None where they are its own.
    pub fn blob(&mut self, part: &MeshPart) -> Option<&mut Option<String>> {
        let hash = self.hash(part);
        self.blobs.get_mut(&hash)
    }

    /// Of vertices in the same place it is worked out once.
    fn hash(&mut self, part: &MeshPart) -> u128 {
        *self
            .hashes
            .entry(part.places())
            .or_insert_with(|| hash(part))
    }
}

fn hash(part: &MeshPart) -> u128 {
    fn add<T: Pod>(hash: &mut Xxh3, items: &Array<T>) {
        hash.update(&(items.len() as u64).to_le_bytes());
        hash.update(bytemuck::cast_slice(items));
    }
    let mut hash = Xxh3::new();
    hash.update(&part.influences.to_le_bytes());
    add(&mut hash, &part.positions);
    add(&mut hash, &part.normals);
    add(&mut hash, &part.tangents);
    add(&mut hash, &part.uvs);
    add(&mut hash, &part.colors);
    add(&mut hash, &part.joints);
    add(&mut hash, &part.weights);
    add(&mut hash, &part.deltas);
    add(&mut hash, &part.indices);
    add(&mut hash, &part.delta_tangents);
    add(&mut hash, &part.attributes);
    add(&mut hash, &part.attribute_values);
    add(&mut hash, &part.profiles);
    add(&mut hash, &part.profile_joints);
    add(&mut hash, &part.profile_weights);
    hash.digest128()
}
