//! Sessions that commands are given: their files, and moments in them.

use crate::{Failure, Io, script::library};
use engine::RecordedSession;
use session::SessionFile;
use std::path::Path;
use words::tr;

/// A moment of a session, as people give it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SessionTime {
    /// Seconds of the session.
    Seconds(f64),
    /// Index of a tick of the session.
    Tick(u64),
}

impl SessionTime {
    /// The tick of the session that is meant. An error names one that the session does not have.
    pub(crate) fn tick(self, session: &RecordedSession) -> Result<u64, Failure> {
        match self {
            SessionTime::Tick(tick) if (session.first()..=session.end()).contains(&tick) => {
                Ok(tick)
            }
            SessionTime::Tick(tick) => Err(Failure::Input(tr!(
                "the session has no tick {tick}: it has {} to {}.",
                session.first(),
                session.end()
            ))),
            SessionTime::Seconds(time) => session.tick_at(time).map_err(Failure::input),
        }
    }
}

/// A session that can be played, with its file. `bundle` has the library of one that was recorded
/// without it. What is missing at the end of the file goes to `io.err`.
pub(crate) fn open(
    path: &Path,
    bundle: Option<&Path>,
    io: &mut Io<'_>,
) -> Result<(SessionFile, RecordedSession), Failure> {
    let mut file = files::open_session(path)?;
    if let Some(bundle) = bundle {
        let given = library(bundle, io)?;
        let is_wanted = file.give(&given).map_err(Failure::input)?;
        if !is_wanted {
            let text = tr!(
                "{}: the session was recorded with other content than that of {}.",
                path.display(),
                bundle.display()
            );
            return Err(Failure::Input(text));
        }
    }
    if let Some(fault) = &file.fault {
        let [first, end] = file.stated;
        let (missing, all) = (end.saturating_sub(file.end()), end.saturating_sub(first));
        writeln!(
            io.err,
            "{}",
            tr!(
                "warning: {}: {fault} {missing} of {all} ticks are missing.",
                path.display()
            )
        )?;
    }
    let session = file.session();
    let session = session.map_err(|why| Failure::Input(format!("{}: {why}", path.display())))?;
    Ok((file, session))
}
