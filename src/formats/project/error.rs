//! Why a project cannot be read: every file that is wrong, not only the first.

use super::kind_of;
use asset::{AssetKind, Id};
use serde::Deserialize;
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

/// A file that holds nothing that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenFile {
    /// Relative path.
    pub file: String,
    /// None of the file that makes the folder a project, and of what is no file.
    pub kind: Option<AssetKind>,
    /// As the file's content or its name says.
    pub id: Option<Id>,
    /// As the file is called.
    pub name: String,
    /// Where and why, perhaps in a file that it refers to.
    pub problem: FileProblem,
}

impl BrokenFile {
    pub(super) fn new(file: &str, bytes: Option<Vec<u8>>, problem: FileProblem) -> Self {
        #[derive(Deserialize)]
        struct Head {
            id: Id,
        }
        let stem = file
            .rsplit('/')
            .next()
            .unwrap_or(file)
            .trim_end_matches(".json");
        let (name, ending) = stem.rsplit_once('.').unwrap_or((stem, ""));
        let said = bytes
            .and_then(|bytes| serde_json::from_slice::<Head>(&bytes).ok())
            .map(|head| head.id);
        let called = u64::from_str_radix(ending, 16)
            .ok()
            .filter(|_| ending.len() == 16)
            .map(Id);
        let name = if called.is_some() { name } else { stem };
        Self {
            file: file.to_owned(),
            kind: kind_of(file),
            id: said.or(called),
            name: name.to_owned(),
            problem,
        }
    }
}

/// Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectError {
    pub problems: Vec<FileProblem>,
}

impl FileProblem {
    pub(super) fn new(file: &str, place: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            place: place.into(),
            text: text.into(),
        }
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
