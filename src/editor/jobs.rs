//! Long work on threads of its own, with progress and cancel: import, export, compression,
//! previews.

use crate::{
    coverage::PaintedCoverage,
    faults::{ProgramFault, guarded},
    panels::{slide::told::millimetres, sweep::swept::SweepResult},
    parts,
    reduction::ReductionPreview,
    sounds::{ReadSound, SoundPlace},
};
use crossbeam_channel::{Receiver, Sender, bounded};
use document::import::{ImportChoices, OtherRest};
use formats::bvh::Positions;
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};
use words::{noun, tr};

/// A job shows its remaining time after it has run for this long.
const SAYING: Duration = Duration::from_secs(2);

/// Outcomes that wait for the application at most: more than there are jobs at a time. A job that
/// finds no room waits for it on its own thread.
const OUTCOME_QUEUE: usize = 64;

/// Called when there is something new to see.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Change of a mesh and its messages, or the reason why the mesh is not changed.
pub type Remade = Result<Change, String>;

/// Work of which one at most runs at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    Save,
    /// Reads what others have made of the project on disk.
    LookOutside,
    ReduceKeys,
    MeasureSlide,
    RunTests,
    /// Measures what could be expected of a motion test.
    MakeTest,
    SweepRates,
}

/// Name of a job, with its task and the time after which it is listed.
pub struct JobTitle {
    name: String,
    task: Option<Task>,
    patience: Duration,
}

impl JobTitle {
    /// Contract: none of this task runs.
    pub fn of(self, task: Task) -> Self {
        Self {
            task: Some(task),
            ..self
        }
    }

    /// Is listed only if it takes longer.
    pub fn listed_after(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }
}

impl From<String> for JobTitle {
    /// Is listed from its start, and may run beside others of its kind.
    fn from(name: String) -> Self {
        Self {
            name,
            task: None,
            patience: Duration::ZERO,
        }
    }
}

/// Edits of one undo step, with messages for the finished job.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Edits of the step, in the order in which they are made.
    pub commands: Vec<document::Command>,
    /// The mesh that they were made for: of another one than this they are not.
    pub of: Option<(asset::Id, Arc<asset::Mesh>)>,
    /// The line under the finished job.
    pub said: String,
    /// Warnings that the user should look at.
    pub warnings: Vec<String>,
    /// Is opened when it is done.
    pub shown: Option<asset::Id>,
}

/// Result that a finished job returns to the application.
pub enum JobOutcome {
    Imported {
        path: PathBuf,
        options: formats::Options,
        choices: Box<ImportChoices>,
        result: Result<Box<formats::Imported>, files::Error>,
    },
    /// Files of a table, by its number, as they were read.
    ImportedMany {
        batch: u64,
        read: Vec<(PathBuf, files::Read)>,
    },
    Exported {
        path: PathBuf,
        result: Result<String, files::Error>,
    },
    /// Number of clips that were compressed, of the number in the queue; the result of each clip
    /// arrives separately.
    Compressed {
        done: usize,
        of: usize,
    },
    Reduced(Box<ReductionPreview>),
    Remade(Remade),
    SoundsRead(SoundPlace, Vec<ReadSound>),
    /// Empty where it was cancelled.
    Swept(Box<SweepResult>),
    /// Measured foot sliding, or the reason in words why nothing could be measured.
    Slid(Result<Box<crate::sliding::Measured>, String>),
    /// Motion tests that were run.
    Tested(Box<crate::testing::TestRun>),
    /// What motion tests reach.
    Covered(Box<PaintedCoverage>),
    /// A motion test that is ready to be looked at, or why there is none.
    TestMade(Result<Box<crate::testing::NewTest>, String>),
    /// A motion test with new poses; None where they are the same, or why there are none.
    TestRenewed(asset::Id, Result<Option<Box<asset::Scenario>>, String>),
    Saved(Box<Saved>),
    LookedOutside(Result<Looked, files::Error>),
    /// The work panicked: nothing else came of it.
    Faulted {
        job: u64,
        name: String,
        task: Option<Task>,
        fault: Box<ProgramFault>,
    },
}

/// A project that was written, or why not.
pub struct Saved {
    /// The folder that was written to.
    pub path: PathBuf,
    /// The project as it was written.
    pub project: Arc<asset::Project>,
    /// Copies of what others had changed.
    pub result: Result<Vec<PathBuf>, files::Error>,
    /// Whether the user asked for this save and gets a message when it is done.
    pub is_asked: bool,
}

/// Changes by others and lost files that a check of the project on disk has found.
#[derive(Default)]
pub struct Looked {
    /// Changes that others have made on disk; None if nobody else has changed anything.
    pub outside: Option<Box<Outside>>,
    /// Files that were left there and are gone, by path.
    pub lost: Vec<String>,
}

/// Changes that others have made to the project on disk.
#[derive(Clone)]
pub struct Outside {
    /// The root that was saved or opened last.
    pub since: Arc<asset::Project>,
    /// The project as it is on disk now.
    pub theirs: Arc<asset::Project>,
    /// Files on disk that could not be read; `theirs` is without them.
    pub broken: Vec<formats::project::BrokenFile>,
}

/// A line under a finished job.
#[derive(Clone, Debug)]
pub struct JobNote {
    /// One line for a person.
    pub text: String,
    /// Shown as a warning; else as a plain note.
    pub is_warning: bool,
    /// Repair that one click on the note's button would make; None if there is no such button.
    pub fix: Option<Fix>,
}

/// Repair that a button under a finished job would make.
#[derive(Clone, Debug)]
pub enum Fix {
    /// Reading a file again with other options, and what a button says of them.
    Again(PathBuf, Box<formats::Options>, String),
    /// Setting translation modes that keep a skeleton's proportions.
    KeepProportions(OtherRest),
}

/// A running or finished piece of work, as the Jobs tab shows it.
pub struct Job {
    /// Name of the job in the Jobs tab.
    pub name: String,
    /// Progress of the job in thousandths.
    progress: Arc<AtomicU32>,
    cancelled: Arc<AtomicBool>,
    /// Result of the job in words; None while the job runs.
    pub result: Option<String>,
    /// Notes that are listed under the finished job.
    pub notes: Vec<JobNote>,
    /// The outcome is an error or a panic. A cancelled job need not have failed.
    pub failed: bool,
    id: u64,
    task: Option<Task>,
    started: Instant,
    /// A job that takes no longer than this is not listed.
    patience: Duration,
}

impl Job {
    /// Progress of the job, 0 to 1.
    pub fn progress(&self) -> f32 {
        self.progress.load(Ordering::Relaxed) as f32 / 1000.0
    }

    /// State of the job in a few words. Some jobs cannot report their progress.
    pub fn standing(&self) -> String {
        match self.progress() {
            _ if self.is_cancelled() => tr!("Stopping…").to_owned(),
            0.0 => tr!("Running…").to_owned(),
            part => format!("{:.0} %{}", part * 100.0, self.time_left(part)),
        }
    }

    /// Remaining time in words, from the time taken so far; empty while it is too early to say.
    fn time_left(&self, part: f32) -> String {
        let taken = self.started.elapsed();
        if taken < SAYING || part < 0.02 {
            return String::new();
        }
        let left = taken.as_secs_f32() * (1.0 - part) / part;
        if left < 90.0 {
            tr!(", {:.0} s left", left.ceil())
        } else {
            tr!(", {:.0} min left", (left / 60.0).ceil())
        }
    }

    /// Whether it was asked to stop; it may run on for a while.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Whether its outcome has not been taken yet.
    pub fn is_running(&self) -> bool {
        self.result.is_none()
    }

    fn is_listed(&self) -> bool {
        self.started.elapsed() >= self.patience
    }

    /// Asks the work to stop; it does so at its next report.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

/// The job's own end: where it reports and asks whether to go on.
pub struct Handle {
    progress: Arc<AtomicU32>,
    cancelled: Arc<AtomicBool>,
    wake: Wake,
}

impl Handle {
    /// Returns false when the job was cancelled.
    pub fn report(&self, part: f32) -> bool {
        self.progress
            .store((part.clamp(0.0, 1.0) * 1000.0) as u32, Ordering::Relaxed);
        !self.is_cancelled()
    }

    /// Reports that there is something new to see before the job is done.
    pub fn wake(&self) {
        (self.wake)();
    }

    /// Whether the job was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// Every job that runs, and finished ones that are listed.
pub struct Jobs {
    /// Called when the work of one is done.
    wake: Wake,
    list: Vec<Job>,
    next_id: u64,
    done: Sender<(u64, JobOutcome)>,
    finished: Receiver<(u64, JobOutcome)>,
    /// Finished, and not asked for yet.
    early: Vec<(u64, JobOutcome)>,
}

impl Jobs {
    /// A list without running jobs. `wake` is called from the thread of a job whose work is done.
    pub fn new(wake: Wake) -> Self {
        let (done, finished) = bounded(OUTCOME_QUEUE);
        Self {
            wake,
            list: Vec::new(),
            next_id: 0,
            done,
            finished,
            early: Vec::new(),
        }
    }

    /// Starts a job and returns the id of the job.
    pub fn start(
        &mut self,
        title: impl Into<JobTitle>,
        work: impl FnOnce(&Handle) -> JobOutcome + Send + 'static,
    ) -> u64 {
        let JobTitle {
            name,
            task,
            patience,
        } = title.into();
        let (progress, cancelled) = (
            Arc::new(AtomicU32::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        self.next_id += 1;
        let id = self.next_id;
        self.list.push(Job {
            name: name.clone(),
            progress: progress.clone(),
            cancelled: cancelled.clone(),
            result: None,
            notes: Vec::new(),
            failed: false,
            id,
            task,
            started: Instant::now(),
            patience,
        });
        let (done, wake) = (self.done.clone(), self.wake.clone());
        std::thread::spawn(move || {
            let handle = Handle {
                progress,
                cancelled,
                wake: wake.clone(),
            };
            let outcome = guarded(|| work(&handle)).unwrap_or_else(|fault| JobOutcome::Faulted {
                job: id,
                name,
                task,
                fault: fault.into(),
            });
            // The application is gone: nobody waits for the outcome.
            let _ = done.send((id, outcome));
            wake();
        });
        id
    }

    /// The job of this task, while it runs.
    pub fn running_task(&self, task: Task) -> Option<&Job> {
        let mut list = self.list.iter();
        list.find(|job| job.task == Some(task) && job.is_running())
    }

    /// Waits for a job that is most often done at once; returns whether it is.
    pub fn wait(&mut self, id: u64, patience: Duration) -> bool {
        let start = Instant::now();
        while self.early.iter().all(|(done, _)| *done != id) {
            match self
                .finished
                .recv_timeout(patience.saturating_sub(start.elapsed()))
            {
                Ok(outcome) => self.early.push(outcome),
                Err(_) => return false,
            }
        }
        true
    }

    /// Jobs that a person sees, in the order in which they were started.
    pub fn listed(&self) -> impl DoubleEndedIterator<Item = &Job> {
        self.list.iter().filter(|job| job.is_listed())
    }

    /// Listed jobs that have no outcome yet, in the order in which they were started.
    pub fn running(&self) -> impl Iterator<Item = &Job> {
        self.listed().filter(|job| job.is_running())
    }

    /// The one with this id, while it runs.
    pub fn running_as(&self, id: u64) -> Option<&Job> {
        self.list
            .iter()
            .find(|job| job.id == id && job.is_running())
    }

    /// Whether any job runs, listed or not.
    pub fn is_busy(&self) -> bool {
        self.list.iter().any(Job::is_running)
    }

    /// Whether this job was asked to stop; false for an unknown id.
    pub fn is_cancelled(&self, id: u64) -> bool {
        self.list
            .iter()
            .any(|job| job.id == id && job.is_cancelled())
    }

    /// Adds notes to the last job of that name, before what it has.
    pub fn add_notes(&mut self, job: &str, notes: Vec<JobNote>) {
        if let Some(job) = self.list.iter_mut().rev().find(|known| known.name == job) {
            job.notes.splice(0..0, notes);
        }
    }

    /// Adds notes to a job, before what it has.
    pub fn add_notes_to(&mut self, id: Option<u64>, notes: Vec<JobNote>) {
        if let Some(job) = self.list.iter_mut().find(|job| Some(job.id) == id) {
            job.notes.splice(0..0, notes);
        }
    }

    /// Asks this job to stop; does nothing for an unknown id.
    pub fn cancel(&self, id: u64) {
        self.list
            .iter()
            .filter(|job| job.id == id)
            .for_each(Job::cancel);
    }

    /// Gives a job another name in the list; does nothing for an unknown id.
    pub fn rename(&mut self, id: u64, name: String) {
        if let Some(job) = self.list.iter_mut().find(|job| job.id == id) {
            job.name = name;
        }
    }

    /// The outcomes since the last call, each with whether its job was cancelled.
    pub fn finished(&mut self) -> Vec<(JobOutcome, bool)> {
        let mut finished = std::mem::take(&mut self.early);
        finished.extend(self.finished.try_iter());
        let mut outcomes = Vec::new();
        for (id, outcome) in finished {
            let Some(job) = self.list.iter_mut().find(|job| job.id == id) else {
                continue;
            };
            if !job.is_cancelled() {
                job.progress.store(1000, Ordering::Relaxed);
            }
            job.result = Some(summary(&outcome, job.is_cancelled()));
            job.notes = notes(&outcome);
            job.failed = has_failed(&outcome);
            outcomes.push((outcome, job.is_cancelled()));
        }
        self.list.retain(|job| job.is_running() || job.is_listed());
        outcomes
    }
}

fn has_failed(outcome: &JobOutcome) -> bool {
    match outcome {
        JobOutcome::Imported { result: Err(_), .. }
        | JobOutcome::Exported { result: Err(_), .. } => true,
        JobOutcome::Faulted { .. } => true,
        JobOutcome::Saved(saved) => saved.result.is_err(),
        JobOutcome::LookedOutside(result) => result.is_err(),
        JobOutcome::Remade(result) => result.is_err(),
        JobOutcome::SoundsRead(_, read) => read.iter().any(|it| it.result.is_err()),
        _ => false,
    }
}

/// Label of the button that reads a file again; None if the user is asked before the file is
/// imported.
pub fn again_label(fix: formats::ImportFix) -> Option<String> {
    match fix {
        formats::ImportFix::Scale(scale) => Some(tr!("Import with scale {scale}")),
        formats::ImportFix::Positions(Positions::Add) => {
            Some(tr!("Import with positions on top of OFFSETs").to_owned())
        }
        formats::ImportFix::Positions(Positions::Replace) => {
            Some(tr!("Import with positions in place of OFFSETs").to_owned())
        }
        formats::ImportFix::ZUp => Some(tr!("Import with Z up").to_owned()),
        formats::ImportFix::Positions(Positions::Guess) | formats::ImportFix::StripNamespaces => {
            None
        }
    }
}

fn notes(outcome: &JobOutcome) -> Vec<JobNote> {
    match outcome {
        JobOutcome::Imported {
            path,
            options,
            result: Ok(imported),
            ..
        } => notes_of(&imported.report, path, options),
        JobOutcome::ImportedMany { read, .. } => notes_of_many(read),
        _ => Vec::new(),
    }
}

/// Warnings of many files, and errors of files that could not be read. A table has shown the rest.
fn notes_of_many(read: &[(PathBuf, files::Read)]) -> Vec<JobNote> {
    let is_warning =
        |entry: &&formats::ImportReportEntry| entry.severity == formats::ImportSeverity::Warning;
    let lines = read.iter().flat_map(|(path, read)| {
        match read {
            files::Read::Whole(imported) => imported
                .report
                .entries
                .iter()
                .filter(is_warning)
                .map(|it| it.to_string())
                .collect(),
            files::Read::Failed(error) => vec![error.text.clone()],
            files::Read::Unchanged => Vec::new(),
        }
        .into_iter()
        .map(move |line: String| {
            format!(
                "{}: {line}",
                path.file_name().unwrap_or_default().to_string_lossy()
            )
        })
    });
    lines
        .map(|text| JobNote {
            text,
            is_warning: true,
            fix: None,
        })
        .collect()
}

/// Notes on what was skipped or repaired, each with its place in the file.
fn notes_of(
    report: &formats::ImportReport,
    path: &Path,
    options: &formats::Options,
) -> Vec<JobNote> {
    let note = |entry: &formats::ImportReportEntry| {
        let again = |fix: formats::ImportFix| {
            let label = again_label(fix)?;
            Some(Fix::Again(
                path.to_owned(),
                Box::new(fix.apply(*options)),
                label,
            ))
        };
        let fix = entry.fix.and_then(again);
        JobNote {
            text: entry.to_string(),
            is_warning: entry.severity == formats::ImportSeverity::Warning,
            fix,
        }
    };
    let more = tr!("and {} more", report.left_off);
    let more = (report.left_off > 0).then_some(JobNote {
        text: more,
        is_warning: false,
        fix: None,
    });
    report.entries.iter().map(note).chain(more).collect()
}

/// Summary of many files, as in “198 files read, 1 unchanged, 1 cannot be read”.
fn summary_of_many(read: &[(PathBuf, files::Read)]) -> String {
    let count = |is: fn(&files::Read) -> bool| read.iter().filter(|(_, read)| is(read)).count();
    let mut text = tr!(
        "{} read",
        parts::count(
            count(|read| matches!(read, files::Read::Whole(_))),
            noun!("file")
        )
    );
    let others = [
        (
            count(|read| matches!(read, files::Read::Unchanged)),
            tr!("unchanged"),
        ),
        (
            count(|read| matches!(read, files::Read::Failed(_))),
            tr!("cannot be read"),
        ),
    ];
    others
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .for_each(|(count, what)| text += &format!(", {count} {what}"));
    text
}

fn summary(outcome: &JobOutcome, is_cancelled: bool) -> String {
    match outcome {
        JobOutcome::Faulted { fault, .. } => {
            tr!("internal error: {}", fault.message)
        }
        JobOutcome::Compressed { done, of } if is_cancelled => {
            tr!("Cancelled after {done} of {of}; the other clips are not compressed")
        }
        _ if is_cancelled => tr!("Cancelled, nothing changed").to_owned(),
        JobOutcome::Compressed { done: 1, .. } => tr!("1 clip compressed").to_owned(),
        JobOutcome::Compressed { done, .. } => tr!("{done} clips compressed"),
        JobOutcome::Imported {
            result: Ok(imported),
            ..
        } => {
            let warnings = imported.report.entries.len() + imported.report.left_off;
            let clips = parts::count(imported.project.clips.len(), noun!("clip"));
            tr!("{clips} read, {}", parts::count(warnings, noun!("note")))
        }
        JobOutcome::ImportedMany { read, .. } => summary_of_many(read),
        JobOutcome::Exported {
            result: Ok(summary),
            ..
        } => summary.clone(),
        JobOutcome::Reduced(preview) => {
            preview
                .found
                .as_ref()
                .map_or(tr!("no frames to compare").to_owned(), |found| {
                    let (now, then) = found.keys();
                    tr!(
                        "{then} of {now} keys, max error {:.3} cm",
                        found.errors.max * 100.0
                    )
                })
        }
        JobOutcome::Swept(swept) if swept.report.findings.is_empty() => {
            tr!(
                "{} the same at every rate",
                parts::count(swept.report.events, noun!("event"))
            )
        }
        JobOutcome::Swept(swept) => parts::count(swept.report.findings.len(), noun!("finding")),
        JobOutcome::Slid(Ok(measured)) => {
            let score = measured.found.score();
            tr!(
                "mean {}, max {}",
                millimetres(score.mean),
                millimetres(score.worst)
            )
        }
        JobOutcome::Slid(Err(why)) => why.clone(),
        JobOutcome::Tested(run) => run.summary(),
        JobOutcome::Covered(painted) => painted.text(),
        JobOutcome::TestMade(Ok(new)) => {
            tr!(
                "{} measured",
                parts::count(new.offers.len(), noun!("expectation"))
            )
        }
        JobOutcome::TestRenewed(_, Ok(_)) => tr!("poses measured").to_owned(),
        JobOutcome::TestMade(Err(why)) | JobOutcome::TestRenewed(_, Err(why)) => why.clone(),
        JobOutcome::Remade(Ok(change)) => change.said.clone(),
        JobOutcome::SoundsRead(_, read) => {
            let failed = read.iter().find_map(|it| it.result.as_ref().err());
            failed
                .cloned()
                .unwrap_or_else(|| tr!("{} read", parts::count(read.len(), noun!("sound"))))
        }
        JobOutcome::Saved(saved) => match &saved.result {
            Ok(_) => tr!("saved").to_owned(),
            Err(error) => error.to_string(),
        },
        JobOutcome::LookedOutside(Ok(Looked {
            outside: Some(_), ..
        })) => tr!("changed by another program").to_owned(),
        JobOutcome::LookedOutside(Ok(Looked { lost, .. })) if lost.is_empty() => {
            tr!("nothing has changed on disk").to_owned()
        }
        JobOutcome::LookedOutside(Ok(Looked { lost, .. })) => {
            tr!(
                "{} missing on disk",
                parts::count(lost.len(), noun!("file"))
            )
        }
        JobOutcome::LookedOutside(Err(error)) => error.to_string(),
        JobOutcome::Remade(Err(text)) => text.clone(),
        JobOutcome::Imported {
            result: Err(error), ..
        }
        | JobOutcome::Exported {
            result: Err(error), ..
        } => error.to_string(),
    }
}
