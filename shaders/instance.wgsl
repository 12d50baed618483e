// What shaders know of the parts of a picture.

// One posed part.
struct Instance {
    // Words of `geometry`: vertices at rest, influences, deltas.
    rest: u32,
    influences: u32,
    deltas: u32,
    vertex_count: u32,
    // Influences a vertex.
    width: u32,
    // Bits: dual quaternions, tangents.
    flags: u32,
    // In the buffer of skinned vertices.
    first_vertex: u32,
    unused: u32,
    now: Pose,
    // In the picture before.
    before: Pose,
}

// Rows of `rows` and a range of `active_morphs`.
struct Pose {
    rows: u32,
    first_morph: u32,
    morph_count: u32,
    unused: u32,
}

// Of a skinned vertex: position, normal, tangent.
const FLOATS: u32 = 10;
