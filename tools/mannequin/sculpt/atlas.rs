//! The texture atlas: where each band is on its texture. Both builds and all levels of detail share
//! it.

use super::{
    piece::{BodyPiece, Finish},
    rows,
};
use glam::DVec2;

/// Texels on a side of a texture.
pub const SIZE: usize = 512;
/// Texels that stay free around a chart.
const GAP: f64 = 3.0;

/// The rectangle of a band on a texture.
#[derive(Clone, Copy, Debug)]
pub struct Chart {
    /// Finish of the band, which decides the texture.
    pub finish: Finish,
    /// Whether it ends half around, in the plane where the halves meet.
    pub is_half: bool,
    /// Whether its start and its end are cut edges rather than points.
    pub is_cut: [bool; 2],
    /// Corner with the smallest coordinates, in texels.
    pub corner: DVec2,
    /// Size in texels.
    pub size: DVec2,
    /// Size of the band around and along, in metres.
    pub metres: DVec2,
}

/// The charts of all bands.
#[derive(Clone, Debug)]
pub struct Atlas {
    /// Charts piece by piece, band by band.
    pub charts: Vec<Chart>,
    first: Vec<usize>,
}

impl Atlas {
    /// Lays out the charts. Finishes of one group share a texture.
    pub fn new(pieces: &[BodyPiece], groups: &[&[Finish]]) -> Self {
        let mut atlas = Atlas {
            charts: Vec::new(),
            first: Vec::new(),
        };
        for piece in pieces {
            atlas.first.push(atlas.charts.len());
            for (band, looks) in piece.bands.iter().enumerate() {
                let [along, around] = piece.size(band);
                let metres = DVec2::new(around, rows::chart_length(along));
                let (corner, size) = (DVec2::ZERO, DVec2::ZERO);
                let is_last = band + 1 == piece.bands.len();
                let is_cut = [
                    band > 0 || !piece.is_pointed[0],
                    !is_last || !piece.is_pointed[1],
                ];
                let (finish, is_half) = (looks.finish, piece.is_half);
                atlas.charts.push(Chart {
                    finish,
                    is_half,
                    is_cut,
                    corner,
                    size,
                    metres,
                });
            }
        }
        groups.iter().for_each(|finishes| atlas.pack(finishes));
        atlas
    }

    /// Texture coordinates of a place on a band; `around` and `along` are 0..=1.
    pub fn uv(&self, piece: usize, band: usize, around: f64, along: f64) -> DVec2 {
        let chart = &self.charts[self.first[piece] + band];
        (chart.corner + chart.size * DVec2::new(around, along)) / SIZE as f64
    }

    /// Places charts as large as all of them fit, with the same number of texels for each metre.
    fn pack(&mut self, finishes: &[Finish]) {
        let mut order: Vec<usize> = (0..self.charts.len())
            .filter(|i| finishes.contains(&self.charts[*i].finish))
            .collect();
        order.sort_by(|a, b| {
            self.charts[*b]
                .metres
                .y
                .total_cmp(&self.charts[*a].metres.y)
        });
        let mut density = 2048.0;
        while !self.place(&order, density) {
            density *= 0.98;
        }
    }

    /// Places charts in rows, highest first. Returns false where they do not all fit.
    fn place(&mut self, order: &[usize], density: f64) -> bool {
        let (mut at, mut height) = (DVec2::splat(GAP), 0.0f64);
        for chart in order {
            let chart = &mut self.charts[*chart];
            chart.size = chart.metres * density;
            if at.x + chart.size.x + GAP > SIZE as f64 {
                at = DVec2::new(GAP, at.y + height + GAP);
                height = 0.0;
            }
            chart.corner = at;
            at.x += chart.size.x + GAP;
            height = height.max(chart.size.y);
            if at.x > SIZE as f64 || at.y + chart.size.y + GAP > SIZE as f64 {
                return false;
            }
        }
        true
    }
}
