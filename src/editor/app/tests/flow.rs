//! The section flow: links that are dragged, and what it tells while it plays.

use super::*;

fn port(window: &Window, section: &str) -> Pos2 {
    rect(window, &format!("Link from {section}")).center()
}

fn next(window: &Window, name: &str) -> Option<Id> {
    section(window, name).next
}

/// Takes a link to a box or an End, which may stand there only then.
fn link(window: &mut Window, from: &str, to: &str) {
    let start = port(window, from);
    hold(window, start);
    move_to(window, start, start + vec2(10.0, 6.0));
    let end = rect(window, to).center();
    move_to(window, start, end);
    keep(window, &format!("link {from} to {to}"));
    release(window, end);
}

#[test]
fn a_link_is_dragged_to_a_section_to_itself_and_to_the_end() {
    let mut window = sample();
    link(&mut window, "Recover", "Flow Windup");
    assert_eq!(
        (next(&window, "Recover"), steps(&window)),
        (Some(section(&window, "Windup").id), 1)
    );
    link(&mut window, "Windup", "Flow Windup");
    assert_eq!(
        (next(&window, "Windup"), steps(&window)),
        (Some(section(&window, "Windup").id), 2)
    );
    link(&mut window, "Windup", "End");
    assert_eq!((next(&window, "Windup"), steps(&window)), (None, 3));
    assert!(
        has(&window, "End after Windup") && !has(&window, "End"),
        "the free End is there for a drag alone"
    );
    link(&mut window, "Windup", "End after Windup");
    assert_eq!(steps(&window), 3, "as it was");
}

#[test]
fn a_link_reaches_the_header_of_a_lane() {
    let mut window = sample();
    link(&mut window, "Windup", "Section Recover");
    assert_eq!(
        (next(&window, "Windup"), steps(&window)),
        (Some(section(&window, "Recover").id), 1)
    );
}

#[test]
fn a_link_let_go_over_nothing_or_taken_back_changes_nothing() {
    let mut window = sample();
    let at = rect(&window, "Notify Foot_R").center();
    drag(&mut window, at, vec2(40.0, 0.0));
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    let root = project(&window).clone();
    let is_as_before = |window: &Window| {
        let document = &window.state().document;
        assert!(Arc::ptr_eq(document.project(), &root) && document.step_count() == 0);
        assert!(document.redo_label().is_some());
    };
    let start = port(&window, "Windup");
    drag(&mut window, start, vec2(-20.0, 26.0));
    is_as_before(&window);
    hold(&mut window, start);
    let over = rect(&window, "Flow Strike").center();
    move_to(&mut window, start, over);
    window.key_press(Key::Escape);
    window.run_steps(3);
    release(&mut window, over);
    is_as_before(&window);
}

#[test]
fn a_click_with_alt_cuts_a_link() {
    let mut window = sample();
    window
        .get_by_label("Link from Windup")
        .click_modifiers(Modifiers::ALT);
    settle(&mut window);
    assert_eq!((next(&window, "Windup"), steps(&window)), (None, 1));
}

fn order(window: &Window) -> Vec<String> {
    let mut boxes: Vec<(f32, String)> = montage(window)
        .sections
        .iter()
        .map(|section| {
            (
                rect(window, &format!("Flow {}", section.name)).left(),
                section.name.clone(),
            )
        })
        .collect();
    boxes.sort_by(|a, b| a.0.total_cmp(&b.0));
    boxes.into_iter().map(|(_, name)| name).collect()
}

#[test]
fn boxes_keep_their_order_while_something_is_dragged() {
    let mut window = sample();
    window.state_mut().views.timeline.fit = Some(crate::timeline::TimelineFitMode::All);
    change(&mut window, |project| {
        for montage in project.montages.values_mut() {
            let montage = Arc::make_mut(montage);
            montage
                .sections
                .iter_mut()
                .for_each(|section| section.next = None);
            montage.notifies.clear();
        }
    });
    let before = order(&window);
    let grab = rect(&window, "Section Hold").left_center() + vec2(12.0, 0.0);
    let by = seconds(&window, 0.7);
    hold(&mut window, grab);
    move_to(&mut window, grab, grab + by);
    assert_eq!(order(&window), before);
    release(&mut window, grab + by);
    assert_ne!(
        order(&window),
        before,
        "what nothing reaches stands in the order of time"
    );
    let rest = montage(&window).sections.len() - 1;
    assert!(
        window
            .query_all_by_label_contains("1 of 4 reachable")
            .next()
            .is_some()
    );
    assert!(rest == 3 && has(&window, "End after Strike"));
}

#[test]
fn the_strip_says_what_is_reached_and_how_long_it_plays() {
    let mut window = sample();
    assert!(has(&window, "4 sections reachable. Plays 1.800 s + Hold"));
    link(&mut window, "Recover", "Flow Windup");
    assert!(has(
        &window,
        "4 sections reachable. Repeats Windup, Hold, Strike, Recover"
    ));
}

#[test]
fn repeats_and_jumps_are_counted_while_it_plays() {
    let mut window = sample();
    let release = notify(&window, "Release").id;
    window.key_press(Key::Space);
    wait_until(&mut window, "a jump", |app| {
        app.session.fired.counts.jumps.contains_key(&release)
    });
    window.key_press(Key::Space);
    settle(&mut window);
    keep(&mut window, "flow counts");
    assert_eq!(
        window.state().session.fired.counts.jumps.get(&release),
        Some(&1)
    );
    press(&mut window, Key::ArrowLeft);
    assert!(
        window.state().session.fired.counts.jumps.is_empty(),
        "put elsewhere, it counts anew"
    );
}

#[test]
fn a_strip_that_scrolls_follows_what_plays() {
    let mut window = open_at(vec2(1280.0, 720.0), 1.0, None);
    change(&mut window, |project| {
        for montage in project.montages.values_mut() {
            let montage = Arc::make_mut(montage);
            for section in &mut montage.sections {
                section.name = format!("{} with quite a long name", section.name);
            }
        }
    });
    let last = |window: &Window| rect(window, "Flow Recover with quite a long name").right();
    let before = last(&window);
    window.state_mut().views.kinds.montage.scope = studio::MontageScope::All;
    window
        .state_mut()
        .engine
        .transport(studio::Transport::SetScope(studio::MontageScope::All));
    window.key_press(Key::Space);
    wait_until(&mut window, "the last section", |app| {
        app.session.transport.position > 1.3
    });
    window.key_press(Key::Space);
    settle(&mut window);
    assert!(last(&window) < before - 20.0, "{before} {}", last(&window));
}
