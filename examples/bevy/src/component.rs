//! What a game writes on the entity of a character, and reads there.

use crate::BundleAsset;
use anim::{Name, Request};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// What a character plays from its first step on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plays {
    /// A pose graph of the bundle; the character has the skeleton of the graph.
    Graph(String),
    /// No graph, only montages and clips on this skeleton of the bundle.
    Skeleton(String),
}

/// What the root motion of a step does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RootMotionUse {
    /// It moves the entity's `Transform`. A `Transform` that the game changes is where the next
    /// step begins.
    #[default]
    Apply,
    /// It is only reported in [`RootMotion`]. The game moves the `Transform`, and the character
    /// stands there.
    Report,
}

/// A character that plays a bundle.
///
/// The entity's `Transform` is the character's place in the world, so an entity above it may not
/// move. A character enters the world in the first step after its bundle has loaded, and leaves it
/// when the component or its entity is removed.
#[derive(Component, Clone, Debug)]
#[require(Transform, RootMotion)]
pub struct Mutoscope {
    bundle: Handle<BundleAsset>,
    plays: Plays,
    seed: u64,
    /// What root motion does, from the next step on.
    pub root_motion: RootMotionUse,
    pub(crate) requests: Vec<Request>,
    pub(crate) is_teleported: bool,
    spelled: BTreeMap<Name, String>,
}

impl Mutoscope {
    /// A character that plays a pose graph.
    pub fn graph(bundle: Handle<BundleAsset>, graph: &str) -> Self {
        Self::new(bundle, Plays::Graph(graph.to_owned()))
    }

    /// A character that plays montages and clips without a graph.
    pub fn skeleton(bundle: Handle<BundleAsset>, skeleton: &str) -> Self {
        Self::new(bundle, Plays::Skeleton(skeleton.to_owned()))
    }

    /// A character with seed 0 whose root motion moves its `Transform`.
    pub fn new(bundle: Handle<BundleAsset>, plays: Plays) -> Self {
        Self {
            bundle,
            plays,
            seed: 0,
            root_motion: RootMotionUse::default(),
            requests: Vec::new(),
            is_teleported: false,
            spelled: BTreeMap::new(),
        }
    }

    /// The seed decides notifies with a chance below 1, and what nodes of the graph draw.
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets what root motion does.
    pub fn with_root_motion(self, root_motion: RootMotionUse) -> Self {
        Self {
            root_motion,
            ..self
        }
    }

    /// The bundle that the character plays.
    pub fn bundle(&self) -> &Handle<BundleAsset> {
        &self.bundle
    }

    /// What the character plays, as it was last asked for.
    pub fn plays(&self) -> &Plays {
        &self.plays
    }

    /// Seed that the character has, or will enter with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Plays another pose graph of the same skeleton from its start; parameters keep their values
    /// by name.
    pub fn play_graph(&mut self, graph: &str) {
        self.plays = Plays::Graph(graph.to_owned());
        let graph = self.spell(graph);
        self.ask(Request::PlayGraph { graph });
    }

    /// Sets a parameter of the graph. A bool is 0 or 1, an enum the index of its value; each
    /// component of a vector is a parameter of its own.
    pub fn set(&mut self, parameter: &str, value: f64) {
        let parameter = self.spell(parameter);
        self.ask(Request::SetParameter { parameter, value });
    }

    /// Starts a montage in place of the others of its group. A rate of 1 is its own pace, a
    /// negative one plays it backwards from its end.
    pub fn play_montage(&mut self, montage: &str, rate: f32) {
        let montage = self.spell(montage);
        self.ask(Request::play(montage, rate));
    }

    /// Stops a montage, which blends out as it says itself.
    pub fn stop_montage(&mut self, montage: &str) {
        let montage = Some(self.spell(montage));
        self.ask(Request::StopMontage {
            montage,
            blend_out: None,
        });
    }

    /// Stops all montages, which blend out as they say themselves.
    pub fn stop_montages(&mut self) {
        self.ask(Request::StopMontage {
            montage: None,
            blend_out: None,
        });
    }

    /// Any request of the runtime. Requests count in their order, in the next step; before the
    /// character has entered, they wait for it.
    pub fn ask(&mut self, request: Request) {
        self.requests.push(request);
    }

    /// The change of the `Transform` since the last step is a jump to another place: the pose
    /// ignores the movement.
    pub fn teleport(&mut self) {
        self.is_teleported = true;
    }

    /// The spelling of a name that was passed to this component.
    pub(crate) fn spelling(&self, name: Name) -> Option<&str> {
        self.spelled.get(&name).map(String::as_str)
    }

    fn spell(&mut self, text: &str) -> Name {
        let name = Name::new(text);
        self.spelled.entry(name).or_insert_with(|| text.to_owned());
        name
    }
}

/// The root motion of a character in its last step.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct RootMotion {
    /// Movement in the step, in the frame of the character at the start of the step. Metres.
    pub delta: Transform,
    /// Where the character stands after the step, in the world. Metres.
    pub placement: Transform,
}
