//! Faults of the program itself: every panic is one line for whoever reads the terminal, and a
//! report without paths of machines and without contents of the project.

mod report;

pub use report::{PanicReport, without_paths};

use std::{
    any::Any,
    backtrace::Backtrace,
    cell::RefCell,
    collections::VecDeque,
    io::Write,
    panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind},
    sync::{Mutex, MutexGuard, PoisonError},
};
use words::tr;

const STOPPED: u8 = 101;
/// Panics that are remembered until somebody asks for them.
const MOST: usize = 8;
/// Libraries that are guarded where they are called: what they panic about is an error of the file
/// that they read, or a library that is missing.
const GUARDED: [&str; 2] = ["draco-core-", "xkbcommon-dl-"];

/// A panic of a thread of this program.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramFault {
    /// The name of the thread; “job” for one without.
    pub thread: String,
    /// The message of the panic, with paths taken out.
    pub message: String,
    /// The message with the paths in it.
    raw: String,
    /// File and line, without the machine's part of the path.
    pub place: String,
    backtrace: String,
}

impl ProgramFault {
    fn of(info: &PanicHookInfo<'_>) -> Self {
        let place = info.location().map_or(String::new(), |place| {
            format!("{}:{}", place.file(), place.line())
        });
        Self {
            thread: std::thread::current().name().unwrap_or("job").to_owned(),
            message: report::without_paths(&said(info.payload())),
            raw: said(info.payload()),
            place: report::without_machine(&place),
            backtrace: Backtrace::force_capture().to_string(),
        }
    }

    fn is_guarded(&self) -> bool {
        GUARDED
            .iter()
            .any(|library| self.place.starts_with(library))
    }
}

static FAULTS: Mutex<VecDeque<ProgramFault>> = Mutex::new(VecDeque::new());

thread_local! {
    static OWN: RefCell<Option<ProgramFault>> = const { RefCell::new(None) };
}

fn faults() -> MutexGuard<'static, VecDeque<ProgramFault>> {
    FAULTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the program. A panic that nobody else stops ends it with a report, which the next start of
/// the window offers, and the exit code that every Rust program has then.
pub fn reported(program: impl FnOnce() -> u8) -> u8 {
    install();
    guarded(program).unwrap_or_else(|fault| {
        let written =
            PanicReport::folder().map(|folder| PanicReport::of(&fault).write(&folder, true));
        tell(&match written {
            Some(Ok(path)) => tr!(
                "internal error; the program stopped. The report is in {}",
                path.display()
            ),
            Some(Err(error)) => {
                tr!("internal error; the program stopped. No report could be written: {error}")
            }
            None => tr!("internal error; the program stopped. There is no folder for a report")
                .to_owned(),
        });
        STOPPED
    })
}

/// Writes a line to standard error. An error is ignored, because the reader may have gone.
fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", tr!("mutoscope: {line}"));
}

/// Takes the place of the standard hook, for good.
fn install() {
    std::panic::set_hook(Box::new(|info| {
        let fault = ProgramFault::of(info);
        if fault.is_guarded() {
            return;
        }
        tell(&tr!(
            "internal error in thread `{}`: {} ({})",
            fault.thread,
            one_line(&fault.message),
            fault.place
        ));
        let mut faults = faults();
        faults.push_back(fault.clone());
        if faults.len() > MOST {
            faults.pop_front();
        }
        drop(faults);
        OWN.with(|own| drop(own.replace(Some(fault))));
    }));
}

/// Newest panic with this message, as the hook recorded it; without a record, a fault with the
/// message alone.
pub fn known(message: &str) -> ProgramFault {
    let known = faults()
        .iter()
        .rev()
        .find(|fault| fault.raw == message)
        .cloned();
    known.unwrap_or_else(|| ProgramFault {
        thread: String::new(),
        message: report::without_paths(message),
        raw: message.to_owned(),
        place: String::new(),
        backtrace: String::new(),
    })
}

/// Runs what must not take its caller along.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, ProgramFault> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| own(panic.as_ref()))
}

fn own(panic: &(dyn Any + Send)) -> ProgramFault {
    let message = said(panic);
    let own = OWN.with(|own| own.take());
    own.filter(|fault| fault.raw == message)
        .unwrap_or_else(|| known(&message))
}

/// Message of a panic; empty if the panic has no text.
pub(crate) fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
