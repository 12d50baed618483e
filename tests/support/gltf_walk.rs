//! Everything of a glTF file, read through the `gltf` crate.

use gltf::{Gltf, animation::util::ReadOutputs};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
};

/// Elements read of an accessor: hostile ones state more than there are.
const MOST: usize = 1 << 20;

pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            let ending = path
                .extension()
                .and_then(|ending| ending.to_str())
                .unwrap_or_default();
            match path.is_dir() {
                true => open.push(path),
                false if ["glb", "gltf"].contains(&ending) => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// Files by what the crate makes of them.
#[derive(Debug, Default)]
pub struct Outcomes {
    pub files: usize,
    /// With validation.
    pub refused: Vec<String>,
    pub panics: Vec<String>,
    /// Without validation.
    pub unchecked_panics: Vec<String>,
}

impl Outcomes {
    pub fn of(folder: &Path) -> Self {
        let mut all = Self::default();
        for path in files(folder) {
            let (bytes, name) = (std::fs::read(&path).unwrap(), path.display().to_string());
            all.files += 1;
            match read(&path, || Gltf::from_slice(&bytes)) {
                Outcome::Read => {}
                Outcome::Refused => all.refused.push(name.clone()),
                Outcome::Panic => all.panics.push(name.clone()),
            }
            if let Outcome::Panic = read(&path, || Gltf::from_slice_without_validation(&bytes)) {
                all.unchecked_panics.push(name);
            }
        }
        all
    }
}

enum Outcome {
    Read,
    Refused,
    Panic,
}

fn read(path: &Path, open: impl Fn() -> gltf::Result<Gltf>) -> Outcome {
    let folder = path.parent().unwrap();
    match catch_unwind(AssertUnwindSafe(|| {
        open().map(|file| walk(&file, &buffers(&file, folder)))
    })) {
        Ok(Ok(())) => Outcome::Read,
        Ok(Err(_)) => Outcome::Refused,
        Err(_) => Outcome::Panic,
    }
}

type Buffers = Vec<Option<Vec<u8>>>;

/// Those that are in the file or beside it.
fn buffers(file: &Gltf, folder: &Path) -> Buffers {
    use base64::{Engine, engine::general_purpose::STANDARD};
    let beside = |uri: &str| {
        let path = folder.join(uri);
        let is_plain = std::fs::metadata(&path).is_ok_and(|found| found.is_file());
        is_plain.then(|| std::fs::read(path).ok()).flatten()
    };
    let buffer = |buffer: gltf::Buffer<'_>| match buffer.source() {
        gltf::buffer::Source::Bin => file.blob.clone(),
        gltf::buffer::Source::Uri(uri) => match uri.strip_prefix("data:") {
            Some(data) => data
                .split_once(";base64,")
                .and_then(|(_, text)| STANDARD.decode(text).ok()),
            None => beside(uri),
        },
    };
    file.buffers().map(buffer).collect()
}

fn walk(file: &Gltf, buffers: &Buffers) {
    file.scenes().for_each(|scene| consume(Some(scene.nodes())));
    for node in file.nodes() {
        let _ = (
            node.transform().decomposed(),
            node.mesh(),
            node.skin(),
            node.camera(),
        );
        consume(Some(node.children()));
    }
    for accessor in file.accessors() {
        let _ = (
            accessor.dimensions(),
            accessor.data_type(),
            accessor.view().map(|view| view.buffer().index()),
        );
    }
    for material in file.materials() {
        let colors = material
            .pbr_metallic_roughness()
            .base_color_texture()
            .map(|found| found.texture());
        let normals = material.normal_texture().map(|found| found.texture());
        consume(Some(
            colors
                .into_iter()
                .chain(normals)
                .map(|texture| texture.source().index()),
        ));
    }
    consume(Some(file.images().map(|image| image.source())));
    skins(file, buffers);
    animations(file, buffers);
    file.meshes()
        .flat_map(|mesh| mesh.primitives())
        .for_each(|primitive| vertices(&primitive, buffers));
}

fn data<'a>(buffers: &'a Buffers, buffer: &gltf::Buffer<'_>) -> Option<&'a [u8]> {
    buffers.get(buffer.index())?.as_deref()
}

fn consume<T>(values: Option<impl Iterator<Item = T>>) {
    values
        .into_iter()
        .flatten()
        .take(MOST)
        .for_each(|value| drop(std::hint::black_box(value)));
}

fn skins(file: &Gltf, buffers: &Buffers) {
    for skin in file.skins() {
        consume(Some(skin.joints().map(|joint| joint.index())));
        consume(
            skin.reader(|buffer| data(buffers, &buffer))
                .read_inverse_bind_matrices(),
        );
    }
}

fn animations(file: &Gltf, buffers: &Buffers) {
    for channel in file
        .animations()
        .flat_map(|animation| animation.channels().collect::<Vec<_>>())
    {
        let target = channel.target();
        let _ = (
            target.node().index(),
            target.property(),
            channel.sampler().interpolation(),
        );
        let reader = channel.reader(|buffer| data(buffers, &buffer));
        consume(reader.read_inputs());
        match reader.read_outputs() {
            Some(ReadOutputs::Translations(values) | ReadOutputs::Scales(values)) => {
                consume(Some(values))
            }
            Some(ReadOutputs::Rotations(values)) => consume(Some(values.into_f32())),
            Some(ReadOutputs::MorphTargetWeights(values)) => consume(Some(values.into_f32())),
            None => {}
        }
    }
}

fn vertices(primitive: &gltf::Primitive<'_>, buffers: &Buffers) {
    let _ = (
        primitive.mode(),
        primitive.material().index(),
        primitive.attributes().count(),
    );
    let reader = primitive.reader(|buffer| data(buffers, &buffer));
    consume(reader.read_positions());
    consume(reader.read_normals());
    consume(reader.read_tangents());
    for set in 0..2 {
        consume(reader.read_tex_coords(set).map(|values| values.into_f32()));
        consume(reader.read_colors(set).map(|values| values.into_rgba_f32()));
        consume(reader.read_joints(set).map(|values| values.into_u16()));
        consume(reader.read_weights(set).map(|values| values.into_f32()));
    }
    consume(reader.read_indices().map(|values| values.into_u32()));
    for (positions, normals, tangents) in reader.read_morph_targets() {
        consume(positions);
        consume(normals);
        consume(tangents);
    }
}
