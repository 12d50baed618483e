//! A part of a mesh as a glTF mesh of one primitive, on a node of its own.

use super::{
    ExportError,
    lists::pushed,
    material::Written,
    morph::{self, Shapes},
    rig::GltfExportRig,
    skin,
    store::Use,
    writer::Writer,
};
use crate::{gltf::json::MESH, topology::unit_or_up};
use anim::MeshPart;
use asset::{Bones, Mesh, mesh::Part};
use glam::Vec3;
use serde_json::{Map, Value, json};
use words::tr;

const JOINTS: [&str; 2] = ["JOINTS_0", "JOINTS_1"];
const WEIGHTS: [&str; 2] = ["WEIGHTS_0", "WEIGHTS_1"];

impl<'a> Writer<'a> {
    /// Writes a part and returns its node. None where there is nothing to draw.
    pub(super) fn part(
        &mut self,
        rig: &mut GltfExportRig<'a>,
        mesh: &'a Mesh,
        part: &'a Part,
    ) -> Result<Option<usize>, ExportError> {
        let data = &*Bones::of(rig.skeleton).part(mesh, &part.data);
        if data.positions.is_empty() || data.indices.is_empty() {
            return Ok(None);
        }
        let place = tr!("mesh “{}”, part “{}”", mesh.name, part.name);
        let skin = self.skin(rig, data, &place)?;
        let material = mesh
            .materials
            .get(part.material)
            .map(|material| self.material(material, &place))
            .transpose()?;
        let mut primitive = json!({"attributes": self.attributes((data, &part.attributes), &skin.joint_of, material.as_ref(), &place)?});
        primitive["indices"] = json!(self.store.indices(&data.indices));
        if let Some(material) = material {
            primitive["material"] = json!(material.index);
        }
        let shapes = Shapes::of(self.nodes.len(), part);
        if !shapes.names.is_empty() {
            primitive["targets"] = json!(morph::targets(&mut self.store, part, &place)?);
        }
        let mut written = json!({"name": part.name, "primitives": [primitive]});
        shapes.write(&mut written, &place)?;
        let at = pushed(&mut self.meshes, written);
        let node =
            json!({"name": part.name, "mesh": at, "skin": skin.index, "extras": {MESH: true}});
        let node = pushed(&mut self.nodes, node);
        if !shapes.names.is_empty() {
            rig.shapes.push(shapes);
        }
        Ok(Some(node))
    }

    fn attributes(
        &mut self,
        (data, names): (&MeshPart, &[String]),
        joint_of: &[u16],
        material: Option<&Written>,
        place: &str,
    ) -> Result<Value, ExportError> {
        let mut attributes = Map::new();
        let store = &mut self.store;
        let mut add =
            |name: &'static str, at: usize| drop(attributes.insert(name.into(), json!(at)));
        let vertex =
            |what: &'static str| move |vertex: usize| tr!("{place}, {what} of vertex {vertex}");
        add(
            "POSITION",
            store.floats(
                Use::Vertices("POSITION"),
                &data.positions,
                vertex("position"),
            )?,
        );
        let normals: Vec<[f32; 3]> = data.normals.iter().map(|normal| unit(*normal)).collect();
        add(
            "NORMAL",
            store.floats(Use::Vertices("NORMAL"), &normals, vertex("normal"))?,
        );
        if !data.tangents.is_empty() {
            let tangents: Vec<[f32; 4]> = data
                .tangents
                .iter()
                .map(|tangent| unit_tangent(*tangent))
                .collect();
            add(
                "TANGENT",
                store.floats(Use::Vertices("TANGENT"), &tangents, vertex("tangent"))?,
            );
        }
        if !data.uvs.is_empty() {
            add(
                "TEXCOORD_0",
                store.floats(
                    Use::Vertices("TEXCOORD_0"),
                    &data.uvs,
                    vertex("coordinates"),
                )?,
            );
        } else if material.is_some_and(|material| material.needs_coordinates) {
            let corner = vec![[0.0; 2]; data.vertex_count()];
            add(
                "TEXCOORD_0",
                store.floats(Use::Vertices("TEXCOORD_0"), &corner, vertex("coordinates"))?,
            );
        }
        if !data.colors.is_empty() {
            add(
                "COLOR_0",
                store.floats(Use::Vertices("COLOR_0"), &data.colors, vertex("colour"))?,
            );
        }
        let given =
            [data.uvs.is_empty(), data.colors.is_empty()].map(|is_empty| u32::from(!is_empty));
        let given = [
            given[0].max(u32::from(attributes.contains_key("TEXCOORD_0"))),
            given[1],
        ];
        for (name, values, width) in further(data, names, given) {
            let at = self
                .store
                .numbers(Use::Vertices("further"), values, width, |vertex| {
                    tr!("{place}, {name} of vertex {vertex}")
                })?;
            attributes.insert(name, json!(at));
        }
        let mut add =
            |name: &'static str, at: usize| drop(attributes.insert(name.into(), json!(at)));
        let store = &mut self.store;
        let reduced = skin::influences(data, joint_of, self.style.influences);
        self.notes.extend(reduced.note(place));
        for (at, set) in reduced.sets.iter().enumerate() {
            add(
                JOINTS[at],
                store.joints(Use::Vertices(JOINTS[at]), &set.joints),
            );
            add(
                WEIGHTS[at],
                store.floats(Use::Vertices(WEIGHTS[at]), &set.weights, vertex("weights"))?,
            );
        }
        Ok(attributes.into())
    }
}

/// Further attributes: names that glTF allows, values, and numbers for each vertex. Texture
/// coordinates and colours are numbered on from how many are `given`.
fn further<'a>(
    data: &'a MeshPart,
    names: &[String],
    given: [u32; 2],
) -> Vec<(String, &'a [f32], usize)> {
    let [mut coordinates, mut colors] = given;
    let counted = |count: &mut u32| std::mem::replace(count, *count + 1);
    let mut named = |name: &str, width: u32| match (name, width) {
        _ if name.starts_with("TEXCOORD_") && width == 2 => {
            format!("TEXCOORD_{}", counted(&mut coordinates))
        }
        _ if name.starts_with("COLOR_") && width >= 3 => format!("COLOR_{}", counted(&mut colors)),
        _ if name.starts_with('_') => name.to_owned(),
        _ => format!("_{name}"),
    };
    let attributes = data.attributes.iter().zip(names);
    attributes
        .map(|(it, name)| {
            (
                named(name, it.components),
                data.values(it),
                it.components as usize,
            )
        })
        .collect()
}

fn unit(direction: [f32; 3]) -> [f32; 3] {
    unit_or_up(Vec3::from(direction)).to_array()
}

fn unit_tangent([x, y, z, w]: [f32; 4]) -> [f32; 4] {
    let [x, y, z] = unit([x, y, z]);
    [x, y, z, if w < 0.0 { -1.0 } else { 1.0 }]
}
