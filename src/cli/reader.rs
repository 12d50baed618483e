//! `read-fbx`: reads a file for another process of the program. It is a process of its own so that
//! a hostile file ends this one at worst.

use crate::Failure;
use std::{io, path::PathBuf};

/// Bytes of address space that reading may take. What is asked for beyond is refused.
#[cfg(unix)]
const ADDRESS_SPACE: u64 = 16 << 30;

/// Lets another process of this program read formats whose reader is not written in a safe
/// language, from now on. Files can bring only that process to an end.
pub fn read_apart() {
    // On Linux this names the program even after its file was replaced.
    let running = PathBuf::from("/proc/self/exe");
    let program = if running.exists() {
        Ok(running)
    } else {
        std::env::current_exe()
    };
    // Where nobody knows which program runs, files are read in this process.
    if let Ok(program) = program {
        files::foreign::use_program(program);
    }
}

/// Serves one read over standard input and output. It writes past the filter that makes text
/// harmless, which would change the answer.
pub fn run_reader() -> Result<(), Failure> {
    limit();
    files::foreign::serve(&mut io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(())
}

/// Limits memory and switches core dumps off. Where the limit cannot be set, only that of the
/// library counts.
#[cfg(unix)]
fn limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::As);
    let most = now
        .maximum
        .map_or(ADDRESS_SPACE, |most| most.min(ADDRESS_SPACE));
    let _ = setrlimit(
        Resource::As,
        Rlimit {
            current: Some(most),
            maximum: now.maximum,
        },
    );
    // Whoever asked tells of a crash; nobody reads this process's memory afterwards.
    let _ = setrlimit(
        Resource::Core,
        Rlimit {
            current: Some(0),
            maximum: Some(0),
        },
    );
}

#[cfg(not(unix))]
fn limit() {}
