//! Authoring of poses: hips, spine and head by angles; arms and hands by where they point.
//!
//! Angles are in degrees: pitch bends forwards, turn turns to the left, lean leans to the right.
//! Directions are `[out, up, forward]`, where out is away from the body on either side. Set the
//! hips, waist and chest before the arms.

use super::{
    Controls, Rig, Side,
    controls::{scalar, turn},
};
use crate::math::{self, euler};
use glam::{DQuat, DVec3};

/// A direction as out, up and forward; of any length above 0.
pub type Direction = [f64; 3];

/// A pose that is being authored.
#[derive(Clone, Debug)]
pub struct FigurePose(pub Controls);

impl FigurePose {
    /// Upright, arms down at the sides, hands loose.
    pub fn standing() -> Self {
        let mut pose = FigurePose(Controls::default());
        pose.pelvis(0.0, -0.014, 0.0);
        for side in Side::BOTH {
            pose.arm(side, [0.2, -1.0, -0.04], [0.13, -1.0, 0.24]);
            pose.loose(side);
        }
        pose
    }

    /// Sets the offset of the pelvis from its reference position, in root space and metres.
    pub fn pelvis(&mut self, x: f64, y: f64, z: f64) -> &mut Self {
        self.0.pelvis = DVec3::new(x, y, z);
        self
    }

    /// Sets the rotation of the pelvis, in root space.
    pub fn hips(&mut self, pitch: f64, turn: f64, lean: f64) -> &mut Self {
        self.0.turns[turn::HIPS] = euler(pitch, turn, lean);
        self
    }

    /// Sets the rotation of the lower spine, relative to the hips.
    pub fn waist(&mut self, pitch: f64, turn: f64, lean: f64) -> &mut Self {
        self.0.turns[turn::WAIST] = euler(pitch, turn, lean);
        self
    }

    /// Sets the rotation of the upper spine, relative to the waist.
    pub fn chest(&mut self, pitch: f64, turn: f64, lean: f64) -> &mut Self {
        self.0.turns[turn::CHEST] = euler(pitch, turn, lean);
        self
    }

    /// Sets where the head looks, in root space whatever the body does.
    pub fn head(&mut self, pitch: f64, turn: f64, lean: f64) -> &mut Self {
        self.0.turns[turn::HEAD] = euler(pitch, turn, lean);
        self
    }

    /// Sets the angle by which a knee points further out than its foot, in degrees.
    pub fn knee(&mut self, side: Side, out: f64) -> &mut Self {
        self.0.scalars[scalar::KNEE + side as usize] = out;
        self
    }

    /// Sets where the upper arm and the forearm point, in the space of the chest. This resets the
    /// wrist.
    pub fn arm(&mut self, side: Side, upper: Direction, fore: Direction) -> &mut Self {
        self.arm_along(side, outwards(side, upper), outwards(side, fore))
    }

    /// Sets where the upper arm and the forearm point, in root space. This resets the wrist.
    pub fn arm_in_root(&mut self, side: Side, upper: Direction, fore: Direction) -> &mut Self {
        let chest = self.0.chest().inverse();
        self.arm_along(
            side,
            chest * outwards(side, upper),
            chest * outwards(side, fore),
        )
    }

    fn arm_along(&mut self, side: Side, upper: DVec3, fore: DVec3) -> &mut Self {
        let (limb, upper, fore) = (Rig::get().arm(side), upper.normalize(), fore.normalize());
        let clavicle = shrug(side, upper);
        let natural = natural_hinge(side, upper);
        let hinge = upper.cross(fore) + natural * 0.12;
        let upper_turn = math::frame(upper, hinge) * limb.upper.inverse();
        let lower_turn = math::frame(fore, hinge) * limb.lower.inverse();
        self.0.turns[Controls::clavicle(side)] = clavicle;
        self.0.turns[Controls::upper(side)] = clavicle.inverse() * upper_turn;
        self.0.turns[Controls::lower(side)] = upper_turn.inverse() * lower_turn;
        self.0.turns[Controls::hand(side)] = DQuat::IDENTITY;
        self
    }

    /// Sets the wrist in degrees: `flex` bends the palm towards the forearm, `aside` bends towards
    /// the thumb, `roll` turns the thumb inwards (the palm down, if the forearm points forwards).
    pub fn wrist(&mut self, side: Side, flex: f64, aside: f64, roll: f64) -> &mut Self {
        let rig = Rig::get();
        let along = rig.offset(rig.bone(&side.of("hand"))).normalize();
        let thumb = (DVec3::Z - along * along.z).normalize();
        let sign = side.sign();
        let turned = |axis: DVec3, angle: f64| math::turned(axis, math::rad(angle));
        self.0.turns[Controls::hand(side)] = turned(along, roll * sign)
            * turned(thumb, -flex * sign)
            * turned(along.cross(thumb), aside);
        self
    }

    /// Sets where the fingers point and where the palm looks, in root space.
    pub fn hand_in_root(&mut self, side: Side, fingers: Direction, palm: Direction) -> &mut Self {
        let turned = hand_turn(side, outwards(side, fingers), outwards(side, palm));
        let arm = self.0.chest()
            * self.0.turns[Controls::clavicle(side)]
            * self.0.turns[Controls::upper(side)]
            * self.0.turns[Controls::lower(side)];
        self.0.turns[Controls::hand(side)] = arm.inverse() * turned;
        self
    }

    /// Closes the hand around something that leaves it on the thumb's side in the direction
    /// `blade`, in root space. The wrist bends as little as that allows.
    pub fn hold(&mut self, side: Side, blade: Direction) -> &mut Self {
        let arm = self.0.chest()
            * self.0.turns[Controls::clavicle(side)]
            * self.0.turns[Controls::upper(side)]
            * self.0.turns[Controls::lower(side)];
        let rig = Rig::get();
        let fore = arm * rig.offset(rig.bone(&side.of("hand"))).normalize();
        let blade = apart(outwards(side, blade).normalize(), fore);
        let fingers = (fore - blade * fore.dot(blade)).normalize();
        let palm = fingers.cross(blade) * side.sign();
        self.0.turns[Controls::hand(side)] = arm.inverse() * hand_turn(side, fingers, palm);
        self.grip(side)
    }

    /// Sets the curls of thumb, index, middle, ring and little finger, 0 straight and 1 closed, and
    /// the spread, 0..=1.
    pub fn fingers(&mut self, side: Side, curls: [f64; 5], spread: f64) -> &mut Self {
        let first = scalar::FINGERS + side as usize * 5;
        self.0.scalars[first..first + 5].copy_from_slice(&curls);
        self.0.scalars[scalar::SPREAD + side as usize] = spread;
        self
    }

    /// A relaxed hand.
    pub fn loose(&mut self, side: Side) -> &mut Self {
        self.fingers(side, [0.15, 0.2, 0.27, 0.33, 0.38], 0.25)
    }

    /// A closed fist.
    pub fn fist(&mut self, side: Side) -> &mut Self {
        self.fingers(side, [0.8, 0.95, 1.0, 1.0, 1.0], 0.0)
    }

    /// A hand around a handle.
    pub fn grip(&mut self, side: Side) -> &mut Self {
        self.fingers(side, [0.55, 0.72, 0.8, 0.84, 0.86], 0.1)
    }

    /// A flat hand with spread fingers.
    pub fn open(&mut self, side: Side) -> &mut Self {
        self.fingers(side, [0.0, 0.02, 0.03, 0.05, 0.08], 0.8)
    }

    /// The mirror image of the pose.
    pub fn mirrored(&self) -> Self {
        FigurePose(self.0.mirrored())
    }
}

/// Rotation of a hand in the space of both directions. The palm looks as nearly to `palm` as a
/// right angle to the fingers allows.
pub fn hand_turn(side: Side, fingers: DVec3, palm: DVec3) -> DQuat {
    let rig = Rig::get();
    let along = rig.offset(rig.bone(&side.of("hand"))).normalize();
    let thumb = (DVec3::Z - along * along.z).normalize();
    // The thumb, the fingers and the palm of the left hand turn like x, y and z; the right hand is
    // its mirror image.
    let thumb_now = palm.cross(fingers).normalize() * side.sign();
    math::frame(-fingers, thumb_now) * math::frame(-along, thumb).inverse()
}

/// The direction nearest to `blade` that is not further along the forearm, or against it, than a
/// wrist bends.
fn apart(blade: DVec3, fore: DVec3) -> DVec3 {
    const LEAST: f64 = 0.57;
    let along = blade.dot(fore).clamp(-LEAST, LEAST);
    let across = (blade - fore * blade.dot(fore)).normalize();
    fore * along + across * (1.0 - along * along).sqrt()
}

fn outwards(side: Side, [out, up, forward]: Direction) -> DVec3 {
    DVec3::new(out * side.sign(), up, forward)
}

/// Rotation of the clavicle: the shoulder rises with the arm and follows it forwards and back.
fn shrug(side: Side, upper: DVec3) -> DQuat {
    let rise = (upper.y + 0.35).max(0.0) * 22.0;
    let forward = upper.z * 12.0 - (upper.x * side.sign()).min(0.0) * 14.0;
    math::turned(DVec3::Z, math::rad(rise * side.sign()))
        * math::turned(DVec3::Y, math::rad(-forward * side.sign()))
}

/// Axis about which the forearm would fold if the shoulder had taken the shortest path from the
/// hanging arm.
fn natural_hinge(side: Side, upper: DVec3) -> DVec3 {
    let down = DVec3::new(0.12 * side.sign(), -1.0, 0.0).normalize();
    let hinge = down.cross(DVec3::Z).normalize();
    let cosine = down.dot(upper);
    if cosine < -0.999 {
        return hinge;
    }
    let cross = down.cross(upper);
    DQuat::from_xyzw(cross.x, cross.y, cross.z, 1.0 + cosine).normalize() * hinge
}
