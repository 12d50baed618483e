//! A palette as a skin that lists every bone: those of the palette at their slots, then the others,
//! so that programs that make an armature of joints make one of the whole skeleton.

use super::{ExportError, lists::shared, rig::GltfExportRig, store::Use, writer::Writer};
use anim::{
    MeshPart,
    mesh::MAX_INFLUENCES,
    skinning::{self, affine_from_rows},
};
use glam::{Affine3A, Mat4};
use serde_json::json;
use words::tr;

/// A skin that was written.
pub struct GltfExportSkin {
    /// Index among the skins of the file; equal skins share one.
    pub index: usize,
    /// Joint of each slot of the part's palette.
    pub joint_of: Vec<u16>,
}

impl Writer<'_> {
    pub(super) fn skin(
        &mut self,
        rig: &GltfExportRig<'_>,
        part: &MeshPart,
        place: &str,
    ) -> Result<GltfExportSkin, ExportError> {
        let (joints, joint_of) = joints(rig, part, place)?;
        let nodes: Vec<usize> = joints
            .iter()
            .map(|(bone, _)| rig.first + *bone as usize)
            .collect();
        let binds: Vec<[f32; 16]> = joints
            .iter()
            .map(|(_, bind)| Mat4::from(*bind).to_cols_array())
            .collect();
        let name = |joint: usize| rig.skeleton.bones[joints[joint].0 as usize].name.clone();
        let at = |joint: usize| tr!("{place}, inverse bind of bone “{}”", name(joint));
        let binds = self.store.floats(Use::InverseBinds, &binds, at)?;
        let skin =
            json!({"name": rig.skeleton.name, "joints": nodes, "inverseBindMatrices": binds});
        Ok(GltfExportSkin {
            index: shared(&mut self.skins, skin),
            joint_of,
        })
    }
}

type Joints = Vec<(u32, Affine3A)>;

/// Joints with their inverse bind matrices, each bone once, and the joint of each palette slot.
/// Contract: the part's palette uses indices of this skeleton's bones.
fn joints(
    rig: &GltfExportRig<'_>,
    part: &MeshPart,
    place: &str,
) -> Result<(Joints, Vec<u16>), ExportError> {
    let bones = &rig.skeleton.bones;
    let mut joint_of_bone: Vec<Option<u16>> = vec![None; bones.len()];
    let (mut joints, mut joint_of): (Joints, Vec<u16>) = (Vec::new(), Vec::new());
    for joint in part.palette.iter() {
        let bone = joint.bone as usize;
        let bind = affine_from_rows(joint.inverse_bind);
        let at = *joint_of_bone[bone].get_or_insert(joints.len() as u16);
        match joints.get(usize::from(at)) {
            None => joints.push((joint.bone, bind)),
            Some((_, other)) if *other == bind => {}
            Some(_) => {
                let name = &bones[bone].name;
                let text = tr!(
                    "it has two bind poses for bone “{name}”, which glTF does not support. Split the mesh."
                );
                return Err(ExportError::new(place, text));
            }
        }
        joint_of.push(at);
    }
    let others = (0..bones.len()).filter(|bone| joint_of_bone[*bone].is_none());
    joints.extend(others.map(|bone| (bone as u32, inverse(&rig.models[bone]))));
    Ok((joints, joint_of))
}

/// Inverse bind of a bone that no vertex follows.
fn inverse(model: &Affine3A) -> Affine3A {
    let inverse = model.inverse();
    if inverse.is_finite() {
        inverse
    } else {
        Affine3A::IDENTITY
    }
}

/// One `JOINTS_n`, `WEIGHTS_n` pair.
pub struct Set {
    /// Joints of each vertex; unused entries are 0.
    pub joints: Vec<[u16; 4]>,
    /// Weights of each vertex; unused entries are 0.
    pub weights: Vec<[f32; 4]>,
}

/// Influences of all vertices, and what was dropped of them.
#[derive(Default)]
pub struct Influences {
    /// Sets of four influences a vertex: one set, or two if some vertex follows more than four
    /// joints; empty without vertices.
    pub sets: Vec<Set>,
    /// Vertices that lost influences, and the sum and largest of the shares of weight that went to
    /// others.
    fewer: usize,
    sum: f64,
    most: f32,
}

impl Influences {
    /// A sentence on how much weight was moved. None if nothing was dropped.
    pub fn note(&self, place: &str) -> Option<String> {
        let mean = 100.0 * self.sum / self.fewer.max(1) as f64;
        let (count, most) = (self.fewer, 100.0 * self.most);
        (count > 0).then(|| {
            tr!("{place}: {count} vertices lost influences; on average {mean:.2} %, up to {most:.2} % of their weight moved to the other bones.")
        })
    }
}

/// Influences of a part, at most `at_most` for each vertex, the heaviest. `joint_of` is
/// [`GltfExportSkin::joint_of`].
pub fn influences(part: &MeshPart, joint_of: &[u16], at_most: usize) -> Influences {
    let mut out = Influences::default();
    let width = part.influences as usize;
    let mut vertices: Vec<Vec<(u16, f32)>> = Vec::with_capacity(part.vertex_count());
    for (slots, weights) in part
        .joints
        .chunks_exact(width)
        .zip(part.weights.chunks_exact(width))
    {
        let joints = slots.iter().map(|slot| joint_of[usize::from(*slot)]);
        let mut found: Vec<(u16, f32)> = joints.zip(weights.iter().copied()).collect();
        let dropped =
            skinning::weights::reduce(&mut found, at_most.clamp(1, MAX_INFLUENCES)).dropped;
        out.fewer += usize::from(dropped > 0.0);
        out.sum += f64::from(dropped);
        out.most = out.most.max(dropped);
        vertices.push(found);
    }
    let most = vertices.iter().map(Vec::len).max().unwrap_or(0);
    let of_set = |set: usize| {
        let at = move |vertex: &[(u16, f32)], i: usize| {
            vertex.get(set * 4 + i).copied().unwrap_or((0, 0.0))
        };
        Set {
            joints: vertices
                .iter()
                .map(|vertex| std::array::from_fn(|i| at(vertex, i).0))
                .collect(),
            weights: vertices
                .iter()
                .map(|vertex| std::array::from_fn(|i| at(vertex, i).1))
                .collect(),
        }
    };
    out.sets = (0..most.div_ceil(4)).map(of_set).collect();
    out
}
