//! The crate: beams along the edges, boards between them, a dark core behind the gaps.

use super::look::PropLook;
use anim::{MeshPart, Name, mesh::PaletteJoint, skinning::inverse_bind_rows};
use glam::{Affine3A, Vec2, Vec3};

/// Half of its side, in metres; the other sizes are metres too.
const HALF: f32 = 0.5;
const BEAM: f32 = 0.085;
const BOARD: f32 = 0.025;
/// How far boards lie behind the beams, and below it the gap between two boards.
const INSET: f32 = 0.014;
const GAP: f32 = 0.008;
const BOARDS: usize = 5;
/// How far a bracket stands out of its corner.
const BRACKET: f32 = 0.006;

const SIDES: [(f32, f32); 4] = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)];

/// A box by two opposite corners, relative to the middle of the crate.
struct CrateBlock {
    min: Vec3,
    max: Vec3,
}

/// Boards, beams, core and brackets, each with its colour. The crate stands on y = 0.
pub fn parts() -> Vec<PropLook> {
    let look = |name, color, blocks: &[CrateBlock]| PropLook {
        name,
        color,
        part: part(name, blocks),
    };
    let inner = Vec3::splat(HALF - INSET - BOARD);
    vec![
        look("Boards", [0.33, 0.2, 0.105, 1.0], &boards()),
        look("Beams", [0.2, 0.112, 0.052, 1.0], &beams()),
        look(
            "Core",
            [0.03, 0.022, 0.016, 1.0],
            &[CrateBlock {
                min: -inner,
                max: inner,
            }],
        ),
        look("Accent", [0.85, 0.15, 0.012, 1.0], &brackets()),
    ]
}

/// Beams along all edges.
fn beams() -> Vec<CrateBlock> {
    let mut beams = Vec::new();
    for axis in 0..3 {
        // Upright beams reach from corner to corner, of the others each begins beside the one
        // before.
        let reach = [HALF - BEAM, HALF, HALF - BEAM][axis];
        for (a, b) in SIDES {
            let [mut min, mut max] = [Vec3::ZERO; 2];
            (min[axis], max[axis]) = (-reach, reach);
            for (other, side) in [((axis + 1) % 3, a), ((axis + 2) % 3, b)] {
                let ends = [side * HALF, side * (HALF - BEAM)];
                (min[other], max[other]) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            }
            beams.push(CrateBlock { min, max });
        }
    }
    beams
}

/// Boards on every side; on upright sides they are upright.
fn boards() -> Vec<CrateBlock> {
    let free = HALF - BEAM;
    let width = (2.0 * free - GAP * (BOARDS as f32 - 1.0)) / BOARDS as f32;
    let mut boards = Vec::new();
    for axis in 0..3 {
        let across = if axis == 0 { 2 } else { 0 };
        for (side, i) in [-1.0, 1.0]
            .into_iter()
            .flat_map(|side| (0..BOARDS).map(move |i| (side, i)))
        {
            let (mut min, mut max) = (Vec3::splat(-free), Vec3::splat(free));
            min[across] = -free + (width + GAP) * i as f32;
            max[across] = min[across] + width;
            let ends = [side * (HALF - INSET), side * (HALF - INSET - BOARD)];
            (min[axis], max[axis]) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            boards.push(CrateBlock { min, max });
        }
    }
    boards
}

fn brackets() -> Vec<CrateBlock> {
    let corner = |(x, (y, z)): (f32, (f32, f32))| {
        let out = Vec3::new(x, y, z) * (HALF + BRACKET);
        let into = Vec3::new(x, y, z) * (HALF - BEAM * 1.35);
        CrateBlock {
            min: out.min(into),
            max: out.max(into),
        }
    };
    [-1.0, 1.0]
        .into_iter()
        .flat_map(|x| SIDES.map(|side| (x, side)))
        .map(corner)
        .collect()
}

/// Hard-edged boxes; every face has its own square of the texture.
fn part(name: &str, blocks: &[CrateBlock]) -> MeshPart {
    let squares = ((blocks.len() * 6) as f32).sqrt().ceil();
    let faces: Vec<[CrateCorner; 4]> = blocks.iter().flat_map(CrateBlock::faces).collect();
    let corners = || faces.iter().flatten();
    let square = |face: usize| {
        Vec2::new(
            (face as f32 % squares).floor(),
            (face as f32 / squares).floor(),
        )
    };
    let uv = |(i, corner): (usize, &CrateCorner)| {
        ((square(i / 4) + 0.5 + corner.on_face * 0.9) / squares).to_array()
    };
    let positions: Vec<[f32; 3]> = corners()
        .map(|corner| (corner.at + Vec3::Y * HALF).to_array())
        .collect();
    let normals: Vec<[f32; 3]> = corners().map(|corner| corner.normal.to_array()).collect();
    let uvs: Vec<[f32; 2]> = corners().enumerate().map(uv).collect();
    let indices: Vec<u32> = (0..faces.len() as u32)
        .flat_map(|i| [0, 1, 2, 0, 2, 3].map(|at| i * 4 + at))
        .collect();
    let tangents = anim::tangent::tangents(&positions, &normals, &uvs, &indices);
    let root = PaletteJoint {
        bone: 0,
        inverse_bind: inverse_bind_rows(&Affine3A::IDENTITY),
    };
    MeshPart {
        name: Name::new(name),
        influences: 1,
        joints: vec![0; positions.len()].into(),
        weights: vec![1.0; positions.len()].into(),
        palette: vec![root].into(),
        positions: positions.into(),
        normals: normals.into(),
        tangents: tangents.into(),
        uvs: uvs.into(),
        indices: indices.into(),
        ..MeshPart::default()
    }
}

struct CrateCorner {
    at: Vec3,
    normal: Vec3,
    /// Place in metres from the middle of the face, v downwards.
    on_face: Vec2,
}

impl CrateBlock {
    /// Corners of the faces, counter-clockwise seen from outside.
    fn faces(&self) -> [[CrateCorner; 4]; 6] {
        let (middle, half) = ((self.min + self.max) * 0.5, (self.max - self.min) * 0.5);
        std::array::from_fn(|face| {
            let axis = face / 2;
            let side = if face % 2 == 0 { -1.0 } else { 1.0 };
            let [mut normal, mut u, mut v] = [Vec3::ZERO; 3];
            (normal[axis], u[(axis + 1) % 3], v[(axis + 2) % 3]) = (side, side, 1.0);
            [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| CrateCorner {
                at: middle + (normal + u * x + v * y) * half,
                normal,
                on_face: Vec2::new(half.dot(u.abs()) * x, half.dot(v) * -y),
            })
        })
    }
}
