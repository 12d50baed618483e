//! What a compiled graph is: its nodes, the tables that they point into, and beside the entries of
//! some tables the little that is kept of each from tick to tick. Nothing here knows the state of a
//! graph, or what a node does.

pub(super) mod aim;
pub(super) mod compiled;
pub(super) mod composite;
pub(super) mod curves;
pub(super) mod driver;
pub(super) mod error;
pub(super) mod explicit_time;
pub(super) mod interpolation;
pub(super) mod layer_rule;
pub(super) mod node;
pub(super) mod parts;
pub(super) mod random;
pub(super) mod settings;
pub(super) mod sources;
pub(super) mod value;
