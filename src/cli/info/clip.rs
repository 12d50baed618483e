//! What `info` says about clips, those of a project and those of a bundle alike.

use super::{
    notify::{NotifyInfo, authored_notifies, compiled_notify},
    sound::{SoundCueInfo, authored_sounds, compiled_sounds},
    spelling::{NameTextFn, name_of},
};
use asset::{
    MadeFor, Project,
    clip::LoopPolicy,
    curve::{CurveKind, Extrapolation},
};
use serde::Serialize;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ClipInfo {
    pub(super) name: String,
    skeleton: String,
    /// The length of the clip, in seconds.
    pub(super) duration: f32,
    pub(super) frame_rate: f32,
    looping: bool,
    /// `clamp` or `wrap`: how the loop closes. None in a bundle, which has the key that the policy
    /// asks for in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    loop_policy: Option<&'static str>,
    additive: Option<&'static str>,
    /// `source`, `skeleton` or the name of a retarget source. None in a bundle, whose keys have it
    /// applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    made_for: Option<String>,
    /// Number of bones that have keys; a bundle leaves out bones that keep the reference pose.
    pub(super) tracks: usize,
    /// Bytes that the keys take; None except in a bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<usize>,
    /// Names of the curves that play, in their order.
    pub(super) curves: Vec<String>,
    curve_info: Vec<CurveInfo>,
    pub(super) notifies: Vec<NotifyInfo>,
    sync_markers: Vec<SyncMarkerInfo>,
    /// Sound cues of the clip. An empty list is left out, as before there were sounds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sounds: Vec<SoundCueInfo>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CurveInfo {
    name: String,
    kind: &'static str,
    extrapolation: &'static str,
    /// Number of keys of the curve; 0 for metadata.
    keys: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SyncMarkerInfo {
    name: String,
    time: f32,
}

fn made_for(project: &Project, clip: &asset::Clip) -> String {
    let name = |pose| {
        Some(
            project
                .skeletons
                .get(&clip.skeleton)?
                .retarget_source(pose)?
                .name
                .clone(),
        )
    };
    match clip.made_for {
        MadeFor::Source => "source".to_owned(),
        MadeFor::Skeleton => "skeleton".to_owned(),
        MadeFor::Pose(pose) => name(pose).unwrap_or_default(),
    }
}

pub(super) fn authored_clip(project: &Project, clip: &asset::Clip) -> ClipInfo {
    let authored = clip
        .curves
        .iter()
        .filter(|curve| !curve.disabled)
        .map(|curve| {
            let is_metadata = curve.kind == CurveKind::Metadata;
            let extrapolation = match curve.extrapolation {
                Extrapolation::Loop if !is_metadata => "loop",
                Extrapolation::None if !is_metadata => "none",
                _ => "clamp",
            };
            curve_info(&curve.name, is_metadata, extrapolation, curve.keys.len())
        });
    let imported = clip
        .imported_curves()
        .map(|c| curve_info(&c.name, false, "clamp", c.channel.times.len()));
    let mut markers: Vec<SyncMarkerInfo> = clip
        .sync_markers
        .iter()
        .map(|m| SyncMarkerInfo {
            name: m.name.clone(),
            time: m.time,
        })
        .collect();
    markers.sort_by(|a, b| a.time.total_cmp(&b.time));
    let curves = sorted(authored.chain(imported).collect());
    ClipInfo {
        name: clip.name.clone(),
        skeleton: name_of(project, clip.skeleton),
        duration: clip.length(),
        frame_rate: clip.frame_rate,
        looping: clip.looping,
        loop_policy: Some(match clip.loop_policy {
            LoopPolicy::Clamp => "clamp",
            LoopPolicy::Wrap => "wrap",
        }),
        made_for: Some(made_for(project, clip)),
        additive: clip.additive.map(|additive| additive_name(additive.kind)),
        tracks: clip.source.tracks.len(),
        bytes: None,
        curves: curves.iter().map(|curve| curve.name.clone()).collect(),
        curve_info: curves,
        notifies: authored_notifies(project, clip.skeleton, &clip.notifies),
        sync_markers: markers,
        sounds: authored_sounds(project, &clip.sounds),
    }
}

pub(super) fn compiled_clip(
    library: &anim::Library,
    clip: &anim::Clip,
    text: &NameTextFn<'_>,
) -> ClipInfo {
    let curve = |curve: &anim::curve::Curve| {
        use anim::curve::{extrapolation, flag};
        let extrapolation = match curve.extrapolation {
            extrapolation::LOOP => "loop",
            extrapolation::NONE => "none",
            _ => "clamp",
        };
        curve_info(
            &text(curve.name),
            curve.flags & flag::METADATA != 0,
            extrapolation,
            curve.key_count as usize,
        )
    };
    let curves = sorted(clip.curves.iter().map(curve).collect());
    ClipInfo {
        name: text(clip.name),
        skeleton: text(clip.skeleton),
        duration: clip.length,
        frame_rate: clip.rate(),
        looping: clip.looping,
        loop_policy: None,
        made_for: None,
        additive: clip.additive.map(additive_name),
        tracks: clip.bone_count(),
        bytes: Some(clip.key_bytes()),
        curves: curves.iter().map(|curve| curve.name.clone()).collect(),
        curve_info: curves,
        notifies: clip
            .notifies
            .iter()
            .map(|notify| compiled_notify(notify, text))
            .collect(),
        sync_markers: clip
            .markers
            .iter()
            .map(|m| SyncMarkerInfo {
                name: text(m.name),
                time: m.time,
            })
            .collect(),
        sounds: compiled_sounds(library.sounds_of_clip(clip.name), text),
    }
}

fn curve_info(
    name: &str,
    is_metadata: bool,
    extrapolation: &'static str,
    keys: usize,
) -> CurveInfo {
    let (kind, keys) = if is_metadata {
        ("metadata", 0)
    } else {
        ("float", keys)
    };
    CurveInfo {
        name: name.to_owned(),
        kind,
        extrapolation,
        keys,
    }
}

/// Sorts curves by name, so that a project and its bundle are listed alike.
fn sorted(mut curves: Vec<CurveInfo>) -> Vec<CurveInfo> {
    curves.sort_by(|a, b| a.name.cmp(&b.name));
    curves
}

fn additive_name(kind: anim::additive::AdditiveKind) -> &'static str {
    use anim::additive::AdditiveKind;
    match kind {
        AdditiveKind::Local => "local",
        AdditiveKind::Mesh => "mesh",
        AdditiveKind::LocalBoneFrame => "local_bone_frame",
    }
}
