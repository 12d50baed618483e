//! Files that are no bundles, names that nothing has, characters that leave.

use crate::*;
use anim::{
    event::{Cause, EventReason, Phase},
    instance::Refusal,
};
use bevy::asset::LoadState;
use mutoscope_bevy::{Joint, PartOf, RootMotion, Socket, Stages};
use std::thread;

/// Updates until an asset has loaded or failed; the text of the error.
pub fn loaded(app: &mut App, handle: &Handle<BundleAsset>) -> Result<(), String> {
    for _ in 0..1000 {
        app.update();
        match app.world().resource::<AssetServer>().load_state(handle) {
            LoadState::Loaded => return Ok(()),
            LoadState::Failed(error) => return Err(error.to_string()),
            _ => thread::sleep(Duration::from_millis(5)),
        }
    }
    panic!("the asset neither loads nor fails");
}

#[test]
fn a_bundle_loads_from_its_file_and_an_invalid_one_says_which_and_what_to_do() {
    let folder = env::temp_dir().join(format!("mutoscope_bevy_{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let whole = fs::read(bundle_path()).unwrap();
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let mut old = whole.clone();
    old[8] = 3;
    fs::write(folder.join("whole.mbundle"), &whole).unwrap();
    let hostile: [(&str, &[u8], &str); 5] = [
        (
            "text.mbundle",
            b"I am no bundle, not at all, and never was one.",
            "Export it",
        ),
        ("empty.mbundle", b"", "Export it"),
        (
            "cut.mbundle",
            &whole[..whole.len() / 2],
            "Copy or export it again",
        ),
        ("flipped.mbundle", &flipped, "Copy or export it again"),
        ("old.mbundle", &old, "Export it again"),
    ];
    let mut app = app_in(folder.clone(), MutoscopePlugin::default());
    for (name, bytes, advice) in hostile {
        fs::write(folder.join(name), bytes).unwrap();
        let handle = app.world().resource::<AssetServer>().load(name);
        let entity = app
            .world_mut()
            .spawn(Mutoscope::graph(handle.clone(), HERO))
            .id();
        let text = loaded(&mut app, &handle).unwrap_err();
        assert!(
            text.contains(name) && text.contains(advice),
            "{name}: {text}"
        );
        (0..5).for_each(|_| app.update());
        assert!(app.world().get::<Body>(entity).is_none());
    }
    let handle = app.world().resource::<AssetServer>().load("whole.mbundle");
    let entity = app
        .world_mut()
        .spawn(Mutoscope::graph(handle.clone(), HERO))
        .id();
    loaded(&mut app, &handle).unwrap();
    app.update();
    assert!(app.world().get::<Body>(entity).is_some());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_unknown_graph_is_refused_once_with_those_there_are_and_can_be_replaced() {
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default());
    let entity = app
        .world_mut()
        .spawn(Mutoscope::graph(handle, "PG_Hera"))
        .id();
    app.update();
    let refusals = app.world().resource::<Heard>().refusals.clone();
    assert_eq!(refusals.len(), 1);
    assert_eq!(
        (refusals[0].entity, refusals[0].why),
        (Some(entity), Refusal::GraphUnknown)
    );
    assert!(refusals[0].text.contains("PG_Hera") && refusals[0].text.contains(HERO));
    for _ in 0..5 {
        app.update();
        assert!(app.world().resource::<Heard>().refusals.is_empty());
    }
    hero(&mut app, entity).play_graph(HERO);
    app.update();
    assert!(app.world().resource::<Heard>().refusals.is_empty());
    assert!(app.world().get::<Body>(entity).is_some());
}

#[test]
fn a_refused_request_names_what_it_was_about_and_nothing_else_changes() {
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default());
    let entity = app.world_mut().spawn(Mutoscope::graph(handle, HERO)).id();
    app.update();
    let mut character = hero(&mut app, entity);
    character.set("Sped", 3.0);
    character.play_montage("AM_Nothing", 1.0);
    character.play_graph("PG_Nothing");
    character.set("Speed", f64::NAN);
    app.update();
    let heard = app.world().resource::<Heard>().refusals.clone();
    let heard: Vec<_> = heard
        .iter()
        .map(|it| (it.why, it.text.split(':').next().unwrap()))
        .collect();
    let expected = [
        (Refusal::ParameterUnknown, "“Sped”"),
        (Refusal::MontageUnknown, "“AM_Nothing”"),
        (Refusal::GraphUnknown, "“PG_Nothing”"),
        (Refusal::BadNumber, "“Speed”"),
    ];
    assert_eq!(heard, expected);
    let mut at = app.world_mut().get_mut::<Transform>(entity).unwrap();
    at.translation.x = f32::NAN;
    app.update();
    let heard = &app.world().resource::<Heard>().refusals;
    assert_eq!(heard[0].why, Refusal::BadNumber);
    let stands = app.world().get::<Transform>(entity).unwrap();
    assert!(stands.is_finite(), "the character stays where it stood");
}

#[test]
fn who_is_despawned_while_it_plays_ends_what_had_begun_and_leaves_nothing() {
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default());
    let mut character = Mutoscope::graph(handle.clone(), HERO);
    character.play_montage(ATTACK, 1.0);
    let gone = app.world_mut().spawn(character).id();
    let stays = app
        .world_mut()
        .spawn(Mutoscope::graph(handle.clone(), HERO))
        .id();
    (0..20).for_each(|_| app.update());
    let all = count::<Joint>(&mut app);
    assert!(all > 0 && count::<PartOf>(&mut app) > 0 && count::<Socket>(&mut app) > 0);
    app.world_mut().despawn(gone);
    app.update();
    let heard = app.world().resource::<Heard>();
    let ended = heard
        .events
        .iter()
        .zip(&heard.names)
        .any(|((entity, event), name)| {
            *entity == gone
                && name == ATTACK
                && event.phase == Phase::Ended { interrupted: true }
                && event.cause == Cause::TearDown
        });
    assert!(ended, "{:?}", heard.events);
    assert!(heard.events.iter().all(|it| it.0 == stays || it.1.fired()));
    assert_eq!(count::<Joint>(&mut app), all / 2);
    let mut stages = app.world_mut().resource_mut::<Stages>();
    assert_eq!(stages.character(gone), None);
    assert_eq!(stages.evaluator(stays).unwrap().characters().len(), 1);
    app.update();
    let heard = &app.world().resource::<Heard>().events;
    assert!(heard.iter().all(|it| it.0 == stays));
}

#[test]
fn who_is_despawned_before_its_first_step_or_in_its_bundles_last_is_no_fault() {
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default());
    for frames in [0, 1, 2] {
        let entity = app
            .world_mut()
            .spawn(Mutoscope::graph(handle.clone(), HERO))
            .id();
        (0..frames).for_each(|_| app.update());
        app.world_mut().despawn(entity);
        (0..3).for_each(|_| app.update());
        assert_eq!(count::<Joint>(&mut app) + count::<PartOf>(&mut app), 0);
    }
}

#[test]
fn without_the_component_an_entity_has_no_body_and_with_it_again_it_begins_anew() {
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default());
    let entity = app
        .world_mut()
        .spawn(Mutoscope::graph(handle.clone(), HERO))
        .id();
    app.update();
    app.world_mut().entity_mut(entity).remove::<Mutoscope>();
    app.update();
    assert!(app.world().get::<Body>(entity).is_none());
    assert_eq!(
        count::<Joint>(&mut app) + count::<PartOf>(&mut app) + count::<Socket>(&mut app),
        0
    );
    app.world_mut()
        .entity_mut(entity)
        .insert(Mutoscope::graph(handle, HERO));
    app.update();
    assert_eq!(app.world().get::<Body>(entity).unwrap().joints().len(), 77);
}

#[test]
fn a_despawned_joint_is_missed_by_nobody() {
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default());
    let entity = app.world_mut().spawn(Mutoscope::graph(handle, HERO)).id();
    app.update();
    let hand = app
        .world()
        .get::<Body>(entity)
        .unwrap()
        .joint("hand_r")
        .unwrap();
    app.world_mut().despawn(hand);
    (0..5).for_each(|_| app.update());
    assert!(app.world().get::<RootMotion>(entity).is_some());
}

#[test]
fn what_a_notify_carries_comes_with_its_message() {
    #[derive(Resource, Default)]
    struct Steps(usize);
    fn listen(mut steps: ResMut<Steps>, mut events: MessageReader<MutoscopeEvent>) {
        for event in events.read().filter(|event| event.fired()) {
            if let Some(payload) = event.payload() {
                assert_eq!(event.reason(), EventReason::Fired);
                steps.0 += payload.fields().count();
            }
        }
    }
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default());
    app.init_resource::<Steps>().add_systems(Last, listen);
    let mut character = Mutoscope::graph(handle, HERO);
    character.set("Speed", 3.0);
    app.world_mut().spawn(character);
    (0..120).for_each(|_| app.update());
    assert!(app.world().resource::<Steps>().0 > 0);
}

#[test]
fn a_server_without_meshes_has_joints_alone() {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        AssetPlugin::default(),
        TransformPlugin,
        MutoscopePlugin::default(),
    ));
    let handle = add(&mut app, sample().clone());
    let entity = app.world_mut().spawn(Mutoscope::graph(handle, HERO)).id();
    (0..3).for_each(|_| app.update());
    let body = app.world().get::<Body>(entity).unwrap();
    assert_eq!((body.joints().len(), body.parts().count()), (77, 0));
}
