//! A montage played at many frame rates, as a job, and what came of it among the problems.

use super::App;
use crate::{dock::Panel, jobs::Outcome, parts, session::Tone};
use anim::{Name, event::Phase};
use asset::{Diagnostic, Id, Montage, Project, Severity, Subject, diagnostic::Kind};
use engine::sweep::{Fault, Finding, Options, Report, Take, sweep};
use std::{collections::BTreeMap, sync::Arc};

/// Of what is drawn while it plays.
const SEED: u64 = 1;

/// The newest sweep.
pub(super) struct Swept {
    montage: Id,
    /// As it was played: once it is another one the findings are of something else.
    of: Arc<Montage>,
    found: Vec<Diagnostic>,
}

impl App {
    /// A job: montages that loop take a while.
    pub(super) fn sweep_montage(&mut self, ctx: &egui::Context) {
        let active = self.session.active;
        let open = active.and_then(|id| Some((id, self.document.project().montages.get(&id)?.clone())));
        let Some((montage, of)) = open else { return };
        let Some(take) = Take::of_montage(&self.compiled.library, Name::new(&of.name), SEED) else {
            self.show_panel(Panel::Problems);
            let title = format!("{} cannot be played", of.name);
            return self.session.toast(Tone::Error, title, "It does not compile; the problems say why.");
        };
        let wake = ctx.clone();
        self.swept = None;
        self.show_panel(Panel::Jobs);
        self.jobs.start(
            format!("Sweep frame rates of {}", of.name),
            move || wake.request_repaint(),
            move |handle| {
                // None where it was cancelled, which the job tells.
                let report = sweep(&take, &Options::default(), |part| handle.report(part)).unwrap_or_default();
                Outcome::Swept { montage, of, report: report.into() }
            },
        );
    }

    pub(super) fn swept(&mut self, montage: Id, of: Arc<Montage>, report: &Report) {
        let found = diagnostics(self.document.project(), montage, report);
        if found.is_empty() {
            let line = format!("{} come out the same at every rate.", parts::count(report.events, "event"));
            self.session.toast(Tone::Ok, format!("{} does not depend on the frame rate", of.name), line);
        } else {
            let line = format!("{} in the problems.", parts::count(found.len(), "finding"));
            self.session.toast(Tone::Warning, format!("{} depends on the frame rate", of.name), line);
            self.show_panel(Panel::Problems);
        }
        self.swept = Some(Swept { montage, of, found });
    }

    /// Of the newest sweep, while what it played is as it was.
    pub(super) fn told_by_sweep(&self) -> &[Diagnostic] {
        let is_current = |swept: &&Swept| {
            let now = self.document.project().montages.get(&swept.montage);
            now.is_some_and(|now| **now == *swept.of)
        };
        self.swept.as_ref().filter(is_current).map_or(&[], |swept| &swept.found)
    }
}

/// One for each event and fault, with the rates at which it shows.
fn diagnostics(project: &Project, montage: Id, report: &Report) -> Vec<Diagnostic> {
    let mut groups: BTreeMap<(u64, Name, &str, &str), Vec<&Finding>> = BTreeMap::new();
    for finding in &report.findings {
        let key = (finding.id, finding.name, phase(finding.phase), finding.fault.word());
        groups.entry(key).or_default().push(finding);
    }
    let diagnostic = |findings: Vec<&Finding>| {
        let first = *findings.first()?;
        let kind = Kind::WhilePlaying { why: told(&findings, first) };
        Some(Diagnostic { severity: Severity::Warning, subject: subject(project, montage, first), kind })
    };
    groups.into_values().filter_map(diagnostic).collect()
}

/// The notify, in the montage or in a clip that it plays.
fn subject(project: &Project, montage: Id, finding: &Finding) -> Subject {
    let id = Id(finding.id);
    let is_there = |mut ids: Box<dyn Iterator<Item = Id> + '_>| ids.any(|known| known == id);
    let own = project.montages.get(&montage);
    if own.is_some_and(|own| is_there(Box::new(own.notifies.iter().map(|notify| notify.id)))) {
        return Subject { asset: montage, item: Some(id) };
    }
    let has = |clip: &asset::Clip| is_there(Box::new(clip.notifies.iter().map(|notify| notify.id)));
    let clip = project.clips.iter().find(|(_, clip)| has(clip));
    clip.map_or(Subject { asset: montage, item: None }, |(clip, _)| Subject { asset: *clip, item: Some(id) })
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
        Fault::Lost => "does not happen",
        Fault::Doubled => "happens once too often",
        Fault::Reordered => "comes in another order",
        Fault::Late => "comes at another time",
    };
    let time = first.expected.or(first.found).unwrap_or(0.0);
    let (phase, position, rates) = (phase(first.phase), first.position, rates.join(", "));
    let patterns = patterns.join(", ");
    format!("{phase} at {position:.3} s {what} at {rates} Hz ({patterns}), first {time:.3} s after the start")
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Notify => "the notify",
        Phase::Begin => "the begin of the state",
        Phase::End => "the end of the state",
        Phase::Section { .. } => "the change of section",
        Phase::Jumped => "the jump",
        Phase::Started => "the start",
        Phase::BlendingOut { .. } => "the blend-out",
        Phase::Ended { .. } => "the end",
        Phase::Tick
        | Phase::BlendedIn
        | Phase::SubstepOverflow
        | Phase::TurnsLeftOut { .. }
        | Phase::HitsLeftOut { .. } => "what is told",
    }
}
