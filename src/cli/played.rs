//! Plays a pose graph in advance, so that pictures can show any moment of it.

use crate::{
    Failure,
    script::{self, Asked},
};
use anim::{Graph, Library, Pose, Request};
use engine::{CharacterId, EngineInput, Evaluator, WorkerMode};
use std::{path::Path, sync::Arc};

const CHARACTER: CharacterId = 0;
/// Seconds between two poses.
pub const TICK: f64 = 1.0 / 60.0;
/// Requests that are due this little after a tick's start, in seconds, are made in it.
const SLACK: f64 = 1e-9;

/// The pose after each tick, from 0 s up to `duration` seconds. The first tick has no time in it.
/// An error when the script asks for what cannot be, has several characters, ends a task, or limits
/// root motion.
pub fn poses(
    library: &Arc<Library>,
    graph: &Arc<Graph>,
    script: Option<&Path>,
    duration: f64,
) -> Result<Vec<Pose>, Failure> {
    let script = script.map(script::read).transpose()?;
    let requests = script.as_ref().map_or(&[][..], |script| &script.requests);
    let mut due = requests.iter().peekable();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let seed = script.as_ref().map_or(0, |script| script.seed);
    let mut inputs = vec![
        EngineInput::AddCharacter {
            character: CHARACTER,
            skeleton: graph.skeleton(),
            seed,
        },
        ask(Request::PlayGraph {
            graph: graph.name(),
        }),
    ];
    let mut poses = Vec::new();
    for tick in 0..=(duration / TICK + SLACK) as u64 {
        let start = tick as f64 * TICK;
        while let Some(timed) = due.next_if(|timed| start >= timed.at - SLACK) {
            if let (Asked::Carry(placement), CHARACTER) = (&timed.request, timed.character) {
                inputs.push(EngineInput::Carry {
                    character: CHARACTER,
                    placement: *placement,
                });
                continue;
            }
            if let (Asked::Teleport(placement), CHARACTER) = (&timed.request, timed.character) {
                inputs.push(EngineInput::Teleport {
                    character: CHARACTER,
                    placement: *placement,
                });
                continue;
            }
            if let Asked::Ground(ground) = &timed.request {
                inputs.push(EngineInput::SetGround {
                    ground: ground.clone(),
                });
                continue;
            }
            let Some(request) = timed
                .request
                .request(graph)
                .filter(|_| timed.character == CHARACTER)
            else {
                return Err(Failure::input(
                    "only `simulate` supports scripts with several characters, waiting or root-motion limits.",
                ));
            };
            // It plays this graph from its start, whatever the script plays.
            if !matches!(request, Request::PlayGraph { .. }) {
                inputs.push(ask(request));
            }
        }
        if let Some(refused) = evaluator
            .step(if tick == 0 { 0.0 } else { TICK }, &inputs)
            .first()
        {
            return Err(Failure::Input(format!(
                "the script's request at {start:.3} s failed: {}.",
                refused.why
            )));
        }
        inputs.clear();
        poses.extend(evaluator.proxy(CHARACTER).map(|proxy| proxy.pose().clone()));
    }
    Ok(poses)
}

fn ask(request: Request) -> EngineInput {
    EngineInput::Request {
        character: CHARACTER,
        request,
    }
}
