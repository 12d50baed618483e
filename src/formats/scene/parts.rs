//! The meshes of characters: a part for each part of each mesh that a node carries.
//! Invariant: the parts made of one share its vertices and differ in palette and morph names.

use super::{
    ParsedMesh as SceneMesh, ParsedPart as ScenePart, ParsedScene,
    morph::{SceneMorphTarget, mesh_name},
    nodes::Nodes,
    palette,
};
use crate::{
    ImportError, ImportProblem, geometry::Geometry, influences::VertexInfluences,
    names::UniqueNames, reading::Reading,
};
use anim::{
    Array, MeshPart, Name,
    mesh::{Morph, PaletteJoint},
};
use asset::{Material, Mesh, mesh::Part};
use std::{collections::BTreeMap, sync::Arc};
use words::tr;

/// The mesh of each character; None for a character without parts. `meshes` are the same without
/// parts. An Err means a reference to nothing, or too much memory.
pub fn read(
    scene: &ParsedScene,
    meshes: Vec<Mesh>,
    nodes: &Nodes,
    palettes: &[Array<PaletteJoint>],
    targets: &BTreeMap<usize, Vec<SceneMorphTarget>>,
    reading: &mut Reading<'_>,
) -> Result<Vec<Option<Mesh>>, ImportError> {
    let mut builder = PartBuilder {
        scene,
        reading,
        nodes,
        palettes,
        targets,
        rigid: BTreeMap::new(),
        names: meshes.iter().map(|_| UniqueNames::default()).collect(),
        parts: meshes.iter().map(|_| Vec::new()).collect(),
        given: meshes.first().map_or(0, |mesh| mesh.materials.len()),
        meshes,
    };
    for index in 0..scene.nodes.len() {
        builder.node(index)?;
    }
    note_unused(scene, builder.reading);
    let filled = |(mesh, parts): (Mesh, Vec<(usize, Part)>)| {
        (!parts.is_empty()).then(|| Mesh {
            lods: nodes.levels.split(parts, &mesh.bones),
            ..mesh
        })
    };
    Ok(builder
        .meshes
        .into_iter()
        .zip(builder.parts)
        .map(filled)
        .collect())
}

struct PartBuilder<'r, 'a> {
    scene: &'r ParsedScene,
    reading: &'r mut Reading<'a>,
    nodes: &'r Nodes,
    palettes: &'r [Array<PaletteJoint>],
    targets: &'r BTreeMap<usize, Vec<SceneMorphTarget>>,
    /// Influences of rigid parts, by number of vertices.
    rigid: BTreeMap<usize, VertexInfluences>,
    /// Names of parts that are taken, by character.
    names: Vec<UniqueNames>,
    /// Parts with their nodes, by character.
    parts: Vec<Vec<(usize, Part)>>,
    /// Meshes without parts, by character.
    meshes: Vec<Mesh>,
    /// Number of materials in the file.
    given: usize,
}

impl PartBuilder<'_, '_> {
    fn node(&mut self, index: usize) -> Result<(), ImportError> {
        let (scene, place) = (self.scene, format!("/nodes/{index}"));
        let node = &scene.nodes[index];
        let missing = |what, at: usize, count: usize| ImportError::no_such(what, at, count, &place);
        let palette = match node.skin {
            Some(skin) => Some(
                self.palettes
                    .get(skin)
                    .ok_or_else(|| missing("skin", skin, self.palettes.len()))?,
            ),
            None => None,
        };
        let Some(at) = node.mesh else {
            if palette.is_some() {
                self.reading.report.warn(
                    place,
                    tr!("The node has a skin but no mesh; the skin was left out."),
                );
            }
            return Ok(());
        };
        let mesh = scene
            .meshes
            .get(at)
            .ok_or_else(|| missing("mesh", at, scene.meshes.len()))?;
        if mesh.parts.is_empty() {
            self.reading.report.warn(
                format!("/meshes/{at}"),
                tr!("The mesh has no primitives; it was left out."),
            );
        }
        for part in 0..mesh.parts.len() {
            self.part(index, at, part, palette)?;
        }
        Ok(())
    }

    fn part(
        &mut self,
        node: usize,
        mesh_index: usize,
        at: usize,
        palette: Option<&Array<PaletteJoint>>,
    ) -> Result<(), ImportError> {
        let place = format!("/meshes/{mesh_index}/primitives/{at}");
        self.reading
            .budget
            .reserve((size_of::<Part>() + size_of::<MeshPart>()) as u64, &place)?;
        let mesh = &self.scene.meshes[mesh_index];
        let found = &mesh.parts[at];
        let home = self.nodes.home(self.scene, node).unwrap_or(0);
        let material = self.material(home, found, &place);
        let Some(geometry) = &found.geometry else {
            return Ok(());
        };
        let (palette, influences) = self.skinning(node, palette, geometry, &place)?;
        let name = self.names[home].claim(&part_name(mesh_index, mesh, at));
        let (morphs, names) = self.morphs(node, geometry);
        let data = MeshPart {
            method: found.method,
            ..data(&name, geometry, palette, influences, morphs)
        };
        let source = Some((node as u32, at as u32));
        let attributes = geometry.names.clone();
        let data = Arc::new(data);
        let part = Part {
            name,
            source,
            material,
            morphs: names,
            attributes,
            profiles: Vec::new(),
            cloth: None,
            data,
        };
        self.parts[home].push((node, part));
        Ok(())
    }

    fn material(&mut self, home: usize, part: &ScenePart, place: &str) -> usize {
        let given = self.given;
        match part.material {
            Some(material) if material < given => material,
            other => {
                if let Some(material) = other {
                    let text =
                        tr!("Material {material} does not exist; a default material is used.");
                    self.reading.report.warn(place, text);
                }
                let materials = &mut self.meshes[home].materials;
                if materials.len() == given {
                    materials.push(Material::default());
                }
                given
            }
        }
    }

    /// Palette and influences of a node's part.
    fn skinning(
        &mut self,
        node: usize,
        palette: Option<&Array<PaletteJoint>>,
        geometry: &Geometry,
        place: &str,
    ) -> Result<(Array<PaletteJoint>, VertexInfluences), ImportError> {
        let (palette, influences) = match (palette, &geometry.influences) {
            (Some(palette), Some(influences)) => (palette.clone(), influences.clone()),
            (Some(palette), None) => {
                self.reading.report.warn(
                    place,
                    tr!("It is skinned but has no weights; it follows the first bone."),
                );
                (palette.clone(), self.rigid(geometry.positions.len()))
            }
            (None, weighted) => {
                if weighted.is_some() {
                    self.reading.report.warn(
                        place,
                        tr!("It has weights, but its node has no skin; it follows the node."),
                    );
                }
                (
                    palette::rigid(self.nodes.stand(self.scene, node)),
                    self.rigid(geometry.positions.len()),
                )
            }
        };
        if usize::from(influences.highest) >= palette.len() {
            let problem = ImportProblem::NoSuch {
                what: "joint",
                index: influences.highest.into(),
                count: palette.len() as u64,
            };
            return Err(ImportError::new(place.into(), problem));
        }
        Ok((palette, influences))
    }

    fn rigid(&mut self, vertices: usize) -> VertexInfluences {
        self.rigid
            .entry(vertices)
            .or_insert_with(|| VertexInfluences::rigid(vertices))
            .clone()
    }

    fn morphs(&self, node: usize, geometry: &Geometry) -> (Vec<Morph>, Vec<String>) {
        let targets = self.targets.get(&node).into_iter().flatten();
        let morph = |(target, range): (&SceneMorphTarget, &std::ops::Range<u32>)| {
            let morph = Morph {
                name: Name::new(&target.name),
                default_weight: target.default_weight,
                first_delta: range.start,
                delta_count: range.len() as u32,
                reserved: 0,
            };
            (morph, target.name.clone())
        };
        targets.zip(&geometry.targets).map(morph).unzip()
    }
}

fn data(
    name: &str,
    geometry: &Geometry,
    palette: Array<PaletteJoint>,
    influences: VertexInfluences,
    morphs: Vec<Morph>,
) -> MeshPart {
    MeshPart {
        name: Name::new(name),
        positions: geometry.positions.clone(),
        normals: geometry.normals.clone(),
        tangents: geometry.tangents.clone(),
        uvs: geometry.uvs.clone(),
        colors: geometry.colors.clone(),
        influences: influences.per_vertex,
        joints: influences.joints,
        weights: influences.weights,
        palette,
        morphs: morphs.into(),
        deltas: geometry.deltas.clone(),
        delta_tangents: geometry.delta_tangents.clone(),
        attributes: geometry.attributes.clone(),
        attribute_values: geometry.attribute_values.clone(),
        indices: geometry.indices.clone(),
        ..MeshPart::default()
    }
}

fn note_unused(scene: &ParsedScene, reading: &mut Reading<'_>) {
    let mut is_used = vec![false; scene.meshes.len()];
    for mesh in scene.nodes.iter().filter_map(|node| node.mesh) {
        if let Some(used) = is_used.get_mut(mesh) {
            *used = true;
        }
    }
    for index in (0..is_used.len()).filter(|index| !is_used[*index]) {
        reading.report.note(
            format!("/meshes/{index}"),
            tr!("No node uses the mesh; it was left out."),
        );
    }
}

/// Name of the mesh, and the index of the part if there are several.
fn part_name(index: usize, mesh: &SceneMesh, part: usize) -> String {
    let name = mesh_name(index, mesh);
    if mesh.parts.len() > 1 {
        format!("{name}_{part}")
    } else {
        name
    }
}
