//! Recorded sessions on disk.

use crate::{Error, Over, Product, read, write_output};
use ::session::{SessionFile, SessionSeries, SessionWriting, series_table};
use anim::Names;
use engine::RecordedSession;
use std::{ops::Range, path::Path};

/// Reads a session's file. What is missing at its end is told in it; see [`session::read`].
pub fn open_session(path: &Path) -> Result<SessionFile, Error> {
    let bytes = read(path)?;
    ::session::read(&bytes).map_err(|why| Error::new(path, why.to_string()))
}

/// Writes a session's file, whole or not at all. Returns its size in bytes.
pub fn save_session(
    (path, over): (&Path, Over),
    session: &RecordedSession,
    writing: &SessionWriting,
) -> Result<usize, Error> {
    let bytes =
        ::session::write(session, writing).map_err(|why| Error::new(path, why.to_string()))?;
    write_output(path, &bytes, Product::Session, over)?;
    Ok(bytes.len())
}

/// Writes these ticks of the series of a session as a table; see [`series_table`].
pub fn save_series(
    (path, over): (&Path, Over),
    (series, ticks): (&SessionSeries, Range<u64>),
    names: &Names,
) -> Result<(), Error> {
    let table = series_table(series, names, ticks);
    write_output(path, table.as_bytes(), Product::SeriesTable, over)
}
