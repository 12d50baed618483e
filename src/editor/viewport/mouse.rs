//! What dragging on the scene does, as hands know it from other programs.

use crate::preferences::InputPreset;
use egui::{Modifiers, PointerButton};
use words::tr;

/// Motion of the camera by a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CameraMotionKind {
    Orbit,
    Pan,
    /// Dragging to the right moves the camera closer.
    Dolly,
    /// Turns about the eye.
    Look,
}

/// Motion of the camera by a drag; None if the preset gives this drag no meaning. The axes in the
/// corner orbit by a plain drag in every preset.
pub(super) fn motion(
    preset: InputPreset,
    button: PointerButton,
    modifiers: Modifiers,
) -> Option<CameraMotionKind> {
    use PointerButton::{Middle, Primary, Secondary};
    let Modifiers {
        alt,
        shift,
        command,
        ..
    } = modifiers;
    match (preset, button) {
        (InputPreset::Unreal, Primary) => Some(CameraMotionKind::Orbit),
        (InputPreset::Unreal, Middle) => Some(CameraMotionKind::Pan),
        (InputPreset::Unreal, Secondary) => Some(if alt {
            CameraMotionKind::Dolly
        } else {
            CameraMotionKind::Look
        }),
        (InputPreset::Blender, Middle) if shift => Some(CameraMotionKind::Pan),
        (InputPreset::Blender, Middle) if command => Some(CameraMotionKind::Dolly),
        (InputPreset::Blender, Middle) => Some(CameraMotionKind::Orbit),
        (InputPreset::Blender | InputPreset::Maya, Primary) => {
            alt.then_some(CameraMotionKind::Orbit)
        }
        (InputPreset::Maya, Middle) => alt.then_some(CameraMotionKind::Pan),
        (InputPreset::Maya, Secondary) => alt.then_some(CameraMotionKind::Dolly),
        (InputPreset::Blender, Secondary) | (_, PointerButton::Extra1 | PointerButton::Extra2) => {
            None
        }
    }
}

/// Whether holding the right button flies with W A S D Q E.
pub(super) fn flies(preset: InputPreset) -> bool {
    preset == InputPreset::Unreal
}

/// Describes the mouse controls of the preset in words, one line each.
pub fn lines(preset: InputPreset) -> Vec<&'static str> {
    match preset {
        InputPreset::Unreal => vec![
            tr!("Drag to orbit, middle-drag to pan, wheel to zoom to the pointer."),
            tr!(
                "Right-drag to look; with W A S D Q E to fly, Shift is faster, wheel sets the speed."
            ),
            tr!("Alt+left, middle or right drag: orbit, pan, dolly."),
        ],
        InputPreset::Blender => vec![
            tr!(
                "Middle-drag to orbit, with Shift to pan, with Ctrl to zoom. Alt+left drag also orbits."
            ),
            tr!("Wheel to zoom to the pointer. Drag the axes in the corner to orbit."),
        ],
        InputPreset::Maya => vec![
            tr!("Alt+left, middle or right drag: tumble, track, dolly."),
            tr!("Wheel to zoom to the pointer. Drag the axes in the corner to orbit."),
        ],
    }
}
