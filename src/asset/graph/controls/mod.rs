//! The kinds of skeletal controls as they are authored, each in a file of its own: what it holds,
//! what it is called, what it reaches for, and its fields with their labels, units and ranges.
//!
//! A kind is declared by its file and a line in the list below.

mod apply_limits;
mod bone_driven;
mod ccd;
mod chain;
mod copy_bone;
mod external_pose;
mod fabrik;
mod feet;
mod leg;
mod look_at;
mod modify_bone;
mod rotate_root_bone;
mod rotation_multiplier;
mod scale_length;
mod spring;
#[cfg(test)]
mod tests;
mod two_bone_ik;
mod warping;

pub use apply_limits::ApplyLimitsControl;
pub use bone_driven::BoneDrivenControl;
pub use ccd::{Ccd, JointLimit};
pub use chain::ReachingChain;
pub use copy_bone::CopyBoneControl;
pub use external_pose::ExternalPoseControl;
pub use fabrik::{Fabrik, LinkLimit};
pub use feet::{FootPlacement, PlacedLeg};
pub use leg::{Leg, LegGoal, LegIk};
pub use look_at::LookAtControl;
pub use modify_bone::ModifyBoneControl;
pub use rotate_root_bone::RotateRootBoneControl;
pub use rotation_multiplier::RotationMultiplierControl;
pub use scale_length::ScaleLengthControl;
pub use spring::SpringControl;
pub use two_bone_ik::TwoBoneIkControl;
pub use warping::{
    OrientationWarping, SlopeWarping, StrideDrive, StrideWarping, WarpedFoot, WarpedHeading,
};

use super::{
    Form, Offer, Target,
    mirror::{MirrorRefusal, MirrorResult, Sides},
    nodes::count,
};
use crate::BoneKey;
use serde::{Deserialize, Serialize};

macro_rules! control_kinds {
    ($($kind:ident($control:ident),)*) => {
        /// Kind of a skeletal control, with its bones and values.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "control", rename_all = "snake_case")]
        pub enum ControlKind {
            $($kind($control),)*
        }

        impl ControlKind {
            fn authored(&self) -> &dyn AuthoredControl {
                match self {
                    $(ControlKind::$kind(control) => control,)*
                }
            }

            fn authored_mut(&mut self) -> &mut dyn AuthoredControl {
                match self {
                    $(ControlKind::$kind(control) => control,)*
                }
            }
        }

        impl ControlKind {
            /// Presets that there are of its kind from the beginning, by their names.
            pub fn presets(&self) -> Vec<(&'static str, ControlKind)> {
                match self {
                    $(ControlKind::$kind(control) => {
                        let presets = control.presets().into_iter();
                        presets.map(|(name, preset)| (name, ControlKind::$kind(preset))).collect()
                    })*
                }
            }

            /// A copy of this control with the settings of `preset`. Bones, targets, curves and
            /// inputs stay; None if the kinds differ, or if the control has no other settings.
            pub fn tuned_as(&self, preset: &ControlKind) -> Option<ControlKind> {
                match (self, preset) {
                    $((ControlKind::$kind(own), ControlKind::$kind(by)) => own.tuned_as(by).map(ControlKind::$kind),)*
                    _ => None,
                }
            }

            /// Every kind as it is when it is added, with other words that it is found by.
            pub(super) fn offered(on: &Offer<'_>) -> Vec<(ControlKind, &'static str)> {
                vec![$({
                    let (control, words) = <$control>::offered(on);
                    (ControlKind::$kind(control), words)
                },)*]
            }
        }
    };
}

control_kinds! {
    TwoBoneIk(TwoBoneIkControl),
    LookAt(LookAtControl),
    ModifyBone(ModifyBoneControl),
    CopyBone(CopyBoneControl),
    RotationMultiplier(RotationMultiplierControl),
    RotateRootBone(RotateRootBoneControl),
    BoneDriven(BoneDrivenControl),
    ApplyLimits(ApplyLimitsControl),
    Spring(SpringControl),
    ScaleLength(ScaleLengthControl),
    ExternalPose(ExternalPoseControl),
    Fabrik(Fabrik),
    Ccd(Ccd),
    LegIk(LegIk),
    FootPlacement(FootPlacement),
    StrideWarping(StrideWarping),
    OrientationWarping(OrientationWarping),
    SlopeWarping(SlopeWarping),
}

/// Interface of a kind of control: its names, presets, targets, bones and mirroring.
trait AuthoredControl {
    /// Shown where the node has no name.
    fn word(&self) -> &'static str;

    /// The control's line on the canvas.
    fn line(&self) -> String {
        self.word().to_owned()
    }

    /// A new control as it is added, with more search words.
    fn offered(on: &Offer<'_>) -> (Self, &'static str)
    where
        Self: Sized;

    /// Settings by the names of presets, whatever bones the control moves.
    fn presets(&self) -> Vec<(&'static str, Self)>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// The control with the settings of `by`; bones, targets, curves and inputs stay. None if the
    /// control has no other settings.
    fn tuned_as(&self, by: &Self) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = by;
        None
    }

    /// The target to reach, and the target that the joints bend towards.
    fn targets(&self) -> [Option<&Target>; 2] {
        [None, None]
    }

    fn targets_mut(&mut self) -> [Option<&mut Target>; 2] {
        [None, None]
    }

    /// Bones that are moved, or that move others; none of a control that has both sides in a list.
    fn own_bones(&self) -> Vec<&BoneKey> {
        Vec::new()
    }

    /// Bones without which the control does nothing.
    fn needs(&self) -> Vec<&BoneKey> {
        self.own_bones()
    }

    /// Spaces included, in whose place a virtual bone will do; without those of what it reaches
    /// for.
    fn places(&self) -> Vec<&BoneKey> {
        Vec::new()
    }

    /// Mirrors the control to the other side.
    fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        let _ = sides;
        Err(MirrorRefusal::OneSided)
    }

    /// Feet of its list of legs.
    fn feet(&self) -> Vec<&BoneKey> {
        Vec::new()
    }

    /// A leg of its list is set up on the other side too: the one there becomes as this one is, or
    /// is added.
    fn mirror_leg(&mut self, nth: usize, sides: &Sides<'_>) -> MirrorResult<()> {
        let _ = (nth, sides);
        Err(MirrorRefusal::OneSided)
    }

    /// The control's numbers and expressions.
    fn values(&mut self, form: &mut dyn Form) {
        let _ = form;
    }

    /// The bones that it moves and where to, and how.
    fn bones(&mut self, form: &mut dyn Form) {
        let _ = form;
    }

    /// Settings in groups of their own.
    fn settings(&mut self, form: &mut dyn Form) {
        let _ = form;
    }
}

impl ControlKind {
    /// Word for the kind, shown if the node has no name.
    pub fn word(&self) -> &'static str {
        self.authored().word()
    }

    /// Targets of the control: the one that it reaches for, and the one that its joints bend
    /// towards.
    pub fn targets(&self) -> [Option<&Target>; 2] {
        self.authored().targets()
    }

    /// Mutable access to the targets in [`Self::targets`].
    pub fn targets_mut(&mut self) -> [Option<&mut Target>; 2] {
        self.authored_mut().targets_mut()
    }

    /// Bones without which the control does nothing.
    pub fn needs(&self) -> Vec<&BoneKey> {
        self.authored().needs()
    }

    /// Spaces included, in whose place a virtual bone will do.
    pub fn places(&self) -> Vec<&BoneKey> {
        let reached = self
            .targets()
            .into_iter()
            .flatten()
            .filter_map(|target| target.space.bone());
        self.authored()
            .places()
            .into_iter()
            .chain(reached)
            .collect()
    }

    /// Bones that are moved, or that move others; none of a control that has both sides in a list.
    pub(super) fn own_bones(&self) -> Vec<&BoneKey> {
        self.authored().own_bones()
    }

    pub(super) fn feet(&self) -> Vec<&BoneKey> {
        self.authored().feet()
    }

    pub(super) fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        self.authored_mut().mirror(sides)
    }

    pub(super) fn mirror_leg(&mut self, nth: usize, sides: &Sides<'_>) -> MirrorResult<()> {
        self.authored_mut().mirror_leg(nth, sides)
    }

    pub(super) fn line(&self) -> String {
        self.authored().line()
    }

    pub(super) fn values(&mut self, form: &mut dyn Form) {
        self.authored_mut().values(form);
    }

    pub(super) fn bones(&mut self, form: &mut dyn Form) {
        self.authored_mut().bones(form);
    }

    pub(super) fn settings(&mut self, form: &mut dyn Form) {
        self.authored_mut().settings(form);
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn upwards() -> [f32; 3] {
    [0.0, 1.0, 0.0]
}

fn is_upwards(up: &[f32; 3]) -> bool {
    *up == upwards()
}
