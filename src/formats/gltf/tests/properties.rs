//! Properties that hold for any file, over files that are made by dice.

use super::tests::{Builder, imported, parts, posed};
use crate::dice::Dice;
use asset::Project;
use glam::{Affine3A, DMat4, DQuat, DVec3, EulerRot, Mat4, Quat, Vec3};
use serde_json::{Value, json};

fn vector(dice: &mut Dice, low: f32, high: f32) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| dice.between(low, high)))
}

fn turn(dice: &mut Dice) -> Quat {
    let angles = vector(dice, -3.0, 3.0);
    Quat::from_euler(EulerRot::XYZ, angles.x, angles.y, angles.z)
}

/// Turned, moved and scaled, each axis by its own factor, some of them mirrored.
fn node(dice: &mut Dice) -> Value {
    let mut scale = vector(dice, 0.01, 5.0);
    if dice.below(3) == 0 {
        scale.x = -scale.x;
    }
    json!({
        "translation": vector(dice, -50.0, 50.0).to_array(),
        "rotation": turn(dice).to_array(),
        "scale": scale.to_array(),
    })
}

fn placed(node: Value, children: &[usize]) -> Value {
    let mut node = node;
    if !children.is_empty() {
        node["children"] = json!(children);
    }
    node
}

/// A chain of three joints below an armature, with a cloud of points that follow all of them, and a
/// mesh node below `above`: nothing, the armature, a joint, or nodes of its own. All of these move
/// nothing but themselves.
struct Skinned {
    joints: Vec<Value>,
    binds: Vec<[f32; 16]>,
    positions: Vec<[f32; 3]>,
    weights: Vec<f32>,
}

impl Skinned {
    fn new(dice: &mut Dice) -> Self {
        let joints = (0..3).map(|_| node(dice)).collect();
        let bind = |dice: &mut Dice| {
            let (scale, turn, place) = (
                Vec3::splat(dice.between(0.5, 2.0)),
                turn(dice),
                vector(dice, -1.0, 1.0),
            );
            Mat4::from(Affine3A::from_scale_rotation_translation(
                scale, turn, place,
            ))
            .to_cols_array()
        };
        let binds = (0..3).map(|_| bind(dice)).collect();
        let positions = (0..30)
            .map(|_| vector(dice, -1.0, 1.0).to_array())
            .collect();
        let mut weights = Vec::new();
        for _ in 0..30 {
            let shares = vector(dice, 0.05, 1.0);
            let sum = shares.element_sum();
            weights.extend((shares / sum).extend(0.0).to_array());
        }
        Self {
            joints,
            binds,
            positions,
            weights,
        }
    }

    /// Node 0 is the armature, 1 to 3 are joints, 4 carries the mesh, others follow.
    fn file(&self, carrier: Value, parent: Option<usize>, above: &[Value]) -> Vec<u8> {
        let below = |node: usize| {
            if parent == Some(node) {
                vec![4]
            } else {
                Vec::new()
            }
        };
        let mut nodes = vec![placed(
            json!({"name": "armature", "scale": [2, 2, 2]}),
            &[vec![1], below(0)].concat(),
        )];
        for (at, joint) in self.joints.iter().enumerate() {
            let next = if at < 2 { vec![at + 2] } else { Vec::new() };
            nodes.push(placed(joint.clone(), &[next, below(at + 1)].concat()));
        }
        let mut carrier = carrier;
        (carrier["mesh"], carrier["skin"]) = (json!(0), json!(0));
        nodes.push(carrier);
        for (at, node) in above.iter().enumerate() {
            nodes.push(placed(node.clone(), &[if at == 0 { 4 } else { at + 4 }]));
        }
        let mut builder = Builder::new(json!({"nodes": nodes}));
        let positions = builder.vec3(&self.positions);
        let weights = builder.floats("VEC4", 4, &self.weights);
        let slots: Vec<u8> = [0, 1, 2, 0].repeat(self.positions.len());
        let joints = builder.bytes(
            &slots,
            json!({"componentType": 5121, "count": slots.len() / 4, "type": "VEC4"}),
        );
        let binds = builder.floats("MAT4", 16, self.binds.as_flattened());
        let attributes = json!({"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights});
        builder.json["meshes"] = json!([{"primitives": [{"attributes": attributes}]}]);
        builder.json["skins"] = json!([{"joints": [1, 2, 3], "inverseBindMatrices": binds}]);
        builder.finish()
    }
}

fn vertices(file: &[u8]) -> Vec<Vec3> {
    let project = imported(file).project;
    let part = only_part(&project);
    posed(&project, &part.data, &[])
}

fn only_part(project: &Project) -> asset::mesh::Part {
    let mut parts = project
        .meshes
        .values()
        .flat_map(|mesh| mesh.parts().cloned());
    let part = parts.next().unwrap();
    assert!(parts.next().is_none());
    part
}

/// Property 14 of importing.
#[test]
fn a_skinned_mesh_looks_the_same_wherever_its_node_is() {
    for seed in 0..200 {
        let mut dice = Dice(seed);
        let skinned = Skinned::new(&mut dice);
        let plain = vertices(&skinned.file(json!({}), None, &[]));
        assert!(
            plain.iter().any(|vertex| vertex.length() > 1.0),
            "the joints move it"
        );
        let odd = [node(&mut dice), node(&mut dice)];
        for (parent, above) in [
            (None, &[][..]),
            (Some(0), &[]),
            (Some(2), &[]),
            (Some(3), &[]),
            (None, &odd[..1]),
            (None, &odd[..]),
        ] {
            let found = vertices(&skinned.file(node(&mut dice), parent, above));
            assert_eq!(
                found,
                plain,
                "seed {seed}, below {parent:?} and {} nodes",
                above.len()
            );
        }
    }
}

/// Of a node of [`Dice::node`], in doubles.
fn local(node: &Value) -> DMat4 {
    let numbers = |field: &str| -> Vec<f64> {
        node[field]
            .as_array()
            .unwrap()
            .iter()
            .map(|number| number.as_f64().unwrap())
            .collect()
    };
    let (t, r, s) = (
        numbers("translation"),
        numbers("rotation"),
        numbers("scale"),
    );
    DMat4::from_scale_rotation_translation(
        DVec3::from_slice(&s),
        DQuat::from_slice(&r).normalize(),
        DVec3::from_slice(&t),
    )
}

/// Property 15 of importing, and 14 against numbers that were worked out apart: each skin binds the
/// joints where it has them, in its own order, and puts its own vertices where it was bound,
/// whatever its node does.
#[test]
fn two_skins_that_bind_the_same_joints_differently_each_show_their_own_vertices() {
    for seed in 0..200 {
        let mut dice = Dice(seed);
        let small = |dice: &mut Dice| {
            let scale = vector(dice, 0.5, 2.0).to_array();
            json!({"translation": vector(dice, -2.0, 2.0).to_array(), "rotation": turn(dice).to_array(), "scale": scale})
        };
        let joints: Vec<Value> = (0..4).map(|_| small(&mut dice)).collect();
        let mut models: Vec<DMat4> = Vec::new();
        for joint in &joints {
            models.push(models.last().copied().unwrap_or_default() * local(joint));
        }
        let mut nodes: Vec<Value> = joints
            .into_iter()
            .enumerate()
            .map(|(at, joint)| placed(joint, if at < 3 { &SKELETON[at..=at] } else { &[] }))
            .collect();
        let mut builder = Builder::new(json!({}));
        let (mut expected, mut skins, mut meshes) = (Vec::new(), Vec::new(), Vec::new());
        for order in [&[0, 1, 2, 3][..], &[3, 1, 2]] {
            // Where the mesh stands as a whole while it is bound.
            let stands = local(&small(&mut dice));
            let binds: Vec<f32> = order
                .iter()
                .flat_map(|joint| (models[*joint].inverse() * stands).to_cols_array())
                .map(|x| x as f32)
                .collect();
            let binds = builder.floats("MAT4", 16, &binds);
            skins.push(json!({"joints": order, "inverseBindMatrices": binds}));
            let points: Vec<[f32; 3]> = (0..12)
                .map(|_| vector(&mut dice, -1.0, 1.0).to_array())
                .collect();
            expected.push(
                points
                    .iter()
                    .map(|p| stands.transform_point3(Vec3::from(*p).as_dvec3()))
                    .collect::<Vec<_>>(),
            );
            let slots: Vec<u8> = (0..48).map(|_| dice.below(order.len()) as u8).collect();
            let weights: Vec<f32> = (0..12).flat_map(|_| [0.4, 0.3, 0.2, 0.1]).collect();
            let attributes = json!({
                "POSITION": builder.vec3(&points),
                "JOINTS_0": builder.bytes(&slots, json!({"componentType": 5121, "count": 12, "type": "VEC4"})),
                "WEIGHTS_0": builder.floats("VEC4", 4, &weights),
            });
            let mut carrier = node(&mut dice);
            (carrier["mesh"], carrier["skin"]) = (json!(meshes.len()), json!(meshes.len()));
            meshes.push(json!({"primitives": [{"attributes": attributes}]}));
            nodes.push(carrier);
        }
        builder.json["nodes"] = json!(nodes);
        (builder.json["skins"], builder.json["meshes"]) = (json!(skins), json!(meshes));
        let project = imported(&builder.finish()).project;
        assert_eq!(project.skeletons.len(), 1);
        let shown: Vec<Vec<Vec3>> = parts(&project)
            .iter()
            .map(|part| posed(&project, &part.data, &[]))
            .collect();
        for (shown, expected) in shown.iter().zip(&expected) {
            let off = shown
                .iter()
                .zip(expected)
                .map(|(a, b)| a.as_dvec3().distance(*b))
                .fold(0.0, f64::max);
            assert!(
                shown.len() == expected.len() && off < 2e-4,
                "seed {seed}: {off} m"
            );
        }
    }
}

/// Children of the joints of a chain.
const SKELETON: [usize; 3] = [1, 2, 3];

#[derive(Clone, Copy, Debug)]
struct Grid {
    component: u32,
    least: f32,
    most: f32,
    normalized: bool,
}

impl Grid {
    const ALL: [Grid; 8] = [
        Grid {
            component: 5120,
            least: -127.0,
            most: 127.0,
            normalized: true,
        },
        Grid {
            component: 5120,
            least: -127.0,
            most: 127.0,
            normalized: false,
        },
        Grid {
            component: 5121,
            least: 0.0,
            most: 255.0,
            normalized: true,
        },
        Grid {
            component: 5121,
            least: 0.0,
            most: 255.0,
            normalized: false,
        },
        Grid {
            component: 5122,
            least: -32767.0,
            most: 32767.0,
            normalized: true,
        },
        Grid {
            component: 5122,
            least: -32767.0,
            most: 32767.0,
            normalized: false,
        },
        Grid {
            component: 5123,
            least: 0.0,
            most: 65535.0,
            normalized: true,
        },
        Grid {
            component: 5123,
            least: 0.0,
            most: 65535.0,
            normalized: false,
        },
    ];

    /// What a stored number stands for before the transform that undoes the quantisation.
    fn unit(self) -> f32 {
        if self.normalized {
            1.0 / self.most
        } else {
            1.0
        }
    }

    /// Little-endian, each element padded to four bytes; and the way back to the values.
    fn stored(self, values: &[[f32; 3]]) -> (Vec<u8>, usize, Affine3A, f32) {
        let all = || values.iter().copied().map(Vec3::from);
        let (low, high) = (
            all().fold(Vec3::INFINITY, Vec3::min),
            all().fold(Vec3::NEG_INFINITY, Vec3::max),
        );
        let step = (high - low).max_element() / (self.most - self.least);
        let mut bytes = Vec::new();
        for value in all() {
            for x in ((value - low) / step + self.least).round().to_array() {
                match self.component {
                    5120 => bytes.push(x as i8 as u8),
                    5121 => bytes.push(x as u8),
                    5122 => bytes.extend((x as i16).to_le_bytes()),
                    _ => bytes.extend((x as u16).to_le_bytes()),
                }
            }
            bytes.resize(bytes.len().next_multiple_of(4), 0);
        }
        let scale = Vec3::splat(step / self.unit());
        let back = Affine3A::from_scale_rotation_translation(
            scale,
            Quat::IDENTITY,
            low - self.least * step,
        );
        let stride = bytes.len() / values.len();
        (bytes, stride, back, step)
    }

    fn accessor(
        self,
        builder: &mut Builder,
        (bytes, stride): (&[u8], usize),
        count: usize,
    ) -> usize {
        let kind = json!({"componentType": self.component, "normalized": self.normalized, "count": count, "type": "VEC3"});
        let accessor = builder.bytes(bytes, kind);
        let view = builder.json["accessors"][accessor]["bufferView"]
            .as_u64()
            .unwrap() as usize;
        builder.json["bufferViews"][view]["byteStride"] = json!(stride);
        accessor
    }
}

/// How much a matrix stretches at most.
fn stretch(matrix: &Affine3A) -> f32 {
    let m = matrix.matrix3;
    (m.x_axis.length_squared() + m.y_axis.length_squared() + m.z_axis.length_squared()).sqrt()
}

/// Property 17 of importing, for meshes that follow their node: its transform undoes the
/// quantisation.
#[test]
fn a_quantised_mesh_on_a_node_is_within_a_step_of_the_one_in_floats() {
    for seed in 0..40 {
        for grid in Grid::ALL {
            let mut dice = Dice(seed);
            let size = [0.01, 1.0, 300.0][dice.below(3)];
            let positions: Vec<[f32; 3]> = (0..40)
                .map(|_| vector(&mut dice, -size, size * 2.0).to_array())
                .collect();
            let (bytes, stride, back, step) = grid.stored(&positions);
            let turned = turn(&mut dice).to_array();
            let top = |child: Value| json!([{"rotation": turned, "scale": [3, 3, 3], "children": [1]}, child]);
            let (scale, _, translation) = back.to_scale_rotation_translation();
            let mut builder = Builder::new(json!({
                "nodes": top(json!({"mesh": 0, "scale": scale.to_array(), "translation": translation.to_array()})),
                "extensionsRequired": ["KHR_mesh_quantization"],
            }));
            let stored = grid.accessor(&mut builder, (&bytes, stride), positions.len());
            builder.json["meshes"] =
                json!([{"primitives": [{"attributes": {"POSITION": stored}}]}]);
            let quantised = vertices(&builder.finish());
            let mut builder = Builder::new(json!({"nodes": top(json!({"mesh": 0}))}));
            let floats = builder.vec3(&positions);
            builder.json["meshes"] =
                json!([{"primitives": [{"attributes": {"POSITION": floats}}]}]);
            for (found, expected) in quantised.iter().zip(vertices(&builder.finish())) {
                let off = found.distance(expected);
                // Half a step an axis, three times as large by the node above, and what floats
                // lose.
                let bound = 3.0 * 0.5 * step * 3f32.sqrt() * 1.01 + 1e-6 * 9.0 * size;
                assert!(off <= bound, "seed {seed} {grid:?}: {off} of {bound}");
            }
        }
    }
}

/// Property 17 for skinned meshes: their inverse binds undo the quantisation.
#[test]
fn a_quantised_skinned_mesh_is_within_a_step_of_the_one_in_floats() {
    for seed in 0..40 {
        for grid in Grid::ALL {
            let mut dice = Dice(seed ^ 0xABCD);
            let skinned = Skinned::new(&mut dice);
            let expected = vertices(&skinned.file(json!({}), None, &[]));
            let (bytes, stride, back, step) = grid.stored(&skinned.positions);
            let binds: Vec<[f32; 16]> = skinned
                .binds
                .iter()
                .map(|bind| (Mat4::from_cols_array(bind) * Mat4::from(back)).to_cols_array())
                .collect();
            let floats = Skinned { binds, ..skinned };
            let mut file: Value =
                serde_json::from_slice(&floats.file(json!({}), None, &[])).unwrap();
            let project = imported(&requantised(
                &mut file,
                grid,
                (&bytes, stride),
                floats.positions.len(),
            ))
            .project;
            let part = only_part(&project);
            let found = posed(&project, &part.data, &[]);
            let skeleton = project.skeletons.values().next().unwrap();
            let mut models: Vec<Affine3A> = Vec::new();
            for bone in &skeleton.bones {
                let local = bone.reference.to_affine();
                models.push(
                    bone.parent
                        .map_or(local, |parent| models[parent as usize] * local),
                );
            }
            let moves = part.data.palette.iter().map(|joint| {
                models[joint.bone as usize]
                    * anim::skinning::affine_from_rows(joint.inverse_bind)
                    * back.inverse()
            });
            let (most, size) = (
                moves.map(|m| stretch(&m)).fold(0.0, f32::max),
                models
                    .iter()
                    .map(|m| Vec3::from(m.translation).length())
                    .fold(1.0, f32::max),
            );
            for (found, expected) in found.iter().zip(&expected) {
                let (off, bound) = (
                    found.distance(*expected),
                    most * 0.5 * step * 3f32.sqrt() * 1.01 + 2e-5 * (size + most),
                );
                assert!(off <= bound, "seed {seed} {grid:?}: {off} of {bound}");
            }
        }
    }
}

/// The file with other positions, in a buffer of their own.
fn requantised(
    file: &mut Value,
    grid: Grid,
    (bytes, stride): (&[u8], usize),
    count: usize,
) -> Vec<u8> {
    use base64::Engine;
    let data = base64::prelude::BASE64_STANDARD.encode(bytes);
    let buffers = file["buffers"].as_array_mut().unwrap();
    buffers.push(json!({"byteLength": bytes.len(), "uri": format!("data:application/octet-stream;base64,{data}")}));
    let views = file["bufferViews"].as_array_mut().unwrap();
    views.push(json!({"buffer": 1, "byteLength": bytes.len(), "byteStride": stride}));
    let view = views.len() - 1;
    let accessors = file["accessors"].as_array_mut().unwrap();
    accessors.push(
        json!({"bufferView": view, "componentType": grid.component, "normalized": grid.normalized,
        "count": count, "type": "VEC3"}),
    );
    file["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(accessors.len() - 1);
    file["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    serde_json::to_vec(file).unwrap()
}
