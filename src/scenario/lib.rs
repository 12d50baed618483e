//! Scripts and scenarios: what plays without a window, and whether it moves as it must.
//!
//! Commands and the window run the same scenarios through [`run_scenarios`]. What must hold is
//! measured from the poses that are shown; of the runtime's reports only events and states are
//! read. Invariant: an outcome depends on the library and the scenario alone, but for the cost.

pub mod cast;
mod cost;
mod coverage;
#[cfg(test)]
#[path = "../../tests/support/dice.rs"]
mod dice;
mod film;
pub mod inputs;
mod judge;
mod offer;
mod outcome;
mod play;
mod poses;
mod reach;
mod recorded;
pub mod root_limit;
mod run;
pub mod script;
pub mod tasks;

pub use coverage::{ClampReason, Coverage, CoverageItem, CoverageKind, CoverageMark, coverage};
pub use offer::offers;
pub use outcome::{ScenarioFailure, ScenarioOutcome};
pub use play::{record, session_of};
pub use recorded::recorded;
pub use run::{References, references, renewed, run_scenarios};
