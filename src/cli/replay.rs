//! `replay`: plays sessions again, with their own assets or with edited ones, and lists what
//! differs.

use crate::{Failure, Io, args::ReplayArgs, json, script::library, session_file};
use anim::{Library, Names, event::Phase};
use engine::{RecordedSession, WorkerMode};
use serde::Serialize;
use session::{ComparisonSpan, EventDifference, EventOutcome, SessionComparison, compare};
use std::{path::Path, sync::Arc, thread};
use words::{noun, tr};

/// Rows of one kind that are printed for people.
const MOST_LINES: usize = 20;

/// What a replay of one session found.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ReplayReport {
    file: String,
    /// Index of the first tick that was compared, and of the end.
    from: u64,
    to: u64,
    is_equal: bool,
    /// Index of the first tick that gave anything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<u64>,
    /// Number of ticks that gave anything else.
    differing: u64,
    poses: Vec<PoseDifferenceRow>,
    roots: Vec<RootDifferenceRow>,
    events: Vec<EventDifferenceRow>,
    machines: Vec<MachineDifferenceRow>,
    /// Inputs that are refused now and were not before.
    refused: Vec<NewRefusalRow>,
    parameters: Vec<NumberDifferenceRow>,
    curves: Vec<NumberDifferenceRow>,
}

/// A bone where it is farthest away, in component space.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PoseDifferenceRow {
    character: u32,
    bone: String,
    /// Metres, at `tick`.
    distance: f64,
    tick: u64,
    /// Degrees, at `angle_tick`.
    angle: f64,
    angle_tick: u64,
}

/// A character where it stands farthest away, in world space.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RootDifferenceRow {
    character: u32,
    /// Metres, at `tick`.
    distance: f64,
    tick: u64,
    /// Degrees.
    angle: f64,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct EventDifferenceRow {
    tick: u64,
    /// Clock of the character, seconds.
    time: f64,
    character: u32,
    name: String,
    asset: String,
    phase: &'static str,
    /// `lost`, `new`, `moved` or `other_reason`.
    outcome: &'static str,
    /// Seconds by which it is later. None but for moved events.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<f64>,
    /// Reason that decides now. None but where the reason is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MachineDifferenceRow {
    character: u32,
    machine: String,
    from: u64,
    to: u64,
    /// State in the session; empty where there is no such machine.
    recorded: String,
    edited: String,
}

/// An input that is refused now.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NewRefusalRow {
    tick: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    character: Option<u32>,
    /// What the input names, such as the montage; empty of inputs that name nothing.
    name: String,
    why: String,
}

/// A parameter or curve where it differs most.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NumberDifferenceRow {
    character: u32,
    name: String,
    tick: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edited: Option<f64>,
}

/// Plays the sessions again and prints what differs. An error if a session cannot be played, and
/// with `--expect-equal` if anything differs.
pub fn run_replay(args: &ReplayArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let against = match &args.against {
        Some(path) => Some(library(path, io)?),
        None => None,
    };
    let mut sessions = Vec::new();
    for path in &args.files {
        let (_, session) = session_file::open(path, args.bundle.as_deref(), io)?;
        let from = args.from.map(|time| time.tick(&session)).transpose()?;
        let to = args.to.map(|time| time.tick(&session)).transpose()?;
        let span = ComparisonSpan {
            from,
            to,
            ..ComparisonSpan::default()
        };
        sessions.push((path.as_path(), session, span));
    }
    let reports = play_all(&sessions, against.as_ref())?;
    if args.json {
        json::write(io, &reports)?;
    } else {
        for report in &reports {
            print(report, against.is_some(), io)?;
        }
    }
    let is_equal = reports.iter().all(|report| report.is_equal);
    if args.expect_equal && !is_equal {
        return Err(Failure::Checked);
    }
    Ok(())
}

type ReplayedSession<'a> = (&'a Path, RecordedSession, ComparisonSpan);

/// One session a core at a time.
fn play_all(
    sessions: &[ReplayedSession<'_>],
    against: Option<&Arc<Library>>,
) -> Result<Vec<ReplayReport>, Failure> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut reports = Vec::new();
    for group in sessions.chunks(cores) {
        let played: Vec<Result<ReplayReport, Failure>> = thread::scope(|scope| {
            let running: Vec<_> = group
                .iter()
                .map(|it| scope.spawn(move || play(it, against)))
                .collect();
            let joined = running.into_iter().map(|it| {
                let panicked = || Failure::input(tr!("the replay ended unexpectedly."));
                it.join().unwrap_or_else(|_| Err(panicked()))
            });
            joined.collect()
        });
        for report in played {
            reports.push(report?);
        }
    }
    Ok(reports)
}

fn play(
    (path, session, span): &ReplayedSession<'_>,
    against: Option<&Arc<Library>>,
) -> Result<ReplayReport, Failure> {
    let failed =
        |fault: engine::SessionFault| Failure::Input(format!("{}: {fault}.", path.display()));
    let Some(library) = against else {
        let from = span.from.unwrap_or(session.first());
        session.replay(WorkerMode::Inline, from).map_err(failed)?;
        let whole = SessionComparison {
            ticks: from..session.end(),
            ..SessionComparison::default()
        };
        return Ok(report(path, &whole, [&Names::default(); 2]));
    };
    let found = compare(session, library, span).map_err(failed)?;
    let own = session.libraries();
    let names = own.last().map_or(&library.names, |own| &own.names);
    Ok(report(path, &found, [names, &library.names]))
}

fn report(path: &Path, found: &SessionComparison, names: [&Names; 2]) -> ReplayReport {
    let text = |name: anim::Name| {
        let known = names.iter().map(|names| names.text(name));
        known
            .into_iter()
            .find(|text| !text.is_empty())
            .unwrap_or_default()
            .to_owned()
    };
    let numbers = |all: &[session::NumberDifference]| {
        let rows = all.iter().map(|it| NumberDifferenceRow {
            character: it.character,
            name: text(it.name),
            tick: it.tick,
            recorded: it.recorded,
            edited: it.edited,
        });
        rows.collect()
    };
    let mut poses: Vec<PoseDifferenceRow> = found
        .poses
        .iter()
        .map(|it| PoseDifferenceRow {
            character: it.character,
            bone: text(it.bone),
            distance: it.distance,
            tick: it.tick,
            angle: it.angle,
            angle_tick: it.angle_tick,
        })
        .collect();
    poses.sort_by(|a, b| b.distance.total_cmp(&a.distance));
    ReplayReport {
        file: path.display().to_string(),
        from: found.ticks.start,
        to: found.ticks.end,
        is_equal: found.is_equal(),
        first: found.first,
        differing: found.differing,
        poses,
        roots: found
            .roots
            .iter()
            .map(|it| RootDifferenceRow {
                character: it.character,
                distance: it.distance,
                tick: it.tick,
                angle: it.angle,
            })
            .collect(),
        events: found.events.iter().map(|it| event_row(it, text)).collect(),
        machines: found
            .machines
            .iter()
            .map(|it| MachineDifferenceRow {
                character: it.character,
                machine: text(it.machine),
                from: it.ticks.start,
                to: it.ticks.end,
                recorded: text(it.recorded),
                edited: text(it.edited),
            })
            .collect(),
        refused: found
            .refused
            .iter()
            .map(|it| NewRefusalRow {
                tick: it.tick,
                character: it.character,
                name: text(it.name),
                why: it.why.to_string(),
            })
            .collect(),
        parameters: numbers(&found.parameters),
        curves: numbers(&found.curves),
    }
}

fn event_row(
    difference: &EventDifference,
    text: impl Fn(anim::Name) -> String,
) -> EventDifferenceRow {
    let EventDifference { event, outcome } = difference;
    let (word, by, reason) = match outcome {
        EventOutcome::Moved { seconds } => ("moved", Some(*seconds), None),
        EventOutcome::Lost => ("lost", None, None),
        EventOutcome::New => ("new", None, None),
        EventOutcome::OtherReason { now } => ("other_reason", None, Some(now.short())),
    };
    let phase: Phase = event.event.phase;
    EventDifferenceRow {
        tick: event.tick,
        time: event.event.time,
        character: event.character,
        name: text(event.event.name),
        asset: text(event.event.asset),
        phase: crate::event_row::phase(phase).0,
        outcome: word,
        by,
        reason,
    }
}

fn print(report: &ReplayReport, is_against: bool, io: &mut Io<'_>) -> Result<(), Failure> {
    let ReplayReport { file, from, to, .. } = report;
    let ticks = words::count((to - from) as usize, noun!("tick"));
    let Some(first) = report.first else {
        let line = if is_against {
            tr!("{file}: {ticks}: no difference")
        } else {
            tr!("{file}: {ticks}: identical")
        };
        return Ok(writeln!(io.out, "{line}")?);
    };
    let differing = report.differing;
    writeln!(
        io.out,
        "{}",
        tr!("{file}: {differing} of {ticks} differ, the first is {first}")
    )?;
    let poses = report.poses.iter().map(|it| {
        let (bone, tick, angle_tick) = (&it.bone, it.tick, it.angle_tick);
        let (cm, angle) = (it.distance * 100.0, it.angle);
        tr!("bone {bone}: up to {cm:.3} cm (tick {tick}), {angle:.2}° (tick {angle_tick})")
    });
    section(poses, io)?;
    let roots = report.roots.iter().map(|it| {
        let (character, tick, angle) = (it.character, it.tick, it.angle);
        let cm = it.distance * 100.0;
        tr!("character {character} stands up to {cm:.2} cm (tick {tick}) and {angle:.2}° away")
    });
    section(roots, io)?;
    let events = report.events.iter().map(event_line);
    section(events, io)?;
    let machines = report.machines.iter().map(|it| {
        let MachineDifferenceRow {
            machine,
            from,
            to,
            recorded,
            edited,
            ..
        } = it;
        tr!("{machine}: “{edited}” instead of “{recorded}” in ticks {from} to {to}")
    });
    section(machines, io)?;
    let refused = report.refused.iter().map(|it| {
        let (name, why, tick) = (&it.name, &it.why, it.tick);
        tr!("{name} is refused in tick {tick}: {why}")
    });
    section(refused, io)?;
    section(
        report
            .parameters
            .iter()
            .map(|it| number_line(tr!("parameter"), it)),
        io,
    )?;
    section(
        report.curves.iter().map(|it| number_line(tr!("curve"), it)),
        io,
    )
}

fn number_line(kind: &str, it: &NumberDifferenceRow) -> String {
    let (name, tick) = (&it.name, it.tick);
    let of = |value: Option<f64>| value.map_or(tr!("none").to_owned(), |it| format!("{it:.4}"));
    let (recorded, edited) = (of(it.recorded), of(it.edited));
    tr!("{kind} {name}: {edited} instead of {recorded} in tick {tick}")
}

fn event_line(event: &EventDifferenceRow) -> String {
    let EventDifferenceRow {
        tick,
        time,
        name,
        asset,
        phase,
        ..
    } = event;
    let what = match (event.by, event.reason) {
        (Some(by), _) => tr!("moved by {by:+.4} s"),
        (_, Some(reason)) => tr!("now {reason}"),
        _ if event.outcome == "lost" => tr!("lost").to_owned(),
        _ => tr!("new").to_owned(),
    };
    tr!("{phase} {name} of {asset} at {time:.4} s (tick {tick}): {what}")
}

fn section(mut lines: impl Iterator<Item = String>, io: &mut Io<'_>) -> Result<(), Failure> {
    for line in lines.by_ref().take(MOST_LINES) {
        writeln!(io.out, "  {line}")?;
    }
    let more = lines.count();
    if more > 0 {
        writeln!(io.out, "  {}", tr!("and {more} more; --json lists all"))?;
    }
    Ok(())
}
