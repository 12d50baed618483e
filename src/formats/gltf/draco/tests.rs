use super::*;

/// Triangles with one attribute of three floats a vertex, as a stream that compresses nothing.
pub fn plain(vertices: &[[f32; 3]], triangles: &[[u8; 3]]) -> Vec<u8> {
    let (sequential_mesh, unpacked_indices) = ([1u8, 0], 1);
    let one_set_of_one = [1u8, 1];
    let (position, float, width, normalized, id, raw) = (0u8, 9, 3, 0, 7, 0);
    let mut bytes = b"DRACO\x02\x02".to_vec();
    bytes.extend(sequential_mesh);
    bytes.extend([
        0,
        0,
        triangles.len() as u8,
        vertices.len() as u8,
        unpacked_indices,
    ]);
    bytes.extend(triangles.as_flattened());
    bytes.extend(one_set_of_one);
    bytes.extend([position, float, width, normalized, id, raw]);
    bytes.extend_from_slice(bytemuck::cast_slice(vertices.as_flattened()));
    bytes
}

const CORNERS: [[f32; 3]; 3] = [[0.5, 0.0, 0.0], [1.0, 2.0, 0.0], [0.0, 1.0, 3.0]];

#[test]
fn a_stream_gives_its_triangles_and_the_attributes_that_the_file_names() {
    let decoded = decode(
        &plain(&CORNERS, &[[0, 1, 2], [2, 1, 0]]),
        3,
        6,
        1 << 20,
        "/p",
    )
    .unwrap();
    assert_eq!(
        (decoded.vertex_count(), decoded.indices.as_slice()),
        (3, &[0, 1, 2, 2, 1, 0][..])
    );
    let named = |id: usize| json::Draco {
        buffer_view: json::Int(0),
        attributes: [("POSITION".to_owned(), json::Int(id))].into(),
    };
    assert_eq!(
        decoded.floats(&named(7), "POSITION", 3).unwrap(),
        CORNERS.as_flattened()
    );
    assert_eq!(
        (
            decoded.floats(&named(7), "NORMAL", 3),
            decoded.floats(&named(8), "POSITION", 3)
        ),
        (None, None)
    );
}

#[test]
fn a_stream_with_more_than_was_promised_is_refused() {
    let stream = plain(&CORNERS, &[[0, 1, 2], [2, 1, 0]]);
    assert!(decode(&stream, 2, 6, 1 << 20, "/p").is_err(), "vertices");
    assert!(decode(&stream, 3, 5, 1 << 20, "/p").is_err(), "triangles");
    assert!(decode(&stream, 3, 6, 8, "/p").is_err(), "bytes");
    assert!(
        decode(&plain(&CORNERS, &[[0, 1, 3]]), 3, 3, 1 << 20, "/p").is_err(),
        "a missing vertex"
    );
    assert!(
        decode(&plain(&[], &[]), 3, 3, 1 << 20, "/p").is_err(),
        "no vertices"
    );
}

#[test]
fn nonsense_is_an_error() {
    for bytes in [
        &b""[..],
        b"DRACO",
        b"DRACO\x02\x02\x01\x01\x00\x00\xff\xff\xff\xff\x0f\xff\xff",
        &[0xff; 64],
    ] {
        assert!(decode(bytes, 100, 300, 1 << 20, "/p").is_err());
    }
}

#[test]
fn a_face_has_vertices_that_are_there() {
    let read = |corner: u8| {
        let stream = plain(&CORNERS, &[[0, 1, corner]]);
        let found = decode(&stream, 3, 3, 1 << 20, "/p");
        found.map_err(|error| error.to_string())
    };
    assert_eq!(read(2).unwrap().indices, [0, 1, 2]);
    assert!(read(3).is_err() && read(4).is_err());
}
