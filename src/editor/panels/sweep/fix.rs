//! What would make a finding go away for good, where one edit of its notify does.

use super::{
    swept::SweepResult,
    words::{is_met_by_every_step, subject},
};
use anim::{Names, event::EventReason};
use asset::{Id, Notify, Project};
use document::{Command, NotifyCommand};
use studio::sweep::{Finding, threshold_below};
use words::tr;

pub(super) struct SweepFix {
    /// The label of its button: what it sets.
    pub label: String,
    /// The tooltip: what it is about and why it helps.
    pub tip: String,
    /// The edit of the notify.
    pub command: Command,
    /// Why the fix cannot be applied now; None if it can.
    pub refusal: Option<String>,
}

/// Edit that removes the fault; None if no single edit helps, or if it would change nothing.
pub(super) fn fix(
    project: &Project,
    swept: &SweepResult,
    finding: &Finding,
    names: &Names,
) -> Option<SweepFix> {
    let host = swept.host_of(project, finding)?;
    let montage = project.montages.get(&host);
    let (notifies, tracks) = match (montage, project.clips.get(&host)) {
        (Some(montage), _) => (&montage.notifies, &montage.tracks),
        (None, clip) => clip.map(|clip| (&clip.notifies, &clip.tracks))?,
    };
    let notify = notifies.iter().find(|notify| notify.id == Id(finding.id))?;
    let (label, tip, fixed) = by_weight(swept, finding, notify).or_else(|| {
        (montage.is_some() && is_met_by_every_step(finding))
            .then(|| by_branching(notify))
            .flatten()
    })?;
    let locked = tracks
        .iter()
        .find(|track| track.id == notify.track && track.locked);
    Some(SweepFix {
        label,
        tip: format!("{}: {tip}", subject(finding, names)),
        command: Command::Notify(host, NotifyCommand::Set(fixed)),
        refusal: locked.map(|track| tr!("The track {} is locked. Unlock it first.", track.name)),
    })
}

type NotifyFixEdit = (String, String, Notify);

/// Below every weight with which any run met it.
fn by_weight(swept: &SweepResult, finding: &Finding, notify: &Notify) -> Option<NotifyFixEdit> {
    let Some((EventReason::Weight, _)) = finding.unfired else {
        return None;
    };
    let lowest = *swept.report.lowest.get(&(finding.asset, finding.id))?;
    let now = notify.weight_threshold;
    let threshold = threshold_below(lowest).filter(|threshold| *threshold < now)?;
    let tip = tr!(
        "sets its weight threshold from {now:.2} to {threshold:.2}, below the lowest weight of all runs, {lowest:.3}. Then it fires at every rate."
    );
    Some((
        tr!("Set weight {threshold:.2}"),
        tip,
        Notify {
            weight_threshold: threshold,
            ..notify.clone()
        },
    ))
}

fn by_branching(notify: &Notify) -> Option<NotifyFixEdit> {
    let tip =
        tr!("makes it a branching point, which starts and ends at its exact times.").to_owned();
    let fixed = Notify {
        branching: true,
        ..notify.clone()
    };
    (!notify.branching).then_some((tr!("Make branching").to_owned(), tip, fixed))
}
