//! Primitives compressed by `KHR_draco_mesh_compression`.
//! Invariant: the decoder is never given leave to make more points, faces or bytes than the caller allows.

use super::json;
use crate::ImportError;
use draco_core::{DecodeLimits, DecoderBuffer, Mesh, MeshDecoder};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A decoded primitive.
pub struct Decoded {
    mesh: Mesh,
    pub indices: Vec<u32>,
}

impl Decoded {
    pub fn vertex_count(&self) -> usize {
        self.mesh.num_points()
    }

    /// The attribute that the extension names, as stored: normalised integers are still integers.
    pub fn floats(&self, view: &json::Draco, name: &str, width: usize) -> Option<Vec<f32>> {
        let id = u32::try_from(view.attributes.get(name)?.0).ok()?;
        let attribute = self.mesh.attribute_by_unique_id(id)?;
        Some(attribute.read_f32s(self.vertex_count(), width))
    }
}

/// `vertices` and `indices` are what the file promises, and so the most that is decoded.
pub fn decode(
    bytes: &[u8],
    vertices: usize,
    indices: usize,
    max_bytes: u64,
    place: &str,
) -> Result<Decoded, ImportError> {
    let invalid = |why: &str| ImportError::invalid(place, format!("the Draco compressed primitive is broken: {why}"));
    let limits = DecodeLimits::permissive()
        .with_max_points(vertices as u64)
        .with_max_faces((indices / 3) as u64)
        .with_max_decoded_bytes(max_bytes);
    let decode = || {
        let mut mesh = Mesh::new();
        let mut buffer = DecoderBuffer::new(bytes).with_limits(limits);
        MeshDecoder::new().decode(&mut buffer, &mut mesh).map(|()| mesh)
    };
    // The decoder is other people's code on hostile bytes: a panic in it costs this file only.
    let mesh = match catch_unwind(AssertUnwindSafe(decode)) {
        Ok(Ok(mesh)) => mesh,
        Ok(Err(error)) => return Err(invalid(&error.to_string())),
        Err(_) => return Err(invalid("its stream cannot be decoded")),
    };
    if mesh.num_points() == 0 {
        return Err(invalid("it has no vertices"));
    }
    // The decoder's own limit on points does not hold for every kind of stream.
    if mesh.num_points() > vertices {
        return Err(invalid("it has more vertices than the file promises"));
    }
    let indices: Vec<u32> = mesh.faces().iter().flat_map(|face| face.map(|point| point.0)).collect();
    if indices.iter().any(|index| *index as usize >= mesh.num_points()) {
        return Err(invalid("a face has a vertex that is not there"));
    }
    Ok(Decoded { mesh, indices })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Triangles with one attribute of three floats a vertex, as a stream that compresses nothing.
    pub fn plain(vertices: &[[f32; 3]], triangles: &[[u8; 3]]) -> Vec<u8> {
        let (sequential_mesh, unpacked_indices) = ([1u8, 0], 1);
        let one_set_of_one = [1u8, 1];
        let (position, float, width, normalized, id, raw) = (0u8, 9, 3, 0, 7, 0);
        let mut bytes = b"DRACO\x02\x02".to_vec();
        bytes.extend(sequential_mesh);
        bytes.extend([0, 0, triangles.len() as u8, vertices.len() as u8, unpacked_indices]);
        bytes.extend(triangles.as_flattened());
        bytes.extend(one_set_of_one);
        bytes.extend([position, float, width, normalized, id, raw]);
        bytes.extend_from_slice(bytemuck::cast_slice(vertices.as_flattened()));
        bytes
    }

    const CORNERS: [[f32; 3]; 3] = [[0.5, 0.0, 0.0], [1.0, 2.0, 0.0], [0.0, 1.0, 3.0]];

    #[test]
    fn a_stream_gives_its_triangles_and_the_attributes_that_the_file_names() {
        let decoded = decode(&plain(&CORNERS, &[[0, 1, 2], [2, 1, 0]]), 3, 6, 1 << 20, "/p").unwrap();
        assert_eq!((decoded.vertex_count(), decoded.indices.as_slice()), (3, &[0, 1, 2, 2, 1, 0][..]));
        let named = |id: usize| json::Draco {
            buffer_view: json::Int(0),
            attributes: [("POSITION".to_owned(), json::Int(id))].into(),
        };
        assert_eq!(decoded.floats(&named(7), "POSITION", 3).unwrap(), CORNERS.as_flattened());
        assert_eq!((decoded.floats(&named(7), "NORMAL", 3), decoded.floats(&named(8), "POSITION", 3)), (None, None));
    }

    #[test]
    fn a_stream_with_more_than_was_promised_is_refused() {
        let stream = plain(&CORNERS, &[[0, 1, 2], [2, 1, 0]]);
        assert!(decode(&stream, 2, 6, 1 << 20, "/p").is_err(), "vertices");
        assert!(decode(&stream, 3, 5, 1 << 20, "/p").is_err(), "triangles");
        assert!(decode(&stream, 3, 6, 8, "/p").is_err(), "bytes");
        assert!(decode(&plain(&CORNERS, &[[0, 1, 3]]), 3, 3, 1 << 20, "/p").is_err(), "a vertex that is not there");
        assert!(decode(&plain(&[], &[]), 3, 3, 1 << 20, "/p").is_err(), "no vertices");
    }

    #[test]
    fn nonsense_is_an_error() {
        for bytes in [&b""[..], b"DRACO", b"DRACO\x02\x02\x01\x01\x00\x00\xff\xff\xff\xff\x0f\xff\xff", &[0xff; 64]] {
            assert!(decode(bytes, 100, 300, 1 << 20, "/p").is_err());
        }
    }
}
