//! A compiled clip sampled as it plays: joints, rotations, contacts and vertices over time. World
//! space, which is model space with the root's motion in it.

use crate::rig::{Rig, Side, mass};
use anim::{Library, MeshPart, Name, Pose, Skeleton, notify::flag, pose::local_to_model, skinning};
use asset::Project;
use glam::{Affine3A, DQuat, DVec3, Mat3, Vec3};
use std::{collections::BTreeMap, sync::Arc};

/// Samples from one key to the next.
const SAMPLES: usize = 4;
/// One vertex in so many is measured.
const STRIDE: usize = 5;
/// Of a contact's curve, at which the foot stands.
const TOUCHING: f32 = 0.999;

/// A compiled project, and of its body what is measured.
pub struct Stage {
    library: Arc<Library>,
    /// Keys a second of each clip. What it is compiled to may have more.
    rates: BTreeMap<Name, f32>,
    skeleton: Arc<Skeleton>,
    /// Bones of the skeleton by those of the rig.
    bones: Vec<usize>,
    parts: Vec<MeshPart>,
    legs: Vec<bool>,
}

pub struct Moment {
    /// Seconds.
    pub time: f64,
    /// By bone of the rig.
    pub joints: Vec<DVec3>,
    pub turns: Vec<DQuat>,
    /// Which feet stand, the left first.
    pub stands: [bool; 2],
    pub root: Affine3A,
    pub vertices: Vec<Vec3>,
}

pub struct Film {
    pub name: String,
    /// Samples, [`SAMPLES`] a key; one of a clip with a single key.
    pub frames: Vec<Moment>,
    /// Seconds between keys.
    pub step: f64,
    /// Which vertices follow a leg.
    pub legs: Vec<bool>,
    pub looping: bool,
    /// The root's motion moves the character.
    pub travels: bool,
    pub additive: bool,
    /// Seconds from and to.
    pub flights: Vec<(f64, f64)>,
}

impl Stage {
    pub fn new(project: &Project) -> Self {
        let rates = project
            .clips
            .values()
            .map(|clip| (Name::new(&clip.name), clip.frame_rate))
            .collect();
        let library = asset::compile(
            project,
            &mut asset::Cache::default(),
            asset::CompileOptions::default(),
        )
        .library;
        let name = Name::new(crate::Build::Tall.skeleton_name());
        let skeleton = library
            .skeleton(name)
            .expect("the skeleton of the tall build")
            .clone();
        let find = |joint: &crate::skeleton::FigureJoint| {
            skeleton
                .find(Name::new(&joint.name))
                .expect("a bone of the rig")
        };
        let bones = Rig::get().joints.iter().map(find).collect();
        let bodies = library.meshes.iter().filter(|mesh| mesh.skeleton == name);
        let parts: Vec<MeshPart> = bodies
            .flat_map(|mesh| &mesh.lods[0].parts)
            .map(|part| thinned(part))
            .collect();
        let legs = parts
            .iter()
            .flat_map(|part| on_legs(part, &skeleton))
            .collect();
        Self {
            library,
            rates,
            skeleton,
            bones,
            parts,
            legs,
        }
    }

    /// The clips of the figure, in order of name.
    pub fn films(&self) -> impl Iterator<Item = Film> {
        let mut clips: Vec<_> = self
            .library
            .clips
            .iter()
            .filter(|clip| clip.skeleton == self.skeleton.name)
            .collect();
        clips.sort_by_key(|clip| self.library.names.text(clip.name));
        clips.into_iter().map(|clip| self.film(clip))
    }

    fn film(&self, clip: &anim::Clip) -> Film {
        let intervals = (clip.length * self.rates[&clip.name]).round() as usize;
        let count = intervals * SAMPLES;
        let time = |at: usize| f64::from(clip.length) * at as f64 / count.max(1) as f64;
        let is_flight = |notify: &&anim::Notify| {
            notify.flags & flag::STATE != 0 && notify.name == Name::new("Airborne")
        };
        let flight = |notify: &anim::Notify| (f64::from(notify.time), f64::from(notify.end));
        Film {
            name: self.library.names.text(clip.name).to_owned(),
            frames: (0..=count).map(|at| self.frame(clip, time(at))).collect(),
            step: f64::from(clip.length) / intervals.max(1) as f64,
            legs: self.legs.clone(),
            looping: clip.looping,
            travels: clip.root_motion.enabled,
            additive: clip.additive.is_some(),
            flights: clip.notifies.iter().filter(is_flight).map(flight).collect(),
        }
    }

    fn frame(&self, clip: &anim::Clip, time: f64) -> Moment {
        let (mut pose, mut models) = (Pose::default(), Vec::new());
        clip.sample(&self.skeleton, time, &mut pose);
        local_to_model(&self.skeleton, &pose, &mut models);
        let turn = |bone: &usize| {
            DQuat::from_mat3(&Mat3::from(models[*bone].matrix3).as_dmat3()).normalize()
        };
        let stands = |side: Side| {
            pose.curve(Name::new(&format!(
                "Contact_{}",
                side.suffix().to_uppercase()
            )))
        };
        Moment {
            time,
            joints: self
                .bones
                .iter()
                .map(|bone| models[*bone].translation.as_dvec3())
                .collect(),
            turns: self.bones.iter().map(turn).collect(),
            stands: Side::BOTH.map(|side| stands(side).is_some_and(|value| value >= TOUCHING)),
            root: models[0],
            vertices: self
                .parts
                .iter()
                .flat_map(|part| skinned(part, &models, &pose))
                .collect(),
        }
    }
}

fn skinned(part: &MeshPart, models: &[Affine3A], pose: &Pose) -> Vec<Vec3> {
    let mut skinned = skinning::Skinned::default();
    skinning::skin_pose(part, models, pose, &mut skinned);
    skinned.positions
}

/// One vertex in [`STRIDE`], without morphs.
fn thinned(part: &MeshPart) -> MeshPart {
    let each = |stream: &[[f32; 3]]| stream.iter().step_by(STRIDE).copied().collect::<Vec<_>>();
    let influences = part.influences as usize;
    MeshPart {
        method: part.method,
        positions: each(&part.positions).into(),
        normals: each(&part.normals).into(),
        influences: part.influences,
        joints: part
            .joints
            .chunks(influences)
            .step_by(STRIDE)
            .flatten()
            .copied()
            .collect::<Vec<_>>()
            .into(),
        weights: part
            .weights
            .chunks(influences)
            .step_by(STRIDE)
            .flatten()
            .copied()
            .collect::<Vec<_>>()
            .into(),
        palette: part.palette.clone(),
        ..MeshPart::default()
    }
}

/// Of each vertex whether what it follows most hangs on a hip.
fn on_legs(part: &MeshPart, skeleton: &Skeleton) -> Vec<bool> {
    let hips = Side::BOTH.map(|side| skeleton.find(Name::new(&side.of("thigh"))));
    let is_leg = |bone: usize| {
        std::iter::successors(Some(bone), |at| skeleton.parent(*at))
            .any(|at| hips.contains(&Some(at)))
    };
    let slots: Vec<bool> = part
        .palette
        .iter()
        .map(|joint| is_leg(joint.bone as usize))
        .collect();
    part.joints
        .chunks(part.influences as usize)
        .map(|joints| slots[usize::from(joints[0])])
        .collect()
}

impl Film {
    /// The samples at the keys.
    pub fn keys(&self) -> Vec<&Moment> {
        self.frames.iter().step_by(SAMPLES).collect()
    }

    pub fn is_still(&self) -> bool {
        self.frames.len() == 1
    }
}

impl Moment {
    pub fn centre_of_mass(&self) -> DVec3 {
        mass::centre(&self.joints)
    }

    pub fn at(&self, bone: &str) -> DVec3 {
        self.joints[Rig::get().bone(bone)]
    }

    /// A point in the space of a bone.
    pub fn point(&self, bone: usize, local: DVec3) -> DVec3 {
        self.joints[bone] + self.turns[bone] * local
    }

    /// The rotation of a bone in the space of another.
    pub fn turn(&self, bone: usize, space: usize) -> DQuat {
        self.turns[space].inverse() * self.turns[bone]
    }
}
