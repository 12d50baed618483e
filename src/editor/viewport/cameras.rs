//! What the camera of a project remembers: its lens, and views that one comes back to.

#[cfg(test)]
mod tests;

use super::navigation::Navigation;
use crate::parts::NumberField;
use egui::Ui;
use glam::Vec3;
use render::OrbitCamera;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use words::tr;

/// Millimetres of a picture of 35 mm film from top to bottom.
const FILM: f32 = 24.0;
/// Range of focal lengths on 35 mm film, millimetres.
const LENSES: std::ops::RangeInclusive<f64> = 10.0..=200.0;
/// Digits of bookmarks.
const DIGITS: std::ops::RangeInclusive<u8> = 1..=9;

/// Views by their digits, 1 to 9.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CameraBookmarks(BTreeMap<u8, CameraView>);

/// A view that one comes back to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct CameraView {
    /// World space, metres.
    target: [f32; 3],
    /// Distance of the camera to its target, metres.
    distance: f32,
    /// Yaw of the camera, radians.
    yaw: f32,
    pitch: f32,
    /// Focal length on 35 mm film, millimetres.
    lens: f32,
    orthographic: bool,
}

impl CameraView {
    fn of(camera: &OrbitCamera) -> Self {
        Self {
            target: camera.target.into(),
            distance: camera.distance,
            yaw: camera.yaw,
            pitch: camera.pitch,
            lens: lens(camera.fov),
            orthographic: camera.orthographic,
        }
    }

    /// Camera of the view; None if a file gave it values that no camera can have.
    fn camera(&self) -> Option<OrbitCamera> {
        let camera = OrbitCamera {
            target: Vec3::from(self.target),
            distance: self.distance,
            yaw: self.yaw,
            pitch: self.pitch,
            fov: angle(self.lens),
            orthographic: self.orthographic,
        };
        let numbers = [self.distance, self.yaw, self.pitch, self.lens];
        let is_sound = camera.target.is_finite()
            && numbers.iter().all(|number| number.is_finite())
            && self.distance > 0.0
            && LENSES.contains(&f64::from(self.lens))
            && self.pitch.abs() <= std::f32::consts::FRAC_PI_2;
        is_sound.then_some(camera)
    }
}

/// Focal length on 35 mm film, millimetres, of a vertical angle of view in radians.
pub(super) fn lens(angle: f32) -> f32 {
    FILM * 0.5 / (angle * 0.5).tan()
}

/// The vertical angle of view in radians, of a focal length.
pub(super) fn angle(lens: f32) -> f32 {
    2.0 * (FILM * 0.5 / lens).atan()
}

/// The lens and the bookmarks, in the menu of the view.
pub(super) fn menu_ui(ui: &mut Ui, navigation: &mut Navigation) {
    let fov = navigation.camera.fov;
    let field = NumberField {
        name: tr!("Focal length"),
        value: lens(fov).into(),
        unit: "mm",
        decimals: 0,
        speed: 0.3,
        range: LENSES,
        width: 60.0,
    };
    let tip = tr!(
        "As on 35 mm film: {:.0}° from top to bottom. A long lens flattens, a short one shows more",
        fov.to_degrees()
    );
    let row = ui.horizontal(|ui| {
        ui.add_space(8.0);
        ui.label(tr!("Focal length"));
        field.kept(ui)
    });
    row.response.on_hover_text(tip);
    if row.inner as f32 != lens(fov) {
        navigation.camera.fov = angle(row.inner as f32);
    }
    ui.separator();
    ui.menu_button(tr!("Save view as bookmark"), |ui| save_ui(ui, navigation))
        .response
        .on_hover_text(tr!(
            "Keeps this view with the project's settings on this computer"
        ));
    let known: Vec<u8> = navigation.bookmarks.0.keys().copied().collect();
    let button = ui.add_enabled_ui(!known.is_empty(), |ui| {
        ui.menu_button(tr!("Go to bookmark"), |ui| go_ui(ui, navigation, &known))
            .response
    });
    button
        .inner
        .on_disabled_hover_text(tr!("No view was saved yet"));
}

fn save_ui(ui: &mut Ui, navigation: &mut Navigation) {
    for digit in DIGITS {
        let is_taken = navigation.bookmarks.0.contains_key(&digit);
        let label = tr!(
            "Bookmark {digit}{}",
            if is_taken { tr!(" (replace)") } else { "" }
        );
        if ui
            .button(&label)
            .accessible_name(tr!("Save {label}"))
            .clicked()
        {
            let view = CameraView::of(&navigation.camera);
            navigation.bookmarks.0.insert(digit, view);
            ui.close();
        }
    }
}

fn go_ui(ui: &mut Ui, navigation: &mut Navigation, known: &[u8]) {
    for digit in known {
        let label = tr!("Bookmark {digit}");
        let button = ui.button(&label).accessible_name(tr!("Go to {label}"));
        if button.clicked() {
            let view = navigation.bookmarks.0.get(digit);
            if let Some(camera) = view.and_then(CameraView::camera) {
                navigation.camera = camera;
            }
            ui.close();
        }
    }
}
