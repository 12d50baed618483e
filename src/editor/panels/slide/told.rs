//! How far a foot slides, as a color and in words.

use crate::theme;
use egui::Color32;

/// Metres of slide in a contact from which it is a warning.
pub const SEEN: f64 = 0.02;
/// Metres of slide in a contact from which it is an error.
pub const MUCH: f64 = 0.1;

/// Colour of a foot slide in a contact, metres: good, warning or error.
pub fn color(slide: f64) -> Color32 {
    match slide {
        slide if slide < SEEN => theme::OK,
        slide if slide < MUCH => theme::WARN,
        _ => theme::ERROR,
    }
}

/// The fill of a cell of a heat map: from what nobody sees to a metre, by how many times as much it
/// is.
pub fn heat(slide: f64) -> Color32 {
    let part = ((slide / 0.005).max(1.0).ln() / 200f64.ln()).min(1.0) as f32;
    let tone = match part {
        part if part < 0.5 => theme::OK.lerp_to_gamma(theme::WARN, part * 2.0),
        part => theme::WARN.lerp_to_gamma(theme::ERROR, part * 2.0 - 1.0),
    };
    tone.gamma_multiply(0.14 + 0.22 * part)
}

/// Metres, as millimetres.
pub fn millimetres(slide: f64) -> String {
    let millimetres = slide * 1000.0;
    if millimetres < 10.0 {
        format!("{millimetres:.1} mm")
    } else {
        format!("{millimetres:.0} mm")
    }
}
