//! What a sweep found, in words: a sentence for all runs, a chip for each, and for a finding what
//! was compared and why.

#[cfg(test)]
mod tests;

use crate::{panels::log::reason, parts};
use anim::{
    Names,
    event::{EventReason, Phase},
};
use asset::Id;
use studio::sweep::{ASTRAY, Finding, Pattern, Run, SweepFault, SweepReport};
use words::{noun, tr};

/// A difference in seconds that is none.
const SAME: f64 = 5e-4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worst {
    Same,
    Late,
    Wrong,
}

pub(super) fn worst_of(run: &Run) -> Worst {
    match run.counts {
        [0, 0, 0, 0] if run.is_same() => Worst::Same,
        [0, 0, 0, late] if late > 0 => Worst::Late,
        _ => Worst::Wrong,
    }
}

pub(super) fn worst(report: &SweepReport) -> Worst {
    report
        .runs
        .iter()
        .map(worst_of)
        .max()
        .unwrap_or(Worst::Same)
}

/// Sentence with the number of runs that have each fault.
pub(super) fn summary(report: &SweepReport) -> String {
    let with = |at: usize| report.runs.iter().filter(|run| run.counts[at] > 0).count();
    let is_notify =
        |finding: &Finding| matches!(finding.phase, Phase::Notify | Phase::Begin | Phase::End);
    let what = if report.findings.iter().all(is_notify) {
        tr!("a notify")
    } else {
        tr!("an event")
    };
    let told = |(at, fault): (usize, &SweepFault)| {
        let count = with(at);
        let says = match (fault, count) {
            (_, 0) => return None,
            (SweepFault::Lost, 1) => tr!("loses {what}"),
            (SweepFault::Lost, _) => tr!("lose {what}"),
            (SweepFault::Doubled, 1) => tr!("fires {what} too often"),
            (SweepFault::Doubled, _) => tr!("fire {what} too often"),
            (SweepFault::Reordered, 1) => tr!("has another order").to_owned(),
            (SweepFault::Reordered, _) => tr!("have another order").to_owned(),
            (SweepFault::Late, 1) => tr!("is late").to_owned(),
            (SweepFault::Late, _) => tr!("are late").to_owned(),
        };
        Some((count, says))
    };
    let told: Vec<(usize, String)> = SweepFault::ALL
        .iter()
        .enumerate()
        .filter_map(told)
        .collect();
    let astray = report.runs.iter().filter(|run| run.astray > ASTRAY).count();
    let Some(((count, first), rest)) = told.split_first() else {
        return match astray {
            0 => tr!("All runs match").to_owned(),
            1 => tr!(
                "1 of {} ends at another place",
                parts::count(report.runs.len(), noun!("run"))
            ),
            _ => tr!(
                "{astray} of {} end at another place",
                parts::count(report.runs.len(), noun!("run"))
            ),
        };
    };
    let rest: String = rest
        .iter()
        .map(|(count, says)| format!(", {count} {says}"))
        .collect();
    tr!(
        "{count} of {} {first}{rest}",
        parts::count(report.runs.len(), noun!("run"))
    )
}

pub(super) fn rate(run: &Run) -> String {
    let rate = run.rate;
    match run.pattern {
        Pattern::Steady => tr!("{rate} Hz"),
        Pattern::Jitter => tr!("{rate} Hz, jitter"),
        Pattern::ShortHitches => tr!("{rate} Hz, short hitch"),
        Pattern::LongHitches => tr!("{rate} Hz, long hitch"),
    }
}

/// The gravest of a run.
pub(super) fn chip(run: &Run) -> String {
    match run.counts {
        [0, 0, 0, 0] if run.is_same() => tr!("same").to_owned(),
        [0, 0, 0, 0] => tr!("off {:.1} cm", run.astray * 100.0),
        [0, 0, 0, late] => tr!("late {late}"),
        [0, 0, reordered, _] => tr!("order {reordered}"),
        [0, doubled, ..] => tr!("doubled {doubled}"),
        [lost, ..] => tr!("lost {lost}"),
    }
}

/// What a finding is about: the notify's name, and which part of it.
pub(super) fn subject(finding: &Finding, names: &Names) -> String {
    let name = names.text(finding.name);
    let of = |what: &str| format!("{name} ({what})");
    match finding.phase {
        Phase::Begin => of(tr!("begin")),
        Phase::End => of(tr!("end")),
        Phase::Section { .. } => of(tr!("section")),
        Phase::Jumped => of(tr!("jump")),
        Phase::Started => of(tr!("start")),
        Phase::BlendingOut { .. } => of(tr!("blend-out")),
        Phase::Ended { .. } => of(tr!("end of the montage")),
        _ => name.to_owned(),
    }
}

/// Text with the expected and the found value of a finding.
pub(super) fn comparison(finding: &Finding) -> String {
    let seconds = |time: Option<f64>| time.unwrap_or(0.0);
    let (due, was, told) = (
        seconds(finding.expected),
        seconds(finding.found),
        seconds(finding.told),
    );
    match (finding.unfired, finding.fault) {
        (Some((reason @ (EventReason::Weight | EventReason::SlotWeight), values)), _) => {
            tr!("weight {}", reason::chip_of(reason, values))
        }
        (Some((reason, values)), _) => reason::chip_of(reason, values),
        (None, SweepFault::Lost) => {
            tr!("due {due:.3} s, missing in steps of {}", step(finding))
        }
        (None, SweepFault::Doubled) => tr!("was {was:.3} s, not due"),
        (None, _) if (was - due).abs() > SAME => tr!("due {due:.3} s, was {was:.3} s"),
        (None, _) => tr!("due {due:.3} s, fired {told:.3} s"),
    }
}

pub(super) fn step(finding: &Finding) -> String {
    format!("{:.1} ms", finding.step * 1000.0)
}

/// Sentence about why a finding depends on the step.
pub(super) fn cause(finding: &Finding) -> String {
    let (step, weight) = (step(finding), finding.weight);
    if let Some((EventReason::Weight | EventReason::SlotWeight, _)) = finding.unfired {
        let where_fired = match finding.fault {
            SweepFault::Lost => tr!("in steps of 1 ms the weight is {weight:.2}"),
            _ => tr!("here the weight is {weight:.2}"),
        };
        return tr!(
            "Weight is sampled at the end of a step. A step of {step} ends at another point of a blend; {where_fired}."
        );
    }
    match finding.left_out {
        Some(Phase::SubstepOverflow) => {
            tr!("A step has more sections and branching points than its limit; the rest fires in later steps.").into()
        }
        Some(Phase::TurnsLeftOut { count }) => {
            tr!("A step has more loop turns than its limit; {} skipped.", parts::count(count as usize, noun!("turn")))
        }
        Some(Phase::HitsLeftOut { count }) => {
            tr!("A step has more notifies than its limit; {} skipped.", parts::count(count as usize, noun!("notify", "notifies")))
        }
        Some(Phase::TimeLeftOut) => {
            tr!("A step is longer than the limit on the character's clock; the rest of it is skipped.").into()
        }
        _ if is_met_by_every_step(finding) => {
            tr!("The loop re-enters the state before a full step passes outside it, so the state continues without a new begin.")
                .into()
        }
        _ if finding.fault == SweepFault::Reordered => {
            tr!("A step of {step} has both events, and fires them by type, not by time.")
        }
        _ => tr!("A step of {step} ends at another time than a 1 ms step, so decisions at its end differ."),
    }
}

/// A queued state whose begin is lost for no reason of its own.
pub(super) fn is_met_by_every_step(finding: &Finding) -> bool {
    let is_begin = finding.phase == Phase::Begin && finding.fault == SweepFault::Lost;
    is_begin && finding.unfired.is_none() && finding.left_out.is_none() && Id(finding.id) != Id(0)
}
