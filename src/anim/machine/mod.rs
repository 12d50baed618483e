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
/// Most transitions under way at once in a machine with fewer states than this number; a machine
/// with more states allows as many as it has states. When one more starts, the oldest transitions
/// stop until a newer one covers them. A state that the oldest transitions show twice is shown
/// once, and the weights stay unchanged.
pub const MOST_ACTIVE: usize = 64;
/// A blend is over this close to its end, seconds.
const DONE: f64 = 1e-9;
