//! What the engine makes of the sample: the committed texts say what it did, so that a change of it
//! is seen and meant. The same inputs give the same bits on every processor; texts hold sums of
//! their bits.

use crate::{
    EngineInput, EvaluationRate, Evaluator, Visibility, WorkerMode,
    hash::{golden_tick, mixed},
    pace,
};
use anim::{Name, Request};
use bundle::GoldenTick;
use std::fmt::Write;

/// Compares with the committed text, which `UPDATE_WHOLE=1 cargo test -p mutoscope-engine whole` writes anew.
fn compare(name: &str, made: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("whole")
        .join(name);
    if std::env::var_os("UPDATE_WHOLE").is_some() {
        std::fs::write(&path, made).expect("the text is written");
    }
    let committed = std::fs::read_to_string(&path).expect("the text is committed");
    for (line, (was, is)) in committed.lines().zip(made.lines()).enumerate() {
        assert_eq!(was, is, "line {} of {name}", line + 1);
    }
    assert_eq!(committed, made, "{name}");
}

#[test]
fn characters_take_turns_as_they_did() {
    let mut text = String::new();
    for visibility in [
        Visibility::TickAndEvaluate,
        Visibility::TickOnly,
        Visibility::MontagesOnly,
        Visibility::Nothing,
    ] {
        for (every, skips_updates, interpolates) in [
            (0, false, false),
            (1, true, true),
            (3, false, false),
            (3, true, false),
            (4, false, true),
            (4, true, true),
        ] {
            let rate = EvaluationRate {
                every,
                skips_updates,
                interpolates,
            };
            let pace = pace::CharacterPace { rate, visibility };
            writeln!(text, "{visibility:?} {rate:?}").unwrap();
            for tick in 0..5 {
                writeln!(
                    text,
                    "  {:?} {:?}",
                    pace.plan(0, tick, 0.25),
                    pace.plan(1, tick, -1.0)
                )
                .unwrap();
            }
        }
    }
    compare("pace.txt", &text);
}

/// The sum of bits of what a character of the sample does, tick by tick, with what its game asks of
/// it.
#[test]
fn the_sample_plays_the_bits_that_it_did() {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let skeleton = library.graph(Name::new("PG_Hero")).unwrap().skeleton();
    let character = 3;
    let mut text = String::new();
    let mut inputs = vec![EngineInput::AddCharacter {
        character,
        skeleton,
        seed: 5,
    }];
    for (second, montage) in ["AM_AttackCombo", "AM_ChargedAttack", "AM_HeavyAttack"]
        .iter()
        .enumerate()
    {
        inputs.push(EngineInput::Request {
            character,
            request: Request::play(Name::new(montage), 1.0 + second as f32 * 0.25),
        });
        for tick in 0..60 {
            evaluator.step(1.0 / 60.0, &inputs);
            inputs.clear();
            if tick % 10 == 9 {
                let events = evaluator
                    .events(character)
                    .iter()
                    .map(|event| format!("{:?}", event.phase))
                    .collect::<Vec<_>>();
                let GoldenTick {
                    pose,
                    events: hash,
                    placement,
                } = golden_tick(&evaluator, character).unwrap();
                let bits = [pose, hash, placement].into_iter().fold(0, mixed);
                let bits = mixed(mixed(0, character.into()), bits);
                writeln!(text, "{bits:016x} {events:?}").unwrap();
            }
        }
    }
    compare("bits.txt", &text);
}
