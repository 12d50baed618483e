//! `sample`: poses of a clip at given times, with the vertices that they give on request.

use crate::{
    Failure, Io,
    args::{SampleArgs, SampleSpace, SkinningMode},
    json::{self, TransformRow},
    load,
    stage::{Stage, StagePose},
};
use anim::{
    Transform,
    skinning::{self, Skinned},
};
use glam::{Affine3A, Quat};
use serde::Serialize;
use std::collections::BTreeMap;
use words::tr;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Sampled<'a> {
    bones: Vec<SampleBoneRow<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    virtual_bones: Vec<VirtualBoneRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meshes: Option<Vec<MeshRow<'a>>>,
    frames: Vec<SampleFrameRow>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SampleBoneRow<'a> {
    name: &'a str,
    parent: Option<u32>,
    source: Option<u32>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct VirtualBoneRow<'a> {
    name: &'a str,
    source: &'a str,
    target: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MeshRow<'a> {
    name: &'a str,
    source: Option<u32>,
    primitive: Option<u32>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SampleFrameRow {
    time: f64,
    transforms: Vec<TransformRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    virtual_bones: Vec<TransformRow>,
    curves: BTreeMap<String, f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vertices: Option<Vec<Vec<[f32; 3]>>>,
}

/// Prints the pose at each time, in the space that was asked for, with its curves and, on request,
/// skinned vertices. An error when the clip or profile is unknown, or when there is no graphics
/// device to skin on.
pub fn run_sample(args: &SampleArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let mut stage = stage(args, io)?;
    stage.follow(args.profile.as_deref())?;
    let skinner = args
        .skin
        .map(|skin| Skinner::new(skin, &stage))
        .transpose()?;
    let frame = |time: &f64| frame(&stage, *time, args.space, skinner.as_ref());
    let sampled = Sampled {
        bones: stage
            .bones
            .iter()
            .map(|b| SampleBoneRow {
                name: &b.name,
                parent: b.parent,
                source: b.source,
            })
            .collect(),
        virtual_bones: stage
            .skeleton
            .virtual_bones
            .iter()
            .map(|bone| virtual_row(&stage, bone))
            .collect(),
        meshes: args
            .skin
            .map(|_| stage.parts.iter().map(mesh_row).collect()),
        frames: args.times.iter().map(frame).collect::<Result<_, _>>()?,
    };
    if args.json {
        json::write(io, &sampled)
    } else {
        print(&sampled, io)
    }
}

/// A source file as one skeleton of all its nodes. Where an animation moves several characters each
/// has a clip of its own, as `info` lists them: one that is named so is sampled on its character.
fn stage(args: &SampleArgs, io: &mut Io<'_>) -> Result<Stage, Failure> {
    let whole = load::load_whole(&args.file, io)?;
    let clip = args.clip.as_deref();
    let found = Stage::new(&whole, clip, 0);
    if found.is_ok()
        || clip.is_none()
        || !matches!(
            whole,
            load::Loaded::Authored {
                is_source: true,
                ..
            }
        )
    {
        return found;
    }
    // What reading tells has been told.
    let (mut out, mut err) = (std::io::sink(), std::io::sink());
    let by_character = load::load(
        &args.file,
        &mut Io {
            out: &mut out,
            err: &mut err,
        },
    )?;
    Stage::new(&by_character, clip, 0).or(found)
}

fn virtual_row<'a>(stage: &'a Stage, bone: &anim::skeleton::VirtualBone) -> VirtualBoneRow<'a> {
    let of = |bone: u32| stage.bones[bone as usize].name.as_str();
    VirtualBoneRow {
        name: stage.names.text(bone.name),
        source: of(bone.source),
        target: of(bone.target),
    }
}

fn mesh_row(part: &crate::stage::StagePart) -> MeshRow<'_> {
    let (source, primitive) = part.source.unzip();
    MeshRow {
        name: &part.name,
        source,
        primitive,
    }
}

fn frame(
    stage: &Stage,
    time: f64,
    space: SampleSpace,
    skinner: Option<&Skinner>,
) -> Result<SampleFrameRow, Failure> {
    let posed = stage.at(time);
    let transforms = match space {
        SampleSpace::Local => posed.pose.iter().map(|local| json::row(&local)).collect(),
        SampleSpace::Model => posed
            .models
            .iter()
            .map(|model| json::row(&decomposed(model)))
            .collect(),
    };
    let virtual_bones = match space {
        SampleSpace::Local => posed.virtual_bones.iter().map(json::row).collect(),
        SampleSpace::Model => {
            let target = |bone: &anim::skeleton::VirtualBone| &posed.models[bone.target as usize];
            stage
                .skeleton
                .virtual_bones
                .iter()
                .map(|bone| json::row(&decomposed(target(bone))))
                .collect()
        }
    };
    let vertices = skinner
        .map(|skinner| skinner.vertices(stage, &posed))
        .transpose()?;
    Ok(SampleFrameRow {
        time,
        transforms,
        virtual_bones,
        curves: stage.curves(&posed.pose),
        vertices,
    })
}

/// The transform of a matrix. Shear, which a transform cannot say, is dropped. Where a scale of 0
/// hides the rotation, the rotation is none.
fn decomposed(matrix: &Affine3A) -> Transform {
    let transform = Transform::from_affine(matrix);
    let rotation = if transform.rotation.is_finite() {
        transform.rotation
    } else {
        Quat::IDENTITY
    };
    Transform {
        translation: matrix.translation.into(),
        rotation,
        scale: transform.scale,
    }
}

enum Skinner {
    Cpu,
    Gpu {
        renderer: Box<render::Renderer>,
        parts: Vec<render::GpuPart>,
        while_drawing: bool,
    },
}

impl Skinner {
    fn new(skin: SkinningMode, stage: &Stage) -> Result<Skinner, Failure> {
        if skin == SkinningMode::Cpu {
            return Ok(Skinner::Cpu);
        }
        let gpu = render::Gpu::headless().map_err(Failure::input)?;
        let renderer = Box::new(render::Renderer::new(&gpu));
        let parts = stage
            .parts
            .iter()
            .map(|part| renderer.upload_mesh(&part.data))
            .collect();
        Ok(Skinner::Gpu {
            renderer,
            parts,
            while_drawing: skin == SkinningMode::GpuVertex,
        })
    }

    fn vertices(&self, stage: &Stage, posed: &StagePose) -> Result<Vec<Vec<[f32; 3]>>, Failure> {
        let skinned = |at: usize| {
            Ok(self
                .skinned(at, stage, posed)?
                .positions
                .iter()
                .map(|p| p.to_array())
                .collect())
        };
        (0..stage.parts.len()).map(skinned).collect()
    }

    fn skinned(&self, at: usize, stage: &Stage, posed: &StagePose) -> Result<Skinned, Failure> {
        let part = &stage.parts[at].data;
        match self {
            Skinner::Cpu => {
                let mut skinned = Skinned::default();
                skinning::skin_pose(part, &posed.models, &posed.pose, &mut skinned);
                Ok(skinned)
            }
            Skinner::Gpu {
                renderer,
                parts,
                while_drawing,
            } => {
                let mut palette = Vec::new();
                skinning::palette(part, &posed.models, &mut palette);
                let weights: Vec<f32> = part
                    .morphs
                    .iter()
                    .map(|morph| skinning::morph_weight(morph, &posed.pose))
                    .collect();
                let skinned = if *while_drawing {
                    renderer.skin_while_drawing(&parts[at], &palette, &weights)
                } else {
                    renderer.skin_on_gpu(&parts[at], &palette, &weights)
                };
                skinned.map_err(Failure::input)
            }
        }
    }
}

fn print(sampled: &Sampled<'_>, io: &mut Io<'_>) -> Result<(), Failure> {
    for frame in &sampled.frames {
        writeln!(io.out, "{}", tr!("time {} s", frame.time))?;
        for (bone, transform) in sampled.bones.iter().zip(&frame.transforms) {
            writeln!(io.out, "  {}: {}", bone.name, text(transform))?;
        }
        for (bone, transform) in sampled.virtual_bones.iter().zip(&frame.virtual_bones) {
            writeln!(
                io.out,
                "{}",
                tr!(
                    "  virtual bone {} of {}: {}",
                    bone.name,
                    bone.source,
                    text(transform)
                )
            )?;
        }
        for (name, value) in &frame.curves {
            writeln!(io.out, "{}", tr!("  curve {name}: {value}"))?;
        }
        for (mesh, vertices) in sampled
            .meshes
            .iter()
            .flatten()
            .zip(frame.vertices.iter().flatten())
        {
            writeln!(
                io.out,
                "{}",
                tr!("  mesh {}: {} vertices", mesh.name, vertices.len())
            )?;
        }
    }
    Ok(())
}

fn text([tx, ty, tz, qx, qy, qz, qw, sx, sy, sz]: &TransformRow) -> String {
    tr!("{tx} {ty} {tz} m, xyzw {qx} {qy} {qz} {qw}, scale {sx} {sy} {sz}")
}
