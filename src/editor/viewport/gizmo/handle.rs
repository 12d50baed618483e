//! What can be taken hold of in the scene, and how it is held.

use anim::Transform;
use asset::Id;
use egui::Color32;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use words::tr;

/// Identifies a handle by what it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandleId {
    /// A place that the project is previewed with.
    Target(Id),
    /// Index among the obstacles of the preview's ground.
    Obstacle(usize),
    /// Node of the open graph, and which of its targets: what it reaches for, or what it bends
    /// towards.
    Node(Id, usize),
    Socket(Id),
    /// Where a partner of the previewed character stands as play begins.
    Partner(Id),
}

/// Something that stands in the world and can be put elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct GizmoHandle {
    /// One handle of each stands in the scene.
    pub id: HandleId,
    /// Name, as labels beside the handle show it.
    pub name: String,
    /// What a drag changes, such as "preview target" or "authored in PG_Hero".
    pub owner: String,
    /// Place of the handle, world space.
    pub place: Transform,
    /// World space, of what its numbers are relative to.
    pub parent: Quat,
    /// Along the axes of the world.
    pub moves: [bool; 3],
    /// Rotations about the axes of the world that are allowed.
    pub turns: [bool; 3],
    /// The colour of its mark in the scene.
    pub color: Color32,
}

/// What was done to a handle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pull {
    /// Transforms of the handle at the start of the drag and now, world space.
    To([Transform; 2]),
    Done,
    /// The drag is cancelled: the handle goes back to its start.
    Cancel,
}

/// What a drag of a handle does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tool {
    #[default]
    Move,
    Turn,
}

/// The axes that a handle is moved along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axes {
    #[default]
    World,
    Local,
    Parent,
}

impl Axes {
    /// Every choice, in the order of the menu.
    pub const ALL: [Axes; 3] = [Axes::World, Axes::Local, Axes::Parent];

    /// The label in the tool bar.
    pub fn title(self) -> &'static str {
        match self {
            Axes::World => tr!("World"),
            Axes::Local => tr!("Local"),
            Axes::Parent => tr!("Parent"),
        }
    }

    pub(super) fn of(self, handle: &GizmoHandle) -> Quat {
        match self {
            Axes::World => Quat::IDENTITY,
            Axes::Local => handle.place.rotation,
            Axes::Parent => handle.parent,
        }
    }
}

impl GizmoHandle {
    /// Whether it may go along an axis of the world or of its own, unit length.
    pub(super) fn may_move(&self, axis: Vec3) -> bool {
        may(self.moves, axis)
    }

    pub(super) fn may_turn(&self, axis: Vec3) -> bool {
        may(self.turns, axis)
    }
}

fn may(allowed: [bool; 3], axis: Vec3) -> bool {
    allowed
        .into_iter()
        .zip(axis.to_array())
        .all(|(allowed, part)| allowed || part.abs() < 1e-3)
}
