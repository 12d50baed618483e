//! `why`: what was decided about something at a moment of a session, and by which rule.

use crate::{Failure, Io, args::WhyArgs, json, session_file};
use anim::{Name, event::EventReason};
use engine::{RecordedSession, SessionPlayer, WorkerMode};
use serde::Serialize;
use session::{LedgerFilter, LedgerOutcome, LedgerRow, provenance, read_ledger};
use std::collections::{BTreeMap, BTreeSet};
use words::tr;

/// Millimetres and degrees below which what a node does is not printed for people.
const LEAST_EFFECT: f64 = 0.005;
/// Names that an error lists, at most.
const MOST_NAMES: usize = 30;

/// What was decided about a subject.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct WhyReport {
    /// Index of the tick that was asked for.
    tick: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<String>,
    /// What was decided in the tick; empty if nothing was.
    now: Vec<DecisionRow>,
    /// What was decided the last time before the tick.
    last: Vec<DecisionRow>,
    /// What was decided the next time after the tick.
    next: Vec<DecisionRow>,
    /// What the pose of a bone comes from. None unless a bone is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    bone: Option<BoneProvenanceRow>,
}

/// What the pose of a bone comes from.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BoneProvenanceRow {
    bone: String,
    shares: Vec<BoneShareRow>,
    /// The greatest distance first.
    nodes: Vec<NodeEffectRow>,
}

/// The part of a clip in a bone.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BoneShareRow {
    /// Name of the clip; empty for a pose that is of no clip.
    clip: String,
    /// Name of the montage that plays it; empty without one.
    montage: String,
    node: String,
    /// Seconds on the clip.
    time: f64,
    /// Part of the pose, 0 to 1; those that are not additive sum to 1.
    weight: f32,
    is_additive: bool,
}

/// How far a node takes the bone, in component space.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NodeEffectRow {
    node: String,
    /// Millimetres.
    mm: f64,
    degrees: f64,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct DecisionRow {
    tick: u64,
    /// Clock of the character, seconds.
    time: f64,
    character: u32,
    subject: String,
    /// Where the subject is: a montage, clip or node.
    asset: String,
    /// What would happen to it.
    what: String,
    /// `happened`, `did_not` or `refused`.
    outcome: &'static str,
    reason: String,
    /// The numbers that the rule compared.
    compared: BTreeMap<String, f64>,
}

/// Prints what was decided about the subject in the tick, and the last and next time when anything
/// was. An error if nothing ever was: it lists what there is.
pub fn run_why(args: &WhyArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let (_, session) = session_file::open(&args.file, args.bundle.as_deref(), io)?;
    let tick = args.at.tick(&session)?;
    let mut report = WhyReport {
        tick,
        subject: args.subject.clone(),
        now: Vec::new(),
        last: Vec::new(),
        next: Vec::new(),
        bone: None,
    };
    if let Some(subject) = &args.subject {
        explain(subject, &session, &mut report)?;
    }
    if let Some(bone) = &args.bone {
        report.bone = Some(bone_row(bone, args.character, tick, &session)?);
    }
    if args.json {
        json::write(io, &report)
    } else {
        print(&report, io)
    }
}

/// Puts what was decided about the subject into the report.
fn explain(
    subject: &str,
    session: &RecordedSession,
    report: &mut WhyReport,
) -> Result<(), Failure> {
    let filter = LedgerFilter {
        subject: Some(subject.to_owned()),
        ..LedgerFilter::default()
    };
    let rows = read_ledger(session, &filter).map_err(Failure::input)?;
    if rows.is_empty() {
        let all = read_ledger(session, &LedgerFilter::default()).map_err(Failure::input)?;
        return Err(unknown(subject, &all));
    }
    let tick = report.tick;
    let ticks = || rows.iter().map(|row| row.tick);
    let last = ticks().filter(|it| *it < tick).max();
    let next = ticks().filter(|it| *it > tick).min();
    let of = |wanted: Option<u64>| {
        let rows = rows.iter().filter(|row| Some(row.tick) == wanted);
        rows.map(decision_row).collect()
    };
    (report.now, report.last, report.next) = (of(Some(tick)), of(last), of(next));
    Ok(())
}

fn bone_row(
    bone: &str,
    character: u32,
    tick: u64,
    session: &RecordedSession,
) -> Result<BoneProvenanceRow, Failure> {
    let found = provenance(session, tick, (character, Name::new(bone))).map_err(Failure::input)?;
    let found = found.ok_or_else(|| {
        Failure::Input(tr!(
            "character {character} has no bone “{bone}” in tick {tick}."
        ))
    })?;
    let libraries = session.libraries();
    let text = |name: Name| {
        let known = libraries.iter().map(|library| library.names.text(name));
        known
            .into_iter()
            .find(|text| !text.is_empty())
            .unwrap_or_default()
            .to_owned()
    };
    let mut player =
        SessionPlayer::new(session.clone(), WorkerMode::Inline).map_err(Failure::input)?;
    player.seek(tick + 1).map_err(Failure::input)?;
    let node = |node| {
        let proxy = player.evaluator().proxy(character);
        proxy.map_or(String::new(), |proxy| text(proxy.graph().node_name(node)))
    };
    let share = |it: &engine::ContributionShare| BoneShareRow {
        clip: it.clip.map_or(String::new(), text),
        montage: it.montage.map_or(String::new(), text),
        node: node(it.node),
        time: it.time,
        weight: it.weight,
        is_additive: it.is_additive,
    };
    let effect = |it: &session::NodeEffect| NodeEffectRow {
        node: text(it.name),
        mm: it.distance * 1000.0,
        degrees: it.angle,
    };
    Ok(BoneProvenanceRow {
        bone: bone.to_owned(),
        shares: found.shares.iter().map(share).collect(),
        nodes: found.nodes.iter().map(effect).collect(),
    })
}

fn unknown(subject: &str, rows: &[LedgerRow]) -> Failure {
    let names = rows.iter().flat_map(|row| [&row.subject, &row.asset]);
    let names: BTreeSet<&String> = names.filter(|name| !name.is_empty()).collect();
    let more = names.len().saturating_sub(MOST_NAMES);
    let names: Vec<String> = names
        .into_iter()
        .take(MOST_NAMES)
        .map(|name| format!("“{name}”"))
        .collect();
    let mut names = names.join(", ");
    if more > 0 {
        names = tr!("{names} and {more} more");
    }
    Failure::Input(tr!(
        "nothing was decided about “{subject}” in this session. It has decisions about: {names}."
    ))
}

fn decision_row(row: &LedgerRow) -> DecisionRow {
    DecisionRow {
        tick: row.tick,
        time: row.time,
        character: row.character,
        subject: row.subject.clone(),
        asset: row.asset.clone(),
        what: row.what.clone(),
        outcome: row.outcome.word(),
        reason: row.reason.clone(),
        compared: row.compared.iter().cloned().collect(),
    }
}

fn print(report: &WhyReport, io: &mut Io<'_>) -> Result<(), Failure> {
    let tick = report.tick;
    if let Some(subject) = report.subject.as_ref().filter(|_| report.now.is_empty()) {
        writeln!(
            io.out,
            "{}",
            tr!("Nothing was decided about “{subject}” in tick {tick}.")
        )?;
    }
    for (title, rows) in [
        (tr!("In tick {tick}:"), &report.now),
        (tr!("The last time before:").to_owned(), &report.last),
        (tr!("The next time after:").to_owned(), &report.next),
    ] {
        if rows.is_empty() {
            continue;
        }
        writeln!(io.out, "{title}")?;
        for row in rows {
            writeln!(io.out, "  {}", line(row))?;
        }
    }
    report
        .bone
        .as_ref()
        .map_or(Ok(()), |bone| print_bone(bone, tick, io))
}

fn print_bone(row: &BoneProvenanceRow, tick: u64, io: &mut Io<'_>) -> Result<(), Failure> {
    let bone = &row.bone;
    writeln!(io.out, "{}", tr!("The pose of {bone} in tick {tick}:"))?;
    for share in &row.shares {
        let (percent, time) = (share.weight * 100.0, share.time);
        let names = [&share.montage, &share.clip, &share.node];
        let names = names.into_iter().filter(|name| !name.is_empty());
        let names: Vec<&str> = names.map(String::as_str).collect();
        let names = names.join(", ");
        let line = if share.is_additive {
            tr!("{percent:.1} % on top: {names}, at {time:.3} s")
        } else {
            tr!("{percent:.1} %: {names}, at {time:.3} s")
        };
        writeln!(io.out, "  {line}")?;
    }
    let is_seen = |it: &&NodeEffectRow| it.mm >= LEAST_EFFECT || it.degrees >= LEAST_EFFECT;
    for effect in row.nodes.iter().filter(is_seen) {
        let (node, mm, degrees) = (&effect.node, effect.mm, effect.degrees);
        let line = tr!("node {node} takes it {mm:.2} mm and turns it {degrees:.2}°");
        writeln!(io.out, "  {line}")?;
    }
    Ok(())
}

fn line(row: &DecisionRow) -> String {
    let DecisionRow {
        tick,
        time,
        character,
        subject,
        asset,
        what,
        reason,
        ..
    } = row;
    let place = if asset.is_empty() || asset == subject {
        String::new()
    } else {
        format!(" {}", tr!("in {asset}"))
    };
    let outcome = match row.outcome {
        word if word == LedgerOutcome::DidNot.word() => tr!("did not happen"),
        word if word == LedgerOutcome::Refused.word() => tr!("refused"),
        _ => tr!("happened"),
    };
    let compared = row
        .compared
        .iter()
        .map(|(name, value)| format!("{name} {value:.4}"));
    let compared: Vec<String> = compared.collect();
    let compared = if compared.is_empty() {
        String::new()
    } else {
        format!(" ({})", compared.join(", "))
    };
    // That something happened because it fired says it twice.
    let is_told = *reason != EventReason::Fired.short();
    let reason = if is_told {
        format!(": {reason}")
    } else {
        String::new()
    };
    format!(
        "{tick:>6} {time:9.4} s  [{character}] {what} {subject}{place}: {outcome}{reason}{compared}"
    )
}
