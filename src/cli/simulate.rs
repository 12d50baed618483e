//! `simulate`: plays a script tick by tick and prints what happens. Invariant: a project and the
//! bundle made of it print the same lines.

use crate::{
    Failure, Io,
    args::SimulateArgs,
    find,
    graph_row::{self, GraphRow},
    json::{self, TransformRow},
    load::{self, Loaded},
    payload_row,
    root_limit::RootLimits,
    script::{self, Added, Asked, Script, Timed},
    share_row::{self, ShareRow},
    tasks::{TaskRow, Tasks},
};
use anim::{
    Event, Graph, Library, Name, Names, Request,
    event::{Cause, EventReason, Phase, Source, Warped},
    instance::{MontageState, Posed, Standing},
};
use asset::AssetKind;
use engine::{
    CharacterId, EngineInput, Evaluator, InputRefusal, Recording, WorkerMode,
    streaming::{Streaming, StreamingSettings},
};
use serde::Serialize;
use serde_json::{Map, Value};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};
use studio::TickSteps;

/// The character of every script.
pub const FIRST: CharacterId = 0;
const REPLAY_WORKERS: usize = 2;
/// Seconds that a simulation goes on after its last request when nothing else is said.
pub const LINGER: f64 = 5.0;
/// Requests that are due this little after a tick's start, in seconds, are made in it: sums of
/// steps differ by less.
const SLACK: f64 = 1e-9;

#[derive(Serialize)]
struct TickRow {
    tick: u64,
    /// The character's number in the order of adding. None unless the script adds characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    character: Option<CharacterId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Seconds at the tick's end.
    time: f64,
    montages: Vec<MontageRow>,
    /// The pose graph of the character. None when it plays none of the library.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<GraphRow>,
    events: Vec<EventRow>,
    root: RootMotionRow,
    /// What tasks heard, which wait for a montage.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tasks: Vec<TaskRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<RefusedRow>,
    /// The shares of the bone that was asked for. None when nobody asks or the character lacks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    shares: Option<Vec<ShareRow>>,
    /// Whether a frame is held because its own has not come.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stalled: bool,
    pose: String,
}

#[derive(Serialize)]
struct MontageRow {
    name: String,
    instance: u32,
    section: String,
    position: f64,
    weight: f32,
    playing: bool,
    /// Why it does not move: paused, held at an end, or stopped by a rate of 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    stands: Option<&'static str>,
}

#[derive(Serialize)]
struct EventRow {
    time: f64,
    phase: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    looped: Option<bool>,
    /// How much was left out. None for events that leave nothing out.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u32>,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    socket: Option<String>,
    /// The class of a notify. None for a notify without one, and for other events.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    /// Values by fields of the class.
    #[serde(skip_serializing_if = "Option::is_none")]
    payload: Option<Map<String, Value>>,
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<u32>,
    asset: String,
    position: f64,
    weight: f32,
    reason: &'static str,
    /// What brought the end or the change about.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
    /// The numbers that the reason or the cause compared, by what they are.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    compared: BTreeMap<&'static str, f32>,
    /// Seconds, whose meaning depends on the phase. A begin has how long the state lasts, a tick
    /// its time, a start how long the montage takes, a blend-out how long that takes, and an
    /// overflow what is left. None for 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f32>,
    branching: bool,
}

#[derive(Serialize)]
struct RootMotionRow {
    /// Root motion of the tick, in the frame of the root at its start.
    delta: TransformRow,
    /// Where the character stands in the world after the tick.
    placement: TransformRow,
}

/// A request that was refused, and why.
#[derive(Serialize)]
pub struct RefusedRow {
    /// What was asked for, as scripts spell it.
    pub request: &'static str,
    /// A sentence for people.
    pub why: String,
}

/// Plays a script on a project or a bundle and prints a line, or a row of JSON, for each tick and
/// character. An error when something in the script is unknown, when it would take more than 50
/// million ticks, or when a replay that was asked for comes out differently.
pub fn run_simulate(args: &SimulateArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let mut streaming = streaming(args)?;
    let library = match &streaming {
        Some(streaming) => streaming.library().clone(),
        None => library(&args.file, io)?,
    };
    let script = script::read(&args.script)?;
    warn_of_additive(&library, &script, io)?;
    let mut evaluator = Evaluator::new(
        if args.pipelined {
            workers()?
        } else {
            WorkerMode::Inline
        },
        library.clone(),
    );
    evaluator.set_pipelined(args.pipelined);
    evaluator.ask_why(args.why);
    let limits = Arc::new(RootLimits::default());
    if script
        .requests
        .iter()
        .any(|timed| matches!(timed.request, Asked::LimitRootMotion(_)))
    {
        evaluator.set_root_motion_modifier(Some(limits.clone()));
    }
    let first = skeleton(&library, &script)?;
    let last = script.requests.last().map_or(0.0, |timed| timed.at);
    let duration = args.duration.unwrap_or(last + LINGER);
    refuse_endless(args, duration)?;
    let mut due = script.requests.iter().peekable();
    let mut recording = args.replay.then(|| Recording::new(&evaluator));
    let (mut told, mut solved) = (BTreeSet::new(), graph_row::Known::default());
    let asked = (args.why, share_row::bone(args.share.as_deref(), &library)?);
    let (mut most, mut is_starved) = (0, false);
    let (mut tasks, mut clock, mut tick) = (Tasks::default(), TickClock::new(args, &script), 0);
    while clock.start < duration - SLACK {
        let mut inputs = Vec::new();
        if tick == 0 {
            inputs.push(EngineInput::AddCharacter {
                character: FIRST,
                skeleton: first,
                seed: script.seed,
            });
        }
        while let Some(timed) = due.next_if(|timed| clock.start >= timed.at - SLACK) {
            if let Asked::LimitRootMotion(limit) = timed.request {
                limits.set(timed.character, limit);
            }
            ask(
                timed,
                &evaluator,
                first,
                (&mut tasks, clock.start),
                &mut inputs,
            )?;
        }
        let dt = clock.steps.next(clock.start);
        if let Some(streaming) = &mut streaming {
            let status = streaming.finish_loading();
            most = most.max(status.here);
            is_starved |= status.is_starved;
        }
        let before = seen(&evaluator);
        let refused = evaluator.step(dt, &inputs);
        if args.pipelined {
            land(&mut evaluator, &before, tick)?;
        }
        tasks.hear(&evaluator, &refused, clock.start);
        if let Some(recording) = &mut recording {
            recording.add(dt, &inputs, &evaluator);
        }
        for character in evaluator.characters() {
            let tick = row(
                (tick, character),
                &evaluator,
                &refused,
                &tasks,
                (&script, asked),
                &mut solved,
            );
            let tick = tick.ok_or_else(|| Failure::input("skeleton not found"))?;
            if args.json {
                json::write(io, &tick)?
            } else {
                print(&tick, io)?
            }
        }
        tasks.forget();
        warn_of_faults(&evaluator, &mut told, io)?;
        tick += 1;
        clock.go_on(tick, dt);
    }
    if let Some(streaming) = &streaming {
        print_streaming(streaming, (most, is_starved), io)?;
    }
    recording.map_or(Ok(()), |recording| replay(&recording, io))
}

/// The most ticks that are played: some days of play.
const MOST_TICKS: f64 = 50e6;

fn refuse_endless(args: &SimulateArgs, duration: f64) -> Result<(), Failure> {
    let ticks = args.dt.count(duration);
    if ticks <= MOST_TICKS {
        return Ok(());
    }
    let text = format!(
        "{duration} s are {ticks:.0} ticks, but the limit is {MOST_TICKS:.0}. Use longer steps (--dt) or a shorter --duration, or check the times in the script."
    );
    Err(Failure::Input(text))
}

/// What readers are shown of each character.
fn seen(evaluator: &Evaluator) -> Vec<(CharacterId, Option<u64>)> {
    let pose = |id: CharacterId| evaluator.shown(id).map(|posed| posed.pose().hash());
    evaluator.characters().map(|id| (id, pose(id))).collect()
}

/// The end of a step, until which readers see the one `before`.
fn land(
    evaluator: &mut Evaluator,
    before: &[(CharacterId, Option<u64>)],
    tick: u64,
) -> Result<(), Failure> {
    let now = seen(evaluator);
    let is_changed = |it: &&(CharacterId, Option<u64>)| {
        before.iter().any(|known| known.0 == it.0 && known != *it)
    };
    if let Some((character, _)) = now.iter().find(is_changed) {
        let text =
            format!("character {character} showed a newer pose while tick {tick} was evaluated.");
        return Err(Failure::Input(text));
    }
    evaluator.finish_step();
    Ok(())
}

fn streaming(args: &SimulateArgs) -> Result<Option<Streaming>, Failure> {
    let Some(budget) = args.stream else {
        return Ok(None);
    };
    let settings = StreamingSettings {
        budget: budget.saturating_mul(1024),
        chunk: args.chunk,
        shortest: 2.0 * args.chunk,
    };
    Ok(Some(files::stream(&args.file, settings)?))
}

/// `most` bytes were here at once.
fn print_streaming(
    streaming: &Streaming,
    (most, is_starved): (usize, bool),
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let status = streaming.status();
    let (count, kib) = (streaming.count(), most as f64 / 1024.0);
    let clips = if count == 1 {
        "1 clip streamed".to_owned()
    } else {
        format!("{count} clips streamed")
    };
    let held = if status.stalls == 1 {
        "1 frame was held".to_owned()
    } else {
        format!("{} frames were held", status.stalls)
    };
    writeln!(
        io.err,
        "{clips} in chunks: up to {kib:.1} KiB of keys in memory, {held}."
    )?;
    if is_starved {
        writeln!(
            io.err,
            "warning: the clips that play together do not fit in --stream KIB. Raise --stream, or use a shorter --chunk."
        )?;
    }
    if let Some(failure) = status.failure {
        writeln!(io.err, "warning: {failure}")?;
    }
    Ok(())
}

/// Tells when ticks start, with the jitter and the hitches that the arguments ask for.
struct TickClock {
    steps: TickSteps,
    /// When the next tick starts, in seconds.
    start: f64,
}

impl TickClock {
    fn new(args: &SimulateArgs, script: &Script) -> Self {
        let steps = args
            .dt
            .clone()
            .with_jitter(args.jitter, script.seed)
            .with_hitches(&args.hitch);
        Self { steps, start: 0.0 }
    }

    /// Goes on to the start of the tick that follows one of `dt` seconds. With steps that are all
    /// alike it is a multiple of the step, so that no rounding errors add up.
    fn go_on(&mut self, tick: u64, dt: f64) {
        self.start = self
            .steps
            .even()
            .map_or(self.start + dt, |step| tick as f64 * step);
    }
}

/// Adds to `inputs` what a request means to the engine. `first` is the first character's skeleton;
/// `now`, in seconds, is when tasks begin and end.
pub fn ask(
    timed: &Timed,
    evaluator: &Evaluator,
    first: Name,
    (tasks, now): (&mut Tasks, f64),
    inputs: &mut Vec<EngineInput>,
) -> Result<(), Failure> {
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
) -> Result<(), Failure> {
    let graph = added.graph.as_deref().map(|name| {
        let known = || {
            library
                .graphs
                .iter()
                .map(|graph| library.names.text(graph.name()).to_owned())
        };
        library
            .graph(Name::new(name))
            .ok_or_else(|| find::missing(AssetKind::Graph, name, known()))
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

/// What nodes told while they played, and what became of nothing, each once.
fn warn_of_faults(
    evaluator: &Evaluator,
    told: &mut BTreeSet<String>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    for character in evaluator.characters() {
        let playing = evaluator
            .instance(character)
            .map(|it| it.graph())
            .zip(evaluator.proxy(character));
        let Some((graph, proxy)) = playing else {
            continue;
        };
        if let Some(fault) = proxy.root_motion_fault() {
            let line = format!("root motion of character {character} is unchanged: {fault}.");
            if told.insert(line.clone()) {
                writeln!(io.err, "warning: {line}")?;
            }
        }
        for (node, fault) in proxy.state().faults() {
            let names = &evaluator.library().names;
            let line = format!(
                "{}, node “{}”: {fault}.",
                names.text(graph.name()),
                names.text(graph.node_name(*node))
            );
            if told.insert(line.clone()) {
                writeln!(io.err, "warning: {line}")?;
            }
        }
    }
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

fn workers() -> Result<WorkerMode, Failure> {
    let why = "cannot start worker threads, which this option needs.";
    WorkerMode::workers(REPLAY_WORKERS).ok_or_else(|| Failure::input(why))
}

/// Replays the recording on this thread and on workers, from every state that was kept.
fn replay(recording: &Recording, io: &mut Io<'_>) -> Result<(), Failure> {
    for mode in [WorkerMode::Inline, workers()?] {
        for from in recording.kept() {
            recording.replay(mode.clone(), from).map_err(|differs| {
                let tick = differs.tick;
                Failure::Input(format!(
                    "tick {tick} differs when replayed from tick {from}."
                ))
            })?;
        }
    }
    let count = recording.len();
    writeln!(
        io.err,
        "replayed {count} ticks, inline and on {REPLAY_WORKERS} workers: identical."
    )?;
    Ok(())
}

/// Warns of additive clips that are played by themselves, where a full pose is expected.
fn warn_of_additive(library: &Library, script: &Script, io: &mut Io<'_>) -> Result<(), Failure> {
    let played = script
        .requests
        .iter()
        .filter_map(|timed| match &timed.request {
            Asked::Request(Request::PlayClip { clip, .. } | Request::FadeToClip { clip, .. }) => {
                library.clip(*clip).filter(|clip| clip.additive.is_some())
            }
            _ => None,
        });
    let names: BTreeSet<&str> = played.map(|clip| library.names.text(clip.name)).collect();
    for name in names {
        writeln!(
            io.err,
            "warning: the clip “{name}” is additive and plays on the reference pose."
        )?;
    }
    Ok(())
}

/// The compiled library of a project or a source file, or the one in a bundle. Warnings and errors
/// of the compilation go to `io.err`.
pub fn library(file: &Path, io: &mut Io<'_>) -> Result<Arc<Library>, Failure> {
    match load::load(file, io)? {
        Loaded::Bundle(bundle) => Ok(bundle.library),
        Loaded::Authored { project, .. } => {
            let compiled = files::compile(
                &project,
                &mut asset::Cache::default(),
                &files::ClipCache::of_user(),
            );
            load::print_diagnostics(&project, &compiled.diagnostics, io)?;
            Ok(compiled.library)
        }
    }
}

fn named_skeleton(library: &Library, name: &str) -> Result<Name, Failure> {
    let found = library
        .skeleton(Name::new(name))
        .map(|skeleton| skeleton.name);
    let refusal = || {
        format!(
            "skeleton “{name}” does not exist. Available skeletons: “{}”.",
            skeleton_names(library)
        )
    };
    found.ok_or_else(|| Failure::Input(refusal()))
}

fn skeleton_names(library: &Library) -> String {
    library
        .skeletons
        .iter()
        .map(|skeleton| library.names.text(skeleton.name))
        .collect::<Vec<_>>()
        .join("”, “")
}

/// The one that the script names, else the one that the first asset of its first character was made
/// for, else the only one.
pub fn skeleton(library: &Library, script: &Script) -> Result<Name, Failure> {
    if let Some(name) = &script.character {
        return named_skeleton(library, name);
    }
    let mut own = script
        .requests
        .iter()
        .filter(|timed| timed.character == FIRST);
    let of_asset = own.find_map(|timed| match &timed.request {
        Asked::Request(Request::PlayGraph { graph }) => {
            library.graph(*graph).map(|graph| graph.skeleton())
        }
        Asked::Request(Request::PlayMontage { montage, .. })
        | Asked::Task {
            play: Request::PlayMontage { montage, .. },
            ..
        } => library.montage(*montage).map(|it| it.skeleton),
        Asked::Request(Request::PlayClip { clip, .. } | Request::FadeToClip { clip, .. }) => {
            library.clip(*clip).map(|clip| clip.skeleton)
        }
        _ => None,
    });
    match (of_asset, &library.skeletons[..]) {
        (Some(name), _) => Ok(name),
        (None, [only]) => Ok(only.name),
        (None, []) => Err(Failure::input("the file has no skeleton to play on.")),
        (None, _) => {
            let known = skeleton_names(library);
            let unknown = unknown_asset(library, script);
            let unknown = unknown.map_or_else(String::new, |what| {
                format!("the script uses {what}, which does not exist; ")
            });
            Err(Failure::Input(format!(
                "{unknown}add `\"character\": \"SKELETON\"` to the script. Available skeletons: “{known}”."
            )))
        }
    }
}

/// The first that a script plays and that is not there.
fn unknown_asset(library: &Library, script: &Script) -> Option<String> {
    let told = |kind: &str, name: Name| Some(format!("{kind} “{}”", script.text(name)?));
    script
        .requests
        .iter()
        .find_map(|timed| match &timed.request {
            Asked::Request(Request::PlayGraph { graph }) if library.graph(*graph).is_none() => {
                told("graph", *graph)
            }
            Asked::Request(Request::PlayMontage { montage, .. })
            | Asked::Task {
                play: Request::PlayMontage { montage, .. },
                ..
            } if library.montage(*montage).is_none() => told("montage", *montage),
            Asked::Request(Request::PlayClip { clip, .. } | Request::FadeToClip { clip, .. })
                if library.clip(*clip).is_none() =>
            {
                told("clip", *clip)
            }
            _ => None,
        })
}

/// The row of one character after a tick. None when it does not exist. What was refused to a
/// character that is not there stands with the first.
fn row(
    (tick, character): (u64, CharacterId),
    evaluator: &Evaluator,
    refused: &[InputRefusal],
    tasks: &Tasks,
    (script, (is_why_asked, share)): (&Script, (bool, Option<Name>)),
    solved: &mut graph_row::Known,
) -> Option<TickRow> {
    let (instance, library) = (evaluator.instance(character)?, evaluator.library());
    let names = &library.names;
    let is_one_of_several = script.names.len() > 1;
    let is_own = |refused: &&InputRefusal| match refused_to(refused) {
        Some(whom) if evaluator.instance(whom).is_some() => whom == character,
        _ => character == FIRST,
    };
    let graph = instance.graph().name();
    let is_shown = |event: &&Event| is_why_asked || event.reason == EventReason::Fired;
    Some(TickRow {
        tick,
        character: is_one_of_several.then_some(character),
        name: script.names.get(character as usize).cloned().flatten(),
        time: instance.clock(),
        montages: instance
            .montage_states()
            .map(|state| montage_row(&state, names))
            .collect(),
        graph: graph_row::row(evaluator, character, is_why_asked, solved),
        events: instance
            .events()
            .iter()
            .filter(is_shown)
            .map(|event| event_row(event, graph, library))
            .collect(),
        root: RootMotionRow {
            delta: json::row(instance.root_delta()),
            placement: json::row(instance.placement()),
        },
        tasks: tasks.rows(character),
        refused: refused
            .iter()
            .filter(is_own)
            .filter_map(refused_row)
            .collect(),
        shares: share.and_then(|bone| share_row::rows(evaluator, character, bone)),
        stalled: evaluator.shown(character).is_some_and(Posed::is_stalled),
        pose: evaluator.proxy(character).map_or(String::new(), |proxy| {
            format!("{:016x}", proxy.pose().hash())
        }),
    })
}

fn montage_row(state: &MontageState, names: &Names) -> MontageRow {
    MontageRow {
        name: names.text(state.montage).to_owned(),
        instance: state.instance,
        section: names.text(state.section).to_owned(),
        position: state.position,
        weight: state.weight,
        playing: state.playing,
        stands: match state.standing {
            Standing::Paused => Some("paused"),
            Standing::Held => Some("held"),
            Standing::Plays if state.rate == 0.0 => Some("hit_stop"),
            Standing::Plays => None,
        },
    }
}

/// `graph` is what the character plays.
fn event_row(event: &Event, graph: Name, library: &Library) -> EventRow {
    let (names, payload) = (&library.names, library.payload(event));
    let (phase, interrupted, looped) = phase(event.phase);
    let (source, instance) = match event.source {
        Source::Montage(instance) => ("montage", Some(instance)),
        Source::Segment(instance, _) => ("segment", Some(instance)),
        Source::Node(_) if event.asset == graph => ("graph", None),
        Source::Node(_) => ("clip", None),
    };
    EventRow {
        time: event.time,
        phase,
        interrupted,
        looped,
        count: match event.phase {
            Phase::TurnsLeftOut { count } | Phase::HitsLeftOut { count } => Some(count),
            _ => None,
        },
        name: names.text(event.name).to_owned(),
        socket: (event.socket != Name::NONE).then(|| names.text(event.socket).to_owned()),
        class: payload.map(|payload| names.text(payload.class().name).to_owned()),
        payload: payload.map(|payload| payload_row::of(&payload, names)),
        source,
        instance,
        asset: names.text(event.asset).to_owned(),
        position: event.position,
        weight: event.weight,
        reason: reason(event.reason),
        cause: cause(event.cause),
        compared: compared(event),
        seconds: (event.seconds != 0.0).then_some(event.seconds),
        branching: event.branching,
    }
}

/// The word for a phase, whether it was interrupted, and whether its section looped. None where
/// that has no meaning.
pub fn phase(phase: Phase) -> (&'static str, Option<bool>, Option<bool>) {
    match phase {
        Phase::Notify => ("notify", None, None),
        Phase::Begin => ("begin", None, None),
        Phase::Tick => ("tick", None, None),
        Phase::End => ("end", None, None),
        Phase::Started => ("started", None, None),
        Phase::BlendingOut { interrupted } => ("blending_out", Some(interrupted), None),
        Phase::BlendedIn => ("blended_in", None, None),
        Phase::Ended { interrupted } => ("ended", Some(interrupted), None),
        Phase::Section { looped } => ("section", None, Some(looped)),
        Phase::Jumped => ("jumped", None, None),
        Phase::SubstepOverflow => ("substep_overflow", None, None),
        Phase::TurnsLeftOut { .. } => ("turns_left_out", None, None),
        Phase::HitsLeftOut { .. } => ("hits_left_out", None, None),
        Phase::TimeLeftOut => ("time_left_out", None, None),
        Phase::Warp(warped) => (warp_word(warped), None, None),
    }
}

fn warp_word(warped: Warped) -> &'static str {
    match warped {
        Warped::Waiting => "warp_waiting",
        Warped::Active => "warp_active",
        Warped::Reactivated => "warp_reactivated",
        Warped::Disabled => "warp_disabled",
        Warped::Ended => "warp_ended",
        Warped::Left => "warp_left",
        Warped::Arrived => "warp_arrived",
        Warped::Missed => "warp_missed",
    }
}

fn reason(reason: EventReason) -> &'static str {
    match reason {
        EventReason::Fired => "fired",
        EventReason::Weight => "weight",
        EventReason::SlotWeight => "slot_weight",
        EventReason::SlotNotEvaluated => "slot_not_evaluated",
        EventReason::Chance => "chance",
        EventReason::Lod => "lod",
        EventReason::Follower => "follower",
        EventReason::Muted => "muted",
        EventReason::Server => "server",
        EventReason::Filtered => "filtered",
        EventReason::JumpedOver => "jumped_over",
        EventReason::SkippedByJump => "skipped_by_jump",
        EventReason::SectionElsewhere => "section_elsewhere",
        EventReason::Interrupted => "interrupted",
        EventReason::Paused => "paused",
        EventReason::Scrubbed => "scrubbed",
        EventReason::TornDown => "torn_down",
        EventReason::TargetMissing => "target_missing",
        EventReason::TargetNotFinite => "target_not_finite",
        EventReason::NoRootMotion => "no_root_motion",
        EventReason::SpeedClamp => "speed_clamp",
        EventReason::RotationRate => "rotation_rate",
        EventReason::Overridden => "overridden",
        EventReason::Blended => "blended",
    }
}

fn cause(cause: Cause) -> Option<&'static str> {
    Some(match cause {
        Cause::None => return None,
        Cause::Time => "time",
        Cause::Branch => "branch",
        Cause::Request => "request",
        Cause::Group => "group",
        Cause::RootMotion => "root_motion",
        Cause::Filter => "filter",
        Cause::Montage => "montage",
        Cause::Leader => "leader",
        Cause::Edit => "edit",
        Cause::TearDown => "tear_down",
    })
}

/// What was compared, by its names.
fn compared(event: &Event) -> BTreeMap<&'static str, f32> {
    let names = match (event.reason.compares(), event.phase, event.cause) {
        (Some(names), ..) => names,
        (None, Phase::BlendingOut { .. }, Cause::Time) => ["to_go", "trigger"],
        (None, Phase::Warp(Warped::Arrived), _) => ["off_metres", "off_radians"],
        _ => return BTreeMap::new(),
    };
    names.into_iter().zip(event.values).collect()
}

fn refused_to(refused: &InputRefusal) -> Option<CharacterId> {
    match refused.input {
        EngineInput::Request { character, .. }
        | EngineInput::Follow { character, .. }
        | EngineInput::Teleport { character, .. }
        | EngineInput::FollowMontage { character, .. }
        | EngineInput::FollowWarpTarget { character, .. }
        | EngineInput::CopyPose { character, .. } => Some(character),
        _ => None,
    }
}

/// The row of a refused input. None for inputs that no script asks for.
pub fn refused_row(refused: &InputRefusal) -> Option<RefusedRow> {
    let request = match &refused.input {
        EngineInput::Request { request, .. } => word(request),
        EngineInput::Follow { .. } => "follow",
        EngineInput::Teleport { .. } => "teleport",
        EngineInput::CopyPose { .. } => "copy_pose",
        EngineInput::FollowMontage { .. } => "follow_montage",
        EngineInput::SetGround { .. } => "set_ground",
        EngineInput::FollowWarpTarget { .. } => "set_warp_target",
        _ => return None,
    };
    Some(RefusedRow {
        request,
        why: refused.why.to_string(),
    })
}

/// The word for a request as scripts spell it.
fn word(request: &Request) -> &'static str {
    match request {
        Request::PlayMontage { .. } => "play_montage",
        Request::StopMontage { .. } => "stop_montage",
        Request::StopGroup { .. } => "stop_group",
        Request::FollowMontage { .. } => "follow_montage",
        Request::DisableRootMotion { .. } => "disable_root_motion",
        Request::SetRootMotionMode { .. } => "set_root_motion_mode",
        Request::SetTimeDilation { .. } => "set_time_dilation",
        Request::SetDedicatedServer { .. } => "set_dedicated_server",
        Request::FilterNotifies { .. } => "filter_notifies",
        Request::MergeStates { .. } => "merge_states",
        Request::SectionEndNeedsTime { .. } => "section_end_needs_time",
        Request::JumpToSection { .. } => "jump_to_section",
        Request::SetNextSection { .. } => "set_next_section",
        Request::Pause { .. } => "pause",
        Request::Resume { .. } => "resume",
        Request::SetPosition { .. } => "set_position",
        Request::Scrub { .. } => "scrub",
        Request::ForcePosition { .. } => "force_position",
        Request::SetPlayRate { .. } => "set_play_rate",
        Request::SetLod { .. } => "set_lod",
        Request::PlayClip { .. } => "play_clip",
        Request::FadeToClip { .. } => "fade_to_clip",
        Request::StopClip => "stop_clip",
        Request::PlayGraph { .. } => "play_graph",
        Request::SetParameter { .. } => "set_parameter",
        Request::TellLive(_) => "tell_live",
        Request::SetExternal { .. } => "set_external",
        Request::SnapshotPose { .. } => "snapshot_pose",
        Request::SetWarpTarget { .. } => "set_warp_target",
        Request::RemoveWarpTarget { .. } => "remove_warp_target",
    }
}

fn print(tick: &TickRow, io: &mut Io<'_>) -> Result<(), Failure> {
    write!(io.out, "{:>5} {:9.4} s", tick.tick, tick.time)?;
    if let Some(character) = tick.character {
        let name = tick
            .name
            .as_ref()
            .map_or(String::new(), |name| format!(" {name}"));
        write!(io.out, "  [{character}{name}]")?;
    }
    for montage in &tick.montages {
        let (name, section) = (&montage.name, &montage.section);
        write!(
            io.out,
            "  {name}/{section} {:.4} s, weight {:.3}",
            montage.position, montage.weight
        )?;
        if let Some(stands) = montage.stands {
            write!(io.out, ", {}", stands.replace('_', "-"))?;
        }
    }
    if let Some(graph) = &tick.graph {
        write!(io.out, "{}", graph_row::text(graph))?;
    }
    if tick.stalled {
        write!(io.out, "  held: keys are still loading")?;
    }
    writeln!(io.out)?;
    for line in tick.graph.iter().flat_map(graph_row::lines) {
        writeln!(io.out, "      {line}")?;
    }
    for line in tick
        .shares
        .iter()
        .flat_map(|shares| share_row::lines(shares))
    {
        writeln!(io.out, "      {line}")?;
    }
    for TaskRow {
        montage,
        told,
        time,
    } in &tick.tasks
    {
        writeln!(io.out, "      task {montage}: {told} at {time:.4} s")?;
    }
    for refused in &tick.refused {
        writeln!(io.out, "      refused {}: {}", refused.request, refused.why)?;
    }
    for event in &tick.events {
        let EventRow {
            phase,
            name,
            asset,
            position,
            reason,
            ..
        } = event;
        let socket = event
            .socket
            .as_ref()
            .map_or(String::new(), |socket| format!(" @ {socket}"));
        let carried = event.class.as_ref().zip(event.payload.as_ref());
        let carried = carried.map_or(String::new(), |(class, payload)| {
            format!(" [{}]", payload_row::text(class, payload))
        });
        let why = event.cause.unwrap_or(reason);
        let compared: Vec<String> = event
            .compared
            .iter()
            .map(|(what, value)| format!("{what} {value:.4}"))
            .collect();
        let compared = if compared.is_empty() {
            String::new()
        } else {
            format!(": {}", compared.join(", "))
        };
        writeln!(
            io.out,
            "      {phase} {name}{socket} at {position:.4} s of {asset} ({why}{compared}){carried}"
        )?;
    }
    Ok(())
}
