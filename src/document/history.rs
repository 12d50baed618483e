//! The document: the current root, the roots before and after it, and what is selected.
//!
//! Undo swaps whole roots, so the root after undoing everything is the very first one, the same pointer.

use crate::{Command, EditError, project};
use asset::{Id, Project};
use std::{borrow::Cow, collections::BTreeSet, sync::Arc};

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
    label: Cow<'static, str>,
    /// What it holds that the root that is shown after it, on the way to the present one, does not.
    bytes: usize,
}

/// Of an item that is selected.
const SELECTED: usize = 16;

impl Step {
    fn weigh(&mut self, next: &Project) {
        self.bytes = self.root.held_beyond(next) + self.selection.items.len() * SELECTED + size_of::<Self>();
    }
}

/// One root of a history.
#[derive(Clone, Debug)]
pub struct Version {
    pub root: Arc<Project>,
    /// What was selected when it was left; of the shown one, what is.
    pub selection: Selection,
    /// The edit that made it of the one before; of the first of all nothing.
    pub label: Cow<'static, str>,
}

/// Every root from the first that undo leads back to up to the last that redo leads to.
#[derive(Clone, Debug)]
pub struct History {
    /// How many there were before the first.
    pub forgotten: usize,
    /// Never empty.
    pub versions: Vec<Version>,
    /// The shown one.
    pub at: usize,
}

/// The project as the edit would leave it.
pub fn attempt(project: &Project, command: &Command) -> Result<Project, EditError> {
    let mut edited = project.clone();
    project::apply(&mut edited, command)?;
    Ok(edited)
}

pub struct Document {
    root: Arc<Project>,
    selection: Selection,
    undo: Vec<Step>,
    redo: Vec<Step>,
    /// What was undone before the running gesture: it comes back where that comes to nothing.
    set_aside: Vec<Step>,
    saved: Arc<Project>,
    /// So many steps can no longer be undone: they were the oldest when the history grew beyond its bound.
    forgotten: usize,
    /// How many steps led to what was saved, where that step is among the forgotten ones.
    saved_behind: Option<usize>,
    /// The most bytes that the history holds.
    most: usize,
}

/// Bytes of a history, unless somebody chooses otherwise.
pub const MOST_BYTES: usize = 256 << 20;
/// However few bytes they take: whoever looks at all of them looks at no more.
pub const MOST_STEPS: usize = 10_000;

impl Document {
    /// The project counts as saved.
    pub fn new(project: Project) -> Self {
        let root = Arc::new(project);
        Self::at(root.clone(), Selection::default(), root)
    }

    /// Without a history.
    fn at(root: Arc<Project>, selection: Selection, saved: Arc<Project>) -> Self {
        let (undo, redo, set_aside) = (Vec::new(), Vec::new(), Vec::new());
        let (forgotten, saved_behind, most) = (0, None, MOST_BYTES);
        Self { root, selection, undo, redo, set_aside, saved, forgotten, saved_behind, most }
    }

    /// As it was when `history` was taken of it; `saved` is the root that was written last. None where the history has
    /// no version that is shown.
    pub fn restored(history: History, saved: Arc<Project>) -> Option<Self> {
        let History { forgotten, mut versions, at } = history;
        if at >= versions.len() {
            return None;
        }
        let labels: Vec<Cow<'static, str>> = versions.iter().map(|version| version.label.clone()).collect();
        let step = |(at, version): (usize, Version), label: usize| Step {
            root: version.root,
            selection: version.selection,
            gesture: None,
            label: labels[label + at].clone(),
            bytes: 0,
        };
        let redo: Vec<Version> = versions.split_off(at + 1);
        let shown = versions.pop()?;
        let undo = versions.into_iter().enumerate().map(|version| step(version, 1)).collect();
        let redo = redo.into_iter().enumerate().map(|version| step(version, at + 1)).rev().collect();
        let mut document = Self { undo, redo, forgotten, ..Self::at(shown.root, shown.selection, saved) };
        document.weigh();
        document.forget();
        Some(document)
    }

    /// All roots, with the edits between them. Cheap: they are shared.
    pub fn history(&self) -> History {
        let shown = Version { root: self.root.clone(), selection: self.selection.clone(), label: "".into() };
        let of = |step: &Step| Version { root: step.root.clone(), selection: step.selection.clone(), label: "".into() };
        let mut versions: Vec<Version> = self.undo.iter().map(of).collect();
        versions.push(shown);
        versions.extend(self.redo.iter().rev().map(of));
        let labels = self.undo.iter().chain(self.redo.iter().rev()).map(|step| step.label.clone());
        versions.iter_mut().skip(1).zip(labels).for_each(|(version, label)| version.label = label);
        History { forgotten: self.forgotten, versions, at: self.undo.len() }
    }

    /// Each step beside the next on the way to what is shown.
    fn weigh(&mut self) {
        for steps in [&mut self.undo, &mut self.redo] {
            let mut next = self.root.clone();
            for step in steps.iter_mut().rev() {
                step.weigh(&next);
                next = step.root.clone();
            }
        }
    }

    /// The most bytes that the history is to hold. The oldest steps go first, and the last one stays.
    pub fn set_most_bytes(&mut self, most: usize) {
        self.most = most;
        self.forget();
    }

    /// How many bytes the history holds beside what is shown: an estimate.
    pub fn history_bytes(&self) -> usize {
        self.undo.iter().chain(&self.redo).chain(&self.set_aside).map(|step| step.bytes).sum()
    }

    /// How many steps can be undone or redone.
    pub fn history_steps(&self) -> usize {
        self.undo.len() + self.redo.len()
    }

    /// How many steps can no longer be undone.
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

    pub fn project(&self) -> &Arc<Project> {
        &self.root
    }

    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    pub fn select(&mut self, selection: Selection) {
        self.selection = selection;
    }

    /// What a running gesture goes on from; None of one that has changed nothing yet.
    pub fn begun(&self, gesture: Gesture) -> Option<&Arc<Project>> {
        self.undo.last().filter(|step| step.gesture == Some(gesture)).map(|step| &step.root)
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
            let (root, selection) = (self.root.clone(), self.selection.clone());
            let mut step = Step { root, selection, gesture, label: command.label().into(), bytes: 0 };
            step.weigh(&edited);
            self.undo.push(step);
            let undone = std::mem::take(&mut self.redo);
            self.set_aside = if gesture.is_some() { undone } else { Vec::new() };
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
    pub fn finish(&mut self, gesture: Gesture) {
        let is_empty = |step: &Step| step.gesture == Some(gesture) && Arc::ptr_eq(&step.root, &self.root);
        if self.undo.last().is_some_and(is_empty) {
            self.undo.pop();
            self.redo = std::mem::take(&mut self.set_aside);
        }
        if let Some(step) = self.undo.last_mut().filter(|step| step.gesture == Some(gesture)) {
            step.gesture = None;
            step.weigh(&self.root);
            self.set_aside.clear();
            self.forget();
        }
    }

    /// Takes a running gesture back: the root before it and what could be redone, as if it had not been.
    pub fn cancel(&mut self, gesture: Gesture) {
        if let Some(step) = self.undo.pop_if(|step| step.gesture == Some(gesture)) {
            self.root = step.root;
            self.selection = step.selection;
            self.redo = std::mem::take(&mut self.set_aside);
        }
    }

    pub fn undo(&mut self) -> bool {
        let Some(step) = self.undo.pop() else { return false };
        self.set_aside.clear();
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
        let mut swapped = Step { root, selection, gesture: None, label: step.label, bytes: 0 };
        swapped.weigh(&self.root);
        swapped
    }

    pub fn undo_label(&self) -> Option<&str> {
        self.undo.last().map(|step| &*step.label)
    }

    pub fn redo_label(&self) -> Option<&str> {
        self.redo.last().map(|step| &*step.label)
    }

    /// How many steps lead to what is shown, with those that have been forgotten.
    pub fn step_count(&self) -> usize {
        self.forgotten + self.undo.len()
    }

    /// The root that was saved or opened last.
    pub fn saved(&self) -> &Arc<Project> {
        &self.saved
    }

    pub fn is_saved(&self) -> bool {
        Arc::ptr_eq(&self.saved, &self.root)
    }

    /// How many steps lie between what was saved and what is shown; None where no step leads to what was saved.
    pub fn steps_since_saved(&self) -> Option<usize> {
        let is_saved = |step: &Step| Arc::ptr_eq(&step.root, &self.saved);
        let on = |steps: &[Step]| steps.iter().rev().position(is_saved).map(|at| at + 1);
        let behind = || Some(self.step_count() - self.saved_behind?);
        if self.is_saved() { Some(0) } else { on(&self.undo).or_else(|| on(&self.redo)).or_else(behind) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ProjectCommand;

    fn named(name: &str) -> Command {
        Command::Project(ProjectCommand::Rename(name.into()))
    }

    fn name(document: &Document) -> &str {
        &document.project().name
    }

    /// Each of the names, as steps of a gesture or of their own.
    fn rename(document: &mut Document, names: &[&str], gesture: Option<u64>) {
        for name in names {
            assert_eq!(document.perform(&named(name), gesture.map(Gesture)), Ok(true), "{name}");
        }
    }

    #[test]
    fn there_is_nothing_to_undo_or_redo_at_first_and_at_the_ends() {
        let mut document = Document::new(Project::default());
        let (none, label) = (None, Some("Rename project"));
        fn labels(document: &Document) -> (Option<&str>, Option<&str>) {
            (document.undo_label(), document.redo_label())
        }
        assert!(!document.undo() && !document.redo() && document.is_saved());
        assert_eq!((labels(&document), document.step_count()), ((none, none), 0));
        rename(&mut document, &["a", "b"], None);
        assert_eq!((labels(&document), document.step_count()), ((label, none), 2));
        assert!(document.undo());
        assert_eq!((name(&document), labels(&document), document.step_count()), ("a", (label, label), 1));
        assert!(document.undo() && !document.undo());
        assert_eq!((name(&document), labels(&document)), ("", (none, label)));
        assert!(document.redo() && document.redo() && !document.redo());
        assert_eq!((name(&document), labels(&document), document.step_count()), ("b", (label, none), 2));
    }

    #[test]
    fn only_an_edit_that_changes_something_drops_what_was_undone() {
        let mut document = Document::new(Project::default());
        rename(&mut document, &["a", "b"], None);
        document.undo();
        assert_eq!(document.perform(&named("a"), None), Ok(false));
        assert_eq!(document.perform(&named(" "), None), Err(EditError::NameEmpty));
        assert_eq!(document.redo_label(), Some("Rename project"));
        rename(&mut document, &["c"], None);
        assert!(document.redo_label().is_none() && !document.redo());
        assert!(document.undo() && name(&document) == "a");
    }

    #[test]
    fn a_gesture_that_comes_to_nothing_leaves_what_was_undone() {
        let mut document = Document::new(Project::default());
        rename(&mut document, &["a", "b"], None);
        document.undo();
        rename(&mut document, &["c", "d"], Some(1));
        document.cancel(Gesture(1));
        assert_eq!((name(&document), document.redo_label()), ("a", Some("Rename project")));
        rename(&mut document, &["c", "a"], Some(2));
        document.finish(Gesture(2));
        assert!(document.redo() && name(&document) == "b");
        document.undo();
        rename(&mut document, &["c"], Some(3));
        document.finish(Gesture(3));
        document.cancel(Gesture(3));
        assert!(!document.redo() && name(&document) == "c");
    }

    #[test]
    fn undo_brings_the_selection_back_and_selecting_is_no_step() {
        let mut document = Document::new(Project::default());
        let (first, second, third) = (Selection::asset(Id(1)), Selection::item(Id(1), Id(2)), Selection::asset(Id(3)));
        assert_eq!(*document.selection(), Selection::default());
        document.select(first.clone());
        assert_eq!(document.step_count(), 0);
        rename(&mut document, &["a"], None);
        document.select(second.clone());
        assert!(document.undo() && *document.selection() == first);
        assert!(document.redo() && *document.selection() == second);
        rename(&mut document, &["b"], Some(1));
        document.select(third);
        document.cancel(Gesture(1));
        assert_eq!((document.selection(), name(&document)), (&second, "a"));
    }

    #[test]
    fn what_is_saved_is_the_root_that_was_written() {
        let mut document = Document::new(Project::default());
        rename(&mut document, &["a"], None);
        assert!(!document.is_saved());
        let written = document.project().clone();
        rename(&mut document, &["b"], None);
        document.mark_saved(&written);
        assert!(!document.is_saved() && Arc::ptr_eq(document.saved(), &written));
        assert_eq!(document.steps_since_saved(), Some(1));
        assert!(document.undo() && document.is_saved() && document.steps_since_saved() == Some(0));
        assert!(document.undo() && !document.is_saved() && document.steps_since_saved() == Some(1));
        rename(&mut document, &["c", "d", "e"], None);
        assert_eq!(document.steps_since_saved(), None, "no step leads back to it");
        document.mark_saved(&document.project().clone());
        rename(&mut document, &["f", "g"], None);
        assert_eq!((document.steps_since_saved(), document.step_count()), (Some(2), 5));
        (0..4).for_each(|_| assert!(document.undo()));
        assert_eq!(document.steps_since_saved(), Some(2));
    }

    #[test]
    fn an_asset_is_saved_while_it_is_the_one_that_was_written() {
        let mut project = Project::default();
        let clip = |name: &str| Arc::new(asset::Clip::new(name, Id(9), Default::default(), 30.0));
        project.clips.extend([(Id(1), clip("a")), (Id(2), clip("b"))]);
        let mut document = Document::new(project);
        let looping = Command::Clip(Id(1), crate::ClipCommand::SetLooping(true));
        document.perform(&looping, None).unwrap();
        assert_eq!([1, 2].map(|id| document.is_asset_saved(Id(id))), [false, true]);
        document.mark_saved(&document.project().clone());
        assert!(document.is_asset_saved(Id(1)));
        document.undo();
        assert_eq!([1, 2].map(|id| document.is_asset_saved(Id(id))), [false, true]);
    }

    #[test]
    fn a_gesture_goes_on_from_its_start_until_it_ends_or_is_undone() {
        let mut document = Document::new(Project::default());
        rename(&mut document, &["a"], None);
        let start = document.project().clone();
        rename(&mut document, &["b", "c"], Some(1));
        assert_eq!((name(&document), document.step_count()), ("c", 2));
        assert_eq!(document.perform(&named(" "), Some(Gesture(1))), Err(EditError::NameEmpty));
        assert_eq!(name(&document), "c");
        assert_eq!(document.perform(&named("a"), Some(Gesture(1))), Ok(true), "back at the start it changed once more");
        assert!(Arc::ptr_eq(&start, document.project()));
        document.finish(Gesture(2));
        assert_eq!(document.step_count(), 2, "another gesture that ends leaves it alone");
        document.finish(Gesture(1));
        assert_eq!(document.step_count(), 1);
        rename(&mut document, &["d"], Some(1));
        document.finish(Gesture(1));
        document.cancel(Gesture(1));
        assert_eq!((name(&document), document.step_count()), ("d", 2), "what has ended is not taken back");
        rename(&mut document, &["e"], Some(2));
        assert!(document.undo() && document.redo());
        rename(&mut document, &["f"], Some(2));
        assert_eq!(document.step_count(), 4, "undo and redo end it");
    }

    #[test]
    fn a_gesture_that_is_no_edit_in_the_end_keeps_what_could_be_redone() {
        let mut document = Document::new(Project::default());
        rename(&mut document, &["a", "b"], None);
        document.undo();
        rename(&mut document, &["c", "d"], Some(1));
        assert!(document.redo_label().is_none());
        document.cancel(Gesture(1));
        assert!(name(&document) == "a" && document.redo_label().is_some());
        rename(&mut document, &["c", "a"], Some(2));
        document.finish(Gesture(2));
        assert!(document.redo() && name(&document) == "b", "it came back to where it began");
        document.undo();
        rename(&mut document, &["c"], Some(3));
        document.finish(Gesture(3));
        assert!(!document.redo() && document.undo() && name(&document) == "a");
        rename(&mut document, &["e"], Some(4));
        document.finish(Gesture(4));
        document.cancel(Gesture(4));
        assert!(!document.redo() && name(&document) == "e", "what has ended is an edit");
    }

    #[test]
    fn a_gesture_that_begins_with_nothing_makes_no_step() {
        let mut document = Document::new(Project { name: "a".into(), ..Project::default() });
        assert_eq!(document.perform(&named("a"), Some(Gesture(1))), Ok(false));
        assert!(document.is_saved() && document.step_count() == 0);
        rename(&mut document, &["b"], None);
        assert_eq!(document.perform(&named("b"), Some(Gesture(1))), Ok(false));
        document.cancel(Gesture(1));
        assert_eq!((name(&document), document.step_count()), ("b", 1));
    }

    /// Bytes of one step of [`named`].
    fn bytes_of_a_step() -> usize {
        let mut document = Document::new(Project::default());
        rename(&mut document, &["a"], None);
        document.history_bytes()
    }

    #[test]
    fn the_oldest_steps_are_forgotten_and_never_the_last() {
        let mut document = Document::new(Project::default());
        let names: Vec<String> = (0..10).map(|at| format!("{at}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        document.set_most_bytes(bytes_of_a_step() * 9 / 2);
        rename(&mut document, &names, None);
        assert_eq!((document.step_count(), document.forgotten()), (10, 6));
        assert!(document.history_bytes() <= bytes_of_a_step() * 9 / 2);
        let history = document.history();
        assert_eq!((history.forgotten, history.versions.len(), history.at), (6, 5, 4));
        (0..4).for_each(|_| assert!(document.undo()));
        assert!(!document.undo() && name(&document) == "5" && document.step_count() == 6);
        (0..4).for_each(|_| assert!(document.redo()));
        assert!(!document.redo() && name(&document) == "9");
        document.set_most_bytes(0);
        assert_eq!((document.step_count(), document.forgotten()), (10, 9));
        rename(&mut document, &["a", "b"], Some(1));
        document.finish(Gesture(1));
        assert_eq!((document.step_count(), document.forgotten()), (11, 10));
        assert!(document.undo() && name(&document) == "9" && !document.undo());
        assert!(document.redo() && name(&document) == "b");
        let restored = Document::restored(document.history(), document.saved().clone()).unwrap();
        assert_eq!((restored.step_count(), restored.forgotten()), (11, 10));
    }

    #[test]
    fn what_is_undone_counts_and_is_not_forgotten() {
        let mut document = Document::new(Project::default());
        rename(&mut document, &["a", "b", "c", "d"], None);
        (0..4).for_each(|_| assert!(document.undo()));
        assert!(document.history_bytes() >= bytes_of_a_step() * 3);
        document.set_most_bytes(0);
        (0..4).for_each(|_| assert!(document.redo()));
        assert_eq!((name(&document), document.forgotten()), ("d", 0));
        rename(&mut document, &["e"], None);
        assert_eq!((document.step_count(), document.forgotten()), (5, 4));
    }

    #[test]
    fn steps_since_what_was_saved_are_counted_also_where_it_was_forgotten() {
        let mut document = Document::new(Project::default());
        document.set_most_bytes(bytes_of_a_step() * 7 / 2);
        rename(&mut document, &["a", "b", "c"], None);
        document.mark_saved(&document.project().clone());
        for (at, name) in ["d", "e", "f", "g", "h", "i"].into_iter().enumerate() {
            rename(&mut document, &[name], None);
            assert_eq!((document.steps_since_saved(), document.is_saved()), (Some(at + 1), false));
        }
        assert_eq!(document.forgotten(), 6);
        (0..3).for_each(|_| assert!(document.undo()));
        assert!(!document.undo());
        assert_eq!(document.steps_since_saved(), Some(3));
        rename(&mut document, &["x"], None);
        assert_eq!(document.steps_since_saved(), Some(4));
        document.mark_saved(&document.project().clone());
        assert_eq!(document.steps_since_saved(), Some(0));
        document.undo();
        assert_eq!(document.steps_since_saved(), Some(1), "it lies ahead");
        rename(&mut document, &["y"], None);
        assert_eq!(document.steps_since_saved(), None, "no step leads back to it");
    }

    #[test]
    fn a_restored_document_undoes_and_redoes_as_the_one_that_it_was() {
        let mut document = Document::new(Project::default());
        for (at, name) in ["a", "b", "c", "d"].into_iter().enumerate() {
            rename(&mut document, &[name], None);
            document.select(Selection::asset(Id(at as u64)));
        }
        let saved = document.project().clone();
        document.undo();
        document.undo();
        document.select(Selection::item(Id(9), Id(8)));
        let history = document.history();
        assert_eq!((history.versions.len(), history.at), (5, 2));
        assert!(history.versions[0].label.is_empty() && history.versions[4].label == "Rename project");
        let mut restored = Document::restored(history, saved).unwrap();
        let state = |document: &Document| {
            let labels = [document.undo_label(), document.redo_label()].map(|label| label.map(str::to_owned));
            (name(document).to_owned(), document.selection().clone(), labels, document.is_saved())
        };
        for step in ["", "redo", "redo", "redo", "undo", "undo", "undo", "undo", "undo", "redo"] {
            for document in [&mut document, &mut restored] {
                match step {
                    "redo" => drop(document.redo()),
                    "undo" => drop(document.undo()),
                    _ => {}
                }
            }
            let (is, was) = (state(&restored), state(&document));
            assert_eq!((is.0, is.1, is.2), (was.0, was.1, was.2), "{step}");
        }
        let history = document.history();
        assert!(Document::restored(History { at: history.versions.len(), ..history }, Arc::default()).is_none());
    }
}
