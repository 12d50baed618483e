//! Primitives compressed by `KHR_draco_mesh_compression`. Invariant: the decoder is never given
//! leave to make more points, faces or bytes than the caller allows.

#[cfg(test)]
pub(super) mod tests;

use super::json;
use crate::ImportError;
use draco_core::{DecodeLimits, DecoderBuffer, Mesh, MeshDecoder};
use std::panic::{AssertUnwindSafe, catch_unwind};
use words::tr;

/// A decoded primitive.
pub struct Decoded {
    mesh: Mesh,
    /// Three vertices for each triangle, each below the number of vertices.
    pub indices: Vec<u32>,
}

impl Decoded {
    /// Vertices that were decoded; at most as many as the file promises.
    pub fn vertex_count(&self) -> usize {
        self.mesh.num_points()
    }

    /// Values of an attribute that the extension names, `width` numbers for each vertex, as stored:
    /// normalised integers are not converted. None if it does not exist.
    pub fn floats(&self, view: &json::Draco, name: &str, width: usize) -> Option<Vec<f32>> {
        let id = u32::try_from(view.attributes.get(name)?.0).ok()?;
        let attribute = self.mesh.attribute_by_unique_id(id)?;
        Some(attribute.read_f32s(self.vertex_count(), width))
    }
}

/// Decodes one primitive. `vertices` and `indices` are what the file promises, and so the most that
/// is decoded; `max_bytes` bounds the memory. An Err means a broken stream or one with more than
/// that.
pub fn decode(
    bytes: &[u8],
    vertices: usize,
    indices: usize,
    max_bytes: u64,
    place: &str,
) -> Result<Decoded, ImportError> {
    let invalid = |why: &str| {
        ImportError::invalid(
            place,
            tr!("the Draco-compressed primitive is damaged: {why}"),
        )
    };
    let limits = DecodeLimits::permissive()
        .with_max_points(vertices as u64)
        .with_max_faces((indices / 3) as u64)
        .with_max_decoded_bytes(max_bytes);
    let decode = || {
        let mut mesh = Mesh::new();
        let mut buffer = DecoderBuffer::new(bytes).with_limits(limits);
        MeshDecoder::new()
            .decode(&mut buffer, &mut mesh)
            .map(|()| mesh)
    };
    // The decoder is other people's code on hostile bytes: a panic in it costs this file only.
    let mesh = match catch_unwind(AssertUnwindSafe(decode)) {
        Ok(Ok(mesh)) => mesh,
        Ok(Err(error)) => return Err(invalid(&error.to_string())),
        Err(_) => return Err(invalid(tr!("its stream cannot be decoded"))),
    };
    if mesh.num_points() == 0 {
        return Err(invalid(tr!("it has no vertices")));
    }
    // The decoder's own limit on points does not hold for every kind of stream.
    if mesh.num_points() > vertices {
        return Err(invalid(tr!("it has more vertices than the file declares")));
    }
    let indices: Vec<u32> = mesh
        .faces()
        .iter()
        .flat_map(|face| face.map(|point| point.0))
        .collect();
    if indices
        .iter()
        .any(|index| *index as usize >= mesh.num_points())
    {
        return Err(invalid(tr!("a face uses a missing vertex")));
    }
    Ok(Decoded { mesh, indices })
}
