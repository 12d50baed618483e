//! The files of the languages against the texts of the program.

#[path = "languages/files.rs"]
mod files;
#[path = "languages/sources.rs"]
mod sources;
#[path = "languages/unmarked.rs"]
mod unmarked;
