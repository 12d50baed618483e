//! `info` spells names that a project knows by an id and a bundle by a number.

use anim::Name;
use asset::{Id, Project};

/// The spelling of a name.
pub(super) type Text<'a> = dyn Fn(Name) -> String + 'a;

pub(super) fn name_of(project: &Project, id: Id) -> String {
    project.asset_name(id).unwrap_or_default().to_owned()
}
