//! Reading in a process of its own, for formats whose reader is not written in a safe language:
//! whatever a file does to it, this process goes on.

use formats::{ImportError, ImportErrorPlace, ImportProblem, Options, fbx};
use std::{
    io::{self, Read, Write},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{
        OnceLock,
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};
use words::tr;

/// The most that one reader works with.
const MOST_THREADS: usize = 16;

/// The argument with which the program reads for another process of itself.
pub const ARGUMENT: &str = "read-fbx";
/// Time that reading may take, whatever the size of the file.
const PATIENCE: Duration = Duration::from_secs(120);
/// Further time that reading may take for each mebibyte of the file.
const PATIENCE_PER_MIB: Duration = Duration::from_secs(2);
/// Interval at which a waiting caller is asked whether to go on.
const PULSE: Duration = Duration::from_millis(50);

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Sets the program that is run to read files; the first call counts. Without a call, files are
/// read in this process.
pub fn use_program(program: PathBuf) {
    // The first word counts.
    let _ = PROGRAM.set(program);
}

/// Answers another process of the program, over the standard streams.
pub fn serve(input: &mut impl Read, output: &mut impl Write) -> io::Result<()> {
    fbx::wire::serve(input, output)
}

pub(crate) fn read_fbx(
    bytes: &[u8],
    options: &Options,
    progress: &dyn Fn(f32) -> bool,
) -> Result<fbx::FbxContents, ImportError> {
    match PROGRAM.get() {
        None => fbx::read(bytes, options, progress),
        Some(program) => {
            let mut command = Command::new(program);
            // Each thread takes a part of the room of addresses, which is limited.
            let threads = thread::available_parallelism()
                .map_or(1, usize::from)
                .min(MOST_THREADS);
            command
                .arg(ARGUMENT)
                .args(["--language", words::spoken_tag()])
                .env("RAYON_NUM_THREADS", threads.to_string());
            read_with(&mut command, bytes, options, progress, patience(bytes))
        }
    }
}

fn patience(bytes: &[u8]) -> Duration {
    PATIENCE + PATIENCE_PER_MIB * u32::try_from(bytes.len() >> 20).unwrap_or(u32::MAX)
}

/// Has a command read the bytes and waits for its answer, so long at most.
fn read_with(
    command: &mut Command,
    bytes: &[u8],
    options: &Options,
    progress: &dyn Fn(f32) -> bool,
    patience: Duration,
) -> Result<fbx::FbxContents, ImportError> {
    let question = fbx::wire::question(options).map_err(said)?;
    let started = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child =
        Ended(started.map_err(|error| said(tr!("the reader could not be started ({error})")))?);
    let (stdin, stdout) = (child.0.stdin.take(), child.0.stdout.take());
    let (Some(mut stdin), Some(mut stdout)) = (stdin, stdout) else {
        return Err(said(tr!("the reader has no pipes").to_owned()));
    };
    thread::scope(|scope| {
        // A reader that ends early has no more use for the rest.
        scope.spawn(move || {
            let _ = stdin
                .write_all(&question)
                .and_then(|()| stdin.write_all(bytes));
        });
        let (sender, frames) = mpsc::channel();
        scope.spawn(move || {
            loop {
                let frame = fbx::wire::next(&mut stdout);
                let is_last = !matches!(&frame, Ok((fbx::wire::PROGRESS, _)));
                if sender.send(frame).is_err() || is_last {
                    break;
                }
            }
        });
        let found = answer(&frames, progress, patience, bytes.len());
        child.end();
        found
    })
}

fn answer(
    frames: &Receiver<io::Result<(u8, Vec<u8>)>>,
    progress: &dyn Fn(f32) -> bool,
    patience: Duration,
    bytes: usize,
) -> Result<fbx::FbxContents, ImportError> {
    let (begun, mut part) = (Instant::now(), 0.0);
    loop {
        match frames.recv_timeout(PULSE) {
            Ok(Ok((fbx::wire::ANSWER, answer))) => return fbx::wire::found(&answer),
            Ok(Ok((_, told))) => {
                let told = <[u8; 4]>::try_from(told.as_slice()).map_or(part, f32::from_le_bytes);
                part = if told.is_finite() {
                    told.clamp(part, 1.0)
                } else {
                    part
                };
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                return Err(said(
                    tr!("its reader crashed. The file is damaged or has another format").to_owned(),
                ));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if !progress(part) {
            return Err(ImportError::new(
                ImportErrorPlace::File,
                ImportProblem::Cancelled,
            ));
        }
        if begun.elapsed() > patience {
            let text = tr!(
                "reading it took over {} s for {} MiB",
                patience.as_secs(),
                bytes >> 20
            );
            return Err(said(text));
        }
    }
}

fn said(why: String) -> ImportError {
    ImportError::new(
        ImportErrorPlace::File,
        ImportProblem::Said {
            text: tr!("cannot read it: {why}."),
        },
    )
}

/// A child process that is killed when this guard is dropped.
struct Ended(Child);

impl Ended {
    fn end(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Ended {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests;
