//! The transport bar above the timeline: playing, position, rate, scope, snapping.

use crate::{
    action::{
        ClipAction, EditorAction, MontageAction, TimelineAction, TransportAction, ViewAction,
    },
    icons,
    keymap::Keymap,
    panels::on_slot,
    parts::{self, FieldEdit, NumberField, Scale},
    preferences::{Follow, Preferences, SnapKind},
    session::Session,
    theme,
    timeline::{LinkKind, TimelineHost},
    views::PanelViews,
};
use egui::{
    Align, Layout, Ui,
    containers::menu::{MenuButton, MenuConfig},
};
use studio::MontageScope;
use words::tr;

/// How much of the bar fits.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Room {
    /// Room for playing, what plays, and adding; the rest has keys, and the ruler shows the
    /// position.
    Least,
    /// No rate, and what plays is a menu.
    Narrow,
    /// No labels, and of the position what the ruler shows too.
    Tight,
    Whole,
}

impl Room {
    /// What fits in a bar of this width, points; the bar of a montage also shows what plays and the
    /// link of new items.
    fn of(width: f32, is_montage: bool) -> Self {
        let [narrow, tight, whole] = if is_montage {
            [567.0, 722.0, 982.0]
        } else {
            [492.0, 592.0, 752.0]
        };
        match width {
            width if width < narrow => Self::Least,
            width if width < tight => Self::Narrow,
            width if width < whole => Self::Tight,
            _ => Self::Whole,
        }
    }
}

/// The row of playback buttons and times over a timeline.
pub fn transport_ui(
    ui: &mut Ui,
    host: &TimelineHost<'_>,
    (session, views): (&Session, &PanelViews),
    actions: &mut Vec<EditorAction>,
) {
    let room = Room::of(ui.available_width(), host.montage().is_some());
    ui.spacing_mut().item_spacing.x = 4.0;
    buttons_ui(ui, session, actions);
    separator(ui);
    if room > Room::Least {
        position_ui(ui, host, session, room, actions);
        separator(ui);
    }
    if room > Room::Narrow {
        rate_ui(ui, session, room, actions);
        separator(ui);
    }
    if host.montage().is_some() {
        scope_ui(ui, views.kinds.montage.scope, room, actions);
        separator(ui);
    }
    if host.montage().is_some() && room > Room::Narrow && ui.available_width() > LINK_ROOM {
        link_ui(ui, views.timeline.new_link, room == Room::Whole, actions);
        separator(ui);
    }
    let mut pushed = Vec::new();
    let mut button = |ui: &mut Ui, icon, (title, id), on, action: EditorAction| {
        let name = session.keymap.titled(title, id);
        if room > Room::Least && parts::icon_button(ui, icon, &name, on).clicked() {
            pushed.push(action);
        }
    };
    let snapping = (tr!("Snapping"), "timeline.snapping");
    button(
        ui,
        icons::MAGNET,
        snapping,
        !views.timeline.free,
        TimelineAction::ToggleSnapping.into(),
    );
    if room > Room::Least {
        snap_menu(ui, &session.preferences, actions);
    }
    if host.montage().is_some() && room == Room::Whole {
        sweep_button(ui, actions);
        play_on_menu(ui, host, actions);
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(8.0);
        let all = (tr!("Frame all"), "view.frame_all");
        button(
            ui,
            icons::FRAME_CORNERS,
            all,
            false,
            ViewAction::FrameAll.into(),
        );
        view_menu(ui, session, actions);
        if room > Room::Least {
            mute_ui(ui, session, actions);
        }
        add_menu(ui, host, &session.keymap, actions);
    });
    actions.append(&mut pushed);
}

/// Mutes the preview.
fn mute_ui(ui: &mut Ui, session: &Session, actions: &mut Vec<EditorAction>) {
    let known = &session.preferences;
    let (icon, title) = if known.is_muted {
        (icons::SPEAKER_SIMPLE_SLASH, tr!("Unmute sound"))
    } else {
        (icons::SPEAKER_SIMPLE_HIGH, tr!("Mute sound"))
    };
    let name = session.keymap.titled(title, "play.mute");
    if parts::icon_button(ui, icon, &name, known.is_muted).clicked() {
        actions.push(TransportAction::ToggleMute.into());
    }
}

/// Points that the link of new items takes as a picture, and what follows it needs.
const LINK_ROOM: f32 = 312.0;

/// Points that the menu of graphs takes, and what follows it needs.
const PLAY_ON_ROOM: f32 = 292.0;

/// Points that the sweep's button takes, and what follows it needs.
const SWEEP_ROOM: f32 = 332.0;

fn sweep_button(ui: &mut Ui, actions: &mut Vec<EditorAction>) {
    if ui.available_width() < SWEEP_ROOM {
        return;
    }
    separator(ui);
    let button = parts::button(ui, Some(icons::WAVEFORM), tr!("Frame-rate sweep"), false);
    if button
        .on_hover_text(tr!("Plays it at many frame rates and lists what changes"))
        .clicked()
    {
        actions.push(MontageAction::SweepRates.into());
    }
}

/// The pose graphs on whose slots the montage can be tried.
fn play_on_menu(ui: &mut Ui, host: &TimelineHost<'_>, actions: &mut Vec<EditorAction>) {
    if ui.available_width() < PLAY_ON_ROOM {
        return;
    }
    let label = tr!("Play on  {}", icons::CARET_DOWN);
    let menu = parts::menu_button(ui, label, |ui| {
        on_slot::graphs_ui(ui, host.project, host.id, actions);
    });
    menu.response
        .on_hover_text(tr!("Plays this montage on a slot of a pose graph"));
}

fn separator(ui: &mut Ui) {
    ui.add_space(6.0);
}

fn buttons_ui(ui: &mut Ui, session: &Session, actions: &mut Vec<EditorAction>) {
    let keys = &session.keymap;
    let mut button = |icon: &str, name: &str, action: EditorAction| {
        if parts::icon_button(ui, icon, name, false).clicked() {
            actions.push(action);
        }
    };
    button(
        icons::SKIP_BACK,
        &keys.titled(tr!("Start"), "play.start"),
        TransportAction::GoToStart.into(),
    );
    button(
        icons::CARET_LEFT,
        &keys.titled(tr!("One frame back"), "play.back"),
        TransportAction::StepFrames(-1).into(),
    );
    let playing = session.transport.playing;
    let (icon, title) = if playing {
        (icons::PAUSE, tr!("Pause"))
    } else {
        (icons::PLAY, tr!("Play"))
    };
    play_button(ui, icon, &keys.titled(title, "play.toggle"), actions);
    let mut button = |icon: &str, name: &str, on: bool, action: EditorAction| {
        if parts::icon_button(ui, icon, name, on).clicked() {
            actions.push(action);
        }
    };
    button(
        icons::CARET_RIGHT,
        &keys.titled(tr!("One frame forward"), "play.forward"),
        false,
        TransportAction::StepFrames(1).into(),
    );
    button(
        icons::SKIP_FORWARD,
        &keys.titled(tr!("End"), "play.end"),
        false,
        TransportAction::GoToEnd.into(),
    );
    button(
        icons::REPEAT,
        &keys.titled(tr!("Loop"), "play.loop"),
        session.transport.looping,
        TransportAction::ToggleLoop.into(),
    );
}

/// A button of a graph's bar: a tick forward, or below 0 back; the last ten seconds are kept.
pub fn step_ui(ui: &mut Ui, ticks: i32, session: &Session, actions: &mut Vec<EditorAction>) {
    let (icon, title, entry) = if ticks < 0 {
        (icons::CARET_LEFT, tr!("One frame back"), "play.back")
    } else {
        (icons::CARET_RIGHT, tr!("One frame forward"), "play.forward")
    };
    let name = session.keymap.titled(title, entry);
    if parts::icon_button(ui, icon, &name, false).clicked() {
        actions.push(TransportAction::StepFrames(ticks).into());
    }
}

/// The play button, which is filled.
pub fn play_button(ui: &mut Ui, icon: &str, name: &str, actions: &mut Vec<EditorAction>) {
    let text = egui::RichText::new(icon)
        .font(theme::icon_fill(14.0))
        .color(theme::ACCENT_TEXT);
    let button = egui::Button::new(text)
        .fill(theme::ACCENT)
        .min_size(egui::vec2(32.0, theme::BUTTON));
    if ui
        .add(button)
        .accessible_name(name)
        .on_hover_text(name)
        .clicked()
    {
        actions.push(TransportAction::TogglePlay.into());
    }
}

fn position_ui(
    ui: &mut Ui,
    host: &TimelineHost<'_>,
    session: &Session,
    room: Room,
    actions: &mut Vec<EditorAction>,
) {
    let (position, length, rate) = (session.transport.position, host.length(), host.frame_rate());
    let scale = Scale {
        frame_rate: Some(rate),
        whole: Some(length),
        ..Scale::default()
    };
    let in_frames = Scale {
        whole: Some(length * rate),
        ..scale
    };
    let ui = &mut *ui;
    let padding = 2.0 * ui.spacing().button_padding.x + 2.0;
    let painter = ui.painter().clone();
    // As wide as the longest that it can tell, so that nothing beside it moves.
    let field = |name, value, unit, decimals, top: f64| {
        let longest = format!("{top:.decimals$} {unit}");
        let width = painter
            .layout_no_wrap(longest, theme::text(), theme::TEXT)
            .size()
            .x
            + padding;
        NumberField {
            name,
            value,
            unit,
            decimals,
            speed: 0.0,
            range: 0.0..=top,
            width: width.max(58.0),
        }
    };
    if let Some(time) = field(tr!("Position in seconds"), position, "s", 3, length)
        .show_scaled(ui, scale)
        .and_then(FieldEdit::value)
    {
        actions.push(TransportAction::GoTo(time).into());
    }
    if room < Room::Whole {
        return;
    }
    if let Some(frame) = field(
        tr!("Position in frames"),
        position * rate,
        "f",
        1,
        length * rate,
    )
    .show_scaled(ui, in_frames)
    .and_then(FieldEdit::value)
    {
        actions.push(TransportAction::GoTo(frame / rate).into());
    }
    if ui.available_width() < 512.0 {
        return;
    }
    let percent = if length > 0.0 {
        position / length * 100.0
    } else {
        0.0
    };
    if let Some(percent) = field(tr!("Position in percent"), percent, "%", 1, 100.0)
        .show_scaled(ui, scale)
        .and_then(FieldEdit::value)
    {
        actions.push(TransportAction::GoTo(percent / 100.0 * length).into());
    }
}

fn rate_ui(ui: &mut Ui, session: &Session, room: Room, actions: &mut Vec<EditorAction>) {
    if room == Room::Whole {
        ui.label(egui::RichText::new(tr!("Rate")).color(theme::TEXT_2));
    }
    let rate = f64::from(session.transport.rate);
    let field = NumberField {
        name: tr!("Preview rate"),
        value: rate,
        unit: "×",
        decimals: 2,
        speed: 0.01,
        range: -8.0..=8.0,
        width: 52.0,
    };
    if let Some(rate) = field.show(ui).and_then(FieldEdit::value) {
        actions.push(TransportAction::SetRate(rate as f32).into());
    }
}

fn scope_ui(ui: &mut Ui, chosen: MontageScope, room: Room, actions: &mut Vec<EditorAction>) {
    if room == Room::Whole {
        ui.label(egui::RichText::new(tr!("Plays")).color(theme::TEXT_2));
    }
    let scopes = [
        (
            MontageScope::Section,
            tr!("Section"),
            tr!("Loops the section under the playhead"),
        ),
        (
            MontageScope::Chain,
            tr!("Chain"),
            tr!("Follows section links"),
        ),
        (
            MontageScope::All,
            tr!("All"),
            tr!("The whole timeline, ignoring section links"),
        ),
    ];
    if room < Room::Tight {
        let now = scopes
            .iter()
            .find(|(scope, ..)| *scope == chosen)
            .map_or("", |scope| scope.1);
        let label =
            egui::RichText::new(format!("{now}  {}", icons::CARET_DOWN)).font(theme::medium());
        let menu = parts::menu_button(ui, label, |ui| {
            for (scope, name, tip) in scopes {
                if choice_button(ui, name, chosen == scope)
                    .on_hover_text(tip)
                    .clicked()
                {
                    actions.push(TransportAction::SetScope(scope).into());
                }
            }
        });
        menu.response.on_hover_text(tr!("Playback range"));
        return;
    }
    for (scope, name, tip) in scopes {
        if choice_button(ui, name, chosen == scope)
            .on_hover_text(tip)
            .clicked()
        {
            actions.push(TransportAction::SetScope(scope).into());
        }
    }
}

/// A menu button of so many points, whatever it says.
fn menu_of(ui: &mut Ui, text: &str, width: f32, name: &str, content: impl FnOnce(&mut Ui)) {
    let text = egui::RichText::new(text)
        .font(theme::small())
        .color(theme::TEXT_2);
    let button = egui::Button::new(text)
        .frame_when_inactive(false)
        .truncate();
    let config = MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(width, theme::BUTTON), egui::Sense::hover());
    let mut inner = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(rect)
            .layout(Layout::left_to_right(Align::Center)),
    );
    let (response, _) = MenuButton::from_button(button)
        .config(config)
        .ui(&mut inner, |ui| parts::scrolled(ui, content));
    response.accessible_name(name).on_hover_text(name);
}

/// Menu of what the magnet snaps to.
fn snap_menu(ui: &mut Ui, known: &Preferences, actions: &mut Vec<EditorAction>) {
    let has_room = ui.available_width() > 332.0;
    let summary = known.snapping.summary();
    let text = if has_room {
        format!("{}  {summary}", icons::CARET_DOWN)
    } else {
        icons::CARET_DOWN.to_owned()
    };
    menu_of(
        ui,
        &text,
        if has_room { 168.0 } else { 24.0 },
        tr!("Snap targets"),
        |ui| {
            for kind in SnapKind::ALL {
                let mut on = known.snapping.has(kind);
                if ui.checkbox(&mut on, kind.title()).clicked() {
                    let snapping = known.snapping.toggled(kind);
                    actions.push(
                        ViewAction::SetPreferences(Preferences { snapping, ..*known }).into(),
                    );
                }
            }
        },
    );
}

/// Menu of what the timeline shows.
fn view_menu(ui: &mut Ui, session: &Session, actions: &mut Vec<EditorAction>) {
    menu_of(
        ui,
        icons::CARET_DOWN,
        24.0,
        tr!("View of the timeline"),
        |ui| {
            ui.label(
                egui::RichText::new(tr!("Follow the playhead"))
                    .font(theme::small())
                    .color(theme::TEXT_3),
            );
            for follow in Follow::ALL {
                if ui
                    .radio(session.preferences.follow == follow, follow.title())
                    .clicked()
                {
                    actions.push(TimelineAction::Follow(follow).into());
                }
            }
            ui.separator();
            let mut volume = session.preferences.volume;
            let slider = egui::Slider::new(&mut volume, 0..=100).suffix(" %");
            let slider = ui.add(slider.text(tr!("Volume of sounds")));
            if slider.changed() {
                actions.push(TransportAction::SetVolume(volume).into());
            }
            ui.separator();
            let entries: [(&str, &str, EditorAction); 3] = [
                (
                    tr!("Show the playhead"),
                    "timeline.show_playhead",
                    TimelineAction::ShowPlayhead.into(),
                ),
                (
                    tr!("Go to time…"),
                    "play.go_to",
                    TimelineAction::AskTime.into(),
                ),
                (
                    tr!("Frame selection"),
                    "view.frame_selection",
                    ViewAction::FrameSelection.into(),
                ),
            ];
            for (label, id, action) in entries {
                let button = egui::Button::new(label).shortcut_text(session.keymap.label_of(id));
                if ui.add(button).accessible_name(label).clicked() {
                    actions.push(action);
                    ui.close();
                }
            }
        },
    );
}

/// Menu of how new notifies follow the segment under them.
fn link_ui(ui: &mut Ui, now: LinkKind, is_named: bool, actions: &mut Vec<EditorAction>) {
    let name = if is_named {
        format!("{}  ", now.name())
    } else {
        String::new()
    };
    let label = egui::RichText::new(format!("{}  {name}{}", now.icon(), icons::CARET_DOWN))
        .font(theme::medium());
    let menu = parts::menu_button(ui, label, |ui| {
        for kind in LinkKind::ALL {
            let label = format!("{}  {}", kind.icon(), kind.name());
            if ui
                .selectable_label(kind == now, label)
                .on_hover_text(kind.tip())
                .clicked()
            {
                actions.push(TimelineAction::SetNewLink(kind).into());
            }
        }
    });
    let tip = tr!("Link of new notifies to their segment: {}", now.name());
    menu.response
        .accessible_name(tr!("Link {}", now.name()))
        .on_hover_text(tip);
}

/// One of a few words of which one is on.
fn choice_button(ui: &mut Ui, name: &str, on: bool) -> egui::Response {
    let color = if on { theme::ACCENT } else { theme::TEXT_2 };
    let text = egui::RichText::new(name).font(theme::medium()).color(color);
    ui.add(egui::Button::selectable(on, text).min_size(egui::vec2(0.0, theme::BUTTON)))
}

fn add_menu(ui: &mut Ui, host: &TimelineHost<'_>, keys: &Keymap, actions: &mut Vec<EditorAction>) {
    let label = egui::RichText::new(tr!("{}  Add", icons::PLUS)).font(theme::medium());
    parts::menu_button(ui, label, |ui| {
        let mut entry = |label: &str, id: &str, action: EditorAction| {
            if ui
                .add(egui::Button::new(label).shortcut_text(keys.label_of(id)))
                .accessible_name(label)
                .clicked()
            {
                actions.push(action);
            }
        };
        if host.montage().is_some() {
            entry(
                tr!("Section at playhead"),
                "montage.section",
                MontageAction::AddSection.into(),
            );
        }
        entry(
            tr!("Notify at playhead"),
            "timeline.notify",
            TimelineAction::AddNotify.into(),
        );
        entry(
            tr!("Notify state at playhead"),
            "timeline.state",
            TimelineAction::AddNotifyState.into(),
        );
        entry(
            tr!("Note at playhead"),
            "timeline.note",
            TimelineAction::AddNote.into(),
        );
        entry(
            tr!("Sound at playhead"),
            "timeline.sound",
            TimelineAction::AddSound.into(),
        );
        entry(
            tr!("Notify track"),
            "timeline.track",
            TimelineAction::AddNotifyTrack.into(),
        );
        if host.clip().is_some() {
            entry(
                tr!("Sync marker at playhead"),
                "clip.marker",
                ClipAction::AddSyncMarker.into(),
            );
            entry(tr!("Curve"), "clip.curve", ClipAction::AddCurve.into());
            entry(
                tr!("Curve key at playhead"),
                "clip.key",
                ClipAction::AddCurveKey.into(),
            );
        }
        if host.montage().is_some() {
            entry(tr!("Slot"), "montage.slot", MontageAction::AddSlot.into());
        }
    })
    .response
    .on_hover_text(tr!("Add to this timeline"));
}
