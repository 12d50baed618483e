//! What the requests of a script are to the engine.

use crate::{
    cast::{missing, named_skeleton},
    script::{Added, Asked, Timed},
    tasks::Tasks,
};
use anim::{Graph, Library, Name, Request};
use asset::AssetKind;
use engine::{CharacterId, EngineInput, Evaluator};
use std::sync::Arc;

/// Adds to `inputs` what a request means to the engine. An error names what the request asks for
/// and the library does not have. `first` is the first character's skeleton;
/// `now`, in seconds, is when tasks begin and end.
pub fn ask(
    timed: &Timed,
    evaluator: &Evaluator,
    first: Name,
    (tasks, now): (&mut Tasks, f64),
    inputs: &mut Vec<EngineInput>,
) -> Result<(), String> {
    let character = timed.character;
    if let Asked::Task {
        montage,
        play,
        options,
    } = &timed.request
    {
        tasks.begin_tasks(character, montage, play, *options);
    }
    inputs.push(match &timed.request {
        Asked::EndTask(montage) => {
            let stop = tasks.end(character, *montage, now);
            inputs.extend(stop.map(|request| EngineInput::Request { character, request }));
            return Ok(());
        }
        Asked::Added(added) => return add(added, character, (evaluator.library(), first), inputs),
        Asked::Carry(placement) => EngineInput::Carry {
            character,
            placement: *placement,
        },
        Asked::Teleport(placement) => EngineInput::Teleport {
            character,
            placement: *placement,
        },
        Asked::Ground(ground) => EngineInput::SetGround {
            ground: ground.clone(),
        },
        Asked::FollowTarget { target, of, offset } => EngineInput::FollowWarpTarget {
            character,
            target: *target,
            of: Some(*of),
            offset: *offset,
        },
        Asked::Follow(leader) => EngineInput::Follow {
            character,
            leader: *leader,
        },
        Asked::FollowMontage { montage, leader } => EngineInput::FollowMontage {
            character,
            montage: *montage,
            leader: Some(*leader),
        },
        Asked::CopyPose { partner, from } => EngineInput::CopyPose {
            character,
            partner: *partner,
            from: *from,
        },
        request => match request.request(&playing(evaluator, character, inputs)) {
            Some(request) => EngineInput::Request { character, request },
            None => return Ok(()),
        },
    });
    Ok(())
}

/// Adds a character on the skeleton that it names, else on its graph's, else on the first
/// character's.
fn add(
    added: &Added,
    character: CharacterId,
    (library, first): (&Library, Name),
    inputs: &mut Vec<EngineInput>,
) -> Result<(), String> {
    let graph = added.graph.as_deref().map(|name| {
        let known = || {
            library
                .graphs
                .iter()
                .map(|graph| library.names.text(graph.name()).to_owned())
        };
        library
            .graph(Name::new(name))
            .ok_or_else(|| missing(AssetKind::Graph, name, known()))
    });
    let graph = graph.transpose()?;
    let skeleton = match &added.skeleton {
        Some(name) => named_skeleton(library, name)?,
        None => graph.map_or(first, |graph| graph.skeleton()),
    };
    inputs.push(EngineInput::AddCharacter {
        character,
        skeleton,
        seed: added.seed,
    });
    inputs.extend(graph.map(|graph| {
        let request = Request::PlayGraph {
            graph: graph.name(),
        };
        EngineInput::Request { character, request }
    }));
    Ok(())
}

/// The graph that the character plays once all that is asked is done.
fn playing(evaluator: &Evaluator, whom: CharacterId, inputs: &[EngineInput]) -> Arc<Graph> {
    let asked = inputs.iter().rev().find_map(|input| match input {
        EngineInput::Request {
            character,
            request: Request::PlayGraph { graph },
        } if *character == whom => evaluator.library().graph(*graph),
        _ => None,
    });
    let now = || evaluator.instance(whom).map(|instance| instance.graph());
    asked.or_else(now).cloned().unwrap_or_default()
}
