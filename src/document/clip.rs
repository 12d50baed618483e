//! Edits of a clip: the way to it, and its settings.

use crate::{
    ClipCommand, EditError,
    field::{bounded, frame_rate, in_range, rate_scale, replace},
    import::{Onto, rebound_clip},
    item::on_copy,
    retime,
};
use anim::reduction::Reduction;
use asset::{
    Clip, Id, MadeFor, Project, Skeleton,
    clip::Additive,
    reduce::reduced,
    source::{self, ClipSource},
};
use std::sync::Arc;
use words::tr;

/// Runs an edit on a copy of the clip and keeps it if it changed anything.
pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    edit: impl FnOnce(&mut Clip, &Project) -> Result<bool, EditError>,
) -> Result<bool, EditError> {
    on_copy(project, id, |project| &mut project.clips, edit)
}

/// Edits a clip, with a look at the other assets that some edits need.
pub(crate) fn apply_command(
    project: &mut Project,
    id: Id,
    command: &ClipCommand,
) -> Result<bool, EditError> {
    if let ClipCommand::SetAdditive(Some(additive)) = command {
        check_base(project, id, additive)?;
    }
    if let ClipCommand::SetMadeFor(MadeFor::Pose(pose)) = command {
        let skeleton = project
            .clips
            .get(&id)
            .and_then(|clip| project.skeletons.get(&clip.skeleton));
        skeleton
            .and_then(|skeleton| skeleton.retarget_source(*pose))
            .ok_or(EditError::ItemMissing)?;
    }
    match command {
        ClipCommand::Bind(to) => return bind(project, id, *to),
        ClipCommand::Trim(range) => return retime::trim(project, id, *range),
        ClipCommand::Split { at, rest, name } => {
            return retime::split(project, id, *at, (*rest, name));
        }
        ClipCommand::Reverse => return retime::reverse(project, id),
        _ => {}
    }
    apply(project, id, |clip, project| {
        let skeleton = project.skeletons.get(&clip.skeleton);
        edit(clip, skeleton.map(|skeleton| &**skeleton), command)
    })
}

fn bind(project: &mut Project, id: Id, to: Id) -> Result<bool, EditError> {
    let clip = project.clips.get(&id).ok_or(EditError::AssetMissing)?;
    let target = project.skeletons.get(&to).ok_or(EditError::AssetMissing)?;
    if clip.skeleton == to {
        return Ok(false);
    }
    let nobody = Skeleton::default();
    let from = project
        .skeletons
        .get(&clip.skeleton)
        .map_or(&nobody, |skeleton| skeleton);
    let bound = rebound_clip(
        clip,
        &Onto::new(project, from, (to, target), &Default::default()),
    );
    project.clips.insert(id, Arc::new(bound));
    Ok(true)
}

/// A base is another clip of the same skeleton.
fn check_base(project: &Project, id: Id, additive: &Additive) -> Result<(), EditError> {
    let Some(base) = additive.base.clip() else {
        return Ok(());
    };
    let base = project.clips.get(&base).ok_or(EditError::AssetMissing)?;
    let skeleton = project.clips.get(&id).map(|clip| clip.skeleton);
    if skeleton == Some(base.skeleton) {
        Ok(())
    } else {
        Err(EditError::SkeletonMismatch)
    }
}

fn set_cache_curves(clip: &mut Clip, gone: &[String], new: &ClipSource, frame_rate: f32) -> bool {
    let is_new = |name: &String| new.curves.iter().any(|curve| curve.name == *name);
    let stays = |curve: &&source::SourceCurve| !gone.contains(&curve.name) && !is_new(&curve.name);
    let kept: Vec<source::SourceCurve> = clip.source.curves.iter().filter(stays).cloned().collect();
    let is_of_caches = clip.source.tracks.is_empty() && kept.is_empty();
    let source = ClipSource {
        duration: if is_of_caches {
            new.duration
        } else {
            clip.source.duration.max(new.duration)
        },
        tracks: clip.source.tracks.clone(),
        curves: kept.into_iter().chain(new.curves.iter().cloned()).collect(),
    };
    let frame_rate = if is_of_caches {
        frame_rate
    } else {
        clip.frame_rate
    };
    if source == *clip.source && frame_rate == clip.frame_rate {
        return false;
    }
    clip.frame_rate = frame_rate;
    // A second import of its file keeps them.
    (clip.source, clip.keys_edited) = (Arc::new(source), clip.origin.is_some());
    true
}

fn reduce_keys(
    clip: &mut Clip,
    skeleton: &Skeleton,
    reduction: &Reduction,
) -> Result<bool, EditError> {
    in_range(
        reduction.rotation,
        0.0,
        36_000.0,
        tr!("Rotation error"),
        tr!("between 0 and 36,000 degrees"),
    )?;
    bounded(
        reduction.translation,
        0.0..=1000.0,
        tr!("Position error"),
        " m",
    )?;
    bounded(reduction.scale, 0.0..=1000.0, tr!("Scale"), "")?;
    bounded(reduction.delay, 0.0..=1000.0, tr!("Delay"), " s")?;
    let frames = tr!("a rate that gives the clip at least one frame");
    let source = reduced(clip, skeleton, reduction);
    let source = source.ok_or(EditError::OutOfRange {
        field: tr!("Frame rate"),
        range: frames.into(),
    })?;
    let keys = |source: &ClipSource| {
        source
            .channels()
            .map(|channel| channel.times.len())
            .sum::<usize>()
    };
    let changed = keys(&source) < keys(&clip.source);
    if changed {
        clip.source = Arc::new(source);
        clip.keys_edited = true;
    }
    Ok(changed)
}

fn edit(
    clip: &mut Clip,
    skeleton: Option<&Skeleton>,
    command: &ClipCommand,
) -> Result<bool, EditError> {
    match *command {
        ClipCommand::SetRootBone(ref bone) => Ok(replace(&mut clip.root_bone, bone.clone())),
        ClipCommand::SetMadeFor(made_for) => Ok(replace(&mut clip.made_for, made_for)),
        ClipCommand::SetLooping(looping) => Ok(replace(&mut clip.looping, looping)),
        ClipCommand::SetLoopPolicy(policy) => Ok(replace(&mut clip.loop_policy, policy)),
        ClipCommand::SetAdditive(additive) => Ok(replace(&mut clip.additive, additive)),
        ClipCommand::SetCompression(compression) => {
            if let Some(settings) = compression {
                in_range(
                    settings.precision,
                    1e-7,
                    1.0,
                    tr!("Tolerance"),
                    tr!("between 0.00001 and 100 cm"),
                )?;
            }
            Ok(replace(&mut clip.compression, compression))
        }
        ClipCommand::SetRootMotion(root_motion) => Ok(replace(&mut clip.root_motion, root_motion)),
        ClipCommand::SetRateScale(rate) => {
            rate_scale(rate)?;
            Ok(replace(&mut clip.rate_scale, rate))
        }
        ClipCommand::SetFrameRate(rate) => {
            frame_rate(rate)?;
            Ok(replace(&mut clip.frame_rate, rate))
        }
        ClipCommand::SetCacheCurves {
            ref gone,
            ref new,
            frame_rate,
        } => Ok(set_cache_curves(clip, gone, new, frame_rate)),
        ClipCommand::ReduceKeys(reduction) => {
            reduce_keys(clip, skeleton.ok_or(EditError::AssetMissing)?, &reduction)
        }
        // These need the project.
        ClipCommand::Bind(_)
        | ClipCommand::Trim(_)
        | ClipCommand::Split { .. }
        | ClipCommand::Reverse => Ok(false),
    }
}
