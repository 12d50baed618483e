//! Plays a pose graph, a montage or a blend space in advance, so that pictures can show any moment
//! of it.

use crate::{Failure, script};
use anim::{Graph, Library, Names, Pose, Request, Transform, instance::MontageState};
use engine::{CharacterId, EngineInput, Evaluator, WorkerMode};
use footage::{Reel, ReelOrder, state_words};
use scenario::script::Asked;
use std::{path::Path, sync::Arc};
use studio::PreviewFrame;
use words::tr;

const CHARACTER: CharacterId = 0;
/// Seconds between two poses.
pub const TICK: f64 = 1.0 / 60.0;
/// Requests that are due this little after a tick's start, in seconds, are made in it.
const SLACK: f64 = 1e-9;

/// A moment of what was played.
pub struct PlayedMoment {
    /// Local transforms and curves.
    pub pose: Pose,
    /// Transform of the character, world space.
    pub placement: Transform,
    /// Seconds on what plays.
    pub position: f64,
    /// The sections and states that play, in words.
    pub state: String,
}

/// Length of play, and interval between its moments.
#[derive(Clone, Copy)]
pub struct PlaySpan {
    /// Length of play, seconds.
    pub duration: f64,
    /// Seconds from moment to moment.
    pub tick: f64,
}

impl PlaySpan {
    fn times(self) -> impl Iterator<Item = f64> {
        (0..=(self.duration / self.tick + SLACK) as u64).map(move |at| at as f64 * self.tick)
    }
}

/// A montage or a trial graph after each tick, as the preview of the window plays it. None where
/// nothing plays.
pub fn previewed(order: &ReelOrder, span: PlaySpan) -> Option<Vec<PlayedMoment>> {
    let mut reel = Reel::new(order, 0.0);
    let names = &order.library.names;
    let moment = |frame: PreviewFrame| PlayedMoment {
        state: state_words(names, &frame.montages, (&frame.graph, &frame.graph_state)),
        pose: frame.pose,
        placement: frame.placement,
        position: frame.position,
    };
    span.times().map(|time| reel.at(time).map(moment)).collect()
}

/// The graph after each tick, from 0 s on. The first tick has no time in it. An error when the script asks for what cannot be, has several
/// characters, ends a task, or limits root motion.
pub fn poses(
    library: &Arc<Library>,
    graph: &Arc<Graph>,
    script: Option<&Path>,
    span: PlaySpan,
) -> Result<Vec<PlayedMoment>, Failure> {
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
    for start in span.times() {
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
                return Err(Failure::input(tr!(
                    "only `simulate` supports scripts with several characters, waiting or root-motion limits."
                )));
            };
            // It plays this graph from its start, whatever the script plays.
            if !matches!(request, Request::PlayGraph { .. }) {
                inputs.push(ask(request));
            }
        }
        if let Some(refused) = evaluator
            .step(if start == 0.0 { 0.0 } else { span.tick }, &inputs)
            .first()
        {
            return Err(Failure::Input(tr!(
                "the script's request at {start:.3} s failed: {}.",
                refused.why
            )));
        }
        inputs.clear();
        poses.extend(moment(&evaluator, &library.names, start));
    }
    Ok(poses)
}

fn moment(evaluator: &Evaluator, names: &Names, position: f64) -> Option<PlayedMoment> {
    let proxy = evaluator.proxy(CHARACTER)?;
    let instance = evaluator.instance(CHARACTER)?;
    let montages: Vec<MontageState> = instance.montage_states().collect();
    Some(PlayedMoment {
        pose: proxy.pose().clone(),
        placement: *instance.placement(),
        position,
        state: state_words(names, &montages, (proxy.graph(), proxy.state())),
    })
}

fn ask(request: Request) -> EngineInput {
    EngineInput::Request {
        character: CHARACTER,
        request,
    }
}
