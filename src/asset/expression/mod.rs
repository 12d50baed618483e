//! Expressions that a user writes: rules of transitions, and inputs of nodes that are worked out.
//!
//! `Speed > 0.2 and not Crouching`, `min(Speed / 1.4, 2)`, `time_remaining() < 0.2 or Stance ==
//! Stance.Crouch`. They are typed when they are compiled, and what plays is a flat
//! [`Program`](anim::program::Program).

mod check;
mod error;
mod parse;
mod reach;
mod rename;
mod scope;
#[cfg(test)]
mod tests;

pub use check::{CompiledExpression, compile, is_name};
pub use error::{ExpressionError, Problem};
pub use reach::can_be_true;
pub use rename::renamed;
pub use scope::{Completion, FUNCTIONS, Function, Scope, Type, completions};

/// A longer text is refused, bytes.
pub const LONGEST: usize = 4096;
