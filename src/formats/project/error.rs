//! Why a project cannot be read: every broken file is listed, not only the first.

#[cfg(test)]
mod tests;

use super::kind_of;
use asset::{AssetKind, Id};
use serde::Deserialize;
use std::fmt;

/// One problem with one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    /// Path relative to the project's folder, with forward slashes.
    pub file: String,
    /// Line and column, JSON path or byte; empty for the whole file.
    pub place: String,
    /// Message: the problem and advice.
    pub text: String,
}

/// A file that cannot be used at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenFile {
    /// Path relative to the project's folder, with forward slashes.
    pub file: String,
    /// Type of the asset by its folder. None for `project.json` and for anything that is no asset
    /// file.
    pub kind: Option<AssetKind>,
    /// Id from the file's content, else from its name; None if neither has one.
    pub id: Option<Id>,
    /// Name of the asset as the file name has it.
    pub name: String,
    /// Problem of the file, perhaps in a blob that the file refers to.
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

/// Reasons why a project was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectError {
    /// Problems of all broken files, in the order of their paths; never empty.
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
