//! The axes in the corner: which way is which, a click to look along one, a drag to orbit.
//! Invariant: it shows world axes in X Y Z colours, each with its letter.

use super::navigation::{Navigation, glam_from};
use crate::theme;
use egui::{
    Align2, Color32, Rect, Response, Sense, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};
use glam::Vec3;
use render::CameraSide;
use words::tr;

/// Sizes of the axes: side of the square, length of an arm and radius of a ball, points.
const SIDE: f32 = 76.0;
const ARM: f32 = 27.0;
const BALL: f32 = 7.5;

struct ViewportAxis {
    letter: &'static str,
    direction: Vec3,
    color: Color32,
    view: CameraSide,
}

const AXES: [ViewportAxis; 3] = [
    ViewportAxis {
        letter: "X",
        direction: Vec3::X,
        color: theme::AXIS_X,
        view: CameraSide::Left,
    },
    ViewportAxis {
        letter: "Y",
        direction: Vec3::Y,
        color: theme::AXIS_Y,
        view: CameraSide::Top,
    },
    ViewportAxis {
        letter: "Z",
        direction: Vec3::Z,
        color: theme::AXIS_Z,
        view: CameraSide::Front,
    },
];

/// Shows the axes in the bottom left corner of `view`.
pub(super) fn show(ui: &mut Ui, view: Rect, navigation: &mut Navigation) {
    let rect = Rect::from_min_size(
        pos2(view.left() + 4.0, view.bottom() - SIDE - 4.0),
        vec2(SIDE, SIDE),
    );
    let back = ui.interact(rect, ui.scope_id().with("axes"), Sense::click_and_drag());
    back.widget_info(|| WidgetInfo::labeled(Role::Group, true, tr!("Axes")));
    let responses = balls(ui, rect, navigation);
    for (axis, response) in &responses {
        if response.clicked() {
            navigation.look_from(axis.view);
        }
    }
    for dragged in responses
        .iter()
        .map(|(_, response)| response)
        .chain([&back])
    {
        if dragged.dragged() {
            navigation.orbit(glam_from(dragged.drag_delta()));
        }
    }
    paint(ui, rect, navigation, &responses);
}

/// The farthest first, so that the nearest is on top; widgets and colours alike.
fn sorted(navigation: &Navigation) -> Vec<&'static ViewportAxis> {
    let backward = navigation.camera.backward();
    let mut axes: Vec<&'static ViewportAxis> = AXES.iter().collect();
    axes.sort_by(|a, b| {
        a.direction
            .dot(backward)
            .total_cmp(&b.direction.dot(backward))
    });
    axes
}

fn tip(rect: Rect, axis: &ViewportAxis, navigation: &Navigation) -> egui::Pos2 {
    let basis = navigation.camera.world_from_view();
    rect.center()
        + vec2(
            basis.x_axis.dot(axis.direction),
            -basis.y_axis.dot(axis.direction),
        ) * ARM
}

fn balls(ui: &Ui, rect: Rect, navigation: &Navigation) -> Vec<(&'static ViewportAxis, Response)> {
    let ball = |axis: &'static ViewportAxis| {
        let place = Rect::from_center_size(tip(rect, axis, navigation), vec2(BALL, BALL) * 2.0);
        let response = ui.interact(
            place,
            ui.scope_id().with(("axis", axis.letter)),
            Sense::click_and_drag(),
        );
        let name = tr!("Look along {}", axis.letter);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        (
            axis,
            response.on_hover_text(tr!("{name}; click again for the opposite side")),
        )
    };
    sorted(navigation).into_iter().map(ball).collect()
}

fn paint(ui: &Ui, rect: Rect, navigation: &Navigation, responses: &[(&ViewportAxis, Response)]) {
    let painter = ui.painter();
    for axis in sorted(navigation) {
        let at = tip(rect, axis, navigation);
        let response = responses
            .iter()
            .find(|(other, _)| other.letter == axis.letter)
            .map(|(_, response)| response);
        let is_lit = response.is_some_and(|response| response.hovered() || response.has_focus());
        painter.line_segment([rect.center(), at], Stroke::new(1.5, axis.color));
        painter.circle_filled(at, BALL, if is_lit { theme::WHITE } else { axis.color });
        painter.text(
            at,
            Align2::CENTER_CENTER,
            axis.letter,
            theme::small(),
            theme::BASE,
        );
    }
}
