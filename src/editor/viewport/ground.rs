//! The ground that the project is previewed on, as a mesh, and the axes of its targets.

#[cfg(test)]
mod tests;

use crate::theme;
use anim::{
    MeshPart, Name,
    ground::{Block, Shape, Terrain},
    mesh::{PaletteJoint, SkinMethod},
};
use asset::PreviewScene;
use egui::Color32;
use glam::{DVec3, Vec3};

/// Metres from the middle of the world to where the drawn ground ends.
const REACH: f64 = 8.0;
/// Metres between two rows of a ground that bends.
const STEP: f64 = 0.125;
/// Metres that a block goes into the ground below it.
const BELOW: f64 = 0.5;
/// Length of a target's axes, metres, and the lines' width in pixels at 100 %.
const ARM: f32 = 0.25;
const WIDTH: f32 = 2.0;

/// Mesh of `ground`; None if the grid already shows the whole ground.
pub(super) fn mesh(ground: &Terrain) -> Option<MeshPart> {
    if !ground.is_sound() {
        return None;
    }
    let mut faces = Faces::default();
    if ground.shape != Shape::Flat || ground.height != 0.0 {
        faces.lay(ground);
    }
    ground
        .blocks
        .iter()
        .for_each(|block| faces.put(ground, block));
    faces.part()
}

#[derive(Default)]
struct Faces {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
}

impl Faces {
    /// Corners counter-clockwise from outside.
    fn quad(&mut self, [a, b, c, d]: [DVec3; 4]) {
        let normal = (b - a)
            .cross(d - a)
            .normalize_or(DVec3::Y)
            .as_vec3()
            .to_array();
        for corner in [a, b, c, a, c, d] {
            self.positions.push(corner.as_vec3().to_array());
            self.normals.push(normal);
        }
    }

    /// Rows across the uphill direction, and risers where the height jumps.
    fn lay(&mut self, ground: &Terrain) {
        let (sin, cos) = ground.heading.to_radians().sin_cos();
        let (ahead, aside) = (DVec3::new(sin, 0.0, cos), DVec3::new(cos, 0.0, -sin));
        let bare = Terrain {
            blocks: Vec::new(),
            ..ground.clone()
        };
        let height = |along: f64| bare.under(ahead * along, 0.0).0;
        let at = |along: f64, y: f64, side: f64| (ahead * along + aside * side * REACH).with_y(y);
        let stops = stops(ground.shape);
        let mut last = None;
        for pair in stops.windows(2) {
            // A hair inside, where a step's edge belongs to one of two.
            let inside = (pair[1] - pair[0]) * 1e-6;
            let (from, to) = (height(pair[0] + inside), height(pair[1] - inside));
            if let Some(before) = last.filter(|before: &f64| (before - from).abs() > 1e-6) {
                let riser = [
                    at(pair[0], before, 1.0),
                    at(pair[0], before, -1.0),
                    at(pair[0], from, -1.0),
                    at(pair[0], from, 1.0),
                ];
                self.quad(riser);
            }
            self.quad([
                at(pair[0], from, 1.0),
                at(pair[0], from, -1.0),
                at(pair[1], to, -1.0),
                at(pair[1], to, 1.0),
            ]);
            last = Some(to);
        }
    }

    fn put(&mut self, ground: &Terrain, block: &Block) {
        let turn = glam::DQuat::from_rotation_y(block.yaw.to_radians());
        let middle = DVec3::new(block.at[0], 0.0, block.at[1]);
        let bare = Terrain {
            blocks: Vec::new(),
            ..ground.clone()
        };
        let floor = bare.under(middle, 0.0).0;
        let [width, height, depth] = block.size;
        let corner = |x: f64, y: f64, z: f64| {
            let y = if y > 0.0 {
                floor + height
            } else {
                floor - BELOW
            };
            middle + (turn * DVec3::new(x * width / 2.0, 0.0, z * depth / 2.0)).with_y(y)
        };
        for [a, b, c, d] in [
            [
                (-1.0, 1.0, 1.0),
                (1.0, 1.0, 1.0),
                (1.0, 1.0, -1.0),
                (-1.0, 1.0, -1.0),
            ],
            [
                (-1.0, -1.0, 1.0),
                (1.0, -1.0, 1.0),
                (1.0, 1.0, 1.0),
                (-1.0, 1.0, 1.0),
            ],
            [
                (1.0, -1.0, -1.0),
                (-1.0, -1.0, -1.0),
                (-1.0, 1.0, -1.0),
                (1.0, 1.0, -1.0),
            ],
            [
                (1.0, -1.0, 1.0),
                (1.0, -1.0, -1.0),
                (1.0, 1.0, -1.0),
                (1.0, 1.0, 1.0),
            ],
            [
                (-1.0, -1.0, -1.0),
                (-1.0, -1.0, 1.0),
                (-1.0, 1.0, 1.0),
                (-1.0, 1.0, -1.0),
            ],
        ] {
            self.quad([a, b, c, d].map(|(x, y, z)| corner(x, y, z)));
        }
    }

    fn part(self) -> Option<MeshPart> {
        let count = self.positions.len();
        let inverse_bind = [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
        ];
        (count > 0).then(|| MeshPart {
            name: Name::new("ground"),
            method: SkinMethod::Linear,
            positions: self.positions.into(),
            normals: self.normals.into(),
            influences: 1,
            joints: vec![0; count].into(),
            weights: vec![1.0; count].into(),
            palette: vec![PaletteJoint {
                bone: 0,
                inverse_bind,
            }]
            .into(),
            indices: (0..count as u32).collect(),
            ..MeshPart::default()
        })
    }
}

/// Along the uphill direction: where rows begin and end.
fn stops(shape: Shape) -> Vec<f64> {
    let even = |step: f64| {
        let count = (2.0 * REACH / step).ceil().min(2048.0) as i32;
        (0..=count)
            .map(|nth| (-REACH + f64::from(nth) * step).min(REACH))
            .collect()
    };
    match shape {
        Shape::Flat | Shape::Slope { .. } => vec![-REACH, REACH],
        Shape::Waves { .. } => even(STEP),
        Shape::Stairs { run, .. } => {
            let first = (-REACH / run).ceil() as i64;
            let last = (REACH / run).floor() as i64;
            let edges = (first..=last).take(2048).map(|nth| nth as f64 * run);
            let mut stops: Vec<f64> = std::iter::once(-REACH)
                .chain(edges)
                .chain([REACH])
                .collect();
            stops.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
            stops
        }
    }
}

/// Three lines a target, and one down to the ground below it: ends, colour and width.
pub(super) fn axes(preview: &PreviewScene) -> Vec<([Vec3; 2], Color32, f32)> {
    let lines = |target: &asset::PreviewTarget| {
        let place = target.place();
        let arm = |axis: Vec3| place.translation + place.rotation * axis * ARM;
        let from = place.translation;
        [
            (Vec3::X, theme::AXIS_X),
            (Vec3::Y, theme::AXIS_Y),
            (Vec3::Z, theme::AXIS_Z),
        ]
        .map(|(axis, color)| ([from, arm(axis)], color, WIDTH))
    };
    let mut all: Vec<_> = preview.targets.iter().flat_map(lines).collect();
    // What stands over the ground is seen to stand over it.
    let bare = |target: &asset::PreviewTarget| {
        let at = target.place().translation;
        let floor = preview.ground.under(at.as_dvec3(), 0.0).0 as f32;
        ([at, at.with_y(floor)], theme::TEXT_3, 1.0)
    };
    all.extend(
        preview
            .targets
            .iter()
            .filter(|_| preview.ground.is_sound())
            .map(bare),
    );
    all
}
