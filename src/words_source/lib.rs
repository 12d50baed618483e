//! How a text for people is written in the code, and which texts a source file has.
//!
//! The macro `tr!` and the test of the language files read the same text here, so both mean the
//! same message by it.

mod phrase;
mod scan;
#[cfg(test)]
mod tests;
mod unmarked;

pub use phrase::{Phrase, Placeholder};
pub use scan::texts_of;
pub use unmarked::unmarked_in;
