//! Recorded sessions: their file, what an edit would have changed of them, and why something
//! happened in them.
//!
//! Everything here follows from playing the session again. The crate knows no window, no document
//! and no disk: bytes come in and go out.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod again;
mod against;
mod ask;
mod chunk;
mod distances;
mod edited;
mod error;
mod events;
mod ledger;
mod provenance;
mod read;
mod record;
mod rows;
mod series;
mod table;
mod taken;
#[cfg(test)]
mod tests;
mod thin;
mod words;
mod write;

pub use again::{Replaying, SessionInputs};
pub use against::{
    ComparisonSpan, MachineDifference, NewRefusal, NumberDifference, PoseDifference,
    RootDifference, SessionComparison, compare, compare_sessions,
};
pub use ask::{Predicate, SearchDirection, find_tick};
pub use chunk::{MAGIC, VERSION};
pub use distances::PoseDistances;
pub use error::SessionFileError;
pub use events::{EventDifference, EventOutcome, RecordedEvent};
pub use ledger::{LedgerFilter, LedgerReader, read_ledger};
pub use provenance::{NodeEffect, Provenance, provenance, without_node};
pub use read::{SessionFile, SessionLibrary, read};
pub use rows::{LedgerOutcome, LedgerRow, tick_rows};
pub use series::{
    BoneSeries, MachineSeries, MontageSeries, SeriesBuilder, SeriesInput, SeriesSpan, SeriesWish,
    SessionSeries,
};
pub use table::series_table;
pub use thin::thinned;
pub use words::input_words;
pub use write::{SessionWriting, library_hash, write};
