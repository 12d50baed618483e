//! A montage played at many frame rates, as a job, and what came of it among the problems.

pub(crate) mod told;

use super::App;
use crate::{
    action::EditorAction,
    dock::Panel,
    jobs::{JobOutcome, JobTitle, Task},
    panels::sweep::{
        self as panel,
        swept::{SweepMontage, SweepResult},
    },
    parts,
    toast::Tone,
};
use anim::{Name, event::Phase};
use asset::{AssetKind, Diagnostic, Id, Project, Severity, Subject, diagnostic::Kind};
use std::{collections::BTreeMap, time::Instant};
use studio::sweep::{Finding, SweepFault, SweepOptions, SweepTake, sweep};
use told::LatestSweep;
use words::{noun, tr};

/// Seed of the random numbers that are drawn while a sweep plays.
const SEED: u64 = 1;

impl App {
    /// A job: montages that loop take a while.
    pub(super) fn sweep_montage(&mut self) {
        self.show_panel(Panel::Sweep);
        if self.jobs.running_task(Task::SweepRates).is_some() {
            return;
        }
        let Some(of) = self
            .session
            .active
            .and_then(|id| SweepMontage::of(self.document.project(), id))
        else {
            return;
        };
        let name = of.montage.name.clone();
        let Some(take) = SweepTake::of_montage(&self.compiled.library, Name::new(&name), SEED)
        else {
            self.show_panel(Panel::Problems);
            let title = tr!("{name} cannot be played");
            return self.session.toast(
                Tone::Error,
                title,
                tr!("It does not compile. See Problems."),
            );
        };
        (self.swept, self.views.open_run) = (None, None);
        let title = JobTitle::from(tr!("Sweep frame rates of {name}"));
        self.jobs.start(title.of(Task::SweepRates), move |handle| {
            let start = Instant::now();
            // None where it was cancelled, which the job tells.
            let report = sweep(&take, &SweepOptions::default(), |part| handle.report(part))
                .unwrap_or_default();
            JobOutcome::Swept(
                SweepResult {
                    of,
                    report,
                    took: start.elapsed(),
                }
                .into(),
            )
        });
    }

    /// Keeps the result of a sweep; a toast reports it if the panel is not in front any more.
    pub(super) fn swept(&mut self, swept: SweepResult) {
        let found = diagnostics(self.document.project(), &swept);
        if !self.dock.is_shown(Panel::Sweep) {
            let (name, events) = (
                &swept.of.montage.name,
                parts::count(swept.report.events, noun!("event")),
            );
            let (tone, does, line) = match found.len() {
                0 => (
                    Tone::Ok,
                    tr!("{name} does not depend on the frame rate"),
                    tr!("{events} are the same at every rate."),
                ),
                count => (
                    Tone::Warning,
                    tr!("{name} depends on the frame rate"),
                    tr!("{} in Problems.", parts::count(count, noun!("finding"))),
                ),
            };
            self.session.toast(tone, does, line);
        }
        self.swept = Some(LatestSweep { swept, found });
    }

    pub(super) fn sweep_ui(&mut self, ui: &mut egui::Ui, actions: &mut Vec<EditorAction>) {
        let project = self.document.project();
        let shown = panel::SweepPanelState {
            project,
            names: &self.compiled.library.names,
            swept: self.swept.as_ref().map(|told| &told.swept),
            running: self.jobs.running_task(Task::SweepRates),
            open: self
                .session
                .active
                .filter(|id| project.kind(*id) == Some(AssetKind::Montage)),
        };
        panel::sweep_ui(ui, &shown, &mut self.views.open_run, actions);
    }

    /// Diagnostics of the newest sweep; empty if what it played has changed since.
    pub(super) fn told_by_sweep(&self) -> &[Diagnostic] {
        let told = self
            .swept
            .as_ref()
            .filter(|told| told.swept.of.is_as_in(self.document.project()));
        told.map_or(&[], |told| &told.found)
    }
}

/// One for each event and fault, with the rates at which it shows.
fn diagnostics(project: &Project, swept: &SweepResult) -> Vec<Diagnostic> {
    let mut groups: BTreeMap<(u64, Name, &str, &str), Vec<&Finding>> = BTreeMap::new();
    for finding in &swept.report.findings {
        let key = (
            finding.id,
            finding.name,
            phase(finding.phase),
            finding.fault.word(),
        );
        groups.entry(key).or_default().push(finding);
    }
    let diagnostic = |findings: Vec<&Finding>| {
        let first = *findings.first()?;
        let kind = Kind::WhilePlaying {
            why: told(&findings, first),
        };
        Some(Diagnostic {
            severity: Severity::Warning,
            subject: subject(project, swept, first),
            kind,
        })
    };
    groups.into_values().filter_map(diagnostic).collect()
}

/// The notify, in the montage or in a clip that it plays.
fn subject(project: &Project, swept: &SweepResult, finding: &Finding) -> Subject {
    let montage = swept.of.id;
    match swept.host_of(project, finding) {
        // A child has its parent's, under the same ids.
        Some(host) if project.montages.contains_key(&host) => Subject {
            asset: montage,
            item: Some(Id(finding.id)),
        },
        Some(clip) => Subject {
            asset: clip,
            item: Some(Id(finding.id)),
        },
        None => Subject {
            asset: montage,
            item: None,
        },
    }
}

fn told(findings: &[&Finding], first: &Finding) -> String {
    let mut rates: Vec<f64> = findings.iter().map(|finding| finding.rate).collect();
    rates.sort_by(f64::total_cmp);
    rates.dedup();
    let rates: Vec<String> = rates.iter().map(f64::to_string).collect();
    let mut patterns: Vec<&str> = Vec::new();
    for finding in findings {
        if !patterns.contains(&finding.pattern.word()) {
            patterns.push(finding.pattern.word());
        }
    }
    let what = match first.fault {
        SweepFault::Lost => tr!("does not fire"),
        SweepFault::Doubled => tr!("fires too often"),
        SweepFault::Reordered => tr!("fires in another order"),
        SweepFault::Late => tr!("fires at another time"),
    };
    let time = first.expected.or(first.found).unwrap_or(0.0);
    let (phase, position, rates) = (phase(first.phase), first.position, rates.join(", "));
    let patterns = patterns.join(", ");
    tr!(
        "{phase} at {position:.3} s {what} at {rates} Hz ({patterns}), first {time:.3} s after the start"
    )
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Notify => tr!("the notify"),
        Phase::Begin => tr!("the begin of the state"),
        Phase::End => tr!("the end of the state"),
        Phase::Section { .. } => tr!("the change of section"),
        Phase::Jumped => tr!("the jump"),
        Phase::Started => tr!("the start"),
        Phase::BlendingOut { .. } => tr!("the blend-out"),
        Phase::Ended { .. } => tr!("the end"),
        Phase::Tick
        | Phase::BlendedIn
        | Phase::SubstepOverflow
        | Phase::TurnsLeftOut { .. }
        | Phase::HitsLeftOut { .. }
        | Phase::TimeLeftOut
        | Phase::Warp(_) => tr!("an event"),
    }
}
