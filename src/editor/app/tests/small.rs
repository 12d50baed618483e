//! Small windows: every entry of a menu is reached, every tab, and what stands beside them.

use super::*;
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT as _;

/// Windows of 1280×720 and of 1920×1080 at 200 %, in points.
const SMALL: [Vec2; 2] = [vec2(1280.0, 720.0), vec2(960.0, 540.0)];

fn wheel(window: &mut Window, at: Pos2, points: f32) {
    window.hover_at(at);
    window.step();
    window.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, points),
        modifiers: Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
    });
    settle(window);
}

#[test]
fn every_entry_of_every_menu_is_reached() {
    for size in SMALL {
        let mut window = open_at(size, 1.0, None);
        let titles: Vec<(&str, Vec<&str>)> = crate::action::menus()
            .map(|(title, entries)| {
                (
                    title,
                    entries.iter().map(|entry| entry.title.text()).collect(),
                )
            })
            .collect();
        for (title, entries) in titles {
            let button = window.query_all_by_role_and_label(Role::Button, title);
            let button = button.min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
            button.expect("the menu").click();
            settle(&mut window);
            let find = |window: &Window, entry: &str| {
                let found = window.query_all_by_label(entry);
                let found: Vec<Rect> = found.map(|it| it.rect()).collect();
                found.into_iter().find(|rect| rect.top() > 24.0)
            };
            let all = Rect::from_min_size(Pos2::ZERO, size);
            let begin = entries.iter().find_map(|entry| find(&window, entry));
            let begin = begin.unwrap_or_else(|| panic!("{title} has none of {entries:?}"));
            assert!(all.contains_rect(begin), "{title} begins at {begin}");
            wheel(&mut window, begin.center(), -4000.0);
            let end = entries.iter().rev().find_map(|entry| find(&window, entry));
            let end = end.expect("there is a last one");
            assert!(all.contains_rect(end), "{title} of {size} ends at {end}");
            press(&mut window, Key::Escape);
        }
    }
}

#[test]
fn tabs_that_have_no_room_are_in_a_list_and_leave_the_buttons_alone() {
    for size in SMALL {
        let mut window = open_at(size, 1.0, None);
        change(&mut window, |project| *project = mannequin::sample());
        let clips: Vec<(Id, String)> = project(&window)
            .clips
            .iter()
            .map(|(id, clip)| (*id, clip.name.clone()))
            .take(12)
            .collect();
        for (id, _) in &clips {
            window.state_mut().open_asset(*id);
            settle(&mut window);
        }
        keep(&mut window, &format!("many tabs {}", size.x));
        let list = rect(&window, "Open documents");
        let last = rect(&window, &format!("Tab {}", clips[clips.len() - 1].1));
        assert!(last.right() <= list.left() + 1.0, "{last} {list}");
        // What looks like Save is Save.
        change_something(&mut window);
        let undo = window
            .query_all_by_label_contains("Undo")
            .map(|it| it.rect())
            .find(|rect| rect.top() < 64.0)
            .unwrap();
        let before = steps(&window);
        for pressed in [true, false] {
            window.event(button(undo.center(), PointerButton::Primary, pressed));
            window.step();
        }
        settle(&mut window);
        assert_eq!(steps(&window), before - 1);
        let name = &clips[0].1;
        click(&mut window, "Open documents");
        keep(&mut window, &format!("open documents {}", size.x));
        click(&mut window, &format!("Document {name}"));
        assert_eq!(window.state().session.active, Some(clips[0].0));
        let first = rect(&window, &format!("Tab {name}"));
        assert!(
            first.left() >= 0.0 && first.right() <= list.left(),
            "{first}"
        );
        // The wheel brings the others back.
        wheel(&mut window, first.center(), -4000.0);
        let last = rect(&window, &format!("Tab {}", clips[clips.len() - 1].1));
        assert!(last.right() <= list.left() + 1.0, "{last}");
    }
}

fn change_something(window: &mut Window) {
    let clip = window.state().session.active.unwrap();
    let command = document::Command::Clip(clip, document::ClipCommand::SetRateScale(1.25));
    let ctx = window.ctx.clone();
    window.state_mut().act(
        &ctx,
        crate::action::EditAction::Perform(command, None).into(),
    );
    settle(window);
}

/// A montage with its notifies: what is worked on is seen.
#[test]
fn three_lanes_of_notifies_are_in_sight() {
    for size in SMALL {
        let mut window = open_at(size, 1.0, None);
        let montage = project(&window)
            .montages
            .iter()
            .max_by_key(|(_, montage)| montage.tracks.len())
            .map(|(id, montage)| (*id, montage.tracks.len()))
            .unwrap();
        window.state_mut().open_asset(montage.0);
        settle(&mut window);
        keep(&mut window, &format!("small montage {}", size.x));
        let rows = &window.state().views.timeline.places.rows;
        let tracks = &project(&window).montages[&montage.0].tracks;
        let bottom = size.y - crate::theme::STATUS_BAR;
        let is_seen = |rect: &Rect| rect.top() > 0.0 && rect.bottom() <= bottom;
        let is_track = |id: &Id| tracks.iter().any(|track| track.id == *id);
        let seen = rows
            .iter()
            .filter(|(id, rect)| is_track(id) && is_seen(rect))
            .count();
        assert!(
            seen >= 3.min(montage.1),
            "{seen} of {} at {size}",
            montage.1
        );
    }
}

#[test]
fn groupings_of_assets_are_all_within_their_panel() {
    for size in SMALL {
        let mut window = open_at(size, 1.0, None);
        change(&mut window, |project| *project = mannequin::sample());
        open_space(&mut window);
        // The field is made before what could widen the panel.
        let panel = rect(&window, "Filter assets").expand(12.0);
        for way in ["By type", "By character", "By folder", "By file"] {
            let button = rect(&window, way);
            assert!(
                button.left() >= panel.left() && button.right() <= panel.right(),
                "{way} {button} in {panel}"
            );
        }
    }
}

#[test]
fn figures_of_a_small_view_never_cover_its_time() {
    for size in SMALL {
        let mut window = open_at(size, 1.0, None);
        change(&mut window, |project| *project = mannequin::sample());
        open_space(&mut window);
        let told = |is_meant: &dyn Fn(&str) -> bool| -> Vec<Rect> {
            let all = window.query_all_by_role(Role::Label);
            let text = |it: &egui_kittest::Node<'_>| {
                it.accesskit_node().value().or(it.accesskit_node().label())
            };
            all.filter(|it| text(it).is_some_and(|text| is_meant(&text)))
                .map(|it| it.rect())
                .collect()
        };
        let times = told(&|text| text.ends_with(" s") && text.len() == "0.000 s".len());
        let rows = ["Speed ", "Root Δ ", "Bones ", "Triangles ", "LOD "];
        let shown = told(&|text| rows.iter().any(|row| text.starts_with(row)));
        assert!(
            !times.is_empty() && !shown.is_empty(),
            "{times:?} {shown:?}"
        );
        for row in shown {
            for time in &times {
                assert!(!row.intersects(*time), "{row} under {time}");
            }
        }
    }
}

fn open_space(window: &mut Window) {
    let space = project(window)
        .blend_spaces
        .iter()
        .find(|(_, space)| space.name == "BS_Lean")
        .map(|(id, _)| *id)
        .expect("the space of the sample");
    window.state_mut().open_asset(space);
    // It plays, so it never settles.
    window.run_steps(8);
}
