//! What a bone's pose at a tick comes from: what each node of the graph does to it.

use anim::{Graph, Library, Name};
use engine::{
    CharacterId, ContributionShare, EngineInput, Evaluator, EvaluatorState, RecordedSession,
    SessionFault, SessionPlayer, SessionTick, WorkerMode,
};
use glam::Affine3A;
use std::sync::Arc;

/// What a node does to a bone in a tick: how far the bone is, in component space, from where it is
/// without the node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeEffect {
    /// Id of the node in the graph; 0 where the graph has no ids.
    pub node: u64,
    /// Name of the node.
    pub name: Name,
    /// Metres.
    pub distance: f64,
    /// Degrees.
    pub angle: f64,
}

/// What a bone's pose comes from.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// Contributions of clips: first those that share the bone and sum to 1, then those on top.
    pub shares: Vec<ContributionShare>,
    /// Nodes that do something to the bone, the greatest distance first. A node counts from the
    /// poses below it: what it did in earlier ticks stays.
    pub nodes: Vec<NodeEffect>,
}

/// What the pose of a bone after a tick comes from. None without such a character or bone. An error
/// if the session cannot be played up to the tick.
pub fn provenance(
    session: &RecordedSession,
    tick: u64,
    (character, bone): (CharacterId, Name),
) -> Result<Option<Provenance>, SessionFault> {
    let mut player = SessionPlayer::new(session.clone(), WorkerMode::Inline)?;
    player.seek(tick)?;
    let before = player.state();
    let Some(made) = player.upcoming().cloned() else {
        return Err(SessionFault::Outside { tick });
    };
    player.step()?;
    let evaluator = player.evaluator();
    let playing = evaluator
        .instance(character)
        .zip(evaluator.proxy(character));
    let Some((instance, proxy)) = playing else {
        return Ok(None);
    };
    let Some(at) = instance.skeleton().find(bone) else {
        return Ok(None);
    };
    let library = evaluator.library().clone();
    let graph = instance.graph().clone();
    let mut found = Provenance {
        shares: evaluator.shares(character, Some(at)),
        nodes: Vec::new(),
    };
    let with = |library: Library| {
        let evaluator = made_with((&before, &made), Arc::new(library));
        evaluator.shown(character)?.models().get(at).copied()
    };
    // The same change of the library on both sides: what it does itself is in neither.
    let Some(whole) = with((*library).clone()) else {
        return Ok(Some(found));
    };
    for node in 0..graph.nodes().len() {
        let node = node as u16;
        if proxy.state().weight(node) <= 0.0 {
            continue;
        }
        let Some(without) = library_without(&library, &graph, node).and_then(with) else {
            continue;
        };
        if without != whole {
            let ids = &graph.parts().ids;
            found.nodes.push(NodeEffect {
                node: ids.get(usize::from(node)).copied().unwrap_or_default(),
                name: graph.node_name(node),
                distance: whole
                    .translation
                    .as_dvec3()
                    .distance(without.translation.as_dvec3()),
                angle: crate::against::degrees(turned(&whole), turned(&without)),
            });
        }
    }
    found
        .nodes
        .sort_by(|a, b| b.distance.total_cmp(&a.distance));
    Ok(Some(found))
}

fn turned(model: &Affine3A) -> glam::Quat {
    model.to_scale_rotation_translation().1
}

/// The session after a tick that is made without a node of the character's graph, by its id: poses
/// below the node pass. None without such a character or node, and for a node that cannot be passed
/// by. An error if the session cannot be played up to the tick.
pub fn without_node(
    session: &RecordedSession,
    tick: u64,
    (character, node): (CharacterId, u64),
) -> Result<Option<Evaluator>, SessionFault> {
    let mut player = SessionPlayer::new(session.clone(), WorkerMode::Inline)?;
    player.seek(tick)?;
    let before = player.state();
    let Some(made) = player.upcoming().cloned() else {
        return Err(SessionFault::Outside { tick });
    };
    player.step()?;
    let evaluator = player.evaluator();
    let Some(graph) = evaluator.instance(character).map(|it| it.graph().clone()) else {
        return Ok(None);
    };
    let at = graph.parts().ids.iter().position(|id| *id == node);
    let library = at.and_then(|at| library_without(evaluator.library(), &graph, at as u16));
    Ok(library.map(|library| made_with((&before, &made), Arc::new(library))))
}

/// A library whose graph lacks a node. None for a node that cannot be passed by.
fn library_without(library: &Library, graph: &Graph, node: u16) -> Option<Library> {
    let mut edited = library.clone();
    let mut graphs = edited.graphs.iter_mut();
    *graphs.find(|it| it.name() == graph.name())? = Arc::new(graph.without(node)?);
    Some(edited)
}

/// An evaluator after a tick that another library plays.
fn made_with((before, tick): (&EvaluatorState, &SessionTick), library: Arc<Library>) -> Evaluator {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, Arc::default());
    evaluator.restore(before);
    let mut inputs = vec![EngineInput::SetLibrary {
        revision: evaluator.revision() + 1,
        library,
    }];
    let others = tick.inputs.iter().filter(|input| input.library().is_none());
    inputs.extend(others.cloned());
    evaluator.step(tick.dt, &inputs);
    evaluator
}
