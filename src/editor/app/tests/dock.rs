//! Panels: moved, stacked, closed, brought back, and kept between starts.

use super::*;
use egui::accesskit::Role;

#[track_caller]
fn tab(window: &Window, panel: Panel) -> Rect {
    window.get_by_role_and_label(Role::Tab, panel.title()).rect()
}

/// Of a panel that fills the upper part of the right column.
fn middle_of_details(window: &Window) -> Pos2 {
    let (top, bottom) = (tab(window, Panel::Details), tab(window, Panel::EventLog).top());
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
    click(&mut window, "Close Details");
    assert!(!has(&window, "Details") && tab(&window, Panel::EventLog).top() < 100.0, "the log takes the room");
    keep(&mut window, "dock closed");
    choose(&mut window, "Details");
    assert_eq!(tab(&window, Panel::Details), before);
    choose(&mut window, "Details");
    assert!(!has(&window, "Details"), "and goes the same way");
}

#[test]
fn a_tab_that_is_dragged_onto_another_panel_joins_its_tabs() {
    let mut window = sample();
    let (from, to) = (tab(&window, Panel::Problems).center(), tab(&window, Panel::Details));
    let middle = middle_of_details(&window);
    drag(&mut window, from, middle - from);
    keep(&mut window, "dock dragged");
    assert_eq!(tab(&window, Panel::Problems).top(), to.top());
    assert!(window.state().dock.is_shown(Panel::Problems) && !window.state().dock.is_shown(Panel::Details));
    assert!(has(&window, "No problems"));
    reset(&mut window);
    assert_ne!(tab(&window, Panel::Problems).top(), to.top());
}

#[test]
fn a_panel_without_a_tab_is_moved_by_its_handle() {
    let mut window = sample();
    let (from, before) = (rect(&window, "Move Viewport").center(), rect(&window, "Viewport"));
    let middle = middle_of_details(&window);
    drag(&mut window, from, middle - from);
    assert!(window.state().dock.is_shown(Panel::Viewport) && !has(&window, "Move Viewport"));
    let after = window.get_by_role_and_label(Role::Canvas, "Viewport").rect();
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
    assert!(rect(&window, "Viewport").left() >= Panel::Assets.least().x, "no panel gets too narrow to be used");
}

#[test]
fn each_kind_of_document_has_its_arrangement() {
    let mut window = sample();
    assert!(has(&window, "Move Timeline") && !has(&window, "Compression"));
    open(&mut window, "Asset Walk_Fwd");
    assert!(tab(&window, Panel::Compression).left() > tab(&window, Panel::Timeline).left());
    open(&mut window, "Asset SK_Mannequin");
    keep(&mut window, "dock skeleton");
    assert!(!has(&window, "Timeline") && tab(&window, Panel::Skeleton).top() > tab(&window, Panel::Assets).top());
    choose(&mut window, "Timeline");
    assert!(has(&window, "No timeline"));
    open(&mut window, "Asset AM_ChargedAttack");
    assert!(has(&window, "Section Windup"));
}

#[test]
fn a_narrow_window_has_its_log_beside_the_details() {
    let mut window = open_at(vec2(1280.0, 720.0), 1.0, None);
    assert_eq!(tab(&window, Panel::EventLog).top(), tab(&window, Panel::Details).top());
    keep(&mut window, "dock narrow");
    click(&mut window, "Event log");
    assert!(has(&window, "Nothing has fired"));
    keep(&mut window, "dock narrow log");
}

#[test]
fn in_the_smallest_window_every_panel_is_inside_and_has_room() {
    let size = vec2(960.0, 600.0);
    for asset in ["Asset Walk_Fwd", "Asset SK_Mannequin", "Asset SM_Mannequin", "Asset AM_ChargedAttack"] {
        let mut window = open_at(size, 1.0, None);
        open(&mut window, asset);
        keep(&mut window, &format!("dock smallest {asset}"));
        let viewport = window.get_by_role_and_label(Role::Canvas, "Viewport").rect();
        assert!(viewport.width() >= Panel::Viewport.least().x && viewport.height() >= 160.0, "{viewport:?}");
        let (figures, tools) = (window.get_by_label_contains("Speed").rect(), rect(&window, "Frame all"));
        assert!(figures.top() > tools.bottom() && tools.right() < viewport.right(), "{figures:?} {tools:?}");
        for tab in window.query_all_by_role(Role::Tab) {
            let at = tab.rect();
            assert!(Rect::from_min_size(Pos2::ZERO, size).contains_rect(at), "{at:?}");
        }
    }
}

#[test]
fn with_every_panel_closed_the_window_says_how_to_get_them_back() {
    let mut window = sample();
    Panel::ALL.into_iter().for_each(|panel| window.state_mut().dock.close(panel));
    settle(&mut window);
    assert!(has(&window, "Every panel is closed"));
    click(&mut window, "Reset arrangement");
    assert!(has(&window, "Section Windup") && has(&window, "Move Viewport"));
}

#[test]
fn an_arrangement_is_there_at_the_next_start_and_a_damaged_one_is_the_default() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    let mut window = open_with(SIZE, 1.0, None, Store::of(file.clone()));
    click(&mut window, "Close Details");
    let window = open_with(SIZE, 1.0, None, Store::of(file.clone()));
    assert!(!has(&window, "Details"));
    let text = std::fs::read_to_string(&file).unwrap();
    for damage in [text.replace("Jobs", "Unheard"), text.replace("Row", "Heap"), text[..text.len() / 2].to_owned()] {
        std::fs::write(&file, damage).unwrap();
        assert!(has(&open_with(SIZE, 1.0, None, Store::of(file.clone())), "Details"));
    }
}
