//! The row of a character after a tick, as a row of JSON and as lines for people.

use crate::{
    Failure, Io,
    event_row::{self, EventRow, event_row},
    graph_row::{self, GraphRow},
    json::{self, TransformRow},
    refused_row::{RefusedRow, refused_row},
    share_row::{self, ShareRow},
    task_row::{TaskRow, task_rows},
};
use anim::{
    Event, Name, Names,
    event::EventReason,
    instance::{MontageState, Posed, Standing},
};
use engine::{CharacterId, Evaluator, InputRefusal};
use scenario::{
    script::{FIRST, Script},
    tasks::Tasks,
};
use serde::Serialize;

/// A character after a tick.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TickRow {
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
    /// Events received by tasks that wait for a montage.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MontageRow {
    name: String,
    instance: u32,
    section: String,
    position: f64,
    weight: f32,
    playing: bool,
    /// Reason why playback does not advance: paused, held at an end, or stopped by a rate of 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    stands: Option<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RootMotionRow {
    /// Root motion of the tick, in the frame of the root at its start.
    delta: TransformRow,
    /// World transform of the character after the tick.
    placement: TransformRow,
}

/// The row of one character after a tick. None when it does not exist. What was refused to a
/// character that is not there stands with the first.
pub fn row(
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
    let is_own = |refused: &&InputRefusal| match refused.input.character() {
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
        tasks: task_rows(tasks, character),
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

/// Writes the row in lines for people.
pub fn print(tick: &TickRow, io: &mut Io<'_>) -> Result<(), Failure> {
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
        writeln!(io.out, "      {}", event_row::text(event))?;
    }
    Ok(())
}
