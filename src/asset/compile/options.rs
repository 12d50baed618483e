//! How a compilation goes about it: now or later, on which threads, and what it may know from
//! before.

use super::recipe::{Made, Recipe};

/// Options for how a compilation works. No option changes its final result.
#[derive(Clone, Copy)]
pub struct CompileOptions<'a> {
    /// Keys are left to [`Work::compress`](super::Work::compress), on any thread: until its outcome
    /// is given to [`Cache::take_compressed`](super::Cache::take_compressed), those clips play
    /// their raw keys.
    pub defers_compression: bool,
    /// Threads on which clips are made that do not depend on each other.
    pub each: Each,
    /// Earlier results that compiling may use instead of making them again.
    pub known: &'a dyn KnownRecipes,
}

impl Default for CompileOptions<'_> {
    /// All of it at once, one after the other, and nothing is known.
    fn default() -> Self {
        Self {
            defers_compression: false,
            each: in_turn,
            known: &Nothing,
        }
    }
}

impl CompileOptions<'_> {
    /// Default options that leave out compressing.
    pub fn deferred() -> Self {
        Self {
            defers_compression: true,
            ..Self::default()
        }
    }
}

/// Source of earlier results of recipes.
pub trait KnownRecipes: Sync {
    /// Result of a recipe from before; None if the recipe is unknown. The result equals that of
    /// compiling.
    fn find(&self, recipe: &Recipe<'_>) -> Option<Made>;
}

struct Nothing;

impl KnownRecipes for Nothing {
    fn find(&self, _: &Recipe<'_>) -> Option<Made> {
        None
    }
}

/// Calls a function with every number below the first argument, once each, in any order and on any
/// threads.
pub type Each = fn(usize, &(dyn Fn(usize) + Sync));

/// One after the other, on this thread.
fn in_turn(count: usize, call: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(call);
}
