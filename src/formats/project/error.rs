//! Why a project cannot be read: every file that is wrong, not only the first.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    /// Relative path.
    pub file: String,
    /// Line and column, JSON path or byte; empty for the whole file.
    pub place: String,
    /// What is wrong and what to do about it.
    pub text: String,
}

/// Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectError {
    pub problems: Vec<FileProblem>,
}

impl FileProblem {
    pub(super) fn new(file: &str, place: impl Into<String>, text: impl Into<String>) -> Self {
        Self { file: file.to_owned(), place: place.into(), text: text.into() }
    }
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if !self.place.is_empty() {
            write!(f, ", {}", self.place)?;
        }
        write!(f, ": {}", self.text)
    }
}

impl fmt::Display for ProjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems.iter().enumerate() {
            let separator = if at == 0 { "" } else { "\n" };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ProjectError {}
