//! A game's first lines: `cargo run -- demo.mbundle`.

use anim::{
    Name, Request, Store,
    event::{EventReason, Phase},
};
use engine::{EngineInput, Evaluator, WorkerMode};

const HERO: u32 = 1;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: first_game BUNDLE")?;
    let bytes = std::fs::read(path)?;
    let library = bundle::read(Store::of(&bytes), bytes.len())?.library;
    let graph = library.graph(Name::new("PG_Hero")).ok_or("no PG_Hero")?;
    let (skeleton, graph) = (graph.skeleton(), graph.name());

    let ask = |request| EngineInput::Request {
        character: HERO,
        request,
    };
    let mut inputs = vec![
        EngineInput::AddCharacter {
            character: HERO,
            skeleton,
            seed: 1,
        },
        ask(Request::PlayGraph { graph }),
    ];
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    for frame in 0..180 {
        if frame == 30 {
            let parameter = Name::new("Speed");
            inputs.push(ask(Request::SetParameter {
                parameter,
                value: 3.0,
            }));
        }
        if frame == 90 {
            inputs.push(ask(Request::play(Name::new("AM_ChargedAttack"), 1.0)));
        }
        for refused in evaluator.step(1.0 / 60.0, &inputs) {
            eprintln!("{:?}", refused.why);
        }
        inputs.clear();
        for event in evaluator.events(HERO) {
            if event.reason == EventReason::Fired && event.phase != Phase::Tick {
                let name = library.names.text(event.name);
                println!("{:.3} s: {name}, {:?}", event.time, event.phase);
            }
        }
        if let Some(posed) = evaluator.shown(HERO) {
            draw(posed.models());
        }
    }
    Ok(())
}

/// One matrix a bone, component space: what a game's own renderer takes.
fn draw(_bones: &[glam::Affine3A]) {}
