//! Three-way sense: what the file said last, what it says now, and what people made of it here.

#[cfg(test)]
mod tests;

use super::told::{ImportOutcome, Took};
use asset::origin::Fields;

/// Fields that take the file's value, fields that do not, and conflicts.
pub(super) struct Merge {
    from_file: Vec<String>,
    /// Other than in the file, by somebody's will.
    kept: Vec<String>,
    pub(super) conflicts: Vec<ImportOutcome>,
}

impl Merge {
    /// Merges the fields here with those of the file; without a last import, those here stay.
    pub(super) fn of(last: Option<&Fields>, here: &Fields, file: &Fields, reset: bool) -> Self {
        let mut merge = Self {
            from_file: Vec::new(),
            kept: Vec::new(),
            conflicts: Vec::new(),
        };
        for (field, in_file) in file {
            let is_here = here.get(field);
            if is_here == Some(in_file) {
                continue;
            }
            let was = last.and_then(|last| last.get(field));
            let (changed_here, changed_there) = (was != is_here, was != Some(in_file));
            if reset || !changed_here {
                merge.from_file.push(field.clone());
            } else if was.is_some() {
                merge.kept.push(field.clone());
            }
            if changed_here && changed_there && was.is_some() {
                let gone = || "gone".to_owned();
                let took = if reset { Took::File } else { Took::Here };
                let (here, file) = (is_here.cloned().unwrap_or_else(gone), in_file.clone());
                merge.conflicts.push(ImportOutcome::Conflict {
                    field: field.clone(),
                    here,
                    file,
                    took,
                });
            }
        }
        merge
    }

    pub(super) fn keeps(&self, field: &str) -> bool {
        self.kept.iter().any(|kept| kept == field)
    }

    pub(super) fn takes(&self, field: &str) -> bool {
        self.from_file.iter().any(|taken| taken == field)
    }
}
