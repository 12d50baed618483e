//! What a skeleton has on the other side of its mirror: bones, names, and numbers in the axes of a
//! bone there.

use super::{MirrorRefusal, MirrorResult};
use crate::{
    BoneKey, Skeleton,
    expression::renamed,
    graph::{Input, Space, TargetSpace, Wiring},
};
use anim::mirror::Axis;
use glam::{Affine3A, EulerRot, Mat3, Quat, Vec3};
use words::tr;

/// Rounding step of a number: hundredths of a millimetre and of a degree.
const FINE: f32 = 1e-5;
/// Tolerance within which an axis counts as equal to one of the other side.
const SAME: f32 = 1e-3;

pub(in crate::graph) struct Sides<'a> {
    rig: &'a Skeleton,
    partners: Vec<usize>,
    /// `model_from_bone` of the reference pose.
    models: Vec<Affine3A>,
    /// Parameters that stand for each other.
    swaps: Vec<(String, String)>,
}

/// Change from a space to its counterpart on the other side.
pub(in crate::graph) struct Across {
    own: Affine3A,
    other: Affine3A,
    axis: Axis,
}

/// Map of three numbers from one side to the other.
#[derive(Clone, Copy)]
pub(in crate::graph) struct MirrorVectorMap {
    by: Mat3,
    then: Vec3,
}

impl<'a> Sides<'a> {
    /// Pairs the bones of the skeleton, and the parameters whose names stand for each other.
    pub fn new(rig: &'a Skeleton, wiring: &Wiring) -> Self {
        let names: Vec<&str> = wiring
            .parameters
            .iter()
            .map(|it| it.name.as_str())
            .collect();
        let seen = |name: &&str| Some((name.to_string(), rig.mirror.seen(name)?));
        let swaps = names
            .iter()
            .filter_map(seen)
            .filter(|(_, other)| names.contains(&other.as_str()));
        Self {
            rig,
            partners: rig.mirror.partners(&rig.bones),
            models: rig.reference_models(),
            swaps: swaps.collect(),
        }
    }

    fn index(&self, bone: &BoneKey) -> MirrorResult<usize> {
        self.rig
            .index(bone)
            .ok_or_else(|| MirrorRefusal::Missing(bone.as_str().to_owned()))
    }

    /// The bone on the other side. Refused where the skeleton lacks the bone.
    pub fn bone(&self, bone: &BoneKey) -> MirrorResult<BoneKey> {
        Ok(self.rig.bones[self.partners[self.index(bone)?]].key.clone())
    }

    /// First bone below a hip on the chain to its foot; None if the foot is not below the hip or a
    /// bone is missing.
    pub fn knee(&self, hip: &BoneKey, foot: &BoneKey) -> Option<BoneKey> {
        let (hip, mut at) = (self.rig.index(hip)?, self.rig.index(foot)?);
        while let Some(parent) = self.rig.bones[at].parent.map(|parent| parent as usize) {
            if parent == hip {
                return Some(self.rig.bones[at].key.clone());
            }
            at = parent;
        }
        None
    }

    /// Mirrored name of a curve or a warp target; the same name if no rule matches it.
    pub fn name(&self, name: &str) -> String {
        self.rig
            .mirror
            .seen(name)
            .unwrap_or_else(|| name.to_owned())
    }

    /// An expression there: parameters that stand for each other change places.
    pub fn text(&self, text: &str) -> String {
        // By a name that no parameter has, so that both can change at once.
        let aside = |at: usize| format!("__aside_{at}");
        let out = self.swaps.iter().enumerate();
        let text = out.fold(text.to_owned(), |text, (at, (from, _))| {
            renamed(&text, from, &aside(at))
        });
        let back = self.swaps.iter().enumerate();
        back.fold(text, |text, (at, (_, to))| renamed(&text, &aside(at), to))
    }

    /// Renames what an expression names; a number stays.
    pub fn input(&self, input: &mut Input) {
        if let Input::Expression(text) = input {
            *text = self.text(text);
        }
    }

    /// Mapping of numbers in the axes of a bone to the other side. Err if the skeleton lacks the
    /// bone.
    pub fn of_bone(&self, bone: &BoneKey) -> MirrorResult<Across> {
        let at = self.index(bone)?;
        Ok(self.between(self.models[at], self.models[self.partners[at]]))
    }

    fn between(&self, own: Affine3A, other: Affine3A) -> Across {
        Across {
            own,
            other,
            axis: self.rig.mirror.axis,
        }
    }

    fn parents(&self, bone: &BoneKey) -> MirrorResult<Across> {
        let at = self.index(bone)?;
        let parent = |at: usize| {
            self.rig.bones[at]
                .parent
                .map_or(Affine3A::IDENTITY, |it| self.models[it as usize])
        };
        Ok(self.between(parent(at), parent(self.partners[at])))
    }

    /// The space that takes the place of one, and how to get there. `bone` is the one that is
    /// spoken of.
    pub fn space(&self, space: &Space, bone: &BoneKey) -> MirrorResult<(Space, Across)> {
        let open = || self.between(Affine3A::IDENTITY, Affine3A::IDENTITY);
        Ok(match space {
            Space::World | Space::Model => (space.clone(), open()),
            Space::ParentBone => (Space::ParentBone, self.parents(bone)?),
            Space::Bone(key) => (Space::Bone(self.bone(key)?), self.of_bone(key)?),
        })
    }

    /// A target space on the other side, and how numbers in it change. Refused where a bone or
    /// socket is missing there.
    pub fn target_space(
        &self,
        space: &TargetSpace,
        bone: &BoneKey,
    ) -> MirrorResult<(TargetSpace, Across)> {
        let plain = |space: Space| {
            self.space(&space, bone)
                .map(|(space, across)| (TargetSpace::from(space), across))
        };
        match space {
            TargetSpace::World => plain(Space::World),
            TargetSpace::Model => plain(Space::Model),
            TargetSpace::ParentBone => plain(Space::ParentBone),
            TargetSpace::Bone(key) => plain(Space::Bone(key.clone())),
            TargetSpace::WarpTarget(name) => Ok((
                TargetSpace::WarpTarget(self.name(name)),
                self.space(&Space::Model, bone)?.1,
            )),
            TargetSpace::Socket(id) => {
                let missing = || MirrorRefusal::Missing("socket".to_owned());
                let own = self.rig.socket(*id).ok_or_else(missing)?;
                let name = self.name(&own.name);
                let find = || self.rig.sockets.iter().find(|it| it.name == name);
                let other = find().ok_or_else(|| MirrorRefusal::Missing(tr!("socket {name}")))?;
                let model = |socket: &crate::skeleton::Socket| {
                    Ok(self.models[self.index(&socket.bone)?] * socket.local.to_affine())
                };
                Ok((
                    TargetSpace::Socket(other.id),
                    self.between(model(own)?, model(other)?),
                ))
            }
        }
    }

    /// Mirrored rotation of a bone in a space, on the other side, where the axes of the bone may
    /// have another layout. Err if the skeleton lacks the bone.
    pub fn turn_of(&self, bone: &BoneKey, across: &Across, turn: Quat) -> MirrorResult<Quat> {
        let at = self.index(bone)?;
        let [own, other] = [at, self.partners[at]].map(|at| rotation(&self.models[at]));
        let seen = across.axis.turned(rotation(&across.own) * turn);
        let laid_out = across.axis.turned(own).inverse() * other;
        Ok(rotation(&across.other).inverse() * seen * laid_out)
    }
}

fn rotation(model: &Affine3A) -> Quat {
    model.to_scale_rotation_translation().1
}

impl Across {
    fn linear(&self) -> Mat3 {
        let [own, other] = [&self.own, &self.other].map(|it| Mat3::from_quat(rotation(it)));
        let seen =
            Mat3::from_cols_array_2d(&Vec3::AXES.map(|axis| self.axis.reflected(axis).to_array()));
        other.transpose() * seen * own
    }

    /// Mapping of a direction to the other side.
    pub fn way(&self) -> MirrorVectorMap {
        MirrorVectorMap {
            by: self.linear(),
            then: Vec3::ZERO,
        }
    }

    /// An axis that something turns about, or degrees about axes.
    pub fn spin(&self) -> MirrorVectorMap {
        MirrorVectorMap {
            by: self.linear() * -1.0,
            then: Vec3::ZERO,
        }
    }

    /// Mapping of a position to the other side.
    pub fn place(&self) -> MirrorVectorMap {
        let [own, other] = [&self.own, &self.other].map(|it| Vec3::from(it.translation));
        let off = self.axis.reflected(own) - other;
        MirrorVectorMap {
            by: self.linear(),
            then: rotation(&self.other).inverse() * off,
        }
    }

    /// A turn by itself, in the axes of the space.
    pub fn turned(&self, turn: Quat) -> Quat {
        let (own, other) = (rotation(&self.own), rotation(&self.other));
        other.inverse() * self.axis.turned(own * turn * own.inverse()) * other
    }
}

impl MirrorVectorMap {
    /// The numbers on the other side.
    pub fn of(&self, numbers: [f32; 3]) -> [f32; 3] {
        (self.by * Vec3::from_array(numbers) + self.then)
            .to_array()
            .map(round)
    }

    /// For each axis of the other side: the index of the same axis on this side, and whether that
    /// axis points the other way. None if the axes of the two sides do not coincide.
    pub fn axes(&self) -> Option<[(usize, bool); 3]> {
        let mut axes = [(0, false); 3];
        for (at, axis) in axes.iter_mut().enumerate() {
            let row = self.by.row(at);
            let from = (0..3).find(|from| row[*from].abs() > 1.0 - SAME)?;
            *axis = (from, row[from] < 0.0);
        }
        Some(axes)
    }

    /// Numbers and expressions.
    pub fn inputs(&self, inputs: &mut [Input; 3], sides: &Sides<'_>) -> MirrorResult<()> {
        if let Some(numbers) = Input::numbers(inputs) {
            *inputs = self.of(numbers).map(exact);
            return Ok(());
        }
        let axes = self.axes().ok_or(MirrorRefusal::Expression)?;
        let of = |at: usize| {
            let ((from, is_back), more) = (axes[at], round(self.then[at]));
            match &inputs[from] {
                Input::Number(number) => exact(round(
                    if is_back {
                        -*number as f32
                    } else {
                        *number as f32
                    } + more,
                )),
                Input::Expression(text) => {
                    let text = sides.text(text);
                    let text = if is_back { format!("-({text})") } else { text };
                    Input::Expression(if more == 0.0 {
                        text
                    } else {
                        format!("{text} + {}", decimal(more))
                    })
                }
            }
        };
        *inputs = [of(0), of(1), of(2)];
        Ok(())
    }
}

fn round(number: f32) -> f32 {
    let rounded = (f64::from(number) / f64::from(FINE)).round() * f64::from(FINE);
    if rounded == 0.0 { 0.0 } else { rounded as f32 }
}

fn decimal(number: f32) -> f64 {
    (f64::from(number) * 1e5).round() / 1e5
}

fn exact(number: f32) -> Input {
    Input::Number(decimal(number))
}

/// Degrees about x, then y, then z.
pub(super) fn turn(degrees: [f32; 3]) -> Quat {
    let [x, y, z] = degrees.map(f32::to_radians);
    Quat::from_euler(EulerRot::ZYX, z, y, x)
}

pub(super) fn degrees(turn: Quat) -> [Input; 3] {
    let (z, y, x) = turn.normalize().to_euler(EulerRot::ZYX);
    [x, y, z].map(|angle| exact((angle.to_degrees() * 1e3).round() / 1e3))
}
