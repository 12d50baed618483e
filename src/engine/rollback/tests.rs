use super::*;
use crate::{WorkerMode, dice::Dice, hash::world_hash};
use anim::{Library, Name, Request};
use std::sync::Arc;

const TICK: f64 = 1.0 / 60.0;

fn sample() -> Arc<Library> {
    asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library
}

fn ask(request: Request) -> EngineInput {
    EngineInput::Request {
        character: 1,
        request,
    }
}

/// What a player asks for in a tick.
fn inputs(dice: &mut Dice, library: &Library, tick: usize) -> Vec<EngineInput> {
    let graph = library.graph(Name::new("PG_Hero")).unwrap();
    let mut inputs = Vec::new();
    if tick == 0 {
        inputs.push(EngineInput::AddCharacter {
            character: 1,
            skeleton: graph.skeleton(),
            seed: 4,
        });
        inputs.push(ask(Request::PlayGraph {
            graph: graph.name(),
        }));
    }
    let parameter = dice.of(&graph.parts().parameters).name;
    let value = f64::from(dice.between(-1.0, 5.0));
    inputs.push(ask(Request::SetParameter { parameter, value }));
    if dice.below(20) == 0 {
        inputs.push(ask(Request::play(dice.of(&library.montages).name, 1.0)));
    }
    inputs
}

/// What was predicted wrongly for up to eight ticks ends as if it had been known at once.
#[test]
fn corrected_ticks_end_as_if_the_right_inputs_had_been_there_at_once() {
    let library = sample();
    let (mut dice, mut wrong) = (Dice(3), Dice(77));
    let mut straight = Evaluator::new(WorkerMode::Inline, library.clone());
    let mut predicted = Evaluator::new(WorkerMode::Inline, library.clone());
    let mut rollback = Rollback::new(8);
    let mut right: Vec<Vec<EngineInput>> = Vec::new();
    // What the game keeps of the events that it was given, by tick.
    let mut heard: Vec<(u64, CharacterId, Event)> = Vec::new();
    let mut expected = Vec::new();
    let mut replayed = 0;
    for tick in 0..4000 {
        right.push(inputs(&mut dice, &library, tick));
        straight.step(TICK, &right[tick]);
        let events = straight.events(1).iter();
        expected.extend(events.map(|event| (straight.tick(), 1, *event)));
        let guess = if tick == 0 || wrong.below(4) > 0 {
            right[tick].clone()
        } else {
            Vec::new()
        };
        rollback.step(&mut predicted, TICK, guess);
        hear(&mut heard, &rollback);
        if tick % 8 == 7 {
            for (at, inputs) in right.iter().enumerate().skip(tick - 7) {
                assert!(rollback.correct(&mut predicted, at as u64 + 1, inputs.clone()));
                replayed += rollback.events().iter().filter(|it| it.is_replayed).count();
                hear(&mut heard, &rollback);
            }
            assert_eq!(world_hash(&predicted), world_hash(&straight), "tick {tick}");
            assert_eq!(predicted.save(), straight.save(), "tick {tick}");
        }
    }
    heard.sort_by_key(|it| it.0);
    assert_eq!(sorted(heard), sorted(expected));
    assert!(replayed > 100, "{replayed}");
}

fn hear(heard: &mut Vec<(u64, CharacterId, Event)>, rollback: &Rollback) {
    for gone in rollback.revoked() {
        let gone = (gone.tick, gone.character, gone.event);
        let at = heard
            .iter()
            .position(|it| *it == gone)
            .expect("it was given before");
        heard.swap_remove(at);
    }
    let new = rollback.events().iter().filter(|event| !event.is_replayed);
    heard.extend(new.map(|it| (it.tick, it.character, it.event)));
}

fn sorted(events: Vec<(u64, CharacterId, Event)>) -> Vec<String> {
    let mut events: Vec<String> = events.iter().map(|event| format!("{event:?}")).collect();
    events.sort();
    events
}

#[test]
fn ticks_that_are_gone_or_still_to_come_are_not_corrected() {
    let library = sample();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    let mut rollback = Rollback::new(3);
    assert_eq!(rollback.oldest(&evaluator), None);
    (0..5).for_each(|_| rollback.step(&mut evaluator, TICK, Vec::new()));
    assert_eq!(rollback.oldest(&evaluator), Some(3));
    for (tick, is_there) in [(2, false), (3, true), (5, true), (6, false)] {
        assert_eq!(
            rollback.correct(&mut evaluator, tick, Vec::new()),
            is_there,
            "{tick}"
        );
        assert_eq!(evaluator.tick(), 5);
    }
}
