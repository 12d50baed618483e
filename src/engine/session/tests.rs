use super::{tick_writer::TickWriter, *};
use crate::{
    CharacterId, EngineInput, Evaluator, EvaluatorState, WorkerMode, dice::Dice, hash::world_hash,
};
use anim::{
    Library, Name, Request, Transform,
    ground::{Ground, Hit, Shape, Sweep, Terrain},
    instance::{RootMotionModifier, RootMotionTick},
};
use glam::{DVec3, Quat, Vec3};
use std::sync::{Arc, Mutex};

const CHARACTER: CharacterId = 0;
const KEEP_EVERY: usize = 300;

/// The sample, and edits of it: without its montages, without its skeleton, and with another clip
/// first.
fn libraries() -> Vec<Arc<Library>> {
    let whole = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let less = Library {
        montages: Vec::new(),
        ..(*whole).clone()
    };
    let none = Library {
        skeletons: Vec::new(),
        ..(*whole).clone()
    };
    let mut project = mannequin::excerpt();
    project.clips.pop_first();
    project.clips.pop_first();
    let fewer = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    vec![whole.clone(), whole, less.into(), none.into(), fewer]
}

fn request(dice: &mut Dice, library: &Library) -> Request {
    let times = [0.0, -1.0, 0.37, 1.0, 1e9, f64::NAN];
    let rates = [1.0, 0.0, -0.5, 3.7, f32::NAN];
    let montage = library
        .montages
        .get(dice.below(3))
        .map_or(Name::new("none"), |montage| montage.name);
    let names = ["Windup", "Hold", "Strike", "nowhere"].map(Name::new);
    let clip = dice.of(&library.clips).name;
    let (position, rate) = (dice.of(&times), dice.of(&rates));
    match dice.below(11) {
        0 | 1 => Request::play(montage, rate),
        2 => Request::StopMontage {
            montage: None,
            blend_out: Some(0.2),
        },
        3 => Request::JumpToSection {
            montage,
            section: dice.of(&names),
            at_end: false,
        },
        4 => Request::SetNextSection {
            montage,
            from: dice.of(&names),
            to: Some(dice.of(&names)),
        },
        5 => Request::SetPosition { montage, position },
        6 => Request::SetLod {
            lod: dice.below(3) as u32,
        },
        7 => Request::StopClip,
        8 => Request::Pause { montage },
        9 => Request::Scrub { montage, position },
        _ => Request::PlayClip {
            clip,
            position,
            rate,
        },
    }
}

fn input(dice: &mut Dice, libraries: &[Arc<Library>], library: &Library) -> EngineInput {
    let character = dice.below(4) as CharacterId;
    let skeleton = library
        .skeletons
        .first()
        .map_or(Name::new("none"), |skeleton| skeleton.name);
    let turned = Transform::new(
        Vec3::new(1.0, 0.0, 2.0),
        Quat::from_rotation_y(1.0),
        Vec3::ONE,
    );
    let placement = dice.of(&[turned, Transform::from_translation(Vec3::splat(f32::NAN))]);
    match dice.below(24) {
        0 => EngineInput::SetLibrary {
            revision: dice.below(99) as u64,
            library: dice.of(libraries),
        },
        1 => EngineInput::RemoveCharacter { character },
        2 | 3 => EngineInput::AddCharacter {
            character,
            skeleton,
            seed: dice.below(9) as u64,
        },
        4 => EngineInput::Place {
            character,
            placement,
        },
        10 => EngineInput::Carry {
            character,
            placement: (dice.below(3) != 0).then_some(placement),
        },
        5 => EngineInput::Teleport {
            character,
            placement,
        },
        6 => EngineInput::Follow {
            character,
            leader: Some(dice.below(4) as CharacterId),
        },
        _ => EngineInput::Request {
            character,
            request: request(dice, library),
        },
    }
}

fn session(seed: u64, ticks: usize) -> RecordedSession {
    let (mut dice, libraries) = (Dice(seed), libraries());
    let mut evaluator = Evaluator::new(WorkerMode::Inline, libraries[0].clone());
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    let steps = [1.0 / 60.0, 1.0 / 24.0, 0.0, 0.25, 3.0, -1.0, f64::NAN, 1e-7];
    for _ in 0..ticks {
        let library = evaluator.library().clone();
        let count = dice.below(4).saturating_sub(1);
        let inputs: Vec<EngineInput> = (0..count)
            .map(|_| input(&mut dice, &libraries, &library))
            .collect();
        let dt = if dice.below(4) == 0 {
            dice.of(&steps)
        } else {
            1.0 / 60.0
        };
        evaluator.step(dt, &inputs);
        recording.add(dt, &inputs, &mut evaluator);
    }
    recording.session()
}

/// The ticks of a session, one after the other.
fn ticks(session: &RecordedSession) -> Vec<SessionTick> {
    let ticks = session.segments.iter().flat_map(|it| it.ticks().unwrap());
    ticks.collect()
}

/// The session with its ticks changed.
fn rewritten(
    session: &RecordedSession,
    mut change: impl FnMut(u64, &mut SessionTick),
) -> RecordedSession {
    let again = |segment: &Arc<SessionSegment>| {
        let (mut writer, mut libraries) = (TickWriter::default(), Vec::new());
        for (at, mut tick) in segment.ticks().unwrap().into_iter().enumerate() {
            change(segment.first + at as u64, &mut tick);
            writer.write(&tick);
            libraries.extend(tick.inputs.iter().filter_map(EngineInput::library).cloned());
        }
        Arc::new(SessionSegment {
            bytes: writer.take(),
            libraries,
            state: segment.state.clone(),
            ..**segment
        })
    };
    RecordedSession {
        segments: session.segments.iter().map(again).collect(),
        ..session.clone()
    }
}

#[test]
fn a_recorded_session_replays_from_its_start_and_from_every_state_that_was_kept() {
    for seed in 0..6 {
        let recording = session(seed, 2 * KEEP_EVERY + 50);
        let kept: Vec<u64> = recording.kept().chain([recording.end()]).collect();
        let most = kept.windows(2).map(|two| two[1] - two[0]).max();
        assert!(most <= Some(KEEP_EVERY as u64), "docs/sessions.md says so");
        assert_eq!(kept[0], 0);
        for from in recording.kept().chain([17, u64::MAX]) {
            assert_eq!(
                recording.replay(WorkerMode::Inline, from),
                Ok(()),
                "seed {seed}, from {from}"
            );
        }
        assert_eq!(
            recording.replay(WorkerMode::workers(3).unwrap(), 0),
            Ok(()),
            "seed {seed}"
        );
    }
}

/// Every tick is a tick that a session can be left at and gone on from.
#[test]
fn a_state_saved_at_any_tick_goes_on_alike() {
    let recording = session(11, 240);
    let mut whole = Evaluator::new(WorkerMode::Inline, Arc::default());
    whole.restore(&recording.segments[0].state);
    for tick in &ticks(&recording) {
        let mut left = Evaluator::new(WorkerMode::Inline, Arc::default());
        left.restore(&whole.save());
        assert_eq!(
            left.step(tick.dt, &tick.inputs).len(),
            whole.step(tick.dt, &tick.inputs).len()
        );
        assert_eq!(world_hash(&left), world_hash(&whole));
        assert_eq!(left.save(), whole.save());
    }
}

/// A game's world, which answers what it likes, and now and then nonsense.
struct World(Terrain);

impl Ground for World {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let hit = self.0.sweep(sweep)?;
        match (sweep.from.z * 7.0).rem_euclid(9.0) {
            way if way < 0.2 => None,
            way if way < 0.3 => Some(Hit {
                normal: DVec3::NAN,
                ..hit
            }),
            _ => Some(hit),
        }
    }
}

/// The sample's hero on stairs that only the game knows; a replay has no game.
#[test]
fn what_a_game_s_ground_answered_replays_exactly() {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let graph = library.graph(Name::new("PG_Hero")).unwrap().clone();
    let ask = |request| EngineInput::Request {
        character: CHARACTER,
        request,
    };
    let set = |name: &str, value: f64| {
        ask(Request::SetParameter {
            parameter: Name::new(name),
            value,
        })
    };
    let stairs = Terrain {
        shape: Shape::Stairs {
            rise: 0.18,
            run: 0.3,
            steps: 0,
        },
        ..Terrain::default()
    };
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    evaluator.set_ground(Some(Arc::new(World(stairs.clone()))));
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    let mut inputs = vec![
        EngineInput::AddCharacter {
            character: CHARACTER,
            skeleton: graph.skeleton(),
            seed: 5,
        },
        ask(Request::PlayGraph {
            graph: graph.name(),
        }),
        set("Speed", 1.4),
    ];
    let mut dice = Dice(8);
    for tick in 0..KEEP_EVERY + 60 {
        let at = DVec3::Z * (1.4 * tick as f64 / 60.0);
        let stand = Transform::from_translation(at.with_y(stairs.under(at, 0.3).0).as_vec3());
        inputs.push(EngineInput::Carry {
            character: CHARACTER,
            placement: Some(stand),
        });
        let dt = if tick % 16 == 9 {
            dice.of(&[0.0, 0.3, -1.0, 1e-7])
        } else {
            1.0 / 60.0
        };
        evaluator.step(dt, &inputs);
        recording.add(dt, &inputs, &mut evaluator);
        inputs.clear();
    }
    let recording = recording.session();
    for (mode, from) in [
        (WorkerMode::Inline, 0),
        (WorkerMode::Inline, KEEP_EVERY as u64),
        (WorkerMode::workers(3).unwrap(), 0),
    ] {
        assert_eq!(recording.replay(mode, from), Ok(()), "from {from}");
    }
    let told = |input: &EngineInput| matches!(input, EngineInput::TellGround { .. });
    let all = ticks(&recording);
    assert!(all.iter().any(|tick| tick.inputs.iter().any(told)));
    let deaf = rewritten(&recording, |_, tick| {
        tick.inputs.retain(|input| !told(input))
    });
    assert!(
        deaf.replay(WorkerMode::Inline, 0).is_err(),
        "the answers are what the feet stand on"
    );
}

/// A game that remembers, whose every answer depends on those before; now and then it answers
/// nonsense.
struct Stumbling(Mutex<u32>);

impl RootMotionModifier for Stumbling {
    fn pre_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        let mut steps = self.0.lock().unwrap();
        *steps += 1;
        let slow = if *steps % 11 == 5 {
            f32::NAN
        } else {
            (*steps % 7) as f32 / 7.0
        };
        Transform {
            translation: motion.delta.translation * slow,
            ..motion.delta
        }
    }

    fn post_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        let up = Vec3::Y * 1e-3 * (*self.0.lock().unwrap() % 5) as f32;
        Transform {
            translation: motion.delta.translation + up,
            ..motion.delta
        }
    }
}

/// One of the three is seen by nobody, so its montages alone go on.
#[test]
fn what_a_game_made_of_root_motion_replays_exactly_without_it() {
    let library = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let mut dice = Dice(5);
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    evaluator.set_root_motion_modifier(Some(Arc::new(Stumbling(Mutex::new(0)))));
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    let skeleton = library.skeletons[0].name;
    let ask = |character, request| EngineInput::Request { character, request };
    let mut inputs: Vec<EngineInput> = (1..4)
        .map(|character| EngineInput::AddCharacter {
            character,
            skeleton,
            seed: 1,
        })
        .collect();
    let unseen = EngineInput::SetVisibility {
        character: 3,
        visibility: crate::Visibility::MontagesOnly,
    };
    inputs.push(unseen);
    let walk = Request::PlayClip {
        clip: Name::new("Walk_Fwd"),
        position: 0.0,
        rate: 1.0,
    };
    inputs.extend((1..3).map(|character| ask(character, walk.clone())));
    for tick in 0..KEEP_EVERY + 60 {
        if tick % 80 == 20 {
            let play = Request::play(library.montages[0].name, 1.0);
            inputs.extend((1..4).map(|character| ask(character, play.clone())));
        }
        let dt = if tick % 16 == 9 {
            dice.of(&[0.0, 0.3, -1.0, 1e-7])
        } else {
            1.0 / 60.0
        };
        evaluator.step(dt, &inputs);
        recording.add(dt, &inputs, &mut evaluator);
        inputs.clear();
    }
    let gone = [1, 2, 3].map(|at| evaluator.placement(at).unwrap().0.translation.length());
    assert!(
        gone[..2].iter().all(|way| *way > 0.7) && gone[2] > 0.1,
        "{gone:?}"
    );
    let recording = recording.session();
    for (mode, from) in [
        (WorkerMode::Inline, 0),
        (WorkerMode::Inline, KEEP_EVERY as u64),
        (WorkerMode::workers(3).unwrap(), 0),
    ] {
        assert_eq!(recording.replay(mode, from), Ok(()), "from {from}");
    }
    let told = |input: &EngineInput| matches!(input, EngineInput::TellRootMotion { .. });
    let deaf = rewritten(&recording, |_, tick| {
        tick.inputs.retain(|input| !told(input))
    });
    assert!(
        deaf.replay(WorkerMode::Inline, 0).is_err(),
        "the answers are what moves them"
    );
}

/// The answers of an open step are known once it is finished, and stand with the tick that they are
/// of.
#[test]
fn answers_of_pipelined_steps_stand_with_their_own_ticks() {
    let library = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let record = |is_pipelined: bool| {
        let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
        evaluator.set_root_motion_modifier(Some(Arc::new(Stumbling(Mutex::new(0)))));
        evaluator.set_pipelined(is_pipelined);
        let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
        let skeleton = library.skeletons[0].name;
        let comes = EngineInput::AddCharacter {
            character: 1,
            skeleton,
            seed: 1,
        };
        let request = Request::play(library.montages[0].name, 1.0);
        let mut inputs = vec![
            comes,
            EngineInput::Request {
                character: 1,
                request,
            },
        ];
        for _ in 0..40 {
            evaluator.step(1.0 / 60.0, &inputs);
            recording.add(1.0 / 60.0, &inputs, &mut evaluator);
            inputs.clear();
        }
        let session = recording.session();
        assert_eq!(session.replay(WorkerMode::Inline, 0), Ok(()));
        ticks(&session)
            .into_iter()
            .map(|tick| tick.inputs)
            .take(39)
            .collect::<Vec<_>>()
    };
    let whole = record(false);
    assert!(whole.iter().all(|inputs| {
        inputs
            .iter()
            .any(|it| matches!(it, EngineInput::TellRootMotion { .. }))
    }));
    assert_eq!(whole, record(true));
}

#[test]
fn a_replay_that_differs_is_told_with_its_tick() {
    let library = libraries().swap_remove(0);
    let skeleton = library.skeletons[0].name;
    let recording = rewritten(&session(3, 60), |at, tick| {
        if at == 20 {
            tick.inputs.push(EngineInput::SetLibrary {
                revision: 1,
                library: library.clone(),
            });
            tick.inputs.push(EngineInput::AddCharacter {
                character: 9,
                skeleton,
                seed: 0,
            });
        }
    });
    let differs = recording.replay(WorkerMode::Inline, 0);
    assert_eq!(differs, Err(SessionFault::Differs { tick: 20 }));
}

/// What a game's ground answers a character whose time stands still is not what it stands on later.
#[test]
fn ground_that_is_told_while_time_stands_still_is_gone_after_it() {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let graph = library.graph(Name::new("PG_Hero")).unwrap().clone();
    let added = EngineInput::AddCharacter {
        character: CHARACTER,
        skeleton: graph.skeleton(),
        seed: 5,
    };
    let request = Request::PlayGraph {
        graph: graph.name(),
    };
    let see = |visibility| EngineInput::SetVisibility {
        character: CHARACTER,
        visibility,
    };
    let terrain = Terrain {
        shape: Shape::Slope { angle: 0.3 },
        ..Terrain::default()
    };
    let mut asked = Evaluator::new(WorkerMode::Inline, library);
    asked.set_ground(Some(Arc::new(World(terrain))));
    asked.step(
        0.1,
        &[
            added,
            EngineInput::Request {
                character: CHARACTER,
                request,
            },
        ],
    );
    (0..5).for_each(|_| drop(asked.step(0.1, &[])));
    let hits = Arc::new(asked.answers().next().expect("feet ask").1.clone());
    asked.set_ground(None);
    let saved = asked.save();
    let placed = [true, false].map(|is_told| {
        let mut evaluator = Evaluator::new(WorkerMode::Inline, Arc::default());
        evaluator.restore(&saved);
        let mut inputs = vec![see(crate::Visibility::Nothing)];
        inputs.extend(is_told.then(|| EngineInput::TellGround {
            character: CHARACTER,
            hits: hits.clone(),
        }));
        evaluator.step(0.1, &inputs);
        evaluator.step(0.1, &[see(crate::Visibility::TickAndEvaluate)]);
        world_hash(&evaluator)
    });
    assert_eq!(placed[0], placed[1]);
}

/// What is read back from the bytes of a state goes on like the state, at every tick.
#[test]
fn a_state_goes_on_alike_after_it_was_bytes() {
    for seed in 20..26 {
        let recording = session(seed, 240);
        let mut whole = Evaluator::new(WorkerMode::Inline, Arc::default());
        whole.restore(&recording.segments[0].state);
        let mut left = Evaluator::new(WorkerMode::Inline, Arc::default());
        for (at, tick) in ticks(&recording).iter().enumerate() {
            let mut libraries = Vec::new();
            let bytes = whole.save().encode(&mut libraries);
            let read = EvaluatorState::decode(&bytes, &libraries).unwrap();
            assert_eq!(read.encode(&mut libraries), bytes, "seed {seed}, tick {at}");
            left.restore(&read);
            left.step(tick.dt, &tick.inputs);
            whole.step(tick.dt, &tick.inputs);
            assert_eq!(
                world_hash(&left),
                world_hash(&whole),
                "seed {seed}, tick {at}"
            );
        }
    }
}

/// Somebody goes back and goes on from there with something else; what was played before stays.
#[test]
fn a_session_goes_on_from_any_of_its_ticks() {
    let old = session(31, 700);
    for from in [0, 1, 299, 300, 301, 650, 700] {
        let mut player = SessionPlayer::new(old.clone(), WorkerMode::Inline).unwrap();
        player.seek(from).unwrap();
        let mut recording = Recording::resume(&player, RecordingLimits::UNLIMITED).unwrap();
        let mut evaluator = player.into_evaluator();
        for _ in 0..320 {
            evaluator.step(1.0 / 60.0, &[]);
            recording.add(1.0 / 60.0, &[], &mut evaluator);
        }
        let new = recording.session();
        // Inputs with a number that is none differ from themselves.
        let told = |session: &RecordedSession| -> Vec<(f64, usize, u32, u64)> {
            let ticks = ticks(session).into_iter();
            ticks
                .take(from as usize)
                .map(|it| (it.dt, it.inputs.len(), it.events, it.hash))
                .collect()
        };
        assert_eq!(told(&new), told(&old));
        assert_eq!(new.replay(WorkerMode::Inline, 0), Ok(()), "from {from}");
    }
}

#[test]
fn a_step_back_shows_what_was_shown_before() {
    let session = session(32, 330);
    let mut player = SessionPlayer::new(session.clone(), WorkerMode::Inline).unwrap();
    player.seek(330).unwrap();
    let hashes: Vec<u64> = ticks(&session).iter().map(|tick| tick.hash).collect();
    for tick in (1..330).rev().take(60) {
        assert_eq!(player.step_back(), Ok(true));
        assert_eq!(
            world_hash(player.evaluator()),
            hashes[tick - 1],
            "tick {tick}"
        );
    }
    player.seek(0).unwrap();
    assert_eq!(player.step_back(), Ok(false));
}
