//! Where keys go, what Esc does, and what number fields take.

use super::*;
use crate::keymap::chord;

fn active(window: &Window) -> Panel {
    window.state().session.panels.active
}

fn foot(window: &Window) -> f32 {
    notify(window, "Foot_R").time
}

/// Presses on the value of a field and pulls it to the right.
fn pull(window: &mut Window, field: &str, by: f32) -> Pos2 {
    let from = rect(window, field).center();
    hold(window, from);
    move_to(window, from, from + vec2(by, 0.0));
    from + vec2(by, 0.0)
}

#[test]
fn enter_belongs_to_the_panel_that_was_clicked_last() {
    let mut window = sample();
    let before = montage(&window).notifies.len();
    click(&mut window, "Skeleton");
    assert_eq!(active(&window), Panel::Skeleton);
    press(&mut window, Key::Enter);
    assert_eq!(montage(&window).notifies.len(), before);
    click(&mut window, "Notify Foot_R");
    press(&mut window, Key::Enter);
    assert_eq!(montage(&window).notifies.len(), before + 1);
}

#[test]
fn f6_goes_round_the_panels() {
    let mut window = sample();
    let first = active(&window);
    let mut seen = vec![first];
    for _ in 0..10 {
        press(&mut window, Key::F6);
        if active(&window) == first {
            break;
        }
        seen.push(active(&window));
    }
    assert_eq!(active(&window), first);
    assert_eq!(seen.len(), 5, "{seen:?}");
    chord(&mut window, Modifiers::SHIFT, Key::F6);
    assert_eq!(Some(&active(&window)), seen.last());
}

#[test]
fn delete_goes_only_where_the_selection_is() {
    let mut window = sample();
    click(&mut window, "Notify Foot_R");
    click(&mut window, "Skeleton");
    press(&mut window, Key::Delete);
    assert_eq!(steps(&window), 0);
    assert!(has(
        &window,
        "The selection is in the panel Timeline. Click that panel first."
    ));
    click(&mut window, "Notify Foot_R");
    press(&mut window, Key::Delete);
    assert_eq!(steps(&window), 1);
}

#[test]
fn escape_takes_a_dragged_value_back_and_then_the_selection() {
    let mut window = sample();
    click(&mut window, "Notify Foot_R");
    let before = foot(&window);
    let at = pull(&mut window, "Time", 40.0);
    assert_ne!(foot(&window), before);
    press(&mut window, Key::Escape);
    assert_eq!(
        (foot(&window).to_bits(), steps(&window)),
        (before.to_bits(), 0)
    );
    assert_eq!(selected(&window).len(), 1, "one step a press");
    move_to(&mut window, at, at + vec2(30.0, 0.0));
    release(&mut window, at);
    assert_eq!(
        (foot(&window), steps(&window)),
        (before, 0),
        "the drag is over"
    );
    press(&mut window, Key::Escape);
    assert!(selected(&window).is_empty());
}

#[test]
fn escape_in_a_field_leaves_the_field_and_keeps_value_and_selection() {
    let mut window = sample();
    click(&mut window, "Notify Foot_R");
    let before = foot(&window);
    click(&mut window, "Time");
    chord(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, "9");
    press(&mut window, Key::Escape);
    assert!(!window.ctx.text_edit_focused());
    assert_eq!(
        (foot(&window), steps(&window), selected(&window).len()),
        (before, 0, 1)
    );
    press(&mut window, Key::Escape);
    assert!(selected(&window).is_empty());
}

#[test]
fn a_field_takes_sums_and_units() {
    let mut window = sample();
    click(&mut window, "Notify Foot_R");
    click(&mut window, "Time");
    chord(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, "0.1+3f");
    press(&mut window, Key::Enter);
    let wanted = 0.1 + 3.0 * frame(&window);
    assert!((foot(&window) - wanted).abs() < 1e-5, "{}", foot(&window));
    assert_eq!(steps(&window), 1);
    click(&mut window, "Time");
    chord(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, "+=2f");
    press(&mut window, Key::Enter);
    assert!((foot(&window) - wanted - 2.0 * frame(&window)).abs() < 1e-5);
    assert_eq!(steps(&window), 2, "each is a step of its own");
}

#[test]
fn what_a_field_refuses_says_why_and_changes_nothing() {
    let mut window = sample();
    let before = foot(&window);
    click(&mut window, "Notify Foot_R");
    for (typed, reason) in [
        ("1/", "a number is missing"),
        ("0-1", "−1.000 is outside 0.000 to 2.400 s"),
    ] {
        click(&mut window, "Time");
        chord(&mut window, Modifiers::COMMAND, Key::A);
        type_text(&mut window, typed);
        assert!(has(&window, reason), "{typed}: while it is typed");
        press(&mut window, Key::Enter);
        assert!(has(&window, reason), "{typed}: when it was entered");
        assert_eq!((foot(&window), steps(&window)), (before, 0));
    }
}

#[test]
fn keys_are_listed_and_changed() {
    let mut window = sample();
    chord(&mut window, Modifiers::COMMAND, Key::P);
    type_text(&mut window, "Keys…");
    press(&mut window, Key::Enter);
    type_into(&mut window, "Filter keys", "Add slot");
    click(&mut window, "Add keys for Add slot");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(has(&window, "Ctrl+Z is already “Undo”"));
    click(&mut window, "Add keys for Add slot");
    chord(&mut window, Modifiers::ALT, Key::N);
    keep(&mut window, "keys");
    click(&mut window, "Close keys");
    let before = montage(&window).slots.len();
    chord(&mut window, Modifiers::ALT, Key::N);
    assert_eq!(montage(&window).slots.len(), before + 1);
}

#[test]
fn a_preset_changes_keys_and_tooltips_at_once() {
    let mut window = sample();
    click(&mut window, "Notify Foot_R");
    let app = window.state_mut();
    app.act_on_keys(crate::action::KeysAction::Choose(
        crate::preferences::InputPreset::Blender,
    ));
    let bound = chord::read("Shift+D").unwrap();
    settle(&mut window);
    chord(&mut window, bound.modifiers, bound.logical_key);
    assert_eq!(steps(&window), 1, "it duplicates");
    assert!(has(&window, "Start (Shift+Left)"));
}

#[test]
fn a_new_project_keeps_the_keys_and_presets_of_the_user() {
    let mut window = sample();
    let sample = mannequin::sample();
    let nodes = sample.graphs.values().flat_map(|it| it.wiring.nodes.iter());
    let mut kinds = nodes.filter_map(|node| match &node.kind {
        asset::graph::NodeKind::Control(control) => Some(control.kind.clone()),
        _ => None,
    });
    let preset = crate::kinds::graph::NodePreset {
        name: "Mine".into(),
        kind: kinds.next().unwrap(),
    };
    let app = window.state_mut();
    app.act_on_keys(crate::action::KeysAction::Choose(
        crate::preferences::InputPreset::Blender,
    ));
    app.session.node_presets.push(preset.clone());
    app.new_project();
    settle(&mut window);
    let session = &window.state().session;
    assert_eq!(
        session.keymap.preset,
        crate::preferences::InputPreset::Blender
    );
    assert_eq!(session.node_presets, [preset]);
}

#[test]
fn a_new_selection_stands_at_the_top_of_the_details() {
    let mut window = sample();
    click(&mut window, "Section Hold");
    let at = rect(&window, "Details").center() + vec2(0.0, 200.0);
    window.hover_at(at);
    window.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, -4000.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Unknown,
    });
    settle(&mut window);
    click(&mut window, "Notify Foot_R");
    let title = rect(&window, "Selected: Foot_R");
    assert!(
        title.top() > rect(&window, "Details").bottom() - 1.0,
        "{title:?}"
    );
}

#[test]
fn what_is_copied_is_pasted_at_the_playhead_of_another_document() {
    let mut window = sample();
    let copied = notify(&window, "Foot_R").clone();
    let (montage_id, before) = (
        window.state().session.active.unwrap(),
        montage(&window).notifies.len(),
    );
    let track_name = montage(&window)
        .tracks
        .iter()
        .find(|track| track.id == copied.track)
        .unwrap()
        .name
        .clone();
    click(&mut window, "Notify Foot_R");
    let text = copy(&mut window);
    window.event(Event::Paste(text.clone()));
    settle(&mut window);
    assert_eq!(
        (montage(&window).notifies.len(), steps(&window)),
        (before + 1, 1)
    );
    let pasted = montage(&window)
        .notifies
        .iter()
        .find(|notify| selected(&window) == [notify.id])
        .unwrap();
    assert_eq!(
        (pasted.name.as_str(), pasted.track, pasted.time),
        ("Foot_R", copied.track, 0.0)
    );
    let clip = *project(&window).clips.keys().next().unwrap();
    let app = window.state_mut();
    app.open_asset(clip);
    settle(&mut window);
    window.event(Event::Paste(text));
    settle(&mut window);
    let clip = &project(&window).clips[&clip];
    assert!(
        clip.notifies
            .iter()
            .any(|notify| notify.name == "Foot_R" && notify.time == 0.0)
    );
    assert!(clip.tracks.iter().any(|track| track.name == track_name));
    assert_eq!(
        (
            project(&window).montages[&montage_id].notifies.len(),
            steps(&window)
        ),
        (before + 1, 2)
    );
}

#[test]
fn what_cannot_be_pasted_says_why() {
    let mut window = sample();
    window.event(Event::Paste("hello".into()));
    settle(&mut window);
    assert!(has(&window, "The clipboard has nothing from Mutoscope."));
    assert_eq!(steps(&window), 0);
}

#[test]
fn cut_segments_come_back_where_there_is_room_and_not_in_a_clip() {
    let mut window = sample();
    let before = segment(&window, "Charge_End").clone();
    click(&mut window, "Segment Charge_End");
    window.event(Event::Cut);
    window.step();
    let commands = window.output().platform_output.commands.clone();
    let [egui::OutputCommand::CopyText(text)] = commands.as_slice() else {
        panic!("{commands:?}")
    };
    settle(&mut window);
    assert!(
        montage(&window)
            .slots
            .iter()
            .all(|slot| slot.segments.iter().all(|other| other.id != before.id))
    );
    window.event(Event::Paste(text.clone()));
    settle(&mut window);
    let back = segment(&window, "Charge_End");
    assert!(
        back.id != before.id
            && (back.clip_begin, back.clip_end) == (before.clip_begin, before.clip_end)
    );
    let clip = before.clip;
    window.state_mut().open_asset(clip);
    settle(&mut window);
    window.event(Event::Paste(text.clone()));
    settle(&mut window);
    assert!(has(
        &window,
        "Sections and segments belong in a montage, but a clip is open."
    ));
}

#[test]
fn what_is_typed_for_several_is_set_in_all_and_a_drag_moves_each() {
    let mut window = sample();
    let times = |window: &Window| ["Foot_R", "Release"].map(|name| notify(window, name).time);
    let before = times(&window);
    let items = ["Foot_R", "Release"]
        .map(|name| notify(&window, name).id)
        .into_iter()
        .collect();
    let asset = window.state().session.active;
    window
        .state_mut()
        .document
        .select(document::Selection { asset, items });
    settle(&mut window);
    assert!(has(&window, "Change all 2"));
    let at = pull(&mut window, "Time", -10.0);
    release(&mut window, at);
    let moved = times(&window);
    assert!(
        moved[0] < before[0] && (moved[1] - moved[0] - before[1] + before[0]).abs() < 1e-4,
        "{before:?} {moved:?}"
    );
    assert_eq!(steps(&window), 1);
    click(&mut window, "Chance");
    chord(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, "50");
    press(&mut window, Key::Enter);
    assert_eq!(
        ["Foot_R", "Release"].map(|name| notify(&window, name).chance),
        [0.5, 0.5]
    );
    assert_eq!(
        (times(&window), steps(&window)),
        (moved, 2),
        "nothing else becomes the same"
    );
}

fn select_notifies(window: &mut Window, names: [&str; 2]) {
    let items = names
        .map(|name| notify(window, name).id)
        .into_iter()
        .collect();
    let asset = window.state().session.active;
    window
        .state_mut()
        .document
        .select(document::Selection { asset, items });
    settle(window);
}

/// What a field or a choice shows.
fn shown(window: &Window, label: &str) -> String {
    let node = window
        .query_all_by_label(label)
        .last()
        .expect("the row is there");
    node.value().unwrap_or_default()
}

#[test]
fn where_several_differ_a_dash_stands_and_what_is_typed_sets_all_even_to_what_the_first_has() {
    let mut window = sample();
    select_notifies(&mut window, ["Foot_R", "Release"]);
    assert_eq!(
        ["Time", "Track", "LOD"].map(|row| shown(&window, row)),
        ["— s", "—", "Every LOD"]
    );
    keep(&mut window, "details mixed");
    let first = montage(&window)
        .notifies
        .iter()
        .find(|notify| selected(&window)[0] == notify.id)
        .unwrap()
        .clone();
    let text = format!("{}", first.weight_threshold);
    let other = if first.name == "Foot_R" {
        "Release"
    } else {
        "Foot_R"
    };
    let mut changed = notify(&window, other).clone();
    changed.weight_threshold = 0.5;
    let asset = window.state().session.active.unwrap();
    let set = document::Command::Notify(asset, document::NotifyCommand::Set(changed));
    window.state_mut().document.perform(&set, None).unwrap();
    settle(&mut window);
    assert_eq!(shown(&window, "Weight threshold"), "—");
    click(&mut window, "Weight threshold");
    chord(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, &text);
    press(&mut window, Key::Enter);
    assert_eq!(
        notify(&window, other).weight_threshold,
        first.weight_threshold
    );
    assert_eq!(
        (notify(&window, other).time != first.time, steps(&window)),
        (true, 2),
        "nothing else becomes the same"
    );
    // A check box with a dash sets all, and a choice offers what the first has already.
    click(&mut window, "Branching point");
    assert!(
        ["Foot_R", "Release"]
            .iter()
            .all(|name| notify(&window, name).branching)
    );
    let track = montage(&window)
        .tracks
        .iter()
        .find(|track| track.id == first.track)
        .unwrap()
        .name
        .clone();
    click(&mut window, "Track");
    click_button(&mut window, &track);
    assert_eq!(notify(&window, other).track, first.track);
}

#[test]
fn a_field_of_several_that_is_left_alone_changes_nothing() {
    let mut window = sample();
    select_notifies(&mut window, ["Foot_R", "Release"]);
    click(&mut window, "Time");
    press(&mut window, Key::Enter);
    click(&mut window, "Time");
    chord(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, "0.1");
    press(&mut window, Key::Escape);
    assert_eq!(steps(&window), 0);
}

#[test]
fn several_sections_and_several_curves_are_changed_at_once() {
    let mut window = sample();
    let asset = window.state().session.active;
    let items = ["Windup", "Strike"]
        .map(|name| section(&window, name).id)
        .into_iter()
        .collect();
    window
        .state_mut()
        .document
        .select(document::Selection { asset, items });
    settle(&mut window);
    click(&mut window, "Next section");
    click_button(&mut window, "Recover");
    let recover = section(&window, "Recover").id;
    assert!(
        ["Windup", "Strike"]
            .iter()
            .all(|name| section(&window, name).next == Some(recover))
    );
    assert_eq!(
        (
            section(&window, "Hold").next != Some(recover),
            steps(&window)
        ),
        (true, 1)
    );
    let clip = project(&window)
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Walk_Fwd")
        .map(|(id, _)| *id)
        .unwrap();
    window.state_mut().open_asset(clip);
    settle(&mut window);
    let before = project(&window).clips[&clip].curves.clone();
    let items = before[..2].iter().map(|curve| curve.id).collect();
    window.state_mut().document.select(document::Selection {
        asset: Some(clip),
        items,
    });
    settle(&mut window);
    assert!(has(&window, "Change all 2"));
    click(&mut window, "Plays");
    let after = &project(&window).clips[&clip].curves;
    assert!(after[..2].iter().all(|curve| curve.disabled) && !after[2].disabled);
    assert!(
        before
            .iter()
            .zip(after)
            .all(|(old, new)| old.keys == new.keys && old.name == new.name)
    );
}

/// What a copy puts on the clipboard.
fn copy(window: &mut Window) -> String {
    window.event(Event::Copy);
    window.step();
    let commands = &window.output().platform_output.commands;
    let text = commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    text.expect("it is on the clipboard")
}

#[test]
fn sockets_masks_and_profiles_go_to_the_skeleton_of_another_project_and_what_it_lacks_is_told() {
    let mut window = sample();
    let rig = *project(&window).skeletons.keys().next().unwrap();
    window.state_mut().open_asset(rig);
    click(&mut window, "Skeleton");
    let bones: Vec<asset::BoneKey> = project(&window).skeletons[&rig].bones[..3]
        .iter()
        .map(|bone| bone.key.clone())
        .collect();
    let (mask, profile) = (Id(900), Id(901));
    let weights = |value| {
        bones
            .iter()
            .map(|bone| (bone.clone(), value))
            .collect::<asset::skeleton::BoneWeights>()
    };
    let mode = anim::mask::ProfileMode::WeightFactor;
    let commands = [
        document::SkeletonCommand::Mask(document::ItemCommand::Add(asset::skeleton::BoneMask {
            id: mask,
            name: "Upper".into(),
            weights: weights(0.25),
        })),
        document::SkeletonCommand::BlendProfile(document::ItemCommand::Add(
            asset::skeleton::BlendProfile {
                id: profile,
                name: "Fast".into(),
                mode,
                factors: weights(2.5),
            },
        )),
    ];
    for command in commands {
        window
            .state_mut()
            .document
            .perform(&document::Command::Skeleton(rig, command), None)
            .unwrap();
    }
    let socket = project(&window).skeletons[&rig].sockets[0].id;
    let items = [mask, profile, socket].into_iter().collect();
    window.state_mut().document.select(document::Selection {
        asset: Some(rig),
        items,
    });
    settle(&mut window);
    let text = copy(&mut window);

    let mut other = open_at(SIZE, 1.0, None);
    change(&mut other, |project| {
        let skeleton = Arc::make_mut(project.skeletons.get_mut(&rig).unwrap());
        skeleton.bones[2].key = asset::BoneKey::from("renamed");
        (skeleton.masks, skeleton.blend_profiles, skeleton.sockets) = Default::default();
    });
    other.state_mut().open_asset(rig);
    click(&mut other, "Skeleton");
    other.event(Event::Paste(text));
    settle(&mut other);
    let pasted = &project(&other).skeletons[&rig];
    assert_eq!((pasted.sockets.len(), steps(&other)), (1, 1));
    assert_eq!(
        pasted.masks[0]
            .weights
            .values()
            .copied()
            .collect::<Vec<_>>(),
        [0.25; 2]
    );
    assert_eq!(
        (
            pasted.blend_profiles[0].mode,
            pasted.blend_profiles[0].factors.len()
        ),
        (mode, 2)
    );
    assert!(
        other
            .query_all_by_label_contains("This skeleton has no bone")
            .next()
            .is_some()
    );
}
