//! A notify track: instants as diamonds, states as bars, branching points as shields or notched
//! bars.

use super::{
    TimelineScene,
    arranged::TrackArrangement,
    header::{LaneHeader, LaneHeaderMark, LaneHeaderResponse, header_ui},
    notify_item::{self, NotifyPlace},
    notify_menu::NEW_STATE,
    pills,
    row::{background, pressed_time, row, within},
    view::toggle,
};
use crate::{
    action::{EditAction, EditorAction, SelectAction, TimelineAction},
    icons, parts, theme,
    timeline::QuickSlotPress,
    timeline::state::TimelineState,
    views::PanelViews,
};
use asset::{AssetKind, Notify, NotifyTrack, notify_class::ClassKind};
use document::{Command, ItemCommand, NotifyCommand, Selection};
use egui::{Rect, Response, Ui, pos2};
use words::tr;

pub(super) fn lane_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    (track, arranged): (&NotifyTrack, &TrackArrangement),
    actions: &mut Vec<EditorAction>,
) {
    let folded = views.timeline.lanes.folded.contains(&track.id);
    let height = if folded {
        FOLDED
    } else {
        theme::LANE + (arranged.count - 1) as f32 * STACKED
    };
    let (header, lane) = row(ui, scene, height);
    if !ui.is_rect_visible(header.union(lane)) && !is_renamed(views, scene, (track, arranged)) {
        return places_of(scene, &mut views.timeline, (track, arranged), lane);
    }
    let on_track = arranged.notifies(&scene.host);
    head_ui(ui, scene, views, (track, &on_track), header, actions);
    let mut clipped = within(ui, lane);
    let back = background(&mut clipped, scene, views, lane, track.id, actions);
    lane_menu(scene, views, track, &back, actions);
    if folded {
        let counted: Vec<_> = on_track
            .iter()
            .map(|notify| pills::counted(scene.session, notify))
            .collect();
        return pills::pills_ui(&mut clipped, scene, &track.name, lane, &counted, actions);
    }
    held_ui(&clipped, scene, &views.timeline, track, lane);
    for at_row in 0..arranged.count {
        let of_row = arranged.of_row(&scene.host, at_row);
        row_ui(
            &mut clipped,
            scene,
            views,
            (track, &of_row),
            row_of(lane, at_row),
            actions,
        );
    }
}

fn row_of(lane: Rect, at: usize) -> Rect {
    let top = lane.top() + at as f32 * STACKED;
    Rect::from_x_y_ranges(lane.x_range(), top..=top + theme::LANE)
}

/// The track or something on it: its field takes what is typed, wherever it is.
fn is_renamed(
    views: &PanelViews,
    scene: &TimelineScene<'_>,
    (track, arranged): (&NotifyTrack, &TrackArrangement),
) -> bool {
    views.renaming.as_ref().is_some_and(|renaming| {
        let items = &renaming.selection.items;
        items.contains(&track.id)
            || arranged
                .notifies(&scene.host)
                .iter()
                .any(|notify| items.contains(&notify.id))
    })
}

/// Records the places of the notifies of a track that is scrolled out of sight. A box or a drag
/// that began in sight still finds those notifies.
fn places_of(
    scene: &TimelineScene<'_>,
    state: &mut TimelineState,
    (track, arranged): (&NotifyTrack, &TrackArrangement),
    lane: Rect,
) {
    let places = &mut state.places;
    places.rows.push((track.id, lane));
    if state.drag.is_none() || state.lanes.folded.contains(&track.id) {
        return;
    }
    for at_row in 0..arranged.count {
        let row = row_of(lane, at_row);
        let placed = arranged.of_row(&scene.host, at_row).into_iter();
        places
            .items
            .extend(placed.map(|notify| (notify.id, notify_item::rect_of(scene, notify, row))));
    }
}

/// States whose digits are down, from their press to the playhead.
fn held_ui(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    state: &TimelineState,
    track: &NotifyTrack,
    lane: Rect,
) {
    let is_here =
        |held: &&QuickSlotPress| held.host == scene.host.id && held.slot.track == track.name;
    for held in state.held.values().filter(is_here) {
        let from = scene.x(held.start.into());
        let to = scene
            .x(scene.session.playhead(scene.host.id))
            .max(from + 4.0);
        let rect = Rect::from_x_y_ranges(from..=to, lane.y_range().shrink(4.0));
        let stroke = egui::Stroke::new(1.5, theme::ACCENT);
        ui.painter().rect(
            rect,
            2.0,
            theme::ACCENT_FILL,
            stroke,
            egui::StrokeKind::Inside,
        );
    }
}

/// Points of a folded track.
const FOLDED: f32 = 22.0;
/// Points of each further row of a track.
const STACKED: f32 = 22.0;
/// Instants and narrow states nearer to each other than these points are counted in one badge.
const TOO_NEAR: f32 = 12.0;
/// States of fewer points are.
const NARROW: f32 = 6.0;
/// A badge counts no more than lie within these points: it stands where they are.
const BADGE_SPAN: f32 = 48.0;

/// Shows notifies of a track that do not overlap each other.
fn row_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    (track, notifies): (&NotifyTrack, &[&Notify]),
    row: Rect,
    actions: &mut Vec<EditorAction>,
) {
    let mut at = 0;
    while at < notifies.len() {
        let near = crowd(scene, views, (&notifies[at..], row));
        let (these, next) = (&notifies[at..at + near], notifies.get(at + near));
        let limit = next.map_or(row.right(), |next| scene.x(next.time.into()) - 10.0);
        at += near;
        let [notify] = these else {
            let x = (scene.x(these[0].time.into()) + scene.x(these[near - 1].time.into())) / 2.0;
            let color = notify_item::color_of(scene, these[0], track);
            for notify in these {
                let rect = notify_item::rect_of(scene, notify, row);
                views.timeline.places.items.push((notify.id, rect));
            }
            pills::badge_ui(ui, scene, (these, pos2(x, row.center().y)), color, actions);
            continue;
        };
        let from = scene.x(notify.time.into());
        let to = scene.x(notify.end().into());
        if to < row.left() - 200.0 || from > row.right() + 20.0 {
            continue;
        }
        notify_item::notify_ui(
            ui,
            scene,
            views,
            notify,
            &NotifyPlace { track, row, limit },
            actions,
        );
    }
}

/// Number of notifies, from the first, that are too narrow and too near to each other to be
/// distinguished. It is 1 if the first one is selected, so that it can be grabbed.
fn crowd(
    scene: &TimelineScene<'_>,
    views: &PanelViews,
    (notifies, row): (&[&Notify], Rect),
) -> usize {
    let x = |notify: &Notify| scene.x(notify.time.into());
    let alone = |notify: &Notify| {
        notify.duration.is_some() && notify_item::rect_of(scene, notify, row).width() >= NARROW
            || scene.is_selected(notify.id)
            || views
                .renaming
                .as_ref()
                .is_some_and(|renaming| renaming.selection.items.contains(&notify.id))
    };
    if alone(notifies[0]) {
        return 1;
    }
    let last = x(notifies[0]) + BADGE_SPAN;
    let is_near = |pair: &&[&Notify]| {
        x(pair[1]) - x(pair[0]) < TOO_NEAR && x(pair[1]) < last && !alone(pair[1])
    };
    1 + notifies.windows(2).take_while(is_near).count()
}

fn head_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    (track, notifies): (&NotifyTrack, &[&Notify]),
    rect: Rect,
    actions: &mut Vec<EditorAction>,
) {
    let lanes = &views.timeline.lanes;
    let folded = lanes.folded.contains(&track.id);
    let (is_solo, is_muted) = (
        lanes.solo.contains(&track.id),
        lanes.muted.contains(&track.id),
    );
    let speaker = match (is_muted, lanes.is_silent(track.id)) {
        (true, _) => icons::SPEAKER_SIMPLE_SLASH,
        (false, true) => icons::SPEAKER_SIMPLE_NONE,
        (false, false) => icons::SPEAKER_SIMPLE_HIGH,
    };
    let of = |what: &str| format!("{what} {}", track.name);
    let mut marks = vec![
        LaneHeaderMark {
            icon: icons::HEADPHONES,
            name: of(if is_solo {
                tr!("End solo of")
            } else {
                tr!("Solo")
            }),
            on: is_solo,
        },
        LaneHeaderMark {
            icon: speaker,
            name: of(if is_muted { tr!("Unmute") } else { tr!("Mute") }),
            on: is_muted,
        },
    ];
    if track.locked {
        marks.insert(
            0,
            LaneHeaderMark {
                icon: icons::LOCK_SIMPLE,
                name: of(tr!("Unlock")),
                on: true,
            },
        );
    }
    let name = if folded {
        format!("{}  {}", track.name, notifies.len())
    } else {
        track.name.clone()
    };
    let title = LaneHeader {
        icon: icon_of(scene, notifies),
        name: &name,
        line: None,
        color: Some(theme::category(track.color)),
        active: views.timeline.active_track == Some(track.id),
        id: track.id,
        label: tr!("Notify track {}", track.name),
        renames: true,
        marks: &marks,
        moves: true,
        pale: is_muted,
    };
    let is_locked = track.locked;
    let LaneHeaderResponse { response, clicked } =
        header_ui(ui, scene, views, rect, &title, actions);
    let alone = ui.input(|input| input.modifiers.alt);
    match clicked.map(|at| at + usize::from(!is_locked)) {
        Some(0) => {
            let command = NotifyCommand::SetTrackLocked(track.id, false);
            actions.push(EditAction::Perform(Command::Notify(scene.host.id, command), None).into());
        }
        Some(1) => toggle(&mut views.timeline.lanes.solo, track.id, alone),
        Some(_) => toggle(&mut views.timeline.lanes.muted, track.id, alone),
        None => {}
    }
    if response.clicked() {
        views.timeline.active_track = Some(track.id);
    }
    parts::context_menu(&response, |ui| {
        track_menu(ui, scene, &mut views.timeline, track, actions)
    });
}

/// Icon of the classes of `notifies` if it is the same for all, else a diamond.
fn icon_of(scene: &TimelineScene<'_>, notifies: &[&Notify]) -> &'static str {
    let class = |notify: &&Notify| {
        notify
            .class
            .and_then(|id| scene.host.project.notify_classes.get(&id))
    };
    let mut icons = notifies
        .iter()
        .map(|notify| class(notify).map(|class| class.icon));
    let first = icons.next().flatten();
    match first.filter(|first| icons.all(|icon| icon == Some(*first))) {
        Some(icon) => crate::kinds::notify_icon(icon),
        None => icons::DIAMOND,
    }
}

fn track_menu(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    state: &mut TimelineState,
    track: &NotifyTrack,
    actions: &mut Vec<EditorAction>,
) {
    let edit = |command| EditAction::Perform(Command::Notify(scene.host.id, command), None).into();
    parts::menu_button(ui, tr!("Colour"), |ui| {
        for (index, name) in theme::PALETTE_NAMES.iter().enumerate() {
            let text = egui::RichText::new(*name).color(theme::category(index as u8));
            if ui.button(text).clicked() {
                actions.push(edit(NotifyCommand::SetTrackColor(track.id, index as u8)));
            }
        }
    });
    let lanes = &mut state.lanes;
    let is_folded = lanes.folded.contains(&track.id);
    if ui
        .button(if is_folded {
            tr!("Unfold track")
        } else {
            tr!("Fold track")
        })
        .clicked()
    {
        toggle(&mut lanes.folded, track.id, false);
    }
    if ui
        .button(if is_folded {
            tr!("Unfold all tracks")
        } else {
            tr!("Fold all tracks")
        })
        .clicked()
    {
        lanes.folded.clear();
        if !is_folded {
            lanes
                .folded
                .extend(scene.host.tracks().iter().map(|track| track.id));
        }
    }
    if ui.button(tr!("Select all on it")).clicked() {
        let on_it = scene
            .host
            .notifies()
            .iter()
            .filter(|notify| notify.track == track.id);
        let items = on_it.map(|notify| notify.id).collect();
        actions.push(
            SelectAction::These(Selection {
                asset: Some(scene.host.id),
                items,
            })
            .into(),
        );
    }
    for (label, action) in [
        (tr!("Copy track"), TimelineAction::CopyTrack(track.id)),
        (
            tr!("Duplicate track"),
            TimelineAction::DuplicateTrack(track.id),
        ),
    ] {
        let button = ui.button(label).on_hover_text(tr!("Includes its notifies"));
        if button.clicked() {
            actions.push(action.into());
        }
    }
    let label = if track.locked {
        tr!("Unlock track")
    } else {
        tr!("Lock track")
    };
    if ui.button(label).clicked() {
        actions.push(edit(NotifyCommand::SetTrackLocked(track.id, !track.locked)));
    }
    if ui.button(tr!("Delete track and its notifies")).clicked() {
        actions.push(edit(NotifyCommand::Track(ItemCommand::Remove(track.id))));
    }
}

/// Double-click and the menu add where the pointer is.
fn lane_menu(
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    track: &NotifyTrack,
    lane: &Response,
    actions: &mut Vec<EditorAction>,
) {
    let time = pressed_time(scene, lane);
    if lane.double_clicked() {
        let id = views.edits.id();
        add(
            scene,
            &mut views.timeline,
            Notify::instant(id, track.id, tr!("Notify"), time()),
            actions,
        );
    }
    parts::context_menu(lane, |ui| {
        if ui.button(tr!("Add notify here")).clicked() {
            let id = views.edits.id();
            add(
                scene,
                &mut views.timeline,
                Notify::instant(id, track.id, tr!("Notify"), time()),
                actions,
            );
        }
        if ui.button(tr!("Add notify state here")).clicked() {
            let id = views.edits.id();
            add(
                scene,
                &mut views.timeline,
                Notify::state(id, track.id, tr!("NotifyState"), time(), NEW_STATE),
                actions,
            );
        }
        let classes = scene.host.project.list(AssetKind::NotifyClass);
        if !classes.is_empty() {
            parts::menu_button(ui, tr!("Add notify of class"), |ui| {
                for (class, name) in classes {
                    if ui.button(name).clicked() {
                        let id = views.edits.id();
                        let is_state =
                            scene.host.project.notify_classes[&class].kind == ClassKind::State;
                        let duration = is_state.then_some(NEW_STATE);
                        let plain = Notify::instant(id, track.id, name, time());
                        add(
                            scene,
                            &mut views.timeline,
                            Notify {
                                class: Some(class),
                                duration,
                                ..plain
                            },
                            actions,
                        );
                    }
                }
            });
        }
    });
}

fn add(
    scene: &TimelineScene<'_>,
    state: &mut TimelineState,
    notify: Notify,
    actions: &mut Vec<EditorAction>,
) {
    let link = state.new_link.at(&scene.host, notify.time.into());
    let notify = Notify { link, ..notify };
    state.active_track = Some(notify.track);
    let selection = Selection::item(scene.host.id, notify.id);
    actions.push(
        EditAction::Perform(
            Command::Notify(scene.host.id, NotifyCommand::Add(notify)),
            None,
        )
        .into(),
    );
    actions.push(SelectAction::These(selection).into());
}
