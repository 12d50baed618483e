//! One character and its evaluator, without anything of Godot.

use crate::happening::Happening;
use anim::{Graph, Library, Name, Request, Skeleton, Store, Transform, instance::Posed};
use engine::{CharacterId, EngineInput, Evaluator, WorkerMode};
use std::sync::Arc;

const CHARACTER: CharacterId = 0;

/// A character that plays a graph of a bundle.
pub struct Session {
    evaluator: Evaluator,
    graph: Arc<Graph>,
    /// Inputs of the next step.
    inputs: Vec<EngineInput>,
}

/// The library of a bundle, every byte of which is checked. The error says what to do.
pub fn read(path: &str, bytes: &[u8]) -> Result<Arc<Library>, String> {
    let bundle = bundle::read(Store::of(bytes), bytes.len());
    let bundle = bundle.map_err(|error| format!("{path}: {error}"))?;
    Ok(bundle.library)
}

/// A graph by its name, or the first one without a name. The error names the graphs that there are.
pub fn graph_of<'a>(library: &'a Library, name: &str) -> Result<&'a Arc<Graph>, String> {
    let found = if name.is_empty() {
        library.graphs.first()
    } else {
        library.graph(Name::new(name))
    };
    found.ok_or_else(|| {
        let known = library
            .graphs
            .iter()
            .map(|it| library.names.text(it.name()));
        let known = known.collect::<Vec<_>>().join(", ");
        format!("the bundle has no graph “{name}”; it has: {known}")
    })
}

impl Session {
    /// A character that enters in the first step.
    pub fn new(library: Arc<Library>, graph: &str, seed: u64) -> Result<Self, String> {
        let graph = graph_of(&library, graph)?.clone();
        let mut session = Self {
            evaluator: Evaluator::new(WorkerMode::Inline, library),
            graph,
            inputs: Vec::new(),
        };
        session.inputs.push(EngineInput::AddCharacter {
            character: CHARACTER,
            skeleton: session.graph.skeleton(),
            seed,
        });
        let graph = session.graph.name();
        session.ask(Request::PlayGraph { graph });
        Ok(session)
    }

    /// Asks the character for something in the next step.
    pub fn ask(&mut self, request: Request) {
        self.inputs.push(EngineInput::Request {
            character: CHARACTER,
            request,
        });
    }

    /// Sets where the next step begins, in the world.
    pub fn place(&mut self, placement: Transform) {
        self.inputs.push(EngineInput::Place {
            character: CHARACTER,
            placement,
        });
    }

    /// Puts the character elsewhere; its pose ignores the movement.
    pub fn teleport(&mut self, placement: Transform) {
        self.inputs.push(EngineInput::Teleport {
            character: CHARACTER,
            placement,
        });
    }

    /// The character stands there whatever its root motion is; None lets it go.
    pub fn carry(&mut self, placement: Option<Transform>) {
        self.inputs.push(EngineInput::Carry {
            character: CHARACTER,
            placement,
        });
    }

    /// One step of so many seconds. Returns why requests were refused.
    pub fn step(&mut self, seconds: f64) -> Vec<String> {
        let refused = self.evaluator.step(seconds, &self.inputs);
        self.inputs.clear();
        refused.iter().map(|it| it.why.to_string()).collect()
    }

    /// What fired in the last step.
    pub fn happenings(&self) -> Vec<Happening> {
        let library = self.evaluator.library();
        let fired = self.evaluator.events(CHARACTER).iter();
        let fired = fired.filter(|event| event.fired());
        fired
            .filter_map(|event| Happening::of(library, event))
            .collect()
    }

    /// The pose of the last step; None before the first one.
    pub fn posed(&self) -> Option<&Posed> {
        self.evaluator.shown(CHARACTER)
    }

    /// Where the character stands after the last step, in the world, and its root motion in that
    /// step, in the frame of the character at its start. Metres.
    pub fn placement(&self) -> Option<(&Transform, &Transform)> {
        self.evaluator.placement(CHARACTER)
    }

    /// The skeleton of the graph; None of a graph whose skeleton the bundle does not have.
    pub fn skeleton(&self) -> Option<&Arc<Skeleton>> {
        self.library().skeleton(self.graph.skeleton())
    }

    /// Everything that the bundle has.
    pub fn library(&self) -> &Arc<Library> {
        self.evaluator.library()
    }
}
