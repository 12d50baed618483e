//! Morphs: how far each vertex of the left half moves, and the delta streams of a part.

use super::{half::Half, piece::BodyPiece};
use anim::{
    Name,
    mesh::{Morph, MorphDelta},
};
use glam::DVec3;

/// Shortest move of a position that counts, in metres.
const LEAST: f64 = 1e-6;

/// What a morph adds to vertices of the left half.
pub struct Morphed {
    /// Name without a side.
    pub stem: &'static str,
    /// Whether each side has its own morph.
    pub is_sided: bool,
    /// Vertex, and what is added to its position and to its normal.
    pub deltas: Vec<(u32, DVec3, DVec3)>,
}

/// Morphs of a half from the shifts of its pieces. `morphs` are names without a side, and whether
/// each side has its own.
pub fn of_pieces(
    half: &Half,
    pieces: &[BodyPiece],
    morphs: &[(&'static str, bool)],
) -> Vec<Morphed> {
    let one = |(stem, is_sided): &(&'static str, bool)| {
        let mut moved = half.clone();
        for vertex in &mut moved.vertices {
            let shifts = pieces[vertex.piece]
                .morphs
                .iter()
                .filter(|(name, _)| name == stem);
            vertex.position += shifts
                .map(|(_, shift)| shift(vertex.position))
                .sum::<DVec3>();
        }
        moved.smooth();
        Morphed::between(stem, *is_sided, half, &moved)
    };
    morphs.iter().map(one).collect()
}

impl Morphed {
    /// The difference between two states of a half.
    fn between(stem: &'static str, is_sided: bool, from: &Half, to: &Half) -> Self {
        let pairs = from.vertices.iter().zip(&to.vertices).enumerate();
        let deltas =
            pairs.map(|(i, (a, b))| (i as u32, b.position - a.position, b.normal - a.normal));
        let is_moved = |(_, position, normal): &(u32, DVec3, DVec3)| {
            position.length() > LEAST || normal.length() > 1e-4
        };
        Self {
            stem,
            is_sided,
            deltas: deltas.filter(is_moved).collect(),
        }
    }
}

/// Morphs of one part with deltas and names. `places` maps vertices of the half to vertices of the
/// part; `count` is how many the part has on the left, after which the right side follows. Morphs
/// that move nothing in the part are left out.
pub fn streams(
    morphs: &[Morphed],
    places: &[Option<u32>],
    count: u32,
) -> (Vec<Morph>, Vec<MorphDelta>, Vec<String>) {
    let (mut all, mut deltas, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for morphed in morphs {
        let here = morphed.deltas.iter().filter_map(|(i, position, normal)| {
            Some(MorphDelta {
                vertex: places[*i as usize]?,
                position: position.as_vec3().into(),
                normal: normal.as_vec3().into(),
            })
        });
        let left: Vec<MorphDelta> = here.collect();
        let right: Vec<MorphDelta> = left
            .iter()
            .map(|delta| on_the_right(delta, count))
            .collect();
        let sides = if morphed.is_sided {
            vec![
                (format!("{}_l", morphed.stem), left),
                (format!("{}_r", morphed.stem), right),
            ]
        } else {
            vec![(morphed.stem.to_owned(), [left, right].concat())]
        };
        for (name, moved) in sides.into_iter().filter(|(_, moved)| !moved.is_empty()) {
            let first_delta = deltas.len() as u32;
            let delta_count = moved.len() as u32;
            all.push(Morph {
                name: Name::new(&name),
                default_weight: 0.0,
                first_delta,
                delta_count,
                reserved: 0,
            });
            deltas.extend(moved);
            names.push(name);
        }
    }
    (all, deltas, names)
}

fn on_the_right(delta: &MorphDelta, count: u32) -> MorphDelta {
    let mirror = |[x, y, z]: [f32; 3]| [-x, y, z];
    MorphDelta {
        vertex: delta.vertex + count,
        position: mirror(delta.position),
        normal: mirror(delta.normal),
    }
}
