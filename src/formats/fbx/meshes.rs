//! Meshes of the file: a part of triangles for each material. Corners of faces that agree in all
//! values share a vertex. Invariant: every stream has one entry a vertex, every number is finite,
//! every index is in range.

use super::{morphs, progress::MESHES, skins};
use crate::{
    ImportError, ImportProblem, bounds,
    geometry::Geometry,
    reading::Reading,
    scene::{ParsedMesh, ParsedPart},
    topology,
};
use anim::{Name, mesh::Attribute};
use glam::Vec3;
use std::collections::HashMap;
use words::tr;

/// Bytes that a vertex takes while a part is read.
const VERTEX_BYTES: u64 = 160;

/// Values of one corner of a face as bits, so that corners can be compared and hashed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Corner {
    point: u32,
    normal: [u32; 3],
    uv: [u32; 2],
    color: [u32; 4],
}

/// The vertices of a part.
pub struct Vertices {
    /// Point of the mesh in the file at which each vertex lies.
    pub points: Vec<u32>,
    indices: Vec<u32>,
    corners: Vec<Corner>,
}

/// Reads the meshes, and for each how it is skinned; None where only its node moves it. An Err
/// means that the reading was cancelled or a mesh is too large.
pub fn read(
    root: &ufbx::Scene,
    reading: &mut Reading<'_>,
) -> Result<(Vec<ParsedMesh>, Vec<Option<skins::FbxSkinBinding>>), ImportError> {
    let (mut meshes, mut bound) = (Vec::new(), Vec::new());
    for (index, mesh) in root.meshes.iter().enumerate() {
        reading.went(MESHES, index, root.meshes.len())?;
        let skin = skins::bound(mesh, &format!("/meshes/{index}"), reading.report);
        meshes.push(read_mesh(index, mesh, skin.as_ref(), reading)?);
        bound.push(skin);
    }
    Ok((meshes, bound))
}

fn read_mesh(
    index: usize,
    mesh: &ufbx::Mesh,
    skin: Option<&skins::FbxSkinBinding>,
    reading: &mut Reading<'_>,
) -> Result<ParsedMesh, ImportError> {
    let targets = morphs::targets(mesh);
    let mut read = ParsedMesh {
        name: Some(mesh_name(mesh)).filter(|name| !name.is_empty()),
        target_names: Some(targets.iter().map(|target| target.name.clone()).collect()),
        weights: targets.iter().map(|target| target.default_weight).collect(),
        ..ParsedMesh::default()
    };
    let is_carried = !mesh.element.instances.is_empty();
    for part in mesh
        .material_parts
        .iter()
        .filter(|part| part.num_triangles > 0)
    {
        let place = format!("/meshes/{index}/primitives/{}", read.parts.len());
        let material = mesh
            .materials
            .get(part.index as usize)
            .map(|material| material.element.typed_id as usize);
        let geometry = if is_carried {
            Some(geometry(mesh, part, &targets, skin, &place, reading)?)
        } else {
            None
        };
        let method = skin.map_or_else(Default::default, |skin| skin.method);
        read.parts.push(ParsedPart {
            geometry,
            material,
            targets: targets.len(),
            method,
        });
    }
    Ok(read)
}

/// Name of the mesh, or of the first node that carries it where it has none.
fn mesh_name(mesh: &ufbx::Mesh) -> String {
    let own = mesh.element.name.to_string();
    let first = mesh
        .element
        .instances
        .first()
        .map(|node| node.element.name.to_string());
    if own.is_empty() {
        first.unwrap_or_default()
    } else {
        own
    }
}

/// Vertex attributes taken from a mesh's own numbers.
struct FbxVertexNumbers {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    /// Empty where the mesh has none.
    uvs: Vec<[f32; 2]>,
    /// Empty where the mesh has none.
    colors: Vec<[f32; 4]>,
    /// Count of numbers that were brought within bounds.
    repaired: usize,
}

impl FbxVertexNumbers {
    fn of(mesh: &ufbx::Mesh, vertices: &Vertices) -> Self {
        let mut repaired = 0;
        let mut within = |value: f64, limit: f32| {
            let value = value as f32;
            let kept = if value.is_finite() {
                bounds::within(value, limit)
            } else {
                0.0
            };
            repaired += usize::from(kept.to_bits() != value.to_bits());
            kept
        };
        let position = |point: &u32| {
            let at = mesh.vertices.get(*point as usize);
            let at = at.copied().unwrap_or_default();
            [at.x, at.y, at.z].map(|x| within(x, bounds::LENGTH))
        };
        let positions = vertices.points.iter().map(position).collect();
        let normal = |corner: &Corner| {
            topology::unit_or_up(Vec3::from(corner.normal.map(f32::from_bits))).to_array()
        };
        let normals = vertices.corners.iter().map(normal).collect();
        let mut uvs = Vec::new();
        if mesh.vertex_uv.exists {
            uvs.extend(vertices.corners.iter().map(|corner| {
                let [u, v] = corner.uv.map(|bits| f64::from(f32::from_bits(bits)));
                [within(u, bounds::FACTOR), within(1.0 - v, bounds::FACTOR)]
            }));
        }
        let mut colors = Vec::new();
        if mesh.vertex_color.exists {
            let color = |corner: &Corner| {
                let channel = |bits| within(f64::from(f32::from_bits(bits)), bounds::FACTOR);
                corner.color.map(channel)
            };
            colors.extend(vertices.corners.iter().map(color));
        }
        Self {
            positions,
            normals,
            uvs,
            colors,
            repaired,
        }
    }
}

fn geometry(
    mesh: &ufbx::Mesh,
    part: &ufbx::MeshPart,
    targets: &[morphs::FbxMorphTarget<'_>],
    skin: Option<&skins::FbxSkinBinding>,
    place: &str,
    reading: &mut Reading<'_>,
) -> Result<Geometry, ImportError> {
    reading.budget.reserve(
        VERTEX_BYTES.saturating_mul(3 * part.num_triangles as u64),
        place,
    )?;
    let vertices = vertices(mesh, part, place)?;
    let numbers = FbxVertexNumbers::of(mesh, &vertices);
    if numbers.repaired > 0 {
        let repaired = numbers.repaired;
        reading.report.warn(
            place,
            tr!("{repaired} vertex numbers are invalid or too large; they were clamped."),
        );
    }
    let influences = skin
        .map(|skin| skin.influences(&vertices.points, place, reading.report))
        .transpose()?;
    let of_targets = morphs::deltas(
        targets,
        &vertices.points,
        mesh.vertices.len(),
        place,
        reading,
    )?;
    let mut geometry = Geometry {
        positions: numbers.positions.into(),
        normals: numbers.normals.into(),
        tangents: Default::default(),
        uvs: numbers.uvs.into(),
        colors: numbers.colors.into(),
        indices: vertices.indices.into(),
        influences,
        deltas: of_targets.deltas.into(),
        delta_tangents: Default::default(),
        attributes: Default::default(),
        attribute_values: Default::default(),
        names: Vec::new(),
        targets: of_targets.ranges,
    };
    if let Some(weights) = skin.and_then(|skin| skin.blend_weights.as_ref()) {
        let values: Vec<f32> = vertices
            .points
            .iter()
            .map(|point| weights.get(*point as usize).copied().unwrap_or(0.0))
            .collect();
        geometry.attributes = vec![Attribute {
            name: Name::new(skins::BLEND_WEIGHT),
            components: 1,
            first: 0,
        }]
        .into();
        geometry.attribute_values = values.into();
        geometry.names = vec![skins::BLEND_WEIGHT.to_owned()];
    }
    Ok(geometry)
}

fn vertices(
    mesh: &ufbx::Mesh,
    part: &ufbx::MeshPart,
    place: &str,
) -> Result<Vertices, ImportError> {
    let mut found = Vertices {
        points: Vec::new(),
        indices: Vec::new(),
        corners: Vec::new(),
    };
    let mut known: HashMap<Corner, u32> = HashMap::new();
    let mut triangles = Vec::new();
    for face in part
        .face_indices
        .iter()
        .filter_map(|face| mesh.faces.get(*face as usize))
    {
        ufbx::triangulate_face_vec(&mut triangles, mesh, *face);
        for at in triangles.iter().map(|at| *at as usize) {
            let corner = corner(mesh, at);
            let next = u32::try_from(found.points.len()).ok();
            let next = next.ok_or_else(|| {
                let problem = ImportProblem::TooLarge {
                    what: "vertices",
                    count: found.points.len() as u64,
                    limit: u32::MAX.into(),
                };
                ImportError::new(place.into(), problem)
            })?;
            let vertex = *known.entry(corner).or_insert_with(|| {
                found.points.push(corner.point);
                found.corners.push(corner);
                next
            });
            found.indices.push(vertex);
        }
    }
    Ok(found)
}

fn corner(mesh: &ufbx::Mesh, at: usize) -> Corner {
    let bits = |value: f64| (value as f32).to_bits();
    let normal =
        at_corner(&mesh.vertex_normal.indices, &mesh.vertex_normal.values, at).unwrap_or_default();
    let uv = at_corner(&mesh.vertex_uv.indices, &mesh.vertex_uv.values, at).unwrap_or_default();
    let color =
        at_corner(&mesh.vertex_color.indices, &mesh.vertex_color.values, at).unwrap_or_default();
    Corner {
        point: mesh.vertex_indices.get(at).copied().unwrap_or(0),
        normal: [bits(normal.x), bits(normal.y), bits(normal.z)],
        uv: [bits(uv.x), bits(uv.y)],
        color: [bits(color.x), bits(color.y), bits(color.z), bits(color.w)],
    }
}

fn at_corner<T: Copy>(indices: &[u32], values: &[T], at: usize) -> Option<T> {
    values.get(*indices.get(at)? as usize).copied()
}
