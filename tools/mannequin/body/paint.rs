//! Paints the textures of the body, chart by chart.

use super::{materials::MATERIALS, surface};
use crate::sculpt::atlas::{Atlas, Chart, SIZE};
use asset::Texture;
use glam::{DVec2, DVec3};

/// Texels that are painted around a chart, for filtering at its edge.
const MARGIN: f64 = 2.0;

/// Name of a material's colour texture.
pub fn color_name(material: &str) -> String {
    format!("T_Mannequin_{material}")
}

/// Name of a material's normal map.
pub fn normal_name(material: &str) -> String {
    format!("T_Mannequin_{material}_N")
}

/// A colour texture and a normal map for each material, in their order.
pub fn textures(atlas: &Atlas) -> Vec<Texture> {
    let of = |(name, finishes): (&str, &[_])| {
        let charts: Vec<&Chart> = atlas
            .charts
            .iter()
            .filter(|chart| finishes.contains(&chart.finish))
            .collect();
        let flat = DVec3::new(0.5, 0.5, 1.0);
        [
            painted(color_name(name), DVec3::ZERO, &charts, surface::color),
            painted(normal_name(name), flat, &charts, bumps),
        ]
    };
    MATERIALS.into_iter().flat_map(of).collect()
}

/// Paints a texture. `at` returns a value, 0..=1, at a place on a chart in metres; `ground` fills
/// the space between charts.
fn painted(
    name: String,
    ground: DVec3,
    charts: &[&Chart],
    at: fn(&Chart, DVec2) -> DVec3,
) -> Texture {
    let bytes = |color: DVec3| {
        (color * 255.0)
            .to_array()
            .map(|c| c.round().clamp(0.0, 255.0) as u8)
    };
    let [r, g, b] = bytes(ground);
    let mut rgba = [r, g, b, 255].repeat(SIZE * SIZE);
    for chart in charts {
        let from = (chart.corner - MARGIN).floor();
        let to = (chart.corner + chart.size + MARGIN).ceil();
        for y in from.y as usize..to.y as usize {
            for x in from.x as usize..to.x as usize {
                let texel = DVec2::new(x as f64 + 0.5, y as f64 + 0.5);
                let place = ((texel - chart.corner) / chart.size).clamp(DVec2::ZERO, DVec2::ONE)
                    * chart.metres;
                rgba[(y * SIZE + x) * 4..][..3].copy_from_slice(&bytes(at(chart, place)));
            }
        }
    }
    Texture {
        name,
        origin: None,
        width: SIZE as u32,
        height: SIZE as u32,
        rgba: rgba.into(),
    }
}

/// Normal on a chart, with x along it, y up and z out of it, as 0..=1 for -1..=1.
fn bumps(chart: &Chart, at: DVec2) -> DVec3 {
    const STEP: f64 = 0.0005;
    let slope = |by: DVec2| {
        (surface::height(chart, at + by) - surface::height(chart, at - by)) / (2.0 * STEP)
    };
    let normal = DVec3::new(-slope(DVec2::X * STEP), slope(DVec2::Y * STEP), 1.0).normalize();
    normal * 0.5 + 0.5
}
