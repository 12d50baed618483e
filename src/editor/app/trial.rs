//! The trial of the open blend space or pose asset is compiled along while it is open.

use asset::{
    Id, Project,
    trial::{TRIAL, trial_of},
};
use std::sync::Arc;

/// The last root with a trial, and what it was made of.
#[derive(Default)]
pub struct Trial {
    made: Option<(Arc<Project>, Id, Arc<Project>)>,
}

impl Trial {
    /// The root itself where neither a blend space nor a pose asset is open.
    pub fn root(&mut self, root: &Arc<Project>, open: Option<Id>) -> Arc<Project> {
        if let Some((known, of, made)) = &self.made
            && Arc::ptr_eq(known, root)
            && Some(*of) == open
        {
            return made.clone();
        }
        let Some((id, graph)) = open.and_then(|id| Some((id, trial_of(root, id)?))) else {
            return root.clone();
        };
        let mut with = Project::clone(root);
        with.graphs.insert(TRIAL, Arc::new(graph));
        let made = Arc::new(with);
        self.made = Some((root.clone(), id, made.clone()));
        made
    }
}
