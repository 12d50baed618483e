//! A notify on its track: a diamond, a shield, a bar, or a bar with notches.

use super::{
    TimelineScene,
    look::{grip, item_colors},
    notify_menu::notify_menu,
    row::in_sight,
};
use crate::{
    action::EditorAction,
    coverage::paint_coverage,
    panels::log::reason,
    parts,
    renaming::rename_ui,
    session::Unfired,
    theme,
    timeline::{
        DragKind, LinkKind,
        press::{begin_drag, select_on_press, start_rename},
    },
    views::PanelViews,
};
use asset::{Notify, NotifyTrack, notify::Action as NotifyAction};
use egui::{
    Align2, Color32, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role,
    pos2, vec2,
};
use words::tr;

/// Place in which a notify is drawn.
pub(super) struct NotifyPlace<'a> {
    /// The track of the notify.
    pub track: &'a NotifyTrack,
    /// The line of the lane that it is on, points on the screen.
    pub row: Rect,
    /// X of what comes next on the row: its words end before it.
    pub limit: f32,
}

pub(super) fn color_of(scene: &TimelineScene<'_>, notify: &Notify, track: &NotifyTrack) -> Color32 {
    let class = notify
        .class
        .and_then(|class| scene.host.project.notify_classes.get(&class));
    theme::category(class.map_or(track.color, |class| class.color))
}

pub(super) fn rect_of(scene: &TimelineScene<'_>, notify: &Notify, row: Rect) -> Rect {
    let x = scene.x(notify.time.into());
    match notify.duration {
        Some(_) => Rect::from_x_y_ranges(
            x..=scene.x(notify.end().into()).max(x + 4.0),
            row.y_range().shrink(4.0),
        ),
        None => Rect::from_center_size(pos2(x, row.center().y), vec2(14.0, 18.0)),
    }
}

pub(super) fn notify_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    notify: &Notify,
    place: &NotifyPlace<'_>,
    actions: &mut Vec<EditorAction>,
) {
    let rect = rect_of(scene, notify, place.row);
    views.timeline.places.items.push((notify.id, rect));
    let response = ui.interact(
        rect,
        ui.scope_id().with(("notify", notify.id)),
        Sense::click_and_drag(),
    );
    let selected = scene.is_selected(notify.id);
    response.widget_info(|| {
        WidgetInfo::selected(
            Role::ListItem,
            true,
            selected,
            tr!("Notify {}", notify.name),
        )
    });
    select_on_press(ui, scene, &response, notify.id, actions);
    let unfired = scene.session.fired.unfired.get(&notify.id).copied();
    let is_silent = views.timeline.lanes.is_silent(place.track.id);
    let color = color_of(scene, notify, place.track);
    let look = NotifyLook {
        color: if is_silent {
            theme::over(theme::BASE, color, 0.35)
        } else {
            color
        },
        selected,
        hovered: response.hovered(),
        halo: scene.session.flash(notify.id),
        hollow: unfired.is_some(),
    };
    let words = words(scene, notify, unfired.map(|it| it.event.reason));
    let tint = match (selected, unfired.is_some() || is_silent) {
        (true, _) => theme::WHITE,
        (false, true) => theme::TEXT_3,
        (false, false) => theme::TEXT,
    };
    match notify.duration {
        Some(_) => state_ui(ui, notify, rect, &look),
        None => instant_ui(ui, notify, rect.center(), &look),
    }
    words_ui(ui, scene, notify, (rect, place.limit), &words, tint);
    let covered = scene.session.coverage.as_ref();
    paint_coverage(ui.painter(), covered, notify.id, rect.left_top());
    if response.drag_started_by(egui::PointerButton::Primary) {
        begin_drag(ui, scene, views, DragKind::Move(notify.id));
    }
    if response.double_clicked() {
        start_rename(scene, &mut views.renaming, notify.id, &notify.name);
    }
    parts::context_menu(&response, |ui| {
        notify_menu(ui, scene, &mut views.renaming, notify, actions)
    });
    if notify.duration.is_some() {
        grip(ui, scene, views, rect, notify.id, true, &notify.name);
        grip(ui, scene, views, rect, notify.id, false, &notify.name);
    }
    if views.timeline.drag.is_none() {
        response.on_hover_text(match &unfired {
            Some(unfired) => unfired_tip(scene, notify, unfired),
            None => parts::tip(&notify.name, &tip_lines(scene, notify)),
        });
    }
    rename_ui(
        ui,
        &mut views.renaming,
        notify.id,
        Rect::from_min_size(rect.min, vec2(120.0, 20.0)),
        actions,
    );
}

fn words(
    scene: &TimelineScene<'_>,
    notify: &Notify,
    unfired: Option<anim::event::EventReason>,
) -> String {
    let name = marked_name(scene, notify);
    let class = notify
        .class
        .and_then(|class| scene.host.project.notify_classes.get(&class));
    let name = match class {
        Some(class) => format!("{} {name}", crate::kinds::notify_icon(class.icon)),
        None => name,
    };
    unfired.map_or(name.clone(), |reason| format!("{name}  {}", reason.short()))
}

/// Inside a bar that has room for them, else after the item as far as the next one.
fn words_ui(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    notify: &Notify,
    (rect, limit): (Rect, f32),
    words: &str,
    tint: Color32,
) {
    let inside = in_sight(scene, rect).shrink2(vec2(8.0, 0.0));
    let wide = ui
        .painter()
        .layout_no_wrap(words.to_owned(), theme::medium(), tint)
        .size()
        .x;
    if notify.duration.is_some() && inside.width() >= wide.min(120.0) {
        return parts::text_in(
            ui,
            inside,
            Align2::LEFT_CENTER,
            words,
            theme::medium(),
            tint,
        );
    }
    let from = rect.right() + if notify.duration.is_some() { 6.0 } else { 3.0 };
    let outside = Rect::from_x_y_ranges(from..=limit.max(from), rect.y_range());
    let room = if notify.duration.is_some() && outside.width() < inside.width() {
        inside
    } else {
        outside
    };
    if room.width() > 16.0 {
        parts::text_in(ui, room, Align2::LEFT_CENTER, words, theme::text(), tint);
    }
}

/// Name of the notify; in a montage with the icon for how it follows the segment under it.
fn marked_name(scene: &TimelineScene<'_>, notify: &Notify) -> String {
    match scene.host.montage() {
        Some(_) => format!("{}  {}", notify.name, LinkKind::from(notify.link).icon()),
        None => notify.name.clone(),
    }
}

/// Tip with the reason why the notify did not fire, both numbers, and the next steps.
fn unfired_tip(scene: &TimelineScene<'_>, notify: &Notify, unfired: &Unfired) -> egui::WidgetText {
    let kind = if notify.duration.is_some() {
        tr!("notify state")
    } else {
        tr!("notify")
    };
    let frame = f64::from(notify.time) * scene.host.frame_rate();
    let title = tr!(
        "{} · {kind} · {:.3} s, frame {frame:.1}",
        notify.name,
        notify.time
    );
    let lines = [
        reason::sentence(&unfired.event),
        tr!("Click to select it. See its menu for the log.").to_owned(),
    ];
    parts::warning_tip(&title, &unfired.told(), &lines)
}

fn tip_lines(scene: &TimelineScene<'_>, notify: &Notify) -> Vec<String> {
    let kind = match (notify.duration, notify.branching) {
        (None, false) => tr!("Notify, queued").to_owned(),
        (None, true) => tr!("Notify, branching point").to_owned(),
        (Some(duration), branching) => {
            tr!(
                "Notify state, {duration:.3} s, {}",
                if branching { "branching" } else { "queued" }
            )
        }
    };
    let at = tr!(
        "{:.3} s, frame {:.1}",
        notify.time,
        f64::from(notify.time) * scene.host.frame_rate()
    );
    let class = notify
        .class
        .and_then(|class| scene.host.project.asset_name(class));
    let class = class.map(|class| tr!("Class {class}"));
    let linked = notify
        .link
        .segment()
        .and_then(|id| scene.host.montage()?.segment(id))
        .map(|(_, segment)| {
            tr!(
                "{} to {}",
                LinkKind::from(notify.link).name(),
                scene.host.clip_name(segment.clip)
            )
        });
    [
        Some(kind),
        class,
        Some(at),
        linked,
        action_line(scene, notify),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn action_line(scene: &TimelineScene<'_>, notify: &Notify) -> Option<String> {
    let section = |id| {
        scene
            .host
            .sections()
            .iter()
            .find(|section| section.id == id)
            .map(|section| &section.name)
    };
    match notify.action {
        NotifyAction::None => None,
        NotifyAction::JumpToSection(id) => section(id).map(|name| tr!("Jumps to {name}")),
        NotifyAction::SetNextSection(id) => section(id).map(|name| tr!("{name} follows")),
        NotifyAction::StopMontage(_) => Some(tr!("Stops the montage").to_owned()),
        NotifyAction::PlayMontage(id) => scene
            .host
            .project
            .asset_name(id)
            .map(|name| tr!("Plays {name}")),
        NotifyAction::SetPlayRate(rate) => Some(tr!("Sets the rate to {rate}")),
        NotifyAction::DisableRootMotion => Some(tr!("Disables root motion").to_owned()),
    }
}

/// The state that a marker is drawn in.
struct NotifyLook {
    color: Color32,
    selected: bool,
    hovered: bool,
    /// Strength of the halo, falling from 1 to 0 after the notify fired.
    halo: f32,
    /// Did not fire when it was met last.
    hollow: bool,
}

fn instant_ui(ui: &Ui, notify: &Notify, center: Pos2, look: &NotifyLook) {
    let NotifyLook {
        color,
        selected,
        hovered,
        halo,
        hollow,
    } = *look;
    let painter = ui.painter();
    if halo > 0.0 {
        painter.circle(
            center,
            11.0,
            color.gamma_multiply(0.3 * halo),
            Stroke::new(1.5, color.gamma_multiply(halo)),
        );
    }
    let border = if selected {
        theme::ACCENT
    } else {
        theme::over(color, theme::BASE, 0.4)
    };
    let stroke = Stroke::new(if selected { 2.0 } else { 1.0 }, border);
    let fill = if hovered {
        theme::over(color, theme::WHITE, 0.3)
    } else {
        color
    };
    let (fill, stroke) = if hollow {
        (
            theme::BASE,
            Stroke::new(1.5, if selected { theme::ACCENT } else { color }),
        )
    } else {
        (fill, stroke)
    };
    let shape = if notify.branching {
        shield(center)
    } else {
        diamond(center, 6.0)
    };
    painter.add(Shape::convex_polygon(shape, fill, stroke));
}

fn diamond(center: Pos2, radius: f32) -> Vec<Pos2> {
    vec![
        center - vec2(0.0, radius),
        center + vec2(radius, 0.0),
        center + vec2(0.0, radius),
        center - vec2(radius, 0.0),
    ]
}

fn shield(center: Pos2) -> Vec<Pos2> {
    [
        (-5.5, -6.0),
        (5.5, -6.0),
        (5.5, 1.0),
        (0.0, 7.0),
        (-5.5, 1.0),
    ]
    .map(|(x, y)| center + vec2(x, y))
    .to_vec()
}

fn state_ui(ui: &Ui, notify: &Notify, rect: Rect, look: &NotifyLook) {
    let color = look.color;
    let rest = if look.hollow {
        0.12
    } else {
        0.34 + 0.25 * look.halo
    };
    let (fill, stroke) = item_colors(color, rest, look.selected, look.hovered);
    let painter = ui.painter();
    painter.rect(rect, 2.0, fill, stroke, StrokeKind::Inside);
    painter.rect_filled(
        Rect::from_min_size(rect.min, vec2(3.0, rect.height())),
        1.0,
        color,
    );
    painter.rect_filled(
        Rect::from_min_size(rect.right_top() - vec2(3.0, 0.0), vec2(3.0, rect.height())),
        1.0,
        color,
    );
    if notify.branching {
        for x in [rect.left() + 1.5, rect.right() - 1.5] {
            let notch = vec![
                pos2(x - 4.0, rect.top() - 2.0),
                pos2(x + 4.0, rect.top() - 2.0),
                pos2(x, rect.top() + 4.0),
            ];
            painter.add(Shape::convex_polygon(notch, theme::WHITE, Stroke::NONE));
        }
    }
}
