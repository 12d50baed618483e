//! Edits that are the same for items of every kind: each has an id and stands in a list of its
//! owner.

#[cfg(test)]
mod tests;

use crate::{
    EditError,
    field::{moved_to, replace, trimmed},
};
use asset::{Id, Project};
use std::{collections::BTreeMap, sync::Arc};

/// An edit of a list of items.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemCommand<T> {
    /// Adds an item as the last one; refused where its id is taken.
    Add(T),
    /// Replaces the item of the same id.
    Set(T),
    /// Replaces the item of the same id, or adds it as the last one.
    Put(T),
    /// Removes the item; refused where something else needs it.
    Remove(Id),
    Rename(Id, String),
    /// Moves it to a place in the list; a place beyond the end is the last.
    Move(Id, usize),
}

impl<T> ItemCommand<T> {
    /// The label of an edit that adds, that changes or that removes.
    pub(crate) fn label(&self, [add, change, remove]: [&'static str; 3]) -> &'static str {
        match self {
            ItemCommand::Add(_) => add,
            ItemCommand::Remove(_) => remove,
            _ => change,
        }
    }

    /// The item that an edit adds or puts in the place of another; None of other edits.
    pub(crate) fn item(&self) -> Option<&T> {
        match self {
            ItemCommand::Add(item) | ItemCommand::Set(item) | ItemCommand::Put(item) => Some(item),
            _ => None,
        }
    }

    /// Id of the item that is edited.
    pub(crate) fn id(&self) -> Id
    where
        T: ListedItem,
    {
        match self {
            ItemCommand::Add(item) | ItemCommand::Set(item) | ItemCommand::Put(item) => item.id(),
            ItemCommand::Remove(id) | ItemCommand::Rename(id, _) | ItemCommand::Move(id, _) => *id,
        }
    }
}

/// A kind of items; [`listed`] declares where they stand.
pub(crate) trait ListedItem: Clone + PartialEq {
    /// What has the list.
    type Owner<'a>;
    /// Whether two items of a list may not have one name.
    const NAMES_DIFFER: bool = true;

    fn id(&self) -> Id;
    /// Empty for a kind without names.
    fn name(&self) -> &str;
    /// Returns whether the name is new.
    fn rename(&mut self, name: String) -> bool;
    fn list<'o>(owner: &'o Self::Owner<'_>) -> &'o [Self];
    fn list_mut<'o>(owner: &'o mut Self::Owner<'_>) -> &'o mut Vec<Self>;
    /// The item as it is kept; refused where it cannot be.
    fn checked(&self, owner: &Self::Owner<'_>, project: &Project) -> Result<Self, EditError>;

    /// The name as the item of this id keeps it.
    fn checked_name(owner: &Self::Owner<'_>, id: Id, name: &str) -> Result<String, EditError> {
        own_name::<Self>(owner, id, name)
    }

    /// Whether something in the owner has the id.
    fn is_taken(owner: &Self::Owner<'_>, id: Id) -> bool {
        Self::list(owner).iter().any(|item| item.id() == id)
    }

    /// Refuses the removal of an item that something else needs.
    fn may_go(_owner: &Self::Owner<'_>, _project: &Project, _id: Id) -> Result<(), EditError> {
        Ok(())
    }
}

/// The part of a [`ListedItem`] that says where its list stands in its owner, and which field is
/// the name.
macro_rules! listed {
    (@list $owner:ty, $list:ident) => {
        type Owner<'a> = $owner;

        fn id(&self) -> asset::Id {
            self.id
        }

        fn list<'o>(owner: &'o Self::Owner<'_>) -> &'o [Self] {
            &owner.$list
        }

        fn list_mut<'o>(owner: &'o mut Self::Owner<'_>) -> &'o mut Vec<Self> {
            &mut owner.$list
        }
    };
    ($owner:ty, $list:ident) => {
        crate::item::listed!(@list $owner, $list);

        fn name(&self) -> &str {
            ""
        }

        fn rename(&mut self, _: String) -> bool {
            false
        }
    };
    ($owner:ty, $list:ident, $name:ident) => {
        crate::item::listed!(@list $owner, $list);

        fn name(&self) -> &str {
            &self.$name
        }

        fn rename(&mut self, name: String) -> bool {
            crate::field::replace(&mut self.$name, name)
        }
    };
}
pub(crate) use listed;

/// The name without the spaces around it, if no other item of the list has it where names differ.
pub(crate) fn own_name<T: ListedItem>(
    owner: &T::Owner<'_>,
    id: Id,
    name: &str,
) -> Result<String, EditError> {
    let name = trimmed(name)?;
    let is_taken = |other: &T| other.id() != id && other.name() == name;
    if T::NAMES_DIFFER && T::list(owner).iter().any(is_taken) {
        return Err(EditError::NameTaken { name });
    }
    Ok(name)
}

/// Edits the list of an owner, and returns whether that changed it.
pub(crate) fn edit<T: ListedItem>(
    owner: &mut T::Owner<'_>,
    project: &Project,
    command: &ItemCommand<T>,
) -> Result<bool, EditError> {
    let id = command.id();
    let at = T::list(owner).iter().position(|item| item.id() == id);
    let at = match (command, at) {
        (ItemCommand::Add(item), _) | (ItemCommand::Put(item), None) => {
            return add(owner, project, item);
        }
        (_, at) => at.ok_or(EditError::ItemMissing)?,
    };
    match command {
        ItemCommand::Add(item) | ItemCommand::Set(item) | ItemCommand::Put(item) => {
            let item = item.checked(owner, project)?;
            Ok(replace(&mut T::list_mut(owner)[at], item))
        }
        ItemCommand::Remove(_) => {
            T::may_go(owner, project, id)?;
            T::list_mut(owner).remove(at);
            Ok(true)
        }
        ItemCommand::Rename(_, name) => {
            let name = T::checked_name(owner, id, name)?;
            Ok(T::list_mut(owner)[at].rename(name))
        }
        ItemCommand::Move(_, to) => Ok(moved_to(T::list_mut(owner), at, *to)),
    }
}

fn add<T: ListedItem>(
    owner: &mut T::Owner<'_>,
    project: &Project,
    item: &T,
) -> Result<bool, EditError> {
    if T::is_taken(owner, item.id()) {
        return Err(EditError::IdTaken);
    }
    let item = item.checked(owner, project)?;
    T::list_mut(owner).push(item);
    Ok(true)
}

/// Runs an edit on a copy of an asset and keeps the copy if it changed anything.
pub(crate) fn on_copy<A: Clone>(
    project: &mut Project,
    id: Id,
    list: fn(&mut Project) -> &mut BTreeMap<Id, Arc<A>>,
    edit: impl FnOnce(&mut A, &Project) -> Result<bool, EditError>,
) -> Result<bool, EditError> {
    let asset = list(project).get(&id).ok_or(EditError::AssetMissing)?;
    let mut copy = (**asset).clone();
    let changed = edit(&mut copy, project)?;
    if changed {
        list(project).insert(id, Arc::new(copy));
    }
    Ok(changed)
}
