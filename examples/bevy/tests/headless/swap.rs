//! A bundle that is loaded again while characters play it.

use crate::{hostile::loaded, *};
use anim::Library;
use bundle::Golden;
use mutoscope_bevy::Stages;
use std::{sync::Arc, thread};

fn replace(app: &mut App, handle: &Handle<BundleAsset>, library: Library) {
    let library = Arc::new(library);
    let golden = Golden::default();
    let asset = BundleAsset { library, golden };
    let mut bundles = app.world_mut().resource_mut::<Assets<BundleAsset>>();
    bundles.insert(handle, asset).unwrap();
}

fn playing() -> (App, Handle<BundleAsset>, Entity) {
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default());
    let mut character = Mutoscope::graph(handle.clone(), HERO);
    character.set("Speed", 3.0);
    character.play_montage(ATTACK, 1.0);
    let entity = app.world_mut().spawn(character).id();
    (0..20).for_each(|_| app.update());
    (app, handle, entity)
}

#[test]
fn a_character_plays_on_in_the_bundle_that_was_loaded_again_and_keeps_its_joints() {
    let (mut app, handle, entity) = playing();
    let (mut plain, _, same) = playing();
    let body = app.world().get::<Body>(entity).unwrap();
    let (old_joints, old_parts) = (body.joints().to_vec(), body.parts().collect::<Vec<_>>());
    let socket = body.socket("hand_r_weapon").unwrap();
    let sword = app.world_mut().spawn(ChildOf(socket)).id();
    replace(&mut app, &handle, (*sample().library).clone());
    for frame in 0..60 {
        app.update();
        plain.update();
        let (now, then) = (joints(&app, entity), joints(&plain, same));
        assert_eq!(now, then, "frame {frame} after the bundle was loaded again");
    }
    let body = app.world().get::<Body>(entity).unwrap();
    assert_eq!(body.joints(), old_joints);
    assert_ne!(body.parts().collect::<Vec<_>>(), old_parts);
    assert!(app.world().get_entity(sword).is_ok());
    assert_eq!(revision(&mut app, entity), 1);
}

#[test]
fn a_bundle_without_what_plays_ends_nothing_but_what_it_does_not_have() {
    let (mut app, handle, entity) = playing();
    let whole = &sample().library;
    let without = |change: fn(&mut Library)| {
        let mut library = (**whole).clone();
        change(&mut library);
        library
    };
    let hostile = [
        Library::default(),
        without(|library| library.skeletons.clear()),
        without(|library| library.graphs.clear()),
        without(|library| library.montages.clear()),
        without(|library| library.meshes.clear()),
    ];
    for library in hostile {
        replace(&mut app, &handle, library);
        hero(&mut app, entity).set("Speed", 1.0);
        (0..5).for_each(|_| app.update());
        let new = app
            .world_mut()
            .spawn(Mutoscope::graph(handle.clone(), HERO))
            .id();
        (0..5).for_each(|_| app.update());
        app.world_mut().despawn(new);
    }
    replace(&mut app, &handle, (**whole).clone());
    hero(&mut app, entity).play_graph(HERO);
    (0..5).for_each(|_| app.update());
    let body = app.world().get::<Body>(entity).unwrap();
    assert!(body.parts().count() > 0);
}

#[test]
fn a_removed_asset_lets_its_characters_play_on() {
    let (mut app, handle, entity) = playing();
    app.world_mut()
        .resource_mut::<Assets<BundleAsset>>()
        .remove(&handle);
    let before = joints(&app, entity);
    (0..10).for_each(|_| app.update());
    assert_ne!(joints(&app, entity), before);
}

#[test]
fn another_bundle_on_the_component_begins_there() {
    let (mut app, _, entity) = playing();
    let other = add(&mut app, sample().clone());
    app.world_mut()
        .entity_mut(entity)
        .insert(Mutoscope::graph(other, HERO));
    app.update();
    let tick = app
        .world_mut()
        .resource_mut::<Stages>()
        .evaluator(entity)
        .unwrap()
        .tick();
    assert_eq!(tick, 1);
    assert_eq!(app.world().get::<Body>(entity).unwrap().joints().len(), 77);
}

/// Number of times that the entity's bundle was replaced.
fn revision(app: &mut App, entity: Entity) -> u64 {
    let mut stages = app.world_mut().resource_mut::<Stages>();
    stages.evaluator(entity).unwrap().revision()
}

#[test]
fn a_file_that_is_loaded_again_is_played_and_a_damaged_one_changes_nothing() {
    let folder = env::temp_dir().join(format!("mutoscope_bevy_swap_{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (file, whole) = (
        folder.join("demo.mbundle"),
        fs::read(bundle_path()).unwrap(),
    );
    fs::write(&file, &whole).unwrap();
    let mut app = app_in(folder.clone(), MutoscopePlugin::default());
    let handle = app.world().resource::<AssetServer>().load("demo.mbundle");
    let character = Mutoscope::graph(handle.clone(), HERO);
    let entity = app.world_mut().spawn(character).id();
    loaded(&mut app, &handle).unwrap();
    app.update();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    app.world().resource::<AssetServer>().reload("demo.mbundle");
    for _ in 0..60 {
        app.update();
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(revision(&mut app, entity), 0);
    fs::write(&file, &whole).unwrap();
    app.world().resource::<AssetServer>().reload("demo.mbundle");
    let is_new = |_| {
        app.update();
        thread::sleep(Duration::from_millis(5));
        revision(&mut app, entity) == 1
    };
    assert!((0..1000).any(is_new), "the file is not loaded again");
    assert!(app.world().get::<Body>(entity).is_some());
    fs::remove_dir_all(&folder).unwrap();
}
