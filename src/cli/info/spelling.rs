//! Turns ids and names into text for `info`. A project knows an asset by its id, a bundle a name by
//! its hash.

use anim::Name;
use asset::{Id, Project};

/// Gives the text of a hashed name.
pub(super) type NameTextFn<'a> = dyn Fn(Name) -> String + 'a;

/// The name of an asset; empty when the project has no such asset.
pub(super) fn name_of(project: &Project, id: Id) -> String {
    project.asset_name(id).unwrap_or_default().to_owned()
}
