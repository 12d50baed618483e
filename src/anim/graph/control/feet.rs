//! Feet on the ground there is: the pelvis gives way, and the legs bring the feet there.

use super::{bones::ControlContext, leg::CompiledLeg, memory::Memory};
use crate::{
    Name,
    graph::Value,
    ground::Probe,
    ik::{
        Joint,
        foot_placement::{
            FootGoal, FootPlacement as Kept, FootPlacementSettings, FootPose, Lock, PelvisMode,
            Placed, Rate, Stance,
        },
    },
    program::truth,
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Curve value above which a foot may be planted; from this value down to 0, the remaining hold
/// fades out.
const PERMITS: f64 = 0.5;

/// Metres, seconds and degrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompiledFootPlacement {
    /// Index of the bone above all hips.
    pub pelvis: u16,
    /// Legs whose feet are placed on the ground, one entry for each foot.
    pub legs: Vec<PlacedLeg>,
    /// Any number except 0 means that the character is in the air: the control then ignores the
    /// ground, and the pelvis returns to its animation.
    pub in_air: Value,
    /// Settings of how feet are placed on the ground and planted.
    pub settings: FeetSettings,
}

/// Settings of how feet are placed on the ground and planted, in metres, seconds and degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FeetSettings {
    /// Radius of the sphere that is swept to find the ground, metres.
    pub radius: f64,
    /// Metres above the character's reference plane up to which ground counts.
    pub step_up: f64,
    /// Metres below the character's reference plane down to which ground counts.
    pub step_down: f64,
    /// Spring by which a foot's height and slope follow the ground below it; 0 follows at once.
    pub plane_spring: Rate,
    /// Spring by which the pelvis follows the offset that the legs need; 0 follows at once.
    pub pelvis_spring: Rate,
    /// Spring of a foot that was let go, back to its animation; 0 follows at once.
    pub lock_spring: Rate,
    /// Metres that the spring may leave a foot below its ground.
    pub most_penetration: f64,
    /// Degrees that the slope of the ground may turn a foot.
    pub most_slope: f64,
    /// Part of the slope's turn about the leg that the foot takes, 0 to 1.
    pub twist: f64,
    /// Shortest distance from hip to foot that the pelvis allows, as a part of the leg's length in
    /// the pose.
    pub least_extension: f64,
    /// Longest distance from hip to foot that the pelvis allows, as a part of the leg's length in
    /// the pose.
    pub most_extension: f64,
    /// Metres that the pelvis moves up or down at most.
    pub most_offset: f64,
    /// Mode in which the offset of the pelvis follows from the needs of the legs.
    pub pelvis_mode: PelvisMode,
    /// Metres: a character that goes farther in a tick was placed elsewhere.
    pub teleport: f64,
    /// Thresholds for planting a foot; None never plants a foot.
    pub lock: Option<PlantLock>,
}

impl Default for FeetSettings {
    fn default() -> Self {
        Self {
            radius: 0.05,
            step_up: 0.4,
            step_down: 0.4,
            plane_spring: Rate {
                stiffness: 400.0,
                damping: 40.0,
            },
            pelvis_spring: Rate {
                stiffness: 150.0,
                damping: 25.0,
            },
            lock_spring: Rate {
                stiffness: 300.0,
                damping: 35.0,
            },
            most_penetration: 0.05,
            most_slope: 45.0,
            twist: 0.5,
            least_extension: 0.6,
            most_extension: 1.05,
            most_offset: 0.4,
            pelvis_mode: PelvisMode::Interval,
            teleport: 1.0,
            lock: Some(PlantLock::default()),
        }
    }
}

/// A leg of a foot placement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlacedLeg {
    /// The bones from hip to foot, and how they bring the foot to its place.
    pub leg: CompiledLeg,
    /// Index of the bone that stands on the ground and is planted: the foot or a bone below the
    /// foot. The foot rolls about this bone.
    pub ball: u16,
    /// A curve of the pose that permits the foot to be planted; without one it always may.
    pub permit: Option<Name>,
}

/// Thresholds at which a still foot is held in place, and at which the foot is released.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlantLock {
    /// Metres over the ground below which a foot is planted.
    pub distance: f64,
    /// Metres a second below which a foot is planted.
    pub speed: f64,
    /// Metres that the animation goes from the planted foot until the foot is let go.
    pub radius: f64,
    /// Degrees that the animation turns from the planted foot until the foot is let go.
    pub angle: f64,
    /// Part of `radius` and `angle` within which a foot is planted again.
    pub ratio: f64,
}

impl Default for PlantLock {
    fn default() -> Self {
        Self {
            distance: 0.06,
            speed: 0.3,
            radius: 0.15,
            angle: 35.0,
            ratio: 0.6,
        }
    }
}

/// State of the feet before and after the last evaluation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Stood {
    before: Kept,
    after: Kept,
}

impl Stood {
    /// Begins another tick from the state after the last evaluation.
    pub(super) fn go_on(&mut self) {
        self.before.clone_from(&self.after);
    }

    pub(super) fn forget(&mut self) {
        self.before.forget();
        self.after.forget();
    }

    pub(super) fn pause(&mut self) {
        self.after.forget();
    }
}

/// Kept for its buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct FootPlacementBuffers {
    poses: Vec<FootPose>,
    goals: Vec<FootGoal>,
}

impl FeetSettings {
    /// Settings as the solver takes them, with angles in radians.
    fn compiled(&self) -> FootPlacementSettings {
        let lock = |lock: PlantLock| Lock {
            distance: lock.distance,
            speed: lock.speed,
            radius: lock.radius,
            angle: lock.angle.to_radians(),
            ratio: lock.ratio,
        };
        FootPlacementSettings {
            step_up: self.step_up,
            step_down: self.step_down,
            plane: self.plane_spring,
            pelvis: self.pelvis_spring,
            release: self.lock_spring,
            goes_along: true,
            most_penetration: self.most_penetration,
            most_slope: self.most_slope.to_radians(),
            twist: self.twist,
            least_extension: self.least_extension,
            most_extension: self.most_extension,
            most_offset: self.most_offset,
            pelvis_mode: self.pelvis_mode,
            teleport: self.teleport,
            lock: self.lock.map(lock),
        }
    }
}

impl CompiledFootPlacement {
    pub(super) fn probes(&self) -> impl Iterator<Item = Probe> {
        let FeetSettings {
            step_up: up,
            step_down: down,
            radius,
            ..
        } = self.settings;
        self.legs.iter().map(move |placed| Probe {
            bone: placed.ball,
            up,
            down,
            radius,
        })
    }

    pub(super) fn solve(
        &self,
        bones: &mut ControlContext<'_>,
        stood: &mut Option<Box<Stood>>,
        footing: &mut FootPlacementBuffers,
    ) -> Memory {
        let placement = *bones.model.world_from_model();
        let size = placement.scale();
        let unsize = size.map(|size| if size == 0.0 { 0.0 } else { 1.0 / size });
        self.look(bones, size, footing);
        let stance = Stance {
            dt: bones.dt,
            placement: Joint {
                place: placement.translation(),
                rotation: placement.rotation(),
            },
            in_air: truth(bones.inputs[0]),
        };
        let Stood { before, after } = &mut **stood.get_or_insert_default();
        after.clone_from(before);
        let ground = bones.ground;
        let under = |at: usize, place: DVec3| ground.under(self.legs[at].ball, place);
        let FootPlacementBuffers { poses, goals } = footing;
        let Some(placed) = after.tick(&self.settings.compiled(), &stance, poses, under, goals)
        else {
            return Memory::Nothing;
        };
        self.bring(bones, &placed, unsize, goals);
        Memory::Nothing
    }

    /// The legs as they are animated, in the sizes of the world.
    fn look(
        &self,
        bones: &mut ControlContext<'_>,
        size: DVec3,
        footing: &mut FootPlacementBuffers,
    ) {
        footing.poses.clear();
        for PlacedLeg { leg, ball, permit } in &self.legs {
            let (hip, _) = bones.model.precise_model(leg.hip.into());
            let (place, rotation) = bones.model.precise_model((*ball).into());
            let permits =
                |curve: Name| f64::from(bones.model.pose().curve(curve).unwrap_or(0.0)) / PERMITS;
            let permit = permit.map_or(f64::INFINITY, permits);
            let reach = size * on(bones, *ball, leg.foot).place;
            let foot = Joint {
                place: size * place,
                rotation,
            };
            bones.take_chain(leg.hip, leg.foot);
            let part = |pair: &[Joint]| (size * (pair[1].place - pair[0].place)).length();
            let longest = bones.joints.windows(2).map(part).sum();
            footing.poses.push(FootPose {
                hip: size * hip,
                foot,
                permit,
                reach,
                longest,
            });
        }
    }

    fn bring(
        &self,
        bones: &mut ControlContext<'_>,
        placed: &Placed,
        unsize: DVec3,
        goals: &[FootGoal],
    ) {
        let offset = unsize * placed.up * placed.pelvis;
        let mut pelvis = bones.model.model(self.pelvis.into());
        pelvis.translation = (bones.model.precise_model(self.pelvis.into()).0 + offset).as_vec3();
        bones.give(self.pelvis, pelvis);
        for (PlacedLeg { leg, ball, .. }, goal) in self.legs.iter().zip(goals) {
            let on_ball = on(bones, *ball, leg.foot);
            bones.take_chain(leg.hip, leg.foot);
            bones
                .joints
                .iter_mut()
                .for_each(|joint| joint.place += offset);
            let foot = Joint {
                place: unsize * goal.goal.place,
                ..goal.goal
            }
            .compose(&on_ball);
            leg.bring(bones, &foot, Some(goal.word));
        }
        bones.entries.sort_unstable_by_key(|entry| entry.0);
    }
}

/// Place and rotation of `bone` relative to `base`.
fn on(bones: &mut ControlContext<'_>, base: u16, bone: u16) -> Joint {
    if base == bone {
        return Joint {
            place: DVec3::ZERO,
            rotation: glam::DQuat::IDENTITY,
        };
    }
    let (from, turn) = bones.model.precise_model(base.into());
    let (place, rotation) = bones.model.precise_model(bone.into());
    let back = turn.conjugate();
    Joint {
        place: back * (place - from),
        rotation: back * rotation,
    }
}
