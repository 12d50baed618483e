//! A `.glb` file as the `gltf` crate reads it, against what was to be in it.

use anim::{MeshPart, Transform, retarget::Retarget, skinning::affine_from_rows};
use asset::{
    Bones, Clip, Id, Material, Mesh, Project, Skeleton,
    mesh::Part,
    skeleton::Bone,
    source::{Channel, Interpolation},
};
use files::GltfExport;
use glam::{Affine3A, Mat4, Quat, Vec3};
use gltf::{
    Gltf, Node, Semantic,
    accessor::Accessor,
    animation::{Interpolation as Line, Property, util::ReadOutputs},
    mesh::Mode,
};
use std::collections::BTreeMap;

/// Numbers that were normalised, or multiplied on the way out.
const ROUNDING: f32 = 1e-5;

/// A file that the crate has read and validated.
pub struct File(pub Gltf);

/// A part of a mesh that is to be drawn, with the node of its skeleton's first bone.
struct Drawn<'a> {
    skeleton: &'a Skeleton,
    first: usize,
    mesh: &'a Mesh,
    part: &'a Part,
}

/// What each node is to be, in order.
struct Expected<'a> {
    names: Vec<String>,
    /// First node of each skeleton.
    rigs: BTreeMap<Id, usize>,
    drawn: Vec<Drawn<'a>>,
}

impl<'a> Expected<'a> {
    fn of(project: &'a Project, what: &GltfExport) -> Self {
        let mut all = Self {
            names: Vec::new(),
            rigs: BTreeMap::new(),
            drawn: Vec::new(),
        };
        for id in &what.skeletons {
            let skeleton = &*project.skeletons[id];
            all.rigs.insert(*id, all.names.len());
            all.names
                .extend(skeleton.bones.iter().map(|bone| bone.name.clone()));
            let sockets = skeleton
                .sockets
                .iter()
                .filter(|socket| skeleton.index(&socket.bone).is_some());
            all.names.extend(sockets.map(|socket| socket.name.clone()));
            for mesh in project.meshes.values().filter(|mesh| mesh.skeleton == *id) {
                all.mesh((skeleton, all.rigs[id]), mesh, &what.style.levels);
            }
        }
        all
    }

    fn mesh(&mut self, (skeleton, first): (&'a Skeleton, usize), mesh: &'a Mesh, levels: &[usize]) {
        let mut wanted: Vec<_> = levels
            .iter()
            .filter_map(|level| mesh.lods.get(*level))
            .collect();
        if wanted.is_empty() {
            wanted.extend(mesh.lods.last());
        }
        let parts = wanted
            .iter()
            .flat_map(|lod| &lod.parts)
            .filter(|part| !part.data.indices.is_empty());
        for part in parts {
            self.names.push(part.name.clone());
            self.drawn.push(Drawn {
                skeleton,
                first,
                mesh,
                part,
            });
        }
        if wanted.len() > 1 {
            self.names
                .extend((0..wanted.len()).map(|level| format!("{}_lod{level}", mesh.name)));
        }
    }
}

impl File {
    pub fn open(bytes: &[u8]) -> Self {
        Self(
            Gltf::from_slice(bytes)
                .unwrap_or_else(|error| panic!("the gltf crate refuses it: {error}")),
        )
    }

    fn bytes(&self) -> &[u8] {
        self.0.blob.as_deref().unwrap_or_default()
    }

    fn node(&self, at: usize) -> Node<'_> {
        self.0.nodes().nth(at).unwrap()
    }

    /// Everything: nodes, skins, meshes, animations.
    pub fn check(&self, project: &Project, what: &GltfExport, clips: &[&Clip]) {
        let expected = Expected::of(project, what);
        self.check_accessors();
        self.check_nodes(project, &expected);
        let drawn: Vec<Node<'_>> = self
            .0
            .nodes()
            .filter(|node| node.mesh().is_some())
            .collect();
        assert_eq!(drawn.len(), expected.drawn.len());
        for (node, drawn) in drawn.iter().zip(&expected.drawn) {
            self.check_skin(node, drawn);
            self.check_part(node, drawn, what.style.influences);
        }
        assert!(
            self.0
                .animations()
                .map(|a| a.name().unwrap())
                .eq(clips.iter().map(|clip| clip.name.as_str()))
        );
        for (animation, clip) in self.0.animations().zip(clips) {
            let rig = (
                &*project.skeletons[&clip.skeleton],
                expected.rigs[&clip.skeleton],
            );
            self.check_animation(&animation, clip, rig, what.style.key_every_bone);
        }
    }

    // ----
    // accessors -----------------------------------------------------------------------------------

    fn check_accessors(&self) {
        for accessor in self.0.accessors() {
            if let Some(view) = accessor.view() {
                let stride = view.stride().unwrap_or(accessor.size());
                let end = accessor.offset() + stride * (accessor.count() - 1) + accessor.size();
                assert!(
                    end <= view.length() && view.offset() + view.length() <= self.bytes().len()
                );
            }
            if let (Some(least), Some(most)) = (accessor.min(), accessor.max()) {
                let floats = |bounds: gltf::json::Value| -> Vec<f32> {
                    serde_json::from_value(bounds).unwrap()
                };
                assert_eq!(
                    (floats(least), floats(most)),
                    self.bounds(&accessor),
                    "accessor {}",
                    accessor.index()
                );
            }
        }
    }

    /// Least and largest number of each component.
    fn bounds(&self, accessor: &Accessor<'_>) -> (Vec<f32>, Vec<f32>) {
        let read = || |_: gltf::Buffer<'_>| Some(self.bytes());
        let values: Vec<Vec<f32>> = match accessor.dimensions().multiplicity() {
            1 => gltf::accessor::Iter::<f32>::new(accessor.clone(), read())
                .unwrap()
                .map(|x| vec![x])
                .collect(),
            3 => gltf::accessor::Iter::<[f32; 3]>::new(accessor.clone(), read())
                .unwrap()
                .map(|x| x.to_vec())
                .collect(),
            other => panic!("nothing of {other} components has bounds"),
        };
        let fold = |from: f32, pick: fn(f32, f32) -> f32| -> Vec<f32> {
            (0..values[0].len())
                .map(|at| values.iter().map(|value| value[at]).fold(from, pick))
                .collect()
        };
        (
            fold(f32::INFINITY, f32::min),
            fold(f32::NEG_INFINITY, f32::max),
        )
    }

    // ----
    // nodes ---------------------------------------------------------------------------------------

    fn check_nodes(&self, project: &Project, expected: &Expected<'_>) {
        assert!(
            self.0
                .nodes()
                .map(|node| node.name().unwrap().to_owned())
                .eq(expected.names.iter().cloned())
        );
        let mut parents = vec![None; expected.names.len()];
        for node in self.0.nodes() {
            node.children()
                .for_each(|child| assert_eq!(parents[child.index()].replace(node.index()), None));
        }
        for (id, first) in &expected.rigs {
            let skeleton = &project.skeletons[id];
            for (at, bone) in skeleton.bones.iter().enumerate() {
                assert_eq!(
                    parents[first + at],
                    bone.parent.map(|parent| first + parent as usize),
                    "{}",
                    bone.name
                );
                check_transform(&self.node(first + at), &bone.reference);
            }
            let sockets = skeleton
                .sockets
                .iter()
                .filter_map(|socket| Some((socket, skeleton.index(&socket.bone)?)));
            for (at, (socket, bone)) in (first + skeleton.bones.len()..).zip(sockets) {
                assert_eq!(parents[at], Some(first + bone), "{}", socket.name);
                check_transform(&self.node(at), &socket.local);
            }
        }
        let tops: Vec<usize> = self
            .0
            .default_scene()
            .unwrap()
            .nodes()
            .map(|node| node.index())
            .collect();
        assert!(tops.iter().all(|top| parents[*top].is_none()));
        assert!(expected.rigs.values().all(|first| tops.contains(first)));
    }

    // ----
    // meshes --------------------------------------------------------------------------------------

    /// Every bone once; those that vertices follow bound as in the part, the others at rest.
    fn check_skin(&self, node: &Node<'_>, drawn: &Drawn<'_>) {
        let skin = node.skin().unwrap();
        let mut joints: Vec<usize> = skin.joints().map(|joint| joint.index()).collect();
        let binds = skin
            .reader(|_| Some(self.bytes()))
            .read_inverse_bind_matrices()
            .unwrap();
        let binds: BTreeMap<usize, Mat4> = joints
            .iter()
            .copied()
            .zip(binds.map(|bind| Mat4::from_cols_array_2d(&bind)))
            .collect();
        joints.sort_unstable();
        assert!(
            joints
                .iter()
                .copied()
                .eq(drawn.first..drawn.first + drawn.skeleton.bones.len())
        );
        let data = drawn.data();
        for joint in data.palette.iter() {
            let bind = Mat4::from(affine_from_rows(joint.inverse_bind));
            assert_eq!(
                binds[&(drawn.first + joint.bone as usize)],
                bind,
                "{}",
                drawn.part.name
            );
        }
        let models = models(drawn.skeleton);
        for bone in (0..models.len()).filter(|bone| {
            data.palette
                .iter()
                .all(|joint| joint.bone as usize != *bone)
        }) {
            let rest = Mat4::from(models[bone]) * binds[&(drawn.first + bone)];
            assert!(
                rest.abs_diff_eq(Mat4::IDENTITY, 1e-3),
                "{}",
                drawn.skeleton.bones[bone].name
            );
        }
    }

    fn check_part(&self, node: &Node<'_>, drawn: &Drawn<'_>, influences: usize) {
        let (mesh, data) = (node.mesh().unwrap(), drawn.data());
        assert_eq!(
            (mesh.name(), mesh.primitives().len()),
            (Some(&*drawn.part.name), 1)
        );
        let primitive = mesh.primitives().next().unwrap();
        assert_eq!(primitive.mode(), Mode::Triangles);
        let reader = primitive.reader(|_| Some(self.bytes()));
        assert!(
            reader
                .read_positions()
                .unwrap()
                .eq(data.positions.iter().copied()),
            "{}",
            drawn.part.name
        );
        assert!(
            reader
                .read_indices()
                .unwrap()
                .into_u32()
                .eq(data.indices.iter().copied())
        );
        let normals: Vec<[f32; 3]> = reader.read_normals().unwrap().collect();
        check_close(
            normals.as_flattened(),
            data.normals.as_flattened(),
            ROUNDING,
        );
        let tangents: Vec<[f32; 4]> = reader.read_tangents().into_iter().flatten().collect();
        check_close(
            tangents.as_flattened(),
            data.tangents.as_flattened(),
            ROUNDING,
        );
        let has_picture = drawn
            .material()
            .is_some_and(|m| m.texture.or(m.normal_texture).is_some());
        let uvs: Vec<[f32; 2]> = reader
            .read_tex_coords(0)
            .map(|uvs| uvs.into_f32().collect())
            .unwrap_or_default();
        if data.uvs.is_empty() && has_picture {
            assert!(uvs.iter().all(|uv| *uv == [0.0; 2]) && uvs.len() == data.vertex_count());
        } else {
            assert_eq!(uvs, data.uvs.to_vec());
        }
        let colors = reader
            .read_colors(0)
            .map(|colors| colors.into_rgba_f32().collect::<Vec<_>>());
        assert_eq!(colors.unwrap_or_default(), data.colors.to_vec());
        self.check_weights(&primitive, node, drawn, influences);
        self.check_morphs(&primitive, &mesh, drawn);
        if let Some(material) = drawn.material() {
            check_material(&primitive.material(), material);
        }
    }

    /// At most `influences` bones a vertex, each with at least the weight that it had.
    fn check_weights(
        &self,
        primitive: &gltf::Primitive<'_>,
        node: &Node<'_>,
        drawn: &Drawn<'_>,
        influences: usize,
    ) {
        let nodes: Vec<usize> = node
            .skin()
            .unwrap()
            .joints()
            .map(|joint| joint.index())
            .collect();
        let reader = primitive.reader(|_| Some(self.bytes()));
        let data = drawn.data();
        let mut found: Vec<BTreeMap<usize, f32>> = vec![BTreeMap::new(); data.vertex_count()];
        for set in 0..2 {
            let Some((joints, weights)) = reader.read_joints(set).zip(reader.read_weights(set))
            else {
                break;
            };
            for (vertex, (joints, weights)) in found
                .iter_mut()
                .zip(joints.into_u16().zip(weights.into_f32()))
            {
                for (joint, weight) in joints
                    .into_iter()
                    .zip(weights)
                    .filter(|(_, weight)| *weight != 0.0)
                {
                    *vertex.entry(nodes[usize::from(joint)]).or_default() += weight;
                }
            }
        }
        let is_there = |name: Semantic| primitive.get(&name).is_some();
        assert!(
            influences > 4 || !is_there(Semantic::Joints(1)) && !is_there(Semantic::Weights(1))
        );
        let width = data.influences as usize;
        for (vertex, found) in found.iter().enumerate() {
            let range = vertex * width..(vertex + 1) * width;
            let mut before: BTreeMap<usize, f32> = BTreeMap::new();
            for (slot, weight) in data.joints[range.clone()].iter().zip(&data.weights[range]) {
                let bone = drawn.first + data.palette[usize::from(*slot)].bone as usize;
                *before.entry(bone).or_default() += weight;
            }
            before.retain(|_, weight| *weight > 0.0);
            let sum: f32 = found.values().sum();
            assert!(
                (sum - 1.0).abs() < 1e-4 && found.len() == before.len().min(influences),
                "vertex {vertex}"
            );
            let is_kept = |(node, weight): (&usize, &f32)| {
                let was = before.get(node).copied().unwrap_or(f32::INFINITY);
                *weight > was - 1e-4 && (before.len() > influences || *weight < was + 1e-4)
            };
            assert!(
                found.iter().all(is_kept),
                "vertex {vertex}: {found:?} of {before:?}"
            );
        }
    }

    fn check_morphs(
        &self,
        primitive: &gltf::Primitive<'_>,
        mesh: &gltf::Mesh<'_>,
        drawn: &Drawn<'_>,
    ) {
        let data = drawn.data();
        let reader = primitive.reader(|_| Some(self.bytes()));
        let targets: Vec<_> = reader.read_morph_targets().collect();
        assert_eq!(targets.len(), data.morphs.len());
        let defaults: Vec<f32> = data
            .morphs
            .iter()
            .map(|morph| morph.default_weight)
            .collect();
        assert!(
            mesh.weights().map_or(
                defaults.iter().all(|weight| *weight == 0.0),
                |weights| weights == defaults
            )
        );
        for ((positions, normals, _), morph) in targets.into_iter().zip(data.morphs.iter()) {
            let (mut at, mut turned) = (
                vec![[0.0; 3]; data.vertex_count()],
                vec![[0.0; 3]; data.vertex_count()],
            );
            for delta in &data.deltas[morph.first_delta as usize..][..morph.delta_count as usize] {
                for axis in 0..3 {
                    at[delta.vertex as usize][axis] += delta.position[axis];
                    turned[delta.vertex as usize][axis] += delta.normal[axis];
                }
            }
            assert!(positions.unwrap().eq(at), "{}", drawn.part.name);
            assert!(
                normals.is_none_or(|mut normals| normals.by_ref().eq(turned)),
                "{}",
                drawn.part.name
            );
        }
    }

    // ----
    // animations ----------------------------------------------------------------------------------

    fn check_animation(
        &self,
        animation: &gltf::Animation<'_>,
        clip: &Clip,
        (skeleton, first): (&Skeleton, usize),
        every_bone: bool,
    ) {
        let mut expected = keys(clip, skeleton, first);
        let authored = expected.len();
        if every_bone {
            for (node, bone) in (first..).zip(&skeleton.bones) {
                for (path, key) in resting(bone) {
                    expected.entry((node, path)).or_insert(key);
                }
            }
            assert_eq!(expected.len(), 3 * skeleton.bones.len());
        }
        let (weights, bones): (Vec<_>, Vec<_>) = animation
            .channels()
            .partition(|channel| channel.target().property() == Property::MorphTargetWeights);
        if authored > 0 || every_bone {
            assert_eq!(bones.len(), expected.len(), "clip {}", clip.name);
        }
        let mut end = 0f32;
        for channel in bones.iter().chain(&weights) {
            let reader = channel.reader(|_| Some(self.bytes()));
            let times: Vec<f32> = reader.read_inputs().unwrap().collect();
            assert!(times.is_sorted_by(|a, b| a < b) && times[0] >= 0.0);
            end = times.iter().copied().fold(end, f32::max);
            let target = channel.target();
            let (node, path) = (target.node(), path(target.property()));
            let values = numbers(reader.read_outputs().unwrap());
            let found = Channel {
                times,
                values,
                interpolation: line(channel.sampler().interpolation()),
            };
            if path == "weights" {
                check_morph_keys(&found, &node.mesh().unwrap(), clip);
            } else if let Some(expected) = expected.get(&(node.index(), path)) {
                check_keys(
                    &found,
                    expected,
                    clip,
                    &format!("clip {}, {:?}, {path}", clip.name, node.name()),
                );
            }
        }
        assert!(
            (end - clip.source.duration).abs() < 1e-6,
            "clip {}: {end}",
            clip.name
        );
    }
}

impl<'a> Drawn<'a> {
    fn data(&self) -> std::sync::Arc<MeshPart> {
        Bones::of(self.skeleton).part(self.mesh, &self.part.data)
    }

    fn material(&self) -> Option<&'a Material> {
        self.mesh.materials.get(self.part.material)
    }
}

#[track_caller]
fn check_close(found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len());
    let worst = found
        .iter()
        .zip(expected)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f32::max);
    assert!(worst <= tolerance, "off by {worst}");
}

#[track_caller]
fn check_transform(node: &Node<'_>, local: &Transform) {
    let (translation, rotation, scale) = node.transform().decomposed();
    assert_eq!(
        (translation, scale),
        (local.translation.to_array(), local.scale.to_array()),
        "{:?}",
        node.name()
    );
    check_close(&rotation, &local.rotation.normalize().to_array(), ROUNDING);
}

fn check_material(found: &gltf::Material<'_>, material: &Material) {
    let surface = found.pbr_metallic_roughness();
    assert_eq!(found.name(), Some(&*material.name));
    assert_eq!(
        (found.double_sided(), found.alpha_cutoff()),
        (material.double_sided, material.alpha_cutoff)
    );
    check_close(
        &surface.base_color_factor(),
        &material.base_color.map(|x| x.clamp(0.0, 1.0)),
        0.0,
    );
    assert_eq!(
        surface.base_color_texture().is_some(),
        material.texture.is_some()
    );
    assert_eq!(
        found.normal_texture().is_some(),
        material.normal_texture.is_some()
    );
}

/// `model_from_bone` of each bone at rest.
fn models(skeleton: &Skeleton) -> Vec<Affine3A> {
    let mut models: Vec<Affine3A> = Vec::new();
    for bone in &skeleton.bones {
        let local = bone.reference.to_affine();
        models.push(
            bone.parent
                .map_or(local, |parent| models[parent as usize] * local),
        );
    }
    models
}

type Keys = BTreeMap<(usize, &'static str), Channel>;

/// By node and path, as they play on the skeleton.
fn keys(clip: &Clip, skeleton: &Skeleton, first: usize) -> Keys {
    let mut keys = Keys::new();
    for track in &clip.source.tracks {
        let Some(at) = skeleton.index(&track.bone) else {
            continue;
        };
        let bone = &skeleton.bones[at];
        let translation = track
            .translation
            .as_ref()
            .map(|channel| retargeted(channel, bone, track.reference));
        let scale = track.scale.clone();
        let paths = [
            ("translation", translation),
            ("rotation", track.rotation.clone()),
            ("scale", scale),
        ];
        keys.extend(
            paths
                .into_iter()
                .filter_map(|(path, channel)| Some(((first + at, path), channel?))),
        );
    }
    keys
}

fn retargeted(channel: &Channel, bone: &Bone, source: Option<[f32; 3]>) -> Channel {
    let target = bone.reference.translation;
    if bone.retarget == Retarget::Animation || channel.interpolation == Interpolation::Cubic {
        return channel.clone();
    }
    let source = source.map_or(target, Vec3::from);
    let keys = channel.values.as_chunks::<3>().0.iter();
    let values = keys
        .flat_map(|key| {
            bone.retarget
                .translation(Vec3::from(*key), source, target)
                .to_array()
        })
        .collect();
    Channel {
        values,
        ..channel.clone()
    }
}

fn resting(bone: &Bone) -> [(&'static str, Channel); 3] {
    let Transform {
        translation,
        rotation,
        scale,
    } = bone.reference;
    let key = |values: Vec<f32>| Channel {
        times: vec![0.0],
        values,
        interpolation: Interpolation::Linear,
    };
    let rotation = key(rotation.to_array().to_vec());
    [
        ("translation", key(translation.to_array().to_vec())),
        ("rotation", rotation),
        ("scale", key(scale.to_array().to_vec())),
    ]
}

fn path(property: Property) -> &'static str {
    match property {
        Property::Translation => "translation",
        Property::Rotation => "rotation",
        Property::Scale => "scale",
        Property::MorphTargetWeights => "weights",
    }
}

fn line(line: Line) -> Interpolation {
    match line {
        Line::Linear => Interpolation::Linear,
        Line::Step => Interpolation::Step,
        Line::CubicSpline => Interpolation::Cubic,
    }
}

fn numbers(values: ReadOutputs<'_>) -> Vec<f32> {
    match values {
        ReadOutputs::Translations(values) | ReadOutputs::Scales(values) => {
            values.flatten().collect()
        }
        ReadOutputs::Rotations(values) => values.into_f32().flatten().collect(),
        ReadOutputs::MorphTargetWeights(values) => values.into_f32().collect(),
    }
}

/// The keys from time 0 on, and perhaps one more at the clip's end. A cubic key alone may have
/// become a step.
fn check_keys(found: &Channel, expected: &Channel, clip: &Clip, place: &str) {
    let from_zero = expected.times.partition_point(|time| *time < 0.0);
    if from_zero > 0
        || (expected.interpolation == Interpolation::Cubic && expected.times.len() == 1)
    {
        return;
    }
    let count = expected.times.len();
    let added = &found.times[count.min(found.times.len())..];
    assert!(
        found.times.starts_with(&expected.times),
        "{place}: {:?} for {:?}",
        found.times,
        expected.times
    );
    assert!(
        added.is_empty() || added == [clip.source.duration],
        "{place}: {added:?}"
    );
    assert_eq!(found.interpolation, expected.interpolation, "{place}");
    let mut values = expected.values.clone();
    if place.ends_with("rotation") {
        unit_keys(&mut values, expected.interpolation);
    }
    // The slope that leaves the last key is of no use, and 0 where a key was added.
    let used = values.len()
        - if added.is_empty() {
            0
        } else {
            values.len() / count / 3
        };
    let scale = values.iter().fold(1f32, |most, x| most.max(x.abs()));
    check_close(&found.values[..used], &values[..used], ROUNDING * scale);
}

/// A key is scaled as a whole, slopes and all.
fn unit_keys(values: &mut [f32], interpolation: Interpolation) {
    let (width, at) = if interpolation == Interpolation::Cubic {
        (12, 4)
    } else {
        (4, 0)
    };
    for key in values.chunks_exact_mut(width) {
        let length = Quat::from_slice(&key[at..]).length();
        key.iter_mut().for_each(|x| *x /= length);
    }
}

/// At each key, what the clip's curves of the morphs' names have there.
fn check_morph_keys(found: &Channel, mesh: &gltf::Mesh<'_>, clip: &Clip) {
    let names = names_of_morphs(mesh);
    let parts = if found.interpolation == Interpolation::Cubic {
        3
    } else {
        1
    };
    assert_eq!(found.values.len(), found.times.len() * names.len() * parts);
    let defaults = mesh
        .weights()
        .map_or(vec![0.0; names.len()], <[f32]>::to_vec);
    for (key, time) in found.times.iter().enumerate() {
        for (at, name) in names.iter().enumerate() {
            let authored = clip.curves.iter().find(|curve| curve.name == *name);
            let imported = clip.source.curves.iter().find(|curve| curve.name == *name);
            let value = match (authored, imported) {
                (Some(curve), _) => curve.value(*time).unwrap_or(defaults[at]),
                (None, Some(curve)) => curve.channel.scalar(*time),
                (None, None) => defaults[at],
            };
            let found = found.values[(key * parts + parts / 2) * names.len() + at];
            assert!(
                (found - value).abs() < ROUNDING,
                "clip {}, morph {name} at {time}: {found}",
                clip.name
            );
        }
    }
}

fn names_of_morphs(mesh: &gltf::Mesh<'_>) -> Vec<String> {
    let extras = mesh.extras().as_ref().map_or("{}", |extras| extras.get());
    let extras: serde_json::Value = serde_json::from_str(extras).unwrap();
    serde_json::from_value(extras["targetNames"].clone()).unwrap()
}
