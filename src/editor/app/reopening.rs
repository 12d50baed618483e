//! What was open when a project was left: its tabs, its pages and its undo history come back when it
//! is opened again.

use super::App;
use crate::{canvas::Page, viewport::CameraBookmarks};
use asset::{Id, Project};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// The name in the store.
const OPEN: &str = "open documents";
/// Largest number of projects that are remembered, those left last.
const MOST: usize = 24;

/// Documents that were open in a project.
#[derive(Serialize, Deserialize)]
struct OpenDocuments {
    folder: PathBuf,
    tabs: Vec<Id>,
    active: Option<Id>,
    front: Option<Id>,
    beside: Vec<Id>,
    /// Playhead of each document, seconds.
    playheads: BTreeMap<Id, f64>,
    /// The page of each graph.
    pages: BTreeMap<Id, Page>,
    /// Views that one comes back to.
    #[serde(default)]
    cameras: CameraBookmarks,
}

impl App {
    /// Stores which documents are open, before a project is left.
    pub(super) fn remember_open_documents(&mut self) {
        let Some(folder) = self.disk.path.clone() else {
            return;
        };
        let session = &self.session;
        let mut playheads = session.positions.clone();
        playheads.extend(session.active.map(|id| (id, session.transport.position)));
        let own = OpenDocuments {
            tabs: session.tabs.clone(),
            active: session.active,
            front: session.front,
            beside: session.beside.clone(),
            playheads,
            pages: self.views.kinds.graph.pages().clone(),
            cameras: self.bookmarks(),
            folder,
        };
        let mut all: Vec<OpenDocuments> = self.store.get(OPEN).unwrap_or_default();
        all.retain(|other| other.folder != own.folder);
        all.insert(0, own);
        all.truncate(MOST);
        self.store.set(OPEN, &all);
    }

    /// Views that the viewport comes back to.
    pub(super) fn bookmarks(&self) -> CameraBookmarks {
        let viewport = self.viewport.as_ref();
        viewport.map_or_else(|_| CameraBookmarks::default(), |it| it.bookmarks().clone())
    }

    /// Puts a project that was read from its folder in place of the open one, with the history and
    /// the documents that were open when it was left.
    pub(super) fn reopen(&mut self, project: Project, folder: PathBuf) {
        match self.disk.journal.history_of(&folder, &project) {
            Some(document) => self.put_document(document, Some(folder.clone())),
            None => self.replace(project, Some(folder.clone())),
        }
        let selection = self.document.selection().clone();
        if !self.open_remembered(&folder) {
            self.open_first();
        }
        if selection.asset.is_some() && selection.asset == self.session.active {
            self.document.select(selection);
        }
    }

    /// Returns whether anything was open.
    fn open_remembered(&mut self, folder: &Path) -> bool {
        let all: Vec<OpenDocuments> = self.store.get(OPEN).unwrap_or_default();
        let Some(known) = all.into_iter().find(|known| known.folder == folder) else {
            return false;
        };
        if let Ok(viewport) = &mut self.viewport {
            viewport.set_bookmarks(known.cameras);
        }
        let project = self.document.project().clone();
        let is_there = |id: &Id| project.kind(*id).is_some();
        let tabs: Vec<Id> = known.tabs.into_iter().filter(is_there).collect();
        let Some(active) = known.active.filter(is_there).or(tabs.first().copied()) else {
            return false;
        };
        for (graph, page) in known.pages {
            self.views.kinds.graph.turn_to(graph, page);
        }
        tabs.into_iter().for_each(|id| self.open_asset(id));
        let beside = known.beside.into_iter().filter(is_there);
        beside.for_each(|id| self.session.put_beside(id));
        for id in [known.front.filter(is_there), Some(active)]
            .into_iter()
            .flatten()
        {
            self.open_asset(id);
        }
        self.session.positions = known.playheads;
        let position = self.session.positions.get(&active).copied();
        self.session.transport.position = position.unwrap_or_default();
        true
    }
}
