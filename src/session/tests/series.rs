//! Series of a session beside what another player of it shows; a session played with other assets.

use super::*;
use crate::{Replaying, SeriesBuilder, SeriesWish, SessionSeries, compare_sessions, series_table};

const HAND: &str = "hand_r";

fn built(session: &RecordedSession) -> SessionSeries {
    let libraries = session.libraries();
    let graph = libraries.iter().flat_map(|it| &it.graphs).next();
    let ids = graph.map_or(&[][..], |it| &it.parts().ids);
    let wish = SeriesWish {
        character: 0,
        bones: vec![Name::new(HAND)],
        nodes: ids.iter().map(|id| (*id, format!("node {id}"))).collect(),
    };
    let mut builder = SeriesBuilder::new(session.clone(), wish).unwrap();
    while builder.play(300).unwrap() {}
    builder.series().clone()
}

/// From the evaluator itself, tick by tick.
#[test]
fn every_number_of_a_series_is_what_the_tick_shows() {
    let session = played(&SAMPLE, 11, 900, RecordingLimits::UNLIMITED);
    let series = built(&session);
    assert_eq!((series.first, series.end()), (0, 900));
    let mut player = SessionPlayer::new(session.clone(), WorkerMode::Inline).unwrap();
    let (mut seconds, mut before) = (0.0, None::<Vec3>);
    let (mut moved, mut went, mut weighed) = (0, 0, 0);
    let mut hand = None::<Vec3>;
    for at in 0..900 {
        let dt = player.upcoming().unwrap().dt;
        player.step().unwrap();
        seconds += dt;
        assert!((series.times[at] - seconds).abs() < 1e-9);
        let evaluator = player.evaluator();
        let now = evaluator.placement(0).map(|it| it.0.translation);
        if let (Some(before), Some(now)) = (before, now)
            && dt > 0.0
        {
            let way = (now - before).with_y(0.0).length();
            let told = series.root_speed[at] * dt as f32;
            assert!(
                (told - way).abs() < 1e-3 * way.max(1.0),
                "tick {at}: {told} {way}"
            );
            moved += usize::from(way > 0.001);
        }
        before = now;
        let proxy = evaluator.proxy(0).unwrap();
        for (name, value) in proxy.state().parameters() {
            assert_eq!(series.parameters[&name][at], value as f32);
        }
        for (name, value) in &evaluator.shown(0).unwrap().pose().curves {
            assert_eq!(series.curves[name][at].to_bits(), value.to_bits());
        }
        let ids = &proxy.graph().parts().ids;
        for (node, id) in ids.iter().enumerate() {
            let Some(told) = series.weights.get(id) else {
                continue;
            };
            let weight = proxy.state().weight(node as u16);
            assert_eq!(told[at], weight, "tick {at}, node {id}");
            weighed += usize::from(weight > 0.0);
        }
        assert!(
            evaluator
                .characters()
                .all(|it| series.characters.contains(&it))
        );
        for machine in &series.machines {
            let own = proxy.graph().machines().find(|(node, _)| {
                proxy.graph().node_name(*node) == machine.name && proxy.state().weight(*node) > 0.0
            });
            let current = own.and_then(|(node, own)| {
                let current = proxy.state().machine(proxy.graph(), node)?.current()?;
                Some(own.parts().states[usize::from(current)].name)
            });
            let told = machine
                .states
                .iter()
                .find(|it| it.ticks.contains(&(at as u64)));
            assert_eq!(told.map(|it| it.name), current, "tick {at}");
            went += usize::from(current.is_some());
        }
        let bone = evaluator
            .instance(0)
            .unwrap()
            .skeleton()
            .find(Name::new(HAND));
        if let Some(bone) = bone {
            let model = evaluator.shown(0).unwrap().models()[bone].translation;
            let placement = evaluator.placement(0).unwrap().0;
            let world = placement.to_affine().transform_point3(model.into());
            let own = &series.bones[&Name::new(HAND)];
            let height = world.y - placement.translation.y;
            if let Some(was) = hand.replace(world) {
                let way = f64::from(world.x - was.x).hypot(f64::from(world.z - was.z)) * 1000.0;
                let way = if height <= 0.1 { way } else { 0.0 };
                assert!((f64::from(own.slide[at]) - way).abs() < 1e-2 * way.max(1.0));
            }
            let told = Vec3::from(own.place[at]);
            assert!(told.distance(world) < 1e-3, "tick {at}: {told} {world}");
        }
    }
    assert!(moved > 20 && went > 100, "{moved} {went}");
    assert!(weighed > 100, "{weighed}");
    for (machine, spans) in series.machines.iter().map(|it| (it.name, &it.states)) {
        let in_order = spans
            .windows(2)
            .all(|it| it[0].ticks.end <= it[1].ticks.start);
        assert!(in_order, "{machine:?}");
    }
    let table = series_table(&series, &SAMPLE.names, 0..900);
    let columns = table.lines().next().unwrap().split(',').count();
    assert_eq!(table.lines().count(), 901);
    assert!(table.lines().all(|line| line.split(',').count() == columns));
    for tick in (1..=900).filter(|tick| series.time(*tick) != series.time(tick - 1)) {
        assert_eq!(series.tick_at(series.time(tick)), tick);
    }
}

#[test]
fn a_recording_that_grows_gives_the_series_of_the_whole() {
    let mut dice = Dice(5);
    let mut evaluator = Evaluator::new(WorkerMode::Inline, SAMPLE.clone());
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    let wish = SeriesWish::default();
    let mut builder: Option<SeriesBuilder> = None;
    for tick in 0..1000 {
        let inputs = inputs(&mut dice, &SAMPLE, tick);
        evaluator.step(TICK, &inputs);
        recording.add(TICK, &inputs, &mut evaluator);
        if dice.below(70) == 0 || tick % 300 == 299 {
            let session = recording.session();
            match &mut builder {
                Some(builder) => builder.grow(session).unwrap(),
                None => builder = Some(SeriesBuilder::new(session, wish.clone()).unwrap()),
            }
            let own = builder.as_mut().unwrap();
            while own.play(37).unwrap() {}
            assert_eq!(own.series().end(), tick + 1);
        }
    }
    let session = recording.session();
    let mut grown = builder.unwrap();
    grown.grow(session.clone()).unwrap();
    while grown.play(300).unwrap() {}
    let mut anew = SeriesBuilder::new(session, wish).unwrap();
    while anew.play(300).unwrap() {}
    let (grown, anew) = (grown.series(), anew.series());
    assert_eq!(grown.times, anew.times);
    assert_eq!(
        (&grown.machines.len(), &grown.montages),
        (&anew.machines.len(), &anew.montages)
    );
    for (grown, anew) in grown.machines.iter().zip(&anew.machines) {
        assert_eq!(grown.states, anew.states);
    }
    assert_eq!(grown.events, anew.events);
    assert_eq!(grown.inputs, anew.inputs);
    let bits = |values: &[f32]| values.iter().map(|it| it.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&grown.root_speed), bits(&anew.root_speed));
    assert_eq!(
        grown.parameters.keys().collect::<Vec<_>>(),
        anew.parameters.keys().collect::<Vec<_>>()
    );
}

#[test]
fn a_ring_that_dropped_its_front_begins_its_series_anew() {
    let short = played(&SAMPLE, 2, 200, RecordingLimits::UNLIMITED);
    let limits = RecordingLimits {
        state_every: 100,
        seconds: 5.0,
        ..RecordingLimits::default()
    };
    let ring = played(&SAMPLE, 2, 1500, limits);
    assert!(ring.first() > 200);
    let mut builder = SeriesBuilder::new(short, SeriesWish::default()).unwrap();
    while builder.play(300).unwrap() {}
    builder.grow(ring.clone()).unwrap();
    while builder.play(300).unwrap() {}
    assert_eq!(
        (builder.series().first, builder.series().end()),
        (ring.first(), ring.end())
    );
}

/// The recording of the other play is what an evaluator gives that is stepped by hand.
#[test]
fn a_session_played_with_other_assets_is_a_session_of_its_own() {
    let session = played(&SAMPLE, 21, 800, RecordingLimits::UNLIMITED);
    let mut project = mannequin::sample();
    for graph in project.graphs.values_mut() {
        let graph = Arc::make_mut(graph);
        for node in &mut Arc::make_mut(&mut graph.wiring).nodes {
            if let asset::graph::NodeKind::StateMachine(machine) = &mut node.kind {
                for transition in &mut machine.transitions {
                    if let Some(settings) = &mut transition.settings {
                        settings.duration = 0.45;
                    }
                }
            }
        }
    }
    let other = compiled(&project);
    let mut replaying = Replaying::new(session.clone(), other.clone());
    while replaying.play_segment().unwrap() {}
    let edited = replaying.session();
    assert_eq!(
        (edited.first(), edited.end()),
        (session.first(), session.end())
    );
    assert_eq!(
        edited.replay(WorkerMode::Inline, 0).map_err(drop_states),
        Ok(())
    );
    let mut by_hand = Evaluator::new(WorkerMode::Inline, other.clone());
    by_hand.restore(&session.segments[0].state);
    let mut is_first = true;
    let mut differing = 0;
    let ticks: Vec<_> = session
        .segments
        .iter()
        .flat_map(|it| it.ticks().unwrap())
        .collect();
    for (tick, told) in ticks.iter().zip(hashes(&edited)) {
        let set = EngineInput::SetLibrary {
            revision: by_hand.revision() + 1,
            library: other.clone(),
        };
        let set = std::mem::take(&mut is_first).then_some(set);
        let inputs: Vec<_> = set.into_iter().chain(tick.inputs.clone()).collect();
        by_hand.step(tick.dt, &inputs);
        assert_eq!(world_hash(&by_hand), told);
        differing += usize::from(told != tick.hash);
    }
    assert!(differing > 50, "{differing}");
    let same = {
        let mut same = Replaying::new(session.clone(), SAMPLE.clone());
        while same.play_segment().unwrap() {}
        same.session()
    };
    assert_eq!(
        hashes(&same),
        hashes(&session),
        "the same assets give the same ticks"
    );
}

/// The session with another library as a session of its own, beside the session, differs in what an
/// edit changes.
#[test]
fn two_sessions_differ_in_what_an_edit_makes_of_one_of_them() {
    let session = played(&SAMPLE, 21, 900, RecordingLimits::UNLIMITED);
    let mut project = mannequin::sample();
    for montage in project.montages.values_mut() {
        Arc::make_mut(montage).rate_scale *= 1.5;
    }
    let library = compiled(&project);
    let mut replaying = Replaying::new(session.clone(), library.clone());
    while replaying.play_segment().unwrap() {}
    let other = replaying.session();
    let goes_on = || Arc::new(std::sync::atomic::AtomicBool::new(false));
    let edit = compare(&session, &library, &ComparisonSpan::default()).unwrap();
    for (first, start) in [(0, 0.0), (70_000, 1_000.0)] {
        // Wherever the other begins to count.
        let other = other.begun_at(first, start);
        assert_eq!((other.first(), other.end()), (first, first + 900));
        let mut found = compare_sessions(&session, &other, goes_on()).unwrap();
        found.refused.clone_from(&edit.refused);
        assert_eq!(found, edit);
    }
    assert!(!edit.is_equal());
    let same = compare_sessions(&session, &session, goes_on()).unwrap();
    assert!(same.is_equal());
    // The shorter one ends it.
    let short = session.cut(0..300).unwrap();
    let found = compare_sessions(&session, &short, goes_on()).unwrap();
    assert_eq!((found.ticks.clone(), found.first), (0..300, None));
    let found = compare_sessions(&short, &session, goes_on()).unwrap();
    assert_eq!((found.ticks.clone(), found.first), (0..300, None));
}
