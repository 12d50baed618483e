//! Which part of the time is in view: it goes with the playhead while that plays, until the hand
//! takes it elsewhere.

use super::{
    scene::{TimelineScene, selected_span},
    state::TimelineRevealMode,
};
use crate::{icons, preferences::Follow, theme, timeline::state::TimelineState};
use egui::{Button, Color32, Rect, RichText, Sense, Ui, pos2, vec2};
use words::tr;

/// Place of the playhead on a new page, as a share of the page's width.
const MARGIN: f64 = 0.05;
const ARROW: egui::Vec2 = vec2(16.0, 14.0);

/// Takes the view to what is asked for, else to the playhead. `by_hand`: it was panned, zoomed or
/// fitted in this pass.
pub(super) fn follow(scene: &mut TimelineScene<'_>, state: &mut TimelineState, by_hand: bool) {
    let (mode, is_playing) = (
        scene.session.preferences.follow,
        scene.session.transport.playing,
    );
    let position = scene.session.playhead(scene.host.id);
    let is_handled = by_hand || state.drag.as_ref().is_some_and(|drag| drag.moved);
    state.is_follow_paused =
        is_playing && mode != Follow::Off && (state.is_follow_paused || is_handled);
    let width = f64::from(scene.lanes.span()) / scene.view.scale;
    let (from, to) = (scene.view.start, scene.view.start + width);
    match state.reveal.take() {
        Some(TimelineRevealMode::Selection) => {
            scene.view = scene.view.showing(
                selected_span(&scene.host, scene.selection),
                scene.lanes.span(),
            );
        }
        Some(TimelineRevealMode::Playhead) if position < from || position > to => {
            scene.view.start = position - width / 2.0
        }
        Some(TimelineRevealMode::Playhead) => {}
        None if !is_playing || state.is_follow_paused => {}
        None => match mode {
            Follow::Off => {}
            Follow::Page if (from..=to).contains(&position) => {}
            Follow::Page if scene.session.transport.rate < 0.0 => {
                scene.view.start = position - width * (1.0 - MARGIN)
            }
            Follow::Page => scene.view.start = position - width * MARGIN,
            Follow::Smooth => scene.view.start = position - width / 2.0,
        },
    }
}

/// Over the lanes: that the view stays, and where to look for what is out of view.
pub(super) fn hints_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    state: &mut TimelineState,
    body: Rect,
) {
    let position = scene.session.playhead(scene.host.id);
    let row = body.top() - theme::RULER;
    if arrow_ui(
        ui,
        scene,
        (position, position),
        row + ARROW.y / 2.0,
        (tr!("Show the playhead"), theme::WHITE),
    ) {
        state.reveal = Some(TimelineRevealMode::Playhead);
    }
    if let Some(span) = selected_span(&scene.host, scene.selection)
        && arrow_ui(
            ui,
            scene,
            span,
            body.center().y,
            (tr!("Show the selection"), theme::ACCENT),
        )
    {
        state.reveal = Some(TimelineRevealMode::Selection);
    }
    if state.is_follow_paused {
        let rect = Rect::from_min_size(
            pos2(scene.lanes.max - 108.0, body.top() + 4.0),
            vec2(104.0, 20.0),
        );
        let text = RichText::new(tr!("follow paused"))
            .font(theme::small())
            .color(theme::WARN);
        let button = Button::new(text)
            .fill(theme::RAISE)
            .sense(Sense::click_and_drag());
        let response = ui
            .put(rect, button)
            .on_hover_text(tr!("Follow the playhead again"));
        if response.clicked() {
            state.is_follow_paused = false;
        }
    }
}

/// Shows an arrow at the end of the lanes beyond which `span` lies. Returns whether it was clicked.
fn arrow_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    span: (f64, f64),
    y: f32,
    (name, color): (&str, Color32),
) -> bool {
    let (icon, x) = if scene.x(span.1) < scene.lanes.min {
        (icons::CARET_LEFT, scene.lanes.min + ARROW.x / 2.0)
    } else if scene.x(span.0) > scene.lanes.max {
        (icons::CARET_RIGHT, scene.lanes.max - ARROW.x / 2.0)
    } else {
        return false;
    };
    // It takes drags as well, or what lies under it would.
    let text = RichText::new(icon).font(theme::icon(12.0)).color(color);
    ui.spacing_mut().button_padding = vec2(1.0, 0.0);
    let button = Button::new(text)
        .fill(theme::RAISE)
        .min_size(ARROW)
        .sense(Sense::click_and_drag());
    let rect = Rect::from_center_size(pos2(x, y), ARROW);
    ui.put(rect, button)
        .accessible_name(name)
        .on_hover_text(name)
        .clicked()
}
