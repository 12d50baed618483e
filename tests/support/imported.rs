//! What an import gave: whether it is sound, and how it stands at a time, by its keys as the file
//! has them.
#![allow(dead_code, reason = "each test program uses its part")]

use anim::{Array, MeshPart, Name, Pose, Skeleton, skeleton::Bone};
use asset::{BoneKey, Clip, Project};
use glam::Affine3A;
use std::path::{Path, PathBuf};

pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            let ending = entry
                .extension()
                .and_then(|e| e.to_str())
                .unwrap_or_default();
            if entry.is_dir() {
                open.push(entry);
            } else if endings.contains(&ending) {
                found.push(entry);
            }
        }
    }
    found.sort();
    found
}

/// Everything that is wrong with what an import gave.
pub fn faults(project: &Project) -> Vec<String> {
    let mut faults = Vec::new();
    project
        .skeletons
        .values()
        .for_each(|skeleton| skeleton_faults(skeleton, &mut faults));
    for mesh in project.meshes.values() {
        let bones = project.skeletons[&mesh.skeleton].bones.len();
        for part in mesh.parts() {
            if let Err(error) = MeshPart::new((*part.data).clone()) {
                faults.push(format!("part {}: {error:?}", part.name));
            }
            if part
                .data
                .palette
                .iter()
                .any(|joint| joint.bone as usize >= bones)
            {
                faults.push(format!(
                    "part {} follows a bone that is not there",
                    part.name
                ));
            }
        }
    }
    clip_faults(project, &mut faults);
    faults
}

fn skeleton_faults(skeleton: &asset::Skeleton, faults: &mut Vec<String>) {
    let mut names: Vec<&str> = skeleton
        .bones
        .iter()
        .map(|bone| bone.name.as_str())
        .collect();
    names.sort_unstable();
    if names.windows(2).any(|pair| pair[0] == pair[1]) {
        faults.push("bone names are not unique".to_owned());
    }
    for (at, bone) in skeleton.bones.iter().enumerate() {
        if bone.parent.is_none() != (at == 0)
            || bone.parent.is_some_and(|parent| parent as usize >= at)
        {
            faults.push(format!("bone {at} has a wrong parent"));
        }
        if !bone.reference.is_finite() || !bone.reference.rotation.is_normalized() {
            faults.push(format!("bone {at} has a broken reference"));
        }
    }
}

fn clip_faults(project: &Project, faults: &mut Vec<String>) {
    for clip in project.clips.values() {
        let knows =
            |track: &asset::source::Track| track.translation.is_some() == track.reference.is_some();
        if !clip.source.tracks.iter().all(knows) {
            faults.push(format!(
                "clip {} does not know what its translations were made for",
                clip.name
            ));
        }
        for channel in clip.source.channels() {
            let is_fine =
                !channel.times.is_empty() && channel.times.windows(2).all(|pair| pair[0] < pair[1]);
            if !is_fine || !channel.values.iter().all(|value| value.is_finite()) {
                faults.push(format!("clip {} has a broken channel", clip.name));
            }
        }
        if !(1.0..=240.0).contains(&clip.frame_rate) || !clip.source.duration.is_finite() {
            faults.push(format!("clip {} has a broken rate or length", clip.name));
        }
        let bones = asset::Bones::of(&project.skeletons[&clip.skeleton]);
        if !bones
            .missing(clip.source.tracks.iter().map(|track| &track.bone))
            .is_empty()
        {
            faults.push(format!("clip {} moves a bone that is not there", clip.name));
        }
    }
}

pub struct Sampled {
    pub models: Vec<Affine3A>,
    pub curves: Pose,
}

pub fn runtime_skeleton(project: &Project) -> Skeleton {
    let bones = &project.skeletons.values().next().unwrap().bones;
    let bone = |bone: &asset::skeleton::Bone| Bone {
        name: Name::new(&bone.name),
        parent: bone.parent.map_or(-1, |parent| parent as i32),
        reference: bone.reference.into(),
        reserved: 0,
    };
    Skeleton::new(
        Name::NONE,
        bones.iter().map(bone).collect(),
        Array::default(),
    )
    .unwrap()
}

pub fn keys(project: &Project) -> std::sync::Arc<[BoneKey]> {
    project.skeletons.values().next().unwrap().keys()
}

pub fn sampled(
    (skeleton, bones): (&Skeleton, &[BoneKey]),
    clip: Option<&Clip>,
    time: f32,
) -> Sampled {
    let mut pose = Pose::reference(skeleton);
    if let Some(clip) = clip {
        for track in &clip.source.tracks {
            let Some(bone) = bones.iter().position(|key| *key == track.bone) else {
                continue;
            };
            pose.set(bone, &track.evaluate(time, &skeleton.reference(bone)));
        }
        for curve in &clip.source.curves {
            pose.set_curve(Name::new(&curve.name), curve.channel.scalar(time));
        }
    }
    let mut models = Vec::new();
    anim::pose::local_to_model(skeleton, &pose, &mut models);
    Sampled {
        models,
        curves: pose,
    }
}
