//! The viewport in a window without a screen: what the mouse does, what toggles hide, what costs a
//! picture. The sample figure stands in; pictures for people go to `target/pictures/viewport`.

mod ghost;
mod scenes;

use super::*;
use crate::preferences::InputPreset;
use asset::AssetKind;
use asset::Project;
use egui::{PointerButton, Pos2, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use engine::WorkerMode;
use mannequin::prop::PropKind;
use std::sync::Arc;
use studio::{PreviewFrame, PreviewSubject, Transport};

const SIZE: egui::Vec2 = vec2(900.0, 520.0);

/// One character under the transport, without a thread.
struct Player(studio::Player);

impl Player {
    fn new(project: &Project, subject: PreviewSubject) -> Player {
        let library = asset::compile(
            project,
            &mut asset::Cache::default(),
            asset::CompileOptions::default(),
        )
        .library;
        let mut player = Player(studio::Player::new(WorkerMode::Inline, library));
        player.send(Transport::Show(subject));
        player
    }

    fn send(&mut self, transport: Transport) {
        self.0.step(0.0, &[transport.into()]);
    }

    fn play_to(&mut self, seconds: f64) -> PreviewFrame {
        self.send(Transport::Play);
        for _ in 0..(seconds * 60.0).round() as u32 {
            self.0.step(1.0 / 60.0, &[]);
        }
        self.send(Transport::Pause);
        self.frame()
    }

    fn frame(&mut self) -> PreviewFrame {
        PreviewFrame::of(&self.0, 0).unwrap()
    }
}

struct App {
    viewport: Viewport,
    project: Project,
    asset: Option<Id>,
    scene: Option<asset::PreviewScene>,
    skeleton: Option<Id>,
    frame: Option<PreviewFrame>,
    ghost: Option<PreviewFrame>,
    moments: OtherMoments,
    flashes: Vec<NotifyFlash>,
    selected: Option<usize>,
    empty: Option<Empty<'static>>,
    preset: InputPreset,
    settings: OverlaySettings,
    events: Vec<ViewportEvent>,
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        let shown = ViewportState {
            crowd: &[],
            compares: false,
            profile: None,
            project: &self.project,
            asset: self.asset,
            travelled: 0.0,
            skeleton: self.skeleton,
            frame: self.frame.as_ref(),
            caption: "Strike",
            time: 0.733,
            frame_number: Some(22.0),
            weight: Some(1.0),
            flashes: &self.flashes,
            selected_bone: self.selected,
            selected_socket: None,
            preview: self.scene.as_ref(),
            handles: &[],
            offered_handle: None,
            limbs: &[],
            tuning: None,
            sandbox: None,
            empty: self.empty,
            watched: None,
            moments: &self.moments,
            compared: self.ghost.as_ref().map(|ghost| Compared {
                frame: Some(ghost),
                keys: None,
                worst: None,
            }),
            has_handle: false,
            drive: None,
            unit: Default::default(),
            preset: self.preset,
        };
        let events = self.viewport.ui(ui, &shown, &mut self.settings);
        for event in &events {
            if let ViewportEvent::SelectBone(bone) = event {
                self.selected = *bone;
            }
        }
        self.events.extend(events);
    }
}

type Window = Harness<'static, App>;

fn subject(kind: AssetKind, name: &str) -> PreviewSubject {
    match kind {
        AssetKind::Clip => PreviewSubject::Clip(Name::new(name)),
        AssetKind::Montage => PreviewSubject::Montage(Name::new(name)),
        _ => PreviewSubject::Skeleton(Name::new(name)),
    }
}

fn open(project: Project, frame: Option<PreviewFrame>, size: egui::Vec2) -> Window {
    let mut setup = egui_kittest::wgpu::default_wgpu_setup();
    if let egui_wgpu::WgpuSetup::CreateNew(new) = &mut setup {
        new.device_descriptor = Arc::new(render::Gpu::device_descriptor);
    }
    let builder = Harness::builder()
        .with_size(size)
        .wgpu_setup(setup)
        .with_context_setup(theme::install);
    let mut window = builder.build_eframe(|cc| App {
        viewport: Viewport::new(cc.wgpu_render_state.as_ref().unwrap()).unwrap(),
        skeleton: project.skeletons.keys().next().copied(),
        asset: None,
        scene: None,
        project,
        frame,
        ghost: None,
        moments: OtherMoments::default(),
        flashes: Vec::new(),
        selected: None,
        empty: None,
        preset: InputPreset::Unreal,
        settings: OverlaySettings {
            bones: true,
            sockets: true,
            ..OverlaySettings::default()
        },
        events: Vec::new(),
    });
    window.run();
    window
}

fn standing() -> Window {
    standing_in(mannequin::excerpt())
}

fn standing_in(project: Project) -> Window {
    let frame = Player::new(&project, subject(AssetKind::Skeleton, "SK_Mannequin")).frame();
    open(project, Some(frame), SIZE)
}

/// With a sword in the right hand.
fn armed() -> Project {
    let mut project = mannequin::excerpt();
    let (rig, mesh) = (Id(u64::MAX), Id(u64::MAX - 1));
    project
        .skeletons
        .insert(rig, Arc::new(PropKind::Sword.skeleton()));
    project
        .meshes
        .insert(mesh, Arc::new(PropKind::Sword.mesh(rig)));
    let skeleton = Arc::make_mut(project.skeletons.values_mut().next().unwrap());
    let hand = skeleton
        .sockets
        .iter_mut()
        .find(|socket| socket.name == "hand_r_weapon")
        .unwrap();
    hand.preview = Some(mesh);
    project
}

fn drag(window: &mut Window, button: PointerButton, from: Pos2, to: Pos2) {
    let press = |pressed, pos| egui::Event::PointerButton {
        pos,
        button,
        pressed,
        modifiers: Default::default(),
    };
    window.hover_at(from);
    window.step();
    window.event(press(true, from));
    window.step();
    for part in 1..=4 {
        window.hover_at(from.lerp(to, part as f32 / 4.0));
        window.step();
    }
    window.event(press(false, to));
    window.run();
}

fn click(window: &mut Window, at: Pos2) {
    let button = PointerButton::Primary;
    window.hover_at(at);
    window.step();
    for pressed in [true, false] {
        window.event(egui::Event::PointerButton {
            pos: at,
            button,
            pressed,
            modifiers: Default::default(),
        });
    }
    window.run();
}

fn camera(window: &Window) -> OrbitCamera {
    window.state().viewport.navigation.camera
}

/// Where a bone's joint is on screen.
fn joint(window: &Window, bone: usize) -> Pos2 {
    let frame = window.state().frame.as_ref().unwrap();
    let at = WorldBones::of(frame).joint(bone).unwrap();
    project(&camera(window), Rect::from_min_size(Pos2::ZERO, SIZE), at).unwrap()
}

fn bone(window: &Window, name: &str) -> usize {
    window
        .state()
        .frame
        .as_ref()
        .unwrap()
        .skeleton
        .find(Name::new(name))
        .unwrap()
}

fn toggle(window: &mut Window, name: &str) {
    window.get_by_label(name).click();
    window.run();
    window.hover_at(pos2(450.0, 500.0));
    window.run();
}

/// Pixels below the tool bar that are not the same, as a share of the picture.
fn difference(a: &mut Window, before: &[u8]) -> f32 {
    let after = a.render().unwrap();
    let pairs = before
        .chunks_exact(4)
        .zip(after.chunks_exact(4))
        .skip(TOOLS * after.width() as usize);
    let changed = pairs
        .filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 12))
        .count();
    changed as f32 / (before.len() / 4) as f32
}

/// Points from the top of the picture to below the tool bar.
const TOOLS: usize = 48;

fn keep(window: &mut Window, name: &str) {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../target/pictures/viewport"
    );
    std::fs::create_dir_all(folder).unwrap();
    window
        .render()
        .unwrap()
        .save(format!("{folder}/{name}.png"))
        .unwrap();
}

const CENTER: Pos2 = pos2(450.0, 260.0);

#[test]
fn dragging_moves_the_camera() {
    let mut window = standing();
    let before = camera(&window);
    drag(
        &mut window,
        PointerButton::Primary,
        pos2(200.0, 300.0),
        pos2(300.0, 320.0),
    );
    let orbited = camera(&window);
    assert!(
        orbited.yaw < before.yaw && orbited.pitch > before.pitch && orbited.target == before.target
    );
    drag(
        &mut window,
        PointerButton::Middle,
        pos2(200.0, 300.0),
        pos2(300.0, 300.0),
    );
    let panned = camera(&window);
    assert!(panned.target != orbited.target && panned.yaw == orbited.yaw);
    drag(
        &mut window,
        PointerButton::Secondary,
        pos2(200.0, 300.0),
        pos2(300.0, 300.0),
    );
    assert!(
        camera(&window).eye().abs_diff_eq(panned.eye(), 1e-3) && camera(&window).yaw != panned.yaw
    );
    assert_eq!(window.state().events, []);
}

/// What a drag to the right with these buttons and keys does to the camera.
fn done_by(preset: InputPreset, button: PointerButton, modifiers: egui::Modifiers) -> &'static str {
    let mut window = standing();
    window.state_mut().preset = preset;
    let before = camera(&window);
    window.event(egui::Event::ModifiersChanged(modifiers));
    drag(&mut window, button, pos2(200.0, 300.0), pos2(300.0, 300.0));
    let after = camera(&window);
    if after == before {
        "nothing"
    } else if after.distance < before.distance {
        "closer"
    } else if after.eye().abs_diff_eq(before.eye(), 1e-3) {
        "look"
    } else if after.yaw == before.yaw {
        "pan"
    } else {
        "orbit"
    }
}

#[test]
fn each_preset_has_the_mouse_of_its_program() {
    use PointerButton::{Middle, Primary, Secondary};
    let (none, alt, shift) = (
        egui::Modifiers::NONE,
        egui::Modifiers::ALT,
        egui::Modifiers::SHIFT,
    );
    let expected = [
        (
            InputPreset::Unreal,
            [
                (Primary, none, "orbit"),
                (Middle, none, "pan"),
                (Secondary, none, "look"),
            ],
        ),
        (
            InputPreset::Unreal,
            [
                (Primary, alt, "orbit"),
                (Middle, alt, "pan"),
                (Secondary, alt, "closer"),
            ],
        ),
        (
            InputPreset::Blender,
            [
                (Middle, none, "orbit"),
                (Middle, shift, "pan"),
                (Middle, egui::Modifiers::COMMAND, "closer"),
            ],
        ),
        (
            InputPreset::Blender,
            [
                (Primary, alt, "orbit"),
                (Primary, none, "nothing"),
                (Secondary, none, "nothing"),
            ],
        ),
        (
            InputPreset::Maya,
            [
                (Primary, alt, "orbit"),
                (Middle, alt, "pan"),
                (Secondary, alt, "closer"),
            ],
        ),
        (
            InputPreset::Maya,
            [
                (Primary, none, "nothing"),
                (Middle, none, "nothing"),
                (Secondary, none, "nothing"),
            ],
        ),
    ];
    for (preset, drags) in expected {
        for (button, modifiers, does) in drags {
            assert_eq!(
                done_by(preset, button, modifiers),
                does,
                "{preset:?} {button:?} {modifiers:?}"
            );
        }
    }
}

#[test]
fn the_wheel_comes_closer_and_keeps_what_is_under_the_pointer() {
    let mut window = standing();
    let head = bone(&window, "head");
    let (before, at) = (camera(&window), joint(&window, head));
    window.hover_at(at);
    window.step();
    let delta = vec2(0.0, 100.0);
    let (unit, phase) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move);
    let source = egui::MouseWheelSource::Unknown;
    window.event(egui::Event::MouseWheel {
        unit,
        delta,
        phase,
        source,
        modifiers: Default::default(),
    });
    window.run();
    assert!(camera(&window).distance < 0.9 * before.distance);
    assert!(
        joint(&window, head).distance(at) < 25.0,
        "{at:?} {:?}",
        joint(&window, head)
    );
}

#[test]
fn right_drag_flies_with_the_keys() {
    let mut window = standing();
    let before = camera(&window);
    window.hover_at(CENTER);
    window.step();
    let press = |pressed| egui::Event::PointerButton {
        pos: CENTER,
        button: PointerButton::Secondary,
        pressed,
        modifiers: Default::default(),
    };
    window.event(press(true));
    window.key_down(egui::Key::W);
    window.run_steps(4);
    assert!(window.state().viewport.takes_keys());
    window.key_up(egui::Key::W);
    window.event(press(false));
    window.run();
    assert!(!window.state().viewport.takes_keys());
    let moved = camera(&window).target - before.target;
    assert!(moved.dot(before.backward()) < 0.0 && camera(&window).distance == before.distance);
}

#[test]
fn toggles_hide_what_they_name() {
    let mut window = standing_in(armed());
    window.hover_at(pos2(450.0, 500.0));
    window.run();
    for (name, least) in [
        ("Bones", 0.002),
        ("Sockets", 0.0003),
        ("Grid", 0.01),
        ("Mesh", 0.018),
        ("Props", 0.0008),
    ] {
        let before = window.render().unwrap();
        toggle(&mut window, name);
        let off = difference(&mut window, &before);
        assert!(off > least, "{name} {off}");
        toggle(&mut window, name);
        assert!(difference(&mut window, &before) < 1e-4, "{name} comes back");
    }
}

#[test]
fn props_stay_without_the_mesh_and_are_framed_only_while_shown() {
    let mut window = standing_in(armed());
    let framed = |window: &mut Window| {
        window.state_mut().viewport.frame_all();
        window.run();
        camera(window).distance
    };
    let with_sword = framed(&mut window);
    window.state_mut().settings = OverlaySettings {
        bones: false,
        sockets: false,
        mesh: false,
        ..OverlaySettings::default()
    };
    window.run();
    let alone = window.render().unwrap();
    keep(&mut window, "sword alone");
    toggle(&mut window, "Props");
    assert!(
        difference(&mut window, &alone) > 0.001,
        "the sword was there"
    );
    assert!(framed(&mut window) < with_sword);
}

#[test]
fn a_click_on_a_socket_picks_it_unless_sockets_are_hidden() {
    let mut window = standing();
    let socket = window
        .state()
        .project
        .skeletons
        .values()
        .next()
        .unwrap()
        .sockets[2]
        .clone();
    let state = window.state();
    let frame = state.frame.as_ref().unwrap();
    let bone = window
        .state()
        .project
        .skeletons
        .values()
        .next()
        .unwrap()
        .index(&socket.bone)
        .unwrap();
    let at = frame.models[bone].transform_point3(socket.local.translation);
    let rect = Rect::from_min_size(Pos2::ZERO, SIZE);
    let at = project(&state.viewport.navigation.camera, rect, at).unwrap();
    click(&mut window, at);
    assert_eq!(
        window.state().events,
        [ViewportEvent::SelectSocket(socket.id)]
    );
    window.state_mut().settings.sockets = false;
    click(&mut window, at);
    assert!(matches!(
        window.state().events[1],
        ViewportEvent::SelectBone(_)
    ));
}

#[test]
fn virtual_bones_are_drawn_and_picked_where_they_follow_to() {
    let mut window = standing();
    let skeleton = window
        .state()
        .project
        .skeletons
        .values()
        .next()
        .unwrap()
        .clone();
    let follow = skeleton
        .virtual_bones
        .iter()
        .find(|bone| bone.name == "VB hand_l_from_hand_r")
        .unwrap();
    let target = skeleton.index(&follow.target).unwrap();
    let at = joint(&window, target);
    click(&mut window, at);
    assert_eq!(
        window.state().events,
        [ViewportEvent::SelectSocket(follow.id)]
    );
    let drawn = window.render().unwrap();
    let rig = Arc::make_mut(
        window
            .state_mut()
            .project
            .skeletons
            .values_mut()
            .next()
            .unwrap(),
    );
    rig.virtual_bones.clear();
    window.run();
    assert!(
        difference(&mut window, &drawn) > 0.0005,
        "the lines were there"
    );
    click(&mut window, at);
    assert_eq!(
        window.state().events[1],
        ViewportEvent::SelectBone(Some(target))
    );
}

#[test]
fn a_click_picks_the_nearest_bone_or_none() {
    let mut window = standing();
    let hand = bone(&window, "lowerarm_l");
    let at = joint(&window, hand);
    click(&mut window, at + vec2(3.0, 2.0));
    assert_eq!(
        window.state().events,
        [ViewportEvent::SelectBone(Some(hand))]
    );
    click(&mut window, pos2(100.0, 400.0));
    assert_eq!(
        window.state().events.last(),
        Some(&ViewportEvent::SelectBone(None))
    );
}

#[test]
fn an_idle_viewport_draws_nothing() {
    let mut window = standing();
    let pictures = window.state().viewport.pictures;
    let steps = window.run();
    assert_eq!(
        (window.state().viewport.pictures, steps),
        (pictures, 1),
        "settled"
    );
    window.run_steps(5);
    assert_eq!(window.state().viewport.pictures, pictures);
    window.hover_at(CENTER);
    window.run();
    assert_eq!(
        window.state().viewport.pictures,
        pictures,
        "hovering changes words only"
    );
    window
        .state_mut()
        .viewport
        .navigation
        .orbit(Vec2::new(9.0, 0.0));
    window.step();
    assert_eq!(window.state().viewport.pictures, pictures + 1);
    let project = window.state().project.clone();
    let mut player = Player::new(&project, subject(AssetKind::Clip, "Walk_Fwd"));
    window.state_mut().frame = Some(player.play_to(0.3));
    window.step();
    assert_eq!(window.state().viewport.pictures, pictures + 2);
    assert_eq!(window.state().viewport.error, None);
}

#[test]
fn the_axes_look_along_themselves() {
    let mut window = standing();
    window.get_by_label("Look along Z").click();
    window.run();
    assert_eq!(
        window.state().viewport.navigation.side(),
        Some(render::CameraSide::Front)
    );
    window.get_by_label("Look along Z").click();
    window.run();
    assert_eq!(
        window.state().viewport.navigation.side(),
        Some(render::CameraSide::Back)
    );
    window.get_by_label("View: Back").click();
    window.run();
    keep(&mut window, "menu");
    window.get_by_label("Top").click();
    window.run();
    assert_eq!(
        window.state().viewport.navigation.side(),
        Some(render::CameraSide::Top)
    );
}

#[test]
fn framing_the_selection_comes_closer_and_again_shows_all() {
    let mut window = standing();
    let all = camera(&window);
    window.state_mut().selected = Some(bone(&window, "hand_r"));
    window.state_mut().viewport.frame_selection();
    window.run();
    assert!(camera(&window).distance < 0.6 * all.distance);
    window.state_mut().viewport.frame_selection();
    window.run();
    assert_eq!(camera(&window), all);
}

fn wheel(window: &mut Window, points: f32) {
    let (unit, phase) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move);
    let (delta, source) = (vec2(0.0, points), egui::MouseWheelSource::Unknown);
    window.event(egui::Event::MouseWheel {
        unit,
        delta,
        phase,
        source,
        modifiers: Default::default(),
    });
    window.run();
}

#[test]
fn the_wheel_never_passes_what_it_comes_closer_to() {
    for name in ["head", "hand_l", "foot_l"] {
        let mut window = standing();
        let what = bone(&window, name);
        window.hover_at(joint(&window, what));
        window.step();
        let place = WorldBones::of(window.state().frame.as_ref().unwrap())
            .joint(what)
            .unwrap();
        for _ in 0..60 {
            wheel(&mut window, 200.0);
        }
        let near = camera(&window);
        let depth = (near.eye() - place).dot(near.backward());
        assert!((0.1..0.4).contains(&depth), "{name}: {depth}");
        wheel(&mut window, -200.0);
        assert!(
            camera(&window).distance > 1.2 * near.distance,
            "and goes back at once"
        );
    }
}

#[test]
fn the_camera_follows_the_root() {
    let project = mannequin::excerpt();
    let mut player = Player::new(&project, subject(AssetKind::Clip, "Walk_Fwd"));
    let mut window = open(project, Some(player.frame()), SIZE);
    window.state_mut().settings.follow = true;
    window.run();
    let before = camera(&window).target;
    let frame = player.play_to(0.6);
    let moved = frame.placement.translation;
    assert!(moved.length() > 0.2, "the sample walks");
    window.state_mut().frame = Some(frame);
    window.run();
    assert!((camera(&window).target - before).abs_diff_eq(moved, 1e-4));
}

#[test]
fn characters_of_any_size_are_framed_alike() {
    for size in [0.01, 1.0, 100.0] {
        let mut project = mannequin::excerpt();
        project.meshes.clear();
        let skeleton = Arc::make_mut(project.skeletons.values_mut().next().unwrap());
        skeleton
            .bones
            .iter_mut()
            .for_each(|bone| bone.reference.translation *= size);
        let frame = Player::new(&project, subject(AssetKind::Skeleton, "SK_Mannequin")).frame();
        let mut window = open(project, Some(frame), SIZE);
        let (head, foot) = (bone(&window, "head"), bone(&window, "foot_l"));
        let height = joint(&window, foot).y - joint(&window, head).y;
        assert!((200.0..460.0).contains(&height), "{size}: {height}");
        assert_eq!(window.state().viewport.spacing, size);
        keep(&mut window, &format!("size_{size}"));
    }
}

#[test]
fn nothing_to_show_is_said_over_the_grid() {
    let mut window = open(Project::default(), None, SIZE);
    window.state_mut().empty = Some(Empty {
        icon: icons::CUBE,
        title: "No project open",
        line: "Open one, or drop a character file here.",
        button: Some("New project"),
    });
    window.run();
    keep(&mut window, "empty");
    window.get_by_label("New project").click();
    window.run();
    assert_eq!(window.state().events, [ViewportEvent::EmptyButton]);
}

#[test]
fn a_broken_texture_and_a_mesh_of_another_skeleton_are_left_out() {
    let mut project = mannequin::excerpt();
    let frame = Player::new(&project, subject(AssetKind::Skeleton, "SK_Mannequin")).frame();
    let texture = Id::derive(&["texture"]);
    let broken = asset::Texture {
        name: "T".into(),
        origin: None,
        width: 4,
        height: 4,
        rgba: Arc::from([0u8; 3]),
    };
    project.textures.insert(texture, Arc::new(broken));
    let mesh = Arc::make_mut(project.meshes.values_mut().next().unwrap());
    mesh.materials
        .iter_mut()
        .for_each(|material| material.texture = Some(texture));
    let part = Arc::make_mut(&mut mesh.lods[0].parts[0].data);
    part.palette = part
        .palette
        .iter()
        .map(|joint| anim::mesh::PaletteJoint {
            bone: 9_999,
            ..*joint
        })
        .collect();
    let window = open(project, Some(frame), SIZE);
    assert_eq!(window.state().viewport.error, None);
    assert_eq!(window.state().viewport.pictures, 1);
}

#[test]
fn a_hidden_part_is_not_drawn() {
    let project = mannequin::excerpt();
    let frame = Player::new(&project, subject(AssetKind::Skeleton, "SK_Mannequin")).frame();
    let window = |project: Project| {
        let mut window = open(project, Some(frame.clone()), SIZE);
        window.state_mut().settings.bones = false;
        window.run();
        window
    };
    let (mesh, known) = project.meshes.iter().next().unwrap();
    let parts: Vec<String> = known
        .lod(0)
        .parts
        .iter()
        .map(|it| it.name.clone())
        .collect();
    let mut hidden = project.clone();
    for part in &parts {
        hidden.preview = hidden.preview.with_part(*mesh, part, true);
    }
    let mut back = hidden.clone();
    for part in &parts {
        back.preview = back.preview.with_part(*mesh, part, false);
    }
    assert!(back.preview.is_default());
    let whole = window(project).render().unwrap();
    assert!(difference(&mut window(hidden), &whole) > 0.01);
    assert_eq!(difference(&mut window(back), &whole), 0.0);
}

#[test]
fn far_away_a_coarser_level_is_drawn_unless_one_was_chosen() {
    let mut project = mannequin::excerpt();
    let mesh = Arc::make_mut(project.meshes.values_mut().next().unwrap());
    mesh.lods.truncate(1);
    for screen_size in [0.4, 0.1] {
        mesh.lods.push(asset::mesh::Lod {
            screen_size,
            ..mesh.lods[0].clone()
        });
    }
    let frame = Player::new(&project, subject(AssetKind::Skeleton, "SK_Mannequin")).frame();
    let mut window = open(project, Some(frame), SIZE);
    let near = camera(&window).distance;
    let mut at = |factor: f32| {
        window.state_mut().viewport.navigation.camera.distance = near * factor;
        window.run();
        window.state().viewport.lod()
    };
    assert_eq!([1.0, 3.0, 20.0, 3.0, 1.0].map(&mut at), [0, 1, 2, 1, 0]);
    window.state_mut().viewport.level.chosen = Some(1);
    window.run();
    assert_eq!(window.state().viewport.lod(), 1);
}

#[test]
fn pictures_of_the_sample() {
    let project = mannequin::excerpt();
    for (name, kind, asset, seconds) in [
        ("walk", AssetKind::Clip, "Walk_Fwd", 0.75),
        ("windup", AssetKind::Montage, "AM_ChargedAttack", 0.45),
        ("strike", AssetKind::Montage, "AM_ChargedAttack", 1.35),
        ("recover", AssetKind::Montage, "AM_ChargedAttack", 1.95),
    ] {
        let mut player = Player::new(&project, subject(kind, asset));
        if kind == AssetKind::Montage {
            player.send(Transport::SetScope(studio::MontageScope::All));
        }
        let frame = player.play_to(seconds);
        let mut window = open(project.clone(), Some(frame), vec2(1200.0, 540.0));
        let hand = bone(&window, "hand_r");
        let text = "HitWindow · tick".into();
        window.state_mut().selected = Some(hand);
        window.state_mut().flashes = vec![NotifyFlash {
            text,
            color: theme::category(5),
            bone: Some(hand),
            opacity: 1.0,
        }];
        window.state_mut().viewport.frame_all();
        window.run();
        assert_eq!(window.state().viewport.error, None);
        keep(&mut window, name);
    }
}
