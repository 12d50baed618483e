//! A character of a bundle in a window:
//! `cargo run --features window --example play -- demo.mbundle`.
//!
//! Keys: 1 stands, 2 walks, 3 jogs, 4 runs, Space attacks, R goes back to the start, Escape quits.

use anim::event::Phase;
use bevy::prelude::*;
use mutoscope_bevy::{Mutoscope, MutoscopeEvent, MutoscopePlugin, MutoscopeSystems};
use std::{env, error::Error, path};

const GRAPH: &str = "PG_Hero";
const MONTAGE: &str = "AM_ChargedAttack";
/// Keys and the speeds that they ask for, metres a second.
const SPEEDS: [(KeyCode, f64); 4] = [
    (KeyCode::Digit1, 0.0),
    (KeyCode::Digit2, 1.4),
    (KeyCode::Digit3, 3.0),
    (KeyCode::Digit4, 5.0),
];
/// Where the camera is, as seen from the character. Metres.
const CAMERA: Vec3 = Vec3::new(2.5, 1.8, 3.5);

/// File of the bundle, in the folder of assets.
#[derive(Resource)]
struct BundleFile(String);

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("usage: play BUNDLE")?;
    let file = path::absolute(file)?;
    let folder = file.parent().ok_or("a bundle is in a folder")?;
    let name = file.file_name().ok_or("a bundle is a file")?;
    let assets = AssetPlugin {
        file_path: folder.to_string_lossy().into_owned(),
        ..AssetPlugin::default()
    };
    let window = Window {
        title: "Mutoscope: 1-4 speed, Space attack, R start, Escape quit".to_owned(),
        ..Window::default()
    };
    let window = WindowPlugin {
        primary_window: Some(window),
        ..WindowPlugin::default()
    };
    App::new()
        .add_plugins(DefaultPlugins.set(assets).set(window))
        .add_plugins(MutoscopePlugin::default())
        .insert_resource(BundleFile(name.to_string_lossy().into_owned()))
        .add_systems(Startup, make_scene)
        .add_systems(Update, control.in_set(MutoscopeSystems::Inputs))
        .add_systems(Update, (print_events, follow).after(MutoscopeSystems::Step))
        .run();
    Ok(())
}

fn make_scene(
    mut commands: Commands,
    bundle: Res<BundleFile>,
    assets: Res<AssetServer>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    commands.spawn(Mutoscope::graph(assets.load(bundle.0.clone()), GRAPH));
    let grey = materials.add(Color::srgb(0.35, 0.37, 0.4));
    let floor = meshes.add(Plane3d::default().mesh().size(200.0, 200.0));
    commands.spawn((Mesh3d(floor), MeshMaterial3d(grey)));
    // What the character passes, so that its way can be seen.
    let red = materials.add(Color::srgb(0.7, 0.25, 0.2));
    let post = meshes.add(Cuboid::new(0.1, 0.4, 0.1));
    for at in 0..40 {
        let place = Transform::from_xyz(-1.0, 0.2, 2.0 * at as f32);
        commands.spawn((Mesh3d(post.clone()), MeshMaterial3d(red.clone()), place));
    }
    let sun = DirectionalLight {
        illuminance: 8_000.0,
        shadow_maps_enabled: true,
        ..DirectionalLight::default()
    };
    let from_above = Transform::from_xyz(3.0, 6.0, 2.0).looking_at(Vec3::ZERO, Vec3::Y);
    commands.spawn((sun, from_above));
    commands.spawn(Camera3d::default());
}

fn control(
    keys: Res<ButtonInput<KeyCode>>,
    hero: Single<(&mut Mutoscope, &mut Transform)>,
    mut exit: MessageWriter<AppExit>,
) {
    let (mut hero, mut transform) = hero.into_inner();
    for (key, speed) in SPEEDS {
        if keys.just_pressed(key) {
            hero.set("Speed", speed);
        }
    }
    if keys.just_pressed(KeyCode::Space) {
        hero.play_montage(MONTAGE, 1.0);
    }
    if keys.just_pressed(KeyCode::KeyR) {
        *transform = Transform::IDENTITY;
        hero.teleport();
    }
    if keys.just_pressed(KeyCode::Escape) {
        exit.write(AppExit::Success);
    }
}

fn print_events(mut events: MessageReader<MutoscopeEvent>) {
    for event in events.read() {
        if event.fired() && event.phase() != Phase::Tick {
            println!("{}: {:?}", event.name(), event.phase());
        }
    }
}

/// The camera goes along, and looks at the chest.
fn follow(
    hero: Single<&Transform, With<Mutoscope>>,
    mut camera: Single<&mut Transform, (With<Camera3d>, Without<Mutoscope>)>,
) {
    let at = hero.translation;
    **camera = Transform::from_translation(at + CAMERA).looking_at(at + Vec3::Y, Vec3::Y);
}
