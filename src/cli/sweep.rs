//! `sweep`: what of a montage, or of a script, depends on the frame rate.

use crate::{
    Failure, Io,
    args::SweepArgs,
    event_row, find, json,
    refused_row::{RefusedRow, refused_row},
    script,
};
use anim::{Library, Name, Request, instance::TaskOptions};
use asset::AssetKind;
use engine::{CharacterId, EngineInput, Evaluator, WorkerMode};
use scenario::{
    cast,
    inputs::ask,
    script::{Asked, FIRST, LINGER, Script},
    tasks::Tasks,
};
use serde::Serialize;
use std::sync::Arc;
use studio::sweep::{Finding, RATES, Run, SweepOptions, SweepReport, SweepTake, sweep};
use words::tr;

/// Most findings of a run that are printed; with `--json` all that were kept are.
const SHOWN: usize = 5;
/// The seed of chances in a montage's notifies, and of when ticks jitter.
const SEED: u64 = 1;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SweepSummary {
    /// Seconds that were compared.
    seconds: f64,
    /// Number of events that the reference run reported.
    events: usize,
    /// Tolerance for the time of an event, seconds.
    late: f64,
    runs: Vec<RunRow>,
    refused: Vec<RefusedRow>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RunRow {
    /// Tick rate, ticks a second.
    rate: f64,
    run: &'static str,
    ticks: usize,
    events: usize,
    lost: usize,
    doubled: usize,
    reordered: usize,
    /// Number of `findings` that were off by more than allowed.
    late: usize,
    /// Largest distance of a character from its place at the reference rate, in metres.
    astray: f32,
    /// Findings that were not kept.
    left_off: usize,
    findings: Vec<SweepFindingRow>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SweepFindingRow {
    what: &'static str,
    character: CharacterId,
    phase: &'static str,
    name: String,
    asset: String,
    position: f64,
    expected: Option<f64>,
    found: Option<f64>,
    told: Option<f64>,
}

/// Plays a montage or a script at many rates and prints what differs. An error when something is
/// unknown; [`Failure::Checked`] when a run differs.
pub fn run_sweep(args: &SweepArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let library = script::library(&args.file, io)?;
    let take = match (&args.montage, &args.script) {
        (_, Some(path)) => of_script(&library, &script::read(path)?)?,
        (name, None) => of_montage(&library, name.as_deref().unwrap_or_default())?,
    };
    let rates = args.rates.clone().unwrap_or_else(|| RATES.to_vec());
    let options = SweepOptions {
        rates,
        late: args.late,
        seed: SEED,
    };
    // Nobody cancels it.
    let report = sweep(&take, &options, |_| true).unwrap_or_default();
    let document = document(&report, args.late, &library);
    if args.json {
        json::write(io, &document)?
    } else {
        print(&document, io)?
    }
    if report.runs.iter().all(Run::is_same) {
        Ok(())
    } else {
        Err(Failure::Checked)
    }
}

fn of_montage(library: &Arc<Library>, name: &str) -> Result<SweepTake, Failure> {
    let known = || {
        library
            .montages
            .iter()
            .map(|montage| library.names.text(montage.name).to_owned())
    };
    SweepTake::of_montage(library, Name::new(name), SEED)
        .ok_or_else(|| find::missing(AssetKind::Montage, name, known()))
}

/// A take of a script's requests at their times. An error when the script limits root motion, which
/// only `simulate` does, or asks for what it does not know.
pub fn of_script(library: &Arc<Library>, script: &Script) -> Result<SweepTake, Failure> {
    let evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let first = cast::skeleton(library, script).map_err(Failure::Input)?;
    let mut inputs = vec![EngineInput::AddCharacter {
        character: FIRST,
        skeleton: first,
        seed: script.seed,
    }];
    let mut times = vec![0.0];
    let mut owners: Vec<(CharacterId, Name, TaskOptions)> = Vec::new();
    for timed in &script.requests {
        match &timed.request {
            Asked::Task {
                play: Request::PlayMontage { montage, .. },
                options,
                ..
            } => {
                owners.push((timed.character, *montage, *options));
            }
            // A stop of what has ended by then is refused, as the task asks for none.
            Asked::EndTask(montage) => {
                let owner = owners
                    .iter()
                    .rposition(|(whom, of, _)| (*whom, *of) == (timed.character, *montage));
                let stops =
                    owner.is_some_and(|owner| owners.swap_remove(owner).2.stop_when_owner_ends);
                let request = Request::StopMontage {
                    montage: Some(*montage),
                    blend_out: None,
                };
                inputs.extend(stops.then_some(EngineInput::Request {
                    character: timed.character,
                    request,
                }));
            }
            Asked::LimitRootMotion(_) => {
                return Err(Failure::input(tr!(
                    "only `simulate` supports scripts with root-motion limits."
                )));
            }
            _ => {}
        }
        ask(
            timed,
            &evaluator,
            first,
            (&mut Tasks::default(), timed.at),
            &mut inputs,
        )
        .map_err(Failure::Input)?;
        times.resize(inputs.len(), timed.at);
    }
    let last = times.last().copied().unwrap_or(0.0);
    Ok(SweepTake {
        library: library.clone(),
        inputs: times.into_iter().zip(inputs).collect(),
        seconds: last + LINGER,
    })
}

fn document(report: &SweepReport, late: f64, library: &Library) -> SweepSummary {
    let runs = report
        .runs
        .iter()
        .map(|run| run_row(run, report, library))
        .collect();
    SweepSummary {
        seconds: report.seconds,
        events: report.events,
        late,
        runs,
        refused: report.refused.iter().filter_map(refused_row).collect(),
    }
}

fn run_row(run: &Run, report: &SweepReport, library: &Library) -> RunRow {
    let of = |finding: &&Finding| (finding.rate, finding.pattern) == (run.rate, run.pattern);
    let findings: Vec<&Finding> = report.findings.iter().filter(of).collect();
    // Also those that are not listed.
    let [lost, doubled, reordered, late] = run.counts;
    RunRow {
        rate: run.rate,
        run: run.pattern.word(),
        ticks: run.ticks,
        events: run.events,
        lost,
        doubled,
        reordered,
        late,
        astray: run.astray,
        left_off: run.faults - findings.len(),
        findings: findings
            .into_iter()
            .map(|finding| row(finding, library))
            .collect(),
    }
}

fn row(finding: &Finding, library: &Library) -> SweepFindingRow {
    SweepFindingRow {
        what: finding.fault.word(),
        character: finding.character,
        phase: event_row::phase(finding.phase).0,
        name: library.names.text(finding.name).to_owned(),
        asset: library.names.text(finding.asset).to_owned(),
        position: finding.position,
        expected: finding.expected,
        found: finding.found,
        told: finding.told,
    }
}

fn print(document: &SweepSummary, io: &mut Io<'_>) -> Result<(), Failure> {
    let SweepSummary {
        seconds,
        events,
        runs,
        refused,
        ..
    } = document;
    writeln!(
        io.out,
        "{}",
        tr!("{events} events in {seconds:.3} s at the reference rate")
    )?;
    for RefusedRow { request, why } in refused {
        writeln!(io.err, "{}", tr!("warning: refused {request}: {why}"))?;
    }
    writeln!(
        io.out,
        "{}",
        tr!(
            "      Hz  run             ticks  events    lost  doubled  reordered    late  astray cm"
        )
    )?;
    for run in runs {
        let RunRow {
            rate,
            run: pattern,
            ticks,
            events,
            lost,
            doubled,
            reordered,
            late,
            astray,
            findings,
            left_off,
        } = run;
        let counts = format!(
            "{ticks:>6}  {events:>6}  {lost:>6}  {doubled:>7}  {reordered:>9}  {late:>6}  {:>9.2}",
            astray * 100.0
        );
        writeln!(io.out, "{rate:>8}  {pattern:<14} {counts}")?;
        for SweepFindingRow {
            what,
            phase,
            name,
            asset,
            position,
            expected,
            found,
            told,
            ..
        } in findings.iter().take(SHOWN)
        {
            let time =
                |what: &str, time: &Option<f64>| time.map(|time| format!("{what} {time:.4} s"));
            let times = [
                time("due", expected),
                time("was", found),
                time("told", told),
            ];
            let times: Vec<String> = times.into_iter().flatten().collect();
            writeln!(
                io.out,
                "          {what}: {phase} {name} at {position:.4} s of {asset}, {}",
                times.join(", ")
            )?;
        }
        let more = findings.len().saturating_sub(SHOWN) + left_off;
        if more > 0 {
            writeln!(io.out, "{}", tr!("          and {more} more"))?;
        }
    }
    Ok(())
}
