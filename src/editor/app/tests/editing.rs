//! Editing segments and notifies: copies, ripples, rolls, splits, and what drags tell and take
//! back.

use super::*;
use asset::{montage::Segment, notify::Link};
use document::{Command, MontageCommand, NotifyCommand};

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-4
}

/// As [`hold`], [`move_to`] and [`release`], with keys held from the press on, in so many moves.
fn drag_with(window: &mut Window, held: Modifiers, from: Pos2, delta: Vec2, moves: u32) {
    hold(window, from);
    window.event(Event::ModifiersChanged(held));
    for part in 1..=moves {
        window.hover_at(from + delta * (part as f32 / moves as f32));
        window.step();
    }
    release(window, from + delta);
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    settle(window);
}

/// With a letter held down.
fn drag_holding(window: &mut Window, key: Key, from: Pos2, delta: Vec2) {
    window.key_down(key);
    window.step();
    drag(window, from, delta);
    window.key_up(key);
    settle(window);
}

fn perform(window: &mut Window, command: Command) {
    window.state_mut().perform(&command, None);
    settle(window);
}

fn active(window: &Window) -> Id {
    window.state().session.active.unwrap()
}

fn set_notify(window: &mut Window, name: &str, change: impl FnOnce(&mut Notify)) {
    let mut changed = notify(window, name).clone();
    change(&mut changed);
    let command = Command::Notify(active(window), NotifyCommand::Set(changed));
    perform(window, command);
}

/// Start and end of the first segment of a clip.
fn span(window: &Window, clip: &str) -> (f32, f32) {
    let it = segment(window, clip);
    (it.start, it.start + it.duration(1.0))
}

fn seek(window: &mut Window, time: f64) {
    window
        .state_mut()
        .act_on_transport(&crate::action::TransportAction::Seek(time));
    to_timeline(window);
}

/// The wind-up is followed by three more; a footstep each, linked to the segment under it.
fn linked() -> Window {
    let mut window = sample();
    for (name, clip) in [
        ("Foot_R", "Charge_Start"),
        ("Foot_L", "Charge_Release"),
        ("Foot_L_back", "Charge_End"),
    ] {
        let link = Link::Relative(segment(&window, clip).id);
        set_notify(&mut window, name, |notify| notify.link = link);
    }
    let link = Link::Proportional(segment(&window, "Charge_Release").id);
    set_notify(&mut window, "HitWindow", |notify| notify.link = link);
    window
}

#[test]
fn alt_copies_what_is_dragged_also_when_it_goes_down_in_the_middle() {
    let mut window = sample();
    let before = montage(&window).clone();
    let at = rect(&window, "Notify Foot_L").center();
    let by = frames(&window, 12.0);
    drag_with(&mut window, Modifiers::ALT, at, by, 6);
    let copies = |window: &Window| {
        let all = montage(window)
            .notifies
            .iter()
            .filter(|notify| notify.name == "Foot_L");
        all.map(|notify| notify.time).collect::<Vec<_>>()
    };
    let original = before
        .notifies
        .iter()
        .find(|notify| notify.name == "Foot_L")
        .unwrap()
        .time;
    let times = copies(&window);
    assert!(
        times.len() == 2 && times[0] == original && near(times[1], original + 12.0 / 60.0),
        "{times:?}"
    );
    assert_eq!((steps(&window), selected(&window).len()), (1, 1));
    let copied = montage(&window).notify(selected(&window)[0]).unwrap();
    assert!(
        copied.time != original && before.notify(copied.id).is_none(),
        "the copy is selected, with an id of its own"
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(*montage(&window), before);

    hold(&mut window, at);
    move_to(&mut window, at, at + by);
    window.event(Event::ModifiersChanged(Modifiers::ALT));
    window.run_steps(2);
    assert_eq!(copies(&window).len(), 2);
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    window.run_steps(2);
    assert_eq!(copies(&window).len(), 1, "released, it moves again");
    window.event(Event::ModifiersChanged(Modifiers::ALT));
    window.run_steps(2);
    release(&mut window, at + by);
    assert_eq!((copies(&window).len(), steps(&window)), (2, 1));
}

#[test]
fn a_copied_group_keeps_its_offsets_and_a_copied_segment_finds_a_free_place() {
    let mut window = sample();
    let before = montage(&window).clone();
    click(&mut window, "Notify Foot_R");
    window
        .get_by_label("Notify ClothRustle")
        .click_modifiers(Modifiers::COMMAND);
    settle(&mut window);
    let (at, by) = (
        rect(&window, "Notify Foot_R").center(),
        frames(&window, 30.0),
    );
    drag_with(&mut window, Modifiers::ALT, at, by, 5);
    let fresh: Vec<f32> = selected(&window)
        .iter()
        .map(|id| montage(&window).notify(*id).unwrap().time)
        .collect();
    let apart = notify(&window, "Foot_R").time - notify(&window, "ClothRustle").time;
    assert!(
        fresh.len() == 2 && near((fresh[0] - fresh[1]).abs(), apart),
        "{fresh:?}"
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    let (at, by) = (
        rect(&window, "Segment Charge_Start").center(),
        seconds(&window, 2.1),
    );
    drag_with(&mut window, Modifiers::ALT, at, by, 5);
    let after = montage(&window).clone();
    assert_eq!(
        after.slots[0].segments.len(),
        before.slots[0].segments.len() + 1
    );
    for known in &before.slots[0].segments {
        assert_eq!(after.segment(known.id).unwrap().1, known);
    }
    let copy = after.segment(selected(&window)[0]).unwrap().1;
    assert!(near(copy.start, span(&window, "Charge_End").1), "{copy:?}");
}

/// By how much each of the notifies moved.
fn moved(before: &Montage, after: &Montage, names: &[&str]) -> Vec<f32> {
    let time = |montage: &Montage, name: &str| {
        montage
            .notifies
            .iter()
            .find(|it| it.name == name)
            .unwrap()
            .time
    };
    names
        .iter()
        .map(|name| time(after, name) - time(before, name))
        .collect()
}

#[test]
fn a_rippled_end_carries_later_segments_and_what_is_linked_to_them() {
    let mut results = Vec::new();
    for moves in [3, 300] {
        let mut window = linked();
        let held = notify(&window, "Foot_L_back").track;
        let command = Command::Notify(active(&window), NotifyCommand::SetTrackLocked(held, true));
        let end = rect(&window, "Charge_Start end").center();
        let by = frames(&window, -6.0);
        let plain = montage(&window).clone();
        let count = steps(&window);
        drag_with(&mut window, Modifiers::SHIFT, end, by, moves);
        assert_eq!(steps(&window), count + 1);
        let after = montage(&window).clone();
        let six = -6.0 / 60.0;
        let by = moved(
            &plain,
            &after,
            &[
                "Foot_R",
                "Foot_L",
                "Foot_L_back",
                "HitWindow",
                "ClothRustle",
                "SwordTrail",
            ],
        );
        for (moved, wanted) in by.iter().zip([0.0, six, six, six, 0.0, 0.0]) {
            assert!(near(*moved, wanted), "{by:?}");
        }
        let starts: Vec<f32> = after.slots[0].segments.iter().map(|it| it.start).collect();
        assert!(
            near(starts[0], 0.0) && near(starts[1], 0.4) && near(starts[2], 1.0),
            "{starts:?}"
        );
        let sections: Vec<f32> = after.sections.iter().map(|it| it.start).collect();
        assert!(
            near(sections[1], 0.4) && near(sections[2], 1.0) && near(sections[3], 1.6),
            "{sections:?}"
        );
        chord(&mut window, Modifiers::COMMAND, Key::Z);
        perform(&mut window, command);
        let end = rect(&window, "Charge_Start end").center();
        let by = frames(&window, -6.0);
        drag_with(&mut window, Modifiers::SHIFT, end, by, moves);
        let locked = moved(
            &plain,
            montage(&window),
            &["Foot_R", "Foot_L", "Foot_L_back"],
        );
        assert_eq!(locked, [0.0; 3], "they are all on the locked track");
        results.push((after.slots, after.sections, after.notifies));
    }
    assert_eq!(
        results[0], results[1],
        "it does not matter how often the pointer moved"
    );
}

#[test]
fn a_rippled_segment_changes_places_and_the_others_make_room_and_close_up() {
    let mut window = linked();
    let before = montage(&window).clone();
    let (at, by) = (
        rect(&window, "Segment Charge_End").center(),
        seconds(&window, -1.3),
    );
    drag_with(&mut window, Modifiers::SHIFT, at, by, 8);
    let order: Vec<(String, f32)> = montage(&window).slots[0]
        .segments
        .iter()
        .map(|it| (project(&window).clips[&it.clip].name.clone(), it.start))
        .collect();
    let wanted = [
        ("Charge_Start", 0.0),
        ("Charge_End", 0.5),
        ("Charge_Loop", 1.2),
        ("Charge_Release", 1.8),
    ];
    assert!(
        order
            .iter()
            .zip(wanted)
            .all(|(a, b)| a.0 == b.0 && near(a.1, b.1)),
        "{order:?}"
    );
    let names: Vec<&str> = montage(&window)
        .sections
        .iter()
        .map(|section| section.name.as_str())
        .collect();
    assert_eq!(
        names,
        ["Windup", "Recover", "Hold", "Strike"],
        "sections go with their segments"
    );
    let starts: Vec<f32> = montage(&window)
        .sections
        .iter()
        .map(|section| section.start)
        .collect();
    assert!(
        starts
            .iter()
            .zip([0.0, 0.5, 1.2, 1.8])
            .all(|(a, b)| near(*a, b)),
        "{starts:?}"
    );
    let by = moved(&before, montage(&window), &["Foot_L_back", "Foot_L"]);
    assert!(near(by[0], -1.2) && near(by[1], 0.7), "{by:?}");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(*montage(&window), before);
}

#[test]
fn what_is_rippled_before_the_first_segment_brings_its_section_to_the_start() {
    let mut window = sample();
    let (at, by) = (
        rect(&window, "Segment Charge_Release").center(),
        seconds(&window, -1.1),
    );
    drag_with(&mut window, Modifiers::SHIFT, at, by, 8);
    let sections: Vec<(&str, f32)> = montage(&window)
        .sections
        .iter()
        .map(|section| (section.name.as_str(), section.start))
        .collect();
    let wanted = [
        ("Strike", 0.0),
        ("Windup", 0.6),
        ("Hold", 1.1),
        ("Recover", 1.7),
    ];
    assert!(
        sections
            .iter()
            .zip(wanted)
            .all(|(a, b)| a.0 == b.0 && near(a.1, b.1)),
        "{sections:?}"
    );
}

#[test]
fn a_seam_rolls_and_a_segment_slides_and_slips() {
    let mut window = sample();
    let by = seconds(&window, -0.1);
    let seam = rect(&window, "Seam of Charge_Start and Charge_Loop").center();
    let before: Vec<Segment> = montage(&window).slots[0].segments.clone();
    drag(&mut window, seam, by);
    assert!(
        near(span(&window, "Charge_Start").1, 0.5),
        "the second clip has no more before its start"
    );
    let by = seconds(&window, 0.1);
    drag(&mut window, seam, by);
    // The first has no more after its end either: nothing moves.
    assert_eq!(montage(&window).slots[0].segments, before);

    let end = rect(&window, "Charge_End start").center();
    drag(&mut window, end, by);
    let slid = rect(&window, "Segment Charge_End").center();
    let by = seconds(&window, 0.05);
    drag_holding(&mut window, Key::Y, slid, by);
    let slipped = segment(&window, "Charge_End").clone();
    assert!(
        near(slipped.start, 1.8) && near(slipped.clip_begin, 0.05) && near(slipped.clip_end, 0.65),
        "{slipped:?}"
    );

    let seam_rate = rect(&window, "Charge_End end").center();
    let by = seconds(&window, 0.6);
    drag_holding(&mut window, Key::R, seam_rate, by);
    let slower = segment(&window, "Charge_End").clone();
    assert!(
        near(slower.rate, 0.5) && near(slower.clip_begin, 0.05) && near(slower.start, 1.8),
        "{slower:?}"
    );
}

#[test]
fn rolling_and_sliding_keep_both_outer_edges() {
    let mut window = sample();
    // Both halves of a split clip have source on both sides of the seam.
    click(&mut window, "Segment Charge_Release");
    seek(&mut window, 1.4);
    chord(&mut window, Modifiers::COMMAND, Key::K);
    let halves = || "Seam of Charge_Release and Charge_Release";
    let (seam, by) = (rect(&window, halves()).center(), frames(&window, 6.0));
    drag(&mut window, seam, by);
    let pieces: Vec<Segment> = montage(&window).slots[0].segments[2..4].to_vec();
    assert!(
        near(pieces[0].start, 1.1) && near(pieces[0].clip_end, 0.4),
        "{pieces:?}"
    );
    assert!(
        near(pieces[1].start, 1.5) && near(pieces[1].clip_begin, 0.4),
        "{pieces:?}"
    );
    assert!(near(pieces[1].start + pieces[1].duration(1.0), 1.7));
    seek(&mut window, 1.3);
    click(&mut window, "Segment Charge_Loop");
    let three: Vec<Segment> = montage(&window).slots[0].segments.clone();
    let last = three.last().unwrap().clone();
    assert_eq!(three.len(), 5);
    // Slid by its edge with Y: the piece before it gets shorter, the one after it cannot get longer
    // at its start.
    let edge = rect(&window, "Seam of Charge_Release and Charge_End").center();
    let by = frames(&window, -6.0);
    drag_holding(&mut window, Key::Y, edge, by);
    assert_eq!(
        montage(&window).segment(last.id).unwrap().1.clip_end,
        last.clip_end
    );
    let after = montage(&window).segment(last.id).unwrap().1.start;
    let before = montage(&window).slots[0].segments[3].clone();
    assert!(
        near(before.start + before.duration(1.0), after),
        "{before:?} {after}"
    );
}

fn poses(window: &mut Window, from: f64, to: f64) -> Vec<Vec<f32>> {
    let mut poses = Vec::new();
    for at in 0..200 {
        let time = from + (to - from) * (f64::from(at) + 0.37) / 200.0;
        window
            .state_mut()
            .act_on_transport(&crate::action::TransportAction::Seek(time));
        wait_until(window, "the frame", |app| {
            app.engine
                .frame
                .as_ref()
                .is_some_and(|frame| (frame.position - time).abs() < 1e-6)
        });
        let models = &window.state().engine.frame.as_ref().unwrap().models;
        poses.push(
            models
                .iter()
                .flat_map(|model| model.to_cols_array())
                .collect(),
        );
    }
    poses
}

#[test]
fn a_split_inside_a_loop_changes_no_pose() {
    let mut window = sample();
    window
        .state_mut()
        .act_on_transport(&crate::action::TransportAction::SetScope(
            studio::MontageScope::All,
        ));
    let three = Segment {
        loops: 3,
        ..segment(&window, "Charge_End").clone()
    };
    let slot = montage(&window).slots[0].id;
    let command = Command::Montage(
        active(&window),
        MontageCommand::SetSegment {
            slot,
            segment: three,
        },
    );
    perform(&mut window, command);
    let (from, to) = span(&window, "Charge_End");
    let before = poses(&mut window, from.into(), to.into());
    click(&mut window, "Segment Charge_End");
    seek(&mut window, f64::from(from) + 1.0);
    let revision = window.state().engine.frame.as_ref().unwrap().revision;
    chord(&mut window, Modifiers::COMMAND, Key::K);
    wait_until(&mut window, "the pieces", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.revision > revision)
    });
    assert_eq!(montage(&window).slots[0].segments.len(), 7);
    let after = poses(&mut window, from.into(), to.into());
    let apart = |a: &Vec<f32>, b: &Vec<f32>| {
        a.iter()
            .zip(b)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f32::max)
    };
    let worst = before
        .iter()
        .zip(&after)
        .map(|(a, b)| apart(a, b))
        .fold(0.0, f32::max);
    assert!(
        worst < 5e-5,
        "{worst}: the rounding of times in f32 alone may differ"
    );
    assert!(apart(&before[0], &before[40]) > 0.01, "it moves meanwhile");
}

#[test]
fn edges_are_trimmed_to_the_playhead_and_the_rest_closes_up() {
    let mut window = sample();
    let before = montage(&window).clone();
    seek(&mut window, 1.3);
    press(&mut window, Key::Q);
    assert!(
        near(span(&window, "Charge_Release").0, 1.3)
            && near(span(&window, "Charge_Release").1, 1.7)
    );
    press(&mut window, Key::W);
    assert_eq!(steps(&window), 1, "at its edge there is nothing to trim");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    chord(&mut window, Modifiers::SHIFT, Key::W);
    assert!(
        near(span(&window, "Charge_Release").1, 1.3) && near(span(&window, "Charge_End").0, 1.3)
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    chord(&mut window, Modifiers::SHIFT, Key::Q);
    assert!(
        near(span(&window, "Charge_Release").0, 1.1) && near(span(&window, "Charge_End").0, 1.5)
    );
    let position = window.state().session.transport.position;
    assert!((position - 1.1).abs() < 1e-3, "{position}");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(*montage(&window), before);
    seek(&mut window, 1.24);
    click(&mut window, "Notify HitWindow");
    press(&mut window, Key::W);
    let state = notify(&window, "HitWindow").clone();
    assert!(
        near(state.end(), 1.24 - 0.24 % (1.0 / 60.0)) || (state.end() - 1.24).abs() < 0.01,
        "{state:?}"
    );
    assert_eq!(
        montage(&window).slots,
        before.slots,
        "what is selected is trimmed alone"
    );
}

#[test]
fn deleting_and_closing_up_leaves_no_gap_and_gaps_close() {
    let mut window = linked();
    click(&mut window, "Segment Charge_Loop");
    press(&mut window, Key::Delete);
    assert!(near(span(&window, "Charge_Release").0, 1.1), "a gap stays");
    window.state_mut().close_gaps(None);
    settle(&mut window);
    assert!(
        near(span(&window, "Charge_Release").0, 0.5) && near(section(&window, "Strike").start, 0.5)
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    let plain = montage(&window).clone();
    click(&mut window, "Segment Charge_Loop");
    chord(&mut window, Modifiers::SHIFT, Key::Delete);
    assert!(
        near(span(&window, "Charge_Release").0, 0.5) && near(span(&window, "Charge_End").0, 1.1)
    );
    let by = moved(
        &plain,
        montage(&window),
        &["Foot_R", "Foot_L", "Foot_L_back"],
    );
    assert!(
        near(by[0], 0.0) && near(by[1], -0.6) && near(by[2], -0.6),
        "{by:?}"
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(*montage(&window), plain, "in one step");
}

#[test]
fn what_is_pasted_finds_room_or_makes_it() {
    let mut window = linked();
    click(&mut window, "Segment Charge_Start");
    window
        .get_by_label("Notify Foot_R")
        .click_modifiers(Modifiers::COMMAND);
    settle(&mut window);
    let text = window.state().copied_text().expect("something is selected");
    let before = montage(&window).clone();
    seek(&mut window, 1.1);
    window.state_mut().views.timeline.makes_room = Some(Instant::now());
    window.state_mut().paste(&text);
    settle(&mut window);
    assert!(
        near(span(&window, "Charge_Release").0, 1.6) && near(span(&window, "Charge_End").0, 2.2)
    );
    let added = montage(&window).slots[0]
        .segments
        .iter()
        .find(|it| before.segment(it.id).is_none())
        .unwrap();
    assert!(near(added.start, 1.1), "{added:?}");
    let copy = montage(&window)
        .notifies
        .iter()
        .find(|it| before.notify(it.id).is_none())
        .unwrap();
    assert!(
        copy.link == Link::Relative(added.id) && near(copy.time, 1.1 + 0.2333333),
        "{copy:?}"
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(*montage(&window), before);
    window.state_mut().paste(&text);
    settle(&mut window);
    let added = montage(&window).slots[0]
        .segments
        .iter()
        .find(|it| before.segment(it.id).is_none())
        .unwrap();
    assert!(
        near(added.start, 2.4),
        "without room it goes behind: {added:?}"
    );
}

#[test]
fn a_drag_taken_back_leaves_what_could_be_redone_and_opens_no_menu() {
    let mut window = sample();
    let at = rect(&window, "Notify Foot_L").center();
    drag(&mut window, at, vec2(40.0, 0.0));
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    let root = project(&window).clone();
    for with_button in [false, true] {
        hold(&mut window, at);
        move_to(&mut window, at, at + vec2(60.0, 0.0));
        if with_button {
            // Pressed and released where it is: as a click would.
            window.event(button(at + vec2(60.0, 0.0), PointerButton::Secondary, true));
            window.step();
            window.event(button(
                at + vec2(60.0, 0.0),
                PointerButton::Secondary,
                false,
            ));
        } else {
            window.key_press(Key::Escape);
        }
        window.run_steps(3);
        release(&mut window, at + vec2(60.0, 0.0));
        assert!(
            Arc::ptr_eq(project(&window), &root)
                && !has(&window, "Delete")
                && !has(&window, "Add notify here")
        );
        assert!(window.state().document.redo_label().is_some());
    }
    chord(&mut window, Modifiers::COMMAND, Key::Y);
    assert!(!Arc::ptr_eq(project(&window), &root), "redo still works");
    window.get_by_label("Notify Foot_L").click_secondary();
    settle(&mut window);
    assert!(has(&window, "Delete"), "and the next click opens its menu");
}

#[test]
fn what_a_locked_lane_refuses_stays_where_it_is() {
    let mut window = sample();
    let track = notify(&window, "Foot_L").track;
    let command = Command::Notify(active(&window), NotifyCommand::SetTrackLocked(track, true));
    perform(&mut window, command);
    let root = project(&window).clone();
    let at = rect(&window, "Notify Foot_L").center();
    hold(&mut window, at);
    move_to(&mut window, at, at + vec2(60.0, 0.0));
    keep(&mut window, "drag refused");
    release(&mut window, at + vec2(60.0, 0.0));
    assert!(Arc::ptr_eq(project(&window), &root));
    press(&mut window, Key::Delete);
    assert!(Arc::ptr_eq(project(&window), &root));
}

#[test]
fn deleting_a_section_bridges_and_tells_what_changed() {
    let mut window = sample();
    click(&mut window, "Section Strike");
    press(&mut window, Key::Delete);
    let (windup, recover) = (
        section(&window, "Windup").clone(),
        section(&window, "Recover").clone(),
    );
    assert_eq!(
        notify(&window, "Release").action,
        asset::notify::Action::JumpToSection(recover.id)
    );
    assert!(windup.next.is_some());
    let toast = window.state().session.toasts.last().unwrap().clone();
    assert_eq!(
        (toast.title.as_str(), toast.line.as_str()),
        ("Deleted Strike", "Release jumps to Recover")
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    click(&mut window, "Section Hold");
    press(&mut window, Key::Delete);
    let toast = window.state().session.toasts.last().unwrap().clone();
    assert_eq!(
        toast.line, "Windup → End",
        "a loop leads nowhere: {toast:?}"
    );
}

#[test]
fn new_notifies_follow_the_segment_under_them_as_chosen() {
    let mut window = sample();
    for (follow, link) in [
        (
            crate::timeline::LinkKind::Relative,
            Link::Relative(segment(&window, "Charge_Release").id),
        ),
        (
            crate::timeline::LinkKind::Proportional,
            Link::Proportional(segment(&window, "Charge_Release").id),
        ),
        (crate::timeline::LinkKind::Absolute, Link::Absolute),
    ] {
        window.state_mut().views.timeline.new_link = follow;
        seek(&mut window, 1.2);
        press(&mut window, Key::Enter);
        let added = montage(&window).notify(selected(&window)[0]).unwrap();
        assert_eq!(added.link, link);
        chord(&mut window, Modifiers::COMMAND, Key::Z);
    }
}

#[test]
fn all_links_are_made_anew_or_cleared_in_one_step() {
    let mut window = sample();
    let next = |window: &Window| {
        montage(window)
            .sections
            .iter()
            .map(|section| section.next)
            .collect::<Vec<_>>()
    };
    let ids: Vec<Id> = montage(&window)
        .sections
        .iter()
        .map(|section| section.id)
        .collect();
    window.state_mut().link_sections(true);
    settle(&mut window);
    assert_eq!(
        next(&window),
        [Some(ids[1]), Some(ids[2]), Some(ids[3]), None]
    );
    window.state_mut().link_sections(false);
    settle(&mut window);
    assert_eq!((next(&window), steps(&window)), (vec![None; 4], 2));
}

#[test]
fn a_blend_handle_stays_under_the_pointer_whatever_the_montage_s_rate() {
    let mut window = sample();
    let command = Command::Montage(active(&window), MontageCommand::SetRateScale(0.5));
    perform(&mut window, command);
    let before = montage(&window).blend_in.time;
    let (handle, by) = (
        rect(&window, "Blend-in time").center(),
        frames(&window, 12.0),
    );
    drag(&mut window, handle, by);
    // Twelve frames of the montage are twice as long at half the rate.
    let after = montage(&window).blend_in.time;
    assert!((after - before - 0.4).abs() < 0.02, "{before} {after}");
    let moved = rect(&window, "Blend-in time").center().x - handle.x;
    assert!((moved - by.x).abs() < 3.0, "{moved} {by:?}");
}
