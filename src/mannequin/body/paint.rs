//! The colours of the body: what each band's chart shows.

use super::MATERIALS;
use crate::sculpt::{
    atlas::{Atlas, Chart, SIZE},
    curve::{mix, ramp},
    piece::Finish,
};
use asset::Texture;
use glam::{DVec2, DVec3};

/// Texels painted around a chart, for the filter at its edge.
const MARGIN: f64 = 2.0;

/// The name of a material's texture.
pub fn color_name(material: &str) -> String {
    format!("T_Mannequin_{material}")
}

pub fn textures(atlas: &Atlas) -> [Texture; 2] {
    MATERIALS.map(|(name, finishes)| {
        let mut rgba = vec![0u8; SIZE * SIZE * 4];
        for chart in atlas.charts.iter().filter(|chart| finishes.contains(&chart.finish)) {
            paint(chart, &mut rgba);
        }
        rgba.chunks_exact_mut(4).for_each(|texel| texel[3] = 255);
        Texture { name: color_name(name), width: SIZE as u32, height: SIZE as u32, rgba: rgba.into() }
    })
}

fn paint(chart: &Chart, rgba: &mut [u8]) {
    let from = (chart.corner - MARGIN).floor();
    let to = (chart.corner + chart.size + MARGIN).ceil();
    for y in from.y as usize..to.y as usize {
        for x in from.x as usize..to.x as usize {
            let texel = DVec2::new(x as f64 + 0.5, y as f64 + 0.5);
            let at = ((texel - chart.corner) / chart.size).clamp(DVec2::ZERO, DVec2::ONE) * chart.metres;
            let color = color(chart, at) * 255.0;
            let to = (y * SIZE + x) * 4;
            rgba[to..to + 3].copy_from_slice(&color.to_array().map(|c| c.round().clamp(0.0, 255.0) as u8));
        }
    }
}

/// sRGB, at a place on a chart in metres.
fn color(chart: &Chart, at: DVec2) -> DVec3 {
    let from_edge = at.y.min(chart.metres.y - at.y);
    match chart.finish {
        Finish::Shell => DVec3::new(0.80, 0.785, 0.76) * mix(0.8, 1.0, ramp(0.003, 0.016, from_edge)),
        Finish::Accent => DVec3::new(0.93, 0.42, 0.1),
        Finish::Rubber => {
            let rib = libm::cos(at.y / 0.009 * std::f64::consts::TAU);
            DVec3::new(0.2, 0.205, 0.215) * mix(0.82, 1.05, 0.5 + 0.5 * rib)
        }
        Finish::Visor => DVec3::new(0.13, 0.135, 0.15),
        Finish::Light => DVec3::new(0.95, 0.93, 0.88),
    }
}
