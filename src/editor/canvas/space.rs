//! A blend space as a picture: its samples on its axes, the triangles between them, and a
//! cross-hair that tries it.

use super::{ground::empty_ui, paint, response};
use crate::{
    action::{BlendSpaceAction, EditAction, EditorAction},
    coverage::paint_coverage,
    dock::{self, Panel},
    icons,
    kinds::blend_space::{BlendSpaceNow, BlendSpaceView, compiled_space, trial_of},
    panels::slide::told::{color, heat, millimetres},
    parts,
    session::Session,
    theme,
    views::{Edits, PanelViews},
};
use anim::blend_space;
use asset::{
    BlendSpace, Id, Project,
    blend_space::{Axis, Division, Sample},
};
use document::{BlendSpaceCommand, Command, Gesture, ItemCommand};
use egui::{
    Align, Align2, Color32, CursorIcon, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, accesskit::Role, pos2, vec2,
};
use studio::{PreviewFrame, slide::Map};
use words::{noun, tr};

const MARGIN: egui::Vec2 = vec2(72.0, 48.0);
/// Points of the screen.
const REACH: f32 = 12.0;
const DIAMOND: f32 = 6.0;

/// The blend space that a page shows, with its project and the frame that plays.
pub struct BlendSpacePicture<'a> {
    /// What the window shares, to read.
    pub session: &'a Session,
    /// The project, for the clips at the samples.
    pub project: &'a Project,
    /// The id of `space`.
    pub id: Id,
    /// The open blend space.
    pub space: &'a BlendSpace,
    /// The last frame, which may play something else.
    pub frame: Option<&'a PreviewFrame>,
    /// Foot sliding over the whole blend space; None if it was not measured.
    pub slide: Option<&'a Map>,
}

/// The axes on the screen.
struct BlendSpaceAxes<'a> {
    space: &'a BlendSpace,
    rect: Rect,
}

impl BlendSpaceAxes<'_> {
    fn axis(&self, at: usize) -> Option<&Axis> {
        self.space.axes.get(at)
    }

    /// Screen position of a point in the axes' units; a single axis runs through the middle.
    fn screen(&self, at: [f64; 2]) -> Pos2 {
        let part = |axis: Option<&Axis>, at: f64| {
            axis.map_or(0.5, |axis| {
                (at - f64::from(axis.min)) / f64::from(axis.max - axis.min)
            }) as f32
        };
        let (x, y) = (part(self.axis(0), at[0]), part(self.axis(1), at[1]));
        pos2(
            self.rect.left() + x * self.rect.width(),
            self.rect.bottom() - y * self.rect.height(),
        )
    }

    /// Values of a screen position in the axes' units, clamped to the axes.
    fn value(&self, at: Pos2) -> [f64; 2] {
        let value = |axis: Option<&Axis>, part: f32| {
            axis.map_or(0.0, |axis| {
                f64::from(axis.min)
                    + f64::from(part.clamp(0.0, 1.0)) * f64::from(axis.max - axis.min)
            })
        };
        let x = (at.x - self.rect.left()) / self.rect.width();
        let y = (self.rect.bottom() - at.y) / self.rect.height();
        [value(self.axis(0), x), value(self.axis(1), y)]
    }
}

/// Shows the page of a blend space, with a drag handle for a panel that has no tab; returns whether
/// the handle is dragged.
pub fn space_ui(
    ui: &mut Ui,
    host: &BlendSpacePicture<'_>,
    views: &mut PanelViews,
    handle: Option<Panel>,
    actions: &mut Vec<EditorAction>,
) -> bool {
    ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
    let dragged = dock::tool_bar(ui, tr!("canvas bar"), handle, |ui| {
        bar_ui(ui, host, &mut views.kinds.blend_space, actions)
    });
    let whole = ui.available_rect_before_wrap();
    let shares = egui::Panel::bottom("shares")
        .exact_size(64.0)
        .resizable(false);
    let compiled = compiled_space(host.space);
    let input = views.kinds.blend_space.input;
    let BlendSpaceNow {
        position: now,
        weights,
        ..
    } = BlendSpaceNow::of(host.space, host.frame, input);
    let view = &mut views.kinds.blend_space;
    if let Some(frame) = trial_of(host.space, host.frame) {
        view.trail.push(host.id, (frame.time, input, now));
    }
    if view.plots {
        let plot = egui::Panel::bottom("response")
            .exact_size(168.0)
            .resizable(false);
        plot.frame(egui::Frame::new().fill(theme::BASE))
            .show(ui, |ui| response::response_ui(ui, host.space, &view.trail));
    }
    shares
        .frame(egui::Frame::new().fill(theme::PANEL))
        .show(ui, |ui| shares_ui(ui, host, &weights));
    let room = ui.available_rect_before_wrap();
    let rect = Rect::from_min_max(room.min + vec2(MARGIN.x, MARGIN.y), room.max - MARGIN);
    if rect.width() < 60.0 || rect.height() < 60.0 || whole.width() < 60.0 {
        return dragged;
    }
    let field = BlendSpaceAxes {
        space: host.space,
        rect,
    };
    let response = ui.interact(room, ui.scope_id().with("space"), Sense::click_and_drag());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Canvas, true, tr!("Blend space {}", host.space.name))
    });
    axes_ui(ui, &field);
    if let Some(map) = host.slide.filter(|_| views.kinds.blend_space.slides) {
        slide_ui(ui, &field, map, &response);
    }
    if let Some(compiled) = &compiled {
        triangles_ui(ui, &field, compiled, &weights);
    }
    samples_ui(ui, host, &field, &weights, &views.kinds.blend_space);
    if views.kinds.blend_space.traces {
        trace_ui(ui, &field, &views.kinds.blend_space);
    }
    cross_ui(ui, &field, input, now);
    if host.space.samples.is_empty() {
        empty_ui(
            ui,
            room,
            tr!("No samples yet"),
            tr!("Drag a clip here from the assets."),
        );
    }
    drop_ui(ui, &field, &response, actions);
    point(ui, host, &field, &response, &mut views.edits, actions);
    dragged
}

fn bar_ui(
    ui: &mut Ui,
    host: &BlendSpacePicture<'_>,
    view: &mut BlendSpaceView,
    actions: &mut Vec<EditorAction>,
) {
    ui.spacing_mut().item_spacing.x = 4.0;
    crate::panels::transport::step_ui(ui, -1, host.session, actions);
    let playing = host.session.transport.playing;
    let (icon, title) = if playing {
        (icons::PAUSE, tr!("Pause"))
    } else {
        (icons::PLAY, tr!("Play"))
    };
    crate::panels::transport::play_button(
        ui,
        icon,
        &host.session.keymap.titled(title, "play.toggle"),
        actions,
    );
    crate::panels::transport::step_ui(ui, 1, host.session, actions);
    ui.add_space(8.0);
    for (division, label) in [
        (Division::Triangles, tr!("Triangles")),
        (Division::Grid, tr!("Grid")),
    ] {
        let is_on = host.space.division == division;
        if parts::button(ui, None, label, is_on).clicked() && !is_on {
            let command = Command::BlendSpace(host.id, BlendSpaceCommand::SetDivision(division));
            actions.push(EditAction::Perform(command, None).into());
        }
    }
    ui.add_space(8.0);
    let place = parts::button(
        ui,
        Some(icons::PERSON_SIMPLE_WALK),
        tr!("Place from motion"),
        false,
    );
    if place
        .on_hover_text(tr!(
            "Moves every sample to its clip's root speed, on axes in m/s and °"
        ))
        .clicked()
    {
        actions.push(BlendSpaceAction::PlaceByMotion.into());
    }
    let trace = parts::button(ui, Some(icons::PATH), tr!("Trace"), view.traces);
    if trace
        .on_hover_text(tr!("Shows the path of the last seconds"))
        .clicked()
    {
        view.traces = !view.traces;
    }
    let plot = parts::button(ui, Some(icons::WAVEFORM), tr!("Response"), view.plots);
    if plot
        .on_hover_text(tr!("Plots the input and the result of the last seconds"))
        .clicked()
    {
        view.plots = !view.plots;
    }
    let slide = parts::button(
        ui,
        Some(icons::PERSON_SIMPLE_WALK),
        tr!("Foot slide"),
        view.slides,
    );
    if slide
        .on_hover_text(tr!("Shows foot slide across the blend space"))
        .clicked()
    {
        view.slides = !view.slides;
        if view.slides && host.slide.is_none() {
            actions.push(crate::action::ViewAction::MeasureSlide.into());
        }
    }
    ui.add_space(8.0);
    let hint =
        tr!("Drag in the grid to preview, drag samples to move them, drop clips from Assets");
    let hint = egui::RichText::new(hint)
        .font(theme::small())
        .color(theme::TEXT_3);
    ui.add(egui::Label::new(hint).truncate());
}

/// The heat map of sliding feet: a cell around each place, with its millimetres where there is
/// room.
fn slide_ui(ui: &Ui, field: &BlendSpaceAxes<'_>, map: &Map, response: &egui::Response) {
    const ROOM: egui::Vec2 = vec2(46.0, 18.0);
    let [columns, rows] = map.size;
    let half = |cells: usize, length: f32| {
        if cells > 1 {
            length / (cells - 1) as f32 / 2.0
        } else {
            length / 2.0
        }
    };
    let half = vec2(
        half(columns, field.rect.width()),
        half(rows, field.rect.height()),
    );
    for cell in &map.cells {
        let middle = field.screen(cell.at);
        let rect = Rect::from_center_size(middle, half * 2.0).intersect(field.rect);
        let tone = if cell.slid.contacts == 0 {
            theme::TEXT_3
        } else {
            color(cell.slid.worst)
        };
        let fill = if cell.slid.contacts == 0 {
            theme::TEXT_3.gamma_multiply(0.1)
        } else {
            heat(cell.slid.worst)
        };
        ui.painter().rect_filled(rect.shrink(0.5), 0.0, fill);
        if half.x * 2.0 > ROOM.x && half.y * 2.0 > ROOM.y {
            let text = if cell.slid.contacts == 0 {
                tr!("no contact").to_owned()
            } else {
                millimetres(cell.slid.worst)
            };
            let at = pos2(rect.center().x, rect.top() + 9.0);
            ui.painter()
                .text(at, Align2::CENTER_CENTER, text, theme::small(), tone);
        }
    }
    let under = |at: Pos2| {
        let order = |it: &&studio::slide::Cell| field.screen(it.at).distance_sq(at);
        map.cells
            .iter()
            .min_by(|a, b| order(a).total_cmp(&order(b)))
    };
    let Some(cell) = response
        .hover_pos()
        .filter(|at| field.rect.contains(*at))
        .and_then(under)
    else {
        return;
    };
    let slid = &cell.slid;
    let text = match slid.contacts {
        0 => tr!("No foot contact here").to_owned(),
        count => {
            let (mean, worst) = (millimetres(slid.mean), millimetres(slid.worst));
            tr!(
                "Foot slide per contact: mean {mean}, max {worst}, {}",
                parts::count(count, noun!("contact"))
            )
        }
    };
    response.clone().on_hover_text_at_pointer(text);
}

fn axes_ui(ui: &Ui, field: &BlendSpaceAxes<'_>) {
    let painter = ui.painter();
    painter.rect_stroke(
        field.rect,
        0.0,
        Stroke::new(1.0, theme::HAIR),
        StrokeKind::Inside,
    );
    for (at, axis) in field.space.axes.iter().enumerate().take(2) {
        let lines = axis.grid.clamp(1, 64);
        for line in 0..=lines {
            let value = f64::from(axis.min)
                + f64::from(axis.max - axis.min) * f64::from(line) / f64::from(lines);
            let place = if at == 0 {
                field.screen([value, 0.0])
            } else {
                field.screen([0.0, value])
            };
            let stroke = Stroke::new(1.0, theme::over(theme::BASE, theme::HAIR, 0.6));
            let every = (lines / 6).max(1);
            let text = format!("{value:.2}")
                .trim_end_matches('0')
                .trim_end_matches('.')
                .replace('-', "−");
            if at == 0 {
                painter.vline(place.x, field.rect.y_range(), stroke);
                if line % every == 0 {
                    let below = pos2(place.x, field.rect.bottom() + 6.0);
                    painter.text(
                        below,
                        Align2::CENTER_TOP,
                        text,
                        theme::small(),
                        theme::TEXT_2,
                    );
                }
            } else {
                painter.hline(field.rect.x_range(), place.y, stroke);
                if line % every == 0 {
                    let beside = pos2(field.rect.left() - 8.0, place.y);
                    painter.text(
                        beside,
                        Align2::RIGHT_CENTER,
                        text,
                        theme::small(),
                        theme::TEXT_2,
                    );
                }
            }
        }
        let name = if axis.unit.is_empty() {
            axis.name.clone()
        } else {
            format!("{}, {}", axis.name, axis.unit)
        };
        if at == 0 {
            let below = field.rect.center_bottom() + vec2(0.0, 24.0);
            painter.text(
                below,
                Align2::CENTER_TOP,
                name,
                theme::small(),
                theme::TEXT_3,
            );
        } else {
            let above = field.rect.left_top() - vec2(0.0, 10.0);
            painter.text(
                above,
                Align2::LEFT_BOTTOM,
                name,
                theme::small(),
                theme::TEXT_3,
            );
        }
    }
}

/// Draws the triangles of the compiled space on the screen.
fn triangles_ui(
    ui: &Ui,
    field: &BlendSpaceAxes<'_>,
    space: &blend_space::BlendSpace,
    weights: &[f64],
) {
    let place = |sample: u32| {
        let at = space.samples()[sample as usize].at;
        field.screen([at[0].into(), at[1].into()])
    };
    let color = theme::category(2);
    for triangle in space.triangles() {
        let samples = triangle.map(|spot| space.spots()[spot as usize].sample);
        let points = samples.map(place);
        let is_in = samples.iter().all(|sample| {
            weights
                .get(*sample as usize)
                .is_some_and(|weight| *weight > 0.0)
        });
        let (fill, stroke) = if is_in {
            (color.gamma_multiply(0.22), Stroke::new(1.5, color))
        } else {
            (Color32::TRANSPARENT, Stroke::new(1.0, theme::TEXT_3))
        };
        ui.painter()
            .add(Shape::convex_polygon(points.to_vec(), fill, stroke));
    }
    if space.axes().len() == 1 {
        ui.painter().hline(
            field.rect.x_range(),
            field.rect.center().y,
            Stroke::new(1.0, theme::TEXT_3),
        );
    }
}

fn samples_ui(
    ui: &Ui,
    host: &BlendSpacePicture<'_>,
    field: &BlendSpaceAxes<'_>,
    weights: &[f64],
    view: &BlendSpaceView,
) {
    let chosen = view.sample(host.space).map(|sample| sample.id);
    for (sample, weight) in host.space.samples.iter().zip(weights) {
        let at = field.screen(host.space.place(sample).map(f64::from));
        let name = host
            .project
            .asset_name(sample.clip)
            .unwrap_or(tr!("missing clip"));
        let response = ui.interact(
            Rect::from_center_size(at, vec2(14.0, 14.0)),
            ui.scope_id().with(sample.id),
            Sense::hover(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, tr!("Sample point {name}")));
        let size = DIAMOND + 3.0 * *weight as f32;
        let points = [
            vec2(0.0, -size),
            vec2(size, 0.0),
            vec2(0.0, size),
            vec2(-size, 0.0),
        ]
        .map(|by| at + by)
        .to_vec();
        let color = theme::category(2);
        let fill = if *weight > 0.0 { color } else { theme::BASE };
        ui.painter().add(Shape::convex_polygon(
            points,
            fill,
            Stroke::new(1.3, theme::TEXT),
        ));
        if chosen == Some(sample.id) {
            ui.painter()
                .circle_stroke(at, size + 5.0, Stroke::new(1.5, theme::ACCENT));
        }
        let galley = ui
            .painter()
            .layout_no_wrap(name.to_owned(), theme::small(), theme::TEXT_2);
        let covered = host.session.coverage.as_ref();
        paint_coverage(ui.painter(), covered, sample.id, at - vec2(size, size));
        // A label that would leave the canvas stands on the other side.
        let is_left = at.x + 10.0 + galley.size().x > ui.clip_rect().right();
        let (x, align) = if is_left {
            (at.x - 10.0, Align::Max)
        } else {
            (at.x + 10.0, Align::Min)
        };
        let above = Align2([align, Align::Max]).anchor_size(pos2(x, at.y - 6.0), galley.size());
        ui.painter().galley(above.min, galley, theme::TEXT_2);
        if *weight > 0.0 {
            ui.painter().text(
                pos2(x, at.y + 6.0),
                Align2([align, Align::Min]),
                format!("{weight:.3}"),
                theme::small(),
                color,
            );
        }
    }
}

/// White is where it is, a ring what is asked for.
fn cross_ui(ui: &Ui, field: &BlendSpaceAxes<'_>, input: [f64; 2], now: [f64; 2]) {
    let (asked, at) = (field.screen(input), field.screen(now));
    let painter = ui.painter();
    let stroke = Stroke::new(1.0, theme::TEXT_2);
    painter.vline(at.x, field.rect.y_range(), stroke);
    if field.space.axes.len() > 1 {
        painter.hline(field.rect.x_range(), at.y, stroke);
    }
    painter.circle_stroke(asked, 5.0, Stroke::new(1.2, theme::TEXT_2));
    painter.circle(at, 4.0, theme::WHITE, Stroke::new(2.0, theme::BASE));
    let unit = |at: usize| field.axis(at).map_or("", |axis| axis.unit.as_str());
    let text = format!("{:.2} {}", now[0], unit(0));
    paint::pill(
        ui,
        pos2(at.x, field.rect.bottom() + 12.0),
        text.trim(),
        1.0,
        theme::WHITE,
    );
    if field.space.axes.len() > 1 {
        let text = format!("{:.2} {}", now[1], unit(1));
        paint::pill(
            ui,
            pos2(field.rect.left() - 36.0, at.y),
            text.trim(),
            1.0,
            theme::WHITE,
        );
    }
}

/// Trail of the past positions; older parts are fainter.
fn trace_ui(ui: &Ui, field: &BlendSpaceAxes<'_>, view: &BlendSpaceView) {
    let points = &view.trail.points;
    for (at, (from, to)) in points.iter().zip(points.iter().skip(1)).enumerate() {
        let age = at as f32 / points.len() as f32;
        let stroke = Stroke::new(1.5, theme::ACCENT.gamma_multiply(0.15 + 0.85 * age));
        ui.painter()
            .line_segment([field.screen(from.2), field.screen(to.2)], stroke);
    }
}

/// Weight of each sample in the pose, side by side.
fn shares_ui(ui: &Ui, host: &BlendSpacePicture<'_>, weights: &[f64]) {
    let rect = ui.max_rect();
    let title = rect.left_top() + vec2(12.0, 8.0);
    ui.painter().text(
        title,
        Align2::LEFT_TOP,
        tr!("Weights"),
        theme::small(),
        theme::TEXT_3,
    );
    let bar = Rect::from_min_max(
        rect.left_top() + vec2(12.0, 28.0),
        rect.right_bottom() - vec2(12.0, 12.0),
    );
    ui.painter().rect_filled(bar, 2.0, theme::BASE);
    let sum: f64 = weights.iter().sum();
    let mut left = bar.left();
    for (at, (sample, weight)) in host.space.samples.iter().zip(weights).enumerate() {
        let width = (bar.width() as f64 * weight / sum.max(1e-9)) as f32;
        if width < 1.0 {
            continue;
        }
        let part = Rect::from_min_size(pos2(left, bar.top()), vec2(width - 1.0, bar.height()));
        ui.painter().rect_filled(
            part,
            2.0,
            theme::over(theme::BASE, theme::category(at as u8), 0.55),
        );
        let name = host
            .project
            .asset_name(sample.clip)
            .unwrap_or(tr!("missing clip"));
        let text = format!("{name}  {:.1} %", weight / sum.max(1e-9) * 100.0);
        parts::text_in(
            ui,
            part.shrink2(vec2(6.0, 0.0)),
            Align2::LEFT_CENTER,
            text,
            theme::small(),
            theme::WHITE,
        );
        left += width;
    }
}

/// A clip from the assets becomes a sample.
fn drop_ui(
    ui: &Ui,
    field: &BlendSpaceAxes<'_>,
    response: &egui::Response,
    actions: &mut Vec<EditorAction>,
) {
    let Some(at) = ui.ctx().pointer_latest_pos() else {
        return;
    };
    if response.dnd_hover_payload::<Id>().is_some() {
        ui.painter()
            .circle_stroke(at, 8.0, Stroke::new(1.5, theme::ACCENT));
    }
    if let Some(clip) = response.dnd_release_payload::<Id>() {
        actions.push(
            BlendSpaceAction::DropClip(*clip, field.value(at).map(|value| value as f32)).into(),
        );
    }
}

fn point(
    ui: &Ui,
    host: &BlendSpacePicture<'_>,
    field: &BlendSpaceAxes<'_>,
    response: &egui::Response,
    edits: &mut Edits,
    actions: &mut Vec<EditorAction>,
) {
    let near = |at: Pos2| {
        let place = |sample: &&Sample| {
            field
                .screen(host.space.place(sample).map(f64::from))
                .distance(at)
        };
        let all = host
            .space
            .samples
            .iter()
            .filter(|sample| place(sample) <= REACH);
        all.min_by(|a, b| place(a).total_cmp(&place(b)))
    };
    let pointer = ui.ctx().pointer_latest_pos();
    if let Some(at) = pointer.filter(|_| response.contains_pointer())
        && near(at).is_some()
    {
        ui.ctx().set_cursor_icon(CursorIcon::Grab);
    }
    let id = ui.scope_id().with("dragged sample");
    // In a slow pass a click comes whole: the button is up again.
    let is_click = response.clicked();
    let is_on = response.is_pointer_button_down_on() || is_click;
    if is_on && ui.input(|input| input.pointer.primary_pressed()) {
        let held = pointer
            .and_then(near)
            .map(|sample| (sample.id, edits.gesture()));
        ui.data_mut(|data| data.insert_temp(id, held));
        if let Some((sample, _)) = held {
            actions.push(BlendSpaceAction::ChooseSample(sample).into());
        }
    }
    let held = ui
        .data(|data| data.get_temp::<Option<(Id, Gesture)>>(id))
        .flatten();
    let is_down =
        response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_down());
    let (Some(at), true) = (pointer, is_down || is_click || response.drag_stopped()) else {
        return;
    };
    let value = field.value(at);
    match held.and_then(|(id, gesture)| Some((host.space.sample(id)?, gesture))) {
        Some((sample, gesture)) if response.dragged() || response.drag_stopped() => {
            let moved = Sample {
                at: value.map(|value| value as f32),
                ..sample.clone()
            };
            let command =
                Command::BlendSpace(host.id, BlendSpaceCommand::Sample(ItemCommand::Put(moved)));
            actions.push(EditAction::Perform(command, Some(gesture)).into());
            if response.drag_stopped() {
                actions.push(EditAction::EndGesture(gesture).into());
            }
        }
        Some(_) => {}
        None => actions.push(BlendSpaceAction::Try(value).into()),
    }
}
