//! The document: the current root, the roots before and after it, and what is selected.
//!
//! Undo swaps whole roots, so the root after undoing everything is the very first one, the same
//! pointer.

#[cfg(test)]
mod tests;

use crate::{Command, EditError, project};
use asset::{Id, Project};
use std::{borrow::Cow, collections::BTreeSet, sync::Arc};

/// Edits with one gesture are one undo step; each is computed from the root at the gesture's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gesture(pub u64);

/// Restored by undo, but never a step of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The asset that is open; None where none is.
    pub asset: Option<Id>,
    /// Sections, segments, notifies of the asset.
    pub items: BTreeSet<Id>,
}

impl Selection {
    /// An asset without any of its items.
    pub fn asset(asset: Id) -> Self {
        Self {
            asset: Some(asset),
            items: BTreeSet::new(),
        }
    }

    /// Selection of one item of an asset.
    pub fn item(asset: Id, item: Id) -> Self {
        Self {
            asset: Some(asset),
            items: BTreeSet::from([item]),
        }
    }
}

struct UndoStep {
    /// Root of the project: on the undo side before the edit, on the redo side after it.
    root: Arc<Project>,
    selection: Selection,
    gesture: Option<Gesture>,
    label: Cow<'static, str>,
    /// Bytes that the step's root holds beyond the next root towards the shown one.
    bytes: usize,
}

/// Bytes of an item that is selected.
const SELECTED: usize = 16;

impl UndoStep {
    fn weigh(&mut self, next: &Project) {
        self.bytes =
            self.root.held_beyond(next) + self.selection.items.len() * SELECTED + size_of::<Self>();
    }
}

/// One version of the project in an edit history.
#[derive(Clone, Debug)]
pub struct ProjectVersion {
    /// The whole project at that point.
    pub root: Arc<Project>,
    /// Selection when the version was left; for the shown version, the current selection.
    pub selection: Selection,
    /// The edit that made it of the one before; of the first of all nothing.
    pub label: Cow<'static, str>,
}

/// Every root from the first that undo leads back to up to the last that redo leads to.
#[derive(Clone, Debug)]
pub struct EditHistory {
    /// Number of forgotten versions before the first one.
    pub forgotten: usize,
    /// Versions in the order of the edits; never empty.
    pub versions: Vec<ProjectVersion>,
    /// Index of the shown version.
    pub at: usize,
}

/// The project as the edit would leave it.
pub fn attempt(project: &Project, command: &Command) -> Result<Project, EditError> {
    let mut edited = project.clone();
    project::apply(&mut edited, command)?;
    Ok(edited)
}

/// A project that is edited, with its history.
pub struct Document {
    root: Arc<Project>,
    selection: Selection,
    undo: Vec<UndoStep>,
    redo: Vec<UndoStep>,
    /// Steps that were undone before the running gesture; they return if the gesture comes to
    /// nothing.
    set_aside: Vec<UndoStep>,
    saved: Arc<Project>,
    /// Number of steps that can no longer be undone: the oldest, dropped when the history exceeded
    /// its bound.
    forgotten: usize,
    /// Number of steps that led to the saved root, if the step there is forgotten; else None.
    saved_behind: Option<usize>,
    /// The most bytes that the history holds.
    most: usize,
}

/// Bytes of a history, unless somebody chooses otherwise.
pub const MOST_BYTES: usize = 256 << 20;
/// Greatest number of steps in a history, however few bytes they take. It bounds the work of code
/// that looks at all steps.
pub const MOST_STEPS: usize = 10_000;

impl Document {
    /// The project counts as saved.
    pub fn new(project: Project) -> Self {
        let root = Arc::new(project);
        Self::at(root.clone(), Selection::default(), root)
    }

    /// A document without a history.
    fn at(root: Arc<Project>, selection: Selection, saved: Arc<Project>) -> Self {
        let (undo, redo, set_aside) = (Vec::new(), Vec::new(), Vec::new());
        let (forgotten, saved_behind, most) = (0, None, MOST_BYTES);
        Self {
            root,
            selection,
            undo,
            redo,
            set_aside,
            saved,
            forgotten,
            saved_behind,
            most,
        }
    }

    /// Restores the document from `history`; `saved` is the root that was written last. None if the
    /// history has no version that is shown.
    pub fn restored(history: EditHistory, saved: Arc<Project>) -> Option<Self> {
        let EditHistory {
            forgotten,
            mut versions,
            at,
        } = history;
        if at >= versions.len() {
            return None;
        }
        let labels: Vec<Cow<'static, str>> = versions
            .iter()
            .map(|version| version.label.clone())
            .collect();
        let step = |(at, version): (usize, ProjectVersion), label: usize| UndoStep {
            root: version.root,
            selection: version.selection,
            gesture: None,
            label: labels[label + at].clone(),
            bytes: 0,
        };
        let redo: Vec<ProjectVersion> = versions.split_off(at + 1);
        let shown = versions.pop()?;
        let undo = versions
            .into_iter()
            .enumerate()
            .map(|version| step(version, 1))
            .collect();
        let redo = redo
            .into_iter()
            .enumerate()
            .map(|version| step(version, at + 1))
            .rev()
            .collect();
        let mut document = Self {
            undo,
            redo,
            forgotten,
            ..Self::at(shown.root, shown.selection, saved)
        };
        document.weigh();
        document.forget();
        Some(document)
    }

    /// All roots, with the edits between them. Cheap: they are shared.
    pub fn history(&self) -> EditHistory {
        let shown = ProjectVersion {
            root: self.root.clone(),
            selection: self.selection.clone(),
            label: "".into(),
        };
        let of = |step: &UndoStep| ProjectVersion {
            root: step.root.clone(),
            selection: step.selection.clone(),
            label: "".into(),
        };
        let mut versions: Vec<ProjectVersion> = self.undo.iter().map(of).collect();
        versions.push(shown);
        versions.extend(self.redo.iter().rev().map(of));
        let labels = self
            .undo
            .iter()
            .chain(self.redo.iter().rev())
            .map(|step| step.label.clone());
        versions
            .iter_mut()
            .skip(1)
            .zip(labels)
            .for_each(|(version, label)| version.label = label);
        EditHistory {
            forgotten: self.forgotten,
            versions,
            at: self.undo.len(),
        }
    }

    /// Weighs each step against the next one towards the shown root.
    fn weigh(&mut self) {
        for steps in [&mut self.undo, &mut self.redo] {
            let mut next = self.root.clone();
            for step in steps.iter_mut().rev() {
                step.weigh(&next);
                next = step.root.clone();
            }
        }
    }

    /// The most bytes that the history is to hold. The oldest steps go first, and the last one
    /// stays.
    pub fn set_most_bytes(&mut self, most: usize) {
        self.most = most;
        self.forget();
    }

    /// Estimated number of bytes that the history holds in addition to the shown root.
    pub fn history_bytes(&self) -> usize {
        self.undo
            .iter()
            .chain(&self.redo)
            .chain(&self.set_aside)
            .map(|step| step.bytes)
            .sum()
    }

    /// Number of steps that can be undone or redone.
    pub fn history_steps(&self) -> usize {
        self.undo.len() + self.redo.len()
    }

    /// Number of steps that can no longer be undone.
    pub fn forgotten(&self) -> usize {
        self.forgotten
    }

    fn forget(&mut self) {
        let mut beyond = self.history_bytes().saturating_sub(self.most);
        let mut steps = 0;
        while (beyond > 0 || self.undo.len() - steps > MOST_STEPS) && steps + 1 < self.undo.len() {
            beyond = beyond.saturating_sub(self.undo[steps].bytes);
            steps += 1;
        }
        for (at, step) in self.undo.drain(..steps).enumerate() {
            if Arc::ptr_eq(&step.root, &self.saved) {
                self.saved_behind = Some(self.forgotten + at);
            }
        }
        self.forgotten += steps;
    }

    /// The root that is shown.
    pub fn project(&self) -> &Arc<Project> {
        &self.root
    }

    /// Selection in the shown root.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Changes the selection; this is no step of the history.
    pub fn select(&mut self, selection: Selection) {
        self.selection = selection;
    }

    /// Root from which a running gesture started; None if the gesture has changed nothing yet.
    pub fn begun(&self, gesture: Gesture) -> Option<&Arc<Project>> {
        self.undo
            .last()
            .filter(|step| step.gesture == Some(gesture))
            .map(|step| &step.root)
    }

    /// Returns whether anything changed. An edit that changes nothing makes no step.
    pub fn perform(
        &mut self,
        command: &Command,
        gesture: Option<Gesture>,
    ) -> Result<bool, EditError> {
        self.perform_completed(command, gesture, |_, _| None)
    }

    /// Performs a command and, in the same step, what `completing` says of the project before and
    /// after it. Returns whether the first changed anything; where it did not, nothing is completed.
    pub fn perform_completed(
        &mut self,
        command: &Command,
        gesture: Option<Gesture>,
        completing: impl FnOnce(&Project, &Project) -> Option<Command>,
    ) -> Result<bool, EditError> {
        let continues =
            gesture.is_some() && self.undo.last().is_some_and(|step| step.gesture == gesture);
        let base = if continues {
            &self.undo[self.undo.len() - 1].root
        } else {
            &self.root
        };
        let mut edited = (**base).clone();
        let changed = project::apply(&mut edited, command)?;
        if changed && let Some(further) = completing(base, &edited) {
            project::apply(&mut edited, &further)?;
        }
        if continues {
            self.continue_step(edited, changed);
            return Ok(true);
        }
        if changed {
            let (root, selection) = (self.root.clone(), self.selection.clone());
            let mut step = UndoStep {
                root,
                selection,
                gesture,
                label: command.label().into(),
                bytes: 0,
            };
            step.weigh(&edited);
            self.undo.push(step);
            let undone = std::mem::take(&mut self.redo);
            self.set_aside = if gesture.is_some() {
                undone
            } else {
                Vec::new()
            };
            self.root = Arc::new(edited);
            self.forget();
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
    pub fn finish_gesture(&mut self, gesture: Gesture) {
        let is_empty =
            |step: &UndoStep| step.gesture == Some(gesture) && Arc::ptr_eq(&step.root, &self.root);
        if self.undo.last().is_some_and(is_empty) {
            self.undo.pop();
            self.redo = std::mem::take(&mut self.set_aside);
        }
        if let Some(step) = self
            .undo
            .last_mut()
            .filter(|step| step.gesture == Some(gesture))
        {
            step.gesture = None;
            step.weigh(&self.root);
            self.set_aside.clear();
            self.forget();
        }
    }

    /// Takes a running gesture back: the root before it and what could be redone, as if it had not
    /// been.
    pub fn cancel(&mut self, gesture: Gesture) {
        if let Some(step) = self.undo.pop_if(|step| step.gesture == Some(gesture)) {
            self.root = step.root;
            self.selection = step.selection;
            self.redo = std::mem::take(&mut self.set_aside);
        }
    }

    /// Goes back one step, with the selection of that time. False where no step is left.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.undo.pop() else {
            return false;
        };
        self.set_aside.clear();
        let undone = self.swap(step);
        self.redo.push(undone);
        true
    }

    /// Goes forward one step. False where nothing is undone.
    pub fn redo(&mut self) -> bool {
        let Some(step) = self.redo.pop() else {
            return false;
        };
        let redone = self.swap(step);
        self.undo.push(redone);
        true
    }

    fn swap(&mut self, step: UndoStep) -> UndoStep {
        let root = std::mem::replace(&mut self.root, step.root);
        let selection = std::mem::replace(&mut self.selection, step.selection);
        let mut swapped = UndoStep {
            root,
            selection,
            gesture: None,
            label: step.label,
            bytes: 0,
        };
        swapped.weigh(&self.root);
        swapped
    }

    /// Label of the edit that the next undo reverts; None if no edit can be undone.
    pub fn undo_label(&self) -> Option<&str> {
        self.undo.last().map(|step| &*step.label)
    }

    /// Label of the edit that the next redo restores; None if no edit can be redone.
    pub fn redo_label(&self) -> Option<&str> {
        self.redo.last().map(|step| &*step.label)
    }

    /// Number of steps that lead to the shown root, including the forgotten ones.
    pub fn step_count(&self) -> usize {
        self.forgotten + self.undo.len()
    }

    /// The root that was saved or opened last.
    pub fn saved(&self) -> &Arc<Project> {
        &self.saved
    }

    /// True where the very root that was saved or opened last is shown.
    pub fn is_saved(&self) -> bool {
        Arc::ptr_eq(&self.saved, &self.root)
    }

    /// Number of steps between the saved root and the shown root; None if no step leads to the
    /// saved root.
    pub fn steps_since_saved(&self) -> Option<usize> {
        let is_saved = |step: &UndoStep| Arc::ptr_eq(&step.root, &self.saved);
        let on = |steps: &[UndoStep]| steps.iter().rev().position(is_saved).map(|at| at + 1);
        let behind = || Some(self.step_count() - self.saved_behind?);
        if self.is_saved() {
            Some(0)
        } else {
            on(&self.undo).or_else(|| on(&self.redo)).or_else(behind)
        }
    }

    /// `project` is the root that was written.
    pub fn mark_saved(&mut self, project: &Arc<Project>) {
        (self.saved, self.saved_behind) = (project.clone(), None);
    }

    /// Whether the asset differs from what was saved.
    pub fn is_asset_saved(&self, id: Id) -> bool {
        self.root.shares(&self.saved, id)
    }
}
