//! Whole imports of small hand-made files.
