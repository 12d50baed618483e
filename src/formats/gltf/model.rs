//! The meshes of a file, one a character: a part for each primitive of each node that carries a mesh.
//! Invariant: a primitive is decoded once; its parts share the vertices and differ in palette and morph names.

use super::{
    geometry::{self, Geometry},
    json,
    morph::{Target, mesh_name},
    nodes::Nodes,
    skin::{self, Influences},
    source::{Source, no_such},
};
use crate::{ImportError, Problem, names::UniqueNames};
use anim::{
    Array, MeshPart, Name,
    mesh::{Joint, Morph, SkinMethod},
};
use asset::{Material, Mesh, mesh::Part};
use std::{collections::BTreeMap, rc::Rc, sync::Arc};

/// By character; `meshes` are without parts. Characters without any have none.
pub fn read(
    source: &mut Source<'_>,
    meshes: Vec<Mesh>,
    nodes: &Nodes,
    palettes: &[Array<Joint>],
    targets: &BTreeMap<usize, Vec<Target>>,
) -> Result<Vec<Option<Mesh>>, ImportError> {
    let mut reader = ModelReader {
        source,
        nodes,
        palettes,
        targets,
        known: BTreeMap::new(),
        rigid: BTreeMap::new(),
        names: meshes.iter().map(|_| UniqueNames::default()).collect(),
        parts: meshes.iter().map(|_| Vec::new()).collect(),
        meshes,
    };
    let root = reader.source.root;
    for index in 0..root.nodes.len() {
        reader.source.went(super::MESHES, index, root.nodes.len())?;
        reader.node(index)?;
    }
    note_unused(reader.source);
    let filled = |(mesh, parts): (Mesh, Vec<(usize, Part)>)| {
        (!parts.is_empty()).then(|| Mesh { lods: nodes.levels.split(parts, &mesh.bones), ..mesh })
    };
    Ok(reader.meshes.into_iter().zip(reader.parts).map(filled).collect())
}

struct ModelReader<'r, 'a> {
    source: &'r mut Source<'a>,
    nodes: &'r Nodes,
    palettes: &'r [Array<Joint>],
    targets: &'r BTreeMap<usize, Vec<Target>>,
    /// Primitives by mesh and index; None where there is nothing to draw.
    known: BTreeMap<(usize, usize), Option<Rc<Geometry>>>,
    /// The influences of rigid parts by vertex count.
    rigid: BTreeMap<usize, Influences>,
    /// Of parts, by character.
    names: Vec<UniqueNames>,
    /// By character, and the nodes that they are of.
    parts: Vec<Vec<(usize, Part)>>,
    /// By character.
    meshes: Vec<Mesh>,
}

impl ModelReader<'_, '_> {
    fn node(&mut self, index: usize) -> Result<(), ImportError> {
        let root = self.source.root;
        let place = format!("/nodes/{index}");
        let node = &root.nodes[index];
        let palette = match node.skin {
            Some(skin) => {
                Some(self.palettes.get(skin.0).ok_or_else(|| no_such("skin", skin.0, self.palettes.len(), &place))?)
            }
            None => None,
        };
        let Some(mesh_index) = node.mesh else {
            if palette.is_some() {
                self.source.report.warn(place, "The node has a skin but no mesh; the skin was left out.");
            }
            return Ok(());
        };
        let mesh =
            root.meshes.get(mesh_index.0).ok_or_else(|| no_such("mesh", mesh_index.0, root.meshes.len(), &place))?;
        if mesh.primitives.is_empty() {
            self.source
                .report
                .warn(format!("/meshes/{}", mesh_index.0), "The mesh has no primitives; it was left out.");
        }
        for at in 0..mesh.primitives.len() {
            self.primitive(index, mesh_index.0, mesh, at, palette)?;
        }
        Ok(())
    }

    fn primitive(
        &mut self,
        node: usize,
        mesh_index: usize,
        mesh: &json::Mesh,
        at: usize,
        palette: Option<&Array<Joint>>,
    ) -> Result<(), ImportError> {
        let place = format!("/meshes/{mesh_index}/primitives/{at}");
        self.source.reserve((size_of::<Part>() + size_of::<MeshPart>()) as u64, &place)?;
        let home = self.nodes.home(self.source.root, node).unwrap_or(0);
        let material = self.material(home, &mesh.primitives[at], &place);
        let Some(geometry) = self.geometry((mesh_index, at), &mesh.primitives[at], &place)? else {
            return Ok(());
        };
        let (palette, influences) = self.skinning(node, palette, &geometry, &place)?;
        let name = self.names[home].claim(&part_name(mesh_index, mesh, at));
        let (morphs, names) = self.morphs(node, &geometry);
        let data = data(&name, &geometry, palette, influences, morphs);
        let source = Some((node as u32, at as u32));
        let attributes = geometry.names.clone();
        let data = Arc::new(data);
        let part = Part { name, source, material, morphs: names, attributes, profiles: Vec::new(), cloth: None, data };
        self.parts[home].push((node, part));
        Ok(())
    }

    fn material(&mut self, home: usize, primitive: &json::Primitive, place: &str) -> usize {
        let given = self.source.root.materials.len();
        match primitive.material {
            Some(material) if material.0 < given => material.0,
            other => {
                if let Some(material) = other {
                    let text = format!("It is odd: there is no material {}; a plain one was taken.", material.0);
                    self.source.report.warn(place, text);
                }
                let materials = &mut self.meshes[home].materials;
                if materials.len() == given {
                    materials.push(Material::default());
                }
                given
            }
        }
    }

    fn geometry(
        &mut self,
        key: (usize, usize),
        primitive: &json::Primitive,
        place: &str,
    ) -> Result<Option<Rc<Geometry>>, ImportError> {
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let material = primitive.material.and_then(|material| self.source.root.materials.get(material.0));
        let geometry = geometry::read(self.source, primitive, material, place)?.map(Rc::new);
        self.known.insert(key, geometry.clone());
        Ok(geometry)
    }

    /// What a node's primitive follows, and how.
    fn skinning(
        &mut self,
        node: usize,
        palette: Option<&Array<Joint>>,
        geometry: &Geometry,
        place: &str,
    ) -> Result<(Array<Joint>, Influences), ImportError> {
        let (palette, influences) = match (palette, &geometry.influences) {
            (Some(palette), Some(influences)) => (palette.clone(), influences.clone()),
            (Some(palette), None) => {
                self.source.report.warn(place, "It is skinned but has no weights; it follows the first joint.");
                (palette.clone(), self.rigid(geometry.positions.len()))
            }
            (None, weighted) => {
                if weighted.is_some() {
                    self.source.report.warn(place, "It has weights, but its node has no skin; it follows the node.");
                }
                (
                    skin::rigid(self.nodes.stand(self.source.root, node, self.source.scale)),
                    self.rigid(geometry.positions.len()),
                )
            }
        };
        if usize::from(influences.highest) >= palette.len() {
            let problem =
                Problem::NoSuch { what: "joint", index: influences.highest.into(), count: palette.len() as u64 };
            return Err(ImportError::new(place.into(), problem));
        }
        Ok((palette, influences))
    }

    fn rigid(&mut self, vertices: usize) -> Influences {
        self.rigid.entry(vertices).or_insert_with(|| Influences::rigid(vertices)).clone()
    }

    fn morphs(&self, node: usize, geometry: &Geometry) -> (Vec<Morph>, Vec<String>) {
        let targets = self.targets.get(&node).into_iter().flatten();
        let morph = |(target, range): (&Target, &std::ops::Range<u32>)| {
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
    palette: Array<Joint>,
    influences: Influences,
    morphs: Vec<Morph>,
) -> MeshPart {
    MeshPart {
        name: Name::new(name),
        method: SkinMethod::Linear,
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

fn note_unused(source: &mut Source<'_>) {
    let mut is_used = vec![false; source.root.meshes.len()];
    for mesh in source.root.nodes.iter().filter_map(|node| node.mesh) {
        if let Some(used) = is_used.get_mut(mesh.0) {
            *used = true;
        }
    }
    for index in (0..is_used.len()).filter(|index| !is_used[*index]) {
        source.report.note(format!("/meshes/{index}"), "No node carries the mesh; it was left out.");
    }
}

/// The mesh's name, and the primitive's number where there are several.
fn part_name(index: usize, mesh: &json::Mesh, primitive: usize) -> String {
    let name = mesh_name(index, mesh);
    if mesh.primitives.len() > 1 { format!("{name}_{primitive}") } else { name }
}
