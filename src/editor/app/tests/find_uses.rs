//! Uses of a notify over the whole project, and renaming them safely.

use super::*;
use document::{Command, ItemCommand, NotifyCommand};

/// In the montage twice, once on a locked track, on a clip where the new name is taken, and in a
/// quick slot.
fn used() -> (Window, Id) {
    let mut window = sample();
    let active = window.state().session.active.unwrap();
    let clip = *project(&window)
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Walk_Fwd")
        .unwrap()
        .0;
    let tracks = [("FX", 971, active, true), ("T", 973, clip, false)];
    for (name, id, host, is_known) in tracks {
        let track = if is_known {
            montage(&window)
                .tracks
                .iter()
                .find(|track| track.name == name)
                .unwrap()
                .id
        } else {
            let track = asset::NotifyTrack {
                id: Id(970),
                name: name.into(),
                color: 0,
                locked: false,
            };
            window.state_mut().perform(
                &Command::Notify(host, NotifyCommand::Track(ItemCommand::Add(track))),
                None,
            );
            Id(970)
        };
        let named = |id, name: &str| Notify::instant(Id(id), track, name, 0.3);
        window.state_mut().perform(
            &Command::Notify(host, NotifyCommand::Add(named(id, "Foot_R"))),
            None,
        );
        if !is_known {
            window.state_mut().perform(
                &Command::Notify(host, NotifyCommand::Add(named(974, "Stomp"))),
                None,
            );
        } else {
            window.state_mut().perform(
                &Command::Notify(host, NotifyCommand::SetTrackLocked(track, true)),
                None,
            );
        }
    }
    let kept = notify(&window, "Foot_R").id;
    window.state_mut().keep_in_quick_slot(5, kept);
    settle(&mut window);
    (window, clip)
}

fn names(window: &Window, name: &str) -> (usize, usize, usize) {
    let project = project(window);
    let montages = project
        .montages
        .values()
        .flat_map(|montage| &montage.notifies);
    let clips = project.clips.values().flat_map(|clip| &clip.notifies);
    (
        montages.filter(|notify| notify.name == name).count(),
        clips.filter(|notify| notify.name == name).count(),
        project
            .quick_slots
            .iter()
            .filter(|slot| slot.notify.name == name)
            .count(),
    )
}

#[test]
fn all_uses_are_found_and_the_safe_ones_renamed_in_one_step() {
    let (mut window, clip) = used();
    let before = names(&window, "Foot_R");
    assert_eq!((before.0, before.2), (2, 1));
    let selected = notify(&window, "Foot_R").id;
    let active = window.state().session.active.unwrap();
    window
        .state_mut()
        .document
        .select(document::Selection::item(active, selected));
    chord(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::F);
    let rows = window
        .query_all_by_label_contains("Use ")
        .filter(|row| row.rect().height() < 30.0)
        .count();
    assert!(rows >= 4, "{rows}");
    type_into(&mut window, "New name of the notify", "Stomp");
    settle(&mut window);
    keep(&mut window, "find uses");
    let (count, root) = (steps(&window), project(&window).clone());
    let label = window.query_all_by_label_contains("Rename ").find(|node| {
        node.rect().height() < 40.0 && {
            use egui_kittest::kittest::NodeT;
            node.accesskit_node()
                .label()
                .is_some_and(|label| label.starts_with("Rename ") && label.len() < 10)
        }
    });
    label.expect("the button").click();
    settle(&mut window);
    assert_eq!(steps(&window), count + 1);
    // The locked one and the one where the name is taken are left out.
    let after = names(&window, "Stomp");
    assert_eq!((after.0, after.2), (1, 1), "{after:?}");
    let on_clip = &project(&window).clips[&clip].notifies;
    assert!(
        on_clip
            .iter()
            .any(|notify| notify.id == Id(973) && notify.name == "Foot_R")
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(project(&window), &root));
}

#[test]
fn a_click_on_a_use_goes_there() {
    let (mut window, clip) = used();
    window.state_mut().views.find.name = "Stomp".into();
    window.state_mut().show_panel(Panel::FindUses);
    settle(&mut window);
    window
        .query_all_by_label_contains("Use Walk_Fwd")
        .next()
        .expect("its row")
        .click();
    settle(&mut window);
    assert_eq!(
        (window.state().session.active, selected(&window)),
        (Some(clip), vec![Id(974)])
    );
    assert!((window.state().session.transport.position - 0.3).abs() < 1e-4);
    window.state_mut().views.find.name = "Nowhere".into();
    settle(&mut window);
    assert!(has(&window, "No uses"));
}
