//! What panels show: problems, empty states, names and glyphs, and that an idle window rests.

use super::*;

#[test]
fn the_sample_opens_and_plays_into_the_log() {
    let mut window = sample();
    assert!(has(&window, "Tab AM_ChargedAttack") && has(&window, "Nothing has fired"));
    keep(&mut window, "sample");
    window.key_press(Key::Space);
    wait_until(&mut window, "a footstep", |app| {
        app.session.log.rows.len() > 4
    });
    window.key_press(Key::Space);
    settle(&mut window);
    keep(&mut window, "played");
    assert!(
        window
            .query_all_by_label_contains("Foot_R notify")
            .next()
            .is_some()
    );
}

#[test]
fn an_unreachable_section_is_a_problem_that_leads_to_it() {
    let mut window = sample();
    click(&mut window, "Notify Release");
    press(&mut window, Key::Delete);
    click(&mut window, "Show problems");
    keep(&mut window, "problems");
    window
        .query_all_by_label_contains("section “Strike”")
        .next()
        .expect("the problem is listed")
        .click();
    settle(&mut window);
    assert_eq!(selected(&window), [section(&window, "Strike").id]);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(has(&window, "No problems"));
}

#[test]
fn an_empty_project_says_how_to_begin() {
    let mut window = sample();
    click(&mut window, "File");
    click(&mut window, "New project");
    assert!(
        has(&window, "No assets yet")
            && has(&window, "No character yet")
            && has(&window, "Nothing selected")
    );
    assert!(has(&window, "Nothing has fired"));
    click(&mut window, "Skeleton");
    assert!(has(&window, "No skeleton"));
    click(&mut window, "Problems");
    assert!(has(&window, "No problems"));
    click(&mut window, "Jobs");
    assert!(has(&window, "No jobs"));
    keep(&mut window, "empty");
}

#[test]
fn a_filter_without_a_match_can_be_cleared() {
    let mut window = sample();
    type_into(&mut window, "Filter assets", "xyz");
    assert!(has(&window, "No match for “xyz”") && !has(&window, "Asset Walk_Fwd"));
    click(&mut window, "Clear filter");
    assert!(has(&window, "Asset Walk_Fwd"));
}

#[test]
fn an_idle_window_asks_for_no_picture() {
    let mut window = sample();
    let rests =
        |window: &Window| window.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    assert_eq!(rests(&window), Duration::MAX);
    std::thread::sleep(Duration::from_millis(150));
    assert_eq!(window.run(), 1, "and nothing has woken it");
    window.key_press(Key::Space);
    wait_until(&mut window, "playing", |app| {
        app.engine.frame.as_ref().is_some_and(|frame| frame.playing)
    });
    window.key_press(Key::Space);
    settle(&mut window);
    // What glows after firing fades.
    window.run_steps(90);
    settle(&mut window);
    assert_eq!(rests(&window), Duration::MAX, "after playing too");
}

/// Every menu, tab, kind of item and context menu once: names and glyphs are checked in every pass.
fn tour(window: &mut Window, pictures: &str) {
    for menu in [
        "File", "Edit", "Montage", "Clip", "Playback", "View", "Window", "Help",
    ] {
        click_button(window, menu);
        press(window, Key::Escape);
    }
    for tab in ["Skeleton", "Assets", "Problems", "Jobs", "Event log"] {
        click(window, tab);
    }
    for item in [
        "Section Hold",
        "Segment Charge_Loop",
        "Notify Foot_R",
        "Notify SwordTrail",
        "Notify Release",
    ] {
        click(window, item);
        keep(window, &format!("{pictures} {item}"));
        window.get_by_label(item).click_secondary();
        settle(window);
        keep(window, &format!("{pictures} {item} menu"));
        press(window, Key::Escape);
    }
    for asset in [
        "Asset Walk_Fwd",
        "Asset SK_Mannequin",
        "Asset SM_Mannequin",
        "Asset AM_ChargedAttack",
    ] {
        double_click(window, asset);
        keep(window, &format!("{pictures} {asset}"));
    }
    chord(window, Modifiers::COMMAND, Key::A);
    assert_eq!(steps(window), 0);
}

#[test]
fn everything_has_a_name_and_its_glyphs() {
    tour(&mut sample(), "1x");
}

#[test]
fn everything_has_a_name_and_its_glyphs_on_a_dense_screen() {
    tour(&mut open_at(SIZE, 2.0, None), "2x");
}

#[test]
fn a_small_window_holds_everything() {
    let mut window = open_at(vec2(960.0, 600.0), 1.0, None);
    keep(&mut window, "small");
    for label in [
        "Play (Space)",
        "Section Windup",
        "Segment Charge_Loop",
        "Export bundle",
        "Frame all (Home)",
    ] {
        let at = rect(&window, label);
        assert!(
            Rect::from_min_size(Pos2::ZERO, vec2(960.0, 600.0)).contains_rect(at),
            "{label} {at:?}"
        );
    }
}

/// How often a pixel of the window is painted, on average.
fn overdraw(window: &Window) -> f32 {
    let area = |mesh: &egui::Mesh, clip: Rect| {
        let corner = |index: &u32| mesh.vertices[*index as usize].pos;
        let triangle =
            |points: &[u32]| Rect::from_points(&points.iter().map(corner).collect::<Vec<_>>());
        let visible = mesh
            .indices
            .chunks(3)
            .map(|points| triangle(points).intersect(clip));
        visible
            .filter(Rect::is_positive)
            .map(|rect| rect.area() / 2.0)
            .sum::<f32>()
    };
    let painted = window
        .ctx
        .tessellate(window.output().shapes.clone(), 1.0)
        .into_iter()
        .map(|part| {
            let clip = part.clip_rect;
            match part.primitive {
                egui::epaint::Primitive::Mesh(mesh) => area(&mesh, clip),
                egui::epaint::Primitive::Callback(callback) => callback.rect.intersect(clip).area(),
            }
        });
    painted.sum::<f32>() / window.ctx.content_rect().area()
}

#[test]
fn little_is_painted_over() {
    let window = open_at(vec2(1280.0, 800.0), 1.0, None);
    let times = overdraw(&window);
    assert!(
        times < 1.9,
        "a software adapter pays for every pixel: {times}"
    );
}

#[test]
fn enter_opens_the_asset_that_is_selected_in_the_tree() {
    let mut window = sample();
    let of = |window: &Window, name: &str| {
        *project(window)
            .clips
            .iter()
            .find(|(_, it)| it.name == name)
            .unwrap()
            .0
    };
    let (walk, before) = (of(&window, "Walk_Fwd"), window.state().session.active);
    click(&mut window, "Asset Walk_Fwd");
    assert_eq!(window.state().session.active, before, "a click selects");
    press(&mut window, Key::Enter);
    assert_eq!(window.state().session.active, Some(walk));
}

#[test]
fn a_right_click_on_the_scene_offers_the_view_and_its_overlays() {
    let mut window = sample();
    let at = rect(&window, "Viewport").center();
    let before = window.state().settings.grid;
    for pressed in [true, false] {
        window.hover_at(at);
        window.event(button(at, PointerButton::Secondary, pressed));
        window.run_steps(2);
    }
    assert!(has(&window, "Reset view") && has(&window, "Frame selection"));
    window
        .get_by_role_and_label(egui::accesskit::Role::CheckBox, "Grid")
        .click();
    settle(&mut window);
    assert_ne!(window.state().settings.grid, before);
}
