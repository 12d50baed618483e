//! Panels: moved, stacked, closed, brought back, and kept between starts.

use super::*;
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT;

#[track_caller]
fn tab(window: &Window, panel: Panel) -> Rect {
    window
        .get_by_role_and_label(Role::Tab, panel.title())
        .rect()
}

/// Of a panel that fills the upper part of the right column.
fn middle_of_details(window: &Window) -> Pos2 {
    let (top, bottom) = (
        tab(window, Panel::Details),
        tab(window, Panel::EventLog).top(),
    );
    egui::pos2((top.left() + SIZE.x) / 2.0, (top.bottom() + bottom) / 2.0)
}

fn choose(window: &mut Window, entry: &str) {
    click_button(window, "Window");
    window.get_by_role_and_label(Role::CheckBox, entry).click();
    settle(window);
    press(window, Key::Escape);
}

/// After a while, so that its clicks are no third and fourth of those before.
fn open(window: &mut Window, asset: &str) {
    scroll_to(window, asset);
    window.run_steps(60);
    double_click(window, asset);
}

fn reset(window: &mut Window) {
    click_button(window, "Window");
    click(window, "Reset arrangement");
}

#[test]
fn a_closed_panel_comes_back_from_the_menu_where_it_was() {
    let mut window = sample();
    let before = tab(&window, Panel::Details);
    click(&mut window, "Close panel Details");
    assert!(
        !has(&window, "Details") && tab(&window, Panel::EventLog).top() < 100.0,
        "the log takes the room"
    );
    keep(&mut window, "dock closed");
    choose(&mut window, "Details");
    assert_eq!(tab(&window, Panel::Details), before);
    choose(&mut window, "Details");
    assert!(!has(&window, "Details"), "and goes the same way");
}

#[test]
fn a_tab_that_is_dragged_onto_another_panel_joins_its_tabs() {
    let mut window = sample();
    let (from, to) = (
        tab(&window, Panel::Problems).center(),
        tab(&window, Panel::Details),
    );
    let middle = middle_of_details(&window);
    drag(&mut window, from, middle - from);
    keep(&mut window, "dock dragged");
    assert_eq!(tab(&window, Panel::Problems).top(), to.top());
    assert!(
        window.state().dock.is_shown(Panel::Problems)
            && !window.state().dock.is_shown(Panel::Details)
    );
    assert!(has(&window, "No problems"));
    reset(&mut window);
    assert_ne!(tab(&window, Panel::Problems).top(), to.top());
}

#[test]
fn a_panel_without_a_tab_is_moved_by_its_handle() {
    let mut window = sample();
    let (from, before) = (
        rect(&window, "Move Viewport").center(),
        rect(&window, "Viewport"),
    );
    let middle = middle_of_details(&window);
    drag(&mut window, from, middle - from);
    assert!(window.state().dock.is_shown(Panel::Viewport) && !has(&window, "Move Viewport"));
    let after = window
        .get_by_role_and_label(Role::Canvas, "Viewport")
        .rect();
    assert!(after.left() > before.right(), "{after:?}");
    keep(&mut window, "dock viewport");
}

#[test]
fn a_seam_that_is_dragged_gives_one_panel_what_it_takes_from_the_other() {
    let mut window = sample();
    let seam = rect(&window, "Viewport").left_center() - vec2(0.5, 0.0);
    drag(&mut window, seam, vec2(60.0, 0.0));
    let after = rect(&window, "Viewport").left();
    assert!((after - seam.x - 60.0).abs() < 2.0, "{after}");
    drag(&mut window, seam + vec2(60.0, 0.0), vec2(-400.0, 0.0));
    assert!(
        rect(&window, "Viewport").left() >= Panel::Assets.least().x,
        "no panel gets too narrow to be used"
    );
}

#[test]
fn each_kind_of_document_has_its_arrangement() {
    let mut window = sample();
    assert!(has(&window, "Move Timeline") && !has(&window, "Compression"));
    open(&mut window, "Asset Walk_Fwd");
    assert!(tab(&window, Panel::Compression).left() > tab(&window, Panel::Timeline).left());
    open(&mut window, "Asset SK_Mannequin");
    keep(&mut window, "dock skeleton");
    assert!(
        !has(&window, "Timeline")
            && tab(&window, Panel::Skeleton).top() > tab(&window, Panel::Assets).top()
    );
    choose(&mut window, "Timeline");
    assert!(has(&window, "No timeline"));
    open(&mut window, "Asset AM_ChargedAttack");
    assert!(has(&window, "Section Windup"));
}

#[test]
fn a_narrow_window_has_its_log_beside_the_details() {
    let mut window = open_at(vec2(1280.0, 720.0), 1.0, None);
    assert_eq!(
        tab(&window, Panel::EventLog).top(),
        tab(&window, Panel::Details).top()
    );
    keep(&mut window, "dock narrow");
    click(&mut window, "Event log");
    assert!(has(&window, "Nothing has fired"));
    keep(&mut window, "dock narrow log");
}

#[test]
fn in_the_smallest_window_every_panel_is_inside_and_has_room() {
    let size = vec2(960.0, 600.0);
    for asset in [
        "Asset Walk_Fwd",
        "Asset SK_Mannequin",
        "Asset SM_Mannequin",
        "Asset AM_ChargedAttack",
    ] {
        let mut window = open_at(size, 1.0, None);
        open(&mut window, asset);
        keep(&mut window, &format!("dock smallest {asset}"));
        let viewport = window
            .get_by_role_and_label(Role::Canvas, "Viewport")
            .rect();
        assert!(
            viewport.width() >= Panel::Viewport.least().x && viewport.height() >= 160.0,
            "{viewport:?}"
        );
        let figures = window.query_all_by_label_contains("Speed");
        let mut figures = figures.map(|it| it.rect());
        let (figures, tools) = (
            figures
                .find(|rect| viewport.contains_rect(*rect))
                .expect("the card"),
            rect(&window, "Frame all"),
        );
        assert!(
            figures.top() > tools.bottom() && tools.right() < viewport.right(),
            "{figures:?} {tools:?}"
        );
        for tab in window.query_all_by_role(Role::Tab) {
            let at = tab.rect();
            assert!(
                Rect::from_min_size(Pos2::ZERO, size).contains_rect(at),
                "{at:?}"
            );
        }
    }
}

#[test]
fn with_every_panel_closed_the_window_says_how_to_get_them_back() {
    let mut window = sample();
    Panel::ALL
        .into_iter()
        .for_each(|panel| window.state_mut().dock.close(panel));
    settle(&mut window);
    assert!(has(&window, "Every panel is closed"));
    click(&mut window, "Reset arrangement");
    assert!(has(&window, "Section Windup") && has(&window, "Move Viewport"));
}

#[test]
fn an_arrangement_is_there_at_the_next_start_and_a_damaged_one_is_the_default() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    let mut window = open_with(SIZE, 1.0, None, SettingsStore::of(file.clone()));
    click(&mut window, "Close panel Details");
    let window = open_with(SIZE, 1.0, None, SettingsStore::of(file.clone()));
    assert!(!has(&window, "Details"));
    let text = std::fs::read_to_string(&file).unwrap();
    for damage in [
        text.replace("Jobs", "Unheard"),
        text.replace("Row", "Heap"),
        text[..text.len() / 2].to_owned(),
    ] {
        std::fs::write(&file, damage).unwrap();
        assert!(has(
            &open_with(SIZE, 1.0, None, SettingsStore::of(file.clone())),
            "Details"
        ));
    }
}

/// What is listed in the menu of something.
#[track_caller]
fn choose_from(window: &mut Window, role: Role, label: &str, entry: &str) {
    window.get_by_role_and_label(role, label).click_secondary();
    settle(window);
    click(window, entry);
}

#[test]
fn a_panel_floats_stays_at_work_and_goes_back() {
    let mut window = sample();
    let before = tab(&window, Panel::Details);
    choose_from(&mut window, Role::Tab, "Details", "Float");
    assert!(window.state().dock.is_floating(Panel::Details) && has(&window, "Dock Details back"));
    let header = rect(&window, "Close panel Details").left_center() - vec2(90.0, 0.0);
    drag(&mut window, header, vec2(-300.0, 40.0));
    assert!((rect(&window, "Close panel Details").left() - header.x + 300.0 - 90.0).abs() < 2.0);
    click(&mut window, "Notify Foot_R");
    assert!(has(&window, "Name"), "it shows what is selected");
    keep(&mut window, "dock floating");
    type_into(&mut window, "Name", "Step");
    press(&mut window, Key::Enter);
    assert_eq!(notify(&window, "Step").name, "Step");
    click(&mut window, "Dock Details back");
    assert_eq!(tab(&window, Panel::Details), before);
}

#[test]
fn the_active_panel_floats_by_the_menu_even_without_a_tab() {
    let mut window = sample();
    to_timeline(&mut window);
    for is_floating in [true, false] {
        click_button(&mut window, "Window");
        click(&mut window, "Float or dock active panel");
        assert_eq!(
            window.state().dock.is_floating(Panel::Timeline),
            is_floating
        );
        assert!(has(&window, "Section Windup"));
        keep(
            &mut window,
            &format!("dock floating timeline {is_floating}"),
        );
    }
}

fn active(window: &Window) -> String {
    let session = &window.state().session;
    project(window)
        .asset_name(session.active.unwrap())
        .unwrap()
        .to_owned()
}

#[test]
fn two_documents_stand_side_by_side_and_the_one_that_is_clicked_is_edited() {
    let mut window = sample();
    open(&mut window, "Asset Walk_Fwd");
    choose_from(&mut window, Role::Tab, "Tab Walk_Fwd", "Show beside");
    assert_eq!(active(&window), "Walk_Fwd");
    let section = rect(&window, "Section Windup");
    let rulers: Vec<Rect> = window
        .query_all_by_label("Playhead")
        .map(|ruler| ruler.rect())
        .collect();
    assert!(
        rulers.len() == 2 && rulers[0].right() < rulers[1].left(),
        "{rulers:?}"
    );
    keep(&mut window, "dock beside");
    hold(&mut window, rulers[1].center());
    release(&mut window, rulers[1].center());
    let walked = window.state().session.transport.position;
    assert!(active(&window) == "Walk_Fwd" && walked > 0.0);
    // One press turns to the other and does what it does there.
    hold(&mut window, section.center());
    release(&mut window, section.center());
    assert_eq!(
        (active(&window).as_str(), selected(&window).len()),
        ("AM_ChargedAttack", 1)
    );
    assert_eq!(selected(&window), [section_id(&window, "Windup")]);
    keep(&mut window, "dock beside other");
    drag(&mut window, rulers[0].center(), vec2(20.0, 0.0));
    assert!(
        active(&window) == "AM_ChargedAttack" && window.state().session.transport.position > 0.0
    );
    click_tab(&mut window, "Tab Walk_Fwd");
    assert_eq!(
        (
            active(&window).as_str(),
            window.state().session.transport.position
        ),
        ("Walk_Fwd", walked)
    );
    click(&mut window, "Close panel Walk_Fwd");
    assert!(
        has(&window, "Tab Walk_Fwd") && window.state().session.beside.is_empty(),
        "it stays open"
    );
    assert_eq!(window.query_all_by_label("Playhead").count(), 1);
}

fn section_id(window: &Window, name: &str) -> Id {
    let project = project(window);
    let montage = project
        .montages
        .values()
        .find(|montage| montage.name == "AM_ChargedAttack")
        .unwrap();
    montage
        .sections
        .iter()
        .find(|section| section.name == name)
        .unwrap()
        .id
}

#[test]
fn boxes_drawn_in_one_document_select_nothing_of_the_other() {
    let mut window = sample();
    open(&mut window, "Asset Walk_Fwd");
    chord(&mut window, Modifiers::COMMAND, Key::Backslash);
    let walk = window.state().session.active;
    let rows: Vec<Rect> = window
        .query_all_by_label("Playhead")
        .map(|ruler| ruler.rect())
        .collect();
    let from = rows[1].right_bottom() + vec2(-12.0, 22.0);
    drag(&mut window, from, vec2(20.0 - rows[1].width(), 30.0));
    assert_eq!(window.state().session.active, walk);
    let clip = &project(&window).clips[&walk.unwrap()];
    let known: Vec<Id> = clip
        .notifies
        .iter()
        .map(|n| n.id)
        .chain(clip.sync_markers.iter().map(|m| m.id))
        .collect();
    let selected = selected(&window);
    assert!(
        !selected.is_empty() && selected.iter().all(|id| known.contains(id)),
        "{selected:?}"
    );
}

#[test]
fn a_document_alone_cannot_stand_beside_and_closing_the_front_one_brings_it_there() {
    let mut window = sample();
    window
        .get_by_role_and_label(Role::Tab, "Tab AM_ChargedAttack")
        .click_secondary();
    settle(&mut window);
    assert!(
        window
            .get_by_label("Show beside")
            .accesskit_node()
            .is_disabled()
    );
    press(&mut window, Key::Escape);
    open(&mut window, "Asset Walk_Fwd");
    chord(&mut window, Modifiers::COMMAND, Key::Backslash);
    assert_eq!(window.state().session.beside.len(), 1);
    open(&mut window, "Asset AM_ChargedAttack");
    chord(&mut window, Modifiers::COMMAND, Key::W);
    assert!(
        window.state().session.beside.is_empty()
            && window.query_all_by_label("Playhead").count() == 1
    );
    assert_eq!(active(&window), "Walk_Fwd");
}
