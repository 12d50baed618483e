//! Parts of a mesh that have the same vertices, which are written once. Invariant: vertices are
//! compared by value, not by place in memory, so that a project that was read is written as it was.

use anim::{Array, MeshPart};
use asset::Mesh;
use bytemuck::Pod;
use std::collections::HashMap;
use xxhash_rust::xxh3::Xxh3;

/// Vertices that several parts of a mesh share although the parts differ in name, palette or
/// morphs.
#[derive(Default)]
pub struct SharedVertexBlobs {
    /// Hashes that are known already, by where the arrays of a part lie in memory.
    hashes: HashMap<[(usize, usize); 15], u128>,
    /// Name of the blob of shared vertices, once it is written, by the hash of the vertices.
    blobs: HashMap<u128, Option<String>>,
}

impl SharedVertexBlobs {
    /// Finds the vertices that parts of a mesh share.
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

    /// Slot for the name of the blob with a part's vertices. None if the vertices are not shared.
    pub fn blob(&mut self, part: &MeshPart) -> Option<&mut Option<String>> {
        let hash = self.hash(part);
        self.blobs.get_mut(&hash)
    }

    /// Hash of a part's vertices, computed once for arrays in the same place.
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
