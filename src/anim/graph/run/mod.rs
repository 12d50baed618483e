//! What an instance of a graph does in a tick, and what it keeps from one to the next.
//!
//! At the bottom is what a state keeps of each kind of node, then the state whole, then what a tick
//! brings, what it finds and what it needs for its work. Above that is what a tick does with all
//! this; where one file has a type's name and another one `_update` behind it, this is the second.

pub(super) mod additive;
pub(super) mod aim_state;
pub(super) mod aim_update;
pub(super) mod blend_space_update;
pub(super) mod blends;
pub(super) mod bone_blends;
pub(super) mod clip_warps;
pub(super) mod composite_update;
pub(super) mod contributions;
pub(super) mod copied;
pub(super) mod copying;
pub(super) mod crossing;
pub(super) mod curve_update;
pub(super) mod evaluate;
pub(super) mod fit;
pub(super) mod initialize;
pub(super) mod layers;
pub(super) mod live;
pub(super) mod mix;
pub(super) mod montage_posting;
pub(super) mod montage_record;
pub(super) mod montage_sync;
pub(super) mod outcome;
pub(super) mod pace;
pub(super) mod player;
pub(super) mod playing;
pub(super) mod pose_nodes;
pub(super) mod queries;
pub(super) mod random_state;
pub(super) mod random_update;
pub(super) mod reached;
pub(super) mod root_inertia;
pub(super) mod root_inertia_update;
pub(super) mod sampling;
pub(super) mod scratch;
pub(super) mod slot;
pub(super) mod space;
pub(super) mod space_bones;
pub(super) mod space_update;
pub(super) mod state;
pub(super) mod tick;
pub(super) mod travelled;
pub(super) mod update;
pub(super) mod walk;
pub(super) mod warping;
pub(super) mod watch;
