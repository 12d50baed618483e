//! Whether every number in an authored value can be written to a file: JSON has neither NaN nor
//! infinities.

#[cfg(test)]
mod tests;

pub use anim::finite::is_finite;
