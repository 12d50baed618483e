//! What plays: one evaluator a bundle, for all its characters.

use crate::{BundleAsset, Mutoscope, Plays};
use anim::{Library, Name, Request, instance::Refusal};
use bevy::{platform::cell::SyncCell, prelude::*};
use engine::{CharacterId, EngineInput, Evaluator, InputRefusal, WorkerMode};
use std::{collections::BTreeMap, sync::Arc};

/// The worlds of characters, one a bundle.
///
/// Invariant: an actor is in the stage of its bundle, unless the game's own handler has destroyed
/// its character.
#[derive(Resource)]
pub struct Stages {
    mode: WorkerMode,
    pub(crate) stages: BTreeMap<AssetId<BundleAsset>, Stage>,
    pub(crate) actors: BTreeMap<Entity, Actor>,
    /// What was last refused of a character that has not entered, so that it is said once.
    pub(crate) unfit: BTreeMap<Entity, (Arc<Library>, Plays)>,
}

/// A bundle, and all that plays it.
pub(crate) struct Stage {
    /// An evaluator has handlers of the game, which need not be [`Sync`].
    pub evaluator: SyncCell<Evaluator>,
    pub library: Arc<Library>,
    /// Inputs of the next step.
    pub inputs: Vec<EngineInput>,
    pub refused: Vec<InputRefusal>,
    /// Whose events are reported: also those that left in the last step.
    pub entities: BTreeMap<CharacterId, Entity>,
    next: CharacterId,
}

/// The character of an entity.
pub(crate) struct Actor {
    pub bundle: AssetId<BundleAsset>,
    pub id: CharacterId,
    /// The entity's `Transform` as the runtime knows it.
    pub stands: Transform,
    pub is_new: bool,
    pub is_carried: bool,
}

impl Stages {
    pub(crate) fn new(mode: WorkerMode) -> Self {
        Self {
            mode,
            stages: BTreeMap::new(),
            actors: BTreeMap::new(),
            unfit: BTreeMap::new(),
        }
    }

    /// Number of the entity's character in its evaluator; None before it has entered.
    pub fn character(&self, entity: Entity) -> Option<CharacterId> {
        self.actors.get(&entity).map(|actor| actor.id)
    }

    /// The evaluator of the entity's character, for all that the component does not offer: handlers,
    /// the ground, inputs between characters. The plugin steps it.
    pub fn evaluator(&mut self, entity: Entity) -> Option<&mut Evaluator> {
        let actor = self.actors.get(&entity)?;
        Some(self.stages.get_mut(&actor.bundle)?.evaluator.get())
    }

    pub(crate) fn stage_of(&mut self, entity: Entity) -> Option<(&mut Stage, CharacterId)> {
        let actor = self.actors.get(&entity)?;
        Some((self.stages.get_mut(&actor.bundle)?, actor.id))
    }

    /// Adds the character of an entity, on a skeleton of the bundle.
    pub(crate) fn enter(
        &mut self,
        entity: Entity,
        character: &Mutoscope,
        asset: &BundleAsset,
        skeleton: Name,
    ) {
        let bundle = character.bundle().id();
        let stage = (self.stages.entry(bundle))
            .or_insert_with(|| Stage::new(self.mode.clone(), asset.library.clone()));
        let id = stage.add(entity, character, skeleton);
        self.unfit.remove(&entity);
        let actor = Actor {
            bundle,
            id,
            stands: Transform::IDENTITY,
            is_new: true,
            is_carried: false,
        };
        self.actors.insert(entity, actor);
    }

    /// Whether the refusal of this character has not been reported yet.
    pub(crate) fn is_first_refusal(
        &mut self,
        entity: Entity,
        library: &Arc<Library>,
        plays: &Plays,
    ) -> bool {
        let known = self.unfit.get(&entity);
        if known.is_some_and(|(by, what)| Arc::ptr_eq(by, library) && what == plays) {
            return false;
        }
        self.unfit.insert(entity, (library.clone(), plays.clone()));
        true
    }
}

impl Stage {
    fn new(mode: WorkerMode, library: Arc<Library>) -> Self {
        Self {
            evaluator: SyncCell::new(Evaluator::new(mode, library.clone())),
            library,
            inputs: Vec::new(),
            refused: Vec::new(),
            entities: BTreeMap::new(),
            next: 0,
        }
    }

    fn add(&mut self, entity: Entity, character: &Mutoscope, skeleton: Name) -> CharacterId {
        let id = self.next;
        self.next += 1;
        self.entities.insert(id, entity);
        self.inputs.push(EngineInput::AddCharacter {
            character: id,
            skeleton,
            seed: character.seed(),
        });
        if let Plays::Graph(graph) = character.plays() {
            let graph = Name::new(graph);
            self.ask(id, Request::PlayGraph { graph });
        }
        id
    }

    pub(crate) fn ask(&mut self, character: CharacterId, request: Request) {
        let input = EngineInput::Request { character, request };
        self.inputs.push(input);
    }

    /// Goes on with another library, if it is another one.
    pub(crate) fn swap(&mut self, library: &Arc<Library>) {
        if !Arc::ptr_eq(&self.library, library) {
            self.library = library.clone();
            let revision = self.evaluator.get().revision() + 1;
            let library = library.clone();
            self.inputs
                .push(EngineInput::SetLibrary { revision, library });
        }
    }
}

/// Skeleton of a character that plays this.
pub(crate) fn skeleton_of(library: &Library, plays: &Plays) -> Result<Name, Refusal> {
    match plays {
        Plays::Graph(graph) => {
            let found = library.graph(Name::new(graph));
            found.map(|it| it.skeleton()).ok_or(Refusal::GraphUnknown)
        }
        Plays::Skeleton(skeleton) => {
            let found = library.skeleton(Name::new(skeleton));
            found.map(|it| it.name).ok_or(Refusal::SkeletonUnknown)
        }
    }
}
