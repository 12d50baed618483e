//! What is looked at on a page of nodes: the eye on the node whose pose is watched, and what each
//! node costs.

use super::{
    camera::{FAR, Lens},
    host::Host,
    page::Scene,
    paint::font,
};
use crate::{
    action::{EditorAction, GraphAction},
    graph_inspection::Looking,
    icons, parts, theme,
};
use egui::{Align2, Rect, Sense, Stroke, Ui, WidgetInfo, accesskit::Role, vec2};
use words::tr;

/// Least width, points, with which the button of the bar has a label.
const WORDS: f32 = 320.0;

/// Paints marks over the cards: the cost of each node, and the eye of the watched node.
pub fn marks_ui(
    ui: &Ui,
    scene: &Scene,
    lens: &Lens,
    looking: &Looking,
    actions: &mut Vec<EditorAction>,
) {
    let (zoom, seen) = (lens.camera.zoom, lens.seen());
    for card in scene.cards.iter().filter(|card| card.rect.intersects(seen)) {
        let Some(id) = card.id else { continue };
        let rect = lens.screen_rect(card.rect);
        if let Some(micros) = looking.costs.of(id).filter(|_| zoom >= FAR) {
            let at = rect.right_bottom() + vec2(-2.0, 3.0) * zoom;
            let text = format!("{micros:.1} µs");
            ui.painter().text(
                at,
                Align2::RIGHT_TOP,
                text,
                font(theme::small(), zoom),
                theme::TEXT_3,
            );
        }
        if looking.watched == Some(id) {
            eye_ui(ui, rect, &card.title, zoom, actions);
        }
    }
}

/// Eye at the corner of the watched node; a click stops watching.
fn eye_ui(ui: &Ui, card: Rect, title: &str, zoom: f32, actions: &mut Vec<EditorAction>) {
    let color = theme::PALETTE[1];
    let at = card.left_top();
    let response = ui.interact(
        Rect::from_center_size(at, vec2(20.0, 20.0)),
        ui.scope_id().with("watched eye"),
        Sense::click(),
    );
    let name = tr!("Stop watching {title}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    // Around the border of what is selected.
    ui.painter().rect_stroke(
        card.expand(3.0),
        6.0,
        Stroke::new(1.5, color),
        egui::StrokeKind::Middle,
    );
    ui.painter()
        .circle(at, 10.0, theme::BASE, Stroke::new(1.5, color));
    ui.painter().text(
        at,
        Align2::CENTER_CENTER,
        icons::EYE,
        font(theme::icon(13.0), zoom.clamp(0.8, 1.0)),
        color,
    );
    if response.on_hover_text(name).clicked() {
        actions.push(GraphAction::WatchPose(None).into());
    }
}

/// Shows the tools for watching poses in the bar, from right to left.
pub fn tools_ui(ui: &mut Ui, host: &Host<'_>, looking: &Looking, actions: &mut Vec<EditorAction>) {
    let nodes: Vec<_> = host
        .selected()
        .into_iter()
        .filter(|id| host.graph.wiring.node(*id).is_some())
        .collect();
    let is_on = looking.watched.is_some();
    let title = if is_on {
        host.session
            .keymap
            .titled(tr!("Stop watching the pose"), "graph.watch")
    } else {
        host.session
            .keymap
            .titled(tr!("Watch the pose of the selected node"), "graph.watch")
    };
    let enabled = is_on || nodes.len() == 1;
    if parts::icon_button_with(ui, icons::EYE, &title, is_on, enabled, theme::icon(16.0)).clicked()
    {
        let node = nodes.first().copied().filter(|_| !is_on);
        actions.push(GraphAction::WatchPose(node).into());
    }
    let why = host
        .session
        .keymap
        .titled(tr!("Why this pose?"), "graph.why");
    let is_clicked = if ui.available_width() > WORDS {
        words_ui(ui, looking.asks_why, &why)
    } else {
        parts::icon_button(ui, icons::INFO, &why, looking.asks_why).clicked()
    };
    if is_clicked {
        actions.push(GraphAction::Why.into());
    }
}

fn words_ui(ui: &mut Ui, is_on: bool, title: &str) -> bool {
    let color = if is_on { theme::ACCENT } else { theme::TEXT };
    let text = egui::RichText::new(tr!("{}  Why this pose?", icons::INFO))
        .font(theme::medium())
        .color(color);
    let button = egui::Button::new(text).min_size(vec2(0.0, theme::BUTTON));
    let button = if is_on {
        button.fill(theme::ACCENT_FILL)
    } else {
        button
    };
    let response = ui.add(button).on_hover_text(tr!(
        "Shares of the selected bone, and decisions of state machines"
    ));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, title));
    response.clicked()
}
