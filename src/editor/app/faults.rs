//! Faults of the program itself, wherever they were: told, reported, and gone on from.

pub(crate) mod faulted;
pub(crate) mod report;

use super::{App, question::waiting::Question};
use crate::{
    compiler::Built,
    faults::{PanicReport, ProgramFault, known},
    jobs::Task,
    toast::Tone,
};
use asset::{Compiled, Project};
use report::FaultReport;
use std::{sync::Arc, time::Duration};
use studio::PreviewSubject;
use words::tr;

/// A root that was compiled to the end.
pub(super) struct Sound {
    /// The root that was compiled.
    pub root: Arc<Project>,
    /// Result of compiling the root.
    pub compiled: Compiled,
    /// Time of the compilation.
    pub took: Duration,
}

impl App {
    /// Whether it stands still because playing it has failed.
    pub(super) fn has_faulted(&self, subject: PreviewSubject) -> bool {
        self.faults.preview == Some((self.engine.revision(), subject))
    }

    pub(super) fn follow_faults(&mut self) {
        if let Some(message) = self.engine.engine().faults().last() {
            self.engine_faulted(&message);
        }
        let (count, message) = self
            .engine
            .frame
            .as_ref()
            .map_or((0, None), |frame| (frame.faults, frame.fault.as_deref()));
        let told = std::mem::replace(&mut self.faults.evaluation, count);
        if let Some(message) = message.filter(|_| told == 0 && count > 0) {
            let fault = known(message);
            self.tell(
                tr!("The character cannot be evaluated"),
                tr!("Its reference pose is shown. Undo the last edit."),
                &fault,
            );
        }
    }

    /// Restarts the engine after a fault, paused and with the same subject. A subject that fails
    /// once more stays hidden.
    fn engine_faulted(&mut self, message: &str) {
        let faulted = (self.engine.revision(), self.engine.shown());
        self.faults.rests = self.faults.preview == Some(faulted);
        self.faults.preview = Some(faulted);
        self.session.transport.playing = false;
        let line = if self.faults.rests {
            tr!(
                "This asset stays hidden until you edit it. Undo the last edit, or open another asset."
            )
        } else {
            tr!(
                "The preview was restarted and is paused. Play to try again, or undo the last edit."
            )
        };
        self.tell(
            tr!("The preview hit an internal error"),
            line,
            &known(message),
        );
        let is_shown = self.engine.shown() != PreviewSubject::None;
        let library = is_shown.then(|| self.previewed());
        self.engine.begin_anew(None, library);
        self.compile_if_changed();
    }

    /// Result of the compiler; None if the compiler faulted.
    pub(super) fn sound(&mut self, built: Built) -> Option<Sound> {
        let Built {
            root,
            compiled,
            took,
            ..
        } = built;
        match compiled {
            Ok(compiled) => {
                self.faults.compiler = None;
                Some(Sound {
                    root,
                    compiled,
                    took,
                })
            }
            Err(fault) => {
                let known = self.faults.compiler.replace(fault.message.clone());
                // Each clip that is compressed meanwhile compiles the same once more.
                if known.as_ref() != Some(&fault.message) {
                    self.tell(
                        tr!("The last edit cannot be compiled"),
                        tr!("The preview shows the state before this edit. Undo the edit."),
                        &fault,
                    );
                }
                None
            }
        }
    }

    pub(super) fn job_faulted(
        &mut self,
        (job, task): (u64, Option<Task>),
        name: &str,
        fault: &ProgramFault,
    ) {
        match task {
            Some(Task::Save) => self.disk.after_save = None,
            Some(Task::LookOutside) => self.disk.unsaved.asks = false,
            // It would be begun again at once.
            Some(Task::ReduceKeys) => self.views.kinds.clip.comparison = None,
            Some(Task::MeasureSlide | Task::SweepRates | Task::RunTests | Task::MakeTest)
            | None => {}
        }
        self.compressor.faulted(job);
        self.compiler
            .take_compressed(self.compressor.collect(&self.jobs));
        self.begin_compressing();
        self.tell(
            &tr!("{name} hit an internal error"),
            tr!("Nothing else has changed. Try again."),
            fault,
        );
    }

    /// Shows a fault in a toast and writes a report.
    fn tell(&mut self, title: &str, line: &str, fault: &ProgramFault) {
        let written = self
            .faults
            .report_folder
            .as_deref()
            .and_then(|folder| PanicReport::of(fault).write(folder, false).ok());
        let report = written.map_or(String::new(), |path| tr!("\nReport: {}", path.display()));
        self.session.toast(
            Tone::Error,
            title,
            format!("{line}\n{}{report}", fault.message),
        );
    }

    /// Faults for the Problems panel, each with its source and text.
    pub(super) fn told_faults(&self) -> Vec<(&'static str, String)> {
        let mut told = Vec::new();
        if let Some(message) = &self.faults.compiler {
            let text = tr!(
                "The last edit cannot be compiled, so the preview shows the state before it. Undo the edit. {message}"
            );
            told.push((tr!("Compiler"), text));
        }
        if self.faults.rests(self.engine.revision(), self.wanted()) {
            let text = tr!(
                "The preview hit internal errors. This asset stays hidden until you edit it. Undo the last edit."
            );
            told.push((tr!("Preview"), text.to_owned()));
        }
        if let Some(frame) = self.engine.frame.as_ref().filter(|frame| frame.faults > 0) {
            let text = tr!(
                "Evaluation failed {} times; the reference pose is shown. Undo the last edit, or open the asset again. {}",
                frame.faults,
                frame.fault.as_deref().unwrap_or_default()
            );
            told.push((tr!("Preview"), text));
        }
        told
    }

    /// Shows the report at the start, if the last run ended with a fault.
    pub(super) fn find_report(&mut self) {
        let Some(folder) = &self.faults.report_folder else {
            return;
        };
        if let Some((path, text)) = files::take_unseen_report(folder) {
            self.dialogs.ask(Question::Fault(FaultReport {
                text,
                path: path.display().to_string(),
            }));
        }
    }
}
