//! The timeline of a montage or clip: ruler, sections, slots with segments, notify tracks, sync
//! markers, curves.
//!
//! Every drag is computed from the project at its press, so one drag is one undo step and Esc
//! restores the old root.

mod beside_pointer;
mod drag;
mod flow;
mod follow;
mod go_to;
mod host;
pub(crate) mod item;
mod lanes;
mod link_kind;
mod notes;
pub(crate) mod plot;
mod press;
mod profile;
mod region;
mod ruler;
pub(crate) mod scene;
mod snap;
pub mod state;
mod view;

pub(crate) use drag::{ripple, trimming};
pub use host::{TimelineAsset, TimelineHost};
pub use lanes::replaced_clip;
pub(crate) use lanes::{
    EXTRAPOLATIONS, INTERPOLATIONS, NEW_STATE, add_key, interpolated, new_curve, new_key,
    new_marker,
};
pub use link_kind::LinkKind;
pub use snap::edges;
pub use state::{Asking, TimelineFitMode, TimelineRevealMode, drag_hint};
pub(crate) use state::{DragKind, QuickSlotPress, TimelineDrag};
pub use view::TimeView;

use crate::{action::EditorAction, session::Session, theme, views::PanelViews};
use asset::Compiled;
use document::{Document, Selection};
use egui::{Rect, Sense, Ui, pos2, vec2};
use scene::{TimelineScene, selected_span};
use state::{KnownView, TimelineState};
use studio::PreviewFrame;
use words::tr;

/// Everything below the transport bar.
pub fn timeline_ui(
    ui: &mut Ui,
    host: &TimelineHost<'_>,
    (document, compiled): (&Document, &Compiled),
    frame: Option<&PreviewFrame>,
    (session, views): (&Session, &mut PanelViews),
    actions: &mut Vec<EditorAction>,
) {
    let host = *host;
    views.timeline.menus_wait &= ui.input(|input| input.pointer.secondary_down());
    let is_active = session.active == Some(host.id);
    let area = ui.available_rect_before_wrap();
    let lanes = egui::Rangef::new(area.left() + theme::LANE_HEADER, area.right() - 8.0);
    let fit = views.timeline.fit.take_if(|_| is_active);
    let view = current_view(
        &mut views.timeline,
        &host,
        document.selection(),
        lanes.span(),
        fit,
    );
    let mut scene = TimelineScene {
        host,
        selection: document.selection(),
        document,
        session,
        compiled,
        frame,
        view,
        lanes,
    };
    let places = std::mem::take(&mut views.timeline.places);
    navigate(ui, area, &mut scene);
    let by_hand = scene.view != view || fit.is_some() || views.timeline.is_panned;
    if is_active {
        follow::follow(&mut scene, &mut views.timeline, by_hand);
    }
    // Links are in the lane of the sections too: where it is low, lanes need the room more.
    if host.montage().is_some() && area.height() >= flow::LEAST {
        flow::flow_ui(ui, &scene, views, actions);
    }
    views.timeline.places.ruler_top = ui.cursor().top();
    views.timeline.places.pressed = views.timeline.drag.as_ref().map(|drag| drag.press);
    ruler::ruler_ui(ui, &scene, views, actions);
    let overview = Rect::from_min_max(pos2(area.left(), area.bottom() - 14.0), area.max);
    let body = Rect::from_min_max(
        pos2(area.left(), ui.cursor().top()),
        pos2(area.right(), overview.top()),
    );
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(body));
    inner.set_clip_rect(body.intersect(ui.clip_rect()));
    egui::ScrollArea::vertical()
        .id_salt("lanes")
        .auto_shrink(false)
        .scroll_source(
            egui::scroll_area::ScrollSource::MOUSE_WHEEL
                | egui::scroll_area::ScrollSource::SCROLL_BAR,
        )
        .show(&mut inner, |ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
            lanes::lanes_ui(ui, &scene, views, actions);
        });
    let followed = scene.view;
    ruler::overview_ui(ui, &mut scene, overview);
    views.timeline.is_panned = scene.view != followed;
    ruler::playhead_ui(ui, &scene, area, body);
    if is_active {
        follow::hints_ui(ui, &scene, &mut views.timeline, body);
        drag::drag_ui(ui, &scene, views, actions);
    } else {
        views.timeline.places = places;
    }
    if scene.view != view {
        views.timeline.views.insert(
            host.id,
            KnownView {
                view: scene.view,
                fitted: None,
            },
        );
    }
}

fn current_view(
    state: &mut TimelineState,
    host: &TimelineHost<'_>,
    selection: &Selection,
    width: f32,
    fit: Option<TimelineFitMode>,
) -> TimeView {
    let length = if host.length() > 0.0 {
        host.length()
    } else {
        1.0
    };
    let whole = TimeView::fitting(0.0, length, width);
    let known = state.views.get(&host.id);
    let stays = fit.is_none()
        && known.is_some_and(|known| known.fitted.is_none_or(|fitted| fitted == width));
    if let Some(known) = known.filter(|_| stays) {
        return known.view;
    }
    let span = if fit == Some(TimelineFitMode::Selection) {
        selected_span(host, selection)
    } else {
        None
    };
    let view = span.map_or(whole, |(from, to)| TimeView::fitting(from, to, width));
    state.views.insert(
        host.id,
        KnownView {
            view,
            fitted: span.is_none().then_some(width),
        },
    );
    view
}

/// Ctrl+wheel zooms about the pointer, Shift+wheel and the middle button pan.
fn navigate(ui: &mut Ui, area: Rect, scene: &mut TimelineScene<'_>) {
    let response = ui.interact(area, ui.scope_id().with("timeline"), Sense::drag());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::accesskit::Role::Group, true, tr!("Timeline"))
    });
    if response.dragged_by(egui::PointerButton::Middle) {
        scene.view.pan(response.drag_delta().x);
    }
    let Some(pointer) = ui.ctx().pointer_hover_pos().filter(|at| area.contains(*at)) else {
        return;
    };
    let (zoom, scroll, shift) = ui.input(|input| {
        (
            input.zoom_delta(),
            input.smooth_scroll_delta(),
            input.modifiers.shift,
        )
    });
    if (zoom - 1.0).abs() > 1e-4 {
        scene
            .view
            .zoom_about(pointer.x - scene.lanes.min, f64::from(zoom));
    }
    let sideways = scroll.x + if shift { scroll.y } else { 0.0 };
    if sideways != 0.0 {
        scene.view.pan(sideways);
    }
}
