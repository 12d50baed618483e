use super::*;
use crate::dice::Dice;
use anim::{
    Name, Request,
    mask::ProfileMode,
    simd::{Width, set_width},
};

/// Its mesh has a second level without the right forearm.
fn sample() -> (Arc<Library>, Name) {
    let mut project = mannequin::excerpt();
    let elbow = "lowerarm_r".into();
    let mesh = Arc::make_mut(project.meshes.values_mut().next().unwrap());
    mesh.lods.truncate(1);
    let coarse = asset::mesh::Lod {
        screen_size: 0.5,
        removed_bones: vec![elbow],
        ..mesh.lods[0].clone()
    };
    mesh.lods.push(coarse);
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let skeleton = library.skeletons[0].name;
    (library, skeleton)
}

fn added(skeleton: Name, character: CharacterId) -> EngineInput {
    EngineInput::AddCharacter {
        character,
        skeleton,
        seed: character.into(),
    }
}

/// Poses, events and placements of a crowd under made-up requests, as one hash a tick.
fn run_crowd(mode: WorkerMode, ticks: u32) -> Vec<u64> {
    let (library, skeleton) = sample();
    let mut evaluator = Evaluator::new(mode, library.clone());
    evaluator.step(
        0.0,
        &(0..40).map(|at| added(skeleton, at)).collect::<Vec<_>>(),
    );
    let mut dice = Dice(7);
    let mut log = Vec::new();
    for _ in 0..ticks {
        let character = dice.below(evaluator.characters().len()) as CharacterId;
        let montage = dice.of(&library.montages);
        let section = dice.of(&montage.sections).name;
        let request = match dice.below(6) {
            0 => Request::play_section(montage.name, 1.0, section),
            1 => Request::JumpToSection {
                montage: montage.name,
                section,
                at_end: false,
            },
            2 => Request::StopMontage {
                montage: None,
                blend_out: Some(0.1),
            },
            4 => Request::SetLod {
                lod: dice.below(3) as u32,
            },
            3 => Request::PlayClip {
                clip: dice.of(&library.clips).name,
                position: 0.0,
                rate: 1.0,
            },
            _ => Request::SetPlayRate {
                montage: montage.name,
                rate: -0.5,
            },
        };
        evaluator.step(1.0 / 60.0, &[EngineInput::Request { character, request }]);
        log.push(crate::hash::world_hash(&evaluator));
    }
    log
}

#[test]
fn inline_one_and_many_workers_are_bit_identical() {
    let inline = run_crowd(WorkerMode::Inline, 300);
    for workers in [1, 2, 8] {
        assert!(
            inline == run_crowd(WorkerMode::workers(workers).unwrap(), 300),
            "{workers} workers"
        );
    }
}

#[test]
fn every_width_of_the_kernels_is_bit_identical() {
    let runs = Width::ALL.map(|width| {
        set_width(width);
        run_crowd(WorkerMode::Inline, 60)
    });
    set_width(Width::Eight);
    assert!(runs.iter().all(|run| *run == runs[0]));
}

#[test]
fn a_coarse_level_rests_the_bones_that_it_removes_and_moves_the_others() {
    let (library, skeleton) = sample();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let play = Request::PlayClip {
        clip: Name::new("Charge_Start"),
        position: 0.3,
        rate: 1.0,
    };
    let [fine, coarse] = [0, 1].map(|character| EngineInput::Request {
        character,
        request: play.clone(),
    });
    let set_lod = |lod| EngineInput::Request {
        character: 1,
        request: Request::SetLod { lod },
    };
    evaluator.step(
        0.1,
        &[
            added(skeleton, 0),
            added(skeleton, 1),
            set_lod(1),
            fine,
            coarse,
        ],
    );
    let skeleton = &library.skeletons[0];
    let elbow = skeleton.find(Name::new("lowerarm_r")).unwrap();
    let [fine, coarse] = [0, 1].map(|character| evaluator.proxy(character).unwrap());
    for bone in 0..skeleton.len() {
        let is_kept = coarse.required().unwrap().compact(bone).is_some();
        let mut above = std::iter::successors(Some(bone), |bone| skeleton.parent(*bone));
        assert_eq!(is_kept, !above.any(|bone| bone == elbow));
        let expected = if is_kept {
            fine.pose().get(bone)
        } else {
            skeleton.reference(bone)
        };
        assert_eq!(coarse.pose().get(bone), expected);
    }
    assert_ne!(fine.pose().get(elbow), skeleton.reference(elbow));
    evaluator.step(0.1, &[set_lod(0)]);
    assert_eq!(
        evaluator.proxy(1).unwrap().pose(),
        evaluator.proxy(0).unwrap().pose()
    );
}

/// The bones that go were elsewhere when the jump began, and are at rest from the first tick on.
#[test]
fn a_level_that_comes_with_a_jump_rests_what_it_removes_while_that_decays() {
    let (library, skeleton) = sample();
    let mut library = Library::clone(&library);
    let montage = Arc::make_mut(&mut library.montages[0]);
    montage.blend_in = anim::montage::Blend {
        time: 0.4,
        inertialize: true,
        ..montage.blend_in
    };
    let [mut evaluator, mut jumping] = [true, false].map(|inertialize| {
        let mut library = library.clone();
        Arc::make_mut(&mut library.montages[0]).blend_in.inertialize = inertialize;
        Arc::make_mut(&mut library.montages[0]).blend_in.time *= f32::from(u8::from(inertialize));
        Evaluator::new(WorkerMode::Inline, Arc::new(library))
    });
    let ask = |request| EngineInput::Request {
        character: 0,
        request,
    };
    let clip = Request::PlayClip {
        clip: Name::new("Walk_Fwd"),
        position: 0.3,
        rate: 1.0,
    };
    for evaluator in [&mut evaluator, &mut jumping] {
        evaluator.step(0.1, &[added(skeleton, 0), ask(clip.clone())]);
        evaluator.step(0.1, &[]);
    }
    let shown = |evaluator: &Evaluator, bone| evaluator.proxy(0).unwrap().pose().get(bone);
    let skeleton = &library.skeletons[0];
    let elbow = skeleton.find(Name::new("lowerarm_r")).unwrap();
    assert_ne!(shown(&evaluator, elbow), skeleton.reference(elbow));
    let play = Request::play(library.montages[0].name, 1.0);
    for evaluator in [&mut evaluator, &mut jumping] {
        evaluator.step(0.05, &[ask(Request::SetLod { lod: 1 }), ask(play.clone())]);
    }
    let spine = skeleton.find(Name::new("spine_03")).unwrap();
    assert_ne!(
        shown(&evaluator, spine),
        shown(&jumping, spine),
        "a jump decays"
    );
    let required = evaluator.proxy(0).unwrap().required().unwrap().clone();
    for _ in 0..20 {
        for bone in (0..skeleton.len()).filter(|bone| required.compact(*bone).is_none()) {
            assert_eq!(shown(&evaluator, bone), skeleton.reference(bone), "{bone}");
        }
        evaluator.step(0.05, &[]);
    }
    assert!(required.compact(elbow).is_none());
}

/// The sample, whose montage blends in over 0.4 s, each bone by its factor of a profile.
fn profiled(mode: Option<ProfileMode>, factors: impl Fn(usize) -> f32) -> asset::Compiled {
    let mut project = mannequin::excerpt();
    let skeleton = Arc::make_mut(project.skeletons.values_mut().next().unwrap());
    let factors: Vec<f32> = (0..skeleton.bones.len()).map(factors).collect();
    let (id, factors) = (asset::Id(77), skeleton.sparse(&factors, 1.0));
    let name = "test".into();
    let profile = mode.map(|mode| asset::skeleton::BlendProfile {
        id,
        name,
        mode,
        factors,
    });
    skeleton.blend_profiles.extend(profile);
    let montage = Arc::make_mut(project.montages.values_mut().next().unwrap());
    let blend = asset::montage::Blend::standard(0.4, anim::montage::Easing::Linear);
    (montage.blend_in, montage.blend_out) = (
        asset::montage::Blend {
            profile: mode.map(|_| id),
            ..blend.clone()
        },
        blend,
    );
    asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
}

/// Poses over a walk: 0.1 s into the blend, and then 0.1 s into a stop.
fn blended(library: &Arc<Library>) -> [anim::Pose; 2] {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    evaluator.step(0.0, &[added(library.skeletons[0].name, 0)]);
    let walk = Request::PlayClip {
        clip: Name::new("Walk_Fwd"),
        position: 0.25,
        rate: 0.0,
    };
    let montage = library.montages[0].name;
    let play = Request::play(montage, 0.0);
    let stop = Request::StopMontage {
        montage: None,
        blend_out: None,
    };
    let mut pose = |requests: &[Request]| {
        let requests: Vec<_> = requests
            .iter()
            .map(|request| EngineInput::Request {
                character: 0,
                request: request.clone(),
            })
            .collect();
        evaluator.step(0.1, &requests);
        evaluator.proxy(0).unwrap().pose().clone()
    };
    [pose(&[walk, play]), pose(&[stop])]
}

#[test]
fn bones_blend_in_by_their_own_time_and_out_from_where_they_were() {
    // As if the whole body had blended in and out over 0.4, 0.2, 0.1 and no seconds.
    let times = [1.0, 0.5, 0.25, 0.0];
    let timed = |factors: &dyn Fn(usize) -> f32| {
        blended(&profiled(Some(ProfileMode::TimeFactor), factors).library)
    };
    let mixed = timed(&|bone| times[bone % 4]);
    let uniform = times.map(|time| timed(&|_| time));
    let near = |a: &anim::Transform, b: &anim::Transform| {
        a.translation.abs_diff_eq(b.translation, 1e-5)
            && a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6
    };
    for at in 0..2 {
        for bone in 0..mixed[at].len() {
            let [found, expected] = [&mixed, &uniform[bone % 4]].map(|poses| poses[at].get(bone));
            assert!(
                near(&found, &expected),
                "pose {at}, bone {bone}: {found:?} {expected:?}"
            );
        }
    }
    let hand = uniform[0][0]
        .iter()
        .zip(uniform[3][0].iter())
        .filter(|(a, b)| !near(a, b))
        .count();
    assert!(hand > 5, "the times make a difference");
    for plain in [None, Some(ProfileMode::WeightFactor)] {
        let plain = blended(&profiled(plain, |_| 1.0).library);
        assert!(
            (0..plain[0].len()).all(|bone| near(&plain[0].get(bone), &uniform[0][0].get(bone)))
        );
    }
}

#[test]
fn a_profile_that_is_a_mask_is_told_and_left_out() {
    let compiled = profiled(Some(ProfileMode::BlendMask), |_| 0.5);
    assert_eq!(compiled.library.montages[0].blend_in.profile, Name::NONE);
    assert!(
        compiled
            .diagnostics
            .iter()
            .any(|found| found.kind == asset::diagnostic::Kind::ProfileMissing)
    );
}

#[test]
fn a_fault_in_one_character_shows_its_reference_pose_and_leaves_the_others() {
    let (library, skeleton) = sample();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let mut healthy = Evaluator::new(WorkerMode::Inline, library.clone());
    evaluator.set_work(|proxy, room| {
        assert!(proxy.shown_clip().is_some(), "made-up fault");
        proxy.run_tick(room);
    });
    let play = Request::PlayClip {
        clip: library.clips[0].name,
        position: 0.2,
        rate: 1.0,
    };
    for e in [&mut evaluator, &mut healthy] {
        e.step(
            0.1,
            &[
                added(skeleton, 0),
                added(skeleton, 1),
                EngineInput::Request {
                    character: 1,
                    request: play.clone(),
                },
            ],
        );
    }
    assert_eq!([0, 1, 9].map(|id| evaluator.faults(id)), [1, 0, 0]);
    let reference = anim::Pose::reference(&library.skeletons[0]);
    assert_eq!(evaluator.proxy(0).unwrap().pose(), &reference);
    assert_eq!(
        evaluator.proxy(1).unwrap().pose(),
        healthy.proxy(1).unwrap().pose()
    );
    for _ in 0..5 {
        evaluator.step(0.1, &[]);
    }
    assert_eq!(
        evaluator.faults(0),
        crate::character::MOST_FAULTS,
        "it rests"
    );
    evaluator.set_work(AnimInstanceProxy::run_tick);
    evaluator.step(
        0.1,
        &[
            EngineInput::SetLibrary {
                revision: 1,
                library,
            },
            EngineInput::Request {
                character: 0,
                request: play,
            },
        ],
    );
    assert_eq!(
        (evaluator.faults(0), evaluator.fault(0)),
        (0, Some("made-up fault"))
    );
    assert_ne!(
        evaluator.proxy(0).unwrap().pose(),
        &reference,
        "another library is tried"
    );
}

/// What is said to have been spent on this thread and on waiting is no more than went by.
#[test]
fn the_times_of_a_step_are_parts_of_it() {
    let (library, skeleton) = sample();
    for mode in [WorkerMode::Inline, WorkerMode::workers(2).unwrap()] {
        let mut evaluator = Evaluator::new(mode, library.clone());
        evaluator.step(
            0.0,
            &(0..20).map(|at| added(skeleton, at)).collect::<Vec<_>>(),
        );
        for _ in 0..10 {
            let start = std::time::Instant::now();
            evaluator.step(0.02, &[]);
            let (all, (game, worker)) = (start.elapsed(), evaluator.times());
            assert!(game + worker <= all, "{game:?} and {worker:?} of {all:?}");
            assert!(worker > Duration::ZERO);
        }
    }
}
