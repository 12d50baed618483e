//! Looking at a character that plays the sample's hero graph: what it tells, and that it changes nothing.

use crate::{
    Decided, Evaluator, Input, Inspection, Mode, PREVIEWED, Subject, Transport,
    edits::{CHARACTER, DRIVE, HERO, TICK},
    golden::world_hash,
};
use anim::{Name, Request, graph::Node, instance::SavedProxy};

fn playing() -> Evaluator {
    let library = asset::compile(&mannequin::sample(), &mut asset::Cache::default()).library;
    let graph = library.graph(Name::new(HERO)).unwrap().clone();
    let mut evaluator = Evaluator::new(Mode::Inline, library);
    let request = Request::PlayGraph { graph: graph.name() };
    let added = Input::AddCharacter { character: CHARACTER, skeleton: graph.skeleton(), seed: 1 };
    evaluator.step(0.0, &[added, Input::Request { character: CHARACTER, request }]);
    evaluator
}

fn step(evaluator: &mut Evaluator, tick: u64) {
    let due = DRIVE.iter().filter(|row| row.0 == tick).map(|row| {
        let request = Request::SetParameter { parameter: Name::new(row.1), value: row.2 };
        Input::Request { character: CHARACTER, request }
    });
    evaluator.step(TICK, &due.collect::<Vec<_>>());
}

fn saved(evaluator: &Evaluator) -> SavedProxy {
    evaluator.proxy(CHARACTER).unwrap().save()
}

/// The hashes, and the states that later ticks depend on, are those of one that nobody looks at.
#[test]
fn looking_changes_no_tick_and_the_shares_of_every_bone_sum_to_one() {
    let (mut seen, mut alone) = (playing(), playing());
    let graph = seen.instance(CHARACTER).unwrap().graph().clone();
    let ids = &graph.parts().ids;
    seen.ask_why(true);
    for tick in 1..=150 {
        step(&mut seen, tick);
        step(&mut alone, tick);
        // Another node every few ticks, the output among them.
        let watched = *ids.iter().rev().cycle().nth(tick as usize / 4).unwrap();
        let bones = seen.instance(CHARACTER).unwrap().skeleton().len();
        let bone = Some(tick as usize * 7 % (bones + 1)).filter(|bone| *bone < bones);
        let found = seen.inspect(CHARACTER, &Inspection { why: true, bone, watched: Some(watched), times: true });
        assert_eq!(world_hash(&seen), world_hash(&alone), "tick {tick}");
        assert!(saved(&seen) == saved(&alone), "tick {tick}");
        let full = found.shares.iter().filter(|it| !it.is_additive).map(|it| it.weight).sum::<f32>();
        assert!((full - 1.0).abs() < 1e-3, "tick {tick}, bone {bone:?}: {full}");
        assert_eq!(found.times.len(), ids.len());
        assert!(found.times.iter().any(|it| *it > 0.0) && found.times.iter().all(|it| *it >= 0.0));
        let watched = found.watched.unwrap();
        if watched.node == *ids.last().unwrap() {
            let posed = watched.posed.expect("the output never rests");
            // Before the graph of the mesh, which moves no bone of the spine.
            let (shown, spine) = (seen.proxy(CHARACTER).unwrap(), 0..7);
            assert!(
                spine.clone().all(|bone| posed.pose().get(bone) == shown.pose().get(bone)),
                "it gives what is shown"
            );
            assert_eq!(posed.models()[spine.clone()], shown.models()[spine]);
        }
    }
}

#[test]
fn what_is_not_asked_for_is_not_worked_out() {
    let mut evaluator = playing();
    step(&mut evaluator, 1);
    let found = evaluator.inspect(CHARACTER, &Inspection::default());
    assert!(found.not_taken.is_empty() && found.playing.is_empty() && found.shares.is_empty());
    assert!(found.watched.is_none() && found.times.is_empty());
    let wild = Inspection { why: true, watched: Some(1), ..Inspection::default() };
    assert!(evaluator.inspect(7, &wild).watched.is_none(), "nobody is there");
    assert!(evaluator.inspect(CHARACTER, &wild).watched.is_some_and(|it| it.posed.is_none()), "no node has that id");
    let bones = evaluator.instance(CHARACTER).unwrap().skeleton().len();
    for tick in 2..60 {
        step(&mut evaluator, tick);
        for bone in [bones, usize::MAX] {
            let beyond = Inspection { why: true, bone: Some(bone), ..Inspection::default() };
            assert!(evaluator.inspect(CHARACTER, &beyond).shares.is_empty(), "no bone has that index");
        }
    }
}

#[test]
fn what_machines_decide_is_told_with_the_term_and_its_numbers() {
    let mut evaluator = playing();
    evaluator.ask_why(true);
    let mut taken = Vec::new();
    let mut not_taken = 0;
    for tick in 1..=40 {
        step(&mut evaluator, tick);
        for decision in evaluator.decisions(CHARACTER) {
            let graph = evaluator.instance(CHARACTER).unwrap().graph();
            let node = graph.parts().ids.iter().position(|id| *id == decision.node).unwrap();
            assert!(matches!(graph.parts().nodes[node], Node::Machine(_)));
            assert_eq!(decision.tick, evaluator.tick());
            taken.extend(match decision.what {
                Decided::Taken(why) => Some(format!("{}: {why}", decision.title)),
                Decided::Interrupted => None,
            });
        }
        let found = evaluator.inspect(CHARACTER, &Inspection { why: true, ..Inspection::default() });
        not_taken += found.not_taken.len();
        assert!(found.not_taken.iter().all(|it| !it.why.is_empty()));
        assert!(found.playing.iter().all(|it| it.clip.is_some() && it.weight > 0.0));
    }
    assert!(not_taken > 0);
    let start = taken.iter().find(|it| it.contains("Speed is 3")).unwrap_or_else(|| panic!("{taken:?}"));
    assert!(start.contains(" → ") && start.contains("is true: "), "{start}");
}

/// A paused preview has the new graph as soon as it is edited; what was worked out last is of the old one.
#[test]
fn an_edit_of_a_paused_preview_is_not_looked_into_before_it_plays() {
    let mut project = mannequin::sample();
    let compiled = |project: &asset::Project| asset::compile(project, &mut asset::Cache::default()).library;
    let library = compiled(&project);
    let hero = Name::new(HERO);
    let mut evaluator = Evaluator::new(Mode::Inline, library.clone());
    let transport = |it: Transport| Input::Transport(it);
    evaluator.ask_why(true);
    evaluator.step(TICK, &[transport(Transport::Show(Subject::Graph(hero))), transport(Transport::Play)]);
    for _ in 0..20 {
        evaluator.step(TICK, &[]);
    }
    evaluator.step(TICK, &[transport(Transport::Pause)]);
    let all = Inspection { why: true, bone: Some(3), watched: None, times: true };
    let before = evaluator.inspect(PREVIEWED, &all);
    let hero = std::sync::Arc::make_mut(project.graphs.values_mut().find(|graph| graph.name == HERO).unwrap());
    let wiring = std::sync::Arc::make_mut(&mut hero.wiring);
    let kept = wiring.output.unwrap();
    wiring.nodes.retain(|node| node.id == kept);
    let fewer = compiled(&project);
    for (revision, library) in [(2, fewer.clone()), (3, library), (4, fewer)] {
        for inputs in [vec![Input::SetLibrary { revision, library }], Vec::new()] {
            evaluator.step(TICK, &inputs);
            let found = evaluator.inspect(PREVIEWED, &all);
            let ids = evaluator.proxy(PREVIEWED).unwrap().graph().parts().ids.len();
            assert!(found.times.len() == ids && ids <= before.times.len());
            drop(evaluator.decisions(PREVIEWED));
            let frame = crate::Frame::of(&evaluator, 0).unwrap();
            assert_eq!(frame.graph.parts().ids.len(), ids, "the frame tells of what was worked out");
        }
    }
}
