//! The tree of assets: groups, keys, and what is asked before an asset goes.

use super::*;
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT;

fn id_of(window: &Window, name: &str) -> Id {
    let found = project(window)
        .assets()
        .find(|(_, asset)| asset.name() == name);
    found
        .map(|(id, _)| id)
        .unwrap_or_else(|| panic!("no {name}"))
}

fn to_tree(window: &mut Window, name: &str) {
    click(window, &format!("Asset {name}"));
    window.state_mut().session.panels.active = Panel::Assets;
    settle(window);
}

fn selected_asset(window: &Window) -> String {
    let id = window
        .state()
        .document
        .selection()
        .asset
        .expect("an asset is selected");
    project(window).asset_name(id).unwrap().to_owned()
}

fn group(window: &Window, name: &str) -> bool {
    window
        .query_by_role_and_label(Role::DisclosureTriangle, name)
        .is_some()
}

#[test]
fn assets_stand_by_kind_by_character_or_by_folder() {
    let mut window = sample();
    assert!(group(&window, "Montages") && !group(&window, "SK_Mannequin"));
    click(&mut window, "By character");
    assert!(!group(&window, "Montages") && group(&window, "SK_Mannequin"));
    assert!(has(&window, "Asset AM_ChargedAttack"));
    keep(&mut window, "assets_character");
    click(&mut window, "By folder");
    assert!(
        group(&window, "Made here")
            || window.query_all_by_role(Role::DisclosureTriangle).count() > 0
    );
    assert!(!group(&window, "SK_Mannequin"));
    keep(&mut window, "assets_folder");
}

#[test]
fn what_is_opened_is_found_where_it_was_folded_away() {
    let mut window = sample();
    let idle = id_of(&window, "Idle");
    window
        .get_by_role_and_label(Role::DisclosureTriangle, "Clips")
        .click();
    settle(&mut window);
    assert!(!has(&window, "Asset Idle"));
    window.state_mut().open_asset(idle);
    settle(&mut window);
    assert!(has(&window, "Asset Idle"));
    window
        .get_by_role_and_label(Role::DisclosureTriangle, "Clips")
        .click();
    settle(&mut window);
    assert!(!has(&window, "Asset Idle"), "folding it away again stays");
    type_into(&mut window, "Filter assets", "Walk");
    press(&mut window, Key::Escape);
    to_timeline(&mut window);
    chord(&mut window, Modifiers::COMMAND, Key::B);
    assert!(has(&window, "Asset Idle"));
    assert_eq!(
        (
            selected_asset(&window),
            window.state().session.panels.active
        ),
        ("Idle".into(), Panel::Assets)
    );
}

#[test]
fn arrows_move_enter_opens_and_delete_asks() {
    let mut window = sample();
    to_tree(&mut window, "Charge_End");
    let position = window.state().session.transport.position;
    press(&mut window, Key::ArrowDown);
    assert_eq!(selected_asset(&window), "Charge_Loop");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowUp);
    assert_eq!(selected_asset(&window), "Charge_Loop");
    assert_eq!(window.state().session.transport.position, position);
    press(&mut window, Key::Delete);
    assert!(has(&window, "Delete Charge_Loop?"));
    keep(&mut window, "assets_delete");
    press(&mut window, Key::Escape);
    assert_eq!(steps(&window), 0);
    press(&mut window, Key::Enter);
    assert_eq!(
        window.state().session.active,
        Some(id_of(&window, "Charge_Loop"))
    );
}

#[test]
fn an_asset_in_use_lists_its_uses_and_leads_there() {
    let mut window = sample();
    let montage_id = window.state().session.active.unwrap();
    let segment = segment(&window, "Charge_Loop").id;
    let idle = id_of(&window, "Idle");
    window.state_mut().open_asset(idle);
    settle(&mut window);
    to_tree(&mut window, "Charge_Loop");
    press(&mut window, Key::Delete);
    let row = window
        .query_all_by_label_contains("segment at")
        .next()
        .expect("the use is listed");
    row.click();
    settle(&mut window);
    assert_eq!(window.state().session.active, Some(montage_id));
    assert_eq!((selected(&window), steps(&window)), (vec![segment], 0));
}

#[test]
fn what_nothing_uses_goes_and_comes_back() {
    let mut window = sample();
    let idle = id_of(&window, "Idle");
    to_tree(&mut window, "Idle");
    press(&mut window, Key::Delete);
    click(&mut window, "Delete Idle");
    assert!(!project(&window).clips.contains_key(&idle));
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(project(&window).clips.contains_key(&idle));
}

#[test]
fn a_duplicate_has_a_name_and_ids_of_its_own_and_links_to_itself() {
    let mut window = sample();
    let before = montage(&window).clone();
    to_tree(&mut window, "AM_ChargedAttack");
    chord(&mut window, Modifiers::COMMAND, Key::D);
    assert_eq!((project(&window).montages.len(), steps(&window)), (2, 1));
    let copy = project(&window)
        .montages
        .values()
        .find(|it| it.name != before.name)
        .unwrap()
        .clone();
    let ids = |montage: &Montage| {
        montage
            .sections
            .iter()
            .map(|section| section.id)
            .collect::<Vec<_>>()
    };
    assert!(ids(&copy).iter().all(|id| !ids(&before).contains(id)));
    let next = |montage: &Montage| {
        let place = |id: Option<Id>| {
            id.and_then(|id| montage.sections.iter().position(|section| section.id == id))
        };
        montage
            .sections
            .iter()
            .map(|section| place(section.next))
            .collect::<Vec<_>>()
    };
    assert_eq!(next(&copy), next(&before));
    assert_eq!(
        copy.slots[0].segments[0].clip, before.slots[0].segments[0].clip,
        "what it plays is the same"
    );
    assert!(
        copy.notifies
            .iter()
            .all(|notify| copy.tracks.iter().any(|track| track.id == notify.track))
    );
}

/// In montages, graphs, blend spaces and additive clips at once, and as one step.
#[test]
fn a_used_clip_is_replaced_everywhere_and_deleted() {
    let mut window = sample();
    let id = |window: &Window, name: &str| {
        let clips = project(window).clips.iter();
        let mut found = clips.filter(|(_, clip)| clip.name == name);
        *found.next().unwrap().0
    };
    let (from, to) = (id(&window, "Charge_Loop"), id(&window, "Idle"));
    change(&mut window, |project| {
        let skeleton = project.clips[&from].skeleton;
        let graph = super::graphs::graph(project);
        let mut graph = asset::PoseGraph { skeleton, ..graph };
        for node in &mut Arc::make_mut(&mut graph.wiring).nodes {
            if let asset::graph::NodeKind::SequencePlayer(player) = &mut node.kind {
                player.clip = Some(from);
            }
        }
        project.graphs.insert(super::graphs::GRAPH, graph.into());
    });
    let before = project(&window).clone();
    let count = |window: &Window, of: Id| project(window).users(of).count();
    assert!(count(&window, from) >= 2, "a montage and a graph");
    let known = count(&window, to);
    to_tree(&mut window, "Charge_Loop");
    let start = steps(&window);
    press(&mut window, Key::Delete);
    assert!(has(&window, "Delete Charge_Loop?"));
    let button = window.get_by_label("Replace and delete");
    assert!(button.accesskit_node().is_disabled());
    click(&mut window, "Replacement");
    click(&mut window, "Idle");
    keep(&mut window, "assets_replace");
    click(&mut window, "Replace and delete");
    assert!(!project(&window).clips.contains_key(&from));
    assert!(count(&window, to) > known);
    assert_eq!(steps(&window), start + 1);
    let problems = &window.state().compiled.diagnostics;
    let errors = problems
        .iter()
        .filter(|it| it.severity == asset::Severity::Error);
    assert_eq!(errors.count(), 0, "{problems:?}");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(**project(&window), *before);
}

fn click_with(window: &mut Window, name: &str, modifiers: Modifiers) {
    let id = id_of(window, name);
    window.state_mut().views.assets.reveal = Some(id);
    settle(window);
    let at = rect(window, &format!("Asset {name}")).center();
    window.run_steps(40);
    window.event(Event::ModifiersChanged(modifiers));
    window.event(Event::PointerMoved(at));
    for pressed in [true, false] {
        window.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers,
        });
    }
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    settle(window);
}

fn selected_names(window: &Window) -> Vec<String> {
    let app = window.state();
    let ids = app.views.assets.selected(&app.document);
    let name = |id: &Id| app.document.project().asset_name(*id).unwrap().to_owned();
    let mut names: Vec<String> = ids.iter().map(name).collect();
    names.sort();
    names
}

#[test]
fn several_assets_are_selected_and_go_together() {
    let mut window = sample();
    let filter = |window: &mut Window, text: &str| {
        window.state_mut().views.asset_filter = text.into();
        settle(window);
    };
    filter(&mut window, "");
    click_with(&mut window, "Walk_Fwd", Modifiers::NONE);
    click_with(&mut window, "Charge_Start", Modifiers::COMMAND);
    assert_eq!(selected_names(&window), ["Charge_Start", "Walk_Fwd"]);
    click_with(&mut window, "Charge_Start", Modifiers::COMMAND);
    assert_eq!(selected_names(&window), ["Walk_Fwd"]);
    // A group that the selection has left is none: its members join the new one by a click.
    click_with(&mut window, "Charge_Start", Modifiers::COMMAND);
    click_with(&mut window, "Idle", Modifiers::NONE);
    let left: std::collections::BTreeSet<Id> = ["Walk_Fwd", "Charge_Start"]
        .map(|it| id_of(&window, it))
        .into();
    window.state_mut().views.assets.group = left;
    click_with(&mut window, "Walk_Fwd", Modifiers::COMMAND);
    assert_eq!(selected_names(&window), ["Idle", "Walk_Fwd"]);
    filter(&mut window, "Charge_");
    click_with(&mut window, "Charge_End", Modifiers::NONE);
    click_with(&mut window, "Charge_Start", Modifiers::SHIFT);
    let names = selected_names(&window);
    assert!(
        names.len() >= 3 && names.contains(&"Charge_Loop".to_owned()),
        "{names:?}"
    );
    keep(&mut window, "assets_several");
    press(&mut window, Key::Delete);
    settle(&mut window);
    keep(&mut window, "assets_delete_several");
    assert!(window.query_all_by_label_contains("uses it").count() > 0);
    press(&mut window, Key::Escape);

    let unused = |window: &mut Window| {
        let found = project(window).clone();
        let is_free = |id: &Id| found.users(*id).next().is_none();
        let names = found.clips.iter().filter(|(id, _)| is_free(id));
        names.map(|(_, clip)| clip.name.clone()).collect::<Vec<_>>()
    };
    filter(&mut window, "");
    let names = unused(&mut window);
    click_with(&mut window, &names[0], Modifiers::NONE);
    click_with(&mut window, &names[1], Modifiers::COMMAND);
    let before = project(&window).clone();
    press(&mut window, Key::Delete);
    click(&mut window, "Delete 2 assets");
    assert_eq!(project(&window).clips.len() + 2, before.clips.len());
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(**project(&window), *before, "one step brings both back");
}
