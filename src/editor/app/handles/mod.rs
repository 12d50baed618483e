//! What can be moved in the viewport: places of the preview, what the selected node of a graph
//! reaches for, the selected socket; and the command that puts one elsewhere.

mod node;

use crate::{
    theme,
    viewport::{GizmoHandle, HandleId},
};
use anim::Transform;
use asset::graph::nodes::ControlNode;
use asset::{
    BoneKey, Id, PoseGraph, PreviewScene, Project, Skeleton,
    graph::{ControlKind, Node, NodeKind, TargetSpace},
};
use document::{Command, ItemCommand, ProjectCommand, Selection, SkeletonCommand};
use glam::{EulerRot, Quat, Vec3};
use studio::PreviewFrame;
use words::tr;

/// Metres and degrees that a dragged number is rounded to.
const FINE: f32 = 1e-4;
const FINE_TURN: f32 = 1e-2;
/// Colour of the target that limbs bend towards.
const POLE: egui::Color32 = theme::PALETTE[6];

/// What is open, and what is selected in it.
#[derive(Clone, Copy)]
pub(super) struct HandleScene<'a> {
    /// The project as it is edited.
    pub project: &'a Project,
    /// The open graph with its id; None if no graph is open.
    pub graph: Option<(Id, &'a PoseGraph)>,
    /// The skeleton that the viewport shows.
    pub skeleton: Option<(Id, &'a Skeleton)>,
    /// The selection of the document.
    pub selection: &'a Selection,
    /// The current frame; None before the first frame.
    pub frame: Option<&'a PreviewFrame>,
    /// The preview scene, if it belongs to what is shown.
    pub preview: Option<&'a PreviewScene>,
    /// The asset that is open: it may have a scene of its own.
    pub active: Option<Id>,
}

impl HandleScene<'_> {
    /// All handles, and the one to begin with, where the selection means one.
    pub fn handles(&self) -> (Vec<GizmoHandle>, Option<HandleId>) {
        let mut handles = Vec::new();
        let preview = self.preview.into_iter();
        handles.extend(preview.clone().flat_map(|it| &it.targets).map(target));
        handles.extend(
            preview.flat_map(|it| (0..it.ground.blocks.len()).map(|nth| obstacle(it, nth))),
        );
        let partners = self.preview.into_iter().flat_map(|it| &it.partners);
        handles.extend(partners.map(partner));
        let first = handles.len();
        handles.extend(self.node_handles());
        handles.extend(self.socket_handle());
        let offered = handles.get(first).map(|handle| handle.id);
        (handles, offered)
    }

    /// The selected node, if it is a control of the open graph.
    pub(super) fn control(&self) -> Option<(&Node, &ControlKind)> {
        let (id, graph) = self.graph?;
        let [item] = self.selection.items.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let node = graph
            .wiring
            .node(*item)
            .filter(|_| self.selection.asset == Some(id))?;
        let NodeKind::Control(ControlNode { kind, .. }) = &node.kind else {
            return None;
        };
        Some((node, kind))
    }

    fn socket_handle(&self) -> Option<GizmoHandle> {
        let (id, rig) = self.skeleton?;
        let item = self
            .selection
            .items
            .first()
            .filter(|_| self.selection.asset == Some(id))?;
        let socket = rig.socket(*item)?;
        let bone = self.bone(&socket.bone)?;
        Some(GizmoHandle {
            id: HandleId::Socket(socket.id),
            name: socket.name.clone(),
            owner: tr!("Authored in {}", rig.name),
            place: bone.compose(&socket.local),
            parent: bone.rotation,
            moves: [true; 3],
            turns: [true; 3],
            color: theme::TEXT,
        })
    }

    /// A bone in the world, as it is shown.
    pub(super) fn bone(&self, key: &BoneKey) -> Option<Transform> {
        let (frame, (_, rig)) = (self.frame?, self.skeleton?);
        // Of a virtual bone where its target is: so it is for the first control in a row.
        let target = || {
            Some(
                &rig.virtual_bones
                    .iter()
                    .find(|bone| bone.key == *key)?
                    .target,
            )
        };
        let bone = rig.index(key).or_else(|| rig.index(target()?))?;
        let model = Transform::from_affine(frame.models.get(bone)?);
        Some(frame.placement.compose(&model))
    }

    pub(super) fn space(&self, space: &TargetSpace, kind: &ControlKind) -> Option<Transform> {
        match space {
            TargetSpace::World => Some(Transform::IDENTITY),
            TargetSpace::Model => Some(self.frame?.placement),
            TargetSpace::Bone(key) => self.bone(key),
            TargetSpace::ParentBone => {
                let (_, rig) = self.skeleton?;
                let bone = rig.index(node::reaching(kind)?)?;
                self.bone(&rig.bones[rig.bones[bone].parent? as usize].key)
            }
            TargetSpace::Socket(id) => {
                let socket = self.skeleton?.1.socket(*id)?;
                Some(self.bone(&socket.bone)?.compose(&socket.local))
            }
            TargetSpace::WarpTarget(name) => Some(
                self.place()
                    .targets
                    .iter()
                    .find(|target| target.name == *name)?
                    .place(),
            ),
        }
    }

    /// Puts a handle elsewhere; None where it is gone, or nothing of it changes. `from` is where it
    /// was when the gesture began, and `begun` the project then.
    pub fn command(
        &self,
        id: HandleId,
        [from, to]: [Transform; 2],
        begun: &Project,
    ) -> Option<Command> {
        match id {
            HandleId::Target(_) | HandleId::Obstacle(_) | HandleId::Partner(_) => {
                self.placed(id, to)
            }
            HandleId::Node(id, which) => self.authored(id, which, [from, to], begun),
            HandleId::Socket(id) => {
                let (rig_id, rig) = self.skeleton?;
                let mut socket = rig.socket(id)?.clone();
                let local = within(&self.bone(&socket.bone)?, &to);
                socket.local.translation = rounded(local.translation, socket.local.translation);
                if is_turned(local.rotation, socket.local.rotation) {
                    socket.local.rotation = local.rotation;
                }
                let is_new = rig.socket(id) != Some(&socket);
                is_new.then_some(Command::Skeleton(
                    rig_id,
                    SkeletonCommand::Socket(ItemCommand::Set(socket)),
                ))
            }
        }
    }

    /// The ground and the targets of what is open.
    pub(super) fn place(&self) -> &PreviewScene {
        self.project.preview.scene_of(self.active)
    }

    fn placed(&self, id: HandleId, to: Transform) -> Option<Command> {
        let mut preview = self.place().clone();
        match id {
            HandleId::Target(id) => {
                let target = preview.targets.iter_mut().find(|target| target.id == id)?;
                target.at = rounded(to.translation, target.at.into()).into();
                if is_turned(to.rotation, target.place().rotation) {
                    let (z, y, x) = to.rotation.to_euler(EulerRot::ZYX);
                    target.turn = [x, y, z].map(|turn| round(turn.to_degrees(), FINE_TURN));
                }
            }
            HandleId::Obstacle(nth) => {
                let block = preview.ground.blocks.get_mut(nth)?;
                let [x, _, z] = rounded(
                    to.translation,
                    Vec3::new(block.at[0] as f32, 0.0, block.at[1] as f32),
                )
                .to_array();
                block.at = [x, z].map(|at| f64::from(round(at, FINE)));
                let ahead = to.rotation * Vec3::Z;
                block.yaw = f64::from(round(ahead.x.atan2(ahead.z).to_degrees(), FINE_TURN));
            }
            HandleId::Partner(id) => {
                let partner = preview.partners.iter_mut().find(|it| it.id == id)?;
                partner.at = rounded(to.translation, partner.at.into()).into();
                if is_turned(to.rotation, partner.place().rotation) {
                    let ahead = to.rotation * Vec3::Z;
                    partner.turn = round(ahead.x.atan2(ahead.z).to_degrees(), FINE_TURN);
                }
            }
            HandleId::Node(..) | HandleId::Socket(_) => return None,
        }
        let settings = &self.project.preview;
        (preview != *self.place()).then(|| {
            let changed = settings.with_scene(self.active, preview);
            Command::Project(ProjectCommand::SetPreview(Box::new(changed)))
        })
    }
}

fn target(target: &asset::PreviewTarget) -> GizmoHandle {
    GizmoHandle {
        id: HandleId::Target(target.id),
        name: target.name.clone(),
        owner: tr!("Preview target, not in bundles").to_owned(),
        place: target.place(),
        parent: Quat::IDENTITY,
        moves: [true; 3],
        turns: [true; 3],
        color: POLE,
    }
}

fn partner(partner: &asset::PreviewPartner) -> GizmoHandle {
    GizmoHandle {
        id: HandleId::Partner(partner.id),
        name: partner.name.clone(),
        owner: tr!("Partner, not in bundles").to_owned(),
        place: partner.place(),
        parent: Quat::IDENTITY,
        moves: [true; 3],
        turns: [false, true, false],
        color: theme::PALETTE[2],
    }
}

fn obstacle(preview: &PreviewScene, nth: usize) -> GizmoHandle {
    let block = &preview.ground.blocks[nth];
    let at = glam::DVec3::new(block.at[0], 0.0, block.at[1]);
    let top = at.with_y(preview.ground.under(at, 0.0).0).as_vec3();
    GizmoHandle {
        id: HandleId::Obstacle(nth),
        name: tr!("Obstacle {}", nth + 1),
        owner: tr!("Preview scene, not in bundles").to_owned(),
        place: Transform {
            rotation: Quat::from_rotation_y(block.yaw.to_radians() as f32),
            ..Transform::from_translation(top)
        },
        parent: Quat::IDENTITY,
        moves: [true, false, true],
        turns: [false, true, false],
        color: theme::TEXT,
    }
}

pub(super) fn on(space: &Transform, at: Vec3) -> Vec3 {
    space.compose(&Transform::from_translation(at)).translation
}

/// A place of the world as a space has it. Of an axis that the space has no size along, nothing is
/// known: 0.
fn within(space: &Transform, place: &Transform) -> Transform {
    let back = space.rotation.inverse();
    let unsize = space
        .scale
        .map(|size| if size.abs() > 1e-6 { 1.0 / size } else { 0.0 });
    Transform {
        translation: back * (place.translation - space.translation) * unsize,
        rotation: (back * place.rotation).normalize(),
        scale: place.scale,
    }
}

/// Whether two rotations differ by more than the rounding error of `f32`. An angle between nearly
/// equal rotations is mostly rounding.
fn is_turned(a: Quat, b: Quat) -> bool {
    (a * b.inverse()).xyz().length() > 5e-5
}

fn round(value: f32, to: f32) -> f32 {
    ((f64::from(value) / f64::from(to)).round() * f64::from(to)) as f32
}

/// Rounds to a tenth of a millimetre; a coordinate that has hardly changed keeps its `known` value.
fn rounded(to: Vec3, known: Vec3) -> Vec3 {
    let part = |to: f32, known: f32| {
        if (to - known).abs() < FINE * 0.6 {
            known
        } else {
            round(to, FINE)
        }
    };
    Vec3::new(
        part(to.x, known.x),
        part(to.y, known.y),
        part(to.z, known.z),
    )
}
