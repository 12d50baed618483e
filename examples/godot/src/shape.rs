//! Parts of meshes as Godot's arrays have them.

use anim::MeshPart;

/// Joints of a vertex that Godot takes: 4, or 8 with a flag.
const FEW: usize = 4;
const MANY: usize = 8;

/// Vertex streams of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Three numbers a vertex, metres.
    pub positions: Vec<[f32; 3]>,
    pub normals: Vec<[f32; 3]>,
    /// May be empty. Four numbers a vertex, one after the other.
    pub tangents: Vec<f32>,
    /// May be empty.
    pub uvs: Vec<[f32; 2]>,
    /// May be empty. Linear RGBA.
    pub colors: Vec<[f32; 4]>,
    /// Three a triangle, clockwise: Godot's front is where the bundle's is, by the other order.
    pub indices: Vec<i32>,
    /// 4 or 8.
    pub influences: usize,
    /// `influences` slots of the skin a vertex.
    pub bones: Vec<i32>,
    /// `influences` weights a vertex; they sum to 1.
    pub weights: Vec<f32>,
}

/// The streams of a part.
pub fn shape(part: &MeshPart) -> Shape {
    let given = part.influences as usize;
    let influences = if given <= FEW { FEW } else { MANY };
    let joints = part.joints.iter().map(|joint| i32::from(*joint));
    Shape {
        positions: part.positions.to_vec(),
        normals: part.normals.to_vec(),
        tangents: part.tangents.concat(),
        uvs: part.uvs.to_vec(),
        colors: part.colors.to_vec(),
        indices: clockwise(&part.indices),
        influences,
        bones: widened(joints, given, influences),
        weights: widened(part.weights.iter().copied(), given, influences),
    }
}

/// The triangles with their corners in the other order.
fn clockwise(indices: &[u32]) -> Vec<i32> {
    let corners = indices.chunks_exact(3).flat_map(|it| [it[0], it[2], it[1]]);
    corners.map(|corner| corner as i32).collect()
}

/// Entries of each vertex, filled up with zeros.
fn widened<T: Copy + Default>(
    entries: impl Iterator<Item = T>,
    given: usize,
    wanted: usize,
) -> Vec<T> {
    let entries: Vec<T> = entries.collect();
    let zeros = wanted - given;
    let wide = |vertex: &[T]| -> Vec<T> {
        let filling = std::iter::repeat_n(T::default(), zeros);
        vertex.iter().copied().chain(filling).collect()
    };
    entries.chunks_exact(given).flat_map(wide).collect()
}
