//! A notify track: instants as diamonds, states as bars, branching points as shields or notched bars.

use super::{
    Scene, background, begin, grip,
    header::{Header, header_ui},
    item_colors, pressed_time, rename_ui, row, select_on_press, start_rename,
};
use crate::{
    action::{Action, EditAction, SelectAction, TimelineAction},
    icons, parts,
    session::Session,
    theme,
    timeline::{DragKind, Follow},
};
use asset::{AssetKind, Notify, NotifyTrack, notify::Action as NotifyAction, notify_class::ClassKind};
use document::{Command, NotifyCommand, Selection};
use egui::{
    Align2, Color32, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2,
    vec2,
};

/// Duration of a notify state made by the menu, in seconds.
pub(crate) const NEW_STATE: f32 = 0.2;

pub(super) fn lane_ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    session: &mut Session,
    track: &NotifyTrack,
    actions: &mut Vec<Action>,
) {
    let (header, lane) = row(ui, scene, theme::LANE);
    let title = Header {
        icon: icons::DIAMOND,
        name: &track.name,
        line: None,
        color: Some(theme::category(track.color)),
        active: session.timeline.active_track == Some(track.id),
        id: track.id,
        label: format!("Notify track {}", track.name),
        renames: true,
        locked: track.locked,
    };
    let response = header_ui(ui, scene, session, header, &title, actions);
    if response.clicked() {
        session.timeline.active_track = Some(track.id);
    }
    response.context_menu(|ui| track_menu(ui, scene, track, actions));
    let mut clipped = ui.new_child(egui::UiBuilder::new().max_rect(lane));
    clipped.set_clip_rect(lane.intersect(ui.clip_rect()));
    let back = background(&mut clipped, scene, session, lane, track.id, actions);
    lane_menu(scene, session, track, &back, actions);
    let mut on_track: Vec<&Notify> = scene.host.notifies().iter().filter(|notify| notify.track == track.id).collect();
    on_track.sort_by(|a, b| a.time.total_cmp(&b.time));
    for (at, notify) in on_track.iter().enumerate() {
        let limit = on_track.get(at + 1).map_or(lane.right(), |next| scene.x(next.time.into()) - 10.0);
        notify_ui(&mut clipped, scene, session, notify, track, lane, limit, actions);
    }
}

fn track_menu(ui: &mut Ui, scene: &Scene<'_>, track: &NotifyTrack, actions: &mut Vec<Action>) {
    let edit = |command| EditAction::Perform(Command::Notify(scene.host.id, command), None).into();
    ui.menu_button("Colour", |ui| {
        for (index, name) in theme::PALETTE_NAMES.iter().enumerate() {
            let text = egui::RichText::new(*name).color(theme::category(index as u8));
            if ui.button(text).clicked() {
                actions.push(edit(NotifyCommand::SetTrackColor(track.id, index as u8)));
            }
        }
    });
    let label = if track.locked { "Unlock track" } else { "Lock track" };
    if ui.button(label).clicked() {
        actions.push(edit(NotifyCommand::SetTrackLocked(track.id, !track.locked)));
    }
    if ui.button("Delete track and its notifies").clicked() {
        actions.push(edit(NotifyCommand::RemoveTrack(track.id)));
    }
}

/// Double-click and the menu add where the pointer is.
fn lane_menu(
    scene: &Scene<'_>,
    session: &mut Session,
    track: &NotifyTrack,
    lane: &Response,
    actions: &mut Vec<Action>,
) {
    let time = pressed_time(scene, lane);
    if lane.double_clicked() {
        let id = session.edits.id();
        add(scene, session, Notify::instant(id, track.id, "Notify", time()), actions);
    }
    lane.context_menu(|ui| {
        if ui.button("Add notify here").clicked() {
            let id = session.edits.id();
            add(scene, session, Notify::instant(id, track.id, "Notify", time()), actions);
        }
        if ui.button("Add notify state here").clicked() {
            let id = session.edits.id();
            add(scene, session, Notify::state(id, track.id, "NotifyState", time(), NEW_STATE), actions);
        }
        let classes = scene.host.project.list(AssetKind::NotifyClass);
        if !classes.is_empty() {
            ui.menu_button("Add notify of class", |ui| {
                for (class, name) in classes {
                    if ui.button(name).clicked() {
                        let id = session.edits.id();
                        let is_state = scene.host.project.notify_classes[&class].kind == ClassKind::State;
                        let duration = is_state.then_some(NEW_STATE);
                        let plain = Notify::instant(id, track.id, name, time());
                        add(scene, session, Notify { class: Some(class), duration, ..plain }, actions);
                    }
                }
            });
        }
    });
}

fn add(scene: &Scene<'_>, session: &mut Session, notify: Notify, actions: &mut Vec<Action>) {
    let link = session.timeline.new_link.at(&scene.host, notify.time.into());
    let notify = Notify { link, ..notify };
    session.timeline.active_track = Some(notify.track);
    let selection = Selection::item(scene.host.id, notify.id);
    actions.push(EditAction::Perform(Command::Notify(scene.host.id, NotifyCommand::Add(notify)), None).into());
    actions.push(SelectAction::These(selection).into());
}

#[expect(clippy::too_many_arguments, reason = "what an item needs from its row")]
fn notify_ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    session: &mut Session,
    notify: &Notify,
    track: &NotifyTrack,
    lane: Rect,
    limit: f32,
    actions: &mut Vec<Action>,
) {
    let class = notify.class.and_then(|class| scene.host.project.notify_classes.get(&class));
    let color = theme::category(class.map_or(track.color, |class| class.color));
    let x = scene.x(notify.time.into());
    let rect = match notify.duration {
        Some(_) => Rect::from_x_y_ranges(x..=scene.x(notify.end().into()).max(x + 4.0), lane.y_range().shrink(4.0)),
        None => Rect::from_center_size(pos2(x, lane.center().y), vec2(14.0, 18.0)),
    };
    session.timeline.places.items.push((notify.id, rect));
    let response = ui.interact(rect, ui.scope_id().with(("notify", notify.id)), Sense::click_and_drag());
    let selected = scene.is_selected(notify.id);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, selected, format!("Notify {}", notify.name)));
    select_on_press(ui, scene, &response, notify.id, actions);
    let unfired = session.fired.unfired.get(&notify.id).copied();
    let look = Look {
        color,
        selected,
        hovered: response.hovered(),
        halo: session.flash(notify.id),
        hollow: unfired.is_some(),
    };
    if notify.duration.is_some() {
        let name = marked_name(scene, notify);
        state_ui(ui, (notify, &name), rect, &look);
    } else {
        instant_ui(ui, notify, rect.center(), &look);
        let label = Rect::from_x_y_ranges((x + 10.0)..=limit.max(x + 10.0), lane.y_range());
        if label.width() > 16.0 {
            let text = match unfired {
                Some(reason) => format!("{}  {}", marked_name(scene, notify), reason.short()),
                None => marked_name(scene, notify),
            };
            let tint = if selected {
                theme::WHITE
            } else if unfired.is_some() {
                theme::TEXT_3
            } else {
                theme::TEXT
            };
            let mut words = label;
            if let Some(class) = class {
                let icon = crate::kinds::notify_icon(class.icon);
                ui.painter().text(label.left_center(), Align2::LEFT_CENTER, icon, theme::icon(12.0), tint);
                words.min.x += 16.0;
            }
            parts::text_in(ui, words, Align2::LEFT_CENTER, text, theme::text(), tint);
        }
    }
    if response.drag_started_by(egui::PointerButton::Primary) {
        begin(ui, scene, session, DragKind::Move(notify.id));
    }
    if response.double_clicked() {
        start_rename(scene, session, notify.id, &notify.name);
    }
    response.context_menu(|ui| notify_menu(ui, scene, session, notify, actions));
    if notify.duration.is_some() {
        grip(ui, scene, session, rect, notify.id, true, &notify.name);
        grip(ui, scene, session, rect, notify.id, false, &notify.name);
    }
    if session.timeline.drag.is_none() {
        let mut lines = tip_lines(scene, notify);
        lines.extend(unfired.map(|reason| format!("Did not fire when it was met last: {}", reason.short())));
        response.on_hover_text(parts::tip(&notify.name, &lines));
    }
    rename_ui(ui, session, notify.id, Rect::from_min_size(rect.min, vec2(120.0, 20.0)), actions);
}

/// With the sign of how it follows the segment under it.
fn marked_name(scene: &Scene<'_>, notify: &Notify) -> String {
    match scene.host.montage() {
        Some(_) => format!("{}  {}", notify.name, Follow::from(notify.link).icon()),
        None => notify.name.clone(),
    }
}

fn tip_lines(scene: &Scene<'_>, notify: &Notify) -> Vec<String> {
    let kind = match (notify.duration, notify.branching) {
        (None, false) => "Notify, queued".to_owned(),
        (None, true) => "Notify, branching point".to_owned(),
        (Some(duration), branching) => {
            format!("Notify state, {duration:.3} s, {}", if branching { "branching" } else { "queued" })
        }
    };
    let at = format!("{:.3} s, frame {:.1}", notify.time, f64::from(notify.time) * scene.host.frame_rate());
    let class = notify.class.and_then(|class| scene.host.project.asset_name(class));
    let class = class.map(|class| format!("Class {class}"));
    let linked =
        notify.link.segment().and_then(|id| scene.host.montage()?.segment(id)).map(|(_, segment)| {
            format!("{} to {}", Follow::from(notify.link).name(), scene.host.clip_name(segment.clip))
        });
    [Some(kind), class, Some(at), linked, action_line(scene, notify)].into_iter().flatten().collect()
}

fn action_line(scene: &Scene<'_>, notify: &Notify) -> Option<String> {
    let section = |id| scene.host.sections().iter().find(|section| section.id == id).map(|section| &section.name);
    match notify.action {
        NotifyAction::None => None,
        NotifyAction::JumpToSection(id) => section(id).map(|name| format!("Jumps to {name}")),
        NotifyAction::SetNextSection(id) => section(id).map(|name| format!("{name} follows")),
        NotifyAction::StopMontage(_) => Some("Stops the montage".to_owned()),
        NotifyAction::PlayMontage(id) => scene.host.project.asset_name(id).map(|name| format!("Plays {name}")),
        NotifyAction::SetPlayRate(rate) => Some(format!("Sets the rate to {rate}")),
        NotifyAction::DisableRootMotion => Some("Keeps the root in place".to_owned()),
    }
}

/// The state that a marker is drawn in.
struct Look {
    color: Color32,
    selected: bool,
    hovered: bool,
    /// From 1 to 0 after firing.
    halo: f32,
    /// Did not fire when it was met last.
    hollow: bool,
}

fn instant_ui(ui: &Ui, notify: &Notify, center: Pos2, look: &Look) {
    let Look { color, selected, hovered, halo, hollow } = *look;
    let painter = ui.painter();
    if halo > 0.0 {
        painter.circle(center, 11.0, color.gamma_multiply(0.3 * halo), Stroke::new(1.5, color.gamma_multiply(halo)));
    }
    let border = if selected { theme::ACCENT } else { theme::over(color, theme::BASE, 0.4) };
    let stroke = Stroke::new(if selected { 2.0 } else { 1.0 }, border);
    let fill = if hovered { theme::over(color, theme::WHITE, 0.3) } else { color };
    let (fill, stroke) = if hollow {
        (theme::BASE, Stroke::new(1.5, if selected { theme::ACCENT } else { color }))
    } else {
        (fill, stroke)
    };
    let shape = if notify.branching { shield(center) } else { diamond(center, 6.0) };
    painter.add(Shape::convex_polygon(shape, fill, stroke));
}

fn diamond(center: Pos2, radius: f32) -> Vec<Pos2> {
    vec![center - vec2(0.0, radius), center + vec2(radius, 0.0), center + vec2(0.0, radius), center - vec2(radius, 0.0)]
}

fn shield(center: Pos2) -> Vec<Pos2> {
    [(-5.5, -6.0), (5.5, -6.0), (5.5, 1.0), (0.0, 7.0), (-5.5, 1.0)].map(|(x, y)| center + vec2(x, y)).to_vec()
}

fn state_ui(ui: &Ui, (notify, name): (&Notify, &str), rect: Rect, look: &Look) {
    let color = look.color;
    let rest = if look.hollow { 0.12 } else { 0.34 + 0.25 * look.halo };
    let (fill, stroke) = item_colors(color, rest, look.selected, look.hovered);
    let painter = ui.painter();
    painter.rect(rect, 2.0, fill, stroke, StrokeKind::Inside);
    painter.rect_filled(Rect::from_min_size(rect.min, vec2(3.0, rect.height())), 1.0, color);
    painter.rect_filled(Rect::from_min_size(rect.right_top() - vec2(3.0, 0.0), vec2(3.0, rect.height())), 1.0, color);
    if notify.branching {
        for x in [rect.left() + 1.5, rect.right() - 1.5] {
            let notch =
                vec![pos2(x - 4.0, rect.top() - 2.0), pos2(x + 4.0, rect.top() - 2.0), pos2(x, rect.top() + 4.0)];
            painter.add(Shape::convex_polygon(notch, theme::WHITE, Stroke::NONE));
        }
    }
    parts::text_in(ui, rect.shrink2(vec2(8.0, 0.0)), Align2::LEFT_CENTER, name, theme::medium(), theme::TEXT);
}

fn notify_menu(ui: &mut Ui, scene: &Scene<'_>, session: &mut Session, notify: &Notify, actions: &mut Vec<Action>) {
    let set =
        |notify: Notify| EditAction::Perform(Command::Notify(scene.host.id, NotifyCommand::Set(notify)), None).into();
    if scene.host.montage().is_some() {
        let mut branching = notify.branching;
        if ui.checkbox(&mut branching, "Branching point").clicked() {
            actions.push(set(Notify { branching, ..notify.clone() }));
        }
        ui.menu_button("Jump to section", |ui| {
            for section in scene.host.sections() {
                let action = NotifyAction::JumpToSection(section.id);
                if ui.selectable_label(notify.action == action, &section.name).clicked() {
                    actions.push(set(Notify { action, branching: true, ..notify.clone() }));
                }
            }
            if ui.selectable_label(notify.action == NotifyAction::None, "Do not jump").clicked() {
                actions.push(set(Notify { action: NotifyAction::None, ..notify.clone() }));
            }
        });
    }
    if scene.host.montage().is_some() {
        ui.menu_button("Link", |ui| {
            for follow in Follow::ALL {
                let label = format!("{}  {}", follow.icon(), follow.name());
                let is_now = Follow::from(notify.link) == follow;
                if ui.selectable_label(is_now, label).on_hover_text(follow.tip()).clicked() {
                    let notifies = [notify.id].into();
                    actions.push(TimelineAction::Link { notifies, follow, segment: None }.into());
                }
            }
        });
    }
    ui.menu_button("Move to track", |ui| {
        for track in scene.host.tracks() {
            let is_there = track.id == notify.track;
            if ui.selectable_label(is_there, &track.name).clicked() {
                actions.push(set(Notify { track: track.id, ..notify.clone() }));
            }
        }
    });
    let (label, duration) = match notify.duration {
        Some(_) => ("Make instant", None),
        None => ("Make a state", Some(NEW_STATE)),
    };
    if ui.button(label).clicked() {
        actions.push(set(Notify { duration, ..notify.clone() }));
    }
    ui.separator();
    if ui.button("Rename").clicked() {
        start_rename(scene, session, notify.id, &notify.name);
    }
    if ui.button("Delete").clicked() {
        actions
            .push(EditAction::Perform(Command::Notify(scene.host.id, NotifyCommand::Remove(notify.id)), None).into());
    }
}
