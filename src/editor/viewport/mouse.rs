//! What dragging on the scene does, as hands know it from other programs.

use crate::preferences::Preset;
use egui::{Modifiers, PointerButton};

/// What a drag does to the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Motion {
    Orbit,
    Pan,
    /// To the right comes closer.
    Dolly,
    /// Turns about the eye.
    Look,
}

/// None where the preset gives this drag no meaning. The axes in the corner orbit by a plain drag
/// in every preset.
pub(super) fn motion(
    preset: Preset,
    button: PointerButton,
    modifiers: Modifiers,
) -> Option<Motion> {
    use PointerButton::{Middle, Primary, Secondary};
    let Modifiers {
        alt,
        shift,
        command,
        ..
    } = modifiers;
    match (preset, button) {
        (Preset::Unreal, Primary) => Some(Motion::Orbit),
        (Preset::Unreal, Middle) => Some(Motion::Pan),
        (Preset::Unreal, Secondary) => Some(if alt { Motion::Dolly } else { Motion::Look }),
        (Preset::Blender, Middle) if shift => Some(Motion::Pan),
        (Preset::Blender, Middle) if command => Some(Motion::Dolly),
        (Preset::Blender, Middle) => Some(Motion::Orbit),
        (Preset::Blender | Preset::Maya, Primary) => alt.then_some(Motion::Orbit),
        (Preset::Maya, Middle) => alt.then_some(Motion::Pan),
        (Preset::Maya, Secondary) => alt.then_some(Motion::Dolly),
        (Preset::Blender, Secondary) | (_, PointerButton::Extra1 | PointerButton::Extra2) => None,
    }
}

/// Whether holding the right button flies with W A S D Q E.
pub(super) fn flies(preset: Preset) -> bool {
    preset == Preset::Unreal
}

/// The same in words.
pub fn lines(preset: Preset) -> &'static [&'static str] {
    match preset {
        Preset::Unreal => &[
            "Drag orbits, middle drag pans, the wheel comes closer to the pointer.",
            "Right drag looks around; with W A S D Q E it flies, Shift is faster, the wheel sets the speed.",
            "Alt with left, middle, right drag: orbit, pan, dolly.",
        ],
        Preset::Blender => &[
            "Middle drag orbits, with Shift it pans, with Ctrl it zooms; Alt with left drag orbits too.",
            "The wheel comes closer to the pointer. The axes in the corner orbit by a drag.",
        ],
        Preset::Maya => &[
            "Alt with left, middle, right drag: tumble, track, dolly.",
            "The wheel comes closer to the pointer. The axes in the corner orbit by a drag.",
        ],
    }
}
