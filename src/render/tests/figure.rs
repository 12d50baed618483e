//! Generated things to draw in tests: a figure of capsules on a small skeleton, and meshes of
//! random influences.

use crate::dice::Dice;
use anim::{
    Array, MeshPart, Name, Skeleton, Transform,
    mesh::{Morph, MorphDelta, PaletteJoint},
    skeleton::Bone,
    skinning,
};
use glam::{Affine3A, Quat, Vec3};
use std::f32::consts::TAU;

/// Name, parent, where the joint stands in the reference pose, and the radius of the limb that ends
/// there.
const JOINTS: [(&str, i32, [f32; 3], f32); 24] = [
    ("root", -1, [0.0, 0.0, 0.0], 0.0),
    ("pelvis", 0, [0.0, 0.98, 0.0], 0.0),
    ("spine", 1, [0.0, 1.14, 0.0], 0.125),
    ("chest", 2, [0.0, 1.38, 0.01], 0.15),
    ("neck", 3, [0.0, 1.53, 0.0], 0.055),
    ("head", 4, [0.0, 1.62, 0.02], 0.06),
    ("head_end", 5, [0.0, 1.76, 0.03], 0.095),
    ("clavicle_l", 3, [0.06, 1.46, 0.0], 0.0),
    ("upperarm_l", 7, [0.19, 1.45, 0.0], 0.07),
    ("lowerarm_l", 8, [0.36, 1.23, 0.0], 0.052),
    ("hand_l", 9, [0.51, 1.03, 0.03], 0.042),
    ("fingers_l", 10, [0.58, 0.92, 0.05], 0.034),
    ("clavicle_r", 3, [-0.06, 1.46, 0.0], 0.0),
    ("upperarm_r", 12, [-0.19, 1.45, 0.0], 0.07),
    ("lowerarm_r", 13, [-0.36, 1.23, 0.0], 0.052),
    ("hand_r", 14, [-0.51, 1.03, 0.03], 0.042),
    ("fingers_r", 15, [-0.58, 0.92, 0.05], 0.034),
    ("thigh_l", 1, [0.1, 0.93, 0.0], 0.11),
    ("calf_l", 17, [0.11, 0.5, 0.01], 0.075),
    ("foot_l", 18, [0.12, 0.08, -0.02], 0.055),
    ("ball_l", 19, [0.13, 0.04, 0.13], 0.04),
    ("thigh_r", 1, [-0.1, 0.93, 0.0], 0.11),
    ("calf_r", 21, [-0.11, 0.5, 0.01], 0.075),
    ("foot_r", 22, [-0.12, 0.08, -0.02], 0.055),
];

pub struct Figure {
    pub skeleton: Skeleton,
    pub part: MeshPart,
}

/// Bones by name turned by degrees about x, y and z.
pub const RUNNING: [(&str, [f32; 3]); 11] = [
    ("spine", [12.0, -8.0, 0.0]),
    ("chest", [6.0, -10.0, 0.0]),
    ("upperarm_l", [42.0, 0.0, -28.0]),
    ("lowerarm_l", [-70.0, 0.0, 0.0]),
    ("upperarm_r", [-48.0, 0.0, 28.0]),
    ("lowerarm_r", [-75.0, 20.0, 0.0]),
    ("thigh_l", [-58.0, 0.0, 0.0]),
    ("calf_l", [62.0, 0.0, 0.0]),
    ("thigh_r", [28.0, 0.0, 0.0]),
    ("calf_r", [38.0, 0.0, 0.0]),
    ("foot_r", [20.0, 0.0, 0.0]),
];

impl Figure {
    /// `around` vertices go round each limb; half as many rings close each of its ends.
    pub fn new(around: usize) -> Figure {
        let skeleton = skeleton();
        let models = skinning::reference_models(&skeleton);
        let mut mesh = MeshPart {
            influences: 4,
            ..MeshPart::default()
        };
        mesh.palette = (0..models.len())
            .map(|bone| joint(bone, &models[bone]))
            .collect();
        let mut capsules = Capsules::default();
        for (_, parent, at, radius) in JOINTS.iter().filter(|joint| joint.3 > 0.0) {
            let from = JOINTS[*parent as usize];
            let start_radius = if from.3 > 0.0 { from.3 } else { *radius };
            let ends = [Vec3::from(from.2), Vec3::from(*at)];
            capsules.add(ends, [start_radius, *radius], *parent as u16, around);
        }
        capsules.finish(&mut mesh);
        Figure {
            skeleton,
            part: MeshPart::new(mesh).expect("the figure is well made"),
        }
    }

    /// `model_from_bone` with some bones turned, the lowest foot still on the ground.
    pub fn models(&self, turns: &[(&str, [f32; 3])]) -> Vec<Affine3A> {
        let mut pose = anim::Pose::reference(&self.skeleton);
        for (name, [x, y, z]) in turns {
            let bone = self
                .skeleton
                .find(Name::new(name))
                .expect("the figure has this bone");
            let turn =
                Quat::from_rotation_z(z.to_radians()) * Quat::from_rotation_y(y.to_radians());
            pose.set_rotation(bone, turn * Quat::from_rotation_x(x.to_radians()));
        }
        let mut models = Vec::new();
        anim::pose::local_to_model(&self.skeleton, &pose, &mut models);
        let bottom = |(model, joint): (&Affine3A, &(&str, i32, [f32; 3], f32))| {
            model.translation.y - joint.3
        };
        let lowest = models
            .iter()
            .zip(&JOINTS)
            .skip(1)
            .map(bottom)
            .fold(f32::INFINITY, f32::min);
        models[1..]
            .iter_mut()
            .for_each(|model| model.translation.y -= lowest);
        models
    }

    pub fn palette(&self, models: &[Affine3A]) -> Vec<Affine3A> {
        let mut palette = Vec::new();
        skinning::palette(&self.part, models, &mut palette);
        palette
    }
}

fn skeleton() -> Skeleton {
    let bone = |(name, parent, at, _): &(&str, i32, [f32; 3], f32)| {
        let from = if *parent < 0 {
            Vec3::ZERO
        } else {
            Vec3::from(JOINTS[*parent as usize].2)
        };
        let reference = Transform::from_translation(Vec3::from(*at) - from).into();
        Bone {
            name: Name::new(name),
            parent: *parent,
            reference,
            reserved: 0,
        }
    };
    Skeleton::new(
        Name::new("figure"),
        JOINTS.iter().map(bone).collect(),
        Array::default(),
    )
    .expect("in order")
}

fn joint(bone: usize, model_from_bone: &Affine3A) -> PaletteJoint {
    PaletteJoint {
        bone: bone as u32,
        inverse_bind: skinning::inverse_bind_rows(&model_from_bone.inverse()),
    }
}

#[derive(Default)]
struct Capsules {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    bones: Vec<u16>,
    indices: Vec<u32>,
}

impl Capsules {
    fn add(&mut self, [a, b]: [Vec3; 2], [radius_a, radius_b]: [f32; 2], bone: u16, around: usize) {
        let turn = Quat::from_rotation_arc(Vec3::Y, (b - a).normalize());
        let first = self.positions.len() as u32;
        let half = (around / 4).max(2);
        let rings = 2 * (half + 1);
        for ring in 0..rings {
            let is_end = ring > half;
            let angle =
                (ring - usize::from(is_end)) as f32 / (2 * half) as f32 * TAU / 2.0 - TAU / 4.0;
            let (center, radius) = if is_end { (b, radius_b) } else { (a, radius_a) };
            for step in 0..around {
                let (sin, cos) = (step as f32 / around as f32 * TAU).sin_cos();
                let normal = turn * Vec3::new(angle.cos() * sin, angle.sin(), angle.cos() * cos);
                self.positions.push((center + normal * radius).into());
                self.normals.push(normal.into());
                self.bones.push(bone);
            }
        }
        self.connect(first, rings as u32, around as u32);
    }

    fn connect(&mut self, first: u32, rings: u32, around: u32) {
        for ring in 0..rings - 1 {
            for step in 0..around {
                let (low, next) = (first + ring * around, (step + 1) % around);
                let [a, b, c, d] = [
                    low + step,
                    low + next,
                    low + around + step,
                    low + around + next,
                ];
                self.indices.extend([a, b, d, a, d, c]);
            }
        }
    }

    fn finish(self, mesh: &mut MeshPart) {
        mesh.joints = self
            .bones
            .iter()
            .flat_map(|bone| [*bone, 0, 0, 0])
            .collect();
        mesh.weights = self
            .bones
            .iter()
            .flat_map(|_| [1.0, 0.0, 0.0, 0.0])
            .collect();
        mesh.positions = self.positions.into();
        mesh.normals = self.normals.into();
        mesh.indices = self.indices.into();
    }
}

/// Any rotation, some translation, scale different on each axis; now and then mirrored.
pub fn matrix(dice: &mut Dice) -> Affine3A {
    let [x, y, z, w] = dice.rolls();
    let rotation = Quat::from_xyzw(x, y, z, w + 1.5).normalize();
    let sign = if dice.roll() > 0.8 { -1.0 } else { 1.0 };
    let mut scale = Vec3::ONE + 0.4 * Vec3::from_array(dice.rolls());
    scale.x *= sign;
    Affine3A::from_scale_rotation_translation(scale, rotation, Vec3::from_array(dice.rolls()))
}

/// None for an even number of vertices.
fn tangents(vertices: usize, dice: &mut Dice) -> Array<[f32; 4]> {
    let side = |dice: &mut Dice| if dice.roll() < 0.0 { -1.0 } else { 1.0 };
    let one = |dice: &mut Dice| {
        (Vec3::from_array(dice.rolls()) + Vec3::splat(1e-3))
            .normalize()
            .extend(side(dice))
            .to_array()
    };
    (0..vertices * (vertices % 2)).map(|_| one(dice)).collect()
}

/// Random vertices within a metre, random influences of random bones, random sparse morphs.
pub fn random_part(vertices: usize, influences: usize, bones: usize, morphs: usize) -> MeshPart {
    let mut dice = Dice(vertices as u64 * 31 + influences as u64);
    let weights = |dice: &mut Dice| {
        let parts: Vec<f32> = (0..influences).map(|_| dice.roll().abs() + 0.01).collect();
        let sum: f32 = parts.iter().sum();
        parts.into_iter().map(move |part| part / sum)
    };
    let inverse_bind = skinning::inverse_bind_rows(&Affine3A::IDENTITY);
    let per_morph = vertices / 3;
    let morph = |at: usize| Morph {
        name: Name(at as u64 + 1),
        default_weight: 0.0,
        first_delta: (at * per_morph) as u32,
        delta_count: per_morph as u32,
        reserved: 0,
    };
    let delta = |dice: &mut Dice| MorphDelta {
        vertex: dice.below(vertices) as u32,
        position: (Vec3::from_array(dice.rolls()) * 0.2).into(),
        normal: (Vec3::from_array(dice.rolls()) * 0.2).into(),
    };
    MeshPart::new(MeshPart {
        positions: (0..vertices).map(|_| dice.rolls()).collect(),
        normals: (0..vertices)
            .map(|_| {
                (Vec3::from_array(dice.rolls()) + Vec3::splat(1e-3))
                    .normalize()
                    .into()
            })
            .collect(),
        tangents: tangents(vertices, &mut dice),
        influences: influences as u32,
        joints: (0..vertices * influences)
            .map(|_| dice.below(bones) as u16)
            .collect(),
        weights: (0..vertices)
            .flat_map(|_| weights(&mut dice))
            .collect::<Vec<_>>()
            .into(),
        palette: (0..bones)
            .map(|bone| PaletteJoint {
                bone: bone as u32,
                inverse_bind,
            })
            .collect(),
        morphs: (0..morphs).map(morph).collect(),
        deltas: (0..morphs * per_morph).map(|_| delta(&mut dice)).collect(),
        delta_tangents: (0..morphs * per_morph)
            .map(|_| (Vec3::from_array(dice.rolls()) * 0.2).into())
            .collect(),
        indices: (0..vertices as u32 / 3 * 3).collect(),
        ..MeshPart::default()
    })
    .expect("the part is well made")
}
