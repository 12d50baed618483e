//! One step of all characters: what the game asks for goes in, events and root motion come out.

use crate::{
    BundleAsset, Mutoscope, MutoscopeEvent, MutoscopeRefusal, Plays, RootMotion, RootMotionUse,
    Stages,
    convert::{from_bevy, to_bevy},
    stage::{Actor, Stage, skeleton_of},
};
use anim::{Library, Name, Request};
use bevy::{
    ecs::{schedule::ScheduleConfigs, system::ScheduleSystem},
    prelude::*,
};
use engine::{EngineInput, InputRefusal};

/// Length of a step.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub enum StepLength {
    /// As far as [`Time`] went: the frame in [`Update`], the fixed step in [`FixedUpdate`].
    #[default]
    Time,
    /// Always so many seconds, for replays and tests.
    Seconds(f64),
}

pub(crate) fn systems() -> ScheduleConfigs<ScheduleSystem> {
    (swap, leave, enter, gather, advance, report).chain()
}

/// A bundle that was loaded again replaces the one that plays.
fn swap(mut stages: ResMut<Stages>, bundles: Res<Assets<BundleAsset>>) {
    for (id, stage) in &mut stages.stages {
        if let Some(asset) = bundles.get(*id) {
            stage.swap(&asset.library);
        }
    }
}

/// A removed component, a despawned entity or another bundle ends a character.
fn leave(mut stages: ResMut<Stages>, characters: Query<&Mutoscope>) {
    let Stages {
        stages,
        actors,
        unfit,
        ..
    } = &mut *stages;
    unfit.retain(|entity, _| characters.contains(*entity));
    actors.retain(|entity, actor| {
        let known = characters.get(*entity);
        let stays = known.is_ok_and(|it| it.bundle().id() == actor.bundle);
        if let Some(stage) = stages.get_mut(&actor.bundle).filter(|_| !stays) {
            let character = actor.id;
            stage
                .inputs
                .push(EngineInput::RemoveCharacter { character });
        }
        stays
    });
}

/// Entities whose bundle is here become characters, in the order of their indices, so that the
/// order of characters does not depend on how Bevy stores them.
fn enter(
    mut stages: ResMut<Stages>,
    bundles: Res<Assets<BundleAsset>>,
    assets: Res<AssetServer>,
    characters: Query<(Entity, &Mutoscope)>,
    mut refusals: MessageWriter<MutoscopeRefusal>,
) {
    let is_new = |it: &(Entity, &Mutoscope)| !stages.actors.contains_key(&it.0);
    let mut newcomers: Vec<_> = characters.iter().filter(is_new).collect();
    newcomers.sort_by_key(|it| it.0.index_u32());
    for (entity, character) in newcomers {
        let Some(asset) = bundles.get(character.bundle()) else {
            continue;
        };
        match skeleton_of(&asset.library, character.plays()) {
            Ok(skeleton) => stages.enter(entity, character, asset, skeleton),
            Err(why) if stages.is_first_refusal(entity, &asset.library, character.plays()) => {
                let file = assets.get_path(character.bundle());
                let file = file.map_or_else(|| "the bundle".to_owned(), |path| path.to_string());
                let text = not_there(&file, &asset.library, character.plays());
                error!("{entity}: {text}");
                refusals.write(MutoscopeRefusal {
                    entity: Some(entity),
                    why,
                    text,
                });
            }
            Err(_) => {}
        }
    }
}

/// Says what a bundle does not have, and what it has instead.
fn not_there(file: &str, library: &Library, plays: &Plays) -> String {
    let (kind, name, known): (_, _, Vec<Name>) = match plays {
        Plays::Graph(name) => (
            "pose graph",
            name,
            library.graphs.iter().map(|it| it.name()).collect(),
        ),
        Plays::Skeleton(name) => (
            "skeleton",
            name,
            library.skeletons.iter().map(|it| it.name).collect(),
        ),
    };
    let known: Vec<&str> = known.iter().map(|it| library.names.text(*it)).collect();
    let known = known.join(", ");
    format!("{file} has no {kind} “{name}”; it has: {known}")
}

/// What the game did to components and transforms since the last step.
fn gather(mut stages: ResMut<Stages>, mut characters: Query<(Entity, &mut Mutoscope, &Transform)>) {
    let Stages { stages, actors, .. } = &mut *stages;
    for (entity, actor) in actors {
        let Ok((_, mut character, transform)) = characters.get_mut(*entity) else {
            continue;
        };
        let Some(stage) = stages.get_mut(&actor.bundle) else {
            continue;
        };
        let is_teleported = std::mem::take(&mut character.is_teleported) || actor.is_new;
        place(
            stage,
            actor,
            (transform, is_teleported),
            character.root_motion,
        );
        for request in character.requests.drain(..) {
            stage.ask(actor.id, request);
        }
    }
}

/// Tells the runtime where a character stands, if it does not know.
fn place(
    stage: &mut Stage,
    actor: &mut Actor,
    (transform, is_teleported): (&Transform, bool),
    root_motion: RootMotionUse,
) {
    let is_carried = root_motion == RootMotionUse::Report;
    let was_carried = std::mem::replace(&mut actor.is_carried, is_carried);
    let is_moved = actor.stands != *transform;
    actor.stands = *transform;
    actor.is_new = false;
    let character = actor.id;
    let placement = from_bevy(transform);
    if was_carried && !is_carried {
        let placement = None;
        stage.inputs.push(EngineInput::Carry {
            character,
            placement,
        });
    }
    if is_carried && (is_moved || !was_carried) {
        let placement = Some(placement);
        stage.inputs.push(EngineInput::Carry {
            character,
            placement,
        });
    }
    if is_moved && is_teleported {
        stage.inputs.push(EngineInput::Teleport {
            character,
            placement,
        });
    } else if is_moved && !is_carried {
        stage.inputs.push(EngineInput::Place {
            character,
            placement,
        });
    }
}

/// The step itself, of every bundle.
fn advance(mut stages: ResMut<Stages>, time: Res<Time>, length: Res<StepLength>) {
    let seconds = match *length {
        StepLength::Time => time.delta_secs_f64(),
        StepLength::Seconds(seconds) => seconds,
    };
    for stage in stages.stages.values_mut() {
        stage.refused = stage.evaluator.get().step(seconds, &stage.inputs);
        stage.inputs.clear();
    }
}

/// What came of the step, as messages and components.
fn report(
    mut stages: ResMut<Stages>,
    mut characters: Query<(&Mutoscope, &mut Transform, &mut RootMotion)>,
    mut events: MessageWriter<MutoscopeEvent>,
    mut refusals: MessageWriter<MutoscopeRefusal>,
) {
    let Stages { stages, actors, .. } = &mut *stages;
    for stage in stages.values_mut() {
        tell(stage, &mut events);
        for refused in std::mem::take(&mut stage.refused) {
            let asked = refused.input.character();
            let entity = asked.and_then(|id| stage.entities.get(&id).copied());
            let character = entity.and_then(|entity| characters.get(entity).ok());
            let text = refusal_text(&stage.library, character.map(|it| it.0), &refused);
            warn!(
                "{}{text}",
                entity.map_or_else(String::new, |it| format!("{it}: "))
            );
            let why = refused.why;
            refusals.write(MutoscopeRefusal { entity, why, text });
        }
    }
    for (entity, actor) in actors.iter_mut() {
        let stage = stages.get_mut(&actor.bundle);
        if let (Some(stage), Ok((_, transform, root))) = (stage, characters.get_mut(*entity)) {
            follow(stage, actor, transform, root);
        }
    }
    let is_played = |id: &AssetId<BundleAsset>| actors.values().any(|actor| actor.bundle == *id);
    stages.retain(|id, _| is_played(id));
}

/// Writes the events of a step, of those that left in it too, and forgets these.
fn tell(stage: &mut Stage, events: &mut MessageWriter<MutoscopeEvent>) {
    let evaluator = stage.evaluator.get();
    evaluator.dispatch(|character, event, _| {
        if let Some(entity) = stage.entities.get(&character) {
            events.write(MutoscopeEvent::new(*entity, *event, stage.library.clone()));
        }
    });
    let evaluator = &*evaluator;
    stage
        .entities
        .retain(|character, _| evaluator.instance(*character).is_some());
}

/// Moves the entity to where root motion has brought its character.
fn follow(
    stage: &mut Stage,
    actor: &mut Actor,
    mut transform: Mut<Transform>,
    mut root: Mut<RootMotion>,
) {
    let Some((placement, delta)) = stage.evaluator.get().placement(actor.id) else {
        return;
    };
    let placement = to_bevy(placement);
    root.set_if_neq(RootMotion {
        delta: to_bevy(delta),
        placement,
    });
    if !actor.is_carried {
        transform.set_if_neq(placement);
        actor.stands = placement;
    }
}

/// Says why an input changed nothing, with the name that it was about where one is known.
fn refusal_text(library: &Library, by: Option<&Mutoscope>, refused: &InputRefusal) -> String {
    let EngineInput::Request { request, .. } = &refused.input else {
        return refused.why.to_string();
    };
    let name = match request {
        Request::SetParameter { parameter, .. } => *parameter,
        Request::PlayGraph { graph } => *graph,
        Request::PlayMontage { montage, .. }
        | Request::StopMontage {
            montage: Some(montage),
            ..
        } => *montage,
        _ => Name::NONE,
    };
    let spelt = by.and_then(|it| it.spelling(name));
    match spelt.unwrap_or_else(|| library.names.text(name)) {
        "" => refused.why.to_string(),
        spelt => format!("“{spelt}”: {}", refused.why),
    }
}
