//! The plugin without a window. The bundle of the sample project is the file that the environment
//! variable `MUTOSCOPE_BUNDLE` names; `run` sets it.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

mod golden;
mod hostile;
mod same;
mod skin;
mod swap;

use bevy::{
    asset::AssetPlugin, mesh::MeshPlugin, prelude::*, time::TimeUpdateStrategy,
    transform::TransformPlugin,
};
use bundle::Bundle;
use mutoscope_bevy::{
    Body, BundleAsset, Mutoscope, MutoscopeEvent, MutoscopePlugin, MutoscopeRefusal, StepLength,
};
use std::{env, fs, path::PathBuf, sync::OnceLock, time::Duration};

pub const HERO: &str = "PG_Hero";
pub const SKELETON: &str = "SK_Mannequin";
pub const ATTACK: &str = "AM_ChargedAttack";
pub const TICK: f64 = 1.0 / 60.0;

pub fn bundle_path() -> PathBuf {
    let path = env::var_os("MUTOSCOPE_BUNDLE");
    let path = path.expect("set MUTOSCOPE_BUNDLE to the exported sample, or use examples/bevy/run");
    fs::canonicalize(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The bundle, read by the runtime itself.
pub fn sample() -> &'static Bundle {
    static SAMPLE: OnceLock<Bundle> = OnceLock::new();
    SAMPLE.get_or_init(|| {
        let bytes = fs::read(bundle_path()).unwrap();
        bundle::read(anim::Store::of(&bytes), bytes.len()).unwrap()
    })
}

/// A game without a window, whose files are in a folder. Its steps are a sixtieth of a second.
pub fn app_in(folder: PathBuf, plugin: MutoscopePlugin) -> App {
    let mut app = App::new();
    let file_path = folder.to_string_lossy().into_owned();
    app.add_plugins((
        MinimalPlugins,
        AssetPlugin {
            file_path,
            ..AssetPlugin::default()
        },
        TransformPlugin,
        MeshPlugin,
        plugin,
    ))
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO))
    .insert_resource(StepLength::Seconds(TICK))
    .init_resource::<Heard>()
    .add_systems(Last, hear);
    app
}

pub fn app() -> App {
    app_in(env::temp_dir(), MutoscopePlugin::default())
}

/// A game that has the sample without loading it.
pub fn app_with_sample(plugin: MutoscopePlugin) -> (App, Handle<BundleAsset>) {
    let mut app = app_in(env::temp_dir(), plugin);
    let handle = add(&mut app, sample().clone());
    (app, handle)
}

pub fn add(app: &mut App, bundle: Bundle) -> Handle<BundleAsset> {
    app.world_mut()
        .resource_mut::<Assets<BundleAsset>>()
        .add(BundleAsset::from(bundle))
}

/// The messages of a frame.
#[derive(Resource, Default)]
pub struct Heard {
    pub events: Vec<(Entity, anim::Event)>,
    pub names: Vec<String>,
    pub refusals: Vec<MutoscopeRefusal>,
}

fn hear(
    mut heard: ResMut<Heard>,
    mut events: MessageReader<MutoscopeEvent>,
    mut refusals: MessageReader<MutoscopeRefusal>,
) {
    let heard = &mut *heard;
    heard.events.clear();
    heard.names.clear();
    for event in events.read() {
        heard.events.push((event.entity, event.event));
        heard.names.push(event.name().to_owned());
    }
    heard.refusals = refusals.read().cloned().collect();
}

pub fn hero(app: &mut App, entity: Entity) -> Mut<'_, Mutoscope> {
    app.world_mut().get_mut::<Mutoscope>(entity).unwrap()
}

/// Local transforms of the joints, in the order of the bones.
pub fn joints(app: &App, entity: Entity) -> Vec<Transform> {
    let body = app.world().get::<Body>(entity).unwrap();
    let local = |joint: &Entity| *app.world().get::<Transform>(*joint).unwrap();
    body.joints().iter().map(local).collect()
}

/// Every bit of a transform, in an order that the runtime's transforms have too.
pub fn bits(it: &Transform) -> [u32; 10] {
    let numbers = it.translation.to_array().into_iter();
    let numbers = numbers
        .chain(it.rotation.to_array())
        .chain(it.scale.to_array());
    let mut all = [0; 10];
    numbers
        .zip(&mut all)
        .for_each(|(number, bits)| *bits = number.to_bits());
    all
}

pub fn runtime_bits(it: &anim::Transform) -> [u32; 10] {
    let numbers = it.translation.to_array().into_iter();
    let numbers = numbers
        .chain(it.rotation.to_array())
        .chain(it.scale.to_array());
    let mut all = [0; 10];
    numbers
        .zip(&mut all)
        .for_each(|(number, bits)| *bits = number.to_bits());
    all
}

pub fn to_runtime(it: &Transform) -> anim::Transform {
    anim::PackedTransform {
        translation: it.translation.to_array(),
        rotation: it.rotation.to_array(),
        scale: it.scale.to_array(),
    }
    .into()
}

/// Number of entities with a component.
pub fn count<T: Component>(app: &mut App) -> usize {
    app.world_mut().query::<&T>().iter(app.world()).count()
}
