//! Colours and fine relief of the finishes. Places are metres on a chart, around it and along it.

use crate::sculpt::{
    atlas::Chart,
    curve::{bell, mix, ramp},
    piece::Finish,
};
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// Distance between ribs of the rubber, and below it their height, in metres.
const RIB: f64 = 0.0095;
const RIB_HEIGHT: f64 = 0.0006;
/// Half width of grooves; below it their depth and their distance from an edge. All are in metres.
const GROOVE: f64 = 0.0022;
const GROOVE_DEPTH: f64 = 0.0008;
const INSET: f64 = 0.013;
/// Shells that are shorter or narrower than this, in metres, have no grooves.
const LEAST: f64 = 0.11;

/// sRGB colour of a place, 0..=1.
pub fn color(chart: &Chart, at: DVec2) -> DVec3 {
    match chart.finish {
        Finish::Shell => {
            let clean = mix(0.87, 1.0, ramp(0.002, 0.012, from_cut(chart, at)));
            DVec3::new(0.81, 0.795, 0.77) * clean * mix(1.0, 0.62, groove(chart, at)) * tone(at)
        }
        Finish::Accent => DVec3::new(0.93, 0.42, 0.1),
        Finish::Rubber => DVec3::new(0.2, 0.205, 0.215) * mix(0.8, 1.06, rib(chart, at)) * tone(at),
        Finish::Visor => DVec3::new(0.13, 0.135, 0.15),
        Finish::Light => DVec3::new(0.95, 0.93, 0.88),
    }
}

/// Height of a place above the surface, in metres.
pub fn height(chart: &Chart, at: DVec2) -> f64 {
    match chart.finish {
        Finish::Shell => -GROOVE_DEPTH * groove(chart, at),
        Finish::Rubber => RIB_HEIGHT * rib(chart, at),
        Finish::Accent | Finish::Visor | Finish::Light => 0.0,
    }
}

/// Distance in metres along the chart to the nearest cut edge.
fn from_cut(chart: &Chart, at: DVec2) -> f64 {
    let ends = [at.y, chart.metres.y - at.y].into_iter().zip(chart.is_cut);
    ends.filter(|(_, is_cut)| *is_cut)
        .map(|(length, _)| length)
        .fold(f64::MAX, f64::min)
}

/// Brightness factor that varies a little from place to place.
fn tone(at: DVec2) -> f64 {
    1.0 + 0.012
        * (libm::sin(at.x * 41.0) * libm::sin(at.y * 33.0) + libm::sin(at.x * 17.0 + at.y * 23.0))
}

/// 1 on a rib, 0 between two. A chart has a whole number of ribs.
fn rib(chart: &Chart, at: DVec2) -> f64 {
    let count = (chart.metres.y / RIB).round().max(1.0);
    0.5 - 0.5 * libm::cos(at.y / chart.metres.y * count * TAU)
}

/// 1 in the middle of a groove, 0 beside it. Grooves run along the edges of large shells and down
/// their sides.
fn groove(chart: &Chart, at: DVec2) -> f64 {
    if chart.metres.min_element() < LEAST {
        return 0.0;
    }
    let line = |distance: f64| bell(distance / GROOVE);
    let inset = line(from_cut(chart, at) - INSET);
    let around = at.x / chart.metres.x;
    let seams: &[f64] = if chart.is_half { &[1.0] } else { &[0.25, 0.75] };
    let seam = seams
        .iter()
        .map(|seam| line((around - seam) * chart.metres.x))
        .fold(0.0, f64::max);
    let is_inside = ramp(INSET - GROOVE, INSET + GROOVE, from_cut(chart, at));
    inset.max(seam * is_inside)
}
