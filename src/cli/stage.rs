//! One skeleton, the mesh parts that follow it at one level of detail, and one motion: what is
//! sampled and drawn.

use crate::{
    Failure, find,
    load::Loaded,
    played::{self, PlaySpan, PlayedMoment},
};
use anim::{
    Library, MeshPart, Name, Names, Pose, Skeleton, Transform, instance::RootMotionMode,
    required::RequiredBones,
};
use asset::{
    AssetKind, Bones, Compiled, Id, Material, Project, Prop,
    trial::{INPUTS, TRIAL, trial_of},
};
use footage::{Caption, ReelOrder};
use glam::Affine3A;
use std::{collections::BTreeMap, path::Path, sync::Arc};
use studio::{MontageScope, PreviewSubject};
use words::tr;

/// Data of a project or a bundle that a picture or a sample needs.
pub struct Stage {
    /// The skeleton as the engine uses it.
    pub skeleton: Arc<Skeleton>,
    /// Distances from each bone at which errors are measured: see [`asset::shells`].
    pub shells: Arc<[f32]>,
    /// The skeleton's id in the project. None in a bundle.
    pub authored: Option<Id>,
    /// One bone for each bone of `skeleton`, in the order of the skeleton.
    pub bones: Vec<StageBone>,
    /// Parts that follow this skeleton at the level of detail, with all meshes together.
    pub parts: Vec<StagePart>,
    /// Props that the preview scene puts into the character's hands.
    pub held: Vec<Prop>,
    /// The texts of hashed names.
    pub names: Names,
    /// Seconds; 0 for the reference pose.
    pub duration: f64,
    /// The name of what plays; empty for the reference pose.
    pub title: String,
    /// Frames a second of an authored clip or montage.
    pub frame_rate: Option<f64>,
    /// The bones that the level of detail keeps; others keep the reference pose.
    required: RequiredBones,
    motion: StageMotion,
}

/// A bone, with where it came from.
pub struct StageBone {
    /// The bone's name.
    pub name: String,
    /// The index of the parent in the same list. None for the root.
    pub parent: Option<u32>,
    /// Node index in the file it came from.
    pub source: Option<u32>,
}

/// A part of a mesh as it is drawn.
pub struct StagePart {
    /// The part's name in its mesh.
    pub name: String,
    /// Node and primitive in the file it came from.
    pub source: Option<(u32, u32)>,
    /// Whether the preview of the project hides it.
    pub is_hidden: bool,
    /// Material of the part; None in a bundle, which holds no materials.
    pub material: Option<Material>,
    /// Vertices and weights as the engine uses them.
    pub data: Arc<MeshPart>,
}

enum StageMotion {
    Reference,
    /// The keys as the file has them, and the bones that its tracks move.
    Keys(Arc<asset::Clip>, Vec<Option<u32>>),
    Compiled(Arc<anim::Clip>),
    /// Every tick, and how long one is, seconds.
    Played(Vec<PlayedMoment>, f64),
}

/// An asset that plays and has no keys of its own.
#[derive(Clone, Copy)]
pub enum PlayedAsset<'a> {
    /// A pose graph, and the script that asks it for something.
    Graph(&'a str, Option<&'a Path>),
    /// A montage from its start, by the links of its sections.
    Montage(&'a str),
    /// A blend space at a place on its axes.
    BlendSpace(&'a str, [f64; 2]),
}

impl PlayedAsset<'_> {
    /// Id of the asset; None if the project has no asset of that name.
    fn id_in(&self, project: &Project) -> Option<asset::Id> {
        let (kind, name) = match self {
            Self::Graph(name, _) => (AssetKind::Graph, name),
            Self::Montage(name) => (AssetKind::Montage, name),
            Self::BlendSpace(name, _) => (AssetKind::BlendSpace, name),
        };
        find::asset(project, kind, name).ok()
    }
}

/// The stage at a moment.
pub struct StagePose {
    /// Local transforms and curves.
    pub pose: Pose,
    /// `model_from_bone`, one a bone.
    pub models: Vec<Affine3A>,
    /// Transform of each virtual bone relative to its source bone.
    pub virtual_bones: Vec<Transform>,
}

impl Stage {
    /// A stage for a clip at a level of detail. Without a clip it shows the reference pose of a
    /// skeleton that has a mesh, or of the first one. An error when there is no skeleton or no such
    /// clip.
    pub fn new(loaded: &Loaded, clip: Option<&str>, lod: usize) -> Result<Stage, Failure> {
        match loaded {
            Loaded::Authored { project, is_source } => authored(project, *is_source, clip, lod),
            Loaded::Bundle(bundle) => compiled(&bundle.library, clip, lod),
        }
    }

    /// A stage for what plays from its start. Without a duration a montage plays as long as its
    /// timeline is. An error when there is no such asset, or when the script cannot be played.
    pub fn played(
        loaded: &Loaded,
        asset: PlayedAsset<'_>,
        (duration, tick): (Option<f64>, f64),
        lod: usize,
    ) -> Result<Stage, Failure> {
        let library = playable(loaded, asset)?;
        let found = PlayedSubject::of(&library, asset)?;
        let duration = duration.unwrap_or(found.length);
        let span = PlaySpan { duration, tick };
        let moments = match (asset, &found.graph) {
            (PlayedAsset::Graph(_, script), Some(graph)) => {
                let mut moments = played::poses(&library, graph, script, span)?;
                // A picture keeps the character in its middle.
                for moment in &mut moments {
                    moment.placement = Transform::IDENTITY;
                }
                moments
            }
            _ => {
                let order = reel_order(loaded, &library, (&found, asset), lod);
                let nothing =
                    || Failure::input(tr!("nothing plays. `mutoscope info` lists problems."));
                played::previewed(&order, span).ok_or_else(nothing)?
            }
        };
        let mut stage = with_skeleton(loaded, &library, found.skeleton, lod)?;
        stage.names = library.names.clone();
        stage.motion = StageMotion::Played(moments, tick);
        stage.duration = duration;
        (stage.title, stage.frame_rate) = (asset.name().to_owned(), None);
        if let (Loaded::Authored { project, .. }, Some(skeleton)) = (loaded, stage.authored) {
            let scene = project.preview.scene_of(asset.id_in(project));
            stage.held = project.scene_props(skeleton, scene);
        }
        if let (Loaded::Authored { project, .. }, PlayedAsset::Montage(name)) = (loaded, asset) {
            let montage = project.montages.values().find(|it| it.name == name);
            stage.frame_rate = montage.map(|montage| montage.frame_rate.into());
        }
        Ok(stage)
    }

    /// A clip with all its keys, the stage that it plays on, and the poses that an additive clip's
    /// differences are put on. A clip that a bundle has compressed is taken as it decodes, without
    /// a base.
    pub fn raw_clip(
        loaded: &Loaded,
        name: &str,
    ) -> Result<(Stage, Arc<anim::Clip>, Vec<Pose>), Failure> {
        let raw = match loaded {
            Loaded::Authored { project, .. } => {
                let raw = |clip: &Arc<asset::Clip>| {
                    Arc::new(asset::Clip {
                        compression: None,
                        ..(**clip).clone()
                    })
                };
                let clips = project
                    .clips
                    .iter()
                    .map(|(id, clip)| (*id, raw(clip)))
                    .collect();
                Stage::new(
                    &Loaded::Authored {
                        project: Box::new(Project {
                            clips,
                            ..(**project).clone()
                        }),
                        is_source: false,
                    },
                    Some(name),
                    0,
                )
            }
            Loaded::Bundle(_) => Stage::new(loaded, Some(name), 0),
        }?;
        match &raw.motion {
            StageMotion::Compiled(clip) => {
                let (clip, bases) = (clip.clone(), bases(loaded, name, clip, &raw.skeleton));
                Ok((raw, clip, bases))
            }
            _ => Err(Failure::input(tr!(
                "the clip does not compile. Run `mutoscope info` to see why."
            ))),
        }
    }

    /// Leaves out what the preview of the project hides.
    pub fn hide(&mut self) {
        self.parts.retain(|part| !part.is_hidden);
    }

    /// Lets every part that has the skin-weight profile follow it. An error when no part has it.
    pub fn follow(&mut self, profile: Option<&str>) -> Result<(), Failure> {
        let Some(text) = profile else { return Ok(()) };
        let name = Name::new(text);
        let mut has = false;
        for part in self
            .parts
            .iter_mut()
            .filter(|part| part.data.has_profile(name))
        {
            part.data = Arc::new(part.data.under(name));
            has = true;
        }
        if has {
            Ok(())
        } else {
            Err(Failure::Input(tr!(
                "skin-weight profile “{text}” does not exist in any part."
            )))
        }
    }

    /// The pose at a time in seconds. What is played shows the nearest tick, and its last one after
    /// the end; its models are where root motion has brought the character. Bones that the level of detail leaves out keep the reference pose.
    pub fn at(&self, time: f64) -> StagePose {
        let mut pose = Pose::reference(&self.skeleton);
        match &self.motion {
            StageMotion::Reference => {}
            StageMotion::Keys(clip, bones) => {
                key_pose(clip, bones, &self.skeleton, time as f32, &mut pose)
            }
            StageMotion::Compiled(clip) => clip.sample(&self.skeleton, time, &mut pose),
            StageMotion::Played(..) => {
                if let Some(moment) = self.moment(time) {
                    pose.copy_from(&moment.pose);
                }
            }
        }
        self.required.keep(&self.skeleton, &mut pose);
        let mut models = Vec::new();
        anim::pose::local_to_model(&self.skeleton, &pose, &mut models);
        if let Some(moment) = self.moment(time) {
            let placement = moment.placement.to_affine();
            models
                .iter_mut()
                .for_each(|model| *model = placement * *model);
        }
        let mut virtual_bones = Vec::new();
        anim::virtual_bone::fill(&self.skeleton, &pose, &mut Vec::new(), &mut virtual_bones);
        StagePose {
            pose,
            models,
            virtual_bones,
        }
    }

    /// Caption of a picture at a time in seconds.
    pub fn caption(&self, time: f64) -> Caption {
        let moment = self.moment(time);
        let time = moment.map_or(time, |moment| moment.position);
        Caption {
            name: self.title.clone(),
            time,
            frame: self.frame_rate.map(|rate| (time * rate).round() as u32),
            state: moment.map_or(String::new(), |moment| moment.state.clone()),
        }
    }

    /// The nearest tick of what was played.
    fn moment(&self, time: f64) -> Option<&PlayedMoment> {
        let StageMotion::Played(moments, tick) = &self.motion else {
            return None;
        };
        let at = (time / tick).round() as usize;
        moments.get(at.min(moments.len().saturating_sub(1)))
    }

    /// The pose's curves by their names in text.
    pub fn curves(&self, pose: &Pose) -> BTreeMap<String, f32> {
        pose.curves
            .iter()
            .map(|(name, value)| (self.names.text(*name).to_owned(), *value))
            .collect()
    }
}

impl<'a> PlayedAsset<'a> {
    fn name(self) -> &'a str {
        match self {
            PlayedAsset::Graph(name, _)
            | PlayedAsset::Montage(name)
            | PlayedAsset::BlendSpace(name, _) => name,
        }
    }
}

/// A subject that plays, as a library has it.
struct PlayedSubject {
    /// The graph of a graph or of a blend space.
    graph: Option<Arc<anim::Graph>>,
    subject: PreviewSubject,
    skeleton: Name,
    /// Seconds of a montage.
    length: f64,
}

impl PlayedSubject {
    fn of(library: &Library, asset: PlayedAsset<'_>) -> Result<PlayedSubject, Failure> {
        let text = |name: Name| library.names.text(name).to_owned();
        let graph = |graph: &Arc<anim::Graph>| PlayedSubject {
            subject: PreviewSubject::Graph(graph.name()),
            skeleton: graph.skeleton(),
            graph: Some(graph.clone()),
            length: 0.0,
        };
        let name = asset.name();
        match asset {
            PlayedAsset::Graph(..) => library.graph(Name::new(name)).map(graph).ok_or_else(|| {
                let graphs = library.graphs.iter().map(|graph| text(graph.name()));
                find::missing(AssetKind::Graph, name, graphs)
            }),
            // The trial that was added is the last one.
            PlayedAsset::BlendSpace(..) => library
                .graphs
                .last()
                .map(graph)
                .ok_or_else(|| find::missing(AssetKind::BlendSpace, name, std::iter::empty())),
            PlayedAsset::Montage(_) => {
                let found = library
                    .montage(Name::new(name))
                    .map(|montage| PlayedSubject {
                        graph: None,
                        subject: PreviewSubject::Montage(montage.name),
                        skeleton: montage.skeleton,
                        length: montage.length.into(),
                    });
                found.ok_or_else(|| {
                    let montages = library.montages.iter().map(|montage| text(montage.name));
                    find::missing(AssetKind::Montage, name, montages)
                })
            }
        }
    }
}

/// The library that plays an asset. That of a blend space has a graph that tries it.
fn playable(loaded: &Loaded, asset: PlayedAsset<'_>) -> Result<Arc<Library>, Failure> {
    let compiled = |project: &Project| {
        let cache = &mut asset::Cache::default();
        files::compile(project, cache, &files::ClipCache::of_user()).library
    };
    match (loaded, asset) {
        (Loaded::Bundle(_), PlayedAsset::BlendSpace(..)) => Err(Failure::input(tr!(
            "a bundle cannot try a blend space. Render its project instead."
        ))),
        (Loaded::Bundle(bundle), _) => Ok(bundle.library.clone()),
        (Loaded::Authored { project, .. }, PlayedAsset::BlendSpace(name, _)) => {
            let id = find::asset(project, AssetKind::BlendSpace, name)?;
            let mut with = (**project).clone();
            with.graphs.clear();
            with.graphs
                .extend(trial_of(project, id).map(|trial| (TRIAL, Arc::new(trial))));
            Ok(compiled(&with))
        }
        (Loaded::Authored { project, .. }, _) => Ok(compiled(project)),
    }
}

/// A montage with the ground and the targets that it is previewed with, or the trial of a blend
/// space.
fn reel_order(
    loaded: &Loaded,
    library: &Arc<Library>,
    (found, asset): (&PlayedSubject, PlayedAsset<'_>),
    lod: usize,
) -> ReelOrder {
    let (preview, partners) = match loaded {
        Loaded::Authored { project, .. } => {
            let scene = project.preview.scene_of(asset.id_in(project));
            (scene.clone(), files::partner_orders(project, scene))
        }
        Loaded::Bundle(_) => Default::default(),
    };
    let targets = preview.targets.iter();
    let parameters = match asset {
        PlayedAsset::BlendSpace(_, at) => INPUTS.into_iter().map(Name::new).zip(at).collect(),
        _ => Vec::new(),
    };
    ReelOrder {
        library: library.clone(),
        subject: found.subject,
        root_motion: RootMotionMode::default(),
        scope: MontageScope::Chain,
        lod: lod as u32,
        parameters,
        inputs: Vec::new(),
        targets: targets
            .map(|target| (Name::new(&target.name), target.place()))
            .collect(),
        ground: Some(Arc::new(preview.ground)),
        partners,
    }
}

/// The reference pose of one skeleton and its parts.
fn with_skeleton(
    loaded: &Loaded,
    library: &Library,
    skeleton: Name,
    lod: usize,
) -> Result<Stage, Failure> {
    match loaded {
        Loaded::Bundle(bundle) => {
            let own = |it: &&Arc<Skeleton>| it.name == skeleton;
            let skeletons = bundle.library.skeletons.iter().filter(own);
            let skeletons: Vec<_> = skeletons.cloned().collect();
            let library = Library {
                skeletons,
                ..(*bundle.library).clone()
            };
            compiled(&library, None, lod)
        }
        Loaded::Authored { project, .. } => {
            let name = library.names.text(skeleton).to_owned();
            let own = project
                .skeletons
                .iter()
                .filter(|(_, skeleton)| skeleton.name == name);
            let skeletons = own.map(|(id, skeleton)| (*id, skeleton.clone())).collect();
            let project = Project {
                skeletons,
                ..(**project).clone()
            };
            authored(&project, false, None, lod)
        }
    }
}

fn key_pose(
    clip: &asset::Clip,
    bones: &[Option<u32>],
    skeleton: &Skeleton,
    time: f32,
    pose: &mut Pose,
) {
    for (track, bone) in clip.source.tracks.iter().zip(bones) {
        let Some(bone) = bone.map(|bone| bone as usize) else {
            continue;
        };
        pose.set(bone, &track.evaluate(time, &skeleton.reference(bone)));
    }
    for curve in &clip.source.curves {
        pose.set_curve(Name::new(&curve.name), curve.channel.scalar(time));
    }
}

fn bases(loaded: &Loaded, clip: &str, raw: &anim::Clip, skeleton: &Skeleton) -> Vec<Pose> {
    let Loaded::Authored { project, .. } = loaded else {
        return Vec::new();
    };
    let id = project
        .clips
        .iter()
        .find(|(_, known)| known.name == clip)
        .map(|(id, _)| *id);
    id.map_or_else(Vec::new, |id| asset::bases(project, id, raw, skeleton))
}

fn authored(
    project: &Project,
    is_source: bool,
    clip: Option<&str>,
    lod: usize,
) -> Result<Stage, Failure> {
    let chosen = clip.map(|name| find_clip(project, name)).transpose()?;
    let id = match &chosen {
        Some((_, clip)) => clip.skeleton,
        None => shown_skeleton(project)
            .ok_or_else(|| Failure::input(tr!("the file has no skeleton.")))?,
    };
    let compiled = compiled_for(project, chosen.clone().filter(|_| !is_source));
    let library = &compiled.library;
    let broken = || {
        let texts = compiled
            .diagnostics
            .iter()
            .map(|diagnostic| asset::describe(project, diagnostic));
        Failure::input(texts.collect::<Vec<_>>().join("\n"))
    };
    let authored = project.skeletons.get(&id).ok_or_else(broken)?;
    let skeleton = library
        .skeleton(Name::new(&authored.name))
        .ok_or_else(broken)?
        .clone();
    let title = chosen.as_ref().map(|(_, clip)| clip.name.clone());
    let frame_rate = chosen.as_ref().map(|(_, clip)| clip.frame_rate.into());
    let scene = project.preview.scene_of(chosen.as_ref().map(|(id, _)| *id));
    let held = project.scene_props(id, scene);
    let motion = match chosen {
        None => StageMotion::Reference,
        Some((_, clip)) if is_source => {
            let bones = Bones::of(authored);
            let moved = clip
                .source
                .tracks
                .iter()
                .map(|track| bones.index(&track.bone))
                .collect();
            StageMotion::Keys(clip, moved)
        }
        Some((_, clip)) => StageMotion::Compiled(
            library
                .clip(Name::new(&clip.name))
                .ok_or_else(broken)?
                .clone(),
        ),
    };
    Ok(Stage {
        shells: asset::shells(project, id),
        authored: Some(id),
        bones: authored.bones.iter().map(authored_bone).collect(),
        parts: authored_parts(project, (id, authored), lod),
        held,
        names: spelled(library.names.clone(), &motion)?,
        required: required(library, &skeleton, lod),
        duration: motion.duration(),
        title: title.unwrap_or_default(),
        frame_rate,
        skeleton,
        motion,
    })
}

/// Compiles skeletons and meshes, and of the clips only the one that is needed and the one that it
/// is additive to.
fn compiled_for(project: &Project, clip: Option<(Id, Arc<asset::Clip>)>) -> Compiled {
    let base = clip
        .as_ref()
        .and_then(|(_, clip)| clip.additive?.base.clip());
    let base = base.and_then(|id| Some((id, project.clips.get(&id)?.clone())));
    let needed = Project {
        clips: base.into_iter().chain(clip).collect(),
        montages: BTreeMap::new(),
        ..project.clone()
    };
    files::compile(
        &needed,
        &mut asset::Cache::default(),
        &files::ClipCache::of_user(),
    )
}

fn authored_bone(bone: &asset::skeleton::Bone) -> StageBone {
    StageBone {
        name: bone.name.clone(),
        parent: bone.parent,
        source: bone.source,
    }
}

fn authored_parts(
    project: &Project,
    (id, skeleton): (Id, &asset::Skeleton),
    lod: usize,
) -> Vec<StagePart> {
    let bones = Bones::of(skeleton);
    let meshes = project
        .meshes
        .iter()
        .filter(|(_, mesh)| mesh.skeleton == id);
    meshes
        .flat_map(|(mesh_id, mesh)| {
            let hides = |part: &str| project.preview.hides(*mesh_id, part);
            let parts = mesh_parts(mesh, &bones, lod).into_iter();
            parts.map(move |part| StagePart {
                is_hidden: hides(&part.name),
                ..part
            })
        })
        .collect()
}

/// The parts of a mesh at a level of detail; a level that is not there is the coarsest.
pub fn mesh_parts(mesh: &asset::Mesh, bones: &Bones<'_>, lod: usize) -> Vec<StagePart> {
    let part = |part: &asset::mesh::Part| StagePart {
        is_hidden: false,
        name: part.name.clone(),
        source: part.source,
        material: mesh.materials.get(part.material).cloned(),
        data: bones.part(mesh, &part.data),
    };
    mesh.lod(lod).parts.iter().map(part).collect()
}

/// Names with those of the curves of a source file's keys, which were not compiled. An error when
/// two names have one hash.
fn spelled(mut names: Names, motion: &StageMotion) -> Result<Names, Failure> {
    if let StageMotion::Keys(clip, _) = motion {
        for curve in &clip.source.curves {
            names
                .insert(&curve.name)
                .map_err(|other| clash(&curve.name, &other))?;
        }
    }
    Ok(names)
}

fn clash(name: &str, other: &str) -> Failure {
    Failure::Input(tr!(
        "the names “{name}” and “{other}” have the same hash. Rename one."
    ))
}

fn required(library: &Library, skeleton: &Skeleton, lod: usize) -> RequiredBones {
    let mut required = RequiredBones::default();
    library.require(skeleton, lod, &mut required);
    required
}

fn compiled(library: &Library, clip: Option<&str>, lod: usize) -> Result<Stage, Failure> {
    let text = |name: Name| library.names.text(name).to_owned();
    let motion = match clip {
        None => StageMotion::Reference,
        Some(name) => match library.clip(Name::new(name)) {
            Some(clip) => StageMotion::Compiled(clip.clone()),
            None => {
                return Err(find::missing(
                    AssetKind::Clip,
                    name,
                    library.clips.iter().map(|clip| text(clip.name)),
                ));
            }
        },
    };
    let has_mesh = |skeleton: &&Arc<Skeleton>| {
        library
            .meshes
            .iter()
            .any(|mesh| mesh.skeleton == skeleton.name)
    };
    let skeleton = match &motion {
        StageMotion::Compiled(clip) => library.skeleton(clip.skeleton),
        _ => library
            .skeletons
            .iter()
            .find(has_mesh)
            .or(library.skeletons.first()),
    };
    let skeleton = skeleton
        .ok_or_else(|| Failure::input(tr!("the file has no skeleton.")))?
        .clone();
    let bone = |bone: &anim::skeleton::Bone| StageBone {
        name: text(bone.name),
        parent: u32::try_from(bone.parent).ok(),
        source: None,
    };
    let part = |part: &Arc<MeshPart>| StagePart {
        is_hidden: false,
        name: text(part.name),
        source: None,
        material: None,
        data: part.clone(),
    };
    let meshes = library
        .meshes
        .iter()
        .filter(|mesh| mesh.skeleton == skeleton.name);
    Ok(Stage {
        shells: asset::library_shells(library, &skeleton),
        authored: None,
        bones: skeleton.bones.iter().map(bone).collect(),
        parts: meshes
            .flat_map(|mesh| mesh.lod(lod).parts.iter().map(part))
            .collect(),
        held: Vec::new(),
        names: library.names.clone(),
        required: required(library, &skeleton, lod),
        duration: motion.duration(),
        title: clip.unwrap_or_default().to_owned(),
        frame_rate: None,
        skeleton,
        motion,
    })
}

impl StageMotion {
    fn duration(&self) -> f64 {
        match self {
            StageMotion::Reference => 0.0,
            StageMotion::Keys(clip, _) => clip.source.duration.into(),
            StageMotion::Compiled(clip) => clip.length.into(),
            StageMotion::Played(moments, tick) => moments.len().saturating_sub(1) as f64 * tick,
        }
    }
}

fn find_clip(project: &Project, name: &str) -> Result<(Id, Arc<asset::Clip>), Failure> {
    let id = find::asset(project, AssetKind::Clip, name)?;
    Ok((id, project.clips[&id].clone()))
}

fn shown_skeleton(project: &Project) -> Option<Id> {
    let has_mesh = |id: &&Id| project.meshes.values().any(|mesh| mesh.skeleton == **id);
    project
        .skeletons
        .keys()
        .find(has_mesh)
        .or(project.skeletons.keys().next())
        .copied()
}
