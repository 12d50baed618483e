//! State machines: which pose plays, and how one becomes the next. Poses are somebody else's: a
//! machine has states by their index, and says what each weighs.
//!
//! A [`Machine`] is compiled and immutable; a [`MachineState`] is what an instance of it keeps.

mod compiled;
mod fit;
mod search;
mod state;
#[cfg(test)]
mod tests;

pub use compiled::{
    Logic, Machine, MachineError, MachineParts, Rule, Settings, State, Transition, TransitionSource,
};
pub use search::{RefusalReason, Refused, Taken};
pub use state::{Effect, Happened, Layer, MachineState, PlayerView, Surroundings};

/// Conduits that the search from one transition tries at most, those that lead nowhere included.
pub const MOST_CONDUITS: usize = 16;
/// Transitions under way at once in a machine of fewer states than that, else as many as it has
/// states. Where there is one more, the oldest stand still until a newer one covers them, and
/// states that they show twice are shown once: weights stay as they are.
pub const MOST_ACTIVE: usize = 64;
/// A blend is over this close to its end, seconds.
const DONE: f64 = 1e-9;
