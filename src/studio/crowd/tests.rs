//! Copies play what one character by itself plays.

use super::*;
use engine::WorkerMode;

const GRAPH: Name = Name::new("PG_Hero");
const SPEED: Name = Name::new("Speed");

fn order(count: u32, subject: PreviewSubject, workers: usize) -> CrowdOrder {
    let options = asset::CompileOptions::default();
    let mut cache = asset::Cache::default();
    let library = asset::compile(&mannequin::sample(), &mut cache, options).library;
    let skeleton = library.graph(GRAPH).unwrap().skeleton();
    CrowdOrder {
        library,
        subject,
        skeleton,
        count,
        parameters: vec![(SPEED, 2.0)],
        apart: 1.5,
        workers,
    }
}

/// The pose of one character of this seed after so many ticks, by an evaluator of its own.
fn alone(order: &CrowdOrder, seed: u64, ticks: u64) -> u64 {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, order.library.clone());
    let (character, skeleton) = (5, order.skeleton);
    let ask = |request| EngineInput::Request { character, request };
    let mut inputs = vec![
        EngineInput::AddCharacter {
            character,
            skeleton,
            seed,
        },
        ask(Request::PlayGraph { graph: GRAPH }),
        ask(Request::SetParameter {
            parameter: SPEED,
            value: 2.0,
        }),
    ];
    for _ in 0..ticks {
        evaluator.step(STEP, &inputs);
        inputs.clear();
    }
    evaluator.proxy(character).unwrap().pose().hash()
}

#[test]
fn every_copy_plays_what_a_character_by_itself_plays() {
    for workers in [0, 2] {
        let mut crowd = CrowdPlay::new(order(100, PreviewSubject::Graph(GRAPH), workers));
        for tick in 1..=150 {
            crowd.step();
            assert_eq!(crowd.joined, (tick * JOINING).min(100));
        }
        let frame = crowd.frame();
        assert_eq!(frame.members.len(), 100);
        for copy in [0, 39, 40, 77, 99_u32] {
            let joined_at = u64::from(copy / JOINING);
            let pose = frame.members[copy as usize].pose.hash();
            let wanted = alone(&crowd.order, copy.into(), 150 - joined_at);
            assert_eq!(pose, wanted, "copy {copy}, {workers} workers");
        }
        assert_eq!(frame.ticks.len(), 150);
        let is_time = |it: &CrowdTick| it.game >= 0.0 && it.worker >= 0.0 && it.total() > 0.0;
        assert!(frame.ticks.iter().all(is_time));
    }
}

#[test]
fn copies_stand_apart_and_no_more_than_can_be() {
    let many = order(100_000, PreviewSubject::Graph(GRAPH), 0);
    let mut crowd = CrowdPlay::new(CrowdOrder { count: 9, ..many });
    crowd.step();
    let places: Vec<Vec3> = (0..9).map(|at| place(at, &crowd.order)).collect();
    for (at, a) in places.iter().enumerate() {
        for b in &places[at + 1..] {
            assert!(a.distance(*b) > 1.49);
        }
    }
    let sum = places.iter().fold(Vec3::ZERO, |sum, it| sum + *it);
    assert!(sum.length() < 1e-4, "their middle is the origin");
    crowd.order.count = u32::MAX;
    for _ in 0..CrowdOrder::MOST / JOINING + 3 {
        drop(crowd.inputs());
    }
    assert_eq!(crowd.joined, CrowdOrder::MOST);
}

#[test]
fn a_montage_begins_again_and_parameters_reach_every_copy() {
    let subject = PreviewSubject::Montage(Name::new("AM_AttackCombo"));
    let mut crowd = CrowdPlay::new(order(3, subject, 0));
    let mut began = 0;
    for _ in 0..1200 {
        crowd.step();
        let events = crowd.evaluator.events(2).iter();
        began += events
            .filter(|it| it.phase == anim::event::Phase::Started)
            .count();
    }
    assert!(began > 2, "{began}");

    let mut crowd = CrowdPlay::new(order(50, PreviewSubject::Graph(GRAPH), 0));
    (0..5).for_each(|_| crowd.step());
    crowd.set(vec![(SPEED, 4.5)]);
    crowd.step();
    let frame = crowd.frame();
    for member in &*frame.members {
        assert_eq!(member.graph_state.parameter(SPEED), Some(4.5));
    }
}

#[test]
fn the_thread_shows_frames_until_it_is_dropped() {
    let subject = PreviewSubject::Graph(GRAPH);
    let crowd = Crowd::start(order(20, subject, 1), || {}).unwrap();
    let start = Instant::now();
    let mut seen = 0;
    while seen < 3 && start.elapsed() < Duration::from_secs(120) {
        if let Some(frame) = crowd.frame() {
            assert_eq!(frame.members.len(), 20);
            seen += 1;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(seen, 3);
    crowd.play(order(7, PreviewSubject::None, 0));
    let start = Instant::now();
    let is_other = |it: CrowdFrame| it.members.len() == 7;
    while !crowd.frame().is_some_and(is_other) {
        assert!(start.elapsed() < Duration::from_secs(120), "no frame came");
        std::thread::sleep(Duration::from_millis(5));
    }
}
