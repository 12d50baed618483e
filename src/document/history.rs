//! The document: the current root, the roots before and after it, and what is selected.
//!
//! Undo swaps whole roots, so the root after undoing everything is the very first one, the same pointer.

use crate::{Command, EditError, project};
use asset::{Id, Project};
use std::{collections::BTreeSet, sync::Arc};

/// Edits with one gesture are one undo step; each is computed from the root at the gesture's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gesture(pub u64);

/// Restored by undo, but never a step of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub asset: Option<Id>,
    /// Sections, segments, notifies of the asset.
    pub items: BTreeSet<Id>,
}

impl Selection {
    pub fn asset(asset: Id) -> Self {
        Self { asset: Some(asset), items: BTreeSet::new() }
    }

    pub fn item(asset: Id, item: Id) -> Self {
        Self { asset: Some(asset), items: BTreeSet::from([item]) }
    }
}

struct Step {
    /// On the undo side the root before the edit, on the redo side the root after it.
    root: Arc<Project>,
    selection: Selection,
    gesture: Option<Gesture>,
    label: &'static str,
}

pub struct Document {
    root: Arc<Project>,
    selection: Selection,
    undo: Vec<Step>,
    redo: Vec<Step>,
    saved: Arc<Project>,
}

impl Document {
    /// The project counts as saved.
    pub fn new(project: Project) -> Self {
        let root = Arc::new(project);
        Self { saved: root.clone(), root, selection: Selection::default(), undo: Vec::new(), redo: Vec::new() }
    }

    pub fn project(&self) -> &Arc<Project> {
        &self.root
    }

    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    pub fn select(&mut self, selection: Selection) {
        self.selection = selection;
    }

    /// Returns whether anything changed. An edit that changes nothing makes no step.
    pub fn perform(&mut self, command: &Command, gesture: Option<Gesture>) -> Result<bool, EditError> {
        let continues = gesture.is_some() && self.undo.last().is_some_and(|step| step.gesture == gesture);
        let base = if continues { &self.undo[self.undo.len() - 1].root } else { &self.root };
        let mut edited = (**base).clone();
        let changed = project::apply(&mut edited, command)?;
        if continues {
            self.continue_step(edited, changed);
            return Ok(true);
        }
        if changed {
            self.undo.push(Step {
                root: self.root.clone(),
                selection: self.selection.clone(),
                gesture,
                label: command.label(),
            });
            self.redo.clear();
            self.root = Arc::new(edited);
        }
        Ok(changed)
    }

    /// A gesture that comes back to where it started leaves its very first root.
    fn continue_step(&mut self, edited: Project, changed: bool) {
        if changed {
            self.root = Arc::new(edited);
        } else if let Some(step) = self.undo.last() {
            self.root = step.root.clone();
        }
    }

    /// Ends a gesture; one that changed nothing leaves no step.
    pub fn finish(&mut self, gesture: Gesture) {
        let is_empty = |step: &Step| step.gesture == Some(gesture) && Arc::ptr_eq(&step.root, &self.root);
        if self.undo.last().is_some_and(is_empty) {
            self.undo.pop();
        }
        if let Some(step) = self.undo.last_mut().filter(|step| step.gesture == Some(gesture)) {
            step.gesture = None;
        }
    }

    /// Takes a running gesture back: the root before it, as if it had not been.
    pub fn cancel(&mut self, gesture: Gesture) {
        if let Some(step) = self.undo.pop_if(|step| step.gesture == Some(gesture)) {
            self.root = step.root;
            self.selection = step.selection;
        }
    }

    pub fn undo(&mut self) -> bool {
        let Some(step) = self.undo.pop() else { return false };
        let undone = self.swap(step);
        self.redo.push(undone);
        true
    }

    pub fn redo(&mut self) -> bool {
        let Some(step) = self.redo.pop() else { return false };
        let redone = self.swap(step);
        self.undo.push(redone);
        true
    }

    fn swap(&mut self, step: Step) -> Step {
        let root = std::mem::replace(&mut self.root, step.root);
        let selection = std::mem::replace(&mut self.selection, step.selection);
        Step { root, selection, gesture: None, label: step.label }
    }

    pub fn undo_label(&self) -> Option<&'static str> {
        self.undo.last().map(|step| step.label)
    }

    pub fn redo_label(&self) -> Option<&'static str> {
        self.redo.last().map(|step| step.label)
    }

    /// How many steps can be undone.
    pub fn undo_count(&self) -> usize {
        self.undo.len()
    }

    /// The root that was saved or opened last.
    pub fn saved(&self) -> &Arc<Project> {
        &self.saved
    }

    pub fn is_saved(&self) -> bool {
        Arc::ptr_eq(&self.saved, &self.root)
    }

    /// `project` is the root that was written.
    pub fn mark_saved(&mut self, project: &Arc<Project>) {
        self.saved = project.clone();
    }

    /// Whether the asset differs from what was saved.
    pub fn is_asset_saved(&self, id: Id) -> bool {
        self.root.shares(&self.saved, id)
    }
}
