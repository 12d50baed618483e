//! Frame by frame, the plugin gives the bits of an evaluator that is fed the same inputs by hand.

use crate::*;
use anim::{Name, Request};
use bevy::{app::FixedUpdate, time::Fixed};
use engine::{CharacterId, EngineInput, Evaluator, WorkerMode};
use mutoscope_bevy::{RootMotion, RootMotionUse, Stages, Workers};

const FRAMES: usize = 300;

/// Frames of all lengths, one of no time and one of two seconds among them.
fn seconds(frame: usize) -> f64 {
    match frame {
        50 => 0.0,
        120 => 2.0,
        _ => [1.0 / 60.0, 1.0 / 144.0, 1.0 / 30.0][frame % 3],
    }
}

fn place(x: f32, turn: f32) -> Transform {
    Transform::from_xyz(x, 0.25, -1.5).with_rotation(Quat::from_rotation_y(turn))
}

/// The evaluator, and which entity each of its characters stands for.
struct Plain {
    evaluator: Evaluator,
    inputs: Vec<EngineInput>,
    entities: Vec<Entity>,
}

impl Plain {
    fn new() -> Self {
        Self {
            evaluator: Evaluator::new(WorkerMode::Inline, sample().library.clone()),
            inputs: Vec::new(),
            entities: Vec::new(),
        }
    }

    fn add(&mut self, entity: Entity, seed: u64) -> CharacterId {
        let character = self.entities.len() as CharacterId;
        let skeleton = Name::new(SKELETON);
        self.entities.push(entity);
        self.inputs.push(EngineInput::AddCharacter {
            character,
            skeleton,
            seed,
        });
        character
    }

    fn ask(&mut self, character: CharacterId, request: Request) {
        self.inputs
            .push(EngineInput::Request { character, request });
    }

    fn step(&mut self, seconds: f64) {
        let refused = self.evaluator.step(seconds, &self.inputs);
        assert!(refused.is_empty(), "{refused:?}");
        self.inputs.clear();
    }
}

/// Two heroes that play one bundle, later a third one without a graph.
struct Game {
    app: App,
    handle: Handle<BundleAsset>,
    plain: Plain,
    first: Entity,
    second: Entity,
    third: Option<Entity>,
    poses: usize,
    events: usize,
}

impl Game {
    fn new(workers: Workers) -> Self {
        let (mut app, handle) = app_with_sample(MutoscopePlugin::default().on(workers));
        let mut plain = Plain::new();
        let graph = Name::new(HERO);
        let character = Mutoscope::graph(handle.clone(), HERO).with_seed(1);
        let first = app.world_mut().spawn((character, place(2.0, 0.5))).id();
        let character = Mutoscope::graph(handle.clone(), HERO)
            .with_seed(2)
            .with_root_motion(RootMotionUse::Report);
        let second = app.world_mut().spawn(character).id();
        plain.add(first, 1);
        plain.ask(0, Request::PlayGraph { graph });
        plain.inputs.push(EngineInput::Teleport {
            character: 0,
            placement: to_runtime(&place(2.0, 0.5)),
        });
        plain.add(second, 2);
        plain.ask(1, Request::PlayGraph { graph });
        plain.inputs.push(EngineInput::Carry {
            character: 1,
            placement: Some(anim::Transform::IDENTITY),
        });
        Self {
            app,
            handle,
            plain,
            first,
            second,
            third: None,
            poses: 0,
            events: 0,
        }
    }

    fn frame(&mut self, frame: usize) {
        self.play(frame);
        *self.app.world_mut().resource_mut::<StepLength>() = StepLength::Seconds(seconds(frame));
        self.app.update();
        self.plain.step(seconds(frame));
        self.compare(frame);
    }

    /// What the game does before a frame, on both sides.
    fn play(&mut self, frame: usize) {
        let set = |value| Request::SetParameter {
            parameter: Name::new("Speed"),
            value,
        };
        match frame {
            30 => {
                hero(&mut self.app, self.first).set("Speed", 3.0);
                hero(&mut self.app, self.second).set("Speed", 1.4);
                self.plain.ask(0, set(3.0));
                self.plain.ask(1, set(1.4));
            }
            90 => {
                hero(&mut self.app, self.first).play_montage(ATTACK, 1.0);
                self.plain.ask(0, Request::play(Name::new(ATTACK), 1.0));
            }
            100 => self.third_enters(),
            150 => {
                hero(&mut self.app, self.first).teleport();
                self.put_first(place(-3.0, 2.0), |character, placement| {
                    EngineInput::Teleport {
                        character,
                        placement,
                    }
                });
            }
            180 => self.put_first(place(-3.0, 1.0), |character, placement| {
                EngineInput::Place {
                    character,
                    placement,
                }
            }),
            200 => {
                self.app.world_mut().despawn(self.second);
                self.plain
                    .inputs
                    .push(EngineInput::RemoveCharacter { character: 1 });
            }
            220 => {
                let third = self.third.unwrap();
                hero(&mut self.app, third).stop_montages();
                let (montage, blend_out) = (None, None);
                self.plain
                    .ask(2, Request::StopMontage { montage, blend_out });
            }
            _ => {}
        }
    }

    fn third_enters(&mut self) {
        let mut character = Mutoscope::skeleton(self.handle.clone(), SKELETON);
        character.play_montage(ATTACK, 0.7);
        let third = self.app.world_mut().spawn(character).id();
        self.plain.add(third, 0);
        self.plain.ask(2, Request::play(Name::new(ATTACK), 0.7));
        self.third = Some(third);
    }

    fn put_first(
        &mut self,
        to: Transform,
        input: impl Fn(CharacterId, anim::Transform) -> EngineInput,
    ) {
        *self
            .app
            .world_mut()
            .get_mut::<Transform>(self.first)
            .unwrap() = to;
        self.plain.inputs.push(input(0, to_runtime(&to)));
    }

    fn compare(&mut self, frame: usize) {
        let entities = self.plain.entities.clone();
        for (character, entity) in entities.into_iter().enumerate() {
            if self.app.world().get_entity(entity).is_ok() {
                self.compare_character(frame, character as CharacterId, entity);
            }
        }
        let mut expected = Vec::new();
        let entities = &self.plain.entities;
        self.plain.evaluator.dispatch(|character, event, _| {
            expected.push((entities[character as usize], *event));
        });
        let heard = &self.app.world().resource::<Heard>().events;
        assert_eq!(*heard, expected, "events of frame {frame}");
        self.events += expected.len();
    }

    fn compare_character(&mut self, frame: usize, character: CharacterId, entity: Entity) {
        let posed = self.plain.evaluator.shown(character).unwrap();
        let expected: Vec<_> = posed.pose().iter().map(|it| runtime_bits(&it)).collect();
        let shown: Vec<_> = joints(&self.app, entity).iter().map(bits).collect();
        assert_eq!(shown, expected, "pose of {character} in frame {frame}");
        let (placement, delta) = self.plain.evaluator.placement(character).unwrap();
        let root = self.app.world().get::<RootMotion>(entity).unwrap();
        assert_eq!(
            bits(&root.placement),
            runtime_bits(placement),
            "{character} in {frame}"
        );
        assert_eq!(
            bits(&root.delta),
            runtime_bits(delta),
            "{character} in {frame}"
        );
        let stands = self.app.world().get::<Transform>(entity).unwrap();
        if entity != self.second {
            assert_eq!(
                bits(stands),
                runtime_bits(placement),
                "{character} in {frame}"
            );
        }
        self.poses += 1;
    }
}

#[test]
fn three_hundred_frames_have_the_bits_of_a_plain_evaluator_on_any_threads() {
    for workers in [
        Workers::TaskPool,
        Workers::SteppingThread,
        Workers::Threads(2),
    ] {
        let mut game = Game::new(workers);
        (0..FRAMES).for_each(|frame| game.frame(frame));
        println!(
            "{workers:?}: {} poses, {} events compared",
            game.poses, game.events
        );
        assert_eq!(game.poses, FRAMES + 200 + 200);
        assert!(game.events > 100, "{}", game.events);
    }
}

#[test]
fn time_of_the_app_is_the_length_of_a_step() {
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default());
    app.insert_resource(StepLength::Time);
    let entity = app.world_mut().spawn(Mutoscope::graph(handle, HERO)).id();
    let mut plain = Plain::new();
    plain.add(entity, 0);
    plain.ask(
        0,
        Request::PlayGraph {
            graph: Name::new(HERO),
        },
    );
    for frame in 0..60 {
        let length = Duration::from_micros([16_667, 0, 33_333][frame % 3]);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
        app.update();
        plain.step(app.world().resource::<Time>().delta_secs_f64());
        let expected = plain.evaluator.shown(0).unwrap().pose().iter();
        let expected: Vec<_> = expected.map(|it| runtime_bits(&it)).collect();
        let shown: Vec<_> = joints(&app, entity).iter().map(bits).collect();
        assert_eq!(shown, expected, "frame {frame}");
    }
}

#[test]
fn fixed_steps_have_one_length_whatever_the_frames_have() {
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default().in_schedule(FixedUpdate));
    app.insert_resource(StepLength::Time);
    app.insert_resource(Time::<Fixed>::from_hz(64.0));
    let mut character = Mutoscope::graph(handle, HERO);
    character.set("Speed", 3.0);
    let entity = app.world_mut().spawn(character).id();
    let mut plain = Plain::new();
    plain.add(entity, 0);
    plain.ask(
        0,
        Request::PlayGraph {
            graph: Name::new(HERO),
        },
    );
    let (parameter, value) = (Name::new("Speed"), 3.0);
    plain.ask(0, Request::SetParameter { parameter, value });
    let mut heard = 0;
    for frame in 0..120 {
        let length = Duration::from_micros([5_000, 40_000, 0][frame % 3]);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
        app.update();
        heard += app.world().resource::<Heard>().events.len();
        let mut stages = app.world_mut().resource_mut::<Stages>();
        let steps = stages.evaluator(entity).map_or(0, |it| it.tick());
        while plain.evaluator.tick() < steps {
            plain.step(1.0 / 64.0);
            heard -= plain.evaluator.events(0).len();
        }
        assert_eq!(heard, 0, "events of frame {frame}");
        if steps > 0 {
            let expected = plain.evaluator.shown(0).unwrap().pose().iter();
            let expected: Vec<_> = expected.map(|it| runtime_bits(&it)).collect();
            let shown: Vec<_> = joints(&app, entity).iter().map(bits).collect();
            assert_eq!(shown, expected, "frame {frame}");
        }
    }
    // 40 times 45 ms without the first frame, which takes no time: 114.9 steps.
    assert_eq!(plain.evaluator.tick(), 114);
}
