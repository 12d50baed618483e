//! What `info` says about meshes: their levels of detail, their parts, and what vertices carry.

use super::spelling::{NameTextFn, name_of};
use anim::{MeshPart, Name, mesh::SkinMethod};
use asset::Project;
use serde::Serialize;
use words::tr;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct MeshInfo {
    pub(super) name: String,
    skeleton: String,
    /// Number of vertices of the finest level.
    pub(super) vertices: usize,
    /// Number of triangles of the finest level.
    pub(super) triangles: usize,
    /// The most bones that a vertex of any part follows.
    pub(super) influences: u32,
    /// Names of the morph targets of all parts, each name once.
    pub(super) morphs: Vec<String>,
    /// Levels of detail, the finest first.
    pub(super) lods: Vec<LodInfo>,
    /// Graph that works over the pose of a character that wears the mesh.
    pub(super) post_process: Option<PostProcessInfo>,
    pub(super) parts: Vec<PartInfo>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct PostProcessInfo {
    pub(super) graph: String,
    /// The coarsest level at which it works, -1 for all.
    lod_threshold: i8,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct LodInfo {
    pub(super) screen_size: f32,
    /// Number of bones that are evaluated at this level.
    pub(super) bones: usize,
    vertices: usize,
    pub(super) triangles: usize,
}

impl PostProcessInfo {
    pub(super) fn levels(&self, count: usize) -> String {
        levels_down_to(self.lod_threshold, count)
    }
}

/// Levels down to a threshold, in words, for a mesh of `count` levels of detail: "all LODs", "LOD
/// 0" or "LOD 0 to 1".
pub(crate) fn levels_down_to(threshold: i8, count: usize) -> String {
    match usize::try_from(threshold) {
        Ok(0) if count > 1 => tr!("LOD 0").to_owned(),
        Ok(last) if last + 1 < count => tr!("LOD 0 to {last}"),
        _ => tr!("all LODs").to_owned(),
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct PartInfo {
    name: String,
    /// Index of the level in `lods`.
    pub(super) lod: usize,
    source: Option<u32>,
    primitive: Option<u32>,
    vertices: usize,
    triangles: usize,
    influences: u32,
    /// `linear` or `dual_quaternion`.
    skinning: &'static str,
    /// Names of those of `tangents`, `uvs` and `colors` that the part has.
    streams: Vec<&'static str>,
    morphs: Vec<String>,
    /// Names of the attributes that are carried along without being drawn.
    attributes: Vec<String>,
    /// Names of its skin-weight profiles.
    profiles: Vec<String>,
    /// The part that it follows as cloth while a game simulates that one, as a text. None without
    /// cloth.
    #[serde(skip_serializing_if = "Option::is_none")]
    follows: Option<String>,
}

pub(super) fn authored_mesh(project: &Project, mesh: &asset::Mesh) -> MeshInfo {
    let skeleton = project.skeletons.get(&mesh.skeleton);
    let lods = mesh.lods.iter().enumerate().map(|(at, lod)| {
        let names =
            |p: &asset::mesh::Part| [p.morphs.clone(), p.attributes.clone(), p.profiles.clone()];
        let follows = |cloth: &asset::mesh::Cloth| {
            let mesh = project.meshes.get(&cloth.mesh);
            following(
                &cloth.part,
                mesh.map_or(tr!("a deleted mesh"), |mesh| &mesh.name),
            )
        };
        let part = |p: &asset::mesh::Part| PartInfo {
            follows: p.cloth.as_ref().map(follows),
            ..part_info(&p.name, at, p.source, &p.data, names(p))
        };
        let bones = skeleton.map_or(0, |skeleton| lod.bones(skeleton).len());
        (lod.screen_size, bones, lod.parts.iter().map(part).collect())
    });
    let graph = mesh
        .post_process
        .and_then(|graph| project.graphs.get(&graph))
        .map(|graph| graph.name.clone());
    let post_process = graph.map(|graph| PostProcessInfo {
        graph,
        lod_threshold: mesh.post_process_lod,
    });
    MeshInfo {
        post_process,
        ..mesh_info(&mesh.name, &name_of(project, mesh.skeleton), lods)
    }
}

fn following(part: &str, mesh: &str) -> String {
    tr!("{part} of {mesh}")
}

fn part_info(
    name: &str,
    lod: usize,
    source: Option<(u32, u32)>,
    data: &MeshPart,
    [morphs, attributes, profiles]: [Vec<String>; 3],
) -> PartInfo {
    let (source, primitive) = source.unzip();
    PartInfo {
        name: name.to_owned(),
        lod,
        source,
        primitive,
        vertices: data.vertex_count(),
        triangles: data.indices.len() / 3,
        influences: data.influences,
        skinning: match data.method {
            SkinMethod::Linear => "linear",
            SkinMethod::DualQuaternion => "dual_quaternion",
        },
        streams: streams(data),
        morphs,
        attributes,
        profiles,
        follows: None,
    }
}

fn streams(data: &MeshPart) -> Vec<&'static str> {
    let has = [
        ("tangents", data.tangents.len()),
        ("uvs", data.uvs.len()),
        ("colors", data.colors.len()),
    ];
    has.into_iter()
        .filter(|(_, entries)| *entries > 0)
        .map(|(name, _)| name)
        .collect()
}

/// Puts a mesh together from its levels: the screen size of each, how many bones it has, and its
/// parts.
fn mesh_info(
    name: &str,
    skeleton: &str,
    levels: impl Iterator<Item = (f32, usize, Vec<PartInfo>)>,
) -> MeshInfo {
    let (mut lods, mut parts) = (Vec::new(), Vec::new());
    for (screen_size, bones, of_level) in levels {
        let sum = |of: fn(&PartInfo) -> usize| of_level.iter().map(of).sum();
        lods.push(LodInfo {
            screen_size,
            bones,
            vertices: sum(|p| p.vertices),
            triangles: sum(|p| p.triangles),
        });
        parts.extend(of_level);
    }
    let mut morphs: Vec<String> = Vec::new();
    for morph in parts.iter().flat_map(|part| &part.morphs) {
        if !morphs.contains(morph) {
            morphs.push(morph.clone());
        }
    }
    MeshInfo {
        name: name.to_owned(),
        skeleton: skeleton.to_owned(),
        vertices: lods.first().map_or(0, |lod| lod.vertices),
        triangles: lods.first().map_or(0, |lod| lod.triangles),
        influences: parts.iter().map(|part| part.influences).max().unwrap_or(0),
        morphs,
        lods,
        post_process: None,
        parts,
    }
}

pub(super) fn compiled_mesh(mesh: &anim::Mesh, text: &NameTextFn<'_>) -> MeshInfo {
    let names = |part: &MeshPart| {
        [
            part.morphs.iter().map(|morph| text(morph.name)).collect(),
            part.attributes
                .iter()
                .map(|attribute| text(attribute.name))
                .collect(),
            part.profiles
                .iter()
                .map(|profile| text(profile.name))
                .collect(),
        ]
    };
    let lods = mesh.lods.iter().enumerate().map(|(at, lod)| {
        let follows = |part: &MeshPart| {
            let is_any = !part.cloth.vertices.is_empty();
            is_any.then(|| following(&text(part.cloth.part), &text(part.cloth.mesh)))
        };
        let part = |part: &std::sync::Arc<MeshPart>| PartInfo {
            follows: follows(part),
            ..part_info(&text(part.name), at, None, part, names(part))
        };
        (
            lod.screen_size,
            lod.bones.len(),
            lod.parts.iter().map(part).collect(),
        )
    });
    let is_any = mesh.post_process != Name::NONE;
    let post_process = is_any.then(|| PostProcessInfo {
        graph: text(mesh.post_process),
        lod_threshold: mesh.post_process_lod,
    });
    MeshInfo {
        post_process,
        ..mesh_info(&text(mesh.name), &text(mesh.skeleton), lods)
    }
}
