//! Skeletal controls: bones by index, numbers as values. One whose bones are gone lets the pose
//! pass.

use super::{builder::Builder, reaching, warping};
use crate::graph::controls::{
    ApplyLimitsControl, BoneDrivenControl, CopyBoneControl, ExternalPoseControl, LookAtControl,
    ModifyBoneControl, RotateRootBoneControl, RotationMultiplierControl, ScaleLengthControl,
    SpringControl, TwoBoneIkControl,
};
use crate::{
    BoneKey, Id,
    diagnostic::Kind,
    graph::{
        AlphaInput, ControlAlpha, ControlKind, Driven, EndRotation, Modify, Space, Target,
        TargetSpace,
    },
};
use anim::{
    Name,
    graph::control::{self, Control},
    spaces,
};
use glam::Vec3;
use words::tr;

/// The compiled control; None where a bone is gone.
pub(super) fn compile(
    builder: &mut Builder<'_>,
    node: Id,
    (alpha, lod_threshold, kind): (&ControlAlpha, i8, &ControlKind),
) -> Option<u16> {
    let (bones, places) = (kind.needs(), kind.places());
    let bones = bones.into_iter().filter(|key| builder.bone(key).is_none());
    let missing: Vec<String> = bones
        .chain(
            places
                .into_iter()
                .filter(|key| builder.bone_or_virtual(key).is_none()),
        )
        .map(text)
        .collect();
    if !missing.is_empty() {
        builder.warn(node, Kind::BonesMissing { bones: missing });
        return None;
    }
    let alpha = control::ControlAlpha {
        input: alpha_input(builder, node, &alpha.input),
        scale: alpha.scale,
        bias: alpha.bias,
        least: alpha.bounds[0],
        most: alpha.bounds[1],
        interpolation: alpha
            .interpolation
            .map(|how| builder.interpolation(node, how)),
    };
    let kind = compiled(builder, node, kind)?;
    builder.parts.controls.push(Control {
        alpha,
        lod_threshold,
        kind,
    });
    Some((builder.parts.controls.len() - 1) as u16)
}

fn text(key: &BoneKey) -> String {
    key.to_string()
}

fn alpha_input(builder: &mut Builder<'_>, node: Id, input: &AlphaInput) -> control::AlphaInput {
    match input {
        AlphaInput::Value(value) => {
            control::AlphaInput::Value(builder.number(node, value, tr!("alpha")))
        }
        AlphaInput::Switch {
            on,
            time_in,
            time_out,
            easing,
        } => control::AlphaInput::Switch {
            on: builder.truth(node, on, tr!("alpha")),
            time_in: *time_in,
            time_out: *time_out,
            easing: *easing,
        },
        AlphaInput::Curve(curve) => control::AlphaInput::Curve(builder.name(node, curve)),
    }
}

fn compiled(
    builder: &mut Builder<'_>,
    node: Id,
    kind: &ControlKind,
) -> Option<control::ControlKind> {
    use control::ControlKind as Compiled;
    Some(match kind {
        ControlKind::TwoBoneIk(limb) => Compiled::TwoBoneIk(two_bone(builder, node, limb)?),
        ControlKind::LookAt(_) => Compiled::LookAt(look_at(builder, node, kind)?),
        ControlKind::ModifyBone(ModifyBoneControl {
            bone,
            translation,
            rotation,
            scale,
        }) => Compiled::ModifyBone(control::ModifyBone {
            bone: builder.bone_or_virtual(bone)?,
            translation: modify(builder, node, translation)?,
            rotation: modify(builder, node, rotation)?,
            scale: modify(builder, node, scale)?,
        }),
        ControlKind::CopyBone(CopyBoneControl {
            from,
            to,
            translation,
            rotation,
            scale,
            space: within,
        }) => Compiled::CopyBone(control::CopyBone {
            from: builder.bone_or_virtual(from)?,
            to: builder.bone_or_virtual(to)?,
            translation: *translation,
            rotation: *rotation,
            scale: *scale,
            space: space(builder, within)?,
        }),
        ControlKind::RotationMultiplier(RotationMultiplierControl {
            driver,
            target,
            axis,
            multiplier,
            additive,
        }) => Compiled::RotationMultiplier(control::RotationMultiplier {
            source: builder.bone(driver)?,
            target: builder.bone(target)?,
            axis: Vec3::from(*axis),
            multiplier: builder.number(node, multiplier, tr!("multiplier")),
            is_additive: *additive,
        }),
        ControlKind::RotateRootBone(RotateRootBoneControl { yaw, pitch }) => {
            Compiled::RotateRootBone(control::RotateRootBone {
                yaw: builder.number(node, yaw, tr!("yaw")),
                pitch: builder.number(node, pitch, tr!("pitch")),
            })
        }
        ControlKind::BoneDriven(it) => Compiled::BoneDriven(bone_driven(builder, node, it)?),
        ControlKind::ApplyLimits(ApplyLimitsControl { limits }) => {
            Compiled::ApplyLimits(limited(builder, limits)?)
        }
        ControlKind::Spring(SpringControl {
            bone,
            stiffness,
            damping,
            most,
            translates,
            rotates,
        }) => Compiled::Spring(control::Spring {
            bone: builder.bone(bone)?,
            stiffness: *stiffness,
            damping: *damping,
            most: *most,
            translates: *translates,
            rotates: *rotates,
        }),
        ControlKind::ScaleLength(ScaleLengthControl {
            root,
            end,
            target: to,
        }) => Compiled::ScaleLength(control::ScaleLength {
            root: builder.bone(root)?,
            end: builder.bone(end)?,
            target: target(builder, node, to, tr!("target"))?,
        }),
        ControlKind::ExternalPose(ExternalPoseControl { stream }) => {
            Compiled::ExternalPose(builder.name(node, stream))
        }
        ControlKind::Fabrik(chain) => reaching::fabrik(builder, node, chain)?,
        ControlKind::Ccd(chain) => reaching::ccd(builder, node, chain)?,
        ControlKind::LegIk(legs) => reaching::legs(builder, node, legs)?,
        ControlKind::FootPlacement(feet) => reaching::feet(builder, node, feet)?,
        ControlKind::StrideWarping(stride) => warping::stride(builder, node, stride)?,
        ControlKind::OrientationWarping(orientation) => {
            warping::orientation(builder, node, orientation)?
        }
        ControlKind::SlopeWarping(slope) => warping::slope(builder, node, slope)?,
    })
}

fn two_bone(
    builder: &mut Builder<'_>,
    node: Id,
    limb: &TwoBoneIkControl,
) -> Option<control::TwoBoneIk> {
    Some(control::TwoBoneIk {
        end: builder.bone(&limb.end)?,
        effector: target(builder, node, &limb.effector, tr!("effector"))?,
        pole: target(builder, node, &limb.pole, tr!("joint target"))?,
        end_rotation: turned(builder, node, &limb.end_rotation),
        stretch: limb.stretch,
        twist_axis: limb.twist_axis.map(Vec3::from),
        too_close: limb.too_close,
    })
}

fn bone_driven(
    builder: &mut Builder<'_>,
    node: Id,
    it: &BoneDrivenControl,
) -> Option<control::BoneDriven> {
    Some(control::BoneDriven {
        source: builder.bone(&it.driver)?,
        channel: it.channel,
        map: control::Remap::Range {
            from: it.from,
            to: it.to,
        },
        driven: match &it.driven {
            Driven::Bone { bone, channel } => control::Driven::Bone {
                bone: builder.bone(bone)?,
                channel: *channel,
            },
            Driven::Curve(curve) => control::Driven::Curve(builder.name(node, curve)),
        },
    })
}

pub(super) fn turned(
    builder: &mut Builder<'_>,
    node: Id,
    rotation: &EndRotation,
) -> control::EndRotation {
    match rotation {
        EndRotation::Keep => control::EndRotation::Keep,
        EndRotation::Maintain => control::EndRotation::Maintain,
        EndRotation::Take(by) => control::EndRotation::Take(
            by.each_ref()
                .map(|input| builder.number(node, input, tr!("rotation"))),
        ),
    }
}

/// The limits of bones; of two for one bone the first counts.
fn limited(
    builder: &mut Builder<'_>,
    limits: &[crate::graph::AngleLimit],
) -> Option<Vec<control::AngleLimit>> {
    let limit = |limit: &crate::graph::AngleLimit| {
        Some(control::AngleLimit {
            bone: builder.bone(&limit.bone)?,
            least: limit.least,
            most: limit.most,
        })
    };
    let mut compiled = limits.iter().map(limit).collect::<Option<Vec<_>>>()?;
    compiled.sort_by_key(|limit| limit.bone);
    compiled.dedup_by_key(|limit| limit.bone);
    Some(compiled)
}

fn look_at(
    builder: &mut Builder<'_>,
    node: Id,
    kind: &ControlKind,
) -> Option<control::CompiledLookAt> {
    let ControlKind::LookAt(LookAtControl {
        chain,
        axis,
        up_axis,
        up,
        target: to,
        clamp,
        time,
        trigger,
        easing,
    }) = kind
    else {
        return None;
    };
    if chain.is_empty() {
        builder.error(node, Kind::ControlEmpty);
        return None;
    }
    let link = |link: &crate::graph::LookBone| {
        Some(control::LookBone {
            bone: builder.bone(&link.bone)?,
            weight: link.weight,
        })
    };
    let chain = chain.iter().map(link).collect::<Option<Vec<_>>>()?;
    Some(control::CompiledLookAt {
        chain,
        axis: Vec3::from(*axis),
        up_axis: up_axis.map(Vec3::from),
        up: Vec3::from(*up),
        target: target(builder, node, to, tr!("target"))?,
        clamp: *clamp,
        time: *time,
        trigger: *trigger,
        easing: *easing,
    })
}

pub(super) fn target(
    builder: &mut Builder<'_>,
    node: Id,
    target: &Target,
    field: &'static str,
) -> Option<control::ControlTarget> {
    Some(control::ControlTarget {
        at: target
            .at
            .each_ref()
            .map(|input| builder.number(node, input, field)),
        within: within(builder, node, &target.space)?,
    })
}

fn within(builder: &mut Builder<'_>, node: Id, of: &TargetSpace) -> Option<control::Within> {
    Some(match of {
        TargetSpace::World => control::Within::Space(spaces::Space::World),
        TargetSpace::Model => control::Within::Space(spaces::Space::Model),
        TargetSpace::ParentBone => control::Within::Space(spaces::Space::ParentBone),
        TargetSpace::Bone(bone) => {
            control::Within::Space(spaces::Space::Bone(builder.bone_or_virtual(bone)?.into()))
        }
        TargetSpace::Socket(id) => {
            let socket = builder
                .skeleton()
                .sockets
                .iter()
                .find(|socket| socket.id == *id);
            let placed =
                socket.and_then(|socket| Some((builder.bone(&socket.bone)?, socket.local)));
            let Some((bone, local)) = placed else {
                builder.warn(node, Kind::TargetSocketMissing);
                return None;
            };
            control::Within::Socket { bone, local }
        }
        TargetSpace::WarpTarget(name) if name.is_empty() => {
            builder.warn(node, Kind::TargetUnnamed);
            return None;
        }
        TargetSpace::WarpTarget(name) => control::Within::WarpTarget(builder.name(node, name)),
    })
}

fn modify(builder: &mut Builder<'_>, node: Id, modify: &Modify) -> Option<control::Modify> {
    let by = modify
        .by
        .each_ref()
        .map(|input| builder.number(node, input, tr!("transform")));
    Some(control::Modify {
        mode: modify.mode,
        by,
        space: space(builder, &modify.space)?,
    })
}

fn space(builder: &Builder<'_>, space: &Space) -> Option<spaces::Space> {
    Some(match space {
        Space::World => spaces::Space::World,
        Space::Model => spaces::Space::Model,
        Space::ParentBone => spaces::Space::ParentBone,
        Space::Bone(bone) => spaces::Space::Bone(builder.bone_or_virtual(bone)?.into()),
    })
}

impl<'a> Builder<'a> {
    pub(super) fn skeleton(&self) -> &'a crate::Skeleton {
        self.from.skeleton
    }

    /// Index of a bone in the skeleton.
    pub(super) fn bone(&self, key: &BoneKey) -> Option<u16> {
        self.from
            .skeleton
            .index(key)
            .and_then(|at| u16::try_from(at).ok())
    }

    /// A bone by its index in the skeleton, or a virtual bone by its own behind them.
    pub(super) fn bone_or_virtual(&self, key: &BoneKey) -> Option<u16> {
        self.from
            .skeleton
            .place(key)
            .and_then(|at| u16::try_from(at).ok())
    }

    pub(super) fn name(&mut self, node: Id, text: &str) -> Name {
        self.out.name(self.asset(), Some(node), text)
    }
}
