//! A document as a journal keeps it, and where journals lie.

use document::{Document, EditHistory, ProjectVersion, Selection};
use etcetera::BaseStrategy;
use files::journal::{self, JournalState};
use serde::{Deserialize, Serialize};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Folder of the journals, in the user's data folder; None if the platform has no such place.
pub(crate) fn folder() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.data_dir().join("mutoscope").join("journal"))
}

/// A selection as a journal keeps it.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct JournalSelection {
    asset: Option<asset::Id>,
    items: Vec<asset::Id>,
}

/// A document as a journal keeps it. `before` is what it was when that was asked last: what has not
/// changed is taken from there.
pub(crate) fn state(
    document: &Document,
    folder: Option<&Path>,
    before: Option<&JournalState>,
) -> JournalState {
    let history = document.history();
    let known = |at: usize, version: &ProjectVersion| {
        let before = before?;
        let place = (history.forgotten + at).checked_sub(before.forgotten)?;
        let known = before
            .versions
            .get(place)
            .filter(|known| Arc::ptr_eq(&known.project, &version.root))?;
        // What is selected changes in the shown one alone.
        (at != history.at && place != before.at && *known.label == *version.label)
            .then(|| known.clone())
    };
    let version = |(at, version): (usize, &ProjectVersion)| {
        known(at, version).unwrap_or_else(|| journal::Version {
            project: version.root.clone(),
            label: version.label.as_ref().into(),
            note: note(&version.selection).into(),
        })
    };
    JournalState {
        folder: folder.map(Path::to_owned),
        saved: document.saved().clone(),
        forgotten: history.forgotten,
        versions: history.versions.iter().enumerate().map(version).collect(),
        at: history.at,
    }
}

fn note(selection: &Selection) -> String {
    let note = JournalSelection {
        asset: selection.asset,
        items: selection.items.iter().copied().collect(),
    };
    serde_json::to_string(&note).unwrap_or_default()
}

/// Document with the history of a journal; None if the journal contains nothing that can be shown.
pub(crate) fn document(state: JournalState) -> Option<Document> {
    let version = |version: journal::Version| {
        let note: JournalSelection = serde_json::from_str(&version.note).unwrap_or_default();
        let selection = Selection {
            asset: note.asset,
            items: note.items.into_iter().collect(),
        };
        ProjectVersion {
            root: version.project,
            selection,
            label: version.label.to_string().into(),
        }
    };
    let (forgotten, at) = (state.forgotten, state.at);
    let history = EditHistory {
        forgotten,
        versions: state.versions.into_iter().map(version).collect(),
        at,
    };
    Document::restored(history, state.saved)
}
