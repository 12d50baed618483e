//! The cards in the corners: tools and overlays, figures, what is played.
//! Invariant: a card never lets a click or the wheel through to the scene behind it.

use super::{
    Axes, Overlay, OverlaySettings, Tool, ViewportState, cameras,
    card::{EDGE, RADIUS, paint_card},
    level::{Figures, ViewportDetailLevel},
    mouse,
    navigation::Navigation,
    show_menu,
};
use crate::{
    dock::{self, Panel},
    icons, parts, theme,
};
use egui::{
    Align, Align2, Button, Frame, Layout, Margin, Painter, Pos2, Rect, RichText, Sense, Stroke, Ui,
    UiBuilder, Vec2, WidgetInfo, accesskit::Role, pos2, vec2,
};
use render::CameraSide;
use words::{Word, tr, word};

const FIGURES_WIDTH: f32 = 152.0;
const FIGURE_ROW: f32 = 20.0;
const CAPTION_HEIGHT: f32 = 24.0;
pub(super) const MENU_WIDTH: f32 = 140.0;
const CAPTION_GAP: f32 = 12.0;

const VIEWS: [(Word, CameraSide); 6] = [
    (word!("Front"), CameraSide::Front),
    (word!("Back"), CameraSide::Back),
    (word!("Left"), CameraSide::Left),
    (word!("Right"), CameraSide::Right),
    (word!("Top"), CameraSide::Top),
    (word!("Bottom"), CameraSide::Bottom),
];

/// Width of the tools, points. Below it the view's name appears only in its tooltip, so that the
/// tools stay in one row.
const ROOM_FOR_NAMES: f32 = 620.0;
/// Width of the tools, points. Below it overlays are only in their menu.
const ROOM_FOR_ICONS: f32 = 600.0;
/// Width of the tools, points. Below it the row has only the overlays that are switched often.
const ROOM_FOR_ALL: f32 = 800.0;
const OFTEN: [Overlay; 6] = [
    Overlay::Bones,
    Overlay::Sockets,
    Overlay::Trail,
    Overlay::Handles,
    Overlay::Ghosts,
    Overlay::BonePaths,
];
/// Width of the tools, points, from which overlays have words.
const ROOM_FOR_WORDS: f32 = 1500.0;

/// Result of the user's input to the tools.
pub(super) struct ViewportToolResponse {
    /// The rectangle of the card, points on the screen.
    pub rect: Rect,
    /// The button that frames everything was clicked.
    pub frames_all: bool,
    /// The handle that moves the panel is dragged.
    pub handle_dragged: bool,
    /// The button that starts and ends driving was clicked.
    pub toggles_drive: bool,
    /// The button of before and after was clicked.
    pub toggles_comparing: bool,
}

/// Top left: the view, what is shown over the scene, framing; whether the graph is driven, where
/// there is one.
pub(super) fn tools(
    ui: &mut Ui,
    view: Rect,
    settings: &mut OverlaySettings,
    navigation: &mut Navigation,
    (level, figures): (&mut ViewportDetailLevel, &Figures),
    (shown, driven): (&ViewportState<'_>, Option<bool>),
) -> ViewportToolResponse {
    let place = Rect::from_min_size(
        view.min + vec2(EDGE, EDGE),
        vec2(view.width() - 2.0 * EDGE, theme::BUTTON + 4.0),
    );
    let builder = UiBuilder::new()
        .id_salt("tools")
        .max_rect(place)
        .layout(Layout::left_to_right(Align::Center).with_main_wrap(true))
        .sense(Sense::click_and_drag());
    let mut child = ui.new_child(builder);
    let card = Frame::new()
        .fill(theme::PANEL)
        .stroke(Stroke::new(1.0, theme::HAIR))
        .corner_radius(RADIUS)
        .inner_margin(Margin::same(1));
    let used = card.show(&mut child, |ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        let handle_dragged = shown.has_handle && dock::grip(ui, Panel::Viewport);
        view_menu(ui, navigation, place.width() >= ROOM_FOR_NAMES);
        show_menu::shading_menu(ui, settings);
        show_menu::show_menu(ui, settings);
        level_menu(ui, level, figures);
        overlays(ui, settings, place.width());
        if settings.handles && !shown.handles.is_empty() {
            handles_ui(ui, settings);
        }
        divider(ui);
        let frames_all = frame_all_button(ui);
        let toggles_drive = driven.is_some_and(|is_on| drive_button(ui, is_on));
        let can_compare = driven.is_some() || shown.sandbox.is_some();
        let toggles_comparing = can_compare && compare_button(ui, shown.compares);
        (frames_all, handle_dragged, toggles_drive, toggles_comparing)
    });
    let (frames_all, handle_dragged, toggles_drive, toggles_comparing) = used.inner;
    ViewportToolResponse {
        rect: used.response.rect,
        frames_all,
        handle_dragged,
        toggles_drive,
        toggles_comparing,
    }
}

/// Top right, below the tools where they leave no room: how fast the root moves, how far it came,
/// how many bones there are, and what the level of detail costs where there are several.
pub(super) fn figures(
    ui: &Ui,
    (view, tools): (Rect, Rect),
    (frame, seen): (&studio::PreviewFrame, &ViewportState<'_>),
    (level, costs): (&ViewportDetailLevel, &Figures),
) -> Rect {
    let unit = seen.unit;
    // Passes of the window and ticks do not fall together, so what a mover does is not what a tick
    // sees of it.
    let speed = seen
        .drive
        .as_ref()
        .and_then(|drive| drive.speed)
        .unwrap_or(frame.speed);
    let travelled = seen.travelled;
    let mut rows = vec![
        (tr!("Speed"), format!("{}/s", unit.text(speed))),
        (tr!("Root Δ"), unit.text(travelled)),
        (tr!("Bones"), frame.skeleton.len().to_string()),
    ];
    if costs.levels > 1 {
        rows[2].1 = tr!("{} of {}", costs.bones, frame.skeleton.len());
        rows.push((tr!("Triangles"), costs.triangles.to_string()));
        rows.push((tr!("LOD"), tr!("{} (of {})", level.shown, costs.levels)));
    }
    let left = view.right() - EDGE - FIGURES_WIDTH;
    let top = if tools.right() + EDGE > left {
        tools.bottom()
    } else {
        view.top()
    };
    // A small view shows the first rows, down to the caption.
    let room = view.bottom() - CAPTION_HEIGHT - 3.0 * EDGE - top - 8.0;
    rows.truncate((room / FIGURE_ROW).max(0.0) as usize);
    if rows.is_empty() {
        return Rect::from_min_size(pos2(left, top + EDGE), Vec2::ZERO);
    }
    let size = vec2(FIGURES_WIDTH, rows.len() as f32 * FIGURE_ROW + 8.0);
    let card = Rect::from_min_size(pos2(left, top + EDGE), size);
    paint_card(ui, card, "figures");
    for (at, (label, value)) in rows.iter().enumerate() {
        let top = card.top() + 4.0 + at as f32 * FIGURE_ROW;
        let row = Rect::from_min_size(pos2(card.left(), top), vec2(card.width(), FIGURE_ROW))
            .shrink2(vec2(12.0, 0.0));
        let response = ui.interact(row, ui.scope_id().with(("figure", at)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{label} {value}")));
        parts::text_in(
            ui,
            row,
            Align2::LEFT_CENTER,
            *label,
            theme::small(),
            theme::TEXT_2,
        );
        parts::text_in(
            ui,
            row,
            Align2::RIGHT_CENTER,
            value,
            theme::small(),
            theme::TEXT,
        );
    }
    card
}

/// Bottom right: section, time, frame, weight.
pub(super) fn caption(ui: &Ui, view: Rect, shown: &ViewportState<'_>) {
    let time = format!("{:.3} s", shown.time);
    let frame = shown
        .frame_number
        .map_or(String::new(), |number| format!("f {number:.0}"));
    let weight = shown.weight.map(|weight| tr!("weight {weight:.3}"));
    let mut words = vec![(shown.caption.to_owned(), theme::strong(), theme::WHITE)];
    words.push((time, theme::text(), theme::TEXT));
    words.push((frame, theme::small(), theme::TEXT_2));
    words.extend(weight.map(|weight| (weight, theme::small(), theme::TEXT_2)));
    words.retain(|(text, ..)| !text.is_empty());
    let spoken = words
        .iter()
        .map(|(text, ..)| text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    let painter = ui.painter();
    let galleys: Vec<_> = words
        .into_iter()
        .map(|(text, font, color)| (painter.layout_no_wrap(text, font, color), color))
        .collect();
    let width = galleys
        .iter()
        .map(|(galley, _)| galley.size().x + CAPTION_GAP)
        .sum::<f32>()
        + CAPTION_GAP;
    let size = vec2(width, CAPTION_HEIGHT);
    let card = Rect::from_min_size(view.max - vec2(EDGE, EDGE) - size, size);
    paint_card(ui, card, "caption");
    let response = ui.interact(card, ui.scope_id().with("caption words"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    let mut x = card.left() + CAPTION_GAP;
    for (galley, color) in galleys {
        let advance = galley.size().x + CAPTION_GAP;
        painter.galley(
            pos2(x, card.center().y - galley.size().y / 2.0),
            galley,
            color,
        );
        x += advance;
    }
}

/// Bottom centre, while flying: how fast.
pub(super) fn fly_speed(painter: &Painter, view: Rect, factor: f32) {
    let at: Pos2 = view.center_bottom() - vec2(0.0, EDGE + 4.0);
    let text = tr!("Fly {factor:.2} ×");
    painter.text(at, Align2::CENTER_BOTTOM, text, theme::small(), theme::TEXT);
}

pub(super) fn divider(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(5.0, theme::BUTTON), Sense::hover());
    ui.painter().vline(
        rect.center().x,
        rect.shrink(4.0).y_range(),
        Stroke::new(1.0, theme::HAIR),
    );
}

/// A button for each, with a word where the whole row has room for them. Where there is little
/// room, *Show* has them alone.
fn overlays(ui: &mut Ui, settings: &mut OverlaySettings, room: f32) {
    if room < ROOM_FOR_ICONS {
        return;
    }
    divider(ui);
    let has_words = room >= ROOM_FOR_WORDS;
    let shown = if room < ROOM_FOR_ALL {
        &OFTEN[..]
    } else {
        &Overlay::ALL
    };
    for overlay in shown.iter().copied() {
        let lines = [
            overlay.what_it_does().to_owned(),
            tr!("Also in Show and in the View menu.").to_owned(),
        ];
        let (tip, is_on) = (parts::tip(overlay.title(), &lines), settings.is_on(overlay));
        let response = if has_words {
            let label = format!("{} {}", overlay.icon(), overlay.word());
            parts::toggle_button(ui, &label, is_on)
                .accessible_name(overlay.title())
                .on_hover_text(tip)
        } else {
            parts::icon_button_telling(ui, overlay.icon(), overlay.title(), tip, is_on)
        };
        if response.clicked() {
            settings.toggle(overlay);
        }
    }
}

/// Choice of the tool that handles use in a drag.
fn handles_ui(ui: &mut Ui, settings: &mut OverlaySettings) {
    divider(ui);
    for (tool, name, line) in [
        (
            Tool::Move,
            tr!("Move"),
            tr!("Move handles by their arrows, planes and centres."),
        ),
        (
            Tool::Turn,
            tr!("Rotate"),
            tr!("Rotate handles by their rings."),
        ),
    ] {
        let lines = [
            line.to_owned(),
            tr!("While dragging: X, Y or Z sets the axis, numbers set the distance, Shift is slower, Esc or right-click cancels.")
                .to_owned(),
        ];
        let button = parts::toggle_button(ui, name, settings.tool == tool);
        if button
            .accessible_name(tr!("{name} handles"))
            .on_hover_text(parts::tip(name, &lines))
            .clicked()
        {
            settings.tool = tool;
        }
    }
    let title = settings.axes.title();
    let text = format!("{title}  {}", icons::CARET_DOWN);
    let response = show_menu::flat_menu(ui, &text, false, |ui| {
        begin_menu(ui);
        for axes in Axes::ALL {
            if entry(ui, axes.title(), settings.axes == axes) {
                settings.axes = axes;
            }
        }
    });
    let lines = [tr!("Axes along which handles move and rotate.").to_owned()];
    response
        .accessible_name(tr!("Axes: {title}"))
        .on_hover_text(parts::tip(tr!("Axes"), &lines));
    let lines = [tr!("Snaps to 1 cm and 5°. Ctrl inverts snapping while you drag.").to_owned()];
    let tip = parts::tip(tr!("Snap handles"), &lines);
    if parts::icon_button_telling(ui, icons::MAGNET, tr!("Snap handles"), tip, settings.snaps)
        .clicked()
    {
        settings.snaps = !settings.snaps;
    }
}

fn frame_all_button(ui: &mut Ui) -> bool {
    let lines = [tr!("Home. F frames the selection.").to_owned()];
    let tip = parts::tip(tr!("Frame all"), &lines);
    parts::icon_button_telling(ui, icons::FRAME_CORNERS, tr!("Frame all"), tip, false).clicked()
}

fn drive_button(ui: &mut Ui, is_on: bool) -> bool {
    divider(ui);
    let lines = [tr!("Drives the character with the keyboard, as in a game.").to_owned()];
    let tip = parts::tip(tr!("Drive"), &lines);
    parts::icon_button_telling(ui, icons::FOOTPRINTS, tr!("Drive"), tip, is_on).clicked()
}

fn compare_button(ui: &mut Ui, is_on: bool) -> bool {
    let lines = [
        tr!("Shows the pose before the selected node as a ghost, with the change in numbers.")
            .to_owned(),
        tr!("Shows how far each foot slides, per frame and per contact.").to_owned(),
        tr!("Shows a montage with warp windows also without warping.").to_owned(),
    ];
    let button = parts::toggle_button(ui, tr!("Before and after"), is_on);
    button
        .on_hover_text(parts::tip(tr!("Before and after"), &lines))
        .clicked()
}

fn view_menu(ui: &mut Ui, navigation: &mut Navigation, is_named: bool) {
    let name = view_name(navigation);
    let shown = if is_named {
        format!("{name}  ")
    } else {
        String::new()
    };
    let text = format!("{}  {shown}{}", icons::VIDEO_CAMERA, icons::CARET_DOWN);
    // It has a field to type in.
    let response = show_menu::flat_menu(ui, &text, true, |ui| {
        parts::scrolled(ui, |ui| views(ui, navigation));
    });
    let drags = mouse::lines(navigation.preset).into_iter();
    let lines: Vec<String> = drags
        .chain([tr!("F frames the selection, Home frames all.")])
        .map(str::to_owned)
        .collect();
    response
        .accessible_name(tr!("View: {name}"))
        .on_hover_text(parts::tip(tr!("View"), &lines));
}

/// The picker, where there is a choice.
fn level_menu(ui: &mut Ui, level: &mut ViewportDetailLevel, figures: &Figures) {
    if figures.levels < 2 {
        return;
    }
    let name = match level.chosen {
        Some(at) => tr!("LOD {at}"),
        None => tr!("LOD Auto ({})", level.shown),
    };
    let text = format!("{name}  {}", icons::CARET_DOWN);
    let response = show_menu::flat_menu(ui, &text, false, |ui| {
        begin_menu(ui);
        if entry(ui, tr!("Auto"), level.chosen.is_none()) {
            level.chosen = None;
        }
        for at in 0..figures.levels {
            if entry(ui, &tr!("LOD {at}"), level.chosen == Some(at)) {
                level.chosen = Some(at);
            }
        }
    });
    let lines = [
        tr!("Auto selects the LOD by the character's screen size.").to_owned(),
        tr!("Coarser LODs draw fewer triangles, and keep removed bones in the reference pose.")
            .to_owned(),
    ];
    response
        .accessible_name(name)
        .on_hover_text(parts::tip(tr!("Level of detail"), &lines));
}

fn views(ui: &mut Ui, navigation: &mut Navigation) {
    begin_menu(ui);
    let side = navigation.side();
    if entry(
        ui,
        tr!("Perspective"),
        side.is_none() && !navigation.camera.orthographic,
    ) {
        navigation.look_freely();
    }
    for (name, view) in VIEWS {
        if entry(ui, &name, side == Some(view)) {
            navigation.camera.look_from(view);
        }
    }
    ui.separator();
    if entry(ui, tr!("Orthographic"), navigation.camera.orthographic) {
        navigation.camera.orthographic = !navigation.camera.orthographic;
    }
    ui.separator();
    cameras::menu_ui(ui, navigation);
}

pub(super) fn begin_menu(ui: &mut Ui) {
    ui.set_width(MENU_WIDTH);
    ui.spacing_mut().button_padding.x = 8.0;
}

pub(super) fn entry(ui: &mut Ui, name: &str, is_on: bool) -> bool {
    let color = if is_on { theme::ACCENT } else { theme::TEXT };
    let button = Button::selectable(is_on, RichText::new(name).font(theme::text()).color(color));
    let entry = ui.add(button.min_size(vec2(ui.available_width(), theme::BUTTON)));
    if entry.clicked() {
        ui.close();
    }
    entry.clicked()
}

fn view_name(navigation: &Navigation) -> &'static str {
    let side = navigation.side();
    let named = VIEWS
        .iter()
        .find(|(_, view)| Some(*view) == side)
        .map(|(name, _)| name.text());
    named.unwrap_or(if navigation.camera.orthographic {
        tr!("Orthographic")
    } else {
        tr!("Perspective")
    })
}
