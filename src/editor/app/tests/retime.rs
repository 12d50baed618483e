//! Clips trimmed, split and reversed as wholes.

use super::{graphs::act, *};
use crate::action::{ClipAction, EditAction, TransportAction, TrimEdge};
use asset::Clip;

fn walk() -> Window {
    let mut window = sample();
    double_click(&mut window, "Asset Walk_Fwd");
    assert_eq!(clip(&window).name, "Walk_Fwd");
    window
}

fn clip(window: &Window) -> &Clip {
    &project(window).clips[&window.state().session.active.unwrap()]
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-4
}

fn marker(window: &Window) -> f32 {
    let marker = clip(window).sync_markers.iter().find(|it| it.name == "L");
    marker.unwrap().time
}

fn seek(window: &mut Window, time: f64) {
    act(window, TransportAction::Seek(time));
    settle(window);
}

#[test]
fn a_clip_is_trimmed_split_and_reversed_as_a_whole() {
    let mut window = walk();
    let (walk, whole) = (
        window.state().session.active.unwrap(),
        clip(&window).clone(),
    );
    let left = |window: &Window| project(window).clips[&walk].source.duration;
    seek(&mut window, 0.2);
    act(&mut window, ClipAction::TrimToPlayhead(TrimEdge::Start));
    settle(&mut window);
    assert!(near(left(&window), whole.source.duration - 0.2));
    assert_eq!(window.state().session.transport.position, 0.0);
    assert!(has(&window, "Clip trimmed"));
    keep(&mut window, "clip_trimmed");
    act(&mut window, EditAction::Undo);
    settle(&mut window);
    assert_eq!(*clip(&window), whole);

    seek(&mut window, 0.5);
    let names = |window: &Window| -> Vec<String> {
        let clips = project(window).clips.values();
        clips.map(|clip| clip.name.clone()).collect()
    };
    let before = names(&window);
    act(&mut window, ClipAction::SplitAtPlayhead);
    settle(&mut window);
    assert!(near(left(&window), 0.5));
    let after = names(&window);
    let new = after.iter().find(|name| !before.contains(name)).unwrap();
    assert!(new.starts_with("Walk_Fwd"), "{new}");
    assert!(has(&window, &format!("Asset {new}")));
    act(&mut window, EditAction::Undo);
    settle(&mut window);
    assert_eq!(names(&window), before);

    let step = marker(&window);
    act(&mut window, ClipAction::Reverse);
    settle(&mut window);
    assert!(near(marker(&window), whole.source.duration - step));
    assert!(has(&window, "Clip reversed"));
}

#[test]
fn a_clip_is_trimmed_to_its_loop_range_and_from_the_rulers_menu() {
    let mut window = walk();
    let id = window.state().session.active.unwrap();
    let whole = clip(&window).source.duration;
    act(&mut window, ClipAction::TrimToLoop);
    settle(&mut window);
    assert!(near(clip(&window).source.duration, whole));
    act(&mut window, TransportAction::LoopOver(0.2, 0.8));
    act(&mut window, ClipAction::TrimToLoop);
    settle(&mut window);
    assert!((clip(&window).source.duration - 0.6).abs() < 1e-4);
    assert!(!window.state().views.timeline.loops.contains_key(&id));
    act(&mut window, EditAction::Undo);
    settle(&mut window);

    let ruler = window.state().views.timeline.places.ruler_top;
    let at = Pos2::new(rect(&window, "Notify Footstep_R").center().x, ruler + 4.0);
    window.event(button(at, PointerButton::Secondary, true));
    window.event(button(at, PointerButton::Secondary, false));
    settle(&mut window);
    keep(&mut window, "clip_ruler_menu");
    click(&mut window, "Trim after here");
    let right = project(&window).clips[&id].source.duration;
    assert!(
        (right - 0.5).abs() < 0.05 || (right - 1.0).abs() < 0.05,
        "{right}"
    );
    assert!(right < whole);
}

/// From the list of assets to a time of the slot's lane.
fn drop_asset(window: &mut Window, name: &str, to: Pos2) {
    scroll_to(window, &format!("Asset {name}"));
    let from = rect(window, &format!("Asset {name}")).center();
    drag(window, from, to - from);
}

#[test]
fn a_drop_on_a_slot_says_why_it_adds_nothing_or_where_it_went() {
    let mut window = sample();
    let count = |window: &Window| montage(window).slots[0].segments.len();
    let before = count(&window);
    let first = &montage(&window).slots[0].segments[1];
    let segment = rect(&window, "Segment Charge_Loop");
    let (start, taken) = (first.start, segment.left_center() + vec2(4.0, 0.0));

    drop_asset(&mut window, "SM_Mannequin", taken);
    assert_eq!(count(&window), before);
    assert!(has(
        &window,
        "“SM_Mannequin” is not a clip. Only clips go on a slot."
    ));

    drop_asset(&mut window, "Idle", taken);
    assert_eq!(count(&window), before + 1);
    let idle = segment_start(&window, "Idle");
    assert!((idle - start).abs() > 0.1, "the place was taken: {idle}");
    assert!(has(&window, &format!("Added at {idle:.2} s")));
    keep(&mut window, "drop_moved");
}

fn segment_start(window: &Window, clip: &str) -> f32 {
    segment(window, clip).start
}

#[test]
fn several_selected_clips_are_dropped_one_after_the_other() {
    let mut window = sample();
    let ids: Vec<Id> = ["Idle", "Walk_Fwd"]
        .map(|name| {
            let clips = &project(&window).clips;
            *clips.iter().find(|(_, it)| it.name == name).unwrap().0
        })
        .into();
    window.state_mut().views.assets.group = ids.iter().copied().collect();
    let select = crate::action::SelectAction::These(document::Selection::asset(ids[0]));
    act(&mut window, select);
    let last = rect(&window, "Segment Charge_End");
    let behind = last.right_center() + vec2(6.0, 0.0);
    drop_asset(&mut window, "Idle", behind);
    let (idle, walk) = (
        segment_start(&window, "Idle"),
        segment_start(&window, "Walk_Fwd"),
    );
    let end = idle + segment(&window, "Idle").duration(1.0);
    assert!((walk - end).abs() < 1e-3, "{idle} {walk}");
    assert_eq!(steps(&window), 1);
}
