//! Meshes: the parts are compiled data already; their palettes and levels of detail are checked against the skeleton.

use super::{Output, Skeletons};
use crate::{Id, Mesh, Project, Skeleton, diagnostic::Kind, mesh};
use anim::{
    MeshPart, Name,
    lod::LodError,
    mesh::Joint,
    skinning::{affine_from_rows, inverse_bind_rows},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

type Compiled = Result<Arc<anim::Mesh>, Kind>;
type Entry = (Arc<Mesh>, Arc<anim::Skeleton>, Compiled);

#[derive(Default)]
pub(crate) struct MeshCache(BTreeMap<Id, Entry>);

impl MeshCache {
    pub(crate) fn compile(
        &mut self,
        project: &Project,
        usable: &BTreeSet<Id>,
        skeletons: &Skeletons,
        out: &mut Output,
    ) -> Vec<Arc<anim::Mesh>> {
        self.0.retain(|id, _| project.meshes.contains_key(id));
        let mut compiled = Vec::new();
        for (&id, mesh) in project.meshes.iter().filter(|(id, _)| usable.contains(id)) {
            for morph in mesh.parts().flat_map(|part| &part.morphs) {
                out.name(id, None, morph);
            }
            let both = skeletons.get(&mesh.skeleton).zip(project.skeletons.get(&mesh.skeleton));
            let Some((skeleton, authored)) = both else {
                out.error(id, None, Kind::SkeletonMissing);
                continue;
            };
            let known = self.0.get(&id).filter(|(m, s, _)| Arc::ptr_eq(m, mesh) && Arc::ptr_eq(s, skeleton));
            let result = known.map_or_else(|| compile_one(mesh, skeleton, authored), |(_, _, result)| result.clone());
            self.0.insert(id, (mesh.clone(), skeleton.clone(), result.clone()));
            match result {
                Ok(mesh) => compiled.push(mesh),
                Err(kind) => out.error(id, None, kind),
            }
        }
        compiled
    }
}

fn compile_one(mesh: &Mesh, skeleton: &anim::Skeleton, authored: &Skeleton) -> Compiled {
    let mut lods = Vec::with_capacity(mesh.lods.len());
    for (at, lod) in mesh.lods.iter().enumerate() {
        let is_there = |bone: &u32| (*bone as usize) < skeleton.len();
        let is_whole = lod.screen_size == 1.0 && lod.removed_bones.is_empty();
        if (at == 0 && !is_whole) || !lod.removed_bones.iter().all(is_there) {
            return Err(Kind::BadLod { lod: at });
        }
        if !lod.parts.iter().flat_map(|part| part.data.palette.iter()).all(|joint| is_there(&joint.bone)) {
            return Err(Kind::BadMesh);
        }
        lods.push(compile_lod(lod, skeleton, authored));
    }
    let compiled = anim::Mesh { name: Name::new(&mesh.name), skeleton: skeleton.name, lods };
    anim::Mesh::new(compiled, skeleton).map(Arc::new).map_err(|error| match error {
        LodError::None | LodError::Joint { .. } => Kind::BadMesh,
        LodError::ScreenSize { lod } | LodError::Bones { lod } => Kind::BadLod { lod },
    })
}

fn compile_lod(lod: &mesh::Lod, skeleton: &anim::Skeleton, authored: &Skeleton) -> anim::Lod {
    let bones = lod.bones(authored);
    let parts = lod.parts.iter().map(|part| remapped(&part.data, &bones, skeleton)).collect();
    anim::Lod { screen_size: lod.screen_size, bones: bones.into(), parts }
}

/// What follows a bone that is not worked out follows the nearest one above it that is, and stands where the reference
/// pose of the bones between puts it: all weights stay.
fn remapped(part: &Arc<MeshPart>, kept: &[u32], skeleton: &anim::Skeleton) -> Arc<MeshPart> {
    let is_kept = |bone: u32| kept.binary_search(&bone).is_ok();
    if part.palette.iter().all(|joint| is_kept(joint.bone)) {
        return part.clone();
    }
    let follow = |joint: &Joint| {
        let (mut bone, mut bind) = (joint.bone as usize, affine_from_rows(joint.inverse_bind));
        while let Some(parent) = skeleton.parent(bone).filter(|_| !is_kept(bone as u32)) {
            bind = skeleton.reference(bone).to_affine() * bind;
            bone = parent;
        }
        Joint { bone: bone as u32, inverse_bind: inverse_bind_rows(&bind) }
    };
    Arc::new(MeshPart { palette: part.palette.iter().map(follow).collect(), ..(**part).clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cache, mesh::Part, skeleton::Bone};
    use anim::{
        Pose, Transform,
        mesh::SkinMethod,
        skinning::{self, Skinned},
    };
    use glam::{Quat, Vec3};

    /// 0 ← 1 ← 2 ← 3, turned and moved in the reference pose.
    fn rig() -> Skeleton {
        let reference = Transform {
            translation: Vec3::new(0.1, 0.4, -0.2),
            rotation: Quat::from_rotation_z(0.6),
            ..Transform::IDENTITY
        };
        let bone = |at: u32| Bone {
            name: format!("bone {at}"),
            parent: at.checked_sub(1),
            reference,
            source: None,
            retarget: Default::default(),
        };
        Skeleton { name: "rig".into(), bones: (0..4).map(bone).collect(), ..Skeleton::default() }
    }

    /// Three vertices, each between two bones, bound elsewhere than in the reference pose.
    fn part(method: SkinMethod) -> Part {
        let bind = |at: f32| Transform::from_translation(Vec3::new(at, -0.5, 0.3)).to_affine();
        let joint = |bone: u32| Joint { bone, inverse_bind: inverse_bind_rows(&bind(bone as f32)) };
        let data = MeshPart::new(MeshPart {
            method,
            positions: vec![[0.1, 0.2, 0.3], [1.0, -0.4, 0.2], [-0.3, 0.5, 1.0]].into(),
            normals: vec![[0.0, 0.6, 0.8]; 3].into(),
            influences: 4,
            joints: vec![0, 1, 0, 0, 1, 2, 0, 0, 2, 3, 0, 0].into(),
            weights: [0.6, 0.4, 0.0, 0.0].repeat(3).into(),
            palette: (0..4).map(joint).collect(),
            indices: vec![0, 1, 2].into(),
            ..MeshPart::default()
        });
        Part { name: "part".into(), source: None, material: 0, morphs: Vec::new(), data: Arc::new(data.unwrap()) }
    }

    fn compiled(lods: Vec<mesh::Lod>) -> crate::Compiled {
        let mut project = Project::default();
        project.skeletons.insert(Id(1), Arc::new(rig()));
        let mesh = Mesh { lods, ..Mesh::new("mesh", Id(1), Vec::new(), Vec::new()) };
        project.meshes.insert(Id(2), Arc::new(mesh));
        crate::compile(&project, &mut Cache::default())
    }

    fn coarse(screen_size: f32, removed_bones: Vec<u32>, method: SkinMethod) -> mesh::Lod {
        mesh::Lod { screen_size, removed_bones, parts: vec![part(method)] }
    }

    #[test]
    fn a_level_without_bones_is_skinned_as_if_they_rested_in_the_reference_pose() {
        for method in [SkinMethod::Linear, SkinMethod::DualQuaternion] {
            let library = compiled(vec![mesh::Lod::finest(vec![part(method)]), coarse(0.5, vec![2], method)]).library;
            let (skeleton, lods) = (&library.skeletons[0], &library.meshes[0].lods);
            assert_eq!((&*lods[0].bones, &*lods[1].bones), (&[0, 1, 2, 3][..], &[0, 1][..]));
            assert!(lods[1].parts[0].palette.iter().all(|joint| joint.bone < 2));
            let mut pose = Pose::reference(skeleton);
            (0..2).for_each(|bone| pose.set_rotation(bone, Quat::from_rotation_x(0.5 + bone as f32)));
            let mut models = Vec::new();
            anim::pose::local_to_model(skeleton, &pose, &mut models);
            let skinned = [&lods[0], &lods[1]].map(|lod| {
                let mut out = Skinned::default();
                skinning::skin_pose(&lod.parts[0], &models, &pose, &mut out);
                out
            });
            for (a, b) in skinned[0].positions.iter().zip(&skinned[1].positions) {
                assert!(a.abs_diff_eq(*b, 1e-5), "{method:?}: {a} {b}");
            }
        }
    }

    #[test]
    fn a_level_that_removes_nothing_shares_its_vertices() {
        let authored = part(SkinMethod::Linear);
        let library = compiled(vec![mesh::Lod::finest(vec![authored.clone()])]).library;
        assert!(Arc::ptr_eq(&library.meshes[0].lods[0].parts[0], &authored.data));
    }

    #[test]
    fn levels_that_do_not_fit_are_named() {
        let check = |lods: Vec<mesh::Lod>, lod: usize| {
            let compiled = compiled(lods);
            assert!(compiled.library.meshes.is_empty());
            assert_eq!(compiled.diagnostics[0].kind, Kind::BadLod { lod });
        };
        let finest = || mesh::Lod::finest(vec![part(SkinMethod::Linear)]);
        let coarse = |size, removed| coarse(size, removed, SkinMethod::Linear);
        check(vec![coarse(1.0, vec![3])], 0);
        check(vec![coarse(0.9, vec![])], 0);
        check(vec![finest(), coarse(1.0, vec![])], 1);
        check(vec![finest(), coarse(0.5, vec![]), coarse(0.6, vec![])], 2);
        check(vec![finest(), coarse(0.5, vec![4])], 1);
        check(vec![finest(), coarse(0.5, vec![0])], 1);
    }
}
