//! Every golden vector of the sample, as the plugin plays it.

use crate::*;
use anim::{Name, Pose, Request};
use bundle::{GoldenSetting, GoldenTick};
use engine::hash::golden_tick;
use mutoscope_bevy::{Plays, Stages};

/// What a recording plays, what is set meanwhile, and what must come of it.
struct Recording<'a> {
    name: &'a str,
    plays: Plays,
    montage: Option<Name>,
    dt: f64,
    settings: &'a [GoldenSetting],
    ticks: &'a [GoldenTick],
}

fn recordings() -> Vec<Recording<'static>> {
    let (library, golden) = (&sample().library, &sample().golden);
    let text = |name: Name| library.names.text(name);
    let range = |first: u32, count: u32| first as usize..(first + count) as usize;
    let tracks = golden.tracks.iter().map(|track| Recording {
        name: text(track.montage),
        plays: Plays::Skeleton(text(library.montage(track.montage).unwrap().skeleton).to_owned()),
        montage: Some(track.montage),
        dt: track.dt,
        settings: &[],
        ticks: &golden.ticks[range(track.first_tick, track.tick_count)],
    });
    let graphs = golden.graphs.iter().map(|graph| Recording {
        name: text(graph.graph),
        plays: Plays::Graph(text(graph.graph).to_owned()),
        montage: None,
        dt: graph.dt,
        settings: &golden.settings[range(graph.first_setting, graph.setting_count)],
        ticks: &golden.ticks[range(graph.first_tick, graph.tick_count)],
    });
    tracks.chain(graphs).collect()
}

/// Hashes of what the entities show: the pose of the joints and the place of the character; events
/// are those of the evaluator, whose messages another test compares.
fn shown(app: &mut App, entity: Entity) -> GoldenTick {
    let joints = joints(app, entity);
    let stands = *app.world().get::<Transform>(entity).unwrap();
    let mut stages = app.world_mut().resource_mut::<Stages>();
    let character = stages.character(entity).unwrap();
    let evaluator = stages.evaluator(entity).unwrap();
    let posed = evaluator.shown(character).unwrap().pose();
    let mut pose = Pose::new(joints.iter().map(to_runtime));
    pose.curves.clone_from(&posed.curves);
    pose.attributes.clone_from(&posed.attributes);
    GoldenTick {
        pose: pose.hash(),
        placement: Pose::new([to_runtime(&stands)]).hash(),
        ..golden_tick(evaluator, character).unwrap()
    }
}

/// The first tick that is not as it was recorded.
fn difference(app: &mut App, handle: &Handle<BundleAsset>, it: &Recording<'_>) -> Option<usize> {
    let mut character = Mutoscope::new(handle.clone(), it.plays.clone());
    if let Some(montage) = it.montage {
        character.ask(Request::play(montage, 1.0));
    }
    let entity = app.world_mut().spawn(character).id();
    app.insert_resource(StepLength::Seconds(it.dt));
    let mut settings = it.settings.iter().peekable();
    let differs = it.ticks.iter().enumerate().position(|(at, tick)| {
        while let Some(set) = settings.next_if(|set| set.tick as usize <= at) {
            let (parameter, value) = (set.parameter, set.value);
            hero(app, entity).ask(Request::SetParameter { parameter, value });
        }
        app.update();
        shown(app, entity) != *tick
    });
    app.world_mut().despawn(entity);
    differs
}

#[test]
fn every_golden_vector_is_met_bit_for_bit() {
    assert_eq!(
        sample().golden.float_rule,
        anim::float::RULE,
        "export the bundle again"
    );
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default());
    let (mut ticks, mut differing) = (0, Vec::new());
    for it in recordings() {
        ticks += it.ticks.len();
        if let Some(tick) = difference(&mut app, &handle, &it) {
            differing.push(format!("{} at tick {tick}", it.name));
        }
    }
    println!(
        "{} recordings, {ticks} ticks, {} differ",
        recordings().len(),
        differing.len()
    );
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    assert!(ticks > 0, "the bundle has no golden vectors");
}

#[test]
fn a_bit_that_differs_is_found_in_its_tick() {
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default());
    for it in recordings().iter().take(2) {
        for change in [
            |tick: &mut GoldenTick| tick.pose ^= 1,
            |tick: &mut GoldenTick| tick.events ^= 1,
            |tick: &mut GoldenTick| tick.placement ^= 1,
        ] {
            let mut ticks = it.ticks[..8].to_vec();
            change(&mut ticks[5]);
            let altered = Recording {
                plays: it.plays.clone(),
                ticks: &ticks,
                ..*it
            };
            assert_eq!(difference(&mut app, &handle, &altered), Some(5));
        }
    }
}

#[test]
fn every_golden_clip_of_the_loaded_asset_is_met() {
    let (app, handle) = app_with_sample(MutoscopePlugin::default());
    let asset = app
        .world()
        .resource::<Assets<BundleAsset>>()
        .get(&handle)
        .unwrap();
    let mut pose = Pose::default();
    for golden in asset.golden.clips.iter() {
        let clip = asset.library.clip(golden.clip).unwrap();
        let skeleton = asset.library.skeleton(clip.skeleton).unwrap();
        clip.sample(skeleton, golden.time, &mut pose);
        let name = asset.library.names.text(golden.clip);
        assert_eq!(pose.hash(), golden.pose, "{name} at {} s", golden.time);
    }
    println!("{} poses of clips compared", asset.golden.clips.len());
    assert!(!asset.golden.clips.is_empty());
}
