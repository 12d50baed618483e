//! The sockets and virtual bones of the shown skeleton in the world: their axes, and which one the
//! pointer means.

use super::{ViewportState, picture::ViewportPicture, screen::project};
use crate::theme;
use asset::{BoneKey, Id, Skeleton};
use egui::{Color32, Response};
use glam::{Affine3A, Vec3};
use render::{Bounds, OrbitCamera};

/// Points on screen from which a socket is still hit; less than a bone's, for it stands before the
/// bone.
const REACH: f32 = 7.0;
/// Length of the axes, as a share of the grid's spacing, and the lines' width in pixels at 100 %.
const ARM: f32 = 0.08;
const WIDTH: f32 = 1.5;
const SELECTED_WIDTH: f32 = 3.0;

pub(super) struct SocketPlace<'a> {
    /// The id of a socket or a virtual bone.
    pub id: Id,
    /// Name of the socket or virtual bone, as authored on the skeleton.
    pub name: &'a str,
    /// Position of the socket or virtual bone, world space.
    pub at: Vec3,
}

pub(super) fn of<'a>(
    shown: &ViewportState<'a>,
    frame: &studio::PreviewFrame,
) -> Vec<SocketPlace<'a>> {
    let Some(skeleton) = shown
        .skeleton
        .and_then(|id| shown.project.skeletons.get(&id))
    else {
        return Vec::new();
    };
    let placed = |item: SocketItem<'a>| {
        Some(SocketPlace {
            id: item.id,
            name: item.name,
            at: item.world?.translation.into(),
        })
    };
    items(skeleton, frame).filter_map(placed).collect()
}

/// A point; None for what is not there.
pub(super) fn bounds(
    shown: &ViewportState<'_>,
    frame: &studio::PreviewFrame,
    id: Id,
) -> Option<Bounds> {
    let found = of(shown, frame)
        .into_iter()
        .find(|socket| socket.id == id)?;
    Some(Bounds::of_points([found.at]))
}

/// The socket that a click means.
pub(super) fn picked(
    sockets: &[SocketPlace<'_>],
    camera: &OrbitCamera,
    response: &Response,
) -> Option<Id> {
    let pointer = response.interact_pointer_pos()?;
    let away = |socket: &SocketPlace<'_>| {
        Some((
            socket.id,
            project(camera, response.rect, socket.at)?.distance(pointer),
        ))
    };
    let in_reach = sockets
        .iter()
        .filter_map(away)
        .filter(|(_, away)| *away <= REACH);
    in_reach
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(id, _)| id)
}

/// A socket or a virtual bone.
struct SocketItem<'a> {
    id: Id,
    name: &'a str,
    /// World space transform of the item; None if its bone does not exist.
    world: Option<Affine3A>,
    /// Place of a virtual bone's source bone, world space; None for a socket or if that bone does
    /// not exist.
    from: Option<Vec3>,
}

fn items<'a>(
    skeleton: &'a Skeleton,
    frame: &studio::PreviewFrame,
) -> impl Iterator<Item = SocketItem<'a>> {
    let world_from_model = frame.placement.to_affine();
    let world =
        move |bone: &BoneKey| Some(world_from_model * *frame.models.get(skeleton.index(bone)?)?);
    let sockets = skeleton.sockets.iter().map(move |socket| {
        let world = world(&socket.bone).map(|bone| bone * socket.local.to_affine());
        SocketItem {
            id: socket.id,
            name: &socket.name,
            world,
            from: None,
        }
    });
    let virtual_bones = skeleton.virtual_bones.iter().map(move |bone| {
        let from = world(&bone.source).map(|source| source.translation.into());
        SocketItem {
            id: bone.id,
            name: &bone.name,
            world: world(&bone.target).filter(|_| from.is_some()),
            from,
        }
    });
    sockets.chain(virtual_bones)
}

/// Three lines an item, equally long whatever its scale, and one from the bone that a virtual bone
/// hangs on: ends, colour and width.
pub(super) fn axes(picture: &ViewportPicture<'_>) -> Vec<([Vec3; 2], Color32, f32)> {
    let frame = picture.frame.filter(|_| picture.settings.sockets);
    let Some((frame, skeleton)) = frame.zip(picture.skeleton) else {
        return Vec::new();
    };
    let lines = |item: SocketItem<'_>| {
        let is_selected = picture.selected_socket == Some(item.id);
        let width = if is_selected { SELECTED_WIDTH } else { WIDTH };
        let world = item.world?;
        let from = Vec3::from(world.translation);
        let axes = [
            world.matrix3.x_axis,
            world.matrix3.y_axis,
            world.matrix3.z_axis,
        ];
        let to =
            axes.map(|axis| from + Vec3::from(axis).normalize_or_zero() * picture.spacing * ARM);
        let colors = [theme::AXIS_X, theme::AXIS_Y, theme::AXIS_Z];
        let arms = std::array::from_fn::<_, 3, _>(|axis| ([from, to[axis]], colors[axis], width));
        let color = if is_selected {
            theme::ACCENT
        } else {
            theme::TEXT_3
        };
        Some(
            arms.into_iter()
                .chain(item.from.map(|source| ([source, from], color, width))),
        )
    };
    items(skeleton, frame).filter_map(lines).flatten().collect()
}
