//! The questions that wait for an answer.

use crate::app::{
    assets::deletion::Deletion, batch::rows::Batch, bone_names::BoneNames,
    faults::report::FaultReport, greedy::Greedy, incoming::Incoming, prefixes::Prefixed,
    recovery::found::Recovery, three_way::ThreeWay,
};
use asset::Id;
use document::import::Doubt;

pub(crate) enum Question {
    Import(Asked),
    Memory(Greedy),
    Prefixes(Box<Prefixed>),
    Many(Box<Batch>),
    Bones(BoneNames),
    Bind(Binding),
    Outside(Box<ThreeWay>),
    Recover(Recovery),
    Fault(FaultReport),
    Delete(Deletion),
}

/// An import that waits for an answer.
pub(crate) struct Asked {
    pub incoming: Incoming,
    pub doubt: Doubt,
}

/// A clip or mesh that is to play on another skeleton.
pub(crate) struct Binding {
    pub asset: Id,
    pub chosen: Option<Id>,
}
