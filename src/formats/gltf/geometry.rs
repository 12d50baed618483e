//! The vertices of one primitive, decoded once however many nodes carry it.
//! Invariant: every stream has one entry a vertex, every number is finite, every index is in range.

use super::{
    accessor::{AccessorHeader, AccessorShape},
    draco::{self, Decoded},
    dropped,
    json::{GltfMaterial, Primitive, TextureInfo},
    odd,
    source::GltfSource,
};
use crate::{
    ImportError, ImportProblem, bounds,
    geometry::Geometry,
    influences::{self, InfluenceSet, VertexInfluences},
    topology::{self, PrimitiveMode},
};
use anim::{
    Name,
    mesh::{Attribute, MorphDelta},
};
use glam::Vec3;
use std::ops::Range;
use words::tr;

/// Most `JOINTS_n`, `WEIGHTS_n` pairs that are read.
const MAX_SETS: usize = 16;
/// Bytes that any Draco stream may take to decode, and further bytes for every vertex and index
/// that it promises.
const DRACO_BASE_BYTES: u64 = 1 << 20;
const DRACO_VERTEX_BYTES: u64 = 128;
const DRACO_INDEX_BYTES: u64 = 8;

/// Reads a primitive in metres. None when there is nothing to draw, which is reported. An Err means
/// broken references, indices without a vertex, or too much memory.
pub fn read(
    source: &mut GltfSource<'_>,
    primitive: &Primitive,
    material: Option<&GltfMaterial>,
    place: &str,
) -> Result<Option<Geometry>, ImportError> {
    let mode = primitive.mode.map_or(4, |mode| mode.0);
    let mode = PrimitiveMode::read(mode)
        .ok_or_else(|| ImportError::invalid(place, tr!("mode {mode} is unknown")))?;
    if mode == PrimitiveMode::NoTriangles {
        source.reading.report.warn(
            place,
            tr!("The primitive is made of points or lines; it was left out."),
        );
        return Ok(None);
    }
    let Some(position) = primitive.attributes.get("POSITION") else {
        source.reading.report.warn(
            place,
            tr!("The primitive has no positions; it was left out."),
        );
        return Ok(None);
    };
    let header = source.accessor(position.0, &[AccessorShape::Vec3], place)?;
    let mut reader = GeometryReader::new(source, primitive, &header, place)?;
    let positions = reader.positions(&header)?;
    let indices = reader.indices(mode)?;
    let normals = reader.normals(&positions, &indices)?;
    let bumps = material.and_then(|material| material.normal_texture.as_ref());
    let uvs = reader.uvs(
        material
            .and_then(|material| material.pbr_metallic_roughness.base_color_texture.as_ref())
            .or(bumps),
    )?;
    let mut tangents = reader.tangents()?;
    if tangents.is_empty() && bumps.is_some() && !uvs.is_empty() {
        reader
            .source
            .reading
            .budget
            .reserve((uvs.len() * size_of::<[Vec3; 3]>()) as u64, place)?;
        tangents = anim::tangent::tangents(&positions, &normals, &uvs, &indices);
    }
    let colors = reader.colors()?;
    let influences = reader.influences()?;
    let (deltas, delta_tangents, targets) = reader.targets()?;
    let further = reader.further(dropped::coordinates(material))?;
    Ok(Some(Geometry {
        positions: positions.into(),
        normals: normals.into(),
        tangents: tangents.into(),
        uvs: uvs.into(),
        colors: colors.into(),
        indices: indices.into(),
        influences,
        deltas: deltas.into(),
        delta_tangents: delta_tangents.into(),
        attributes: further.attributes.into(),
        attribute_values: further.values.into(),
        names: further.names,
        targets,
    }))
}

#[derive(Default)]
struct Further {
    attributes: Vec<Attribute>,
    values: Vec<f32>,
    names: Vec<String>,
}

struct GeometryReader<'r, 'a> {
    source: &'r mut GltfSource<'a>,
    primitive: &'r Primitive,
    decoded: Option<Decoded>,
    vertices: usize,
    place: &'r str,
}

impl<'r, 'a> GeometryReader<'r, 'a> {
    fn new(
        source: &'r mut GltfSource<'a>,
        primitive: &'r Primitive,
        positions: &AccessorHeader,
        place: &'r str,
    ) -> Result<Self, ImportError> {
        let mut reader = Self {
            source,
            primitive,
            decoded: None,
            vertices: positions.count,
            place,
        };
        if u32::try_from(positions.count).is_err() {
            let problem = ImportProblem::TooLarge {
                what: "vertices",
                count: positions.count as u64,
                limit: u32::MAX.into(),
            };
            return Err(ImportError::new(place.into(), problem));
        }
        if let Some(view) = &primitive.extensions.draco {
            let decoded = reader.decompressed(view.buffer_view.0)?;
            reader.vertices = decoded.vertex_count();
            reader.decoded = Some(decoded);
        }
        Ok(reader)
    }

    fn decompressed(&mut self, view: usize) -> Result<Decoded, ImportError> {
        let view = self.source.view(view, self.place)?;
        let indices = match self.primitive.indices {
            Some(accessor) => {
                self.source
                    .accessor(accessor.0, &[AccessorShape::Scalar], self.place)?
                    .count
            }
            None => self.vertices,
        };
        let promised = DRACO_VERTEX_BYTES * self.vertices as u64
            + DRACO_INDEX_BYTES.saturating_mul(indices as u64);
        let bytes = promised.saturating_add(DRACO_BASE_BYTES);
        self.source.reading.budget.reserve(bytes, self.place)?;
        let decoded = draco::decode(view.bytes(), self.vertices, indices, bytes, self.place)?;
        // What stays is counted where it is read out.
        self.source.reading.budget.release(bytes / 2);
        Ok(decoded)
    }

    /// Values of an attribute, one element for each vertex. None when the primitive lacks it.
    fn attribute(
        &mut self,
        name: &str,
        shapes: &[AccessorShape],
    ) -> Result<Option<(AccessorShape, Vec<f32>)>, ImportError> {
        let Some(accessor) = self.primitive.attributes.get(name) else {
            return Ok(None);
        };
        let place = format!("{}/attributes/{name}", self.place);
        let header = self.source.accessor(accessor.0, shapes, &place)?;
        if let (Some(decoded), Some(view)) = (&self.decoded, &self.primitive.extensions.draco)
            && let Some(stored) = decoded.floats(view, name, header.shape.width())
        {
            return Ok(Some((
                header.shape,
                stored
                    .into_iter()
                    .map(|value| header.meaning(value))
                    .collect(),
            )));
        }
        self.check_count(&header, &place)?;
        Ok(Some((header.shape, self.source.floats(&header)?)))
    }

    /// Values of an attribute that only changes the look, as by [`Self::attribute`]. With another
    /// number of elements than vertices it is left out with a warning, not an Err.
    fn look(
        &mut self,
        name: &str,
        shapes: &[AccessorShape],
    ) -> Result<Option<(AccessorShape, Vec<f32>)>, ImportError> {
        let accessors = &self.source.root.accessors;
        let given = self
            .primitive
            .attributes
            .get(name)
            .and_then(|at| accessors.get(at.0));
        let count = given.map_or(self.vertices, |accessor| accessor.count.0);
        if self.decoded.is_none() && count != self.vertices && count > 0 {
            let what = tr!(
                "it has {count} elements, but the primitive has {} vertices",
                self.vertices
            );
            odd::left_out(
                self.source.reading.report,
                format!("{}/attributes/{name}", self.place),
                &what,
                true,
            )?;
            return Ok(None);
        }
        self.attribute(name, shapes)
    }

    fn check_count(&self, header: &AccessorHeader, place: &str) -> Result<(), ImportError> {
        if header.count == self.vertices {
            return Ok(());
        }
        let what = tr!(
            "it has {} elements, but the primitive has {} vertices",
            header.count,
            self.vertices
        );
        Err(ImportError::invalid(place, what))
    }

    fn positions(&mut self, header: &AccessorHeader) -> Result<Vec<[f32; 3]>, ImportError> {
        let mut values = self
            .attribute("POSITION", &[header.shape])?
            .map(|(_, values)| values)
            .unwrap_or_default();
        self.source.scale_all(&mut values);
        Ok(self.repaired(&values, "positions", 0.0, bounds::LENGTH))
    }

    /// Groups values into elements of `N` numbers within `limit`. Elements that are not finite
    /// become `or`. Both are reported.
    fn repaired<const N: usize>(
        &mut self,
        values: &[f32],
        what: &str,
        or: f32,
        limit: f32,
    ) -> Vec<[f32; N]> {
        let mut elements = grouped::<N>(values);
        let (mut broken, mut far) = (0, 0);
        for element in &mut elements {
            if !element.iter().all(|value| value.is_finite()) {
                *element = [or; N];
                broken += 1;
            } else if element.iter().any(|value| value.abs() > limit) {
                *element = element.map(|value| bounds::within(value, limit));
                far += 1;
            }
        }
        if broken > 0 {
            self.source.reading.report.warn(
                self.place,
                tr!("{broken} {what} are not numbers; {or} is used."),
            );
        }
        if far > 0 {
            self.source.reading.report.warn(
                self.place,
                tr!("{far} {what} are larger than {limit:e}; they were clamped."),
            );
        }
        elements
    }

    fn indices(&mut self, mode: PrimitiveMode) -> Result<Vec<u32>, ImportError> {
        if let Some(decoded) = &mut self.decoded {
            return Ok(std::mem::take(&mut decoded.indices));
        }
        let indices = match self.primitive.indices {
            Some(accessor) => {
                let place = format!("{}/indices", self.place);
                let header = self
                    .source
                    .accessor(accessor.0, &[AccessorShape::Scalar], &place)?;
                self.source.integers(&header)?
            }
            None => (0..self.vertices as u32).collect(),
        };
        if let Some(bad) = indices
            .iter()
            .find(|index| **index as usize >= self.vertices)
        {
            let what = tr!("index {bad} has no vertex; the mesh has {}", self.vertices);
            return Err(ImportError::invalid(
                format!("{}/indices", self.place),
                what,
            ));
        }
        let is_whole = mode != PrimitiveMode::Triangles || indices.len().is_multiple_of(3);
        if !is_whole {
            self.source.reading.report.warn(
                self.place,
                tr!("The last triangle is incomplete; it was left out."),
            );
        }
        Ok(topology::triangles(mode, indices))
    }

    fn normals(
        &mut self,
        positions: &[[f32; 3]],
        indices: &[u32],
    ) -> Result<Vec<[f32; 3]>, ImportError> {
        let Some((_, values)) = self.look("NORMAL", &[AccessorShape::Vec3])? else {
            self.source.reading.report.note(
                self.place,
                tr!("The primitive has no normals; smooth ones were computed."),
            );
            return Ok(topology::normals(positions, indices));
        };
        let mut normals = grouped::<3>(&values);
        let is_bad =
            |normal: &[f32; 3]| !normal.iter().all(|x| x.is_finite()) || *normal == [0.0; 3];
        let bad = normals.iter().filter(|normal| is_bad(normal)).count();
        if bad > 0 {
            self.source.reading.report.warn(
                self.place,
                tr!("{bad} normals have no direction; they were computed."),
            );
        }
        let computed = if bad > 0 {
            topology::normals(positions, indices)
        } else {
            Vec::new()
        };
        for (vertex, normal) in normals.iter_mut().enumerate() {
            *normal = if is_bad(normal) {
                computed[vertex]
            } else {
                topology::unit_or_up(Vec3::from(*normal)).to_array()
            };
        }
        Ok(normals)
    }

    fn tangents(&mut self) -> Result<Vec<[f32; 4]>, ImportError> {
        let Some((_, values)) = self.look("TANGENT", &[AccessorShape::Vec4])? else {
            return Ok(Vec::new());
        };
        let mut tangents = self.repaired::<4>(&values, "tangents", 1.0, f32::MAX);
        for tangent in &mut tangents {
            let [x, y, z, w] = *tangent;
            let unit = topology::unit_or_up(Vec3::new(x, y, z));
            *tangent = unit.extend(if w < 0.0 { -1.0 } else { 1.0 }).to_array();
        }
        Ok(tangents)
    }

    fn uvs(&mut self, texture: Option<&TextureInfo>) -> Result<Vec<[f32; 2]>, ImportError> {
        let transform = texture.and_then(|texture| texture.extensions.transform.as_ref());
        let set = transform
            .and_then(|t| t.tex_coord)
            .or(texture.and_then(|t| t.tex_coord))
            .map_or(0, |set| set.0);
        let Some((_, values)) = self.look(&format!("TEXCOORD_{set}"), &[AccessorShape::Vec2])?
        else {
            if texture.is_some() {
                let text =
                    tr!("The material has a texture, but the primitive has no TEXCOORD_{set}.");
                self.source.reading.report.warn(self.place, text);
            }
            return Ok(Vec::new());
        };
        let mut uvs = self.repaired::<2>(&values, tr!("texture coordinates"), 0.0, bounds::FACTOR);
        if let Some(t) = transform {
            let ([ou, ov], [su, sv]) = (t.offset.unwrap_or_default(), t.scale.unwrap_or([1.0; 2]));
            let (sin, cos) = t.rotation.unwrap_or(0.0).sin_cos();
            for uv in &mut uvs {
                let (u, v) = (f64::from(uv[0]) * su, f64::from(uv[1]) * sv);
                *uv = [ou + cos * u + sin * v, ov - sin * u + cos * v]
                    .map(|x| bounds::within(x as f32, bounds::FACTOR));
            }
        }
        Ok(uvs)
    }

    fn colors(&mut self) -> Result<Vec<[f32; 4]>, ImportError> {
        Ok(
            match self.look("COLOR_0", &[AccessorShape::Vec3, AccessorShape::Vec4])? {
                None => Vec::new(),
                Some((AccessorShape::Vec3, values)) => {
                    let colors = self.repaired::<3>(&values, "colours", 1.0, bounds::FACTOR);
                    colors.into_iter().map(|[r, g, b]| [r, g, b, 1.0]).collect()
                }
                Some((_, values)) => self.repaired::<4>(&values, "colours", 1.0, bounds::FACTOR),
            },
        )
    }

    fn influences(&mut self) -> Result<Option<VertexInfluences>, ImportError> {
        let mut sets = Vec::new();
        for n in 0..MAX_SETS {
            let joints = self.attribute(&format!("JOINTS_{n}"), &[AccessorShape::Vec4])?;
            let weights = self.attribute(&format!("WEIGHTS_{n}"), &[AccessorShape::Vec4])?;
            match (joints, weights) {
                (Some((_, joints)), Some((_, weights))) => {
                    sets.push(InfluenceSet {
                        joints: joints.into_iter().map(|joint| joint as u32).collect(),
                        weights,
                    });
                }
                (None, None) => break,
                _ => self.source.reading.report.warn(
                    self.place,
                    tr!("JOINTS_{n} and WEIGHTS_{n} must come together; they were left out."),
                ),
            }
        }
        if sets.is_empty() {
            return Ok(None);
        }
        influences::influences(&sets, self.vertices, self.place, self.source.reading.report)
            .map(Some)
    }

    /// Attributes that are kept without being drawn, by name: see [`dropped::further`].
    fn further(&mut self, coordinates: usize) -> Result<Further, ImportError> {
        let mut further = Further::default();
        for name in dropped::further(self.primitive, coordinates) {
            let shapes = [
                AccessorShape::Scalar,
                AccessorShape::Vec2,
                AccessorShape::Vec3,
                AccessorShape::Vec4,
            ];
            let place = format!("{}/attributes/{name}", self.place);
            let values = (self.vertices * size_of::<[f32; 4]>()) as u64;
            self.source.reading.budget.reserve(values, &place)?;
            let (shape, mut values) = match self.attribute(name, &shapes) {
                Ok(Some(found)) => found,
                Ok(None) => continue,
                // Nothing that is drawn needs it.
                Err(error) => {
                    self.source
                        .reading
                        .report
                        .warn(place, tr!("{name} was left out: {error}."));
                    continue;
                }
            };
            let bad = values.iter().filter(|value| !value.is_finite()).count();
            if bad > 0 {
                values
                    .iter_mut()
                    .filter(|value| !value.is_finite())
                    .for_each(|value| *value = 0.0);
                self.source
                    .reading
                    .report
                    .warn(place, tr!("{bad} values are not numbers; 0 is used."));
            }
            let (components, first) = (shape.width() as u32, further.values.len() as u32);
            further.attributes.push(Attribute {
                name: Name::new(name),
                components,
                first,
            });
            further.values.extend(values);
            further.names.push(name.clone());
        }
        Ok(further)
    }

    #[expect(
        clippy::type_complexity,
        reason = "deltas, what they do to tangents, and the range of each target"
    )]
    fn targets(
        &mut self,
    ) -> Result<(Vec<MorphDelta>, Vec<[f32; 3]>, Vec<Range<u32>>), ImportError> {
        let primitive = self.primitive;
        let (mut deltas, mut turns, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
        let has_turns = primitive
            .targets
            .iter()
            .any(|target| target.contains_key("TANGENT"))
            && primitive.attributes.contains_key("TANGENT");
        for (index, target) in primitive.targets.iter().enumerate() {
            let place = format!("{}/targets/{index}", self.place);
            let scale = self.source.scale;
            let mut read = |name: &str, scale: f32| match target.get(name) {
                Some(accessor) => self.deltas_of(accessor.0, scale, &place),
                None => Ok(Vec::new()),
            };
            let (positions, normals) = (read("POSITION", scale)?, read("NORMAL", 1.0)?);
            let tangents = if has_turns {
                read("TANGENT", 1.0)?
            } else {
                Vec::new()
            };
            let first = deltas.len() as u32;
            self.source.reading.budget.reserve(
                (positions.len().max(normals.len()) * size_of::<MorphDelta>()) as u64,
                &place,
            )?;
            let at = |values: &[[f32; 3]], vertex: usize| {
                values.get(vertex).copied().unwrap_or_default()
            };
            for vertex in 0..self.vertices {
                let (position, normal) = (at(&positions, vertex), at(&normals, vertex));
                let turn = at(&tangents, vertex);
                if position != [0.0; 3] || normal != [0.0; 3] || turn != [0.0; 3] {
                    deltas.push(MorphDelta {
                        vertex: vertex as u32,
                        position,
                        normal,
                    });
                    turns.extend(has_turns.then_some(turn));
                }
            }
            if deltas.len() > u32::MAX as usize {
                let problem = ImportProblem::TooLarge {
                    what: tr!("morph deltas"),
                    count: deltas.len() as u64,
                    limit: u32::MAX.into(),
                };
                return Err(ImportError::new(place.into(), problem));
            }
            ranges.push(first..deltas.len() as u32);
        }
        Ok((deltas, turns, ranges))
    }

    fn deltas_of(
        &mut self,
        accessor: usize,
        scale: f32,
        place: &str,
    ) -> Result<Vec<[f32; 3]>, ImportError> {
        let header = self
            .source
            .accessor(accessor, &[AccessorShape::Vec3], place)?;
        self.check_count(&header, place)?;
        let mut values = self.source.floats(&header)?;
        values.iter_mut().for_each(|value| *value *= scale);
        Ok(self.repaired::<3>(&values, tr!("morph deltas"), 0.0, bounds::LENGTH))
    }
}

fn grouped<const N: usize>(values: &[f32]) -> Vec<[f32; N]> {
    values
        .chunks_exact(N)
        .map(|chunk| std::array::from_fn(|i| chunk[i]))
        .collect()
}
