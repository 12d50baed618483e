//! Ghosts, paths of bones and what meshes show, in the window: counted in the picture.

use super::{graphs::*, *};
use crate::{
    action::{EditAction, SelectAction, TransportAction, ViewAction},
    kinds::skeleton::SkeletonAction,
    viewport::{Overlay, ViewportShading},
};

fn walking() -> Window {
    let mut window = sample();
    double_click(&mut window, "Asset Walk_Fwd");
    act(&mut window, TransportAction::Pause);
    act(&mut window, ViewAction::ToggleOverlay(Overlay::Trail));
    act(&mut window, ViewAction::ToggleOverlay(Overlay::Grid));
    act(&mut window, TransportAction::Seek(0.5));
    window
}

fn offsets(window: &Window) -> Vec<i64> {
    let moments = window.state().moments.shown();
    moments.ghosts.iter().map(|ghost| ghost.offset).collect()
}

/// Pixels in which two pictures differ clearly.
fn changed(before: &image::RgbaImage, after: &image::RgbaImage) -> usize {
    let is_other = |(a, b): &(&image::Rgba<u8>, &image::Rgba<u8>)| {
        a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 24)
    };
    before.pixels().zip(after.pixels()).filter(is_other).count()
}

#[test]
fn ghosts_stand_before_and_after_the_shown_moment() {
    let mut window = walking();
    let bare = window.render().unwrap();
    act(&mut window, ViewAction::ToggleOverlay(Overlay::Ghosts));
    assert_eq!(offsets(&window), [-15, 15, -10, 10, -5, 5]);
    let haunted = window.render().unwrap();
    keep(&mut window, "ghosts");
    assert!(
        changed(&bare, &haunted) > 3000,
        "{}",
        changed(&bare, &haunted)
    );
    act(&mut window, TransportAction::Seek(0.0));
    assert_eq!(
        offsets(&window),
        [15, 10, 5],
        "nothing is before the first frame"
    );
    act(&mut window, ViewAction::ToggleOverlay(Overlay::Ghosts));
    assert!(offsets(&window).is_empty());
}

#[test]
fn how_many_ghosts_there_are_is_set_in_the_show_menu() {
    let mut window = walking();
    click(&mut window, "Show in the viewport");
    let boxes = window.query_all_by_label("Ghosts").count();
    assert_eq!(boxes, 2, "in the row of tools and in the menu");
    for (field, text) in [
        ("Number of ghosts before", "1"),
        ("Number of ghosts after", "0"),
        ("Frames between ghosts", "8"),
    ] {
        window.run_steps(40);
        click(&mut window, field);
        chord(&mut window, Modifiers::COMMAND, Key::A);
        type_text(&mut window, text);
        press(&mut window, Key::Enter);
    }
    keep(&mut window, "show menu");
    let settings = window.state().settings;
    assert_eq!(
        (
            settings.ghost.before,
            settings.ghost.after,
            settings.ghost.step
        ),
        (1, 0, 8)
    );
    act(&mut window, ViewAction::ToggleOverlay(Overlay::Ghosts));
    assert_eq!(offsets(&window), [-8]);
}

#[test]
fn a_kept_path_stays_whatever_is_selected() {
    let mut window = walking();
    let bare = window.render().unwrap();
    act(&mut window, SelectAction::Bone(Some(4)));
    act(&mut window, SkeletonAction::TogglePath);
    act(&mut window, SelectAction::Bone(None));
    let paths = window.state().moments.shown().paths.clone();
    assert_eq!(paths.len(), 1);
    assert_eq!(paths[0].before.len(), 16);
    let shown = window.render().unwrap();
    keep(&mut window, "bone paths");
    assert!(changed(&bare, &shown) > 100, "{}", changed(&bare, &shown));
    act(&mut window, SkeletonAction::ClearPaths);
    assert!(window.state().moments.shown().paths.is_empty());
    act(&mut window, SelectAction::Bone(Some(7)));
    assert_eq!(
        window.state().moments.shown().paths.len(),
        1,
        "that of the selected bone"
    );
}

#[test]
fn an_edit_moves_the_ghosts() {
    let mut window = walking();
    act(&mut window, ViewAction::ToggleOverlay(Overlay::Ghosts));
    let apart = |window: &Window| {
        let ghosts = &window.state().moments.shown().ghosts;
        let [first, second] = [0, 1].map(|at| ghosts[at].frame.placement.translation);
        first.distance(second)
    };
    assert!(apart(&window) > 0.5, "{}", apart(&window));
    let clip = window.state().session.active.unwrap();
    let edit = document::ClipCommand::SetRootMotion(anim::clip::RootMotion::default());
    let command = document::Command::Clip(clip, edit);
    act(&mut window, EditAction::Perform(command, None));
    wait_until(&mut window, "the edited clip", |app| {
        let ghosts = &app.moments.shown().ghosts;
        ghosts[0].frame.placement.translation.length() < 1e-4
    });
    assert!(apart(&window) < 1e-4);
}

#[test]
fn every_shading_looks_its_own_way_and_is_chosen_in_the_menus() {
    let mut window = walking();
    let mut seen: Vec<image::RgbaImage> = Vec::new();
    for shading in ViewportShading::ALL {
        act(&mut window, ViewAction::SetShading(shading));
        settle(&mut window);
        let picture = window.render().unwrap();
        keep(
            &mut window,
            &format!("shading {}", shading.title().to_lowercase()),
        );
        for other in &seen {
            assert!(changed(other, &picture) > 500, "{shading:?}");
        }
        seen.push(picture);
    }
    let now = format!("Shading: {}", ViewportShading::Motion.title());
    click(&mut window, &now);
    click(&mut window, "Solid");
    assert_eq!(window.state().settings.shading, ViewportShading::Solid);
}
