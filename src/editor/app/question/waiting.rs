//! The questions that wait for an answer.

use crate::app::{
    assets::{deletion::Deletion, several::SeveralDeletions},
    batch::rows::Batch,
    bone_names::BoneNames,
    faults::report::FaultReport,
    greedy::Greedy,
    incoming::Incoming,
    prefixes::Prefixed,
    recovery::found::Recovery,
    three_way::ThreeWay,
};
use asset::Id;
use document::import::Doubt;

pub(crate) enum Question {
    Import(DoubtfulImport),
    Memory(Greedy),
    Prefixes(Box<Prefixed>),
    Many(Box<Batch>),
    Bones(BoneNames),
    Bind(SkeletonBinding),
    Outside(Box<ThreeWay>),
    Recover(Recovery),
    Fault(FaultReport),
    Delete(Deletion),
    DeleteSeveral(SeveralDeletions),
}

/// An import that waits for an answer.
pub(crate) struct DoubtfulImport {
    /// The import, which goes on with the answer.
    pub incoming: Incoming,
    /// What is unclear about the import.
    pub doubt: Doubt,
}

/// A clip or mesh that is to play on another skeleton.
pub(crate) struct SkeletonBinding {
    /// The clip or mesh that is to play on another skeleton.
    pub asset: Id,
    /// The skeleton that is chosen in the list; None for none yet.
    pub chosen: Option<Id>,
}
