//! Lanes: what is silent, hidden, folded, locked, moved, stacked and counted.

use super::*;
use asset::montage::Slot;
use document::{Command, ItemCommand, MontageCommand, NotifyCommand, Selection};
use egui_kittest::kittest::NodeT;

fn perform(window: &mut Window, command: Command) {
    window.state_mut().perform(&command, None);
    settle(window);
}

fn active(window: &Window) -> Id {
    window.state().session.active.unwrap()
}

fn track(window: &Window, name: &str) -> Id {
    montage(window)
        .tracks
        .iter()
        .find(|track| track.name == name)
        .unwrap()
        .id
}

/// Names in the log after a whole run.
fn fired(window: &mut Window) -> Vec<String> {
    window.state_mut().session.log.rows.clear();
    window
        .state_mut()
        .act_on_transport(&crate::action::TransportAction::SetScope(
            studio::MontageScope::All,
        ));
    window
        .state_mut()
        .act_on_transport(&crate::action::TransportAction::Seek(0.0));
    window
        .state_mut()
        .act_on_transport(&crate::action::TransportAction::TogglePlay);
    wait_until(window, "the last footstep", |app| {
        let names = &app.compiled.library.names;
        app.session
            .log
            .rows
            .iter()
            .any(|row| matches!(names.text(row.event.name), "Foot_L_back" | "HitWindow"))
            && app.session.transport.position > 2.1
    });
    window
        .state_mut()
        .act_on_transport(&crate::action::TransportAction::Pause);
    settle(window);
    let names = &window.state().compiled.library.names;
    window
        .state()
        .session
        .log
        .rows
        .iter()
        .map(|row| names.text(row.event.name).to_owned())
        .collect()
}

#[test]
fn muted_tracks_and_those_beside_solo_ones_come_neither_to_the_log_nor_to_the_viewport() {
    let mut window = sample();
    click(&mut window, "Mute FX");
    let names = fired(&mut window);
    assert!(names.iter().any(|name| name == "Foot_R"), "{names:?}");
    assert!(
        !names
            .iter()
            .any(|name| name == "SwordTrail" || name == "ClothRustle"),
        "{names:?}"
    );
    assert_eq!(steps(&window), 0, "it is no edit");
    click(&mut window, "Unmute FX");
    click(&mut window, "Solo Hit windows");
    let names = fired(&mut window);
    assert!(names.iter().any(|name| name == "HitWindow"), "{names:?}");
    assert!(
        !names
            .iter()
            .any(|name| name == "Foot_R" || name == "SwordTrail"),
        "{names:?}"
    );
    keep(&mut window, "lanes solo");
    window
        .get_by_label("Solo FX")
        .click_modifiers(Modifiers::ALT);
    settle(&mut window);
    assert_eq!(
        window.state().views.timeline.lanes.solo.len(),
        1,
        "with Alt it alone"
    );
}

#[test]
fn a_hidden_slot_leaves_the_preview_and_comes_back() {
    let mut window = sample();
    window
        .state_mut()
        .act_on_transport(&crate::action::TransportAction::Seek(1.3));
    settle(&mut window);
    let pose = |window: &Window| window.state().engine.frame.as_ref().unwrap().models.clone();
    let shown = pose(&window);
    let name = montage(&window).slots[0].name.clone();
    click(&mut window, &format!("Hide {name} in the preview"));
    wait_until(&mut window, "another pose", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.models != shown)
    });
    assert_eq!(
        (steps(&window), montage(&window).slots[0].segments.len()),
        (0, 4),
        "nothing is edited"
    );
    click(&mut window, &format!("Show {name} in the preview"));
    wait_until(&mut window, "the pose", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.models == shown)
    });
}

#[test]
fn a_locked_track_says_so_and_is_unlocked_by_its_mark() {
    let mut window = sample();
    window.get_by_label("Notify track FX").click_secondary();
    settle(&mut window);
    click_button(&mut window, "Lock track");
    assert!(
        montage(&window)
            .tracks
            .iter()
            .any(|track| track.name == "FX" && track.locked)
    );
    click(&mut window, "Unlock FX");
    assert!(montage(&window).tracks.iter().all(|track| !track.locked));
    assert_eq!(steps(&window), 2);
}

#[test]
fn tracks_and_slots_are_dragged_to_another_place() {
    let mut window = sample();
    let names = |window: &Window| {
        montage(window)
            .tracks
            .iter()
            .map(|track| track.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&window), ["Footsteps", "FX", "Hit windows"]);
    let from = rect(&window, "Notify track Footsteps").left_center() + vec2(60.0, 0.0);
    let to = rect(&window, "Notify track Hit windows").center_bottom() - vec2(0.0, 2.0);
    hold(&mut window, from);
    move_to(&mut window, from, Pos2::new(from.x, to.y));
    keep(&mut window, "lane dragged");
    release(&mut window, Pos2::new(from.x, to.y));
    assert_eq!(names(&window), ["FX", "Hit windows", "Footsteps"]);
    assert_eq!(steps(&window), 1);
    let from = rect(&window, "Notify track FX").left_center() + vec2(60.0, 0.0);
    drag(&mut window, from, vec2(0.0, 8.0));
    assert_eq!(steps(&window), 1, "where it is, it stays");
    let arms = Slot {
        id: Id(4711),
        name: "Arms".into(),
        segments: Vec::new(),
        locked: false,
    };
    let command = Command::Montage(
        active(&window),
        MontageCommand::Slot(ItemCommand::Add(arms)),
    );
    perform(&mut window, command);
    let from = rect(&window, "Slot Arms").left_center() + vec2(60.0, 0.0);
    let to = rect(&window, "Slot DefaultSlot").center_top() + vec2(0.0, 4.0);
    drag(&mut window, from, Pos2::new(from.x, to.y) - from);
    assert_eq!(montage(&window).slots[0].name, "Arms");
}

#[test]
fn folded_tracks_count_what_is_on_them_and_a_summary_counts_all() {
    let mut window = sample();
    assert!(
        window
            .query_all_by_label_contains("Summary: ")
            .next()
            .is_none()
    );
    window.get_by_label("Notify track FX").click_secondary();
    settle(&mut window);
    click_button(&mut window, "Fold track");
    assert!(!has(&window, "Notify SwordTrail"));
    let pills = window.query_all_by_label_contains("FX: ").count();
    let summary: usize = window
        .query_all_by_label_contains("Summary: ")
        .map(|node| {
            node.accesskit_node()
                .label()
                .unwrap_or_default()
                .split(' ')
                .nth(1)
                .unwrap()
                .parse::<usize>()
                .unwrap()
        })
        .sum();
    assert_eq!(summary, montage(&window).notifies.len());
    assert!(pills >= 2, "{pills}");
    keep(&mut window, "lanes folded");
    window
        .query_all_by_label_contains("FX: ")
        .next()
        .unwrap()
        .click();
    settle(&mut window);
    assert!(!selected(&window).is_empty());
}

/// Thousands of notifies, a third of them states of two points: what is drawn does not grow with
/// them, and none is lost.
#[test]
fn many_are_counted_in_sight_and_not_drawn_out_of_it() {
    let mut window = sample();
    let (host, count) = (active(&window), 4000);
    change(&mut window, |project| {
        let many = Arc::make_mut(project.montages.get_mut(&host).unwrap());
        let track = |at: u64| asset::NotifyTrack {
            id: Id(5000 + at),
            name: format!("Many {at}"),
            color: (at % 8) as u8,
            locked: false,
        };
        many.tracks.extend((0..20).map(track));
        let length = many.slots[0]
            .segments
            .last()
            .map_or(0.0, |it| it.start + it.duration(1.0));
        many.notifies.extend((0..count).map(|at| {
            let time = length * at as f32 / count as f32;
            let duration = (at % 3 == 0).then_some(length * 0.002);
            Notify {
                duration,
                ..Notify::instant(
                    Id(10_000 + at),
                    Id(5000 + at % 20),
                    format!("Many_{at}"),
                    time,
                )
            }
        }));
    });
    press(&mut window, Key::Home);
    let (lane, end) = (
        rect(&window, "Section Windup"),
        rect(&window, "Section Recover").right(),
    );
    window.hover_at(Pos2::new(lane.left(), lane.bottom() + 60.0));
    window.step();
    let wheel = |y: f32| Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, y),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Unknown,
    };
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..40 {
        window.event(wheel(-24.0));
        settle(&mut window);
        let many = (0..20).map(|at| format!("Notify track Many {at}"));
        let shown: Vec<String> = many.filter(|label| has(&window, label)).collect();
        let drawn = window.query_all_by_label_contains("Notify Many_").count();
        assert!(
            shown.len() < 16 && drawn < 120,
            "{shown:?} and {drawn} notifies"
        );
        seen.extend(shown);
    }
    keep(&mut window, "lanes of thousands");
    let first = rect(&window, "Notify track Many 19").top();
    assert!(!has(&window, "Notify track FX") && first > 0.0);
    let name = |window: &Window| {
        montage(window)
            .notifies
            .iter()
            .find(|it| it.id == Id(10_000))
            .unwrap()
            .name
            .clone()
    };
    let selection = Selection::item(host, Id(10_000));
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, crate::action::SelectAction::These(selection).into());
    settle(&mut window);
    press(&mut window, Key::F2);
    settle(&mut window);
    window.event(Event::Text("Out_of_sight".into()));
    settle(&mut window);
    press(&mut window, Key::Enter);
    settle(&mut window);
    assert_eq!(
        name(&window),
        "Out_of_sight",
        "what is renamed takes what is typed wherever it is"
    );
    assert_eq!(seen.len(), 20, "{seen:?}");
    let badges: Vec<Rect> = window
        .query_all_by_label_contains(" notifies at ")
        .map(|it| it.rect())
        .collect();
    assert!(
        badges.iter().any(|it| it.left() < lane.left() + 100.0),
        "{badges:?}"
    );
    assert!(
        badges.iter().any(|it| it.right() > end - 100.0),
        "{badges:?}"
    );
}

#[test]
fn what_overlaps_is_stacked_and_what_is_too_near_is_counted() {
    let mut window = sample();
    let fx = track(&window, "FX");
    for (id, name, time, duration) in [
        (1, "Over", 1.2, Some(0.2)),
        (2, "Near_1", 0.3, None),
        (3, "Near_2", 0.32, None),
        (4, "Near_3", 0.335, None),
    ] {
        let notify = Notify {
            duration,
            ..Notify::instant(Id(900 + id), fx, name, time)
        };
        let command = Command::Notify(active(&window), NotifyCommand::Add(notify));
        perform(&mut window, command);
    }
    press(&mut window, Key::Home);
    let (over, under) = (
        rect(&window, "Notify Over"),
        rect(&window, "Notify SwordTrail"),
    );
    assert!(!over.intersects(under), "{over:?} {under:?}");
    keep(&mut window, "lanes stacked");
    let badge = window
        .query_all_by_label_contains("3 notifies at 0.3")
        .next()
        .expect("a badge");
    badge.click();
    settle(&mut window);
    window
        .query_all_by_label_contains("Near_2")
        .next()
        .expect("it is listed")
        .click();
    settle(&mut window);
    assert_eq!(selected(&window), [Id(903)]);
    assert!(
        has(&window, "Notify Near_2"),
        "what is selected can be held"
    );
}

#[test]
fn the_timing_lane_numbers_what_comes_in_order_and_goes_there() {
    let mut window = sample();
    let all = montage(&window).sections.len() + montage(&window).notifies.len();
    for number in 1..=all {
        let label = format!("Timing {number} ");
        assert_eq!(
            window.query_all_by_label_contains(&label).count(),
            1,
            "{label}"
        );
    }
    let release = window.query_all_by_label_contains("Timing ").find(|node| {
        node.accesskit_node()
            .label()
            .is_some_and(|label| label.ends_with(" Strike"))
    });
    release.unwrap().click();
    settle(&mut window);
    assert_eq!(selected(&window), [section(&window, "Strike").id]);
    assert!((window.state().session.transport.position - 1.1).abs() < 1e-4);
}

/// Of many at one time some have room beside each other; the others are listed, and all are
/// reached.
#[test]
fn what_finds_no_room_in_the_timing_lane_is_listed() {
    let mut window = sample();
    let track = montage(&window).tracks[0].id;
    for at in 0..9 {
        let notify = Notify::instant(Id(9700 + at), track, format!("Spark{at}"), 1.731);
        let of = active(&window);
        perform(&mut window, Command::Notify(of, NotifyCommand::Add(notify)));
    }
    let all = montage(&window).sections.len() + montage(&window).notifies.len();
    let has = |window: &Window, number: usize| {
        window
            .query_all_by_label_contains(&format!("Timing {number} "))
            .count()
            == 1
    };
    let hidden: Vec<usize> = (1..=all).filter(|number| !has(&window, *number)).collect();
    assert!(hidden.len() >= 6, "{hidden:?}");
    let badge = format!("{} more at 1.731 s", hidden.len());
    scroll_to(&mut window, &badge);
    click_button(&mut window, &badge);
    keep(&mut window, "timing_rest");
    click_button(
        &mut window,
        &format!("{}  Spark8  ·  1.731 s", hidden.last().unwrap()),
    );
    assert_eq!(selected(&window), [Id(9708)]);
    assert!((window.state().session.transport.position - 1.731).abs() < 1e-4);
    // Room for all of what else there is.
    assert!(
        hidden.windows(2).all(|pair| pair[1] == pair[0] + 1),
        "{hidden:?}"
    );
}

#[test]
fn notifies_of_the_clips_are_shown_where_they_come_and_open_their_clip() {
    let mut window = sample();
    let clip = segment(&window, "Charge_Release").clip;
    let with = Notify::instant(Id(950), Id(951), "Inner", 0.25);
    let track = asset::NotifyTrack {
        id: Id(951),
        name: "T".into(),
        color: 0,
        locked: false,
    };
    perform(
        &mut window,
        Command::Notify(clip, NotifyCommand::Track(ItemCommand::Add(track))),
    );
    perform(&mut window, Command::Notify(clip, NotifyCommand::Add(with)));
    let mark = rect(&window, "Inner of Charge_Release").center().x;
    let wanted = rect(&window, "Section Strike").left() + seconds(&window, 0.25).x;
    assert!((mark - wanted).abs() < 1.5, "{mark} {wanted}");
    double_click(&mut window, "Inner of Charge_Release");
    assert_eq!(
        (window.state().session.active, selected(&window)),
        (Some(clip), vec![Id(950)])
    );
}

#[test]
fn keys_of_the_time_stretch_are_dragged_on_its_lane() {
    let mut window = sample();
    let key = |id, time, value| {
        asset::CurveKey::new(Id(id), time, value, asset::source::Interpolation::Linear)
    };
    let keys = vec![key(961, 0.0, 0.0), key(962, 1.2, 1.0), key(963, 2.4, 0.0)];
    let stretch = asset::Curve {
        keys,
        ..asset::Curve::new(Id(960), "Time stretch", 0)
    };
    let command = Command::Montage(active(&window), MontageCommand::SetStretch(Some(stretch)));
    perform(&mut window, command);
    let before = montage(&window).stretch.clone().unwrap();
    scroll_to(&mut window, "Time stretch lane");
    keep(&mut window, "lanes stretch");
    let key = before.keys[1].clone();
    let at = rect(&window, "Key 2 of Time stretch").center();
    let by = frames(&window, 6.0);
    drag(&mut window, at, by);
    let after = montage(&window).stretch.clone().unwrap();
    assert!(
        (after.keys[1].time - key.time - 0.1).abs() < 1e-4,
        "{after:?}"
    );
}

#[test]
fn a_track_is_copied_with_its_notifies() {
    let mut window = sample();
    let before = montage(&window).clone();
    let track = before.tracks[0].clone();
    let on = |montage: &Montage, track: Id| -> Vec<(String, f32, Option<f32>)> {
        let on_it = montage.notifies.iter().filter(|it| it.track == track);
        let mut rows: Vec<_> = on_it
            .map(|it| (it.name.clone(), it.time, it.duration))
            .collect();
        rows.sort_by(|a, b| a.1.total_cmp(&b.1));
        rows
    };
    let action = crate::action::TimelineAction::DuplicateTrack(track.id);
    super::graphs::act(&mut window, action);
    settle(&mut window);
    let after = montage(&window).clone();
    let new = after.tracks.last().unwrap();
    assert_eq!(after.tracks.len(), before.tracks.len() + 1);
    assert!(new.name != track.name && new.color == track.color);
    assert!(!on(&before, track.id).is_empty());
    assert_eq!(on(&after, new.id), on(&before, track.id));
    assert_eq!(steps(&window), 1);

    let text = window.state().track_text(track.id).unwrap();
    double_click(&mut window, "Asset Walk_Fwd");
    window.state_mut().paste(&text);
    settle(&mut window);
    let id = window.state().session.active.unwrap();
    let clip = &project(&window).clips[&id];
    let pasted = clip.tracks.last().unwrap();
    assert!(pasted.name.starts_with(&track.name), "{}", pasted.name);
    let count = clip
        .notifies
        .iter()
        .filter(|it| it.track == pasted.id)
        .count();
    assert_eq!(count, on(&before, track.id).len());
}
