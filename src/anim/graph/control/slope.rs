//! A pose that stands on the floor there is under it.

use super::{bones::ControlContext, memory::Memory, told::WarpDecision, warped_feet::WarpedFeet};
use crate::{
    ground::Probe,
    warp::{Rigid, Slope, SlopeTick},
};
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// Slope warping: moves the pelvis and the feet so that the pose stands on a sloped floor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlopeWarping {
    /// Index of the bone above all thighs.
    pub pelvis: u16,
    /// Index of the bone above those that say where feet are to be. None turns these about the
    /// root.
    pub foot_root: Option<u16>,
    /// The feet that go to the floor.
    pub feet: WarpedFeet,
    /// Bounds and springs of the warp.
    pub settings: Slope,
}

impl SlopeWarping {
    pub(super) fn probe(&self) -> Probe {
        Probe {
            bone: 0,
            up: self.settings.max_step,
            down: self.settings.max_step,
            radius: 0.0,
        }
    }

    pub(super) fn for_each_bone(&self, mut each: impl FnMut(u16)) {
        [0, self.pelvis]
            .into_iter()
            .chain(self.foot_root)
            .for_each(&mut each);
        self.feet.for_each_bone(each);
    }

    pub(super) fn solve(&self, bones: &mut ControlContext<'_>, memory: Memory) -> Memory {
        let mut swing = match memory {
            Memory::Slope(swing) => swing,
            _ => Default::default(),
        };
        let (mut root, mut pelvis) = (bones.rigid(0), bones.rigid(self.pelvis));
        // A root may lie any way round; what stands on it is turned upright.
        let upright = Rigid::new(root.translation, DQuat::IDENTITY);
        let mut foot_root = self.foot_root.map_or(upright, |bone| bones.rigid(bone));
        let (normal, floor_offset) = floor(bones, root.translation);
        let up = if self.foot_root.is_some() {
            self.settings.foot_root_up
        } else {
            DVec3::Y
        };
        self.feet.gather(bones);
        let tick = SlopeTick {
            dt: bones.dt,
            normal,
            floor_offset,
            teleports: false,
        };
        let settings = Slope {
            foot_root_up: up,
            ..self.settings
        };
        let sloped = settings.bend(&mut swing, &tick, &mut foot_root, &mut bones.warp.legs[..]);
        bones.warped = Some(WarpDecision::Slope {
            sloped,
            ground: normal,
        });
        if sloped.pelvis_offset != DVec3::ZERO || !self.feet.rest(bones) {
            root.translation.y += sloped.floor_offset;
            pelvis.translation += sloped.pelvis_offset;
            if self.pelvis != 0 {
                bones.give_rigid(0, &root);
            }
            bones.give_rigid(self.pelvis, &pelvis);
            if let Some(bone) = self.foot_root {
                bones.give_rigid(bone, &foot_root);
            }
            self.feet.give(bones);
        }
        Memory::Slope(swing)
    }
}

/// The floor under a place in model space: its normal there, and how far it is above the
/// character's own ground. None is in the air.
fn floor(bones: &ControlContext<'_>, root: DVec3) -> (Option<DVec3>, f64) {
    let placement = bones.model.world_from_model();
    let (turn, size) = (placement.rotation(), placement.scale());
    let (own, at) = (placement.translation(), placement.point(root));
    let Some((height, normal)) = bones.ground.under(0, at) else {
        return (None, 0.0);
    };
    let off = if size.y == 0.0 {
        0.0
    } else {
        (height - own.y) / size.y
    };
    (Some(turn.conjugate() * normal), off)
}
