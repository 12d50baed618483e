//! The files that come in together: how far each is, and what becomes of it.

use crate::app::incoming::Incoming;
use asset::Project;
use document::import::{Doubt, ImportChoices, Planned, is_character, keeps_prefixes, plan};
use files::{FileErrorReason, Read};
use formats::{ImportFix, ImportReport, Options};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Files that come in together.
pub(crate) struct Batch {
    /// One for each file of the table.
    pub rows: Vec<ImportTableRow>,
    pub(super) id: u64,
    /// The one that reads.
    pub(super) job: Option<u64>,
    /// A person sees the table. One that nobody sees comes in by itself if it leaves no doubt.
    pub is_open: bool,
    /// The project that the rows were planned for.
    pub(super) planned_for: Option<Arc<Project>>,
    /// The project as it would be with all imported rows.
    pub after: Arc<Project>,
}

pub(crate) struct ImportTableRow {
    /// Path of the file on disk.
    pub path: PathBuf,
    /// Path of the file below the folder that holds all files of the table.
    pub name: String,
    /// Options for reading the file.
    pub options: Options,
    /// Choices for importing what was read.
    pub choices: ImportChoices,
    /// The file is imported if possible.
    pub is_in: bool,
    /// Progress of reading the file.
    pub state: ImportRowState,
    /// What the file would change, or the question that it leaves; None until the row is planned.
    pub planned: Option<Result<Planned, Doubt>>,
}

pub(crate) enum ImportRowState {
    /// Waits to be read; with `anyway`, also if the file is unchanged.
    Asked {
        anyway: bool,
    },
    Reading,
    Unchanged,
    Read {
        incoming: Incoming,
        report: ImportReport,
    },
    Failed {
        why: String,
        /// The file asked for more memory than it may take.
        is_greedy: bool,
    },
}

impl ImportTableRow {
    /// Text of the report about name prefixes; None if the file is not read or has no such prefix.
    pub fn prefixes(&self) -> Option<&str> {
        let ImportRowState::Read { report, .. } = &self.state else {
            return None;
        };
        let told = report
            .entries
            .iter()
            .find(|entry| entry.fix == Some(ImportFix::StripNamespaces));
        told.map(|told| &*told.text)
    }

    /// Reads the file again with other options, also where it was refused.
    pub fn read_with(&mut self, options: Options) {
        (self.options, self.state, self.planned) =
            (options, ImportRowState::Asked { anyway: true }, None);
    }

    /// Whether the row is imported: it is switched on and planned, without an open question.
    pub fn comes_in(&self) -> bool {
        self.is_in && matches!(self.planned, Some(Ok(_)))
    }
}

impl Batch {
    /// Whether a file waits to be read or is being read.
    pub fn is_reading(&self) -> bool {
        self.rows.iter().any(|row| {
            matches!(
                row.state,
                ImportRowState::Asked { .. } | ImportRowState::Reading
            )
        })
    }

    /// The job that reads; None while none does.
    pub fn job(&self) -> Option<u64> {
        self.job
    }

    /// A row was changed by hand.
    pub fn changed(&mut self) {
        self.planned_for = None;
    }

    /// Plans each row against this project, unless that is done already.
    pub fn plan(&mut self, project: &Arc<Project>) {
        if self
            .planned_for
            .as_ref()
            .is_some_and(|known| Arc::ptr_eq(known, project))
        {
            return;
        }
        self.rows.iter_mut().for_each(|row| row.planned = None);
        let coming = |row: &&mut ImportTableRow| {
            row.is_in && matches!(row.state, ImportRowState::Read { .. })
        };
        let mut rows: Vec<&mut ImportTableRow> = self.rows.iter_mut().filter(coming).collect();
        let files: Vec<(Arc<Project>, ImportChoices)> = rows
            .iter()
            .filter_map(|row| match &row.state {
                ImportRowState::Read { incoming, .. } => {
                    Some((incoming.file.clone(), row.choices.clone()))
                }
                _ => None,
            })
            .collect();
        let exists = |origin: &str| Path::new(origin).exists();
        let (planned, after) = plan(
            project,
            files.iter().map(|(file, choices)| (file, choices)),
            &exists,
        );
        for (row, planned) in rows.iter_mut().zip(planned) {
            row.planned = Some(planned);
        }
        (self.planned_for, self.after) = (Some(project.clone()), after);
    }

    /// Sorts the rows into the order of import: characters come first.
    pub(super) fn sort(&mut self) {
        self.rows
            .sort_by_key(|row| !matches!(&row.state, ImportRowState::Read { incoming, .. } if is_character(&incoming.file)));
    }

    pub(super) fn take(&mut self, path: &Path, read: Read) {
        let Some(row) = self.rows.iter_mut().find(|row| row.path == path) else {
            return;
        };
        row.state = match read {
            Read::Unchanged => ImportRowState::Unchanged,
            Read::Failed(error) => ImportRowState::Failed {
                is_greedy: error.reason == FileErrorReason::Memory,
                why: error.text,
            },
            Read::Whole(imported) => {
                let report = imported.report.clone();
                ImportRowState::Read {
                    incoming: Incoming::new(row.path.clone(), *imported, row.choices.clone()),
                    report,
                }
            }
        };
    }

    /// Files whose names have prefixes that a skeleton of the project goes without are read without
    /// them.
    pub(super) fn follow_prefixes(&mut self, project: &Project) {
        for row in &mut self.rows {
            let ImportRowState::Read { incoming, .. } = &row.state else {
                continue;
            };
            if row.prefixes().is_some() && keeps_prefixes(project, &incoming.file) == Some(false) {
                row.read_with(Options {
                    strip_namespaces: true,
                    ..row.options
                });
            }
        }
    }

    /// No row is left that a person would have to see.
    pub(super) fn is_certain(&self) -> bool {
        self.rows.iter().all(|row| match &row.state {
            ImportRowState::Read { .. } => {
                matches!(&row.planned, Some(Ok(planned)) if planned.changes.is_none())
            }
            ImportRowState::Unchanged => true,
            _ => false,
        })
    }
}
