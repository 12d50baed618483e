//! Drags on the timeline: what moves, what stays, how many undo steps it takes.

use super::*;

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-5
}

#[test]
fn a_dragged_notify_lands_on_the_frame_in_one_step() {
    let mut window = sample();
    let (root, moved) = (project(&window).clone(), frames(&window, 4.2));
    let at = rect(&window, "Notify Foot_R").center();
    drag(&mut window, at, moved);
    let before = root
        .montages
        .values()
        .next()
        .unwrap()
        .notifies
        .iter()
        .find(|notify| notify.name == "Foot_R")
        .unwrap();
    let after = notify(&window, "Foot_R").time;
    assert!(
        near(after, before.time + 4.0 * frame(&window)),
        "{} {after}",
        before.time
    );
    assert_eq!(
        (steps(&window), selected(&window)),
        (1, vec![notify(&window, "Foot_R").id])
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(project(&window), &root));
}

#[test]
fn a_press_of_five_points_selects_and_of_seven_moves() {
    let mut window = sample();
    let at = rect(&window, "Notify Foot_L").center();
    drag(&mut window, at, vec2(5.0, 0.0));
    assert_eq!(
        (steps(&window), selected(&window)),
        (0, vec![notify(&window, "Foot_L").id])
    );
    drag(&mut window, at, vec2(7.0, 0.0));
    assert_eq!(steps(&window), 1);
}

#[test]
fn a_click_within_one_pass_selects_too() {
    let mut window = sample();
    for (label, which) in [
        ("Notify Foot_L", PointerButton::Primary),
        ("Section Hold", PointerButton::Secondary),
    ] {
        let at = rect(&window, label).center();
        window.hover_at(at);
        window.step();
        window
            .input_mut()
            .events
            .extend([button(at, which, true), button(at, which, false)]);
        window.step();
        settle(&mut window);
        assert_eq!(selected(&window).len(), 1, "{label}");
    }
    assert_eq!(selected(&window), [section(&window, "Hold").id]);
}

#[test]
fn a_press_held_still_changes_nothing() {
    let mut window = sample();
    for label in [
        "Notify Foot_R",
        "Section Strike",
        "Segment Charge_Release",
        "Charge_Loop end",
        "Notify SwordTrail",
    ] {
        let (root, at) = (project(&window).clone(), rect(&window, label).center());
        hold(&mut window, at);
        window.run_steps(130);
        release(&mut window, at);
        assert!(
            Arc::ptr_eq(project(&window), &root) && steps(&window) == 0,
            "{label}"
        );
    }
}

#[test]
fn dragging_out_and_back_changes_nothing() {
    let mut window = sample();
    let root = project(&window).clone();
    for label in [
        "Notify Foot_R",
        "Notify Release",
        "Section Hold",
        "Segment Charge_End",
    ] {
        let at = rect(&window, label).center();
        hold(&mut window, at);
        move_to(&mut window, at, at + vec2(90.0, 0.0));
        assert_ne!(steps(&window), 0, "{label}");
        move_to(&mut window, at + vec2(90.0, 0.0), at);
        release(&mut window, at);
        assert!(
            Arc::ptr_eq(project(&window), &root) && steps(&window) == 0,
            "{label}"
        );
    }
}

#[test]
fn escape_and_the_other_button_take_a_drag_back() {
    let mut window = sample();
    let root = project(&window).clone();
    let at = rect(&window, "Notify Foot_L").center();
    for cancel in [
        Event::PointerMoved(Pos2::ZERO),
        button(at, PointerButton::Secondary, true),
    ] {
        let is_button = matches!(cancel, Event::PointerButton { .. });
        hold(&mut window, at);
        move_to(&mut window, at, at + vec2(60.0, 0.0));
        assert_eq!(steps(&window), 1);
        if is_button {
            window.event(cancel);
        } else {
            window.key_press(Key::Escape);
        }
        window.run_steps(3);
        assert!(Arc::ptr_eq(project(&window), &root) && steps(&window) == 0);
        move_to(&mut window, at + vec2(60.0, 0.0), at + vec2(120.0, 0.0));
        if is_button {
            window.event(button(
                at + vec2(120.0, 0.0),
                PointerButton::Secondary,
                false,
            ));
        }
        release(&mut window, at + vec2(120.0, 0.0));
        assert!(
            Arc::ptr_eq(project(&window), &root) && steps(&window) == 0,
            "nothing moves after it"
        );
        assert!(!has(&window, "Rename"), "and no menu opens");
    }
}

/// Grabs a section near its left end.
fn grab(window: &Window, name: &str) -> Pos2 {
    rect(window, &format!("Section {name}")).left_center() + vec2(12.0, 0.0)
}

#[test]
fn a_section_dragged_over_another_changes_places_in_time_only() {
    let mut window = sample();
    let (root, before) = (project(&window).clone(), montage(&window).clone());
    let (from, over) = (grab(&window, "Hold"), seconds(&window, 0.7));
    drag(&mut window, from, over);
    let after = montage(&window).clone();
    let names: Vec<&str> = after
        .sections
        .iter()
        .map(|section| section.name.as_str())
        .collect();
    assert_eq!(names, ["Windup", "Strike", "Hold", "Recover"]);
    assert!(
        near(section(&window, "Hold").start, 1.2),
        "{}",
        section(&window, "Hold").start
    );
    for section in &before.sections {
        let now = after.section(section.id).unwrap();
        assert_eq!(
            (&now.name, now.next, now.color),
            (&section.name, section.next, section.color)
        );
    }
    assert_eq!(
        (&after.slots, &after.notifies),
        (&before.slots, &before.notifies)
    );
    assert_eq!(steps(&window), 1);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(project(&window), &root));
}

#[test]
fn two_sections_never_share_a_start_and_the_first_is_pinned() {
    let mut window = sample();
    let exactly = rect(&window, "Section Strike").left() - rect(&window, "Section Hold").left();
    let from = grab(&window, "Hold");
    drag(&mut window, from, vec2(exactly, 0.0));
    let apart = section(&window, "Strike").start - section(&window, "Hold").start;
    assert!((apart.abs() - frame(&window)).abs() < 1e-4, "{apart}");
    let (root, from) = (project(&window).clone(), grab(&window, "Windup"));
    drag(&mut window, from, vec2(100.0, 0.0));
    assert!(Arc::ptr_eq(project(&window), &root));
}

#[test]
fn an_edge_is_trimmed_and_stops_at_one_frame() {
    let mut window = sample();
    let (end, by) = (
        rect(&window, "Charge_End end").center(),
        seconds(&window, -0.2),
    );
    drag(&mut window, end, by);
    let trimmed = segment(&window, "Charge_End");
    assert!(
        near(trimmed.clip_end, 0.5) && near(trimmed.start, 1.7),
        "{trimmed:?}"
    );
    let (start, by) = (
        rect(&window, "Charge_End start").center(),
        seconds(&window, 0.1),
    );
    drag(&mut window, start, by);
    let trimmed = segment(&window, "Charge_End");
    assert!(
        near(trimmed.clip_begin, 0.1) && near(trimmed.start, 1.8) && near(trimmed.clip_end, 0.5),
        "{trimmed:?}"
    );
    let (end, by) = (
        rect(&window, "Charge_End end").center(),
        seconds(&window, -1.3),
    );
    drag(&mut window, end, by);
    let trimmed = segment(&window, "Charge_End");
    assert!(
        near(trimmed.clip_end - trimmed.clip_begin, frame(&window)),
        "{trimmed:?}"
    );
    assert_eq!(steps(&window), 3);
}

#[test]
fn a_state_is_resized_at_its_ends() {
    let mut window = sample();
    let before = notify(&window, "SwordTrail").clone();
    let (end, by) = (
        rect(&window, "SwordTrail end").center(),
        frames(&window, 2.0),
    );
    drag(&mut window, end, by);
    let trail = notify(&window, "SwordTrail").clone();
    assert!(
        near(trail.time, before.time) && near(trail.end(), before.end() + 2.0 * frame(&window)),
        "{trail:?}"
    );
}

#[test]
fn a_segment_hops_over_its_neighbour() {
    let mut window = sample();
    let end = rect(&window, "Charge_End end").center();
    let by = seconds(&window, -0.3);
    drag(&mut window, end, by);
    let before: Vec<_> = montage(&window).slots[0].segments.clone();
    // Past the middle of Recover there is room behind it only.
    let (from, by) = (
        rect(&window, "Segment Charge_Start").center(),
        seconds(&window, 2.0),
    );
    drag(&mut window, from, by);
    let hopped = segment(&window, "Charge_Start").start;
    assert!(near(hopped, 2.1) || hopped > 2.1 - 1e-4, "{hopped}");
    for segment in before.iter().skip(1) {
        assert_eq!(
            montage(&window).segment(segment.id).unwrap().1,
            segment,
            "neighbours stay"
        );
    }
}

#[test]
fn a_clip_from_the_assets_lands_on_the_slot() {
    let mut window = sample();
    let (clip, lane) = (
        rect(&window, "Asset Walk_Fwd").center(),
        rect(&window, "Segment Charge_End"),
    );
    let to = Pos2::new(lane.right() + 30.0, lane.center().y);
    hold(&mut window, clip);
    move_to(&mut window, clip, to);
    keep(&mut window, "drop a clip");
    release(&mut window, to);
    let walk = segment(&window, "Walk_Fwd");
    assert!(
        walk.start >= 2.4 - 1e-4 && walk.start < 2.51,
        "{}",
        walk.start
    );
    assert_eq!(steps(&window), 1);
}

#[test]
fn the_end_of_a_loop_adds_loops() {
    let mut window = sample();
    window.get_by_label("Segment Charge_End").click_secondary();
    settle(&mut window);
    click_button(&mut window, "Loops");
    click(&mut window, "×3");
    assert_eq!(segment(&window, "Charge_End").loops, 3);
    press(&mut window, Key::Home);
    let one = rect(&window, "Segment Charge_End").width() / 3.0;
    let end = rect(&window, "Charge_End end").center();
    drag(&mut window, end, vec2(-one * 1.1, 0.0));
    assert_eq!(segment(&window, "Charge_End").loops, 2);
}

#[test]
fn a_box_selects_across_lanes_and_the_nudge_moves_all() {
    let mut window = sample();
    let before = montage(&window).clone();
    let from = rect(&window, "Notify SwordTrail").right_top() + vec2(24.0, 2.0);
    let to = rect(&window, "Notify HitWindow").left_bottom() + vec2(10.0, -2.0);
    drag(&mut window, from, to - from);
    let (trail, hit) = (
        notify(&window, "SwordTrail").id,
        notify(&window, "HitWindow").id,
    );
    let (mut boxed, mut wanted) = (selected(&window), vec![trail, hit]);
    boxed.sort();
    wanted.sort();
    assert_eq!((boxed, steps(&window)), (wanted, 0));
    chord(&mut window, Modifiers::COMMAND, Key::ArrowRight);
    chord(
        &mut window,
        Modifiers::COMMAND | Modifiers::SHIFT,
        Key::ArrowRight,
    );
    for id in [trail, hit] {
        let by = montage(&window).notify(id).unwrap().time - before.notify(id).unwrap().time;
        assert!(near(by, 11.0 * frame(&window)), "{by}");
    }
    assert_eq!(steps(&window), 2);
    let last = segment(&window, "Charge_End");
    let until_the_end = ((last.start + last.clip_end) / (10.0 * frame(&window))).ceil() as usize;
    for _ in 0..until_the_end {
        chord(
            &mut window,
            Modifiers::COMMAND | Modifiers::SHIFT,
            Key::ArrowRight,
        );
    }
    let apart = notify(&window, "HitWindow").time - notify(&window, "SwordTrail").time;
    assert!(
        near(apart, 1.2 - 1.1333333) && steps(&window) < 2 + until_the_end,
        "refused as a whole"
    );
}

#[test]
fn a_dragged_group_keeps_its_offsets_at_the_end() {
    let mut window = sample();
    click(&mut window, "Notify Foot_L_back");
    window
        .get_by_label("Notify Foot_L")
        .click_modifiers(Modifiers::COMMAND);
    settle(&mut window);
    assert_eq!(selected(&window).len(), 2);
    let from = rect(&window, "Notify Foot_L").center();
    drag(&mut window, from, vec2(400.0, 0.0));
    let (a, b) = (
        notify(&window, "Foot_L").time,
        notify(&window, "Foot_L_back").time,
    );
    assert!(
        near(b - a, 2.0333333 - 1.2666667) && near(b, 2.4),
        "{a} {b}"
    );
    assert_eq!(steps(&window), 1);
}

#[test]
fn delete_takes_only_what_is_selected() {
    let mut window = sample();
    let before = montage(&window).clone();
    click(&mut window, "Notify ClothRustle");
    press(&mut window, Key::Delete);
    assert_eq!(montage(&window).notifies.len(), before.notifies.len() - 1);
    assert_eq!(
        (&montage(&window).sections, &montage(&window).slots),
        (&before.sections, &before.slots)
    );
    press(&mut window, Key::Delete);
    assert_eq!(steps(&window), 1, "nothing is selected now");
    click(&mut window, "Asset Walk_Fwd");
    press(&mut window, Key::Delete);
    assert_eq!(steps(&window), 1, "assets go by their menu only");
}

#[test]
fn the_ruler_scrubs_without_firing() {
    let mut window = sample();
    let ruler = rect(&window, "Playhead");
    let from = Pos2::new(
        rect(&window, "Section Windup").left() + 2.0,
        ruler.center().y,
    );
    let by = seconds(&window, 1.6);
    drag(&mut window, from, by);
    let position = window.state().session.transport.position;
    let count = position / f64::from(frame(&window));
    let is_on_a_frame = (count - count.round()).abs() < 1e-3;
    assert!(is_on_a_frame && position > 1.0, "{position}");
    wait_until(&mut window, "the frame", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| (frame.position - position).abs() < 1e-6)
    });
    assert!(
        window.state().session.log.rows.is_empty(),
        "{:?}",
        window.state().session.log.rows
    );
    assert_eq!(steps(&window), 0);
}

#[test]
fn a_jump_is_set_in_the_details() {
    let mut window = sample();
    click(&mut window, "Notify Foot_R");
    click(&mut window, "Branching point");
    assert!(notify(&window, "Foot_R").branching);
    click(&mut window, "Action");
    click(&mut window, "Jump to Recover");
    let target = asset::notify::Action::JumpToSection(section(&window, "Recover").id);
    assert_eq!(
        (notify(&window, "Foot_R").action, steps(&window)),
        (target, 2)
    );
}

#[test]
fn a_socket_is_chosen_in_the_details_and_told_in_the_log() {
    let mut window = sample();
    click(&mut window, "Notify ClothRustle");
    let rig = project(&window).skeletons.values().next().unwrap().clone();
    let socket = rig
        .sockets
        .iter()
        .find(|socket| socket.name == "head_top")
        .unwrap()
        .id;
    scroll_to(&mut window, "Socket");
    click(&mut window, "Socket");
    keep(&mut window, "notify sockets");
    click_button(&mut window, "head_top");
    assert_eq!(
        (notify(&window, "ClothRustle").socket, steps(&window)),
        (Some(socket), 1)
    );
    window.key_press(Key::Space);
    wait_until(&mut window, "a footstep", |app| {
        app.session.log.rows.len() > 4
    });
    window.key_press(Key::Space);
    settle(&mut window);
    keep(&mut window, "notify at a socket");
    for line in [
        "ClothRustle notify fired @ head_top",
        "Foot_R notify fired @ foot_r_ground",
    ] {
        assert!(
            window.query_all_by_label_contains(line).next().is_some(),
            "{line}"
        );
    }
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(notify(&window, "ClothRustle").socket, None);
}

#[test]
fn a_notify_at_a_deleted_socket_is_a_problem() {
    let mut window = sample();
    click(&mut window, "Skeleton");
    type_into(&mut window, "Filter bones", "hand_r_weapon");
    click(&mut window, "Socket hand_r_weapon");
    press(&mut window, Key::Delete);
    click(&mut window, "Show problems");
    let problem = "notify “SwordTrail”: its socket was deleted";
    window
        .query_all_by_label_contains(problem)
        .next()
        .expect("the problem is listed")
        .click();
    settle(&mut window);
    assert_eq!(selected(&window), [notify(&window, "SwordTrail").id]);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(has(&window, "No problems"));
}

#[test]
fn undo_and_redo_walk_the_same_roots() {
    let mut window = sample();
    let mut roots = vec![project(&window).clone()];
    for label in ["Notify Foot_R", "Notify Foot_L"] {
        let at = rect(&window, label).center();
        drag(&mut window, at, vec2(40.0, 0.0));
        roots.push(project(&window).clone());
    }
    click(&mut window, "Undo (Ctrl+Z)");
    assert!(Arc::ptr_eq(project(&window), &roots[1]));
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(project(&window), &roots[0]));
    chord(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    chord(&mut window, Modifiers::COMMAND, Key::Y);
    assert!(Arc::ptr_eq(project(&window), &roots[2]));
}

#[test]
fn zooming_keeps_the_time_under_the_pointer() {
    let mut window = sample();
    let at = Pos2::new(
        rect(&window, "Section Strike").left(),
        rect(&window, "Section Strike").center().y,
    );
    window.hover_at(at);
    window.run();
    let before = rect(&window, "Section Strike");
    for factor in [1.2, 1.2, 1.2, 1.0 / 1.2, 1.0 / 1.2, 1.0 / 1.2] {
        window.event(Event::Zoom(factor));
        window.step();
        assert!((rect(&window, "Section Strike").left() - at.x).abs() < 1.0);
    }
    settle(&mut window);
    assert!((rect(&window, "Section Strike").width() - before.width()).abs() < 1.0);
}

/// Zooms and pans to both limits, with a picture every few notches.
fn tour_of_the_view(window: &mut Window, asset: &str) {
    let timeline = window
        .get_by_role_and_label(egui::accesskit::Role::Group, "Timeline")
        .rect();
    let drawn = |window: &mut Window| {
        drop(
            window
                .render()
                .unwrap_or_else(|error| panic!("{asset}: {error}")),
        )
    };
    for part in [0.995, 0.4, 0.2] {
        let at = Pos2::new(
            timeline.left() + timeline.width() * part,
            timeline.center().y,
        );
        for (factor, notches) in [(1.2, 60), (1.0 / 1.2, 90), (1.2, 9)] {
            window.hover_at(at);
            for notch in 0..notches {
                window.event(Event::Zoom(factor));
                window.step();
                if notch % 9 == 8 {
                    drawn(window);
                }
            }
        }
        for side in [-4000.0, 8000.0] {
            window.hover_at(at);
            window.event(button(at, PointerButton::Middle, true));
            window.step();
            move_to(window, at, at + vec2(side, 0.0));
            window.event(button(at, PointerButton::Middle, false));
            window.step();
            drawn(window);
        }
        press(window, Key::Home);
    }
}

#[test]
fn blank_space_is_drawn_at_every_zoom() {
    let mut window = sample();
    for asset in ["AM_ChargedAttack", "Walk_Fwd"] {
        double_click(&mut window, &format!("Asset {asset}"));
        tour_of_the_view(&mut window, asset);
    }
}

#[test]
fn a_notify_far_beyond_the_end_is_framed() {
    let mut window = sample();
    let id = notify(&window, "Foot_R").id;
    let far = Notify {
        time: 99.0,
        ..notify(&window, "Foot_R").clone()
    };
    let active = window.state().session.active.unwrap();
    change(&mut window, |project| {
        let montage = Arc::make_mut(project.montages.get_mut(&active).unwrap());
        *montage
            .notifies
            .iter_mut()
            .find(|notify| notify.id == id)
            .unwrap() = far;
    });
    window
        .state_mut()
        .document
        .select(document::Selection::item(active, id));
    to_timeline(&mut window);
    assert!(
        !has(&window, "Notify Foot_R"),
        "what lies far out of sight is not laid out"
    );
    press(&mut window, Key::F);
    window.render().unwrap();
    assert!(has(&window, "Notify Foot_R"));
}
