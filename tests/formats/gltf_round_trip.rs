//! What is exported as glTF and imported again plays and looks as before: the sample project and
//! the shared corpus.

use crate::corpus::{Worst, corpus};
use anim::{MeshPart, Pose, Skeleton, skinning};
use asset::{AssetKind, Clip, Id, Material, Project, clip::LoopPolicy, mesh::Part};
use formats::{
    ImportSeverity, Options, SourceFile,
    gltf::{GltfExportSelection, import, write_glb},
};
use glam::{Affine3A, Vec3};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

const TIMES: usize = 13;
/// Of the character's size, or of a metre where it is smaller.
const TOLERANCE: f32 = 1e-5;

fn there_and_back(project: &Project) -> Project {
    let bytes = write_glb(project, &GltfExportSelection::all(project))
        .unwrap_or_else(|error| panic!("{error}"));
    let found = import(
        &SourceFile::named("back"),
        &bytes,
        &mut |uri| Err(format!("{uri} is not in the file")),
        &Default::default(),
        &|_| true,
    )
    .unwrap();
    // What has an odd size has it again.
    let is_loss = |entry: &&formats::ImportReportEntry| {
        entry.severity == ImportSeverity::Warning && entry.fix.is_none()
    };
    let warnings = found.report.entries.iter().filter(is_loss);
    assert_eq!(
        warnings.map(ToString::to_string).collect::<Vec<_>>(),
        Vec::<String>::new()
    );
    found.project
}

/// Clips with all keys as full poses from their first key to their last.
fn plain(project: &Project) -> Project {
    let plain = |clip: &Arc<Clip>| {
        let (additive, compression, loop_policy) = (None, None, LoopPolicy::Clamp);
        Arc::new(Clip {
            additive,
            compression,
            loop_policy,
            ..(**clip).clone()
        })
    };
    Project {
        clips: project
            .clips
            .iter()
            .map(|(id, clip)| (*id, plain(clip)))
            .collect(),
        ..project.clone()
    }
}

/// A project that plays.
struct Stage<'a> {
    authored: &'a asset::Skeleton,
    skeleton: Arc<Skeleton>,
    clips: BTreeMap<String, Arc<anim::Clip>>,
    parts: Vec<(&'a Part, Option<&'a Material>)>,
}

impl<'a> Stage<'a> {
    /// Of the only skeleton.
    fn new(project: &'a Project) -> Self {
        let library = asset::compile(
            project,
            &mut asset::Cache::default(),
            asset::CompileOptions::default(),
        )
        .library;
        let clip =
            |clip: &Arc<anim::Clip>| (library.names.text(clip.name).to_owned(), clip.clone());
        let of_mesh = |mesh: &'a Arc<asset::Mesh>| {
            mesh.lod(0)
                .parts
                .iter()
                .map(|part| (part, mesh.materials.get(part.material)))
        };
        let is_drawn = |part: &(&Part, Option<&Material>)| !part.0.data.indices.is_empty();
        Self {
            authored: project.skeletons.values().next().unwrap(),
            skeleton: library.skeletons[0].clone(),
            clips: library.clips.iter().map(clip).collect(),
            parts: project
                .meshes
                .values()
                .flat_map(of_mesh)
                .filter(is_drawn)
                .collect(),
        }
    }

    fn posed(&self, clip: Option<&str>, time: f64) -> (Pose, Vec<Affine3A>) {
        let mut pose = Pose::reference(&self.skeleton);
        if let Some(clip) = clip {
            self.clips[clip].sample(&self.skeleton, time, &mut pose);
        }
        let mut models = Vec::new();
        anim::pose::local_to_model(&self.skeleton, &pose, &mut models);
        (pose, models)
    }

    /// The largest coordinate of a bone or vertex.
    fn size(&self) -> f32 {
        let (_, models) = self.posed(None, 0.0);
        let vertices = self
            .parts
            .iter()
            .flat_map(|(part, _)| part.data.positions.iter().copied().map(Vec3::from));
        let bones = models.iter().map(|model| Vec3::from(model.translation));
        bones
            .chain(vertices)
            .map(|point| point.abs().max_element())
            .fold(1.0, f32::max)
    }
}

fn compare(before: &Project, after: &Project) -> Worst {
    assert_eq!(
        names(before, AssetKind::Clip),
        names(after, AssetKind::Clip)
    );
    let (before, after) = (plain(before), plain(after));
    let (a, b) = (Stage::new(&before), Stage::new(&after));
    compare_bones(&a, &b);
    compare_looks(&before, &after, &a, &b);
    let mut worst = Worst::default();
    let clips: Vec<Option<&str>> = std::iter::once(None)
        .chain(a.clips.keys().map(|name| Some(name.as_str())))
        .collect();
    for clip in clips {
        let length = clip.map_or(0.0, |clip| f64::from(a.clips[clip].length));
        assert!(
            clip.is_none_or(|clip| (f64::from(b.clips[clip].length) - length).abs() < 1e-6),
            "{clip:?}"
        );
        for at in 0..if length > 0.0 { TIMES } else { 1 } {
            // Both ends, and between them times of no frame.
            let part = if at < 2 {
                at as f64
            } else {
                (at as f64 * 0.618_033_988_75).fract()
            };
            compare_moment(&a, &b, clip, length * part, &mut worst);
        }
    }
    worst
}

fn names(project: &Project, kind: AssetKind) -> Vec<&str> {
    project
        .list(kind)
        .into_iter()
        .map(|(_, name)| name)
        .collect()
}

/// By name, in any order.
fn compare_bones(a: &Stage<'_>, b: &Stage<'_>) {
    let parents = |skeleton: &asset::Skeleton| -> BTreeMap<String, Option<String>> {
        let parent = |bone: &asset::skeleton::Bone| {
            bone.parent
                .map(|at| skeleton.bones[at as usize].name.clone())
        };
        skeleton
            .bones
            .iter()
            .map(|bone| (bone.name.clone(), parent(bone)))
            .collect()
    };
    assert_eq!(parents(a.authored), parents(b.authored));
    let sockets = |skeleton: &asset::Skeleton| -> BTreeMap<String, (String, anim::Transform)> {
        let place = |socket: &asset::skeleton::Socket| skeleton.bone_name(&socket.bone).to_owned();
        skeleton
            .sockets
            .iter()
            .map(|socket| (socket.name.clone(), (place(socket), socket.local)))
            .collect()
    };
    let (before, after) = (sockets(a.authored), sockets(b.authored));
    assert!(before.keys().eq(after.keys()));
    for (name, (bone, local)) in before {
        let (other, found) = &after[&name];
        assert_eq!(&bone, other, "{name}");
        assert!(
            found.to_affine().abs_diff_eq(local.to_affine(), 1e-6),
            "{name}: {found:?}"
        );
    }
}

fn compare_looks(before: &Project, after: &Project, a: &Stage<'_>, b: &Stage<'_>) {
    let shown = |stage: &Stage<'_>| -> Vec<(String, [usize; 3], Vec<String>)> {
        let counts = |data: &MeshPart| [data.indices.len(), data.tangents.len(), data.uvs.len()];
        let part = |part: &Part| (part.name.clone(), counts(&part.data), part.morphs.clone());
        stage.parts.iter().map(|(p, _)| part(p)).collect()
    };
    assert_eq!(shown(a), shown(b));
    for ((part, material), (_, found)) in a.parts.iter().zip(&b.parts) {
        let (Some(material), Some(found)) = (material, found) else {
            panic!("{}", part.name)
        };
        assert_eq!(
            texels(before, material.texture),
            texels(after, found.texture),
            "{}",
            part.name
        );
        assert_eq!(
            texels(before, material.normal_texture),
            texels(after, found.normal_texture),
            "{}",
            part.name
        );
        let surface = |material: &Material| Material {
            texture: None,
            normal_texture: None,
            ..material.clone()
        };
        assert_eq!(surface(found), surface(material));
    }
}

fn texels(project: &Project, id: Option<Id>) -> Option<(u32, u32, Arc<[u8]>)> {
    id.and_then(|id| project.textures.get(&id))
        .map(|picture| (picture.width, picture.height, picture.rgba.clone()))
}

fn compare_moment(a: &Stage<'_>, b: &Stage<'_>, clip: Option<&str>, time: f64, worst: &mut Worst) {
    let ((pose_a, models_a), (pose_b, models_b)) = (a.posed(clip, time), b.posed(clip, time));
    let allowed = TOLERANCE * a.size();
    for (at, bone) in a.authored.bones.iter().enumerate() {
        let other = b.authored.find(&bone.name).unwrap();
        let (model, found) = (models_a[at], models_b[other]);
        let place = || format!("{clip:?} at {time} bone {}", bone.name);
        worst.note(
            model.translation.distance(found.translation),
            allowed,
            place,
        );
        let (axes, found) = (model.matrix3.to_cols_array(), found.matrix3.to_cols_array());
        let longest = axes.iter().fold(1f32, |most, x| most.max(x.abs()));
        let error = axes
            .iter()
            .zip(found)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f32::max);
        worst.note(error, TOLERANCE * longest, || format!("{} axes", place()));
    }
    for ((part, _), (other, _)) in a.parts.iter().zip(&b.parts) {
        let place = || format!("{clip:?} at {time} part {}", part.name);
        for morph in part.data.morphs.iter() {
            let error =
                skinning::morph_weight(morph, &pose_a) - skinning::morph_weight(morph, &pose_b);
            worst.note(error.abs(), TOLERANCE, || format!("{} morph", place()));
        }
        let (mut before, mut after) = (skinning::Skinned::default(), skinning::Skinned::default());
        skinning::skin_pose(&part.data, &models_a, &pose_a, &mut before);
        skinning::skin_pose(&other.data, &models_b, &pose_b, &mut after);
        assert_eq!(before.positions.len(), after.positions.len());
        for (a, b) in before.positions.iter().zip(&after.positions) {
            worst.note(a.distance(*b), allowed, place);
        }
        for (a, b) in before.normals.iter().zip(&after.normals) {
            worst.note(a.distance(*b), 1e-3, || format!("{} normal", place()));
        }
    }
}

/// One skeleton with what is made for it.
fn part_of(whole: &Project, skeleton: Id) -> Project {
    let mut part = whole.clone();
    part.skeletons.retain(|id, _| *id == skeleton);
    part.meshes.retain(|_, mesh| mesh.skeleton == skeleton);
    part.clips.retain(|_, clip| clip.skeleton == skeleton);
    part
}

#[test]
fn the_sample_comes_back() {
    let sample = mannequin::sample();
    let mut checks = 0;
    for skeleton in sample.skeletons.keys() {
        let before = part_of(&sample, *skeleton);
        let worst = compare(&before, &there_and_back(&before));
        println!(
            "{} comparisons, the worst {} times the tolerance: {}",
            worst.checks, worst.ratio, worst.place
        );
        assert!(worst.ratio <= 1.0, "{} times: {}", worst.ratio, worst.place);
        checks += worst.checks;
    }
    assert!(checks > 1_000_000, "{checks}");
}

fn glbs(folder: &Path) -> Vec<PathBuf> {
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

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn real_files_come_back() {
    let corpus = corpus();
    let files = glbs(&corpus.join("gltf"));
    assert!(files.len() >= 40, "only {} files", files.len());
    let (mut failures, mut checks) = (Vec::new(), 0);
    for path in &files {
        let folder = path.parent().unwrap();
        let mut resolve =
            |uri: &str| std::fs::read(folder.join(uri)).map_err(|error| error.to_string());
        let whole = Options {
            whole: true,
            ..Options::default()
        };
        let project = import(
            &SourceFile::named("file"),
            &std::fs::read(path).unwrap(),
            &mut resolve,
            &whole,
            &|_| true,
        )
        .unwrap()
        .project;
        let outcome = std::panic::catch_unwind(|| compare(&project, &there_and_back(&project)));
        let worst = outcome.unwrap_or_else(|_| Worst {
            ratio: f32::INFINITY,
            place: "it panics".into(),
            checks: 0,
        });
        checks += worst.checks;
        if worst.ratio > 1.0 {
            failures.push(format!(
                "{}: {} times at {}",
                path.display(),
                worst.ratio,
                worst.place
            ));
        }
    }
    println!("{} files, {checks} comparisons", files.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_moved_key_is_noticed() {
    let sample = mannequin::excerpt();
    let mut back = there_and_back(&sample);
    let clip = Arc::make_mut(back.clips.values_mut().next().unwrap());
    let track = &mut Arc::make_mut(&mut clip.source).tracks[0];
    track
        .translation
        .iter_mut()
        .for_each(|channel| channel.values[0] += 1e-3);
    assert!(compare(&sample, &back).ratio > 1.0);
}
