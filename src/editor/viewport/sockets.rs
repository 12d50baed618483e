//! The sockets of the shown skeleton in the world: their axes, and which one the pointer means.

use super::{Shown, picture::Picture, project};
use crate::theme;
use asset::{Id, Skeleton, skeleton::Socket};
use egui::{Color32, Response};
use glam::{Affine3A, Vec3};
use render::{Bounds, Camera};

/// Points on screen from which a socket is still hit; less than a bone's, for it stands before the bone.
const REACH: f32 = 7.0;
/// Of the axes, as a share of the grid's spacing, and their width in pixels at 100 %.
const ARM: f32 = 0.08;
const WIDTH: f32 = 1.5;
const SELECTED_WIDTH: f32 = 3.0;

pub(super) struct Placed<'a> {
    pub id: Id,
    pub name: &'a str,
    /// World space.
    pub at: Vec3,
}

pub(super) fn of<'a>(shown: &Shown<'a>, frame: &engine::Frame) -> Vec<Placed<'a>> {
    let Some(skeleton) = shown.skeleton.and_then(|id| shown.project.skeletons.get(&id)) else { return Vec::new() };
    let placed = |socket: &'a Socket| {
        let at = world_from_socket(frame, skeleton, socket)?.translation.into();
        Some(Placed { id: socket.id, name: &socket.name, at })
    };
    skeleton.sockets.iter().filter_map(placed).collect()
}

/// A point; None for a socket that is not there.
pub(super) fn bounds(shown: &Shown<'_>, frame: &engine::Frame, id: Id) -> Option<Bounds> {
    let found = of(shown, frame).into_iter().find(|socket| socket.id == id)?;
    Some(Bounds::of_points([found.at]))
}

/// The socket that a click means.
pub(super) fn picked(sockets: &[Placed<'_>], camera: &Camera, response: &Response) -> Option<Id> {
    let pointer = response.interact_pointer_pos()?;
    let away = |socket: &Placed<'_>| Some((socket.id, project(camera, response.rect, socket.at)?.distance(pointer)));
    let in_reach = sockets.iter().filter_map(away).filter(|(_, away)| *away <= REACH);
    in_reach.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(id, _)| id)
}

/// None for a socket of a bone that is not there.
fn world_from_socket(frame: &engine::Frame, skeleton: &Skeleton, socket: &Socket) -> Option<Affine3A> {
    let model_from_bone = frame.models.get(skeleton.index(&socket.bone)?)?;
    Some(frame.placement.to_affine() * *model_from_bone * socket.local.to_affine())
}

/// Three lines a socket, equally long whatever its scale: ends, colour and width.
pub(super) fn axes(picture: &Picture<'_>) -> Vec<([Vec3; 2], Color32, f32)> {
    let frame = picture.frame.filter(|_| picture.settings.sockets);
    let Some((frame, skeleton)) = frame.zip(picture.skeleton) else { return Vec::new() };
    let arms = |socket: &Socket| {
        let width = if picture.selected_socket == Some(socket.id) { SELECTED_WIDTH } else { WIDTH };
        let world = world_from_socket(frame, skeleton, socket)?;
        let from = Vec3::from(world.translation);
        let axes = [world.matrix3.x_axis, world.matrix3.y_axis, world.matrix3.z_axis];
        let to = axes.map(|axis| from + Vec3::from(axis).normalize_or_zero() * picture.spacing * ARM);
        let colors = [theme::AXIS_X, theme::AXIS_Y, theme::AXIS_Z];
        Some(std::array::from_fn::<_, 3, _>(|axis| ([from, to[axis]], colors[axis], width)))
    };
    skeleton.sockets.iter().filter_map(arms).flatten().collect()
}
