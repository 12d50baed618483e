//! `read-fbx`: reads a file for another process of the program. Hostile files end this process at
//! worst.

use crate::Failure;
use std::{io, path::PathBuf};

/// Bytes of address space that reading may take; what is asked beyond is refused.
#[cfg(unix)]
const ADDRESS_SPACE: u64 = 16 << 30;

/// From here on, files of formats whose reader is not written in a safe language are read by
/// another process of this program, which they can bring to an end.
pub fn read_apart() {
    // On Linux this names the program also when its file has been replaced since.
    let running = PathBuf::from("/proc/self/exe");
    let program = if running.exists() {
        Ok(running)
    } else {
        std::env::current_exe()
    };
    // Where nobody knows what runs, they are read in this process.
    if let Ok(program) = program {
        files::foreign::use_program(program);
    }
}

/// Writes past what makes text harmless, which would change the answer.
pub fn run() -> Result<(), Failure> {
    limit();
    files::foreign::serve(&mut io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(())
}

/// Where the limit cannot be set, that of the library counts alone.
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
    // A crash of the reader is told by who asked; nobody reads its memory afterwards.
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
