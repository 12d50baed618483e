//! The lane of sounds that play along: their waveforms at their times.

use super::{
    TimelineScene,
    header::{LaneHeader, header_ui},
    row::{background, hint_ui, in_sight, pressed_time, row, within},
};
use crate::{
    action::{EditAction, EditorAction, SelectAction, TimelineAction, TransportAction},
    icons, parts,
    renaming::rename_ui,
    sounds,
    sounds::SoundShelf,
    theme,
    timeline::{
        DragKind,
        press::{begin_drag, select_on_press, start_rename},
        snap::{self, target::SnapTarget},
    },
    views::{Edits, PanelViews, Renaming},
};
use asset::{AssetKind, Id, LaneSound, SoundFile};
use document::{Command, ItemCommand, Selection};
use egui::{
    Align2, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};
use std::sync::Arc;
use words::tr;

/// Points of one row of waveforms.
const HEIGHT: f32 = 40.0;
/// Width of a sound that is too short to be visible or that is missing, points.
const NARROWEST: f32 = 12.0;

/// Shows the lane of sounds, unless there are no sounds and none is dragged.
pub(super) fn lane_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    let mut sounds: Vec<&LaneSound> = scene.host.sounds().iter().collect();
    let dragged = dragged(ui, scene);
    if sounds.is_empty() && dragged.is_none() {
        return;
    }
    sounds.sort_by(|a, b| a.time.total_cmp(&b.time));
    let rows = stacked(scene, &sounds);
    let count = rows.iter().copied().max().map_or(1, |last| last + 1);
    let (header, lane) = row(ui, scene, HEIGHT * count as f32);
    let title = LaneHeader {
        icon: icons::SPEAKER_SIMPLE_HIGH,
        name: tr!("Sounds"),
        line: None,
        color: None,
        active: false,
        id: Id::derive(&["lane", "sounds"]),
        label: tr!("Sounds").into(),
        renames: false,
        marks: &[],
        moves: false,
        pale: scene.session.preferences.is_muted,
    };
    let response = header_ui(ui, scene, views, header, &title, actions).response;
    let tip = tr!("Sounds that play along with the preview. A game does not get them");
    let response = response.on_hover_text(tip);
    parts::context_menu(&response, |ui| {
        add_menu_ui(
            ui,
            scene,
            |sound| TimelineAction::AddSoundOf(sound).into(),
            actions,
        );
    });
    let mut clipped = within(ui, lane);
    let back = background(&mut clipped, scene, views, lane, title.id, actions);
    let time = pressed_time(scene, &back);
    parts::context_menu(&back, |ui| {
        let mut chosen = Vec::new();
        add_menu_ui(
            ui,
            scene,
            |sound| TimelineAction::AddSoundOf(sound).into(),
            &mut chosen,
        );
        for action in chosen {
            if let EditorAction::Timeline(TimelineAction::AddSoundOf(sound)) = action {
                add(scene, &mut views.edits, sound, time(), actions);
            } else {
                actions.push(action);
            }
        }
    });
    if sounds.is_empty() {
        hint_ui(&clipped, lane, tr!("Drop the sound at its time"));
    }
    for (sound, at) in sounds.iter().zip(rows) {
        let top = lane.top() + HEIGHT * at as f32;
        let part = egui::Rangef::new(top, top + HEIGHT);
        sound_ui(&mut clipped, scene, views, sound, part, actions);
    }
}

/// The sounds of the project, and how to get one.
fn add_menu_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    of: impl Fn(Id) -> EditorAction,
    actions: &mut Vec<EditorAction>,
) {
    for (id, name) in scene.host.project.list(AssetKind::Sound) {
        if ui.button(tr!("Add {name}")).clicked() {
            actions.push(of(id));
        }
    }
    if ui.button(tr!("Add sound…")).clicked() {
        actions.push(TimelineAction::AddSound.into());
    }
}

/// The row of each, so that none lies over another. In order of time, which the sounds are in.
fn stacked(scene: &TimelineScene<'_>, sounds: &[&LaneSound]) -> Vec<usize> {
    let mut ends: Vec<f32> = Vec::new();
    let place = |sound: &&LaneSound| {
        let free = ends.iter().position(|end| *end <= sound.time + 1e-3);
        let at = free.unwrap_or(ends.len());
        let end = sound.time + sound.seconds(scene.host.project);
        match ends.get_mut(at) {
            Some(last) => *last = end,
            None => ends.push(end),
        }
        at
    };
    sounds.iter().map(place).collect()
}

fn sound_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    sound: &LaneSound,
    lane: egui::Rangef,
    actions: &mut Vec<EditorAction>,
) {
    let project = scene.host.project;
    let seconds = f64::from(sound.seconds(project));
    let (from, to) = (
        scene.x(sound.time.into()),
        scene.x(f64::from(sound.time) + seconds),
    );
    let rect = Rect::from_x_y_ranges(from..=to.max(from + NARROWEST), lane.shrink(3.0));
    views.timeline.places.items.push((sound.id, rect));
    let response = ui.interact(
        rect,
        ui.scope_id().with(("sound", sound.id)),
        Sense::click_and_drag(),
    );
    let is_selected = scene.is_selected(sound.id);
    response.widget_info(|| {
        let label = tr!("Sound {}", sound.name);
        WidgetInfo::selected(Role::ListItem, true, is_selected, label)
    });
    select_on_press(ui, scene, &response, sound.id, actions);
    let file = project.sounds.get(&sound.sound);
    paint(
        ui,
        &mut views.sounds,
        (sound, file),
        rect,
        (is_selected, response.hovered()),
    );
    name_ui(ui, scene, sound, rect);
    if response.drag_started_by(egui::PointerButton::Primary) {
        begin_drag(ui, scene, views, DragKind::Move(sound.id));
    }
    if response.double_clicked() {
        start_rename(scene, &mut views.renaming, sound.id, &sound.name);
    }
    parts::context_menu(&response, |ui| {
        menu_ui(ui, scene, &mut views.renaming, sound, actions)
    });
    if views.timeline.drag.is_none() {
        tip_ui(response, scene, (sound, file));
    }
    let field = Rect::from_min_size(rect.min, vec2(140.0, 20.0));
    rename_ui(ui, &mut views.renaming, sound.id, field, actions);
}

fn paint(
    ui: &Ui,
    shelf: &mut SoundShelf,
    (sound, file): (&LaneSound, Option<&Arc<SoundFile>>),
    rect: Rect,
    (is_selected, is_hovered): (bool, bool),
) {
    let color = if file.is_some() {
        theme::OK
    } else {
        theme::ERROR
    };
    let part = if is_hovered { 0.28 } else { 0.18 };
    let border = if is_selected {
        theme::ACCENT
    } else {
        theme::over(theme::BASE, color, 0.5)
    };
    let fill = theme::over(theme::BASE, color, part);
    let stroke = Stroke::new(1.0, border);
    ui.painter()
        .rect(rect, 3.0, fill, stroke, StrokeKind::Inside);
    let Some(file) = file else { return };
    let line = theme::over(theme::BASE, color, 0.85);
    let painter = ui.painter_at(rect);
    match shelf.get(file) {
        Some(Ok(decoded)) => {
            let skip = f64::from(sound.skip);
            let part = (skip, f64::from(file.seconds).max(skip));
            sounds::waveform(
                &painter,
                rect.shrink2(vec2(0.0, 2.0)),
                &decoded.wave,
                part,
                line,
            );
        }
        Some(Err(_)) => {
            let across = [rect.left_bottom(), rect.right_top()];
            painter.line_segment(across, Stroke::new(1.0, theme::ERROR));
        }
        None => {
            painter.hline(rect.x_range(), rect.center().y, Stroke::new(1.0, line));
        }
    }
}

fn name_ui(ui: &Ui, scene: &TimelineScene<'_>, sound: &LaneSound, rect: Rect) {
    let seen = in_sight(scene, rect).shrink2(vec2(5.0, 1.0));
    if seen.width() < 16.0 {
        return;
    }
    let is_gone = !scene.host.project.sounds.contains_key(&sound.sound);
    let words = if is_gone {
        format!("{}  {}", icons::WARNING, sound.name)
    } else {
        sound.name.clone()
    };
    parts::text_in(
        ui,
        seen,
        Align2::LEFT_TOP,
        words,
        theme::small(),
        theme::TEXT,
    );
}

fn tip_ui(
    response: Response,
    scene: &TimelineScene<'_>,
    (sound, file): (&LaneSound, Option<&Arc<SoundFile>>),
) {
    let frame = f64::from(sound.time) * scene.host.frame_rate();
    let at = tr!("{:.3} s, frame {frame:.1}", sound.time);
    let gain = format!("{:.1} dB", sound.gain);
    match file {
        Some(file) => {
            let of = format!("{}, {:.3} s", file.name, file.seconds);
            response.on_hover_text(parts::tip(&sound.name, &[of, at, gain]));
        }
        None => {
            let gone = tr!("Its sound is gone: choose another one in Details");
            response.on_hover_text(parts::warning_tip(&sound.name, gone, &[at]));
        }
    }
}

fn menu_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    typed: &mut Option<Renaming>,
    sound: &LaneSound,
    actions: &mut Vec<EditorAction>,
) {
    if scene.host.project.sounds.contains_key(&sound.sound) {
        let plays = scene.session.trial_sound == Some(sound.sound);
        if ui
            .button(if plays {
                tr!("Stop")
            } else {
                tr!("Play alone")
            })
            .clicked()
        {
            actions.push(TransportAction::TrySound(sound.sound).into());
        }
    }
    if ui.button(tr!("Rename")).clicked() {
        start_rename(scene, typed, sound.id, &sound.name);
    }
    if ui.button(tr!("Delete")).clicked() {
        let remove = ItemCommand::Remove(sound.id);
        actions.push(EditAction::Perform(Command::Sound(scene.host.id, remove), None).into());
    }
}

fn add(
    scene: &TimelineScene<'_>,
    edits: &mut Edits,
    sound: Id,
    time: f32,
    actions: &mut Vec<EditorAction>,
) {
    let name = scene.host.project.asset_name(sound).unwrap_or_default();
    let lane = LaneSound {
        id: edits.id(),
        name: name.to_owned(),
        sound,
        time,
        skip: 0.0,
        gain: 0.0,
    };
    let selection = Selection::item(scene.host.id, lane.id);
    let add = Command::Sound(scene.host.id, ItemCommand::Add(lane));
    actions.push(EditAction::Perform(add, None).into());
    actions.push(SelectAction::These(selection).into());
}

/// The sound that is dragged from the assets.
pub(super) fn dragged(ui: &Ui, scene: &TimelineScene<'_>) -> Option<Id> {
    let id = *egui::DragAndDrop::payload::<Id>(ui.ctx())?;
    scene.host.project.sounds.contains_key(&id).then_some(id)
}

/// A sound that is dragged anywhere over the lanes: a line where it would begin, and there it is
/// added.
pub(super) fn drop_ui(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    edits: &mut Edits,
    actions: &mut Vec<EditorAction>,
) {
    let Some(id) = dragged(ui, scene) else { return };
    let lanes = Rect::from_x_y_ranges(scene.lanes, ui.clip_rect().y_range());
    let Some(pointer) = ui
        .ctx()
        .pointer_latest_pos()
        .filter(|at| lanes.contains(*at))
    else {
        return;
    };
    let edges: Vec<SnapTarget> = snap::targets(&scene.host, 0.0, &[]);
    let wanted = scene.time(pointer.x).clamp(0.0, scene.host.length());
    let time = snap::landing(wanted, 0.0, &edges, &scene.view, scene.host.frame_rate());
    let x = scene.x(time);
    let stroke = Stroke::new(2.0, theme::ACCENT);
    let painter = ui.painter().with_clip_rect(lanes);
    painter.vline(x, lanes.y_range(), stroke);
    let name = scene.host.project.asset_name(id).unwrap_or_default();
    painter.text(
        pos2(x + 8.0, pointer.y),
        Align2::LEFT_CENTER,
        name,
        theme::medium(),
        theme::ACCENT,
    );
    if ui.input(|input| input.pointer.any_released()) {
        egui::DragAndDrop::clear_payload(ui.ctx());
        add(scene, edits, id, time as f32, actions);
    }
}
