//! Where the selected bone, virtual bone or socket is in the frame that is shown.

use super::{PropertyRows, degrees};
use crate::{panels::rows::fact, parts, preferences::Unit};
use anim::{Name, Transform};
use asset::Skeleton;
use egui::Ui;
use glam::Affine3A;
use studio::PreviewFrame;
use words::tr;

/// Greatest difference of a scale from 1 that is not shown in a row.
const SCALE_SLACK: f32 = 1e-4;

/// An item of a frame whose transform is shown.
#[derive(Clone, Copy)]
pub(super) enum Located<'a> {
    /// A bone, by its index.
    Bone(usize),
    /// A virtual bone, by its name.
    VirtualBone(&'a str),
    /// A socket, by its name.
    Socket(&'a str),
}

/// A place in several spaces.
struct LocatedIn {
    /// Relative to the parent bone, and how it is without an animation; a virtual bone has none.
    local: Option<(Transform, Transform)>,
    /// Transform in component space.
    model: Affine3A,
    /// Transform in world space.
    world: Affine3A,
}

/// Current position, rotation and scale of `located`; nothing while another skeleton plays.
pub(super) fn current_ui(
    ui: &mut Ui,
    rows: &PropertyRows<'_>,
    (frame, skeleton): (Option<&PreviewFrame>, &Skeleton),
    located: Located<'_>,
) {
    let shown = frame.filter(|frame| frame.skeleton.name == Name::new(&skeleton.name));
    let Some(placed) = shown.and_then(|frame| placed(frame, located)) else {
        return;
    };
    if !parts::group_header(ui, tr!("Current transform"), "") {
        return;
    }
    let unit = rows.session.preferences.unit;
    if let Some((local, reference)) = placed.local {
        fact(ui, tr!("Local"), &position(local.translation, unit));
        fact(ui, "", &rotation(local.rotation));
        if (local.scale - 1.0).abs().max_element() > SCALE_SLACK {
            let scale = local.scale.to_array();
            let text = scale.map(|factor| parts::number_text(factor.into(), 3));
            fact(ui, "", &format!("{} ×", text.join("  ")));
        }
        let moved = (local.translation - reference.translation).length();
        let turned = local.rotation.angle_between(reference.rotation);
        let text = tr!(
            "{} and {}° away",
            length(moved, unit),
            parts::number_text(turned.to_degrees().into(), 1)
        );
        fact(ui, tr!("From reference"), &text);
    }
    for (space, place) in [
        (tr!("Component"), placed.model),
        (tr!("World"), placed.world),
    ] {
        let (_, turn, at) = place.to_scale_rotation_translation();
        fact(ui, space, &position(at, unit));
        fact(ui, "", &rotation(turn));
    }
}

fn placed(frame: &PreviewFrame, located: Located<'_>) -> Option<LocatedIn> {
    let skeleton = &frame.skeleton;
    let (model, local) = match located {
        Located::Bone(bone) => {
            let model = frame.models.get(bone).filter(|_| bone < frame.pose.len())?;
            let local = frame.pose.get(bone);
            (*model, Some((local, skeleton.reference(bone))))
        }
        Located::VirtualBone(name) => {
            let name = Name::new(name);
            let at = skeleton
                .virtual_bones
                .iter()
                .position(|bone| bone.name == name)?;
            (*frame.models.get(skeleton.len() + at)?, None)
        }
        Located::Socket(name) => {
            let name = Name::new(name);
            let socket = skeleton.sockets.iter().find(|socket| socket.name == name)?;
            let local: Transform = socket.local.into();
            let bone = frame.models.get(socket.bone as usize)?;
            (*bone * local.to_affine(), None)
        }
    };
    Some(LocatedIn {
        local,
        model,
        world: frame.placement.to_affine() * model,
    })
}

fn length(metres: f32, unit: Unit) -> String {
    let text = parts::number_text((metres * unit.of_a_metre()).into(), decimals(unit));
    format!("{text} {}", unit.symbol())
}

fn position(at: glam::Vec3, unit: Unit) -> String {
    let numbers = (at * unit.of_a_metre()).to_array();
    let text = numbers.map(|number| parts::number_text(number.into(), decimals(unit)));
    format!("{} {}", text.join("  "), unit.symbol())
}

fn rotation(turn: glam::Quat) -> String {
    let text = degrees(turn).map(|angle| parts::number_text(angle.into(), 1));
    format!("{}°", text.join("  "))
}

/// Down to a millimetre.
fn decimals(unit: Unit) -> usize {
    match unit {
        Unit::Metres => 3,
        Unit::Centimetres => 1,
    }
}
